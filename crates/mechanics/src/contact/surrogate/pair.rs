//! A pair of surfaces with surrogates along a motion.
//!
//! A condyle on a nearly flat insert touches now here, now there: its force has a kink wherever a spot opens or closes, and
//! no smooth function follows it. Cut into strips across, each strip is one spot, and the kinks are where its load vanishes:
//! that is known, w = 0. Along the motion the tube of poses is cut into pieces, each with fits of its own.

use std::cmp::Ordering;

use nalgebra::{Isometry3, Matrix3x6, Matrix6, Vector3, Vector6};
use numerics::sampling::{Random, draw_latin_hypercube};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::evaluate::Said;
use super::tube::{Stretch, cut_stretches, cut_strips};
use super::{
    ContactAccuracy, ContactDesign, ContactSample, Domain, ElasticContact, Loads, Range, SURROGATE_VERSION, Strip,
    Surrogate, SurrogateError, SurrogateScratch, SurrogateSettings, TubeSettings, compute_coordinates, compute_pose,
    draw_contact_samples,
};
use crate::contact::surfaces::SurfacePair;

/// What stands for a pair of surfaces around a motion. Friction is no part of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PairSurrogate {
    version: u32,
    /// Who made it, from what.
    pub origin: String,
    /// Fingerprint of the pair with its regions, without friction and dissipation.
    contact: String,
    /// The motions around which it was fitted, in coordinates ([`super::compute_coordinates`]).
    motions: Vec<Vec<[f64; 6]>>,
    strips: Vec<Strip>,
    pieces: Vec<Piece>,
    accuracy: ContactAccuracy,
    evaluations: u64,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Piece {
    ranges: [Range; 6],
    /// One a strip; none where the strip never touches.
    strips: Vec<Option<Surrogate>>,
}

/// The coordinate along which bodies part.
const SENSITIVE: usize = 1;
/// Least load of a strip, in N: below, nothing hangs on it.
const LEAST: f64 = 2.0;

/// What one strip does at a pose, in the frame of the base, with derivatives by increments of the pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StripLoads {
    /// Force on the follower, then moment about its origin; zero where it is open.
    pub wrench: Vector6<f64>,
    /// Centre of pressure; it means nothing where the strip is open.
    pub centre: Vector3<f64>,
    /// Derivatives of the wrench.
    pub wrench_slopes: Matrix6<f64>,
    /// Derivatives of the centre.
    pub centre_slopes: Matrix3x6<f64>,
}

