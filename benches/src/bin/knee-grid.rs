//! Whether the knee simulator finds its balance, or the reason why there is none, wherever the axial force acts:
//! `knee-grid [FROM [TO [STEP [FRAMES [SPACING [CURVES]]]]]]`, in mm, for example `knee-grid -10 20 0.1 101 1` for all of it.
//!
//! `CURVES` 0 takes each place with one of the ten in turn (602 cases at 0.1 mm instead of 6020, each curve at every
//! millimetre). After each curve it says how many cases ended how, so that a run that is stopped has told what it covered.
//!
//! Ten load curves on the triangles of the default design with curved and with flat facets, without friction and with it. A line for every
//! case that does not end in balance, then counts and the slowest case.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use joints::replacement::parameters::{Coulomb, Experiment, Facets, Friction, LoadDriven};
use joints::replacement::{Cycle, LoadSamples, Parameters, Reason, Replacement, ReplacementError, shipped};
use joints::{Problem, Unwatched};
use quantity::Length;

/// Joint forces of a walk that was measured, computed with OpenSim.
const WALK: &str = include_str!("../../../data/hip_loads/opensim_gait2392_walk.csv");

fn said(found: &[Problem]) -> String {
    found.iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
}

/// The shipped waveform with every row changed.
fn changed(name: &str, change: impl Fn(f64, [f64; 3], f64) -> ([f64; 3], f64)) -> LoadSamples {
    let mut samples = shipped::waveform();
    samples.name = name.into();
    let flexion = samples.flexion.take().unwrap_or_default();
    let rows = samples.shares.iter().zip(&samples.loads).zip(flexion);
    let (loads, flexion): (Vec<_>, Vec<_>) = rows.map(|((share, row), angle)| change(*share, *row, angle)).unzip();
    (samples.loads, samples.flexion) = (loads, Some(flexion));
    samples
}

/// The shipped waveform, begun later in the cycle.
fn begun(rows: usize) -> LoadSamples {
    let mut samples = shipped::waveform();
    samples.name = format!("begun at {rows} %");
    let last = samples.loads.len() - 1;
    samples.loads = (0..=last).map(|i| samples.loads[(i + rows) % last]).collect();
    samples.flexion = samples.flexion.map(|angles| (0..=last).map(|i| angles[(i + rows) % last]).collect());
    samples
}

/// A column of the walk, its ends joined over the last tenth.
fn walk(column: usize) -> Vec<f64> {
    let rows = WALK.lines().skip(1).filter_map(|line| line.split(',').nth(column)?.parse::<f64>().ok());
    let mut values: Vec<f64> = rows.collect();
    let (last, gap) = (values.len() - 1, values[0] - values[values.len() - 1]);
    for (i, value) in values.iter_mut().enumerate() {
        *value += gap * (1.0 - 10.0 * (1.0 - i as f64 / last as f64)).max(0.0);
    }
    values
}

fn walking(scale: f64) -> LoadSamples {
    let [angle, anterior, axial] = [5, 14, 15].map(walk);
    let last = (angle.len() - 1) as f64;
    LoadSamples {
        name: format!("OpenSim walk times {scale}"),
        source: "data/hip_loads/opensim_gait2392_walk.csv".into(),
        shares: (0..angle.len()).map(|i| i as f64 / last).collect(),
        loads: axial.iter().zip(&anterior).map(|(axial, x)| [-scale * axial, scale * x, 0.0]).collect(),
        flexion: Some(angle.iter().map(|a| -a.to_radians()).collect()),
        frontal: None,
        duration: None,
    }
}

