//! Surrogates: what a contact of surfaces says, fitted once and evaluated hundreds of times faster.
//!
//! ```
//! use mechanics::contact::surrogate::{Domain, HipContact, Kind, Range, Surrogate, SurrogateSettings};
//! use mechanics::contact::{ConformalSphere, Layer, SphericalJoint};
//! use mechanics::material::Elastic;
//! use nalgebra::Vector3;
//!
//! // A ball in a lined cup, at places within about 20° of the pole and loads of 200 to 3000 N.
//! let layer = Layer { thickness: 8e-3, material: Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 } };
//! let sphere = ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation: layer.into() };
//! let hip = HipContact(SphericalJoint::new(sphere, Vector3::y(), std::f64::consts::FRAC_PI_2));
//! let varied = |middle: f64, half: f64| Range::Varied { middle, half };
//! let (across, fixed) = (varied(0.0, 30e-6), Range::Indifferent);
//! let ranges = [across, varied(0.15e-3, 0.15e-3), across, fixed, fixed, fixed];
//! let domain = Domain { ranges, sensitive: 1, loads: [200.0, 3000.0] };
//! let kind = Kind::ResponseSurface;
//! let settings = SurrogateSettings { kind, initial: 80, refinement: 0, held_out: 40, order: 4, seed: 1 };
//! assert!(Surrogate::fit(&hip, &domain, &settings)?.accuracy().force_rms < 0.01);
//! # Ok::<(), mechanics::contact::surrogate::SurrogateError>(())
//! ```
//!
//! The scheme of [Lin2010], as the catalogue [Lehtoranta2011] describes it: six relative coordinates in, three forces and
//! three moments out (and pressure, area, centre of pressure). What makes it work for contact:
//!
//! - **Loads are sampled, not penetrations.** Forces are far more sensitive along one direction than along the others: a
//!   tenth of a millimetre is everything or nothing. Each sample draws the other coordinates and a *load*, and the
//!   sensitive coordinate is solved for; what cannot be solved, or runs over an edge, is left out.
//! - **The thin, bent layer of poses that matter is made straight.** The height y at which the reference load is reached is
//!   fitted first, h(q); everything else is a function of q and ζ = y − h(q).
//! - **Loads are divided by a root.** A foundation pushes about with the square of its indentation: w = W/√|F| is nearly
//!   linear in ζ. From six fitted outputs w = (u, m) the wrench is W = |u| w, without any sign or case to decide.
//!
//! | file | what it holds |
//! |---|---|
//! | `contact.rs` | what can be replaced: any elastic contact of two bodies |
//! | `coordinates.rs` | from a pose to six numbers and back |
//! | `domain.rs` | where a surrogate is valid |
//! | `sample.rs` | poses to learn from, and to judge by |
//! | `fit.rs` | from samples to a surrogate, with refinement where its error is largest |
//! | `accuracy.rs` | how far it is from the contact on poses it has not seen |
//! | `evaluate.rs` | what it says at a pose, and the way back to the contact outside of its domain |
//!
//! For pairs of surfaces whose spots open and close the wrench is not smooth, and the gaps are fitted instead:
//!
//! | file | what it holds |
//! |---|---|
//! | `pair.rs` | a pair of surfaces along a motion: samples, fits and their errors |
//! | `tube.rs` | where a pair is worth fitting: stretches of a motion |
//! | `cells.rs` | neighbouring points taken together |
//! | `gap_fit.rs` | gaps of all cells over one stretch, from the pose |
//! | `piece.rs` | the same, ready to evaluate |
//! | `bound.rs` | what follows from them: wrench and derivatives |
//! | `add_up.rs` | sums over the touching cells, and the patch |
//! | `rub.rs` | friction |
//! | `lanes.rs` | arithmetic of eight cells at a time |

mod accuracy;
mod add_up;
mod bound;
mod cells;
mod contact;
mod coordinates;
mod domain;
mod evaluate;
mod fit;
mod gap_fit;
mod lanes;
mod pair;
mod piece;
mod rub;
mod sample;
mod tube;

use numerics::regression::{Accuracy, Expansion, Kriging, Regressor};
use serde::{Deserialize, Serialize};

