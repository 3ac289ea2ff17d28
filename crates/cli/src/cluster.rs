//! `synovia cluster`: a script that divides a study of many runs into the jobs of a cluster.

use std::fmt::Write as _;
use std::path::Path;

use study::StudyFile;

use crate::arguments::{Cluster, Scheduler};
use crate::failure::{Failure, say};

/// Checks the study, so that a mistake is found here and not in every job, and prints the script.
pub fn cluster(options: &Cluster) -> Result<(), Failure> {
    let file = StudyFile::load_file(&options.study)?;
    if !file.is_many() {
        let hint = "add a table [vary], as `synovia new hip-sweep` shows it, or `synovia run` it";
        return Err(Failure::usage("this study has one run only, which cannot be divided", hint));
    }
    let campaign = file.check_many()?;
    let Some(runs) = campaign.runs() else {
        return Err(Failure::usage(
            "each run of a search depends on those before it: it cannot be divided",
            "`synovia run` it on one machine, or from Python with an executor",
        ));
    };
    if u64::from(options.jobs) > runs {
        let hint = format!("give `--jobs {runs}` at most");
        return Err(Failure::usage(format!("{} jobs for {runs} runs", options.jobs), hint));
    }
    let name = options.study.file_stem().map_or_else(|| "study".into(), |stem| stem.to_string_lossy().into_owned());
    let out = options.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
    let script = Script { options, name: word(&name), out: out.display().to_string(), outline: campaign.outline() };
    say(&match options.scheduler {
        Scheduler::Slurm => script.slurm(),
        Scheduler::Htcondor => script.htcondor(),
    })
}

struct Script<'a> {
    options: &'a Cluster,
    name: String,
    out: String,
    outline: String,
}

/// Letters, digits, dashes: what every scheduler takes for a name.
fn word(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// A word of a shell that means itself.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

impl Script<'_> {
    fn slurm(&self) -> String {
        let Self { options: Cluster { study, jobs, threads, .. }, name, out, outline } = self;
        let (study, out) = (quoted(&study.display().to_string()), quoted(out));
        format!(
            "#!/bin/bash
# {outline}
# Submit it with `sbatch` from this folder. A job that is started again goes on where it stopped.
#SBATCH --job-name={name}
#SBATCH --array=1-{jobs}
#SBATCH --cpus-per-task={threads}
#SBATCH --output={name}-%a.log
set -euo pipefail
study={study}
out={out}
if [ \"${{1:-}}\" = merge ]; then
  exec synovia merge \"$out\"-*-of-{jobs} --out \"$out\" --quiet
fi
# The first job sees to it that the shards are joined when all of them are done.
if [ \"$SLURM_ARRAY_TASK_ID\" = 1 ] && [ \"${{SLURM_RESTART_COUNT:-0}}\" = 0 ]; then
  sbatch --job-name={name}-merge --array=1-1 --output={name}-merge.log \\
    --dependency=\"afterok:$SLURM_ARRAY_JOB_ID\" \"$(scontrol show job \"$SLURM_JOB_ID\" | sed -n 's/^ *Command=\\([^ ]*\\).*/\\1/p')\" merge
fi
synovia run \"$study\" --shard \"$SLURM_ARRAY_TASK_ID/{jobs}\" --threads {threads} --quiet \\
  --out \"$out-$SLURM_ARRAY_TASK_ID-of-{jobs}\"
"
        )
    }

    fn htcondor(&self) -> String {
        let Self { options: Cluster { study, jobs, threads, .. }, name, out, outline } = self;
        let study = study.display();
        let mut text = format!(
            "# {outline}
# Submit it with `condor_submit_dag` from a folder that all machines share. A job that is started again goes on.
SUBMIT-DESCRIPTION shard {{
  executable = /usr/bin/env
  arguments = \"synovia run '{study}' --shard $(shard)/{jobs} --threads {threads} --quiet --out '{out}-$(shard)-of-{jobs}'\"
  request_cpus = {threads}
  log = {name}.condor.log
  error = {name}-$(shard).err
  getenv = true
}}
SUBMIT-DESCRIPTION merge {{
  executable = /bin/sh
  arguments = \"-c 'synovia merge \"\"$0\"\"-*-of-{jobs} --out \"\"$0\"\" --quiet' '{out}'\"
  log = {name}.condor.log
  error = {name}-merge.err
  getenv = true
}}
"
        );
        for shard in 1..=*jobs {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "JOB shard{shard} shard\nVARS shard{shard} shard=\"{shard}\"\nRETRY shard{shard} 3");
        }
        let shards: Vec<String> = (1..=*jobs).map(|shard| format!("shard{shard}")).collect();
        text + &format!("JOB merge merge\nPARENT {} CHILD merge\n", shards.join(" "))
    }
}
