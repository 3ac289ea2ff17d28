//! Equations of motion of the head [Askari2018, Eqs. 28–31].
//!
//! `m ë = load(t) + weight + push(e, ė) + friction(e, ė, t) + neck(e, t)`
//!
//! The last is the force between neck and rim, where the implant has a design (see `design::NeckContact`).
//!
//! Contact and rebound are located as events. Every contact episode remembers the speed of its impact, which sets the
//! hysteresis factor; a floor keeps resting contact from dividing by zero.
//!
//! Friction with a spring has three more states, the spring's deformation in the tangent plane [Song2001]: it sticks, gives
//! way, slips and remembers. It starts unwound, and is forgotten when head and cup part.

use nalgebra::{Matrix3, SMatrix, SVector, Vector3};

use mechanics::contact::Damping;
use numerics::ode::{Integrator, Limits, Scheme, System, Tolerance};

use super::equilibrium::Effort;
use super::history::{History, LEAST_FRAMES, Moving};
use super::parameters::{Dynamic, SchemeName, Start};
use super::recorder::Recorder;
use super::running::Running;
use super::{Hip, HipError, motion};
use crate::Watch;

/// Centre and velocity of the head; where friction has a spring, its deformation too.
type State<const N: usize> = SVector<f64, N>;

/// The head as a system of first order: centre and velocity, and the deformation of a friction spring.
struct HeadMotion<'a> {
    run: &'a Running<'a>,
    hip: &'a Hip,
    weight: Vector3<f64>,
    /// Damping of the present contact episode.
    damping: Damping,
    /// Whether head and cup are apart: then the cup does not push, however far a trial step overshoots the surface.
    apart: bool,
}

fn centre<const N: usize>(y: &State<N>) -> Vector3<f64> {
    y.fixed_rows::<3>(0).into_owned()
}

fn velocity<const N: usize>(y: &State<N>) -> Vector3<f64> {
    y.fixed_rows::<3>(3).into_owned()
}

/// A state as the forces want it.
pub(super) fn moving<const N: usize>(y: &State<N>) -> Moving {
    let deformation = if N == WITH_SPRING { y.fixed_rows::<3>(6).into_owned() } else { Vector3::zeros() };
    Moving { eccentricity: centre(y), velocity: velocity(y), deformation }
}

/// Without deformation of a friction spring.
fn state<const N: usize>(centre: Vector3<f64>, velocity: Vector3<f64>) -> State<N> {
    let mut y = State::<N>::zeros();
    y.fixed_rows_mut::<3>(0).copy_from(&centre);
    y.fixed_rows_mut::<3>(3).copy_from(&velocity);
    y
}

/// Numbers of a state with a friction spring, and without.
const WITH_SPRING: usize = 9;
const WITHOUT: usize = 6;

