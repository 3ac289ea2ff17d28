//! Sparse symmetric systems, judged by dense algebra and by exact eigenvalues.

use nalgebra::{DMatrix, DVector};
use numerics::sparse::{Factor, FactorError, NO_UNKNOWN, Symbolic, SymmetricMatrix, SymmetricPattern};
use std::sync::Arc;

/// A reproducible number in (−1, 1).
fn noise(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Overlapping cliques of four groups with three rows each, some of them not unknowns, and the same matrix dense.
fn ladder(groups: usize) -> (SymmetricMatrix, DMatrix<f64>) {
    let mut seed = 7;
    // Group g holds back one row when 5 divides g, and all of them when g = 11.
    let held = |g: usize, i: usize| g == 11 || (g.is_multiple_of(5) && i == 1);
    let sizes: Vec<usize> = (0..groups).map(|g| (0..3).filter(|&i| !held(g, i)).count()).collect();
    let mut next = 0;
    let unknown: Vec<[usize; 3]> = (0..groups)
        .map(|g| {
            std::array::from_fn(|i| {
                if held(g, i) {
                    return NO_UNKNOWN;
                }
                next += 1;
                next - 1
            })
        })
        .collect();
    let cliques: Vec<Vec<usize>> = (0..groups - 4).map(|k| vec![k + 3, k, (k * 7) % (k + 1), k + 1]).collect();
    let cliques: Vec<Vec<usize>> = cliques.into_iter().filter(|c| c[2] != c[1]).collect();
    let pattern = Arc::new(SymmetricPattern::new(&sizes, cliques.iter().map(Vec::as_slice)));
    let mut matrix = SymmetricMatrix::zero(&pattern);
    let mut dense = DMatrix::zeros(next, next);
    for clique in &cliques {
        let factor = DMatrix::from_fn(12, 12, |_, _| noise(&mut seed));
        let local = &factor * factor.transpose() + DMatrix::identity(12, 12) * 0.1;
        let rows: Vec<usize> = clique.iter().flat_map(|&g| unknown[g]).collect();
        matrix.add_clique(clique, &rows, local.as_slice());
        for (i, &row) in rows.iter().enumerate() {
            for (j, &column) in rows.iter().enumerate() {
                if row != NO_UNKNOWN && column != NO_UNKNOWN {
                    dense[(row, column)] += local[(i, j)];
                }
            }
        }
    }
    for i in 0..next {
        dense[(i, i)] += f64::from(u8::from(dense[(i, i)] == 0.0));
    }
    (matrix, dense)
}

#[test]
fn cliques_add_up_to_the_dense_matrix_and_its_product() {
    let (matrix, dense) = ladder(60);
    let x = DVector::from_fn(dense.nrows(), |i, _| (i as f64).sin());
    let mut y = vec![0.0; x.len()];
    matrix.multiply(x.as_slice(), &mut y);
    let expected = &dense * &x;
    // Rows that no clique touches are zero in the sparse matrix: compare where both exist.
    for i in 0..y.len() {
        if matrix.diagonal(i) != 0.0 {
            assert!((y[i] - expected[i]).abs() < 1e-12 * dense.norm(), "{i}: {} {}", y[i], expected[i]);
        }
    }
}

#[test]
fn many_right_hand_sides_are_solved_to_rounding_whatever_the_threads() {
    let (matrix, _) = ladder(61);
    let n = matrix.pattern().unknowns();
    let identity = {
        let mut shifted = SymmetricMatrix::zero(matrix.pattern());
        for g in 0..matrix.pattern().groups() {
            let unknowns: Vec<usize> = matrix.pattern().unknowns_of(g).collect();
            if !unknowns.is_empty() {
                let size = unknowns.len();
                shifted.add_clique(&[g], &unknowns, DMatrix::<f64>::identity(size, size).as_slice());
            }
        }
        shifted
    };
    let mut shifted = matrix.clone();
    shifted.add_scaled(0.5, &identity);
    let symbolic = Symbolic::new(matrix.pattern()).expect("an order");
    let factor = Factor::new(&symbolic, &shifted).expect("regular");
    assert_eq!(factor.negative_pivots(), 0);
    let columns = 75;
    let exact: Vec<f64> = (0..n * columns).map(|i| (i as f64 * 0.37).cos()).collect();
    let mut right = vec![0.0; n * columns];
    for (x, b) in exact.chunks(n).zip(right.chunks_mut(n)) {
        shifted.multiply(x, b);
    }
    let mut solutions = (1..=3).map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| {
            let mut solution = right.clone();
            Factor::new(&symbolic, &shifted).expect("regular").solve(&mut solution);
            solution
        })
    });
    let one = solutions.next().expect("one thread");
    let error = one.iter().zip(&exact).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(error < 1e-10, "{error:e}");
    assert!(solutions.all(|other| other == one), "the number of threads changed a result");
}

