//! One entry: a line of text, then the bytes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::SystemTime;

/// The first words of an entry; another layout of the file has another number.
const MAGIC: &str = "synovia-cache 1";
/// No header is longer.
const LONGEST_HEADER: u64 = 4096;

/// What is known of an entry without reading all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CacheEntry {
    /// Hash of what it was computed from.
    pub key: String,
    /// What it is, in words.
    pub about: String,
    /// Size of the file.
    pub bytes: u64,
    /// When it was last used.
    pub used: SystemTime,
}

impl CacheEntry {
    pub(super) fn read(path: &Path) -> Option<Self> {
        use std::io::Read as _;
        let file = fs::File::open(path).ok()?;
        let metadata = file.metadata().ok()?;
        let key = path.file_stem()?.to_str().filter(|key| is_key(key))?.to_owned();
        let mut header = String::new();
        // A damaged one counts and is listed all the same: it takes room until it is read or removed.
        let told = BufReader::new(file.take(LONGEST_HEADER)).read_line(&mut header).is_ok();
        let about = Header::parse(&header).filter(|_| told).map_or("damaged", |header| header.about).to_owned();
        Some(Self { key, about, bytes: metadata.len(), used: metadata.modified().ok()? })
    }
}

/// Whether this can be the name of an entry: the hash as 64 hexadecimal digits.
pub(super) fn is_key(key: &str) -> bool {
    key.len() == 64 && key.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

struct Header<'a> {
    key: &'a str,
    length: usize,
    checksum: &'a str,
    about: &'a str,
}

impl<'a> Header<'a> {
    fn parse(line: &'a str) -> Option<Self> {
        let mut words = line.strip_prefix(MAGIC)?.strip_prefix(' ')?.trim_end_matches('\n').splitn(4, ' ');
        let (key, length, checksum) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        Some(Self { key, length, checksum, about: words.next()? })
    }
}

fn checksum(key: &str, about: &str, payload: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [key.as_bytes(), about.as_bytes(), payload] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
    }
    hasher.finalize().to_hex().to_string()
}

pub(super) fn pack(key: &str, about: &str, payload: &[u8]) -> Vec<u8> {
    let about: String = about.chars().filter(|c| !c.is_control()).take(1000).collect();
    let header = format!("{MAGIC} {key} {} {} {about}\n", payload.len(), checksum(key, &about, payload));
    [header.as_bytes(), payload].concat()
}

/// The bytes of an entry, or what is wrong with it.
pub(super) fn unpack<'a>(key: &str, bytes: &'a [u8]) -> Result<&'a [u8], String> {
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or("it has no header")?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| "its header is not text")?;
    let header = Header::parse(line).ok_or("its header is not that of this version")?;
    let payload = &bytes[end + 1..];
    if header.key != key {
        return Err(format!("it belongs to {}", header.key));
    }
    if payload.len() != header.length {
        return Err(format!("it has {} of {} bytes", payload.len(), header.length));
    }
    if checksum(key, header.about, payload) != header.checksum {
        return Err("its checksum does not fit".into());
    }
    Ok(payload)
}
