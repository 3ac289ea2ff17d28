//! The insert of a knee by finite elements: numbers to be judged by others, and what they cost.
//!
//!     cargo run --release -p synovia-benches --bin inserts flat              # balls on flat layers, as CSV
//!     cargo run --release -p synovia-benches --bin inserts poses DIR [MM]    # the default design, with files for CalculiX
//!     cargo run --release -p synovia-benches --bin inserts refine MM...      # its peak as the columns come nearer
//!     cargo run --release -p synovia-benches --bin inserts cost MM...        # set-up and pose
//!     cargo run --release -p synovia-benches --bin inserts cycle MM...       # a cycle of 101 poses in equilibrium
//!     cargo run --release -p synovia-benches --bin inserts verdict PERCENT...  # laws of springs beside finite elements
#![allow(clippy::print_stdout)]

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use joints::Unwatched;
use joints::compare::Subject;
use joints::replacement::compare::PressedKnee;
use joints::replacement::parameters::{Contact, FiniteElements};
use joints::replacement::{Cycle, Parameters, Replacement, shipped};
use mechanics::contact::surfaces::{PairSettings, SurfacePair, Twist};
use mechanics::contact::surrogate::compute_pose;
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::Surface;
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, TriangleMesh};
use mechanics::geometry::shape::{Plane, Sphere};
use mechanics::material::Elastic;
use mechanics::solid::mesh::{Plan, Swept, SweptLayer, Underside};
use mechanics::solid::{Material, Solid, Supports, SurfaceCompliance};
use nalgebra::{Isometry3, Vector3};
use quantity::Length;

type Failure = Box<dyn Error>;
const MOST: f64 = 8e9;
/// The polyethylene of the insert.
const POLYETHYLENE: Elastic = Elastic { modulus: 463e6, poisson: 0.46, density: 940.0 };
/// Frames of the shipped gait, of 101, and the loads on both sides together.
const POSES: [usize; 6] = [4, 14, 30, 45, 62, 80];
const LOADS: [f64; 6] = [600.0, 2600.0, 1500.0, 2400.0, 300.0, 900.0];

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["flat"] => flat(),
        ["poses", directory] => poses(Path::new(directory), 2.0),
        ["poses", directory, spacing] => poses(Path::new(directory), spacing.parse()?),
        ["refine", ref spacings @ ..] => refine(&numbers(spacings)?),
        ["cost", ref spacings @ ..] => cost(&numbers(spacings)?),
        ["cycle", ref spacings @ ..] => cycle(&numbers(spacings)?),
        ["verdict", ref shares @ ..] => verdict(&numbers(shares)?),
        _ => Err("flat, poses DIR [MM], refine, cost or cycle MM..., or verdict PERCENT...".into()),
    }
}

fn numbers(words: &[&str]) -> Result<Vec<f64>, Failure> {
    Ok(words.iter().map(|word| word.parse()).collect::<Result<_, _>>()?)
}

/// A mesh with its compliance, between surfaces.
fn press(
    swept: Swept,
    surfaces: [Arc<dyn Surface>; 2],
    (material, supports): (Elastic, Supports),
) -> Result<SurfacePair, Failure> {
    let directions: Vec<Vector3<f64>> = swept.points.iter().map(|point| point.normal).collect();
    let solid = Solid::new(swept.mesh, Material::Linear(material), supports)?;
    let compliance = SurfaceCompliance::compute(&solid, &swept.top, &directions, MOST)?;
    let law = PressureLaw::linear(&[Layer { thickness: swept.thickness[0], material }])?;
    let [base, follower] = surfaces;
    let pair = SurfacePair::on_points(base, follower, [swept.points, Vec::new()], PairSettings::new(law, 1.0))?;
    Ok(pair.with_compliance(Arc::new(compliance))?)
}

