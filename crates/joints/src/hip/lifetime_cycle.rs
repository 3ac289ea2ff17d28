//! One whole cycle of a hip in a cup that is worn and crept.

use std::borrow::Cow;

use mechanics::contact::Pull;
use mechanics::wear::{LocalWear, Rubbed};
use nalgebra::Vector3;
use rayon::prelude::*;

use super::lifetime_bearing::{Bearing, Rested, Shape};
use super::lifetime_head::{Facing, Worked, WornHead};
use super::parameters::{Experiment, Lifetime, QuasiStatic};
use super::{Hip, HipError, LoadCycle, motion, shipped};
use crate::Watch;
use crate::contact::OutsideOfFit;
use crate::lifetime::{Evaluation, Summary, Wearable};

/// Frames that one task follows, each from the one before, and elements that one task follows through the cycle; constants, so
/// that no result depends on the number of threads.
const CHUNK: usize = 25;
const ELEMENTS: usize = 256;
/// A load below this share of the peak that points out of the cup is none.
const NEGLIGIBLE: f64 = 0.03;
/// Stiffness of the spring of a mismatch where none is given, in N/m.
const USUAL_SPRING: f64 = 1e5;

/// One instant of one of the activities.
struct Moment {
    time: f64,
    pull: Pull,
    spin: Vector3<f64>,
    /// How the femur is turned.
    angles: [f64; 3],
    /// Whether anything presses the head into the cup.
    pressed: bool,
    /// What of the head lies before every element, where it wears as well.
    facing: Vec<Facing>,
}

/// One of the activities.
pub(super) struct Deed {
    pub share: f64,
    pub duration: f64,
    moments: Vec<Moment>,
}

/// A hip whose cup wears.
pub(super) struct WearingCup<'a> {
    hip: &'a Hip,
    pub bearing: Bearing,
    /// The head, where it wears as well.
    pub head: Option<WornHead>,
    /// Of the cup, then of the head.
    pub areas: Vec<f64>,
    /// How deep the surface lies at the beginning, where it is worn already.
    pub given: Vec<f64>,
    pub deeds: Vec<Deed>,
}

/// The surface as it is: the same at every moment, or with a worn head another at each.
enum Shapes<'a> {
    One(&'a Shape),
    Each(Vec<Shape>),
}

impl Shapes<'_> {
    fn at(&self, moment: usize) -> &Shape {
        match self {
            Self::One(shape) => shape,
            Self::Each(shapes) => &shapes[moment],
        }
    }
}

/// Where the head is at every moment of a cycle, and how fast it moves there.
struct Motion {
    rested: Vec<Rested>,
    velocities: Vec<Vector3<f64>>,
}

impl<'a> WearingCup<'a> {
    pub fn new(hip: &'a Hip, asked: &Lifetime, watch: &dyn Watch) -> Self {
        let bearing = Bearing::new(hip, watch);
        let mut areas = bearing.areas();
        let head = hip.head_factor.map(|factor| {
            let element = areas.iter().sum::<f64>() / areas.len() as f64;
            WornHead::new(hip.head_radius, factor, element)
        });
        areas.extend(head.iter().flat_map(|head| head.areas()));
        let given = hip.worn.as_ref().map_or_else(Vec::new, |worn| worn.depths(&bearing.picture(hip).1));
        let weight = hip.parameters.patient.weight();
        let mut deeds = Vec::new();
        if asked.activities.is_empty() {
            deeds.push(Deed::new(hip, asked, &hip.cycle, 1.0));
        }
        for one in &asked.activities {
            let samples = shipped::find(&one.cycle).map(|cycle| cycle.samples(weight, None));
            // The door has seen to the names, and every shipped cycle is sound.
            if let Some(cycle) = samples.and_then(|samples| LoadCycle::new(&samples).ok()) {
                deeds.push(Deed::new(hip, asked, &cycle, one.share));
            }
        }
        if let Some(head) = &head {
            let directions = bearing.directions();
            deeds.iter_mut().flat_map(|deed| &mut deed.moments).filter(|moment| moment.pressed).for_each(|moment| {
                moment.facing = head.face(&directions, &moment.angles);
            });
        }
        Self { hip, bearing, head, areas, given, deeds }
    }

    /// The surface with these depths of the cup, behind those of the head at every moment.
    fn shapes(&self, deed: &Deed, worn: &[f64], crept: &[f64], head: &[f64]) -> Vec<Shape> {
        let one = |moment: &Moment| {
            let before = moment.facing.iter().map(|facing| WornHead::depth(facing, head));
            let deeper: Vec<f64> = if moment.facing.is_empty() {
                crept.to_vec()
            } else {
                crept.iter().zip(before).map(|(crept, head)| crept + head).collect()
            };
            self.bearing.shape(worn, &deeper)
        };
        deed.moments.par_iter().map(one).collect()
    }

