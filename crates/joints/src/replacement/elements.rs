//! The insert by finite elements: its mesh, and how its bearing surface gives way.

use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, SurfacePair};
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::solid::mesh::{SweptLayer, Underside};
use mechanics::solid::{Material as Law, Solid, SolidError, Supports, SurfaceCompliance};
use nalgebra::Vector3;
use quantity::Length;
use results::Surface as Cells;

use super::parameters::{Backing, FiniteElements, Held, Implant};
use crate::Problem;

/// Most memory that a compliance may take, in bytes.
pub(super) const MOST_BYTES: f64 = 2e9;

/// The bearing surface of an insert that gives way as a whole: constant, shared by every pose, load and run.
#[derive(Debug)]
pub(super) struct Elements {
    /// What it was made from.
    implant: Implant,
    given: FiniteElements,
    points: Vec<QuadraturePoint>,
    cells: Vec<[usize; 4]>,
    pub compliance: Arc<SurfaceCompliance>,
    /// Thinnest place, in m.
    pub thinnest: f64,
    /// Height of the underside, where it is flat, in m.
    pub underside: Option<f64>,
    /// Elements and unknowns.
    pub elements: usize,
    pub unknowns: usize,
}

/// How many columns stand on a bearing surface, about.
fn compute_columns(bearing: &dyn Surface, spacing: f64) -> f64 {
    let rough = bearing.compute_quadrature(0.02 * bearing.compute_area().sqrt());
    rough.iter().map(|point| point.area * point.normal.y.max(0.0)).sum::<f64>() / (spacing * spacing)
}

impl Elements {
    /// Meshes the insert and computes how it gives way.
    pub fn compute(implant: &Implant, given: FiniteElements, bearing: &dyn Surface) -> Result<Self, Problem> {
        let path = "contact.finite-elements";
        let refuse = |error: SolidError| {
            let hint = error.hint().unwrap_or_else(|| "look at the insert with `synovia mesh`".into());
            let at = match error {
                SolidError::ThinColumn { .. } if implant.underside_height().is_some() => "implant.underside",
                _ => path,
            };
            Problem::new(at, error.to_string(), hint)
        };
        let underside = match (implant.underside_height(), given.underside) {
            (Some(height), _) => Underside::Flat(height),
            (None, Backing::Flat) => Underside::Below(implant.uniform_thickness()),
            (None, Backing::Parallel) => Underside::Parallel(implant.uniform_thickness()),
        };
        // The matrix alone may be too much: said before anything is made.
        let points = compute_columns(bearing, given.spacing.si());
        let bytes = SurfaceCompliance::bytes_of(points);
        if bytes > MOST_BYTES {
            let message = format!(
                "the compliance of about {points:.0} points takes {:.1} GB, {:.1} GB are allowed",
                1e-9 * bytes,
                1e-9 * MOST_BYTES
            );
            return Err(Problem::new(format!("{path}.spacing"), message, "choose a wider spacing"));
        }
        let swept = SweptLayer::new(bearing, Vector3::y(), underside, given.spacing.si()).mesh().map_err(refuse)?;
        let mut mesh = swept.mesh;
        for (i, region) in implant.regions.iter().enumerate().filter(|(_, region)| region.material.is_some()) {
            let extent = region.extent();
            let middle = |e: usize| mesh.element(e).iter().map(|&n| mesh.nodes[n]).sum::<Vector3<f64>>() / 8.0;
            let inside = (0..mesh.elements()).filter(|&e| extent.contains(&middle(e))).collect();
            mesh.element_sets.insert(i.to_string(), inside);
        }
        let elastic = |path: &str, material: &super::parameters::Material| {
            material.elastic().ok_or_else(|| Problem::new(path, "the material is not known", "see `synovia list`"))
        };
        let mut held = mesh.nodes_of("underside").map_err(refuse)?;
        if given.sides == Held::Clamped {
            held.extend(mesh.nodes_of("sides").map_err(refuse)?.into_iter().filter(|node| !swept.top.contains(node)));
        }
        let lowest = held.iter().map(|&n| mesh.nodes[n].y).fold(f64::INFINITY, f64::min);
        let law = Law::Linear(elastic("implant.material", &implant.material)?);
        let mut solid = Solid::new(mesh, law, Supports::none().clamp(&held)).map_err(refuse)?;
        for (i, region) in implant.regions.iter().enumerate() {
            if let Some(material) = &region.material {
                let path = format!("implant.regions.{i}.material");
                solid.assign(&i.to_string(), Law::Linear(elastic(&path, material)?)).map_err(refuse)?;
            }
        }
        let directions: Vec<Vector3<f64>> = swept.points.iter().map(|point| point.normal).collect();
        let compliance = SurfaceCompliance::compute(&solid, &swept.top, &directions, MOST_BYTES).map_err(refuse)?;
        Ok(Self {
            implant: implant.clone(),
            given,
            points: swept.points,
            cells: swept.cells,
            compliance: Arc::new(compliance),
            thinnest: swept.thickness[0],
            underside: (given.underside == Backing::Flat || implant.underside_height().is_some()).then_some(lowest),
            elements: solid.mesh().elements(),
            unknowns: solid.unknowns(),
        })
    }

