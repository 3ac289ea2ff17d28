//! A film of fluid between a journal and its bearing, as a user writes it, and as the engine takes it.
//!
//! ```
//! use joints::film::Film;
//!
//! assert!(Film::Long.formula().is_some() && Film::Numerical.formula().is_none());
//! ```

use std::sync::Arc;

use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
use mechanics::fluid::{self, Ambient, FilmKind, Journal, Regime, RegimeLimits};
use mechanics::rigid::{self, CustomFilm};
use quantity::{Time, Viscosity};
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::Problem;

/// Viscosities that somebody can mean, in Pa·s: from a hundredth of air's to far beyond honey's.
const MEANT: std::ops::RangeInclusive<f64> = 1e-7..=1e6;

/// Asperities per area times roughness times tip radius, and roughness over tip radius, of machined surfaces
/// [GreenwoodTripp1970].
pub(crate) const CROWDING: f64 = 0.05;
pub(crate) const SHARPNESS: f64 = 0.01;

/// How the film is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Film {
    /// Infinitely long bearing, closed form (Costa2016, Eqs. 28 to 32, errata applied): for lengths above two diameters. A head
    /// is about as long as wide, where it carries 1.4 to 3.9 times as much as it should.
    Long,
    /// Infinitely long bearing, its pressure integrated.
    LongIntegrated,
    /// Infinitely short bearing (Ocvirk): for lengths below a quarter of the diameter.
    Short,
    /// Bearing of its own length, by finite volumes: seconds in place of tenths of a second.
    Numerical,
}

impl Film {
    /// Its formula, if it has one.
    pub fn formula(self) -> Option<FilmKind> {
        match self {
            Self::Long => Some(FilmKind::Long),
            Self::LongIntegrated => Some(FilmKind::LongIntegrated { ambient: Ambient::default() }),
            Self::Short => Some(FilmKind::Short),
            Self::Numerical => None,
        }
    }

    /// The word in study files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Long => "long",
            Self::LongIntegrated => "long-integrated",
            Self::Short => "short",
            Self::Numerical => "numerical",
        }
    }

    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Long => "infinitely long bearing, closed form",
            Self::LongIntegrated => "infinitely long bearing, integrated",
            Self::Short => "infinitely short bearing",
            Self::Numerical => "bearing of its own length, Reynolds' equation by finite volumes",
        }
    }
}

/// The code of the warning that [`judge_closed_form`] has the words for.
pub(crate) const CLOSED_FORM: &str = "closed-form-film";

/// A closed form that carries more than this share too much or too little deserves a word.
const LARGE_OVERESTIMATE: f64 = 0.1;

/// What a film of a closed form carries beside one of this length, in diameters, that comes as far out of the centre (in
/// clearances); nothing where that is near enough, or where it has no closed form.
pub(crate) fn judge_closed_form(film: Film, length_by_diameter: f64, deepest: f64) -> Option<String> {
    let (kind, deepest) = (film.formula()?, deepest.min(1.0));
    let centred = kind.overestimate(length_by_diameter, 0.0)?;
    let worst = kind.overestimate(length_by_diameter, deepest)?;
    let all = centred.into_iter().chain(worst);
    let [least, most] = all.fold([f64::INFINITY, 0.0], |[least, most], value| [value.min(least), value.max(most)]);
    if most < 1.0 + LARGE_OVERESTIMATE && least > 1.0 - LARGE_OVERESTIMATE {
        return None;
    }
    Some(format!(
        "The film \"{}\" is a closed form for another length: at {length_by_diameter:.2} diameters and eccentricities of up to \
         {deepest:.2} it carries {least:.2} to {most:.2} times as much as a film of that length, and the film comes out too thick. \
         Use film = \"numerical\" unless this is what a paper has.",
        film.name(),
    ))
}

/// A fluid.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Fluid {
    /// The same viscosity at every shear rate.
    Viscosity(Viscosity),
    /// A fluid from the library.
    Named(String),
    /// One that becomes thinner when sheared.
    Thinning(ThinningFluid),
}

/// A fluid that becomes thinner when sheared: a + (b - a)/(1 + (t g)^m) at the shear rate g (Cross 1965).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ThinningFluid {
    /// What to call it in the results: small letters, digits and dashes.
    pub name: String,
    /// b.
    pub at_rest: Viscosity,
    /// a.
    pub at_high_shear: Viscosity,
    /// t.
    pub time: Time,
    /// m, above 0 and at most 1.
    pub exponent: f64,
}

/// By hand, because a derived untagged enum would hide what is wrong.
impl<'de> Deserialize<'de> for Fluid {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Choice;
        impl<'de> Visitor<'de> for Choice {
            type Value = Fluid;
            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a fluid: a viscosity such as \"500 Pa s\", a name such as \"healthy\", or a table")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<Fluid, E> {
                // What begins like a number is a viscosity, right or wrong.
                let number = text.trim_start().starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c));
                if number {
                    text.parse().map(Fluid::Viscosity).map_err(E::custom)
                } else {
                    Ok(Fluid::Named(text.into()))
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Fluid, A::Error> {
                ThinningFluid::deserialize(MapAccessDeserializer::new(map)).map(Fluid::Thinning)
            }
        }
        deserializer.deserialize_any(Choice)
    }
}

