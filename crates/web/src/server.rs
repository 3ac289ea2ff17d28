//! Listening, one thread a request, so many at once.

use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::Hands;
use crate::api::Bench;
use crate::gate::Gate;
use crate::http::{self, Response};
use crate::settings::Settings;
use crate::workspace::Workspace;

/// More requests than these at a time are sent away: thirty pages ask for a few things each.
const MOST_AT_ONCE: usize = 192;

/// A workbench that listens on this machine alone.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    bench: Arc<Bench>,
}

impl Server {
    /// Takes a port, and reads nothing yet.
    ///
    /// # Errors
    /// A folder that is not there, a port that is taken.
    pub fn open(settings: &Settings, hands: Box<dyn Hands>) -> io::Result<Self> {
        let space = Workspace::new(&settings.folder)?;
        if !space.root.is_dir() {
            return Err(io::Error::new(io::ErrorKind::NotADirectory, "it is not a folder"));
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, settings.port))?;
        let port = listener.local_addr()?.port();
        let gate = Gate::new(port, settings.token.as_deref());
        Ok(Self { listener, bench: Bench::new(space, gate, settings, hands) })
    }

    /// The address to open, with the token behind the `#`, which no browser sends anywhere.
    ///
    /// # Errors
    /// What the system says about its own socket.
    pub fn address(&self) -> io::Result<String> {
        Ok(format!("http://{}/#{}", self.listener.local_addr()?, self.bench.gate.token))
    }

    /// Its port and its token, for whoever opens this folder again.
    ///
    /// # Errors
    /// What the system says about its own socket.
    pub fn known_by(&self) -> io::Result<(u16, &str)> {
        Ok((self.listener.local_addr()?.port(), &self.bench.gate.token))
    }

    /// Answers for as long as the process lives.
    pub fn serve(&self) {
        let busy = Arc::new(AtomicUsize::new(0));
        for stream in self.listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            if busy.fetch_add(1, Ordering::SeqCst) >= MOST_AT_ONCE {
                let _ = Response::refuse(503, "too many requests at once").send(&mut stream);
                busy.fetch_sub(1, Ordering::SeqCst);
                continue;
            }
            let (bench, own) = (Arc::clone(&self.bench), Arc::clone(&busy));
            let started = std::thread::Builder::new().name("request".into()).spawn(move || {
                // A defect in one answer must not end the others.
                let _ = catch_unwind(AssertUnwindSafe(|| attend(&bench, &mut stream)));
                own.fetch_sub(1, Ordering::SeqCst);
            });
            if started.is_err() {
                busy.fetch_sub(1, Ordering::SeqCst);
            }
        }
    }
}

fn attend(bench: &Bench, stream: &mut TcpStream) {
    let _ = stream.set_nodelay(true);
    let response = match http::read(stream) {
        Ok(request) => catch_unwind(AssertUnwindSafe(|| bench.answer(&request))).unwrap_or_else(|_| {
            Response::refuse(500, "a defect of the program: see the terminal, and report it please")
        }),
        Err(refusal) => refusal,
    };
    // Whoever has left needs no answer.
    let _ = response.send(stream);
}
