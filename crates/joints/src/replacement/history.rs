//! What happened, frame by frame, before it is made into results.

use mechanics::contact::surfaces::{Fields, PatchSummary, Response, Scratch, SurfacePair, Twist};
use mechanics::rigid::spatial::Sequence;
use nalgebra::{Isometry3, Rotation3, Translation3, UnitQuaternion, Vector3};

use super::Replacement;

/// Everything about one instant.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    pub time: f64,
    /// Flexion, adduction, rotation, anterior, superior, lateral.
    pub coordinates: [f64; 6],
    /// Where the pose says that it is.
    pub measured: [f64; 6],
    /// Axial force, anterior force on the tibia, torque on the tibia.
    pub loads: [f64; 3],
    pub response: Response,
    pub whole: PatchSummary,
    pub regions: Vec<PatchSummary>,
    /// Deepest overlap of the parts where the pose says that they are.
    pub measured_depth: f64,
    /// What happens on the triangles of the insert that touch.
    pub touched: Vec<Touched>,
    /// Gap of every triangle, NaN where it is beyond the reach.
    pub gaps: Vec<f32>,
}

/// A triangle of the insert under pressure.
#[derive(Debug, Clone, Copy)]
pub(super) struct Touched {
    pub element: u32,
    /// Mean over the triangle.
    pub pressure: f64,
    /// Velocity of the femoral component over it.
    pub sliding: Vector3<f64>,
    /// Area of the points that touch, over the area of the triangle.
    pub share: f64,
}

/// What happened over the cycle.
#[derive(Debug, Clone)]
pub(super) struct History {
    pub frames: Vec<Frame>,
    pub work: Vec<(String, u64)>,
}

/// Pose and twist of coordinates and their rates.
pub(super) fn place(coordinates: &[f64; 6], rates: &[f64; 6]) -> (Isometry3<f64>, Twist) {
    let [f, a, r, x, y, z] = *coordinates;
    let rotation = Sequence::YXZ.rotation(&[f, a, r]);
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(rotation));
    let twist = Twist {
        linear: Vector3::new(rates[3], rates[4], rates[5]),
        angular: Sequence::YXZ.spin(&rotation, &[rates[0], rates[1], rates[2]]),
    };
    (Isometry3::from_parts(Translation3::new(x, y, z), turn), twist)
}

/// What is known before the contact of a frame is evaluated.
#[derive(Debug, Clone, Copy)]
pub(super) struct Instant {
    pub time: f64,
    pub coordinates: [f64; 6],
    pub rates: [f64; 6],
    pub measured: [f64; 6],
    pub loads: [f64; 3],
}

/// Evaluates the contact of a frame, with its fields by triangle.
pub(super) fn record(knee: &Replacement, instant: &Instant, scratch: &mut Scratch, fields: &mut Fields) -> Frame {
    let pair: &SurfacePair = &knee.pair;
    let Instant { time, coordinates, rates, measured, loads } = *instant;
    let (pose, twist) = place(&measured, &[0.0; 6]);
    pair.evaluate(&pose, &twist, scratch);
    let measured_depth = scratch.patch().deepest;
    let (pose, twist) = place(&coordinates, &rates);
    let response = pair.evaluate(&pose, &twist, scratch);
    let (whole, regions) = (*scratch.patch(), scratch.regions().to_vec());
    let reach = knee.parameters.output.proximity.si();
    pair.compute_fields(0, reach, (&pose, &twist), scratch, fields);
    let (touched, gaps) = by_triangle(knee, fields);
    Frame { time, coordinates, measured, loads, response, whole, regions, measured_depth, touched, gaps }
}

/// From points to triangles: pressure and sliding are means over the area, the gap is the smallest.
fn by_triangle(knee: &Replacement, fields: &Fields) -> (Vec<Touched>, Vec<f32>) {
    let mut gaps = vec![f32::NAN; knee.insert.mesh.triangles().len()];
    let mut touched: Vec<Touched> = Vec::new();
    let mut areas: Vec<f64> = Vec::new();
    // Points of one triangle follow one another.
    for (i, point) in knee.points.iter().enumerate().filter(|(_, point)| point.area > 0.0) {
        let gap = fields.gap[i] as f32;
        let least = &mut gaps[point.facet as usize];
        if gap < *least || least.is_nan() {
            *least = gap;
        }
        let pressure = fields.pressure[i];
        if !(pressure > 0.0) {
            continue;
        }
        if touched.last().is_none_or(|last| last.element != point.facet) {
            touched.push(Touched { element: point.facet, pressure: 0.0, sliding: Vector3::zeros(), share: 0.0 });
            areas.push(0.0);
        }
        if let (Some(last), Some(area)) = (touched.last_mut(), areas.last_mut()) {
            last.pressure += pressure * point.area;
            last.sliding += fields.sliding[i] * point.area;
            *area += point.area;
        }
    }
    for (touched, area) in touched.iter_mut().zip(areas) {
        let whole = 0.5 * knee.insert.mesh.double_area(touched.element as usize).norm();
        touched.sliding /= area;
        touched.share = (area / whole).min(1.0);
        touched.pressure /= area / touched.share;
    }
    (touched, gaps)
}
