//! What a film is made of, and what can be wrong with it.

use crate::fluid::Fluid;
use numerics::skyline::BadPivot;

/// How many cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// Cells once around, at least 8.
    pub around: usize,
    /// Cells from rim to rim of a journal (even: only one half is computed), from pole to rim of a ball; at least 4.
    pub across: usize,
}

impl Default for Grid {
    fn default() -> Self {
        Self { around: 64, across: 32 }
    }
}

/// What happens where the film would have to pull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cavitation {
    /// Nothing: the fluid takes any tension (full Sommerfeld).
    Never,
    /// Pressures below the limit are replaced by it afterwards (half Sommerfeld). Cheap, not in balance.
    Gumbel {
        /// The limit, above ambient (usually zero or less), in Pa.
        pressure: f64,
    },
    /// p ≥ limit, and where p = limit the cell may gain volume but not lose it (Swift and Stieber). Ruptures where
    /// pressure and its slope vanish; the film forms again as if fluid came from nowhere, see
    /// [`super::MassConservingJournal`].
    Reynolds {
        /// The limit, above ambient (usually zero or less), in Pa.
        pressure: f64,
    },
}

impl Cavitation {
    /// The limit above ambient, in Pa.
    pub fn pressure(&self) -> f64 {
        match *self {
            Self::Never => f64::NEG_INFINITY,
            Self::Gumbel { pressure } | Self::Reynolds { pressure } => pressure,
        }
    }
}

/// A supply over the whole length of one column of cells.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Groove {
    /// Where, from the first axis towards the second, in rad.
    pub angle: f64,
    /// Its pressure above ambient, in Pa.
    pub pressure: f64,
}

/// Everything about a film but its shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FilmSettings {
    /// Cells.
    pub grid: Grid,
    /// The lubricant.
    pub fluid: Fluid,
    /// What happens where it would have to pull.
    pub cavitation: Cavitation,
    /// Pressure per indentation k of an elastic liner, in Pa/m (see [`crate::contact::Foundation`]); none if rigid.
    ///
    /// *Assumes* that the deformation follows the pressure at once and that its rate ṗ/k displaces no fluid, so that the
    /// response follows from the motion of the moment; a mass-conserving film keeps the rate. *Pitfalls*: a film that
    /// neither slides nor is squeezed has had all the time to leave: pressed together and at rest, it carries nothing,
    /// and dry contact must.
    pub liner: Option<f64>,
    /// A supply groove.
    pub groove: Option<Groove>,
    /// The film conducts and shears as if it were never thinner than this (roughness keeps channels open), in m: the
    /// response stays finite when surfaces touch.
    pub thinnest: f64,
}

/// What it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FilmWork {
    /// Linear systems factorised.
    pub solves: u64,
}

/// A film that cannot be, or could not be solved.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum FilmError {
    /// An input without meaning.
    #[error("{what} is {value}")]
    BadNumber {
        /// What it is called.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What is needed.
        hint: &'static str,
    },
    /// The linear equations have no unique solution.
    #[error("the film's equations are singular: {0}")]
    Singular(BadPivot),
    /// Pressures or viscosities do not settle.
    #[error("the film's pressure does not settle: relative change {change:.1e} after {solves} solutions")]
    NotConverged {
        /// Linear solutions made.
        solves: u32,
        /// Largest relative change in the last one.
        change: f64,
    },
    /// The surfaces touch, and no liner gives way.
    #[error("the film is {thickness:.3e} m thick at its thinnest, which is not positive")]
    Touching {
        /// Smallest thickness, in m.
        thickness: f64,
    },
}

impl FilmError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadNumber { hint, .. } => hint.to_string(),
            Self::NotConverged { .. } => "a finer grid, a stiffer liner or a thicker `thinnest` film".into(),
            Self::Touching { .. } => "keep the eccentricity below the clearance, or give the film a liner".into(),
            Self::Singular(pivot) => pivot.hint().into(),
        };
        Some(hint)
    }
}

impl FilmSettings {
    pub(super) fn check(&self, clearance: f64) -> Result<(), FilmError> {
        let positive = |what, value: f64, hint| {
            if value > 0.0 && value.is_finite() { Ok(()) } else { Err(FilmError::BadNumber { what, value, hint }) }
        };
        positive(
            "the clearance",
            clearance,
            "give the bearing a larger radius than the journal, for instance by 80 um",
        )?;
        positive("the thinnest film", self.thinnest, "about the combined roughness, for instance 50 nm")?;
        if self.thinnest > 0.25 * clearance {
            let hint = "it must be well below the clearance: about the combined roughness";
            return Err(FilmError::BadNumber { what: "the thinnest film", value: self.thinnest, hint });
        }
        if let Some((what, value, hint)) = self.fluid.find_fault() {
            return Err(FilmError::BadNumber { what, value, hint });
        }
        if let Some(stiffness) = self.liner {
            positive("the liner's stiffness", stiffness, "pressure per indentation, for instance 1e11 Pa/m")?;
            if let Cavitation::Gumbel { pressure } = self.cavitation {
                let hint = "clipping afterwards would let the tension bend the liner: take Reynolds' condition";
                return Err(FilmError::BadNumber {
                    what: "Gümbel's cavitation pressure on a liner",
                    value: pressure,
                    hint,
                });
            }
        }
        if let Cavitation::Gumbel { pressure } | Cavitation::Reynolds { pressure } = self.cavitation
            && !(pressure <= 0.0 && pressure.is_finite())
        {
            let hint = "above ambient, so zero or negative, for instance -1e5 Pa";
            return Err(FilmError::BadNumber { what: "the cavitation pressure", value: pressure, hint });
        }
        let Grid { around, across } = self.grid;
        for (what, value, least, hint) in [
            ("the number of cells around", around, 8, "at least 8; 64 is a good start"),
            ("the number of cells across", across, 4, "at least 4; 32 is a good start"),
        ] {
            if value < least {
                return Err(FilmError::BadNumber { what, value: value as f64, hint });
            }
        }
        Ok(())
    }
}
