//! What is wrong with a study is said with its file, its line and a hint, and all of it at once.
#![allow(clippy::unwrap_used)]

use study::{Diagnostics, StudyFile};

fn wrong(text: &str) -> Diagnostics {
    StudyFile::from_text("hip.toml", text).check().expect_err("something is wrong")
}

/// One mistake: at this line and column, with this in the message and that in the hint.
#[track_caller]
fn one(text: &str, at: (usize, usize), message: &str, hint: &str) {
    let wrong = wrong(text);
    assert_eq!(wrong.all().len(), 1, "{wrong}");
    let found = &wrong.all()[0];
    assert_eq!((found.place.line, found.place.column), (Some(at.0), at.1), "{wrong}");
    assert!(found.message.contains(message), "{wrong}");
    assert!(found.hint.contains(hint), "{wrong}");
    let shown = wrong.to_string();
    assert!(shown.contains(&format!("hip.toml:{}:{}", at.0, at.1)) && shown.contains("hint:"), "{shown}");
}

#[test]
fn an_unknown_key_is_told_the_nearest_one() {
    one(
        "[hip.implant]\nclearence = \"80 um\"\n",
        (2, 1),
        "unknown key `clearence` in [hip.implant]",
        "did you mean `clearance`?",
    );
    one("[hip.implnt]\n", (1, 6), "unknown key `implnt` in [hip]", "did you mean `implant`?");
    one("[hop.implant]\n", (1, 2), "unknown key `hop` at the top of a study", "did you mean `hip`?");
    one(
        "title = \"x\"\n[hip]\noutput.frmes = 3\n",
        (3, 8),
        "unknown key `frmes` in [hip.output]",
        "did you mean `frames`?",
    );
}

#[test]
fn an_unknown_choice_is_told_the_nearest_one() {
    one("[hip.contact.hertzz]\n", (1, 14), "unknown choice `hertzz` in [hip.contact]", "did you mean `hertz`?");
    one("[hip]\nfriction = \"nome\"\n", (2, 12), "unknown choice `nome` in [hip.friction]", "did you mean `none`?");
    one("[hip.experiment.dynamic]\nscheme = \"rk45\"\n", (2, 10), "unknown choice `rk45`", "did you mean `rkf45`?");
}

#[test]
fn a_choice_that_is_a_table_says_so() {
    one("[hip]\nexperiment = \"dynamic\"\n", (2, 14), "table of its own", "[hip.experiment.");
}

#[test]
fn two_choices_are_one_too_many() {
    one("[hip.experiment.static]\n[hip.experiment.dynamic]\n", (2, 17), "only one of `static`, `dynamic`", "delete");
}

#[test]
fn a_wrong_or_missing_unit_points_at_the_value() {
    one("[hip.implant]\nclearance = 80\n", (2, 13), "'80' has no unit, but a length is expected", "write for example");
    one("[hip.implant]\nclearance = \"80\"\n", (2, 13), "'80' has no unit", "write for example");
    one(
        "[hip.implant]\nclearance = \"80 N\"\n",
        (2, 13),
        "'80 N' is a force, but a length is expected",
        "m, cm, mm, um, nm",
    );
    one("[hip.implant]\nclearance = \"80 umm\"\n", (2, 13), "unknown unit 'umm'", "did you mean");
}

#[test]
fn a_wrong_type_points_at_the_value_in_plain_words() {
    one("[hip.output]\nframes = \"many\"\n", (2, 10), "expected a whole number", "write a whole number");
    one("[hip.output]\nframes = -3\n", (2, 10), "`-3`", "write a whole number");
    one("[hip.experiment.quasi-static]\ngravity = 1\n", (2, 11), "expected true or false", "write true or false");
    one("hip = 3\n", (1, 7), "expected a table", "write a table");
}

#[test]
fn geometry_that_cannot_be_points_at_the_value() {
    one(
        "[hip.implant]\nhead-diameter = \"32 mm\"\ncup-diameter = \"28 mm\"\n",
        (3, 16),
        "not smaller than the cup",
        "must exceed",
    );
    one("[hip.implant]\nclearance = \"-80 um\"\n", (2, 13), "not smaller than the cup", "80 to 300 um");
    one("[hip.implant]\nliner-thickness = \"-8 mm\"\n", (2, 19), "must be positive", "liners");
}

