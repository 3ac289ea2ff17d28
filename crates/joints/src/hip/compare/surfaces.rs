//! Springs on points of the cup's surface.

use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Scratch, SurfacePair, Twist};
use mechanics::contact::{Layer, ModifiedFoundation, PressureLaw};
use mechanics::geometry::shape::{Sphere, SphericalCup};
use nalgebra::{Isometry3, Matrix3, Vector3};
use numerics::root::{NewtonLimits, solve_newton_system};

use super::super::contact::JointContact;
use super::{Answer, Contact, ElasticFoundation, Hip, Place, Press, StaticHip, sunk};

/// As many points as a study has elements.
pub(super) struct OnSurfaces {
    pair: SurfacePair,
    scratch: Scratch,
    load: f64,
    direction: Vector3<f64>,
    clearance: f64,
    /// Where to begin: the closed form knows about where the head will be.
    guess: f64,
}

impl OnSurfaces {
    /// The springs of the closed form.
    pub(super) fn linear(subject: &StaticHip) -> Result<Self, String> {
        Self::new(subject, |foundation, hip| {
            Ok(PressureLaw::Linear { foundation: *foundation, thickness: hip.thickness })
        })
    }

    /// Threshold and exponent as finite elements of flat layers have them, for a ball of the relative radius of head and cup.
    pub(super) fn modified(subject: &StaticHip) -> Result<Self, String> {
        if !subject.hip.parameters.implant.layers.is_empty() {
            return Err("the liner has further layers, the law has one".into());
        }
        Self::new(subject, |_, hip| {
            let thickness = hip.thickness;
            let radius = hip.head_radius * hip.cup_radius / hip.clearance();
            let law = ModifiedFoundation::on_flat_layer(Layer { thickness, material: subject.liner }, radius);
            law.map(|law| PressureLaw::Modified { law, thickness }).map_err(|error| error.to_string())
        })
    }

    fn new(
        subject: &StaticHip,
        law: impl Fn(&mechanics::contact::Foundation, &Hip) -> Result<PressureLaw, String>,
    ) -> Result<Self, String> {
        let hip = subject.with_contact(Contact::ElasticFoundation(ElasticFoundation::default()))?;
        let JointContact::Foundation(joint) = &hip.contact else { return Err("it is a foundation".into()) };
        let sphere = *joint.sphere();
        let cup = SphericalCup::new(Vector3::zeros(), hip.cup_radius, Vector3::z(), hip.rim_angle);
        let ball = Sphere::new(Vector3::zeros(), hip.head_radius);
        let (cup, ball) = (cup.map_err(|e| e.to_string())?, ball.map_err(|e| e.to_string())?);
        let area = std::f64::consts::TAU * hip.cup_radius.powi(2) * (1.0 - hip.rim_angle.cos());
        let spacing = (area / hip.parameters.output.elements as f64).sqrt();
        let settings = PairSettings::new(law(&sphere.foundation, &hip)?, spacing);
        let pair = SurfacePair::new(Arc::new(cup), Arc::new(ball), settings).map_err(|error| error.to_string())?;
        Ok(Self {
            scratch: pair.scratch(),
            pair,
            load: subject.load,
            direction: subject.direction(),
            clearance: hip.clearance(),
            guess: sphere.solve_indentation(subject.load).unwrap_or(1e-5),
        })
    }

    fn pose(place: &Vector3<f64>) -> Isometry3<f64> {
        Isometry3::translation(place.x, place.y, place.z)
    }
}

impl Press for OnSurfaces {
    fn press(&mut self, _: usize) -> Result<Answer, String> {
        let Self { pair, scratch, load, direction, clearance, guess } = self;
        let (load, wanted) = (*load, *direction * *load);
        let start = *direction * (*clearance + *guess);
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
        Ok(Answer { peak_pressure: patch.peak_pressure, area: patch.area, indentation, place: sunk(indentation) })
    }

    fn force_at(&mut self, _: usize, place: &Place) -> Result<f64, String> {
        let at = self.direction * (self.clearance + place[0]);
        Ok(self.pair.evaluate(&Self::pose(&at), &Twist::REST, &mut self.scratch).force.norm())
    }
}
