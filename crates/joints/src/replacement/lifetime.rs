//! A lifetime of a knee replacement: one cycle after another on an insert that wears and creeps. Gaps, pressures, sliding and
//! the motion itself follow the worn shape.

use std::sync::Arc;

use mechanics::contact::surfaces::Fields;
use mechanics::wear::{Creep, LocalWear, Rubbed};
use nalgebra::Vector3;
use rayon::prelude::*;
use results::{Outcome, Severity, Surface};

use super::balance::{self, Curves};
use super::history::place;
use super::model::ROUGHER;
use super::parameters::{Contact, Experiment, Lifetime, LoadDriven, Material, Parameters};
use super::{Replacement, ReplacementError, outcome};
use crate::lifetime::{self, Course, Evaluation, Naming, Plan, Stop, Summary, Wearable};
use crate::{Problem, Watch};

/// Frames and points of one task; constants, so that no result depends on the number of threads.
const CHUNK: usize = 8;
const POINTS: usize = 512;

/// A knee whose insert wears.
struct Wearing<'a> {
    knee: &'a Replacement,
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
        let mut knee = self.knee.clone();
        let pair = knee.pair.as_ref().clone().with_depth(&depth);
        knee.rough = Arc::new(pair.thinned(ROUGHER));
        knee.pair = Arc::new(pair);
        let (_, motions) = balance::compute_motions_from(&knee, self.rest, self.watch)?;
        let places = motions.last().cloned().unwrap_or_default();
        let rates = balance::compute_rates(&places, knee.cycle.duration)?;
        let frames = self.record(&knee, &places, &rates);
        if self.watch.cancelled() {
            return Err(ReplacementError::Interrupted);
        }
        Ok(self.add_up(&knee, &places, &frames))
    }
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

    fn add_up(&self, knee: &Replacement, places: &[[f64; 6]], frames: &[Recorded]) -> Evaluation {
        let law = &knee.law;
        let last = frames.len() - 1;
        let step = knee.cycle.duration / last as f64;
        // The last frame repeats the first: each for half of a step.
        let weight = |i: usize| if i == 0 || i == last { 0.5 } else { 1.0 };
        let fitted = law.fitted_pressures().map_or(f64::INFINITY, |[_, most]| most);
        let passes = if law.memory().is_some() { 2 } else { 1 };
        let numbers: Vec<usize> = (0..self.areas.len()).collect();
        let follow = |point: &usize| {
            let ([first, second], mut rubbed) = (&self.tangents[*point], Rubbed::default());
            let (mut mean, mut peak, mut outside) = (0.0, 0.0f64, 0.0);
            for pass in 0..passes {
                rubbed.begin_again(law);
                for (i, (fields, _)) in frames.iter().enumerate() {
                    let pressure = fields.pressure[*point];
                    if !(pressure > 0.0) {
                        continue;
                    }
                    let (slid, time) = (&fields.sliding[*point], weight(i) * step);
                    let way = [slid.dot(first) * time, slid.dot(second) * time];
                    rubbed.add(law, pressure, way, 1.0);
                    if pass + 1 == passes {
                        mean += pressure * weight(i) / last as f64;
                        peak = peak.max(pressure);
                        outside += if pressure > fitted { pressure * way[0].hypot(way[1]) } else { 0.0 };
                    }
                }
            }
            (rubbed, mean, peak, outside)
        };
        let all: Vec<(Rubbed, f64, f64, f64)> =
            numbers.par_chunks(POINTS).flat_map_iter(|points| points.iter().map(follow)).collect();
        let load = |i: usize| frames[i].0.pressure.iter().zip(&self.areas).map(|(p, a)| p * a).sum::<f64>();
        let loads: Vec<f64> = (0..last).map(load).collect();
        let heaviest = (0..last).max_by(|a, b| loads[*a].total_cmp(&loads[*b]).then(b.cmp(a))).unwrap_or(0);
        let work: f64 = all.iter().zip(&self.areas).map(|((r, ..), a)| r.work * a).sum();
        let outside: f64 = all.iter().zip(&self.areas).map(|((.., o), a)| o * a).sum();
        let [.., x, y, z] = places[heaviest];
        Evaluation {
            depth: all.iter().map(|(rubbed, ..)| law.depth(rubbed)).collect(),
            mean_pressure: all.iter().map(|(_, mean, ..)| *mean).collect(),
            peak_pressure: all.iter().map(|(_, _, peak, _)| *peak).collect(),
            cross_shear: all.iter().map(|(rubbed, ..)| rubbed.cross_shear()).collect(),
            fading: all.iter().map(|(rubbed, ..)| law.sensitivity(rubbed)).fold(0.0, f64::max) * self.stiffness,
            summary: Summary {
                peak_pressure: all.iter().map(|(_, _, peak, _)| *peak).fold(0.0, f64::max),
                area: frames[heaviest].1,
                place: Vector3::new(x, y, z),
                outside: if work > 0.0 { outside / work } else { 0.0 },
                extra: 0.0,
            },
        }
    }
}

