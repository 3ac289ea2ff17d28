//! What happened, frame by frame, before it is made into results.

use std::ops::{Add, AddAssign, Mul, Sub};

use nalgebra::{Matrix3, Vector3};

use mechanics::contact::{Damping, Patch};

use super::contact::JointPressure;
use super::design::Levered;
use super::running::Running;
use super::stretches::Stretch;
use super::{Hip, Instant, motion};

/// So many frames are something to look at, where a run has failed after them.
pub(super) const LEAST_FRAMES: usize = 3;

/// Everything about one instant.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub time: f64,
    pub angles: [f64; 3],
    pub rotation: Matrix3<f64>,
    pub angular_velocity: Vector3<f64>,
    /// Force that presses the head into the cup.
    pub load: Vector3<f64>,
    /// Centre of the head from the centre of the cup.
    pub eccentricity: Vector3<f64>,
    pub velocity: Vector3<f64>,
    /// Push of the cup on the head, without friction.
    pub push: Vector3<f64>,
    pub friction: Vector3<f64>,
    /// Deformation of a friction spring.
    pub deformation: Vector3<f64>,
    /// Velocity of slip: of sliding, less what a friction spring gives way.
    pub slip: Vector3<f64>,
    pub patch: Patch,
    /// Damped over elastic push: scales the pressure, so that it adds up to the push.
    pub damping_ratio: f64,
    /// What the rim does to the head by its neck; nothing outside of dynamics.
    pub neck: Levered,
}

/// What happened over the run.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub frames: Vec<Frame>,
    /// The instant of the highest pressure, whether a frame or between frames.
    pub peak_pressure: Frame,
    /// The instant of the largest push, whether a frame or between frames.
    pub peak_push: Frame,
    pub work: Vec<(String, u64)>,
    /// How well the cycle repeats: change of the eccentricity over one cycle by the peak indentation.
    pub periodicity: Option<f64>,
    pub cycles: u32,
    pub impacts: u64,
    /// Time without contact in the recorded cycle, in s.
    pub time_apart: f64,
    /// Change over the cycle before the last, where there was one.
    pub periodicity_before: Option<f64>,
    /// Frames in which nothing pressed.
    pub unloaded: usize,
    /// Pressure over the cup in every frame, where it was found on the way.
    pub pressures: Vec<JointPressure>,
    /// What the steps of a motion add up to; without it, frames are all there is.
    pub passed: Option<Passed>,
}

/// What the steps between the frames add up to.
#[derive(Debug, Clone)]
pub(super) struct Passed {
    /// Up to each frame.
    pub at_frames: Vec<Sums>,
    pub stretches: Vec<Stretch>,
    /// Largest friction, in N.
    pub peak_friction: f64,
}

/// Sums over a motion at the contact point, or their rates.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Sums {
    /// Distance slid while there is contact, in m.
    pub sliding: f64,
    /// ∫ push ds.
    pub load_work: f64,
    /// ∫ friction ds.
    pub friction_work: f64,
    /// Distance slipped, in m: without what a friction spring gives way.
    pub slip: f64,
}

impl Add for Sums {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            sliding: self.sliding + other.sliding,
            load_work: self.load_work + other.load_work,
            friction_work: self.friction_work + other.friction_work,
            slip: self.slip + other.slip,
        }
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Sums {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + other * -1.0
    }
}

impl Mul<f64> for Sums {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self {
            sliding: self.sliding * factor,
            load_work: self.load_work * factor,
            friction_work: self.friction_work * factor,
            slip: self.slip * factor,
        }
    }
}

impl History {
    /// The history of these frames (at least one), with peaks taken from them.
    pub fn of(frames: Vec<Frame>) -> Self {
        let most = |key: fn(&Frame) -> f64| {
            frames.iter().fold(frames[0], |most, f| if key(f) > key(&most) { *f } else { most })
        };
        let (peak_pressure, peak_push) = (most(Frame::peak_pressure), most(|f| f.push.norm()));
        Self {
            frames,
            peak_pressure,
            peak_push,
            work: Vec::new(),
            periodicity: None,
            cycles: 0,
            impacts: 0,
            time_apart: 0.0,
            periodicity_before: None,
            unloaded: 0,
            pressures: Vec::new(),
            passed: None,
        }
    }
}

/// Push and friction of the cup on the head at one state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Forces {
    pub push: Vector3<f64>,
    pub friction: Vector3<f64>,
    pub damping_ratio: f64,
    /// Rate of a friction spring's deformation.
    pub deformation_rate: Vector3<f64>,
    /// Velocity of slip.
    pub slip: Vector3<f64>,
}

/// Where the head is and how it moves.
#[derive(Debug, Clone, Copy)]
pub(super) struct Moving {
    /// Centre of the head from the centre of the cup.
    pub eccentricity: Vector3<f64>,
    pub velocity: Vector3<f64>,
    /// Of a friction spring; zero where there is none.
    pub deformation: Vector3<f64>,
}

