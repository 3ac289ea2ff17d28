//! What the touching cells of a piece add up to, eight at a time: forces along the coordinates, their derivatives, friction
//! and the patch.

use nalgebra::{Matrix6, Vector3, Vector6};
use numerics::regression::Table;
use pulp::{Simd, WithSimd};

use super::bound::Asked;
use super::cells::{Cell, CellPressure, press};
use super::lanes::{LANES, Lanes, NOTHING, Single, Symmetric, add, multiply, symmetric, total};
use super::piece::{Approach, Block, Piece};
use super::rub::{Rubbed, Rubbing};
use crate::contact::Damping;
use crate::contact::surfaces::{PairSettings, PatchSummary, join_patch};

/// Sums over the touching cells, in coordinates.
pub(super) struct Sums {
    pub force: Vector6<f64>,
    pub by_coordinates: Matrix6<f64>,
    pub by_rates: Matrix6<f64>,
    pub energy: f64,
    pub power: f64,
    pub rubbing: Vector6<f64>,
    pub rubbing_by_pose: Matrix6<f64>,
    pub rubbing_by_twist: Matrix6<f64>,
    /// Normal forces without their directions.
    pub pressure_force: f64,
}

/// Everything that is added up.
pub(super) struct AddUp<'a> {
    pub piece: &'a Piece,
    pub settings: &'a PairSettings,
    pub asked: &'a Asked<'a>,
    pub table: &'a Table,
    pub gaps: &'a [Lanes],
    pub approaches: &'a [Option<Approach>],
    /// Σ N c, function by function.
    pub by_function: &'a mut [Lanes],
    /// The patch as a whole, and by region; left alone in a search for a place of rest.
    pub whole: &'a mut PatchSummary,
    pub regions: &'a mut [PatchSummary],
}

/// Derivatives of a function: six by the coordinates, twenty-one by pairs of them.
const ROW: usize = 27;

/// Sums that are still spread over the lanes.
struct Spread {
    force: [Lanes; 6],
    by_coordinates: Symmetric,
    by_rates: Symmetric,
    energy: Lanes,
    power: Lanes,
    pressure_force: Lanes,
    rubbing: Rubbing,
    /// What is no square, of laws that few use.
    rest: Matrix6<f64>,
}

/// A block with the gaps of its cells.
struct Near<'a> {
    block: &'a Block,
    cells: &'a [Cell],
    gap: &'a Lanes,
    /// Function by function.
    coefficients: &'a [Single],
}

/// What the cells of a block do, lane by lane; nothing where they are apart.
struct Pressed {
    share: Lanes,
    pressure: Lanes,
    by_gap: Lanes,
    by_approach: Lanes,
    energy: Lanes,
}

impl Pressed {
    const NOTHING: Self =
        Self { share: NOTHING, pressure: NOTHING, by_gap: NOTHING, by_approach: NOTHING, energy: NOTHING };
}

/// Normal forces of a block with their derivatives.
struct Normals {
    /// With dissipation.
    pressure: Lanes,
    force: Lanes,
    by_gap: Lanes,
    by_rate: Lanes,
    by_approach: Lanes,
}

impl WithSimd for AddUp<'_> {
    type Output = Sums;

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, _: S) -> Sums {
        self.by_function.fill(NOTHING);
        let mut sums = Spread {
            force: [NOTHING; 6],
            by_coordinates: Symmetric::ZERO,
            by_rates: Symmetric::ZERO,
            energy: NOTHING,
            power: NOTHING,
            pressure_force: NOTHING,
            rubbing: Rubbing::none(),
            rest: Matrix6::zeros(),
        };
        let Self { piece, gaps, .. } = self;
        let m = self.by_function.len();
        let blocks =
            piece.blocks.iter().zip(piece.cells.chunks(LANES)).zip(gaps).zip(piece.coefficients.chunks_exact(m));
        for (((block, cells), gap), coefficients) in blocks {
            if (0..LANES).any(|lane| gap[lane] < block.spreads[lane]) {
                self.add(&Near { block, cells, gap, coefficients }, &mut sums);
            }
        }
        sums.finish(self.by_function, self.table, self.asked.with_slopes)
    }
}

