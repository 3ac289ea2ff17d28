//! What this machine has, and the words for what is too much for it.

use joints::{Need, memory};

/// Memory that can be had now, in bytes; `None` where the system does not say.
pub fn free_memory() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    // A container may be allowed less than the machine has.
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let limit = limit.and_then(|limit| limit.trim().parse::<f64>().ok()).unwrap_or(f64::INFINITY);
    Some((1024.0 * kilobytes).min(limit))
}

/// Why `what` cannot be done here; `None` where it can, or where nobody knows.
pub fn refuse(what: &str, need: &Need) -> Option<String> {
    refuse_with(what, need, free_memory()?)
}

fn refuse_with(what: &str, need: &Need, free: f64) -> Option<String> {
    // Written so that what is not a number is refused, too.
    let fits = need.bytes <= free;
    (!fits).then(|| format!("{what} needs {}, but this machine has {} free", need.words(), memory(free)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_refused_with_both_numbers() {
        let need = Need { bytes: 19e9, seconds: Some(1200.0) };
        let text = refuse_with("the mesh", &need, 8e9).expect("a refusal");
        assert_eq!(text, "the mesh needs about 19 GB of memory and 20 minutes, but this machine has 8.0 GB free");
        assert_eq!(refuse_with("the mesh", &need, 20e9), None);
        assert!(refuse_with("it", &Need::bytes(f64::INFINITY), 1e15).is_some());
        assert!(refuse_with("it", &Need::bytes(f64::NAN), 1e15).is_some());
    }
}
