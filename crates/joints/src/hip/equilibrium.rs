//! Where the head rests under a load: static, and at every instant of a cycle.

use nalgebra::Vector3;

use mechanics::contact::Damping;
use numerics::root::{NewtonLimits, SystemError, solve_newton_system};

use super::contact::JointContact;
use super::history::{Frame, History, LEAST_FRAMES, Moving};
use super::parameters::{QuasiStatic, Static};
use super::running::Running;
use super::{HipError, Instant, motion};
use crate::Watch;

/// Equilibrium with friction is reached when the forces balance to this share of the load.
const BALANCE: f64 = 1e-10;

/// The same where the contact itself is found by iteration.
const BALANCE_BY_ITERATION: f64 = 1e-6;

/// A load below this share of the peak may point anywhere: interpolation between rows can make it do so.
const NEGLIGIBLE: f64 = 0.03;

/// Work of the solver.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Effort {
    pub solves: u64,
    pub rim_iterations: u64,
    pub friction_iterations: u64,
}

impl Running<'_> {
    /// The eccentricity at which the cup carries `load`.
    pub(super) fn solve_equilibrium(
        &self,
        time: f64,
        load: &Vector3<f64>,
        effort: &mut Effort,
    ) -> Result<Vector3<f64>, HipError> {
        self.or_by_contact(|run| run.solve_smooth(time, load, effort))
    }

    /// Where a surrogate and the contact around its domain leave a gap between them, nothing balances: the contact alone does.
    fn or_by_contact(
        &self,
        mut solve: impl FnMut(&Running<'_>) -> Result<Vector3<f64>, HipError>,
    ) -> Result<Vector3<f64>, HipError> {
        solve(self).or_else(|error| self.without_surrogate().map_or(Err(error), |run| solve(&run)))
    }

    /// Equilibrium without friction.
    fn solve_smooth(&self, time: f64, load: &Vector3<f64>, effort: &mut Effort) -> Result<Vector3<f64>, HipError> {
        effort.solves += 1;
        let hip = self.hip;
        let size = load.norm();
        let n = load / size;
        let end = hip.end_towards(load);
        let pulled_out =
            || HipError::PulledOut { time, load: size, tilt: hip.pole.angle(load).to_degrees(), rim: end.to_degrees() };
        if hip.pole.angle(load) >= end {
            return Err(pulled_out());
        }
        let failed =
            |residual: f64, iterations: u32| HipError::NoEquilibrium { time, load: size, residual, iterations };
        if let Some((joint, mut scratch)) = self.elastic().filter(|_| !self.is_tabulated()) {
            let rest = joint.solve_equilibrium(load, &mut scratch);
            let near_rim = hip.pole.angle(load) > 0.9 * end;
            return rest.ok_or_else(|| if near_rim { pulled_out() } else { failed(size, 0) });
        }
        if let JointContact::Worn(joint) = &hip.contact {
            let near_rim = hip.pole.angle(load) > 0.9 * end;
            return joint.rest(load).ok_or_else(|| if near_rim { pulled_out() } else { failed(size, 0) });
        }
        let depth = hip.contact.solve_indentation(size).ok_or_else(|| failed(size, 0))?;
        let straight = n * (hip.clearance() + depth);
        if !self.is_by_surrogate() && !hip.contact.feels_rim(&straight) {
            return Ok(straight);
        }
        // Scaled by the load, so that the residual is a share of it.
        let limits = NewtonLimits { residual: 1e-10, iterations: 60 };
        let imbalance = |e: &Vector3<f64>| (load + self.force(e)) / size;
        let slope = |e: &Vector3<f64>| self.reaction(e).tangent / size;
        match solve_newton_system(imbalance, slope, straight, limits) {
            Ok(root) => {
                effort.rim_iterations += u64::from(root.iterations);
                Ok(root.solution)
            }
            // Close to the rim the cup has no more surface to offer: the load lifts the head over it.
            Err(_) if hip.pole.angle(load) > 0.9 * end => Err(pulled_out()),
            Err(SystemError::NotConverged { iterations, residual, .. }) => Err(failed(residual * size, iterations)),
            Err(_) => Err(failed(size, 0)),
        }
    }

    /// Equilibrium with friction, by Newton's method from the frictionless one; where that fails, friction is raised step
    /// by step. The drift of the head's centre, below 1 % of the sliding speed, is left out of the friction.
    fn solve_with_friction(
        &self,
        time: f64,
        instant: &Instant,
        load: &Vector3<f64>,
        effort: &mut Effort,
    ) -> Result<Vector3<f64>, HipError> {
        let start = self.solve_equilibrium(time, load, effort)?;
        if !self.hip.friction.acts() {
            return Ok(start);
        }
        self.or_by_contact(|run| run.solve_rubbing((time, start), instant, load, effort))
    }

    /// Equilibrium with friction from the one without.
    fn solve_rubbing(
        &self,
        (time, start): (f64, Vector3<f64>),
        instant: &Instant,
        load: &Vector3<f64>,
        effort: &mut Effort,
    ) -> Result<Vector3<f64>, HipError> {
        let spin = motion::angular_velocity(&instant.angles, &instant.rates);
        let balance = if self.elastic().is_some() { BALANCE_BY_ITERATION } else { BALANCE };
        let mut solve = |share: f64, from: Vector3<f64>| {
            let size = load.norm();
            let friction = |e: &Vector3<f64>| {
                share * self.forces(&Moving::new(*e, Vector3::zeros()), &spin, &Damping::None).friction
            };
            let imbalance = |e: &Vector3<f64>| (load + self.force(e) + friction(e)) / size;
            let slope = |e: &Vector3<f64>| {
                let (mut slope, step) = (self.reaction(e).tangent, 1e-6 * self.hip.clearance());
                for axis in 0..3 {
                    let moved = friction(&(e + Vector3::ith(axis, step))) - friction(&(e - Vector3::ith(axis, step)));
                    slope.column_mut(axis).axpy(0.5 / step, &moved, 1.0);
                }
                slope / size
            };
            let root = solve_newton_system(imbalance, slope, from, NewtonLimits { residual: balance, iterations: 60 })?;
            effort.friction_iterations += u64::from(root.iterations);
            Ok::<_, SystemError>(root.solution)
        };
        if let Ok(e) = solve(1.0, start) {
            return Ok(e);
        }
        let mut e = start;
        for tenth in 1..=10 {
            e = solve(0.1 * f64::from(tenth), e).map_err(|_| HipError::NoFriction { time, load: load.norm() })?;
        }
        Ok(e)
    }
}

