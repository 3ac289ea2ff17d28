//! A step allocates nothing: every allocation of this program is counted.
//!
//! The program has one thread and no test harness (`harness = false`): the harness has a thread of its own, which allocates
//! whenever a busy machine lets it, and its allocations were counted, too.
#![allow(missing_docs, clippy::unwrap_used)]

use std::alloc::System;
use std::sync::Arc;

use mechanics::contact::surfaces::{Fields, PairSettings, Sampled, SurfacePair, Twist};
use mechanics::contact::{Hysteresis, Layer, PressureLaw};
use mechanics::fluid::{FilmKind, Fluid};
use mechanics::geometry::mesh::tessellation::{tessellate_ball, tessellate_cup};
use mechanics::geometry::mesh::{CurvedSurface, DEFAULT_CREASE_ANGLE};
use mechanics::material::Elastic;
use mechanics::rigid::{
    Attachment, Axes, Bearing, Body, Contact, ElasticLaw, EventKind, Film, Force, ForceKind, Friction, Function,
    GROUND, Guide, GuideKind, Joint, JointKind, LigamentLaw, Loss, Mechanism, Model, Shape, Simulation,
    SimulationSettings, Surface,
};
use nalgebra::Isometry3;
use numerics::ode::Scheme;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static GLOBAL: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

fn body(name: &str, mass: f64, inertia: f64, position: [f64; 2]) -> Body {
    Body { name: name.into(), mass, inertia, position, ..Body::default() }
}

fn contact(name: &str, first: (&str, Shape), second: (&str, Shape), friction: Friction) -> Contact {
    let surface = |(body, shape): (&str, Shape)| Surface { body: body.into(), shape };
    Contact {
        name: name.into(),
        first: surface(first),
        second: surface(second),
        law: ElasticLaw::Hertz { stiffness: 1e7 },
        loss: Loss::Hysteretic { factor: Hysteresis::Flores, restitution: 0.6, least_speed: 1e-3 },
        friction: Some(friction),
        deepest_start: 1e-3,
    }
}

