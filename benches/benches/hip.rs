//! The hip, before files are written. Targets: a dynamic cycle 0.3 s, a quasi-static one 30 ms, a static solve 20 µs.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use joints::hip::parameters::{Experiment, QuasiStatic};
use mechanics::contact::{ConformalSphere, Foundation, Layer};
use mechanics::material;
use synovia_benches::{hip, run, workload};

/// One core, as the targets say.
fn one_core() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread")
}

fn cycles(criterion: &mut Criterion) {
    let pool = one_core();
    let mut group = criterion.benchmark_group("cycle");
    group.sample_size(10);
    for name in ["quasi-static", "dynamic", "dynamic-rkf45"] {
        let hip = workload(name).expect("known");
        group.bench_function(name, |b| b.iter(|| pool.install(|| run(black_box(&hip)))));
    }
}

fn static_solve(criterion: &mut Criterion) {
    let pe = material::find("UHMWPE").expect("in the library").elastic;
    let foundation =
        Foundation::in_series([Layer { thickness: 8e-3, material: pe }.stiffness()]).expect("a good layer");
    let sphere = ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation };
    criterion.bench_function("static solve without map", |b| b.iter(|| sphere.solve_indentation(black_box(500.0))));
}

/// Linear in elements and in frames.
fn growth(criterion: &mut Criterion) {
    let pool = one_core();
    let mut group = criterion.benchmark_group("growth");
    group.sample_size(10);
    for (elements, frames) in
        [(2025, 101), (4050, 101), (8100, 101), (16200, 101), (32400, 101), (8100, 51), (8100, 201), (8100, 401)]
    {
        let hip = hip(Experiment::QuasiStatic(QuasiStatic::default()), elements, frames);
        group.throughput(Throughput::Elements((elements * frames) as u64));
        group.bench_with_input(
            BenchmarkId::new("quasi-static", format!("{elements} elements x {frames} frames")),
            &hip,
            |b, hip| {
                b.iter(|| pool.install(|| run(hip)));
            },
        );
    }
}

criterion_group!(benches, static_solve, cycles, growth);
criterion_main!(benches);
