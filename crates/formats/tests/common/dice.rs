//! What the fuzzers share: dice that fall alike on every machine, and what they do to a file.
#![allow(dead_code, reason = "each fuzzer uses a part of it")]

#[path = "damage.rs"]
pub mod damage;

use damage::Damage;

/// Rounds per file of the corpus: a few, unless told otherwise.
pub fn rounds() -> u64 {
    std::env::var("SYNOVIA_FUZZ_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(200)
}

/// Numbers at the ends of what machines hold.
pub const EXTREMES: &[&str] =
    &["1e308", "-1e308", "1e-320", "1e200", "18446744073709551615", "-9223372036854775808", "4294967296", "2147483648"];

/// SplitMix64: enough for choosing where to hit [Steele2014].
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, most: usize) -> usize {
        (self.roll() % most as u64) as usize
    }

    pub fn damage(&mut self, tokens: &[&str], other: &[u8]) -> Damage {
        let place = self.roll() as usize;
        match self.below(6) {
            0 => Damage::Overwrite(place, self.roll() as u8),
            1 => Damage::Insert(place, tokens[self.below(tokens.len())].into()),
            2 => Damage::Insert(place, (0..=self.below(8)).map(|_| self.roll() as u8).collect()),
            3 => Damage::Delete(place, 1 + self.below(200)),
            4 => Damage::CutOff(place),
            _ => {
                // A piece of another file, as of an editor with two windows.
                let from = self.below(other.len().max(1));
                let to = (from + 1 + self.below(300)).min(other.len());
                Damage::Insert(place, other.get(from..to).unwrap_or_default().to_vec())
            }
        }
    }
}
