//! From SI to the text a person would have written, which reads back to the same bits.

use crate::parse::parse;
use crate::unit::{Kind, Scale, Unit};

/// The most readable exact text: the largest unit that leaves at least one whole, with the shortest digits.
pub(crate) fn show(si: f64, kind: &Kind) -> String {
    let Some(decimal) = Decimal::shortest(si) else { return format!("{si} {}", kind.units[0].symbol) };
    let exact = kind.shown.iter().filter_map(|&position| {
        let unit = &kind.units[position];
        match unit.scale {
            Scale::Decimal(shift) => Some((decimal.exponent >= shift, decimal.in_unit(shift, unit))),
            Scale::Times(factor) => Some((true, scaled(si, factor, unit, kind)?)),
        }
    });
    let (pleasant, small): (Vec<_>, Vec<_>) = exact.partition(|&(whole, _)| whole);
    // Where a factor is not a power of ten the SI digits may be the shorter ones: 0.5 rad, not 28.64788975654116 deg.
    let any_scaled = kind.shown.iter().any(|&position| matches!(kind.units[position].scale, Scale::Times(_)));
    let mut texts = pleasant.into_iter().chain(small.into_iter().rev()).map(|(_, text)| text);
    let chosen = if any_scaled { texts.min_by_key(String::len) } else { texts.next() };
    chosen.unwrap_or_else(|| decimal.in_unit(0, &kind.units[0]))
}

/// Fewest digits in this unit that read back exactly; `None` if no digits do.
fn scaled(si: f64, factor: f64, unit: &Unit, kind: &Kind) -> Option<String> {
    let quotient = si / factor;
    (0..=16)
        .filter_map(|digits| Decimal::from_scientific(&format!("{quotient:.digits$e}")))
        .map(|decimal| decimal.in_unit(0, unit))
        .find(|text| parse(text, kind).is_ok_and(|read| read.to_bits() == si.to_bits()))
}

/// `±d.ddd × 10^exponent`.
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i32,
}

impl Decimal {
    fn shortest(value: f64) -> Option<Self> {
        Self::from_scientific(&format!("{value:e}"))
    }

    fn from_scientific(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once('e')?;
        let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
        let digits = digits.trim_end_matches('0');
        let digits = if digits.is_empty() { "0" } else { digits }.to_owned();
        Some(Self { negative: mantissa.starts_with('-'), digits, exponent: exponent.parse().ok()? })
    }

    /// Written in a unit of 10^shift.
    fn in_unit(&self, shift: i32, unit: &Unit) -> String {
        let sign = if self.negative { "-" } else { "" };
        let (digits, point) = (&self.digits, self.exponent - shift);
        let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
        let number = match point {
            0..=6 if count <= point + 1 => format!("{digits:0<width$}", width = point as usize + 1),
            0..=6 => {
                let (whole, fraction) = digits.split_at(point as usize + 1);
                format!("{whole}.{fraction}")
            }
            -3..=-1 => format!("0.{:0>width$}", digits, width = digits.len() + point.unsigned_abs() as usize - 1),
            _ if count == 1 => format!("{digits}e{point}"),
            _ => {
                let (whole, fraction) = digits.split_at(1);
                format!("{whole}.{fraction}e{point}")
            }
        };
        format!("{sign}{number} {}", unit.symbol)
    }
}
