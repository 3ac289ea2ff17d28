use super::*;
use crate::muscle::continuity::{Defect, Sample, find_defects, find_jumps};
use crate::muscle::wrap::{EllipsoidRule, Quadrant, Shape, TorusRule};
use nalgebra::{Rotation3, Unit};
use std::f64::consts::PI;

fn point(x: f64, y: f64, z: f64, body: usize) -> PathPoint {
    PathPoint { place: Vector3::new(x, y, z), body }
}

fn cylinder(radius: f64) -> WrapObject {
    WrapObject::new(Shape::Cylinder { radius, length: 100.0 }, 1)
}

#[test]
fn straight_path_is_the_sum_of_its_parts() {
    let points = [point(0.0, 0.0, 0.0, 0), point(3.0, 4.0, 0.0, 0), point(3.0, 4.0, 12.0, 1)];
    let mut solver = PathSolver::default();
    let path = solver.solve(&points, &[]);
    assert_eq!(path.length, 17.0);
    assert_eq!(path.pulls.len(), 2, "within one body nothing is pulled");
    assert_eq!(path.pulls[0].force, Vector3::z());
}

#[test]
fn helix_is_straight_on_the_unrolled_cylinder() {
    // Half a turn, tangents of 2, and 5 along the axis: √((2 + π + 2)² + 5²).
    let points = [point(-1.0, -2.0, 0.0, 0), point(1.0, -2.0, 5.0, 2)];
    let mut solver = PathSolver::default();
    let path = solver.solve(&points, &[WrapObject { quadrant: Quadrant::Positive(1), ..cylinder(1.0) }]);
    assert!((path.length - (4.0 + PI).hypot(5.0)).abs() < 1e-14 * path.length);
    let WrapState::Wrapped(wrapped) = path.wraps[0] else { panic!("not wrapped") };
    assert!((wrapped.enter - Vector3::new(-1.0, 0.0, 10.0 / (4.0 + PI))).norm() < 1e-14);
    // One angle with the axis throughout: tangency in three dimensions.
    assert!((path.pulls[0].force.z - 5.0 / path.length).abs() < 1e-15);
}

#[test]
fn great_circle_is_as_long_as_in_its_plane() {
    // Ends at distance 2 from a unit sphere, 170° apart: tangents √3 each, 60° of shade each.
    let turn = Rotation3::from_axis_angle(&Unit::new_normalize(Vector3::new(1.0, 2.0, 3.0)), 0.7);
    let apart = 170.0_f64.to_radians();
    let ends = [Vector3::new(2.0, 0.0, 0.0), Vector3::new(2.0 * apart.cos(), 2.0 * apart.sin(), 0.0)];
    let points = [0, 1].map(|i| PathPoint { place: turn * ends[i], body: i });
    let mut solver = PathSolver::default();
    let path = solver.solve(&points, &[WrapObject::new(Shape::Sphere { radius: 1.0 }, 2)]);
    assert!((path.length - (2.0 * 3.0_f64.sqrt() + 50.0_f64.to_radians())).abs() < 1e-14);
}

/// Every body's pulls against the change of length when the body is moved with all that is fixed to it.
fn pulls_are_slopes(name: &str, points: &[PathPoint], wraps: &[WrapObject]) {
    let mut solver = PathSolver::default();
    let path = solver.solve(points, wraps).clone();
    assert!(path.settled, "{name}: {}", path.unsettled);
    assert!(path.wraps.iter().all(|state| matches!(state, WrapState::Wrapped(_))), "{name}: {:?}", path.wraps);
    let step = 1e-5;
    for body in 0..3 {
        for k in 0..6 {
            let mut length = |by: f64| {
                let axis = Vector3::ith(k % 3, by);
                let turn = if k < 3 { Rotation3::identity() } else { Rotation3::new(axis) };
                let shift = if k < 3 { axis } else { Vector3::zeros() };
                let mut points = points.to_vec();
                let mut wraps = wraps.to_vec();
                for point in points.iter_mut().filter(|p| p.body == body) {
                    point.place = turn * point.place + shift;
                }
                for wrap in wraps.iter_mut().filter(|w| w.body == body) {
                    (wrap.position, wrap.rotation) = (turn * wrap.position + shift, turn.matrix() * wrap.rotation);
                }
                solver.solve(&points, &wraps).length
            };
            let slope = (length(step) - length(-step)) / (2.0 * step);
            let part = |pull: &Pull| if k < 3 { pull.force[k] } else { pull.point.cross(&pull.force)[k - 3] };
            let pulled: f64 = path.pulls.iter().filter(|pull| pull.body == body).map(part).sum();
            assert!((slope + pulled).abs() < 1e-7, "{name}, body {body}, motion {k}: {slope} and {pulled}");
        }
    }
}

