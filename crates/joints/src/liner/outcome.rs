//! From a finished motion to its results: headline numbers, series, maps, warnings.

use super::describe;
use super::drive::Driver;
use super::figures;
use super::model::{compass, polygons};
use super::parameters::{Coupling, Held, Wear};
use super::record::Frame;
use super::run::Finished;
use super::volume::record;
use super::{Liner, LinerError};
use crate::joint::how_often;
use nalgebra::Vector3;
use results::{Counterpart, Field, Motion, Outcome, Severity, SurfaceRecord, Table, Track};

const MILLION: f64 = 1e6;

/// What linear tetrahedra make of a load on one point.
const COLUMN: &str = " Coarse linear tetrahedra carry such a load as a column to the corner below, whose pressure and depth are then too large; \
     they come down slowly as the mesh becomes finer. In the case of Jourdan2009 they give 34, 32 and 26 MPa on three grids, \
     each finer than the one before, where hexahedra give 15, 16 and 16 MPa: ask for hex8, or refine and compare.";

/// Everything the run hands back.
pub(super) fn of_wear(liner: &Liner, wear: &Wear, driver: &Driver, run: &Finished) -> Result<Outcome, LinerError> {
    let mut outcome = Outcome::default();
    let frames = &run.record.frames;
    headline(&mut outcome, wear, driver, run);
    outcome.series = series(liner, frames, driver);
    warnings(&mut outcome, liner, wear, run);
    let most = frames.iter().map(|f| f.pressure.iter().filter(|p| **p > 0.0).count()).max().unwrap_or(0);
    super::warnings::add(liner, run.record.peak_of_pressure().peak_pressure(), most, &mut outcome);
    let counts = run.state.work.counts();
    let names = ["steps", "contact_problems", "sweeps", "newton_systems", "factorisations", "mesh_motions"];
    outcome.work = names.iter().zip(counts).map(|(name, count)| ((*name).to_owned(), count)).collect();
    outcome.work.push(("halved_steps".into(), run.record.halved as u64));
    outcome.work.push(("elements".into(), run.dynamics.solid().mesh().elements() as u64));
    outcome.work.push(("contact_points".into(), run.dynamics.points().count() as u64));
    outcome.figures = figures::of_wear(frames.len(), &stands_for(wear));
    outcome.surfaces.push(surface(liner, driver, frames)?);
    if let Some(head) = head_surface(liner, driver, run) {
        outcome.surfaces.push(head);
        outcome.figures.push(figures::of_head());
    }
    let solid = run.dynamics.solid();
    let mut end = solid.state();
    end.displacement.clone_from(&run.state.displacement);
    outcome.volumes.push(record(solid, &end, driver.to_cup.transpose())?);
    Ok(outcome)
}

fn stands_for(wear: &Wear) -> String {
    describe::cycles(wear.cycles as f64 * wear.amplification)
}

fn headline(outcome: &mut Outcome, wear: &Wear, driver: &Driver, run: &Finished) {
    let Finished { state, record, dynamics, .. } = run;
    let cycles = state.time / driver.duration;
    let (law, measured) = (state.law_volume, dynamics.compute_worn_volume(state));
    let deepest = state.depth.iter().copied().fold(0.0, f64::max);
    let each = MILLION / (cycles * wear.amplification);
    outcome.push("wear_volume_per_million_cycles_m3", "Worn volume per million cycles", law * each);
    outcome.push("wear_depth_m", "Deepest wear", deepest);
    outcome.push(
        "load_times_sliding_N_m",
        "Work of contact force times sliding, per cycle",
        state.load_times_sliding / cycles,
    );
    let resultant = record.resultant_work / cycles;
    outcome.push("resultant_times_sliding_N_m", "The same for the resultant in one point, per cycle", resultant);
    outcome.push("peak_force_N", "Peak contact force", record.peak_of_force().force.norm());
    outcome.push("peak_pressure_Pa", "Peak pressure", record.peak_of_pressure().peak_pressure());
    let slid = record.frames.last().map_or(0.0, |frame| frame.sliding) / cycles;
    outcome.push("sliding_distance_m", "Sliding distance under the resultant, per cycle", slid);
    outcome.push("wear_volume_m3", "Worn volume of the run, by the law", law);
    outcome.push("measured_wear_volume_m3", "Worn volume of the run, measured on the surface", measured);
    let balance = if law > 0.0 { measured / law - 1.0 } else { 0.0 };
    outcome.push("wear_balance_ratio", "Measured volume over that of the law, less one", balance);
    let worn: f64 =
        (state.depth.iter().zip(&dynamics.points().area)).filter(|(d, _)| **d > 0.01 * deepest).map(|(_, a)| a).sum();
    outcome.push("worn_area_m2", "Area worn to more than a hundredth of the deepest", worn);
    let crossed = |frame: &Frame| -> f64 {
        let worn = frame.depth.iter().zip(&dynamics.points().area).map(|(depth, area)| depth * area);
        let (all, across) = worn
            .zip(&frame.cross_shear)
            .fold((0.0, 0.0), |(all, across), (worn, cross)| (all + worn, across + worn * cross));
        if all > 0.0 { across / all } else { 0.0 }
    };
    let cross_shear = record.frames.last().map_or(0.0, crossed);
    outcome.push("cross_shear_ratio", "Cross-shear, mean over the worn volume", cross_shear);
    outcome.push("time_of_peak_pressure_s", "Time of peak pressure", record.peak_of_pressure().time);
    if dynamics.counter_grid().is_some() {
        let volume = dynamics.compute_counter_volume(state);
        outcome.push(
            "head_wear_volume_per_million_cycles_m3",
            "Worn volume of the head per million cycles",
            volume * each,
        );
        let deepest = state.counter_depth.iter().copied().fold(0.0, f64::max);
        outcome.push("head_wear_depth_m", "Deepest wear of the head", deepest);
    }
    outcome.push("frictional_work_J", "Frictional work of the run", state.friction_heat);
    outcome.push("cycle_duration_s", "Duration of a cycle", driver.duration);
    outcome.push("contact_residual_ratio", "Largest residual of the contact problems", state.worst_residual);
}

