use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;

fn key(n: u8) -> String {
    blake3::hash(&[n]).to_hex().to_string()
}

/// When an entry was used last, as told from outside.
fn used_before(cache: &DiskCache, key: &str, seconds: u64) {
    let file = fs::File::options().append(true).open(cache.path(key)).expect("an entry");
    file.set_modified(SystemTime::now() - Duration::from_secs(seconds)).expect("a time");
}

#[test]
fn what_was_stored_is_found_by_another_process_s_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let payload: Vec<u8> = (0..=255).cycle().take(10_000).collect();
    assert_eq!(DiskCache::new(folder.path().join("new")).load(&key(1)), Cached::Missing);
    DiskCache::new(folder.path().join("new")).store(&key(1), "a liner", &payload).expect("stored");
    let again = DiskCache::new(folder.path().join("new"));
    assert_eq!(again.load(&key(1)), Cached::Found(payload));
    assert_eq!(again.load(&key(2)), Cached::Missing);
    let entries = again.entries().expect("a list");
    assert_eq!((entries.len(), entries[0].about.as_str(), entries[0].key.clone()), (1, "a liner", key(1)));
}

/// Every byte of the file is under the checksum: none can change unseen, and none can be missing.
#[test]
fn a_damaged_entry_is_removed_and_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::new(folder.path());
    let payload = b"compliance of a liner";
    cache.store(&key(1), "a liner", payload).expect("stored");
    let good = fs::read(cache.path(&key(1))).expect("a file");
    for place in 0..good.len() {
        let mut bad = good.clone();
        bad[place] ^= 1;
        fs::write(cache.path(&key(1)), &bad).expect("written");
        assert!(matches!(cache.load(&key(1)), Cached::Damaged { .. }), "byte {place} of {}", good.len());
        assert_eq!(cache.load(&key(1)), Cached::Missing);
    }
    for length in 0..good.len() {
        fs::write(cache.path(&key(1)), &good[..length]).expect("written");
        assert!(matches!(cache.load(&key(1)), Cached::Damaged { .. }), "{length} bytes");
    }
    // Another's bytes under this name.
    fs::write(cache.path(&key(2)), &good).expect("written");
    let Cached::Damaged { path, why } = cache.load(&key(2)) else { panic!("another's entry was taken") };
    assert!(path.ends_with(format!("{}.compliance", key(2))) && why.contains(&key(1)), "{why}");
}

#[test]
fn the_least_recently_used_goes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::new(folder.path());
    let size = entry::pack(&key(0), "n", &[0; 1000]).len() as u64;
    cache.set_limit(3 * size + 10).expect("a limit");
    for n in 0..3 {
        cache.store(&key(n), "n", &[n; 1000]).expect("stored");
        used_before(&cache, &key(n), 100 - u64::from(n));
    }
    // The oldest is used again: the second one is the oldest now.
    assert!(matches!(cache.load(&key(0)), Cached::Found(_)));
    cache.store(&key(3), "n", &[3; 1000]).expect("stored");
    let left = [0, 1, 2, 3].map(|n| matches!(cache.load(&key(n)), Cached::Found(_)));
    assert_eq!(left, [true, false, true, true]);
    // What does not fit alone is not kept, and drives nothing out.
    cache.store(&key(4), "n", &[4; 10_000]).expect("not an error");
    assert_eq!((cache.load(&key(4)), cache.entries().expect("a list").len()), (Cached::Missing, 3));
    assert_eq!(cache.set_limit(size).expect("a limit").0, 2);
    assert_eq!((cache.limit(), cache.entries().expect("a list").len()), (size, 1));
    assert_eq!(cache.clear().expect("cleared").0, 1);
    assert_eq!((cache.limit(), cache.entries().expect("a list").len()), (size, 0));
}

