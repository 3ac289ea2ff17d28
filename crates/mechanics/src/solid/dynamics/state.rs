//! What moves: everything that a motion needs to go on, and its text.

use super::settings::Drive;
use super::work::DynamicsWork;
use nalgebra::Vector3;

/// The state of a motion. A checkpoint is a clone, or its text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DynamicState {
    /// Time, in s.
    pub time: f64,
    /// Displacement of the solid's nodes, in m.
    pub displacement: Vec<Vector3<f64>>,
    /// Velocity of the solid's nodes, in m/s.
    pub velocity: Vec<Vector3<f64>>,
    /// Force of the body on each contact point, mean over the last step, in N.
    pub reaction: Vec<Vector3<f64>>,
    /// Sliding velocity of each contact point against the body at the end of the last step, in m/s.
    pub sliding: Vec<Vector3<f64>>,
    /// Normal force of each contact point, mean over the last step, in N.
    pub pressing: Vec<f64>,
    /// Worn depth of each contact point, in m.
    pub depth: Vec<f64>,
    /// Its rate at the end of the last step, in m/s.
    pub depth_rate: Vec<f64>,
    /// Depth that the gap knows of, in m: all of it, unless the coupling is explicit.
    pub known_depth: Vec<f64>,
    /// Depth that the mesh has made room for, in m.
    pub mesh_depth: Vec<f64>,
    /// Worn depth of the body itself at each node of its grid, in m; empty where it does not wear.
    pub counter_depth: Vec<f64>,
    /// Centre of the body, in m.
    pub centre: Vector3<f64>,
    /// Its velocity, in m/s.
    pub centre_velocity: Vector3<f64>,
    /// What drove the last step, at its end.
    pub drive: Drive,
    /// Steps made.
    pub steps: u64,
    /// Σ r_N |u_T| at the end of the last step, in W.
    pub power: f64,
    /// ∫ Σ r_N |u_T| dt, in N·m.
    pub load_times_sliding: f64,
    /// Volume that the law of wear took, in m³.
    pub law_volume: f64,
    /// Work that friction turned into heat, in J.
    pub friction_heat: f64,
    /// The largest residual of the contact problems so far.
    pub worst_residual: f64,
    /// What it has cost so far.
    pub work: DynamicsWork,
}

/// Text that is not a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint is damaged: {words} words, the {at}. is not as it should be")]
pub struct StateTextError {
    /// Words that there are.
    pub words: usize,
    /// The first bad one, counted from one.
    pub at: usize,
}

impl DynamicState {
    /// All numbers in order.
    fn visit(&mut self, see: &mut dyn FnMut(&mut f64)) {
        see(&mut self.time);
        for list in [&mut self.displacement, &mut self.velocity, &mut self.reaction, &mut self.sliding] {
            list.iter_mut().flat_map(|v| v.iter_mut()).for_each(&mut *see);
        }
        for list in [
            &mut self.pressing,
            &mut self.depth,
            &mut self.depth_rate,
            &mut self.known_depth,
            &mut self.mesh_depth,
            &mut self.counter_depth,
        ] {
            list.iter_mut().for_each(&mut *see);
        }
        let Drive { spin, force, load, orientation } = &mut self.drive;
        orientation.as_mut_unchecked().coords.iter_mut().for_each(&mut *see);
        for v in [&mut self.centre, &mut self.centre_velocity, spin, force] {
            v.iter_mut().for_each(&mut *see);
        }
        let sums =
            [&mut self.load_times_sliding, &mut self.law_volume, &mut self.friction_heat, &mut self.worst_residual];
        sums.into_iter().chain([load, &mut self.power]).for_each(see);
    }

    /// Sizes, steps, and every number as the sixteen digits of its bits: nothing is lost.
    pub fn to_text(&self) -> String {
        let sizes = [self.displacement.len(), self.depth.len(), self.counter_depth.len()];
        let mut text = format!("{} {} {} {}", sizes[0], sizes[1], sizes[2], self.steps);
        self.work.counts().iter().for_each(|count| text.push_str(&format!(" {count}")));
        self.clone().visit(&mut |x| text.push_str(&format!(" {:016x}", x.to_bits())));
        text
    }

