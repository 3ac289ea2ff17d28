//! Which parameters cannot be computed with, and why.

use quantity::Angle;

use super::drive::Driver;
use super::parameters::*;
use crate::Problem;
use crate::contact::{Use, check_material};
use crate::hip::{check_activity_files, shipped};

/// Everything that is wrong with the parameters; empty when they can be run.
pub fn check(parameters: &Parameters) -> Vec<Problem> {
    let Parameters { cup, head, mesh, experiment, output } = parameters;
    let mut found = Vec::new();
    let mut require = |holds: bool, path: &str, message: String, hint: &str| {
        if !holds {
            found.push(Problem::new(path, message, hint));
        }
    };
    let radius = 0.5 * cup.inner_diameter.si();
    require(
        radius > 1e-3 && radius < 0.2,
        "cup.inner-diameter",
        format!("the inner diameter is {}", cup.inner_diameter),
        "cups have 22 to 36 mm",
    );
    require(
        cup.thickness.si() > 1e-4 && cup.thickness.si() < 0.1,
        "cup.thickness",
        format!("the thickness is {}", cup.thickness),
        "liners have 3 to 15 mm",
    );
    let coverage = cup.coverage.si().to_degrees();
    require(
        (60.0..=200.0).contains(&coverage),
        "cup.coverage",
        format!("the coverage is {}, it must lie between 60 and 200 deg", cup.coverage),
        "180 deg is a hemisphere",
    );
    let clearance = head.clearance.si();
    require(
        clearance > 0.0 && clearance < 0.2 * radius,
        "head.clearance",
        format!("the clearance is {}: the head must be smaller than the cup, and fill it", head.clearance),
        "50 to 300 um are usual",
    );
    require(
        head.mass.si() > 0.0 && head.mass.si() < 1e3,
        "head.mass",
        format!("the moving mass is {}, it must be positive", head.mass),
        "a head weighs 0.1 kg, the cup of Jourdan2009 0.038 kg",
    );
    require(
        (0.0..1.0).contains(&head.friction),
        "head.friction",
        format!("the coefficient of friction is {}, it must be at least 0 and below 1", head.friction),
        "metal on polyethylene has 0.04 to 0.1",
    );
    for (path, cells, most) in [
        ("mesh.patch-cells", mesh.patch_cells, 60),
        ("mesh.ring-cells", mesh.ring_cells, 120),
        ("mesh.layers", mesh.layers, 60),
    ] {
        let message = format!("{cells} cells: at least 1 and at most {most}");
        require((1..=most).contains(&cells), path, message, "the default mesh has 2, 3 and 4");
    }
    require(
        (2..=2000).contains(&output.frames),
        "output.frames",
        format!("{} frames: at least 2 and at most 2000", output.frames),
        "101 are enough to look at",
    );
    let axial = matches!(experiment, Experiment::Wear(wear) if matches!(wear.motion, Motion::Harmonic(h) if h.load_tilt.si() == 0.0));
    require(
        cup.held == Held::Cemented || axial,
        "cup.held",
        "a guided liner moves along its axis, and is loaded along it: only the wear experiment with a harmonic motion \
         and no load-tilt has such a load"
            .into(),
        "held = \"cemented\" for a static load and for load cycles",
    );
    if let Experiment::Static(case) = experiment {
        require(
            case.load.si() > 0.0 && case.load.si() < 1e6,
            "experiment.static.load",
            format!("the load is {}, it must be positive", case.load),
            "a hip carries 0.3 to 5 kN",
        );
        let inside = (0.5 * cup.coverage.si()).min(std::f64::consts::FRAC_PI_2);
        require(
            case.load_tilt.si().abs() < inside,
            "experiment.static.load-tilt",
            format!("the load is tilted by {}, out of the cup", case.load_tilt),
            "less than half of the coverage, and less than 90 deg",
        );
        if let Some((key, message, hint)) = case.contact.wrong() {
            require(false, &format!("experiment.static.contact.{key}"), message, hint);
        }
        require(
            case.contact == ContactMethod::Exact || mesh.element != Element::Hex20,
            "experiment.static.contact",
            "a penalty needs elements whose faces have no nodes between their corners".into(),
            "element = \"hex8\", or contact = \"exact\"",
        );
    }
    if let Experiment::Wear(wear) = experiment {
        check_wear(wear, &mut require);
    }
    check_material("cup.material", &cup.material, Use::Body, &mut found);
    // An element between rigid walls needs room, as a layer does.
    check_material("cup.material", &cup.material, Use::Layer, &mut found);
    found
}

