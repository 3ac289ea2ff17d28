//! The page in a real browser: what a reader sees and does.
#![allow(clippy::unwrap_used)]

#[path = "support/chromium.rs"]
#[allow(dead_code)] // each test file uses its part
mod chromium;
mod support;

use chromium::Chromium;
use report::{Page, render_html, render_overview};
use results::{Counterpart, Figure, Outcome, Plot, Surface};
use serde_json::json;
use support::{NASTY_STUDY, NASTY_TITLE, inputs, provenance, turning, walking};

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

fn move_slider(browser: &mut Chromium, frame: usize) {
    let script = format!(
        "(() => {{ const slider = document.querySelector('.time input'); slider.value = '{frame}'; \
         slider.dispatchEvent(new Event('input')); }})()"
    );
    browser.evaluate(&script);
}

/// A pointer that jumps is not yet a pointer that hovers: it is moved until the page has noticed.
fn hover(browser: &mut Chromium, [x, y]: [&serde_json::Value; 2], noticed: &str) {
    let x = x.as_f64().unwrap();
    let is_noticed = (0..400).any(|nudge| {
        let params = json!({"type": "mouseMoved", "x": x + f64::from(nudge % 3), "y": y});
        browser.call("Input.dispatchMouseEvent", params);
        std::thread::sleep(std::time::Duration::from_millis(50));
        browser.evaluate(noticed) == json!(true)
    });
    assert!(is_noticed, "never true: {noticed}");
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
    // The viewer, two figures of maps, and the picture beside the numbers.
    assert_eq!(browser.evaluate("document.querySelectorAll('canvas').length"), json!(1 + 10 + 5 + 1));
    assert_eq!(browser.evaluate(BLANK_CANVASES), json!(0));
    let curves = "[...document.querySelectorAll('.chart')].map((c) => c.querySelectorAll('path.curve').length)";
    assert_eq!(browser.evaluate(curves), json!([1, 2]));
    // The largest pressure of the series is 6.43e6 Pa; it is drawn in MPa.
    let largest =
        browser.evaluate("Math.max(...window.synovia.figures[1].charts[0].spec.curves[0].y)").as_f64().unwrap();
    assert!((largest - 6.43).abs() < 0.02, "{largest}");
    let marks = browser.evaluate("document.querySelector('.mark-label').textContent");
    assert_eq!(marks, json!("published <maximum>: 6.1 MPa"));
    let maps = "new Set([...document.querySelectorAll('.map canvas')].map((c) => c.dataset.checksum)).size";
    assert!(browser.evaluate(maps).as_u64().unwrap() > 10, "maps of different instants look alike");
    assert_eq!(
        browser.evaluate("document.querySelectorAll('#figures .map p')[2].textContent"),
        json!("20 % · 0.222 s")
    );
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
    // Both at once: on a busy machine the film may have come round again between two questions.
    browser.wait_until(&format!(
        "document.querySelector('.viewer').dataset.frame !== '14' && document.querySelector('.viewer').dataset.checksum !== '{before}'"
    ));
    browser.evaluate("document.querySelector('.play').click()");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn slider_answers_within_a_tenth_of_a_second_on_8100_cells() {
    let (mut browser, _folder) = open(&walking(90, 90, 11));
    // Time of the processor, not of the clock: whatever else the machine does is not counted.
    browser.call("Performance.enable", json!({"timeDomain": "threadTicks"}));
    let worked = |browser: &mut Chromium| {
        let metrics = browser.call("Performance.getMetrics", json!({}));
        let of = |name: &str| metrics["metrics"].as_array()?.iter().find(|m| m["name"] == name)?["value"].as_f64();
        of("ScriptDuration").expect("the browser counts")
    };
    let before = worked(&mut browser);
    (0..11).for_each(|frame| move_slider(&mut browser, frame));
    let mean = (worked(&mut browser) - before) / 11.0;
    assert!(mean > 0.0 && mean < 0.1, "{mean} s");
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
    hover(&mut browser, [&centre[0], &centre[1]], "!document.querySelector('.stage .tip').hidden");
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
    browser.evaluate("document.querySelector('.chart').scrollIntoView({block: 'center', behavior: 'instant'})");
    // The middle of the drawing area is the middle of the cycle.
    let middle = browser.evaluate(
        "(() => { const r = document.querySelector('.chart .catch').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()",
    );
    hover(&mut browser, [&middle[0], &middle[1]], "!document.querySelector('.chart .read-out').hidden");
    // 6.43 MPa · √0.35 at half time: the formula of the synthetic series.
    let expected = "Time 0.555 s · 50 %Peak pressure3.804 MPa";
    assert_eq!(browser.evaluate("document.querySelector('.chart .read-out').textContent"), json!(expected));
}

#[test]
fn curves_and_the_map_share_their_instant_both_ways() {
    let (mut browser, _folder) = open(&walking(25, 80, 21));
    browser.evaluate("document.querySelector('.chart').scrollIntoView({block: 'center', behavior: 'instant'})");
    // Where the mark of the instant stands in the area of every chart over time, as a share of the cycle.
    let marks = "[...document.querySelectorAll('.chart .panel')].map((panel) => { const a = panel.querySelector('.catch').getBoundingClientRect(), \
        c = panel.querySelector('.cursor'), r = c.getBoundingClientRect(); return c.getAttribute('visibility') === 'visible' ? (r.x + r.width / 2 - a.x) / a.width : null; })";
    for frame in [5, 14, 20] {
        move_slider(&mut browser, frame);
        let shares = browser.evaluate(marks);
        let shares = shares.as_array().unwrap();
        assert_eq!(shares.len(), 2);
        for share in shares {
            let expected = frame as f64 / 20.0;
            assert!(share.as_f64().is_some_and(|share| (share - expected).abs() < 0.005), "frame {frame}: {shares:?}");
        }
    }
    // And back: a pointer at a fifth of the curve shows the map of that instant.
    let place = browser.evaluate(
        "(() => { const r = document.querySelector('.chart .catch').getBoundingClientRect(); return [r.x + 0.2 * r.width, r.y + r.height / 2]; })()",
    );
    let before = checksum(&mut browser);
    hover(&mut browser, [&place[0], &place[1]], "document.querySelector('.viewer').dataset.frame === '4'");
    assert_ne!(before, checksum(&mut browser));
    assert_eq!(browser.evaluate("document.querySelector('.time input').value"), json!("4"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn maps_and_the_cup_in_space_are_saved_in_the_colours_of_paper() {
    let (mut browser, _folder) = open(&walking(10, 30, 11));
    let dark = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    // The page hears of it with its next picture.
    browser.evaluate("(() => { matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (window.isDark = true)); })()");
    browser.call("Emulation.setEmulatedMedia", dark);
    browser.wait_until("window.isDark === true");
    let before = checksum(&mut browser);
    browser.evaluate("HTMLAnchorElement.prototype.click = function () {}");
    let save = |browser: &mut Chromium, figure: usize, kind: &str| {
        let press = format!(
            "(async () => {{ window.synovia.saved = null; \
             [...document.querySelectorAll('#figure-{figure} .figure-tools button')].find((b) => b.textContent === '{kind}').click(); \
             while (!window.synovia.saved) await new Promise((r) => setTimeout(r, 20)); return window.synovia.saved; }})()"
        );
        browser.evaluate(&press)
    };
    for (figure, images) in [(1, 1), (3, 10)] {
        let svg = save(&mut browser, figure, "SVG");
        let text = svg["text"].as_str().unwrap();
        assert_eq!(text.matches("<image").count(), images, "figure {figure}");
        assert!(text.contains("Contact pressure") && text.contains("#18212c") && !text.contains("#e5eaf0"));
        let png = save(&mut browser, figure, "PNG");
        assert!(png["size"].as_u64().unwrap() > 20_000, "{png}");
    }
    let name = save(&mut browser, 1, "SVG")["name"].clone();
    assert_eq!(name, json!("hip-script-alert-x-script-title-walking-the-cup-in-three-dimensions.svg"));
    assert_eq!(before, checksum(&mut browser), "the page is dark again");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn foreign_text_stays_text() {
    let (mut browser, _folder) = open(&walking(6, 12, 3));
    assert_eq!(browser.evaluate("document.title"), json!(NASTY_TITLE));
    assert_eq!(browser.evaluate("document.querySelector('h1').textContent"), json!(NASTY_TITLE));
    assert_eq!(browser.evaluate("document.querySelector('#study-text').textContent"), json!(NASTY_STUDY));
    assert_eq!(browser.evaluate("document.querySelectorAll('main b, main i:not(.bar i)').length"), json!(0));
    assert_eq!(browser.evaluate("document.querySelectorAll('script[src], link[href]').length"), json!(0));
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
    record.counterpart = None;
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
    hover(&mut browser, [&centre[0], &centre[1]], "!document.querySelector('.stage .tip').hidden");
    let text = browser.evaluate("document.querySelector('.stage .tip').textContent");
    let (read, point) = text.as_str().unwrap().split_once(" MPa · point ").expect("a value and its point");
    let (read, point): (f64, usize) = (read.parse().unwrap(), point.parse().unwrap());
    assert!(point < count && (read - f64::from(values[point]) * 1e-6).abs() <= 1e-3, "{text}");
}

/// The same page twice: drawn by a graphics card (which the processor imitates here) and by the plain canvas.
#[test]
fn a_graphics_card_draws_what_the_canvas_draws() {
    let outcome = walking(20, 48, 11);
    let (inputs, provenance) = (inputs(), provenance());
    let page =
        Page { title: "t", subtitle: "", outcome: &outcome, inputs: &inputs, study_text: "", provenance: &provenance };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, render_html(&page).unwrap()).unwrap();
    let mut browser = Chromium::start_with_card();
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": "window.synoviaAnyCard = true;"}));
    let small = json!({"width": 600, "height": 600, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", small);
    browser.open(&file);
    let drawn_by = "document.querySelector('.viewer').dataset.drawnBy";
    assert_eq!(browser.evaluate(drawn_by), json!("webgl2"));
    // The first viewer draws by the card; then its card is taken away, as a machine may do, and the canvas goes on.
    let pixels = "(() => { const v = window.synovia.figures[0]; v.coarse = true; v.cover(); const c = v.canvas; \
        return c.getContext('2d').getImageData(0, 0, c.width, c.height).data; })()";
    let counted = browser.evaluate("[window.synovia.figures[0].raster.calls, window.synovia.figures[0].raster.bytes]");
    browser.evaluate("for (let f = 0; f < 11; f++) window.synovia.figures[0].show(f); true");
    let later = browser.evaluate("[window.synovia.figures[0].raster.calls, window.synovia.figures[0].raster.bytes]");
    assert_eq!(later[0].as_u64().unwrap() - counted[0].as_u64().unwrap(), 11, "one draw call a frame");
    assert_eq!(later[1], counted[1], "geometry is sent once");
    let peak = outcome.surfaces[0].times.len() / 2;
    browser.evaluate(&format!("window.synovia.figures[0].show({peak})"));
    browser.evaluate(&format!("(window.byCard = {pixels}, true)"));
    browser.evaluate("window.synovia.figures[0].plain()");
    assert_eq!(browser.evaluate(drawn_by), json!("canvas"));
    let differing = format!(
        "(() => {{ const a = window.byCard, b = {pixels}; let seen = 0, other = 0; \
         for (let i = 0; i < a.length; i += 4) {{ if (a[i + 3] < 200 && b[i + 3] < 200) continue; seen++; \
         if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 60) other++; }} \
         return [seen, other]; }})()"
    );
    let counts = browser.evaluate(&differing);
    let (seen, other) = (counts[0].as_f64().unwrap(), counts[1].as_f64().unwrap());
    // Edges of bands and of the surface, which the card smooths.
    assert!(seen > 10_000.0 && other < 0.04 * seen, "{other} of {seen} pixels differ");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_place_has_its_history_a_section_and_the_colours_of_its_instant() {
    let outcome = walking(25, 80, 21);
    let (mut browser, _folder) = open(&outcome);
    let record = &outcome.surfaces[0];
    let cell = 700;
    browser.evaluate(&format!("window.synovia.figures[0].pick({cell})"));
    assert_eq!(browser.evaluate("document.querySelector('.history').hidden"), json!(false));
    let told = browser.evaluate("window.synovia.figures[0].traced.charts[0].spec.curves[0].y");
    for frame in 0..21 {
        let expected = f64::from(record.fields[0].frame(frame, record.surface.cells())[cell]) * 1e-6;
        assert!((told[frame].as_f64().unwrap() - expected).abs() < 1e-3, "frame {frame}");
    }
    let whole = checksum(&mut browser);
    browser.evaluate("window.synovia.figures[0].slice(0, 0.4); window.synovia.figures[0].cover()");
    let cut = checksum(&mut browser);
    assert_ne!(whole, cut, "a section leaves something out");
    browser.evaluate("window.synovia.figures[0].slice(null); window.synovia.figures[0].cover()");
    assert_eq!(whole, checksum(&mut browser), "and brings it back");
    let ticks = "[...document.querySelectorAll('.viewer .bar-ticks span')].map((s) => s.textContent).join()";
    move_slider(&mut browser, 2);
    let of_cycle = browser.evaluate(ticks);
    browser.evaluate("(() => { const s = document.querySelector('.views select'); s.value = 'instant'; s.dispatchEvent(new Event('change')); })()");
    assert_ne!(of_cycle, browser.evaluate(ticks), "colours of the instant");
    // The film: an animated PNG with its frames.
    let film = "(async () => { const b = await animatedPng(3, 100, async (i) => { const v = window.synovia.figures[0]; v.show(i); return pictureOf(v, 't', 1); }); \
        const t = String.fromCharCode(...new Uint8Array(await b.arrayBuffer()).subarray(0, 80)); return [b.size, t.includes('acTL')]; })()";
    let film = browser.evaluate(film);
    assert!(film[0].as_u64().unwrap() > 10_000 && film[1] == json!(true), "{film}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Presses one of the boxes beside the map by its name.
fn tick(browser: &mut Chromium, name: &str) {
    let found = format!("[...document.querySelectorAll('.views label')].find((l) => l.textContent === {name:?})");
    browser.evaluate(&format!("{found}.querySelector('input').click()"));
}

/// All pixels of the map as one number.
const PIXELS: &str = "(() => { const c = window.synovia.figures[0].canvas; \
    const d = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer); \
    return d.reduce((sum, x) => (Math.imul(sum ^ x, 16777619) >>> 0), 2166136261); })()";

#[test]
fn arrows_say_where_to_and_how_fast_the_head_slides() {
    let outcome = walking(25, 80, 21);
    let (mut browser, _folder) = open(&outcome);
    move_slider(&mut browser, 5);
    let arrows = "Number(document.querySelector('.viewer').dataset.arrows)";
    let bare = browser.evaluate(PIXELS);
    assert_eq!(browser.evaluate(arrows), json!(0));
    tick(&mut browser, "Sliding");
    assert!(browser.evaluate(arrows).as_u64().unwrap() > 10);
    assert_ne!(bare, browser.evaluate(PIXELS));
    // Every arrow stands on a cell that is pressed, and is the velocity of the head there, along the cup.
    let record = &outcome.surfaces[0];
    let pressures = record.fields[0].frame(5, record.surface.cells());
    let told = browser.evaluate(
        "(() => { const v = window.synovia.figures[0], m = v.moving, { at, normal } = m.places(v.normal); \
         const codes = m.surface.codes(m.pressing, 5); \
         return m.chosen.filter((p) => m.presses(codes, p)).map((p) => [p, m.sliding(5, at.subarray(3 * p, 3 * p + 3), normal.subarray(3 * p, 3 * p + 3))]); })()",
    );
    let told = told.as_array().unwrap();
    assert_eq!(browser.evaluate(arrows).as_u64().unwrap() as usize, told.len());
    for one in told {
        let cell = one[0].as_u64().unwrap() as usize;
        assert!(pressures[cell] > 0.0, "cell {cell} is not pressed");
        let corners = record.surface.cell(cell);
        let middle = corners.iter().fold([0.0; 3], |sum: [f64; 3], &p| {
            [0, 1, 2].map(|k| sum[k] + record.surface.points[p as usize][k] / corners.len() as f64)
        });
        let radius = middle.iter().map(|x| x * x).sum::<f64>().sqrt();
        let expected = turning().sliding(middle, middle.map(|x| x / radius));
        let speed = expected.iter().map(|v| v * v).sum::<f64>().sqrt();
        for k in 0..3 {
            // The normal of a facet is not quite that of the sphere.
            assert!((one[1][k].as_f64().unwrap() - expected[k]).abs() < 0.02 * speed + 1e-5, "{one} {expected:?}");
        }
    }
    tick(&mut browser, "Sliding");
    assert_eq!(bare, browser.evaluate(PIXELS), "and they go again");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_part_that_moves_is_shown_half_transparent_by_the_card_and_by_the_canvas() {
    let mut outcome = walking(20, 48, 11);
    // A small plate in front of the cup, which is carried by half its size from frame to frame.
    let side = 6e-3;
    let axis = outcome.surfaces[0].view_from;
    let middle = axis.map(|x| x * 0.004);
    let up = outcome.surfaces[0].up;
    let across =
        [up[1] * axis[2] - up[2] * axis[1], up[2] * axis[0] - up[0] * axis[2], up[0] * axis[1] - up[1] * axis[0]];
    let corner = |a: f64, b: f64| [0, 1, 2].map(|k| middle[k] + side * (a * across[k] + b * up[k]));
    let plate = Surface {
        points: vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)],
        connectivity: vec![0, 1, 2, 3],
        offsets: vec![4],
    };
    let motion = (0..11).map(|i| {
        let mut motion = turning();
        motion.origin = [0, 1, 2].map(|k| 0.5 * side * f64::from(i - 5) * across[k]);
        motion
    });
    outcome.surfaces[0].counterpart = Some(Counterpart::new("Plate", &plate, motion.collect()));
    let (inputs, provenance) = (inputs(), provenance());
    let page =
        Page { title: "t", subtitle: "", outcome: &outcome, inputs: &inputs, study_text: "", provenance: &provenance };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    std::fs::write(&file, render_html(&page).unwrap()).unwrap();
    let mut browser = Chromium::start_with_card();
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": "window.synoviaAnyCard = true;"}));
    let small = json!({"width": 600, "height": 600, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", small);
    browser.open(&file);
    assert_eq!(browser.evaluate("document.querySelector('.viewer').dataset.drawnBy"), json!("webgl2"));
    // Where the pixels change when the plate is shown: how many, their middle, and whether the map is still seen there.
    let changed = "(() => { const v = window.synovia.figures[0]; v.coarse = true; \
        const of = (on) => { v.ball = on; v.cover(); const c = v.canvas; return [c.width, c.getContext('2d').getImageData(0, 0, c.width, c.height).data]; }; \
        const [width, a] = of(false), [, b] = of(true); let count = 0, x = 0, opaque = 0; \
        for (let i = 0; i < a.length; i += 4) { if (Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) < 6) continue; \
        count++; x += (i / 4) % width; if (a[i + 3] > 250) opaque++; } return [count, x / count, new Set(b).size, opaque]; })()";
    let mut seen = vec![];
    for _ in 0..2 {
        for frame in [3, 7] {
            browser.evaluate(&format!("window.synovia.figures[0].show({frame})"));
            seen.push(browser.evaluate(changed));
        }
        browser.evaluate("if (window.synovia.figures[0].raster instanceof Painter) window.synovia.figures[0].plain()");
    }
    assert_eq!(browser.evaluate("document.querySelector('.viewer').dataset.drawnBy"), json!("canvas"));
    let of = |i: usize, k: usize| seen[i][k].as_f64().unwrap();
    for i in 0..4 {
        assert!(of(i, 0) > 2000.0 && of(i, 2) > 8.0, "{seen:?}");
    }
    for (card, canvas) in [(0, 2), (1, 3)] {
        assert!((of(card, 0) / of(canvas, 0) - 1.0).abs() < 0.1, "as many pixels: {seen:?}");
        assert!((of(card, 1) - of(canvas, 1)).abs() < 4.0, "at the same place: {seen:?}");
    }
    assert!((of(2, 1) - of(3, 1)).abs() > 15.0, "it moves: {seen:?}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Milliseconds of 60 frames: the least and the one in the middle.
fn spread(values: &serde_json::Value) -> String {
    let mut values: Vec<f64> = values.as_array().unwrap().iter().filter_map(serde_json::Value::as_f64).collect();
    values.sort_by(f64::total_cmp);
    format!("{:.1} and {:.1} ms", values[0], values[values.len() / 2])
}

/// The figures of docs/workbench.md on large surfaces:
/// `cargo test --release --workspace --test browser -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and says nothing of right or wrong on a busy machine"]
#[allow(clippy::print_stdout)] // What it measures is for whoever asked for it.
fn what_a_large_surface_costs() {
    let (rings, sectors, frames) = (159, 632, 200);
    let mut outcome = walking(rings, sectors, frames);
    let record = &mut outcome.surfaces[0];
    let (cells, points) = (record.surface.cells(), record.surface.points.len());
    // A field of the cells and one of the points: the first values of either will do.
    record.fields.truncate(1);
    let on_points: Vec<f32> = (0..frames)
        .flat_map(|frame| {
            let of_cells = record.fields[0].frame(frame, cells);
            (0..points).map(move |point| of_cells[point.min(cells - 1)])
        })
        .collect();
    record.fields.push(results::Field::on_points("pressure_at_points_Pa", "Pressure at the points", on_points));
    outcome.figures.retain(|figure| matches!(figure.plot, Plot::Viewer { .. }));
    let (inputs, provenance) = (inputs(), provenance());
    let page =
        Page { title: "t", subtitle: "", outcome: &outcome, inputs: &inputs, study_text: "", provenance: &provenance };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let html = render_html(&page).unwrap();
    println!("page of {cells} cells, {frames} frames and two fields: {:.1} MB", html.len() as f64 * 1e-6);
    std::fs::write(&file, html).unwrap();
    let mut browser = Chromium::start_with_card();
    browser.call("Page.addScriptToEvaluateOnNewDocument", json!({"source": "window.synoviaAnyCard = true;"}));
    browser.open(&file);
    let by = "document.querySelector('.viewer').dataset.drawnBy";
    assert_eq!(browser.evaluate(by), json!("webgl2"));
    let known = browser.evaluate(
        "(() => { const r = window.synovia.figures[0].raster; return [r.cellOf.length, r.bytes, r.values.length]; })()",
    );
    assert_eq!(known[0], json!(200_344), "triangles");
    let of_frame = 4 * known[2].as_u64().unwrap();
    let geometry = known[1].as_u64().unwrap() - of_frame;
    println!(
        "bytes: {:.1} MB of geometry once, {:.0} kB of values a frame",
        geometry as f64 * 1e-6,
        of_frame as f64 * 1e-3
    );
    // `wait` reads a pixel back: only then the picture is there.
    let timed = |browser: &mut Chromium, field: u32, count: u32, wait: &str| {
        browser.evaluate(&format!(
            "(() => {{ const v = window.synovia.figures[0]; v.select({field}); v.coarse = false; v.cover(); }})()"
        ));
        browser.evaluate(&format!(
            "(async () => {{ const v = window.synovia.figures[0], taken = []; for (let i = 0; i < {count}; i++) {{ await new Promise((r) => setTimeout(r));              const t = performance.now(); v.show((7 * i) % 200); {wait}; taken.push(performance.now() - t); }} return taken; }})()"
        ))
    };
    let calls = |browser: &mut Chromium| browser.evaluate("window.synovia.figures[0].raster.calls").as_u64().unwrap();
    let read = "v.raster.gl.readPixels(0, 0, 1, 1, v.raster.gl.RGBA, v.raster.gl.UNSIGNED_BYTE, new Uint8Array(4))";
    for (field, name) in [(0, "cells"), (1, "points")] {
        timed(&mut browser, field, 3, "0");
        browser.evaluate(&format!("window.synovia.figures[0].select({field})"));
        let before = calls(&mut browser);
        browser.evaluate("window.synovia.figures[0].show(7)");
        println!("field of the {name}: {} draw call a frame", calls(&mut browser) - before);
        println!(
            "  script a frame, by the card (least, middle of 60): {}",
            spread(&timed(&mut browser, field, 60, "0"))
        );
        println!("  the same with the picture, read back (of 10): {}", spread(&timed(&mut browser, field, 10, read)));
    }
    browser.evaluate("window.synovia.figures[0].plain()");
    assert_eq!(browser.evaluate(by), json!("canvas"));
    for (field, name) in [(0, "cells"), (1, "points")] {
        println!(
            "plain canvas, all pixels, field of the {name} (of 20): {}",
            spread(&timed(&mut browser, field, 20, "0"))
        );
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
