//! Contact on a compliance without entries: which points touch is exchanged, what they carry is found by conjugate gradients.

use super::ComplementarityError;
use super::operator::Compliance;

/// Exchanges without progress before single ones begin.
const PATIENCE: usize = 8;
/// The first systems are solved to this share of the deepest overlap only.
const ROUGH: f64 = 1e-2;
/// Signs are judged beyond so many residuals.
const DOUBT: f64 = 4.0;

/// Finds f with `f ≥ 0, g = g₀ + C f ≥ 0, fᵢ gᵢ = 0` over some candidates; elsewhere nothing presses.
///
/// All points with the wrong sign are exchanged at once (a primal-dual active set, which is Newton's method for this problem
/// [HintermullerItoKunisch2002]); when that makes no progress one at a time, with the smallest index, which cannot cycle
/// [JudicePires1994]. The forces of a set of closed points come from preconditioned conjugate gradients; systems are solved
/// roughly as long as the set still changes. Gaps of all candidates are carried along with the forces, so that nothing is
/// multiplied twice.
///
/// It owns all storage and remembers its last solution, from which the next search begins.
///
/// *Checked by*: pivoting on dense problems, and a chain of springs whose solution is known.
#[derive(Debug, Clone, Default)]
pub struct ContactSet {
    force: Vec<f64>,
    gap: Vec<f64>,
    closed: Vec<bool>,
    /// Closed points, sorted.
    set: Vec<usize>,
    residual: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
    preconditioned: Vec<f64>,
    /// Points that have just opened.
    opened: Vec<usize>,
}

/// How far to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ContactLimits {
    /// Largest error of a closed gap, as a share of the deepest overlap without forces.
    pub residual: f64,
    /// Most products of one linear system.
    pub products: usize,
}

impl Default for ContactLimits {
    fn default() -> Self {
        Self { residual: 1e-9, products: 2000 }
    }
}

/// Work done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ContactWork {
    /// Sets of closed points tried.
    pub exchanges: usize,
    /// Products with the compliance of closed points.
    pub products: usize,
}

impl std::ops::AddAssign for ContactWork {
    fn add_assign(&mut self, other: Self) {
        self.exchanges += other.exchanges;
        self.products += other.products;
    }
}

impl ContactSet {
    /// Storage for so many points, of which none is closed.
    pub fn new(points: usize) -> Self {
        let zero = || vec![0.0; points];
        Self {
            force: zero(),
            gap: zero(),
            closed: vec![false; points],
            set: Vec::with_capacity(points),
            residual: zero(),
            direction: zero(),
            product: zero(),
            preconditioned: zero(),
            opened: Vec::with_capacity(points),
        }
    }

    /// f, zero at points that are open.
    pub fn force(&self) -> &[f64] {
        &self.force
    }

    /// g at the candidates of the last solution.
    pub fn gap(&self) -> &[f64] {
        &self.gap
    }

    /// Closed points, sorted.
    pub fn closed(&self) -> &[usize] {
        &self.set
    }

    /// Forgets the last solution: nothing touches.
    pub fn forget(&mut self) {
        self.set.clear();
        self.closed.fill(false);
        self.force.fill(0.0);
    }

