//! The command line, declared once: parsing, help and completions follow from it.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, Parser, Subcommand};
use quantity::{Angle, Length};
use study::registry::{compared, fitted, in_words};

/// The version with the commit it was built from.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("SYNOVIA_COMMIT"), ")");

const EXAMPLES: &str = "\
Examples:
  synovia new hip > hip.toml        write a commented study to begin with
  synovia check hip.toml            say what is wrong with it, with lines and hints
  synovia run hip.toml              run it; open results/hip/report.html
  synovia run hip.toml --json       the same, headline numbers as JSON on standard output
  synovia new hip-own-data --out my-hip  the same with the files that it reads
  synovia list                      joints, studies, materials, laws and load cycles that can be named
  synovia validate                  compare the program with published results
  synovia catalogue                 every law of point contact on one page
  synovia run hip-sweep.toml        a study of many runs ([vary]): on all cores; the same command goes on after a stop
  synovia merge a b --out all       join the shards of a study of many runs
  synovia compare hip-static.toml   one load through every model of contact: errors and cost
  synovia fit knee.toml --out s.json  a surrogate of a knee replacement's or a hip's contact, for studies of many runs
  synovia mesh cup.stl --unit mm    what is in a surface file, and what is wrong with it
  synovia cache                     what was computed before and is used again
  synovia open                      the workbench in the browser: this folder's studies and results
  synovia diff results/a results/b  what differs between two results: inputs, numbers, curves, maps
  synovia dossier hip.toml          why the answer may be believed: thirteen credibility factors, computed now
  synovia explain warning rim-contact  what a key of a study or a warning of a result means

Exit codes: 0 all is well, 1 the run failed, 2 the study or the command line is wrong, 130 interrupted.";

