//! Through a lifetime in steps of cycles.
//!
//! Wear makes a surface smooth: what carries most wears fastest, so that differences fade, each at its own rate. That is
//! diffusion, for which [`Chebyshev`] takes long steps without a Jacobian. Errors are judged by depth and by volume.
//!
//! Creep runs by the logarithm of time, wear by time itself. So the way through a lifetime is measured by
//! `s = ln(1 + N/N₀) + N/N₁`: as creep does in its first cycles, as wear does later on ([`Clock`]).

use mechanics::wear::Creep;
use nalgebra::Vector3;
use numerics::ode::{Chebyshev, ChebyshevError, Gradual};

use super::fixed;
use super::pace::RunIn;
use super::record::{self, Course, Kept, Row, Snapshot};
use super::smooth::Smoother;
use crate::Watch;
use crate::contact::OutsideOfFit;

/// Depths below this share of what the first cycle promises for the whole lifetime need not be right to their own size.
const SMALL: f64 = 0.05;
/// The same of creep, in m.
const SMALL_CREEP: f64 = 2e-6;
/// First step, where there is creep and where there is none.
const FIRST: (f64, f64) = (0.2, 0.02);
/// The lifetime has so many units of the clock's linear part.
const UNITS: f64 = 10.0;

/// One whole cycle on a surface.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evaluation {
    /// Depth that a cycle takes away at every element, in m.
    pub depth: Vec<f64>,
    /// Mean pressure over the cycle, in Pa.
    pub mean_pressure: Vec<f64>,
    /// Highest pressure over the cycle, in Pa.
    pub peak_pressure: Vec<f64>,
    pub cross_shear: Vec<f64>,
    /// Fastest rate at which a difference of depth fades, per cycle.
    pub fading: f64,
    pub summary: Summary,
}

/// What a cycle is like.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Summary {
    pub peak_pressure: f64,
    /// In contact at the largest load.
    pub area: f64,
    /// Where the moving part is at the largest load.
    pub place: Vector3<f64>,
    /// Shares under pressures to which the law was not fitted.
    pub outside: OutsideOfFit,
    pub extra: f64,
}

/// A surface that wears.
pub(crate) trait Wearable {
    type Error;
    /// Area of every element, in m²: of the surface that is asked for, then of a counterpart that wears as well.
    fn areas(&self) -> &[f64];
    /// How many elements are those of the surface that is asked for.
    fn own(&self) -> usize {
        self.areas().len()
    }
    /// One whole cycle on the surface with these depths.
    fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, Self::Error>;
    /// Whether an error is the end of the joint, as when nothing holds the head any more, and how to say so; what was computed
    /// before is kept then.
    fn ends_with(&self, _error: &Self::Error) -> Option<String> {
        None
    }
}

/// How far, how exactly.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub cycles: f64,
    /// Where pictures are made; ordered, the last one is `cycles`.
    pub instants: Vec<f64>,
    pub tolerance: f64,
    pub creep: Option<Creep>,
    /// Pressure per indentation, in Pa/m.
    pub stiffness: f64,
    /// How long a cycle lasts, in s.
    pub seconds: f64,
    /// What can be worn away, in m.
    pub thickness: f64,
    /// Every so many cycles the surface is told of its wear, where steps are not chosen by their error.
    pub updates: Option<f64>,
    /// How it runs in.
    pub run_in: Option<RunIn>,
    /// What spreads the wear of the surface over neighbouring elements.
    pub smoother: Option<Smoother>,
}

impl Plan {
    /// One whole cycle on the surface as it is after so many, at the pace of running in.
    pub(super) fn cycle<W: Wearable>(&self, joint: &W, cycles: f64, y: &[f64]) -> Result<Evaluation, W::Error> {
        let (worn, crept) = y.split_at(y.len() / 2);
        let mut found = joint.evaluate(worn, crept)?;
        if let Some(smoother) = &self.smoother {
            smoother.smooth(&mut found.depth);
        }
        if let Some(run_in) = &self.run_in {
            let pace = run_in.pace(cycles);
            found.depth.iter_mut().for_each(|depth| *depth *= pace);
            found.fading *= pace;
        }
        Ok(found)
    }
}

