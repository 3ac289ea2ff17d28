//! Every impact against its closed form, and the shape of what is handed back.
#![allow(clippy::unwrap_used)]

use std::f64::consts::PI;

use mechanics::contact::Hysteresis;

use super::*;

const IMPACT: Impact = Impact::STANDARD;
/// Sphere on plane, cartilage, as printed in [Machado2011, Table 2].
const K: f64 = 3_260_513.0;

fn strike(law: Law, c: f64) -> Strike {
    IMPACT.strike(law, c).unwrap()
}

fn assert_near(what: &str, computed: f64, expected: f64, tolerance: f64) {
    assert!((computed / expected - 1.0).abs() < tolerance, "{what}: {computed} against {expected}");
}

/// δ = (5mv²/(4K))^{2/5}, F = K δ^{3/2}, T = 2.9432 δ/v [Johnson1985, Eqs. 11.23 and 11.24].
#[test]
fn hertz_impact_has_its_textbook_depth_force_and_duration() {
    let (m, v) = (1.0_f64, 0.1_f64);
    let depth = (1.25 * m * v * v / K).powf(0.4);
    let hertz = strike(Law::Hertz, 1.0);
    assert_near("depth", hertz.peak_indentation, depth, 1e-6);
    assert_near("force", hertz.peak_force, K * depth.powf(1.5), 1e-6);
    assert_near("duration", hertz.duration, 2.9432 * depth / v, 3e-5);
    assert!((hertz.restitution - 1.0).abs() < 1e-8);
    // The spring is made to reach the same depth: half a period, and ½ m v² = ½ F δ.
    let spring = strike(Law::Spring, 1.0);
    assert_near("depth", spring.peak_indentation, depth, 1e-6);
    assert_near("force", spring.peak_force, m * v * v / depth, 1e-6);
    assert_near("duration", spring.duration, PI * depth / v, 1e-6);
}

/// ⅖K₁h^{5/2} + K₁h^{3/2}x + ⅖K₂x^{5/2} = ½mv² solved for x by bisection, with the printed stiffnesses.
#[test]
fn the_double_layer_stops_where_its_energy_is_used_up() {
    let (h, k2) = (0.415e-3_f64, 2.358e9);
    let stored = |x: f64| 0.4 * K * h.powf(2.5) + K * h.powf(1.5) * x + 0.4 * k2 * x.powf(2.5);
    let (mut low, mut high) = (0.0, 1e-4);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if stored(middle) < 0.005 { low = middle } else { high = middle }
    }
    let double = strike(Law::DoubleLayer, 1.0);
    assert_near("depth", double.peak_indentation, h + low, 1e-4);
    assert_near("force", double.peak_force, K * h.powf(1.5) + k2 * low.powf(1.5), 1e-3);
}

/// π k R δ³/3 = ½ m v² and F = π k R δ², with k = E_w/h of 4.15 mm of cartilage, 24 MPa and 0.38. In a socket 10 % wider the
/// relative radius is eleven times as large, and the patch still small: less deep, by the cube root.
#[test]
fn foundations_stop_the_impact_where_their_springs_have_its_energy() {
    let k = 24e6 * 0.62 / (1.38 * 0.24) / 4.15e-3;
    let depth = (0.015 / (PI * k * 0.0304)).cbrt();
    let flat = strike(Law::Foundation, 1.0);
    assert_near("depth", flat.peak_indentation, depth, 1e-6);
    assert_near("force", flat.peak_force, PI * k * 0.0304 * depth * depth, 1e-6);
    let socket = strike(Law::BallInSocket, 1.0);
    assert_near("depth in the socket", socket.peak_indentation, depth / 11f64.cbrt(), 0.03);
    assert!((socket.restitution - 1.0).abs() < 1e-7);
}

/// Hertz's own table as reprinted in [Timoshenko1970, §142], cos θ = (B−A)/(B+A): n/m at θ = 30° and 60°.
#[test]
fn the_ellipses_of_the_figure_pass_through_hertz_s_table() {
    let ellipses = compute_ellipses();
    for (degrees, expected) in [(30.0_f64, 0.493 / 2.731), (60.0, 0.717 / 1.486)] {
        let cos = degrees.to_radians().cos();
        let ratio = (1.0 + cos) / (1.0 - cos);
        let after = ellipses.iter().position(|e| e.radius_ratio > ratio).unwrap();
        let (low, high) = (&ellipses[after - 1], &ellipses[after]);
        let share = (ratio / low.radius_ratio).ln() / (high.radius_ratio / low.radius_ratio).ln();
        let between = low.exact * (high.exact / low.exact).powf(share);
        assert_near("b/a", between, expected, 3e-3);
    }
    assert!(ellipses.iter().all(|e| (e.fitted / e.exact - 1.0).abs() < 1e-3));
}

