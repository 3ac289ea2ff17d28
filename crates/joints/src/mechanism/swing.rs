//! The period of what swings.

use mechanics::rigid::Simulation;

/// Intervals that differ by more than this share are no period.
const REGULAR: f64 = 1e-3;

/// When each body turned back from turning clockwise, that is when its angular velocity rose through zero.
#[derive(Debug, Clone)]
pub(super) struct Swings {
    time: f64,
    spins: Vec<f64>,
    turns: Vec<Vec<f64>>,
}

impl Swings {
    pub fn new(time: f64, spins: Vec<f64>) -> Self {
        Self { time, turns: vec![Vec::new(); spins.len()], spins }
    }

    /// Looks at the last step of a simulation.
    pub fn add(&mut self, simulation: &Simulation<'_>, spins: impl Iterator<Item = f64>) {
        let (from, to) = (self.time, simulation.time());
        for (body, spin) in spins.enumerate() {
            let before = std::mem::replace(&mut self.spins[body], spin);
            if !(before < 0.0 && spin >= 0.0) {
                continue;
            }
            // Only the last step can be looked into; a step that was cut short by an impact turns abruptly anyway.
            let turn = if simulation.previous_time() == from {
                locate(from, to, |t| simulation.interpolate(t).frame(body).spin)
            } else {
                from + (to - from) * before / (before - spin)
            };
            self.turns[body].push(turn);
        }
        self.time = to;
    }

    /// The period of a body that turned back at regular intervals, at least three times.
    pub fn period(&self, body: usize) -> Option<f64> {
        let turns = &self.turns[body];
        let (first, last) = (turns.first()?, turns.last()?);
        let mean = (last - first) / (turns.len() - 1) as f64;
        let regular = turns.windows(2).all(|pair| (pair[1] - pair[0] - mean).abs() <= REGULAR * mean);
        (turns.len() > 2 && regular).then_some(mean)
    }
}

/// Where a function rises through zero, by halving.
fn locate(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if value(middle) < 0.0 { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}
