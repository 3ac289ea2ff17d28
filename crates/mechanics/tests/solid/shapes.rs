//! Rigid bodies of any shape pressed into an elastic half-space.

use super::*;
use mechanics::contact::EllipticHertz;
use mechanics::geometry::Surface;
use mechanics::geometry::shape::{Cylinder, Ellipsoid, Sphere, Torus};
use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, RigidContact};
use mechanics::solid::{Material, Supports};
use nalgebra::Matrix3;

const HALF_SPACE: Elastic = Elastic { modulus: 2e9, poisson: 0.3, density: 1.0 };

/// Equal cells up to 1.3 times the patch, then wider and wider ones up to 20 times.
fn stretched(part: f64, patch: f64) -> f64 {
    const INNER: f64 = 0.6;
    if part < INNER {
        return 1.3 * patch * part / INNER;
    }
    1.3 * patch * (20.0_f64 / 1.3).powf((part - INNER) / (1.0 - INNER))
}

/// A quarter of a half-space below z = 0 whose cells suit a patch of these semi-axes.
fn quarter([a, b]: [f64; 2]) -> Solid {
    let mesh = Brick { size: [1.0; 3], cells: [18, 18, 16] }.mesh(ElementKind::Hex8).expect("a block");
    let mesh = mesh.map(|x| Vector3::new(stretched(x.x, a), stretched(x.y, b), -stretched(1.0 - x.z, a.min(b))));
    let [x, y, floor] = ["x-", "y-", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
    let supports = Supports::none().hold(&x, 0).hold(&y, 1).clamp(&floor);
    Solid::new(mesh, Material::Linear(HALF_SPACE), supports).expect("a solid")
}

/// Presses a surface whose lowest point is the origin, with principal radii along x and y there.
fn is_hertzian(name: &str, surface: &dyn Surface, [along_x, along_y]: [f64; 2]) {
    let stiffness = HALF_SPACE.modulus / (1.0 - HALF_SPACE.poisson.powi(2));
    let law = EllipticHertz::new(along_x, along_y, stiffness);
    let force = 2e-4;
    let (long, short) = law.semi_axes(force);
    let axes = if along_x > along_y { [long, short] } else { [short, long] };
    let solid = quarter(axes);
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let leading = Leading::Force { force: -Vector3::z() * (force / 4.0), free: vec![Vector3::z()] };
    let settings = ContactSettings::default();
    let obstacle = Obstacle::new(surface);
    let solution = contact.solve(&mut Statics::new(&solid), obstacle, &leading, &settings).expect("a contact");
    let (peak, exact) = (solution.peak_pressure().0, law.peak_pressure(force));
    assert!((peak / exact - 1.0).abs() < 0.015, "{name}: {peak:e} Pa, Hertz {exact:e}");
    // p² = p₀² (1 − x²/a² − y²/b²) over the outer part of the patch.
    let (mut normal, mut right) = (Matrix3::zeros(), Vector3::zeros());
    for (x, p) in contact.compute_pressure_places(&solution.state).iter().zip(&solution.current_pressure) {
        if *p > 0.2 * peak && *p < 0.8 * peak {
            let row = Vector3::new(1.0, (x.x / axes[0]).powi(2), (x.y / axes[1]).powi(2));
            normal += row * row.transpose();
            right += row * (p / peak).powi(2);
        }
    }
    let fit = normal.lu().solve(&right).expect("corners enough");
    for (axis, slope) in [("a", fit[1]), ("b", fit[2])] {
        let found = (-fit[0] / slope).sqrt();
        assert!((found - 1.0).abs() < 0.02, "{name}: semi-axis {axis} is {found} of Hertz's");
    }
}

#[test]
fn sphere_ellipsoid_and_torus_press_as_their_curvatures_say() {
    let sphere = Sphere::new(Vector3::z() * 1e-2, 1e-2).expect("a sphere");
    is_hertzian("sphere", &sphere, [1e-2, 1e-2]);
    // Semi-axes 20, 10, 8 mm: radii a²/c and b²/c at the end of the third.
    let ellipsoid = Ellipsoid::new(Vector3::z() * 8e-3, [Vector3::x(), Vector3::y()], [20e-3, 10e-3, 8e-3]);
    is_hertzian("ellipsoid", &ellipsoid.expect("an ellipsoid"), [50e-3, 12.5e-3]);
    // A tyre: the tube along y, the wheel along x.
    let torus = Torus::new(Vector3::z() * 20e-3, Vector3::y(), 15e-3, 5e-3).expect("a torus");
    is_hertzian("torus", &torus, [20e-3, 5e-3]);
}

/// A long bar on a slice that keeps its width: p₀ = √(P′E*/(πR)), a = √(4P′R/(πE*)) [Johnson1985, Eqs. 4.43–4.45].
#[test]
fn a_cylinder_presses_a_line() {
    let (radius, width, per_length) = (1e-2, 1e-3, 2e2);
    let stiffness = HALF_SPACE.modulus / (1.0 - HALF_SPACE.poisson.powi(2));
    let half_width = f64::sqrt(4.0 * per_length * radius / (std::f64::consts::PI * stiffness));
    let exact = f64::sqrt(per_length * stiffness / (std::f64::consts::PI * radius));
    let mesh = Brick { size: [1.0; 3], cells: [24, 1, 20] }.mesh(ElementKind::Hex8).expect("a block");
    let mesh = mesh.map(|x| Vector3::new(stretched(x.x, half_width), x.y * width, -stretched(1.0 - x.z, half_width)));
    let [x, near, far, floor] = ["x-", "y-", "y+", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
    let supports = Supports::none().hold(&x, 0).hold(&near, 1).hold(&far, 1).clamp(&floor);
    let solid = Solid::new(mesh, Material::Linear(HALF_SPACE), supports).expect("a solid");
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let bar = Cylinder::new(Vector3::z() * radius, Vector3::y(), radius, 10.0 * width).expect("a bar");
    let force = -Vector3::z() * (0.5 * per_length * width);
    let leading = Leading::Force { force, free: vec![Vector3::z()] };
    let settings = ContactSettings::default();
    let solution =
        contact.solve(&mut Statics::new(&solid), Obstacle::new(&bar), &leading, &settings).expect("a contact");
    let peak = solution.peak_pressure().0;
    assert!((peak / exact - 1.0).abs() < 0.015, "{peak:e} Pa, Hertz {exact:e}");
}
