//! The outline of an insert, seen from above.

use super::DesignError;
use super::error::{mm, positive};

/// A rectangle with round corners, and a notch at the back for the posterior cruciate ligament, in m. Forwards is x,
/// lateral z; the middle of the rectangle is the origin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outline {
    /// From side to side.
    pub width: f64,
    /// From back to front.
    pub depth: f64,
    /// Radius of the corners.
    pub corner_radius: f64,
    /// Width of the notch, which ends in a half circle.
    pub notch_width: f64,
    /// How far the notch reaches from the back; 0 for none.
    pub notch_depth: f64,
    /// Where an insert for one side ends towards the middle; 0 where both sides meet.
    pub inner: f64,
}

impl Outline {
    pub(super) fn check(&self) -> Result<(), DesignError> {
        let Self { width, depth, corner_radius, notch_width, notch_depth, inner } = *self;
        positive("width", width)?;
        positive("depth", depth)?;
        let most = 0.5 * width.min(depth);
        if !(corner_radius > 0.0 && corner_radius < most) {
            return Err(DesignError::new(
                "corner-radius",
                format!("corners of {} do not fit an outline of {} by {}", mm(corner_radius), mm(width), mm(depth)),
                if corner_radius > 0.0 {
                    format!(
                        "corners of less than {}, or a width and depth of more than {}",
                        mm(most),
                        mm(2.0 * corner_radius)
                    )
                } else {
                    format!("more than 0 mm and less than {}", mm(most))
                },
            ));
        }
        let straight = 0.5 * width - corner_radius;
        if !(inner >= 0.0 && inner < straight) {
            return Err(DesignError::new(
                "inner",
                format!(
                    "an insert that ends {} from the middle does not reach the corners of {} of an outline {} wide",
                    mm(inner),
                    mm(corner_radius),
                    mm(width)
                ),
                format!("at least 0 mm and less than {}, or smaller corners", mm(straight)),
            ));
        }
        if notch_depth == 0.0 {
            return Ok(());
        }
        let widest = width - 2.0 * corner_radius;
        if !(notch_width > 0.0 && notch_width < widest) {
            return Err(DesignError::new(
                "notch-width",
                format!(
                    "a notch of {} does not fit between corners of {} on a width of {}",
                    mm(notch_width),
                    mm(corner_radius),
                    mm(width)
                ),
                format!("more than 0 mm and less than {}", mm(widest)),
            ));
        }
        if !(notch_depth >= 0.5 * notch_width && notch_depth < depth) {
            return Err(DesignError::new(
                "notch-depth",
                format!(
                    "a notch {} wide cannot be {} deep in an outline of {}",
                    mm(notch_width),
                    mm(notch_depth),
                    mm(depth)
                ),
                format!("0 mm for none, or between {} and {}", mm(0.5 * notch_width), mm(depth)),
            ));
        }
        Ok(())
    }

    /// Where the notch ends in front; the back of the insert if there is none.
    pub fn notch_front(&self) -> f64 {
        -0.5 * self.depth + self.notch_depth
    }

    /// From the middle to the side, at a distance forwards within the depth.
    pub fn half_width(&self, x: f64) -> f64 {
        let over = (x.abs() - (0.5 * self.depth - self.corner_radius)).clamp(0.0, self.corner_radius);
        0.5 * self.width - self.corner_radius + (self.corner_radius.powi(2) - over * over).max(0.0).sqrt()
    }

    /// From the middle to the side of the notch, or to where one side ends; 0 where both sides meet.
    pub fn half_notch(&self, x: f64) -> f64 {
        self.inner.max(self.half_of_notch(x))
    }

    fn half_of_notch(&self, x: f64) -> f64 {
        let (front, r) = (self.notch_front(), 0.5 * self.notch_width);
        if self.notch_depth == 0.0 || x >= front {
            return 0.0;
        }
        let over = (x - (front - r)).max(0.0);
        (r * r - over * over).max(0.0).sqrt()
    }

