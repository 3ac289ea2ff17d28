//! Gmsh's mesh files, ASCII, versions 2.2 and 4.1.

use super::{Cell, FARTHEST, MeshElement, MeshFace, MeshFile, MeshFileError};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;

/// Ours to Gmsh's: node k of ours is node ORDER[k] of Gmsh's.
const TET10_ORDER: [usize; 10] = [0, 1, 2, 3, 4, 5, 6, 7, 9, 8];
const HEX_ORDER: [usize; 27] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 13, 9, 16, 18, 19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26];

/// What an element type of Gmsh is to us.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Meaning {
    Solid(Cell),
    /// A face with so many corners, and nodes.
    Face(usize, usize),
    /// A point or line, with so many nodes.
    Skipped(usize),
}

fn meaning(kind: usize) -> Option<Meaning> {
    Some(match kind {
        4 => Meaning::Solid(Cell::Tet4),
        11 => Meaning::Solid(Cell::Tet10),
        5 => Meaning::Solid(Cell::Hex8),
        17 => Meaning::Solid(Cell::Hex20),
        12 => Meaning::Solid(Cell::Hex27),
        2 => Meaning::Face(3, 3),
        9 => Meaning::Face(3, 6),
        3 => Meaning::Face(4, 4),
        16 => Meaning::Face(4, 8),
        10 => Meaning::Face(4, 9),
        15 => Meaning::Skipped(1),
        1 => Meaning::Skipped(2),
        8 => Meaning::Skipped(3),
        _ => return None,
    })
}

/// Words of the file, and the line that they are on.
struct Words<'a> {
    lines: Vec<&'a str>,
    next: usize,
}

impl<'a> Words<'a> {
    fn fail<T>(&self, message: impl Into<String>) -> Result<T, MeshFileError> {
        self.fail_with(message, "")
    }

    fn fail_with<T>(&self, message: impl Into<String>, hint: &'static str) -> Result<T, MeshFileError> {
        Err(MeshFileError::at(self.next.max(1), message, hint))
    }

    fn line(&mut self) -> Result<&'a str, MeshFileError> {
        while let Some(line) = self.lines.get(self.next) {
            self.next += 1;
            if !line.trim().is_empty() {
                return Ok(line.trim());
            }
        }
        self.fail_with("the file ends in the middle of a section", "was it cut off?")
    }

    /// All words of the next line, as numbers.
    fn numbers<T: FromStr>(&mut self, least: usize) -> Result<Vec<T>, MeshFileError> {
        let line = self.line()?;
        let found: Result<Vec<T>, _> = line.split_whitespace().map(str::parse).collect();
        match found {
            Ok(numbers) if numbers.len() >= least => Ok(numbers),
            _ => self.fail(format!("expected at least {least} numbers, found `{line}`")),
        }
    }

    fn end(&mut self, section: &str) -> Result<(), MeshFileError> {
        let line = self.line()?;
        if line == section { Ok(()) } else { self.fail(format!("expected `{section}`, found `{line}`")) }
    }
}

/// An element of the file, with the groups of its entity and its line.
struct Entry {
    number: usize,
    meaning: Meaning,
    groups: Vec<usize>,
    nodes: Vec<usize>,
    line: usize,
}

#[derive(Default)]
struct Contents {
    /// Names of physical groups by (dimension, number).
    names: BTreeMap<(usize, usize), String>,
    /// Physical groups of entities by (dimension, number); version 4.1.
    groups: HashMap<(usize, usize), Vec<usize>>,
    node_numbers: Vec<usize>,
    nodes: Vec<[f64; 3]>,
    elements: Vec<Entry>,
}

