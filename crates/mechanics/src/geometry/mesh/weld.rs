//! Making equal points one: an STL file repeats every vertex for every triangle.

use std::collections::HashMap;

use nalgebra::Vector3;

use super::TriangleMesh;

/// A mesh whose equal points have become one.
#[derive(Debug, Clone, PartialEq)]
pub struct Welded {
    /// The mesh. Triangles whose corners have met are kept only if they were degenerate before.
    pub mesh: TriangleMesh,
    /// How many vertices have disappeared into others.
    pub merged: usize,
    /// How many triangles have collapsed, and were left out.
    pub collapsed: usize,
    /// For every triangle that is left, which one it was.
    pub kept: Vec<u32>,
}

impl TriangleMesh {
    /// Makes points one that are nearer to each other than `tolerance`, or, with 0, that are equal. Points that no triangle
    /// uses are left out.
    ///
    /// A point goes to the first point before it that is near enough: a chain of near points does not collapse.
    pub fn weld(&self, tolerance: f64) -> Welded {
        let mut welder = Welder { tolerance: tolerance.max(0.0), cells: HashMap::new(), points: Vec::new() };
        let mut places = vec![u32::MAX; self.vertices.len()];
        let (mut triangles, mut kept, mut collapsed, mut used) = (Vec::new(), Vec::new(), 0, 0);
        for (t, corners) in self.triangles.iter().enumerate() {
            let welded = corners.map(|index| {
                let place = &mut places[index as usize];
                if *place == u32::MAX {
                    used += 1;
                    *place = welder.place(self.vertices[index as usize]);
                }
                *place
            });
            let meets = |[a, b, c]: [u32; 3]| a == b || b == c || c == a;
            if meets(welded) && !self.is_degenerate(t) {
                collapsed += 1;
            } else {
                triangles.push(welded);
                kept.push(t as u32);
            }
        }
        let merged = used - welder.points.len();
        Welded { mesh: Self { vertices: welder.points, triangles }, merged, collapsed, kept }
    }
}

struct Welder {
    tolerance: f64,
    /// Points by the cell of a grid as wide as the tolerance, or by their bits.
    cells: HashMap<[i64; 3], Vec<u32>>,
    points: Vec<Vector3<f64>>,
}

impl Welder {
    fn place(&mut self, point: Vector3<f64>) -> u32 {
        let exact = self.tolerance == 0.0;
        let cell: [i64; 3] = if exact {
            // Adding zero makes −0 into 0.
            point.map(|x| (x + 0.0).to_bits() as i64).into()
        } else {
            // A float too large for an integer saturates, which only makes one crowded cell.
            point.map(|x| (x / self.tolerance).floor() as i64).into()
        };
        let reach = if exact { 0 } else { 1 };
        let mut found: Option<u32> = None;
        for i in -reach..=reach {
            for j in -reach..=reach {
                for k in -reach..=reach {
                    let near = [cell[0].saturating_add(i), cell[1].saturating_add(j), cell[2].saturating_add(k)];
                    let Some(there) = self.cells.get(&near) else { continue };
                    let first = there.iter().find(|p| (self.points[**p as usize] - point).norm() <= self.tolerance);
                    if let Some(&first) = first {
                        found = Some(found.map_or(first, |other| other.min(first)));
                    }
                }
            }
        }
        found.unwrap_or_else(|| {
            let index = self.points.len() as u32;
            self.points.push(point);
            self.cells.entry(cell).or_default().push(index);
            index
        })
    }
}
