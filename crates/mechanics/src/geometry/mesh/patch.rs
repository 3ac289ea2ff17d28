//! One curved facet: a cubic Bézier triangle.

use nalgebra::Vector3;

use super::xyz::Xyz;

/// S(u, v) = Σ_{i+j+k=3} 3!/(i! j! k!) (1−u−v)ⁱ uʲ vᵏ b_ijk, kept as a polynomial in u and v.
#[derive(Debug, Clone)]
pub(super) struct Patch {
    /// Coefficients of 1, u, v, u², uv, v², u³, u²v, uv², v³.
    polynomial: [Xyz; 10],
    /// No point of the patch is further than this from the point of the flat facet with the same u and v.
    deviation: f64,
    /// Mean of S minus the flat facet over the facet.
    mean_offset: Vector3<f64>,
}

/// What makes a patch: corners, for each side the control points near its first and second end, and the one in the middle.
#[derive(Debug, Clone, Copy)]
pub(super) struct ControlNet {
    pub(super) corners: [Vector3<f64>; 3],
    pub(super) sides: [[Vector3<f64>; 2]; 3],
    pub(super) middle: Vector3<f64>,
}

/// A point of a patch and its derivatives.
#[derive(Debug, Clone, Copy)]
pub(super) struct Local<V = Vector3<f64>> {
    pub(super) point: V,
    pub(super) u: V,
    pub(super) v: V,
    pub(super) uu: V,
    pub(super) uv: V,
    pub(super) vv: V,
}

/// The nearest point of a patch.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nearest {
    pub(super) place: [f64; 2],
    pub(super) point: Vector3<f64>,
    pub(super) square: f64,
    /// S_u × S_v there.
    pub(super) across: Vector3<f64>,
}

impl Nearest {
    /// Nothing was found yet.
    pub(super) const NONE: Self = Self {
        place: [0.0; 2],
        point: Vector3::new(0.0, 0.0, 0.0),
        square: f64::INFINITY,
        across: Vector3::new(0.0, 0.0, 0.0),
    };
}

impl ControlNet {
    /// The middle control point for which the patch reproduces quadratic surfaces.
    pub(super) fn with_quadratic_middle(corners: [Vector3<f64>; 3], sides: [[Vector3<f64>; 2]; 3]) -> Self {
        let corner_sum: Vector3<f64> = corners.iter().sum();
        let side_sum: Vector3<f64> = sides.iter().flatten().sum();
        Self { corners, sides, middle: side_sum / 4.0 - corner_sum / 6.0 }
    }

    /// The point in the middle of the patch.
    pub(super) fn centre(&self) -> Vector3<f64> {
        let corner_sum: Vector3<f64> = self.corners.iter().sum();
        let side_sum: Vector3<f64> = self.sides.iter().flatten().sum();
        (corner_sum + side_sum * 3.0 + self.middle * 6.0) / 27.0
    }

    /// Moves the point in the middle of the patch.
    pub(super) fn shift_centre(&mut self, by: Vector3<f64>) {
        self.middle += by * 27.0 / 6.0;
    }

    pub(super) fn points(&self) -> [Vector3<f64>; 10] {
        let ([a, b, c], [[ab, ba], [bc, cb], [ca, ac]]) = (self.corners, self.sides);
        [a, b, c, ab, ba, bc, cb, ca, ac, self.middle]
    }
}

impl Patch {
    pub(super) fn new(net: &ControlNet) -> Self {
        let [a, b, c, ab, ba, bc, cb, ca, ac, m] = net.points();
        let polynomial = [
            a,
            3.0 * (ab - a),
            3.0 * (ac - a),
            3.0 * (a - 2.0 * ab + ba),
            6.0 * (a - ab - ac + m),
            3.0 * (a - 2.0 * ac + ca),
            b - a + 3.0 * (ab - ba),
            3.0 * (2.0 * ab - a + ac - 2.0 * m - ba + bc),
            3.0 * (2.0 * ac - a + ab - 2.0 * m - ca + cb),
            c - a + 3.0 * (ac - ca),
        ];
        let thirds = |p: Vector3<f64>, q: Vector3<f64>| (2.0 * p + q) / 3.0;
        let flat =
            [thirds(a, b), thirds(b, a), thirds(b, c), thirds(c, b), thirds(c, a), thirds(a, c), (a + b + c) / 3.0];
        let offsets = [ab, ba, bc, cb, ca, ac, m].into_iter().zip(flat).map(|(point, flat)| point - flat);
        let (mut deviation, mut sum) = (0.0f64, Vector3::zeros());
        for offset in offsets {
            deviation = deviation.max(offset.norm());
            sum += offset;
        }
        Self { polynomial: polynomial.map(Xyz::from), deviation, mean_offset: sum / 10.0 }
    }

