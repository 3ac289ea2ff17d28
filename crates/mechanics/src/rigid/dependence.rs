//! Equations that others already imply.

/// Which equations depend on others: a Cholesky factorisation of S, scaled to a unit diagonal, with the largest pivot
/// first. Returns each dependent row with the rows it depends on.
///
/// A pivot is the squared share of a row that no earlier row explains; below 10⁻¹⁰ it counts as explained.
pub(super) fn dependent_rows(size: usize, matrix: &[f64]) -> Vec<(usize, Vec<usize>)> {
    let scale: Vec<f64> = (0..size).map(|i| matrix[i * size + i].max(f64::MIN_POSITIVE).sqrt()).collect();
    let entry = |i: usize, j: usize| {
        let (low, high) = (i.min(j), i.max(j));
        matrix[high * size + low] / (scale[i] * scale[j])
    };
    let mut order: Vec<usize> = (0..size).collect();
    let mut left: Vec<f64> = (0..size).map(|i| entry(i, i)).collect();
    // columns[k][i]: entry of L for row i and pivot k.
    let mut columns: Vec<Vec<f64>> = Vec::new();
    while columns.len() < size {
        let k = columns.len();
        // The first of equals, so that the later one of two equal constraints is called redundant.
        let mut best = k;
        for place in k + 1..size {
            if left[order[place]] > left[order[best]] * (1.0 + 1e-9) {
                best = place;
            }
        }
        let pivot_row = order[best];
        let pivot = left[pivot_row];
        if pivot < 1e-10 {
            break;
        }
        order[k..=best].rotate_right(1);
        let mut column = vec![0.0; size];
        for &i in &order[k..] {
            let explained: f64 = columns.iter().map(|c| c[i] * c[pivot_row]).sum();
            column[i] = (entry(i, pivot_row) - explained) / pivot.sqrt();
            left[i] -= column[i] * column[i];
        }
        columns.push(column);
    }
    let rank = columns.len();
    let explain = |row: usize| {
        // Lᵀ x = (entries of the row in L): x says how much of each pivot row makes up this one.
        let mut x: Vec<f64> = columns.iter().map(|c| c[row]).collect();
        for k in (0..rank).rev() {
            for later in k + 1..rank {
                x[k] -= columns[k][order[later]] * x[later];
            }
            x[k] /= columns[k][order[k]];
        }
        let mut rows: Vec<usize> = (0..rank).filter(|&k| x[k].abs() > 1e-6).map(|k| order[k]).collect();
        rows.sort_unstable();
        rows
    };
    order[rank..].iter().map(|&row| (row, explain(row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_others_explain_is_found_with_them() {
        // Gram matrix of (1,0,0), (0,1,0), (1,1,0), (0,0,2).
        let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        let mut matrix = [0.0; 16];
        for i in 0..4 {
            for j in 0..4 {
                matrix[i * 4 + j] = (0..3).map(|k: usize| rows[i][k] * rows[j][k]).sum();
            }
        }
        assert_eq!(dependent_rows(4, &matrix), [(2, vec![0, 1])]);
    }
}
