//! Numbers for people: four digits and a pleasant unit.

/// A number with four significant digits; powers of ten only where the zeros would be too many.
pub fn readable(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let exponent = value.abs().log10().floor() as i32;
    match exponent {
        4.. if exponent < 7 => format!("{value:.0}"),
        -3..=3 => format!("{value:.*}", (3 - exponent).unsigned_abs() as usize),
        _ => format!("{value:.3e}"),
    }
}

/// A headline number by its machine name: value and unit as a person would say them.
pub fn with_unit(name: &str, value: f64) -> String {
    // What is counted has no decimals.
    if name.ends_with("_count") && value.fract() == 0.0 {
        return format!("{value:.0}");
    }
    match quantity::describe_si(name) {
        Some(described) if described.symbol.is_empty() => readable(value),
        Some(described) => format!("{} {}", readable(value * described.factor), described.symbol),
        None => readable(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_digits_are_shown() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1.000"),
            (12.345678, "12.35"),
            (1234.5, "1234"),
            (-0.012345, "-0.01235"),
            (123456.7, "123457"),
            (1.5e9, "1.500e9"),
            (2e-7, "2.000e-7"),
        ] {
            assert_eq!(readable(value), text);
        }
    }

    #[test]
    fn a_pressure_is_shown_in_megapascals() {
        assert_eq!(with_unit("peak_pressure_Pa", 8.9e6), "8.900 MPa");
        assert_eq!(with_unit("contact_ratio", 0.5), "0.5000");
    }

    #[test]
    fn nine_runs_are_nine() {
        assert_eq!(with_unit("runs_count", 9.0), "9");
        assert_eq!(with_unit("run_count", 123_456.0), "123456");
    }
}
