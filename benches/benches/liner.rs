//! What a cycle of wear costs: the paper's mesh and step count, and how it grows with mesh and steps. Target: at most 60 s for
//! the paper's cycle on two cores (Jourdan2009 needed two hours).
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use joints::Unwatched;
use joints::liner::parameters::{Element, Experiment, MeshInput, Wear};
use joints::liner::{Liner, Parameters};

fn liner(mesh: MeshInput, steps: usize) -> Liner {
    let wear = Wear { steps, ..Wear::default() };
    Liner::new(Parameters { mesh, experiment: Experiment::Wear(Box::new(wear)), ..Parameters::default() }).unwrap()
}

fn cycle(c: &mut Criterion) {
    let mut group = c.benchmark_group("liner");
    group.sample_size(10);
    let paper = MeshInput::default();
    for steps in [250, 1000] {
        let liner = liner(paper.clone(), steps);
        group.bench_function(BenchmarkId::new("paper's mesh, steps", steps), |b| {
            b.iter(|| liner.run(&Unwatched).unwrap())
        });
    }
    for cells in [3, 4] {
        let mesh = MeshInput {
            element: Element::Tet4,
            patch_cells: cells,
            ring_cells: cells + 1,
            layers: cells + 2,
            file: None,
        };
        let liner = liner(mesh, 250);
        group
            .bench_function(BenchmarkId::new("250 steps, cells", cells), |b| b.iter(|| liner.run(&Unwatched).unwrap()));
    }
    group.finish();
}

criterion_group!(benches, cycle);
criterion_main!(benches);
