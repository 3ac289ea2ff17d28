//! A block dragged back and forth: what friction does before, while and after it slides.

use std::f64::consts::TAU;

use mechanics::contact::{Coulomb, TangentialCompliance, mindlin_stiffness};

use super::Impact;

/// Steps per cycle of the drive.
const STEPS: u32 = 1500;
/// Every so many of them are kept.
const KEPT: usize = 3;

/// Loops of displacement and dragging force under a constant normal load.
#[derive(Debug, Clone, PartialEq)]
pub struct Block {
    /// Normal load, in N.
    pub normal: f64,
    /// The law with tangential compliance.
    pub compliant: TangentialCompliance,
    /// The law regularised in velocity.
    pub regularised: Coulomb,
    /// The strokes, in m: one within the reach of the spring and one beyond.
    pub strokes: [f64; 2],
    /// Displacement and dragging force for each stroke with the compliant law.
    pub compliant_loops: [Vec<[f64; 2]>; 2],
    /// The same for the longer stroke with the regularised law.
    pub regularised_loop: Vec<[f64; 2]>,
}

impl Block {
    /// 20 N on the sphere of the impact, friction 0.1, Mindlin's stiffness for its patch; one cycle a second.
    pub fn compute(impact: &Impact) -> Self {
        let (normal, friction) = (20.0, 0.1);
        let hertz = impact.hertz();
        let patch = hertz.patch_radius(hertz.indentation(normal));
        let stiffness = mindlin_stiffness(patch, &impact.cartilage(), &impact.cartilage());
        let compliant = TangentialCompliance { friction, stiffness, exponent: 1.0, damping: 100.0 };
        let regularised =
            Coulomb { static_coefficient: friction, dynamic_coefficient: friction, transition_speed: 2e-5 };
        let strokes = [20e-6, 100e-6];
        Self {
            normal,
            compliant,
            regularised,
            strokes,
            compliant_loops: strokes.map(|stroke| drag_compliant(&compliant, normal, stroke)),
            regularised_loop: drive(strokes[1])
                .map(|(x, v, _)| [x, normal * regularised.coefficient(v.abs()) * v.signum()])
                .step_by(KEPT)
                .collect(),
        }
    }

    /// Displacement at which the block begins to slide.
    pub fn reach(&self) -> f64 {
        self.compliant.friction * self.normal / self.compliant.stiffness
    }
}

/// Position, velocity and time step along one and a quarter cycles, from the middle.
fn drive(stroke: f64) -> impl Iterator<Item = (f64, f64, f64)> {
    let dt = 1.0 / f64::from(STEPS);
    (1..=STEPS + STEPS / 4).map(move |i| {
        let (before, now) = (f64::from(i - 1) * dt, f64::from(i) * dt);
        let at = |t: f64| stroke * (TAU * t).sin();
        // The mean velocity of the step: the block is where the drive says.
        (at(now), (at(now) - at(before)) / dt, dt)
    })
}

fn drag_compliant(law: &TangentialCompliance, normal: f64, stroke: f64) -> Vec<[f64; 2]> {
    let mut deformation = 0.0;
    let pulled = drive(stroke).map(|(x, v, dt)| {
        let (end, now) = law.step(deformation, v, normal, dt);
        deformation = end;
        [x, -now.force]
    });
    std::iter::once([0.0, 0.0]).chain(pulled).step_by(KEPT).collect()
}
