//! Load and rotation of the head over time, in the axes of the cup: z to the pole.

use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

use super::parameters::{Cycle, Harmonic, Motion};
use crate::hip::motion::{angular_velocity, rotation};
use crate::hip::{LoadCycle, shipped};
use mechanics::geometry::CupOrientation;
use mechanics::solid::dynamics::Drive;
use std::f64::consts::{FRAC_PI_2, TAU};

/// What moves the head.
#[derive(Debug, Clone)]
pub(super) struct Driver {
    /// From pelvis axes (anterior, superior, lateral) to those of the cup.
    pub to_cup: Matrix3<f64>,
    /// Duration of a cycle, in s.
    pub duration: f64,
    /// Directions in which the head can translate, in axes of the cup.
    pub free: Matrix3<f64>,
    source: Source,
}

#[derive(Debug, Clone)]
enum Source {
    Harmonic(Harmonic),
    Cycle(Box<LoadCycle>),
}

impl Driver {
    /// Of a motion whose cycle exists and can be interpolated; that of the user's tables is `own`.
    pub fn new(motion: &Motion, own: Option<LoadCycle>) -> Option<Self> {
        match motion {
            Motion::Harmonic(harmonic) => {
                let to_cup = frame(Vector3::y());
                // A load off the axis moves the head sideways, too.
                let along = Matrix3::from_diagonal(&Vector3::z());
                let free = if harmonic.load_tilt.si() == 0.0 { along } else { Matrix3::identity() };
                let source = Source::Harmonic(*harmonic);
                Some(Self { to_cup, duration: 1.0 / harmonic.frequency.si(), free, source })
            }
            Motion::Cycle(Cycle { name, body_weight, duration, inclination, anteversion }) => {
                let samples = shipped::find(name)?.samples(body_weight.si(), duration.map(|d| d.si()));
                Some(Self::following(LoadCycle::new(&samples).ok()?, [inclination.si(), anteversion.si()]))
            }
            Motion::Own(own_cycle) => {
                Some(Self::following(own?, [own_cycle.inclination.si(), own_cycle.anteversion.si()]))
            }
        }
    }

    /// A load cycle in a cup with this inclination and anteversion, in rad.
    fn following(cycle: LoadCycle, [inclination, anteversion]: [f64; 2]) -> Self {
        let to_cup = frame(-CupOrientation { inclination, anteversion }.opening());
        let (duration, free) = (cycle.duration(), Matrix3::identity());
        Self { to_cup, duration, free, source: Source::Cycle(Box::new(cycle)) }
    }

    /// How the head is turned against its place at zero angles, in axes of the cup.
    fn orientation(&self, angles: &[f64; 3]) -> UnitQuaternion<f64> {
        let turned = self.to_cup * rotation(angles) * self.to_cup.transpose();
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turned))
    }

    /// Flexion, adduction and internal rotation at a time, in rad.
    pub fn angles(&self, time: f64) -> [f64; 3] {
        self.motion(time).0
    }

    /// Load and spin at a time.
    pub fn at(&self, time: f64) -> Drive {
        let (angles, rates, load) = self.motion(time);
        let spin = self.to_cup * angular_velocity(&angles, &rates);
        Drive { spin, force: self.to_cup * load, load: load.norm(), orientation: self.orientation(&angles) }
    }

    /// Angles, their rates, and the load in pelvis axes.
    fn motion(&self, time: f64) -> ([f64; 3], [f64; 3], Vector3<f64>) {
        match &self.source {
            Source::Cycle(cycle) => {
                let instant = cycle.at(time);
                (instant.angles, instant.rates, instant.load)
            }
            Source::Harmonic(h) => {
                let omega = TAU * h.frequency.si();
                let wave = |most: f64, least: f64, at: f64| {
                    let (mean, size) = (0.5 * (most + least), 0.5 * (most - least));
                    let phase = omega * time - TAU * at;
                    (mean + size * phase.cos(), -size * omega * phase.sin())
                };
                let flexion = wave(h.flexion.si(), -h.extension.si(), 0.0);
                let adduction = wave(h.adduction.si(), -h.abduction.si(), h.adduction_at);
                let rotation = wave(h.internal.si(), -h.external.si(), h.internal_at);
                let (least, most) = (h.least_load.si(), h.peak_load.si());
                let load = least + 0.5 * (most - least) * (1.0 - (2.0 * omega * time).cos());
                let (sin, cos) = h.load_tilt.si().sin_cos();
                let along = self.to_cup.transpose() * Vector3::new(sin, 0.0, cos);
                ([flexion.0, adduction.0, rotation.0], [flexion.1, adduction.1, rotation.1], along * load)
            }
        }
    }
}

/// Axes of the cup: z to the pole, x as near to anterior as can be.
fn frame(pole: Vector3<f64>) -> Matrix3<f64> {
    let z = pole.normalize();
    let x = (Vector3::x() - z * z.x).normalize();
    Matrix3::from_rows(&[x.transpose(), z.cross(&x).transpose(), z.transpose()])
}

/// The part of a sphere that a shell covers ends at this angle from its pole.
pub(super) fn rim_angle(coverage: f64) -> f64 {
    // Half of the opening angle; a hemisphere's rim is flat to the last bit.
    if coverage == std::f64::consts::PI { FRAC_PI_2 } else { 0.5 * coverage }
}
