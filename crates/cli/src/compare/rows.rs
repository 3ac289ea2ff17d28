//! A comparison as rows of a paper's page: our models in the columns of its table.

use joints::compare::{CRITERIA, Errors, FAMILIES, Ranked, total};
use report::PaperRow;

use super::Comparison;
use super::text::duration;

/// The criteria of the printed table that can be measured.
const MEASURED: [usize; 3] = [0, 1, 3];

/// What a paper's page shows of a comparison.
#[derive(Debug)]
pub struct Ranking {
    /// For every model its total and its measured scores beside those printed for its family; the best model first.
    pub rows: Vec<PaperRow>,
    /// What a reader must know: about the truth, families without a model, models that could not be asked.
    pub remarks: Vec<String>,
}

pub fn ranking(comparison: &Comparison, study: &str) -> Ranking {
    let over = match &comparison.cases[..] {
        [case] => case.about.clone(),
        cases => format!("mean over {} instants", cases.len()),
    };
    let heading = format!("{study}, {over}");
    let rows = comparison.ranked.iter().flat_map(|one| of_model(one, one.measured.model == comparison.truth, &heading));
    Ranking { rows: rows.collect(), remarks: remarks(comparison, study) }
}

fn remarks(comparison: &Comparison, study: &str) -> Vec<String> {
    let mut all = Vec::new();
    if comparison.cases.len() > 1 {
        let cases: Vec<&str> = comparison.cases.iter().map(|case| case.about.as_str()).collect();
        all.push(format!("`{study}` is asked at {} instants: {}.", cases.len(), cases.join("; ")));
    }
    all.extend(comparison.remark.map(|remark| format!("`{study}`: {remark}")));
    for (family, name) in FAMILIES {
        if comparison.ranked.iter().all(|one| one.measured.model.family != family) {
            all.push(format!("`{study}` has no model in the column of {name}."));
        }
    }
    all.extend(comparison.missing.iter().map(|why| format!("`{study}`, not asked: {why}.")));
    all
}

fn of_model(one: &Ranked, is_truth: bool, heading: &str) -> Vec<PaperRow> {
    let (model, family) = (&one.measured.model, one.measured.model.family as usize);
    let marked = if is_truth { " (the truth)" } else { "" };
    let row = |what: &str, quantity: &str, printed: f64, computed: f64, note: String| PaperRow {
        label: format!("{heading}: {}{marked}, {what}", model.about),
        quantity: quantity.into(),
        expected: vec![printed],
        computed: Some(computed),
        note,
        ..PaperRow::default()
    };
    let family_name = FAMILIES.get(family).map_or("", |(_, name)| name);
    let mut rows = vec![row(
        "total",
        "score_ratio",
        0.01 * total(family),
        0.01 * one.total,
        format!(
            "column of {family_name}; printed: by opinion; ours: accuracy, speed and set-up measured, the rest as printed"
        ),
    )];
    for criterion in MEASURED {
        let note = match criterion {
            0 if is_truth => "the truth, from which the others differ".into(),
            0 => off(&one.errors),
            1 => format!("{} an answer", duration(one.measured.mean_solve())),
            _ => format!("{} to set it up", duration(one.measured.set_up)),
        };
        let Some(of) = CRITERIA.get(criterion) else { continue };
        rows.push(row(&of.about.to_lowercase(), "score_ratio", of.scores[family], one.scores[criterion], note));
    }
    rows
}

/// How far a model is off: with its sign at one instant, by size on average over several, as the score has it.
fn off(errors: &[Errors]) -> String {
    let of = |value: fn(&Errors) -> f64| match errors {
        [one] => format!("{:+.1} %", 100.0 * value(one)),
        all => format!("{:.1} %", 100.0 * all.iter().map(|one| value(one).abs()).sum::<f64>() / all.len() as f64),
    };
    format!(
        "{}peak pressure {}, area {}, force {}, indentation {}",
        if errors.len() > 1 { "mean size of the errors: " } else { "" },
        of(|e| e.peak_pressure),
        of(|e| e.area),
        of(|e| e.force),
        of(|e| e.indentation)
    )
}

#[cfg(test)]
mod tests {
    use joints::compare::{Answer, Case, Family, Measured, Model, Said, Weights, rank};

    use super::*;

    fn measured(name: &'static str, family: Family, pressures: [f64; 2]) -> Measured {
        let said = |peak_pressure: f64| Said {
            answer: Answer { peak_pressure, area: 1.0, indentation: 1.0, place: [0.0; 6] },
            force: 1.0,
            solve: 1e-3,
        };
        let model = Model { name, about: name.into(), family };
        Measured { model, said: pressures.map(said).into(), set_up: 1e-3, memory: 1e6 }
    }

    #[test]
    fn rows_are_means_mark_the_truth_and_say_what_is_missing() {
        let all = [
            measured("solid", Family::FiniteElements, [1.0, 1.0]),
            measured("springs", Family::Foundation, [1.2, 0.9]),
        ];
        let case = |about: &str| Case { about: about.into(), load: 1.0 };
        let comparison = Comparison {
            cases: vec![case("early"), case("late")],
            ranked: rank(&all, 0, Weights::default()),
            truth: all[0].model.clone(),
            remark: Some("nothing was fitted"),
            missing: vec!["hertz does not apply: two layers".into()],
        };
        let Ranking { rows, remarks } = ranking(&comparison, "knee");
        let of = |words: &str| rows.iter().find(|row| row.label == words).unwrap_or_else(|| panic!("{rows:?}"));
        // A mean of 20 % and 10 % in one of four quantities.
        let springs = of("knee, mean over 2 instants: springs, accuracy");
        assert!((springs.computed.unwrap_or_default() - (1.0 - 0.15 / 4.0)).abs() < 1e-12);
        assert!(springs.note.contains("peak pressure 15.0 %, area 0.0 %"), "{}", springs.note);
        assert_eq!(of("knee, mean over 2 instants: solid (the truth), accuracy").computed, Some(1.0));
        let said = remarks.join("\n");
        for part in ["early; late", "nothing was fitted", "no model in the column of surrogates", "two layers"] {
            assert!(said.contains(part), "{part} is not in {said}");
        }
    }
}