    /// Reads what [`to_text`](Self::to_text) wrote.
    ///
    /// # Errors
    /// The first word that is not as it should be.
    pub fn from_text(text: &str) -> Result<Self, StateTextError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let count = words.len();
        let wrong = |at: usize| StateTextError { words: count, at: at + 1 };
        let number = |at: usize| words.get(at).and_then(|w| w.parse::<u64>().ok()).ok_or_else(|| wrong(at));
        let (nodes, points, counter, steps) = (number(0)?, number(1)?, number(2)?, number(3)?);
        // A damaged size must not ask for all memory.
        let numbers = nodes.saturating_mul(6).saturating_add(points.saturating_mul(11)).saturating_add(counter);
        if numbers > count as u64 {
            return Err(wrong(0));
        }
        let mut state = Self::sized(nodes as usize, points as usize);
        state.counter_depth = vec![0.0; counter as usize];
        state.steps = steps;
        let mut counts = state.work.counts();
        for (k, count) in counts.iter_mut().enumerate() {
            *count = number(4 + k)?;
        }
        state.work = DynamicsWork::from_counts(counts);
        let (mut at, mut bad) = (4 + counts.len(), None);
        state.visit(&mut |x| {
            match words.get(at).filter(|w| w.len() == 16).and_then(|w| u64::from_str_radix(w, 16).ok()) {
                Some(bits) => *x = f64::from_bits(bits),
                None => bad = bad.or(Some(at)),
            }
            at += 1;
        });
        match bad.or((at != count).then_some(at)) {
            Some(at) => Err(wrong(at)),
            None => Ok(state),
        }
    }

    /// Whether it can be a later state of the motion that starts so: the same sizes, nothing but numbers, an orientation
    /// that is a rotation, and counts that somebody can have reached.
    pub fn continues(&self, start: &Self) -> bool {
        const MOST: u64 = 1 << 52;
        let sizes = |state: &Self| [state.displacement.len(), state.depth.len(), state.counter_depth.len()];
        let mut finite = true;
        self.clone().visit(&mut |x| finite &= x.is_finite());
        let turned = (self.drive.orientation.as_ref().norm() - 1.0).abs() < 1e-9;
        let counted = self.work.counts().into_iter().chain([self.steps]).all(|count| count <= MOST);
        sizes(self) == sizes(start) && finite && turned && counted
    }

    /// A state at rest.
    pub(super) fn sized(nodes: usize, points: usize) -> Self {
        Self {
            displacement: vec![Vector3::zeros(); nodes],
            velocity: vec![Vector3::zeros(); nodes],
            reaction: vec![Vector3::zeros(); points],
            sliding: vec![Vector3::zeros(); points],
            pressing: vec![0.0; points],
            depth: vec![0.0; points],
            depth_rate: vec![0.0; points],
            known_depth: vec![0.0; points],
            mesh_depth: vec![0.0; points],
            ..Self::default()
        }
    }

    /// Becomes a copy of another state, in its own memory.
    pub fn copy_from(&mut self, other: &Self) {
        fn refill<T: Copy>(mut list: Vec<T>, from: &[T]) -> Vec<T> {
            list.clear();
            list.extend_from_slice(from);
            list
        }
        let own = std::mem::take(self);
        *self = Self {
            displacement: refill(own.displacement, &other.displacement),
            velocity: refill(own.velocity, &other.velocity),
            reaction: refill(own.reaction, &other.reaction),
            sliding: refill(own.sliding, &other.sliding),
            pressing: refill(own.pressing, &other.pressing),
            depth: refill(own.depth, &other.depth),
            depth_rate: refill(own.depth_rate, &other.depth_rate),
            known_depth: refill(own.known_depth, &other.known_depth),
            mesh_depth: refill(own.mesh_depth, &other.mesh_depth),
            counter_depth: refill(own.counter_depth, &other.counter_depth),
            ..*other
        };
    }

    /// Force of the body on the solid, mean over the last step, in N.
    pub fn total_reaction(&self) -> Vector3<f64> {
        self.reaction.iter().sum()
    }
}
