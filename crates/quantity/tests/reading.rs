//! What users write, and what they are told when it is wrong.
#![allow(clippy::unwrap_used)]

use quantity::{
    Acceleration, Angle, AngularVelocity, DampingCoefficient, Density, Force, HertzStiffness, Length, Mass, Moment,
    MomentOfInertia, Pressure, QuadraticStiffness, QuantityError, Stiffness, SurfaceEnergy, Time, TorsionalDamping,
    TorsionalStiffness, Velocity, WearFactor,
};
use std::f64::consts::{FRAC_PI_4, PI};

fn length(text: &str) -> f64 {
    text.parse::<Length>().unwrap().si()
}

fn complaint<Q: std::str::FromStr<Err = QuantityError> + std::fmt::Debug>(text: &str) -> String {
    text.parse::<Q>().unwrap_err().to_string()
}

#[test]
fn a_length_reads_in_every_spelling_to_the_last_bit() {
    for text in ["80 um", "80 µm", "80 μm", "80um", " 80  um ", "+80 um", "8e1 um", "0.08 mm", "8e-5 m", "80000 nm"] {
        assert_eq!(length(text), 80e-6, "{text}");
    }
    assert_eq!(length("14 mm"), 0.014);
    assert_eq!(length("1.5e-3 m"), 0.0015);
    assert_eq!(length("1.5E-3m"), 0.0015);
    assert_eq!(length("13.92 mm"), 0.01392);
    assert_eq!(length("−2 cm"), -0.02);
    assert_eq!(length(".5 mm"), 0.0005);
}

#[test]
fn the_other_kinds_read_in_their_usual_units() {
    assert_eq!("45 deg".parse::<Angle>().unwrap().si(), FRAC_PI_4);
    assert_eq!("45°".parse::<Angle>().unwrap().si(), FRAC_PI_4);
    assert_eq!("180 degrees".parse::<Angle>().unwrap().si(), PI);
    assert_eq!("0.5 GPa".parse::<Pressure>().unwrap().si(), 5e8);
    assert_eq!("12.5 N/mm²".parse::<Pressure>().unwrap().si(), 12.5e6);
    assert_eq!("836 N".parse::<Force>().unwrap().si(), 836.0);
    assert_eq!("2.4 kN".parse::<Force>().unwrap().si(), 2400.0);
    assert_eq!("85.2 kg".parse::<Mass>().unwrap().si(), 85.2);
    assert_eq!("1.11 s".parse::<Time>().unwrap().si(), 1.11);
    assert_eq!("2 min".parse::<Time>().unwrap().si(), 120.0);
    assert_eq!("50 mm/s".parse::<Velocity>().unwrap().si(), 0.05);
    assert_eq!("9.81 m/s^2".parse::<Acceleration>().unwrap().si(), 9.81);
    assert_eq!("9.81 m s⁻²".parse::<Acceleration>().unwrap().si(), 9.81);
    assert_eq!("100 N·s/m".parse::<DampingCoefficient>().unwrap().si(), 100.0);
    assert_eq!("100 Ns/m".parse::<DampingCoefficient>().unwrap().si(), 100.0);
    assert_eq!("200 N/mm".parse::<Stiffness>().unwrap().si(), 2e5);
    for text in ["8330 kg/m^3", "8330 kg/m3", "8330 kg/m³", "8.33 g/cm3", "8.33 g / cm^3"] {
        assert_eq!(text.parse::<Density>().unwrap().si(), 8330.0, "{text}");
    }
}

#[test]
fn what_turns_reads_in_its_usual_units() {
    for text in ["0.1 kg m^2", "0.1 kg·m²", "0.1 kgm2", "1e3 kg cm^2", "1e5 kg mm²", "1e6 g cm^2", "1e8 g mm2"] {
        assert_eq!(text.parse::<MomentOfInertia>().unwrap().si(), 0.1, "{text}");
    }
    for text in ["2 N m", "2 Nm", "2 N·m", "0.002 kN m", "200 N cm", "2000 Nmm"] {
        assert_eq!(text.parse::<Moment>().unwrap().si(), 2.0, "{text}");
    }
    assert_eq!("10 rad/s".parse::<AngularVelocity>().unwrap().si(), 10.0);
    assert_eq!("180 deg/s".parse::<AngularVelocity>().unwrap().si(), PI);
    assert_eq!("30 rpm".parse::<AngularVelocity>().unwrap().si(), PI);
    assert_eq!("5 N m/rad".parse::<TorsionalStiffness>().unwrap().si(), 5.0);
    assert_eq!("1 Nm/deg".parse::<TorsionalStiffness>().unwrap().si(), 180.0 / PI);
    assert_eq!("0.1 N m s/rad".parse::<TorsionalDamping>().unwrap().si(), 0.1);
    assert!(complaint::<Moment>("2 N").contains("'2 N' is a force, but a moment is expected"));
    assert!(complaint::<Force>("2 N m").contains("'2 N m' is a moment, but a force is expected"));
}

#[test]
fn stiffnesses_of_other_powers_read_in_their_units() {
    for text in ["3.26e6 N/m^1.5", "3.26e6 N/m1.5", "3.26e6 N/m^(3/2)", "3.26e6 N m^-1.5"] {
        assert_eq!(text.parse::<HertzStiffness>().unwrap().si(), 3.26e6, "{text}");
    }
    // 1 N/mm^1.5 = 1000^1.5 N/m^1.5.
    let fine = "1 N/mm^1.5".parse::<HertzStiffness>().unwrap().si();
    assert!((fine / 1000f64.powf(1.5) - 1.0).abs() < 1e-15);
    for text in ["35000 kN/m^2", "35 N/mm²", "35 MN/m2", "3.5e7 N/m^2"] {
        assert_eq!(text.parse::<QuadraticStiffness>().unwrap().si(), 3.5e7, "{text}");
    }
    assert!(complaint::<QuadraticStiffness>("35 MPa").contains("is a pressure, but a quadratic stiffness is expected"));
    assert!(complaint::<Length>("35 N/m^2").contains("is a pressure"));
}

