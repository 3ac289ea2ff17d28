//! The ends of a measured cycle, brought together.
//!
//! A table of one cycle rarely ends where it begins. Both ends are moved to a value between them, and the rows near them
//! follow less and less: all that is further than [`BLEND`] from the ends stays as it was measured.

/// Share of the cycle at each end within which rows are moved.
pub const BLEND: f64 = 0.05;

/// Ends whose forces differ by more than this share of the peak are no cycle.
pub const LARGEST_FORCE_GAP: f64 = 0.25;

/// Differences that deserve a second look: a share of the peak force, an angle in rad, a length in m.
pub const WIDE_FORCE_GAP: f64 = 0.05;
/// See [`WIDE_FORCE_GAP`].
pub const WIDE_ANGLE_GAP: f64 = 3.0 * std::f64::consts::PI / 180.0;
/// See [`WIDE_FORCE_GAP`].
pub const WIDE_LENGTH_GAP: f64 = 1e-3;

/// What was done, in words that follow "… does not end where it begins".
pub fn in_words() -> String {
    format!("Its ends were brought together within the first and the last {:.0} % of the cycle", 100.0 * BLEND)
}

/// Brings the ends of a motion together, at their mean, and says how far they were apart. `shares` run from 0 to 1.
///
/// `v ← v + w(x)(c − end)`, `w = (1 − x)²(1 + 2x)`, x the distance from that end over [`BLEND`]: position and velocity go
/// over into the measured ones without a step.
pub fn join_motion<const N: usize>(rows: &mut [[f64; N]], shares: &[f64]) -> [f64; N] {
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    let middle: [f64; N] = std::array::from_fn(|k| 0.5 * (first[k] + last[k]));
    for (row, share) in rows.iter_mut().zip(shares) {
        let (at_start, at_end) = (weight(*share, BLEND), weight(1.0 - share, BLEND));
        for k in 0..N {
            row[k] += at_start * (middle[k] - first[k]) + at_end * (middle[k] - last[k]);
        }
    }
    std::array::from_fn(|k| last[k] - first[k])
}

/// Brings the ends of a load together and says how far they were apart. Rows are vectors of one unit.
///
/// As for a motion, with two promises. No component changes its sign: ends of opposite signs meet at zero, and a row moves
/// towards a common value of its own sign only, never past it. The peak, the largest norm, is that of the table: a blend
/// ends before the row that has it, and where an end itself is the peak, the other end is moved to it.
pub fn join_load<const N: usize>(rows: &mut [[f64; N]], shares: &[f64]) -> [f64; N] {
    let (first, last, end) = (rows[0], rows[rows.len() - 1], rows.len() - 1);
    let size = |row: &[f64; N]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
    let peak_row = (0..=end).rev().max_by(|a, b| size(&rows[*a]).total_cmp(&size(&rows[*b]))).unwrap_or(0);
    let peak = size(&rows[peak_row]);
    let meet = |a: f64, b: f64| if a * b > 0.0 { 0.5 * (a + b) } else { 0.0 };
    let common: [f64; N] = match peak_row {
        row if row == 0 || row == end => rows[row],
        _ => std::array::from_fn(|k| meet(first[k], last[k])),
    };
    let blends = [BLEND.min(shares[peak_row]), BLEND.min(1.0 - shares[peak_row])];
    for (i, (row, share)) in rows.iter_mut().zip(shares).enumerate() {
        if i == 0 || i == end {
            *row = common;
            continue;
        }
        let (at_start, at_end) = (weight(*share, blends[0]), weight(1.0 - share, blends[1]));
        for k in 0..N {
            let moved = row[k] + at_start * (common[k] - first[k]) + at_end * (common[k] - last[k]);
            if row[k] * common[k] > 0.0 {
                row[k] = moved.clamp(row[k].min(common[k]), row[k].max(common[k]));
            }
        }
        let excess = size(row) / peak;
        if excess > 1.0 {
            row.iter_mut().for_each(|x| *x /= excess);
        }
    }
    std::array::from_fn(|k| last[k] - first[k])
}

