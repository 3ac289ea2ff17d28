//! From the history of a run to its results: headline numbers, series, maps, figures.

use mechanics::contact::surfaces::PatchSummary;
use results::{Counterpart, Field, Motion, Outcome, Surface, SurfaceRecord, Table, Track};

use super::history::{Frame, History, place};
use super::maps::{Maps, Totals};
use super::parameters::Experiment;
use super::{Replacement, ReplacementError, figures, pieces, warnings};
use crate::joint::say_ended_early;
use crate::ligament::snake;

const MILLION: f64 = 1e6;

/// Headline numbers, warnings and work, with what the rest is made from.
pub(super) fn assemble_headline(knee: &Replacement, history: History) -> (Outcome, Vec<Frame>, Option<Maps>) {
    let History { frames, maps, work, missed } = history;
    let totals = maps.as_ref().map(|maps| maps.totals(knee));
    let mut outcome = Outcome { work, ..Outcome::default() };
    headline(knee, &frames, totals.as_ref(), &mut outcome);
    if let Some(designed) = &knee.designed {
        designed.headline(&mut outcome);
    }
    warnings::add(knee, &frames, totals.as_ref(), &mut outcome);
    warnings::balance(missed, &mut outcome);
    (outcome, frames, maps)
}

/// Everything the run hands back.
pub(super) fn assemble(knee: &Replacement, history: History) -> Outcome {
    let (mut outcome, frames, maps) = assemble_headline(knee, history);
    let frames = &frames;
    outcome.series = series(knee, frames, maps.is_some());
    outcome.figures = figures::list(knee, frames.len(), maps.is_some());
    outcome.surfaces.extend(maps.map(|maps| surface_record(knee, frames, maps)));
    outcome
}

/// What was computed until a run failed: peaks, curves and maps up to then, and no sum of a cycle that did not end.
pub(super) fn assemble_part(knee: &Replacement, history: History, why: &ReplacementError) -> Outcome {
    let History { frames, maps, work, .. } = history;
    let mut outcome = Outcome { work, ..Outcome::default() };
    peaks(&frames, &mut outcome);
    for region in knee.regions().enumerate() {
        peaks_of_region(region, &frames, &mut outcome);
    }
    say_ended_early(&mut outcome, why, frames.last().map_or(0.0, |frame| frame.time));
    outcome.series = series(knee, &frames, maps.is_some());
    outcome.figures = figures::list(knee, frames.len(), maps.is_some());
    outcome.surfaces.extend(maps.map(|maps| surface_record(knee, &frames, maps)));
    outcome
}

/// `medial` as a reader wants to see it: `Medial`.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect()).replace('_', " ")
}

/// The largest of a number over the frames.
fn most(frames: &[Frame], value: impl Fn(&Frame) -> f64) -> f64 {
    frames.iter().map(value).fold(0.0, f64::max)
}

fn peaks(frames: &[Frame], outcome: &mut Outcome) {
    outcome.push("peak_pressure_Pa", "Peak pressure", most(frames, |f| f.whole.peak_pressure));
    outcome.push("peak_axial_force_N", "Peak axial contact force", most(frames, |f| f.response.force.y));
    outcome.push("largest_contact_area_m2", "Largest contact area", most(frames, |f| f.whole.area));
}

fn peaks_of_region((i, name): (usize, &str), frames: &[Frame], outcome: &mut Outcome) {
    let label = capital(name);
    let force = most(frames, |f| f.regions[i].force.norm());
    outcome.push(&format!("{name}_peak_force_N"), &format!("{label}, peak force"), force);
    let pressure = most(frames, |f| f.regions[i].peak_pressure);
    outcome.push(&format!("{name}_peak_pressure_Pa"), &format!("{label}, peak pressure"), pressure);
}

