//! Points on a surface compliance: forces with a potential, exact slopes, the exact solution of a layer, bad input.

use std::sync::Arc;

use mechanics::contact::surfaces::{PairError, PairSettings, Sampled, Scratch, SurfacePair, Twist};
use mechanics::contact::{Coulomb, Damping, Layer, PressureLaw};
use mechanics::geometry::shape::{Ellipsoid, Plane, Sphere, SphericalCup};
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::material::Elastic;
use mechanics::solid::mesh::{Plan, Swept, SweptLayer, Underside};
use mechanics::solid::{Material, Solid, SolidError, Supports, SurfaceCompliance};
use nalgebra::{DMatrix, Isometry3, Matrix6, UnitQuaternion, Vector3, Vector6};
use numerics::complementarity::Complementarity;

const THICKNESS: f64 = 6e-3;

fn dish() -> Arc<dyn Surface> {
    Arc::new(SphericalCup::new(Vector3::new(0.0, 60e-3, 0.0), 60e-3, -Vector3::y(), 0.2).expect("a dish"))
}

fn condyle() -> Arc<dyn Surface> {
    Arc::new(Ellipsoid::new(Vector3::zeros(), [Vector3::x(), Vector3::y()], [34e-3, 30e-3, 22e-3]).expect("a condyle"))
}

fn swept(surface: &dyn Surface, spacing: f64) -> Swept {
    SweptLayer::new(surface, Vector3::y(), Underside::Below(THICKNESS), spacing).mesh().expect("a mesh")
}

fn material(poisson: f64) -> Elastic {
    Elastic { modulus: 0.5e9, poisson, density: 0.0 }
}

fn compliance(swept: &Swept, poisson: f64) -> SurfaceCompliance {
    let supports = Supports::none().clamp(&swept.mesh.nodes_of("underside").expect("an underside"));
    let solid = Solid::new(swept.mesh.clone(), Material::Linear(material(poisson)), supports).expect("a solid");
    let normals: Vec<Vector3<f64>> = swept.points.iter().map(|point| point.normal).collect();
    SurfaceCompliance::compute(&solid, &swept.top, &normals, 1e9).expect("a compliance")
}

fn settings(poisson: f64) -> PairSettings {
    let law = PressureLaw::linear(&[Layer { thickness: THICKNESS, material: material(poisson) }]).expect("a layer");
    PairSettings {
        damping: Damping::Hysteretic { factor: 3.0 },
        friction: Coulomb { static_coefficient: 0.1, dynamic_coefficient: 0.06, transition_speed: 5e-3 },
        ..PairSettings::new(law, 1e-3)
    }
}

fn pair(poisson: f64) -> SurfacePair {
    let surface = dish();
    let swept = swept(surface.as_ref(), 1.5e-3);
    let compliance = Arc::new(compliance(&swept, poisson));
    let points: [Vec<QuadraturePoint>; 2] = [swept.points, Vec::new()];
    let pair = SurfacePair::on_points(surface, condyle(), points, settings(poisson)).expect("a pair");
    pair.with_compliance(compliance).expect("its own points")
}

fn pose() -> Isometry3<f64> {
    Isometry3::from_parts(
        Vector3::new(0.3e-3, 30e-3 - 0.15e-3, -0.4e-3).into(),
        UnitQuaternion::from_scaled_axis(Vector3::new(0.02, 0.3, 0.05)),
    )
}

fn moving() -> Twist {
    Twist { linear: Vector3::new(2e-3, -4e-3, 1e-3), angular: Vector3::new(0.4, 1.0, -0.3) }
}

fn moved(pose: &Isometry3<f64>, axis: usize, by: f64) -> Isometry3<f64> {
    let step = Vector3::ith(axis % 3, by);
    if axis < 3 {
        Isometry3::from_parts((pose.translation.vector + step).into(), pose.rotation)
    } else {
        Isometry3::from_parts(pose.translation, UnitQuaternion::from_scaled_axis(step) * pose.rotation)
    }
}

