//! A comparison in words and as JSON.

use joints::compare::{CRITERIA, FAMILIES, PRINTED_TOTALS, total};
use serde_json::{Value, json};

use super::Comparison;
use crate::number::with_unit;

/// One object per model and case, the best model first.
pub fn as_json(comparison: &Comparison) -> Vec<Value> {
    let mut rows = Vec::new();
    for one in &comparison.ranked {
        let measured = &one.measured;
        for ((case, said), errors) in comparison.cases.iter().zip(&measured.said).zip(&one.errors) {
            let answer = &said.answer;
            rows.push(json!({
                "model": measured.model.name, "is_truth": measured.model == comparison.truth, "case": case.about,
                "load_N": case.load, "peak_pressure_Pa": answer.peak_pressure, "area_m2": answer.area,
                "indentation_m": answer.indentation, "force_at_true_place_N": said.force,
                "peak_pressure_error_ratio": errors.peak_pressure, "area_error_ratio": errors.area,
                "force_error_ratio": errors.force, "indentation_error_ratio": errors.indentation,
                "solve_s": said.solve, "set_up_s": measured.set_up,
                "memory_bytes": measured.memory.is_finite().then_some(measured.memory), "score_percent": one.total,
            }));
        }
    }
    rows
}

/// Seconds as a person says them, to three digits.
pub fn duration(seconds: f64) -> String {
    let (factor, unit) = match seconds {
        s if s >= 1.0 => (1.0, "s"),
        s if s >= 1e-3 => (1e3, "ms"),
        s if s >= 1e-6 => (1e6, "µs"),
        _ => (1e9, "ns"),
    };
    let value = seconds * factor;
    let decimals = if value >= 100.0 { 0 } else { usize::from(value < 10.0) + 1 };
    format!("{value:.decimals$} {unit}")
}

pub fn megabytes(bytes: f64) -> String {
    if bytes.is_nan() { "–".into() } else { format!("{:.1} MB", bytes / 1e6) }
}

pub fn as_text(comparison: &Comparison, outline: &str) -> String {
    let percent = |share: f64| format!("({:+.1} %)", 100.0 * share);
    let mut text = format!("{outline}\ntruth: {}\n", comparison.truth.about);
    text.extend(comparison.remark.map(|remark| format!("note: {remark}\n")));
    for (i, case) in comparison.cases.iter().enumerate() {
        text += &format!(
            "\n{}\n{:<26} {:>22} {:>22} {:>22} {:>22} {:>12} {:>12} {:>9} {:>7}\n",
            case.about,
            "model",
            "peak pressure",
            "area",
            "force at true place",
            "indentation",
            "time",
            "set-up",
            "memory",
            "score"
        );
        for one in &comparison.ranked {
            let (said, errors) = (&one.measured.said[i], &one.errors[i]);
            let cell = |name: &str, value: f64, error: f64| format!("{} {}", with_unit(name, value), percent(error));
            text += &format!(
                "{:<26} {:>22} {:>22} {:>22} {:>22} {:>12} {:>12} {:>9} {:>7.2}\n",
                one.measured.model.name,
                cell("peak_pressure_Pa", said.answer.peak_pressure, errors.peak_pressure),
                cell("area_m2", said.answer.area, errors.area),
                cell("force_N", said.force, errors.force),
                cell("indentation_m", said.answer.indentation, errors.indentation),
                duration(said.solve),
                duration(one.measured.set_up),
                megabytes(one.measured.memory),
                one.total
            );
        }
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
