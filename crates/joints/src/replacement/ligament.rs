//! Ligaments of the simulator: what can be said of them, and how they pull.

use mechanics::rigid::spatial::{Attachment, Force, ForceKind};
use mechanics::rigid::{GROUND, LigamentLaw};
use nalgebra::{Isometry3, Point3};
use quantity::{Force as Newtons, Length};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::drive::FEMORAL;
use super::history::place;
use crate::Problem;
use crate::ligament::{NAME_HINT, can_name_columns};

/// More per unit of strain is no ligament, in N.
const STIFFEST: f64 = 1e9;

/// A ligament: slack up to its slack length, then with a toe that straightens into a line over the strain (Blankevoort
/// 1991).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(rename = "KneeReplacementLigament")]
pub struct Ligament {
    /// What to call it in the results: small letters, digits and dashes.
    pub name: String,
    /// Where it begins: anterior, superior and lateral of the femoral component's origin, in its own axes.
    pub femur: [Length; 3],
    /// Where it ends, in the insert's axes.
    pub tibia: [Length; 3],
    /// Force per unit of strain, once its fibres are straight.
    pub stiffness: Newtons,
    /// Strain where the parts settle under the first axial force alone; negative when it is slack there.
    #[serde(default)]
    pub reference_strain: f64,
    /// Half of the strain at which its fibres are straight.
    #[serde(default = "usual_toe")]
    pub toe_strain: f64,
}

/// As Blankevoort and others took it for all ligaments of the knee.
fn usual_toe() -> f64 {
    0.03
}

/// A ligament of known slack length.
#[derive(Debug, Clone)]
pub(super) struct Fibre {
    pub name: String,
    femur: Point3<f64>,
    tibia: Point3<f64>,
    law: LigamentLaw,
    slack_length: f64,
}

/// A ligament at one instant.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Pull {
    pub strain: f64,
    /// In N.
    pub force: f64,
    /// Its superior component on the femoral component, in N; negative, for it pulls down.
    pub superior: f64,
}

/// The ligaments, given the coordinates at which the parts settle.
pub(super) fn stretch(ligaments: &[Ligament], rest: &[f64; 6]) -> Vec<Fibre> {
    let (pose, _) = place(rest, &[0.0; 6]);
    let one = |given: &Ligament| {
        let point = |at: &[Length; 3]| Point3::from(at.map(Length::si));
        let (femur, tibia) = (point(&given.femur), point(&given.tibia));
        let slack_length = (pose * femur - tibia).norm() / (1.0 + given.reference_strain);
        let law = LigamentLaw::Toe { stiffness: given.stiffness.si(), slack_length, toe_strain: given.toe_strain };
        Fibre { name: given.name.clone(), femur, tibia, law, slack_length }
    };
    ligaments.iter().map(one).collect()
}

impl Fibre {
    /// As the engine takes it.
    pub fn force(&self) -> Force {
        let (first, second) =
            (Attachment::new(FEMORAL, self.femur.coords.into()), Attachment::new(GROUND, self.tibia.coords.into()));
        Force { name: self.name.clone(), kind: ForceKind::Ligament { first, second, law: self.law } }
    }

    /// How it is stretched at a pose of the femoral component.
    pub fn pull(&self, pose: &Isometry3<f64>) -> Pull {
        let along = self.tibia - pose * self.femur;
        let length = along.norm();
        let force = self.law.force(length);
        // Ends that coincide have no direction, and a ligament of positive slack length does not pull then.
        let superior = if force > 0.0 { force * along.y / length } else { 0.0 };
        Pull { strain: length / self.slack_length - 1.0, force, superior }
    }
}

/// What makes no sense about the ligaments, which stand at `path`.
pub(super) fn check(path: &str, ligaments: &[Ligament], found: &mut Vec<Problem>) {
    for (i, ligament) in ligaments.iter().enumerate() {
        let mut complain = |key: &str, message: String, hint: &str| {
            found.push(Problem::new(format!("{path}.{i}.{key}"), message, hint));
        };
        let name = &ligament.name;
        if !can_name_columns(name) {
            complain("name", format!("\"{name}\" cannot be part of a column's name"), NAME_HINT);
        }
        if ligaments[..i].iter().any(|other| other.name == *name) {
            complain("name", format!("two ligaments are called \"{name}\""), "give each its own name");
        }
        let stiffness = ligament.stiffness;
        if !(0.0..=STIFFEST).contains(&stiffness.si()) {
            let message = format!(
                "the stiffness is {stiffness} per unit of strain, it cannot be negative, nor above {STIFFEST:e} N"
            );
            complain("stiffness", message, "collateral ligaments have 2000 to 3000 N");
        }
        if !(-0.5..=0.5).contains(&ligament.reference_strain) {
            let message = format!("the reference strain is {}", ligament.reference_strain);
            complain("reference-strain", message, "strains at rest lie between -0.25 and 0.1");
        }
        if !(ligament.toe_strain > 0.0 && ligament.toe_strain <= 0.5) {
            let message = format!("the toe strain is {}, it must be above 0 and at most 0.5", ligament.toe_strain);
            complain("toe-strain", message, "0.03 is usual");
        }
        let all = ligament.femur.iter().chain(&ligament.tibia);
        if !all.clone().all(|at| at.si().abs() < 1.0) {
            complain("femur", "an end lies more than a metre away".into(), "state the unit, for example \"-35 mm\"");
        }
    }
}
