//! Whether the knee simulator finds its balance, or the reason why there is none, wherever the axial force acts:
//! `knee-grid [FROM [TO [STEP [FRAMES [SPACING [CURVES]]]]]] [--log FILE] [--slice K/N]`, in mm.
//!
//! Ten load curves on the triangles of the default design with curved and with flat facets, without friction and with it:
//! `knee-grid -10 20 0.1 101 1` is all of it, 6020 cases. `CURVES` 0 takes each place with one of the ten in turn (602 cases
//! at 0.1 mm, each curve at every millimetre). A line for every case that does not end in balance; after each curve how many
//! cases ended how, so that a run that is stopped has told what it covered; then counts and the slowest case.
//!
//! `--slice 2/7` takes the second of every seven cases. `--log` keeps a line for every case in a file, and leaves out those
//! that it has already: a run that was stopped goes on, and slices add up.
//! `nice -n 19 knee-grid -10 20 0.1 21 1 --log knee-grid.log` may be stopped and begun again at any time.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use joints::replacement::parameters::{Coulomb, Experiment, Facets, Friction, LoadDriven};
use joints::replacement::{Cycle, LoadSamples, Parameters, Reason, Replacement, ReplacementError, shipped};
use joints::{Problem, Unwatched};
use quantity::Length;
use synovia_benches::log::Log;

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

/// One case: facets, load curve, and where the axial force acts, in mm.
struct Case {
    facets: (Facets, &'static str),
    curve: usize,
    medial: f64,
}

/// What was asked for on the command line.
struct Asked {
    numbers: Vec<f64>,
    log: Option<PathBuf>,
    /// K − 1 and N.
    slice: [usize; 2],
}

impl Asked {
    fn read(arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (mut asked, mut rest) = (Self { numbers: Vec::new(), log: None, slice: [0, 1] }, arguments);
        while let Some(word) = rest.next() {
            match word.as_str() {
                "--log" => asked.log = Some(rest.next().ok_or("--log needs a file")?.into()),
                "--slice" => {
                    let text = rest.next().unwrap_or_default();
                    let number = |text: &str| text.parse::<usize>().ok();
                    let parts = text.split_once('/').and_then(|(k, n)| Some((number(k)?, number(n)?)));
                    let slice = parts.filter(|(k, n)| (1..=*n).contains(k));
                    let (k, n) = slice.ok_or_else(|| format!("`--slice {text}`: write 2/7, the second of seven"))?;
                    asked.slice = [k - 1, n];
                }
                number => asked.numbers.push(number.parse::<f64>().map_err(|_| format!("`{number}` is no number"))?),
            }
        }
        Ok(asked)
    }

    fn number(&self, i: usize, usual: f64) -> f64 {
        self.numbers.get(i).copied().unwrap_or(usual)
    }

    /// All cases of the slice, curve by curve.
    fn cases(&self, curves: usize) -> Vec<Case> {
        let (from, to, step) = (self.number(0, -10.0), self.number(1, 20.0), self.number(2, 1.0));
        let in_turn = self.number(5, 10.0) == 0.0;
        let taken = if in_turn { curves } else { curves.min(self.number(5, 10.0) as usize) };
        let mut cases = Vec::new();
        for facets in [(Facets::Curved, "curved"), (Facets::Flat, "flat")] {
            for curve in 0..taken {
                let all = 0..=((to - from) / step).round() as usize;
                let places = all.filter(|i| !in_turn || i % curves == curve);
                cases.extend(places.map(|i| Case { facets, curve, medial: from + step * i as f64 }));
            }
        }
        let [first, every] = self.slice;
        cases.into_iter().skip(first).step_by(every).collect()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked = Asked::read(std::env::args().skip(1))?;
    let (frames, spacing) = (asked.number(3, 21.0) as usize, asked.number(4, 1.0));
    let head = format!("knee-grid, {frames} frames, points {spacing} mm apart");
    let mut log = asked.log.as_deref().map(|path| Log::open(path, &head)).transpose()?;
    let (designed, parts) = synovia_benches::knee::design()?;
    let (start, curves) = (designed.rest(), curves());
    let cycle = |load: &LoadSamples| {
        Cycle::new(&Parameters::default().activity, &start, load).map_err(|problem| problem.message)
    };
    let mut counts: BTreeMap<(&str, String), u32> = BTreeMap::new();
    let (begun, mut slowest) = (Instant::now(), (0.0, String::new()));
    let mut base: Option<(&str, Replacement)> = None;
    let mut last: Option<(&str, usize)> = None;
    for Case { facets: (facets, shape), curve, medial } in asked.cases(curves.len()) {
        let load = &curves[curve];
        if let Some((shape, curve)) = last.filter(|last| *last != (shape, curve)) {
            println!("{shape}, {}: {counts:?} after {:.0} s", curves[curve].name, begun.elapsed().as_secs_f64());
        }
        last = Some((shape, curve));
        let name = format!("{shape}, {}, {medial:.2} mm", load.name);
        if let Some(found) = log.as_ref().and_then(|log| log.found(&name)) {
            let word = found.split('\t').next().unwrap_or_default().to_owned();
            *counts.entry((shape, word)).or_default() += 1;
            continue;
        }
        let parameters = Parameters { friction: Friction::Coulomb(Coulomb::default()), ..Parameters::default() };
        let mut parameters = synovia_benches::knee::of_triangles(parameters);
        let load_medial = Length::millimetres(medial);
        parameters.experiment = Experiment::LoadDriven(LoadDriven { load_medial, ..LoadDriven::default() });
        parameters.implant.facets = facets;
        parameters.output.frames = frames;
        parameters.output.spacing = Length::millimetres(spacing);
        // The surfaces of the parts are made once for all cases on them.
        let made = match base.take().filter(|(made, _)| *made == shape) {
            Some((_, made)) => made,
            None => Replacement::new(parameters.clone(), &parts, cycle(&shipped::waveform())?).map_err(|p| said(&p))?,
        };
        let knee = made.with_parameters(parameters, cycle(load)?).map_err(|p| said(&p))?;
        base = Some((shape, made));
        let clock = Instant::now();
        let found = knee.compute_motions(&Unwatched);
        let (took, word) = (clock.elapsed().as_secs_f64(), word(&found));
        *counts.entry((shape, word.to_owned())).or_default() += 1;
        let why = found.as_ref().err().map(ToString::to_string).unwrap_or_default();
        if found.is_err() {
            println!("{name}: {why} ({took:.1} s)");
        }
        if let Some(log) = &mut log {
            log.add(&name, &format!("{word}\t{took:.2} s\t{why}"))?;
        }
        if took > slowest.0 {
            slowest = (took, name);
        }
    }
    for ((shape, word), count) in counts {
        println!("{shape}: {count} {word}");
    }
    println!("{:.0} s, at most {:.1} s for {}", begun.elapsed().as_secs_f64(), slowest.0, slowest.1);
    if let Some(log) = log {
        println!("cases in the log: {}; builds of this program that found them: {}", log.len(), log.programs());
    }
    Ok(())
}
