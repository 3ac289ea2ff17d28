//! Springs on points of the cup's surface.

use std::sync::Arc;

use mechanics::contact::PressureLaw;
use mechanics::contact::surfaces::{PairSettings, Scratch, SurfacePair, Twist};
use mechanics::geometry::shape::{Sphere, SphericalCup};
use nalgebra::{Isometry3, Matrix3, Vector3};
use numerics::root::{NewtonLimits, solve_newton_system};

use super::super::contact::JointContact;
use super::{Answer, Case, Press};

/// As many points as a study has elements.
pub(super) struct OnSurfaces {
    pair: SurfacePair,
    scratch: Scratch,
    direction: Vector3<f64>,
    clearance: f64,
    /// Where to begin: the closed form knows about where the head will be.
    guess: Box<dyn Fn(f64) -> f64>,
}

impl OnSurfaces {
    pub(super) fn new(case: &Case) -> Result<Self, String> {
        let hip = case.with_contact(super::Contact::default())?;
        let JointContact::Foundation(joint) = &hip.contact else { return Err("it is a foundation".into()) };
        let sphere = *joint.sphere();
        let cup = SphericalCup::new(Vector3::zeros(), hip.cup_radius, Vector3::z(), hip.rim_angle);
        let ball = Sphere::new(Vector3::zeros(), hip.head_radius);
        let (cup, ball) = (cup.map_err(|e| e.to_string())?, ball.map_err(|e| e.to_string())?);
        let area = std::f64::consts::TAU * hip.cup_radius.powi(2) * (1.0 - hip.rim_angle.cos());
        let spacing = (area / hip.parameters.output.elements as f64).sqrt();
        let law = PressureLaw::Linear { foundation: sphere.foundation, thickness: hip.thickness };
        let pair = SurfacePair::new(Arc::new(cup), Arc::new(ball), PairSettings::new(law, spacing));
        let pair = pair.map_err(|error| error.to_string())?;
        let scratch = pair.scratch();
        let guess = move |load: f64| sphere.solve_indentation(load).unwrap_or(1e-5);
        Ok(Self { pair, scratch, direction: case.direction(), clearance: hip.clearance(), guess: Box::new(guess) })
    }

    fn pose(place: &Vector3<f64>) -> Isometry3<f64> {
        Isometry3::translation(place.x, place.y, place.z)
    }
}

impl Press for OnSurfaces {
    fn press(&mut self, load: f64) -> Result<Answer, String> {
        let Self { pair, scratch, direction, clearance, guess } = self;
        let wanted = *direction * load;
        let start = *direction * (*clearance + guess(load));
        let scratch = std::cell::RefCell::new(scratch);
        let force =
            |place: &Vector3<f64>| pair.evaluate(&Self::pose(place), &Twist::REST, &mut scratch.borrow_mut()).force;
        let slope = |place: &Vector3<f64>| -> Matrix3<f64> {
            let (_, slopes) = pair.evaluate_with_slopes(&Self::pose(place), &Twist::REST, &mut scratch.borrow_mut());
            slopes.by_pose.fixed_view::<3, 3>(0, 0).into_owned() / load
        };
        // The points enter and leave the patch one by one: the force is not quite smooth.
        let limits = NewtonLimits { residual: 1e-7, iterations: 60 };
        let found = solve_newton_system(|place| (wanted + force(place)) / load, slope, start, limits);
        let place = found.map_err(|error| error.to_string())?.solution;
        force(&place);
        let patch = *scratch.borrow().patch();
        let indentation = place.norm() - *clearance;
        Ok(Answer { peak_pressure: patch.peak_pressure, area: patch.area, indentation })
    }

    fn force_at(&mut self, indentation: f64) -> Result<f64, String> {
        let place = self.direction * (self.clearance + indentation);
        Ok(self.pair.evaluate(&Self::pose(&place), &Twist::REST, &mut self.scratch).force.norm())
    }
}
