//! Pages on what has been validated, made by the validation itself, and the errata of the papers.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Page, read};
use crate::run::root;

/// The table of all cases, and a page a case.
pub fn validation(program: &Path, all: bool) -> Result<Vec<(String, Page)>, String> {
    let mut list = Command::new(program);
    list.args(["validate", "--list", "--json"]);
    let cases = lines(list)?;
    let mut run = Command::new(program);
    run.args(["validate", "--json"]);
    if all {
        run.arg("--all");
    }
    let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for row in lines(run)? {
        rows.entry(text(&row["case"])).or_default().push(row);
    }
    let mut table = String::from(
        "# What has been validated\n\nEvery claim of the program stands here with what it was compared to. The numbers were computed when this book was \
         made. A *guard* has the known error of a model as its tolerance: it keeps the error from growing, and says nothing about accuracy. \
         What is *shown* is not judged: the case says why.\n\n| case | claim | pass | guards | shown |\n|---|---|---|---|---|\n",
    );
    let mut pages = Vec::new();
    let (mut judged, mut passed) = (0, 0);
    for case in &cases {
        let name = text(&case["name"]);
        let mine = rows.get(&name).map_or(&[][..], Vec::as_slice);
        let count = |test: &dyn Fn(&Value) -> bool| mine.iter().filter(|row| test(row)).count();
        let decided = count(&|row| row["pass"].is_boolean());
        let good = count(&|row| row["pass"] == true);
        judged += decided;
        passed += good;
        let pass = if mine.is_empty() { "not run here".to_owned() } else { format!("{good} of {decided}") };
        let _ = writeln!(
            table,
            "| [{name}]({name}.md) | {} | {pass} | {} | {} |",
            text(&case["claim"]).replace('|', "\\|"),
            count(&|row| row["guard"] == true),
            mine.len() - decided
        );
        pages.push((
            format!("validation/{name}.md"),
            Page { title: name.clone(), text: case_page(case, mine), made: true },
        ));
    }
    let _ = writeln!(table, "\n{passed} of {judged} judged comparisons of {} cases pass.", cases.len());
    pages.insert(0, ("validation/index.md".into(), Page { title: "All cases".into(), text: table, made: true }));
    if passed < judged {
        return Err(format!(
            "{} comparisons of the validation do not pass: `synovia validate` names them",
            judged - passed
        ));
    }
    Ok(pages)
}

fn lines(mut command: Command) -> Result<Vec<Value>, String> {
    let done = command.current_dir(root()).output().map_err(|error| error.to_string())?;
    let found: Result<Vec<Value>, _> =
        String::from_utf8_lossy(&done.stdout).lines().map(serde_json::from_str).collect();
    found.map_err(|error| format!("{error}\n{}", String::from_utf8_lossy(&done.stderr)))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn case_page(case: &Value, rows: &[Value]) -> String {
    let name = text(&case["name"]);
    // The case's own words, without its heading and with its links as plain text: they lead into the source.
    let about = text(&case["readme"]);
    let about = about.lines().skip_while(|line| line.starts_with('#') || line.is_empty());
    let about: Vec<String> = about.map(|line| unlinked(&line.replace("\n# ", "\n## "))).collect();
    let about = about.iter().map(|line| if line.starts_with('#') { format!("#{line}") } else { line.clone() });
    let mut page = format!(
        "# {name}\n\n**{}**\n\n{}\n\n**How uncertain the reference is itself.** {}.\n\n",
        text(&case["claim"]),
        about.collect::<Vec<_>>().join("\n"),
        text(&case["uncertainty_of"])
    );
    if rows.is_empty() {
        return page + "This case is slow and was not run for this book: `synovia validate --all` runs it.\n";
    }
    page += &strip(rows);
    page += "\n\n| quantity | expected | computed | error | tolerance | reference uncertainty | | source |\n|---|---|---|---|---|---|---|---|\n";
    for row in rows {
        let cell = |value: &Value| value.as_f64().map_or("–".into(), |number| format!("{number:.4e}"));
        let label = text(&row["label"]);
        let quantity = text(&row["quantity"]);
        let word = match (&row["pass"], &row["guard"]) {
            (Value::Bool(true), Value::Bool(true)) => "guard",
            (Value::Bool(true), _) => "pass",
            (Value::Bool(false), _) => "**FAIL**",
            _ => "shown",
        };
        let name = if label.is_empty() { format!("`{quantity}`") } else { format!("`{quantity}` ({label})") };
        let [source, why] = [&row["source"], &row["why"]].map(|value| unlinked(&text(value)));
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {word} | {}{} |",
            name.replace('|', "\\|"),
            expectation(row),
            cell(&row["computed"]),
            short(&row["relative_error"]),
            short(&row["tolerance"]),
            short(&row["uncertainty"]),
            source.replace('|', "\\|"),
            if why.is_empty() { String::new() } else { format!("; {}", why.replace('|', "\\|").replace('\n', " ")) },
        );
    }
    page
}

