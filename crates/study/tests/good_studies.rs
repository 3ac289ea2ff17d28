//! Every study that we ship is good, runs, and survives being written out.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use joints::Unwatched;
use study::registry::{JOINTS, JointKind};
use study::{KINDS, Study, StudyFile, Template, schema, template};

fn studies() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect()
}

fn load(path: &Path) -> Study {
    StudyFile::load_file(path).and_then(StudyFile::check).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Puts the resolved study and its files where a result would have them, and reads it again.
fn reload(study: &Study) -> Study {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("study.toml");
    std::fs::write(&path, study.resolved_text()).unwrap();
    for file in study.data_files() {
        let target = folder.path().join(&file.name);
        std::fs::create_dir_all(target.parent().unwrap()).unwrap();
        std::fs::write(target, &file.bytes).unwrap();
    }
    load(&path)
}

#[test]
fn every_shipped_study_passes_its_check() {
    assert!(studies().len() >= 4);
    for path in studies() {
        let study = load(&path);
        assert!(study.title().is_some_and(|title| !title.is_empty()), "{}", path.display());
        let (name, outline) = (path.file_name().unwrap().to_str().unwrap(), study.outline());
        // What a dossier is about is said in its file.
        let kind = outline.split(',').next().unwrap();
        assert!(!study.describe().is_empty() && (name.starts_with(kind) || name.starts_with("dossier-")), "{name}");
    }
}

#[test]
fn the_resolved_study_is_complete_and_reads_back_to_itself() {
    for path in studies() {
        let study = load(&path);
        let again = reload(&study);
        assert_eq!(study.resolved_text(), again.resolved_text(), "{}", path.display());
        if !study.outline().starts_with("hip") {
            continue;
        }
        for key in ["head-diameter", "clearance", "coverage", "body-weight", "duration", "factor", "frames"] {
            let stated = |name: &str| study.resolved_text().lines().any(|line| line.starts_with(&format!("{name} = ")));
            let instead = match key {
                "clearance" => stated("cup-diameter"),
                "body-weight" => stated("mass"),
                // Where nothing is known of a material, what is assumed is a remark, so that it is warned of again.
                "factor" => study.resolved_text().contains("\n# Wear factor: "),
                _ => false,
            };
            assert!(stated(key) || instead, "{key} is not in\n{}", study.resolved_text());
        }
    }
}

#[test]
fn the_resolved_study_gives_the_same_numbers() {
    let study = load(&studies().into_iter().find(|path| path.ends_with("hip-own-data.toml")).unwrap());
    let (first, again) = (study.run(&Unwatched).unwrap(), reload(&study).run(&Unwatched).unwrap());
    assert_eq!(first.headline, again.headline);
}

/// Instrumented hips carried up to 2.8 body weights in walking; the muscles of the shipped walk make more, and the hip that is
/// handed their load says so as the body does.
#[test]
fn a_hip_under_a_body_that_presses_harder_than_any_measured_hip_says_so() {
    let study = load(&studies().into_iter().find(|path| path.ends_with("hip-body-walking.toml")).unwrap());
    let outcome = study.run_headline(&Unwatched).unwrap();
    assert!(outcome.value("peak_force_N").unwrap() > 1.25 * 2.817 * 712.0);
    assert!(outcome.warnings.iter().any(|warning| warning.code == "outside-in-vivo"));
}

#[test]
fn an_empty_joint_is_the_base_case_in_walking() {
    let study = StudyFile::from_text("hip.toml", "[hip]\n").check().unwrap();
    let text = study.resolved_text();
    for line in [
        "clearance = \"80 um\"",
        "body-weight = \"836 N\"",
        "cycle = \"walking\"",
        "duration = \"1.11 s\"",
        "[hip.experiment.dynamic]",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn every_choice_is_written_out_and_read_back() {
    for choice in [
        "dissipation = \"none\"",
        "dissipation.none = {}",
        "dissipation.kelvin-voigt = { coefficient = \"10 N s/m\" }",
        "dissipation.exact = { restitution = 0.3 }",
        "friction = \"none\"",
        "friction.coulomb = { static = 0.1, dynamic = 0.05 }",
        "contact.hertz = {}",
        "contact.elastic-foundation = { stiffness = \"spherical-shell\" }",
        "activity.cadence = \"110 steps/min\"",
        "patient.mass = \"75 kg\"",
        "implant.cup-diameter = \"28.1 mm\"",
        "implant.layers = [{ thickness = \"2 mm\", material = \"bone\" }]",
        "implant.head-material = { modulus = \"200 GPa\", poisson = 0.3, density = \"8000 kg/m^3\" }",
        "experiment.dynamic = { periodic-within = inf, start = \"centre\" }",
    ] {
        let file = StudyFile::from_text("hip.toml", format!("[hip]\n{choice}\n"));
        let study = file.check().unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(reload(&study).resolved_text(), study.resolved_text(), "{choice}");
    }
}

#[test]
fn the_hash_covers_the_text_and_the_data() {
    let own = load(&studies().into_iter().find(|path| path.ends_with("hip-own-data.toml")).unwrap());
    assert_eq!(own.inputs().len(), 2);
    assert!(own.inputs()[1].starts_with(b"# Every fourth instant"));
}

#[test]
fn every_kind_prints_a_study() {
    for kind in KINDS {
        let template = template(kind.kind).unwrap();
        assert_eq!((template, template_of_file(kind.file)), (kind, kind));
        let joint = |joint: &JointKind| template.text.contains(&format!("[{}.", joint.table));
        assert!(template.text.starts_with('#') && JOINTS.iter().any(joint), "{}", kind.kind);
        // What it reads comes with it.
        for (name, content) in template.data {
            assert!(template.text.contains(&format!("\"{name}\"")) && !content.is_empty(), "{}: {name}", kind.kind);
        }
    }
    assert!(template("elbow").is_none());
    // Every study of the folder can be asked for.
    let mut shipped: Vec<String> =
        studies().iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    let mut known: Vec<String> = KINDS.iter().map(|kind| kind.file.into()).collect();
    shipped.sort();
    known.sort();
    assert_eq!(shipped, known);
}

fn template_of_file(file: &str) -> &'static Template {
    template(file).unwrap_or_else(|| panic!("{file}"))
}

#[test]
fn the_schema_knows_every_table_with_its_documentation() {
    let schema = schema();
    let text = schema.to_string();
    for word in ["head-diameter", "liner-thickness", "Radial clearance", "hunt-crossley", "last-row-repeats-first"] {
        assert!(text.contains(word), "{word}");
    }
    assert_eq!(schema["additionalProperties"], false);
}
