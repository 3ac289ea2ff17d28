//! Which values of a mechanism cannot be computed with, and why. Whether it fits together is found out afterwards, by
//! assembling it.

use std::collections::HashMap;
use std::fmt::Display;

use mechanics::rigid::GROUND;
use quantity::Length;

use super::bearing_build;
use super::build::{profile_curve, setting};
use super::columns::columns;
use super::names::{nearest, slug};
use super::parameters::*;
use super::walk::functions;
use crate::Problem;
use crate::contact;

/// More frames, or numbers in all frames together, than this are a mistake.
const MOST_FRAMES: usize = 100_000;
const MOST_NUMBERS: usize = 50_000_000;

/// Every value that is wrong by itself; files of functions need not have been read.
pub fn check_values(parameters: &Parameters) -> Vec<Problem> {
    let Parameters { bodies, joints, guides, forces, contacts, bearings, markers, .. } = parameters;
    let known = bodies.iter().map(|body| body.name.as_str()).chain([GROUND]).collect();
    let mut check = Check { known, found: Vec::new() };
    if bodies.is_empty() {
        let hint = "add [[mechanism.bodies]] with a name, a mass and an inertia";
        check.found.push(Problem::new("bodies", "the mechanism has no bodies", hint));
    }
    for (i, body) in bodies.iter().enumerate() {
        check.body(&format!("bodies.{i}"), body);
    }
    for (i, joint) in joints.iter().enumerate() {
        check.joint(&format!("joints.{i}"), joint);
    }
    for (i, guide) in guides.iter().enumerate() {
        check.guide(&format!("guides.{i}"), guide);
    }
    for (i, force) in forces.iter().enumerate() {
        check.force(&format!("forces.{i}"), force);
    }
    for (i, contact) in contacts.iter().enumerate() {
        check.contact(&format!("contacts.{i}"), contact);
        let remembers = matches!(parameters.experiment, Experiment::Forward(_) | Experiment::Equilibrium(_));
        let message = || "whether surfaces stick together depends on what they did before".to_owned();
        let hint = "take the experiment forward or equilibrium, or a law without adhesion";
        let fits = remembers || contact.law.adhesion().is_none();
        check.require(fits, &format!("contacts.{i}"), "law", message, hint);
    }
    for (i, bearing) in bearings.iter().enumerate() {
        let path = format!("bearings.{i}");
        let ends = [("journal.body", bearing.journal.body.as_str()), ("bearing.body", &bearing.bearing.body)];
        check.ends(&path, "bearing", ends);
        check.found.extend(bearing_build::check(bearing).into_iter().map(|problem| problem.below(&path)));
    }
    for (i, marker) in markers.iter().enumerate() {
        check.is_body(&format!("markers.{i}.of.body"), &marker.of.body);
    }
    for (path, function) in functions(parameters) {
        if let Err((below, message, hint)) = function.describe() {
            check.found.push(Problem::new(format!("{path}.{below}"), message, hint));
        }
    }
    check.names(parameters);
    check.experiment(parameters);
    check.found
}

struct Check<'a> {
    /// Names of the bodies, the ground last.
    known: Vec<&'a str>,
    found: Vec<Problem>,
}

