//! The mean gap of every cell of a surface as a function of the pose, over one piece of a motion.
//!
//! The wrench has a kink wherever a spot touches down; the gaps have none. So the gaps are what is fitted, all by
//! the same functions φ of the six coordinates q, `ĝᵢ(q) = Σ_k cᵢₖ φ_k(q)`, and the pressure law does the rest.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use numerics::regression::{
    Expansion, ExpansionSettings, Functions, Kernel, Kriging, KrigingSettings, Noise, Samples, Selection, Trend,
};
use numerics::sampling::Points;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Kind, SurrogateError, SurrogateSettings};

/// What is stored of a piece.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct GapFit {
    /// Middle and half width of every coordinate.
    pub ranges: [[f64; 2]; 6],
    /// Greatest indentation among the samples.
    pub deepest: f64,
    pub functions: Functions,
    /// Numbers of the points of every cell.
    pub cells: Vec<Vec<u32>>,
    /// By how much the gaps of each spread about their mean.
    pub spreads: Packed,
    /// How much less than the mean the least gap of each is, where all of it touches.
    pub dips: Packed,
    /// Of one cell after the other.
    pub coefficients: Packed,
    /// Root of the mean square of the leave-one-out errors of the gaps, in m.
    pub leave_one_out: f64,
}

/// Poses with the gaps of cells; NaN where a gap is not known.
#[derive(Debug, Clone, Default)]
pub(super) struct GapSamples {
    pub coordinates: Vec<[f64; 6]>,
    /// Numbers of the points of every cell.
    pub cells: Vec<Vec<u32>>,
    /// Mean, spread and dip ([`super::cells::Cutter::mean_gap`]), of one pose after the other.
    pub gaps: Vec<Vec<[f32; 3]>>,
}

/// Gaps that count as about to touch, in m.
const CLOSE: f32 = 20e-6;
/// Share of the samples at which the gap of a cell has to be known.
const KNOWN: f64 = 0.4;
/// Cells by which functions are chosen, or correlation lengths sought.
const JURY: usize = 24;

/// Coefficients: gaps are needed to a tenth of a micrometre, single precision has a ten-thousandth.
#[derive(Debug, Clone, Default)]
pub(super) struct Packed(pub Vec<f32>);

impl Serialize for Packed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bytes: Vec<u8> = self.0.iter().flat_map(|number| number.to_le_bytes()).collect();
        serializer.serialize_str(&STANDARD.encode(bytes))
    }
}

impl<'de> Deserialize<'de> for Packed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text.as_bytes()).map_err(serde::de::Error::custom)?;
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(serde::de::Error::custom("coefficients are cut off"));
        }
        Ok(Self(numbers.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()))
    }
}

impl GapFit {
    /// Whether what was read can be evaluated; the numbers of points are checked where the points are known.
    pub fn is_sound(&self) -> bool {
        let finite = |packed: &Packed| packed.0.iter().all(|number| number.is_finite());
        self.functions.is_sound()
            && self.functions.dimension() == 6
            && self.ranges.iter().all(|[middle, half]| middle.is_finite() && *half > 0.0 && half.is_finite())
            && self.deepest >= 0.0
            && self.deepest.is_finite()
            && [&self.spreads, &self.dips, &self.coefficients].into_iter().all(finite)
            && self.spreads.0.iter().all(|spread| *spread >= 0.0)
            && self.leave_one_out >= 0.0
            && !self.cells.is_empty()
    }

    /// Fits the gaps of all cells.
    ///
    /// # Errors
    /// When there are too few samples, or nothing touches.
    pub fn new(
        samples: &GapSamples,
        ranges: &[[f64; 2]; 6],
        settings: &SurrogateSettings,
    ) -> Result<Self, SurrogateError> {
        let n = samples.coordinates.len();
        let inputs = Points::from_rows(&samples.coordinates);
        let mut columns: Vec<(usize, Vec<f64>)> = Vec::new();
        let mut deepest = 0.0f32;
        for column in 0..samples.cells.len() {
            let least = samples.gaps.iter().map(|gaps| gaps[column][0]).fold(f32::INFINITY, f32::min);
            deepest = deepest.max(-least);
            let known = samples.gaps.iter().filter(|gaps| gaps[column][0].is_finite()).count();
            if known as f64 >= KNOWN * n as f64 {
                columns.push((column, samples.gaps.iter().map(|gaps| f64::from(gaps[column][0])).collect()));
            }
        }
        fill_in(&inputs, &mut columns)?;
        if columns.is_empty() {
            return Err(SurrogateError::Infeasible { feasible: 0, asked: n });
        }
        let all = outputs(&inputs, &columns, |_| true)?;
        let step = columns.len().div_ceil(JURY);
        let jury = outputs(&inputs, &columns, |place| place % step == step / 2)?;
        let packed = |of: &dyn Fn(usize) -> Vec<f64>| -> Vec<f32> {
            (0..columns.len()).flat_map(|output| of(output).into_iter().map(|c| c as f32)).collect()
        };
        let (functions, coefficients, errors) = match settings.kind {
            Kind::Kriging => {
                let chosen = KrigingSettings {
                    kernel: Kernel::SquaredExponential,
                    trend: Trend::Linear,
                    noise: Noise::Fixed(1e-8),
                    likelihood_samples: 120,
                };
                let lengths = Kriging::fit(&jury, &chosen)?;
                let fit = Kriging::with_lengths(&all, &chosen, lengths.lengths(), lengths.noise_ratio())?;
                let coefficients = packed(&|output| fit.coefficients_of(output).collect());
                (fit.functions_apart(), coefficients, mean_square(fit.leave_one_out()))
            }
            Kind::ResponseSurface | Kind::PolyFourier => {
                let chosen = Expansion::fit(&jury, &expansion(settings, (ranges, n)))?;
                let fit = chosen.refit(&all)?;
                let coefficients = packed(&|output| fit.coefficients_of(output).collect());
                (fit.functions_apart(), coefficients, mean_square(fit.leave_one_out()))
            }
        };
        Ok(Self {
            ranges: *ranges,
            deepest: f64::from(deepest),
            functions,
            cells: columns.iter().map(|(column, _)| samples.cells[*column].clone()).collect(),
            spreads: Packed(columns.iter().map(|(column, _)| samples.spread(*column)).collect()),
            dips: Packed(columns.iter().map(|(column, _)| samples.dip(*column)).collect()),
            coefficients: Packed(coefficients),
            leave_one_out: errors.sqrt(),
        })
    }
}

