//! What the integrator passes on its way: frames, the peaks between them, and sums over every step.
//!
//! Frames only sample. Sliding and work are summed over each step by Boole's rule, at five points of its dense output,
//! and so are the [stretches](super::stretches) that wear and sliding on the cup are summed over: no number changes with
//! the frames asked for.

use nalgebra::Vector3;

use mechanics::contact::Damping;
use numerics::ode::Integrator;

use super::dynamics::moving;
use super::history::{Forces, Frame, History, Moving, Passed, Sums};
use super::motion;
use super::running::Running;
use super::stretches::{Gathered, Weaving};

/// Weights of Boole's rule at the ends and the quarters of an interval.
const BOOLE: [f64; 5] = [7.0 / 90.0, 32.0 / 90.0, 12.0 / 90.0, 32.0 / 90.0, 7.0 / 90.0];

/// Follows the head through the steps of a cycle.
pub(super) struct Recorder<'a> {
    run: &'a Running<'a>,
    times: Vec<f64>,
    /// When the cycle began.
    start: f64,
    frames: Vec<Frame>,
    /// Sums up to each frame.
    at_frames: Vec<Sums>,
    /// Sums up to the present.
    sums: Sums,
    weaving: Weaving<'a>,
    peak_friction: f64,
    /// Instants of the highest pressure and of the largest push so far.
    peaks: Option<[Frame; 2]>,
    /// Instants that may become one of them, where a patch takes longer than a step.
    rising: Rising,
    /// The end of the step before, where this one begins.
    last: Option<(f64, Gathered)>,
}

/// Instants whose patch is not known yet.
#[derive(Debug, Default)]
struct Rising {
    /// Those that may press hardest, and how hard at most.
    pressures: Vec<(f64, Unseen)>,
    /// The largest pressure that is sure to be among them.
    sure: f64,
    /// That of the largest push, and the push.
    push: Option<(f64, Unseen)>,
}

/// An instant without its patch.
#[derive(Debug, Clone, Copy)]
struct Unseen {
    offset: f64,
    moving: Moving,
    damping: Damping,
}

impl<'a> Recorder<'a> {
    /// Ready for a cycle that begins at `start`; a sliding speed below a small share of `speed` is rest.
    pub fn new(run: &'a Running<'a>, start: f64, speed: f64) -> Self {
        Self {
            run,
            times: run.hip.frame_times(),
            start,
            frames: Vec::new(),
            at_frames: Vec::new(),
            sums: Sums::default(),
            weaving: Weaving::new(run.hip, speed),
            peak_friction: 0.0,
            peaks: None,
            rising: Rising::default(),
            last: None,
        }
    }

    /// Takes in the last step of the integrator up to `until`; without contact nothing slides.
    pub fn pass<const N: usize>(&mut self, integrator: &Integrator<N>, until: f64, damping: &Damping, apart: bool) {
        let begin = integrator.previous_time();
        let samples = (!apart).then(|| self.sample(integrator, (begin, until), damping));
        self.record(integrator, (begin, until), damping, samples.as_ref());
        let Some(samples) = samples else {
            self.last = None;
            return;
        };
        let length = until - begin;
        self.sums += partial_sums(&samples, length, 1.0);
        for (sample, weight) in samples.iter().zip(BOOLE) {
            self.weaving.add(sample, weight * length, begin - self.start);
            self.peak_friction = self.peak_friction.max(sample.friction);
        }
        for (quarter, sample) in samples.iter().enumerate().skip(1) {
            let time = begin + 0.25 * quarter as f64 * length;
            self.watch_peaks(integrator, time, damping, sample);
        }
        self.last = Some((until, samples[4]));
    }

    /// Frames so far.
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// The contact changes: the next step does not begin as the last one ended.
    pub fn interrupt(&mut self) {
        self.last = None;
    }

    /// The motion at both ends and the quarters of a part of the last step.
    fn sample<const N: usize>(
        &self,
        integrator: &Integrator<N>,
        (begin, until): (f64, f64),
        damping: &Damping,
    ) -> [Gathered; 5] {
        std::array::from_fn(|quarter| match &self.last {
            Some((time, known)) if quarter == 0 && *time == begin => *known,
            _ => {
                let time = if quarter == 4 { until } else { begin + 0.25 * quarter as f64 * (until - begin) };
                self.gather(integrator, time, damping)
            }
        })
    }

    fn gather<const N: usize>(&self, integrator: &Integrator<N>, time: f64, damping: &Damping) -> Gathered {
        let moving = moving(&integrator.interpolate(time));
        let Moving { eccentricity, velocity, .. } = moving;
        let instant = self.run.hip.cycle.at(time - self.start);
        let spin = motion::angular_velocity(&instant.angles, &instant.rates);
        let Forces { push, friction, damping_ratio, slip, .. } = self.run.forces(&moving, &spin, damping);
        let distance = eccentricity.norm();
        let indentation = distance - self.run.hip.clearance();
        let sliding = match indentation > 0.0 {
            true => self.run.hip.sliding_velocity(&(eccentricity / distance), &velocity, &spin),
            false => Vector3::zeros(),
        };
        let (speed, force) = (sliding.norm(), push.norm());
        let friction_work = -friction.dot(&sliding);
        let rates = Sums { sliding: speed, load_work: force * speed, friction_work, slip: slip.norm() };
        Gathered {
            eccentricity,
            velocity,
            spin,
            sliding,
            indentation,
            force,
            friction: friction.norm(),
            damping_ratio,
            rates,
        }
    }

