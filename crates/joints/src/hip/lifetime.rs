//! A lifetime of a hip: one cycle after another in a cup that wears and creeps.

use std::borrow::Cow;

use mechanics::contact::Pull;
use mechanics::wear::{Creep, LocalWear, Rubbed};
use nalgebra::Vector3;
use rayon::prelude::*;
use results::{Outcome, Severity, Surface, SurfaceRecord};

use super::lifetime_bearing::{Bearing, Rested, Shape};
use super::parameters::{Contact, Experiment, Lifetime, Material, QuasiStatic};
use super::{Hip, HipError, LoadCycle, motion, outcome, shipped};
use crate::Watch;
use crate::lifetime::{self, Course, Evaluation, Naming, Plan, Stop, Summary, Wearable};

/// Frames that one task follows, each from the one before, and elements that one task follows through the cycle; constants, so
/// that no result depends on the number of threads.
const CHUNK: usize = 25;
const ELEMENTS: usize = 256;
/// A load below this share of the peak that points out of the cup is none.
const NEGLIGIBLE: f64 = 0.03;
/// Stiffness of the spring of a mismatch where none is given, in N/m.
const USUAL_SPRING: f64 = 1e5;

/// One instant of one of the activities.
struct Moment {
    time: f64,
    pull: Pull,
    spin: Vector3<f64>,
    /// Whether anything presses the head into the cup.
    pressed: bool,
}

/// One of the activities.
struct Deed {
    share: f64,
    duration: f64,
    moments: Vec<Moment>,
}

/// A hip whose cup wears.
struct Wearing<'a> {
    hip: &'a Hip,
    bearing: Bearing,
    areas: Vec<f64>,
    /// How deep the surface lies at the beginning, where it is worn already.
    given: Vec<f64>,
    deeds: Vec<Deed>,
}

/// Where the head is at every moment of a cycle, and how fast it moves there.
struct Motion {
    rested: Vec<Rested>,
    velocities: Vec<Vector3<f64>>,
}

impl<'a> Wearing<'a> {
    fn new(hip: &'a Hip, asked: &Lifetime, watch: &dyn Watch) -> Self {
        let bearing = Bearing::new(hip, watch);
        let areas = bearing.areas();
        let given = hip.worn.as_ref().map_or_else(Vec::new, |worn| worn.depths(&bearing.picture(hip).1));
        let weight = hip.parameters.patient.weight();
        let mut deeds = Vec::new();
        if asked.activities.is_empty() {
            deeds.push(Deed::new(hip, asked, &hip.cycle, 1.0));
        }
        for one in &asked.activities {
            let samples = shipped::find(&one.cycle).map(|cycle| cycle.samples(weight, None));
            // The door has seen to the names, and every shipped cycle is sound.
            if let Some(cycle) = samples.and_then(|samples| LoadCycle::new(&samples).ok()) {
                deeds.push(Deed::new(hip, asked, &cycle, one.share));
            }
        }
        Self { hip, bearing, areas, given, deeds }
    }

    fn follow(&self, deed: &Deed, shape: &Shape) -> Result<Motion, HipError> {
        let chunks: Vec<&[Moment]> = deed.moments.chunks(CHUNK).collect();
        let found: Vec<Vec<Rested>> =
            chunks.par_iter().map(|moments| self.rest(moments, shape)).collect::<Result<_, _>>()?;
        let rested: Vec<Rested> = found.into_iter().flatten().collect();
        let (count, step) = (rested.len(), deed.duration / rested.len() as f64);
        let place = |i: usize| rested[i % count].place;
        let velocities = (0..count).map(|i| (place(i + 1) - place(i + count - 1)) / (2.0 * step)).collect();
        Ok(Motion { rested, velocities })
    }

