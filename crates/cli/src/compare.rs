//! `synovia compare`: one case through every model, measured now on this machine.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use joints::hip::compare::{
    Answer, CRITERIA, Case, FAMILIES, Measured, Model, PRINTED_TOTALS, Ranked, Weights, measure, rank, total,
};
use report::Page;
use results::{BarSet, Figure, Outcome, Plot, Severity};
use serde_json::{Value, json};
use study::StudyFile;

use crate::arguments::Compare;
use crate::clock::rfc3339;
use crate::failure::{Failure, say};
use crate::number::{readable, with_unit};

/// Models beside each other, with what could not be asked.
struct Comparison {
    ranked: Vec<Ranked>,
    /// Bytes of each model, in the order of the ranking; NaN where unknown.
    memory: Vec<f64>,
    truth: Model,
    missing: Vec<String>,
}

/// Runs a case through every model.
pub fn compare(options: &Compare) -> Result<(), Failure> {
    let weights = weights(options)?;
    if let Some(page) = options.page.as_ref().filter(|page| page.exists() && !options.force) {
        let hint = "replace it with `--force`, or choose another file with `--page`";
        return Err(Failure::Other(format!("`{}` already exists\n hint: {hint}", page.display())));
    }
    let study = StudyFile::load_file(&options.study)?.check()?;
    let Some(hip) = study.hip() else {
        let hint = "give a study with [hip.experiment.static], as `synovia new hip-static` prints";
        return Err(Failure::Usage(format!("models are compared on one load of a hip\n hint: {hint}")));
    };
    let case = Case::new(hip).map_err(|error| {
        Failure::Usage(format!("{error}\n hint: give it [hip.experiment.static], as `synovia new hip-static` does"))
    })?;
    if let Some(name) = &options.only {
        return only(name, &case, options.indentation);
    }
    let comparison = ask_all(&options.study, case.load, weights)?;
    if options.json {
        let rows: String = rows_as_json(&comparison).iter().map(|row| format!("{row}\n")).collect();
        say(&rows)?;
    } else {
        say(&as_text(&comparison, &study.outline()))?;
    }
    match &options.page {
        Some(page) => write_page(page, &comparison, &study.outline(), study.resolved_text()),
        None => Ok(()),
    }
}

fn weights(options: &Compare) -> Result<Weights, Failure> {
    if options.weight.is_empty() {
        return Ok(Weights::default());
    }
    Weights::of(&options.weight).map_err(|wrong| {
        let known: Vec<&str> = Weights::names().collect();
        Failure::Usage(format!("these weights cannot be used: {wrong}\n hint: weights are for {}", known.join(", ")))
    })
}

/// One model, for the process that asks all of them.
fn only(name: &str, case: &Case, indentation: Option<f64>) -> Result<(), Failure> {
    let model = Model::find(name).ok_or_else(|| Failure::Usage(format!("no model is called `{name}`")))?;
    let before = peak_memory();
    let measured = measure(model, case, indentation).map_err(|error| Failure::Other(error.to_string()))?;
    let memory = peak_memory().zip(before).map(|(after, before)| after - before);
    let Answer { peak_pressure, area, indentation } = measured.answer;
    let Measured { force, set_up, solve, .. } = measured;
    let finite = |value: f64| value.is_finite().then_some(value);
    say(&format!(
        "{}\n",
        json!({
            "peak_pressure_Pa": peak_pressure, "area_m2": area, "indentation_m": indentation, "force_N": finite(force),
            "set_up_s": set_up, "solve_s": solve, "memory_bytes": memory,
        })
    ))
}

/// Most memory that this process has had so far, in bytes; where the system says so.
fn peak_memory() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse::<f64>().ok().map(|kilobytes| 1024.0 * kilobytes)
}

/// Asks a model in a process of its own, so that its memory is its own.
fn ask(study: &Path, model: Model, indentation: Option<f64>) -> Result<(Measured, f64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.arg("compare").arg(study).args(["--only", model.name()]);
    if let Some(depth) = indentation {
        command.args(["--indentation", &format!("{depth:e}")]);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().trim_start_matches("error: ").to_owned());
    }
    let said: Value = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    let number = |key: &str| said[key].as_f64().unwrap_or(f64::NAN);
    let answer = Answer {
        peak_pressure: number("peak_pressure_Pa"),
        area: number("area_m2"),
        indentation: number("indentation_m"),
    };
    let measured =
        Measured { model, answer, force: number("force_N"), set_up: number("set_up_s"), solve: number("solve_s") };
    Ok((measured, number("memory_bytes")))
}

