//! Lifetimes that are known exactly.

use super::*;
use crate::Unwatched;
use nalgebra::Vector3;
use std::convert::Infallible;
use std::sync::Mutex;

/// A rigid flat punch under a constant load on springs, worn by sliding: with depths h_i and stiffness k the punch sinks until
/// `Σ a k (z − h_i) = F`; `dh_i/dN = κ s k (z − h_i)` is linear, so that differences from the mean fade as `e^{−κ s k N}`
/// and the mean grows by `κ s F/A`: exact for every start.
struct Punch {
    areas: Vec<f64>,
    /// Height of every element at the beginning: a wedge.
    wedge: Vec<f64>,
    stiffness: f64,
    load: f64,
    /// κ s, in m/(Pa cycle).
    rate: f64,
}

impl Punch {
    fn new(n: usize) -> Self {
        let wedge = (0..n).map(|i| 5.6e-5 * (i as f64 / (n - 1) as f64 - 0.5)).collect();
        Self { areas: vec![1e-4 / n as f64; n], wedge, stiffness: 1e11, load: 300.0, rate: 2e-17 }
    }

    fn exact(&self, cycles: f64) -> Vec<f64> {
        let area: f64 = self.areas.iter().sum();
        let faded = 1.0 - (-self.rate * self.stiffness * cycles).exp();
        self.wedge.iter().map(|h| self.rate * self.load / area * cycles - h * faded).collect()
    }
}

impl Wearable for Punch {
    type Error = Infallible;
    fn areas(&self) -> &[f64] {
        &self.areas
    }
    fn evaluate(&self, worn: &[f64], _: &[f64]) -> Result<Evaluation, Infallible> {
        let area: f64 = self.areas.iter().sum();
        let heights: Vec<f64> = worn.iter().zip(&self.wedge).map(|(w, h)| w + h).collect();
        let mean = heights.iter().zip(&self.areas).map(|(h, a)| h * a).sum::<f64>() / area;
        let place = mean + self.load / (self.stiffness * area);
        let pressure: Vec<f64> = heights.iter().map(|h| self.stiffness * (place - h)).collect();
        let depth = pressure.iter().map(|p| self.rate * p).collect();
        Ok(Evaluation {
            depth,
            mean_pressure: pressure.clone(),
            peak_pressure: pressure,
            cross_shear: vec![0.5; worn.len()],
            fading: self.rate * self.stiffness,
            summary: Summary { place: Vector3::new(0.0, place, 0.0), ..Summary::default() },
        })
    }
}

fn plan(cycles: f64, tolerance: f64) -> Plan {
    Plan {
        cycles,
        instants: instants(Cycles::new(cycles), &[]),
        tolerance,
        creep: None,
        stiffness: 1e11,
        seconds: 1.0,
        thickness: 1.0,
        updates: None,
        run_in: None,
        smoother: None,
    }
}

fn error(n: usize, tolerance: f64) -> (f64, u64) {
    let punch = Punch::new(n);
    let course = run(&punch, &plan(1e7, tolerance), &Unwatched).expect("infallible");
    // Of every picture but the first, by the deepest place on it.
    let off = |snapshot: &Snapshot| {
        let exact = punch.exact(snapshot.cycles);
        let most = exact.iter().copied().fold(0.0, f64::max);
        snapshot.worn.iter().zip(&exact).map(|(w, e)| (w - e).abs()).fold(0.0, f64::max) / most
    };
    (course.snapshots[1..].iter().map(off).fold(0.0, f64::max), course.evaluations)
}

#[test]
fn a_flat_punch_wears_into_its_exact_shape_and_the_tolerance_decides_how_well() {
    let errors: Vec<f64> = [1e-2, 1e-3, 1e-4, 1e-5].iter().map(|t| error(40, *t).0).collect();
    assert!(errors[0] < 0.02 && errors[1] < 3e-3, "{errors:?}");
    // Of second order: the error falls as the tolerance to the power 2/3, at least to one half.
    let order = (errors[1] / errors[3]).log10() / 2.0;
    assert!((0.5..1.1).contains(&order), "{errors:?}");
    assert!(errors.is_sorted_by(|a, b| b <= a), "{errors:?}");
}

