//! A surrogate around the motion that the contact itself gives.

use mechanics::contact::SphericalJoint;
use mechanics::contact::surrogate::{
    Domain, ElasticContact, HipContact, Loads, Range, Surrogate, SurrogateSettings, compute_pose,
};
use nalgebra::{Isometry3, Matrix6, Vector3};

use super::bound::{turn_to_y, turned};
use super::{HipSurrogate, Span};
use crate::Watch;
use crate::hip::contact::JointContact;
use crate::hip::{Hip, HipError};
use crate::surrogates::Judged;

/// Share of the force of the least loaded frame from which on it is fitted.
const LIGHTEST: f64 = 0.5;
/// The least force is at least this share of the greatest: a head that just touches does not decide.
const LEAST: f64 = 0.01;
/// How much more than the greatest force of the motion.
const HEAVIEST: f64 = 1.3;
/// Margin of all angles, in rad: more than usual friction turns the contact axis by.
const BESIDE: f64 = 0.075;
/// The widest angle that is fitted: beyond it the force hardly depends on what is solved for.
const WIDEST: f64 = 1.05;
/// Frames that lose more of their patch beyond the rim do not count: forces turn steep there.
const MOST_LOST: f64 = 0.25;

/// The contact in the axes of the fit, known by its fingerprint in pelvis axes.
struct Turned {
    contact: HipContact,
    fingerprint: String,
    span: Span,
}

impl ElasticContact for Turned {
    type Scratch = ();

    fn scratch(&self) {}

    fn evaluate(&self, pose: &Isometry3<f64>, scratch: &mut ()) -> Loads {
        self.evaluate_with_slopes(pose, scratch).0
    }

    fn evaluate_with_slopes(&self, pose: &Isometry3<f64>, scratch: &mut ()) -> (Loads, Matrix6<f64>) {
        let (loads, slopes) = self.contact.evaluate_with_slopes(pose, scratch);
        // The rim is no edge to keep away from: across it forces are smooth. What is not covered is left out.
        let covered = self.span.covers(&self.contact.0, &pose.translation.vector);
        (Loads { share_at_edge: if covered { 0.0 } else { 1.0 }, ..loads }, slopes)
    }

    fn fingerprint(&self) -> String {
        self.fingerprint.clone()
    }
}

impl Hip {
    /// Fits a surrogate to the contact around the motion that it gives itself, and judges it by poses held out.
    ///
    /// # Errors
    /// When the motion cannot be computed, nothing in it presses inside of the rim, the contact is not the elastic foundation,
    /// or the poses cannot be sampled.
    pub fn fit_surrogate(
        &self,
        settings: &SurrogateSettings,
        origin: &str,
        watch: &dyn Watch,
    ) -> Result<(HipSurrogate, Judged), HipError> {
        let bare = Self { surrogate: None, ..self.clone() }.on_springs().map_err(|_| HipError::FitOfHertz)?;
        let JointContact::Foundation(joint) = &bare.contact else { return Err(HipError::FitOfHertz) };
        let history = bare.compute_history(watch)?;
        let peaks = [&history.peak_pressure, &history.peak_push];
        let motion: Vec<Vector3<f64>> = history.frames.iter().chain(peaks).map(|frame| frame.eccentricity).collect();
        let (span, domain) = find_domain(joint, &motion)?;
        watch.progress("samples", 0.0);
        let turned = turned(joint, &turn_to_y(&Vector3::from(span.along)));
        let fingerprint = HipContact((**joint).clone()).fingerprint();
        let contact = Turned { contact: HipContact(turned), fingerprint, span };
        let failed = |error| HipError::Fit(Box::new(error));
        let (fitted, held_out) = Surrogate::fit_and_hold_out(&contact, &domain, settings).map_err(failed)?;
        if watch.cancelled() {
            return Err(HipError::Interrupted);
        }
        watch.progress("samples", 1.0);
        let surrogate = HipSurrogate::new(origin, span, fitted);
        let mut scratch = surrogate.0.surrogate.scratch();
        let pairs = held_out.iter().filter_map(|sample| {
            let said = surrogate.0.surrogate.evaluate(&compute_pose(&sample.coordinates), &mut scratch)?;
            let wrong = said - sample.loads.wrench;
            Some((sample.loads.force(), wrong.fixed_rows::<3>(0).norm() / sample.loads.force()))
        });
        let judged = Judged::of_pairs(pairs.collect());
        Ok((surrogate, judged))
    }
}

/// Every direction of the motion under every load of it, with margins.
fn find_domain(joint: &SphericalJoint, motion: &[Vector3<f64>]) -> Result<(Span, Domain), HipError> {
    let presses = |e: &Vector3<f64>| {
        let patch = joint.patch(e);
        patch.indentation > 0.0 && patch.lost <= MOST_LOST
    };
    let pressing: Vec<Vector3<f64>> = motion.iter().copied().filter(presses).collect();
    let nothing = || HipError::NothingToFit { frames: motion.len() - 2 };
    let forces = pressing.iter().map(|e| joint.reaction(e).force.norm());
    let (lightest, heaviest) = forces.fold((f64::INFINITY, 0.0_f64), |(low, high), f| (low.min(f), high.max(f)));
    let sum: Vector3<f64> = pressing.iter().map(|e| e.normalize()).sum();
    let along = sum.try_normalize(1e-6).ok_or_else(nothing)?;
    let greatest = HEAVIEST * heaviest;
    let loads = [(LIGHTEST * lightest).max(LEAST * greatest), greatest];
    let sphere = joint.sphere();
    let farthest = |load: f64| sphere.solve_indentation(load).map(|depth| sphere.clearance() + depth);
    let reach = [farthest(loads[0]), farthest(loads[1])].into_iter().collect::<Result<Vec<f64>, _>>();
    let reach = reach.map_err(|_| nothing())?;
    let turn = turn_to_y(&along);
    let places = || pressing.iter().flat_map(|e| reach.iter().map(move |far| turn * e.normalize() * *far));
    let range = |axis: usize| {
        let ends = places().map(|at| at[axis]);
        let (low, high) = ends.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        Range::Varied { middle: 0.5 * (low + high), half: 0.5 * (high - low) + BESIDE * reach[1] }
    };
    let sensitive = Range::Varied { middle: reach[1], half: reach[1] };
    let still = Range::Indifferent;
    let widest = pressing.iter().map(|e| e.angle(&along)).fold(0.0, f64::max) + BESIDE;
    let domain = Domain { ranges: [range(0), sensitive, range(2), still, still, still], sensitive: 1, loads };
    let overhang = pressing.iter().map(|e| joint.overhang(e)).fold(0.0, f64::max) + BESIDE;
    Ok((Span { along: along.into(), widest: widest.min(WIDEST), overhang }, domain))
}