impl HeadMotion<'_> {
    /// Friction, and the rate of its spring.
    fn friction(&self, t: f64, moving: &Moving) -> [Vector3<f64>; 2] {
        let instant = self.hip.cycle.at(t);
        let spin = motion::angular_velocity(&instant.angles, &instant.rates);
        let forces = self.run.forces(moving, &spin, &self.damping);
        [forces.friction, forces.deformation_rate]
    }

    fn rate_of<const N: usize>(&self, t: f64, y: &State<N>) -> State<N> {
        let instant = self.hip.cycle.at(t);
        let spin = motion::angular_velocity(&instant.angles, &instant.rates);
        let moving = moving(y);
        let neck = self.hip.levered(&instant.angles, &moving.eccentricity).force;
        if self.apart {
            return state(moving.velocity, (instant.load + self.weight + neck) / self.hip.mass);
        }
        let forces = self.run.forces(&moving, &spin, &self.damping);
        let total = instant.load + self.weight + forces.push + forces.friction + neck;
        let mut rate: State<N> = state(moving.velocity, total / self.hip.mass);
        if N == WITH_SPRING {
            rate.fixed_rows_mut::<3>(6).copy_from(&forces.deformation_rate);
        }
        rate
    }

    /// Push by its own tangent; friction, which is smooth but unwieldy, by differences scaled to the joint.
    fn jacobian_of<const N: usize>(&self, t: f64, y: &State<N>) -> (SMatrix<f64, N, N>, State<N>) {
        let here = moving(y);
        let (mut by_centre, mut by_velocity) = if self.apart {
            Default::default()
        } else {
            push_slopes(self.run, &here.eccentricity, &here.velocity, &self.damping)
        };
        let instant = self.hip.cycle.at(t);
        let mut by_time = instant.load_rate;
        let rubs_on_cup = by_centre != Matrix3::zeros();
        if let Some((contact, neck)) = &self.hip.neck {
            let along = |t: f64| motion::rotation(&self.hip.cycle.at(t).angles) * neck;
            let step = 1e-7 * self.hip.cycle.duration();
            let push = |t: f64| contact.push(&here.eccentricity, &along(t)).force;
            by_centre += contact.slope(&here.eccentricity, &along(t));
            by_time += (push(t + step) - push(t - step)) / (2.0 * step);
        }
        let mut slopes = SMatrix::<f64, N, N>::zeros();
        let mut in_time = State::<N>::zeros();
        let mass = self.hip.mass;
        let rubs = self.hip.friction.acts() || self.hip.sticking.is_some();
        if rubs && rubs_on_cup {
            let [force, spring] = self.friction(t, &here);
            let (length, speed, time) =
                (1e-6 * self.hip.clearance(), self.small_speed(), 1e-7 * self.hip.cycle.duration());
            for axis in 0..3 {
                let moved = Moving { eccentricity: here.eccentricity + Vector3::ith(axis, length), ..here };
                let faster = Moving { velocity: here.velocity + Vector3::ith(axis, speed), ..here };
                let [moved, faster] = [self.friction(t, &moved), self.friction(t, &faster)];
                by_centre.column_mut(axis).axpy(1.0 / length, &(moved[0] - force), 1.0);
                by_velocity.column_mut(axis).axpy(1.0 / speed, &(faster[0] - force), 1.0);
                if N == WITH_SPRING {
                    let wound = Moving { deformation: here.deformation + Vector3::ith(axis, length), ..here };
                    let wound = self.friction(t, &wound);
                    slopes.fixed_view_mut::<3, 1>(6, axis).copy_from(&((moved[1] - spring) / length));
                    slopes.fixed_view_mut::<3, 1>(6, 3 + axis).copy_from(&((faster[1] - spring) / speed));
                    slopes.fixed_view_mut::<3, 1>(6, 6 + axis).copy_from(&((wound[1] - spring) / length));
                    slopes.fixed_view_mut::<3, 1>(3, 6 + axis).copy_from(&((wound[0] - force) / (length * mass)));
                }
            }
            let later = self.friction(t + time, &here);
            by_time += (later[0] - force) / time;
            if N == WITH_SPRING {
                in_time.fixed_rows_mut::<3>(6).copy_from(&((later[1] - spring) / time));
            }
        }
        slopes.fixed_view_mut::<3, 3>(0, 3).copy_from(&Matrix3::identity());
        slopes.fixed_view_mut::<3, 3>(3, 0).copy_from(&(by_centre / mass));
        slopes.fixed_view_mut::<3, 3>(3, 3).copy_from(&(by_velocity / mass));
        in_time.fixed_rows_mut::<3>(3).copy_from(&(by_time / mass));
        (slopes, in_time)
    }

    /// A speed that hardly changes friction.
    fn small_speed(&self) -> f64 {
        if self.hip.sticking.is_some() { 1e-6 } else { 1e-4 * self.hip.friction.transition_speed }
    }
}

impl System<WITHOUT> for HeadMotion<'_> {
    fn rate(&self, t: f64, y: &State<WITHOUT>) -> State<WITHOUT> {
        self.rate_of(t, y)
    }

    fn jacobian(&self, t: f64, y: &State<WITHOUT>) -> (SMatrix<f64, WITHOUT, WITHOUT>, State<WITHOUT>) {
        self.jacobian_of(t, y)
    }
}

impl System<WITH_SPRING> for HeadMotion<'_> {
    fn rate(&self, t: f64, y: &State<WITH_SPRING>) -> State<WITH_SPRING> {
        self.rate_of(t, y)
    }

    fn jacobian(&self, t: f64, y: &State<WITH_SPRING>) -> (SMatrix<f64, WITH_SPRING, WITH_SPRING>, State<WITH_SPRING>) {
        self.jacobian_of(t, y)
    }
}

/// Derivatives of the damped push by centre and velocity: `push = g(N, δ̇) R̂` with the elastic reaction `N R̂` and the
/// rate of indentation `δ̇ = −v·R̂` (see [`Running::forces`]).
fn push_slopes(
    run: &Running<'_>,
    e: &Vector3<f64>,
    v: &Vector3<f64>,
    damping: &Damping,
) -> (Matrix3<f64>, Matrix3<f64>) {
    let reaction = run.reaction(e);
    let size = reaction.force.norm();
    if size == 0.0 {
        return (Matrix3::zeros(), Matrix3::zeros());
    }
    let direction = reaction.force / size;
    let rate = -v.dot(&direction);
    let damped = damping.apply(size, rate);
    let (by_force, by_rate) = damping.slopes(size, rate);
    let turning = (Matrix3::identity() - direction * direction.transpose()) * reaction.tangent / size;
    let size_slope = reaction.tangent.transpose() * direction;
    let rate_slope = -turning.transpose() * v;
    let by_centre = direction * (by_force * size_slope + by_rate * rate_slope).transpose() + damped * turning;
    (by_centre, -by_rate * direction * direction.transpose())
}

