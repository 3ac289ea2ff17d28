//! The head in a worn cup of finite elements.

use std::sync::Mutex;

use mechanics::contact::{Pull, Reaction};
use mechanics::solid::revolution::{WornElasticCup, WornRest, WornScratch, WornShape};
use nalgebra::{Matrix3, Vector3};

/// Gaps are closed to this share of the deepest overlap.
const CLOSED: f64 = 1e-6;
/// The pressure in a direction is that of so many points around it, by the inverse squares of their distances.
const AROUND: usize = 4;

/// A worn cup of finite elements and a head in it, in the pelvis.
#[derive(Debug)]
pub(super) struct WornElements {
    cup: WornElasticCup,
    /// From the pelvis to the cup's axes.
    turn: Matrix3<f64>,
    shape: WornShape,
    /// From the middle of the cup to every point of its surface, in pelvis axes.
    directions: Vec<Vector3<f64>>,
    /// Storage that nobody uses at present. What is taken from it has forgotten everything.
    idle: Mutex<Vec<WornScratch>>,
}

/// Area in contact, highest pressure, and the points that touch.
pub(super) struct Touching {
    pub area: f64,
    pub peak_pressure: f64,
    pub points: Vec<usize>,
}

impl WornElements {
    /// Depths (m) are asked for along directions of the pelvis.
    pub fn new((cup, turn): (WornElasticCup, Matrix3<f64>), depths: impl Fn(&[Vector3<f64>]) -> Vec<f64>) -> Self {
        let (new, back) = (cup.shape(&[]), turn.transpose());
        let directions: Vec<Vector3<f64>> =
            (0..cup.points()).map(|i| (back * cup.middle(&new, i)).normalize()).collect();
        // Along a ray of the middle; the surface moves along its normal, which at an edge is another direction.
        let along = |(depth, (r, n)): (f64, (&Vector3<f64>, &Vector3<f64>))| depth * r.dot(&(back * n)).max(0.0);
        let depth: Vec<f64> =
            depths(&directions).into_iter().zip(directions.iter().zip(cup.normals())).map(along).collect();
        let shape = cup.shape(&depth);
        Self { cup, turn, shape, directions, idle: Mutex::default() }
    }

    /// Lends storage that remembers nothing: the answer does not depend on who asked before.
    fn fresh<T>(&self, ask: impl FnOnce(&mut WornScratch) -> T) -> T {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut scratch = idle.unwrap_or_else(|| self.cup.scratch());
        scratch.forget();
        let answer = ask(&mut scratch);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(scratch);
        }
        answer
    }

    /// Force on the head and its derivative; not numbers where no contact was found.
    pub fn reaction(&self, e: &Vector3<f64>) -> Reaction {
        let (back, e) = (self.turn.transpose(), self.turn * e);
        self.fresh(|scratch| {
            let none = Reaction { force: Vector3::repeat(f64::NAN), tangent: Matrix3::repeat(f64::NAN) };
            if self.cup.close(&self.shape, &e, CLOSED, scratch).is_err() {
                return none;
            }
            let force = back * self.cup.force(&self.shape, &e, scratch);
            match self.cup.compute_tangent(&self.shape, &e, scratch) {
                Ok(tangent) => Reaction { force, tangent: back * tangent * self.turn },
                Err(_) => none,
            }
        })
    }

    /// Where the head rests under a load, from a guess.
    pub fn rest(&self, load: &Vector3<f64>, guess: Vector3<f64>) -> Option<Vector3<f64>> {
        let (pull, from) = (Pull::constant(self.turn * load), WornRest::guess(self.turn * guess));
        let rest = self.fresh(|scratch| self.cup.solve_rest(&self.shape, &pull, &from, scratch).ok())?;
        Some(self.turn.transpose() * rest.place)
    }

    /// Pressure at every point with the head at a place.
    pub fn pressures(&self, e: &Vector3<f64>) -> Vec<f64> {
        let e = self.turn * e;
        self.fresh(|scratch| match self.cup.close(&self.shape, &e, CLOSED, scratch) {
            Ok(()) => scratch.forces().iter().zip(self.cup.areas()).map(|(force, area)| force / area).collect(),
            Err(_) => vec![f64::NAN; self.cup.points()],
        })
    }

    /// What touches.
    pub fn touching(&self, e: &Vector3<f64>) -> Touching {
        let pressures = self.pressures(e);
        let points: Vec<usize> = (0..pressures.len()).filter(|i| pressures[*i] > 0.0).collect();
        Touching {
            area: points.iter().map(|i| self.cup.areas()[*i]).sum(),
            peak_pressure: pressures.iter().copied().fold(0.0, f64::max),
            points,
        }
    }

    /// How far the undeformed surfaces overlap at most.
    pub fn overlap(&self, e: &Vector3<f64>) -> f64 {
        self.cup.overlap(&self.shape, &(self.turn * e))
    }

    /// Directions of the points from the middle of the cup.
    pub fn directions(&self) -> &[Vector3<f64>] {
        &self.directions
    }

    /// How far the point nearest to a direction lies from the middle of the cup.
    pub fn radius_along(&self, direction: &Vector3<f64>) -> f64 {
        let along = |i: &usize| self.directions[*i].dot(direction);
        let nearest = (0..self.directions.len()).max_by(|a, b| along(a).total_cmp(&along(b)));
        nearest.map_or(0.0, |i| self.cup.middle(&self.shape, i).norm())
    }

    /// The points around a direction with their shares.
    pub fn around(&self, direction: &Vector3<f64>) -> [(usize, f64); AROUND] {
        let mut nearest = [(0, f64::INFINITY); AROUND];
        for (i, point) in self.directions.iter().enumerate() {
            let square = (point - direction).norm_squared();
            if square < nearest[AROUND - 1].1 {
                nearest[AROUND - 1] = (i, square);
                let mut k = AROUND - 1;
                while k > 0 && nearest[k].1 < nearest[k - 1].1 {
                    nearest.swap(k, k - 1);
                    k -= 1;
                }
            }
        }
        let near = 1e-6 * nearest[AROUND - 1].1;
        let weights = nearest.map(|(i, square)| (i, 1.0 / (square + near + f64::MIN_POSITIVE)));
        let sum: f64 = weights.iter().map(|(_, weight)| weight).sum();
        weights.map(|(i, weight)| (i, weight / sum))
    }
}