/// What happens inside a human joint: contact pressure, sliding, wear and motion from a study file.
#[derive(Debug, Parser)]
#[command(name = "synovia", version = VERSION, after_help = EXAMPLES, arg_required_else_help = true)]
pub struct Arguments {
    /// Folder of what was computed before and is used again, or `off` [default: SYNOVIA_CACHE, or the user's cache].
    #[arg(long, global = true, value_name = "FOLDER")]
    pub cache: Option<PathBuf>,
    /// What to do.
    #[command(subcommand)]
    pub command: Action,
}

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Action {
    /// Run a study and write its result
    #[command(after_help = "\
Examples:
  synovia run studies/hip-walking.toml
  synovia run hip.toml --out results/first-try --threads 2
  synovia run hip.toml --force --json | jq .peak_pressure_Pa
  synovia run studies/hip-sweep.toml --shard 3/16        one of sixteen jobs of a cluster

The result is a folder: report.html, summary.json, series.csv and .parquet, surface fields for ParaView (.pvd), \
the complete study and where everything came from. It is there completely or not at all.

A study of many runs, with a table [vary], writes a store that grows run by run: interrupt it as you like, the same \
command goes on where it stopped. `table.csv` and `table.parquet` hold all runs, a failed one with its error.")]
    Run(Run),
    /// Join the shards of a study of many runs, and report on them
    #[command(after_help = "\
Example:
  synovia merge results/hip-sweep-*-of-16 --out results/hip-sweep")]
    Merge(Merge),
    /// Print a script for a cluster: one job a shard of a study of many runs, then a merge
    #[command(after_help = "\
Examples:
  synovia cluster slurm studies/hip-sweep.toml --jobs 16 > sweep.sh && sbatch sweep.sh
  synovia cluster htcondor studies/hip-sweep.toml --jobs 16 > sweep.dag && condor_submit_dag sweep.dag

Each job runs `synovia run study.toml --shard 3/16`, with numbers of its own; a job that is started again goes on where it stopped. The last joins them.")]
    Cluster(Cluster),
    /// Check a study without running it
    Check {
        /// The study file.
        study: PathBuf,
    },
    /// Open the workbench in the browser: studies as forms, answers as pictures, results on a shelf
    #[command(after_help = "\
Examples:
  synovia open
  synovia open my-project --port 8080 --no-browser      print the address only

Serves one folder to this machine alone; the address holds a token, without which nothing is told. Ctrl-C closes it.")]
    Open(Open),
    /// Say what differs between two results: inputs, numbers, curves and maps
    #[command(after_help = "\
Examples:
  synovia diff results/hip results/hip-2
  synovia diff results/hip results/hip-2 --page diff.html      as a page: maps on one scale, curves on one axis
  synovia diff a b --json

Maps of other meshes, and other instants, are resampled on those of the first, and it is said so.")]
    Diff(Diff),
    /// Run one load through every model of contact: errors, time, memory, and a ranking
    #[command(about = format!("Run {} through every model of contact: errors, time, memory, and a ranking", in_words(compared())), after_help = "\
Examples:
  synovia compare studies/hip-static.toml
  synovia compare hip.toml --weight accuracy=0.6 --weight speed=0.4 --page models.html
  synovia compare knee-replacement-measured.toml --at 14 --at 60

The most complete model that applies is the truth. Weights that are not given are those of Lehtoranta2011.")]
    Compare(Compare),
    /// Fit a surrogate to a contact, around the motion of its study
    #[command(about = format!("Fit a surrogate to the contact of {}, around the motion of a study", in_words(fitted())), after_help = "\
Examples:
  synovia fit studies/knee-replacement-simulator.toml --out knee-surrogate.json
  synovia fit knee.toml --kind kriging --out knee-surrogate.json --page fit.html
  synovia fit studies/hip-walking.toml --out hip-surrogate.json

A study of the same implant then uses it: [knee-replacement.surrogate] path = \"knee-surrogate.json\", or [hip.surrogate].
A hip has a closed form, which is as fast: there a surrogate is held against a known answer.")]
    Fit(Fit),
    /// Write the parts of an implant by design: surfaces to print or to mesh, and a drawing
    #[command(after_help = "\
Examples:
  synovia design knee.toml --out parts            both parts as STL and STEP, and drawing.svg, in millimetres
  synovia design knee.toml --out parts --sagitta 5um

The study has a table [knee-replacement.implant.design], as `synovia new knee-design` prints it.")]
    Design(Design),
    /// Gather why the answer of a study may be believed: the thirteen credibility factors of ASME V&V 40, computed now
    #[command(after_help = "\
Examples:
  synovia dossier studies/dossier-clearance.toml
  synovia dossier hip.toml --influence low --consequence medium --quantity peak_pressure_Pa
  synovia dossier hip.toml --out dossiers/hip --force

The study's table [dossier] states question, context of use, influence, consequence and uncertain inputs (`synovia explain dossier`). \
The study is refined, tightened, run with other models and with drawn inputs, and the validation cases that judge what it uses are run. \
The folder holds dossier.html (print it for a PDF), dossier.json, and dossier.uofa.jsonld, which `uofa check` checks and whoever decides signs. \
Interrupt it as you like: the same command goes on.")]
    Dossier(DossierOptions),
    /// Print a commented study to copy and edit, or write it with the files that it reads
    #[command(after_help = "\
Examples:
  synovia new hip > hip.toml
  synovia new hip-own-data --out my-hip        the study, and the table of loads that it reads")]
    New(New),
    /// List what can be named in a study: joints, laws, materials, load cycles, with their sources
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Say what a key of a study is for, what is written there, and what holds without it; or what a warning means
    #[command(after_help = "\
Examples:
  synovia explain                         the tables of a study
  synovia explain hip.implant             what is in a table
  synovia explain clearance               every key of that name
  synovia explain warning rim-contact     what a warning means, and what to do about it")]
    Explain(Explain),
    /// Compare the program with exact, published and measured results
    #[command(after_help = "\
Examples:
  synovia validate                        every case but the slow ones
  synovia validate --all --page validation.html
  synovia validate --list
  synovia validate --paper askari2018 --page askari2018.html")]
    Validate(Validate),
    /// Write a page on every law of point contact: loops, energy, restitution, cost, validity
    #[command(after_help = "Example:\n  synovia catalogue --out contact-laws.html")]
    Catalogue(Page),
    /// Say what is in a surface file (STL, OBJ, PLY, VTP), what is wrong with it, and whether its facets are fine enough
    #[command(after_help = "\
Examples:
  synovia mesh femur.stl tibia.stl
  synovia mesh cup.stl --unit mm --clearance 80um       are the facets fine enough for this clearance?
  synovia mesh cup.stl --unit mm --write cup.vtp        convert
  synovia mesh cup.stl --orient --clean --refine 4 --write fine.ply

A file of triangles has no unit: without `--unit` it is read in metres, and an implausible size is questioned.")]
    Mesh(Mesh),
    /// Show or change the cache: compliances of parts, which are computed once and used by every run after that
    #[command(after_help = "\
Examples:
  synovia cache                       what is kept, the most recently used first
  synovia cache where
  synovia cache limit 2GB             at most so much from now on; the least recently used goes first
  synovia cache clear
  synovia --cache off run hip.toml    neither read nor write it; so does SYNOVIA_CACHE=off

An entry is named by a hash of everything that it was computed from: nothing in it can be out of date.")]
    Cache {
        /// What to do.
        #[command(subcommand)]
        action: Option<CacheAction>,
    },
    /// Print the JSON schema of the study file, for editors
    Schema,
    /// Print completions for a shell
    #[command(after_help = "Example:\n  synovia completions bash > ~/.local/share/bash-completion/completions/synovia")]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
}

