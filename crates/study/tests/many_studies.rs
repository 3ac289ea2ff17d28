//! What can be wrong with a study of many runs is said before anything runs.
#![allow(clippy::unwrap_used)]

use study::StudyFile;

const BASE: &str = "[hip.experiment.static]\nload = \"500 N\"\n";

#[track_caller]
fn wrong(text: &str, says: &[&str]) {
    let file = StudyFile::from_text("hip.toml", format!("{BASE}{text}"));
    assert!(file.is_many());
    let said = match file.check_many() {
        Err(diagnostics) => diagnostics.to_string(),
        Ok(campaign) => match campaign.header("0") {
            Err(error) => error.to_string(),
            Ok(_) => panic!("nothing is wrong with\n{text}"),
        },
    };
    for text in says {
        assert!(said.contains(text), "{text} is not in\n{said}");
    }
}

#[test]
fn a_path_that_does_not_exist_gets_the_nearest_one() {
    wrong(
        "[vary]\nhip.implant.clearence = [\"50 um\"]\n",
        &["hip.toml:4:", "no input `hip.implant.clearence`", "did you mean `hip.implant.clearance`?"],
    );
    wrong("[vary]\n\"hip.clearance\" = [\"50 um\"]\n", &["did you mean `hip.implant.clearance`?"]);
    wrong("[vary]\nknee.colour = [1]\n", &["no input `knee.colour`"]);
}

#[test]
fn a_distribution_that_leaves_the_physical_range_is_refused() {
    wrong(
        "[vary]\nhip.implant.clearance = { normal = [\"50 um\", \"20 um\"] }\n[runs.latin-hypercube]\ncount = 10\n",
        &[
            "hip.toml:4:",
            "`hip.implant.clearance` reaches -",
            "the head is not smaller than the cup",
            "between = [low, high]",
        ],
    );
    wrong(
        "[vary]\nhip.implant.liner-thickness = { uniform = [\"-1 mm\", \"5 mm\"] }\n[runs.random]\ncount = 3\n",
        &["must be positive"],
    );
    wrong("[vary]\nhip.implant.liner-thickness = [\"5 mm\", \"0 mm\"]\n", &["`hip.implant.liner-thickness` has 0 mm"]);
    let bounded = "[vary]\nhip.implant.clearance = { normal = [\"50 um\", \"20 um\"], between = [\"10 um\", \"90 um\"] }\n[runs.latin-hypercube]\ncount = 10\n";
    assert!(StudyFile::from_text("hip.toml", format!("{BASE}{bounded}")).check_many().is_ok());
}

#[test]
fn an_objective_that_is_no_output_is_refused() {
    let optimise = |goal: &str| {
        format!(
            "[vary]\nhip.implant.clearance = {{ from = \"50 um\", to = \"90 um\" }}\n[runs.optimise]\ncount = 10\n{goal}\n"
        )
    };
    wrong(
        &optimise("minimise = [\"peak_presure_Pa\"]"),
        &["hip.toml:7:13", "`peak_presure_Pa` is not an output", "did you mean `peak_pressure_Pa`?"],
    );
    wrong(
        &optimise("minimise = [\"peak_pressure_Pa\"]\nsubject-to = [\"wear_m <= 1\"]"),
        &["`wear_m` is not an output"],
    );
    wrong(
        &optimise("minimise = [\"peak_pressure_Pa\"]\nsubject-to = [\"peak_pressure_Pa < 1\"]"),
        &["hip.toml:8:", "is not a constraint"],
    );
    wrong(&optimise(""), &["nothing is to be minimised"]);
    wrong(
        "[vary]\nhip.implant.clearance = [\"50 um\"]\n[runs.grid]\noutputs = [\"colour_m\"]\n",
        &["`colour_m` is not an output"],
    );
    wrong(
        "[vary]\nhip.implant.clearance = { normal = [\"50 um\", \"1 um\"] }\n[runs.optimise]\ncount = 10\nminimise = [\"peak_pressure_Pa\"]\n",
        &["a search needs a range"],
    );
}

