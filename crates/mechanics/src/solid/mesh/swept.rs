//! A layer swept from its bearing surface to its underside: the insert of a knee, or cartilage.
//!
//! A plan grid is laid over the bearing surface; every node of it that lies on the surface, or half a cell beside its
//! outline, stands on top of a column that runs straight to the underside, in cells that grow with depth. Elements are
//! linear hexahedra with mean dilatation, which do not lock as the material becomes incompressible.
//!
//! *Assumes* that a line along `up` meets the bearing surface once. *Pitfalls*: what is left between the outline and the
//! outermost nodes, half a cell at most, is no part of the mesh.

use super::{Face, Mesh};
use crate::geometry::{QuadraturePoint, Surface, frame_around};
use crate::solid::SolidError;
use crate::solid::element::ElementKind;
use nalgebra::Vector3;
use std::collections::{BTreeMap, HashMap};

/// Nodes that are nearer to the outline than this share of a cell are moved onto it.
const SNAP: f64 = 0.5;
/// Least area of a corner of a plan cell, as a share of the cell.
const LEAST_CORNER: f64 = 0.15;
/// Cells of the plan beyond which no computer has room.
const MOST_CELLS: f64 = 1e6;
/// Cells through the thickness, at most.
const MOST_LAYERS: usize = 40;
/// Thinnest column, as a share of the spacing.
const THINNEST: f64 = 0.02;

/// Where the columns end.
#[derive(Clone, Copy)]
pub enum Underside<'a> {
    /// On a plane at this height along `up`, in m.
    Flat(f64),
    /// On a plane so far below the lowest point of the bearing surface, in m.
    Below(f64),
    /// So far below every point, along its normal, in m: a layer of constant thickness.
    Parallel(f64),
    /// On another surface, straight below.
    Surface(&'a dyn Surface),
}

/// Where the columns stand.
#[derive(Debug, Clone, PartialEq)]
pub enum Plan {
    /// So far apart in both directions, in m.
    Uniform(f64),
    /// On these lines along both plan axes, ascending, in m.
    Lines([Vec<f64>; 2]),
}

/// A layer under a bearing surface.
#[derive(Clone)]
pub struct SweptLayer<'a> {
    /// The surface that is touched, its normal out of the layer.
    pub bearing: &'a dyn Surface,
    /// Away from the underside.
    pub up: Vector3<f64>,
    /// Where the columns end.
    pub underside: Underside<'a>,
    /// Where they stand.
    pub plan: Plan,
    /// Height of the uppermost cells, as a share of their width.
    pub first: f64,
    /// How much higher each cell is than the one above it.
    pub growth: f64,
}

/// A mesh with the surfaces `bearing`, `underside` and `sides`, and what stands on its top.
#[derive(Debug, Clone)]
pub struct Swept {
    /// Hexahedra.
    pub mesh: Mesh,
    /// One point a column, with its share of the bearing surface; the node of the i-th one is `top[i]`.
    pub points: Vec<QuadraturePoint>,
    /// The uppermost node of every column.
    pub top: Vec<usize>,
    /// Cells of the bearing surface, counter-clockwise seen from above, by columns.
    pub cells: Vec<[usize; 4]>,
    /// Least and greatest height of a column, in m.
    pub thickness: [f64; 2],
}

/// The top of a column.
#[derive(Debug, Clone, Copy)]
struct Top {
    point: Vector3<f64>,
    normal: Vector3<f64>,
    facet: u32,
}

