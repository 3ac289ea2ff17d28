//! A mass strikes a dissipative law: how fast it comes back.

use mechanics::contact::{ConformalSphere, Damped, Damping, Hertz, Hysteresis, NormalLaw};
use mechanics::exact::impact;
use nalgebra::SVector;
use numerics::ode::{Failure, Integrator, Limits, Scheme, System, Tolerance};

use super::{Finding, Target, base_case};

/// Mass of the head and speed of the impact, in kg and m/s; the restitution depends on neither.
const MASS: f64 = 0.094;
const SPEED: f64 = 0.5;

/// Every hysteresis law, restitution asked for from 0.05 to 1: impacts integrated on two elastic laws.
pub fn restitution() -> Vec<Finding> {
    let Ok(conformal) = base_case() else { return Vec::new() };
    let hertz = Hertz::ball_in_socket(conformal.ball_radius, conformal.socket_radius, 594e6);
    let mut findings = Vec::new();
    for law in Hysteresis::ALL {
        findings.push(worst(law, "Hertz", hertz));
        findings.push(worst(law, "ball in socket", conformal));
    }
    for law in Hysteresis::ALL {
        findings.extend(asked().map(|c| returned(law, c, conformal)));
    }
    findings
}

fn asked() -> impl Iterator<Item = f64> {
    (1..=20).map(|i| 0.05 * f64::from(i))
}

/// Largest relative difference between the integrated impact and the exact relation, over all restitutions asked for.
fn worst<L: NormalLaw + Copy>(law: Hysteresis, name: &str, elastic: L) -> Finding {
    let mismatch = |c: f64| {
        let coefficient = law.coefficient(c);
        let exact = impact::solve_restitution(coefficient);
        strike(elastic, coefficient).map(|returned| (returned / exact - 1.0).abs())
    };
    Finding {
        quantity: "restitution_mismatch_ratio",
        label: format!("{} on {name}, worst of 0.05 to 1", law.description().name),
        target: Target::AtMost(1e-6),
        computed: asked().try_fold(0.0, |most, c| mismatch(c).map(|m| f64::max(most, m))).map_err(|e| e.to_string()),
        source: "d(1 + c) = ln((1 + d)/(1 − dc)), exact for every elastic law",
        why: "the impact is integrated to 1e-10 per step; a few hundred steps",
    }
}

/// What comes back against what was asked for. Only the exact factor promises both to be equal.
fn returned(law: Hysteresis, c: f64, elastic: ConformalSphere) -> Finding {
    let exact = law == Hysteresis::Exact;
    Finding {
        quantity: "restitution_ratio",
        label: format!("{}, {c:.2} asked for", law.description().name),
        target: if exact { Target::Within(c, 1e-6) } else { Target::Shown(c) },
        computed: strike(elastic, law.coefficient(c)).map_err(|error| error.to_string()),
        source: "the restitution asked for",
        why: if exact { "its promise; integrated to 1e-10 per step" } else { "how well the law keeps its promise" },
    }
}

/// Indentation and its rate under the contact force alone.
struct Impact<L>(Damped<L>);

impl<L: NormalLaw> System<2> for Impact<L> {
    fn rate(&self, _: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        [y[1], -self.0.response(-y[0], -y[1]) / MASS].into()
    }
}

/// Speed of the rebound over the speed of the impact.
fn strike<L: NormalLaw>(elastic: L, coefficient: f64) -> Result<f64, Failure> {
    let (depth, end) = (1e-4, 1.0);
    let impact = Impact(Damped { elastic, damping: Damping::Hysteretic { factor: coefficient / SPEED } });
    let tolerance = Tolerance { relative: 1e-10, absolute: [1e-12 * depth, 1e-12 * SPEED].into() };
    let limits = Limits { first_step: Some(1e-3 * depth / SPEED), ..Limits::default() };
    let mut integrator = Integrator::new(Scheme::DormandPrince, tolerance, limits, 0.0, [0.0, SPEED].into());
    loop {
        integrator.step(&impact, end)?;
        if let Some(rebound) = integrator.locate(|_, y| y[0]) {
            return Ok(-integrator.interpolate(rebound.time)[1] / SPEED);
        }
    }
}
