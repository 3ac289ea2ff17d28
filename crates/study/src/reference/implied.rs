//! What holds where an optional value is left out and nothing else decides. The schema cannot say it: there the default is that
//! nothing is written.

/// Path, what would be written, and something else that could be.
const IMPLIED: &[(&str, &str, &str)] = &[
    ("hip.implant.clearance", "\"80 um\"", "\"90 um\""),
    ("hip.patient.body-weight", "\"836 N\"", "\"700 N\""),
    ("hip.activity.cycle", "\"walking\"", "\"stairs-up\""),
    ("hip.friction.coulomb.dynamic", "0.07", "0.1"),
    ("hip.wear.factor", "\"1e-6 mm^3/(N m)\"", "\"2e-6 mm^3/(N m)\""),
    ("knee.friction.coulomb.dynamic", "0.01", "0.1"),
    ("liner.experiment.wear.factor", "\"4e-7 mm^3/(N m)\"", "\"1e-6 mm^3/(N m)\""),
    ("knee-replacement.friction.coulomb.dynamic", "0.04", "0.1"),
    ("knee-replacement.activity.duration", "\"1 s\"", "\"2 s\""),
    ("knee-replacement.activity.load.cycle", "\"iso-14243-1-style\"", "\"stairs-up\""),
    ("knee-replacement.wear.factor", "\"1e-7 mm^3/(N m)\"", "\"1e-6 mm^3/(N m)\""),
    ("gait.motion.recording", "\"winter\"", "\"winter-raw\""),
    ("gait.implant.friction.coulomb.dynamic", "0.01", "0.1"),
];

/// What is written for the same as nothing.
pub(super) fn of(path: &str) -> Option<&'static str> {
    IMPLIED.iter().find(|(at, ..)| *at == path).map(|(_, written, _)| *written)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use toml::{Table, Value};

    use super::super::example::Example;
    use super::*;
    use crate::StudyFile;

    /// What must stand beside a key so that the joint says something of it.
    fn beside(path: &str) -> &'static str {
        match path {
            "gait.implant.friction.coulomb.dynamic" => "[gait]\nhip = \"dry\"\n",
            _ => "",
        }
    }

    /// A study with this value, or without it.
    fn described(path: &str, value: Option<Value>) -> String {
        let mut study: Table = toml::from_str(&Example::around(path).unwrap().text(value)).unwrap();
        merge(&mut study, toml::from_str(beside(path)).unwrap());
        let text = toml::to_string(&study).unwrap();
        let made = StudyFile::from_text("it.toml", text.clone()).check();
        format!("{:?}", made.unwrap_or_else(|wrong| panic!("{path}: {wrong}\n{text}")).describe())
    }

    fn merge(into: &mut Table, from: Table) {
        for (key, value) in from {
            match (into.get_mut(&key), value) {
                (Some(Value::Table(inner)), Value::Table(more)) => merge(inner, more),
                (_, value) => _ = into.insert(key, value),
            }
        }
    }

    #[test]
    fn to_write_it_is_the_same_as_to_leave_it_out_and_another_value_is_not() {
        for (path, written, another) in IMPLIED {
            let value = |text: &str| toml::from_str::<Table>(&format!("it = {text}")).unwrap().remove("it");
            let [left_out, same, other] = [None, value(written), value(another)].map(|value| described(path, value));
            assert_eq!(left_out, same, "{path}");
            assert_ne!(left_out, other, "{path} changes nothing that the joint tells");
        }
    }
}
