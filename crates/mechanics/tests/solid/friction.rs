//! Dry friction between a rigid obstacle and a solid.

use super::*;
use mechanics::geometry::shape::{Plane, Sphere};
use mechanics::solid::contact::{ContactSettings, ContactSolution, FrictionContact, Leading, Obstacle, RigidContact};
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, SolidError, Supports};

/// A block that is clamped below, and a plate that just touches its top.
fn block() -> (Solid, Plane) {
    let mesh = Brick { size: [1.0, 1.0, 0.5], cells: [4, 4, 2] }.mesh(ElementKind::Hex8).expect("a block");
    let floor = mesh.nodes_of("z-").expect("z-");
    let solid = Solid::new(mesh, Material::Linear(SOFT), Supports::none().clamp(&floor)).expect("a solid");
    let centre = Vector3::new(0.5, 0.5, 0.5);
    (solid, Plane::new(centre, -Vector3::z(), Vector3::x(), [4.0, 4.0]).expect("a plate"))
}

/// A plate lies on the block, which is tilted until the plate slides: its weight leaves the cone of friction.
#[test]
fn a_plate_on_an_incline_sticks_below_the_angle_of_friction_and_slides_above() {
    let (solid, plate) = block();
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let friction = 0.3_f64;
    let weight = 1e-3;
    let tilt = |angle: f64| -> Result<ContactSolution<'_>, SolidError> {
        let mut dry = FrictionContact::new(&contact, friction)?;
        let mut statics = Statics::new(&solid);
        let settings = ContactSettings::default();
        let free = vec![Vector3::x(), Vector3::y(), Vector3::z()];
        let flat = Leading::Force { force: -Vector3::z() * weight, free: free.clone() };
        let pressed = dry.step(&mut statics, &dry.rest(Obstacle::new(&plate))?, &flat, &settings)?;
        let force = Vector3::new(angle.sin(), 0.0, -angle.cos()) * weight;
        dry.step(&mut statics, &pressed, &Leading::Force { force, free }, &settings)
    };
    let limit = friction.atan();
    let below = tilt(limit - 0.2_f64.to_radians()).expect("it sticks");
    let force = Vector3::new(below.force.x, below.force.y, below.force.z);
    let expected =
        Vector3::new((limit - 0.2_f64.to_radians()).sin(), 0.0, -(limit - 0.2_f64.to_radians()).cos()) * weight;
    assert!((force - expected).norm() < 1e-6 * weight, "{force}");
    for (p, t) in below.pressure.iter().zip(&below.traction) {
        assert!(t.norm() <= friction * p * (1.0 + 1e-6), "{} of {p}", t.norm());
    }
    let message = tilt(limit + 0.2_f64.to_radians()).expect_err("it slides").to_string();
    assert!(message.contains("are not carried") && message.contains("node"), "{message}");
}

#[test]
fn without_friction_the_cone_and_the_complementarity_agree() {
    let (solid, _) = block();
    let contact = RigidContact::new(&solid, "z+").expect("a surface");
    let ball = Sphere::new(Vector3::new(0.45, 0.5, 1.5), 1.0).expect("a ball");
    let (mut statics, settings) = (Statics::new(&solid), ContactSettings::default());
    let leading = Leading::Force { force: -Vector3::z() * 1e-2, free: vec![Vector3::z()] };
    let smooth = contact.solve(&mut statics, Obstacle::new(&ball), &leading, &settings).expect("a contact");
    let mut dry = FrictionContact::new(&contact, 0.0).expect("no friction");
    let start = dry.rest(Obstacle::new(&ball)).expect("clear");
    let cone = dry.step(&mut statics, &start, &leading, &settings).expect("a contact");
    let peak = smooth.peak_pressure().0;
    for (a, b) in smooth.pressure.iter().zip(&cone.pressure) {
        assert!((a - b).abs() < 1e-5 * peak, "{a} {b}");
    }
    assert!(cone.traction.iter().all(|t| t.norm() < 1e-6 * peak));
}

/// What partial slip gave, over what it should: radius of the patch, and for each pull the way of the ball and the radius of
/// the stick zone.
#[derive(Debug)]
struct PartialSlip {
    patch: f64,
    way: [f64; 3],
    stick: [f64; 3],
}

