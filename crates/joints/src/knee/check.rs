//! Which parameters cannot be computed with, and why: the one place that says so.

use super::USUAL_FRICTION;
use super::case::{Choice, locate};
use super::materials::TABLE_3;
use super::parameters::*;
use super::surfaces::{outlines, radii};
use crate::Problem;
use crate::contact::{self, Dissipation, Setting, Use, check_material};
use crate::ligament::{NAME_HINT, can_name_columns};

/// A comparison of more runs is a mistake.
const MOST_RUNS: usize = 200;

/// Everything that is wrong with the parameters; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let mut found = Found(Vec::new());
    tibia(&parameters.tibia, &mut found);
    pulse_and_gravity(parameters, &mut found);
    lists(&parameters.contact, &mut found);
    contact(&parameters.contact, &mut found);
    for (i, material) in parameters.contact.materials.iter().enumerate() {
        bearing(&format!("contact.materials.{i}"), material, &mut found);
    }
    laws(parameters, &mut found);
    surfaces(parameters, &mut found);
    super::ligament::check(&parameters.ligaments, &mut found);
    if let Some(patella) = &parameters.patella {
        super::patella::check(patella, &mut found);
    }
    limits(parameters, &mut found);
    found.0
}

/// What has been found so far.
pub(super) struct Found(Vec<Problem>);

impl Found {
    fn push(&mut self, path: impl Into<String>, message: impl Into<String>, hint: impl Into<String>) {
        self.0.push(Problem::new(path, message, hint));
    }

    pub(super) fn require(&mut self, holds: bool, path: &str, message: String, hint: &str) {
        if !holds {
            self.push(path, message, hint);
        }
    }
}

fn tibia(tibia: &Tibia, found: &mut Found) {
    let (mass, inertia, flexion) = (tibia.mass, tibia.moment_of_inertia, tibia.flexion);
    found.require(
        mass.si() > 0.0 && mass.si() < 1e3,
        "tibia.mass",
        format!("the mass is {mass}, it must be positive"),
        "shank and foot weigh 3.5 to 5 kg",
    );
    found.require(
        inertia.si() > 0.0 && inertia.si() < 1e3,
        "tibia.moment-of-inertia",
        format!("the moment of inertia is {inertia}, it must be positive"),
        "shank and foot have 0.06 to 0.16 kg m^2 about their centre of mass",
    );
    found.require(
        (-30.0..=150.0).contains(&flexion.si().to_degrees()),
        "tibia.flexion",
        format!("the flexion is {flexion}, it must lie between -30 and 150 deg"),
        "0 deg is a straight knee",
    );
    found.require(
        tibia.centre_of_mass.iter().all(|l| l.si().abs() < 1.0),
        "tibia.centre-of-mass",
        format!("the centre of mass is at {}, {}", tibia.centre_of_mass[0], tibia.centre_of_mass[1]),
        "it is about 0.25 m away from the knee: check the unit",
    );
}

fn pulse_and_gravity(parameters: &Parameters, found: &mut Found) {
    let Pulse { amplitude, duration, direction, .. } = parameters.pulse;
    found.require(
        amplitude.si() >= 0.0 && amplitude.si() < 1e6,
        "pulse.amplitude",
        format!("the amplitude is {amplitude}, it must be at least 0 and below 1 MN"),
        "20 to 180 N swing the leg; turn it round with `direction`",
    );
    found.require(
        duration.si() > 0.0 && duration.si() <= 1e3,
        "pulse.duration",
        format!("the pulse lasts {duration}, it must be positive and at most 1000 s"),
        "0.05 to 0.15 s are usual; for no pulse, set the amplitude to 0 N",
    );
    let Gravity { acceleration, direction: down } = parameters.gravity;
    found.require(
        (0.0..1e3).contains(&acceleration.si()),
        "gravity.acceleration",
        format!("gravity is {acceleration}, it must be at least 0"),
        "9.81 m/s^2 on earth; turn it round with `direction`",
    );
    for (path, angle) in [("pulse.direction", direction), ("gravity.direction", down)] {
        found.require(
            angle.si().abs() < 100.0,
            path,
            format!("the direction is {angle}"),
            "an angle between -360 and 360 deg is enough",
        );
    }
}

fn lists(contact: &Contact, found: &mut Found) {
    let laws: Vec<&str> = contact.laws.iter().map(Law::name).collect();
    let geometries: Vec<&str> = contact.geometries.iter().map(|g| g.name()).collect();
    let materials: Vec<&str> = contact.materials.iter().map(Bearing::name).collect();
    for (list, names, example) in
        [("laws", laws, "hertz"), ("geometries", geometries, "sphere-plane"), ("materials", materials, "healthy")]
    {
        found.require(
            !names.is_empty(),
            &format!("contact.{list}"),
            format!("the list of {list} is empty"),
            &format!("{list} = [\"{example}\"]"),
        );
        for (i, name) in names.iter().enumerate() {
            found.require(
                !names[..i].contains(name),
                &format!("contact.{list}.{i}"),
                format!("\"{name}\" is there twice"),
                "remove one of them",
            );
        }
    }
    let runs = Choice::list(contact).len();
    found.require(
        runs <= MOST_RUNS,
        "contact.combine",
        format!("these lists make {runs} runs, more than {MOST_RUNS}"),
        "combine = \"one-at-a-time\", or shorter lists",
    );
}

