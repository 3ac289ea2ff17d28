//! A lifetime of a hip: what must come out, and what is refused.
#![allow(clippy::unwrap_used)]

#[path = "common/maps.rs"]
mod maps;

use std::sync::Mutex;

use joints::hip::parameters::{
    ActivityShare, Contact, Cycles, Experiment, FiniteElements, HertzContact, Lifetime, Material, Output, QuasiStatic,
    RunIn, Static, WearLawName,
};
use joints::hip::{Hip, LoadCycle, Parameters, check, shipped};
use joints::{Unwatched, Watch};
use quantity::{Angle, Force, Length, WearFactor};
use results::Outcome;

/// The base case on independent springs, whose closed forms and costs are what these tests are about.
fn springs() -> Parameters {
    Parameters { contact: Contact::springs(), ..Parameters::default() }
}

/// Two million cycles on a coarse cup.
fn parameters() -> Parameters {
    let mut parameters = Parameters {
        experiment: Experiment::QuasiStatic(QuasiStatic::default()),
        output: Output { frames: 31, elements: 600 },
        lifetime: Some(Lifetime { cycles: Cycles::new(2e6), tolerance: 0.02, ..Lifetime::default() }),
        ..springs()
    };
    parameters.implant.clearance = Some(Length::micrometres(150.0));
    parameters.wear.factor = Some(WearFactor::from_si(1e-15));
    parameters
}

fn hip(parameters: Parameters) -> Hip {
    let samples = shipped::find("iso-14242-1-style").unwrap().samples(836.0, None);
    Hip::new(parameters, LoadCycle::new(&samples).unwrap()).unwrap()
}

fn run(change: impl Fn(&mut Parameters)) -> Outcome {
    let mut parameters = parameters();
    change(&mut parameters);
    hip(parameters).run(&Unwatched).unwrap()
}

