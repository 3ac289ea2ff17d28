//! The whole reference as Markdown: keys from the schema, choices from the registry, laws from their own descriptions, outputs
//! from runs of the shipped studies, warnings and commands from their lists. Nothing in it is written by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use clap::CommandFactory;
use joints::catalogue::{Catalogue, Impact};
use rayon::prelude::*;
use study::reference::{Key, keys};
use study::registry::{JOINTS, catalogue};
use study::warnings::WARNINGS;
use study::{KINDS, StudyFile};

use super::rare::{OWN, RARE};
use crate::arguments::Arguments;
use crate::failure::{Failure, say};
use crate::put::put;

/// Writes the pages, and their order.
pub(super) fn write(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        Failure::other(format!("cannot make `{}`: {error}", folder.display()), "choose another folder")
    })?;
    let keys = keys();
    let mut pages: Vec<(String, String, String)> = vec![(
        "study.md".into(),
        "Any study".into(),
        page_of_keys(
            "Any study",
            "Keys that every study knows, and the tables that make one study many.",
            keys.iter().filter(|key| !of_joint(key)),
        ),
    )];
    for joint in JOINTS {
        let mine = keys.iter().filter(|key| key.path.split('.').next() == Some(joint.table));
        let about = format!("{}. Everything that is left out has the default that stands here.", joint.about);
        pages.push((
            format!("{}.md", joint.table),
            format!("[{}]", joint.table),
            page_of_keys(&format!("[{}]", joint.table), &about, mine),
        ));
    }
    pages.push(("choices.md".into(), "Laws, materials, cycles".into(), choices()));
    pages.push(("laws.md".into(), "Contact laws".into(), laws()?));
    pages.push(("outputs.md".into(), "Outputs".into(), outputs()?));
    pages.push(("warnings.md".into(), "Warnings".into(), warnings()));
    pages.push(("commands.md".into(), "Commands".into(), commands()));
    let mut order = String::new();
    for (file, title, text) in &pages {
        order += &format!("{file}\t{title}\n");
        put(&folder.join(file), text.as_bytes())?;
    }
    put(&folder.join("ORDER"), order.as_bytes())?;
    say(&format!("{} pages of the reference: {}\n", pages.len(), folder.display()))
}

fn of_joint(key: &Key) -> bool {
    JOINTS.iter().any(|joint| key.path.split('.').next() == Some(joint.table))
}

/// Text that Markdown would read as something else.
fn plain(text: &str) -> String {
    text.replace('\\', "\\\\").replace('<', "&lt;").replace('|', "\\|").replace('*', "\\*").replace('_', "\\_")
}

fn page_of_keys<'a>(title: &str, about: &str, keys: impl Iterator<Item = &'a Key>) -> String {
    let mut page = format!("# {title}\n\n{}\n", plain(about));
    let keys: Vec<&Key> = keys.collect();
    let ranges: Vec<_> = keys.par_iter().map(|key| key.compute_range()).collect();
    for (key, range) in keys.into_iter().zip(ranges) {
        let _ = write!(page, "\n### `{}`\n\n{}\n\n- written: {}\n", key.path, plain(&key.about), plain(&key.value));
        if let Some(default) = &key.default {
            let _ = writeln!(page, "- default: `{default}`");
        }
        if let Some(range) = range {
            let _ = writeln!(page, "- range: {}", range.in_words("`"));
        }
        if let Some(source) = key.source {
            let _ = writeln!(page, "- source of the default: {}", plain(source));
        }
        for (name, about) in &key.choices {
            let _ = writeln!(page, "- choice `{name}`: {}", plain(about));
        }
    }
    page
}

fn choices() -> String {
    let mut page = String::from("# What can be named in a study\n\nThe same as `synovia list`.\n");
    for (title, entries) in catalogue() {
        let _ = write!(page, "\n## {}\n\n| name | what it is |\n|---|---|\n", plain(&title));
        for (name, about) in entries {
            let _ = writeln!(page, "| `{name}` | {} |", plain(&about));
        }
    }
    page
}

fn laws() -> Result<String, Failure> {
    let catalogue = Catalogue::compute(Impact::STANDARD).map_err(|error| Failure::Other(error.to_string().into()))?;
    let mut page = String::from(
        "# Contact laws\n\nEvery law of contact at a point, in words. `synovia catalogue` draws their loops and measures what each costs.\n",
    );
    for (chapter, articles) in catalogue.articles() {
        let _ = write!(page, "\n## {chapter}\n");
        for article in &articles {
            let law = article.description;
            let _ = write!(page, "\n### {}\n\n```math\n{}\n```\n\n{}\n\n", law.name, law.equation, plain(law.about));
            for (symbol, meaning) in law.symbols {
                let _ = writeln!(page, "- *{}*: {}", plain(symbol), plain(meaning));
            }
            for (head, text) in [("Assumes", law.assumes), ("Pitfalls", law.pitfalls), ("Valid for", law.valid)] {
                let _ = write!(page, "\n**{head}.** {}\n", plain(text));
            }
            if !law.sources.is_empty() {
                let _ = writeln!(page, "\n[{}]", law.sources.join("; "));
            }
        }
    }
    Ok(page)
}

