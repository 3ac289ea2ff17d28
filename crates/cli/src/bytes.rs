//! Sizes as people write and read them.

/// Decimal units, the largest first.
const UNITS: [(&str, f64); 4] = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3), ("B", 1.0)];

/// As a person says it.
pub fn in_words(bytes: u64) -> String {
    let bytes = bytes as f64;
    let (unit, factor) = UNITS.into_iter().find(|(_, factor)| bytes >= *factor).unwrap_or(("B", 1.0));
    let value = bytes / factor;
    if factor > 1.0 && value < 100.0 { format!("{value:.1} {unit}") } else { format!("{value:.0} {unit}") }
}

/// `500MB`, `2 GB`, `0`.
pub fn size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let found = UNITS.iter().find_map(|(unit, factor)| {
        let matching = text.len() >= unit.len()
            && text.is_char_boundary(text.len() - unit.len())
            && text[text.len() - unit.len()..].eq_ignore_ascii_case(unit);
        matching.then(|| (text[..text.len() - unit.len()].trim(), *factor))
    });
    let (number, factor) = found.unwrap_or((text, 1.0));
    match number.parse::<f64>() {
        Ok(value) if value >= 0.0 && value * factor < 1e18 => Ok((value * factor) as u64),
        _ => Err("write it like 500MB or 2GB".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_understood_and_said() {
        assert_eq!(
            (size("2GB"), size("500 mb"), size("0"), size("1.5kB")),
            (Ok(2_000_000_000), Ok(500_000_000), Ok(0), Ok(1500))
        );
        for bad in ["", "-1", "GB", "two", "1e30 GB", "nan", "5 TBs", "µB"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        assert_eq!(
            (in_words(999), in_words(1500), in_words(250_000_000)),
            ("999 B".into(), "1.5 kB".into(), "250 MB".into())
        );
    }
}
