//! The dossier as one page that prints well: a browser makes a PDF of it.

use std::fmt::Write as _;

use super::{Dossier, Treated};

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b2430}\
h1{margin-bottom:0}h2{margin-top:2.2rem;border-bottom:1px solid #d8dee6}table{border-collapse:collapse;width:100%;font-size:.9rem;margin:.6rem 0}\
th,td{padding:.35rem .6rem;border-bottom:1px solid #d8dee6;text-align:left;vertical-align:top}td.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}\
.yes{border-left:6px solid #0a6b3d}.no{border-left:6px solid #b3261e}.statement{padding:.8rem 1.2rem;background:#f5f7f9;font-size:1.1rem}\
table.cases td:first-child{width:46%}table.cases td:nth-child(2){width:16%}.met{color:#0a6b3d;font-weight:600}.short{color:#b3261e;font-weight:600}.soft{color:#5b6673}svg text{font:12px system-ui,sans-serif}code{overflow-wrap:anywhere}\
@media print{body{max-width:none;margin:0;font-size:10pt}th,td{padding:.25rem .4rem}td.n{white-space:normal}h2{break-after:avoid}tr,.statement{break-inside:avoid}}";

/// Renders the page.
pub fn render(dossier: &Dossier) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>Dossier: {0}</title><style>{STYLE}</style></head>\n<body>\n<h1>{0}</h1>\n<p class=\"soft\">{1}</p>\n",
        safe(&dossier.title),
        safe(&dossier.outline)
    );
    let input = &dossier.input;
    let class = if dossier.adequate { "yes" } else { "no" };
    let _ = writeln!(
        page,
        "<p class=\"statement {class}\"><strong>May the answer be relied on?</strong> {}</p>",
        safe(&dossier.statement)
    );
    let stated = |text: &Option<String>| safe(text.as_deref().unwrap_or("Not stated."));
    let _ = write!(
        page,
        "<h2>Question and context of use</h2>\n<p><strong>Question:</strong> {}</p>\n<p><strong>Context of use:</strong> {}</p>\n<p><strong>Model risk:</strong> {} of 5, from {} influence of the model on the decision and {} consequence of a wrong one. Every factor must reach {} of 3.</p>\n",
        stated(&input.question),
        stated(&input.context),
        dossier.risk,
        input.influence.word(),
        input.consequence.word(),
        dossier.goal
    );
    page += "<h2>The answer, with what is uncertain about it</h2>\n<table><tr><th>quantity</th><th>value</th><th>elements and instants</th><th>solver</th><th>inputs (95 of 100)</th><th>the three together</th><th>more complete models are away by</th></tr>\n";
    for answer in &dossier.answers {
        let share = |part: f64| format!("± {}", percent(part / answer.value.abs().max(f64::MIN_POSITIVE)));
        let shown = |value: f64| in_unit(&answer.name, value, 4);
        let _ = writeln!(
            page,
            "<tr><td>{} <code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">± {} ({})</td><td class=\"n\">{}</td></tr>",
            safe(&answer.label),
            safe(&answer.name),
            safe(&shown(answer.value)),
            share(answer.discretisation),
            share(answer.solver),
            share(answer.inputs),
            safe(&shown(answer.uncertainty())),
            share(answer.uncertainty()),
            answer.model.map_or("–".into(), |part| percent(part / answer.value.abs().max(f64::MIN_POSITIVE)))
        );
    }
    page += "</table>\n<p class=\"soft\">Uncertainties of elements and instants are grid convergence indices from three runs; all are of the number as this study gives it. What the model itself leaves out is not among them: see the other models, and the comparators.</p>\n";
    weaknesses(dossier, &mut page);
    page += "<h2>Thirteen factors</h2>\n<table><tr><th>factor</th><th>reached</th><th>goal</th><th>evidence, computed now</th></tr>\n";
    let mut activity = "";
    for factor in &dossier.factors {
        if factor.activity != activity {
            activity = &factor.activity;
            let _ = writeln!(page, "<tr><th colspan=\"4\">{}</th></tr>", safe(activity));
        }
        let class = if factor.meets() { "met" } else { "short" };
        let cure = if factor.meets() { String::new() } else { format!(" <em>{}</em>", safe(&factor.cure)) };
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"n {class}\">{}</td><td class=\"n\">{}</td><td>{}{cure}</td></tr>",
            safe(&factor.name),
            factor.achieved,
            factor.goal,
            coded(&factor.evidence)
        );
    }
    page += "</table>\n";
    extents(dossier, &mut page);
    comparisons(dossier, &mut page);
    tables(dossier, &mut page);
    let program = &dossier.program;
    let _ = write!(
        page,
        "<p class=\"soft\">Made by synovia {}, commit {}, build {}. Factors are those of ASME V&amp;V 40; their gradations are this program's own. It is a research tool, not a medical device, and gives no clinical advice.</p>\n</body></html>\n",
        safe(&program.version),
        safe(&program.commit),
        safe(&program.build)
    );
    page
}

fn weaknesses(dossier: &Dossier, page: &mut String) {
    *page += "<h2>Weaknesses</h2>\n";
    if dossier.weaknesses.is_empty() {
        *page += "<p>None that this program can see.</p>\n";
    } else {
        let items: String = dossier.weaknesses.iter().map(|text| format!("<li>{}</li>", coded(text))).collect();
        let _ = writeln!(page, "<ol>{items}</ol>");
    }
}

/// Most comparisons that are listed one by one; the others are in the JSON.
const LISTED: usize = 12;

/// The answer against its comparators: how many errors are explained, by case, and the worst of the others.
fn comparisons(dossier: &Dossier, page: &mut String) {
    let all = &dossier.comparisons;
    if all.is_empty() {
        return;
    }
    *page += "<h2>The answer against its comparators</h2>\n<table><tr><th>case</th><th>reference</th><th>compared</th><th>explained</th><th>largest error</th></tr>\n";
    for of_case in all.chunk_by(|a, b| a.case == b.case) {
        let worst = of_case.iter().map(|row| row.error).fold(0.0, f64::max);
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td>{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            safe(&of_case[0].case),
            of_case[0].reference.words(),
            of_case.len(),
            of_case.iter().filter(|row| row.covered).count(),
            percent(worst)
        );
    }
    let covered = all.iter().filter(|row| row.covered).count();
    let _ = writeln!(
        page,
        "</table>\n<p>{covered} of {} errors are explained: they are not larger than the uncertainties of comparator, numbers and inputs together, u² = u<sub>D</sub>² + u<sub>num</sub>² + u<sub>input</sub>² (ASME V&amp;V 20). Where an error is larger, the model itself is off.</p>",
        all.len()
    );
    let mut outside: Vec<_> = all.iter().filter(|row| !row.covered).collect();
    outside.sort_by(|a, b| (b.error - b.explained).total_cmp(&(a.error - a.explained)));
    if !outside.is_empty() {
        *page += "<table><tr><th>not explained</th><th>quantity</th><th>expected</th><th>computed</th><th>error</th><th>comparator</th><th>numbers</th><th>inputs</th><th>together</th></tr>\n";
        for row in outside.iter().take(LISTED) {
            let treated = match row.treated {
                Treated::Judged => "judged",
                Treated::Guard => "a guard",
                Treated::Shown => "shown",
            };
            let [error, reference, numbers, inputs, together] =
                [row.error, row.of_reference, row.of_numbers, row.of_inputs, row.explained].map(percent);
            let _ = writeln!(
                page,
                "<tr><td>{} <span class=\"soft\">{} ({treated})</span></td><td><code>{}</code></td><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{error}</td><td class=\"n\">± {reference}</td><td class=\"n\">± {numbers}</td><td class=\"n\">± {inputs}</td><td class=\"n\">± {together}</td></tr>",
                safe(&row.case),
                safe(&row.label),
                safe(&row.quantity),
                safe(&in_unit(&row.quantity, row.expected, 4)),
                safe(&in_unit(&row.quantity, row.computed, 4)),
            );
        }
        *page += "</table>\n";
        if outside.len() > LISTED {
            let _ = writeln!(page, "<p class=\"soft\">{} more are in dossier.json.</p>", outside.len() - LISTED);
        }
    }
    *page += "<p class=\"soft\">Every case is taken to be computed as exactly, and its inputs to be known as well, as those of this study; another program had the very same inputs, so that none of them are counted there.</p>\n";
}

/// The study's point among those that were validated.
fn extents(dossier: &Dossier, page: &mut String) {
    if dossier.extents.is_empty() {
        return;
    }
    *page += "<h2>Where this study lies in what has been validated</h2>\n";
    let height = 34 * dossier.extents.len() + 10;
    let _ = write!(
        page,
        "<svg viewBox=\"0 0 860 {height}\" role=\"img\" aria-label=\"the study's inputs against the validated ranges\">"
    );
    for (row, extent) in dossier.extents.iter().enumerate() {
        let y = 22 + 34 * row;
        let [low, high] = extent.range;
        let (left, right) = (low.min(extent.value), high.max(extent.value));
        let width = (right - left).max(1e-12 * right.abs()).max(f64::MIN_POSITIVE);
        let x = |value: f64| 300.0 + 420.0 * (value - left) / width;
        let (from, to) = if high > low { (x(low), x(high)) } else { (x(low) - 3.0, x(low) + 3.0) };
        let colour = if extent.inside() { "#0a6b3d" } else { "#b3261e" };
        let _ = write!(
            page,
            "<text x=\"290\" y=\"{}\" text-anchor=\"end\">{} {} {}</text><rect x=\"{from:.1}\" y=\"{}\" width=\"{:.1}\" height=\"10\" rx=\"3\" fill=\"#b9cad8\"/><circle cx=\"{:.1}\" cy=\"{y}\" r=\"6\" fill=\"{colour}\"/><text x=\"735\" y=\"{}\">{} to {}</text>",
            y + 4,
            safe(&extent.name),
            significant(extent.value),
            safe(&extent.unit),
            y - 5,
            (to - from).max(6.0),
            x(extent.value),
            y + 4,
            significant(low),
            significant(high)
        );
    }
    *page += "</svg>\n<p class=\"soft\">Bars span the cases in which this answer was compared with something else than the model itself; dots are this study.</p>\n";
}

fn tables(dossier: &Dossier, page: &mut String) {
    if !dossier.refinements.is_empty() {
        *page += "<h2>Refined now</h2>\n<table><tr><th>what</th><th>quantity</th><th>coarser</th><th>as it is</th><th>finer</th><th>order</th><th>uncertainty</th></tr>\n";
        for refinement in &dossier.refinements {
            for (refined, answer) in refinement.answers.iter().zip(&dossier.answers) {
                let [coarse, medium, fine] = refined.values.map(|value| safe(&in_unit(&answer.name, value, 6)));
                let _ = writeln!(
                    page,
                    "<tr><td>{} ({} / {} / {})</td><td><code>{}</code></td><td class=\"n\">{coarse}</td><td class=\"n\">{medium}</td><td class=\"n\">{fine}</td><td class=\"n\">{}</td><td class=\"n\">{:.3} %</td></tr>",
                    safe(&refinement.what),
                    safe(&refinement.settings[0]),
                    safe(&refinement.settings[1]),
                    safe(&refinement.settings[2]),
                    safe(&answer.name),
                    refined.order.map_or("–".into(), |order| format!("{order:.2}")),
                    100.0 * refined.uncertainty / answer.value.abs().max(f64::MIN_POSITIVE)
                );
            }
            if let Some(why) = &refinement.failed {
                let what = safe(&refinement.what);
                let _ = writeln!(page, "<tr><td>{what}</td><td colspan=\"6\">not refined: {}</td></tr>", safe(why));
            }
        }
        *page += "</table>\n";
    }
    if !dossier.models.is_empty() {
        *page += "<h2>Other models beside it</h2>\n<table><tr><th>model</th><th>answers</th></tr>\n";
        for model in &dossier.models {
            let answers: Vec<String> = dossier
                .answers
                .iter()
                .zip(&model.answers)
                .map(|(answer, other)| {
                    other.map_or("–".into(), |other| {
                        let shown = safe(&in_unit(&answer.name, other, 4));
                        format!("{shown} ({:+.2} %)", 100.0 * (other / answer.value - 1.0))
                    })
                })
                .collect();
            let why = model.failed.as_ref().map_or(String::new(), |why| format!(" not asked: {}", safe(why)));
            let _ = writeln!(page, "<tr><td>{}</td><td>{}{why}</td></tr>", safe(&model.name), answers.join(", "));
        }
        *page += "</table>\n";
    }
    if let Some(inputs) = &dossier.inputs {
        *page += "<h2>Inputs propagated</h2>\n<table><tr><th>input</th><th>distribution</th><th>share of the spread (rank correlation squared)</th></tr>\n";
        for (index, (path, distribution)) in inputs.distributions.iter().enumerate() {
            let shares: Vec<String> = inputs
                .shares
                .iter()
                .filter_map(|shares| shares.get(index))
                .map(|share| format!("{:.0} %", 100.0 * share))
                .collect();
            let _ = writeln!(
                page,
                "<tr><td><code>{}</code></td><td>{}</td><td class=\"n\">{}</td></tr>",
                safe(path),
                safe(distribution),
                shares.join(", ")
            );
        }
        let how =
            if inputs.stated { "as the study states them" } else { "assumed by the program: the study states none" };
        let _ = writeln!(page, "</table>\n<p class=\"soft\">{} runs, {how}.</p>", inputs.runs);
    }
    *page += "<h2>Validation that this rests on</h2>\n<table class=\"cases\"><tr><th>case</th><th>reference</th><th>pass</th><th>of the answer</th><th>judges</th></tr>\n";
    for case in &dossier.support {
        let pass = if case.skipped {
            "slow, not run".into()
        } else {
            format!(
                "{} of {}{}",
                case.passed,
                case.judged,
                if case.guards > 0 { format!(" ({} guards)", case.guards) } else { String::new() }
            )
        };
        let worst = case.worst_of_answer.map_or(String::new(), |worst| format!(", worst {:.2} %", 100.0 * worst));
        let _ = writeln!(
            page,
            "<tr><td><strong>{}</strong><br><span class=\"soft\">{}</span></td><td>{}, ± {:.2} %</td><td class=\"n\">{pass}</td><td class=\"n\">{}{worst}</td><td>{}</td></tr>",
            safe(&case.case),
            safe(&case.claim),
            case.reference.words(),
            100.0 * case.uncertainty,
            case.of_answer,
            safe(&case.uses.join(", "))
        );
    }
    *page += "</table>\n";
}

/// A share in percent: one that would be written as 0.00 says so.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".into(),
        _ if share < 5e-5 => "&lt; 0.01 %".into(),
        _ => format!("{:.2} %", 100.0 * share),
    }
}

/// A number in the unit that its name asks for.
fn in_unit(name: &str, value: f64, count: i32) -> String {
    let (factor, symbol) =
        quantity::describe_si(name).map_or((1.0, String::new()), |found| (found.factor, found.symbol));
    format!("{} {symbol}", digits(value * factor, count)).trim_end().to_owned()
}

/// Four digits.
fn significant(value: f64) -> String {
    digits(value, 4)
}

/// So many digits.
fn digits(value: f64, count: i32) -> String {
    let size = value.abs();
    if size == 0.0 || !size.is_finite() {
        return format!("{value}");
    }
    let behind = (count - 1 - size.log10().floor() as i32).clamp(0, 8) as usize;
    if (1e-3..1e6).contains(&size) { format!("{value:.behind$}") } else { format!("{value:.3e}") }
}

/// Text in which names stand between backticks.
fn coded(text: &str) -> String {
    let text = safe(text);
    if text.matches('`').count() % 2 == 1 {
        return text;
    }
    let mut page = String::new();
    for (index, part) in text.split('`').enumerate() {
        let mark = ["", "<code>", "</code>"][if index == 0 { 0 } else { 2 - index % 2 }];
        page += mark;
        page += part;
    }
    page
}

fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
