//! What the maps of a hip cost.

use super::Hip;
use super::parameters::{Contact, Dynamic, Experiment, Lifetime, Output, SchemeName};
use crate::need::Need;

/// Bytes of an element in a frame: four maps while they are made, written and drawn.
const MAPPED: f64 = 52.0;
/// Bytes of a frame without its maps.
const FRAME: f64 = 2e3;
/// Bytes of an element without them: of its place, in memory and in every file (100 000 elements took 34 MB in one frame).
const PLACE: f64 = 350.0;
/// Seconds of a start, of an element's place, of a frame, and of an element in a frame, with the files of all of them.
const SECONDS: [f64; 4] = [0.02, 1.2e-6, 1.2e-4, 1.4e-7];
/// Seconds of a step of a motion, and steps in a second at a tolerance of 1e-6, of a scheme that takes long steps through a contact
/// at rest and of those that are held up by its stiffness; and by what power of the tolerance they grow.
const STEP: f64 = 7e-6;
const PACE: [f64; 2] = [3200.0, 25e3];
const STRICTER: [f64; 2] = [0.42, 0.1];
/// Seconds of finite elements: always, for the cube of the cells, for a frame, and for the square of the cells where a motion makes
/// a table of them.
const SOLVED: [f64; 4] = [0.03, 3.2e-8, 2e-4, 5.5e-5];

/// What every run holds, in bytes.
const ALWAYS: f64 = 20e6;
/// Bytes of an element through a lifetime, with its pictures and its checkpoint, and seconds of an element in a frame at a
/// tolerance of 0.01 (4000 and 40 000 elements in 51 frames took 32 and 92 MB, 1.3 and 15.8 s), of the cycles evaluated there.
const WORN: [f64; 2] = [1.7e3, 8e-6];
const EVALUATED: f64 = 79.0;
/// The same seconds of finite elements, for all of them (8 to 16 s in 51 frames).
const BENT: f64 = 0.23;
/// Bytes of finite elements: always, and for the cube of the cells from pole to rim (96 and 240 cells took 34 and 54 MB).
const ELEMENTS: [f64; 2] = [12e6, 1.6];
/// Cells where none are asked for, at most.
const USUAL_CELLS: usize = 96;

impl Hip {
    /// What a run needs.
    pub fn need(&self) -> Need {
        let parameters = self.parameters();
        let output = &parameters.output;
        if let Some(lifetime) = &parameters.lifetime {
            return need_of_lifetime(lifetime, output, matches!(parameters.contact, Contact::FiniteElements(_)));
        }
        let frames = if matches!(parameters.experiment, Experiment::Static(_)) { 1 } else { output.frames };
        let (frames, elements) = (frames as f64, output.elements as f64);
        let cells = match &parameters.contact {
            Contact::FiniteElements(law) => Some(law.cells.unwrap_or(USUAL_CELLS) as f64),
            _ => None,
        };
        let solid = cells.map_or(0.0, |cells| ELEMENTS[0] + ELEMENTS[1] * cells.powi(3));
        let [start, place, frame, mapped] = SECONDS;
        let written = start + place * elements + frames * (frame + mapped * elements);
        let [always, cubed, each, squared] = SOLVED;
        let solved = cells.map_or(0.0, |cells| always + cubed * cells.powi(3) + each * frames);
        let moved = match &parameters.experiment {
            Experiment::Dynamic(case) => {
                STEP * steps(case) * self.cycle.duration() + cells.map_or(0.0, |cells| squared * cells.powi(2))
            }
            Experiment::Static(_) | Experiment::QuasiStatic(_) => 0.0,
        };
        Need {
            bytes: ALWAYS + solid + PLACE * elements + frames * (FRAME + MAPPED * elements),
            seconds: Some(written + solved + moved),
        }
    }
}

/// In a second of a motion: of one cycle, after which most repeat themselves.
fn steps(case: &Dynamic) -> f64 {
    let which = usize::from(!matches!(case.scheme, SchemeName::Rosenbrock));
    PACE[which] * (1e-6 / case.tolerance).powf(STRICTER[which])
}

/// Every evaluation is a whole cycle: there are as many as fixed updates say, or more of them where the tolerance is small, as
/// its fourth root.
fn need_of_lifetime(lifetime: &Lifetime, output: &Output, on_solid: bool) -> Need {
    let (elements, frames) = (output.elements as f64, output.frames as f64);
    let share = match lifetime.updates {
        Some(updates) => (1.0 + (lifetime.cycles.count() / updates.count()).ceil()) / EVALUATED,
        None => (1e-2 / lifetime.tolerance).powf(0.25),
    };
    let cycles = lifetime.activities.len().max(1) as f64 * share;
    let frame = WORN[1] * elements + if on_solid { BENT } else { 0.0 };
    Need { bytes: ALWAYS + WORN[0] * elements + FRAME * frames, seconds: Some(frame * frames * cycles) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lifetime::Cycles;

    /// Peak memory of the process, by the system, in MB; processor time on a core of 2024.
    #[test]
    fn estimates_of_lifetimes_are_near_what_was_measured() {
        for (elements, megabytes, seconds) in [(4000, 32.0, 1.3), (40_000, 92.0, 15.8)] {
            let need = need_of_lifetime(&Lifetime::default(), &Output { frames: 51, elements }, false);
            let ratio = need.bytes / (1e6 * megabytes);
            assert!((0.67..1.5).contains(&ratio), "{elements}: {} for {megabytes} MB", need.words());
            assert!(need.seconds.is_some_and(|found| (0.33..3.0).contains(&(found / seconds))), "{elements}");
        }
    }

    /// The same of others: `docs/lifetime/tables.md`.
    #[test]
    fn estimates_of_lifetimes_hold_for_others() {
        let tolerance = |tolerance: f64| Lifetime { tolerance, ..Lifetime::default() };
        let updates = Lifetime { updates: Some(Cycles::new(5e5)), ..Lifetime::default() };
        for (lifetime, frames, elements, seconds) in [
            (tolerance(1e-2), 101, 2000, 1.3),
            (tolerance(1e-2), 101, 8100, 5.2),
            (tolerance(1e-2), 201, 8100, 9.4),
            (tolerance(2e-2), 101, 2000, 1.0),
            (tolerance(1e-3), 101, 2000, 2.2),
            (tolerance(1e-4), 101, 2000, 4.8),
            (updates, 101, 2000, 0.27),
        ] {
            let found = need_of_lifetime(&lifetime, &Output { frames, elements }, false).seconds.expect("an estimate");
            assert!((0.33..3.0).contains(&(found / seconds)), "{frames} × {elements}: {found} for {seconds} s");
        }
        let solid = need_of_lifetime(&tolerance(1e-2), &Output { frames: 101, elements: 2000 }, true);
        assert!(solid.seconds.is_some_and(|found| (0.33..3.0).contains(&(found / 25.0))), "{}", solid.words());
    }
}
