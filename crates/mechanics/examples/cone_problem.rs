//! Prints a contact problem of a liner on a turning head as text: `cone_problem patch_cells step`.
#![allow(clippy::print_stdout)]

use mechanics::material::Elastic;
use mechanics::solid::dynamics::{Body, ContactDynamics, Drive, DynamicsSettings, Shape};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, Solid, Supports};
use nalgebra::{Matrix3, Vector3};
use std::f64::consts::FRAC_PI_2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let cells: usize = arguments.next().map_or(Ok(3), |t| t.parse())?;
    let step: f64 = arguments.next().map_or(Ok(1e-4), |t| t.parse())?;
    let shell = HemisphericalShell {
        inner_radius: 14e-3,
        thickness: 14e-3,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.6,
        patch_cells: cells,
        ring_cells: cells + 1,
        ring_growth: 1.0,
        layers: 3,
        layer_growth: 1.0,
        sector: Sector::Full,
    };
    let mesh = shell.mesh(ElementKind::Hex8)?;
    let outer = mesh.nodes_of("outer")?;
    let material = Material::Linear(Elastic { modulus: 1016e6, poisson: 0.46, density: 938.0 });
    let solid = Solid::new(mesh, material, Supports::none().clamp(&outer))?;
    let head = Body { shape: Shape::Sphere(13.9e-3), centre: Vector3::zeros(), mass: 0.1, free: Matrix3::identity() };
    let settings = DynamicsSettings { step, friction: 0.07, ..DynamicsSettings::default() };
    let mut dynamics = ContactDynamics::new(solid, "inner", head, settings)?;
    let mut state = dynamics.start();
    let drive = Drive { spin: Vector3::zeros(), force: Vector3::new(0.0, 0.0, 2000.0), ..Drive::default() };
    dynamics.settle_down(&mut state, &drive, (60, 1e-3))?;
    // Sliding under the pole, hardly any at the sides: both of Coulomb's branches.
    let turning = Drive { spin: Vector3::new(1.0, 6.0, 0.5), ..drive };
    for _ in 0..5 {
        dynamics.step(&mut state, &turning)?;
    }
    println!("{}", dynamics.last_problem().to_text());
    Ok(())
}
