//! What cannot be drawn is refused with the names that would have worked.

mod support;

use report::{Page, ReportError, render_html, render_overview};
use results::{Curve, Figure, Outcome, Plot};

fn render(outcome: &Outcome) -> Result<String, ReportError> {
    let page = Page { title: "t", subtitle: "s", outcome, inputs: &[], study_text: "", provenance: &[] };
    render_html(&page).and(render_overview(&page))
}

fn with_plot(plot: Plot) -> Outcome {
    let mut outcome = support::walking(4, 8, 3);
    outcome.figures = vec![Figure { title: "Fig".into(), caption: String::new(), plot }];
    outcome
}

#[test]
fn unknown_names_are_answered_with_the_known_ones() {
    let column = Plot::Lines {
        ordinate: String::new(),
        curves: vec![Curve { x: "time_s".into(), y: "pressure".into() }],
        marks: vec![],
        bands: Vec::new(),
        cycle: false,
    };
    let field = Plot::Maps { surface: "cup".into(), field: "heat_K".into(), frames: vec![0] };
    let surface = Plot::Viewer { surface: "cap".into() };
    for (plot, name, known) in
        [(column, "pressure", "contact_force_N"), (field, "heat_K", "wear_depth_m"), (surface, "cap", "cup")]
    {
        let error = render(&with_plot(plot)).expect_err(name);
        let message = format!("{error}; {}", error.hint().unwrap_or_default());
        assert!(message.contains(&format!("`{name}`")) && message.contains(known), "{message}");
    }
}

#[test]
fn frames_after_the_last_are_refused() {
    let plot = Plot::Maps { surface: "cup".into(), field: "pressure_Pa".into(), frames: vec![0, 3] };
    assert!(matches!(render(&with_plot(plot)), Err(ReportError::Frame { frame: 3, frames: 3, .. })));
}

#[test]
fn overview_draws_what_there_is() {
    let mut outcome = support::walking(4, 8, 3);
    outcome.surfaces.clear();
    outcome.figures.retain(|figure| matches!(figure.plot, Plot::Lines { .. }));
    let charts = render(&outcome).unwrap_or_default();
    assert!(charts.contains("Peak pressure over the cycle") && !charts.contains("<image"));

    let mut outcome = support::walking(4, 8, 1);
    outcome.series = Default::default();
    outcome.figures.clear();
    let map = render(&outcome).unwrap_or_default();
    assert!(map.contains("<image") && map.contains("6.432 MPa"));

    assert!(render(&Outcome::default()).unwrap_or_default().contains("</svg>"));
}
