//! What a knee is, in words: inputs for the report, and what can be chosen by name.

use mechanics::rigid::Shape;

use super::materials::{TABLE_3, TABLE_4};
use super::parameters::*;
use super::surfaces::radii;
use super::{Knee, USUAL_FRICTION, case::Case};
use crate::contact::{ElasticLaw, Hertz, factors, owned};
use crate::joint::Section;
use crate::ligament::words;

fn section(title: &str, rows: Vec<(&str, String)>) -> Section {
    (title.into(), rows.into_iter().map(|(name, text)| (name.to_string(), text)).collect())
}

impl Knee {
    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { tibia, pulse, gravity, contact, friction, time, .. } = &self.parameters;
        let at = |place: &[quantity::Length; 2]| format!("({}, {})", place[0], place[1]);
        let leg = vec![
            ("Mass", tibia.mass.to_string()),
            ("Moment of inertia", tibia.moment_of_inertia.to_string()),
            ("Starts at", format!("{} of flexion, centre of mass at {}", tibia.flexion, at(&tibia.centre_of_mass))),
            ("Pulse", describe_pulse(pulse)),
            ("Gravity", format!("{} at {} from anterior", gravity.acceleration, gravity.direction)),
        ];
        let mut model = vec![
            ("Runs", self.cases.len().to_string()),
            ("Restitution", format!("{} (laws by name)", contact.restitution)),
            ("Friction", friction.describe(USUAL_FRICTION)),
            (
                "Time",
                format!(
                    "{}, reported every {}, {:?} at tolerance {:e}",
                    time.duration, time.interval, time.scheme, time.tolerance
                ),
            ),
        ];
        if time.stop_when_straight {
            model.push(("Stops", "when the knee is straight".into()));
        }
        let patella = match &self.parameters.patella {
            None => vec![("Patella", "none".into())],
            Some(patella) => vec![
                ("Mass, moment of inertia", format!("{}, {}", patella.mass, patella.moment_of_inertia)),
                ("Groove", format!("radius {} around {}", patella.groove_radius, at(&patella.groove_centre))),
                (
                    "Patella",
                    format!(
                        "back {} behind, apex {} below, base {} above its centre of mass",
                        patella.back, patella.apex, patella.base
                    ),
                ),
                (
                    "Tendon",
                    format!(
                        "l₀ {}, {}, to {} on the tibia",
                        patella.tendon_length,
                        patella.tendon_stiffness,
                        at(&patella.tuberosity)
                    ),
                ),
                ("Quadriceps", format!("{} towards {}", patella.quadriceps_force, at(&patella.quadriceps_origin))),
            ],
        };
        let ligaments = self.parameters.ligaments.iter().map(|l| {
            let text = format!(
                "{}, l₀ {}, from {} on the femur to {} on the tibia",
                l.describe_stiffness(),
                l.length,
                at(&l.femur),
                at(&l.tibia)
            );
            (words(&l.name), text)
        });
        let runs = self.cases.iter().map(|case| (case.label.clone(), self.describe_case(case)));
        vec![
            section("Leg and load", leg),
            section("Model", model),
            section("Patella", patella),
            ("Contact of each run".into(), runs.collect()),
            ("Ligaments".into(), ligaments.collect()),
        ]
    }

    fn describe_case(&self, case: &Case) -> String {
        let geometry = self.parameters.contact.geometries[case.choice.geometry];
        let [condyle, plateau] = radii(&self.parameters, geometry).map(|r| r * 1e3);
        let law = &self.parameters.contact.laws[case.choice.law];
        let mut text = self.describe_law(case, law);
        if let Shape::Circle { centre: [x, y], .. } = case.outlines.condyle {
            text += &format!("; condyle of {condyle:.2} mm around ({:.2}, {:.2}) mm", x * 1e3, y * 1e3);
        }
        text += &match geometry {
            Geometry::ConvexConvex | Geometry::ConvexConcave => format!(", plateau of {plateau:.2} mm"),
            Geometry::TwoCondyles => {
                let [condyle, other] = radii(&self.parameters, Geometry::ConvexConvex).map(|r| r * 1e3);
                format!(
                    " in a plateau of {plateau:.2} mm; beside it one of {condyle:.2} mm on a plateau of {other:.2} mm"
                )
            }
            Geometry::SpherePlane => format!(", moved by {:.3} mm to touch", case.outlines.shift * 1e3),
            Geometry::Profiles => format!(
                "; effective radius {:.1} mm at the start; condyle moved by {:.3} mm to touch",
                case.outlines.radius * 1e3,
                case.outlines.shift * 1e3
            ),
        };
        text
    }

    fn describe_law(&self, case: &Case, law: &Law) -> String {
        let own = |lost: String| format!("{}; dissipation {lost}", case.elastic.describe());
        match law {
            Law::Given(given) if case.elastic != ElasticLaw::Hertz(Hertz::default()) => {
                own(given.dissipation.describe())
            }
            law => {
                let mut text = format!("K {}", stiffness(case.stiffness()));
                if let (Some(beneath), Some(layer)) = (case.stiffness_beneath(), case.layers.beneath) {
                    text += &format!(", {} beyond {:.3} mm", stiffness(beneath), layer.depth * 1e3);
                }
                if let Law::Given(given) = law {
                    text += &format!("; dissipation {}", given.dissipation.describe());
                }
                text
            }
        }
    }

    /// Label, K of the surface and K beneath it for every run, in N/m^{3/2}.
    pub fn stiffnesses(&self) -> Vec<(String, f64, Option<f64>)> {
        self.cases.iter().map(|case| (case.label.clone(), case.stiffness(), case.stiffness_beneath())).collect()
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        let Contact { laws, geometries, materials, .. } = &self.parameters.contact;
        let time = &self.parameters.time;
        match self.cases.as_slice() {
            [single] => format!("knee, {}, {} every {}", single.label, time.duration, time.interval),
            many => format!(
                "knee, {} runs of {} laws, {} geometries and {} materials, {} every {}",
                many.len(),
                laws.len(),
                geometries.len(),
                materials.len(),
                time.duration,
                time.interval
            ),
        }
    }
}