    fn follow(&self, deed: &Deed, shapes: &Shapes<'_>) -> Result<Motion, HipError> {
        let chunks: Vec<(usize, &[Moment])> =
            deed.moments.chunks(CHUNK).enumerate().map(|(i, moments)| (CHUNK * i, moments)).collect();
        let found: Vec<Vec<Rested>> =
            chunks.par_iter().map(|(first, moments)| self.rest(moments, *first, shapes)).collect::<Result<_, _>>()?;
        let rested: Vec<Rested> = found.into_iter().flatten().collect();
        let (count, step) = (rested.len(), deed.duration / rested.len() as f64);
        let place = |i: usize| rested[i % count].place;
        let velocities = (0..count).map(|i| (place(i + 1) - place(i + count - 1)) / (2.0 * step)).collect();
        Ok(Motion { rested, velocities })
    }

    /// Places of rest, each from the one before; the first from the depth of the cup where the load points.
    fn rest(&self, moments: &[Moment], first: usize, shapes: &Shapes<'_>) -> Result<Vec<Rested>, HipError> {
        let hip = self.hip;
        let mut search = self.bearing.search(shapes.at(first));
        let mut last: Option<Vector3<f64>> = None;
        let mut all = Vec::with_capacity(moments.len());
        for (i, moment) in moments.iter().enumerate() {
            search.see(shapes.at(first + i));
            let load = moment.pull.load;
            if !moment.pressed {
                let place = *last.get_or_insert(hip.pole * hip.clearance());
                all.push(Rested { place, pressures: Vec::new() });
                continue;
            }
            // A first guess: as deep as the surface is in the direction of the load.
            let start = last.unwrap_or_else(|| {
                let n = load.normalize();
                n * (search.radius_along(&n) - hip.head_radius + 20e-6)
            });
            let failed = |none: mechanics::contact::NoRest| {
                let tilt = hip.pole.angle(&load);
                if tilt > 0.9 * hip.rim_angle || moment.pull.spring.is_some() {
                    let (tilt, rim) = (tilt.to_degrees(), hip.rim_angle.to_degrees());
                    return HipError::PulledOut { time: moment.time, load: load.norm(), tilt, rim };
                }
                let (residual, iterations) = (none.residual, none.iterations);
                HipError::NoEquilibrium { time: moment.time, load: load.norm(), residual, iterations }
            };
            let mut e = search.rest(&moment.pull, start).map_err(failed)?;
            if hip.friction.acts() {
                // Friction is that of the place without it, twice.
                for _ in 0..2 {
                    let push = -search.force(&e);
                    let Some(n) = push.try_normalize(1e-9) else { break };
                    let friction = hip.friction_force(push.norm(), &n, &Vector3::zeros(), &moment.spin);
                    let pull = Pull { load: load + friction, ..moment.pull };
                    e = search.rest(&pull, e).map_err(failed)?;
                }
            }
            last = Some(e);
            all.push(search.rested(e));
        }
        Ok(all)
    }
}

impl Deed {
    fn new(hip: &Hip, asked: &Lifetime, cycle: &LoadCycle, share: f64) -> Self {
        let count = hip.parameters.output.frames - 1;
        let gravity = match hip.parameters.experiment {
            Experiment::QuasiStatic(QuasiStatic { gravity }) => gravity,
            Experiment::Dynamic(case) => case.gravity,
            Experiment::Static(_) => false,
        };
        let weight = hip.weight(gravity);
        let duration = cycle.duration();
        let at = |i: usize| cycle.at(duration * i as f64 / count as f64);
        let sizes: Vec<f64> = (0..count).map(|i| at(i).load.norm()).collect();
        let (least, peak) = sizes.iter().fold((f64::INFINITY, 0.0f64), |(low, high), f| (low.min(*f), high.max(*f)));
        // The lightest load becomes the swing load, the heaviest stays.
        let lowered = |size: f64| match asked.swing_load {
            Some(swing) if peak > least => peak - (peak - size) * (peak - swing.si()) / (peak - least),
            _ => size,
        };
        let spring = asked.mismatch.map(|mismatch| {
            let stiffness = asked.mismatch_stiffness.map_or(USUAL_SPRING, |stiffness| stiffness.si());
            (Vector3::z(), stiffness, mismatch.si())
        });
        let moments = (0..count)
            .map(|i| {
                let instant = at(i);
                let size = sizes[i].max(f64::MIN_POSITIVE);
                let load = instant.load * (lowered(size) / size) + weight;
                let outwards = hip.pole.angle(&load) >= hip.rim_angle;
                Moment {
                    time: duration * i as f64 / count as f64,
                    spin: motion::angular_velocity(&instant.angles, &instant.rates),
                    angles: instant.angles,
                    facing: Vec::new(),
                    pressed: load.norm() > 0.0 && !(outwards && load.norm() < NEGLIGIBLE * peak && spring.is_none()),
                    pull: Pull { load, spring },
                }
            })
            .collect();
        Self { share, duration, moments }
    }

