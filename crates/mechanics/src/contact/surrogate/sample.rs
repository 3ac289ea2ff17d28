//! Poses to learn from.

use numerics::regression::{Expansion, Regressor};
use numerics::sampling::Points;
use rayon::prelude::*;

use super::{Domain, ElasticContact, Loads, SurrogateError, compute_pose};

/// A pose and what the contact does there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactSample {
    /// The six coordinates.
    pub coordinates: [f64; 6],
    /// What was computed.
    pub loads: Loads,
}

/// Share of the patch beside an edge from which on a pose is left out.
const EDGE: f64 = 0.02;

/// A load within two hundredths will do, whose root is within one: what is stored is the pose that was computed.
const CLOSE: f64 = 0.01;

/// For each point of the unit cube (varied coordinates in their order, then the root of the load) the pose with that load,
/// none where there is no such pose; and how often the contact was evaluated.
///
/// In parallel; every sample depends on its own point alone.
///
/// # Errors
/// When the domain is none, or the surfaces do not touch in its middle.
pub fn draw_contact_samples<C: ElasticContact>(
    contact: &C,
    domain: &Domain,
    points: &Points,
) -> Result<(Vec<Option<ContactSample>>, u64), SurrogateError> {
    draw_near(contact, domain, points, None)
}

/// The same, where the height of a load is known about: from the varied coordinates and the root of the load.
pub(super) fn draw_near<C: ElasticContact>(
    contact: &C,
    domain: &Domain,
    points: &Points,
    height: Option<&Expansion>,
) -> Result<(Vec<Option<ContactSample>>, u64), SurrogateError> {
    domain.check()?;
    let opening = find_opening(contact, domain)?;
    let rows: Vec<&[f64]> = points.rows().collect();
    let solved: Vec<(Option<ContactSample>, u64)> = rows
        .par_iter()
        .map_init(
            || contact.scratch(),
            |scratch, row| {
                let mut search = Search { contact, domain, opening, height, scratch, evaluations: 0 };
                let sample = search.solve(row);
                (sample, search.evaluations)
            },
        )
        .collect();
    let evaluations = solved.iter().map(|(_, count)| count).sum();
    Ok((solved.into_iter().map(|(sample, _)| sample).collect(), evaluations))
}

/// The direction along the sensitive coordinate in which the bodies part: where the force pushes in the middle.
fn find_opening<C: ElasticContact>(contact: &C, domain: &Domain) -> Result<f64, SurrogateError> {
    let mut coordinates: [f64; 6] = std::array::from_fn(|axis| domain.range(axis).0);
    let (middle, half) = domain.range(domain.sensitive);
    let mut scratch = contact.scratch();
    // From the middle outwards, both ways.
    for step in 0..=64 {
        for side in [1.0, -1.0] {
            coordinates[domain.sensitive] = middle + side * half * f64::from(step) / 64.0;
            let push = contact.evaluate(&compute_pose(&coordinates), &mut scratch).wrench[domain.sensitive];
            if push != 0.0 {
                return Ok(push.signum());
            }
        }
    }
    Err(SurrogateError::NeverTouches { low: middle - half, high: middle + half })
}

struct Search<'a, C: ElasticContact> {
    contact: &'a C,
    domain: &'a Domain,
    opening: f64,
    height: Option<&'a Expansion>,
    scratch: &'a mut C::Scratch,
    evaluations: u64,
}

impl<C: ElasticContact> Search<'_, C> {
    fn solve(&mut self, row: &[f64]) -> Option<ContactSample> {
        let mut coordinates: [f64; 6] = std::array::from_fn(|axis| self.domain.range(axis).0);
        for (axis, unit) in self.domain.varied().zip(row) {
            let (middle, half) = self.domain.range(axis);
            coordinates[axis] = middle + half * (2.0 * unit - 1.0);
        }
        let [least, greatest] = self.domain.loads.map(f64::sqrt);
        let root = least + (greatest - least) * row.last()?;
        let sample = self.solve_load(coordinates, root)?;
        (sample.loads.share_at_edge <= EDGE).then_some(sample)
    }

    /// About where the root of the force is `root`, where that is known about.
    fn guess(&self, coordinates: &[f64; 6], root: f64) -> Option<f64> {
        let fit = self.height?;
        let mut input: Vec<f64> = self.domain.varied().map(|axis| coordinates[axis]).collect();
        input.push(root);
        let mut height = [0.0];
        fit.evaluate(&input, &mut height, &mut vec![0.0; fit.scratch_length()]);
        Some(height[0])
    }

    /// Finds the height at which the root of the force is `root`, by false position: it is nearly linear there.
    fn solve_load(&mut self, mut coordinates: [f64; 6], root: f64) -> Option<ContactSample> {
        let (middle, half) = self.domain.range(self.domain.sensitive);
        // Where it is known about, the first look is there, and the steps are a tenth as long.
        let guess = self.guess(&coordinates, root).map(|height| (self.opening * (middle - height)).clamp(-half, half));
        let mut at = |depth: f64| {
            coordinates[self.domain.sensitive] = middle - self.opening * depth;
            self.evaluations += 1;
            let loads = self.contact.evaluate(&compute_pose(&coordinates), self.scratch);
            (loads.force().sqrt() - root, ContactSample { coordinates, loads })
        };
        // Depth grows as the bodies approach; steps grow until the load is between two of them.
        let start = guess.unwrap_or(0.0);
        let (mut low, mut high) = (start, start);
        let (mut below, mut sample) = at(start);
        if below.abs() < CLOSE * root {
            return Some(sample);
        }
        let mut above = below;
        let mut step = if guess.is_some() { half / 640.0 } else { half / 64.0 };
        while above < 0.0 {
            if high >= half {
                return None;
            }
            (low, below) = (high, above);
            high = (high + step).min(half);
            step *= 1.5;
            (above, sample) = at(high);
        }
        while below > 0.0 {
            if low <= -half {
                return None;
            }
            (high, above) = (low, below);
            low = (low - step).max(-half);
            step *= 1.5;
            (below, sample) = at(low);
        }
        for iteration in 0..24 {
            // An open gap says nothing of its width: halve until there is contact, and now and then after that.
            let open = below <= -root;
            let share = if open || iteration % 4 == 3 { 0.5 } else { below / (below - above) };
            let depth = low + share * (high - low);
            let (value, found) = at(depth);
            sample = found;
            if value.abs() < CLOSE * root {
                return Some(sample);
            }
            if value < 0.0 { (low, below) = (depth, value) } else { (high, above) = (depth, value) }
        }
        (sample.loads.force() > 0.0).then_some(sample)
    }
}
