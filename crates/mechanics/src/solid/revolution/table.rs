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
                        amplitudes.iter().enumerate().map(|(n, a)| a * cosines[n * k * step % around]).sum()
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
                for k in 0..pair.around {
                    let middle = TAU * k as f64 / pair.around as f64;
                    let mean: f64 = (0..parts as usize)
                        .map(|part| {
                            let azimuth = middle + spacing * ((part as f64 + 0.5) / parts - 0.5);
                            kernel.at(z * y + r * q * libm::cos(azimuth))
                        })
                        .sum();
                    let value = scale * mean / parts;
                    self.values[pair.start + k] += value;
                    self.values[pair.start + pair.around + k] += value;
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

    /// Displacement of a point (ring, number in it) by a force on another.
    pub(super) fn entry(&self, (i, a): (usize, usize), (j, b): (usize, usize)) -> f64 {
        let pair = self.pairs[pair_index(i, j)];
        let (x, y) = (a * self.rings[i].stride / pair.step, b * self.rings[j].stride / pair.step);
        self.values[pair.start + x.abs_diff(y)]
    }

    /// Sorted points as runs of neighbours.
    pub(super) fn runs(&self, points: &[usize], runs: &mut Vec<Run>) {
        runs.clear();
        let mut ring = 0;
        for &point in points {
            while point >= self.rings[ring].first + self.rings[ring].points {
                ring += 1;
            }
            let place = point - self.rings[ring].first;
            match runs.last_mut() {
                Some(run) if run.ring == ring && run.to == place => run.to += 1,
                _ => runs.push(Run { ring, from: place, to: place + 1 }),
            }
        }
    }

    /// Adds the displacements of one run by the forces on another.
    pub(super) fn add(&self, force: &[f64], from: &Run, displacement: &mut [f64], to: &Run) {
        let pair = self.pairs[pair_index(to.ring, from.ring)];
        let (own, other) = (&self.rings[to.ring], &self.rings[from.ring]);
        let (s, t) = (own.stride / pair.step, other.stride / pair.step);
        let force = &force[other.first + from.from..other.first + from.to];
        let displacement = &mut displacement[own.first + to.from..own.first + to.to];
        let values = &self.values[pair.start..pair.start + 2 * pair.around];
        let middle = pair.around;
        if s == 1 {
            for (k, f) in force.iter().enumerate() {
                let begin = middle + to.from - (from.from + k) * t;
                let row = &values[begin..begin + displacement.len()];
                displacement.iter_mut().zip(row).for_each(|(u, c)| *u += c * f);
            }
        } else if t == 1 {
            // Even in the difference: forwards along the forces.
            for (k, u) in displacement.iter_mut().enumerate() {
                let begin = middle + from.from - (to.from + k) * s;
                *u += dot(&values[begin..begin + force.len()], force);
            }
        } else {
            for (k, u) in displacement.iter_mut().enumerate() {
                let place = middle + (to.from + k) * s;
                *u += force.iter().enumerate().map(|(m, f)| values[place - (from.from + m) * t] * f).sum::<f64>();
            }
        }
    }
}

/// In four sums, always the same ones.
fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours, rest) = (a.chunks_exact(4), b.chunks_exact(4));
    let mut tail = 0.0;
    for (x, y) in fours.remainder().iter().zip(rest.remainder()) {
        tail += x * y;
    }
    for (x, y) in fours.zip(rest) {
        for k in 0..4 {
            sums[k] += x[k] * y[k];
        }
    }
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + tail
}