/// Runs a lifetime.
pub(super) fn run(knee: &Replacement, asked: &Lifetime, watch: &dyn Watch) -> Result<Outcome, ReplacementError> {
    let elastic = knee.parameters.implant.material.elastic();
    let stiffness = elastic.map_or(0.0, |m| m.confined_modulus()) / knee.thinnest;
    let rest = balance::settle(knee, &Curves::new(knee)?, watch)?;
    let wearing = Wearing {
        knee,
        areas: knee.points.iter().map(|p| p.area).collect(),
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
        seconds: knee.cycle.duration,
        thickness: knee.thinnest,
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
        extra: None,
        axes: ["anterior", "superior", "lateral"],
    };
    let mut found = lifetime::assemble(&course, &naming, plan.cycles);
    let like = outcome::bare_record(knee);
    let worn = sunken(knee, &like.surface, &course);
    found.surfaces.extend(lifetime::maps(&course, like, &naming, worn));
    knee.wearing.warn("wear.factor", &mut found);
    if creep.is_some() {
        let text = "Creep has the constants of conventional polyethylene, as recalled from the literature.";
        found.warn(Severity::Note, "creep-recalled", text.into());
    }
    let text = "The springs of the insert keep their stiffness while it becomes thinner.";
    found.warn(Severity::Note, "stiffness-kept", text.into());
    Ok(found)
}

/// The insert with the corners of every cell as deep as the points of the cells around them are on the average.
fn sunken(knee: &Replacement, surface: &Surface, course: &Course) -> Surface {
    let Some(last) = course.snapshots.last() else { return surface.clone() };
    let mut sums = vec![(Vector3::zeros(), 0.0); surface.points.len()];
    for cell in 0..surface.cells().min(knee.points.len()) {
        let down = -knee.points[cell].normal * (last.worn[cell] + last.crept[cell]);
        for &point in surface.cell(cell) {
            let (sum, count) = &mut sums[point as usize];
            *sum += down;
            *count += 1.0;
        }
    }
    let moved = surface.points.iter().zip(sums).map(|(point, (sum, count)): (_, (Vector3<f64>, f64))| {
        (Vector3::from(*point) + if count > 0.0 { sum / count } else { Vector3::zeros() }).into()
    });
    Surface { points: moved.collect(), ..surface.clone() }
}

/// What is wrong with wear law and lifetime.
pub(super) fn check(parameters: &Parameters, found: &mut Vec<Problem>) {
    let wear = &parameters.wear;
    lifetime::check_law(wear.law, wear.factor, parameters.lifetime.is_some(), found);
    let Some(asked) = &parameters.lifetime else { return };
    lifetime::check(asked.cycles, &asked.at, asked.tolerance, found);
    if matches!(parameters.contact, Contact::FiniteElements(_)) {
        found.push(Problem::new(
            "lifetime",
            "a lifetime is computed on springs, and this contact is one of finite elements",
            "write contact = \"linear\"",
        ));
    }
    if parameters.surrogate.is_some() {
        let message = "a surrogate knows the new surface only, and a lifetime wears it";
        found.push(Problem::new("surrogate", message, "delete the surrogate"));
    }
    if matches!(&parameters.experiment, Experiment::LoadDriven(LoadDriven { dynamic: Some(_), .. })) {
        let message = "a lifetime is computed in equilibrium at every instant, and equations of motion are asked for";
        found.push(Problem::new("experiment.load-driven.dynamic", message, "delete dynamic"));
    }
}
