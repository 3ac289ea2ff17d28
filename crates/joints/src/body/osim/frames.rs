//! What a name or a path in a file means.

use formats::xml::Element;
use nalgebra::Isometry3;

use super::OsimError;
use super::values::place_of;
use crate::body::anatomy::Anatomy;

/// Offset frames within offset frames, at most.
const DEEPEST: usize = 20;

/// A coordinate of a file: the same name may stand in several joints.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CoordinateName {
    pub joint: String,
    pub name: String,
}

/// An offset frame: its owner (a joint, a body), its name, and the element that says where it is.
#[derive(Debug, Clone)]
pub(super) struct Offset<'a> {
    pub owner: String,
    pub name: String,
    pub element: &'a Element,
}

/// The names of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Names<'a> {
    /// Bodies in the order of the tree.
    pub bodies: Vec<String>,
    /// Coordinates in the order of the tree.
    pub coordinates: Vec<CoordinateName>,
    pub offsets: Vec<Offset<'a>>,
}

/// What a socket is connected to, by any of the spellings that the format has had.
pub(super) fn socket<'a>(element: &'a Element, name: &str) -> Option<&'a str> {
    let spelled = [format!("socket_{name}"), format!("socket_{name}_connectee_name"), name.to_owned()];
    spelled.iter().find_map(|spelled| element.said(spelled)).or_else(|| {
        let connectors = element.child("connectors")?;
        let ours = connectors.children.iter().find(|child| child.attribute("name") == Some(name))?;
        ours.said("connectee_name")
    })
}

impl<'a> Names<'a> {
    /// The body of a socket, and where its frame is on the body.
    pub fn frame_of(&self, element: &Element, sockets: &[&str]) -> Result<(Option<usize>, Isometry3<f64>), OsimError> {
        let owner = element.attribute("name").unwrap_or(&element.name);
        let Some(path) = sockets.iter().find_map(|name| socket(element, name)) else {
            let message = format!("`{owner}` does not say which body it belongs to");
            return Err(OsimError::new(Some(element.line), message, format!("add <socket_{}>", sockets[0])));
        };
        self.frame(path, None).ok_or_else(|| {
            let message = format!("`{owner}` belongs to `{path}`, which is no body of this model");
            OsimError::new(Some(element.line), message, self.known(path))
        })
    }

    /// The body behind a path, and where the frame is on the body; `of` is the joint whose own frames come first.
    pub fn frame(&self, path: &str, of: Option<&str>) -> Option<(Option<usize>, Isometry3<f64>)> {
        let (mut path, mut of) = (path.to_owned(), of.map(str::to_owned));
        let mut placed = Isometry3::identity();
        for _ in 0..DEEPEST {
            let mut segments = path.rsplit('/').map(str::trim).filter(|segment| !segment.is_empty());
            let name = segments.next()?;
            let owner = segments.next().filter(|owner| !["..", "bodyset", "jointset"].contains(owner));
            let owned = |owner: &str| self.offsets.iter().find(|frame| frame.owner == owner && frame.name == name);
            let offset = of.as_deref().and_then(owned).or_else(|| owner.and_then(owned));
            if offset.is_none() {
                if name == "ground" {
                    return Some((None, placed));
                }
                if let Some(body) = self.bodies.iter().position(|body| body == name) {
                    return Some((Some(body), placed));
                }
            }
            let mut alone = self.offsets.iter().filter(|frame| frame.name == name);
            let offset = offset.or_else(|| alone.next().filter(|_| alone.next().is_none()))?;
            placed = place_of(offset.element, ["translation", "orientation"]).ok()? * placed;
            path = socket(offset.element, "parent")?.to_owned();
            of = None;
        }
        None
    }

    /// The coordinate behind a name or a path; an error where there is none, or more than one.
    pub fn coordinate(&self, path: &str, line: usize) -> Result<usize, OsimError> {
        let mut segments = path.rsplit('/').map(str::trim).filter(|segment| !segment.is_empty() && *segment != "..");
        let name = segments.next().unwrap_or_default();
        let joint = segments.next();
        let all = || self.coordinates.iter().enumerate().filter(|(_, known)| known.name == name);
        let exact = joint.and_then(|joint| all().find(|(_, known)| known.joint == joint));
        if let Some((index, _)) = exact {
            return Ok(index);
        }
        let mut found = all();
        match (found.next(), found.next()) {
            (Some((index, _)), None) => Ok(index),
            (None, _) => {
                let nearest = Anatomy::nearest(self.coordinates.iter().map(|known| known.name.as_str()), name);
                let hint = if nearest.is_empty() {
                    "check the spelling".into()
                } else {
                    format!("nearest names: {}", nearest.join(", "))
                };
                Err(OsimError::new(Some(line), format!("there is no coordinate `{path}`"), hint))
            }
            (Some((_, first)), Some((_, second))) => {
                let message =
                    format!("`{path}` may be that of joint `{}` or that of joint `{}`", first.joint, second.joint);
                Err(OsimError::new(Some(line), message, format!("write /jointset/{}/{name}", first.joint)))
            }
        }
    }

    /// Names of bodies that resemble one.
    pub fn known(&self, path: &str) -> String {
        let name = path.rsplit('/').next().unwrap_or(path);
        let nearest = Anatomy::nearest(self.bodies.iter().map(String::as_str), name);
        if nearest.is_empty() {
            "add the body, or correct the name".into()
        } else {
            format!("nearest names: {}", nearest.join(", "))
        }
    }
}
