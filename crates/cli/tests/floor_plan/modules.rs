//! The modules of a room as a graph: which names which, and where that goes round in a circle.
//!
//! Sources are read as words: names, `::` and signs, without comments, texts and what is only there for tests. A module uses
//! another one of the same folder where a path in it leads there, through `pub use` as well; what a folder and the modules
//! in it have from each other is no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

type Module = Vec<String>;

/// The modules of one room.
#[derive(Default)]
struct Room {
    /// Paths that every module names.
    named: BTreeMap<Module, Vec<Module>>,
    /// What a module hands on: the last name, and the whole path.
    handed_on: BTreeMap<Module, BTreeMap<String, Module>>,
    /// What is compiled for tests alone.
    of_tests: BTreeSet<Module>,
}

/// Circles of modules beside each other: their folder, as `room::folder`, and their names.
pub fn circles(room: &str, source: &Path) -> Vec<(String, Vec<String>)> {
    let mut found = Room::default();
    found.read(source, source);
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, paths) in &found.named {
        if found.of_tests.iter().any(|of_test| module.starts_with(of_test)) {
            continue;
        }
        for used in paths.iter().filter_map(|path| found.resolve(module, path, 0)) {
            let shared = module.iter().zip(&used).take_while(|(a, b)| a == b).count();
            if let (Some(from), Some(to)) = (module.get(shared), used.get(shared)) {
                let folder = folders.entry(module[..shared].to_vec()).or_default();
                folder.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    let all = folders.iter().flat_map(|(folder, uses)| {
        let name = [&[room.to_owned()], folder.as_slice()].concat().join("::");
        round(uses).into_iter().map(move |circle| (name.clone(), circle))
    });
    all.collect()
}

/// Sets of names that reach each other.
fn round(uses: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<Vec<String>> {
    let reach = |from: &String| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(next) = open.pop() {
            open.extend(uses.get(next).into_iter().flatten().filter(|name| reached.insert((*name).clone())));
        }
        reached
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|name| (name, reach(name))).collect();
    let circle = |name: &String| -> Vec<String> {
        let back = |other: &&String| reached.get(*other).is_some_and(|reached| reached.contains(name));
        reached[name].iter().filter(back).cloned().collect()
    };
    uses.keys().map(circle).filter(|circle| circle.len() > 1).collect()
}

impl Room {
    fn read(&mut self, source: &Path, folder: &Path) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                self.read(source, &path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let inside = path.strip_prefix(source).unwrap().with_extension("");
                let mut module: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
                if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
                    module.pop();
                }
                let words = words(&std::fs::read_to_string(&path).unwrap());
                self.read_module(module, &words);
            }
        }
    }

    fn read_module(&mut self, module: Module, words: &[String]) {
        let word = |at: usize| words.get(at).map_or("", String::as_str);
        let (mut paths, mut handed_on, mut at) = (Vec::new(), BTreeMap::new(), 0);
        while at < words.len() {
            let for_tests = ["#", "[", "cfg", "(", "test", ")", "]", "mod"].iter().enumerate();
            if for_tests.clone().all(|(i, wanted)| word(at + i) == *wanted) {
                let name = at + for_tests.len();
                let of_test = module.iter().cloned().chain([word(name).to_owned()]).collect();
                self.of_tests.insert(of_test);
                at = if word(name + 1) == "{" { behind_braces(words, name + 1) } else { name + 2 };
            } else if word(at) == "use" {
                let mut tree = Vec::new();
                let public = at > 0 && (word(at - 1) == "pub" || word(at - 1) == ")");
                at = read_tree(words, at + 1, &[], &mut tree);
                if public {
                    handed_on.extend(tree.iter().filter_map(|path| Some((path.last()?.clone(), path.clone()))));
                }
                paths.extend(tree);
            } else if ["crate", "super", "self"].contains(&word(at)) && word(at + 1) == "::" {
                let mut path = vec![word(at).to_owned()];
                while word(at + 1) == "::" && is_name(word(at + 2)) {
                    path.push(word(at + 2).to_owned());
                    at += 2;
                }
                paths.push(path);
                at += 1;
            } else {
                at += 1;
            }
        }
        self.named.insert(module.clone(), paths);
        self.handed_on.insert(module, handed_on);
    }

    /// The module to which a path leads; none where it leads out of the room.
    fn resolve(&self, from: &Module, path: &[String], depth: usize) -> Option<Module> {
        let (mut at, mut rest): (Module, &[String]) = match path.first()?.as_str() {
            "crate" => (Vec::new(), &path[1..]),
            "self" => (from.clone(), &path[1..]),
            "super" => {
                let up = path.iter().take_while(|word| *word == "super").count();
                (from[..from.len().checked_sub(up)?].to_vec(), &path[up..])
            }
            _ if self.named.contains_key(&[from.as_slice(), &path[..1]].concat()) => (from.clone(), path),
            _ => return None,
        };
        while let Some(next) = rest.first() {
            let inner = [at.as_slice(), std::slice::from_ref(next)].concat();
            if !self.named.contains_key(&inner) {
                break;
            }
            (at, rest) = (inner, &rest[1..]);
        }
        let handed_on = rest.first().and_then(|name| self.handed_on.get(&at)?.get(name));
        if let Some(whole) = handed_on.filter(|_| depth < 6) {
            let whole: Module = whole.iter().chain(&rest[1..]).cloned().collect();
            if let Some(found) = self.resolve(&at, &whole, depth + 1) {
                return Some(found);
            }
        }
        Some(at)
    }
}