/// One of everything: a pendulum that a guide swings, a cart on a rail, a spring, a ligament, loads; a disc that bounces in
/// a profile with compliant friction, and one that bounces on a line of the pendulum's ground with Coulomb friction.
fn everything() -> Mechanism {
    let coulomb = Friction::Coulomb { static_coefficient: 0.3, dynamic_coefficient: 0.2, transition_speed: 1e-2 };
    let compliant = Friction::Compliant { coefficient: 0.3, stiffness: 1e5, exponent: 1.0, damping: 20.0 };
    let disc = Shape::Circle { centre: [0.0, 0.0], radius: 0.02 };
    let bowl = Shape::Profile {
        origin: [1.0, 0.0],
        angle: 0.05,
        curve: Function::Polynomial(vec![0.0, 0.0, 2.0]),
        range: [-0.2, 0.2],
        material_above: false,
    };
    let floor = Shape::Line { point: [0.0, -1.0], normal: [0.0, 1.0] };
    Mechanism {
        gravity: [0.0, -9.81],
        bodies: vec![
            body("rod", 1.0, 0.1, [0.0, -0.5]),
            body("cart", 2.0, 0.1, [0.5, 0.3]),
            body("marble", 0.1, 1e-5, [1.05, 0.03]),
            body("ball", 0.1, 1e-5, [0.3, -0.975]),
            body("head", 1.0, 1e-4, [2.0, 0.0]),
        ],
        joints: vec![
            Joint {
                name: "pivot".into(),
                first: Attachment::new("rod", [0.0, 0.5]),
                second: Attachment::new(GROUND, [0.0, 0.0]),
                kind: JointKind::Revolute,
            },
            Joint {
                name: "rail".into(),
                first: Attachment::new(GROUND, [0.0, 0.3]),
                second: Attachment::new("cart", [0.0, 0.0]),
                kind: JointKind::Translational { axis: [1.0, 0.0], angle: 0.0 },
            },
        ],
        guides: vec![Guide {
            name: "swing".into(),
            kind: GuideKind::Angle {
                of: "rod".into(),
                relative_to: GROUND.into(),
                follows: Function::PeriodicSpline {
                    at: vec![0.0, 0.2, 0.5],
                    values: vec![0.0, 0.3, -0.2],
                    period: 0.8,
                },
            },
        }],
        forces: vec![
            Force {
                name: "spring".into(),
                kind: ForceKind::Spring {
                    first: Attachment::new("rod", [0.0, 0.2]),
                    second: Attachment::new("cart", [-0.1, 0.0]),
                    stiffness: 100.0,
                    length: 0.4,
                    damping: 1.0,
                },
            },
            Force {
                name: "fibre".into(),
                kind: ForceKind::Ligament {
                    first: Attachment::new("rod", [0.0, -0.2]),
                    second: Attachment::new("cart", [0.0, 0.0]),
                    law: LigamentLaw::Toe { stiffness: 50.0, slack_length: 0.5, toe_strain: 0.1 },
                },
            },
            Force {
                name: "push".into(),
                kind: ForceKind::Load {
                    at: Attachment::new("cart", [0.0, 0.0]),
                    x: Function::Sine { mean: 0.0, amplitude: 5.0, frequency: 20.0, phase: 0.0 },
                    y: Function::Constant(0.0),
                    axes: Axes::Body,
                    moving_point: None,
                },
            },
        ],
        contacts: vec![
            contact("bowl", ("marble", disc.clone()), (GROUND, bowl), compliant),
            contact("floor", ("ball", disc), (GROUND, floor), coulomb),
        ],
        bearings: vec![Bearing {
            name: "cup".into(),
            journal: Attachment::new("head", [0.0, 0.0]),
            bearing: Attachment::new(GROUND, [2.0, 0.0]),
            radius: 0.01,
            clearance: 1e-3,
            length: 0.01,
            film: Film::Formula(FilmKind::Long),
            fluid: Fluid::Newtonian { viscosity: 10.0 },
            roughness: None,
            least_thickness: None,
            solid: None,
            friction: None,
        }],
    }
}

fn main() {
    // Whatever asks for other threads gets this one.
    rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build_global().unwrap();
    an_allocation_is_counted();
    a_step_allocates_nothing_with_any_scheme();
    a_step_in_space_allocates_nothing_with_any_scheme();
    an_evaluation_of_surfaces_allocates_nothing();
    a_step_of_contact_dynamics_allocates_nothing();
}

/// Else nothing below could fail.
fn an_allocation_is_counted() {
    let region = Region::new(GLOBAL);
    let mut kept = std::hint::black_box(vec![0_u8; 100]);
    kept.reserve(10_000);
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (1, 1));
}

