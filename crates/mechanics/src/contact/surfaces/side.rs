//! The points of one surface in clusters, so that those far from contact cost nothing.

use nalgebra::Vector3;
use rayon::prelude::*;

use super::{Body, PairError};
use crate::contact::PressureLaw;
use crate::geometry::{QuadraturePoint, Surface};

/// Points in a cluster.
pub(super) const CLUSTER: usize = 32;

/// The surface that carries points.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub(super) body: Body,
    /// Share of the area for which its points stand: 1, or ½ when both surfaces carry points.
    pub(super) share: f64,
    /// How many points there were, those without area included.
    pub(super) count: usize,
    /// In the order of the clusters.
    pub(super) points: Vec<QuadraturePoint>,
    /// Per point: width of the cell for which it stands.
    pub(super) widths: Vec<f64>,
    /// Per point: its number before it was put in order.
    pub(super) numbers: Vec<u32>,
    /// One for all, or one per point.
    pub(super) laws: Vec<PressureLaw>,
    /// Per point: how deep it lies below the surface that was given, along its normal, where it is worn.
    pub(super) depth: Vec<f64>,
    /// Per point: whether the surface ends beside it.
    pub(super) at_edge: Vec<bool>,
    pub(super) clusters: Vec<Cluster>,
    /// The points side by side, if the other surface is a ball.
    pub(super) lanes: Vec<Lanes>,
}

/// Points that are treated at once.
pub(super) const LANES: usize = 4;

/// Some points side by side; those that are missing in the last one of a cluster have no area.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Lanes {
    pub(super) place: [[f64; LANES]; 3],
    pub(super) normal: [[f64; LANES]; 3],
    pub(super) area: [f64; LANES],
}

impl Lanes {
    /// What is missing repeats the last point, without its area: nowhere is a distance zero.
    pub(super) fn new(points: impl Iterator<Item = QuadraturePoint>) -> Self {
        let mut lanes = Self { place: [[0.0; LANES]; 3], normal: [[0.0; LANES]; 3], area: [0.0; LANES] };
        for (i, point) in points.take(LANES).enumerate() {
            for axis in 0..3 {
                lanes.place[axis][i..].fill(point.point[axis]);
                lanes.normal[axis][i..].fill(point.normal[axis]);
            }
            lanes.area[i] = point.area;
        }
        lanes
    }
}

/// Points within a ball.
#[derive(Debug, Clone)]
pub(super) struct Cluster {
    pub(super) centre: Vector3<f64>,
    pub(super) radius: f64,
    pub(super) first: usize,
    pub(super) count: usize,
    /// Mean of the normals, and how far any of them is from it.
    pub(super) normal: Vector3<f64>,
    pub(super) spread: f64,
    /// Its part of the lanes.
    pub(super) lanes: std::ops::Range<usize>,
}

impl Cluster {
    /// Whether all its points look towards the ball around `c`: then `(x − c)·n < 0` needs no proof at each of them.
    #[inline]
    pub(super) fn faces(&self, c: &Vector3<f64>) -> bool {
        let away = self.centre - c;
        away.dot(&self.normal) + self.radius + (away.norm() + self.radius) * self.spread < 0.0
    }
}

impl Side {
    pub(super) fn new(
        body: Body,
        share: f64,
        points: Vec<QuadraturePoint>,
        surface: &dyn Surface,
        law: PressureLaw,
    ) -> Result<Self, PairError> {
        let usable = |point: &QuadraturePoint| {
            point.area > 0.0 && point.area.is_finite() && point.point.iter().all(|x| x.is_finite())
        };
        let mut order: Vec<u32> = (0..points.len() as u32).filter(|i| usable(&points[*i as usize])).collect();
        if order.is_empty() {
            return Err(PairError::NoPoints { body });
        }
        let count = points.len();
        let mut clusters = Vec::new();
        divide(&points, &mut order, 0, &mut clusters);
        let points: Vec<QuadraturePoint> = order.iter().map(|i| points[*i as usize]).collect();
        let at_edge = points.par_iter().with_min_len(CLUSTER).map(|point| is_at_edge(surface, point)).collect();
        let widths = points.iter().map(|point| point.area.sqrt()).collect();
        let side = Self {
            body,
            share,
            count,
            points,
            widths,
            numbers: order,
            laws: vec![law],
            depth: Vec::new(),
            at_edge,
            clusters,
            lanes: Vec::new(),
        };
        side.check_laws()?;
        Ok(side)
    }

