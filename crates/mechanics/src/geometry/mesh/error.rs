//! Why points and triangles do not make a mesh.

/// Why points and triangles do not make a mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum MeshError {
    /// Nothing to touch.
    #[error("there are {vertices} vertices, but no triangles")]
    NoTriangles {
        /// How many vertices there are.
        vertices: usize,
    },
    /// A vertex that is nowhere.
    #[error("vertex {vertex} is at ({}, {}, {})", at[0], at[1], at[2])]
    NotFinite {
        /// Which vertex, from 0.
        vertex: usize,
        /// Its coordinates.
        at: [f64; 3],
    },
    /// A corner that is not there.
    #[error("triangle {triangle} uses vertex {index}, but there are {vertices} vertices, counted from 0")]
    NoSuchVertex {
        /// Which triangle (of polygons: which polygon), from 0.
        triangle: usize,
        /// The index it uses.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// More than a 32-bit index can count.
    #[error("{count} {what} are more than can be counted")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many.
        count: usize,
    },
    /// Every triangle has collapsed to a line or a point.
    #[error("none of the {triangles} triangles has an area")]
    Flat {
        /// How many triangles there are.
        triangles: usize,
        /// What may be the reason.
        hint: &'static str,
    },
    /// Ends of polygons that do not follow one another.
    #[error("polygon {polygon} ends at index {end}, after {available} indices")]
    BadPolygon {
        /// Which polygon, from 0.
        polygon: usize,
        /// Where it ends.
        end: usize,
        /// How many indices there are, or where the polygon before it ends.
        available: usize,
    },
}

impl MeshError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NoTriangles { .. } => "export the surface as triangles, not as points or lines".into(),
            Self::NotFinite { .. } => "repair the mesh where it was made; a vertex must be finite".into(),
            Self::NoSuchVertex { .. } => "the file is damaged or was cut off: export it again".into(),
            Self::TooMany { .. } => "reduce the mesh to fewer than 2³² − 1".into(),
            Self::Flat { hint, .. } => hint.to_string(),
            Self::BadPolygon { .. } => "the file is damaged: export it again".into(),
        };
        Some(hint)
    }
}
