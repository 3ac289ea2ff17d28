//! What can be wrong with an outcome that is to be drawn.

/// Why a page or a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// A figure asks for something that the outcome does not have.
    #[error("figure `{figure}` asks for the {kind} `{name}`, which the outcome does not have")]
    Unknown {
        /// Title of the figure.
        figure: String,
        /// What was asked for: `column`, `surface` or `field`.
        kind: &'static str,
        /// The name that was not found.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A figure asks for a frame after the last one.
    #[error("figure `{figure}` asks for frame {frame}, but the surface has {frames}")]
    Frame {
        /// Title of the figure.
        figure: String,
        /// The frame that was asked for.
        frame: usize,
        /// How many there are.
        frames: usize,
    },
    /// An array has another length than the arrays it belongs to.
    #[error("`{place}` holds {found} values where {expected} belong")]
    Length {
        /// Name of the array.
        place: String,
        /// Its length.
        found: usize,
        /// The length it must have.
        expected: usize,
    },
    /// A cell of a surface is not a polygon of existing points.
    #[error("cell {cell} of surface `{surface}` is not a polygon of its {points} points")]
    Cell {
        /// Name of the surface.
        surface: String,
        /// The cell.
        cell: usize,
        /// Number of points of the surface.
        points: usize,
    },
    /// The template engine failed.
    #[error("the page could not be filled in: {0}")]
    Template(#[from] minijinja::Error),
    /// A value could not be written as JSON.
    #[error("the page's data could not be written: {0}")]
    Json(#[from] serde_json::Error),
    /// Compression failed.
    #[error("the page's data could not be compressed: {0}")]
    Compression(#[from] std::io::Error),
    /// The raster of the overview could not be encoded.
    #[error("the overview's map could not be encoded: {0}")]
    Picture(#[from] png::EncodingError),
}

impl ReportError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::Unknown { known, .. } => format!("known are {known}"),
            Self::Frame { .. } => "frames count from 0".into(),
            Self::Length { .. } => "one value per frame and cell, one point per frame".into(),
            Self::Cell { .. } => "offsets grow by at least 3, indices count from 0".into(),
            _ => return None,
        };
        Some(hint)
    }
}
