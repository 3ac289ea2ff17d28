//! Who may ask: a page that this process has handed its token to, by an address of this machine.

use std::hash::{BuildHasher, Hasher, RandomState};

use crate::http::{Request, Response};

/// What a request must show.
#[derive(Debug)]
pub(crate) struct Gate {
    pub token: String,
    hosts: [String; 2],
}

impl Gate {
    /// With the token that pages know already, where it is one, or with a new one.
    pub fn new(port: u16, known: Option<&str>) -> Self {
        let whole = |token: &&str| token.len() == 64 && token.bytes().all(|b| b.is_ascii_hexdigit());
        let token = known.filter(whole).map_or_else(secret, Into::into);
        Self { token, hosts: [format!("127.0.0.1:{port}"), format!("localhost:{port}")] }
    }

    /// The name by which this machine is asked, and the page that asks: a foreign name that leads here is refused, too.
    pub fn check_address(&self, request: &Request) -> Result<(), Response> {
        let known = |host: &str| self.hosts.iter().any(|own| own == host);
        let from_here = |origin: &String| origin.strip_prefix("http://").is_some_and(known);
        if known(&request.host) && request.origin.as_ref().is_none_or(from_here) {
            return Ok(());
        }
        Err(Response::refuse(403, "this address is not the workbench's"))
    }

    /// The token of this process.
    pub fn check_token(&self, request: &Request) -> Result<(), Response> {
        // All bytes are looked at, so that the time does not tell how many were right.
        let (own, given) = (self.token.as_bytes(), request.token.as_bytes());
        let wrong = own.iter().zip(given).fold(own.len() ^ given.len(), |wrong, (a, b)| wrong | usize::from(a ^ b));
        if wrong == 0 {
            return Ok(());
        }
        Err(Response::refuse(403, "the token is missing or wrong: open the address that `synovia open` printed"))
    }
}

/// 256 bits that nobody can guess: a keyed hash of counted words, its keys from the operating system.
pub(crate) fn secret() -> String {
    let keys = [RandomState::new(), RandomState::new()];
    let word = |i: u64| {
        let mut hasher = keys[(i % 2) as usize].build_hasher();
        hasher.write_u64(i);
        hasher.finish().to_le_bytes()
    };
    let words: Vec<u8> = (0..8).flat_map(word).collect();
    results::hash(&[&words])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(host: &str, origin: Option<&str>, token: &str) -> Request {
        Request { host: host.into(), origin: origin.map(Into::into), token: token.into(), ..Request::default() }
    }

    #[test]
    fn only_this_machine_s_names_and_the_own_page_are_let_in() {
        let gate = Gate::new(4242, None);
        for (host, origin, good) in [
            ("127.0.0.1:4242", None, true),
            ("localhost:4242", Some("http://localhost:4242"), true),
            ("evil.example:4242", None, false),
            ("127.0.0.1:4243", None, false),
            ("127.0.0.1:4242", Some("http://evil.example"), false),
            ("127.0.0.1:4242", Some("null"), false),
            ("127.0.0.1:4242", Some("https://127.0.0.1:4242"), false),
            ("", None, false),
        ] {
            assert_eq!(gate.check_address(&asked(host, origin, "")).is_ok(), good, "{host} {origin:?}");
        }
    }

    #[test]
    fn a_token_is_right_or_wrong_as_a_whole() {
        let gate = Gate::new(1, None);
        let whole = gate.token.clone();
        assert_eq!(whole.len(), 64);
        assert!(gate.check_token(&asked("", None, &whole)).is_ok());
        for wrong in ["", &whole[1..], &whole[..63], &format!("{whole}0"), &secret()] {
            assert!(gate.check_token(&asked("", None, wrong)).is_err());
        }
        assert_ne!(secret(), secret());
        // One that was known before is taken up; what is none is not.
        assert_eq!(Gate::new(1, Some(&whole)).token, whole);
        assert_ne!(Gate::new(1, Some("")).token, "");
    }
}
