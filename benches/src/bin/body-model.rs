//! An OpenSim model of somebody else's, in our reader and in OpenSim 4.6: how far lengths, moment arms, inverse dynamics and joint
//! reactions are apart, where lengths jump, and what a frame costs. The tables come from `benches/peers/body_models_opensim.py`.
//!
//!     cargo run --release -p synovia-benches --bin body-model -- MODEL.osim FOLDER [TABLES]
//!
//! With a third folder, what is apart is written there, by muscle, joint and jump: numbers only (`benches/peers/rajagopal`).
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::fs::{create_dir_all, read_to_string, write};
use std::path::Path;
use std::time::Instant;

use joints::body::{Anatomy, LineSolver, osim};
use mechanics::muscle::continuity::{Sample, find_jumps};
use mechanics::rigid::tree::{Load, Skeleton};
use nalgebra::Vector3;

/// A step in a length that is told, m.
const JUMP: f64 = 5e-4;
/// Muscles that are listed.
const LISTED: usize = 14;
/// How often a pose is timed.
const ROUNDS: usize = 30;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, folder, out @ ..] = &arguments[..] else {
        return Err("usage: body-model MODEL.osim FOLDER [TABLES]".into());
    };
    let mut anatomy = osim::read(&read_to_string(model)?).map_err(|wrong| format!("{wrong}; hint: {}", wrong.hint))?;
    anatomy.tree.coordinates.iter_mut().for_each(|coordinate| coordinate.locked = false);
    let skeleton = Skeleton::new(anatomy.tree.clone())?;
    println!("{}: {} muscles, {} wrap objects", anatomy.name, anatomy.muscles.len(), anatomy.wraps.len());
    anatomy.remarks.iter().for_each(|remark| println!("  remark: {remark}"));
    let tables = Tables::load(Path::new(folder), &skeleton)?;
    let [muscles, jumps] = tables.compare_arms(&anatomy, &skeleton)?;
    tables.compare_dynamics(&skeleton)?;
    let joints = tables.compare_reactions(&anatomy, &skeleton)?;
    if let [out, ..] = out {
        create_dir_all(out)?;
        for (name, lines) in [("muscles", muscles), ("jumps", jumps), ("joints", joints)] {
            write(Path::new(out).join(format!("{name}.csv")), lines.join("\n") + "\n")?;
        }
    }
    time(&anatomy, &skeleton, &tables.poses);
    Ok(())
}

/// OpenSim's tables.
struct Tables {
    poses: Vec<Vec<f64>>,
    arms: Vec<Vec<String>>,
    dynamics: Vec<Vec<String>>,
    reactions: Vec<Vec<String>>,
}

/// What is found about a muscle.
#[derive(Default, Clone)]
struct Gap {
    /// Largest relative difference of length, and of the arm in m.
    length: f64,
    arm: f64,
    /// Largest arm, m.
    largest: f64,
    /// By how much ours is longer, and shorter, at most, m: of two taut strings the shorter one is tauter.
    longer: f64,
    shorter: f64,
    /// Where: pose and coordinate.
    place: (usize, String),
    wraps: usize,
}

fn rows(path: &Path) -> Result<Vec<Vec<String>>, Failure> {
    let text = read_to_string(path).map_err(|wrong| format!("{}: {wrong}", path.display()))?;
    Ok(text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect())
}

fn find<T>(found: Option<T>, name: &str) -> Result<T, Failure> {
    found.ok_or_else(|| format!("our model has no `{name}`").into())
}

impl Tables {
    fn load(folder: &Path, skeleton: &Skeleton) -> Result<Self, Failure> {
        let table = rows(&folder.join("poses.csv"))?;
        let (names, values) = table.split_first().ok_or("poses.csv is empty")?;
        let mut poses = Vec::new();
        for row in values {
            let mut q = skeleton.default_coordinates();
            for (name, value) in names.iter().zip(row) {
                q[find(skeleton.find_coordinate(name), name)?] = value.parse()?;
            }
            poses.push(q);
        }
        let body = |name: &str| -> Result<Vec<Vec<String>>, Failure> {
            Ok(rows(&folder.join(name))?.into_iter().skip(1).collect())
        };
        Ok(Self { poses, arms: body("arms.csv")?, dynamics: body("dynamics.csv")?, reactions: body("reactions.csv")? })
    }

