//! Joints: three turns and three shifts along given axes, each a function of coordinates.

use nalgebra::{Isometry3, Matrix3, Rotation3, Unit, Vector3};

use super::dependence::Dependence;

/// One of the six movements of a joint.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Its direction, of unit length.
    pub direction: Vector3<f64>,
    /// Which coordinates it depends on, each with its factor: the function's argument is their sum. None: a constant.
    pub coordinates: Vec<(usize, f64)>,
    /// Angle (rad) or length (m).
    pub function: Dependence,
}

impl Axis {
    /// No movement along this direction.
    pub fn fixed(direction: Vector3<f64>) -> Self {
        Self { direction, coordinates: Vec::new(), function: Dependence::Constant(0.0) }
    }

    /// A coordinate along this direction.
    pub fn free(direction: Vector3<f64>, coordinate: usize) -> Self {
        Self { direction, coordinates: vec![(coordinate, 1.0)], function: Dependence::IDENTITY }
    }

    /// Value, and first and second derivative by the argument.
    fn evaluate(&self, q: &[f64]) -> [f64; 3] {
        let sum = self.coordinates.iter().map(|(at, factor)| factor * q[*at]).sum();
        self.function.evaluate(sum)
    }
}

/// What joins a body to its parent. The joint's frame in the parent (F) and that in the child (M) coincide when all movements
/// are zero; else M is turned against F by R = R(a₁, θ₁) R(a₂, θ₂) R(a₃, θ₃), each about the axis that the turns before
/// have moved, and its origin is shifted by t = Σ τᵢ bᵢ, along axes of F. OpenSim calls this a spatial transform.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The parent's index among the bodies; none for the ground.
    pub parent: Option<usize>,
    /// F in the parent.
    pub in_parent: Isometry3<f64>,
    /// M in the child.
    pub in_child: Isometry3<f64>,
    /// Turns θ about a.
    pub rotations: [Axis; 3],
    /// Shifts τ along b.
    pub translations: [Axis; 3],
}

impl Joint {
    /// No movement at all: both frames coincide.
    pub fn weld(name: &str, parent: Option<usize>) -> Self {
        let fixed = || [Vector3::x(), Vector3::y(), Vector3::z()].map(Axis::fixed);
        Self {
            name: name.into(),
            parent,
            in_parent: Isometry3::identity(),
            in_child: Isometry3::identity(),
            rotations: fixed(),
            translations: fixed(),
        }
    }

    /// A hinge about z.
    pub fn pin(name: &str, parent: Option<usize>, coordinate: usize) -> Self {
        let mut joint = Self::weld(name, parent);
        joint.rotations[2] = Axis::free(Vector3::z(), coordinate);
        joint
    }

    /// A slide along x.
    pub fn slider(name: &str, parent: Option<usize>, coordinate: usize) -> Self {
        let mut joint = Self::weld(name, parent);
        joint.translations[0] = Axis::free(Vector3::x(), coordinate);
        joint
    }

    /// A turn about x, then about y.
    pub fn universal(name: &str, parent: Option<usize>, coordinates: [usize; 2]) -> Self {
        let mut joint = Self::weld(name, parent);
        joint.rotations[0] = Axis::free(Vector3::x(), coordinates[0]);
        joint.rotations[1] = Axis::free(Vector3::y(), coordinates[1]);
        joint
    }

    /// A ball in a socket: turns about x, y and z, one after the other.
    pub fn ball(name: &str, parent: Option<usize>, coordinates: [usize; 3]) -> Self {
        let mut joint = Self::universal(name, parent, [coordinates[0], coordinates[1]]);
        joint.rotations[2] = Axis::free(Vector3::z(), coordinates[2]);
        joint
    }

    /// Free: three turns as those of a ball, then three shifts.
    pub fn free(name: &str, parent: Option<usize>, coordinates: [usize; 6]) -> Self {
        let [a, b, c, x, y, z] = coordinates;
        let mut joint = Self::ball(name, parent, [a, b, c]);
        joint.translations = [Axis::free(Vector3::x(), x), Axis::free(Vector3::y(), y), Axis::free(Vector3::z(), z)];
        joint
    }

    /// A turn about z and shifts along x and y.
    pub fn planar(name: &str, parent: Option<usize>, coordinates: [usize; 3]) -> Self {
        let [turn, x, y] = coordinates;
        let mut joint = Self::pin(name, parent, turn);
        joint.translations[0] = Axis::free(Vector3::x(), x);
        joint.translations[1] = Axis::free(Vector3::y(), y);
        joint
    }

    /// All six movements.
    pub fn axes(&self) -> impl Iterator<Item = &Axis> {
        self.rotations.iter().chain(&self.translations)
    }

    /// How M moves against F, in the axes of F.
    pub(super) fn compute_relative(&self, [q, v, a]: [&[f64]; 3], columns: &mut Vec<Column>) -> Relative {
        let mut relative = Relative::default();
        columns.clear();
        let mut add = |axis: &Axis, slope: f64, turn: Vector3<f64>, shift: Vector3<f64>| {
            for &(coordinate, factor) in &axis.coordinates {
                let (turn, shift) = (turn * (slope * factor), shift * (slope * factor));
                match columns.iter_mut().find(|column| column.coordinate == coordinate) {
                    Some(column) => {
                        column.turn += turn;
                        column.shift += shift;
                    }
                    None => columns.push(Column { coordinate, turn, shift }),
                }
            }
        };
        for axis in &self.rotations {
            let [angle, slope, bend] = axis.evaluate(q);
            let (rate, growth) = rates(axis, slope, bend, v, a);
            let here = relative.rotation * axis.direction;
            add(axis, slope, here, Vector3::zeros());
            relative.angular_acceleration += here * growth + relative.spin.cross(&(here * rate));
            relative.spin += here * rate;
            relative.rotation *= Rotation3::from_axis_angle(&Unit::new_unchecked(axis.direction), angle).into_inner();
        }
        for axis in &self.translations {
            let [length, slope, bend] = axis.evaluate(q);
            let (rate, growth) = rates(axis, slope, bend, v, a);
            add(axis, slope, Vector3::zeros(), axis.direction);
            relative.position += axis.direction * length;
            relative.velocity += axis.direction * rate;
            relative.acceleration += axis.direction * growth;
        }
        relative
    }
}

/// First and second derivative by time.
fn rates(axis: &Axis, slope: f64, bend: f64, v: &[f64], a: &[f64]) -> (f64, f64) {
    let speed: f64 = axis.coordinates.iter().map(|(at, factor)| factor * v[*at]).sum();
    let growth: f64 = axis.coordinates.iter().map(|(at, factor)| factor * a[*at]).sum();
    (slope * speed, slope * growth + bend * speed * speed)
}

/// What one coordinate does to a joint: turn of M, and shift of its origin, a unit of the coordinate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Column {
    pub coordinate: usize,
    pub turn: Vector3<f64>,
    pub shift: Vector3<f64>,
}

/// M against F.
#[derive(Debug)]
pub(super) struct Relative {
    pub rotation: Matrix3<f64>,
    pub position: Vector3<f64>,
    pub spin: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub angular_acceleration: Vector3<f64>,
    pub acceleration: Vector3<f64>,
}

impl Default for Relative {
    fn default() -> Self {
        let zero = Vector3::zeros();
        Self {
            rotation: Matrix3::identity(),
            position: zero,
            spin: zero,
            velocity: zero,
            angular_acceleration: zero,
            acceleration: zero,
        }
    }
}