pub(super) fn read(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let text = String::from_utf8_lossy(bytes);
    let mut words = Words { lines: text.lines().collect(), next: 0 };
    let mut contents = Contents::default();
    let mut version = 0.0;
    while words.lines[words.next.min(words.lines.len())..].iter().any(|l| !l.trim().is_empty()) {
        let section = words.line()?;
        if version == 0.0 && section != "$MeshFormat" {
            return words.fail("no Gmsh file: it must begin with `$MeshFormat`");
        }
        match section {
            "$MeshFormat" => {
                let format: Vec<f64> = words.numbers(3)?;
                version = format[0];
                if format[1] != 0.0 {
                    return words.fail_with("a binary Gmsh file", "save it with `Mesh.Binary = 0`");
                }
                if version != 2.2 && version != 4.1 {
                    let message = format!("Gmsh file of version {version}");
                    return words.fail_with(message, "save as version 4.1 or 2.2");
                }
                words.end("$EndMeshFormat")?;
            }
            "$PhysicalNames" => read_names(&mut words, &mut contents)?,
            "$Entities" => read_entities(&mut words, &mut contents)?,
            "$Nodes" if version == 2.2 => read_nodes_2(&mut words, &mut contents)?,
            "$Nodes" => read_nodes_4(&mut words, &mut contents)?,
            "$Elements" if version == 2.2 => read_elements_2(&mut words, &mut contents)?,
            "$Elements" => read_elements_4(&mut words, &mut contents)?,
            other => {
                // Sections such as `$Periodic` do not concern us.
                let end = other.replacen('$', "$End", 1);
                while words.line()? != end {}
            }
        }
    }
    build(contents)
}

fn read_names(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    for _ in 0..words.numbers::<usize>(1)?[0] {
        let line = words.line()?;
        let mut parts = line.splitn(3, char::is_whitespace);
        let dimension = parts.next().and_then(|w| w.parse().ok());
        let number = parts.next().and_then(|w| w.parse().ok());
        let name = parts.next().map(|w| w.trim().trim_matches('"').to_owned());
        let (Some(dimension), Some(number), Some(name)) = (dimension, number, name) else {
            return words.fail(format!("expected dimension, number and name of a physical group, found `{line}`"));
        };
        contents.names.insert((dimension, number), name);
    }
    words.end("$EndPhysicalNames")
}

fn read_entities(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    let counts: Vec<usize> = words.numbers(4)?;
    for (dimension, &count) in counts.iter().enumerate().take(4) {
        for _ in 0..count {
            let entity: Vec<f64> = words.numbers(5)?;
            let box_size = if dimension == 0 { 3 } else { 6 };
            let groups = entity.get(box_size + 1).copied().unwrap_or(0.0) as usize;
            let Some(list) = entity.get(box_size + 2..).and_then(|rest| rest.get(..groups)) else {
                return words.fail("an entity with fewer physical groups than it says");
            };
            let list = list.iter().map(|&g| g.abs() as usize).collect();
            contents.groups.insert((dimension, entity[0] as usize), list);
        }
    }
    words.end("$EndEntities")
}

/// Coordinates of a node, which a program can square and multiply.
fn place(words: &Words<'_>, node: &[f64]) -> Result<[f64; 3], MeshFileError> {
    let place = [node[0], node[1], node[2]];
    if place.iter().all(|x| x.abs() < FARTHEST) {
        return Ok(place);
    }
    words.fail_with(format!("a node at ({}, {}, {})", place[0], place[1], place[2]), "is the file damaged?")
}

fn read_nodes_2(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    for _ in 0..words.numbers::<usize>(1)?[0] {
        let node: Vec<f64> = words.numbers(4)?;
        contents.node_numbers.push(node[0] as usize);
        contents.nodes.push(place(words, &node[1..])?);
    }
    words.end("$EndNodes")
}

fn read_nodes_4(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    let blocks = words.numbers::<usize>(4)?[0];
    for _ in 0..blocks {
        let count = words.numbers::<usize>(4)?[3];
        for _ in 0..count {
            contents.node_numbers.push(words.numbers::<usize>(1)?[0]);
        }
        for _ in 0..count {
            let node: Vec<f64> = words.numbers(3)?;
            contents.nodes.push(place(words, &node)?);
        }
    }
    words.end("$EndNodes")
}

fn known(words: &Words<'_>, kind: usize) -> Result<Meaning, MeshFileError> {
    match meaning(kind) {
        Some(meaning) => Ok(meaning),
        None => words.fail_with(
            format!("elements of Gmsh type {kind} are not known"),
            "mesh with tetrahedra (4, 11) or hexahedra (5, 17, 12); prisms and pyramids are not supported",
        ),
    }
}

