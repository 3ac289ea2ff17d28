//! The patella: what a user can say about it, where it starts, and what holds it.

use mechanics::rigid::{
    Attachment, Body, Contact, ElasticLaw, Force, ForceKind, Frame, Function, GROUND, LigamentLaw, Loss, Mechanism,
    Model, RigidError, Shape, Surface,
};
use nalgebra::Vector2;
use quantity::{Force as ForceQuantity, Length, Mass, MomentOfInertia, Stiffness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::Found;
use super::surfaces::TIBIA;

/// Names in the mechanism.
pub(super) const PATELLA: &str = "patella";
pub(super) const PATELLOFEMORAL: &str = "patellofemoral";
const TENDON: &str = "patellar-tendon";
const QUADRICEPS: &str = "quadriceps";

/// A contact on a round groove may start this deep: the cartilage of a loaded patella is squeezed.
const DEEPEST_START: f64 = 20e-3;

/// A kneecap on a round groove of the femur, pulled by the quadriceps and held by its tendon. Its axes are proximal and
/// posterior from its centre of mass, as the tibia's. It starts at rest where it is in balance at the tibia's start.
///
/// The defaults are no measured knee: the sizes are those of an adult, and groove, tendon and line of action were chosen such
/// that the ratio of both tendons' forces falls over flexion as Buff 1988 measured it (1.16 at 10 deg, 0.65 at 70 deg) while
/// the contact wanders from the lower to the upper end of the patella.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Patella {
    /// Mass.
    pub mass: Mass,
    /// Moment of inertia about the centre of mass.
    pub moment_of_inertia: MomentOfInertia,
    /// Centre of the groove in the femur's axes, anterior and proximal.
    pub groove_centre: [Length; 2],
    /// Radius of the groove.
    pub groove_radius: Length,
    /// How far its flat back is behind its centre of mass.
    pub back: Length,
    /// Where the patellar tendon begins, below the centre of mass (a positive length).
    pub apex: Length,
    /// Where the quadriceps ends, above the centre of mass.
    pub base: Length,
    /// Where the patellar tendon ends on the tibia, proximal and posterior of the tibia's centre of mass.
    pub tuberosity: [Length; 2],
    /// Unstrained length of the patellar tendon.
    pub tendon_length: Length,
    /// Stiffness of the patellar tendon.
    pub tendon_stiffness: Stiffness,
    /// A point of the line of action of the quadriceps, in the femur's axes.
    pub quadriceps_origin: [Length; 2],
    /// Tension of the quadriceps, constant.
    pub quadriceps_force: ForceQuantity,
}

impl Default for Patella {
    fn default() -> Self {
        let mm = Length::millimetres;
        Self {
            mass: Mass::kilograms(0.1),
            moment_of_inertia: MomentOfInertia::from_si(1.7e-5),
            groove_centre: [mm(0.0), mm(-20.0)],
            groove_radius: mm(32.0),
            back: mm(14.0),
            apex: mm(20.0),
            base: mm(16.0),
            tuberosity: [mm(188.0), mm(-16.0)],
            tendon_length: mm(56.0),
            tendon_stiffness: Stiffness::from_si(1e6),
            quadriceps_origin: [mm(29.0), mm(140.0)],
            quadriceps_force: ForceQuantity::newtons(200.0),
        }
    }
}

impl Patella {
    fn si(place: [Length; 2]) -> [f64; 2] {
        place.map(|l| l.si())
    }

    /// The groove and the back of the patella, without a law that knows the materials.
    pub(super) fn contact(&self, law: ElasticLaw) -> Contact {
        let groove = Shape::Circle { centre: Self::si(self.groove_centre), radius: self.groove_radius.si() };
        let back = Shape::Line { point: [0.0, self.back.si()], normal: [0.0, 1.0] };
        Contact {
            name: PATELLOFEMORAL.into(),
            first: Surface { body: GROUND.into(), shape: groove },
            second: Surface { body: PATELLA.into(), shape: back },
            law,
            loss: Loss::None,
            friction: None,
            deepest_start: DEEPEST_START,
        }
    }