fn turned(object: WrapObject, position: [f64; 3]) -> WrapObject {
    let rotation = *Rotation3::from_euler_angles(0.3, -0.4, 0.2).matrix();
    WrapObject { rotation, position: Vector3::from(position), ..object }
}

#[test]
fn pulls_are_the_slopes_of_the_length() {
    let points = [point(0.1, 3.0, 0.2, 0), point(0.2, -2.5, -0.3, 2)];
    let half = |object| WrapObject { quadrant: Quadrant::Positive(0), ..object };
    let ellipsoid = Shape::Ellipsoid { radii: [0.5, 1.0, 0.7], rule: EllipsoidRule::Geodesic };
    let ring = Shape::Torus { tube: 0.2, ring: 0.6, rule: TorusRule::Geodesic };
    let flat =
        WrapObject { rotation: *Rotation3::from_euler_angles(1.3, 0.2, 0.0).matrix(), ..WrapObject::new(ring, 1) };
    let sphere = WrapObject::new(Shape::Sphere { radius: 0.6 }, 1);
    pulls_are_slopes("cylinder", &points, &[half(turned(cylinder(0.5), [0.05, 0.1, 0.0]))]);
    pulls_are_slopes("sphere", &points, &[turned(sphere, [0.05, 0.1, 0.1])]);
    pulls_are_slopes("far side of a sphere", &points, &[half(turned(sphere, [0.3, 0.1, 0.1]))]);
    pulls_are_slopes("ellipsoid", &points, &[turned(WrapObject::new(ellipsoid, 1), [-0.1, 0.1, 0.05])]);
    let through = [point(1.0, 3.0, 0.2, 0), point(0.2, -2.5, -0.3, 2)];
    pulls_are_slopes("torus", &through, &[flat]);
    let two =
        [half(turned(cylinder(0.5), [0.0, 0.9, 0.0])), WrapObject { body: 2, ..turned(sphere, [0.0, -0.8, 0.1]) }];
    pulls_are_slopes("cylinder and sphere", &points, &two);
}

#[test]
fn ellipsoids_with_equal_axes_are_spheres() {
    let points = [point(0.1, 3.0, 0.2, 0), point(0.2, -2.5, -0.3, 2)];
    let mut solver = PathSolver::default();
    let mut length = |shape| solver.solve(&points, &[turned(WrapObject::new(shape, 1), [0.05, 0.1, 0.1])]).length;
    let exact = length(Shape::Sphere { radius: 0.6 });
    for (rule, error) in [
        (EllipsoidRule::Midpoint, 1e-12),
        (EllipsoidRule::Hybrid, 1e-12),
        (EllipsoidRule::Axial, 1e-5),
        (EllipsoidRule::Geodesic, 1e-11),
    ] {
        let found = length(Shape::Ellipsoid { radii: [0.6; 3], rule });
        assert!((found - exact).abs() < error, "{rule:?}: {found} for {exact}");
    }
}

#[test]
fn no_section_is_shorter_than_the_geodesic() {
    let points = [point(0.1, 3.0, 0.2, 0), point(0.2, -2.5, -0.3, 2)];
    let mut solver = PathSolver::default();
    let mut length = |rule| {
        let shape = Shape::Ellipsoid { radii: [0.5, 1.0, 0.7], rule };
        solver.solve(&points, &[turned(WrapObject::new(shape, 1), [-0.1, 0.1, 0.05])]).length
    };
    let shortest = length(EllipsoidRule::Geodesic);
    for rule in [EllipsoidRule::Midpoint, EllipsoidRule::Hybrid, EllipsoidRule::Axial] {
        let found = length(rule);
        assert!(found > shortest && found < 1.01 * shortest, "{rule:?}: {found} for {shortest}");
    }
}

