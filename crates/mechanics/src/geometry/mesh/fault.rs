//! What is wrong with a mesh, in words, and what can be done about it.

use std::fmt;

use super::MeshReport;

/// Something wrong with a mesh.
#[derive(Debug, Clone, PartialEq)]
pub struct MeshFault {
    /// What is wrong, with the numbers.
    pub what: String,
    /// What helps.
    pub cure: Cure,
}

/// What helps against a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cure {
    /// [`super::TriangleMesh::oriented`].
    Orient,
    /// [`super::TriangleMesh::cleaned`].
    Clean,
    /// [`super::TriangleMesh::weld`] with a tolerance.
    Weld,
    /// To be repaired where the mesh was made.
    Repair,
}

impl fmt::Display for MeshFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.what)
    }
}

/// A part beside which the others are crumbs.
const CRUMB: f64 = 0.01;

impl MeshReport {
    /// Everything that is wrong; open edges alone are not.
    pub fn faults(&self) -> Vec<MeshFault> {
        let mut faults = Vec::new();
        let mut add = |what: String, cure: Cure| faults.push(MeshFault { what, cure });
        let list = |count: usize, noun: &str, rest: &str, examples: String| {
            let (noun, are) = if count == 1 { (noun.to_owned(), "is") } else { (plural(noun), "are") };
            format!("{count} {noun} {are} {rest} ({examples})")
        };
        let triangles = |indices: &[u32], rest: &str| list(indices.len(), "triangle", rest, some(indices));
        if !self.turned_triangles.is_empty() {
            add(triangles(&self.turned_triangles, "turned against the rest"), Cure::Orient);
        }
        if !self.orientable {
            add("neighbours cannot agree on which side is outside".into(), Cure::Repair);
        }
        if self.parts.iter().any(|part| part.inside_out) {
            add("a closed part is turned inside out: its normals point into the material".into(), Cure::Repair);
        }
        if !self.degenerate_triangles.is_empty() {
            add(triangles(&self.degenerate_triangles, "without area"), Cure::Clean);
        }
        if !self.duplicate_triangles.is_empty() {
            add(triangles(&self.duplicate_triangles, "there twice"), Cure::Clean);
        }
        if !self.overcrowded_edges.is_empty() {
            let pairs = some(&self.overcrowded_edges.iter().map(|[a, b]| format!("{a}–{b}")).collect::<Vec<_>>());
            add(list(self.overcrowded_edges.len(), "edge", "used by three triangles or more", pairs), Cure::Repair);
        }
        if !self.pinched_vertices.is_empty() {
            let (count, examples) = (self.pinched_vertices.len(), some(&self.pinched_vertices));
            add(list(count, "vertex", "where pieces touch in a single point", examples), Cure::Repair);
        }
        if !self.self_intersections.is_empty() {
            let pairs = some(&self.self_intersections.iter().map(|[a, b]| format!("{a}×{b}")).collect::<Vec<_>>());
            add(
                list(self.self_intersections.len(), "pair of triangles", "passing through each other", pairs),
                Cure::Repair,
            );
        }
        let crumbs = self.parts.iter().filter(|part| part.area < CRUMB * self.area).count();
        if crumbs > 0 {
            let (parts, have) = if crumbs == 1 { ("part has", "its") } else { ("parts have", "their") };
            add(
                format!(
                    "{crumbs} of {} {parts} less than 1 % of the area: seams that were not joined, or crumbs with edges of {have} own",
                    self.parts.len()
                ),
                Cure::Weld,
            );
        }
        faults
    }
}

fn plural(noun: &str) -> String {
    match noun {
        "vertex" => "vertices".into(),
        "pair of triangles" => "pairs of triangles".into(),
        other => format!("{other}s"),
    }
}

/// The first of a list.
fn some<T: ToString>(items: &[T]) -> String {
    const SHOWN: usize = 5;
    let first: Vec<String> = items.iter().take(SHOWN).map(T::to_string).collect();
    let more = if items.len() > SHOWN { ", …" } else { "" };
    first.join(", ") + more
}
