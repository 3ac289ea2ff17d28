//! From the history of a run to its results: headline numbers, series, maps, figures.

use nalgebra::Vector3;
use results::{Counterpart, Figure, Motion, Outcome, Plot, Surface, SurfaceRecord, Table, Track};

use mechanics::geometry::CupSurface;
use mechanics::wear::WearLaw;

use super::design::{HipDesign, Turned};
use super::grid::Grid;
use super::history::{Frame, History};
use super::maps::{self, Maps, Totals};
use super::model_error::ModelError;
use super::parameters::Experiment;
use super::plausibility::check_wear;
use super::sliding::{SlideTracks, compute_tracks};
use super::{Hip, HipError, figures, warnings};
use crate::Watch;
use crate::joint::say_ended_early;

const MILLION: f64 = 1e6;

/// Everything the run hands back.
pub(super) fn assemble(hip: &Hip, history: &History, watch: &dyn Watch) -> Result<Outcome, HipError> {
    let grid = Grid::of(hip);
    let cup = &grid.cup;
    let maps = maps::compute(hip, &grid, history, watch)?;
    let mut outcome = Outcome { work: history.work.clone(), ..Outcome::default() };
    let is_static = matches!(hip.parameters.experiment, Experiment::Static(_));
    headline_at_peak(&mut outcome, hip, history);
    if is_static {
        more_at_peak(&mut outcome, history);
    } else {
        let tracks = compute_tracks(hip, history);
        check_wear(hip, &maps.totals)?;
        headline_of_cycle(&mut outcome, hip, history, &tracks, &maps.totals);
        outcome.series = series(hip, &history.frames, &tracks);
        push_slid_under_contact(&mut outcome.series, cup, &history.frames, &maps.sliding);
    }
    if let Some(design) = &hip.parameters.implant.design {
        design.headline(&hip.parameters.implant, &mut outcome);
        follow_neck(design, hip, history, &mut outcome);
    }
    warnings::add(hip, history, &maps.totals, &mut outcome);
    outcome.figures = if is_static { figures::of_static_run() } else { figures::of_cycle(hip, history.frames.len()) };
    if let Some(design) = &hip.parameters.implant.design {
        outcome.figures.extend(design.figures(&hip.parameters.implant));
    }
    say_peak_between_frames(&mut outcome.figures, history);
    outcome.surfaces.push(surface_record(hip, cup, &history.frames, maps, is_static));
    Ok(outcome)
}

/// What was computed until a run failed: peaks, curves and maps up to then, and no sum of a cycle that did not end.
pub(super) fn assemble_part(
    hip: &Hip,
    history: &History,
    why: &HipError,
    watch: &dyn Watch,
) -> Result<Outcome, HipError> {
    let grid = Grid::of(hip);
    let (cup, frames) = (&grid.cup, &history.frames);
    let maps = maps::compute(hip, &grid, history, watch)?;
    let mut outcome = Outcome { work: history.work.clone(), ..Outcome::default() };
    headline_at_peak(&mut outcome, hip, history);
    more_at_peak(&mut outcome, history);
    say_ended_early(&mut outcome, why, frames.last().map_or(0.0, |frame| frame.time));
    outcome.series = series(hip, frames, &compute_tracks(hip, history));
    push_slid_under_contact(&mut outcome.series, cup, frames, &maps.sliding);
    outcome.figures = figures::of_cycle(hip, frames.len());
    say_peak_between_frames(&mut outcome.figures, history);
    outcome.surfaces.push(surface_record(hip, cup, frames, maps, false));
    Ok(outcome)
}

