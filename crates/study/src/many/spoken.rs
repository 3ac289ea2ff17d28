//! A table of values as the parser would have read it from text.
//!
//! A study file and a run of a study of many are then read by one and the same code: a second way into the same types would
//! be compiled for each of them, which is most of what this room costs to build.

use toml::de::{DeArray, DeTable, DeValue};
use toml::{Spanned, Table, Value};

/// The numbers of a table as text, in its order: what [`document`] borrows.
pub(super) fn numbers(table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    table.values().for_each(|value| collect(value, &mut found));
    found
}

/// The table as a document without places; `None` only where `numbers` are those of another table.
pub(super) fn document<'a>(table: &'a Table, numbers: &'a [String]) -> Option<Spanned<DeTable<'a>>> {
    Some(nowhere(read_table(table, &mut numbers.iter())?))
}

fn collect(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Integer(number) => found.push(number.to_string()),
        Value::Float(number) => found.push(format!("{number:?}").replace("NaN", "nan")),
        Value::Array(list) => list.iter().for_each(|value| collect(value, found)),
        Value::Table(table) => table.values().for_each(|value| collect(value, found)),
        Value::String(_) | Value::Boolean(_) | Value::Datetime(_) => {}
    }
}

fn read_table<'a>(table: &'a Table, numbers: &mut std::slice::Iter<'a, String>) -> Option<DeTable<'a>> {
    let mut read = DeTable::new();
    for (key, value) in table {
        read.insert(nowhere(key.as_str().into()), nowhere(read_value(value, numbers)?));
    }
    Some(read)
}

fn read_value<'a>(value: &'a Value, numbers: &mut std::slice::Iter<'a, String>) -> Option<DeValue<'a>> {
    Some(match value {
        Value::String(text) => DeValue::String(text.as_str().into()),
        Value::Boolean(truth) => DeValue::Boolean(*truth),
        Value::Datetime(date) => DeValue::Datetime(*date),
        Value::Integer(_) | Value::Float(_) => DeValue::parse(numbers.next()?).ok()?.into_inner(),
        Value::Array(list) => {
            let mut read = DeArray::new();
            for value in list {
                read.push(nowhere(read_value(value, numbers)?));
            }
            DeValue::Array(read)
        }
        Value::Table(table) => DeValue::Table(read_table(table, numbers)?),
    })
}

fn nowhere<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[test]
    fn a_table_is_read_as_its_own_text_would_be() {
        let text = "a = 1\nb = [2.5, -3, 1e300, 5.0, -0.0, inf]\nc = \"80 um\"\nd = { e = true, f = [{ g = 9007199254740993 }] }\nh = 1979-05-27\n";
        let table: Table = toml::from_str(text).unwrap_or_default();
        let numbers = numbers(&table);
        let read = document(&table, &numbers).map(|document| Table::deserialize(toml::Deserializer::from(document)));
        assert_eq!(read, Some(Ok(table)));
    }
}
