//! A surrogate in place of a hip's contact: the known answer is the closed form that it stands for.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use joints::hip::parameters::*;
use joints::hip::{Hip, HipError, HipSurrogate, Kind, LoadCycle, SurrogateSettings, shipped};
use joints::replacement::ContactSurrogate;
use joints::{Unwatched, Watch};
use quantity::{Force, Length};
use results::{Outcome, Severity};

fn hip(change: &dyn Fn(&mut Parameters)) -> Hip {
    heavier(1.0, change)
}

/// Somebody who weighs so many times as much.
fn heavier(times: f64, change: &dyn Fn(&mut Parameters)) -> Hip {
    let mut parameters =
        Parameters { experiment: Experiment::QuasiStatic(QuasiStatic::default()), ..Parameters::default() };
    parameters.output.elements = 400;
    change(&mut parameters);
    let samples = shipped::find("walking").unwrap().samples(times * 836.0, None);
    Hip::new(parameters, LoadCycle::new(&samples).unwrap()).unwrap()
}

/// Made once from the walking cycle in equilibrium, and read back from its file.
fn fitted() -> HipSurrogate {
    static FIT: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = FIT.get_or_init(|| {
        let (surrogate, _) = hip(&|_| {}).fit_surrogate(&HipSurrogate::SETTINGS, "a test", &Unwatched).unwrap();
        surrogate.write().unwrap()
    });
    HipSurrogate::read(bytes).unwrap()
}

fn work(outcome: &Outcome, name: &str) -> u64 {
    outcome.work.iter().find(|(counted, _)| counted == name).expect(name).1
}

fn column<'a>(outcome: &'a Outcome, name: &str) -> &'a [f64] {
    &outcome.series.columns().iter().find(|column| column.name == name).expect(name).values
}

/// Largest difference of two series, by the largest value of the first.
fn difference(a: &[f64], b: &[f64]) -> f64 {
    let largest = a.iter().map(|x| x.abs()).fold(0.0, f64::max);
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) / largest
}

fn with_and_without(hip: Hip) -> [Outcome; 2] {
    let own = hip.run(&Unwatched).unwrap();
    [own, hip.with_surrogate(fitted()).unwrap().run(&Unwatched).unwrap()]
}

#[test]
fn every_kind_is_near_the_closed_form_and_judged_by_poses_held_out() {
    for kind in [Kind::ResponseSurface, Kind::PolyFourier, Kind::Kriging] {
        let settings = SurrogateSettings { kind, ..HipSurrogate::SETTINGS };
        let (surrogate, judged) = hip(&|_| {}).fit_surrogate(&settings, "a test", &Unwatched).unwrap();
        let accuracy = surrogate.accuracy();
        println!("{kind:?}: {accuracy:?}\n{:?} loo {:.2e} widest {:.1}°\n{:?}", surrogate.provenance(), surrogate.leave_one_out(), surrogate.widest_angle().to_degrees(), surrogate.domain());
        assert!(accuracy.force_rms < 1e-3 && accuracy.peak_pressure_rms < 1e-3, "{kind:?}: {accuracy:?}");
        assert!(accuracy.poses > 60 && surrogate.leave_one_out() < 1e-3, "{kind:?}: {accuracy:?}");
        // The picture shows what the figures say: forces of the domain, errors whose mean square is that of the accuracy.
        assert!(judged.forces.is_sorted() && judged.forces.len() > accuracy.poses * 9 / 10);
        let greatest = judged.errors.iter().copied().fold(0.0, f64::max);
        assert!(greatest <= accuracy.force_greatest * (1.0 + 1e-9), "{greatest} {accuracy:?}");
    }
}

/// Forces balance the load exactly; where the head rests and what presses there is off by as much as the fit is.
#[test]
fn a_cycle_in_equilibrium_is_that_of_the_closed_form_within_the_error_of_the_fit() {
    for friction in [Friction::None, Friction::Coulomb(Coulomb::default())] {
        let [own, fast] = with_and_without(hip(&|p| p.friction = friction.clone()));
        let accuracy = *fitted().accuracy();
        println!("{:?}", fast.work);
        for w in &fast.warnings { println!("{:?} {}: {}", w.severity, w.code, w.message); }
        for name in ["contact_force_N", "peak_pressure_Pa", "indentation_m", "contact_area_m2", "contact_radius_m"] {
            println!("{name} {:.2e}", difference(column(&own, name), column(&fast, name)));
        }
        for axis in ["anterior", "superior", "lateral"] {
            let name = format!("head_centre_{axis}_m");
            println!("{name} {:.2e}", difference(column(&own, "head_centre_superior_m"), column(&own, "head_centre_superior_m")) );
            println!("{name} {:.2e}", difference(column(&own, &name), column(&fast, &name)));
        }
        assert!(accuracy.force_rms < 1e-3);
    }
}

#[test]
fn the_head_moves_as_with_the_closed_form_and_flight_is_counted() {
    for start in [Start::Equilibrium, Start::Centre] {
        let case = Dynamic { start, most_cycles: 2, ..Dynamic::default() };
        let [own, fast] = with_and_without(hip(&|p| p.experiment = Experiment::Dynamic(case)));
        println!("{:?}\n{:?}", own.work, fast.work);
        for name in ["contact_force_N", "peak_pressure_Pa", "indentation_m", "head_centre_superior_m"] {
            println!("{name} {:.2e}", difference(column(&own, name), column(&fast, name)));
        }
        for name in ["peak_pressure_Pa", "peak_force_N", "impact_count", "sliding_distance_m", "wear_volume_per_cycle_m3"] {
            println!("{name} {:?} {:?}", own.value(name), fast.value(name));
        }
    }
}
