//! A tree that has been checked.

use super::description::Tree;
use super::error::TreeError;

/// A tree of bodies that can be asked. Coordinates are *free*, *locked*, or *coupled* to another one.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    pub(super) tree: Tree,
    free: Vec<usize>,
    /// Coupled coordinates, each behind the one that it follows.
    coupled: Vec<usize>,
}

impl Skeleton {
    /// Checks a tree.
    ///
    /// # Errors
    /// A parent behind its child, coordinates that do not exist or follow each other in a ring, numbers that cannot be.
    pub fn new(tree: Tree) -> Result<Self, TreeError> {
        let count = tree.coordinates.len();
        for (index, body) in tree.bodies.iter().enumerate() {
            let joint = &body.joint;
            if let Some(parent) = joint.parent.filter(|parent| *parent >= index) {
                return Err(TreeError::Order { body: body.name.clone(), parent });
            }
            let impossible =
                |what, value: String, hint| TreeError::Impossible { what, name: body.name.clone(), value, hint };
            if !(body.mass >= 0.0 && body.mass.is_finite()) {
                return Err(impossible(
                    "the mass",
                    body.mass.to_string(),
                    "a number of kilograms that is not negative",
                ));
            }
            if !body.centre.iter().chain(body.inertia.iter()).all(|value| value.is_finite()) {
                return Err(impossible("centre or inertia", format!("{:?}", body.centre), "finite numbers"));
            }
            let placed = [&joint.in_parent, &joint.in_child];
            if !placed.iter().all(|pose| pose.to_homogeneous().iter().all(|value| value.is_finite())) {
                return Err(impossible(
                    "the joint's place",
                    format!("{:?}", joint.in_parent.translation),
                    "finite numbers",
                ));
            }
            for axis in joint.axes() {
                if let Some(&(at, _)) = axis.coordinates.iter().find(|(at, _)| *at >= count) {
                    return Err(TreeError::NoCoordinate { who: format!("joint `{}`", joint.name), index: at, count });
                }
                if !((axis.direction.norm() - 1.0).abs() < 1e-6) {
                    let value = format!("{:?}", axis.direction.as_slice());
                    return Err(impossible("an axis of the joint", value, "a direction of unit length"));
                }
                if !axis.function.is_sound() || !axis.coordinates.iter().all(|(_, factor)| factor.is_finite()) {
                    let value = format!("{:?}", axis.function);
                    return Err(impossible("a function of the joint", value, "finite numbers, points that increase"));
                }
            }
        }
        let coupled = order_couplings(&tree)?;
        let free =
            (0..count).filter(|&i| !tree.coordinates[i].locked && tree.coordinates[i].coupling.is_none()).collect();
        Ok(Self { tree, free, coupled })
    }

    /// What it was made from.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The coordinates that are neither locked nor coupled.
    pub fn free(&self) -> &[usize] {
        &self.free
    }

    /// The index of a coordinate.
    pub fn find_coordinate(&self, name: &str) -> Option<usize> {
        self.tree.coordinates.iter().position(|coordinate| coordinate.name == name)
    }

    /// The index of a body.
    pub fn find_body(&self, name: &str) -> Option<usize> {
        self.tree.bodies.iter().position(|body| body.name == name)
    }

    /// The mass of all bodies, kg.
    pub fn mass(&self) -> f64 {
        self.tree.bodies.iter().map(|body| body.mass).sum()
    }

    /// Every coordinate at its default, coupled ones where they follow.
    pub fn default_coordinates(&self) -> Vec<f64> {
        let mut q: Vec<f64> = self.tree.coordinates.iter().map(|coordinate| coordinate.default).collect();
        self.complete(&mut q);
        q
    }

    /// Puts coupled coordinates where they must be.
    pub fn complete(&self, q: &mut [f64]) {
        for (at, of, function) in self.couplings() {
            q[at] = function.evaluate(q[of])[0];
        }
    }

    /// Puts coupled coordinates, their velocities and accelerations where they must be.
    pub fn complete_motion(&self, q: &mut [f64], v: &mut [f64], a: &mut [f64]) {
        for (at, of, function) in self.couplings() {
            let [value, slope, bend] = function.evaluate(q[of]);
            q[at] = value;
            a[at] = slope * a[of] + bend * v[of] * v[of];
            v[at] = slope * v[of];
        }
    }

    /// What belongs to all coordinates (generalised forces, columns of a Jacobian) as it acts on the free ones: that of a coupled
    /// coordinate is added to the one it follows, times its slope; that of a locked one is dropped.
    pub fn reduce(&self, q: &[f64], of_all: &[f64]) -> Vec<f64> {
        let mut all = of_all.to_vec();
        for &at in self.coupled.iter().rev() {
            if let Some(coupling) = &self.tree.coordinates[at].coupling {
                all[coupling.of] += coupling.function.evaluate(q[coupling.of])[1] * all[at];
            }
        }
        self.free.iter().map(|&at| all[at]).collect()
    }

    fn couplings(&self) -> impl Iterator<Item = (usize, usize, &super::Dependence)> {
        self.coupled
            .iter()
            .filter_map(|&at| self.tree.coordinates[at].coupling.as_ref().map(|by| (at, by.of, &by.function)))
    }
}

fn order_couplings(tree: &Tree) -> Result<Vec<usize>, TreeError> {
    let count = tree.coordinates.len();
    for coordinate in &tree.coordinates {
        let impossible =
            |what, value: String, hint| TreeError::Impossible { what, name: coordinate.name.clone(), value, hint };
        if !coordinate.default.is_finite() {
            return Err(impossible("the default", coordinate.default.to_string(), "a finite number"));
        }
        if let Some(coupling) = &coordinate.coupling {
            if coupling.of >= count {
                let who = format!("coordinate `{}`", coordinate.name);
                return Err(TreeError::NoCoordinate { who, index: coupling.of, count });
            }
            if !coupling.function.is_sound() {
                let value = format!("{:?}", coupling.function);
                return Err(impossible("the coupling", value, "finite numbers, points that increase"));
            }
        }
    }
    let depth = |start: usize| {
        let mut at = start;
        for depth in 0..=count {
            match &tree.coordinates[at].coupling {
                Some(coupling) => at = coupling.of,
                None => return Ok(depth),
            }
        }
        Err(TreeError::Ring { name: tree.coordinates[start].name.clone() })
    };
    let mut found = Vec::new();
    for at in 0..count {
        match depth(at)? {
            0 => {}
            deep => found.push((deep, at)),
        }
    }
    found.sort_unstable();
    Ok(found.into_iter().map(|(_, at)| at).collect())
}