#[test]
fn the_elements_do_not_decide_and_few_cycles_are_evaluated() {
    let (coarse, few) = error(10, 1e-3);
    let (fine, same) = error(400, 1e-3);
    assert!((coarse - fine).abs() < 2e-3, "{coarse} {fine}");
    // Λ N is 20 here: an explicit method needs ten evaluations for stability alone.
    assert!(few < 60 && same < 60, "{few} {same}");
}

#[test]
fn volume_is_what_the_law_takes_and_between_steps_nothing_is_lost() {
    let punch = Punch::new(30);
    let course = run(&punch, &plan(1e7, 1e-3), &Unwatched).expect("infallible");
    for snapshot in &course.snapshots {
        // The load is constant: so is the rate of the volume, whatever the shape.
        let volume = march::volume(&punch.areas, &snapshot.worn);
        let exact = punch.rate * punch.load * snapshot.cycles;
        assert!((volume - exact).abs() <= 1e-9 * punch.rate * punch.load * 1e7, "{}", snapshot.cycles);
    }
    let cycles: Vec<f64> = course.snapshots.iter().map(|s| s.cycles).collect();
    assert_eq!(cycles, [0.0, 1e6, 2e6, 5e6, 1e7]);
}

/// Stops after some checkpoints, and keeps the last one.
struct Impatient {
    kept: Mutex<Option<String>>,
    left: Mutex<usize>,
}

impl crate::Watch for Impatient {
    fn progress(&self, _: &str, _: f64) {}
    fn cancelled(&self) -> bool {
        let mut left = self.left.lock().expect("one thread");
        *left = left.saturating_sub(1);
        *left == 0
    }
    fn keep(&self, checkpoint: &str) {
        *self.kept.lock().expect("one thread") = Some(checkpoint.into());
    }
    fn kept(&self) -> Option<String> {
        self.kept.lock().expect("one thread").clone()
    }
}

#[test]
fn a_lifetime_that_was_stopped_goes_on_to_the_same_bits() {
    let (punch, plan) = (Punch::new(20), plan(1e7, 1e-3));
    let whole = run(&punch, &plan, &Unwatched).expect("infallible");
    let watch = Impatient { kept: Mutex::new(None), left: Mutex::new(4) };
    assert!(matches!(run(&punch, &plan, &watch), Err(Stop::Interrupted)));
    *watch.left.lock().expect("one thread") = usize::MAX;
    let resumed = run(&punch, &plan, &watch).expect("infallible");
    assert_eq!(resumed, whole);
    // What is not of this run is refused.
    let other = Punch::new(21);
    assert!(matches!(run(&other, &plan, &watch), Err(Stop::Checkpoint)));
    *watch.kept.lock().expect("one thread") = Some("lifetime 3 40 1 0 0 0 0\nzz".into());
    assert!(matches!(run(&punch, &plan, &watch), Err(Stop::Checkpoint)));
}

#[test]
fn wear_through_ends_the_lifetime_when_it_happens() {
    let punch = Punch::new(20);
    let mut plan = plan(1e7, 1e-4);
    // The mean after 6 million, to which the wedge has worn flat by then.
    let exact = punch.exact(6e6);
    plan.thickness = exact.iter().copied().fold(0.0, f64::max);
    let course = run(&punch, &plan, &Unwatched).expect("infallible");
    let through = course.through.expect("worn through");
    assert!((through / 6e6 - 1.0).abs() < 2e-3, "{through}");
    assert!((course.rows.last().expect("rows").cycles - through).abs() < 1.0);
}