pub use accuracy::ContactAccuracy;
pub use bound::{BoundPair, PairScratch};
pub use contact::{ElasticContact, HipContact, Loads};
pub use coordinates::{compute_coordinates, compute_pose};
pub use domain::{Domain, Range, compute_sensitive_axis};
pub use evaluate::{Substitute, SubstituteScratch, SurrogateScratch};
pub use fit::SurrogateSettings;
pub use pair::{PairDesign, PairProvenance, PairSurrogate};
pub use sample::{ContactSample, draw_contact_samples};
pub use tube::TubeSettings;

/// Version of the stored form: another one is refused.
pub const SURROGATE_VERSION: u32 = 3;

/// How a surrogate is fitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Chosen products of polynomials.
    ResponseSurface,
    /// Gaussian process.
    Kriging,
    /// Polynomials, with Fourier terms in angles.
    PolyFourier,
}

/// A fitted contact: plain data, shared by all threads, stored and read with serde.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(try_from = "Record", into = "Record")]
pub struct Surrogate {
    record: Record,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Record {
    version: u32,
    kind: Kind,
    domain: Domain,
    provenance: Provenance,
    /// Height of the reference load, from the varied coordinates.
    height: Expansion,
    /// Least and greatest ζ of the samples.
    layer: [f64; 2],
    /// W/√|F|, from the varied coordinates and ζ.
    wrench: Fitted,
    /// Peak pressure, area and deepest indentation over √|F|.
    patch: Expansion,
    /// Centre of pressure.
    centre: Expansion,
    accuracy: ContactAccuracy,
    leave_one_out: Vec<Accuracy>,
}

/// Where a surrogate comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Fingerprint of the contact it stands for.
    pub contact: String,
    /// Poses it has learnt from.
    pub samples: usize,
    /// Poses that were left out: no such load there, or over an edge.
    pub infeasible: usize,
    /// Evaluations of the contact that it took.
    pub evaluations: u64,
    /// Seed of the design.
    pub seed: u64,
}

/// One of the regressors.
#[derive(Debug, Clone, Serialize, Deserialize)]
enum Fitted {
    Expansion(Expansion),
    Kriging(Box<Kriging>),
}

/// A surrogate that cannot be made, or read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SurrogateError {
    /// Stored by another version of the program.
    #[error("a surrogate of version {found}, this program reads version {SURROGATE_VERSION}")]
    Version {
        /// Its version.
        found: u32,
    },
    /// Fitted to another contact.
    #[error("the surrogate was fitted to another contact: {found}, not {expected}")]
    OtherContact {
        /// Fingerprint in the surrogate.
        found: String,
        /// Fingerprint of the contact at hand.
        expected: String,
    },
    /// Numbers that no fit has written.
    #[error("the surrogate is damaged: {what}")]
    Damaged {
        /// What cannot be.
        what: &'static str,
    },
    /// No load anywhere.
    #[error("the surfaces do not touch between {low} and {high} m along the sensitive direction")]
    NeverTouches {
        /// Where the search began.
        low: f64,
        /// Where it ended.
        high: f64,
    },
    /// A domain that is none.
    #[error("{what} of the domain is {value}: {hint}")]
    Domain {
        /// Which number.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What it should be.
        hint: &'static str,
    },
    /// Too many poses had to be left out.
    #[error("{feasible} of {asked} poses have a load of the domain without running over an edge")]
    Infeasible {
        /// Poses that can be used.
        feasible: usize,
        /// Poses drawn.
        asked: usize,
    },
    /// Nothing to fit around.
    #[error("a motion without poses")]
    NoMotion,
    /// Told not to go on.
    #[error("stopped before all poses were sampled")]
    Stopped,
    /// A pair whose gaps are not those of the base, or whose pressure does not follow them.
    #[error("surrogates follow the points of the base, which push along the shortest way")]
    OtherPoints,
    /// The samples could not be fitted.
    #[error(transparent)]
    Regression(#[from] numerics::regression::RegressionError),
    /// The design could not be drawn.
    #[error(transparent)]
    Sequence(#[from] numerics::sampling::SequenceError),
}

impl SurrogateError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Version { .. } => "fit it again".into(),
            Self::OtherContact { .. } => {
                "fit it again; surfaces, lining, regions or spacing of the points have changed".into()
            }
            Self::Damaged { .. } => "fit it again".into(),
            Self::NeverTouches { .. } => "move the centre of the domain, or widen it along that direction".into(),
            Self::Infeasible { .. } => "make the domain smaller, or widen it along the sensitive direction".into(),
            Self::NoMotion => "it takes one at least".into(),
            Self::OtherPoints => "sample the base alone, and not along its own normals".into(),
            Self::Domain { .. } => return None,
            Self::Stopped => return None,
            Self::Regression(cause) => return cause.hint(),
            Self::Sequence(cause) => return cause.hint(),
        };
        Some(hint)
    }
}

