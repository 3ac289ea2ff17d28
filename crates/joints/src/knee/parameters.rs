//! Everything a user can say about a knee, with its published default.
//!
//! ```
//! use joints::knee::Parameters;
//!
//! // All has a default, and what is not known is refused.
//! assert_eq!(serde_json::from_str::<Parameters>("{}").expect("nothing is missing"), Parameters::default());
//! assert!(serde_json::from_str::<Parameters>(r#"{ "tibea": {} }"#).is_err());
//! ```
//!
//! A parameter is declared here and nowhere else: parser, schema and reference page follow from these fields.

use quantity::{Acceleration, Angle, DampingCoefficient, Force, Length, Mass, MomentOfInertia, Time, Velocity};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use super::bearing::{Bearing, Beneath, GivenBearing};
pub use super::law::{GivenLaw, Law, LawName};
pub use super::ligament::Ligament;
use super::ligament::table_1;
pub use super::patella::Patella;
pub use crate::contact::{Coulomb, Friction, GivenMaterial, Material};

/// A knee in the sagittal plane. The femur is fixed and carries the axes: x anterior, y proximal, from the intercondylar
/// notch. The tibia has axes of its own from its centre of mass: proximal and posterior.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Parameters {
    /// The leg below the knee, and where it starts.
    pub tibia: Tibia,
    /// The push that makes it move.
    pub pulse: Pulse,
    /// Its weight.
    pub gravity: Gravity,
    /// Laws, geometries and materials of the contact; lists are compared with each other.
    pub contact: Contact,
    /// Where the surfaces are.
    pub surfaces: Surfaces,
    /// Friction between the surfaces.
    pub friction: Friction,
    /// When a knee counts as dislocated.
    pub dislocation: Dislocation,
    /// How long to run, and how.
    pub time: Timing,
    /// A kneecap with its tendon and the quadriceps; without this table there is none, as in Machado2011. `[knee.patella]`
    /// alone takes the defaults.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patella: Option<Patella>,
    /// What holds the knee together (Machado2011, Table 1). Give all of them, or none for these.
    pub ligaments: Vec<Ligament>,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            tibia: Tibia::default(),
            pulse: Pulse::default(),
            gravity: Gravity::default(),
            contact: Contact::default(),
            surfaces: Surfaces::default(),
            friction: Friction::default(),
            dislocation: Dislocation::default(),
            time: Timing::default(),
            patella: None,
            ligaments: table_1(),
        }
    }
}

/// The leg below the knee, and where it starts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Tibia {
    /// Mass of shank and foot. Not printed in Machado2011; this is what Moeinzadeh 1983 is recalled to use.
    pub mass: Mass,
    /// Moment of inertia about the centre of mass. Not printed in Machado2011 either.
    pub moment_of_inertia: MomentOfInertia,
    /// Flexion at the start; the knee is straight at 0.
    pub flexion: Angle,
    /// Where the centre of mass starts, anterior and proximal in the femur's axes. At 54.79 deg this place gives all four
    /// ligaments their unstrained length within 0.04 mm; Machado2011 does not print it.
    pub centre_of_mass: [Length; 2],
}

impl Default for Tibia {
    fn default() -> Self {
        Self {
            mass: Mass::kilograms(4.0),
            moment_of_inertia: MomentOfInertia::from_si(0.1),
            flexion: Angle::degrees(54.79),
            centre_of_mass: [Length::millimetres(-201.6), Length::millimetres(-174.92)],
        }
    }
}

/// The push that makes the leg move: `A exp(-4.73 (t/d)^2) sin(pi t/d)` at the centre of mass (Machado2011, Eq. 2).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Pulse {
    /// A. The force reaches 0.532 A, at 0.278 of the duration.
    pub amplitude: Force,
    /// d.
    pub duration: Time,
    /// Angle from the tibia's proximal axis, towards posterior: 0 pushes the tibia onto the femur (Machado2011), -90 deg
    /// pushes it forwards (Moeinzadeh 1983).
    pub direction: Angle,
    /// Whether the direction turns with the tibia, or stays as it is at the start.
    pub turns_with_tibia: bool,
}

impl Default for Pulse {
    fn default() -> Self {
        Self {
            amplitude: Force::newtons(50.0),
            duration: Time::seconds(0.1),
            direction: Angle::degrees(0.0),
            turns_with_tibia: true,
        }
    }
}

/// Weight of the leg.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Gravity {
    /// Acceleration; 0 m/s^2 for none.
    pub acceleration: Acceleration,
    /// Angle from the femur's anterior axis, towards proximal: -90 deg points along the femur to the knee, as in a person
    /// who stands or hangs upright.
    pub direction: Angle,
}

impl Default for Gravity {
    fn default() -> Self {
        Self { acceleration: Acceleration::from_si(9.80665), direction: Angle::degrees(-90.0) }
    }
}

/// Laws, geometries and materials of the contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Contact {
    /// How the contact pushes back and what it loses: names, or laws of your own. The first is the one that other lists are compared with.
    pub laws: Vec<Law>,
    /// Shapes of condyle and plateau. The first is the one that other lists are compared with.
    pub geometries: Vec<Geometry>,
    /// What condyle and plateau are made of. The first is the one that other lists are compared with.
    pub materials: Vec<Bearing>,
    /// Which combinations of the lists are run.
    pub combine: Combine,
    /// Which radii the geometries have: those that give the stiffnesses of Table 2 of Machado2011, or those printed above
    /// them.
    pub radii: Radii,
    /// Coefficient of restitution of the laws that are named, above 0 and at most 1.
    pub restitution: f64,
    /// Impact speed below which a dissipative law no longer grows; also that of a contact present from the start.
    pub slowest_impact: Velocity,
    /// Damping coefficient of the law kelvin-voigt.
    pub damping: DampingCoefficient,
    /// Share of the force that the law standard-linear-solid keeps after a long time. The material's modulus is that of a
    /// fast indentation. Woo 1980 is recalled to have measured 0.064 on cartilage.
    pub relaxed_share: f64,
    /// Time of its relaxation: the middle of Woo's spectrum, which reaches from 0.006 to 8.38 s.
    pub relaxation_time: Time,
}

