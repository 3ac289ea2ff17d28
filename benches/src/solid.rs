//! A liner under its head, by finite elements: the workload of the solid benches and of `peers/liner_calculix.py`.

use mechanics::geometry::shape::Sphere;
use mechanics::material::Elastic;
use mechanics::solid::contact::{ContactSettings, ContactSolution, Leading, Obstacle, RigidContact};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, Mesh, Solid, SolidError, Statics, Supports};
use nalgebra::Vector3;
use std::f64::consts::FRAC_PI_2;

/// Radius of the cup, thickness of the liner and radial clearance of the base case of [Askari2018], in m.
pub const CUP: [f64; 3] = [14e-3, 8e-3, 80e-6];

/// A whole cup; its size grows with the cube of `cells`, about 30 000 unknowns at 8.
pub fn cup(cells: usize) -> HemisphericalShell {
    let [inner_radius, thickness, _] = CUP;
    HemisphericalShell {
        inner_radius,
        thickness,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.45,
        patch_cells: cells,
        ring_cells: cells * 3 / 2,
        ring_growth: 1.05,
        layers: cells,
        layer_growth: 1.15,
        sector: Sector::Full,
    }
}

/// The liner, held by its shell.
pub fn liner(mesh: Mesh) -> Result<Solid, SolidError> {
    let outer = mesh.nodes_of("outer")?;
    let material = Material::Linear(Elastic { modulus: 0.5e9, poisson: 0.4, density: 938.0 });
    Solid::new(mesh, material, Supports::none().clamp(&outer))
}

/// The head, which only just fits into the cup.
pub fn head() -> Sphere {
    Sphere::new(Vector3::zeros(), CUP[0] - CUP[2]).expect("a head")
}

/// Presses the head into the pole of the liner.
pub fn press<'s>(solid: &Solid, head: &'s Sphere, load: f64) -> Result<ContactSolution<'s>, SolidError> {
    let contact = RigidContact::new(solid, "inner")?;
    let free = vec![Vector3::x(), Vector3::y(), Vector3::z()];
    let leading = Leading::Force { force: Vector3::z() * load, free };
    contact.solve(&mut Statics::new(solid), Obstacle::new(head), &leading, &ContactSettings::default())
}

/// The mesh of hexahedra of a liner.
pub fn mesh(cells: usize) -> Mesh {
    cup(cells).mesh(ElementKind::Hex8).expect("a shell")
}