    /// Tendon and quadriceps; the tendon ends at a point of the tibia, or of the ground where the tibia is held.
    pub(super) fn pulls(&self, tuberosity: Attachment) -> [Force; 2] {
        let law = LigamentLaw::Linear { stiffness: self.tendon_stiffness.si(), slack_length: self.tendon_length.si() };
        let tendon =
            ForceKind::Ligament { first: Attachment::new(PATELLA, [-self.apex.si(), 0.0]), second: tuberosity, law };
        let quadriceps = ForceKind::Muscle {
            first: Attachment::new(GROUND, Self::si(self.quadriceps_origin)),
            second: Attachment::new(PATELLA, [self.base.si(), 0.0]),
            tension: Function::Constant(self.quadriceps_force.si()),
        };
        [Force { name: TENDON.into(), kind: tendon }, Force { name: QUADRICEPS.into(), kind: quadriceps }]
    }

    /// Where the tendon ends on the tibia.
    pub(super) fn tuberosity(&self) -> Attachment {
        Attachment::new(TIBIA, Self::si(self.tuberosity))
    }

    /// The patella at a place.
    fn body(&self, position: [f64; 2], angle: f64) -> Body {
        Body {
            name: PATELLA.into(),
            mass: self.mass.si(),
            inertia: self.moment_of_inertia.si(),
            position,
            angle,
            ..Body::default()
        }
    }

    /// Length of the line of action between its two points.
    pub(super) fn quadriceps_length(&self, patella: &Frame) -> f64 {
        let base = patella.place(&Vector2::new(self.base.si(), 0.0));
        (Vector2::from(Self::si(self.quadriceps_origin)) - base).norm()
    }

    /// The patella in balance while the tibia is held: with the contact's law as at the run, or why there is no such place.
    pub(super) fn settle(&self, tibia: &Frame, law: ElasticLaw, gravity: [f64; 2]) -> Result<Body, RigidError> {
        let mut best: Option<(f64, Body, Frame)> = None;
        let tuberosity = tibia.place(&Vector2::from(Self::si(self.tuberosity)));
        for start in self.rigid_balances(&tuberosity) {
            let mechanism = Mechanism {
                gravity,
                bodies: vec![start.clone()],
                forces: self.pulls(Attachment::new(GROUND, tuberosity.into())).into(),
                contacts: vec![self.contact(law.clone())],
                ..Mechanism::default()
            };
            let Ok(rest) = Model::new(&mechanism).and_then(|model| model.solve_equilibrium(0.0)) else { continue };
            let frame = rest.frame(0);
            // Of several places the one whose contact is nearest to the middle of the patella.
            let groove = Vector2::from(Self::si(self.groove_centre));
            let along = frame.place_back(&groove).x.abs();
            if best.as_ref().is_none_or(|(other, ..)| along < *other) {
                best = Some((along, start, frame));
            }
        }
        let Some((_, _, frame)) = best else {
            let hint = "lengthen the tendon, or move the tuberosity, the groove or the quadriceps";
            let (element, what) =
                (PATELLA.into(), "the length of its tendon, at which it finds no balance on its groove,");
            return Err(RigidError::BadValue { element, what, value: self.tendon_length.si(), hint });
        };
        Ok(self.body(frame.position.into(), frame.angle))
    }

    /// Places where a rigid patella with an inextensible tendon would be in balance on a rigid groove.
    ///
    /// For a tilt θ the tendon's length gives the point of contact s, the balance along the back the tendon's force T, and
    /// the moment about the groove's centre, through which the contact pushes, must vanish:
    /// `Q (b − c) × u_Q + T (a − c) × u_T = 0`.
    fn rigid_balances(&self, tuberosity: &Vector2<f64>) -> Vec<Body> {
        let (centre, radius) = (Vector2::from(Self::si(self.groove_centre)), self.groove_radius.si());
        let origin = Vector2::from(Self::si(self.quadriceps_origin));
        let (back, apex, base) = (self.back.si(), self.apex.si(), self.base.si());
        let cross = |a: Vector2<f64>, b: Vector2<f64>| a.x * b.y - a.y * b.x;
        let mut found = Vec::new();
        for side in [1.0, -1.0] {
            let mut last: Option<f64> = None;
            for step in 0..340_i32 {
                let tilt = (f64::from(step) * 0.5 - 40.0).to_radians();
                let angle = std::f64::consts::FRAC_PI_2 - tilt;
                let (along, out) = (Vector2::new(angle.cos(), angle.sin()), Vector2::new(-angle.sin(), angle.cos()));
                // The centre of mass with the contact right behind it, and moved down by s for a contact s above it.
                let middle = centre - out * (radius + back);
                let apart = middle - along * apex - tuberosity;
                let (half, rest) = (apart.dot(&along), apart.norm_squared() - self.tendon_length.si().powi(2));
                let s = half + side * (half * half - rest).sqrt();
                let place = middle - along * s;
                let (low, high) = (place - along * apex, place + along * base);
                let (pull, lift) = ((tuberosity - low).normalize(), (origin - high).normalize());
                let tension = -lift.dot(&along) / pull.dot(&along);
                let moment = cross(high - centre, lift) + tension * cross(low - centre, pull);
                let presses = (lift + pull * tension).dot(&out) > 0.0;
                let possible = s.abs() < 2.0 * (apex + base) && tension > 0.0 && presses && moment.is_finite();
                if possible && last.is_some_and(|last| last * moment <= 0.0) {
                    found.push(self.body(place.into(), angle));
                }
                last = possible.then_some(moment);
            }
        }
        found
    }
}