fn short(value: &Value) -> String {
    value.as_f64().map_or("–".into(), |number| format!("{number:.1e}"))
}

fn expectation(row: &Value) -> String {
    let number = |value: &Value| value.as_f64().map_or("–".into(), |number| format!("{number:.4e}"));
    match row["form"].as_str() {
        Some("band") => format!("{} to {}", number(&row["low"]), number(&row["high"])),
        Some("at-most") => format!("≤ {}", number(&row["expected"])),
        Some("at-least") => format!("≥ {}", number(&row["expected"])),
        Some("less-than") => format!("< {}", number(&row["expected"])),
        _ => number(&row["expected"]),
    }
}

/// A link as its text: pages of a case lead to files of the source.
fn unlinked(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("](") {
        let (Some(begin), Some(end)) = (rest[..at].rfind('['), rest[at..].find(')')) else { break };
        let picture = begin > 0 && rest[..begin].ends_with('!');
        out.push_str(&rest[..begin - usize::from(picture)]);
        out.push_str(&rest[begin + 1..at]);
        rest = &rest[at + end + 1..];
    }
    out + rest
}

/// A figure of one line: every judged error as a share of its tolerance.
fn strip(rows: &[Value]) -> String {
    let shares: Vec<(f64, bool)> = rows
        .iter()
        .filter_map(|row| {
            let (error, tolerance) = (row["relative_error"].as_f64()?, row["tolerance"].as_f64()?);
            (tolerance > 0.0).then(|| (error / tolerance, row["guard"] == true))
        })
        .collect();
    if shares.len() < 2 {
        return String::new();
    }
    let mut svg = String::from(
        "<figure><svg viewBox=\"0 0 640 64\" role=\"img\" aria-label=\"errors as shares of their tolerances\"><line x1=\"20\" y1=\"36\" x2=\"520\" y2=\"36\" stroke=\"#8895a5\"/><line x1=\"520\" y1=\"14\" x2=\"520\" y2=\"46\" stroke=\"#b3261e\"/>",
    );
    for (share, guard) in &shares {
        let x = 20.0 + 500.0 * share.min(1.2);
        let fill = if *guard { "none" } else { "#0b6e99" };
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"30\" r=\"4\" fill=\"{fill}\" fill-opacity=\".55\" stroke=\"#0b6e99\"/>"
        );
    }
    svg + "<text x=\"20\" y=\"58\" font-size=\"12\">no error</text><text x=\"488\" y=\"58\" font-size=\"12\">tolerance</text></svg><figcaption>Each comparison that has an error, as a share of its tolerance; open circles are guards.</figcaption></figure>\n"
}

/// The errata of every paper, from the items that stand beside its tables and figures.
pub fn errata() -> Result<Vec<(String, Page)>, String> {
    let folder = root().join("validation/papers");
    let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let mut page = String::from(
        "# Errata of the five papers\n\nFive papers stand behind this program. Where their printed numbers, signs or sentences cannot all be right, it is said here, item by \
         item, as the pages of `synovia validate --paper` show them. A misprint takes nothing from a paper: each was found because the paper prints enough to compute it again.\n",
    );
    for file in files {
        let parsed: toml::Table =
            toml::from_str(&read(&file)?).map_err(|error| format!("{}: {error}", file.display()))?;
        let source = parsed.get("source").and_then(toml::Value::as_str).unwrap_or_default();
        let _ = writeln!(page, "\n## {source}\n\n[{source}]\n");
        let mut found = 0;
        for item in parsed.get("item").and_then(toml::Value::as_array).into_iter().flatten() {
            let of = |name: &str| item.get(name).and_then(toml::Value::as_str).unwrap_or_default();
            for erratum in item.get("errata").and_then(toml::Value::as_array).into_iter().flatten() {
                found += 1;
                let _ =
                    writeln!(page, "- **{}**, {}: {}", of("number"), of("title"), erratum.as_str().unwrap_or_default());
            }
        }
        if found == 0 {
            page += "No erratum was found.\n";
        }
    }
    Ok(vec![("validation/errata.md".into(), Page { title: "Errata of the papers".into(), text: page, made: true })])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_case_become_their_texts() {
        assert_eq!(unlinked("see [the table](../a.md) and ![x](y.svg) end"), "see the table and x end");
        assert_eq!(unlinked("[Askari2018] stays"), "[Askari2018] stays");
    }
}
