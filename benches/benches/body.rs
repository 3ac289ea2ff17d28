//! A body of 86 muscles: 101 frames of the shipped walk, from coordinates and plates to joint forces, and lengths with all moment arms of
//! one frame without wrapping. Targets on one core: 0.5 s the cycle (from markers), 20 µs the frame.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use joints::Unwatched;
use joints::body::{Body, LineSolver, Parameters, lower_limbs};
use mechanics::rigid::tree::Skeleton;

fn walk(c: &mut Criterion) {
    let mut group = c.benchmark_group("body");
    group.sample_size(10);
    let body = Body::new(Parameters::default(), None, None).unwrap();
    group.bench_function("101 frames, from coordinates to joint forces", |b| b.iter(|| body.run(&Unwatched).unwrap()));
    group.finish();
}

fn arms(c: &mut Criterion) {
    let anatomy = lower_limbs().unwrap();
    let skeleton = Skeleton::new(anatomy.tree.clone()).unwrap();
    let q = skeleton.default_coordinates();
    let pose = skeleton.compute_pose(&q);
    let mut solver = LineSolver::default();
    c.bench_function("body, lengths and arms of 86 muscles", |b| {
        b.iter(|| anatomy.muscles.iter().map(|line| solver.solve(&anatomy, line, &pose, &q).length).sum::<f64>());
    });
}

criterion_group!(benches, walk, arms);
criterion_main!(benches);
