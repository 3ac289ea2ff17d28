//! What lifetimes of all joints share: the deepest places that are told are on the map.

use results::Outcome;

/// The last frame of a map has the headline's depths and pressure as its largest values.
pub fn end_as_the_headline_says(outcome: &Outcome, surface: &str) {
    let map = outcome.surfaces.iter().find(|map| map.name == surface).expect("a map");
    let count = map.surface.cells();
    for (name, headline) in [
        ("worn_depth_m", "worn_depth_m"),
        ("creep_depth_m", "creep_depth_m"),
        ("peak_pressure_Pa", "peak_pressure_last_Pa"),
    ] {
        let field = map.fields.iter().find(|field| field.name == name).expect("a field");
        assert_eq!(field.values.len(), map.times.len() * count);
        let last = field.values.chunks(count).next_back().expect("a frame");
        let found = f64::from(last.iter().copied().fold(0.0, f32::max));
        let said = outcome.value(headline).expect("a number");
        // Single precision rounds by half a unit in 2²⁴.
        assert!(said > 0.0 && (found / said - 1.0).abs() < 1e-7, "{name}: {found} on the map, {said} in the headline");
    }
}
