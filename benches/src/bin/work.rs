//! Does one workload once, for instruction counts: `work dynamic`. `work start` does nothing but start; `work replacement`
//! is the knee replacement over eleven frames of the ISO 14243-3 style motion, `work replacement-start` the same without its run.

use joints::Unwatched;
use synovia_benches::{knee, run, workload};

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    if let Some(hip) = workload(&name) {
        assert!(run(&hip) > 0.0, "the workload failed");
    }
    if name.starts_with("replacement") {
        let knee = knee::gait(11).expect("the shipped knee is sound");
        assert!(name.ends_with("start") || knee.run(&Unwatched).is_ok(), "the workload failed");
    }
}
