//! A pair of surfaces with surrogates along a motion.
//!
//! A condyle on a nearly flat insert touches now here, now there: its wrench has a kink wherever a spot opens or closes, and
//! no smooth function follows it. The gaps of its cells are smooth; they are fitted (`gap_fit.rs`), piece by piece along a
//! tube of poses around the motion, and the wrench follows from them (`bound.rs`).
//!
//! Poses are sampled as [Lin2010] samples them: loads, not penetrations, are drawn, and the coordinate to which the force is
//! most sensitive is solved for; where the first fit errs most, poses are added.

use std::sync::Arc;

use numerics::sampling::{Points, Random, draw_latin_hypercube, draw_sobol_sequence};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::cells::Cutter;
use super::gap_fit::{GapFit, GapSamples};
use super::tube::{Stretch, cut_stretches};
use super::{
    BoundPair, ContactAccuracy, ContactSample, Domain, ElasticContact, Range, SURROGATE_VERSION, SurrogateError,
    SurrogateSettings, TubeSettings, compute_pose, draw_contact_samples,
};
use crate::contact::surfaces::{Body, Carried, Fields, Push, SurfacePair, Twist};

/// What stands for a pair of surfaces around a motion. Friction and dissipation are no part of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PairSurrogate {
    version: u32,
    /// Who made it, from what.
    pub origin: String,
    /// Fingerprint of the pair with its regions, without friction and dissipation.
    contact: String,
    /// The motions around which it was fitted, in coordinates ([`super::compute_coordinates`]).
    motions: Vec<Vec<[f64; 6]>>,
    pieces: Vec<GapFit>,
    accuracy: ContactAccuracy,
    provenance: PairProvenance,
}

/// What a surrogate of a pair was made from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct PairProvenance {
    /// Poses it has learnt from.
    pub samples: usize,
    /// Poses that were left out: no such load there, or over an edge.
    pub infeasible: usize,
    /// Poses at which the whole pair was evaluated.
    pub evaluations: usize,
    /// Seed of the design.
    pub seed: u64,
}

/// The coordinate along which bodies part.
const SENSITIVE: usize = 1;
/// Least load that is sampled, in N.
const LEAST: f64 = 5.0;
/// Heights beyond those of the sampled loads, in m.
const AROUND: f64 = 30e-6;
/// Share of the samples at which the gap of a point has to be known.
const KNOWN: f64 = 0.4;
/// Gaps up to which a point counts as one that may touch, in m.
const NEARLY: f32 = 10e-6;
/// Points that are enough to find the height of a load: every n-th.
const ROUGH: usize = 6;

/// Poses around some motions with the gaps of all cells that touch there, and the whole pair on poses to judge by. One
/// design serves fits of every kind.
#[derive(Clone)]
pub struct PairDesign {
    pair: Arc<SurfacePair>,
    origin: String,
    contact: String,
    motions: Vec<Vec<[f64; 6]>>,
    pieces: Vec<PieceDesign>,
    held_out: Vec<ContactSample>,
    provenance: PairProvenance,
}

#[derive(Debug, Clone)]
struct PieceDesign {
    ranges: [[f64; 2]; 6],
    samples: GapSamples,
}

/// What a design draws from.
struct Source<'a> {
    /// What is to be replaced.
    elastic: &'a Arc<SurfacePair>,
    points: &'a [Option<Carried>],
    /// Few points, to find heights.
    rough: &'a SurfacePair,
    settings: SurrogateSettings,
    tube: &'a TubeSettings,
}

