//! The contact of the head with a liner of finite elements.

use std::sync::{Arc, Mutex, OnceLock};

use nalgebra::{Matrix3, Rotation3, Vector3};

use mechanics::contact::{Patch, Reaction, SphericalJoint};
use mechanics::material::Elastic;
use mechanics::solid::revolution::{
    BallAndCup, ComplianceError, CupCompliance, CupScratch, Edge, ElasticCup, LayerMaterial, PressureMap, Profile,
    ProfileError, Resolution, RevolvedLayer, Sight, WornElasticCup,
};

use super::compliance::obtain_cup_compliance;
use super::contact::Look;
use super::interpolation::{Interpolated, obtain_between, round_cells};
use super::parameters::{FiniteElements, Implant};
use super::potential::{Potential, Source};
use crate::{Problem, Unwatched, Watch};

/// Cells across half of the patch at the largest load: enough for 1 % in the peak pressure over a cycle.
const CELLS_OF_CYCLE: f64 = 11.0;
/// One load can afford more: 1.5 % in the radius of the patch.
const CELLS_OF_LOAD: f64 = 18.0;
/// Along the axis nothing depends on the azimuth, and cells cost little.
const CELLS_OF_AXIAL_LOAD: f64 = 60.0;
/// Cells from the pole to the rim.
const CELLS: std::ops::RangeInclusive<usize> = 12..=96;
/// The same in a lifetime, where all points around are asked, some ten thousand times.
pub(super) const LIFETIME_CELLS: std::ops::RangeInclusive<usize> = 12..=32;
const USUAL_LIFETIME_CELLS: std::ops::RangeInclusive<usize> = 12..=20;
/// The same for a load along the axis.
const AXIAL_CELLS: std::ops::RangeInclusive<usize> = 12..=240;
/// Equations of motion may press so many times harder than the load.
const SPARE: f64 = 4.0;
/// Points on a ring for a load along the axis.
const AXIAL_POINTS: usize = 4;

/// What the liner will have to carry.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Loading {
    /// Loads of any direction, the largest of this size, in N.
    Cycle(f64),
    /// The same on a surface that wears, which has no plane of symmetry.
    Lifetime(f64),
    /// One load.
    Single(f64),
    /// One load along the axis of the cup.
    Axial(f64),
}

impl Loading {
    /// In N.
    fn size(self) -> f64 {
        let (Self::Cycle(load) | Self::Lifetime(load) | Self::Single(load) | Self::Axial(load)) = self;
        load
    }
}

/// A liner of finite elements and the head in it, in the pelvis.
#[derive(Debug)]
pub(super) struct ElasticJoint {
    profile: Profile,
    resolution: Resolution,
    sizes: BallAndCup,
    /// Computed, or taken from where it is kept, when it is first asked for.
    cup: OnceLock<(ElasticCup, Option<Interpolated>)>,
    /// Its energy, for equations of motion; none where it could not be tabulated.
    potential: OnceLock<Option<Potential>>,
    /// The largest load that is expected, in N.
    load: f64,
    /// Whether the compliance is one between others.
    interpolate: bool,
    /// From the pelvis to the cup's axes.
    turn: Matrix3<f64>,
    /// Springs: where a search begins, and how deep a load goes about.
    pub springs: SphericalJoint,
    pub rim_angle: f64,
    pub cells: usize,
    /// Whether the bearing surface ends at a corner.
    pub sharp: bool,
    /// Storage that nobody uses at present. What is taken from it has forgotten everything.
    idle: Mutex<Vec<CupScratch>>,
}

/// Everything the joint is made from.
pub(super) struct Plan<'a> {
    pub implant: &'a Implant,
    pub law: &'a FiniteElements,
    pub liner: Elastic,
    pub head: Elastic,
    pub springs: SphericalJoint,
    pub pole: Vector3<f64>,
    pub loading: Loading,
}

