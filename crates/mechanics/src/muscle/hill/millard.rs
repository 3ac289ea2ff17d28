//! Millard's curves: Bézier elbows between places and slopes that follow from a few measured numbers [Millard2013].

use super::bezier::{Curve, Knot};

/// What the curves are made from; defaults are OpenSim 4.6's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MillardShape {
    /// Fibre length at which active force begins.
    pub active_begins: f64,
    /// Fibre length where the steep ascending limb becomes shallow.
    pub active_shoulder: f64,
    /// Fibre length at which active force ends.
    pub active_ends: f64,
    /// Slope of the shallow ascending limb.
    pub active_slope: f64,
    /// Active force left beyond both ends: 0.1 keeps OpenSim's elastic muscle solvable; 0 for a rigid tendon.
    pub active_least: f64,
    /// Fibre strain at which passive force is F₀.
    pub passive_strain: f64,
    /// Largest force when lengthening, beside the isometric one.
    pub lengthening: f64,
    /// Tendon strain at F₀.
    pub tendon_strain: f64,
}

impl Default for MillardShape {
    fn default() -> Self {
        Self {
            active_begins: 0.4441,
            active_shoulder: 0.73,
            active_ends: 1.8123,
            active_slope: 0.8616,
            active_least: 0.1,
            passive_strain: 0.7,
            lengthening: 1.4,
            tendon_strain: 0.049,
        }
    }
}

/// The curves, made ready.
#[derive(Debug, Clone, PartialEq)]
pub struct Millard {
    active: Curve,
    passive: Curve,
    velocity: Curve,
    tendon: Curve,
}

impl Default for Millard {
    fn default() -> Self {
        Self::new(&MillardShape::default())
    }
}

fn knot(x: f64, y: f64, slope: f64) -> Knot {
    Knot { x, y, slope }
}

impl Millard {
    /// Curves of a shape.
    pub fn new(shape: &MillardShape) -> Self {
        Self { active: active(shape), passive: passive(shape), velocity: velocity(shape), tendon: tendon(shape) }
    }

    /// f_l.
    pub fn active(&self, length: f64) -> f64 {
        self.active.value(length)
    }

    /// f_p.
    pub fn passive(&self, length: f64) -> f64 {
        self.passive.value(length)
    }

    /// f_v.
    pub fn velocity(&self, speed: f64) -> f64 {
        self.velocity.value(speed)
    }

    /// f_t.
    pub fn tendon(&self, length: f64) -> f64 {
        self.tendon.value(length)
    }
}

/// Zero, steep limb, shallow limb, top, descending limb, zero.
fn active(shape: &MillardShape) -> Curve {
    let MillardShape { active_begins: x0, active_shoulder: x1, active_ends: x3, active_slope: slope, .. } = *shape;
    // The top's half width, 0.05 of the optimal length.
    const TOP: f64 = 0.05;
    let shoulder = 1.0 - slope * (1.0 - TOP - x1);
    let middle = 0.5 * (1.0 + TOP + x3);
    let knots = [
        knot(x0, shape.active_least, 0.0),
        knot(0.5 * (x0 + x1), 0.5 * shoulder, 1.25 * shoulder / (x1 - x0)),
        knot(0.5 * (x1 + 1.0 - TOP), 0.5 * (shoulder + 1.0), slope),
        knot(1.0, 1.0, 0.0),
        knot(middle, 0.5, -1.0 / (x3 - 1.0 - 2.0 * TOP)),
        knot(x3, shape.active_least, 0.0),
    ];
    Curve::new(&knots, &[1.0; 5])
}

/// A toe with slope 0.2, then up to slope 2/ε at F₀.
fn passive(shape: &MillardShape) -> Curve {
    let strain = shape.passive_strain;
    let (low, high) = (0.2_f64.min(0.9 / strain), 2.0 / strain);
    let toe = 0.1 * (1.0 / high).min(strain);
    let knots = [knot(1.0, 0.0, 0.0), knot(1.0 + toe, 0.5 * low * toe, low), knot(1.0 + strain, 1.0, high)];
    Curve::new(&knots, &[0.75; 2])
}

/// Slopes: 0 at the fastest shortening, 0.25 near it, 5 at rest, 0.15 near the fastest lengthening, 0 there.
fn velocity(shape: &MillardShape) -> Curve {
    let most = shape.lengthening;
    let knots = [
        knot(-1.0, 0.0, 0.0),
        knot(-0.9, 0.5 * 0.25 * 0.1, 0.25),
        knot(0.0, 1.0, 5.0),
        knot(0.9, most - 0.5 * 0.15 * 0.1, 0.15),
        knot(1.0, most, 0.0),
    ];
    Curve::new(&knots, &[0.6, 0.6, 0.9, 0.9])
}

/// A toe up to two thirds of F₀, then a line of slope 1.375/ε.
fn tendon(shape: &MillardShape) -> Curve {
    let strain = shape.tendon_strain;
    let (stiffness, toe) = (1.375 / strain, 2.0 / 3.0);
    let on_line = |y: f64| (y - 1.0) / stiffness + 1.0 + strain;
    let foot = 1.0 + 0.1 * (on_line(toe) - 1.0);
    let middle = on_line(0.5 * toe);
    let slope = 0.5 * toe / (middle - foot);
    let bend = 0.5 * (foot + middle);
    let knots = [knot(1.0, 0.0, 0.0), knot(bend, slope * (bend - foot), slope), knot(on_line(toe), toe, stiffness)];
    Curve::new(&knots, &[0.5; 2])
}
