//! A real Chromium, driven through its debugging pipe: file descriptors 3 and 4, JSON messages ended by a zero byte.
//! No port, no socket, and no library.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Long: it only decides when a test that hangs is given up, and machines may be busy.
const PATIENCE: Duration = Duration::from_secs(300);

/// A browser with one open page.
pub struct Chromium {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last_id: u64,
    /// Everything the page reported: console, exceptions, requests.
    pub events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Chromium {
    /// Starts Chromium with a fresh profile and an empty page.
    pub fn start() -> Self {
        Self::start_with(&["--disable-gpu"])
    }

    /// The same with a graphics card that the processor imitates.
    pub fn start_with_card() -> Self {
        Self::start_with(&["--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
    }

    fn start_with(graphics: &[&str]) -> Self {
        let profile = tempfile::tempdir().expect("a folder for the browser's profile");
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 0</dev/null 1>/dev/null"#])
            .arg(find())
            .args(["--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-quic"])
            .args(graphics)
            .args(["--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"])
            .args(["--disable-dev-shm-usage", "--window-size=1400,1000"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Chromium starts");
        let commands = child.stdin.take().expect("a pipe to Chromium");
        let answers = BufReader::new(child.stdout.take().expect("a pipe from Chromium"));
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in answers.split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser =
            Self { child, commands, messages, session: None, last_id: 0, events: vec![], _profile: profile };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let session = browser.call("Target.attachToTarget", json!({"targetId": target["targetId"], "flatten": true}));
        browser.session = session["sessionId"].as_str().map(String::from);
        for domain in ["Runtime", "Log", "Network", "Page"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Sends a command and waits for its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.attempt(method, params, PATIENCE).unwrap_or_else(|| panic!("no answer to {method}"));
        assert!(answer.get("error").is_none(), "{method}: {}", answer["error"]);
        answer["result"].clone()
    }

    /// Sends a command; its answer, or nothing where the browser is gone.
    fn attempt(&mut self, method: &str, params: Value, patience: Duration) -> Option<Value> {
        let id = self.send(method, params)?;
        let start = Instant::now();
        loop {
            let answer = self.messages.recv_timeout(patience.saturating_sub(start.elapsed())).ok()?;
            if answer["id"] == json!(id) {
                return Some(answer);
            }
            if answer["method"] == "Page.javascriptDialogOpening" {
                // A question of the page: yes. Nothing else is answered while it stands.
                self.send("Page.handleJavaScriptDialog", json!({"accept": true}))?;
            }
            self.events.push(answer);
        }
    }

    /// Sends a command; its number.
    fn send(&mut self, method: &str, params: Value) -> Option<u64> {
        self.last_id += 1;
        let mut message = json!({"id": self.last_id, "method": method, "params": params});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = serde_json::to_vec(&message).ok()?;
        bytes.push(0);
        self.commands.write_all(&bytes).ok()?;
        Some(self.last_id)
    }

    /// Presses a key and lets it go, as a person does.
    pub fn press_key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let text = if key == "Enter" { "\r" } else { "" };
        for kind in ["keyDown", "keyUp"] {
            let params = json!({"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code, "text": text});
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Opens a file.
    pub fn navigate(&mut self, file: &Path) {
        self.call("Page.navigate", json!({"url": format!("file://{}", file.display())}));
    }

    /// Opens a file and waits until the page says that it is ready.
    pub fn open(&mut self, file: &Path) {
        self.navigate(file);
        self.wait_until("window.synovia && window.synovia.ready");
        self.wait_until_shown();
    }

    /// Waits until the page has been on the screen: what a mouse or a keyboard does before is thrown away.
    pub fn wait_until_shown(&mut self) {
        self.wait_until("performance.getEntriesByType('paint').length > 0");
    }

    /// Writes what the page shows, where the browser still answers.
    pub fn picture(&mut self, file: &Path) {
        let shown = self.attempt("Page.captureScreenshot", json!({"format": "png"}), Duration::from_secs(60));
        let Some(shown) = shown else { return };
        let text = shown["result"]["data"].as_str().unwrap_or_default();
        let bytes = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, text).unwrap_or_default();
        if let Some(folder) = file.parent() {
            let _ = std::fs::create_dir_all(folder);
        }
        let _ = std::fs::write(file, bytes);
    }

    /// Waits until an expression is true.
    pub fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.evaluate(expression) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "never true: {expression}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer.get("exceptionDetails").is_none(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Whatever went wrong in the page: exceptions, errors on the console, and what the page itself collected.
    pub fn complaints(&mut self) -> Vec<String> {
        let mut found = vec![];
        for event in &self.events {
            let bad = match event["method"].as_str() {
                Some("Runtime.exceptionThrown") => true,
                Some("Runtime.consoleAPICalled") => {
                    matches!(event["params"]["type"].as_str(), Some("error" | "warning"))
                }
                Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
                _ => false,
            };
            if bad {
                found.push(event["params"].to_string());
            }
        }
        let own = self.evaluate("window.synovia.errors");
        found.extend(own.as_array().into_iter().flatten().map(Value::to_string));
        found
    }

    /// The addresses that the page asked for.
    pub fn requests(&self) -> Vec<String> {
        let sent = self.events.iter().filter(|e| e["method"] == "Network.requestWillBeSent");
        sent.filter_map(|e| e["params"]["request"]["url"].as_str()).map(String::from).collect()
    }
}

impl Drop for Chromium {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // What the page showed when its test failed, under the name of the test.
            let name = std::thread::current().name().unwrap_or("unknown").replace("::", "-");
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("failed");
            self.picture(&folder.join(format!("{name}.png")));
        }
        // Best effort: the browser may already be gone.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn find() -> PathBuf {
    if let Some(path) = std::env::var_os("SYNOVIA_CHROMIUM") {
        return path.into();
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|p| p.is_file());
    found.expect(
        "no Chromium in PATH: the page can only be tested in a real browser\n \
         hint: `apt-get install chromium`, or `cargo xtask test`, which installs it, or set SYNOVIA_CHROMIUM to its path",
    )
}
