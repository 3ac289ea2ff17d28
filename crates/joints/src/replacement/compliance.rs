//! Compliances of inserts: computed once for a mesh, its supports and its materials, shared by the runs of a process, and kept
//! where the door keeps them.

use std::fmt::Write as _;
use std::sync::Arc;

use mechanics::solid::{Material, Solid, SolidError, SurfaceCompliance};
use nalgebra::Vector3;

use crate::{Keepable, Shelf, Watch};

/// Most memory that a compliance may take, in bytes.
pub(super) const MOST_BYTES: f64 = 2e9;

/// A tenth of a gigabyte each where columns stand a millimetre apart: two, so that two threads can take turns.
static INSERTS: Shelf<SurfaceCompliance> = Shelf::new(2);

impl Keepable for SurfaceCompliance {
    const NAME: &'static str = "insert";
    const VERSION: u32 = 1;

    fn to_bytes(&self) -> Vec<u8> {
        Self::to_bytes(self)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(bytes).ok()
    }
}

/// How some nodes of a solid give way along their directions.
pub(super) fn obtain(
    solid: &Solid,
    (nodes, directions): (&[usize], &[Vector3<f64>]),
    watch: &dyn Watch,
) -> Result<Arc<SurfaceCompliance>, SolidError> {
    let compute = || SurfaceCompliance::compute(solid, nodes, directions, MOST_BYTES);
    let inputs = inputs(solid, nodes, directions);
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    let about = match solid.material(0) {
        Material::Linear(elastic) => format!(" with Poisson's ratio {}", elastic.poisson),
        _ => String::new(),
    };
    let about = format!("insert{about}, {} points, {} unknowns", nodes.len(), solid.unknowns());
    INSERTS.obtain(watch, &inputs, &about, compute)
}

/// Everything that decides the answer: where the nodes are, what the elements are made of and what holds them, which nodes are
/// pushed, and where to.
fn inputs(solid: &Solid, nodes: &[usize], directions: &[Vector3<f64>]) -> [Vec<u8>; 5] {
    let places = |all: &[Vector3<f64>]| all.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let number = |n: usize| (n as u64).to_le_bytes();
    let mesh = solid.mesh();
    let (mut elements, mut materials) = (Vec::new(), String::new());
    let mut last: Option<&Material> = None;
    for e in 0..mesh.elements() {
        elements.extend(number(mesh.element(e).len()));
        elements.extend(mesh.element(e).iter().flat_map(|&n| number(n)));
        // `Debug` writes every field and every digit: none that is added later can be forgotten.
        if last != Some(solid.material(e)) {
            let _ = write!(materials, "{e} {:?} {:?};", mesh.kind(e), solid.material(e));
            last = Some(solid.material(e));
        }
    }
    let held = |(node, axis, value): (usize, usize, f64)| [number(node), number(axis), value.to_le_bytes()].concat();
    let supports = solid.supports().iter().flat_map(held).collect();
    let pushed = nodes.iter().flat_map(|&n| number(n)).chain(places(directions)).collect();
    [places(&mesh.nodes), elements, materials.into_bytes(), supports, pushed]
}
