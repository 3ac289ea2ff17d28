//! A run that never happened, for tests of its page.
#![allow(dead_code)] // each test file uses its part

use std::f64::consts::PI;

use results::{
    Counterpart, Curve, Field, Figure, Motion, Outcome, Plot, Severity, Surface, SurfaceRecord, Table, Track,
};

const RADIUS: f64 = 0.014;
const PERIOD: f64 = 1.11;

/// A title that would break a page which forgets to escape.
pub const NASTY_TITLE: &str = r#"Hip <script>alert("x")</script> & </title> 'walking'"#;

/// A study that would end a script or a listing early.
pub const NASTY_STUDY: &str = "# </pre></script><b>bold</b>\nkind = \"hip\"\n";

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn unit(a: Vector) -> Vector {
    let length = dot(a, a).sqrt();
    a.map(|x| x / length)
}

/// A frame with the given third axis.
fn frame(axis: Vector) -> [Vector; 3] {
    let first = unit(cross([0.0, 0.0, 1.0], axis));
    [first, cross(axis, first), axis]
}

fn in_frame(frame: [Vector; 3], polar: f64, turn: f64, radius: f64) -> Vector {
    let local = [polar.sin() * turn.cos(), polar.sin() * turn.sin(), -polar.cos()];
    [0, 1, 2].map(|k| radius * (0..3).map(|axis| local[axis] * frame[axis][k]).sum::<f64>())
}

fn hemisphere(axes: [Vector; 3], rings: u32, sectors: u32) -> Surface {
    let mut surface = Surface { points: vec![in_frame(axes, 0.0, 0.0, RADIUS)], connectivity: vec![], offsets: vec![] };
    for ring in 1..=rings {
        for sector in 0..sectors {
            let (polar, turn) = (f64::from(ring) / f64::from(rings), f64::from(sector) / f64::from(sectors));
            surface.points.push(in_frame(axes, PI / 2.0 * polar, 2.0 * PI * turn, RADIUS));
            let at = |ring: u32, sector: u32| if ring == 0 { 0 } else { 1 + (ring - 1) * sectors + sector % sectors };
            let inner = [at(ring - 1, sector + 1), at(ring - 1, sector)];
            surface.connectivity.extend([at(ring, sector), at(ring, sector + 1)]);
            surface.connectivity.extend(if ring == 1 { &inner[..1] } else { &inner[..] });
            surface.offsets.push(surface.connectivity.len() as u32);
        }
    }
    surface
}

fn centre_of(surface: &Surface, cell: usize) -> Vector {
    let corners = surface.cell(cell);
    let sum = corners.iter().fold([0.0; 3], |sum, &p| [0, 1, 2].map(|k| sum[k] + surface.points[p as usize][k]));
    sum.map(|x| x / corners.len() as f64)
}

/// A head that turns about the vertical by one radian a second.
pub fn turning() -> Motion {
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    Motion { axes, origin: [0.0; 3], velocity: [0.0; 3], spin: [0.0, 0.0, 1.0] }
}

/// A cup of `rings` × `sectors` cells over `frames` instants, with three fields and a track.
pub fn cup(rings: u32, sectors: u32, frames: usize) -> SurfaceRecord {
    let axis = unit([0.35, -0.62, -0.7]);
    let axes = frame(axis);
    let surface = hemisphere(axes, rings, sectors);
    let cells: Vec<Vector> = (0..surface.cells()).map(|cell| centre_of(&surface, cell)).collect();
    let (mut pressure, mut sliding, mut wear) = (vec![], vec![], vec![]);
    let (mut slid, mut worn) = (vec![0.0; cells.len()], vec![0.0; cells.len()]);
    let (mut track, mut times) = (vec![], vec![]);
    for index in 0..frames {
        let phase = index as f64 / frames.max(2).saturating_sub(1) as f64;
        let turn = 2.0 * PI * phase;
        let contact = in_frame(axes, 0.45 + 0.2 * (2.0 * turn).sin(), 1.4 + 0.5 * turn.cos(), RADIUS);
        let load = 0.35 + 0.65 * (0.5 - 0.5 * (2.0 * turn).cos());
        let reach = RADIUS * 0.75 * load.cbrt();
        for (cell, centre) in cells.iter().enumerate() {
            let away = [0, 1, 2].map(|k| centre[k] - contact[k]);
            let p = 6.43e6 * load * (1.0 - dot(away, away) / (reach * reach)).max(0.0);
            if p > 0.0 && index > 0 {
                let step = 0.022 / frames as f64 * (0.6 + 0.4 * (3.0 * turn).cos());
                slid[cell] += step;
                worn[cell] += 1.06e-15 * p * step;
            }
            pressure.push(p as f32);
        }
        sliding.extend(slid.iter().map(|&x| x as f32));
        wear.extend(worn.iter().map(|&x| (x * 1e6) as f32));
        track.push(contact);
        times.push(PERIOD * phase);
    }
    let field = Field::on_cells;
    SurfaceRecord {
        name: "cup".into(),
        label: "Bearing surface of the liner, seen from the head".into(),
        surface,
        view_from: axis,
        up: [0.0, 0.0, 1.0],
        compass: ["posterior", "anterior", "inferior", "superior"].map(String::from),
        times,
        fields: vec![
            field("pressure_Pa", "Contact pressure", pressure),
            field("sliding_distance_m", "Accumulated sliding", sliding),
            field("wear_depth_m", "Wear depth after a million cycles", wear),
        ],
        tracks: vec![Track { name: "contact_point".into(), label: "Contact point".into(), points: track }],
        counterpart: Some(Counterpart::ball("Head", vec![turning(); frames])),
    }
}

