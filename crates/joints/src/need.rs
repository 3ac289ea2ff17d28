//! What a run needs of the machine, before it begins.

/// An estimate: memory to within a third, time to within a factor of three. A motion in which things hit, rattle or slip has as
/// many steps as that takes, which only the run itself finds out: those that are unlike what the constants were measured on may
/// take ten times as long.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Need {
    /// Most memory that is held at a time, in bytes.
    pub bytes: f64,
    /// Time of one core, in s, where it can be told.
    pub seconds: Option<f64>,
}

/// Bytes of a number of a table while it is recorded, written and drawn.
const CELL: f64 = 120.0;
/// What every run holds, in bytes.
const ALWAYS: f64 = 20e6;
/// Seconds that every run takes, and those of a number of a table.
const START: f64 = 0.02;
const WRITTEN: f64 = 2.5e-7;

impl Need {
    /// A table of so many rows and columns, recorded, written and drawn.
    pub fn table(rows: f64, columns: f64) -> Self {
        Self { bytes: ALWAYS + CELL * rows * columns, seconds: Some(START + WRITTEN * rows * columns) }
    }

    /// The same with so many seconds more.
    pub fn and_seconds(self, more: f64) -> Self {
        Self { seconds: self.seconds.map(|seconds| seconds + more), ..self }
    }

    /// So many of them at a time, one after the other so often.
    pub fn times(self, at_a_time: f64, in_all: f64) -> Self {
        Self { bytes: self.bytes * at_a_time, seconds: self.seconds.map(|seconds| seconds * in_all) }
    }

    /// So much memory, and who knows how long.
    pub fn bytes(bytes: f64) -> Self {
        Self { bytes, seconds: None }
    }

    /// As a reader wants to see it: `about 1.5 GB of memory and 3 minutes`.
    pub fn words(&self) -> String {
        let time = self.seconds.map_or_else(String::new, |seconds| format!(" and {}", duration(seconds)));
        format!("about {} of memory{time}", memory(self.bytes))
    }
}

/// Memory in the unit that suits it.
pub fn memory(bytes: f64) -> String {
    match bytes {
        small if small < 1e9 => format!("{:.0} MB", (small / 1e6).max(1.0)),
        large if large < 1e10 => format!("{:.1} GB", large / 1e9),
        huge => format!("{:.0} GB", huge / 1e9),
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        short if short < 90.0 => format!("{:.0} s", short.max(1.0)),
        medium if medium < 90.0 * 60.0 => format!("{:.0} minutes", medium / 60.0),
        long if long < 48.0 * 3600.0 => format!("{:.0} hours", long / 3600.0),
        endless => format!("{:.0} days", endless / 86400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_said_with_two_digits_and_a_unit() {
        let need = |bytes: f64, seconds: f64| Need { bytes, seconds: Some(seconds) }.words();
        assert_eq!(need(4.7e7, 0.2), "about 47 MB of memory and 1 s");
        assert_eq!(need(1.46e9, 700.0), "about 1.5 GB of memory and 12 minutes");
        assert_eq!(need(2.9e10, 1e6), "about 29 GB of memory and 12 days");
        assert_eq!(Need::bytes(3e5).words(), "about 1 MB of memory");
        assert_eq!(Need::table(1e6, 40.0).and_seconds(10.0).words(), "about 4.8 GB of memory and 20 s");
    }
}
