//! What the points of a contact cost, from the triangles of the insert and their spacing alone.

use mechanics::geometry::mesh::question_unit;

use super::parameters::{Contact, Parameters};
use super::parts::Parts;
use crate::need::Need;

/// Bytes that a point takes with all that is known of it, and in each frame of the five maps while they are made.
const POINT: f64 = 600.0;
const MAPPED: f64 = 50.0;
/// Seconds of a point in a frame through a lifetime on springs at a tolerance of 0.01 (9600 points in 11 frames took 4.4 s,
/// 82 000 at a tolerance of 0.1 took 14.8 s).
const LIVED: f64 = 3.8e-5;

/// What a knee replacement needs.
pub fn need(parameters: &Parameters, parts: &Parts) -> Need {
    let surface = &parts.insert;
    let spacing = parameters.output.spacing.si();
    let far = surface.points.iter().flatten().fold(0.0_f64, |far, x| far.max(x.abs()));
    if question_unit(2.0 * far, 1.0).is_some_and(|question| question.size > 1.0) {
        // A part in a wrong unit is asked about when it is made: how many points it had in that unit is of no use.
        return Need::bytes(0.0);
    }
    let mut points = 0.0;
    for cell in 0..surface.cells() {
        let corners = surface.cell(cell);
        let at = |k: usize| surface.points.get(corners[k] as usize).copied().unwrap_or_default();
        for k in 1..corners.len().saturating_sub(1) {
            points += count([at(0), at(k), at(k + 1)], spacing);
        }
    }
    let frames = parameters.output.frames as f64;
    let seconds = cycles(parameters).map(|cycles| LIVED * points * frames * cycles);
    Need { seconds, ..Need::bytes(30e6 + POINT * points + MAPPED * frames * points) }
}

/// How many times as many cycles as of one activity at a tolerance of 0.01 a lifetime evaluates; nothing where that cannot be
/// told.
fn cycles(parameters: &Parameters) -> Option<f64> {
    let on_springs = !matches!(parameters.contact, Contact::FiniteElements(_));
    let asked = parameters.lifetime.as_ref().filter(|asked| on_springs && asked.updates.is_none())?;
    Some(asked.activities.len().max(1) as f64 * (1e-2 / asked.tolerance).cbrt())
}

/// Points of one triangle: three on each of n² pieces, or one in its middle where that is dense enough.
fn count([a, b, c]: [[f64; 3]; 3], spacing: f64) -> f64 {
    let length = |p: [f64; 3], q: [f64; 3]| (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt();
    let longest = length(a, b).max(length(b, c)).max(length(c, a));
    let cuts = longest / (12.0 / 3f64.sqrt()).sqrt() / spacing;
    if longest <= (4.0 / 3f64.sqrt()).sqrt() * spacing { 1.0 } else { 3.0 * cuts.ceil().clamp(1.0, 1000.0).powi(2) }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::{Design, Lifetime};
    use super::*;
    use mechanics::geometry::Surface as _;
    use mechanics::geometry::mesh::{FacetedSurface, TriangleMesh};
    use nalgebra::Vector3;
    use quantity::Length;

    /// Peak memory of the process, by the system, in MB; processor time on a core of 2024.
    #[test]
    fn estimates_of_lifetimes_are_near_what_was_measured() {
        let [femoral, insert] = Design::default().build().expect("the default").surfaces();
        let parts = Parts { femoral, insert };
        for (spacing, tolerance, megabytes, seconds) in
            [(4.0, 0.01, 42.0, 4.4), (1.0, 0.1, 50.0, 2.3), (0.5, 0.1, 174.0, 14.8)]
        {
            let lifetime = Lifetime { tolerance, ..Lifetime::default() };
            let mut parameters = Parameters { lifetime: Some(lifetime), ..Parameters::default() };
            (parameters.output.frames, parameters.output.spacing) = (11, Length::millimetres(spacing));
            let need = need(&parameters, &parts);
            let ratio = need.bytes / (1e6 * megabytes);
            assert!((0.67..1.5).contains(&ratio), "{spacing}: {} for {megabytes} MB", need.words());
            assert!(need.seconds.is_some_and(|found| (0.33..3.0).contains(&(found / seconds))), "{}", need.words());
        }
        assert_eq!(need(&Parameters::default(), &parts).seconds, None);
    }

    #[test]
    fn as_many_points_are_counted_as_are_made() {
        let corners = [[0.0, 0.0, 0.0], [7e-3, 0.0, 0.0], [1e-3, 4e-3, 0.0]];
        let mesh = TriangleMesh::new(corners.map(Vector3::from).to_vec(), vec![[0, 1, 2]]).expect("a triangle");
        let surface = FacetedSurface::new(mesh).expect("a surface");
        for spacing in [1e-2, 4e-3, 1e-3, 3e-4, 1e-4] {
            assert_eq!(count(corners, spacing), surface.compute_quadrature(spacing).len() as f64, "{spacing}");
        }
    }
}
