//! Hertz on every side: curvatures are those of the gap where the parts are nearest.

use mechanics::contact::{EllipticHertz, NormalLaw};
use nalgebra::{Isometry3, Matrix2, Vector2, Vector3};
use numerics::root::{NewtonLimits, solve_newton_system};

use super::super::gap;
use super::super::history::place;
use super::super::parameters::Adjust;
use super::surfaces::OnSurfaces;
use super::{Arm, PressedKnee};
use crate::compare::{Answer, Place, Press};

/// Superior translation and adduction among the coordinates.
const SUPERIOR: usize = 4;
const ADDUCTION: usize = 1;
/// Steps by which places are differentiated, in m and rad.
const STEPS: [f64; 2] = [1e-6, 1e-5];

/// Half of the distance of the condyles, about, in m.
const LEVER: f64 = 0.02;

/// Where one side touches.
struct Spot {
    law: EllipticHertz,
    /// On the femoral component, in its own frame.
    follower: Vector3<f64>,
    /// Normal of the insert.
    normal: Vector3<f64>,
    /// Overlap at the place at which the gap was looked at, where the follower's point was then.
    depth: f64,
    then: Vector3<f64>,
}

impl Spot {
    fn new(spot: &gap::Spot, pose: &Isometry3<f64>, modulus: f64) -> Self {
        let gap::Spot { curvatures: [first, second], base, normal, depth } = *spot;
        // The follower's point is straight above, at the depth of the overlap.
        let then = base - normal * depth;
        let follower = (pose.inverse() * nalgebra::Point3::from(then)).coords;
        Self { law: EllipticHertz::new(1.0 / first, 1.0 / second, modulus), follower, normal, depth, then }
    }

    /// Overlap when the femoral component is elsewhere, not far away.
    fn depth_at(&self, pose: &Isometry3<f64>) -> f64 {
        let now = pose * nalgebra::Point3::from(self.follower);
        self.depth - self.normal.dot(&(now.coords - self.then))
    }
}

/// What touches in one case, where that was found, and the load.
type Touching = (Vec<Spot>, Place, f64);

/// The gap is looked at where the study's own springs come to rest: Hertz does not say where the parts touch.
fn find_touching(subject: &PressedKnee, modulus: f64) -> Result<Vec<Touching>, String> {
    let mut springs = OnSurfaces::new(subject, Arm::Spacing(1.0))?;
    let find = |case: usize| {
        let at = springs.rest(case)?;
        let pose = place(&at, &[0.0; 6]).0;
        let found = gap::find_spots(&springs.pair, &mut springs.scratch, &pose);
        if found.is_empty() {
            return Err("nothing touches".into());
        }
        let spots =
            found.into_iter().map(|spot| Ok(Spot::new(&spot?, &pose, modulus))).collect::<Result<_, String>>()?;
        Ok((spots, at, subject.measured(case).1))
    };
    (0..subject.frames.len()).map(find).collect()
}

/// The spots of every case, and what is free to move.
pub(super) struct OnCondyles {
    cases: Vec<Touching>,
    adduction_is_free: bool,
    /// Where the load acts, in the frame of the femoral component.
    load_at: Vector3<f64>,
}

impl OnCondyles {
    pub(super) fn new(subject: &PressedKnee) -> Result<Self, String> {
        let material = subject.knee.parameters.implant.material.elastic().ok_or("the material is not known")?;
        if subject.knee.parameters.implant.femoral_layer.is_some() {
            return Err("both parts are lined".into());
        }
        if material_varies(subject) {
            return Err("the material varies from place to place".into());
        }
        // The femoral component is rigid against polyethylene, as for the springs.
        let cases = find_touching(subject, 1.0 / material.plane_compliance())?;
        let load_at = Vector3::new(0.0, 0.0, -subject.case.load_medial.si());
        Ok(Self { cases, adduction_is_free: subject.case.adjust == Adjust::SuperiorAndAdduction, load_at })
    }
}

fn material_varies(subject: &PressedKnee) -> bool {
    subject.knee.parameters.implant.regions.iter().any(|region| region.material.is_some())
}

impl Press for OnCondyles {
    fn press(&mut self, case: usize) -> Result<Answer, String> {
        let (spots, start, load) = self.cases.get(case).ok_or("no such case")?;
        let at = |moved: &Vector2<f64>| {
            let mut at = *start;
            at[SUPERIOR] += moved[0];
            at[ADDUCTION] += moved[1];
            at
        };
        // The energy of the spots and of the load is least at rest; its slope is what is not balanced.
        let energy_slope = |moved: &Vector2<f64>| -> Vector2<f64> {
            let pose = place(&at(moved), &[0.0; 6]).0;
            let forces: Vec<f64> = spots.iter().map(|spot| spot.law.response(-spot.depth_at(&pose), 0.0)).collect();
            let slope = |k: usize| {
                let mut step = Vector2::zeros();
                step[k] = STEPS[k];
                let (above, below) =
                    (place(&at(&(moved + step)), &[0.0; 6]).0, place(&at(&(moved - step)), &[0.0; 6]).0);
                let along = |point: &Vector3<f64>, way: &Vector3<f64>| {
                    let point = nalgebra::Point3::from(*point);
                    (above * point - below * point).dot(way) / (2.0 * STEPS[k])
                };
                let pushed: f64 =
                    spots.iter().zip(&forces).map(|(spot, force)| force * along(&spot.follower, &spot.normal)).sum();
                load * along(&self.load_at, &Vector3::y()) - pushed
            };
            Vector2::new(slope(0), if self.adduction_is_free { slope(1) } else { 0.0 })
        };
        // A moment counts like a force on a lever of some centimetres.
        let scale = Vector2::new(1.0 / load, 1.0 / (load * LEVER));
        let residual = |moved: &Vector2<f64>| {
            let mut slope = energy_slope(moved).component_mul(&scale);
            if !self.adduction_is_free {
                slope[1] = moved[1];
            }
            slope
        };
        let jacobian = |moved: &Vector2<f64>| {
            let column = |k: usize| {
                let mut step = Vector2::zeros();
                step[k] = STEPS[k];
                (residual(&(moved + step)) - residual(&(moved - step))) / (2.0 * STEPS[k])
            };
            Matrix2::from_columns(&[column(0), column(1)])
        };
        let limits = NewtonLimits { residual: 1e-6, iterations: 60 };
        let found = solve_newton_system(residual, jacobian, Vector2::zeros(), limits);
        let at = at(&found.map_err(|error| error.to_string())?.solution);
        let pose = place(&at, &[0.0; 6]).0;
        let (mut peak_pressure, mut area, mut indentation) = (0.0f64, 0.0, 0.0f64);
        for spot in spots {
            let depth = spot.depth_at(&pose).max(0.0);
            let force = spot.law.response(-depth, 0.0);
            let (a, b) = spot.law.semi_axes(force);
            peak_pressure = peak_pressure.max(spot.law.peak_pressure(force));
            area += std::f64::consts::PI * a * b;
            indentation = indentation.max(depth);
        }
        Ok(Answer { peak_pressure, area, indentation, place: at })
    }

    fn force_at(&mut self, case: usize, at: &Place) -> Result<f64, String> {
        let (spots, ..) = self.cases.get(case).ok_or("no such case")?;
        let pose = place(at, &[0.0; 6]).0;
        Ok(spots.iter().map(|spot| spot.law.response(-spot.depth_at(&pose), 0.0) * spot.normal.y).sum())
    }
}