/// A head that is pressed, turned and lifted in a liner that wears: after the first step, whoever touches, nothing is
/// allocated until the mesh must make room.
fn a_step_of_contact_dynamics_allocates_nothing() {
    use mechanics::solid::dynamics::{Body, ContactDynamics, Coupling, Drive, DynamicsSettings, Shape, WearSettings};
    use mechanics::solid::element::ElementKind;
    use mechanics::solid::mesh::{HemisphericalShell, Sector};
    use mechanics::solid::{Material, Solid, Supports};
    use nalgebra::{Matrix3, Vector3};

    let shell = HemisphericalShell {
        inner_radius: 14e-3,
        thickness: 8e-3,
        rim_angle: 1.5,
        patch_angle: 0.6,
        patch_cells: 2,
        ring_cells: 2,
        ring_growth: 1.0,
        layers: 2,
        layer_growth: 1.0,
        sector: Sector::Full,
    };
    let mesh = shell.mesh(ElementKind::Hex8).unwrap();
    let outer = mesh.nodes_of("outer").unwrap();
    let material = Material::Linear(Elastic { modulus: 1e9, poisson: 0.46, density: 938.0 });
    let solid = Solid::new(mesh, material, Supports::none().clamp(&outer)).unwrap();
    let body =
        Body { shape: Shape::Sphere(13.9e-3), centre: Vector3::z() * 99e-6, mass: 0.04, free: Matrix3::identity() };
    let settings = DynamicsSettings { step: 2e-5, friction: 0.07, ..DynamicsSettings::default() };
    let wear = WearSettings { factor: 1e-10, coupling: Coupling::Implicit, renewal: 0.2, thickness: 8e-3 };
    let mut dynamics = ContactDynamics::new(solid, "inner", body, settings).unwrap().with_wear(wear).unwrap();
    let mut state = dynamics.start();
    let mut kept = state.clone();
    let drive =
        |push: f64| Drive { spin: Vector3::x() * 20.0, force: Vector3::new(0.2 * push, 0.0, push), ..Drive::default() };
    dynamics.step(&mut state, &drive(50.0)).unwrap();
    let region = Region::new(GLOBAL);
    let (mut least, mut most) = (usize::MAX, 0);
    for push in [100.0, 1500.0, 3000.0, -400.0] {
        for _ in 0..60 {
            kept.copy_from(&state);
            dynamics.step(&mut state, &drive(push)).unwrap();
            let closed = state.pressing.iter().filter(|push| **push > 0.0).count();
            (least, most) = (least.min(closed), most.max(closed));
        }
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0), "{least} to {most} closed");
    assert!(least == 0 && most > 8, "{least} to {most} closed");
    assert!(kept.steps + 1 == state.steps && state.law_volume > 0.0);
}

