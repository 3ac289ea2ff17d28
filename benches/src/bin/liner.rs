//! Presses a head into a liner and prints what came out, as JSON; with a folder, also writes the meshes of liner and head.
//!
//!     liner CELLS LOAD [FOLDER]

use std::io::Write;

use mechanics::solid::contact::RigidContact;
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::HemisphericalShell;
use nalgebra::Vector3;
use synovia_benches::solid::{CUP, cup, head, liner, mesh, press};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let usage = "liner CELLS LOAD [FOLDER]";
    let cells: usize = arguments.get(1).ok_or(usage)?.parse()?;
    let load: f64 = arguments.get(2).ok_or(usage)?.parse()?;
    if let Some(folder) = arguments.get(3) {
        let [radius, _, clearance] = CUP;
        std::fs::write(format!("{folder}/liner.inp"), mesh(cells).to_abaqus()?)?;
        // A crust of the head: a rigid body needs no more. Quadratic, so that its facets are round.
        let crust = HemisphericalShell {
            inner_radius: radius - clearance - 1e-3,
            thickness: 1e-3,
            layers: 1,
            patch_cells: 2 * cells,
            ring_cells: 3 * cells,
            ring_growth: 1.0,
            ..cup(cells)
        };
        std::fs::write(format!("{folder}/head.inp"), crust.mesh(ElementKind::Hex20)?.to_abaqus()?)?;
        return Ok(());
    }
    let solid = liner(mesh(cells))?;
    let head = head();
    let solution = press(&solid, &head, load)?;
    let contact = RigidContact::new(&solid, "inner")?;
    let places = contact.compute_pressure_places(&solution.state);
    let radius = solution.compute_radius(&places, Vector3::z()).unwrap_or(f64::NAN);
    let samples: Vec<String> = (places.iter().zip(&solution.current_pressure))
        .filter(|(_, p)| **p > 0.0)
        .map(|(x, p)| format!("[{:e}, {p:e}]", x.xy().norm()))
        .collect();
    let work = solution.work;
    writeln!(
        std::io::stdout(),
        "{{\"unknowns\": {}, \"candidates\": {}, \"closed\": {}, \"corrections\": {}, \"peak\": {:e}, \"radius\": {radius:e}, \
         \"sink\": {:e}, \"samples\": [{}]}}",
        solid.unknowns(),
        work.candidates,
        work.closed,
        work.iterations,
        solution.peak_pressure().0,
        solution.obstacle.pose.translation.z,
        samples.join(", ")
    )?;
    Ok(())
}
