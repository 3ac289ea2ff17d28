//! A mechanism: functions of time may be columns of tables.

use joints::mechanism::{Mechanism, Parameters, check_values};

use super::Making;
use crate::column_files;
use crate::diagnostic::Diagnostics;

pub(crate) fn make(mut parameters: Parameters, making: &mut Making<'_>) -> Result<Mechanism, Diagnostics> {
    // Without its bodies nothing else makes sense.
    if !making.touches("bodies") {
        making.blame(&check_values(&parameters));
    }
    column_files::fill(&mut parameters, &mut making.inputs).map_err(|more| making.stop(more))?;
    making.stop_if_wrong()?;
    Mechanism::new(parameters).map_err(|problems| making.diagnose_all(&problems))
}