#[test]
fn values_of_the_wrong_kind_are_refused_where_they_stand() {
    wrong(
        "[vary]\nhip.implant.clearance = [\"50 um\", \"5 N\"]\n",
        &["hip.toml:4:35", "is a force, but a length is expected"],
    );
    wrong("[vary]\nhip.implant.clearance = [50]\n", &["50 has no unit"]);
    wrong("[vary]\nhip.activity.cycle = { from = 1, to = 2 }\n", &["it has no range"]);
    wrong(
        "[vary]\nhip.implant.clearance = { from = \"90 um\", to = \"50 um\", count = 3 }\n",
        &["ends before it begins"],
    );
    wrong("[vary]\nhip.implant.clearance = { uniform = [\"50 um\"] }\n[runs.random]\ncount = 3\n", &["[low, high]"]);
    wrong(
        "[vary]\nhip.implant.clearance = { unifrom = [\"50 um\", \"90 um\"], count = 3 }\n",
        &["did you mean `uniform`?"],
    );
    wrong(
        "[vary]\nhip.implant.clearance = { normal = [\"90 um\", \"1 um\"] }\n",
        &["a distribution has no list of values", "[runs.latin-hypercube]"],
    );
    wrong(
        "[vary]\nhip.implant.liner-material.modulus = [\"1 GPa\"]\n[hip.implant]\nliner-material = \"UHMWPE\"\n",
        &["`liner-material` is \"UHMWPE\"", "as a table"],
    );
    wrong(
        "[vary]\nhip.implant.layers.0.thickness = [\"1 mm\"]\n[[hip.implant.layers]]\nthickness = \"1 mm\"\nmaterial = \"UHMWPE\"\n[[hip.implant.layers]]\nthickness = \"0 mm\"\nmaterial = \"UHMWPE\"\n",
        &["thickness"],
    );
}

#[test]
fn methods_that_cannot_be_are_refused() {
    wrong("[runs.grid]\n", &["nothing varies"]);
    wrong("[vary]\nhip.implant.clearance = [\"50 um\"]\n[runs.monte-carlo]\n", &["unknown choice `monte-carlo`"]);
    wrong(
        "[vary]\nhip.implant.clearance = [\"50 um\"]\n[runs.latin-hypercube]\ncount = 0\n",
        &["0 runs are asked for"],
    );
    wrong(
        "[vary]\nhip.implant.clearance = { uniform = [\"50 um\", \"90 um\"] }\n[runs.morris]\nlevels = 3\n",
        &["even number"],
    );
    wrong(
        "[vary]\nhip.implant.clearance = [\"50 um\", \"60 um\"]\nhip.implant.liner-thickness = [\"5 mm\"]\n[runs.list]\n",
        &["has 1 values, the first has 2"],
    );
    wrong(
        "[vary]\nhip.implant.clearance = { from = \"50 um\", to = \"90 um\" }\n[runs.calibrate]\ntable = \"none.csv\"\nset = {}\ncompare = {}\n",
        &["none.csv", "cannot be read"],
    );
}

/// Friction is a name or a law, an experiment one of three.
#[test]
fn keys_below_a_choice_are_varied_and_a_second_choice_is_refused() {
    for (base, vary, runs) in [
        ("[hip.experiment.quasi-static]\n", "hip.friction.coulomb.dynamic = [0.05, 0.1]\n", 2),
        ("[hip.experiment.quasi-static]\n[hip.friction.coulomb]\n", "\"hip.friction.coulomb.dynamic\" = [0.05]\n", 1),
        ("[hip]\n", "hip.experiment.dynamic.tolerance = { from = 1e-8, to = 1e-4, count = 3, by-ratio = true }\n", 3),
        (
            "[hip]\n",
            "hip.implant.liner-material.modulus = [\"0.5 GPa\", \"1 GPa\"]\nhip.implant.liner-material.poisson = [0.4]\n",
            2,
        ),
    ] {
        let file = StudyFile::from_text("hip.toml", format!("{base}[vary]\n{vary}"));
        let campaign = file.check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
        assert_eq!(campaign.runs(), Some(runs), "{vary}");
    }
    wrong(
        "[vary]\nhip.experiment.dynamic.tolerance = [1e-6]\n",
        &["hip.toml:4:", "`hip.experiment` is `static` in this study", "[hip.experiment.dynamic]"],
    );
    wrong("[vary]\nhip.friction.coulomb.dynamics = [0.1]\n", &["did you mean `hip.friction.coulomb.dynamic`?"]);
}

