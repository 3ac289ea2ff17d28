//! Rows with the same input: their median and spread.

/// Up to so many different values each has a median of its own; more are put into groups of equal size.
const MOST_VALUES: usize = 15;
const GROUPS: usize = 10;
/// The band holds all but this share of the runs of a group at the bottom, and the same at the top.
const TAIL: f64 = 0.05;

/// Median and spread of the ordinates in one group of rows.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    /// Mean of its abscissas.
    pub at: f64,
    /// Where the band begins.
    pub low: f64,
    /// The median.
    pub middle: f64,
    /// Where the band ends.
    pub high: f64,
}

/// Rows with the same abscissa, or with about the same.
pub(crate) fn groups(x: &[f64], y: &[f64]) -> Vec<Group> {
    let mut rows: Vec<(f64, f64)> = x.iter().copied().zip(y.iter().copied()).collect();
    rows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let parts: Vec<&[(f64, f64)]> = if distinct(x).len() <= MOST_VALUES {
        rows.chunk_by(|a, b| a.0 == b.0).collect()
    } else {
        rows.chunks(rows.len().div_ceil(GROUPS).max(1)).collect()
    };
    let group = |part: &[(f64, f64)]| {
        let mut heights: Vec<f64> = part.iter().map(|row| row.1).collect();
        heights.sort_by(f64::total_cmp);
        let at = part.iter().map(|row| row.0).sum::<f64>() / part.len() as f64;
        let quantile = |share: f64| quantile(&heights, share);
        Group { at, low: quantile(TAIL), middle: quantile(0.5), high: quantile(1.0 - TAIL) }
    };
    parts.into_iter().filter(|part| !part.is_empty()).map(group).collect()
}

/// The different values, rising.
pub(crate) fn distinct(values: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    values
}

/// The median, or `None` of nothing.
pub(crate) fn median(mut values: Vec<f64>) -> Option<f64> {
    values.retain(|value| value.is_finite());
    values.sort_by(f64::total_cmp);
    (!values.is_empty()).then(|| quantile(&values, 0.5))
}

/// Between the two nearest of sorted values.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (at - at.floor()) * (above - below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_has_the_median_and_the_spread_of_its_rows() {
        let x: Vec<f64> = (0..21).map(|_| 1.0).chain((0..21).map(|_| 2.0)).collect();
        let y: Vec<f64> = (0..21).map(f64::from).chain((0..21).map(|i| 100.0 + f64::from(i))).collect();
        let found = groups(&x, &y);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].at, found[0].low, found[0].middle, found[0].high), (1.0, 1.0, 10.0, 19.0));
        assert_eq!((found[1].at, found[1].middle), (2.0, 110.0));
        let many: Vec<f64> = (0..1000).map(f64::from).collect();
        let found = groups(&many, &many);
        assert_eq!(found.len(), GROUPS);
        assert!((found[0].middle - 49.5).abs() < 1e-12);
    }

    #[test]
    fn quantiles_lie_between_the_nearest_values() {
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), 2.0);
        assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), 3.0);
        assert_eq!(median(vec![4.0, f64::NAN, 1.0]), Some(2.5));
        assert_eq!(median(vec![f64::NAN]), None);
    }
}
