//! A comparison as a page with figures.

use std::time::SystemTime;

use joints::compare::{CRITERIA, Errors, FAMILIES, PRINTED_TOTALS, Ranked, total};
use report::Page;
use results::{BarSet, Figure, Outcome, Plot, Severity};

use super::Comparison;
use super::text::{duration, megabytes};
use crate::clock::rfc3339;
use crate::failure::Failure;
use crate::number::{readable, with_unit};

/// Errors below this, in percent, are drawn as this.
const LEAST_ERROR: f64 = 1e-3;

/// What the figures show.
fn figures(comparison: &Comparison) -> Vec<Figure> {
    let set = |label: &str, value: &dyn Fn(&Ranked) -> f64| {
        let bar = |one: &Ranked| (one.measured.model.about.clone(), value(one), 0.0);
        BarSet { label: label.into(), bars: comparison.ranked.iter().map(bar).collect() }
    };
    let figure = |title: String, caption: String, measure: &str, sets: Vec<BarSet>, logarithmic: bool| Figure {
        title,
        caption,
        plot: Plot::Bars { measure: measure.into(), sets, logarithmic },
    };
    let mut figures = Vec::new();
    for (i, case) in comparison.cases.iter().enumerate() {
        // Sizes over decades; the truth has none, and has no bar.
        let size = |error: f64| if error == 0.0 { 0.0 } else { (100.0 * error.abs()).max(LEAST_ERROR) };
        let error = |label: &str, of: fn(&Errors) -> f64| set(label, &|one| size(of(&one.errors[i])));
        figures.push(figure(
            format!("Error of each model, {}", case.about),
            format!(
                "Against: {}. The force is that where this one comes to rest; a stiff contact turns micrometres into \
                 much of it. Signs are in the table that the command prints.",
                comparison.truth.about
            ),
            "Size of the error (%)",
            vec![
                error("peak pressure", |errors| errors.peak_pressure),
                error("area", |errors| errors.area),
                error("force", |errors| errors.force),
                error("indentation", |errors| errors.indentation),
            ],
            true,
        ));
    }
    figures.push(figure(
        "Processor time".into(),
        "Measured when this page was made, on the machine that made it, with one thread.".into(),
        "Time (s)",
        vec![
            set("one answer", &|one| one.measured.mean_solve()),
            set("to set it up", &|one| one.measured.set_up.max(1e-9)),
        ],
        true,
    ));
    if comparison.ranked.iter().all(|one| one.measured.memory.is_finite()) {
        figures.push(figure(
            "Memory".into(),
            "What a process of its own took for each model, beyond what it had after reading the study.".into(),
            "Memory (MB)",
            vec![set("at its highest", &|one| one.measured.memory / 1e6)],
            false,
        ));
    }
    figures.push(figure(
        "Score".into(),
        "Accuracy is one less the mean error; speed and set-up lose a tenth for every factor of ten; what cannot be \
         measured is taken from Lehtoranta2011, by family."
            .into(),
        "Weighted score (%)",
        vec![set("with the weights asked for", &|one| one.total)],
        false,
    ));
    figures
}

/// Tables: every model, then the printed comparison.
fn sections(comparison: &Comparison) -> Vec<(String, Vec<(String, String)>)> {
    let several = comparison.cases.len() > 1;
    let model = |one: &Ranked| {
        let mut rows = Vec::new();
        for (case, said) in comparison.cases.iter().zip(&one.measured.said) {
            let mut push = |what: &str, value: String| {
                let what = if several { format!("{what}, {:.0} N", case.load) } else { what.to_owned() };
                rows.push((what, value));
            };
            push("Peak pressure", with_unit("peak_pressure_Pa", said.answer.peak_pressure));
            push("Area", with_unit("area_m2", said.answer.area));
            push("Indentation", with_unit("indentation_m", said.answer.indentation));
            push("Force at the true place", with_unit("force_N", said.force));
            push("Time", duration(said.solve));
        }
        rows.push(("Set-up".into(), duration(one.measured.set_up)));
        rows.push(("Memory".into(), megabytes(one.measured.memory)));
        rows.push(("Score".into(), format!("{} %", readable(one.total))));
        (one.measured.model.about.clone(), rows)
    };
    let mut sections: Vec<(String, Vec<(String, String)>)> = comparison.ranked.iter().map(model).collect();
    for (family, (_, name)) in FAMILIES.iter().enumerate() {
        let mut rows: Vec<(String, String)> = CRITERIA
            .iter()
            .map(|c| (format!("{} (weight {:.2})", c.about, c.weight), format!("{:.2}", c.scores[family])))
            .collect();
        rows.push(("Total, added up".into(), format!("{:.2} %", total(family))));
        rows.push(("Total, as printed".into(), format!("{:.2} %", PRINTED_TOTALS[family])));
        sections.push((format!("Lehtoranta2011: {name}"), rows));
    }
    sections
}

/// The page.
pub fn render(comparison: &Comparison, outline: &str, study: &str) -> Result<String, Failure> {
    let mut outcome = Outcome { figures: figures(comparison), ..Outcome::default() };
    outcome.warn(
        Severity::Note,
        "beyond-validity",
        "Every model is asked, whether the case is within its validity or not: its error is what shows it.".into(),
    );
    if let Some(remark) = comparison.remark {
        outcome.warn(Severity::Note, "truth", remark.into());
    }
    for why in &comparison.missing {
        outcome.warn(Severity::Note, "not-asked", why.clone());
    }
    let provenance = [
        ("Program".to_owned(), format!("synovia {}", env!("CARGO_PKG_VERSION"))),
        ("Commit".to_owned(), env!("SYNOVIA_COMMIT").to_owned()),
        ("Made".to_owned(), rfc3339(SystemTime::now())),
        ("Machine".to_owned(), format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
    ];
    Ok(report::render_html(&Page {
        title: "Models of contact, measured",
        subtitle: outline,
        outcome: &outcome,
        inputs: &sections(comparison),
        study_text: study,
        provenance: &provenance,
    })?)
}
