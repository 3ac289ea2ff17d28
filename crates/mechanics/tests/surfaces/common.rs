//! The hip of [Askari2018] as two surfaces, and numbers that are spread evenly.

use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Sampled, SurfacePair};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::geometry::shape::{Sphere, SphericalCup};
use mechanics::material::Elastic;
use nalgebra::{Isometry3, Translation3, UnitQuaternion, Vector3};

pub const BALL: f64 = 13.92e-3;
pub const CUP: f64 = 14e-3;
pub const CLEARANCE: f64 = CUP - BALL;
pub const PE: Elastic = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
pub const LINER: Layer = Layer { thickness: 8e-3, material: PE };

pub fn linear() -> PressureLaw {
    PressureLaw::linear(&[LINER]).expect("a layer")
}

pub fn settings(sampled: Sampled, spacing: f64) -> PairSettings {
    PairSettings { sampled, ..PairSettings::new(linear(), spacing) }
}

/// A cup around −z and a ball at the follower's origin.
pub fn hip(settings: PairSettings) -> SurfacePair {
    let cup = SphericalCup::new(Vector3::zeros(), CUP, -Vector3::z(), FRAC_PI_2).expect("a cup");
    let ball = Sphere::new(Vector3::zeros(), BALL).expect("a ball");
    SurfacePair::new(Arc::new(cup), Arc::new(ball), settings).expect("a pair")
}

pub fn curved(mesh: TriangleMesh) -> CurvedSurface {
    CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).expect("a surface")
}

pub fn flat(mesh: TriangleMesh) -> FacetedSurface {
    FacetedSurface::new(mesh).expect("a surface")
}

pub fn at(translation: Vector3<f64>, rotation: Vector3<f64>) -> Isometry3<f64> {
    Isometry3::from_parts(Translation3::from(translation), UnitQuaternion::from_scaled_axis(rotation))
}

/// Numbers between 0 and 1 that fill a cube evenly (the additive recurrence of the plastic constant).
pub fn spread(i: usize) -> [f64; 3] {
    [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_969_7]
        .map(|step| (0.5 + i as f64 * step).fract())
}

/// A direction within `widest` of −z.
pub fn downwards(i: usize, widest: f64) -> Vector3<f64> {
    let [x, y, _] = spread(i);
    let (theta, phi) = (widest * x.sqrt(), 2.0 * PI * y);
    Vector3::new(theta.sin() * phi.cos(), theta.sin() * phi.sin(), -theta.cos())
}

/// Force of a ball at eccentricity e on springs of stiffness k that stand on the cup and reach the shortest way to the ball.
///
/// At the angle ψ the point of the cup is at the distance r = √(Rc² + e² − 2 Rc e cosψ) from the centre of the ball. With
/// r dr = Rc e sinψ dψ and s = Rb − r, the energy ½k∫s² dA is `(πk Rc/e) ∫₀^δ s²(Rb − s) ds`; the force is its slope.
pub fn force_on_cup(k: f64, d: f64) -> f64 {
    let e = CLEARANCE + d;
    PI * k * CUP * ((BALL * d.powi(2) - d.powi(3)) / e - (BALL * d.powi(3) / 3.0 - d.powi(4) / 4.0) / e.powi(2))
}

/// The same with springs that stand on the ball and reach to the cup: s = ρ − Rc, ρ dρ = Rb e sinψ dψ.
pub fn force_on_ball(k: f64, d: f64) -> f64 {
    let e = CLEARANCE + d;
    PI * k * BALL * ((CUP * d.powi(2) + d.powi(3)) / e - (CUP * d.powi(3) / 3.0 + d.powi(4) / 4.0) / e.powi(2))
}
