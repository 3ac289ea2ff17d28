//! Wear of the rigid body itself: a depth on its own surface, which turns with it.
//!
//! The body's surface is a sphere with a grid of its own: the six faces of a cube, divided evenly in angle. What a contact
//! point wears off the body in a step goes to the four nodes around the direction in which the point lies, seen from the
//! body, by bilinear weights Nⱼ, and the gap sees it through the same weights: the volume is that of the law to rounding.
//!
//! V̇ᵢ = K₁ r_N |u_T|,  dⱼ += Nⱼ(Qᵀn) V/Aⱼ,  g += Σ Nⱼ(Qᵀn) dⱼ
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | K₁ | wear factor of the body (with its amplification) | 1/Pa |
//! | Q | [`Drive::orientation`](super::Drive): how the body is turned | – |
//! | n | direction from the body's centre to the point | – |
//! | dⱼ, Aⱼ | depth and area of node j of the body's grid | m, m² |
//!
//! *Assumes*: depths that are small beside the radius; a step in which the body turns by no more than a cell of its grid; a
//! grid no finer than the contact points, or wear would fall into rings between which there is none.
//!
//! *Pitfalls*: each turn through the grid smooths the depth by about a cell: against one surface with both factors a head that
//! spins in its cup sinks in 1.5 % less on a coarse mesh, 0.5 % on one twice as fine.

use super::error::DynamicsError;
use super::settings::Shape;
use super::simulation::ContactDynamics;
use super::state::DynamicState;
use nalgebra::{UnitQuaternion, Vector3};
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_4;

/// How the body wears.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CounterWear {
    /// K₁ with its amplification, in 1/Pa.
    pub factor: f64,
    /// Cells along an edge of the cube whose faces the grid is made of.
    pub cells: usize,
}

/// A body that wears: its factor and its grid.
#[derive(Debug, Clone, PartialEq)]
pub struct Counter {
    wear: CounterWear,
    grid: SphereGrid,
}

/// A sphere by the six faces of a cube.
#[derive(Debug, Clone, PartialEq)]
pub struct SphereGrid {
    cells: usize,
    /// Directions of the nodes.
    pub nodes: Vec<Vector3<f64>>,
    /// Area of each node, in m².
    pub area: Vec<f64>,
    /// Node of each place on each face.
    place: Vec<usize>,
}

/// Which axis a face stands on, and its sign.
fn face_of(direction: &Vector3<f64>) -> (usize, f64) {
    let axis = direction.iamax();
    (axis, if direction[axis] < 0.0 { -1.0 } else { 1.0 })
}

impl SphereGrid {
    /// A grid on a sphere of this radius, in m.
    pub fn new(radius: f64, cells: usize) -> Self {
        let n = cells;
        let mut found: BTreeMap<[i64; 3], usize> = BTreeMap::new();
        let (mut nodes, mut place) = (Vec::new(), Vec::new());
        for face in 0..6 {
            let (axis, sign) = (face % 3, if face < 3 { 1.0 } else { -1.0 });
            for j in 0..=n {
                for i in 0..=n {
                    let tangent = |k: usize| (FRAC_PI_4 * (2.0 * k as f64 / n as f64 - 1.0)).tan();
                    let mut corner = Vector3::zeros();
                    corner[axis] = sign;
                    corner[(axis + 1) % 3] = tangent(i);
                    corner[(axis + 2) % 3] = tangent(j);
                    let mut key = [0_i64; 3];
                    key[axis] = sign as i64 * n as i64;
                    key[(axis + 1) % 3] = 2 * i as i64 - n as i64;
                    key[(axis + 2) % 3] = 2 * j as i64 - n as i64;
                    let next = nodes.len();
                    let node = *found.entry(key).or_insert(next);
                    if node == next {
                        nodes.push(corner.normalize());
                    }
                    place.push(node);
                }
            }
        }
        let mut grid = Self { cells, area: vec![0.0; nodes.len()], nodes, place };
        // Three points of Gauss a direction of a cell; in angles a and b the area is cos⁻²a cos⁻²b (1 + tan²a + tan²b)^(−3/2).
        const GAUSS: [(f64, f64); 3] =
            [(0.112_701_665_379_258_3, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.887_298_334_620_741_7, 5.0 / 18.0)];
        let width = 2.0 * FRAC_PI_4 / n as f64;
        for face in 0..6 {
            let (axis, sign) = (face % 3, if face < 3 { 1.0 } else { -1.0 });
            for (j, i) in (0..n).flat_map(|j| (0..n).map(move |i| (j, i))) {
                for ((x, wx), (y, wy)) in GAUSS.iter().flat_map(|x| GAUSS.iter().map(move |y| (x, y))) {
                    let (a, b) = ((i as f64 + x) * width - FRAC_PI_4, (j as f64 + y) * width - FRAC_PI_4);
                    let (ta, tb) = (a.tan(), b.tan());
                    let square = 1.0 + ta * ta + tb * tb;
                    let stretch = (1.0 + ta * ta) * (1.0 + tb * tb) / (square * square.sqrt());
                    let mut direction = Vector3::zeros();
                    direction[axis] = sign;
                    direction[(axis + 1) % 3] = ta;
                    direction[(axis + 2) % 3] = tb;
                    for (node, weight) in grid.weights(&direction) {
                        grid.area[node] += weight * stretch * width * width * wx * wy * radius * radius;
                    }
                }
            }
        }
        grid
    }

