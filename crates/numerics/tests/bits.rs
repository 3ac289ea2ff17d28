//! The same bits on every machine: what the solvers compute is pinned to the last bit.
//!
//! A hash that changes with the code is replaced; one that differs from machine to machine is a defect. These were equal with
//! AVX-512, as Haswell, Nehalem and Core 2 Duo (`qemu-user`), with glibc's variants switched off, and on one thread.

use nalgebra::{DMatrix, Vector3};
use numerics::complementarity::Complementarity;
use numerics::cone::{ConeProblem, ConeSettings, ConeSolver};
use numerics::sparse::{Factor, Symbolic, SymmetricMatrix, SymmetricPattern};
use std::hint::black_box;
use std::sync::Arc;

/// FNV-1a of the bits of numbers.
fn hash<'a>(numbers: impl IntoIterator<Item = &'a f64>) -> u64 {
    let bytes = numbers.into_iter().flat_map(|x| x.to_bits().to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Noise between −1 and 1, the same in every run.
fn noise() -> impl FnMut() -> f64 {
    let mut state = 2018_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A grid of cubes with three unknowns at each corner: supernodes of many sizes.
fn block(side: usize) -> SymmetricMatrix {
    let corner = |x: usize, y: usize, z: usize| (x * side + y) * side + z;
    let mut cells = Vec::new();
    for k in 0..(side - 1).pow(3) {
        let (x, y, z) = (k / (side - 1) / (side - 1), k / (side - 1) % (side - 1), k % (side - 1));
        cells.push((0..8).map(|c| corner(x + c / 4, y + c / 2 % 2, z + c % 2)).collect::<Vec<usize>>());
    }
    let pattern = Arc::new(SymmetricPattern::new(&vec![3; side.pow(3)], cells.iter().map(Vec::as_slice)));
    let mut matrix = SymmetricMatrix::zero(&pattern);
    let mut noise = noise();
    for cell in &cells {
        let unknowns: Vec<usize> = cell.iter().flat_map(|g| 3 * g..3 * g + 3).collect();
        let root = DMatrix::from_fn(24, 6, |_, _| noise());
        let local = DMatrix::from_fn(24, 24, |i, j| {
            (0..6).map(|k| root[(i, k)] * root[(j, k)]).sum::<f64>() + if i == j { 0.5 } else { 0.0 }
        });
        matrix.add_clique(cell, &unknowns, local.as_slice());
    }
    matrix
}

#[test]
fn elementary_functions_have_the_same_bits_on_every_machine() {
    let mut noise = noise();
    let mut found = Vec::new();
    for _ in 0..4000 {
        let (x, y) = (black_box(20.0 * noise()), black_box(3.0 + 2.9 * noise()));
        let (sine, cosine) = x.sin_cos();
        found.extend([sine, cosine, x.tan(), x.exp(), y.ln(), y.log10(), y.powf(x), x.atan2(y), x.hypot(y), x.cbrt()]);
        found.extend([
            x.tanh(),
            y.exp_m1(),
            y.ln_1p(),
            (x / 20.0).asin(),
            (x / 20.0).acos(),
            x.powi(7),
            x.mul_add(y, 0.1),
        ]);
    }
    assert_eq!(hash(&found), 0xd4c1_5ffc_0a2a_9a21, "{:#x}", hash(&found));
}

#[test]
fn factors_and_solutions_have_the_same_bits_on_every_machine() {
    let matrix = block(7);
    let n = matrix.pattern().unknowns();
    let factor = Factor::new(&Symbolic::new(matrix.pattern()).expect("an order"), &matrix).expect("regular");
    let mut noise = noise();
    let mut columns: Vec<f64> = (0..9 * n).map(|_| noise()).collect();
    factor.solve(&mut columns);
    let rows: Vec<Vec<(usize, f64)>> =
        (0..60).map(|k| vec![((k * 97) % n, 1.0), ((k * 31 + 5) % n, noise())]).collect();
    let compliance = factor.compute_compliance(&rows);
    let gap: Vec<f64> = (0..60).map(|_| noise()).collect();
    let guide = DMatrix::from_element(60, 1, 1.0);
    let contact = Complementarity { compliance: &compliance, gap: &gap, guide: &guide, force: &[2.0] };
    let pressed = contact.solve(&[true; 60]).expect("a solution");
    let free: Vec<_> = (0..20).map(|_| Vector3::new(noise(), noise(), noise() - 0.7)).collect();
    let normals = [Vector3::z(); 20];
    let rubbing = ConeProblem {
        compliance: &compliance,
        free: &free,
        normals: &normals,
        friction: &[0.3; 20],
        erosion: &[0.0; 20],
    };
    let mut reactions = vec![Vector3::zeros(); 20];
    ConeSolver::new().solve(&rubbing, &ConeSettings::default(), &mut reactions).expect("reactions");
    let found = [
        hash(&columns),
        hash(&compliance),
        hash(pressed.pressure.iter().chain(&pressed.motion)),
        hash(reactions.iter().flatten()),
    ];
    let known = [0x7cde_3f4d_7184_f114, 0xf4cf_f629_a739_39e6, 0x599a_a4e8_f91a_2868, 0xf949_97aa_6d22_2138];
    assert_eq!(found, known, "{found:#x?}");
}
