//! Two surfaces of STL files, one let down onto the other until it carries 1 kN: force, area, peak pressure.
//!
//! `cargo run --release -p synovia-joints --example surfaces -- studies/own_insert.stl studies/own_femoral.stl`
#![allow(clippy::print_stdout)]

use std::path::Path;
use std::sync::Arc;

use formats::{Surface, SurfaceFile};
use mechanics::contact::surfaces::{PairSettings, SurfacePair, Twist};
use mechanics::contact::{Layer, PressureLaw};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, TriangleMesh};
use mechanics::material::Elastic;
use nalgebra::Isometry3;

fn read(path: &str) -> Result<Arc<CurvedSurface>, Box<dyn std::error::Error>> {
    let Surface { points, connectivity, offsets } = SurfaceFile::load(Path::new(path))?.surface;
    let mesh = TriangleMesh::from_polygons(&points, &connectivity, &offsets)?.scaled(1e-3).weld(0.0).mesh;
    Ok(Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE)?))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut files = std::env::args().skip(1);
    let insert = read(&files.next().unwrap_or_else(|| "studies/own_insert.stl".into()))?;
    let femoral = read(&files.next().unwrap_or_else(|| "studies/own_femoral.stl".into()))?;
    let lining = Layer { thickness: 8e-3, material: Elastic { modulus: 500e6, poisson: 0.45, density: 938.0 } };
    let pair = SurfacePair::new(insert, femoral, PairSettings::new(PressureLaw::linear(&[lining])?, 1e-3))?;
    let mut scratch = pair.scratch();
    for step in 0..1000 {
        let pose = Isometry3::translation(-8.5e-3, 25e-3 - 1e-5 * f64::from(step), 0.0);
        let force = pair.evaluate(&pose, &Twist::REST, &mut scratch).force.y;
        if force >= 1000.0 {
            let patch = scratch.patch();
            println!("{force:.0} N on {:.0} mm², {:.1} MPa", 1e6 * patch.area, 1e-6 * patch.peak_pressure);
            return Ok(());
        }
    }
    Err("the surfaces do not meet".into())
}
