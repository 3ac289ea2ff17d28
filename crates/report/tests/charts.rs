//! Charts in a real browser: every kind is drawn with named axes, read, zoomed, hidden and saved.
#![allow(clippy::unwrap_used)]

#[path = "support/chromium.rs"]
#[allow(dead_code)] // Other tests use the rest of it.
mod chromium;

use chromium::Chromium;
use report::{Page, render_html};
use results::{Axis, BarSet, Curve, Figure, Outcome, Plot, Severity};
use serde_json::{Value, json};

fn curve(x: &str, y: &str) -> Curve {
    Curve { x: x.into(), y: y.into() }
}

fn axis(column: &str, names: &[&str]) -> Axis {
    Axis { column: column.into(), names: names.iter().map(|name| (*name).to_owned()).collect() }
}

/// One figure of every kind that needs no surface.
fn everything() -> Outcome {
    let mut outcome = Outcome::default();
    let rows = 60;
    let of = |f: &dyn Fn(f64) -> f64| (0..rows).map(|i| f(f64::from(i) / f64::from(rows - 1))).collect::<Vec<f64>>();
    let turn = std::f64::consts::TAU;
    let series = &mut outcome.series;
    series.push("time_s", "Time", of(&|t| 1.2 * t));
    series.push("force_dry_N", "Hip force, dry", of(&|t| 1000.0 + 900.0 * (turn * t).sin()));
    // On top of the first, but for the last tenth.
    series.push(
        "force_wet_N",
        "Hip force, wet",
        of(&|t| 1000.0 + 900.0 * (turn * t).sin() + if t > 0.9 { 300.0 } else { 0.0 }),
    );
    series.push("x_dry_m", "Forwards, dry", of(&|t| 3e-5 * (turn * t).cos()));
    series.push("y_dry_m", "Upwards, dry", of(&|t| 2e-5 * (turn * t).sin()));
    series.push("circle_x_m", "Clearance, forwards", of(&|t| 5e-5 * (turn * t).cos()));
    series.push("circle_y_m", "Clearance", of(&|t| 5e-5 * (turn * t).sin()));
    series.push("tiny_J", "Energy from nowhere", of(&|t| 3e-13 * t));
    let runs = of(&|t| (59.0 * t).round());
    series.push("run_count", "Run", runs.clone());
    series.push("head_m", "Diameter of the head", runs.iter().map(|run| 0.028 + 0.004 * (run % 5.0)).collect());
    series.push(
        "gap_m",
        "Clearance of the bearing",
        runs.iter().map(|run| 1e-5 * ((run / 5.0).floor() % 4.0 + 4.0)).collect(),
    );
    series.push("law_choice", "Law of contact", runs.iter().map(|run| run % 3.0).collect());
    series.push(
        "wear_m3",
        "Worn volume per million cycles",
        runs.iter().map(|run| 2e-8 + 1e-9 * (run % 5.0) + 3e-9 * ((run / 5.0).floor() % 4.0)).collect(),
    );
    series.push("peak_pressure_Pa", "Peak pressure", runs.iter().map(|run| 9e6 - 4e5 * (run % 5.0)).collect());
    let laws = ["hunt-crossley", "lankarani-nikravesh", "flores"];
    let mut draw = |title: &str, plot| {
        outcome.figures.push(Figure { title: title.into(), caption: "See `table.csv`.".into(), plot });
    };
    let lines = |curves, cycle| Plot::Lines {
        ordinate: String::new(),
        curves,
        marks: vec![("body weight".into(), 800.0)],
        bands: Vec::new(),
        cycle,
    };
    draw("Hip force", lines(vec![curve("time_s", "force_dry_N"), curve("time_s", "force_wet_N")], true));
    draw(
        "Drift",
        Plot::Lines {
            ordinate: String::new(),
            curves: vec![curve("time_s", "tiny_J")],
            marks: vec![],
            bands: vec![],
            cycle: false,
        },
    );
    draw(
        "Orbit of the head",
        Plot::Loops {
            abscissa: "Forwards".into(),
            ordinate: "Upwards".into(),
            curves: vec![curve("x_dry_m", "y_dry_m")],
            guide: Some(curve("circle_x_m", "circle_y_m")),
            top: None,
            equal: true,
        },
    );
    let inputs = vec![axis("head_m", &[]), axis("gap_m", &[]), axis("law_choice", &laws)];
    draw("Worn volume, by input", Plot::Response { output: "wear_m3".into(), inputs: inputs.clone() });
    draw("Worn volume", Plot::Family { x: axis("head_m", &[]), y: "wear_m3".into(), by: axis("gap_m", &[]) });
    draw("Worn volume, over both", Plot::Heat { x: axis("head_m", &[]), y: axis("gap_m", &[]), z: "wear_m3".into() });
    let bar = |a: f64, b: f64| vec![("Diameter of the head".to_owned(), a, 0.1 * a), ("Clearance".to_owned(), b, 0.0)];
    let sets = vec![
        BarSet { label: "first order".into(), bars: bar(0.7, 0.03) },
        BarSet { label: "total".into(), bars: bar(0.9, 0.05) },
    ];
    draw(
        "What moves it",
        Plot::Bars { measure: "Share of the variance".into(), sets: sets.clone(), logarithmic: false },
    );
    draw("Errors", Plot::Bars { measure: "Size of the error (%)".into(), sets, logarithmic: true });
    let front = |further| {
        let (x, y) = ("peak_pressure_Pa".into(), "wear_m3".into());
        Plot::Front { x, y, front: vec![4, 3, 2], further }
    };
    draw("Compromises", front(false));
    draw("Compromises with a third", front(true));
    let mut all = inputs.clone();
    all.push(axis("wear_m3", &[]));
    draw("All runs", Plot::Parallel { axes: all.clone() });
    all.insert(0, axis("run_count", &[]));
    draw("Table of runs", Plot::Table { columns: all });
    outcome.push("runs_count", "Runs", 60.0);
    outcome.push("peak_force_N", "Peak force", 1900.0);
    for load in 1..=4 {
        outcome.warn(Severity::Note, "rim", format!("At {load} N the patch crosses the `rim`."));
    }
    outcome.warn(Severity::Caution, "deep", "The head sinks deep.".into());
    outcome
}

