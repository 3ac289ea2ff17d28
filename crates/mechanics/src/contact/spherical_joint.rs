//! The spherical joint with clearance in three dimensions: resultant, tangent and patch, with the rim of the cup.

use std::f64::consts::{FRAC_PI_2, PI};

use nalgebra::{Matrix3, Vector3};
use numerics::quadrature::GaussLegendre;
use pulp::{Arch, Simd, WithSimd};

use super::lip::{Lip, Raised};
use super::{BallInSocket, ConformalSphere, PressureProfile};
use crate::geometry::{EightPoints, LANES, Lanes};
use crate::reaction::Reaction;

/// A ball in a cup that ends at a rim.
///
/// The pressure `p = k S(ψ)` pushes the ball along `−r̂` at every point `r̂` of the cup. Around the contact axis
/// `n = e/|e|` a ring of angle ψ lies in the cup where `cosα cosψ + sinα sinψ cosφ ≥ cosθ`, α being the angle between
/// n and the cup's pole: that leaves the arc `|φ| ≤ φ₀(ψ)`, over which every integral in φ is elementary, so that force
/// and tangent are integrals in ψ alone. Without rim contact they are the closed form of Eq. 25.
///
/// | symbol | field | unit |
/// |---|---|---|
/// | Rb, Rc, k | `sphere`, these springs or another [`BallInSocket`] | m, m, Pa/m |
/// | pole | `pole`, unit vector from the centre to the bottom of the cup | – |
/// | θ | `rim_angle`, from the pole to the rim | rad |
///
/// *Assumes* springs independent of each other also beside the rim: the stress concentration at an edge is not in it.
/// *Checked by* the closed form (no rim), direct quadrature over the cup, differences of the force.
#[derive(Debug, Clone)]
pub struct SphericalJoint<S = ConformalSphere> {
    sphere: S,
    pole: Vector3<f64>,
    rim_angle: f64,
    rim_cosine: f64,
    lip: Option<Raised>,
    rule: GaussLegendre<20>,
}

/// The patch at one eccentricity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Patch {
    /// Indentation δ = |e| − c; negative when open.
    pub indentation: f64,
    /// Half-angle of the full patch.
    pub angle: f64,
    /// Contact radius Rc sinψ_max of the full patch.
    pub radius: f64,
    /// Area inside the cup.
    pub area: f64,
    /// Share of the full patch that lies beyond the rim and its lip, 0 to 1.
    pub lost: f64,
    /// Highest pressure inside the cup.
    pub peak_pressure: f64,
}

/// Pressure over the cup at one eccentricity, ready to be asked at many points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PressureField {
    eccentricity: Vector3<f64>,
    root_offset: f64,
    socket_radius: f64,
    stiffness: f64,
    edge: f64,
}

impl PressureField {
    pub(crate) fn new(sphere: &ConformalSphere, eccentricity: &Vector3<f64>) -> Self {
        let (rb, rc) = (sphere.ball_radius, sphere.socket_radius);
        let e2 = eccentricity.norm_squared();
        Self {
            eccentricity: *eccentricity,
            root_offset: rb * rb - e2,
            socket_radius: rc,
            stiffness: sphere.foundation.stiffness(),
            // S > 0 where r̂·e > (Rc² − Rb² + e²)/(2Rc) [Askari2018, Eq. 20].
            edge: 0.5 * (rc * rc - rb * rb + e2) / rc,
        }
    }

    /// Pressure in a direction `r̂` of the cup (a unit vector inside the rim).
    pub fn at(&self, direction: &Vector3<f64>) -> f64 {
        let along = direction.dot(&self.eccentricity);
        if along <= self.edge {
            return 0.0;
        }
        // S = r̂·e + √(Rb² − |e|² + (r̂·e)²) − Rc [Askari2018, Eq. 22], without cos and sin.
        let penetration = along + (self.root_offset + along * along).max(0.0).sqrt() - self.socket_radius;
        self.stiffness * penetration.max(0.0)
    }