/// Why it ended too early.
#[derive(Debug)]
pub(crate) enum Stop<E> {
    Joint(E),
    Interrupted,
    /// What was kept is not of this run.
    Checkpoint,
    /// After so many cycles no step of the lifetime is short enough.
    Stuck(f64),
}

/// How the way through a lifetime is measured.
#[derive(Debug, Clone, Copy)]
struct Clock {
    /// N₀, cycles after which creep has begun, where there is creep.
    onset: Option<f64>,
    /// N₁.
    unit: f64,
}

impl Clock {
    fn new(plan: &Plan) -> Self {
        // The rate of creep falls as 1/(τ + t): what it is after a second says τ.
        let onset = |creep: Creep| 1.0 / (creep.compliance_rate(0.0) / creep.compliance_rate(1.0) - 1.0);
        Self { onset: plan.creep.map(|creep| onset(creep) / plan.seconds), unit: plan.cycles / UNITS }
    }

    fn at(&self, cycles: f64) -> f64 {
        self.onset.map_or(0.0, |onset| (cycles / onset).ln_1p()) + cycles / self.unit
    }

    /// dN/ds.
    fn slope(&self, cycles: f64) -> f64 {
        1.0 / (self.onset.map_or(0.0, |onset| 1.0 / (onset + cycles)) + 1.0 / self.unit)
    }

    /// N at s: the clock is concave, so that Newton's method comes from below without a detour.
    fn cycles(&self, s: f64) -> f64 {
        let mut cycles = 0.0;
        for _ in 0..200 {
            let step = (s - self.at(cycles)) * self.slope(cycles);
            cycles += step;
            if !(step > 1e-14 * cycles) {
                break;
            }
        }
        cycles.max(0.0)
    }
}

/// The system of the integrator.
struct System<'a, W: Wearable> {
    joint: &'a W,
    plan: &'a Plan,
    clock: Clock,
    /// What the first cycle promises: depth and volume at the end.
    promised: (f64, f64),
    last: Evaluation,
}

impl<W: Wearable> Gradual for System<'_, W> {
    type Error = W::Error;

    fn rate(&mut self, s: f64, y: &[f64], rate: &mut [f64]) -> Result<f64, W::Error> {
        let cycles = self.clock.cycles(s);
        let slope = self.clock.slope(cycles);
        self.last = self.plan.cycle(self.joint, cycles, y)?;
        let (worn, crept) = rate.split_at_mut(y.len() / 2);
        worn.iter_mut().zip(&self.last.depth).for_each(|(rate, depth)| *rate = depth * slope);
        let mut fading = self.last.fading;
        match &self.plan.creep {
            Some(creep) => {
                let (time, seconds) = (cycles * self.plan.seconds, self.plan.seconds);
                for (rate, pressure) in crept.iter_mut().zip(&self.last.mean_pressure) {
                    *rate = creep.depth_rate(*pressure, time) * seconds * slope;
                }
                fading += creep.depth_rate(self.plan.stiffness, time) * seconds;
            }
            None => crept.fill(0.0),
        }
        // A tenth more: the bound is one for every instant, not for their sum.
        Ok(1.1 * fading * slope)
    }

    fn size(&self, error: &[f64], y: &[f64]) -> f64 {
        let half = y.len() / 2;
        let most = |values: &[f64]| values.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let volume = |values: &[f64]| volume(self.joint.areas(), values);
        let (depth, whole) = self.promised;
        let sizes = [
            most(&error[..half]) / (most(&y[..half]) + SMALL * depth + f64::MIN_POSITIVE),
            most(&error[half..]) / (most(&y[half..]) + SMALL_CREEP),
            volume(&error[..half]).abs() / (volume(&y[..half]).abs() + SMALL * whole + f64::MIN_POSITIVE),
        ];
        // A depth at one place may be off by three times as much as the volume.
        [sizes[0] / 3.0, sizes[1] / 3.0, sizes[2]].into_iter().fold(0.0, f64::max) / self.plan.tolerance
    }
}

pub(super) fn volume(areas: &[f64], depths: &[f64]) -> f64 {
    areas.iter().zip(depths).map(|(area, depth)| area * depth).sum()
}