fn series(liner: &Liner, frames: &[Frame], driver: &Driver) -> Table {
    let duration = driver.duration;
    let mut table = Table::default();
    let mut push = |name: &str, label: &str, value: &dyn Fn(&Frame) -> f64| {
        table.push(name, label, frames.iter().map(value).collect());
    };
    let most = |list: &[f64]| list.iter().copied().fold(0.0, f64::max);
    push("time_s", "Time", &|f| f.time);
    push("cycle_ratio", "Cycles", &|f| f.time / duration);
    push("load_N", "Load", &|f| f.load);
    push("contact_force_N", "Contact force", &|f| f.force.norm());
    push("friction_torque_N_m", "Friction torque", &|f| f.torque);
    push("peak_pressure_Pa", "Peak pressure", &Frame::peak_pressure);
    push("contact_area_m2", "Contact area", &|f| f.area);
    push("wear_depth_m", "Deepest wear", &|f| most(&f.depth));
    push("wear_volume_m3", "Worn volume by the law", &|f| f.law_volume);
    push("measured_wear_volume_m3", "Worn volume, measured", &|f| f.measured_volume);
    push("load_times_sliding_N_m", "Work of contact force times sliding", &|f| f.load_times_sliding);
    push("sliding_distance_m", "Sliding distance under the resultant", &|f| f.sliding);
    for (axis, name) in ["flexion", "adduction", "internal_rotation"].into_iter().enumerate() {
        let label = ["Flexion", "Adduction", "Internal rotation"][axis];
        push(&format!("{name}_rad"), label, &|f| driver.angles(f.time)[axis]);
    }
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        push(&format!("contact_force_{name}_N"), &format!("Contact force on the liner, {name}"), &|f| f.force[axis]);
        push(&format!("head_centre_{name}_m"), &format!("Centre of the head, {name}"), &|f| f.centre[axis]);
        push(&format!("contact_point_{name}_m"), &format!("Where the resultant meets the liner, {name}"), &|f| {
            under_resultant(liner, f)[axis]
        });
    }
    table
}

fn warnings(outcome: &mut Outcome, liner: &Liner, wear: &Wear, run: &Finished) {
    if let Some(error) = &run.stopped {
        let text = error.hint().map_or_else(|| error.to_string(), |hint| format!("{error}; {hint}"));
        outcome.warn(
            Severity::Caution,
            "stopped-early",
            format!(
                "The run ended at t = {:.4e} s, before its time: {text}. All numbers are up to there.",
                run.state.time
            ),
        );
    }
    let (law, measured) = (run.state.law_volume, run.dynamics.compute_worn_volume(&run.state));
    if law > 0.0 && (measured / law - 1.0).abs() > 0.02 {
        let text = format!(
            "The volume measured on the worn surface is {:.1} % off that of the law: renew the mesh more often (`renewal`).",
            100.0 * (measured / law - 1.0)
        );
        outcome.warn(Severity::Caution, "wear-balance", text);
    }
    let deepest = run.state.depth.iter().copied().fold(0.0, f64::max);
    let layer = liner.first_layer();
    if wear.renewal == 0.0 && deepest > 0.5 * layer {
        let text = format!(
            "Wear is {:.2} mm deep, the first layer of elements {:.2} mm thick, and the mesh makes no room for it.",
            deepest * 1e3,
            layer * 1e3
        );
        outcome.warn(Severity::Caution, "deep-wear", text);
    }
    if wear.amplification > 1.0 {
        let text = format!(
            "Each computed cycle stands for {} cycles: wear within a cycle changes the contact as it would within that many.",
            wear.amplification
        );
        outcome.warn(Severity::Note, "amplified", text);
    }
    if let Coupling::Explicit(every) = wear.coupling {
        let text = match every {
            1 => "The geometry learns of wear after every step, not within it.".to_owned(),
            _ => format!("The geometry learns of wear every {every} steps only."),
        };
        outcome.warn(Severity::Note, "explicit-coupling", text);
    }
    if liner.parameters.cup.held == Held::Guided {
        let text = String::from(
            "The cup is guided and loaded in one point of its back: the load goes through the liner to a smaller patch than one \
             that the whole back carries, so that pressure and depth are higher than in a cemented cup; the worn volume hardly \
             differs.",
        ) + if liner.has_linear_tetrahedra() { COLUMN } else { "" };
        outcome.warn(Severity::Note, "point-load", text);
    }
    if run.record.halved > 0.0 {
        let text = format!("Steps were halved {}.", how_often(run.record.halved as usize));
        outcome.warn(Severity::Note, "halved-steps", text);
    }
}