impl TryFrom<Record> for Surrogate {
    type Error = SurrogateError;

    fn try_from(record: Record) -> Result<Self, SurrogateError> {
        if record.version != SURROGATE_VERSION {
            return Err(SurrogateError::Version { found: record.version });
        }
        record.check()?;
        Ok(Self { record })
    }
}

impl Record {
    /// What is read may have been damaged: nothing that evaluations rely on is taken on trust.
    fn check(&self) -> Result<(), SurrogateError> {
        self.domain.check()?;
        let damaged = |what| Err(SurrogateError::Damaged { what });
        if !(self.layer[0] <= self.layer[1] && self.layer.iter().all(|end| end.is_finite())) {
            return damaged("its layer is none");
        }
        let varied = self.domain.varied().count();
        let fits =
            |fit: &Expansion, inputs, outputs| fit.is_sound() && fit.dimension() == inputs && fit.outputs() == outputs;
        let wrench = match &self.wrench {
            Fitted::Expansion(fit) => fit.is_sound(),
            // Checked when it was read.
            Fitted::Kriging(_) => true,
        };
        if !(wrench && self.wrench.dimension() == varied + 1 && self.wrench.outputs() == 6) {
            return damaged("the fit of its loads");
        }
        if !fits(&self.height, varied, 1) {
            return damaged("the fit of its height");
        }
        if !(fits(&self.patch, varied + 1, 3) && fits(&self.centre, varied + 1, 3)) {
            return damaged("the fit of its patch");
        }
        if self.leave_one_out.len() != 6 {
            return damaged("its errors");
        }
        Ok(())
    }
}

impl From<Surrogate> for Record {
    fn from(surrogate: Surrogate) -> Self {
        surrogate.record
    }
}

impl Surrogate {
    /// How it was fitted.
    pub fn kind(&self) -> Kind {
        self.record.kind
    }

    /// Where it is valid.
    pub fn domain(&self) -> &Domain {
        &self.record.domain
    }

    /// Where it comes from.
    pub fn provenance(&self) -> &Provenance {
        &self.record.provenance
    }

    /// Its errors on poses that it has not seen.
    pub fn accuracy(&self) -> &ContactAccuracy {
        &self.record.accuracy
    }

    /// Leave-one-out errors of the six fitted outputs, load over the root of the force.
    pub fn leave_one_out(&self) -> &[Accuracy] {
        &self.record.leave_one_out
    }
}

impl Regressor for Fitted {
    fn dimension(&self) -> usize {
        match self {
            Self::Expansion(fit) => fit.dimension(),
            Self::Kriging(fit) => fit.dimension(),
        }
    }

    fn outputs(&self) -> usize {
        match self {
            Self::Expansion(fit) => fit.outputs(),
            Self::Kriging(fit) => fit.outputs(),
        }
    }

    fn scratch_length(&self) -> usize {
        match self {
            Self::Expansion(fit) => fit.scratch_length(),
            Self::Kriging(fit) => fit.scratch_length(),
        }
    }

    fn evaluate(&self, point: &[f64], values: &mut [f64], scratch: &mut [f64]) {
        match self {
            Self::Expansion(fit) => fit.evaluate(point, values, scratch),
            Self::Kriging(fit) => fit.evaluate(point, values, scratch),
        }
    }

    fn evaluate_with_slopes(&self, point: &[f64], values: &mut [f64], slopes: &mut [f64], scratch: &mut [f64]) {
        match self {
            Self::Expansion(fit) => fit.evaluate_with_slopes(point, values, slopes, scratch),
            Self::Kriging(fit) => fit.evaluate_with_slopes(point, values, slopes, scratch),
        }
    }
}