/// The last cycle of a motion; or what there is of the one in which it failed, and why.
type Followed = (History, Option<HipError>);

/// Integrates until the cycle repeats or the cycles allowed are used up; the last cycle is kept.
pub(super) fn integrate(run: &Running<'_>, case: &Dynamic, watch: &dyn Watch) -> Result<Followed, HipError> {
    match run.hip.sticking {
        None => follow::<WITHOUT>(run, case, watch),
        Some(_) => follow::<WITH_SPRING>(run, case, watch),
    }
}

fn follow<const N: usize>(run: &Running<'_>, case: &Dynamic, watch: &dyn Watch) -> Result<Followed, HipError>
where
    for<'a> HeadMotion<'a>: System<N>,
{
    let hip = run.hip;
    let period = hip.cycle.duration();
    let clearance = hip.clearance();
    let mut system = HeadMotion { run, hip, weight: hip.weight(case.gravity), damping: hip.damping(0.0), apart: false };
    let start = match case.start {
        Start::Centre => State::<N>::zeros(),
        Start::Equilibrium => state_of_equilibrium::<N>(run, &system.weight)?,
    };
    let scheme = match case.scheme {
        SchemeName::Rosenbrock => Scheme::Rosenbrock,
        SchemeName::Rkf45 => Scheme::Rkf45,
        SchemeName::DormandPrince => Scheme::DormandPrince,
        SchemeName::Bdf => Scheme::Bdf,
    };
    let (length, speed) = scales(hip, &start);
    let lenience = if scheme == Scheme::Rosenbrock { DAMPED_BY_ITSELF } else { 1.0 };
    let mut absolute: State<N> =
        state(Vector3::repeat(case.tolerance * length), Vector3::repeat(case.tolerance * speed * lenience));
    if N == WITH_SPRING {
        absolute.fixed_rows_mut::<3>(6).fill(case.tolerance * length);
    }
    let tolerance = Tolerance { relative: 0.0, absolute };
    let largest = period / 50.0;
    let limits =
        Limits { first_step: Some(1e-6 * period), smallest_step: case.smallest_step.si(), largest_step: largest };
    let mut integrator = Integrator::new(scheme, tolerance, limits, 0.0, start);
    let mut recorder = Recorder::new(run, 0.0, speed);
    let (mut impacts, mut time_apart, mut cycles) = (0, 0.0, 0);
    let (mut periodicity, mut periodicity_before) = (f64::INFINITY, None);
    let mut steps = 0_u64;
    let mut failed: Option<HipError> = None;
    let indentation = |y: &State<N>| centre(y).norm() - clearance;
    let mut apart_since = (indentation(integrator.state()) <= 0.0).then_some(0.0);
    system.apart = apart_since.is_some();
    'cycles: for cycle in 0..case.most_cycles {
        let begin = f64::from(cycle) * period;
        let end = f64::from(cycle + 1) * period;
        let before = *integrator.state();
        recorder = Recorder::new(run, begin, speed);
        (impacts, time_apart) = (0, 0.0);
        apart_since = apart_since.map(|_| begin);
        let mut deepest = 0.0_f64;
        while integrator.time() < end {
            steps += 1;
            if steps.is_multiple_of(1024) {
                if watch.cancelled() {
                    return Err(HipError::Interrupted);
                }
                watch.progress("motion", (integrator.time() - begin) / period);
            }
            if let Err(why) = integrator.step(&system, end) {
                failed = Some(why.into());
                break 'cycles;
            }
            let crossing = integrator.locate(|_, y| indentation(y));
            let until = crossing.map_or(integrator.time(), |c| c.time);
            recorder.pass(&integrator, until, &system.damping, system.apart);
            let y = integrator.interpolate(until);
            if let Err(why) = check_seated(hip, until, &centre(&y)) {
                failed = Some(why);
                break 'cycles;
            }
            deepest = deepest.max(indentation(&y));
            if let Some(crossing) = crossing {
                recorder.interrupt();
                let n = centre(&y).normalize();
                system.apart = !crossing.rising;
                if crossing.rising {
                    impacts += 1;
                    time_apart += until - apart_since.take().unwrap_or(until);
                    system.damping = hip.damping(velocity(&y).dot(&n));
                } else {
                    apart_since = Some(until);
                }
                // Start a hair beyond the surface, or the same crossing would be found again.
                let nudge = if crossing.rising { 1e-9 } else { -1e-9 } * clearance;
                integrator.restart(until, state(n * (clearance + nudge), velocity(&y)));
                if crossing.rising {
                    // Flight says nothing about how fast the liner stops the head.
                    integrator.plan_step(0.01 / swing_frequency(hip, integrator.state()));
                }
            }
        }
        time_apart += apart_since.map_or(0.0, |since| end - since);
        let change = (centre(integrator.state()) - centre(&before)).norm();
        periodicity_before = (cycle > 0).then_some(periodicity);
        periodicity = change / deepest.max(f64::MIN_POSITIVE);
        cycles = cycle + 1;
        if periodicity <= case.periodic_within {
            break;
        }
    }
    let work = integrator.work();
    let work = vec![
        ("steps".into(), work.steps),
        ("rejected_steps".into(), work.rejected),
        ("rate_evaluations".into(), work.rate_calls),
        ("jacobians".into(), work.jacobians),
        ("cycles".into(), u64::from(cycles)),
    ];
    if let Some(why) = failed.take_if(|_| recorder.frames() < LEAST_FRAMES) {
        return Err(why);
    }
    let periodicity = failed.is_none().then_some(periodicity);
    let history = History { work, periodicity, periodicity_before, cycles, impacts, time_apart, ..recorder.finish() };
    Ok((history, failed))
}

