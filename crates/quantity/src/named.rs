//! Kinds of quantities by the names of their types: for programs that know a parameter only by its schema.

use crate::unit::Kind;
use crate::{QuantityError, kinds, parse, show};

/// A kind of quantity, found by the name of its type.
#[derive(Debug, Clone, Copy)]
pub struct NamedKind {
    name: &'static str,
    kind: &'static Kind,
    suffix: &'static str,
}

/// Name of the type, its kind, and how a machine name in its SI unit ends.
static NAMED: &[NamedKind] = &[
    named("Length", &kinds::LENGTH, "_m"),
    named("Angle", &kinds::ANGLE, "_rad"),
    named("Force", &kinds::FORCE, "_N"),
    named("Mass", &kinds::MASS, "_kg"),
    named("Pressure", &kinds::PRESSURE, "_Pa"),
    named("Density", &kinds::DENSITY, "_kg_per_m3"),
    named("Time", &kinds::TIME, "_s"),
    named("Frequency", &kinds::FREQUENCY, "_Hz"),
    named("Velocity", &kinds::VELOCITY, "_m_per_s"),
    named("Acceleration", &kinds::ACCELERATION, "_m_per_s2"),
    named("WearFactor", &kinds::WEAR_FACTOR, "_m3_per_N_m"),
    named("DampingCoefficient", &kinds::DAMPING, "_N_s_per_m"),
    named("Stiffness", &kinds::STIFFNESS, "_N_per_m"),
    named("MomentOfInertia", &kinds::MOMENT_OF_INERTIA, "_kg_m2"),
    named("Moment", &kinds::MOMENT, "_N_m"),
    named("AngularVelocity", &kinds::ANGULAR_VELOCITY, "_rad_per_s"),
    named("TorsionalStiffness", &kinds::TORSIONAL_STIFFNESS, "_N_m_per_rad"),
    named("TorsionalDamping", &kinds::TORSIONAL_DAMPING, "_N_m_s_per_rad"),
    named("HertzStiffness", &kinds::HERTZ_STIFFNESS, "_N_per_m1p5"),
    named("QuadraticStiffness", &kinds::QUADRATIC_STIFFNESS, "_N_per_m2"),
    named("Viscosity", &kinds::VISCOSITY, "_Pa_s"),
    named("SurfaceEnergy", &kinds::SURFACE_ENERGY, "_J_per_m2"),
    named("InverseVelocity", &kinds::INVERSE_VELOCITY, "_s_per_m"),
];

const fn named(name: &'static str, kind: &'static Kind, suffix: &'static str) -> NamedKind {
    NamedKind { name, kind, suffix }
}

impl NamedKind {
    /// The kind of the type of this name, such as `Length`.
    pub fn find(name: &str) -> Option<Self> {
        NAMED.iter().find(|known| known.name == name).copied()
    }

    /// Every kind, the most usual first.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMED.iter().copied()
    }

    /// Reads `"80 um"` as 8e-5.
    ///
    /// # Errors
    /// What is wrong with the text, as for the type itself.
    pub fn parse(self, text: &str) -> Result<f64, QuantityError> {
        parse::parse(text, self.kind)
    }

    /// The text that reads back to the same bits, in a pleasant unit.
    pub fn show(self, si: f64) -> String {
        show::show(si, self.kind)
    }

    /// What it is, with its article: `a length`.
    pub fn noun(self) -> &'static str {
        self.kind.noun
    }

    /// How the machine name of a number in the SI unit ends: `_m`.
    pub fn suffix(self) -> &'static str {
        self.suffix
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_and_reads_what_it_shows() {
        assert_eq!(NAMED.len(), kinds::ALL.len() + 1, "the quadratic stiffness is not in the list of all kinds");
        for known in NAMED {
            let found = NamedKind::find(known.name).expect("in the table");
            let value = found.parse(found.kind.example).expect("the example is of its kind");
            assert_eq!(found.parse(&found.show(value)).map(f64::to_bits).expect("reads back"), value.to_bits());
        }
        assert!(NamedKind::find("Colour").is_none());
    }
}
