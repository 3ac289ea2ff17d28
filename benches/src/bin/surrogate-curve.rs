//! Error against cost of surrogates of the knee replacement in a simulator:
//! `surrogate-curve [SAMPLES [MARGIN [STRETCH [SPREAD [FOLDER]]]]]`: poses for each piece of the motion, factors of the usual
//! margins around it and of the usual lengths of the pieces, spread of the gaps in a cell, and where to keep the fits.
//! `surrogate-curve again FILE` takes one of them and runs the gait with it.
//!
//! The gait is simulated with the foundation, poses around it are sampled, and every kind is fitted to them at several
//! orders. Times are processor times.
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::time::Instant;

use joints::Unwatched;
use joints::replacement::parameters::{Coulomb, Experiment, Friction, LoadDriven};
use joints::replacement::{ContactSurrogate, Cycle, Parameters, Replacement, shipped};
use mechanics::contact::surfaces::Twist;
use mechanics::contact::surrogate::{BoundPair, Kind, SurrogateSettings, TubeSettings, compute_pose};
use results::Outcome;

fn knee() -> Result<Replacement, Box<dyn Error>> {
    let parameters = Parameters {
        experiment: Experiment::LoadDriven(LoadDriven::default()),
        friction: Friction::Coulomb(Coulomb::default()),
        ..Parameters::default()
    };
    let (designed, parts) = synovia_benches::knee::design()?;
    let cycle =
        Cycle::new(&parameters.activity, &designed.pose(&parameters), &shipped::waveform()).map_err(|p| p.message)?;
    let problems = |found: Vec<joints::Problem>| found.into_iter().map(|p| p.message).collect::<Vec<_>>().join("; ");
    Ok(Replacement::new(parameters, &parts, cycle).map_err(problems)?)
}

/// Seconds of processor time so far.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks: f64 = stat.split(' ').skip(13).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    0.01 * ticks
}

/// Microseconds of an evaluation with derivatives along the motion.
fn evaluate(bound: &BoundPair) -> f64 {
    let poses: Vec<_> = bound.surrogate().motions().iter().flatten().map(compute_pose).collect();
    let mut scratch = bound.scratch();
    let begun = processor();
    let mut count = 0u32;
    while processor() - begun < 0.2 {
        for pose in &poses {
            std::hint::black_box(bound.evaluate(pose, &Twist::REST, true, &mut scratch));
            count += 1;
        }
    }
    1e6 * (processor() - begun) / f64::from(count)
}

/// The gait with a surrogate, and seconds of processor time.
fn run(knee: &Replacement, surrogate: ContactSurrogate) -> Result<(Outcome, f64), Box<dyn Error>> {
    let swift = knee.clone().with_surrogate(surrogate).map_err(|problem| problem.message)?;
    let begun = processor();
    let mut count = 1;
    let mut outcome = swift.run(&Unwatched)?;
    while processor() - begun < 1.0 {
        outcome = swift.run(&Unwatched)?;
        count += 1;
    }
    Ok((outcome, (processor() - begun) / f64::from(count)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let number = |place: usize, usual: f64| std::env::args().nth(place).and_then(|a| a.parse().ok()).unwrap_or(usual);
    let initial = number(1, 100.0) as usize;
    let usual = TubeSettings::default();
    let narrow =
        |widths: [f64; 6], factor: f64| std::array::from_fn(|k| if k == 1 { widths[k] } else { factor * widths[k] });
    let margin = number(2, 1.0);
    let tube = TubeSettings {
        margins: narrow(usual.margins, margin),
        stretches: narrow(usual.stretches, number(3, 1.0)),
        spread: number(4, usual.spread),
        ..usual
    };
    let knee = knee()?;
    if std::env::args().nth(1).as_deref() == Some("again") {
        let file = std::env::args().nth(2).ok_or("which file?")?;
        let (outcome, each) = run(&knee, ContactSurrogate::read(&std::fs::read(file)?).map_err(|p| p.message)?)?;
        println!("{:.2} ms, {:?}", 1e3 * each, outcome.work);
        return Ok(());
    }
    let begun = processor();
    let full = knee.run(&Unwatched)?;
    let cost = processor() - begun;
    let begun = processor();
    knee.compute_motions(&Unwatched)?;
    let bare = processor() - begun;
    println!(
        "foundation: {cost:.2} s of processor time for one gait cycle, {bare:.2} s without maps, wear and results"
    );
    let settings = SurrogateSettings {
        kind: Kind::ResponseSurface,
        initial,
        refinement: initial / 6,
        held_out: 20,
        order: 2,
        seed: 5,
    };
    let (begun, wall) = (processor(), Instant::now());
    let design = knee.draw_design((&tube, &settings), "surrogate-curve", &Unwatched)?;
    println!(
        "design: {:.1} s of processor time, {:.1} s, {} poses held out",
        processor() - begun,
        wall.elapsed().as_secs_f64(),
        design.held_out().len()
    );
    println!(
        "kind, order: fit s | poses inside, force rms, 95 %, greatest % | moment rms % | pressure, area rms % | gait ms, ratio, ratio to the bare motion, fallbacks, evaluations | peak pressure, medial force, area off %"
    );
    for kind in [Kind::ResponseSurface, Kind::PolyFourier, Kind::Kriging] {
        for order in [2, 3, 4] {
            if kind == Kind::Kriging && order > 2 {
                continue;
            }
            let begun = processor();
            let fitted = design.fit(&SurrogateSettings { kind, order, ..settings })?;
            let fit = processor() - begun;
            let a = *fitted.accuracy();
            let (pieces, loo) = (fitted.size(), 1e6 * fitted.leave_one_out());
            let (points, functions) = design.bind(&fitted)?.size();
            let micros = evaluate(&design.bind(&fitted)?);
            let surrogate = ContactSurrogate::from(fitted);
            if let Some(folder) = std::env::args().nth(5) {
                std::fs::write(format!("{folder}/{kind:?}-{order}.json"), surrogate.write()?)?;
            }
            let (outcome, each) = run(&knee, surrogate)?;
            let work = |name: &str| outcome.work.iter().find(|(known, _)| known == name).map_or(0, |(_, count)| *count);
            let off = |name: &str| {
                100.0 * (outcome.value(name).unwrap_or(f64::NAN) / full.value(name).unwrap_or(f64::NAN) - 1.0)
            };
            println!(
                "{kind:?}, {order} ({pieces} pieces, {points:.0} cells, {functions:.0} functions, {micros:.1} µs, gaps {loo:.3} µm): {fit:.1} | {}, {:.2}, {:.2}, {:.2} | {:.2} | {:.2}, {:.2} | {:.2}, {:.0}, {:.0}, {}, {} | {:.2}, {:.2}, {:.2}",
                a.poses,
                1e2 * a.force_rms,
                1e2 * a.force_95,
                1e2 * a.force_greatest,
                1e2 * a.moment_rms,
                1e2 * a.peak_pressure_rms,
                1e2 * a.area_rms,
                1e3 * each,
                cost / each,
                bare / each,
                work("surrogate_fallbacks"),
                work("surrogate_evaluations"),
                off("peak_pressure_Pa"),
                off("medial_peak_force_N"),
                off("largest_contact_area_m2"),
            );
        }
    }
    Ok(())
}
