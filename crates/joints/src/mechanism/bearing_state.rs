//! What a bearing does at an instant, whatever holds its journal.

use mechanics::rigid::{BearingState, ContactState, Reaction};
use nalgebra::Vector2;

use super::bearing::{Bearing, BearingKind};
use super::bearing_build::Kept;
use super::columns::Collector;
use super::names::slug;
use super::parameters::Parameters;
use super::record::Frame;
use crate::film::{REGIMES, hersey_decades, while_in};

/// A bearing at an instant, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Carried {
    /// Centre of the journal from that of the bearing, in the axes of space.
    pub eccentricity: Vector2<f64>,
    /// On the journal.
    pub force: Vector2<f64>,
    /// What its film does, if it has one.
    pub film: Option<FilmNow>,
}

/// A film at an instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct FilmNow {
    /// Where it is thinnest.
    pub thickness: f64,
    /// Gap over roughness.
    pub lambda: f64,
    /// Power lost in it, and in asperities and solids.
    pub loss: f64,
    /// Moment that friction of all kinds has on the journal, about its centre.
    pub drag: f64,
    /// Spin of the journal less that of the bearing.
    pub sliding: f64,
}

impl Carried {
    pub fn of_joint(reaction: &Reaction) -> Self {
        Self { eccentricity: Vector2::zeros(), force: reaction.force, film: None }
    }

    pub fn of_contact(contact: &ContactState, clearance: f64) -> Self {
        // The normal points to the centre of the bearing.
        let n = contact.touch.normal;
        let force = n * contact.push + Vector2::new(-n.y, n.x) * contact.friction;
        Self { eccentricity: n * (contact.touch.gap - clearance), force, film: None }
    }

    pub fn of_film(bearing: &BearingState, radius: f64) -> Self {
        let [on_journal, _] = bearing.film.torques;
        let rubbing = radius * (bearing.asperity_friction + bearing.solid_friction);
        let film = FilmNow {
            thickness: bearing.film_thickness,
            lambda: bearing.lambda,
            loss: bearing.film_loss + bearing.solid_loss,
            drag: on_journal + rubbing,
            sliding: bearing.motion.spins[0] - bearing.motion.spins[1],
        };
        Self { eccentricity: bearing.motion.eccentricity, force: bearing.force(), film: Some(film) }
    }
}

impl Parameters {
    /// Every bearing, from what the engine says of joints, contacts and films.
    pub(super) fn carried(
        &self,
        reactions: &[Reaction],
        contacts: &[ContactState],
        films: &dyn Fn(usize) -> Option<BearingState>,
    ) -> Vec<Carried> {
        let nothing = Carried { eccentricity: Vector2::zeros(), force: Vector2::zeros(), film: None };
        let carried = |(bearing, kept): (&Bearing, Kept)| {
            let [radius, clearance] = bearing.kind.size().map_or([0.0; 2], |size| size.map(|length| length.si()));
            match kept {
                Kept::Joint(joint) => Carried::of_joint(&reactions[joint]),
                Kept::Contact(contact) => Carried::of_contact(&contacts[contact], clearance),
                Kept::Film(film) => films(film).map_or(nothing, |state| Carried::of_film(&state, radius)),
            }
        };
        self.bearings.iter().zip(self.kept()).map(carried).collect()
    }
}

/// Points of the circle of a clearance.
const CIRCLE: usize = 73;

/// Columns of the bearings.
pub(super) fn columns(parameters: &Parameters, all: &mut Collector<'_>) {
    for (i, bearing) in parameters.bearings.iter().enumerate() {
        let (owner, stem, name) = (format!("bearings.{i}"), slug(&bearing.name), &bearing.name);
        let mut push = |column: &str, label: &str, value: Box<dyn Fn(&Carried) -> f64>| {
            let value = move |f: &Frame| value(&f.bearings[i]);
            all.push(&owner, format!("{stem}_{column}"), format!("{name}, {label}"), value);
        };
        push("force_x_N", "force along x", Box::new(|b| b.force.x));
        push("force_y_N", "force along y", Box::new(|b| b.force.y));
        push("force_N", "force", Box::new(|b| b.force.norm()));
        let Some([radius, clearance]) = bearing.kind.size() else { continue };
        let clearance = clearance.si();
        push("eccentricity_x_m", "journal from the centre, x", Box::new(|b| b.eccentricity.x));
        push("eccentricity_y_m", "journal from the centre, y", Box::new(|b| b.eccentricity.y));
        push("eccentricity_ratio", "eccentricity by clearance", Box::new(move |b| b.eccentricity.norm() / clearance));
        let BearingKind::Lubricated(kind) = &bearing.kind else { continue };
        let film = |value: fn(&FilmNow) -> f64| -> Box<dyn Fn(&Carried) -> f64> {
            Box::new(move |b| b.film.as_ref().map_or(f64::NAN, value))
        };
        push("film_thickness_m", "least film thickness", film(|f| f.thickness));
        push("lambda_ratio", "film thickness by roughness", film(|f| f.lambda));
        push("loss_W", "power lost", film(|f| f.loss));
        let (radius, area) = (radius.si(), 2.0 * radius.si() * kind.axial_length());
        let viscosity = reference_viscosity(kind);
        let friction = move |b: &Carried| {
            let load = b.force.norm();
            b.film.filter(|_| load > 0.0).map(|film| (film.lambda, film.drag.abs() / (radius * load)))
        };
        push(
            "friction_coefficient_ratio",
            "friction coefficient",
            Box::new(move |b| friction(b).map_or(f64::NAN, |(_, coefficient)| coefficient)),
        );
        for (regime, end, words) in REGIMES {
            push(
                &format!("friction_coefficient_{end}_ratio"),
                &format!("friction coefficient, {words}"),
                Box::new(move |b| friction(b).map_or(f64::NAN, |(lambda, now)| while_in(regime, lambda, now))),
            );
        }
        push(
            "hersey_decades_ratio",
            "logarithm of Hersey's number",
            Box::new(move |b| {
                b.film.map_or(f64::NAN, |film| hersey_decades(viscosity, film.sliding, b.force.norm() / area))
            }),
        );
    }
}

/// The viscosity of a fluid at rest, by which Hersey's number is made.
fn reference_viscosity(kind: &super::bearing::LubricatedBearing) -> f64 {
    use mechanics::fluid::Viscosity;
    kind.fluid.fluid().map_or(f64::NAN, |fluid| fluid.at(0.0))
}

/// The circle of each clearance, as far as there are frames for it: these columns do not follow the time of their row.
pub(super) fn circles(parameters: &Parameters, rows: usize, table: &mut results::Table) {
    for bearing in &parameters.bearings {
        let Some([_, clearance]) = bearing.kind.size() else { continue };
        let points = CIRCLE.min(rows);
        let column = |value: fn(f64) -> f64| {
            let turn = |i: usize| std::f64::consts::TAU * i as f64 / (points - 1).max(1) as f64;
            let mut values: Vec<f64> = (0..points).map(|i| clearance.si() * value(turn(i))).collect();
            values.resize(rows, f64::NAN);
            values
        };
        let (stem, name) = (slug(&bearing.name), &bearing.name);
        table.push(&format!("{stem}_clearance_x_m"), &format!("{name}, clearance, x"), column(f64::cos));
        table.push(&format!("{stem}_clearance_y_m"), &format!("{name}, clearance, y"), column(f64::sin));
    }
}
