//! The walks that come with the program: Winter's subject [Winter2009, Appendix A].
//!
//! ```
//! use joints::gait::shipped::find;
//!
//! assert!(find("winter").is_some() && find("summer").is_none());
//! ```

use numerics::smoothing::filter_zero_lag;

use super::recording::{Ground, Kinematics, Recording, Reference, SegmentFrame};

/// Frames per second of the film.
pub const WINTER_RATE: f64 = 69.9;

/// Cut-off of Winter's filter, in Hz: with it our filter turns Table A.1 into Table A.2, within its rounding.
pub const WINTER_CUTOFF: f64 = 5.0;

/// Toe-off, by frame.
const TOE_OFFS: [usize; 2] = [1, 70];

/// The last frame before the heel contact whose ground reaction was not recorded.
const LAST_USABLE: usize = 96;

/// A shipped walk.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The name used in study files.
    pub name: &'static str,
    /// What it is, in one line.
    pub title: &'static str,
    load: fn() -> Kinematics,
}

/// Every shipped walk; the first one is the default.
pub const RECORDINGS: &[Shipped] = &[
    Shipped {
        name: "winter",
        title: "Winter's subject walking, filtered markers (Table A.2), toe filtered at 5 Hz from Table A.1",
        load: filtered_markers,
    },
    Shipped {
        name: "winter-raw",
        title: "the same markers as digitised (Table A.1): needs smoothing, Winter's cut-off is 5 Hz",
        load: raw_markers,
    },
    Shipped {
        name: "winter-segments",
        title: "the same walk as Winter differentiated it (Table A.3): ideal hip only",
        load: segments,
    },
];

/// The shipped walk of that name.
pub fn find(name: &str) -> Option<&'static Shipped> {
    RECORDINGS.iter().find(|recording| recording.name == name)
}

impl Shipped {
    /// What was recorded.
    pub fn recording(&self) -> Recording {
        let reactions = Sheet::new(include_str!("../../data/gait/winter_reactions.csv"));
        let time = |frame: usize| (frame - 1) as f64 / WINTER_RATE;
        let times: Vec<f64> = (1..=reactions.rows.len()).map(time).collect();
        let pairs = |x: &str, y: &str| -> Vec<[f64; 2]> {
            let (x, y) = (reactions.column(x), reactions.column(y));
            x.into_iter().zip(y).map(|(x, y)| [x, y]).collect()
        };
        let joint = |name: &str| {
            let force = pairs(&format!("{name}_rx_N"), &format!("{name}_ry_N"));
            let moment = reactions.column(&format!("{name}_moment_Nm"));
            force.into_iter().zip(moment).map(|([x, y], m)| [x, y, m]).collect::<Vec<[f64; 3]>>()
        };
        let [hip, knee, ankle] = ["hip", "knee", "ankle"].map(joint);
        Recording {
            name: self.name.into(),
            source: format!("{} [Winter2009, Appendix A]", self.title),
            kinematics: (self.load)(),
            ground: Ground {
                times: times[..LAST_USABLE].to_vec(),
                force: pairs("grf_x_N", "grf_y_N")[..LAST_USABLE].to_vec(),
                point: reactions.column("cop_x_m")[..LAST_USABLE].iter().map(|x| [*x, 0.0]).collect(),
            },
            toe_offs: TOE_OFFS.map(time).to_vec(),
            usable_until: time(LAST_USABLE),
            reference: Some(Reference {
                source: "Winter's own inverse dynamics, Table A.5 [Winter2009]".into(),
                times: times[..LAST_USABLE].to_vec(),
                loads: (0..LAST_USABLE).map(|i| [hip[i], knee[i], ankle[i]]).collect(),
            }),
            other: None,
            times,
        }
    }
}

fn raw_markers() -> Kinematics {
    let sheet = Sheet::new(include_str!("../../data/gait/winter_raw_markers.csv"));
    let marker = |name: &str| sheet.points(&format!("{name}_x_cm"), &format!("{name}_y_cm"), 0.01);
    Kinematics::Markers(Box::new(["ribcage", "hip", "knee", "ankle", "metat"].map(marker)))
}

/// The printed table ends with the heel: the toe is filtered here, as Winter filtered the others.
fn filtered_markers() -> Kinematics {
    let sheet = Sheet::new(include_str!("../../data/gait/winter_filtered_markers.csv"));
    let marker = |name: &str| sheet.points(&format!("{name}_x_m"), &format!("{name}_y_m"), 1.0);
    let raw = Sheet::new(include_str!("../../data/gait/winter_raw_markers.csv"));
    let filtered = |column: &str| {
        let values: Vec<f64> = raw.column(column).iter().map(|x| 0.01 * x).collect();
        filter_zero_lag(&values, WINTER_RATE, WINTER_CUTOFF).unwrap_or(values)
    };
    let toe = filtered("metat_x_cm").into_iter().zip(filtered("metat_y_cm")).map(|(x, y)| [x, y]).collect();
    let [trunk, hip, knee, ankle] = ["ribcage", "hip", "knee", "ankle"].map(marker);
    Kinematics::Markers(Box::new([trunk, hip, knee, ankle, toe]))
}

