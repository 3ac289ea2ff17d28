//! What an evaluation costs on this machine.

use std::hint::black_box;
use std::time::Instant;

use mechanics::contact::{AtPoint, Coulomb, NormalLaw, TangentialCompliance};
use results::Comparison;

use super::law::{Law, Visitor};
use super::{Block, Impact};

/// Evaluations in a batch, and batches; the fastest batch counts, because everything else only adds to it.
const EVALUATIONS: usize = 4096;
const BATCHES: usize = 200;

/// What one law costs, in seconds per evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Name of the law.
    pub name: &'static str,
    /// The force.
    pub force: f64,
    /// The force and its derivatives; the step with its state for friction laws that have one.
    pub more: f64,
}

/// The costs as a table, in nanoseconds.
pub fn compare_costs(costs: &[Cost]) -> Comparison {
    let models = costs.iter().map(|cost| cost.name.to_owned()).collect();
    let mut comparison = Comparison { models, measures: Vec::new() };
    let nanoseconds = |value: fn(&Cost) -> f64| costs.iter().map(|cost| 1e9 * value(cost)).collect::<Vec<f64>>();
    let most = nanoseconds(|cost| cost.force).into_iter().fold(0.0, f64::max);
    comparison.push_bars("Force", "ns", nanoseconds(|cost| cost.force), most);
    comparison.push("Force with derivatives, or step", "ns", nanoseconds(|cost| cost.more));
    comparison
}

/// Times every law on this machine. The numbers differ between machines and runs.
pub fn measure_costs(impact: &Impact) -> Vec<Cost> {
    let law = |law: Law| {
        let (force, more) = law.visit(impact, impact.restitution, Timer(*impact));
        Cost { name: law.description().name, force, more }
    };
    let mut costs: Vec<Cost> = Law::all().map(law).collect();
    let Block { normal, compliant, regularised, strokes, .. } = Block::compute(impact);
    let states = states(strokes[0], 1e-3);
    costs.push(Cost {
        name: Coulomb::DESCRIPTION.name,
        force: time(&states, |_, v| normal * regularised.coefficient_per_speed(v.abs()) * v),
        more: f64::NAN,
    });
    costs.push(Cost {
        name: TangentialCompliance::DESCRIPTION.name,
        force: time(&states, |deformation, v| compliant.rate(deformation, v, normal).force),
        more: time(&states, |deformation, v| {
            let (end, now) = compliant.step(deformation, v, normal, 1e-3);
            end + now.force
        }),
    });
    costs
}

struct Timer(Impact);

impl Visitor for Timer {
    type Out = (f64, f64);
    fn visit<L: NormalLaw<Acts = AtPoint>>(self, law: L) -> Self::Out {
        let states = states(self.0.depth(), self.0.speed);
        let force = time(&states, |gap, rate| law.response(gap, rate));
        let more = time(&states, |gap, rate| {
            let (by_gap, by_rate) = law.tangent(gap, rate);
            law.response(gap, rate) + by_gap + by_rate
        });
        (force, more)
    }
}

/// Closed gaps and rates of both signs, in an order that a branch predictor cannot learn.
fn states(depth: f64, speed: f64) -> Vec<(f64, f64)> {
    let golden = 0.618_033_988_749_894_9_f64;
    let share = |i: usize, step: f64| (i as f64 * step).fract();
    let state = |i| (-depth * share(i, golden), speed * (2.0 * share(i, golden * golden * 7.0) - 1.0));
    (1..=EVALUATIONS).map(state).collect()
}

/// Seconds per evaluation of the fastest batch.
fn time(states: &[(f64, f64)], evaluate: impl Fn(f64, f64) -> f64) -> f64 {
    let batch = || {
        let start = Instant::now();
        for &(a, b) in states {
            black_box(evaluate(black_box(a), black_box(b)));
        }
        start.elapsed().as_secs_f64() / states.len() as f64
    };
    (0..BATCHES).map(|_| batch()).fold(f64::INFINITY, f64::min)
}
