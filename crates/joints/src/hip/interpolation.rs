//! Compliances of cups between those that were computed, for studies of many that vary thickness or Poisson's ratio.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use mechanics::solid::revolution::{
    ComplianceError, CupCompliance, CupFamily, FamilyError, FamilyRange, Profile, Resolution,
};

use super::compliance::obtain_cup_compliance;
use crate::Watch;

/// Edges of the boxes in thickness by radius and in Poisson's ratio, each of which has a family: fixed, so that a run does not
/// depend on what other runs ask for.
const THICKNESS: [f64; 7] = [0.07, 0.14, 0.25, 0.45, 0.8, 1.4, 2.4];
const POISSON: [f64; 6] = [0.2, 0.32, 0.4, 0.44, 0.47, 0.492];
/// Members that were held out are met this well.
const TOLERANCE: f64 = 3e-3;
/// Cells are rounded up to one of these, so that runs share their families.
const CELLS: [usize; 13] = [12, 14, 16, 18, 21, 25, 29, 34, 40, 48, 60, 76, 96];
/// Families that are remembered; some megabytes each.
const MOST: usize = 128;

/// A family, or none where its members cannot be met.
type Slot = Arc<OnceLock<Option<Arc<CupFamily>>>>;
static FAMILIES: Mutex<Vec<(String, Slot)>> = Mutex::new(Vec::new());

/// What is known of an interpolation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Interpolated {
    /// Largest error of a compliance that was held out, as a share.
    pub error: f64,
    /// Compliances that it is made of.
    pub members: usize,
    /// Compliances that were held out.
    pub held_out: usize,
}

/// The next number of cells for which there are families.
pub(super) fn round_cells(cells: usize) -> usize {
    CELLS.into_iter().find(|rounded| *rounded >= cells).unwrap_or(cells)
}

/// The box of a value.
fn box_of<const N: usize>(edges: &[f64; N], value: f64) -> Option<[f64; 2]> {
    edges.windows(2).find(|pair| (pair[0]..pair[1]).contains(&value)).map(|pair| [pair[0], pair[1]])
}

/// The compliance of a cup between those of its family; computed, with nothing said, where it has none.
///
/// # Errors
/// When the profile cannot be computed.
pub(super) fn obtain_between(
    profile: &Profile,
    resolution: &Resolution,
    watch: &dyn Watch,
) -> Result<(Arc<CupCompliance>, Option<Interpolated>), ComplianceError> {
    let computed = || obtain_cup_compliance(profile, resolution, watch).map(|compliance| (compliance, None));
    let Some(layer) = profile.layers.first() else { return computed() };
    let (thickness, poisson) = (layer.thickness, layer.material.poisson);
    let boxes = box_of(&THICKNESS, thickness).zip(box_of(&POISSON, poisson));
    let Some((thicknesses, ratios)) = boxes else { return computed() };
    let range = FamilyRange { thickness: thicknesses, poisson: ratios };
    // All that is shared; the first layer's own values are those of the box.
    let mut like = profile.clone();
    (like.layers[0].thickness, like.layers[0].material.poisson) = (thicknesses[1], ratios[0]);
    let slot = slot(&format!("{like:?} {resolution:?} {range:?}"));
    let family = slot.get_or_init(|| {
        let mut make = |profile: &Profile, resolution: &Resolution| obtain_cup_compliance(profile, resolution, watch);
        let built: Result<CupFamily, FamilyError> = CupFamily::build((&like, resolution), &range, TOLERANCE, &mut make);
        built.ok().map(Arc::new)
    });
    let found = family.as_ref().and_then(|family| {
        let (members, held_out) = family.counts();
        let known = Interpolated { error: family.error(), members, held_out };
        Some((Arc::new(family.at(thickness, poisson)?), Some(known)))
    });
    found.map_or_else(computed, Ok)
}

fn slot(key: &str) -> Slot {
    let mut slots = FAMILIES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, slot)) = slots.iter().find(|(known, _)| known == key) {
        return Arc::clone(slot);
    }
    if slots.len() >= MOST {
        slots.remove(0);
    }
    let slot = Slot::default();
    slots.push((key.to_owned(), Arc::clone(&slot)));
    slot
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use mechanics::solid::revolution::{Edge, LayerMaterial, RevolvedLayer};

    use super::*;
    use crate::Unwatched;

    fn cup(thickness: f64, poisson: f64) -> Profile {
        let layers = vec![RevolvedLayer { thickness, material: LayerMaterial { modulus: 1.0, poisson } }];
        Profile { rim_angle: FRAC_PI_2, edge: Edge::Sharp, layers, held_to: FRAC_PI_2 }
    }

    #[test]
    fn cups_of_one_box_share_a_family_whose_error_is_known_and_others_are_computed() {
        let resolution = Resolution { cells: 12, around: Some(4), ..Resolution::default() };
        let (first, known) = obtain_between(&cup(0.5, 0.42), &resolution, &Unwatched).expect("a cup");
        let known = known.expect("a family");
        assert!(known.error <= TOLERANCE && known.members >= 9 && known.held_out > 0, "{known:?}");
        let (second, again) = obtain_between(&cup(0.71, 0.43), &resolution, &Unwatched).expect("a cup");
        assert!(again == Some(known) && first != second);
        let (_, none) = obtain_between(&cup(3.0, 0.42), &resolution, &Unwatched).expect("a cup");
        assert_eq!(none, None);
        assert_eq!((round_cells(12), round_cells(26), round_cells(95)), (12, 29, 96));
    }
}
