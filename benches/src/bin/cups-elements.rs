//! Finite elements of a cup as a body of revolution beside other programs, and what they cost, as CSV.
//!
//!     cargo run --release -p synovia-benches --bin cups-elements -- reference docs/cups-reference/cups.csv
//!     cargo run --release -p synovia-benches --bin cups-elements -- tilted docs/cups-reference/tilted.csv
//!     cargo run --release -p synovia-benches --bin cups-elements -- order
//!     cargo run --release -p synovia-benches --bin cups-elements -- cycle 16 20 24 28 32
#![allow(clippy::print_stdout)]

use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use mechanics::solid::revolution::{
    BallAndCup, CupCompliance, CupPatch, Edge, ElasticCup, LayerMaterial, Profile, Resolution, RevolvedLayer,
};
use nalgebra::Vector3;

type Failure = Box<dyn std::error::Error>;

/// A rigid or elastic ball in a liner.
struct Cup {
    radius: f64,
    clearance: f64,
    thickness: f64,
    modulus: f64,
    poisson: f64,
}

/// The liner of Askari2018.
const BASE: Cup = Cup { radius: 14e-3, clearance: 80e-6, thickness: 8e-3, modulus: 0.5e9, poisson: 0.4 };

impl Cup {
    fn compute(&self, resolution: &Resolution) -> Result<ElasticCup, Failure> {
        let material = LayerMaterial { modulus: 1.0, poisson: self.poisson };
        let layers = vec![RevolvedLayer { thickness: self.thickness / self.radius, material }];
        let profile = Profile { rim_angle: FRAC_PI_2, edge: Edge::Sharp, layers, held_to: FRAC_PI_2 };
        let compliance = Arc::new(CupCompliance::compute(&profile, resolution)?);
        let sizes = BallAndCup {
            radius: self.radius,
            ball_radius: self.radius - self.clearance,
            modulus: self.modulus,
            ball: None,
        };
        Ok(ElasticCup::new(compliance, &sizes))
    }
}

fn towards(tilt: f64, azimuth: f64) -> Vector3<f64> {
    Vector3::new(tilt.sin() * azimuth.cos(), tilt.sin() * azimuth.sin(), -tilt.cos())
}

/// Rows of a table of numbers, by the names of its columns.
fn read(path: &str) -> Result<Vec<impl Fn(&str) -> f64>, Failure> {
    let text = std::fs::read_to_string(path)?;
    let mut lines = text.lines();
    let names: Vec<String> = lines.next().unwrap_or_default().split(',').map(str::to_owned).collect();
    let rows = lines.map(|line| {
        let values: Vec<f64> = line.split(',').map(|value| value.parse().unwrap_or(f64::NAN)).collect();
        let names = names.clone();
        move |name: &str| names.iter().position(|n| n == name).map_or(f64::NAN, |k| values[k])
    });
    Ok(rows.collect())
}

/// Balls along the axis: peak pressure and radius at the force of every row.
fn reference(path: &str) -> Result<(), Failure> {
    println!("cup_radius_m,clearance_m,thickness_m,modulus_Pa,poisson,force_N,pressure_off_percent,radius_off_percent");
    let mut off: [Vec<f64>; 2] = [Vec::new(), Vec::new()];
    for row in read(path)? {
        let cup = Cup {
            radius: row("cup_radius_m"),
            clearance: row("clearance_m"),
            thickness: row("thickness_m"),
            modulus: row("modulus_Pa"),
            poisson: row("poisson"),
        };
        let angle = (row("contact_radius_m") / cup.radius).asin();
        let cells = ((60.0 * FRAC_PI_2 / angle) as usize).clamp(12, 240);
        let elastic = cup.compute(&Resolution { cells, around: Some(4), ..Resolution::default() })?;
        let mut scratch = elastic.scratch();
        let (load, start) = (-row("force_N") * Vector3::z(), -(cup.clearance + row("indentation_m")) * Vector3::z());
        elastic.solve_equilibrium(&load, start, &mut scratch)?;
        let patch = elastic.patch(&scratch);
        let found = [
            patch.peak_pressure / row("peak_pressure_Pa") - 1.0,
            cup.radius * patch.angle.sin() / row("contact_radius_m") - 1.0,
        ]
        .map(|share| 100.0 * share);
        let Cup { radius, clearance, thickness, modulus, poisson } = cup;
        println!(
            "{radius},{clearance},{thickness},{modulus},{poisson},{:.1},{:.3},{:.3}",
            row("force_N"),
            found[0],
            found[1]
        );
        off.iter_mut().zip(found).for_each(|(all, one)| all.push(one.abs()));
    }
    for (name, mut all) in ["pressure", "radius"].into_iter().zip(off) {
        all.sort_by(f64::total_cmp);
        let at = |share: f64| all[((all.len() - 1) as f64 * share) as usize];
        println!("# {name}: median {:.2} %, 95 of 100 within {:.2} %, worst {:.2} %", at(0.5), at(0.95), at(1.0));
    }
    Ok(())
}