impl StripLoads {
    const OPEN: Self = Self {
        wrench: Vector6::new(0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
        centre: Vector3::new(0.0, 0.0, 0.0),
        wrench_slopes: Matrix6::from_array_storage(nalgebra::ArrayStorage([[0.0; 6]; 6])),
        centre_slopes: Matrix3x6::from_array_storage(nalgebra::ArrayStorage([[0.0; 3]; 6])),
    };

    /// Whether it carries anything.
    pub fn pushes(&self) -> bool {
        self.wrench[0] != 0.0 || self.wrench[1] != 0.0 || self.wrench[2] != 0.0
    }
}

/// What evaluations work with, and how many there were.
#[derive(Debug, Clone)]
pub struct PairScratch {
    own: Vec<Vec<Option<SurrogateScratch>>>,
    loads: Vec<StripLoads>,
    /// Whether to go on beyond the domain, to lead a search back to it.
    pub beyond: bool,
    /// Poses asked for so far.
    pub evaluations: u64,
    /// Those among them that were outside of the domain.
    pub outside: u64,
}

impl PairScratch {
    /// Sum of the forces of the strips at the last pose.
    pub fn force(&self) -> f64 {
        self.loads.iter().map(|strip| strip.wrench.fixed_rows::<3>(0).norm()).sum()
    }
}

/// Poses around some motions with what every strip does there, and the whole pair on poses to judge by. One design serves
/// fits of every kind.
#[derive(Debug, Clone)]
pub struct PairDesign {
    origin: String,
    contact: String,
    motions: Vec<Vec<[f64; 6]>>,
    strips: Vec<Strip>,
    pieces: Vec<([Range; 6], Vec<Option<ContactDesign>>)>,
    held_out: Vec<ContactSample>,
}

impl PairDesign {
    /// Draws poses for every strip of every piece of the tube around some motions.
    ///
    /// # Errors
    /// When the pair has no regions, or the surfaces do not touch along the motions.
    pub fn draw(
        pair: &SurfacePair,
        motions: &[Vec<[f64; 6]>],
        (tube, settings): (&TubeSettings, &SurrogateSettings),
        origin: &str,
    ) -> Result<Self, SurrogateError> {
        let elastic = pair.elastic_part(|_| true)?;
        let all: Vec<[f64; 6]> = motions.iter().flatten().copied().collect();
        let strips = cut_strips(pair, &all, tube.strip);
        if strips.is_empty() || all.is_empty() {
            return Err(SurrogateError::NoMotion { regions: pair.settings().regions.len(), poses: all.len() });
        }
        let parts: Vec<Option<SurfacePair>> =
            strips.iter().map(|strip| pair.elastic_part(|at| strip.contains(pair, at)).ok()).collect();
        let (mut pieces, mut held_out) = (Vec::new(), Vec::new());
        for (index, stretch) in cut_stretches(motions, tube, SENSITIVE).iter().enumerate() {
            let settings = SurrogateSettings { seed: settings.seed + index as u64, ..*settings };
            let drawn = parts.iter().map(|part| match part {
                Some(part) => draw_strip(part, stretch, tube, &settings),
                None => Ok(None),
            });
            pieces.push((stretch.ranges, drawn.collect::<Result<_, _>>()?));
            held_out.extend(draw_judges(&elastic, stretch, tube, &settings)?);
        }
        let contact = fingerprint(pair, &elastic);
        Ok(Self { origin: origin.into(), contact, motions: motions.to_vec(), strips, pieces, held_out })
    }

    /// Fits every strip of every piece, and judges the whole by the poses held out.
    ///
    /// # Errors
    /// When there are too few samples.
    pub fn fit(&self, settings: &SurrogateSettings) -> Result<PairSurrogate, SurrogateError> {
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (ranges, designs) in &self.pieces {
            let fits = designs.par_iter().map(|design| design.as_ref().map(|one| one.fit(settings, None)).transpose());
            pieces.push(Piece { ranges: *ranges, strips: fits.collect::<Result<_, _>>()? });
        }
        let mut surrogate = PairSurrogate {
            version: SURROGATE_VERSION,
            origin: self.origin.clone(),
            contact: self.contact.clone(),
            motions: self.motions.clone(),
            strips: self.strips.clone(),
            pieces,
            accuracy: ContactAccuracy::default(),
            evaluations: 0,
        };
        surrogate.evaluations = surrogate.fits().map(|fit| fit.provenance().evaluations).sum();
        surrogate.accuracy = surrogate.compute_accuracy(&self.held_out);
        Ok(surrogate)
    }

    /// The poses held out, with what the whole pair does there.
    pub fn held_out(&self) -> &[ContactSample] {
        &self.held_out
    }
}

impl PairSurrogate {
    /// Compares it with samples of the whole pair; those outside of its domain do not count.
    pub fn compute_accuracy(&self, samples: &[ContactSample]) -> ContactAccuracy {
        let mut scratch = self.scratch();
        let said = samples.iter().filter_map(|sample| {
            let loads = self.evaluate_loads(&compute_pose(&sample.coordinates), &mut scratch)?;
            Some((*sample, add_up(&loads)))
        });
        let (samples, said): (Vec<ContactSample>, Vec<Loads>) = said.unzip();
        let mut said = said.into_iter();
        ContactAccuracy::of(&samples, |sample| said.next().unwrap_or(sample.loads))
    }

