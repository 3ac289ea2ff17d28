//! A ball on thin elastic layers by simplified elasticity theory, up to layers that keep their volume.

use std::f64::consts::PI;

use numerics::quadrature::GaussLegendre;

use super::{AtPoint, Description, Invertible, Layer, NormalLaw};

/// A round bump of radius R on layers that are thin against the patch, bonded to rigid bone, by the simplified elasticity
/// theory of thin layers [Eberhardt1990; Li1997]: of the exact response of a layer to a pressure of wave number k,
///
/// `w = 2(1−ν²)/E · L(kh)/k · p`, `L(t) = (2K sinh 2t − 4t)/(2K cosh 2t + 1 + K² + 4t²)`, `K = 3 − 4ν`,
///
/// the two leading terms for long waves are kept, so that the surface sinks by
///
/// `w = A p − B ∇²p`, `A = h(1+ν)(1−2ν)/((1−ν)E)`, `B = 2(1−ν²)h³/E · [8K/3/(K+1)² − 16(K−1)/(K+1)³]`
///
/// The first term is the elastic foundation. The second one lets the material flow aside: it is all that is left of a layer
/// that keeps its volume, where `w = −h³/(3G) ∇²p`. Layers of both bodies add up. Inside the patch `w = δ − r²/(2R)`, at its
/// edge the pressure and its slope vanish. With `ℓ² = B/A`, `z = a/ℓ` and the Bessel functions I₀ and I₁
///
/// `δ = (a²/R) d(z)`, `F = πa⁶/(BR) e(z)`, `p₀ = a⁴/(BR) g(z)`,
/// `d = (z²/2 + 2 − zI₀/I₁)/z²`, `e = (z²/4 + 2 − zI₀/I₁)/z⁴`, `g = (z²/2 − zI₀/I₁ + z/I₁)/z⁴`
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R | `radius` | m |
/// | A | `squeeze` | m/Pa |
/// | B | `flow` | m³/Pa |
///
/// *Assumes* a patch of several thicknesses, small strains, no friction, a patch small against the radii. B is negative below
/// ν = 1/4, where there is no such edge; there it is left out, and the law is the foundation.
/// *Pitfalls*: below a patch radius of about twice the thickness a layer is a half-space, and Hertz is right.
/// *Checked by* the contract test, both limits (foundation, and `a² = 4Rδ`, `F = πa⁶/(96BR)` for ν = ½), quadrature of its
/// pressure, and the exact layer of an independent program (`validation/li1997-four-models`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ThinLayer {
    /// Effective radius, 1/R = 1/R₁ + 1/R₂ (a socket counts negative), in m.
    pub radius: f64,
    squeeze: f64,
    flow: f64,
}

/// d, e and g and their slopes by z, up to this by their series.
const SERIES: f64 = 1.0;

/// What the law needs to know at a patch.
struct Shape {
    d: f64,
    e: f64,
    g: f64,
    d_slope: f64,
    e_slope: f64,
}