fn headline(knee: &Replacement, frames: &[Frame], totals: Option<&Totals>, outcome: &mut Outcome) {
    let most = |value: &dyn Fn(&Frame) -> f64| most(frames, value);
    peaks(frames, outcome);
    for (i, name) in knee.regions().enumerate() {
        let label = capital(name);
        peaks_of_region((i, name), frames, outcome);
        let carried: f64 = frames.iter().map(|f| f.regions[i].pressure_force).sum();
        let all: f64 = frames.iter().map(|f| f.whole.pressure_force).sum();
        outcome.push(
            &format!("{name}_share_ratio"),
            &format!("{label}, share of the force over the cycle"),
            carried / all.max(f64::MIN_POSITIVE),
        );
    }
    if matches!(knee.parameters.experiment, Experiment::MeasuredPose(_)) {
        outcome.push(
            "largest_offset_m",
            "Largest correction of the pose",
            most(&|f| (f.coordinates[4] - f.measured[4]).abs()),
        );
        let mean = frames.iter().map(|f| f.coordinates[4] - f.measured[4]).sum::<f64>() / frames.len() as f64;
        outcome.push("mean_offset_m", "Mean correction of the pose, upwards", mean);
    }
    for (i, ligament) in knee.ligaments().iter().enumerate() {
        let (name, label) = (snake(&ligament.name), capital(&snake(&ligament.name)));
        outcome.push(&format!("{name}_peak_force_N"), &format!("{label}, peak pull"), most(&|f| f.ligaments[i].force));
    }
    let pulled = |f: &Frame| f.ligaments.iter().map(|pull| pull.superior).sum::<f64>();
    let miss = most(&|f| (f.response.force.y + pulled(f) - f.loads[0]).abs());
    outcome.push(
        "axial_force_error_ratio",
        "Largest error of the axial force, by the peak load",
        miss / most(&|f| f.loads[0]).max(f64::MIN_POSITIVE),
    );
    super::platform::headline(knee, frames, outcome);
    if knee.post.is_some() {
        let of = |value: &dyn Fn(&PatchSummary) -> f64| most(&|f| f.post.as_ref().map_or(0.0, value));
        outcome.push("post_peak_force_N", "Cam on post, peak force", of(&|patch| patch.force.norm()));
        outcome.push("post_peak_pressure_Pa", "Cam on post, peak pressure", of(&|patch| patch.peak_pressure));
    }
    outcome.push("deepest_indentation_m", "Deepest indentation", most(&|f| f.whole.deepest));
    if let Some(totals) = totals {
        outcome.push("accumulated_sliding_max_m", "Largest accumulated sliding on the insert", totals.sliding);
        outcome.push(
            "wear_volume_per_million_cycles_m3",
            "Worn volume per million cycles",
            totals.wear_volume * MILLION,
        );
        outcome.push("wear_depth_per_million_cycles_m", "Deepest wear per million cycles", totals.wear_depth * MILLION);
        outcome.push("cross_shear_ratio", "Cross-shear, mean over the worn volume", totals.cross_shear);
    }
    outcome.push("cycle_duration_s", "Duration of the cycle", knee.cycle.duration);
    if totals.is_some() {
        let error =
            frames.iter().map(|f| f.response.quadrature_error / f.response.force.norm().max(1.0)).fold(0.0, f64::max);
        outcome.push("quadrature_error_ratio", "Expected error of the force from the spacing of the points", error);
    }
}

fn series(knee: &Replacement, frames: &[Frame], with_maps: bool) -> Table {
    let mut table = Table::default();
    let mut push = |name: &str, label: &str, value: &dyn Fn(&Frame) -> f64| {
        table.push(name, label, frames.iter().map(value).collect());
    };
    push("time_s", "Time", &|f| f.time);
    push("cycle_ratio", "Share of the cycle", &|f| f.time / knee.cycle.duration);
    push("axial_load_N", "Axial force asked for", &|f| f.loads[0]);
    for (axis, name) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
        push(&format!("force_on_femur_{name}_N"), &format!("Contact force on the femoral component, {name}"), &|f| {
            f.response.force[axis]
        });
        push(&format!("moment_on_femur_{name}_N_m"), &format!("Contact moment about its origin, {name}"), &|f| {
            f.response.moment[axis]
        });
    }
    push("peak_pressure_Pa", "Peak pressure", &|f| f.whole.peak_pressure);
    push("mean_pressure_Pa", "Mean pressure", &|f| f.whole.mean_pressure());
    push("contact_area_m2", "Contact area", &|f| f.whole.area);
    push("indentation_m", "Deepest indentation", &|f| f.whole.deepest);
    for (i, region) in knee.regions().enumerate() {
        let label = capital(region);
        let mut push = |name: &str, what: &str, value: &dyn Fn(&Frame) -> f64| {
            push(&format!("{region}_{name}"), &format!("{label}, {what}"), value);
        };
        push("force_N", "force", &|f| f.regions[i].force.norm());
        push("peak_pressure_Pa", "peak pressure", &|f| f.regions[i].peak_pressure);
        push("mean_pressure_Pa", "mean pressure", &|f| f.regions[i].mean_pressure());
        push("contact_area_m2", "contact area", &|f| f.regions[i].area);
        for (axis, name) in ["anterior", "superior", "lateral"].into_iter().enumerate() {
            push(&format!("centre_{name}_m"), &format!("centre of pressure, {name}"), &|f| f.regions[i].centre[axis]);
        }
    }
    if knee.cycle.frontal.is_some() {
        let curve = knee.cycle.frontal.as_ref().and_then(|function| function.compile().ok());
        let value = |f: &Frame| curve.as_ref().map_or(0.0, |curve| curve.value(f.time));
        push("frontal_moment_N_m", "Frontal moment asked for, loading the medial side", &value);
    }
    if knee.post.is_some() {
        let of = |value: &dyn Fn(&PatchSummary) -> f64, f: &Frame| f.post.as_ref().map_or(0.0, value);
        push("post_force_N", "Cam on post, force", &|f| of(&|patch| patch.force.norm(), f));
        push("post_peak_pressure_Pa", "Cam on post, peak pressure", &|f| of(&|patch| patch.peak_pressure, f));
        push("post_contact_height_m", "Cam on post, height of the contact above the dwell points", &|f| {
            of(&|patch| patch.centre.y, f)
        });
    }
    for (k, (name, label)) in
        [("flexion", "Flexion"), ("adduction", "Adduction"), ("rotation", "Rotation")].into_iter().enumerate()
    {
        push(&format!("{name}_rad"), label, &|f| f.coordinates[k]);
    }
    for (k, (name, label)) in
        [("anterior", "Anterior"), ("superior", "Superior"), ("lateral", "Lateral")].into_iter().enumerate()
    {
        push(&format!("{name}_m"), label, &|f| f.coordinates[3 + k]);
    }
    if matches!(knee.parameters.experiment, Experiment::MeasuredPose(_)) {
        push("superior_offset_m", "Superior correction of the pose", &|f| f.coordinates[4] - f.measured[4]);
        push("adduction_offset_rad", "Adduction correction of the pose", &|f| f.coordinates[1] - f.measured[1]);
        if with_maps {
            push("measured_overlap_m", "Overlap of the parts as measured", &|f| f.measured_depth.unwrap_or(f64::NAN));
        }
    }
    for (i, ligament) in knee.ligaments().iter().enumerate() {
        let (name, label) = (snake(&ligament.name), capital(&snake(&ligament.name)));
        push(&format!("{name}_strain_ratio"), &format!("{label}, strain"), &|f| f.ligaments[i].strain);
        push(&format!("{name}_force_N"), &format!("{label}, pull"), &|f| f.ligaments[i].force);
    }
    if with_maps {
        push("quadrature_error_N", "Expected error of the force from the spacing of the points", &|f| {
            f.response.quadrature_error
        });
    }
    super::platform::columns(knee, frames, &mut table);
    table
}