/// A quarter of a flat layer of 0.5 GPa under a ball of 22 mm that has sunk in by 50 µm.
fn flat() -> Result<(), Failure> {
    const BALL: f64 = 22e-3;
    const DEPTH: f64 = 50e-6;
    println!("thickness_mm,poisson,cells,force_N,peak_MPa,radius_mm");
    for thickness in [1e-3, 2e-3, 4e-3, 8e-3, 16e-3, 32e-3] {
        for poisson in [0.3, 0.4, 0.45, 0.49] {
            for cells in [6, 12] {
                let patch = (1.6 * BALL * DEPTH).sqrt();
                let (mut line, mut step) = (vec![0.0], patch / f64::from(cells));
                while line[line.len() - 1] < patch + 5.0 * thickness {
                    let last = line[line.len() - 1];
                    if last > 1.1 * patch {
                        step *= 1.3;
                    }
                    line.push(last + step);
                }
                let side = 2.0 * line[line.len() - 1] + 1e-6;
                let plane: Arc<dyn Surface> =
                    Arc::new(Plane::new(Vector3::zeros(), Vector3::y(), Vector3::x(), [side; 2])?);
                let sphere: Arc<dyn Surface> = Arc::new(Sphere::new(Vector3::zeros(), BALL)?);
                let mut layer = SweptLayer::new(
                    plane.as_ref(),
                    Vector3::y(),
                    Underside::Flat(-thickness),
                    patch / f64::from(cells),
                );
                layer.plan = Plan::Lines([line.clone(), line]);
                let swept = layer.mesh()?;
                let on = |axis: usize| -> Vec<usize> {
                    let nodes = &swept.mesh.nodes;
                    (0..nodes.len()).filter(|&n| nodes[n][axis].abs() < 1e-9).collect()
                };
                let supports =
                    Supports::none().hold(&on(0), 0).hold(&on(2), 2).clamp(&swept.mesh.nodes_of("underside")?);
                let material = Elastic { modulus: 0.5e9, poisson, density: 0.0 };
                let pair = press(swept, [plane, sphere], (material, supports))?;
                let mut scratch = pair.scratch();
                let pose = Isometry3::translation(0.0, BALL - DEPTH, 0.0);
                let response = pair.evaluate(&pose, &Twist::REST, &mut scratch);
                let patch = scratch.patch();
                println!(
                    "{},{poisson},{cells},{:.4},{:.4},{:.4}",
                    1e3 * thickness,
                    4.0 * response.force.y,
                    1e-6 * patch.peak_pressure,
                    1e3 * (4.0 * patch.area / std::f64::consts::PI).sqrt()
                );
            }
        }
    }
    Ok(())
}

/// The triangles of the default design.
fn designed_parts() -> Result<[TriangleMesh; 2], Failure> {
    Ok(synovia_benches::knee::design()?.0.meshes().map(|mesh| mesh.weld(0.0).mesh))
}

/// The default design on a flat underside 8 mm below its lowest point.
fn implant(spacing: f64) -> Result<(SurfacePair, Swept), Failure> {
    let [femoral, insert] = designed_parts()?;
    let bearing: Arc<dyn Surface> = Arc::new(CurvedSurface::new(insert, DEFAULT_CREASE_ANGLE)?);
    let femoral: Arc<dyn Surface> = Arc::new(CurvedSurface::new(femoral, DEFAULT_CREASE_ANGLE)?);
    let swept = SweptLayer::new(bearing.as_ref(), Vector3::y(), Underside::Below(8e-3), spacing).mesh()?;
    let supports = Supports::none().clamp(&swept.mesh.nodes_of("underside")?);
    Ok((press(swept.clone(), [bearing, femoral], (POLYETHYLENE, supports))?, swept))
}

/// Poses of the measured gait on springs: the place of the femoral component is then as good as any.
fn gait_poses() -> Result<Vec<Isometry3<f64>>, Failure> {
    let knee = synovia_benches::knee::gait(101)?;
    let motions = knee.compute_motions(&Unwatched)?;
    Ok(POSES.iter().map(|&frame| compute_pose(&motions[0][frame])).collect())
}

/// Height at which the force is the load, by bisection and Newton's method.
fn settle(pair: &SurfacePair, start: Isometry3<f64>, load: f64) -> (Isometry3<f64>, f64) {
    let mut scratch = pair.scratch();
    let (mut low, mut high) = (-1e-3, 1e-3);
    let at = |height: f64| {
        let mut pose = start;
        pose.translation.vector.y += height;
        pose
    };
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        let force = pair.evaluate(&at(middle), &Twist::REST, &mut scratch).force.y;
        if force > load {
            low = middle
        } else {
            high = middle
        }
        if high - low < 1e-10 {
            break;
        }
    }
    (at(low), low)
}

