//! The liner as it is computed.

use nalgebra::Vector3;
use std::sync::Arc;

use super::drive::{Driver, rim_angle};
use super::parameters::*;
use super::{LinerError, check, outcome, rest, run};
use crate::contact::{Conventional, Wearing};
use crate::hip::LoadCycle;
use crate::{Problem, Watch};
use mechanics::material::Elastic;
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{self, Mesh, Solid, SolidError, Supports};
use results::Outcome;

/// Wear of conventional polyethylene, as the volumes of its authors ask for.
const CONVENTIONAL_WEAR: Conventional = (0.4e-15, "[Jourdan2009]");

/// The default material is that of the paper from which the factor is.
fn find_wearing(wear: &Wear, material: &Material) -> Wearing {
    if *material == Cup::default().material {
        return Wearing::new(wear.factor, &Material::Named("UHMWPE".into()), CONVENTIONAL_WEAR);
    }
    Wearing::new(wear.factor, material, CONVENTIONAL_WEAR)
}

/// A liner, ready to run.
#[derive(Debug, Clone)]
pub struct Liner {
    pub(super) parameters: Parameters,
    elastic: Elastic,
    task: Task,
    /// The wear factor, where it wears.
    pub(super) wearing: Option<Wearing>,
    /// The mesh of a file, in m, with the surfaces `inner` and `outer`.
    pub(super) own: Option<Arc<Mesh>>,
}

/// What is to be computed, with all that it needs.
#[derive(Debug, Clone)]
enum Task {
    Rest(Static),
    Wear(Box<Wear>, Box<Driver>),
}