/// The headline numbers, warnings and work alone: the same to the last bit as in [`assemble`], at a fraction of its cost.
pub(super) fn assemble_headline(hip: &Hip, history: &History, watch: &dyn Watch) -> Result<Outcome, HipError> {
    let totals = maps::compute_totals(hip, &Grid::of(hip), history, watch)?;
    let mut outcome = Outcome { work: history.work.clone(), ..Outcome::default() };
    headline_at_peak(&mut outcome, hip, history);
    if matches!(hip.parameters.experiment, Experiment::Static(_)) {
        more_at_peak(&mut outcome, history);
    } else {
        let tracks = compute_tracks(hip, history);
        check_wear(hip, &totals)?;
        headline_of_cycle(&mut outcome, hip, history, &tracks, &totals);
    }
    if let Some(design) = &hip.parameters.implant.design {
        design.headline(&hip.parameters.implant, &mut outcome);
        follow_neck(design, hip, history, &mut outcome);
    }
    warnings::add(hip, history, &totals, &mut outcome);
    Ok(outcome)
}

/// The neck over the cycle, where there is one.
fn follow_neck(design: &HipDesign, hip: &Hip, history: &History, outcome: &mut Outcome) {
    if !matches!(hip.parameters.experiment, Experiment::Static(_)) {
        let cycle: Vec<Turned> = history.frames.iter().map(|frame| (frame.rotation, frame.push)).collect();
        let levers = hip.neck.is_some();
        let factor = match hip.law {
            WearLaw::Archard(_) => hip.parameters.wear.factor.map(|factor| factor.si()),
            _ => None,
        };
        design.follow_cycle(&hip.parameters.implant, &cycle, (levers, factor), outcome);
        if levers {
            let most = |value: &dyn Fn(&Frame) -> f64| history.frames.iter().map(value).fold(0.0, f64::max);
            let out = |f: &Frame| -f.eccentricity.dot(&hip.pole);
            outcome.push("neck_peak_force_N", "Peak force between neck and rim", most(&|f| f.neck.force.norm()));
            outcome.push(
                "levering_moment_N_m",
                "Peak moment that turns the neck against the rim",
                most(&|f| f.neck.moment.norm()),
            );
            outcome.push("subluxation_m", "How far the head's centre is levered out of the cup", most(&out));
        }
    }
}

/// A peak between the frames is not in the maps: said where they are shown.
fn say_peak_between_frames(figures: &mut [Figure], history: &History) {
    let (peak, time) = (history.peak_pressure.peak_pressure(), history.peak_pressure.time);
    let shown = history.frames.iter().map(Frame::peak_pressure).fold(0.0, f64::max);
    // What four digits do not show need not be said.
    if peak - shown < 5e-5 * peak {
        return;
    }
    let pressures = |figure: &&mut Figure| match &figure.plot {
        Plot::Viewer { .. } => true,
        Plot::Maps { field, .. } => field == "pressure_Pa",
        Plot::Lines { curves, .. } => curves.iter().any(|curve| curve.y == "peak_pressure_Pa"),
        _ => false,
    };
    for figure in figures.iter_mut().filter(pressures) {
        figure.caption += &format!(
            " Between the frames, at {time:.4} s, the pressure rises to {:.4} MPa; the highest in a frame is {:.4} MPa.",
            peak * 1e-6,
            shown * 1e-6
        );
    }
}

fn headline_at_peak(outcome: &mut Outcome, hip: &Hip, history: &History) {
    let peak = &history.peak_push;
    outcome.push("peak_pressure_Pa", "Peak pressure", history.peak_pressure.peak_pressure());
    if let Some(error) = ModelError::new(hip, history) {
        outcome.push("peak_pressure_model_error_ratio", "Model error of the peak pressure, estimated", error.ratio);
    }
    outcome.push("peak_force_N", "Peak contact force (normal)", peak.push.norm());
    outcome.push("contact_radius_m", "Contact radius at peak force", peak.patch.radius);
    outcome.push("contact_area_m2", "Contact area at peak force", peak.patch.area);
}

/// Behind the first glance.
fn more_at_peak(outcome: &mut Outcome, history: &History) {
    let peak = &history.peak_push;
    outcome.push("indentation_m", "Indentation at peak force", peak.patch.indentation);
    let lost = history.frames.iter().map(|f| f.patch.lost).fold(0.0, f64::max);
    outcome.push("patch_beyond_rim_ratio", "Largest share of the patch beyond the rim", lost);
}