    /// Says whether it was fitted to this pair.
    ///
    /// # Errors
    /// When the surfaces, the lining, the regions or the points are others, or it was stored by another version.
    pub fn check(&self, pair: &SurfacePair) -> Result<(), SurrogateError> {
        if self.version != SURROGATE_VERSION {
            return Err(SurrogateError::Version { found: self.version });
        }
        let (found, expected) = (self.contact.clone(), fingerprint(pair, &pair.elastic_part(|_| true)?));
        if found == expected { Ok(()) } else { Err(SurrogateError::OtherContact { found, expected }) }
    }

    /// Its errors on poses held out, whole wrenches against the whole pair.
    pub fn accuracy(&self) -> &ContactAccuracy {
        &self.accuracy
    }

    /// Pieces, strips, and evaluations of strips that it took.
    pub fn size(&self) -> (usize, usize, u64) {
        (self.pieces.len(), self.strips.len(), self.evaluations)
    }

    /// Every fit of a strip along a piece.
    pub fn fits(&self) -> impl Iterator<Item = &Surrogate> {
        self.pieces.iter().flat_map(|piece| piece.strips.iter().flatten())
    }

    /// The region to which a strip belongs.
    pub fn region(&self, strip: usize) -> usize {
        self.strips[strip].region
    }

    /// The motions around which it was fitted.
    pub fn motions(&self) -> &[Vec<[f64; 6]>] {
        &self.motions
    }

    /// Storage for evaluations.
    pub fn scratch(&self) -> PairScratch {
        let own = |piece: &Piece| piece.strips.iter().map(|strip| strip.as_ref().map(Surrogate::scratch)).collect();
        PairScratch {
            own: self.pieces.iter().map(own).collect(),
            loads: vec![StripLoads::OPEN; self.strips.len()],
            beyond: false,
            evaluations: 0,
            outside: 0,
        }
    }

    /// The piece in whose middle a pose is most, and whether it is inside.
    fn nearest(&self, coordinates: &[f64; 6]) -> (usize, bool) {
        let off = |piece: &Piece| {
            let along = (0..6).filter(|&axis| axis != SENSITIVE).map(|axis| match piece.ranges[axis] {
                Range::Varied { middle, half } => (coordinates[axis] - middle).abs() / half,
                Range::Indifferent => 0.0,
            });
            along.fold(0.0, f64::max)
        };
        let distances = self.pieces.iter().map(off).enumerate();
        let nearest = distances.min_by(|a, b| a.1.partial_cmp(&b.1).unwrap_or(Ordering::Equal));
        nearest.map_or((0, false), |(piece, distance)| (piece, distance <= 1.0))
    }

    /// What the strips do at a pose, centres of pressure only where they are asked for; none, and counted, outside of the
    /// domain, unless the scratch goes beyond it.
    pub fn evaluate<'a>(
        &self,
        pose: &Isometry3<f64>,
        with_centre: bool,
        scratch: &'a mut PairScratch,
    ) -> Option<&'a [StripLoads]> {
        let PairScratch { own, loads, beyond, evaluations, outside } = scratch;
        *evaluations += 1;
        let coordinates = compute_coordinates(pose);
        let (index, mut inside) = self.nearest(&coordinates);
        if !(inside || *beyond) {
            *outside += 1;
            return None;
        }
        for ((strip, own), loads) in self.pieces[index].strips.iter().zip(&mut own[index]).zip(loads.iter_mut()) {
            *loads = StripLoads::OPEN;
            let (Some(strip), Some(own)) = (strip, own) else { continue };
            let (wrench, slopes) = match strip.evaluate_strip(&coordinates, own) {
                Said::Open => continue,
                Said::Inside(said) => said,
                Said::Outside(said) => {
                    inside = false;
                    said
                }
            };
            (loads.wrench, loads.wrench_slopes) = (wrench, slopes);
            if with_centre {
                (loads.centre, loads.centre_slopes) = strip.evaluate_centre(&coordinates, own);
            }
        }
        if !inside {
            *outside += 1;
        }
        (inside || *beyond).then_some(&scratch.loads)
    }

    /// Loads, pressures, areas and depths of the strips at a pose; none outside of the domain.
    pub fn evaluate_loads(&self, pose: &Isometry3<f64>, scratch: &mut PairScratch) -> Option<Vec<Loads>> {
        let coordinates = compute_coordinates(pose);
        let (index, inside) = self.nearest(&coordinates);
        let mut all = Vec::with_capacity(self.strips.len());
        for (strip, own) in self.pieces.get(index)?.strips.iter().zip(&mut scratch.own[index]) {
            let mut open = Loads::OPEN;
            if let (Some(strip), Some(own)) = (strip, own) {
                match strip.evaluate_strip(&coordinates, own) {
                    Said::Open => {}
                    Said::Inside(_) => open = strip.evaluate_anywhere(&coordinates, own),
                    Said::Outside(_) => return None,
                }
            }
            all.push(open);
        }
        inside.then_some(all)
    }
}

