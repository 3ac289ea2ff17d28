//! Stretches of a cycle over which the contact hardly changes: what wear and sliding on the cup are summed over.
//!
//! A run has thousands of steps, and the cup thousands of elements. Instants that are alike are gathered into one stretch,
//! and the elements are asked once for it, at its mean state. The two durations of a stretch are chosen such that the
//! sliding at the contact point, and force times sliding there, are exactly the sums over its steps: what the gathering
//! leaves out is the change of the patch's shape within a stretch, of second order in the limits below.
//!
//! A head that vibrates has more unlike instants than can be asked for. Of those in one hundredth of the cycle,
//! [`MOST`] evenly spaced ones, counted by force times sliding, then stand for all; the sums stay what they are.

use nalgebra::Vector3;

use super::Hip;
use super::history::{Frame, Sums};

/// Within a stretch the indentation changes by no more than this share of itself, …
const DEPTH: f64 = 0.1;
/// … the contact axis by no more than this angle, in rad, …
const TURN: f64 = 0.05;
/// … the sliding velocity by this share of its size, …
const SLIDE: f64 = 0.15;
/// … or this share of the typical one, and damping by this share of the push.
const REST: f64 = 0.02;
const DAMPED: f64 = 0.2;
/// No stretch is longer than this share of the cycle, …
const LONGEST: f64 = 0.01;
/// … and so much of it has no more stretches than these.
const MOST: usize = 200;

/// One instant of a step.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gathered {
    pub eccentricity: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub spin: Vector3<f64>,
    /// Velocity of sliding at the contact point; zero without contact.
    pub sliding: Vector3<f64>,
    pub indentation: f64,
    /// Size of the push.
    pub force: f64,
    /// Size of the friction.
    pub friction: f64,
    pub damping_ratio: f64,
    pub rates: Sums,
}

/// A part of the cycle, stood for by one state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stretch {
    /// Times since the cycle began.
    pub start: f64,
    pub end: f64,
    pub eccentricity: Vector3<f64>,
    pub velocity: Vector3<f64>,
    pub spin: Vector3<f64>,
    /// Push of the cup on the head in this state.
    pub push: Vector3<f64>,
    pub damping_ratio: f64,
    /// How long it slides at the speed of this state, in s.
    pub sliding_time: f64,
    /// How long it wears at the rate of this state, in s.
    pub wear_time: f64,
}

impl Stretch {
    /// The trapezoidal rule: half of the time to either neighbour.
    pub fn of_frames(frames: &[Frame]) -> Vec<Self> {
        let half = |i: usize, j: usize| 0.5 * (frames[j].time - frames[i].time);
        let last = frames.len() - 1;
        let of_frame = |(i, frame): (usize, &Frame)| {
            let before = if i == 0 { 0.0 } else { half(i - 1, i) };
            let after = if i == last { 0.0 } else { half(i, i + 1) };
            Self {
                start: frame.time - before,
                end: frame.time + after,
                eccentricity: frame.eccentricity,
                velocity: frame.velocity,
                spin: frame.angular_velocity,
                push: frame.push,
                damping_ratio: frame.damping_ratio,
                sliding_time: before + after,
                wear_time: before + after,
            }
        };
        frames.iter().enumerate().map(of_frame).collect()
    }

    /// How much of it has passed at a time since the cycle began.
    pub fn share_at(&self, time: f64) -> f64 {
        if self.end > self.start { ((time - self.start) / (self.end - self.start)).clamp(0.0, 1.0) } else { 0.0 }
    }
}

/// Makes stretches of instants, one after the other.
#[derive(Debug)]
pub(super) struct Weaving<'a> {
    hip: &'a Hip,
    typical_speed: f64,
    open: Option<Open>,
    /// Stretches of the present hundredth of the cycle, with what they add up to.
    recent: Vec<(Stretch, Sums)>,
    done: Vec<Stretch>,
}

/// The stretch that is still growing: time-weighted sums.
#[derive(Debug)]
struct Open {
    first: Gathered,
    start: f64,
    time: f64,
    eccentricity: Vector3<f64>,
    velocity: Vector3<f64>,
    spin: Vector3<f64>,
    damping_ratio: f64,
    sums: Sums,
}

impl<'a> Weaving<'a> {
    /// Nothing gathered yet.
    pub fn new(hip: &'a Hip, typical_speed: f64) -> Self {
        Self { hip, typical_speed, open: None, recent: Vec::new(), done: Vec::new() }
    }

