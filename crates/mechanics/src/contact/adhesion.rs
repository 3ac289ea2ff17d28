//! Balls that stick together: contact with a work of adhesion.
//!
//! These are no [`NormalLaw`](super::NormalLaw)s: they pull, and what they do depends on whether the surfaces are attached. An
//! [`AdhesiveLaw`] says up to which gap attached surfaces hold on, and how strongly they can pull.

use std::f64::consts::PI;

use numerics::root::solve_newton_bracketed;

use super::{Description, Hertz, NormalLaw};

/// How surfaces that attract each other push and pull at a point (gap > 0 is open).
///
/// Surfaces that come together attach at the gap zero, and stay attached up to [`parting_gap`](Self::parting_gap). Detached
/// surfaces do nothing. The contract, tested for every law: the pull never exceeds [`pull_off`](Self::pull_off); attached
/// surfaces respond by minus the slope of their energy; without adhesion the law is Hertz's; and a cycle of attaching and
/// parting never creates energy.
pub trait AdhesiveLaw {
    /// Push of attached surfaces, negative where they pull, in N; zero beyond the parting gap.
    fn attached_response(&self, gap: f64) -> f64;
    /// Its derivative by the gap.
    fn attached_tangent(&self, gap: f64) -> f64;
    /// Energy of attached surfaces less that of parted ones, in J.
    fn attached_energy(&self, gap: f64) -> f64;
    /// The gap at which attached surfaces part when they are drawn apart slowly, in m; zero or more.
    fn parting_gap(&self) -> f64;
    /// The largest pull: what it takes to part them by a dead weight, in N.
    fn pull_off(&self) -> f64;
    /// Energy that attaching and parting lose together, in J.
    fn lost_in_a_cycle(&self) -> f64 {
        self.attached_energy(self.parting_gap()) - self.attached_energy(0.0)
    }
}

/// Johnson, Kendall and Roberts: soft balls whose surfaces attract each other inside the patch only [JKR1971].
///
/// ```text
/// F = 4 E* a³/(3R) − √(8π w E* a³)      δ = a²/R − √(2π w a/E*)
/// ```
///
/// | symbol | field | unit |
/// |---|---|---|
/// | R, E* | `hertz` | m, Pa |
/// | w | `work` | J/m² |
/// | a | patch radius | m |
///
/// Parted by a weight at F = −³⁄₂ π w R; drawn apart slowly they hold on to a³ = π w R²/(8 E*), where δ = −3a²/R and
/// F = −⅚ π w R. *Assumes* Tabor's number √³(R w²/(E*² z₀³)) well above 1. *Checked by* the contract and the published limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jkr {
    /// The contact without adhesion.
    pub hertz: Hertz,
    /// Work of adhesion, J/m²: more than zero.
    pub work: f64,
}

/// Derjaguin, Muller and Toporov: hard balls whose surfaces attract each other around the patch [DMT1975]:
///
/// `F = ⁴⁄₃ E* √R δ^{3/2} − 2π w R`
///
/// The patch is Hertz's; attached surfaces part where it vanishes. *Assumes* Tabor's number well below 1, and that what acts
/// across an open gap can be left out. *Checked by* the contract.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dmt {
    /// The contact without adhesion.
    pub hertz: Hertz,
    /// Work of adhesion, J/m²: more than zero.
    pub work: f64,
}

/// Either of them, as an engine takes it: it evaluates attached surfaces a little beyond the gap at which they part, where
/// they go on to pull as they did there, until the instant of their parting is found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Adhesive {
    /// Johnson, Kendall and Roberts.
    Jkr(Jkr),
    /// Derjaguin, Muller and Toporov.
    Dmt(Dmt),
}

impl Adhesive {
    fn law(&self) -> &dyn AdhesiveLaw {
        match self {
            Self::Jkr(law) => law,
            Self::Dmt(law) => law,
        }
    }

    /// The gap at which attached surfaces part, in m.
    pub fn parting_gap(&self) -> f64 {
        self.law().parting_gap()
    }

    /// The largest pull, in N.
    pub fn pull_off(&self) -> f64 {
        self.law().pull_off()
    }

    /// Push of attached surfaces, in N.
    pub fn attached_response(&self, gap: f64) -> f64 {
        self.law().attached_response(gap.min(self.parting_gap()))
    }

    /// Its derivative by the gap.
    pub fn attached_tangent(&self, gap: f64) -> f64 {
        if gap < self.parting_gap() { self.law().attached_tangent(gap) } else { 0.0 }
    }

    /// Energy of attached surfaces less that of parted ones, in J.
    pub fn attached_energy(&self, gap: f64) -> f64 {
        self.law().attached_energy(gap.min(self.parting_gap()))
    }
}

/// Tabor's number: JKR holds well above 1, DMT well below; `reach` is the distance over which surfaces attract, about 0.3 nm.
pub fn tabor_number(hertz: &Hertz, work: f64, reach: f64) -> f64 {
    (hertz.radius * (work / hertz.modulus).powi(2) / reach.powi(3)).cbrt()
}

