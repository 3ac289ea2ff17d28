//! The points of one surface in clusters, so that those far from contact cost nothing.

use nalgebra::Vector3;

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
    /// In the order of the clusters.
    pub(super) points: Vec<QuadraturePoint>,
    /// Per point: its number before it was put in order.
    pub(super) numbers: Vec<u32>,
    /// One for all, or one per point.
    pub(super) laws: Vec<PressureLaw>,
    /// Per point: whether the surface ends beside it.
    pub(super) at_edge: Vec<bool>,
    pub(super) clusters: Vec<Cluster>,
}

/// Points within a ball.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cluster {
    pub(super) centre: Vector3<f64>,
    pub(super) radius: f64,
    pub(super) first: usize,
    pub(super) count: usize,
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
        let mut clusters = Vec::new();
        divide(&points, &mut order, 0, &mut clusters);
        let points: Vec<QuadraturePoint> = order.iter().map(|i| points[*i as usize]).collect();
        let at_edge = points.iter().map(|point| is_at_edge(surface, point)).collect();
        let side = Self { body, share, points, numbers: order, laws: vec![law], at_edge, clusters };
        side.check_laws()?;
        Ok(side)
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
        clusters.push(Cluster { centre, radius, first, count: order.len() });
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
