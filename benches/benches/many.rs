//! Studies of many runs. Targets: the layer costs less than 2 % of the runs, and time grows with their number.
#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use joints::Unwatched;
use results::store::Store;
use study::{Campaign, StudyFile};

/// Quasi-static walking cycles of hips with different clearances, all at full resolution.
fn campaign(runs: usize) -> Campaign {
    let text = format!(
        "[hip.experiment.quasi-static]\n[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"200 um\", count = {runs} }}\n"
    );
    StudyFile::from_text("bench.toml", text).check_many().expect("a good study")
}

fn one_core() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread")
}

/// One cycle for its headline numbers, without the layer: the measure of what follows.
fn alone(criterion: &mut Criterion) {
    let campaign = campaign(2);
    let pool = one_core();
    let mut group = criterion.benchmark_group("many");
    group.sample_size(20);
    group.bench_function("one cycle, headline numbers alone", |bencher| {
        bencher.iter(|| pool.install(|| campaign.base().run_headline(&Unwatched).expect("a good run")));
    });
}

/// Runs into a store on disk, from an empty folder; per run, so that growth shows.
fn into_a_store(criterion: &mut Criterion) {
    let pool = one_core();
    let mut group = criterion.benchmark_group("many");
    group.sample_size(10);
    for runs in [64, 128, 256, 512] {
        let campaign = campaign(runs);
        let header = campaign.header("bench").expect("a good base case");
        group.throughput(Throughput::Elements(runs as u64));
        group.bench_with_input(BenchmarkId::new("into a store", runs), &campaign, |bencher, campaign| {
            bencher.iter(|| {
                let folder = tempfile::tempdir().expect("a folder");
                let (mut store, _) = Store::open(&folder.path().join("store"), &header, false).expect("a store");
                pool.install(|| campaign.execute(&mut store, &Unwatched)).expect("good runs");
                store.close().expect("a complete store");
            });
        });
    }
}

criterion_group!(benches, alone, into_a_store);
criterion_main!(benches);
