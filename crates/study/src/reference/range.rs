//! Between which values a number may lie: found by asking the joint's check of values, in the smallest study that has the key.

use toml::Value;

use super::Key;
use super::example::Example;
use crate::StudyFile;
use crate::registry::JOINTS;

/// As far as it is looked, as factors.
const FARTHEST: f64 = 1024.0;
/// Where to begin, as factors of the default or of the example of the key's kind.
const BEGINNINGS: [f64; 8] = [1.0, 0.1, 10.0, 0.01, 100.0, 1e-3, 1e3, 0.0];

/// Least and largest value that a check takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// Both ends; none where nothing is refused as far as it was asked.
    pub ends: [Option<End>; 2],
    /// Whether the study in which it was asked says nothing else; else it has an example of what the tables ask for besides.
    pub is_alone: bool,
}

/// An end of a range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct End {
    /// As it would be written.
    pub value: String,
    /// Whether it may be written itself.
    pub belongs: bool,
}

impl Range {
    /// In words, with `mark` around values: "`0.5 deg` to `90 deg`, where all else is default".
    pub fn in_words(&self, mark: &str) -> String {
        let told = |end: &End| format!("{mark}{}{mark}", end.value);
        let from = |end: &End| format!("{} {}", if end.belongs { "from" } else { "above" }, told(end));
        let to = |end: &End| format!("{} {}", if end.belongs { "up to" } else { "below" }, told(end));
        let ends = match self.ends.each_ref().map(Option::as_ref) {
            [Some(low), Some(high)] if low.belongs && high.belongs => format!("{} to {}", told(low), told(high)),
            [Some(low), Some(high)] => format!("{}, {}", from(low), to(high)),
            [Some(low), None] => from(low),
            [None, Some(high)] => to(high),
            [None, None] => "any, as far as was asked".into(),
        };
        ends + if self.is_alone {
            ", where all else is default"
        } else {
            ", beside an example of what its tables ask for"
        }
    }
}

/// A number of a key, and how it is written.
struct Number {
    value: f64,
    unit: String,
    is_text: bool,
    is_whole: bool,
}

impl Number {
    fn read(value: &Value) -> Option<Self> {
        let bare = |value, is_whole| Self { value, unit: String::new(), is_text: false, is_whole };
        match value {
            Value::Integer(number) => Some(bare(*number as f64, true)),
            Value::Float(number) => Some(bare(*number, false)),
            Value::String(text) => {
                let end = text.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(text.len());
                let unit = text[end..].to_owned();
                Some(Self { value: text[..end].trim().parse().ok()?, unit, is_text: true, is_whole: false })
            }
            _ => None,
        }
    }

    fn write(&self, x: f64) -> Value {
        match (self.is_text, self.is_whole) {
            (true, _) => Value::String(format!("{x}{}", self.unit)),
            (_, true) => Value::Integer(x as i64),
            _ => Value::Float(x),
        }
    }

    fn end(&self, (x, belongs): (f64, bool)) -> End {
        End { value: self.write(x).to_string().trim_matches('"').to_owned(), belongs }
    }
}

impl Key {
    /// Least and largest value that the check takes; `None` where the key is no number of a joint, or where what stands around it
    /// cannot be made from examples.
    pub fn compute_range(&self) -> Option<Range> {
        let table = self.path.split('.').next().unwrap_or_default();
        let joint = JOINTS.iter().find(|joint| joint.table == table)?;
        let example = Example::around(&self.path)?;
        let default: Option<Value> = self.default.as_deref().and_then(|text| {
            let table: toml::Table = toml::from_str(&format!("it = {text}")).ok()?;
            table.get("it").cloned()
        });
        let number = Number::read(default.as_ref().or(example.value.as_ref())?)?;
        let file = |x: f64| StudyFile::from_text("range.toml", example.text(Some(number.write(x))));
        let is_begun = |x: &f64| file(*x).wrong_values().iter().all(|wrong| !is_around(wrong, &self.path));
        let begin = BEGINNINGS.into_iter().map(|factor| number.value * factor).find(is_begun)?;
        let known = file(begin).wrong_values();
        // What a whole check finds counts as well, where it is quick and finds nothing where it was begun.
        let is_whole_check = joint.is_quick && file(begin).check().is_ok();
        let sound = |x: f64| {
            let file = file(x);
            file.wrong_values().iter().all(|wrong| known.contains(wrong)) && !(is_whole_check && file.check().is_err())
        };
        let ends = [-1.0, 1.0].map(|direction| search(begin, direction, number.is_whole, &sound));
        if ends == [None, None] && !known.is_empty() {
            // Something else is wrong with the example, and may have kept the check from this value.
            return None;
        }
        Some(Range { ends: ends.map(|end| end.map(|end| number.end(end))), is_alone: example.is_alone })
    }
}

