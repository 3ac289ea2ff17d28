//! A walk: its recording is shipped or read from tables.

use joints::gait::{Gait, Parameters, check};

use super::Making;
use crate::diagnostic::Diagnostics;
use crate::recording;

pub(crate) fn make(mut parameters: Parameters, making: &mut Making<'_>) -> Result<Gait, Diagnostics> {
    let problems = check(&parameters);
    let about_motion = making.is_about(&problems, "motion");
    making.blame(&problems);
    let loaded = match about_motion {
        true => None,
        false => {
            let loaded = recording::load(&mut parameters.motion, &mut making.inputs);
            loaded.map_err(|more| making.add(more)).ok()
        }
    };
    making.stop_if_wrong()?;
    let Some(recording) = loaded else { return Err(Diagnostics::default()) };
    Gait::new(parameters, recording).map_err(|problems| making.diagnose_all(&problems))
}
