//! What [Costa2016] concludes about an ideal, a dry and a lubricated hip.

use quantity::{Length, Time, Viscosity};
use results::Outcome;

use super::{Finding, Target, headline, ordering};
use crate::Unwatched;
use crate::gait::parameters::{Film, Fluid, Hips, Kind, Start, Window};
use crate::gait::{Gait, Parameters, shipped};
use crate::mechanism::parameters::{BaumgarteInput, StabilisationInput};

type Ran = Result<Outcome, String>;

/// The comparison of [Costa2016], Figs. 4 to 15, as the study `gait-comparison` runs it.
pub fn gait_orderings() -> Vec<Finding> {
    let (printed, small) = (compare(32.0, Some(Start::Centre)), compare(28.0, Some(Start::Centre)));
    let settled = compare(32.0, None);
    let feedback = stabilised(32.0, Some(Start::Centre), StabilisationInput::Baumgarte(BaumgarteInput::default()));
    let number = |ran: &Ran, name: &str| headline(ran.as_ref().map_err(Clone::clone)?, name);
    let ratio = |ran: &Ran, [above, below]: [&str; 2]| Ok(number(ran, above)? / number(ran, below)?);
    let roughness = |key: &str| format!("thigh_acceleration_roughness_{key}_m_per_s2");
    let smoother = |ran: &Ran, key: &str, labels: [&str; 2], words: [&'static str; 2]| {
        let both = number(ran, &roughness(key)).and_then(|film| Ok([film, number(ran, &roughness("dry"))?]));
        ordering("thigh_acceleration_roughness_m_per_s2", labels, both, words)
    };
    let finding = |quantity: &'static str, label: &str, target: Target, computed: Number, words: [&'static str; 2]| {
        Finding { quantity, label: label.into(), target, computed, source: words[0], why: words[1] }
    };
    let same = [
        "Figs. 4, 8 and 12 [Costa2016]: 'do not differ significantly'",
        "the clearance is 20 µm; the thigh rises by 50 mm",
    ];
    let less = ["Figs. 6 and 7 [Costa2016]", "only the ordering is printed as text"];
    let mut findings: Vec<Finding> = ["dry", "lubricated_500", "lubricated_250"]
        .iter()
        .map(|key| {
            let off = number(&printed, &format!("thigh_height_deviation_{key}_m"));
            finding("thigh_height_deviation_m", &key.replace('_', " "), Target::AtMost(50e-6), off, same)
        })
        .collect();
    findings.extend([
        finding(
            "impact_count",
            "dry, started in the centre as printed",
            Target::AtLeast(2.0),
            number(&printed, "impact_dry_count"),
            ["Sec. 6 [Costa2016]: 'multiple impacts'", "more than one"],
        ),
        smoother(&printed, "lubricated_500", ["lubricated, 500 Pa·s", "dry"], less),
        smoother(&printed, "lubricated_250", ["lubricated, 250 Pa·s", "dry"], less),
        smoother(
            &small,
            "lubricated_250",
            ["lubricated, 250 Pa·s", "dry, radius 28 mm"],
            ["Figs. 14 and 15 [Costa2016]", "only the ordering is printed as text"],
        ),
        finding(
            "thigh_acceleration_roughness_m_per_s2",
            "lubricated, 250 Pa·s; by text it is smoother than 500 Pa·s, which has",
            Target::Shown(number(&printed, &roughness("lubricated_500")).unwrap_or(f64::NAN)),
            number(&printed, &roughness("lubricated_250")),
            ["Figs. 6 and 10 [Costa2016]", "neither film lets the head move: see README"],
        ),
        finding(
            "constraint_drift_m",
            "dry, Gear's scheme and Baumgarte's feedback of 5 and 5 1/s as printed; projection, the default, has",
            Target::Shown(number(&printed, "constraint_drift_dry_m").unwrap_or(f64::NAN)),
            number(&feedback, "constraint_drift_dry_m"),
            ["Table 2 [Costa2016]", "feedback lets joints and guides drift, projection puts them back"],
        ),
        finding(
            "thigh_height_deviation_m",
            "dry, Baumgarte's feedback as printed",
            Target::AtMost(50e-6),
            number(&feedback, "thigh_height_deviation_dry_m"),
            same,
        ),
        finding(
            "film_force_error_ratio",
            "500 over 250 Pa·s, if the force is computed from the velocities",
            Target::Shown(2.0),
            ratio(&printed, ["film_force_error_lubricated_500_N", "film_force_error_lubricated_250_N"]),
            [
                "proportional to the viscosity, if the velocities are off alike",
                "what makes 500 Pa·s look rougher than 250 Pa·s",
            ],
        ),
        finding(
            "impact_count",
            "dry, started in contact",
            Target::Shown(0.0),
            number(&settled, "impact_dry_count"),
            ["not printed", "the hip force turns without vanishing: the head stays in contact"],
        ),
    ]);
    findings
}

type Number = Result<f64, String>;

fn compare(radius: f64, start: Option<Start>) -> Ran {
    stabilised(radius, start, StabilisationInput::default())
}

fn stabilised(radius: f64, start: Option<Start>, stabilisation: StabilisationInput) -> Ran {
    let mut parameters = Parameters {
        hip: Hips::Several(vec![Kind::Ideal, Kind::Dry, Kind::Lubricated]),
        window: Window { duration: Some(Time::seconds(0.957)), ..Window::default() },
        ..Parameters::default()
    };
    parameters.implant.radius = Length::millimetres(radius);
    parameters.implant.start = start;
    parameters.time.stabilisation = stabilisation;
    // The film that the paper has.
    parameters.lubricated.film = Film::Long;
    parameters.lubricated.fluids = [500.0, 250.0].map(|mu| Fluid::Viscosity(Viscosity::from_si(mu))).to_vec();
    let recording = shipped::RECORDINGS[0].recording();
    let gait = Gait::new(parameters, recording).map_err(|problems| format!("{problems:?}"))?;
    gait.run(&Unwatched).map_err(|error| error.to_string())
}
