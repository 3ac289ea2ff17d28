//! What can be computed with but is no knee: a caution that names the value and what is usual.
//!
//! What is impossible is refused (`check.rs`); a slip of the unit by ten or a hundred often is not impossible.

use results::{Outcome, Severity};

use super::Parameters;
use super::ligament::Ligament;
use super::parameters::{Surfaces, Tibia};
use super::patella::Patella;

/// A value in SI, and the range that knees have.
struct Usual {
    path: String,
    value: f64,
    shown: String,
    range: [f64; 2],
    words: &'static str,
}

struct Found(Vec<Usual>);

impl Found {
    fn look(&mut self, path: impl Into<String>, (value, shown): (f64, String), range: [f64; 2], words: &'static str) {
        if !(range[0]..=range[1]).contains(&value) {
            self.0.push(Usual { path: path.into(), value, shown, range, words });
        }
    }
}

/// Value in SI and as it was written.
macro_rules! said {
    ($value:expr) => {
        ($value.si(), $value.to_string())
    };
}

/// Cautions about values that no knee has.
pub(super) fn warn(parameters: &Parameters, outcome: &mut Outcome) {
    for Usual { path, value, shown, range, words } in find(parameters).0 {
        let slip = slip(value, range);
        let text = format!("knee.{path} is {shown}: {words}. Check the unit{slip}.");
        outcome.warn(Severity::Caution, "implausible-knee", text);
    }
}

fn find(parameters: &Parameters) -> Found {
    let mut found = Found(Vec::new());
    tibia(&parameters.tibia, &mut found);
    let pulse = &parameters.pulse;
    found.look("pulse.amplitude", said!(pulse.amplitude), [0.0, 2000.0], "pulses of 20 to 180 N swing a leg");
    found.look("pulse.duration", said!(pulse.duration), [5e-3, 2.0], "pulses last 0.05 to 0.15 s");
    let gravity = parameters.gravity.acceleration;
    found.look("gravity.acceleration", said!(gravity), [0.0, 30.0], "the earth has 9.81 m/s^2");
    for (i, one) in parameters.ligaments.iter().enumerate() {
        ligament(i, one, &mut found);
    }
    surfaces(&parameters.surfaces, &mut found);
    if let Some(patella) = &parameters.patella {
        kneecap(patella, &mut found);
    }
    found
}

fn tibia(tibia: &Tibia, found: &mut Found) {
    found.look("tibia.mass", said!(tibia.mass), [0.5, 15.0], "shank and foot weigh 3.5 to 5 kg");
    let words = "shank and foot have 0.06 to 0.16 kg m^2 about their centre of mass";
    found.look("tibia.moment-of-inertia", said!(tibia.moment_of_inertia), [2e-3, 1.0], words);
    let [x, y] = tibia.centre_of_mass;
    let away = (x.si().hypot(y.si()), format!("{x}, {y}"));
    found.look("tibia.centre-of-mass", away, [0.08, 0.5], "it is about 0.25 m away from the knee");
}

fn ligament(i: usize, ligament: &Ligament, found: &mut Found) {
    let path = |key: &str| format!("ligaments.{i}.{key}");
    found.look(path("length"), said!(ligament.length), [0.012, 0.16], "the ligaments of a knee are 30 to 80 mm long");
    // None is a cut ligament.
    if let Some(k) = ligament.stiffness.filter(|k| k.si() > 0.0) {
        found.look(path("stiffness"), said!(k), [3e5, 3e8], "ligaments have 15 to 35 N/mm^2 (Machado2011)");
    }
    if let Some(k) = ligament.linear_stiffness.filter(|k| k.si() > 0.0) {
        found.look(path("linear-stiffness"), said!(k), [2e3, 2e6], "ligaments have some 50 to 200 N/mm");
    }
}

fn surfaces(surfaces: &Surfaces, found: &mut Found) {
    if let Some(radius) = surfaces.condyle_radius {
        found.look("surfaces.condyle-radius", said!(radius), [5e-3, 0.1], "condyles have 20 to 40 mm");
    }
    if let Some(radius) = surfaces.plateau_radius {
        found.look("surfaces.plateau-radius", said!(radius), [5e-3, 10.0], "plateaus have 30 mm and more");
    }
}