pub(super) fn row(joint: &impl Wearable, (cycles, error): (f64, f64), y: &[f64], now: &Evaluation) -> Row {
    let (worn, crept) = y.split_at(y.len() / 2);
    let ((areas, other_areas), (worn, other)) = (joint.areas().split_at(joint.own()), worn.split_at(joint.own()));
    let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    let rate = volume(areas, &now.depth);
    let crossed: f64 =
        now.depth.iter().zip(areas).zip(&now.cross_shear).map(|((depth, area), cross)| depth * area * cross).sum();
    Row {
        cycles,
        volume: volume(areas, worn),
        rate,
        crept_volume: volume(areas, crept),
        worn: most(worn),
        crept: most(crept),
        place: now.summary.place,
        peak_pressure: now.summary.peak_pressure,
        area: now.summary.area,
        cross_shear: if rate > 0.0 { crossed / rate } else { 0.0 },
        outside: now.summary.outside,
        extra: now.summary.extra,
        error,
        other_volume: volume(other_areas, other),
        other_worn: most(other),
    }
}

pub(super) fn snapshot(cycles: f64, y: &[f64], now: &Evaluation) -> Snapshot {
    let (worn, crept) = y.split_at(y.len() / 2);
    Snapshot {
        cycles,
        worn: worn.to_vec(),
        crept: crept.to_vec(),
        pressure: now.peak_pressure.clone(),
        cross_shear: now.cross_shear.clone(),
    }
}

/// The deepest of so many elements.
pub(super) fn deepest(own: usize, y: &[f64]) -> f64 {
    let (worn, crept) = y.split_at(y.len() / 2);
    worn[..own].iter().zip(crept).map(|(w, c)| w + c).fold(0.0, f64::max)
}

/// Follows a lifetime, from its beginning or from what was kept of it.
pub(crate) fn run<W: Wearable>(joint: &W, plan: &Plan, watch: &dyn Watch) -> Result<Course, Stop<W::Error>> {
    if let Some(updates) = plan.updates {
        return fixed::run(joint, plan, updates, watch);
    }
    let elements = joint.areas().len();
    let own = joint.own();
    let first = plan.cycle(joint, 0.0, &vec![0.0; 2 * elements]).map_err(Stop::Joint)?;
    let most = first.depth.iter().copied().fold(0.0, f64::max);
    // At the pace of later on: what runs in fast promises less.
    let cycles = plan.cycles / plan.run_in.map_or(1.0, |run_in| run_in.pace(0.0));
    let promised = (most * cycles, volume(joint.areas(), &first.depth) * cycles);
    let clock = Clock::new(plan);
    let end_of_all = clock.at(plan.cycles);
    // The end is the end, whatever the clock rounds.
    let cycles_at = |s: f64| if s == end_of_all { plan.cycles } else { clock.cycles(s) };
    let mut system = System { joint, plan, clock, promised, last: first };
    let kept = match watch.kept() {
        Some(text) => Some(
            record::read(&text, elements)
                .filter(|kept| belongs(kept, plan, (end_of_all, own)))
                .ok_or(Stop::Checkpoint)?,
        ),
        None => None,
    };
    let (mut course, mut march) = match kept {
        Some(Kept { course, clock, step, state }) => {
            let mut march = Chebyshev::new(&mut system, clock, state, step).map_err(Stop::Joint)?;
            march.continue_work((course.evaluations, course.rejections));
            (course, march)
        }
        None => {
            let step = if plan.creep.is_some() { FIRST.0 } else { FIRST.1 };
            let march = Chebyshev::new(&mut system, 0.0, vec![0.0; 2 * elements], step).map_err(Stop::Joint)?;
            let mut course = Course::default();
            course.rows.push(row(joint, (0.0, 0.0), march.state(), &system.last));
            if plan.instants.first() == Some(&0.0) {
                course.snapshots.push(snapshot(0.0, march.state(), &system.last));
            }
            (course, march)
        }
    };
    let mut between = vec![0.0; 2 * elements];
    while march.time() < end_of_all {
        (course.evaluations, course.rejections) = march.work();
        if watch.cancelled() {
            watch.keep(&record::write(&course, (march.time(), march.next_step()), march.state()));
            return Err(Stop::Interrupted);
        }
        let step = match march.step(&mut system, end_of_all) {
            Ok(step) => step,
            Err(ChebyshevError::Stuck) => return Err(Stop::Stuck(cycles_at(march.time()))),
            Err(ChebyshevError::Rate(error)) => match joint.ends_with(&error).filter(|_| march.time() > 0.0) {
                Some(reason) => {
                    let cycles = cycles_at(march.time());
                    let last = plan.cycle(joint, cycles, march.state()).map_err(Stop::Joint)?;
                    course.snapshots.push(snapshot(cycles, march.state(), &last));
                    course.ended = Some((cycles, reason));
                    break;
                }
                None => return Err(Stop::Joint(error)),
            },
        };
        course.stages += step.stages as u64;
        // The size of an error is 1 where it is the tolerance.
        let now = row(joint, (cycles_at(step.to), step.error * plan.tolerance), march.state(), &system.last);
        let through = deepest(own, march.state()) >= plan.thickness;
        let end = if through { find_through(&march, own, (step.from, step.to), plan.thickness) } else { step.to };
        let due = plan.instants.iter().map(|n| (*n, if *n == plan.cycles { end_of_all } else { clock.at(*n) }));
        for (cycles, s) in due.filter(|(_, s)| *s > step.from && *s <= end) {
            if s == step.to {
                course.snapshots.push(snapshot(cycles, march.state(), &system.last));
                continue;
            }
            march.interpolate(s, &mut between);
            let there = plan.cycle(joint, cycles, &between).map_err(Stop::Joint)?;
            course.snapshots.push(snapshot(cycles, &between, &there));
        }
        if through {
            march.interpolate(end, &mut between);
            let end = cycles_at(end);
            let there = plan.cycle(joint, end, &between).map_err(Stop::Joint)?;
            course.rows.push(row(joint, (end, step.error * plan.tolerance), &between, &there));
            course.snapshots.push(snapshot(end, &between, &there));
            course.through = Some(end);
            break;
        }
        course.rows.push(now);
        (course.evaluations, course.rejections) = march.work();
        watch.progress("lifetime", march.time() / end_of_all);
        if march.time() < end_of_all {
            watch.keep(&record::write(&course, (march.time(), march.next_step()), march.state()));
        }
    }
    (course.evaluations, course.rejections) = march.work();
    Ok(course)
}

