//! No bytes make the table readers panic, and what they accept is whole.
#![allow(clippy::unwrap_used)]

#[path = "common/damage.rs"]
mod damage;
#[path = "common/sound_table.rs"]
mod sound_table;

use std::path::Path;

use damage::{damage, damaged};
use formats::table::RawTable;
use proptest::prelude::*;
use sound_table::{TOKENS, reads_soundly};

const VALID: [(&str, &[u8]); 4] = [
    ("walk.mot", include_bytes!("tables/walk_ik.mot")),
    ("forces.mot", include_bytes!("tables/walk_grf.mot")),
    ("moments.sto", include_bytes!("tables/walk_inverse_dynamics.sto")),
    ("load.csv", include_bytes!("tables/hip_load.csv")),
];

proptest! {
    #[test]
    fn on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400), name in prop::sample::select(vec!["a.csv", "a.mot", "a.sto", "a"])) {
        reads_soundly(&bytes, name)?;
    }

    #[test]
    fn on_any_text_of_the_right_letters(text in "[a-c0-9.,;\t\n\r\"# =eE+-]{0,200}", header in prop::bool::ANY) {
        let text = if header { format!("nRows=2\nendheader\n{text}") } else { text };
        reads_soundly(text.as_bytes(), "a.txt")?;
    }

    #[test]
    fn on_damaged_files(which in 0..VALID.len(), damages in prop::collection::vec(damage(TOKENS), 1..6)) {
        let (name, bytes) = VALID[which];
        reads_soundly(&damaged(bytes, &damages), name)?;
    }

    #[test]
    fn numbers_survive_every_dialect(
        rows in prop::collection::vec(prop::collection::vec(any::<f64>().prop_filter("finite", |n| n.is_finite()), 3), 1..20),
        separator in prop::sample::select(vec![",", ";", "\t"]),
        end in prop::sample::select(vec!["\n", "\r\n"]),
        opensim in any::<bool>(),
    ) {
        let (head, separator) = if opensim { (format!("x{end}nRows={}{end}endheader{end}", rows.len()), "\t") } else { (String::new(), separator) };
        let body: Vec<String> =
            rows.iter().map(|row| row.iter().map(f64::to_string).collect::<Vec<_>>().join(separator)).collect();
        let text = format!("{head}a{separator}b{separator}c{end}{}{end}", body.join(end));
        let table = RawTable::read(text.as_bytes(), Path::new("a.txt")).unwrap();
        for (index, name) in ["a", "b", "c"].into_iter().enumerate() {
            let expected: Vec<f64> = rows.iter().map(|row| row[index]).collect();
            prop_assert_eq!(table.column(name).unwrap(), expected.as_slice());
        }
    }
}
