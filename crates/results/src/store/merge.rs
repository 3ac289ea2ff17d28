//! Shards of one study become one store.

use std::path::{Path, PathBuf};

use super::contents::load_header;
use super::{Damage, Header, Store, StoreContents, StoreError};

/// Joins the stores of shards in `target`, which may exist already, and says what is damaged in them.
///
/// # Errors
/// Stores of different studies, versions or divisions; a target that belongs to something else.
pub fn merge_stores(shards: &[PathBuf], target: &Path, replace: bool) -> Result<(Store, Vec<Damage>), StoreError> {
    let headers = shards.iter().map(|folder| load_header(folder)).collect::<Result<Vec<Header>, _>>()?;
    let Some(first) = headers.first() else {
        return Err(StoreError::Merge { what: "none is named".into() });
    };
    for (header, folder) in headers.iter().zip(shards) {
        let expected = Header { shard: header.shard, ..first.clone() };
        header.check(&expected, folder)?;
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
    }
    let mut joined = Header { shard: None, ..first.clone() };
    for header in &headers[1..] {
        for output in &header.outputs {
            if !joined.outputs.contains(output) {
                joined.outputs.push(output.clone());
            }
        }
    }
    let (mut store, mut damage) = Store::open(target, &joined, replace)?;
    for folder in shards {
        let (contents, more) = StoreContents::load(folder)?;
        damage.extend(more);
        contents.for_each_block(|rows| {
            let news = rows.iter().filter(|row| !store.contents.is_finished(row.run)).cloned().collect::<Vec<_>>();
            news.into_iter().try_for_each(|row| store.append(row))
        })?;
    }
    Ok((store, damage))
}
