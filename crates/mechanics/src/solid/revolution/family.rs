//! Compliances between those that were computed: of a cup whose liner is thicker or thinner, or of another Poisson's ratio.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};

use super::kernel::{ComplianceError, CupCompliance};
use super::mesh::Resolution;
use super::profile::Profile;

/// Places on an axis at first, and at most.
const FEWEST: usize = 3;
const MOST: usize = 17;

/// A compliance is a smooth function of the thickness of the liner and of Poisson's ratio, up to ν = ½: polynomials through
/// those of a few cups, at Chebyshev's places in ln h and ν, give all in between. Places are doubled on either axis until cups
/// in the middle between them, which do not take part, are met. All have as many rows of elements in the liner, whose growth
/// fits its thickness: a row that comes or goes would be a step.
///
/// *Assumes* that nothing else changes: the points of the bearing surface are the same for all.
/// *Checked by* cups that were held out, whose largest error is [`error`](Self::error).
#[derive(Debug, Clone)]
pub struct CupFamily {
    axes: [Axis; 2],
    /// Thickness by thickness.
    members: Vec<Arc<CupCompliance>>,
    error: f64,
    held_out: usize,
}

/// Between what thicknesses of the first layer, by the radius, and Poisson's ratios.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FamilyRange {
    /// Least and greatest.
    pub thickness: [f64; 2],
    /// Least and greatest.
    pub poisson: [f64; 2],
}

/// Why there is no family.
#[derive(Debug, thiserror::Error)]
pub enum FamilyError {
    /// A member cannot be computed.
    #[error(transparent)]
    Member(#[from] ComplianceError),
    /// Bounds that are none.
    #[error("thicknesses from {} to {} and Poisson's ratios from {} to {} are no range", .0.thickness[0], .0.thickness[1], .0.poisson[0], .0.poisson[1])]
    Range(FamilyRange),
    /// Members with other points.
    #[error("the bearing surfaces of the cups differ: only the liner's thickness and Poisson's ratio may")]
    Unlike,
    /// More members do not help.
    #[error("with {members} cups those held out are still off by {:.2} %, asked for were {:.2} %", 100.0 * .error, 100.0 * .asked)]
    NotMet {
        /// How many there are.
        members: usize,
        /// Of those held out.
        error: f64,
        /// Asked for.
        asked: f64,
    },
}

impl FamilyError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::NotMet { .. } => "a narrower range, or a finer mesh".into(),
            Self::Member(..) => return None,
            Self::Range(..) => return None,
            Self::Unlike => return None,
        };
        Some(hint)
    }
}

/// Chebyshev's places between two ends, the ends included; one place where the ends are the same.
#[derive(Debug, Clone)]
struct Axis {
    ends: [f64; 2],
    places: Vec<f64>,
}

impl Axis {
    fn new(ends: [f64; 2], count: usize) -> Self {
        let [low, high] = ends;
        let count = if high > low { count } else { 1 };
        let place = |k: usize| {
            let share = if count > 1 { k as f64 / (count - 1) as f64 } else { 0.0 };
            // The same place has the same bits, however many there are: halves are exact.
            low + (high - low) * (0.5 * std::f64::consts::PI * share).sin().powi(2)
        };
        Self { ends, places: (0..count).map(place).collect() }
    }

    fn finer(&self) -> Self {
        Self::new(self.ends, 2 * self.places.len() - 1)
    }

    /// Shares of the places in the polynomial's value.
    fn shares(&self, at: f64) -> Vec<f64> {
        let others = |k: usize| self.places.iter().enumerate().filter(move |(m, _)| *m != k).map(|(_, place)| *place);
        let share = |(k, own): (usize, &f64)| others(k).map(|other| (at - other) / (own - other)).product();
        self.places.iter().enumerate().map(share).collect()
    }
}

/// Makes a member.
type Make<'a> = dyn FnMut(&Profile, &Resolution) -> Result<Arc<CupCompliance>, ComplianceError> + 'a;

/// The cup of which all members are variants, and how to make them.
struct Maker<'a> {
    like: &'a Profile,
    resolution: &'a Resolution,
    rows: i32,
    make: &'a mut Make<'a>,
}

impl Maker<'_> {
    fn make(&mut self, thickness: f64, poisson: f64) -> Result<Arc<CupCompliance>, ComplianceError> {
        let mut profile = self.like.clone();
        if let Some(layer) = profile.layers.first_mut() {
            layer.thickness = thickness;
            layer.material.poisson = poisson;
        }
        let growth = growth(first_row(self.like, self.resolution), self.rows, thickness);
        (self.make)(&profile, &Resolution { growth, ..*self.resolution })
    }
}

/// As thick as the elements are wide.
fn first_row(profile: &Profile, resolution: &Resolution) -> f64 {
    profile.rim_angle / (resolution.cells * resolution.elements).max(1) as f64
}

