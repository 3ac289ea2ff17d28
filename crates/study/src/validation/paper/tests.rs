//! Whether the pages name what is there.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;

use super::*;

#[test]
fn every_page_reads_and_names_cases_and_templates_that_exist() {
    let library = Library::embedded();
    let cases: Vec<String> = library.cases().unwrap().into_iter().map(|case| case.name).collect();
    assert!(!library.papers().is_empty());
    for paper in library.papers() {
        let text = library.text(&format!("papers/{paper}.toml")).unwrap();
        let description = Description::read(paper, &text).unwrap();
        for selection in description.items.iter().flat_map(|item| &item.compare) {
            assert!(cases.contains(&selection.case), "{paper}: there is no case {}", selection.case);
        }
        let known = |study: &String| description.studies.contains_key(study);
        for item in &description.items {
            let curves = item.figure.iter().flat_map(|figure| figure.curves.iter().map(|curve| &curve.study));
            let taken = item.figure.iter().filter_map(|figure| figure.study.as_ref());
            let numbers = item.shown.iter().flat_map(|shown| std::iter::once(&shown.number).chain(&shown.over));
            let mut named = curves
                .chain(taken)
                .chain(numbers.map(|number| &number.study))
                .chain(item.inputs.iter().map(|inputs| &inputs.study));
            assert!(named.all(known), "{paper}, {}: a study is not declared", item.number);
        }
        for source in description.studies.values() {
            let there = match (&source.template, &source.file) {
                (Some(kind), _) => template(kind).is_some(),
                (_, Some(file)) => library.text(file).is_some(),
                _ => source.catalogue,
            };
            assert!(there, "{paper}: {source:?}");
        }
    }
}

#[test]
fn an_unknown_paper_gets_the_nearest_name() {
    let error = Library::embedded().compute_paper("askari2081", &Unwatched).unwrap_err();
    assert_eq!(error.hint().as_deref(), Some("did you mean `askari2018`?"), "{error}");
}

#[test]
fn what_is_not_there_needs_a_reason() {
    let text = "title = \"P\"\nsource = \"P2000\"\n[[item]]\nnumber = \"Fig. 1\"\ntitle = \"A photograph\"\nverdict = \"absent\"\n";
    let error = Description::read("p", text).unwrap_err().to_string();
    assert!(error.contains("Fig. 1 differs or is not there, and nothing says why"), "{error}");
    assert!(Description::read("p", &format!("{text}text = [\"it is a photograph\"]\n")).is_ok());
}