impl GapSamples {
    /// By how much the gaps of a cell spread where it begins to touch.
    fn spread(&self, column: usize) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for [gap, spread, _] in self.gaps.iter().map(|gaps| gaps[column]).filter(|[gap, ..]| gap.is_finite()) {
            let weight = 1.0 / (1.0 + (gap / CLOSE).powi(2));
            sum += weight * spread;
            weights += weight;
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }

    /// How much less than the mean the least gap of a cell is, on average, above all where the cell is the deepest of all:
    /// there it tells the peak of the pressure.
    fn dip(&self, column: usize) -> f32 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for gaps in &self.gaps {
            let [gap, spread, dip] = gaps[column];
            let least = gaps.iter().fold(0.0f32, |least, [gap, ..]| gap.min(least));
            if gap < -spread && least < 0.0 {
                let weight = (gap / least).powi(8);
                sum += weight * dip;
                weights += weight;
            }
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}

/// A piece is this share of a period of the Poly-Fourier model's slowest sine: of a whole turn a piece is so little that sines,
/// cosines and the constant could not be told apart.
const SHARE_OF_PERIOD: f64 = 0.25;

/// Which products a response surface or a Poly-Fourier model may have: the latter turns with the angles as sines and cosines do.
fn expansion(settings: &SurrogateSettings, (ranges, samples): (&[[f64; 2]; 6], usize)) -> ExpansionSettings {
    let periods: [Option<f64>; 6] = std::array::from_fn(|axis| {
        (settings.kind == Kind::PolyFourier && axis >= 3).then_some(2.0 * ranges[axis][1] / SHARE_OF_PERIOD)
    });
    // Half as many terms as samples: more would follow the samples, and cost time.
    ExpansionSettings {
        interactions: 3,
        most: samples / 2,
        ..ExpansionSettings::poly_fourier(&periods, settings.order)
    }
}

fn outputs(
    inputs: &Points,
    columns: &[(usize, Vec<f64>)],
    wanted: impl Fn(usize) -> bool,
) -> Result<Samples, SurrogateError> {
    let chosen: Vec<&Vec<f64>> =
        columns.iter().enumerate().filter(|(place, _)| wanted(*place)).map(|(_, (_, gaps))| gaps).collect();
    let rows: Vec<Vec<f64>> = (0..inputs.len()).map(|row| chosen.iter().map(|gaps| gaps[row]).collect()).collect();
    Ok(Samples::new(inputs.clone(), Points::from_rows(&rows))?)
}

/// Where a gap is not known nothing touches: what a parabola through the known ones says will do.
fn fill_in(inputs: &Points, columns: &mut Vec<(usize, Vec<f64>)>) -> Result<(), SurrogateError> {
    let parabola = ExpansionSettings { selection: Selection::All, ..ExpansionSettings::response_surface(6, 2) };
    let mut failed = None;
    columns.retain_mut(|(_, gaps)| {
        if gaps.iter().all(|gap| gap.is_finite()) {
            return true;
        }
        let known: Vec<usize> = (0..gaps.len()).filter(|&row| gaps[row].is_finite()).collect();
        let rows: Vec<Vec<f64>> = known.iter().map(|&row| inputs.row(row).to_vec()).collect();
        let values: Vec<[f64; 1]> = known.iter().map(|&row| [gaps[row]]).collect();
        let fit = Samples::new(Points::from_rows(&rows), Points::from_rows(&values))
            .and_then(|samples| Expansion::fit(&samples, &parabola));
        let fit = match fit {
            Ok(fit) => fit,
            // Too few: no point that could be relied on.
            Err(numerics::regression::RegressionError::TooFew { .. }) => return false,
            Err(error) => {
                failed = Some(error);
                return false;
            }
        };
        let functions = fit.functions_apart();
        let coefficients: Vec<f64> = fit.coefficients_of(0).collect();
        let mut table = functions.table();
        for row in (0..gaps.len()).filter(|row| !known.contains(row)).collect::<Vec<_>>() {
            functions.tabulate(inputs.row(row), &mut table);
            gaps[row] = table.values().iter().zip(&coefficients).map(|(f, c)| f * c).sum();
        }
        true
    });
    failed.map_or(Ok(()), |error| Err(error.into()))
}

fn mean_square(errors: &[numerics::regression::Accuracy]) -> f64 {
    errors.iter().map(|one| one.rms * one.rms).sum::<f64>() / errors.len().max(1) as f64
}