/// d(1+c) = ln((1+d)/(1−dc)) for what came out, and (d − ln(1+d))/d² m v² = ⅖ K δ^{5/2} for the depth.
#[test]
fn hysteretic_impacts_satisfy_their_closed_forms() {
    for law in Hysteresis::ALL {
        for asked in asked() {
            let d = law.coefficient(asked);
            let Strike { restitution: c, peak_indentation, .. } = strike(Law::Hysteretic(law), asked);
            if d < 1e-9 {
                assert!((c - 1.0).abs() < 1e-8);
                continue;
            }
            let rest = (1.0 + d) * (-d * (1.0 + c)).exp();
            assert!((1.0 - d * c - rest).abs() < 1e-7, "{law:?}, {asked}: {c}");
            let depth = ((d - d.ln_1p()) / (d * d) * 0.01 / (0.4 * K)).powf(0.4);
            assert_near("depth", peak_indentation, depth, 1e-6);
        }
    }
}

#[test]
fn the_exact_factor_returns_what_was_asked_for() {
    for asked in asked() {
        let out = strike(Law::Hysteretic(Hysteresis::Exact), asked).restitution;
        assert!((out - asked).abs() < 1e-7, "{asked}: {out}");
    }
}

/// Scaled unloading returns √c, in a quarter period in and 1/√c of one out. The dashpot that cannot pull returns
/// c^{1 − 2a/π} with tan a = −ln c/π [SchwagerPoschel2007].
#[test]
fn linear_laws_return_their_closed_forms() {
    let depth = (1.25 * 0.01 / K).powf(0.4);
    for c in asked() {
        let scaled = strike(Law::ScaledUnloading, c);
        assert_near("√c", scaled.restitution, c.sqrt(), 1e-7);
        assert_near("duration", scaled.duration, 0.5 * PI * depth / 0.1 * (1.0 + 1.0 / c.sqrt()), 1e-6);
        let a = (-c.ln() / PI).atan();
        assert_near("dashpot", strike(Law::KelvinVoigt, c).restitution, c.powf(1.0 - 2.0 * a / PI), 1e-6);
    }
}

/// By the trapezium rule over the drawn path: ∮F dδ = ½ m v² (1 − c²).
#[test]
fn the_area_of_a_loop_is_the_energy_lost() {
    for law in Law::all() {
        let strike = strike(law, IMPACT.restitution);
        let area: f64 = strike.path.windows(2).map(|w| 0.5 * (w[0][2] + w[1][2]) * (w[1][1] - w[0][1])).sum();
        let lost = 0.005 * (1.0 - strike.restitution.powi(2));
        assert!((area - lost).abs() < 2e-3 * 0.005, "{law:?}: {area} against {lost}");
        assert_eq!(law.is_elastic(), lost < 1e-9, "{law:?}");
        assert!(strike.path.iter().all(|[_, depth, force]| *depth > -1e-12 && *force >= 0.0), "{law:?} pulls");
    }
}

#[test]
fn the_catalogue_is_complete_and_well_named() {
    let catalogue = Catalogue::compute(IMPACT).unwrap();
    assert_eq!(catalogue.entries.len(), 8 + Hysteresis::ALL.len());
    let outcome = catalogue.outcome();
    results::check_names(&outcome).unwrap();
    let comparison = catalogue.comparison();
    assert!(comparison.measures.iter().all(|m| m.values.len() == catalogue.entries.len()));
    for entry in &catalogue.entries {
        let description = entry.law.description();
        for text in
            [description.equation, description.about, description.assumes, description.pitfalls, description.valid]
        {
            assert!(text.len() > 5 && !text.contains("  ") || text == description.equation, "{:?}: {text}", entry.law);
        }
        assert!(!description.sources.is_empty() && !description.symbols.is_empty());
    }
    assert_eq!(Catalogue::compute(IMPACT).unwrap(), catalogue, "the same every time");
}

/// The shorter stroke is a straight line of slope K; the longer one slides at μN, and its energy per cycle is
/// 4μN(A − μN/K) up to the damper's share.
#[test]
fn the_block_sticks_slides_and_turns() {
    let Block { compliant_loops: [short, long], compliant, .. } = Block::compute(&IMPACT);
    for [x, force] in short {
        assert!((force - compliant.stiffness * x).abs() < 0.02 * 2.0, "{x}: {force}");
    }
    let most = long.iter().fold(0.0_f64, |most, [_, force]| most.max(*force));
    assert!((most - 2.0).abs() < 1e-12);
    let cycle = &long[long.len() - 501..];
    let area: f64 = cycle.windows(2).map(|w| 0.5 * (w[0][1] + w[1][1]) * (w[1][0] - w[0][0])).sum();
    let expected = 4.0 * 2.0 * (100e-6 - 2.0 / compliant.stiffness);
    assert_near("energy per cycle", area, expected, 0.02);
}

/// How long it takes is this machine's: that every law has a time of its own is not. Regularised friction alone has nothing more.
#[test]
fn every_law_is_timed() {
    let costs = measure_costs(&IMPACT);
    let mut names: Vec<&str> = costs.iter().map(|cost| cost.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 8 + Hysteresis::ALL.len() + 2);
    assert!(Law::all().all(|law| names.contains(&law.description().name)));
    assert!(costs.iter().all(|cost| cost.force.is_finite()));
    assert_eq!(costs.iter().filter(|cost| cost.more.is_nan()).count(), 1);
    let table = compare_costs(&costs);
    assert_eq!(table.models.len(), names.len());
    assert!(table.measures.iter().all(|measure| measure.values.len() == names.len()));
}