#[test]
fn a_ring_is_met_on_the_circle_of_its_tube() {
    // In a plane through the axis a path is planar: tangents to the tube's circle at x = 2 from inside the ring.
    let points = [point(2.3, 0.0, 2.0, 0), point(2.3, 0.0, -2.0, 2)];
    let mut solver = PathSolver::default();
    let (away, down) = (0.3_f64, 2.0_f64);
    let tangent = (away * away + down * down - 0.25).sqrt();
    let turn = 2.0 * (PI - down.atan2(away) - tangent.atan2(0.5));
    for rule in [TorusRule::Tube, TorusRule::Geodesic] {
        let ring = Shape::Torus { tube: 0.5, ring: 2.0, rule };
        let path = solver.solve(&points, &[WrapObject::new(ring, 1)]);
        let exact = 2.0 * tangent + 0.5 * turn;
        assert!((path.length - exact).abs() < 1e-10, "{rule:?}: {} for {exact}", path.length);
    }
}

#[test]
fn order_of_objects_does_not_matter_to_a_belt() {
    // Over two drums of radius 1, 5 apart, with hanging ends: two quarter turns and 2 + 5 + 2 straight.
    let points = [point(-1.0, -2.0, 0.0, 0), point(6.0, -2.0, 0.0, 2)];
    let over =
        |x: f64| WrapObject { quadrant: Quadrant::Positive(1), position: Vector3::new(x, 0.0, 0.0), ..cylinder(1.0) };
    let mut solver = PathSolver::default();
    for wraps in [[over(0.0), over(5.0)], [over(5.0), over(0.0)]] {
        let path = solver.solve(&points, &wraps);
        assert!(path.settled && (path.length - 9.0 - PI).abs() < 1e-10, "{}", path.length);
    }
}

#[test]
fn an_object_is_wrapped_within_its_range_only() {
    let points = [point(0.0, 2.0, 0.0, 0), point(0.0, -2.0, 0.0, 0), point(4.0, -2.0, 0.0, 2)];
    let mut solver = PathSolver::default();
    let drum = WrapObject { quadrant: Quadrant::Positive(0), ..cylinder(1.0) };
    let mut wrapped = |range| {
        let path = solver.solve(&points, &[WrapObject { range: Some(range), ..drum }]);
        path.wraps[0] != WrapState::Free
    };
    assert!(wrapped((0, 1)) && wrapped((0, 2)) && !wrapped((1, 2)));
}

#[test]
fn a_point_inside_is_a_defect() {
    let points = [point(0.2, 0.1, 0.0, 0), point(4.0, 0.0, 0.0, 2)];
    let mut solver = PathSolver::default();
    for shape in [
        Shape::Cylinder { radius: 1.0, length: 1.0 },
        Shape::Sphere { radius: 1.0 },
        Shape::Ellipsoid { radii: [1.0, 2.0, 1.5], rule: EllipsoidRule::Hybrid },
    ] {
        assert_eq!(solver.solve(&points, &[WrapObject::new(shape, 1)]).wraps[0], WrapState::Inside);
    }
}

#[test]
fn a_path_that_lets_go_of_a_sphere_at_once_is_reported() {
    // Led around the far half, the path is free as soon as the straight line misses the sphere.
    let sphere = WrapObject { quadrant: Quadrant::Positive(0), ..WrapObject::new(Shape::Sphere { radius: 1.0 }, 1) };
    let mut solver = PathSolver::default();
    let mut samples = Vec::new();
    let mut found = Vec::new();
    let mut before: Option<PathSolution> = None;
    for k in 0..=60 {
        let x = -0.5 - 0.01 * f64::from(k);
        let path = solver.solve(&[point(x, 4.0, 0.0, 0), point(x, -4.0, 0.0, 2)], &[sphere]);
        let pulled: f64 = path.pulls.iter().filter(|pull| pull.body != 1).map(|pull| pull.force.x).sum();
        samples.push(Sample { at: x, length: path.length, slope: -pulled });
        if let Some(before) = &before {
            found.extend(find_defects(before, path, 1e-3));
        }
        before = Some(path.clone());
    }
    let jumps = find_jumps(&samples, 1e-6);
    assert_eq!(jumps.len(), 1, "{jumps:?}");
    assert!(jumps[0].from > -1.0 - 1e-9 && jumps[0].to < -1.0 + 1e-9, "{jumps:?}");
    // At x = −1 the tangent points are 4 from the ends: an arc of 2 (atan2(4, −1) − atan2(4, 1)).
    let arc = 2.0 * (4.0_f64.atan2(-1.0) - 4.0_f64.atan2(1.0));
    assert!(matches!(found[..], [Defect::LostContact { object: 0, arc: a }] if (a - arc).abs() < 0.01), "{found:?}");
}