impl AddUp<'_> {
    #[inline(always)]
    fn add(&mut self, near: &Near<'_>, sums: &mut Spread) {
        let Self { piece, settings, asked, table, approaches, by_function, whole, regions, .. } = self;
        let Near { block, coefficients, .. } = *near;
        let (derivatives, _) = table.derivatives().as_chunks::<ROW>();
        let by = gradients(coefficients, derivatives);
        let pressed = match &block.stiffness {
            Some(stiffness) => press_linear(stiffness, near.gap, &block.spreads),
            None => press_each(near, approaches),
        };
        add(&mut sums.energy, &pressed.energy, &block.areas);
        let damps = settings.damping != Damping::None;
        let normals = if damps {
            let rates = rates_of(&by, &asked.rates);
            let normals = damp(&settings.damping, &pressed, &block.areas, &rates);
            for (lane, rate) in rates.iter().enumerate() {
                let lost = normals.pressure[lane] - pressed.pressure[lane];
                sums.power[lane] -= block.areas[lane] * lost * rate;
            }
            normals
        } else {
            Normals {
                pressure: pressed.pressure,
                force: multiply(&pressed.pressure, &block.areas),
                by_gap: multiply(&pressed.by_gap, &block.areas),
                by_rate: NOTHING,
                by_approach: multiply(&pressed.by_approach, &block.areas),
            }
        };
        for lane in 0..LANES {
            sums.pressure_force[lane] += normals.force[lane];
        }
        for (force, by) in sums.force.iter_mut().zip(&by) {
            add(force, &normals.force, by);
        }
        if asked.with_slopes {
            sums.by_coordinates.add_square(&normals.by_gap, &by);
            for (sum, coefficients) in by_function.iter_mut().zip(coefficients) {
                add(sum, &normals.force, &coefficients.map(f64::from));
            }
            if damps {
                sums.by_rates.add_square(&normals.by_rate, &by);
                add_rate_changes((&normals.by_rate, &by), (coefficients, derivatives), &asked.rates, &mut sums.rest);
            }
            if block.stiffness.is_none() {
                add_approaches((piece, table), (near.cells, approaches), (&normals.by_approach, &by), &mut sums.rest);
            }
        }
        let mut rubbed = [NOTHING; 3];
        // At rest nothing rubs.
        if settings.friction.acts() && !(asked.at_rest && asked.rates == [0.0; 6]) {
            let known = Rubbed {
                points: &block.points,
                by: &by,
                normals: &normals.force,
                by_gap: &normals.by_gap,
                by_rate: damps.then_some(&normals.by_rate),
            };
            rubbed = sums.rubbing.add(&settings.friction, asked, &known);
        }
        if !asked.at_rest {
            let told = Told { near, approaches, pressed: &pressed, normals: &normals };
            told.join((&by, &rubbed), whole, regions);
        }
    }
}

impl Spread {
    fn finish(&self, by_function: &[Lanes], table: &Table, with_slopes: bool) -> Sums {
        let mut by_coordinates = self.rest;
        if with_slopes {
            by_coordinates += self.by_coordinates.total();
            let mut bent = [0.0; ROW];
            for (derivatives, sum) in table.derivatives().as_chunks::<ROW>().0.iter().zip(by_function) {
                let sum = total(sum);
                bent.iter_mut().zip(derivatives).for_each(|(bent, derivative)| *bent += sum * derivative);
            }
            by_coordinates += symmetric(&bent[6..]);
        }
        let [rubbing_by_pose, rubbing_by_twist] = self.rubbing.slopes();
        Sums {
            force: Vector6::from_fn(|row, _| total(&self.force[row])),
            by_coordinates,
            by_rates: self.by_rates.total(),
            energy: total(&self.energy),
            power: total(&self.power) + total(&self.rubbing.power),
            rubbing: self.rubbing.wrench(),
            rubbing_by_pose,
            rubbing_by_twist,
            pressure_force: total(&self.pressure_force),
        }
    }
}

