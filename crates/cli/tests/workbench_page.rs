//! `synovia open`: what a person sees and does in a real browser.
#![allow(clippy::unwrap_used)]

#[path = "../../report/tests/support/chromium.rs"]
#[allow(dead_code)] // each test file uses its part
mod chromium;
mod common;
#[path = "common/shown.rs"]
mod shown;

use std::fs;

use common::bench::{Open, STUDY, serve, try_serve};
use serde_json::json;
use shown::{FAINT, Shown};

#[test]
fn form_and_text_are_in_step_and_the_answer_follows() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    let cards = "document.querySelectorAll('.numbers .card').length";
    assert!(page.browser.evaluate(cards).as_u64().unwrap() >= 4);
    assert_eq!(page.browser.evaluate("document.getElementById('field-hip-implant-clearance').value"), json!("80"));
    let first = page.browser.evaluate("document.querySelector('.viewer').dataset.checksum");
    page.change("field-hip-implant-clearance", "160");
    assert!(page.text().contains("clearance = \"160 um\"   # kept, too"), "{}", page.text());
    assert!(page.text().starts_with("# kept\n"));
    assert_ne!(first, page.browser.evaluate("document.querySelector('.viewer').dataset.checksum"), "another picture");
    let changed = "[...document.querySelectorAll('.change')].some((c) => c.textContent.includes('%'))";
    assert_eq!(page.browser.evaluate(changed), json!(true), "numbers say how they have changed");
    // Another unit is the same quantity.
    let unit = "(() => { const u = document.getElementById('field-hip-implant-clearance').parentElement.querySelector('.unit'); u.value = 'mm'; u.dispatchEvent(new Event('change')); })()";
    page.browser.evaluate(unit);
    assert!(page.text().contains("clearance = \"0.16 mm\""), "{}", page.text());
    // A mistake stands beside its field in the words of the check, and the picture stays.
    page.change("field-hip-implant-clearance", "-3");
    let wrong = page.browser.evaluate("document.getElementById('field-hip-implant-clearance-error').textContent");
    assert!(wrong.as_str().unwrap().len() > 10, "{wrong}");
    assert_eq!(page.browser.evaluate("document.querySelectorAll('.viewer').length"), json!(1));
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    page.browser.evaluate("window.synovia.bench.undo()");
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    assert!(page.text().contains("0.16 mm"), "what was typed is undone one by one: {}", page.text());
    // By hand: the form follows.
    page.browser.evaluate("(() => { const a = document.querySelector('textarea.text'); a.value = a.value.replace('0.16 mm', '95 um'); a.dispatchEvent(new Event('input')); })()");
    page.browser.wait_until("document.getElementById('field-hip-implant-clearance').value === '95'");
    // A text that is no study is shown with its mistakes and can still be edited.
    page.browser.evaluate("(() => { const a = document.querySelector('textarea.text'); a.value = '[hip.implant\\nx'; a.dispatchEvent(new Event('input')); })()");
    page.browser.wait_until("Number(document.querySelector('.problems').dataset.count) > 0");
    assert_eq!(page.browser.evaluate("document.querySelectorAll('img[src=x]').length"), json!(0), "titles are text");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_study_that_is_wrong_from_the_beginning_shows_its_defaults_and_can_be_mended() {
    let open = Open::new();
    fs::write(open.folder.path().join("wrong.toml"), "[hip.implant]\nclearance = \"80 N\"\nwhat = 3\n").unwrap();
    let mut page = Shown::open(&open);
    page.press(".studies button", "wrong.toml");
    page.browser.wait_until("document.querySelector('.right').dataset.state === 'wrong'");
    let value = |page: &mut Shown, id: &str| page.browser.evaluate(&format!("document.getElementById('{id}').value"));
    assert_eq!(value(&mut page, "field-hip-implant-head-diameter"), json!("27.84"));
    assert_eq!(value(&mut page, "field-hip-implant-clearance"), json!("80"), "what was written stays");
    let said = page.browser.evaluate("document.querySelector('.answer-state').textContent");
    assert!(said.as_str().unwrap().contains("its answer comes when they are gone"), "{said}");
    let shown = "[...document.querySelectorAll('.right > details')].filter((e) => e.getClientRects().length).length";
    assert_eq!(page.browser.evaluate(shown), json!(0), "nothing to unfold");
    page.browser.evaluate("(() => { const a = document.querySelector('textarea.text'); a.value = a.value.replace('80 N', '80 um').replace('what = 3\\n', ''); a.dispatchEvent(new Event('input')); })()");
    page.browser.wait_until("document.querySelector('.right').dataset.state === 'answered'");
    assert_eq!(page.browser.evaluate(shown), json!(1));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_run_is_kept_shown_noted_and_compared() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    for clearance in ["100", "120"] {
        page.change("field-hip-implant-clearance", clearance);
        page.press(".study-tools button", "Run and keep");
    }
    page.browser.wait_until("document.querySelectorAll('.job.done').length === 2");
    page.press("[role=tab]", "Shelf");
    page.browser.wait_until("document.querySelectorAll('.result').length === 2");
    page.browser.wait_until("document.querySelectorAll('.thumb img').length === 2");
    // A note that is half written survives that the shelf is read anew, and is kept when it is left.
    page.browser.evaluate(
        "(() => { window.before = document.querySelector('textarea.note'); before.focus(); before.value = 'half'; })()",
    );
    page.press(".bar-line button", "Look again");
    page.browser.wait_until("document.querySelector('textarea.note') !== window.before");
    assert_eq!(page.browser.evaluate("document.activeElement.value"), json!("half"));
    page.browser.evaluate("document.activeElement.blur()");
    page.browser.wait_until("[...document.querySelectorAll('.toast')].some((t) => t.textContent.includes('Noted'))");
    page.browser.evaluate("(() => { const n = document.querySelector('textarea.note'); n.value = 'wide <b>'; n.dispatchEvent(new Event('change')); })()");
    // At once: the page may hear of the note after it looked for it, and then looks again.
    page.browser.evaluate("(() => { const s = document.querySelector('.search'); s.value = 'wide'; s.dispatchEvent(new Event('input')); })()");
    page.browser.wait_until("document.querySelectorAll('.result').length === 1");
    let noted = |name: &&str| {
        let file = open.folder.path().join("results").join(name).join("note.txt");
        fs::read_to_string(file).is_ok_and(|text| text == "wide <b>")
    };
    assert_eq!(["hip", "hip-2"].iter().filter(|name| noted(name)).count(), 1);
    page.browser.evaluate(
        "(() => { const s = document.querySelector('.search'); s.value = ''; s.dispatchEvent(new Event('input')); })()",
    );
    for _ in 0..2 {
        page.browser.evaluate("document.querySelector('.choose input:not(:checked)').click()");
    }
    page.press(".bar-line button", "Compare two");
    page.browser.wait_until("Boolean(document.querySelector('dialog.sheet iframe'))");
    assert_eq!(
        page.browser.evaluate("document.querySelector('dialog iframe').getAttribute('sandbox')"),
        json!("allow-scripts allow-downloads")
    );
    let told = page.browser.evaluate("fetch(document.querySelector('dialog iframe').src).then((r) => r.text())");
    let told = told.as_str().unwrap();
    assert!(told.contains("hip.implant.clearance") && told.contains("Contact pressure, difference"));
    assert!(told.contains("&lt;b&gt;") || !told.contains("<img src=x"), "titles are text on pages, too");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn only_the_fields_that_are_shown_travel_and_another_comes_when_it_is_chosen() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    let absent = "window.synovia.figures[0].surface.fields.filter((f) => f.absent).map((f) => f.name)";
    let others = ["sliding_distance_m", "wear_depth_per_million_cycles_m", "cross_shear_ratio"];
    assert_eq!(page.browser.evaluate(absent), json!(others));
    let first = page.browser.evaluate("document.querySelector('.viewer').dataset.checksum");
    page.browser.evaluate("(() => { const c = document.querySelector('.viewer .tools select'); c.value = '1'; c.dispatchEvent(new Event('change')); })()");
    page.browser.wait_until("document.querySelector('.viewer').dataset.field === 'sliding_distance_m'");
    assert_eq!(
        page.browser.evaluate("document.querySelector('.viewer .bar-title').textContent"),
        json!("Accumulated sliding distance (mm)")
    );
    assert_ne!(first, page.browser.evaluate("document.querySelector('.viewer').dataset.checksum"));
    assert_eq!(page.browser.evaluate(absent), json!(["pressure_Pa", others[1], others[2]]));
    // Arrows stand where something presses: the pressure comes, too, and the field that is shown stays.
    page.browser.evaluate("[...document.querySelectorAll('.views label')].find((l) => l.textContent === 'Sliding').querySelector('input').click()");
    page.browser.wait_until("Number(document.querySelector('.viewer').dataset.arrows) > 0");
    page.change("field-hip-implant-clearance", "120");
    assert_eq!(page.browser.evaluate("document.querySelector('.viewer').dataset.field"), json!(others[0]));
    // On other cells the map is made anew, and shows the same field.
    page.change("field-hip-output-elements", "500");
    assert_eq!(page.browser.evaluate("document.querySelector('.viewer').dataset.field"), json!(others[0]));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn what_is_typed_stays_and_a_warning_says_what_to_do() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    let input = "document.getElementById('field-hip-implant-clearance')";
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    // Half a number, and an answer that comes meanwhile.
    page.browser.evaluate(&format!(
        "(() => {{ const e = {input}; e.focus(); e.value = '12'; e.dispatchEvent(new Event('input')); window.synovia.bench.ask(); }})()"
    ));
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    assert_eq!(page.browser.evaluate(&format!("{input}.value")), json!("12"));
    assert!(page.text().contains("\"80 um\""));
    // Three steps at once are three steps, however late their answers are.
    page.browser.evaluate(&format!(
        "(() => {{ const e = {input}; e.value = '80'; for (let i = 0; i < 3; i++) e.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowUp' }})); }})()"
    ));
    assert!(page.text().contains("\"86 um\""), "{}", page.text());
    page.browser.wait_until("document.querySelector('.right').dataset.state === 'answered'");
    let cures = "[...document.querySelectorAll('.warnings .cure')].map((p) => p.textContent)";
    let cures = page.browser.evaluate(cures);
    let cures = cures.as_array().unwrap();
    assert!(!cures.is_empty() && cures.iter().all(|c| c.as_str().unwrap().starts_with("What to do: ")), "{cures:?}");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn fields_that_are_marked_become_many_runs_whose_charts_grow() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    page.browser.evaluate(
        "document.querySelector('#field-hip-implant-clearance').parentElement.querySelector('.vary').click()",
    );
    page.browser.wait_until("document.querySelector('.study-tools .primary').textContent === 'Run 5'");
    assert!(
        page.text().contains("hip.implant.clearance = { from = \"60 um\", to = \"100 um\", count = 5 }"),
        "{}",
        page.text()
    );
    page.press(".study-tools button", "Run 5");
    page.browser.wait_until("document.querySelectorAll('.job.done').length === 1");
    page.press(".job button", "Watch");
    page.browser.wait_until("document.querySelector('.many-sheet')?.dataset.finished === '5'");
    page.browser.wait_until("document.querySelectorAll('.many-figures figure').length > 1");
    // Pointed at between the first two axes, further from either than where a brush begins: the line of the fifth run.
    page.browser.wait_until(&format!("Boolean({PARALLEL})"));
    let place = page.numbers(&format!(
        "(() => {{ const p = {PARALLEL}; p.host.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
         const b = p.svg.getBoundingClientRect(), s = b.width / p.width, k = p.spec.numbers.indexOf(4), [u, v] = p.runs[k]; \
         const t = 20 / (v[0] - u[0]); return [0, 1].map((i) => [b.x, b.y][i] + s * (u[i] + t * (v[i] - u[i]))); }})()"
    ));
    let place = [place[0], place[1]];
    page.hover(place, &format!("{PARALLEL}.run === 4"));
    page.drag(&[place]);
    page.browser.wait_until("document.querySelector('.right').dataset.state === 'answered'");
    assert!(page.text().contains("clearance = \"0.0001 m\"") && !page.text().contains("[vary]"), "{}", page.text());
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_page_says_when_the_program_is_gone_and_goes_on_when_it_is_back() {
    // While nobody listens its port may go to somebody else: then all of it is done again.
    let done = (0..5).any(|_| {
        let mut open = Open::new();
        let mut page = Shown::open(&open);
        page.open_study();
        let port = open.port();
        open.child.kill().unwrap();
        open.child.wait().unwrap();
        page.browser.wait_until("!document.getElementById('banner').hidden");
        assert!(page.text().contains("clearance"), "what was written is still there");
        // Another program on the same port has another token: the page says what to do.
        let Ok((child, _)) = try_serve(common::synovia(open.folder.path()), port) else { return false };
        open.child = child;
        page.browser.wait_until("document.getElementById('banner').textContent.includes('has ended')");
        true
    });
    assert!(done, "its port was taken again and again");
}

