//! Through a ring: around its tube where the straight line is nearest to the centre line, or along the exact geodesic.
//!
//! The tube is OpenSim's definition [Delp2007]: the ring is replaced by a straight cylinder along its tangent, wrapped on
//! the side of the hole. *Differs*: here it is the nearest
//! place of the ring. A straight tube lets the string cut into the ring: beside the shortest string by brute force
//! (`benches/peers/muscle_wrap_scipy.py`) OpenSim's is up to 0.19 mm too short in the table of the tests, this one up to
//! 0.11 mm, and the geodesic is right within a micrometre.
//!
//! *Checked by*: circles of the tube, the slope of the geodesic's length, the shortest string by brute force.

use super::geodesic::{self, Level};
use super::{Outcome, Quadrant, TorusRule, cylinder};
use nalgebra::{Matrix3, Vector3};

/// Places on the way that are tried before the nearest is refined.
const TRIES: u16 = 32;

/// The way through a ring about z.
pub(super) fn wrap([tube, ring]: [f64; 2], rule: TorusRule, quadrant: Quadrant, [p, q]: [&Vector3<f64>; 2]) -> Outcome {
    let Some(centre) = nearest(ring, quadrant, [p, q]) else { return Outcome::Free };
    // Axes of the tube: towards the hole, down, along the ring.
    let inwards = -centre / ring;
    let down = -Vector3::z();
    let axes = Matrix3::from_columns(&[inwards, down, inwards.cross(&down)]);
    let local = |x: &Vector3<f64>| axes.tr_mul(&(x - centre));
    let outcome = cylinder::wrap(tube, f64::INFINITY, Quadrant::Positive(0), [&local(p), &local(q)]);
    let Outcome::Around(mut around) = outcome else { return outcome };
    around.enter = axes * around.enter + centre;
    around.leave = axes * around.leave + centre;
    if rule == TorusRule::Geodesic
        && let Some(exact) = geodesic::refine(&Torus { tube, ring }, [p, q], &around)
    {
        around = exact;
    }
    Outcome::Around(around)
}

/// The place of the centre line that is nearest to the way from p to q.
fn nearest(ring: f64, quadrant: Quadrant, [p, q]: [&Vector3<f64>; 2]) -> Option<Vector3<f64>> {
    let place = |t: f64| p + (q - p) * t;
    let distance = |t: f64| {
        let x = place(t);
        (x.xy().norm() - ring).hypot(x.z)
    };
    let allowed = |t: f64| quadrant.holds(&place(t));
    let share = |i: u16| f64::from(i) / f64::from(TRIES);
    let best = (0..=TRIES).filter(|i| allowed(share(*i))).min_by(|i, j| {
        let (a, b) = (distance(share(*i)), distance(share(*j)));
        a.total_cmp(&b)
    })?;
    // The slope's zero by bisection, if it lies between the neighbours.
    let (mut low, mut high) = (share(best.saturating_sub(1)), share((best + 1).min(TRIES)));
    let slope = |t: f64| {
        let (x, d) = (place(t), q - p);
        let around = x.xy().norm();
        x.z * d.z + (around - ring) * x.xy().dot(&d.xy()) / around
    };
    if slope(low) < 0.0 && slope(high) > 0.0 {
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if slope(middle) < 0.0 { low = middle } else { high = middle }
        }
    } else {
        (low, high) = (share(best), share(best));
    }
    let flat = place(0.5 * (low + high)).xy();
    (flat.norm() > 0.0).then(|| Vector3::new(flat.x, flat.y, 0.0) * (ring / flat.norm()))
}

/// The level function is the distance from the centre line, squared, less that of the tube.
struct Torus {
    tube: f64,
    ring: f64,
}

impl Level for Torus {
    fn value(&self, x: &Vector3<f64>) -> f64 {
        (x.xy().norm() - self.ring).powi(2) + x.z * x.z - self.tube * self.tube
    }

    fn gradient(&self, x: &Vector3<f64>) -> Vector3<f64> {
        let share = 2.0 * (1.0 - self.ring / x.xy().norm());
        Vector3::new(share * x.x, share * x.y, 2.0 * x.z)
    }

    fn curvature(&self, x: &Vector3<f64>, along: &Vector3<f64>) -> f64 {
        let around = x.xy().norm();
        let radial = x.xy().dot(&along.xy()) / around;
        let share = 1.0 - self.ring / around;
        2.0 * (share * along.xy().norm_squared() + self.ring / around * radial * radial + along.z * along.z)
    }
}