/// Name, label, and the studies that give it.
type Named = BTreeMap<String, (String, Vec<&'static str>)>;

/// Every number, column and map of every shipped study that is one run, and of the shortest studies for what none of them has.
fn outputs() -> Result<String, Failure> {
    let single: Vec<_> = KINDS.iter().filter(|kind| !StudyFile::from_text(kind.file, kind.text).is_many()).collect();
    let ran: Result<Vec<_>, Failure> = single
        .par_iter()
        .map(|kind| {
            let data = kind.data.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()));
            let study =
                StudyFile::from_text(&format!("{}.toml", kind.file), quick(kind.text)).with_files(data).check()?;
            Ok((kind.kind, study.run(&joints::Unwatched)?))
        })
        .collect();
    let rare: Result<Vec<_>, Failure> = RARE
        .par_iter()
        .map(|(what, text)| Ok((*what, StudyFile::from_text("rare.toml", *text).check()?.run(&joints::Unwatched)?)))
        .collect();
    let [mut headline, mut series, mut maps] = [Named::new(), Named::new(), Named::new()];
    let known = |(name, label, when): (&str, &str, &'static str)| (name.into(), (label.into(), vec![when]));
    headline.extend(OWN.map(known));
    for (kind, outcome) in ran?.into_iter().chain(rare?) {
        let is_rare = RARE.iter().any(|(rare, _)| *rare == kind);
        let add = |list: &mut Named, name: &str, label: &str| {
            let kinds = &mut list.entry(name.to_owned()).or_insert_with(|| (label.to_owned(), Vec::new())).1;
            // What a shipped study gives needs no other.
            if kinds.last() != Some(&kind) && (!is_rare || kinds.is_empty()) {
                kinds.push(kind);
            }
        };
        outcome.headline.iter().for_each(|scalar| add(&mut headline, &scalar.name, &scalar.label));
        outcome.series.columns().iter().for_each(|column| add(&mut series, &column.name, &column.label));
        let fields = outcome.surfaces.iter().flat_map(|record| &record.fields);
        fields.for_each(|field| add(&mut maps, &field.name, &field.label));
        outcome
            .volumes
            .iter()
            .flat_map(|record| &record.fields)
            .for_each(|field| add(&mut maps, &field.name, &field.label));
    }
    let mut page = String::from(
        "# Outputs\n\nEvery number that a result can have, and a study that gives it. A name of a part (`crank_x_m`) is as you call it. A name ends in its SI unit. `summary.json` has the headline numbers, `series.csv` and `series.parquet` the curves, \
         the `.pvd` files the maps.\n",
    );
    for (title, list) in [("Headline numbers", headline), ("Curves", series), ("Maps", maps)] {
        let _ = write!(
            page,
            "\n## {title}\n\n| name | what it is | given by (`synovia new NAME` where it is one word) |\n|---|---|---|\n"
        );
        for (name, (label, kinds)) in list {
            let _ = writeln!(page, "| `{name}` | {} | {} |", plain(&label), kinds.join(", "));
        }
    }
    Ok(page)
}

/// The names of outputs do not depend on how finely they are computed.
fn quick(text: &str) -> String {
    text.replace("\"10 million\"", "\"0.1 million\"")
        .replace("frames = 101", "frames = 11")
        .replace("steps = 1000", "steps = 100")
}

fn warnings() -> String {
    let mut page = String::from(
        "# Warnings\n\nA result says what must be known before its numbers are trusted: a *note* leaves them standing, a *caution* says that a model left the range in which it \
         holds. `synovia explain warning rim-contact` tells the same in the terminal.\n",
    );
    for kind in WARNINGS {
        let _ =
            write!(page, "\n### `{}`\n\n{}\n\n**What to do:** {}\n", kind.code, plain(kind.meaning), plain(kind.cure));
    }
    page
}

fn commands() -> String {
    let mut all = Arguments::command();
    all.build();
    let mut page = format!("# Commands\n\n```text\n{}\n```\n", all.render_help());
    for command in all.get_subcommands_mut() {
        if command.get_name() == "help" {
            continue;
        }
        let name = command.get_name().to_owned();
        let help = command.render_long_help();
        let _ = write!(page, "\n## `synovia {name}`\n\n```text\n{help}\n```\n");
    }
    page
}