/// The most complete model that applies is the truth; the others are asked for their force at its indentation, too.
fn ask_all(study: &Path, load: f64, weights: Weights) -> Result<Comparison, Failure> {
    let mut missing = Vec::new();
    let mut models = Model::ALL.into_iter().rev();
    let truth = models.by_ref().find_map(|model| {
        let asked = ask(study, model, None);
        asked.map_err(|why| missing.push(why)).ok()
    });
    let Some((mut truth, memory_of_truth)) = truth else {
        return Err(Failure::Other(format!("no model has an answer:\n{}", missing.join("\n"))));
    };
    // At its own indentation the truth carries the load.
    truth.force = load;
    let depth = truth.answer.indentation;
    let mut asked = vec![(truth, memory_of_truth)];
    for model in models {
        match ask(study, model, Some(depth)) {
            Ok(answer) => asked.push(answer),
            Err(why) => missing.push(why),
        }
    }
    let (measured, memory): (Vec<Measured>, Vec<f64>) = asked.into_iter().unzip();
    let ranked = rank(&measured, 0, &memory, weights);
    let of = |one: &Ranked| measured.iter().position(|m| m.model == one.measured.model).map_or(f64::NAN, |i| memory[i]);
    let memory = ranked.iter().map(of).collect();
    Ok(Comparison { ranked, memory, truth: measured[0].model, missing })
}

fn rows_as_json(comparison: &Comparison) -> Vec<Value> {
    let rows = comparison.ranked.iter().zip(&comparison.memory);
    rows.map(|(one, memory)| {
        let Measured { model, answer, force, set_up, solve } = &one.measured;
        json!({
            "model": model.name(), "is_truth": *model == comparison.truth, "peak_pressure_Pa": answer.peak_pressure,
            "area_m2": answer.area, "indentation_m": answer.indentation, "force_at_true_indentation_N": force,
            "peak_pressure_error_ratio": one.errors.peak_pressure, "area_error_ratio": one.errors.area,
            "force_error_ratio": one.errors.force, "indentation_error_ratio": one.errors.indentation,
            "solve_s": solve, "set_up_s": set_up, "memory_bytes": memory.is_finite().then_some(*memory),
            "score_percent": one.total,
        })
    })
    .collect()
}

/// Seconds as a person says them.
fn duration(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        s if s >= 1.0 => (1.0, "s"),
        s if s >= 1e-3 => (1e3, "ms"),
        s if s >= 1e-6 => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    format!("{:.3} {unit}", seconds * factor)
}

fn megabytes(bytes: f64) -> String {
    if bytes.is_nan() { "–".into() } else { format!("{:.1} MB", bytes / 1e6) }
}

fn as_text(comparison: &Comparison, outline: &str) -> String {
    let percent = |share: f64| format!("({:+.1} %)", 100.0 * share);
    let mut text = format!("{outline}\ntruth: {}\n\n", comparison.truth.about());
    text += &format!(
        "{:<20} {:>22} {:>22} {:>22} {:>22} {:>12} {:>12} {:>9} {:>7}\n",
        "model", "peak pressure", "area", "force at true depth", "indentation", "time", "set-up", "memory", "score"
    );
    for (one, memory) in comparison.ranked.iter().zip(&comparison.memory) {
        let Measured { model, answer, force, set_up, solve } = &one.measured;
        let cell = |name: &str, value: f64, error: f64| format!("{} {}", with_unit(name, value), percent(error));
        text += &format!(
            "{:<20} {:>22} {:>22} {:>22} {:>22} {:>12} {:>12} {:>9} {:>7.2}\n",
            model.name(),
            cell("peak_pressure_Pa", answer.peak_pressure, one.errors.peak_pressure),
            cell("area_m2", answer.area, one.errors.area),
            cell("force_N", *force, one.errors.force),
            cell("indentation_m", answer.indentation, one.errors.indentation),
            duration(*solve),
            duration(*set_up),
            megabytes(*memory),
            one.total
        );
    }
    for why in &comparison.missing {
        text += &format!("not asked: {why}\n");
    }
    text += "\nLehtoranta2011, Table 2 (scores are the author's opinion; ours above are measured where they can be):\n";
    text += &format!("{:<28} {:>6}", "criterion", "weight");
    FAMILIES.iter().for_each(|(_, name)| text += &format!(" {name:>20}"));
    for criterion in CRITERIA {
        text += &format!("\n{:<28} {:>6.2}", criterion.about, criterion.weight);
        criterion.scores.iter().for_each(|score| text += &format!(" {score:>20.2}"));
    }
    text += &format!("\n{:<28} {:>6}", "total, added up", "%");
    (0..FAMILIES.len()).for_each(|family| text += &format!(" {:>20.2}", total(family)));
    text += &format!("\n{:<28} {:>6}", "total, as printed", "%");
    PRINTED_TOTALS.iter().for_each(|printed| text += &format!(" {printed:>20.2}"));
    text + "\n"
}