/// What can be done with the cache.
#[derive(Debug, Subcommand)]
pub enum CacheAction {
    /// List what is kept
    List {
        /// One JSON object per entry and line.
        #[arg(long)]
        json: bool,
    },
    /// Remove everything
    Clear,
    /// Say how much may be kept, or change it
    Limit {
        /// Such as 500MB or 2GB; without it, the limit is said.
        #[arg(value_parser = crate::bytes::size)]
        size: Option<u64>,
    },
    /// Print its folder
    Where,
}

/// What the workbench serves.
#[derive(Debug, Args)]
pub struct Open {
    /// The folder with studies and results [default: this one].
    #[arg(default_value = ".", hide_default_value = true)]
    pub folder: PathBuf,
    /// The port on this machine; 0 takes a free one.
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    pub port: u16,
    /// Only print the address.
    #[arg(long)]
    pub no_browser: bool,
    /// How long an answer may take before it is left to a run in the background [default: 2.5 s].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3600))]
    pub patience: Option<u32>,
}

/// What to explain.
#[derive(Debug, Args)]
pub struct Explain {
    /// Such as hip.implant.clearance, or the end of it; or the word `warning`.
    pub key: Option<String>,
    /// After `warning`: its name.
    pub name: Option<String>,
    /// Write the whole reference (keys, choices, laws, outputs, warnings, commands) as Markdown pages into this folder.
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["key", "name"])]
    pub pages: Option<PathBuf>,
}

/// Which results to compare.
#[derive(Debug, Args)]
pub struct Diff {
    /// The folder of the first result.
    pub first: PathBuf,
    /// The folder of the second.
    pub second: PathBuf,
    /// Write a page with curves on one axis and maps on one scale, too.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Replace an existing page.
    #[arg(long, requires = "page")]
    pub force: bool,
    /// As one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
}

