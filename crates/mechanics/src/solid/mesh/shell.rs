//! Hemispherical shells: the liner of a cup.

use super::Mesh;
use super::lattice::{Sheet, graded};
use crate::solid::SolidError;
use crate::solid::element::ElementKind;
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_4;

/// How much of the shell is meshed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sector {
    /// All of it.
    Full,
    /// x ≥ 0 and y ≥ 0, with the symmetry planes `x=0` and `y=0`.
    Quarter,
}

/// A spherical shell around the origin from the pole (+z) to the rim, without a degenerate pole: a square patch of cells
/// around the pole, and rings of cells from the patch to the rim. Every node lies on a true sphere.
///
/// Surfaces: `inner`, `outer`, `rim`, and for a quarter `x=0` and `y=0`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HemisphericalShell {
    /// Inner radius, in m.
    pub inner_radius: f64,
    /// Thickness, in m.
    pub thickness: f64,
    /// Angle from the pole to the rim, in rad: π/2 for a hemisphere.
    pub rim_angle: f64,
    /// Half width of the square patch around the pole, in rad.
    pub patch_angle: f64,
    /// Cells on half a side of the patch; the rim has eight times as many.
    pub patch_cells: usize,
    /// Rings of cells between patch and rim.
    pub ring_cells: usize,
    /// How much wider each ring is than the one before it.
    pub ring_growth: f64,
    /// Cells through the thickness.
    pub layers: usize,
    /// How much thicker each layer is than the one inside it.
    pub layer_growth: f64,
    /// All of the shell, or a quarter.
    pub sector: Sector,
}

impl HemisphericalShell {
    fn check(&self) -> Result<(), SolidError> {
        let bad = |what, value, hint| Err(SolidError::BadMesh { what, value, hint });
        for (what, value) in [("the inner radius of the shell", self.inner_radius), ("its thickness", self.thickness)] {
            if !(value > 0.0 && value.is_finite()) {
                return bad(what, value, "give a positive length in m");
            }
        }
        if !(self.patch_angle > 0.0 && self.patch_angle < 0.6 * self.rim_angle && self.patch_angle < 0.9) {
            return bad(
                "the half width of the pole patch",
                self.patch_angle,
                "at most 0.6 of the rim's angle, and 0.9 rad",
            );
        }
        if !(self.rim_angle < 2.6) {
            return bad("the angle of the rim", self.rim_angle, "a shell reaches at most 2.6 rad from the pole");
        }
        for (what, value) in
            [("the growth of the rings", self.ring_growth), ("the growth of the layers", self.layer_growth)]
        {
            if !(value > 0.1 && value < 10.0) {
                return bad(what, value, "between 0.1 and 10; 1 for equal cells");
            }
        }
        for (what, value) in
            [("cells on the pole patch", self.patch_cells), ("rings", self.ring_cells), ("layers", self.layers)]
        {
            if value == 0 {
                return bad(what, 0.0, "at least one");
            }
        }
        Ok(())
    }

    /// The mesh of one kind of element.
    pub fn mesh(&self, kind: ElementKind) -> Result<Mesh, SolidError> {
        self.check()?;
        let (sheet, directions) = self.sheet();
        let heights = graded(self.layers, self.layer_growth);
        let place = |s: usize, k: usize| directions[s] * (self.inner_radius + self.thickness * heights[k]);
        Ok(sheet.pile(self.layers, ["inner", "outer"], place).into_mesh(kind))
    }

    /// The cells on the unit sphere, and the directions of their nodes.
    fn sheet(&self) -> (Sheet, Vec<Vector3<f64>>) {
        let quarter = self.sector == Sector::Quarter;
        // Half cells along a side of the patch, and the one in its middle.
        let side = if quarter { 2 * self.patch_cells } else { 4 * self.patch_cells };
        let origin = if quarter { 0 } else { 2 * self.patch_cells };
        let slope = |k: usize| {
            let part = (k as f64 - origin as f64) / (2 * self.patch_cells) as f64;
            (part * self.patch_angle).tan()
        };
        let patch = |i: usize, j: usize| i + j * (side + 1);
        let mut directions = Vec::new();
        for j in 0..=side {
            directions.extend((0..=side).map(|i| Vector3::new(slope(i), slope(j), 1.0).normalize()));
        }
        // Around the patch, counter-clockwise from its lower right corner.
        let mut around: Vec<usize> = (0..=side).map(|j| patch(side, j)).collect();
        around.extend((0..side).rev().map(|i| patch(i, side)));
        if !quarter {
            around.extend((0..side).rev().map(|j| patch(0, j)));
            around.extend((1..side).map(|i| patch(i, 0)));
        }
        let first = directions.len();
        let widths = graded(self.ring_cells, self.ring_growth);
        for width in &widths[1..] {
            for (q, &inside) in around.iter().enumerate() {
                let eighth = q as f64 / self.patch_cells as f64 * 0.5;
                let azimuth = if quarter { FRAC_PI_4 * eighth } else { FRAC_PI_4 * (eighth - 1.0) };
                let exact = |x: f64| if x.abs() < 1e-15 { 0.0 } else { x };
                let (sine, cosine) = self.rim_angle.sin_cos();
                let rim = Vector3::new(sine * exact(azimuth.cos()), sine * exact(azimuth.sin()), exact(cosine));
                directions.push(between(directions[inside], rim, *width));
            }
        }
        let mut sheet = Sheet { nodes: directions.len(), ..Sheet::default() };
        let mark = |sheet: &mut Sheet, name: &str, edge: usize| {
            let cell = sheet.cells.len() - 1;
            sheet.edges.entry(name.to_owned()).or_default().push((cell, edge));
        };
        for j in (0..side).step_by(2) {
            for i in (0..side).step_by(2) {
                let at = |a: usize, b: usize| patch(i + a, j + b);
                sheet.cells.push(quad(at));
                if quarter && j == 0 {
                    mark(&mut sheet, "y=0", 0);
                }
                if quarter && i == 0 {
                    mark(&mut sheet, "x=0", 3);
                }
            }
        }
        let steps = if quarter { around.len() - 1 } else { around.len() };
        for r in (0..2 * self.ring_cells).step_by(2) {
            for q in (0..steps).step_by(2) {
                let at = |a: usize, b: usize| {
                    let q = (q + b) % around.len();
                    if r + a == 0 { around[q] } else { first + (r + a - 1) * around.len() + q }
                };
                sheet.cells.push(quad(at));
                if quarter && q == 0 {
                    mark(&mut sheet, "y=0", 0);
                }
                if quarter && q + 2 == steps {
                    mark(&mut sheet, "x=0", 2);
                }
                if r + 2 == 2 * self.ring_cells {
                    mark(&mut sheet, "rim", 1);
                }
            }
        }
        (sheet, directions)
    }
}

/// Corners, mid-sides and centre of a cell of half steps.
fn quad(at: impl Fn(usize, usize) -> usize) -> [usize; 9] {
    [at(0, 0), at(2, 0), at(2, 2), at(0, 2), at(1, 0), at(2, 1), at(1, 2), at(0, 1), at(1, 1)]
}

/// The point at a fraction of the great circle from a to b.
fn between(a: Vector3<f64>, b: Vector3<f64>, fraction: f64) -> Vector3<f64> {
    let angle = a.cross(&b).norm().atan2(a.dot(&b));
    ((a * ((1.0 - fraction) * angle).sin() + b * (fraction * angle).sin()) / angle.sin()).normalize()
}
