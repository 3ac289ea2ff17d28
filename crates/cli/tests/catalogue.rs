//! `synovia catalogue`: one page, complete or not at all.
#![allow(clippy::unwrap_used)]

mod common;

use common::{entries, stderr, synovia};

#[test]
fn the_catalogue_is_one_page_with_every_law_and_its_references() {
    let folder = tempfile::tempdir().unwrap();
    let output = synovia(folder.path()).arg("catalogue").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(entries(folder.path()), ["catalogue.html"]);
    let page = std::fs::read_to_string(folder.path().join("catalogue.html")).unwrap();
    for law in [
        "hertz-elliptic-patch",
        "double-layer",
        "elastic-foundation",
        "ball-in-socket-on-a-foundation",
        "kelvin-voigt-by-scaled-unloading",
        "kelvin-voigt-spring-and-dashpot",
        "hunt-crossley",
        "lankarani-nikravesh",
        "flores",
        "exact-factor",
        "viscoelastic-friction-with-tangential-compliance",
    ] {
        assert!(page.contains(&format!(r#"<article id="{law}""#)), "{law}");
    }
    assert!(page.contains("Shape of an elliptic patch") && page.contains("A block dragged back and forth"));
    // A source without its reference is shown as a bare key: there must be none.
    let sources = page.split(r#"<p class="sources">"#).skip(1).filter_map(|rest| rest.split("</p>").next());
    for source in sources.flat_map(|sources| sources.split(" · ")) {
        assert!(source.starts_with("<a href=\"#ref-"), "`{source}` is not in references.bib");
    }
}

#[test]
fn a_page_is_replaced_only_by_force() {
    let folder = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| synovia(folder.path()).arg("catalogue").args(more).output().unwrap();
    std::fs::write(folder.path().join("mine.html"), "mine").unwrap();
    let refused = run(&["--out", "mine.html"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("already exists") && stderr(&refused).contains("--force"));
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.html")).unwrap(), "mine");
    assert_eq!(run(&["--out", "mine.html", "--force"]).status.code(), Some(0));
    assert!(std::fs::metadata(folder.path().join("mine.html")).unwrap().len() > 100_000);
    let lost = run(&["--out", "nowhere/page.html"]);
    assert_eq!(lost.status.code(), Some(1));
    assert!(stderr(&lost).contains("nowhere/page.html") && stderr(&lost).contains("hint:"), "{}", stderr(&lost));
    assert_eq!(entries(folder.path()), ["mine.html"]);
}
