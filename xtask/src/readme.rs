//! What the README and `docs/validation.md` show: made by the program and from the pages of the papers, never typed.

use std::fmt::Write as _;

use crate::run::{self, Outcome, cargo, root, step};

const PAGE: &str = "docs/validation.md";
const CASES: &str = "validation table";
const PAPERS: &str = "table of the papers";

/// The picture of the README, and both tables.
pub fn readme() -> Outcome {
    let out = run::target_dir().join("picture");
    let folder = out.display().to_string();
    let study = "studies/hip-walking.toml";
    step("run", cargo(["run", "--release", "--package", "synovia", "--", "run", study, "--force", "--out", &folder]))?;
    std::fs::copy(out.join("overview.svg"), "docs/overview.svg")
        .map_err(|error| format!("docs/overview.svg: {error}"))?;
    let cases =
        run::output(cargo(["run", "--release", "--package", "synovia", "--", "validate", "--all", "--markdown"]))?;
    let text = std::fs::read_to_string(PAGE).map_err(|error| format!("{PAGE}: {error}"))?;
    let text = put(&text, CASES, &cases)?;
    let text = put(&text, PAPERS, &table(&papers()?))?;
    std::fs::write(PAGE, text).map_err(|error| format!("{PAGE}: {error}"))
}

/// The text with another table between its two marks.
fn put(text: &str, name: &str, table: &str) -> Result<String, String> {
    let (begin, end) =
        (format!("<!-- {name}, made by `cargo xtask readme` -->"), format!("<!-- end of the {name} -->"));
    let lost = |which: &str| format!("{PAGE} has lost the {which} of its {name}");
    let (before, rest) = text.split_once(&begin).ok_or_else(|| lost("beginning"))?;
    let (_, after) = rest.split_once(&end).ok_or_else(|| lost("end"))?;
    Ok(format!("{before}{begin}\n{table}{end}{after}"))
}

/// Every paper that has a page, by its name.
pub fn papers() -> Result<Vec<(String, toml::Table)>, String> {
    let folder = root().join("validation/papers");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut papers = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(&path).map_err(|error| wrong(&error))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        papers.push((name, toml::from_str(&text).map_err(|error| wrong(&error))?));
    }
    papers.sort_by(|a, b| a.0.cmp(&b.0));
    Ok(papers)
}

fn table(papers: &[(String, toml::Table)]) -> String {
    let mut text =
        String::from("| page | items | present | different | not there | errata |\n|---|---|---|---|---|---|\n");
    for (name, page) in papers {
        let items = page.get("item").and_then(toml::Value::as_array).map_or(&[][..], Vec::as_slice);
        let with = |verdict: &str| items.iter().filter(|item| item["verdict"].as_str() == Some(verdict)).count();
        let errata = items.iter().filter_map(|item| item.get("errata")?.as_array()).map(Vec::len).sum::<usize>();
        let counts = [items.len(), with("present"), with("different"), with("absent"), errata].map(|n| n.to_string());
        let _ = writeln!(text, "| [{name}](../validation/papers/{name}.toml) | {} |", counts.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn the_table_of_the_papers_is_that_of_their_pages_today() {
        let text = std::fs::read_to_string(root().join(PAGE)).unwrap();
        assert_eq!(put(&text, PAPERS, &table(&papers().unwrap())).unwrap(), text, "run `cargo xtask readme`");
    }
}
