//! No bytes make the table readers panic, and what they accept is whole.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use proptest::prelude::*;
use study::tables::RawTable;

const VALID: [(&str, &[u8]); 4] = [
    ("walk.mot", include_bytes!("tables/walk_ik.mot")),
    ("forces.mot", include_bytes!("tables/walk_grf.mot")),
    ("moments.sto", include_bytes!("tables/walk_inverse_dynamics.sto")),
    ("load.csv", include_bytes!("tables/hip_load.csv")),
];

/// Reads, and asks everything there is to ask.
fn reads_soundly(bytes: &[u8], name: &str) -> Result<(), TestCaseError> {
    match RawTable::read(bytes, Path::new(name)) {
        Err(error) => prop_assert!(error.to_string().contains("\n hint: ")),
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
            let missing = table.column("no such column\u{0}").unwrap_err().to_string();
            prop_assert!(missing.contains("\n hint: "));
        }
    }
    Ok(())
}

/// A change that a bad disk, a bad editor or a bad export makes.
#[derive(Debug, Clone)]
enum Damage {
    Overwrite(prop::sample::Index, u8),
    Insert(prop::sample::Index, Vec<u8>),
    Delete(prop::sample::Index, usize),
    CutOff(prop::sample::Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let tokens = prop_oneof![
        prop::sample::select(vec![
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
            "\u{feff}"
        ])
        .prop_map(|token| token.as_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..5),
    ];
    prop_oneof![
        (any::<prop::sample::Index>(), any::<u8>()).prop_map(|(place, byte)| Damage::Overwrite(place, byte)),
        (any::<prop::sample::Index>(), tokens).prop_map(|(place, token)| Damage::Insert(place, token)),
        (any::<prop::sample::Index>(), 1usize..200).prop_map(|(place, length)| Damage::Delete(place, length)),
        any::<prop::sample::Index>().prop_map(Damage::CutOff),
    ]
}

fn damaged(bytes: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for damage in damages {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match damage {
            Damage::Overwrite(place, byte) => bytes[place.index(length)] = *byte,
            Damage::Insert(place, token) => {
                let place = place.index(length);
                bytes.splice(place..place, token.iter().copied());
            }
            Damage::Delete(place, count) => {
                let place = place.index(length);
                bytes.drain(place..(place + count).min(length));
            }
            Damage::CutOff(place) => bytes.truncate(place.index(length)),
        }
    }
    bytes
}

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
    fn on_damaged_files(which in 0..VALID.len(), damages in prop::collection::vec(damage(), 1..6)) {
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