    /// Whether it is that of these parameters.
    pub fn fits(&self, implant: &Implant, given: &FiniteElements) -> bool {
        self.implant == *implant && self.given == *given
    }

    /// The implant as springs would have it, whose thickness is that of the mesh.
    pub fn lining(&self) -> Implant {
        let mut implant = self.implant.clone();
        if let Some(height) = self.underside {
            (implant.underside, implant.thickness, implant.design) = (Some(Length::from_si(height)), None, None);
        }
        implant
    }

    /// The points of the bearing surface between insert and femoral component.
    pub fn pair(&self, surfaces: [Arc<dyn Surface>; 2], settings: PairSettings) -> Result<SurfacePair, String> {
        let [insert, femoral] = surfaces;
        let points = [self.points.clone(), Vec::new()];
        let pair = SurfacePair::on_points(insert, femoral, points, settings).map_err(|error| error.to_string())?;
        pair.with_compliance(Arc::clone(&self.compliance)).map_err(|error| error.to_string())
    }

    /// One cell for each point: the part of the bearing surface that is nearer to it than to its neighbours.
    pub fn cut(&self) -> Cells {
        let at: Vec<Vector3<f64>> = self.points.iter().map(|point| point.point).collect();
        let mut surface = Cells { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
        let mut around: Vec<Vec<[usize; 4]>> = vec![Vec::new(); at.len()];
        for cell in &self.cells {
            for k in 0..4 {
                around[cell[k]].push(std::array::from_fn(|i| cell[(k + i) % 4]));
            }
        }
        for (point, cells) in around.iter().enumerate() {
            let mut corners: Vec<Vector3<f64>> = Vec::new();
            let follows = |a: &[usize; 4], b: &[usize; 4]| a[3] == b[1];
            // Counter-clockwise, from a cell that no other comes before, if the surface ends here.
            let mut left = cells.clone();
            while !left.is_empty() {
                let first = left.iter().position(|b| !left.iter().any(|a| follows(a, b))).unwrap_or(0);
                let ends = left.iter().all(|a| !follows(a, &left[first]));
                let mut cell = left.remove(first);
                if ends {
                    corners.push(at[point]);
                }
                corners.push(0.5 * (at[point] + at[cell[1]]));
                loop {
                    corners.push(0.25 * cell.iter().map(|&k| at[k]).sum::<Vector3<f64>>());
                    let Some(next) = left.iter().position(|b| follows(&cell, b)) else { break };
                    corners.push(0.5 * (at[point] + at[cell[3]]));
                    cell = left.remove(next);
                }
                if ends {
                    corners.push(0.5 * (at[point] + at[cell[3]]));
                }
            }
            for corner in corners {
                surface.connectivity.push(surface.points.len() as u32);
                surface.points.push(corner.into());
            }
            surface.offsets.push(surface.connectivity.len() as u32);
        }
        surface
    }
}