#[test]
fn everything_has_a_name_and_fits_a_narrow_dark_screen() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    let dark = json!({"features": [{"name": "prefers-color-scheme", "value": "dark"}]});
    page.browser.call("Emulation.setEmulatedMedia", dark);
    let narrow = json!({"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": false});
    page.browser.call("Emulation.setDeviceMetricsOverride", narrow);
    page.open_study();
    for tab in ["Begin", "Study", "Shelf"] {
        page.press("[role=tab]", tab);
        let wide = page.browser.evaluate("document.documentElement.scrollWidth").as_u64().unwrap();
        assert!(wide <= 390, "{tab}: {wide} pixels wide");
    }
    let nameless = "[...document.querySelectorAll('button, input, select, textarea, canvas, iframe')].filter((e) => { \
        const label = e.getAttribute('aria-label') || e.title || e.textContent.trim() || (e.labels && e.labels.length && e.labels[0].textContent.trim()); \
        return !label; }).map((e) => e.outerHTML.slice(0, 120))";
    assert_eq!(page.browser.evaluate(nameless), json!([]));
    // Contrast of text on its background (WCAG: 4.5), in both schemes.
    let contrast = "(() => { const of = (name) => { const c = document.createElement('canvas').getContext('2d'); c.fillStyle = themed(name); \
        const rgb = [1, 3, 5].map((i) => parseInt(c.fillStyle.slice(i, i + 2), 16) / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); \
        return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]; }; \
        const ratio = (a, b) => { const [x, y] = [of(a), of(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); }; \
        return [['--ink', '--card'], ['--soft', '--card'], ['--soft', '--paper'], ['--accent', '--card'], ['--amber', '--card'], ['--amber', '--paper']].map(([a, b]) => ratio(a, b)); })()";
    for scheme in ["dark", "light"] {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.browser.call("Emulation.setEmulatedMedia", media);
        for ratio in page.browser.evaluate(contrast).as_array().unwrap() {
            assert!(ratio.as_f64().unwrap() >= 4.5, "{scheme}: {ratio}");
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_text_can_be_read_in_light_and_in_dark() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    page.change("field-hip-implant-clearance", "120");
    for scheme in ["dark", "light"] {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.browser.call("Emulation.setEmulatedMedia", media);
        for tab in ["Begin", "Study", "Shelf"] {
            page.press("[role=tab]", tab);
            assert_eq!(page.browser.evaluate(FAINT), json!([]), "{tab}, {scheme}");
        }
    }
    // Mistakes are no exception.
    page.press("[role=tab]", "Study");
    page.change("field-hip-implant-clearance", "-3");
    assert_eq!(page.browser.evaluate(FAINT), json!([]));
}

#[test]
fn a_keyboard_alone_opens_changes_reads_and_runs_a_study() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    let tab_to = |page: &mut Shown, what: &str| {
        for _ in 0..400 {
            page.browser.press_key("Tab");
            if page.browser.evaluate(&format!("document.activeElement.matches({what:?})")) == json!(true) {
                return;
            }
        }
        panic!("the focus never comes to {what}");
    };
    tab_to(&mut page, ".studies button");
    page.browser.press_key("Enter");
    page.browser.wait_until("document.querySelector('.right')?.dataset.state === 'answered'");
    tab_to(&mut page, "#field-hip-implant-clearance");
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    page.browser.press_key("ArrowUp");
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    assert!(!page.text().contains("\"80 um\""), "{}", page.text());
    // The map: it turns, and tells the history of its greatest value.
    tab_to(&mut page, ".stage canvas");
    let drawn = "document.querySelector('.viewer').dataset.checksum";
    let first = page.browser.evaluate(drawn);
    page.browser.press_key("ArrowLeft");
    assert_ne!(first, page.browser.evaluate(drawn), "it turns");
    page.browser.press_key("Enter");
    page.browser.wait_until("!document.querySelector('.history').hidden");
    page.browser.press_key("Escape");
    page.browser.wait_until("document.querySelector('.history').hidden");
    // Ctrl+Enter runs, wherever the focus is.
    page.browser.call(
        "Input.dispatchKeyEvent",
        json!({"type": "keyDown", "key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "modifiers": 2}),
    );
    page.browser.wait_until("document.querySelectorAll('.job.done').length === 1");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_page_finds_the_program_again_when_it_is_started_anew() {
    // While nobody listens its port may go to somebody else: then all of it is done again.
    assert!((0..5).any(|_| is_found_again()), "its port was taken again and again");
}

fn is_found_again() -> bool {
    let cache = tempfile::tempdir().unwrap();
    let mut open = Open::new();
    let folder = open.folder.path().to_owned();
    let program = || {
        let mut program = common::synovia(&folder);
        program.env("SYNOVIA_CACHE", cache.path());
        program
    };
    let (first, address) = serve(program(), 0);
    let (second, other) = serve(program(), 0);
    assert_ne!(address, other, "two workbenches of one folder stand beside each other");
    let programs = [std::mem::replace(&mut open.child, first), second];
    open.address = address.clone();
    let mut page = Shown::open(&open);
    page.open_study();
    open.child.kill().unwrap();
    open.child.wait().unwrap();
    page.browser.wait_until("!document.getElementById('banner').hidden");
    let (child, again) = serve(program(), 0);
    open.child = child;
    let is_same = again == address;
    if is_same {
        page.browser.wait_until("document.getElementById('banner').hidden");
        page.change("field-hip-implant-clearance", "120");
        page.browser.wait_until("document.querySelector('.right').dataset.state === 'answered'");
    }
    for mut program in programs {
        let _ = program.kill();
        let _ = program.wait();
    }
    is_same
}

#[test]
fn a_study_of_many_that_was_stopped_goes_on_and_its_charts_grow() {
    let open = Open::new();
    let study =
        format!("{STUDY}\n[vary]\nhip.implant.clearance = {{ from = \"60 um\", to = \"160 um\", count = 1500 }}\n");
    let finished = |place: &str| {
        let shelf = open.told("GET", "/api/shelf", &json!(null));
        let one = shelf["results"].as_array().unwrap().iter().find(|one| one["path"] == place).cloned();
        one.and_then(|one| one["finished"].as_u64()).unwrap_or_default()
    };
    // On a busy machine it may be over before it is told to stop: then another one is begun.
    let stopped = (0..20).find_map(|_| {
        let id = open.run("many.toml", &study);
        open.wait_for(id, |job| {
            job["done"].as_f64().unwrap() > 0.0 || job["fate"] != "running" && job["fate"] != "waiting"
        });
        open.told("POST", "/api/stop", &json!({ "id": id }));
        let job = open.end(id);
        let place = job["target"].as_str().unwrap().to_owned();
        let part = finished(&place);
        // All may have run, and only the pages were stopped.
        (job["fate"] == "stopped" && part < 1500).then_some((id, place, part))
    });
    let (id, place, part) = stopped.expect("one that is stopped in time");
    assert!(part > 0, "{part}");
    let mut page = Shown::open(&open);
    page.browser.evaluate(&format!("window.synovia.bench.many.watch('{place}')"));
    page.browser.wait_until(&format!("document.querySelector('.many-sheet')?.dataset.finished === '{part}'"));
    // A hand keeps the upper half of the clearances; the brush stays where it is when others come.
    page.browser.wait_until(&format!("Boolean({PARALLEL})"));
    let axis = page.numbers(&format!(
        "(() => {{ const p = {PARALLEL}; p.host.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
         const b = p.svg.getBoundingClientRect(), s = b.width / p.width; return [b.x + s * p.at[0], b.y + s * p.ends[0], b.y + s * p.ends[1]]; }})()"
    ));
    let at = |share: f64| [axis[0], axis[1] + share * (axis[2] - axis[1])];
    page.drag(&[at(1.0), at(0.75), at(0.5)]);
    let brushed = format!(
        "(() => {{ const p = {PARALLEL}, off = [...p.svg.querySelectorAll('.run')].map((line) => line.classList.contains('off')); \
         return [p.brushes.size, p.marks.childElementCount, p.brushes.get(0)?.[0], off.length, off.filter((is, i) => is !== (p.spec.rows[i][0] < p.brushes.get(0)[0])).length, off.filter(Boolean).length]; }})()"
    );
    let before = page.numbers(&brushed);
    assert!(before[..2] == [1.0, 1.0] && (before[2] - 0.5).abs() < 0.02 && before[4] == 0.0, "{before:?}");
    let again = open.told("POST", "/api/again", &json!({ "id": id }))["id"].as_u64().unwrap();
    assert_eq!(open.end(again)["fate"], "done");
    page.browser.wait_until("document.querySelector('.many-sheet')?.dataset.finished === '1500'");
    assert_eq!(finished(&place), 1500);
    page.browser.wait_until(&format!("{PARALLEL}.spec.rows.length > {}", before[3]));
    let after = page.numbers(&brushed);
    assert!(after[..3] == before[..3] && after[4] == 0.0 && after[5] > 0.0, "{before:?} {after:?}");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// The runs as lines, of a study of many that is watched.
const PARALLEL: &str = "window.synovia.bench.many.drawn.find((f) => f instanceof Parallel)";

/// Seconds of processor time that a program has had, all threads; nothing where the system does not tell.
fn processor_seconds(pid: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let fields: Vec<f64> = text.rsplit_once(')')?.1.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    // After the state, which is no number: user and system time come eleventh and twelfth, in hundredths of a second.
    Some((fields.get(10)? + fields.get(11)?) / 100.0)
}

/// The least, the one in the middle, the largest.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    format!("{:.0} / {:.0} / {:.0} ms", values[0], values[values.len() / 2], values[values.len() - 1])
}

