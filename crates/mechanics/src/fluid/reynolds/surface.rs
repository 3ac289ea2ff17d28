//! The unwrapped film as finite volumes: a ring of columns, each from the middle (or the pole) to the rim.

use nalgebra::{Vector2, Vector3};
use std::f64::consts::TAU;

/// The other side of a face on the rim: the fluid outside, at ambient pressure.
pub(super) const OUTSIDE: usize = usize::MAX;

/// One volume of the film.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    /// Outward normal at its centre.
    pub normal: Vector3<f64>,
    pub area: f64,
    /// ∫ n dA, exactly.
    pub vector_area: Vector3<f64>,
    /// Lengths of the lines through its centre that flow around and flow across have to pass.
    pub widths: [f64; 2],
}

/// What two volumes exchange their fluid through.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    pub cells: [usize; 2],
    /// 0 for flow around, 1 for flow across.
    pub direction: usize,
    /// Outward normal in its middle.
    pub normal: Vector3<f64>,
    /// Length over distance of the centres.
    pub shape: f64,
    /// ∫ R n × t dl with t from the first cell to the second: ω times it is what a surface that turns with ω carries
    /// through the face per film thickness. Exact, so that a film of constant thickness loses nothing to rotation.
    pub transport: Vector3<f64>,
}

/// Volumes and faces; cell (i, j) has the index i · across + j, j = 0 in the middle.
#[derive(Debug, Clone)]
pub(super) struct Surface {
    pub around: usize,
    pub across: usize,
    pub radius: f64,
    pub cells: Vec<Cell>,
    pub faces: Vec<Face>,
}

impl Surface {
    /// A cylinder from its middle plane to one end, `across` cells, with every length across it counted twice: both
    /// halves are the same.
    pub fn cylinder(radius: f64, length: f64, [around, across]: [usize; 2]) -> Self {
        let (step, width) = (TAU / around as f64, length / (2.0 * across as f64));
        let both = 2.0;
        let normal = |angle: f64| Vector3::new(angle.cos(), angle.sin(), 0.0);
        let mut surface = Self::empty(radius, [around, across]);
        for i in 0..around {
            let centre = normal((i as f64 + 0.5) * step);
            let ahead = normal((i as f64 + 1.0) * step);
            for j in 0..across {
                surface.cells.push(Cell {
                    normal: centre,
                    area: both * radius * step * width,
                    vector_area: centre * (both * radius * width * 2.0 * (0.5 * step).sin()),
                    widths: [both * width, both * radius * step],
                });
                surface.faces.push(Face {
                    cells: [i * across + j, (i + 1) % around * across + j],
                    direction: 0,
                    normal: ahead,
                    shape: both * width / (radius * step),
                    transport: Vector3::z() * (both * radius * width),
                });
                let rim = j + 1 == across;
                surface.faces.push(Face {
                    cells: [i * across + j, if rim { OUTSIDE } else { i * across + j + 1 }],
                    direction: 1,
                    normal: centre,
                    shape: both * radius * step / (width * if rim { 0.5 } else { 1.0 }),
                    transport: Vector3::zeros(),
                });
            }
        }
        surface
    }

