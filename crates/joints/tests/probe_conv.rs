//! Temporary probe.
#![allow(clippy::unwrap_used)]
use joints::Unwatched;
use joints::hip::parameters::*;
use joints::hip::*;
fn cycle(name: &str) -> LoadCycle {
    LoadCycle::new(&shipped::find(name).unwrap().samples(836.0, None)).unwrap()
}
fn centres(start: Start, scheme: SchemeName, tolerance: f64, frames: usize) -> (Vec<[f64; 3]>, f64, std::time::Duration, u64) {
    let mut p = Parameters::default();
    p.output = Output { frames, elements: 10 };
    p.experiment = Experiment::Dynamic(Dynamic { scheme, tolerance, start, most_cycles: 1, ..Dynamic::default() });
    let t = std::time::Instant::now();
    let o = match Hip::new(p, cycle("walking")).unwrap().run(&Unwatched) { Ok(o) => o, Err(e) => { eprintln!("{scheme:?} {tolerance} {e}"); return (vec![], 0.0, t.elapsed(), 0); } };
    let t = t.elapsed();
    let c = |n: &str| o.series.column(&format!("head_centre_{n}_m")).unwrap().values.clone();
    let (a, s, l) = (c("anterior"), c("superior"), c("lateral"));
    ((0..a.len()).map(|i| [a[i], s[i], l[i]]).collect(), o.value("peak_pressure_Pa").unwrap(), t, o.work[0].1)
}
#[test]
fn tolerance() {
    for start in [Start::Centre, Start::Equilibrium] {
        let (reference, pr, t, n) = centres(start, SchemeName::DormandPrince, 1e-11, 1001);
        eprintln!("ref {t:?} steps {n} {pr}");
        for scheme in [SchemeName::Rosenbrock, SchemeName::Rkf45, SchemeName::DormandPrince] {
            for e in 3..=9 {
                let tol = 10f64.powi(-e);
                let (c, p, t, n) = centres(start, scheme, tol, 1001);
                let err = c.iter().zip(&reference).map(|(a, b)| (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()).fold(0.0, f64::max) / 80e-6;
                eprintln!("{start:?} {scheme:?} {tol:e} err {err:.3e} peak {:.2e} steps {n} {t:?}", (p / pr - 1.0).abs());
            }
        }
    }
}
#[test]
fn frames() {
    for name in ["walking", "walking-opensim", "iso-14242-1-style"] {
        let run = |frames| {
            let mut p = Parameters::default();
            p.output = Output { frames, elements: 10 };
            p.experiment = Experiment::QuasiStatic(QuasiStatic::default());
            let o = Hip::new(p, cycle(name)).unwrap().run(&Unwatched).unwrap();
            [o.value("sliding_distance_m").unwrap(), o.value("sliding_distance_euler_m").unwrap(), o.value("load_times_sliding_N_m").unwrap()]
        };
        let r = run(25601);
        let mut before = [0.0; 3];
        for n in [25, 50, 100, 200, 400, 800, 1600] {
            let x = run(n + 1);
            let e: Vec<f64> = (0..3).map(|i| (x[i] / r[i] - 1.0).abs()).collect();
            eprintln!("{name} {n} {:.7} {e:?} orders {:?}", x[0] * 1e3, (0..3).map(|i| (before[i] / e[i]).log2()).collect::<Vec<f64>>());
            before = [e[0], e[1], e[2]];
        }
    }
}
#[test]
fn elements() {
    let run = |elements| {
        let mut p = Parameters::default();
        p.output = Output { frames: 21, elements };
        p.experiment = Experiment::QuasiStatic(QuasiStatic::default());
        let o = Hip::new(p, cycle("walking")).unwrap().run(&Unwatched).unwrap();
        o.value("wear_volume_per_cycle_m3").unwrap()
    };
    let t = std::time::Instant::now();
    let r = run(512_000);
    eprintln!("{:?}", t.elapsed());
    let mut before = 0.0;
    for n in [125, 250, 500, 1000, 2000, 4000, 8000, 16000, 32000, 64000] {
        let e = (run(n) / r - 1.0).abs();
        eprintln!("{n} {e:.3e} order in size {:.2}", (before / e).log2() * 2.0);
        before = e;
    }
}