/// The equilibrium at the start of the cycle, moving as the equilibria around it do: no start-up vibration.
fn state_of_equilibrium<const N: usize>(run: &Running<'_>, weight: &Vector3<f64>) -> Result<State<N>, HipError> {
    let hip = run.hip;
    let step = 1e-5 * hip.cycle.duration();
    let rest = |time: f64| run.solve_equilibrium(0.0, &(hip.cycle.at(time).load + weight), &mut Effort::default());
    Ok(state(rest(0.0)?, (rest(step)? - rest(-step)?) / (2.0 * step)))
}

/// Errors that Rosenbrock's scheme makes in the velocity do not stay: it damps what it does not follow, and so many times the
/// sliding speed is as good to it as the speed itself is to the others, at a third of the steps.
const DAMPED_BY_ITSELF: f64 = 10.0;

/// What errors of a step are judged by: a length and a speed.
///
/// Users read pressure, which follows the indentation, and sliding and wear, which follow the speed of sliding. That speed is
/// some hundred times less than the one at which the head swings through its indentation. Tangentially nothing damps that
/// swing where there is no friction, so errors of a step stay: judged by the swing, they add up to vibrations as fast as the
/// sliding itself, above all with RKF45, whose fifth-order formula feeds undamped vibrations.
fn scales<const N: usize>(hip: &Hip, start: &State<N>) -> (f64, f64) {
    const INSTANTS: u32 = 200;
    let instants = (0..INSTANTS).map(|i| hip.cycle.at(hip.cycle.duration() * f64::from(i) / f64::from(INSTANTS)));
    let (load, spin) = instants.fold((0.0, 0.0), |(load, spin), instant| {
        (load + instant.load.norm(), spin + motion::angular_velocity(&instant.angles, &instant.rates).norm())
    });
    let mean = |sum: f64| sum / f64::from(INSTANTS);
    let depth = hip.contact.solve_indentation(mean(load)).filter(|depth| *depth > 0.0);
    let length = depth.unwrap_or(hip.clearance());
    let swing = length * swing_frequency(hip, start);
    // A femur that hardly turns does not ask for more than a thousandth of the swing.
    (length, (mean(spin) * hip.head_radius).clamp(1e-3 * swing, swing))
}

/// Frequency, in rad/s, at which the head vibrates on the liner at this state, or at a typical depth when apart.
fn swing_frequency<const N: usize>(hip: &Hip, y: &State<N>) -> f64 {
    let mut e = centre(y);
    if e.norm() <= 1.01 * hip.clearance() {
        e = hip.pole * 1.5 * hip.clearance();
    }
    (hip.contact.reaction(&e).tangent.norm() / hip.mass).sqrt()
}

/// A centre farther away than the head's own radius is out of the cup.
fn check_seated(hip: &Hip, time: f64, centre: &Vector3<f64>) -> Result<(), HipError> {
    let distance = centre.norm();
    if distance < 0.5 * hip.head_radius {
        return Ok(());
    }
    Err(HipError::Dislocated { time, distance: distance * 1e3 })
}
