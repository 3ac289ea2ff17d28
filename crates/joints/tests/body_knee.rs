//! A measured walk drives a knee replacement: the body's knee is its load.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout)]

use joints::Unwatched;
use joints::body::{Body, parameters::Parameters};
use joints::replacement::design::Design;
use joints::replacement::parameters::{Experiment, LoadDriven};
use joints::replacement::{self, Cycle, Frontal, Parts, Replacement};

#[test]
fn the_knee_of_a_walking_body_drives_a_load_driven_replacement() {
    let body = Body::new(Parameters::default(), None, None).unwrap();
    let load = body.compute_knee_cycle(&Unwatched).unwrap().unwrap();
    let peak = load.loads.iter().map(|row| row[0]).fold(0.0, f64::max);
    let Some(Frontal::LineOfAction(arms)) = &load.frontal else { panic!("no place of the load") };
    println!("peak {peak:.0} N, acts {:?} m", arms.iter().step_by(10).collect::<Vec<_>>());
    let mut parameters = replacement::Parameters {
        experiment: Experiment::LoadDriven(LoadDriven::default()),
        ..replacement::Parameters::default()
    };
    parameters.output.frames = 21;
    let designed = Design::default().build().unwrap();
    let [femoral, insert] = designed.surfaces();
    let pose = designed.pose(&parameters);
    let cycle = Cycle::new(&parameters.activity, &pose, &load).unwrap();
    let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle).unwrap();
    let outcome = knee.run(&Unwatched).unwrap();
    // Twenty-one instants miss the top of the curve by a few percent.
    let force = outcome.value("peak_axial_force_N").unwrap();
    assert!((force / peak - 1.0).abs() < 0.05, "{force} {peak}");
    // Curved surfaces that find their balance share the force as the body's lever of both condyles said.
    let lever = body.run(&Unwatched).unwrap().value("knee_medial_share_ratio").unwrap();
    let contact = outcome.value("medial_share_ratio").unwrap();
    println!("medial share: lever {lever:.3}, contact {contact:.3}");
    assert!((lever - contact).abs() < 0.05, "{lever} {contact}");
    assert!(outcome.value("wear_volume_per_million_cycles_m3").unwrap() > 0.0);
}
