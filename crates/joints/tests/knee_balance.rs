//! A knee in a simulator finds its balance also where one side alone carries nearly everything, and the energy is flat.
#![allow(clippy::unwrap_used)]

use joints::Unwatched;
use joints::replacement::parameters::{Coulomb, Experiment, Friction, LoadDriven};
use joints::replacement::{Cycle, Parameters, Parts, Replacement, shipped};
use quantity::Length;

/// The shipped simulator with the axial force this far medial, in mm: places of rest without friction and with it.
fn places(medial: f64) -> Result<Vec<Vec<[f64; 6]>>, String> {
    let mut parameters = Parameters {
        friction: Friction::Coulomb(Coulomb { dynamic_coefficient: Some(0.04), ..Coulomb::default() }),
        ..Parameters::default()
    };
    let load_medial = Length::millimetres(medial);
    parameters.experiment = Experiment::LoadDriven(LoadDriven { load_medial, ..LoadDriven::default() });
    parameters.output.frames = 8;
    parameters.output.spacing = Length::millimetres(1.0);
    let designed = joints::replacement::design::Design::default().build().unwrap();
    let [femoral, insert] = designed.surfaces();
    let cycle = Cycle::new(&parameters.activity, &designed.rest(), &shipped::waveform()).unwrap();
    let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle).unwrap();
    knee.compute_motions(&Unwatched).map_err(|error| error.to_string())
}

#[test]
fn a_knee_that_one_side_carries_finds_its_balance() {
    for medial in [19.3, 19.7] {
        let motions = places(medial).unwrap();
        assert!(motions.iter().all(|motion| motion.len() >= 8), "{medial} mm");
    }
}