#[test]
fn what_was_begun_and_left_is_cleared_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::new(folder.path());
    let [old, young] = ["old", "young"].map(|name| folder.path().join(format!("{name}.{BEGUN}")));
    for path in [&old, &young] {
        fs::write(path, "half").expect("written");
    }
    let file = fs::File::options().append(true).open(&old).expect("a file");
    file.set_modified(SystemTime::now() - 2 * ABANDONED).expect("a time");
    cache.store(&key(1), "a liner", b"bytes").expect("stored");
    assert!(!old.exists() && young.exists());
    // What is not ours is left alone, even by `clear`.
    let other = folder.path().join("notes.txt");
    fs::write(&other, "mine").expect("written");
    cache.clear().expect("cleared");
    assert!(other.exists() && !young.exists());
}

/// Writers, a reader and one who clears, all at once: an answer is right or missing.
#[test]
fn many_at_once_never_see_half_an_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let payload: Vec<u8> = (0..200_000u32).map(|n| (n % 251) as u8).collect();
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = (0..2)
            .map(|_| {
                scope.spawn(|| {
                    let cache = DiskCache::new(folder.path());
                    for _ in 0..40 {
                        cache.store(&key(7), "a liner", &payload).expect("stored");
                    }
                })
            })
            .collect();
        let reader = scope.spawn(|| {
            let (cache, mut found) = (DiskCache::new(folder.path()), 0);
            while !over.load(Ordering::Relaxed) {
                match cache.load(&key(7)) {
                    Cached::Found(bytes) => {
                        assert_eq!(bytes, payload);
                        found += 1;
                    }
                    Cached::Missing => {}
                    Cached::Damaged { why, .. } => panic!("{why}"),
                }
                if found % 5 == 4 {
                    DiskCache::new(folder.path()).set_limit(USUAL_CACHE_LIMIT).expect("a limit");
                }
            }
        });
        for writer in writers {
            writer.join().expect("a writer");
        }
        over.store(true, Ordering::Relaxed);
        reader.join().expect("a reader");
    });
    assert_eq!(DiskCache::new(folder.path()).load(&key(7)), Cached::Found(payload));
}

#[test]
fn a_name_that_is_no_hash_never_becomes_a_path() {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = DiskCache::new(folder.path());
    for bad in ["", "../../etc/passwd", &"g".repeat(64), &"A".repeat(64)] {
        assert!(cache.store(bad, "x", b"x").is_err());
        assert_eq!(cache.load(bad), Cached::Missing);
    }
    // A line break in the words would end the header.
    cache.store(&key(1), "two\nlines", b"\n\n").expect("stored");
    assert_eq!(cache.load(&key(1)), Cached::Found(b"\n\n".to_vec()));
    assert_eq!(cache.entries().expect("a list")[0].about, "twolines");
}

#[test]
fn the_place_is_the_flag_then_the_variable_then_the_convention() {
    let with = |pairs: &'static [(&str, &str)]| {
        move |name: &str| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
    };
    let all = with(&[("SYNOVIA_CACHE", "/s"), ("XDG_CACHE_HOME", "/x"), ("HOME", "/h")]);
    let place = |flag: Option<&str>, variables: &dyn Fn(&str) -> Option<OsString>| {
        CachePlace::find_with(flag.map(Path::new), variables).map(|place| place.folder)
    };
    assert_eq!(place(Some("/f"), &all), Ok("/f".into()));
    assert_eq!(place(None, &all), Ok("/s".into()));
    assert_eq!(place(Some("off"), &all), Err(NoCachePlace::TurnedOff("--cache")));
    assert_eq!(place(None, &with(&[("SYNOVIA_CACHE", "off")])), Err(NoCachePlace::TurnedOff("SYNOVIA_CACHE")));
    assert_eq!(place(None, &with(&[])), Err(NoCachePlace::Unknown));
    if cfg!(target_os = "linux") {
        assert_eq!(place(None, &with(&[("XDG_CACHE_HOME", "/x"), ("HOME", "/h")])), Ok("/x/synovia".into()));
        assert_eq!(place(None, &with(&[("XDG_CACHE_HOME", "x"), ("HOME", "/h")])), Ok("/h/.cache/synovia".into()));
    }
}
