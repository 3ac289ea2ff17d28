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
