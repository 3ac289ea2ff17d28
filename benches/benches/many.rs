//! Studies of many runs. Targets: the layer costs less than 2 % of the runs, and time grows with their number.
#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use joints::hip::Hip;
use synovia_benches::many;

/// The same hips in a loop over the joint, without the layer: the measure of what follows.
fn in_a_loop(criterion: &mut Criterion) {
    let campaign = many::campaign(2);
    let hip = campaign.base().joint::<Hip>().expect("a hip");
    let pool = many::one_thread();
    let mut group = criterion.benchmark_group("many");
    group.sample_size(10);
    for runs in [64, 256] {
        group.throughput(Throughput::Elements(runs));
        group.bench_function(BenchmarkId::new("in a loop", runs), |bencher| {
            bencher.iter(|| pool.install(|| many::in_a_loop(hip, runs)));
        });
    }
}

/// Runs into a store on disk, from an empty folder; per run, so that growth shows.
fn into_a_store(criterion: &mut Criterion) {
    let pool = many::one_thread();
    let mut group = criterion.benchmark_group("many");
    group.sample_size(10);
    for runs in [64, 128, 256, 512] {
        let campaign = many::campaign(runs);
        group.throughput(Throughput::Elements(runs as u64));
        group.bench_with_input(BenchmarkId::new("into a store", runs), &campaign, |bencher, campaign| {
            bencher.iter(|| {
                let folder = tempfile::tempdir().expect("a folder");
                pool.install(|| many::into_a_store(campaign, folder.path()));
            });
        });
    }
}

criterion_group!(benches, in_a_loop, into_a_store);
criterion_main!(benches);
