//! The contact of a knee replacement, in pieces along its motion.

use joints::Judged;
use joints::replacement::{ContactSurrogate, Replacement, ReplacementError, TubeSettings};

use super::{Asked, Fitted, accuracy_rows, owned};
use crate::failure::Failure;

pub(super) fn fit(knee: &Replacement, asked: &Asked<'_>) -> Result<Fitted, Failure> {
    let failed = |error: ReplacementError| match error {
        ReplacementError::Interrupted => Failure::Interrupted,
        error => Failure::Other(error.to_string()),
    };
    let settings = asked.settings(&ContactSurrogate::SETTINGS);
    let design = knee.draw_design((&TubeSettings::default(), &settings), &asked.origin, asked.watch);
    let design = design.map_err(failed)?;
    let surrogate = design.fit(&settings).map_err(|error| Failure::Other(error.to_string()))?;
    let judged = Judged::of(&surrogate, &design).map_err(failed)?;
    let surrogate = ContactSurrogate::from(surrogate);
    let bytes = surrogate.write().map_err(Failure::Other)?;
    Ok(Fitted { title: "Surrogate of a knee replacement", bytes, rows: rows(&surrogate), judged })
}

fn rows(surrogate: &ContactSurrogate) -> Vec<(String, String)> {
    let made = surrogate.provenance();
    let mut rows = owned([
        ("Pieces of the motion", surrogate.pieces().to_string()),
        (
            "Poses learnt from, left out, evaluated",
            format!("{}, {}, {}", made.samples, made.infeasible, made.evaluations),
        ),
        ("Cross-validation: gaps, rms", format!("{:.3} µm", 1e6 * surrogate.leave_one_out())),
    ]);
    rows.extend(accuracy_rows(surrogate.accuracy()));
    rows
}
