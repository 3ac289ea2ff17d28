//! `synovia fit`: a surrogate of the contact of a study, judged by poses that it has not seen.

mod page;

pub use page::render;

use std::time::Instant;

pub use joints::FittedSurrogate as Fitted;
use joints::hip::Kind;
use joints::{FitAsked, Watch};
use study::registry::{fitted, how_to, in_words};
use study::{Study, StudyFile};

use crate::arguments::Fit;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};
use crate::watch::Onlooker;
use crate::{COMMIT, VERSION};

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
    let Fit { kind, samples, held_out, order, seed, .. } = options;
    let kind = match kind.as_str() {
        "kriging" => Kind::Kriging,
        "poly-fourier" => Kind::PolyFourier,
        _ => Kind::ResponseSurface,
    };
    let asked = FitAsked {
        kind,
        samples: samples.map(usize::from),
        held_out: held_out.map(usize::from),
        order: order.map(usize::from),
        seed: u64::from(*seed),
        origin: &origin,
        watch,
    };
    match study.fit(&asked) {
        Some(fitted) => Ok(fitted?),
        None => {
            let what = format!("surrogates are fitted to {}", in_words(fitted()));
            Err(Failure::usage(what, how_to(fitted())))
        }
    }
}