/// Loads of several strips together: forces and areas add up, pressures and depths are the greatest.
pub fn add_up(strips: &[Loads]) -> Loads {
    let mut sum = Loads::OPEN;
    let (mut carried, mut centre) = (0.0, Vector3::zeros());
    for strip in strips.iter().filter(|strip| strip.force() > 0.0) {
        sum.wrench += strip.wrench;
        sum.area += strip.area;
        sum.peak_pressure = sum.peak_pressure.max(strip.peak_pressure);
        sum.deepest = sum.deepest.max(strip.deepest);
        carried += strip.force();
        centre += strip.centre * strip.force();
    }
    sum.centre = centre / carried;
    sum
}

/// Strips belong to regions: those of other regions would be another pair.
fn fingerprint(pair: &SurfacePair, elastic: &SurfacePair) -> String {
    let regions = format!("{:?}", pair.settings().regions);
    blake3::hash(format!("{} {regions}", elastic.fingerprint()).as_bytes()).to_hex().to_string()
}

/// Forces of a part at the poses of a stretch, each lowered by some depth.
fn forces(part: &SurfacePair, stretch: &Stretch, depth: f64) -> Vec<f64> {
    let mut scratch = ElasticContact::scratch(part);
    let force = |coordinates: &[f64; 6]| {
        let mut lower = *coordinates;
        lower[SENSITIVE] -= depth;
        ElasticContact::evaluate(part, &compute_pose(&lower), &mut scratch).force()
    };
    stretch.poses.iter().map(force).collect()
}

/// Samples of a strip along a stretch; none where it stays open.
fn draw_strip(
    part: &SurfacePair,
    stretch: &Stretch,
    tube: &TubeSettings,
    settings: &SurrogateSettings,
) -> Result<Option<ContactDesign>, SurrogateError> {
    let most = |depth: f64| forces(part, stretch, depth).into_iter().fold(0.0, f64::max);
    let deep = most(tube.reach);
    if deep == 0.0 {
        return Ok(None);
    }
    // What the strip carries in the motion, or a little deeper, whichever is more.
    let greatest = (tube.loads[1] * most(0.0)).max(deep).max(10.0 * LEAST);
    let domain = Domain { ranges: stretch.ranges, sensitive: SENSITIVE, loads: [LEAST, greatest] };
    match ContactDesign::draw(part, &domain, settings) {
        Ok(design) => Ok(Some(design)),
        // A strip that only its edge reaches is no contact that could be relied on.
        Err(SurrogateError::Infeasible { .. } | SurrogateError::NeverTouches { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Poses of a stretch for the whole pair, that no fit has seen.
fn draw_judges(
    pair: &SurfacePair,
    stretch: &Stretch,
    tube: &TubeSettings,
    settings: &SurrogateSettings,
) -> Result<Vec<ContactSample>, SurrogateError> {
    let (least, greatest) =
        forces(pair, stretch, 0.0).into_iter().fold((f64::INFINITY, 0.0), |(l, g): (f64, f64), f| (l.min(f), g.max(f)));
    let loads = [tube.loads[0] * least, tube.loads[1] * greatest];
    let domain = Domain { ranges: stretch.ranges, sensitive: SENSITIVE, loads };
    let points = draw_latin_hypercube(settings.held_out, 6, &mut Random::of_run(settings.seed, 1));
    Ok(draw_contact_samples(pair, &domain, &points)?.0.into_iter().flatten().collect())
}
