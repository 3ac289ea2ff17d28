//! Nodes, elements, sets and surfaces of Abaqus and CalculiX input files.

use super::{Cell, FARTHEST, MeshElement, MeshFace, MeshFile, MeshFileError};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// The element of an Abaqus type. Variants of one shape (reduced, hybrid, improved) are the same mesh: the formulation is
/// ours.
fn cell_of(name: &str) -> Option<Cell> {
    Some(match name {
        "C3D4" | "C3D4H" => Cell::Tet4,
        "C3D10" | "C3D10H" | "C3D10M" | "C3D10T" => Cell::Tet10,
        "C3D8" | "C3D8R" | "C3D8I" | "C3D8H" => Cell::Hex8,
        "C3D20" | "C3D20R" | "C3D20H" | "C3D20RH" => Cell::Hex20,
        _ => return None,
    })
}

/// Corners and nodes of a membrane, shell or plane element: Gmsh writes surfaces of a solid as such.
fn face_shape(name: &str) -> Option<(usize, usize)> {
    let number = ["CPS", "CPE", "M3D", "STRI", "S"].iter().find_map(|prefix| name.strip_prefix(prefix))?;
    match number.trim_end_matches('R') {
        "3" => Some((3, 3)),
        "6" => Some((3, 6)),
        "4" => Some((4, 4)),
        "8" => Some((4, 8)),
        "9" => Some((4, 9)),
        _ => None,
    }
}

/// What an element of the file is to us.
#[derive(Debug, Clone, Copy)]
enum Meaning {
    Solid(Cell),
    /// A face with so many corners, and nodes.
    Face(usize, usize),
    /// A line, with so many nodes.
    Skipped(usize),
}

/// A member of an element set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Member {
    Solid(usize),
    /// A face that is known by its corners.
    Face(usize),
    Skipped,
}

/// A keyword line: `*ELEMENT, TYPE=C3D8, ELSET=liner`.
struct Keyword {
    name: String,
    options: HashMap<String, String>,
}

fn keyword(line: &str) -> Keyword {
    let mut parts = line[1..].split(',').map(str::trim);
    let name = parts.next().unwrap_or_default().to_uppercase();
    let options = parts.map(|part| {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        (key.trim().to_uppercase(), value.trim().to_owned())
    });
    Keyword { name, options: options.collect() }
}

#[derive(Default)]
struct Reader {
    mesh: MeshFile,
    node_index: HashMap<usize, usize>,
    element_index: HashMap<usize, Member>,
    element_sets: BTreeMap<String, Vec<Member>>,
    /// Corners of the faces, ascending.
    faces: Vec<Vec<usize>>,
    /// Nodes of an element whose line goes on.
    pending: Vec<usize>,
}

pub(super) fn read(bytes: &[u8]) -> Result<MeshFile, MeshFileError> {
    let text = String::from_utf8_lossy(bytes);
    let mut reader = Reader::default();
    let mut current: Option<Keyword> = None;
    let mut last = 0;
    for (k, line) in text.lines().enumerate() {
        let (number, line) = (k + 1, line.trim());
        last = number;
        if line.is_empty() || line.starts_with("**") {
            continue;
        }
        let outcome = if line.starts_with('*') {
            let next = keyword(line);
            let outcome = reader.begin(&next);
            current = Some(next);
            outcome
        } else {
            match &current {
                Some(keyword) => reader.data(keyword, line),
                None => Err(Wrong {
                    message: format!("data before the first keyword: `{line}`"),
                    hint: "is this an Abaqus or CalculiX file?",
                }),
            }
        };
        outcome.map_err(|Wrong { message, hint }| MeshFileError::at(number, message, hint))?;
    }
    if !reader.pending.is_empty() {
        let message = "the file ends in the middle of an element".to_owned();
        return Err(MeshFileError::at(last, message, ""));
    }
    Ok(reader.finish())
}

/// What is wrong with a line, and what to do about it; may be empty.
struct Wrong {
    message: String,
    hint: &'static str,
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Self { message, hint: "" }
    }
}

fn numbers(line: &str) -> Result<Vec<usize>, Wrong> {
    let words = line.split(',').map(str::trim).filter(|w| !w.is_empty());
    words.map(|w| w.parse().map_err(|_| format!("`{w}` is no number").into())).collect()
}

impl Reader {
    /// Sets of solid elements stay sets; those of faces become surfaces, as far as they are on the boundary.
    fn finish(self) -> MeshFile {
        let Self { mut mesh, element_sets, faces, .. } = self;
        for (name, members) in element_sets {
            for member in members.into_iter().collect::<BTreeSet<_>>() {
                match member {
                    Member::Solid(element) => mesh.element_sets.entry(name.clone()).or_default().push(element),
                    Member::Face(face) => {
                        let face = MeshFace::ByCorners { corners: faces[face].clone(), line: None };
                        mesh.surfaces.entry(name.clone()).or_default().push(face);
                    }
                    Member::Skipped => {}
                }
            }
        }
        for set in mesh.node_sets.values_mut() {
            *set = set.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        }
        mesh
    }