    /// Solves for these gaps without forces (`gap[i]` for every candidate i), from the last solution.
    pub fn solve<C: Compliance>(
        &mut self,
        compliance: &mut C,
        gap: &[f64],
        candidates: &[usize],
        limits: &ContactLimits,
    ) -> Result<ContactWork, ComplementarityError> {
        let mut work = ContactWork::default();
        let deepest = candidates.iter().fold(0.0_f64, |d, &i| d.max(-gap[i]));
        self.begin(gap, candidates);
        if deepest <= 0.0 {
            return Ok(work);
        }
        if self.set.iter().any(|&i| self.force[i] != 0.0) {
            compliance.apply((&self.force, &self.set), (&mut self.product, candidates));
            candidates.iter().for_each(|&i| self.gap[i] += self.product[i]);
            work.products += 1;
        }
        let most = 60 + 10 * candidates.len();
        let (mut best, mut patience) = (usize::MAX, PATIENCE);
        let mut share = ROUGH.max(limits.residual);
        for exchange in 1..=most {
            work.exchanges = exchange;
            let last = patience == 0 || share <= limits.residual;
            let goal = if last { limits.residual } else { share };
            self.close(compliance, (candidates, goal * deepest), limits, &mut work)?;
            let count = self.wrong(candidates, DOUBT * goal * deepest).count();
            if count == 0 && last {
                self.settle(candidates);
                return Ok(work);
            }
            if exchange == most {
                return Err(ComplementarityError::Cycling { pivots: exchange, wrong: count, total: candidates.len() });
            }
            // The nearer the set is to its end, the better its forces must be known.
            share = (share * if 20 * count < self.set.len() { 1e-4 } else { 0.1 }).max(limits.residual);
            if count < best {
                (best, patience) = (count, PATIENCE.max(patience));
            } else {
                patience = patience.saturating_sub(1);
            }
            let single = last && patience == 0;
            self.exchange(compliance, candidates, DOUBT * goal * deepest, if single { 1 } else { usize::MAX });
        }
        Err(ComplementarityError::Cycling { pivots: most, wrong: best, total: candidates.len() })
    }

    /// `x = C⁻¹ b` among the closed points of the last solution, from the x that is there; elsewhere x is not touched.
    ///
    /// Residuals are below `residual` times the largest of b.
    pub fn solve_closed<C: Compliance>(
        &mut self,
        compliance: &mut C,
        right: &[f64],
        x: &mut [f64],
        limits: &ContactLimits,
    ) -> Result<usize, ComplementarityError> {
        let mut work = ContactWork::default();
        let largest = self.set.iter().fold(0.0_f64, |m, &i| m.max(right[i].abs()));
        self.set.iter().for_each(|&i| self.residual[i] = right[i]);
        // The forces lend their place to x.
        self.set.iter().for_each(|&i| std::mem::swap(&mut self.force[i], &mut x[i]));
        let solved = self.right_side_solved(compliance, limits.residual * largest, limits, &mut work);
        self.set.iter().for_each(|&i| std::mem::swap(&mut self.force[i], &mut x[i]));
        solved.map(|()| work.products)
    }

    /// Where the last solution cannot hold any more it is given up; where it is of no use, all that overlaps is closed.
    fn begin(&mut self, gap: &[f64], candidates: &[usize]) {
        let mut candidate = candidates.iter().copied().peekable();
        for &i in &self.set {
            while candidate.next_if(|&c| c < i).is_some() {}
            if candidate.peek() != Some(&i) {
                self.closed[i] = false;
                self.force[i] = 0.0;
            }
        }
        if !self.set.iter().any(|&i| self.closed[i]) {
            candidates.iter().for_each(|&i| self.closed[i] = gap[i] < 0.0);
        }
        self.gather(candidates);
        candidates.iter().for_each(|&i| self.gap[i] = gap[i]);
        if candidates.iter().all(|&i| gap[i] >= 0.0) {
            self.set.iter().for_each(|&i| (self.closed[i], self.force[i]) = (false, 0.0));
            self.set.clear();
        }
    }

    fn gather(&mut self, candidates: &[usize]) {
        self.set.clear();
        self.set.extend(candidates.iter().copied().filter(|&i| self.closed[i]));
    }

    /// Candidates whose force or gap has the wrong sign.
    fn wrong<'a>(&'a self, candidates: &'a [usize], tiny: f64) -> impl Iterator<Item = usize> + 'a {
        candidates.iter().copied().filter(
            move |&i| {
                if self.closed[i] { self.force[i] < 0.0 } else { self.gap[i] < -tiny }
            },
        )
    }

    fn exchange<C: Compliance>(&mut self, compliance: &mut C, candidates: &[usize], tiny: f64, most: usize) {
        let mut left = most;
        // Points that open take their forces with them.
        self.opened.clear();
        for &i in candidates {
            let wrong = if self.closed[i] { self.force[i] < 0.0 } else { self.gap[i] < -tiny };
            if wrong && left > 0 {
                self.closed[i] = !self.closed[i];
                if !self.closed[i] {
                    self.opened.push(i);
                }
                left -= 1;
            }
        }
        if !self.opened.is_empty() {
            compliance.apply((&self.force, &self.opened), (&mut self.product, candidates));
            candidates.iter().for_each(|&i| self.gap[i] -= self.product[i]);
            self.opened.iter().for_each(|&i| self.force[i] = 0.0);
        }
        self.gather(candidates);
    }

