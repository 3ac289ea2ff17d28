//! What a sensitivity analysis says: which input moves which output.

use numerics::sensitivity::{ElementaryEffect, SensitivityError, SobolIndex};
use results::store::{StoreContents, StoreError};
use results::{BarSet, Figure, Outcome, Plot, Severity};

use super::campaign::Campaign;
use super::plan::Plan;

const OF_MORRIS: &str = "How much the output changes when an input goes through its whole range, the others anywhere: \
                         Morris' elementary effects with 95 % confidence. Where σ is as large as μ*, the input acts in \
                         a bent way or together with others.";
const OF_SOBOL: &str = "Share of the variance of the output that goes when an input is known (first order), and that \
                        remains when all others are known (total): Sobol' indices with 95 % confidence by bootstrap.";

/// An output: machine name, label, and one value per run, NaN where it failed.
struct Output<'a> {
    name: &'a str,
    label: &'a str,
    values: Vec<f64>,
}

/// What is drawn: what the bars measure, and the bars.
type Bars = (String, Vec<BarSet>);

impl Campaign {
    /// Bars of the indices of a sensitivity analysis; nothing for other studies.
    pub(super) fn judge_inputs(
        &self,
        contents: &StoreContents,
        outputs: &[(String, String)],
        outcome: &mut Outcome,
    ) -> Result<(), StoreError> {
        let caption = match &self.plan {
            Plan::Morris(_) => OF_MORRIS,
            Plan::Sobol(_) => OF_SOBOL,
            _ => return Ok(()),
        };
        for (name, label) in outputs {
            let mut values = vec![f64::NAN; self.runs().unwrap_or_default() as usize];
            contents.for_each_block(|rows| {
                for row in rows {
                    if let Some(place) = values.get_mut(row.run as usize) {
                        *place = row.output(name).unwrap_or(f64::NAN);
                    }
                }
                Ok(())
            })?;
            match self.judge(&Output { name, label, values }, outcome) {
                Ok((measure, sets)) => outcome.figures.push(Figure {
                    title: format!("What moves it: {label}"),
                    caption: caption.into(),
                    plot: Plot::Bars { measure, sets, logarithmic: false },
                }),
                Err(error) => {
                    outcome.warn(Severity::Note, "no-sensitivity", format!("{label} cannot be judged: {error}."));
                }
            }
        }
        Ok(())
    }

    fn judge(&self, output: &Output<'_>, outcome: &mut Outcome) -> Result<Bars, SensitivityError> {
        match &self.plan {
            Plan::Morris(design) => Ok(self.tell_effects(output, &design.compute_effects(&output.values)?, outcome)),
            Plan::Sobol(design) => Ok(self.tell_indices(output, &design.compute_indices(&output.values)?, outcome)),
            _ => Ok((String::new(), Vec::new())),
        }
    }

    /// Machine name and label of each input.
    fn input_names(&self) -> Vec<(String, String)> {
        self.variables.iter().map(|variable| (machine_name(&variable.path), self.label(variable))).collect()
    }

    fn tell_effects(&self, output: &Output<'_>, effects: &[ElementaryEffect], outcome: &mut Outcome) -> Bars {
        let Output { name, label, .. } = output;
        let inputs = self.input_names();
        for ((input, words), effect) in inputs.iter().zip(effects) {
            let title = format!("Elementary effect μ* of {} on {label}", words.to_lowercase());
            outcome.push(&format!("effect_of_{input}_on_{name}"), &title, effect.mean_absolute);
        }
        let described = quantity::describe_si(name);
        let (factor, unit) = described.map_or((1.0, String::new()), |described| (described.factor, described.symbol));
        let measure = if unit.is_empty() { "Effect".to_owned() } else { format!("Effect ({unit})") };
        let bars = |value: fn(&ElementaryEffect) -> (f64, f64)| {
            let scaled = |effect| {
                let (value, confidence) = value(effect);
                (value * factor, confidence * factor)
            };
            named(&inputs, effects.iter().map(scaled))
        };
        let sets = vec![
            BarSet {
                label: "μ*: mean size of the effect".into(),
                bars: bars(|effect| (effect.mean_absolute, effect.confidence)),
            },
            BarSet {
                label: "σ: how much it depends on the other inputs".into(),
                bars: bars(|effect| (effect.deviation, 0.0)),
            },
        ];
        (measure, sets)
    }

    fn tell_indices(&self, output: &Output<'_>, indices: &[SobolIndex], outcome: &mut Outcome) -> Bars {
        let Output { name, label, .. } = output;
        let inputs = self.input_names();
        // An index has no unit, whatever the output has.
        let stem = quantity::describe_si(name).map_or_else(|| name.to_lowercase(), |d| d.label.replace(' ', "_"));
        for ((input, words), index) in inputs.iter().zip(indices) {
            let words = words.to_lowercase();
            let mut push = |kind: &str, title: &str, value: f64| {
                let name = format!("{kind}_index_of_{input}_on_{stem}_ratio");
                outcome.push(&name, &format!("{title} index of {words} on {label}"), value);
            };
            push("first_order", "First-order", index.first);
            push("total", "Total", index.total);
        }
        self.question_indices(output, indices, outcome);
        let sets = vec![
            BarSet {
                label: "first order: alone".into(),
                bars: named(&inputs, indices.iter().map(|index| (index.first, index.first_confidence))),
            },
            BarSet {
                label: "total: with others".into(),
                bars: named(&inputs, indices.iter().map(|index| (index.total, index.total_confidence))),
            },
        ];
        ("Share of the variance".into(), sets)
    }
}

/// A first-order index may exceed its total by this much, which no reader sees.
const UNSEEN: f64 = 0.01;

impl Campaign {
    /// What an input does alone is part of what it does with others: estimates that say otherwise are too uncertain.
    fn question_indices(&self, output: &Output<'_>, indices: &[SobolIndex], outcome: &mut Outcome) {
        let inputs = self.input_names();
        let impossible = inputs.iter().zip(indices).filter(|(_, index)| index.first > index.total + UNSEEN);
        let said: Vec<String> = impossible
            .map(|((_, label), index)| {
                format!(
                    "{} {:.3} ± {:.3} above {:.3} ± {:.3}",
                    label.to_lowercase(),
                    index.first,
                    index.first_confidence,
                    index.total,
                    index.total_confidence
                )
            })
            .collect();
        let (Plan::Sobol(design), false) = (&self.plan, said.is_empty()) else { return };
        let rows = design.points().len() / (inputs.len() + 2);
        let text = format!(
            "{}: first-order indices above the totals, which cannot be ({}; with 95 % confidence). {rows} rows are too few \
             to tell them apart: take `rows = {}`.",
            output.label,
            said.join(", "),
            4 * rows.next_power_of_two()
        );
        outcome.warn(Severity::Caution, "too-few-rows", text);
    }
}

/// `hip_implant_clearance`.
fn machine_name(path: &[String]) -> String {
    path.join("_").replace('-', "_").to_lowercase()
}

/// Bars with the labels of the inputs.
fn named(inputs: &[(String, String)], values: impl Iterator<Item = (f64, f64)>) -> Vec<(String, f64, f64)> {
    inputs.iter().zip(values).map(|((_, label), (value, confidence))| (label.clone(), value, confidence)).collect()
}