/// The growth with which so many rows are as thick as the liner.
fn growth(first: f64, rows: i32, thickness: f64) -> f64 {
    let sum = |growth: f64| first * (0..rows).map(|k| growth.powi(k)).sum::<f64>();
    let (mut low, mut high) = (1e-3, 1e3);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if sum(middle) < thickness { low = middle } else { high = middle }
    }
    high
}

impl CupFamily {
    /// A family of cups that are like this one but for their first layer, whose held-out members are met within `tolerance`
    /// (of a compliance, as a share). `make` computes a member, or finds it where it was kept.
    ///
    /// # Errors
    /// When a member cannot be computed, or the tolerance cannot be met.
    pub fn build<'a>(
        (like, resolution): (&'a Profile, &'a Resolution),
        range: &FamilyRange,
        tolerance: f64,
        make: &'a mut Make<'a>,
    ) -> Result<Self, FamilyError> {
        let sound = |[low, high]: [f64; 2]| low <= high && high.is_finite();
        if !(range.thickness[0] > 0.0 && sound(range.thickness) && sound(range.poisson)) {
            return Err(FamilyError::Range(*range));
        }
        // As many rows as the thickest liner has by itself.
        let (first, [_, thickest]) = (first_row(like, resolution), range.thickness);
        let rows = (2..64).find(|rows| growth(first, *rows, thickest) <= resolution.growth).unwrap_or(64);
        let mut maker = Maker { like, resolution, rows, make };
        let mut axes = [Axis::new(range.thickness.map(f64::ln), FEWEST), Axis::new(range.poisson, FEWEST)];
        loop {
            let mut family = Self::through(axes, &mut maker)?;
            let worst = [family.judge(0, &mut maker)?, family.judge(1, &mut maker)?];
            family.error = worst[0].max(worst[1]);
            if family.error <= tolerance {
                return Ok(family);
            }
            axes = family.axes.clone();
            for (axis, worst) in axes.iter_mut().zip(worst) {
                if worst > tolerance {
                    *axis = axis.finer();
                }
            }
            if axes.iter().any(|axis| axis.places.len() > MOST) {
                return Err(FamilyError::NotMet {
                    members: family.members.len(),
                    error: family.error,
                    asked: tolerance,
                });
            }
        }
    }

    fn through(axes: [Axis; 2], maker: &mut Maker<'_>) -> Result<Self, FamilyError> {
        let mut members: Vec<Arc<CupCompliance>> = Vec::new();
        for thickness in &axes[0].places {
            for poisson in &axes[1].places {
                members.push(maker.make(thickness.exp(), *poisson)?);
            }
        }
        let alike = |member: &Arc<CupCompliance>| {
            let points = |cup: &CupCompliance| (cup.around, cup.rings.len(), cup.harmonics.len());
            points(member) == points(&members[0]) && member.rings == members[0].rings
        };
        if members.iter().all(alike) {
            Ok(Self { axes, members, error: 0.0, held_out: 0 })
        } else {
            Err(FamilyError::Unlike)
        }
    }

    /// Largest error at the first, the last and a middle one of the places that this axis would get next, with the other
    /// value at one of its ends.
    fn judge(&mut self, axis: usize, maker: &mut Maker<'_>) -> Result<f64, FamilyError> {
        let new: Vec<f64> = self.axes[axis].finer().places.into_iter().skip(1).step_by(2).collect();
        let other = &self.axes[1 - axis].places;
        let across = [other[0], other[other.len() - 1]];
        let chosen = [0, new.len() / 2, new.len().saturating_sub(1)];
        let mut worst = 0.0_f64;
        for (n, place) in new.iter().enumerate().filter(|(n, _)| chosen.contains(n)) {
            let across = across[n % 2];
            let (thickness, poisson) = if axis == 0 { (place.exp(), across) } else { (across.exp(), *place) };
            let computed = maker.make(thickness, poisson)?;
            worst = worst.max(distance(&self.blend(thickness, poisson), &computed));
            self.held_out += 1;
        }
        Ok(worst)
    }

    /// The compliance of a cup with a liner of this thickness, by the radius, and Poisson's ratio; nothing outside of the range.
    pub fn at(&self, thickness: f64, poisson: f64) -> Option<CupCompliance> {
        let within = |axis: &Axis, value: f64| {
            let margin = 1e-12 * (axis.ends[1] - axis.ends[0] + 1.0);
            value >= axis.ends[0] - margin && value <= axis.ends[1] + margin
        };
        let inside = within(&self.axes[0], thickness.ln()) && within(&self.axes[1], poisson);
        inside.then(|| self.blend(thickness, poisson))
    }

    fn blend(&self, thickness: f64, poisson: f64) -> CupCompliance {
        let (first, second) = (self.axes[0].shares(thickness.ln()), self.axes[1].shares(poisson));
        let shares: Vec<f64> = first.iter().flat_map(|a| second.iter().map(move |b| a * b)).collect();
        let like = &self.members[0];
        let size = like.rings.len();
        let works = (0..like.works.len()).map(|n| {
            let mut sum = DMatrix::zeros(size, size);
            for (member, share) in self.members.iter().zip(&shares) {
                sum.zip_apply(&member.works[n], |sum: &mut f64, value| *sum += share * value);
            }
            sum
        });
        let works = works.collect();
        CupCompliance { rings: like.rings.clone(), around: like.around, harmonics: like.harmonics.clone(), works }
    }

    /// Largest error of a cup that was held out, as a share of its compliance.
    pub fn error(&self) -> f64 {
        self.error
    }

    /// How many cups were computed for the family, and how many were held out at its last size.
    pub fn counts(&self) -> (usize, usize) {
        (self.members.len(), self.held_out)
    }
}

