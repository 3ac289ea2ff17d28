//! `synovia fit`: a surrogate of the contact of a study, judged by poses that it has not seen.

mod hip;
mod knee;
mod page;

pub use page::render;

use std::time::Instant;

use joints::hip::{ContactAccuracy, Kind, SurrogateSettings};
use joints::{Judged, Watch};
use study::registry::{fitted, how_to, in_words};
use study::{Study, StudyFile};

use crate::arguments::Fit;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};
use crate::watch::Onlooker;
use crate::{COMMIT, VERSION};

/// What a fit hands back, whatever the joint.
#[derive(Debug)]
pub struct Fitted {
    /// What it is, as a title.
    title: &'static str,
    /// Content of its file.
    pub bytes: Vec<u8>,
    /// What there is to say about it.
    pub rows: Vec<(String, String)>,
    judged: Judged,
}

/// What is asked for, whatever the joint.
struct Asked<'a> {
    options: &'a Fit,
    origin: String,
    watch: &'a dyn Watch,
}

/// Fits, judges and writes.
pub fn fit(options: &Fit) -> Result<(), Failure> {
    for file in [Some(&options.out), options.page.as_ref()].into_iter().flatten() {
        check_place(file, options.force)?;
    }
    let study = StudyFile::load_file(&options.study)?.check()?;
    let name = options.study.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let begun = Instant::now();
    let onlooker = Onlooker::of_many(false, "nothing was written".into());
    let fitted = fit_study(&study, &name, options, &onlooker);
    onlooker.finish();
    let mut fitted = fitted?;
    put(&options.out, &fitted.bytes)?;
    fitted.rows.push(("Time".to_owned(), format!("{:.1} s", begun.elapsed().as_secs_f64())));
    let text: String = fitted.rows.iter().map(|(name, value)| format!("{name:<54} {value}\n")).collect();
    say(&format!("{}\n{text}\nwritten: {}\n", study.outline(), options.out.display()))?;
    match &options.page {
        Some(file) => put(file, render(&study, &fitted)?.as_bytes()),
        None => Ok(()),
    }
}

/// Fits and judges; `name` is what the study is called where the surrogate says what it comes from.
///
/// # Errors
/// A joint that has no surrogates, or a fit that fails.
pub fn fit_study(study: &Study, name: &str, options: &Fit, watch: &dyn Watch) -> Result<Fitted, Failure> {
    let origin = format!("synovia {VERSION}, commit {COMMIT}, study {name}, {}", options.kind);
    let asked = Asked { options, origin, watch };
    match (study.replacement(), study.hip()) {
        (Some(knee), _) => knee::fit(knee, &asked),
        (_, Some(hip)) => hip::fit(hip, &asked),
        _ => {
            let (what, hint) = (in_words(fitted()), how_to(fitted()));
            Err(Failure::Usage(format!("surrogates are fitted to {what}\n hint: {hint}")))
        }
    }
}

impl Asked<'_> {
    /// What the command line says, and for the rest what is usual for the joint.
    fn settings(&self, usual: &SurrogateSettings) -> SurrogateSettings {
        let Fit { kind, samples, held_out, order, seed, .. } = self.options;
        let kind = match kind.as_str() {
            "kriging" => Kind::Kriging,
            "poly-fourier" => Kind::PolyFourier,
            _ => Kind::ResponseSurface,
        };
        let initial = samples.map_or(usual.initial, usize::from);
        SurrogateSettings {
            kind,
            initial,
            refinement: initial / 6,
            held_out: held_out.map_or(usual.held_out, usize::from),
            order: order.map_or(usual.order, usize::from),
            seed: u64::from(*seed),
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn owned<const N: usize>(rows: [(&str, String); N]) -> Vec<(String, String)> {
    rows.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

/// How it does on the poses held out.
fn accuracy_rows(accuracy: &ContactAccuracy) -> Vec<(String, String)> {
    owned([
        ("Poses held out, inside of the domain", accuracy.poses.to_string()),
        ("Force, rms", percent(accuracy.force_rms)),
        ("Force, 95 of 100 below", percent(accuracy.force_95)),
        ("Force, greatest", percent(accuracy.force_greatest)),
        ("Moment, rms", percent(accuracy.moment_rms)),
        ("Peak pressure, rms", percent(accuracy.peak_pressure_rms)),
        ("Area, rms", percent(accuracy.area_rms)),
        ("Centre of pressure, rms", format!("{:.3} mm", 1e3 * accuracy.centre_rms)),
    ])
}