/// Derivatives of the gaps of a block by the coordinates.
#[inline(always)]
fn gradients(coefficients: &[Single], derivatives: &[[f64; ROW]]) -> [Lanes; 6] {
    let mut by = [NOTHING; 6];
    // Three at a time, so that the sums stay in registers.
    for half in [0, 3] {
        let mut sums = [NOTHING; 3];
        for (coefficients, derivatives) in coefficients.iter().zip(derivatives) {
            let coefficients = coefficients.map(f64::from);
            for (axis, sum) in sums.iter_mut().enumerate() {
                add(sum, &coefficients, &[derivatives[half + axis]; LANES]);
            }
        }
        by[half..half + 3].copy_from_slice(&sums);
    }
    by
}

/// [`press`] of eight cells with linear laws.
#[inline(always)]
fn press_linear(stiffness: &Lanes, gap: &Lanes, spread: &Lanes) -> Pressed {
    let mut pressed = Pressed::NOTHING;
    for lane in 0..LANES {
        let (g, w, k) = (gap[lane], spread[lane], stiffness[lane]);
        let (touches, everywhere) = (g < w, g <= -w);
        let deep = w - g;
        let part = deep / (2.0 * w);
        let share = if everywhere { 1.0 } else { part };
        let depth = if everywhere { -g } else { 0.5 * (part * deep) };
        let square = if everywhere { 0.5 * (g * g) + w * w / 6.0 } else { part * (deep * deep) / 6.0 };
        pressed.share[lane] = if touches { share } else { 0.0 };
        pressed.pressure[lane] = if touches { k * depth } else { 0.0 };
        pressed.by_gap[lane] = if touches { -k * share } else { 0.0 };
        pressed.energy[lane] = if touches { k * square } else { 0.0 };
    }
    pressed
}

/// The same with any laws.
fn press_each(near: &Near<'_>, approaches: &[Option<Approach>]) -> Pressed {
    let mut pressed = Pressed::NOTHING;
    for (lane, cell) in near.cells.iter().enumerate().filter(|(lane, cell)| near.gap[*lane] < cell.spread) {
        let depth = approaches[cell.region].map_or(0.0, |approach| approach.depth);
        let CellPressure { share, elastic } = press(&cell.law, near.gap[lane], cell.spread, depth);
        if elastic.pressure > 0.0 {
            pressed.share[lane] = share;
            pressed.pressure[lane] = elastic.pressure;
            pressed.by_gap[lane] = elastic.by_gap;
            pressed.by_approach[lane] = elastic.by_approach;
            pressed.energy[lane] = elastic.energy;
        }
    }
    pressed
}

/// Rates of the gaps.
#[inline(always)]
fn rates_of(by: &[Lanes; 6], rates: &[f64; 6]) -> Lanes {
    let mut sum = NOTHING;
    for (by, rate) in by.iter().zip(rates) {
        add(&mut sum, by, &[*rate; LANES]);
    }
    sum
}

fn damp(damping: &Damping, pressed: &Pressed, areas: &Lanes, rates: &Lanes) -> Normals {
    let mut normals =
        Normals { pressure: NOTHING, force: NOTHING, by_gap: NOTHING, by_rate: NOTHING, by_approach: NOTHING };
    for lane in (0..LANES).filter(|&lane| pressed.pressure[lane] > 0.0) {
        let (elastic, area) = (pressed.pressure[lane], areas[lane]);
        normals.pressure[lane] = damping.apply(elastic, -rates[lane]);
        normals.force[lane] = area * normals.pressure[lane];
        let (by_elastic, per_rate) = damping.slopes(elastic, -rates[lane]);
        normals.by_gap[lane] = area * by_elastic * pressed.by_gap[lane];
        normals.by_approach[lane] = area * by_elastic * pressed.by_approach[lane];
        normals.by_rate[lane] = -area * per_rate;
    }
    normals
}

