//! A lifetime of a hip: one cycle after another in a cup that wears and creeps.

use mechanics::wear::{Creep, LocalWear, WearLaw};
use nalgebra::Vector3;
use quantity::WearFactor;
use results::{Figure, Outcome, Plot, Severity, Surface, SurfaceRecord};

use super::contact::JointContact;
use super::lifetime_cycle::WearingCup;
use super::parameters::{Contact, Experiment, Lifetime, Material, RunIn};
use super::{Hip, HipError, outcome, shipped};
use crate::Watch;
use crate::lifetime::{self, Course, Naming, Plan, Smoother, Stop};

/// Inclinations nearer than this are one, in rad.
const NEAR: f64 = 0.02;

/// The polyethylenes: what creeps.
fn creeps(hip: &Hip) -> bool {
    match &hip.parameters.implant.liner_material {
        Material::Named(name) => mechanics::material::find(name).is_some_and(|m| m.wear.is_some()),
        Material::Given(_) => true,
    }
}

/// Runs a lifetime.
pub(super) fn run(hip: &Hip, asked: &Lifetime, watch: &dyn Watch) -> Result<Outcome, HipError> {
    let wearing = WearingCup::new(hip, asked, watch);
    let deepest = wearing.given.iter().copied().fold(0.0, f64::max);
    let thickness = (hip.parameters.implant.liner_thickness.si() - deepest).max(0.0);
    let creep = (asked.creep && creeps(hip)).then_some(Creep { thickness });
    let seconds = wearing.deeds.iter().map(|deed| deed.share * deed.duration).sum();
    let plan = Plan {
        cycles: asked.cycles.count(),
        instants: lifetime::instants(asked.cycles, &asked.at),
        tolerance: asked.tolerance,
        creep,
        stiffness: wearing.bearing.stiffness(),
        seconds,
        thickness,
        updates: asked.updates.map(|updates| updates.count()),
        run_in: asked.run_in.or(hip.run_in),
        smoother: asked.smoothing.map(|width| {
            let points: Vec<Vector3<f64>> = wearing.bearing.directions().iter().map(|r| r * hip.cup_radius).collect();
            Smoother::new(&points, &wearing.areas, width.si())
        }),
    };
    let course = lifetime::run(&wearing, &plan, watch).map_err(|stop| match stop {
        Stop::Joint(error) => error,
        Stop::Interrupted => HipError::Interrupted,
        Stop::Checkpoint => HipError::Checkpoint,
        Stop::Stuck(cycles) => HipError::Stuck { cycles },
    })?;
    let naming = Naming {
        surface: "worn_cup",
        label: "Bearing surface of the cup, seen through its opening".into(),
        part: "liner",
        other: wearing.head.as_ref().map(|_| "head"),
        extra: asked.mismatch.map(|_| ("dynamic_separation_m", "Dynamic separation over the cycle, medial-lateral")),
        axes: ["anterior", "superior", "lateral"],
    };
    let mut found = lifetime::assemble(&course, &naming, &hip.law, plan.cycles);
    let (like, worn, depths) = pictures(hip, &wearing, &course);
    lifetime::weigh(&mut found, (&like.surface, &worn), &wearing.areas, &depths);
    found.surfaces.extend(lifetime::maps(&course, like, &naming, worn));
    found.surfaces.extend(wearing.head.iter().map(|head| head.record(hip, wearing.bearing.elements(), &course)));
    if wearing.head.is_some() {
        found.figures.push(Figure {
            title: "Worn depth of the head over the lifetime".into(),
            caption: "Seen from the bottom of the cup, in its place at zero angles.".into(),
            plot: Plot::Maps {
                surface: "worn_head".into(),
                field: "worn_depth_m".into(),
                frames: (0..course.snapshots.len()).collect(),
            },
        });
    }
    warn(hip, asked, creep.is_some(), &mut found);
    Ok(found)
}

/// The new surface, the worn one, and how deep its elements lie.
fn pictures(hip: &Hip, wearing: &WearingCup<'_>, course: &Course) -> (SurfaceRecord, Surface, Vec<f64>) {
    let (surface, normals) = wearing.bearing.picture(hip);
    let depth: Vec<f64> = course.snapshots.last().map_or_else(
        || vec![0.0; wearing.bearing.elements()],
        |last| wearing.on_top(&last.worn).iter().zip(&last.crept).map(|(w, c)| w + c).collect(),
    );
    let worn = lifetime::sunken(&surface, &normals, &depth);
    (outcome::bare_record(hip, surface), worn, depth)
}

