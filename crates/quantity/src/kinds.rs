//! The units we know, kind by kind. To add one, add its line here; to add a kind, add its table and a line in `types`.

use crate::unit::{Kind, Scale, Unit};
use Scale::{Decimal, Times};

const fn unit(symbol: &'static str, also: &'static [&'static str], scale: Scale) -> Unit {
    Unit { symbol, also, scale }
}

/// Every kind, to recognise a quantity of the wrong one.
pub(crate) const ALL: &[&Kind] = &[
    &LENGTH,
    &ANGLE,
    &FORCE,
    &MASS,
    &PRESSURE,
    &DENSITY,
    &TIME,
    &FREQUENCY,
    &VELOCITY,
    &ACCELERATION,
    &WEAR_FACTOR,
    &DAMPING,
    &STIFFNESS,
    &MOMENT_OF_INERTIA,
    &MOMENT,
    &ANGULAR_VELOCITY,
    &TORSIONAL_STIFFNESS,
    &TORSIONAL_DAMPING,
    &HERTZ_STIFFNESS,
    &VISCOSITY,
    &INVERSE_VELOCITY,
    &SURFACE_ENERGY,
];

pub(crate) static LENGTH: Kind = Kind {
    noun: "a length",
    example: "14 mm",
    units: &[
        unit("m", &["metre", "metres", "meter", "meters"], Decimal(0)),
        unit("cm", &["centimetre", "centimetres", "centimeter", "centimeters"], Decimal(-2)),
        unit("mm", &["millimetre", "millimetres", "millimeter", "millimeters"], Decimal(-3)),
        unit("um", &["micrometre", "micrometres", "micrometer", "micrometers", "micron", "microns"], Decimal(-6)),
        unit("nm", &["nanometre", "nanometres", "nanometer", "nanometers"], Decimal(-9)),
    ],
    shown: &[0, 2, 3, 4],
};

pub(crate) static ANGLE: Kind = Kind {
    noun: "an angle",
    example: "45 deg",
    units: &[
        unit("rad", &["radian", "radians"], Decimal(0)),
        unit("deg", &["degree", "degrees"], Times(std::f64::consts::PI / 180.0)),
        unit("mrad", &[], Decimal(-3)),
    ],
    shown: &[1, 0],
};

pub(crate) static FORCE: Kind = Kind {
    noun: "a force",
    example: "836 N",
    units: &[
        unit("N", &["newton", "newtons"], Decimal(0)),
        unit("kN", &["kilonewton", "kilonewtons"], Decimal(3)),
        unit("mN", &["millinewton", "millinewtons"], Decimal(-3)),
    ],
    shown: &[0, 2],
};

pub(crate) static MASS: Kind = Kind {
    noun: "a mass",
    example: "85.2 kg",
    units: &[
        unit("kg", &["kilogram", "kilograms"], Decimal(0)),
        unit("g", &["gram", "grams"], Decimal(-3)),
        unit("mg", &["milligram", "milligrams"], Decimal(-6)),
    ],
    shown: &[0, 1, 2],
};

pub(crate) static PRESSURE: Kind = Kind {
    noun: "a pressure",
    example: "500 MPa",
    units: &[
        unit("Pa", &["pascal", "pascals", "N/m2"], Decimal(0)),
        unit("kPa", &["kilopascal", "kilopascals"], Decimal(3)),
        unit("MPa", &["megapascal", "megapascals", "N/mm2"], Decimal(6)),
        unit("GPa", &["gigapascal", "gigapascals", "kN/mm2"], Decimal(9)),
        unit("bar", &[], Decimal(5)),
    ],
    shown: &[3, 2, 1, 0],
};

pub(crate) static DENSITY: Kind = Kind {
    noun: "a density",
    example: "8330 kg/m^3",
    units: &[unit("kg/m^3", &["kg·m-3"], Decimal(0)), unit("g/cm^3", &["g·cm-3", "g/cc", "g/mL", "g/ml"], Decimal(3))],
    shown: &[0],
};

pub(crate) static TIME: Kind = Kind {
    noun: "a time",
    example: "1.11 s",
    units: &[
        unit("s", &["sec", "second", "seconds"], Decimal(0)),
        unit("ms", &["millisecond", "milliseconds"], Decimal(-3)),
        unit("us", &["microsecond", "microseconds"], Decimal(-6)),
        unit("ns", &["nanosecond", "nanoseconds"], Decimal(-9)),
        unit("min", &["minute", "minutes"], Times(60.0)),
        unit("h", &["hour", "hours"], Times(3600.0)),
    ],
    shown: &[0, 1, 2, 3],
};

pub(crate) static FREQUENCY: Kind = Kind {
    noun: "a frequency",
    example: "110 steps/min",
    units: &[
        unit("Hz", &["1/s", "s-1"], Decimal(0)),
        unit("cycles/min", &["strides/min"], Times(1.0 / 60.0)),
        unit("steps/min", &[], Times(1.0 / 120.0)),
    ],
    shown: &[2, 0],
};

pub(crate) static VELOCITY: Kind = Kind {
    noun: "a velocity",
    example: "50 mm/s",
    units: &[
        unit("m/s", &["m·s-1"], Decimal(0)),
        unit("cm/s", &["cm·s-1"], Decimal(-2)),
        unit("mm/s", &["mm·s-1"], Decimal(-3)),
        unit("um/s", &["um·s-1"], Decimal(-6)),
        unit("km/h", &[], Times(1.0 / 3.6)),
    ],
    shown: &[0, 2, 3],
};

pub(crate) static ACCELERATION: Kind = Kind {
    noun: "an acceleration",
    example: "9.81 m/s^2",
    units: &[unit("m/s^2", &["m·s-2"], Decimal(0)), unit("mm/s^2", &["mm·s-2"], Decimal(-3))],
    shown: &[0, 1],
};

pub(crate) static WEAR_FACTOR: Kind = Kind {
    noun: "a wear factor",
    example: "1e-6 mm^3/(N m)",
    units: &[
        unit("m^2/N", &["m3/(N·m)", "m3/Nm", "m3/J", "1/Pa", "Pa-1"], Decimal(0)),
        unit("mm^3/(N m)", &["mm3/Nm", "mm3/J", "mm3·N-1·m-1"], Decimal(-9)),
        unit("mm^2/N", &["mm3/(N·mm)", "mm3/Nmm", "1/MPa", "MPa-1"], Decimal(-6)),
    ],
    shown: &[1],
};

pub(crate) static DAMPING: Kind = Kind {
    noun: "a damping coefficient",
    example: "100 N s/m",
    units: &[
        unit("N s/m", &["Ns/m", "N/(m/s)", "N·s·m-1", "kg/s"], Decimal(0)),
        unit("N s/mm", &["Ns/mm", "N/(mm/s)"], Decimal(3)),
        unit("kN s/m", &["kNs/m"], Decimal(3)),
    ],
    shown: &[0],
};

pub(crate) static STIFFNESS: Kind = Kind {
    noun: "a stiffness",
    example: "200 N/mm",
    units: &[
        unit("N/m", &["N·m-1"], Decimal(0)),
        unit("N/mm", &["N·mm-1", "kN/m"], Decimal(3)),
        unit("kN/mm", &["MN/m"], Decimal(6)),
    ],
    shown: &[1, 0],
};

pub(crate) static MOMENT_OF_INERTIA: Kind = Kind {
    noun: "a moment of inertia",
    example: "0.1 kg m^2",
    units: &[
        unit("kg m^2", &["kgm2"], Decimal(0)),
        unit("kg cm^2", &["kgcm2"], Decimal(-4)),
        unit("kg mm^2", &["kgmm2"], Decimal(-6)),
        unit("g cm^2", &["gcm2"], Decimal(-7)),
        unit("g mm^2", &["gmm2"], Decimal(-9)),
    ],
    shown: &[0],
};

pub(crate) static MOMENT: Kind = Kind {
    noun: "a moment",
    example: "2 N m",
    units: &[
        unit("N m", &["Nm"], Decimal(0)),
        unit("kN m", &["kNm"], Decimal(3)),
        unit("N cm", &["Ncm"], Decimal(-2)),
        unit("N mm", &["Nmm"], Decimal(-3)),
    ],
    shown: &[0, 3],
};

pub(crate) static ANGULAR_VELOCITY: Kind = Kind {
    noun: "an angular velocity",
    example: "10 rad/s",
    units: &[
        unit("rad/s", &["rad·s-1"], Decimal(0)),
        unit("deg/s", &["deg·s-1"], Times(std::f64::consts::PI / 180.0)),
        unit("rpm", &["rev/min"], Times(std::f64::consts::PI / 30.0)),
    ],
    shown: &[0, 1, 2],
};

pub(crate) static TORSIONAL_STIFFNESS: Kind = Kind {
    noun: "a torsional stiffness",
    example: "5 N m/rad",
    units: &[
        unit("N m/rad", &["Nm/rad"], Decimal(0)),
        unit("N mm/rad", &["Nmm/rad"], Decimal(-3)),
        unit("N m/deg", &["Nm/deg"], Times(180.0 / std::f64::consts::PI)),
    ],
    shown: &[0, 2],
};

pub(crate) static TORSIONAL_DAMPING: Kind = Kind {
    noun: "a torsional damping coefficient",
    example: "0.1 N m s/rad",
    units: &[
        unit("N m s/rad", &["Nms/rad", "N·m/(rad/s)", "Nm/(rad/s)"], Decimal(0)),
        unit("N mm s/rad", &["Nmms/rad"], Decimal(-3)),
    ],
    shown: &[0],
};

pub(crate) static VISCOSITY: Kind = Kind {
    noun: "a viscosity",
    example: "0.005 Pa s",
    units: &[
        unit("Pa s", &["Pas", "N s/m^2", "kg/(m s)"], Decimal(0)),
        unit("mPa s", &["mPas", "cP", "centipoise"], Decimal(-3)),
        unit("P", &["poise"], Decimal(-1)),
    ],
    shown: &[0],
};

pub(crate) static HERTZ_STIFFNESS: Kind = Kind {
    noun: "a Hertzian stiffness",
    example: "3.26e6 N/m^1.5",
    units: &[
        unit("N/m^1.5", &["N/m^(3/2)", "N·m-1.5"], Decimal(0)),
        // 1 mm^-1.5 = 1000^1.5 m^-1.5.
        unit("N/mm^1.5", &["N/mm^(3/2)", "N·mm-1.5"], Times(31_622.776_601_683_795)),
    ],
    shown: &[0],
};

pub(crate) static INVERSE_VELOCITY: Kind = Kind {
    noun: "an inverse velocity",
    example: "100 s/m",
    units: &[unit("s/m", &["1/(m/s)", "s·m-1"], Decimal(0)), unit("s/mm", &["1/(mm/s)", "s·mm-1"], Decimal(3))],
    shown: &[0],
};

/// Not among [`ALL`]: force per square of an elongation is spelled like a pressure, and a stray `N/m^2` is more likely to
/// be one.
pub(crate) static QUADRATIC_STIFFNESS: Kind = Kind {
    noun: "a quadratic stiffness",
    example: "35000 kN/m^2",
    units: &[
        unit("N/m^2", &["N·m-2"], Decimal(0)),
        unit("kN/m^2", &["kN·m-2"], Decimal(3)),
        unit("MN/m^2", &["MN·m-2"], Decimal(6)),
        unit("N/mm^2", &["N·mm-2"], Decimal(6)),
    ],
    shown: &[1, 0],
};

pub(crate) static SURFACE_ENERGY: Kind = Kind {
    noun: "a surface energy",
    example: "50 mJ/m^2",
    units: &[
        unit("J/m^2", &["J·m-2"], Decimal(0)),
        unit("mJ/m^2", &["mJ·m-2"], Decimal(-3)),
        unit("uJ/m^2", &["uJ·m-2"], Decimal(-6)),
    ],
    shown: &[0, 1, 2],
};

#[cfg(test)]
mod tests {
    use super::{ALL, QUADRATIC_STIFFNESS};
    use crate::unit::{Scale, normalise};

    #[test]
    fn every_spelling_means_one_unit_of_one_kind() {
        let mut seen = std::collections::BTreeSet::new();
        for unit in ALL.iter().flat_map(|kind| kind.units) {
            for spelling in unit.spellings() {
                assert!(seen.insert(normalise(spelling)), "{spelling} is listed twice");
            }
        }
    }

    #[test]
    fn every_kind_starts_with_its_si_unit_and_its_example_reads() {
        for kind in ALL.iter().copied().chain([&QUADRATIC_STIFFNESS]) {
            assert_eq!(kind.units[0].scale, Scale::Decimal(0), "{}", kind.noun);
            assert!(crate::parse::parse(kind.example, kind).is_ok(), "{}", kind.noun);
        }
    }
}
