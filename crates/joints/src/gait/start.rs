//! Where a hip that is not ideal starts: on its slow motion, so that no vibration of the start is reported as physics.

use mechanics::contact::Damping;
use mechanics::rigid::{Instant, Model, RigidError, Scratch, State};
use nalgebra::{Matrix2, Vector2};
use numerics::root::solve_bracketed;

use super::leg::{FOOT, SHANK, THIGH};

/// The deepest indentation looked for, in m.
const DEEPEST: f64 = 1e-3;

/// The leg of an ideal hip, with the head shifted in the cup and moving in it.
pub(super) fn shifted(
    model: &Model,
    ideal: &Instant,
    eccentricity: Vector2<f64>,
    rate: Vector2<f64>,
) -> Result<State, RigidError> {
    let mut state = displaced(model, ideal, eccentricity, rate);
    model.assemble_from(&mut state, &mut Scratch::new(model))?;
    Ok(state)
}

fn displaced(model: &Model, ideal: &Instant, eccentricity: Vector2<f64>, rate: Vector2<f64>) -> State {
    let mut state = model.described_state();
    state.time = ideal.state.time;
    for body in 0..model.bodies() {
        let frame = ideal.state.frame(body);
        let by = f64::from(u8::from([THIGH, SHANK, FOOT].contains(&body)));
        let (place, velocity) = (frame.position + eccentricity * by, frame.velocity + rate * by);
        state.set_position(body, [place.x, place.y, frame.angle]);
        state.set_velocity(body, [velocity.x, velocity.y, frame.spin]);
    }
    state
}

/// The eccentricity at which a head that does not move carries the force that an ideal hip puts on the thigh: by contact, and by
/// asperities and the wedge of the turning film if there is one.
pub(super) fn resting_eccentricity(
    model: &Model,
    ideal: &Instant,
    force: Vector2<f64>,
    clearance: f64,
) -> Vector2<f64> {
    let size = force.norm();
    // The cup pushes towards its centre, so that the head is displaced against the force on it.
    let Some(away) = (-force).try_normalize(1e-9) else { return Vector2::zeros() };
    let missing = |distance: f64| {
        let state = displaced(model, ideal, away * distance, Vector2::zeros());
        let push = match model.bearing_state(0, &state, &Damping::None) {
            Some(bearing) => -bearing.force().dot(&away),
            None => model.contact_state(0, &state, &Damping::None).push,
        };
        push - size
    };
    let distance = solve_bracketed(missing, 0.0, clearance + DEEPEST, 1e-15).unwrap_or(clearance);
    away * distance
}

/// The rate of the eccentricity at which a film, with what stands behind it, carries the force that an ideal hip puts on the
/// thigh, by Newton's method; zero where none is found.
pub(super) fn film_rate(
    model: &Model,
    ideal: &Instant,
    force: Vector2<f64>,
    eccentricity: Vector2<f64>,
) -> Vector2<f64> {
    let carried = |rate: Vector2<f64>| {
        let state = displaced(model, ideal, eccentricity, rate);
        model.bearing_state(0, &state, &Damping::None).map_or_else(Vector2::zeros, |bearing| bearing.force())
    };
    // Films carry in proportion to the speed: a trial gives the scale.
    let trial = force.try_normalize(1e-12).unwrap_or_else(Vector2::y) * -1e-6;
    let mut rate = trial * (force.norm() / carried(trial).norm()).clamp(1e-12, 1e12);
    for _ in 0..50 {
        let off = carried(rate) - force;
        if off.norm() <= 1e-9 * force.norm().max(1e-6) {
            return rate;
        }
        let step = 1e-6 * rate.norm().max(1e-18);
        let column = |by: Vector2<f64>| (carried(rate + by) - carried(rate - by)) / (2.0 * step);
        let slopes = Matrix2::from_columns(&[column(Vector2::x() * step), column(Vector2::y() * step)]);
        let Some(change) = slopes.lu().solve(&off) else { break };
        let mut share = 1.0;
        while (carried(rate - change * share) - force).norm() > off.norm() && share > 1e-6 {
            share *= 0.5;
        }
        rate -= change * share;
    }
    if (carried(rate) - force).norm() <= 1e-3 * force.norm() { rate } else { Vector2::zeros() }
}
