//! What holds the knee together: lines between femur and tibia, quadratic as in Machado2011 or linear as in the knee of
//! Flores that Lehtoranta2011 shows.

use mechanics::rigid::{Attachment, Force, ForceKind, GROUND, LigamentLaw};
use quantity::{Length, QuadraticStiffness, Stiffness};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check::{Found, name};
use super::surfaces::TIBIA;

/// A ligament: longer than l0 it pulls with `k (l - l0)^2` (Machado2011, Eq. 1), or with `k (l - l0)` (Lehtoranta2011,
/// Eq. 45). One of both stiffnesses says which.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Ligament {
    /// What to call it in the results: small letters, digits and dashes.
    pub name: String,
    /// Where it begins on the femur, anterior and proximal.
    pub femur: [Length; 2],
    /// Where it ends on the tibia, proximal and posterior of the centre of mass.
    pub tibia: [Length; 2],
    /// l0.
    pub length: Length,
    /// k of a quadratic ligament, force per square of the elongation: 35 000 kN/m^2 is "35 N/mm^2".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<QuadraticStiffness>,
    /// k of a linear ligament, force per elongation: "70 N/mm". Instead of `stiffness`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linear_stiffness: Option<Stiffness>,
}

/// The ligaments of Table 1 of Machado2011.
pub(super) fn table_1() -> Vec<Ligament> {
    let mm = Length::millimetres;
    let ligament = |name: &str, femur: [f64; 2], tibia: [f64; 2], length: f64, stiffness: f64| Ligament {
        name: name.into(),
        femur: femur.map(mm),
        tibia: tibia.map(mm),
        length: mm(length),
        stiffness: Some(QuadraticStiffness::from_si(stiffness * 1e6)),
        linear_stiffness: None,
    };
    vec![
        ligament("anterior-cruciate", [-33.0, -17.0], [213.0, -9.0], 43.8, 35.0),
        ligament("posterior-cruciate", [-19.0, -14.0], [210.0, 35.0], 33.2, 30.0),
        ligament("medial-collateral", [-23.0, -14.0], [163.0, 8.0], 78.4, 15.0),
        ligament("lateral-collateral", [-25.0, -19.0], [178.0, 25.0], 56.2, 15.0),
    ]
}

impl Ligament {
    fn law(&self) -> LigamentLaw {
        let slack_length = self.length.si();
        match (self.linear_stiffness, self.stiffness) {
            (Some(k), _) => LigamentLaw::Linear { stiffness: k.si(), slack_length },
            (None, k) => LigamentLaw::Quadratic { stiffness: k.map_or(0.0, QuadraticStiffness::si), slack_length },
        }
    }

    /// The line that pulls.
    pub(super) fn force(&self) -> Force {
        let kind = ForceKind::Ligament {
            first: Attachment::new(GROUND, self.femur.map(Length::si)),
            second: Attachment::new(TIBIA, self.tibia.map(Length::si)),
            law: self.law(),
        };
        Force { name: self.name.clone(), kind }
    }

    /// How far it is stretched over its unstrained length when it pulls so hard; nothing where it cannot pull.
    pub(super) fn strain_under(&self, tension: f64) -> f64 {
        let elongation = match self.law() {
            LigamentLaw::Linear { stiffness, .. } if stiffness > 0.0 => tension / stiffness,
            LigamentLaw::Quadratic { stiffness, .. } if stiffness > 0.0 => (tension / stiffness).sqrt(),
            _ => 0.0,
        };
        elongation / self.length.si()
    }

    /// How stiff it is, in words.
    pub(super) fn describe_stiffness(&self) -> String {
        match (self.linear_stiffness, self.stiffness) {
            (Some(k), _) => format!("linear, k {k}"),
            (None, Some(k)) => format!("k {k}"),
            (None, None) => "no stiffness".into(),
        }
    }
}

/// What is wrong with the ligaments.
pub(super) fn check(ligaments: &[Ligament], found: &mut Found) {
    for (i, ligament) in ligaments.iter().enumerate() {
        let path = |key: &str| format!("ligaments.{i}.{key}");
        name(&path("name"), &ligament.name, found);
        found.require(
            ligaments[..i].iter().all(|other| other.name != ligament.name) && ligament.name != "pulse",
            &path("name"),
            format!("the name \"{}\" is taken", ligament.name),
            "give every ligament a name of its own",
        );
        found.require(
            ligament.length.si() > 0.0 && ligament.length.si() < 1.0,
            &path("length"),
            format!("the unstrained length of {} is {}, it must be positive", ligament.name, ligament.length),
            "the ligaments of a knee are 30 to 80 mm long",
        );
        stiffness(i, ligament, found);
        for (key, place) in [("femur", ligament.femur), ("tibia", ligament.tibia)] {
            found.require(
                place.iter().all(|l| l.si().abs() < 1.0),
                &path(key),
                format!("{} is attached at {}, {}", ligament.name, place[0], place[1]),
                "check the unit: this is more than a metre away",
            );
        }
    }
}

fn stiffness(i: usize, ligament: &Ligament, found: &mut Found) {
    let path = |key: &str| format!("ligaments.{i}.{key}");
    let positive = |k: f64| k >= 0.0 && k.is_finite();
    let name = &ligament.name;
    match (ligament.stiffness, ligament.linear_stiffness) {
        (None, None) => found.require(
            false,
            &path("name"),
            format!("{name} has no stiffness"),
            "stiffness = \"35 N/mm^2\" pulls with k (l - l0)^2, linear-stiffness = \"70 N/mm\" with k (l - l0)",
        ),
        (Some(quadratic), Some(linear)) => found.require(
            false,
            &path("linear-stiffness"),
            format!("{name} has two stiffnesses, {quadratic} and {linear}"),
            "leave `stiffness` out for a linear ligament, `linear-stiffness` for a quadratic one",
        ),
        (Some(k), None) => found.require(
            positive(k.si()),
            &path("stiffness"),
            format!("the stiffness of {name} is {k}, it cannot be negative"),
            "15 to 35 N/mm^2 (Machado2011); 0 cuts the ligament",
        ),
        (None, Some(k)) => found.require(
            positive(k.si()),
            &path("linear-stiffness"),
            format!("the stiffness of {name} is {k}, it cannot be negative"),
            "some 50 to 200 N/mm; 0 cuts the ligament",
        ),
    }
}