impl Moving {
    /// Without a friction spring.
    pub fn new(eccentricity: Vector3<f64>, velocity: Vector3<f64>) -> Self {
        Self { eccentricity, velocity, deformation: Vector3::zeros() }
    }
}

impl Running<'_> {
    /// Forces on the head at one state, with the damping of the present contact episode.
    pub(super) fn forces(&self, moving: &Moving, spin: &Vector3<f64>, damping: &Damping) -> Forces {
        let Moving { eccentricity, velocity, deformation } = moving;
        let elastic = self.force(eccentricity);
        let size = elastic.norm();
        if size == 0.0 {
            let zero = Vector3::zeros();
            return Forces { push: elastic, friction: zero, damping_ratio: 1.0, deformation_rate: zero, slip: zero };
        }
        let n = eccentricity / eccentricity.norm();
        // The rate of indentation counts along the push: at the rim this is not the line of centres, and only so does the
        // damping never do work on the head.
        let damped = damping.apply(size, -velocity.dot(&elastic) / size);
        let push = elastic * (damped / size);
        let damping_ratio = damped / size;
        let Some(law) = &self.hip.sticking else {
            let friction = self.hip.friction_force(damped, &n, velocity, spin);
            let zero = Vector3::zeros();
            return Forces { push, friction, damping_ratio, deformation_rate: zero, slip: zero };
        };
        let sliding = self.hip.sliding_velocity(&n, velocity, spin);
        let in_plane = deformation - n * n.dot(deformation);
        let at = law.rate_in_plane(&in_plane, &sliding, damped);
        // The plane turns with the contact point, and the spring with it: n·δ stays zero.
        let turning = (velocity - n * n.dot(velocity)) / eccentricity.norm();
        let deformation_rate = at.deformation_rate - n * turning.dot(&in_plane);
        Forces { push, friction: at.force, damping_ratio, deformation_rate, slip: at.slip_velocity }
    }

    /// A frame at one state.
    pub(super) fn frame(&self, time: f64, instant: &Instant, moving: Moving, damping: &Damping) -> Frame {
        let angular_velocity = motion::angular_velocity(&instant.angles, &instant.rates);
        let Moving { eccentricity, velocity, deformation } = moving;
        let Forces { push, friction, damping_ratio, slip, .. } = self.forces(&moving, &angular_velocity, damping);
        Frame {
            time,
            angles: instant.angles,
            rotation: motion::rotation(&instant.angles),
            angular_velocity,
            load: instant.load,
            eccentricity,
            velocity,
            push,
            friction,
            deformation,
            slip,
            patch: self.patch(&eccentricity),
            damping_ratio,
            neck: self.hip.levered(&instant.angles, &eccentricity),
        }
    }
}

impl Hip {
    /// Friction on the head under a push of this size at the contact axis n.
    pub(super) fn friction_force(
        &self,
        push: f64,
        n: &Vector3<f64>,
        velocity: &Vector3<f64>,
        spin: &Vector3<f64>,
    ) -> Vector3<f64> {
        if !self.friction.acts() {
            return Vector3::zeros();
        }
        let sliding = self.sliding_velocity(n, velocity, spin);
        -push * self.friction.coefficient_per_speed(sliding.norm()) * sliding
    }

    /// Velocity of the head against the cup at the contact point [Askari2018, Eq. 8], without its normal part.
    pub(super) fn sliding_velocity(
        &self,
        n: &Vector3<f64>,
        velocity: &Vector3<f64>,
        spin: &Vector3<f64>,
    ) -> Vector3<f64> {
        let relative = velocity + spin.cross(&(self.head_radius * n));
        relative - n * n.dot(&relative)
    }

    /// What the rim does to a head at an eccentricity by its neck.
    pub(super) fn levered(&self, angles: &[f64; 3], e: &Vector3<f64>) -> Levered {
        let Some((contact, neck)) = &self.neck else { return Levered::default() };
        contact.push(e, &(motion::rotation(angles) * neck))
    }

    /// Time of each frame.
    pub(super) fn frame_times(&self) -> Vec<f64> {
        let last = self.parameters.output.frames - 1;
        (0..=last).map(|i| self.cycle.duration() * i as f64 / last as f64).collect()
    }
}

impl Frame {
    /// Contact axis, from the centre of the cup to the middle of the patch, when there is contact.
    pub fn axis(&self) -> Option<Vector3<f64>> {
        (self.patch.indentation > 0.0).then(|| self.eccentricity.normalize())
    }

    /// Highest pressure, damping included.
    pub fn peak_pressure(&self) -> f64 {
        self.patch.peak_pressure * self.damping_ratio
    }
}