impl PairDesign {
    /// Draws poses for every piece of the tube around some motions; before each `go_on` is asked with the share that is done.
    ///
    /// # Errors
    /// When points are not those of the base alone or push along their own normals, the surfaces do not touch along the
    /// motions, or it is not to go on.
    pub fn draw(
        pair: &SurfacePair,
        motions: &[Vec<[f64; 6]>],
        (tube, settings): (&TubeSettings, &SurrogateSettings),
        origin: &str,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<Self, SurrogateError> {
        let on_base = pair.sides() == 1 && pair.carrier(0) == Body::Base;
        if !on_base || pair.settings().push != Push::ShortestWay {
            return Err(SurrogateError::OtherPoints);
        }
        if motions.iter().all(Vec::is_empty) {
            return Err(SurrogateError::NoMotion);
        }
        let elastic = Arc::new(pair.elastic());
        let points = elastic.carried_by_number();
        let rough = elastic.thinned(ROUGH);
        let mut design = Self {
            pair: elastic.clone(),
            origin: origin.into(),
            contact: elastic.fingerprint(),
            motions: motions.to_vec(),
            pieces: Vec::new(),
            held_out: Vec::new(),
            provenance: PairProvenance { seed: settings.seed, ..PairProvenance::default() },
        };
        let stretches = cut_stretches(motions, tube, SENSITIVE);
        for (index, stretch) in stretches.iter().enumerate() {
            if !go_on(index as f64 / stretches.len() as f64) {
                return Err(SurrogateError::Stopped);
            }
            let settings = SurrogateSettings { seed: settings.seed + index as u64, ..*settings };
            let source = Source { elastic: &elastic, points: &points, rough: &rough, settings, tube };
            source.draw_piece(stretch, &mut design)?;
        }
        Ok(design)
    }

    /// Fits the gaps of every piece, and judges the whole by the poses held out.
    ///
    /// # Errors
    /// When there are too few samples.
    pub fn fit(&self, settings: &SurrogateSettings) -> Result<PairSurrogate, SurrogateError> {
        let fit = |piece: &PieceDesign| GapFit::new(&piece.samples, &piece.ranges, settings);
        let pieces = self.pieces.par_iter().map(fit).collect::<Result<Vec<_>, _>>()?;
        let mut surrogate = self.around(pieces);
        let bound = self.bind(&surrogate)?;
        surrogate.accuracy = bound.compute_accuracy(&self.held_out);
        Ok(surrogate)
    }

    /// A surrogate of this design with its pair, ready to evaluate.
    ///
    /// # Errors
    /// When it is not one of the design.
    pub fn bind(&self, surrogate: &PairSurrogate) -> Result<BoundPair, SurrogateError> {
        BoundPair::bind(Arc::new(surrogate.clone()), self.pair.clone())
    }

    fn around(&self, pieces: Vec<GapFit>) -> PairSurrogate {
        PairSurrogate {
            version: SURROGATE_VERSION,
            origin: self.origin.clone(),
            contact: self.contact.clone(),
            motions: self.motions.clone(),
            pieces,
            accuracy: ContactAccuracy::default(),
            provenance: self.provenance,
        }
    }

    /// The poses held out, with what the whole pair does there.
    pub fn held_out(&self) -> &[ContactSample] {
        &self.held_out
    }

    /// What it took.
    pub fn provenance(&self) -> &PairProvenance {
        &self.provenance
    }
}

impl Source<'_> {
    /// Samples of a piece: heights of loads, a box around them, and where the first fit errs most.
    fn draw_piece(&self, stretch: &Stretch, design: &mut PairDesign) -> Result<(), SurrogateError> {
        let settings = &self.settings;
        let domain = Domain { ranges: stretch.ranges, sensitive: SENSITIVE, loads: self.loads(stretch) };
        let by_load = draw_sobol_sequence(settings.initial, 6, Some(&mut Random::of_run(settings.seed, 0)))?;
        let mut coordinates = self.solve(&domain, &by_load, design)?;
        if coordinates.is_empty() {
            return Err(SurrogateError::Infeasible { feasible: 0, asked: settings.initial });
        }
        let mut ranges = stretch.ranges.map(|range| match range {
            Range::Varied { middle, half } => [middle, half],
            Range::Indifferent => [0.0, std::f64::consts::PI],
        });
        let heights = coordinates.iter().chain(&stretch.poses).map(|at| at[SENSITIVE]);
        let (low, high) = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), y| (l.min(y), h.max(y)));
        ranges[SENSITIVE] = [0.5 * (low + high), 0.5 * (high - low) + AROUND];
        let in_box = draw_latin_hypercube(settings.initial / 2, 6, &mut Random::of_run(settings.seed, 1));
        let in_box: Vec<[f64; 6]> = in_box
            .rows()
            .map(|row| std::array::from_fn(|axis| ranges[axis][0] + ranges[axis][1] * (2.0 * row[axis] - 1.0)))
            .collect();
        let mut piece = PieceDesign { ranges, samples: self.compute_gaps(&coordinates, &in_box) };
        if settings.refinement > 0 {
            coordinates.extend(self.find_worst(&domain, &piece, design)?);
            piece.samples = self.compute_gaps(&coordinates, &in_box);
        }
        coordinates.extend(in_box);
        design.provenance.samples += coordinates.len();
        design.provenance.evaluations += coordinates.len();
        let judges = draw_latin_hypercube(settings.held_out, 6, &mut Random::of_run(settings.seed, 3));
        let judges = self.solve(&domain, &judges, design)?;
        design.held_out.extend(self.evaluate(&judges));
        design.pieces.push(piece);
        Ok(())
    }

    /// Least and greatest load of a stretch, with the tube's margin.
    fn loads(&self, stretch: &Stretch) -> [f64; 2] {
        let forces = self.evaluate(&stretch.poses).into_iter().map(|sample| sample.loads.force());
        let (least, greatest) = forces.fold((f64::INFINITY, 0.0f64), |(l, g), force| (l.min(force), g.max(force)));
        let least = (self.tube.loads[0] * least).max(LEAST);
        [least, (self.tube.loads[1] * greatest).max(2.0 * least)]
    }

    /// The poses with the loads of a design.
    fn solve(
        &self,
        domain: &Domain,
        points: &Points,
        design: &mut PairDesign,
    ) -> Result<Vec<[f64; 6]>, SurrogateError> {
        let (solved, _) = draw_contact_samples(self.rough, domain, points)?;
        design.provenance.infeasible += solved.iter().filter(|sample| sample.is_none()).count();
        Ok(solved.into_iter().flatten().map(|sample| sample.coordinates).collect())
    }

    /// What the whole pair does at poses.
    fn evaluate(&self, poses: &[[f64; 6]]) -> Vec<ContactSample> {
        let one = |scratch: &mut _, coordinates: &[f64; 6]| {
            let loads = ElasticContact::evaluate(&**self.elastic, &compute_pose(coordinates), scratch);
            ContactSample { coordinates: *coordinates, loads }
        };
        poses.par_iter().map_init(|| ElasticContact::scratch(&**self.elastic), one).collect()
    }

    /// Gaps at poses with a load and at others, of cells of all points that touch at one of the former.
    fn compute_gaps(&self, loaded: &[[f64; 6]], others: &[[f64; 6]]) -> GapSamples {
        let one = |(scratch, fields): &mut (_, Fields), at: &[f64; 6]| -> Vec<f32> {
            self.elastic.compute_fields(0, self.tube.reach, (&compute_pose(at), &Twist::REST), scratch, fields);
            fields.gap.iter().map(|gap| *gap as f32).collect()
        };
        let coordinates: Vec<[f64; 6]> = loaded.iter().chain(others).copied().collect();
        let all: Vec<Vec<f32>> =
            coordinates.par_iter().map_init(|| (self.elastic.scratch(), Fields::default()), one).collect();
        let touches = |&number: &usize| {
            let known = all.iter().filter(|gaps| gaps[number].is_finite()).count();
            self.points[number].is_some()
                && known as f64 >= KNOWN * all.len() as f64
                && all[..loaded.len()].iter().any(|gaps| gaps[number] < NEARLY)
        };
        let numbers: Vec<u32> = (0..self.points.len()).filter(touches).map(|number| number as u32).collect();
        let deepest = |gaps: &Vec<f32>| -gaps.iter().fold(0.0f32, |least, gap| gap.min(least));
        let depths: Vec<f32> = all[..loaded.len()].iter().map(deepest).collect();
        let cutter = Cutter { points: self.points, gaps: &all, depths: &depths, spread: self.tube.spread };
        let cells = cutter.cut(&numbers);
        let means = |pose: usize| cells.iter().map(|cell| cutter.mean_gap(cell, pose).map(|gap| gap as f32)).collect();
        let gaps = (0..coordinates.len()).into_par_iter().map(means).collect();
        GapSamples { coordinates, cells, gaps }
    }

    /// Of twice as many poses as asked for, those where a first fit errs most.
    fn find_worst(
        &self,
        domain: &Domain,
        piece: &PieceDesign,
        design: &mut PairDesign,
    ) -> Result<Vec<[f64; 6]>, SurrogateError> {
        let settings = &self.settings;
        let points = draw_latin_hypercube(2 * settings.refinement, 6, &mut Random::of_run(settings.seed, 2));
        let poses = self.solve(domain, &points, design)?;
        design.provenance.evaluations += poses.len();
        let fit = GapFit::new(&piece.samples, &piece.ranges, settings)?;
        let bound = BoundPair::bind(Arc::new(design.around(vec![fit])), self.elastic.clone())?;
        let mut scratch = bound.scratch();
        scratch.beyond = true;
        let mut judged: Vec<(f64, [f64; 6])> = Vec::new();
        for sample in self.evaluate(&poses) {
            let Some(said) = bound.evaluate_loads(&compute_pose(&sample.coordinates), &mut scratch) else { continue };
            let wrong = (said.wrench - sample.loads.wrench).fixed_rows::<3>(0).norm();
            judged.push((wrong / sample.loads.force(), sample.coordinates));
        }
        judged.sort_by(|a, b| b.0.total_cmp(&a.0));
        Ok(judged.into_iter().take(settings.refinement).map(|(_, coordinates)| coordinates).collect())
    }
}

