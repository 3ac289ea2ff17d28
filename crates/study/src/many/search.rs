//! Studies in which each run depends on those before it: optimisation and calibration.

use joints::Watch;
use results::store::Store;

use super::campaign::Campaign;
use super::execute::CampaignError;

impl Campaign {
    /// Runs a search to its end. It asks for the same runs whenever it is begun, so that a run that is in the store
    /// already is read instead of being computed again.
    pub(super) fn search(&self, _store: &mut Store, _watch: &dyn Watch) -> Result<(), CampaignError> {
        Err(CampaignError::Search("not here yet".into()))
    }
}