fn poses(directory: &Path, spacing: f64) -> Result<(), Failure> {
    std::fs::create_dir_all(directory)?;
    let (pair, swept) = implant(1e-3 * spacing)?;
    std::fs::write(directory.join("insert.inp"), swept.mesh.to_abaqus()?)?;
    let [femoral, _] = designed_parts()?;
    let mut summary = String::from("pose,frame,load_N,force_y_N,peak_MPa,area_mm2,deepest_um,points\n");
    for (i, start) in gait_poses()?.into_iter().enumerate() {
        let (pose, _) = settle(&pair, start, LOADS[i]);
        let mut scratch = pair.scratch();
        let mut fields = [mechanics::contact::surfaces::Fields::default()];
        let response = pair.evaluate_with_fields(&pose, &Twist::REST, 0.0, &mut scratch, &mut fields);
        let patch = scratch.patch();
        let touching = fields[0].pressure.iter().filter(|p| **p > 0.0).count();
        writeln!(
            summary,
            "{i},{},{},{:.4},{:.5},{:.4},{:.3},{touching}",
            POSES[i],
            LOADS[i],
            response.force.y,
            1e-6 * patch.peak_pressure,
            1e6 * patch.area,
            1e6 * patch.deepest
        )?;
        let mut pressures = String::from("node,area_m2,pressure_Pa\n");
        for (k, (point, pressure)) in swept.points.iter().zip(&fields[0].pressure).enumerate() {
            writeln!(pressures, "{},{:e},{:e}", swept.top[k] + 1, point.area, pressure)?;
        }
        std::fs::write(directory.join(format!("pressures_{i}.csv")), pressures)?;
        let near: Vec<Vector3<f64>> = swept
            .points
            .iter()
            .zip(&fields[0].gap)
            .filter(|(_, gap)| **gap < 0.0)
            .map(|(point, _)| point.point)
            .collect();
        std::fs::write(
            directory.join(format!("femoral_{i}.inp")),
            crust(&femoral, &pose, &near, swept.mesh.nodes.len()),
        )?;
    }
    std::fs::write(directory.join("ours.csv"), &summary)?;
    print!("{summary}");
    Ok(())
}

/// The femoral component near some points as wedges, half a millimetre deep, behind its flat facets.
fn crust(femoral: &TriangleMesh, pose: &Isometry3<f64>, near: &[Vector3<f64>], after: usize) -> String {
    let vertices: Vec<Vector3<f64>> =
        femoral.vertices().iter().map(|v| (pose * nalgebra::Point3::from(*v)).coords).collect();
    let mut normals = vec![Vector3::zeros(); vertices.len()];
    for triangle in femoral.triangles() {
        let [a, b, c] = triangle.map(|k| vertices[k as usize]);
        triangle.iter().for_each(|&k| normals[k as usize] += (b - a).cross(&(c - a)));
    }
    let kept: Vec<[u32; 3]> = (femoral.triangles().iter().copied())
        .filter(|triangle| near.iter().any(|p| (vertices[triangle[0] as usize] - p).norm() < 4e-3))
        .collect();
    let mut number = std::collections::BTreeMap::new();
    kept.iter().flatten().for_each(|&k| {
        let next = number.len();
        number.entry(k).or_insert(next);
    });
    let mut text = String::from("*NODE, NSET=femoral_nodes\n");
    for (&k, &n) in &number {
        let (x, inner) = (vertices[k as usize], vertices[k as usize] - normals[k as usize].normalize() * 0.5e-3);
        for (n, x) in [(after + 1 + 2 * n, x), (after + 2 + 2 * n, inner)] {
            let _ = writeln!(text, "{n}, {:.12e}, {:.12e}, {:.12e}", x.x, x.y, x.z);
        }
    }
    text.push_str("*ELEMENT, TYPE=C3D6, ELSET=femoral_elements\n");
    let first = 1_000_000;
    for (e, triangle) in kept.iter().enumerate() {
        let [a, b, c] = triangle.map(|k| after + 1 + 2 * number[&k]);
        let _ = writeln!(text, "{}, {}, {}, {}, {a}, {b}, {c}", first + e, a + 1, b + 1, c + 1);
    }
    text.push_str("*SURFACE, NAME=femoral, TYPE=ELEMENT\nfemoral_elements, S2\n");
    text
}

fn refine(spacings: &[f64]) -> Result<(), Failure> {
    let poses = gait_poses()?;
    println!("spacing_mm,pose,load_N,points,height_um,peak_MPa,area_mm2");
    for spacing in spacings {
        let (pair, _) = implant(1e-3 * spacing)?;
        for (i, start) in poses.iter().enumerate() {
            let (pose, height) = settle(&pair, *start, LOADS[i]);
            let mut scratch = pair.scratch();
            pair.evaluate(&pose, &Twist::REST, &mut scratch);
            let patch = scratch.patch();
            println!(
                "{spacing},{i},{},{},{:.3},{:.4},{:.3}",
                LOADS[i],
                pair.points(0).len(),
                1e6 * height,
                1e-6 * patch.peak_pressure,
                1e6 * patch.area
            );
        }
    }
    Ok(())
}

