//! The insert by finite elements: its mesh, and how its bearing surface gives way.

use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, SurfacePair};
use mechanics::geometry::mesh::TriangleMesh;
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::material::Elastic;
use mechanics::solid::mesh::{Swept, SweptLayer, Underside};
use mechanics::solid::{Material as Law, Solid, SolidError, Supports, SurfaceCompliance};
use nalgebra::Vector3;
use quantity::Length;
use results::Surface as Cells;

use super::compliance::{self, MOST_BYTES};
use super::parameters::{Backing, FiniteElements, Held, Implant, Material, RegionInput};
use crate::{Problem, Recent, Watch, compute_key};

/// The mesh of an insert, made of a material of 1 Pa: what a change of modulus leaves as it is.
#[derive(Debug)]
struct Meshed {
    solid: Solid,
    points: Vec<QuadraturePoint>,
    /// The node of each point.
    top: Vec<usize>,
    cells: Vec<[usize; 4]>,
    /// Thinnest place, in m.
    thinnest: f64,
    /// Height of the lowest place that is held, in m.
    lowest: f64,
}

/// Meshes of the last inserts: the runs of a sweep over loads share one.
static MESHED: Recent<Arc<Meshed>> = Recent::new(4);

/// The bearing surface of an insert that gives way as a whole: constant, shared by every pose, load and run.
#[derive(Debug)]
pub(super) struct Elements {
    /// What it was made from.
    implant: Implant,
    given: FiniteElements,
    meshed: Arc<Meshed>,
    /// Of the insert, in Pa.
    modulus: f64,
    /// Thinnest place, in m.
    pub thinnest: f64,
    /// Height of the underside, where it is flat, in m.
    pub underside: Option<f64>,
    /// Elements and unknowns.
    pub elements: usize,
    pub unknowns: usize,
}

/// What the mesh of an insert is made from.
#[derive(Debug)]
struct Plan<'a> {
    implant: &'a Implant,
    given: FiniteElements,
    /// Insert and regions, by their numbers, divided by the modulus of the insert.
    material: Elastic,
    regions: Vec<(usize, Elastic)>,
}

/// How many columns stand on a bearing surface, about.
fn compute_columns(bearing: &dyn Surface, spacing: f64) -> f64 {
    let rough = bearing.compute_quadrature(0.02 * bearing.compute_area().sqrt());
    rough.iter().map(|point| point.area * point.normal.y.max(0.0)).sum::<f64>() / (spacing * spacing)
}

const PATH: &str = "contact.finite-elements";

fn refuse(implant: &Implant) -> impl Fn(SolidError) -> Problem {
    move |error| {
        let hint = error.hint().unwrap_or_else(|| "look at the insert with `synovia mesh`".into());
        let at = match error {
            SolidError::ThinColumn { .. } if implant.underside_height().is_some() => "implant.underside",
            _ => PATH,
        };
        Problem::new(at, error.to_string(), hint)
    }
}

impl Plan<'_> {
    /// Everything that decides the mesh, with the triangles of the insert.
    fn key(&self, mesh: &TriangleMesh) -> String {
        let Self { implant, .. } = self;
        // Without what has no part in it: the materials are those of the plan.
        let shape = Implant { material: Material::Named(String::new()), femoral_layer: None, ..(*implant).clone() };
        let regions = shape.regions.into_iter().map(|region| RegionInput { material: None, ..region }).collect();
        let shape = Implant { regions, ..shape };
        let asked = format!("{shape:?} {:?} {:?} {:?}", self.given, self.material, self.regions);
        let points: Vec<u8> = mesh.vertices().iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let corners: Vec<u8> = mesh.triangles().iter().flatten().flat_map(|i| i.to_le_bytes()).collect();
        compute_key("insert mesh", 1, &[asked.as_bytes(), &points, &corners])
    }

    fn mesh(&self, bearing: &dyn Surface) -> Result<Meshed, Problem> {
        let Self { implant, given, .. } = self;
        let refuse = refuse(implant);
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
            return Err(Problem::new(format!("{PATH}.spacing"), message, "choose a wider spacing"));
        }
        let layer = SweptLayer::new(bearing, Vector3::y(), underside, given.spacing.si());
        let Swept { mut mesh, points, top, cells, thickness } = layer.mesh().map_err(&refuse)?;
        for (i, _) in &self.regions {
            let extent = implant.regions[*i].extent();
            let middle = |e: usize| mesh.element(e).iter().map(|&n| mesh.nodes[n]).sum::<Vector3<f64>>() / 8.0;
            let inside = (0..mesh.elements()).filter(|&e| extent.contains(&middle(e))).collect();
            mesh.element_sets.insert(i.to_string(), inside);
        }
        let mut held = mesh.nodes_of("underside").map_err(&refuse)?;
        if given.sides == Held::Clamped {
            held.extend(mesh.nodes_of("sides").map_err(&refuse)?.into_iter().filter(|node| !top.contains(node)));
        }
        let lowest = held.iter().map(|&n| mesh.nodes[n].y).fold(f64::INFINITY, f64::min);
        let supports = Supports::none().clamp(&held);
        let mut solid = Solid::new(mesh, Law::Linear(self.material), supports).map_err(&refuse)?;
        for (i, material) in &self.regions {
            solid.assign(&i.to_string(), Law::Linear(*material)).map_err(&refuse)?;
        }
        SurfaceCompliance::check_bytes(&solid, top.len(), MOST_BYTES).map_err(&refuse)?;
        Ok(Meshed { solid, points, top, cells, thinnest: thickness[0], lowest })
    }
}

