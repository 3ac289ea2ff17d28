//! The page in a real browser: what a reader sees and does.
#![allow(clippy::unwrap_used)]

#[path = "support/chromium.rs"]
mod chromium;
mod support;

use chromium::Chromium;
use report::{Page, render_html, render_overview};
use results::{Figure, Outcome, Plot};
use serde_json::json;
use support::{NASTY_STUDY, NASTY_TITLE, inputs, provenance, walking};

/// Opens the page of an outcome; the folder lives as long as the page is looked at.
fn open(outcome: &Outcome) -> (Chromium, tempfile::TempDir) {
    let (inputs, provenance) = (inputs(), provenance());
    let page = Page {
        title: NASTY_TITLE,
        subtitle: "A cup <i>and</i> a head",
        outcome,
        inputs: &inputs,
        study_text: NASTY_STUDY,
        provenance: &provenance,
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, render_html(&page).unwrap()).unwrap();
    let mut browser = Chromium::start();
    browser.open(&file);
    (browser, folder)
}

fn checksum(browser: &mut Chromium) -> String {
    browser.evaluate("document.querySelector('.viewer').dataset.checksum").as_str().unwrap().into()
}

fn move_slider(browser: &mut Chromium, frame: usize) -> f64 {
    let script = format!(
        "(() => {{ const slider = document.querySelector('.time input'); slider.value = '{frame}'; \
         const begin = performance.now(); slider.dispatchEvent(new Event('input')); return performance.now() - begin; }})()"
    );
    browser.evaluate(&script).as_f64().unwrap()
}

const BLANK_CANVASES: &str = "[...document.querySelectorAll('canvas')].filter((canvas) => { \
    const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data; \
    return new Set(new Uint32Array(data.buffer)).size < 4; }).length";

#[test]
fn page_opens_without_errors_and_without_a_network() {
    let (mut browser, folder) = open(&walking(25, 80, 21));
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let own = format!("file://{}", folder.path().join("report.html").display());
    for address in browser.requests() {
        assert!(address == own || address.starts_with("data:") || address.starts_with("blob:"), "asked for {address}");
    }
}

#[test]
fn every_figure_is_drawn() {
    let (mut browser, _folder) = open(&walking(25, 80, 21));
    assert_eq!(browser.evaluate("document.querySelectorAll('[data-drawn]').length"), json!(5));
    assert_eq!(browser.evaluate("document.querySelectorAll('canvas').length"), json!(1 + 10 + 5));
    assert_eq!(browser.evaluate(BLANK_CANVASES), json!(0));
    // One curve and its percentage in the first chart, two and a percentage in the second.
    let curves = "[...document.querySelectorAll('.line-chart')].map((c) => c.querySelectorAll('.scatterlayer path.js-line').length)";
    assert_eq!(browser.evaluate(curves), json!([2, 3]));
    // The largest pressure of the series is 6.43e6 Pa; it is drawn in MPa.
    let largest = browser.evaluate("Math.max(...document.querySelector('.line-chart').data[0].y)").as_f64().unwrap();
    assert!((largest - 6.43).abs() < 0.02, "{largest}");
    let marks = browser.evaluate("[...document.querySelectorAll('.line-chart')[0].querySelectorAll('.shapelayer')].map((l) => l.textContent).join('')");
    assert_eq!(marks, json!("published <maximum>: 6.1 MPa"));
    let maps = "new Set([...document.querySelectorAll('.map canvas')].map((c) => c.dataset.checksum)).size";
    assert!(browser.evaluate(maps).as_u64().unwrap() > 10, "maps of different instants look alike");
    assert_eq!(browser.evaluate("document.querySelectorAll('.map p')[2].textContent"), json!("20 % · 0.222 s"));
}

