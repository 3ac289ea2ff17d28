//! Documentation without a complaint. Citations stand in brackets, as links do: those that references.bib has are not meant.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::run::{Outcome, cargo, output, root};

/// Makes the pages of every crate, and hands on what rustdoc says about them.
pub fn documentation() -> Outcome {
    eprintln!("── documentation");
    let path = root().join("references.bib");
    let references = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let keys = references.lines().filter_map(|line| line.strip_prefix('@')?.split_once('{')?.1.split(',').next());
    let keys: BTreeSet<&str> = keys.map(str::trim).collect();
    let said = output(cargo(["doc", "--release", "--workspace", "--no-deps", "--message-format=json"]))?;
    let messages = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let complaints: Vec<String> = messages.filter_map(|line| complaint(&line["message"], &keys)).collect();
    if complaints.is_empty() {
        return Ok(());
    }
    Err(format!("documentation has {} complaints:\n{}", complaints.len(), complaints.join("\n")))
}

/// What a message of the compiler complains about; nothing where a link is a citation, or all warnings are only counted.
fn complaint(message: &Value, keys: &BTreeSet<&str>) -> Option<String> {
    let text = message["message"].as_str()?;
    let link = text.strip_prefix("unresolved link to `").and_then(|rest| rest.strip_suffix('`'));
    let counted = text.ends_with("warnings emitted") || text.ends_with("warning emitted");
    if counted || link.is_some_and(|link| keys.contains(link)) {
        return None;
    }
    Some(message["rendered"].as_str().unwrap_or(text).to_owned())
}