/// The insert without anything recorded on it.
pub(super) fn bare_record(knee: &Replacement) -> SurfaceRecord {
    SurfaceRecord {
        name: "insert".into(),
        label: "Bearing surface of the tibial insert, seen from above".into(),
        surface: match &knee.elements {
            Some(elements) => elements.cut(),
            None => pieces::cut(&knee.insert.mesh, &knee.points),
        },
        view_from: [0.0, 1.0, 0.0],
        up: [1.0, 0.0, 0.0],
        compass: ["medial", "lateral", "posterior", "anterior"].map(String::from),
        times: Vec::new(),
        fields: Vec::new(),
        tracks: Vec::new(),
        counterpart: None,
    }
}

fn surface_record(knee: &Replacement, frames: &[Frame], mut maps: Maps) -> SurfaceRecord {
    let field = Field::on_cells;
    let wear = maps.take_wear(&knee.law).into_iter().map(|w| w * MILLION as f32).collect();
    let track = |(i, name): (usize, &str)| Track {
        name: format!("{name}_centre_of_pressure"),
        label: format!("{}, centre of pressure", capital(name)),
        points: frames.iter().map(|f| f.regions[i].centre.into()).collect(),
    };
    SurfaceRecord {
        times: frames.iter().map(|f| f.time).collect(),
        fields: vec![
            field("pressure_Pa", "Contact pressure", maps.pressure),
            field("gap_m", "Gap", maps.gap),
            field("sliding_distance_m", "Accumulated sliding distance", maps.sliding),
            field("cross_shear_ratio", "Cross-shear", maps.cross_shear),
            field("wear_depth_per_million_cycles_m", "Wear depth, per million cycles", wear),
        ],
        tracks: knee.regions().enumerate().map(track).collect(),
        counterpart: Some(femoral_component(knee, frames)),
        ..bare_record(knee)
    }
}

/// The femoral component as its mesh has it, and how it lies and moves on the insert.
fn femoral_component(knee: &Replacement, frames: &[Frame]) -> Counterpart {
    let mesh = &knee.femoral.mesh;
    let motion = |frame: &Frame| {
        let (pose, twist) = place(&frame.coordinates, &frame.rates);
        Motion {
            axes: pose.rotation.to_rotation_matrix().matrix().data.0,
            origin: pose.translation.vector.into(),
            velocity: twist.linear.into(),
            spin: twist.angular.into(),
        }
    };
    let shape = Surface {
        points: mesh.vertices().iter().map(|v| [v.x, v.y, v.z]).collect(),
        connectivity: mesh.triangles().as_flattened().to_vec(),
        offsets: (1..=mesh.triangles().len() as u32).map(|end| 3 * end).collect(),
    };
    Counterpart::new("Femoral component", &shape, frames.iter().map(motion).collect())
}
