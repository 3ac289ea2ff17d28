//! Quantities in files, in the schema, and in the names of results.
#![allow(clippy::unwrap_used)]

use quantity::{Length, Pressure, describe_si};

#[test]
fn a_quantity_is_text_in_a_file() {
    assert_eq!(serde_json::to_string(&Length::millimetres(14.0)).unwrap(), "\"14 mm\"");
    assert_eq!(serde_json::from_str::<Length>("\"80 µm\"").unwrap(), Length::micrometres(80.0));
}

#[test]
fn a_bare_number_in_a_file_misses_its_unit() {
    for bare in ["14", "-14", "14.5"] {
        let error = serde_json::from_str::<Length>(bare).unwrap_err().to_string();
        let expected = format!("'{bare}' has no unit, but a length is expected: write for example \"14 mm\"");
        assert!(error.starts_with(&expected), "{error}");
    }
    let error = serde_json::from_str::<Length>("true").unwrap_err().to_string();
    assert!(error.contains("expected a length with its unit, such as \"14 mm\""), "{error}");
}

#[test]
fn what_is_not_finite_is_not_written() {
    assert!(serde_json::to_string(&Length::from_si(f64::NAN)).is_err());
}

#[test]
fn the_schema_names_the_units() {
    let schema = schemars::schema_for!(Pressure);
    let json = serde_json::to_value(&schema).unwrap();
    assert_eq!(json["type"], "string");
    assert_eq!(json["title"], "Pressure");
    assert!(json["description"].as_str().unwrap().contains("(Pa, kPa, MPa, GPa, bar)"), "{json}");
    assert_eq!(json["examples"][0], "500 MPa");
}

#[test]
fn a_result_is_shown_in_the_unit_of_its_field() {
    for (name, label, symbol, factor) in [
        ("peak_pressure_Pa", "peak pressure", "MPa", 1e-6),
        ("contact_radius_m", "contact radius", "mm", 1e3),
        ("contact_area_m2", "contact area", "mm²", 1e6),
        ("wear_volume_m3", "wear volume", "mm³", 1e9),
        ("sliding_speed_m_per_s", "sliding speed", "mm/s", 1e3),
        ("load_N", "load", "N", 1.0),
        ("frictional_work_J", "frictional work", "J", 1.0),
        ("duration_s", "duration", "s", 1.0),
        ("wear_rate_m3_per_cycle", "wear rate", "mm³/cycle", 1e9),
        ("wear_volume_m3_per_million_cycles", "wear volume", "mm³/million cycles", 1e9),
        ("maximum_wear_depth_m", "maximum wear depth", "µm", 1e6),
        ("indentation_m", "indentation", "µm", 1e6),
        ("radial_clearance_m", "radial clearance", "µm", 1e6),
        ("eccentricity_m", "eccentricity", "µm", 1e6),
        ("wear_factor_m2_per_N", "wear factor", "mm³/(N·m)", 1e9),
        ("acceleration_m_per_s2", "acceleration", "m/s²", 1.0),
        ("lost_patch_ratio", "lost patch ratio", "", 1.0),
        ("peak_pressure_model_error_ratio", "peak pressure model error", "%", 100.0),
        ("newton_iteration_count", "newton iteration count", "", 1.0),
    ] {
        let described = describe_si(name).unwrap();
        assert_eq!((described.label.as_str(), described.symbol.as_str(), described.factor), (label, symbol, factor));
    }
    let flexion = describe_si("flexion_rad").unwrap();
    assert_eq!(flexion.symbol, "°");
    assert!((flexion.factor * std::f64::consts::PI - 180.0).abs() < 1e-12);
}

#[test]
fn a_name_without_a_known_unit_is_not_described() {
    for name in ["", "_m", "m", "warnings", "pressure_psi", "speed_per_s", "method"] {
        assert_eq!(describe_si(name), None, "{name}");
    }
}
