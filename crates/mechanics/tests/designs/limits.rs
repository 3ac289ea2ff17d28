//! Designs that are a hip, and designs that are two tori on elastic half-spaces: what theory says of both is known.

use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, SurfacePair};
use mechanics::contact::{ConformalSphere, EllipticHertz, Foundation, PressureLaw};
use mechanics::geometry::design::{Femoral, FemoralShape, Insert, InsertShape};
use mechanics::geometry::{QuadraturePoint, Surface};
use nalgebra::Vector3;
use numerics::quadrature::GaussLegendre;

use crate::common::*;
use crate::contact::{BALL, CUP, LINER, ball, closed_form, dish, force};

/// Points on a designed dish, by Gauss' rule around an axis from the centre of the dish: no point of any other surface.
fn points_around(dish: &Insert, axis: Vector3<f64>, edge: f64) -> Vec<QuadraturePoint> {
    let centre = Vector3::new(0.0, CUP, 10e-3);
    let aside = axis.cross(&Vector3::x()).normalize();
    let other = axis.cross(&aside);
    let (rule, turns) = (GaussLegendre::<16>::new(), 48);
    let mut points = Vec::new();
    for (psi, weight) in rule.points(0.0, edge) {
        for i in 0..turns {
            let (sin, cos) = (TAU * f64::from(i) / f64::from(turns)).sin_cos();
            let way = axis * psi.cos() + (aside * cos + other * sin) * psi.sin();
            let above = centre + way * CUP;
            let (height, normal) = dish.height(above.x, above.z).expect("on the dish");
            let area = CUP * CUP * psi.sin() * weight * TAU / f64::from(turns);
            points.push(QuadraturePoint { point: Vector3::new(above.x, height, above.z), normal, area, facet: 0 });
        }
    }
    points
}

/// Both parts by design. Springs along the normals of the dish, as long as a ray from there to the ball says, are the law of
/// the hip (Eq. 25 of Askari2018); springs that reach the shortest way, as the contact of surfaces has them, are their own
/// closed form. Both to a millionth.
#[test]
fn a_sphere_in_a_sphere_of_which_both_are_designed_is_the_hip_to_a_millionth() {
    let foundation = Foundation::in_series([LINER.stiffness()]).expect("a layer");
    let hip = ConformalSphere { ball_radius: BALL, socket_radius: CUP, foundation };
    let (dish, ball) = (Arc::new(dish()), Arc::new(ball()));
    for (tilt, depth) in [(0.0, 1e-6), (0.0, 4e-6), (0.0, 10e-6), (0.15, 2e-6)] {
        let axis = Vector3::new(f64::sin(tilt), -f64::cos(tilt), 0.0);
        let points = points_around(&dish, axis, hip.patch_angle(depth));
        // The ball's centre is at z = 10 mm in its own axes.
        let at = Vector3::new(0.0, CUP, 0.0) + axis * (CUP - BALL + depth);
        let mut sum = Vector3::zeros();
        for point in &points {
            let inside = point.point + point.normal * 1e-3 - at;
            let over = ball.cast_ray(&inside, &-point.normal).expect("the ball").distance - 1e-3;
            sum += point.normal * (foundation.stiffness() * over * point.area);
        }
        let known = hip.force_and_slope(depth).0;
        assert!((sum + axis * known).norm() < 1e-6 * known, "{tilt} {depth}: {sum:?} is not {known} N along {axis:?}");
        let law = PressureLaw::linear(&[LINER]).expect("a layer");
        let settings = PairSettings::new(law, 1e-3);
        let pair = SurfacePair::on_points(dish.clone(), ball.clone(), [points, Vec::new()], settings).expect("a pair");
        let found = force(&pair, at);
        let known = closed_form(depth);
        assert!((found + axis * known).norm() < 1e-6 * known, "{tilt} {depth}: {found:?} is not {known} N");
    }
}

/// Cells of a grid across the patch, in either direction.
const CELLS: usize = 44;

/// What sinks under a rectangle of even pressure, times π E* over the pressure (Love; Johnson1985, Eq. 3.25), at (x, y) from
/// its middle; a and b are half of its sides.
fn love(x: f64, y: f64, a: f64, b: f64) -> f64 {
    let part = |s: f64, from: f64, to: f64| s * ((to + to.hypot(s)) / (from + from.hypot(s))).ln();
    part(x + a, y - b, y + b) + part(y + b, x - a, x + a) - part(x - a, y - b, y + b) - part(y - b, x - a, x + a)
}

/// A grid over a patch: half of its sides, and the gaps between the surfaces before they are pressed.
struct Pressed {
    half: [f64; 2],
    gaps: Vec<f64>,
}

impl Pressed {
    fn new(half: [f64; 2], gap: impl Fn(f64, f64) -> f64) -> Self {
        let at = |k: usize, i: usize| half[k] * (2.0 * (i as f64 + 0.5) / CELLS as f64 - 1.0);
        let gaps = (0..CELLS * CELLS).map(|i| gap(at(0, i / CELLS), at(1, i % CELLS))).collect();
        Self { half, gaps }
    }

