//! Numbers of OpenSim 4.6 come from benches/peers/muscle_opensim.py.

use super::*;

fn muscle(curves: Curves, pennation: f64) -> Muscle {
    Muscle { strength: 1000.0, fibre: 0.1, slack: 0.2, pennation, fastest: 10.0, curves }
}

fn millard() -> Curves {
    Curves::Millard(Box::default())
}

fn thelen() -> Curves {
    Curves::Thelen(Thelen::default())
}

/// x and OpenSim's value.
fn agrees(name: &str, curve: impl Fn(f64) -> f64, table: &[(f64, f64)]) {
    for (x, expected) in table {
        assert!((curve(*x) - expected).abs() < 2e-6, "{name} at {x}: {} for {expected}", curve(*x));
    }
}

#[test]
fn millard_curves_are_those_of_opensim() {
    let curves = millard();
    let active = [
        (0.3, 0.100000000),
        (0.5, 0.117653355),
        (0.6, 0.451101878),
        (0.7, 0.767020369),
        (0.8, 0.870676613),
        (0.95, 0.995085428),
        (1.0, 1.000000000),
        (1.1, 0.957375532),
        (1.3, 0.684031957),
        (1.5, 0.403368705),
        (1.7, 0.132656644),
        (1.9, 0.100000000),
    ];
    let passive = [
        (0.9, 0.000000000),
        (1.1, 0.017044835),
        (1.3, 0.126111183),
        (1.5, 0.460261505),
        (1.65, 0.857425125),
        (1.8, 1.285714286),
    ];
    let velocity = [
        (-1.1, 0.000000000),
        (-0.95, 0.002851563),
        (-0.8, 0.037903025),
        (-0.5, 0.158085604),
        (-0.2, 0.451898170),
        (0.0, 1.000000000),
        (0.1, 1.225153838),
        (0.4, 1.314120475),
        (0.95, 1.399132812),
        (1.1, 1.400000000),
    ];
    let tendon = [
        (0.99, 0.000000000),
        (1.01, 0.099678270),
        (1.02, 0.260935983),
        (1.03, 0.479398712),
        (1.049, 1.000000000),
        (1.06, 1.308673469),
    ];
    agrees("active", |x| curves.active(x), &active);
    agrees("passive", |x| curves.passive(x), &passive);
    agrees("velocity", |x| curves.velocity(x, 1.0), &velocity);
    agrees("tendon", |x| curves.tendon(x), &tendon);
}

#[test]
fn thelen_curves_pass_through_what_defines_them() {
    let Thelen { tendon_strain, passive_strain, lengthening, velocity_shape, .. } = Thelen::default();
    let curves = thelen();
    assert_eq!((curves.active(1.0), curves.passive(1.0), curves.tendon(1.0)), (1.0, 0.0, 0.0));
    assert!((curves.passive(1.0 + passive_strain) - 1.0).abs() < 1e-14);
    assert!((curves.tendon(1.0 + tendon_strain) - 1.0).abs() < 1e-14);
    // The paper's rounded numbers of the tendon: a toe up to 0.609 of the strain, then a slope of 1.712/strain.
    let slope = (curves.tendon(1.04) - curves.tendon(1.035)) / 0.005;
    assert!((slope * tendon_strain - 1.712).abs() < 2e-3, "{}", slope * tendon_strain);
    assert!((curves.tendon(1.0 + 0.609 * tendon_strain) - 0.33).abs() < 1e-3);
    for activation in [0.2, 1.0] {
        let fast = 0.25 + 0.75 * activation;
        assert_eq!(curves.velocity(0.0, activation), 1.0);
        assert!(curves.velocity(-fast, activation).abs() < 1e-15);
        assert!(curves.velocity(50.0, activation) < lengthening);
        // Equations 6 and 7 as printed, at the force that comes out.
        for speed in [-0.7, -0.1, 0.05, 0.6] {
            let f = curves.velocity(speed * fast, activation);
            let b = if f <= 1.0 {
                1.0 + f / velocity_shape
            } else {
                (2.0 + 2.0 / velocity_shape) * (lengthening - f) / (lengthening - 1.0)
            };
            assert!(((f - 1.0) / b - speed).abs() < 1e-13);
        }
    }
}

