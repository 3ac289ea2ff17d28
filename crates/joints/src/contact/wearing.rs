//! How fast a bearing wears: as given, or as known of its material.

use mechanics::material;
use mechanics::wear::{HardPair, WearLaw};
use quantity::WearFactor;
use results::{Outcome, Severity};

use super::Material;

/// The wear factor of conventional polyethylene in a joint, in m²/N, and where it comes from.
pub(crate) type Conventional = (f64, &'static str);

/// Whether a factor is that of a pair: a study that was written out has it with fewer digits.
pub(crate) fn is_factor_of(given: WearFactor, pair: &HardPair) -> bool {
    (given.si() / pair.factor - 1.0).abs() < 1e-9
}

/// A wear factor, and where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Wearing {
    pub factor: WearFactor,
    pub source: String,
    /// The material, where nothing is known of its wear and conventional polyethylene stands for it.
    pub assumed: Option<String>,
}

impl Wearing {
    /// The factor that is given; else that of conventional polyethylene in this joint times what is known of the material.
    pub fn new(given: Option<WearFactor>, choice: &Material, (factor, conventional): Conventional) -> Self {
        let known = match choice {
            Material::Named(name) => material::find(name).and_then(|m| Some((m.name, m.wear?))),
            Material::Given(_) => None,
        };
        let usual = match known {
            // Twelve digits: a product of two decimal numbers is shown as one.
            Some((_, wear)) => format!("{:.12e}", factor * wear.ratio).parse().unwrap_or(factor),
            None => factor,
        };
        let usual = WearFactor::from_si(usual);
        let source = match known {
            _ if given.is_some_and(|given| given != usual) => "as given".into(),
            Some((name, wear)) if wear.ratio != 1.0 => {
                format!("{name}, {}; conventional: {} ({conventional})", wear.source, WearFactor::from_si(factor))
            }
            Some((name, _)) => format!("{name}: {conventional}"),
            None if given.is_some() => "as given".into(),
            None => format!("assumed as of conventional polyethylene: {conventional}"),
        };
        let assumed = (known.is_none() && given.is_none()).then(|| choice.describe());
        Self { factor: given.unwrap_or(usual), source, assumed }
    }

    /// The factor that is given, else that of a hard material on itself.
    pub fn of_pair(given: Option<WearFactor>, pair: &HardPair) -> Self {
        let usual = WearFactor::from_si(pair.factor);
        let source = if given.is_some_and(|given| !is_factor_of(given, pair)) {
            "as given".into()
        } else {
            format!("{} on {}: {}", pair.material, pair.material, pair.source)
        };
        Self { factor: given.unwrap_or(usual), source, assumed: None }
    }

    /// What a study that is written out says: nothing where the material is not known, so that it is warned of again.
    pub fn written_out(&self) -> Option<WearFactor> {
        self.assumed.is_none().then_some(self.factor)
    }

    /// In words.
    pub fn describe(&self) -> String {
        format!("{} ({})", self.factor, self.source)
    }

    /// Warns where conventional polyethylene stands for something else; `key` is that of the factor.
    pub fn warn(&self, key: &str, law: &WearLaw, outcome: &mut Outcome) {
        let Some(name) = &self.assumed else { return };
        let (stands, advice) = match law {
            WearLaw::Archard(_) => (
                format!("the factor of conventional polyethylene, {}, stands", self.factor),
                format!("until you give {key}"),
            ),
            // Their level is their own: a factor beside it is refused.
            WearLaw::Kang(_) | WearLaw::Liu(_) => (
                "the constants of conventional polyethylene stand".into(),
                "by this law; \"archard\" takes a factor of yours".into(),
            ),
            _ => ("the constants of conventional polyethylene stand".into(), format!("until you give {key}")),
        };
        let text = format!("Nothing is known here of how {name} wears: {stands} for it. Wear is a guess {advice}.");
        outcome.warn(Severity::Caution, "wear-factor-assumed", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::GivenMaterial;
    use mechanics::wear::{Archard, Kang, Liu, Wang};
    use quantity::Pressure;

    const HIP: Conventional = (1e-15, "measured");

    #[test]
    fn a_hard_pair_has_its_own_factor_and_a_study_that_was_written_out_says_the_same() {
        let pair = HardPair::find("CoCr", "CoCr").expect("known");
        let metal = Wearing::of_pair(None, pair);
        assert!(metal.source.contains("[DiPuccioMattei2015") && metal.assumed.is_none(), "{}", metal.source);
        assert_eq!(Wearing::of_pair(Some(metal.factor), pair), metal);
        assert_eq!(Wearing::of_pair(Some(WearFactor::from_si(1e-17)), pair).source, "as given");
    }

    #[test]
    fn a_factor_is_given_or_known_or_assumed_with_a_word_about_it() {
        let named = |name: &str| Material::Named(name.into());
        let plain = Wearing::new(None, &named("UHMWPE"), HIP);
        assert_eq!((plain.factor.si(), plain.source.as_str(), plain.assumed), (1e-15, "UHMWPE: measured", None));
        let linked = Wearing::new(None, &named("cross-linked PE"), HIP);
        assert_eq!(linked.factor.to_string(), "1.4e-7 mm^3/(N m)");
        assert!(linked.source.contains("[GlynJones2015]") && linked.source.contains("measured"), "{}", linked.source);
        // A study that was written out says the same when it is read again.
        assert_eq!(Wearing::new(Some(linked.factor), &named("cross-linked PE"), HIP), linked);
        let given = Wearing::new(Some(WearFactor::from_si(3e-15)), &named("cross-linked PE"), HIP);
        assert_eq!((given.factor.si(), given.source.as_str()), (3e-15, "as given"));
        for unknown in [
            named("alumina"),
            Material::Given(GivenMaterial { modulus: Pressure::from_si(1e9), poisson: 0.4, density: None }),
        ] {
            let assumed = Wearing::new(None, &unknown, HIP);
            assert_eq!(assumed.factor.si(), 1e-15);
            assert!(assumed.assumed.is_some() && assumed.source.starts_with("assumed"), "{}", assumed.source);
            assert_eq!(Wearing::new(Some(assumed.factor), &unknown, HIP).assumed, None, "given is given");
            // What it advises can be done: a law with a level of its own takes no factor.
            for (law, advice) in [
                (WearLaw::Archard(Archard { factor: 1e-15 }), "until you give wear.factor"),
                (WearLaw::Wang(Wang::of(1.0)), "until you give wear.factor"),
                (WearLaw::Kang(Kang { ratio: 1.0 }), "\"archard\""),
                (WearLaw::Liu(Liu { ratio: 1.0 }), "\"archard\""),
            ] {
                let mut outcome = Outcome::default();
                assumed.warn("wear.factor", &law, &mut outcome);
                assert!(outcome.warnings.iter().any(|w| w.text.contains(advice)), "{}", law.name());
            }
        }
    }
}
