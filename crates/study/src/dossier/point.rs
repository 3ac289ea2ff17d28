//! Where a study lies among others: sizes, material, and the load that its parts carry.

use joints::hip::parameters::Experiment as HipExperiment;
use joints::hip::{Hip, shipped};
use joints::liner::Liner;
use joints::liner::parameters::{Experiment as LinerExperiment, Motion};
use joints::replacement::Replacement;

use crate::StudyFile;
use crate::content::Content;
use crate::run::Study;

/// Instants at which a cycle is asked for its load; a spline's peak between two of them is higher by less than a thousandth.
const INSTANTS: u32 = 200;

/// Name, unit, value in that unit.
pub(super) type Point = Vec<(&'static str, &'static str, f64)>;

/// Where a study lies.
pub(super) fn point(study: &Study) -> Point {
    let resolved = StudyFile::from_text("resolved.toml", study.resolved_text());
    let mut point = sizes(resolved.content());
    point.extend(peak_load(study).map(|load| ("peak load", "N", load)));
    point
}

fn sizes(content: &Content) -> Point {
    let mut point = Vec::new();
    if let Some(hip) = &content.hip {
        let implant = &hip.implant;
        let head = implant.head_diameter.si();
        let clearance = match (implant.clearance, implant.cup_diameter) {
            (Some(clearance), _) => clearance.si(),
            (None, Some(cup)) => 0.5 * (cup.si() - head),
            (None, None) => 80e-6,
        };
        point.push(("head diameter", "mm", 1e3 * head));
        point.push(("radial clearance", "um", 1e6 * clearance));
        point.push(("liner thickness", "mm", 1e3 * implant.liner_thickness.si()));
        if let Some(elastic) = implant.liner_material.elastic() {
            point.push(("modulus of the liner", "MPa", 1e-6 * elastic.modulus));
            point.push(("Poisson's ratio of the liner", "", elastic.poisson));
        }
    }
    if let Some(knee) = &content.knee_replacement {
        let given = knee.implant.by_design().map(|design| design.thickness).or(knee.implant.thickness);
        let thickness = given.map_or(8e-3, |t| t.si());
        point.push(("insert thickness", "mm", 1e3 * thickness));
        if let Some(elastic) = knee.implant.material.elastic() {
            point.push(("modulus of the insert", "MPa", 1e-6 * elastic.modulus));
            point.push(("Poisson's ratio of the insert", "", elastic.poisson));
        }
    }
    if let Some(liner) = &content.liner {
        point.push(("inner diameter", "mm", 1e3 * liner.cup.inner_diameter.si()));
        point.push(("liner thickness", "mm", 1e3 * liner.cup.thickness.si()));
        point.push(("radial clearance", "um", 1e6 * liner.head.clearance.si()));
        if let Some(elastic) = liner.cup.material.elastic() {
            point.push(("modulus of the liner", "MPa", 1e-6 * elastic.modulus));
            point.push(("Poisson's ratio of the liner", "", elastic.poisson));
        }
    }
    point
}

/// The largest force that presses the parts together, in N: whatever activity, table or body it comes from.
fn peak_load(study: &Study) -> Option<f64> {
    let over = |duration: f64, load: &dyn Fn(f64) -> f64| {
        (0..=INSTANTS).map(|i| load(duration * f64::from(i) / f64::from(INSTANTS))).reduce(f64::max)
    };
    if let Some(hip) = study.joint::<Hip>() {
        return match &hip.parameters().experiment {
            HipExperiment::Static(case) => Some(case.load.si()),
            _ => over(hip.cycle().duration(), &|time| hip.cycle().at(time).load.norm()),
        };
    }
    if let Some(knee) = study.joint::<Replacement>() {
        let axial = knee.cycle().loads[0].compile().ok()?;
        return over(knee.cycle().duration, &|time| axial.value(time));
    }
    match &study.joint::<Liner>()?.parameters().experiment {
        LinerExperiment::Static(case) => Some(case.load.si()),
        LinerExperiment::Wear(wear) => match &wear.motion {
            Motion::Harmonic(motion) => Some(motion.peak_load.si()),
            Motion::Cycle(cycle) => {
                let samples = shipped::find(&cycle.name)?.samples(cycle.body_weight.si(), None);
                samples.force_on_head.iter().map(|[x, y, z]| x.hypot(*y).hypot(*z)).reduce(f64::max)
            }
            Motion::Own(_) => None,
        },
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn load(text: &str) -> f64 {
        let point = point(&StudyFile::from_text("study.toml", text).check().unwrap());
        point.iter().find(|(name, ..)| *name == "peak load").unwrap().2
    }

    #[test]
    fn the_load_of_a_cycle_is_its_peak_and_grows_with_the_patient() {
        let hip = |weight: u32| {
            load(&format!("[hip.patient]\nbody-weight = \"{weight} N\"\n[hip.experiment.quasi-static]\n"))
        };
        assert!((hip(1600) / hip(800) - 2.0).abs() < 1e-9 && (1500.0..3000.0).contains(&hip(800)), "{}", hip(800));
        assert_eq!(load("[hip.experiment.static]\nload = \"1.2 kN\"\n"), 1200.0);
        // The waveform of the knee, as its table says.
        assert!((load("[knee-replacement]\n") - 2600.0).abs() < 3.0);
        assert_eq!(load("[knee-replacement.activity.load]\nconstant = \"900 N\"\n"), 900.0);
    }
}