impl Liner {
    /// Checks the parameters.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn new(parameters: Parameters) -> Result<Self, Vec<Problem>> {
        Self::build(parameters, None)
    }

    /// As [`new`](Self::new), with the load cycle that a [motion of the user's](Motion::Own) names.
    ///
    /// # Errors
    /// Everything that is wrong with the parameters.
    pub fn with_cycle(parameters: Parameters, cycle: LoadCycle) -> Result<Self, Vec<Problem>> {
        Self::build(parameters, Some(cycle))
    }

    fn build(mut parameters: Parameters, cycle: Option<LoadCycle>) -> Result<Self, Vec<Problem>> {
        let problems = check(&parameters);
        if !problems.is_empty() {
            return Err(problems);
        }
        let mut wearing = None;
        if let Experiment::Wear(wear) = &mut parameters.experiment {
            let found = find_wearing(wear, &parameters.cup.material);
            wear.factor = found.written_out();
            wearing = Some(found);
        }
        let unknown = |path: &str| vec![Problem::new(path, "it is not known", "see `synovia list`")];
        let task = match &parameters.experiment {
            Experiment::Static(case) => Task::Rest(*case),
            Experiment::Wear(wear) => {
                let driver = Driver::new(&wear.motion, cycle).ok_or_else(|| unknown("experiment.wear.motion"))?;
                Task::Wear(wear.clone(), Box::new(driver))
            }
        };
        let elastic = parameters.cup.material.elastic().ok_or_else(|| unknown("cup.material"))?;
        Ok(Self { parameters, elastic, task, wearing, own: None })
    }

    /// The wear factor and where it comes from, in words; nothing of a liner at rest.
    pub fn wear_in_words(&self) -> Option<String> {
        self.wearing.as_ref().map(Wearing::describe)
    }

    /// The parameters.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Runs it.
    ///
    /// # Errors
    /// A motion that fails at its start, or somebody who asked to stop. A motion that fails later ends there, with what was
    /// computed and a warning.
    pub fn run(&self, watch: &dyn Watch) -> Result<Outcome, LinerError> {
        match &self.task {
            Task::Rest(case) => rest::run(self, case, watch),
            Task::Wear(wear, driver) => {
                let finished = run::run(self, wear, driver, watch)?;
                outcome::of_wear(self, wear, driver, &finished)
            }
        }
    }

    /// Modulus over thickness of the first layer of elements, in Pa/m: what a penalty is measured by.
    pub(super) fn layer_stiffness(&self) -> f64 {
        self.elastic.modulus / self.first_layer()
    }

    pub(super) fn inner_radius(&self) -> f64 {
        0.5 * self.parameters.cup.inner_diameter.si()
    }

    pub(super) fn head_radius(&self) -> f64 {
        self.inner_radius() - self.parameters.head.clearance.si()
    }

    /// The mesh.
    pub(super) fn mesh(&self) -> Result<Mesh, SolidError> {
        if let Some(mesh) = &self.own {
            return Ok(Mesh::clone(mesh));
        }
        let Parameters { cup, mesh, .. } = &self.parameters;
        let rim = rim_angle(cup.coverage.si());
        let shell = HemisphericalShell {
            inner_radius: self.inner_radius(),
            thickness: cup.thickness.si(),
            rim_angle: rim,
            // As wide as its share of the cells between pole and rim.
            patch_angle: (rim * mesh.patch_cells as f64 / (mesh.patch_cells + mesh.ring_cells) as f64).min(0.75),
            patch_cells: mesh.patch_cells,
            ring_cells: mesh.ring_cells,
            ring_growth: 1.0,
            layers: mesh.layers,
            layer_growth: 1.0,
            sector: Sector::Full,
        };
        shell.mesh(match mesh.element {
            Element::Tet4 => ElementKind::Tet4,
            Element::Hex8 => ElementKind::Hex8,
            Element::Hex20 => ElementKind::Hex20,
        })
    }

    /// The solid, as it is held.
    pub(super) fn solid(&self) -> Result<Solid, SolidError> {
        let mesh = self.mesh()?;
        let outer = mesh.nodes_of("outer")?;
        let elastic = self.elastic;
        let material = match self.parameters.cup.law {
            Law::Linear => solid::Material::Linear(elastic),
            Law::StVenantKirchhoff => solid::Material::StVenantKirchhoff(elastic),
            Law::NeoHookean => solid::Material::NeoHookean(elastic),
        };
        match self.parameters.cup.held {
            Held::Cemented => Solid::new(mesh, material, Supports::none().clamp(&outer)),
            Held::Guided => Solid::free(mesh, material, Supports::none().hold(&outer, 0).hold(&outer, 1)),
        }
    }

    /// A unit load on the pole of the outer surface, towards the head, at 3·node + axis.
    pub(super) fn pole_load(&self, mesh: &Mesh) -> Result<Vec<f64>, SolidError> {
        let mut load = vec![0.0; 3 * mesh.nodes.len()];
        let height = |n: &usize| mesh.nodes[*n].z;
        if let Some(pole) = mesh.nodes_of("outer")?.into_iter().max_by(|a, b| height(a).total_cmp(&height(b))) {
            load[3 * pole + 2] = -1.0;
        }
        Ok(load)
    }
}

/// The inner surface as polygons, its corners, and for each the node.
pub(super) fn polygons(mesh: &Mesh) -> Result<(results::Surface, Vec<usize>), SolidError> {
    let faces = mesh.surface("inner")?;
    let corners = |face| mesh.face_nodes(face).take(mesh.kind(face.element).face_kind().corners()).collect::<Vec<_>>();
    let mut nodes: Vec<usize> = faces.iter().flat_map(|&f| corners(f)).collect();
    nodes.sort_unstable();
    nodes.dedup();
    let mut surface = results::Surface { points: Vec::new(), connectivity: Vec::new(), offsets: Vec::new() };
    surface.points = nodes.iter().map(|&n| <[f64; 3]>::from(mesh.nodes[n])).collect();
    for &face in faces {
        let places = corners(face).into_iter().filter_map(|n| nodes.binary_search(&n).ok());
        surface.connectivity.extend(places.map(|k| k as u32));
        surface.offsets.push(surface.connectivity.len() as u32);
    }
    Ok((surface, nodes))
}

/// Left, right, bottom and top of a picture seen from a direction, in words.
pub(super) fn compass(view_from: Vector3<f64>, up: Vector3<f64>) -> [String; 4] {
    let right = up.cross(&view_from);
    let name = |v: Vector3<f64>| {
        let words = [["anterior", "posterior"], ["superior", "inferior"], ["lateral", "medial"]];
        let axis = v.iamax();
        words[axis][usize::from(v[axis] < 0.0)].to_owned()
    };
    [name(-right), name(right), name(-up), name(up)]
}