impl Jkr {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "JKR adhesion",
        equation: "F = 4E*a³/(3R) − √(8π w E* a³),  δ = a²/R − √(2π w a/E*)",
        symbols: &[
            ("w", "work of adhesion, J/m²"),
            ("a", "patch radius, m"),
            ("E*, R", "contact modulus, Pa; relative radius, m"),
        ],
        about: "Soft surfaces that stick together: the patch is larger than Hertz's, it does not vanish without load, and it takes \
                a pull of ³⁄₂ π w R to part them.",
        assumes: "Attraction inside the patch only, half-spaces, clean and smooth surfaces. Attaching and parting lose energy.",
        pitfalls: "It pulls, so it is no law without tension: whether surfaces are attached is part of the state. Roughness of a \
                   micrometre is enough to make adhesion vanish.",
        valid: "Tabor's number above about 5: soft bodies, large radii.",
        sources: &["JKR1971", "Johnson1985"],
    };

    /// Radius of the patch of attached surfaces at a gap, in m; that at which they part, where they would have parted.
    pub fn patch_radius(&self, gap: f64) -> f64 {
        let Hertz { radius: r, modulus: e } = self.hertz;
        let (least, t) = (self.least_patch(), (2.0 * PI * self.work / e).sqrt());
        let depth = -gap;
        // a²/R − t √a − δ rises from the smallest patch on.
        let most = 2.0 * (r * depth.max(0.0)).sqrt() + 4.0 * (r * t).powf(2.0 / 3.0);
        let value = |a: f64| (a * a / r - t * a.sqrt() - depth, 2.0 * a / r - 0.5 * t / a.sqrt());
        if value(least).0 >= 0.0 {
            return least;
        }
        solve_newton_bracketed(value, least, most, 1e-14).unwrap_or(least)
    }

    /// The smallest patch of surfaces that are drawn apart slowly.
    fn least_patch(&self) -> f64 {
        let Hertz { radius: r, modulus: e } = self.hertz;
        (PI * self.work * r * r / (8.0 * e)).cbrt()
    }

    /// √(8π w E*).
    fn strength(&self) -> f64 {
        (8.0 * PI * self.work * self.hertz.modulus).sqrt()
    }
}

impl AdhesiveLaw for Jkr {
    fn attached_response(&self, gap: f64) -> f64 {
        if gap > self.parting_gap() {
            return 0.0;
        }
        let a = self.patch_radius(gap);
        4.0 * self.hertz.modulus * a.powi(3) / (3.0 * self.hertz.radius) - self.strength() * a.powf(1.5)
    }

    fn attached_tangent(&self, gap: f64) -> f64 {
        if gap > self.parting_gap() {
            return 0.0;
        }
        let Hertz { radius: r, modulus: e } = self.hertz;
        let a = self.patch_radius(gap);
        let force_by_patch = 4.0 * e * a * a / r - 1.5 * self.strength() * a.sqrt();
        let depth_by_patch = 2.0 * a / r - 0.5 * (2.0 * PI * self.work / (e * a)).sqrt();
        -force_by_patch / depth_by_patch
    }

    /// `8E*a⁵/(15R²) − 2√(8πwE*) a^{7/2}/(3R) + πwa²`: elastic energy less that of the surfaces that are gone.
    fn attached_energy(&self, gap: f64) -> f64 {
        if gap > self.parting_gap() {
            return 0.0;
        }
        let Hertz { radius: r, modulus: e } = self.hertz;
        let a = self.patch_radius(gap);
        8.0 * e * a.powi(5) / (15.0 * r * r) - 2.0 * self.strength() * a.powf(3.5) / (3.0 * r) + PI * self.work * a * a
    }

    fn parting_gap(&self) -> f64 {
        3.0 * self.least_patch().powi(2) / self.hertz.radius
    }

    fn pull_off(&self) -> f64 {
        1.5 * PI * self.work * self.hertz.radius
    }
}

impl Dmt {
    /// The law in words.
    pub const DESCRIPTION: Description = Description {
        name: "DMT adhesion",
        equation: "F = ⁴⁄₃ E* √R δ^{3/2} − 2π w R",
        symbols: &[
            ("w", "work of adhesion, J/m²"),
            ("δ", "indentation, m"),
            ("E*, R", "contact modulus, Pa; relative radius, m"),
        ],
        about: "Hard, small surfaces that stick together: Hertz's patch under the load and the attraction around it.",
        assumes: "Attraction around the patch that does not deform it; nothing across an open gap.",
        pitfalls: "The force jumps by 2π w R where the surfaces part. For soft bodies the patch is too small: use JKR.",
        valid: "Tabor's number below about 0.1: hard bodies, small radii.",
        sources: &["DMT1975", "Johnson1985"],
    };
}

impl AdhesiveLaw for Dmt {
    fn attached_response(&self, gap: f64) -> f64 {
        if gap > 0.0 { 0.0 } else { self.hertz.response(gap, 0.0) - self.pull_off() }
    }

