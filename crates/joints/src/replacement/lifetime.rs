//! A lifetime of a knee replacement: one cycle after another on an insert that wears and creeps. Gaps, pressures, sliding and
//! the motion itself follow the worn shape.

use std::sync::Arc;

use mechanics::contact::surfaces::Fields;
use mechanics::wear::{Creep, LocalWear, Rubbed};
use nalgebra::{DMatrix, DVector, Vector3};
use quantity::Force;
use rayon::prelude::*;
use results::{Outcome, Severity, Surface};

use super::balance::{self, Curves};
use super::check::needs_pose;
use super::cycle::Cycle;
use super::history::place;
use super::model::ROUGHER;
use super::parameters::{
    Activity, ActivityShare, Experiment, FlexionFrom, Lifetime, Load, LoadDriven, Material, Parameters, RunIn,
};
use super::{Replacement, ReplacementError, outcome, shipped};
use crate::contact::OutsideOfFit;
use crate::lifetime::{self, Course, Evaluation, Naming, Plan, Smoother, Stop, Summary, Wearable};
use crate::{Problem, Watch};

/// About how wide an insert is, in m.
const INSERT: f64 = 50e-3;
/// Frames and points of one task; constants, so that no result depends on the number of threads.
const CHUNK: usize = 8;
const POINTS: usize = 512;
/// Steps towards the largest eigenvalue.
const POWERS: usize = 60;

/// A knee whose insert wears.
struct Wearing<'a> {
    knee: &'a Replacement,
    /// Every activity with its share.
    deeds: Vec<(f64, Replacement)>,
    areas: Vec<f64>,
    tangents: Vec<[Vector3<f64>; 2]>,
    /// Where restraints are at rest: where the new parts settle.
    rest: Option<[f64; 6]>,
    watch: &'a dyn Watch,
    stiffness: f64,
}

impl Wearable for Wearing<'_> {
    type Error = ReplacementError;

    fn areas(&self) -> &[f64] {
        &self.areas
    }

    fn ends_with(&self, error: &ReplacementError) -> Option<String> {
        matches!(error, ReplacementError::NoBalance { .. }).then(|| error.to_string())
    }

    fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, ReplacementError> {
        let depth: Vec<f64> = worn.iter().zip(crept).map(|(w, c)| w + c).collect();
        let pair = self.knee.pair.as_ref().clone().with_depth(&depth);
        let (rough, pair) = (Arc::new(pair.thinned(ROUGHER)), Arc::new(pair));
        let mut all = vec![Passed::default(); self.areas.len()];
        let mut summary = None;
        for (share, base) in &self.deeds {
            let mut knee = base.clone();
            (knee.rough, knee.pair) = (Arc::clone(&rough), Arc::clone(&pair));
            let (_, motions) = balance::compute_motions_from(&knee, self.rest, self.watch)?;
            let places = motions.last().cloned().unwrap_or_default();
            let rates = balance::compute_rates(&places, knee.cycle.duration)?;
            let frames = self.record(&knee, &places, &rates);
            if self.watch.cancelled() {
                return Err(ReplacementError::Interrupted);
            }
            self.add_up((&knee, *share), &frames, &mut all);
            // Place and area are those of the first activity.
            summary.get_or_insert_with(|| self.heaviest(&places, &frames));
        }
        Ok(self.conclude(&all, summary.unwrap_or_default()))
    }
}

/// What a point has gone through.
#[derive(Debug, Clone, Copy, Default)]
struct Passed {
    rubbed: Rubbed,
    mean: f64,
    peak: f64,
    /// Work under pressures to which the law was not fitted.
    outside: f64,
}

/// Fields of an instant, and area in contact.
type Recorded = (Fields, f64);

