//! What came out of a run: headline numbers, time series, fields on surfaces, the figures worth looking at, provenance.
//!
//! This room knows no mechanics: a result written years ago stays readable while the physics changes.
//! A joint fills an [`Outcome`]; [`ResultFolder`] writes and reads it; the report draws it.

mod belongings;
mod cache;
mod comparison;
mod counterpart;
mod difference;
mod durable;
mod ending;
mod error;
mod figure;
mod folder;
mod names;
mod outcome;
mod provenance;
pub mod series;
pub mod store;
mod summary;
mod surface;
mod surface_file;
mod table;
mod volume;
mod vtk;

pub use cache::{CacheEntry, CachePlace, Cached, DiskCache, NoCachePlace, USUAL_CACHE_LIMIT};
pub use comparison::{Comparison, Measure};
pub use counterpart::{Counterpart, Motion};
pub use difference::{
    Change, Compared as ComparedResult, Departure, Difference, InputChange, compare, inputs_that_differ,
};
pub use durable::put_file;
pub use ending::{Writing, abandon, writing};
pub use error::{ReadError, WriteError};
pub use figure::{Axis, BarSet, Compared, Curve, Figure, Plot};
pub use folder::{PendingFolder, Placed, ResultFolder};
pub use names::{NamesError, check_names};
pub use outcome::{Outcome, Scalar, Severity, Warning};
pub use provenance::{Provenance, hash};
pub use summary::Summary;
pub use surface::{Field, SurfaceRecord, Track};
pub use surface_file::write_surface_file;
pub use table::{Column, Table};
pub use volume::{CellKind, PointField, Volume, VolumeRecord};
// What records are made of.
pub use formats::{Site, Surface};
