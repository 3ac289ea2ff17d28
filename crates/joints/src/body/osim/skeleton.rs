//! Bodies, joints and coordinates of a model.

use formats::xml::Element;
use mechanics::rigid::tree::{Axis, Body, Coordinate, Coupling, Dependence, Joint, STANDARD_GRAVITY, Tree};
use nalgebra::{Isometry3, Matrix3, Vector3};

use super::OsimError;
use super::frames::{CoordinateName, Names, Offset, socket};
use super::values::{exactly, function, function_in, is_true, number, place_of, vector};

/// A joint as the file has it.
struct RawJoint<'a> {
    element: &'a Element,
    name: String,
    parent: Option<usize>,
    in_parent: Isometry3<f64>,
    in_child: Isometry3<f64>,
}

/// Bodies with their joints, parents first, and the names of everything.
pub(super) fn read<'a>(
    model: &'a Element,
    apart: bool,
    remarks: &mut Vec<String>,
) -> Result<(Tree, Names<'a>), OsimError> {
    let bodies: Vec<&Element> = model
        .members("BodySet")
        .iter()
        .filter(|element| element.name == "Body" && element.attribute("name") != Some("ground"))
        .collect();
    if bodies.is_empty() {
        return Err(OsimError::new(Some(model.line), "the model has no bodies", "is this a complete .osim file?"));
    }
    let mut names = Names::default();
    for body in &bodies {
        let name = body.attribute("name").unwrap_or_default().to_owned();
        if names.bodies.contains(&name) {
            let message = format!("two bodies are called `{name}`");
            return Err(OsimError::new(Some(body.line), message, "give each its own name"));
        }
        names.bodies.push(name);
    }
    collect_offsets(model, &mut names);
    let joints = if apart { joints_apart(model, &names)? } else { joints_of_bodies(&bodies, &names)? };
    let order = order(&bodies, &joints, &names)?;
    let mut tree = Tree { gravity: gravity(model)?, ..Tree::default() };
    // From the order of the file to that of the tree.
    let mut moved = vec![0; bodies.len()];
    order.iter().enumerate().for_each(|(to, from)| moved[*from] = to);
    let sorted = order.iter().map(|from| names.bodies[*from].clone()).collect();
    for &from in &order {
        let element = bodies[from];
        let joint = match &joints[from] {
            Some(raw) => read_joint(raw, raw.parent.map(|parent| moved[parent]), &mut tree, &mut names, remarks)?,
            None => {
                remarks.push(format!("body `{}` has no joint: it is free, as in OpenSim", names.bodies[from]));
                free(&names.bodies[from].clone(), &mut tree, &mut names)
            }
        };
        tree.bodies.push(Body {
            mass: number(element, "mass", 0.0)?,
            centre: vector(element, "mass_center")?,
            inertia: inertia(element)?,
            ..Body::new(&names.bodies[from], 0.0, joint)
        });
    }
    names.bodies = sorted;
    name_coordinates(&mut tree, &names);
    constraints(model, &mut tree, &names, remarks)?;
    Ok((tree, names))
}

/// A name that stands in several joints gets the joint in front of it.
fn name_coordinates(tree: &mut Tree, names: &Names<'_>) {
    for (coordinate, known) in tree.coordinates.iter_mut().zip(&names.coordinates) {
        let several = names.coordinates.iter().filter(|other| other.name == known.name).count() > 1;
        coordinate.name = if several { format!("{}/{}", known.joint, known.name) } else { known.name.clone() };
    }
}

fn gravity(model: &Element) -> Result<Vector3<f64>, OsimError> {
    match model.child("gravity").filter(|element| !element.text.trim().is_empty()) {
        Some(element) => exactly::<3>(element).map(Vector3::from),
        None => Ok(Vector3::new(0.0, -STANDARD_GRAVITY, 0.0)),
    }
}

