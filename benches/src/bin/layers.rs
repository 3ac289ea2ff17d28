//! Rigid balls on flat layers and in cups, by finite elements: the table that simpler contact laws are judged by and fitted
//! to, as CSV.
//!
//!     cargo run --release -p synovia-benches --bin layers > docs/layers-fe/layers.csv

use std::f64::consts::FRAC_PI_2;
use std::io::Write;

use mechanics::geometry::shape::Sphere;
use mechanics::material::Elastic;
use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, RigidContact};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{Brick, HemisphericalShell, Sector};
use mechanics::solid::{Material, Mesh, Solid, SolidError, Statics, Supports};
use nalgebra::Vector3;

const POLYETHYLENE: Elastic = Elastic { modulus: 0.5e9, poisson: 0.4, density: 938.0 };

/// A ball above a layer; a cup of radius 0 is flat.
#[derive(Clone, Copy)]
struct Case {
    ball: f64,
    cup: f64,
    thickness: f64,
    indentation: f64,
}

impl Case {
    /// Half of what springs of their own would give: where the cells must be small.
    fn patch(&self) -> f64 {
        let curvature = 1.0 / self.ball - if self.cup > 0.0 { 1.0 / self.cup } else { 0.0 };
        (2.0 * self.indentation / curvature).sqrt()
    }

    /// A quarter of the layer, its touched side called `top`, held below, and the way to the ball's first touch.
    fn mesh(&self) -> Result<Mesh, SolidError> {
        if self.cup > 0.0 {
            let shell = HemisphericalShell {
                inner_radius: self.cup,
                thickness: self.thickness,
                rim_angle: FRAC_PI_2,
                patch_angle: (0.8 * self.patch() / self.cup).min(0.7),
                patch_cells: 12,
                ring_cells: 14,
                ring_growth: 1.05,
                layers: 10,
                layer_growth: 1.2,
                sector: Sector::Quarter,
            };
            return shell.mesh(ElementKind::Hex8);
        }
        let (patch, far) = (1.1 * self.patch(), self.patch() + 6.0 * self.thickness);
        let stretched = move |part: f64| {
            if part < 0.6 { patch * part / 0.6 } else { patch * (far / patch).powf((part - 0.6) / 0.4) }
        };
        let thickness = self.thickness;
        // Layers grow downwards by a factor of about five.
        let down = move |part: f64| thickness * (5.0_f64.powf(part) - 1.0) / 4.0;
        let mesh = Brick { size: [1.0; 3], cells: [26, 26, 12] }.mesh(ElementKind::Hex8)?;
        Ok(mesh.map(|x| Vector3::new(stretched(x.x), stretched(x.y), down(x.z))))
    }

    fn row(&self) -> Result<String, SolidError> {
        let Self { ball, cup, thickness, indentation } = *self;
        let mesh = self.mesh()?;
        let [x, y, held, touched] = if cup > 0.0 { ["x=0", "y=0", "outer", "inner"] } else { ["x-", "y-", "z+", "z-"] };
        let [x, y, held] = [x, y, held].map(|name| mesh.nodes_of(name));
        let supports = Supports::none().hold(&x?, 0).hold(&y?, 1).clamp(&held?);
        let solid = Solid::new(mesh, Material::Linear(POLYETHYLENE), supports)?;
        let contact = RigidContact::new(&solid, touched)?;
        let (centre, clearance) = if cup > 0.0 { (0.0, cup - ball) } else { (-ball, 0.0) };
        let head = Sphere::new(Vector3::z() * centre, ball).expect("a ball");
        let leading = Leading::Displacement(Vector3::z() * (clearance + indentation));
        let settings = ContactSettings::default();
        let solution = contact.solve(&mut Statics::new(&solid), Obstacle::new(&head), &leading, &settings)?;
        let places = contact.compute_pressure_places(&solution.state);
        let radius = solution.compute_radius(&places, Vector3::z()).unwrap_or(f64::NAN);
        let (force, peak) = (4.0 * solution.force.z, solution.peak_pressure().0);
        let Elastic { modulus, poisson, .. } = POLYETHYLENE;
        Ok(format!(
            "{ball:.5e},{cup:.5e},{thickness:.3e},{modulus:.3e},{poisson},{indentation:.3e},{force:.5e},{peak:.5e},{radius:.5e}"
        ))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "ball_radius_m,cup_radius_m,thickness_m,modulus_Pa,poisson,indentation_m,force_N,peak_pressure_Pa,patch_radius_m"
    )?;
    for (ball, cup) in [(22e-3, 0.0), (13.92e-3, 14e-3), (13.8e-3, 14e-3)] {
        for thickness in [4e-3, 8e-3, 12e-3] {
            for indentation in [20e-6, 50e-6, 100e-6] {
                writeln!(out, "{}", Case { ball, cup, thickness, indentation }.row()?)?;
            }
        }
    }
    Ok(())
}