    /// Whether a point of one side (±1) lies inside, by a margin of rounding.
    pub fn contains(&self, x: f64, z: f64, side: f64) -> bool {
        const NEAR: f64 = 1e-11;
        let out = side * z;
        x.abs() <= 0.5 * self.depth + NEAR && out >= self.half_notch(x) - NEAR && out <= self.half_width(x) + NEAR
    }

    /// Distances forwards between which the outline is smooth, at most `step` apart, denser where it is round: there the
    /// width has no slope at its end.
    pub fn strips(&self, step: f64) -> Vec<f64> {
        let (half, r) = (0.5 * self.depth, self.corner_radius);
        let mut at = Vec::new();
        let mut round = |middle: f64, radius: f64, direction: f64| {
            // Angles between rows such that neither rows nor chords are longer than a step.
            let count = (1.6 * radius / step).ceil().max(2.0) as usize;
            for i in 0..=count {
                let angle = std::f64::consts::FRAC_PI_2 * i as f64 / count as f64;
                at.push(middle + direction * radius * angle.sin());
            }
        };
        round(half - r, r, 1.0);
        round(r - half, r, -1.0);
        if self.notch_depth > 0.0 {
            let radius = 0.5 * self.notch_width;
            round(self.notch_front() - radius, radius, 1.0);
        }
        let count = (self.depth / step).ceil().max(1.0) as usize;
        at.extend((0..=count).map(|i| -half + self.depth * i as f64 / count as f64));
        at.sort_unstable_by(f64::total_cmp);
        at.dedup_by(|b, a| *b - *a < 1e-12);
        at
    }

    /// Distances forwards at which rows of a mesh stand, about `step` apart, none much nearer to another.
    pub fn rows(&self, step: f64) -> Vec<f64> {
        let (half, at) = (0.5 * self.depth, self.strips(step));
        // Rows that nearly coincide make slivers; ends and the front of the notch stay.
        let fixed = [-half, half, self.notch_front()];
        let mut rows: Vec<f64> = Vec::with_capacity(at.len());
        for x in at {
            let is_fixed = fixed.iter().any(|f| (x - f).abs() < 1e-12);
            match rows.last() {
                Some(last) if x - last < 0.3 * step => {
                    let last_fixed = fixed.iter().any(|f| (last - f).abs() < 1e-12);
                    if is_fixed && x - last > 1e-12 {
                        if !last_fixed {
                            rows.pop();
                        }
                        rows.push(x);
                    }
                }
                _ => rows.push(x),
            }
        }
        rows
    }

    /// Points around one side (±1), a closed line from the back along the middle to the front and back along the rim; each
    /// step no longer than `step`.
    pub fn boundary(&self, side: f64, step: f64) -> Vec<[f64; 2]> {
        let rows = self.strips(step);
        let (back, front) = (rows[0], rows[rows.len() - 1]);
        let mut line: Vec<[f64; 2]> = rows.iter().map(|&x| [x, side * self.half_notch(x)]).collect();
        let across = |x: f64, from: f64, to: f64| {
            let count = ((to - from).abs() / step).ceil().max(1.0) as usize;
            (1..count).map(move |i| [x, side * (from + (to - from) * i as f64 / count as f64)]).collect::<Vec<_>>()
        };
        line.extend(across(front, self.half_notch(front), self.half_width(front)));
        line.extend(rows.iter().rev().map(|&x| [x, side * self.half_width(x)]));
        line.extend(across(back, self.half_width(back), self.half_notch(back)));
        line
    }

    /// Area of the outline of both sides, closed.
    pub fn compute_area(&self) -> f64 {
        use std::f64::consts::PI;
        let r = self.corner_radius;
        let notch = if self.notch_depth > 0.0 {
            let radius = 0.5 * self.notch_width;
            self.notch_width * (self.notch_depth - radius) + 0.5 * PI * radius * radius
        } else {
            0.0
        };
        self.width * self.depth - (4.0 - PI) * r * r - notch
    }
}
