//! Element after element: forces, energy and stiffness of the whole.
//!
//! Elements are computed in parallel, a batch at a time, and added in their order by one thread: the sum does not depend
//! on the number of threads.

use super::element::{MAX_NODES, VolumeTable};
use super::kernel::{Element, InsideOut, MAX_ROWS, Output};
use super::{Solid, SolidError, SolidState};
use nalgebra::{Matrix3, Vector3};
use numerics::sparse::{NO_UNKNOWN, SymmetricMatrix};
use rayon::prelude::*;

/// Elements of a batch.
const BATCH: usize = 128;

/// Forces, energy and stiffness of a solid, and the room to compute them.
#[derive(Debug)]
pub struct Assembly {
    /// Stored energy, in J.
    pub energy: f64,
    /// Internal force at each node and axis, in N: what the solid pulls with; at a support, the reaction reversed.
    pub force: Vec<f64>,
    /// Stiffness of the unknowns.
    pub stiffness: SymmetricMatrix,
    /// The internal variables that belong to the state computed last.
    pub history: Vec<f64>,
    history_start: Vec<usize>,
    slots: Vec<Slot>,
}

/// The forces that an increment of the displacement adds at the present stiffness.
#[derive(Debug)]
pub struct Lift<'a> {
    /// Increment of each node, in m.
    pub increment: &'a [Vector3<f64>],
    /// Forces at each node and axis, in N; they are added here.
    pub forces: &'a mut [f64],
}

#[derive(Debug, Clone)]
struct Slot {
    energy: f64,
    force: Vec<f64>,
    stiffness: Vec<f64>,
    history: Vec<f64>,
    outcome: Result<(), InsideOut>,
}

impl Assembly {
    /// Room for a solid.
    pub fn new(solid: &Solid) -> Self {
        let elements = solid.mesh().elements();
        let mut history_start = vec![0];
        for e in 0..elements {
            history_start.push(history_start[e] + solid.history_size(e));
        }
        let history = vec![0.0; history_start[elements]];
        let rows = (0..elements).map(|e| 3 * solid.mesh().kind(e).nodes()).max().unwrap_or(0);
        let most = history_start.windows(2).map(|w| w[1] - w[0]).max().unwrap_or(0);
        let slot = Slot {
            energy: 0.0,
            force: vec![0.0; rows],
            stiffness: vec![0.0; rows * rows],
            history: vec![0.0; most],
            outcome: Ok(()),
        };
        Self {
            energy: 0.0,
            force: vec![0.0; 3 * solid.mesh().nodes.len()],
            stiffness: SymmetricMatrix::zero(solid.pattern()),
            history,
            history_start,
            slots: vec![slot; BATCH.min(elements)],
        }
    }

    /// Computes energy and internal forces of a state.
    pub fn compute_forces(&mut self, solid: &Solid, state: &SolidState) -> Result<(), SolidError> {
        self.run(solid, state, None)
    }

    /// Computes energy, internal forces and stiffness of a state.
    ///
    /// `lift` asks for the forces that an increment of the displacement would add: how prescribed values enter.
    pub fn compute_stiffness(
        &mut self,
        solid: &Solid,
        state: &SolidState,
        lift: Option<Lift<'_>>,
    ) -> Result<(), SolidError> {
        self.stiffness.clear();
        self.run(solid, state, Some(lift))
    }

