//! The thirteen credibility factors of V&V 40 [ASMEVV2018], each graded 0 to 3 by what was computed: 0 is no evidence, 3 the most that
//! a program can have by itself. The gradations are ours; the standard leaves them to whoever applies it.

use serde::{Deserialize, Serialize};

use super::support::Support;
use super::{Answer, Compared, Dossier, Refinement, Tightening};
use crate::validation::Reference;

/// One factor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Factor {
    /// As the standard calls it.
    pub name: String,
    /// Verification, validation or applicability.
    pub activity: String,
    /// What must be reached.
    pub goal: u8,
    /// What is reached.
    pub achieved: u8,
    /// Why.
    pub evidence: String,
    /// What would raise it.
    pub cure: String,
}

impl Factor {
    /// Whether it reaches its goal.
    pub fn meets(&self) -> bool {
        self.achieved >= self.goal
    }
}

/// Level, evidence, what would raise it.
type Grade = (u8, String, String);

/// Grades everything, and says what follows.
pub(super) fn conclude(dossier: &mut Dossier) {
    let graded: [(&str, &str, Grade); 13] = [
        ("Software quality assurance", "verification", software(dossier)),
        ("Numerical code verification", "verification", code(dossier)),
        ("Discretization error", "verification", discretisation(dossier)),
        ("Numerical solver error", "verification", solver(dossier)),
        ("Use error", "verification", use_error(dossier)),
        ("Model form", "validation", model_form(dossier)),
        ("Model inputs", "validation", model_inputs(dossier)),
        ("Test samples", "validation", test_samples(dossier)),
        ("Test conditions", "validation", test_conditions(dossier)),
        ("Equivalency of input parameters", "validation", equivalency(dossier)),
        ("Output comparison", "validation", output(dossier)),
        ("Relevance of the quantities of interest", "applicability", relevance(dossier)),
        ("Relevance of the validation activities to the COU", "applicability", applicability(dossier)),
    ];
    let goal = dossier.goal;
    let factor = |(name, activity, (achieved, evidence, cure)): (&str, &str, Grade)| Factor {
        name: name.into(),
        activity: activity.into(),
        goal,
        achieved,
        evidence,
        cure,
    };
    dossier.factors = graded.into_iter().map(factor).collect();
    let mut short: Vec<&Factor> = dossier.factors.iter().filter(|factor| !factor.meets()).collect();
    short.sort_by_key(|factor| factor.achieved);
    let mut weaknesses: Vec<String> = short
        .iter()
        .map(|factor| {
            format!("{} ({} of {}): {} {}", factor.name, factor.achieved, factor.goal, factor.evidence, factor.cure)
        })
        .collect();
    let outside: Vec<String> = dossier.extents.iter().filter(|extent| !extent.inside()).map(in_words).collect();
    weaknesses
        .extend(dossier.unsupported.iter().map(|feature| format!("No validation case that was run uses `{feature}`.")));
    weaknesses.extend(slow_cases(dossier));
    weaknesses.extend(unexplained(dossier));
    weaknesses.extend(shown(dossier));
    weaknesses.extend(
        dossier
            .warnings
            .iter()
            .filter(|(_, caution, _)| *caution)
            .map(|(code, _, text)| format!("The run cautions ({code}): {text}")),
    );
    dossier.adequate = short.is_empty() && outside.is_empty();
    let met = dossier.factors.len() - short.len();
    dossier.statement = if !outside.is_empty() {
        format!(
            "No. The study lies outside of what has been validated: {}. Nothing that was compared says how far its answer is off there.",
            outside.join("; ")
        )
    } else if dossier.adequate {
        format!(
            "Yes, within the context of use that is stated: at a model risk of {} of 5 all thirteen factors reach their goal of {goal}.{}",
            dossier.risk,
            match weaknesses.len() {
                0 => "",
                1 => " Read its weakness all the same.",
                _ => " Read its weaknesses all the same.",
            }
        )
    } else {
        format!(
            "Not yet. At a model risk of {} of 5 every factor must reach {goal}; {met} of 13 do. What is missing is listed as weaknesses, the worst first.",
            dossier.risk
        )
    };
    dossier.weaknesses = weaknesses;
}

fn in_words(extent: &super::Extent) -> String {
    let super::Extent { name, unit, value, range: [low, high] } = extent;
    let [value, low, high] = [*value, *low, *high].map(short);
    format!("{name} {value} {unit} (validated from {low} to {high})").replace("  ", " ")
}