impl Check<'_> {
    fn require(&mut self, fits: bool, path: &str, key: &str, message: impl FnOnce() -> String, hint: &str) {
        if !fits {
            self.found.push(Problem::new(format!("{path}.{key}"), message(), hint));
        }
    }

    fn positive(&mut self, path: &str, key: &str, (shown, si): (impl Display, f64), hint: &str) {
        let message = || format!("the {} is {shown}, it must be more than zero", key_in_words(key));
        self.require(si > 0.0 && si.is_finite(), path, key, message, hint);
    }

    fn not_negative(&mut self, path: &str, key: &str, (shown, si): (impl Display, f64)) {
        let message = || format!("the {} is {shown}, it cannot be negative", key_in_words(key));
        self.require(si >= 0.0 && si.is_finite(), path, key, message, "use zero for none");
    }

    fn direction(&mut self, path: &str, key: &str, given: [f64; 2]) {
        let length = given[0].hypot(given[1]);
        let message = || format!("[{}, {}] is no direction", given[0], given[1]);
        self.require(length > 0.0 && length.is_finite(), path, key, message, "a direction has a length, e.g. [1, 0]");
    }

    /// A name that must be a body's.
    fn is_body(&mut self, path: &str, name: &str) {
        if self.known.contains(&name) {
            return;
        }
        let hint = match nearest(name, &self.known) {
            Some(near) => format!("did you mean \"{near}\"?"),
            None => format!("known are {}", self.known.join(", ")),
        };
        self.found.push(Problem::new(path, format!("no body is called \"{name}\""), hint));
    }

    /// Two ends that must be on two bodies.
    fn ends(&mut self, path: &str, what: &str, [first, second]: [(&str, &str); 2]) {
        self.is_body(&format!("{path}.{}", first.0), first.1);
        self.is_body(&format!("{path}.{}", second.0), second.1);
        let message = || format!("both ends of the {what} are on \"{}\"", first.1);
        let hint = "it needs attachments on two different bodies, one of which may be the ground";
        self.require(first.1 != second.1, path, second.0, message, hint);
    }

    fn moves(&mut self, path: &str, key: &str, name: &str) {
        self.is_body(&format!("{path}.{key}"), name);
        let message = || "the ground does not move and cannot be loaded".to_string();
        self.require(name != GROUND, path, key, message, "name a body");
    }

    fn body(&mut self, path: &str, body: &Body) {
        let hint = "a massless part is better left out, with its joints merged";
        self.positive(path, "mass", (body.mass, body.mass.si()), hint);
        let hint = "a uniform rod has m l^2/12 about its middle";
        self.positive(path, "inertia", (body.inertia, body.inertia.si()), hint);
        let message = || format!("\"{GROUND}\" is the name of the fixed world");
        self.require(body.name != GROUND, path, "name", message, "choose another name");
    }

    fn joint(&mut self, path: &str, joint: &Joint) {
        self.ends(path, "joint", [("first.body", &joint.first.body), ("second.body", &joint.second.body)]);
        if let JointKind::Translational(slide) = joint.kind {
            self.direction(path, "kind.translational.axis", slide.axis);
        }
    }

    fn guide(&mut self, path: &str, guide: &Guide) {
        match &guide.kind {
            GuideKind::Coordinate(kind) => {
                self.moves(path, "kind.coordinate.of.body", &kind.of.body);
                self.direction(path, "kind.coordinate.along", kind.along);
            }
            GuideKind::Point(kind) => self.moves(path, "kind.point.of.body", &kind.of.body),
            GuideKind::Angle(kind) => {
                let ends = [("kind.angle.of", kind.of.as_str()), ("kind.angle.relative-to", &kind.relative_to)];
                self.ends(path, "guide", ends);
            }
        }
    }

    fn force(&mut self, path: &str, force: &Force) {
        match &force.kind {
            ForceKind::Spring(kind) => {
                let path = format!("{path}.kind.spring");
                self.ends(&path, "spring", [("first.body", &kind.first.body), ("second.body", &kind.second.body)]);
                self.not_negative(&path, "stiffness", (kind.stiffness, kind.stiffness.si()));
                self.not_negative(&path, "length", (kind.length, kind.length.si()));
                self.not_negative(&path, "damping", (kind.damping, kind.damping.si()));
            }
            ForceKind::TorsionSpring(kind) => {
                let path = format!("{path}.kind.torsion-spring");
                self.ends(&path, "torsion spring", [("first", &kind.first), ("second", &kind.second)]);
                self.not_negative(&path, "stiffness", (kind.stiffness, kind.stiffness.si()));
                self.not_negative(&path, "damping", (kind.damping, kind.damping.si()));
            }
            ForceKind::Ligament(kind) => self.ligament(&format!("{path}.kind.ligament"), kind),
            ForceKind::Load(kind) => self.moves(path, "kind.load.at.body", &kind.at.body),
            ForceKind::Moment(kind) => self.moves(path, "kind.moment.body", &kind.body),
        }
    }

    fn ligament(&mut self, path: &str, ligament: &Ligament) {
        let ends = [("first.body", ligament.first.body.as_str()), ("second.body", &ligament.second.body)];
        self.ends(path, "ligament", ends);
        let slack = |length: Length| (length, length.si());
        let hint = "the length at which the ligament begins to pull";
        match ligament.law {
            LigamentLaw::Linear(law) => {
                let path = format!("{path}.law.linear");
                self.not_negative(&path, "stiffness", (law.stiffness, law.stiffness.si()));
                self.positive(&path, "slack-length", slack(law.slack_length), hint);
            }
            LigamentLaw::Quadratic(law) => {
                let path = format!("{path}.law.quadratic");
                self.not_negative(&path, "stiffness", (law.stiffness, law.stiffness.si()));
                self.positive(&path, "slack-length", slack(law.slack_length), hint);
            }
            LigamentLaw::Toe(law) => {
                let path = format!("{path}.law.toe");
                self.not_negative(&path, "stiffness", (law.stiffness, law.stiffness.si()));
                self.positive(&path, "slack-length", slack(law.slack_length), hint);
                self.positive(&path, "toe-strain", (law.toe_strain, law.toe_strain), "0.03 is usual");
            }
        }
    }

    fn contact(&mut self, path: &str, contact: &Contact) {
        self.ends(path, "contact", [("first.body", &contact.first.body), ("second.body", &contact.second.body)]);
        for (side, surface) in [("first", &contact.first), ("second", &contact.second)] {
            self.shape(&format!("{path}.{side}.shape"), &surface.shape);
        }
        self.fits_in(path, contact);
        let laws = contact::build(&contact.law, &contact.dissipation, &contact.friction, &setting(contact));
        self.found.extend(laws.err().into_iter().flatten().map(|problem| problem.below(path)));
        self.not_negative(path, "deepest-start", (contact.deepest_start, contact.deepest_start.si()));
    }

    /// A circle in a socket must be the smaller one.
    fn fits_in(&mut self, path: &str, contact: &Contact) {
        let (key, circle, socket) = match (&contact.first.shape, &contact.second.shape) {
            (Shape::Circle(circle), Shape::Socket(socket)) => ("second", circle.radius, socket.radius),
            (Shape::Socket(socket), Shape::Circle(circle)) => ("first", circle.radius, socket.radius),
            _ => return,
        };
        let message = || format!("a circle of {circle} does not fit into a socket of {socket}");
        let fits = circle.si() < socket.si() || !(circle.si() > 0.0 && socket.si() > 0.0);
        let key = format!("{key}.shape.socket.radius");
        self.require(fits, path, &key, message, "the socket needs the larger radius");
    }

    fn shape(&mut self, path: &str, shape: &Shape) {
        match shape {
            Shape::Circle(disc) => self.positive(path, "circle.radius", (disc.radius, disc.radius.si()), "e.g. 20 mm"),
            Shape::Socket(disc) => self.positive(path, "socket.radius", (disc.radius, disc.radius.si()), "e.g. 20 mm"),
            Shape::Line(edge) => self.direction(path, "line.normal", edge.normal),
            Shape::Profile(profile) => {
                let [least, most] = profile.range;
                let message = || format!("the range ends at {most}, before it begins at {least}");
                self.require(most.si() > least.si(), path, "profile.range", message, "give the smaller x first");
                if let Err((below, message, hint)) = profile_curve(&profile.curve) {
                    self.found.push(Problem::new(format!("{path}.profile.{below}"), message, hint));
                }
            }
        }
    }

    /// Names become columns: each needs letters, and no two may give the same column.
    fn names(&mut self, parameters: &Parameters) {
        let Parameters { bodies, joints, guides, forces, contacts, bearings, markers, .. } = parameters;
        let named = |kind: &str, names: Vec<&str>| -> Vec<(String, String)> {
            names.into_iter().enumerate().map(|(i, name)| (format!("{kind}.{i}"), name.to_string())).collect()
        };
        let all = [
            named("bodies", bodies.iter().map(|x| x.name.as_str()).collect()),
            named("joints", joints.iter().map(|x| x.name.as_str()).collect()),
            named("guides", guides.iter().map(|x| x.name.as_str()).collect()),
            named("forces", forces.iter().map(|x| x.name.as_str()).collect()),
            named("contacts", contacts.iter().map(|x| x.name.as_str()).collect()),
            named("markers", markers.iter().map(|x| x.name.as_str()).collect()),
            named("bearings", bearings.iter().map(|x| x.name.as_str()).collect()),
        ];
        let mut taken: HashMap<(usize, String), String> = HashMap::new();
        for (kind, elements) in all.iter().enumerate() {
            // Reactions of joints, guides and bearings are reported side by side.
            let group = if kind == 2 || kind == 6 { 1 } else { kind };
            for (path, name) in elements {
                let short = slug(name);
                let message = || format!("\"{name}\" cannot name a column of results");
                let begins = short.starts_with(|letter: char| letter.is_ascii_lowercase());
                self.require(begins, path, "name", message, "begin the name with a letter from a to z");
                if let Some(other) = taken.insert((group, short), name.clone()) {
                    let message = || format!("the name \"{name}\" is too like another one, \"{other}\"");
                    self.require(!begins, path, "name", message, "results are told apart by letters and digits alone");
                }
            }
        }
        if !self.found.is_empty() {
            return;
        }
        let mut owners: HashMap<String, String> = HashMap::new();
        for column in columns(parameters) {
            if let Some(other) = owners.insert(column.name.clone(), column.owner.clone()) {
                let message =
                    || format!("two things would be called `{}` in the results, the other is {other}", column.name);
                self.require(false, &column.owner, "name", message, "choose another name");
                return;
            }
        }
    }

    fn experiment(&mut self, parameters: &Parameters) {
        let experiment = &parameters.experiment;
        let path = format!("experiment.{}", experiment.name());
        if let Some((duration, frames)) = experiment.span() {
            let message = || format!("the duration is {duration}, it must be positive");
            let fits = duration.si() > 0.0 && duration.si() < 1e9;
            self.require(fits, &path, "duration", message, "for instance 1 s");
            let message = || format!("{frames} frames are asked for");
            let hint = format!("use 2 to {MOST_FRAMES}, fewer for a large mechanism");
            let numbers = frames.saturating_mul(9 * parameters.bodies.len() + 10);
            let fits = (2..=MOST_FRAMES).contains(&frames) && numbers <= MOST_NUMBERS;
            self.require(fits, &path, "frames", message, &hint);
        }
        match experiment {
            Experiment::Forward(case) => self.forward(&path, case),
            Experiment::Equilibrium(case) => {
                let message = || format!("the time is {}", case.time);
                self.require(case.time.si().is_finite(), &path, "time", message, "for instance 0 s");
            }
            Experiment::Kinematic(_) | Experiment::InverseDynamics(_) => {}
        }
    }

    fn forward(&mut self, path: &str, case: &Forward) {
        let message = || format!("the tolerance is {}, it must lie between 1e-13 and 0.1", case.tolerance);
        self.require((1e-13..=0.1).contains(&case.tolerance), path, "tolerance", message, "1e-9 is accurate");
        if let Some(step) = case.largest_step {
            self.positive(path, "largest-step", (step, step.si()), "leave it out for no bound");
        }
        match case.stabilisation {
            StabilisationInput::Projection(ProjectionInput { within }) => {
                let message = || format!("violations within {within} are to be left alone");
                let hint = "1e-12 m is near to rounding";
                self.require((1e-15..=1e-3).contains(&within), path, "stabilisation.projection.within", message, hint);
            }
            StabilisationInput::Baumgarte(BaumgarteInput { alpha, beta }) => {
                let path = format!("{path}.stabilisation.baumgarte");
                self.not_negative(&path, "alpha", (alpha, alpha));
                self.not_negative(&path, "beta", (beta, beta));
            }
            StabilisationInput::None => {}
        }
    }
}

/// `law.hertz.stiffness` is a stiffness.
fn key_in_words(key: &str) -> String {
    key.rsplit('.').next().unwrap_or(key).replace('-', " ")
}
