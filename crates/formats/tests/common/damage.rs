//! What a bad disk, a bad editor or a bad export does to a file. Shared by the tests of all readers.

use proptest::prelude::*;

/// A change of a file; places are taken modulo its length.
#[derive(Debug, Clone)]
pub enum Damage {
    Overwrite(usize, u8),
    Insert(usize, Vec<u8>),
    Delete(usize, usize),
    CutOff(usize),
}

/// Any damage; what is inserted are some of these tokens, or any bytes.
pub fn damage(tokens: &'static [&'static str]) -> impl Strategy<Value = Damage> {
    let tokens = prop::sample::select(tokens).prop_map(|token| token.as_bytes().to_vec());
    let inserted = prop_oneof![tokens, prop::collection::vec(any::<u8>(), 1..9)];
    prop_oneof![
        (any::<usize>(), any::<u8>()).prop_map(|(place, byte)| Damage::Overwrite(place, byte)),
        (any::<usize>(), inserted).prop_map(|(place, token)| Damage::Insert(place, token)),
        (any::<usize>(), 1usize..200).prop_map(|(place, count)| Damage::Delete(place, count)),
        any::<usize>().prop_map(Damage::CutOff),
    ]
}

/// The bytes after all of that.
pub fn damaged(bytes: &[u8], damages: &[Damage]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for damage in damages {
        let length = bytes.len();
        if length == 0 {
            break;
        }
        match damage {
            Damage::Overwrite(place, byte) => bytes[place % length] = *byte,
            Damage::Insert(place, token) => {
                let place = place % length;
                bytes.splice(place..place, token.iter().copied());
            }
            Damage::Delete(place, count) => {
                let place = place % length;
                bytes.drain(place..(place + count).min(length));
            }
            Damage::CutOff(place) => bytes.truncate(place % length),
        }
    }
    bytes
}
