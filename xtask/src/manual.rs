//! The page of the manual, `synovia.1`: what the program says of itself and of each of its commands.

use std::path::Path;
use std::process::Command;

use crate::run::output;

/// Asks the program, and sets what it says.
pub fn manual(program: &Path, version: &str) -> Result<String, String> {
    let help = |command: Option<&str>| {
        let mut asked = Command::new(program);
        asked.args(command).arg("--help").env("COLUMNS", "78");
        output(asked)
    };
    let whole = help(None)?;
    let about = whole.lines().next().unwrap_or_default();
    let mut page = format!(
        ".TH SYNOVIA 1 \"\" \"synovia {version}\" \"User commands\"\n.SH NAME\nsynovia \\- {}\n.SH SYNOPSIS\n.B synovia\n\
         [OPTIONS] COMMAND\n.SH DESCRIPTION\n{}",
        set(&about.to_lowercase()),
        verbatim(&whole)
    );
    page += ".SH COMMANDS\n";
    for name in commands(&whole) {
        page += &format!(".SS synovia {name}\n{}", verbatim(&help(Some(name))?));
    }
    Ok(page)
}

/// The names in the list of commands: lines that are indented by two.
fn commands(help: &str) -> Vec<&str> {
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = list.filter_map(|line| line.strip_prefix("  ").filter(|rest| !rest.starts_with(' ')));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").collect()
}

/// Text as it stands.
fn verbatim(text: &str) -> String {
    let lines: Vec<String> = text.trim_end().lines().map(set).collect();
    format!(".nf\n{}\n.fi\n", lines.join("\n"))
}

/// A line in which nothing is taken for a command of the typesetter.
fn set(line: &str) -> String {
    let line = line.replace('\\', "\\e").replace('-', "\\-");
    if line.starts_with(['.', '\'']) { format!("\\&{line}") } else { line }
}
