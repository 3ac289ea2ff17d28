//! Lines that know when they are damaged: a JSON object whose last entry is a checksum of the rest.
//!
//! `{"run":3,"inputs":[5e-5],"check":"0123456789abcdef"}`: 64 bits of BLAKE3 over the hash of the study and over the line
//! without its check.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What comes before the checksum, and after it.
const BEFORE: &[u8] = b",\"check\":\"";
const AFTER: &[u8] = b"\"}";
/// Hexadecimal digits of a checksum.
const DIGITS: usize = 16;

/// 64 bits of BLAKE3 over all parts, in hexadecimal.
pub(super) fn checksum(parts: &[&[u8]]) -> String {
    let mut digits = crate::hash(parts);
    digits.truncate(DIGITS);
    digits
}

/// A line with its checksum and its end. What it says must be an object with at least one entry.
pub(super) fn seal(study: &str, value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut line = serde_json::to_vec(value)?;
    let check = checksum(&[study.as_bytes(), &line]);
    line.pop();
    line.extend_from_slice(BEFORE);
    line.extend_from_slice(check.as_bytes());
    line.extend_from_slice(AFTER);
    line.push(b'\n');
    Ok(line)
}

/// What a line without its end says, or what is wrong with it.
pub(super) fn open<T: DeserializeOwned>(study: &str, line: &[u8]) -> Result<T, String> {
    let no_seal = || "its checksum is missing".to_owned();
    let rest = line.strip_suffix(AFTER).ok_or_else(no_seal)?;
    let (rest, check) = rest.split_at_checked(rest.len().saturating_sub(DIGITS)).ok_or_else(no_seal)?;
    let mut said = rest.strip_suffix(BEFORE).ok_or_else(no_seal)?.to_vec();
    said.push(b'}');
    if checksum(&[study.as_bytes(), &said]).as_bytes() != check {
        return Err("its content is not what was written (another checksum)".into());
    }
    serde_json::from_slice(&said).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_json_and_no_byte_of_it_can_change_unseen() {
        let value = serde_json::json!({"run": 17, "inputs": [0.1, "CoCr"]});
        let line = seal("study", &value).expect("a line");
        let (end, line) = line.split_last().expect("an end");
        assert_eq!(*end, b'\n');
        let plain: serde_json::Value = serde_json::from_slice(line).expect("JSON");
        assert_eq!(plain["run"], 17);
        assert_eq!(open::<serde_json::Value>("study", line), Ok(value));
        assert!(open::<serde_json::Value>("another study", line).is_err());
        for place in 0..line.len() {
            for bit in 0..8 {
                let mut changed = line.to_vec();
                changed[place] ^= 1 << bit;
                assert!(open::<serde_json::Value>("study", &changed).is_err(), "bit {bit} of byte {place}");
            }
            assert!(open::<serde_json::Value>("study", &line[..place]).is_err(), "cut at {place}");
        }
    }
}