#[test]
fn slider_and_field_change_the_map() {
    let (mut browser, _folder) = open(&walking(25, 80, 21));
    let first = checksum(&mut browser);
    move_slider(&mut browser, 14);
    assert_eq!(browser.evaluate("document.querySelector('.viewer').dataset.frame"), json!("14"));
    assert_eq!(browser.evaluate("document.querySelector('.time output').textContent"), json!("70 % · 0.777 s"));
    let later = checksum(&mut browser);
    assert_ne!(first, later, "another instant");
    browser.evaluate("(() => { const c = document.querySelector('.tools select'); c.value = '1'; c.dispatchEvent(new Event('change')); })()");
    assert_eq!(browser.evaluate("document.querySelector('.viewer').dataset.field"), json!("sliding_distance_m"));
    assert_ne!(later, checksum(&mut browser), "another field");
    assert_eq!(
        browser.evaluate("document.querySelector('.viewer .bar-title').textContent"),
        json!("Accumulated sliding (mm)")
    );
    let before = checksum(&mut browser);
    browser.evaluate("document.querySelector('.play').click()");
    browser.wait_until("document.querySelector('.viewer').dataset.frame !== '14'");
    browser.evaluate("document.querySelector('.play').click()");
    assert_ne!(before, checksum(&mut browser), "playing");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn slider_answers_within_a_tenth_of_a_second_on_8100_cells() {
    let (mut browser, _folder) = open(&walking(90, 90, 11));
    let times: Vec<f64> = (0..11).map(|frame| move_slider(&mut browser, frame)).collect();
    // The quickest: whatever else the machine does only adds.
    assert!(times.iter().copied().fold(f64::INFINITY, f64::min) < 100.0, "{times:?} ms");
}

#[test]
fn pointer_reads_the_value_of_its_cell() {
    let outcome = walking(25, 80, 21);
    let (mut browser, _folder) = open(&outcome);
    move_slider(&mut browser, 5);
    browser.evaluate("document.querySelector('.stage').scrollIntoView({block: 'center', behavior: 'instant'})");
    let centre = browser.evaluate(
        "(() => { const r = document.querySelector('.stage').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()",
    );
    browser.call("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": centre[0], "y": centre[1]}));
    browser.wait_until("!document.querySelector('.stage .tip').hidden");
    let text = browser.evaluate("document.querySelector('.stage .tip').textContent");
    let (value, cell) = text.as_str().unwrap().split_once(" MPa · cell ").expect("a value and its cell");
    let (value, cell): (f64, usize) = (value.parse().unwrap(), cell.parse().unwrap());
    let record = &outcome.surfaces[0];
    let expected = f64::from(record.fields[0].frame(5, record.surface.cells())[cell]) * 1e-6;
    assert!(expected > 1.0, "the first view looks at the contact");
    assert!((value - expected).abs() <= 1e-3, "{value} read, {expected} computed");
}

#[test]
fn chart_reads_out_value_and_percent_of_the_cycle() {
    let (mut browser, _folder) = open(&walking(25, 80, 21));
    browser.evaluate("document.querySelector('.line-chart').scrollIntoView({block: 'center', behavior: 'instant'})");
    // The middle of the drawing area is the middle of the cycle.
    let middle = browser.evaluate(
        "(() => { const r = document.querySelector('.line-chart .nsewdrag').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()",
    );
    let x = middle[0].as_f64().unwrap();
    // A pointer that jumps is not yet a pointer that hovers.
    for nudge in 0..3 {
        let params = json!({"type": "mouseMoved", "x": x + f64::from(nudge), "y": middle[1]});
        browser.call("Input.dispatchMouseEvent", params);
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    browser.wait_until("document.querySelector('.line-chart .hoverlayer').textContent !== ''");
    // 6.43 MPa · √0.35 at half time: the formula of the synthetic series.
    let expected = "0.555 sPeak pressure : 3.804 MPaCycle : 50 %";
    assert_eq!(browser.evaluate("document.querySelector('.line-chart .hoverlayer').textContent"), json!(expected));
}

#[test]
fn foreign_text_stays_text() {
    let (mut browser, _folder) = open(&walking(6, 12, 3));
    assert_eq!(browser.evaluate("document.title"), json!(NASTY_TITLE));
    assert_eq!(browser.evaluate("document.querySelector('h1').textContent"), json!(NASTY_TITLE));
    assert_eq!(browser.evaluate("document.querySelector('#study-text').textContent"), json!(NASTY_STUDY));
    assert_eq!(browser.evaluate("document.querySelectorAll('main b, main i:not(.bar i)').length"), json!(0));
    assert!(!browser.events.iter().any(|e| e["method"] == "Page.javascriptDialogOpening"), "a foreign script ran");
}

#[test]
fn cautions_come_first_and_silence_is_said() {
    let mut outcome = walking(6, 12, 3);
    let (mut browser, _folder) = open(&outcome);
    let words = "[...document.querySelectorAll('.notice strong')].map((s) => s.textContent)";
    assert_eq!(browser.evaluate(words), json!(["Caution", "Note"]));
    outcome.warnings.clear();
    let (mut browser, _folder) = open(&outcome);
    assert_eq!(browser.evaluate(words), json!(["No warnings."]));
}

#[test]
fn static_run_and_lost_contact_are_drawn() {
    // One frame, no series: a slider would have nothing to slide over.
    let mut outcome = walking(10, 30, 1);
    outcome.series = Default::default();
    outcome.figures.retain(|figure| matches!(figure.plot, Plot::Viewer { .. }));
    let (mut browser, _folder) = open(&outcome);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.evaluate(BLANK_CANVASES), json!(0));
    assert_eq!(browser.evaluate("document.querySelector('.time').offsetHeight"), json!(0));
    assert_eq!(browser.evaluate("typeof Plotly"), json!("undefined"), "a page without charts is small");

    let mut outcome = walking(10, 30, 5);
    let record = &mut outcome.surfaces[0];
    record.tracks[0].points[2] = [f64::NAN; 3];
    let cells = record.surface.cells();
    record.fields[0].values[..cells].fill(f32::NAN);
    record.fields[1].values.fill(0.0);
    let (mut browser, _folder) = open(&outcome);
    for frame in 0..5 {
        move_slider(&mut browser, frame);
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.evaluate("document.querySelectorAll('[data-drawn]').length"), json!(5));
}

