//! How sure an estimate is, by resampling.

use crate::sampling::Random;

/// Half of the width of the 95 % interval of a statistic, from `resamples` draws with replacement among `count` items.
///
/// The statistic sees the chosen items by their indices; draws for which it is not finite are left out.
pub(super) fn half_width(
    count: usize,
    resamples: usize,
    random: &mut Random,
    mut statistic: impl FnMut(&[usize]) -> f64,
) -> f64 {
    let mut chosen = vec![0; count];
    let mut values = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        chosen.iter_mut().for_each(|index| *index = random.below(count));
        let value = statistic(&chosen);
        if value.is_finite() {
            values.push(value);
        }
    }
    if values.len() < 2 {
        return f64::NAN;
    }
    values.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| {
        let position = share * (values.len() - 1) as f64;
        let (below, part) = (position.floor() as usize, position.fract());
        values[below] + part * (values[(below + 1).min(values.len() - 1)] - values[below])
    };
    0.5 * (at(0.975) - at(0.025))
}
