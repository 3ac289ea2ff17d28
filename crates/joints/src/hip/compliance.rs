//! Compliances of cups: computed once for a profile, shared by all runs of a process, and kept where the door keeps them.

use std::sync::Arc;

use mechanics::solid::revolution::{ComplianceError, CupCompliance, Profile, Resolution};

use crate::{Keepable, Shelf, Watch};

/// As many as a sweep over thickness may need at once; a megabyte each.
static CUPS: Shelf<CupCompliance> = Shelf::new(64);

impl Keepable for CupCompliance {
    const NAME: &'static str = "cup";
    const VERSION: u32 = 1;

    fn to_bytes(&self) -> Vec<u8> {
        Self::to_bytes(self)
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        Self::from_bytes(bytes).ok()
    }
}

/// The compliance of a cup of this profile, by its own radius and modulus: a change of clearance, load, modulus or size asks for
/// the same one again.
///
/// # Errors
/// When the profile cannot be computed.
pub fn obtain_cup_compliance(
    profile: &Profile,
    resolution: &Resolution,
    watch: &dyn Watch,
) -> Result<Arc<CupCompliance>, ComplianceError> {
    // `Debug` writes every field and every digit: none that is added later can be forgotten in the key.
    let inputs = format!("{profile:?} {resolution:?}");
    let layers: Vec<String> = profile
        .layers
        .iter()
        .map(|layer| format!("{:.4} radii thick with Poisson's ratio {}", layer.thickness, layer.material.poisson))
        .collect();
    let about = format!("cup, {}, {} cells", layers.join(", "), resolution.cells);
    CUPS.obtain(watch, &[inputs.as_bytes()], &about, || CupCompliance::compute(profile, resolution))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::f64::consts::FRAC_PI_2;
    use std::sync::Mutex;

    use mechanics::solid::revolution::{Edge, LayerMaterial, RevolvedLayer};

    use super::*;

    #[derive(Default)]
    struct Memory(Mutex<HashMap<String, Vec<u8>>>);

    impl Watch for Memory {
        fn progress(&self, _: &str, _: f64) {}
        fn cancelled(&self) -> bool {
            false
        }
        fn recall(&self, key: &str) -> Option<Vec<u8>> {
            self.0.lock().expect("no panic").get(key).cloned()
        }
        fn remember(&self, key: &str, _: &str, bytes: &[u8]) {
            self.0.lock().expect("no panic").insert(key.into(), bytes.into());
        }
    }

    #[test]
    fn a_cup_is_kept_as_its_bits_and_another_is_another() {
        let resolution = Resolution { cells: 6, ..Resolution::default() };
        let cup = |thickness: f64, poisson: f64| Profile {
            rim_angle: FRAC_PI_2,
            edge: Edge::Sharp,
            layers: vec![RevolvedLayer { thickness, material: LayerMaterial { modulus: 1.0, poisson } }],
            held_to: FRAC_PI_2,
        };
        let memory = Memory::default();
        let first = obtain_cup_compliance(&cup(0.5, 0.4), &resolution, &memory).expect("a cup");
        let again = obtain_cup_compliance(&cup(0.5, 0.4), &resolution, &memory).expect("a cup");
        assert!(Arc::ptr_eq(&first, &again), "shared in memory");
        let kept: Vec<Vec<u8>> = memory.0.lock().expect("no panic").values().cloned().collect();
        assert_eq!(kept.len(), 1);
        assert_eq!(<CupCompliance as Keepable>::from_bytes(&kept[0]).as_ref(), Some(&*first));
        for (profile, cells) in [(cup(0.5 + 1e-15, 0.4), 6), (cup(0.5, 0.41), 6), (cup(0.5, 0.4), 7)] {
            let resolution = Resolution { cells, ..resolution };
            obtain_cup_compliance(&profile, &resolution, &memory).expect("a cup");
        }
        assert_eq!(memory.0.lock().expect("no panic").len(), 4);
    }
}
