//! Thin layers against their limits and the quadrature of their pressure.

use super::super::{Foundation, FoundationParaboloid};
use super::*;
use crate::material::Elastic;

fn layer(poisson: f64) -> Layer {
    Layer { thickness: 2e-3, material: Elastic { modulus: 12e6, poisson, density: 1000.0 } }
}

fn law(poisson: f64) -> ThinLayer {
    ThinLayer::new(0.25, &[layer(poisson)]).expect("a good layer")
}

#[test]
fn a_quarter_or_less_is_the_foundation() {
    for poisson in [0.0, 0.2, 0.25] {
        let foundation = Foundation::in_series([layer(poisson).stiffness()]).expect("a good layer");
        let springs = FoundationParaboloid { radius: 0.25, foundation };
        for depth in [1e-6, 1e-4] {
            let ratio = law(poisson).response(-depth, 0.0) / springs.response(-depth, 0.0);
            assert!((ratio - 1.0).abs() < 1e-9, "{poisson} {depth}: {ratio}");
            assert!((law(poisson).peak_pressure(depth) / (layer(poisson).stiffness() * depth) - 1.0).abs() < 1e-9);
        }
    }
}

/// −B∇²p = δ − r²/(2R) with p = p′ = 0 at the edge: a² = 4Rδ, F = πa⁶/(96BR), p₀ = a⁴/(32BR), B = h³/(3G).
#[test]
fn a_layer_that_keeps_its_volume_only_flows() {
    let (soft, depth, shear) = (law(0.5), 8e-5_f64, 4e6);
    let flow = 2e-3_f64.powi(3) / (3.0 * shear);
    let patch = (4.0 * 0.25 * depth).sqrt();
    assert!((soft.patch_radius(depth) / patch - 1.0).abs() < 1e-12, "{}", soft.patch_radius(depth));
    let force = PI * patch.powi(6) / (96.0 * flow * 0.25);
    assert!((soft.response(-depth, 0.0) / force - 1.0).abs() < 1e-12);
    let peak = patch.powi(4) / (32.0 * flow * 0.25);
    assert!((soft.peak_pressure(depth) / peak - 1.0).abs() < 1e-12);
    // Nearly so, nearly the same.
    let near = law(0.4999);
    assert!((near.response(-depth, 0.0) / force - 1.0).abs() < 0.01);
}

/// The equation itself, from finite differences over the radius: p from A p − B∇²p = w must carry the force of the law.
#[test]
fn the_force_is_the_integral_of_the_pressure_that_solves_the_equation() {
    for poisson in [0.3, 0.4, 0.45, 0.49] {
        let (law, depth) = (law(poisson), 1e-4);
        let (a, n) = (law.patch_radius(depth), 4000);
        let (dr, [squeeze, flow]) = (a / n as f64, [law.squeeze, law.flow]);
        // Nodes 0 … n − 1, p = 0 at n; conservative differences of r p′, Thomas's elimination.
        let mut upper = vec![0.0; n];
        let mut right = vec![0.0; n];
        for i in 0..n {
            let r = i as f64 * dr;
            let (inner, outer, area) =
                if i == 0 { (0.0, 0.5 * dr, dr * dr / 8.0) } else { (r - 0.5 * dr, r + 0.5 * dr, r * dr) };
            let (low, high) = (-flow * inner / dr, -flow * outer / dr);
            let middle = squeeze * area - low - high;
            let load = area * (depth - r * r / (2.0 * 0.25));
            let (before, carried) = if i == 0 { (0.0, 0.0) } else { (upper[i - 1], right[i - 1]) };
            let pivot = middle - low * before;
            upper[i] = high / pivot;
            right[i] = (load - low * carried) / pivot;
        }
        let mut p = vec![0.0; n + 1];
        for i in (0..n).rev() {
            p[i] = right[i] - upper[i] * p[i + 1];
        }
        let force: f64 =
            (0..n).map(|i| p[i] * if i == 0 { PI * dr * dr / 4.0 } else { 2.0 * PI * i as f64 * dr * dr }).sum();
        assert!((force / law.response(-depth, 0.0) - 1.0).abs() < 1e-5, "{poisson}: {force}");
        assert!((p[0] / law.peak_pressure(depth) - 1.0).abs() < 1e-5, "{poisson}: {}", p[0]);
        // The slope vanishes at the edge, too.
        assert!((p[n - 1] / p[0]).abs() < 1e-5, "{poisson}: {}", p[n - 1]);
    }
}

#[test]
fn series_and_functions_of_bessel_agree_where_they_meet() {
    for z in [0.9, 1.0, 1.1] {
        let ratio = bessel_ratio(z);
        let whole = z / ratio;
        let direct = [
            (0.5 * z * z + 2.0 - whole) / (z * z),
            (0.25 * z * z + 2.0 - whole) / z.powi(4),
            (0.5 * z * z - whole + z / bessel_first(z)) / z.powi(4),
        ];
        let Shape { d, e, g, .. } = series(z);
        for (a, b) in [d, e, g].into_iter().zip(direct) {
            assert!((a / b - 1.0).abs() < 1e-12, "{z}: {a} {b}");
        }
    }
    // I₁(1) = 0.565159103992485, I₀(1) = 1.266065877752008 (tables).
    assert!((bessel_first(1.0) - 0.565_159_103_992_485).abs() < 1e-15);
    assert!((bessel_ratio(1.0) - 0.565_159_103_992_485 / 1.266_065_877_752_008).abs() < 1e-15);
}

#[test]
fn layers_of_both_bodies_add_up() {
    let two = ThinLayer::new(0.25, &[layer(0.4), layer(0.4)]).expect("good");
    let one = law(0.4);
    // Twice the compliance: half of the pressure at the same patch.
    let depth = 1e-4;
    assert!((two.patch_radius(depth) / one.patch_radius(depth) - 1.0).abs() < 1e-12);
    assert!((2.0 * two.response(-depth, 0.0) / one.response(-depth, 0.0) - 1.0).abs() < 1e-12);
    assert!(ThinLayer::new(0.25, &[]).is_none());
}
