//! Rigid heads in polyethylene cups by finite elements, over the range of hip replacements: the samples that the error of the
//! closed form is fitted to, as CSV. The first rows are those of [Askari2018].
//!
//!     cargo run --release -p synovia-benches --bin cups -- 240 > docs/cups-fe/cups.csv
//!     cargo run --release -p synovia-benches --bin cups -- 12 18 > finer.csv

use std::f64::consts::FRAC_PI_2;
use std::io::Write;

use mechanics::contact::{ConformalSphere, Foundation, Layer};
use mechanics::geometry::shape::Sphere;
use mechanics::material::Elastic;
use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, RigidContact};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, Solid, SolidError, Statics, Supports};
use nalgebra::Vector3;
use numerics::sampling::{Random, draw_latin_hypercube};

/// A patch that comes nearer to the rim than this, in rad from the pole, is not meant.
const WIDEST: f64 = 1.32;

/// A head in a cup.
#[derive(Clone, Copy)]
struct Case {
    cup: f64,
    clearance: f64,
    thickness: f64,
    modulus: f64,
    poisson: f64,
    force: f64,
}

impl Case {
    fn material(&self) -> Elastic {
        Elastic { modulus: self.modulus, poisson: self.poisson, density: 938.0 }
    }

    /// Peak pressure and half angle of the patch by the closed form.
    fn closed_form(&self) -> Option<(f64, f64)> {
        let layer = Layer { thickness: self.thickness, material: self.material() };
        let foundation = Foundation::from(layer);
        let (ball_radius, socket_radius) = (self.cup - self.clearance, self.cup);
        let sphere = ConformalSphere { ball_radius, socket_radius, foundation };
        let depth = sphere.solve_indentation(self.force).ok()?;
        Some((sphere.foundation.stiffness() * depth, sphere.patch_angle(depth)))
    }

    fn peak_pressure(&self, patch_angle: f64, cells: usize) -> Result<f64, SolidError> {
        let shell = HemisphericalShell {
            inner_radius: self.cup,
            thickness: self.thickness,
            rim_angle: FRAC_PI_2,
            patch_angle: (0.8 * patch_angle).clamp(0.1, 0.7),
            patch_cells: cells,
            ring_cells: cells * 7 / 6,
            ring_growth: if patch_angle > 0.6 { 1.03 } else { 1.12 },
            layers: cells * 5 / 6,
            layer_growth: 1.2,
            sector: Sector::Quarter,
        };
        let mesh = shell.mesh(ElementKind::Hex8)?;
        let [x, y, held] = ["x=0", "y=0", "outer"].map(|name| mesh.nodes_of(name));
        let supports = Supports::none().hold(&x?, 0).hold(&y?, 1).clamp(&held?);
        let solid = Solid::new(mesh, Material::Linear(self.material()), supports)?;
        let contact = RigidContact::new(&solid, "inner")?;
        let head = Sphere::new(Vector3::zeros(), self.cup - self.clearance).expect("a head");
        let leading = Leading::Force { force: Vector3::z() * 0.25 * self.force, free: vec![Vector3::z()] };
        let settings = ContactSettings::default();
        let solution = contact.solve(&mut Statics::new(&solid), Obstacle::new(&head), &leading, &settings)?;
        Ok(solution.peak_pressure().0)
    }
}

/// [Askari2018, Tables 2 and 3].
fn askari() -> Vec<Case> {
    let base = Case { cup: 14e-3, clearance: 80e-6, thickness: 8e-3, modulus: 0.5e9, poisson: 0.4, force: 500.0 };
    let mut cases: Vec<Case> = [250.0, 500.0, 1000.0, 1500.0, 2000.0].map(|force| Case { force, ..base }).into();
    cases.extend([100e-6, 200e-6].map(|clearance| Case { clearance, ..base }));
    cases.extend([16e-3, 18e-3].map(|cup| Case { cup, ..base }));
    cases.extend([12e-3, 16e-3].map(|thickness| Case { thickness, ..base }));
    cases.extend([1e9, 2e9].map(|modulus| Case { modulus, ..base }));
    cases
}

/// Spread over the practical range; lengths of the gap, stiffness and load by their orders of magnitude.
fn spread(count: usize) -> Vec<Case> {
    let points = draw_latin_hypercube(count, 6, &mut Random::new(15));
    let between = |low: f64, high: f64, share: f64| low + (high - low) * share;
    let orders = |low: f64, high: f64, share: f64| low * (high / low).powf(share);
    let case = |p: &[f64]| Case {
        cup: between(11e-3, 20e-3, p[0]),
        clearance: orders(30e-6, 400e-6, p[1]),
        thickness: between(3e-3, 16e-3, p[2]),
        modulus: orders(0.4e9, 2e9, p[3]),
        poisson: between(0.3, 0.49, p[4]),
        force: orders(200.0, 4000.0, p[5]),
    };
    points.rows().map(case).collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1).map(|word| word.parse::<usize>());
    let count = given.next().transpose()?.unwrap_or(240);
    let cells = given.next().transpose()?.unwrap_or(12);
    let mut out = std::io::stdout();
    writeln!(
        out,
        "cup_radius_m,clearance_m,thickness_m,modulus_Pa,poisson,force_N,peak_pressure_Pa,closed_form_pressure_Pa,patch_angle_rad"
    )?;
    for case in askari().into_iter().chain(spread(count)) {
        let Some((pressure, angle)) = case.closed_form() else { continue };
        if angle > WIDEST {
            continue;
        }
        let Case { cup, clearance, thickness, modulus, poisson, force } = case;
        let computed = case.peak_pressure(angle, cells)?;
        writeln!(
            out,
            "{cup:.6e},{clearance:.6e},{thickness:.6e},{modulus:.6e},{poisson:.6},{force:.6e},{computed:.6e},{pressure:.6e},{angle:.6}"
        )?;
    }
    Ok(())
}