impl SweptLayer<'_> {
    /// A layer with cells as high as wide on top, each a third higher than the one above.
    pub fn new<'a>(
        bearing: &'a dyn Surface,
        up: Vector3<f64>,
        underside: Underside<'a>,
        spacing: f64,
    ) -> SweptLayer<'a> {
        SweptLayer { bearing, up, underside, plan: Plan::Uniform(spacing), first: 0.8, growth: 1.35 }
    }

    /// The directions of the plan axes, and up: right-handed.
    pub fn axes(&self) -> [Vector3<f64>; 3] {
        let up = self.up.normalize();
        // Along the coordinate axes where up is one of them.
        let axis = up.iamax();
        let first = Vector3::ith((axis + 1) % 3, up[axis].signum());
        let first = (first - up * up.dot(&first)).normalize();
        let [_, fallback, _] = frame_around(up);
        let first = if first.iter().all(|x| x.is_finite()) { first } else { fallback };
        [first, up.cross(&first), up]
    }

    /// Makes the mesh.
    ///
    /// # Errors
    /// When numbers make no sense, the surface folds, or a column has no underside or no height: with the place.
    pub fn mesh(&self) -> Result<Swept, SolidError> {
        self.check()?;
        let axes = self.axes();
        let rough = self.bearing.compute_quadrature(0.02 * self.bearing.compute_area().sqrt());
        let bounds = bounds(&rough, &axes)?;
        let lines = self.lines(&bounds)?;
        self.check_folds(&rough, &axes, bounds[2][1])?;
        let tops = self.find_tops(&lines, &axes, bounds[2]);
        let (columns, cells) = lay_cells(&lines, &axes, &tops);
        if cells.is_empty() {
            return Err(SolidError::BadMesh {
                what: "the number of cells that fit on the bearing surface",
                value: 0.0,
                hint: "choose a smaller spacing, and check that `up` points out of the bearing surface",
            });
        }
        self.pile(&columns, cells, bounds[2][0])
    }

    fn check(&self) -> Result<(), SolidError> {
        let bad = |what, value, hint| Err(SolidError::BadMesh { what, value, hint });
        if !(self.up.norm() > 0.0 && self.up.iter().all(|x| x.is_finite())) {
            return bad("the length of `up`", self.up.norm(), "give a direction");
        }
        if let Plan::Uniform(spacing) = self.plan
            && !(spacing > 0.0 && spacing.is_finite())
        {
            return bad("the spacing of the columns", spacing, "give a positive length in m");
        }
        if !(self.first > 0.01 && self.first < 100.0) {
            return bad("the height of the first cells over their width", self.first, "about 1");
        }
        if !(1.0..=4.0).contains(&self.growth) {
            return bad("the growth of the cells with depth", self.growth, "between 1 and 4, for example 1.3");
        }
        match self.underside {
            Underside::Below(thickness) | Underside::Parallel(thickness)
                if !(thickness > 0.0 && thickness.is_finite()) =>
            {
                bad("the thickness of the layer", thickness, "give a positive length in m")
            }
            Underside::Flat(height) if !height.is_finite() => {
                bad("the height of the underside", height, "give a height in m")
            }
            _ => Ok(()),
        }
    }

    /// Width of the narrowest plan cells.
    fn width(&self) -> f64 {
        match &self.plan {
            Plan::Uniform(spacing) => *spacing,
            Plan::Lines(lines) => {
                lines.iter().flat_map(|line| line.windows(2).map(|w| w[1] - w[0])).fold(f64::INFINITY, f64::min)
            }
        }
    }

    /// Lines of the plan.
    fn lines(&self, bounds: &[[f64; 2]; 3]) -> Result<[Vec<f64>; 2], SolidError> {
        let lines = match &self.plan {
            Plan::Lines(lines) => lines.clone(),
            Plan::Uniform(spacing) => {
                let count = |k: usize| (bounds[k][1] - bounds[k][0]) / spacing;
                if !(count(0) * count(1) < MOST_CELLS) {
                    return Err(SolidError::BadMesh {
                        what: "the number of columns",
                        value: count(0) * count(1),
                        hint: "choose a wider spacing",
                    });
                }
                // Symmetric about the middle, with the outline between the outermost lines and those beside them.
                [0, 1].map(|k| {
                    let [low, high] = bounds[k];
                    let cells = (count(k).round() as i64).max(1);
                    let (middle, half) = (0.5 * (low + high), 0.5 * cells as f64);
                    (-1..=cells + 1).map(|i| middle + (i as f64 - half) * spacing).collect()
                })
            }
        };
        for line in &lines {
            if let Some(pair) = line.windows(2).find(|pair| !(pair[1] > pair[0])) {
                let hint = "lines must ascend";
                return Err(SolidError::BadMesh { what: "the width of a plan cell", value: pair[1] - pair[0], hint });
            }
        }
        Ok(lines)
    }

    /// Seen from above, nothing of the surface may lie below another part of it.
    fn check_folds(&self, rough: &[QuadraturePoint], axes: &[Vector3<f64>; 3], top: f64) -> Result<(), SolidError> {
        let up = axes[2];
        let scale = self.bearing.compute_area().sqrt();
        let facing = rough.iter().filter(|p| p.normal.dot(&up) > 0.0).map(|p| p.area).sum::<f64>();
        if !(facing > 0.0) {
            return Err(SolidError::Folded {
                what: "the bearing surface looks down everywhere",
                place: rough.first().map_or([0.0; 3], |p| p.point.into()),
                hint: "its normals must point out of the layer; turn its triangles, or `up`",
            });
        }
        for point in rough.iter().filter(|p| p.normal.dot(&up) > 0.05) {
            let height = top + scale - point.point.dot(&up);
            let hit = self.bearing.cast_ray(&(point.point + up * height), &-up);
            if hit.is_some_and(|hit| height - hit.distance > 0.02 * scale) {
                return Err(SolidError::Folded {
                    what: "the bearing surface folds over itself, seen from above",
                    place: point.point.into(),
                    hint: "give the part that bears alone, or another direction for `up`",
                });
            }
        }
        Ok(())
    }

    /// The top of every node of the plan that has one: on the surface straight below, or on its outline beside.
    fn find_tops(&self, lines: &[Vec<f64>; 2], axes: &[Vector3<f64>; 3], [low, high]: [f64; 2]) -> Vec<Option<Top>> {
        let [first, second, up] = axes;
        let (nx, ny) = (lines[0].len(), lines[1].len());
        let above = high + (high - low) + self.bearing.compute_area().sqrt();
        let plan = |i: usize, j: usize| first * lines[0][i] + second * lines[1][j];
        let mut tops: Vec<Option<Top>> = (0..nx * ny)
            .map(|s| {
                let hit = self.bearing.cast_ray(&(plan(s % nx, s / nx) + up * above), &-up)?;
                (hit.normal.dot(up) > 0.0).then_some(Top { point: hit.point, normal: hit.normal, facet: hit.facet })
            })
            .collect();
        let inside = tops.clone();
        for j in 0..ny {
            for i in 0..nx {
                if inside[i + j * nx].is_some() {
                    continue;
                }
                let around = (i.saturating_sub(1)..(i + 2).min(nx))
                    .flat_map(|a| (j.saturating_sub(1)..(j + 2).min(ny)).map(move |b| a + b * nx));
                let heights: Vec<f64> = around.filter_map(|s| inside[s]).map(|top| top.point.dot(up)).collect();
                if heights.is_empty() {
                    continue;
                }
                let mut height = heights.iter().sum::<f64>() / heights.len() as f64;
                let mut foot = self.bearing.closest_point(&(plan(i, j) + up * height));
                for _ in 0..4 {
                    height = foot.point.dot(up);
                    foot = self.bearing.closest_point_near(&(plan(i, j) + up * height), foot.facet);
                }
                let off = foot.point - plan(i, j);
                let off = off - up * off.dot(up);
                let width = |line: &[f64], k: usize| {
                    let low = if k > 0 { line[k] - line[k - 1] } else { f64::INFINITY };
                    low.min(if k + 1 < line.len() { line[k + 1] - line[k] } else { f64::INFINITY })
                };
                let reach = SNAP * width(&lines[0], i).min(width(&lines[1], j));
                if off.norm() < reach && foot.normal.dot(up) > 0.0 {
                    tops[i + j * nx] = Some(Top { point: foot.point, normal: foot.normal, facet: foot.facet });
                }
            }
        }
        tops
    }

    /// Where a column ends.
    fn bottom(&self, top: &Top, lowest: f64, up: &Vector3<f64>) -> Result<Vector3<f64>, SolidError> {
        let to_height = |height: f64| top.point - up * (top.point.dot(up) - height);
        Ok(match self.underside {
            Underside::Flat(height) => to_height(height),
            Underside::Below(thickness) => to_height(lowest - thickness),
            Underside::Parallel(thickness) => top.point - top.normal * thickness,
            Underside::Surface(surface) => match surface.cast_ray(&top.point, &-up) {
                Some(hit) => hit.point,
                None => {
                    return Err(SolidError::Folded {
                        what: "the underside does not reach below the bearing surface",
                        place: top.point.into(),
                        hint: "both surfaces must be in the same axes and unit, the underside as wide as the bearing",
                    });
                }
            },
        })
    }

    /// Neighbouring columns must not change places on their way down: elements turned half round about their axis look sound
    /// at every node.
    fn check_crossing(
        &self,
        columns: &[Top],
        bottoms: &[Vector3<f64>],
        cells: &[[usize; 4]],
    ) -> Result<(), SolidError> {
        for cell in cells {
            for k in 0..4 {
                let (a, b) = (cell[k], cell[(k + 1) % 4]);
                if !((columns[b].point - columns[a].point).dot(&(bottoms[b] - bottoms[a])) > 0.0) {
                    return Err(crossing(columns[a].point));
                }
            }
        }
        Ok(())
    }

    fn pile(&self, columns: &[Top], cells: Vec<[usize; 4]>, lowest: f64) -> Result<Swept, SolidError> {
        let up = self.up.normalize();
        let bottoms: Vec<Vector3<f64>> =
            columns.iter().map(|top| self.bottom(top, lowest, &up)).collect::<Result<_, _>>()?;
        let width = self.width();
        let heights: Vec<f64> = columns.iter().zip(&bottoms).map(|(top, b)| (top.point - b).dot(&up)).collect();
        for (top, height) in columns.iter().zip(&heights) {
            if !(*height > THINNEST * width) {
                return Err(SolidError::ThinColumn { place: top.point.into(), thickness: *height });
            }
        }
        self.check_crossing(columns, &bottoms, &cells)?;
        let mean = heights.iter().sum::<f64>() / heights.len() as f64;
        let shares = layers(mean, self.first * width, self.growth);
        let n = columns.len();
        let mut nodes = Vec::with_capacity(n * shares.len());
        for share in &shares {
            nodes.extend(columns.iter().zip(&bottoms).map(|(top, bottom)| bottom + (top.point - bottom) * *share));
        }
        let mut mesh = Mesh::from_nodes(nodes);
        let (count, layers) = (cells.len(), shares.len() - 1);
        for layer in 0..layers {
            for cell in &cells {
                let at = |k: usize, up: usize| cell[k] + (layer + up) * n;
                mesh.push(
                    ElementKind::Hex8,
                    &[at(0, 0), at(1, 0), at(2, 0), at(3, 0), at(0, 1), at(1, 1), at(2, 1), at(3, 1)],
                );
            }
        }
        if let Some(bad) = mesh.compute_quality().inverted.first() {
            let nodes = mesh.element(bad.element);
            let place: Vector3<f64> = nodes.iter().map(|&k| mesh.nodes[k]).sum::<Vector3<f64>>() / nodes.len() as f64;
            return Err(crossing(place));
        }
        let faces = |layer: usize, face: usize| (0..count).map(move |c| Face { element: c + layer * count, face });
        mesh.surfaces.insert("underside".into(), faces(0, 0).collect());
        mesh.surfaces.insert("bearing".into(), faces(layers - 1, 1).collect());
        let sides = open_edges(&cells);
        let sides = (0..layers)
            .flat_map(|layer| sides.iter().map(move |&(c, edge)| Face { element: c + layer * count, face: 2 + edge }));
        mesh.surfaces.insert("sides".into(), sides.collect());
        let top: Vec<usize> = (0..n).map(|s| s + layers * n).collect();
        let areas = crate::solid::contact::ContactSurface::new(&mesh, mesh.surface("bearing")?)?.area;
        let points = columns.iter().zip(areas).map(|(top, area)| QuadraturePoint {
            point: top.point,
            normal: top.normal,
            area,
            facet: top.facet,
        });
        let thickness = heights.iter().fold([f64::INFINITY, 0.0], |[a, b]: [f64; 2], h| [a.min(*h), b.max(*h)]);
        Ok(Swept { points: points.collect(), mesh, top, cells, thickness })
    }
}

