//! A mechanism in words: inputs for the report, and what can be chosen.

use quantity::Length;

use super::Mechanism;
use super::parameters::*;
use crate::contact::{Friction, dissipations, frictions};
use crate::joint::Section;

impl Mechanism {
    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { gravity, bodies, joints, guides, forces, contacts, bearings, experiment, .. } =
            &self.parameters;
        let mut general =
            vec![("Gravity".to_string(), format!("{}, {}", gravity[0], gravity[1])), experiment_row(experiment)];
        general.push(("Degrees of freedom".into(), self.freedom().to_string()));
        let mut sections = vec![("Mechanism".to_string(), general)];
        let mut add = |title: &str, rows: Vec<(String, String)>| {
            if !rows.is_empty() {
                sections.push((title.into(), rows));
            }
        };
        let body = |b: &Body| (b.name.clone(), format!("{}, {}", b.mass, b.inertia));
        add("Bodies", bodies.iter().map(body).collect());
        let joint = |j: &Joint| {
            let kind = match j.kind {
                JointKind::Revolute => "revolute",
                JointKind::Translational(_) => "translational",
                JointKind::Fixed(_) => "fixed",
            };
            (j.name.clone(), format!("{kind}, {} to {}", j.first.body, j.second.body))
        };
        add("Joints", joints.iter().map(joint).collect());
        let guide = |g: &Guide| {
            let text = match &g.kind {
                GuideKind::Coordinate(k) => format!("a coordinate of {} follows {}", k.of.body, function(&k.follows)),
                GuideKind::Point(k) => {
                    format!("a point of {} follows {} and {}", k.of.body, function(&k.x), function(&k.y))
                }
                GuideKind::Angle(k) => {
                    format!("the angle of {} from {} follows {}", k.of, k.relative_to, function(&k.follows))
                }
            };
            (g.name.clone(), text)
        };
        add("Guides", guides.iter().map(guide).collect());
        add("Forces", forces.iter().map(|f| (f.name.clone(), force(&f.kind))).collect());
        add("Bearings", bearings.iter().map(|b| (b.name.clone(), bearing(b))).collect());
        add("Contacts", contacts.iter().map(|c| (c.name.clone(), contact(c))).collect());
        sections
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        let Parameters { bodies, joints, guides, contacts, bearings, experiment, .. } = &self.parameters;
        let counts = [
            (bodies.len(), "body", "bodies"),
            (joints.len(), "joint", "joints"),
            (guides.len(), "guide", "guides"),
            (contacts.len(), "contact", "contacts"),
            (bearings.len(), "bearing", "bearings"),
        ];
        let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
        let parts: Vec<String> =
            counts.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect();
        let (_, what) = experiment_row(experiment);
        format!("mechanism, {}, {what}", parts.join(", "))
    }
}

fn experiment_row(experiment: &Experiment) -> (String, String) {
    let text = match experiment {
        Experiment::Forward(case) => {
            format!(
                "forward over {} with {}, tolerance {:e}, joints kept by {}",
                case.duration,
                case.scheme.scheme().name(),
                case.tolerance,
                case.stabilisation.describe()
            )
        }
        Experiment::Kinematic(case) => format!("kinematic over {}, {} instants", case.duration, case.frames),
        Experiment::InverseDynamics(case) => {
            format!("inverse dynamics over {}, {} instants", case.duration, case.frames)
        }
        Experiment::Equilibrium(case) => format!("equilibrium at {}", case.time),
    };
    ("Experiment".into(), text)
}

fn function<Q: Value + std::fmt::Display>(function: &Function<Q>) -> String {
    match function {
        Function::Constant(value) => value.to_string(),
        Function::Sine(f) => format!("a sine of {} at {}", f.amplitude, f.frequency),
        Function::Polynomial(f) => format!("a polynomial of degree {}", f.coefficients.len().saturating_sub(1)),
        Function::Pulse(f) => format!("a pulse of {} over {}", f.amplitude, f.duration),
        Function::Spline(f) => format!("a spline through {} points", f.times.len()),
        Function::File(f) => format!("column {} of {}", f.column, f.path),
    }
}

fn force(kind: &ForceKind) -> String {
    match kind {
        ForceKind::Spring(k) => {
            format!("spring of {} and {}, {} to {}", k.stiffness, k.damping, k.first.body, k.second.body)
        }
        ForceKind::TorsionSpring(k) => {
            format!("torsion spring of {} and {}, {} to {}", k.stiffness, k.damping, k.first, k.second)
        }
        ForceKind::Ligament(k) => {
            let law = match k.law {
                LigamentLaw::Linear(law) => format!("linear, {}, slack {}", law.stiffness, law.slack_length),
                LigamentLaw::Quadratic(law) => format!("quadratic, {}, slack {}", law.stiffness, law.slack_length),
                LigamentLaw::Toe(law) => {
                    format!("toe to {}, {}, slack {}", law.toe_strain, law.stiffness, law.slack_length)
                }
            };
            format!("ligament ({law}), {} to {}", k.first.body, k.second.body)
        }
        ForceKind::Load(k) => format!("load on {}: {} and {}", k.at.body, function(&k.x), function(&k.y)),
        ForceKind::Moment(k) => format!("moment on {}: {}", k.body, function(&k.moment)),
    }
}

