//! Smooth curves with given slopes at given places: quintic Bézier elbows, one after another, lines beyond the ends.

/// A place on a curve, and the slope there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Knot {
    pub x: f64,
    pub y: f64,
    pub slope: f64,
}

/// An elbow between two knots: control points at both ends, and twice at a share of the way to where the tangents cross.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Elbow {
    x: [f64; 4],
    y: [f64; 4],
}

/// A curve of elbows with straight ends.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Curve {
    elbows: Vec<Elbow>,
    first: Knot,
    last: Knot,
}

impl Elbow {
    fn new(a: Knot, b: Knot, bend: f64) -> Self {
        let x = (b.y - a.y - b.x * b.slope + a.x * a.slope) / (a.slope - b.slope);
        let y = (x - b.x) * b.slope + b.y;
        Self {
            x: [a.x, a.x + bend * (x - a.x), b.x + bend * (x - b.x), b.x],
            y: [a.y, a.y + bend * (y - a.y), b.y + bend * (y - b.y), b.y],
        }
    }

    /// Value and slope of one coordinate at the parameter u: the inner control points are double.
    fn at(points: &[f64; 4], u: f64) -> (f64, f64) {
        let v = 1.0 - u;
        let [a, b, c, d] = *points;
        let value = a * v.powi(5)
            + b * (5.0 * u * v.powi(4) + 10.0 * u * u * v.powi(3))
            + c * (10.0 * u.powi(3) * v * v + 5.0 * u.powi(4) * v)
            + d * u.powi(5);
        let slope = 5.0 * (b - a) * v.powi(4) + 30.0 * (c - b) * u * u * v * v + 5.0 * (d - c) * u.powi(4);
        (value, slope)
    }

    /// y at x within the elbow, by Newton's method kept within the bracket.
    fn value(&self, x: f64) -> f64 {
        let (mut low, mut high) = (0.0, 1.0);
        let mut u = (x - self.x[0]) / (self.x[3] - self.x[0]);
        for _ in 0..60 {
            let (at, slope) = Self::at(&self.x, u);
            if at < x {
                low = u
            } else {
                high = u
            }
            let next = u - (at - x) / slope;
            let next = if next > low && next < high { next } else { 0.5 * (low + high) };
            if (next - u).abs() < 1e-15 {
                break;
            }
            u = next;
        }
        Self::at(&self.y, u).0
    }
}

impl Curve {
    /// Through knots, with a bend between 0 (soft) and 1 (sharp) for each elbow.
    pub fn new(knots: &[Knot], bends: &[f64]) -> Self {
        let elbows = knots.windows(2).zip(bends).map(|(w, bend)| Elbow::new(w[0], w[1], 0.1 + 0.8 * bend)).collect();
        Self { elbows, first: knots[0], last: knots[knots.len() - 1] }
    }

    /// y at x.
    pub fn value(&self, x: f64) -> f64 {
        let line = |end: Knot| end.y + end.slope * (x - end.x);
        if x <= self.first.x {
            return line(self.first);
        }
        match self.elbows.iter().find(|elbow| x <= elbow.x[3]) {
            Some(elbow) => elbow.value(x),
            None => line(self.last),
        }
    }
}
