//! Implants by design: from radii in a study to numbers and drawings.
#![allow(missing_docs, clippy::unwrap_used)]

use joints::Unwatched;
use results::{Outcome, Plot};
use study::StudyFile;

fn run(text: &str) -> Outcome {
    let study = StudyFile::from_text("study.toml", text).check().unwrap_or_else(|wrong| panic!("{wrong}"));
    study.run(&Unwatched).unwrap()
}

fn refused(text: &str) -> String {
    StudyFile::from_text("study.toml", text).check().expect_err("this must be refused").to_string()
}

fn number(outcome: &Outcome, name: &str) -> f64 {
    outcome.headline.iter().find(|scalar| scalar.name == name).unwrap_or_else(|| panic!("no {name}")).value
}

const QUICK: &str =
    "[knee-replacement.experiment.load-driven]\n[knee-replacement.output]\nframes = 5\nspacing = \"2 mm\"\n";

#[test]
fn a_knee_of_default_radii_carries_and_says_its_conformity() {
    let outcome = run(&format!("[knee-replacement.implant.design]\n{QUICK}"));
    let near = |name: &str, value: f64| {
        let found = number(&outcome, name);
        assert!((found / value - 1.0).abs() < 1e-9, "{name}: {found} is not {value}");
    };
    near("medial_sagittal_conformity_ratio", 34.0 / 56.0);
    near("lateral_flexed_conformity_ratio", 21.0 / 56.0);
    near("medial_coronal_conformity_ratio", 30.0 / 33.0);
    // 710 N on both sides: k = F/(R - r), and half of the spacing squared for turning.
    near("anterior_constraint_N_per_m", 710.0 / 22e-3);
    near("rotation_constraint_N_m", 710.0 / 22e-3 * 23e-3 * 23e-3);
    let peak = number(&outcome, "peak_pressure_Pa");
    assert!((5e6..60e6).contains(&peak), "{peak}");
    assert!(number(&outcome, "axial_force_error_ratio") < 1e-3);
    let drawing = outcome.figures.iter().find_map(|figure| match &figure.plot {
        Plot::Drawing { svg } => Some(svg),
        _ => None,
    });
    let svg = drawing.expect("a drawing");
    for radius in ["R 34", "R 21", "R 56", "R 33", "R 30"] {
        assert!(svg.contains(radius), "{radius}");
    }
    results::check_names(&outcome).unwrap();
}

#[test]
fn closer_radii_press_less() {
    let peak = |radius: &str| {
        let design = format!("[knee-replacement.implant.design.insert]\nsagittal-radius = \"{radius}\"\n");
        number(&run(&format!("{design}{QUICK}")), "peak_pressure_Pa")
    };
    let [close, wide] = ["42 mm", "90 mm"].map(peak);
    assert!(close < 0.9 * wide, "{close} {wide}");
}

#[test]
fn a_static_knee_is_one_load_at_one_flexion() {
    let still = "[knee-replacement.implant.design]\n[knee-replacement.activity]\nflexion = \"40 deg\"\nload = { constant = \"1000 N\" }\n[knee-replacement.experiment.load-driven]\nload-medial = \"0 mm\"\n[knee-replacement.output]\nframes = 5\nspacing = \"1 mm\"\n";
    let outcome = run(still);
    let column = |name: &str| outcome.series.column(name).unwrap().values.clone();
    assert!(column("flexion_rad").iter().all(|angle| (angle - 40f64.to_radians()).abs() < 1e-12));
    let [medial, lateral] = ["medial_force_N", "lateral_force_N"].map(column);
    // The same at every instant, and both sides alike.
    for (m, l) in medial.iter().zip(&lateral) {
        assert!((m - medial[0]).abs() < 0.5 && (m / l - 1.0).abs() < 1e-3, "{m} {l}");
    }
    // Springs under 500 N: F = pi k d^2 sqrt(R1 R2), peak p = k d, with k of 8 mm UHMWPE at the thinnest place.
    let (r1, r2): (f64, f64) = (1.0 / (1.0 / 21e-3 - 1.0 / 56e-3), 1.0 / (1.0 / 30e-3 - 1.0 / 33e-3));
    let peak = number(&outcome, "peak_pressure_Pa");
    let depth = number(&outcome, "deepest_indentation_m");
    let k = peak / depth;
    let force = std::f64::consts::PI * k * depth * depth * (r1 * r2).sqrt();
    assert!((force / 500.0 - 1.0).abs() < 0.05, "{force}");
}

