//! `synovia open`: who is let in, and what a person does in a real browser.
#![allow(clippy::unwrap_used)]

#[path = "../../report/tests/support/chromium.rs"]
#[allow(dead_code)] // each test file uses its part
mod chromium;
mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};

use chromium::Chromium;
use serde_json::{Value, json};

const STUDY: &str = "# kept\ntitle = \"<img src=x onerror=alert(1)>\"\n\n[hip.implant]\nclearance = \"80 um\"   # kept, too\n\n[hip.experiment.quasi-static]\n\n[hip.output]\nelements = 400\nframes = 11\n";

/// A workbench in a folder of its own.
struct Open {
    child: Child,
    address: String,
    folder: tempfile::TempDir,
}

impl Open {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hip.toml"), STUDY).unwrap();
        let (child, address) = serve(folder.path(), 0);
        Self { child, address, folder }
    }

    fn port(&self) -> u16 {
        self.address.split(['/', ':', '#']).find_map(|part| part.parse().ok()).unwrap()
    }

    fn token(&self) -> &str {
        self.address.split_once('#').unwrap().1
    }

    /// Sends bytes, and returns all that comes back.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Synovia-Token: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.port(),
            self.token(),
            body.len()
        );
        status(&self.send(request.as_bytes()))
    }
}