/// A joint that comes to its end keeps what was computed before.
#[test]
fn a_joint_that_ends_keeps_its_results() {
    struct Frail(Punch);
    impl Wearable for Frail {
        type Error = &'static str;
        fn areas(&self) -> &[f64] {
            &self.0.areas
        }
        fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, &'static str> {
            let found = self.0.evaluate(worn, crept).map_err(|_| "never")?;
            if worn.iter().any(|w| *w > 3e-4) { Err("it breaks") } else { Ok(found) }
        }
        fn ends_with(&self, error: &&'static str) -> Option<String> {
            Some((*error).into())
        }
    }
    // Half of the depth of ten million cycles.
    let course = run(&Frail(Punch::new(20)), &plan(1e7, 1e-3), &Unwatched).expect("an end");
    let (cycles, reason) = course.ended.expect("it breaks");
    assert!(cycles > 0.0 && cycles < 5.2e6 && reason == "it breaks", "{cycles}");
    assert_eq!(course.snapshots.last().map(|s| s.cycles), Some(cycles));
}

/// Creep alone under a constant pressure is the compliance times pressure and thickness, whenever it is asked for.
#[test]
fn creep_under_a_constant_pressure_is_its_compliance() {
    struct Press(Vec<f64>);
    impl Wearable for Press {
        type Error = Infallible;
        fn areas(&self) -> &[f64] {
            &self.0
        }
        fn evaluate(&self, worn: &[f64], _: &[f64]) -> Result<Evaluation, Infallible> {
            let field = |x: f64| vec![x; worn.len()];
            Ok(Evaluation {
                depth: field(0.0),
                mean_pressure: field(2e6),
                peak_pressure: field(2e6),
                cross_shear: field(0.0),
                ..Evaluation::default()
            })
        }
    }
    let creep = mechanics::wear::Creep { thickness: 8e-3 };
    let plan = Plan { creep: Some(creep), stiffness: 0.0, ..plan(1e7, 1e-3) };
    let course = run(&Press(vec![1e-6; 3]), &plan, &Unwatched).expect("infallible");
    for row in &course.rows[1..] {
        let exact = 8e-3 * 2e6 * creep.compliance(row.cycles);
        assert!((row.crept - exact).abs() < 0.01 * exact + 1e-8, "{}: {} {exact}", row.cycles, row.crept);
    }
}

/// A head in a cup of its own radius under a constant load along the axis, sliding as far everywhere: once worn in, the head
/// goes on along the load at a constant rate, every element must wear by `ḋ cos ψ`, so that `p = p₀ cos ψ`,
/// `F = ∫ p cos ψ dA = ⅔ π R² p₀`, and `ḋ = κ p₀ = 3 κ F/(2 π R²)`, `V̇ = π R² ḋ = 3/2 κ F`: half as much again as load times way.
struct Bowl {
    cup: mechanics::contact::WornCup,
    areas: Vec<f64>,
    load: Vector3<f64>,
    /// κ = k s, in m/(Pa cycle).
    rate: f64,
}

impl Bowl {
    const RADIUS: f64 = 14e-3;
    /// So light that the head does not sink in deeper than a thousandth of its radius, in N.
    const LOAD: f64 = 10.0;

    fn new(elements: usize) -> Self {
        let surface =
            mechanics::geometry::CupSurface::new(Self::RADIUS, Vector3::y(), std::f64::consts::FRAC_PI_2, elements);
        let springs = (1e11, f64::INFINITY);
        let cup = mechanics::contact::WornCup::new((Self::RADIUS, Self::RADIUS), springs, &surface);
        Self { areas: vec![cup.area(); elements], cup, load: Vector3::y() * Self::LOAD, rate: 5e-18 }
    }
}

impl Wearable for Bowl {
    type Error = &'static str;
    fn areas(&self) -> &[f64] {
        &self.areas
    }
    fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, &'static str> {
        let mut shape = mechanics::contact::WornPressure::default();
        self.cup.shape(worn, crept, &mut shape);
        let deep = worn.iter().copied().fold(0.0, f64::max);
        let pull = mechanics::contact::Pull::constant(self.load);
        let place = self.cup.solve_rest(&shape, &pull, Vector3::y() * (deep + 1e-6)).map_err(|_| "no rest")?;
        let size = place.norm_squared();
        let press = |i: usize| self.cup.press(&shape, i, &place, size).map_or(0.0, |(pressure, _)| pressure);
        let pressure: Vec<f64> = (0..worn.len()).map(press).collect();
        Ok(Evaluation {
            depth: pressure.iter().map(|p| self.rate * p).collect(),
            mean_pressure: pressure.clone(),
            peak_pressure: pressure,
            cross_shear: vec![0.5; worn.len()],
            fading: self.rate * self.cup.stiffness(),
            summary: Summary { place, ..Summary::default() },
        })
    }
}

