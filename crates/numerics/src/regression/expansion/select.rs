//! Orthogonal least squares: products one by one, the most useful first.

use super::{Samples, Selection};

/// What was chosen.
pub(super) struct Fit {
    /// Indices of the products, in the order in which they were chosen.
    pub(super) chosen: Vec<usize>,
    /// Their coefficients, all outputs of a product together.
    pub(super) coefficients: Vec<f64>,
    /// Leave-one-out errors of every output.
    pub(super) leave_one_out: Vec<Vec<f64>>,
}

/// Steps without improvement after which the search ends.
const PATIENCE: usize = 30;

/// Share of its length that a product must keep when all chosen ones are taken out of it.
const INDEPENDENT: f64 = 1e-10;

/// Chooses among columns (values of each product at every sample), so many at most, and fits all outputs.
///
/// With the orthonormal columns q chosen so far, the residual r and the leverage hᵢ = Σ qᵢ², the error at sample i of a
/// fit without it is rᵢ/(1 − hᵢ).
pub(super) fn fit(samples: &Samples, mut columns: Vec<f64>, (selection, most): (Selection, usize)) -> Fit {
    let (n, outputs) = (samples.len(), samples.outputs().dimension());
    let count = columns.len() / n;
    let scales: Vec<f64> = (0..outputs).map(|k| deviation(samples, k)).collect();
    let mut residuals: Vec<Vec<f64>> = (0..outputs).map(|k| samples.output(k).collect()).collect();
    let lengths: Vec<f64> = columns.chunks_exact(n).map(square).collect();
    let mut free = vec![true; count];
    let mut leverage = vec![0.0; n];
    let mut chosen: Vec<usize> = Vec::new();
    // Projections of every product on each orthonormal column, and of the outputs.
    let mut triangle: Vec<Vec<f64>> = Vec::new();
    let mut shares: Vec<Vec<f64>> = Vec::new();
    let mut best = (f64::INFINITY, 0);
    let mut leave_one_out = vec![Vec::new(); outputs];
    let most = if selection == Selection::All { count } else { most.min(count) };
    while chosen.len() < most && chosen.len() + 2 < n {
        // The constant first: every other product then explains what varies.
        let next = match selection {
            _ if chosen.is_empty() => Some(0),
            // The order does not matter where all are kept.
            Selection::All => (0..count).find(|&k| free[k] && is_independent(&columns[k * n..(k + 1) * n], lengths[k])),
            _ => most_useful(&columns, &lengths, &free, &residuals, &scales),
        };
        let Some(next) = next else { break };
        free[next] = false;
        let mut q = columns[next * n..(next + 1) * n].to_vec();
        let length = square(&q).sqrt();
        q.iter_mut().for_each(|q| *q /= length);
        let mut row = vec![0.0; count];
        row[next] = length;
        for (index, column) in columns.chunks_exact_mut(n).enumerate().filter(|&(index, _)| free[index]) {
            row[index] = project_out(&q, column);
        }
        triangle.push(row);
        shares.push(residuals.iter_mut().map(|residual| project_out(&q, residual)).collect());
        leverage.iter_mut().zip(&q).for_each(|(leverage, q)| *leverage += q * q);
        chosen.push(next);
        let value = match selection {
            // All of them: the last is the best.
            Selection::All => -(chosen.len() as f64),
            Selection::LeaveOneOut => left_out(&residuals, &leverage, &scales),
            Selection::Akaike => akaike(&residuals, chosen.len()),
        };
        if value < best.0 {
            best = (value, chosen.len());
            for (errors, residual) in leave_one_out.iter_mut().zip(&residuals) {
                errors.clear();
                errors.extend(residual.iter().zip(&leverage).map(|(r, h)| r / (1.0 - h).max(f64::EPSILON)));
            }
        }
        if chosen.len() >= best.1 + PATIENCE {
            break;
        }
    }
    chosen.truncate(best.1);
    let coefficients = back_substitute(&triangle, &shares, &chosen, outputs);
    Fit { chosen, coefficients, leave_one_out }
}