fn headline_of_cycle(outcome: &mut Outcome, hip: &Hip, history: &History, tracks: &SlideTracks, totals: &Totals) {
    let last = history.frames.len() - 1;
    outcome.push("sliding_distance_m", "Sliding distance", tracks.at_contact[last]);
    outcome.push("accumulated_sliding_max_m", "Largest accumulated sliding on the cup", totals.sliding);
    outcome.push("wear_volume_per_million_cycles_m3", "Worn volume per million cycles", totals.wear_volume * MILLION);
    outcome.push("wear_depth_per_million_cycles_m", "Deepest wear per million cycles", totals.wear_depth * MILLION);
    more_at_peak(outcome, history);
    outcome.push("time_of_peak_pressure_s", "Time of peak pressure", history.peak_pressure.time);
    outcome.push("cycle_duration_s", "Duration of the cycle", history.frames[last].time);
    outcome.push("sliding_distance_euler_m", "Sliding distance by the Euler-rotation method", tracks.by_rotation[last]);
    let first = tracks.by_rotation_of_first[last];
    outcome.push("sliding_distance_euler_first_m", "The same of the point that touches first", first);
    outcome.push("load_times_sliding_N_m", "Work of contact force times sliding, per cycle", tracks.load_work[last]);
    outcome.push("frictional_work_J", "Frictional work per cycle", tracks.friction_work[last]);
    if hip.sticking.is_some() {
        let slipped = history.passed.as_ref().and_then(|passed| passed.at_frames.last()).map_or(0.0, |sums| sums.slip);
        outcome.push("slip_distance_m", "Distance slipped, without what the liner gives way", slipped);
    }
    let between = history.passed.as_ref().map_or(0.0, |passed| passed.peak_friction) * hip.head_radius;
    let torque = history.frames.iter().map(|f| friction_torque(hip, f)).fold(between, f64::max);
    outcome.push("peak_friction_torque_N_m", "Peak friction torque about the centre of the head", torque);
    outcome.push("wear_volume_per_cycle_m3", "Worn volume per cycle", totals.wear_volume);
    outcome.push("cross_shear_ratio", "Cross-shear, mean over the worn volume", totals.cross_shear);
    if let Some(periodicity) = history.periodicity {
        outcome.push("periodicity_ratio", "Change over the last cycle, by the peak indentation", periodicity);
        outcome.push("impact_count", "Impacts in the recorded cycle", history.impacts as f64);
    }
}

