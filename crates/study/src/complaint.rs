//! What the parser says, in the user's words: the message, what is expected, and what to do about it.

/// A message of the parser, translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Complaint {
    pub message: String,
    pub expected: String,
    pub hint: String,
    pub kind: Kind,
}

/// What kind of mistake it is, which decides what else is left out of the check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    UnknownKey,
    UnknownChoice,
    /// Something required is absent, perhaps because it was wrong and has been reported already.
    Incomplete,
    /// Several choices where one is expected.
    Ambiguous,
    Value,
}

/// Translates what the parser says about an entry. `table` is the table that holds it (`hip.implant`), `children` are
/// the keys below it.
pub(crate) fn translate(said: &str, table: &str, children: &[&str]) -> Complaint {
    let place = if table.is_empty() { "at the top of a study".to_owned() } else { format!("in [{table}]") };
    let names = quoted(said);
    let (first, known) = names.split_first().map_or(("", &[][..]), |(first, known)| (*first, known));
    if said.starts_with("unknown field") {
        return Complaint {
            message: format!("unknown key `{first}` {place}"),
            expected: "not known here".into(),
            hint: suggest(first, known, "keys"),
            kind: Kind::UnknownKey,
        };
    }
    if said.starts_with("unknown variant") {
        return Complaint {
            message: format!("unknown choice `{first}` {place}"),
            expected: "not known here".into(),
            hint: suggest(first, known, "choices"),
            kind: Kind::UnknownChoice,
        };
    }
    if said.starts_with("missing field") {
        return Complaint {
            message: format!("`{first}` is missing"),
            expected: format!("`{first}` is needed here"),
            hint: format!("add {first} = …"),
            kind: Kind::Incomplete,
        };
    }
    if said.starts_with("wanted exactly 1 element, found 0") {
        let hint = "name one, as `synovia new` does, or leave the table out to get the default";
        return Complaint {
            message: "nothing is chosen in this table".into(),
            expected: "one choice is expected".into(),
            hint: hint.into(),
            kind: Kind::Incomplete,
        };
    }
    if said.starts_with("wanted exactly 1 element") {
        return Complaint {
            message: format!("only one of {} can be chosen", listed(children)),
            expected: "one choice is expected".into(),
            hint: "delete the others".into(),
            kind: Kind::Ambiguous,
        };
    }
    if said.contains("expected newtype variant") {
        return Complaint {
            message: "this choice is a table of its own".into(),
            expected: String::new(),
            hint: format!("write [{table}.…] with the name of the choice as a table, which may be empty"),
            kind: Kind::Value,
        };
    }
    let (message, hint) = split_hint(said);
    Complaint { message: in_plain_words(&message), expected: String::new(), hint, kind: Kind::Value }
}

/// The nearest known name, or all of them.
pub(crate) fn suggest(wrong: &str, known: &[&str], what: &str) -> String {
    match nearest(wrong, known) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => format!("there are no {what} here: delete it"),
        None => format!("known {what} are {}", known.join(", ")),
    }
}

/// The name that was probably meant.
pub(crate) fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Option<&'a str> {
    let normal = |name: &str| name.to_lowercase().replace('_', "-");
    let wrong = normal(wrong);
    let score = |name: &&'a str| strsim::jaro_winkler(&normal(name), &wrong);
    let best = known.iter().copied().max_by(|a, b| score(a).total_cmp(&score(b)))?;
    let part = wrong.len() > 3 && (normal(best).contains(&wrong) || wrong.contains(&normal(best)));
    (part || score(&best) > 0.84 || strsim::damerau_levenshtein(&normal(best), &wrong) <= 2.min(wrong.len() / 3))
        .then_some(best)
}

/// What stands between backticks.
fn quoted(said: &str) -> Vec<&str> {
    said.split('`').skip(1).step_by(2).collect()
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A quantity's own message ends in its advice: message and advice apart.
fn split_hint(said: &str) -> (String, String) {
    for (mark, opening) in [
        (": write for example ", "write for example "),
        ("; did you mean ", "did you mean "),
        ("; use a decimal point", "use a decimal point"),
        ("; write the digits", "write the digits"),
    ] {
        if let Some((message, advice)) = said.split_once(mark) {
            return (message.into(), format!("{opening}{advice}"));
        }
    }
    if let Some((message, units)) = said.strip_suffix(')').and_then(|s| s.rsplit_once(" (")) {
        return (message.into(), format!("use one of the units {units}"));
    }
    if let Some((message, expected)) = said.split_once(": ").filter(|(_, e)| e.contains(" is written like ")) {
        return (message.into(), format!("{expected}, with a point and without separators"));
    }
    if let Some((_, expected)) = said.rsplit_once("expected ") {
        return (said.into(), format!("write {}", in_plain_words(expected)));
    }
    (said.into(), "see `synovia new` for an example and `synovia schema` for every key".into())
}

/// Without the names of types that only programmers know.
fn in_plain_words(said: &str) -> String {
    let (head, expected) = said.rsplit_once("expected ").unwrap_or(("", said));
    let expected = match expected.trim() {
        "f64" => "a number",
        "usize" | "u32" | "u64" => "a whole number that is not negative",
        "a boolean" => "true or false",
        "a string" => "text in quotes",
        "a sequence" => "a list in brackets",
        other if other.starts_with("struct ") => "a table of keys",
        _ => expected,
    };
    if head.is_empty() {
        expected.into()
    } else {
        format!("{head}expected {expected}").replace("invalid type: ", "found ").replace("invalid value: ", "found ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_gets_the_nearest_one() {
        let said = "unknown field `clearence`, expected one of `head-diameter`, `clearance`, `coverage`";
        let complaint = translate(said, "hip.implant", &[]);
        assert_eq!(complaint.message, "unknown key `clearence` in [hip.implant]");
        assert_eq!(complaint.hint, "did you mean `clearance`?");
    }

    #[test]
    fn a_key_like_no_other_gets_the_list() {
        let complaint = translate("unknown field `qqq`, expected `frames` or `elements`", "hip.output", &[]);
        assert_eq!(complaint.hint, "known keys are frames, elements");
        assert_eq!(
            translate("unknown field `x`, there are no fields", "hip.contact.hertz", &[]).hint,
            "there are no keys here: delete it"
        );
    }

    #[test]
    fn underscores_and_capitals_are_recognised() {
        assert_eq!(nearest("Head_Diameter", &["head-diameter", "head-material"]), Some("head-diameter"));
        assert_eq!(nearest("diameter", &["head-diameter", "liner-thickness"]), Some("head-diameter"));
        assert_eq!(nearest("", &["a", "b"]), None);
    }

    #[test]
    fn a_quantity_s_advice_becomes_the_hint() {
        let missing = "'80' has no unit, but a length is expected: write for example \"14 mm\" (m, cm, mm, um, nm)";
        let complaint = translate(missing, "hip.implant", &[]);
        assert_eq!(complaint.message, "'80' has no unit, but a length is expected");
        assert_eq!(complaint.hint, "write for example \"14 mm\" (m, cm, mm, um, nm)");
        let other = translate("'5 mm' is a length, but a pressure is expected (Pa, kPa, MPa, GPa, bar)", "x", &[]);
        assert_eq!(other.hint, "use one of the units Pa, kPa, MPa, GPa, bar");
    }

    #[test]
    fn types_are_said_in_plain_words() {
        let complaint = translate("invalid type: string \"many\", expected usize", "hip.output", &[]);
        assert_eq!(complaint.message, "found string \"many\", expected a whole number that is not negative");
        assert_eq!(complaint.hint, "write a whole number that is not negative");
    }
}