    fn attached_tangent(&self, gap: f64) -> f64 {
        self.hertz.tangent(gap, 0.0).0
    }

    fn attached_energy(&self, gap: f64) -> f64 {
        if gap > 0.0 { 0.0 } else { self.hertz.energy(gap) + self.pull_off() * gap }
    }

    fn parting_gap(&self) -> f64 {
        0.0
    }

    fn pull_off(&self) -> f64 {
        2.0 * PI * self.work * self.hertz.radius
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gelatine on gelatine, about.
    const HERTZ: Hertz = Hertz { radius: 20e-3, modulus: 20e3 };

    /// It pulls no more than it may, follows its energy, has the right slope, forgets adhesion where there is none, and loses
    /// energy in a cycle.
    fn keeps_the_contract(law: &dyn AdhesiveLaw, almost_none: &dyn AdhesiveLaw, depth: f64) {
        assert!(law.lost_in_a_cycle() >= 0.0 && law.parting_gap() >= 0.0);
        assert_eq!(law.attached_response(law.parting_gap() * 1.001 + 1e-12), 0.0);
        for i in 0..=30 {
            let gap = law.parting_gap() * 0.98 - f64::from(i + 1) / 15.0 * depth;
            let h = 1e-5 * depth;
            let slope = -(law.attached_energy(gap + h) - law.attached_energy(gap - h)) / (2.0 * h);
            let response = law.attached_response(gap);
            let scale = law.pull_off().max(response.abs());
            assert!((slope - response).abs() < 1e-6 * scale, "{gap}: {slope} {response}");
            let slope = (law.attached_response(gap + h) - law.attached_response(gap - h)) / (2.0 * h);
            assert!((slope - law.attached_tangent(gap)).abs() < 1e-4 * scale / depth, "{gap}: {slope}");
            assert!(response >= -law.pull_off() * (1.0 + 1e-12), "{gap}: {response}");
            let (hertz, nearly) = (HERTZ.response(gap, 0.0), almost_none.attached_response(gap));
            if gap < 0.0 {
                assert!((nearly - hertz).abs() < 1e-3 * HERTZ.response(-depth, 0.0), "{gap}: {nearly} {hertz}");
            }
        }
    }

    #[test]
    fn adhesive_laws_keep_their_contract() {
        let (work, nothing) = (0.05, 1e-12);
        keeps_the_contract(&Jkr { hertz: HERTZ, work }, &Jkr { hertz: HERTZ, work: nothing }, 1e-3);
        keeps_the_contract(&Dmt { hertz: HERTZ, work }, &Dmt { hertz: HERTZ, work: nothing }, 1e-3);
    }

    /// Without load a₀³ = 9π w R²/(2E*); parted by a weight at 63 % of a₀ and −³⁄₂πwR; drawn
    /// apart slowly to −⅚πwR [JKR1971, Johnson1985].
    #[test]
    fn jkr_has_the_published_limits() {
        let law = Jkr { hertz: HERTZ, work: 0.05 };
        let Hertz { radius: r, modulus: e } = HERTZ;
        let unloaded = (4.5 * PI * law.work * r * r / e).cbrt();
        // δ at zero load is a₀²/(3R).
        let gap = -unloaded * unloaded / (3.0 * r);
        assert!((law.patch_radius(gap) / unloaded - 1.0).abs() < 1e-9, "{}", law.patch_radius(gap));
        assert!(law.attached_response(gap).abs() < 1e-9 * law.pull_off());
        // The largest pull over all gaps, found by looking.
        let most = (0..200_000).map(|i| {
            let gap = law.parting_gap() * (1.0 - f64::from(i) / 1e5);
            -law.attached_response(gap)
        });
        let most = most.fold(0.0, f64::max);
        assert!((most / (1.5 * PI * law.work * r) - 1.0).abs() < 1e-6, "{most}");
        let at_end = law.attached_response(law.parting_gap() * (1.0 - 1e-12));
        assert!((at_end / (-5.0 / 6.0 * PI * law.work * r) - 1.0).abs() < 1e-4, "{at_end}");
    }

    /// The pull of a cycle is larger on the way out than on the way in: the loss is the area between, by quadrature.
    #[test]
    fn a_cycle_loses_the_area_under_the_pull() {
        let law = Jkr { hertz: HERTZ, work: 0.05 };
        let steps = 200_000;
        let width = law.parting_gap() / f64::from(steps);
        let area: f64 = (0..steps).map(|i| -law.attached_response((f64::from(i) + 0.5) * width) * width).sum();
        assert!((area / law.lost_in_a_cycle() - 1.0).abs() < 1e-6, "{area} {}", law.lost_in_a_cycle());
    }

    #[test]
    fn tabors_number_tells_soft_from_hard() {
        assert!(tabor_number(&HERTZ, 0.05, 0.3e-9) > 100.0);
        assert!(tabor_number(&Hertz { radius: 10e-9, modulus: 200e9 }, 0.05, 0.3e-9) < 0.1);
    }
}
