//! Head and cup as the engine takes them.

use mechanics::rigid::{Contact, Shape, Surface};

use super::anthropometry::Skeleton;
use super::parameters::{HertzRadius, Implant};
use super::recording::SEGMENTS;
use crate::Problem;
use crate::contact::{Built, ElasticLaw, Outline, Setting, build};

/// Name of the contact.
pub(super) const HIP: &str = "hip";

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
        // The head starts where it is in equilibrium.
        deepest_start: f64::INFINITY,
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