/// From 1 at an end to 0 where the blend is over.
fn weight(distance: f64, blend: f64) -> f64 {
    let x = distance / blend;
    if x < 1.0 { (1.0 - x).powi(2) * (1.0 + 2.0 * x) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(count: usize) -> Vec<f64> {
        (0..count).map(|i| i as f64 / (count - 1) as f64).collect()
    }

    fn joined(values: &[f64]) -> Vec<f64> {
        let mut rows: Vec<[f64; 1]> = values.iter().map(|v| [*v]).collect();
        join_load(&mut rows, &shares(values.len()));
        rows.into_iter().map(|[v]| v).collect()
    }

    #[test]
    fn rows_away_from_the_ends_are_those_of_the_table() {
        let at = shares(101);
        let mut rows: Vec<[f64; 1]> = at.iter().map(|s| [(7.0 * s).sin() + s]).collect();
        let before = rows.clone();
        let [gap] = join_motion(&mut rows, &at);
        assert!((gap - (before[100][0] - before[0][0])).abs() < 1e-15);
        assert_eq!(rows[5..=95], before[5..=95]);
        assert!((rows[0][0] - rows[100][0]).abs() < 1e-15 && (rows[0][0] - before[0][0] - 0.5 * gap).abs() < 1e-15);
    }

    /// Without a step: at the edge of the blend the slope is the measured one, at the ends too.
    #[test]
    fn a_blend_begins_and_ends_without_a_kink() {
        let slope = |x: f64| (weight(x + 1e-6, 1.0) - weight(x - 1e-6, 1.0)) / 2e-6;
        assert!(slope(1.0).abs() < 1e-5 && (weight(0.0, 1.0) - weight(1e-6, 1.0)) / 1e-6 < 1e-5);
        assert!((weight(0.5, 1.0) - 0.5).abs() < 1e-15);
    }

    /// Loads of 400 and 844 N at the ends, small ones beside them and a peak in the blend: each sign and the peak stay.
    #[test]
    fn no_load_changes_its_sign_and_the_peak_stays() {
        let mut values: Vec<f64> = (0..=100).map(|i| 1000.0 + 900.0 * (0.13 * f64::from(i)).sin()).collect();
        (values[0], values[100]) = (400.0, 844.0);
        values[1..3].copy_from_slice(&[5.0, -3.0]);
        values[82] = 126.0;
        for (peak, at) in [(2000.0, 50), (2000.0, 2), (2000.0, 98), (2000.0, 0), (2000.0, 100)] {
            let mut table = values.clone();
            table[at] = peak;
            let rows = joined(&table);
            assert_eq!(rows[0], rows[100], "the ends meet");
            assert_eq!(rows[82], 126.0);
            let most = rows.iter().fold(0.0, |most: f64, v| most.max(v.abs()));
            assert_eq!(most, peak, "the peak at row {at}");
            for (i, (new, old)) in rows.iter().zip(&table).enumerate() {
                assert!(new * old > 0.0, "row {i}: {old} became {new}");
            }
        }
        assert_eq!(joined(&[-5.0, 3.0, 4.0, 45.0, 9.0, 20.0])[0], 0.0, "opposite ends meet at zero");
    }

    #[test]
    fn a_vector_grows_nowhere_beyond_its_peak() {
        let at = shares(201);
        let mut rows: Vec<[f64; 2]> = at.iter().map(|s| [100.0 * (9.0 * s).cos(), 100.0 * (9.0 * s).sin()]).collect();
        rows[100] = [101.0, 0.0];
        join_load(&mut rows, &at);
        let most = rows.iter().map(|[x, y]| x.hypot(*y)).fold(0.0, f64::max);
        assert!((most - 101.0).abs() < 1e-12, "{most}");
    }

    #[test]
    fn what_ends_where_it_begins_stays_as_it_is() {
        let table = [300.0, 800.0, 2000.0, 700.0, 300.0];
        assert_eq!(joined(&table), table);
    }
}
