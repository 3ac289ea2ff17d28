//! What a surrogate of a pair says at a pose: gaps from the fit, everything else as the pair itself has it.
//!
//! With the fitted gaps ĝᵢ(q) of the cells, the area a, the law p = −e′ and N = a p:
//!
//! `F_q = Σ Nᵢ ∇ĝᵢ`, `∂F_q/∂q = Σ aᵢ p′ ∇ĝᵢ∇ĝᵢᵀ + Σ_k s_k ∇²φ_k`, `s_k = Σ Nᵢ cᵢₖ`
//!
//! are minus the gradient of the fitted energy `Σ aᵢ e(ĝᵢ)` and its exact derivatives: no energy is made, however rough the
//! fit. With the rates `dq = B ξ` of the coordinates the wrench is `W = BᵀF_q`.
//!
//! *Pitfalls*: in the derivatives of friction the turning of the normals is left out.

use std::fmt;
use std::sync::Arc;

use nalgebra::{Isometry3, Matrix3, Matrix6, Vector3};
use numerics::regression::Table;
use pulp::Arch;

use super::add_up::{AddUp, Sums};
use super::coordinates::{angle_slopes, angle_slopes_changes};
use super::gap_fit::GapFit;
use super::lanes::{Lanes, NOTHING};
use super::piece::{Approach, Gaps, Piece};
use super::{Loads, PairSurrogate, SurrogateError, compute_coordinates};
use crate::contact::surfaces::{PatchSummary, Response, Slopes, SurfacePair, Twist, finish_patch};

/// A surrogate with the pair that it stands for: constant, and shared by all threads.
#[derive(Clone)]
pub struct BoundPair {
    pub(super) pair: Arc<SurfacePair>,
    surrogate: Arc<PairSurrogate>,
    pieces: Vec<Piece>,
    needs_approach: bool,
    arch: Arch,
}

/// What evaluations work with, and how many there were.
#[derive(Debug, Clone)]
pub struct PairScratch {
    tables: Vec<Table>,
    gaps: Vec<Lanes>,
    by_function: Vec<Lanes>,
    /// The deepest point of every region, and of what is outside of all; only where a law asks for it.
    approaches: Vec<Option<Approach>>,
    whole: PatchSummary,
    regions: Vec<PatchSummary>,
    /// The piece to stay with as long as it holds the pose: pieces differ a little where they meet, and a search that
    /// changes between them does not end.
    held: Option<usize>,
    /// Whether the last pose was inside of the domain.
    pub inside: bool,
    /// Whether to go on beyond the domain, to lead a search back to it.
    pub beyond: bool,
    /// Whether derivatives by the twist, and all of the patch but its forces, can be left out: a search for a place of rest
    /// does not ask for them.
    pub at_rest: bool,
    /// Poses asked for so far.
    pub evaluations: u64,
    /// Those among them that were outside of the domain.
    pub outside: u64,
}

impl PairScratch {
    /// Begins anew: the next evaluation takes the piece that is nearest.
    pub fn let_go(&mut self) {
        self.held = None;
    }

    /// The patch of the last evaluation.
    pub fn patch(&self) -> &PatchSummary {
        &self.whole
    }

    /// The patch of the last evaluation by region, in their order.
    pub fn regions(&self) -> &[PatchSummary] {
        &self.regions
    }
}

/// What is the same for all cells of an evaluation.
pub(super) struct Asked<'a> {
    pub origin: Vector3<f64>,
    pub twist: &'a Twist,
    /// dq/dt.
    pub rates: [f64; 6],
    pub angles: Matrix3<f64>,
    pub with_slopes: bool,
    pub at_rest: bool,
}

impl fmt::Debug for BoundPair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("BoundPair").field("pieces", &self.pieces.len()).finish_non_exhaustive()
    }
}

impl BoundPair {
    /// Puts a surrogate in the place of a pair.
    ///
    /// # Errors
    /// When it was fitted to another one.
    pub fn new(surrogate: Arc<PairSurrogate>, pair: Arc<SurfacePair>) -> Result<Self, SurrogateError> {
        surrogate.check(&pair)?;
        Self::bind(surrogate, pair)
    }

