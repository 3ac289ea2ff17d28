//! Columns of equal length with names that end in their SI unit.

use serde::{Deserialize, Serialize};

/// One column of a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Machine name ending in the SI unit, e.g. `time_s`, `contact_force_N`.
    pub name: String,
    /// What a reader calls it, e.g. `Contact force`.
    pub label: String,
    /// One value per row.
    pub values: Vec<f64>,
}

/// Columns of equal length.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    columns: Vec<Column>,
}

impl Table {
    /// Adds a column; all columns have the same length.
    pub fn push(&mut self, name: &str, label: &str, values: Vec<f64>) {
        debug_assert!(
            self.columns.first().is_none_or(|c| c.values.len() == values.len()),
            "column {name} has another length"
        );
        self.columns.push(Column { name: name.into(), label: label.into(), values });
    }

    /// All columns in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The column of that machine name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |c| c.values.len())
    }
}