fn contact(contact: &Contact, found: &mut Found) {
    let Contact { restitution, slowest_impact, damping, relaxed_share, relaxation_time, .. } = contact;
    found.require(
        *relaxed_share > 0.0 && *relaxed_share < 1.0,
        "contact.relaxed-share",
        format!("the relaxed share is {relaxed_share}, it must lie between 0 and 1"),
        "0.3 leaves three tenths of the force after a long time",
    );
    found.require(
        relaxation_time.si() > 0.0 && relaxation_time.si().is_finite(),
        "contact.relaxation-time",
        format!("the relaxation time is {relaxation_time}, it must be positive"),
        "cartilage has some 0.01 to 10 s",
    );
    found.require(
        *restitution > 0.0 && *restitution <= 1.0,
        "contact.restitution",
        format!("the restitution is {restitution}, it must be above 0 and at most 1"),
        "cartilage has 0.616 (Machado2011)",
    );
    found.require(
        slowest_impact.si() > 0.0,
        "contact.slowest-impact",
        format!("the slowest impact is {slowest_impact}, it must be positive"),
        "0.01 m/s is below the impacts of a swinging knee",
    );
    found.require(
        damping.si() >= 0.0 && damping.si().is_finite(),
        "contact.damping",
        format!("the damping coefficient is {damping}, it cannot be negative"),
        "use 0 N s/m for none",
    );
}

/// Laws and friction with the outlines of each geometry and the first knee that is known, as the runs will have them.
fn laws(parameters: &Parameters, found: &mut Found) {
    let Contact { laws, geometries, materials, .. } = &parameters.contact;
    for (i, law) in laws.iter().enumerate() {
        if let Law::Given(given) = law {
            let path = format!("contact.laws.{i}.name");
            name(&path, &given.name, found);
            let taken = LawName::ALL.into_iter().any(|known| Law::from(known).name() == given.name);
            let message = format!("\"{}\" is the name of another law", given.name);
            found.require(!taken, &path, message, "choose another name");
        }
    }
    let Some(layers) = materials.iter().find_map(Bearing::layers) else { return };
    for geometry in geometries {
        let setting = Setting {
            outlines: outlines(parameters, *geometry),
            // A profile's radius comes out when it is placed; here it is enough that there will be one.
            relative_radius: (*geometry == Geometry::Profiles).then_some(1.0),
            materials: layers.surface.map(Some),
            beneath: layers.beneath,
            usual_friction: Some(USUAL_FRICTION),
            sticks: false,
        };
        for (i, law) in laws.iter().enumerate() {
            let dissipation = match law {
                // Its numbers are those of the contact, which have been looked at.
                Law::Named(_) => Dissipation::None,
                Law::Given(given) => given.dissipation,
            };
            let built = contact::build(&law.elastic(), &dissipation, &parameters.friction, &setting);
            let news = built.err().into_iter().flatten().map(|problem| locate(i, problem));
            for problem in news.collect::<Vec<_>>() {
                if !found.0.contains(&problem) {
                    found.0.push(problem);
                }
            }
        }
    }
}

fn bearing(path: &str, bearing: &Bearing, found: &mut Found) {
    match bearing {
        Bearing::Named(name) => {
            let known: Vec<&str> = TABLE_3.iter().map(|knee| knee.name).collect();
            found.require(
                known.contains(&name.as_str()),
                path,
                format!("no knee is called \"{name}\""),
                &format!(
                    "known are {}; or give {{ name = \"mine\", femur = {{ modulus = \"24 MPa\", poisson = 0.38 }}, tibia = … }}",
                    known.join(", ")
                ),
            );
        }
        Bearing::Given(given) => {
            name(&format!("{path}.name"), &given.name, found);
            let taken = TABLE_3.iter().any(|knee| knee.name == given.name);
            found.require(
                !taken,
                &format!("{path}.name"),
                format!("\"{}\" is the name of a knee of Table 3", given.name),
                "choose another name",
            );
            let mut half_space = |key: &str, material: &Material| {
                check_material(&format!("{path}.{key}"), material, Use::HalfSpace, &mut found.0);
            };
            half_space("femur", &given.femur);
            half_space("tibia", &given.tibia);
            if let Some(beneath) = &given.beneath {
                half_space("beneath.femur", &beneath.femur);
                half_space("beneath.tibia", &beneath.tibia);
                found.require(
                    beneath.depth.si() > 0.0,
                    &format!("{path}.beneath.depth"),
                    format!("the second layer begins at {}, it must be positive", beneath.depth),
                    "0.415 mm are left of 90 % lost cartilage",
                );
            }
        }
    }
}