/// A ball of 1 mm in a cup of 14 mm with a patch of 0.05 mm, `cells` of which lie between its middle and 1.15 of its edge;
/// finer meshes divide every cell.
///
/// The stick zone is measured without counting corners: Hertz's μp less the traction q along the pull is again a pressure of
/// Hertz, over the stick zone alone, so that c² = 5/2 ∫(μp − q) r² dA / ∫(μp − q) dA.
fn slip_partly(cells: usize) -> PartialSlip {
    let (cup, ball, patch, poisson, modulus) = (14e-3, 1e-3, 0.05e-3, 0.49_f64, 1e9);
    let finer = 6.0 / cells as f64;
    let shell = HemisphericalShell {
        inner_radius: cup,
        thickness: 20e-3,
        rim_angle: 1.2,
        patch_angle: 1.15 * patch / cup,
        patch_cells: cells,
        ring_cells: 3 * cells / 2,
        ring_growth: 2.13_f64.powf(finer),
        layers: 2 * cells,
        layer_growth: 1.865_f64.powf(finer),
        sector: Sector::Full,
    };
    let mesh = shell.mesh(ElementKind::Hex8).expect("a shell");
    let outer = mesh.nodes_of("outer").expect("outer");
    let material = Material::Linear(Elastic { modulus, poisson, density: 1.0 });
    let solid = Solid::new(mesh, material, Supports::none().clamp(&outer)).expect("a solid");
    let contact = RigidContact::new(&solid, "inner").expect("a surface");
    let effective = cup * ball / (cup - ball);
    let normal = 4.0 / 3.0 * modulus / (1.0 - poisson * poisson) * patch.powi(3) / effective;
    let friction = 0.4;
    let head = Sphere::new(Vector3::new(0.0, 0.0, cup - ball), ball).expect("a ball");
    let mut dry = FrictionContact::new(&contact, friction).expect("friction");
    let (mut statics, settings) = (Statics::new(&solid), ContactSettings::default());
    let free = vec![Vector3::x(), Vector3::y(), Vector3::z()];
    let press = Leading::Force { force: Vector3::z() * normal, free: free.clone() };
    let rest = dry.rest(Obstacle::new(&head)).expect("clear");
    let pressed = dry.step(&mut statics, &rest, &press, &settings).expect("pressed");
    let places = contact.compute_pressure_places(&pressed.state);
    let radius = pressed.compute_radius(&places, Vector3::z()).expect("a round patch");
    let shear = modulus / (2.0 * (1.0 + poisson));
    let mut found = PartialSlip { patch: radius / patch, way: [0.0; 3], stick: [0.0; 3] };
    let mut last = pressed.clone();
    for (k, share) in [0.3, 0.6, 0.9_f64].into_iter().enumerate() {
        let pull = Vector3::new(share * friction * normal, 0.0, normal);
        let leading = Leading::Force { force: pull, free: free.clone() };
        last = dry.step(&mut statics, &last, &leading, &settings).expect("partial slip");
        let way = last.obstacle.pose.translation.vector - pressed.obstacle.pose.translation.vector;
        let exact =
            3.0 * friction * normal * (2.0 - poisson) / (16.0 * shear * patch) * (1.0 - (1.0 - share).powf(2.0 / 3.0));
        let missing = |i: usize| (friction * last.pressure[i] - last.traction[i].norm()) * contact.surface().area[i];
        let moment: f64 = (0..places.len()).map(|i| missing(i) * places[i].xy().norm_squared()).sum();
        let stick = (2.5 * moment / (0..places.len()).map(missing).sum::<f64>()).sqrt();
        (found.way[k], found.stick[k]) = (way.x / exact, stick / patch / (1.0 - share).cbrt());
    }
    found
}

/// A ball pressed into an elastic body that is incompressible (so that pressing it makes no slip), then pulled aside with
/// T < μN: it sticks inside c, slips between c and a, and gives way by δ [Johnson1985, Eqs. 7.40–7.42; one body rigid]
///
/// c/a = (1 − T/μN)^⅓,  δ = 3μN(2 − ν)/(16 G a) · (1 − (1 − T/μN)^⅔)
///
/// The error is that of the mesh: with 4, 5, 6, 8 and 10 cells the ball gives way too little by at most 7.2, 6.7, 4.2, 2.7 and
/// 2.2 %, and the stick zone is off by at most 5.3, 5.3, 2.2, 2.3 and 1.7 %.
#[test]
fn partial_slip_converges_to_that_of_cattaneo_and_mindlin() {
    let [coarse, fine] = [4, 6].map(slip_partly);
    let worst = |ratios: &[f64]| ratios.iter().map(|x| (x - 1.0).abs()).fold(0.0, f64::max);
    let order = (worst(&coarse.way) / worst(&fine.way)).ln() / 1.5_f64.ln();
    assert!((1.0..2.2).contains(&order), "order {order:.2}: {coarse:#?} {fine:#?}");
    assert!(worst(&fine.stick) < worst(&coarse.stick), "{coarse:#?} {fine:#?}");
    assert!((fine.patch - 1.0).abs() < (coarse.patch - 1.0).abs(), "{coarse:#?} {fine:#?}");
    // What is left follows from the two meshes: for an error of order 3/2 it is their difference over 1.5^(3/2) − 1.
    for (near, far) in fine.way.iter().zip(&coarse.way) {
        let limit = near + (near - far) / (1.5_f64.powf(1.5) - 1.0);
        assert!((limit - 1.0).abs() < 0.02, "{limit}: {coarse:#?} {fine:#?}");
    }
    assert!(worst(&fine.way) < 0.045 && worst(&fine.stick) < 0.025 && (fine.patch - 1.0).abs() < 0.035, "{fine:#?}");
}
