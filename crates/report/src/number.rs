//! Numbers for readers: a pleasant unit, four significant digits.

/// The unit in which a quantity is shown, and how to get there from SI.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Unit {
    /// Symbol, e.g. `MPa`; empty for a plain number.
    pub symbol: String,
    /// Display value = factor · SI value.
    pub factor: f64,
}

impl Unit {
    /// The unit for the machine name of a quantity, e.g. MPa for `peak_pressure_Pa`.
    pub fn of(name: &str) -> Self {
        quantity::describe_si(name)
            .map_or(Self { symbol: String::new(), factor: 1.0 }, |d| Self { symbol: d.symbol, factor: d.factor })
    }

    /// `Label (unit)`, or the label alone.
    pub fn label(&self, label: &str) -> String {
        if self.symbol.is_empty() { label.into() } else { format!("{label} ({})", self.symbol) }
    }
}

/// Four significant digits, thousands apart, powers of ten outside 0.001 … 10⁶; `–` for what is not a number.
pub(crate) fn readable(value: f64) -> String {
    if !value.is_finite() {
        return "–".into();
    }
    if value == 0.0 {
        return "0".into();
    }
    // Rounding first: 9.9996 has one digit before the point only until it is rounded.
    let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
    let magnitude = rounded.abs().log10().floor() as i32;
    let text = if (-3..6).contains(&magnitude) {
        let decimals = (3 - magnitude).max(0) as usize;
        group(&trim(&format!("{value:.decimals$}")))
    } else {
        let mantissa = trim(&format!("{:.3}", rounded / 10f64.powi(magnitude)));
        format!("{mantissa}×10{}", superscript(magnitude))
    };
    text.replace('-', "−")
}

/// A number with fixed decimals and a real minus sign.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let zero = text.chars().all(|c| matches!(c, '-' | '0' | '.'));
    if zero { text.replace('-', "") } else { text.replace('-', "−") }
}

/// Numbers without digits that no picture can show: a hundred-thousandth of their range or finer, so that curves that
/// change little about a large value stay smooth; `None` where there is no number.
pub(crate) fn smooth(values: impl Iterator<Item = f64> + Clone) -> Vec<Option<f64>> {
    let finite = || values.clone().filter(|v| v.is_finite());
    let (low, high) = finite().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let size = if high > low { high - low } else { 1e-2 * high.abs() };
    let decimals = (5.0 - size.log10().floor()).clamp(0.0, 300.0);
    let decimals = if size > 0.0 && size.is_finite() { decimals as usize } else { 0 };
    let rounded = |v: f64| format!("{v:.decimals$}").parse().unwrap_or(v);
    values.map(|v| v.is_finite().then(|| rounded(v))).collect()
}

fn trim(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text.into() }
}

fn group(text: &str) -> String {
    let (whole, fraction) = text.split_once('.').map_or((text, None), |(w, f)| (w, Some(f)));
    let digits = whole.trim_start_matches('-');
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && digits.len() > 4 && (digits.len() - i) % 3 == 0 {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    let sign = if whole.starts_with('-') { "-" } else { "" };
    fraction.map_or_else(|| format!("{sign}{out}"), |f| format!("{sign}{out}.{f}"))
}

fn superscript(power: i32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let mut out = String::new();
    for c in power.to_string().chars() {
        out.push(c.to_digit(10).map_or('⁻', |d| DIGITS[d as usize]));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readable_numbers_have_four_significant_digits() {
        for (value, text) in [
            (0.0, "0"),
            (6.43, "6.43"),
            (6.43219, "6.432"),
            (9.99996, "10"),
            (-0.012345, "−0.01235"),
            (101.0, "101"),
            (8100.0, "8100"),
            (123_456.7, "123\u{202f}457"),
            (0.000_012_34, "1.234×10⁻⁵"),
            (-2.5e9, "−2.5×10⁹"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(readable(value), text);
        }
    }

    #[test]
    fn a_small_change_of_a_large_value_keeps_its_steps() {
        let values: Vec<f64> = (0..1001).map(|i| 912.345_678 + 1e-7 * f64::from(i)).collect();
        let shown: Vec<f64> = smooth(values.iter().copied()).into_iter().flatten().collect();
        assert_eq!(shown.len(), 1001);
        assert!(shown.windows(2).all(|pair| pair[1] > pair[0]), "a staircase");
        for (value, shown) in values.iter().zip(&shown) {
            assert!((value - shown).abs() <= 1e-5 * 1e-4, "{value} became {shown}");
        }
        assert_eq!(smooth([0.0, f64::NAN, 0.0].into_iter()), [Some(0.0), None, Some(0.0)]);
        assert_eq!(smooth([123.456_789_123].into_iter()), [Some(123.456_79)]);
    }

    #[test]
    fn minus_zero_has_no_sign() {
        assert_eq!(fixed(-0.001, 1), "0.0");
        assert_eq!(fixed(-0.1, 1), "−0.1");
    }
}
