//! A fitted surrogate in place of the contact of head and cup.
//!
//! The contact has a closed form, which is as fast: this is where surrogates are held against a known answer, in studies as
//! a user makes them. Forces, derivatives, peak pressure, area and indentation are the surrogate's; the field of pressure
//! over the cup, which no surrogate has, is that of the closed form at the eccentricity found.

mod bound;
mod fit;

use std::sync::Arc;

use mechanics::contact::surrogate::{ContactAccuracy, Domain, Kind, Provenance, Surrogate, SurrogateSettings};
use serde::{Deserialize, Serialize};

pub(super) use bound::BoundSurrogate;

use super::Hip;
use super::choice::Choice;
use super::contact::JointContact;
use super::parameters::{Contact, ElasticFoundation, Parameters};
use crate::Problem;
use crate::surrogates::{FittedTo, seal, unseal};

/// Version of the stored form: another one is refused.
const VERSION: u32 = 1;

/// A fitted surrogate of a hip's contact: a file that studies of the same implant can use.
#[derive(Debug, Clone)]
pub struct HipSurrogate(pub(super) Arc<Record>);

/// What is in the file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// Always "hip": files of other joints are told apart by it.
    joint: String,
    version: u32,
    /// Who made it, from what.
    pub origin: String,
    span: Span,
    pub surrogate: Surrogate,
}

/// Which eccentricities a surrogate knows, beside the domain of forces and coordinates that it was fitted in.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct Span {
    /// Unit vector in pelvis axes that is the y axis of the fit: the mean direction of the eccentricities.
    along: [f64; 3],
    /// Largest angle from it, in rad.
    widest: f64,
    /// How far the patch may reach beyond the rim, in rad.
    overhang: f64,
}

impl Span {
    fn is_sound(&self) -> bool {
        let length: f64 = self.along.iter().map(|x| x * x).sum();
        (length - 1.0).abs() < 1e-6 && (0.0..=std::f64::consts::PI).contains(&self.widest) && self.overhang.is_finite()
    }
}

impl HipSurrogate {
    /// Three coordinates are few: these samples give the force to about a thousandth.
    pub const SETTINGS: SurrogateSettings = SurrogateSettings {
        kind: Kind::ResponseSurface,
        initial: 480,
        refinement: 80,
        held_out: 150,
        order: 7,
        seed: 0,
    };

    fn new(origin: &str, span: Span, surrogate: Surrogate) -> Self {
        let (joint, version, origin) = ("hip".into(), VERSION, origin.into());
        Self(Arc::new(Record { joint, version, origin, span, surrogate }))
    }

    /// Reads the content of a file.
    ///
    /// # Errors
    /// When it is no surrogate, one of another joint, or one of another version.
    pub fn read(bytes: &[u8]) -> Result<Self, Problem> {
        const HINT: &str = "make one with `synovia fit` from a study of this hip";
        let wrong = |message: String| Problem::new("surrogate.path", message, HINT);
        if FittedTo::of(bytes) == Some(FittedTo::Knee) {
            return Err(wrong("the file holds a surrogate of a knee replacement, and this is a hip".into()));
        }
        // A file of another version may well have another checksum, or none.
        #[derive(Deserialize)]
        struct Label {
            joint: String,
            version: u32,
        }
        let label =
            serde_json::from_slice(bytes).ok().filter(|Label { joint, version }| joint != "hip" || *version != VERSION);
        if let Some(Label { joint, version }) = label {
            return Err(wrong(format!(
                "the file holds a surrogate of a {joint} of version {version}, this program reads those of hips of version {VERSION}"
            )));
        }
        let object = unseal(bytes).map_err(|what| wrong(what.into()))?;
        let record: Record = serde_json::from_slice(&object)
            .map_err(|error| wrong(format!("the file holds no surrogate of this version: {error}")))?;
        if !record.span.is_sound() {
            return Err(wrong("the surrogate is damaged: its directions".into()));
        }
        Ok(Self(Arc::new(record)))
    }

    /// The content of a file.
    ///
    /// # Errors
    /// When a number of it cannot be written.
    pub fn write(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(&*self.0).map(seal).map_err(|error| error.to_string())
    }

    /// Its errors on poses held out.
    pub fn accuracy(&self) -> &ContactAccuracy {
        self.0.surrogate.accuracy()
    }

    /// What it was made from.
    pub fn provenance(&self) -> &Provenance {
        self.0.surrogate.provenance()
    }

    /// Where it is valid, in the frame of the fit.
    pub fn domain(&self) -> &Domain {
        self.0.surrogate.domain()
    }

    /// Largest angle from the middle of its directions, in rad.
    pub fn widest_angle(&self) -> f64 {
        self.0.span.widest
    }

    /// Root of the mean square of the leave-one-out errors of what is fitted, force over its root, as a share of its size.
    pub fn leave_one_out(&self) -> f64 {
        let outputs = &self.0.surrogate.leave_one_out()[..3];
        let squares: f64 = outputs.iter().map(|output| output.rms * output.rms).sum();
        let [least, greatest] = self.domain().loads.map(f64::sqrt);
        squares.sqrt() / (0.5 * (least + greatest))
    }
}

impl Hip {
    /// The same hip on springs, where nobody chose its contact: surrogates stand for springs.
    pub(super) fn on_springs(self) -> Result<Self, Problem> {
        if self.choice != Choice::Complete {
            return Ok(self);
        }
        let contact = Contact::ElasticFoundation(ElasticFoundation::default());
        let springs = Parameters { contact, ..self.parameters };
        Self::new(springs, self.cycle).map_err(|mut problems| problems.swap_remove(0))
    }

    /// The same hip, with a surrogate in place of the contact.
    ///
    /// # Errors
    /// When it was fitted to another contact, or this hip has no elastic foundation.
    pub fn with_surrogate(mut self, surrogate: HipSurrogate) -> Result<Self, Problem> {
        self = self.on_springs()?;
        let JointContact::Foundation(joint) = &self.contact else {
            let message = "surrogates of hips stand for the elastic foundation, and this hip has Hertz's law";
            return Err(Problem::new("surrogate.path", message, "leave out [hip.surrogate] or [hip.contact.hertz]"));
        };
        self.surrogate = Some(Arc::new(BoundSurrogate::new(surrogate, joint)?));
        Ok(self)
    }
}