fn open(outcome: &Outcome) -> (Chromium, tempfile::TempDir) {
    let page = Page {
        title: "Hip: über & walking",
        subtitle: "from `hip.toml`",
        outcome,
        inputs: &[],
        study_text: "",
        provenance: &[],
    };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.html");
    let html = render_html(&page).unwrap();
    assert!(html.len() < 150_000, "a page without maps is small: {} bytes", html.len());
    std::fs::write(&file, html).unwrap();
    let mut browser = Chromium::start();
    browser.open(&file);
    (browser, folder)
}

fn resize(browser: &mut Chromium, width: u32) {
    let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false});
    browser.call("Emulation.setDeviceMetricsOverride", size);
    // Drawn anew once the page has its new width.
    browser.wait_until(&format!(
        "innerWidth === {width} && window.synovia.figures.filter((f) => f.svg).every((f) => Math.abs(f.width - Math.max(260, f.host.clientWidth)) < 2)"
    ));
}

/// Texts of a chart whose boxes touch those of an axis title, and texts outside of their picture.
const COLLISIONS: &str = "[...document.querySelectorAll('svg.drawing')].flatMap((svg) => { \
    const frame = svg.getBoundingClientRect(); \
    const texts = [...svg.querySelectorAll('text')].map((t) => ({ t, r: t.getBoundingClientRect() })); \
    const titles = texts.filter(({ t }) => t.classList.contains('axis-title')); \
    const ticks = texts.filter(({ t }) => t.classList.contains('tick')); \
    const touch = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3; \
    const found = []; \
    for (const a of titles) for (const b of texts) if (a !== b && touch(a.r, b.r)) found.push(`${a.t.textContent} over ${b.t.textContent}`); \
    const along = (a) => ticks.filter((b) => b !== a && b.t.getAttribute('class') === a.t.getAttribute('class') && !b.t.getAttribute('transform')); \
    for (const a of ticks) if (!a.t.getAttribute('transform')) for (const b of along(a)) if (touch(a.r, b.r)) found.push(`tick ${a.t.textContent} over ${b.t.textContent}`); \
    for (const { t, r } of texts) if (r.left < frame.left - 2 || r.right > frame.right + 2 || r.top < frame.top - 2 || r.bottom > frame.bottom + 2) found.push(`${t.textContent} leaves the picture`); \
    return found; })";