impl ElasticJoint {
    /// Checks what the compliance of the liner will be computed from.
    pub fn new(plan: &Plan<'_>) -> Result<Self, Problem> {
        let Plan { implant, law, liner, head, springs, pole, loading } = plan;
        let sphere = springs.sphere();
        let (radius, rim_angle) = (sphere.socket_radius, 0.5 * implant.coverage.si());
        let cells = law.cells.unwrap_or_else(|| choose_cells(springs, rim_angle, *loading));
        let cells = if law.interpolate { round_cells(cells) } else { cells };
        let relative =
            |material: Elastic| LayerMaterial { modulus: material.modulus / liner.modulus, poisson: material.poisson };
        let further = implant.layers.iter().filter_map(|layer| {
            let material = relative(layer.material.elastic()?);
            Some(RevolvedLayer { thickness: layer.thickness.si() / radius, material })
        });
        let own = RevolvedLayer { thickness: implant.liner_thickness.si() / radius, material: relative(*liner) };
        let edge = find_edge(implant, law, radius, rim_angle);
        let sharp = edge == Edge::Sharp;
        let held_to = law.held_to.map_or(std::f64::consts::PI, |angle| angle.si());
        let profile = Profile { rim_angle, edge, layers: std::iter::once(own).chain(further).collect(), held_to };
        let around = matches!(loading, Loading::Axial(_)).then_some(AXIAL_POINTS);
        let resolution = Resolution { cells, around, ..Resolution::default() };
        CupCompliance::check(&profile, &resolution).map_err(problem)?;
        let sizes = BallAndCup {
            radius,
            ball_radius: sphere.ball_radius,
            modulus: liner.modulus,
            ball: (!law.rigid_head).then(|| relative(*head)),
        };
        let down = -Vector3::z();
        let turn = Rotation3::rotation_between(pole, &down)
            .unwrap_or_else(|| Rotation3::from_axis_angle(&Vector3::x_axis(), std::f64::consts::PI));
        Ok(Self {
            profile,
            resolution,
            sizes,
            cup: OnceLock::new(),
            potential: OnceLock::new(),
            load: loading.size(),
            interpolate: law.interpolate,
            turn: turn.into_inner(),
            springs: (*springs).clone(),
            rim_angle,
            cells,
            sharp,
            idle: Mutex::default(),
        })
    }

    /// Computes the compliance of the liner, or takes it from where it is kept.
    pub fn prepare(&self, watch: &dyn Watch) -> &ElasticCup {
        let obtain = || {
            if self.interpolate {
                return obtain_between(&self.profile, &self.resolution, watch);
            }
            obtain_cup_compliance(&self.profile, &self.resolution, watch).map(|computed| (computed, None))
        };
        let prepared = self.cup.get_or_init(|| match obtain() {
            Ok((compliance, between)) => (ElasticCup::new(compliance, &self.sizes), between),
            Err(error) => unreachable!("a profile that was checked: {error}"),
        });
        &prepared.0
    }

    /// The same cup for surfaces that wear, and the turn from the pelvis to its axes.
    pub fn worn(&self, watch: &dyn Watch) -> (WornElasticCup, Matrix3<f64>) {
        let compliance = Arc::clone(self.prepare(watch).compliance());
        (WornElasticCup::new(compliance, &self.sizes), self.turn)
    }

    /// Tabulates the energy for equations of motion, or takes it from where it is kept.
    pub fn prepare_motion(&self, watch: &dyn Watch) -> Option<&Potential> {
        let tabulate = || {
            let sphere = self.springs.sphere();
            // Blows and springs that are off: four times the load.
            let clearance = sphere.socket_radius - sphere.ball_radius;
            let deepest = sphere.solve_indentation(SPARE * self.load).unwrap_or(2.0 * clearance);
            let source = Source {
                profile: &self.profile,
                resolution: &self.resolution,
                compliance: self.prepare(watch).compliance(),
                sizes: &self.sizes,
                deepest,
            };
            Potential::obtain(&source, watch).ok().filter(Potential::is_whole)
        };
        self.potential.get_or_init(tabulate).as_ref()
    }

    /// The same, where it was prepared.
    pub fn motion(&self) -> Option<&Potential> {
        self.potential.get().and_then(Option::as_ref)
    }