/// What makes no sense in a patella: sizes of no knee, from a child's to a giant's, are a wrong unit or a slip.
pub(super) fn check(patella: &Patella, found: &mut Found) {
    let mm = |least, most| (Length::millimetres(least), Length::millimetres(most));
    let sizes = [
        ("groove-radius", patella.groove_radius, mm(5.0, 100.0), "20 to 35 mm"),
        ("apex", patella.apex, mm(2.0, 80.0), "about 20 mm, counted downwards"),
        ("base", patella.base, mm(2.0, 80.0), "about 16 mm"),
        ("tendon-length", patella.tendon_length, mm(15.0, 150.0), "40 to 60 mm, without the patella itself"),
    ];
    for (key, value, (least, most), hint) in sizes {
        within(found, key, [value.si(), least.si(), most.si()], [value, least, most].map(|l| l.to_string()), hint);
    }
    let kg = Mass::kilograms;
    let Patella { mass, moment_of_inertia: inertia, tendon_stiffness: stiffness, quadriceps_force: force, .. } =
        *patella;
    let masses = [mass, kg(0.005), kg(1.0)];
    let inertias = [inertia, MomentOfInertia::from_si(1e-7), MomentOfInertia::from_si(1e-2)];
    let stiffnesses = [stiffness, Stiffness::from_si(1e4), Stiffness::from_si(1e8)];
    let forces = [force, ForceQuantity::newtons(0.1), ForceQuantity::newtons(20e3)];
    within(
        found,
        "mass",
        masses.map(|m| m.si()),
        masses.map(|m| m.to_string()),
        "a kneecap with its fat weighs about 0.1 kg",
    );
    let hint = "a kneecap has about 2e-5 kg m^2";
    within(found, "moment-of-inertia", inertias.map(|i| i.si()), inertias.map(|i| i.to_string()), hint);
    let hint = "about 1000 N/mm";
    within(found, "tendon-stiffness", stiffnesses.map(|s| s.si()), stiffnesses.map(|s| s.to_string()), hint);
    let hint = "some 10 to 1000 N; without a pull nothing holds the patella";
    within(found, "quadriceps-force", forces.map(|f| f.si()), forces.map(|f| f.to_string()), hint);
    let places = [
        ("groove-centre", patella.groove_centre.to_vec()),
        ("tuberosity", patella.tuberosity.to_vec()),
        ("quadriceps-origin", patella.quadriceps_origin.to_vec()),
        ("back", vec![patella.back]),
    ];
    for (key, place) in places {
        found.require(
            place.iter().all(|l| l.si().abs() < 1.0),
            &format!("patella.{key}"),
            format!(
                "{} is more than a metre away",
                place.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
            ),
            "check the unit",
        );
    }
}

/// A value with the least and the largest that a knee can have, as numbers and in words.
fn within(found: &mut Found, key: &str, [value, least, most]: [f64; 3], [shown, from, to]: [String; 3], hint: &str) {
    found.require(
        (least..=most).contains(&value),
        &format!("patella.{key}"),
        format!("the {} is {shown}, it must lie between {from} and {to}", key.replace('-', " ")),
        hint,
    );
}