fn value(outcome: &Outcome, name: &str) -> f64 {
    outcome.value(name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn a_cup_wears_in_and_creeps() {
    let outcome = run(|_| ());
    let (first, last) = (value(&outcome, "peak_pressure_first_Pa"), value(&outcome, "peak_pressure_last_Pa"));
    assert!(last < 0.95 * first, "{first} {last}");
    assert!(value(&outcome, "contact_area_last_m2") > value(&outcome, "contact_area_first_m2"));
    assert!(
        value(&outcome, "creep_depth_m") > 50e-6 && value(&outcome, "penetration_m") > value(&outcome, "worn_depth_m")
    );
    // One cycle on the new surface wears a little less than those that follow.
    assert!((-0.2..-0.02).contains(&value(&outcome, "one_cycle_error_ratio")));
    results::check_names(&outcome).unwrap();
    assert_eq!(outcome.surfaces[0].times, [0.0, 1.0, 2.0]);
}

/// The first cycle is that of a run without a lifetime, but for the direction of the push (of order δ/R) and the elements.
#[test]
fn the_first_cycle_is_that_of_the_closed_form() {
    let lifetime = run(|_| ());
    let single = run(|p| p.lifetime = None);
    let (a, b) = (
        value(&lifetime, "wear_volume_per_million_cycles_first_m3"),
        value(&single, "wear_volume_per_million_cycles_m3"),
    );
    assert!((a / b - 1.0).abs() < 0.02, "{a} {b}");
    let (a, b) = (value(&lifetime, "peak_pressure_first_Pa"), value(&single, "peak_pressure_Pa"));
    assert!((a / b - 1.0).abs() < 0.05, "{a} {b}");
}

#[test]
fn a_steeper_cup_wears_deeper_and_more_activities_are_their_mean() {
    let deep = |degrees: f64| value(&run(|p| p.implant.inclination = Angle::degrees(degrees)), "worn_depth_m");
    assert!(deep(60.0) > 1.1 * deep(45.0));
    let mix = |shares: &[(&str, f64)]| {
        let activities: Vec<ActivityShare> =
            shares.iter().map(|(cycle, share)| ActivityShare { cycle: (*cycle).into(), share: *share }).collect();
        let outcome = run(|p| {
            let asked = p.lifetime.as_mut().unwrap();
            (asked.activities, asked.cycles) = (activities.clone(), Cycles::new(1e4));
        });
        value(&outcome, "wear_volume_per_million_cycles_first_m3")
    };
    let (walking, stairs) = (mix(&[("walking", 1.0)]), mix(&[("stairs-up", 1.0)]));
    let both = mix(&[("walking", 0.75), ("stairs-up", 0.25)]);
    // Archard's law adds up.
    assert!((both / (0.75 * walking + 0.25 * stairs) - 1.0).abs() < 1e-9);
}

/// Keeps checkpoints and stops when it is told to.
#[derive(Default)]
struct Stopping(Mutex<(Option<String>, usize)>);

impl Watch for Stopping {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        let mut state = self.0.lock().unwrap();
        state.1 += 1;
        state.1 == 5
    }
    fn keep(&self, checkpoint: &str) {
        self.0.lock().unwrap().0 = Some(checkpoint.into());
    }
    fn kept(&self) -> Option<String> {
        self.0.lock().unwrap().0.clone()
    }
}

#[test]
fn a_lifetime_that_was_stopped_has_the_same_bits_on_any_number_of_threads() {
    let hip = hip(parameters());
    let whole = hip.run(&Unwatched).unwrap();
    let watch = Stopping::default();
    assert!(hip.run(&watch).is_err());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let resumed = pool.install(|| hip.run(&watch)).unwrap();
    assert_eq!((resumed.headline, resumed.series), (whole.headline, whole.series));
}

#[test]
fn wear_through_ends_the_lifetime_and_keeps_its_results() {
    let outcome = run(|p| {
        p.implant.liner_thickness = Length::millimetres(2.0);
        p.wear.factor = Some(WearFactor::from_si(2e-14));
    });
    assert!(value(&outcome, "worn_through_million_cycles_count") < 2.0);
    assert!(outcome.warnings.iter().any(|warning| warning.code == "worn-through"));
    assert!(value(&outcome, "worn_volume_m3") > 0.0);
}

#[test]
fn lifetimes_that_cannot_be_are_refused_by_name() {
    let wrong = |change: fn(&mut Parameters)| {
        let mut parameters = parameters();
        change(&mut parameters);
        check(&parameters).into_iter().map(|problem| problem.path).collect::<Vec<_>>()
    };
    assert_eq!(wrong(|p| p.lifetime.as_mut().unwrap().cycles = Cycles::new(0.0)), ["lifetime.cycles"]);
    assert_eq!(wrong(|p| p.lifetime.as_mut().unwrap().at = vec![Cycles::new(3e6)]), ["lifetime.at.0"]);
    let shares = wrong(|p| {
        p.lifetime.as_mut().unwrap().activities = vec![ActivityShare { cycle: "walking".into(), share: 0.7 }]
    });
    assert_eq!(shares, ["lifetime.activities"]);
    assert_eq!(wrong(|p| p.contact = Contact::Hertz(HertzContact {})), ["lifetime"]);
    assert_eq!(wrong(|p| p.experiment = Experiment::Static(Static::default())), ["experiment.static"]);
    assert_eq!(wrong(|p| p.wear.law = WearLawName::Kang), ["wear.factor"]);
    let memory = wrong(|p| (p.wear.law, p.lifetime) = (WearLawName::Memory, None));
    assert_eq!(memory, ["wear.law"]);
}

#[test]
fn neither_elements_nor_frames_decide() {
    let volume = |frames: usize, elements: usize| {
        let outcome = run(|p| p.output = Output { frames, elements });
        [value(&outcome, "worn_volume_m3"), value(&outcome, "worn_depth_m"), value(&outcome, "creep_depth_m")]
    };
    let (usual, finer, more) = (volume(31, 600), volume(31, 2400), volume(61, 600));
    for k in 0..3 {
        assert!((finer[k] / usual[k] - 1.0).abs() < 0.02, "elements: {usual:?} {finer:?}");
        assert!((more[k] / usual[k] - 1.0).abs() < 0.03, "frames: {usual:?} {more:?}");
    }
}

fn by_finite_elements(parameters: &mut Parameters, cells: usize) {
    parameters.contact = Contact::FiniteElements(FiniteElements { cells: Some(cells), ..FiniteElements::default() });
}

/// With Archard's law the volume follows the load, whatever carries it; pressures differ by some percent.
#[test]
fn finite_elements_wear_as_springs_do_and_cells_do_not_decide() {
    let springs = run(|_| ());
    let [coarse, fine] = [12, 16].map(|cells| run(|p| by_finite_elements(p, cells)));
    let ratio = |a: &Outcome, b: &Outcome, name: &str| value(a, name) / value(b, name) - 1.0;
    assert!(ratio(&fine, &springs, "worn_volume_m3").abs() < 0.06, "{}", ratio(&fine, &springs, "worn_volume_m3"));
    assert!(ratio(&coarse, &fine, "worn_volume_m3").abs() < 0.02, "{}", ratio(&coarse, &fine, "worn_volume_m3"));
    assert!(ratio(&coarse, &fine, "worn_depth_m").abs() < 0.06, "{}", ratio(&coarse, &fine, "worn_depth_m"));
    assert!(value(&fine, "peak_pressure_last_Pa") < value(&fine, "peak_pressure_first_Pa"));
    // The depth map is the volume.
    let surface = &fine.surfaces[0];
    assert_eq!(surface.surface.cells() * surface.times.len(), surface.fields[0].values.len());
    results::check_names(&fine).unwrap();
}

#[test]
fn finite_elements_go_on_to_the_same_bits_on_any_number_of_threads() {
    let mut parameters = parameters();
    by_finite_elements(&mut parameters, 12);
    parameters.lifetime.as_mut().unwrap().cycles = Cycles::new(2e5);
    let hip = hip(parameters);
    let whole = hip.run(&Unwatched).unwrap();
    let watch = Stopping::default();
    assert!(hip.run(&watch).is_err());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let resumed = pool.install(|| hip.run(&watch)).unwrap();
    assert_eq!((resumed.headline, resumed.series), (whole.headline, whole.series));
}

/// A worn surface that goes out comes back: the next cycle is that of the end of the lifetime, and a lifetime goes on from it.
#[test]
fn a_worn_surface_is_an_input() {
    let first = run(|p| p.output = Output { frames: 31, elements: 2400 });
    let shape = first.surfaces.iter().find(|s| s.name == "worn_cup_shape").unwrap().surface.clone();
    let mut parameters = parameters();
    parameters.output = Output { frames: 31, elements: 2400 };
    parameters.lifetime = None;
    let new = hip(parameters.clone()).run(&Unwatched).unwrap();
    let single = hip(parameters.clone()).with_worn(&shape).unwrap().run(&Unwatched).unwrap();
    let (found, last) = (value(&single, "peak_pressure_Pa"), value(&first, "peak_pressure_last_Pa"));
    assert!((found / last - 1.0).abs() < 0.04, "{found} {last}, new {}", value(&new, "peak_pressure_Pa"));
    let (found, last) =
        (value(&single, "wear_volume_per_million_cycles_m3"), value(&first, "wear_volume_per_million_cycles_last_m3"));
    assert!((found / last - 1.0).abs() < 0.02, "{found} {last}");
    parameters.lifetime = Some(Lifetime { cycles: Cycles::new(1e4), creep: false, ..Lifetime::default() });
    let on = hip(parameters.clone()).with_worn(&shape).unwrap().run(&Unwatched).unwrap();
    let (found, last) = (value(&on, "peak_pressure_first_Pa"), value(&first, "peak_pressure_last_Pa"));
    assert!((found / last - 1.0).abs() < 0.04, "{found} {last}");
    // That of another cup is refused.
    let far = results::Surface { points: shape.points.iter().map(|p| p.map(|x| 1e3 * x)).collect(), ..shape };
    assert_eq!(hip(parameters).with_worn(&far).unwrap_err().path, "implant.worn.path");
}

/// A sphere that is given as a worn surface is the closed form, but for its facets.
#[test]
fn an_unworn_surface_changes_nothing() {
    let mut parameters = parameters();
    parameters.output = Output { frames: 31, elements: 2400 };
    parameters.lifetime = None;
    let new = hip(parameters.clone()).run(&Unwatched).unwrap();
    let shape = new.surfaces[0].surface.clone();
    let same = hip(parameters).with_worn(&shape).unwrap().run(&Unwatched).unwrap();
    for name in ["peak_pressure_Pa", "wear_volume_per_million_cycles_m3"] {
        let (a, b) = (value(&same, name), value(&new, name));
        assert!((a / b - 1.0).abs() < 0.04, "{name}: {a} {b}");
    }
}

/// CoCr on CoCr by its own factor, by finite elements or on springs.
fn metal(parameters: &mut Parameters) {
    let cocr = || Material::Named("CoCr".into());
    (parameters.implant.head_material, parameters.implant.liner_material) = (cocr(), cocr());
    parameters.implant.clearance = Some(Length::micrometres(50.0));
    parameters.wear.factor = None;
    parameters.output.elements = 1000;
}

/// Both parts lose the same volume by the same law, run in together, and the head's map is its volume.
#[test]
fn a_metal_head_wears_with_its_cup() {
    let outcome = run(metal);
    let (cup, head) = (value(&outcome, "worn_volume_m3"), value(&outcome, "head_worn_volume_m3"));
    assert!((head / cup - 1.0).abs() < 1e-9, "{cup} {head}");
    assert_eq!(value(&outcome, "creep_depth_m"), 0.0, "metal does not creep");
    let rate = |name: &str| value(&outcome, name);
    let (first, last) =
        (rate("wear_volume_per_million_cycles_first_m3"), rate("wear_volume_per_million_cycles_last_m3"));
    assert!((7.0..10.0).contains(&(first / last)), "it runs in nine times as fast: {first} {last}");
    assert!(outcome.warnings.iter().any(|warning| warning.code == "springs-on-hard"));
    assert!(outcome.warnings.iter().all(|warning| warning.code != "wear-factor-assumed"));
    results::check_names(&outcome).unwrap();
    let map = outcome.surfaces.iter().find(|surface| surface.name == "worn_head").unwrap();
    assert_eq!(map.fields[0].values.len(), map.surface.points.len() * map.times.len());
    // Without wear of the head the cup is told of itself alone.
    let alone = run(|p| {
        metal(p);
        p.wear.head_factor = Some(WearFactor::from_si(0.0));
    });
    assert!(alone.value("head_worn_volume_m3").is_none() && alone.surfaces.iter().all(|s| s.name != "worn_head"));
    assert!((value(&alone, "worn_volume_m3") / cup - 1.0).abs() < 0.05);
}

#[test]
fn a_worn_head_goes_on_to_the_same_bits_on_any_number_of_threads() {
    let mut parameters = parameters();
    metal(&mut parameters);
    by_finite_elements(&mut parameters, 12);
    parameters.lifetime.as_mut().unwrap().cycles = Cycles::new(5e5);
    let hip = hip(parameters);
    let whole = hip.run(&Unwatched).unwrap();
    let watch = Stopping::default();
    assert!(hip.run(&watch).is_err());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let resumed = pool.install(|| hip.run(&watch)).unwrap();
    assert_eq!((resumed.headline, resumed.series), (whole.headline, whole.series));
}

#[test]
fn heads_that_cannot_wear_so_are_refused_by_name() {
    let wrong = |change: fn(&mut Parameters)| {
        let mut parameters = parameters();
        metal(&mut parameters);
        change(&mut parameters);
        check(&parameters).into_iter().map(|problem| problem.path).collect::<Vec<_>>()
    };
    assert_eq!(wrong(|p| p.wear.head_factor = Some(WearFactor::from_si(-1e-17))), ["wear.head-factor"]);
    let alone = wrong(|p| (p.wear.head_factor, p.lifetime) = (Some(WearFactor::from_si(1e-17)), None));
    assert_eq!(alone, ["wear.head-factor"]);
    assert_eq!(wrong(|p| p.wear.law = WearLawName::Kang), ["wear.law"]);
    let times = |times: f64| RunIn { times, cycles: Cycles::new(5e5) };
    assert_eq!(wrong(|_| ()), [""; 0]);
    let mut parameters = parameters();
    parameters.lifetime.as_mut().unwrap().run_in = Some(times(-1.0));
    assert_eq!(check(&parameters)[0].path, "lifetime.run-in.times");
    parameters.lifetime.as_mut().unwrap().run_in = Some(RunIn { times: 2.0, cycles: Cycles::new(0.0) });
    assert_eq!(check(&parameters)[0].path, "lifetime.run-in.cycles");
    parameters.lifetime.as_mut().unwrap().run_in = None;
    parameters.lifetime.as_mut().unwrap().smoothing = Some(Length::millimetres(20.0));
    assert_eq!(check(&parameters)[0].path, "lifetime.smoothing");
}

/// Kang's law lets differences between elements grow where the pressure is above 3.4 MPa; smoothing ends that, and takes nothing
/// from the volume of a cycle.
#[test]
fn smoothing_keeps_the_volume_of_a_cycle() {
    let by_kang = |width: Option<f64>| {
        run(|p| {
            (p.wear.law, p.wear.factor) = (WearLawName::Kang, None);
            p.lifetime.as_mut().unwrap().smoothing = width.map(Length::millimetres);
        })
    };
    let (plain, smooth) = (by_kang(None), by_kang(Some(1.5)));
    let ratio = |name: &str| value(&smooth, name) / value(&plain, name) - 1.0;
    assert!(ratio("wear_volume_per_million_cycles_first_m3").abs() < 1e-12);
    assert!(ratio("worn_volume_m3").abs() < 0.05, "{}", ratio("worn_volume_m3"));
}

/// Liu's law counts whatever touches. What touches lightly counts by its share, so that the rate of wear has no step where the
/// swing load rests: before, 175 cycles were evaluated and the estimated errors came to 16 %. The volume is that of the step, at a
/// tolerance ten times as small (1069 cycles).
#[test]
fn wear_by_area_is_followed_in_few_cycles_with_an_error_that_is_one() {
    let outcome = run(|parameters| {
        (parameters.wear.law, parameters.wear.factor) = (WearLawName::Liu, None);
    });
    let evaluations = outcome.work.iter().find(|(name, _)| name == "cycle_evaluations").unwrap().1;
    assert!(evaluations < 130, "{evaluations}");
    assert!(value(&outcome, "volume_error_ratio") < 0.08, "{}", value(&outcome, "volume_error_ratio"));
    let volume = value(&outcome, "worn_volume_m3");
    assert!((volume / 39.275e-9 - 1.0).abs() < 0.005, "{volume}");
}

#[test]
fn the_largest_values_of_the_maps_are_those_of_the_headline() {
    maps::end_as_the_headline_says(&run(|_| ()), "worn_cup");
}

/// Two hundred thousand cycles with a swing load of 70 N and centres that do not meet.
fn mismatched(millimetres: f64, by_elements: bool) -> Outcome {
    run(|p| {
        if by_elements {
            by_finite_elements(p, 12);
        }
        let asked = p.lifetime.as_mut().unwrap();
        asked.cycles = Cycles::new(2e5);
        asked.swing_load = Some(Force::newtons(70.0));
        asked.mismatch = (millimetres > 0.0).then(|| Length::millimetres(millimetres));
    })
}

/// Highest pressure over the first cycle on elements less than 6° inside of the rim.
fn rim_pressure(outcome: &Outcome) -> f64 {
    let record = outcome.surfaces.iter().find(|s| s.name == "worn_cup").unwrap();
    let field = record.fields.iter().find(|f| f.name == "peak_pressure_Pa").unwrap();
    let middles: Vec<[f64; 3]> = (0..record.surface.cells())
        .map(|cell| {
            let corners = record.surface.cell(cell);
            let sum = |axis: usize| corners.iter().map(|k| record.surface.points[*k as usize][axis]).sum::<f64>();
            let middle = [0, 1, 2].map(sum);
            let size = middle.iter().map(|x| x * x).sum::<f64>().sqrt();
            middle.map(|x| x / size)
        })
        .collect();
    // The cup opens away from its pole, which the map is looked at from.
    let height = |middle: &[f64; 3]| -(0..3).map(|k| middle[k] * record.view_from[k]).sum::<f64>();
    let lowest = middles.iter().map(height).fold(f64::INFINITY, f64::min);
    let at_rim = |middle: &[f64; 3]| height(middle).acos() > lowest.acos() - 6f64.to_radians();
    let pressures = middles.iter().zip(&field.values).filter(|(middle, _)| at_rim(middle)).map(|(_, p)| f64::from(*p));
    pressures.fold(0.0, f64::max)
}

/// Under 70 N a spring draws the head towards the rim of a cup whose centre is elsewhere: measured on 36 mm heads at 45°, a mismatch
/// of 4 mm separates them, loads the rim and wears 21.5 ± 5.5 instead of 12.8 ± 3.8 mm³ in a million cycles (Orthopaedic Proceedings). Here
/// as there: more with more mismatch, at the rim, and never by more than the mismatch itself.
#[test]
fn a_mismatch_of_the_centres_separates_them_loads_the_rim_and_wears_more() {
    let mut rates = Vec::new();
    for by_elements in [false, true] {
        let [none, two, four] = [0.0, 2.0, 4.0].map(|millimetres| mismatched(millimetres, by_elements));
        let rate = |outcome: &Outcome| value(outcome, "wear_volume_per_million_cycles_first_m3");
        assert!(rate(&none) < rate(&two) && 1.1 * rate(&none) < rate(&four), "{by_elements}");
        let deep = |outcome: &Outcome| value(outcome, "worn_depth_m");
        assert!(deep(&none) < deep(&two) && 1.3 * deep(&none) < deep(&four), "{by_elements}");
        assert!(none.value("dynamic_separation_m").is_none());
        let apart = [&two, &four].map(|outcome| value(outcome, "dynamic_separation_m"));
        assert!(0.5e-3 < apart[0] && apart[0] < 2e-3 && apart[0] < apart[1] && apart[1] < 4e-3, "{apart:?}");
        // Under 3 kN the patch reaches the rim as it is; now nothing is pressed harder than the rim.
        let rim = [&none, &two, &four].map(rim_pressure);
        assert!(rim[0] < rim[1] && 3.0 * rim[0] < rim[2], "{by_elements}: {rim:?}");
        assert!((rim[2] / value(&four, "peak_pressure_first_Pa") - 1.0).abs() < 1e-6, "{by_elements}: {rim:?}");
        assert!(four.warnings.iter().any(|warning| warning.code == "rim-contact"));
        rates.push((rate(&none), rate(&four), apart[1]));
    }
    // Where the head rests is a matter of forces: springs and elements agree.
    let (springs, elements) = (rates[0], rates[1]);
    for ratio in [elements.0 / springs.0, elements.1 / springs.1, elements.2 / springs.2] {
        assert!((ratio - 1.0).abs() < 0.02, "{rates:?}");
    }
}

/// The worn volume by its depths, by the integral of its rate and by the exported shape. A cell of solid angle Ω that lies deeper by
/// d takes Ω ((R + d)³ − R³)/3 = a (d + d²/R + d³/3R²) from a ball of radius R: that much the shape must enclose.
#[test]
fn the_worn_volume_is_the_same_by_three_ways() {
    for by_elements in [false, true] {
        let outcome = run(|p| {
            p.output = Output { frames: 31, elements: 2400 };
            p.lifetime.as_mut().unwrap().cycles = Cycles::new(1e7);
            if by_elements {
                by_finite_elements(p, 12);
            }
        });
        assert!(
            value(&outcome, "worn_volume_balance_ratio").abs() < 5e-3,
            "{}",
            value(&outcome, "worn_volume_balance_ratio")
        );
        let end = outcome.surfaces.iter().find(|s| s.name == "worn_cup_shape").unwrap();
        let field = |name: &str| &end.fields.iter().find(|f| f.name == name).unwrap().values;
        let depths: Vec<f64> = (field("worn_depth_m").iter().zip(field("creep_depth_m")))
            .map(|(worn, crept)| f64::from(*worn) + f64::from(*crept))
            .collect();
        let enclosed = value(&outcome, "shape_volume_m3");
        let by_law = value(&outcome, "worn_volume_m3") + value(&outcome, "creep_volume_m3");
        if !by_elements {
            let new = outcome.surfaces.iter().find(|s| s.name == "worn_cup").unwrap();
            let size = |point: &[f64; 3]| point.iter().map(|x| x * x).sum::<f64>().sqrt();
            let radius = new.surface.points.iter().map(size).fold(0.0, f64::max);
            let area = std::f64::consts::TAU * radius * radius / depths.len() as f64;
            let exact: f64 =
                depths.iter().map(|d| area * (d + d * d / radius + d.powi(3) / (3.0 * radius * radius))).sum();
            assert!((enclosed / exact - 1.0).abs() < 0.01, "{enclosed} {exact}");
            assert!((area * depths.iter().sum::<f64>() / by_law - 1.0).abs() < 1e-5, "{by_law}");
        }
        // The depth of a millimetre over a radius of fourteen: some percent.
        let more = value(&outcome, "shape_balance_ratio");
        assert!((enclosed / by_law - 1.0 - more).abs() < 1e-9 && (0.02..0.08).contains(&more), "{by_elements}: {more}");
        let said = outcome.warnings.iter().find(|warning| warning.code == "volume-balance").unwrap();
        assert_eq!(said.severity, results::Severity::Note);
    }
}

/// Kang's law was fitted to 1 to 11 MPa: a small head in a wide cup is beyond that, which one cycle says as a lifetime does.
#[test]
fn pressures_outside_of_the_fit_are_told_by_their_share_of_the_surface() {
    for lifetime in [true, false] {
        let text = |law: WearLawName| {
            let outcome = run(|p| {
                (p.wear.law, p.wear.factor) = (law, None);
                p.lifetime = p.lifetime.take().filter(|_| lifetime);
            });
            outcome.warnings.into_iter().find(|warning| warning.code == "outside-of-fit")
        };
        let said = text(WearLawName::Kang).unwrap();
        assert_eq!(said.severity, results::Severity::Caution);
        assert!(
            said.text.contains("1 to 11 MPa") && said.text.contains("Of the surface that touches"),
            "{}",
            said.text
        );
        assert!(text(WearLawName::Archard).is_none() && text(WearLawName::Liu).is_none());
    }
}

/// The standard mounts a cup at 30° to the load of its part 1: at 45° a note says so, at 30° and under a patient's load none does.
#[test]
fn a_cup_that_lies_otherwise_than_the_standard_mounts_it_is_told() {
    let noted = |degrees: f64, activity: Option<&str>| {
        let outcome = run(|p| {
            p.implant.inclination = Angle::degrees(degrees);
            let asked = p.lifetime.as_mut().unwrap();
            asked.cycles = Cycles::new(1e4);
            asked.activities =
                activity.iter().map(|cycle| ActivityShare { cycle: (*cycle).into(), share: 1.0 }).collect();
        });
        outcome.warnings.iter().any(|warning| warning.code == "mounted-otherwise")
    };
    assert!(noted(45.0, None) && !noted(30.0, None));
    assert!(!noted(45.0, Some("walking")) && !noted(65.0, Some("iso-14242-4-style")));
}
