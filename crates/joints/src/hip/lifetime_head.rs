//! A head that wears with its cup: a depth on its own surface, which turns with the femur.

use mechanics::solid::dynamics::SphereGrid;
use nalgebra::{Matrix3, Vector3};
use results::{Field, Surface, SurfaceRecord};

use super::{Hip, motion, outcome};
use crate::lifetime::Course;

const MILLION: f64 = 1e6;
/// Nodes of the head are so many times as far apart as elements of the cup: between nodes that lie closer than elements no wear
/// would fall.
const COARSER: f64 = 1.6;
/// Cells along an edge of the cube whose faces the grid is made of.
const CELLS: std::ops::RangeInclusive<usize> = 6..=60;

/// The surface of a head that wears by Archard's law.
///
/// What an element of the cup wears off the head goes to the four nodes around the direction in which it lies, seen from the
/// head, and the gap sees the depth through the same weights: the volume is that of the law to rounding.
pub(super) struct WornHead {
    grid: SphereGrid,
    /// In m³/(N·m).
    pub factor: f64,
}

/// The nodes before an element of the cup: four of a cell, and where in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facing {
    nodes: [u32; 4],
    weights: [f64; 4],
}

/// What the nodes have gone through, per area.
#[derive(Debug, Clone, Default)]
pub(super) struct Worked {
    /// Work per coefficient of friction, in Pa·m.
    pub work: Vec<f64>,
    /// Sliding under pressure, in m.
    pub slid: Vec<f64>,
    /// Highest pressure nearby, in Pa.
    pub peak: Vec<f64>,
}

impl Worked {
    fn new(nodes: usize) -> Self {
        Self { work: vec![0.0; nodes], slid: vec![0.0; nodes], peak: vec![0.0; nodes] }
    }

    /// Adds what happened to the same nodes at other times.
    pub fn join(&mut self, other: &Self) {
        self.work.iter_mut().zip(&other.work).for_each(|(a, b)| *a += b);
        self.slid.iter_mut().zip(&other.slid).for_each(|(a, b)| *a += b);
        self.peak.iter_mut().zip(&other.peak).for_each(|(a, b)| *a = a.max(*b));
    }
}

impl WornHead {
    /// A head of this radius before elements of a cup of this mean area.
    pub fn new(radius: f64, factor: f64, element: f64) -> Self {
        let across = std::f64::consts::FRAC_PI_2 * radius;
        let cells = (across / (COARSER * element.sqrt())).round() as usize;
        Self { grid: SphereGrid::new(radius, cells.clamp(*CELLS.start(), *CELLS.end())), factor }
    }

    pub fn nodes(&self) -> usize {
        self.grid.nodes.len()
    }

    /// In m².
    pub fn areas(&self) -> &[f64] {
        &self.grid.area
    }

    pub fn worked(&self) -> Worked {
        Worked::new(self.nodes())
    }

    /// What lies before every element of the cup (directions from its centre) with the femur turned by these angles. The head's
    /// centre is so near the cup's that both see an element in one direction.
    pub fn face(&self, directions: &[Vector3<f64>], angles: &[f64; 3]) -> Vec<Facing> {
        let back: Matrix3<f64> = motion::rotation(angles).transpose();
        let one = |r: &Vector3<f64>| {
            let around = self.grid.weights(&(back * r));
            Facing { nodes: around.map(|(node, _)| node as u32), weights: around.map(|(_, weight)| weight) }
        };
        directions.iter().map(one).collect()
    }

    /// Depth of the head before an element, in m.
    pub fn depth(facing: &Facing, depth: &[f64]) -> f64 {
        facing.nodes.iter().zip(&facing.weights).map(|(node, weight)| weight * depth[*node as usize]).sum()
    }

    /// An element of this area presses and slides by so much.
    pub fn rub(&self, facing: &Facing, area: f64, [pressure, way]: [f64; 2], worked: &mut Worked) {
        for (node, weight) in facing.nodes.iter().zip(&facing.weights).filter(|(_, weight)| **weight > 0.0) {
            let node = *node as usize;
            let share = weight * area / self.grid.area[node];
            worked.work[node] += share * pressure * way;
            worked.slid[node] += share * way;
            worked.peak[node] = worked.peak[node].max(pressure);
        }
    }

