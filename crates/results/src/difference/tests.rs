#![allow(clippy::unwrap_used)]

use super::*;
use crate::Surface;

/// A flat grid of squares with a field that is `value(x, y, t)` in the middle of each.
fn plate(cells: u32, times: &[f64], value: impl Fn(f64, f64, f64) -> f64) -> SurfaceRecord {
    let side = 1.0 / f64::from(cells);
    let across = cells + 1;
    let points = (0..across * across).map(|i| [f64::from(i % across) * side, f64::from(i / across) * side, 0.0]);
    let (mut connectivity, mut offsets, mut middles) = (Vec::new(), Vec::new(), Vec::new());
    for y in 0..cells {
        for x in 0..cells {
            let low = y * across + x;
            connectivity.extend([low, low + 1, low + across + 1, low + across]);
            offsets.push(connectivity.len() as u32);
            middles.push([(f64::from(x) + 0.5) * side, (f64::from(y) + 0.5) * side]);
        }
    }
    let values = times.iter().flat_map(|t| middles.iter().map(|[x, y]| value(*x, *y, *t) as f32)).collect();
    SurfaceRecord {
        name: "plate".into(),
        label: "Plate".into(),
        surface: Surface { points: points.collect(), connectivity, offsets },
        view_from: [0.0, 0.0, 1.0],
        up: [0.0, 1.0, 0.0],
        compass: Default::default(),
        times: times.to_vec(),
        fields: vec![Field::on_cells("pressure_Pa", "Pressure", values)],
        tracks: Vec::new(),
        counterpart: None,
    }
}

fn outcome(record: SurfaceRecord, peak: f64) -> Outcome {
    let mut outcome = Outcome { surfaces: vec![record], ..Outcome::default() };
    outcome.push("peak_Pa", "Peak", peak);
    outcome
}

fn of<'a>(name: &'a str, outcome: &'a Outcome, study: &'a str) -> Compared<'a> {
    Compared { name, outcome, study }
}

#[test]
fn a_result_does_not_differ_from_itself() {
    let one = outcome(plate(7, &[0.0, 1.0], |x, y, t| x + y * t), 2.0);
    let found = compare(&of("A", &one, "[a]\nb = 1\n"), &of("B", &one, "[a]\nb = 1\n"));
    assert!(found.inputs.is_empty());
    assert_eq!(found.numbers[0].difference(), Some(0.0));
    assert_eq!((found.maps[0].largest.0, found.maps[0].rms), (0.0, 0.0));
    assert!(found.outcome.warnings.is_empty(), "nothing was resampled");
}

#[test]
fn maps_of_the_same_places_differ_value_by_value() {
    let a = outcome(plate(5, &[0.0, 1.0], |x, _, t| x + t), 1.0);
    let b = outcome(plate(5, &[0.0, 1.0], |x, _, t| x + 3.0 * t), 4.0);
    let found = compare(&of("A", &a, ""), &of("B", &b, ""));
    // 2 t everywhere: nothing at first, 2 at the end; the root mean square over both frames is √2.
    assert_eq!(found.maps[0].largest, (2.0, 1.0));
    assert!((found.maps[0].rms - 2f64.sqrt()).abs() < 1e-6);
    assert_eq!((found.numbers[0].difference(), found.numbers[0].ratio()), (Some(3.0), Some(3.0)));
    let [first, second, difference] = &found.outcome.surfaces[0].fields[..] else { panic!("three fields") };
    assert_eq!(first.scale, second.scale, "one colour scale");
    assert_eq!(difference.scale, Some([-2.0, 2.0]), "nothing is in the middle of the colours");
}

#[test]
fn other_meshes_are_resampled_and_said_so() {
    let (coarse, fine) = ([0.0, 0.5, 1.0], [0.0, 0.25, 0.5, 0.75, 1.0]);
    let a = outcome(plate(10, &coarse, |x, y, t| x * y + t), 1.0);
    // Other cells, other frames, another duration: the same function of the part of the cycle.
    let longer: Vec<f64> = fine.iter().map(|t| 2.0 * t).collect();
    let b = outcome(plate(31, &longer, |x, y, t| x * y + t / 2.0), 1.0);
    let found = compare(&of("A", &a, ""), &of("B", &b, ""));
    // The nearest middle is at most half a fine cell away along each axis, where the slope is at most one.
    let bound = 2.0 * 0.5 / 31.0 + 1e-6;
    assert!(found.maps[0].largest.0.abs() <= bound, "{:?}", found.maps[0]);
    let codes: Vec<&str> = found.outcome.warnings.iter().map(|w| w.code.as_str()).collect();
    assert_eq!(codes, ["resampled-places", "resampled-times"]);
}

#[test]
fn inputs_that_differ_are_named_by_their_path() {
    let a = "# comment\ntitle = \"x\"\n[hip.implant]\nclearance = \"80 um\"\ninclination = \"45 deg\"\n[hip.experiment.static]\n";
    let b = "title = \"x\"\n[hip.implant]\nclearance = \"90 um\"\ninclination = \"45 deg\"\n[hip.experiment.dynamic]\n";
    let found = inputs_that_differ(a, b);
    let shown: Vec<_> = found.iter().map(|c| (c.path.as_str(), c.values.clone())).collect();
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        shown,
        [
            ("hip.implant.clearance", [text("80 um"), text("90 um")]),
            ("hip.experiment.static", [text("chosen"), None]),
            ("hip.experiment.dynamic", [None, text("chosen")]),
        ]
    );
}

#[test]
fn curves_are_compared_at_the_abscissas_of_the_first() {
    let with = |times: &[f64], f: &dyn Fn(f64) -> f64| {
        let mut outcome = Outcome::default();
        outcome.series.push("time_s", "Time", times.to_vec());
        outcome.series.push("force_N", "Force", times.iter().map(|t| f(*t)).collect());
        outcome
    };
    let a = with(&[0.0, 0.3, 0.6], &|t| 10.0 * t);
    let b = with(&[0.0, 0.2, 0.4, 0.6], &|t| 10.0 * t + 1.0);
    let found = compare(&of("A", &a, ""), &of("B", &b, ""));
    assert!((found.curves[0].rms - 1.0).abs() < 1e-12 && (found.curves[0].size - 6.0).abs() < 1e-12);
    assert_eq!(found.outcome.figures.len(), 1);
    assert_eq!(found.outcome.series.rows(), 4, "the shorter one ends without numbers");
}