    pub(super) fn bind(surrogate: Arc<PairSurrogate>, pair: Arc<SurfacePair>) -> Result<Self, SurrogateError> {
        let known = surrogate.motions().iter().flatten().flatten().all(|x| x.is_finite());
        if !(known && surrogate.pieces().iter().all(GapFit::is_sound)) {
            return Err(SurrogateError::Damaged { what: "the fits of its gaps" });
        }
        let points = pair.carried_by_number();
        let pieces = surrogate.pieces().iter().map(|fit| Piece::new(fit, &points)).collect::<Option<Vec<_>>>();
        let Some(pieces) = pieces else {
            let (found, expected) = ("points that the pair does not have".into(), surrogate.contact().into());
            return Err(SurrogateError::OtherContact { found, expected });
        };
        let needs_approach = points.iter().flatten().any(|point| point.law.needs_approach());
        Ok(Self { pair, surrogate, pieces, needs_approach, arch: Arch::new() })
    }

    /// What was fitted.
    pub fn surrogate(&self) -> &Arc<PairSurrogate> {
        &self.surrogate
    }

    /// Storage for evaluations.
    pub fn scratch(&self) -> PairScratch {
        let most = |count: &dyn Fn(&Piece) -> usize| self.pieces.iter().map(count).max().unwrap_or(0);
        PairScratch {
            tables: self.pieces.iter().map(|piece| piece.functions.table()).collect(),
            gaps: vec![NOTHING; most(&|piece| piece.blocks.len())],
            by_function: vec![NOTHING; most(&|piece| piece.functions.count())],
            approaches: vec![None; self.pair.settings().regions.len() + 1],
            whole: PatchSummary::OPEN,
            regions: vec![PatchSummary::OPEN; self.pair.settings().regions.len()],
            held: None,
            inside: false,
            beyond: false,
            at_rest: false,
            evaluations: 0,
            outside: 0,
        }
    }

    /// Cells that the pieces have on average, and functions.
    pub fn size(&self) -> (f64, f64) {
        let mean = |of: &dyn Fn(&Piece) -> usize| {
            self.pieces.iter().map(|piece| of(piece) as f64).sum::<f64>() / self.pieces.len().max(1) as f64
        };
        (mean(&|piece| piece.cells.len()), mean(&|piece| piece.functions.count()))
    }

    /// The piece in whose middle a pose is most, and whether it is inside.
    fn nearest(&self, coordinates: &[f64; 6]) -> (usize, bool) {
        let mut nearest = (0, f64::INFINITY);
        for (index, piece) in self.pieces.iter().enumerate() {
            let off = piece.off_middle(coordinates);
            if off < nearest.1 {
                nearest = (index, off);
            }
        }
        (nearest.0, nearest.1 <= 1.0)
    }

    /// The piece that is held, or else the nearest one, which is held from now on.
    fn hold(&self, coordinates: &[f64; 6], scratch: &mut PairScratch) -> (usize, bool) {
        if let Some(held) = scratch.held
            && self.pieces[held].off_middle(coordinates) <= 1.0
        {
            return (held, true);
        }
        let (nearest, inside) = self.nearest(coordinates);
        scratch.held = inside.then_some(nearest);
        (nearest, inside)
    }

    /// What the pair does at rest, as the surrogate has it; none outside of the domain.
    pub fn evaluate_loads(&self, pose: &Isometry3<f64>, scratch: &mut PairScratch) -> Option<Loads> {
        scratch.let_go();
        let (response, _) = self.evaluate(pose, &Twist::REST, false, scratch)?;
        let PatchSummary { peak_pressure, area, centre, deepest, area_at_edge, .. } = scratch.whole;
        let share_at_edge = if area > 0.0 { area_at_edge / area } else { 0.0 };
        Some(Loads { wrench: response.wrench(), peak_pressure, area, centre, deepest, share_at_edge })
    }