fn crossing(place: Vector3<f64>) -> SolidError {
    SolidError::Folded {
        what: "columns cross one another on their way to the underside",
        place: place.into(),
        hint: "the layer is thicker than its surface is curved: use a flat underside, or a thinner layer",
    }
}

/// Extent of some points along three axes.
fn bounds(points: &[QuadraturePoint], axes: &[Vector3<f64>; 3]) -> Result<[[f64; 2]; 3], SolidError> {
    if points.is_empty() || points.iter().any(|p| !p.point.iter().all(|x| x.is_finite())) {
        return Err(SolidError::BadMesh {
            what: "the number of sound points of the bearing surface",
            value: points.len() as f64,
            hint: "look at the surface with `synovia mesh`",
        });
    }
    Ok(axes.map(|axis| {
        let along = points.iter().map(|p| p.point.dot(&axis));
        along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    }))
}

/// Cells whose corners all have a top and whose shape is sound, and the columns that they need.
fn lay_cells(lines: &[Vec<f64>; 2], axes: &[Vector3<f64>; 3], tops: &[Option<Top>]) -> (Vec<Top>, Vec<[usize; 4]>) {
    let (nx, ny) = (lines[0].len(), lines[1].len());
    let mut cells = Vec::new();
    for j in 0..ny - 1 {
        for i in 0..nx - 1 {
            let corners = [i + j * nx, i + 1 + j * nx, i + 1 + (j + 1) * nx, i + (j + 1) * nx];
            let Some(places) = corners.iter().map(|&s| tops[s].map(|top| top.point)).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let whole = (lines[0][i + 1] - lines[0][i]) * (lines[1][j + 1] - lines[1][j]);
            let sound = (0..4).all(|k| {
                let (here, next, last) = (places[k], places[(k + 1) % 4], places[(k + 3) % 4]);
                (next - here).cross(&(last - here)).dot(&axes[2]) > LEAST_CORNER * whole
            });
            if sound {
                cells.push(corners);
            }
        }
    }
    let mut number = BTreeMap::new();
    cells.iter().flatten().for_each(|&s| {
        number.insert(s, 0);
    });
    number.values_mut().enumerate().for_each(|(k, n)| *n = k);
    let columns = number.keys().filter_map(|&s| tops[s]).collect();
    (columns, cells.iter().map(|cell| cell.map(|s| number[&s])).collect())
}