    fn begin(&mut self, keyword: &Keyword) -> Result<(), Wrong> {
        if !self.pending.is_empty() {
            return Err("the element before this keyword has too few nodes".to_owned().into());
        }
        if keyword.name == "ELEMENT" {
            kind_of(keyword)?;
        }
        let needs = match keyword.name.as_str() {
            "NSET" => "NSET",
            "ELSET" => "ELSET",
            "SURFACE" => "NAME",
            _ => return Ok(()),
        };
        if keyword.options.contains_key(needs) {
            Ok(())
        } else {
            Err(format!("*{} without {needs}=", keyword.name).into())
        }
    }

    fn data(&mut self, keyword: &Keyword, line: &str) -> Result<(), Wrong> {
        match keyword.name.as_str() {
            "NODE" => self.node(keyword, line),
            "ELEMENT" => self.element(keyword, line),
            "NSET" | "ELSET" => self.set(keyword, line),
            "SURFACE" => self.surface(keyword, line),
            _ => Ok(()),
        }
    }

    fn node(&mut self, keyword: &Keyword, line: &str) -> Result<(), Wrong> {
        let mut words = line.split(',').map(str::trim);
        let number = words.next().and_then(|w| w.parse().ok());
        let place: Vec<Option<f64>> = words.filter(|w| !w.is_empty()).map(|w| w.parse().ok()).collect();
        let (Some(number), [Some(x), Some(y), Some(z)]) = (number, place.as_slice()) else {
            return Err(format!("expected the number and three coordinates of a node, found `{line}`").into());
        };
        if ![x, y, z].iter().all(|x| x.abs() < FARTHEST) {
            let message = format!("node {number} is at ({x}, {y}, {z})");
            return Err(Wrong { message, hint: "is the file damaged?" });
        }
        if self.node_index.insert(number, self.mesh.nodes.len()).is_some() {
            return Err(format!("node {number} is defined twice").into());
        }
        if let Some(set) = keyword.options.get("NSET") {
            self.mesh.node_sets.entry(set.clone()).or_default().push(self.mesh.nodes.len());
        }
        self.mesh.nodes.push([*x, *y, *z]);
        self.mesh.node_numbers.push(number);
        Ok(())
    }

    fn element(&mut self, keyword: &Keyword, line: &str) -> Result<(), Wrong> {
        let meaning = kind_of(keyword)?;
        let count = match meaning {
            Meaning::Solid(cell) => cell.nodes(),
            Meaning::Face(_, nodes) | Meaning::Skipped(nodes) => nodes,
        };
        self.pending.extend(numbers(line)?);
        if self.pending.len() <= count {
            // Long elements go on in the next line.
            return Ok(());
        }
        let element = std::mem::take(&mut self.pending);
        let number = element[0];
        if element.len() != count + 1 {
            return Err(format!("element {number} has {} nodes, its type {count}", element.len() - 1).into());
        }
        let nodes: Result<Vec<usize>, Wrong> = (element[1..].iter())
            .map(|n| {
                self.node_index
                    .get(n)
                    .copied()
                    .ok_or_else(|| format!("element {number}: node {n} is not defined").into())
            })
            .collect();
        let nodes = nodes?;
        let member = match meaning {
            Meaning::Solid(cell) => {
                self.mesh.elements.push(MeshElement { cell, nodes, number });
                Member::Solid(self.mesh.elements.len() - 1)
            }
            Meaning::Face(corners, _) => {
                let mut key = nodes[..corners].to_vec();
                key.sort_unstable();
                self.faces.push(key);
                Member::Face(self.faces.len() - 1)
            }
            Meaning::Skipped(_) => Member::Skipped,
        };
        if self.element_index.insert(number, member).is_some() {
            return Err(format!("element {number} is defined twice").into());
        }
        if let Some(set) = keyword.options.get("ELSET") {
            self.element_sets.entry(set.clone()).or_default().push(member);
        }
        Ok(())
    }

    fn set(&mut self, keyword: &Keyword, line: &str) -> Result<(), Wrong> {
        if keyword.name == "NSET" {
            let name = &keyword.options["NSET"];
            let members = members((keyword, line), ("node", name), &self.node_index, &self.mesh.node_sets)?;
            self.mesh.node_sets.entry(name.clone()).or_default().extend(members);
        } else {
            let name = &keyword.options["ELSET"];
            let members = members((keyword, line), ("element", name), &self.element_index, &self.element_sets)?;
            self.element_sets.entry(name.clone()).or_default().extend(members);
        }
        Ok(())
    }