impl ThinLayer {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "Thin layers by simplified elasticity",
        equation: "A p − B ∇²p = δ − r²/(2R),  p = p′ = 0 at the edge;  A = h/E_w,  B = h³/(3G) for ν = ½",
        symbols: &[
            ("δ", "indentation, m"),
            ("p, r", "pressure, Pa, and distance from the middle of the patch, m"),
            ("A, B", "what squeezing and flowing aside give way, m/Pa and m³/Pa; layers add up"),
            ("R", "relative radius, m; a socket counts negative"),
            ("h, E_w, G", "thickness, confined modulus and shear modulus of a layer, m, Pa"),
        ],
        about: "The two leading terms of the exact elasticity of a thin bonded layer: the springs of the foundation, and \
                the flow of the material aside, which is all that is left when a layer keeps its volume.",
        assumes: "Layers thin against the patch, bonded to rigid bone, no friction; a patch small against the radii. No \
                  energy is lost.",
        pitfalls: "A patch that is not wide against the thickness belongs to Hertz. Below ν = ¼ it is the foundation.",
        valid: "Patch radius above about twice the thickness; any Poisson's ratio up to ½.",
        sources: &["Eberhardt1990", "Li1997", "Johnson1985"],
    };

    /// A bump on layers that are bonded to bone, or nothing where there is no layer.
    pub fn new(radius: f64, layers: &[Layer]) -> Option<Self> {
        let (mut squeeze, mut flow) = (0.0, 0.0);
        for Layer { thickness: h, material } in layers {
            let (e, nu) = (material.modulus, material.poisson);
            let k = 3.0 - 4.0 * nu;
            squeeze += h * (1.0 + nu) * (1.0 - 2.0 * nu) / ((1.0 - nu) * e);
            let bracket = 8.0 * k / (3.0 * (k + 1.0).powi(2)) - 16.0 * (k - 1.0) / (k + 1.0).powi(3);
            flow += 2.0 * (1.0 - nu * nu) * h.powi(3) / e * bracket.max(0.0);
        }
        let fits = !layers.is_empty() && radius > 0.0 && squeeze >= 0.0 && squeeze + flow > 0.0 && flow.is_finite();
        fits.then_some(Self { radius, squeeze, flow })
    }

    /// z of a patch.
    fn slenderness(&self, patch: f64) -> f64 {
        patch * (self.squeeze / self.flow).sqrt()
    }

    /// Whether the layer is springs and nothing else.
    fn is_foundation(&self) -> bool {
        self.flow == 0.0
    }

    /// Radius of the patch at an indentation.
    pub fn patch_radius(&self, indentation: f64) -> f64 {
        let goal = indentation.max(0.0) * self.radius;
        if goal == 0.0 {
            return 0.0;
        }
        let mut patch = (2.0 * goal).sqrt();
        if self.is_foundation() {
            return patch;
        }
        // d falls from ½ to ¼ as the patch shrinks: the root lies between √2 and 2 times √(Rδ).
        let (mut low, mut high) = (patch, 1.5 * patch);
        for _ in 0..60 {
            let Shape { d, d_slope, .. } = shape(self.slenderness(patch));
            let excess = patch * patch * d - goal;
            *(if excess > 0.0 { &mut high } else { &mut low }) = patch;
            let slope = 2.0 * patch * d + patch * self.slenderness(patch) * d_slope;
            let newton = patch - excess / slope;
            let next = if newton > low && newton < high { newton } else { 0.5 * (low + high) };
            if (next - patch).abs() <= 1e-15 * patch {
                break;
            }
            patch = next;
        }
        patch
    }

    /// Largest pressure at an indentation, in the middle.
    pub fn peak_pressure(&self, indentation: f64) -> f64 {
        if self.is_foundation() {
            return indentation.max(0.0) / self.squeeze;
        }
        let patch = self.patch_radius(indentation);
        patch.powi(4) / (self.flow * self.radius) * shape(self.slenderness(patch)).g
    }

    /// Force and its slope by the indentation, at a patch.
    fn force_of_patch(&self, patch: f64) -> (f64, f64) {
        let Self { radius, squeeze, flow } = *self;
        if self.is_foundation() {
            return (PI * patch.powi(4) / (4.0 * radius * squeeze), PI * patch * patch / squeeze);
        }
        let z = self.slenderness(patch);
        let Shape { d, e, d_slope, e_slope, .. } = shape(z);
        let force = PI * patch.powi(6) / (flow * radius) * e;
        let by_patch = PI * patch.powi(5) / (flow * radius) * (6.0 * e + z * e_slope);
        let sinking = patch / radius * (2.0 * d + z * d_slope);
        (force, by_patch / sinking)
    }

    /// The indentation under a force.
    pub fn solve_indentation(&self, force: f64) -> f64 {
        self.indentation(force)
    }
}

/// d, e and g at z.
fn shape(z: f64) -> Shape {
    if z < SERIES {
        // zI₀/I₁ = 2 + z²/4 − z⁴/96 + z⁶/1536 − z⁸/23040 + 13 z¹⁰/4423680 …, z/I₁ = 2 − z²/4 + z⁴/48 − …
        return series(z);
    }
    let ratio = bessel_ratio(z);
    let (whole, slope) = (z / ratio, 2.0 / ratio - z / (ratio * ratio) + z);
    let (depth, load) = (0.5 * z * z + 2.0 - whole, 0.25 * z * z + 2.0 - whole);
    let [z2, z4] = [z * z, z.powi(4)];
    Shape {
        d: depth / z2,
        e: load / z4,
        g: (0.5 * z2 - whole + z / bessel_first(z)) / z4,
        d_slope: (z - slope) / z2 - 2.0 * depth / (z2 * z),
        e_slope: (0.5 * z - slope) / z4 - 4.0 * load / (z4 * z),
    }
}

