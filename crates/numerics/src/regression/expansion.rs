//! Sums of products of functions of one input each: response surfaces and Poly-Fourier models.

mod select;

use serde::{Deserialize, Serialize};

use super::sound::are_products;
use super::{Accuracy, AxisBasis, Functions, RegressionError, Regressor, Samples};

/// What an expansion may consist of.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpansionSettings {
    /// Functions of each input.
    pub axes: Vec<AxisBasis>,
    /// Greatest sum of the orders of a product.
    pub order: usize,
    /// Inputs that a product has at most.
    pub interactions: usize,
    /// How many of the products are kept.
    pub selection: Selection,
    /// Products that are chosen at most, where not all are kept.
    pub most: usize,
}

impl ExpansionSettings {
    /// A response surface: polynomials of all inputs up to a total degree, chosen by leave-one-out.
    pub fn response_surface(dimension: usize, degree: usize) -> Self {
        Self {
            axes: vec![AxisBasis::Polynomial; dimension],
            order: degree,
            interactions: dimension,
            selection: Selection::LeaveOneOut,
            most: usize::MAX,
        }
    }

    /// A Poly-Fourier model: polynomials, and Fourier terms in the inputs that have a period.
    pub fn poly_fourier(periods: &[Option<f64>], order: usize) -> Self {
        let axis = |period: &Option<f64>| match *period {
            Some(period) => AxisBasis::Fourier { period },
            None => AxisBasis::Polynomial,
        };
        Self {
            axes: periods.iter().map(axis).collect(),
            order,
            interactions: periods.len(),
            selection: Selection::LeaveOneOut,
            most: usize::MAX,
        }
    }
}

/// Which products are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selection {
    /// All of them.
    All,
    /// As many as give the least leave-one-out error.
    LeaveOneOut,
    /// As many as Akaike's criterion asks for, corrected for small samples.
    Akaike,
}

/// f(x) = Σ_t c_t Π_j φ_{t,j}(x_j): chosen products of polynomials or Fourier terms, fitted by least squares.
///
/// Products are added one by one, each the one that explains most of what is left of all outputs (orthogonal least
/// squares [Chen1989]), until the criterion of [`Selection`] has its minimum. All outputs share the products.
///
/// *Assumes*: outputs of comparable importance (each is divided by its standard deviation).
/// *Pitfalls*: beyond the range of the samples polynomials grow without bound.
/// *Checked by*: polynomials and Fourier series come back exactly; leave-one-out against refits; slopes against
/// differences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expansion {
    axes: Vec<Axis>,
    nodes: Vec<Node>,
    /// Coefficients of the outputs, node after node.
    coefficients: Vec<f64>,
    outputs: usize,
    terms: usize,
    leave_one_out: Vec<Accuracy>,
}

/// One input: its functions, the middle and half of its range, and where its functions start in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    pub(super) basis: AxisBasis,
    pub(super) middle: f64,
    pub(super) half: f64,
    pub(super) count: usize,
    pub(super) start: usize,
}

/// A product: another product times one function of one input. The first is the constant, its own parent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    pub(super) parent: usize,
    /// Place of the function in the tables of all inputs.
    pub(super) factor: usize,
}

impl Expansion {
    /// Fits the coefficients of the products that the settings allow.
    ///
    /// # Errors
    /// When the samples are too few, an input never changes, or the settings are for another number of inputs.
    pub fn fit(samples: &Samples, settings: &ExpansionSettings) -> Result<Self, RegressionError> {
        let dimension = samples.points().dimension();
        if settings.axes.len() != dimension {
            return Err(RegressionError::WrongDimension { settings: settings.axes.len(), samples: dimension });
        }
        if samples.len() < 3 {
            return Err(RegressionError::TooFew { samples: samples.len(), least: 3 });
        }
        let mut start = 0;
        let mut axes = Vec::with_capacity(dimension);
        for (&basis, (middle, half)) in settings.axes.iter().zip(samples.ranges()?) {
            let count = basis.count(settings.order);
            axes.push(Axis { basis, middle, half, count, start });
            start += count;
        }
        let candidates = candidates(&axes, settings);
        if settings.selection == Selection::All && samples.len() <= candidates.len() {
            return Err(RegressionError::TooFew { samples: samples.len(), least: candidates.len() + 1 });
        }
        let columns = columns(&axes, &candidates, samples);
        let fit = select::fit(samples, columns, (settings.selection, settings.most));
        Ok(Self::assemble(axes, &candidates, &fit, samples))
    }

