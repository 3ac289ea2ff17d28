//! A body: its model, its motion and the force plates may be files.

use joints::body::{Body, Parameters, check};

use super::Making;
use crate::body_files::{self, Loaded};
use crate::diagnostic::Diagnostics;

pub(crate) fn make(mut parameters: Parameters, making: &mut Making<'_>) -> Result<Body, Diagnostics> {
    making.blame(&check(&parameters));
    making.stop_if_wrong()?;
    let loaded = body_files::load(&mut parameters, &mut making.inputs);
    let Loaded { anatomy, recording } = loaded.map_err(|more| making.stop(more))?;
    Body::new(parameters, anatomy, recording).map_err(|problems| making.diagnose_all(&problems))
}
