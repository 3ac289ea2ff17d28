//! Two surfaces that may touch.

use std::sync::Arc;

use nalgebra::Vector3;

use super::side::Side;
use super::{Body, PairError, PairSettings, Region, Sampled, Scratch};
use crate::contact::{Coulomb, PressureLaw};
use crate::geometry::{QuadraturePoint, Surface};
use crate::solid::SurfaceCompliance;

/// Two surfaces that may touch: constant, and shared by all threads.
#[derive(Clone)]
pub struct SurfacePair {
    pub(super) base: Arc<dyn Surface>,
    pub(super) follower: Arc<dyn Surface>,
    pub(super) sides: Vec<Side>,
    pub(super) settings: PairSettings,
    /// How the points of the one side give way together, instead of each by its law.
    pub(super) compliance: Option<Arc<SurfaceCompliance>>,
}

impl SurfacePair {
    /// A pair with points about `settings.spacing` apart.
    pub fn new(base: Arc<dyn Surface>, follower: Arc<dyn Surface>, settings: PairSettings) -> Result<Self, PairError> {
        let spacing = settings.spacing;
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(PairError::Spacing { spacing });
        }
        let spread = |surface: &Arc<dyn Surface>, carries: bool| {
            if carries { surface.compute_quadrature(spacing) } else { Vec::new() }
        };
        let points = [
            spread(&base, settings.sampled != Sampled::Follower),
            spread(&follower, settings.sampled != Sampled::Base),
        ];
        Self::on_points(base, follower, points, settings)
    }

    /// A pair with points of your own on the base and on the follower; those of a surface that is not sampled are not used.
    pub fn on_points(
        base: Arc<dyn Surface>,
        follower: Arc<dyn Surface>,
        [on_base, on_follower]: [Vec<QuadraturePoint>; 2],
        settings: PairSettings,
    ) -> Result<Self, PairError> {
        check_regions(&settings.regions, &base, &on_base)?;
        let law = settings.law;
        let side = |body: Body, share: f64, points: Vec<QuadraturePoint>| {
            let (own, other) = if body == Body::Base {
                (base.as_ref(), follower.as_ref())
            } else {
                (follower.as_ref(), base.as_ref())
            };
            let mut side = Side::new(body, share, points, own, law)?;
            if other.as_ball().is_some() {
                side.make_lanes();
            }
            Ok(side)
        };
        let sides = match settings.sampled {
            Sampled::Base => vec![side(Body::Base, 1.0, on_base)?],
            Sampled::Follower => vec![side(Body::Follower, 1.0, on_follower)?],
            Sampled::Both => vec![side(Body::Base, 0.5, on_base)?, side(Body::Follower, 0.5, on_follower)?],
        };
        Ok(Self { base, follower, sides, settings, compliance: None })
    }

    /// The same pair with a lining that varies: its law is asked once at every point, in the frame of its body.
    pub fn with_laws(mut self, law: impl Fn(Body, &QuadraturePoint) -> PressureLaw) -> Result<Self, PairError> {
        self.sides.iter_mut().try_for_each(|side| side.set_laws(&law))?;
        Ok(self)
    }

    /// The same pair whose points stand on a compliance, a row for each of them, instead of springs. Their laws say from then
    /// on how thick the lining is, and nothing else.
    ///
    /// # Errors
    /// When both surfaces carry points, or the compliance is that of others.
    pub fn with_compliance(mut self, compliance: Arc<SurfaceCompliance>) -> Result<Self, PairError> {
        let (points, rows) = (self.sides.iter().map(|side| side.count).sum(), compliance.size());
        if self.sides.len() != 1 || points != rows {
            return Err(PairError::Compliance { points, rows });
        }
        self.compliance = Some(compliance);
        Ok(self)
    }

    /// The compliance on which its points stand, where they do.
    pub fn compliance(&self) -> Option<&SurfaceCompliance> {
        self.compliance.as_deref()
    }

    /// The same pair with its first side worn: every point, by its number, lies so deep below the surface that was given, along
    /// its own normal. Depths are small against the curvature; missing ones are zero.
    pub fn with_depth(mut self, depth: &[f64]) -> Self {
        if let Some(side) = self.sides.first_mut() {
            side.depth =
                side.numbers.iter().map(|number| depth.get(*number as usize).copied().unwrap_or(0.0)).collect();
        }
        self
    }

    /// Whether its points stand on a compliance.
    pub fn is_coupled(&self) -> bool {
        self.compliance.is_some()
    }

    /// The same pair with another friction.
    pub fn with_friction(mut self, friction: Coulomb) -> Self {
        self.settings.friction = friction;
        self
    }

    /// The same pair with every n-th point, which stands for n times its area: a rough answer at a small part of the cost,
    /// from which a search can begin. Points of a compliance become springs, each with its law.
    pub fn thinned(&self, n: usize) -> Self {
        let n = n.max(1);
        Self { sides: self.sides.iter().map(|side| side.thinned(n)).collect(), compliance: None, ..self.clone() }
    }

    /// What it is made of.
    pub fn settings(&self) -> &PairSettings {
        &self.settings
    }

    /// How many surfaces carry points: 1 or 2.
    pub fn sides(&self) -> usize {
        self.sides.len()
    }

    /// The body whose points a side has.
    pub fn carrier(&self, side: usize) -> Body {
        self.sides[side].body
    }

    /// The points of a side in the frame of its body, in the order in which the surface gave them, as fields count them.
    /// Points without area are left out of every evaluation but keep their number.
    pub fn points(&self, side: usize) -> Vec<QuadraturePoint> {
        let Side { points, numbers, .. } = &self.sides[side];
        let none = QuadraturePoint { point: Vector3::zeros(), normal: Vector3::zeros(), area: 0.0, facet: u32::MAX };
        let mut ordered = vec![none; self.count(side)];
        numbers.iter().zip(points).for_each(|(number, point)| ordered[*number as usize] = *point);
        ordered
    }

    pub(super) fn count(&self, side: usize) -> usize {
        self.sides[side].count
    }

    /// Storage for evaluations.
    pub fn scratch(&self) -> Scratch {
        let mut scratch = self.scratch_for_later();
        scratch.prepare(&self.sides);
        scratch
    }

    /// The same where it may never be needed: the first evaluation makes it.
    pub fn scratch_for_later(&self) -> Scratch {
        Scratch::later(&self.settings.regions)
    }

    pub(super) fn other(&self, side: &Side) -> &dyn Surface {
        match side.body {
            Body::Base => self.follower.as_ref(),
            Body::Follower => self.base.as_ref(),
        }
    }
}

fn check_regions(regions: &[Region], base: &Arc<dyn Surface>, points: &[QuadraturePoint]) -> Result<(), PairError> {
    if regions.is_empty() {
        return Ok(());
    }
    let rough;
    let points = if points.is_empty() {
        rough = base.compute_quadrature(0.02 * base.compute_area().sqrt());
        &rough
    } else {
        points
    };
    let Some(region) = regions.iter().find(|region| !points.iter().any(|p| region.extent.contains(&p.point))) else {
        return Ok(());
    };
    let far = Vector3::repeat(f64::INFINITY);
    let (low, high) = points.iter().fold((far, -far), |(low, high), p| (low.inf(&p.point), high.sup(&p.point)));
    Err(PairError::EmptyRegion { name: region.name.clone(), low: low.into(), high: high.into() })
}