/// Every path of a `use`, and where the words go on behind it.
fn read_tree(words: &[String], mut at: usize, prefix: &[String], found: &mut Vec<Module>) -> usize {
    let mut path = prefix.to_vec();
    while at < words.len() {
        match words[at].as_str() {
            "{" => {
                at = read_tree(words, at + 1, &path, found);
                path.clear();
                continue;
            }
            "," | "}" | ";" => {
                if path.len() > prefix.len() {
                    found.push(std::mem::replace(&mut path, prefix.to_vec()));
                }
                path = prefix.to_vec();
                if words[at] != "," {
                    return at + 1;
                }
            }
            // Another name for the same.
            "as" => at += 1,
            name if is_name(name) => path.push(name.to_owned()),
            _ => {}
        }
        at += 1;
    }
    at
}

fn behind_braces(words: &[String], from: usize) -> usize {
    let mut depth = 0;
    for (at, word) in words.iter().enumerate().skip(from) {
        match word.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    words.len()
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::` and signs of a source.
fn words(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let letter = |at: usize| letters.get(at).copied().unwrap_or('\0');
    let find = |from: usize, wanted: &str| {
        let wanted: Vec<char> = wanted.chars().collect();
        let found = letters.get(from..).and_then(|rest| rest.windows(wanted.len()).position(|w| w == wanted));
        found.map_or(letters.len(), |place| from + place + wanted.len())
    };
    let (mut words, mut at) = (Vec::new(), 0);
    while at < letters.len() {
        match letter(at) {
            '/' if letter(at + 1) == '/' => at = find(at, "\n"),
            '/' if letter(at + 1) == '*' => at = find(at, "*/"),
            '"' => {
                at += 1;
                while at < letters.len() && letter(at) != '"' {
                    at += if letter(at) == '\\' { 2 } else { 1 };
                }
                at += 1;
            }
            '\'' if letter(at + 1) == '\\' => at = find(at + 3, "'"),
            '\'' if letter(at + 2) == '\'' => at += 3,
            'r' if letter(at + 1) == '#' && ['#', '"'].contains(&letter(at + 2)) => {
                let signs = (at + 1..).take_while(|at| letter(*at) == '#').count();
                at = find(at + 2 + signs, &format!("\"{}", "#".repeat(signs)));
            }
            ':' if letter(at + 1) == ':' => {
                words.push("::".to_owned());
                at += 2;
            }
            c if c.is_alphanumeric() || c == '_' => {
                let end = (at..letters.len()).find(|at| !(letter(*at).is_alphanumeric() || letter(*at) == '_'));
                let end = end.unwrap_or(letters.len());
                words.push(letters[at..end].iter().collect());
                at = end;
            }
            c => {
                if !c.is_whitespace() {
                    words.push(c.to_string());
                }
                at += 1;
            }
        }
    }
    words
}

#[test]
fn a_circle_is_seen_through_what_is_handed_on() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("lib.rs", "mod a; mod b; pub mod c;\npub use b::{B, inner::{C as D}};\n"),
        ("a.rs", "use crate::B; // use crate::c::X;\nconst TEXT: &str = \"use crate::c::X;\";\n"),
        ("b.rs", "pub struct B(crate::c::X);\n#[cfg(test)]\nmod tests { use crate::a::A; }\n"),
        ("c.rs", "#[cfg(test)]\nmod tests;\n"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::create_dir(folder.path().join("c")).unwrap();
    std::fs::write(folder.path().join("c/tests.rs"), "use crate::a::A;").unwrap();
    assert!(circles("room", folder.path()).is_empty());
    std::fs::write(folder.path().join("c.rs"), "pub struct X<'a>(&'a super::a::A, char);\nconst Q: char = '\"';\n")
        .unwrap();
    let circle = ["a", "b", "c"].map(str::to_owned).to_vec();
    assert_eq!(circles("room", folder.path()), [("room".to_owned(), circle)]);
}