/// The figures of docs/workbench.md, for a machine that does nothing else:
/// `cargo test --release --workspace --test workbench_page -- --ignored --nocapture`.
#[test]
#[ignore = "measures, and says nothing of right or wrong on a busy machine"]
#[allow(clippy::print_stdout)] // What it measures is for whoever asked for it.
fn what_the_workbench_costs() {
    const MOVES: u32 = 20;
    let hip = |clearance: u32, experiment: &str| {
        format!(
            "[hip.implant]\nclearance = \"{clearance} um\"\n[hip.experiment.{experiment}]\n[hip.output]\nframes = 101\nelements = 8100\n"
        )
    };
    let text = |clearance: u32| hip(clearance, "quasi-static");
    let open = Open::new();
    fs::write(open.folder.path().join("hip.toml"), text(80)).unwrap();
    let paints: Vec<f64> = (0..5)
        .map(|_| {
            let mut page = Shown::open(&open);
            let paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
            page.browser.wait_until(&format!("{paint} > 0"));
            page.browser.evaluate(paint).as_f64().unwrap()
        })
        .collect();
    println!("first paint (least / middle / most of 5 pages): {}", spread(paints));

    // The two experiments of a cycle: in equilibrium at every instant, and with the head's inertia, as the template has it.
    for (round, experiment) in ["quasi-static", "dynamic"].into_iter().enumerate() {
        let before = processor_seconds(open.child.id());
        let answer = |number: u32| {
            let (page, text) = (format!("costs-{round}"), hip(80 + number, experiment));
            let asked = json!({ "page": page, "number": number, "name": "hip.toml", "text": text, "live": true });
            let begun = std::time::Instant::now();
            let (code, told) = open.ask("POST", "/api/answer", &asked.to_string());
            assert!(code == 200 && told.len() > 100_000, "{code}: {} bytes", told.len());
            1e3 * begun.elapsed().as_secs_f64()
        };
        println!(
            "an answer, {experiment}, from the question to the last byte ({MOVES} clearances): {}",
            spread((1..=MOVES).map(answer).collect())
        );
        if let (Some(before), Some(after)) = (before, processor_seconds(open.child.id())) {
            println!("  processor time of each, all threads: {:.0} ms", 1e3 * (after - before) / f64::from(MOVES));
        }
    }

    // From a slider's move to the picture: of a map over a cycle, of one without a cycle, and of curves and nothing else.
    let knee = include_str!("../../../studies/knee-extension.toml");
    let clearance = "field-hip-implant-clearance";
    let studies = [
        ("a hip in equilibrium", hip(80, "quasi-static"), clearance, 120),
        ("a hip with the head's inertia", hip(80, "dynamic"), clearance, 120),
        ("a hip under one load", hip(80, "static").replace("static]", "static]\nload = \"2 kN\""), clearance, 120),
        ("a knee in the plane", knee.to_owned(), "field-knee-pulse-amplitude", 50),
    ];
    for (index, (name, text, field, first)) in studies.into_iter().enumerate() {
        let file = format!("costs-{index}.toml");
        fs::write(open.folder.path().join(&file), text).unwrap();
        let mut page = Shown::open(&open);
        page.press(".studies button", &file);
        page.browser.wait_until("document.querySelector('.right')?.dataset.state === 'answered'");
        let (mut moves, mut drawn) = (Vec::new(), Vec::new());
        for number in 1..=MOVES {
            page.browser.evaluate(&format!(
                "(() => {{ const e = document.getElementById('{field}'), b = window.synovia.bench.number, t = performance.now(); \
                 window.took = null; e.value = '{}'; e.dispatchEvent(new Event('change', {{ bubbles: true }})); \
                 const look = () => {{ if (window.synovia.answered > b) window.took = performance.now() - t; else setTimeout(look, 1); }}; look(); }})()",
                first + number
            ));
            page.browser.wait_until("window.took !== null");
            moves.push(page.browser.evaluate("window.took").as_f64().unwrap());
            let draw = "document.querySelector('[data-draw-milliseconds]').dataset.drawMilliseconds";
            drawn.push(page.browser.evaluate(draw).as_str().unwrap().parse::<f64>().unwrap());
        }
        println!("{name}: a slider's move, until numbers and picture are new: {}", spread(moves));
        println!("  of it numbers and picture on the page: {}", spread(drawn));
        assert_eq!(page.browser.complaints(), Vec::<String>::new());
    }
}
