//! Stored surrogates with numbers that no fit has written: refused, or evaluated without a panic.

use super::*;

/// Where the numbers of a JSON text are.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at, mut quoted) = (Vec::new(), 0, false);
    while at < bytes.len() {
        if bytes[at] == b'"' {
            quoted = !quoted;
        }
        if !quoted && (bytes[at] == b'-' || bytes[at].is_ascii_digit()) {
            let length = bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)).count();
            found.push(at..at + length);
            at += length;
        } else {
            at += 1;
        }
    }
    found
}

/// Texts in which one number is another, or is gone: so many numbers, spread over the text, in turn.
fn damaged(text: &str, places: usize) -> impl Iterator<Item = String> {
    let numbers = numbers(text);
    let chosen = (0..places).map(move |k| numbers[k * numbers.len() / places].clone()).collect::<Vec<_>>();
    chosen.into_iter().flat_map(move |place| {
        let (before, after) = (&text[..place.start], &text[place.end..]);
        let others = ["-1", "0", "1", "7", "1e308", "-2.5e-3", "18446744073709551615", "null"];
        let changed = others.iter().map(|other| format!("{before}{other}{after}")).collect::<Vec<_>>();
        // A list that is shorter by one.
        let gone = after.strip_prefix(',').map(|after| format!("{before}{after}"));
        changed.into_iter().chain(gone)
    })
}

#[test]
fn a_damaged_surrogate_of_a_hip_is_refused_or_says_something_that_can_be() {
    let settings =
        SurrogateSettings { initial: 60, refinement: 10, held_out: 10, order: 3, ..settings(Kind::ResponseSurface) };
    let (mut refused, mut asked) = (0, 0);
    for kind in KINDS {
        let surrogate =
            Surrogate::fit(&hip(), &hip_domain(), &SurrogateSettings { kind, ..settings }).expect("a surrogate");
        let stored = serde_json::to_string(&surrogate).expect("stored");
        for text in damaged(&stored, 120) {
            let Ok(read) = serde_json::from_str::<Surrogate>(&text) else {
                refused += 1;
                continue;
            };
            let mut scratch = read.scratch();
            for [x, y, z] in [[0.0, 0.12e-3, 0.0], [20e-6, 0.15e-3, -30e-6], [0.0, 0.25e-3, 0.0], [1e-3, -1.0, 1e200]] {
                let pose = Isometry3::translation(x, y, z);
                let _ = read.evaluate_with_slopes(&pose, &mut scratch);
                if let Some(loads) = read.evaluate_loads(&pose, &mut scratch) {
                    asked += 1;
                    assert!(loads.peak_pressure >= 0.0 && loads.area >= 0.0 && loads.deepest >= 0.0, "{loads:?}");
                }
            }
        }
    }
    assert!(refused > 200 && asked > 200, "{refused} refused, {asked} asked");
}

#[test]
fn a_damaged_surrogate_of_a_pair_is_refused_or_evaluated() {
    let (pair, motion, design) = condyle_design();
    for kind in [Kind::ResponseSurface, Kind::Kriging] {
        let surrogate = design.fit(&pair_settings(kind)).expect("a surrogate");
        let stored = serde_json::to_string(&surrogate).expect("stored");
        let (mut refused, mut asked) = (0, 0);
        for text in damaged(&stored, 30) {
            let read = serde_json::from_str::<PairSurrogate>(&text).ok().map(Arc::new);
            let Some(bound) = read.and_then(|read| BoundPair::new(read, pair.clone()).ok()) else {
                refused += 1;
                continue;
            };
            let mut scratch = bound.scratch();
            for coordinates in motion {
                let pose = compute_pose(coordinates);
                asked += u32::from(bound.evaluate(&pose, &Twist::REST, true, &mut scratch).is_some());
            }
        }
        assert!(refused > 20 && asked > 20, "{kind:?}: {refused} refused, {asked} asked");
    }
}
