//! The page of the validation: every claim with what it was compared to, made by the run.

use std::fmt::Write as _;

use super::{Case, Comparison};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1b2430}\
table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{padding:.3rem .6rem;border-bottom:1px solid #d8dee6;text-align:left;vertical-align:top}\
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.pass{color:#0a6b3d}.fail{color:#b3261e;font-weight:600}.shown{color:#5b6673}\
pre{white-space:pre-wrap;font:inherit;background:#f5f7f9;padding:.8rem 1rem;border-radius:.4rem}";

/// One self-contained page: a line of totals, then each case with its claim, its README and its table.
pub fn render_page(cases: &[Case], comparisons: &[Comparison]) -> String {
    let judged = comparisons.iter().filter(|c| c.pass.is_some()).count();
    let passed = comparisons.iter().filter(|c| c.pass == Some(true)).count();
    let skipped = comparisons.iter().filter(|c| c.skipped).count();
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Validation of Synovia</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>Validation</h1>\n\
         <p>{passed} of {judged} comparisons pass; {} more are shown without judgement. A guard keeps a known error from growing, and promises no accuracy.</p>\n",
        comparisons.len() - judged - skipped
    );
    if skipped > 0 {
        // Writing to a String cannot fail.
        let _ = writeln!(page, "<p>{skipped} were skipped: the files of others that they read are not here.</p>");
    }
    for case in cases {
        let rows: Vec<&Comparison> = comparisons.iter().filter(|c| c.case == case.name).collect();
        if !rows.is_empty() {
            section(&mut page, case, &rows);
        }
    }
    page.push_str("</body></html>\n");
    page
}

fn section(page: &mut String, case: &Case, rows: &[&Comparison]) {
    // Writing to a String cannot fail.
    let _ = write!(page, "<h2 id=\"{0}\">{0}</h2>\n<p>{1}</p>\n", escape(&case.name), escape(&case.claim));
    if !case.readme.trim().is_empty() {
        let _ = writeln!(
            page,
            "<details><summary>About this case</summary><pre>{}</pre></details>",
            escape(case.readme.trim())
        );
    }
    if !case.uncertainty_of.is_empty() {
        let about = if case.estimated { ", by our estimate" } else { "" };
        let _ = writeln!(
            page,
            "<p>Expected: {}; uncertain by {}{about}: {}, where a row says nothing else.</p>",
            case.reference.words(),
            case.uncertainty.map_or_else(|| "nothing".into(), |share| format!("{share:.0e} of its size")),
            escape(&case.uncertainty_of),
        );
    }
    page.push_str("<table><tr><th>quantity</th><th>expected</th><th>computed</th><th>relative error</th><th>tolerance</th><th>reference uncertainty</th><th></th><th>source</th></tr>\n");
    for row in rows {
        let name =
            if row.label.is_empty() { row.quantity.clone() } else { format!("{} ({})", row.quantity, row.label) };
        let (class, word) = match row.pass {
            Some(true) if row.guard => ("pass", "guard"),
            Some(true) => ("pass", "pass"),
            Some(false) => ("fail", "FAIL"),
            None if row.skipped => ("shown", "skipped"),
            None => ("shown", "shown"),
        };
        let [error, tolerance] = row.error();
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\" title=\"{}\">{}</td><td class=\"{class}\">{word}</td><td>{}{}</td></tr>",
            escape(&name),
            escape(&row.expectation(6)),
            number(row.computed, 6),
            number(error, 2),
            number(tolerance, 2),
            escape(&row.uncertainty_of),
            uncertainty(row),
            escape(&row.source),
            if row.why.is_empty() { String::new() } else { format!("<br><small>{}</small>", escape(&row.why)) },
        );
    }
    page.push_str("</table>\n");
}

/// How uncertain the expected number is; an estimate of ours with the sign of one.
fn uncertainty(row: &Comparison) -> String {
    let about = if row.estimated { "~" } else { "" };
    row.uncertainty.map_or_else(|| "–".into(), |value| format!("{about}{value:.0e}"))
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".into(), |value| format!("{value:.*e}", digits.saturating_sub(1)))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_counts_and_escapes() {
        let case = Case {
            name: "eq25".into(),
            claim: "p < q & r".into(),
            readme: "<b>".into(),
            slow: false,
            ..Case::default()
        };
        let comparison = |c: Comparison| Comparison { case: "eq25".into(), ..c };
        let rows = [
            comparison(Comparison::within("peak_pressure_Pa", 1.0, 1.0, 0.1)),
            comparison(Comparison::within("peak_pressure_Pa", 1.0, 2.0, 0.1)),
            comparison(Comparison::shown("peak_pressure_Pa", 1.0, 2.0)),
            comparison(Comparison::less_than("peak_pressure_Pa", 4.0, 2.0).labelled("hard < soft")),
            comparison(Comparison::at_least("impact_count", 2.0, 7.0)),
        ];
        let page = render_page(&[case], &rows);
        assert!(page.contains("3 of 4 comparisons pass; 1 more"), "{page}");
        assert!(page.contains(
            "(hard &lt; soft)</td><td class=\"n\">&lt; 4.00000e0</td><td class=\"n\">2.00000e0</td><td class=\"n\">–<"
        ));
        assert!(page.contains("<td class=\"n\">≥ 2.00000e0</td>"), "{page}");
        assert!(page.contains("p &lt; q &amp; r") && page.contains("&lt;b&gt;") && !page.contains("<b>"));
    }
}
