//! Studies that give what no shipped study gives: the reference must have every number that a result can have.

/// What to write in a study for it, and the shortest study that has it.
pub const RARE: &[(&str, &str)] = &[
    (
        "hip with `implant.design.dual-mobility`",
        r#"
[hip.implant]
head-diameter = "28 mm"
[hip.implant.design]
head-offset = "4 mm"
dual-mobility = {}
[hip.wear]
factor = "1e-6 mm^3/(N m)"
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `contact.elastic-foundation`",
        r#"
[hip.contact.elastic-foundation]
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `implant.design.lip`",
        r#"
[hip.implant.design]
lip = { angle = "10 deg", towards = "60 deg", width = "90 deg" }
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `implant.design` in equations of motion",
        r#"
[hip.implant.design]
[hip.experiment.dynamic]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `friction.compliant`",
        r#"
[hip.friction.compliant]
coefficient = 0.05
stiffness = "1 kN/mm"
damping = "1 s/m"
[hip.experiment.dynamic]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `lifetime.mismatch`",
        r#"
[hip.activity]
cycle = "iso-14242-1-style"
[hip.lifetime]
cycles = "0.05 million"
tolerance = 0.1
mismatch = "2 mm"
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `lifetime`, metal on metal",
        r#"
[hip.implant]
liner-material = "CoCr"
[hip.contact.elastic-foundation]
[hip.lifetime]
cycles = "1000"
tolerance = 0.1
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "hip with `lifetime`, worn through",
        r#"
[hip.implant]
liner-thickness = "2 mm"
[hip.wear]
factor = "1e-5 mm^3/(N m)"
[hip.lifetime]
cycles = "10 million"
tolerance = 0.1
[hip.experiment.quasi-static]
[hip.output]
frames = 6
elements = 200
"#,
    ),
    (
        "knee replacement with `implant.design.post` and `platform`",
        r#"
[knee-replacement.implant.design.post]
[knee-replacement.implant.design.platform]
[knee-replacement.wear]
factor = "2.5e-7 mm^3/(N m)"
[knee-replacement.experiment.load-driven]
[knee-replacement.output]
frames = 6
spacing = "4 mm"
"#,
    ),
    (
        "gait with `both-legs`",
        r#"
[gait]
hip = "ideal"
both-legs = true
[gait.motion]
recording = "winter-raw"
"#,
    ),
    (
        "mechanism with springs and films",
        r#"
[[mechanism.bodies]]
name = "bob"
mass = "1 kg"
inertia = "1e-3 kg m^2"
position = ["0 mm", "-100 mm"]
[[mechanism.bearings]]
name = "pivot"
journal = { body = "bob", point = ["0 mm", "100 mm"] }
bearing = { body = "ground" }
[mechanism.bearings.kind.lubricated]
radius = "9.5 mm"
clearance = "0.5 mm"
length = "40 mm"
fluid = "0.4 Pa s"
film = "short"
materials = [{ modulus = "207 GPa", poisson = 0.3 }, { modulus = "207 GPa", poisson = 0.3 }]
[[mechanism.forces]]
name = "string"
[mechanism.forces.kind.spring]
first = { body = "bob" }
second = { body = "ground", point = ["50 mm", "-100 mm"] }
stiffness = "1 N/mm"
length = "50 mm"
[mechanism.experiment.forward]
duration = "0.02 s"
"#,
    ),
    (
        "mechanism with a contact that sticks (`jkr`, `dmt`)",
        r#"
[mechanism]
gravity = ["0 m/s^2", "0 m/s^2"]
[[mechanism.bodies]]
name = "ball"
mass = "0.1 kg"
inertia = "4e-5 kg m^2"
position = ["0 m", "30.1 mm"]
velocity = ["0 m/s", "-0.01 m/s"]
[[mechanism.contacts]]
name = "floor"
first = { body = "ball", shape.circle = { radius = "30 mm" } }
second = { body = "ground", shape.line = { normal = [0, 1] } }
[mechanism.contacts.law.jkr]
work = "50 mJ/m^2"
materials = [{ modulus = "30 kPa", poisson = 0.5 }, { modulus = "30 kPa", poisson = 0.5 }]
[mechanism.experiment.forward]
duration = "0.1 s"
frames = 11
"#,
    ),
];

/// What depends on files of one's own, or on a run that fails: name, what it is, when it is there.
pub const OWN: [(&str, &str, &str); 4] = [
    ("reached_time_s", "Computed until", "what a run leaves that failed on its way"),
    ("marker_error_rms_m", "Distance of the markers, root mean square", "body with markers of its own"),
    ("marker_error_peak_m", "Largest distance of a marker", "body with markers of its own"),
    (
        "hip_force_spread_N",
        "Hip force, spread over the steps; knee and ankle likewise",
        "body with several steps of its own",
    ),
];