#[test]
fn every_kind_has_named_axes_and_texts_that_do_not_touch() {
    let (mut browser, _folder) = open(&everything());
    assert_eq!(browser.complaints(), Vec::<String>::new());
    assert_eq!(browser.evaluate("document.querySelectorAll('[data-drawn]').length"), json!(12));
    let titles = "[...document.querySelectorAll('svg.drawing .axis-title')].map((t) => t.textContent)";
    for width in [1200, 390] {
        resize(&mut browser, width);
        assert_eq!(browser.evaluate(COLLISIONS), json!([]), "at {width} pixels");
        let named = browser.evaluate(titles);
        let named: Vec<&str> = named.as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(named.len() > 20 && named.iter().all(|title| title.len() > 2), "{named:?}");
    }
    resize(&mut browser, 1200);
    let of_figure = |number: usize| {
        format!("[...document.querySelectorAll('#figure-{number} .axis-title')].map((t) => t.textContent)")
    };
    assert_eq!(browser.evaluate(&of_figure(1)), json!(["Hip force (N)", "Time (s)", "Cycle (%)"]));
    assert_eq!(browser.evaluate(&of_figure(2)), json!(["Energy from nowhere (10⁻¹⁵ J)", "Time (s)"]));
    assert_eq!(browser.evaluate(&of_figure(8)), json!(["Size of the error (%)"]));
    let names = "[...document.querySelectorAll('#figure-1 .key text')].map((t) => t.textContent)";
    assert_eq!(browser.evaluate(names), json!(["dry", "wet"]));
    // The unit is in the title, nowhere in the ticks.
    let ticks = browser.evaluate(
        "[...document.querySelectorAll('.chart .tick')].map((t) => t.textContent).filter((t) => /N|mm|MPa/.test(t))",
    );
    assert_eq!(ticks, json!([]));
}

#[test]
fn answers_come_before_warnings_which_are_merged() {
    let (mut browser, _folder) = open(&everything());
    let order = "[...document.querySelectorAll('main > section')].map((s) => s.id)";
    assert_eq!(browser.evaluate(order), json!(["numbers", "warnings", "figures"]));
    // Without numbers the figures are the answer.
    let (mut other, _other_folder) = open(&Outcome { headline: Vec::new(), ..everything() });
    assert_eq!(other.evaluate(order), json!(["figures", "warnings"]));
    assert_eq!(
        browser.evaluate("document.querySelector('.heed').textContent"),
        json!("1 caution: read before the numbers are used.")
    );
    assert_eq!(browser.evaluate("document.querySelectorAll('#numbers [data-lead] svg path.curve').length"), json!(2));
    let counts = "[...document.querySelectorAll('.notice-head')].map((n) => n.textContent)";
    assert_eq!(browser.evaluate(counts), json!(["Caution deep", "Note rim 4 times"]));
    assert_eq!(
        browser.evaluate("document.querySelector('.notice.note > p:nth-child(2)').innerHTML"),
        json!("At 1 N the patch crosses the <code>rim</code>.")
    );
    assert_eq!(browser.evaluate("document.body.innerText.includes('`')"), json!(false));
    assert_eq!(
        browser.evaluate("[...document.querySelectorAll('.card-value')].map((c) => c.textContent)"),
        json!(["60", "1900 N"])
    );
}

#[test]
fn coinciding_curves_are_both_seen_and_circles_stay_round() {
    let (mut browser, _folder) = open(&everything());
    let look = browser.evaluate("[...document.querySelectorAll('#figure-1 path.curve')].map((p) => [Number(p.getAttribute('stroke-width')), p.getAttribute('stroke-dasharray')])");
    let (below, above) = (look[0][0].as_f64().unwrap(), look[1][0].as_f64().unwrap());
    assert!(below > above + 1.0 && look[0][1].is_null() && look[1][1].is_string(), "{look}");
    let circle = browser.evaluate(
        "(() => { const b = document.querySelector('#figure-3 .guide').getBBox(); return [b.width, b.height]; })()",
    );
    let (width, height) = (circle[0].as_f64().unwrap(), circle[1].as_f64().unwrap());
    assert!(width > 150.0 && (width / height - 1.0).abs() < 0.01, "{width} × {height}");
}

