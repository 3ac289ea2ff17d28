//! What [Machado2011] concludes about laws, geometries and materials.

use results::Outcome;

use super::{Finding, Target, headline, ordering};
use crate::Unwatched;
use crate::knee::parameters::{Bearing, Geometry, Law, LawName, Radii};
use crate::knee::{Knee, Parameters, TABLE_3};

const REFERENCE: &str = "hertz_sphere_plane_healthy";
/// What is left of the cartilage of the osteoarthritic knees, in m.
const CARTILAGE_LEFT: f64 = 0.415e-3;

/// The orderings of [Machado2011], Figs. 5 to 10, from the comparison that the study `knee-comparison` runs.
pub fn knee_orderings() -> Vec<Finding> {
    let corrected = compare(Radii::Corrected);
    let printed = compare(Radii::AsPrinted);
    let mut findings = laws(&corrected);
    findings.extend(geometries(&corrected, "corrected radii"));
    findings.extend(geometries(&printed, "radii as printed"));
    findings.extend(materials(&corrected));
    findings.extend(pulses());
    findings
}

type Ran = Result<Outcome, String>;

fn compare(radii: Radii) -> Ran {
    let mut parameters = Parameters::default();
    parameters.contact.laws =
        [LawName::Hertz, LawName::HuntCrossley, LawName::LankaraniNikravesh].map(Law::from).to_vec();
    parameters.contact.geometries = vec![Geometry::SpherePlane, Geometry::ConvexConvex, Geometry::ConvexConcave];
    parameters.contact.materials = TABLE_3.iter().map(|knee| Bearing::Named(knee.name.into())).collect();
    parameters.contact.radii = radii;
    let knee = Knee::new(parameters).map_err(|problems| format!("{problems:?}"))?;
    knee.run(&Unwatched).map_err(|error| error.to_string())
}

const FORCE: &str = "peak_contact_force_N";
const INDENTATION: &str = "peak_indentation_m";

/// A headline number of two runs.
fn both(ran: &Ran, quantity: &str, runs: [&str; 2]) -> Result<[f64; 2], String> {
    let outcome = ran.as_ref().map_err(Clone::clone)?;
    let (name, unit) = quantity.rsplit_once('_').ok_or("a quantity ends in its unit")?;
    let of = |key: &str| headline(outcome, &format!("{name}_{key}_{unit}"));
    Ok([of(runs[0])?, of(runs[1])?])
}

/// A headline number of one run over that of another.
fn ratio(ran: &Ran, quantity: &str, runs: [&str; 2]) -> Result<f64, String> {
    both(ran, quantity, runs).map(|[run, by]| run / by)
}

