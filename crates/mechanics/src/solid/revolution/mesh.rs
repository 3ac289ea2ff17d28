//! A meridian in quadrilaterals of eight nodes: columns from the bearing surface outwards, rows that grow with depth.

use super::element::LayerMaterial;
use super::profile::{Profile, ProfileError, Station, polar};

/// How finely a cup is divided.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolution {
    /// Cells of constant pressure from the pole to the rim.
    pub cells: usize,
    /// Elements along a cell.
    pub elements: usize,
    /// Points on every ring; when not given, as far apart as the rings. Four are enough for loads along the axis.
    pub around: Option<usize>,
    /// By how much a row of elements is thicker than the one above it.
    pub growth: f64,
}

impl Default for Resolution {
    fn default() -> Self {
        Self { cells: 40, elements: 1, around: None, growth: 1.6 }
    }
}

/// The mesh of a meridian.
#[derive(Debug, Clone)]
pub(super) struct MeridianMesh {
    /// (r, z).
    pub nodes: Vec<[f64; 2]>,
    pub elements: Vec<[usize; 8]>,
    /// Of each element.
    pub materials: Vec<LayerMaterial>,
    /// U, W, V of every node: whether the support holds it.
    pub held: Vec<[bool; 3]>,
    /// Three nodes of every element on the bearing surface, from the pole to the rim, cell by cell.
    pub surface: Vec<Vec<[usize; 3]>>,
}

/// Thicknesses of the rows of all layers, with the layer of each.
fn rows(profile: &Profile, width: f64, growth: f64) -> Vec<(usize, f64)> {
    let mut rows = Vec::new();
    let mut next = width;
    for (k, layer) in profile.layers.iter().enumerate() {
        let (mut own, mut sum) = (Vec::new(), 0.0);
        while sum < layer.thickness * (1.0 - 1e-9) || own.len() < 2 {
            own.push(next);
            sum += next;
            next *= growth;
        }
        rows.extend(own.iter().map(|row| (k, row * layer.thickness / sum)));
        next = own[own.len() - 1] * layer.thickness / sum;
    }
    rows
}

impl MeridianMesh {
    pub fn new(profile: &Profile, resolution: &Resolution) -> Result<Self, ProfileError> {
        profile.check()?;
        let cell = profile.rim_angle / resolution.cells as f64;
        // Stations at the ends and the middles of all elements.
        let mut stations: Vec<Station> = Vec::new();
        let mut cells = 0;
        for stretch in profile.stretches()? {
            let count = ((stretch.length() / cell).round() as usize).max(3);
            let parts = 2 * count * resolution.elements;
            stations.extend((usize::from(cells > 0)..=parts).map(|k| stretch.at(k as f64 / parts as f64)));
            cells += count;
        }
        // On the axis, not beside it by rounding.
        stations[0].point[0] = 0.0;
        let rows = rows(profile, cell / resolution.elements as f64, resolution.growth);
        let lines = Self::lines(profile, &rows, &stations);
        let (columns, depths) = (stations.len(), lines.len());
        let mut index = vec![usize::MAX; columns * depths];
        let mut nodes = Vec::new();
        // Column by column: neighbours stay near each other.
        for c in 0..columns {
            for (d, line) in lines.iter().enumerate().filter(|(d, _)| d % 2 == 0 || c % 2 == 0) {
                index[d * columns + c] = nodes.len();
                nodes.push(line[c]);
            }
        }
        let at = |c: usize, d: usize| index[d * columns + c];
        let (mut elements, mut materials) = (Vec::new(), Vec::new());
        for c in (0..columns - 1).step_by(2) {
            for (row, (layer, _)) in rows.iter().enumerate() {
                let d = 2 * row;
                // ξ inwards to the rim, η outwards: turned so that the area is positive in (r, z).
                elements.push([
                    at(c, d + 2),
                    at(c + 2, d + 2),
                    at(c + 2, d),
                    at(c, d),
                    at(c + 1, d + 2),
                    at(c + 2, d + 1),
                    at(c + 1, d),
                    at(c, d + 1),
                ]);
                materials.push(profile.layers[*layer].material);
            }
        }
        let mut held = vec![[false; 3]; nodes.len()];
        for (c, station) in stations.iter().enumerate().filter(|(_, s)| s.behind <= profile.held_to + 1e-9) {
            debug_assert!(station.behind.is_finite());
            held[at(c, depths - 1)] = [true; 3];
        }
        let elements_per_cell = resolution.elements;
        let surface = (0..cells)
            .map(|i| {
                let first = 2 * i * elements_per_cell;
                (0..elements_per_cell).map(|e| first + 2 * e).map(|c| [at(c, 0), at(c + 1, 0), at(c + 2, 0)]).collect()
            })
            .collect();
        let mesh = Self { nodes, elements, materials, held, surface };
        mesh.folded().map_or(Ok(mesh), |[r, z]| Err(ProfileError::Crossing { r, z }))
    }

    /// Points of every line of nodes along the profile, from the bearing surface to the outer one.
    fn lines(profile: &Profile, rows: &[(usize, f64)], stations: &[Station]) -> Vec<Vec<[f64; 2]>> {
        let liner = profile.layers[0].thickness;
        let mut depth = 0.0;
        let mut depths = vec![0.0];
        for (_, row) in rows {
            depths.push(depth + 0.5 * row);
            depth += row;
            depths.push(depth);
        }
        let line = |depth: f64| {
            let place = |station: &Station| {
                if depth >= liner {
                    return polar(1.0 + depth, station.behind);
                }
                let (share, behind) = (depth / liner, polar(1.0 + liner, station.behind));
                [0, 1].map(|k| station.point[k] + share * (behind[k] - station.point[k]))
            };
            let mut line: Vec<[f64; 2]> = stations.iter().map(place).collect();
            line[0][0] = 0.0;
            line
        };
        depths.into_iter().map(line).collect()
    }

    /// Where an element is turned inside out.
    fn folded(&self) -> Option<[f64; 2]> {
        self.elements.iter().find_map(|element| {
            let nodes = element.map(|node| self.nodes[node]);
            let turned = super::element::POINTS
                .iter()
                .map(|point| super::element::Shapes::at(point.map(|x| 1.7 * x), &nodes))
                .any(|shapes| !(shapes.area > 0.0));
            turned.then(|| nodes[3])
        })
    }
}
