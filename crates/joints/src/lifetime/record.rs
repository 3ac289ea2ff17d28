//! What is written down on the way through a lifetime, as text that loses no bit.

use nalgebra::Vector3;

use crate::contact::OutsideOfFit;

/// One number of cycles.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Row {
    pub cycles: f64,
    /// Worn volume, in m³, and its rate, in m³ a cycle.
    pub volume: f64,
    pub rate: f64,
    pub crept_volume: f64,
    /// Deepest wear and deepest creep, in m.
    pub worn: f64,
    pub crept: f64,
    /// Where the moving part is at the largest load.
    pub place: Vector3<f64>,
    pub peak_pressure: f64,
    pub area: f64,
    /// Mean over what wears.
    pub cross_shear: f64,
    /// Shares under pressures to which the law was not fitted.
    pub outside: OutsideOfFit,
    /// What the joint adds.
    pub extra: f64,
    /// Error of the volume in the step before, as a share of the volume at the end of it.
    pub error: f64,
    /// Worn volume (m³) and deepest wear (m) of the counterpart.
    pub other_volume: f64,
    pub other_worn: f64,
}

impl Row {
    fn visit(&mut self, see: &mut dyn FnMut(&mut f64)) {
        let Self { cycles, volume, rate, crept_volume, worn, crept, place, .. } = self;
        [cycles, volume, rate, crept_volume, worn, crept].into_iter().for_each(&mut *see);
        place.iter_mut().for_each(&mut *see);
        let Self { peak_pressure, area, cross_shear, outside, extra, error, other_volume, other_worn, .. } = self;
        let OutsideOfFit { below, above, work } = outside;
        let further = [peak_pressure, area, cross_shear, below, above, work, extra, error, other_volume, other_worn];
        further.into_iter().for_each(&mut *see);
    }
}

/// The surface at one number of cycles.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Snapshot {
    pub cycles: f64,
    pub worn: Vec<f64>,
    pub crept: Vec<f64>,
    /// Highest over the cycle.
    pub pressure: Vec<f64>,
    pub cross_shear: Vec<f64>,
}

impl Snapshot {
    fn visit(&mut self, see: &mut dyn FnMut(&mut f64)) {
        see(&mut self.cycles);
        for field in [&mut self.worn, &mut self.crept, &mut self.pressure, &mut self.cross_shear] {
            field.iter_mut().for_each(&mut *see);
        }
    }
}

/// A lifetime as far as it has been followed.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Course {
    pub rows: Vec<Row>,
    pub snapshots: Vec<Snapshot>,
    pub evaluations: u64,
    pub rejections: u64,
    /// Stages of all steps that were taken.
    pub stages: u64,
    /// When the material was worn through, in cycles.
    pub through: Option<f64>,
    /// When the joint came to its end otherwise, in cycles, and why.
    pub ended: Option<(f64, String)>,
}

/// What is needed to go on.
pub(super) struct Kept {
    pub course: Course,
    /// Where the integrator is.
    pub clock: f64,
    pub step: f64,
    pub state: Vec<f64>,
}

const FIRST: &str = "lifetime 3";

/// As text.
pub(super) fn write(course: &Course, (clock, step): (f64, f64), state: &[f64]) -> String {
    let mut course = course.clone();
    let mut text = format!(
        "{FIRST} {} {} {} {} {} {}\n",
        state.len(),
        course.rows.len(),
        course.snapshots.len(),
        course.evaluations,
        course.rejections,
        course.stages
    );
    let mut put = |x: &mut f64| text.push_str(&format!("{:016x} ", x.to_bits()));
    put(&mut { clock });
    put(&mut { step });
    state.iter().for_each(|x| put(&mut { *x }));
    course.rows.iter_mut().for_each(|row| row.visit(&mut put));
    course.snapshots.iter_mut().for_each(|snapshot| snapshot.visit(&mut put));
    text
}

/// Numbers of a row.
const ROW: u64 = 19;
/// No work that anybody does is counted beyond this; what is damaged may be.
const MOST_WORK: u64 = 1 << 52;

/// From such text; nothing if it is damaged or of another surface.
pub(super) fn read(text: &str, elements: usize) -> Option<Kept> {
    let (first, rest) = text.split_once('\n')?;
    let counts: Vec<u64> =
        first.strip_prefix(FIRST)?.split_whitespace().map(|w| w.parse().ok()).collect::<Option<_>>()?;
    let [size, rows, snapshots, evaluations, rejections, stages] = counts[..] else { return None };
    // Before anything is made room for: exactly as many numbers follow as these counts say.
    let per_snapshot = 1 + 4 * elements as u64;
    let numbers = size
        .saturating_add(2)
        .saturating_add(rows.saturating_mul(ROW))
        .saturating_add(snapshots.saturating_mul(per_snapshot));
    let fits = size == 2 * elements as u64 && numbers == rest.split_whitespace().count() as u64;
    if !fits || [evaluations, rejections, stages].into_iter().any(|count| count > MOST_WORK) {
        return None;
    }
    let mut words = rest.split_whitespace();
    let mut whole = true;
    let mut take = |x: &mut f64| match words.next().and_then(|w| u64::from_str_radix(w, 16).ok()) {
        Some(bits) => *x = f64::from_bits(bits),
        None => whole = false,
    };
    let (mut clock, mut step, mut state) = (0.0, 0.0, vec![0.0; size as usize]);
    take(&mut clock);
    take(&mut step);
    state.iter_mut().for_each(&mut take);
    let none = || vec![0.0; elements];
    let blank = || Snapshot { cycles: 0.0, worn: none(), crept: none(), pressure: none(), cross_shear: none() };
    let mut course = Course {
        rows: vec![Row::default(); rows as usize],
        snapshots: (0..snapshots).map(|_| blank()).collect(),
        evaluations,
        rejections,
        stages,
        through: None,
        ended: None,
    };
    course.rows.iter_mut().for_each(|row| row.visit(&mut take));
    course.snapshots.iter_mut().for_each(|snapshot| snapshot.visit(&mut take));
    let mut finite = true;
    let mut look = |x: &mut f64| finite &= x.is_finite();
    state.iter_mut().chain([&mut clock, &mut step]).for_each(&mut look);
    course.rows.iter_mut().for_each(|row| row.visit(&mut look));
    course.snapshots.iter_mut().for_each(|snapshot| snapshot.visit(&mut look));
    // A lifetime begins with a row, and goes forwards.
    let ordered = course.rows.is_sorted_by(|a, b| a.cycles < b.cycles)
        && course.snapshots.is_sorted_by(|a, b| a.cycles < b.cycles)
        && course.rows.first().is_some_and(|row| row.cycles == 0.0);
    (whole && finite && ordered && clock >= 0.0 && step > 0.0).then_some(Kept { course, clock, step, state })
}
