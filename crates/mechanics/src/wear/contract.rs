//! What every wear law keeps to.

use super::*;
use std::f64::consts::TAU;

/// A new law: one line.
fn laws() -> Vec<WearLaw> {
    vec![
        WearLaw::Archard(Archard { factor: 1e-15 }),
        WearLaw::Kang(Kang { ratio: 1.0 }),
        WearLaw::Liu(Liu { ratio: 1.0 }),
        WearLaw::Wang(Wang::of(1.0)),
        WearLaw::Remembering(Remembering::of(1.0)),
        WearLaw::DirectedEnergy(DirectedEnergy::of(1.0)),
    ]
}

/// One cycle on an ellipse, turned by an angle, under a pressure, in its periodic state.
fn ellipse(law: &WearLaw, (ratio, turn): (f64, f64), pressure: f64, share: f64) -> Rubbed {
    let (mut rubbed, n) = (Rubbed::default(), 600);
    let passes = if law.memory().is_some() { 2 } else { 1 };
    for _ in 0..passes {
        rubbed.begin_again(law);
        for i in 0..n {
            let t = TAU * (f64::from(i) + 0.5) / f64::from(n);
            let (a, b) = (-t.sin(), ratio * t.cos());
            let way = [a * turn.cos() - b * turn.sin(), a * turn.sin() + b * turn.cos()].map(|x| x * 2e-5);
            rubbed.add(law, pressure, way, share);
        }
    }
    rubbed
}

#[test]
fn nothing_wears_without_pressure_or_sliding() {
    for law in laws() {
        let mut rubbed = Rubbed::default();
        rubbed.add(&law, 0.0, [1e-3, 0.0], 1.0);
        rubbed.add(&law, -1e6, [1e-3, 0.0], 1.0);
        rubbed.add(&law, 1e6, [0.0, 0.0], 1.0);
        assert_eq!(law.depth(&rubbed), 0.0, "{}", law.name());
        assert_eq!(law.weight(0.0), 0.0);
    }
}

#[test]
fn depth_is_positive_proportional_to_cycles_and_independent_of_axes() {
    for law in laws() {
        let depth = |turn, share| law.depth(&ellipse(&law, (0.4, turn), 3e6, share));
        let one = depth(0.0, 1.0);
        assert!(one > 0.0 && one < 1e-9, "{}: {one}", law.name());
        assert!((depth(0.0, 0.5) / one - 0.5).abs() < 1e-12, "{}", law.name());
        for turn in [0.3, 1.2, 2.9] {
            assert!((depth(turn, 1.0) / one - 1.0).abs() < 1e-9, "{}", law.name());
        }
    }
}

#[test]
fn more_crossing_never_wears_less_over_the_same_way() {
    for law in laws() {
        let per_way = |ratio: f64| {
            let rubbed = ellipse(&law, (ratio, 0.0), 3e6, 1.0);
            law.depth(&rubbed) / rubbed.slid
        };
        let depths = [0.02, 0.1, 0.3, 0.6, 1.0].map(per_way);
        assert!(depths.is_sorted_by(|a, b| *b >= a * (1.0 - 1e-9)), "{}: {depths:?}", law.name());
    }
}

#[test]
fn the_sensitivity_bounds_what_a_change_of_pressure_does() {
    for law in laws() {
        for pressure in [0.02e6, 0.5e6, 3e6, 9e6] {
            let depth = |p: f64| law.depth(&ellipse(&law, (0.4, 0.0), p, 1.0));
            let slope = (depth(pressure * 1.001) - depth(pressure)) / (0.001 * pressure);
            let bound = law.sensitivity(&ellipse(&law, (0.4, 0.0), pressure, 1.0));
            // The difference of two depths is exact to about 1e-13 of them, over a thousandth of the pressure.
            let rounding = 1e-9 * depth(pressure) / pressure;
            assert!(slope <= bound * (1.0 + 1e-9) + rounding, "{} at {pressure}: {slope} {bound}", law.name());
        }
    }
}

#[test]
fn every_constant_has_a_source() {
    for law in laws() {
        assert!(!law.constants().is_empty() && !law.ignores().is_empty());
        for constant in law.constants() {
            assert!(constant.value.is_finite() && constant.describe().len() > 20 && !constant.source.is_empty());
        }
    }
    assert!(Creep::constants().iter().all(|c| c.source.contains('[')));
}
