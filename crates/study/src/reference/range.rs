//! Between which values a number may lie: found by asking the check itself, in a study that is otherwise default.

use toml::{Table, Value};

use super::Key;
use crate::StudyFile;

/// As far as it is looked, as factors.
const FARTHEST: f64 = 1024.0;

/// The ends of a range, as they would be written; none where the check refuses nothing as far as it was asked.
pub type Range = [Option<String>; 2];

impl Key {
    /// Least and largest value that the check takes in a study that says nothing else; `None` where the key has no number as its
    /// default, or cannot stand alone.
    pub fn compute_range(&self) -> Option<Range> {
        let default: serde_json::Value = serde_json::from_str(self.default.as_deref()?).ok()?;
        let (number, write): (f64, Box<dyn Fn(f64) -> Value>) = match &default {
            serde_json::Value::String(text) => {
                let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(text.len());
                let (number, unit) = (text[..end].trim().parse().ok()?, text[end..].to_owned());
                (number, Box::new(move |x| Value::String(format!("{x}{unit}"))))
            }
            serde_json::Value::Number(number) if number.is_f64() => (number.as_f64()?, Box::new(Value::Float)),
            serde_json::Value::Number(number) => (number.as_f64()?, Box::new(|x| Value::Integer(x as i64))),
            _ => return None,
        };
        let whole = default.is_u64() || default.is_i64();
        let sound = |x: f64| {
            let mut value = write(x);
            for name in self.path.rsplit('.') {
                value = Value::Table(Table::from_iter([(name.to_owned(), value)]));
            }
            let text = toml::to_string(&value).unwrap_or_default();
            StudyFile::from_text("range.toml", text).check().is_ok()
        };
        if !sound(number) {
            return None;
        }
        let ends = [-1.0, 1.0].map(|direction| search(number, direction, whole, &sound));
        let least = number.abs() / FARTHEST;
        let shown = |x: f64| match whole || x == 0.0 || x.abs() >= least {
            true => write(x).to_string().trim_matches('"').to_owned(),
            // So small that only zero itself is refused.
            false => format!("above {}", write(0.0).to_string().trim_matches('"')),
        };
        Some(ends.map(|end| end.map(shown)))
    }
}

/// The last sound number in a direction; none where there is no end as far as it is looked.
fn search(number: f64, direction: f64, whole: bool, sound: &dyn Fn(f64) -> bool) -> Option<f64> {
    let round = |x: f64| if whole { x.round() } else { x };
    let reach = if number == 0.0 { 1.0 } else { number.abs() };
    let (mut good, mut step) = (number, reach * direction);
    let mut bad = loop {
        // Downwards a positive number shrinks towards zero before it changes its sign.
        let shrinks = direction < 0.0 && good > reach / FARTHEST;
        let next = round(if shrinks { good * 0.5 } else { good + step });
        if next == good {
            return Some(good);
        }
        if !sound(next) {
            break next;
        }
        good = next;
        if !shrinks {
            step *= 2.0;
        }
        if (good - number).abs() > FARTHEST * reach {
            return None;
        }
    };
    for _ in 0..12 {
        let middle = round(0.5 * (good + bad));
        if middle == good || middle == bad {
            break;
        }
        if sound(middle) { good = middle } else { bad = middle }
    }
    // Three digits, on the sound side.
    let size = 10f64.powf(good.abs().max(f64::MIN_POSITIVE).log10().floor() - 2.0);
    let short = if good == 0.0 { 0.0 } else { (good / size - direction * 0.5).round() * size };
    let short: f64 = format!("{short:.6e}").parse().unwrap_or(good);
    Some(if whole || !sound(short) { good } else { short })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::reference::{Found, find};

    fn range(path: &str) -> Option<Range> {
        let Found::One(key, _) = find(path) else { panic!("{path}") };
        key.compute_range()
    }

    #[test]
    fn the_ends_of_a_range_are_those_of_the_check() {
        let [low, high] = range("hip.implant.inclination").unwrap();
        for (angle, more) in [(low, -2.0), (high, 2.0)] {
            let angle: f64 = angle.unwrap().trim_end_matches(" deg").parse().unwrap();
            let study = |angle: f64| format!("[hip.implant]\ninclination = \"{angle} deg\"\n");
            assert!(StudyFile::from_text("s", study(angle)).check().is_ok(), "{angle}");
            assert!(StudyFile::from_text("s", study(angle + more)).check().is_err(), "{angle}");
        }
        assert!(range("hip.output.frames").unwrap()[0].is_some());
    }

    #[test]
    fn what_is_no_number_has_no_range() {
        assert_eq!(range("hip.implant.liner-material"), None);
        assert_eq!(range("hip.contact"), None);
    }
}
