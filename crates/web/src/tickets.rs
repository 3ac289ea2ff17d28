//! Addresses that a frame or a new tab can open without a token: hard to guess, few, and soon forgotten.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::gate::secret;

/// So long, and so many.
const LIFE: Duration = Duration::from_secs(15 * 60);
const MOST: usize = 256;

/// What a ticket shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Shown {
    /// A page that was written with a result.
    Page(PathBuf),
    /// Two results beside each other.
    Difference([String; 2]),
}

/// All that are valid.
#[derive(Debug, Default)]
pub(crate) struct Tickets(Mutex<VecDeque<(String, Instant, Shown)>>);

impl Tickets {
    pub fn issue(&self, shown: Shown) -> String {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|(_, made, _)| made.elapsed() < LIFE);
        if all.len() >= MOST {
            all.pop_front();
        }
        let name = secret();
        all.push_back((name.clone(), Instant::now(), shown));
        format!("/ticket/{name}")
    }

    pub fn find(&self, name: &str) -> Option<Shown> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(known, made, _)| known == name && made.elapsed() < LIFE).map(|(_, _, shown)| shown.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_tickets_make_room_for_new_ones() {
        let tickets = Tickets::default();
        let issued: Vec<String> = (0..MOST + 2).map(|i| tickets.issue(Shown::Page(i.to_string().into()))).collect();
        let find = |i: usize| tickets.find(issued[i].trim_start_matches("/ticket/"));
        assert_eq!((find(0), find(1)), (None, None));
        assert_eq!(find(MOST + 1), Some(Shown::Page((MOST + 1).to_string().into())));
        assert_eq!(tickets.find(""), None);
    }
}
