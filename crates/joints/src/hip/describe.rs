//! What a hip is, in words: inputs for the report, and the catalogue of what can be chosen.

use mechanics::material;
use mechanics::wear::WearLaw;
use quantity::Pressure;

use super::parameters::*;
use super::{Hip, USUAL_FRICTION, shipped};
use crate::contact::{dissipations, frictions};
use crate::joint::Section;

fn section(title: &str, rows: Vec<(&str, String)>) -> Section {
    (title.into(), rows.into_iter().map(|(name, text)| (name.to_string(), text)).collect())
}

impl Hip {
    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { implant, contact, surrogate, dissipation, friction, experiment, output, .. } =
            &self.parameters;
        let millimetres = |metres: f64| format!("{:.3} mm", metres * 1e3);
        let mut joint = vec![
            ("Head", format!("{} across, {}", implant.head_diameter, implant.head_material.describe())),
            ("Mass of the head", format!("{:.1} g", self.mass * 1e3)),
            ("Cup", format!("{} inner diameter", millimetres(2.0 * self.cup_radius))),
            ("Radial clearance", format!("{:.1} µm", self.clearance() * 1e6)),
            ("Liner", format!("{} of {}", implant.liner_thickness, implant.liner_material.describe())),
        ];
        for layer in &implant.layers {
            joint.push(("Further layer", format!("{} of {}", layer.thickness, layer.material.describe())));
        }
        if let Some(file) = &implant.worn {
            joint.push(("Worn already", format!("as in {}", file.path)));
        }
        joint.push((
            "Inclination, anteversion",
            format!("{}, {} (radiographic)", implant.inclination, implant.anteversion),
        ));
        joint.push(("Coverage", implant.coverage.to_string()));
        let law = describe_contact(contact);
        let law = self.choice.words().map_or(law.clone(), |why| format!("{law} ({why})"));
        let law = match surrogate {
            Some(file) => format!("{law}; the surrogate in {} stands for it", file.path),
            None => law,
        };
        let mut model = vec![("Contact", law)];
        let mut sections = vec![section("Implant", joint)];
        if let Experiment::Static(case) = experiment {
            model.push(("Load", format!("{}, {} from the axis of the cup", case.load, case.load_tilt)));
        } else {
            let peak = self.frame_times().iter().map(|&t| self.cycle.at(t).load.norm()).fold(0.0, f64::max);
            let mut activity = vec![
                ("Body weight", format!("{:.0} N", self.parameters.patient.weight())),
                ("Load cycle", self.cycle.name().to_string()),
                ("Source", self.cycle.source().to_string()),
                ("Cycle", format!("{:.3} s, {:.0} steps/min", self.cycle.duration(), 120.0 / self.cycle.duration())),
                ("Peak load", format!("{peak:.0} N")),
            ];
            if let Some(mounted) = shipped::mountings(self.cycle.name()) {
                let row =
                    format!("inclination {mounted} in the standard [ISO14242], recalled; here {}", implant.inclination);
                activity.push(("Mounting of the cup", row));
            }
            sections.push(section("Patient and activity", activity));
            model.push(("Friction", describe_friction(friction)));
            let title = if matches!(self.law, WearLaw::Archard(_)) { "Wear factor" } else { "Wear law" };
            model.push((title, self.wear_in_words()));
            if let Some(asked) = &self.parameters.lifetime {
                model.extend(super::lifetime::describe(self, asked));
            }
        }
        model.push(("Experiment", describe_experiment(experiment, dissipation)));
        let by_elements = self.parameters.lifetime.is_some() && matches!(contact, Contact::FiniteElements(_));
        if !by_elements {
            model.push(("Elements on the cup", output.elements.to_string()));
        }
        if !matches!(experiment, Experiment::Static(_)) {
            model.push(("Frames", output.frames.to_string()));
        }
        sections.push(section("Model", model));
        sections
    }
}

fn describe_contact(contact: &Contact) -> String {
    match contact {
        Contact::Automatic(_) => "the most complete".into(),
        Contact::ElasticFoundation(law) => match law.stiffness {
            LayerStiffness::Confined => "elastic foundation, confined layer (Askari2018, Eq. 25)".into(),
            LayerStiffness::SphericalShell => "elastic foundation, spherical shell (Bartel1985)".into(),
        },
        Contact::Calibrated(_) => "springs fitted to finite elements of the liner".into(),
        Contact::Hertz(_) => "Hertz".into(),
        Contact::FiniteElements(law) => {
            let head = if law.rigid_head { "rigid head" } else { "elastic head" };
            format!("finite elements of the liner, body of revolution, {head}")
        }
    }
}

fn describe_friction(friction: &Friction) -> String {
    match friction {
        Friction::None => "none".into(),
        Friction::Coulomb(law) => law.describe(USUAL_FRICTION),
        Friction::Compliant(law) => law.describe(),
    }
}

fn describe_experiment(experiment: &Experiment, dissipation: &Dissipation) -> String {
    match experiment {
        Experiment::Static(_) => "static".into(),
        Experiment::QuasiStatic(_) => "equilibrium at every instant".into(),
        Experiment::Dynamic(case) => {
            let damping = dissipation.describe();
            format!("equations of motion, {:?} at tolerance {}, dissipation {damping}", case.scheme, case.tolerance)
        }
    }
}

/// Everything that can be chosen by name, with what it is and where it comes from.
pub fn catalogue() -> Vec<Section> {
    let owned = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| ((*a).to_string(), (*b).to_string())).collect();
    vec![
        (
            "Contact laws [hip.contact.NAME]".into(),
            owned(&[
                (
                    "automatic",
                    "the default, and the most complete of these: finite elements, or springs where a lifetime, a surrogate or a lip needs them",
                ),
                (
                    "elastic-foundation",
                    "independent springs, closed form, stiffness = \"confined\" [Askari2018] or \"spherical-shell\" [Bartel1985]; layers in series",
                ),
                (
                    "calibrated",
                    "springs whose stiffness and shape were fitted to finite elements; within 3 % of them but for the smallest patches, microseconds a pose; one layer",
                ),
                (
                    "finite-elements",
                    "the liner as an elastic body of revolution with its rim and the layers behind it; right to 1 % in pressure, milliseconds a pose",
                ),
                ("hertz", "half-spaces with a small patch; for comparison [Johnson1985]"),
            ]),
        ),
        ("Dissipation [hip.dissipation.NAME]".into(), dissipations()),
        ("Friction [hip.friction.NAME]".into(), frictions()),
        (
            "Time schemes (scheme = NAME)".into(),
            owned(&[
                ("rosenbrock", "L-stable, order 4: the default"),
                ("rkf45", "Runge-Kutta-Fehlberg 4(5), as in [Askari2018]"),
                ("dormand-prince", "Dormand-Prince 5(4)"),
                ("bdf", "backward differentiation, order 1 to 5"),
            ]),
        ),
        (
            "Materials".into(),
            material::LIBRARY
                .iter()
                .map(|m| {
                    let e = m.elastic;
                    let modulus = Pressure::from_si(e.modulus);
                    let wear = m.wear.map_or("not known", |wear| wear.source);
                    let text = format!("E {modulus}, ν {}, {} kg/m³; {}; wear: {wear}", e.poisson, e.density, m.source);
                    (m.name.to_string(), text)
                })
                .collect(),
        ),
        (
            "Load cycles (cycle = NAME)".into(),
            shipped::CYCLES
                .iter()
                .map(|c| (c.name.to_string(), format!("{} ({} s); {}", c.title, c.duration, c.source)))
                .collect(),
        ),
    ]
}
