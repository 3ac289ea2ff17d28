//! One piece of a surrogate's domain, ready to evaluate.

use nalgebra::Vector6;
use numerics::regression::{Functions, Table};
use pulp::{Simd, WithSimd};

use super::cells::Cell;
use super::gap_fit::GapFit;
use super::lanes::{LANES, Lanes, NOTHING, Single};
use crate::contact::PressureLaw;
use crate::contact::surfaces::Carried;

#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub ranges: [[f64; 2]; 6],
    pub deepest: f64,
    pub functions: Functions,
    /// The deepest in the middle of the piece first, so that most blocks touch with all of their cells or with none.
    pub cells: Vec<Cell>,
    pub blocks: Vec<Block>,
    /// Of one block after the other, function by function; single, since memory is what takes the time.
    pub coefficients: Vec<Single>,
}

/// Eight cells side by side; the last ones may have fewer.
#[derive(Debug, Clone)]
pub(super) struct Block {
    pub spreads: Lanes,
    pub areas: Lanes,
    pub points: [Lanes; 3],
    /// Pressures per indentation, where all laws are linear.
    pub stiffness: Option<Lanes>,
}

/// The deepest point of a region, and how it follows the coordinates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Approach {
    pub depth: f64,
    pub cell: usize,
}

impl Piece {
    pub fn new(fit: &GapFit, points: &[Option<Carried>]) -> Option<Self> {
        let (m, count) = (fit.functions.count(), fit.cells.len());
        let coefficients = &fit.coefficients.0;
        if coefficients.len() != m * count || [&fit.spreads, &fit.dips].iter().any(|one| one.0.len() != count) {
            return None;
        }
        let cell = |(numbers, (spread, dip)): (&Vec<u32>, (&f32, &f32))| {
            let own =
                numbers.iter().map(|number| points.get(*number as usize)?.as_ref()).collect::<Option<Vec<_>>>()?;
            Cell::new(&own, [f64::from(*spread), f64::from(*dip)])
        };
        let cells =
            fit.cells.iter().zip(fit.spreads.0.iter().zip(&fit.dips.0)).map(cell).collect::<Option<Vec<_>>>()?;
        let row = |index: usize| &coefficients[index * m..(index + 1) * m];
        let mut table = fit.functions.table();
        fit.functions.tabulate(&fit.ranges.map(|[middle, _]| middle), &mut table);
        let gap = |index: usize| -> f64 { row(index).iter().zip(table.values()).map(|(c, f)| f64::from(*c) * f).sum() };
        let clearances: Vec<f64> = (0..count).map(|index| gap(index) - cells[index].spread).collect();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|a, b| clearances[*a].total_cmp(&clearances[*b]).then(a.cmp(b)));
        let beside = |(some, k): (&[usize], usize)| {
            let mut lanes = [0.0; LANES];
            lanes.iter_mut().zip(some).for_each(|(lane, index)| *lane = row(*index)[k]);
            lanes
        };
        let cells: Vec<Cell> = order.iter().map(|index| cells[*index].clone()).collect();
        Some(Self {
            ranges: fit.ranges,
            deepest: fit.deepest,
            functions: fit.functions.clone(),
            blocks: cells.chunks(LANES).map(Block::new).collect(),
            cells,
            coefficients: order.chunks(LANES).flat_map(|some| (0..m).map(move |k| (some, k))).map(beside).collect(),
        })
    }

    /// How far from the middle a pose is, by the half widths: inside, where it is 1 at most.
    pub fn off_middle(&self, coordinates: &[f64; 6]) -> f64 {
        let mut off = 0.0f64;
        for (x, [middle, half]) in coordinates.iter().zip(&self.ranges) {
            off = off.max((x - middle).abs() / half);
        }
        off
    }

    /// The deepest point of every region.
    pub fn find_approaches(&self, gaps: &[Lanes], approaches: &mut [Option<Approach>]) {
        approaches.fill(None);
        for (index, (cell, gap)) in self.cells.iter().zip(gaps.as_flattened()).enumerate() {
            // A cell that never touches with all of it knows no more than its spread.
            let known = &mut approaches[cell.region];
            let depth = if cell.dip > 0.0 { cell.dip } else { cell.spread } - gap;
            if depth > known.map_or(0.0, |known| known.depth) {
                *known = Some(Approach { depth, cell: index });
            }
        }
    }

    /// Derivatives of the gap of a cell by the coordinates.
    pub fn gradient(&self, table: &Table, cell: usize) -> Vector6<f64> {
        let (mut sum, m) = (Vector6::zeros(), self.functions.count());
        for (k, c) in self.coefficients[cell / LANES * m..][..m].iter().enumerate() {
            sum += Vector6::from_column_slice(table.slopes(k)) * f64::from(c[cell % LANES]);
        }
        sum
    }
}

impl Block {
    fn new(cells: &[Cell]) -> Self {
        let mut block = Self { spreads: NOTHING, areas: NOTHING, points: [NOTHING; 3], stiffness: Some(NOTHING) };
        for (lane, cell) in cells.iter().enumerate() {
            (block.spreads[lane], block.areas[lane]) = (cell.spread, cell.area);
            block.points.iter_mut().zip(&cell.point).for_each(|(points, x)| points[lane] = *x);
            match (&cell.law, &mut block.stiffness) {
                (PressureLaw::Linear { foundation, .. }, Some(all)) => all[lane] = foundation.stiffness(),
                _ => block.stiffness = None,
            }
        }
        block
    }
}

/// Gaps of all cells; returns the deepest indentation.
pub(super) struct Gaps<'a> {
    pub piece: &'a Piece,
    pub values: &'a [f64],
    pub gaps: &'a mut [Lanes],
}

impl WithSimd for Gaps<'_> {
    type Output = f64;

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> f64 {
        let Self { piece, values, gaps } = self;
        let mut least = NOTHING;
        for (coefficients, gap) in piece.coefficients.chunks_exact(values.len()).zip(gaps) {
            let mut sum = NOTHING;
            for (coefficients, value) in coefficients.iter().zip(values) {
                for lane in 0..LANES {
                    sum[lane] += f64::from(coefficients[lane]) * value;
                }
            }
            for lane in 0..LANES {
                least[lane] = if sum[lane] < least[lane] { sum[lane] } else { least[lane] };
            }
            *gap = sum;
        }
        -least.into_iter().fold(0.0, f64::min)
    }
}
