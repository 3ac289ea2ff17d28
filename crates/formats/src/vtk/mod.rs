//! Files of the Visualization Toolkit: XML that names arrays, the arrays as raw bytes, and lists of frames.
//!
//! ```
//! use formats::vtk::{Array, Counts, compose_surface};
//!
//! // One triangle, as ParaView opens it.
//! let points = Array::float64("Points", 3, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0].into_iter())?;
//! let (corners, ends) = (Array::int32("connectivity", 0..3)?, Array::int32("offsets", [3].into_iter())?);
//! let counts = Counts { points: 3, polys: 1, ..Counts::default() };
//! let bytes = compose_surface("", &counts, &[("Points", vec![&points]), ("Polys", vec![&corners, &ends])]);
//! assert_eq!(formats::SurfaceFile::read(&bytes).expect("a surface").surface.cells(), 1);
//! # Ok::<(), formats::vtk::PackError>(())
//! ```

mod collection;
mod file;

pub use collection::Collection;
pub use file::{Array, Counts, PackError, compose, compose_surface};
