//! A cycle of walking with each of the three hips, at the parameters of Costa2016. Targets on one core: dry at most 5 s,
//! lubricated in closed form at most 2 s.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use joints::Unwatched;
use joints::gait::parameters::{Film, Hips, Kind, Start};
use joints::gait::{Gait, Parameters, shipped};

fn hips(c: &mut Criterion) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let mut group = c.benchmark_group("gait");
    group.sample_size(10);
    for (name, kind, start, film) in [
        ("ideal", Kind::Ideal, None, Film::Long),
        ("dry", Kind::Dry, None, Film::Long),
        ("dry, bouncing", Kind::Dry, Some(Start::Centre), Film::Long),
        ("lubricated, closed form", Kind::Lubricated, None, Film::Long),
        ("lubricated", Kind::Lubricated, None, Film::Numerical),
    ] {
        let mut parameters = Parameters { hip: Hips::One(kind), ..Parameters::default() };
        parameters.implant.start = start;
        parameters.lubricated.film = film;
        let gait = Gait::new(parameters, shipped::RECORDINGS[0].recording()).unwrap();
        group.bench_function(name, |b| b.iter(|| pool.install(|| gait.run(&Unwatched).unwrap())));
    }
    group.finish();
}

criterion_group!(benches, hips);
criterion_main!(benches);