    /// What the pair does at a pose and a twist, as the surrogate has it, and its derivatives where they are asked for;
    /// none, and counted, outside of the domain, unless the scratch goes beyond it. Allocates nothing.
    pub fn evaluate(
        &self,
        pose: &Isometry3<f64>,
        twist: &Twist,
        with_slopes: bool,
        scratch: &mut PairScratch,
    ) -> Option<(Response, Slopes)> {
        scratch.evaluations += 1;
        let coordinates = compute_coordinates(pose);
        let (index, mut inside) = self.hold(&coordinates, scratch);
        scratch.whole = PatchSummary::OPEN;
        scratch.inside = false;
        if !(inside || scratch.beyond) || self.pieces.is_empty() {
            scratch.outside += 1;
            return None;
        }
        let piece = &self.pieces[index];
        piece.functions.tabulate(&coordinates, &mut scratch.tables[index]);
        let deepest =
            self.arch.dispatch(Gaps { piece, values: scratch.tables[index].values(), gaps: &mut scratch.gaps });
        inside &= deepest <= 1.05 * piece.deepest;
        scratch.inside = inside;
        if !inside {
            scratch.outside += 1;
            if !scratch.beyond {
                return None;
            }
        }
        let angles = angle_slopes(coordinates[4], coordinates[5]);
        let turned = angles * twist.angular;
        let v = &twist.linear;
        let asked = Asked {
            origin: pose.translation.vector,
            twist,
            rates: [v.x, v.y, v.z, turned.x, turned.y, turned.z],
            angles,
            with_slopes,
            at_rest: scratch.at_rest,
        };
        let sums = self.add_up((piece, index), &asked, scratch);
        Some(finish(&sums, &asked, &coordinates, &scratch.whole))
    }

    fn add_up(&self, (piece, index): (&Piece, usize), asked: &Asked<'_>, scratch: &mut PairScratch) -> Sums {
        let PairScratch { tables, gaps, by_function, approaches, whole, regions, .. } = scratch;
        if self.needs_approach {
            piece.find_approaches(gaps, approaches);
        }
        *whole = PatchSummary { centre: Vector3::zeros(), ..PatchSummary::OPEN };
        regions.fill(*whole);
        let sums = self.arch.dispatch(AddUp {
            piece,
            settings: self.pair.settings(),
            asked,
            table: &tables[index],
            gaps,
            approaches,
            by_function: &mut by_function[..piece.functions.count()],
            whole,
            regions,
        });
        whole.force = sums.force.fixed_rows::<3>(0) + sums.rubbing.fixed_rows::<3>(0);
        whole.pressure_force = sums.pressure_force;
        finish_patch(whole);
        regions.iter_mut().for_each(finish_patch);
        sums
    }
}

/// From sums in coordinates to the wrench and its derivatives by increments of pose and twist.
fn finish(sums: &Sums, asked: &Asked<'_>, coordinates: &[f64; 6], whole: &PatchSummary) -> (Response, Slopes) {
    let turning = sums.force.fixed_rows::<3>(3).into_owned();
    let moment = asked.angles.tr_mul(&turning) + sums.rubbing.fixed_rows::<3>(3);
    let force = whole.force;
    let response = Response { force, moment, energy: sums.energy, dissipated_power: sums.power, quadrature_error: 0.0 };
    if !asked.with_slopes {
        return (response, Slopes { by_pose: Matrix6::zeros(), by_twist: Matrix6::zeros() });
    }
    let mut rates = Matrix6::identity();
    rates.fixed_view_mut::<3, 3>(3, 3).copy_from(&asked.angles);
    let mut by_pose = rates.tr_mul(&sums.by_coordinates) * rates;
    let by_rates = rates.tr_mul(&sums.by_rates);
    let [by_adduction, by_rotation] = angle_slopes_changes(coordinates[4], coordinates[5]);
    for axis in 0..3 {
        let change = by_adduction * asked.angles[(1, axis)] + by_rotation * asked.angles[(2, axis)];
        let bent = change.tr_mul(&turning);
        // The rates of the angles change with the angles, and the forces of dissipation with them.
        let faster = change * asked.twist.angular;
        let slowed = by_rates.fixed_view::<6, 3>(0, 3) * faster;
        for row in 0..6 {
            by_pose[(row, 3 + axis)] += slowed[row] + if row < 3 { 0.0 } else { bent[row - 3] };
        }
    }
    let by_twist = by_rates * rates + sums.rubbing_by_twist;
    (response, Slopes { by_pose: by_pose + sums.rubbing_by_pose, by_twist })
}