#[test]
fn slopes_of_coupled_points_match_differences() {
    for (poisson, twist) in [(0.4, Twist::REST), (0.46, moving()), (0.49, moving())] {
        let pair = pair(poisson);
        let mut scratch = pair.scratch();
        let (response, slopes) = pair.evaluate_with_slopes(&pose(), &twist, &mut scratch);
        assert!(response.force.y > 50.0, "{}", response.force);
        let weigh = |axis: usize| if axis < 3 { 1.0 } else { 1.0 / 30e-3 };
        let mut numeric = Matrix6::zeros();
        for axis in 0..6 {
            // So small that no gap opens or closes on the way.
            let h = 1e-10 * weigh(axis);
            let mut wrench = |by: f64| pair.evaluate(&moved(&pose(), axis, by), &twist, &mut scratch).wrench();
            let difference: Vector6<f64> = (wrench(h) - wrench(-h)) / (2.0 * h);
            numeric.set_column(axis, &difference);
        }
        let weighed = |m: &Matrix6<f64>| Matrix6::from_fn(|i, j| m[(i, j)] * weigh(i) / weigh(j));
        let (exact, numeric) = (weighed(&slopes.by_pose), weighed(&numeric));
        let error = (exact - numeric).norm() / numeric.norm();
        assert!(error < 1e-4, "ν = {poisson}: {error:e}\n{exact}\n{numeric}");
    }
}

/// Work along a way from contact to contact, by Gauss's rule of five points, is what the stored energy lost.
#[test]
fn the_wrench_of_coupled_points_is_minus_the_slope_of_their_energy() {
    let pair = pair(0.46);
    let mut scratch = pair.scratch();
    let mut elastic = |pose: &Isometry3<f64>| pair.evaluate(pose, &Twist::REST, &mut scratch);
    let way = |s: f64| moved(&moved(&pose(), 1, -s * 1e-6), 5, s * 2e-5);
    let nodes =
        [(0.0, 0.5688888888888889), (0.5384693101056831, 0.4786286704993665), (0.906179845938664, 0.2369268850561891)];
    let mut work = 0.0;
    for (x, w) in nodes.into_iter().flat_map(|(x, w)| if x == 0.0 { vec![(x, w)] } else { vec![(x, w), (-x, w)] }) {
        let response = elastic(&way(0.5 + 0.5 * x));
        work += 0.5 * w * (-1e-6 * response.force.y + 2e-5 * response.moment.z);
    }
    let lost = elastic(&way(0.0)).energy - elastic(&way(1.0)).energy;
    assert!((work / lost - 1.0).abs() < 1e-6, "{work:e} {lost:e}");
}

/// Each is judged by all points at once, from a start that knows nothing: none that would touch is left out, even where an
/// incompressible layer rises beside the patch.
#[test]
fn no_point_that_would_touch_is_left_out() {
    let surface = dish();
    let swept = swept(surface.as_ref(), 1.5e-3);
    for poisson in [0.3, 0.49] {
        let compliance = Arc::new(compliance(&swept, poisson));
        if poisson > 0.48 {
            assert!(compliance.rises().iter().any(|rise| *rise > 0.0), "an incompressible layer rises");
        }
        let plain = PairSettings::new(settings(poisson).law, 1e-3);
        let points = [swept.points.clone(), Vec::new()];
        let pair = SurfacePair::on_points(surface.clone(), condyle(), points, plain).expect("a pair");
        let pair = pair.with_compliance(Arc::clone(&compliance)).expect("its own points");
        let mut fields = [Default::default()];
        pair.evaluate_with_fields(&pose(), &Twist::REST, 1.0, &mut pair.scratch(), &mut fields);
        let known: Vec<usize> = (0..swept.points.len()).filter(|&i| fields[0].gap[i].is_finite()).collect();
        let a = DMatrix::from_fn(known.len(), known.len(), |i, j| {
            compliance.values()[known[i] + known[j] * compliance.size()]
        });
        let gap: Vec<f64> = known.iter().map(|&i| fields[0].gap[i]).collect();
        let guide = DMatrix::zeros(known.len(), 0);
        let problem = Complementarity { compliance: &a, gap: &gap, guide: &guide, force: &[] };
        let judge = problem.solve(&gap.iter().map(|g| *g < 0.0).collect::<Vec<_>>()).expect("a solution");
        let mut warm = pair.scratch();
        for reach in [0.0, 1e-3] {
            pair.evaluate_with_fields(&pose(), &Twist::REST, reach, &mut warm, &mut fields);
            for (i, force) in known.iter().zip(&judge.pressure) {
                let ours = fields[0].pressure[*i] * swept.points[*i].area;
                assert!((ours - force).abs() < 1e-9, "ν = {poisson}: {ours} {force}");
            }
        }
    }
}