/// A name becomes part of names such as `indentation_hertz_sphere_plane_NAME_m`, which must keep one unit at their end.
pub(super) fn name(path: &str, name: &str, found: &mut Found) {
    found.require(can_name_columns(name), path, format!("\"{name}\" cannot be part of a column's name"), NAME_HINT);
}

fn surfaces(parameters: &Parameters, found: &mut Found) {
    let surfaces = &parameters.surfaces;
    for (path, radius) in
        [("surfaces.condyle-radius", surfaces.condyle_radius), ("surfaces.plateau-radius", surfaces.plateau_radius)]
    {
        if let Some(radius) = radius {
            found.require(
                radius.si() > 0.0 && radius.si() < 1e3,
                path,
                format!("the radius is {radius}, it must be positive"),
                "condyles have 20 to 40 mm",
            );
        }
    }
    let [condyle, plateau] = radii(parameters, Geometry::ConvexConcave);
    if parameters.contact.geometries.contains(&Geometry::TwoCondyles) {
        for (path, radius) in
            [("surfaces.condyle-radius", surfaces.condyle_radius), ("surfaces.plateau-radius", surfaces.plateau_radius)]
        {
            if let Some(radius) = radius {
                let message = format!("the radius {radius} cannot be that of both condyles");
                found.push(path, message, "leave it out, or take another geometry than two-condyles");
            }
        }
    }
    if parameters.contact.geometries.contains(&Geometry::ConvexConcave) && plateau <= condyle {
        let path =
            if surfaces.plateau_radius.is_some() { "surfaces.plateau-radius" } else { "surfaces.condyle-radius" };
        found.push(
            path,
            format!("a condyle of {} mm does not fit into a hollow of {} mm", condyle * 1e3, plateau * 1e3),
            "the hollow needs the larger radius",
        );
    }
    found.require(
        surfaces.plateau_slope.si().to_degrees().abs() < 45.0,
        "surfaces.plateau-slope",
        format!("the plateau is tilted by {}", surfaces.plateau_slope),
        "plateaus fall by 0 to 10 deg towards posterior",
    );
    let lengths = [surfaces.condyle_centre[0], surfaces.condyle_centre[1], surfaces.plateau_height];
    for (path, length) in
        ["surfaces.condyle-centre", "surfaces.condyle-centre", "surfaces.plateau-height"].into_iter().zip(lengths)
    {
        found.require(length.si().abs() < 1.0, path, format!("{length} is no place in a knee"), "check the unit");
    }
    for (path, profile) in [
        ("surfaces.condyle-profile", &surfaces.condyle_profile),
        ("surfaces.plateau-profile", &surfaces.plateau_profile),
    ] {
        found.require(
            (1..=12).contains(&profile.len()) && profile.iter().all(|c| c.is_finite()),
            path,
            format!("a profile has 1 to 12 coefficients, all of them numbers; there are {}", profile.len()),
            "leave it out for the profile of Moeinzadeh 1983",
        );
    }
}

fn limits(parameters: &Parameters, found: &mut Found) {
    let Dislocation { gap, depth, plateau } = parameters.dislocation;
    found.require(
        depth.si() > 0.0,
        "dislocation.depth",
        format!("the largest indentation is {depth}, it must be positive"),
        "20 mm are far more than cartilage is thick",
    );
    found.require(
        gap.si() > 0.0,
        "dislocation.gap",
        format!("the largest gap is {gap}, it must be positive"),
        "10 mm are far more than a knee opens",
    );
    found.require(
        plateau[0].si() < plateau[1].si(),
        "dislocation.plateau",
        format!("the plateau reaches from {} to {}", plateau[0], plateau[1]),
        "the anterior end comes first, and is the smaller number",
    );
    let Timing { duration, interval, tolerance, .. } = parameters.time;
    found.require(
        duration.si() > 0.0 && duration.si() <= 100.0,
        "time.duration",
        format!("the run lasts {duration}, it must be positive and at most 100 s"),
        "Machado2011 runs 0.4 s",
    );
    let frames = duration.si() / interval.si();
    found.require(
        interval.si() > 0.0 && (1.0..=100_000.0).contains(&frames),
        "time.interval",
        format!("an interval of {interval} makes {frames:.0} instants, it must be between 1 and 100000"),
        "0.1 ms are 4001 instants of 0.4 s",
    );
    found.require(
        (1e-13..=1e-3).contains(&tolerance),
        "time.tolerance",
        format!("the tolerance is {tolerance}, it must lie between 1e-13 and 1e-3"),
        "1e-10 is a good choice",
    );
}