fn finding(
    quantity: &'static str,
    label: impl Into<String>,
    target: Target,
    computed: Result<f64, String>,
    [source, why]: [&'static str; 2],
) -> Finding {
    Finding { quantity, label: label.into(), target, computed, source, why }
}

fn laws(ran: &Ran) -> Vec<Finding> {
    let hunt = "hunt_crossley_sphere_plane_healthy";
    let lankarani = "lankarani_nikravesh_sphere_plane_healthy";
    let deeper = ["Fig. 5 [Machado2011]", "only the ordering is printed as text"];
    let no_loop = ["Fig. 6(a) [Machado2011]", "the area of a closed curve that is none, by that of Hunt–Crossley"];
    let alike = ["Figs. 5 and 6 [Machado2011]: 'similar response'", "curves that differ by 5 % look alike in a figure"];
    vec![
        ordering(INDENTATION, ["Hunt–Crossley", "Hertz"], both(ran, INDENTATION, [hunt, REFERENCE]), deeper),
        ordering(INDENTATION, ["Lankarani–Nikravesh", "Hertz"], both(ran, INDENTATION, [lankarani, REFERENCE]), deeper),
        finding(
            "first_impact_loop_ratio",
            "Hertz over Hunt–Crossley",
            Target::Within(0.0, 1e-4),
            loop_area(ran, REFERENCE).and_then(|area| Ok(area / loop_area(ran, hunt)?)),
            no_loop,
        ),
        finding(
            "peak_indentation_ratio",
            "Lankarani–Nikravesh over Hunt–Crossley",
            Target::Band(0.95, 1.05),
            ratio(ran, INDENTATION, [lankarani, hunt]),
            alike,
        ),
        finding(
            "peak_contact_force_ratio",
            "Lankarani–Nikravesh over Hunt–Crossley",
            Target::Band(0.95, 1.05),
            ratio(ran, FORCE, [lankarani, hunt]),
            alike,
        ),
    ]
}

fn geometries(ran: &Ran, reading: &str) -> Vec<Finding> {
    let (convex, concave) = ("hertz_convex_convex_healthy", "hertz_convex_concave_healthy");
    let results = ["Figs. 7 and 8 [Machado2011], section 3.2", "only the ordering is printed as text"];
    let less = |quantity, runs, [less, more]: [&str; 2]| {
        ordering(quantity, [less, &format!("{more}, {reading}")], both(ran, quantity, runs), results)
    };
    vec![
        less(FORCE, [REFERENCE, concave], ["sphere–plane", "convex–concave"]),
        less(FORCE, [convex, REFERENCE], ["convex–convex", "sphere–plane"]),
        less(INDENTATION, [REFERENCE, concave], ["sphere–plane", "convex–concave"]),
        finding(
            "peak_contact_force_ratio",
            format!("convex–convex over convex–concave, {reading}"),
            Target::Shown(1.0),
            ratio(ran, FORCE, [convex, concave]),
            [
                "the abstract of [Machado2011], which names convex–convex as the geometry with the highest forces: more than 1",
                "the abstract contradicts section 3.2; neither reading of the radii bears it out",
            ],
        ),
    ]
}

fn materials(ran: &Ran) -> Vec<Finding> {
    let key = |knee: &str| format!("hertz_sphere_plane_{knee}");
    let [oa, oa_op, bone, plastic, metal] = ["oa_90", "oa_op_90", "oa_op_100", "ti_uhmwpe", "ti_ti"].map(key);
    let with = ["Fig. 9 [Machado2011]", "only the ordering is printed as text"];
    let without = ["Figs. 9 and 10 [Machado2011]", "only the ordering is printed as text"];
    let force_at = |knee: &str| force_at(ran, knee, 0.5e-3);
    let mut findings = Vec::new();
    for (run, label) in [(&oa, "90 % OA"), (&oa_op, "90 % OA + OP")] {
        findings.push(finding(
            "force_difference_ratio",
            format!("{label} against healthy, up to 0.415 mm"),
            Target::AtMost(1e-9),
            difference_in_cartilage(ran, run),
            ["Fig. 9 [Machado2011]: 'the same response'", "one law for all three up to there; rounding only"],
        ));
    }
    let forces = |less: &str, more: &str| Ok([force_at(less)?, force_at(more)?]);
    let at = "contact_force_at_0.5_mm_N";
    findings.push(ordering(at, ["healthy", "90 % OA + OP"], forces(REFERENCE, &oa_op), with));
    findings.push(ordering(at, ["90 % OA + OP", "90 % OA"], forces(&oa_op, &oa), with));
    for (run, label) in [(&bone, "100 % OA + OP"), (&plastic, "Ti–UHMWPE"), (&metal, "Ti–Ti")] {
        findings.push(ordering(FORCE, ["healthy", label], both(ran, FORCE, [REFERENCE, run]), without));
        findings.push(ordering(INDENTATION, [label, "healthy"], both(ran, INDENTATION, [run, REFERENCE]), without));
    }
    let osteoporosis = [
        "section 4 [Machado2011]: 'the presence of OP does not change the level of contact forces'",
        "the bone beneath is 30 % softer, and the knee goes deeper until the same push is stopped: the peak falls, by less than the force at one depth",
    ];
    findings.push(finding(
        "peak_contact_force_ratio",
        "90 % OA + OP over 90 % OA: peaks of the motion, which the text calls unchanged",
        Target::Shown(1.0),
        ratio(ran, FORCE, [&oa_op, &oa]),
        osteoporosis,
    ));
    findings.push(finding(
        "contact_force_ratio",
        "90 % OA + OP over 90 % OA at the same 0.5 mm, which Fig. 9 shows to differ",
        Target::Shown(1.0),
        forces(&oa_op, &oa).map(|[with, without]| with / without),
        osteoporosis,
    ));
    for (run, label) in [(&bone, "100 % OA + OP"), (&metal, "Ti–Ti")] {
        findings.push(ordering(
            FORCE,
            ["Ti–UHMWPE, nearer to the healthy knee,", label],
            both(ran, FORCE, [&plastic, run]),
            [
                "Fig. 10 [Machado2011]: Ti–UHMWPE is 'closer to the healthy knee'",
                "only the ordering is printed as text",
            ],
        ));
    }
    findings
}

/// Which pulse extends the knee without gravity within the 0.4 s of the paper: amplitude, duration, direction from the tibia's
/// axis, and whether it does. Around the border between both, and along the tibia the strongest and longest of the cited ones.
const PULSES: [(f64, f64, f64, bool); 12] = [
    (50.0, 0.1, 0.0, false),
    (180.0, 0.15, 0.0, false),
    (50.0, 0.15, -90.0, false),
    (100.0, 0.15, -90.0, false),
    (140.0, 0.15, -90.0, true),
    (140.0, 0.1, -90.0, false),
    (150.0, 0.15, -90.0, true),
    (150.0, 0.1, -90.0, false),
    (180.0, 0.1, -90.0, true),
    (180.0, 0.05, -90.0, false),
    (180.0, 0.1, -45.0, false),
    (180.0, 0.15, -45.0, true),
];

/// The pulse as the paper means it: it is to 'provide the knee motion' by itself.
fn pulses() -> Vec<Finding> {
    let words = [
        "section 2 [Machado2011]: the force provides the motion from 54.79° to 0°; amplitude, duration and weight are not printed",
        "the ranges of the cited sources, 20 to 180 N over 0.05 to 0.15 s: only a strong and long push across the tibia does it without gravity; all combinations are the study knee-pulse",
    ];
    let run = |(amplitude, duration, direction, straightens): (f64, f64, f64, bool)| {
        let mut parameters = Parameters::default();
        parameters.gravity.acceleration = quantity::Acceleration::from_si(0.0);
        parameters.pulse.amplitude = quantity::Force::newtons(amplitude);
        parameters.pulse.duration = quantity::Time::seconds(duration);
        parameters.pulse.direction = quantity::Angle::degrees(direction);
        parameters.contact.laws = vec![Law::from(LawName::LankaraniNikravesh)];
        let ran = Knee::new(parameters)
            .map_err(|problems| format!("{problems:?}"))
            .and_then(|knee| knee.run(&Unwatched).map_err(|error| error.to_string()));
        let flexion = ran.and_then(|outcome| headline(&outcome, "end_flexion_rad"));
        let target = if straightens { Target::AtMost(0.0) } else { Target::AtLeast(0.02) };
        let label = format!("{amplitude} N over {duration} s at {direction}° from the tibia's axis, no gravity");
        finding("end_flexion_rad", label, target, flexion, words)
    };
    PULSES.map(run).to_vec()
}

/// Area ∮ F dδ of the first impact, by parabolas in time through three points each: an even number of them divides a step.
fn loop_area(ran: &Ran, run: &str) -> Result<f64, String> {
    let pairs = pairs(ran, [format!("first_impact_indentation_{run}_m"), format!("first_impact_force_{run}_N")])?;
    let parabola = |[(d0, f0), (d1, f1), (d2, f2)]: [(f64, f64); 3]| {
        // Simpson's rule on F dδ/ds, with the slopes of the parabola through the three indentations at s = 0, 1, 2.
        let [start, middle, end] = [2.0 * d1 - 1.5 * d0 - 0.5 * d2, 0.5 * (d2 - d0), 0.5 * d0 - 2.0 * d1 + 1.5 * d2];
        (f0 * start + 4.0 * f1 * middle + f2 * end) / 3.0
    };
    let triples = (0..pairs.len().saturating_sub(2)).step_by(2).map(|i| [pairs[i], pairs[i + 1], pairs[i + 2]]);
    Ok(triples.map(parabola).sum())
}

/// Two columns, where both have numbers.
fn pairs(ran: &Ran, names: [String; 2]) -> Result<Vec<(f64, f64)>, String> {
    let outcome = ran.as_ref().map_err(Clone::clone)?;
    let column = |name: &str| outcome.series.column(name).ok_or_else(|| format!("the run gave no `{name}`"));
    let (first, second) = (column(&names[0])?, column(&names[1])?);
    let pairs = first.values.iter().copied().zip(second.values.iter().copied());
    Ok(pairs.filter(|(a, b)| a.is_finite() && b.is_finite()).collect())
}

/// Indentation and force of a run, in the order of the indentation.
fn curve(ran: &Ran, run: &str) -> Result<Vec<(f64, f64)>, String> {
    let mut pairs = pairs(ran, [format!("indentation_{run}_m"), format!("contact_force_{run}_N")])?;
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(pairs)
}

/// Force at an indentation, between the reported instants.
fn force_at(ran: &Ran, run: &str, depth: f64) -> Result<f64, String> {
    let pairs = curve(ran, run)?;
    let after = pairs.partition_point(|(d, _)| *d < depth);
    match (after.checked_sub(1).map(|i| pairs[i]), pairs.get(after)) {
        (Some((a, low)), Some((b, high))) => Ok(low + (high - low) * (depth - a) / (b - a)),
        _ => Err(format!("{run} never reaches an indentation of {depth} m")),
    }
}

/// Largest relative difference from the healthy knee's K δ^{3/2}, within what is left of the cartilage.
fn difference_in_cartilage(ran: &Ran, run: &str) -> Result<f64, String> {
    let healthy = curve(ran, REFERENCE)?;
    let (deepest, most) = *healthy.last().ok_or("the healthy knee never touches")?;
    let stiffness = most / deepest.powf(1.5);
    let inside = curve(ran, run)?.into_iter().filter(|(d, _)| *d > 1e-9 && *d < CARTILAGE_LEFT);
    Ok(inside.map(|(d, f)| (f / (stiffness * d.powf(1.5)) - 1.0).abs()).fold(0.0, f64::max))
}
