//! Workspaces for whoever asks.

use std::sync::{Mutex, PoisonError};

/// Workspaces that are not in use. A borrower takes one out, or makes one, and puts it back: the lock is never held
/// while a film is solved, and threads do not wait for each other.
#[derive(Debug)]
pub(super) struct Pool<T>(Mutex<Vec<T>>);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self(Mutex::new(Vec::new()))
    }
}

impl<T> Clone for Pool<T> {
    /// A clone starts with an empty pool of its own.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T> Pool<T> {
    pub fn borrow<R>(&self, make: impl FnOnce() -> T, work: impl FnOnce(&mut T) -> R) -> R {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut item = taken.unwrap_or_else(make);
        let result = work(&mut item);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(item);
        result
    }
}
