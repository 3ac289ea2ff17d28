//! The one impact that every law has to take.

use mechanics::contact::{AtPoint, Foundation, Hertz, Layer, NormalLaw, Spring, contact_modulus};
use mechanics::material::Elastic;
use nalgebra::SVector;
use numerics::ode::{Failure, Integrator, Limits, Scheme, System, Tolerance};

use super::law::{Law, Visitor};

/// Properties of [Machado2011, Table 4]; the density plays no part.
const CARTILAGE: Elastic = Elastic { modulus: 24e6, poisson: 0.38, density: 1100.0 };
const BONE: Elastic = Elastic { modulus: 17.2e9, poisson: 0.39, density: 1900.0 };

/// A mass that strikes a fixed surface, with nothing else acting.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// Mass, in kg.
    pub mass: f64,
    /// Speed at first touch, in m/s.
    pub speed: f64,
    /// Restitution asked for.
    pub restitution: f64,
    /// Radius of the sphere that strikes a plane, in m.
    pub radius: f64,
    /// For the elliptic patch: the other principal radius over this one.
    pub radius_ratio: f64,
    /// For the double layer: thickness of the cartilage that is left, in m.
    pub layer: f64,
    /// For the foundations: thickness of the cartilage of both bones, in m.
    pub cartilage_thickness: f64,
    /// For the ball in a socket: radius of the socket over that of the sphere.
    pub socket_ratio: f64,
}

impl Impact {
    /// 1 kg at 0.1 m/s; cartilage on cartilage, a sphere of 30.4 mm on a plane (K = 3 260 513 N/m^{3/2}), restitution
    /// 0.616 and a tenth of 4.15 mm of cartilage left, as in [Machado2011].
    pub const STANDARD: Self = Self {
        mass: 1.0,
        speed: 0.1,
        restitution: 0.616,
        radius: 30.4e-3,
        radius_ratio: 2.0,
        layer: 0.415e-3,
        cartilage_thickness: 4.15e-3,
        socket_ratio: 1.1,
    };

    /// Kinetic energy at first touch, in J.
    pub fn energy(&self) -> f64 {
        0.5 * self.mass * self.speed * self.speed
    }

    /// Cartilage on cartilage, sphere on plane.
    pub fn hertz(&self) -> Hertz {
        Hertz { radius: self.radius, modulus: contact_modulus(&CARTILAGE, &CARTILAGE) }
    }

    /// Bone on bone, sphere on plane.
    pub fn bone(&self) -> Hertz {
        Hertz { radius: self.radius, modulus: contact_modulus(&BONE, &BONE) }
    }

    /// The cartilage of both bones as springs.
    pub fn foundation(&self) -> Foundation {
        Layer { thickness: self.cartilage_thickness, material: CARTILAGE }.into()
    }

    /// What the surfaces are made of.
    pub fn cartilage(&self) -> Elastic {
        CARTILAGE
    }

    /// How deep Hertz goes: `½ m v² = ⅖ K δ^{5/2}`.
    pub fn depth(&self) -> f64 {
        (2.5 * self.energy() / self.hertz().stiffness()).powf(0.4)
    }

    /// The linear spring that stops the impact as deep as Hertz does.
    pub fn spring(&self) -> Spring {
        Spring::storing(self.energy(), self.depth())
    }

    /// Lets a law take the impact, with a restitution asked for.
    pub fn strike(&self, law: Law, restitution: f64) -> Result<Strike, Failure> {
        law.visit(self, restitution, Striker(*self))
    }
}

/// What a law did with the impact.
#[derive(Debug, Clone, PartialEq)]
pub struct Strike {
    /// Speed of the rebound over the speed of the impact.
    pub restitution: f64,
    /// Largest force, in N.
    pub peak_force: f64,
    /// Largest indentation, in m.
    pub peak_indentation: f64,
    /// From first touch until the gap is open again, in s.
    pub duration: f64,
    /// Time, indentation and force from touch to parting.
    pub path: Vec<[f64; 3]>,
}

impl Strike {
    /// Share of the kinetic energy that was lost.
    pub fn energy_lost(&self) -> f64 {
        1.0 - self.restitution * self.restitution
    }
}

/// So many steps at least within the time that the undamped impact takes: the path is drawn from them.
const FINENESS: f64 = 240.0;

struct Striker(Impact);

/// Indentation and its rate under the contact force alone.
struct Motion<L> {
    law: L,
    mass: f64,
}

impl<L: NormalLaw> Motion<L> {
    fn force(&self, y: &SVector<f64, 2>) -> f64 {
        self.law.response(-y[0], -y[1])
    }
}

impl<L: NormalLaw> System<2> for Motion<L> {
    fn rate(&self, _: f64, y: &SVector<f64, 2>) -> SVector<f64, 2> {
        [y[1], -self.force(y) / self.mass].into()
    }
}

impl Visitor for Striker {
    type Out = Result<Strike, Failure>;
    fn visit<L: NormalLaw<Acts = AtPoint>>(self, law: L) -> Self::Out {
        let Self(impact) = self;
        let motion = Motion { law, mass: impact.mass };
        let time = impact.depth() / impact.speed;
        let tolerance = Tolerance { relative: 1e-10, absolute: [1e-12 * impact.depth(), 1e-12 * impact.speed].into() };
        let limits = Limits { first_step: Some(1e-3 * time), largest_step: 3.0 * time / FINENESS, ..Limits::default() };
        let start = [0.0, impact.speed].into();
        let mut integrator = Integrator::new(Scheme::DormandPrince, tolerance, limits, 0.0, start);
        let mut path = vec![[0.0, 0.0, 0.0]];
        let mut record = |t: f64, y: &SVector<f64, 2>| path.push([t, y[0], motion.force(y)]);
        // A law may jump where the motion turns: stop there, and go on from its other side.
        let turn = advance(&mut integrator, &motion, 1, &mut record)?;
        let deepest = integrator.interpolate(turn)[0];
        record(turn, &[deepest, 0.0].into());
        let leaving = [deepest, -f64::MIN_POSITIVE].into();
        record(turn, &leaving);
        integrator.restart(turn, leaving);
        let end = advance(&mut integrator, &motion, 0, &mut record)?;
        let speed = -integrator.interpolate(end)[1];
        record(end, &[0.0, -speed].into());
        let peak_force = path.iter().fold(0.0, |most: f64, [.., force]| most.max(*force));
        Ok(Strike { restitution: speed / impact.speed, peak_force, peak_indentation: deepest, duration: end, path })
    }
}

/// Steps until a component of the state is zero; when that was.
fn advance<L: NormalLaw>(
    integrator: &mut Integrator<2>,
    motion: &Motion<L>,
    component: usize,
    record: &mut impl FnMut(f64, &SVector<f64, 2>),
) -> Result<f64, Failure> {
    // Far beyond any impact: a body that creeps out of a strongly damped contact still arrives.
    let end = integrator.time() + 1e4;
    loop {
        integrator.step(motion, end)?;
        if let Some(crossing) = integrator.locate(|_, y| y[component]) {
            return Ok(crossing.time);
        }
        record(integrator.time(), integrator.state());
    }
}
