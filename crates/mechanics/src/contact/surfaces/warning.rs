//! What makes an answer doubtful, as data.

use std::fmt;

use super::{PatchSummary, Response, SurfacePair};
use crate::geometry::mesh::Fineness;

/// Something that makes the answer of a contact of surfaces doubtful.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ContactWarning {
    /// The lining is squeezed by more than small strain allows.
    Deep {
        /// Indentation over thickness.
        ratio: f64,
    },
    /// One of the surfaces ends inside of the patch.
    Edge {
        /// Share of the area of the patch that lies beside an edge.
        share: f64,
    },
    /// The patch is small against the thickness: the layer is more of a half-space, and a foundation is not what it does.
    /// Finer points do not bring it nearer to Hertz.
    Thick {
        /// Thickness over the radius of a circle with the patch's area.
        ratio: f64,
    },
    /// Too few points under the patch.
    Coarse {
        /// Expected error of the force over the force.
        error: f64,
    },
    /// Flat facets stand too far off the surface for which they stand.
    Facets {
        /// Expected error of the force over the force, at this indentation.
        error: f64,
    },
}

/// Strain beyond which linear elasticity is left.
const DEEP: f64 = 0.1;
/// Share of the patch beside an edge that can be seen in the force.
const EDGE: f64 = 0.01;
/// Thickness over patch radius beyond which layers on a stiff support leave the foundation: at 16 mm over 10.5 mm of the
/// cup of [Askari2018] the peak pressure is 6 % off finite elements, at 8 mm over 9.2 mm it is 5 % off the other way.
const THICK: f64 = 1.5;
/// Error of the quadrature that is worth a warning.
const COARSE: f64 = 0.01;

impl SurfacePair {
    /// What is doubtful about an answer: the patch and the response of one evaluation.
    pub fn warnings(&self, patch: &PatchSummary, response: &Response) -> Vec<ContactWarning> {
        let mut warnings = Vec::new();
        if !(patch.area > 0.0) {
            return warnings;
        }
        if patch.deepest_ratio > DEEP {
            warnings.push(ContactWarning::Deep { ratio: patch.deepest_ratio });
        }
        let share = patch.area_at_edge / patch.area;
        if share > EDGE {
            warnings.push(ContactWarning::Edge { share });
        }
        let thickness = patch.deepest / patch.deepest_ratio;
        let ratio = thickness / (patch.area / std::f64::consts::PI).sqrt();
        // The modified foundation is fitted to thick layers too; whether it fits this pair, its user knows.
        if ratio > THICK && !self.settings.law.needs_approach() && !self.is_coupled() {
            warnings.push(ContactWarning::Thick { ratio });
        }
        let error = response.quadrature_error / patch.pressure_force;
        if error > COARSE {
            warnings.push(ContactWarning::Coarse { error });
        }
        warnings
    }
}

impl ContactWarning {
    /// Whether flat facets spoil the force at the depth of this patch.
    pub fn of_facets(fineness: &Fineness, patch: &PatchSummary) -> Option<Self> {
        let error = fineness.force_error(None, Some(patch.deepest))?;
        (!error.is_tolerable()).then_some(Self::Facets { error: error.worst })
    }
}

impl ContactWarning {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Deep { .. } => "beyond 10 % use the logarithmic law, and doubt the load or the pose",
            Self::Edge { .. } => "the stress concentration there is not in a foundation; was the mesh cut too small?",
            Self::Thick { .. } => {
                "a foundation is for thin layers and does not converge to Hertz; judge its pressures by finite elements of this pair"
            }
            Self::Coarse { .. } => "halve the spacing",
            Self::Facets { .. } => "use curved facets, or a finer mesh",
        }
    }
}

impl fmt::Display for ContactWarning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deep { ratio } => {
                write!(formatter, "the lining is indented by {:.0} % of its thickness", 100.0 * ratio)
            }
            Self::Edge { share } => {
                write!(formatter, "{:.0} % of the patch lies beside an edge of a surface", 100.0 * share)
            }
            Self::Thick { ratio } => {
                write!(formatter, "the lining is {ratio:.1} times as thick as the patch is wide")
            }
            Self::Coarse { error } => write!(
                formatter,
                "the points are too far apart for the patch: the force is uncertain by {:.1} %",
                100.0 * error
            ),
            Self::Facets { error } => {
                write!(formatter, "flat facets change the force by about {:.0} % at this indentation", 100.0 * error)
            }
        }
    }
}