fn write_page(page: &Path, comparison: &Comparison, outline: &str, study: &str) -> Result<(), Failure> {
    let mut outcome = Outcome::default();
    let bars = |value: &dyn Fn(&Ranked) -> f64| {
        comparison.ranked.iter().map(|one| (one.measured.model.about().to_owned(), value(one), 0.0)).collect::<Vec<_>>()
    };
    let set = |label: &str, value: &dyn Fn(&Ranked) -> f64| BarSet { label: label.into(), bars: bars(value) };
    let mut push = |title: &str, caption: &str, measure: &str, sets: Vec<BarSet>, logarithmic: bool| {
        let plot = Plot::Bars { measure: measure.into(), sets, logarithmic };
        outcome.figures.push(Figure { title: title.into(), caption: caption.into(), plot });
    };
    push(
        "Error of each model",
        &format!("Against {}; the force is that at the same indentation.", comparison.truth.about()),
        "Error (%)",
        vec![
            set("peak pressure", &|one| 100.0 * one.errors.peak_pressure),
            set("area", &|one| 100.0 * one.errors.area),
            set("force", &|one| 100.0 * one.errors.force),
            set("indentation", &|one| 100.0 * one.errors.indentation),
        ],
        false,
    );
    push(
        "Time of one core",
        "Measured when this page was made, on the machine that made it.",
        "Time (s)",
        vec![set("one answer", &|one| one.measured.solve), set("to set it up", &|one| one.measured.set_up.max(1e-9))],
        true,
    );
    push(
        "Score",
        "Accuracy is one less the mean error; speed and set-up lose a tenth for every factor of ten; what cannot be \
         measured is taken from Lehtoranta2011, by family.",
        "Weighted score (%)",
        vec![set("with the weights asked for", &|one| one.total)],
        false,
    );
    outcome.warn(
        Severity::Note,
        "beyond-validity",
        "Every model is asked, whether the case is within its validity or not: its error is what shows it.".into(),
    );
    for why in &comparison.missing {
        outcome.warn(Severity::Note, "not-asked", why.clone());
    }
    let rows = comparison.ranked.iter().zip(&comparison.memory).map(|(one, memory)| {
        let Measured { model, answer, force, set_up, solve } = &one.measured;
        let rows = vec![
            ("Peak pressure".into(), with_unit("peak_pressure_Pa", answer.peak_pressure)),
            ("Area".into(), with_unit("area_m2", answer.area)),
            ("Indentation".into(), with_unit("indentation_m", answer.indentation)),
            ("Force at the true indentation".into(), with_unit("force_N", *force)),
            ("Time, set-up".into(), format!("{}, {}", duration(*solve), duration(*set_up))),
            ("Memory".into(), megabytes(*memory)),
            ("Score".into(), format!("{} %", readable(one.total))),
        ];
        (model.about().to_owned(), rows)
    });
    let mut inputs: Vec<(String, Vec<(String, String)>)> = rows.collect();
    for (family, (_, name)) in FAMILIES.iter().enumerate() {
        let mut rows: Vec<(String, String)> = CRITERIA
            .iter()
            .map(|c| (format!("{} (weight {:.2})", c.about, c.weight), format!("{:.2}", c.scores[family])))
            .collect();
        rows.push(("Total, added up".into(), format!("{:.2} %", total(family))));
        rows.push(("Total, as printed".into(), format!("{:.2} %", PRINTED_TOTALS[family])));
        inputs.push((format!("Lehtoranta2011: {name}"), rows));
    }
    let provenance = [
        ("Program".to_owned(), format!("synovia {}", env!("CARGO_PKG_VERSION"))),
        ("Commit".to_owned(), env!("SYNOVIA_COMMIT").to_owned()),
        ("Made".to_owned(), rfc3339(SystemTime::now())),
        ("Machine".to_owned(), format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
    ];
    let html = report::render_html(&Page {
        title: "Models of contact, measured",
        subtitle: outline,
        outcome: &outcome,
        inputs: &inputs,
        study_text: study,
        provenance: &provenance,
    })?;
    std::fs::write(page, html).map_err(|error| {
        Failure::Other(format!("cannot write `{}`: {error}\n hint: choose another file with `--page`", page.display()))
    })
}