fn series(hip: &Hip, frames: &[Frame], tracks: &SlideTracks) -> Table {
    let mut table = Table::default();
    let duration = hip.cycle.duration();
    let mut push = |name: &str, label: &str, value: &dyn Fn(&Frame) -> f64| {
        table.push(name, label, frames.iter().map(value).collect());
    };
    push("time_s", "Time", &|f| f.time);
    push("cycle_ratio", "Share of the cycle", &|f| f.time / duration);
    push("load_N", "Load", &|f| f.load.norm());
    push("contact_force_N", "Contact force", &|f| f.push.norm());
    push("friction_force_N", "Friction force", &|f| f.friction.norm());
    if hip.neck.is_some() {
        push("neck_force_N", "Force between neck and rim", &|f| f.neck.force.norm());
        push("levering_moment_N_m", "Moment that turns the neck against the rim", &|f| f.neck.moment.norm());
    }
    push("friction_torque_N_m", "Friction torque", &|f| friction_torque(hip, f));
    push("peak_pressure_Pa", "Peak pressure", &Frame::peak_pressure);
    push("indentation_m", "Indentation", &|f| f.patch.indentation);
    push("contact_radius_m", "Contact radius", &|f| f.patch.radius);
    push("contact_area_m2", "Contact area", &|f| f.patch.area);
    push("patch_beyond_rim_ratio", "Share of the patch beyond the rim", &|f| f.patch.lost);
    for (axis, name) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
        push(&format!("load_{name}_N"), &format!("Load, {name}"), &|f| f.load[axis]);
        push(&format!("force_on_head_{name}_N"), &format!("Contact force on the head, {name}"), &|f| f.push[axis]);
        push(&format!("friction_on_head_{name}_N"), &format!("Friction on the head, {name}"), &|f| f.friction[axis]);
        push(&format!("head_centre_{name}_m"), &format!("Centre of the head, {name}"), &|f| f.eccentricity[axis]);
        push(&format!("head_velocity_{name}_m_per_s"), &format!("Velocity of the centre, {name}"), &|f| {
            f.velocity[axis]
        });
        push(&format!("contact_point_on_cup_{name}_m"), &format!("Contact point on the cup, {name}"), &|f| {
            on_cup(hip, f)[axis]
        });
        push(
            &format!("contact_point_on_head_{name}_m"),
            &format!("Contact point on the head, {name}, in femur axes"),
            &|f| on_head(hip, f)[axis],
        );
    }
    for (axis, name) in ["flexion", "adduction", "internal_rotation"].into_iter().enumerate() {
        let label = ["Flexion", "Adduction", "Internal rotation"][axis];
        push(&format!("{name}_rad"), label, &|f| f.angles[axis]);
    }
    if hip.sticking.is_some() {
        push("friction_deformation_m", "Deformation of the friction spring", &|f| f.deformation.norm());
        push("slip_speed_m_per_s", "Speed of slip", &|f| f.slip.norm());
    }
    table.push("sliding_speed_m_per_s", "Sliding speed", tracks.speed.clone());
    table.push("sliding_distance_m", "Sliding distance at the contact point", tracks.at_contact.clone());
    table.push("sliding_distance_euler_m", "Sliding distance by the Euler-rotation method", tracks.by_rotation.clone());
    table.push(
        "sliding_distance_euler_first_m",
        "Sliding distance by the Euler-rotation method, point of first contact",
        tracks.by_rotation_of_first.clone(),
    );
    table.push("frictional_work_J", "Frictional work", tracks.friction_work.clone());
    table.push("load_times_sliding_N_m", "Work of contact force times sliding", tracks.load_work.clone());
    table
}

fn push_slid_under_contact(series: &mut Table, cup: &CupSurface, frames: &[Frame], sliding: &[f32]) {
    let axes = frames.iter().map(Frame::axis);
    let under = slid_under_contact(cup.directions(), axes, sliding);
    series.push("sliding_under_contact_ratio", "Sliding under the contact point over the largest", under);
}

/// At each frame, how far the element under the contact point has slid over the farthest of all: one before anything has
/// slid, NaN without contact. `axes` are the directions to the contact point, `sliding` has all elements of each frame.
fn slid_under_contact(
    directions: &[Vector3<f64>],
    axes: impl Iterator<Item = Option<Vector3<f64>>>,
    sliding: &[f32],
) -> Vec<f64> {
    let ratio = |(axis, slid): (Option<Vector3<f64>>, &[f32])| {
        let most = slid.iter().copied().fold(0.0, f32::max);
        let axis = axis?;
        if !(most > 0.0) {
            return Some(1.0);
        }
        // Of several that are as near, the last.
        let (mut under, mut nearest) = (None, f64::NEG_INFINITY);
        for (direction, slid) in directions.iter().zip(slid) {
            let near = direction.dot(&axis);
            if near >= nearest {
                (under, nearest) = (Some(*slid), near);
            }
        }
        Some(f64::from(under?) / f64::from(most))
    };
    axes.zip(sliding.chunks_exact(directions.len().max(1))).map(|pair| ratio(pair).unwrap_or(f64::NAN)).collect()
}

/// Moment of the friction about the centre of the head: it acts at the contact point.
fn friction_torque(hip: &Hip, frame: &Frame) -> f64 {
    hip.head_radius * frame.friction.norm()
}

/// Contact point on the cup in pelvis axes; NaN without contact.
fn on_cup(hip: &Hip, frame: &Frame) -> Vector3<f64> {
    frame.axis().map_or(Vector3::repeat(f64::NAN), |n| n * hip.cup_radius)
}