    /// The moment of the largest load.
    fn heaviest(&self) -> usize {
        let size = |i: &usize| self.moments[*i].pull.load.norm();
        (0..self.moments.len()).max_by(|a, b| size(a).total_cmp(&size(b)).then(b.cmp(a))).unwrap_or(0)
    }
}

/// What one element has gone through.
#[derive(Clone, Copy, Default)]
struct Element {
    rubbed: Rubbed,
    mean: f64,
    peak: f64,
    /// Work under pressures to which the law was not fitted.
    outside: f64,
}

impl Wearable for WearingCup<'_> {
    type Error = HipError;

    fn areas(&self) -> &[f64] {
        &self.areas
    }

    fn own(&self) -> usize {
        self.bearing.elements()
    }

    fn ends_with(&self, error: &HipError) -> Option<String> {
        matches!(error, HipError::PulledOut { .. } | HipError::NoEquilibrium { .. }).then(|| error.to_string())
    }

    fn evaluate(&self, worn: &[f64], crept: &[f64]) -> Result<Evaluation, HipError> {
        let own = self.bearing.elements();
        let ((worn, head_worn), crept) = (worn.split_at(own), &crept[..own]);
        let worn = self.on_top(worn);
        let shape = self.bearing.shape(&worn, crept);
        let law = &self.hip.law;
        let shapes: Vec<Shapes<'_>> = (self.deeds.iter())
            .map(|deed| match &self.head {
                Some(_) => Shapes::Each(self.shapes(deed, &worn, crept, head_worn)),
                None => Shapes::One(&shape),
            })
            .collect();
        let motions: Vec<Motion> =
            self.deeds.iter().zip(&shapes).map(|(deed, shapes)| self.follow(deed, shapes)).collect::<Result<_, _>>()?;
        let fitted = law.fitted_pressures().unwrap_or([0.0, f64::INFINITY]);
        let numbers: Vec<usize> = (0..self.bearing.elements()).collect();
        let elements: Vec<Vec<Element>> = numbers
            .par_chunks(ELEMENTS)
            .map(|numbers| {
                let mut all = vec![Element::default(); numbers.len()];
                for ((deed, motion), shapes) in self.deeds.iter().zip(&motions).zip(&shapes) {
                    self.rub(numbers, (deed, motion), (shapes, fitted), &mut all);
                }
                all
            })
            .collect();
        let elements: Vec<Element> = elements.into_iter().flatten().collect();
        let head = self.head.as_ref().map(|head| {
            let mut worked = head.worked();
            for ((deed, motion), shapes) in self.deeds.iter().zip(&motions).zip(&shapes) {
                self.rub_head(head, (deed, motion), shapes, &mut worked);
            }
            (head.factor, worked)
        });
        let (head_factor, head) = head.unwrap_or_default();
        let mut depth: Vec<f64> = elements.iter().map(|e| law.depth(&e.rubbed)).collect();
        depth.extend(head.work.iter().map(|work| head_factor * work));
        let most = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
        let stiffest = self.bearing.stiffest(&shape);
        let sensitivity = elements.iter().map(|e| law.sensitivity(&e.rubbed)).fold(0.0, f64::max);
        let fading = (sensitivity + head_factor * most(&head.slid)) * stiffest;
        // What only the cup has is nought on the head.
        let whole = |of: &dyn Fn(&Element) -> f64| {
            elements.iter().map(of).chain(head.work.iter().map(|_| 0.0)).collect::<Vec<f64>>()
        };
        let (deed, motion) = (&self.deeds[0], &motions[0]);
        let heaviest = &motion.rested[deed.heaviest()];
        let place = heaviest.place;
        let area = self.bearing.contact_area(shapes[0].at(deed.heaviest()), heaviest);
        let sum = |of: &dyn Fn(&Element) -> f64| elements.iter().zip(&self.areas).map(|(e, a)| of(e) * a).sum::<f64>();
        let (total, outside) = (sum(&|e| e.rubbed.work), sum(&|e| e.outside));
        let seen = OutsideOfFit::of(law, self.areas.iter().copied().zip(elements.iter().map(|e| e.peak)));
        // How far the head leaves the place that it has under the largest load, sideways.
        let separation =
            motions.iter().flat_map(|motion| &motion.rested).map(|r| (r.place.z - place.z).abs()).fold(0.0, f64::max);
        Ok(Evaluation {
            depth,
            mean_pressure: whole(&|e| e.mean),
            peak_pressure: elements.iter().map(|e| e.peak).chain(head.peak.iter().copied()).collect(),
            cross_shear: whole(&|e| e.rubbed.cross_shear()),
            fading,
            summary: Summary {
                peak_pressure: elements.iter().map(|e| e.peak).fold(0.0, f64::max),
                area,
                place,
                outside: OutsideOfFit { work: if total > 0.0 { outside / total } else { 0.0 }, ..seen },
                extra: separation,
            },
        })
    }
}