    /// Every n-th point of every cluster, for n times its area.
    pub(super) fn thinned(&self, n: usize) -> Self {
        let (mut kept, mut clusters) = (Vec::new(), Vec::new());
        for cluster in &self.clusters {
            let first = kept.len();
            kept.extend((cluster.first..cluster.first + cluster.count).skip(n / 2 % cluster.count).step_by(n));
            clusters.push(Cluster { first, count: kept.len() - first, lanes: 0..0, ..cluster.clone() });
        }
        let wider = |i: &usize| QuadraturePoint { area: n as f64 * self.points[*i].area, ..self.points[*i] };
        let mut side = Self {
            points: kept.iter().map(wider).collect(),
            widths: kept.iter().map(|i| (n as f64).sqrt() * self.widths[*i]).collect(),
            numbers: kept.iter().map(|i| self.numbers[*i]).collect(),
            laws: if self.laws.len() == 1 { self.laws.clone() } else { kept.iter().map(|i| self.laws[*i]).collect() },
            depth: if self.depth.is_empty() { Vec::new() } else { kept.iter().map(|i| self.depth[*i]).collect() },
            at_edge: kept.iter().map(|i| self.at_edge[*i]).collect(),
            clusters,
            lanes: Vec::new(),
            ..*self
        };
        if !self.lanes.is_empty() {
            side.make_lanes();
        }
        side
    }

    /// Puts the points side by side, for contact with a ball.
    pub(super) fn make_lanes(&mut self) {
        let Self { points, clusters, lanes, .. } = self;
        for cluster in clusters {
            let first = lanes.len();
            for some in points[cluster.first..cluster.first + cluster.count].chunks(LANES) {
                lanes.push(Lanes::new(some.iter().copied()));
            }
            cluster.lanes = first..lanes.len();
        }
    }

    pub(super) fn set_laws(&mut self, law: &impl Fn(Body, &QuadraturePoint) -> PressureLaw) -> Result<(), PairError> {
        self.laws = self.points.iter().map(|point| law(self.body, point)).collect();
        self.check_laws()
    }

    fn check_laws(&self) -> Result<(), PairError> {
        let sound = |value: f64| value > 0.0 && value.is_finite();
        for (i, law) in self.laws.iter().enumerate() {
            let (stiffness, thickness) = (law.stiffness(), law.thickness());
            if !(sound(stiffness) && sound(thickness)) {
                return Err(PairError::Law { body: self.body, point: self.numbers[i] as usize, stiffness, thickness });
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn law(&self, point: usize) -> &PressureLaw {
        if self.laws.len() == 1 { &self.laws[0] } else { &self.laws[point] }
    }
}

/// Whether the surface ends within the size of the cell of a point.
fn is_at_edge(surface: &dyn Surface, point: &QuadraturePoint) -> bool {
    let [_, first, second] = crate::geometry::frame_around(point.normal);
    let reach = point.area.sqrt();
    let (a, b) = (0.5 * reach, 0.75f64.sqrt() * reach);
    let ways = [first * reach, second * b - first * a, -second * b - first * a];
    ways.iter().any(|way| surface.closest_point_near(&(point.point + way), point.facet).on_edge)
}

/// Cuts the points in two along the longest side of their box until a cluster holds them.
fn divide(points: &[QuadraturePoint], order: &mut [u32], first: usize, clusters: &mut Vec<Cluster>) {
    let at = |i: &u32| points[*i as usize].point;
    let far = Vector3::repeat(f64::INFINITY);
    let (low, high) = order.iter().map(at).fold((far, -far), |(low, high), p| (low.inf(&p), high.sup(&p)));
    if order.len() <= CLUSTER {
        let centre = 0.5 * (low + high);
        let radius = order.iter().map(|i| (at(i) - centre).norm()).fold(0.0, f64::max);
        let towards = |i: &u32| points[*i as usize].normal;
        let normal = order.iter().map(towards).sum::<Vector3<f64>>() / order.len() as f64;
        let spread = order.iter().map(|i| (towards(i) - normal).norm()).fold(0.0, f64::max);
        clusters.push(Cluster { centre, radius, first, count: order.len(), normal, spread, lanes: 0..0 });
        return;
    }
    let axis = (high - low).imax();
    // Whole clusters on the left, so that few are half empty.
    let middle = (order.len() / 2).next_multiple_of(CLUSTER).min(order.len() - 1);
    order.select_nth_unstable_by(middle, |a, b| at(a)[axis].total_cmp(&at(b)[axis]).then(a.cmp(b)));
    let (left, right) = order.split_at_mut(middle);
    // Neighbours in the file are neighbours in the cluster: the order depends on nothing but the input.
    left.sort_unstable();
    right.sort_unstable();
    divide(points, left, first, clusters);
    divide(points, right, first + middle, clusters);
}