fn stiffness(k: f64) -> String {
    format!("{k:.4e} N/m^1.5")
}

fn describe_pulse(pulse: &Pulse) -> String {
    let follows = if pulse.turns_with_tibia { "turning with the tibia" } else { "fixed in space" };
    format!(
        "A {}, d {}, {} from proximal towards posterior, {follows}",
        pulse.amplitude, pulse.duration, pulse.direction
    )
}

/// What can be chosen by name in a knee, with what it is and where it comes from.
pub fn catalogue() -> Vec<Section> {
    let owned = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    let moduli: Vec<String> = TABLE_4.iter().map(|(name, e, nu)| format!("{name} {} MPa, ν {nu}", e / 1e6)).collect();
    let mut knees: Vec<(String, String)> =
        TABLE_3.iter().map(|knee| (knee.name.to_string(), knee.describe() + " [Machado2011]")).collect();
    knees.push((
        "{ name, femur, tibia, beneath }".into(),
        format!("moduli of your own; Table 4 has {}", moduli.join("; ")),
    ));
    vec![
        ("Knee contact laws (laws = [NAMES])".into(), laws()),
        (
            "Knee geometries (geometries = [NAMES])".into(),
            owned(&[
                ("sphere-plane", "round condyle on a flat plateau [Machado2011]; the default"),
                ("convex-convex", "on a rounded plateau: the lateral compartment [Machado2011]"),
                ("convex-concave", "in a hollow plateau: the medial compartment [Machado2011]"),
                ("profiles", "measured profiles as polynomials [Moeinzadeh1983]"),
                ("two-condyles", "both compartments at once, each a contact of its own"),
            ]),
        ),
        ("Knees (materials = [NAMES])".into(), knees),
    ]
}

/// Laws by name: Hertz with every factor, and what has no factor.
fn laws() -> Vec<(String, String)> {
    let others = [
        ("kelvin-voigt", "K d^1.5 + D v"),
        ("scaled-unloading", "c K d^1.5 on the way out [Lehtoranta2011]"),
        ("standard-linear-solid", "K d^1.5 less what has relaxed: cartilage that relaxes [Fung1993]"),
        ("{ name, elastic, dissipation }", "any elastic law of a mechanism but those that stick, with any dissipation"),
    ];
    let first = ("hertz", "K d^1.5, nothing is lost [Machado2011]; the default");
    owned(std::iter::once(first).chain(factors()).chain(others))
}
