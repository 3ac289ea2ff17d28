//! One load, on the pole or beside it, without friction.

use super::drive::rim_angle;
use super::model::{compass, polygons};
use super::parameters::Static;
use super::volume::record;
use super::{Liner, LinerError, figures, warnings};
use crate::Watch;
use mechanics::geometry::shape::{ShapeError, Sphere};
use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, RigidContact};
use mechanics::solid::{SolidError, Statics};
use nalgebra::{Matrix3, Vector3};
use results::{Field, Outcome, SurfaceRecord};

/// Solves the contact of the head with the liner.
pub(super) fn run(liner: &Liner, case: &Static, watch: &dyn Watch) -> Result<Outcome, LinerError> {
    watch.progress("contact", 0.0);
    let solid = liner.solid()?;
    let contact = RigidContact::new(&solid, "inner")?;
    let shapeless =
        |cause: ShapeError| SolidError::NoContact { what: cause.to_string(), hint: "give the head a radius" };
    let head = Sphere::new(Vector3::zeros(), liner.head_radius()).map_err(shapeless)?;
    let (sin, cos) = case.load_tilt.si().sin_cos();
    let axis = Vector3::new(sin, 0.0, cos);
    // A load off the axis of the cup moves the head sideways, too.
    let free = if sin == 0.0 { vec![axis] } else { vec![Vector3::x(), Vector3::y(), Vector3::z()] };
    let leading = Leading::Force { force: axis * case.load.si(), free };
    let solution = match case.contact.settings(liner.layer_stiffness()) {
        None => {
            let mut statics = Statics::new(&solid);
            contact.solve(&mut statics, Obstacle::new(&head), &leading, &ContactSettings::default())?
        }
        Some(settings) => contact.solve_penalised(Obstacle::new(&head), &leading, &settings)?,
    };
    if watch.cancelled() {
        return Err(LinerError::Interrupted);
    }
    let mut outcome = Outcome::default();
    let pressure = if liner.has_linear_tetrahedra() {
        contact.surface().compute_means(solid.mesh(), &solution.current_pressure)
    } else {
        solution.current_pressure.clone()
    };
    let peak = pressure.iter().copied().fold(0.0, f64::max);
    outcome.push("peak_pressure_Pa", "Peak pressure", peak);
    outcome.push("contact_force_N", "Contact force", solution.force.norm());
    if let Some(radius) = solution.compute_radius(&contact.compute_pressure_places(&solution.state), axis) {
        // Of a patch that the rim cuts off there is no radius.
        let reach = case.load_tilt.si().abs() + (radius / liner.inner_radius()).min(1.0).asin();
        if reach < rim_angle(liner.parameters.cup.coverage.si()) {
            outcome.push("contact_radius_m", "Contact radius", radius);
        } else {
            warnings::add_rim(&mut outcome);
        }
    }
    outcome.push("contact_area_m2", "Contact area", solution.compute_area(contact.surface()));
    let approach = solution.obstacle.pose.translation.vector.dot(&axis) - liner.parameters.head.clearance.si();
    outcome.push("indentation_m", "Indentation", approach);
    outcome.push(
        "penetration_m",
        "Depth of the head in the liner that the method allows",
        contact.compute_penetration(&solution),
    );
    let work = solution.work;
    // The exact condition reuses the factor of the solid, which is the first; springs change the matrix.
    let first = usize::from(case.contact.settings(liner.layer_stiffness()).is_none());
    for (name, words, count) in [
        ("contact_iterations_count", "Iterations of the contact", work.iterations),
        ("factorisations_count", "Factorisations, of the solid and of the contact", first + work.factorisations),
        ("augmentations_count", "Augmentations", work.augmentations),
    ] {
        outcome.push(name, words, count as f64);
    }
    for (name, count) in [
        ("elements", solid.mesh().elements()),
        ("unknowns", solid.unknowns()),
        ("corrections", work.iterations),
        ("compliance_columns", work.columns),
        ("corners_in_contact", work.closed),
        ("contact_factorisations", work.factorisations),
        ("augmentations", work.augmentations),
    ] {
        outcome.work.push((name.into(), count as u64));
    }
    let (surface, _) = polygons(solid.mesh())?;
    let pressure: Vec<f32> = pressure.iter().map(|p| *p as f32).collect();
    let (view_from, up) = (-axis, Vector3::x());
    outcome.surfaces.push(SurfaceRecord {
        name: "liner".into(),
        label: if sin == 0.0 {
            "Bearing surface of the liner, seen through its opening".into()
        } else {
            "Bearing surface of the liner, seen along the load".into()
        },
        surface,
        view_from: view_from.into(),
        up: up.into(),
        // There is no body around the cup.
        compass: compass(view_from, up).map(|_| String::new()),
        times: vec![0.0],
        fields: vec![Field::on_points("pressure_Pa", "Contact pressure", pressure)],
        tracks: Vec::new(),
        counterpart: None,
    });
    outcome.volumes.push(record(&solid, &solution.state, Matrix3::identity())?);
    warnings::add(liner, peak, work.closed, &mut outcome);
    outcome.figures = figures::of_static_run(sin != 0.0);
    watch.progress("contact", 1.0);
    Ok(outcome)
}
