//! Whatever is printed reads back to the same bits; whatever is read never panics.
#![allow(clippy::unwrap_used)]

use proptest::prelude::*;
use quantity::{
    Acceleration, Angle, AngularVelocity, DampingCoefficient, Density, Force, HertzStiffness, InverseVelocity, Length,
    Mass, Moment, MomentOfInertia, Pressure, QuadraticStiffness, Stiffness, SurfaceEnergy, Time, TorsionalDamping,
    TorsionalStiffness, Velocity, Viscosity, WearFactor, describe_si,
};

macro_rules! for_every_quantity {
    ($check:ident!($($extra:tt)*)) => {
        $check!($($extra)*; Length, Angle, Force, Mass, Pressure, Density, Time, Velocity, Acceleration, WearFactor,
            DampingCoefficient, Stiffness, MomentOfInertia, Moment, AngularVelocity, TorsionalStiffness,
            TorsionalDamping, HertzStiffness, QuadraticStiffness, InverseVelocity, SurfaceEnergy,
            Viscosity)
    };
}

macro_rules! prints_what_it_reads {
    ($si:expr; $($kind:ident),*) => { $({
        let text = $kind::from_si($si).to_string();
        let read = text.parse::<$kind>().unwrap().si();
        prop_assert_eq!(read.to_bits(), $si.to_bits(), "{}", text);
        let json = serde_json::to_string(&$kind::from_si($si)).unwrap();
        prop_assert_eq!(serde_json::from_str::<$kind>(&json).unwrap().si().to_bits(), $si.to_bits(), "{}", json);
    })* };
}

macro_rules! reads_without_panic {
    ($text:expr; $($kind:ident),*) => { $(
        if let Ok(quantity) = $text.parse::<$kind>() {
            prop_assert!(quantity.si().is_finite());
        }
    )* };
}

fn everyday() -> impl Strategy<Value = f64> {
    (-1_000_000i32..1_000_000, -12i32..12).prop_map(|(digits, power)| format!("{digits}e{power}").parse().unwrap())
}

fn finite() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |si| si.is_finite())
}

proptest! {
    #[test]
    fn any_finite_number_survives_printing(si in finite()) {
        for_every_quantity!(prints_what_it_reads!(si));
    }

    #[test]
    fn everyday_numbers_survive_printing(si in everyday()) {
        for_every_quantity!(prints_what_it_reads!(si));
    }

    #[test]
    fn degrees_written_short_print_short(tenths in -3600i32..=3600) {
        let text = format!("{} deg", f64::from(tenths) / 10.0);
        let angle: Angle = text.parse().unwrap();
        prop_assert_eq!(angle.to_string(), text);
    }

    #[test]
    fn no_text_makes_it_panic(text in any::<String>()) {
        for_every_quantity!(reads_without_panic!(text));
        let _ = describe_si(&text);
    }

    #[test]
    fn no_almost_right_text_makes_it_panic(text in "[-+−]?[0-9]{0,4}[.,]?[0-9]{0,25}([eE][-+]?[0-9]{0,25})? ?[a-zA-Zµμ°²³⁻/^·() ]{0,10}") {
        for_every_quantity!(reads_without_panic!(text));
    }

    #[test]
    fn no_name_makes_the_description_panic(name in "[a-z_]{0,12}(_per)?_(m|m2|m3|Pa|N|s|cycle|ratio)") {
        let _ = describe_si(&name);
    }
}

#[test]
fn the_extremes_survive_printing() {
    let check = |si: f64| -> Result<(), TestCaseError> {
        for_every_quantity!(prints_what_it_reads!(si));
        Ok(())
    };
    for si in [0.0, -0.0, f64::MAX, f64::MIN, f64::MIN_POSITIVE, 5e-324, 1e23, 9.007_199_254_740_993e15, 0.1 + 0.2] {
        check(si).unwrap();
    }
}

#[test]
fn the_unit_is_the_one_a_person_would_choose() {
    assert_eq!(Length::from_si(0.01392).to_string(), "13.92 mm");
    assert_eq!(Length::from_si(8e-5).to_string(), "80 um");
    assert_eq!(Length::from_si(1.8).to_string(), "1.8 m");
    assert_eq!(Pressure::from_si(5e8).to_string(), "500 MPa");
    assert_eq!(Pressure::from_si(2.1e11).to_string(), "210 GPa");
    assert_eq!(Force::from_si(2000.0).to_string(), "2000 N");
    assert_eq!(Force::from_si(-836.5).to_string(), "-836.5 N");
    assert_eq!(Mass::from_si(85.2).to_string(), "85.2 kg");
    assert_eq!(Density::from_si(8330.0).to_string(), "8330 kg/m^3");
    assert_eq!(Time::from_si(1.11).to_string(), "1.11 s");
    assert_eq!(Time::from_si(1e-7).to_string(), "100 ns");
    assert_eq!(Time::from_si(1.5e-6).to_string(), "1.5 us");
    assert_eq!(Time::from_si(0.0).to_string(), "0 s");
    assert_eq!(WearFactor::from_si(1e-15).to_string(), "1e-6 mm^3/(N m)");
    assert_eq!(WearFactor::from_si(1.63e-15).to_string(), "1.63e-6 mm^3/(N m)");
    assert_eq!(Angle::degrees(45.0).to_string(), "45 deg");
    assert_eq!(Angle::degrees(-0.7).to_string(), "-0.7 deg");
    assert_eq!(Angle::from_si(0.5).to_string(), "0.5 rad");
    assert_eq!(Velocity::from_si(0.05).to_string(), "50 mm/s");
    assert_eq!(Stiffness::from_si(2e5).to_string(), "200 N/mm");
    assert_eq!(DampingCoefficient::from_si(0.002).to_string(), "0.002 N s/m");
    assert_eq!(Acceleration::from_si(9.81).to_string(), "9.81 m/s^2");
    assert_eq!(MomentOfInertia::from_si(0.1).to_string(), "0.1 kg m^2");
    assert_eq!(Moment::from_si(2.0).to_string(), "2 N m");
    assert_eq!(AngularVelocity::from_si(10.0).to_string(), "10 rad/s");
    assert_eq!(TorsionalStiffness::from_si(5.0).to_string(), "5 N m/rad");
    assert_eq!(HertzStiffness::from_si(3.26e6).to_string(), "3260000 N/m^1.5");
    assert_eq!(QuadraticStiffness::from_si(3.5e7).to_string(), "35000 kN/m^2");
}
