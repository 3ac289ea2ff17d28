//! Asked to end, every command does so within two seconds, in the middle of whatever it computes, and leaves nothing.

use std::time::{Duration, Instant};

use super::bench::{Bench, end};
use crate::run;

/// Generous: the machine may be busy. What was measured is said.
const LIMIT: Duration = Duration::from_secs(20);

const LONG: &[(&str, &str)] = &[
    (
        "a factorisation",
        "[liner.mesh]\nelement = \"hex8\"\npatch-cells = 12\nring-cells = 14\nlayers = 8\n[liner.experiment.static]\nload = \"1500 N\"\n",
    ),
    ("steps of a liner", "[liner.experiment.wear]\ncycles = 1000\n"),
    (
        "an explicit scheme",
        "[hip.experiment.dynamic]\nscheme = \"rkf45\"\ntolerance = 1e-12\nmost-cycles = 10000\nperiodic-within = 1e-300\n",
    ),
    ("a numerical film", "[gait]\nhip = [\"lubricated\"]\n[gait.lubricated]\ncells = [512, 256]\n"),
    (
        "a cup's lifetime",
        "[hip.lifetime]\ntolerance = 1e-6\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 401\nelements = 40000\n",
    ),
    (
        "an insert's lifetime",
        "[knee-replacement.implant.design]\n[knee-replacement.lifetime]\n[knee-replacement.experiment.load-driven]\nload-medial = \"5 mm\"\n",
    ),
    (
        "a cup by finite elements",
        "[hip.contact.finite-elements]\ncells = 96\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 401\n",
    ),
    ("maps of a hip", "[hip.output]\nelements = 200000\nframes = 400\n"),
    (
        "many runs",
        "[hip.experiment.quasi-static]\n[vary]\nhip.implant.clearance = { uniform = [\"50 um\", \"200 um\"] }\n[runs.latin-hypercube]\ncount = 100000\n",
    ),
];

pub fn in_the_middle(bench: &mut Bench) -> Result<(), String> {
    let mut slowest = (Duration::ZERO, "");
    let mut round = 0;
    while bench.goes_on() || round < LONG.len() {
        let (name, study) = LONG[round % LONG.len()];
        let signal = if round % 2 == 0 { "-INT" } else { "-TERM" };
        bench.write("long.toml", study)?;
        let mut child = bench.spawn(&["run", "long.toml", "--out", "out/r", "--quiet"])?;
        let wait = 300 + bench.below(1500);
        std::thread::sleep(Duration::from_millis(wait));
        if child.try_wait().map_err(|error| error.to_string())?.is_some() {
            let ended = end(child)?;
            bench.judge(matches!(ended.code, Some(0 | 1)), || format!("{name}: {}", ended.said));
        } else {
            run::succeeds("kill", &[signal, &child.id().to_string()]);
            let asked = Instant::now();
            let ended = end(child)?;
            let took = asked.elapsed();
            if took > slowest.0 {
                slowest = (took, name);
            }
            // What had just finished may be in its place.
            let good = matches!(ended.code, Some(130 | 0)) && took < LIMIT;
            bench.judge(good, || format!("{name}: {:?} after {took:?}: {}", ended.code, ended.said.trim()));
        }
        let left = bench.names().into_iter().find(|name| name.starts_with('.'));
        bench.judge(left.is_none(), || format!("{name}: {left:?} is left"));
        let _ = std::fs::remove_dir_all(bench.folder.join("out"));
        round += 1;
    }
    bench.tally.note = format!("at the slowest {:.1} s, {}", slowest.0.as_secs_f64(), slowest.1);
    Ok(())
}
