//! What a knee replacement is, in words: inputs for the report.

use mechanics::contact::PressureLaw;

use super::Replacement;
use super::parameters::*;
use crate::joint::Section;
use crate::joint::rounded;

fn section(title: &str, rows: Vec<(&str, String)>) -> Section {
    (title.into(), rows.into_iter().map(|(name, text)| (name.to_string(), text)).collect())
}

impl Replacement {
    /// What would run, in one line.
    pub fn outline(&self) -> String {
        format!(
            "knee-replacement, {}, {} over {} s, {} frames, {} + {} triangles",
            match &self.parameters.experiment {
                Experiment::MeasuredPose(_) => "measured pose",
                Experiment::LoadDriven(LoadDriven { dynamic: Some(_), .. }) => "load-driven, dynamic",
                Experiment::LoadDriven(_) => "load-driven, quasi-static",
            },
            self.cycle.load[0],
            rounded(self.cycle.duration),
            self.parameters.output.frames,
            self.femoral.mesh.triangles().len(),
            self.insert.mesh.triangles().len()
        )
    }

    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { implant, contact, friction, activity, experiment, output, surrogate, .. } = &self.parameters;
        let name = |file: &Option<PartFile>| file.as_ref().map_or("by design".into(), |file| file.path.clone());
        let count = |part: &super::parts::Part| part.mesh.triangles().len();
        let thickness = match implant.underside_height() {
            Some(height) => {
                let height = quantity::Length::from_si(height);
                format!("from the bearing surface down to {height}, at least {:.2} mm", self.thinnest * 1e3)
            }
            None => format!("{:.2} mm everywhere", self.thinnest * 1e3),
        };
        let lined = match &implant.femoral_layer {
            Some(layer) => format!("lined with {} of {}", layer.thickness, layer.material.describe()),
            None => "rigid".into(),
        };
        let mut parts = vec![
            ("Femoral component", format!("{}, {} triangles, {lined}", name(&implant.femoral), count(&self.femoral))),
            ("Insert", format!("{}, {} triangles", name(&implant.insert), count(&self.insert))),
            ("Thickness of the insert", thickness),
            ("Material of the insert", implant.material.describe()),
            (
                "Facets",
                match (implant.design, implant.facets) {
                    (Some(_), _) => "none: exact surfaces".into(),
                    (None, Facets::Curved) => "rounded".into(),
                    (None, Facets::Flat) => "flat".into(),
                },
            ),
        ];
        for region in &implant.regions {
            if let Some(material) = &region.material {
                parts.push(("Other material", format!("{} in the region {}", material.describe(), region.name)));
            }
        }
        let law = match contact {
            Contact::Linear => "elastic foundation, p = k d".into(),
            Contact::Logarithmic => "elastic foundation, p = −K ln(1 − d/h)".into(),
            Contact::FiniteElements(given) => {
                let of = self.elements.as_ref().map_or_else(String::new, |elements| {
                    format!(
                        ", {} hexahedra, {} unknowns, {} points that may touch",
                        elements.elements,
                        elements.unknowns,
                        elements.points()
                    )
                });
                format!("finite elements of the insert, columns {:.2} mm apart{of}", given.spacing.si() * 1e3)
            }
            Contact::Modified(given) => match self.pair.settings().law {
                PressureLaw::Modified { law, .. } => format!(
                    "modified foundation: threshold factor {:.3}, exponent {:.3}, reference {:.0} µm{}",
                    law.threshold_factor,
                    law.exponent,
                    law.reference * 1e6,
                    given
                        .effective_radius
                        .map_or(String::new(), |radius| format!(", radius {:.1} mm", radius.si() * 1e3))
                ),
                _ => "modified foundation".into(),
            },
        };
        let law = match surrogate {
            Some(file) => format!("{law}; the surrogate in {} stands for it", file.path),
            None => law,
        };
        let rubbing = match friction {
            Friction::None => "none".into(),
            Friction::Coulomb(law) => {
                let (at_rest, moving) = law.coefficients(super::USUAL_FRICTION);
                format!("Coulomb, static {at_rest}, dynamic {moving}")
            }
        };
        let driven = match experiment {
            Experiment::MeasuredPose(case) => format!(
                "the measured pose drives; {} found so that the axial force is the load",
                match case.adjust {
                    Adjust::Superior => "the superior offset is",
                    Adjust::SuperiorAndAdduction => "superior offset and adduction are",
                }
            ),
            Experiment::LoadDriven(case) => format!(
                "flexion and axial force drive, {}; restraints of {} and {}{}",
                match &case.dynamic {
                    Some(input) => format!("equations of motion, dissipation: {}", input.dissipation.describe()),
                    None => "equilibrium at every instant".into(),
                },
                case.anterior_stiffness,
                case.rotation_stiffness,
                match case.ligaments.len() {
                    0 => String::new(),
                    count => format!("; ligaments: {count}"),
                }
            ),
        };
        let load = match activity.load.constant {
            Some(force) => format!("{force} all the time"),
            None => format!("{}: {}", self.cycle.load[0], self.cycle.load[1]),
        };
        vec![
            section("Implant", parts),
            section(
                "Activity",
                vec![
                    ("Pose", format!("{}: {}", self.cycle.pose[0], self.cycle.pose[1])),
                    ("Load", load),
                    ("Cycle", format!("{:.3} s", self.cycle.duration)),
                ],
            ),
            section(
                "Model",
                [
                    ("Experiment", driven),
                    ("Contact", law),
                    ("Friction", rubbing),
                    ("Wear factor", self.wear_in_words()),
                    ("Points of the contact", format!("{} apart or one a triangle", output.spacing)),
                    ("Frames", output.frames.to_string()),
                ]
                .into_iter()
                .chain(self.parameters.lifetime.iter().flat_map(super::lifetime::describe))
                .collect(),
            ),
        ]
    }
}