    fn assemble(axes: Vec<Axis>, candidates: &[Vec<usize>], fit: &select::Fit, samples: &Samples) -> Self {
        let outputs = samples.outputs().dimension();
        let mut places = std::collections::BTreeMap::from([(Vec::new(), 0)]);
        let mut expansion = Self {
            axes,
            nodes: vec![Node { parent: 0, factor: 0 }],
            coefficients: vec![0.0; outputs],
            outputs,
            terms: fit.chosen.len(),
            leave_one_out: (0..outputs).map(|k| samples.accuracy(k, &fit.leave_one_out[k])).collect(),
        };
        for (&chosen, coefficients) in fit.chosen.iter().zip(fit.coefficients.chunks_exact(outputs)) {
            let factors = &candidates[chosen];
            let mut place = 0;
            for length in 1..=factors.len() {
                let parent = place;
                place = *places.entry(factors[..length].to_vec()).or_insert_with(|| {
                    expansion.nodes.push(Node { parent, factor: factors[length - 1] });
                    expansion.coefficients.resize(expansion.nodes.len() * outputs, 0.0);
                    expansion.nodes.len() - 1
                });
            }
            expansion.coefficients[place * outputs..(place + 1) * outputs].copy_from_slice(coefficients);
        }
        expansion
    }

    /// The same products fitted to other outputs, at the same or other points.
    ///
    /// # Errors
    /// When there are not more samples than products.
    pub fn refit(&self, samples: &Samples) -> Result<Self, RegressionError> {
        if samples.points().dimension() != self.axes.len() {
            let (settings, samples) = (self.axes.len(), samples.points().dimension());
            return Err(RegressionError::WrongDimension { settings, samples });
        }
        if samples.len() <= self.nodes.len() + 1 {
            return Err(RegressionError::TooFew { samples: samples.len(), least: self.nodes.len() + 2 });
        }
        let mut products: Vec<Vec<usize>> = vec![Vec::new()];
        for node in &self.nodes[1..] {
            let factors = products[node.parent].iter().copied().chain([node.factor]).collect();
            products.push(factors);
        }
        let columns = columns(&self.axes, &products, samples);
        let fit = select::fit(samples, columns, (Selection::All, usize::MAX));
        Ok(Self::assemble(self.axes.clone(), &products, &fit, samples))
    }

    /// What the coefficients are multiplied with.
    pub fn functions_apart(&self) -> Functions {
        Functions::Products { axes: self.axes.clone(), nodes: self.nodes.clone() }
    }

    /// Coefficients of one output, in the order of [`Self::functions_apart`].
    pub fn coefficients_of(&self, output: usize) -> impl Iterator<Item = f64> + '_ {
        self.coefficients.iter().skip(output).step_by(self.outputs).copied()
    }

    /// Products that were kept.
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// How well every output would have been predicted at each sample without it.
    ///
    /// The products are those of the whole fit: their choice has seen the sample, held-out points have not.
    pub fn leave_one_out(&self) -> &[Accuracy] {
        &self.leave_one_out
    }

    /// The same function with its last input kept at a value: one input fewer, and cheaper.
    pub fn with_last_input(&self, value: f64) -> Self {
        let Some((last, axes)) = self.axes.split_last() else { return self.clone() };
        let mut table = vec![0.0; last.count];
        last.basis.tabulate(value - last.middle, last.half, &mut table, None);
        let m = self.outputs;
        let mut coefficients = self.coefficients.clone();
        let (mut kept, mut places) = (Vec::new(), vec![0; self.nodes.len()]);
        for (index, node) in self.nodes.iter().enumerate() {
            if index > 0 && node.factor >= last.start {
                // Factors are in the order of the inputs: the rest of the product is its parent.
                for output in 0..m {
                    coefficients[node.parent * m + output] +=
                        table[node.factor - last.start] * self.coefficients[index * m + output];
                }
            } else {
                places[index] = kept.len();
                kept.push(index);
            }
        }
        let node = |&index: &usize| Node { parent: places[self.nodes[index].parent], factor: self.nodes[index].factor };
        Self {
            axes: axes.to_vec(),
            nodes: kept.iter().map(node).collect(),
            coefficients: kept.iter().flat_map(|index| coefficients[index * m..(index + 1) * m].to_vec()).collect(),
            outputs: m,
            terms: kept.len(),
            leave_one_out: self.leave_one_out.clone(),
        }
    }

    /// Whether it can be evaluated: false for what was stored and then damaged.
    pub fn is_sound(&self) -> bool {
        are_products(&self.axes, &self.nodes)
            && self.outputs > 0
            && self.nodes.len().checked_mul(self.outputs) == Some(self.coefficients.len())
            && self.coefficients.iter().all(|c| c.is_finite())
            && self.leave_one_out.len() == self.outputs
    }

    /// Functions of all inputs together.
    fn functions(&self) -> usize {
        self.axes.iter().map(|axis| axis.count).sum()
    }
}

impl Expansion {
    /// The backward sweep with a number of outputs that the compiler knows: several times as fast.
    fn gather<const M: usize>(&self, (table, products): (&[f64], &[f64]), sums: &mut [f64], by_function: &mut [f64]) {
        let (sums, _) = sums.as_chunks_mut::<M>();
        let (by_function, _) = by_function.as_chunks_mut::<M>();
        for (index, node) in self.nodes.iter().enumerate().skip(1).rev() {
            let sum = sums[index];
            let (factor, product) = (table[node.factor], products[node.parent]);
            let parent = &mut sums[node.parent];
            for k in 0..M {
                parent[k] += sum[k] * factor;
            }
            let by_factor = &mut by_function[node.factor];
            for k in 0..M {
                by_factor[k] += sum[k] * product;
            }
        }
    }
}

