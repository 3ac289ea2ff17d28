//! A disk that is full leaves what was there before, and says so.

use std::process::{Command, Stdio};

use super::bench::{Bench, QUICK, end};
use super::kills::sweep;

/// Disks of some kilobytes, in a mount namespace of their own, so that nothing has to be cleaned up.
pub fn full(bench: &mut Bench) -> Result<(), String> {
    bench.write("hip.toml", QUICK)?;
    bench.write("sweep.toml", &sweep())?;
    let program = bench.command(&[]).get_program().to_owned();
    let mut kilobytes = 8;
    while bench.goes_on() {
        for (study, whole) in [("hip.toml", "summary.json"), ("sweep.toml", "table.csv")] {
            let disk = bench.folder.join("disk");
            std::fs::create_dir_all(&disk).map_err(|error| error.to_string())?;
            // Says whether there is a result, half of one, or something else.
            let script = format!(
                "mount -t tmpfs -o size={kilobytes}k tmpfs disk || exit 77; \"$0\" run {study} --out disk/r --quiet; code=$?; \
                 [ $code = 0 ] || [ $code = 1 ] || echo LOSS code $code >&2; \
                 [ $code = 0 ] && [ ! -s disk/r/{whole} ] && echo LOSS no result >&2; \
                 [ $code = 1 ] && [ -e disk/r/report.html ] && echo LOSS half a result >&2; \
                 [ $code = 1 ] && ls -A disk | grep -q tmp- && echo LOSS left behind >&2; \
                 mount -o remount,size=100m disk; \"$0\" run {study} --out disk/r --quiet >/dev/null 2>&1; code=$?; \
                 [ -s disk/r/{whole} ] || echo LOSS it does not go on >&2; exit 0"
            );
            let mut command = Command::new("unshare");
            command.args(["--map-root-user", "--mount", "sh", "-c", &script]).arg(&program);
            command.current_dir(&bench.folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
            let Ok(child) = command.spawn() else {
                bench.tally.note = "there is no `unshare` here".into();
                return Ok(());
            };
            let ended = end(child)?;
            if ended.code == Some(77) || ended.said.contains("unshare:") {
                bench.tally.note = "no disk may be mounted here".into();
                return Ok(());
            }
            bench.no_defect(&ended, study);
            bench.judge(!ended.said.contains("LOSS"), || format!("{study} on {kilobytes} kB: {}", ended.said.trim()));
        }
        kilobytes = if kilobytes > 3000 { 12 } else { kilobytes + kilobytes / 3 + 4 };
    }
    Ok(())
}
