//! The N-four-bar benchmark for 10 s: energy error, error of the angle, differences between cranks, cost.
//!
//! `cargo run --release -p synovia-mechanics --example four_bars [tolerance] [N …]`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use mechanics::rigid::{Model, Simulation, SimulationSettings, Stabilisation};

#[path = "../tests/rigid/four_bars.rs"]
mod four_bars;

fn main() {
    let mut numbers = std::env::args().skip(1);
    let tolerance: f64 = numbers.next().and_then(|text| text.parse().ok()).unwrap_or(1e-9);
    let given: Vec<usize> = numbers.filter_map(|text| text.parse().ok()).collect();
    let all = if given.is_empty() { vec![2, 10, 40] } else { given };
    for windows in all {
        let model = Model::new(&four_bars::four_bars(windows)).expect("a good mechanism");
        let stabilisation = Stabilisation::Projection { within: 1e-12 };
        let settings = SimulationSettings { tolerance, stabilisation, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&model, model.assemble(0.0).expect("it fits"), settings);
        let start = model.energy(&simulation.state()).total();
        let began = Instant::now();
        let mut off = 0.0f64;
        while simulation.time() < 10.0 {
            if let Err(error) = simulation.step(10.0) {
                println!("N = {windows}: {error}");
                return;
            }
            off = off.max((model.energy(&simulation.state()).total() - start).abs());
        }
        let state = simulation.state();
        let cranks = (0..=windows).filter_map(|i| model.body(&format!("crank {i}")));
        let angles: Vec<f64> = cranks.map(|i| std::f64::consts::FRAC_PI_2 - state.frame(i).angle).collect();
        let exact = four_bars::exact_angle(four_bars::pendulum_of(windows), 10.0);
        let apart = angles.iter().map(|angle| (angle - angles[0]).abs()).fold(0.0, f64::max);
        println!(
            "N = {windows}, tolerance {tolerance:e}: energy {off:.1e} J, angle off by {:.1e} rad, cranks apart by {apart:.1e} rad, \
             {} steps, {:.1} s, looked at dead points {} times",
            (angles[0] - exact).abs(),
            simulation.work().steps,
            began.elapsed().as_secs_f64(),
            simulation.dead_points().len()
        );
    }
}
