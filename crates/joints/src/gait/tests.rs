//! A walk against Winter's own numbers, and everything that can be wrong with one.

use super::parameters::*;
use super::*;
use crate::Unwatched;

fn winter(name: &str) -> Recording {
    shipped::find(name).expect("shipped").recording()
}

#[test]
fn winters_accelerations_give_his_joint_loads() {
    let parameters = Parameters {
        motion: Motion { linkage: Linkage::Measured, ..Motion::default() },
        ..Parameters::default()
    };
    let gait = Gait::new(parameters, winter("winter-segments")).expect("valid");
    let outcome = gait.run(&Unwatched).expect("runs");
    for s in &outcome.headline {
        eprintln!("{} {}", s.name, s.value);
    }
    results::check_names(&outcome).expect("good names");
}

#[test]
fn rigid_markers() {
    let gait = Gait::new(Parameters::default(), winter("winter")).expect("valid");
    let outcome = gait.run(&Unwatched).expect("runs");
    for s in &outcome.headline {
        eprintln!("{} {}", s.name, s.value);
    }
    results::check_names(&outcome).expect("good names");
}