    /// Closed gaps are closed, open ones not negative.
    fn settle(&mut self, candidates: &[usize]) {
        for &i in candidates {
            self.gap[i] = if self.closed[i] { 0.0 } else { self.gap[i].max(0.0) };
        }
    }

    /// Brings the gaps of the closed points below a goal; those of the other candidates follow.
    fn close<C: Compliance>(
        &mut self,
        compliance: &mut C,
        (candidates, goal): (&[usize], f64),
        limits: &ContactLimits,
        work: &mut ContactWork,
    ) -> Result<(), ComplementarityError> {
        let Self { force: f, gap: g, set, residual: r, direction: d, product: q, preconditioned: z, .. } = self;
        let (closed, total) = (set.len(), f.len());
        let indefinite = || ComplementarityError::Indefinite { closed, total };
        let mut before = 0.0;
        for step in 0..limits.products {
            if set.iter().all(|&i| g[i].abs() <= goal) {
                return Ok(());
            }
            set.iter().for_each(|&i| r[i] = -g[i]);
            compliance.precondition(r, z, set);
            let now: f64 = set.iter().map(|&i| r[i] * z[i]).sum();
            let share = if step == 0 { 0.0 } else { now / before };
            set.iter().for_each(|&i| d[i] = z[i] + share * d[i]);
            compliance.apply((d, set), (q, candidates));
            work.products += 1;
            let curvature: f64 = set.iter().map(|&i| d[i] * q[i]).sum();
            if !(curvature > 0.0 && now > 0.0) {
                return Err(indefinite());
            }
            let length = now / curvature;
            set.iter().for_each(|&i| f[i] += length * d[i]);
            candidates.iter().for_each(|&i| g[i] += length * q[i]);
            before = now;
        }
        Err(indefinite())
    }

    /// Solves C f = b on the closed points from the forces that are there; b is where the residual is.
    fn right_side_solved<C: Compliance>(
        &mut self,
        compliance: &mut C,
        goal: f64,
        limits: &ContactLimits,
        work: &mut ContactWork,
    ) -> Result<(), ComplementarityError> {
        let Self { force: f, set, residual: r, direction: d, product: q, preconditioned: z, .. } = self;
        let (closed, total) = (set.len(), f.len());
        let indefinite = || ComplementarityError::Indefinite { closed, total };
        if set.iter().any(|&i| f[i] != 0.0) {
            compliance.apply((f, set), (q, set));
            set.iter().for_each(|&i| r[i] -= q[i]);
            work.products += 1;
        }
        let mut before = 0.0;
        for step in 0..limits.products {
            if set.iter().all(|&i| r[i].abs() <= goal) {
                return Ok(());
            }
            compliance.precondition(r, z, set);
            let now: f64 = set.iter().map(|&i| r[i] * z[i]).sum();
            let share = if step == 0 { 0.0 } else { now / before };
            set.iter().for_each(|&i| d[i] = z[i] + share * d[i]);
            compliance.apply((d, set), (q, set));
            work.products += 1;
            let curvature: f64 = set.iter().map(|&i| d[i] * q[i]).sum();
            if !(curvature > 0.0 && now > 0.0) {
                return Err(indefinite());
            }
            let length = now / curvature;
            for &i in set.iter() {
                f[i] += length * d[i];
                r[i] -= length * q[i];
            }
            before = now;
        }
        Err(indefinite())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Complementarity, DenseCompliance};
    use super::*;
    use nalgebra::DMatrix;
    use proptest::prelude::*;

