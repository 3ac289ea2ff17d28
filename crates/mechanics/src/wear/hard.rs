//! Bearings of which both parts wear: hard on hard.

use super::{Certainty, Constant};

/// How fast head and cup of one hard material wear each other: each by Archard's law with the same factor, faster until they
/// have run in.
///
/// Factors of hard bearings scatter by two orders with lubrication, clearance and position, far more than those of
/// polyethylene. The ones here are chosen so that a walk of ours on 28 mm heads, which wears 31.0 mm³ in a million cycles at
/// 1e-6 mm³/(N·m), wears the geometric mean of what clinical studies found, half of it on either part: a level, not a forecast.
///
/// *Assumes* a lubricated bearing whose patch stays on the bearing surface: contact at the rim has been measured to wear ten
/// times as fast and more. *Checked by* a simulator's depth of running in and a steady rate that were not used (`docs/lifetime`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HardPair {
    /// The material, as in the library.
    pub material: &'static str,
    /// Wear factor of each part once it has run in, in m³/(N·m).
    pub factor: f64,
    /// How many times as fast both wear at first, and after how many cycles that has fallen to 1/e; where they run in.
    pub run_in: Option<(f64, f64)>,
    /// What is known of it, by the words in which it is.
    pub source: &'static str,
}

/// The pairs whose wear is known.
pub const HARD_PAIRS: &[HardPair] = &[
    // √(0.05 · 4) = 0.447 mm³ a million cycles, over 31.0, a half for each part. Running in: √(0.1 · 25) = 1.58 mm³ in the first
    // million, 3.54 times as much: 1 + (t − 1)/3 · (1 − e⁻³) for a third of a million gives t = 9.
    HardPair {
        material: "CoCr",
        factor: 7.2e-18,
        run_in: Some((9.0, 3.3e5)),
        source: "metal on metal, clinical, 0.05 to 4 mm³ a million cycles once run in, 0.1 to 25 before [DiPuccioMattei2015, Table 5]: \
                 geometric means",
    },
    // √(0.005 · 2) = 0.1 mm³.
    HardPair {
        material: "alumina",
        factor: 1.6e-18,
        run_in: None,
        source: "ceramic on ceramic, clinical, 0.005 to 2 mm³ a million cycles [DiPuccioMattei2015, Table 5]: geometric mean",
    },
];

impl HardPair {
    /// The pair of a head and a cup of these names, where both are of one such material.
    pub fn find(head: &str, cup: &str) -> Option<&'static Self> {
        let named = |name: &str, pair: &Self| pair.material.eq_ignore_ascii_case(name.trim());
        HARD_PAIRS.iter().find(|pair| named(head, pair) && named(cup, pair))
    }

    /// Its constants, where they come from and how sure they are.
    pub fn constants(&self) -> Vec<Constant> {
        const CHOSEN: Certainty =
            Certainty::Chosen("the geometric mean of clinical volumes, for our walk on 28 mm heads");
        let constant =
            |what, value| Constant { what, value, source: "[DiPuccioMattei2015, Table 5]", certainty: CHOSEN };
        let mut found = vec![constant("wear factor of either part, mm³/(N m):", self.factor * 1e9)];
        if let Some((times, cycles)) = self.run_in {
            found.push(constant("times as fast at first:", times));
            found.push(constant("cycles of running in:", cycles));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_found_whatever_its_case_and_only_where_both_are_of_it() {
        assert_eq!(HardPair::find("cocr", " CoCr ").map(|pair| pair.material), Some("CoCr"));
        assert!(HardPair::find("CoCr", "alumina").is_none() && HardPair::find("CoCr", "UHMWPE").is_none());
    }

    /// By hand from Table 5 of [DiPuccioMattei2015] and 31.0 mm³ a million cycles at 1e-6 mm³/(N·m).
    #[test]
    fn volumes_of_a_walk_are_the_geometric_means_of_the_review() {
        for (name, low, high) in [("CoCr", 0.05f64, 4.0), ("alumina", 0.005, 2.0)] {
            let pair = HardPair::find(name, name).expect("known");
            let volume = 2.0 * pair.factor / 1e-15 * 31.0;
            assert!((volume / (low * high).sqrt() - 1.0).abs() < 0.02, "{name}: {volume}");
        }
        let (times, cycles) = HardPair::find("CoCr", "CoCr").and_then(|pair| pair.run_in).expect("it runs in");
        let first = 1.0 + (times - 1.0) * cycles / 1e6 * (1.0 - (-1e6 / cycles).exp());
        assert!((first / ((0.1f64 * 25.0).sqrt() / (0.05f64 * 4.0).sqrt()) - 1.0).abs() < 0.02, "{first}");
    }
}