    /// A spherical cap about the third axis, from its pole to its rim at the angle `rim`.
    ///
    /// The innermost faces would lie on the pole and have no length: the pole needs no equation of its own.
    pub fn cap(radius: f64, rim: f64, [around, across]: [usize; 2]) -> Self {
        let (step, rise) = (TAU / around as f64, rim / across as f64);
        let square = radius * radius;
        let mut surface = Self::empty(radius, [around, across]);
        for i in 0..around {
            let from = i as f64 * step;
            let [start, centre, end] = [from, from + 0.5 * step, from + step].map(|a| Vector2::new(a.cos(), a.sin()));
            for j in 0..across {
                let low = j as f64 * rise;
                let [(sin0, cos0), (sin, cos), (sin1, cos1)] = [low, low + 0.5 * rise, low + rise].map(f64::sin_cos);
                let at = |plane: Vector2<f64>, (sin, cos): (f64, f64)| Vector3::new(sin * plane.x, sin * plane.y, cos);
                // ∫ sin² over the height of the cell
                let squared = 0.5 * rise - 0.5 * (sin1 * cos1 - sin0 * cos0);
                surface.cells.push(Cell {
                    normal: at(centre, (sin, cos)),
                    area: square * step * (cos0 - cos1),
                    vector_area: square
                        * Vector3::new(
                            squared * (end.y - start.y),
                            squared * (start.x - end.x),
                            step * 0.5 * (sin1 * sin1 - sin0 * sin0),
                        ),
                    widths: [radius * rise, radius * sin * step],
                });
                surface.faces.push(Face {
                    cells: [i * across + j, (i + 1) % around * across + j],
                    direction: 0,
                    normal: at(end, (sin, cos)),
                    shape: rise / (sin * step),
                    transport: -square * Vector3::new((sin1 - sin0) * end.x, (sin1 - sin0) * end.y, cos1 - cos0),
                });
                let rim = j + 1 == across;
                surface.faces.push(Face {
                    cells: [i * across + j, if rim { OUTSIDE } else { i * across + j + 1 }],
                    direction: 1,
                    normal: at(centre, (sin1, cos1)),
                    shape: sin1 * step / (rise * if rim { 0.5 } else { 1.0 }),
                    transport: square * sin1 * Vector3::new(end.x - start.x, end.y - start.y, 0.0),
                });
            }
        }
        surface
    }

    fn empty(radius: f64, [around, across]: [usize; 2]) -> Self {
        let count = around * across;
        Self { around, across, radius, cells: Vec::with_capacity(count), faces: Vec::with_capacity(2 * count) }
    }

    /// The thickness at an inner face as the mean of its cells: where a soft liner carries the film, the film must be
    /// level between cell centres, and the curvature of the bearing between them may be thicker than the film.
    pub fn average_faces(&mut self) {
        for face in &mut self.faces {
            if let [a, b @ 0..OUTSIDE] = face.cells {
                face.normal = 0.5 * (self.cells[a].normal + self.cells[b].normal);
            }
        }
    }

    /// The column of cells nearest to an angle.
    pub fn column(&self, angle: f64) -> usize {
        (angle.rem_euclid(TAU) / TAU * self.around as f64) as usize % self.around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    const R: f64 = 14e-3;

    fn both() -> [Surface; 2] {
        [Surface::cylinder(R, 20e-3, [24, 5]), Surface::cap(R, 1.3, [24, 7])]
    }

    #[test]
    fn areas_are_exact() {
        let [cylinder, cap] = both();
        let area = |s: &Surface| s.cells.iter().map(|c| c.area).sum::<f64>();
        assert!((area(&cylinder) / (2.0 * PI * R * 20e-3) - 1.0).abs() < 1e-14);
        assert!((area(&cap) / (2.0 * PI * R * R * (1.0 - 1.3f64.cos())) - 1.0).abs() < 1e-14);
        // ∫ n dA of a cap is its opening's area along the axis; of a closed band nothing.
        let sum = |s: &Surface| s.cells.iter().map(|c| c.vector_area).sum::<Vector3<f64>>();
        assert!(sum(&cylinder).norm() < 1e-18);
        assert!((sum(&cap) - Vector3::z() * PI * (R * 1.3f64.sin()).powi(2)).norm() < 1e-17);
    }

    #[test]
    fn a_level_film_loses_nothing_to_rotation() {
        for surface in both() {
            let mut sums = vec![Vector3::zeros(); surface.cells.len()];
            for face in &surface.faces {
                sums[face.cells[0]] += face.transport;
                if face.cells[1] != OUTSIDE {
                    sums[face.cells[1]] -= face.transport;
                }
            }
            assert!(sums.iter().all(|sum| sum.norm() < 1e-18), "{sums:?}");
        }
    }

    #[test]
    fn a_column_holds_its_angle() {
        let [cylinder, _] = both();
        let step = TAU / 24.0;
        for (angle, column) in [(0.1 * step, 0), (1.5 * step, 1), (-0.1, 23), (TAU, 0)] {
            assert_eq!(cylinder.column(angle), column, "{angle}");
        }
    }
}
