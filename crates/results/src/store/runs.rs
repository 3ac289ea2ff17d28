//! Which runs are done.

use std::collections::BTreeMap;

/// A set of run numbers: one bit each, in words of 64; words without a run take no room, however large the number.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    words: BTreeMap<u64, u64>,
    count: u64,
}

impl Runs {
    /// Whether a run is in the set.
    pub fn contains(&self, run: u64) -> bool {
        self.words.get(&(run / 64)).is_some_and(|word| word >> (run % 64) & 1 == 1)
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn insert(&mut self, run: u64) {
        let word = self.words.entry(run / 64).or_default();
        let bit = 1 << (run % 64);
        self.count += u64::from(*word & bit == 0);
        *word |= bit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_number_takes_no_room() {
        let mut runs = Runs::default();
        [u64::MAX, 3, 64, 3].into_iter().for_each(|run| runs.insert(run));
        assert_eq!(runs.count(), 3);
        assert!(runs.contains(u64::MAX) && runs.contains(64) && !runs.contains(65));
    }
}
