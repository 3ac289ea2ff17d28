//! The outlines of condyle and plateau, placed so that contact starts at an indentation of zero.

use mechanics::contact::Damping;
use mechanics::rigid::{
    Body, Contact, ElasticLaw, Frame, Function, GROUND, Loss, Mechanism, Model, RigidError, Shape, Surface,
};
use nalgebra::Vector2;

use super::parameters::{Geometry, Parameters, Radii};
use crate::contact::Outline;

/// Name of the moving body.
pub(super) const TIBIA: &str = "tibia";
/// Name of the contact, and of the second one where there are two condyles.
pub(super) const CONTACT: &str = "tibiofemoral";
pub(super) const LATERAL: &str = "lateral-tibiofemoral";

/// Where the polynomial profiles are used: x on the femur, and the distance towards posterior on the tibia, in m.
const CONDYLE_RANGE: [f64; 2] = [-0.048, 0.012];
const PLATEAU_RANGE: [f64; 2] = [-0.040, 0.055];

/// Condyle and plateau of one geometry.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Outlines {
    /// On the femur.
    pub condyle: Shape,
    /// On the tibia.
    pub plateau: Shape,
    /// Effective radius of Hertz's law, in m.
    pub radius: f64,
    /// How far the condyle was moved along the contact normal to touch, in m; positive towards the tibia.
    pub shift: f64,
}

/// Radii of condyle and plateau of a geometry, in m [Machado2011, Table 2].
pub(super) fn radii(parameters: &Parameters, geometry: Geometry) -> [f64; 2] {
    let lateral_and_medial = match parameters.contact.radii {
        Radii::Corrected => [[30.40e-3, 75.00e-3], [26.40e-3, 36.02e-3]],
        Radii::AsPrinted => [[26.40e-3, 36.02e-3], [30.40e-3, 75.00e-3]],
    };
    let [condyle, plateau] = match geometry {
        Geometry::SpherePlane | Geometry::Profiles => [30.40e-3, f64::INFINITY],
        Geometry::ConvexConvex => lateral_and_medial[0],
        Geometry::ConvexConcave | Geometry::TwoCondyles => lateral_and_medial[1],
    };
    let surfaces = &parameters.surfaces;
    let curved = matches!(geometry, Geometry::ConvexConvex | Geometry::ConvexConcave);
    [
        surfaces.condyle_radius.map_or(condyle, |r| r.si()),
        surfaces.plateau_radius.filter(|_| curved).map_or(plateau, |r| r.si()),
    ]
}

/// What a law must know about condyle and plateau of a geometry.
pub(super) fn outlines(parameters: &Parameters, geometry: Geometry) -> [Outline; 2] {
    let [condyle, plateau] = radii(parameters, geometry);
    match geometry {
        Geometry::SpherePlane => [Outline::Ball(condyle), Outline::Flat],
        Geometry::ConvexConvex => [Outline::Ball(condyle), Outline::Ball(plateau)],
        Geometry::ConvexConcave | Geometry::TwoCondyles => [Outline::Ball(condyle), Outline::Socket(plateau)],
        Geometry::Profiles => [Outline::Varying; 2],
    }
}

/// The tibia where it starts. Its axes are proximal and posterior: straight, it is turned by a right angle.
pub(super) fn start(parameters: &Parameters) -> Body {
    let tibia = &parameters.tibia;
    Body {
        name: TIBIA.into(),
        mass: tibia.mass.si(),
        inertia: tibia.moment_of_inertia.si(),
        position: tibia.centre_of_mass.map(|l| l.si()),
        angle: std::f64::consts::FRAC_PI_2 - tibia.flexion.si(),
        ..Body::default()
    }
}