    /// Prints what is apart; tables by muscle, and of jumps.
    fn compare_arms(&self, anatomy: &Anatomy, skeleton: &Skeleton) -> Result<[Vec<String>; 2], Failure> {
        let mut gaps: BTreeMap<String, Gap> = BTreeMap::new();
        let mut solver = LineSolver::default();
        let free = skeleton.free();
        let mut curves: BTreeMap<(String, String), [Vec<Sample>; 2]> = BTreeMap::new();
        let sweeps = self.poses.len() - 6;
        for row in &self.arms {
            let (pose, muscle, name): (usize, _, _) = (row[0].parse()?, &row[1], &row[3]);
            let (length, arm): (f64, f64) = (row[2].parse()?, row[4].parse()?);
            let q = &self.poses[pose];
            let index = find(anatomy.find_muscle(muscle), muscle)?;
            let line = &anatomy.muscles[index];
            let found = solver.solve(anatomy, line, &skeleton.compute_pose(q), q);
            let at = find(skeleton.find_coordinate(name), name)?;
            let arms = skeleton.reduce(q, &found.arms);
            let ours = find(free.iter().position(|known| *known == at), name).map(|k| arms[k])?;
            let gap = gaps.entry(muscle.clone()).or_default();
            gap.wraps = line.wraps.len();
            gap.length = gap.length.max((found.length / length - 1.0).abs());
            gap.largest = gap.largest.max(arm.abs());
            gap.longer = gap.longer.max(found.length - length);
            gap.shorter = gap.shorter.max(length - found.length);
            if (ours - arm).abs() > gap.arm {
                (gap.arm, gap.place) = ((ours - arm).abs(), (pose, name.clone()));
            }
            if pose < sweeps {
                let both = curves.entry((muscle.clone(), name.clone())).or_default();
                both[0].push(Sample { at: q[at], length, slope: -arm });
                both[1].push(Sample { at: q[at], length: found.length, slope: -ours });
            }
        }
        for wrapped in [false, true] {
            let some: Vec<&Gap> = gaps.values().filter(|gap| (gap.wraps > 0) == wrapped).collect();
            let most = |of: &dyn Fn(&Gap) -> f64| some.iter().map(|gap| of(gap)).fold(0.0, f64::max);
            println!(
                "{} muscles {} wraps: lengths within {:.1e} of themselves, arms within {:.1e} m, {:.1e} of the largest; ours at most {:.1e} m longer, {:.1e} m shorter",
                some.len(),
                if wrapped { "with" } else { "without" },
                most(&|gap| gap.length),
                most(&|gap| gap.arm),
                most(&|gap| if gap.largest > 1e-6 { gap.arm / gap.largest } else { 0.0 }),
                most(&|gap| gap.longer),
                most(&|gap| gap.shorter),
            );
        }
        let mut muscles =
            vec!["muscle,wraps,length_apart_ratio,arm_apart_m,largest_arm_m,ours_longer_m,ours_shorter_m".to_owned()];
        muscles.extend(gaps.iter().map(|(name, gap)| {
            let Gap { wraps, length, arm, largest, longer, shorter, .. } = gap;
            format!("{name},{wraps},{length:.2e},{arm:.2e},{largest:.4},{longer:.2e},{shorter:.2e}")
        }));
        let mut worst: Vec<(&String, &Gap)> =
            gaps.iter().filter(|(_, gap)| gap.arm > 1e-6 || gap.length > 1e-6).collect();
        worst.sort_by(|a, b| b.1.arm.total_cmp(&a.1.arm));
        for (name, gap) in worst.iter().take(LISTED) {
            println!(
                "  {name}: length {:.1e}, arm {:.1e} of {:.1e} m about {} in pose {}",
                gap.length, gap.arm, gap.largest, gap.place.1, gap.place.0
            );
        }
        let mut jumps = vec!["whose,muscle,coordinate,from,to,by_m".to_owned()];
        for (whose, which) in [("OpenSim", 0), ("ours", 1)] {
            for ((muscle, name), both) in &curves {
                for jump in find_jumps(&both[which], JUMP) {
                    let (from, to) = (jump.from, jump.to);
                    jumps.push(format!("{whose},{muscle},{name},{from:.4},{to:.4},{:.2e}", jump.by));
                    println!(
                        "  {whose}: {muscle} jumps by {:.2} mm as {name} goes from {from:.2} to {to:.2}",
                        1e3 * jump.by
                    );
                }
            }
        }
        Ok([muscles, jumps])
    }

