//! Places of rest in space.

use nalgebra::{DMatrix, DVector};

use super::model::Model;
use super::motion::Scratch;
use super::slopes::{Slopes, Wanted};
use super::state::State;
use super::trust::solve_step;
use crate::rigid::RigidError;

/// When a place counts as a place of rest, and how far to look for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EquilibriumSettings {
    /// Unbalanced force, as a share of the largest force at work, that counts as balanced (a moment: per 0.1 m).
    pub balanced: f64,
    /// Steps at most, whether they are taken or not.
    pub most_steps: u32,
    /// Farthest move in one step, in m; a tenth of a radian counts as 0.01 m.
    pub longest_move: f64,
    /// A place is found, whatever force is left, where it is known to this length: no step of it improves the balance.
    pub exact: f64,
    /// Unbalanced force, as a share of the largest, by which a force may leap through zero at such a place.
    pub rough: f64,
}

impl Default for EquilibriumSettings {
    fn default() -> Self {
        Self { balanced: 1e-9, most_steps: 400, longest_move: 2e-3, exact: 1e-9, rough: 1e-2 }
    }
}

/// How a search for a place of rest ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Balanced to what was asked.
    Balanced,
    /// The place is known to `exact`, and the force that is left is the leap that it makes there: facets have normals that
    /// differ, points come and go.
    Leaps,
    /// The same, but more is left than `rough` allows.
    Jammed,
    /// No place was found within the steps.
    Exhausted,
    /// Whoever asked did not want to go on.
    Stopped,
}

impl Ending {
    /// Whether this is a place of rest.
    pub fn is_rest(self) -> bool {
        matches!(self, Self::Balanced | Self::Leaps)
    }
}

/// Where a search came to.
#[derive(Debug, Clone)]
pub struct Sought {
    /// The last place.
    pub state: State,
    /// Evaluations of the balance after the first.
    pub steps: u32,
    /// How it ended.
    pub ending: Ending,
    /// Largest unbalanced force there, in N (a moment: per 0.1 m).
    pub residual: f64,
    /// Largest force at work there, in N.
    pub largest: f64,
    direction: usize,
}

/// The arm by which moments are compared with forces, in m.
const ARM: f64 = 0.1;
/// A step is taken if the forces do at least this share of the work that was expected of it.
const ENOUGH: f64 = 0.1;
/// A model that is right to this share is trusted farther.
const GOOD: f64 = 0.75;
/// With friction, after so many steps, the force must fall to this share of the largest one at so many places before.
const CIRCLING: u32 = 40;
const FALLS: f64 = 0.99;
const PLACES: usize = 6;
/// After so many steps only places that were taken are remembered. A step that is not taken keeps its entry until then, so that
/// a search with one such step in six would be measured by the same old place for ever, and go round in circles.
const STRICT: u32 = 120;

/// Balance at one place, with what a step needs there; moments and angles by their arm, so that all are forces and lengths.
#[derive(Debug, Clone)]
struct Balance {
    /// Along the free directions.
    forces: DVector<f64>,
    /// Minus their derivatives.
    stiffness: DMatrix<f64>,
    /// Largest unbalanced force.
    worst: f64,
    largest: f64,
    /// Which of the free directions.
    direction: usize,
}

impl Model {
    /// The place of rest near a state, at its time: the forces along all free coordinates vanish. Velocities stay as they
    /// are in the state, so that friction and dampers see them. The second answer counts steps.
    pub fn solve_equilibrium(
        &self,
        start: &State,
        settings: &EquilibriumSettings,
        scratch: &mut Scratch,
    ) -> Result<(State, u32), RigidError> {
        let Sought { state, steps, ending, residual, direction, .. } =
            self.search_equilibrium(start, settings, scratch, &mut |_, _| true);
        if ending.is_rest() {
            return Ok((state, steps));
        }
        Err(RigidError::NoEquilibrium { iterations: steps, residual, body: self.body_of_direction(direction).into() })
    }

