//! What a surrogate can stand for.

use nalgebra::{Isometry3, Matrix6, Vector3, Vector6};

use crate::contact::SphericalJoint;
use crate::contact::surfaces::{Scratch, SurfacePair, Twist};

/// What an elastic contact does at one pose, in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Loads {
    /// Force on the follower, then moment about its origin.
    pub wrench: Vector6<f64>,
    /// Highest pressure.
    pub peak_pressure: f64,
    /// Area under pressure.
    pub area: f64,
    /// Where the pressure acts on average; NaN without contact.
    pub centre: Vector3<f64>,
    /// Deepest indentation.
    pub deepest: f64,
    /// Share of the area that is beside an edge of a surface.
    pub share_at_edge: f64,
}

impl Loads {
    /// No contact.
    pub const OPEN: Self = Self {
        wrench: Vector6::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        peak_pressure: 0.0,
        area: 0.0,
        centre: Vector3::new(f64::NAN, f64::NAN, f64::NAN),
        deepest: 0.0,
        share_at_edge: 0.0,
    };

    /// Size of the force.
    pub fn force(&self) -> f64 {
        self.wrench.fixed_rows::<3>(0).norm()
    }
}

/// A contact of two bodies whose wrench depends on their relative pose alone.
pub trait ElasticContact: Sync {
    /// What an evaluation works with.
    type Scratch: Send;

    /// Storage for evaluations.
    fn scratch(&self) -> Self::Scratch;

    /// What it does at a pose of the follower in the frame of the base.
    fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut Self::Scratch) -> Loads;

    /// The same with the derivatives of the wrench by increments of the pose: translation, then rotation vector.
    fn evaluate_with_slopes(&self, pose: &Isometry3<f64>, scratch: &mut Self::Scratch) -> (Loads, Matrix6<f64>);

    /// The same for the same geometry, lining and rule of points, and for no other.
    fn fingerprint(&self) -> String;
}

/// Surfaces at rest: friction and dissipation are no part of it.
impl ElasticContact for SurfacePair {
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Self::scratch(self)
    }

    fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) -> Loads {
        let response = Self::evaluate(self, pose, &Twist::REST, scratch);
        loads(&response.wrench(), scratch)
    }

    fn evaluate_with_slopes(&self, pose: &Isometry3<f64>, scratch: &mut Scratch) -> (Loads, Matrix6<f64>) {
        let (response, slopes) = Self::evaluate_with_slopes(self, pose, &Twist::REST, scratch);
        (loads(&response.wrench(), scratch), slopes.by_pose)
    }

    fn fingerprint(&self) -> String {
        Self::fingerprint(self)
    }
}

fn loads(wrench: &Vector6<f64>, scratch: &Scratch) -> Loads {
    let patch = scratch.patch();
    let share_at_edge = if patch.area > 0.0 { patch.area_at_edge / patch.area } else { 0.0 };
    Loads {
        wrench: *wrench,
        peak_pressure: patch.peak_pressure,
        area: patch.area,
        centre: patch.centre,
        deepest: patch.deepest,
        share_at_edge,
    }
}

/// The hip in closed form: cup at the origin of the base, head at the origin of the follower. It is its own truth.
#[derive(Debug, Clone)]
pub struct HipContact(pub SphericalJoint);

impl ElasticContact for HipContact {
    type Scratch = ();

    fn scratch(&self) {}

    fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut ()) -> Loads {
        self.evaluate_with_slopes(pose, scratch).0
    }

    fn evaluate_with_slopes(&self, pose: &Isometry3<f64>, (): &mut ()) -> (Loads, Matrix6<f64>) {
        let eccentricity = pose.translation.vector;
        let reaction = self.0.reaction(&eccentricity);
        let mut wrench = Vector6::zeros();
        wrench.fixed_rows_mut::<3>(0).copy_from(&reaction.force);
        let mut slopes = Matrix6::zeros();
        slopes.fixed_view_mut::<3, 3>(0, 0).copy_from(&reaction.tangent);
        let patch = self.0.patch(&eccentricity);
        let loads = Loads {
            wrench,
            peak_pressure: patch.peak_pressure,
            area: patch.area,
            centre: eccentricity.normalize() * self.0.sphere().socket_radius,
            deepest: patch.indentation,
            share_at_edge: patch.lost,
        };
        (loads, slopes)
    }

    fn fingerprint(&self) -> String {
        let sphere = self.0.sphere();
        let mut hash = blake3::Hasher::new();
        hash.update(b"hip");
        let numbers = [sphere.ball_radius, sphere.socket_radius, sphere.foundation.stiffness(), self.0.rim_angle()];
        let lip = self.0.lip().map_or_else(Vec::new, |lip| {
            let [x, y, z] = lip.middle.into();
            vec![lip.angle, lip.half_width, x, y, z]
        });
        numbers.iter().chain(self.0.pole().iter()).chain(&lip).for_each(|number| {
            hash.update(&number.to_le_bytes());
        });
        hash.finalize().to_hex().to_string()
    }
}
