//! From text to SI.

use crate::error::QuantityError;
use crate::kinds;
use crate::unit::Kind;

/// Reads `text` as a quantity of this kind, in SI.
pub(crate) fn parse(text: &str, kind: &Kind) -> Result<f64, QuantityError> {
    let text = text.trim();
    let not_finite = || QuantityError::NotFinite { text: text.to_owned(), expected: kind.noun, example: kind.example };
    let Some(number) = split_number(text) else {
        return Err(if begins_with_non_finite_word(text) { not_finite() } else { not_a_number(text, kind) });
    };
    if number.rest.is_empty() {
        return Err(missing_unit(text, kind));
    }
    if number.rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | '_' | '\'' | '+' | '-' | '−'))
    {
        return Err(not_a_number(text, kind));
    }
    let unit = kind.find(number.rest).ok_or_else(|| wrong_unit(text, number.rest, kind))?;
    let value = unit.scale.decimal_to_si(&number.mantissa, number.exponent).ok_or_else(|| not_a_number(text, kind))?;
    if value.is_finite() { Ok(value) } else { Err(not_finite()) }
}

pub(crate) fn missing_unit(text: &str, kind: &Kind) -> QuantityError {
    QuantityError::MissingUnit {
        text: text.to_owned(),
        expected: kind.noun,
        example: kind.example,
        units: kind.unit_list(),
    }
}

fn not_a_number(text: &str, kind: &Kind) -> QuantityError {
    let hint = if text.contains(',') {
        "; use a decimal point, not a comma"
    } else if text.contains('_') || text.contains('\'') {
        "; write the digits without separators"
    } else {
        ""
    };
    QuantityError::NotANumber { text: text.to_owned(), expected: kind.noun, example: kind.example, hint }
}

fn wrong_unit(text: &str, unit: &str, kind: &Kind) -> QuantityError {
    let (text, expected, units) = (text.to_owned(), kind.noun, kind.unit_list());
    if let Some(other) = kinds::ALL.iter().find(|other| other.find(unit).is_some()) {
        return QuantityError::OtherKind { text, found: other.noun, expected, units };
    }
    let hint = match kind.nearest(unit) {
        Some((symbol, true)) => {
            format!("; did you mean '{symbol}'? Upper and lower case differ: m is milli, M is mega")
        }
        Some((symbol, false)) => format!("; did you mean '{symbol}'?"),
        None => String::new(),
    };
    QuantityError::UnknownUnit { text, unit: unit.to_owned(), expected, units, hint }
}

fn begins_with_non_finite_word(text: &str) -> bool {
    let word = text.split_whitespace().next().unwrap_or_default().trim_start_matches(['+', '-', '−']);
    ["nan", "inf", "infinity", "∞"].contains(&word.to_lowercase().as_str())
}

struct Number<'a> {
    /// Sign, digits, perhaps a point, at least one digit.
    mantissa: String,
    exponent: i64,
    /// What follows the number, trimmed.
    rest: &'a str,
}

fn split_number(text: &str) -> Option<Number<'_>> {
    let (sign, unsigned) = match text.chars().next()? {
        '+' => ("", &text[1..]),
        '-' => ("-", &text[1..]),
        minus @ '−' => ("-", &text[minus.len_utf8()..]),
        _ => ("", text),
    };
    let whole = digits_at_start(unsigned);
    let after_whole = &unsigned[whole.len()..];
    let fraction = after_whole.strip_prefix('.').map_or("", digits_at_start);
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let after_point = after_whole.strip_prefix('.').map_or(after_whole, |point| &point[fraction.len()..]);
    let (exponent, rest) = split_exponent(after_point);
    Some(Number { mantissa: format!("{sign}0{whole}.{fraction}0"), exponent, rest: rest.trim_start() })
}

/// `e-3` in front; `eV` is a unit, not an exponent.
fn split_exponent(text: &str) -> (i64, &str) {
    let Some(signed) = text.strip_prefix(['e', 'E']) else { return (0, text) };
    let (sign, unsigned) = match signed.as_bytes().first() {
        Some(b'-') => (-1, &signed[1..]),
        Some(b'+') => (1, &signed[1..]),
        _ => (1, signed),
    };
    let digits = digits_at_start(unsigned);
    if digits.is_empty() {
        return (0, text);
    }
    // Too many digits for an i64 is far beyond what an f64 holds: any huge exponent then means the same.
    let size = digits.parse::<i64>().unwrap_or(i64::MAX / 4).min(i64::MAX / 4);
    (sign * size, &unsigned[digits.len()..])
}

fn digits_at_start(text: &str) -> &str {
    &text[..text.bytes().take_while(u8::is_ascii_digit).count()]
}