    /// Pressure at many points, times a factor, and by which eights there may be any, in their order; that of all others is
    /// zero, and left as it is.
    pub fn press(&self, points: &[EightPoints], factor: f64, pressures: &mut [Lanes], pressed: &mut Vec<u32>) {
        Arch::new().dispatch(Press { field: self, points, factor, pressures, pressed });
    }
}

struct Press<'a> {
    field: &'a PressureField,
    points: &'a [EightPoints],
    factor: f64,
    pressures: &'a mut [Lanes],
    pressed: &'a mut Vec<u32>,
}

impl WithSimd for Press<'_> {
    type Output = ();

    /// As [`PressureField::at`], eight points at a time.
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { field, points, factor, pressures, pressed } = self;
        let PressureField { eccentricity: e, root_offset, socket_radius, stiffness, edge } = *field;
        let length = e.norm();
        pressed.clear();
        for (i, (eight, pressure)) in points.iter().zip(pressures).enumerate() {
            if eight.most_along(&e, length) <= edge {
                continue;
            }
            let [x, y, z] = &eight.direction;
            let mut alongs = [0.0; LANES];
            for lane in 0..LANES {
                alongs[lane] = x[lane] * e.x + y[lane] * e.y + z[lane] * e.z;
            }
            if !alongs.iter().any(|along| *along > edge) {
                continue;
            }
            pressed.push(i as u32);
            for lane in 0..LANES {
                let along = alongs[lane];
                let square = root_offset + along * along;
                let root = if square > 0.0 { square.sqrt() } else { 0.0 };
                let penetration = along + root - socket_radius;
                let inside = along > edge && penetration > 0.0;
                pressure[lane] = if inside { stiffness * penetration * factor } else { 0.0 };
            }
        }
    }
}

const OPEN: Patch = Patch { indentation: 0.0, angle: 0.0, radius: 0.0, area: 0.0, lost: 0.0, peak_pressure: 0.0 };

impl<S: BallInSocket> SphericalJoint<S> {
    /// A joint with this contact, this pole (any length) and this angle from the pole to the rim.
    pub fn new(sphere: S, pole: Vector3<f64>, rim_angle: f64) -> Self {
        Self {
            sphere,
            pole: pole.normalize(),
            rim_angle,
            rim_cosine: rim_angle.cos(),
            lip: None,
            rule: GaussLegendre::new(),
        }
    }

    /// The same with a raised part of the rim.
    pub fn with_lip(self, lip: &Lip) -> Self {
        let raised = Raised::new(lip, &self.pole, self.rim_angle);
        Self { lip: raised, ..self }
    }

    /// The raised part of its rim.
    pub fn lip(&self) -> Option<Lip> {
        self.lip.map(|lip| lip.shape())
    }

    /// Angle from the pole to where the bearing surface ends towards a direction: at the rim or at its lip.
    pub fn end_towards(&self, direction: &Vector3<f64>) -> f64 {
        self.lip.filter(|lip| lip.stands_towards(direction)).map_or(self.rim_angle, |lip| lip.end())
    }

    /// The part of the force on the ball that the lip gives.
    pub fn lip_force(&self, eccentricity: &Vector3<f64>) -> Vector3<f64> {
        self.lip_reaction(eccentricity).map_or_else(Vector3::zeros, |reaction| reaction.force)
    }

    /// The contact law along the axis.
    pub fn sphere(&self) -> &S {
        &self.sphere
    }

    /// Unit vector from the centre of the cup to its bottom.
    pub fn pole(&self) -> &Vector3<f64> {
        &self.pole
    }

    /// Angle from the pole to the rim.
    pub fn rim_angle(&self) -> f64 {
        self.rim_angle
    }

    /// Whether the patch at this eccentricity crosses the rim.
    pub fn crosses_rim(&self, eccentricity: &Vector3<f64>) -> bool {
        eccentricity.norm() > self.sphere.clearance() && self.overhang(eccentricity) > 0.0
    }

    /// By what angle the patch reaches beyond the rim; negative while it is inside. Without contact that of the nearest point.
    pub fn overhang(&self, eccentricity: &Vector3<f64>) -> f64 {
        let e = eccentricity.norm();
        let d = (e - self.sphere.clearance()).max(0.0);
        self.tilt(eccentricity, e) + self.patch_angle(d) - self.rim_angle
    }

