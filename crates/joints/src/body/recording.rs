//! A measured motion as it was recorded.

use nalgebra::Vector3;

/// A measured motion: times in s, lengths in m, angles in rad, forces in N; x forwards, y upwards, z to the right.
#[derive(Debug, Clone, PartialEq)]
pub struct Recording {
    /// What to call it.
    pub name: String,
    /// Where it comes from.
    pub source: String,
    /// When each frame was taken.
    pub times: Vec<f64>,
    /// What was measured in each.
    pub kinematics: Kinematics,
    /// What the ground does.
    pub plates: Vec<PlateRecord>,
    /// Measured activations.
    pub emg: Vec<EmgRecord>,
    /// When the heel of the reported leg strikes; found in the plates when empty.
    pub heel_strikes: Vec<f64>,
    /// What the reader must know of it.
    pub notes: Vec<String>,
}

/// What was measured in each frame.
#[derive(Debug, Clone, PartialEq)]
pub enum Kinematics {
    /// Values of coordinates by name.
    Coordinates(Vec<(String, Vec<f64>)>),
    /// Places of markers by name, with their weights; NaN in a gap.
    Markers(Vec<(String, f64, Vec<Vector3<f64>>)>),
}

/// What the ground does to one body.
#[derive(Debug, Clone, PartialEq)]
pub struct PlateRecord {
    /// The body that stands on it.
    pub body: String,
    /// When.
    pub times: Vec<f64>,
    /// Force on the body.
    pub force: Vec<Vector3<f64>>,
    /// Where it acts.
    pub point: Vec<Vector3<f64>>,
    /// A moment of its own.
    pub moment: Vec<Vector3<f64>>,
}

/// The measured activation of a muscle.
#[derive(Debug, Clone, PartialEq)]
pub struct EmgRecord {
    /// The muscle; a name that ends in `*` stands for all that begin so.
    pub muscle: String,
    /// When.
    pub times: Vec<f64>,
    /// Activations, from 0 to 1.
    pub activations: Vec<f64>,
    /// How far an activation may be from the measured one.
    pub tolerance: f64,
}

impl EmgRecord {
    /// Whether it speaks of a muscle.
    pub fn is_of(&self, muscle: &str) -> bool {
        self.muscle.strip_suffix('*').map_or(self.muscle == muscle, |begin| muscle.starts_with(begin))
    }

    /// Least and largest activation at a time, straight between samples.
    pub(super) fn bounds(&self, time: f64) -> [f64; 2] {
        let (last, right) = (self.times.len() - 1, self.times.partition_point(|t| *t <= time));
        let value = match right {
            0 => self.activations[0],
            right if right > last => self.activations[last],
            right => {
                let (t, a) = (&self.times, &self.activations);
                a[right - 1] + (a[right] - a[right - 1]) * (time - t[right - 1]) / (t[right] - t[right - 1])
            }
        };
        [(value - self.tolerance).clamp(0.0, 1.0), (value + self.tolerance).clamp(0.0, 1.0)]
    }
}

impl PlateRecord {
    /// Force, place and moment at a time, straight between samples.
    pub(super) fn at(&self, time: f64) -> [Vector3<f64>; 3] {
        let n = self.times.len();
        if n == 0 {
            return [Vector3::zeros(); 3];
        }
        let right = self.times.partition_point(|t| *t <= time).clamp(1, (n - 1).max(1)).min(n - 1);
        let left = right.saturating_sub(1);
        let span = self.times[right] - self.times[left];
        let share = if span > 0.0 { ((time - self.times[left]) / span).clamp(0.0, 1.0) } else { 0.0 };
        let between = |values: &[Vector3<f64>]| values[left] + share * (values[right] - values[left]);
        let (force, moment) = (between(&self.force), between(&self.moment));
        // Where nothing presses, a plate knows no place: that of the sample which presses more is taken.
        let heavier = if self.force[left].norm() > self.force[right].norm() { left } else { right };
        let light = self.force[left].norm().min(self.force[right].norm()) < 1e-9;
        let point = if light { self.point[heavier] } else { between(&self.point) };
        [force, point, moment]
    }

    /// When the vertical force rises through a threshold.
    pub(super) fn find_strikes(&self, threshold: f64) -> Vec<f64> {
        let vertical = |i: usize| self.force[i].y;
        let rises = (1..self.times.len()).filter(|&i| vertical(i - 1) < threshold && vertical(i) >= threshold);
        let mut strikes: Vec<f64> = Vec::new();
        for i in rises {
            let share = (threshold - vertical(i - 1)) / (vertical(i) - vertical(i - 1));
            let time = self.times[i - 1] + share * (self.times[i] - self.times[i - 1]);
            // Two strikes of one foot within 0.3 s are one: the force trembles around the threshold.
            if strikes.last().is_none_or(|last| time - last > 0.3) {
                strikes.push(time);
            }
        }
        strikes
    }
}
