//! A handbook in a real browser: words, table, loops, links.
#![allow(clippy::unwrap_used)]

#[path = "support/chromium.rs"]
#[allow(dead_code)] // Other tests use the rest of it.
mod chromium;

use chromium::Chromium;
use report::{Article, Bibliography, Chapter, Handbook, render_handbook};
use results::{Comparison, Curve, Figure, Outcome, Plot};
use serde_json::json;

fn curve(key: &str) -> Curve {
    Curve { x: format!("indentation_{key}_m"), y: format!("force_{key}_N") }
}

/// A loop of four points, and a line of two that is filled up with what is no number.
fn outcome() -> Outcome {
    let mut outcome = Outcome::default();
    let gap = f64::NAN;
    outcome.series.push("indentation_wide_m", "Wide <loop>", vec![0.0, 2e-3, 3e-3, 1e-3]);
    outcome.series.push("force_wide_N", "Wide <loop>", vec![0.0, 40.0, 30.0, 0.0]);
    outcome.series.push("indentation_straight_m", "Straight", vec![0.0, 1e-3, gap, gap]);
    outcome.series.push("force_straight_N", "Straight", vec![0.0, 90.0, gap, gap]);
    outcome.figures.push(Figure {
        title: "Loops".into(),
        caption: "Force against indentation.".into(),
        plot: Plot::Loops {
            abscissa: "Indentation".into(),
            ordinate: "Force".into(),
            curves: vec![curve("wide")],
            guide: Some(curve("straight")),
            top: Some(50.0),
            equal: false,
        },
    });
    outcome
}

fn page() -> String {
    let mut comparison = Comparison { models: vec!["Wide law".into(), "Unknown".into()], measures: vec![] };
    comparison.push_bars("Energy lost", "%", vec![25.0, f64::NAN], 100.0);
    let article = Article {
        name: "Wide law",
        equation: "F = K δ^{3/2},  K < 5",
        symbols: &[("K", "stiffness, N/m^{3/2}")],
        about: "It is <wide>.",
        remarks: vec![("Pitfalls", "v_t is small.")],
        facts: vec!["peak 40 N".into()],
        sources: &["Known1999", "Missing2000"],
        picture: vec![curve("straight"), curve("wide")],
    };
    let text = "@book{Known1999, author = {Known, A.}, title = {On loops}, publisher = {Dover}, year = {1999}}";
    let handbook = Handbook {
        title: "Laws & loops",
        subtitle: "All of one",
        introduction: &["First paragraph.".into()],
        outcome: &outcome(),
        comparison: &comparison,
        costs: &Comparison::default(),
        chapters: &[Chapter { title: "Only chapter", articles: vec![article] }],
        bibliography: &Bibliography::parse(text),
        provenance: &[("Program".into(), "test".into())],
    };
    render_handbook(&handbook).unwrap()
}

fn open() -> (Chromium, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("handbook.html");
    std::fs::write(&file, page()).unwrap();
    let mut browser = Chromium::start();
    browser.open(&file);
    (browser, folder)
}

#[test]
fn a_handbook_is_drawn_without_errors_and_without_a_network() {
    let (mut browser, folder) = open();
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let own = format!("file://{}", folder.path().join("handbook.html").display());
    assert!(browser.requests().iter().all(|address| *address == own || address.starts_with("data:")));
    assert_eq!(browser.evaluate("document.querySelectorAll('[data-drawn]').length"), json!(1));
}

#[test]
fn loops_have_their_own_abscissas_and_named_axes() {
    let (mut browser, _folder) = open();
    let mut see = |expression: &str| browser.evaluate(expression);
    // The guide comes first, behind the others; what is no number is left out.
    assert_eq!(see("window.synovia.figures[0].charts[0].spec.curves.map((c) => c.style)"), json!(["guide", "both"]));
    // Two points of the guide, four of the loop.
    let corners =
        "[...document.querySelectorAll('.drawing .curve')].map((p) => p.getAttribute('d').match(/[ML]/g).length)";
    assert_eq!(see(corners), json!([2, 4]));
    assert_eq!(see("document.querySelector('.axis-title.x').textContent"), json!("Indentation (mm)"));
    assert_eq!(see("document.querySelector('.axis-title.y').textContent"), json!("Force (N)"));
    let top = see("window.synovia.figures[0].charts[0].y.domain[1]").as_f64().unwrap();
    assert!((50.0..53.0).contains(&top), "the axis ends where it was asked to, not at 90 N: {top}");
}

#[test]
fn words_links_and_bars_are_in_their_places() {
    let (mut browser, _folder) = open();
    let mut see = |selector: &str, property: &str| {
        browser.evaluate(&format!("[...document.querySelectorAll('{selector}')].map((e) => e.{property})"))
    };
    assert_eq!(see(".equation p", "innerHTML"), json!(["F = K δ<sup>3/2</sup>", "K &lt; 5"]));
    assert_eq!(see(".remarks dd", "innerHTML"), json!(["v<sub>t</sub> is small."]));
    assert_eq!(see(".words > p:not(.sources)", "textContent"), json!(["It is <wide>."]));
    assert_eq!(see("#comparison tbody a", "hash"), json!(["#wide-law"]));
    assert_eq!(see("article", "id"), json!(["wide-law"]));
    assert_eq!(see("#comparison .amount i", "style.width"), json!(["25%"]));
    assert_eq!(see("#comparison .digits", "textContent"), json!(["25.0", "–"]));
    assert_eq!(see(".sources a", "textContent"), json!(["Known 1999"]));
    assert_eq!(see(".references li", "textContent"), json!(["Known, A. (1999). On loops. Dover."]));
    assert_eq!(see(".shape path", "getAttribute(\"class\")"), json!(["axis", "ghost", "curve"]));
}
