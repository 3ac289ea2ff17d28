//! `synovia compare`: one case through every model, measured now on this machine.

mod page;
mod rows;
mod text;

use std::io::Read as _;
use std::process::{Command, Stdio};

use joints::compare::{
    Answer, Case, CompareError, Measured, Model, Place, Ranked, Said, Subject, Weights, measure, rank,
};
use serde_json::{Value, json};
use study::registry::{compared, how_to, in_words};
use study::{Study, StudyFile};

use crate::arguments::Compare;
use crate::clock::processor_time;
use crate::failure::{Failure, INTERRUPTED, say};
use crate::put::{check_place, put};

pub use rows::Ranking;

/// Models beside each other, with what could not be asked.
#[derive(Debug)]
pub struct Comparison {
    cases: Vec<Case>,
    ranked: Vec<Ranked>,
    truth: Model,
    /// What a reader must know about the truth.
    remark: Option<&'static str>,
    missing: Vec<String>,
}

/// Runs a case through every model.
pub fn compare(options: &Compare) -> Result<(), Failure> {
    let weights = weights(options)?;
    if let Some(page) = &options.page {
        check_place(page, options.force)?;
    }
    let study = StudyFile::load_file(&options.study)?.check()?;
    let subject = subject(&study, options)?;
    if let Some(name) = &options.only {
        hold_on_to_parent();
        return only(name, &*subject, options.places.as_deref());
    }
    let comparison = ask_all(&*subject, weights, |model, places| ask(options, model, places))?;
    if options.json {
        let rows: String = text::as_json(&comparison).iter().map(|row| format!("{row}\n")).collect();
        say(&rows)?;
    } else {
        say(&text::as_text(&comparison, &study.outline()))?;
    }
    match &options.page {
        Some(file) => put(file, page::render(&comparison, &study.outline(), study.resolved_text())?.as_bytes()),
        None => Ok(()),
    }
}

/// Asks every model in this process, whose memory is then not known by model: one row a model and case, the best first, and
/// the page.
///
/// # Errors
/// A study whose models are not compared, weights that cannot be used, or no model that answers.
pub fn compare_here(study: &Study, options: &Compare) -> Result<(Vec<Value>, String), Failure> {
    let weights = weights(options)?;
    let subject = subject(study, options)?;
    let clock = processor_time();
    let comparison = ask_all(&*subject, weights, |model, places| {
        measure(&*subject, model, places.unwrap_or_default(), &*clock).map_err(|error| error.to_string())
    })?;
    let page = page::render(&comparison, &study.outline(), study.resolved_text())?;
    Ok((text::as_json(&comparison), page))
}

/// The models of a shipped study, measured in this process, for the page of a paper.
///
/// # Errors
/// A study that is not shipped or whose models are not compared.
pub fn rank_template(library: &study::validation::Library, kind: &str) -> Result<Ranking, Failure> {
    let missing = || Failure::usage(format!("no shipped study is called `{kind}`"), "`synovia new` names them");
    let study = library.check_template(kind).ok_or_else(missing)??;
    let subject = subject(&study, &Compare::default())?;
    let clock = processor_time();
    let comparison = ask_all(&*subject, Weights::default(), |model, places| {
        measure(&*subject, model, places.unwrap_or_default(), &*clock).map_err(|error| error.to_string())
    })?;
    Ok(rows::ranking(&comparison, kind))
}

/// What the study is about, as models see it.
fn subject(study: &Study, options: &Compare) -> Result<Box<dyn Subject + Sync>, Failure> {
    let shares: Vec<f64> = options.at.iter().map(|percent| percent / 100.0).collect();
    match study.subject(&shares) {
        Some(Ok(subject)) => Ok(subject),
        Some(Err(error @ CompareError::NoCycle { .. })) => Err(Failure::usage(error.to_string(), "leave out `--at`")),
        Some(Err(error)) => Err(Failure::usage(error.to_string(), how_to(compared()))),
        None => {
            let what = format!("models are compared on {}", in_words(compared()));
            Err(Failure::usage(what, how_to(compared())))
        }
    }
}

fn weights(options: &Compare) -> Result<Weights, Failure> {
    if options.weight.is_empty() {
        return Ok(Weights::default());
    }
    Weights::of(&options.weight).map_err(|wrong| {
        let known: Vec<&str> = Weights::names().collect();
        Failure::usage(
            format!("these weights cannot be used: {wrong}"),
            format!("weights are for {}", known.join(", ")),
        )
    })
}