fn serve(folder: &Path, port: u16) -> (Child, String) {
    let mut child = common::synovia(folder)
        .args(["open", "--no-browser", "--port", &port.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split_whitespace().last().unwrap().to_owned();
    assert!(address.starts_with("http://127.0.0.1:"), "{line}");
    (child, address)
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn status(answer: &str) -> (u16, String) {
    let code = answer.split_whitespace().nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (code, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}

#[test]
fn nobody_is_told_anything_without_the_token_or_from_elsewhere() {
    let open = Open::new();
    let (port, token) = (open.port(), open.token().to_owned());
    let head = |host: &str, more: &str| format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\n{more}\r\n");
    let own = format!("127.0.0.1:{port}");
    for (request, expected) in [
        (head(&own, ""), 403),
        (head(&own, "X-Synovia-Token: 00\r\n"), 403),
        (head("evil.example", &format!("X-Synovia-Token: {token}\r\n")), 403),
        (head(&own, &format!("X-Synovia-Token: {token}\r\nOrigin: http://evil.example\r\n")), 403),
        (head(&own, &format!("X-Synovia-Token: {token}\r\nOrigin: http://{own}\r\n")), 200),
    ] {
        assert_eq!(status(&open.send(request.as_bytes())).0, expected, "{request}");
    }
    // The page itself holds no secret, and forbids whatever is not its own.
    let page = open.send(format!("GET / HTTP/1.1\r\nHost: {own}\r\n\r\n").as_bytes());
    assert!(page.contains("script-src 'self'") && page.contains("default-src 'none'") && !page.contains(&token));
}

#[test]
fn nothing_outside_of_the_folder_is_read_or_written() {
    let open = Open::new();
    let outside = open.folder.path().parent().unwrap().join("outside-of-the-workbench.toml");
    for path in ["../x.toml", "/etc/passwd", "%2e%2e/x.toml", "..%2fx.toml", ".hidden/x.toml", "a/../../x.toml"] {
        let (code, body) = open.ask("GET", &format!("/api/study?path={path}"), "");
        assert_eq!(code, 403, "{path}: {body}");
    }
    let save =
        |path: &str| open.ask("POST", "/api/save", &json!({ "path": path, "text": "x", "known": null }).to_string()).0;
    assert_eq!(save("../outside-of-the-workbench.toml"), 403);
    assert!(!outside.exists());
    assert_eq!((save("hip.toml"), save("new.toml"), save("results/x.toml"), save("x.sh")), (409, 200, 400, 400));
    // A study that names a file outside is not shown a line of it.
    let text = "[hip.activity.file]\npath = \"/etc/passwd\"\n";
    let asked = json!({ "page": "p", "number": 1, "name": "a.toml", "text": text, "live": true });
    let (code, body) = open.ask("POST", "/api/answer", &asked.to_string());
    assert!(code == 200 && !body.contains("root:") && body.contains("outside"), "{body}");
}

#[test]
fn malformed_large_slow_and_many_requests_do_not_end_the_workbench() {
    let open = Open::new();
    for bytes in [
        &b"\x16\x03\x01\x00\xff\xff\xff"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/save HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"\r\n\r\n\r\n",
    ] {
        let (code, _) = status(&open.send(bytes));
        assert!([400, 403, 413].contains(&code), "{code} {bytes:?}");
    }
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(40_000));
    assert!([400, 413].contains(&status(&open.send(long.as_bytes())).0));
    // Connections that say nothing do not keep others from being answered.
    let silent: Vec<TcpStream> = (0..60).map(|_| TcpStream::connect(("127.0.0.1", open.port())).unwrap()).collect();
    let threads: Vec<_> = (0..30)
        .map(|_| {
            let (port, token) = (open.port(), open.token().to_owned());
            std::thread::spawn(move || {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                let request =
                    format!("GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Synovia-Token: {token}\r\n\r\n");
                stream.write_all(request.as_bytes()).unwrap();
                let mut answer = String::new();
                stream.read_to_string(&mut answer).unwrap();
                status(&answer).0
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 200);
    }
    drop(silent);
    assert_eq!(open.ask("GET", "/api/shelf", "").0, 200);
}

#[test]
fn a_half_written_result_and_one_of_others_are_named_on_the_shelf() {
    let open = Open::new();
    for (name, file, text) in
        [("half", "summary.json", "{}"), ("broken", "provenance.json", "{"), ("broken", "summary.json", "]")]
    {
        let folder = open.folder.path().join("results").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
    let (code, body) = open.ask("GET", "/api/shelf", "");
    let told: Value = serde_json::from_str(&body).unwrap();
    let results = told["results"].as_array().unwrap();
    assert_eq!((code, results.len()), (200, 2), "{body}");
    for one in results {
        assert!(one["problem"].as_str().is_some_and(|text| !text.contains("/tmp")), "{one}");
    }
}

/// A page whose picture is kept where its test fails.
struct Shown {
    browser: Chromium,
    name: &'static str,
}

impl Shown {
    fn open(open: &Open, name: &'static str) -> Self {
        let mut shown = Self { browser: Chromium::start(), name };
        shown.browser.call("Page.navigate", json!({ "url": open.address }));
        shown.browser.wait_until("window.synovia && window.synovia.ready");
        shown
    }

    fn press(&mut self, selector: &str, text: &str) {
        let found = format!(
            "[...document.querySelectorAll({selector:?})].find((e) => e.textContent.trim().startsWith({text:?}))"
        );
        self.browser.wait_until(&format!("Boolean({found})"));
        self.browser.evaluate(&format!("{found}.click()"));
    }

    /// Opens the study and waits for its answer.
    fn open_study(&mut self) {
        self.press(".studies button", "hip.toml");
        self.browser.wait_until("document.querySelector('.right')?.dataset.state === 'answered'");
    }

    fn text(&mut self) -> String {
        self.browser.evaluate("window.synovia.bench.text.toString()").as_str().unwrap().to_owned()
    }

    /// Changes a control as a person does, and waits for the answer to it.
    fn change(&mut self, id: &str, value: &str) {
        let before = self.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
        self.browser.evaluate(&format!(
            "(() => {{ const e = document.getElementById({id:?}); e.value = {value:?}; e.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        ));
        self.browser.wait_until(&format!("window.synovia.answered > {before}"));
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("failed");
            self.browser.picture(&folder.join(format!("{}.png", self.name)));
        }
    }
}

#[test]
fn form_and_text_are_in_step_and_the_answer_follows() {
    let open = Open::new();
    let mut page = Shown::open(&open, "form-and-text");
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
    assert!(page.text().contains("0.16 mm"));
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
fn a_run_is_kept_shown_noted_and_compared() {
    let open = Open::new();
    let mut page = Shown::open(&open, "run-and-compare");
    page.open_study();
    for clearance in ["80", "120"] {
        page.change("field-hip-implant-clearance", clearance);
        page.press(".study-tools button", "Run and keep");
    }
    page.browser.wait_until("document.querySelectorAll('.job.done').length === 2");
    page.press("[role=tab]", "Shelf");
    page.browser.wait_until("document.querySelectorAll('.result').length === 2");
    page.browser.wait_until("document.querySelectorAll('.thumb img').length === 2");
    page.browser.evaluate("(() => { const n = document.querySelector('textarea.note'); n.value = 'wide <b>'; n.dispatchEvent(new Event('change')); })()");
    let noted = || {
        ["hip", "hip-2"].iter().any(|name| {
            fs::read_to_string(open.folder.path().join("results").join(name).join("note.txt"))
                .is_ok_and(|t| t == "wide <b>")
        })
    };
    while !noted() {
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    page.browser.evaluate("(() => { const s = document.querySelector('.search'); s.value = 'wide'; s.dispatchEvent(new Event('input')); })()");
    assert_eq!(page.browser.evaluate("document.querySelectorAll('.result').length"), json!(1));
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
fn fields_that_are_marked_become_many_runs_whose_charts_grow() {
    let open = Open::new();
    let mut page = Shown::open(&open, "many-runs");
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
    page.browser.evaluate("window.synovia.bench.many.open(4)");
    page.browser.wait_until("document.querySelector('.right').dataset.state === 'answered'");
    assert!(page.text().contains("clearance = \"0.0001 m\"") && !page.text().contains("[vary]"), "{}", page.text());
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_page_says_when_the_program_is_gone_and_goes_on_when_it_is_back() {
    let mut open = Open::new();
    let mut page = Shown::open(&open, "gone-and-back");
    page.open_study();
    let port = open.port();
    open.child.kill().unwrap();
    open.child.wait().unwrap();
    page.browser.wait_until("!document.getElementById('banner').hidden");
    assert!(page.text().contains("clearance"), "what was written is still there");
    // Another program on the same port has another token: the page says what to do.
    let (child, _) = serve(open.folder.path(), port);
    open.child = child;
    page.browser.wait_until("document.getElementById('banner').textContent.includes('has ended')");
}

#[test]
fn everything_has_a_name_and_fits_a_narrow_dark_screen() {
    let open = Open::new();
    let mut page = Shown::open(&open, "narrow-and-dark");
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
        return [['--ink', '--card'], ['--soft', '--card'], ['--soft', '--paper'], ['--accent', '--card']].map(([a, b]) => ratio(a, b)); })()";
    for scheme in ["dark", "light"] {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        page.browser.call("Emulation.setEmulatedMedia", media);
        for ratio in page.browser.evaluate(contrast).as_array().unwrap() {
            assert!(ratio.as_f64().unwrap() >= 4.5, "{scheme}: {ratio}");
        }
    }
    // By keyboard alone: the tabs, then a field, which the arrows change.
    page.press("[role=tab]", "Study");
    page.browser.evaluate("document.getElementById('field-hip-implant-clearance').focus()");
    let before = page.browser.evaluate("window.synovia.bench.number").as_u64().unwrap();
    for kind in ["keyDown", "keyUp"] {
        page.browser.call(
            "Input.dispatchKeyEvent",
            json!({"type": kind, "key": "ArrowUp", "code": "ArrowUp", "windowsVirtualKeyCode": 38}),
        );
    }
    page.browser.wait_until(&format!("window.synovia.answered > {before}"));
    assert!(!page.text().contains("\"80 um\""), "{}", page.text());
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
