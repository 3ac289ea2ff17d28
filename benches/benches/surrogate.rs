//! Surrogates. Target: a Gaussian process of 500 samples in at most 20 µs, slopes and six outputs included.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use mechanics::contact::surrogate::{
    ElasticContact, Kind, Surrogate, SurrogateSettings, compute_pose, draw_contact_samples,
};
use numerics::regression::{Expansion, ExpansionSettings, Kernel, Kriging, KrigingSettings, Regressor, Samples};
use numerics::sampling::{Points, Random, draw_latin_hypercube};
use synovia_benches::knee::condyle;

/// Six smooth outputs of six inputs.
fn samples(count: usize) -> Samples {
    let points = draw_latin_hypercube(count, 6, &mut Random::new(1));
    let output = |x: &[f64], k: usize| (x[k] * 3.0 + x[(k + 1) % 6]).sin() + x[(k + 2) % 6] * x[k];
    let rows: Vec<Vec<f64>> = points.rows().map(|x| (0..6).map(|k| output(x, k)).collect()).collect();
    Samples::new(points, Points::from_rows(&rows)).expect("samples")
}

fn bench_regressor(criterion: &mut Criterion, name: &str, size: usize, regressor: &impl Regressor) {
    let mut scratch = vec![0.0; regressor.scratch_length()];
    let (mut values, mut slopes) = ([0.0; 6], [0.0; 36]);
    let point = [0.3, 0.6, 0.2, 0.7, 0.5, 0.4];
    let mut group = criterion.benchmark_group(name);
    group.bench_function(BenchmarkId::new("value", size), |b| {
        b.iter(|| regressor.evaluate(black_box(&point), &mut values, &mut scratch));
    });
    group.bench_function(BenchmarkId::new("value and slopes", size), |b| {
        b.iter(|| regressor.evaluate_with_slopes(black_box(&point), &mut values, &mut slopes, &mut scratch));
    });
}

/// Linear in the samples.
fn regressors(criterion: &mut Criterion) {
    for count in [125, 250, 500, 1000] {
        for (name, kernel) in [("kriging gauss", Kernel::SquaredExponential), ("kriging matern", Kernel::Matern52)] {
            let settings = KrigingSettings { kernel, ..KrigingSettings::default() };
            let kriging = Kriging::with_lengths(&samples(count), &settings, &[0.8; 6], 1e-6).expect("a process");
            bench_regressor(criterion, name, count, &kriging);
        }
    }
    for order in [3, 4, 5] {
        let settings = ExpansionSettings::response_surface(6, order);
        let expansion = Expansion::fit(&samples(500), &settings).expect("a fit");
        bench_regressor(criterion, "response surface", expansion.terms(), &expansion);
    }
}

/// A condyle on its foundation, and its surrogates.
fn contact(criterion: &mut Criterion) {
    let (pair, domain) = condyle();
    let points = draw_latin_hypercube(64, 6, &mut Random::new(2));
    let (samples, _) = draw_contact_samples(&pair, &domain, &points).expect("samples");
    let poses: Vec<_> = samples.iter().flatten().map(|sample| compute_pose(&sample.coordinates)).collect();
    let mut group = criterion.benchmark_group("condyle, 64 poses");
    let mut scratch = pair.scratch();
    group.bench_function("foundation", |b| {
        b.iter(|| poses.iter().map(|pose| ElasticContact::evaluate(&pair, pose, &mut scratch).force()).sum::<f64>());
    });
    for kind in [Kind::ResponseSurface, Kind::PolyFourier, Kind::Kriging] {
        let settings = SurrogateSettings { kind, initial: 300, refinement: 100, held_out: 20, order: 5, seed: 1 };
        let surrogate = Surrogate::fit(&pair, &domain, &settings).expect("a surrogate");
        let mut scratch = surrogate.scratch();
        group.bench_function(format!("{kind:?}"), |b| {
            b.iter(|| poses.iter().filter_map(|pose| surrogate.evaluate(pose, &mut scratch)).map(|w| w.x).sum::<f64>());
        });
        group.bench_function(format!("{kind:?} with slopes"), |b| {
            b.iter(|| {
                let slopes = |pose| surrogate.evaluate_with_slopes(pose, &mut scratch);
                poses.iter().filter_map(slopes).map(|(wrench, _)| wrench.x).sum::<f64>()
            });
        });
    }
}

criterion_group!(benches, regressors, contact);
criterion_main!(benches);
