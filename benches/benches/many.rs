//! Studies of many runs. Targets: the layer costs less than 2 % of the runs, and time grows with their number.
#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use joints::Unwatched;
use joints::hip::Hip;
use quantity::Length;
use results::store::{Opening, Store};
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

/// The same hips in a loop over the joint, without the layer: the measure of what follows.
fn in_a_loop(criterion: &mut Criterion) {
    let campaign = campaign(2);
    let hip = campaign.base().joint::<Hip>().expect("a hip");
    let pool = one_core();
    let mut group = criterion.benchmark_group("many");
    group.sample_size(10);
    for runs in [64, 256] {
        group.throughput(Throughput::Elements(runs));
        group.bench_function(BenchmarkId::new("in a loop", runs), |bencher| {
            bencher.iter(|| {
                pool.install(|| {
                    for run in 0..runs {
                        let mut parameters = hip.parameters().clone();
                        let clearance = 50.0 + 150.0 * run as f64 / (runs - 1) as f64;
                        parameters.implant.clearance = Some(Length::micrometres(clearance));
                        let hip = Hip::new(parameters, hip.cycle().clone()).expect("a good hip");
                        std::hint::black_box(hip.run_headline(&Unwatched).expect("a good run"));
                    }
                });
            });
        });
    }
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
                let (mut store, _) =
                    Store::open(&folder.path().join("store"), &header, Opening::Resume).expect("a store");
                pool.install(|| campaign.execute(&mut store, &Unwatched)).expect("good runs");
                store.close().expect("a complete store");
            });
        });
    }
}

criterion_group!(benches, in_a_loop, into_a_store);
criterion_main!(benches);