/// The same by power series of the Bessel functions, without cancellation.
fn series(z: f64) -> Shape {
    // With x = z²/4: zI₀/I₁ = 2 P/Q, P = Σ xⁿ/(n!)², Q = Σ xⁿ/(n!(n+1)!). P − Q and what follows lose no digits as sums.
    let x = 0.25 * z * z;
    let (mut p, mut q) = ([0.0; 12], [0.0; 12]);
    let mut factorial = 1.0;
    for n in 0..12 {
        if n > 0 {
            factorial *= n as f64;
        }
        p[n] = 1.0 / (factorial * factorial);
        q[n] = p[n] / (n as f64 + 1.0);
    }
    let sum = |c: &dyn Fn(usize) -> f64| (0..10).rev().fold((0.0, 0.0), |(s, slope), n| (s * x + c(n), slope * x + s));
    let (q_sum, q_slope) = sum(&|n| q[n]);
    // z²/2 + 2 − 2P/Q = (2x Q + 2Q − 2P)/Q, divided by z² = 4x; z²/4 + 2 − 2P/Q = (xQ + 2Q − 2P)/Q, divided by z⁴ = 16x²;
    // z²/2 − 2P/Q + 2/Q = (2xQ − 2P + 2)/Q, divided by 16x².
    let at = |c: &[f64; 12], n: usize| c.get(n).copied().unwrap_or(0.0);
    let depth = |n: usize| (2.0 * at(&q, n) + 2.0 * at(&q, n + 1) - 2.0 * at(&p, n + 1)) / 4.0;
    let load = |n: usize| (at(&q, n + 1) + 2.0 * at(&q, n + 2) - 2.0 * at(&p, n + 2)) / 16.0;
    let peak = |n: usize| (2.0 * at(&q, n + 1) - 2.0 * at(&p, n + 2)) / 16.0;
    let [(d, d_slope), (e, e_slope), (g, _)] = [sum(&depth), sum(&load), sum(&peak)];
    let by_z = |value: f64, slope: f64| (slope - value / q_sum * q_slope) / q_sum * 0.5 * z;
    Shape { d: d / q_sum, e: e / q_sum, g: g / q_sum, d_slope: by_z(d, d_slope), e_slope: by_z(e, e_slope) }
}

/// I₁/I₀ by its continued fraction.
fn bessel_ratio(z: f64) -> f64 {
    // I₁/I₀ = 1/(2/z + 1/(4/z + 1/(6/z + …))); what is left out after n terms is below (z/2n)²ⁿ.
    let terms = 30 + (2.0 * z) as usize;
    if terms > 4000 {
        // The asymptotic series, right to z⁻⁴.
        return 1.0 - 0.5 / z - 0.125 / (z * z) - 0.125 / z.powi(3);
    }
    (1..=terms).rev().fold(0.0, |rest, n| 1.0 / (2.0 * n as f64 / z + rest))
}

/// I₁ at z ≥ 1; infinite where it overflows.
fn bessel_first(z: f64) -> f64 {
    if z > 700.0 {
        return f64::INFINITY;
    }
    let mut term = 0.5 * z;
    let mut sum = term;
    let mut n = 1.0;
    while term > 1e-17 * sum {
        term *= 0.25 * z * z / (n * (n + 1.0));
        sum += term;
        n += 1.0;
    }
    sum
}

impl NormalLaw for ThinLayer {
    type Acts = AtPoint;
    fn response(&self, gap: f64, _: f64) -> f64 {
        if gap >= 0.0 { 0.0 } else { self.force_of_patch(self.patch_radius(-gap)).0 }
    }
    fn tangent(&self, gap: f64, _: f64) -> (f64, f64) {
        if gap >= 0.0 { (0.0, 0.0) } else { (-self.force_of_patch(self.patch_radius(-gap)).1, 0.0) }
    }
    /// ∫F dδ by Gauss's rule over the patch, in which both are smooth.
    fn energy(&self, gap: f64) -> f64 {
        let patch = self.patch_radius(-gap);
        let part = |a: f64| {
            let slope = if self.is_foundation() {
                a / self.radius
            } else {
                let z = self.slenderness(a);
                let Shape { d, d_slope, .. } = shape(z);
                a / self.radius * (2.0 * d + z * d_slope)
            };
            self.force_of_patch(a).0 * slope
        };
        if patch == 0.0 { 0.0 } else { GaussLegendre::<24>::new().integrate(part, 0.0, patch) }
    }
}

impl Invertible for ThinLayer {}

#[cfg(test)]
mod tests;
