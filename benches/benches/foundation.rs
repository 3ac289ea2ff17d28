//! Contact of surfaces: cost against the number of triangles, with and without slopes and fields. A ball wanders over the
//! bottom of a cup, both of curved triangles; the largest pair has as many as a knee replacement (25 000 and 15 000).
#![allow(clippy::unwrap_used, missing_docs)]

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use mechanics::contact::surfaces::{Fields, PairSettings, SurfacePair, Twist};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, TriangleMesh};
use mechanics::material::Elastic;
use nalgebra::Isometry3;

/// 6 n² triangles of the cup and 20 m² of the ball; points are three a triangle.
fn pair(n: usize, m: usize) -> SurfacePair {
    let curved = |mesh: TriangleMesh| Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).unwrap());
    let cup = curved(tessellate_cup(n, 14e-3, FRAC_PI_2).unwrap());
    let ball = curved(tessellate_ball(m, |v| v * 13.92e-3).unwrap());
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let law = PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).unwrap();
    SurfacePair::new(cup, ball, PairSettings::new(law, 1.0)).unwrap()
}

fn place(i: u32) -> Isometry3<f64> {
    let turn = 0.05 * f64::from(i);
    Isometry3::translation(2e-5 * turn.cos(), 2e-5 * turn.sin(), -1.05e-4)
}

fn surfaces(c: &mut Criterion) {
    let mut group = c.benchmark_group("foundation");
    group.sample_size(10);
    for (n, m) in [(12, 9), (25, 18), (50, 35)] {
        let pair = pair(n, m);
        let triangles = 6 * n * n + 20 * m * m;
        let (mut scratch, mut fields, mut i) = (pair.scratch(), vec![Fields::default()], 0);
        group.bench_with_input(BenchmarkId::new("wrench", triangles), &pair, |b, pair| {
            b.iter(|| {
                i += 1;
                pair.evaluate(&place(i), &Twist::REST, &mut scratch)
            })
        });
        group.bench_with_input(BenchmarkId::new("with slopes", triangles), &pair, |b, pair| {
            b.iter(|| {
                i += 1;
                pair.evaluate_with_slopes(&place(i), &Twist::REST, &mut scratch)
            })
        });
        group.bench_with_input(BenchmarkId::new("with fields", triangles), &pair, |b, pair| {
            b.iter(|| {
                i += 1;
                pair.evaluate_with_fields(&place(i), &Twist::REST, 1e-4, &mut scratch, &mut fields)
            })
        });
    }
    group.finish();
}

criterion_group!(benches, surfaces);
criterion_main!(benches);