impl Wearing<'_> {
    fn record(&self, knee: &Replacement, places: &[[f64; 6]], rates: &[[f64; 6]]) -> Vec<Recorded> {
        let numbers: Vec<usize> = (0..places.len()).collect();
        let chunk = |numbers: &[usize]| {
            let mut scratch = knee.pair.scratch();
            let one = |i: &usize| {
                let (pose, twist) = place(&places[*i], &rates[*i]);
                let mut fields = Fields::default();
                knee.pair.evaluate_with_fields(&pose, &twist, 0.0, &mut scratch, std::slice::from_mut(&mut fields));
                (fields, scratch.patch().area)
            };
            numbers.iter().map(one).collect::<Vec<Recorded>>()
        };
        numbers.par_chunks(CHUNK).flat_map_iter(chunk).collect()
    }

    /// Adds what a cycle of an activity does to every point.
    fn add_up(&self, (knee, share): (&Replacement, f64), frames: &[Recorded], all: &mut [Passed]) {
        let law = &knee.law;
        let last = frames.len() - 1;
        let step = knee.cycle.duration / last as f64;
        // The last frame repeats the first: each for half of a step.
        let weight = |i: usize| if i == 0 || i == last { 0.5 } else { 1.0 };
        let [least, most] = law.fitted_pressures().unwrap_or([0.0, f64::INFINITY]);
        let passes = if law.memory().is_some() { 2 } else { 1 };
        let follow = |point: usize, passed: &mut Passed| {
            let ([first, second], mut rubbed) = (&self.tangents[point], Rubbed::default());
            for pass in 0..passes {
                rubbed.begin_again(law);
                for (i, (fields, _)) in frames.iter().enumerate() {
                    let pressure = fields.pressure[point];
                    if !(pressure > 0.0) {
                        continue;
                    }
                    let (slid, time) = (&fields.sliding[point], weight(i) * step);
                    let way = [slid.dot(first) * time, slid.dot(second) * time];
                    rubbed.add(law, pressure, way, share);
                    if pass + 1 == passes {
                        passed.mean += share * pressure * weight(i) / last as f64;
                        passed.peak = passed.peak.max(pressure);
                        let within = (least..=most).contains(&pressure);
                        passed.outside += if within { 0.0 } else { share * pressure * way[0].hypot(way[1]) };
                    }
                }
            }
            passed.rubbed.join(&rubbed);
        };
        all.par_chunks_mut(POINTS).enumerate().for_each(|(chunk, passed)| {
            passed.iter_mut().enumerate().for_each(|(k, passed)| follow(chunk * POINTS + k, passed));
        });
    }

    /// Where the moving part is under the largest load, and the area in contact there.
    fn heaviest(&self, places: &[[f64; 6]], frames: &[Recorded]) -> Summary {
        let last = frames.len() - 1;
        let load = |i: usize| frames[i].0.pressure.iter().zip(&self.areas).map(|(p, a)| p * a).sum::<f64>();
        let loads: Vec<f64> = (0..last).map(load).collect();
        let heaviest = (0..last).max_by(|a, b| loads[*a].total_cmp(&loads[*b]).then(b.cmp(a))).unwrap_or(0);
        let [.., x, y, z] = places[heaviest];
        Summary { area: frames[heaviest].1, place: Vector3::new(x, y, z), ..Summary::default() }
    }

    fn conclude(&self, all: &[Passed], summary: Summary) -> Evaluation {
        let law = &self.knee.law;
        let sum = |of: &dyn Fn(&Passed) -> f64| all.iter().zip(&self.areas).map(|(p, a)| of(p) * a).sum::<f64>();
        let (work, outside) = (sum(&|p| p.rubbed.work), sum(&|p| p.outside));
        let seen = OutsideOfFit::of(law, self.areas.iter().copied().zip(all.iter().map(|p| p.peak)));
        Evaluation {
            depth: all.iter().map(|p| law.depth(&p.rubbed)).collect(),
            mean_pressure: all.iter().map(|p| p.mean).collect(),
            peak_pressure: all.iter().map(|p| p.peak).collect(),
            cross_shear: all.iter().map(|p| p.rubbed.cross_shear()).collect(),
            fading: all.iter().map(|p| law.sensitivity(&p.rubbed)).fold(0.0, f64::max) * self.stiffness,
            summary: Summary {
                peak_pressure: all.iter().map(|p| p.peak).fold(0.0, f64::max),
                outside: OutsideOfFit { work: if work > 0.0 { outside / work } else { 0.0 }, ..seen },
                ..summary
            },
        }
    }
}

/// The activities: that of the study, or a mix of shipped ones.
fn deeds(knee: &Replacement, asked: &Lifetime) -> Vec<(f64, Replacement)> {
    if asked.activities.is_empty() {
        return vec![(1.0, knee.clone())];
    }
    let weight = knee.parameters.activity.load.body_weight;
    let one = |one: &ActivityShare| {
        let peak = shipped::peak_body_weights(one.cycle).zip(weight);
        let peak = peak.map(|(peak, weight)| Force::from_si(peak * weight.si()));
        let load = Load { cycle: one.cycle, peak, ..Load::default() };
        let samples = shipped::load(one.cycle);
        // Every shipped load and motion is sound.
        let cycle = match (&knee.designed, needs_pose(&knee.parameters.experiment)) {
            (Some(designed), true) => {
                let motion = one.motion.unwrap_or(knee.parameters.activity.motion);
                let activity = Activity { motion, load, ..knee.parameters.activity.clone() };
                Cycle::new(&activity, &designed.follow(motion), &samples).ok()?
            }
            _ => knee.cycle.with_load(&load, &samples).ok()?,
        };
        Some((one.share, Replacement { cycle, ..knee.clone() }))
    };
    asked.activities.iter().filter_map(one).collect()
}

