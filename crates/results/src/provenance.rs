//! Where a result came from: everything that varies between machines and runs lives here, and only here.

use serde::{Deserialize, Serialize};

/// Where a result came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name of the program.
    pub program: String,
    /// Its version.
    pub version: String,
    /// The commit it was built from, where known.
    pub commit: Option<String>,
    /// [`hash`] of the study's text and of all files that it used.
    pub input_hash: String,
    /// Number of threads.
    pub threads: usize,
    /// When the run started, in the caller's words (RFC 3339).
    pub started: String,
    /// Seconds from start to end.
    pub wall_time_s: f64,
    /// The command line, argument by argument.
    pub command: Vec<String>,
}

/// BLAKE3 over all parts, in hexadecimal. Each part is preceded by its length (64 bits, little endian), so that moving
/// a byte from one file to the next changes the hash.
pub fn hash(parts: &[&[u8]]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hasher.finalize().to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn hash_of_nothing_is_the_published_vector() {
        // First entry of the test vectors that come with the BLAKE3 specification.
        assert_eq!(hash(&[]), "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262");
    }

    #[test]
    fn hash_knows_where_one_part_ends() {
        assert_ne!(hash(&[b"ab", b"c"]), hash(&[b"a", b"bc"]));
        assert_ne!(hash(&[b"ab"]), hash(&[b"ab", b""]));
        assert_eq!(hash(&[b"ab", b"c"]), hash(&[b"ab", b"c"]));
    }
}
