//! What every normal law must keep. A new law is tested by adding one line to `laws_keep_the_contract`.

use super::*;
use crate::material::Elastic;
use proptest::prelude::*;

/// No tension, nothing across an open gap, response is minus the slope of the energy, tangents match differences,
/// and no closed path of indentation creates energy. `depth` is a typical indentation.
fn keeps_the_contract<L: NormalLaw>(name: &str, law: &L, depth: f64) {
    for i in 1..=20 {
        let gap = -depth * f64::from(i) / 10.0;
        let still = law.response(gap, 0.0);
        assert!(still > 0.0, "{name}: no push at {gap}");
        let h = 1e-4 * gap.abs();
        let slope = -(law.energy(gap + h) - law.energy(gap - h)) / (2.0 * h);
        assert!((slope / still - 1.0).abs() < 1e-6, "{name}: energy slope {slope} against {still} at {gap}");
        for rate in [-0.3, -0.01, 0.0, 0.02, 0.4] {
            let response = law.response(gap, rate);
            assert!(response >= 0.0 && response.is_finite(), "{name}: pulls at {gap}, {rate}");
            assert_eq!(law.response(-gap, rate), 0.0, "{name}: pushes across an open gap");
            assert_eq!(law.tangent(-gap, rate), (0.0, 0.0), "{name}: tangent across an open gap");
            let (by_gap, by_rate) = law.tangent(gap, rate);
            let numeric = (law.response(gap + h, rate) - law.response(gap - h, rate)) / (2.0 * h);
            let scale = still / gap.abs();
            assert!(
                (by_gap - numeric).abs() < 1e-6 * scale * (1.0 + rate.abs() * 10.0),
                "{name}: {by_gap} against {numeric}"
            );
            let k = 1e-6;
            let numeric = (law.response(gap, rate + k) - law.response(gap, rate - k)) / (2.0 * k);
            assert!(
                (by_rate - numeric).abs() < 1e-6 * (still / k) * 1e-2 + 1e-6 * numeric.abs(),
                "{name}: rate {by_rate} against {numeric}"
            );
        }
    }
    // A closed path of indentation: work done on the contact is never negative.
    for (amplitude, speed) in [(1.0, 0.001), (0.7, 0.1), (1.5, 1.0)] {
        let (steps, mut work) = (20_000, 0.0);
        for i in 0..steps {
            let phase = (f64::from(i) + 0.5) / f64::from(steps) * std::f64::consts::TAU;
            let omega = speed / (amplitude * depth);
            let (gap, rate) = (-amplitude * depth * (0.2 + phase.sin()), -amplitude * depth * omega * phase.cos());
            work -= law.response(gap, rate) * rate * std::f64::consts::TAU / f64::from(steps) / omega;
        }
        assert!(work > -1e-9 * law.energy(-depth), "{name}: creates {work} J");
    }
}

fn pe() -> Elastic {
    Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 }
}

fn foundation() -> Foundation {
    Foundation::in_series([Layer { thickness: 8e-3, material: pe() }.stiffness()]).expect("a good layer")
}

fn conformal() -> ConformalSphere {
    ConformalSphere { ball_radius: 13.92e-3, socket_radius: 14e-3, foundation: foundation() }
}

fn calibrated() -> CalibratedSphere {
    let cup = LinedCup { radius: 14e-3, clearance: 80e-6, thickness: 8e-3, material: pe() };
    CalibratedSphere::new(cup).expect("a cup like those that were sampled")
}