/// What a dossier is about.
#[derive(Debug, Args)]
pub struct DossierOptions {
    /// The study file.
    pub study: PathBuf,
    /// Folder of the dossier [default: dossiers/NAME OF THE STUDY FILE].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// The question, instead of the study's own.
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
    /// The context of use, instead of the study's own.
    #[arg(long, value_name = "TEXT")]
    pub context: Option<String>,
    /// How much of the decision rests on the model.
    #[arg(long, value_enum)]
    pub influence: Option<HowMuch>,
    /// How bad a wrong decision would be.
    #[arg(long, value_enum)]
    pub consequence: Option<HowMuch>,
    /// A headline number that answers; may be said several times.
    #[arg(long, value_name = "NAME")]
    pub quantity: Vec<String>,
    /// Runs in which uncertain inputs are drawn.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    pub samples: Option<u64>,
    /// Rest on the validation cases of this folder instead of those that come with the program.
    #[arg(long, value_name = "FOLDER")]
    pub validation: Option<PathBuf>,
    /// Slow validation cases, too.
    #[arg(long)]
    pub all: bool,
    /// Replace an existing dossier.
    #[arg(long)]
    pub force: bool,
    /// Print the dossier as JSON on standard output, and nothing else there.
    #[arg(long)]
    pub json: bool,
}

/// How much.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum HowMuch {
    /// Little
    Low,
    /// Some
    Medium,
    /// Much
    High,
}

impl From<HowMuch> for study::dossier::Degree {
    fn from(degree: HowMuch) -> Self {
        match degree {
            HowMuch::Low => Self::Low,
            HowMuch::Medium => Self::Medium,
            HowMuch::High => Self::High,
        }
    }
}

/// Which study to begin with.
#[derive(Debug, Args)]
pub struct New {
    /// What kind of study; without it, the kinds are listed.
    #[arg(value_parser = PossibleValuesParser::new(kinds()))]
    pub kind: Option<String>,
    /// Write the study and the files that it reads into this folder, instead of printing the study.
    #[arg(long, value_name = "FOLDER", requires = "kind")]
    pub out: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Kinds by their names; the names of their files are understood, too.
fn kinds() -> impl Iterator<Item = PossibleValue> {
    study::KINDS.iter().map(|kind| {
        let known = |name: &str| study::KINDS.iter().any(|kind| kind.kind == name);
        let aliases = Some(kind.file).filter(|file| !known(file));
        PossibleValue::new(kind.kind).aliases(aliases)
    })
}

/// How to run a study.
#[derive(Debug, Args)]
pub struct Run {
    /// The study file.
    pub study: PathBuf,
    /// Folder of the result [default: results/NAME OF THE STUDY FILE].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Replace an existing result.
    #[arg(long)]
    pub force: bool,
    /// Print the headline numbers as one JSON object on standard output, and nothing else there.
    #[arg(long)]
    pub json: bool,
    /// Number of threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress bar and no summary; cautions are still said on standard error.
    #[arg(long, short)]
    pub quiet: bool,
    /// Leave out the surface fields for ParaView.
    #[arg(long)]
    pub no_vtk: bool,
    /// Of a study of many runs, only this share of them, such as 3/16; `synovia merge` joins the shares.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub shard: Option<(u32, u32)>,
    /// Go on with runs, or from a checkpoint, of another build of this version: its numbers may differ.
    #[arg(long, conflicts_with = "force")]
    pub accept_other_build: bool,
}

/// `3/16`: the third of sixteen.
fn shard(text: &str) -> Result<(u32, u32), String> {
    let parts = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
    match parts {
        Some((index, count)) if 1 <= index && index <= count => Ok((index, count)),
        _ => Err("write it like 3/16: the third of sixteen".into()),
    }
}

/// Which script to print.
#[derive(Debug, Args)]
pub struct Cluster {
    /// What schedules the jobs.
    #[arg(value_enum)]
    pub scheduler: Scheduler,
    /// The study file, with a table `[vary]`.
    pub study: PathBuf,
    /// Number of jobs, each with an equal share of the runs.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub jobs: u32,
    /// Processors of each job.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: u16,
    /// Folder of the joined study; those of the shards stand beside it [default: results/NAME OF THE STUDY FILE].
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
}

/// Programs that schedule jobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Scheduler {
    /// A job array, and a job that waits for it
    Slurm,
    /// A DAG of the shards and the merge
    Htcondor,
}

