//! Where a path is not continuous: a muscle that changes sides or jumps is a defect of a model, and is said, not hidden.
//!
//! ```
//! use mechanics::muscle::continuity::{Sample, find_jumps};
//!
//! // A length that grows by 5 mm in every tenth of a radian, and once by 10 mm more.
//! let sample = |at: f64, length: f64| Sample { at, length, slope: 0.05 };
//! let jumps = find_jumps(&[sample(0.0, 0.300), sample(0.1, 0.305), sample(0.2, 0.320)], 1e-4);
//! assert!(jumps.len() == 1 && (jumps[0].by - 0.01).abs() < 1e-12);
//! ```

use super::path::{PathSolution, WrapState, Wrapped};

/// One sample of a path along a motion or over the range of a coordinate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// The coordinate, or time.
    pub at: f64,
    /// Length of the path (m).
    pub length: f64,
    /// Its slope by the coordinate: minus the moment arm (m/rad), from the pulls.
    pub slope: f64,
}

/// A step in a length.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jump {
    /// The coordinate before it.
    pub from: f64,
    /// The coordinate after it.
    pub to: f64,
    /// Change of length that the slopes do not explain (m).
    pub by: f64,
}

/// Jumps between neighbouring samples that are larger than `least`.
///
/// While a slope changes from s₀ to s₁ without turning back, the trapezium `½ (s₀ + s₁) Δx` is right to `½ |s₁ − s₀| Δx`;
/// what is left beyond that and `least` cannot come from a continuous path of this kind.
pub fn find_jumps(samples: &[Sample], least: f64) -> Vec<Jump> {
    let step = |w: &[Sample]| {
        let (a, b) = (w[0], w[1]);
        let dx = b.at - a.at;
        let by = b.length - a.length - 0.5 * (a.slope + b.slope) * dx;
        let allowed = 0.5 * ((b.slope - a.slope) * dx).abs() + least;
        (by.abs() > allowed || by.is_nan()).then_some(Jump { from: a.at, to: b.at, by })
    };
    samples.windows(2).filter_map(step).collect()
}

/// What a wrap object did between two moments that a taut string cannot do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Defect {
    /// The path went over to the other side.
    SideChanged {
        /// Number of the wrap object.
        object: usize,
    },
    /// A path that lay on the surface over this length was free at once, or the other way round.
    LostContact {
        /// Number of the wrap object.
        object: usize,
        /// Length on the surface on the side where it was wrapped (m).
        arc: f64,
    },
    /// The path point before or after it came to lie inside.
    Inside {
        /// Number of the wrap object.
        object: usize,
    },
}

/// Compares the path at two neighbouring moments; arcs shorter than `touch` (m) may come and go.
pub fn find_defects<'a>(
    before: &'a PathSolution,
    after: &'a PathSolution,
    touch: f64,
) -> impl Iterator<Item = Defect> + 'a {
    before.wraps.iter().zip(&after.wraps).enumerate().filter_map(move |(object, pair)| match pair {
        (WrapState::Wrapped(a), WrapState::Wrapped(b)) => {
            (a.side != b.side && a.arc.min(b.arc) > touch && !passes_half_turn(a, b))
                .then_some(Defect::SideChanged { object })
        }
        (WrapState::Wrapped(w), WrapState::Free) | (WrapState::Free, WrapState::Wrapped(w)) => {
            (w.arc > touch).then_some(Defect::LostContact { object, arc: w.arc })
        }
        (_, WrapState::Inside) => Some(Defect::Inside { object }),
        _ => None,
    })
}

/// Near and far sides of a sphere meet at half a turn, where both arcs are alike.
fn passes_half_turn(a: &Wrapped, b: &Wrapped) -> bool {
    (a.enter - b.enter).norm() + (a.leave - b.leave).norm() < 0.25 * a.arc.min(b.arc)
}