fn segments() -> Kinematics {
    let sheet = Sheet::new(include_str!("../../data/gait/winter_segments.csv"));
    let markers = Sheet::new(include_str!("../../data/gait/winter_filtered_markers.csv"));
    let joints =
        ["hip", "knee", "ankle"].map(|name| markers.points(&format!("{name}_x_m"), &format!("{name}_y_m"), 1.0));
    let parts = ["thigh", "leg", "foot"].map(|name| {
        let column = |quantity: &str| sheet.column(&format!("{name}_{quantity}"));
        let angle: Vec<f64> = column("theta_deg").iter().map(|x| x.to_radians()).collect();
        [column("comx_m"), column("comy_m"), angle, column("ax_mps2"), column("ay_mps2"), column("alpha_radps2")]
    });
    let frame = |i: usize| SegmentFrame {
        positions: std::array::from_fn(|s| std::array::from_fn(|k| parts[s][k][i])),
        accelerations: std::array::from_fn(|s| std::array::from_fn(|k| parts[s][3 + k][i])),
        joints: std::array::from_fn(|j| joints[j][i]),
    };
    Kinematics::Segments((0..sheet.rows.len()).map(frame).collect())
}

/// A shipped table. Its cells are known to be numbers; one that is not becomes NaN, and fails the test below.
struct Sheet {
    names: Vec<&'static str>,
    rows: Vec<Vec<f64>>,
}

impl Sheet {
    fn new(text: &'static str) -> Self {
        let mut lines = text.lines();
        let names = lines.next().unwrap_or_default().split(',').map(str::trim).collect();
        let number = |cell: &str| cell.trim().parse().unwrap_or(f64::NAN);
        Self { names, rows: lines.map(|line| line.split(',').map(number).collect()).collect() }
    }

    fn column(&self, name: &str) -> Vec<f64> {
        let at = self.names.iter().position(|known| *known == name);
        self.rows.iter().map(|row| at.and_then(|i| row.get(i).copied()).unwrap_or(f64::NAN)).collect()
    }

    fn points(&self, x: &str, y: &str, unit: f64) -> Vec<[f64; 2]> {
        self.column(x).into_iter().zip(self.column(y)).map(|(x, y)| [unit * x, unit * y]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gait::anthropometry::Skeleton;
    use crate::gait::parameters::Body;

    #[test]
    fn every_shipped_walk_is_sound() {
        for shipped in RECORDINGS {
            let recording = shipped.recording();
            assert_eq!(recording.check(&Skeleton::new(&Body::default()), 0, 9.81), []);
            assert_eq!(recording.times.len(), 106);
            assert!((recording.toe_offs[1] - 0.987).abs() < 5e-4);
            let finite = match &recording.kinematics {
                Kinematics::Markers(markers) => markers.iter().flatten().flatten().all(|x| x.is_finite()),
                Kinematics::Angles { .. } => false,
                Kinematics::Segments(frames) => frames.iter().all(|f| {
                    let joints = f.joints.iter().flatten();
                    f.positions.iter().chain(&f.accelerations).flatten().chain(joints).all(|x| x.is_finite())
                }),
            };
            assert!(finite, "{}", shipped.name);
        }
    }

    /// Tables A.1 and A.2 of [Winter2009] are the same markers before and after his filter. Rounding to 0.1 mm alone makes
    /// 0.03 mm; the frames at the ends, where he had more film than he printed, are left out.
    #[test]
    fn our_filter_turns_winters_raw_markers_into_his_filtered_ones() {
        let raw = Sheet::new(include_str!("../../data/gait/winter_raw_markers.csv"));
        let filtered = Sheet::new(include_str!("../../data/gait/winter_filtered_markers.csv"));
        for marker in ["ribcage", "hip", "knee", "fibula", "ankle", "heel"] {
            for axis in ["x", "y"] {
                let values: Vec<f64> = raw.column(&format!("{marker}_{axis}_cm")).iter().map(|x| 0.01 * x).collect();
                let printed = filtered.column(&format!("{marker}_{axis}_m"));
                let off = |cutoff: f64| {
                    let ours = filter_zero_lag(&values, WINTER_RATE, cutoff).expect("valid");
                    let inner = 8..98;
                    (inner.clone().map(|i| (ours[i] - printed[i]).powi(2)).sum::<f64>() / inner.len() as f64).sqrt()
                };
                assert!(off(WINTER_CUTOFF) < 0.06e-3, "{marker} {axis}: {} mm", 1e3 * off(WINTER_CUTOFF));
                assert!(off(4.5) > 2.0 * off(WINTER_CUTOFF) && off(5.5) > 2.0 * off(WINTER_CUTOFF), "{marker} {axis}");
            }
        }
    }
}