fn read_elements_2(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    for _ in 0..words.numbers::<usize>(1)?[0] {
        let element: Vec<usize> = words.numbers(3)?;
        let meaning = known(words, element[1])?;
        let tags = element[2];
        let Some(nodes) = element.get(3..).and_then(|rest| rest.get(tags..)) else {
            return words.fail("an element with fewer tags than it says");
        };
        let groups = if tags > 0 && element[3] > 0 { vec![element[3]] } else { Vec::new() };
        let (number, nodes, line) = (element[0], nodes.to_vec(), words.next);
        contents.elements.push(Entry { number, meaning, groups, nodes, line });
    }
    words.end("$EndElements")
}

fn read_elements_4(words: &mut Words<'_>, contents: &mut Contents) -> Result<(), MeshFileError> {
    let blocks = words.numbers::<usize>(4)?[0];
    for _ in 0..blocks {
        let block: Vec<usize> = words.numbers(4)?;
        let meaning = known(words, block[2])?;
        let groups = contents.groups.get(&(block[0], block[1])).cloned().unwrap_or_default();
        for _ in 0..block[3] {
            let element: Vec<usize> = words.numbers(2)?;
            let (number, nodes, groups) = (element[0], element[1..].to_vec(), groups.clone());
            contents.elements.push(Entry { number, meaning, groups, nodes, line: words.next });
        }
    }
    words.end("$EndElements")
}

fn build(contents: Contents) -> Result<MeshFile, MeshFileError> {
    let index: HashMap<usize, usize> = contents.node_numbers.iter().enumerate().map(|(k, &n)| (n, k)).collect();
    let mut mesh = MeshFile { nodes: contents.nodes, ..MeshFile::default() };
    let mut skipped: BTreeMap<(usize, usize), BTreeSet<usize>> = BTreeMap::new();
    let name_of = |dimension: usize, kind: &str, group: usize| {
        contents.names.get(&(dimension, group)).cloned().unwrap_or_else(|| format!("{kind} {group}"))
    };
    for Entry { number, meaning, groups, nodes, line } in contents.elements {
        let expected = match meaning {
            Meaning::Solid(cell) => cell.nodes(),
            Meaning::Face(_, nodes) | Meaning::Skipped(nodes) => nodes,
        };
        if nodes.len() != expected {
            let message = format!("element {number} has {} nodes, its type {expected}", nodes.len());
            return Err(MeshFileError::at(line, message, ""));
        }
        let found: Option<Vec<usize>> = nodes.iter().map(|n| index.get(n).copied()).collect();
        let Some(nodes) = found else {
            return Err(MeshFileError::at(line, format!("element {number} has a node that does not exist"), ""));
        };
        match meaning {
            Meaning::Solid(cell) => {
                let nodes: Vec<usize> = match cell {
                    Cell::Tet10 => TET10_ORDER.iter().map(|&k| nodes[k]).collect(),
                    Cell::Hex20 | Cell::Hex27 => HEX_ORDER.iter().take(cell.nodes()).map(|&k| nodes[k]).collect(),
                    Cell::Tet4 | Cell::Hex8 => nodes,
                };
                for group in groups {
                    mesh.element_sets.entry(name_of(3, "volume", group)).or_default().push(mesh.elements.len());
                }
                mesh.elements.push(MeshElement { cell, nodes, number });
            }
            Meaning::Face(corners, _) => {
                let mut corners = nodes[..corners].to_vec();
                corners.sort_unstable();
                for group in groups {
                    let face = MeshFace::ByCorners { corners: corners.clone(), line: Some(line) };
                    mesh.surfaces.entry(name_of(2, "surface", group)).or_default().push(face);
                }
            }
            Meaning::Skipped(count) => {
                let dimension = usize::from(count > 1);
                groups.iter().for_each(|&g| skipped.entry((dimension, g)).or_default().extend(&nodes));
            }
        }
    }
    for ((dimension, group), nodes) in skipped {
        let kind = if dimension == 0 { "point" } else { "line" };
        mesh.node_sets.insert(name_of(dimension, kind, group), nodes.into_iter().collect());
    }
    mesh.node_numbers = contents.node_numbers;
    Ok(mesh)
}