    /// Force on the ball and its derivative.
    pub fn reaction(&self, eccentricity: &Vector3<f64>) -> Reaction {
        let e = eccentricity.norm();
        let d = e - self.sphere.clearance();
        if d <= 0.0 {
            return Reaction { force: Vector3::zeros(), tangent: Matrix3::zeros() };
        }
        let n = eccentricity / e;
        let inside = || {
            let (force, slope) = self.sphere.force_and_slope(d);
            let normal = n * n.transpose();
            Reaction { force: -force * n, tangent: -(slope - force / e) * normal - force / e * Matrix3::identity() }
        };
        if self.is_far_from_rim(n.dot(&self.pole), d) {
            return inside();
        }
        let alpha = self.tilt(eccentricity, e);
        let edge = self.patch_angle(d);
        if alpha + edge <= self.rim_angle {
            return inside();
        }
        let cup = self.reaction_at_rim(n, d, alpha, edge);
        match self.lip_reaction(eccentricity) {
            Some(lip) => Reaction { force: cup.force + lip.force, tangent: cup.tangent + lip.tangent },
            None => cup,
        }
    }

    /// What the lip does to the ball; nothing where there is none, or the patch does not come to the rim.
    fn lip_reaction(&self, eccentricity: &Vector3<f64>) -> Option<Reaction> {
        let lip = self.lip.filter(|_| self.crosses_rim(eccentricity))?;
        let e = eccentricity.norm();
        let (n, d) = (eccentricity / e, e - self.sphere.clearance());
        let (alpha, edge) = (self.tilt(eccentricity, e), self.patch_angle(d));
        let profile = self.sphere.profile(d);
        let (mut force, mut tangent) = (Vector3::zeros(), Matrix3::zeros());
        lip.for_points((&n, alpha, edge), &self.rule, |r, weight| {
            let u = 0.5 * (r - n).norm_squared();
            let (cos, sin) = (1.0 - u, (u * (2.0 - u)).max(0.0).sqrt());
            let m = (r - n * cos) / sin.max(f64::MIN_POSITIVE);
            let (along_n, along_m) = profile.slopes(u, cos, sin);
            force -= r * (weight * profile.at(u).max(0.0));
            tangent -= r * (n * along_n + m * along_m).transpose() * weight;
        });
        let scale = profile.scale() * self.sphere.socket_radius().powi(2);
        Some(Reaction { force: force * scale, tangent: tangent * scale })
    }

    /// Whether the patch is certainly inside the rim, by the cosine of the angle between pole and contact axis: the cosine of
    /// a sum costs two roots, where the angles themselves are four times as dear.
    fn is_far_from_rim(&self, cos_tilt: f64, indentation: f64) -> bool {
        let u = self.sphere.edge(indentation);
        // Angles below 90°, so that the sum is below 180° and its cosine tells it.
        if !(cos_tilt > 0.0 && u < 1.0 && self.rim_angle <= PI) {
            return false;
        }
        let (sin_tilt, sin_edge) = ((1.0 - cos_tilt * cos_tilt).max(0.0).sqrt(), (u * (2.0 - u)).sqrt());
        // Of small angles the root has half of the digits.
        cos_tilt * (1.0 - u) - sin_tilt * sin_edge > self.rim_cosine + 1e-6
    }

    /// Half-angle ψ_max of the full patch.
    pub fn patch_angle(&self, indentation: f64) -> f64 {
        // 2 asin √(U/2) keeps its digits for small patches, where acos(1 − U) does not.
        2.0 * (0.5 * self.sphere.edge(indentation)).sqrt().min(1.0).asin()
    }

