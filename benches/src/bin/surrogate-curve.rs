//! Error against cost of surrogates of one side of a knee replacement: `surrogate-curve [FOLDER]`, by default `data/knee`.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use mechanics::contact::surrogate::{
    ElasticContact, Kind, Surrogate, SurrogateSettings, compute_pose, draw_contact_samples,
};
use nalgebra::Isometry3;
use numerics::sampling::{Random, draw_latin_hypercube};
use synovia_benches::knee::{Side, replacement};

fn main() -> Result<(), Box<dyn Error>> {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/knee");
    let folder = std::env::args().nth(1).map_or_else(|| PathBuf::from(shipped), PathBuf::from);
    for side in [Side::Negative, Side::Positive] {
        curve(&folder, side)?;
    }
    Ok(())
}

fn curve(folder: &std::path::Path, side: Side) -> Result<(), Box<dyn Error>> {
    let (pair, domain) = replacement(folder, side, 0.5e-3)?;
    let points = draw_latin_hypercube(200, 6, &mut Random::new(77));
    let (samples, _) = draw_contact_samples(&pair, &domain, &points)?;
    let poses: Vec<Isometry3<f64>> = samples.iter().flatten().map(|sample| compute_pose(&sample.coordinates)).collect();
    let mut scratch = pair.scratch();
    let full = time(&poses, 1, |pose| ElasticContact::evaluate(&pair, pose, &mut scratch).wrench.norm());
    let full_slopes = time(&poses, 1, |pose| ElasticContact::evaluate_with_slopes(&pair, pose, &mut scratch).1.norm());
    println!("{side:?}: {} feasible poses of {}", poses.len(), points.len());
    println!("foundation: {:.1} us, with slopes {:.1} us", 1e6 * full, 1e6 * full_slopes);
    println!(
        "kind, samples, order: fit s | force rms, 95 %, greatest % | moment rms % | pressure, area rms % | us, ratio | with slopes us, ratio"
    );
    for kind in [Kind::ResponseSurface, Kind::PolyFourier, Kind::Kriging] {
        for (initial, order) in [(150, 3), (300, 4), (600, 5), (1000, 6)] {
            let settings = SurrogateSettings { kind, initial, refinement: initial / 4, held_out: 200, order, seed: 5 };
            let begun = Instant::now();
            let surrogate = Surrogate::fit(&pair, &domain, &settings)?;
            let fit = begun.elapsed().as_secs_f64();
            let accuracy = surrogate.accuracy();
            let mut scratch = surrogate.scratch();
            let value =
                |pose: &Isometry3<f64>| surrogate.evaluate(pose, &mut scratch).map_or(0.0, |wrench| wrench.norm());
            let cost = time(&poses, 20, value);
            let mut scratch = surrogate.scratch();
            let slopes = time(&poses, 20, |pose| {
                surrogate.evaluate_with_slopes(pose, &mut scratch).map_or(0.0, |(_, slopes)| slopes.norm())
            });
            println!(
                "{kind:?}, {}, {order}: {fit:.1} | {:.2}, {:.2}, {:.2} | {:.2} | {:.2}, {:.2} | {:.2}, {:.0} | {:.2}, {:.0}",
                surrogate.provenance().samples,
                1e2 * accuracy.force_rms,
                1e2 * accuracy.force_95,
                1e2 * accuracy.force_greatest,
                1e2 * accuracy.moment_rms,
                1e2 * accuracy.peak_pressure_rms,
                1e2 * accuracy.area_rms,
                1e6 * cost,
                full / cost,
                1e6 * slopes,
                full_slopes / slopes,
            );
        }
    }
    Ok(())
}

/// Seconds per evaluation: the best of three rounds, as a busy machine only ever adds.
fn time(poses: &[Isometry3<f64>], repeats: usize, mut evaluate: impl FnMut(&Isometry3<f64>) -> f64) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        let begun = Instant::now();
        for _ in 0..repeats {
            for pose in poses {
                black_box(evaluate(black_box(pose)));
            }
        }
        best = best.min(begun.elapsed().as_secs_f64() / (repeats * poses.len()) as f64);
    }
    best
}
