//! Between which values a number of a study may lie: found by asking the check itself.

use std::time::{Duration, Instant};

use study::StudyFile;
use toml::{Table, Value};

/// As far as a slider goes, as factors.
const FARTHEST: f64 = 64.0;

/// A number with what follows it: `80`, ` um`.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(text.len());
    // `8e` of `8 em` is no number.
    let (number, unit) = text.split_at(end);
    Some((number.trim().parse().ok()?, unit))
}

fn set(table: &mut Table, path: &[String], value: Value) -> Option<()> {
    let (last, tables) = path.split_last()?;
    let mut inner = table;
    for key in tables {
        inner = inner.entry(key.clone()).or_insert_with(|| Value::Table(Table::new())).as_table_mut()?;
    }
    inner.insert(last.clone(), value);
    Some(())
}

/// Least and largest number, in the unit in which it is written, for which the study is still sound; where that takes longer
/// than the patience, as far as was looked.
pub(crate) fn find_range(
    written: &Table,
    shown: &Value,
    path: &[String],
    read: &dyn Fn(String) -> StudyFile,
    patience: Duration,
) -> Option<[f64; 2]> {
    let begun = Instant::now();
    let mut table = written.clone();
    table.remove("vary");
    table.remove("runs");
    let (number, make): (f64, Box<dyn Fn(f64) -> Value>) = match shown {
        Value::String(text) => {
            let (number, unit) = split(text)?;
            let unit = unit.to_owned();
            (number, Box::new(move |x| Value::String(format!("{x}{unit}"))))
        }
        Value::Float(number) => (*number, Box::new(Value::Float)),
        Value::Integer(number) => (*number as f64, Box::new(|x| Value::Integer(x.round() as i64))),
        _ => return None,
    };
    let whole = matches!(shown, Value::Integer(_));
    let sound = |x: f64| {
        let mut changed = table.clone();
        if begun.elapsed() > patience || set(&mut changed, path, make(x)).is_none() {
            return false;
        }
        toml::to_string(&changed).is_ok_and(|text| read(text).check().is_ok())
    };
    if !sound(number) {
        return None;
    }
    // From zero an angle or an offset goes both ways.
    let (centre, reach) = if number == 0.0 { (0.0, 1.0) } else { (number, number.abs()) };
    let end = |direction: f64| {
        let (mut good, mut step) = (centre, reach * direction);
        let mut bad = None;
        while (good - centre).abs() < FARTHEST * reach {
            // Downwards a positive number shrinks towards zero before it changes its sign.
            let shrinks = direction < 0.0 && good > 0.0 && good * 0.5 > 1e-3 * reach;
            let next = if shrinks { good * 0.5 } else { good + step };
            let next = if whole { next.round() } else { next };
            if next == good || !sound(next) {
                bad = Some(next);
                break;
            }
            good = next;
            step *= if shrinks { 1.0 } else { 2.0 };
        }
        let Some(mut bad) = bad else { return good };
        for _ in 0..7 {
            let middle = 0.5 * (good + bad);
            let middle = if whole { middle.round() } else { middle };
            if sound(middle) { good = middle } else { bad = middle }
        }
        good
    };
    Some([end(-1.0), end(1.0)])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn value_at<'a>(table: &'a Table, path: &[String]) -> Option<&'a Value> {
        let (last, tables) = path.split_last()?;
        let inner = tables.iter().try_fold(table, |table, key| table.get(key)?.as_table())?;
        inner.get(last)
    }

    fn range(text: &str, path: &str) -> Option<[f64; 2]> {
        let written: Table = toml::from_str(text).unwrap();
        let path: Vec<String> = path.split('.').map(Into::into).collect();
        let shown = value_at(&written, &path).unwrap().clone();
        find_range(&written, &shown, &path, &|text| StudyFile::from_text("study.toml", text), Duration::MAX)
    }

    #[test]
    fn the_ends_of_a_range_are_those_of_the_check() {
        let text = "[hip.implant]\nclearance = \"80 um\"\ninclination = \"45 deg\"\n[hip.experiment.static]\n[hip.output]\nelements = 500\n";
        let [low, high] = range(text, "hip.implant.inclination").unwrap();
        for (angle, good) in [(low, true), (high, true), (low - 3.0, false), (high + 3.0, false)] {
            let changed = text.replace("45 deg", &format!("{angle} deg"));
            assert_eq!(StudyFile::from_text("s", changed).check().is_ok(), good, "{angle} of {low} … {high}");
        }
        let [low, high] = range(text, "hip.implant.clearance").unwrap();
        assert!(low > 0.0 && low < 80.0 && high > 200.0, "{low} … {high}");
    }

    #[test]
    fn what_is_no_number_has_no_range() {
        assert!(range("title = \"x\"\n[hip]\n", "title").is_none());
        assert!(range("[hip.implant]\nclearance = \"-1 um\"\n", "hip.implant.clearance").is_none());
    }
}
