//! What a compliance of finite elements is kept by: loads and moduli ask for the same one, a thickness for its own.

use std::collections::HashMap;
use std::sync::Mutex;

use super::*;
use crate::Watch;
use quantity::Pressure;

/// What is kept, and what was computed, in order.
#[derive(Default)]
struct Keeper {
    kept: Mutex<HashMap<String, Vec<u8>>>,
    computed: Mutex<Vec<String>>,
}

impl Keeper {
    fn computed(&self) -> usize {
        self.computed.lock().expect("no panic").len()
    }
}

impl Watch for Keeper {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        false
    }
    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.kept.lock().expect("no panic").get(key).cloned()
    }
    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.kept.lock().expect("no panic").insert(key.into(), bytes.into());
        self.computed.lock().expect("no panic").push(about.into());
    }
}

/// Half a gigapascal, so that a gigapascal is twice as stiff to the last bit.
fn of_gigapascals(modulus: f64) -> Material {
    Material::Given(GivenMaterial { modulus: Pressure::from_si(1e9 * modulus), poisson: 0.4, density: None })
}

/// An insert that no other test has, on columns far apart.
fn knee(thickness: f64, newtons: f64, material: Material) -> Replacement {
    let mut parameters = own_parts();
    parameters.contact =
        Contact::FiniteElements(FiniteElements { spacing: Length::millimetres(2.5), ..FiniteElements::default() });
    parameters.implant.thickness = Some(Length::millimetres(thickness));
    parameters.implant.material = material;
    parameters.activity.load.constant = Some(Force::newtons(newtons));
    parameters.output.frames = 5;
    let cycle = Cycle::new(&parameters.activity, &pose(), &shipped::waveform()).expect("a cycle");
    Replacement::new(parameters, &balls_in_dishes(), cycle).expect("sound parameters")
}

fn peak(knee: &Replacement, watch: &dyn Watch) -> f64 {
    knee.run(watch).expect("balanced").value("peak_pressure_Pa").expect("a peak")
}

#[test]
fn loads_and_moduli_share_one_compliance_and_a_thickness_has_its_own() {
    let keeper = Keeper::default();
    let first = knee(7.31, 600.0, of_gigapascals(0.5));
    assert_eq!(keeper.computed(), 0, "to make a knee, and to check it, computes none");
    let soft = peak(&first, &keeper);
    for newtons in [300.0, 900.0, 1200.0] {
        peak(&knee(7.31, newtons, of_gigapascals(0.5)), &keeper);
    }
    assert_eq!(keeper.computed(), 1, "one for all loads");
    // Twice the modulus carries twice the load in the same place, at twice the pressure.
    let stiff = peak(&knee(7.31, 1200.0, of_gigapascals(1.0)), &keeper);
    assert!((stiff / soft - 2.0).abs() < 1e-6, "{}", stiff / soft);
    assert_eq!(keeper.computed(), 1, "a modulus is free");
    for (thickness, computed) in [(7.32, 2), (7.33, 3), (7.31, 3), (7.32, 3)] {
        peak(&knee(thickness, 600.0, of_gigapascals(0.5)), &keeper);
        assert_eq!(keeper.computed(), computed, "{thickness} mm");
    }
    let about = keeper.computed.lock().expect("no panic")[0].clone();
    assert!(about.starts_with("insert with Poisson's ratio 0.4, "), "{about}");
    let softer = Material::Given(GivenMaterial { modulus: Pressure::from_si(0.5e9), poisson: 0.41, density: None });
    peak(&knee(7.31, 600.0, softer), &keeper);
    assert_eq!(keeper.computed(), 4, "Poisson's ratio changes it");
}
