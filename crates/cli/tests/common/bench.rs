//! A workbench in a folder of its own, asked as a page asks it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

pub const STUDY: &str = "# kept\ntitle = \"<img src=x onerror=alert(1)>\"\n\n[hip.implant]\nclearance = \"80 um\"   # kept, too\n\n[hip.experiment.quasi-static]\n\n[hip.output]\nelements = 400\nframes = 11\n";

/// A workbench in a folder of its own.
pub struct Open {
    pub child: Child,
    pub address: String,
    pub folder: tempfile::TempDir,
}

impl Open {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hip.toml"), STUDY).unwrap();
        let (child, address) = serve(super::synovia(folder.path()), 0);
        Self { child, address, folder }
    }

    pub fn port(&self) -> u16 {
        self.address.split(['/', ':', '#']).find_map(|part| part.parse().ok()).unwrap()
    }

    pub fn token(&self) -> &str {
        self.address.split_once('#').unwrap().1
    }

    /// Sends bytes, and returns all that comes back.
    pub fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port())).unwrap();
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Synovia-Token: {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.port(),
            self.token(),
            body.len()
        );
        status(&self.send(request.as_bytes()))
    }

    pub fn told(&self, method: &str, path: &str, body: &Value) -> Value {
        let (code, text) = self.ask(method, path, &body.to_string());
        assert_eq!(code, 200, "{path}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Queues a run; its number.
    pub fn run(&self, name: &str, text: &str) -> u64 {
        self.told("POST", "/api/run", &json!({ "name": name, "text": text }))["id"].as_u64().unwrap()
    }

    /// Waits until something is true of a run, and tells it.
    pub fn wait_for(&self, id: u64, is_so: impl Fn(&Value) -> bool) -> Value {
        let begun = std::time::Instant::now();
        loop {
            let jobs = self.told("GET", "/api/state", &json!(null))["jobs"].clone();
            let job = jobs.as_array().unwrap().iter().find(|job| job["id"] == json!(id)).cloned().unwrap();
            if is_so(&job) {
                return job;
            }
            assert!(begun.elapsed().as_secs() < 300, "{job}");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    }

    /// Waits until a run has ended, and tells how.
    pub fn end(&self, id: u64) -> Value {
        self.wait_for(id, |job| !["waiting", "running"].contains(&job["fate"].as_str().unwrap()))
    }
}

/// Starts a workbench that waits for its answers however busy the machine is.
pub fn serve(program: Command, port: u16) -> (Child, String) {
    try_serve(program, port).unwrap_or_else(|line| panic!("no address: {line}"))
}

/// The same; what it said instead where the port has gone to somebody else.
pub fn try_serve(mut program: Command, port: u16) -> Result<(Child, String), String> {
    program.args(["open", "--no-browser", "--patience", "300", "--port", &port.to_string()]);
    let mut child = program.stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    match line.split_whitespace().last() {
        Some(address) if address.starts_with("http://127.0.0.1:") => Ok((child, address.to_owned())),
        _ => {
            child.wait().unwrap();
            Err(line)
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn status(answer: &str) -> (u16, String) {
    let code = answer.split_whitespace().nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    (code, answer.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned()))
}
