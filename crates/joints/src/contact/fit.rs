//! How much of a bearing sees pressures to which its wear law was not fitted.

use mechanics::wear::{LocalWear, WearLaw};
use results::{Outcome, Severity};

/// Less of the surface than this is not worth a word.
const LITTLE: f64 = 1e-3;

/// Shares outside of the pressures to which a wear law was fitted.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct OutsideOfFit {
    /// Of the surface that touches in a cycle: where the highest pressure stays below the lowest that was fitted.
    pub below: f64,
    /// Of the same: where it rises above the highest that was fitted.
    pub above: f64,
    /// Of the frictional work: what is done under pressures below or above, where that is known.
    pub work: f64,
}

impl OutsideOfFit {
    /// Of a surface by area and highest pressure of its elements; nothing where the law has no such range.
    pub fn of(law: &WearLaw, elements: impl Iterator<Item = (f64, f64)>) -> Self {
        let Some([least, most]) = law.fitted_pressures() else { return Self::default() };
        let (mut touching, mut below, mut above) = (0.0, 0.0, 0.0);
        for (area, peak) in elements.filter(|(_, peak)| *peak > 0.0) {
            touching += area;
            below += if peak < least { area } else { 0.0 };
            above += if peak > most { area } else { 0.0 };
        }
        if touching > 0.0 {
            Self { below: below / touching, above: above / touching, work: 0.0 }
        } else {
            Self::default()
        }
    }

    /// The larger of each.
    pub fn worst(self, other: Self) -> Self {
        Self { below: self.below.max(other.below), above: self.above.max(other.above), work: self.work.max(other.work) }
    }

    /// Says so: a caution where pressures rise above the fit, a note where some only stay below it.
    pub fn warn(&self, law: &WearLaw, outcome: &mut Outcome) {
        let Some([least, most]) = law.fitted_pressures() else { return };
        let Self { below, above, work } = *self;
        if !(below > LITTLE || above > LITTLE) {
            return;
        }
        let mut text = format!(
            "The wear law was fitted to pressures of {:.0} to {:.0} MPa. Of the surface that touches, {:.1} % see more than that in \
             the cycle, and {:.1} % never as much as {:.0} MPa.",
            1e-6 * least,
            1e-6 * most,
            100.0 * above,
            100.0 * below,
            1e-6 * least,
        );
        if work > 0.0 {
            text.push_str(&format!(" {:.1} % of the frictional work are done outside of the fit.", 100.0 * work));
        }
        outcome.warn(if above > LITTLE { Severity::Caution } else { Severity::Note }, "outside-of-fit", text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mechanics::wear::{Archard, Kang};

    /// Of 8 m² that touch, 2 m² see 12 MPa, 1 m² never more than 0.5 MPa; the bounds of Kang's pins are 1 and 11 MPa.
    #[test]
    fn shares_are_those_of_the_surface_that_touches() {
        let elements = [(5.0, 0.0), (2.0, 12e6), (5.0, 11e6), (1.0, 0.5e6)];
        let kang = WearLaw::Kang(Kang { ratio: 1.0 });
        let found = OutsideOfFit::of(&kang, elements.into_iter());
        assert_eq!((found.above, found.below), (0.25, 0.125));
        let mut outcome = Outcome::default();
        found.warn(&kang, &mut outcome);
        let warning = &outcome.warnings[0];
        assert_eq!((warning.code.as_str(), warning.severity), ("outside-of-fit", Severity::Caution));
        assert!(warning.text.contains("25.0 %") && warning.text.contains("12.5 %"), "{}", warning.text);
        // Too light alone is a note; a law without a range says nothing.
        let mut outcome = Outcome::default();
        OutsideOfFit::of(&kang, elements[2..].iter().copied()).warn(&kang, &mut outcome);
        assert_eq!(outcome.warnings[0].severity, Severity::Note);
        let archard = WearLaw::Archard(Archard { factor: 1e-15 });
        let mut outcome = Outcome::default();
        OutsideOfFit::of(&archard, elements.into_iter()).warn(&archard, &mut outcome);
        assert!(outcome.warnings.is_empty());
    }
}