#[test]
fn swapping_the_bodies_of_coupled_points_changes_nothing() {
    let surface = dish();
    let swept = swept(surface.as_ref(), 1.5e-3);
    let compliance = Arc::new(compliance(&swept, 0.46));
    let (here, pose, twist) = (pair(0.46), pose(), moving());
    let points = [Vec::new(), swept.points];
    let follower = PairSettings { sampled: Sampled::Follower, ..settings(0.46) };
    let there = SurfacePair::on_points(condyle(), surface, points, follower).expect("a pair");
    let there = there.with_compliance(compliance).expect("its own points");
    let back = pose.inverse();
    let twist_back = Twist {
        linear: back.rotation * (-(twist.linear + twist.angular.cross(&-pose.translation.vector))),
        angular: back.rotation * -twist.angular,
    };
    let a = here.evaluate(&pose, &twist, &mut here.scratch());
    let b = there.evaluate(&back, &twist_back, &mut there.scratch());
    let force = pose.rotation * -b.force;
    let moment = pose.rotation * -b.moment - pose.translation.vector.cross(&force);
    assert!((a.force - force).norm() < 1e-9 * a.force.norm(), "{} {force}", a.force);
    assert!((a.moment - moment).norm() < 1e-9 * a.force.norm() * 30e-3, "{} {moment}", a.moment);
    assert!((a.energy / b.energy - 1.0).abs() < 1e-9);
    assert!((a.dissipated_power / b.dissipated_power - 1.0).abs() < 1e-8);
}

#[test]
fn threads_and_what_was_asked_before_change_no_bit_of_coupled_points() {
    let pair = pair(0.49);
    let mut ways: Vec<Scratch> = vec![pair.scratch(), pair.scratch().in_parallel(), pair.scratch()];
    let deeper = moved(&pose(), 1, -0.1e-3);
    pair.evaluate(&deeper, &Twist::REST, &mut ways[2]);
    let answers: Vec<_> = ways.iter_mut().map(|way| pair.evaluate_with_slopes(&pose(), &moving(), way)).collect();
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
    assert_eq!(ways[0].patch(), ways[2].patch());
}

/// Rigid balls of 22 mm, 50 µm deep in bonded layers of 0.5 GPa, exactly (`benches/peers/layer_exact.py`): thickness in mm,
/// Poisson's ratio, force in N, peak pressure in MPa, radius in mm. A quarter, sixteen cells over the patch.
#[test]
fn a_ball_on_a_bonded_layer_is_its_exact_solution() {
    let exact = [
        (1.0, 0.3, 117.0839, 33.4929, 1.3410),
        (1.0, 0.49, 236.6138, 59.3539, 1.4704),
        (4.0, 0.45, 60.3929, 21.4073, 1.1603),
        (16.0, 0.4, 44.4505, 18.4723, 1.0726),
    ];
    const BALL: f64 = 22e-3;
    for (thickness, poisson, force, peak, radius) in exact {
        let (thickness, patch) = (1e-3 * thickness, 1.3e-3);
        let (mut line, mut step) = (vec![0.0], patch / 16.0);
        while line[line.len() - 1] < patch + 5.0 * thickness {
            let last = line[line.len() - 1];
            step *= if last > 1.15 * patch { 1.4 } else { 1.0 };
            line.push(last + step);
        }
        let side = 2.0 * line[line.len() - 1] + 1e-6;
        let plane: Arc<dyn Surface> =
            Arc::new(Plane::new(Vector3::zeros(), Vector3::y(), Vector3::x(), [side; 2]).expect("a plane"));
        let mut layer = SweptLayer::new(plane.as_ref(), Vector3::y(), Underside::Flat(-thickness), 1.0);
        layer.plan = Plan::Lines([line.clone(), line]);
        if thickness < 2e-3 {
            // Squeezed out between ball and base: more cells through the thickness.
            (layer.first, layer.growth) = (0.6, 1.2);
        }
        let swept = layer.mesh().expect("a mesh");
        let on = |axis: usize| -> Vec<usize> {
            (0..swept.mesh.nodes.len()).filter(|&n| swept.mesh.nodes[n][axis].abs() < 1e-9).collect()
        };
        let underside = swept.mesh.nodes_of("underside").expect("an underside");
        let supports = Supports::none().hold(&on(0), 0).hold(&on(2), 2).clamp(&underside);
        let solid = Solid::new(swept.mesh.clone(), Material::Linear(material(poisson)), supports).expect("a solid");
        let normals = vec![Vector3::y(); swept.points.len()];
        let compliance = SurfaceCompliance::compute(&solid, &swept.top, &normals, 2e9).expect("a compliance");
        let ball: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL).expect("a ball"));
        let law = PressureLaw::linear(&[Layer { thickness, material: material(poisson) }]).expect("a layer");
        let pair = SurfacePair::on_points(plane, ball, [swept.points, Vec::new()], PairSettings::new(law, 1.0));
        let pair = pair.expect("a pair").with_compliance(Arc::new(compliance)).expect("its own points");
        let mut scratch = pair.scratch();
        let found = pair.evaluate(&Isometry3::translation(0.0, BALL - 50e-6, 0.0), &Twist::REST, &mut scratch);
        let patch = scratch.patch();
        let near = |ours: f64, exact: f64, within: f64, what: &str| {
            let off = ours / exact - 1.0;
            assert!(off.abs() < within, "{what} at {thickness} m, ν = {poisson}: {off:.4} off ({ours:.4}, {exact:.4})");
        };
        near(4.0 * found.force.y, force, 0.01, "force");
        near(1e-6 * patch.peak_pressure, peak, 0.01, "peak");
        // Whole cells are counted: a tenth of a cell's width, on average.
        near(1e3 * (4.0 * patch.area / std::f64::consts::PI).sqrt(), radius, 0.04, "radius");
    }
}