fn series(frames: usize) -> Table {
    let phases: Vec<f64> = (0..frames).map(|i| i as f64 / (frames.max(2) - 1) as f64).collect();
    let load = |phase: f64| 0.35 + 0.65 * (0.5 - 0.5 * (4.0 * PI * phase).cos());
    let column = |f: &dyn Fn(f64) -> f64| phases.iter().map(|&phase| f(phase)).collect::<Vec<f64>>();
    let mut table = Table::default();
    table.push("time_s", "Time", column(&|p| PERIOD * p));
    table.push("peak_pressure_Pa", "Peak pressure", column(&|p| 6.43e6 * load(p).sqrt()));
    table.push("contact_force_N", "Contact force", column(&|p| 1900.0 * load(p)));
    table.push("sliding_distance_m", "By the contact point", column(&|p| 0.0223 * (p + 0.02 * (9.0 * p).sin())));
    table.push("sliding_distance_euler_m", "By the Euler rotation", column(&|p| 0.0208 * (p + 0.02 * (9.0 * p).sin())));
    table
}

/// A whole run over a gait cycle.
pub fn walking(rings: u32, sectors: u32, frames: usize) -> Outcome {
    let mut outcome = Outcome { series: series(frames), ..Outcome::default() };
    outcome.push("peak_pressure_Pa", "Peak contact pressure over the cycle", 6.4321e6);
    outcome.push("contact_radius_m", "Largest contact radius", 8.1234e-3);
    outcome.push("contact_area_m2", "Largest contact area", 207.3e-6);
    outcome.push("sliding_distance_m", "Sliding distance of the contact point", 22.31e-3);
    outcome.push("wear_volume_m3_per_million_cycles", "Wear volume", 27.9e-9);
    outcome.push("wear_depth_m", "Largest wear depth after a million cycles", 93.2e-6);
    outcome.push("frictional_work_J", "Frictional work per cycle", 0.8431);
    outcome.push("periodicity_ratio", "Change from one cycle to the next", 3.2e-7);
    outcome.push("element_count", "Elements on the cup", f64::from(rings * sectors));
    outcome.warn(
        Severity::Note,
        "cycle-closed",
        "The load cycle did not close by 1.3 % of body weight (11 N); the difference was spread over the cycle.".into(),
    );
    outcome.warn(
        Severity::Caution,
        "rim-contact",
        "At 17 of 101 frames the patch crosses the rim; up to 4.2 % of it is lost (at 0.178 s). Pressures there are lower bounds.".into(),
    );
    outcome.work = vec![("accepted_steps".into(), 1234), ("force_evaluations".into(), 8638)];
    outcome.surfaces = vec![cup(rings, sectors, frames)];
    let curve = |y: &str| Curve { x: "time_s".into(), y: y.into() };
    let figure = |title: &str, caption: &str, plot| Figure { title: title.into(), caption: caption.into(), plot };
    outcome.figures = vec![
        figure(
            "The cup in three dimensions",
            "Choose a field, turn the cup, move through the cycle. The colour scale of a field is the same at all times.",
            Plot::Viewer { surface: "cup".into() },
        ),
        figure(
            "Peak pressure over the cycle",
            "Largest contact pressure on the cup. Dashed: a published value.",
            Plot::Lines {
                ordinate: String::new(),
                curves: vec![curve("peak_pressure_Pa")],
                marks: vec![("published <maximum>".into(), 6.1e6)],
                bands: Vec::new(),
                cycle: true,
            },
        ),
        figure(
            "Pressure at ten instants",
            "Contact pressure with the track of the contact point (white) and its position now (red).",
            Plot::Maps {
                surface: "cup".into(),
                field: "pressure_Pa".into(),
                frames: (0..10).map(|i| i * (frames - 1) / 10).collect(),
            },
        ),
        figure(
            "Sliding distance by two methods",
            "Distance slid since the start of the cycle.",
            Plot::Lines {
                ordinate: "Sliding distance".into(),
                curves: vec![curve("sliding_distance_m"), curve("sliding_distance_euler_m")],
                marks: vec![("published, low".into(), 20.3e-3), ("published, high".into(), 23.4e-3)],
                bands: Vec::new(),
                cycle: true,
            },
        ),
        figure(
            "Accumulated sliding",
            "Sliding distance that each element has seen.",
            Plot::Maps {
                surface: "cup".into(),
                field: "sliding_distance_m".into(),
                frames: (1..=5).map(|i| i * (frames - 1) / 5).collect(),
            },
        ),
    ];
    outcome
}

/// Sections of inputs as a study would show them.
pub fn inputs() -> Vec<(String, Vec<(String, String)>)> {
    let rows = |rows: &[(&str, &str)]| rows.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
    vec![
        ("Implant".into(), rows(&[("Head radius", "14 mm"), ("Clearance", "80 µm"), ("Liner", "UHMWPE, 8 mm")])),
        ("Patient".into(), rows(&[("Body weight", "836 N"), ("Cadence", "108 steps/min")])),
        ("Activity".into(), rows(&[("Cycle", "walking, in vivo"), ("Duration", "1.11 s")])),
        ("Contact".into(), rows(&[("Law", "elastic foundation"), ("Friction", "0.06"), ("Restitution", "0.7")])),
    ]
}

/// Provenance as a run would state it.
pub fn provenance() -> Vec<(String, String)> {
    [("Version", "0.1.0"), ("Commit", "0123abc"), ("Input hash", "b3:5c2f…"), ("Threads", "2")]
        .map(|(a, b)| (a.to_string(), b.to_string()))
        .into()
}
