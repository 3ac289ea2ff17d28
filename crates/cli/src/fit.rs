//! `synovia fit`: a surrogate of the contact of a study, judged by poses that it has not seen.

use std::time::{Instant, SystemTime};

use joints::replacement::{ContactSurrogate, Judged, Kind, ReplacementError, SurrogateSettings, TubeSettings};
use report::Page;
use results::{Curve, Figure, Outcome, Plot, Severity};
use study::StudyFile;

use crate::arguments::Fit;
use crate::clock::rfc3339;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};
use crate::watch::Onlooker;

/// Fits, judges and writes.
pub fn fit(options: &Fit) -> Result<(), Failure> {
    for file in [Some(&options.out), options.page.as_ref()].into_iter().flatten() {
        check_place(file, options.force)?;
    }
    let study = StudyFile::load_file(&options.study)?.check()?;
    let Some(knee) = study.replacement() else {
        let hint = "give a study of one, as `synovia new knee-replacement-simulator` prints";
        return Err(Failure::Usage(format!("surrogates are fitted to knee replacements\n hint: {hint}")));
    };
    let kind = match options.kind.as_str() {
        "kriging" => Kind::Kriging,
        "poly-fourier" => Kind::PolyFourier,
        _ => Kind::ResponseSurface,
    };
    let initial = usize::from(options.samples);
    let settings = SurrogateSettings {
        kind,
        initial,
        refinement: initial / 6,
        held_out: usize::from(options.held_out),
        order: usize::from(options.order),
        seed: u64::from(options.seed),
    };
    let name = options.study.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let version = env!("CARGO_PKG_VERSION");
    let origin = format!("synovia {version}, commit {}, study {name}, {}", env!("SYNOVIA_COMMIT"), options.kind);
    let failed = |error: ReplacementError| match error {
        ReplacementError::Interrupted => Failure::Interrupted,
        error => Failure::Other(error.to_string()),
    };
    let begun = Instant::now();
    let onlooker = Onlooker::of_many(false)?;
    let design = knee.draw_design((&TubeSettings::default(), &settings), &origin, &onlooker);
    onlooker.finish();
    let design = design.map_err(failed)?;
    let surrogate = design.fit(&settings).map_err(|error| Failure::Other(error.to_string()))?;
    let judged = Judged::of(&surrogate, &design).map_err(failed)?;
    let surrogate = ContactSurrogate::from(surrogate);
    let bytes = surrogate.write().map_err(Failure::Other)?;
    put(&options.out, &bytes)?;
    let rows = rows(&surrogate, begun.elapsed().as_secs_f64());
    let text: String = rows.iter().map(|(name, value)| format!("{name:<54} {value}\n")).collect();
    say(&format!("{}\n{text}\nwritten: {}\n", study.outline(), options.out.display()))?;
    let Some(page) = &options.page else { return Ok(()) };
    let mut outcome = Outcome::default();
    let text = "It stands for the contact near the motion that it was fitted around. A study that leaves its domain asks the \
                contact itself, and says how often.";
    outcome.warn(Severity::Note, "domain", text.into());
    outcome.series.push("force_N", "Force of the contact", judged.forces);
    outcome.series.push("force_error_ratio", "Error of the surrogate's force", judged.errors);
    outcome.figures.push(Figure {
        title: "Error on poses held out".into(),
        caption: "From pose to pose that no fit has seen, by growing force; the error is that of the force vector, by its size."
            .into(),
        plot: Plot::Lines {
            curves: vec![Curve { x: "force_N".into(), y: "force_error_ratio".into() }],
            marks: Vec::new(),
        },
    });
    let provenance = [
        ("Program".to_owned(), format!("synovia {version}")),
        ("Commit".to_owned(), env!("SYNOVIA_COMMIT").to_owned()),
        ("Made".to_owned(), rfc3339(SystemTime::now())),
    ];
    let html = report::render_html(&Page {
        title: "Surrogate of a knee replacement",
        subtitle: &study.outline(),
        outcome: &outcome,
        inputs: &[("Fit".to_owned(), rows)],
        study_text: study.resolved_text(),
        provenance: &provenance,
    })?;
    put(page, html.as_bytes())
}

fn rows(surrogate: &ContactSurrogate, seconds: f64) -> Vec<(String, String)> {
    let accuracy = surrogate.accuracy();
    let made = surrogate.provenance();
    let percent = |share: f64| format!("{:.2} %", 100.0 * share);
    [
        ("Pieces of the motion", surrogate.pieces().to_string()),
        (
            "Poses learnt from, left out, evaluated",
            format!("{}, {}, {}", made.samples, made.infeasible, made.evaluations),
        ),
        ("Cross-validation: gaps, rms", format!("{:.3} µm", 1e6 * surrogate.leave_one_out())),
        ("Poses held out, inside of the domain", accuracy.poses.to_string()),
        ("Force, rms", percent(accuracy.force_rms)),
        ("Force, 95 of 100 below", percent(accuracy.force_95)),
        ("Force, greatest", percent(accuracy.force_greatest)),
        ("Moment, rms", percent(accuracy.moment_rms)),
        ("Peak pressure, rms", percent(accuracy.peak_pressure_rms)),
        ("Area, rms", percent(accuracy.area_rms)),
        ("Centre of pressure, rms", format!("{:.3} mm", 1e3 * accuracy.centre_rms)),
        ("Time", format!("{seconds:.1} s")),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .to_vec()
}
