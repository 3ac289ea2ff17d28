//! The contact of head and cup in three dimensions: whichever law the user chose.

use std::sync::Arc;

use mechanics::contact::{
    CalibratedField, CalibratedSphere, Hertz, NormalLaw, Patch, PressureField, Reaction, SphericalJoint,
};
use mechanics::geometry::{EightPoints, Lanes};
use mechanics::solid::revolution::Sight;
use nalgebra::{Matrix3, Vector3};
use rayon::prelude::*;

use super::elastic::{ElasticJoint, ElasticPressure};
use super::worn::{WornField, WornJoint};

/// The contact of head and cup.
#[derive(Debug, Clone)]
pub(super) enum JointContact {
    /// Springs all over the cup; boxed, because it carries its quadrature rule.
    Foundation(Box<SphericalJoint>),
    /// Springs fitted to finite elements.
    Calibrated(Box<SphericalJoint<CalibratedSphere>>),
    /// Half-spaces.
    Hertz(HertzJoint),
    /// A liner of finite elements.
    FiniteElements(Arc<ElasticJoint>),
    /// Springs behind a worn surface.
    Worn(Arc<WornJoint>),
}

/// Hertz contact along the line of centres; the rim is not seen by the force.
#[derive(Debug, Clone)]
pub(super) struct HertzJoint {
    pub law: Hertz,
    pub clearance: f64,
    pub cup_radius: f64,
    pub pole: Vector3<f64>,
    pub rim_angle: f64,
}

impl JointContact {
    /// Elastic force on the head and its derivative.
    pub fn reaction(&self, eccentricity: &Vector3<f64>) -> Reaction {
        match self {
            Self::Foundation(joint) => joint.reaction(eccentricity),
            Self::Calibrated(joint) => joint.reaction(eccentricity),
            Self::Hertz(joint) => joint.reaction(eccentricity),
            Self::FiniteElements(joint) => joint.fresh(|scratch| joint.reaction(eccentricity, scratch)),
            Self::Worn(joint) => joint.reaction(eccentricity),
        }
    }

    /// The patch.
    pub fn patch(&self, eccentricity: &Vector3<f64>) -> Patch {
        match self {
            Self::Foundation(joint) => joint.patch(eccentricity),
            Self::Calibrated(joint) => joint.patch(eccentricity),
            Self::Hertz(joint) => joint.patch(eccentricity),
            Self::FiniteElements(joint) => joint.fresh(|scratch| joint.patch(eccentricity, scratch)),
            Self::Worn(joint) => joint.patch(eccentricity, (joint.springs.pole(), joint.springs.rim_angle())),
        }
    }

    /// No pressure at this indentation is higher.
    pub fn highest_pressure(&self, indentation: f64) -> f64 {
        match self {
            Self::Foundation(joint) => joint.sphere().foundation.response(-indentation, 0.0),
            Self::Calibrated(joint) => joint.sphere().peak_pressure(indentation),
            Self::Hertz(joint) => joint.law.peak_pressure(indentation.max(0.0)),
            // An edge knows no bound.
            Self::FiniteElements(_) | Self::Worn(_) => f64::INFINITY,
        }
    }

    /// Pressure over the cup.
    pub fn pressure(&self, eccentricity: &Vector3<f64>) -> JointPressure {
        match self {
            Self::Foundation(joint) => JointPressure::Foundation(joint.pressure(eccentricity)),
            Self::Calibrated(joint) => JointPressure::Calibrated(joint.pressure(eccentricity)),
            Self::Hertz(joint) => JointPressure::Hertz(joint.pressure(eccentricity)),
            Self::FiniteElements(joint) => {
                JointPressure::FiniteElements(joint.fresh(|scratch| joint.pressure(eccentricity, scratch)))
            }
            Self::Worn(joint) => JointPressure::Worn(WornField::new(joint, eccentricity)),
        }
    }

    /// Pressure over the cup at many places one after another, the same whoever asks.
    pub fn pressures(&self, places: &[Vector3<f64>]) -> Vec<JointPressure> {
        let Self::FiniteElements(joint) = self else { return places.iter().map(|e| self.pressure(e)).collect() };
        // Neighbours help each other, in groups that do not depend on the number of threads.
        let group = |places: &[Vector3<f64>]| {
            joint.fresh(|scratch| {
                let field = |e: &Vector3<f64>| JointPressure::FiniteElements(joint.pressure(e, scratch));
                places.iter().map(field).collect::<Vec<_>>()
            })
        };
        places.par_chunks(32).flat_map_iter(group).collect()
    }