fn surface(liner: &Liner, driver: &Driver, frames: &[Frame]) -> Result<SurfaceRecord, LinerError> {
    let (mut surface, _) = polygons(&liner.mesh()?)?;
    let to_pelvis = driver.to_cup.transpose();
    for point in &mut surface.points {
        *point = (to_pelvis * Vector3::from(*point)).into();
    }
    let field = |name: &str, label: &str, values: &dyn Fn(&Frame) -> &[f64]| {
        Field::on_points(name, label, frames.iter().flat_map(|f| values(f).iter().map(|x| *x as f32)).collect())
    };
    let fields = vec![
        field("wear_depth_m", "Wear depth", &|f| &f.depth),
        field("pressure_Pa", "Contact pressure", &|f| &f.pressure),
        field("cross_shear_ratio", "Cross-shear up to now", &|f| &f.cross_shear),
    ];
    let pole = to_pelvis * Vector3::z();
    // What is nearest to superior points up; in a cup that opens downwards, what is nearest to anterior.
    let wish = if pole.y.abs() > 0.95 { Vector3::x() } else { Vector3::y() };
    let up = (wish - pole * pole.dot(&wish)).normalize();
    Ok(SurfaceRecord {
        name: "liner".into(),
        label: "Bearing surface of the liner, seen through its opening".into(),
        surface,
        view_from: (-pole).into(),
        up: up.into(),
        compass: compass(-pole, up),
        times: frames.iter().map(|f| f.time).collect(),
        fields,
        tracks: vec![Track {
            name: "contact_point".into(),
            label: "Where the resultant meets the liner".into(),
            points: frames.iter().map(|f| (to_pelvis * under_resultant(liner, f)).into()).collect(),
        }],
        counterpart: Some(head(driver, frames)),
    })
}

/// The head as it turns in the liner, whose centre it keeps.
fn head(driver: &Driver, frames: &[Frame]) -> Counterpart {
    let to_pelvis = driver.to_cup.transpose();
    let motion = |frame: &Frame| {
        let drive = driver.at(frame.time);
        let turned = to_pelvis * drive.orientation.to_rotation_matrix().matrix() * driver.to_cup;
        let spin = to_pelvis * drive.spin;
        Motion { axes: turned.data.0, origin: [0.0; 3], velocity: [0.0; 3], spin: spin.into() }
    };
    Counterpart::ball("Head", frames.iter().map(motion).collect())
}

/// The head with its own wear at the end, in its place at zero angles, seen along the axis of the cup.
fn head_surface(liner: &Liner, driver: &Driver, run: &Finished) -> Option<SurfaceRecord> {
    let grid = run.dynamics.counter_grid()?;
    let to_pelvis = driver.to_cup.transpose();
    let radius = liner.head_radius();
    let mut surface = results::Surface {
        points: grid.nodes.iter().map(|n| (to_pelvis * n * radius).into()).collect(),
        connectivity: Vec::new(),
        offsets: Vec::new(),
    };
    for cell in grid.quadrangles() {
        surface.connectivity.extend(cell.map(|node| node as u32));
        surface.offsets.push(surface.connectivity.len() as u32);
    }
    let pole = to_pelvis * Vector3::z();
    let wish = if pole.y.abs() > 0.95 { Vector3::x() } else { Vector3::y() };
    let up = (wish - pole * pole.dot(&wish)).normalize();
    let depth = run.state.counter_depth.iter().map(|d| *d as f32).collect();
    Some(SurfaceRecord {
        name: "head".into(),
        label: "The head, seen from the bottom of the cup".into(),
        surface,
        view_from: pole.into(),
        up: up.into(),
        compass: compass(pole, up),
        times: vec![run.state.time],
        fields: vec![Field::on_points("head_wear_depth_m", "Wear depth of the head", depth)],
        tracks: Vec::new(),
        counterpart: None,
    })
}

/// Where the resultant force of a frame meets the liner; NaN without contact.
fn under_resultant(liner: &Liner, frame: &Frame) -> Vector3<f64> {
    let size = frame.force.norm();
    if size > 0.0 { frame.force * (liner.inner_radius() / size) } else { Vector3::repeat(f64::NAN) }
}