    fn tight() -> ContactLimits {
        ContactLimits { residual: 1e-12, products: 10_000 }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        /// Dense compliances whose rows have both signs, and candidates that leave some points out.
        #[test]
        fn the_set_is_that_of_pivoting(n in 2_usize..40, seed in any::<u64>()) {
            let mut state = seed | 1;
            let mut noise = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
            };
            let root = DMatrix::from_fn(n, n, |_, _| noise());
            let compliance = &root * root.transpose() + DMatrix::identity(n, n) * 0.05;
            let mut contact = ContactSet::new(n);
            // Twice: the second search begins from the first one's end.
            for round in 0..2 {
                let gap: Vec<f64> = (0..n).map(|_| noise()).collect();
                let some: Vec<usize> = (0..n).filter(|i| round == 0 || i % 5 != 0).collect();
                let part = DMatrix::from_fn(some.len(), some.len(), |i, j| compliance[(some[i], some[j])]);
                let gaps: Vec<f64> = some.iter().map(|&i| gap[i]).collect();
                let guide = DMatrix::zeros(some.len(), 0);
                let pivoting = Complementarity { compliance: &part, gap: &gaps, guide: &guide, force: &[] };
                let judge = pivoting.solve(&vec![true; some.len()]).expect("positive definite");
                contact.solve(&mut DenseCompliance(&compliance), &gap, &some, &tight()).expect("positive definite");
                let largest = judge.pressure.iter().fold(1.0_f64, |m, p| m.max(p.abs()));
                for (k, &i) in some.iter().enumerate() {
                    prop_assert!((contact.force()[i] - judge.pressure[k]).abs() < 1e-8 * largest);
                    prop_assert!((contact.gap()[i] - judge.gap[k]).abs() < 1e-8);
                }
                let right: Vec<f64> = (0..n).map(|_| noise()).collect();
                let mut x = vec![0.0; n];
                contact.solve_closed(&mut DenseCompliance(&compliance), &right, &mut x, &tight()).expect("definite");
                for &i in contact.closed() {
                    let sum: f64 = contact.closed().iter().map(|&j| compliance[(i, j)] * x[j]).sum();
                    prop_assert!((sum - right[i]).abs() < 1e-9);
                }
            }
        }
    }

    /// A string of n points under unit tension hangs between its ends, a load of one on every point, above a floor at
    /// depth h = k²/2: its free ends are parabolas of length k that meet the floor level, the rest lies on it.
    #[test]
    fn a_hanging_string_meets_the_floor_where_its_parabolas_end() {
        let (n, k) = (41_usize, 9_usize);
        // Green's function of −u″ = f on n points between fixed ends.
        let green = |i: usize, j: usize| {
            let (a, b) = (i.min(j) + 1, i.max(j) + 1);
            a as f64 * (n + 1 - b) as f64 / (n + 1) as f64
        };
        let compliance = DMatrix::from_fn(n, n, green);
        let h = (k * k) as f64 / 2.0;
        // The string sags by s under its load without the obstacle: gap = h − s, and reactions lift it.
        let gap: Vec<f64> = (1..=n).map(|i| h - (i * (n + 1 - i)) as f64 / 2.0).collect();
        let all: Vec<usize> = (0..n).collect();
        let mut contact = ContactSet::new(n);
        contact.solve(&mut DenseCompliance(&compliance), &gap, &all, &tight()).expect("positive definite");
        for i in 1..=n {
            let from_end = i.min(n + 1 - i);
            let (lifted, force) = match from_end {
                d if d < k => (((k - d) * (k - d)) as f64 / 2.0, 0.0),
                // Half of the point's share hangs on the free end.
                d if d == k => (0.0, 0.5),
                _ => (0.0, 1.0),
            };
            assert!((contact.gap()[i - 1] - lifted).abs() < 1e-9, "{i}: {} {lifted}", contact.gap()[i - 1]);
            assert!((contact.force()[i - 1] - force).abs() < 1e-9, "{i}: {} {force}", contact.force()[i - 1]);
        }
    }

    #[test]
    fn what_does_not_overlap_does_not_touch_whatever_touched_before() {
        let compliance = DMatrix::identity(3, 3);
        let mut contact = ContactSet::new(3);
        let mut solve = |gap: &[f64]| {
            contact.solve(&mut DenseCompliance(&compliance), gap, &[0, 1, 2], &tight()).expect("identity");
            contact.force().to_vec()
        };
        assert_eq!(solve(&[-1.0, 0.5, -2.0]), vec![1.0, 0.0, 2.0]);
        assert_eq!(solve(&[1.0, 0.5, 2.0]), vec![0.0; 3]);
        assert_eq!(solve(&[1.0, -0.5, 2.0]), vec![0.0, 0.5, 0.0]);
    }
}