/// Moments and products of inertia about the centre of mass.
fn inertia(body: &Element) -> Result<Matrix3<f64>, OsimError> {
    let [xx, yy, zz, xy, xz, yz] = match body.child("inertia").filter(|element| !element.text.trim().is_empty()) {
        Some(element) => exactly::<6>(element)?,
        None => {
            let mut values = [0.0; 6];
            for (value, name) in values.iter_mut().zip(["xx", "yy", "zz", "xy", "xz", "yz"]) {
                *value = number(body, &format!("inertia_{name}"), 0.0)?;
            }
            values
        }
    };
    Ok(Matrix3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz))
}

/// Every offset frame of the model with its owner.
fn collect_offsets<'a>(model: &'a Element, names: &mut Names<'a>) {
    let mut open: Vec<(&Element, String)> = vec![(model, String::new())];
    while let Some((element, owner)) = open.pop() {
        for child in &element.children {
            let name = child.attribute("name").unwrap_or_default();
            if child.name == "PhysicalOffsetFrame" || child.name == "OffsetFrame" {
                names.offsets.push(Offset { owner: owner.clone(), name: name.into(), element: child });
            }
            let owns = child.name == "Body" || child.name.ends_with("Joint");
            open.push((child, if owns { name.into() } else { owner.clone() }));
        }
    }
}

/// Joints that stand apart from bodies: one for each body, in the order of the bodies.
fn joints_apart<'a>(model: &'a Element, names: &Names<'_>) -> Result<Vec<Option<RawJoint<'a>>>, OsimError> {
    let mut joints: Vec<Option<RawJoint<'a>>> = names.bodies.iter().map(|_| None).collect();
    for element in model.members("JointSet") {
        let name = element.attribute("name").unwrap_or_default().to_owned();
        if joints.iter().flatten().any(|joint| joint.name == name) {
            let message = format!("two joints are called `{name}`");
            return Err(OsimError::new(Some(element.line), message, "give each its own name"));
        }
        let end = |which: &str| {
            let path = socket(element, which).ok_or_else(|| {
                let message = format!("joint `{name}` has no <socket_{which}>");
                OsimError::new(Some(element.line), message, "a joint joins two bodies")
            })?;
            names.frame(path, Some(&name)).ok_or_else(|| {
                let message = format!("joint `{name}` hangs on `{path}`, which is no body of this model");
                OsimError::new(Some(element.line), message, names.known(path))
            })
        };
        let (parent, in_parent) = end("parent_frame")?;
        let (child, in_child) = end("child_frame")?;
        let Some(child) = child else {
            let message = format!("the child of joint `{name}` is the ground");
            return Err(OsimError::new(Some(element.line), message, "exchange parent and child"));
        };
        if let Some(other) = &joints[child] {
            let message = format!("body `{}` hangs on two joints, `{}` and `{name}`", names.bodies[child], other.name);
            let hint = "a closed loop is not understood: let the body hang on one joint and couple its coordinates";
            return Err(OsimError::new(Some(element.line), message, hint));
        }
        joints[child] = Some(RawJoint { element, name, parent, in_parent, in_child });
    }
    Ok(joints)
}

/// Joints that stand within bodies.
fn joints_of_bodies<'a>(bodies: &[&'a Element], names: &Names<'_>) -> Result<Vec<Option<RawJoint<'a>>>, OsimError> {
    let of_body = |body: &&'a Element| {
        let Some(element) = body.child("Joint").and_then(|joint| joint.children.first()) else { return Ok(None) };
        let name = element.attribute("name").unwrap_or_default().to_owned();
        let parent = element.said("parent_body").unwrap_or("ground");
        let parent = match parent {
            "ground" => None,
            parent => Some(names.bodies.iter().position(|known| known == parent).ok_or_else(|| {
                let message = format!("joint `{name}` hangs on `{parent}`, which is no body of this model");
                OsimError::new(Some(element.line), message, names.known(parent))
            })?),
        };
        if is_true(element, "reverse", false) {
            let message = format!("joint `{name}` is reversed");
            return Err(OsimError::new(Some(element.line), message, "exchange parent and child instead"));
        }
        let in_parent = place_of(element, ["location_in_parent", "orientation_in_parent"])?;
        let in_child = place_of(element, ["location", "orientation"])?;
        Ok(Some(RawJoint { element, name, parent, in_parent, in_child }))
    };
    bodies.iter().map(of_body).collect()
}

