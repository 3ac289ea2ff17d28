//! Why there is no place of rest: read from where a search for it ended.

use std::fmt;

use super::Replacement;
use super::parameters::{Adjust, Experiment};

/// A tilt or turn away from where a search began after which the parts have left one another, in rad.
const TIPPED: f64 = 0.6;
const TURNED: f64 = 1.2;
/// A fall after which nothing can be below any more, in m.
const FALLEN: f64 = 0.1;

/// Why nothing carries a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Reason {
    /// The femoral component falls, and nothing is in its way.
    NeverTouches,
    /// It slides over the border of the insert.
    SlidesOff {
        /// Where to.
        towards: &'static str,
        /// How far it was from where it began when the search was given up, in mm.
        moved: f64,
    },
    /// It tilts about one side until it falls over.
    TipsOver {
        /// To which side.
        towards: &'static str,
        /// Where the axial force acts, medial of the middle, in mm.
        acts: f64,
    },
    /// It turns about the long axis without end.
    TurnsOut {
        /// By how much when the search was given up, in degrees.
        angle: f64,
    },
    /// The search ended on the insert, but not in balance.
    Unsettled {
        /// What is left, in N.
        residual: f64,
        /// Steps made.
        steps: u32,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverTouches => f.write_str("the femoral component never touches the insert"),
            Self::SlidesOff { towards, moved } => {
                write!(f, "the femoral component slides off the insert, {towards} ({moved:.0} mm and going on)")
            }
            Self::TipsOver { towards, acts } => write!(
                f,
                "the femoral component tips over to the {towards} side: the force acts {:.1} mm {} of the middle",
                acts.abs(),
                if *acts < 0.0 { "lateral" } else { "medial" }
            ),
            Self::TurnsOut { angle } => {
                write!(f, "the femoral component turns about its long axis without end ({angle:.0}° and going on)")
            }
            Self::Unsettled { residual, steps } => {
                write!(f, "the search ended out of balance: {residual:.3} N are left after {steps} steps")
            }
        }
    }
}

impl Reason {
    /// What to do about it.
    pub(super) fn hint(&self, load_driven: bool) -> &'static str {
        match self {
            Self::NeverTouches => {
                "check that the parts lie above one another: implant.axes, the units of the files, and the columns and signs of the pose"
            }
            Self::SlidesOff { towards: "medially" | "laterally", .. } => {
                "move load-medial nearer to the middle: sideways only the shape of the insert holds, and ligaments where there are any"
            }
            Self::SlidesOff { .. } => {
                "the shape of the insert and the restraints must carry the anterior force: check its sign and size, raise anterior-stiffness, \
                 or add ligaments"
            }
            Self::TipsOver { .. } => "move load-medial nearer to the middle, between the two sides, or add ligaments",
            Self::TurnsOut { .. } => "raise rotation-stiffness, or check the sign and size of the torque",
            Self::Unsettled { .. } if load_driven => {
                "use curved facets or a finer output.spacing, more frames, or equations of motion (`dynamic`)"
            }
            Self::Unsettled { .. } => "use curved facets or a finer output.spacing",
        }
    }

    /// The key of the parameters that it is about.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::NeverTouches | Self::Unsettled { .. } => "implant",
            Self::TipsOver { .. } | Self::SlidesOff { towards: "medially" | "laterally", .. } => {
                "experiment.load-driven.load-medial"
            }
            Self::SlidesOff { .. } => "experiment.load-driven.anterior-stiffness",
            Self::TurnsOut { .. } => "experiment.load-driven.rotation-stiffness",
        }
    }
}

/// How far a search may go from where it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    start: [f64; 6],
    /// Half of the insert's length and width, in m.
    half: [f64; 2],
    /// Where both parts end medially and laterally, each from its own origin, in m towards lateral.
    femoral: [f64; 2],
    insert: [f64; 2],
    /// Where the axial force acts, medial of the femoral component's origin, in m.
    acts: f64,
    /// Whether something beside the insert carries a moment in the frontal plane.
    is_tied: bool,
}

impl Reach {
    pub fn new(knee: &Replacement, start: [f64; 6], acts: f64) -> Self {
        let [low, high] = knee.insert.mesh.compute_bounds();
        let size = 0.5 * (high - low);
        let [first, last] = knee.femoral.mesh.compute_bounds();
        let is_tied = match &knee.parameters.experiment {
            Experiment::MeasuredPose(case) => case.adjust == Adjust::Superior,
            Experiment::LoadDriven(case) => !case.ligaments.is_empty(),
        };
        Self { start, half: [size.x, size.z], femoral: [first.z, last.z], insert: [low.z, high.z], acts, is_tied }
    }

    /// Why a search that was on the insert when it was given up is not in balance. A force that acts beside all places where
    /// the parts can press on each other has nothing to lean on.
    pub fn unbalanced(&self, now: &[f64; 6], residual: f64, steps: u32) -> Reason {
        let ([.., outward], at) = (now, -self.acts);
        let from = self.femoral[0].max(self.insert[0] - outward);
        let to = self.femoral[1].min(self.insert[1] - outward);
        if (from..=to).contains(&at) || self.is_tied {
            return Reason::Unsettled { residual, steps };
        }
        Reason::TipsOver { towards: if at > to { "lateral" } else { "medial" }, acts: 1e3 * self.acts }
    }

    /// Why a search need not go on beyond these coordinates, if they are too far; `touched` says whether the parts have met.
    pub fn left(&self, now: &[f64; 6], touched: bool) -> Option<Reason> {
        let way: [f64; 6] = std::array::from_fn(|k| now[k] - self.start[k]);
        let [_, tilt, turn, forward, up, outward] = way;
        let shares = [
            tilt.abs() / TIPPED,
            forward.abs() / self.half[0],
            outward.abs() / self.half[1],
            turn.abs() / TURNED,
            -up / FALLEN,
        ];
        let most = shares.iter().copied().fold(0.0, f64::max);
        if !(most > 1.0) {
            return None;
        }
        let moved = 1e3 * forward.hypot(outward);
        let reason = match shares.iter().position(|share| *share == most) {
            // Positive tilts the upper end laterally.
            Some(0) => {
                Reason::TipsOver { towards: if tilt > 0.0 { "lateral" } else { "medial" }, acts: 1e3 * self.acts }
            }
            Some(1) => Reason::SlidesOff { towards: if forward > 0.0 { "forwards" } else { "backwards" }, moved },
            Some(2) => Reason::SlidesOff { towards: if outward > 0.0 { "laterally" } else { "medially" }, moved },
            Some(3) => Reason::TurnsOut { angle: turn.to_degrees() },
            // It may have lost the insert on its way.
            _ if touched && forward.abs() > outward.abs() => {
                Reason::SlidesOff { towards: if forward > 0.0 { "forwards" } else { "backwards" }, moved }
            }
            _ if touched => Reason::SlidesOff { towards: if outward > 0.0 { "laterally" } else { "medially" }, moved },
            _ => Reason::NeverTouches,
        };
        Some(if touched { reason } else { Reason::NeverTouches })
    }
}
