//! Many hips, in a loop over the joint and through a study of many: what the layer between them costs.

use std::path::Path;

use joints::Unwatched;
use joints::hip::Hip;
use quantity::Length;
use results::store::{Opening, Store};
use study::{Campaign, StudyFile};

/// Quasi-static walking cycles of hips with different clearances, all at full resolution.
pub fn campaign(runs: usize) -> Campaign {
    let text = format!(
        "[hip.contact.elastic-foundation]\n[hip.experiment.quasi-static]\n[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"200 um\", count = {runs} }}\n"
    );
    StudyFile::from_text("bench.toml", text).check_many().expect("a good study")
}

/// The same hips without the layer: the measure of what it costs.
pub fn in_a_loop(hip: &Hip, runs: u64) {
    for run in 0..runs {
        let mut parameters = hip.parameters().clone();
        let clearance = 50.0 + 150.0 * run as f64 / (runs - 1) as f64;
        parameters.implant.clearance = Some(Length::micrometres(clearance));
        let hip = Hip::new(parameters, hip.cycle().clone()).expect("a good hip");
        std::hint::black_box(hip.run_headline(&Unwatched).expect("a good run"));
    }
}

/// Runs into a store on disk, in an empty folder.
pub fn into_a_store(campaign: &Campaign, folder: &Path) {
    let header = campaign.header("bench").expect("a good base case");
    let (mut store, _) = Store::open(&folder.join("store"), &header, Opening::Resume).expect("a store");
    campaign.execute(&mut store, &Unwatched).expect("good runs");
    store.close().expect("a complete store");
}

/// One thread, so that counts do not depend on how many there are.
pub fn one_thread() -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool of one thread")
}