/// Whether one path is the other, or a table around it; places in lists do not count.
fn is_around(wrong: &str, path: &str) -> bool {
    let names = |path: &str| -> Vec<String> {
        path.split('.').filter(|name| name.parse::<usize>().is_err()).map(str::to_owned).collect()
    };
    let (wrong, path) = (names(wrong), names(path));
    wrong.starts_with(&path) || path.starts_with(&wrong)
}

/// The end in a direction, and whether it is sound itself; none where there is none as far as it is looked.
fn search(number: f64, direction: f64, whole: bool, sound: &dyn Fn(f64) -> bool) -> Option<(f64, bool)> {
    let round = |x: f64| if whole { x.round() } else { x };
    let reach = if number == 0.0 { 1.0 } else { number.abs() };
    let (mut good, mut step) = (number, reach * direction);
    let mut bad = loop {
        // Downwards a positive number shrinks towards zero before it changes its sign.
        let shrinks = direction < 0.0 && good > reach / FARTHEST;
        let next = round(if shrinks { good * 0.5 } else { good + step });
        // Half of one, rounded, is one again.
        let next = if whole && next == good { good + direction } else { next };
        if next == good {
            return Some((good, true));
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
    for _ in 0..14 {
        let middle = round(0.5 * (good + bad));
        if middle == good || middle == bad {
            break;
        }
        if sound(middle) { good = middle } else { bad = middle }
    }
    if whole {
        return Some((good, true));
    }
    let rounded = |digits: i32, inwards: f64| {
        let size = 10f64.powf(good.abs().max(f64::MIN_POSITIVE).log10().floor() - f64::from(digits - 1));
        let short = (good / size - direction * inwards).round() * size;
        format!("{short:.6e}").parse().unwrap_or(good)
    };
    // The shortest number between the last that was taken and the first that was refused is the end, whether it belongs to the
    // range or not; where there is none, three digits of the one that was taken.
    let between = |x: &f64| (good.min(bad)..=good.max(bad)).contains(x);
    let short = [0.0].into_iter().chain((1..=3).map(|digits| rounded(digits, 0.0))).find(between);
    Some(match short {
        Some(end) => (end, sound(end)),
        None => {
            let inside = rounded(3, 0.5);
            (if sound(inside) { inside } else { good }, true)
        }
    })
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
        let [low, high] = range("hip.implant.inclination").unwrap().ends;
        for (angle, more) in [(low, -2.0), (high, 2.0)] {
            let angle: f64 = angle.unwrap().value.trim_end_matches(" deg").parse().unwrap();
            let study = |angle: f64| format!("[hip.implant]\ninclination = \"{angle} deg\"\n");
            assert!(StudyFile::from_text("s", study(angle)).check().is_ok(), "{angle}");
            assert!(StudyFile::from_text("s", study(angle + more)).check().is_err(), "{angle}");
        }
        assert!(range("hip.output.frames").unwrap().ends[0].is_some());
    }

    #[test]
    fn what_is_no_number_has_no_range() {
        assert_eq!(range("hip.implant.liner-material"), None);
        assert_eq!(range("hip.contact"), None);
    }

    /// Joints whose making builds elements or reads files: their check of values is asked alone.
    #[test]
    fn ranges_of_every_joint_are_those_that_its_check_names() {
        for (path, ends) in [
            ("liner.experiment.wear.theta", "above 0.5, up to 1.0"),
            ("liner.mesh.patch-cells", "1 to 60"),
            ("body.muscles.strength", "above 0.0, up to 100.0"),
            ("body.muscles.least-activation", "0.0 to 0.5"),
            ("gait.motion.bridge-frames", "0 to 50"),
            ("knee-replacement.experiment.load-driven.ligaments.toe-strain", "above 0.0, up to 0.5"),
            ("mechanism.bodies.mass", "above 0 kg"),
        ] {
            let told = range(path).map(|range| range.in_words("")).unwrap_or_default();
            assert_eq!(
                told.split(", where").next().and_then(|told| told.split(", beside").next()),
                Some(ends),
                "{path}"
            );
        }
        assert_eq!(range("liner.mesh.patch-cells").unwrap().in_words("`"), "`1` to `60`, where all else is default");
    }
}
