//! What a liner is, in words.

use super::Liner;
use super::parameters::*;
use crate::joint::Section;

fn section(title: &str, rows: Vec<(&str, String)>) -> Section {
    (title.into(), rows.into_iter().map(|(name, text)| (name.to_string(), text)).collect())
}

impl Liner {
    /// The inputs as a reader wants to see them.
    pub fn describe(&self) -> Vec<Section> {
        let Parameters { cup, head, mesh, experiment, .. } = &self.parameters;
        let shape = match &self.own {
            Some(_) => {
                format!("inner diameter {}, at least {:.2} mm thick", cup.inner_diameter, self.thickness() * 1e3)
            }
            None => format!("inner diameter {}, {} thick, {} open", cup.inner_diameter, cup.thickness, cup.coverage),
        };
        let implant = vec![
            ("Liner", shape),
            ("Material", format!("{}, {:?}", cup.material.describe(), cup.law)),
            (
                "Held",
                match cup.held {
                    Held::Cemented => "on its outer surface; the load pushes the head".into(),
                    Held::Guided => "along its axis only; the load acts on the pole of its outer surface".into(),
                },
            ),
            ("Clearance", head.clearance.to_string()),
            ("Moving mass", head.mass.to_string()),
            ("Friction", head.friction.to_string()),
        ];
        let grid = match (&mesh.file, &self.own) {
            (Some(file), Some(own)) => {
                format!("{}, {} elements, {} nodes", file.path, own.elements(), own.nodes.len())
            }
            _ => format!(
                "{:?}, {} cells on half a side of the pole patch, {} rings, {} layers",
                mesh.element, mesh.patch_cells, mesh.ring_cells, mesh.layers
            ),
        };
        let mut model = vec![("Mesh", grid)];
        match experiment {
            Experiment::Static(case) => {
                let tilted = if case.load_tilt.si() == 0.0 {
                    String::new()
                } else {
                    format!(", {} off the axis", case.load_tilt)
                };
                model.push(("Load", format!("{}{tilted}", case.load)));
                model.push(("Contact", case.contact.describe()));
            }
            Experiment::Wear(wear) => {
                model.push(("Motion", describe_motion(&wear.motion)));
                let factor = self.wear_in_words().unwrap_or_default();
                model.push(("Wear factor", format!("{factor}, amplified by {}", wear.amplification)));
                model.extend(describe_law(wear).map(|text| ("Wear law", text)));
                if let Some(factor) = wear.head_factor {
                    model.push(("Wear factor of the head", factor.to_string()));
                }
                model.push((
                    "Time",
                    format!("{} of {} steps, θ {}", cycles(wear.cycles as f64), wear.steps, wear.theta),
                ));
                model.push(("Coupling", format!("{:?}", wear.coupling)));
            }
        }
        vec![section("Implant", implant), section("Model", model)]
    }

    /// What would run, in one line.
    pub fn outline(&self) -> String {
        let mesh = &self.parameters.mesh;
        let cells = (4 * mesh.patch_cells * (mesh.patch_cells + 2 * mesh.ring_cells)) * mesh.layers;
        let made = if mesh.element == Element::Tet4 { 6 * cells } else { cells };
        let elements = match (&mesh.file, &self.own) {
            (Some(file), Some(own)) => format!("{} elements of {}", own.elements(), file.path),
            _ => format!("{made} {:?}", mesh.element),
        };
        match &self.parameters.experiment {
            Experiment::Static(case) => format!("liner, static, load {}, {elements}", case.load),
            Experiment::Wear(wear) => format!(
                "liner, wear, {} of {} steps that stand for {}, {elements}",
                cycles(wear.cycles as f64),
                wear.steps,
                cycles(wear.cycles as f64 * wear.amplification)
            ),
        }
    }
}

/// `1 cycle`, `5 cycles`.
pub(super) fn cycles(count: f64) -> String {
    format!("{count} cycle{}", if count == 1.0 { "" } else { "s" })
}

fn describe_law(wear: &Wear) -> Option<String> {
    let pressure = wear.pressure.map(|law| format!("times (p/{})^{}", law.reference, law.exponent));
    let place = wear.place.as_ref().map(|law| {
        let pairs = law.angles.iter().zip(&law.times).map(|(angle, times)| format!("{times} at {angle}"));
        format!("times {} from the pole", pairs.collect::<Vec<_>>().join(", "))
    });
    let parts: Vec<String> = pressure.into_iter().chain(place).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

fn describe_motion(motion: &Motion) -> String {
    match motion {
        Motion::Harmonic(h) => format!(
            "{}, load {} to {} twice a cycle, flexion {} to −{}, adduction {} to −{}, internal rotation {} to −{}",
            h.frequency,
            h.least_load,
            h.peak_load,
            h.flexion,
            h.extension,
            h.adduction,
            h.abduction,
            h.internal,
            h.external
        ),
        Motion::Own(own) => {
            let forces = own.force_file.as_ref().map_or(String::new(), |file| format!(", forces of {}", file.path));
            let duration = own.duration.map_or("its own duration".to_owned(), |d| d.to_string());
            format!("{}{forces}, {duration}", own.file.path)
        }
        Motion::Cycle(c) => {
            let duration = c.duration.map_or("its own duration".to_owned(), |d| d.to_string());
            format!("{} for {}, {duration}", c.name, c.body_weight)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cycle_is_not_cycles() {
        assert_eq!((cycles(1.0).as_str(), cycles(5e6).as_str()), ("1 cycle", "5000000 cycles"));
    }
}
