//! What can be known to be wrong with the table `[dossier]` before anything is computed.

use super::DossierInput;
use crate::StudyFile;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// Percentiles of fewer draws say nothing.
const FEWEST: u64 = 8;

/// Checks what is asked of a dossier: the study must be one study, and its uncertain inputs must be inputs, with distributions
/// that it can bear.
///
/// # Errors
/// All that is wrong, each with its line and a hint.
pub fn check(file: &StudyFile, input: &DossierInput) -> Result<(), Diagnostics> {
    if file.is_many() {
        let message = "a dossier is about one study, and this one has many runs";
        let hint = "take out [vary] and [runs]; what is uncertain belongs into [dossier.uncertain]";
        return Err(Diagnostic::new(file.place("dossier"), message, hint).into());
    }
    if (1..FEWEST).contains(&input.samples) {
        let message = format!("{} draws are too few for percentiles", input.samples);
        let hint = format!("ask for {FEWEST} or more, or for 0 to draw none");
        return Err(Diagnostic::new(file.place("dossier.samples"), message, hint).into());
    }
    let Some(uncertain) = &input.uncertain else { return Ok(()) };
    // Also where nothing is drawn: what is written must be right.
    file.check_draws(uncertain, input.samples.max(FEWEST)).map(drop)
}
