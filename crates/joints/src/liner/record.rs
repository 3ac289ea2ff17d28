//! What is written down while a liner moves, and the checkpoint that holds all of it. Of what a corner has gone through, work and
//! doubled angle are kept: cross-shear needs no more.

use mechanics::solid::dynamics::{ContactDynamics, DynamicState};
use mechanics::wear::{Archard, Rubbed, WearLaw};
use nalgebra::Vector3;

use crate::lifetime::tangents;

/// Numbers of a frame that are not fields, and fields of a frame.
const SCALARS: usize = 14;
const FIELDS: usize = 3;
/// Sums of a point.
const SUMS: usize = 3;
/// The share of the work across its principal direction is the same for every law.
const ANY: WearLaw = WearLaw::Archard(Archard { factor: 0.0 });

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
    /// How far the head has slid where the resultant force meets the liner.
    pub sliding: f64,
    /// At each corner of the surface.
    pub pressure: Vec<f64>,
    /// At each corner of the surface.
    pub depth: Vec<f64>,
    /// At each corner of the surface: share of the work up to now across its principal direction, 0 to ½.
    pub cross_shear: Vec<f64>,
}

/// Frames, and extremes over all steps.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Record {
    pub frames: Vec<Frame>,
    /// The instants of greatest contact force and greatest pressure, whether or not they are among the frames.
    peaks: [Frame; 2],
    /// ∫ |F| |ω × R n| dt with the resultant F and its direction n: what a contact in one point would do, in N·m.
    pub resultant_work: f64,
    /// ∫ |ω × R n| dt up to now, in m.
    sliding: f64,
    /// Steps that had to be halved.
    pub halved: f64,
    /// What each corner of the surface has gone through, in the frame of the liner: work, and work by the doubled angle.
    rubbed: Vec<Rubbed>,
}

impl Frame {
    fn of(points: usize) -> Self {
        let none = || vec![0.0; points];
        Self { pressure: none(), depth: none(), cross_shear: none(), ..Self::default() }
    }

    /// Its greatest pressure.
    pub fn peak_pressure(&self) -> f64 {
        self.pressure.iter().copied().fold(0.0, f64::max)
    }
}

impl Record {
    /// Of a surface with so many corners.
    pub fn new(points: usize) -> Self {
        let rubbed = vec![Rubbed::default(); points];
        Self { peaks: [Frame::of(points), Frame::of(points)], rubbed, ..Self::default() }
    }

    /// The instant of the greatest contact force.
    pub fn peak_of_force(&self) -> &Frame {
        &self.peaks[0]
    }

    /// The instant of the greatest pressure.
    pub fn peak_of_pressure(&self) -> &Frame {
        &self.peaks[1]
    }

    /// Looks at every step.
    pub fn look(&mut self, dynamics: &ContactDynamics, state: &DynamicState, radius: f64) {
        let force = state.total_reaction();
        self.resultant_work += state.drive.spin.cross(&force).norm() * radius * dynamics.settings().step;
        if force.norm() > 0.0 {
            self.sliding += state.drive.spin.cross(&force.normalize()).norm() * radius * dynamics.settings().step;
        }
        let time = dynamics.settings().step;
        let inward = &dynamics.points().inward;
        for (i, (rubbed, pressure)) in self.rubbed.iter_mut().zip(dynamics.pressures(state)).enumerate() {
            let [first, second] = tangents(&inward[i]);
            let way = state.sliding[i] * time;
            rubbed.add(&ANY, pressure, [way.dot(&first), way.dot(&second)], 1.0);
        }
        let peak = dynamics.pressures(state).fold(0.0, f64::max);
        if force.norm() > self.peaks[0].force.norm() || peak > self.peaks[1].peak_pressure() {
            let now = self.frame(dynamics, state);
            self.raise(&now);
        }
    }

    fn raise(&mut self, now: &Frame) {
        let [force, pressure] = &mut self.peaks;
        if now.force.norm() > force.force.norm() {
            force.clone_from(now);
        }
        if now.peak_pressure() > pressure.peak_pressure() {
            pressure.clone_from(now);
        }
    }

    /// Writes a frame down.
    pub fn write(&mut self, dynamics: &ContactDynamics, state: &DynamicState) {
        let now = self.frame(dynamics, state);
        self.raise(&now);
        self.frames.push(now);
    }

