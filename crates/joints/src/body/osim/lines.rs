//! Muscles and wrap objects of a model.

use formats::xml::Element;
use mechanics::muscle::hill::{Curves, Millard, Muscle, Thelen};
use mechanics::muscle::wrap::{EllipsoidRule, Quadrant, Shape, TorusRule};
use mechanics::rigid::tree::Dependence;
use nalgebra::{Point3, Vector3};

use super::OsimError;
use super::frames::{Names, socket};
use super::values::{exactly, function, function_in, is_true, number, place_of, positive, vector};
use crate::body::anatomy::{Component, Line, LinePoint, LineWrap, Place, WrapPlace};

/// Wrap objects of the ground and of every body.
pub(super) fn read_wraps(
    model: &Element,
    names: &Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<WrapPlace>, OsimError> {
    let bodies = model.members("BodySet").iter().filter(|element| element.name == "Body");
    let mut wraps: Vec<WrapPlace> = Vec::new();
    for owner in bodies.chain(model.child("Ground")) {
        let name = owner.attribute("name").unwrap_or("ground");
        let body = names.bodies.iter().position(|known| known == name);
        for element in owner.members("WrapObjectSet") {
            let name = element.attribute("name").unwrap_or_default().to_owned();
            if !is_true(element, "active", true) {
                remarks.push(format!("wrap object `{name}` is switched off"));
                continue;
            }
            let quadrant: Quadrant = element.said("quadrant").unwrap_or("all").parse().map_err(|wrong| {
                let wrong: mechanics::muscle::wrap::NoSuchQuadrant = wrong;
                OsimError::new(Some(element.line), wrong.to_string(), "correct the quadrant")
            })?;
            let shape = match element.name.as_str() {
                "WrapCylinder" => {
                    Shape::Cylinder { radius: positive(element, "radius")?, length: positive(element, "length")? }
                }
                "WrapSphere" => Shape::Sphere { radius: positive(element, "radius")? },
                "WrapEllipsoid" => {
                    let radii: [f64; 3] = vector(element, "dimensions")?.into();
                    if !radii.iter().all(|radius| *radius > 0.0) {
                        let message = format!("the dimensions of ellipsoid `{name}` are {radii:?}");
                        return Err(OsimError::new(Some(element.line), message, "three numbers above 0"));
                    }
                    Shape::Ellipsoid { radii, rule: EllipsoidRule::Hybrid }
                }
                "WrapTorus" => Shape::Torus {
                    tube: positive(element, "inner_radius")?,
                    ring: positive(element, "outer_radius")?,
                    rule: TorusRule::Tube,
                },
                other => {
                    let message = format!("wrap object `{name}` is a <{other}>, which is not understood");
                    return Err(OsimError::new(Some(element.line), message, "cylinder, sphere, ellipsoid or torus"));
                }
            };
            let place = place_of(element, ["translation", "xyz_body_rotation"])?;
            wraps.push(WrapPlace { name, body, place, shape, quadrant });
        }
    }
    Ok(wraps)
}

/// Curves of a class of muscles; none for what is no muscle.
fn curves(element: &Element, remarks: &mut Vec<String>) -> Result<Option<Curves>, OsimError> {
    let thelen = |element: &Element| -> Result<Curves, OsimError> {
        let default = Thelen::default();
        Ok(Curves::Thelen(Thelen {
            tendon_strain: number(element, "FmaxTendonStrain", default.tendon_strain)?,
            passive_strain: number(element, "FmaxMuscleStrain", default.passive_strain)?,
            active_shape: number(element, "KshapeActive", default.active_shape)?,
            passive_shape: number(element, "KshapePassive", default.passive_shape)?,
            velocity_shape: number(element, "Af", default.velocity_shape)?,
            lengthening: number(element, "Flen", default.lengthening)?,
        }))
    };
    Ok(Some(match element.name.as_str() {
        "Thelen2003Muscle" => thelen(element)?,
        "Millard2012EquilibriumMuscle" | "Millard2012AccelerationMuscle" => {
            if element.children.iter().any(|child| child.name.ends_with("Curve") && !child.children.is_empty()) {
                remarks.push("curves that a Millard muscle brings along are replaced by the published ones".into());
            }
            Curves::Millard(Box::<Millard>::default())
        }
        "Thelen2003Muscle_Deprecated"
        | "Schutte1993Muscle"
        | "Schutte1993Muscle_Deprecated"
        | "Delp1990Muscle_Deprecated"
        | "RigidTendonMuscle"
        | "DeGrooteFregly2016Muscle" => {
            remarks.push(format!("curves of {} are taken as those of Thelen2003Muscle", element.name));
            Curves::Thelen(Thelen::default())
        }
        _ => return Ok(None),
    }))
}

/// Muscles; other forces are named.
pub(super) fn read_muscles(
    model: &Element,
    names: &Names<'_>,
    wraps: &[WrapPlace],
    remarks: &mut Vec<String>,
) -> Result<Vec<Line>, OsimError> {
    let mut muscles: Vec<Line> = Vec::new();
    for element in model.members("ForceSet") {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        let Some(curves) = curves(element, remarks)? else {
            remarks.push(format!("{} `{name}` is not used", element.name));
            continue;
        };
        if is_true(element, "isDisabled", false) || !is_true(element, "appliesForce", true) {
            remarks.push(format!("muscle `{name}` is switched off"));
            continue;
        }
        if muscles.iter().any(|muscle| muscle.name == name) {
            let message = format!("two muscles are called `{name}`");
            return Err(OsimError::new(Some(element.line), message, "give each its own name"));
        }
        let Some(path) = element.find("GeometryPath") else {
            let message = format!("muscle `{name}` has no <GeometryPath>");
            return Err(OsimError::new(Some(element.line), message, "function-based paths are not understood"));
        };
        let hill = Muscle {
            strength: positive(element, "max_isometric_force")?,
            fibre: positive(element, "optimal_fiber_length")?,
            slack: positive(element, "tendon_slack_length")?,
            pennation: number(element, "pennation_angle_at_optimal", number(element, "pennation_angle", 0.0)?)?,
            fastest: fastest(element, remarks)?,
            curves,
        };
        if !(0.0..1.5).contains(&hill.pennation) || !(hill.fastest > 0.0) {
            let message = format!(
                "muscle `{name}` has a pennation of {} rad and a fastest shortening of {} lengths/s",
                hill.pennation, hill.fastest
            );
            return Err(OsimError::new(
                Some(element.line),
                message,
                "0 to 1.5 rad, and more than 0; is it in degrees?",
            ));
        }
        let points = path
            .members("PathPointSet")
            .iter()
            .map(|point| read_point(point, names))
            .collect::<Result<Vec<LinePoint>, OsimError>>()?;
        if points.len() < 2 {
            let message = format!("muscle `{name}` has {} points", points.len());
            return Err(OsimError::new(Some(path.line), message, "it needs an origin and an insertion"));
        }
        let around = path.members("PathWrapSet").iter().filter(|wrap| wrap.name == "PathWrap");
        let line_wraps = around
            .filter_map(|wrap| read_wrap(wrap, wraps, &name, remarks).transpose())
            .collect::<Result<Vec<LineWrap>, OsimError>>()?;
        muscles.push(Line { name, hill, points, wraps: line_wraps });
    }
    Ok(muscles)
}

/// The fastest shortening, in fibre lengths a second; 10, OpenSim's own, where a model has none.
fn fastest(element: &Element, remarks: &mut Vec<String>) -> Result<f64, OsimError> {
    let given = number(element, "max_contraction_velocity", 10.0)?;
    if given == 0.0 {
        remarks.push("muscles whose fastest shortening is 0 get 10 fibre lengths a second".into());
        return Ok(10.0);
    }
    Ok(given)
}

fn read_point(element: &Element, names: &Names<'_>) -> Result<LinePoint, OsimError> {
    let (body, frame) = names.frame_of(element, &["parent_frame", "body"])?;
    let at = |place: Vector3<f64>| (frame * Point3::from(place)).coords;
    let place = match element.name.as_str() {
        "PathPoint" => Place::Fixed(at(vector(element, "location")?)),
        "ConditionalPathPoint" => {
            let path = socket(element, "coordinate").unwrap_or_default();
            let range = element.child("range").map_or(Ok([f64::NEG_INFINITY, f64::INFINITY]), exactly::<2>)?;
            let coordinate = names.coordinate(path, element.line)?;
            Place::While { place: at(vector(element, "location")?), coordinate, range }
        }
        "MovingPathPoint" => {
            if frame != nalgebra::Isometry3::identity() {
                let message = "a moving point on an offset frame is not understood";
                return Err(OsimError::new(Some(element.line), message, "give it in the axes of its body"));
            }
            let location = vector(element, "location")?;
            let component = |k: usize| -> Result<Component, OsimError> {
                let axis = ["x", "y", "z"][k];
                let coordinate = socket(element, &format!("{axis}_coordinate"));
                let inner = element.child(&format!("{axis}_location")).and_then(function_in);
                match (inner, coordinate) {
                    (Some(inner), Some(path)) => Ok(Component {
                        coordinate: Some(names.coordinate(path, element.line)?),
                        function: function(inner)?.function,
                    }),
                    (Some(inner), None) => {
                        let value = function(inner)?.function.evaluate(0.0)[0];
                        Ok(Component { coordinate: None, function: Dependence::Constant(value) })
                    }
                    (None, _) => Ok(Component { coordinate: None, function: Dependence::Constant(location[k]) }),
                }
            };
            Place::Moving(Box::new([component(0)?, component(1)?, component(2)?]))
        }
        other => {
            let message = format!("a point of a muscle is a <{other}>, which is not understood");
            return Err(OsimError::new(
                Some(element.line),
                message,
                "PathPoint, ConditionalPathPoint or MovingPathPoint",
            ));
        }
    };
    Ok(LinePoint { body, place })
}

/// Which object a muscle goes around; none where the object is switched off.
fn read_wrap(
    element: &Element,
    wraps: &[WrapPlace],
    muscle: &str,
    remarks: &[String],
) -> Result<Option<LineWrap>, OsimError> {
    let wanted = element.said("wrap_object").unwrap_or_default();
    let wanted = wanted.rsplit('/').next().unwrap_or(wanted);
    let mut found = wraps.iter().enumerate().filter(|(_, wrap)| wrap.name == wanted);
    let object = match (found.next(), found.next()) {
        (Some((object, _)), None) => object,
        (Some(_), Some(_)) => {
            let message = format!("muscle `{muscle}` goes around `{wanted}`, and several objects are called so");
            return Err(OsimError::new(Some(element.line), message, "give each its own name"));
        }
        (None, _) if remarks.iter().any(|said| *said == format!("wrap object `{wanted}` is switched off")) => {
            return Ok(None);
        }
        (None, _) => {
            let message = format!("muscle `{muscle}` goes around `{wanted}`, which is no wrap object of this model");
            return Err(OsimError::new(Some(element.line), message, "add it to a body, or correct the name"));
        }
    };
    let rule = match element.said("method").unwrap_or("hybrid").to_ascii_lowercase().as_str() {
        "midpoint" => EllipsoidRule::Midpoint,
        "axial" => EllipsoidRule::Axial,
        _ => EllipsoidRule::Hybrid,
    };
    let range = match element.child("range").filter(|range| !range.text.trim().is_empty()) {
        Some(range) => {
            let [first, last] = exactly::<2>(range)?;
            (first >= 1.0 && last >= 1.0).then(|| [first as usize - 1, last as usize - 1])
        }
        None => None,
    };
    Ok(Some(LineWrap { object, range, rule }))
}