    /// The four nodes around a direction, and their weights.
    pub fn weights(&self, direction: &Vector3<f64>) -> [(usize, f64); 4] {
        let (axis, sign) = face_of(direction);
        let n = self.cells;
        let along = |other: usize| {
            let angle = (direction[(axis + other) % 3] / direction[axis].abs()).atan();
            let x = (angle / FRAC_PI_4 + 1.0) * 0.5 * n as f64;
            let cell = (x.floor().max(0.0) as usize).min(n - 1);
            (cell, (x - cell as f64).clamp(0.0, 1.0))
        };
        let ((i, x), (j, y)) = (along(1), along(2));
        let face = if sign > 0.0 { axis } else { axis + 3 };
        let node = |i: usize, j: usize| self.place[(face * (n + 1) + j) * (n + 1) + i];
        [
            (node(i, j), (1.0 - x) * (1.0 - y)),
            (node(i + 1, j), x * (1.0 - y)),
            (node(i, j + 1), (1.0 - x) * y),
            (node(i + 1, j + 1), x * y),
        ]
    }

    /// The cells as quadrangles of nodes, seen from outside.
    pub fn quadrangles(&self) -> Vec<[usize; 4]> {
        let n = self.cells;
        let mut list = Vec::with_capacity(6 * n * n);
        for face in 0..6 {
            let node = |i: usize, j: usize| self.place[(face * (n + 1) + j) * (n + 1) + i];
            for (j, i) in (0..n).flat_map(|j| (0..n).map(move |i| (j, i))) {
                let cell = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)];
                list.push(if face < 3 { cell } else { [cell[0], cell[3], cell[2], cell[1]] });
            }
        }
        list
    }
}

impl ContactDynamics {
    /// Lets the body wear as well; its depth is [`DynamicState::counter_depth`].
    ///
    /// # Errors
    /// A body that is no sphere, a negative factor, a grid without cells.
    pub fn with_counter_wear(mut self, wear: CounterWear) -> Result<Self, DynamicsError> {
        let wrong = |what, value, hint| Err(DynamicsError::BadSetting { what, value, hint });
        let Shape::Sphere(radius) = self.body.shape else {
            return wrong(
                "the wear of a plane",
                wear.factor,
                "only a sphere has an end; let the plane's factor be zero",
            );
        };
        if !(wear.factor >= 0.0 && wear.factor.is_finite()) {
            return wrong("the wear factor of the body", wear.factor, "zero or more, in 1/Pa");
        }
        if !(2..=400).contains(&wear.cells) {
            return wrong("cells of the body's grid", wear.cells as f64, "from 2 to 400 along an edge of its cube");
        }
        self.counter = Some(Counter { wear, grid: SphereGrid::new(radius, wear.cells) });
        Ok(self)
    }

    /// The grid of a body that wears.
    pub fn counter_grid(&self) -> Option<&SphereGrid> {
        self.counter.as_ref().map(|counter| &counter.grid)
    }

    /// Volume worn off the body, in m³.
    pub fn compute_counter_volume(&self, state: &DynamicState) -> f64 {
        let Some(grid) = self.counter_grid() else { return 0.0 };
        state.counter_depth.iter().zip(&grid.area).map(|(d, a)| d * a).sum()
    }

    /// K₁; zero where the body does not wear.
    pub(super) fn counter_factor(&self) -> f64 {
        self.counter.as_ref().filter(|_| self.wear.is_some()).map_or(0.0, |counter| counter.wear.factor)
    }

    /// Depth of the body where a point lies in this direction from its centre, in m.
    pub(super) fn counter_depth(
        &self,
        depth: &[f64],
        orientation: &UnitQuaternion<f64>,
        direction: &Vector3<f64>,
    ) -> f64 {
        let Some(counter) = &self.counter else { return 0.0 };
        let seen = orientation.inverse_transform_vector(direction);
        counter.grid.weights(&seen).iter().map(|&(node, weight)| weight * depth[node]).sum()
    }

    /// Takes a volume off the body in a direction from its centre.
    pub(super) fn wear_counter(
        &self,
        depth: &mut [f64],
        orientation: &UnitQuaternion<f64>,
        direction: &Vector3<f64>,
        volume: f64,
    ) {
        let Some(counter) = &self.counter else { return };
        let seen = orientation.inverse_transform_vector(direction);
        for (node, weight) in counter.grid.weights(&seen) {
            depth[node] += weight * volume / counter.grid.area[node];
        }
    }
}