    fn surface(&mut self, keyword: &Keyword, line: &str) -> Result<(), Wrong> {
        let name = keyword.options["NAME"].clone();
        let by_node = keyword.options.get("TYPE").is_some_and(|t| t.eq_ignore_ascii_case("NODE"));
        let words: Vec<&str> = line.split(',').map(str::trim).filter(|w| !w.is_empty()).collect();
        let first = *words.first().ok_or_else(|| "an empty line in *SURFACE".to_owned())?;
        if by_node {
            let members = members((keyword, first), ("node", &name), &self.node_index, &self.mesh.node_sets)?;
            self.mesh.node_sets.entry(name).or_default().extend(members);
            return Ok(());
        }
        let members = members((keyword, first), ("element", &name), &self.element_index, &self.element_sets)?;
        let face = words.get(1).and_then(|w| w.to_uppercase().strip_prefix('S').and_then(|w| w.parse::<usize>().ok()));
        let Some(face) = face.filter(|&f| f > 0) else {
            return Err(format!("expected an element or element set and a face `S1` … `S6`, found `{line}`").into());
        };
        for member in members {
            let Member::Solid(element) = member else {
                return Err(format!("surface `{name}` names an element that is not solid").into());
            };
            let MeshElement { cell, number, .. } = &self.mesh.elements[element];
            if face > cell.faces() {
                return Err(format!("surface `{name}`: element {number} has no face S{face}").into());
            }
            let face = MeshFace::OfElement { element, face: face - 1 };
            self.mesh.surfaces.entry(name.clone()).or_default().push(face);
        }
        Ok(())
    }
}

/// The members that a line of a set names: numbers, a range with GENERATE, or other sets.
fn members<T: Copy>(
    (keyword, line): (&Keyword, &str),
    (kind, name): (&str, &str),
    index: &HashMap<usize, T>,
    sets: &BTreeMap<String, Vec<T>>,
) -> Result<Vec<T>, Wrong> {
    if keyword.options.contains_key("GENERATE") {
        let range = numbers(line)?;
        let [first, last, ref step @ ..] = range[..] else {
            return Err("GENERATE needs a first and a last number".to_owned().into());
        };
        let step = step.first().copied().unwrap_or(1).max(1);
        return Ok(generated(first..=last, step, index));
    }
    let mut members = Vec::new();
    for word in line.split(',').map(str::trim).filter(|w| !w.is_empty()) {
        match word.parse::<usize>() {
            Ok(number) => {
                let found = index.get(&number).copied();
                members.push(found.ok_or_else(|| format!("{kind} {number} of set `{name}` is not defined"))?);
            }
            Err(_) => {
                members.extend(sets.get(word).ok_or_else(|| format!("set `{word}` in `{name}` is not defined"))?);
            }
        }
    }
    Ok(members)
}

/// What there is of a range. A range that is longer than the list of all members is not walked, but the list.
fn generated<T: Copy>(range: RangeInclusive<usize>, step: usize, index: &HashMap<usize, T>) -> Vec<T> {
    let (first, last) = (*range.start(), *range.end());
    let steps = last.saturating_sub(first) / step;
    if steps < index.len() {
        return range.step_by(step).filter_map(|n| index.get(&n).copied()).collect();
    }
    let mut found: Vec<(usize, T)> = index
        .iter()
        .filter(|(n, _)| range.contains(n) && (**n - first).is_multiple_of(step))
        .map(|(n, t)| (*n, *t))
        .collect();
    found.sort_unstable_by_key(|(n, _)| *n);
    found.into_iter().map(|(_, t)| t).collect()
}

fn kind_of(keyword: &Keyword) -> Result<Meaning, Wrong> {
    let name = keyword.options.get("TYPE").ok_or_else(|| "*ELEMENT without TYPE=".to_owned())?.to_uppercase();
    if let Some(cell) = cell_of(&name) {
        return Ok(Meaning::Solid(cell));
    }
    if let Some((corners, nodes)) = face_shape(&name) {
        return Ok(Meaning::Face(corners, nodes));
    }
    match name.as_str() {
        "T3D2" | "B31" => Ok(Meaning::Skipped(2)),
        "T3D3" | "B32" => Ok(Meaning::Skipped(3)),
        _ => Err(Wrong {
            message: format!("elements of type `{name}` are not known"),
            hint: "C3D4, C3D10, C3D8 and C3D20 (and R, H, I, M) are; faces (S, CPS, M3D) name surfaces, lines are passed \
                   over",
        }),
    }
}
