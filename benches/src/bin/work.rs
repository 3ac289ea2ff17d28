//! Does one workload once, for instruction counts: `work dynamic`. `work start` does nothing but start.

use synovia_benches::{run, workload};

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    if let Some(hip) = workload(&name) {
        assert!(run(&hip) > 0.0, "the workload failed");
    }
}
