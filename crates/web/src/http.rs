//! One request and its answer: bounded in size and in time, the connection closed after it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Bytes of the head of a request.
const LARGEST_HEAD: usize = 16 * 1024;
/// Bytes of its body: a study and a little more.
const LARGEST_BODY: usize = 4 * 1024 * 1024;
/// How long a request may take to arrive, its head and its body.
const PATIENCE: [Duration; 2] = [Duration::from_secs(5), Duration::from_secs(20)];
/// How long a reader may take for a part of the answer.
const READER: Duration = Duration::from_secs(20);

/// What was asked.
#[derive(Debug, Default)]
pub(crate) struct Request {
    pub method: String,
    /// Without what follows a question mark.
    pub path: String,
    pub query: String,
    pub host: String,
    pub origin: Option<String>,
    pub token: String,
    pub body: Vec<u8>,
}

impl Request {
    /// A value of the query, percent signs resolved.
    pub fn value(&self, name: &str) -> Option<String> {
        self.query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            (key == name).then(|| decode(value))
        })
    }
}

/// `%20` becomes a space; what is not UTF-8 becomes a mark.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let hex = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        match (first, tail.get(..2).and_then(hex)) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What is answered.
#[derive(Debug)]
pub(crate) struct Response {
    pub status: u16,
    pub kind: &'static str,
    pub policy: &'static str,
    pub body: Body,
    /// Let go of when the answer is sent, or cannot be.
    held: Option<Box<dyn Held>>,
}

/// What somebody holds while an answer is on its way.
pub(crate) trait Held: Send + std::fmt::Debug {}

/// The bytes of an answer, or the file that has them: files go to the reader piece by piece, never as a whole.
#[derive(Debug)]
pub(crate) enum Body {
    Bytes(Vec<u8>),
    File(File, u64),
}

impl Body {
    pub fn len(&self) -> u64 {
        match self {
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::File(_, length) => *length,
        }
    }
}

/// For everything that is not a page.
const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";

impl Response {
    pub fn new(status: u16, kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, kind, policy: NOTHING, body: Body::Bytes(body.into()), held: None }
    }

    /// A file as it is on the disk.
    pub fn file(kind: &'static str, path: &std::path::Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Ok(Self { body: Body::File(file, length), ..Self::new(200, kind, Vec::new()) })
    }

    /// Keeps something until the answer is sent.
    pub fn holding(self, held: impl Held + 'static) -> Self {
        Self { held: Some(Box::new(held)), ..self }
    }

    pub fn json(value: &serde_json::Value) -> Self {
        Self::new(200, "application/json", value.to_string())
    }

    /// Something is wrong; the page shows the text.
    pub fn refuse(status: u16, text: impl Into<String>) -> Self {
        let text: String = text.into();
        Self::new(status, "application/json", serde_json::json!({ "error": text }).to_string())
    }

    pub fn with_policy(self, policy: &'static str) -> Self {
        Self { policy, ..self }
    }

    /// Sends it and closes.
    pub fn send(self, stream: &mut TcpStream) -> io::Result<()> {
        let Self { status, kind, policy, body, held } = self;
        let reason = match status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            409 => "Conflict",
            413 => "Content Too Large",
            503 => "Service Unavailable",
            507 => "Insufficient Storage",
            _ => "Error",
        };
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\
             Content-Security-Policy: {policy}\r\n\r\n",
            body.len()
        );
        stream.set_write_timeout(Some(READER))?;
        stream.write_all(head.as_bytes())?;
        match body {
            Body::Bytes(bytes) => stream.write_all(&bytes)?,
            Body::File(file, length) => {
                io::copy(&mut file.take(length), stream)?;
            }
        }
        stream.flush()?;
        drop(held);
        // What is left unread would make the system reset the connection before the answer is read.
        stream.shutdown(Shutdown::Write)?;
        let _ = stream.set_read_timeout(Some(Duration::from_millis(200)));
        let mut rest = [0; 4096];
        for _ in 0..16 {
            match stream.read(&mut rest) {
                Ok(1..) => {}
                _ => break,
            }
        }
        Ok(())
    }
}

