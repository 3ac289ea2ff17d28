//! What is written down while a liner moves, and the checkpoint that holds all of it.

use mechanics::solid::dynamics::{ContactDynamics, DynamicState};
use nalgebra::Vector3;

/// Numbers of a frame that are not fields.
pub(super) const SCALARS: usize = 13;

/// One instant.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Frame {
    pub time: f64,
    pub load: f64,
    pub force: Vector3<f64>,
    pub torque: f64,
    pub area: f64,
    pub centre: Vector3<f64>,
    pub law_volume: f64,
    pub measured_volume: f64,
    pub load_times_sliding: f64,
    /// At each corner of the surface.
    pub pressure: Vec<f64>,
    /// At each corner of the surface.
    pub depth: Vec<f64>,
}

/// Frames, and extremes over all steps.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Record {
    pub frames: Vec<Frame>,
    pub peak_force: f64,
    pub peak_pressure: f64,
    pub peak_pressure_time: f64,
    /// ∫ |F| |ω × R n| dt with the resultant F and its direction n: what a contact in one point would do, in N·m.
    pub resultant_work: f64,
    /// Steps that had to be halved.
    pub halved: f64,
}

impl Record {
    /// Looks at every step.
    pub fn look(&mut self, dynamics: &ContactDynamics, state: &DynamicState, radius: f64) {
        let force = state.total_reaction();
        self.peak_force = self.peak_force.max(force.norm());
        self.resultant_work += state.drive.spin.cross(&force).norm() * radius * dynamics.settings().step;
        let peak = dynamics.pressures(state).fold(0.0, f64::max);
        if peak > self.peak_pressure {
            (self.peak_pressure, self.peak_pressure_time) = (peak, state.time);
        }
    }

    /// Writes a frame down.
    pub fn write(&mut self, dynamics: &ContactDynamics, state: &DynamicState) {
        let mesh = dynamics.solid().mesh();
        let points = dynamics.points();
        let pressure: Vec<f64> = dynamics.pressures(state).collect();
        let arm = |i: usize| mesh.nodes[points.nodes[i]] + state.displacement[points.nodes[i]] - state.centre;
        let torque: Vector3<f64> = state.reaction.iter().enumerate().map(|(i, r)| arm(i).cross(r)).sum();
        self.frames.push(Frame {
            time: state.time,
            load: state.drive.force.norm(),
            force: state.total_reaction(),
            torque: torque.norm(),
            area: pressure.iter().zip(&points.area).filter(|(p, _)| **p > 0.0).map(|(_, a)| a).sum(),
            centre: state.centre,
            law_volume: state.law_volume,
            measured_volume: dynamics.compute_worn_volume(state),
            load_times_sliding: state.load_times_sliding,
            pressure,
            depth: state.depth.clone(),
        });
    }

    fn visit(&mut self, see: &mut dyn FnMut(&mut f64)) {
        let sums =
            [&mut self.peak_force, &mut self.peak_pressure, &mut self.peak_pressure_time, &mut self.resultant_work];
        sums.into_iter().chain([&mut self.halved]).for_each(&mut *see);
        for f in &mut self.frames {
            let scalars = [&mut f.time, &mut f.load, &mut f.torque, &mut f.area, &mut f.law_volume];
            scalars.into_iter().for_each(&mut *see);
            see(&mut f.measured_volume);
            see(&mut f.load_times_sliding);
            f.force.iter_mut().chain(f.centre.iter_mut()).for_each(&mut *see);
            f.pressure.iter_mut().chain(f.depth.iter_mut()).for_each(&mut *see);
        }
    }

    /// State and record as text that loses no bit.
    pub fn checkpoint(&self, state: &DynamicState) -> String {
        let mut text = format!("{}\n{}", state.to_text(), self.frames.len());
        self.clone().visit(&mut |x| text.push_str(&format!(" {:016x}", x.to_bits())));
        text
    }

    /// Reads a checkpoint; `None` if it is damaged or belongs to another surface.
    pub fn resume(text: &str, points: usize) -> Option<(DynamicState, Self)> {
        let (state, rest) = text.split_once('\n')?;
        let state = DynamicState::from_text(state).ok().filter(|s| s.depth.len() == points)?;
        let mut words = rest.split_whitespace();
        let count: usize = words.next()?.parse().ok()?;
        let size = SCALARS + 2 * points;
        if rest.len() < count.saturating_mul(size) {
            return None;
        }
        let frame = Frame { pressure: vec![0.0; points], depth: vec![0.0; points], ..Frame::default() };
        let mut record = Self { frames: vec![frame; count], ..Self::default() };
        let mut whole = true;
        record.visit(&mut |x| match words.next().and_then(|w| u64::from_str_radix(w, 16).ok()) {
            Some(bits) => *x = f64::from_bits(bits),
            None => whole = false,
        });
        (whole && words.next().is_none()).then_some((state, record))
    }
}