    /// How far the patch can be from its flat facet.
    pub(super) fn deviation(&self) -> f64 {
        self.deviation
    }

    /// How far the patch is from its flat facet on average.
    pub(super) fn mean_offset(&self) -> Vector3<f64> {
        self.mean_offset
    }

    #[inline(always)]
    pub(super) fn point(&self, place: [f64; 2]) -> Vector3<f64> {
        self.at(place).into()
    }

    #[inline(always)]
    fn at(&self, [u, v]: [f64; 2]) -> Xyz {
        let [c, cu, cv, cuu, cuv, cvv, cuuu, cuuv, cuvv, cvvv] = self.polynomial;
        c + (cu + (cuu + cuuu * u + cuuv * v) * u + cuv * v) * u + (cv + (cvv + cuvv * u + cvvv * v) * v) * v
    }

    #[inline(always)]
    fn derivatives(&self, [u, v]: [f64; 2]) -> Local<Xyz> {
        let [_, cu, cv, cuu, cuv, cvv, cuuu, cuuv, cuvv, cvvv] = self.polynomial;
        Local {
            point: self.at([u, v]),
            u: cu + (cuu * 2.0 + cuuu * (3.0 * u) + cuuv * (2.0 * v)) * u + (cuv + cuvv * v) * v,
            v: cv + (cvv * 2.0 + cvvv * (3.0 * v) + cuvv * (2.0 * u)) * v + (cuv + cuuv * u) * u,
            uu: cuu * 2.0 + cuuu * (6.0 * u) + cuuv * (2.0 * v),
            uv: cuv + cuuv * (2.0 * u) + cuvv * (2.0 * v),
            vv: cvv * 2.0 + cvvv * (6.0 * v) + cuvv * (2.0 * u),
        }
    }

    #[inline(always)]
    pub(super) fn local(&self, place: [f64; 2]) -> Local {
        let Local { point, u, v, uu, uv, vv } = self.derivatives(place);
        Local { point: point.into(), u: u.into(), v: v.into(), uu: uu.into(), uv: uv.into(), vv: vv.into() }
    }

    /// The point nearest to `from`, by Newton's method on the triangle from a place on it.
    #[inline(always)]
    pub(super) fn solve_nearest(&self, from: &Vector3<f64>, seed: [f64; 2]) -> Nearest {
        let mut best = Nearest::NONE;
        // Beyond a centre of curvature there may be several minima: begin elsewhere, too.
        for seed in [seed, [0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0 / 3.0, 1.0 / 3.0]] {
            let (found, convex) = self.descend(from, seed);
            if found.square < best.square {
                best = found;
            }
            if convex {
                break;
            }
        }
        best
    }

    /// The nearest point around a place, and whether the squared distance was convex on the way: then there is no other
    /// minimum nearby.
    #[inline(always)]
    fn descend(&self, from: &Vector3<f64>, seed: [f64; 2]) -> (Nearest, bool) {
        let from = Xyz::from(*from);
        let mut place = seed;
        let mut local = self.derivatives(place);
        let mut d = local.point - from;
        let mut square = d.dot(d);
        let mut convex = true;
        for _ in 0..30 {
            let gradient = [local.u.dot(d), local.v.dot(d)];
            let flat = [local.u.dot(local.u), local.u.dot(local.v), local.v.dot(local.v)];
            let mut hessian = [flat[0] + local.uu.dot(d), flat[1] + local.uv.dot(d), flat[2] + local.vv.dot(d)];
            if !(hessian[0] > 0.0 && hessian[0] * hessian[2] - hessian[1] * hessian[1] > 1e-6 * flat[0] * flat[2]) {
                (hessian, convex) = (flat, false);
            }
            let target = minimise_in_triangle(place, gradient, hessian);
            let step = [target[0] - place[0], target[1] - place[1]];
            let size = step[0].abs().max(step[1].abs());
            if size < 1e-14 {
                break;
            }
            let (mut share, mut moved) = (1.0, false);
            for _ in 0..8 {
                let next = [place[0] + share * step[0], place[1] + share * step[1]];
                let at = self.derivatives(next);
                let away = at.point - from;
                let next_square = away.dot(away);
                if next_square <= square {
                    (place, local, d, square, moved) = (next, at, away, next_square, true);
                    break;
                }
                share *= 0.25;
            }
            // Newton doubles the digits: after a step this small the place is right to 1e-12 of the facet, and the distance,
            // which is least there, to the last digit.
            if !moved || size * share < 1e-6 {
                break;
            }
        }
        let (u, v): (Vector3<f64>, Vector3<f64>) = (local.u.into(), local.v.into());
        (Nearest { place, point: local.point.into(), square, across: u.cross(&v) }, convex)
    }

