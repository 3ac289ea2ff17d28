//! Elastic liners.

use super::*;
use std::f64::consts::PI;

fn soft(length: f64, stiffness: f64, settings: FilmSettings) -> ReynoldsJournal {
    journal(length, FilmSettings { liner: Some(stiffness), ..settings })
}

/// The same film once more, as an ordinary differential equation in θ: a long journal, flooded by a groove at θ = −π,
/// whose film ruptures at θ₂ with p = p′ = 0. With ū = ½ωR and the liner's `p = k (h − g)`, g = c (1 − ε cos θ),
///
/// `h′ = g′ + 12 μ ū R/k · (h − h₂)/h³`, `h = g = h₂` at θ₂, `p(−π) = 0`.
///
/// Backwards in θ it is stable: Runge–Kutta from θ₂, bisection for h₂.
struct Inlet {
    eps: f64,
    spin: f64,
    stiffness: f64,
}

impl Inlet {
    /// p(−π), h(0) and the force on the journal per length, for the thickness h₂ at the outlet.
    fn shoot(&self, outlet: f64) -> (f64, f64, Vector2<f64>) {
        const STEPS: usize = 200_000;
        let gap = |angle: f64| C * (1.0 - self.eps * angle.cos());
        let drag = 12.0 * MU * 0.5 * self.spin * R * R / self.stiffness;
        let slope = |angle: f64, h: f64| C * self.eps * angle.sin() + drag * (h - outlet) / h.powi(3);
        let end = ((1.0 - outlet / C) / self.eps).acos();
        let step = -(end + PI) / STEPS as f64;
        let (mut h, mut middle, mut force) = (outlet, f64::NAN, Vector2::zeros());
        for k in 0..STEPS {
            let angle = end + k as f64 * step;
            let a = slope(angle, h);
            let b = slope(angle + 0.5 * step, h + 0.5 * step * a);
            let c = slope(angle + 0.5 * step, h + 0.5 * step * b);
            let d = slope(angle + step, h + step * c);
            let next = h + step / 6.0 * (a + 2.0 * b + 2.0 * c + d);
            let at = angle + 0.5 * step;
            force += self.stiffness * (0.5 * (h + next) - gap(at)) * R * step * Vector2::new(at.cos(), at.sin());
            if angle > 0.0 && angle + step <= 0.0 {
                middle = next;
            }
            h = next;
            // The pressure has no way back.
            if !(h > 0.0) || h < gap(angle + step) - C {
                return (-1.0, middle, force);
            }
        }
        (self.stiffness * (h - gap(-PI)), middle, force)
    }

    /// h(0) and the force per length. The outlet is not thinner than `low`, where the integration would need shorter steps.
    fn solve(&self, mut low: f64) -> (f64, Vector2<f64>) {
        let mut high = 0.4 * C;
        assert!(self.shoot(low).0 * self.shoot(high).0 < 0.0, "{:?} {:?}", self.shoot(low), self.shoot(high));
        let rising = self.shoot(high).0 > 0.0;
        for _ in 0..50 {
            let middle = (low * high).sqrt();
            if (self.shoot(middle).0 > 0.0) == rising { high = middle } else { low = middle }
        }
        let (_, middle, force) = self.shoot(low);
        (middle, force)
    }
}

#[test]
fn a_soft_film_under_load_solves_the_inlet_equation() {
    for (eps, stiffness, low) in [(0.95, 1e10, 0.05), (1.1, 1e10, 0.05), (1.1, 1e11, 0.02)] {
        let inlet = Inlet { eps, spin: 20.0, stiffness };
        let (middle, force) = inlet.solve(low * C);
        let length = 1e4 * R;
        let groove = Some(Groove { angle: PI, pressure: 0.0 });
        let errors = [128, 256, 512].map(|around| {
            let film = soft(length, stiffness, FilmSettings { groove, ..settings(around, 4, AMBIENT) });
            let motion = motion([eps, 0.0], [0.0; 2], [20.0, 0.0]);
            let felt = film.solve_response(&motion).expect("solved").force / length;
            let field = film.solve_field(&motion).expect("solved");
            // Both cells beside θ = 0.
            let thickness = 0.5 * (field.thickness[0] + field.thickness[(around - 1) * 2]);
            [(felt - force).norm() / force.norm(), (thickness / middle - 1.0).abs()]
        });
        assert!(errors[2][0] < 1e-3 && errors[2][1] < 0.01, "{eps} {stiffness:e}: {errors:?} {force} {middle:e}");
        assert!(errors[0][0] > errors[1][0] && errors[1][0] > errors[2][0], "{eps} {stiffness:e}: {errors:?}");
    }
}

