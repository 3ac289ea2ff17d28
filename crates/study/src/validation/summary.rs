//! The short table of the validation, for `docs/validation.md`: one line a case, made by the run.

use std::fmt::Write as _;

use super::{Case, Comparison};

/// A Markdown table with the claim of each case, how many of its comparisons pass and how many are only shown. A case that
/// was not run has a line, too.
pub fn render_summary(cases: &[Case], comparisons: &[Comparison]) -> String {
    let mut table = String::from("| case | claim | pass | shown |\n|---|---|---|---|\n");
    for case in cases {
        let rows: Vec<&Comparison> = comparisons.iter().filter(|c| c.case == case.name).collect();
        let judged = rows.iter().filter(|c| c.pass.is_some()).count();
        let passed = rows.iter().filter(|c| c.pass == Some(true)).count();
        let result = match rows.len() {
            all if all > 0 && rows.iter().all(|c| c.skipped) => "skipped | ".to_owned(),
            0 => "not run | ".to_owned(),
            all => format!("{passed} of {judged} | {}", all - judged),
        };
        // Writing to a String cannot fail.
        let _ = writeln!(
            table,
            "| [{0}](../validation/{0}/README.md){1} | {2} | {result} |",
            case.name,
            if case.slow { " (slow: `--all`)" } else { "" },
            case.claim.replace('|', "\\|")
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_has_its_line_and_slow_ones_are_marked() {
        let case = |name: &str, slow: bool| Case {
            name: name.into(),
            claim: "a | b".into(),
            readme: String::new(),
            slow,
            ..Case::default()
        };
        let ran = Comparison { case: "quick".into(), ..Comparison::at_most("x_m", 1.0, 0.5) };
        let table = render_summary(&[case("quick", false), case("heavy", true)], &[ran]);
        assert!(table.contains("| [quick](../validation/quick/README.md) | a \\| b | 1 of 1 | 0 |"), "{table}");
        assert!(
            table.contains("| [heavy](../validation/heavy/README.md) (slow: `--all`) | a \\| b | not run |  |"),
            "{table}"
        );
    }
}
