//! Contact by penalty and by augmented Lagrangian, beside the exact condition.

use super::*;
use mechanics::geometry::shape::{Plane, Sphere};
use mechanics::solid::contact::{ContactSettings, ContactSolution, Leading, Obstacle, PenaltySettings, RigidContact};
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, SolidError, Supports};
use std::f64::consts::FRAC_PI_2;

const DEPTH: f64 = 1e-2;

/// A confined block of height 1 under a plate: all of its corners carry the same pressure.
fn press(kind: ElementKind, settings: &PenaltySettings) -> Result<(Vec<f64>, f64, f64), SolidError> {
    let plate = Plane::new(Vector3::new(0.5, 0.5, 1.0), -Vector3::z(), Vector3::x(), [2.0, 2.0]).expect("a plate");
    let mesh = distorted(kind, 2);
    let [x0, x1, y0, y1, floor] = ["x-", "x+", "y-", "y+", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
    let supports = Supports::none().hold(&x0, 0).hold(&x1, 0).hold(&y0, 1).hold(&y1, 1).hold(&floor, 2);
    let solid = Solid::new(mesh, Material::Linear(SOFT), supports).expect("a solid");
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let leading = Leading::Displacement(-Vector3::z() * DEPTH);
    let solution = contact.solve_penalised(Obstacle::new(&plate), &leading, settings)?;
    Ok((solution.pressure.clone(), solution.force.z, contact.compute_penetration(&solution)))
}

/// The spring of the penalty and the block in series: p = E_w δ/(h + E_w/ε) with h = 1.
#[test]
fn a_penalty_on_a_confined_block_is_a_spring_in_series_with_it() {
    let confined = SOFT.confined_modulus();
    for kind in [ElementKind::Tet4, ElementKind::Hex8] {
        for ratio in [1.0, 30.0, 1e3, 1e6] {
            let settings = PenaltySettings { stiffness: ratio * confined, ..PenaltySettings::default() };
            let (pressure, force, depth) = press(kind, &settings).expect("a contact");
            let expected = confined * DEPTH / (1.0 + 1.0 / ratio);
            for p in pressure {
                assert!((p / expected - 1.0).abs() < 1e-8, "{}, ε {ratio}: {p} {expected}", kind.name());
            }
            assert!((force / -expected - 1.0).abs() < 1e-8);
            assert!((depth / (expected / settings.stiffness) - 1.0).abs() < 1e-6, "{depth}");
        }
    }
}

/// Pushed by a force, the pressure is the force over the area whatever the penalty, and the plate goes p (h/E_w + 1/ε).
#[test]
fn a_plate_that_is_pushed_onto_a_confined_block_goes_the_way_of_two_springs() {
    let plate = Plane::new(Vector3::new(0.5, 0.5, 1.0), -Vector3::z(), Vector3::x(), [2.0, 2.0]).expect("a plate");
    let mesh = distorted(ElementKind::Hex8, 2);
    let [x0, x1, y0, y1, floor] = ["x-", "x+", "y-", "y+", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
    let supports = Supports::none().hold(&x0, 0).hold(&x1, 0).hold(&y0, 1).hold(&y1, 1).hold(&floor, 2);
    let solid = Solid::new(mesh, Material::Linear(SOFT), supports).expect("a solid");
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let (confined, force) = (SOFT.confined_modulus(), 0.05);
    let leading = Leading::Force { force: -Vector3::z() * force, free: vec![Vector3::z()] };
    for ratio in [3.0, 1e3] {
        let settings = PenaltySettings { stiffness: ratio * confined, ..PenaltySettings::default() };
        let solution = contact.solve_penalised(Obstacle::new(&plate), &leading, &settings).expect("a contact");
        assert!(solution.pressure.iter().all(|p| (p / force - 1.0).abs() < 1e-8), "{:?}", solution.pressure);
        let way = -solution.obstacle.pose.translation.z;
        let expected = force / confined * (1.0 + 1.0 / ratio);
        assert!((way / expected - 1.0).abs() < 1e-8, "{way} {expected}");
    }
}

/// Each augmentation leaves the share 1/(1 + ε h/E_w) of the depth: from p = 0 the depth after n of them is known.
#[test]
fn uzawas_method_on_a_confined_block_converges_by_the_ratio_of_the_springs() {
    let confined = SOFT.confined_modulus();
    let ratio = 4.0;
    for augmentations in [1, 3, 6] {
        let limit = DEPTH / (1.0 + ratio) / (1.0 + ratio).powi(augmentations);
        let settings = PenaltySettings {
            stiffness: ratio * confined,
            augmentations: augmentations as usize,
            penetration: limit * (1.0 + 1e-6),
            tolerance: 1e-12,
            ..PenaltySettings::default()
        };
        let (pressure, _, depth) = press(ElementKind::Hex8, &settings).expect("as many augmentations as it takes");
        assert!((depth / limit - 1.0).abs() < 1e-5, "{augmentations}: {depth} {limit}");
        assert!((pressure[0] / (confined * (DEPTH - limit)) - 1.0).abs() < 1e-9);
        let fewer = PenaltySettings { augmentations: augmentations as usize - 1, ..settings };
        assert!(augmentations == 1 || press(ElementKind::Hex8, &fewer).is_err(), "one augmentation less is too few");
    }
}

/// A quarter of a liner, held outside.
fn liner(kind: ElementKind, material: Material) -> Solid {
    let shell = HemisphericalShell {
        inner_radius: 14e-3,
        thickness: 8e-3,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.45,
        patch_cells: 5,
        ring_cells: 6,
        ring_growth: 1.04,
        layers: 3,
        layer_growth: 1.3,
        sector: Sector::Quarter,
    };
    let mesh = shell.mesh(kind).expect("a shell");
    let [x, y, outer] = ["x=0", "y=0", "outer"].map(|name| mesh.nodes_of(name).expect("a surface"));
    Solid::new(mesh, material, Supports::none().hold(&x, 0).hold(&y, 1).clamp(&outer)).expect("a solid")
}

const PE: Elastic = Elastic { modulus: 0.5e9, poisson: 0.4, density: 938.0 };

fn head() -> Sphere {
    Sphere::new(Vector3::zeros(), 13.92e-3).expect("a head")
}

fn pushed() -> Leading {
    Leading::Force { force: Vector3::z() * (500.0 / 4.0), free: vec![Vector3::z()] }
}

fn largest_difference(a: &ContactSolution<'_>, b: &ContactSolution<'_>) -> f64 {
    let pairs = a.pressure.iter().zip(&b.pressure);
    pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max) / b.peak_pressure().0
}

/// Against the exact condition on the same mesh the pressure of a penalty is off by c/ε, and that of an augmented Lagrangian
/// by what it was allowed to sink in.
#[test]
fn a_penalty_tends_to_the_exact_condition_in_first_order_and_an_augmented_lagrangian_is_there() {
    let solid = liner(ElementKind::Hex8, Material::Linear(PE));
    let contact = RigidContact::new(&solid, "inner").expect("a surface");
    let head = head();
    let exact = contact
        .solve(&mut Statics::new(&solid), Obstacle::new(&head), &pushed(), &ContactSettings::default())
        .expect("a contact");
    assert!(contact.compute_penetration(&exact) < 1e-11);
    let layer = PE.modulus / 2e-3;
    let penalty = |factor: f64| {
        let settings = PenaltySettings { stiffness: factor * layer, ..PenaltySettings::default() };
        contact.solve_penalised(Obstacle::new(&head), &pushed(), &settings).expect("a contact")
    };
    let errors: Vec<f64> = [10.0, 100.0, 1000.0].map(|f| largest_difference(&penalty(f), &exact)).to_vec();
    let orders: Vec<f64> = errors.windows(2).map(|e| (e[0] / e[1]).log10()).collect();
    assert!(orders.iter().all(|order| (0.85..1.1).contains(order)), "{errors:?} {orders:?}");
    let settings = PenaltySettings {
        stiffness: 10.0 * layer,
        augmentations: 60,
        penetration: 1e-11,
        ..PenaltySettings::default()
    };
    let augmented = contact.solve_penalised(Obstacle::new(&head), &pushed(), &settings).expect("a contact");
    let error = largest_difference(&augmented, &exact);
    assert!(error < 1e-5 && augmented.work.augmentations > 1, "{error} {:?}", augmented.work);
    assert!((augmented.force.z.abs() - 125.0).abs() < 1e-6, "what presses is carried: {}", augmented.force.z);
    assert!(exact.work.factorisations == 0 && augmented.work.factorisations > augmented.work.augmentations);
}

#[test]
fn a_solid_that_is_not_linear_takes_a_penalty_too() {
    let solid = liner(ElementKind::Hex8, Material::NeoHookean(PE));
    let contact = RigidContact::new(&solid, "inner").expect("a surface");
    let head = head();
    let exact = contact
        .solve(&mut Statics::new(&solid), Obstacle::new(&head), &pushed(), &ContactSettings::default())
        .expect("a contact");
    let settings = PenaltySettings { stiffness: 1000.0 * PE.modulus / 2e-3, ..PenaltySettings::default() };
    let penalty = contact.solve_penalised(Obstacle::new(&head), &pushed(), &settings).expect("a contact");
    assert!(largest_difference(&penalty, &exact) < 5e-3);
}

#[test]
fn a_penalty_that_is_none_and_faces_that_cannot_take_it_are_refused_by_name() {
    let wrong = PenaltySettings { stiffness: 0.0, ..PenaltySettings::default() };
    assert!(press(ElementKind::Hex8, &wrong).expect_err("no penalty").to_string().contains("0 Pa/m"));
    let quadratic = press(ElementKind::Hex20, &PenaltySettings::default()).expect_err("nodes between corners");
    assert!(quadratic.hint().is_some_and(|hint| hint.contains("take tet4 or hex8")), "{quadratic}");
}
