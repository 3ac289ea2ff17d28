//! How fast the parts of a mechanism can swing, from their masses and stiffnesses alone: what its motion will cost.

use mechanics::contact::NormalLaw;
use mechanics::rigid::{Contact, CustomLaw, ElasticLaw, Force, ForceKind, LigamentLaw, Mechanism, Sticking};

/// A push under which contacts are as stiff as they usually are, in N; their stiffness hardly depends on it.
const PUSH: f64 = 100.0;
/// A strain of a ligament whose stiffness grows with it.
const STRAIN: f64 = 0.05;
/// How long a body is, in m, that hangs somewhere.
const USUAL_SIZE: f64 = 0.5;

/// The fastest, as angular frequencies in rad/s.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Pace {
    /// All the time: springs, ligaments, weights, what turns.
    pub always: f64,
    /// Of contacts, while they are closed.
    pub closed: f64,
    /// How many journals are held by a film.
    pub films: usize,
}

impl Pace {
    pub fn of(built: &Mechanism) -> Self {
        let fastest = |all: &mut dyn Iterator<Item = f64>| all.filter(|rate| rate.is_finite()).fold(0.0, f64::max);
        let weight = (built.gravity[0].hypot(built.gravity[1]) / USUAL_SIZE).sqrt();
        let spin = fastest(&mut built.bodies.iter().map(|body| body.spin.abs()));
        let held = fastest(&mut built.forces.iter().map(|force| of_force(built, force)));
        Self {
            always: weight.max(spin).max(held),
            closed: fastest(&mut built.contacts.iter().map(|contact| of_contact(built, contact))),
            films: built.bearings.len(),
        }
    }
}

/// Inverse mass and inertia of a body; nothing moves the ground.
fn ease(built: &Mechanism, name: &str) -> [f64; 2] {
    built.bodies.iter().find(|body| body.name == name).map_or([0.0; 2], |body| [1.0 / body.mass, 1.0 / body.inertia])
}

fn of_force(built: &Mechanism, force: &Force) -> f64 {
    let between = |ends: [&str; 2], turning: usize| ends.map(|name| ease(built, name)[turning]).iter().sum::<f64>();
    match &force.kind {
        ForceKind::Spring { first, second, stiffness, .. } => {
            (stiffness * between([&first.body, &second.body], 0)).sqrt()
        }
        ForceKind::TorsionSpring { first, second, stiffness, .. } => (stiffness * between([first, second], 1)).sqrt(),
        ForceKind::Ligament { first, second, law } => {
            let stiffness = match *law {
                LigamentLaw::Linear { stiffness, .. } => stiffness,
                LigamentLaw::Quadratic { stiffness, slack_length } => 2.0 * stiffness * STRAIN * slack_length,
                LigamentLaw::Toe { stiffness, slack_length, .. } => stiffness / slack_length,
            };
            (stiffness * between([&first.body, &second.body], 0)).sqrt()
        }
        _ => 0.0,
    }
}

fn of_contact(built: &Mechanism, contact: &Contact) -> f64 {
    let ease: f64 = [&contact.first.body, &contact.second.body].map(|name| ease(built, name)[0]).iter().sum();
    // F = K δ^{3/2}: 3/2 K^{2/3} F^{1/3}.
    let hertz = |stiffness: f64| 1.5 * stiffness.powf(2.0 / 3.0) * PUSH.cbrt();
    let stiffness = match &contact.law {
        ElasticLaw::Linear { stiffness } => *stiffness,
        ElasticLaw::Hertz { stiffness } => hertz(*stiffness),
        ElasticLaw::Jkr(of) | ElasticLaw::Dmt(of) => hertz(of_balls(of)),
        ElasticLaw::Custom(CustomLaw(law)) => slope(&**law),
    };
    (stiffness * ease).sqrt()
}

fn of_balls(balls: &Sticking) -> f64 {
    4.0 / 3.0 * balls.modulus * balls.radius.sqrt()
}

/// How steep a law is where it pushes as usual, found by halving.
fn slope<L: NormalLaw + ?Sized>(law: &L) -> f64 {
    let (mut shallow, mut deep) = (1e-9_f64, 1e-2_f64);
    for _ in 0..40 {
        let middle = (shallow * deep).sqrt();
        if law.response(-middle, 0.0) < PUSH { shallow = middle } else { deep = middle }
    }
    law.tangent(-shallow, 0.0).0.abs()
}
