//! A primal–dual interior point method with a predictor and a corrector [Mehrotra1992].
//!
//! Costs are separable, so that a Newton step needs one system as large as there are rows:
//! `(A D⁻¹ Aᵀ + V⁻¹) Δλ = …` with `D = f″ + z_l/(a − lo) + z_u/(hi − a)`. Columns are measured by their bounds, rows by
//! their largest entry, the cost by its largest slope, so that tolerances mean the same in every unit.

use super::cholesky::{factorise_cholesky, solve_cholesky};
use super::{Distribution, DistributionError, Optimality, Shares};

/// Conditions of an optimum, met to this.
const TOLERANCE: f64 = 1e-11;
/// Newton steps before giving up.
const MOST: usize = 80;
/// Newton steps after which a residual of the rows that stays means that they cannot be met.
const PATIENCE: usize = 40;
/// Share of the way to the nearest bound.
const STAY: f64 = 0.995;
/// Distance from its bounds, beside their distance, at which a start from the last solution begins.
const WARM: f64 = 1e-3;
/// Cost of missing a row, beside the cost of activation, when the least miss is looked for.
const ELASTIC: f64 = 1e8;

/// Solves distributions of one size, frame after frame, from the last solution and without allocation.
#[derive(Debug, Clone)]
pub struct Distributor {
    rows: usize,
    columns: usize,
    /// A, scaled, column after column.
    matrix: Vec<f64>,
    /// Unit of each column, of each row, of the cost.
    column_unit: Vec<f64>,
    row_unit: Vec<f64>,
    cost_unit: f64,
    /// Unknowns and their steps: values, prices, multipliers of the bounds.
    a: Vec<f64>,
    price: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
    step: Steps,
    /// D⁻¹, the gradient of the cost, and 1/(2v) in scaled rows.
    inverse: Vec<f64>,
    gradient: Vec<f64>,
    softness: Vec<f64>,
    schur: Vec<f64>,
    /// A right-hand side by columns.
    side: Vec<f64>,
    warm: bool,
    /// Along the central path in small steps, where predictor and corrector leave it.
    careful: bool,
    shares: Shares,
}

#[derive(Debug, Clone)]
struct Steps {
    a: Vec<f64>,
    price: Vec<f64>,
    low: Vec<f64>,
    high: Vec<f64>,
}

/// How a run of Newton steps ended.
enum End {
    Optimal,
    Stuck,
}

