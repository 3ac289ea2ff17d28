//! Rectangular blocks and bars.

use super::Mesh;
use super::lattice::Sheet;
use crate::solid::SolidError;
use crate::solid::element::ElementKind;
use nalgebra::Vector3;

/// A block from the origin to `size`, with the surfaces `x-`, `x+`, `y-`, `y+`, `z-`, `z+`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Brick {
    /// Edges, in m.
    pub size: [f64; 3],
    /// Cells along each edge.
    pub cells: [usize; 3],
}

impl Brick {
    /// The mesh of one kind of element.
    pub fn mesh(&self, kind: ElementKind) -> Result<Mesh, SolidError> {
        let Self { size, cells: [nx, ny, nz] } = *self;
        for length in size {
            if !(length > 0.0 && length.is_finite()) {
                return Err(SolidError::BadMesh { what: "an edge of the block", value: length, hint: "give a length" });
            }
        }
        if nx * ny * nz == 0 {
            return Err(SolidError::BadMesh {
                what: "a number of cells",
                value: 0.0,
                hint: "at least one along each edge",
            });
        }
        let row = 2 * nx + 1;
        let mut sheet = Sheet { nodes: row * (2 * ny + 1), ..Sheet::default() };
        for j in 0..ny {
            for i in 0..nx {
                let at = |a: usize, b: usize| 2 * i + a + (2 * j + b) * row;
                let corners = [at(0, 0), at(2, 0), at(2, 2), at(0, 2)];
                let [a, b, c, d] = corners;
                let cell = sheet.cells.len();
                sheet.cells.push([a, b, c, d, at(1, 0), at(2, 1), at(1, 2), at(0, 1), at(1, 1)]);
                for (name, edge, there) in
                    [("y-", 0, j == 0), ("x+", 1, i + 1 == nx), ("y+", 2, j + 1 == ny), ("x-", 3, i == 0)]
                {
                    if there {
                        sheet.edges.entry(name.to_owned()).or_default().push((cell, edge));
                    }
                }
            }
        }
        let place = |s: usize, k: usize| {
            let part = [(s % row, 2 * nx), (s / row, 2 * ny), (k, 2 * nz)];
            Vector3::from_fn(|i, _| size[i] * part[i].0 as f64 / part[i].1 as f64)
        };
        Ok(sheet.pile(nz, ["z-", "z+"], place).into_mesh(kind))
    }
}
