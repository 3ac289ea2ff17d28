//! Studies about a knee: what is wrong is found at its line, lists and moduli of one's own are understood.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use study::StudyFile;

fn wrong(text: &str) -> String {
    StudyFile::from_text("knee.toml", text).check().map(|study| study.outline()).unwrap_err().to_string()
}

#[test]
fn every_mistake_is_reported_at_its_line() {
    let text = "\
[knee.tibia]
mass = \"0 kg\"

[knee.contact]
laws = [\"hertz\", \"hunt-crosley\"]
materials = [\"helthy\"]
restitution = 1.5

[[knee.ligaments]]
name = \"anterior-cruciate\"
femur = [\"-33 mm\", \"-17 mm\"]
length = \"43.8 mm\"
stiffness = \"35 N/mm^2\"
";
    let said = wrong(text);
    for part in [
        "knee.toml:2:",
        "the mass is 0 kg",
        "knee.toml:5:",
        "did you mean `hunt-crossley`?",
        "knee.toml:6:",
        "no knee is called \"helthy\"",
        "knee.toml:7:",
        "the restitution is 1.5",
        "`tibia` is missing",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}

#[test]
fn a_hollow_smaller_than_the_condyle_is_refused() {
    let said =
        wrong("[knee.contact]\ngeometries = [\"convex-concave\"]\n[knee.surfaces]\nplateau-radius = \"20 mm\"\n");
    assert!(said.contains("knee.toml:4:") && said.contains("26.4 mm does not fit into a hollow of 20 mm"), "{said}");
}

#[test]
fn lists_and_moduli_of_ones_own_make_one_comparison() {
    let text = "\
[knee.contact]
laws = [\"hertz\", \"exact\"]
materials = [
  \"healthy\",
  { name = \"worn\", femur = { modulus = \"24 MPa\", poisson = 0.38 }, tibia = { modulus = \"24 MPa\", poisson = 0.38 }, beneath = { depth = \"1 mm\", femur = { modulus = \"10 GPa\", poisson = 0.39 }, tibia = { modulus = \"10 GPa\", poisson = 0.39 } } },
]
combine = \"all\"
[knee.time]
interval = \"5 ms\"
";
    let study = StudyFile::from_text("knee.toml", text).check().unwrap();
    assert!(study.outline().starts_with("knee, 4 runs"), "{}", study.outline());
    let again = StudyFile::from_text("again.toml", study.resolved_text()).check().unwrap();
    assert_eq!(again.resolved_text(), study.resolved_text());
    let outcome = study.run(&Unwatched).unwrap();
    results::check_names(&outcome).unwrap();
    let peak = |key: &str| outcome.value(&format!("peak_contact_force_{key}_N")).unwrap();
    assert!(peak("hertz_sphere_plane_worn") > peak("hertz_sphere_plane_healthy"));
}

#[test]
fn the_comparison_and_its_resolved_text_give_the_same_numbers() {
    let study = StudyFile::from_text("knee.toml", study::template("knee-comparison").unwrap().text).check().unwrap();
    let again = StudyFile::from_text("again.toml", study.resolved_text()).check().unwrap();
    assert_eq!(study.run(&Unwatched).unwrap().headline, again.run(&Unwatched).unwrap().headline);
}

#[test]
fn a_law_of_ones_own_stands_in_the_list_beside_the_named_ones() {
    let text = "\
[knee.contact]
laws = [
  \"hertz\",
  { name = \"springs\", elastic.elastic-foundation.layers = [{ thickness = \"2 mm\" }, { thickness = \"2.15 mm\" }], dissipation.flores = { restitution = 0.616 } },
]
materials = [\"healthy\", { name = \"plastic\", femur = \"CoCr\", tibia = \"UHMWPE\" }]
[knee.time]
interval = \"5 ms\"
[knee.friction.compliant]
coefficient = 0.01
stiffness = \"50 N/mm\"
damping = \"50 s/m\"
";
    let study = StudyFile::from_text("knee.toml", text).check().unwrap();
    let again = StudyFile::from_text("again.toml", study.resolved_text()).check().unwrap();
    assert_eq!(again.resolved_text(), study.resolved_text());
    let said = wrong(&text.replace("2.15 mm", "0 mm").replace("0.616", "2"));
    for part in ["knee.toml:4:", "the thickness is 0 m", "the restitution is 2"] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
    let said = wrong(&text.replace("elastic-foundation", "elastic-fundation"));
    assert!(said.contains("knee.toml:4:") && said.contains("did you mean `elastic-foundation`?"), "{said}");
}

#[test]
fn a_patella_that_cannot_be_is_refused_at_its_line() {
    let said = wrong(
        "[knee.contact]\nlaws = [\"standard-linear-solid\"]\nrelaxation-time = \"0 s\"\n[knee.patella]\ngroove-radius = \"0 mm\"\n",
    );
    assert!(said.contains("knee.toml:3:") && said.contains("the relaxation time is 0 s"), "{said}");
    assert!(said.contains("knee.toml:5:") && said.contains("the groove radius is 0 m"), "{said}");
}

#[test]
fn a_patella_of_no_knee_is_refused_with_its_range() {
    let said = wrong("[knee.patella]\ntendon-length = \"5 mm\"\nmass = \"100 kg\"\nquadriceps-force = \"-2 N\"\n");
    for part in [
        "knee.toml:2:",
        "the tendon length is 5 mm, it must lie between 15 mm and 150 mm",
        "knee.toml:3:",
        "the mass is 100 kg, it must lie between",
        "knee.toml:4:",
        "the quadriceps force is -2 N, it must lie between",
    ] {
        assert!(said.contains(part), "{part} is not in\n{said}");
    }
}