#[test]
fn curves_are_read_zoomed_and_hidden_by_mouse_and_keyboard() {
    let (mut browser, _folder) = open(&everything());
    browser.evaluate("document.querySelector('#figure-1').scrollIntoView({block: 'center', behavior: 'instant'})");
    let area = "(() => { const r = document.querySelector('#figure-1 .catch').getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; })()";
    let area: Vec<f64> = browser.evaluate(area).as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let mouse = |browser: &mut Chromium, kind: &str, x: f64, y: f64, count: u32| {
        let pressed = u32::from(kind == "mousePressed");
        let params = json!({"type": kind, "x": area[0] + x * area[2], "y": area[1] + y * area[3], "button": "left", "buttons": pressed, "clickCount": count});
        browser.call("Input.dispatchMouseEvent", params);
    };
    let domain = "window.synovia.figures[0].charts[0].x.domain";
    mouse(&mut browser, "mousePressed", 0.25, 0.5, 1);
    for x in [0.3, 0.4, 0.5] {
        let params = json!({"type": "mouseMoved", "x": area[0] + x * area[2], "y": area[1] + 0.5 * area[3], "button": "left", "buttons": 1});
        browser.call("Input.dispatchMouseEvent", params);
    }
    mouse(&mut browser, "mouseReleased", 0.5, 0.5, 1);
    let zoomed = browser.evaluate(domain);
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 0.01;
    assert!(close(&zoomed[0], 0.3) && close(&zoomed[1], 0.6), "{zoomed}");
    assert_eq!(browser.evaluate("document.querySelector('#figure-1 .figure-tools button').hidden"), json!(false));
    browser.evaluate("document.querySelector('#figure-1 .figure-tools button').click()");
    assert!(close(&browser.evaluate(domain)[1], 1.2));
    assert_eq!(browser.evaluate("document.querySelector('#figure-1 .figure-tools button').hidden"), json!(true));

    // By keyboard: focus, read the first row, zoom, back.
    browser.evaluate("document.querySelector('#figure-1 .catch').focus()");
    let press = |browser: &mut Chromium, key: &str| {
        let text = if key.len() == 1 { key } else { "" };
        browser.call("Input.dispatchKeyEvent", json!({"type": "keyDown", "key": key, "text": text}));
        browser.call("Input.dispatchKeyEvent", json!({"type": "keyUp", "key": key}));
    };
    press(&mut browser, "Home");
    assert_eq!(
        browser.evaluate("document.querySelector('#figure-1 .read-out').textContent"),
        json!("Time 0 s · 0 %dry1000 Nwet1000 N")
    );
    press(&mut browser, "+");
    assert_eq!(browser.evaluate("window.synovia.figures[0].charts[0].zoomed"), json!(true));
    press(&mut browser, "Escape");
    assert_eq!(browser.evaluate("window.synovia.figures[0].charts[0].zoomed"), json!(false));

    let shown = "[...document.querySelectorAll('#figure-1 path.curve')].map((p) => p.dataset.name)";
    browser.evaluate(
        "document.querySelector('#figure-1 .key').dispatchEvent(new MouseEvent('click', {detail: 1, bubbles: true}))",
    );
    assert_eq!(browser.evaluate(shown), json!(["wet"]));
    browser.evaluate("document.querySelector('#figure-1 .key').focus()");
    press(&mut browser, "Enter");
    assert_eq!(browser.evaluate(shown), json!(["dry", "wet"]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_figure_is_saved_under_its_name() {
    let (mut browser, _folder) = open(&everything());
    // Files are named, not written: a test has no folder for downloads.
    browser.evaluate("HTMLAnchorElement.prototype.click = function () {}");
    browser.evaluate("document.querySelectorAll('.figure-tools button').length");
    let check = "(async () => { const out = []; \
        for (const figure of document.querySelectorAll('figure')) { \
          const press = (text) => [...figure.querySelectorAll('.figure-tools button')].find((b) => b.textContent === text); \
          if (!press('SVG')) { press('CSV').click(); out.push([window.synovia.saved.name, window.synovia.saved.text.split('\\n').length]); continue; } \
          press('SVG').click(); \
          const { name, text } = window.synovia.saved; \
          const parsed = new DOMParser().parseFromString(text, 'image/svg+xml'); \
          const good = !parsed.querySelector('parsererror') && !text.includes('var(') && parsed.querySelectorAll('text').length > 3; \
          press('PNG').click(); \
          while (!window.synovia.saved.name.endsWith('.png')) await new Promise((r) => setTimeout(r, 20)); \
          out.push([name, good, window.synovia.saved.name, window.synovia.saved.size > 5000]); \
          window.synovia.saved = { name: '' }; \
        } return out; })()";
    let saved = browser.evaluate(check);
    let saved = saved.as_array().unwrap();
    assert_eq!(saved.len(), 12);
    assert_eq!(saved[0], json!(["hip-uber-walking-hip-force.svg", true, "hip-uber-walking-hip-force.png", true]));
    for file in &saved[..11] {
        assert!(file[1] == json!(true) && file[3] == json!(true), "{file}");
    }
    // A head and sixty rows.
    assert_eq!(saved[11], json!(["hip-uber-walking-table-of-runs.csv", 62]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_table_of_runs_is_sorted_by_the_head_that_is_pressed() {
    let (mut browser, _folder) = open(&everything());
    let column = "[...document.querySelectorAll('.runs tbody tr')].slice(0, 3).map((r) => r.children[0].textContent + ' ' + r.children[3].textContent)";
    assert_eq!(browser.evaluate(column), json!(["0 hunt-crossley", "1 lankarani-nikravesh", "2 flores"]));
    browser.evaluate("document.querySelectorAll('.sort')[0].click()");
    assert_eq!(browser.evaluate(column), json!(["59 flores", "58 lankarani-nikravesh", "57 hunt-crossley"]));
    assert_eq!(browser.evaluate("document.querySelector('.runs th').getAttribute('aria-sort')"), json!("descending"));
}

#[test]
fn a_hand_keeps_the_runs_within_a_part_of_an_axis_and_lets_all_in_again() {
    let (mut browser, _folder) = open(&everything());
    let parallel = "window.synovia.figures.find((f) => f instanceof Parallel)";
    browser.evaluate(&format!("{parallel}.host.scrollIntoView({{block: 'center', behavior: 'instant'}})"));
    let axis = browser.evaluate(&format!(
        "(() => {{ const p = {parallel}, b = p.svg.getBoundingClientRect(), s = b.width / p.width; return [b.x + s * p.at[0], b.y + s * p.ends[0], b.y + s * p.ends[1]]; }})()"
    ));
    let axis: Vec<f64> = axis.as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    let mouse = |browser: &mut Chromium, kind: &str, share: f64, count: u32| {
        let y = axis[1] + share * (axis[2] - axis[1]);
        let buttons = u32::from(kind != "mouseReleased");
        let params =
            json!({"type": kind, "x": axis[0], "y": y, "button": "left", "buttons": buttons, "clickCount": count});
        browser.call("Input.dispatchMouseEvent", params);
    };
    let faint = format!("{parallel}.svg.querySelectorAll('.run.off').length");
    assert_eq!(browser.evaluate(&faint), json!(0));
    mouse(&mut browser, "mousePressed", 1.0, 1);
    for share in [0.9, 0.75, 0.6] {
        mouse(&mut browser, "mouseMoved", share, 1);
    }
    mouse(&mut browser, "mouseReleased", 0.6, 1);
    // Five diameters, twelve runs of each: two of them are above six tenths of the axis.
    assert_eq!(browser.evaluate(&faint), json!(36));
    for count in [1, 2] {
        mouse(&mut browser, "mousePressed", 0.5, count);
        mouse(&mut browser, "mouseReleased", 0.5, count);
    }
    assert_eq!(browser.evaluate(&faint), json!(0));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