/// The free product that explains most of what is left, all outputs together; none when nothing independent is left.
fn most_useful(
    columns: &[f64],
    lengths: &[f64],
    free: &[bool],
    residuals: &[Vec<f64>],
    scales: &[f64],
) -> Option<usize> {
    let n = residuals[0].len();
    let mut best = (0.0, None);
    for (index, column) in columns.chunks_exact(n).enumerate().filter(|&(index, _)| free[index]) {
        if !is_independent(column, lengths[index]) {
            continue;
        }
        let length = square(column);
        let explained = |(residual, scale): (&Vec<f64>, &f64)| (dot(residual, column) / scale).powi(2);
        let use_of_it = residuals.iter().zip(scales).map(explained).sum::<f64>() / length;
        if use_of_it > best.0 {
            best = (use_of_it, Some(index));
        }
    }
    best.1
}

/// Whether enough of a product is left when all chosen ones are taken out of it.
fn is_independent(column: &[f64], length: f64) -> bool {
    square(column) > INDEPENDENT * length
}

/// Mean square of the leave-one-out errors in units of the outputs' deviations.
fn left_out(residuals: &[Vec<f64>], leverage: &[f64], scales: &[f64]) -> f64 {
    let n = leverage.len() as f64;
    let mut sum = 0.0;
    for (residual, scale) in residuals.iter().zip(scales) {
        sum += residual.iter().zip(leverage).map(|(r, h)| (r / (scale * (1.0 - h))).powi(2)).sum::<f64>() / n;
    }
    sum
}

/// n ln(RSS/n) + 2k + 2k(k + 1)/(n − k − 1), over all outputs [HurvichTsai1989].
fn akaike(residuals: &[Vec<f64>], terms: usize) -> f64 {
    // The variance is a parameter, too.
    let (n, k) = (residuals[0].len() as f64, (terms + 1) as f64);
    if n - k - 1.0 <= 0.0 {
        return f64::INFINITY;
    }
    let penalty = 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0);
    residuals.iter().map(|residual| n * (square(residual) / n).max(f64::MIN_POSITIVE).ln() + penalty).sum()
}

/// Coefficients of the products themselves from those of the orthonormal columns.
fn back_substitute(triangle: &[Vec<f64>], shares: &[Vec<f64>], chosen: &[usize], outputs: usize) -> Vec<f64> {
    let mut coefficients = vec![0.0; chosen.len() * outputs];
    for output in 0..outputs {
        for row in (0..chosen.len()).rev() {
            let later: f64 =
                (row + 1..chosen.len()).map(|k| triangle[row][chosen[k]] * coefficients[k * outputs + output]).sum();
            coefficients[row * outputs + output] = (shares[row][output] - later) / triangle[row][chosen[row]];
        }
    }
    coefficients
}

/// Takes the part along the unit vector q out of a column, and returns it.
fn project_out(q: &[f64], column: &mut [f64]) -> f64 {
    let share = dot(q, column);
    column.iter_mut().zip(q).for_each(|(column, q)| *column -= share * q);
    share
}

fn deviation(samples: &Samples, output: usize) -> f64 {
    let n = samples.len() as f64;
    let mean = samples.output(output).sum::<f64>() / n;
    let deviation = (samples.output(output).map(|value| (value - mean).powi(2)).sum::<f64>() / n).sqrt();
    // An output that never changes is fitted by the constant, whatever it is divided by.
    if deviation > 0.0 { deviation } else { 1.0 }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    // Four sums at a time let the compiler use the machine's vectors.
    let mut sums = [0.0; 4];
    let (a4, b4) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = a4.remainder().iter().zip(b4.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a4.zip(b4) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum::<f64>() + rest
}

fn square(a: &[f64]) -> f64 {
    dot(a, a)
}
