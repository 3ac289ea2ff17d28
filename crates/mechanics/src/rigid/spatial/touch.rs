//! Contacts of surfaces between two bodies that may both move.

use std::fmt;
use std::sync::Arc;

use nalgebra::{Isometry3, Matrix3, Matrix6, Vector3};

use super::element::wrench;
use super::placement::Placement;
use crate::contact::surfaces::{Response, Scratch, Slopes, SurfacePair, Twist};
use crate::contact::surrogate::{BoundPair, PairScratch};
use crate::rigid::scalar::Scalar;

/// A contact, ready to evaluate. The first body carries the base, the second the follower.
#[derive(Clone)]
pub(super) struct Touch {
    pub bodies: [usize; 2],
    pub pair: Arc<SurfacePair>,
    pub surrogate: Option<Arc<BoundPair>>,
}

/// What a contact and its surrogate work with.
pub(super) type Storage<'a> = (&'a mut Scratch, &'a mut Option<PairScratch>);

impl fmt::Debug for Touch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Touch").field("bodies", &self.bodies).finish_non_exhaustive()
    }
}

/// The follower as seen from the base.
struct Relative<T> {
    position: Vector3<T>,
    rotation: Matrix3<T>,
    velocity: Vector3<T>,
    spin: Vector3<T>,
}

impl<T: Scalar> Relative<T> {
    fn new([base, follower]: [&Placement<T>; 2]) -> Self {
        let back = base.rotation.transpose();
        let apart = follower.position - base.position;
        Self {
            position: back * apart,
            rotation: back * follower.rotation,
            velocity: back * (follower.velocity - base.velocity_at(&apart)),
            spin: back * (follower.spin - base.spin),
        }
    }

    /// The twelve numbers by which a contact knows its derivatives: increments of the pose, then the twist. Their values
    /// are zero for the rotation vector, whose derivatives are those of the rotation: Ṙ Rᵀ = [θ̇]×.
    fn inputs(&self) -> [T; 12] {
        let at = self.rotation.map(|x| T::from(x.value()));
        let turned = self.rotation * at.transpose();
        let half = T::from(0.5);
        let turn = [(2, 1), (0, 2), (1, 0)].map(|(i, j)| (turned[(i, j)] - turned[(j, i)]) * half);
        let (p, v, w) = (&self.position, &self.velocity, &self.spin);
        [p.x, p.y, p.z, turn[0], turn[1], turn[2], v.x, v.y, v.z, w.x, w.y, w.z]
    }

    fn plain(&self) -> (Isometry3<f64>, Twist) {
        let value = |v: &Vector3<T>| v.map(|x| x.value());
        let place = Placement {
            position: value(&self.position),
            rotation: self.rotation.map(|x| x.value()),
            ..Placement::ground()
        };
        (place.pose(), Twist { linear: value(&self.velocity), angular: value(&self.spin) })
    }
}

/// What a contact does to its two bodies, and the power that it hands to them.
pub(super) struct Pushed<T> {
    pub on: [[T; 6]; 2],
    pub power: T,
}

impl Touch {
    pub fn act<T: Scalar>(&self, places: [&Placement<T>; 2], (scratch, stands_for): Storage<'_>) -> Pushed<T> {
        let relative = Relative::new(places);
        let (pose, twist) = relative.plain();
        let (response, slopes) = self.ask(&pose, &twist, T::CARRIES_SLOPES, (scratch, stands_for));
        let lifted = T::lift(response.wrench().into(), relative.inputs(), || rows(slopes.as_ref()));
        let turn = &places[0].rotation;
        let force = turn * Vector3::new(lifted[0], lifted[1], lifted[2]);
        let moment = turn * Vector3::new(lifted[3], lifted[4], lifted[5]);
        let apart = places[1].position - places[0].position;
        let about_base = moment + apart.cross(&force);
        let power = force.dot(&(places[1].velocity - places[0].velocity_at(&apart)))
            + moment.dot(&(places[1].spin - places[0].spin));
        Pushed { on: [wrench(&-force, &-about_base), wrench(&force, &moment)], power }
    }

    /// The response of the surrogate, or of the pair itself outside of its domain, with derivatives where they are wanted.
    fn ask(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        with_slopes: bool,
        (scratch, stands_for): Storage<'_>,
    ) -> (Response, Option<Slopes>) {
        let from_surrogate = self
            .surrogate
            .as_ref()
            .zip(stands_for.as_mut())
            .and_then(|(surrogate, own)| surrogate.evaluate(pose, twist, with_slopes, own));
        match from_surrogate {
            Some((response, slopes)) => (response, Some(slopes)),
            None if with_slopes => {
                let (response, slopes) = self.pair.evaluate_with_slopes(pose, twist, scratch);
                (response, Some(slopes))
            }
            None => (self.pair.evaluate(pose, twist, scratch), None),
        }
    }

    /// Response at a state with its derivatives by pose and twist, in the frame of the base.
    pub fn respond_with_slopes(&self, places: [&Placement; 2], storage: Storage<'_>) -> (Response, Slopes) {
        let (pose, twist) = Relative::new(places).plain();
        let none = Slopes { by_pose: Matrix6::zeros(), by_twist: Matrix6::zeros() };
        let (response, slopes) = self.ask(&pose, &twist, true, storage);
        (response, slopes.unwrap_or(none))
    }

    /// The same by the pose alone, where no surrogate stands for the pair.
    pub fn respond_with_stiffness(&self, places: [&Placement; 2], storage: Storage<'_>) -> (Response, Slopes) {
        if self.surrogate.is_some() {
            return self.respond_with_slopes(places, storage);
        }
        let (pose, twist) = Relative::new(places).plain();
        let (response, by_pose) = self.pair.evaluate_with_stiffness(&pose, &twist, storage.0);
        (response, Slopes { by_pose, by_twist: Matrix6::zeros() })
    }

    /// Response at a state, in the frame of the base.
    pub fn respond(&self, places: [&Placement; 2], scratch: &mut Scratch) -> Response {
        let (pose, twist) = Relative::new(places).plain();
        self.pair.evaluate(&pose, &twist, scratch)
    }
}

fn rows(slopes: Option<&Slopes>) -> [[f64; 12]; 6] {
    let Some(slopes) = slopes else { return [[0.0; 12]; 6] };
    std::array::from_fn(|i| {
        std::array::from_fn(|j| if j < 6 { slopes.by_pose[(i, j)] } else { slopes.by_twist[(i, j - 6)] })
    })
}
