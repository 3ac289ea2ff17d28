//! Shards of one study become one store.

use std::fs;
use std::path::{Path, PathBuf};

use super::files::{claim, refuse_foreign};
use crate::belongings::{Belongings, carry_over};
use crate::durable::{beside, exchange, sync_folder_of};

use super::{Damage, HEADER, Header, Opening, Store, StoreContents, StoreError};

/// Joins the stores of shards in `target`, which may exist already, and says what is damaged in them.
///
/// With [`Opening::Replace`] the new store is built beside the old one and takes its place when all shards are in it.
///
/// # Errors
/// Stores of different studies, versions, builds or divisions; a target that belongs to something else, or that is or
/// holds one of the shards. Then the target is what it was.
pub fn merge_stores(shards: &[PathBuf], target: &Path, opening: Opening) -> Result<(Store, Vec<Damage>), StoreError> {
    let headers = shards.iter().map(|folder| Header::load(folder)).collect::<Result<Vec<Header>, _>>()?;
    let joined = join_headers(&headers, shards, opening)?;
    refuse_a_source(shards, target)?;
    if opening != Opening::Replace || !target.exists() {
        let (mut store, mut damage) = Store::open(target, &joined, opening)?;
        damage.extend(store.add_shards(shards)?);
        return Ok((store, damage));
    }
    if !target.join(HEADER).is_file() {
        refuse_foreign(target, true)?;
    }
    // Nobody else may be adding to what is to be replaced.
    let old_lock = claim(target)?;
    // Behind a link, the folder is replaced, not the link.
    let place = target.canonicalize().map_err(|e| StoreError::io("find", target, e))?;
    let new = beside(&place);
    let built = Store::open(&new, &joined, Opening::Resume).and_then(|(mut store, mut damage)| {
        damage.extend(store.add_shards(shards)?);
        store.sync()?;
        Ok((store, damage))
    });
    let (mut store, damage) = built.inspect_err(|_| {
        let _ = fs::remove_dir_all(&new);
    })?;
    let theirs = Belongings::load(&place).strangers(&place);
    let kept = theirs.and_then(|theirs| carry_over(&theirs, &place, &new)).map_err(|error| {
        let _ = fs::remove_dir_all(&new);
        StoreError::io("keep what is yours in", target, error)
    })?;
    let old = swap(&new, &place).map_err(|error| {
        let _ = fs::remove_dir_all(&new);
        StoreError::io("replace", target, error)
    })?;
    sync_folder_of(&place);
    store.move_to(target);
    store.kept = kept;
    drop(old_lock);
    // The new store is in place: an old one that cannot be deleted is only in the way.
    let _ = fs::remove_dir_all(&old);
    Ok((store, damage))
}

/// Puts a folder into the place of another, in one step where the system can, and says where the other one is now.
fn swap(new: &Path, place: &Path) -> std::io::Result<PathBuf> {
    if exchange(new, place) {
        return Ok(new.into());
    }
    let old = beside(place);
    fs::rename(place, &old)?;
    fs::rename(new, place).inspect_err(|_| {
        let _ = fs::rename(&old, place);
    })?;
    Ok(old)
}

/// The header of all shards together.
fn join_headers(headers: &[Header], shards: &[PathBuf], opening: Opening) -> Result<Header, StoreError> {
    let Some(first) = headers.first() else {
        return Err(StoreError::Merge { what: "none is named".into() });
    };
    let mut joined = Header { shard: None, ..first.clone() };
    for (header, folder) in headers.iter().zip(shards) {
        let expected = Header { shard: header.shard, ..first.clone() };
        header.check(&expected, folder, opening)?;
        let division = |header: &Header| header.shard.map(|(_, count)| count);
        if division(header) != division(first) {
            let name = |header: &Header| division(header).map_or("1".into(), |count| count.to_string());
            let what = format!(
                "`{}` is one of {} shards, the first is one of {}",
                folder.display(),
                name(header),
                name(first)
            );
            return Err(StoreError::Merge { what });
        }
        for output in &header.outputs {
            if !joined.outputs.contains(output) {
                joined.outputs.push(output.clone());
            }
        }
        for build in &header.builds {
            if !joined.builds.contains(build) {
                joined.builds.push(build.clone());
            }
        }
    }
    Ok(joined)
}

/// A shard that is the target, or lies in it, would be replaced or mixed with what is made of it.
fn refuse_a_source(shards: &[PathBuf], target: &Path) -> Result<(), StoreError> {
    let Ok(target) = target.canonicalize() else { return Ok(()) };
    let inside = |shard: &&PathBuf| shard.canonicalize().is_ok_and(|shard| shard.starts_with(&target));
    match shards.iter().find(inside) {
        None => Ok(()),
        Some(shard) => {
            let what = format!("the target `{}` is, or holds, the shard `{}`", target.display(), shard.display());
            Err(StoreError::MergeIntoSource { what })
        }
    }
}

impl Store {
    /// Adds the runs of stores that it does not have yet, and says what is damaged in them.
    fn add_shards(&mut self, shards: &[PathBuf]) -> Result<Vec<Damage>, StoreError> {
        let mut damage = Vec::new();
        for folder in shards {
            let (contents, more) = StoreContents::load(folder)?;
            damage.extend(more);
            contents.for_each_block(|rows| {
                let news = rows.iter().filter(|row| !self.contents.is_finished(row.run)).cloned().collect::<Vec<_>>();
                news.into_iter().try_for_each(|row| self.append(row))
            })?;
        }
        Ok(damage)
    }
}