impl Distributor {
    /// Room for problems of so many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        let (row, column) = (|| vec![0.0; rows], || vec![0.0; columns]);
        Self {
            rows,
            columns,
            matrix: vec![0.0; rows * columns],
            column_unit: column(),
            row_unit: row(),
            cost_unit: 1.0,
            a: column(),
            price: row(),
            low: column(),
            high: column(),
            step: Steps { a: column(), price: row(), low: column(), high: column() },
            inverse: column(),
            gradient: column(),
            softness: row(),
            schur: vec![0.0; rows * rows],
            side: column(),
            warm: false,
            careful: false,
            shares: Shares { values: column(), reserves: row(), prices: row(), ..Shares::default() },
        }
    }

    /// Forgets the last solution: the next start is cold.
    pub fn forget(&mut self) {
        self.warm = false;
    }

    /// Solves, beginning at the last solution if there is one.
    pub fn solve(&mut self, problem: &Distribution<'_>) -> Result<&Shares, DistributionError> {
        problem.check(self.rows, self.columns)?;
        let warm = std::mem::take(&mut self.warm);
        self.scale(problem);
        self.start(problem, warm);
        let mut iterations = 0;
        let mut end = self.iterate(problem, &mut iterations);
        for careful in [false, true] {
            if matches!(end, End::Stuck) && (warm || careful) {
                self.careful = careful;
                self.start(problem, false);
                end = self.iterate(problem, &mut iterations);
            }
        }
        self.careful = false;
        if matches!(end, End::Stuck) {
            let worst = self.optimality(problem).worst();
            return Err(self.explain(problem, iterations, worst));
        }
        self.warm = true;
        self.report(problem, iterations);
        Ok(&self.shares)
    }

    /// Units of columns, rows and cost, and the matrix in them.
    fn scale(&mut self, problem: &Distribution<'_>) {
        let (m, n) = (self.rows, self.columns);
        for i in 0..n {
            let size = |x: f64| if x.is_finite() { x.abs() } else { 0.0 };
            let unit = size(problem.lower[i]).max(size(problem.upper[i]));
            self.column_unit[i] = if unit > 0.0 { unit } else { 1.0 };
        }
        for j in 0..m {
            let row = &problem.matrix[j * n..(j + 1) * n];
            let largest = row.iter().zip(&self.column_unit).fold(0.0_f64, |s, (x, u)| s.max((x * u).abs()));
            self.row_unit[j] = if largest > 0.0 { largest } else { problem.right[j].abs().max(1.0) };
            for (i, (x, unit)) in row.iter().zip(&self.column_unit).enumerate() {
                self.matrix[i * m + j] = x * unit / self.row_unit[j];
            }
        }
        let steepest = (0..n).fold(0.0_f64, |s, i| {
            let linear = problem.linear.get(i).map_or(0.0, |c| c.abs());
            s.max((problem.cost_of(problem.weights[i], self.column_unit[i])[1].abs() + linear) * self.column_unit[i])
        });
        self.cost_unit = if steepest > 0.0 { steepest } else { 1.0 };
        for j in 0..m {
            // v r² = (v ρ²/φ) r'² in units of row ρ and cost φ; the price of the row is then 2 v' r'.
            let stiffness = 2.0 * problem.reserves[j] * self.row_unit[j] * self.row_unit[j] / self.cost_unit;
            self.softness[j] = if stiffness.is_finite() { 1.0 / stiffness } else { 0.0 };
        }
    }

    /// Bounds of a column in its unit.
    fn bounds(&self, problem: &Distribution<'_>, i: usize) -> (f64, f64) {
        (problem.lower[i] / self.column_unit[i], problem.upper[i] / self.column_unit[i])
    }

    /// A point within all bounds, with multipliers that fit it.
    fn start(&mut self, problem: &Distribution<'_>, warm: bool) {
        let barrier = if warm { 1e-5 } else { 0.1 };
        for i in 0..self.columns {
            let (lo, hi) = self.bounds(problem, i);
            let last = self.shares.values[i] / self.column_unit[i];
            let wish = if warm { last } else { 0.5 * (lo.max(-1.0) + hi.min(1.0)) };
            let gap = if hi - lo < f64::INFINITY { hi - lo } else { 1.0 };
            let inset = if warm { WARM } else { 0.1 } * gap;
            self.a[i] = if gap == 0.0 { lo } else { wish.clamp(lo + inset, hi - inset) };
            self.low[i] = if lo.is_finite() && gap > 0.0 { barrier / (self.a[i] - lo) } else { 0.0 };
            self.high[i] = if hi.is_finite() && gap > 0.0 { barrier / (hi - self.a[i]) } else { 0.0 };
        }
        for j in 0..self.rows {
            let price = self.shares.prices[j] * self.row_unit[j] / self.cost_unit;
            self.price[j] = if warm { price } else { 0.0 };
        }
    }

    /// Newton steps until the conditions are met.
    fn iterate(&mut self, problem: &Distribution<'_>, iterations: &mut usize) -> End {
        let begun = *iterations;
        while *iterations - begun < if self.careful { 3 * MOST } else { MOST } {
            let met = self.optimality(problem);
            if met.worst() < TOLERANCE {
                return End::Optimal;
            }
            if *iterations - begun > PATIENCE && met.balance > 1e-6 || !met.worst().is_finite() {
                return End::Stuck;
            }
            *iterations += 1;
            self.factorise(problem);
            let mean = self.barrier(problem, 0.0);
            self.solve_step(problem, 0.0, false);
            let length = self.longest(problem);
            let reached = self.barrier(problem, length);
            let centre = if mean > 0.0 { (reached / mean).powi(3) * mean } else { 0.0 };
            if self.careful {
                self.solve_step(problem, (0.3 * mean).max(0.01 * met.stationarity), false);
            } else {
                self.solve_step(problem, centre, true);
            }
            let length = STAY * self.longest(problem).min(1.0 / STAY);
            for i in 0..self.columns {
                self.a[i] += length * self.step.a[i];
                self.low[i] += length * self.step.low[i];
                self.high[i] += length * self.step.high[i];
            }
            (0..self.rows).for_each(|j| self.price[j] += length * self.step.price[j]);
        }
        if self.optimality(problem).worst() < 1e-8 { End::Optimal } else { End::Stuck }
    }

    /// Slope and curvature of the cost in scaled units.
    fn cost(&self, problem: &Distribution<'_>, i: usize) -> (f64, f64) {
        let unit = self.column_unit[i];
        let [_, slope, curvature] = problem.cost_of(problem.weights[i], self.a[i] * unit);
        let linear = problem.linear.get(i).copied().unwrap_or(0.0);
        ((slope + linear) * unit / self.cost_unit, curvature * unit * unit / self.cost_unit)
    }

    /// Curvature of the chord from here to where the slope would be what prices and bounds ask for. Costs with p > 2 are
    /// flat at zero: by their curvature there Newton's method would leap far beyond.
    fn secant(&self, problem: &Distribution<'_>, i: usize, slope: f64) -> f64 {
        let (p, unit, weight) = (problem.power, self.column_unit[i], problem.weights[i]);
        if p == 2.0 || p == 1.0 || weight == 0.0 {
            return 0.0;
        }
        let m = self.rows;
        let column = &self.matrix[i * m..(i + 1) * m];
        let priced: f64 = column.iter().zip(&self.price).map(|(x, q)| x * q).sum();
        let linear = problem.linear.get(i).map_or(0.0, |c| c * unit / self.cost_unit);
        let asked = priced + self.low[i] - self.high[i];
        let base = (asked - linear).abs() * self.cost_unit / (p * weight * unit);
        let size = if p == 3.0 { base.sqrt() } else { base.powf(1.0 / (p - 1.0)) } / unit;
        let (lo, hi) = self.bounds(problem, i);
        let target = size.copysign(asked - linear);
        let (reached, there) = if target >= lo && target <= hi {
            (target, asked)
        } else {
            let end = target.clamp(lo, hi);
            (end, problem.cost_of(weight, end * unit)[1] * unit / self.cost_unit + linear)
        };
        let way = reached - self.a[i];
        if way.abs() > 1e-9 { (there - slope) / way } else { 0.0 }
    }

    /// D⁻¹ and the factor of A D⁻¹ Aᵀ + V⁻¹.
    fn factorise(&mut self, problem: &Distribution<'_>) {
        let m = self.rows;
        self.schur.fill(0.0);
        for i in 0..self.columns {
            let (lo, hi) = self.bounds(problem, i);
            let (slope, curvature) = self.cost(problem, i);
            self.gradient[i] = slope;
            let mut d = curvature.max(self.secant(problem, i, slope));
            if lo.is_finite() {
                d += self.low[i] / (self.a[i] - lo);
            }
            if hi.is_finite() {
                d += self.high[i] / (hi - self.a[i]);
            }
            // A column without any cost or bound still needs a little of one.
            self.inverse[i] = if lo == hi { 0.0 } else { 1.0 / d.max(1e-12) };
            let column = &self.matrix[i * m..(i + 1) * m];
            for j in 0..m {
                let scaled = column[j] * self.inverse[i];
                if scaled != 0.0 {
                    let row = &mut self.schur[j * m..j * m + j + 1];
                    row.iter_mut().zip(column).for_each(|(s, x)| *s += scaled * x);
                }
            }
        }
        for j in 0..m {
            self.schur[j * m + j] += self.softness[j];
        }
        factorise_cholesky(&mut self.schur, m);
    }

    /// The step to the given barrier; with the products of the last step's parts if `corrected`.
    fn solve_step(&mut self, problem: &Distribution<'_>, barrier: f64, corrected: bool) {
        let m = self.rows;
        let more = if corrected { 1.0 } else { 0.0 };
        for i in 0..self.columns {
            let (lo, hi) = self.bounds(problem, i);
            let column = &self.matrix[i * m..(i + 1) * m];
            let priced: f64 = column.iter().zip(&self.price).map(|(x, p)| x * p).sum();
            let mut side = priced - self.gradient[i];
            if self.inverse[i] > 0.0 && lo.is_finite() {
                side += (barrier - more * self.step.a[i] * self.step.low[i]) / (self.a[i] - lo);
            }
            if self.inverse[i] > 0.0 && hi.is_finite() {
                side -= (barrier + more * self.step.a[i] * self.step.high[i]) / (hi - self.a[i]);
            }
            self.side[i] = side;
        }
        for j in 0..m {
            self.step.price[j] = problem.right[j] / self.row_unit[j] - self.softness[j] * self.price[j];
        }
        for i in 0..self.columns {
            let moved = self.a[i] + self.inverse[i] * self.side[i];
            let column = &self.matrix[i * m..(i + 1) * m];
            self.step.price.iter_mut().zip(column).for_each(|(s, x)| *s -= x * moved);
        }
        solve_cholesky(&self.schur, &mut self.step.price);
        for i in 0..self.columns {
            let (lo, hi) = self.bounds(problem, i);
            let column = &self.matrix[i * m..(i + 1) * m];
            let priced: f64 = column.iter().zip(&self.step.price).map(|(x, p)| x * p).sum();
            let (a_last, low_last, high_last) = (self.step.a[i], self.step.low[i], self.step.high[i]);
            let da = self.inverse[i] * (self.side[i] + priced);
            self.step.a[i] = da;
            if self.inverse[i] > 0.0 && lo.is_finite() {
                let target = barrier - more * a_last * low_last;
                self.step.low[i] = (target - self.low[i] * da) / (self.a[i] - lo) - self.low[i];
            }
            if self.inverse[i] > 0.0 && hi.is_finite() {
                let target = barrier + more * a_last * high_last;
                self.step.high[i] = (target + self.high[i] * da) / (hi - self.a[i]) - self.high[i];
            }
        }
    }

    /// The longest step, up to 1/[`STAY`], that keeps all bounds and the signs of their multipliers.
    fn longest(&self, problem: &Distribution<'_>) -> f64 {
        let mut length = 1.0 / STAY;
        let mut keep = |value: f64, step: f64| {
            if step < 0.0 {
                length = f64::min(length, -value / step);
            }
        };
        for i in (0..self.columns).filter(|&i| self.inverse[i] > 0.0) {
            let (lo, hi) = self.bounds(problem, i);
            if lo.is_finite() {
                keep(self.a[i] - lo, self.step.a[i]);
                keep(self.low[i], self.step.low[i]);
            }
            if hi.is_finite() {
                keep(hi - self.a[i], -self.step.a[i]);
                keep(self.high[i], self.step.high[i]);
            }
        }
        length
    }

    /// Mean product of slack and multiplier after a part of the step.
    fn barrier(&self, problem: &Distribution<'_>, part: f64) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for i in (0..self.columns).filter(|&i| self.inverse[i] > 0.0) {
            let (lo, hi) = self.bounds(problem, i);
            let a = self.a[i] + part * self.step.a[i];
            if lo.is_finite() {
                (sum, count) = (sum + (a - lo) * (self.low[i] + part * self.step.low[i]), count + 1);
            }
            if hi.is_finite() {
                (sum, count) = (sum + (hi - a) * (self.high[i] + part * self.step.high[i]), count + 1);
            }
        }
        if count > 0 { f64::max(sum / f64::from(count), 0.0) } else { 0.0 }
    }

    /// How well the conditions are met, in scaled units.
    fn optimality(&self, problem: &Distribution<'_>) -> Optimality {
        let m = self.rows;
        let mut met = Optimality::default();
        for i in 0..self.columns {
            let (lo, hi) = self.bounds(problem, i);
            if lo == hi {
                continue;
            }
            let column = &self.matrix[i * m..(i + 1) * m];
            let priced: f64 = column.iter().zip(&self.price).map(|(x, p)| x * p).sum();
            let (slope, _) = self.cost(problem, i);
            let size = 1.0_f64.max(slope.abs()).max(self.low[i]).max(self.high[i]);
            let wrong = (slope - priced - self.low[i] + self.high[i]).abs() / size;
            met.stationarity = worse(met.stationarity, wrong);
            if lo.is_finite() {
                met.complementarity = worse(met.complementarity, (self.a[i] - lo) * self.low[i] / size);
            }
            if hi.is_finite() {
                met.complementarity = worse(met.complementarity, (hi - self.a[i]) * self.high[i] / size);
            }
        }
        for j in 0..m {
            let right = problem.right[j] / self.row_unit[j];
            let made: f64 = (0..self.columns).map(|i| self.matrix[i * m + j] * self.a[i]).sum();
            let wrong = (made + self.softness[j] * self.price[j] - right).abs() / 1.0_f64.max(right.abs());
            met.balance = worse(met.balance, wrong);
        }
        met
    }

    /// Takes the solution out of its units.
    fn report(&mut self, problem: &Distribution<'_>, iterations: usize) {
        let optimality = self.optimality(problem);
        let shares = &mut self.shares;
        let mut cost = 0.0;
        for i in 0..self.columns {
            let a = (self.a[i] * self.column_unit[i]).clamp(problem.lower[i], problem.upper[i]);
            let linear = problem.linear.get(i).copied().unwrap_or(0.0);
            shares.values[i] = a;
            cost += problem.cost_of(problem.weights[i], a)[0] + linear * a;
        }
        for j in 0..self.rows {
            let reserve = self.softness[j] * self.price[j] * self.row_unit[j];
            shares.reserves[j] = reserve;
            shares.prices[j] = self.price[j] * self.cost_unit / self.row_unit[j];
            if problem.reserves[j].is_finite() {
                cost += problem.reserves[j] * reserve * reserve;
            }
        }
        (shares.cost, shares.optimality, shares.iterations) = (cost, optimality, iterations);
    }

    /// Lets every row be missed at a price, to find out which one cannot be met.
    fn explain(&mut self, problem: &Distribution<'_>, iterations: usize, worst: f64) -> DistributionError {
        for softness in self.softness.iter_mut().filter(|softness| **softness == 0.0) {
            *softness = 1.0 / ELASTIC;
        }
        self.start(problem, false);
        let mut more = 0;
        let end = self.iterate(problem, &mut more);
        let missing = |j: usize| if problem.reserves[j].is_finite() { 0.0 } else { self.price[j] / ELASTIC };
        let row = (0..self.rows).max_by(|&i, &j| missing(i).abs().total_cmp(&missing(j).abs())).unwrap_or(0);
        // Within the price of the miss itself, the row is met.
        if matches!(end, End::Optimal) && self.rows > 0 && missing(row).abs() > 1e-7 {
            let missing = missing(row) * self.row_unit[row];
            return DistributionError::Infeasible { row, missing, asked: problem.right[row] };
        }
        DistributionError::NotConverged { iterations: iterations + more, worst }
    }
}

/// The larger one; not a number if either is none.
fn worse(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}