/// Which shards to join.
#[derive(Debug, Args)]
pub struct Merge {
    /// The folders of the shards.
    #[arg(required = true)]
    pub shards: Vec<PathBuf>,
    /// Folder of the joined study; may hold a part of it already.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// Replace an existing result, once the new one is complete.
    #[arg(long)]
    pub force: bool,
    /// Join shards that different builds of this version computed: their numbers may differ.
    #[arg(long, conflicts_with = "force")]
    pub accept_other_build: bool,
    /// No progress bar and no summary.
    #[arg(long, short)]
    pub quiet: bool,
}

/// How to fit a surrogate.
#[derive(Debug, Args)]
pub struct Fit {
    /// The study file: a hip on its elastic foundation, or a knee replacement.
    pub study: PathBuf,
    /// File of the surrogate.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// What is fitted: response-surface, poly-fourier or kriging.
    #[arg(long, default_value = "response-surface",
          value_parser = PossibleValuesParser::new(["response-surface", "poly-fourier", "kriging"]))]
    pub kind: String,
    /// Greatest order of a product of a response surface or Poly-Fourier model [default: 3 for a knee, 7 for a hip].
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=8))]
    pub order: Option<u8>,
    /// Poses with a load in the first design, for each piece of a knee's motion, where half as many are drawn around them [default: 100 for a knee, 480 for a hip].
    #[arg(long, value_parser = clap::value_parser!(u16).range(30..=5000))]
    pub samples: Option<u16>,
    /// Poses held out, for each piece of a knee's motion [default: 10 for a knee, 150 for a hip].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub held_out: Option<u16>,
    /// Seed of the designs.
    #[arg(long, default_value_t = 0)]
    pub seed: u32,
    /// Also write a page with the errors on the poses held out.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
}

/// How to write the parts of a design.
#[derive(Debug, Args)]
pub struct Design {
    /// The study file, with a table [knee-replacement.implant.design].
    pub study: PathBuf,
    /// Folder of the files; it is made.
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,
    /// How far the middle of a triangle's side may be from the surface.
    #[arg(long, value_name = "LENGTH", default_value = "20um")]
    pub sagitta: Length,
    /// Replace existing files.
    #[arg(long)]
    pub force: bool,
}

/// How to compare models.
#[derive(Debug, Default, Args)]
pub struct Compare {
    /// The study file: a hip under one load, or a knee replacement whose measured pose drives.
    pub study: PathBuf,
    /// Percent of the cycle at which a knee replacement is compared; may be said several times [default: greatest and least
    /// load].
    #[arg(long, value_name = "PERCENT")]
    pub at: Vec<f64>,
    /// Weight of a criterion (accuracy, speed, set-up, memory, integration, versatility, add-ons, theory, development);
    /// those that are not named count nothing then.
    #[arg(long, value_name = "NAME=NUMBER", value_parser = weight)]
    pub weight: Vec<(String, f64)>,
    /// Also write a page with figures.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Replace an existing page.
    #[arg(long)]
    pub force: bool,
    /// One JSON object per model and line, the best first.
    #[arg(long)]
    pub json: bool,
    /// Ask this model alone, in this process.
    #[arg(long, hide = true)]
    pub only: Option<String>,
    /// Places at which to compare its forces, as JSON.
    #[arg(long, hide = true)]
    pub places: Option<String>,
}

/// `speed=0.4`.
fn weight(text: &str) -> Result<(String, f64), String> {
    let parts = text.split_once('=').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    parts.ok_or_else(|| "write it like speed=0.4".into())
}

/// Where to write a page.
#[derive(Debug, Args)]
pub struct Page {
    /// The page.
    #[arg(long, value_name = "FILE", default_value = "catalogue.html")]
    pub out: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
}

