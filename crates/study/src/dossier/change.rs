//! The same study with a few values changed.

use toml::{Table, Value};

use crate::StudyFile;
use crate::diagnostic::Diagnostics;
use crate::run::Study;

/// A study as it was written, to be changed.
#[derive(Debug)]
pub(super) struct Written<'a> {
    file: &'a StudyFile,
    table: Table,
}

impl<'a> Written<'a> {
    /// Without what is said about the dossier itself.
    pub fn new(file: &'a StudyFile) -> Self {
        let mut table = file.written().unwrap_or_default();
        table.remove("dossier");
        Self { file, table }
    }

    /// A value as it was written.
    pub fn get(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let mut at = self.table.get(first)?;
        for key in rest.into_iter().flat_map(|rest| rest.split('.')) {
            at = at.as_table()?.get(key)?;
        }
        Some(at)
    }

    /// The study with these values.
    pub fn with(&self, changes: &[(String, Value)]) -> Result<Study, Diagnostics> {
        self.file.with_text(&self.text(changes)).check()
    }

    /// Its text with these values.
    fn text(&self, changes: &[(String, Value)]) -> String {
        let mut table = self.table.clone();
        for (path, value) in changes {
            put(&mut table, path, value.clone());
        }
        toml::to_string(&table).unwrap_or_default()
    }
}

/// Puts a value at a path; tables that are not there are made, and a number leads into a list.
fn put(table: &mut Table, path: &str, value: Value) {
    match path.split_once('.') {
        None => _ = table.insert(path.to_owned(), value),
        Some((first, rest)) => {
            let inner = table.entry(first.to_owned()).or_insert_with(|| Value::Table(Table::new()));
            let (number, after) = rest.split_once('.').unwrap_or((rest, ""));
            let index = number.parse::<usize>().ok();
            if let Some(one) = index.and_then(|index| inner.as_array_mut()?.get_mut(index)?.as_table_mut()) {
                return put(one, after, value);
            }
            if !inner.is_table() {
                *inner = Value::Table(Table::new());
            }
            if let Some(inner) = inner.as_table_mut() {
                put(inner, rest, value);
                // A choice that is left to us gives way to the one that is made beside it.
                if inner.len() > 1 {
                    inner.remove("automatic");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_number_in_a_path_leads_into_a_list_and_everything_else_makes_tables() {
        let mut table: Table = toml::from_str("[[bearings]]\nname = \"a\"\n[[bearings]]\nname = \"b\"\n").unwrap();
        put(&mut table, "bearings.1.kind.cells", Value::Integer(4));
        put(&mut table, "time.interval", Value::Integer(5));
        let expected = "[[bearings]]\nname = \"a\"\n[[bearings]]\nname = \"b\"\nkind.cells = 4\n[time]\ninterval = 5\n";
        assert_eq!(table, toml::from_str::<Table>(expected).unwrap());
    }

    #[test]
    fn a_contact_that_is_left_to_us_gives_way_to_the_one_that_is_refined() {
        let mut table: Table = toml::from_str("[contact.automatic]\n").unwrap();
        put(&mut table, "contact.finite-elements.cells", Value::Integer(24));
        assert_eq!(table, toml::from_str::<Table>("[contact.finite-elements]\ncells = 24\n").unwrap());
    }
}