/// Heights 0 … 1 of the layers from below, the uppermost about `first` high where the whole is `height`.
fn layers(height: f64, first: f64, growth: f64) -> Vec<f64> {
    let (mut sum, mut next, mut count) = (0.0, first, 0);
    while (sum + 0.5 * next < height || count < 2) && count < MOST_LAYERS {
        sum += next;
        next *= growth;
        count += 1;
    }
    let below = |k: usize| (k..count).map(|i| growth.powi(i as i32)).sum::<f64>();
    let whole = below(0);
    // Layer k counts from above; the lowest one is the highest.
    (0..=count).map(|k| if k == count { 1.0 } else { below(count - k) / whole }).collect()
}

/// Edges that one cell alone has: cell and edge 0 … 3.
fn open_edges(cells: &[[usize; 4]]) -> Vec<(usize, usize)> {
    let mut seen: HashMap<[usize; 2], usize> = HashMap::new();
    let key = |cell: &[usize; 4], k: usize| {
        let (a, b) = (cell[k], cell[(k + 1) % 4]);
        [a.min(b), a.max(b)]
    };
    for cell in cells {
        (0..4).for_each(|k| *seen.entry(key(cell, k)).or_default() += 1);
    }
    let edges = cells.iter().enumerate().flat_map(|(c, cell)| (0..4).map(move |k| (c, k, key(cell, k))));
    edges.filter(|(_, _, key)| seen[key] == 1).map(|(c, k, _)| (c, k)).collect()
}
