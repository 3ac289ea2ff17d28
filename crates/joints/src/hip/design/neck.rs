//! The force between neck and rim, which levers the head out of the cup.
//!
//! The neck is a cone (a cylinder without taper) along **n** from the head's centre **e**, the rim a circle of a round edge
//! of radius q. A point **p** of the circle, `s = (p − e)·n` along the neck and d from its axis, leaves the gap
//!
//! `g = (d − r − (s − s₀) tan τ) cos τ − q`,
//!
//! and the nearest point of the rim presses the head by `F = K (−g)^{3/2} ∂g/∂e`: the gradient of an energy, with the
//! stiffness K of Hertz's ellipse for the neck's radius against the ring of the rim, and for its edge.
//!
//! | symbol | field | unit |
//! |---|---|---|
//! | r, s₀ | radius of the neck, at the distance from the centre at which it is that | m |
//! | τ | half of the neck's taper | rad |
//! | q | `rim-radius`, 0.5 mm at least: a sharp edge of a liner does not stay sharp | m |
//!
//! With a mobile liner the rim is that of the shell.
//!
//! *Assumes* a rigid neck whose angles are prescribed, no friction and no damping between neck and rim, one point of
//! contact. *Pitfalls*: a motion that drives the neck far through the rim lifts the head far out; the force of the muscles
//! that such a motion would need is not asked for. *Checked by* the closed form of a concentric neck, energy and gradient.

use mechanics::contact::{EllipticHertz, contact_modulus};
use mechanics::material::Elastic;
use nalgebra::{Matrix3, Vector3};

use super::range::Joint;

/// A sharp edge is at least as round as this where it is pressed, in m.
const SHARPEST: f64 = 5e-4;
/// Step by which the force's slope is found, in m.
const STEP: f64 = 1e-9;

/// Neck and rim in contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NeckContact {
    joint: Joint,
    /// K of `F = K δ^{3/2}`, in N/m^{3/2}.
    stiffness: f64,
}

/// What the rim does to the head by its neck.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Levered {
    /// Force on the head, in N.
    pub force: Vector3<f64>,
    /// Moment of that force about the head's centre, which whatever turns the femur must overcome, in N·m.
    pub moment: Vector3<f64>,
    /// Stored energy, in J.
    pub energy: f64,
}

impl NeckContact {
    /// From the geometry, and what liner and neck are made of.
    pub fn new(joint: Joint, liner: &Elastic, neck: &Elastic) -> Self {
        let ring = joint.rim_radius * joint.rim_angle.sin();
        // The neck lies in the ring of the rim: its own radius against a wider hollow, and its straight side over the edge.
        let across = 1.0 / (1.0 / joint.neck_radius - 1.0 / ring.max(1.001 * joint.neck_radius));
        let edge = joint.rim_fillet.max(SHARPEST);
        let stiffness = EllipticHertz::new(across, edge, contact_modulus(liner, neck)).stiffness();
        Self { joint, stiffness }
    }

    /// The stiffness K.
    pub fn stiffness(&self) -> f64 {
        self.stiffness
    }

    /// Gap of a point of the rim, and its derivative by the head's centre.
    fn gap(&self, p: &Vector3<f64>, e: &Vector3<f64>, n: &Vector3<f64>) -> (f64, Vector3<f64>) {
        let Joint { neck_radius: r, rim_radius: s0, taper, rim_fillet: q, .. } = self.joint;
        let (sin, cos) = taper.sin_cos();
        let apart = p - e;
        let s = apart.dot(n);
        let aside = apart - n * s;
        let d = aside.norm();
        let gap = (d - r) * cos - (s - s0) * sin - q;
        (gap, n * sin - aside * (cos / d.max(f64::MIN_POSITIVE)))
    }

