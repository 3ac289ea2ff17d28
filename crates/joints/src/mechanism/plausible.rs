//! Numbers that can be computed with but cannot be meant: another unit, or a slip of the exponent.

use mechanics::rigid::{
    self, Attachment, ElasticLaw, ForceKind, Friction, Function, GuideKind, JointKind, LigamentLaw, Loss, Shape,
};

use super::parameters::{Experiment, Parameters, StabilisationInput};
use crate::Problem;

/// What is larger cannot be meant, and the SI unit.
type Limit = (f64, &'static str);
const LENGTH: Limit = (1e4, "m");
const ANGLE: Limit = (1e5, "rad");
const SPEED: Limit = (1e5, "m/s");
const SPIN: Limit = (1e6, "rad/s");
const ACCELERATION: Limit = (1e4, "m/s^2");
const FORCE: Limit = (1e10, "N");
const MOMENT: Limit = (1e10, "N m");
const STIFFNESS: Limit = (1e14, "in SI units");
const DAMPING: Limit = (1e12, "in SI units");
const TIME: Limit = (1e6, "s");
const RATE: Limit = (1e7, "1/s");
const NUMBER: Limit = (1e6, "");
/// What is smaller neither.
const LEAST_MASS: f64 = 1e-12;
const MOST_MASS: Limit = (1e7, "kg");
const LEAST_INERTIA: f64 = 1e-20;
const MOST_INERTIA: Limit = (1e10, "kg m^2");
const LEAST_RADIUS: f64 = 1e-9;

/// Everything that cannot be meant, in a mechanism as the engine takes it.
pub(super) fn find(parameters: &Parameters, built: &rigid::Mechanism) -> Vec<Problem> {
    let mut found = Found(Vec::new());
    for (k, g) in built.gravity.iter().enumerate() {
        found.at_most(&format!("gravity.{k}"), "gravity", *g, ACCELERATION);
    }
    for (i, body) in built.bodies.iter().enumerate() {
        found.body(&format!("bodies.{i}"), body);
    }
    for (i, joint) in built.joints.iter().enumerate() {
        let path = format!("joints.{i}");
        found.point(&format!("{path}.first"), &joint.first);
        found.point(&format!("{path}.second"), &joint.second);
        if let JointKind::Fixed { angle } | JointKind::Translational { angle, .. } = joint.kind {
            found.at_most(&path, "the angle", angle, ANGLE);
        }
    }
    for (i, guide) in built.guides.iter().enumerate() {
        found.guide(&format!("guides.{i}.kind"), &guide.kind);
    }
    for (i, force) in built.forces.iter().enumerate() {
        found.force(&format!("forces.{i}.kind"), &force.kind);
    }
    for (i, contact) in built.contacts.iter().enumerate() {
        let bearing = parameters.bearings.iter().position(|bearing| bearing.name == contact.name);
        let path = match bearing.filter(|_| i >= parameters.contacts.len()) {
            Some(bearing) => format!("bearings.{bearing}.kind"),
            None => format!("contacts.{i}"),
        };
        found.contact(&path, contact);
    }
    for (i, marker) in parameters.markers.iter().enumerate() {
        marker
            .of
            .point
            .iter()
            .for_each(|x| found.at_most(&format!("markers.{i}.of.point"), "the point", x.si(), LENGTH));
    }
    found.experiment(&parameters.experiment);
    found.0
}

struct Found(Vec<Problem>);

impl Found {
    fn at_most(&mut self, path: &str, what: &str, value: f64, (most, unit): Limit) {
        // What is not a number is not at most anything.
        if !(value.abs() <= most) {
            let message = format!("{what} is {value:e} {unit}, more than {most:e} cannot be meant");
            self.0.push(Problem::new(path, message, "check the unit and the exponent"));
        }
    }

    fn between(&mut self, path: &str, what: &str, value: f64, (least, (most, unit)): (f64, Limit)) {
        self.at_most(path, what, value, (most, unit));
        if value < least {
            let message = format!("{what} is {value:e} {unit}, less than {least:e} cannot be meant");
            self.0.push(Problem::new(path, message, "check the unit and the exponent"));
        }
    }

    fn point(&mut self, path: &str, at: &Attachment) {
        at.point.iter().for_each(|x| self.at_most(&format!("{path}.point"), "the point", *x, LENGTH));
    }

    fn body(&mut self, path: &str, body: &rigid::Body) {
        self.between(&format!("{path}.mass"), "the mass", body.mass, (LEAST_MASS, MOST_MASS));
        let inertia = "the moment of inertia";
        self.between(&format!("{path}.inertia"), inertia, body.inertia, (LEAST_INERTIA, MOST_INERTIA));
        body.position.iter().for_each(|x| self.at_most(&format!("{path}.position"), "the position", *x, LENGTH));
        body.velocity.iter().for_each(|v| self.at_most(&format!("{path}.velocity"), "the velocity", *v, SPEED));
        self.at_most(&format!("{path}.angle"), "the angle", body.angle, ANGLE);
        self.at_most(&format!("{path}.spin"), "the angular velocity", body.spin, SPIN);
    }

    fn function(&mut self, path: &str, what: &str, function: &Function, limit: Limit) {
        match function {
            Function::Constant(value) => self.at_most(path, what, *value, limit),
            Function::Polynomial(all) => all.iter().for_each(|c| self.at_most(path, what, *c, limit)),
            Function::Sine { mean, amplitude, frequency, phase } => {
                self.at_most(path, what, *mean, limit);
                self.at_most(path, what, *amplitude, limit);
                self.at_most(path, "the frequency", *frequency, RATE);
                self.at_most(path, "the phase", *phase, ANGLE);
            }
            Function::Pulse { amplitude, duration, decay } => {
                self.at_most(path, what, *amplitude, limit);
                self.at_most(path, "the duration of the pulse", *duration, TIME);
                self.at_most(path, "the decay of the pulse", *decay, NUMBER);
            }
            Function::Spline { at, values }
            | Function::OpenSpline { at, values }
            | Function::MonotoneSpline { at, values }
            | Function::PeriodicSpline { at, values, .. } => {
                if let Function::PeriodicSpline { period, .. } = function {
                    self.at_most(path, "the period", *period, TIME);
                }
                at.iter().for_each(|t| self.at_most(path, "a time", *t, TIME));
                values.iter().for_each(|value| self.at_most(path, what, *value, limit));
            }
        }
    }

    fn guide(&mut self, path: &str, kind: &GuideKind) {
        match kind {
            GuideKind::Coordinate { of, follows, .. } => {
                self.point(&format!("{path}.coordinate.of"), of);
                self.function(&format!("{path}.coordinate.follows"), "what it follows", follows, LENGTH);
            }
            GuideKind::Point { of, x, y } => {
                self.point(&format!("{path}.point.of"), of);
                self.function(&format!("{path}.point.x"), "x", x, LENGTH);
                self.function(&format!("{path}.point.y"), "y", y, LENGTH);
            }
            GuideKind::Angle { follows, .. } => {
                self.function(&format!("{path}.angle.follows"), "what it follows", follows, ANGLE);
            }
        }
    }

    fn force(&mut self, path: &str, kind: &ForceKind) {
        match kind {
            ForceKind::Spring { first, second, stiffness, length, damping } => {
                let path = format!("{path}.spring");
                self.point(&format!("{path}.first"), first);
                self.point(&format!("{path}.second"), second);
                self.at_most(&format!("{path}.stiffness"), "the stiffness", *stiffness, STIFFNESS);
                self.at_most(&format!("{path}.length"), "the length", *length, LENGTH);
                self.at_most(&format!("{path}.damping"), "the damping", *damping, DAMPING);
            }
            ForceKind::TorsionSpring { stiffness, angle, damping, .. } => {
                let path = format!("{path}.torsion-spring");
                self.at_most(&format!("{path}.stiffness"), "the stiffness", *stiffness, STIFFNESS);
                self.at_most(&format!("{path}.angle"), "the angle", *angle, ANGLE);
                self.at_most(&format!("{path}.damping"), "the damping", *damping, DAMPING);
            }
            ForceKind::Ligament { first, second, law } => {
                let path = format!("{path}.ligament");
                self.point(&format!("{path}.first"), first);
                self.point(&format!("{path}.second"), second);
                let path = format!("{path}.law");
                let (LigamentLaw::Linear { stiffness, slack_length }
                | LigamentLaw::Quadratic { stiffness, slack_length }
                | LigamentLaw::Toe { stiffness, slack_length, .. }) = law;
                self.at_most(&path, "the stiffness", *stiffness, STIFFNESS);
                self.at_most(&path, "the slack length", *slack_length, LENGTH);
                if let LigamentLaw::Toe { toe_strain, .. } = law {
                    self.at_most(&path, "the toe strain", *toe_strain, (1.0, ""));
                }
            }
            ForceKind::Muscle { first, second, tension } => {
                let path = format!("{path}.muscle");
                self.point(&format!("{path}.first"), first);
                self.point(&format!("{path}.second"), second);
                self.function(&format!("{path}.tension"), "the tension", tension, FORCE);
            }
            ForceKind::Load { at, x, y, moving_point, .. } => {
                let path = format!("{path}.load");
                self.point(&format!("{path}.at"), at);
                self.function(&format!("{path}.x"), "x", x, FORCE);
                self.function(&format!("{path}.y"), "y", y, FORCE);
                for place in moving_point.iter().flatten() {
                    self.function(&format!("{path}.moving-point"), "the point", place, LENGTH);
                }
            }
            ForceKind::Moment { moment, .. } => {
                self.function(&format!("{path}.moment.moment"), "the moment", moment, MOMENT);
            }
        }
    }

    fn contact(&mut self, path: &str, contact: &rigid::Contact) {
        self.shape(&format!("{path}.first.shape"), &contact.first.shape);
        self.shape(&format!("{path}.second.shape"), &contact.second.shape);
        if let ElasticLaw::Hertz { stiffness } | ElasticLaw::Linear { stiffness } = contact.law {
            self.at_most(&format!("{path}.law"), "the stiffness", stiffness, STIFFNESS);
        }
        let below = format!("{path}.dissipation");
        match contact.loss {
            Loss::Hysteretic { least_speed, .. } => self.at_most(&below, "the slowest impact", least_speed, SPEED),
            Loss::KelvinVoigt { coefficient } => self.at_most(&below, "the coefficient", coefficient, DAMPING),
            Loss::ScaledUnloading { transition_speed: v, .. } => {
                self.at_most(&below, "the transition speed", v, SPEED);
            }
            Loss::Relaxing { time, .. } => self.at_most(&below, "the relaxation time", time, TIME),
            Loss::None => {}
        }
        let below = format!("{path}.friction");
        match contact.friction {
            Some(Friction::Coulomb { transition_speed, .. }) => {
                self.at_most(&below, "the transition speed", transition_speed, SPEED);
            }
            Some(Friction::Compliant { stiffness, damping, .. }) => {
                self.at_most(&below, "the stiffness", stiffness, STIFFNESS);
                self.at_most(&below, "the damping", damping, DAMPING);
            }
            None => {}
        }
        self.at_most(&format!("{path}.deepest-start"), "the deepest start", contact.deepest_start, LENGTH);
    }

    fn shape(&mut self, path: &str, shape: &Shape) {
        let mut place = |[x, y]: [f64; 2]| {
            self.at_most(path, "a point of the outline", x, LENGTH);
            self.at_most(path, "a point of the outline", y, LENGTH);
        };
        match shape {
            Shape::Circle { centre, radius } | Shape::Socket { centre, radius } => {
                place(*centre);
                self.between(path, "the radius", *radius, (LEAST_RADIUS, LENGTH));
            }
            Shape::Line { point, .. } => place(*point),
            Shape::Profile { origin, angle, curve, range, .. } => {
                place(*origin);
                place(*range);
                self.at_most(path, "the angle", *angle, ANGLE);
                self.function(path, "the curve", curve, STIFFNESS);
            }
        }
    }

    fn experiment(&mut self, experiment: &Experiment) {
        let path = format!("experiment.{}", experiment.name());
        if let Some((duration, _)) = experiment.span() {
            self.at_most(&format!("{path}.duration"), "the duration", duration.si(), TIME);
        }
        match experiment {
            Experiment::Equilibrium(case) => self.at_most(&format!("{path}.time"), "the time", case.time.si(), TIME),
            Experiment::Forward(case) => {
                if let Some(step) = case.largest_step {
                    self.at_most(&format!("{path}.largest-step"), "the largest step", step.si(), TIME);
                }
                if let StabilisationInput::Baumgarte(feedback) = case.stabilisation {
                    let path = format!("{path}.stabilisation.baumgarte");
                    // A negative one would drive joints apart.
                    self.between(&path, "alpha", feedback.alpha, (0.0, RATE));
                    self.between(&path, "beta", feedback.beta, (0.0, RATE));
                }
            }
            Experiment::Kinematic(_) | Experiment::InverseDynamics(_) => {}
        }
    }
}