/// Reads a request, or says why it is none.
pub(crate) fn read(stream: &mut TcpStream) -> Result<Request, Response> {
    let begun = Instant::now();
    let mut bytes = Vec::new();
    let (mut request, head, length) = loop {
        if let Some(found) = parse(&bytes)? {
            break found;
        }
        if bytes.len() >= LARGEST_HEAD {
            return Err(Response::refuse(413, "the head of the request is too large"));
        }
        more(stream, &mut bytes, begun + PATIENCE[0])?;
    };
    if length > LARGEST_BODY {
        return Err(Response::refuse(413, "too large: a study has at most 4 MB here"));
    }
    while bytes.len() < head + length {
        more(stream, &mut bytes, begun + PATIENCE[1])?;
    }
    request.body = bytes.get(head..head + length).unwrap_or_default().to_vec();
    Ok(request)
}

/// Reads what has arrived, for as long as there is time.
fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>, until: Instant) -> Result<(), Response> {
    let late = || Response::refuse(400, "the request took too long");
    let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()).ok_or_else(late)?;
    stream.set_read_timeout(Some(left)).map_err(|_| late())?;
    let mut part = [0; 16 * 1024];
    match stream.read(&mut part) {
        Ok(0) => Err(Response::refuse(400, "the request ended too early")),
        Ok(count) => {
            bytes.extend_from_slice(&part[..count]);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(_) => Err(late()),
    }
}

/// The head of a request with its own length and that of its body; nothing while it is not complete.
fn parse(bytes: &[u8]) -> Result<Option<(Request, usize, usize)>, Response> {
    let mut headers = [httparse::EMPTY_HEADER; 64];
    let mut parsed = httparse::Request::new(&mut headers);
    let head = match parsed.parse(bytes) {
        Ok(httparse::Status::Complete(head)) => head,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(_) => return Err(Response::refuse(400, "this is not a request that is understood")),
    };
    let target = parsed.path.unwrap_or("/");
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let mut request = Request {
        method: parsed.method.unwrap_or_default().into(),
        path: path.into(),
        query: query.into(),
        ..Request::default()
    };
    let mut length = 0;
    for header in parsed.headers.iter() {
        let value = String::from_utf8_lossy(header.value).into_owned();
        match header.name.to_ascii_lowercase().as_str() {
            "host" => request.host = value,
            "origin" => request.origin = Some(value),
            "x-synovia-token" => request.token = value,
            "content-length" => {
                length = value.trim().parse().map_err(|_| Response::refuse(400, "its length is not a number"))?;
            }
            "transfer-encoding" => return Err(Response::refuse(400, "a body comes with its length here")),
            _ => {}
        }
    }
    Ok(Some((request, head, length)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_head_is_read_when_it_is_complete() {
        let text = b"POST /api/save?path=a%20b&x=1 HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 3\r\n\r\nabc";
        assert!(parse(&text[..40]).unwrap().is_none());
        let (request, head, length) = parse(text).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str(), length), ("POST", "/api/save", 3));
        assert_eq!((&text[head..], request.value("path").as_deref()), (&b"abc"[..], Some("a b")));
    }

    #[test]
    fn what_is_no_request_is_refused() {
        for bad in [
            &b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"[..],
            b"GET / HTTP/1.1\r\nContent-Length: -4\r\n\r\n",
            b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
            b"GET / FTP/9\r\n\r\n",
        ] {
            assert_eq!(parse(bad).unwrap_err().status, 400, "{bad:?}");
        }
    }

    #[test]
    fn a_percent_sign_is_resolved_where_two_digits_follow() {
        assert_eq!((decode("a%2Fb%"), decode("%zz"), decode("%ff")), ("a/b%".into(), "%zz".into(), "\u{fffd}".into()));
    }
}
