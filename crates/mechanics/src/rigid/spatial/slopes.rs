//! Exact derivatives of the equations of motion, for implicit schemes and for statics.
//!
//! A wrench between two bodies is evaluated once with numbers that carry its derivatives by the two poses and twists and by
//! time; a body's acceleration once with those by its own pose, twist, time and wrench. The chain rule joins them.

use nalgebra::{DMatrix, DVector, Matrix6, SMatrix, Vector6};

use super::element::Action;
use super::model::Model;
use super::motion::{Accelerated, Scratch};
use super::placement::Placement;
use super::state::{BUDGET, PER_BODY};
use crate::contact::surfaces as contact;
use crate::rigid::scalar::{Scalar, Seeded};

/// By pose and twist of two bodies, and by time.
const INPUTS: usize = 25;
/// By pose and twist of one body.
const OF_ONE: usize = 12;
/// By pose and twist of the one body that moves, and by time.
const ON_GROUND: usize = 13;
/// Index of the derivative by time.
const TIME: usize = 24;
/// In a body's own acceleration the derivatives by the wrench take the place of the second body.
const WRENCH: usize = 12;
type Slope = Seeded<INPUTS>;

/// Which derivatives are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Those by poses: statics.
    ByPlaces,
    /// Those by poses, twists and time.
    All,
}

/// Derivatives of the wrenches on all bodies and of the budget. Columns: pose and twist of each body (12), time.
/// Rows: the wrench on each body (6), then the budget.
#[derive(Debug, Clone)]
pub(super) struct Slopes {
    pub matrix: DMatrix<f64>,
}

impl Slopes {
    pub fn new(model: &Model) -> Self {
        let n = model.bodies.len();
        Self { matrix: DMatrix::zeros(6 * n + BUDGET, 12 * n + 1) }
    }

    /// Adds the derivatives of a number: those by each of two bodies that move, twelve each, then that by time.
    fn add<const N: usize>(&mut self, row: usize, bodies: [usize; 2], value: &Seeded<N>) {
        let Some(slopes) = &value.eps.0 else { return };
        let time = self.matrix.ncols() - 1;
        self.matrix[(row, time)] += slopes[N - 1];
        let mut first = 0;
        for (side, body) in bodies.into_iter().enumerate() {
            if 12 * body < time {
                for k in 0..12 {
                    self.matrix[(row, 12 * body + k)] += slopes[first + k];
                }
            }
            // With derivatives by one body only, they are those by the one that moves.
            first = if N == INPUTS { 12 * (side + 1) } else { 0 };
        }
    }

    /// How a contact with the ground follows the pose of a body: frames are the same, and its derivatives are those of the
    /// state.
    fn add_stiffness_on_ground(&mut self, body: usize, by_pose: &Matrix6<f64>) {
        let mut view = self.matrix.fixed_view_mut::<6, 6>(6 * body, 12 * body);
        view += by_pose;
    }

    /// The same by pose and twist, with its power, which is returned.
    fn add_on_ground(
        &mut self,
        body: usize,
        wrench: &Vector6<f64>,
        (place, by): (&Placement, &contact::Slopes),
    ) -> f64 {
        let (v, w) = (&place.velocity, &place.spin);
        let twist = Vector6::new(v.x, v.y, v.z, w.x, w.y, w.z);
        self.add_stiffness_on_ground(body, &by.by_pose);
        let budget = self.matrix.nrows() - BUDGET + 2;
        for column in 0..6 {
            for row in 0..6 {
                self.matrix[(6 * body + row, 12 * body + 6 + column)] += by.by_twist[(row, column)];
            }
            self.matrix[(budget, 12 * body + column)] += by.by_pose.column(column).dot(&twist);
            self.matrix[(budget, 12 * body + 6 + column)] += by.by_twist.column(column).dot(&twist) + wrench[column];
        }
        wrench.dot(&twist)
    }

    /// What an element does, with its power and its loss.
    fn add_action<const N: usize>(
        &mut self,
        bodies: [usize; 2],
        ground: usize,
        action: &Action<Seeded<N>>,
        (wrenches, powers): (&mut [[f64; 6]], &mut [f64; BUDGET]),
    ) {
        add_values(wrenches, bodies, &action.on);
        powers[0] += action.power.value();
        powers[1] += action.loss.value();
        self.add_wrenches(bodies, ground, &action.on);
        self.add(6 * ground, bodies, &action.power);
        self.add(6 * ground + 1, bodies, &action.loss);
    }

    /// The wrench on each of two bodies.
    fn add_wrenches<const N: usize>(&mut self, bodies: [usize; 2], ground: usize, on: &[[Seeded<N>; 6]; 2]) {
        for (side, body) in bodies.into_iter().enumerate().filter(|(_, body)| *body < ground) {
            for (k, slope) in on[side].iter().enumerate() {
                self.add(6 * body + k, bodies, slope);
            }
        }
    }
}

fn add_values<const N: usize>(wrenches: &mut [[f64; 6]], bodies: [usize; 2], on: &[[Seeded<N>; 6]; 2]) {
    for (body, on) in bodies.into_iter().zip(on) {
        wrenches[body].iter_mut().zip(on).for_each(|(sum, part)| *sum += part.value());
    }
}

