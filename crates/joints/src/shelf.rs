//! What many runs share: computed once, kept in memory by its inputs, and wherever the [`Watch`] keeps it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Watch, compute_key};

/// Something costly that follows from its inputs alone, as the compliance of a liner.
pub trait Keepable: Sized {
    /// What it is.
    const NAME: &'static str;
    /// Changes whenever the same inputs give other numbers, or the bytes another layout.
    const VERSION: u32;
    /// As bytes; the same on every machine.
    fn to_bytes(&self) -> Vec<u8>;
    /// From such bytes; nothing if they are not such.
    fn from_bytes(bytes: &[u8]) -> Option<Self>;
}

type Slot<T> = Arc<Mutex<Option<Arc<T>>>>;

/// A few of them, by their inputs; what was not asked for the longest time is forgotten first.
#[derive(Debug)]
pub struct Shelf<T> {
    most: usize,
    /// The most recently asked for last.
    slots: Mutex<Vec<(String, Slot<T>)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Keepable> Shelf<T> {
    /// An empty shelf for so many.
    pub const fn new(most: usize) -> Self {
        Self { most, slots: Mutex::new(Vec::new()) }
    }

    /// What follows from these inputs: as it was computed before, in this process or in another, or computed now. Several
    /// threads that ask for the same wait for one of them. What is read has the same bits as what is computed.
    ///
    /// # Errors
    /// Those of the computation; nothing is kept then.
    pub fn obtain<E>(
        &self,
        watch: &dyn Watch,
        inputs: &[&[u8]],
        about: &str,
        compute: impl FnOnce() -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        let key = compute_key(T::NAME, T::VERSION, inputs);
        let slot = self.slot(&key);
        let mut kept = lock(&slot);
        if let Some(found) = &*kept {
            watch.used(&key, &|| found.to_bytes());
            return Ok(Arc::clone(found));
        }
        let recalled = watch.recall(&key).and_then(|bytes| T::from_bytes(&bytes));
        let found = Arc::new(match recalled {
            Some(found) => found,
            None => {
                let computed = compute()?;
                watch.remember(&key, about, &computed.to_bytes());
                computed
            }
        });
        watch.used(&key, &|| found.to_bytes());
        *kept = Some(Arc::clone(&found));
        Ok(found)
    }

    fn slot(&self, key: &str) -> Slot<T> {
        let mut slots = lock(&self.slots);
        let slot = match slots.iter().position(|(known, _)| known == key) {
            Some(place) => slots.remove(place).1,
            None => Slot::default(),
        };
        slots.push((key.to_owned(), Arc::clone(&slot)));
        if slots.len() > self.most {
            slots.remove(0);
        }
        slot
    }
}

/// The last few of something that follows from its inputs and is cloned cheaply, for the runs of one process. Nobody waits
/// for anybody: two threads that ask at once both make it, with the same bits.
#[derive(Debug)]
pub(crate) struct Recent<T> {
    most: usize,
    /// The most recently asked for last.
    kept: Mutex<Vec<(String, T)>>,
}

impl<T: Clone> Recent<T> {
    /// Room for so many.
    pub const fn new(most: usize) -> Self {
        Self { most, kept: Mutex::new(Vec::new()) }
    }

    /// What follows from the inputs behind this key: as it was made before, or made now. A failure is not kept.
    pub fn obtain<E>(&self, key: String, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if let Some(found) = self.find(&key) {
            return Ok(found);
        }
        let made = make()?;
        let mut kept = lock(&self.kept);
        kept.retain(|(known, _)| *known != key);
        kept.push((key, made.clone()));
        if kept.len() > self.most {
            kept.remove(0);
        }
        Ok(made)
    }