/// One load, tilted from the axis of the cup towards the superior rim.
pub(super) fn solve_static(run: &Running<'_>, case: &Static) -> Result<History, HipError> {
    let hip = run.hip;
    let mut effort = Effort::default();
    let towards = Vector3::y() - hip.pole * hip.pole.y;
    let side = towards.try_normalize(1e-9).unwrap_or_else(Vector3::x);
    let direction = hip.pole * case.load_tilt.si().cos() + side * case.load_tilt.si().sin();
    let load = direction * case.load.si();
    let e = run.solve_equilibrium(0.0, &load, &mut effort)?;
    let still = Instant { angles: [0.0; 3], rates: [0.0; 3], load, load_rate: Vector3::zeros() };
    let frame = run.frame(0.0, &still, Moving::new(e, Vector3::zeros()), &Damping::None);
    let pressures = run.pressure(&e).into_iter().collect();
    Ok(History { pressures, ..history(vec![frame], effort) })
}

/// Equilibrium at every frame of the cycle; or at those before one that has none, and why.
pub(super) fn solve_cycle(
    run: &Running<'_>,
    case: &QuasiStatic,
    watch: &dyn Watch,
) -> Result<(History, Option<HipError>), HipError> {
    let hip = run.hip;
    let mut effort = Effort::default();
    let weight = hip.weight(case.gravity);
    let times = hip.frame_times();
    let mut frames: Vec<Frame> = Vec::with_capacity(times.len());
    let peak = times.iter().map(|&t| hip.cycle.at(t).load.norm()).fold(0.0, f64::max);
    let (mut unloaded, mut pressures, mut failed) = (0, Vec::new(), None);
    for (i, &time) in times.iter().enumerate() {
        if i % 256 == 0 {
            if watch.cancelled() {
                return Err(HipError::Interrupted);
            }
            watch.progress("equilibrium", i as f64 / times.len() as f64);
        }
        let instant = hip.cycle.at(time);
        let total = instant.load + weight;
        let outwards = hip.pole.angle(&total) >= hip.end_towards(&total);
        let e = if total.norm() == 0.0 || (outwards && total.norm() < NEGLIGIBLE * peak) {
            // Nothing presses: the head stays where it was, just touching.
            unloaded += 1;
            frames.last().map_or(hip.pole, |f| f.eccentricity.normalize()) * hip.clearance()
        } else {
            match run.solve_with_friction(time, &instant, &total, &mut effort) {
                Ok(e) => e,
                Err(why) if frames.len() < LEAST_FRAMES => return Err(why),
                Err(why) => {
                    failed = Some(why);
                    break;
                }
            }
        };
        frames.push(run.frame(time, &instant, Moving::new(e, Vector3::zeros()), &Damping::None));
        pressures.extend(run.pressure(&e));
    }
    set_velocities(&mut frames, hip.cycle.duration() / (times.len() - 1) as f64, failed.is_none());
    Ok((History { unloaded, pressures, ..history(frames, effort) }, failed))
}

/// Velocities of the centre by central differences; a whole cycle is periodic, its last frame repeats the first, a part of one
/// has ends.
fn set_velocities(frames: &mut [Frame], step: f64, is_whole: bool) {
    let last = frames.len() - 1;
    let positions: Vec<Vector3<f64>> = frames.iter().map(|f| f.eccentricity).collect();
    for (i, frame) in frames.iter_mut().enumerate() {
        let (before, after) = (if i == 0 { last - 1 } else { i - 1 }, if i == last { 1 } else { i + 1 });
        frame.velocity = if is_whole || (0 < i && i < last) {
            (positions[after] - positions[before]) / (2.0 * step)
        } else {
            let first = i.min(last - 1);
            (positions[first + 1] - positions[first]) / step
        };
    }
}

fn history(frames: Vec<Frame>, effort: Effort) -> History {
    let Effort { solves, rim_iterations, friction_iterations } = effort;
    let work = vec![
        ("equilibrium_solves".into(), solves),
        ("rim_newton_iterations".into(), rim_iterations),
        ("friction_iterations".into(), friction_iterations),
    ];
    History { work, cycles: 1, ..History::of(frames) }
}
