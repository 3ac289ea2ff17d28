//! Four flat triangles side by side: how far each is from a point, without branches, in as wide instructions as there are.

use nalgebra::Vector3;
use pulp::{Scalar, Simd};

use super::bvh::WIDE;

pub(super) type Lanes = [f64; WIDE];

/// The triangles of a leaf. Those that are missing repeat the last one.
#[derive(Debug, Clone)]
#[repr(align(32))]
pub(super) struct Packet {
    corner: [Lanes; 3],
    /// From the first corner to the second and to the third.
    sides: [[Lanes; 3]; 2],
    /// Products of the sides: first by first, first by second, second by second.
    products: [Lanes; 3],
}

#[inline(always)]
pub(super) fn each(of: impl Fn(usize) -> f64) -> Lanes {
    let mut lanes = [0.0; WIDE];
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = of(i);
    }
    lanes
}

fn dot(a: &[Lanes; 3], b: &[Lanes; 3]) -> Lanes {
    each(|i| a[0][i] * b[0][i] + a[1][i] * b[1][i] + a[2][i] * b[2][i])
}

impl Packet {
    /// From the corners of up to four triangles.
    pub(super) fn new(triangles: &[[Vector3<f64>; 3]]) -> Self {
        let of = |i: usize| triangles[i.min(triangles.len() - 1)];
        let axes = |value: &dyn Fn(usize) -> Vector3<f64>| [0, 1, 2].map(|axis| each(|i| value(i)[axis]));
        let sides = [axes(&|i| of(i)[1] - of(i)[0]), axes(&|i| of(i)[2] - of(i)[0])];
        let products = [dot(&sides[0], &sides[0]), dot(&sides[0], &sides[1]), dot(&sides[1], &sides[1])];
        Self { corner: axes(&|i| of(i)[0]), sides, products }
    }

    /// Squares of the distances of a point from the triangles.
    #[inline(always)]
    pub(super) fn squares<S: Simd>(&self, simd: S, p: &Vector3<f64>) -> Lanes {
        let mut squares = [0.0; WIDE];
        if S::F64_LANES > WIDE {
            for (part, square) in squares.iter_mut().enumerate() {
                *square = self.squares_of(Scalar, part, p);
            }
            return squares;
        }
        for (part, squares) in S::as_mut_simd_f64s(&mut squares).0.iter_mut().enumerate() {
            *squares = self.squares_of(simd, part, p);
        }
        squares
    }

    /// By the Voronoi regions of corners and sides, as [`super::closest::closest_on_triangle`], from the last to the first;
    /// the nearest point is `a + (v ab + w ac)/s`. Products are not fused with sums: every machine has the same bits.
    #[inline(always)]
    fn squares_of<S: Simd>(&self, simd: S, part: usize, p: &Vector3<f64>) -> S::f64s {
        let take = |lanes: &Lanes| S::as_simd_f64s(lanes).0[part];
        let (add, sub) = (|a, b| simd.add_f64s(a, b), |a, b| simd.sub_f64s(a, b));
        let mul = |a, b| simd.mul_f64s(a, b);
        let dot = |[a, b, c]: [S::f64s; 3], [x, y, z]: [S::f64s; 3]| add(add(mul(a, x), mul(b, y)), mul(c, z));
        let [x, y, z] = &self.corner;
        let [[bx, by, bz], [cx, cy, cz]] = &self.sides;
        let ap = [
            sub(simd.splat_f64s(p.x), take(x)),
            sub(simd.splat_f64s(p.y), take(y)),
            sub(simd.splat_f64s(p.z), take(z)),
        ];
        let (ab, ac) = ([take(bx), take(by), take(bz)], [take(cx), take(cy), take(cz)]);
        let (bb, bc, cc) = (take(&self.products[0]), take(&self.products[1]), take(&self.products[2]));
        let (d1, d2) = (dot(ab, ap), dot(ac, ap));
        let (d3, d4, d5, d6) = (sub(d1, bb), sub(d2, bc), sub(d1, bc), sub(d2, cc));
        let va = sub(mul(d3, d6), mul(d5, d4));
        let vb = sub(mul(d5, d2), mul(d1, d6));
        let vc = sub(mul(d1, d4), mul(d3, d2));
        let (to_b, to_c) = (sub(d5, d6), sub(d4, d3));
        let (zero, one) = (simd.splat_f64s(0.0), simd.splat_f64s(1.0));
        let down = |a| simd.less_than_or_equal_f64s(a, zero);
        let up = |a| simd.less_than_or_equal_f64s(zero, a);
        let both = |a, b| simd.and_m64s(a, b);
        let (mut v, mut w, mut s) = (vb, vc, add(add(va, vb), vc));
        let mut choose = |here, to: [S::f64s; 3]| {
            v = simd.select_f64s(here, to[0], v);
            w = simd.select_f64s(here, to[1], w);
            s = simd.select_f64s(here, to[2], s);
        };
        choose(both(down(va), both(up(to_c), up(to_b))), [to_b, to_c, add(to_b, to_c)]);
        choose(both(down(vb), both(up(d2), down(d6))), [zero, d2, cc]);
        choose(both(up(d6), simd.less_than_or_equal_f64s(d5, d6)), [zero, one, one]);
        choose(both(down(vc), both(up(d1), down(d3))), [d1, zero, bb]);
        choose(both(up(d3), simd.less_than_or_equal_f64s(d4, d3)), [one, zero, one]);
        choose(both(down(d1), down(d2)), [zero, zero, one]);
        let inverse = simd.div_f64s(one, s);
        let (v, w) = (mul(v, inverse), mul(w, inverse));
        let away = |axis: usize| sub(ap[axis], add(mul(ab[axis], v), mul(ac[axis], w)));
        let away = [away(0), away(1), away(2)];
        dot(away, away)
    }
}

#[cfg(test)]
mod tests {
    use pulp::{Arch, WithSimd};

    use super::*;
    use crate::geometry::mesh::closest::closest_on_triangle;
    use crate::geometry::mesh::faceted::mix;

    struct Ask<'a>(&'a Packet, &'a Vector3<f64>);

    impl WithSimd for Ask<'_> {
        type Output = Lanes;

        fn with_simd<S: Simd>(self, simd: S) -> Lanes {
            self.0.squares(simd, self.1)
        }
    }

    #[test]
    fn four_at_once_are_as_far_as_one_by_one_with_the_same_bits_in_any_width() {
        let step = [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_969_7];
        let point = |i: usize| Vector3::from(step.map(|s| (0.5 + i as f64 * s).fract()));
        for i in 0..2000 {
            let triangles: Vec<[Vector3<f64>; 3]> =
                (0..1 + i % WIDE).map(|k| [0, 1, 2].map(|corner| point(97 * i + 31 * k * k + 7 * corner))).collect();
            let (packet, p) = (Packet::new(&triangles), point(13 * i + 5) * 2.0 - Vector3::repeat(0.5));
            let squares = packet.squares(Scalar, &p);
            assert_eq!(squares, Arch::new().dispatch(Ask(&packet, &p)));
            for (corners, square) in triangles.iter().zip(squares) {
                let (place, _) = closest_on_triangle(&p, corners);
                let expected = (mix(corners, place) - p).norm_squared();
                assert!((square - expected).abs() < 1e-13, "{square} for {expected} of {corners:?}");
            }
        }
    }
}