/// Which surface files to look at, and what to do with them.
#[derive(Debug, Args)]
pub struct Mesh {
    /// The surface files.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// Unit of their coordinates: m, cm, mm or um [default: m].
    #[arg(long, value_name = "UNIT")]
    pub unit: Option<String>,
    /// Radial clearance, or gap at rest, of the pair to which the surface belongs, such as 80um.
    #[arg(long, value_name = "LENGTH")]
    pub clearance: Option<Length>,
    /// Indentation that is expected, such as 30um [default: a third of the clearance].
    #[arg(long, value_name = "LENGTH")]
    pub indentation: Option<Length>,
    /// Join vertices that are nearer to each other than this; without it, equal ones.
    #[arg(long, value_name = "LENGTH")]
    pub weld: Option<Length>,
    /// Edges that bend by more than this are meant to be sharp.
    #[arg(long, value_name = "ANGLE", default_value = "40 deg")]
    pub crease: Angle,
    /// Turn triangles until neighbours agree on the outside; the larger number decides.
    #[arg(long)]
    pub orient: bool,
    /// Leave out triangles without area and repeated ones.
    #[arg(long)]
    pub clean: bool,
    /// Cut every facet into N × N that lie on the smooth surface through the vertices.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub refine: Option<u16>,
    /// Write the surface, in the format that the ending of the name says.
    #[arg(long, value_name = "FILE")]
    pub write: Option<PathBuf>,
    /// Unit in which to write [default: that of --unit].
    #[arg(long, value_name = "UNIT", requires = "write")]
    pub write_unit: Option<String>,
    /// Write STL and PLY as text.
    #[arg(long, requires = "write")]
    pub ascii: bool,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
    /// One JSON object per file and line.
    #[arg(long)]
    pub json: bool,
}

/// What to validate.
#[derive(Debug, Args)]
pub struct Validate {
    /// Names of cases; all of them if none is given.
    pub cases: Vec<String>,
    /// One JSON object per comparison and line.
    #[arg(long)]
    pub json: bool,
    /// Slow cases, too.
    #[arg(long)]
    pub all: bool,
    /// Only list the cases and their claims.
    #[arg(long)]
    pub list: bool,
    /// Take the cases of this folder instead of those that come with the program.
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// Write the page of a paper (with `--page`): its tables and figures in order, ours beside them. Or name no page, to
    /// see which papers there are.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["cases", "json", "all", "list", "markdown"])]
    pub paper: Option<String>,
    /// Also write the table as a page.
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,
    /// Print one line a case, as a Markdown table.
    #[arg(long, conflicts_with = "json")]
    pub markdown: bool,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Everything that is written as a command in a text.
    fn commands(text: &str) -> Vec<String> {
        let spans = text.split('`').skip(1).step_by(2);
        let lines =
            text.lines().map(str::trim).filter(|line| line.starts_with("synovia ") || line.starts_with("cargo "));
        let cut = |text: &str| {
            let text = text.replace("cargo run --release -- ", "synovia ");
            // What follows two blanks or a mark is said about the command.
            let end = ["  ", " # ", " > ", " | "].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
            text[..end].to_owned()
        };
        spans.chain(lines).map(cut).filter(|text| text.starts_with("synovia ")).collect()
    }

    #[test]
    fn every_command_of_readme_tour_and_help_is_understood() {
        let mut help = [include_str!("../README.md"), include_str!("../tour.md")].map(str::to_owned).to_vec();
        let mut all = Arguments::command();
        all.build();
        for command in std::iter::once(&all).chain(all.get_subcommands()) {
            help.extend(command.get_after_help().map(ToString::to_string));
        }
        let (mut seen, mut wrong) = (0, Vec::new());
        for command in help.iter().flat_map(|text| commands(text)) {
            let parsed = Arguments::try_parse_from(command.split_whitespace());
            seen += 1;
            if let Err(error) = parsed.as_ref().map_err(clap::Error::kind) {
                // `synovia merge` alone is the name of a command, not a command.
                let only_named = command.split_whitespace().count() == 2;
                let incomplete = error == clap::error::ErrorKind::MissingRequiredArgument;
                if !(only_named && incomplete) {
                    wrong.push(format!("{command}: {error}"));
                }
            }
        }
        assert!(seen > 30 && wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }
}