#[test]
fn a_sphere_in_a_cup_wears_in_to_a_constant_rate_of_its_depth() {
    for (elements, allowed) in [(300, 0.01), (1200, 3e-3)] {
        let bowl = Bowl::new(elements);
        // κ K N = 50: every difference has faded.
        let course = run(&bowl, &plan(1e8, 1e-3), &Unwatched).expect("a lifetime");
        let rows = &course.rows;
        let (last, before) = (rows[rows.len() - 1], rows[rows.len() - 2]);
        let found = (last.place.y - before.place.y) / (last.cycles - before.cycles);
        let area = std::f64::consts::PI * Bowl::RADIUS.powi(2);
        let exact = 1.5 * bowl.rate * Bowl::LOAD / area;
        assert!((found / exact - 1.0).abs() < allowed, "{elements}: {}", found / exact);
        assert!((last.rate / (1.5 * bowl.rate * Bowl::LOAD) - 1.0).abs() < allowed, "{}", last.rate);
        // What is lost is what the head has swept: π R² times its way.
        let swept = area * (last.place.y - rows[0].place.y);
        assert!((last.volume / swept - 1.0).abs() < 5.0 * allowed, "{} {swept}", last.volume);
    }
}

/// Fixed updates are Euler's method: their error is of first order, and the volume, whose rate is constant, is exact.
#[test]
fn fixed_updates_are_of_first_order() {
    let punch = Punch::new(20);
    let error = |updates: f64| {
        let plan = Plan { updates: Some(updates), ..plan(1e6, 1e-3) };
        let course = run(&punch, &plan, &Unwatched).expect("infallible");
        assert_eq!(course.evaluations, (1e6 / updates).round() as u64 + 1);
        let last = course.snapshots.last().expect("pictures");
        let (volume, exact) = (march::volume(&punch.areas, &last.worn), punch.exact(1e6));
        assert!((volume / (punch.rate * punch.load * 1e6) - 1.0).abs() < 1e-12);
        last.worn.iter().zip(&exact).map(|(w, e)| (w - e).abs()).fold(0.0, f64::max)
    };
    let order = (error(1e5) / error(5e4)).log2();
    assert!((0.9..1.15).contains(&order), "{order}");
}

/// Under a constant load the volume runs in as `V = V̇ [N + (t − 1) N_r (1 − e^{−N/N_r})]`, whatever the shape.
#[test]
fn running_in_is_its_closed_form() {
    let punch = Punch::new(20);
    let (times, length) = (9.0, 3.3e5);
    let plan =
        |tolerance: f64| Plan { run_in: Some(RunIn { times, cycles: Cycles::new(length) }), ..plan(1e7, tolerance) };
    let error = |tolerance: f64| {
        let course = run(&punch, &plan(tolerance), &Unwatched).expect("infallible");
        let off = |row: &record::Row| {
            let more = (times - 1.0) * length * (1.0 - (-row.cycles / length).exp());
            let exact = punch.rate * punch.load * (row.cycles + more);
            (row.volume - exact).abs() / (punch.rate * punch.load * 1e7)
        };
        course.rows.iter().map(off).fold(0.0, f64::max)
    };
    let errors = [1e-2, 1e-3, 1e-4].map(error);
    assert!(errors[0] < 0.02 && errors[2] < 1e-3 && errors.is_sorted_by(|a, b| b <= a), "{errors:?}");
    // Fixed updates follow the same pace: of first order.
    let fixed = |updates: f64| {
        let course = run(&punch, &Plan { updates: Some(updates), ..plan(1e-3) }, &Unwatched).expect("infallible");
        let exact = punch.rate * punch.load * (1e7 + (times - 1.0) * length);
        (course.rows.last().expect("rows").volume / exact - 1.0).abs()
    };
    let order = (fixed(1e5) / fixed(5e4)).log2();
    assert!((0.8..1.3).contains(&order), "{order}");
}
