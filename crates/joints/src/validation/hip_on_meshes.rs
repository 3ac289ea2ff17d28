//! A hip as surfaces of triangles, against the closed form of a ball in a socket.

use std::sync::Arc;

use mechanics::contact::surfaces::{PairSettings, Push, SurfacePair};
use mechanics::contact::{ConformalSphere, PressureLaw};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE, FacetedSurface, TriangleMesh};
use mechanics::geometry::{QuadraturePoint, Surface};
use mechanics::rigid::spatial::{
    Attachment, Body, Contact, Drive, EquilibriumSettings, Force, ForceKind, Mechanism, Model, Movement, Scratch,
    Sequence,
};
use mechanics::rigid::{Axes, Function, GROUND};
use nalgebra::Vector3;

use super::{Finding, Target, base_case};

/// Rings of triangles from the pole of the cup to its rim: 6 n² triangles.
const RINGS: usize = 12;
/// The ball: 20 n² triangles.
const BANDS: usize = 8;

/// Eccentricity under a load, with curved facets against Eq. 25, and with flat ones to compare with by eye.
pub fn hip_on_meshes() -> Vec<Finding> {
    let Ok(sphere) = base_case() else { return Vec::new() };
    let mut findings = Vec::new();
    for load in [250.0, 500.0, 1000.0, 2000.0] {
        let Ok(depth) = sphere.solve_indentation(load) else { continue };
        for curved in [true, false] {
            let target = if curved { Target::Within(depth, 5e-3) } else { Target::Shown(depth) };
            findings.push(Finding {
                quantity: "indentation_m",
                label: format!(
                    "{load} N, {} flat facets on the cup, {} on the ball, {}",
                    6 * RINGS * RINGS,
                    20 * BANDS * BANDS,
                    if curved { "rounded" } else { "taken flat" }
                ),
                target,
                computed: rest(&sphere, load, curved),
                source: "closed form, Eq. 25 of [Askari2018]",
                why: if curved {
                    "half of 1 % in the indentation is 1 % in the force: rounded facets are wrong by order h⁴, the points by h²"
                } else {
                    "facets stand off the surfaces by more than the parts are indented: they cannot be right"
                },
            });
        }
    }
    findings
}

/// How deep the ball sinks, from the place of rest of a body in space.
fn rest(sphere: &ConformalSphere, load: f64, curved: bool) -> Result<f64, String> {
    let said = |error: &dyn std::fmt::Display| error.to_string();
    let cup = tessellate_cup(RINGS, sphere.socket_radius, 1.5).map_err(|e| said(&e))?;
    let ball = tessellate_ball(BANDS, |p| p * sphere.ball_radius).map_err(|e| said(&e))?;
    let surface = |mesh: TriangleMesh| -> Result<Arc<dyn Surface>, String> {
        Ok(if curved {
            Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).map_err(|e| said(&e))?)
        } else {
            Arc::new(FacetedSurface::new(mesh).map_err(|e| said(&e))?)
        })
    };
    let (base, follower) = (surface(cup)?, surface(ball)?);
    let law = PressureLaw::Linear { foundation: sphere.foundation, thickness: 8e-3 };
    let settings = PairSettings { push: Push::OwnNormal, ..PairSettings::new(law, 0.5e-3) };
    let points: Vec<QuadraturePoint> = base.compute_quadrature(settings.spacing);
    let pair = SurfacePair::on_points(base, follower, [points, Vec::new()], settings).map_err(|e| said(&e))?;
    let mut drives = [0.0; 6].map(|value| Drive::Prescribed(Function::Constant(value)));
    drives[3..].fill(Drive::Free { start: 0.0, speed: 0.0 });
    let ball = Body { movement: Movement::Guided { sequence: Sequence::YXZ, drives }, ..Body::new("ball", 0.1) };
    // Off the pole, so that no symmetry helps.
    let direction = Vector3::new(0.3, 0.2, -1.0).normalize() * load;
    let kind = ForceKind::Load {
        at: Attachment::new("ball", [0.0; 3]),
        force: [direction.x, direction.y, direction.z].map(Function::Constant),
        axes: Axes::Global,
    };
    let contact = Contact::new("hip", GROUND, "ball", Arc::new(pair));
    let mechanism = Mechanism {
        gravity: [0.0; 3],
        bodies: vec![ball],
        forces: vec![Force { name: "load".into(), kind }],
        contacts: vec![contact],
    };
    let model = Model::new(&mechanism).map_err(|e| said(&e))?;
    let settings = EquilibriumSettings { balanced: 1e-6, ..EquilibriumSettings::default() };
    let (state, _) = model
        .solve_equilibrium(&model.described_state(0.0), &settings, &mut Scratch::new(&model))
        .map_err(|e| said(&e))?;
    Ok(state.placement(0).position.norm() - sphere.clearance())
}