#[test]
fn every_method_has_a_usual_number_of_runs() {
    let range = "[vary]\nhip.implant.clearance = { from = \"50 um\", to = \"90 um\" }\n";
    for (method, says) in [
        ("", "5 runs by grid"),
        ("[runs.list]\n", "5 runs by list"),
        ("[runs.latin-hypercube]\n", "128 runs by latin-hypercube"),
        ("[runs.sobol-sequence]\n", "128 runs by sobol-sequence"),
        ("[runs.random]\n", "128 runs by random"),
        ("[runs.morris]\n", "40 runs by morris"),
        ("[runs.sobol-indices]\n", "768 runs by sobol-indices"),
        ("[runs.optimise]\nminimise = [\"peak_pressure_Pa\"]\n", "up to 100 runs by optimise"),
    ] {
        let file = StudyFile::from_text("hip.toml", format!("{BASE}{range}{method}"));
        let campaign = file.check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(campaign.outline().starts_with(says), "{}", campaign.outline());
        // The number is written out in the study that is kept.
        let count = says.split_whitespace().find(|word| word.parse::<u32>().is_ok()).unwrap();
        let written = campaign.resolved_text().contains(&format!("count = {count}\n"))
            || campaign.resolved_text().contains(&format!("count = {count} }}"));
        assert!(written || method.contains("morris") || method.contains("indices"), "{}", campaign.resolved_text());
    }
    let one = StudyFile::from_text("hip.toml", format!("{BASE}[vary]\nhip.implant.clearance = [\"50 um\"]\n"));
    assert!(one.check_many().unwrap().outline().starts_with("1 run by grid over hip.implant.clearance; hip, static"));
}

/// Any number of any joint, written in the study or left at its default.
#[test]
fn every_joint_can_be_varied() {
    for (text, runs) in [
        (include_str!("../../../studies/knee-extension.toml"), "[vary]\nknee.contact.restitution = [0.5, 0.7]\n"),
        (
            include_str!("../../../studies/mechanism-pendulum.toml"),
            "[vary]\nmechanism.bodies.0.mass = [\"1 kg\", \"2 kg\"]\n",
        ),
        (
            include_str!("../../../studies/gait-ideal.toml"),
            "[vary]\ngait.window.duration = { uniform = [\"0.8 s\", \"0.95 s\"] }\n[runs.random]\ncount = 2\n",
        ),
        (
            BASE,
            "[vary]\nhip.wear.factor = { log-uniform = [\"1e-7 mm^3/(N m)\", \"1e-5 mm^3/(N m)\"] }\n[runs.sobol-sequence]\ncount = 8\n",
        ),
        (
            BASE,
            "[vary]\nhip.output.elements = [200, 400]\nhip.implant.liner-material = [\"UHMWPE\", \"cross-linked PE\"]\n",
        ),
    ] {
        let file = StudyFile::from_text("joint.toml", format!("{text}\n{runs}"));
        let campaign = file.check_many().unwrap_or_else(|wrong| panic!("{wrong}"));
        assert!(campaign.runs().is_some_and(|runs| runs >= 2));
        let header = campaign.header("0").unwrap();
        assert!(!header.outputs.is_empty() && header.inputs.iter().all(|input| !input.label.is_empty()));
    }
}

/// The text that a store keeps reads back to the same campaign.
#[test]
fn the_resolved_study_of_many_is_the_same_study() {
    let text = format!(
        "title = \"x\"\n{BASE}[vary]\nhip.implant.clearance = {{ normal = [\"100 um\", \"1 um\"] }}\nhip.patient.mass = [\"60 kg\", \"70 kg\"]\n\
         [runs.latin-hypercube]\ncount = 5\n"
    );
    let first = StudyFile::from_text("a.toml", text).check_many().unwrap();
    let again = StudyFile::from_text("b.toml", first.resolved_text()).check_many().unwrap();
    assert_eq!(first.hash(), again.hash());
    assert_eq!(first.resolved_text(), again.resolved_text());
    let other = first.resolved_text().replace("count = 5", "count = 6");
    assert_ne!(StudyFile::from_text("c.toml", other).check_many().unwrap().hash(), first.hash());
}
