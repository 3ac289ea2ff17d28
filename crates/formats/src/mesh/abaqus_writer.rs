//! Meshes as Abaqus and CalculiX input files.

use super::{Cell, MeshFace, MeshFile};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Members of a set in a line.
const PER_LINE: usize = 12;

/// The name of an element type; CalculiX has no triquadratic hexahedron.
fn type_name(cell: Cell) -> Option<&'static str> {
    match cell {
        Cell::Tet4 => Some("C3D4"),
        Cell::Tet10 => Some("C3D10"),
        Cell::Hex8 => Some("C3D8"),
        Cell::Hex20 => Some("C3D20"),
        Cell::Hex27 => None,
    }
}

/// Nodes, elements, sets and surfaces as an Abaqus or CalculiX file (`.inp`), to be included in a model; places to twelve
/// decimals. `surface_nodes` has the nodes of the surfaces.
///
/// Surfaces become element surfaces and, with `_nodes` after their name, sets of nodes. Numbers are places counted from one.
///
/// # Errors
/// How many elements have no type there: those of 27 nodes.
pub fn write_abaqus(mesh: &MeshFile, surface_nodes: &BTreeMap<String, Vec<usize>>) -> Result<String, usize> {
    let mut text = String::from("*NODE, NSET=all_nodes\n");
    for (n, [x, y, z]) in mesh.nodes.iter().enumerate() {
        // CalculiX reads twenty characters of a number. Writing to a string cannot fail.
        let _ = writeln!(text, "{}, {x:.12e}, {y:.12e}, {z:.12e}", n + 1);
    }
    let mut by_cell: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
    mesh.elements.iter().enumerate().for_each(|(e, element)| by_cell.entry(element.cell).or_default().push(e));
    for (cell, elements) in by_cell {
        let name = type_name(cell).ok_or(elements.len())?;
        let _ = writeln!(text, "*ELEMENT, TYPE={name}, ELSET=all_elements");
        for e in elements {
            let numbers: Vec<usize> =
                std::iter::once(e).chain(mesh.elements[e].nodes.iter().copied()).map(|n| n + 1).collect();
            write_numbers(&mut text, &numbers);
        }
    }
    for (name, nodes) in &mesh.node_sets {
        write_set(&mut text, "NSET", name, nodes);
    }
    for (name, elements) in &mesh.element_sets {
        write_set(&mut text, "ELSET", name, elements);
    }
    for (name, faces) in &mesh.surfaces {
        let _ = writeln!(text, "*SURFACE, NAME={}, TYPE=ELEMENT", plain(name));
        for face in faces {
            if let MeshFace::OfElement { element, face } = face {
                let _ = writeln!(text, "{}, S{}", element + 1, face + 1);
            }
        }
        let nodes = surface_nodes.get(name).map_or(&[][..], Vec::as_slice);
        write_set(&mut text, "NSET", &format!("{name}_nodes"), nodes);
    }
    Ok(text)
}

fn write_set(text: &mut String, keyword: &str, name: &str, members: &[usize]) {
    let _ = writeln!(text, "*{keyword}, {keyword}={}", plain(name));
    for line in members.chunks(PER_LINE) {
        write_numbers(text, &line.iter().map(|n| n + 1).collect::<Vec<_>>());
    }
}

/// Numbers with commas, at most 12 in a line; a comma at the end of a line says that it goes on.
fn write_numbers(text: &mut String, numbers: &[usize]) {
    let words: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let lines: Vec<String> = words.chunks(PER_LINE).map(|line| line.join(", ")).collect();
    text.push_str(&lines.join(",\n"));
    text.push('\n');
}

/// A name without the signs that mean something to other programs: `x=0` becomes `x_0`.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
