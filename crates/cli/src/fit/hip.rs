//! The contact of a hip: eccentricities and loads around those of its motion.

use joints::hip::{Hip, HipError, HipSurrogate};

use super::{Asked, Fitted, accuracy_rows, owned, percent};
use crate::failure::Failure;

pub(super) fn fit(hip: &Hip, asked: &Asked<'_>) -> Result<Fitted, Failure> {
    let failed = |error: HipError| {
        let hint = error.hint().unwrap_or_default();
        match error {
            HipError::Interrupted => Failure::Interrupted,
            error @ HipError::FitOfHertz => Failure::Usage(format!("{error}\n hint: {hint}")),
            error => Failure::Other(format!("{error}\n hint: {hint}")),
        }
    };
    let settings = asked.settings(&HipSurrogate::SETTINGS);
    let (surrogate, judged) = hip.fit_surrogate(&settings, &asked.origin, asked.watch).map_err(failed)?;
    let bytes = surrogate.write().map_err(Failure::Other)?;
    Ok(Fitted { title: "Surrogate of a hip", bytes, rows: rows(&surrogate), judged })
}

fn rows(surrogate: &HipSurrogate) -> Vec<(String, String)> {
    let made = surrogate.provenance();
    let [least, greatest] = surrogate.domain().loads;
    let mut rows = owned([
        ("Domain", format!("{least:.0} to {greatest:.0} N, {:.0}° around", surrogate.widest_angle().to_degrees())),
        (
            "Poses learnt from, left out, evaluated",
            format!("{}, {}, {}", made.samples, made.infeasible, made.evaluations),
        ),
        ("Cross-validation: force over its root, rms", percent(surrogate.leave_one_out())),
    ]);
    rows.extend(accuracy_rows(surrogate.accuracy()));
    rows
}
