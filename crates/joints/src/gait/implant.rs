//! Head and cup as the engine takes them.

use mechanics::contact::{EllipticHertz, contact_modulus};
use mechanics::fluid::{Fluid, Journal, Roughness};
use mechanics::rigid::{Attachment, Bearing, Contact, Shape, Solid, Surface};

use super::anthropometry::Skeleton;
use super::parameters::{HertzRadius, Implant, Parameters};
use super::recording::SEGMENTS;
use crate::Problem;
use crate::contact::{Built, ElasticLaw, Outline, Setting, build, hertz_patch};
use crate::film::{self, CROWDING, SHARPNESS};

/// Name of the contact.
pub(super) const HIP: &str = "hip";

/// The head starts where it is in equilibrium, far less deep than this, in m.
const DEEPEST_START: f64 = 1e-3;

/// Coefficient of friction of [Costa2016].
const FRICTION: f64 = 0.01;

/// How head and cup push back, lose energy and rub; or everything that is wrong with it.
pub(super) fn build_contact(implant: &Implant) -> Result<Built, Vec<Problem>> {
    build(&implant.law, &implant.dissipation, &implant.friction, &setting(implant))
}

/// The patch of head and cup, where their law is Hertz's.
pub(super) fn patch(implant: &Implant) -> Option<EllipticHertz> {
    hertz_patch(&implant.law, &setting(implant))
}

/// What the law may know about head and cup.
fn setting(implant: &Implant) -> Setting {
    let (head, cup) = (implant.radius.si(), implant.radius.si() + implant.clearance.si());
    let printed = implant.hertz_radius == HertzRadius::AsPrinted && matches!(implant.law, ElasticLaw::Hertz(_));
    Setting {
        outlines: [Outline::Ball(head), Outline::Socket(cup)],
        relative_radius: printed.then(|| head * cup / (head + cup)),
        materials: [implant.materials[0].elastic(), implant.materials[1].elastic()],
        beneath: None,
        usual_friction: Some(FRICTION),
        sticks: false,
    }
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

/// Head and cup as far as a film between them is concerned.
pub(super) fn journal(parameters: &Parameters) -> Journal {
    let implant = &parameters.implant;
    Journal { radius: implant.radius.si(), length: bearing_length(parameters), clearance: implant.clearance.si() }
}

/// The same with a fluid between them.
pub(super) fn bearing(
    skeleton: &Skeleton,
    parameters: &Parameters,
    fluid: Fluid,
    built: Built,
) -> Result<Bearing, Problem> {
    let (implant, lubricated) = (&parameters.implant, &parameters.lubricated);
    let journal = journal(parameters);
    let Journal { radius, length, .. } = journal;
    let film = film::build(lubricated.film, fluid, &journal, lubricated.cells, lubricated.roughness.si())
        .map_err(|problem| Problem { path: "lubricated".into(), ..problem })?;
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
