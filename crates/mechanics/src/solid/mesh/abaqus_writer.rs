//! Meshes as Abaqus and CalculiX input files.

use super::Mesh;
use crate::solid::SolidError;
use crate::solid::element::ElementKind;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Members of a set in a line.
const PER_LINE: usize = 12;

/// The name of an element type; CalculiX has no triquadratic hexahedron.
fn type_name(kind: ElementKind) -> Option<&'static str> {
    match kind {
        ElementKind::Tet4 => Some("C3D4"),
        ElementKind::Tet10 => Some("C3D10"),
        ElementKind::Hex8 => Some("C3D8"),
        ElementKind::Hex20 => Some("C3D20"),
        ElementKind::Hex27 => None,
    }
}

impl Mesh {
    /// Nodes (m), elements, sets and surfaces as an Abaqus or CalculiX file (`.inp`), to be included in a model;
    /// places to twelve decimals.
    ///
    /// Surfaces become element surfaces and, with `_nodes` after their name, sets of nodes. Numbers are places counted
    /// from one. hex27 elements have no type there and are refused.
    pub fn to_abaqus(&self) -> Result<String, SolidError> {
        let mut text = String::from("*NODE, NSET=all_nodes\n");
        for (n, x) in self.nodes.iter().enumerate() {
            // CalculiX reads twenty characters of a number. Writing to a string cannot fail.
            let _ = writeln!(text, "{}, {:.12e}, {:.12e}, {:.12e}", n + 1, x.x, x.y, x.z);
        }
        let mut by_kind: BTreeMap<ElementKind, Vec<usize>> = BTreeMap::new();
        (0..self.elements()).for_each(|e| by_kind.entry(self.kind(e)).or_default().push(e));
        for (kind, elements) in by_kind {
            let Some(name) = type_name(kind) else {
                let hint = "make the mesh of hex20 elements";
                return Err(SolidError::BadMesh { what: "hex27 elements", value: elements.len() as f64, hint });
            };
            let _ = writeln!(text, "*ELEMENT, TYPE={name}, ELSET=all_elements");
            for e in elements {
                let numbers: Vec<usize> =
                    std::iter::once(e).chain(self.element(e).iter().copied()).map(|n| n + 1).collect();
                write_numbers(&mut text, &numbers);
            }
        }
        for (name, nodes) in &self.node_sets {
            write_set(&mut text, "NSET", name, nodes);
        }
        for (name, elements) in &self.element_sets {
            write_set(&mut text, "ELSET", name, elements);
        }
        for (name, faces) in &self.surfaces {
            let _ = writeln!(text, "*SURFACE, NAME={}, TYPE=ELEMENT", plain(name));
            for face in faces {
                let _ = writeln!(text, "{}, S{}", face.element + 1, face.face + 1);
            }
            write_set(&mut text, "NSET", &format!("{name}_nodes"), &self.nodes_of(name)?);
        }
        Ok(text)
    }
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