    fn reaction_at_rim(&self, n: Vector3<f64>, d: f64, alpha: f64, edge: f64) -> Reaction {
        let (t, b) = self.tangents(&n);
        let rc = self.sphere.socket_radius();
        let profile = self.sphere.profile(d);
        // Sums over ψ of: force along n and t; tangent entries nn, nt (row m, column n swapped below), tt, bb.
        let mut sums = [0.0; 7];
        self.for_rings(alpha, edge, |psi, arc, weight| {
            let (sin, cos) = psi.sin_cos();
            let u = 2.0 * (0.5 * psi).sin().powi(2);
            let s = profile.at(u).max(0.0);
            // ∂S/∂e = along_n n + along_m m(φ), with m = cosφ t + sinφ b.
            let (along_n, along_m) = profile.slopes(u, cos, sin);
            let (one, m) = (2.0 * arc, 2.0 * arc.sin());
            let (mm_t, mm_b) = (arc + 0.5 * (2.0 * arc).sin(), arc - 0.5 * (2.0 * arc).sin());
            let w = weight * sin;
            for (sum, term) in sums.iter_mut().zip([
                s * cos * one,
                s * sin * m,
                cos * along_n * one,
                cos * along_m * m,
                sin * along_n * m,
                sin * along_m * mm_t,
                sin * along_m * mm_b,
            ]) {
                *sum += w * term;
            }
        });
        let scale = profile.scale() * rc * rc;
        let [fn_, ft, nn, nt, tn, tt, bb] = sums.map(|sum| scale * sum);
        let force = -(fn_ * n + ft * t);
        let tangent = -(nn * n * n.transpose()
            + nt * n * t.transpose()
            + tn * t * n.transpose()
            + tt * t * t.transpose()
            + bb * b * b.transpose());
        Reaction { force, tangent }
    }

    /// The patch at this eccentricity.
    pub fn patch(&self, eccentricity: &Vector3<f64>) -> Patch {
        let e = eccentricity.norm();
        let d = e - self.sphere.clearance();
        if d <= 0.0 {
            return Patch { indentation: d, ..OPEN };
        }
        let (alpha, angle) = (self.tilt(eccentricity, e), self.patch_angle(d));
        let (u, rc) = (self.sphere.edge(d), self.sphere.socket_radius());
        let (radius, full) = (rc * (u * (2.0 - u)).max(0.0).sqrt(), 2.0 * PI * rc.powi(2) * u);
        let (area, deepest) = if alpha + angle <= self.rim_angle {
            (full, 0.0)
        } else {
            let mut solid_angle = 0.0;
            self.for_rings(alpha, angle, |psi, arc, weight| solid_angle += weight * 2.0 * arc * psi.sin());
            let mut nearest = (alpha - self.rim_angle).max(0.0);
            if let Some(lip) = &self.lip {
                let n = eccentricity / e;
                lip.for_points((&n, alpha, angle), &self.rule, |_, weight| solid_angle += weight);
                nearest = nearest.min(lip.nearest(&n, alpha));
            }
            (solid_angle * rc.powi(2), nearest)
        };
        let u = 2.0 * (0.5 * deepest).sin().powi(2);
        let profile = self.sphere.profile(d);
        let peak_pressure = profile.scale() * profile.at(u).max(0.0);
        Patch { indentation: d, angle, radius, area, lost: (1.0 - area / full).clamp(0.0, 1.0), peak_pressure }
    }

    /// Pressure over the cup at this eccentricity.
    pub fn pressure(&self, eccentricity: &Vector3<f64>) -> S::Field {
        self.sphere.field(eccentricity)
    }

    /// Angle between the contact axis and the pole.
    fn tilt(&self, eccentricity: &Vector3<f64>, e: f64) -> f64 {
        // atan2 keeps its digits where acos does not.
        self.pole.cross(eccentricity).norm().atan2(self.pole.dot(eccentricity)).min(PI * (e > 0.0) as u8 as f64)
    }

    /// Unit vectors t (towards the pole) and b, normal to the contact axis.
    fn tangents(&self, n: &Vector3<f64>) -> (Vector3<f64>, Vector3<f64>) {
        let towards_pole = self.pole - n * n.dot(&self.pole);
        let t = towards_pole.try_normalize(1e-12).unwrap_or_else(|| {
            let helper = if n.x.abs() < 0.9 { Vector3::x() } else { Vector3::y() };
            n.cross(&helper).normalize()
        });
        (t, n.cross(&t))
    }