fn a_step_allocates_nothing_with_any_scheme() {
    let mut mechanism = everything();
    mechanism.bodies[2].velocity = [0.2, -0.1];
    mechanism.bodies[3].velocity = [0.3, 0.0];
    let model = Model::new(&mechanism).unwrap();
    let start = model.assemble(0.0).unwrap();
    for scheme in Scheme::ALL {
        let settings = SimulationSettings { scheme, tolerance: 1e-7, ..SimulationSettings::default() };
        let mut simulation = Simulation::new(&model, start.clone(), settings);
        let mut seen = [0; 4];
        let region = Region::new(GLOBAL);
        // From the very first step on.
        while simulation.time() < 0.1 {
            for event in simulation.step(0.1).unwrap() {
                seen[match event.kind {
                    EventKind::Begins { .. } => 0,
                    EventKind::Ends => 1,
                    EventKind::Slips => 2,
                    EventKind::Sticks => 3,
                }] += 1;
            }
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{}", scheme.name());
        // The run has been through everything that can happen.
        assert!(seen.iter().all(|count| *count > 0), "{}: {seen:?}", scheme.name());
    }
}

/// A guided ball and a free one that bounce in cups of the ground, a ligament, a restraint, loads.
fn a_step_in_space_allocates_nothing_with_any_scheme() {
    use mechanics::contact::Foundation;
    use mechanics::geometry::shape::{Sphere, SphericalCup};
    use mechanics::rigid::spatial;
    use nalgebra::Vector3;

    let cup = SphericalCup::new(Vector3::zeros(), 14e-3, -Vector3::y(), 1.4).unwrap();
    let ball = Sphere::new(Vector3::zeros(), 13.9e-3).unwrap();
    let law = PressureLaw::Linear { foundation: Foundation::in_series([1e9]).unwrap(), thickness: 8e-3 };
    let pair = SurfacePair::new(Arc::new(cup), Arc::new(ball), PairSettings::new(law, 2e-3)).unwrap();
    let pair = Arc::new(pair);
    let mut drives = [0.0; 6].map(|start| spatial::Drive::Free { start, speed: 0.0 });
    drives[0] = spatial::Drive::Prescribed(Function::Sine { mean: 0.0, amplitude: 0.5, frequency: 6.0, phase: 0.0 });
    let guided = spatial::Body {
        movement: spatial::Movement::Guided { sequence: spatial::Sequence::YXZ, drives },
        ..spatial::Body::new("guided", 0.1)
    };
    let free = spatial::Body::new("free", 0.1);
    let contact = |follower: &str| spatial::Contact::new(&format!("cup of {follower}"), GROUND, follower, pair.clone());
    let kinds = [
        spatial::ForceKind::Ligament {
            first: spatial::Attachment::new("guided", [0.0, 0.1, 0.0]),
            second: spatial::Attachment::new("free", [0.0, 0.0, 0.1]),
            law: LigamentLaw::Toe { stiffness: 50.0, slack_length: 0.1, toe_strain: 0.1 },
        },
        spatial::ForceKind::Restraint {
            body: "guided".into(),
            coordinate: spatial::Coordinate::Anterior,
            stiffness: 1e3,
            rest: 1e-4,
            damping: 1.0,
        },
        spatial::ForceKind::Load {
            at: spatial::Attachment::new("free", [0.0; 3]),
            force: [1.0, -5.0, 0.5].map(Function::Constant),
            axes: Axes::Global,
        },
    ];
    let forces =
        kinds.into_iter().enumerate().map(|(i, kind)| spatial::Force { name: format!("force {i}"), kind }).collect();
    let model = spatial::Model::new(&spatial::Mechanism {
        gravity: [0.0, -9.81, 0.0],
        bodies: vec![guided, free],
        forces,
        contacts: vec![contact("guided"), contact("free")],
    })
    .unwrap();
    for scheme in Scheme::ALL {
        let settings = SimulationSettings { scheme, tolerance: 1e-6, ..SimulationSettings::default() };
        let mut simulation = spatial::Simulation::new(&model, model.described_state(0.0), settings);
        let region = Region::new(GLOBAL);
        while simulation.time() < 0.02 {
            simulation.step(0.02).unwrap();
        }
        let change = region.change();
        assert_eq!((change.allocations, change.reallocations), (0, 0), "{}", scheme.name());
        assert!(simulation.scratch().contacts().iter().any(|contact| contact.patch().area > 0.0), "it touches");
    }
}

/// Two meshes in contact, near and far, with slopes and fields: after the first evaluation nothing is allocated.
fn an_evaluation_of_surfaces_allocates_nothing() {
    let cup = tessellate_cup(8, 14e-3, 1.5).unwrap();
    let ball = tessellate_ball(6, |v| v * 13.92e-3).unwrap();
    let [cup, ball] = [cup, ball].map(|mesh| Arc::new(CurvedSurface::new(mesh, DEFAULT_CREASE_ANGLE).unwrap()));
    let material = Elastic { modulus: 500e6, poisson: 0.4, density: 938.0 };
    let law = PressureLaw::linear(&[Layer { thickness: 8e-3, material }]).unwrap();
    let settings = PairSettings { sampled: Sampled::Both, ..PairSettings::new(law, 1e-3) };
    let pair = SurfacePair::new(cup, ball, settings).unwrap();
    let mut scratch = pair.scratch();
    let mut fields = vec![Fields::default(); pair.sides()];
    let at = |z: f64| Isometry3::translation(1e-5, 0.0, -z);
    pair.evaluate_with_fields(&at(1.1e-4), &Twist::REST, 1e-4, &mut scratch, &mut fields);
    let region = Region::new(GLOBAL);
    let mut pushed = 0.0;
    for z in [1.2e-4, 1.5e-4, -0.1, 1.1e-4, 0.0] {
        pushed += pair.evaluate_with_slopes(&at(z), &Twist::REST, &mut scratch).0.force.z;
        pushed += pair.compute_elastic(&at(z), &mut scratch).force.z;
        pair.evaluate_with_fields(&at(z), &Twist::REST, 1e-4, &mut scratch, &mut fields);
    }
    let change = region.change();
    assert_eq!((change.allocations, change.reallocations), (0, 0));
    assert!(pushed > 100.0);
}