#[test]
fn one_compartment_is_a_knee_of_its_own() {
    let text = format!("[knee-replacement.implant.design]\ncompartments = \"medial\"\n{QUICK}");
    let text = text.replace("load-driven]", "load-driven]\nload-medial = \"23 mm\"");
    let study = StudyFile::from_text("study.toml", &text).check();
    let study = study.unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(study.joint::<joints::replacement::Replacement>().unwrap().designed().is_some());
}

#[test]
fn measures_that_conflict_are_named_with_their_line_and_what_would_do() {
    let cases = [
        ("femoral]\nposterior-radius = \"4 mm\"", ["4 mm", "5.079 mm"]),
        ("femoral]\nedge-radius = \"40 mm\"", ["40 mm", "30 mm"]),
        ("insert]\nsagittal-radius = \"30 mm\"", ["30 mm", "34 mm"]),
        ("insert]\ncoronal-radius = \"29 mm\"", ["29 mm", "30 mm"]),
        ("insert]\nanterior-lip-radius = \"9 mm\"", ["9 mm", "18 mm"]),
        ("outline]\ncorner-radius = \"30 mm\"", ["30 mm", "48 mm"]),
    ];
    for (table, numbers) in cases {
        let said = refused(&format!("[knee-replacement.implant.design.{table}\n{QUICK}"));
        assert!(said.contains(":2:") && numbers.iter().all(|n| said.contains(n)), "{table}: {said}");
    }
    let thin = refused(&format!("[knee-replacement.implant.design]\nthickness = \"0 mm\"\n{QUICK}"));
    assert!(thin.contains("thinnest"), "{thin}");
    let both = refused(&format!("[knee-replacement.implant]\nthickness = \"8 mm\"\ndesign = {{}}\n{QUICK}"));
    assert!(both.contains("both a design and `thickness`"), "{both}");
    let neck = refused("[hip.implant]\nhead-diameter = \"28 mm\"\n[hip.implant.design]\nneck-diameter = \"30 mm\"\n");
    assert!(neck.contains("30 mm") && neck.contains("28 mm"), "{neck}");
    let held = refused(
        "[hip.implant]\nhead-diameter = \"28 mm\"\ncoverage = \"320 deg\"\n[hip.implant.design]\nneck-diameter = \"12 mm\"\n",
    );
    assert!(held.contains("320"), "{held}");
    let open = refused("[hip.implant]\nhead-diameter = \"28 mm\"\ncoverage = \"60 deg\"\n[hip.implant.design]\n");
    assert!(open.contains("60 deg") && open.contains("45 deg") && open.contains("90.0 deg"), "{open}");
}

#[test]
fn a_hip_with_its_neck_says_how_far_it_moves_and_how_it_holds() {
    let text = "[hip.implant]\nhead-diameter = \"32 mm\"\nclearance = \"80 um\"\ninclination = \"40 deg\"\nanteversion = \"15 deg\"\n[hip.implant.design]\n[hip.experiment.static]\n";
    let outcome = run(text);
    let degrees = |name: &str| number(&outcome, name).to_degrees();
    let cone = 180.0 - 2.0 * (6.0f64 / 16.08).asin().to_degrees();
    assert!((degrees("oscillation_angle_rad") - cone).abs() < 1e-9);
    // 2 R sin(25 deg): the head's centre lies in the opening plane.
    assert!((number(&outcome, "jump_distance_m") - 2.0 * 16.08e-3 * 25f64.to_radians().sin()).abs() < 1e-12);
    assert!((100.0..140.0).contains(&degrees("flexion_range_rad")), "{}", degrees("flexion_range_rad"));
    // A larger head moves further.
    let larger = run(&text.replace("32 mm", "36 mm"));
    assert!(number(&larger, "flexion_range_rad") > number(&outcome, "flexion_range_rad"));
    assert!((0.0..=1.0).contains(&number(&outcome, "lewinnek_free_ratio")));
    results::check_names(&outcome).unwrap();
}