/// Whether what was kept can be a part of this lifetime: it ends before the end and before the material is worn through.
fn belongs(kept: &Kept, plan: &Plan, (end, own): (f64, usize)) -> bool {
    let pictures = kept.course.snapshots.iter().all(|snapshot| plan.instants.contains(&snapshot.cycles));
    let reached = kept.course.rows.last().is_some_and(|row| row.cycles <= plan.cycles);
    let (worn, crept) = kept.state.split_at(kept.state.len() / 2);
    let material = worn.iter().chain(crept).all(|depth| depth.abs() < plan.thickness);
    kept.clock < end
        && kept.step <= end
        && pictures
        && reached
        && material
        && deepest(own, &kept.state) < plan.thickness
}

/// When the deepest place is as deep as the material is thick, within the last step.
fn find_through(march: &Chebyshev, own: usize, (mut low, mut high): (f64, f64), thickness: f64) -> f64 {
    let mut y = vec![0.0; march.state().len()];
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        march.interpolate(middle, &mut y);
        if deepest(own, &y) >= thickness { high = middle } else { low = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_both_ways() {
        for onset in [None, Some(25.0)] {
            let clock = Clock { onset, unit: 1e6 };
            for cycles in [0.0, 1e-3, 7.0, 1e3, 123_456.0, 1e6, 9.9e6] {
                let back = clock.cycles(clock.at(cycles));
                assert!((back - cycles).abs() <= 1e-12 * cycles, "{cycles}: {back}");
                let h = 1e-3 * (cycles + 1.0);
                let slope = (clock.at(cycles + h) - clock.at(cycles - h)) / (2.0 * h);
                assert!((slope * clock.slope(cycles) - 1.0).abs() < 1e-3, "{cycles}");
            }
        }
    }
}