#[test]
fn bytes_keep_a_compliance_to_the_last_bit_and_tell_damage() {
    let surface = dish();
    let whole = compliance(&swept(surface.as_ref(), 4e-3), 0.4);
    let bytes = whole.to_bytes();
    assert_eq!(SurfaceCompliance::from_bytes(&bytes), Ok(whole.clone()));
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    for bad in [&damaged[..], &bytes[..bytes.len() - 8], &bytes[..20], b"something else", b""] {
        assert!(SurfaceCompliance::from_bytes(bad).is_err());
    }
    let softer = whole.stiffened(0.5);
    assert!((softer.values()[3] / whole.values()[3] - 2.0).abs() < 1e-14);
}

#[test]
fn layers_that_cannot_be_swept_are_refused_with_the_place() {
    let surface = dish();
    let layer = |underside| SweptLayer::new(surface.as_ref(), Vector3::y(), underside, 2e-3);
    let refused =
        |layer: SweptLayer<'_>| layer.mesh().map(|swept| swept.points.len()).expect_err("nonsense").to_string();
    let above = refused(layer(Underside::Flat(0.1e-3)));
    assert!(above.contains("mm thick below ("), "{above}");
    assert!(refused(layer(Underside::Below(0.0))).contains("thickness of the layer"));
    assert!(refused(SweptLayer { plan: Plan::Uniform(-1.0), ..layer(Underside::Below(1e-3)) }).contains("spacing"));
    // Normals of a small cap come together below it: their columns cross.
    let cap = Sphere::new(Vector3::zeros(), 5e-3).expect("a ball");
    let crossing = SweptLayer::new(&cap, Vector3::y(), Underside::Parallel(6e-3), 0.7e-3);
    assert!(refused(crossing).contains("cross"), "columns cross");
    let far = Plane::new(Vector3::new(0.5, -10e-3, 0.0), Vector3::y(), Vector3::x(), [1e-2; 2]).expect("a plane");
    assert!(refused(layer(Underside::Surface(&far))).contains("does not reach"));
    let down = SweptLayer { up: -Vector3::y(), ..layer(Underside::Below(1e-3)) };
    assert!(refused(down).contains("looks down"), "inside out");
}

#[test]
fn more_memory_than_allowed_is_refused_before_it_is_taken() {
    let surface = dish();
    let swept = swept(surface.as_ref(), 2e-3);
    let supports = Supports::none().clamp(&swept.mesh.nodes_of("underside").expect("an underside"));
    let solid = Solid::new(swept.mesh, Material::Linear(material(0.4)), supports).expect("a solid");
    let normals = vec![Vector3::y(); swept.top.len()];
    let refused = SurfaceCompliance::compute(&solid, &swept.top, &normals, 1e5).expect_err("too much");
    assert!(matches!(refused, SolidError::TooLarge { .. }) && refused.to_string().contains("GB"), "{refused}");
}

#[test]
fn a_compliance_of_other_points_is_refused() {
    let surface = dish();
    let compliance = Arc::new(compliance(&swept(surface.as_ref(), 4e-3), 0.4));
    let other = SurfacePair::new(surface, condyle(), settings(0.4)).expect("a pair");
    assert!(matches!(other.with_compliance(compliance).err(), Some(PairError::Compliance { .. })));
}
