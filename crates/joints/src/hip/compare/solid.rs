//! Finite elements of the liner under a rigid head.

use mechanics::geometry::shape::Sphere;
use mechanics::solid::contact::{ContactSettings, Leading, Obstacle, PenaltySettings, RigidContact};
use mechanics::solid::element::ElementKind;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, Solid, Statics, Supports};
use nalgebra::Vector3;

use super::{Answer, Place, Press, StaticHip, sunk};

/// Cells on half a side of the pole patch: of a quarter, where the load is along the axis, and of the whole liner.
const QUARTER_CELLS: usize = 12;
const FULL_CELLS: usize = 8;

/// How the head is kept out of the liner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Springs {
    /// By the exact condition.
    None,
    /// By a penalty of [`PENALTY`] E/t.
    Penalty,
    /// By an augmented Lagrangian with a tenth of that penalty.
    Augmented,
}

/// Multiple of E/t, with the thickness t of the first layer of elements: usual in programs that have penalties.
const PENALTY: f64 = 100.0;
/// Depth at which augmentations end, in m, and most of them.
const DEPTH: f64 = 1e-9;
const AUGMENTATIONS: usize = 60;

/// The liner, fixed outside, and the head that is pressed into it. Against an independent axisymmetric solution its peak
/// pressure is within 0.6 % with these cells (`tests/solid/contact.rs` of the mechanics).
pub(super) struct Elements {
    solid: Solid,
    load: f64,
    direction: Vector3<f64>,
    clearance: f64,
    cup_radius: f64,
    /// How much of the force the meshed part carries.
    share: f64,
    springs: Option<PenaltySettings>,
}

impl Elements {
    pub(super) fn new(subject: &StaticHip, springs: Springs) -> Result<Self, String> {
        let hip = &subject.hip;
        if !hip.parameters.implant.layers.is_empty() {
            return Err("the liner has further layers, which are not meshed".into());
        }
        let along_axis = subject.tilt == 0.0;
        let cells = if along_axis { QUARTER_CELLS } else { FULL_CELLS };
        let shell = HemisphericalShell {
            inner_radius: hip.cup_radius,
            thickness: hip.parameters.implant.liner_thickness.si(),
            rim_angle: hip.rim_angle,
            patch_angle: 0.45_f64.min(0.5 * hip.rim_angle),
            patch_cells: cells,
            ring_cells: cells * 5 / 4,
            ring_growth: 1.04,
            layers: cells.div_ceil(2),
            layer_growth: 1.3,
            sector: if along_axis { Sector::Quarter } else { Sector::Full },
        };
        // Layers grow by 1.3 outwards.
        let whole: f64 = (0..shell.layers).map(|k| shell.layer_growth.powi(k as i32)).sum();
        let layer = subject.liner.modulus * whole / shell.thickness;
        let springs = match springs {
            Springs::None => None,
            Springs::Penalty => Some(PenaltySettings { stiffness: PENALTY * layer, ..PenaltySettings::default() }),
            Springs::Augmented => Some(PenaltySettings {
                stiffness: 0.1 * PENALTY * layer,
                augmentations: AUGMENTATIONS,
                penetration: DEPTH,
                ..PenaltySettings::default()
            }),
        };
        let words = |error: mechanics::solid::SolidError| error.to_string();
        let mesh = shell.mesh(ElementKind::Hex8).map_err(words)?;
        let nodes = |name: &str| mesh.nodes_of(name).map_err(words);
        let mut supports = Supports::none().clamp(&nodes("outer")?);
        if along_axis {
            supports = supports.hold(&nodes("x=0")?, 0).hold(&nodes("y=0")?, 1);
        }
        let solid = Solid::new(mesh, Material::Linear(subject.liner), supports).map_err(words)?;
        Ok(Self {
            solid,
            load: subject.load,
            direction: subject.direction(),
            clearance: hip.clearance(),
            cup_radius: hip.cup_radius,
            share: if along_axis { 0.25 } else { 1.0 },
            springs,
        })
    }

    fn solve(&self, leading: &Leading) -> Result<Pressed, String> {
        let words = |error: mechanics::solid::SolidError| error.to_string();
        let contact = RigidContact::new(&self.solid, "inner").map_err(words)?;
        let head =
            Sphere::new(Vector3::zeros(), self.cup_radius - self.clearance).map_err(|error| error.to_string())?;
        let solution = match &self.springs {
            Some(settings) => contact.solve_penalised(Obstacle::new(&head), leading, settings),
            None => {
                let settings = ContactSettings::default();
                contact.solve(&mut Statics::new(&self.solid), Obstacle::new(&head), leading, &settings)
            }
        };
        let solution = solution.map_err(words)?;
        let way = solution.obstacle.pose.translation.vector;
        let places = contact.compute_pressure_places(&solution.state);
        let radius = solution.compute_radius(&places, way.normalize());
        Ok(Pressed { way, radius, peak_pressure: solution.peak_pressure().0, force: solution.force.norm() })
    }
}

/// What a head pressed into the liner shows.
struct Pressed {
    way: Vector3<f64>,
    radius: Option<f64>,
    peak_pressure: f64,
    force: f64,
}

impl Press for Elements {
    fn press(&mut self, _: usize) -> Result<Answer, String> {
        let free = if self.share < 1.0 { vec![Vector3::z()] } else { vec![Vector3::x(), Vector3::y(), Vector3::z()] };
        let leading = Leading::Force { force: self.direction * self.load * self.share, free };
        let Pressed { way, radius, peak_pressure, .. } = self.solve(&leading)?;
        let radius = radius.ok_or("too few corners touch")?;
        // The patch is a cap of the cup, as for the foundation.
        let cosine = (1.0 - (radius / self.cup_radius).powi(2)).max(0.0).sqrt();
        let area = std::f64::consts::TAU * self.cup_radius.powi(2) * (1.0 - cosine);
        let indentation = way.norm() - self.clearance;
        Ok(Answer { peak_pressure, area, indentation, place: sunk(indentation) })
    }

    fn force_at(&mut self, _: usize, place: &Place) -> Result<f64, String> {
        let leading = Leading::Displacement(self.direction * (self.clearance + place[0]));
        Ok(self.solve(&leading)?.force / self.share)
    }
}
