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

/// Values of functions at one point with their derivatives, one list of all functions for each.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    dimension: usize,
    count: usize,
    values: Vec<f64>,
    slopes: Vec<f64>,
    curvatures: Vec<f64>,
    /// Functions of one input each: values, first and second derivatives.
    single: [Vec<f64>; 3],
}

impl Table {
    /// The functions.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Their derivatives by one input.
    pub fn slopes(&self, axis: usize) -> &[f64] {
        &self.slopes[axis * self.count..(axis + 1) * self.count]
    }

    /// Their second derivatives by two inputs.
    pub fn curvatures(&self, a: usize, b: usize) -> &[f64] {
        let place = pair(a.min(b), a.max(b), self.dimension);
        &self.curvatures[place * self.count..(place + 1) * self.count]
    }
}

/// Place of (a, b), a ≤ b, among the pairs of inputs.
fn pair(a: usize, b: usize, dimension: usize) -> usize {
    a * dimension - a * (a + 1) / 2 + b
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
            count,
            values: vec![0.0; count],
            slopes: vec![0.0; count * dimension],
            curvatures: vec![0.0; count * dimension * (dimension + 1) / 2],
            single: std::array::from_fn(|_| vec![0.0; single]),
        }
    }

    /// Fills a table of [`Self::table`]; allocates nothing.
    pub fn tabulate(&self, point: &[f64], table: &mut Table) {
        match self {
            Self::Products { axes, nodes } => tabulate_products(axes, nodes, point, table),
            Self::Correlations { kernel, trend, ranges, lengths, scaled } => {
                table.curvatures.fill(0.0);
                table.slopes.fill(0.0);
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
    let Table { dimension, count, values, slopes, curvatures, single: [f, df, ddf] } = table;
    let (d, m) = (*dimension, *count);
    for (axis, x) in axes.iter().zip(point) {
        let range = axis.start..axis.start + axis.count;
        let (f, df) = (&mut f[range.clone()], &mut df[range.clone()]);
        axis.basis.tabulate(x - axis.middle, axis.half, f, Some(&mut *df));
        axis.basis.tabulate_curvatures(axis.half, f, df, &mut ddf[range]);
    }
    values[0] = 1.0;
    for a in 0..d {
        slopes[a * m] = 0.0;
    }
    for p in 0..d * (d + 1) / 2 {
        curvatures[p * m] = 0.0;
    }
    for (k, node) in nodes.iter().enumerate().skip(1) {
        let own = axes.iter().rposition(|axis| axis.start <= node.factor).unwrap_or(0);
        let (f, df, ddf, parent) = (f[node.factor], df[node.factor], ddf[node.factor], node.parent);
        values[k] = values[parent] * f;
        for a in 0..d {
            for b in a..d {
                let place = pair(a, b, d) * m;
                curvatures[place + k] = curvatures[place + parent] * f;
            }
            // The mixed derivatives with the new input; the parent's slope by it is zero.
            let place = pair(a.min(own), a.max(own), d) * m;
            curvatures[place + k] += slopes[a * m + parent] * df;
            slopes[a * m + k] = slopes[a * m + parent] * f;
        }
        curvatures[pair(own, own, d) * m + k] += values[parent] * ddf;
        slopes[own * m + k] += values[parent] * df;
    }
}

fn tabulate_trend(trend: Trend, ranges: &[(f64, f64)], point: &[f64], table: &mut Table) {
    let (d, m) = (table.dimension, table.count);
    let t = |axis: usize| (point[axis] - ranges[axis].0) / ranges[axis].1;
    trend.for_each(t, d, |index, value, inputs| {
        table.values[index] = value;
        match *inputs {
            [a] => table.slopes[a * m + index] = 1.0 / ranges[a].1,
            [a, b] => {
                table.slopes[a * m + index] += t(b) / ranges[a].1;
                table.slopes[b * m + index] += t(a) / ranges[b].1;
                let twice = if a == b { 2.0 } else { 1.0 };
                table.curvatures[pair(a, b, d) * m + index] = twice / (ranges[a].1 * ranges[b].1);
            }
            _ => {}
        }
    });
}

fn tabulate_correlations(kernel: Kernel, lengths: &[f64], (scaled, first): (&Points, usize), table: &mut Table) {
    let (d, m) = (table.dimension, table.count);
    for (index, sample) in scaled.rows().enumerate() {
        let k = first + index;
        let t = &table.single[0];
        let square = t.iter().zip(sample).map(|(t, s)| (t - s) * (t - s)).sum();
        let (value, w, v) = kernel.value_and_slopes(square);
        table.values[k] = value;
        for a in 0..d {
            let along = (t[a] - sample[a]) / lengths[a];
            table.slopes[a * m + k] = -w * along;
            for b in a..d {
                table.curvatures[pair(a, b, d) * m + k] = v * along * (t[b] - sample[b]) / lengths[b];
            }
            table.curvatures[pair(a, a, d) * m + k] -= w / (lengths[a] * lengths[a]);
        }
    }
}