impl Fluid {
    /// As the film takes it; a name that is not in the library has none.
    pub fn fluid(&self) -> Option<fluid::Fluid> {
        match self {
            Self::Viscosity(viscosity) => Some(fluid::Fluid::Newtonian { viscosity: viscosity.si() }),
            Self::Named(name) => fluid::Fluid::PRESETS.iter().find(|(known, _)| known == name).map(|(_, fluid)| *fluid),
            Self::Thinning(given) => Some(fluid::Fluid::Cross {
                at_rest: given.at_rest.si(),
                at_high_shear: given.at_high_shear.si(),
                time: given.time.si(),
                exponent: given.exponent,
            }),
        }
    }

    /// What a reader calls it.
    pub fn label(&self) -> String {
        match self {
            Self::Viscosity(viscosity) => viscosity.to_string(),
            Self::Named(name) => format!("{name} fluid"),
            Self::Thinning(given) => format!("fluid {}", given.name),
        }
    }

    /// Part of a machine name.
    pub fn key(&self) -> String {
        let text = match self {
            Self::Viscosity(viscosity) => viscosity.to_string(),
            Self::Named(name) => name.clone(),
            Self::Thinning(given) => given.name.clone(),
        };
        text.split(' ').next().unwrap_or_default().replace(['.', '-', '+'], "_")
    }

    /// What is wrong with it, for a field that stands at a path.
    pub(crate) fn find_problem(&self, path: &str) -> Option<Problem> {
        let Some(made) = self.fluid() else {
            let known: Vec<&str> = fluid::Fluid::PRESETS.iter().map(|(name, _)| *name).collect();
            let hint = format!("known are {}; or a viscosity such as \"0.01 Pa s\"", known.join(", "));
            return Some(Problem::new(path, format!("no fluid is called \"{}\"", self.key()), hint));
        };
        let given = match self {
            Self::Viscosity(viscosity) => vec![viscosity.si()],
            Self::Thinning(given) => vec![given.at_rest.si(), given.at_high_shear.si()],
            Self::Named(_) => Vec::new(),
        };
        if let Some(absurd) = given.into_iter().find(|viscosity| *viscosity > 0.0 && !MEANT.contains(viscosity)) {
            let hint = "water has 0.001, synovial fluid up to 40, pitch 1e8 Pa s: check the unit";
            return Some(Problem::new(path, format!("a fluid of {absurd:e} Pa s cannot be meant"), hint));
        }
        let (what, value, needed) = made.find_fault()?;
        let hint = "water has 0.001, oil 0.01 to 1, synovial fluid up to 40, Costa2016 250 and 500 Pa s; without fluid it is \"dry\"";
        Some(Problem::new(path, format!("{what} is {value}, it must be {needed}"), hint))
    }
}

/// Cells of a numerical film that cannot be.
pub(crate) fn check_cells(path: &str, [around, along]: [usize; 2]) -> Option<Problem> {
    let fits = (8..=512).contains(&around) && (4..=256).contains(&along) && along.is_multiple_of(2);
    let hint = "8 to 512 around, an even number from 4 to 256 along; [48, 20] are usual";
    (!fits).then(|| Problem::new(path, format!("{around} by {along} cells"), hint))
}

/// A film as the engine takes it. A numerical one has a floor of its own, far below that of the bearing, which holds the
/// surfaces apart.
pub(crate) fn build(
    film: Film,
    fluid: fluid::Fluid,
    journal: &Journal,
    cells: [usize; 2],
    roughness: f64,
) -> Result<rigid::Film, Problem> {
    match film.formula() {
        Some(kind) => Ok(rigid::Film::Formula(kind)),
        None => {
            let film = numerical(fluid, journal, cells, roughness)?;
            Ok(rigid::Film::Custom(CustomFilm(Arc::new(film))))
        }
    }
}

/// A film of finite length.
pub(crate) fn numerical(
    fluid: fluid::Fluid,
    journal: &Journal,
    [around, across]: [usize; 2],
    roughness: f64,
) -> Result<ReynoldsJournal, Problem> {
    let Journal { radius, length, clearance } = *journal;
    let geometry = JournalGeometry { radius, length, clearance };
    let settings = FilmSettings {
        grid: Grid { around, across },
        fluid,
        cavitation: Cavitation::Reynolds { pressure: 0.0 },
        liner: None,
        groove: None,
        thinnest: 0.1 * roughness,
    };
    ReynoldsJournal::new(geometry, settings).map_err(|error| {
        let hint = error.hint().unwrap_or_else(|| "check the numbers of this table".into());
        Problem::new("", error.to_string(), hint)
    })
}

/// The regimes of lubrication: part of a machine name, and in words.
pub(crate) const REGIMES: [(Regime, &str, &str); 3] = [
    (Regime::FullFilm, "full_film", "full film"),
    (Regime::Mixed, "mixed", "mixed lubrication"),
    (Regime::Boundary, "boundary", "carried by the solids"),
];

/// A value while a film of this λ is in a regime, and not a number otherwise.
pub(crate) fn while_in(regime: Regime, lambda: f64, value: f64) -> f64 {
    if RegimeLimits::default().classify(lambda) == regime { value } else { f64::NAN }
}

/// log₁₀ of Hersey's number μ |Δω|/(2π p), p the load over the projected area: the abscissa of a Stribeck curve. Not a number
/// where nothing slides or nothing is carried.
pub(crate) fn hersey_decades(viscosity: f64, sliding: f64, mean_pressure: f64) -> f64 {
    let number = viscosity * sliding.abs() / (std::f64::consts::TAU * mean_pressure);
    if number > 0.0 && number.is_finite() { number.log10() } else { f64::NAN }
}