#[test]
fn a_stiff_liner_is_rigid_and_so_is_a_thick_film_on_a_soft_one() {
    let force = |stiffness: Option<f64>, around, eps| {
        let film = journal(2.0 * R, FilmSettings { liner: stiffness, ..settings(around, 16, AMBIENT) });
        film.solve_response(&motion([eps, 0.0], [1.0, 0.5], [5.0, 0.0])).expect("solved").force
    };
    // The limit in stiffness, first order in 1/k …
    let limit = force(Some(1e18), 64, 0.8);
    let errors = [1e12, 1e13, 1e14].map(|stiffness| (force(Some(stiffness), 64, 0.8) - limit).norm() / limit.norm());
    for pair in errors.windows(2) {
        assert!((9.0..11.0).contains(&(pair[0] / pair[1])), "{errors:?}");
    }
    // … is the rigid film to the order of the grid: thicknesses of faces are means of those of their cells.
    let gaps = [32, 64, 128].map(|around| {
        let rigid = force(None, around, 0.8);
        (force(Some(1e18), around, 0.8) - rigid).norm() / rigid.norm()
    });
    assert!(gaps[2] < 0.01 && gaps[0] > 3.5 * gaps[1] && gaps[1] > 3.5 * gaps[2], "{gaps:?}");
    // Thick film: a pressure of some kPa against 80 µm · k.
    let thick = (force(Some(1e11), 64, 0.1) - force(Some(1e18), 64, 0.1)).norm() / force(None, 64, 0.1).norm();
    assert!(thick < 1e-3, "{thick}");
}

/// From a thick film to 20 µm of indentation, sliding, squeezed and parting, on liners from rubber to ceramic.
#[test]
fn soft_films_are_found_at_every_load() {
    let mut most = 0;
    for stiffness in [1e9, 1e11, 1e14] {
        for eps in [0.5, 0.99, 1.25] {
            for (velocity, spin) in [([0.0, 0.0], 2.0), ([1.0, 0.5], 0.0), ([1.0, -3.0], 2.0), ([-0.5, 0.0], 2.0)] {
                let film = soft(2.0 * R, stiffness, settings(32, 8, AMBIENT));
                let motion = motion([eps, 0.0], velocity, [spin, 0.0]);
                let field = film.solve_field(&motion).expect("solved");
                most = most.max(field.work.solves);
                let lost = film.solve_response(&motion).expect("solved").dissipation(&motion);
                let losses: f64 = field.losses.iter().sum();
                assert!((lost / losses - 1.0).abs() < 1e-6, "{stiffness:e} {eps}: {lost:e} {losses:e}");
            }
        }
    }
    assert!(most < 80, "{most}");
}

/// Pressed 20 µm into a liner, a slowly turning journal carries what the dry foundation would, and a thin film.
#[test]
fn a_loaded_film_tends_to_dry_contact() {
    let (eps, stiffness, length) = (1.25f64, 1e11, 2.0 * R);
    // ∫ k (ε c cos θ − c) cos θ R L dθ over the patch
    let edge = (1.0 / eps).acos();
    let integral = eps * (edge + edge.sin() * edge.cos()) - 2.0 * edge.sin();
    let dry = -stiffness * C * R * length * integral;
    let film = soft(length, stiffness, settings(256, 16, AMBIENT));
    let force = |spin| film.solve_response(&motion([eps, 0.0], [0.0; 2], [spin, 0.0])).expect("solved").force.x;
    let shares = [1.0, 0.1, 0.01].map(|spin| force(spin) / dry - 1.0);
    assert!(shares[2].abs() < 0.01 && shares[0] > shares[1] && shares[1] > shares[2], "{shares:?}");
}

/// A step keeps the rate of the liner: mass is in balance while it swells.
#[test]
fn a_mass_conserving_liner_keeps_its_fluid() {
    let geometry = JournalGeometry { radius: R, length: 2.0 * R, clearance: C };
    let settings = FilmSettings { liner: Some(1e10), ..settings(48, 8, Cavitation::Reynolds { pressure: -1e4 }) };
    let film = MassConservingJournal::new(geometry, settings).expect("a good film");
    let at = |reach: f64| motion([reach, 0.0], [0.0; 2], [5.0, 0.0]);
    let mut fluid = film.start(&at(0.5), 1.0);
    for k in 1..=30 {
        film.step(&mut fluid, &at(0.5 + 0.02 * f64::from(k)), 0.01).expect("solved");
        assert!(fluid.balance().error().abs() < 1e-10, "{k}: {:?}", fluid.balance());
    }
    // Held there, the fluid is squeezed out and the force falls to that of the steady film.
    let mut force = Vector2::zeros();
    for _ in 0..60 {
        force = film.step(&mut fluid, &at(1.1), 0.5).expect("solved").force;
    }
    let steady = film.solve_steady(&mut fluid, &at(1.1)).expect("solved").force;
    assert!((force - steady).norm() < 1e-3 * steady.norm(), "{force} {steady}");
}