#[test]
fn static_equilibria_are_those_of_opensim() {
    // Pennation (rad), path (m), activation; tendon force (N), fibre length (m).
    let of_thelen = [
        (0.0, 0.27, 0.05, 39.857735, 0.068059753),
        (0.0, 0.27, 1.0, 740.286431, 0.063213706),
        (0.0, 0.29, 0.05, 48.382206, 0.087834103),
        (0.0, 0.29, 1.0, 932.849502, 0.082313811),
        (0.0, 0.3, 0.05, 49.946051, 0.097795909),
        (0.0, 0.3, 1.0, 986.105154, 0.092064934),
        (0.0, 0.31, 0.05, 55.420286, 0.107668874),
        (0.0, 0.31, 1.0, 1000.342144, 0.101998401),
        (0.0, 0.33, 0.05, 99.608389, 0.126898255),
        (0.0, 0.33, 1.0, 932.005364, 0.122317756),
        (0.3, 0.27, 0.05, 39.560696, 0.074206491),
        (0.3, 0.27, 1.0, 739.546020, 0.069783465),
        (0.3, 0.29, 0.05, 46.835198, 0.092708950),
        (0.3, 0.29, 1.0, 909.505630, 0.087560589),
        (0.3, 0.3, 0.05, 49.108198, 0.102182888),
        (0.3, 0.3, 1.0, 950.215741, 0.096851352),
        (0.3, 0.31, 0.05, 57.461160, 0.111607509),
        (0.3, 0.31, 1.0, 956.552804, 0.106389770),
        (0.3, 0.33, 0.05, 114.396971, 0.130105570),
        (0.3, 0.33, 1.0, 887.304563, 0.126040084),
    ];
    let of_millard = [
        (0.0, 0.27, 0.05, 37.351213, 0.069004504),
        (0.0, 0.27, 1.0, 567.311684, 0.063296758),
        (0.0, 0.29, 0.05, 47.338432, 0.088829849),
        (0.0, 0.29, 1.0, 879.832132, 0.081056469),
        (0.0, 0.3, 0.05, 49.999024, 0.098784258),
        (0.0, 0.3, 1.0, 960.828764, 0.090479184),
        (0.0, 0.31, 0.05, 62.554313, 0.108573946),
        (0.0, 0.31, 1.0, 1000.000318, 0.100199998),
        (0.0, 0.33, 0.05, 137.157912, 0.127487570),
        (0.0, 0.33, 1.0, 863.078485, 0.121175877),
        (0.3, 0.27, 0.05, 37.989784, 0.075055829),
        (0.3, 0.27, 1.0, 677.885138, 0.069130652),
        (0.3, 0.29, 0.05, 46.801750, 0.093625349),
        (0.3, 0.29, 1.0, 869.529538, 0.086344556),
        (0.3, 0.3, 0.05, 50.467299, 0.103102249),
        (0.3, 0.3, 1.0, 947.119418, 0.095275893),
        (0.3, 0.31, 0.05, 66.872568, 0.112455841),
        (0.3, 0.31, 1.0, 962.319496, 0.104724655),
        (0.3, 0.33, 0.05, 161.679029, 0.130557544),
        (0.3, 0.33, 1.0, 810.266162, 0.125093085),
    ];
    for (curves, table) in [(thelen(), &of_thelen), (millard(), &of_millard)] {
        for (pennation, length, activation, force, fibre) in table {
            let found = muscle(curves.clone(), *pennation).solve_equilibrium(*length, *activation).expect("a solution");
            assert!((found.force - force).abs() < 1e-3, "{} N for {force} N", found.force);
            assert!((found.fibre - fibre).abs() < 1e-7, "{} m for {fibre} m", found.fibre);
        }
    }
}

#[test]
fn fibre_and_tendon_pull_alike_at_rest() {
    for curves in [thelen(), millard()] {
        let muscle = muscle(curves, 0.4);
        for (length, activation) in [(0.28, 0.0), (0.3, 0.3), (0.34, 1.0)] {
            let Equilibrium { force, fibre, tendon } =
                muscle.solve_equilibrium(length, activation).expect("a solution");
            let along = (fibre * fibre - (0.1 * 0.4_f64.sin()).powi(2)).sqrt();
            assert!((along + tendon - length).abs() < 1e-14);
            let normal = fibre / 0.1;
            let pull = activation * muscle.curves.active(normal) + muscle.curves.passive(normal);
            assert!((1000.0 * pull * along / fibre - force).abs() < 1e-8);
        }
    }
}

#[test]
fn a_stiff_tendon_is_a_rigid_one() {
    let rigid = muscle(thelen(), 0.3);
    let mut stiff = rigid.clone();
    stiff.curves = Curves::Thelen(Thelen { tendon_strain: 1e-7, ..Thelen::default() });
    for length in [0.28, 0.3, 0.33] {
        let Capacity { active, passive, .. } = rigid.capacity(length, 0.0).expect("a solution");
        let force = stiff.solve_equilibrium(length, 0.6).expect("a solution").force;
        assert!((0.6 * active + passive - force).abs() < 1e-3, "{force}");
    }
}

#[test]
fn slack_and_senseless_muscles_say_so() {
    let muscle = muscle(thelen(), 0.0);
    assert_eq!(
        muscle.capacity(0.15, 0.0).expect_err("an error").to_string(),
        "a path of 0.15 m is slack: tendon and shortest fibre need 0.201 m"
    );
    assert!(muscle.solve_equilibrium(0.15, 0.5).is_err());
    assert_eq!(
        muscle.solve_equilibrium(0.3, 1.5).expect_err("an error").to_string(),
        "an activation is 1.5: expected a number from 0 to 1"
    );
    assert!(muscle.capacity(f64::NAN, 0.0).is_err());
}