/// Contact point on the head in femur axes; NaN without contact.
fn on_head(hip: &Hip, frame: &Frame) -> Vector3<f64> {
    frame.axis().map_or(Vector3::repeat(f64::NAN), |n| frame.rotation.transpose() * n * hip.head_radius)
}

/// The cup without anything recorded on it.
pub(super) fn bare_record(hip: &Hip, surface: Surface) -> SurfaceRecord {
    SurfaceRecord {
        name: "cup".into(),
        label: "Bearing surface of the cup, seen through its opening".into(),
        surface,
        view_from: (-hip.pole).into(),
        up: [0.0, 1.0, 0.0],
        compass: compass(&-hip.pole),
        times: Vec::new(),
        fields: Vec::new(),
        tracks: Vec::new(),
        counterpart: None,
    }
}

fn surface_record(hip: &Hip, cup: &CupSurface, frames: &[Frame], maps: Maps, is_static: bool) -> SurfaceRecord {
    let (points, connectivity, offsets) = cup.polygons();
    let field = results::Field::on_cells;
    let mut fields = vec![field("pressure_Pa", "Contact pressure", maps.pressure)];
    if !is_static {
        fields.push(field("sliding_distance_m", "Accumulated sliding distance", maps.sliding));
        let wear = maps.wear.into_iter().map(|w| w * MILLION as f32).collect();
        fields.push(field("wear_depth_per_million_cycles_m", "Wear depth, per million cycles", wear));
        fields.push(field("cross_shear_ratio", "Cross-shear up to now", maps.cross_shear));
    }
    let track = Track {
        name: "contact_point".into(),
        label: "Contact point".into(),
        points: frames.iter().map(|f| on_cup(hip, f).into()).collect(),
    };
    SurfaceRecord {
        times: frames.iter().map(|f| f.time).collect(),
        fields,
        tracks: vec![track],
        counterpart: (!is_static).then(|| head(frames)),
        ..bare_record(hip, Surface { points, connectivity, offsets })
    }
}

/// The head, which fills the cup, and how it moves in it.
fn head(frames: &[Frame]) -> Counterpart {
    let motion = |frame: &Frame| Motion {
        axes: frame.rotation.data.0,
        origin: frame.eccentricity.into(),
        velocity: frame.velocity.into(),
        spin: frame.angular_velocity.into(),
    };
    Counterpart::ball("Head", frames.iter().map(motion).collect())
}

/// What lies left, right, below and above in the picture: seen along the opening axis with superior on top.
pub(super) fn compass(view: &Vector3<f64>) -> [String; 4] {
    let right = Vector3::y().cross(view);
    let (left_name, right_name) = match (right.x.abs() >= right.z.abs(), right.x > 0.0, right.z > 0.0) {
        (true, true, _) => ("posterior", "anterior"),
        (true, false, _) => ("anterior", "posterior"),
        (false, _, true) => ("medial", "lateral"),
        (false, _, false) => ("lateral", "medial"),
    };
    [left_name, right_name, "inferior", "superior"].map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three elements, and a contact point that goes from the first over the second and away from the cup to the third.
    #[test]
    fn sliding_under_the_contact_point_is_that_of_the_element_below_it() {
        let directions = [0.0f64, 0.4, 0.8].map(|angle| Vector3::new(angle.sin(), angle.cos(), 0.0));
        let at = |angle: f64| Some(Vector3::new(angle.sin(), angle.cos(), 0.0));
        let track = [at(0.05), at(0.1), at(0.3), None, at(0.9)];
        let slid = [[0.0f32, 0.0, 0.0], [2.0, 4.0, 1.0], [3.0, 6.0, 1.0], [3.0, 6.0, 1.0], [3.0, 6.0, 1.5]];
        let ratios = slid_under_contact(&directions, track.into_iter(), slid.as_flattened());
        assert_eq!(ratios[..3], [1.0, 0.5, 1.0]);
        assert!(ratios[3].is_nan());
        assert_eq!(ratios[4], 0.25);
    }
}
