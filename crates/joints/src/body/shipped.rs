//! Walks that come with the program, each on our own lower limbs.

use nalgebra::Vector3;

use super::anatomy::Anatomy;
use super::own::Size;
use super::parameters::Side;
use super::recording::{Kinematics, PlateRecord, Recording};
use super::winter::{self, winter};

/// A walk that comes with the program.
pub(super) struct Shipped {
    /// As a study names it.
    pub name: &'static str,
    /// Who walked.
    pub size: Size,
    /// Reads it, for a model of this size, around one cycle of a leg from strike to strike.
    pub read: fn(&Anatomy, Side) -> Option<Recording>,
}

/// The first is taken where a study names none.
const SHIPPED: [Shipped; 2] = [
    Shipped { name: "subject01", size: Size { mass: 72.6, height: 1.80, thigh: None, shank: None }, read: subject01 },
    Shipped { name: "winter", size: winter::WALKER, read: winter },
];

/// The walk of a name; the first one without a name.
pub(super) fn find(name: Option<&str>) -> Option<&'static Shipped> {
    static WALKS: [Shipped; 2] = SHIPPED;
    name.map_or(WALKS.first(), |name| WALKS.iter().find(|walk| walk.name == name))
}

const SUBJECT01: &str = include_str!("../../data/body/subject01_walk.csv");
/// Duration of its cycle, s.
const PERIOD: f64 = 1.234_340_87;
/// Share of the cycle that is repeated before and after it, so that splines are smooth at the strikes.
const MARGIN: f64 = 0.2;

/// OpenSim's example: markers and plates of a treadmill in three dimensions [Delp2007]. The file holds a cycle from strike to strike of the
/// right heel; the left one strikes when its plate carries what the other one carried at its strike.
fn subject01(anatomy: &Anatomy, side: Side) -> Option<Recording> {
    let mut lines = SUBJECT01.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next()?.split(',').collect();
    let numbers = |line: &str| line.split(',').map(|cell| cell.parse().ok()).collect::<Option<Vec<f64>>>();
    let rows: Vec<Vec<f64>> = lines.map(numbers).collect::<Option<_>>()?;
    let column = |name: &str| names.iter().position(|known| *known == name);
    let count = rows.len() - 1;
    let strike = match side {
        Side::Right => 0.0,
        Side::Left => {
            let [left, right] = ["l", "r"].map(|leg| column(&format!("force_y_{leg}")));
            let (left, right) = (left?, right?);
            find_rise(&rows.iter().map(|row| row[left]).collect::<Vec<f64>>(), rows[0][right])?
        }
    };
    let margin = (MARGIN * count as f64) as isize;
    let begin = strike as isize;
    let steps = begin - margin..=begin + 1 + count as isize + margin;
    let turn = |step: isize| (step.div_euclid(count as isize) as f64, step.rem_euclid(count as isize) as usize);
    // What the pelvis gains in a cycle, the feet gain, too.
    let gain = |name: &str| {
        let moves = match name {
            "pelvis_tx" | "point_x_r" | "point_x_l" => "pelvis_tx",
            "pelvis_tz" | "point_z_r" | "point_z_l" => "pelvis_tz",
            _ => return 0.0,
        };
        column(moves).map_or(0.0, |at| rows[count][at] - rows[0][at])
    };
    let series = |name: &str| -> Option<Vec<f64>> {
        let (at, gain) = (column(name)?, gain(name));
        Some(steps.clone().map(|step| rows[turn(step).1][at] + turn(step).0 * gain).collect())
    };
    let known = |name: &&&str| anatomy.tree.coordinates.iter().any(|coordinate| coordinate.name == **name);
    let coordinates =
        names.iter().filter(known).map(|name| Some(((*name).to_owned(), series(name)?))).collect::<Option<Vec<_>>>()?;
    let times: Vec<f64> = steps.clone().map(|step| PERIOD * step as f64 / count as f64).collect();
    let plate = |side: &str| -> Option<PlateRecord> {
        let triple = |what: &str| -> Option<Vec<Vector3<f64>>> {
            let [x, y, z] = ["x", "y", "z"].map(|axis| series(&format!("{what}_{axis}_{side}")));
            let (x, y, z) = (x?, y?, z?);
            Some((0..x.len()).map(|i| Vector3::new(x[i], y[i], z[i])).collect())
        };
        Some(PlateRecord {
            body: format!("calcn_{side}"),
            times: times.clone(),
            force: triple("force")?,
            point: triple("point")?,
            moment: triple("moment")?,
        })
    };
    Some(Recording {
        name: "subject01".into(),
        source: format!(
            "OpenSim's example subject01, a treadmill in three dimensions [Delp2007] (OpenSim models, CC BY 3.0); one cycle from strike to strike of the {} heel",
            side.word()
        ),
        plates: vec![plate("r")?, plate("l")?],
        times,
        kinematics: Kinematics::Coordinates(coordinates),
        emg: Vec::new(),
        heel_strikes: [strike, strike + count as f64].map(|step| PERIOD * step / count as f64).to_vec(),
        notes: vec![
            "The coordinates were measured over 97 % of the cycle. Eight harmonics through them close it, within 0.3 degrees (root mean square); forces of the ground are as measured. The height of the person, 1.80 m, is assumed.".into(),
        ],
    })
}

/// The step, with its fraction, at which a force rises through a least one.
fn find_rise(vertical: &[f64], least: f64) -> Option<f64> {
    let after = (1..vertical.len()).find(|&i| vertical[i - 1] < least && vertical[i] >= least)?;
    Some((after - 1) as f64 + (least - vertical[after - 1]) / (vertical[after] - vertical[after - 1]))
}