fn cost(spacings: &[f64]) -> Result<(), Failure> {
    let poses = gait_poses()?;
    println!("spacing_mm,points,mesh_and_compliance_s,pose_ms,pivots_per_pose");
    for spacing in spacings {
        let begun = Instant::now();
        let (pair, _) = implant(1e-3 * spacing)?;
        let set_up = begun.elapsed().as_secs_f64();
        let places: Vec<Isometry3<f64>> =
            poses.iter().zip(LOADS).map(|(pose, load)| settle(&pair, *pose, load).0).collect();
        let mut scratch = pair.scratch();
        pair.evaluate_with_slopes(&places[0], &Twist::REST, &mut scratch);
        let (begun, before, rounds) = (Instant::now(), scratch.pivots(), 3);
        for _ in 0..rounds {
            for place in &places {
                pair.evaluate_with_slopes(place, &Twist::REST, &mut scratch);
            }
        }
        let asked = (rounds * places.len()) as f64;
        println!(
            "{spacing},{},{set_up:.2},{:.2},{:.1}",
            pair.points(0).len(),
            1e3 * begun.elapsed().as_secs_f64() / asked,
            (scratch.pivots() - before) as f64 / asked
        );
    }
    Ok(())
}

fn cycle(spacings: &[f64]) -> Result<(), Failure> {
    for &spacing in spacings {
        let mut parameters = Parameters::default();
        let spacing = Length::millimetres(spacing);
        parameters.contact = Contact::FiniteElements(FiniteElements { spacing, ..FiniteElements::default() });
        let (designed, parts) = synovia_benches::knee::design()?;
        let begun = Instant::now();
        let pose = designed.pose(&parameters);
        let cycle = Cycle::new(&parameters.activity, &pose, &shipped::waveform()).map_err(|p| format!("{p:?}"))?;
        let knee = Replacement::new(parameters, &parts, cycle).map_err(|p| format!("{p:?}"))?;
        let set_up = begun.elapsed().as_secs_f64();
        let outcome = knee.run(&Unwatched)?;
        println!("cycle of 101 poses at {spacing}: set-up {set_up:.2} s, all {:.2} s", begun.elapsed().as_secs_f64());
        for (name, value) in
            ["peak_pressure_Pa", "largest_contact_area_m2", "newton_steps"].map(|name| (name, outcome.value(name)))
        {
            println!("  {name} {value:?}");
        }
    }
    Ok(())
}

/// Every law of springs on the default design, at so many percent of the cycle, beside the insert by finite elements.
fn verdict(percents: &[f64]) -> Result<(), Failure> {
    let shares: Vec<f64> = percents.iter().map(|percent| 0.01 * percent).collect();
    let knee = PressedKnee::new(&synovia_benches::knee::gait(101)?, &shares)?;
    let wanted = ["finite-elements", "as-asked", "logarithmic", "modified", "hertz"];
    let mut truth = Vec::new();
    println!(
        "model,percent,load_N,peak_MPa,off_percent,area_mm2,off_percent,indentation_um,off_percent,force_off_percent"
    );
    for name in wanted {
        let Some(model) = knee.models().into_iter().find(|model| model.name == name) else { continue };
        let mut press = knee.prepare(&model)?;
        for (case, about) in knee.cases().iter().enumerate() {
            let answer = press.press(case)?;
            if name == wanted[0] {
                truth.push(answer);
            }
            let true_one = &truth[case];
            let carried = press.force_at(case, &true_one.place)?;
            let off = |value: f64, exact: f64| 100.0 * (value / exact - 1.0);
            println!(
                "{name},{},{:.0},{:.3},{:+.1},{:.1},{:+.1},{:.1},{:+.1},{:+.1}",
                percents.get(case).copied().unwrap_or(f64::NAN),
                about.load,
                1e-6 * answer.peak_pressure,
                off(answer.peak_pressure, true_one.peak_pressure),
                1e6 * answer.area,
                off(answer.area, true_one.area),
                1e6 * answer.indentation,
                off(answer.indentation, true_one.indentation),
                off(carried, about.load)
            );
        }
    }
    Ok(())
}