impl Model {
    /// Wrenches, budget and the slopes of both at the places of the scratch, at the cost of one evaluation. Where those by
    /// places are wanted alone, contacts with the ground give no others, and no power.
    pub(super) fn compute_slopes(&self, t: f64, wanted: Wanted, scratch: &mut Scratch, slopes: &mut Slopes) {
        let (ground, time) = (self.bodies.len(), t);
        let t = Slope::from_re(time).derivative(TIME);
        let Scratch { places, wrenches, budget: powers, contacts, surrogates } = scratch;
        wrenches.fill([0.0; 6]);
        *powers = [0.0; BUDGET];
        let seed = |bodies: [usize; 2]| {
            [0, 1].map(|side| {
                let place = &places[bodies[side]];
                if bodies[side] == ground { place.fixed() } else { place.variable::<INPUTS>(12 * side) }
            })
        };
        slopes.matrix.fill(0.0);
        let budget = 6 * ground;
        let on_ground = (Seeded::<ON_GROUND>::from_re(time).derivative(ON_GROUND - 1), places[ground].fixed());
        // The body of the element before, which most often is that of the next.
        let mut moving: Option<(usize, Placement<Seeded<ON_GROUND>>)> = None;
        for (_, element) in &self.elements {
            if let Some(side) = element.bodies.iter().position(|body| *body == ground) {
                let body = element.bodies[1 - side];
                if moving.as_ref().is_none_or(|(seeded, _)| *seeded != body) {
                    moving = Some((body, if body == ground { on_ground.1 } else { places[body].variable(0) }));
                }
                let place = moving.as_ref().map_or(&on_ground.1, |(_, place)| place);
                let between = if side == 0 { [&on_ground.1, place] } else { [place, &on_ground.1] };
                let action = element.act(on_ground.0, between);
                slopes.add_action(element.bodies, ground, &action, (wrenches, powers));
                continue;
            }
            let [first, second] = seed(element.bodies);
            let action = element.act(t, [&first, &second]);
            slopes.add_action(element.bodies, ground, &action, (wrenches, powers));
        }
        for ((_, touch), scratch) in self.touches.iter().zip(contacts.iter_mut().zip(surrogates)) {
            if touch.bodies[0] == ground && touch.bodies[1] < ground {
                let body = touch.bodies[1];
                let place = &places[body];
                let between = [&places[ground], place];
                let (response, by) = match wanted {
                    Wanted::All => touch.respond_with_slopes(between, scratch),
                    Wanted::ByPlaces => touch.respond_with_stiffness(between, scratch),
                };
                let wrench = response.wrench();
                let about_ground = response.moment + place.position.cross(&response.force);
                for k in 0..6 {
                    wrenches[body][k] += wrench[k];
                    wrenches[ground][k] -= if k < 3 { wrench[k] } else { about_ground[k - 3] };
                }
                match wanted {
                    Wanted::All => powers[2] += slopes.add_on_ground(body, &wrench, (place, &by)),
                    Wanted::ByPlaces => slopes.add_stiffness_on_ground(body, &by.by_pose),
                }
                continue;
            }
            let [first, second] = seed(touch.bodies);
            let pushed = touch.act([&first, &second], scratch);
            add_values(wrenches, touch.bodies, &pushed.on);
            powers[2] += pushed.power.value();
            slopes.add_wrenches(touch.bodies, ground, &pushed.on);
            slopes.add(budget + 2, touch.bodies, &pushed.power);
        }
    }

    /// How a body's acceleration follows its own pose, twist, time and wrench.
    fn follow_acceleration(&self, t: f64, body: usize, place: &Placement, on: &[f64; 6]) -> Accelerated<Slope> {
        let rigid = &self.bodies[body];
        let moving = place.variable::<INPUTS>(0);
        let t = Slope::from_re(t).derivative(TIME);
        let weight = rigid.weight(&self.gravity, &moving);
        let on: [Slope; 6] = std::array::from_fn(|i| Slope::from_re(on[i]).derivative(WRENCH + i) + weight[i]);
        rigid.accelerate(t, &moving, &on)
    }