    fn find(&self, key: &str) -> Option<T> {
        let mut kept = lock(&self.kept);
        let place = kept.iter().position(|(known, _)| known == key)?;
        kept[place..].rotate_left(1);
        kept.last().map(|(_, found)| found.clone())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::Unwatched;

    #[derive(Debug, PartialEq)]
    struct Number(f64);

    impl Keepable for Number {
        const NAME: &'static str = "number";
        const VERSION: u32 = 1;
        fn to_bytes(&self) -> Vec<u8> {
            self.0.to_le_bytes().into()
        }
        fn from_bytes(bytes: &[u8]) -> Option<Self> {
            Some(Self(f64::from_le_bytes(bytes.try_into().ok()?)))
        }
    }

    #[derive(Default)]
    struct Memory(Mutex<HashMap<String, Vec<u8>>>);

    impl Watch for Memory {
        fn progress(&self, _: &str, _: f64) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn recall(&self, key: &str) -> Option<Vec<u8>> {
            lock(&self.0).get(key).cloned()
        }
        fn remember(&self, key: &str, _: &str, bytes: &[u8]) {
            lock(&self.0).insert(key.into(), bytes.into());
        }
    }

    #[test]
    fn many_threads_compute_it_once() {
        let (shelf, count) = (Shelf::<Number>::new(4), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    let found = shelf.obtain(&Unwatched, &[b"a"], "", || {
                        count.fetch_add(1, Ordering::Relaxed);
                        Ok::<_, ()>(Number(0.1 + 0.2))
                    });
                    assert_eq!(*found.expect("a number"), Number(0.1 + 0.2));
                });
            }
        });
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn what_another_process_kept_is_not_computed() {
        let memory = Memory::default();
        let first = Shelf::<Number>::new(4).obtain(&memory, &[b"a"], "", || Ok::<_, ()>(Number(0.1 + 0.2)));
        let again = Shelf::<Number>::new(4).obtain(&memory, &[b"a"], "", || Err(()));
        assert_eq!(first, again);
        // Other inputs, even if their bytes are the same in a row.
        assert_eq!(Shelf::<Number>::new(4).obtain(&memory, &[b"", b"a"], "", || Err("computed")), Err("computed"));
        // Bytes that are no number: computed again, and kept again.
        lock(&memory.0).values_mut().for_each(|bytes| bytes.truncate(3));
        let computed = Shelf::<Number>::new(4).obtain(&memory, &[b"a"], "", || Ok::<_, ()>(Number(7.0)));
        assert_eq!(*computed.expect("a number"), Number(7.0));
        assert_eq!(lock(&memory.0).values().next().map(Vec::len), Some(8));
    }

    /// What runs have used, as whoever takes it elsewhere sees it.
    #[derive(Default)]
    struct Carrier(Mutex<Vec<Vec<u8>>>);

    impl Watch for Carrier {
        fn progress(&self, _: &str, _: f64) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn used(&self, _: &str, bytes: &dyn Fn() -> Vec<u8>) {
            lock(&self.0).push(bytes());
        }
    }

    #[test]
    fn what_is_used_is_told_whether_it_was_computed_now_or_before() {
        let (shelf, carrier) = (Shelf::<Number>::new(4), Carrier::default());
        for _ in 0..2 {
            assert!(shelf.obtain(&carrier, &[b"a"], "", || Ok::<_, ()>(Number(7.0))).is_ok());
        }
        assert_eq!(*lock(&carrier.0), vec![7.0_f64.to_le_bytes().to_vec(); 2]);
    }

    #[test]
    fn a_failure_is_not_kept_and_the_oldest_is_forgotten() {
        let shelf = Shelf::<Number>::new(2);
        assert_eq!(shelf.obtain(&Unwatched, &[b"a"], "", || Err("too little memory")), Err("too little memory"));
        for (name, value) in [(b"a", 1.0), (b"b", 2.0), (b"c", 3.0)] {
            assert!(shelf.obtain(&Unwatched, &[name], "", || Ok::<_, ()>(Number(value))).is_ok());
        }
        assert_eq!(*shelf.obtain(&Unwatched, &[b"c"], "", || Err(())).expect("kept"), Number(3.0));
        assert!(shelf.obtain(&Unwatched, &[b"a"], "", || Err(())).is_err(), "the oldest");
    }

    #[test]
    fn what_was_made_last_is_not_made_again_until_others_push_it_out() {
        let recent = Recent::<u32>::new(2);
        let made = |key: &str, value| recent.obtain(key.into(), || Ok::<_, ()>(value));
        assert_eq!(recent.obtain("a".into(), || Err("no")), Err("no"));
        assert_eq!([made("a", 1), made("b", 2), made("a", 7)], [Ok(1), Ok(2), Ok(1)]);
        assert_eq!(
            [made("c", 3), made("a", 7), made("b", 8)],
            [Ok(3), Ok(1), Ok(8)],
            "b was asked for the longest ago"
        );
    }
}