impl Default for Contact {
    fn default() -> Self {
        Self {
            laws: vec![LawName::Hertz.into()],
            geometries: vec![Geometry::SpherePlane],
            materials: vec![Bearing::Named("healthy".into())],
            combine: Combine::OneAtATime,
            radii: Radii::Corrected,
            restitution: 0.616,
            slowest_impact: Velocity::from_si(0.01),
            damping: DampingCoefficient::from_si(100.0),
            relaxed_share: 0.064,
            relaxation_time: Time::seconds(0.224),
        }
    }
}

/// Shapes of condyle and plateau.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Geometry {
    /// A round condyle on a flat plateau: the intercondylar notch.
    SpherePlane,
    /// A round condyle on a rounded plateau: the lateral compartment.
    ConvexConvex,
    /// A round condyle in a hollow plateau: the medial compartment.
    ConvexConcave,
    /// The measured profiles of Moeinzadeh 1983: a polynomial of degree 4 on one of degree 2.
    Profiles,
    /// Both compartments at once: a condyle in a hollow plateau beside one on a rounded plateau, each a contact of its own.
    TwoCondyles,
}

/// Which combinations are run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Combine {
    /// Each list against the first of the others, as in Machado2011.
    OneAtATime,
    /// Every law with every geometry and every material.
    All,
}

/// Two readings of Table 2 of Machado2011.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Radii {
    /// The radii that give the printed stiffnesses: convex-convex 30.40 and 75.00 mm, convex-concave 26.40 and 36.02 mm.
    Corrected,
    /// The radii as printed: convex-convex 26.40 and 36.02 mm, convex-concave 30.40 and 75.00 mm.
    AsPrinted,
}

/// Where the surfaces are. The plateau is a line in the tibia's axes; contact starts under the centre of the condyle,
/// whose circle is moved along the plateau's normal until it just touches. Rounded plateaus touch this line there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Surfaces {
    /// Centre of the condyle in the femur's axes, before it is moved: that of a circle of 30.4 mm fitted to the femoral
    /// profile of Moeinzadeh 1983.
    pub condyle_centre: [Length; 2],
    /// How far the plateau is proximal of the tibia's centre of mass, at its axis.
    pub plateau_height: Length,
    /// How much it falls towards posterior.
    pub plateau_slope: Angle,
    /// Radius of the condyle instead of that of the geometry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub condyle_radius: Option<Length>,
    /// Radius of a convex or concave plateau instead of that of the geometry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plateau_radius: Option<Length>,
    /// Geometry `profiles`: depth of the condyle below the notch as a polynomial of x, in metres, the constant first
    /// (Moeinzadeh 1983, as recalled).
    pub condyle_profile: Vec<f64>,
    /// Geometry `profiles`: height of the plateau over the centre of mass as a polynomial of the distance towards
    /// posterior, in metres, the constant first (Moeinzadeh 1983, as recalled).
    pub plateau_profile: Vec<f64>,
}

impl Default for Surfaces {
    fn default() -> Self {
        Self {
            condyle_centre: [Length::millimetres(-17.95), Length::millimetres(-13.32)],
            plateau_height: Length::millimetres(213.6),
            plateau_slope: Angle::degrees(1.69),
            condyle_radius: None,
            plateau_radius: None,
            condyle_profile: vec![0.04014, -0.247621, -6.889185, -270.4456, -8589.942],
            plateau_profile: vec![0.213373, -0.0456051, 1.073446],
        }
    }
}

/// When a knee counts as dislocated: the run stops there, and keeps what it has.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Dislocation {
    /// The surfaces are this far apart.
    pub gap: Length,
    /// The surfaces are this deep in each other: far beyond any cartilage, the bones have gone through each other.
    pub depth: Length,
    /// The contact is beyond these places on the plateau, the anterior and the posterior one, towards posterior from the
    /// tibia's axis.
    pub plateau: [Length; 2],
}

impl Default for Dislocation {
    fn default() -> Self {
        Self {
            gap: Length::millimetres(10.0),
            depth: Length::millimetres(20.0),
            plateau: [Length::millimetres(-30.0), Length::millimetres(45.0)],
        }
    }
}

/// How long to run, and how.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Timing {
    /// Duration of the run.
    pub duration: Time,
    /// Time between reported instants; the integrator chooses its own steps (Machado2011 steps by 0.1 ms).
    pub interval: Time,
    /// Whether to stop when the knee is straight: Machado2011 leaves hyperextension out.
    pub stop_when_straight: bool,
    /// Time scheme.
    pub scheme: SchemeName,
    /// Error allowed in a step, relative and in metres and radians.
    pub tolerance: f64,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            duration: Time::seconds(0.4),
            interval: Time::milliseconds(0.1),
            stop_when_straight: true,
            scheme: SchemeName::DormandPrince,
            tolerance: 1e-10,
        }
    }
}

/// Time schemes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SchemeName {
    /// Dormand-Prince 5(4).
    DormandPrince,
    /// Runge-Kutta-Fehlberg 4(5).
    Rkf45,
    /// L-stable Rosenbrock method of order 4.
    Rosenbrock,
    /// Backward differentiation formulas of order 1 to 5 (Gear).
    Bdf,
}