    /// Adds an instant that counts for `weight` seconds of a step which began at `begin`.
    pub fn add(&mut self, instant: &Gathered, weight: f64, begin: f64) {
        if instant.indentation <= 0.0 || weight <= 0.0 {
            return;
        }
        let longest = LONGEST * self.hip.cycle.duration();
        let joins = self.open.as_ref().is_some_and(|open| {
            open.time < longest && begin <= open.start + 1.5 * longest && self.alike(&open.first, instant)
        });
        if !joins {
            let follows = self.close().filter(|end| *end >= begin);
            self.open = Some(Open::new(instant, follows.unwrap_or(begin)));
        }
        if let Some(open) = &mut self.open {
            open.add(instant, weight);
        }
    }

    fn alike(&self, a: &Gathered, b: &Gathered) -> bool {
        let turned = a.eccentricity.cross(&b.eccentricity).norm_squared();
        let sizes = a.eccentricity.norm_squared() * b.eccentricity.norm_squared();
        let slid = (SLIDE * a.rates.sliding).max(REST * self.typical_speed);
        (a.indentation - b.indentation).abs() <= DEPTH * a.indentation
            && turned <= TURN * TURN * sizes
            && (a.sliding - b.sliding).norm_squared() <= slid * slid
            && (a.damping_ratio - b.damping_ratio).abs() <= DAMPED
    }

    /// Ends the stretch that is open, and says when that is.
    fn close(&mut self) -> Option<f64> {
        let open = self.open.take()?;
        let stretch = open.close(self.hip);
        let longest = LONGEST * self.hip.cycle.duration();
        if self.recent.first().is_some_and(|(first, _)| stretch.end > first.start + longest) {
            self.done.extend(thinned(std::mem::take(&mut self.recent)));
        }
        self.recent.push((stretch, open.sums));
        Some(stretch.end)
    }

    /// Everything gathered.
    pub fn finish(mut self) -> Vec<Stretch> {
        self.close();
        self.done.extend(thinned(self.recent));
        self.done
    }
}

/// No more than [`MOST`] of these, with the same sums.
fn thinned(all: Vec<(Stretch, Sums)>) -> Vec<Stretch> {
    let total = all.iter().fold(Sums::default(), |total, (_, sums)| total + *sums);
    if all.len() <= MOST || total.load_work <= 0.0 {
        return all.into_iter().map(|(stretch, _)| stretch).collect();
    }
    let part = total.load_work / MOST as f64;
    let (mut passed, mut next, mut sliding) = (0.0, 0.5 * part, 0.0);
    let mut kept = Vec::with_capacity(MOST);
    for (mut stretch, sums) in all {
        passed += sums.load_work;
        let mut parts = 0;
        while next <= passed && kept.len() < MOST {
            parts += 1;
            next += part;
        }
        if parts > 0 {
            let factor = f64::from(parts) * part / sums.load_work;
            stretch.wear_time *= factor;
            stretch.sliding_time *= factor;
            sliding += factor * sums.sliding;
            kept.push(stretch);
        }
    }
    for stretch in &mut kept {
        stretch.sliding_time *= total.sliding / sliding;
    }
    kept
}

impl Open {
    fn new(first: &Gathered, start: f64) -> Self {
        let zero = Vector3::zeros();
        Self {
            first: *first,
            start,
            time: 0.0,
            eccentricity: zero,
            velocity: zero,
            spin: zero,
            damping_ratio: 0.0,
            sums: Sums::default(),
        }
    }

    fn add(&mut self, instant: &Gathered, weight: f64) {
        self.time += weight;
        self.eccentricity += instant.eccentricity * weight;
        self.velocity += instant.velocity * weight;
        self.spin += instant.spin * weight;
        self.damping_ratio += instant.damping_ratio * weight;
        self.sums += instant.rates * weight;
    }

    fn close(&self, hip: &Hip) -> Stretch {
        let time = self.time;
        let (eccentricity, velocity, spin) = (self.eccentricity / time, self.velocity / time, self.spin / time);
        let damping_ratio = self.damping_ratio / time;
        let push = hip.contact.reaction(&eccentricity).force * damping_ratio;
        let speed = hip.sliding_velocity(&eccentricity.normalize(), &velocity, &spin).norm();
        // Where almost nothing slides, velocities may cancel: then the time itself counts.
        let lasting = |sum: f64, rate: f64| if rate * time > 0.5 * sum && sum > 0.0 { sum / rate } else { time };
        Stretch {
            start: self.start,
            end: self.start + time,
            eccentricity,
            velocity,
            spin,
            push,
            damping_ratio,
            sliding_time: lasting(self.sums.sliding, speed),
            wear_time: lasting(self.sums.load_work, push.norm() * speed),
        }
    }
}