/// The rate of a gap follows the pose, too: ∂ġ/∂q = ∇²ĝ q̇.
fn add_rate_changes(
    (by_rate, by): (&Lanes, &[Lanes; 6]),
    (coefficients, derivatives): (&[Single], &[[f64; ROW]]),
    rates: &[f64; 6],
    into: &mut Matrix6<f64>,
) {
    let rates = Vector6::from_column_slice(rates);
    for lane in (0..LANES).filter(|&lane| by_rate[lane] != 0.0) {
        let mut bent = [0.0; ROW];
        for (c, derivatives) in coefficients.iter().zip(derivatives) {
            bent.iter_mut().zip(derivatives).for_each(|(bent, derivative)| *bent += f64::from(c[lane]) * derivative);
        }
        let own: Vector6<f64> = Vector6::from_fn(|axis, _| by[axis][lane]);
        *into += own * (symmetric(&bent[6..]) * rates).transpose() * by_rate[lane];
    }
}

/// What follows the deepest point of a region follows its gap.
fn add_approaches(
    (piece, table): (&Piece, &Table),
    (cells, approaches): (&[Cell], &[Option<Approach>]),
    (by_approach, by): (&Lanes, &[Lanes; 6]),
    into: &mut Matrix6<f64>,
) {
    for (lane, cell) in cells.iter().enumerate().filter(|(lane, _)| by_approach[*lane] != 0.0) {
        if let Some(approach) = approaches[cell.region] {
            let own: Vector6<f64> = Vector6::from_fn(|axis, _| by[axis][lane]);
            *into -= own * piece.gradient(table, approach.cell).transpose() * by_approach[lane];
        }
    }
}

/// What a block tells about the patch.
struct Told<'a> {
    near: &'a Near<'a>,
    approaches: &'a [Option<Approach>],
    pressed: &'a Pressed,
    normals: &'a Normals,
}

impl Told<'_> {
    fn join(&self, (by, rubbed): (&[Lanes; 6], &[Lanes; 3]), whole: &mut PatchSummary, regions: &mut [PatchSummary]) {
        let Self { near, approaches, pressed, normals } = self;
        for (lane, cell) in near.cells.iter().enumerate().filter(|(lane, _)| pressed.pressure[*lane] > 0.0) {
            let (share, normal) = (pressed.share[lane], normals.force[lane]);
            // The deepest place, and its pressure: the cell knows them where it is wholly in contact, or else by its spread.
            let deep = if share < 1.0 { cell.spread } else { cell.dip } - near.gap[lane];
            let approach = approaches[cell.region].map_or(0.0, |approach| approach.depth);
            let damped = normals.pressure[lane] / pressed.pressure[lane];
            let one = PatchSummary {
                force: Vector3::from_fn(|axis, _| by[axis][lane] * normal + rubbed[axis][lane]),
                pressure_force: normal,
                area: share * cell.area,
                peak_pressure: damped * cell.law.evaluate(-deep, approach).pressure,
                centre: cell.point * normal,
                deepest: deep,
                deepest_ratio: deep / cell.law.thickness(),
                area_at_edge: if cell.at_edge { share * cell.area } else { 0.0 },
            };
            join_patch(whole, &one);
            if let Some(region) = regions.get_mut(cell.region) {
                join_patch(region, &one);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Foundation, PressureLaw};

    /// The rule of two points, which any law may use, is exact for a linear one.
    #[test]
    fn eight_linear_cells_are_pressed_as_one_by_one() {
        let (k, w) = (3e10, 10e-6);
        let foundation = Foundation::in_series([k]).expect("a stiffness");
        let law = PressureLaw::Linear { foundation, thickness: 8e-3 };
        let gap = [-40e-6, -10e-6, -9.9e-6, 0.0, 9e-6, 10e-6, 30e-6, -1e-6];
        // The last is a cell of one point.
        let spread = [w, w, w, w, w, w, w, 0.0];
        let eight = press_linear(&[k; LANES], &gap, &spread);
        for lane in 0..LANES {
            let CellPressure { share, elastic } = press(&law, gap[lane], spread[lane], 0.0);
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * b.abs();
            assert!(near(eight.pressure[lane], elastic.pressure), "{lane}: {elastic:?}");
            assert!(near(eight.by_gap[lane], elastic.by_gap), "{lane}: {elastic:?}");
            assert!(near(eight.energy[lane], elastic.energy) && near(eight.share[lane], share), "{lane}: {elastic:?}");
        }
    }
}