/// Pressure per difference of depth, at most, in Pa/m: that of the thinnest springs, or of finite elements the largest
/// eigenvalue of `A⁻¹ C⁻¹`, A the areas and C the compliance.
fn stiffest(knee: &Replacement, areas: &[f64]) -> f64 {
    let elastic = knee.parameters.implant.material.elastic();
    let springs = elastic.map_or(0.0, |m| m.confined_modulus()) / knee.thinnest;
    let Some(compliance) = knee.pair.compliance() else { return springs };
    let n = compliance.size().min(areas.len());
    let scaled =
        DMatrix::from_fn(n, n, |i, j| compliance.values()[j * compliance.size() + i] * (areas[i] * areas[j]).sqrt());
    // A compliance is positive; were it not, no contact would be found either.
    let Some(factor) = scaled.cholesky() else { return springs };
    let mut x = DVector::from_fn(n, |i, _| (i * i % 1009) as f64 - 504.0);
    let mut largest = 0.0;
    for _ in 0..POWERS {
        x /= x.norm();
        x = factor.solve(&x);
        largest = x.norm();
    }
    1.05 * largest
}

/// Runs a lifetime.
pub(super) fn run(knee: &Replacement, asked: &Lifetime, watch: &dyn Watch) -> Result<Outcome, ReplacementError> {
    let areas: Vec<f64> = knee.points.iter().map(|p| p.area).collect();
    let stiffness = stiffest(knee, &areas);
    let rest = balance::settle(knee, &Curves::new(knee)?, watch)?;
    let deeds = deeds(knee, asked);
    let seconds = deeds.iter().map(|(share, knee)| share * knee.cycle.duration).sum();
    let wearing = Wearing {
        knee,
        deeds,
        areas,
        tangents: knee.points.iter().map(|p| lifetime::tangents(&p.normal)).collect(),
        rest,
        watch,
        stiffness,
    };
    let creeps = match &knee.parameters.implant.material {
        Material::Named(name) => mechanics::material::find(name).is_some_and(|m| m.wear.is_some()),
        Material::Given(_) => true,
    };
    let creep = (asked.creep && creeps).then_some(Creep { thickness: knee.thinnest });
    let plan = Plan {
        cycles: asked.cycles.count(),
        instants: lifetime::instants(asked.cycles, &asked.at),
        tolerance: asked.tolerance,
        creep,
        stiffness,
        seconds,
        thickness: knee.thinnest,
        updates: asked.updates.map(|updates| updates.count()),
        run_in: asked.run_in,
        smoother: asked.smoothing.map(|width| {
            let points: Vec<Vector3<f64>> = knee.points.iter().map(|p| p.point).collect();
            Smoother::new(&points, &wearing.areas, width.si())
        }),
    };
    let course = lifetime::run(&wearing, &plan, watch).map_err(|stop| match stop {
        Stop::Joint(error) => error,
        Stop::Interrupted => ReplacementError::Interrupted,
        Stop::Checkpoint => ReplacementError::Checkpoint,
        Stop::Stuck(cycles) => ReplacementError::Stuck { cycles },
    })?;
    let naming = Naming {
        surface: "worn_insert",
        label: "Bearing surface of the tibial insert, seen from above".into(),
        part: "insert",
        other: None,
        extra: None,
        axes: ["anterior", "superior", "lateral"],
    };
    let mut found = lifetime::assemble(&course, &naming, &knee.law, plan.cycles);
    let like = outcome::bare_record(knee);
    let (worn, depths) = sunken(knee, &like.surface, &course);
    lifetime::weigh(&mut found, (&like.surface, &worn), &wearing.areas, &depths);
    found.surfaces.extend(lifetime::maps(&course, like, &naming, worn));
    knee.wearing.warn("wear.factor", &knee.law, &mut found);
    if creep.is_some() {
        let text = "Creep has the constants of conventional polyethylene, as recalled from the literature.";
        found.warn(Severity::Note, "creep-recalled", text.into());
    }
    let text = "The springs of the insert keep their stiffness while it becomes thinner.";
    found.warn(Severity::Note, "stiffness-kept", text.into());
    Ok(found)
}

