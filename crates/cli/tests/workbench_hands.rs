//! `synovia open`: menus, sliders, cards, files, runs and the shelf, as hands use them in a real browser.
#![allow(clippy::unwrap_used)]

#[path = "../../report/tests/support/chromium.rs"]
#[allow(dead_code)] // each test file uses its part
mod chromium;
mod common;
#[path = "common/shown.rs"]
mod shown;

use std::fs;
use std::path::Path;

use common::bench::{Open, STUDY};
use serde_json::{Value, json};
use shown::{FAINT, Shown};

/// Many runs: eight are quick, and nobody waits for the others.
fn endless() -> String {
    let frames: Vec<String> = (3..11).chain(30_001..30_041).map(|frames: u32| frames.to_string()).collect();
    let study = "[hip.experiment.quasi-static]\n[hip.output]\nelements = 500\n";
    format!("{study}[vary]\nhip.output.frames = [{}]\n[runs.grid]\n", frames.join(", "))
}

/// What the shelf says of a result.
fn on_shelf(open: &Open, path: &str) -> Value {
    let told = open.told("GET", "/api/shelf", &json!(null));
    told["results"].as_array().unwrap().iter().find(|one| one["path"] == path).cloned().unwrap_or_default()
}

/// Texts of the buttons of one result on the shelf.
fn buttons(page: &mut Shown, path: &str) -> Value {
    page.browser.evaluate(&format!(
        "[...document.querySelectorAll('.result')].filter((r) => r.dataset.path === {path:?}).flatMap((r) => [...r.querySelectorAll('button')].map((b) => b.textContent))"
    ))
}

