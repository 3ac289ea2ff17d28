//! Which wear laws there are, and what all of them answer.

use super::{Archard, DirectedEnergy, Kang, Liu, Remembering, Rubbed, Wang};

/// How sure a constant is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// Found in a public text: what it says, and where.
    Confirmed(&'static str),
    /// As the literature is remembered: look it up before you build on it.
    Recalled,
    /// Chosen so that a measurement that is named comes out.
    Chosen(&'static str),
}

/// A constant, where it comes from and how sure it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Constant {
    /// What it is, with its unit.
    pub what: &'static str,
    /// Its value in that unit.
    pub value: f64,
    /// Where it comes from, as citation keys.
    pub source: &'static str,
    /// How sure it is.
    pub certainty: Certainty,
}

impl Constant {
    /// In one line.
    pub fn describe(&self) -> String {
        let certainty = match self.certainty {
            Certainty::Confirmed(by) => format!("confirmed by {by}"),
            Certainty::Recalled => "recalled, not confirmed".into(),
            Certainty::Chosen(why) => format!("chosen: {why}"),
        };
        format!("{} {} ({}; {certainty})", self.what, self.value, self.source)
    }
}

/// What every wear law answers: the depth that one cycle takes away at a point.
pub trait LocalWear {
    /// What a metre of sliding under this pressure (Pa) counts for, in the law's own unit; not negative, 0 without pressure.
    fn weight(&self, pressure: f64) -> f64;
    /// Below this pressure (Pa) only a share of the way counts, where the law itself does not know the pressure.
    fn whole_from(&self) -> f64 {
        0.0
    }
    /// Depth that a cycle takes away, in m.
    fn depth(&self, rubbed: &Rubbed) -> f64;
    /// No small change of the pressure (Pa) all along the way changes the depth by more than this, in m/Pa.
    fn sensitivity(&self, rubbed: &Rubbed) -> f64;
    /// Sliding distance over which the direction of sliding is remembered, in m, where it is.
    fn memory(&self) -> Option<f64> {
        None
    }
    /// The range of pressure (Pa) to which it was fitted, where there is one.
    fn fitted_pressures(&self) -> Option<[f64; 2]> {
        None
    }
    /// Its constants.
    fn constants(&self) -> Vec<Constant>;
    /// What it leaves out, in words.
    fn ignores(&self) -> &'static str;
}

/// A wear law.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WearLaw {
    /// Load times sliding.
    Archard(Archard),
    /// Pressure and cross-shear.
    Kang(Kang),
    /// Area in contact times sliding, and cross-shear.
    Liu(Liu),
    /// Work across the principal direction.
    Wang(Wang),
    /// Work across the direction that is remembered.
    Remembering(Remembering),
    /// Work across and along the principal direction.
    DirectedEnergy(DirectedEnergy),
}

impl From<Archard> for WearLaw {
    fn from(law: Archard) -> Self {
        Self::Archard(law)
    }
}

impl WearLaw {
    fn inner(&self) -> &dyn LocalWear {
        match self {
            Self::Archard(law) => law,
            Self::Kang(law) => law,
            Self::Liu(law) => law,
            Self::Wang(law) => law,
            Self::Remembering(law) => law,
            Self::DirectedEnergy(law) => law,
        }
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Archard(_) => "Archard",
            Self::Kang(_) => "pressure and cross-shear (Kang2009)",
            Self::Liu(_) => "contact area and cross-shear (Liu2011)",
            Self::Wang(_) => "unified (Wang2001)",
            Self::Remembering(_) => "memory of direction (Dressler2011)",
            Self::DirectedEnergy(_) => "energy across and along (SchwenkeWimmer2013)",
        }
    }
}

impl LocalWear for WearLaw {
    #[inline]
    fn weight(&self, pressure: f64) -> f64 {
        match self {
            Self::Kang(law) => law.weight(pressure),
            Self::Liu(law) => law.weight(pressure),
            // All others count the pressure itself.
            _ => pressure.max(0.0),
        }
    }
    #[inline]
    fn whole_from(&self) -> f64 {
        match self {
            Self::Liu(law) => law.whole_from(),
            _ => 0.0,
        }
    }
    fn depth(&self, rubbed: &Rubbed) -> f64 {
        self.inner().depth(rubbed)
    }
    fn sensitivity(&self, rubbed: &Rubbed) -> f64 {
        self.inner().sensitivity(rubbed)
    }
    #[inline]
    fn memory(&self) -> Option<f64> {
        match self {
            Self::Remembering(law) => Some(law.length),
            _ => None,
        }
    }
    fn fitted_pressures(&self) -> Option<[f64; 2]> {
        self.inner().fitted_pressures()
    }
    fn constants(&self) -> Vec<Constant> {
        self.inner().constants()
    }
    fn ignores(&self) -> &'static str {
        self.inner().ignores()
    }
}
