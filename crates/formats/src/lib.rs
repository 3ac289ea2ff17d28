//! What other programs write and read: surfaces, meshes of solids, tables of numbers, as plain data.
//!
//! ```
//! use formats::{FileKind, Surface, SurfaceFile, SurfaceFormat};
//!
//! let triangle = Surface { points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], connectivity: vec![0, 1, 2], offsets: vec![3] };
//! let bytes = SurfaceFormat::PlyText.encode(&triangle)?;
//! assert!(matches!(FileKind::recognise(&bytes), Some(FileKind::Surface(_))));
//! assert_eq!(SurfaceFile::read(&bytes)?.surface, triangle);
//! # Ok::<(), formats::SurfaceFileError>(())
//! ```
//!
//! | module | reads | writes |
//! |---|---|---|
//! | [`surface_file`] | STL, OBJ, PLY, VTP | the same |
//! | [`mesh`] | Gmsh 2.2 and 4.1, Abaqus and CalculiX | Abaqus and CalculiX |
//! | [`table`] | comma-separated values and their cousins, `.mot`, `.sto`, `.trc` | – |
//! | [`xml`] | as much of XML as OpenSim writes | – |
//! | [`vtk`] | – | `.vtp`, `.vtu` and the list of their frames |
//! | [`step`] | – | rational patches (ISO 10303-21, AP203) |
//! | [`FileKind`] | what a file is, by its content | – |
//!
//! Readers take bytes that anybody may have written: they say what is wrong and where, never trust a count that the file
//! does not hold, and never panic. Nothing here knows what a number is for, or its unit. `tests/fuzz.rs` damages a file of
//! every kind.

mod file_kind;
pub mod mesh;
pub mod step;
mod surface;
pub mod surface_file;
mod surface_format;
pub mod table;
pub mod vtk;
pub mod xml;

pub use file_kind::FileKind;
pub use surface::{Site, Surface};
pub use surface_file::{SurfaceFile, SurfaceFileError, SurfaceProblem};
pub use surface_format::SurfaceFormat;