    /// Where a ray meets the patch first: how far along it, and the place.
    pub(super) fn solve_ray(
        &self,
        origin: &Vector3<f64>,
        direction: &Vector3<f64>,
        across: &[Vector3<f64>; 2],
        seed: [f64; 2],
    ) -> Option<(f64, [f64; 2])> {
        let sixth = 1.0 / 6.0;
        let seeds = [seed, [sixth, sixth], [4.0 * sixth, sixth], [sixth, 4.0 * sixth]];
        let hits = seeds.into_iter().filter_map(|seed| {
            let place = self.newton_ray(origin, across, seed)?;
            let distance = (self.point(place) - origin).dot(direction);
            (distance >= 0.0).then_some((distance, place))
        });
        hits.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    fn newton_ray(&self, origin: &Vector3<f64>, across: &[Vector3<f64>; 2], seed: [f64; 2]) -> Option<[f64; 2]> {
        let [mut u, mut v] = seed;
        for _ in 0..12 {
            let local = self.local([u, v]);
            let miss = across.map(|axis| (local.point - origin).dot(&axis));
            let [[a, b], [c, d]] = across.map(|axis| [local.u.dot(&axis), local.v.dot(&axis)]);
            let determinant = a * d - b * c;
            if determinant == 0.0 {
                return None;
            }
            let step = [(d * miss[0] - b * miss[1]) / determinant, (a * miss[1] - c * miss[0]) / determinant];
            (u, v) = (u - step[0], v - step[1]);
            // A place this far away belongs to another facet.
            if !(u.abs() < 3.0 && v.abs() < 3.0) {
                return None;
            }
            if step[0].abs().max(step[1].abs()) < 1e-9 {
                // One more quadratic step would be below rounding. Neighbours overlap by a hair, so that no ray slips through.
                let inside = u > -1e-9 && v > -1e-9 && u + v < 1.0 + 1e-9;
                return inside.then_some([u, v]);
            }
        }
        None
    }
}

/// Where the quadratic g·p + ½ pᵀH p of the step p from `place` is least in the triangle u ≥ 0, v ≥ 0, u + v ≤ 1.
#[inline(always)]
fn minimise_in_triangle(place: [f64; 2], g: [f64; 2], h: [f64; 3]) -> [f64; 2] {
    let determinant = h[0] * h[2] - h[1] * h[1];
    if determinant > 0.0 {
        let u = place[0] - (h[2] * g[0] - h[1] * g[1]) / determinant;
        let v = place[1] - (h[0] * g[1] - h[1] * g[0]) / determinant;
        if u >= 0.0 && v >= 0.0 && u + v <= 1.0 {
            return [u, v];
        }
    }
    let mut best = (f64::INFINITY, place);
    for (start, way) in [([0.0, 0.0], [1.0, 0.0]), ([0.0, 0.0], [0.0, 1.0]), ([1.0, 0.0], [-1.0, 1.0])] {
        let p = [start[0] - place[0], start[1] - place[1]];
        let apply = |q: [f64; 2]| [h[0] * q[0] + h[1] * q[1], h[1] * q[0] + h[2] * q[1]];
        let (hp, hw) = (apply(p), apply(way));
        let slope = (g[0] + hp[0]) * way[0] + (g[1] + hp[1]) * way[1];
        let bend = hw[0] * way[0] + hw[1] * way[1];
        let t = if bend > 0.0 { (-slope / bend).clamp(0.0, 1.0) } else { f64::from(slope < 0.0) };
        let q = [p[0] + t * way[0], p[1] + t * way[1]];
        let hq = apply(q);
        let value = g[0] * q[0] + g[1] * q[1] + 0.5 * (hq[0] * q[0] + hq[1] * q[1]);
        if value < best.0 {
            best = (value, [start[0] + t * way[0], start[1] + t * way[1]]);
        }
    }
    best.1
}
