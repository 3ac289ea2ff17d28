//! Where the values of another result are found on the places and instants of this one.

use std::collections::HashMap;

use super::note;
use crate::{Field, Outcome, Site, Surface, SurfaceRecord};

/// Another record of the same surface, and how its places and instants correspond.
pub(super) struct Partner<'a> {
    own: &'a SurfaceRecord,
    other: &'a SurfaceRecord,
    same_places: bool,
    same_times: bool,
}

/// Points of files in single precision that are the same to this part of the size of the surface are the same.
const SAME: f64 = 1e-6;

impl<'a> Partner<'a> {
    pub fn of(own: &'a SurfaceRecord, other: &'a SurfaceRecord) -> Self {
        let (a, b) = (&own.surface, &other.surface);
        let size = a.points.iter().flatten().fold(0.0f64, |most, x| most.max(x.abs()));
        let near = |p: &[f64; 3], q: &[f64; 3]| p.iter().zip(q).all(|(x, y)| (x - y).abs() <= SAME * size);
        let same_places = a.points.len() == b.points.len()
            && a.connectivity == b.connectivity
            && a.offsets == b.offsets
            && a.points.iter().zip(&b.points).all(|(p, q)| near(p, q));
        let same_times = own.times.len() == other.times.len()
            && own.times.iter().zip(&other.times).all(|(s, t)| (s - t).abs() <= 1e-9 * (1.0 + s.abs()));
        Self { own, other, same_places, same_times }
    }

    /// Says what is resampled.
    pub fn warn(&self, first: &str, second: &str, outcome: &mut Outcome) {
        let Self { own, other, .. } = self;
        if !self.same_places {
            let (a, b) = (own.surface.cells(), other.surface.cells());
            let reach = self.farthest() * 1e3;
            note(
                outcome,
                "resampled-places",
                format!(
                    "The meshes of `{}` differ ({a} and {b} cells, or other places): values of {second} are those of its \
                     nearest place, at most {reach:.3} mm away, on the places of {first}.",
                    own.name
                ),
            );
        }
        if !self.same_times {
            let (a, b) = (own.times.len(), other.times.len());
            note(
                outcome,
                "resampled-times",
                format!(
                    "The instants of `{}` differ ({a} and {b} frames): values of {second} are interpolated between its \
                     frames at the same part of its cycle as in {first}.",
                    own.name
                ),
            );
        }
    }

    fn farthest(&self) -> f64 {
        let (places, there) = (centres(&self.own.surface), centres(&self.other.surface));
        let finder = Finder::new(&there);
        places.iter().filter_map(|place| finder.nearest(place)).fold(0.0, |most, (_, away)| most.max(away))
    }

    /// The values of the other's field on the places and instants of ours.
    pub fn carry(&self, field: &Field, twin: &Field) -> Vec<f32> {
        let Self { own, other, .. } = self;
        if self.same_places && self.same_times && field.site == twin.site {
            return twin.values.clone();
        }
        let (count, there) = (field.count(&own.surface), twin.count(&other.surface));
        let partners: Vec<Option<usize>> = if self.same_places && field.site == twin.site {
            (0..count).map(Some).collect()
        } else {
            let of = |site: Site, surface: &Surface| match site {
                Site::Points => surface.points.clone(),
                Site::Cells => centres(surface),
            };
            let (places, others) = (of(field.site, &own.surface), of(twin.site, &other.surface));
            let finder = Finder::new(&others);
            places.iter().map(|place| finder.nearest(place).map(|(index, _)| index)).collect()
        };
        let mut values = Vec::with_capacity(field.values.len());
        for frame in 0..own.times.len() {
            let (low, high, share) = self.frames(frame);
            for partner in &partners {
                let value = partner.map_or(f32::NAN, |place| {
                    let at = |frame: usize| twin.values.get(frame * there + place).copied().unwrap_or(f32::NAN);
                    if share == 0.0 { at(low) } else { at(low) + share * (at(high) - at(low)) }
                });
                values.push(value);
            }
        }
        values
    }