/// Rows in any order, on one or several unknowns, of a matrix with negative pivots, too.
#[test]
fn compliance_equals_whole_columns_solved() {
    for shift in [0.0, 1.3] {
        let grid = 23;
        let matrix = plate(grid, shift);
        let n = matrix.pattern().unknowns();
        let symbolic = Symbolic::new(matrix.pattern()).expect("an order");
        let factor = Factor::new(&symbolic, &matrix).expect("regular");
        assert_eq!(factor.negative_pivots() > 0, shift > 0.0);
        let mut seed = 3;
        let mut rows: Vec<Vec<(usize, f64)>> =
            (0..40).map(|k| vec![((k * 97) % n, 1.0), ((k * 31 + 5) % n, noise(&mut seed))]).collect();
        rows.push(vec![(n - 1, 2.0)]);
        rows.push(Vec::new());
        let m = rows.len();
        let mut columns = vec![0.0; n * m];
        for (column, row) in columns.chunks_mut(n).zip(&rows) {
            row.iter().for_each(|&(u, b)| column[u] += b);
        }
        factor.solve(&mut columns);
        let found = factor.compute_compliance(&rows);
        let expected = DMatrix::from_fn(m, m, |i, j| rows[i].iter().map(|&(u, b)| b * columns[j * n + u]).sum::<f64>());
        assert!((&found - &expected).amax() < 1e-12 * expected.amax(), "{:e}", (&found - &expected).amax());
        assert_eq!(found, found.transpose());
    }
}

/// Five-point differences on a square, less a shift: large enough for several levels of supernodes.
fn plate(side: usize, shift: f64) -> SymmetricMatrix {
    let across = (0..side * side).filter(|k| k % side > 0).map(|k| [k - 1, k]);
    let links: Vec<[usize; 2]> = across.chain((side..side * side).map(|k| [k - side, k])).collect();
    let pattern = Arc::new(SymmetricPattern::new(&vec![1; side * side], links.iter().map(<[usize; 2]>::as_slice)));
    let mut matrix = SymmetricMatrix::zero(&pattern);
    links.iter().for_each(|link| matrix.add_clique(link, link, &[0.0, -1.0, -1.0, 0.0]));
    (0..side * side).for_each(|k| matrix.add_clique(&[k], &[k], &[4.0 - shift]));
    matrix
}

/// The chain −1, 2 − σ, −1 with fixed ends has the eigenvalues 4 sin²(kπ/(2(n+1))) − σ.
fn chain(n: usize, shift: f64) -> SymmetricMatrix {
    let links: Vec<[usize; 2]> = (1..n).map(|k| [k - 1, k]).collect();
    let pattern = Arc::new(SymmetricPattern::new(&vec![1; n], links.iter().map(<[usize; 2]>::as_slice)));
    let mut matrix = SymmetricMatrix::zero(&pattern);
    for link in &links {
        matrix.add_clique(link, link, &[0.0, -1.0, -1.0, 0.0]);
    }
    for k in 0..n {
        matrix.add_clique(&[k], &[k], &[2.0 - shift]);
    }
    matrix
}

#[test]
fn negative_pivots_count_negative_eigenvalues() {
    let n = 400;
    for count in [0, 1, 17] {
        let eigenvalue = |k: f64| 4.0 * (k * std::f64::consts::PI / (2.0 * (n as f64 + 1.0))).sin().powi(2);
        let shift = if count == 0 { 0.0 } else { 0.5 * (eigenvalue(count as f64) + eigenvalue(count as f64 + 1.0)) };
        let matrix = chain(n, shift);
        let symbolic = Symbolic::new(matrix.pattern()).expect("an order");
        assert_eq!(Factor::new(&symbolic, &matrix).expect("regular").negative_pivots(), count);
    }
}

#[test]
fn a_singular_matrix_and_a_nan_are_refused_with_their_unknown() {
    let mut free = chain(30, 0.0);
    // Letting go of both ends leaves the constant vector without stiffness.
    free.add_clique(&[0], &[0], &[-1.0]);
    free.add_clique(&[29], &[29], &[-1.0]);
    let symbolic = Symbolic::new(free.pattern()).expect("an order");
    assert!(matches!(Factor::new(&symbolic, &free), Err(FactorError::Singular { .. })));
    free.add_clique(&[12], &[12], &[f64::NAN]);
    assert_eq!(Factor::new(&symbolic, &free).err(), Some(FactorError::NotFinite { unknown: 12 }));
}
