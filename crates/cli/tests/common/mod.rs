//! What the end-to-end tests share.
#![allow(dead_code)] // Each of them uses a part of it.

pub mod bench;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

/// The program, to be run in a folder; the cache of whoever runs the tests is left alone.
pub fn synovia(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_synovia"));
    command.current_dir(folder).env("NO_COLOR", "1").env("SYNOVIA_CACHE", "off");
    command
}

/// The studies that we ship.
pub fn studies() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies")
}

/// Waits until something has happened, however busy the machine is. False when the program has ended without it.
pub fn wait_until(child: &mut Child, mut happened: impl FnMut() -> bool) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(300) {
        // Asked first: what a program has done stays done after its end.
        let ended = child.try_wait().is_ok_and(|status| status.is_some());
        if happened() {
            return true;
        }
        if ended {
            return false;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Standard error as text.
pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What is in a folder, hidden files too.
pub fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// A report has at most so many bytes, and every axis of every figure has a name, a range and at most one unit.
pub fn check_report(file: &Path, most: usize) {
    let html = std::fs::read_to_string(file).expect("a report");
    assert!(html.len() <= most, "{}: {} bytes", file.display(), html.len());
    let data = html.split_once(r#"id="data">"#).and_then(|(_, rest)| rest.split_once("</script>"));
    let data: serde_json::Value = serde_json::from_str(data.expect("data of the figures").0).expect("data are JSON");
    for (index, figure) in data["figures"].as_array().expect("figures").iter().enumerate() {
        let mut axes: Vec<&serde_json::Value> = Vec::new();
        for holder in figure["panels"].as_array().into_iter().flatten().chain([figure]) {
            axes.extend(["x", "y", "z", "axis"].iter().map(|name| &holder[name]).filter(|axis| axis.is_object()));
        }
        axes.extend(figure["axes"].as_array().into_iter().flatten());
        let needs = matches!(figure["kind"].as_str(), Some("charts" | "bars" | "heat" | "parallel"));
        assert!(!needs || !axes.is_empty(), "figure {} of {}", index + 1, file.display());
        for axis in axes {
            let place = format!("figure {} of {}: {axis}", index + 1, file.display());
            assert!(axis["title"].as_str().is_some_and(|title| !title.trim().is_empty()), "{place}");
            assert_ne!(axis["title"], axis["unit"], "{place}");
            assert!(axis["low"].as_f64() < axis["high"].as_f64(), "{place}");
        }
    }
}

/// A study of a knee replacement and its table, by their names: from 60 % of the cycle on a shear pushes the femoral component off
/// the insert.
pub fn slides_off_late() -> [(&'static str, String); 2] {
    let row = |i: u32| {
        let shear = if (10..=14).contains(&i) { 3000 } else { 0 };
        format!("{},1000,10,{shear}\n", 6.25 * f64::from(i))
    };
    let table = (0..=16).map(row).collect::<String>();
    let study = "[knee-replacement.activity.load.file]\npath = \"load.csv\"\npercent = \"percent\"\naxial = \"axial\"\n\
                 flexion = \"flexion\"\nanterior = \"anterior\"\nangle-unit = \"deg\"\n\
                 [knee-replacement.experiment.load-driven]\nanterior-stiffness = \"0 N/mm\"\nload-medial = \"0 mm\"\n\
                 [knee-replacement.output]\nframes = 17\nspacing = \"4 mm\"\n";
    [("load.csv", format!("percent,axial,flexion,anterior\n{table}")), ("knee.toml", study.into())]
}