/// The insert as deep as it is at the end, and how deep its points lie.
fn sunken(knee: &Replacement, surface: &Surface, course: &Course) -> (Surface, Vec<f64>) {
    let Some(last) = course.snapshots.last() else { return (surface.clone(), Vec::new()) };
    let down: Vec<Vector3<f64>> = knee.points.iter().map(|point| -point.normal).collect();
    let depth: Vec<f64> = last.worn.iter().zip(&last.crept).map(|(w, c)| w + c).collect();
    (lifetime::sunken(surface, &down, &depth), depth)
}

/// What is wrong with wear law and lifetime.
pub(super) fn check(parameters: &Parameters, found: &mut Vec<Problem>) {
    let wear = &parameters.wear;
    lifetime::check_law(wear.law, wear.factor, parameters.lifetime.is_some(), found);
    let Some(asked) = &parameters.lifetime else { return };
    lifetime::check(asked.cycles, &asked.at, asked.tolerance, found);
    lifetime::check_updates(asked.cycles, asked.updates, found);
    lifetime::check_run_in(asked.run_in, found);
    lifetime::check_smoothing(asked.smoothing, INSERT, found);
    activities(parameters, asked, found);
    if parameters.surrogate.is_some() {
        let message = "a surrogate knows the new surface only, and a lifetime wears it";
        found.push(Problem::new("surrogate", message, "delete the surrogate"));
    }
    if matches!(&parameters.experiment, Experiment::LoadDriven(LoadDriven { dynamic: Some(_), .. })) {
        let message = "a lifetime is computed in equilibrium at every instant, and equations of motion are asked for";
        found.push(Problem::new("experiment.load-driven.dynamic", message, "delete dynamic"));
    }
}

fn activities(parameters: &Parameters, asked: &Lifetime, found: &mut Vec<Problem>) {
    if asked.activities.is_empty() {
        return;
    }
    let by_load = matches!(&parameters.experiment, Experiment::LoadDriven(case) if case.flexion == FlexionFrom::Load);
    let by_motion = matches!(&parameters.experiment, Experiment::MeasuredPose(_))
        && parameters.implant.by_design().is_some()
        && parameters.activity.pose.is_none();
    if !by_load && !by_motion {
        let message = "a mix of activities is one of loads with their own flexion or of motions of a design, and here something \
                       else drives";
        let hint = "write [knee-replacement.experiment.load-driven], with flexion = \"load\" (as it is when not given), or \
                    [knee-replacement.experiment.measured-pose] with a design and no pose of your own";
        found.push(Problem::new("lifetime.activities", message, hint));
    }
    if let Some(i) = asked.activities.iter().position(|one| one.motion.is_some()).filter(|_| !by_motion) {
        let message = "a motion is given, and here it is the load that drives";
        let hint = "delete it, or write [knee-replacement.experiment.measured-pose]";
        found.push(Problem::new(format!("lifetime.activities.{i}.motion"), message, hint));
    }
    lifetime::check_shares(asked.activities.iter().map(|one| (format!("{:?}", one.cycle), one.share)), found);
}

/// In words, for the report.
pub(super) fn describe(asked: &Lifetime) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Lifetime", format!("{}, tolerance {}", asked.cycles.words(), asked.tolerance))];
    rows.push(("Creep", if asked.creep { "yes, as recalled [Bevill2005]".into() } else { "none".into() }));
    if let Some(updates) = asked.updates {
        rows.push(("Updates", format!("after every {}, whatever the error", updates.words())));
    }
    if let Some(RunIn { times, cycles }) = asked.run_in {
        rows.push(("Running in", format!("{times} times as fast at first, fading over {}", cycles.words())));
    }
    if let Some(width) = asked.smoothing {
        rows.push(("Smoothing", format!("what a cycle takes away is spread by a Gaussian of {width}")));
    }
    if !asked.activities.is_empty() {
        let name = |one: &ActivityShare| {
            let motion = one.motion.map_or(String::new(), |motion| format!(" in {}", shipped::motion(motion).name));
            format!("{} {}{motion}", one.share, shipped::load(one.cycle).name)
        };
        rows.push(("Activities", asked.activities.iter().map(name).collect::<Vec<_>>().join(", ")));
    }
    rows
}