/// A ball at a place beside the pole: the force that another program found there.
fn tilted(path: &str) -> Result<(), Failure> {
    println!("tilt_deg,force_N,force_off_percent,direction_off_deg,pressure_off_percent");
    let elastic = BASE.compute(&Resolution { cells: 40, ..Resolution::default() })?;
    for row in read(path)? {
        let mut scratch = elastic.scratch();
        let e = 1e-6 * row("moved_um") * towards(row("tilt_deg").to_radians(), 0.0);
        elastic.solve(&e, &mut scratch)?;
        let force = elastic.force(&e, &scratch);
        let (axial, across) = (row("force_axial_N"), row("force_across_N"));
        let patch = elastic.patch(&scratch);
        println!(
            "{},{:.2},{:.2},{:.3},{:.2}",
            row("tilt_deg"),
            force.norm(),
            100.0 * (force.norm() / axial.hypot(across) - 1.0),
            (-force.x).atan2(force.z).to_degrees() - across.atan2(axial).to_degrees(),
            100.0 * (patch.peak_pressure / row("middle_pressure_Pa") - 1.0)
        );
    }
    Ok(())
}

fn pose(cells: usize, tilt: f64) -> Result<(f64, CupPatch), Failure> {
    let elastic = BASE.compute(&Resolution { cells, ..Resolution::default() })?;
    let mut scratch = elastic.scratch();
    let e = 110e-6 * towards(tilt, 0.0);
    elastic.solve(&e, &mut scratch)?;
    Ok((elastic.force(&e, &scratch).norm(), elastic.patch(&scratch)))
}

/// Force, peak and area at a place as cells get smaller, and the order with which the force settles.
fn order() -> Result<(), Failure> {
    println!("tilt_deg,cells,force_N,peak_pressure_Pa,area_m2");
    for tilt in [20.0_f64, 50.0] {
        let mut forces = Vec::new();
        for cells in [12, 24, 48] {
            let (force, patch) = pose(cells, tilt.to_radians())?;
            println!("{tilt},{cells},{force:.4},{:.5e},{:.5e}", patch.peak_pressure, patch.area);
            forces.push(force);
        }
        let order = ((forces[0] - forces[1]) / (forces[1] - forces[2])).abs().log2();
        println!("# {tilt} deg: order of the force {order:.2}");
    }
    Ok(())
}

/// Processor time of this thread, in s.
fn spent() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(f64::NAN) * 1e-9
}

/// 101 places of rest along a made-up cycle of 300 to 2100 N, 6 to 34 degrees from the pole.
fn cycle(cells: usize) -> Result<(), Failure> {
    let begin = spent();
    let elastic = BASE.compute(&Resolution { cells, ..Resolution::default() })?;
    let set_up = spent();
    let mut scratch = elastic.scratch();
    let mut most = 0;
    for k in 0..101 {
        let x = TAU * f64::from(k) / 100.0;
        let (tilt, azimuth, load) = (0.35 + 0.25 * x.sin(), 0.8 * x.cos(), 1200.0 - 900.0 * (2.0 * x).cos());
        let d = towards(tilt, azimuth);
        elastic.solve_equilibrium(&(load * d), 130e-6 * d, &mut scratch)?;
        most = most.max(elastic.patch(&scratch).points);
    }
    println!(
        "{cells},{},{most},{:.1},{:.3},{:.1},{:.1}",
        elastic.compliance().points(),
        1e3 * (set_up - begin),
        1e3 * (spent() - set_up) / 101.0,
        scratch.solves as f64 / 101.0,
        scratch.work.products as f64 / 101.0
    );
    Ok(())
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["reference", path] => reference(path),
        ["tilted", path] => tilted(path),
        ["order"] => order(),
        ["cycle", ref cells @ ..] => {
            println!("cells,points,most_touching,set_up_ms,pose_ms,solutions_a_pose,products_a_pose");
            cells.iter().try_for_each(|cells| cycle(cells.parse()?))
        }
        _ => Err("reference FILE, tilted FILE, order, or cycle CELLS …".into()),
    }
}