impl Elements {
    /// Meshes the insert. How it gives way is computed when it is asked for.
    pub fn new(implant: &Implant, given: FiniteElements, bearing: &dyn Surface) -> Result<Self, Problem> {
        Self::plan(implant, given, |plan| plan.mesh(bearing).map(Arc::new))
    }

    /// The same, with the mesh of runs before in this process where it is that of the same insert.
    pub fn shared(
        implant: &Implant,
        given: FiniteElements,
        (mesh, bearing): (&TriangleMesh, &dyn Surface),
    ) -> Result<Self, Problem> {
        Self::plan(implant, given, |plan| MESHED.obtain(plan.key(mesh), || plan.mesh(bearing).map(Arc::new)))
    }

    fn plan(
        implant: &Implant,
        given: FiniteElements,
        mesh: impl FnOnce(&Plan<'_>) -> Result<Arc<Meshed>, Problem>,
    ) -> Result<Self, Problem> {
        let refuse = refuse(implant);
        let elastic = |path: &str, material: &Material| {
            let unknown = || Problem::new(path, "the material is not known", "see `synovia list`");
            let elastic = material.elastic().ok_or_else(unknown)?;
            Law::Linear(elastic).check().map_err(&refuse)?;
            Ok(elastic)
        };
        let own = elastic("implant.material", &implant.material)?;
        let relative = |of: Elastic| Elastic { modulus: of.modulus / own.modulus, poisson: of.poisson, density: 0.0 };
        let mut regions = Vec::new();
        for (i, region) in implant.regions.iter().enumerate() {
            if let Some(material) = &region.material {
                regions.push((i, relative(elastic(&format!("implant.regions.{i}.material"), material)?)));
            }
        }
        let meshed = mesh(&Plan { implant, given, material: relative(own), regions })?;
        let flat = given.underside == Backing::Flat || implant.underside_height().is_some();
        Ok(Self {
            implant: implant.clone(),
            given,
            modulus: own.modulus,
            thinnest: meshed.thinnest,
            underside: flat.then_some(meshed.lowest),
            elements: meshed.solid.mesh().elements(),
            unknowns: meshed.solid.unknowns(),
            meshed,
        })
    }

    /// How the bearing surface gives way: computed now, or taken from where it is kept.
    pub fn obtain_compliance(&self, watch: &dyn Watch) -> Result<SurfaceCompliance, SolidError> {
        let directions = self.directions();
        let of_one_pascal = compliance::obtain(&self.meshed.solid, (&self.meshed.top, &directions), watch)?;
        Ok(of_one_pascal.stiffened(self.modulus))
    }

    /// The same, computed in any case.
    pub fn compute_compliance(&self) -> Result<SurfaceCompliance, SolidError> {
        let Meshed { solid, top, .. } = &*self.meshed;
        let of_one_pascal = SurfaceCompliance::compute(solid, top, &self.directions(), MOST_BYTES)?;
        Ok(of_one_pascal.stiffened(self.modulus))
    }

    fn directions(&self) -> Vec<Vector3<f64>> {
        self.meshed.points.iter().map(|point| point.normal).collect()
    }

    /// Points of the bearing surface that may touch.
    pub fn points(&self) -> usize {
        self.meshed.points.len()
    }

    /// Whether it is that of these parameters.
    pub fn fits(&self, implant: &Implant, given: &FiniteElements) -> bool {
        self.implant == *implant && self.given == *given
    }

    /// The implant as springs would have it, whose thickness is that of the mesh.
    pub fn lining(&self) -> Implant {
        let mut implant = self.implant.clone();
        // A design has an underside of its own, and compartments.
        if let (Some(height), None) = (self.underside, implant.by_design()) {
            (implant.underside, implant.thickness) = (Some(Length::from_si(height)), None);
        }
        implant
    }

    /// The points of the bearing surface between insert and femoral component, on springs until they get their compliance.
    pub fn pair(&self, surfaces: [Arc<dyn Surface>; 2], settings: PairSettings) -> Result<SurfacePair, String> {
        let [insert, femoral] = surfaces;
        let points = [self.meshed.points.clone(), Vec::new()];
        SurfacePair::on_points(insert, femoral, points, settings).map_err(|error| error.to_string())
    }

    /// One cell for each point: the part of the bearing surface that is nearer to it than to its neighbours.
    pub fn cut(&self) -> Cells {
        let at: Vec<Vector3<f64>> = self.meshed.points.iter().map(|point| point.point).collect();
        let mut surface = Cells { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
        let mut around: Vec<Vec<[usize; 4]>> = vec![Vec::new(); at.len()];
        for cell in &self.meshed.cells {
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