    /// The head through its lifetime, in its place at zero angles; depths follow those of `elements` of the cup.
    pub fn record(&self, hip: &Hip, elements: usize, course: &Course) -> SurfaceRecord {
        let points = self.grid.nodes.iter().map(|n| (n * hip.head_radius).into()).collect();
        let mut surface = Surface { points, connectivity: Vec::new(), offsets: Vec::new() };
        for cell in self.grid.quadrangles() {
            surface.connectivity.extend(cell.map(|node| node as u32));
            surface.offsets.push(surface.connectivity.len() as u32);
        }
        let all = |pick: &dyn Fn(&crate::lifetime::Snapshot) -> &[f64]| -> Vec<f32> {
            course.snapshots.iter().flat_map(|s| pick(s)[elements..].iter().map(|x| x.max(0.0) as f32)).collect()
        };
        SurfaceRecord {
            name: "worn_head".into(),
            label: "The head, seen from the bottom of the cup".into(),
            view_from: hip.pole.into(),
            compass: outcome::compass(&hip.pole),
            times: course.snapshots.iter().map(|s| s.cycles / MILLION).collect(),
            fields: vec![
                Field::on_points("worn_depth_m", "Worn depth", all(&|s| &s.worn)),
                Field::on_points("peak_pressure_Pa", "Highest pressure over the cycle", all(&|s| &s.pressure)),
            ],
            ..outcome::bare_record(hip, surface)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unwatched;
    use crate::lifetime::{self, Cycles, Evaluation, Plan, Summary, Wearable};
    use mechanics::contact::{Pull, WornCup, WornPressure};
    use mechanics::geometry::CupSurface;
    use std::f64::consts::{FRAC_PI_2, PI};

    const RADIUS: f64 = 14e-3;
    /// So light that the head does not sink in deeper than a thousandth of its radius, in N.
    const LOAD: f64 = 10.0;
    /// k s of cup and head, in m/(Pa cycle).
    const RATES: [f64; 2] = [5e-18, 2e-18];

    /// A head in a cup of its own radius under a constant load, turned by some angles, both sliding as far everywhere.
    struct Bowl {
        cup: WornCup,
        head: WornHead,
        areas: Vec<f64>,
        facing: Vec<Facing>,
    }

    impl Bowl {
        fn new(elements: usize, angles: [f64; 3]) -> Self {
            let surface = CupSurface::new(RADIUS, Vector3::y(), FRAC_PI_2, elements);
            let cup = WornCup::new((RADIUS, RADIUS), (1e11, f64::INFINITY), &surface);
            let head = WornHead::new(RADIUS, RATES[1], cup.area());
            let mut areas = vec![cup.area(); elements];
            areas.extend(head.areas());
            let facing = head.face(cup.directions(), &angles);
            Self { cup, head, areas, facing }
        }
    }

    impl Wearable for Bowl {
        type Error = &'static str;
        fn areas(&self) -> &[f64] {
            &self.areas
        }
        fn own(&self) -> usize {
            self.cup.elements()
        }
        fn evaluate(&self, worn: &[f64], _: &[f64]) -> Result<Evaluation, &'static str> {
            let (worn, head) = worn.split_at(self.own());
            let before: Vec<f64> = self.facing.iter().map(|facing| WornHead::depth(facing, head)).collect();
            let mut shape = WornPressure::default();
            self.cup.shape(worn, &before, &mut shape);
            let deep = worn.iter().zip(&before).map(|(w, h)| w + h).fold(0.0, f64::max);
            let pull = Pull::constant(Vector3::y() * LOAD);
            let place = self.cup.solve_rest(&shape, &pull, Vector3::y() * (deep + 1e-6)).map_err(|_| "no rest")?;
            let (size, mut worked) = (place.norm_squared(), self.head.worked());
            let mut pressure = vec![0.0; self.own()];
            for (i, found) in pressure.iter_mut().enumerate() {
                if let Some((pressure, _)) = self.cup.press(&shape, i, &place, size) {
                    *found = pressure;
                    self.head.rub(&self.facing[i], self.areas[i], [pressure, 1.0], &mut worked);
                }
            }
            let mut depth: Vec<f64> = pressure.iter().map(|p| RATES[0] * p).collect();
            depth.extend(worked.work.iter().map(|work| RATES[1] * work));
            let none = vec![0.0; depth.len()];
            Ok(Evaluation {
                depth,
                mean_pressure: none.clone(),
                peak_pressure: none.clone(),
                cross_shear: none,
                fading: (RATES[0] + 1.5 * RATES[1]) * self.cup.stiffness(),
                summary: Summary { place, ..Summary::default() },
            })
        }
    }

    /// Worn in, both together must go on by `ḋ cos ψ`, so that `ḋ = 3 (κ_c + κ_h) F/(2 π R²)`, as one of them alone would with
    /// the sum of the factors; and each loses its share of the volume, whatever way the head is turned.
    #[test]
    fn a_head_and_its_cup_wear_in_to_the_rate_of_the_sum_of_their_factors() {
        for (elements, angles, allowed) in
            [(300, [0.0; 3], 0.02), (1200, [0.0; 3], 8e-3), (1200, [0.4, -0.2, 0.7], 8e-3)]
        {
            let bowl = Bowl::new(elements, angles);
            let plan = Plan {
                cycles: 1e8,
                instants: lifetime::instants(Cycles::new(1e8), &[]),
                tolerance: 1e-3,
                creep: None,
                stiffness: 1e11,
                seconds: 1.0,
                thickness: 1.0,
                updates: None,
                run_in: None,
                smoother: None,
            };
            let course = lifetime::run(&bowl, &plan, &Unwatched).expect("a lifetime");
            let rows = &course.rows;
            let (last, before) = (rows[rows.len() - 1], rows[rows.len() - 2]);
            let found = (last.place.y - before.place.y) / (last.cycles - before.cycles);
            let exact = 1.5 * (RATES[0] + RATES[1]) * LOAD / (PI * RADIUS * RADIUS);
            assert!((found / exact - 1.0).abs() < allowed, "{elements} {angles:?}: {}", found / exact);
            // What the head loses is what its factor takes, to rounding.
            assert!((last.other_volume / last.volume / (RATES[1] / RATES[0]) - 1.0).abs() < 1e-9, "{last:?}");
        }
    }
}
