//! Journals in bearings, as a user writes them.

use quantity::Length;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parameters::Attachment;
use crate::contact::{Dissipation, ElasticLaw, Friction, Material};
use crate::film::{Film, Fluid};

/// A pin of one body in a hole of another: without clearance, dry, or with a fluid between them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bearing {
    /// Its name, under which its force is reported: that on the journal, in the axes of space.
    pub name: String,
    /// Centre of the journal (the pin).
    pub journal: Attachment,
    /// Centre of the bearing (the hole).
    pub bearing: Attachment,
    /// What is between them.
    pub kind: BearingKind,
}

/// What is between a journal and its bearing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BearingKind {
    /// Nothing: a revolute joint without clearance.
    Ideal,
    /// Clearance: they fly free, hit and rub.
    Dry(Box<DryBearing>),
    /// A film of fluid; rough surfaces and solids where it becomes too thin.
    Lubricated(Box<LubricatedBearing>),
}

/// A pin with clearance. A worn one has more of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DryBearing {
    /// Radius of the journal.
    pub radius: Length,
    /// Radius of the bearing less that of the journal.
    pub clearance: Length,
    /// What journal and bearing are made of; not needed where the law says it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub materials: Option<[Material; 2]>,
    /// How they push back where they touch.
    pub law: ElasticLaw,
    /// What impacts lose.
    #[serde(default = "nothing_lost")]
    pub dissipation: Dissipation,
    /// How they rub.
    #[serde(default)]
    pub friction: Friction,
    /// Where the journal starts.
    #[serde(default)]
    pub start: JournalStart,
}

/// A pin in a film of fluid.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LubricatedBearing {
    /// Radius of the journal.
    pub radius: Length,
    /// Radius of the bearing less that of the journal.
    pub clearance: Length,
    /// Length of the bearing along its axis; the diameter of the journal when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<Length>,
    /// What fills the clearance: a viscosity such as "0.04 Pa s", a fluid of `synovia list`, or a table.
    pub fluid: Fluid,
    /// How the film is computed.
    #[serde(default = "numerical")]
    pub film: Film,
    /// Cells of a numerical film: once around, and (even) along the axis.
    #[serde(default = "usual_cells")]
    pub cells: [usize; 2],
    /// Roughness of both surfaces together, root mean square: the film does not become thinner, and below three times as much
    /// the surfaces begin to carry load themselves.
    #[serde(default = "ground_steel")]
    pub roughness: Length,
    /// What journal and bearing are made of: how their rough surfaces, and their solids, push back.
    pub materials: [Material; 2],
    /// How the solids push back; Hertz's law of the materials when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<ElasticLaw>,
    /// What impacts of the solids lose.
    #[serde(default = "nothing_lost")]
    pub dissipation: Dissipation,
    /// How rough surfaces and solids rub.
    #[serde(default)]
    pub friction: Friction,
    /// Where the journal starts.
    #[serde(default)]
    pub start: JournalStart,
}

/// Where a journal starts in its bearing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JournalStart {
    /// In the centre, moving with the bearing: as if this were an ideal joint up to the start.
    #[default]
    Centre,
    /// Where positions and velocities of its body put it.
    AsPlaced,
}

impl BearingKind {
    /// Radius and clearance, where there are any.
    pub(super) fn size(&self) -> Option<[Length; 2]> {
        match self {
            Self::Ideal => None,
            Self::Dry(kind) => Some([kind.radius, kind.clearance]),
            Self::Lubricated(kind) => Some([kind.radius, kind.clearance]),
        }
    }

    pub(super) fn start(&self) -> JournalStart {
        match self {
            Self::Ideal => JournalStart::Centre,
            Self::Dry(kind) => kind.start,
            Self::Lubricated(kind) => kind.start,
        }
    }

    /// The word in study files.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Ideal => "ideal",
            Self::Dry(_) => "dry",
            Self::Lubricated(_) => "lubricated",
        }
    }
}

impl LubricatedBearing {
    /// Length along its axis, in m.
    pub(super) fn axial_length(&self) -> f64 {
        self.length.map_or(2.0 * self.radius.si(), |length| length.si())
    }
}

fn nothing_lost() -> Dissipation {
    Dissipation::None
}

fn numerical() -> Film {
    Film::Numerical
}

fn usual_cells() -> [usize; 2] {
    [48, 20]
}

fn ground_steel() -> Length {
    Length::micrometres(0.4)
}
