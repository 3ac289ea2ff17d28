//! Constrained optimisation by linear approximations.

use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::{Bounds, Evaluation, OptimiseError, Search, Trials};

/// Powell's method: linear models of objective and constraints in a shrinking region of trust [Powell1994], as translated
/// in the crate `cobyla`.
///
/// That crate calls a function; here it waits in a thread of its own until it is told, so that it can be asked like any
/// other search. The thread does nothing but the method's small algebra: results do not depend on it.
///
/// Parameters are scaled to their bounds, objective and constraints to their magnitudes at the start.
#[derive(Debug)]
pub struct Cobyla {
    bounds: Bounds,
    questions: Receiver<Vec<f64>>,
    answers: Sender<Evaluation>,
    pending: Option<Vec<f64>>,
    ended: bool,
    trials: Trials,
}

impl Cobyla {
    /// Starts at a point (or the middle of the box) with a region of a fifth of the box, and ends when it has shrunk to
    /// `tolerance` (share of the box), or after `evaluations`.
    ///
    /// `constraints` is how many there are: every evaluation has to bring that many.
    ///
    /// # Errors
    /// When the start is outside, or the evaluations do not even span a simplex.
    pub fn new(
        bounds: Bounds,
        start: Option<&[f64]>,
        constraints: usize,
        tolerance: f64,
        evaluations: usize,
    ) -> Result<Self, OptimiseError> {
        let start = bounds.start(start)?;
        let (parameters, least) = (bounds.dimension(), bounds.dimension() + 2);
        if evaluations < least {
            return Err(OptimiseError::TooFewEvaluations { evaluations, least, parameters });
        }
        let (ask, questions) = channel();
        let (answers, told) = channel();
        std::thread::spawn(move || run(&start, constraints, tolerance, evaluations, &Line::new(ask, told)));
        Ok(Self { bounds, questions, answers, pending: None, ended: false, trials: Trials::default() })
    }
}

impl Search for Cobyla {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        if self.pending.is_none() && !self.ended {
            // The thread has ended when it asks no more.
            match self.questions.recv() {
                Ok(unit) => self.pending = Some(self.bounds.from_unit(&unit)),
                Err(_) => self.ended = true,
            }
        }
        self.pending.iter().cloned().collect()
    }

    fn tell(&mut self, evaluations: &[Evaluation]) {
        let (Some(point), Some(evaluation)) = (self.pending.take(), evaluations.first()) else { return };
        self.trials.push(point, evaluation.clone());
        // Nobody listens any more once the thread has ended.
        self.ended |= self.answers.send(evaluation.clone()).is_err();
    }

    fn trials(&self) -> &Trials {
        &self.trials
    }
}

/// The thread's end of the line: asks once for each point, whichever of its numbers is wanted.
struct Line {
    ask: Sender<Vec<f64>>,
    told: Receiver<Evaluation>,
    memory: RefCell<Memory>,
}

#[derive(Default)]
struct Memory {
    point: Vec<f64>,
    /// Objective and constraints of the last point, scaled.
    values: Vec<f64>,
    scales: Vec<f64>,
    /// Greatest value so far, which stands for a run that failed.
    worst: Vec<f64>,
    closed: bool,
}

impl Line {
    fn new(ask: Sender<Vec<f64>>, told: Receiver<Evaluation>) -> Self {
        Self { ask, told, memory: RefCell::default() }
    }

    /// The objective (index 0), or a constraint, at a point.
    fn value(&self, point: &[f64], index: usize) -> f64 {
        let mut memory = self.memory.borrow_mut();
        if memory.point != point && !memory.closed {
            let answer = self.ask.send(point.to_vec()).ok().and_then(|()| self.told.recv().ok());
            match answer {
                Some(evaluation) => memory.learn(point, &evaluation),
                // Whoever asked has gone: the method finds nothing new, and ends.
                None => memory.closed = true,
            }
        }
        memory.values.get(index).copied().unwrap_or(0.0)
    }
}

impl Memory {
    fn learn(&mut self, point: &[f64], evaluation: &Evaluation) {
        self.point = point.to_vec();
        let raw = evaluation.objectives.iter().take(1).chain(&evaluation.constraints);
        if evaluation.succeeded() {
            if self.scales.is_empty() {
                self.scales = raw.clone().map(|value| if *value == 0.0 { 1.0 } else { value.abs() }).collect();
            }
            self.values = raw.zip(&self.scales).map(|(value, scale)| value / scale).collect();
            self.worst.resize(self.values.len(), f64::NEG_INFINITY);
            self.worst.iter_mut().zip(&self.values).for_each(|(worst, value)| *worst = worst.max(*value));
        } else {
            // A little worse than the worst seen: a wall that linear models survive.
            self.values = self.worst.iter().map(|worst| worst + 0.1 * worst.abs() + 0.1).collect();
        }
    }
}

fn run(start: &[f64], constraints: usize, tolerance: f64, evaluations: usize, line: &Line) {
    let objective = |point: &[f64], _: &mut ()| line.value(point, 0);
    let allowed: Vec<_> =
        (0..constraints).map(|index| move |point: &[f64], _: &mut ()| -line.value(point, index + 1)).collect();
    let bounds = vec![(0.0, 1.0); start.len()];
    let stop = cobyla::StopTols { xtol_abs: vec![tolerance; start.len()], ..Default::default() };
    // The best point is among the trials, whichever way the method ends.
    let _ =
        cobyla::minimize(objective, start, &bounds, &allowed, (), evaluations, cobyla::RhoBeg::All(0.2), Some(stop));
}
