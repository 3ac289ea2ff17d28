//! Two processes on one target: one gets it, the other is told before it computes anything.

use super::bench::{Bench, QUICK, end};
use super::kills::sweep;

pub fn on_one_target(bench: &mut Bench) -> Result<(), String> {
    bench.write("hip.toml", QUICK)?;
    bench.write("sweep.toml", &sweep())?;
    let mut round = 0;
    while bench.goes_on() {
        let out = format!("r{round}");
        let study = if round % 2 == 0 { "hip.toml" } else { "sweep.toml" };
        let run = ["run", study, "--out", &out, "--quiet"];
        let (one, two) = (bench.spawn(&run)?, bench.spawn(&run)?);
        let (one, two) = (end(one)?, end(two)?);
        for ended in [&one, &two] {
            bench.no_defect(ended, study);
        }
        let good = [&one, &two].iter().filter(|ended| ended.code == Some(0)).count();
        let told = [&one, &two].iter().filter(|ended| ended.code == Some(1) && ended.said.contains("hint: ")).count();
        let whole = if study == "hip.toml" { bench.fault_of_result(&out) } else { None };
        // One after the other, a sweep is found finished by the second.
        bench.judge(good >= 1 && good + told == 2 && whole.is_none(), || {
            format!("{study}: {:?} {:?} {} {} {whole:?}", one.code, two.code, one.said.trim(), two.said.trim())
        });
        round += 1;
    }
    let left: Vec<String> = bench.names().into_iter().filter(|name| name.starts_with('.')).collect();
    bench.judge(left.is_empty(), || format!("left behind: {}", left.join(", ")));
    Ok(())
}