/// Four digits, without the zeros that say nothing.
fn short(value: f64) -> String {
    let behind = (3.0 - value.abs().max(1e-4).log10().floor()).max(0.0) as usize;
    let text = format!("{value:.behind$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Evidence that is there, and was not asked for.
fn slow_cases(dossier: &Dossier) -> Option<String> {
    let skipped = dossier.support.iter().filter(|case| case.skipped).map(|case| format!("`{}`", case.case));
    let names: Vec<String> = skipped.collect();
    let words = || {
        format!(
            "Slow cases that judge what this study uses were not run: {}. `synovia dossier --all` runs them.",
            names.join(", ")
        )
    };
    (!names.is_empty()).then(words)
}

/// Comparisons whose error is larger than uncertainties explain: there the model itself is off.
fn unexplained(dossier: &Dossier) -> Option<String> {
    let rows = &dossier.comparisons;
    let outside: Vec<&Compared> = rows.iter().filter(|row| !row.covered).collect();
    let worst = outside.iter().max_by(|a, b| a.error.total_cmp(&b.error))?;
    let label = if worst.label.is_empty() { String::new() } else { format!(" ({})", worst.label) };
    Some(format!(
        "In {} of {} comparisons of the answer the error is larger than the uncertainties of both sides explain: there the model itself is off, at most by {} in `{}`{label}, of which {} are explained.",
        outside.len(),
        rows.len(),
        percent(worst.error),
        worst.case,
        percent(worst.explained)
    ))
}

/// Measured and published numbers of the answer that are shown beside it and not judged: nobody may overlook them.
fn shown(dossier: &Dossier) -> Option<String> {
    let cases = run(dossier).filter(|case| case.reference >= Reference::Published && case.shown_of_answer.0 > 0);
    let words = |case: &Support| {
        let (count, worst) = case.shown_of_answer;
        format!("{count} in `{}`, up to {} off", case.case, percent(worst))
    };
    let found: Vec<String> = cases.map(words).collect();
    let all =
        || format!("Comparisons of the answer are shown and not judged, each with its reason: {}.", found.join("; "));
    (!found.is_empty()).then(all)
}

/// Cases that were run.
fn run(dossier: &Dossier) -> impl Iterator<Item = &Support> {
    dossier.support.iter().filter(|case| !case.skipped)
}

/// Cases with comparators of this contact that were run.
fn comparators(dossier: &Dossier) -> Vec<&Support> {
    let of_contact =
        |case: &&Support| case.uses.iter().any(|feature| feature.contains(".contact") || feature.contains(".mesh"));
    run(dossier).filter(|case| case.reference != Reference::Exact).filter(of_contact).collect()
}

/// Of these, the ones that compare a number that answers the question.
fn of_answer(dossier: &Dossier) -> Vec<&Support> {
    comparators(dossier).into_iter().filter(|case| !case.compares.is_empty()).collect()
}

fn fails(dossier: &Dossier) -> Option<String> {
    let failing: Vec<&str> =
        run(dossier).filter(|case| case.passed < case.judged).map(|case| case.case.as_str()).collect();
    (!failing.is_empty()).then(|| format!("Comparisons of {} do not pass.", failing.join(", ")))
}

fn software(dossier: &Dossier) -> Grade {
    let program = &dossier.program;
    let commit =
        if program.commit.is_empty() { "an unknown commit".to_owned() } else { format!("commit {}", program.commit) };
    let repeated = if dossier.repeats { "A second run gave the same bits." } else { "A second run gave other bits." };
    let text = format!("Version {}, {commit}, build {}. {repeated}", program.version, program.build);
    let level = match (dossier.repeats, program.commit.is_empty(), fails(dossier)) {
        (true, false, None) => 3,
        (true, _, _) => 2,
        _ => 1,
    };
    (level, text, "Build from a known commit, and let `cargo xtask test` pass there.".into())
}

fn code(dossier: &Dossier) -> Grade {
    let verifying: Vec<&Support> =
        run(dossier).filter(|case| matches!(case.reference, Reference::Exact | Reference::Program)).collect();
    let cure = "Add a validation case with an exact solution for what has none.".to_owned();
    if let Some(wrong) = fails(dossier) {
        return (0, wrong, "Mend what does not pass first.".into());
    }
    let judged: usize = verifying.iter().map(|case| case.judged).sum();
    let names: Vec<&str> = verifying.iter().map(|case| case.case.as_str()).collect();
    let text = format!(
        "{judged} comparisons of {} cases with exact solutions or another program judge what this run used, and pass: {}.",
        names.len(),
        names.join(", ")
    );
    let decisive = |feature: &&String| feature.contains(".contact") || feature.contains(".experiment");
    let lacking: Vec<String> = dossier
        .features
        .iter()
        .filter(decisive)
        .filter(|feature| !verifying.iter().any(|case| case.uses.contains(feature)))
        .map(|feature| format!("`{feature}`"))
        .collect();
    let orders =
        verifying.iter().any(|case| ["convergence", "time-schemes", "elements-lame"].contains(&case.case.as_str()));
    match (verifying.is_empty(), lacking.is_empty()) {
        (true, _) => (0, "No case with an exact solution judges what this run used.".into(), cure),
        (_, false) => (1, format!("{text} None of them judges {}.", lacking.join(", ")), cure),
        (_, true) if orders && judged >= 50 => (3, text + " Observed orders are among them.", String::new()),
        (_, true) => (2, text, cure),
    }
}

fn largest(dossier: &Dossier, of: impl Fn(&Answer) -> f64) -> f64 {
    let share = |answer: &Answer| of(answer) / answer.value.abs().max(f64::MIN_POSITIVE);
    dossier.answers.iter().map(share).fold(0.0, f64::max)
}

fn percent(share: f64) -> String {
    if share > 0.0 && share < 1e-4 { format!("{:.1e} %", 100.0 * share) } else { format!("{:.2} %", 100.0 * share) }
}

fn discretisation(dossier: &Dossier) -> Grade {
    let by_hand = || "Refine it by hand, and say what changed.".to_owned();
    if dossier.refinements.is_empty() {
        if let Some(unseen) = &dossier.unseen {
            return (0, unseen.clone(), by_hand());
        }
        let (level, _, cure) = solver(dossier);
        let text = "Nothing in this study is divided into elements or instants: what error there is, is the solver's, and graded there.";
        return (level, text.to_owned(), cure);
    }
    let most = largest(dossier, |answer| answer.discretisation);
    let in_words = |refinement: &Refinement| {
        let [coarse, medium, fine] = &refinement.settings;
        let what = format!("{} {coarse} / {medium} / {fine}", refinement.what);
        let seen = refinement.answers.iter().filter_map(|answer| answer.order).map(|order| format!("{order:.1}"));
        let seen: Vec<String> = seen.collect();
        let still = refinement.answers.iter().all(|answer| answer.uncertainty == 0.0);
        match &refinement.failed {
            Some(why) => format!("{what}: not refined ({why})"),
            None if still => format!("{what}: nothing changes"),
            None if seen.is_empty() => format!("{what}: no order seen"),
            None => format!("{what}: order {}", seen.join(", ")),
        }
    };
    let refined = Vec::from_iter(dossier.refinements.iter().map(in_words)).join("; ");
    let text =
        format!("Refined now: {refined}. The uncertainty of the answer as it stands is at most {}.", percent(most));
    if let Some(unseen) = &dossier.unseen {
        return (1, format!("{text} {unseen}"), by_hand());
    }
    if dossier.refinements.iter().any(|refinement| refinement.failed.is_some()) {
        return (1, text, by_hand());
    }
    let level = if most <= 0.01 {
        3
    } else if most <= 0.05 {
        2
    } else {
        1
    };
    (level, text, "Use finer settings for what is named.".into())
}

fn solver(dossier: &Dossier) -> Grade {
    let by = |most: f64| match most {
        _ if most <= 1e-3 => 3,
        _ if most <= 0.01 => 2,
        _ => 1,
    };
    let cure = "Lower the tolerance.".to_owned();
    if dossier.tightenings.is_empty() {
        let super::Limit { share, words } = &dossier.limit;
        let text = format!("This study has no tolerance to choose. Its solver ends where {words}: {share:e}.");
        return (if dossier.repeats { by(*share) } else { 1 }, text, cure);
    }
    let most = largest(dossier, |answer| answer.solver);
    let in_words = |changed: &Tightening| {
        let [as_is, other] = changed.tolerances;
        let what = format!("{} {as_is:e} to {other:e}", changed.path);
        changed.failed.as_ref().map_or(what.clone(), |why| format!("{what}, which failed: {why}"))
    };
    let keys = Vec::from_iter(dossier.tightenings.iter().map(in_words)).join("; ");
    let text = format!("Changed tenfold now ({keys}): the uncertainty of the answer is at most {}.", percent(most));
    let failed = dossier.tightenings.iter().any(|changed| changed.failed.is_some());
    (if failed { 1 } else { by(most) }, text, cure)
}

fn use_error(dossier: &Dossier) -> Grade {
    let odd: Vec<&str> = dossier
        .warnings
        .iter()
        .map(|(code, ..)| code.as_str())
        .filter(|code| code.starts_with("implausible") || *code == "mesh-faults")
        .collect();
    let checked = "Every value was checked with its unit, and the run looked for implausible loads and motions.";
    match (&dossier.input.reviewed_by, odd.is_empty()) {
        (_, false) => {
            (1, format!("{checked} It found: {}.", odd.join(", ")), "Correct the inputs that are named.".into())
        }
        (Some(name), true) => {
            (3, format!("{checked} None was found. A second person has checked it: {name}."), String::new())
        }
        (None, true) => (
            2,
            format!("{checked} None was found. No second person has checked it."),
            "Let somebody else check inputs and result, and name them: reviewed-by.".into(),
        ),
    }
}

fn model_form(dossier: &Dossier) -> Grade {
    let asked: Vec<&super::OtherModel> = dossier.models.iter().filter(|model| model.failed.is_none()).collect();
    let uses_elements =
        dossier.features.iter().any(|feature| feature.ends_with("contact.finite-elements") || feature == "liner.mesh");
    let against = comparators(dossier)
        .iter()
        .filter(|case| case.reference == Reference::Program && case.passed == case.judged)
        .count();
    let table: Vec<String> = asked
        .iter()
        .map(|model| {
            let differs = dossier
                .answers
                .iter()
                .zip(&model.answers)
                .filter_map(|(answer, other)| Some((*other)? / answer.value - 1.0));
            format!(
                "{} {}",
                model.name,
                differs.map(|share| format!("{:+.1} %", 100.0 * share)).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let beside = if table.is_empty() {
        "No other model could be asked for this study.".into()
    } else {
        format!("Other models beside it: {}.", table.join("; "))
    };
    if uses_elements {
        let text = format!(
            "The most complete model of the contact is used; {against} cases hold it against another program. {beside}"
        );
        return (if against > 0 { 3 } else { 2 }, text, "Hold it against another program.".into());
    }
    let most = dossier.answers.iter().filter_map(|answer| Some(answer.model? / answer.value.abs())).reduce(f64::max);
    match most {
        None => (u8::from(against > 0), beside, "Ask a more complete model, by hand if need be.".into()),
        Some(most) => {
            let text = format!("{beside} The more complete ones are at most {} away.", percent(most));
            let level = if most <= 0.05 {
                3
            } else if most <= 0.15 {
                2
            } else {
                1
            };
            let joint = dossier.features.iter().find_map(|feature| feature.split('.').next()).unwrap_or("hip");
            (level, text, format!("Use the more complete model: [{joint}.contact.finite-elements]."))
        }
    }
}

fn model_inputs(dossier: &Dossier) -> Grade {
    let Some(inputs) = &dossier.inputs else {
        let text = "No input is known to be uncertain.".to_owned();
        return (0, text, "State how well the inputs are known in [dossier.uncertain].".into());
    };
    let most = largest(dossier, |answer| answer.inputs);
    let lead = inputs.shares.first().and_then(|shares| {
        let best = shares.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1))?;
        Some(format!(" Most of it comes from {} ({:.0} %).", inputs.distributions.get(best.0)?.0, 100.0 * best.1))
    });
    let how = if inputs.stated { "as stated" } else { "assumed, because none is stated" };
    let text = format!(
        "{} inputs, {how}, in {} runs: 95 of 100 answers are within ± {}.{}",
        inputs.distributions.len(),
        inputs.runs,
        percent(most),
        lead.unwrap_or_default()
    );
    match (inputs.stated, inputs.runs >= 200) {
        (false, _) => {
            (1, text, "State how well the inputs are known in [dossier.uncertain], and where that is from.".into())
        }
        (true, false) => (2, text, "Draw 200 runs or more (samples).".into()),
        (true, true) => (3, text, String::new()),
    }
}

fn test_samples(dossier: &Dossier) -> Grade {
    let comparators = of_answer(dossier);
    let names = |measured: bool| {
        let of = comparators.iter().filter(|case| (case.reference == Reference::Measured) == measured);
        of.map(|case| case.case.as_str()).collect::<Vec<_>>()
    };
    let (measured, others) = (names(true), names(false));
    let cure =
        "Measure: press the very implant, or find measurements of one like it, and make a validation case of them."
            .to_owned();
    match (measured.len(), others.len()) {
        (0, 0) => (
            0,
            "Nothing that was run compares this answer with anything but closed forms of the same model.".into(),
            cure,
        ),
        (0, _) => (
            1,
            format!("The answer is compared with other programs and published numbers only: {}.", others.join(", ")),
            cure,
        ),
        (1, _) => (
            2,
            format!(
                "The answer is compared with a measurement: {}; others: {}.",
                measured.join(", "),
                others.join(", ")
            ),
            cure,
        ),
        _ => (
            3,
            format!(
                "The answer is compared with measurements: {}; others: {}.",
                measured.join(", "),
                others.join(", ")
            ),
            String::new(),
        ),
    }
}

fn test_conditions(dossier: &Dossier) -> Grade {
    let points: usize = of_answer(dossier).iter().map(|case| case.points).sum();
    let text =
        format!("The comparators of the answer have {points} different combinations of size, material and load.");
    let level = match points {
        0 => 0,
        1..=2 => 1,
        3..=9 => 2,
        _ => 3,
    };
    (level, text, "Compare at more sizes, materials and loads.".into())
}

fn equivalency(dossier: &Dossier) -> Grade {
    let comparators = of_answer(dossier);
    let exact =
        comparators.iter().filter(|case| case.reference == Reference::Program).map(|case| case.judged).sum::<usize>();
    let all = comparators.iter().map(|case| case.judged).sum::<usize>();
    let text = format!(
        "In {exact} of {all} comparisons model and comparator have the very same inputs (two programs); in the others they are those that the source prints, and its README names what is not printed."
    );
    let level = match (exact, all) {
        (_, 0) => 0,
        (0, _) => 1,
        (1..=9, _) => 2,
        _ => 3,
    };
    (level, text, "Compare with inputs that are known, not recalled.".into())
}

fn output(dossier: &Dossier) -> Grade {
    let comparators = of_answer(dossier);
    let cure = "Compare the very number that answers, with the uncertainty of both sides.".to_owned();
    if let Some(wrong) = fails(dossier) {
        return (0, wrong, "Mend what does not pass first.".into());
    }
    let judged: usize = comparators.iter().map(|case| case.of_answer).sum();
    let guards: usize = comparators.iter().map(|case| case.guards).sum();
    let worst = comparators.iter().filter_map(|case| case.worst_of_answer).reduce(f64::max);
    let least = comparators.iter().filter(|case| case.of_answer > 0).map(|case| case.uncertainty).reduce(f64::max);
    let estimated = comparators.iter().any(|case| case.of_answer > 0 && case.estimated);
    let about = if estimated { ", by our estimate" } else { "" };
    let covered = dossier.comparisons.iter().filter(|row| row.covered).count();
    let text = format!(
        "{judged} judged comparisons of the answer with comparators{}{}{about}; {guards} more are guards, which keep a known error from growing and promise nothing. In {covered} of {} with a number to be near to, shown ones and guards included, the error is within the uncertainties of both sides.",
        worst.map_or(String::new(), |worst| format!(", the worst {} off", percent(worst))),
        least.map_or(String::new(), |least| format!(", references uncertain by up to {}", percent(least))),
        dossier.comparisons.len(),
    );
    match (judged, worst) {
        (0, _) if guards > 0 || comparators.iter().any(|case| !case.compares.is_empty()) => (1, text, cure),
        (0, _) => (0, text, cure),
        (10.., Some(worst)) if worst <= 0.05 && !estimated => (3, text, String::new()),
        _ => (2, text, cure),
    }
}

fn relevance(dossier: &Dossier) -> Grade {
    let compared = |answer: &&Answer| run(dossier).any(|case| case.compares.contains(&answer.name));
    let direct: Vec<&str> = dossier.answers.iter().filter(compared).map(|answer| answer.name.as_str()).collect();
    let cure = "Compare the very number that answers the question.".to_owned();
    let of = format!(
        "{} of {} answers are themselves compared in cases of the same contact",
        direct.len(),
        dossier.answers.len()
    );
    match direct.len() {
        0 => (0, format!("{of}."), cure),
        n if n < dossier.answers.len() => (2, format!("{of}: {}.", direct.join(", ")), cure),
        _ => (3, format!("{of}: {}.", direct.join(", ")), String::new()),
    }
}

fn applicability(dossier: &Dossier) -> Grade {
    let cure = "Validate nearer to this study, or move it into the range.".to_owned();
    if dossier.extents.is_empty() {
        return (0, "Nothing is known of the range in which this contact has been validated.".into(), cure);
    }
    let outside: Vec<String> = dossier.extents.iter().filter(|extent| !extent.inside()).map(in_words).collect();
    let inside: Vec<String> = dossier.extents.iter().filter(|extent| extent.inside()).map(in_words).collect();
    if !outside.is_empty() {
        return (0, format!("Outside of the validated range: {}.", outside.join("; ")), cure);
    }
    (3, format!("Inside of the validated range: {}.", inside.join("; ")), String::new())
}