fn check_wear(wear: &Wear, require: &mut dyn FnMut(bool, &str, String, &str)) {
    let at = |key: &str| format!("experiment.wear.{key}");
    require(
        (1..=1_000_000).contains(&wear.cycles),
        &at("cycles"),
        format!("{} cycles: at least 1", wear.cycles),
        "one cycle with an amplification of 1e6 stands for a million",
    );
    require(
        (20..=10_000_000).contains(&wear.steps),
        &at("steps"),
        format!("{} steps a cycle: at least 20", wear.steps),
        "1000 are usual",
    );
    require(
        wear.factor.is_none_or(|factor| factor.si() >= 0.0 && factor.si() < 1e-9),
        &at("factor"),
        format!("the wear factor is {}", wear.factor.map_or(String::new(), |factor| factor.to_string())),
        "0.22e-6 to 1e-6 mm^3/(N m) for metal on polyethylene",
    );
    require(
        wear.amplification >= 1.0 && wear.amplification <= 1e12,
        &at("amplification"),
        format!("the amplification is {}, it must be at least 1", wear.amplification),
        "1 for the cycle itself, 1e6 for a million cycles in one",
    );
    require(
        wear.coupling != Coupling::Explicit(0),
        &at("coupling.explicit"),
        "0 steps between updates of the geometry".into(),
        "at least 1; the steps of a cycle for one update a cycle",
    );
    require(
        wear.theta > 0.5 && wear.theta <= 1.0,
        &at("theta"),
        format!("theta is {}, it must be above 0.5 and at most 1", wear.theta),
        "0.6; at 0.5 a closed contact chatters",
    );
    require(
        wear.renewal >= 0.0 && wear.renewal < 1.0,
        &at("renewal"),
        format!("the renewal is {}, it must be at least 0 and below 1", wear.renewal),
        "0.2 moves the mesh when a fifth of the first layer is worn; 0 never does",
    );
    require(
        wear.tolerance > 1e-14 && wear.tolerance < 1e-2,
        &at("tolerance"),
        format!("the tolerance is {}", wear.tolerance),
        "1e-8; at most 1e-2",
    );
    check_laws(wear, require);
    match &wear.motion {
        Motion::Harmonic(h) => {
            require(
                h.load_tilt.si().abs() < 1.3,
                &at("motion.harmonic.load-tilt"),
                format!("the load is tilted by {}, out of the cup", h.load_tilt),
                "0 deg presses on the bottom of the cup; less than 75 deg",
            );
            require(
                h.frequency.si() > 0.0 && h.frequency.si() < 1e4,
                &at("motion.harmonic.frequency"),
                format!("the frequency is {}, it must be positive", h.frequency),
                "1 Hz when walking, 100 Hz in Jourdan2009",
            );
            require(
                h.least_load.si() > 0.0 && h.peak_load.si() >= h.least_load.si() && h.peak_load.si() < 1e6,
                &at("motion.harmonic.peak-load"),
                format!("the load goes from {} to {}", h.least_load, h.peak_load),
                "from 350 N to 2400 N, for instance; the head must stay in the cup",
            );
            check_rotations(h, require);
        }
        Motion::Own(own) => check_own(own, require),
        Motion::Cycle(cycle) => {
            check_placing(&at("motion.cycle"), [cycle.inclination, cycle.anteversion], require);
            let known: Vec<&str> = shipped::CYCLES.iter().map(|c| c.name).collect();
            require(
                shipped::find(&cycle.name).is_some(),
                &at("motion.cycle.name"),
                format!("no load cycle is called \"{}\"", cycle.name),
                &format!("known are {}", known.join(", ")),
            );
            require(
                shipped::find(&cycle.name).is_none() || Driver::new(&wear.motion, None).is_some(),
                &at("motion.cycle"),
                format!("{} over {:?} cannot be followed", cycle.body_weight, cycle.duration.map(|d| d.to_string())),
                "give a positive body weight and duration",
            );
        }
    }
}

