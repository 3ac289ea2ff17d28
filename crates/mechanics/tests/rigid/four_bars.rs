//! The N-four-bar mechanism of the library of computational benchmark problems, and its exact motion.

use mechanics::rigid::{Attachment, Body, GROUND, Joint, JointKind, Mechanism};

const GRAVITY: f64 = 9.81;

/// The N-four-bar mechanism [Gonzalez2006]: N windows of rods of 1 m and 1 kg, the cranks upright, their ends at 1 m/s.
pub fn four_bars(windows: usize) -> Mechanism {
    let rod = |name: String, [x, y, angle]: [f64; 3], velocity: [f64; 2], spin: f64| Body {
        name,
        mass: 1.0,
        inertia: 1.0 / 12.0,
        position: [x, y],
        angle,
        velocity,
        spin,
    };
    let revolute = |name: String, first: (&str, [f64; 2]), second: (&str, [f64; 2])| Joint {
        name,
        first: Attachment::new(first.0, first.1),
        second: Attachment::new(second.0, second.1),
        kind: JointKind::Revolute,
    };
    let mut mechanism = Mechanism { gravity: [0.0, -GRAVITY], ..Mechanism::default() };
    for i in 0..=windows {
        let (name, x) = (format!("crank {i}"), i as f64);
        // A crank's own axis x points from its foot to its head.
        mechanism.bodies.push(rod(name.clone(), [x, 0.5, std::f64::consts::FRAC_PI_2], [0.5, 0.0], -1.0));
        mechanism.joints.push(revolute(format!("foot {i}"), (&name, [-0.5, 0.0]), (GROUND, [x, 0.0])));
        if i > 0 {
            let bar = format!("bar {i}");
            mechanism.bodies.push(rod(bar.clone(), [x - 0.5, 1.0, 0.0], [1.0, 0.0], 0.0));
            let last = format!("crank {}", i - 1);
            mechanism.joints.push(revolute(format!("left {i}"), (&last, [0.5, 0.0]), (&bar, [-0.5, 0.0])));
            mechanism.joints.push(revolute(format!("right {i}"), (&bar, [0.5, 0.0]), (&name, [0.5, 0.0])));
        }
    }
    mechanism
}

/// Cranks that turn as one: ½ I φ̇² + c g cos φ stays, φ from upright, φ̇ = 1 rad/s there. The angle after a time, by Simpson's
/// rule for dt = dφ/φ̇ and halving.
pub fn exact_angle([inertia, lever]: [f64; 2], time: f64) -> f64 {
    let speed = |phi: f64| (1.0 + 2.0 * lever * GRAVITY / inertia * (1.0 - phi.cos())).sqrt();
    let duration = |phi: f64| {
        let pieces = 20_000;
        let h = phi / f64::from(pieces);
        let weight = |i: i32| if i == 0 || i == pieces { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
        (0..=pieces).map(|i| weight(i) / speed(h * f64::from(i))).sum::<f64>() * h / 3.0
    };
    let (mut low, mut high) = (0.0, 100.0);
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if duration(middle) < time { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// I and c of N windows: (N + 1)/3 + N and (N + 1)/2 + N.
pub fn pendulum_of(windows: usize) -> [f64; 2] {
    let n = windows as f64;
    [(n + 1.0) / 3.0 + n, (n + 1.0) / 2.0 + n]
}
