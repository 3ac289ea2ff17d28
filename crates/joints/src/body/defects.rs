//! Where lengths of muscles jump over the range of a coordinate: a taut string cannot do that, so that it is a defect of the model.

use mechanics::muscle::continuity::{Jump, Sample, find_jumps};
use mechanics::rigid::tree::Skeleton;

use super::anatomy::{Anatomy, Line, Place};
use super::paths::LineSolver;

/// Poses over the range of a coordinate.
const SAMPLES: usize = 41;
/// A step in a length that is told, m.
const LEAST: f64 = 5e-4;
/// No joint is looked at beyond this, rad or m.
const FARTHEST: f64 = 3.2;
/// A moment arm below this is none, m.
const NO_ARM: f64 = 1e-7;

/// A muscle that jumps.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Defect {
    pub muscle: String,
    /// Index of the coordinate.
    pub coordinate: usize,
    pub jump: Jump,
}

/// Jumps of every muscle that can jump, over the range of every free coordinate, all others as the model has them by default.
pub(super) fn find(anatomy: &Anatomy, skeleton: &Skeleton) -> Vec<Defect> {
    let mut found = Vec::new();
    let mut solver = LineSolver::default();
    let rest = skeleton.default_coordinates();
    let pose = skeleton.compute_pose(&rest);
    let suspects: Vec<&Line> = anatomy.muscles.iter().filter(|line| may_jump(line)).collect();
    let crossed: Vec<Vec<f64>> =
        suspects.iter().map(|line| skeleton.reduce(&rest, &solver.solve(anatomy, line, &pose, &rest).arms)).collect();
    for (position, &coordinate) in skeleton.free().iter().enumerate() {
        let [low, high] = anatomy.tree.coordinates[coordinate].range.map(|end| end.clamp(-FARTHEST, FARTHEST));
        let ours: Vec<usize> = (0..suspects.len()).filter(|i| crossed[*i][position].abs() > NO_ARM).collect();
        if ours.is_empty() || !(high > low) {
            continue;
        }
        let mut curves = vec![Vec::with_capacity(SAMPLES); ours.len()];
        for k in 0..SAMPLES {
            let mut q = rest.clone();
            q[coordinate] = low + (high - low) * k as f64 / (SAMPLES - 1) as f64;
            skeleton.complete(&mut q);
            let pose = skeleton.compute_pose(&q);
            for (curve, i) in curves.iter_mut().zip(&ours) {
                let state = solver.solve(anatomy, suspects[*i], &pose, &q);
                let slope = -skeleton.reduce(&q, &state.arms)[position];
                curve.push(Sample { at: q[coordinate], length: state.length, slope });
            }
        }
        for (curve, i) in curves.iter().zip(&ours) {
            let muscle = &suspects[*i].name;
            let jumps = find_jumps(curve, LEAST).into_iter();
            found.extend(jumps.map(|jump| Defect { muscle: muscle.clone(), coordinate, jump }));
        }
    }
    found
}

/// A line through fixed points alone is smooth.
fn may_jump(line: &Line) -> bool {
    !line.wraps.is_empty() || line.points.iter().any(|point| matches!(point.place, Place::While { .. }))
}