    /// Force on the head and its derivative by the tabulated energy; nothing where the table ends.
    pub fn reaction_in_motion(&self, eccentricity: &Vector3<f64>) -> Option<Reaction> {
        let back = self.turn.transpose();
        let Reaction { force, tangent } = self.motion()?.reaction(&(self.turn * eccentricity))?;
        Some(Reaction { force: back * force, tangent: back * tangent * self.turn })
    }

    /// About the highest pressure at a place, from the same table.
    pub fn estimate_peak(&self, eccentricity: &Vector3<f64>) -> Option<f64> {
        self.motion()?.estimate_peak(&(self.turn * eccentricity))
    }

    /// What is known of the compliance if it is one between others.
    pub fn interpolated(&self) -> Option<Interpolated> {
        self.cup.get().and_then(|(_, between)| *between)
    }

    fn cup(&self) -> &ElasticCup {
        self.prepare(&Unwatched)
    }

    /// Storage of its own, for a run that goes step by step.
    pub fn scratch(&self) -> CupScratch {
        self.cup().scratch()
    }

    /// Lends storage that remembers nothing: the answer does not depend on who asked before.
    pub fn fresh<T>(&self, ask: impl FnOnce(&mut CupScratch) -> T) -> T {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut scratch = idle.unwrap_or_else(|| self.cup().scratch());
        scratch.forget();
        let answer = ask(&mut scratch);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(scratch);
        }
        answer
    }

    /// Force on the head; not a number where no contact was found.
    pub fn force(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> Vector3<f64> {
        let e = self.turn * eccentricity;
        match self.cup().solve(&e, scratch) {
            Ok(()) => self.turn.transpose() * self.cup().force(&e, scratch),
            Err(_) => Vector3::repeat(f64::NAN),
        }
    }

    /// Force on the head and its derivative.
    pub fn reaction(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> Reaction {
        let back = self.turn.transpose();
        match self.cup().reaction(&(self.turn * eccentricity), scratch) {
            Ok(Reaction { force, tangent }) => Reaction { force: back * force, tangent: back * tangent * self.turn },
            Err(_) => Reaction { force: Vector3::repeat(f64::NAN), tangent: Matrix3::repeat(f64::NAN) },
        }
    }

    /// Where the head rests under a load.
    pub fn solve_equilibrium(&self, load: &Vector3<f64>, scratch: &mut CupScratch) -> Option<Vector3<f64>> {
        let sphere = self.springs.sphere();
        let depth = sphere.solve_indentation(load.norm()).ok()?;
        let start = load.normalize() * (sphere.socket_radius - sphere.ball_radius + depth);
        let rest = self.cup().solve_equilibrium(&(self.turn * load), self.turn * start, scratch).ok()?;
        Some(self.turn.transpose() * rest)
    }

    /// The patch.
    pub fn patch(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> Patch {
        let e = self.turn * eccentricity;
        let clearance = self.cup().radius() - self.cup().ball_radius();
        let indentation = e.norm() - clearance;
        let found = self.cup().solve(&e, scratch).map(|()| self.cup().patch(scratch)).unwrap_or_default();
        let tilt = (-Vector3::z()).angle(&e);
        // How much of a patch of this size around the line of centres would lie beyond the rim.
        let beyond = (tilt + found.angle - self.rim_angle) / (2.0 * found.angle).max(f64::MIN_POSITIVE);
        Patch {
            indentation,
            angle: found.angle,
            radius: self.cup().radius() * found.angle.sin(),
            area: found.area,
            lost: if found.at_rim > 0.0 { beyond.clamp(1e-6, 1.0) } else { 0.0 },
            peak_pressure: found.peak_pressure,
        }
    }

    /// Points that touch at one place of the head.
    pub fn count_points(&self, eccentricity: &Vector3<f64>) -> usize {
        self.fresh(|scratch| {
            self.force(eccentricity, scratch);
            self.cup().patch(scratch).points
        })
    }

    /// Pressure over the cup.
    pub fn pressure(&self, eccentricity: &Vector3<f64>, scratch: &mut CupScratch) -> ElasticPressure {
        let e = self.turn * eccentricity;
        let solved = self.cup().solve(&e, scratch);
        let map = solved.ok().map(|()| PressureMap::new(self.cup(), &e, scratch));
        ElasticPressure { map: map.map(Arc::new), turn: self.turn }
    }

    /// A direction as the rings of the cup see it.
    pub fn see(&self, direction: &Vector3<f64>) -> Sight {
        self.cup().compliance().see(&(self.turn * direction))
    }
}

/// Pressure over the cup at one eccentricity.
#[derive(Debug, Clone)]
pub(super) struct ElasticPressure {
    map: Option<Arc<PressureMap>>,
    turn: Matrix3<f64>,
}

impl ElasticPressure {
    /// Pressure in a direction of the cup.
    pub fn at(&self, look: &Look<'_>) -> f64 {
        let Some(map) = &self.map else { return f64::NAN };
        match &look.sight {
            Some(sight) => map.at_sight(sight),
            None => map.at(&(self.turn * look.direction)),
        }
    }
}

/// The edge of the bearing surface: that of the contact, or that of the design. The chamfer of a design lies beyond the
/// bearing surface.
fn find_edge(implant: &Implant, law: &FiniteElements, radius: f64, rim_angle: f64) -> Edge {
    let design = implant.design.as_ref();
    let rounded = design.map_or(0.0, |design| design.rim_radius.si());
    let beyond = design.map_or(0.0, |design| design.chamfer.si()) / radius;
    match (law.edge_radius, law.chamfer) {
        (Some(edge), _) if edge.si() > 0.0 => Edge::Rounded { radius: edge.si() / radius },
        (_, Some(width)) if width.si() > 0.0 => Edge::Chamfer { width: width.si() / radius },
        _ if rounded > 0.0 => Edge::Rounded { radius: rounded / radius },
        _ if beyond > 0.0 => Edge::Points(vec![[rim_angle.sin() + beyond, beyond - rim_angle.cos()]]),
        _ => Edge::Sharp,
    }
}

/// As many as the patch under the largest load needs.
fn choose_cells(springs: &SphericalJoint, rim_angle: f64, loading: Loading) -> usize {
    let (load, across, range) = match loading {
        Loading::Cycle(load) => (load, CELLS_OF_CYCLE, CELLS),
        Loading::Lifetime(load) => (load, CELLS_OF_CYCLE, USUAL_LIFETIME_CELLS),
        Loading::Single(load) => (load, CELLS_OF_LOAD, CELLS),
        Loading::Axial(load) => (load, CELLS_OF_AXIAL_LOAD, AXIAL_CELLS),
    };
    let sphere = springs.sphere();
    let depth = sphere.solve_indentation(load).unwrap_or(0.0);
    let along = springs.pole() * (sphere.socket_radius - sphere.ball_radius + depth);
    let angle = springs.patch(&along).angle.clamp(0.05, rim_angle);
    ((across * rim_angle / angle).ceil() as usize).clamp(*range.start(), *range.end())
}

/// Which input is to blame.
fn problem(error: ComplianceError) -> Problem {
    let (path, hint) = match &error {
        ComplianceError::Profile(ProfileError::Incompressible(_)) => {
            ("implant.liner-material", "0.49 is as good as incompressible here; polyethylene has 0.4 to 0.46")
        }
        ComplianceError::Profile(ProfileError::NotHeld(_)) => {
            ("contact.finite-elements.held-to", "leave it out: the whole back of the cup is held then")
        }
        ComplianceError::Profile(ProfileError::Edge(_) | ProfileError::Crossing { .. }) => {
            ("contact.finite-elements", "make the edge radius or the chamfer smaller than the liner is thick")
        }
        ComplianceError::Profile(ProfileError::Coverage(_)) => {
            ("implant.coverage", "a hemispherical cup covers 180 deg")
        }
        _ => ("implant.liner-thickness", "check thickness and modulus of the liner and its layers"),
    };
    Problem::new(path, error.to_string(), hint)
}