fn check_rotations(harmonic: &Harmonic, require: &mut dyn FnMut(bool, &str, String, &str)) {
    let at = |key: &str| format!("experiment.wear.motion.harmonic.{key}");
    for (key, angle) in [
        ("flexion", harmonic.flexion),
        ("extension", harmonic.extension),
        ("adduction", harmonic.adduction),
        ("abduction", harmonic.abduction),
        ("internal", harmonic.internal),
        ("external", harmonic.external),
    ] {
        let message = format!("the largest {key} is {angle}, it must lie between -90 and 90 deg");
        require(
            angle.si().abs() <= std::f64::consts::FRAC_PI_2,
            &at(key),
            message,
            "37 deg of flexion, 5 to 15 deg of the others",
        );
    }
    for (key, share) in [("adduction-at", harmonic.adduction_at), ("internal-at", harmonic.internal_at)] {
        let message = format!("{share} is no share of a cycle, it must lie between 0 and 1");
        require((0.0..=1.0).contains(&share), &at(key), message, "0.25 is a quarter of a cycle after the start");
    }
}

/// Where the cup of a load cycle is in the pelvis.
fn check_placing(
    path: &str,
    [inclination, anteversion]: [Angle; 2],
    require: &mut dyn FnMut(bool, &str, String, &str),
) {
    for (name, angle) in [("inclination", inclination), ("anteversion", anteversion)] {
        require(
            angle.si().abs() <= std::f64::consts::FRAC_PI_2,
            &format!("{path}.{name}"),
            format!("the {name} is {angle}, it must lie between -90 and 90 deg"),
            "cups are placed near 45 deg of inclination and 15 deg of anteversion",
        );
    }
}

/// Wear factors that are no constant.
fn check_laws(wear: &Wear, require: &mut dyn FnMut(bool, &str, String, &str)) {
    let at = |key: &str| format!("experiment.wear.{key}");
    if let Some(law) = &wear.pressure {
        require(
            law.reference.si() > 0.0 && law.reference.si() < 1e12,
            &at("pressure.reference"),
            format!("the reference pressure is {}", law.reference),
            "1 MPa, for instance: the pressure at which `factor` holds",
        );
        require(
            law.exponent.abs() <= 3.0,
            &at("pressure.exponent"),
            format!("the exponent is {}, it must lie between -3 and 3", law.exponent),
            "-0.84 in Barbour 1997, 0 for a constant factor",
        );
        require(
            law.least.si() > 0.0 && law.most.si() >= law.least.si(),
            &at("pressure.least"),
            format!("the factor is kept between {} and {}", law.least, law.most),
            "0.1 MPa and 1 GPa when not given",
        );
    }
    if let Some((key, message, hint)) = wear.place.as_ref().and_then(PlaceDependence::wrong) {
        require(false, &at(&format!("place.{key}")), message, hint);
    }
    if let Some(factor) = wear.head_factor {
        require(
            factor.si() >= 0.0 && factor.si() < 1e-9,
            &at("head-factor"),
            format!("the wear factor of the head is {factor}"),
            "zero or more; 1e-9 mm^3/(N m) and less for metal",
        );
        require(
            wear.coupling == Coupling::Implicit,
            &at("head-factor"),
            "a head that wears with the liner is solved with it in every step".into(),
            "coupling = \"implicit\"",
        );
    }
}

/// The keys of tables of the user's: those of a hip's activity, at another place.
fn check_own(own: &OwnCycle, require: &mut dyn FnMut(bool, &str, String, &str)) {
    const HERE: &str = "experiment.wear.motion.own";
    for problem in check_activity_files(&own.file, own.force_file.as_ref(), own.duration) {
        let path = problem.path.replacen("activity", HERE, 1);
        let words = |text: &str| text.replace("[hip.activity", &format!("[liner.{HERE}"));
        require(false, &path, words(&problem.message), &words(&problem.hint));
    }
    check_placing(HERE, [own.inclination, own.anteversion], require);
    require(
        own.body_weight.si() > 0.0 && own.body_weight.si() < 1e5,
        &format!("{HERE}.body-weight"),
        format!("the body weight is {}", own.body_weight),
        "836 N when not given",
    );
    require(
        own.duration.is_none_or(|d| (1e-4..=1000.0).contains(&d.si())),
        &format!("{HERE}.duration"),
        format!("one cycle lasts {}", own.duration.map_or(String::new(), |d| d.to_string())),
        "about 1.1 s when walking",
    );
}
