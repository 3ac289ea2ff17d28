//! What finite-element contact costs: growth with the mesh, and where the time goes.
#![allow(missing_docs)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use mechanics::solid::{Assembly, Statics};
use numerics::sparse::Factor;
use synovia_benches::solid::{head, liner, mesh, press};

/// A whole static contact at 1500 N on meshes whose unknowns grow about eightfold from the first to the last.
fn contact(c: &mut Criterion) {
    let mut group = c.benchmark_group("liner 1500 N");
    group.sample_size(10);
    let head = head();
    for cells in [4, 6, 8] {
        let solid = liner(mesh(cells)).expect("a liner");
        let corners = press(&solid, &head, 1500.0).expect("a contact").work.candidates;
        let name = format!("{} unknowns, {corners} corners", solid.unknowns());
        group.bench_function(BenchmarkId::from_parameter(name), |b| {
            b.iter(|| press(&solid, &head, 1500.0).expect("a contact").peak_pressure());
        });
    }
    group.finish();
}

/// The same contact at loads that close more and more corners, with one factorisation.
fn load(c: &mut Criterion) {
    let mut group = c.benchmark_group("liner of 8 cells");
    group.sample_size(10);
    let (solid, head) = (liner(mesh(8)).expect("a liner"), head());
    for load in [100.0, 500.0, 2000.0] {
        let closed = press(&solid, &head, load).expect("a contact").work.closed;
        group.bench_function(BenchmarkId::from_parameter(format!("{load} N, {closed} closed")), |b| {
            b.iter(|| press(&solid, &head, load).expect("a contact").peak_pressure());
        });
    }
    group.finish();
}

/// Its parts.
fn parts(c: &mut Criterion) {
    let mut group = c.benchmark_group("parts of 8 cells");
    group.sample_size(10);
    let solid = liner(mesh(8)).expect("a liner");
    let state = solid.state();
    let mut assembly = Assembly::new(&solid);
    group.bench_function("assembly", |b| {
        b.iter(|| assembly.compute_stiffness(&solid, &state, None).expect("stiffness"))
    });
    let symbolic = solid.symbolic().expect("an order").clone();
    group
        .bench_function("factorisation", |b| b.iter(|| Factor::new(&symbolic, &assembly.stiffness).expect("a factor")));
    let mut statics = Statics::new(&solid);
    statics.factorise(&state).expect("a factor");
    let mut columns = vec![1.0; 64 * solid.unknowns()];
    group.bench_function("64 columns", |b| b.iter(|| statics.solve_with_factor(&mut columns).expect("columns")));
    let along_axis = |n: &usize| vec![(solid.unknown_of()[3 * n + 2], 1.0)];
    let rows: Vec<_> = solid.mesh().nodes_of("inner").expect("a surface").iter().map(along_axis).collect();
    let name = format!("compliance of {} corners", rows.len());
    group.bench_function(name, |b| b.iter(|| statics.compute_compliance(&rows).expect("a compliance")));
    group.finish();
}

criterion_group!(benches, contact, load, parts);
criterion_main!(benches);
