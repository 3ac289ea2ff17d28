//! Scripts for clusters: what they print can be run, and the jobs together are the whole study.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{stderr, synovia};

const SWEEP: &str = "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 500\n[vary]\n\
                     hip.implant.clearance = { from = \"50 um\", to = \"200 um\", count = 7 }\n";

fn script(folder: &Path, arguments: &[&str]) -> String {
    let output = synovia(folder).arg("cluster").args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// The scheduler is played by this test: one process a job, then the merge that the first job asks for.
#[cfg(unix)]
#[test]
fn the_jobs_of_a_slurm_script_are_the_whole_study() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("my sweep.toml"), SWEEP).unwrap();
    fs::write(folder.join("job.sh"), script(folder, &["slurm", "my sweep.toml", "--jobs", "3", "--out", "all runs"]))
        .unwrap();
    let tools = folder.join("tools");
    fs::create_dir(&tools).unwrap();
    for (name, text) in
        [("sbatch", "#!/bin/sh\necho \"$@\" > asked\n"), ("scontrol", "#!/bin/sh\necho '   Command=job.sh'\n")]
    {
        fs::write(tools.join(name), text).unwrap();
        fs::set_permissions(tools.join(name), fs::Permissions::from_mode(0o755)).unwrap();
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_synovia"), tools.join("synovia")).unwrap();
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    let bash = |arguments: &[&str], job: u32| {
        let mut command = Command::new("bash");
        command.current_dir(folder).env("PATH", &path).arg("job.sh").args(arguments);
        command.env("SLURM_ARRAY_TASK_ID", job.to_string()).env("SLURM_ARRAY_JOB_ID", "77").env("SLURM_JOB_ID", "78");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
    };
    (1..=3).for_each(|job| bash(&[], job));
    let asked = fs::read_to_string(folder.join("asked")).unwrap();
    assert!(asked.contains("--dependency=afterok:77 job.sh merge"), "{asked}");
    bash(&["merge"], 1);
    let output = synovia(folder).args(["run", "my sweep.toml", "--out", "alone", "--quiet"]).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let table = |of: &str| fs::read(folder.join(of).join("table.csv")).unwrap();
    assert_eq!(table("all runs"), table("alone"));
}

#[test]
fn a_dag_of_htcondor_has_every_shard_and_joins_them() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("sweep.toml"), SWEEP).unwrap();
    let dag = script(folder.path(), &["htcondor", "sweep.toml", "--jobs", "3", "--threads", "2"]);
    for line in [
        "JOB shard3 shard",
        "VARS shard3 shard=\"3\"",
        "PARENT shard1 shard2 shard3 CHILD merge",
        "  request_cpus = 2",
        "  arguments = \"synovia run 'sweep.toml' --shard $(shard)/3 --threads 2 --quiet --out 'results/sweep-$(shard)-of-3'\"",
    ] {
        assert!(dag.lines().any(|found| found == line), "{line} is not in\n{dag}");
    }
}

#[test]
fn what_cannot_be_divided_is_refused_with_a_hint() {
    let folder = tempfile::tempdir().unwrap();
    let single = "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n";
    fs::write(folder.path().join("one.toml"), single).unwrap();
    fs::write(folder.path().join("sweep.toml"), SWEEP).unwrap();
    for (study, jobs, says) in [("one.toml", "3", "one run only"), ("sweep.toml", "8", "8 jobs for 7 runs")] {
        let output = synovia(folder.path()).args(["cluster", "slurm", study, "--jobs", jobs]).output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(says) && said.contains("hint: "), "{said}");
    }
}