#[test]
fn an_incompressible_liner_points_at_poisson() {
    let text = "[hip.implant]\nliner-material = { modulus = \"0.5 GPa\", poisson = 0.5 }\n";
    one(text, (2, 51), "Poisson's ratio is 0.5", "0.4 to 0.46");
    let text = "[hip.implant.liner-material]\nmodulus = \"0.5 GPa\"\npoisson = 0.7\n";
    one(text, (3, 11), "Poisson's ratio is 0.7", "polyethylene");
}

#[test]
fn a_problem_inside_a_list_points_into_it() {
    let text = "[[hip.implant.layers]]\nthickness = \"1 mm\"\nmaterial = \"bone\"\n\n[[hip.implant.layers]]\nthickness = \"-1 mm\"\nmaterial = \"bone\"\n";
    one(text, (6, 13), "must be positive", "");
    one("[[hip.implant.layers]]\nthickness = \"1 mm\"\n", (1, 1), "`material` is missing", "add material");
}

#[test]
fn what_is_absent_points_at_the_table_that_lacks_it() {
    let text = "[hip.activity.file]\npath = \"walk.csv\"\ntime = \"t\"\n";
    one(text, (1, 1), "no force column", "force-superior");
}

#[test]
fn a_study_without_a_joint_says_so() {
    one("title = \"nothing\"\n", (1, 1), "no joint", "synovia new");
    one("", (1, 1), "no joint", "hip");
}

#[test]
fn all_mistakes_are_reported_in_the_order_of_the_file() {
    let text = "\
[hip.implant]
head-diameter = \"27.84 N\"
clearence = \"80 um\"
liner-thickness = \"-1 mm\"

[hip.patient]
body-weight = 836

[hip.contact.hertzz]

[hip.dissipation.gonthier]
restitution = 1.5

[hip.output]
frames = 1
";
    let wrong = wrong(text);
    let lines: Vec<_> = wrong.all().iter().filter_map(|d| d.place.line).collect();
    assert_eq!(lines, [2, 3, 4, 7, 9, 12, 15], "{wrong}");
}

#[test]
fn one_mistake_does_not_cause_another() {
    let text = "[hip.implant]\nliner-material = { modulus = \"5 mm\", poisson = 0.4 }\n";
    assert_eq!(wrong(text).all().len(), 1, "{}", wrong(text));
    let text = "[hip.activity.file]\npath = 3\ntime = \"t\"\nforce-superior = \"fy\"\n";
    one(text, (2, 8), "text in quotes", "");
}

#[test]
fn what_is_not_toml_points_at_the_first_bad_byte_of_each_line() {
    let wrong = wrong("[hip.implant]\nclearance = 80 um\nhead-diameter = \"28 mm\nliner-thickness = \"8 mm\"\n");
    assert!(wrong.all().len() >= 2, "{wrong}");
    assert_eq!(wrong.all()[0].place.line, Some(2));
    one("[hip.implant]\nclearance = \"80 um\"\nclearance = \"90 um\"\n", (3, 1), "duplicate key", "keep one");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let wrong = StudyFile::load_file(std::path::Path::new("no/such/hip.toml")).unwrap_err().to_string();
    assert!(wrong.contains("no/such/hip.toml") && wrong.contains("check the spelling"), "{wrong}");
}

#[test]
fn text_that_is_not_utf8_is_told_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hip.toml");
    std::fs::write(&path, b"title = \"x\"\n# 45\xb0\n").unwrap();
    let wrong = StudyFile::load_file(&path).unwrap_err();
    assert_eq!(wrong.all()[0].place.line, Some(2));
    assert!(wrong.to_string().contains("hip.toml:2"), "{wrong}");
}

#[test]
fn the_pointer_stands_under_the_value() {
    let shown = wrong("title = \"é\"\n[hip.implant]\nclearance = \"80 N\"\n").to_string();
    let expected = "\
error: '80 N' is a force, but a length is expected
 --> hip.toml:3:13
  |
3 | clearance = \"80 N\"
  |             ^^^^^^
  |
  = hint: use one of the units m, cm, mm, um, nm";
    assert_eq!(shown, expected);
}

