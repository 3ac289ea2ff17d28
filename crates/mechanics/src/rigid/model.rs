//! A mechanism, checked and ready to compute with. It stays constant and can be shared.

use nalgebra::Vector2;

use super::bearing::Gap;
use super::constraint::Constraint;
use super::description::{GROUND, Mechanism};
use super::error::RigidError;
use super::force::Element;
use super::pair::Pair;
use super::schur::Pattern;
use super::state::State;

/// A mechanism ready to compute with.
#[derive(Debug, Clone)]
pub struct Model {
    pub(super) gravity: Vector2<f64>,
    pub(super) body_names: Vec<String>,
    /// Mass, mass, inertia of each body, the ground last.
    pub(super) masses: Vec<[f64; 3]>,
    /// Their inverses, zero for the ground.
    pub(super) inverse_masses: Vec<[f64; 3]>,
    pub(super) constraints: Vec<(String, Constraint)>,
    pub(super) elements: Vec<(String, Element)>,
    pub(super) pairs: Vec<(String, Pair)>,
    /// States of contacts: of friction that sticks, of those that relax, and of surfaces that stick together.
    pub(super) inner_states: usize,
    /// Number of scalar constraint equations.
    pub(super) rows: usize,
    pub(super) pattern: Pattern,
    pub(super) start: State,
}

impl Model {
    /// Checks a mechanism and makes it ready. Its positions are not fitted yet: see [`Model::assemble`].
    pub fn new(mechanism: &Mechanism) -> Result<Self, RigidError> {
        super::compile::compile(mechanism)
    }

    /// How many bodies move.
    pub fn bodies(&self) -> usize {
        self.body_names.len()
    }

    /// The index of a body.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.body_names.iter().position(|known| known == name)
    }

    /// The index of a contact.
    pub fn contact(&self, name: &str) -> Option<usize> {
        self.pairs.iter().position(|(known, _)| known == name)
    }

    /// Names of the springs, ligaments, loads and bearings, in the order of [`Model::tensions`].
    pub fn force_names(&self) -> impl Iterator<Item = &str> {
        self.elements.iter().map(|(name, _)| name.as_str())
    }

    /// Names of the bearings, in their order.
    pub fn bearing_names(&self) -> impl Iterator<Item = &str> {
        self.bearings().map(|(name, _)| name)
    }

    /// The index of a bearing.
    pub fn bearing(&self, name: &str) -> Option<usize> {
        self.bearing_names().position(|known| known == name)
    }

    /// The contact that is the solid part of a bearing, if it has one.
    pub fn contact_of_bearing(&self, bearing: usize) -> Option<usize> {
        self.bearings().nth(bearing).and_then(|(_, gap)| gap.pair)
    }

    pub(super) fn bearings(&self) -> impl Iterator<Item = (&str, &Gap)> {
        self.elements.iter().filter_map(|(name, element)| match element {
            Element::Bearing(gap) => Some((name.as_str(), &**gap)),
            _ => None,
        })
    }

    /// Names of the contacts, in their order.
    pub fn contact_names(&self) -> impl Iterator<Item = &str> {
        self.pairs.iter().map(|(name, _)| name.as_str())
    }

    /// Coordinates that neither joints nor guides prescribe, if none of these is redundant; see [`Model::freedom_at`].
    pub fn freedom(&self) -> usize {
        (3 * self.bodies()).saturating_sub(self.rows)
    }

    /// The state that the description starts from, before assembly.
    pub fn described_state(&self) -> State {
        self.start.clone()
    }

    /// The constraint of a row, and the unit of the row.
    pub(super) fn constraint_of(&self, row: usize) -> (&str, &'static str) {
        let mut first = 0;
        for (name, constraint) in &self.constraints {
            let count = constraint.count();
            if row < first + count {
                return (name, constraint.unit(row - first));
            }
            first += count;
        }
        ("", "m")
    }

    /// The body of a component of the state, by name.
    pub(super) fn body_of(&self, component: usize) -> &str {
        self.body_names.get(component / 3 % self.bodies().max(1)).map_or(GROUND, String::as_str)
    }
}