/// Platform, post and what they do not go together with; each names two numbers, or two keys.
#[test]
fn platforms_and_posts_that_cannot_be_are_named() {
    let cases = [
        ("platform]\nfriction = -0.1", ["-0.1", "0.04"]),
        ("platform]\ndish-radius = \"20 mm\"", ["20 mm", "23 mm"]),
        ("post]\nplace = \"-14 mm\"", ["-14 mm", "-10.494 mm"]),
        ("post]\nwidth = \"30 mm\"", ["30 mm", "20 mm"]),
        ("post.cam]\nbehind = \"2 mm\"", ["-9 mm", "overlap"]),
        ("post]\ndepth = \"60 mm\"", ["51 mm", "24 mm"]),
        ("post.cam]\nabove = \"-20 mm\"", ["-3.782 mm", "7.059 mm"]),
        ("outline]\ninner = \"9 mm\"", ["9 mm", "compartments"]),
    ];
    for (table, numbers) in cases {
        let said = refused(&format!("[knee-replacement.implant.design.{table}\n{QUICK}"));
        assert!(numbers.iter().all(|n| said.contains(n)), "{table}: {said}");
    }
    let lasting = format!("[knee-replacement.implant.design.platform]\n[knee-replacement.lifetime]\n{QUICK}");
    assert!(refused(&lasting).contains("fixed insert"), "{}", refused(&lasting));
    let hip =
        |design: &str| refused(&format!("[hip.implant]\nhead-diameter = \"28 mm\"\n[hip.implant.design]\n{design}\n"));
    for (design, numbers) in [
        ("rim-radius = \"1 mm\"\nchamfer = \"2 mm\"", ["1 mm", "2 mm"]),
        ("rim-radius = \"30 mm\"", ["30 mm", "8 mm"]),
        ("neck-taper = \"30 deg\"\nhead-offset = \"24 mm\"", ["24 mm", "30"]),
        ("neck-taper = \"60 deg\"", ["60", "40"]),
        ("dual-mobility = { shell-coverage = \"40 deg\" }", ["40 deg", "45 deg"]),
        ("dual-mobility = { shell-coverage = \"290 deg\" }\nneck-diameter = \"25 mm\"", ["290 deg", "12.1 deg"]),
        ("lip = { angle = \"55 deg\", towards = \"200 deg\", width = \"300 deg\" }", ["55 deg", "at most"]),
        ("dual-mobility = {}\nlip = {}", ["lip", "dual-mobility"]),
    ] {
        let said = hip(design);
        assert!(numbers.iter().all(|n| said.contains(n)), "{design}: {said}");
    }
}

/// A head that sits further out lengthens leg and offset by its angle, and brings a thinner part of the neck to the rim.
#[test]
fn a_longer_head_moves_the_femur_and_frees_a_tapered_neck() {
    let text = |offset: &str| {
        format!(
            "[hip.implant]\nhead-diameter = \"32 mm\"\n[hip.implant.design]\nneck-taper = \"6 deg\"\nhead-offset = \"{offset}\"\n[hip.experiment.static]\n"
        )
    };
    let [short, long] = ["-4 mm", "4 mm"].map(|offset| run(&text(offset)));
    let shaft = 130f64.to_radians();
    assert!((number(&long, "femoral_offset_change_m") - 4e-3 * shaft.sin()).abs() < 1e-12);
    assert!((number(&long, "leg_length_change_m") + 4e-3 * shaft.cos()).abs() < 1e-12);
    assert!(number(&long, "oscillation_angle_rad") > number(&short, "oscillation_angle_rad") + 0.02);
}
