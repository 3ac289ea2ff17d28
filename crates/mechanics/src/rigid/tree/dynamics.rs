//! Mass matrix, inverse dynamics, what joints transmit, energies.

use nalgebra::{DMatrix, Matrix3, Vector3};

use super::motion::Motion;

/// A force and a moment on a body, in the axes of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Load {
    /// On which body; none for the ground, which takes everything.
    pub body: Option<usize>,
    /// The force, N.
    pub force: Vector3<f64>,
    /// Where it acts, in the ground, m.
    pub point: Vector3<f64>,
    /// A moment of its own, N m.
    pub moment: Vector3<f64>,
}

/// Force and moment, in the axes of the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wrench {
    /// The force, N.
    pub force: Vector3<f64>,
    /// The moment, N m.
    pub moment: Vector3<f64>,
}

impl Wrench {
    /// The same in axes whose columns are given.
    pub fn seen_from(&self, axes: &Matrix3<f64>) -> Self {
        Self { force: axes.tr_mul(&self.force), moment: axes.tr_mul(&self.moment) }
    }

    /// The opposite: what the child does to its parent.
    pub fn reversed(&self) -> Self {
        Self { force: -self.force, moment: -self.moment }
    }
}

/// What a motion needs.
#[derive(Debug, Clone, PartialEq)]
pub struct InverseDynamics {
    /// For each of all coordinates the generalised force that drives it, N m or N: Qₖ = Σ Fᵢ · ∂vᵢ/∂q̇ₖ. Those of a floating base are
    /// its residuals, which should be zero.
    pub generalised: Vec<f64>,
    /// For every body what its joint transmits: the force and the moment of the parent on the body, about the origin of the joint's frame in
    /// the body (M), everything included that drives the joint.
    pub reactions: Vec<Wrench>,
}

impl Motion<'_> {
    /// Newton–Euler, from the tips to the base: every joint transmits what the bodies behind it need,
    /// F = Σ (m (a − g)) − Σ loads, and likewise the moment.
    ///
    /// *Checked by*: pendulums in closed form, the mass matrix, conservation of energy, OpenSim 4.6.
    pub fn compute_inverse_dynamics(&self, loads: &[Load]) -> InverseDynamics {
        let tree = &self.skeleton.tree;
        let zero = Vector3::zeros();
        // Force, and moment about the ground's origin, that the bodies from here on need.
        let mut needs: Vec<(Vector3<f64>, Vector3<f64>)> = tree
            .bodies
            .iter()
            .zip(&self.bodies)
            .map(|(body, moves)| {
                let centre = moves.point(&body.centre);
                let force = body.mass * (moves.acceleration_of(&body.centre) - tree.gravity);
                let inertia = moves.rotation * body.inertia * moves.rotation.transpose();
                let gyroscopic = moves.spin.cross(&(inertia * moves.spin));
                (force, inertia * moves.angular_acceleration + gyroscopic + centre.cross(&force))
            })
            .collect();
        for load in loads {
            if let Some(body) = load.body {
                needs[body].0 -= load.force;
                needs[body].1 -= load.moment + load.point.cross(&load.force);
            }
        }
        let mut generalised = vec![0.0; tree.coordinates.len()];
        let mut reactions = vec![Wrench { force: zero, moment: zero }; tree.bodies.len()];
        for index in (0..tree.bodies.len()).rev() {
            let (force, about_origin) = needs[index];
            for axis in &self.axes[index] {
                generalised[axis.coordinate] += axis.turn.dot(&about_origin) + axis.shift.dot(&force);
            }
            let moment = about_origin - self.bodies[index].joint_position.cross(&force);
            reactions[index] = Wrench { force, moment };
            if let Some(parent) = tree.bodies[index].joint.parent {
                needs[parent].0 += force;
                needs[parent].1 += about_origin;
            }
        }
        InverseDynamics { generalised, reactions }
    }

    /// The generalised forces of loads alone: Jᵀ F, one for each of all coordinates.
    pub fn compute_generalised(&self, loads: &[Load]) -> Vec<f64> {
        let mut generalised = vec![0.0; self.skeleton.tree.coordinates.len()];
        for load in loads {
            let about_origin = load.moment + load.point.cross(&load.force);
            for axis in self.axes_of(load.body) {
                generalised[axis.coordinate] += axis.turn.dot(&about_origin) + axis.shift.dot(&load.force);
            }
        }
        generalised
    }

    /// M of T = ½ q̇ᵀ M q̇ for all coordinates, by composite bodies: the momentum that a coordinate gives to what hangs behind its joint, seen
    /// along every coordinate before it.
    pub fn compute_mass_matrix(&self) -> DMatrix<f64> {
        let tree = &self.skeleton.tree;
        let mut composite: Vec<Inertia> = tree
            .bodies
            .iter()
            .zip(&self.bodies)
            .map(|(body, moves)| {
                let c = moves.point(&body.centre);
                let own = moves.rotation * body.inertia * moves.rotation.transpose();
                let steiner = Matrix3::identity() * c.norm_squared() - c * c.transpose();
                Inertia { mass: body.mass, first: body.mass * c, second: own + body.mass * steiner }
            })
            .collect();
        let count = tree.coordinates.len();
        let mut matrix = DMatrix::zeros(count, count);
        for index in (0..tree.bodies.len()).rev() {
            let inertia = composite[index];
            for (at, axis) in self.axes[index].iter().enumerate() {
                let force = inertia.mass * axis.shift + axis.turn.cross(&inertia.first);
                let moment = inertia.second * axis.turn + inertia.first.cross(&axis.shift);
                for other in &self.axes[index][..=at] {
                    let entry = other.turn.dot(&moment) + other.shift.dot(&force);
                    matrix[(axis.coordinate, other.coordinate)] += entry;
                    if !std::ptr::eq(axis, other) {
                        matrix[(other.coordinate, axis.coordinate)] += entry;
                    }
                }
                for other in self.axes_of(tree.bodies[index].joint.parent) {
                    let entry = other.turn.dot(&moment) + other.shift.dot(&force);
                    matrix[(axis.coordinate, other.coordinate)] += entry;
                    matrix[(other.coordinate, axis.coordinate)] += entry;
                }
            }
            if let Some(parent) = tree.bodies[index].joint.parent {
                composite[parent].add(&inertia);
            }
        }
        matrix
    }

    /// Kinetic energy, J.
    pub fn kinetic_energy(&self) -> f64 {
        let of_body = |(body, moves): (&super::Body, &super::BodyMotion)| {
            let spin = moves.rotation.tr_mul(&moves.spin);
            0.5 * body.mass * moves.velocity_of(&body.centre).norm_squared() + 0.5 * spin.dot(&(body.inertia * spin))
        };
        self.skeleton.tree.bodies.iter().zip(&self.bodies).map(of_body).sum()
    }

    /// Potential energy of gravity, J, from the ground's origin.
    pub fn potential_energy(&self) -> f64 {
        let tree = &self.skeleton.tree;
        let of_body = |(body, moves): (&super::Body, &super::BodyMotion)| {
            -body.mass * tree.gravity.dot(&moves.point(&body.centre))
        };
        tree.bodies.iter().zip(&self.bodies).map(of_body).sum()
    }
}

/// Mass, first and second moments about the ground's origin.
#[derive(Debug, Clone, Copy)]
struct Inertia {
    mass: f64,
    first: Vector3<f64>,
    second: Matrix3<f64>,
}

impl Inertia {
    fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.first += other.first;
        self.second += other.second;
    }
}