    /// The same search, which says where it came to if there is no such place; `go_on` is asked at every place that it takes.
    ///
    /// Newton's method with exact stiffness, as far as it can be trusted: a step is taken if the forces at both of its ends,
    /// ½ (f₀ + f₁)·d, do at least a tenth of the work that the stiffness promised, else a shorter one is tried. At rest that
    /// work is the energy that is given up (to third order in the step), so that the search runs downhill to a place that is
    /// stable; the size of the force would be caught in its many shallow minima. What moves may feel friction, which has no
    /// energy: by their work alone searches were seen to go round in circles for ever. There the force itself must fall after
    /// a while, below the largest of the last few places. (Each step of a circle can do the work that it promised: with friction
    /// there is no energy that would have to come back.)
    ///
    /// The force of surfaces leaps a little where a point passes from facet to facet or leaves the edge of one, so that there
    /// may be no place where it vanishes. The search then ends between two places nearer than `exact` where it points
    /// towards the other one: that is the place of rest, to that length.
    pub fn search_equilibrium(
        &self,
        start: &State,
        settings: &EquilibriumSettings,
        scratch: &mut Scratch,
        go_on: &mut dyn FnMut(&State, &Scratch) -> bool,
    ) -> Sought {
        let mut state = start.clone();
        self.prescribe(&mut state);
        let mut trial = state.clone();
        let mut slopes = Slopes::new(self);
        let n = self.bodies.iter().map(|body| body.guide.as_ref().map_or(6, |guide| guide.free.len())).sum();
        let empty = Balance {
            forces: DVector::zeros(n),
            stiffness: DMatrix::zeros(n, n),
            worst: 0.0,
            largest: 0.0,
            direction: 0,
        };
        let (mut here, mut there) = (empty.clone(), empty);
        self.weigh(&state, (scratch, &mut slopes), &mut here);
        let mut radius = settings.longest_move;
        let mut steps = 0;
        let moves =
            (0..self.bodies.len()).map(|i| state.placement(i)).any(|at| at.velocity.amax() + at.spin.amax() > 0.0);
        let (mut before, mut strict) = ([here.forces.norm(); PLACES], 0);
        let mut wanted = go_on(&state, scratch);
        let ending = loop {
            let allowed = settings.balanced * here.largest;
            if here.worst <= allowed {
                break Ending::Balanced;
            }
            if !wanted {
                break Ending::Stopped;
            }
            let step = solve_step(&here.forces, &here.stiffness, radius, 0.1 * allowed);
            let (Some(step), true) = (step, steps < settings.most_steps) else { break Ending::Exhausted };
            steps += 1;
            trial.clone_from(&state);
            self.shift(&mut trial, &step.change);
            self.weigh(&trial, (scratch, &mut slopes), &mut there);
            let work = 0.5 * (&here.forces + &there.forces).dot(&step.change);
            let length = step.change.norm();
            let force = there.forces.norm();
            let (taken, good) = if moves && steps > CIRCLING {
                (force <= FALLS * before.iter().copied().fold(0.0, f64::max), force < here.forces.norm())
            } else {
                (work >= ENOUGH * step.work, work >= GOOD * step.work)
            };
            if there.worst.is_finite() && taken {
                if good && length > 0.5 * radius {
                    radius = (2.0 * radius).min(settings.longest_move);
                }
                strict += usize::from(steps > STRICT);
                before[if strict > 0 { strict } else { steps as usize } % PLACES] = force;
                std::mem::swap(&mut state, &mut trial);
                std::mem::swap(&mut here, &mut there);
                wanted = go_on(&state, scratch);
            } else if length > settings.exact {
                radius = 0.25 * length;
            } else if here.worst <= settings.rough * here.largest {
                break Ending::Leaps;
            } else {
                break Ending::Jammed;
            }
        };
        let Balance { worst: residual, largest, direction, .. } = here;
        Sought { state, steps, ending, residual, largest, direction }
    }

    /// What each prescribed coordinate needs to stay where it is (N or N·m), at rest; free ones need nothing.
    pub fn holding_forces(&self, body: usize, state: &State, scratch: &mut Scratch) -> [f64; 6] {
        self.place(state.values.as_slice(), scratch);
        self.compute_wrenches(state.time, scratch);
        let (place, on) = (&scratch.places[body], &scratch.wrenches[body]);
        let weight = self.bodies[body].weight(&self.gravity, place);
        let mut held = [0.0; 6];
        if let Some(guide) = &self.bodies[body].guide {
            let axes = guide.sequence.axes(&place.rotation);
            for (k, _) in guide.curves.iter().enumerate().filter(|(_, curve)| curve.is_some()) {
                let along: [f64; 6] = std::array::from_fn(|i| match (k, i) {
                    (0..3, 3..) => axes.axes[k][i - 3],
                    (3.., 0..3) if i == k - 3 => 1.0,
                    _ => 0.0,
                });
                held[k] = -(0..6).map(|i| along[i] * (on[i] + weight[i])).sum::<f64>();
            }
        }
        held
    }