/// The outlines of a geometry.
pub(super) fn place(parameters: &Parameters, geometry: Geometry) -> Result<Outlines, RigidError> {
    if geometry == Geometry::Profiles {
        return place_profiles(parameters);
    }
    let surfaces = &parameters.surfaces;
    let body = start(parameters);
    let frame = Frame::new(&[body.position[0], body.position[1], body.angle], &[0.0; 3]);
    // In the tibia's axes: the plateau's normal, the condyle's centre and the point of the plateau under it.
    let fall = surfaces.plateau_slope.si().tan();
    let normal = Vector2::new(1.0, fall).normalize();
    let centre = frame.place_back(&Vector2::from(surfaces.condyle_centre.map(|l| l.si())));
    let height = normal.dot(&(centre - Vector2::new(surfaces.plateau_height.si(), 0.0)));
    let foot = centre - normal * height;
    let [r_f, r_t] = radii(parameters, geometry);
    let condyle = Shape::Circle { centre: frame.place(&(foot + normal * r_f)).into(), radius: r_f };
    let (plateau, radius) = match geometry {
        Geometry::ConvexConvex => {
            (Shape::Circle { centre: (foot - normal * r_t).into(), radius: r_t }, r_f * r_t / (r_f + r_t))
        }
        Geometry::ConvexConcave | Geometry::TwoCondyles => {
            (Shape::Socket { centre: (foot + normal * r_t).into(), radius: r_t }, r_f * r_t / (r_t - r_f))
        }
        _ => (Shape::Line { point: foot.into(), normal: normal.into() }, r_f),
    };
    Ok(Outlines { condyle, plateau, radius, shift: height - r_f })
}

/// The measured profiles: the femoral one is moved along the contact normal until it touches.
fn place_profiles(parameters: &Parameters) -> Result<Outlines, RigidError> {
    let surfaces = &parameters.surfaces;
    let condyle = |origin: Vector2<f64>| Shape::Profile {
        origin: origin.into(),
        angle: 0.0,
        curve: Function::Polynomial(surfaces.condyle_profile.iter().map(|c| -c).collect()),
        range: CONDYLE_RANGE,
        material_above: true,
    };
    // Turned by a right angle, the profile's ordinate is proximal and its abscissa is anterior: odd terms change sign.
    let mirrored = surfaces.plateau_profile.iter().enumerate().map(|(i, c)| if i % 2 == 1 { -c } else { *c });
    let plateau = Shape::Profile {
        origin: [0.0, 0.0],
        angle: -std::f64::consts::FRAC_PI_2,
        curve: Function::Polynomial(mirrored.collect()),
        range: [-PLATEAU_RANGE[1], -PLATEAU_RANGE[0]],
        material_above: false,
    };
    let mut moved = Vector2::zeros();
    let mut shift = 0.0;
    let mut touch = touch_at_start(parameters, condyle(moved), plateau.clone())?;
    for _ in 0..8 {
        moved -= touch.normal * touch.gap;
        shift += touch.gap;
        touch = touch_at_start(parameters, condyle(moved), plateau.clone())?;
    }
    let body = start(parameters);
    let frame = Frame::new(&[body.position[0], body.position[1], body.angle], &[0.0; 3]);
    let on_condyle = curvature(&surfaces.condyle_profile, touch.point.x - moved.x);
    let on_plateau = curvature(&surfaces.plateau_profile, frame.place_back(&touch.point).y);
    // The condyle's profile is a depth, the plateau's a height: both are convex where they bend down.
    let radius = 1.0 / (-on_condyle - on_plateau);
    Ok(Outlines { condyle: condyle(moved), plateau, radius, shift })
}

fn touch_at_start(
    parameters: &Parameters,
    condyle: Shape,
    plateau: Shape,
) -> Result<mechanics::rigid::Touch, RigidError> {
    let contact = Contact { deepest_start: 1.0, ..contact(condyle, plateau, ElasticLaw::Linear { stiffness: 1.0 }) };
    let mechanism = Mechanism { bodies: vec![start(parameters)], contacts: vec![contact], ..Mechanism::default() };
    let model = Model::new(&mechanism)?;
    Ok(model.contact_state(0, &model.described_state(), &Damping::None).touch)
}

/// The contact of two outlines; its normal points from the tibia to the femur. The condyle comes first, because the nearest
/// point of a profile is looked for on the first one, over the second, which is the flatter.
pub(super) fn contact(condyle: Shape, plateau: Shape, law: ElasticLaw) -> Contact {
    Contact {
        name: CONTACT.into(),
        first: Surface { body: GROUND.into(), shape: condyle },
        second: Surface { body: TIBIA.into(), shape: plateau },
        law,
        loss: Loss::None,
        friction: None,
        deepest_start: 1e-3,
    }
}

/// y''/(1 + y'²)^{3/2} of a polynomial.
fn curvature(coefficients: &[f64], x: f64) -> f64 {
    let [mut value, mut first, mut second] = [0.0; 3];
    for c in coefficients.iter().rev() {
        second = second * x + 2.0 * first;
        first = first * x + value;
        value = value * x + c;
    }
    second / (1.0 + first * first).powf(1.5)
}