#[test]
fn menus_choose_laws_and_materials_and_a_slider_goes_as_far_as_the_check_allows() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    page.open_study();
    // Every choice says in a line what it is for.
    let lines = "[...document.getElementById('field-hip-contact').options].map((o) => o.textContent)";
    let lines = page.browser.evaluate(lines);
    let lines = lines.as_array().unwrap();
    assert!(lines.len() >= 5 && lines.iter().all(|line| line.as_str().unwrap().contains(" – ")), "{lines:?}");
    page.change("field-hip-contact", "hertz");
    assert!(page.text().contains("[hip.contact.hertz]"), "{}", page.text());
    let changed = "[...document.querySelectorAll('.change')].some((c) => c.textContent.includes('%'))";
    assert_eq!(page.browser.evaluate(changed), json!(true), "another law has other numbers");
    page.change("field-hip-contact", "elastic-foundation");
    assert!(!page.text().contains("hertz") && page.text().contains("[hip.contact.elastic-foundation]"));

    // A material by its name, from a menu that says what each is.
    let menu =
        "document.querySelector('#field-hip-implant-liner-material').parentElement.querySelector('select.names')";
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    page.browser.evaluate(&format!(
        "(() => {{ const e = {menu}; e.value = 'cross-linked PE'; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ));
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    assert!(page.text().contains("liner-material = \"cross-linked PE\""), "{}", page.text());
    assert_eq!(
        page.browser.evaluate(&format!("{menu}.selectedOptions[0].textContent.includes('E 670 MPa')")),
        json!(true)
    );
    assert_eq!(page.browser.evaluate(changed), json!(true), "another material has other numbers");

    // The slider's ends are a comfortable part of what the check allows: of 0.3 mm a quarter would be too thin.
    page.change("field-hip-implant-liner-thickness", "0.3 mm");
    let row = "document.getElementById('field-hip-implant-liner-thickness').closest('.field')";
    let slider = format!("{row}.querySelector('.slider')");
    assert_eq!(page.browser.evaluate(&format!("Number({slider}.min)")), json!(0.075));
    page.browser.evaluate(&format!("{slider}.focus()"));
    page.browser.wait_until(&format!("{row}.dataset.range !== undefined"));
    let least = page.browser.evaluate(&format!("Number({slider}.min)")).as_f64().unwrap();
    // `hip.implant.liner-thickness` is between 0.1 and 60 mm.
    assert!((0.1..0.1005).contains(&least), "{least}");
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    page.browser.press_key("Home");
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    let thin = page.numbers("[Number(document.getElementById('field-hip-implant-liner-thickness').value)]")[0];
    assert!((0.1..0.1005).contains(&thin) && page.text().contains(&format!("\"{thin} mm\"")), "{}", page.text());
    let mistakes = "Number(document.querySelector('.problems').dataset.count)";
    assert_eq!(page.browser.evaluate(mistakes), json!(0), "as far as it goes is possible");
    page.change("field-hip-implant-liner-thickness", "0.09");
    assert_eq!(page.browser.evaluate(mistakes), json!(1), "further is not");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn cards_begin_a_study_and_saving_it_loses_nothing_of_anybody() {
    let open = Open::new();
    let mut page = Shown::open(&open);
    let file = |name: &str| fs::read_to_string(open.folder.path().join(name)).unwrap_or_default();
    let kinds = open.told("GET", "/api/start", &json!(null))["templates"].as_array().unwrap().len();
    let cards = "document.querySelectorAll('.template > svg.pictogram').length";
    assert_eq!(page.browser.evaluate(cards).as_u64().unwrap() as usize, kinds, "a picture on every card");
    // A card whose study reads a file writes it beside the study, too.
    page.press(".template", "hip-own-data");
    page.browser.wait_until("document.querySelector('.right')?.dataset.state === 'answered'");
    assert_eq!(page.text(), include_str!("../../../studies/hip-own-data.toml"));
    assert_eq!(file("my_walk.csv"), include_str!("../../../studies/my_walk.csv"));

    // It has no file yet: a name is asked for.
    let save_as = |page: &mut Shown, name: &str| {
        page.browser.wait_until("Boolean(document.querySelector('dialog.ask #save-name'))");
        page.browser.evaluate(&format!("document.getElementById('save-name').value = {name:?}"));
        page.press("dialog.ask button", "Save");
        page.browser.wait_until("!document.querySelector('dialog.ask')");
    };
    let is_saved = "!document.querySelector('.study-name').classList.contains('dirty')";
    page.press(".study-tools button", "Save");
    save_as(&mut page, "mine");
    page.browser.wait_until(is_saved);
    assert_eq!(file("mine.toml"), page.text());
    page.change("field-title", "Mine");
    assert_eq!(page.browser.evaluate(is_saved), json!(false));
    page.press(".study-tools button", "Save");
    page.browser.wait_until(is_saved);
    assert!(file("mine.toml") == page.text() && page.text().contains("title = \"Mine\""), "{}", page.text());

    // Somebody else has changed it meanwhile: it is asked, and no is no.
    let foreign = "# somebody else's\n[hip.experiment.quasi-static]\n";
    fs::write(open.folder.path().join("mine.toml"), foreign).unwrap();
    page.change("field-title", "Mine again");
    let answer = |page: &mut Shown, yes: bool| {
        page.browser.evaluate(&format!(
            "(window.asked = null, window.confirm = (text) => ((window.asked = text), {yes}), true)"
        ));
    };
    answer(&mut page, false);
    page.press(".study-tools button", "Save");
    page.browser.wait_until("window.asked !== null");
    page.browser.wait_until("Boolean(document.querySelector('.toast.bad'))");
    let asked = page.browser.evaluate("window.asked");
    assert!(asked.as_str().unwrap().contains("somebody else"), "{asked}");
    assert_eq!((file("mine.toml").as_str(), page.browser.evaluate(is_saved)), (foreign, json!(false)));
    // The name of another study is no free name, either.
    answer(&mut page, false);
    page.press(".study-tools button", "Save as");
    save_as(&mut page, "hip.toml");
    page.browser.wait_until("window.asked !== null");
    assert_eq!(file("hip.toml"), STUDY);
    answer(&mut page, true);
    page.press(".study-tools button", "Save");
    page.browser.wait_until(is_saved);
    assert!(file("mine.toml") == page.text() && page.text().contains("Mine again"));
    // What the program refused stands in the console of the browser, which is no mistake of the page.
    let own = page.browser.evaluate("window.synovia.errors");
    assert_eq!(own, json!([]));
}

#[test]
fn runs_are_stopped_and_gone_on_with_by_their_buttons() {
    let open = Open::new();
    fs::write(open.folder.path().join("many.toml"), endless()).unwrap();
    let mut page = Shown::open(&open);
    page.press(".studies button", "many.toml");
    page.press(".study-tools button", "Run 48");
    let jobs = |page: &mut Shown, fate: &str, count: u32| {
        page.browser.wait_until(&format!("document.querySelectorAll('.job.{fate}').length === {count}"));
    };
    let place = "results/many";
    let finished = || on_shelf(&open, place)["finished"].as_u64().unwrap_or_default();
    jobs(&mut page, "running", 1);
    open.wait_for(1, |job| job["done"].as_f64().unwrap() > 0.0);
    page.press(".job.running button", "Stop");
    jobs(&mut page, "stopped", 1);
    let part = finished();
    assert!(part > 0 && part < 48, "{part}");
    let said = page.browser.evaluate("document.querySelector('.job.stopped').textContent");
    assert!(said.as_str().unwrap().contains("finished runs are kept"), "{said}");
    // In the list of runs …
    page.press(".job.stopped button", "Go on");
    jobs(&mut page, "running", 1);
    assert_eq!(open.wait_for(2, |_| true)["target"], place);
    page.press(".job.running button", "Stop");
    jobs(&mut page, "stopped", 2);
    // … and on the shelf.
    page.press("[role=tab]", "Shelf");
    page.press(".result button", "Go on");
    jobs(&mut page, "running", 1);
    assert_eq!(open.wait_for(3, |_| true)["target"], place);
    page.press(".job.running button", "Stop");
    jobs(&mut page, "stopped", 3);
    assert!(finished() >= part && finished() < 48);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A copy of a folder under another name.
fn copy(root: &Path, from: &str, to: &str) {
    let (from, to) = (root.join(from), root.join(to));
    fs::create_dir_all(&to).unwrap();
    for entry in fs::read_dir(&from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(Path::new(""), entry.path().to_str().unwrap(), target.to_str().unwrap());
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// A shelf with sound results and with every kind of trouble, and a run that has failed.
fn filled() -> Open {
    let open = Open::new();
    let root = open.folder.path();
    let wide = STUDY.replace("80 um", "160 um");
    let many = format!("{STUDY}\n[vary]\nhip.implant.clearance = [\"60 um\", \"80 um\", \"100 um\"]\n");
    for (name, study) in [("a.toml", STUDY), ("b.toml", &wide), ("many.toml", &many)] {
        let job = open.end(open.run(name, study));
        assert_eq!(job["fate"], "done", "{job}");
    }
    fs::write(root.join("my_walk.csv"), include_str!("../../../studies/my_walk.csv")).unwrap();
    let out = include_str!("../../../studies/hip-own-data.toml").replace("acts-on = \"head\"", "acts-on = \"cup\"");
    assert_eq!(open.end(open.run("out-of-the-cup.toml", &out))["fate"], "failed");
    let edit = |path: &str, from: &str, to: &str| {
        let text = fs::read_to_string(root.join(path)).unwrap();
        assert!(text.contains(from), "{path}: {text}");
        fs::write(root.join(path), text.replace(from, to)).unwrap();
    };
    let own = concat!("\"version\": \"", env!("CARGO_PKG_VERSION"), "\"");
    // Written by a later version, whose checksums are right.
    copy(root, "results/b", "results/newer");
    edit("results/newer/provenance.json", own, "\"version\": \"99.1.0\"");
    fs::remove_file(root.join("results/newer/checksums.b3")).unwrap();
    copy(root, "results/many", "results/many-newer");
    edit("results/many-newer/store.json", own, "\"version\": \"99.1.0\"");
    edit("results/many-newer/store.json", "\"format\": 2", "\"format\": 3");
    fs::remove_file(root.join("results/many-newer/summary.json")).unwrap();
    copy(root, "results/many", "results/many-damaged");
    edit("results/many-damaged/store.json", "\"runs\": 3", "\"runs\": 4");
    fs::remove_file(root.join("results/many-damaged/summary.json")).unwrap();
    // Whoever made it was ended before its report.
    copy(root, "results/many", "results/many-part");
    fs::remove_file(root.join("results/many-part/summary.json")).unwrap();
    open
}

#[test]
fn results_of_other_versions_and_damaged_stores_are_named_and_not_gone_on_with() {
    let open = filled();
    for (name, words) in [
        ("newer", &["99.1.0", env!("CARGO_PKG_VERSION"), "update"][..]),
        ("many-newer", &["99.1.0", env!("CARGO_PKG_VERSION"), "anew"]),
        ("many-damaged", &["store.json", "damaged", "anew"]),
    ] {
        let told = on_shelf(&open, &format!("results/{name}"));
        let problem = told["problem"].as_str().unwrap_or_default();
        assert!(words.iter().all(|word| problem.contains(word)) && !problem.contains("/tmp"), "{told}");
    }
    for sound in ["a", "b", "many", "many-part"] {
        assert_eq!(on_shelf(&open, &format!("results/{sound}"))["problem"], json!(null), "{sound}");
    }
    let mut page = Shown::open(&open);
    page.press("[role=tab]", "Shelf");
    page.browser.wait_until("document.querySelectorAll('.result').length === 7");
    assert_eq!(buttons(&mut page, "results/many-newer"), json!(["Show", "Study"]));
    assert_eq!(buttons(&mut page, "results/many-damaged"), json!(["Show", "Study"]));
    assert_eq!(buttons(&mut page, "results/many-part"), json!(["Show", "Watch", "Go on", "Study"]));
    assert_eq!(
        page.browser.evaluate("[...document.querySelectorAll('.result')].some((r) => r.textContent.includes('? of'))"),
        json!(false)
    );
    // Where it is compared, too.
    let asked = json!({ "difference": ["results/a", "results/newer"] });
    let address = open.told("POST", "/api/ticket", &asked)["address"].as_str().unwrap().to_owned();
    let (code, told) = open.ask("GET", &address, "");
    assert!(code == 409 && told.contains("99.1.0") && told.contains(env!("CARGO_PKG_VERSION")), "{code} {told}");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_filled_shelf_runs_and_a_comparison_fit_a_narrow_screen_and_can_be_read() {
    let open = filled();
    let mut page = Shown::open(&open);
    page.press("[role=tab]", "Shelf");
    page.browser.wait_until("document.querySelectorAll('.thumb img').length >= 3");
    page.browser.evaluate("document.getElementById('queue').click()");
    page.browser.wait_until(
        "document.querySelectorAll('.job').length === 4 && Boolean(document.querySelector('.job.failed .error'))",
    );
    let nobody_leaves = "[...document.querySelectorAll('.result, .result *, .runs-panel, .runs-panel *, .bar-line *, .sheet-head *')].filter((e) => { \
        const r = e.getBoundingClientRect(); return r.width && (r.left < -1 || r.right > innerWidth + 1); }).map((e) => e.outerHTML.slice(0, 120))";
    let check = |page: &mut Shown, what: &str| {
        for width in [390, 1400] {
            page.resize(width);
            for scheme in ["dark", "light"] {
                page.scheme(scheme);
                assert_eq!(page.browser.evaluate(FAINT), json!([]), "{what}, {width} pixels, {scheme}");
            }
            let wide = page.numbers("[document.documentElement.scrollWidth, document.documentElement.clientWidth]");
            assert!(wide[0] <= wide[1], "{what}: {wide:?} pixels at {width}");
            assert_eq!(page.browser.evaluate(nobody_leaves), json!([]), "{what}, {width} pixels");
        }
    };
    check(&mut page, "shelf and runs");
    for path in ["results/a", "results/b"] {
        page.browser.evaluate(&format!("document.querySelector('[aria-label=\"Choose {path} to compare\"]').click()"));
    }
    page.press(".bar-line button", "Compare two");
    page.browser.wait_until("Boolean(document.querySelector('dialog.sheet iframe'))");
    check(&mut page, "shelf behind a comparison");
    // The comparison is shut into its frame: it is looked at in a page of its own.
    let address = page.browser.evaluate("document.querySelector('dialog iframe').src");
    page.browser.call("Page.navigate", json!({ "url": address }));
    page.browser.wait_until("document.title.length > 0 && window.synovia && window.synovia.ready");
    page.browser.wait_until_shown();
    check(&mut page, "comparison");
}