    /// Places of rest, each from the one before; the first from the depth of the cup where the load points.
    fn rest(&self, moments: &[Moment], shape: &Shape) -> Result<Vec<Rested>, HipError> {
        let hip = self.hip;
        let mut search = self.bearing.search(shape);
        let mut last: Option<Vector3<f64>> = None;
        let mut all = Vec::with_capacity(moments.len());
        for moment in moments {
            let load = moment.pull.load;
            if !moment.pressed {
                let place = *last.get_or_insert(hip.pole * hip.clearance());
                all.push(Rested { place, pressures: Vec::new() });
                continue;
            }
            // A first guess: as deep as the surface is in the direction of the load.
            let start = last.unwrap_or_else(|| {
                let n = load.normalize();
                n * (search.radius_along(&n) - hip.head_radius + 20e-6)
            });
            let failed = |none: mechanics::contact::NoRest| {
                let tilt = hip.pole.angle(&load);
                if tilt > 0.9 * hip.rim_angle || moment.pull.spring.is_some() {
                    let (tilt, rim) = (tilt.to_degrees(), hip.rim_angle.to_degrees());
                    return HipError::PulledOut { time: moment.time, load: load.norm(), tilt, rim };
                }
                let (residual, iterations) = (none.residual, none.iterations);
                HipError::NoEquilibrium { time: moment.time, load: load.norm(), residual, iterations }
            };
            let mut e = search.rest(&moment.pull, start).map_err(failed)?;
            if hip.friction.acts() {
                // Friction is that of the place without it, twice.
                for _ in 0..2 {
                    let push = -search.force(&e);
                    let Some(n) = push.try_normalize(1e-9) else { break };
                    let friction = hip.friction_force(push.norm(), &n, &Vector3::zeros(), &moment.spin);
                    let pull = Pull { load: load + friction, ..moment.pull };
                    e = search.rest(&pull, e).map_err(failed)?;
                }
            }
            last = Some(e);
            all.push(search.rested(e));
        }
        Ok(all)
    }
}

impl Deed {
    fn new(hip: &Hip, asked: &Lifetime, cycle: &LoadCycle, share: f64) -> Self {
        let count = hip.parameters.output.frames - 1;
        let gravity = match hip.parameters.experiment {
            Experiment::QuasiStatic(QuasiStatic { gravity }) => gravity,
            Experiment::Dynamic(case) => case.gravity,
            Experiment::Static(_) => false,
        };
        let weight = hip.weight(gravity);
        let duration = cycle.duration();
        let at = |i: usize| cycle.at(duration * i as f64 / count as f64);
        let sizes: Vec<f64> = (0..count).map(|i| at(i).load.norm()).collect();
        let (least, peak) = sizes.iter().fold((f64::INFINITY, 0.0f64), |(low, high), f| (low.min(*f), high.max(*f)));
        // The lightest load becomes the swing load, the heaviest stays.
        let lowered = |size: f64| match asked.swing_load {
            Some(swing) if peak > least => peak - (peak - size) * (peak - swing.si()) / (peak - least),
            _ => size,
        };
        let spring = asked.mismatch.map(|mismatch| {
            let stiffness = asked.mismatch_stiffness.map_or(USUAL_SPRING, |stiffness| stiffness.si());
            (Vector3::z(), stiffness, mismatch.si())
        });
        let moments = (0..count)
            .map(|i| {
                let instant = at(i);
                let size = sizes[i].max(f64::MIN_POSITIVE);
                let load = instant.load * (lowered(size) / size) + weight;
                let outwards = hip.pole.angle(&load) >= hip.rim_angle;
                Moment {
                    time: duration * i as f64 / count as f64,
                    spin: motion::angular_velocity(&instant.angles, &instant.rates),
                    pressed: load.norm() > 0.0 && !(outwards && load.norm() < NEGLIGIBLE * peak && spring.is_none()),
                    pull: Pull { load, spring },
                }
            })
            .collect();
        Self { share, duration, moments }
    }

    /// The moment of the largest load.
    fn heaviest(&self) -> usize {
        let size = |i: &usize| self.moments[*i].pull.load.norm();
        (0..self.moments.len()).max_by(|a, b| size(a).total_cmp(&size(b)).then(b.cmp(a))).unwrap_or(0)
    }
}