impl WearingCup<'_> {
    /// Wear on top of what has been given.
    pub fn on_top<'d>(&self, worn: &'d [f64]) -> Cow<'d, [f64]> {
        if self.given.is_empty() {
            return Cow::Borrowed(worn);
        }
        Cow::Owned(worn.iter().zip(&self.given).map(|(w, g)| w + g).collect())
    }

    /// Follows some elements through a cycle.
    fn rub(
        &self,
        numbers: &[usize],
        (deed, motion): (&Deed, &Motion),
        (shapes, [least, most]): (&Shapes<'_>, [f64; 2]),
        all: &mut [Element],
    ) {
        let law = &self.hip.law;
        let (count, step) = (deed.moments.len(), deed.duration / deed.moments.len() as f64);
        let passes = if law.memory().is_some() { 2 } else { 1 };
        let mut own = vec![Rubbed::default(); numbers.len()];
        for pass in 0..passes {
            own.iter_mut().for_each(|rubbed| rubbed.begin_again(law));
            let moments = deed.moments.iter().zip(&motion.rested).zip(&motion.velocities).enumerate();
            for (at, ((moment, rested), v)) in moments.filter(|(_, ((moment, _), _))| moment.pressed) {
                let shape = shapes.at(at);
                for ((i, rubbed), element) in numbers.iter().zip(&mut own).zip(all.iter_mut()) {
                    let Some((pressure, n)) = self.bearing.press(shape, *i, rested) else { continue };
                    // The head's surface at the element: its centre moves with v and turns about itself.
                    let velocity = v + moment.spin.cross(&(n * self.hip.head_radius));
                    let [first, second] = self.bearing.tangents(*i);
                    let way = [velocity.dot(first) * step, velocity.dot(second) * step];
                    rubbed.add(law, pressure, way, deed.share);
                    if pass + 1 == passes {
                        element.mean += deed.share * pressure / count as f64;
                        element.peak = element.peak.max(pressure);
                        if !(least..=most).contains(&pressure) {
                            element.outside += deed.share * pressure * way[0].hypot(way[1]);
                        }
                    }
                }
            }
        }
        for (element, rubbed) in all.iter_mut().zip(&own) {
            element.rubbed.join(rubbed);
        }
    }

    /// Follows the head through a cycle, in parts that do not depend on the number of threads.
    fn rub_head(&self, head: &WornHead, (deed, motion): (&Deed, &Motion), shapes: &Shapes<'_>, all: &mut Worked) {
        let step = deed.duration / deed.moments.len() as f64;
        let numbers: Vec<usize> = (0..deed.moments.len()).filter(|i| deed.moments[*i].pressed).collect();
        let part = |numbers: &[usize]| {
            let mut worked = head.worked();
            for &at in numbers {
                let (moment, rested, v) = (&deed.moments[at], &motion.rested[at], &motion.velocities[at]);
                for (i, facing) in moment.facing.iter().enumerate() {
                    let Some((pressure, n)) = self.bearing.press(shapes.at(at), i, rested) else { continue };
                    let velocity = v + moment.spin.cross(&(n * self.hip.head_radius));
                    // The same way as the cup's, so that both lose volume in the ratio of their factors.
                    let [first, second] = self.bearing.tangents(i);
                    let way = velocity.dot(first).hypot(velocity.dot(second)) * step * deed.share;
                    head.rub(facing, self.areas[i], [pressure, way], &mut worked);
                }
            }
            worked
        };
        let parts: Vec<Worked> = numbers.par_chunks(CHUNK).map(part).collect();
        parts.iter().for_each(|part| all.join(part));
    }
}