    fn frame_at<const N: usize>(&self, integrator: &Integrator<N>, time: f64, damping: &Damping) -> Frame {
        let offset = time - self.start;
        self.run.frame(offset, &self.run.hip.cycle.at(offset), moving(&integrator.interpolate(time)), damping)
    }

    /// Records every frame of the last step, with the sums up to it.
    fn record<const N: usize>(
        &mut self,
        integrator: &Integrator<N>,
        (begin, until): (f64, f64),
        damping: &Damping,
        samples: Option<&[Gathered; 5]>,
    ) {
        while let Some(&offset) = self.times.get(self.frames.len()) {
            let time = (self.start + offset).min(until);
            if self.start + offset > until * (1.0 + 1e-15) {
                break;
            }
            let frame = self.frame_at(integrator, time, damping);
            self.frames.push(Frame { time: offset, ..frame });
            let share = if until > begin { ((time - begin) / (until - begin)).clamp(0.0, 1.0) } else { 0.0 };
            let within = samples.map_or_else(Sums::default, |samples| partial_sums(samples, until - begin, share));
            self.at_frames.push(self.sums + within);
        }
    }

    /// Keeps an instant that presses harder than all before.
    fn watch_peaks<const N: usize>(
        &mut self,
        integrator: &Integrator<N>,
        time: f64,
        damping: &Damping,
        sample: &Gathered,
    ) {
        if let Some(bounds) = self.run.pressure_bounds(&sample.eccentricity, sample.damping_ratio) {
            let offset = time - self.start;
            let unseen = Unseen { offset, moving: moving(&integrator.interpolate(time)), damping: *damping };
            return self.rising.add(&unseen, bounds, sample.force);
        }
        let [highest, largest] = self.peaks.map_or([0.0; 2], |[p, f]| [p.peak_pressure(), f.push.norm()]);
        // What the contact could press at most, near the rim less: most instants need no patch.
        let may_be_higher = self.run.may_exceed(&sample.eccentricity, sample.damping_ratio, highest);
        if !may_be_higher && sample.force <= largest {
            return;
        }
        let here = self.frame_at(integrator, time, damping);
        let [mut p, mut f] = self.peaks.unwrap_or([here; 2]);
        if here.peak_pressure() > highest {
            p = here;
        }
        if here.push.norm() > largest {
            f = here;
        }
        self.peaks = Some([p, f]);
    }

    /// The largest of what was put off: the most promising first, until no other can be higher.
    fn see(&self) -> Option<[Frame; 2]> {
        let frame = |unseen: &Unseen| {
            let Unseen { offset, moving, damping } = unseen;
            self.run.frame(*offset, &self.run.hip.cycle.at(*offset), *moving, damping)
        };
        let push = frame(&self.rising.push.as_ref()?.1);
        let mut candidates: Vec<&(f64, Unseen)> = self.rising.pressures.iter().collect();
        candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut pressure = push;
        for (most, unseen) in candidates {
            if *most <= pressure.peak_pressure() {
                break;
            }
            let here = frame(unseen);
            if here.peak_pressure() > pressure.peak_pressure() {
                pressure = here;
            }
        }
        Some([pressure, push])
    }

    /// The frames with peaks and sums.
    pub fn finish(self) -> History {
        let peaks = self.peaks.or_else(|| self.see());
        let mut history = History::of(self.frames);
        if let Some([pressure, push]) = peaks {
            if pressure.peak_pressure() > history.peak_pressure.peak_pressure() {
                history.peak_pressure = pressure;
            }
            if push.push.norm() > history.peak_push.push.norm() {
                history.peak_push = push;
            }
        }
        history.passed = Some(Passed {
            at_frames: self.at_frames,
            stretches: self.weaving.finish(),
            peak_friction: self.peak_friction,
        });
        history
    }
}

impl Rising {
    fn add(&mut self, unseen: &Unseen, [least, most]: [f64; 2], push: f64) {
        if most > self.sure {
            self.sure = self.sure.max(least);
            self.pressures.push((most, *unseen));
        }
        if self.push.as_ref().is_none_or(|(largest, _)| push > *largest) {
            self.push = Some((push, *unseen));
        }
    }
}

/// Integral of the rates from the start of an interval to a share of it: that of the quartic through all five points, which
/// is Boole's rule at the end.
fn partial_sums(samples: &[Gathered; 5], length: f64, share: f64) -> Sums {
    let x = 4.0 * share;
    let (x2, x3, x4, x5) = (x.powi(2), x.powi(3), x.powi(4), x.powi(5));
    // Integrals of the binomials x over k, which the forward differences multiply.
    let binomials = [
        x,
        x2 / 2.0,
        x3 / 6.0 - x2 / 4.0,
        x4 / 24.0 - x3 / 6.0 + x2 / 6.0,
        x5 / 120.0 - x4 / 16.0 + 11.0 * x3 / 72.0 - x2 / 8.0,
    ];
    let mut differences = samples.map(|sample| sample.rates);
    let mut sum = Sums::default();
    for binomial in binomials {
        sum += differences[0] * (binomial * 0.25 * length);
        for i in 0..4 {
            differences[i] = differences[i + 1] - differences[i];
        }
    }
    sum
}