    /// The nearest point of the rim, its gap and the derivative of that.
    fn nearest(&self, e: &Vector3<f64>, n: &Vector3<f64>) -> (Vector3<f64>, f64, Vector3<f64>) {
        let [axis, top, back] = self.joint.axes();
        let around = n.dot(&back).atan2(n.dot(&top));
        let mut best = (Vector3::zeros(), f64::INFINITY, Vector3::zeros());
        for (angle, distance, range) in self.joint.edges() {
            let point = |a: f64| {
                let outwards = top * a.cos() + back * a.sin();
                (outwards * angle.sin() - axis * angle.cos()) * distance
            };
            let clamp = |a: f64| match range {
                None => a,
                Some([middle, half]) => {
                    let off =
                        (a - middle + std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
                    middle + off.clamp(-half, half)
                }
            };
            let mut a = clamp(around);
            // Newton's method on the slope along the rim; the gap of a neck in a ring has one minimum near it.
            let slope = |a: f64| {
                let along = (back * a.cos() - top * a.sin()) * (angle.sin() * distance);
                -self.gap(&point(a), e, n).1.dot(&along)
            };
            for _ in 0..12 {
                let h = 1e-5;
                let bend = (slope(a + h) - slope(a - h)) / (2.0 * h);
                if !(bend > 0.0) {
                    break;
                }
                let step = (-slope(a) / bend).clamp(-0.3, 0.3);
                let next = clamp(a + step);
                let done = (next - a).abs() < 1e-13;
                a = next;
                if done {
                    break;
                }
            }
            let (gap, by_centre) = self.gap(&point(a), e, n);
            if gap < best.1 {
                best = (point(a), gap, by_centre);
            }
        }
        best
    }

    /// Force on a head at an eccentricity whose neck points along n.
    pub fn push(&self, e: &Vector3<f64>, n: &Vector3<f64>) -> Levered {
        // The centre moves a point of the rim out of its direction by so much at most.
        if self.joint.margin(n) * self.joint.rim_radius > 2.0 * e.norm() + 1e-4 {
            return Levered::default();
        }
        let (p, gap, by_centre) = self.nearest(e, n);
        if !(gap < 0.0) || (p - e).dot(n) <= 0.0 {
            return Levered::default();
        }
        let force = by_centre * (self.stiffness * (-gap).powf(1.5));
        Levered { force, moment: (p - e).cross(&force), energy: 0.4 * self.stiffness * (-gap).powf(2.5) }
    }

    /// Derivative of the force by the centre.
    pub fn slope(&self, e: &Vector3<f64>, n: &Vector3<f64>) -> Matrix3<f64> {
        let mut slope = Matrix3::zeros();
        if self.push(e, n).energy == 0.0 {
            return slope;
        }
        for axis in 0..3 {
            let step = Vector3::ith(axis, STEP);
            let change = self.push(&(e + step), n).force - self.push(&(e - step), n).force;
            slope.set_column(axis, &(change / (2.0 * STEP)));
        }
        slope
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DualMobility, HipDesign};
    use super::*;
    use crate::hip::parameters::Implant;
    use quantity::{Angle, Length};

    const LINER: Elastic = Elastic { modulus: 1e9, poisson: 0.4, density: 940.0 };
    const STEM: Elastic = Elastic { modulus: 210e9, poisson: 0.3, density: 7900.0 };

    fn contact(design: HipDesign) -> NeckContact {
        let implant = Implant { head_diameter: Length::millimetres(32.0), ..Implant::default() };
        NeckContact::new(design.joint(&implant, super::super::orientation(&implant)), &LINER, &STEM)
    }

    /// A neck in the plane of the opening and of "up", tilted from the opening axis.
    fn tilted(contact: &NeckContact, tilt: f64) -> Vector3<f64> {
        let [axis, top, _] = contact.joint.axes();
        axis * tilt.cos() + top * tilt.sin()
    }

    /// Concentric, without taper: the rim's point is ψ away from the neck's axis, so that `δ = r − ρ sin ψ`, and it presses
    /// straight across the neck.
    #[test]
    fn a_concentric_neck_is_pressed_as_its_angle_says() {
        let dual = HipDesign { dual_mobility: Some(DualMobility::default()), ..HipDesign::default() };
        // The rim of the cup, and that of the shell around a mobile liner of 8 mm.
        for (design, radius) in [(HipDesign::default(), 16.08e-3), (dual, 24.08e-3)] {
            let contact = contact(design);
            let joint = contact.joint;
            let turn = std::f64::consts::FRAC_PI_2 - (6e-3f64 / radius).asin();
            for over in [0.002, 0.02, 0.1] {
                let n = tilted(&contact, turn + over);
                let found = contact.push(&Vector3::zeros(), &n);
                let psi = (6e-3 / radius).asin() - over;
                let depth = 6e-3 - radius * psi.sin();
                let size = contact.stiffness * depth.powf(1.5);
                assert!((found.force.norm() / size - 1.0).abs() < 1e-9, "{} {size}", found.force.norm());
                assert!(found.force.dot(&n).abs() < 1e-9 * size, "across the neck");
                assert!(found.force.dot(&joint.opening) > 0.0, "out of the cup");
                // The lever arm is the way along the neck to the rim's point.
                let arm = radius * psi.cos();
                assert!((found.moment.norm() / (arm * size) - 1.0).abs() < 1e-9);
            }
            let free = tilted(&contact, turn - 1e-3);
            assert_eq!(contact.push(&Vector3::zeros(), &free), Levered::default());
        }
    }

    #[test]
    fn the_force_is_minus_the_gradient_of_its_energy_with_lip_taper_and_round_rim() {
        let lip = super::super::Lip { towards: Angle::degrees(20.0), ..super::super::Lip::default() };
        let designs = [
            HipDesign::default(),
            HipDesign { chamfer: Length::millimetres(2.0), ..HipDesign::default() },
            HipDesign { rim_radius: Length::millimetres(1.5), ..HipDesign::default() },
            HipDesign {
                neck_taper: Angle::degrees(6.0),
                head_offset: Length::millimetres(3.0),
                ..HipDesign::default()
            },
            HipDesign { lip: Some(lip), ..HipDesign::default() },
        ];
        for design in designs {
            let contact = contact(design);
            let [_, _, back] = contact.joint.axes();
            let mut tried = 0;
            for i in 0..12 {
                let tilt = contact.joint.half_oscillation() - 0.3 + 0.04 * f64::from(i);
                let n = (tilted(&contact, tilt) + back * 0.1).normalize();
                let e = Vector3::new(2e-4, -1e-4, 3e-4);
                let found = contact.push(&e, &n);
                if found.energy == 0.0 {
                    continue;
                }
                tried += 1;
                let h = 1e-8;
                let at = |k: usize, s: f64| contact.push(&(e + Vector3::ith(k, s)), &n).energy;
                let gradient = Vector3::from_fn(|k, _| (at(k, h) - at(k, -h)) / (2.0 * h));
                assert!((found.force + gradient).norm() < 1e-4 * found.force.norm(), "{found:?} {gradient:?}");
            }
            assert!(tried >= 3, "{design:?}: {tried}");
        }
    }

    /// A thick neck that the walk drives through the rim: it levers the head out of the cup, and all forces balance.
    #[test]
    fn a_neck_that_meets_the_rim_levers_the_head_out() {
        levers_out(HipDesign::default(), 0.0);
    }

    /// The same at the rim of the shell, with the mobile liner around the head.
    #[test]
    fn a_neck_that_meets_the_shell_of_a_mobile_liner_levers_the_head_out() {
        let dual_mobility = Some(DualMobility { shell_coverage: Angle::degrees(240.0) });
        levers_out(HipDesign { dual_mobility, ..HipDesign::default() }, 8e-3);
    }

    /// With a neck that overlaps a rim that is so far outside of the bearing surface.
    fn levers_out(design: HipDesign, outside: f64) {
        use crate::hip::parameters::{Contact, Dynamic, Experiment, Parameters};
        use crate::hip::{Hip, LoadCycle, shipped};
        let cycle = LoadCycle::new(&shipped::find("walking").expect("shipped").samples(700.0, None)).expect("a cycle");
        let walk = |neck: f64| {
            let mut parameters = Parameters { contact: Contact::springs(), ..Parameters::default() };
            parameters.implant.head_diameter = Length::millimetres(32.0);
            parameters.implant.clearance = Some(Length::millimetres(0.08));
            let neck_diameter = Length::millimetres(neck);
            parameters.implant.design = Some(HipDesign { neck_diameter, ..design });
            parameters.experiment = Experiment::Dynamic(Dynamic::default());
            parameters.output.frames = 41;
            parameters.output.elements = 400;
            let hip = Hip::new(parameters, cycle.clone()).expect("sound");
            let rim = hip.cup_radius + outside;
            (hip.run(&crate::Unwatched).expect("it moves"), rim)
        };
        let value = |outcome: &results::Outcome, name: &str| outcome.value(name).expect("headline");
        let (free, rim) = walk(12.0);
        assert_eq!(value(&free, "neck_peak_force_N"), 0.0);
        // One that overlaps by a degree where the free one comes nearest.
        let over = 1f64.to_radians();
        let angle = (6e-3 / rim).asin() + value(&free, "neck_clearance_rad") + over;
        let (met, _) = walk(2e3 * rim * angle.sin());
        assert!((value(&met, "neck_clearance_rad") + over).abs() < 1e-6);
        assert!(value(&met, "neck_peak_force_N") > 10.0);
        assert!(met.warnings.iter().any(|warning| warning.code == "neck-meets-rim"));
        // The head gives way by what the rim does not, no more than the overlap across the neck; while the load holds it in the
        // cup that is to the side, and none of it out.
        let out = value(&met, "subluxation_m");
        assert!((0.0..2.0 * rim * over).contains(&out), "{out}");
        let column = |name: &str| met.series.column(name).expect("a column").values.clone();
        let (neck, load) = (column("neck_force_N"), column("load_N"));
        let sums = ["anterior", "superior", "lateral"].map(|axis| {
            let of = |name: &str| column(&format!("{name}_{axis}_N"));
            let (load, push, rub) = (of("load"), of("force_on_head"), of("friction_on_head"));
            (0..load.len()).map(|i| load[i] + push[i] + rub[i]).collect::<Vec<f64>>()
        });
        // What the cup leaves of the load the neck carries; the head's own mass is a tenth of a kilogram.
        for i in 0..neck.len() {
            let left = sums.iter().map(|sum| sum[i] * sum[i]).sum::<f64>().sqrt();
            assert!((left - neck[i]).abs() < 0.05 * load[i] + 5.0, "frame {i}: {left} N left, neck {} N", neck[i]);
        }
    }
}
