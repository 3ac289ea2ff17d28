//! What a reader of tables may do with any bytes.

use std::path::Path;

use formats::table::RawTable;
use proptest::prelude::*;

/// What the readers know: a damaged file should reach deep into them.
pub const TOKENS: &[&str] = &[
    "\t",
    ",",
    ";",
    "\n",
    "\r",
    "\"",
    "#",
    "=",
    "nan",
    "inf",
    "1e999",
    "endheader\n",
    "nRows=99999999999999999999\n",
    "−",
    "\u{feff}",
];

/// Reads, and asks everything there is to ask.
pub fn reads_soundly(bytes: &[u8], name: &str) -> Result<(), TestCaseError> {
    match RawTable::read(bytes, Path::new(name)) {
        Err(error) => prop_assert!(!error.problem.hint().is_empty()),
        Ok(table) => {
            prop_assert!(table.rows() > 0);
            prop_assert!(table.line_of_row.windows(2).all(|pair| pair[0] < pair[1]));
            for name in &table.names {
                if let Ok(column) = table.column(name) {
                    prop_assert_eq!(column.len(), table.rows());
                    prop_assert!(column.iter().all(|number| number.is_finite()));
                }
                let _ = (table.check_time(name), table.check_gaps(name));
            }
            let missing = table.column("no such column\u{0}").unwrap_err();
            prop_assert!(!missing.problem.hint().is_empty());
        }
    }
    Ok(())
}
