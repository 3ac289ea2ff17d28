//! The compliance between points of rings: a block-circulant matrix by its first columns.

use super::ball::BallKernel;
use super::element::LayerMaterial;
use super::kernel::CupCompliance;
use super::rings::Ring;
use std::f64::consts::TAU;

/// Displacement of any point by a force on any other. Between two rings it depends on the difference of azimuths alone.
#[derive(Debug, Clone)]
pub struct CircularTable {
    pub(super) rings: Vec<Span>,
    /// Where the values of a pair of rings begin, its step on the finest ring, and how many there are around.
    pairs: Vec<Pair>,
    /// Every pair twice around, so that differences of either sign lie in a row.
    values: Vec<f64>,
}

/// Points of a ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    pub first: usize,
    pub points: usize,
    /// Step on the finest ring.
    pub stride: usize,
}

#[derive(Debug, Clone, Copy)]
struct Pair {
    start: usize,
    step: usize,
    around: usize,
}

/// Neighbouring points of one ring.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub ring: usize,
    pub from: usize,
    pub to: usize,
}

fn common(mut a: usize, mut b: usize) -> usize {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Place of a pair of rings, whichever comes first.
fn pair_index(i: usize, j: usize) -> usize {
    let (low, high) = (i.min(j), i.max(j));
    high * (high + 1) / 2 + low
}

impl CircularTable {
    /// `Σₙ εₙ Cₙ cos nΔφ` between all rings, up to what the coarser of both resolves; times `scale`.
    ///
    /// The highest harmonic of a ring has one phase only: it is taken by √½ on either side, so that its own compliance is right
    /// and the whole stays positive.
    pub fn new(compliance: &CupCompliance, scale: f64) -> Self {
        let around = compliance.around;
        let rings: Vec<Span> = compliance
            .rings
            .iter()
            .map(|ring| Span { first: ring.first, points: ring.points, stride: around / ring.points })
            .collect();
        let cosines: Vec<f64> = (0..around).map(|k| libm::cos(TAU * k as f64 / around as f64)).collect();
        let interpolations: Vec<_> = (0..=around / 2).map(|n| compliance.interpolation(n)).collect();
        let (mut pairs, mut values) = (Vec::new(), Vec::new());
        let mut amplitudes = Vec::new();
        for j in 0..rings.len() {
            for i in 0..=j {
                let step = common(rings[i].stride, rings[j].stride);
                let count = around / step;
                let highest = rings[i].points.min(rings[j].points) / 2;
                amplitudes.clear();
                amplitudes.extend((0..=highest).map(|n| {
                    let value: f64 =
                        interpolations[n].iter().map(|(k, factor)| factor * compliance.works[*k][(i, j)]).sum();
                    let half = |ring: &Span| if 2 * n == ring.points { 0.5_f64.sqrt() } else { 1.0 };
                    let phases = if n == 0 { 1.0 } else { 2.0 };
                    scale * phases * half(&rings[i]) * half(&rings[j]) * value
                }));
                pairs.push(Pair { start: values.len(), step, around: count });
                let begin = values.len();
                for k in 0..count {
                    // Even: the second half mirrors the first.
                    let value = if 2 * k > count {
                        values[begin + count - k]
                    } else {
                        let mut place = 0;
                        let mut sum = 0.0;
                        for amplitude in &amplitudes {
                            sum += amplitude * cosines[place];
                            place += k * step;
                            place -= if place >= around { around } else { 0 };
                        }
                        sum
                    };
                    values.push(value);
                }
                values.extend_from_within(begin..);
            }
        }
        Self { rings, pairs, values }
    }

    /// Adds the compliance of a ball that touches the cup; moduli by that of the cup's articular layer.
    pub fn add_ball(&mut self, compliance: &CupCompliance, ball: &LayerMaterial, scale: f64) {
        let rings = &compliance.rings;
        let kernel = BallKernel::new(ball, rings.first().map_or(0.1, |ring| ring.width));
        let around = compliance.around;
        let turns: Vec<(f64, f64)> = (0..=around / 2).map(|k| libm::sincos(TAU * k as f64 / around as f64)).collect();
        let mut offsets = Vec::new();
        let direction = |ring: &Ring| {
            let [r, z] = ring.middle;
            [r / r.hypot(z), z / r.hypot(z)]
        };
        for j in 0..rings.len() {
            for i in 0..=j {
                let pair = self.pairs[pair_index(i, j)];
                let ([r, z], [q, y]) = (direction(&rings[i]), direction(&rings[j]));
                // Meant over the spacing of the coarser ring, in parts that the kernel resolves.
                let spacing = TAU / rings[i].points.min(rings[j].points) as f64;
                let parts = (2.0 * spacing * r.min(q) / rings[0].width).ceil().max(1.0);
                offsets.clear();
                offsets.extend(
                    (0..parts as usize).map(|part| libm::sincos(spacing * ((part as f64 + 0.5) / parts - 0.5))),
                );
                for k in 0..=pair.around / 2 {
                    // The cosine of a sum.
                    let (sin, cos) = turns[k * pair.step];
                    let mean: f64 = offsets.iter().map(|(s, c)| kernel.at(z * y + r * q * (cos * c - sin * s))).sum();
                    let value = scale * mean / parts;
                    // Even, and twice around.
                    let mirrored = pair.around - k;
                    self.values[pair.start + k] += value;
                    self.values[pair.start + pair.around + k] += value;
                    if k > 0 && mirrored != k {
                        self.values[pair.start + mirrored] += value;
                        self.values[pair.start + pair.around + mirrored] += value;
                    }
                }
            }
        }
    }

    /// All points.
    pub fn points(&self) -> usize {
        self.rings.last().map_or(0, |ring| ring.first + ring.points)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        8 * self.values.len()
    }

    /// What a point does to another: the values around of their rings, twice, and the places of both among them.
    pub(super) fn between(&self, (i, a): (usize, usize), (j, b): (usize, usize)) -> (&[f64], [usize; 2]) {
        let pair = self.pairs[pair_index(i, j)];
        let places = [a * self.rings[i].stride / pair.step, b * self.rings[j].stride / pair.step];
        (&self.values[pair.start..pair.start + 2 * pair.around], places)
    }

    /// Values between neighbours of a ring, as another ring sees them.
    pub(super) fn step(&self, ring: usize, other: usize) -> usize {
        self.rings[ring].stride / self.pairs[pair_index(ring, other)].step
    }
}
