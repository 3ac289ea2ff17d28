//! The short table of the validation, for the README: one line a case, made by the run.

use std::fmt::Write as _;

use super::{Case, Comparison};

/// A Markdown table with the claim of each case, how many of its comparisons pass and how many are only shown.
pub fn render_summary(cases: &[Case], comparisons: &[Comparison]) -> String {
    let mut table = String::from("| case | claim | pass | shown |\n|---|---|---|---|\n");
    for case in cases {
        let rows: Vec<&Comparison> = comparisons.iter().filter(|c| c.case == case.name).collect();
        let judged = rows.iter().filter(|c| c.pass.is_some()).count();
        let passed = rows.iter().filter(|c| c.pass == Some(true)).count();
        if !rows.is_empty() {
            let shown = rows.len() - judged;
            // Writing to a String cannot fail.
            let _ = writeln!(
                table,
                "| [{0}](validation/{0}/README.md) | {1} | {passed} of {judged} | {shown} |",
                case.name,
                case.claim.replace('|', "\\|")
            );
        }
    }
    table
}
