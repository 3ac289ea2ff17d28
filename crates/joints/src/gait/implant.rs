//! Head and cup as the engine takes them.

use std::sync::Arc;

use mechanics::contact::contact_modulus;
use mechanics::fluid::reynolds::{Cavitation, FilmSettings, Grid, JournalGeometry, ReynoldsJournal};
use mechanics::fluid::{Fluid, Roughness};
use mechanics::rigid::{self, Attachment, Bearing, Contact, CustomFilm, Shape, Solid, Surface};

use super::anthropometry::Skeleton;
use super::parameters::{HertzRadius, Implant, Parameters};
use super::recording::SEGMENTS;
use crate::Problem;
use crate::contact::{Built, ElasticLaw, Outline, Setting, build};

/// Name of the contact.
pub(super) const HIP: &str = "hip";

/// Asperities per area times roughness times tip radius, and roughness over tip radius, of machined surfaces
/// [GreenwoodTripp1970].
const CROWDING: f64 = 0.05;
const SHARPNESS: f64 = 0.01;

/// The head starts where it is in equilibrium, far less deep than this, in m.
const DEEPEST_START: f64 = 1e-3;

/// Coefficient of friction of [Costa2016].
const FRICTION: f64 = 0.01;

/// How head and cup push back, lose energy and rub; or everything that is wrong with it.
pub(super) fn build_contact(implant: &Implant) -> Result<Built, Vec<Problem>> {
    let (head, cup) = (implant.radius.si(), implant.radius.si() + implant.clearance.si());
    let printed = implant.hertz_radius == HertzRadius::AsPrinted && matches!(implant.law, ElasticLaw::Hertz(_));
    let setting = Setting {
        outlines: [Outline::Ball(head), Outline::Socket(cup)],
        relative_radius: printed.then(|| head * cup / (head + cup)),
        materials: [implant.materials[0].elastic(), implant.materials[1].elastic()],
        beneath: None,
        usual_friction: Some(FRICTION),
    };
    build(&implant.law, &implant.dissipation, &implant.friction, &setting)
}

/// The head of the thigh in the cup of the trunk.
pub(super) fn contact(skeleton: &Skeleton, implant: &Implant, built: Built) -> Contact {
    let [head, cup] = surfaces(skeleton, implant);
    Contact {
        name: HIP.into(),
        first: head,
        second: cup,
        law: built.law,
        loss: built.loss,
        friction: built.friction,
        deepest_start: DEEPEST_START,
    }
}

fn surfaces(skeleton: &Skeleton, implant: &Implant) -> [Surface; 2] {
    let (head, clearance) = (implant.radius.si(), implant.clearance.si());
    let in_trunk = [-skeleton.trunk.centre * skeleton.trunk.length, 0.0];
    [
        Surface { body: SEGMENTS[1].into(), shape: Shape::Circle { centre: skeleton.thigh.upper(), radius: head } },
        Surface { body: SEGMENTS[0].into(), shape: Shape::Socket { centre: in_trunk, radius: head + clearance } },
    ]
}

/// The length of the bearing along its axis, in m.
pub(super) fn bearing_length(parameters: &Parameters) -> f64 {
    parameters.lubricated.length.map_or(2.0 * parameters.implant.radius.si(), |length| length.si())
}

/// The same with a fluid between them.
pub(super) fn bearing(
    skeleton: &Skeleton,
    parameters: &Parameters,
    fluid: Fluid,
    built: Built,
) -> Result<Bearing, Problem> {
    let (implant, lubricated) = (&parameters.implant, &parameters.lubricated);
    let radius = implant.radius.si();
    let length = bearing_length(parameters);
    let film = match lubricated.film.formula() {
        Some(kind) => rigid::Film::Formula(kind),
        None => numerical(parameters, fluid, length)?,
    };
    let [head, cup] = implant.materials.each_ref().map(|material| material.elastic());
    let modulus = head.zip(cup).map(|(head, cup)| contact_modulus(&head, &cup));
    let roughness = modulus.map(|modulus| Roughness {
        height: lubricated.roughness.si(),
        modulus,
        crowding: CROWDING,
        sharpness: SHARPNESS,
    });
    Ok(Bearing {
        name: HIP.into(),
        journal: Attachment::new(SEGMENTS[1], skeleton.thigh.upper()),
        bearing: Attachment::new(SEGMENTS[0], [-skeleton.trunk.centre * skeleton.trunk.length, 0.0]),
        radius,
        clearance: implant.clearance.si(),
        length,
        film,
        fluid,
        roughness,
        least_thickness: None,
        solid: Some(Solid { law: built.law, loss: built.loss }),
        friction: built.friction,
    })
}

/// A film of finite length; its own floor is far below that of the bearing, which holds the surfaces apart.
fn numerical(parameters: &Parameters, fluid: Fluid, length: f64) -> Result<rigid::Film, Problem> {
    let (implant, lubricated) = (&parameters.implant, &parameters.lubricated);
    let geometry = JournalGeometry { radius: implant.radius.si(), length, clearance: implant.clearance.si() };
    let settings = FilmSettings {
        grid: Grid { around: lubricated.cells[0], across: lubricated.cells[1] },
        fluid,
        cavitation: Cavitation::Reynolds { pressure: 0.0 },
        liner: None,
        groove: None,
        thinnest: 0.1 * lubricated.roughness.si(),
    };
    let film = ReynoldsJournal::new(geometry, settings).map_err(|error| {
        let text = error.to_string();
        let (message, hint) = text.split_once("\nhint: ").unwrap_or((&text, "check the numbers of this table"));
        Problem::new("lubricated", message, hint)
    })?;
    Ok(rigid::Film::Custom(CustomFilm(Arc::new(film))))
}