#[test]
fn outcome_with_nothing_to_draw_is_still_a_page() {
    let mut outcome = Outcome::default();
    outcome.push("peak_pressure_Pa", "Peak pressure", 1.0e6);
    let (mut browser, _folder) = open(&outcome);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.evaluate("document.querySelector('.card-value').textContent"), json!("1 MPa"));

    // A bare surface without fields or frames.
    let mut outcome = walking(10, 30, 3);
    let record = &mut outcome.surfaces[0];
    (record.fields, record.tracks, record.times) = (vec![], vec![], vec![]);
    outcome.figures =
        vec![Figure { title: "Cup".into(), caption: String::new(), plot: Plot::Viewer { surface: "cup".into() } }];
    let (mut browser, _folder) = open(&outcome);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.evaluate(BLANK_CANVASES), json!(0));
}

#[test]
fn overview_is_a_picture_that_a_browser_shows() {
    let outcome = walking(90, 90, 21);
    let (inputs, provenance) = (inputs(), provenance());
    let page = Page {
        title: NASTY_TITLE,
        subtitle: "",
        outcome: &outcome,
        inputs: &inputs,
        study_text: "",
        provenance: &provenance,
    };
    let picture = render_overview(&page).unwrap();
    assert!(picture.len() < 300_000, "{} bytes", picture.len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("overview.svg");
    std::fs::write(&file, picture).unwrap();
    let mut browser = Chromium::start();
    browser.navigate(&file);
    browser.wait_until("document.querySelectorAll('svg image').length === 1");
    assert_eq!(browser.evaluate("document.querySelector('title').textContent"), json!(NASTY_TITLE));
    assert_eq!(browser.evaluate("document.querySelectorAll('parsererror').length"), json!(0));
    // The raster is decoded and has its full size.
    let size = "(async () => { const i = new Image(); i.src = document.querySelector('image').getAttribute('href'); await i.decode(); return i.naturalWidth; })()";
    assert_eq!(browser.evaluate(size), json!(660));
}

/// A field of the points: its largest value is on the page, and the pointer reads a point, not the mean of a cell.
#[test]
fn a_field_of_the_points_keeps_its_largest_value() {
    let mut outcome = walking(25, 80, 3);
    let record = &mut outcome.surfaces[0];
    let count = record.surface.points.len();
    let peak = record.surface.points[0];
    let value = |p: &[f64; 3]| {
        let away: f64 = (0..3).map(|k| (p[k] - peak[k]).powi(2)).sum();
        7.5e6 * (1.0 - away.sqrt() / 0.03).max(0.0)
    };
    let values: Vec<f32> = (0..3).flat_map(|_| record.surface.points.iter().map(|p| value(p) as f32)).collect();
    record.fields = vec![results::Field::on_points("pressure_Pa", "Contact pressure", values.clone())];
    outcome.figures.retain(|figure| matches!(figure.plot, Plot::Viewer { .. }));
    let (mut browser, _folder) = open(&outcome);
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let text = browser.evaluate("document.querySelector('.tools').textContent");
    assert!(text.as_str().unwrap().contains("Maximum 7.5 MPa"), "{text}");
    browser.evaluate("document.querySelector('.stage').scrollIntoView({block: 'center', behavior: 'instant'})");
    let centre = browser.evaluate(
        "(() => { const r = document.querySelector('.stage').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()",
    );
    browser.call("Input.dispatchMouseEvent", json!({"type": "mouseMoved", "x": centre[0], "y": centre[1]}));
    browser.wait_until("!document.querySelector('.stage .tip').hidden");
    let text = browser.evaluate("document.querySelector('.stage .tip').textContent");
    let (read, point) = text.as_str().unwrap().split_once(" MPa · point ").expect("a value and its point");
    let (read, point): (f64, usize) = (read.parse().unwrap(), point.parse().unwrap());
    assert!(point < count && (read - f64::from(values[point]) * 1e-6).abs() <= 1e-3, "{text}");
}
