//! Hertz on every side: curvatures are those of the gap where the parts are nearest.

use mechanics::contact::surfaces::{Fields, Twist};
use mechanics::contact::{EllipticHertz, NormalLaw};
use nalgebra::{Isometry3, Matrix2, Matrix6, Vector2, Vector3, Vector6};
use numerics::root::{NewtonLimits, solve_newton_system};

use super::super::history::place;
use super::super::parameters::Adjust;
use super::surfaces::OnSurfaces;
use super::{Arm, PressedKnee};
use crate::compare::{Answer, Place, Press};

/// Fewer points than this do not say how curved a gap is; there are six unknowns.
const FEWEST: usize = 12;
/// Superior translation and adduction among the coordinates.
const SUPERIOR: usize = 4;
const ADDUCTION: usize = 1;
/// Steps by which places are differentiated, in m and rad.
const STEPS: [f64; 2] = [1e-6, 1e-5];

/// Half of the distance of the condyles, about, in m.
const LEVER: f64 = 0.02;

/// Where one side touches.
pub(super) struct Spot {
    law: EllipticHertz,
    /// Relative radius: the geometric mean of the two of the gap.
    pub radius: f64,
    /// On the femoral component, in its own frame.
    follower: Vector3<f64>,
    /// Normal of the insert.
    normal: Vector3<f64>,
    /// Overlap at the place at which the gap was looked at, where the follower's point was then.
    depth: f64,
    then: Vector3<f64>,
}

impl Spot {
    /// Overlap when the femoral component is elsewhere, not far away.
    fn depth_at(&self, pose: &Isometry3<f64>) -> f64 {
        let now = pose * nalgebra::Point3::from(self.follower);
        self.depth - self.normal.dot(&(now.coords - self.then))
    }
}

/// What touches in one case, where that was found, and the load.
type Touching = (Vec<Spot>, Place, f64);

/// The gap is looked at where the study's own springs come to rest: Hertz does not say where the parts touch.
pub(super) fn find_touching(subject: &PressedKnee, modulus: f64) -> Result<Vec<Touching>, String> {
    let mut springs = OnSurfaces::new(subject, Arm::Spacing(1.0))?;
    let find = |case: usize| {
        let at = springs.rest(case)?;
        let spots = find_spots(&mut springs, &place(&at, &[0.0; 6]).0, modulus)?;
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

fn find_spots(springs: &mut OnSurfaces, pose: &Isometry3<f64>, modulus: f64) -> Result<Vec<Spot>, String> {
    let mut fields = [Fields::default()];
    springs.pair.evaluate_with_fields(pose, &Twist::REST, 0.0, &mut springs.scratch, &mut fields);
    let (points, gaps) = (springs.pair.points(0), &fields[0].gap);
    let mut spots = Vec::new();
    for region in &springs.pair.settings().regions {
        let inside = |i: &usize| gaps[*i] < 0.0 && region.extent.contains(&points[*i].point);
        let touching: Vec<usize> = (0..points.len()).filter(inside).collect();
        let Some(&deepest) = touching.iter().min_by(|&&a, &&b| gaps[a].total_cmp(&gaps[b])) else { continue };
        let (base, normal, depth) = (points[deepest].point, points[deepest].normal, -gaps[deepest]);
        if touching.len() < FEWEST {
            let (name, count) = (&region.name, touching.len());
            return Err(format!("{count} points touch on the {name} side, too few to say how curved the gap is there"));
        }
        let at: Vec<(Vector3<f64>, f64)> = touching.iter().map(|&i| (points[i].point - base, gaps[i])).collect();
        let [first, second] = compute_curvatures(&at, &normal).ok_or("the gap has no curvatures")?;
        if !(first > 0.0) {
            return Err(format!(
                "the gap does not open in every direction on the {} side: its curvatures there are {first:.2} and \
                 {second:.2} 1/m",
                region.name
            ));
        }
        // The follower's point is straight above, at the depth of the overlap.
        let then = base - normal * depth;
        let follower = (pose.inverse() * nalgebra::Point3::from(then)).coords;
        let law = EllipticHertz::new(1.0 / first, 1.0 / second, modulus);
        let radius = 1.0 / (first * second).sqrt();
        spots.push(Spot { law, radius, follower, normal, depth, then });
    }
    if spots.is_empty() { Err("nothing touches".into()) } else { Ok(spots) }
}

/// Principal curvatures of a gap, the smaller first: those of the paraboloid through it, by least squares.
fn compute_curvatures(at: &[(Vector3<f64>, f64)], normal: &Vector3<f64>) -> Option<[f64; 2]> {
    let aside = if normal.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
    let first = normal.cross(&aside).normalize();
    let second = normal.cross(&first);
    // Lengths in the size of the patch, so that the equations are of one size.
    let size = at.iter().map(|(way, _)| way.norm()).fold(0.0, f64::max);
    let (mut matrix, mut right) = (Matrix6::zeros(), Vector6::zeros());
    for (way, gap) in at {
        let (s, t) = (way.dot(&first) / size, way.dot(&second) / size);
        let row = Vector6::new(1.0, s, t, 0.5 * s * s, s * t, 0.5 * t * t);
        matrix += row * row.transpose();
        right += row * *gap;
    }
    let fit = matrix.cholesky()?.solve(&right) / (size * size);
    let curvature = Matrix2::new(fit[3], fit[4], fit[4], fit[5]).symmetric_eigenvalues();
    Some([curvature.min(), curvature.max()])
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