/// What one element has gone through.
#[derive(Clone, Copy, Default)]
struct Element {
    rubbed: Rubbed,
    mean: f64,
    peak: f64,
    /// Work under pressures to which the law was not fitted.
    outside: f64,
}

impl Wearable for Wearing<'_> {
    type Error = HipError;

    fn areas(&self) -> &[f64] {
        &self.areas
    }

    fn ends_with(&self, error: &HipError) -> Option<String> {
        matches!(error, HipError::PulledOut { .. } | HipError::NoEquilibrium { .. }).then(|| error.to_string())
    }

    fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, HipError> {
        let shape = self.bearing.shape(&self.on_top(worn), crept);
        let law = &self.hip.law;
        let motions: Vec<Motion> = self.deeds.iter().map(|deed| self.follow(deed, &shape)).collect::<Result<_, _>>()?;
        let fitted = law.fitted_pressures().map_or(f64::INFINITY, |[_, most]| most);
        let numbers: Vec<usize> = (0..self.bearing.elements()).collect();
        let elements: Vec<Vec<Element>> = numbers
            .par_chunks(ELEMENTS)
            .map(|numbers| {
                let mut all = vec![Element::default(); numbers.len()];
                for (deed, motion) in self.deeds.iter().zip(&motions) {
                    self.rub(numbers, (deed, motion), (&shape, fitted), &mut all);
                }
                all
            })
            .collect();
        let elements: Vec<Element> = elements.into_iter().flatten().collect();
        let depth: Vec<f64> = elements.iter().map(|e| law.depth(&e.rubbed)).collect();
        let stiffest = self.bearing.stiffest(&shape);
        let fading = elements.iter().map(|e| law.sensitivity(&e.rubbed)).fold(0.0, f64::max) * stiffest;
        let (deed, motion) = (&self.deeds[0], &motions[0]);
        let heaviest = &motion.rested[deed.heaviest()];
        let place = heaviest.place;
        let area = self.bearing.contact_area(&shape, heaviest);
        let sum = |of: &dyn Fn(&Element) -> f64| elements.iter().zip(&self.areas).map(|(e, a)| of(e) * a).sum::<f64>();
        let (total, outside) = (sum(&|e| e.rubbed.work), sum(&|e| e.outside));
        // How far the head leaves the place that it has under the largest load, sideways.
        let separation =
            motions.iter().flat_map(|motion| &motion.rested).map(|r| (r.place.z - place.z).abs()).fold(0.0, f64::max);
        Ok(Evaluation {
            depth,
            mean_pressure: elements.iter().map(|e| e.mean).collect(),
            peak_pressure: elements.iter().map(|e| e.peak).collect(),
            cross_shear: elements.iter().map(|e| e.rubbed.cross_shear()).collect(),
            fading,
            summary: Summary {
                peak_pressure: elements.iter().map(|e| e.peak).fold(0.0, f64::max),
                area,
                place,
                outside: if total > 0.0 { outside / total } else { 0.0 },
                extra: separation,
            },
        })
    }
}