impl BoundPair {
    /// Compares it with samples of the pair; those outside of its domain do not count.
    pub fn compute_accuracy(&self, samples: &[ContactSample]) -> ContactAccuracy {
        let mut scratch = self.scratch();
        let said = samples.iter().filter_map(|sample| {
            Some((*sample, self.evaluate_loads(&compute_pose(&sample.coordinates), &mut scratch)?))
        });
        let (samples, said): (Vec<ContactSample>, Vec<_>) = said.unzip();
        let mut said = said.into_iter();
        ContactAccuracy::of(&samples, |sample| said.next().unwrap_or(sample.loads))
    }
}

impl PairSurrogate {
    /// Says whether it was fitted to this pair.
    ///
    /// # Errors
    /// When the surfaces, the lining, the regions or the points are others, or it was stored by another version.
    pub fn check(&self, pair: &SurfacePair) -> Result<(), SurrogateError> {
        if self.version != SURROGATE_VERSION {
            return Err(SurrogateError::Version { found: self.version });
        }
        let (found, expected) = (self.contact.clone(), pair.elastic().fingerprint());
        if found == expected { Ok(()) } else { Err(SurrogateError::OtherContact { found, expected }) }
    }

    /// Its errors on poses held out, whole wrenches against the whole pair.
    pub fn accuracy(&self) -> &ContactAccuracy {
        &self.accuracy
    }

    /// Root of the mean square of the leave-one-out errors of its gaps, in m.
    pub fn leave_one_out(&self) -> f64 {
        let squares: f64 = self.pieces.iter().map(|piece| piece.leave_one_out * piece.leave_one_out).sum();
        (squares / self.pieces.len().max(1) as f64).sqrt()
    }

    /// What it was made from.
    pub fn provenance(&self) -> &PairProvenance {
        &self.provenance
    }

    /// Pieces of the motion.
    pub fn size(&self) -> usize {
        self.pieces.len()
    }

    /// The motions around which it was fitted.
    pub fn motions(&self) -> &[Vec<[f64; 6]>] {
        &self.motions
    }

    pub(super) fn pieces(&self) -> &[GapFit] {
        &self.pieces
    }

    pub(super) fn contact(&self) -> &str {
        &self.contact
    }
}