fn warn(hip: &Hip, asked: &Lifetime, creep: bool, outcome: &mut Outcome) {
    hip.choice.warn(outcome);
    hip.wearing.warn("wear.factor", &hip.law, outcome);
    mounting(hip, asked, outcome);
    if matches!(hip.parameters.experiment, Experiment::Dynamic(_)) {
        let text = "Every cycle of a lifetime is computed in equilibrium at every instant; equations of motion were asked for.";
        outcome.warn(Severity::Note, "lifetime-in-equilibrium", text.into());
    }
    if creep {
        let text = "Creep has the constants of conventional polyethylene, as recalled from the literature.";
        outcome.warn(Severity::Note, "creep-recalled", text.into());
    }
    if hip.parameters.implant.design.is_some_and(|design| design.lip.is_some()) {
        let text = "The lip counts for the range of motion and the jump distance, and carries no load: the surface that wears ends in \
                    one circle all around.";
        outcome.warn(Severity::Note, "lip-carries-nothing", text.into());
    }
    if asked.mismatch.is_some() {
        let text = "Contact at the rim is one of springs on the bearing surface up to its edge: the edge itself has no radius, and \
                    its pressure depends on the elements.";
        outcome.warn(Severity::Caution, "rim-contact", text.into());
    }
    if matches!(hip.parameters.contact, Contact::FiniteElements(_)) {
        let text = "The liner gives way as the new one does while it becomes thinner.";
        outcome.warn(Severity::Note, "stiffness-kept", text.into());
    }
    if hip.hard_pair.is_some() && matches!(hip.contact, JointContact::Foundation(_)) {
        let text = "Springs know the cup alone, and as a thin layer: a hard head in a hard cup gives way as two solids do. Depths and \
                    pressures are those of another bearing; write [hip.contact.finite-elements].";
        outcome.warn(Severity::Caution, "springs-on-hard", text.into());
    }
    let peak = outcome.value("peak_pressure_first_Pa").unwrap_or(0.0);
    crate::contact::warn_beyond_yield(&hip.parameters.implant.liner_material, peak, outcome);
}

/// A simulator's load on a cup that lies otherwise than the standard mounts it.
fn mounting(hip: &Hip, asked: &Lifetime, outcome: &mut Outcome) {
    let own = asked.activities.is_empty().then(|| hip.cycle.name());
    let names = own.into_iter().chain(asked.activities.iter().map(|one| one.cycle.as_str()));
    let here = hip.parameters.implant.inclination;
    for (name, angles) in names.filter_map(|name| Some((name, shipped::mounting_angles(name)?))) {
        if angles.iter().all(|angle| (here.si() - angle.to_radians()).abs() > NEAR) {
            let standard: Vec<String> = angles.iter().map(|angle| format!("{angle}")).collect();
            let text = format!(
                "The cup is inclined by {here}; under the load of \"{name}\" the standard mounts it at {} deg [ISO14242], recalled. \
                 Beside results of simulators write inclination = \"{} deg\".",
                standard.join(" or "),
                standard[0]
            );
            outcome.warn(Severity::Note, "mounted-otherwise", text);
        }
    }
}

/// In words, for the report.
pub(super) fn describe(hip: &Hip, asked: &Lifetime) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Lifetime", format!("{}, tolerance {}", asked.cycles.words(), asked.tolerance))];
    // Other laws say it beside their constants.
    if matches!(hip.law, WearLaw::Archard(_)) {
        rows.push(("Archard's law ignores", hip.law.ignores().into()));
    }
    rows.push(("Creep", if asked.creep { "yes, as recalled [Bevill2005]".into() } else { "none".into() }));
    if let Some(updates) = asked.updates {
        rows.push(("Updates", format!("after every {}, whatever the error", updates.words())));
    }
    if let Some(factor) = hip.head_factor {
        rows.push(("Wear factor of the head", format!("{} ({})", WearFactor::from_si(factor), hip.head_source())));
    }
    if let Some(RunIn { times, cycles }) = asked.run_in.or(hip.run_in) {
        rows.push(("Running in", format!("{times} times as fast at first, fading over {}", cycles.words())));
    }
    if let Some(width) = asked.smoothing {
        rows.push(("Smoothing", format!("what a cycle takes away is spread by a Gaussian of {width}")));
    }
    if !asked.activities.is_empty() {
        let mix: Vec<String> = asked.activities.iter().map(|one| format!("{} {}", one.share, one.cycle)).collect();
        rows.push(("Activities", mix.join(", ")));
    }
    if let Some(mismatch) = asked.mismatch {
        rows.push(("Mismatch of the centres", mismatch.to_string()));
    }
    if let Some(load) = asked.swing_load {
        rows.push(("Swing load", load.to_string()));
    }
    rows
}