    /// The two frames of the other around the same part of the cycle, and how far between them.
    fn frames(&self, frame: usize) -> (usize, usize, f32) {
        let (own, other) = (&self.own.times, &self.other.times);
        if self.same_times || other.len() < 2 || own.len() < 2 {
            return (frame.min(other.len().saturating_sub(1)), 0, 0.0);
        }
        let part = (own[frame] - own[0]) / (own[own.len() - 1] - own[0]);
        let time = other[0] + part * (other[other.len() - 1] - other[0]);
        let high = other.partition_point(|t| *t < time).clamp(1, other.len() - 1);
        let share = ((time - other[high - 1]) / (other[high] - other[high - 1])).clamp(0.0, 1.0);
        (high - 1, high, share as f32)
    }
}

/// The middle of every cell.
fn centres(surface: &Surface) -> Vec<[f64; 3]> {
    let centre = |cell: usize| {
        let corners = surface.cell(cell);
        let mut sum = [0.0; 3];
        for &corner in corners {
            for (total, x) in sum.iter_mut().zip(surface.points[corner as usize]) {
                *total += x / corners.len() as f64;
            }
        }
        sum
    };
    (0..surface.cells()).map(centre).collect()
}

/// Finds the nearest of many places by boxes of equal size.
struct Finder<'a> {
    places: &'a [[f64; 3]],
    boxes: HashMap<[i64; 3], Vec<usize>>,
    size: f64,
}

impl<'a> Finder<'a> {
    fn new(places: &'a [[f64; 3]]) -> Self {
        let ends = |axis: usize| {
            let along = places.iter().map(|place| place[axis]);
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let widest = (0..3).map(ends).fold(0.0f64, |most, (low, high)| most.max(high - low));
        // A surface: about one place a box.
        let size = (widest / (places.len().max(1) as f64).sqrt()).max(f64::MIN_POSITIVE);
        let mut boxes: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
        for (index, place) in places.iter().enumerate() {
            boxes.entry(place.map(|x| (x / size).floor() as i64)).or_default().push(index);
        }
        Self { places, boxes, size }
    }

    /// The nearest place, and how far it is; nothing farther than eight boxes.
    fn nearest(&self, place: &[f64; 3]) -> Option<(usize, f64)> {
        let home = place.map(|x| (x / self.size).floor() as i64);
        let mut best: Option<(usize, f64)> = None;
        for ring in 0..=8i64 {
            // What is found in a ring of boxes may be farther than what the next one holds.
            if best.is_some_and(|(_, away)| away <= (ring - 1) as f64 * self.size) {
                break;
            }
            for x in -ring..=ring {
                for y in -ring..=ring {
                    for z in -ring..=ring {
                        if x.abs().max(y.abs()).max(z.abs()) != ring {
                            continue;
                        }
                        let there = self.boxes.get(&[home[0] + x, home[1] + y, home[2] + z]);
                        for &index in there.into_iter().flatten() {
                            let square: f64 =
                                self.places[index].iter().zip(place).map(|(a, b)| (a - b) * (a - b)).sum();
                            let away = square.sqrt();
                            if best.is_none_or(|(_, known)| away < known) {
                                best = Some((index, away));
                            }
                        }
                    }
                }
            }
        }
        best
    }
}

/// The value of a curve between its points; nothing outside.
pub(super) fn at(xs: &[f64], ys: &[f64], x: f64) -> Option<f64> {
    let high = xs.partition_point(|known| *known < x);
    if xs.get(high) == Some(&x) {
        return ys.get(high).copied();
    }
    let low = high.checked_sub(1)?;
    let (x0, x1) = (*xs.get(low)?, *xs.get(high)?);
    let (y0, y1) = (*ys.get(low)?, *ys.get(high)?);
    Some(y0 + (x - x0) / (x1 - x0) * (y1 - y0))
}