fn curves() -> Vec<LoadSamples> {
    vec![
        changed("ISO 14243-1 style", |_, row, angle| (row, angle)),
        changed("half", |_, row, angle| (row.map(|x| 0.5 * x), angle)),
        changed("half as much again", |_, row, angle| (row.map(|x| 1.5 * x), angle)),
        changed("axial only", |_, [axial, ..], angle| ([axial, 0.0, 0.0], angle)),
        changed("shear reversed", |_, [axial, x, torque], angle| ([axial, -x, -torque], angle)),
        changed("shear doubled", |_, [axial, x, torque], angle| ([axial, 2.0 * x, 2.0 * torque], angle)),
        changed("light swing", |share, [axial, x, torque], angle| {
            let swing = if share > 0.6 { 0.2 } else { 1.0 };
            ([swing * axial, swing * x, swing * torque], angle)
        }),
        begun(35),
        walking(1.0),
        walking(1.4),
    ]
}

/// A word for what came out.
fn word(found: &Result<Vec<Vec<[f64; 6]>>, ReplacementError>) -> &'static str {
    match found {
        Ok(_) => "balanced",
        Err(ReplacementError::NoBalance { reason, .. }) => match reason {
            Reason::NeverTouches => "never touches",
            Reason::SlidesOff { .. } => "slides off",
            Reason::TipsOver { .. } => "tips over",
            Reason::TurnsOut { .. } => "turns out",
            Reason::Unsettled { .. } => "UNSETTLED",
        },
        Err(_) => "ERROR",
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<f64> = std::env::args().skip(1).map(|text| text.parse()).collect::<Result<_, _>>()?;
    let number = |i: usize, usual: f64| given.get(i).copied().unwrap_or(usual);
    let (from, to, step) = (number(0, -10.0), number(1, 20.0), number(2, 1.0));
    let (frames, spacing) = (number(3, 21.0) as usize, number(4, 1.0));
    let (designed, parts) = synovia_benches::knee::design()?;
    let start = designed.rest();
    let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let (begun, mut slowest) = (Instant::now(), (0.0, String::new()));
    for (facets, shape) in [(Facets::Curved, "curved"), (Facets::Flat, "flat")] {
        let parameters = Parameters { friction: Friction::Coulomb(Coulomb::default()), ..Parameters::default() };
        let mut parameters = synovia_benches::knee::of_triangles(parameters);
        parameters.experiment = Experiment::LoadDriven(LoadDriven::default());
        parameters.implant.facets = facets;
        parameters.output.frames = frames;
        parameters.output.spacing = Length::millimetres(spacing);
        let cycle = |load: &LoadSamples| {
            Cycle::new(&Parameters::default().activity, &start, load).map_err(|problem| problem.message)
        };
        let base = Replacement::new(parameters.clone(), &parts, cycle(&shipped::waveform())?).map_err(|p| said(&p))?;
        let (in_turn, curves) = (number(5, 10.0) == 0.0, curves());
        let taken = if in_turn { curves.len() } else { number(5, 10.0) as usize };
        for (which, load) in curves.iter().take(taken).enumerate() {
            let all = 0..=((to - from) / step).round() as u32;
            for i in all.filter(|i| !in_turn || *i as usize % curves.len() == which) {
                let medial = from + step * f64::from(i);
                let load_medial = Length::millimetres(medial);
                parameters.experiment = Experiment::LoadDriven(LoadDriven { load_medial, ..LoadDriven::default() });
                let knee = base.with_parameters(parameters.clone(), cycle(load)?).map_err(|p| said(&p))?;
                let clock = Instant::now();
                let found = knee.compute_motions(&Unwatched);
                let (took, word) = (clock.elapsed().as_secs_f64(), word(&found));
                *counts.entry((shape, word)).or_default() += 1;
                let name = format!("{shape}, {}, {medial:.1} mm", load.name);
                if let Err(error) = &found {
                    println!("{name}: {error} ({took:.1} s)");
                }
                if took > slowest.0 {
                    slowest = (took, name);
                }
            }
            println!("{shape}, {}: {counts:?} after {:.0} s", load.name, begun.elapsed().as_secs_f64());
        }
    }
    for ((shape, word), count) in counts {
        println!("{shape}: {count} {word}");
    }
    println!("{:.0} s, at most {:.1} s for {}", begun.elapsed().as_secs_f64(), slowest.0, slowest.1);
    Ok(())
}
