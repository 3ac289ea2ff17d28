//! A surrogate in place of a hip's contact: the known answer is the closed form that it stands for.
#![allow(clippy::unwrap_used)]

use std::sync::OnceLock;

use joints::Unwatched;
use joints::hip::parameters::*;
use joints::hip::{Hip, HipError, HipSurrogate, Kind, LoadCycle, SurrogateSettings, shipped};
use quantity::{Angle, Force, Length};
use results::{Outcome, Severity};

/// The base case on independent springs, whose closed forms and costs are what these tests are about.
fn springs() -> Parameters {
    Parameters { contact: Contact::springs(), ..Parameters::default() }
}

fn hip(change: &dyn Fn(&mut Parameters)) -> Hip {
    heavier(1.0, change)
}

/// Somebody who weighs so many times as much.
fn heavier(times: f64, change: &dyn Fn(&mut Parameters)) -> Hip {
    let mut parameters = Parameters { experiment: Experiment::QuasiStatic(QuasiStatic::default()), ..springs() };
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

/// Largest relative difference of two series.
fn difference(name: &str, [own, fast]: &[Outcome; 2]) -> f64 {
    let pairs = column(own, name).iter().zip(column(fast, name));
    pairs.map(|(a, b)| (b / a - 1.0).abs()).fold(0.0, f64::max)
}

/// Largest distance of the centres of the head, by the eccentricity.
fn distance(outcomes: &[Outcome; 2]) -> f64 {
    let [own, fast] = [0, 1].map(|i| {
        ["anterior", "superior", "lateral"].map(|axis| column(&outcomes[i], &format!("head_centre_{axis}_m")))
    });
    let norm = |x: [f64; 3]| x.iter().map(|x| x * x).sum::<f64>().sqrt();
    let at =
        |i: usize| norm(std::array::from_fn(|k| fast[k][i] - own[k][i])) / norm(std::array::from_fn(|k| own[k][i]));
    (0..own[0].len()).map(at).fold(0.0, f64::max)
}

/// What the errors on poses held out allow: of the eccentricity, the peak pressure and the area.
///
/// Where the head rests, force and load are in balance. An error ε of the force moves it by ε F/(∂F/∂δ) along the axis, less
/// than ε e, and by ε e across; pressure and area follow the depth less than proportionally to the force, and have errors of
/// their own, of which four times the root of the mean square is allowed.
fn allowed(surrogate: &HipSurrogate) -> [f64; 3] {
    let accuracy = surrogate.accuracy();
    let force = accuracy.force_greatest;
    [force, force + 4.0 * accuracy.peak_pressure_rms, force + 4.0 * accuracy.area_rms]
}

fn severity(outcome: &Outcome) -> Severity {
    outcome.warnings.iter().find(|warning| warning.code == "surrogate").unwrap().severity
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
        // [Lin2010] print at most 1.5 % of the loads of their contact.
        assert!(accuracy.force_95 < 0.015 && accuracy.peak_pressure_rms < 0.015, "{kind:?}: {accuracy:?}");
        assert!(accuracy.area_rms < 0.015 && accuracy.poses > 75, "{kind:?}: {accuracy:?}");
        // The picture shows what the figures say.
        assert!(judged.forces.is_sorted() && judged.forces.len() > accuracy.poses * 9 / 10);
        let greatest = judged.errors.iter().copied().fold(0.0, f64::max);
        assert!(greatest <= accuracy.force_greatest * (1.0 + 1e-9), "{greatest} {accuracy:?}");
    }
}

#[test]
fn a_cycle_in_equilibrium_is_that_of_the_closed_form_within_the_error_of_the_fit() {
    for friction in [Friction::None, Friction::Coulomb(Coulomb::default())] {
        let rubs = friction != Friction::None;
        let hip = hip(&|p| p.friction = friction);
        let (surrogate, _) = hip.fit_surrogate(&HipSurrogate::SETTINGS, "a test", &Unwatched).unwrap();
        let [place, pressure, area] = allowed(&surrogate);
        let own = hip.run(&Unwatched).unwrap();
        let hip = hip.with_surrogate(surrogate).unwrap();
        let both = [own, hip.run(&Unwatched).unwrap()];
        for (name, allowed) in [("peak_pressure_Pa", pressure), ("indentation_m", pressure), ("contact_area_m2", area)]
        {
            let found = difference(name, &both);
            assert!(found < allowed, "{name}: {found} {allowed}");
        }
        assert!(distance(&both) < place, "{} {place}", distance(&both));
        // Both carry the same load; friction depends on where the head rests.
        assert!(difference("contact_force_N", &both) < if rubs { place } else { 1e-8 });
        let [_, fast] = &both;
        let (asked, fallbacks) = (work(fast, "surrogate_evaluations"), work(fast, "surrogate_fallbacks"));
        assert!(asked > 300 && fallbacks == 0, "the motion is that of the fit: {fallbacks} of {asked}");
        assert_eq!(severity(fast), Severity::Note);
        let headline = hip.run_headline(&Unwatched).unwrap();
        assert_eq!((&headline.headline, &headline.work), (&fast.headline, &fast.work));
    }
}

