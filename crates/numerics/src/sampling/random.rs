//! Pseudo-random numbers: one seed for a study, one stream for each of its runs.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::Rng;

use super::normal_quantile;

/// A source of random numbers that is the same on every machine [ONeill2014].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    generator: Pcg64,
}

impl Random {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Self::of_run(seed, 0)
    }

    /// The numbers of one run of a study: streams of different runs have nothing to do with each other.
    pub fn of_run(seed: u64, run: u64) -> Self {
        // Neighbouring seeds are spread over the state, as the generator's first output follows its state closely.
        let spread = u128::from(seed).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        Self { generator: Pcg64::new(spread ^ 0xcafe_f00d_d15e_a5e5, u128::from(run)) }
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number between 0 and 1, both excluded: the middle of one of 2⁵² equal cells.
    pub fn uniform(&mut self) -> f64 {
        ((self.bits() >> 12) as f64 + 0.5) * (-52.0_f64).exp2()
    }

    /// A standard normal number.
    pub fn normal(&mut self) -> f64 {
        normal_quantile(self.uniform())
    }

    /// An index below `count`, each equally likely; 0 when there is none.
    pub fn below(&mut self, count: usize) -> usize {
        if count < 2 {
            return 0;
        }
        let count = count as u64;
        // The last, incomplete run of remainders would favour small indices.
        let complete = u64::MAX - u64::MAX % count;
        loop {
            let bits = self.bits();
            if bits < complete {
                return (bits % count) as usize;
            }
        }
    }

    /// Puts items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_repeat_and_do_not_share_numbers() {
        let draw = |seed, run| {
            let mut random = Random::of_run(seed, run);
            (0..64).map(|_| random.bits()).collect::<Vec<_>>()
        };
        assert_eq!(draw(7, 3), draw(7, 3));
        for other in [draw(7, 4), draw(8, 3)] {
            assert!(draw(7, 3).iter().all(|bits| !other.contains(bits)));
        }
    }

    #[test]
    fn uniform_numbers_have_the_moments_of_a_uniform_distribution() {
        let mut random = Random::new(1);
        let count = 100_000;
        let (mut sum, mut squares, mut lag) = (0.0, 0.0, 0.0);
        let mut before = random.uniform() - 0.5;
        for _ in 0..count {
            let x = random.uniform() - 0.5;
            sum += x;
            squares += x * x;
            lag += x * before;
            before = x;
        }
        let n = f64::from(count);
        // Five standard errors: √(1/12n), √(1/180n), 1/(12√n).
        assert!((sum / n).abs() < 5.0 * (1.0 / (12.0 * n)).sqrt(), "{}", sum / n);
        assert!((squares / n - 1.0 / 12.0).abs() < 5.0 * (1.0 / (180.0 * n)).sqrt(), "{}", squares / n);
        assert!((lag / n).abs() < 5.0 / (12.0 * n.sqrt()), "{}", lag / n);
    }

    #[test]
    fn every_order_of_three_is_equally_likely() {
        let mut random = Random::new(3);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..6000 {
            let mut items = [0, 1, 2];
            random.shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // 1000 of each, with a standard deviation of 29.
        assert!(counts.values().all(|&count: &i32| (count - 1000).abs() < 145), "{counts:?}");
    }
}