/// Bodies, parents first.
fn order(bodies: &[&Element], joints: &[Option<RawJoint<'_>>], names: &Names<'_>) -> Result<Vec<usize>, OsimError> {
    let mut order: Vec<usize> = Vec::with_capacity(bodies.len());
    let mut placed = vec![false; bodies.len()];
    loop {
        let ready = |body: &usize| {
            let parent = joints[*body].as_ref().and_then(|joint| joint.parent);
            !placed[*body] && parent.is_none_or(|parent| placed[parent])
        };
        let Some(next) = (0..bodies.len()).find(ready) else { break };
        placed[next] = true;
        order.push(next);
    }
    match (0..bodies.len()).find(|body| !placed[*body]) {
        None => Ok(order),
        Some(first) => {
            let ring: Vec<&str> =
                (0..bodies.len()).filter(|body| !placed[*body]).map(|body| names.bodies[body].as_str()).collect();
            let message = format!("bodies hang on each other in a ring: {}", ring.join(", "));
            Err(OsimError::new(
                Some(bodies[first].line),
                message,
                "one of them must hang on the ground or on another body",
            ))
        }
    }
}

/// A coordinate that the file says nothing about.
fn add_coordinate(joint: &str, name: &str, tree: &mut Tree, names: &mut Names<'_>) -> usize {
    tree.coordinates.push(Coordinate::new(name));
    names.coordinates.push(CoordinateName { joint: joint.into(), name: name.into() });
    tree.coordinates.len() - 1
}

fn free(body: &str, tree: &mut Tree, names: &mut Names<'_>) -> Joint {
    let joint = format!("{body}_free");
    let all: [usize; 6] = std::array::from_fn(|k| add_coordinate(&joint, &format!("{body}_coord_{k}"), tree, names));
    Joint::free(&joint, None, all)
}

/// The coordinates of a joint, in order.
fn read_coordinates(
    raw: &RawJoint<'_>,
    tree: &mut Tree,
    names: &mut Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<Vec<usize>, OsimError> {
    let listed: &[Element] = match raw.element.child("coordinates") {
        Some(list) => &list.children,
        None => raw.element.members("CoordinateSet"),
    };
    let mut own: Vec<usize> = Vec::new();
    for element in listed.iter().filter(|element| element.name == "Coordinate") {
        let name = element.attribute("name").unwrap_or_default();
        if own.iter().any(|index| names.coordinates[*index].name == name) {
            let message = format!("joint `{}` has two coordinates `{name}`", raw.name);
            return Err(OsimError::new(Some(element.line), message, "give each its own name"));
        }
        let index = add_coordinate(&raw.name, name, tree, names);
        let coordinate = &mut tree.coordinates[index];
        coordinate.default = number(element, "default_value", 0.0)?;
        if let Some(range) = element.child("range").filter(|range| !range.text.trim().is_empty()) {
            let [low, high] = exactly::<2>(range)?;
            coordinate.range = [low.min(high), low.max(high)];
        }
        coordinate.locked = is_true(element, "locked", false);
        if is_true(element, "prescribed", false) {
            remarks.push(format!("the prescribed motion of coordinate `{name}` is not used"));
        }
        own.push(index);
    }
    Ok(own)
}

fn read_joint(
    raw: &RawJoint<'_>,
    parent: Option<usize>,
    tree: &mut Tree,
    names: &mut Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<Joint, OsimError> {
    let mut own = read_coordinates(raw, tree, names, remarks)?;
    let kind = raw.element.name.as_str();
    let wanted = match kind {
        "WeldJoint" => 0,
        "PinJoint" | "SliderJoint" => 1,
        "UniversalJoint" => 2,
        "BallJoint" | "GimbalJoint" | "PlanarJoint" => 3,
        "FreeJoint" => 6,
        "CustomJoint" => own.len(),
        other => {
            let message = format!("joint `{}` is a <{other}>, which is not understood", raw.name);
            let hint = "known are Custom, Pin, Slider, Universal, Ball, Gimbal, Planar, Free and WeldJoint";
            return Err(OsimError::new(Some(raw.element.line), message, hint));
        }
    };
    if own.len() > wanted {
        let message = format!("joint `{}` has {} coordinates, a {kind} has {wanted}", raw.name, own.len());
        return Err(OsimError::new(Some(raw.element.line), message, "remove what is too much"));
    }
    for k in own.len()..wanted {
        own.push(add_coordinate(&raw.name, &format!("{}_coord_{k}", raw.name), tree, names));
    }
    let name = raw.name.as_str();
    let mut joint = match (kind, &own[..]) {
        ("PinJoint", &[a]) => Joint::pin(name, parent, a),
        ("SliderJoint", &[a]) => Joint::slider(name, parent, a),
        ("UniversalJoint", &[a, b]) => Joint::universal(name, parent, [a, b]),
        ("BallJoint" | "GimbalJoint", &[a, b, c]) => Joint::ball(name, parent, [a, b, c]),
        ("PlanarJoint", &[a, b, c]) => Joint::planar(name, parent, [a, b, c]),
        ("FreeJoint", &[a, b, c, x, y, z]) => Joint::free(name, parent, [a, b, c, x, y, z]),
        ("CustomJoint", _) => custom(raw, parent, &own, names, remarks)?,
        _ => Joint::weld(name, parent),
    };
    (joint.in_parent, joint.in_child) = (raw.in_parent, raw.in_child);
    Ok(joint)
}

/// A joint by its six functions.
fn custom(
    raw: &RawJoint<'_>,
    parent: Option<usize>,
    own: &[usize],
    names: &Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<Joint, OsimError> {
    let mut joint = Joint::weld(&raw.name, parent);
    let Some(transform) = raw.element.child("SpatialTransform") else {
        let message = format!("the custom joint `{}` has no <SpatialTransform>", raw.name);
        return Err(OsimError::new(Some(raw.element.line), message, "add it, or use a WeldJoint"));
    };
    let axes = transform.children.iter().filter(|child| child.name == "TransformAxis");
    for (position, element) in axes.enumerate() {
        let slot = match element.attribute("name").unwrap_or_default() {
            "rotation1" => 0,
            "rotation2" => 1,
            "rotation3" => 2,
            "translation1" => 3,
            "translation2" => 4,
            "translation3" => 5,
            _ if position < 6 => position,
            other => {
                let message = format!("joint `{}` has an axis `{other}`", raw.name);
                return Err(OsimError::new(Some(element.line), message, "rotation1 to 3 and translation1 to 3"));
            }
        };
        let axis = read_axis(raw, element, own, names, remarks)?;
        if slot < 3 {
            joint.rotations[slot] = axis;
        } else {
            joint.translations[slot - 3] = axis;
        }
    }
    Ok(joint)
}

fn read_axis(
    raw: &RawJoint<'_>,
    element: &Element,
    own: &[usize],
    names: &Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<Axis, OsimError> {
    let direction = vector(element, "axis")?;
    let Some(direction) = direction.try_normalize(1e-9) else {
        let message = format!("an axis of joint `{}` has no direction", raw.name);
        return Err(OsimError::new(Some(element.line), message, "three numbers that are not all zero"));
    };
    let spoken: Vec<&str> = element.said("coordinates").unwrap_or_default().split_whitespace().collect();
    let find = |name: &&str| {
        let found = own.iter().copied().find(|index| names.coordinates[*index].name == *name);
        found.ok_or_else(|| {
            let message = format!("an axis of joint `{}` depends on `{name}`, which is no coordinate of it", raw.name);
            let known: Vec<&str> = own.iter().map(|index| names.coordinates[*index].name.as_str()).collect();
            OsimError::new(Some(element.line), message, format!("its coordinates are: {}", known.join(", ")))
        })
    };
    let mut coordinates =
        spoken.iter().map(|name| find(name).map(|index| (index, 1.0))).collect::<Result<Vec<_>, _>>()?;
    let read = match function_in(element) {
        Some(inner) => Some(function(inner)?),
        None => None,
    };
    let function = match read {
        Some(read) => {
            remarks.extend(read.remark.map(|remark| format!("joint `{}`: {remark}", raw.name)));
            if let Some(factors) = read.factors {
                if factors.len() != coordinates.len() {
                    let message = format!(
                        "a linear function of joint `{}` has {} factors for {} coordinates",
                        raw.name,
                        factors.len(),
                        coordinates.len()
                    );
                    return Err(OsimError::new(Some(element.line), message, "one factor for each, and a constant"));
                }
                coordinates.iter_mut().zip(factors).for_each(|(pair, factor)| pair.1 = factor);
            } else if coordinates.len() > 1 {
                let message = format!("an axis of joint `{}` is a function of several coordinates", raw.name);
                return Err(OsimError::new(Some(element.line), message, "only linear functions may be"));
            }
            read.function
        }
        None if coordinates.is_empty() => Dependence::Constant(0.0),
        None => Dependence::IDENTITY,
    };
    if coordinates.is_empty() {
        // Without a coordinate the argument is zero.
        return Ok(Axis { direction, coordinates, function: Dependence::Constant(function.evaluate(0.0)[0]) });
    }
    Ok(Axis { direction, coordinates, function })
}

/// Couplers become couplings; what else closes a loop is an error.
fn constraints(
    model: &Element,
    tree: &mut Tree,
    names: &Names<'_>,
    remarks: &mut Vec<String>,
) -> Result<(), OsimError> {
    for element in model.members("ConstraintSet") {
        let name = element.attribute("name").unwrap_or(&element.name);
        let off = is_true(element, "isDisabled", false) || !is_true(element, "isEnforced", true);
        if off {
            remarks.push(format!("constraint `{name}` is switched off"));
            continue;
        }
        if element.name != "CoordinateCouplerConstraint" {
            let message = format!("constraint `{name}` is a <{}>, which is not understood", element.name);
            let hint = "couplers of coordinates are; switch it off (isEnforced false) if the motion keeps it by itself";
            return Err(OsimError::new(Some(element.line), message, hint));
        }
        let dependent =
            names.coordinate(element.said("dependent_coordinate_name").unwrap_or_default(), element.line)?;
        let leaders: Vec<&str> =
            element.said("independent_coordinate_names").unwrap_or_default().split_whitespace().collect();
        let [leader] = leaders[..] else {
            let message = format!("coupler `{name}` has {} independent coordinates", leaders.len());
            return Err(OsimError::new(Some(element.line), message, "one is understood"));
        };
        let of = names.coordinate(leader, element.line)?;
        let inner = element.child("coupled_coordinates_function").and_then(function_in);
        let Some(inner) = inner else {
            let message = format!("coupler `{name}` has no function");
            return Err(OsimError::new(Some(element.line), message, "add <coupled_coordinates_function>"));
        };
        let read = function(inner)?;
        remarks.extend(read.remark.map(|remark| format!("coupler `{name}`: {remark}")));
        let factor = number(element, "scale_factor", 1.0)?;
        let function = if factor == 1.0 { read.function } else { Dependence::Scaled(factor, Box::new(read.function)) };
        tree.coordinates[dependent].coupling = Some(Coupling { of, function });
    }
    Ok(())
}