    /// Derivatives of the rates of a state by the state and by time.
    pub(super) fn solve_slopes(
        &self,
        (t, y): (f64, &[f64]),
        scratch: &Scratch,
        slopes: &Slopes,
        by_state: &mut DMatrix<f64>,
        by_time: &mut DVector<f64>,
    ) {
        let (n, matrix) = (self.bodies.len(), &slopes.matrix);
        by_state.fill(0.0);
        by_time.fill(0.0);
        let budget = PER_BODY * n;
        for k in 0..BUDGET {
            for column in 0..n {
                let from_pose = |j: usize| matrix[(6 * n + k, 12 * column + j)];
                chain(by_state, budget + k, (column, y), from_pose);
            }
            by_time[budget + k] = matrix[(6 * n + k, 12 * n)];
        }
        for body in 0..n {
            let first = PER_BODY * body;
            turn_slopes(&y[first..first + PER_BODY], by_state, first);
            let Accelerated { twist_rate, drive_power, .. } =
                self.follow_acceleration(t, body, &scratch.places[body], &scratch.wrenches[body]);
            for (row, value) in
                twist_rate.iter().enumerate().map(|(i, a)| (first + 7 + i, a)).chain([(budget, &drive_power)])
            {
                let Some(own) = &value.eps.0 else { continue };
                by_time[row] += own[TIME];
                for i in 0..6 {
                    by_time[row] += own[WRENCH + i] * matrix[(6 * body + i, 12 * n)];
                }
                for column in 0..n {
                    let slope = |j: usize| {
                        let through: f64 =
                            (0..6).map(|i| own[WRENCH + i] * matrix[(6 * body + i, 12 * column + j)]).sum();
                        through + if column == body { own[j] } else { 0.0 }
                    };
                    chain(by_state, row, (column, y), slope);
                }
            }
        }
    }

    /// Generalised forces along the free directions of every body, at the wrenches of the scratch.
    pub(super) fn free_forces(&self, scratch: &Scratch, out: &mut DVector<f64>) {
        let mut row = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let place = &scratch.places[i];
            let weight = body.weight(&self.gravity, place);
            let (directions, free) = body.directions(place);
            for direction in directions.iter().take(free) {
                out[row] = (0..6).map(|k| direction[k] * (scratch.wrenches[i][k] + weight[k])).sum();
                row += 1;
            }
        }
    }

    /// Their derivatives by moves along these directions.
    pub(super) fn free_stiffness(&self, scratch: &Scratch, slopes: &Slopes, out: &mut DMatrix<f64>) {
        let matrix = &slopes.matrix;
        let mut row = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let moving = scratch.places[i].variable::<OF_ONE>(0);
            let weight = body.weight(&self.gravity, &moving);
            let (turning, free) = body.directions(&moving);
            for direction in turning.iter().take(free) {
                let mut force = Seeded::<OF_ONE>::from_re(0.0);
                for k in 0..6 {
                    force += direction[k] * (weight[k] + scratch.wrenches[i][k]);
                }
                let mut column = 0;
                for (j, other) in self.bodies.iter().enumerate() {
                    let (moves, count) = other.directions(&scratch.places[j]);
                    for step in moves.iter().take(count) {
                        let mut slope = 0.0;
                        for (m, step) in step.iter().enumerate().filter(|(_, step)| **step != 0.0) {
                            let through: f64 =
                                (0..6).map(|k| direction[k].value() * matrix[(6 * i + k, 12 * j + m)]).sum();
                            let own = if i == j { force.eps.0.as_ref().map_or(0.0, |eps| eps[m]) } else { 0.0 };
                            slope += (through + own) * step;
                        }
                        out[(row, column)] = slope;
                        column += 1;
                    }
                }
                row += 1;
            }
        }
    }
}

/// θ from dq: 2 vec(dq q*)/|q|², as a matrix of three rows.
fn rotation_by_quaternion(y: &[f64]) -> SMatrix<f64, 3, 4> {
    let (w, i, j, k) = (y[3], y[4], y[5], y[6]);
    let scale = 2.0 / (w * w + i * i + j * j + k * k);
    SMatrix::<f64, 3, 4>::new(-i, w, -k, j, -j, k, w, -i, -k, -j, i, w) * scale
}

/// Adds a row of derivatives by pose and twist of a body as derivatives by its state.
fn chain(by_state: &mut DMatrix<f64>, row: usize, (body, y): (usize, &[f64]), slope: impl Fn(usize) -> f64) {
    let first = PER_BODY * body;
    let turn = rotation_by_quaternion(&y[first..]);
    for k in 0..3 {
        by_state[(row, first + k)] += slope(k);
        for q in 0..4 {
            by_state[(row, first + 3 + q)] += slope(3 + k) * turn[(k, q)];
        }
    }
    for k in 0..6 {
        by_state[(row, first + 7 + k)] += slope(6 + k);
    }
}

/// Of ẋ = v and q̇ = ½ ω q.
fn turn_slopes(y: &[f64], by_state: &mut DMatrix<f64>, first: usize) {
    let (w, i, j, k) = (0.5 * y[3], 0.5 * y[4], 0.5 * y[5], 0.5 * y[6]);
    let (p, q, r) = (0.5 * y[10], 0.5 * y[11], 0.5 * y[12]);
    for axis in 0..3 {
        by_state[(first + axis, first + 7 + axis)] = 1.0;
    }
    let by_quaternion = [[0.0, -p, -q, -r], [p, 0.0, -r, q], [q, r, 0.0, -p], [r, -q, p, 0.0]];
    let by_spin = [[-i, -j, -k], [w, k, -j], [-k, w, i], [j, -i, w]];
    for row in 0..4 {
        for column in 0..4 {
            by_state[(first + 3 + row, first + 3 + column)] = by_quaternion[row][column];
        }
        for column in 0..3 {
            by_state[(first + 3 + row, first + 10 + column)] = by_spin[row][column];
        }
    }
}