    /// Peak pressure and approach of half-spaces of the modulus E* under a force: the conjugate gradients of Polonsky and
    /// Keer [PolonskyKeer1999], which know neither paraboloids nor ellipses.
    fn solve(&self, modulus: f64, force: f64) -> [f64; 2] {
        let n = CELLS * CELLS;
        let [a, b] = self.half.map(|half| half / CELLS as f64);
        let area = 4.0 * a * b;
        let table: Vec<f64> = (0..n)
            .map(|i| love(2.0 * a * (i / CELLS) as f64, 2.0 * b * (i % CELLS) as f64, a, b) / (PI * modulus))
            .collect();
        let sink = |p: &[f64]| -> Vec<f64> {
            let loaded: Vec<usize> = (0..n).filter(|&j| p[j] != 0.0).collect();
            let between =
                |i: usize, j: usize| table[(i / CELLS).abs_diff(j / CELLS) * CELLS + (i % CELLS).abs_diff(j % CELLS)];
            (0..n).map(|i| loaded.iter().map(|&j| between(i, j) * p[j]).sum()).collect()
        };
        let mut p = vec![force / (area * n as f64); n];
        let (mut way, mut last, mut keep) = (vec![0.0; n], 1.0, 0.0);
        let mut approach = 0.0;
        for _ in 0..400 {
            let closed: Vec<usize> = (0..n).filter(|&i| p[i] > 0.0).collect();
            let mean = |values: &[f64]| closed.iter().map(|&i| values[i]).sum::<f64>() / closed.len() as f64;
            let mut g: Vec<f64> = sink(&p).iter().zip(&self.gaps).map(|(u, gap)| u + gap).collect();
            approach = mean(&g);
            g.iter_mut().for_each(|g| *g -= approach);
            let square: f64 = closed.iter().map(|&i| g[i] * g[i]).sum();
            let next: Vec<f64> =
                (0..n).map(|i| if p[i] > 0.0 { g[i] + keep * square / last * way[i] } else { 0.0 }).collect();
            (way, last) = (next, square);
            let mut r = sink(&way);
            let level = mean(&r);
            r.iter_mut().for_each(|r| *r -= level);
            let step =
                closed.iter().map(|&i| g[i] * way[i]).sum::<f64>() / closed.iter().map(|&i| r[i] * way[i]).sum::<f64>();
            let before = p.clone();
            closed.iter().for_each(|&i| p[i] = (p[i] - step * way[i]).max(0.0));
            keep = 1.0;
            for i in 0..n {
                if p[i] == 0.0 && g[i] < 0.0 {
                    p[i] = -step * g[i];
                    keep = 0.0;
                }
            }
            let whole = force / (area * p.iter().sum::<f64>());
            p.iter_mut().for_each(|p| *p *= whole);
            let change: f64 = p.iter().zip(&before).map(|(a, b)| (a - b).abs()).sum();
            if change * area < 1e-7 * force {
                break;
            }
        }
        [p.iter().copied().fold(0.0, f64::max), approach]
    }
}

/// Under a load that becomes lighter the patch becomes small against the radii: what half-spaces do between the designed
/// surfaces then tends to Hertz' ellipse, whose two radii are those that were written down.
#[test]
fn a_torus_on_a_torus_by_design_is_elliptic_hertz_in_its_limit() {
    let flat = InsertShape { toe_in: 0.0, slope: 0.0, present: [false, true], ..insert_shape() };
    let insert = Insert::new(flat, 2e-3).expect("an insert");
    let straight = FemoralShape { toe_in: 0.0, present: [false, true], ..femoral_shape() };
    let femoral = Femoral::new(straight).expect("a condyle");
    let low = insert.lowest().next().expect("a lowest point");
    let origin = Vector3::new(low.x + femoral.advance(), femoral.height(), 0.0);
    let relative = |a: f64, b: f64| 1.0 / (1.0 / a - 1.0 / b);
    // Across: from front to back 34 in 56 mm, from side to side 30 in 33 mm.
    let radii = [relative(34e-3, 56e-3), relative(30e-3, 33e-3)];
    let modulus = 1e9 / (1.0 - 0.46 * 0.46);
    let hertz = EllipticHertz::new(radii[0], radii[1], modulus);
    let gap = |x: f64, z: f64| {
        let (height, _) = insert.height(low.x + x, low.z + z).expect("inside");
        let from = Vector3::new(low.x + x, height - 1e-3, low.z + z) - origin;
        femoral.cast_ray(&from, &Vector3::y()).expect("the condyle is above").distance - 1e-3
    };
    let off = |force: f64, gap: &dyn Fn(f64, f64) -> f64| {
        let (a, b) = hertz.semi_axes(force);
        // The longer axis lies where the surfaces are more alike.
        let half = [1.15 * a.min(b), 1.15 * a.max(b)];
        let [peak, approach] = Pressed::new(half, gap).solve(modulus, force);
        [peak / hertz.peak_pressure(force) - 1.0, approach / (force / hertz.stiffness()).powf(2.0 / 3.0) - 1.0]
    };
    // What the grid itself is wrong by: a paraboloid, for which Hertz is exact.
    let grid = off(10.0, &|x, z| 0.5 * (x * x / radii[0] + z * z / radii[1]));
    assert!(grid.iter().all(|error| error.abs() < 2e-3), "{grid:?}");
    let errors = [400.0, 50.0, 6.25].map(|force| off(force, &gap));
    for k in 0..2 {
        let of_shape = errors.map(|error| error[k] - grid[k]);
        // The patch becomes half as wide with an eighth of the force; what is left of the gap is of its square.
        for pair in of_shape.windows(2) {
            assert!((3.9..4.1).contains(&(pair[0] / pair[1])), "{of_shape:?}");
        }
        assert!(of_shape[2].abs() < 5e-4, "{of_shape:?}");
    }
}