/// How far two compliances are apart: in the matrix of every harmonic, and in what uniform pressure does, which is small where
/// the liner is thin and nearly incompressible.
fn distance(found: &CupCompliance, exact: &CupCompliance) -> f64 {
    let areas = DVector::from_iterator(exact.rings.len(), exact.rings.iter().map(|ring| ring.area));
    let mut worst = 0.0_f64;
    for (n, (a, b)) in found.works.iter().zip(&exact.works).enumerate() {
        worst = worst.max((a - b).norm() / b.norm());
        if n == 0 {
            worst = worst.max(((a - b) * &areas).norm() / (b * &areas).norm());
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::super::{Edge, LayerMaterial, RevolvedLayer};
    use super::*;

    fn liner(thickness: f64, poisson: f64) -> Profile {
        let layers = vec![RevolvedLayer { thickness, material: LayerMaterial { modulus: 1.0, poisson } }];
        Profile { rim_angle: FRAC_PI_2, edge: Edge::Sharp, layers, held_to: FRAC_PI_2 }
    }

    fn resolution() -> Resolution {
        Resolution { cells: 8, elements: 1, growth: 1.6, ..Resolution::default() }
    }

    fn compute(profile: &Profile, resolution: &Resolution) -> Result<Arc<CupCompliance>, ComplianceError> {
        CupCompliance::compute(profile, resolution).map(Arc::new)
    }

    fn build(range: &FamilyRange, tolerance: f64) -> Result<CupFamily, FamilyError> {
        CupFamily::build((&liner(0.5, 0.4), &resolution()), range, tolerance, &mut compute)
    }

    /// As the family would compute it.
    fn judge(thickness: f64, poisson: f64, thickest: f64) -> Arc<CupCompliance> {
        let first = FRAC_PI_2 / 8.0;
        let rows = (2..64).find(|rows| growth(first, *rows, thickest) <= 1.6).expect("some rows");
        let growth = growth(first, rows, thickness);
        compute(&liner(thickness, poisson), &Resolution { growth, ..resolution() }).expect("a cup")
    }

    const RANGE: FamilyRange = FamilyRange { thickness: [0.4, 0.8], poisson: [0.36, 0.46] };

    /// Between 0.4 and 0.8 a mesh by itself would get another row.
    #[test]
    fn cups_between_are_met_as_promised() {
        let family = build(&RANGE, 2e-3).expect("a family");
        assert!(family.error() <= 2e-3 && family.counts().0 <= 25, "{} {:?}", family.error(), family.counts());
        for (thickness, poisson) in [(0.45, 0.38), (0.57, 0.41), (0.73, 0.45)] {
            let found = family.at(thickness, poisson).expect("inside");
            let off = distance(&found, &judge(thickness, poisson, 0.8));
            assert!(off < 2e-3, "{thickness} {poisson}: {off}");
        }
        // A member is itself.
        assert!(distance(&family.at(0.8, 0.46).expect("inside"), &judge(0.8, 0.46, 0.8)) < 1e-12);
        assert!(family.at(0.9, 0.4).is_none() && family.at(0.5, 0.3).is_none() && family.at(f64::NAN, 0.4).is_none());
    }

    #[test]
    fn one_thickness_needs_places_in_poisson_s_ratio_only() {
        let family = build(&FamilyRange { thickness: [0.5, 0.5], ..RANGE }, 1e-3).expect("a family");
        assert!(family.counts().0 <= 5, "{:?}", family.counts());
        let found = family.at(0.5, 0.42).expect("inside");
        assert!(distance(&found, &judge(0.5, 0.42, 0.5)) < 1e-3);
    }

    #[test]
    fn what_cannot_be_is_said() {
        let wrong = build(&FamilyRange { thickness: [0.8, 0.6], ..RANGE }, 1e-3);
        assert!(matches!(wrong, Err(FamilyError::Range(_))));
        let wrong = build(&FamilyRange { poisson: [0.4, 0.5], ..RANGE }, 1e-3);
        assert!(matches!(wrong, Err(FamilyError::Member(_))));
    }
}
