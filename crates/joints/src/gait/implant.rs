//! Head and cup as the engine takes them.

use mechanics::contact::contact_modulus;
use mechanics::fluid::{Ambient, FilmKind, Fluid, Roughness};
use mechanics::rigid::{self, Attachment, Bearing, Contact, Shape, Solid, Surface};

use super::anthropometry::Skeleton;
use super::parameters::{Film, HertzRadius, Implant, Parameters};
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
    let setting = Setting {
        outlines: [Outline::Ball(head), Outline::Socket(cup)],
        materials: [implant.materials[0].elastic(), implant.materials[1].elastic()],
        beneath: None,
        usual_friction: Some(FRICTION),
    };
    let law = match &implant.law {
        ElasticLaw::Hertz(law)
            if law.radius.is_none() && law.stiffness.is_none() && implant.hertz_radius == HertzRadius::AsPrinted =>
        {
            let radius = quantity::Length::from_si(head * cup / (head + cup));
            ElasticLaw::Hertz(crate::contact::Hertz { radius: Some(radius), ..law.clone() })
        }
        other => other.clone(),
    };
    build(&law, &implant.dissipation, &implant.friction, &setting)
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

/// The same with a fluid between them.
pub(super) fn bearing(skeleton: &Skeleton, parameters: &Parameters, fluid: Fluid, built: Built) -> Bearing {
    let (implant, lubricated) = (&parameters.implant, &parameters.lubricated);
    let radius = implant.radius.si();
    let kind = match lubricated.film {
        Film::Long => FilmKind::Long,
        Film::LongIntegrated => FilmKind::LongIntegrated { ambient: Ambient::default() },
        Film::Short => FilmKind::Short,
    };
    let [head, cup] = implant.materials.each_ref().map(|material| material.elastic());
    let modulus = head.zip(cup).map(|(head, cup)| contact_modulus(&head, &cup));
    let roughness = modulus.map(|modulus| Roughness {
        height: lubricated.roughness.si(),
        modulus,
        crowding: CROWDING,
        sharpness: SHARPNESS,
    });
    Bearing {
        name: HIP.into(),
        journal: Attachment::new(SEGMENTS[1], skeleton.thigh.upper()),
        bearing: Attachment::new(SEGMENTS[0], [-skeleton.trunk.centre * skeleton.trunk.length, 0.0]),
        radius,
        clearance: implant.clearance.si(),
        length: lubricated.length.map_or(2.0 * radius, |length| length.si()),
        film: rigid::Film::Formula(kind),
        fluid,
        roughness,
        least_thickness: None,
        solid: Some(Solid { law: built.law, loss: built.loss }),
        friction: built.friction,
    }
}
