//! Meshes of solids as Gmsh, Abaqus and CalculiX write them: nodes, elements, sets and surfaces, numbers as in the file.
//!
//! ```
//! use std::path::Path;
//!
//! use formats::mesh::MeshFile;
//!
//! let text = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n4, 0, 0, 1\n*ELEMENT, TYPE=C3D4, ELSET=liner\n7, 1, 2, 3, 4\n";
//! let mesh = MeshFile::read(text.as_bytes(), Path::new("liner.inp"))?;
//! assert_eq!((mesh.elements[0].number, mesh.element_sets["liner"].as_slice()), (7, [0].as_slice()));
//! # Ok::<(), formats::mesh::MeshFileError>(())
//! ```

mod abaqus;
mod abaqus_writer;
mod gmsh;

use std::collections::BTreeMap;
use std::path::Path;

pub use abaqus_writer::write_abaqus;

/// Nodes must be nearer to the origin than this, in the unit of the file: what is farther is a damaged number, and its square
/// may be none.
const FARTHEST: f64 = 1e15;

/// A kind of solid element. Nodes and faces are numbered as Abaqus does it; those in the middle of faces and body, which it
/// does not have, as VTK does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cell {
    /// Linear tetrahedron.
    Tet4,
    /// Tetrahedron with mid-side nodes.
    Tet10,
    /// Trilinear hexahedron.
    Hex8,
    /// Hexahedron with mid-side nodes.
    Hex20,
    /// Hexahedron with mid-side, face and body nodes.
    Hex27,
}

impl Cell {
    /// Number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Self::Tet4 => 4,
            Self::Tet10 => 10,
            Self::Hex8 => 8,
            Self::Hex20 => 20,
            Self::Hex27 => 27,
        }
    }

    /// Number of faces.
    pub fn faces(self) -> usize {
        match self {
            Self::Tet4 | Self::Tet10 => 4,
            Self::Hex8 | Self::Hex20 | Self::Hex27 => 6,
        }
    }
}

/// A solid element.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshElement {
    /// Its kind.
    pub cell: Cell,
    /// Its nodes, by their places in the list.
    pub nodes: Vec<usize>,
    /// Its number in the file.
    pub number: usize,
}

/// A face of a named surface.
#[derive(Debug, Clone, PartialEq)]
pub enum MeshFace {
    /// A face of an element, both counted from zero.
    OfElement {
        /// The element, by its place in the list.
        element: usize,
        /// Which of its faces.
        face: usize,
    },
    /// A face by its corners, ascending: of which element it is, the file does not say.
    ByCorners {
        /// The corners.
        corners: Vec<usize>,
        /// The line of the file, where such a face must be on the boundary of the elements; else it may be within.
        line: Option<usize>,
    },
}

/// What a mesh file holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeshFile {
    /// Where the nodes are.
    pub nodes: Vec<[f64; 3]>,
    /// Their numbers in the file.
    pub node_numbers: Vec<usize>,
    /// The solid elements.
    pub elements: Vec<MeshElement>,
    /// Named sets of nodes, ascending.
    pub node_sets: BTreeMap<String, Vec<usize>>,
    /// Named sets of elements.
    pub element_sets: BTreeMap<String, Vec<usize>>,
    /// Named surfaces.
    pub surfaces: BTreeMap<String, Vec<MeshFace>>,
}

/// What is wrong with a mesh file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}{message}", line.map_or_else(String::new, |line| format!("line {line}: ")))]
pub struct MeshFileError {
    /// Line, counted from one, where there is one to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What would help; may be empty.
    pub hint: &'static str,
}

impl MeshFileError {
    fn at(line: usize, message: impl Into<String>, hint: &'static str) -> Self {
        Self { line: Some(line), message: message.into(), hint }
    }
}

impl MeshFile {
    /// Reads the content of a file, whose name says by its ending what it is: `.msh` or `.inp`.
    ///
    /// # Errors
    /// Another ending, an element that is not known, a file that is cut off or makes no sense.
    pub fn read(bytes: &[u8], name: &Path) -> Result<Self, MeshFileError> {
        let ending = name.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("msh") => Self::from_gmsh(bytes),
            Some("inp") => Self::from_abaqus(bytes),
            _ => Err(MeshFileError {
                line: None,
                message: "the name of a mesh file ends in .msh (Gmsh) or .inp (Abaqus, CalculiX)".into(),
                hint: "rename it, or export it in one of these formats",
            }),
        }
    }

    /// Reads a Gmsh file (`.msh`, ASCII, version 2.2 or 4.1). Physical groups become sets and surfaces.
    ///
    /// # Errors
    /// What is wrong with it, with its line.
    pub fn from_gmsh(bytes: &[u8]) -> Result<Self, MeshFileError> {
        gmsh::read(bytes)
    }

    /// Reads nodes, elements, sets and surfaces of an Abaqus or CalculiX file (`.inp`); other keywords are passed over.
    ///
    /// # Errors
    /// What is wrong with it, with its line.
    pub fn from_abaqus(bytes: &[u8]) -> Result<Self, MeshFileError> {
        abaqus::read(bytes)
    }
}
