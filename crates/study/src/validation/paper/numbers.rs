//! Numbers of the studies of a page: headline numbers, counters, places of a series, and one by another.

use results::{Outcome, Scalar};

use super::Shown;
use super::description::{At, Number, Range, ShownNumber};
use super::gather::{Ran, find};

/// A number of a study, beside what is printed or under a bound.
///
/// # Errors
/// In words: a study, quantity or place that is not there.
pub(super) fn show(shown: &ShownNumber, ran: &Ran) -> Result<Shown, String> {
    let ShownNumber { number, over, label, printed, low, high, note } = shown;
    let mut found = compute(number, ran)?;
    if let Some(over) = over {
        let below = compute(over, ran)?;
        let (words, unit) = found.name.rsplit_once('_').ok_or("a quantity ends in its unit")?;
        if below.name.rsplit_once('_').map(|(_, unit)| unit) != Some(unit) {
            return Err(format!("`{}` by `{}` is no ratio of one kind", found.name, below.name));
        }
        found = Scalar::new(&format!("{words}_ratio"), &found.label, found.value / below.value);
    }
    let Scalar { name, label: own, value } = found;
    let agrees = low.is_none_or(|low| value >= low) && high.is_none_or(|high| value <= high);
    let bounds: Vec<f64> = [*low, *high].into_iter().flatten().collect();
    Ok(Shown {
        label: label.clone().unwrap_or(own),
        quantity: name,
        printed: if bounds.is_empty() { printed.clone() } else { bounds.clone() },
        sign: match (low, high) {
            (Some(_), None) => "≥",
            (None, Some(_)) => "≤",
            _ => "",
        },
        computed: value,
        note: note.clone(),
        agrees: (!bounds.is_empty()).then_some(agrees),
        texts: None,
    })
}

fn compute(number: &Number, ran: &Ran) -> Result<Scalar, String> {
    let Number { study, quantity, at, most } = number;
    let outcome = find(ran, study)?;
    let column = |name: &str| {
        outcome.series.column(name).ok_or_else(|| {
            let known: Vec<&str> = outcome.series.columns().iter().map(|column| column.name.as_str()).collect();
            format!("study `{study}` has no column `{name}`, but {}", known.join(", "))
        })
    };
    let (value, by) = match (at, most) {
        (Some(At { column: by, value }), _) => {
            (interpolate(&column(by)?.values, &column(quantity)?.values, *value), by)
        }
        (_, Some(Range { column: by, from, to })) => {
            (largest(&column(by)?.values, &column(quantity)?.values, [*from, *to]), by)
        }
        _ => return headline(outcome, study, quantity),
    };
    let value =
        value.ok_or_else(|| format!("`{by}` of study `{study}` does not reach where `{quantity}` is asked for"))?;
    Ok(Scalar::new(quantity, &column(quantity)?.label, value))
}

/// A headline number, or a counter of the work that was done.
fn headline(outcome: &Outcome, study: &str, quantity: &str) -> Result<Scalar, String> {
    let scalar = outcome.headline.iter().find(|scalar| scalar.name == *quantity).cloned();
    let counted = || {
        let (name, count) = outcome.work.iter().find(|(name, _)| name == quantity)?;
        let (words, count) = (name.replace('_', " "), u32::try_from(*count).ok()?);
        Some(Scalar::new(&format!("{name}_count"), &words, f64::from(count)))
    };
    scalar.or_else(counted).ok_or_else(|| {
        let headline = outcome.headline.iter().map(|scalar| scalar.name.as_str());
        let known: Vec<&str> = headline.chain(outcome.work.iter().map(|(name, _)| name.as_str())).collect();
        format!("study `{study}` gives no `{quantity}`, but {}", known.join(", "))
    })
}

/// Between the two rows next to each other that enclose the value; nothing where none do.
fn interpolate(x: &[f64], y: &[f64], value: f64) -> Option<f64> {
    let rows: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    // A value that stands in the series is taken as it is, with what rounding leaves of it.
    let near = |(x, _): &&(f64, f64)| (x - value).abs() <= 1e-9 * value.abs();
    if let Some((_, y)) = rows.iter().find(near) {
        return Some(*y);
    }
    let between = |pair: &&[(f64, f64)]| (pair[0].0 - value) * (pair[1].0 - value) < 0.0;
    let pair = rows.windows(2).find(between)?;
    let [(from, low), (to, high)] = [pair[0], pair[1]];
    Some(low + (high - low) * (value - from) / (to - from))
}

fn largest(x: &[f64], y: &[f64], [from, to]: [f64; 2]) -> Option<f64> {
    let inside = x.iter().zip(y).filter(|(x, y)| (from..=to).contains(*x) && y.is_finite());
    inside.map(|(_, y)| *y).reduce(f64::max)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use results::Table;

    use super::*;

    fn ran() -> Ran {
        let mut series = Table::default();
        series.push("load_N", "Load", vec![100.0, 200.0, 400.0]);
        series.push("depth_m", "Depth", vec![1.0, 3.0, 4.0]);
        let headline = vec![Scalar::new("depth_m", "Depth", 4.0), Scalar::new("peak_N", "Peak", 8.0)];
        vec![("wear".into(), Outcome { series, headline, ..Outcome::default() })]
    }

    fn shown(rest: &str) -> Result<Shown, String> {
        show(&toml::from_str(&format!("study = \"wear\"\n{rest}")).unwrap(), &ran())
    }

    #[test]
    fn a_number_stands_between_two_rows_and_by_another() {
        let at = |load: f64| format!("quantity = \"depth_m\"\nat = {{ column = \"load_N\", value = {load:?} }}");
        assert_eq!(shown(&at(300.0)).unwrap().computed, 3.5);
        assert_eq!(shown(&at(400.0)).unwrap().computed, 4.0);
        assert!(shown(&at(401.0)).unwrap_err().contains("does not reach"));
        let ratio = shown(&format!("{}\nover = {{ study = \"wear\", quantity = \"depth_m\" }}", at(150.0))).unwrap();
        assert_eq!((ratio.quantity.as_str(), ratio.computed), ("depth_ratio", 0.5));
        let unlike = shown("quantity = \"depth_m\"\nover = { study = \"wear\", quantity = \"peak_N\" }").unwrap_err();
        assert!(unlike.contains("no ratio of one kind"), "{unlike}");
        let most = "quantity = \"depth_m\"\nmost = { column = \"load_N\", from = 50.0, to = 250.0 }";
        assert_eq!(shown(most).unwrap().computed, 3.0);
    }

    #[test]
    fn a_bound_judges_and_a_printed_number_does_not() {
        let bound = |rest: &str| shown(&format!("quantity = \"depth_m\"\n{rest}")).unwrap();
        assert_eq!((bound("high = 4.5").agrees, bound("high = 4.5").sign), (Some(true), "≤"));
        assert_eq!((bound("low = 4.5").agrees, bound("low = 4.5").printed), (Some(false), vec![4.5]));
        assert_eq!(bound("low = 3.0\nhigh = 3.9").agrees, Some(false));
        assert_eq!(bound("printed = [4.0]").agrees, None);
    }
}
