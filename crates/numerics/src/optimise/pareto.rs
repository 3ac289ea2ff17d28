//! Compromises that nothing beats in everything.

use super::Evaluation;
use super::trials::violation;

/// How one evaluation stands to another.
fn dominates(a: &Evaluation, b: &Evaluation, scales: &[f64]) -> bool {
    let (va, vb) = (violation(a, scales), violation(b, scales));
    if va != vb {
        return va < vb;
    }
    // Two failed runs: neither is better.
    if va.is_infinite() {
        return false;
    }
    let mut better = false;
    for (a, b) in a.objectives.iter().zip(&b.objectives) {
        if a > b {
            return false;
        }
        better |= a < b;
    }
    better
}

/// Fronts of indices: the first is beaten by none, the second only by the first, and so on [Deb2002].
///
/// Allowed points come before others, those by their violation (in units of `scales`, one per constraint).
pub fn compute_fronts(evaluations: &[Evaluation], scales: &[f64]) -> Vec<Vec<usize>> {
    let n = evaluations.len();
    let mut beats = vec![Vec::new(); n];
    let mut beaten = vec![0_usize; n];
    for i in 0..n {
        for j in 0..n {
            if i != j && dominates(&evaluations[i], &evaluations[j], scales) {
                beats[i].push(j);
                beaten[j] += 1;
            }
        }
    }
    let mut fronts = Vec::new();
    let mut front: Vec<usize> = (0..n).filter(|&index| beaten[index] == 0).collect();
    while !front.is_empty() {
        let mut next = Vec::new();
        for &winner in &front {
            for &loser in &beats[winner] {
                beaten[loser] -= 1;
                if beaten[loser] == 0 {
                    next.push(loser);
                }
            }
        }
        next.sort_unstable();
        fronts.push(std::mem::replace(&mut front, next));
    }
    fronts
}

/// How lonely each point of a front is: the sides of the box between its neighbours, infinite at the ends [Deb2002].
pub fn compute_crowding(front: &[usize], evaluations: &[Evaluation]) -> Vec<f64> {
    let mut distances = vec![0.0; front.len()];
    let objectives = front.first().map_or(0, |&index| evaluations[index].objectives.len());
    let mut order: Vec<usize> = (0..front.len()).collect();
    for objective in 0..objectives {
        let value = |place: usize| evaluations[front[place]].objectives[objective];
        order.sort_by(|&a, &b| value(a).total_cmp(&value(b)));
        let (first, last) = (order[0], order[order.len() - 1]);
        distances[first] = f64::INFINITY;
        distances[last] = f64::INFINITY;
        let width = value(last) - value(first);
        if !(width > 0.0) {
            continue;
        }
        for triple in order.windows(3) {
            distances[triple[1]] += (value(triple[2]) - value(triple[0])) / width;
        }
    }
    distances
}