/// Every allowed product, as the places of its factors in the tables; the constant is the empty product.
fn candidates(axes: &[Axis], settings: &ExpansionSettings) -> Vec<Vec<usize>> {
    let mut products = vec![(0, Vec::new())];
    for axis in axes {
        for index in 0..products.len() {
            let (order, factors): (usize, Vec<usize>) = products[index].clone();
            if factors.len() == settings.interactions {
                continue;
            }
            for function in 1..axis.count {
                let order = order + axis.basis.order(function);
                if order <= settings.order {
                    let mut factors = factors.clone();
                    factors.push(axis.start + function);
                    products.push((order, factors));
                }
            }
        }
    }
    products.sort();
    products.into_iter().map(|(_, factors)| factors).collect()
}

/// Values of every product at every sample, product after product.
fn columns(axes: &[Axis], candidates: &[Vec<usize>], samples: &Samples) -> Vec<f64> {
    let n = samples.len();
    let mut columns = vec![1.0; n * candidates.len()];
    let mut table = vec![0.0; axes.iter().map(|axis| axis.count).sum()];
    for (row, point) in samples.points().rows().enumerate() {
        for (axis, x) in axes.iter().zip(point) {
            let values = &mut table[axis.start..axis.start + axis.count];
            axis.basis.tabulate(x - axis.middle, axis.half, values, None);
        }
        for (column, factors) in candidates.iter().enumerate() {
            columns[column * n + row] = factors.iter().map(|&factor| table[factor]).product();
        }
    }
    columns
}

impl Regressor for Expansion {
    fn dimension(&self) -> usize {
        self.axes.len()
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    fn scratch_length(&self) -> usize {
        self.functions() * (2 + self.outputs) + self.nodes.len() * (1 + self.outputs)
    }

    fn evaluate(&self, point: &[f64], values: &mut [f64], scratch: &mut [f64]) {
        let (table, rest) = scratch.split_at_mut(self.functions());
        for (axis, x) in self.axes.iter().zip(point) {
            let functions = &mut table[axis.start..axis.start + axis.count];
            axis.basis.tabulate(x - axis.middle, axis.half, functions, None);
        }
        let products = &mut rest[..self.nodes.len()];
        products[0] = 1.0;
        values.copy_from_slice(&self.coefficients[..self.outputs]);
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            let product = products[node.parent] * table[node.factor];
            products[index] = product;
            let coefficients = &self.coefficients[index * self.outputs..(index + 1) * self.outputs];
            for (value, coefficient) in values.iter_mut().zip(coefficients) {
                *value += coefficient * product;
            }
        }
    }

    fn evaluate_with_slopes(&self, point: &[f64], values: &mut [f64], slopes: &mut [f64], scratch: &mut [f64]) {
        let (functions, nodes, m) = (self.functions(), self.nodes.len(), self.outputs);
        let (table, rest) = scratch.split_at_mut(functions);
        let (rates, rest) = rest.split_at_mut(functions);
        let (products, rest) = rest.split_at_mut(nodes);
        let (sums, rest) = rest.split_at_mut(nodes * m);
        let by_function = &mut rest[..functions * m];
        for (axis, x) in self.axes.iter().zip(point) {
            let range = axis.start..axis.start + axis.count;
            axis.basis.tabulate(x - axis.middle, axis.half, &mut table[range.clone()], Some(&mut rates[range]));
        }
        products[0] = 1.0;
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            products[index] = products[node.parent] * table[node.factor];
        }
        // Backwards: what every product contributes together with all that it is a factor of.
        sums.copy_from_slice(&self.coefficients);
        by_function.fill(0.0);
        match m {
            1 => self.gather::<1>((table, products), sums, by_function),
            3 => self.gather::<3>((table, products), sums, by_function),
            6 => self.gather::<6>((table, products), sums, by_function),
            _ => {
                for (index, node) in self.nodes.iter().enumerate().skip(1).rev() {
                    let (before, here) = sums.split_at_mut(index * m);
                    let parent = &mut before[node.parent * m..(node.parent + 1) * m];
                    let by_factor = &mut by_function[node.factor * m..(node.factor + 1) * m];
                    let (factor, product) = (table[node.factor], products[node.parent]);
                    for ((sum, parent), by_factor) in here[..m].iter().zip(parent).zip(by_factor) {
                        *parent += sum * factor;
                        *by_factor += sum * product;
                    }
                }
            }
        }
        values.copy_from_slice(&sums[..m]);
        let dimension = self.axes.len();
        slopes.fill(0.0);
        for (column, axis) in self.axes.iter().enumerate() {
            for function in axis.start + 1..axis.start + axis.count {
                for (output, by_factor) in by_function[function * m..(function + 1) * m].iter().enumerate() {
                    slopes[output * dimension + column] += by_factor * rates[function];
                }
            }
        }
    }
}
