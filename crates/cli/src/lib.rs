//! The door: translates the command line, calls the rooms, shows what they say.
//!
//! A library, so that the door for Python writes results, pages and stores with the same functions.

pub mod arguments;
mod bytes;
pub mod cache;
pub mod catalogue;
pub mod checkpoint;
mod clock;
mod cluster;
pub mod compare;
pub mod design;
mod desk;
pub mod diff;
mod dossier;
pub mod explain;
pub mod failure;
pub mod fit;
pub mod many;
pub mod mesh;
mod new;
mod number;
mod open;
mod put;
pub mod run;
pub mod telling;
mod validate;
pub mod watch;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use study::StudyFile;

use arguments::{Action, Arguments, CacheAction};
use failure::{Failure, say};

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What decides numbers in this program, as a hash: two builds with the same one compute the same.
pub const BUILD: &str = env!("SYNOVIA_BUILD");

/// The commit it was built from, or `unknown`.
pub const COMMIT: &str = env!("SYNOVIA_COMMIT");

/// The command line.
pub fn main() -> ExitCode {
    failure::report_defects();
    let arguments = Arguments::parse();
    cache::choose(arguments.cache.as_deref());
    match watch::listen().and_then(|()| act(arguments.command)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.show(),
    }
}

fn act(action: Action) -> Result<(), Failure> {
    match action {
        Action::Run(options) => run::run(&options),
        Action::Check { study } => {
            let file = StudyFile::load_file(&study)?;
            if file.is_many() {
                return many::check(file);
            }
            let study = file.clone().check()?;
            if let Some(input) = &file.content().dossier {
                study::dossier::check(&file, input)?;
            }
            say(&format!("ok\n{}\nneeds {}\n", study.outline(), study.need().words()))
        }
        Action::Cluster(options) => cluster::cluster(&options),
        Action::Merge(options) => many::merge(&options),
        Action::Open(options) => open::open(&options),
        Action::Diff(options) => diff::diff(&options),
        Action::Compare(options) => compare::compare(&options),
        Action::Design(options) => design::design(&options),
        Action::Dossier(options) => dossier::dossier(&options),
        Action::Fit(options) => fit::fit(&options),
        Action::New(options) => new::new(&options),
        Action::List { json } => say(&list(json)),
        Action::Explain(options) => explain::act(&options),
        Action::Validate(options) => validate::validate(&options),
        Action::Catalogue(options) => catalogue::catalogue(&options),
        Action::Mesh(options) => mesh::mesh(&options),
        Action::Cache { action } => cache::cache(action.unwrap_or(CacheAction::List { json: false })),
        Action::Schema => say(&format!("{:#}\n", study::schema())),
        Action::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "synovia", &mut script);
            say(&String::from_utf8_lossy(&script))
        }
    }
}

fn list(json: bool) -> String {
    let catalogue = study::registry::catalogue();
    if json {
        let sections = catalogue.iter().map(|(title, entries)| {
            let entries: Vec<_> =
                entries.iter().map(|(name, about)| serde_json::json!({"name": name, "about": about})).collect();
            serde_json::json!({"section": title, "entries": entries})
        });
        return format!("{:#}\n", serde_json::Value::Array(sections.collect()));
    }
    let sections = catalogue.iter().map(|(title, entries)| {
        let rows: Vec<(&str, &str)> = entries.iter().map(|(name, about)| (name.as_str(), about.as_str())).collect();
        format!("{title}\n{}", columns(&rows))
    });
    sections.collect::<Vec<_>>().join("\n")
}

/// Two columns, the first as wide as its widest entry.
fn columns(rows: &[(&str, &str)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    rows.iter().map(|(name, about)| format!("  {name:<width$}  {about}\n")).collect()
}