    fn frame(&self, dynamics: &ContactDynamics, state: &DynamicState) -> Frame {
        let cross_shear = self.rubbed.iter().map(Rubbed::cross_shear).collect();
        Frame { sliding: self.sliding, cross_shear, ..frame(dynamics, state) }
    }

    /// Puts the instants of the greatest force and pressure among the frames: what the headline says is in the series and
    /// on the maps.
    pub fn finish(&mut self) {
        for peak in self.peaks.clone() {
            let place = self.frames.partition_point(|f| f.time < peak.time);
            if self.frames.get(place).is_none_or(|f| f.time > peak.time) {
                self.frames.insert(place, peak);
            }
        }
    }

    fn visit(&mut self, see: &mut dyn FnMut(&mut f64)) {
        [&mut self.resultant_work, &mut self.sliding, &mut self.halved].into_iter().for_each(&mut *see);
        for rubbed in &mut self.rubbed {
            let [cos, sin] = &mut rubbed.turned;
            [&mut rubbed.work, cos, sin].into_iter().for_each(&mut *see);
        }
        for f in self.peaks.iter_mut().chain(&mut self.frames) {
            let scalars = [&mut f.time, &mut f.load, &mut f.torque, &mut f.area, &mut f.law_volume];
            scalars.into_iter().for_each(&mut *see);
            see(&mut f.measured_volume);
            see(&mut f.load_times_sliding);
            see(&mut f.sliding);
            f.force.iter_mut().chain(f.centre.iter_mut()).for_each(&mut *see);
            f.pressure.iter_mut().chain(&mut f.depth).chain(&mut f.cross_shear).for_each(&mut *see);
        }
    }

    /// State and record as text that loses no bit.
    pub fn checkpoint(&self, state: &DynamicState) -> String {
        let mut text = format!("{}\n{}", state.to_text(), self.frames.len());
        self.clone().visit(&mut |x| text.push_str(&format!(" {:016x}", x.to_bits())));
        text
    }

    /// Reads a checkpoint; `None` if it is damaged or belongs to another motion than the one that starts so.
    pub fn resume(text: &str, start: &DynamicState) -> Option<(DynamicState, Self)> {
        let (state, rest) = text.split_once('\n')?;
        let state = DynamicState::from_text(state).ok().filter(|state| state.continues(start))?;
        let points = state.depth.len();
        let mut words = rest.split_whitespace();
        let count: usize = words.next()?.parse().ok()?;
        // Before room is made for it: the two peaks, the frames, three sums, and those of every corner.
        let frames = count.saturating_add(2).saturating_mul(SCALARS + FIELDS * points);
        let numbers = frames.saturating_add(3 + SUMS * points);
        if numbers != rest.split_whitespace().count() - 1 {
            return None;
        }
        let mut record = Self { frames: vec![Frame::of(points); count], ..Self::new(points) };
        let mut whole = true;
        record.visit(&mut |x| match words.next().and_then(|w| u64::from_str_radix(w, 16).ok()) {
            Some(bits) => *x = f64::from_bits(bits),
            None => whole = false,
        });
        record.visit(&mut |x| whole &= x.is_finite());
        let ordered = record.frames.is_sorted_by(|a, b| a.time < b.time) && !record.frames.is_empty();
        (whole && ordered && words.next().is_none()).then_some((state, record))
    }
}

/// The present instant.
fn frame(dynamics: &ContactDynamics, state: &DynamicState) -> Frame {
    let mesh = dynamics.solid().mesh();
    let points = dynamics.points();
    let pressure: Vec<f64> = dynamics.pressures(state).collect();
    let arm = |i: usize| mesh.nodes[points.nodes[i]] + state.displacement[points.nodes[i]] - state.centre;
    let torque: Vector3<f64> = state.reaction.iter().enumerate().map(|(i, r)| arm(i).cross(r)).sum();
    Frame {
        time: state.time,
        load: state.drive.force.norm(),
        force: state.total_reaction(),
        torque: torque.norm(),
        area: pressure.iter().zip(&points.area).filter(|(p, _)| **p > 0.0).map(|(_, a)| a).sum(),
        centre: state.centre,
        law_volume: state.law_volume,
        measured_volume: dynamics.compute_worn_volume(state),
        load_times_sliding: state.load_times_sliding,
        sliding: 0.0,
        pressure,
        depth: state.depth.clone(),
        cross_shear: Vec::new(),
    }
}