#[test]
fn a_work_of_adhesion_is_an_energy_per_area() {
    for text in ["0.05 J/m^2", "50 mJ/m²", "50 mJ m^-2"] {
        assert_eq!(text.parse::<SurfaceEnergy>().unwrap().si(), 0.05, "{text}");
    }
    assert!(complaint::<SurfaceEnergy>("0.05 N/m").contains("is a stiffness, but a surface energy is expected"));
}

#[test]
fn a_wear_factor_reads_as_volume_per_work_or_area_per_force() {
    // 1 mm³/(N·m) = 1e-9 m³/(N·m) = 1e-9 m²/N.
    for text in [
        "1e-6 mm^3/(N m)",
        "1e-6 mm³/(N·m)",
        "1e-6 mm3/Nm",
        "1e-6 mm3/N m",
        "1e-6 mm^3/(N*m)",
        "1e-15 m²/N",
        "1e-9 mm2/N",
    ] {
        assert_eq!(text.parse::<WearFactor>().unwrap().si(), 1e-15, "{text}");
    }
}

#[test]
fn constructors_agree_with_the_text() {
    for value in [14.0, 13.92, 0.1, 1.0 / 3.0, 1e-7, 123_456.789] {
        assert_eq!(Length::millimetres(value), format!("{value} mm").parse().unwrap());
        assert_eq!(Length::micrometres(value), format!("{value} um").parse().unwrap());
        assert_eq!(Pressure::megapascals(value), format!("{value} MPa").parse().unwrap());
        assert_eq!(Pressure::gigapascals(value), format!("{value} GPa").parse().unwrap());
        assert_eq!(Angle::degrees(value), format!("{value} deg").parse().unwrap());
        assert_eq!(Angle::degrees(value).si(), value.to_radians());
        assert_eq!(
            WearFactor::cubic_millimetres_per_newton_metre(value),
            format!("{value} mm^3/(N m)").parse().unwrap()
        );
    }
    assert!(Length::millimetres(f64::NAN).si().is_nan());
    assert_eq!(Length::millimetres(f64::INFINITY).si(), f64::INFINITY);
}

#[test]
fn a_number_without_unit_is_told_which_units_would_do() {
    for text in ["14", "0", "1e-3"] {
        assert!(matches!(text.parse::<Length>(), Err(QuantityError::MissingUnit { .. })), "{text}");
    }
    assert_eq!(
        complaint::<Length>("14"),
        "'14' has no unit, but a length is expected: write for example \"14 mm\" (m, cm, mm, um, nm)"
    );
}

#[test]
fn a_unit_of_another_kind_is_named() {
    assert_eq!(
        complaint::<Pressure>("5 mm"),
        "'5 mm' is a length, but a pressure is expected (Pa, kPa, MPa, GPa, bar)"
    );
    assert!(complaint::<Length>("5 deg").starts_with("'5 deg' is an angle, but a length is expected"));
    // A product is not a prefix: `m s` is no millisecond.
    assert!(matches!("5 m s".parse::<Time>(), Err(QuantityError::UnknownUnit { .. })));
}

#[test]
fn a_unit_that_nobody_knows_gets_the_nearest_one() {
    let milli = complaint::<Pressure>("500 mPa");
    assert!(milli.contains("did you mean 'MPa'? Upper and lower case differ: m is milli, M is mega"), "{milli}");
    assert!(complaint::<Pressure>("500 MPaa").contains("did you mean 'MPa'?"));
    assert!(complaint::<Pressure>("500 kpa").contains("did you mean 'kPa'?"));
    assert!(complaint::<Length>("14 milimetres").contains("did you mean 'mm'?"));
    assert!(complaint::<Length>("14 MM").contains("did you mean 'mm'?"));
    let far = complaint::<Length>("3 parsecs");
    assert_eq!(far, "unknown unit 'parsecs' in '3 parsecs' where a length is expected (m, cm, mm, um, nm)");
}

#[test]
fn what_is_not_a_number_is_said_so() {
    for text in ["", "mm", "abc mm", "- mm", ". mm", "e3 mm", "1..2 mm", "1_000 mm", "1,5 mm", "--1 mm", "0x10 1"] {
        let error = text.parse::<Length>().unwrap_err();
        assert!(
            matches!(error, QuantityError::NotANumber { .. } | QuantityError::UnknownUnit { .. }),
            "{text}: {error}"
        );
    }
    assert_eq!(
        complaint::<Length>("1,5 mm"),
        "'1,5 mm' does not begin with a plain number: a length is written like \"14 mm\"; use a decimal point, not a comma"
    );
}

#[test]
fn what_is_not_finite_is_said_so() {
    for text in ["nan mm", "NaN", "inf m", "-Infinity m", "1e999 m", "1e99999999999999999999 m", "∞ m"] {
        assert!(matches!(text.parse::<Length>(), Err(QuantityError::NotFinite { .. })), "{text}");
    }
    assert!("1e308 deg".parse::<Angle>().is_ok());
    assert!(matches!("1e308 h".parse::<Time>(), Err(QuantityError::NotFinite { .. })));
}