impl Wearing<'_> {
    /// Wear on top of what has been given.
    fn on_top<'d>(&self, worn: &'d [f64]) -> Cow<'d, [f64]> {
        if self.given.is_empty() {
            return Cow::Borrowed(worn);
        }
        Cow::Owned(worn.iter().zip(&self.given).map(|(w, g)| w + g).collect())
    }

    /// Follows some elements through a cycle.
    fn rub(
        &self,
        numbers: &[usize],
        (deed, motion): (&Deed, &Motion),
        (shape, fitted): (&Shape, f64),
        all: &mut [Element],
    ) {
        let law = &self.hip.law;
        let (count, step) = (deed.moments.len(), deed.duration / deed.moments.len() as f64);
        let passes = if law.memory().is_some() { 2 } else { 1 };
        let mut own = vec![Rubbed::default(); numbers.len()];
        for pass in 0..passes {
            own.iter_mut().for_each(|rubbed| rubbed.begin_again(law));
            for ((moment, rested), v) in deed.moments.iter().zip(&motion.rested).zip(&motion.velocities) {
                if !moment.pressed {
                    continue;
                }
                for ((i, rubbed), element) in numbers.iter().zip(&mut own).zip(all.iter_mut()) {
                    let Some((pressure, n)) = self.bearing.press(shape, *i, rested) else { continue };
                    // The head's surface at the element: its centre moves with v and turns about itself.
                    let velocity = v + moment.spin.cross(&(n * self.hip.head_radius));
                    let [first, second] = self.bearing.tangents(*i);
                    let way = [velocity.dot(first) * step, velocity.dot(second) * step];
                    rubbed.add(law, pressure, way, deed.share);
                    if pass + 1 == passes {
                        element.mean += deed.share * pressure / count as f64;
                        element.peak = element.peak.max(pressure);
                        if pressure > fitted {
                            element.outside += deed.share * pressure * way[0].hypot(way[1]);
                        }
                    }
                }
            }
        }
        for (element, rubbed) in all.iter_mut().zip(&own) {
            element.rubbed.join(rubbed);
        }
    }
}

/// The polyethylenes: what creeps.
fn creeps(hip: &Hip) -> bool {
    match &hip.parameters.implant.liner_material {
        Material::Named(name) => mechanics::material::find(name).is_some_and(|m| m.wear.is_some()),
        Material::Given(_) => true,
    }
}

/// Runs a lifetime.
pub(super) fn run(hip: &Hip, asked: &Lifetime, watch: &dyn Watch) -> Result<Outcome, HipError> {
    let wearing = Wearing::new(hip, asked, watch);
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
        extra: asked.mismatch.map(|_| ("dynamic_separation_m", "Dynamic separation over the cycle, medial-lateral")),
        axes: ["anterior", "superior", "lateral"],
    };
    let mut found = lifetime::assemble(&course, &naming, plan.cycles);
    let (like, worn) = pictures(hip, &wearing, &course);
    found.surfaces.extend(lifetime::maps(&course, like, &naming, worn));
    warn(hip, asked, creep.is_some(), &mut found);
    Ok(found)
}

fn pictures(hip: &Hip, wearing: &Wearing<'_>, course: &Course) -> (SurfaceRecord, Surface) {
    let (surface, normals) = wearing.bearing.picture(hip);
    let depth: Vec<f64> = course.snapshots.last().map_or_else(
        || vec![0.0; wearing.bearing.elements()],
        |last| wearing.on_top(&last.worn).iter().zip(&last.crept).map(|(w, c)| w + c).collect(),
    );
    let worn = lifetime::sunken(&surface, &normals, &depth);
    (outcome::bare_record(hip, surface), worn)
}

fn warn(hip: &Hip, asked: &Lifetime, creep: bool, outcome: &mut Outcome) {
    hip.wearing.warn("wear.factor", outcome);
    if matches!(hip.parameters.experiment, Experiment::Dynamic(_)) {
        let text = "Every cycle of a lifetime is computed in equilibrium at every instant; equations of motion were asked for.";
        outcome.warn(Severity::Note, "lifetime-in-equilibrium", text.into());
    }
    if creep {
        let text = "Creep has the constants of conventional polyethylene, as recalled from the literature.";
        outcome.warn(Severity::Note, "creep-recalled", text.into());
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
    let peak = outcome.value("peak_pressure_first_Pa").unwrap_or(0.0);
    crate::contact::warn_beyond_yield(&hip.parameters.implant.liner_material, peak, outcome);
}

/// In words, for the report.
pub(super) fn describe(asked: &Lifetime) -> Vec<(&'static str, String)> {
    let mut rows = vec![("Lifetime", format!("{} cycles, tolerance {}", asked.cycles, asked.tolerance))];
    rows.push(("Creep", if asked.creep { "yes, as recalled [Bevill2005]".into() } else { "none".into() }));
    if let Some(updates) = asked.updates {
        rows.push(("Updates", format!("every {updates} cycles, whatever the error")));
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