fn kneecap(patella: &Patella, found: &mut Found) {
    let mut look = |key: &str, value, range, words| found.look(format!("patella.{key}"), value, range, words);
    look("mass", said!(patella.mass), [0.02, 0.4], "a kneecap with its fat weighs about 0.1 kg");
    let inertia = patella.moment_of_inertia;
    look("moment-of-inertia", said!(inertia), [1e-6, 1e-3], "a kneecap has about 2e-5 kg m^2");
    look("groove-radius", said!(patella.groove_radius), [0.01, 0.06], "grooves have 20 to 35 mm");
    look("back", said!(patella.back), [3e-3, 0.03], "a kneecap is 20 to 25 mm thick");
    look("apex", said!(patella.apex), [6e-3, 0.04], "it is about 20 mm below the centre");
    look("base", said!(patella.base), [6e-3, 0.04], "it is about 16 mm above the centre");
    look("tendon-length", said!(patella.tendon_length), [0.025, 0.09], "patellar tendons are 40 to 60 mm long");
    look("tendon-stiffness", said!(patella.tendon_stiffness), [1e5, 1e7], "patellar tendons have about 1000 N/mm");
    look("quadriceps-force", said!(patella.quadriceps_force), [1.0, 1e4], "a quadriceps pulls with some 10 to 8000 N");
}

/// The power of ten that makes it usual, if there is one.
fn slip(value: f64, [least, most]: [f64; 2]) -> String {
    let slips = [10.0, 100.0, 1e3, 1e6];
    let fits = |by: f64| value != 0.0 && (least..=most).contains(&(value * by));
    let times = slips.into_iter().find(|by| fits(1.0 / by));
    let parts = slips.into_iter().find(|by| fits(*by));
    match (times, parts) {
        (Some(by), _) => format!(": {by} times less would be usual"),
        (None, Some(by)) => format!(": {by} times more would be usual"),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use quantity::{Force, Length, Mass, MomentOfInertia, QuadraticStiffness, Stiffness, Time};

    use super::*;

    fn paths(parameters: &Parameters) -> Vec<String> {
        assert!(super::super::check(parameters).is_empty(), "{:?}", super::super::check(parameters));
        find(parameters).0.into_iter().map(|usual| usual.path).collect()
    }

    #[test]
    fn the_default_knee_is_plausible_with_and_without_its_patella() {
        let mut parameters = Parameters::default();
        assert!(paths(&parameters).is_empty());
        parameters.patella = Some(Patella::default());
        assert!(paths(&parameters).is_empty());
    }

    #[test]
    fn every_value_that_is_no_knee_is_named_though_it_can_be_computed_with() {
        let mut parameters = Parameters { patella: Some(Patella::default()), ..Parameters::default() };
        parameters.tibia.mass = Mass::kilograms(400.0);
        parameters.tibia.moment_of_inertia = MomentOfInertia::from_si(10.0);
        parameters.pulse.amplitude = Force::newtons(50e3);
        parameters.pulse.duration = Time::seconds(100.0);
        parameters.ligaments[0].length = Length::millimetres(5.0);
        parameters.ligaments[1].stiffness = Some(QuadraticStiffness::from_si(3e10));
        parameters.ligaments[2].stiffness = None;
        parameters.ligaments[2].linear_stiffness = Some(Stiffness::from_si(70.0));
        parameters.surfaces.condyle_radius = Some(Length::millimetres(3.0));
        let patella = parameters.patella.as_mut().unwrap();
        patella.mass = Mass::kilograms(0.9);
        patella.tendon_length = Length::millimetres(16.0);
        patella.back = Length::millimetres(140.0);
        let found = paths(&parameters);
        let expected = [
            "tibia.mass",
            "tibia.moment-of-inertia",
            "pulse.amplitude",
            "pulse.duration",
            "ligaments.0.length",
            "ligaments.1.stiffness",
            "ligaments.2.linear-stiffness",
            "surfaces.condyle-radius",
            "patella.mass",
            "patella.back",
            "patella.tendon-length",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_slip_by_a_power_of_ten_is_told() {
        assert_eq!(slip(400.0, [0.5, 15.0]), ": 100 times less would be usual");
        assert_eq!(slip(70.0, [2e3, 2e6]), ": 100 times more would be usual");
        assert_eq!(slip(0.0, [1.0, 2.0]), "");
    }
}