/// One model, for the process that asks all of them.
fn only(name: &str, subject: &(dyn Subject + Sync), places: Option<&str>) -> Result<(), Failure> {
    let models = subject.models();
    let model = models.iter().find(|model| model.name == name);
    let model = model.ok_or_else(|| Failure::Usage(format!("no model is called `{name}`").into()))?;
    let unreadable = |error| Failure::Usage(format!("these are no places: {error}").into());
    let places: Vec<Place> = places.map_or(Ok(Vec::new()), serde_json::from_str).map_err(unreadable)?;
    // What the study took is not the model's.
    forget_peak_memory();
    let before = peak_memory();
    let clock = processor_time();
    let measured =
        measure(subject, model, &places, &*clock).map_err(|error| Failure::Other(error.to_string().into()))?;
    let memory = peak_memory().zip(before).map(|(after, before)| after - before);
    let finite = |value: f64| value.is_finite().then_some(value);
    let row = |said: &Said| {
        let Answer { peak_pressure, area, indentation, place } = said.answer;
        json!({
            "peak_pressure_Pa": peak_pressure, "area_m2": area, "indentation_m": indentation, "place": place,
            "force_N": finite(said.force), "solve_s": said.solve,
        })
    };
    let said: Vec<Value> = measured.said.iter().map(row).collect();
    say(&format!("{}\n", json!({ "said": said, "set_up_s": measured.set_up, "memory_bytes": memory })))
}

/// Ends this process when the one that asked has ended, however that came about: its end of the pipe closes then.
fn hold_on_to_parent() {
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(INTERRUPTED.into());
    });
}

/// Most memory that this process has had so far, in bytes; where the system says so.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kilobytes| 1024.0 * kilobytes)
}

/// Begins to count anew from what is held now. Where the system does not do that, the peak so far stands.
fn forget_peak_memory() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Asks a model in a process of its own, so that its memory is its own.
fn ask(options: &Compare, model: &Model, places: Option<&[Place]>) -> Result<Measured, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("compare").arg(&options.study).args(["--only", model.name]);
    // What has been freed goes back to the system, so that what is held later is seen.
    command.env("MALLOC_TRIM_THRESHOLD_", "0").env("MALLOC_MMAP_THRESHOLD_", "65536").env("MALLOC_ARENA_MAX", "1");
    for percent in &options.at {
        command.args(["--at", &percent.to_string()]);
    }
    if let Some(places) = places {
        command.args(["--places", &json!(places).to_string()]);
    }
    // It ends with this process, whose end of its standard input is kept open until it has answered.
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let leash = child.stdin.take();
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    drop(leash);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().trim_start_matches("error: ").to_owned());
    }
    let found: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    let said = |row: &Value| Said {
        answer: Answer {
            peak_pressure: number(&row["peak_pressure_Pa"]),
            area: number(&row["area_m2"]),
            indentation: number(&row["indentation_m"]),
            place: std::array::from_fn(|k| number(&row["place"][k])),
        },
        force: number(&row["force_N"]),
        solve: number(&row["solve_s"]),
    };
    Ok(Measured {
        model: model.clone(),
        said: found["said"].as_array().map_or_else(Vec::new, |rows| rows.iter().map(said).collect()),
        set_up: number(&found["set_up_s"]),
        memory: number(&found["memory_bytes"]),
    })
}

/// The most complete model that applies is the truth; the others are asked for their force where it comes to rest, too.
fn ask_all(
    subject: &dyn Subject,
    weights: Weights,
    ask: impl Fn(&Model, Option<&[Place]>) -> Result<Measured, String>,
) -> Result<Comparison, Failure> {
    let (cases, models) = (subject.cases(), subject.models());
    let mut missing = Vec::new();
    let mut models = models.iter().rev();
    let truth = models.by_ref().find_map(|model| {
        let asked = ask(model, None);
        asked.map_err(|why| missing.push(why)).ok()
    });
    let Some(mut truth) = truth else {
        return Err(Failure::Other(format!("no model has an answer:\n{}", missing.join("\n")).into()));
    };
    // Where it comes to rest the truth carries the load.
    truth.said.iter_mut().zip(&cases).for_each(|(said, case)| said.force = case.load);
    let places: Vec<Place> = truth.said.iter().map(|said| said.answer.place).collect();
    let mut measured = vec![truth];
    for model in models {
        match ask(model, Some(&places)) {
            Ok(answer) => measured.push(answer),
            Err(why) => missing.push(why),
        }
    }
    let truth = measured[0].model.clone();
    Ok(Comparison { cases, ranked: rank(&measured, 0, weights), truth, remark: subject.remark(), missing })
}