#[test]
fn the_head_moves_as_with_the_closed_form() {
    let case = Dynamic { most_cycles: 2, ..Dynamic::default() };
    let both = with_and_without(hip(&|p| p.experiment = Experiment::Dynamic(case)));
    let [place, pressure, _] = allowed(&fitted());
    assert!(distance(&both) < place && difference("peak_pressure_Pa", &both) < pressure);
    let steps = both.each_ref().map(|outcome| work(outcome, "steps"));
    assert!(steps[1].abs_diff(steps[0]) < steps[0] / 10, "its derivatives are those of its forces: {steps:?}");
    assert_eq!(work(&both[1], "surrogate_fallbacks"), 0);
}

#[test]
fn flight_and_impacts_are_handed_to_the_contact_and_counted() {
    let case = Dynamic { start: Start::Centre, most_cycles: 1, ..Dynamic::default() };
    let both = with_and_without(hip(&|p| p.experiment = Experiment::Dynamic(case)));
    let [own, fast] = both.each_ref();
    let (asked, fallbacks) = (work(fast, "surrogate_evaluations"), work(fast, "surrogate_fallbacks"));
    assert!(fallbacks > 0 && fallbacks < asked / 5, "{fallbacks} of {asked}");
    assert_eq!(severity(fast), Severity::Caution);
    let [_, pressure, _] = allowed(&fitted());
    for name in ["peak_pressure_Pa", "peak_force_N"] {
        let [a, b] = [own, fast].map(|outcome| outcome.value(name).unwrap());
        assert!((b / a - 1.0).abs() < pressure, "{name}: {a} {b}");
    }
    assert_eq!(own.value("impact_count"), fast.value("impact_count"));
}

#[test]
fn loads_beyond_those_of_the_fit_are_carried_by_the_contact() {
    let both = with_and_without(heavier(1.6, &|_| {}));
    let [place, pressure, _] = allowed(&fitted());
    assert!(work(&both[1], "surrogate_fallbacks") > 20 && severity(&both[1]) == Severity::Caution);
    assert!(distance(&both) < place && difference("peak_pressure_Pa", &both) < pressure);
}

#[test]
fn one_load_is_fitted_and_carried() {
    let case = Static { load: Force::newtons(900.0), load_tilt: Angle::degrees(20.0) };
    let hip = hip(&|p| p.experiment = Experiment::Static(case));
    let (surrogate, _) = hip.fit_surrogate(&HipSurrogate::SETTINGS, "a test", &Unwatched).unwrap();
    let own = hip.run(&Unwatched).unwrap();
    let [_, pressure, _] = allowed(&surrogate);
    let fast = hip.with_surrogate(surrogate).unwrap().run(&Unwatched).unwrap();
    assert_eq!(work(&fast, "surrogate_fallbacks"), 0);
    for name in ["peak_pressure_Pa", "indentation_m", "peak_force_N"] {
        let [a, b] = [&own, &fast].map(|outcome| outcome.value(name).unwrap());
        assert!((b / a - 1.0).abs() < pressure, "{name}: {a} {b} {pressure}");
    }
}

#[test]
fn counts_and_numbers_do_not_depend_on_threads() {
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let hip = hip(&|_| {}).with_surrogate(fitted()).unwrap();
        pool.install(|| hip.run(&Unwatched).unwrap())
    };
    let [one, three] = [1, 3].map(run);
    assert_eq!((one.headline, one.work), (three.headline, three.work));
}

#[test]
fn a_file_comes_back_and_others_are_refused() {
    let (surrogate, bytes) = (fitted(), fitted().write().unwrap());
    assert_eq!(HipSurrogate::read(&bytes).unwrap().write().unwrap(), bytes);
    let wide = hip(&|p| p.implant.clearance = Some(Length::micrometres(100.0)));
    let problem = wide.with_surrogate(surrogate.clone()).expect_err("another clearance");
    assert!(problem.path == "surrogate.path" && problem.message.contains("another contact"), "{problem:?}");
    let hertz = hip(&|p| p.contact = Contact::Hertz(Default::default()));
    assert_eq!(hertz.fit_surrogate(&HipSurrogate::SETTINGS, "", &Unwatched).err(), Some(HipError::FitOfHertz));
    assert!(hertz.with_surrogate(surrogate).expect_err("no foundation").message.contains("Hertz"));
    let later =
        String::from_utf8(bytes).unwrap().replace("\"joint\":\"hip\",\"version\":1", "\"joint\":\"hip\",\"version\":9");
    let problem = HipSurrogate::read(later.as_bytes()).expect_err("another version");
    assert!(problem.message.contains("version 9") && problem.message.contains("version 1"), "{problem:?}");
    assert!(HipSurrogate::read(b"no json").is_err());
}