    fn run(
        &mut self,
        solid: &Solid,
        state: &SolidState,
        mut stiffness_with: Option<Option<Lift<'_>>>,
    ) -> Result<(), SolidError> {
        let mesh = solid.mesh();
        let with_stiffness = stiffness_with.is_some();
        let Self { energy, force, stiffness, history, history_start, slots } = self;
        *energy = 0.0;
        force.fill(0.0);
        let mut unknowns = [NO_UNKNOWN; MAX_ROWS];
        for first in (0..mesh.elements()).step_by(BATCH) {
            let count = BATCH.min(mesh.elements() - first);
            slots[..count].par_iter_mut().enumerate().for_each(|(k, slot)| {
                let accepted = &state.history[history_start[first + k]..history_start[first + k + 1]];
                slot.compute(solid, state, (first + k, accepted), with_stiffness);
            });
            for (k, slot) in slots[..count].iter().enumerate() {
                let element = first + k;
                slot.outcome.map_err(|inside_out| inside_out.named(mesh.element_number(element)))?;
                let nodes = mesh.element(element);
                let rows = 3 * nodes.len();
                *energy += slot.energy;
                for (a, &node) in nodes.iter().enumerate() {
                    for axis in 0..3 {
                        force[3 * node + axis] += slot.force[3 * a + axis];
                        unknowns[3 * a + axis] = solid.unknown_of()[3 * node + axis];
                    }
                }
                let range = history_start[element]..history_start[element + 1];
                let size = range.len();
                history[range].copy_from_slice(&slot.history[..size]);
                let Some(lift) = &mut stiffness_with else { continue };
                let local = &slot.stiffness[..rows * rows];
                stiffness.add_clique(nodes, &unknowns[..rows], local);
                if let Some(lift) = lift {
                    lift.add(nodes, local);
                }
            }
        }
        Ok(())
    }
}

impl Slot {
    fn compute(&mut self, solid: &Solid, state: &SolidState, (index, accepted): (usize, &[f64]), with_stiffness: bool) {
        let nodes = solid.mesh().element(index);
        let rows = 3 * nodes.len();
        let (mut position, mut displacement) = ([Vector3::zeros(); MAX_NODES], [Vector3::zeros(); MAX_NODES]);
        for (k, &n) in nodes.iter().enumerate() {
            (position[k], displacement[k]) = (solid.mesh().nodes[n], state.displacement[n]);
        }
        let element = Element {
            kind: solid.mesh().kind(index),
            material: solid.material(index),
            position: &position[..nodes.len()],
            displacement: &displacement[..nodes.len()],
            accepted,
        };
        let mut output = Output {
            energy: 0.0,
            force: &mut self.force[..rows],
            stiffness: with_stiffness.then_some(&mut self.stiffness[..rows * rows]),
            history: &mut self.history[..accepted.len()],
            stress: None,
        };
        self.outcome = element.respond(&mut output);
        self.energy = output.energy;
    }
}

impl Lift<'_> {
    fn add(&mut self, nodes: &[usize], local: &[f64]) {
        let rows = 3 * nodes.len();
        for (b, &node) in nodes.iter().enumerate() {
            for (axis, &moved) in self.increment[node].iter().enumerate() {
                if moved == 0.0 {
                    continue;
                }
                let column = &local[(3 * b + axis) * rows..(3 * b + axis + 1) * rows];
                for (a, part) in column.chunks_exact(3).enumerate() {
                    for (i, k) in part.iter().enumerate() {
                        self.forces[3 * nodes[a] + i] += k * moved;
                    }
                }
            }
        }
    }
}

impl Solid {
    /// Cauchy's stress at the quadrature points of an element, in Pa.
    pub fn compute_stress(&self, element: usize, state: &SolidState) -> Result<Vec<Matrix3<f64>>, SolidError> {
        let nodes = self.mesh().element(element);
        let position: Vec<_> = nodes.iter().map(|&n| self.mesh().nodes[n]).collect();
        let displacement: Vec<_> = nodes.iter().map(|&n| state.displacement[n]).collect();
        let kind = self.mesh().kind(element);
        let mut stress = vec![Matrix3::zeros(); VolumeTable::stiffness(kind).weights.len()];
        let start: usize = (0..element).map(|e| self.history_size(e)).sum();
        let accepted = &state.history[start..start + self.history_size(element)];
        let mut output = Output {
            energy: 0.0,
            force: &mut vec![0.0; 3 * nodes.len()],
            stiffness: None,
            history: &mut vec![0.0; accepted.len()],
            stress: Some(&mut stress),
        };
        let material = self.material(element);
        let element_view = Element { kind, material, position: &position, displacement: &displacement, accepted };
        element_view.respond(&mut output).map_err(|e| e.named(self.mesh().element_number(element)))?;
        Ok(stress)
    }
}