#[test]
fn laws_keep_the_contract() {
    let shell = ShellLayer { inner_radius: 14e-3, layer: Layer { thickness: 12e-3, material: pe() } };
    let series = [shell.stiffness(), shell.layer.stiffness()];
    let hertz = Hertz { radius: 0.03, modulus: 14e6 };
    keeps_the_contract("Hertz", &hertz, 5e-4);
    keeps_the_contract("elliptic Hertz", &EllipticHertz::new(0.03, 0.2, 14e6), 5e-4);
    keeps_the_contract("linear spring", &Spring { stiffness: 5e4 }, 5e-4);
    let layers = DoubleLayer { first: hertz, second: Hertz { radius: 0.03, modulus: 2e8 }, thickness: 0.415e-3 };
    keeps_the_contract("double layer", &layers, 5e-4);
    keeps_the_contract("confined layer", &foundation(), 3e-5);
    keeps_the_contract("shell", &Foundation::in_series([shell.stiffness()]).expect("good"), 3e-5);
    keeps_the_contract("series", &Foundation::in_series(series).expect("good"), 3e-5);
    let layer = Layer { thickness: 8e-3, material: pe() };
    let squeezed = Logarithmic::new(layer, None).expect("good");
    keeps_the_contract("logarithmic", &squeezed, 2e-3);
    let soft = Layer { thickness: 2e-3, material: Elastic { modulus: 10e6, ..pe() } };
    keeps_the_contract("two logarithmic layers", &Logarithmic::new(layer, Some(soft)).expect("good"), 1e-3);
    for exponent in [0.8, 1.0, 1.4] {
        let modified = ModifiedFoundation::new(layer, 5.0, exponent, 1e-5).expect("good");
        keeps_the_contract("modified", &modified.at(1e-7), 3e-5);
    }
    for poisson in [0.2, 0.35, 0.45, 0.499, 0.5] {
        let cartilage = Layer { thickness: 2e-3, material: Elastic { modulus: 12e6, poisson, density: 1000.0 } };
        keeps_the_contract("thin layer", &ThinLayer::new(0.2, &[cartilage]).expect("good"), 1e-4);
    }
    keeps_the_contract("ball in socket", &conformal(), 3e-5);
    let pin = ConformalCylinder { pin_radius: 13.92e-3, hole_radius: 14e-3, length: 0.02, foundation: foundation() };
    keeps_the_contract("pin in a hole", &pin, 3e-5);
    keeps_the_contract("ball in socket, calibrated", &calibrated(), 3e-5);
    keeps_the_contract("paraboloid", &FoundationParaboloid { radius: 0.03, foundation: foundation() }, 3e-5);
    for hysteresis in Hysteresis::ALL {
        let damping = Damping::Hysteretic { factor: hysteresis.coefficient(0.7) / 0.5 };
        keeps_the_contract(&format!("{hysteresis:?} on Hertz"), &Damped { elastic: hertz, damping }, 5e-4);
        keeps_the_contract(
            &format!("{hysteresis:?} on ball in socket"),
            &Damped { elastic: conformal(), damping },
            3e-5,
        );
        keeps_the_contract(&format!("{hysteresis:?} on a double layer"), &Damped { elastic: layers, damping }, 5e-4);
        keeps_the_contract(&format!("{hysteresis:?} on a layer"), &Damped { elastic: foundation(), damping }, 3e-5);
        keeps_the_contract(&format!("{hysteresis:?}, logarithmic"), &Damped { elastic: squeezed, damping }, 2e-3);
    }
    keeps_the_contract(
        "Kelvin–Voigt on Hertz",
        &Damped { elastic: hertz, damping: Damping::KelvinVoigt { coefficient: 1.0 } },
        5e-4,
    );
    for restitution in [0.0, 0.5, 1.0] {
        // The printed law, without a transition, has no tangent at rest; its energy is judged beside it.
        let damping = Damping::ScaledUnloading(ScaledUnloading { restitution, transition_speed: 0.05 });
        keeps_the_contract("scaled unloading", &Damped { elastic: Spring { stiffness: 5e4 }, damping }, 5e-4);
        keeps_the_contract("scaled unloading of a double layer", &Damped { elastic: layers, damping }, 5e-4);
    }
    keeps_the_contract("undamped", &Damped { elastic: conformal(), damping: Damping::None }, 3e-5);
}

proptest! {
    #[test]
    fn no_law_pulls_or_panics_whatever_it_is_given(gap in -1e-2f64..1e-2, rate in -1e3f64..1e3, c in 0.01f64..1.0, which in 0usize..9) {
        let damping = Damping::Hysteretic { factor: Hysteresis::ALL[which].coefficient(c) / 0.01 };
        for response in [
            Damped { elastic: conformal(), damping }.response(gap, rate),
            Damped { elastic: Hertz { radius: 0.01, modulus: 1e9 }, damping }.response(gap, rate),
            Damped { elastic: foundation(), damping: Damping::KelvinVoigt { coefficient: 1e5 } }.response(gap, rate),
        ] {
            prop_assert!(response >= 0.0 && response.is_finite());
        }
    }
}
