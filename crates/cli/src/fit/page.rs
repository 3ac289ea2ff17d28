//! The page of a fit: what it is for, its figures, and its errors on poses held out.

use std::time::SystemTime;

use report::Page;
use results::{Curve, Figure, Outcome, Plot, Severity};
use study::Study;

use super::Fitted;
use crate::clock::rfc3339;
use crate::failure::Failure;

/// The page, which needs nothing else.
///
/// # Errors
/// A page that cannot be put together.
pub fn render(study: &Study, fitted: &Fitted) -> Result<String, Failure> {
    let Fitted { title, rows, judged, .. } = fitted;
    let mut outcome = Outcome::default();
    let text = "It stands for the contact near the motion that it was fitted around. A study that leaves its domain asks the \
                contact itself, and says how often.";
    outcome.warn(Severity::Note, "domain", text.into());
    outcome.series.push("force_N", "Force of the contact", judged.forces.clone());
    outcome.series.push("force_error_ratio", "Error of the surrogate's force", judged.errors.clone());
    outcome.figures.push(Figure {
        title: "Error on poses held out".into(),
        caption: "From pose to pose that no fit has seen, by growing force; the error is that of the force vector, by its size."
            .into(),
        plot: Plot::Lines {
            ordinate: String::new(),
            curves: vec![Curve { x: "force_N".into(), y: "force_error_ratio".into() }],
            marks: Vec::new(),
            bands: Vec::new(),
            cycle: false,
        },
    });
    let provenance = [
        ("Program".to_owned(), format!("synovia {}", env!("CARGO_PKG_VERSION"))),
        ("Commit".to_owned(), env!("SYNOVIA_COMMIT").to_owned()),
        ("Made".to_owned(), rfc3339(SystemTime::now())),
    ];
    Ok(report::render_html(&Page {
        title,
        subtitle: &study.outline(),
        outcome: &outcome,
        inputs: &[("Fit".to_owned(), rows.clone())],
        study_text: study.resolved_text(),
        provenance: &provenance,
    })?)
}