    /// A direction in which the pressure will be asked for at many places of the head.
    pub fn look<'d>(&self, direction: &'d Vector3<f64>) -> Look<'d> {
        match self {
            Self::FiniteElements(joint) => Look { direction, sight: Some(joint.see(direction)) },
            _ => Look { direction, sight: None },
        }
    }

    /// The indentation along the line of centres that carries a force, far from the rim (for finite elements that of springs,
    /// near it); `None` beyond the model.
    pub fn solve_indentation(&self, force: f64) -> Option<f64> {
        match self {
            Self::Foundation(joint) => joint.sphere().solve_indentation(force).ok(),
            Self::Calibrated(joint) => joint.sphere().solve_indentation(force).ok(),
            Self::Hertz(joint) => Some(joint.law.indentation(force)),
            Self::FiniteElements(joint) => joint.springs.sphere().solve_indentation(force).ok(),
            Self::Worn(joint) => joint.springs.sphere().solve_indentation(force).ok(),
        }
    }

    /// The part of the force on the head that the lip of the cup gives; nothing where this contact has none.
    pub fn lip_force(&self, eccentricity: &Vector3<f64>) -> Option<Vector3<f64>> {
        match self {
            Self::Foundation(joint) => joint.lip().map(|_| joint.lip_force(eccentricity)),
            Self::Calibrated(joint) => joint.lip().map(|_| joint.lip_force(eccentricity)),
            Self::Hertz(_) | Self::FiniteElements(_) | Self::Worn(_) => None,
        }
    }

    /// Angle from the pole to where the bearing surface ends towards a direction; nothing where it is the same all around.
    pub fn end_towards(&self, direction: &Vector3<f64>) -> Option<f64> {
        match self {
            Self::Foundation(joint) => Some(joint.end_towards(direction)),
            Self::Calibrated(joint) => Some(joint.end_towards(direction)),
            Self::Hertz(_) | Self::FiniteElements(_) | Self::Worn(_) => None,
        }
    }

    /// Whether the force feels the rim at this eccentricity.
    pub fn feels_rim(&self, eccentricity: &Vector3<f64>) -> bool {
        match self {
            Self::Foundation(joint) => joint.crosses_rim(eccentricity),
            Self::Calibrated(joint) => joint.crosses_rim(eccentricity),
            Self::Hertz(_) => false,
            Self::FiniteElements(_) | Self::Worn(_) => true,
        }
    }
}

impl HertzJoint {
    fn reaction(&self, eccentricity: &Vector3<f64>) -> Reaction {
        let e = eccentricity.norm();
        let gap = self.clearance - e;
        if gap >= 0.0 {
            return Reaction { force: Vector3::zeros(), tangent: Matrix3::zeros() };
        }
        let n = eccentricity / e;
        let (force, slope) = (self.law.response(gap, 0.0), -self.law.tangent(gap, 0.0).0);
        Reaction {
            force: -force * n,
            tangent: -(slope - force / e) * n * n.transpose() - force / e * Matrix3::identity(),
        }
    }

    fn patch(&self, eccentricity: &Vector3<f64>) -> Patch {
        let e = eccentricity.norm();
        let indentation = e - self.clearance;
        if indentation <= 0.0 {
            return Patch { indentation, angle: 0.0, radius: 0.0, area: 0.0, lost: 0.0, peak_pressure: 0.0 };
        }
        let radius = self.law.patch_radius(indentation);
        let angle = (radius / self.cup_radius).min(1.0).asin();
        let tilt = self.pole.angle(eccentricity);
        // Share of the width of the patch beyond the rim: a hint for the warning, the force does not know it.
        let lost = ((tilt + angle - self.rim_angle) / (2.0 * angle)).clamp(0.0, 1.0);
        let area = std::f64::consts::PI * radius * radius;
        Patch { indentation, angle, radius, area, lost, peak_pressure: self.law.peak_pressure(indentation) }
    }

    fn pressure(&self, eccentricity: &Vector3<f64>) -> HertzPressure {
        let e = eccentricity.norm();
        let indentation = e - self.clearance;
        HertzPressure {
            axis: eccentricity / e,
            peak: self.law.peak_pressure(indentation),
            reach: self.cup_radius.powi(2) / (self.law.radius * indentation),
        }
    }
}

/// A direction of the cup that is asked again and again, with what is known of it beforehand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look<'a> {
    pub direction: &'a Vector3<f64>,
    pub sight: Option<Sight>,
}

/// Pressure over the cup at one eccentricity.
#[derive(Debug, Clone)]
pub(super) enum JointPressure {
    Foundation(PressureField),
    Calibrated(CalibratedField),
    Hertz(HertzPressure),
    FiniteElements(ElasticPressure),
    Worn(WornField),
}

impl JointPressure {
    /// Pressure at many points of the cup, times a factor, and by which eights there may be any; that of all others is zero,
    /// and left as it is. The points twice, by eights and one by one.
    pub fn press(
        &self,
        (points, looks): (&[EightPoints], &[Look<'_>]),
        factor: f64,
        pressures: &mut [Lanes],
        pressed: &mut Vec<u32>,
    ) {
        if let Self::Foundation(field) = self {
            return field.press(points, factor, pressures, pressed);
        }
        for (pressure, look) in pressures.as_flattened_mut().iter_mut().zip(looks) {
            *pressure = self.at(look) * factor;
        }
        pressed.clear();
        let any = |lanes: &Lanes| lanes.iter().any(|pressure| *pressure > 0.0);
        pressed.extend((0..).zip(&*pressures).filter(|(_, lanes)| any(lanes)).map(|(i, _)| i));
    }

    /// Pressure in a direction of the cup.
    pub fn at(&self, look: &Look<'_>) -> f64 {
        match self {
            Self::Foundation(field) => field.at(look.direction),
            Self::Calibrated(field) => field.at(look.direction),
            Self::Hertz(field) => field.at(look.direction),
            Self::FiniteElements(field) => field.at(look),
            Self::Worn(field) => field.at(look),
        }
    }
}

/// `p = p₀ √(1 − r²/a²)` with `r = Rc sinψ`.
#[derive(Debug, Clone, Copy)]
pub(super) struct HertzPressure {
    axis: Vector3<f64>,
    peak: f64,
    /// Rc²/a²; negative or infinite without contact.
    reach: f64,
}

impl HertzPressure {
    fn at(&self, direction: &Vector3<f64>) -> f64 {
        let cos = direction.dot(&self.axis);
        if self.peak <= 0.0 || cos <= 0.0 {
            return 0.0;
        }
        self.peak * (1.0 - self.reach * (1.0 - cos * cos)).max(0.0).sqrt()
    }
}
