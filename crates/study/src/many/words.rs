//! Counts and quantities inside sentences.

/// `1 run`, `6 runs`.
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A value in the SI unit of its machine name as a person would say it: `50 µm`, `8.333 MPa`.
pub(super) fn shown(name: &str, value: f64) -> String {
    match quantity::describe_si(name) {
        Some(described) if !described.symbol.is_empty() => {
            format!("{} {}", readable(value * described.factor), described.symbol)
        }
        _ => readable(value),
    }
}

/// Four digits, without the zeros at their end.
pub(super) fn readable(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let exponent = value.abs().log10().floor() as i32;
    match exponent {
        -3..=3 => {
            let digits = format!("{value:.*}", (3 - exponent) as usize);
            if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.').to_owned() } else { digits }
        }
        4..=6 => format!("{value:.0}"),
        _ => format!("{value:.3e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_several() {
        assert_eq!(["run", "cycle"].map(|noun| counted(1, noun)), ["1 run", "1 cycle"]);
        assert_eq!(counted(0, "run") + ", " + &counted(12, "run"), "0 runs, 12 runs");
    }

    #[test]
    fn a_value_is_said_in_its_unit() {
        assert_eq!(shown("hip_implant_clearance_m", 5e-5), "50 µm");
        assert_eq!(shown("peak_pressure_Pa", 8.3333e6), "8.333 MPa");
        assert_eq!(shown("hip_output_frames_count", 101.0), "101");
        assert_eq!(readable(0.012_345), "0.01235");
    }
}
