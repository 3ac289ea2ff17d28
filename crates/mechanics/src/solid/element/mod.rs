//! The elements: their nodes, faces, shape functions and quadrature.
//!
//! ```
//! use mechanics::solid::element::ElementKind;
//!
//! let kind = ElementKind::Tet10;
//! assert_eq!((kind.nodes(), kind.faces(), kind.face_kind().nodes()), (10, 4, 6));
//! ```
//!
//! Nodes are numbered as in VTK and, as far as it has the element, in Abaqus: corners, mid-sides, then for [`Hex27`] the
//! centres of the faces (−x, +x, −y, +y, −z, +z) and of the body. Faces are numbered as Abaqus numbers `S1` … `S6`, but
//! their nodes run counter-clockwise seen from outside.
//!
//! [`Hex27`]: ElementKind::Hex27

mod rule;
mod shape;
mod table;

pub use rule::Rule;
pub use table::{FaceTable, VolumeTable};

/// Most nodes of any element.
pub const MAX_NODES: usize = 27;
/// Most nodes of any face.
pub const MAX_FACE_NODES: usize = 9;

/// The solid elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ElementKind {
    /// Linear tetrahedron: constant strain, locks near incompressibility.
    Tet4,
    /// Quadratic tetrahedron.
    Tet10,
    /// Trilinear hexahedron with mean dilatation: free of volumetric locking.
    Hex8,
    /// Quadratic serendipity hexahedron.
    Hex20,
    /// Triquadratic hexahedron: its faces have positive weights at every node.
    Hex27,
}

/// The faces of solid elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FaceKind {
    /// Linear triangle.
    Tri3,
    /// Quadratic triangle.
    Tri6,
    /// Bilinear quadrangle.
    Quad4,
    /// Serendipity quadrangle.
    Quad8,
    /// Biquadratic quadrangle.
    Quad9,
}

const TET_FACES: [[usize; 6]; 4] = [[0, 2, 1, 6, 5, 4], [0, 1, 3, 4, 8, 7], [1, 2, 3, 5, 9, 8], [2, 0, 3, 6, 7, 9]];
const HEX_FACES: [[usize; 9]; 6] = [
    [0, 3, 2, 1, 11, 10, 9, 8, 24],
    [4, 5, 6, 7, 12, 13, 14, 15, 25],
    [0, 1, 5, 4, 8, 17, 12, 16, 22],
    [1, 2, 6, 5, 9, 18, 13, 17, 21],
    [2, 3, 7, 6, 10, 19, 14, 18, 23],
    [3, 0, 4, 7, 11, 16, 15, 19, 20],
];

impl ElementKind {
    /// Every element, for suites that run over all of them.
    pub const ALL: [Self; 5] = [Self::Tet4, Self::Tet10, Self::Hex8, Self::Hex20, Self::Hex27];

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

    /// Number of corners; they come first among the nodes.
    pub fn corners(self) -> usize {
        if self.is_tetrahedron() { 4 } else { 8 }
    }

    /// Whether it has four faces.
    pub fn is_tetrahedron(self) -> bool {
        matches!(self, Self::Tet4 | Self::Tet10)
    }

    /// Degree of the complete polynomials that it represents.
    pub fn degree(self) -> usize {
        if matches!(self, Self::Tet4 | Self::Hex8) { 1 } else { 2 }
    }

    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tet4 => "tet4",
            Self::Tet10 => "tet10",
            Self::Hex8 => "hex8",
            Self::Hex20 => "hex20",
            Self::Hex27 => "hex27",
        }
    }

    /// Number of faces.
    pub fn faces(self) -> usize {
        if self.is_tetrahedron() { 4 } else { 6 }
    }

    /// The kind of its faces.
    pub fn face_kind(self) -> FaceKind {
        match self {
            Self::Tet4 => FaceKind::Tri3,
            Self::Tet10 => FaceKind::Tri6,
            Self::Hex8 => FaceKind::Quad4,
            Self::Hex20 => FaceKind::Quad8,
            Self::Hex27 => FaceKind::Quad9,
        }
    }

    /// The local nodes of a face, counter-clockwise seen from outside.
    pub fn face_nodes(self, face: usize) -> &'static [usize] {
        let count = self.face_kind().nodes();
        if self.is_tetrahedron() { &TET_FACES[face][..count] } else { &HEX_FACES[face][..count] }
    }
}

impl FaceKind {
    /// Number of nodes.
    pub fn nodes(self) -> usize {
        match self {
            Self::Tri3 => 3,
            Self::Tri6 => 6,
            Self::Quad4 => 4,
            Self::Quad8 => 8,
            Self::Quad9 => 9,
        }
    }

    /// Number of corners; they come first among the nodes.
    pub fn corners(self) -> usize {
        if matches!(self, Self::Tri3 | Self::Tri6) { 3 } else { 4 }
    }

    /// The linear face with the same corners.
    pub fn linear(self) -> Self {
        if self.corners() == 3 { Self::Tri3 } else { Self::Quad4 }
    }
}
