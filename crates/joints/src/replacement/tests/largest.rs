//! What the headline says is on the maps.

use super::*;

/// Dishes whose triangles have several points each: the mean of a triangle would hide the greatest.
#[test]
fn the_largest_values_of_the_maps_are_those_of_the_headline() {
    let mut parameters = own_parts();
    parameters.output.spacing = Length::millimetres(0.4);
    let outcome = run(&parameters, &balls_in_dishes()).expect("a run");
    let record = &outcome.surfaces[0];
    assert!(record.surface.cells() > 2 * 6 * 14 * 14, "{} cells", record.surface.cells());
    for (name, headline) in [
        ("pressure_Pa", "peak_pressure_Pa"),
        ("sliding_distance_m", "accumulated_sliding_max_m"),
        ("wear_depth_per_million_cycles_m", "wear_depth_per_million_cycles_m"),
    ] {
        let field = record.fields.iter().find(|field| field.name == name).expect("a field");
        assert_eq!(field.values.len(), record.times.len() * record.surface.cells());
        let largest = f64::from(field.values.iter().copied().fold(0.0, f32::max));
        let said = outcome.value(headline).expect("a number");
        // Single precision, and once more where it is scaled.
        assert!((largest / said - 1.0).abs() < 3e-7, "{name}: {largest} on the map, {said} in the headline");
    }
}
