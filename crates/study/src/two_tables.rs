//! Angles in one table, forces in another: both over the same shares of one cycle.

use numerics::spline::OpenCubic;

use crate::cycle_table::CycleTable;
use crate::diagnostic::Diagnostic;
use crate::instants::{FEWEST_ROWS, Instants};

/// Cycles whose durations differ by more than this are not the same.
const SAME_DURATION: f64 = 0.02;

/// Three columns over shares of a cycle, from 0 to 1; the last row repeats the first.
#[derive(Debug, Clone)]
pub(crate) struct Track {
    pub shares: Vec<f64>,
    pub rows: Vec<[f64; 3]>,
}

impl Track {
    /// The rows of the cycle.
    pub fn new(instants: &Instants, rows: &[[f64; 3]]) -> Self {
        Self { shares: instants.shares.clone(), rows: rows[instants.rows.clone()].to_vec() }.closed()
    }

    fn closed(mut self) -> Self {
        if self.shares.last().is_some_and(|last| *last < 1.0) {
            self.shares.push(1.0);
            self.rows.extend(self.rows.first().copied());
        }
        self
    }

    /// The same at other shares, by a cubic spline.
    fn at(&self, shares: &[f64]) -> Option<Vec<[f64; 3]>> {
        interpolate(&self.shares, &self.rows, shares)
    }
}

fn interpolate(knots: &[f64], rows: &[[f64; 3]], wanted: &[f64]) -> Option<Vec<[f64; 3]>> {
    let column = |axis: usize| rows.iter().map(|row| row[axis]).collect::<Vec<f64>>();
    let splines = [0, 1, 2].map(|axis| OpenCubic::new(knots, &column(axis)).ok());
    let [Some(x), Some(y), Some(z)] = splines else { return None };
    let (first, last) = (knots[0], knots[knots.len() - 1]);
    let at = |t: f64| [&x, &y, &z].map(|spline| spline.evaluate(t.clamp(first, last))[0]);
    Some(wanted.iter().map(|t| at(*t)).collect())
}

/// A vector at every instant.
type Vectors = Vec<[f64; 3]>;

/// Angles and forces at the instants of whichever table has more of them; the instants first.
pub(crate) fn join(angles: &Track, forces: &Track) -> Option<(Vec<f64>, Vectors, Vectors)> {
    let same = angles.shares.len() == forces.shares.len()
        && angles.shares.iter().zip(&forces.shares).all(|(a, b)| (a - b).abs() < 1e-6);
    if same {
        Some((angles.shares.clone(), angles.rows.clone(), forces.rows.clone()))
    } else if angles.shares.len() >= forces.shares.len() {
        Some((angles.shares.clone(), angles.rows.clone(), forces.at(&angles.shares)?))
    } else {
        Some((forces.shares.clone(), angles.at(&forces.shares)?, forces.rows.clone()))
    }
}

/// The forces over the cycle of the angles, and the duration that their own table gives them.
pub(crate) fn forces_over(
    cycle: (&CycleTable<'_>, &Instants),
    table: &CycleTable<'_>,
    rows: &[[f64; 3]],
) -> Result<(Track, Option<f64>), Box<Diagnostic>> {
    let (angles, instants) = cycle;
    if let (Some((begin, duration)), Some(column)) = (instants.clock, table.keys.asked.time)
        && !table.keys.asked.has_window()
    {
        let span = duration * instants.shares[instants.shares.len() - 1];
        let track = on_the_same_clock((begin, span, duration), (table, column), (rows, angles))?;
        return Ok((track, Some(duration)));
    }
    let own = table.instants()?;
    if let (Some((_, first)), Some((_, second))) = (instants.clock, own.clock)
        && (second - first).abs() > SAME_DURATION * first
    {
        let message = format!(
            "the cycle lasts {second} s in {}, but {first} s in {}: these are not the same cycle",
            table.name, angles.name
        );
        return Err(table.at("start", message, "choose start and end in both tables around the same cycle"));
    }
    Ok((Track::new(&own, rows), own.clock.map(|(_, duration)| duration)))
}

/// The forces at the times of the cycle, with both of its ends.
fn on_the_same_clock(
    (begin, span, duration): (f64, f64, f64),
    (table, column): (&CycleTable<'_>, &str),
    (rows, angles): (&[[f64; 3]], &CycleTable<'_>),
) -> Result<Track, Box<Diagnostic>> {
    let times = table.times(column)?;
    let (from, to, end) = (times[0], times[times.len() - 1], begin + span);
    let half_step = 0.5 * (to - from) / (times.len() - 1).max(1) as f64;
    if from > begin + half_step || to < end - half_step {
        let apart = from >= end || to <= begin;
        let message = format!(
            "{} runs from {from} to {to} s, but the cycle in {} from {begin} to {end} s: {}",
            table.name,
            angles.name,
            if apart { "they have no time in common" } else { "it is not covered" }
        );
        let hint = match apart {
            true => "if the two clocks differ, choose start and end around the same cycle in both tables".to_owned(),
            false => format!("choose start and end of [{}] inside both tables", angles.keys.at),
        };
        return Err(table.at("path", message, hint));
    }
    let slack = 1e-6 * span;
    let inside = times.iter().filter(|t| **t > begin + slack && **t < end - slack);
    let wanted: Vec<f64> = std::iter::once(begin).chain(inside.copied()).chain([end]).collect();
    let few = || {
        let message =
            format!("{} has {} rows in the cycle, at least {FEWEST_ROWS} are needed", table.name, wanted.len());
        table.at("path", message, "give more rows, or another window")
    };
    let values = (times.len() >= FEWEST_ROWS && wanted.len() >= FEWEST_ROWS)
        .then(|| interpolate(times, rows, &wanted))
        .flatten()
        .ok_or_else(few)?;
    let mut shares: Vec<f64> = wanted.iter().map(|t| (t - begin) / duration).collect();
    if angles.keys.asked.last_row_repeats_first {
        shares[wanted.len() - 1] = 1.0;
    }
    Ok(Track { shares, rows: values }.closed())
}
