//! Does one workload once, for instruction counts: `work dynamic`. `work start` does nothing but start; `work replacement`
//! is the knee replacement over eleven frames of the ISO 14243-3 style motion, `work replacement-start` the same without its run;
//! `work many-loop` and `work many-store` are 64 hips without and with the layer of studies of many, `work many-start` the
//! study alone.

use joints::Unwatched;
use joints::hip::Hip;
use synovia_benches::{knee, many, run, workload};

/// Hips of a study of many.
const RUNS: u64 = 64;

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    if let Some(hip) = workload(&name) {
        assert!(run(&hip) > 0.0, "the workload failed");
    }
    if name.starts_with("replacement") {
        let knee = knee::gait(11).expect("the shipped knee is sound");
        assert!(name.ends_with("start") || knee.run(&Unwatched).is_ok(), "the workload failed");
    }
    if name.starts_with("many") {
        let campaign = many::campaign(RUNS as usize);
        let hip = campaign.base().joint::<Hip>().expect("a hip");
        let folder = tempfile::tempdir().expect("a folder");
        many::one_thread().install(|| match name.as_str() {
            "many-loop" => many::in_a_loop(hip, RUNS),
            "many-store" => many::into_a_store(&campaign, folder.path()),
            _ => (),
        });
    }
}
