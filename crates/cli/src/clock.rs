//! The time of day, as RFC 3339 writes it, and the time that a processor has worked.

use std::time::{SystemTime, UNIX_EPOCH};

/// A moment in UTC, such as `2026-03-01T12:00:00Z`.
pub fn rfc3339(moment: SystemTime) -> String {
    let seconds = moment.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    let second = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

/// Seconds that the processors have worked for this process; of the clock on the wall where the system does not say.
pub fn processor_time() -> Box<dyn Fn() -> f64 + Sync> {
    #[cfg(unix)]
    {
        Box::new(|| {
            let spent = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
            spent.tv_sec as f64 + 1e-9 * spent.tv_nsec as f64
        })
    }
    #[cfg(not(unix))]
    {
        let begun = std::time::Instant::now();
        Box::new(move || begun.elapsed().as_secs_f64())
    }
}

/// Year, month and day of a day counted from 1 January 1970.
///
/// Years are counted from 1 March, so that the leap day is the last of its year; 400 of them have 146 097 days.
fn date(day: u64) -> (u64, u64, u64) {
    // From 1 March of the year 0 to 1 January 1970.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Five months from March, and again from August, have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Moments that `date -u -d @SECONDS` gives.
    #[test]
    fn known_moments_are_written_as_the_calendar_says() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_799, "2000-02-29T23:59:59Z"),
            (1_709_210_096, "2024-02-29T12:34:56Z"),
            (1_767_225_599, "2025-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(rfc3339(UNIX_EPOCH + Duration::from_secs(seconds)), text);
        }
    }
}