    /// Quadrature over the rings of the patch: calls with ψ, the half-arc φ₀ inside the rim and the weight dψ.
    fn for_rings(&self, alpha: f64, edge: f64, mut visit: impl FnMut(f64, f64, f64)) {
        let theta = self.rim_angle;
        let first_cut = (theta - alpha).abs().min(edge);
        if alpha < theta {
            for (psi, weight) in self.rule.points(0.0, first_cut) {
                visit(psi, PI, weight);
            }
        }
        // Between first and last contact of a ring with the rim φ₀ has square-root ends: ψ = first + span·sin²τ removes them.
        let last_cut = (theta + alpha).min(2.0 * PI - theta - alpha).min(edge);
        let span = last_cut - first_cut;
        if span > 0.0 {
            for (tau, weight) in self.rule.points(0.0, FRAC_PI_2) {
                let psi = first_cut + span * tau.sin().powi(2);
                let cos_arc = (theta.cos() - alpha.cos() * psi.cos()) / (alpha.sin() * psi.sin());
                visit(psi, cos_arc.clamp(-1.0, 1.0).acos(), weight * span * (2.0 * tau).sin());
            }
        }
        // Rings wider than the last cut are inside the cup only when the cup is deeper than a hemisphere.
        if last_cut < edge && alpha + theta > PI {
            for (psi, weight) in self.rule.points(last_cut, edge) {
                visit(psi, PI, weight);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::{Foundation, Layer};
    use crate::material::Elastic;

    fn joint(rim_angle: f64) -> SphericalJoint {
        let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
        let foundation =
            Foundation::in_series([Layer { thickness: 8e-3, material }.stiffness()]).expect("a good layer");
        SphericalJoint::new(
            ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation },
            Vector3::new(-0.2, 0.7, -0.6),
            rim_angle,
        )
    }

    fn eccentricity(joint: &SphericalJoint, tilt: f64, indentation: f64) -> Vector3<f64> {
        let side = joint.pole().cross(&Vector3::new(0.3, 0.1, 0.9)).normalize();
        (joint.pole() * tilt.cos() + side * tilt.sin()) * (joint.sphere().clearance() + indentation)
    }

    /// Brute force: a product rule over the whole cup in its own coordinates, kinks and all.
    fn brute_force(joint: &SphericalJoint, e: &Vector3<f64>) -> Vector3<f64> {
        let pole = *joint.pole();
        let side = pole.cross(&Vector3::new(0.9, 0.2, 0.3)).normalize();
        let other = pole.cross(&side);
        let (rings, sectors) = (1200, 1200);
        let mut sum = Vector3::zeros();
        let pressure = joint.pressure(e);
        for i in 0..rings {
            let theta = (i as f64 + 0.5) / rings as f64 * joint.rim_angle();
            for j in 0..sectors {
                let phi = (j as f64 + 0.5) / sectors as f64 * 2.0 * PI;
                let r = pole * theta.cos() + (side * phi.cos() + other * phi.sin()) * theta.sin();
                sum -= r * pressure.at(&r) * theta.sin();
            }
        }
        sum * joint.rim_angle() / rings as f64 * 2.0 * PI / sectors as f64 * joint.sphere().socket_radius.powi(2)
    }

    #[test]
    fn rim_quadrature_equals_brute_force_over_the_cup() {
        for rim in [FRAC_PI_2, 1.2, 1.8] {
            for (tilt, d) in [(0.9, 5e-5), (1.3, 1e-4), (rim - 0.05, 8e-5), (rim + 0.2, 1.5e-4), (0.02, 3e-3)] {
                let joint = joint(rim);
                let e = eccentricity(&joint, tilt, d);
                let (force, expected) = (joint.reaction(&e).force, brute_force(&joint, &e));
                assert!(
                    (force - expected).norm() < 2e-5 * expected.norm(),
                    "rim {rim} tilt {tilt}: {force} {expected}"
                );
            }
        }
    }

    #[test]
    fn far_from_the_rim_the_force_is_eq25() {
        let joint = joint(FRAC_PI_2);
        let e = eccentricity(&joint, 0.3, 4e-5);
        let reaction = joint.reaction(&e);
        assert!((reaction.force.norm() / joint.sphere().force_and_slope(4e-5).0 - 1.0).abs() < 1e-12);
        assert!(!joint.crosses_rim(&e));
        assert_eq!(joint.patch(&e).lost, 0.0);
    }

    #[test]
    fn the_rim_integral_joins_the_closed_form_without_a_step() {
        let joint = joint(FRAC_PI_2);
        let d = 4e-5;
        let touch = FRAC_PI_2 - joint.sphere().patch_angle(d);
        let (before, after) = (
            joint.reaction(&eccentricity(&joint, touch - 1e-9, d)),
            joint.reaction(&eccentricity(&joint, touch + 1e-9, d)),
        );
        assert!((before.force - after.force).norm() < 1e-7 * before.force.norm());
        assert!((before.tangent - after.tangent).norm() < 1e-6 * before.tangent.norm());
    }

    #[test]
    fn tangent_matches_differences_inside_and_across_the_rim() {
        let joint = joint(FRAC_PI_2);
        for (tilt, d) in [(0.2, 3e-5), (0.0, 3e-5), (1.0, 8e-5), (1.5, 8e-5), (1.7, 2e-4)] {
            let e = eccentricity(&joint, tilt, d);
            let tangent = joint.reaction(&e).tangent;
            for axis in 0..3 {
                let step = Vector3::ith(axis, 1e-9);
                let slope = (joint.reaction(&(e + step)).force - joint.reaction(&(e - step)).force) / 2e-9;
                assert!((slope - tangent.column(axis)).norm() < 2e-5 * tangent.norm(), "tilt {tilt} axis {axis}");
            }
        }
    }

    #[test]
    fn half_of_a_patch_centred_on_the_rim_is_lost() {
        let joint = joint(FRAC_PI_2);
        let patch = joint.patch(&eccentricity(&joint, FRAC_PI_2, 5e-5));
        assert!((patch.lost - 0.5).abs() < 1e-9, "{}", patch.lost);
        assert!((joint.patch(&eccentricity(&joint, FRAC_PI_2 - patch.angle, 5e-5)).lost).abs() < 1e-9);
    }

    #[test]
    fn nothing_pushes_across_an_open_gap() {
        let joint = joint(FRAC_PI_2);
        let e = eccentricity(&joint, 0.4, -1e-6);
        assert_eq!(joint.reaction(&e).force, Vector3::zeros());
        assert_eq!(joint.patch(&e).area, 0.0);
    }

    /// A third of a turn, somewhere.
    fn lip(angle: f64) -> Lip {
        Lip { angle, middle: Vector3::new(0.8, 0.3, -0.2), half_width: 1.1 }
    }

    /// Brute force over the lip alone.
    fn brute_force_of_lip(joint: &SphericalJoint, lip: &Lip, e: &Vector3<f64>) -> Vector3<f64> {
        let pole = *joint.pole();
        let middle = (lip.middle - pole * pole.dot(&lip.middle)).normalize();
        let side = pole.cross(&middle);
        let (rings, sectors) = (600, 1200);
        let pressure = joint.pressure(e);
        let mut sum = Vector3::zeros();
        for i in 0..rings {
            let theta = joint.rim_angle() + (i as f64 + 0.5) / rings as f64 * lip.angle;
            for j in 0..sectors {
                let phi = ((j as f64 + 0.5) / sectors as f64 * 2.0 - 1.0) * lip.half_width;
                let r = pole * theta.cos() + (middle * phi.cos() + side * phi.sin()) * theta.sin();
                sum -= r * pressure.at(&r) * theta.sin();
            }
        }
        sum * (lip.angle / rings as f64 * 2.0 * lip.half_width / sectors as f64 * joint.sphere().socket_radius.powi(2))
    }

    /// A direction so far from the pole, and so far around the axis from the middle of the lip.
    fn towards(joint: &SphericalJoint, lip: &Lip, [tilt, around]: [f64; 2], indentation: f64) -> Vector3<f64> {
        let pole = *joint.pole();
        let middle = (lip.middle - pole * pole.dot(&lip.middle)).normalize();
        let out = middle * around.cos() + pole.cross(&middle) * around.sin();
        (pole * tilt.cos() + out * tilt.sin()) * (joint.sphere().clearance() + indentation)
    }

    /// Middle, sides, beyond the end, and opposite of a lip.
    const PLACES: [[f64; 2]; 7] =
        [[1.3, 0.0], [1.55, 0.4], [1.6, 1.1], [1.4, -1.3], [1.9, 0.2], [1.2, 2.9], [0.02, 0.3]];

    #[test]
    fn a_lip_pushes_as_brute_force_over_it_says() {
        for (rim, angle) in [(FRAC_PI_2, 0.2), (1.3, 0.5), (1.7, 0.3)] {
            let (lip, bare) = (lip(angle), joint(rim));
            let lipped = bare.clone().with_lip(&lip);
            for place in PLACES {
                for d in [5e-5, 3e-4, 3e-3] {
                    let e = towards(&bare, &lip, place, d);
                    let found = lipped.reaction(&e).force - bare.reaction(&e).force;
                    let expected = brute_force_of_lip(&bare, &lip, &e);
                    let scale = bare.sphere().force_and_slope(d).0;
                    assert!((found - expected).norm() < 3e-5 * scale, "{rim} {place:?} {d}: {found} {expected}");
                    assert!((lipped.lip_force(&e) - expected).norm() < 3e-5 * scale);
                }
            }
        }
    }

    /// All around, a lip is a deeper cup.
    #[test]
    fn a_lip_all_around_is_a_deeper_cup() {
        let all = Lip { half_width: PI, ..lip(0.25) };
        let (lipped, deeper) = (joint(1.4).with_lip(&all), joint(1.65));
        for place in PLACES {
            for d in [4e-5, 2e-4, 2e-3] {
                let e = towards(&deeper, &all, place, d);
                let (found, expected) = (lipped.reaction(&e), deeper.reaction(&e));
                assert!((found.force - expected.force).norm() < 1e-7 * expected.force.norm(), "{place:?} {d}");
                assert!((found.tangent - expected.tangent).norm() < 1e-6 * expected.tangent.norm(), "{place:?} {d}");
                let (found, expected) = (lipped.patch(&e), deeper.patch(&e));
                assert!((found.area / expected.area - 1.0).abs() < 1e-7 && (found.lost - expected.lost).abs() < 1e-7);
                assert!((found.peak_pressure / expected.peak_pressure - 1.0).abs() < 1e-9, "{place:?} {d}");
            }
        }
    }

    #[test]
    fn the_tangent_with_a_lip_matches_differences() {
        let lip = lip(0.2);
        let joint = joint(FRAC_PI_2).with_lip(&lip);
        for place in PLACES {
            let e = towards(&joint, &lip, place, 1e-4);
            let tangent = joint.reaction(&e).tangent;
            for axis in 0..3 {
                let step = Vector3::ith(axis, 1e-9);
                let slope = (joint.reaction(&(e + step)).force - joint.reaction(&(e - step)).force) / 2e-9;
                assert!((slope - tangent.column(axis)).norm() < 3e-5 * tangent.norm(), "{place:?} axis {axis}");
            }
        }
    }

    /// The highest pressure of a sample of cup and lip is that of the nearest point, which is found directly.
    #[test]
    fn the_peak_pressure_is_that_of_the_nearest_point_of_cup_and_lip() {
        let (lip, bare) = (lip(0.3), joint(1.4));
        let joint = bare.clone().with_lip(&lip);
        for place in [[1.6, 0.2], [1.65, 1.2], [1.55, -1.25], [1.9, 1.3], [1.85, 0.0], [1.45, 2.0]] {
            let e = towards(&bare, &lip, place, 1.5e-3);
            let pressure = bare.pressure(&e);
            let mut most = 0.0_f64;
            for i in 0..=600 {
                for j in 0..=1600 {
                    let a = (j as f64 / 1600.0 * 2.0 - 1.0) * PI;
                    let end = if a.abs() <= lip.half_width { 1.7 } else { 1.4 };
                    let r = towards(&bare, &lip, [end * i as f64 / 600.0, a], 0.0).normalize();
                    most = most.max(pressure.at(&r));
                }
            }
            let found = joint.patch(&e).peak_pressure;
            assert!(found >= most * (1.0 - 1e-9) && found < most * 1.002, "{place:?}: {found} {most}");
        }
    }
}
