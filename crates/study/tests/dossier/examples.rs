//! The two examples of medium risk say what the tutorial says that they do, and every error is weighed by both sides' uncertainties.

use study::dossier::{Dossier, Treated, render_page};
use study::validation::{Library, Reference};

use super::{STATIC, dossier, level};

const TUTORIAL: &str = include_str!("../../../../docs/book/tutorials/dossier.md");
const LIFETIME: &str = include_str!("../../../../studies/dossier-lifetime.toml");
const KNEE: &str = include_str!("../../../../studies/dossier-knee.toml");

fn short(dossier: &Dossier) -> Vec<&str> {
    dossier.factors.iter().filter(|factor| !factor.meets()).map(|factor| factor.name.as_str()).collect()
}

fn promised(words: &str) {
    assert!(TUTORIAL.contains(words), "the tutorial does not say: {words}");
}

#[test]
fn the_lifetime_is_told_yes_and_its_weaknesses_are_there() {
    // A coarser grid, and half of the draws: the words are the same.
    let text = LIFETIME.replace("frames = 51", "frames = 26").replace("elements = 2000", "elements = 500");
    let found = dossier(&text, &Library::embedded(), |input| input.samples = 8);
    assert_eq!(short(&found), [""; 0]);
    assert!(found.adequate && found.statement.starts_with("Yes") && found.statement.contains("weaknesses"));
    assert!(found.answers.iter().all(|answer| answer.model.is_some_and(|off| off < 0.01 * answer.value)));
    assert_eq!(level(&found, "Test samples"), 3, "weighed on simulators");
    assert!(found.support.iter().any(|case| case.case == "lifetime-program" && case.passed == case.judged));
    let alumina = found.comparisons.iter().find(|row| row.label.contains("alumina")).unwrap();
    assert!(alumina.treated == Treated::Shown && alumina.reference == Reference::Measured);
    promised(&format!("{:.0} % more than alumina heads", 100.0 * alumina.error));
    let water = found.comparisons.iter().find(|row| row.label == "distilled water").unwrap();
    assert!(!water.covered && found.weaknesses.iter().any(|text| text.contains("larger than the uncertainties")));
    promised(&format!("{:.0} % less", 100.0 * water.error));
}

#[test]
fn the_knee_is_told_not_yet_and_what_it_lacks() {
    let found = dossier(KNEE, &Library::embedded(), |input| input.samples = 8);
    assert!(!found.adequate && found.statement.starts_with("Not yet"));
    assert_eq!(short(&found), ["Model form", "Test samples"]);
    let harder = found.answers[0].model.unwrap() / found.answers[0].value;
    promised(&format!("finite elements press {:.0} % harder", 100.0 * harder));
    let program = found.comparisons.iter().filter(|row| row.reference == Reference::Program);
    assert!(program.clone().count() >= 10 && program.clone().all(|row| row.covered && row.of_inputs == 0.0));
}

#[test]
fn errors_are_weighed_one_by_one_and_the_page_says_how_many_are_explained() {
    let found = dossier(STATIC, &Library::embedded(), |input| input.samples = 8);
    let rows = &found.comparisons;
    assert!(rows.len() > 50, "{}", rows.len());
    let answer = &found.answers[0];
    for row in rows {
        assert!(row.reference != Reference::Exact && row.quantity == answer.name, "{row:?}");
        let error = (row.computed - row.expected) / row.expected;
        let numbers = answer.discretisation.hypot(answer.solver) / answer.value;
        let inputs = if row.reference == Reference::Program { 0.0 } else { answer.inputs / answer.value };
        let squares = row.of_reference.powi(2) + numbers.powi(2) + inputs.powi(2);
        assert_eq!(row.covered, error * error <= squares * (1.0 + 1e-12), "{row:?}");
    }
    let covered = rows.iter().filter(|row| row.covered).count();
    assert!(covered > 0 && covered < rows.len(), "springs are off finite elements by more than anybody is unsure");
    let page = render_page(&found);
    assert!(page.contains(&format!("<p>{covered} of {} errors are explained", rows.len())));
    let read: serde_json::Value = serde_json::from_str(&found.to_json()).unwrap();
    let listed = read["comparisons"].as_array().unwrap();
    assert_eq!(listed.iter().filter(|row| row["covered"] == true).count(), covered);
    let output = found.factors.iter().find(|factor| factor.name == "Output comparison").unwrap();
    assert!(output.evidence.contains(&format!("In {covered} of {}", rows.len())), "{}", output.evidence);
}
