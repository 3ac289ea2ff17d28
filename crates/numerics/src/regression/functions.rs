//! Fits that are linear in their coefficients, taken apart: the functions here, the coefficients with whoever needs them.
//!
//! Where one input serves thousands of outputs (the gap at every point of a surface) the functions are computed once, with
//! first and second derivatives, and an output is a scalar product.

use serde::{Deserialize, Serialize};

use super::expansion::{Axis, Node};
use super::kriging::{Kernel, Trend};
use crate::sampling::Points;

/// φ₁(x), φ₂(x), …: an output of the fit is Σ c_k φ_k.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Functions {
    /// Products of functions of one input each.
    Products {
        /// The inputs.
        axes: Vec<Axis>,
        /// The products, each after its parent.
        nodes: Vec<Node>,
    },
    /// Trend functions, then correlations with the samples of a Gaussian process.
    Correlations {
        /// How correlation falls with distance.
        kernel: Kernel,
        /// What the process scatters about.
        trend: Trend,
        /// Middle and half width of every input.
        ranges: Vec<(f64, f64)>,
        /// Correlation lengths.
        lengths: Vec<f64>,
        /// Samples, in units of the lengths, from the middle.
        scaled: Points,
    },
}

/// Values of functions at one point with their derivatives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    dimension: usize,
    values: Vec<f64>,
    derivatives: Vec<f64>,
    /// Functions of one input each: values, first and second derivatives.
    single: [Vec<f64>; 3],
}

impl Table {
    /// The functions.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their derivatives, of one function after the other: by every input, then by pairs of inputs, (1, 1), (1, 2), …, (2, 2), ….
    pub fn derivatives(&self) -> &[f64] {
        &self.derivatives
    }

    /// Derivatives of a function by every input.
    pub fn slopes(&self, function: usize) -> &[f64] {
        &self.derivatives[function * row(self.dimension)..][..self.dimension]
    }

    /// Second derivative of a function by two inputs.
    pub fn curvature(&self, function: usize, a: usize, b: usize) -> f64 {
        self.derivatives[function * row(self.dimension) + curved(a.min(b), a.max(b), self.dimension)]
    }
}

/// Derivatives of one function of so many inputs.
fn row(dimension: usize) -> usize {
    dimension + dimension * (dimension + 1) / 2
}

/// Place of the derivative by (a, b), a ≤ b, among those of a function.
fn curved(a: usize, b: usize, dimension: usize) -> usize {
    dimension + a * dimension - a * (a + 1) / 2 + b
}

impl Functions {
    /// How many inputs there are.
    pub fn dimension(&self) -> usize {
        match self {
            Self::Products { axes, .. } => axes.len(),
            Self::Correlations { ranges, .. } => ranges.len(),
        }
    }

    /// How many functions there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Products { nodes, .. } => nodes.len(),
            Self::Correlations { trend, ranges, scaled, .. } => trend.count(ranges.len()) + scaled.len(),
        }
    }

    /// Room for an evaluation.
    pub fn table(&self) -> Table {
        let (dimension, count) = (self.dimension(), self.count());
        let single = match self {
            Self::Products { axes, .. } => axes.iter().map(|axis| axis.count).sum(),
            Self::Correlations { .. } => dimension,
        };
        Table {
            dimension,
            values: vec![0.0; count],
            derivatives: vec![0.0; count * row(dimension)],
            single: std::array::from_fn(|_| vec![0.0; single]),
        }
    }

    /// Fills a table of [`Self::table`]; allocates nothing.
    pub fn tabulate(&self, point: &[f64], table: &mut Table) {
        match self {
            Self::Products { axes, nodes } => tabulate_products(axes, nodes, point, table),
            Self::Correlations { kernel, trend, ranges, lengths, scaled } => {
                table.derivatives.fill(0.0);
                tabulate_trend(*trend, ranges, point, table);
                let first = trend.count(ranges.len());
                for axis in 0..point.len() {
                    table.single[0][axis] = (point[axis] - ranges[axis].0) / lengths[axis];
                }
                tabulate_correlations(*kernel, lengths, (scaled, first), table);
            }
        }
    }
}

/// (p f)′ = p′ f + p f′, from a parent p that does not contain the input of f.
fn tabulate_products(axes: &[Axis], nodes: &[Node], point: &[f64], table: &mut Table) {
    let Table { dimension, values, derivatives, single: [f, df, ddf] } = table;
    let (d, row) = (*dimension, row(*dimension));
    for (axis, x) in axes.iter().zip(point) {
        let range = axis.start..axis.start + axis.count;
        let (f, df) = (&mut f[range.clone()], &mut df[range.clone()]);
        axis.basis.tabulate(x - axis.middle, axis.half, f, Some(&mut *df));
        axis.basis.tabulate_curvatures(axis.half, f, df, &mut ddf[range]);
    }
    values[0] = 1.0;
    derivatives[..row].fill(0.0);
    for (k, node) in nodes.iter().enumerate().skip(1) {
        let own = axes.iter().rposition(|axis| axis.start <= node.factor).unwrap_or(0);
        let (f, df, ddf) = (f[node.factor], df[node.factor], ddf[node.factor]);
        let (before, after) = derivatives.split_at_mut(k * row);
        let (parent, of_parent) = (values[node.parent], &before[node.parent * row..][..row]);
        values[k] = parent * f;
        let here = &mut after[..row];
        here.iter_mut().zip(of_parent).for_each(|(here, parent)| *here = parent * f);
        // The mixed derivatives with the new input; the parent's slope by it is zero.
        for (a, slope) in of_parent[..d].iter().enumerate() {
            here[curved(a.min(own), a.max(own), d)] += slope * df;
        }
        here[curved(own, own, d)] += parent * ddf;
        here[own] += parent * df;
    }
}

fn tabulate_trend(trend: Trend, ranges: &[(f64, f64)], point: &[f64], table: &mut Table) {
    let (d, row) = (table.dimension, row(table.dimension));
    let t = |axis: usize| (point[axis] - ranges[axis].0) / ranges[axis].1;
    trend.for_each(t, d, |index, value, inputs| {
        table.values[index] = value;
        let here = &mut table.derivatives[index * row..][..row];
        match *inputs {
            [a] => here[a] = 1.0 / ranges[a].1,
            [a, b] => {
                here[a] += t(b) / ranges[a].1;
                here[b] += t(a) / ranges[b].1;
                let twice = if a == b { 2.0 } else { 1.0 };
                here[curved(a, b, d)] = twice / (ranges[a].1 * ranges[b].1);
            }
            _ => {}
        }
    });
}

fn tabulate_correlations(kernel: Kernel, lengths: &[f64], (scaled, first): (&Points, usize), table: &mut Table) {
    let (d, row) = (table.dimension, row(table.dimension));
    let t = &table.single[0];
    let values = table.values[first..].iter_mut().zip(table.derivatives[first * row..].chunks_exact_mut(row));
    for (sample, (value, here)) in scaled.rows().zip(values) {
        let square = t.iter().zip(sample).map(|(t, s)| (t - s) * (t - s)).sum();
        let (at, w, v) = kernel.value_and_slopes(square);
        *value = at;
        for a in 0..d {
            let along = (t[a] - sample[a]) / lengths[a];
            here[a] = -w * along;
            for b in a..d {
                here[curved(a, b, d)] = v * along * (t[b] - sample[b]) / lengths[b];
            }
            here[curved(a, a, d)] -= w / (lengths[a] * lengths[a]);
        }
    }
}