    /// Puts prescribed coordinates where they belong.
    fn prescribe(&self, state: &mut State) {
        for (i, body) in self.bodies.iter().enumerate() {
            if let Some(guide) = &body.guide {
                let place = state.placement(i);
                let mut there = guide.project(state.time, &place);
                // Velocities are the caller's.
                (there.velocity, there.spin) = (place.velocity, place.spin);
                state.set_placement(i, &there);
            }
        }
    }

    /// Forces along the free directions and their derivatives at a state, with one evaluation of the contacts.
    fn weigh(&self, state: &State, (scratch, slopes): (&mut Scratch, &mut Slopes), balance: &mut Balance) {
        self.place(state.values.as_slice(), scratch);
        self.compute_slopes(state.time, Wanted::ByPlaces, scratch, slopes);
        self.free_forces(scratch, &mut balance.forces);
        self.free_stiffness(scratch, slopes, &mut balance.stiffness);
        balance.stiffness.neg_mut();
        balance.largest = self.largest_force(state.time, scratch);
        (balance.worst, balance.direction) = (0.0, 0);
        for (row, arm) in self.arms().enumerate() {
            balance.forces[row] /= arm;
            balance.stiffness.row_mut(row).unscale_mut(arm);
            balance.stiffness.column_mut(row).unscale_mut(arm);
            let size = balance.forces[row].abs();
            if !(size <= balance.worst) {
                (balance.worst, balance.direction) = (size, row);
            }
        }
    }

    /// By what every free direction is a length.
    fn arms(&self) -> impl Iterator<Item = f64> {
        self.bodies.iter().flat_map(|body| {
            let free = body.guide.as_ref().map_or(6, |guide| guide.free.len());
            (0..free).map(move |k| if is_angle(body, k) { ARM } else { 1.0 })
        })
    }

    /// The largest force at work; a sum that vanishes would hide how much is.
    fn largest_force(&self, time: f64, scratch: &Scratch) -> f64 {
        let weights = self.bodies.iter().map(|body| body.mass * self.gravity.norm());
        let pushes = scratch.contacts.iter().zip(&scratch.surrogates).map(|(touch, surrogate)| match surrogate {
            Some(surrogate) if surrogate.patch().pressure_force > 0.0 => surrogate.patch().pressure_force,
            _ => touch.patch().pressure_force,
        });
        let pulls = self.elements.iter().flat_map(|(_, element)| {
            let on = element.act(time, element.bodies.map(|body| &scratch.places[body])).on[0];
            on.into_iter().take(3).map(f64::abs)
        });
        weights.chain(pushes).chain(pulls).fold(1e-6, f64::max)
    }

    /// Moves every body along its free directions, by lengths.
    fn shift(&self, state: &mut State, lengths: &DVector<f64>) {
        let change: Vec<f64> = lengths.iter().zip(self.arms()).map(|(length, arm)| length / arm).collect();
        let mut row = 0;
        for (i, body) in self.bodies.iter().enumerate() {
            let place = state.placement(i);
            let mut there = match &body.guide {
                Some(guide) => {
                    let mut coordinates = guide.coordinates(&place);
                    for &k in &guide.free {
                        coordinates[k][0] += change[row];
                        row += 1;
                    }
                    guide.place(&coordinates)
                }
                None => {
                    let step: [f64; 6] = std::array::from_fn(|k| change[row + k]);
                    row += 6;
                    let turn = nalgebra::Rotation3::new(nalgebra::Vector3::new(step[3], step[4], step[5]));
                    super::Placement {
                        position: place.position + nalgebra::Vector3::new(step[0], step[1], step[2]),
                        rotation: turn.matrix() * place.rotation,
                        ..place
                    }
                }
            };
            (there.velocity, there.spin) = (place.velocity, place.spin);
            state.set_placement(i, &there);
        }
    }

    fn body_of_direction(&self, direction: usize) -> &str {
        let mut first = 0;
        for body in &self.bodies {
            first += body.guide.as_ref().map_or(6, |guide| guide.free.len());
            if direction < first {
                return &body.name;
            }
        }
        crate::rigid::GROUND
    }
}

/// Whether the k-th free direction of a body is an angle.
fn is_angle(body: &super::model::Rigid, k: usize) -> bool {
    match &body.guide {
        Some(guide) => guide.free[k] < 3,
        None => k >= 3,
    }
}