    fn compare_dynamics(&self, skeleton: &Skeleton) -> Result<(), Failure> {
        let (mut worst, mut largest) = ((0.0_f64, String::new()), 0.0_f64);
        for (number, q) in self.poses.iter().enumerate() {
            let (mut v, mut a, mut expected) = (vec![0.0; q.len()], vec![0.0; q.len()], vec![0.0; q.len()]);
            let own: Vec<_> = self.dynamics.iter().filter(|row| row[0].parse() == Ok(number)).collect();
            for row in &own {
                let at = find(skeleton.find_coordinate(&row[1]), &row[1])?;
                (v[at], a[at], expected[at]) = (row[2].parse()?, row[3].parse()?, row[4].parse()?);
            }
            if own.is_empty() {
                continue;
            }
            let found = skeleton.compute_motion(q, &v, &a).compute_inverse_dynamics(&[]).generalised;
            for (at, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let off = (found - expected).abs() / (1.0 + expected.abs());
                if off > worst.0 {
                    let name = &skeleton.tree().coordinates[at].name;
                    worst = (off, format!("{name} in pose {number}, {found:.5} and {expected:.5}"));
                }
                largest = largest.max(expected.abs());
            }
        }
        println!("inverse dynamics within {:.1e} of 1 + themselves, up to {largest:.0} N m or N: {}", worst.0, worst.1);
        Ok(())
    }

    /// Prints what is apart; a table by joint.
    fn compare_reactions(&self, anatomy: &Anatomy, skeleton: &Skeleton) -> Result<Vec<String>, Failure> {
        let mut joints: BTreeMap<String, [f64; 2]> = BTreeMap::new();
        let mut worst = (0.0_f64, String::new());
        for (number, q) in self.poses.iter().enumerate() {
            let of = |kind: &'static str| {
                self.reactions.iter().filter(move |row| row[0].parse() == Ok(number) && row[1] == kind)
            };
            let (mut v, mut a) = (vec![0.0; q.len()], vec![0.0; q.len()]);
            for row in of("coordinate") {
                let at = find(skeleton.find_coordinate(&row[2]), &row[2])?;
                (v[at], a[at]) = (row[3].parse()?, row[4].parse()?);
            }
            let motion = skeleton.compute_motion(q, &v, &a);
            let mut solver = LineSolver::default();
            let mut loads: Vec<Load> = Vec::new();
            for row in of("muscle") {
                let line = &anatomy.muscles[find(anatomy.find_muscle(&row[2]), &row[2])?];
                loads.extend(solver.solve(anatomy, line, &motion, q).loads(row[3].parse()?));
            }
            let found = motion.compute_inverse_dynamics(&loads);
            for row in of("joint") {
                let Some(body) = anatomy.tree.bodies.iter().position(|body| body.joint.name == row[2]) else {
                    continue;
                };
                let expected = Vector3::new(row[3].parse()?, row[4].parse()?, row[5].parse::<f64>()?);
                let apart = (found.reactions[body].force - expected).norm();
                let most = joints.entry(row[2].clone()).or_default();
                *most = [most[0].max(expected.norm()), most[1].max(apart)];
                let off = apart / (1.0 + expected.norm());
                if off > worst.0 {
                    worst = (off, format!("{} in pose {number}, {:.1} N", row[2], expected.norm()));
                }
            }
        }
        println!("joint reactions under given muscle forces within {:.1e} of 1 N + themselves: {}", worst.0, worst.1);
        let head = "joint,largest_reaction_N,apart_N".to_owned();
        let lines = joints.iter().map(|(name, [largest, apart])| format!("{name},{largest:.1},{apart:.2e}"));
        Ok([head].into_iter().chain(lines).collect())
    }
}

/// What lengths and arms of all muscles cost: in every pose the best of thirty rounds, so that what else the machine does is left out.
fn time(anatomy: &Anatomy, skeleton: &Skeleton, poses: &[Vec<f64>]) {
    for wrapped in [false, true] {
        let mut solver = LineSolver::default();
        let lines: Vec<_> = anatomy.muscles.iter().filter(|line| line.wraps.is_empty() != wrapped).collect();
        let mut best_of = |q: &Vec<f64>| {
            let pose = skeleton.compute_pose(q);
            let mut once = |_| {
                let begin = Instant::now();
                let sum: f64 = lines.iter().map(|line| solver.solve(anatomy, line, &pose, q).length).sum();
                assert!(sum.is_finite());
                begin.elapsed().as_secs_f64()
            };
            (0..ROUNDS).map(&mut once).fold(f64::INFINITY, f64::min)
        };
        let best = poses.iter().map(&mut best_of).sum::<f64>() / poses.len() as f64;
        let word = if wrapped { "with" } else { "without" };
        println!("{} muscles {word} wraps: lengths and all arms in {:.1} µs a frame", lines.len(), 1e6 * best);
    }
}