#[test]
fn colour_is_only_used_when_asked_for() {
    let wrong = wrong("[hip.implnt]\n");
    assert!(!wrong.render(false).contains('\u{1b}') && wrong.render(true).contains('\u{1b}'));
}

/// Numbers that can be computed with and cannot be meant: another unit, or a slip of the exponent. Each is refused where it
/// stands, in every kind of study.
#[test]
fn numbers_that_cannot_be_meant_are_refused_in_every_kind_of_study() {
    let gait = "[gait]\nhip = [\"dry\"]\n";
    let design = "[knee-replacement.implant.design]\n";
    let driven = "[knee-replacement.experiment.load-driven]\n";
    for (before, table, key, value) in [
        ("", "hip.implant.head-material", "modulus", "\"210000000 GPa\"\npoisson = 0.3\ndensity = \"8330 kg/m^3\""),
        ("", "hip.implant.head-material", "density", "\"8.33e9 kg/m^3\"\npoisson = 0.3\nmodulus = \"210 GPa\""),
        ("", "hip.implant.design", "neck-diameter", "\"1.2e-5 mm\""),
        ("", "hip.implant.design", "stem-anteversion", "\"1e7 deg\""),
        ("", "hip.implant.design.required", "flexion", "\"1e300 deg\""),
        ("[hip.experiment.quasi-static]\n[hip.lifetime]\n", "hip.wear", "factor", "\"1e300 mm^3/(N m)\""),
        (
            "[liner.experiment.static]\nload = \"500 N\"\n",
            "liner.cup.material",
            "modulus",
            "\"1e300 MPa\"\npoisson = 0.46\ndensity = \"938 kg/m^3\"",
        ),
        ("", "knee.pulse", "duration", "\"1e300 s\""),
        (driven, "knee-replacement.implant.design", "thickness", "\"8e6 mm\""),
        (driven, "knee-replacement.implant", "thickness", "\"1e300 mm\""),
        (design, "knee-replacement.experiment.load-driven", "load-medial", "\"5e6 mm\""),
        (design, "knee-replacement.experiment.load-driven", "anterior-stiffness", "\"1e300 N/mm\""),
        (design, "knee-replacement.experiment.load-driven", "rotation-stiffness", "\"1e300 N m/rad\""),
        ("", "hip.experiment.static", "load", "\"1e9 N\""),
        (design, "knee-replacement.activity", "duration", "\"1e-300 s\""),
        (design, "knee-replacement.experiment.measured-pose", "largest-offset", "\"1e12 mm\""),
        (
            design,
            "knee-replacement.experiment.load-driven",
            "ligaments",
            "[{ name = \"mcl\", femur = [\"0 mm\", \"5 mm\", \"-40 mm\"], tibia = [\"0 mm\", \"-50 mm\", \"-30 mm\"], stiffness = \"9e18 N\" }]",
        ),
        (gait, "gait.implant.dissipation.lankarani-nikravesh", "slowest-impact", "\"1e300 mm/s\"\nrestitution = 0.9"),
        (gait, "gait.time", "stabilisation.baumgarte", "{ alpha = -5.0, beta = 5.0 }"),
        (gait, "gait.time", "stabilisation.baumgarte", "{ alpha = 5.0, beta = 1e300 }"),
        (gait, "gait.implant.law.elastic-foundation", "layers", "[{ thickness = \"8e6 mm\", material = \"UHMWPE\" }]"),
    ] {
        let text = format!("{before}[{table}]\n{key} = {value}\n");
        let wrong = wrong(&text);
        let line = before.lines().count() + 2;
        let there = wrong.all().iter().any(|found| found.place.line == Some(line) && !found.hint.is_empty());
        assert!(there, "{text}\n{wrong}");
    }
    let searched = "[hip.experiment.static]\n[vary]\nhip.implant.clearance = { from = \"50 um\", to = \"200 um\" }\n\
                    [runs.optimise]\nminimise = [\"peak_pressure_Pa\"]\ncount = ";
    for count in ["0", "16000000000000"] {
        let file = StudyFile::from_text("hip.toml", format!("{searched}{count}\n"));
        let wrong = file.check_many().expect_err("absurd");
        assert!(wrong.to_string().contains(&format!("{count} runs are asked for")), "{wrong}");
    }
}