fn contact(contact: &Contact) -> String {
    let shape = |surface: &Surface| {
        let shape = match surface.shape {
            Shape::Circle(_) => "circle",
            Shape::Socket(_) => "socket",
            Shape::Line(_) => "line",
            Shape::Profile(_) => "profile",
        };
        format!("{shape} of {}", surface.body)
    };
    let rubs = match &contact.friction {
        Friction::None => String::new(),
        friction => format!("; friction {}", friction.describe(0.0)),
    };
    let (law, lost) = (contact.law.describe(), contact.dissipation.describe());
    format!("{} on {}; {law}; dissipation {lost}{rubs}", shape(&contact.first), shape(&contact.second))
}

fn bearing(bearing: &Bearing) -> String {
    let between = format!("journal of {} in {}", bearing.journal.body, bearing.bearing.body);
    let rubs = |friction: &Friction| match friction {
        Friction::None => String::new(),
        friction => format!("; friction {}", friction.describe(0.0)),
    };
    match &bearing.kind {
        BearingKind::Ideal => format!("{between}; ideal"),
        BearingKind::Dry(kind) => format!(
            "{between}; dry, radius {}, clearance {}; {}; dissipation {}{}",
            kind.radius,
            kind.clearance,
            kind.law.describe(),
            kind.dissipation.describe(),
            rubs(&kind.friction)
        ),
        BearingKind::Lubricated(kind) => format!(
            "{between}; {}, radius {}, clearance {}, length {}; {}, roughness {}{}",
            kind.fluid.label(),
            kind.radius,
            kind.clearance,
            Length::from_si(kind.axial_length()),
            kind.film.describe(),
            kind.roughness,
            rubs(&kind.friction)
        ),
    }
}

/// What a mechanism can be made of, by name.
pub fn catalogue() -> Vec<Section> {
    let owned = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    vec![
        (
            "Joints of a mechanism (kind = NAME)".into(),
            owned(&[
                ("revolute", "two points coincide"),
                ("translational", "a point slides along an axis, without turning"),
                ("fixed", "two points coincide and the angle is held"),
            ]),
        ),
        (
            "Guides [mechanism.guides.kind.NAME]".into(),
            owned(&[
                ("coordinate", "a point along a direction follows a function of time"),
                ("point", "a point follows two functions of time"),
                ("angle", "the angle of a body follows a function of time"),
            ]),
        ),
        (
            "Functions of time".into(),
            owned(&[
                ("\"35 deg\"", "a value that stays"),
                ("sine, polynomial, pulse", "in closed form"),
                ("spline, file", "through points, given in the study or in a column of a CSV, .mot or .sto file"),
            ]),
        ),
        (
            "Forces [mechanism.forces.kind.NAME]".into(),
            owned(&[
                ("spring, torsion-spring", "with a damper in parallel"),
                (
                    "ligament",
                    "linear [Lehtoranta2011], quadratic [Moeinzadeh1983], or linear with a toe region [Blankevoort1991]",
                ),
                ("load, moment", "functions of time, in axes of space or of the body"),
            ]),
        ),
        (
            "Bearings [mechanism.bearings.kind.NAME]".into(),
            owned(&[
                ("ideal", "a revolute joint without clearance"),
                ("dry", "a pin with clearance, worn or not: any contact law, dissipation and friction [Costa2016]"),
                (
                    "lubricated",
                    "a film: long, long-integrated, short, or numerical; asperities and solids beneath it [Costa2016]",
                ),
            ]),
        ),
        (
            "Outlines [mechanism.contacts.first.shape.NAME]".into(),
            owned(&[("circle, socket, line, profile", "convex or concave; profiles are polynomials or splines")]),
        ),
        (
            "Contact laws [mechanism.contacts.law.NAME]".into(),
            owned(&[
                ("linear", "a spring: k δ"),
                ("hertz", "K δ^1.5, from its stiffness, or from materials and radii [Johnson1985]"),
                ("elliptic-hertz", "the same with an elliptic patch, exact integrals [Johnson1985]"),
                ("double-layer", "a layer that is used up, then what is beneath it [Machado2011]"),
                (
                    "elastic-foundation",
                    "layers of springs: Eq. 25 for a circle in a socket [Askari2018], π k R δ² otherwise [Johnson1985]",
                ),
                (
                    "thin-layer",
                    "thin layers by simplified elasticity, up to those that keep their volume [Eberhardt1990]",
                ),
                ("jkr, dmt", "surfaces that stick together: soft balls [JKR1971], hard ones [DMT1975]"),
            ]),
        ),
        ("Dissipation [mechanism.contacts.dissipation.NAME]".into(), dissipations()),
        ("Friction [mechanism.contacts.friction.NAME]".into(), frictions()),
        (
            "Experiments [mechanism.experiment.NAME]".into(),
            owned(&[
                ("forward", "equations of motion; projection, or [Baumgarte1972]"),
                ("kinematic, inverse-dynamics", "a mechanism whose every freedom is guided"),
                ("equilibrium", "the place of rest near the start"),
            ]),
        ),
    ]
}
