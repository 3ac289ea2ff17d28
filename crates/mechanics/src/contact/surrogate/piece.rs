//! One piece of a surrogate's domain, ready to evaluate.

use nalgebra::Vector6;
use numerics::regression::{Functions, Table};

use super::cells::Cell;
use super::gap_fit::GapFit;
use super::lanes::{LANES, Lanes, Single};
use crate::contact::surfaces::Carried;

#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub ranges: [[f64; 2]; 6],
    pub deepest: f64,
    pub functions: Functions,
    pub blocks: Vec<Block>,
    /// Of one block after the other, function by function; single, since memory is what takes the time.
    pub coefficients: Vec<Single>,
}

#[derive(Debug, Clone)]
pub(super) struct Block {
    pub cells: Vec<Cell>,
    pub spreads: Lanes,
    pub dips: Lanes,
}

/// The deepest point of a region, and how it follows the coordinates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Approach {
    pub depth: f64,
    /// Block and lane.
    pub at: (usize, usize),
}

impl Piece {
    pub fn new(fit: &GapFit, points: &[Option<Carried>]) -> Option<Self> {
        let m = fit.functions.count();
        if fit.coefficients.0.len() != m * fit.cells.len()
            || fit.spreads.0.len() != fit.cells.len()
            || fit.dips.0.len() != fit.cells.len()
        {
            return None;
        }
        // Cells are stored with neighbours together: a block is then mostly inside of the patch, or outside.
        let (mut blocks, mut coefficients) = (Vec::new(), Vec::new());
        let rows: Vec<(&Vec<u32>, [f32; 2], &[f32])> = fit
            .cells
            .iter()
            .zip(fit.spreads.0.iter().zip(&fit.dips.0))
            .zip(fit.coefficients.0.chunks_exact(m))
            .map(|((cell, (spread, dip)), row)| (cell, [*spread, *dip], row))
            .collect();
        for some in rows.chunks(LANES) {
            let mut block = Block { cells: Vec::with_capacity(LANES), spreads: [0.0; LANES], dips: [0.0; LANES] };
            for (lane, (cell, [spread, dip], _)) in some.iter().enumerate() {
                let own =
                    cell.iter().map(|number| points.get(*number as usize)?.as_ref()).collect::<Option<Vec<_>>>()?;
                block.cells.push(Cell::new(&own)?);
                (block.spreads[lane], block.dips[lane]) = (f64::from(*spread), f64::from(*dip));
            }
            blocks.push(block);
            for k in 0..m {
                let mut lanes = [0.0f32; LANES];
                for (lane, (_, _, row)) in lanes.iter_mut().zip(some) {
                    *lane = row[k];
                }
                coefficients.push(lanes);
            }
        }
        let (ranges, deepest, functions) = (fit.ranges, fit.deepest, fit.functions.clone());
        Some(Self { ranges, deepest, functions, blocks, coefficients })
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
        for (b, (block, gap)) in self.blocks.iter().zip(gaps).enumerate() {
            for (lane, cell) in block.cells.iter().enumerate() {
                let known = &mut approaches[cell.region];
                let depth = block.spreads[lane] - gap[lane];
                if depth > known.map_or(0.0, |known| known.depth) {
                    *known = Some(Approach { depth, at: (b, lane) });
                }
            }
        }
    }

    /// Derivatives of the gap of a cell by the coordinates.
    pub fn gradient(&self, table: &Table, (block, lane): (usize, usize)) -> Vector6<f64> {
        let m = self.functions.count();
        let coefficients = &self.coefficients[block * m..(block + 1) * m];
        Vector6::from_fn(|axis, _| {
            coefficients.iter().zip(table.slopes(axis)).map(|(c, f)| f64::from(c[lane]) * f).sum()
        })
    }
}
