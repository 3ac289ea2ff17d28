//! What flows through one face, and how it changes.

use super::surface::Face;
use nalgebra::Vector3;

/// The film on one side of a face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Side {
    pub pressure: f64,
    /// Thickness at the cell's centre; only its difference across the face is used, where the liner is soft.
    pub thickness: f64,
    /// How much of it is fluid, 0 … 1.
    pub fill: f64,
    /// 1/μ.
    pub fluidity: f64,
}

/// What does not change from face to face.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    pub clearance: f64,
    pub eccentricity: Vector3<f64>,
    /// Sum of the spins.
    pub turn: Vector3<f64>,
    /// 1/k of the liner, 0 when it is rigid.
    pub compliance: f64,
    /// Conductance and shear are those of a film at least this thick.
    pub thinnest: f64,
}

impl Frame {
    /// Thickness between rigid surfaces; negative where they would overlap.
    pub fn gap(&self, normal: &Vector3<f64>) -> f64 {
        self.clearance - self.eccentricity.dot(normal)
    }

    /// The thickness that conducts and shears, and its slope: the film's own above twice the floor, then bending with a
    /// continuous slope to the floor, `f (1 + exp(h/f − 2))`.
    pub fn open(&self, thickness: f64) -> (f64, f64) {
        let f = self.thinnest;
        if thickness >= 2.0 * f {
            (thickness, 1.0)
        } else {
            let bend = (thickness / f - 2.0).exp();
            (f * (1.0 + bend), bend)
        }
    }
}

/// Flow from the first cell of a face to the second: `q = κ (p₁ − p₂) + m h φ`.
///
/// | symbol | meaning | unit |
/// |---|---|---|
/// | κ | conductance h_f³/(12 μ) · length/distance | m³/(s·Pa) |
/// | m | ½ (ω₁ + ω₂) · ∫ R n × t dl: what both surfaces drag along, per thickness | m²/s |
/// | h | thickness that is dragged | m |
/// | φ | share of fluid upstream | – |
///
/// The dragged thickness is that of the face, h_f, between rigid surfaces. A liner of stiffness k turns drag into
/// transport of its deformation p/k, against which the conductance may be weak: with `Pe = |m|/(k κ)` the thickness is
/// taken from upstream by the share `β = Pe/(2 + Pe)`, `h = h_f − ½ β sign(m) (h₂ − h₁)`. β is of the order of the cell,
/// so that the scheme stays second order, and large enough that no pressure oscillates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flow {
    /// κ.
    pub conductance: f64,
    /// dκ/dh_f.
    pub conductance_slope: f64,
    /// Share of each side in μ's reciprocal, relative: d ln κ/d(1/μᵢ).
    pub conductance_by_fluidity: f64,
    /// m.
    pub drag: f64,
    /// h.
    pub height: f64,
    /// φ, and whether the first cell is upstream.
    pub fill: f64,
    pub forwards: bool,
    /// p₁ − p₂.
    pub drop: f64,
    /// dh/dh_f, dh/d(h₂ − h₁), dh/dm.
    height_slopes: [f64; 3],
    /// dh/d ln κ at constant h_f: a thinner fluid makes the drag less upwind.
    pub height_by_conductance: f64,
}

/// Derivatives of a flow's parts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Slopes {
    /// Of the dragged thickness h.
    pub height_by_eccentricity: Vector3<f64>,
    pub height_by_turn: Vector3<f64>,
    pub height_by_pressures: [f64; 2],
    /// Of κ (p₁ − p₂).
    pub conducted_by_eccentricity: Vector3<f64>,
    pub conducted_by_pressures: [f64; 2],
    /// Of m h φ.
    pub dragged_by_eccentricity: Vector3<f64>,
    pub dragged_by_turn: Vector3<f64>,
}

impl Flow {
    #[inline(always)]
    pub fn new(face: &Face, [a, b]: [Side; 2], frame: &Frame) -> Self {
        let half = 0.5 * frame.compliance;
        let thickness = frame.gap(&face.normal) + half * (a.pressure + b.pressure);
        let (open, slope) = frame.open(thickness);
        let fluidity = 0.5 * (a.fluidity + b.fluidity);
        let conductance = face.shape * open * open * open * fluidity / 12.0;
        let conductance_slope = 3.0 * conductance / open * slope;
        let drag = 0.5 * frame.turn.dot(&face.transport);
        let forwards = drag >= 0.0;
        let (height, height_slopes, height_by_conductance) = if frame.compliance == 0.0 {
            (thickness, [1.0, 0.0, 0.0], 0.0)
        } else {
            let (size, sign, step) = (drag.abs(), drag.signum(), b.thickness - a.thickness);
            let weak = 2.0 * conductance / frame.compliance;
            let share = size / (size + weak);
            let share_slope = -share / (size + weak) * 2.0 * conductance_slope / frame.compliance;
            let half_step = 0.5 * sign * step;
            let by_drag = -0.5 * step * weak / ((size + weak) * (size + weak));
            let slopes = [1.0 - share_slope * half_step, -0.5 * share * sign, by_drag];
            (thickness - share * half_step, slopes, half_step * share * weak / (size + weak))
        };
        let fill = if forwards { a.fill } else { b.fill };
        let drop = a.pressure - b.pressure;
        let conductance_by_fluidity = 0.5 / fluidity;
        Self {
            conductance,
            conductance_slope,
            conductance_by_fluidity,
            drag,
            height,
            fill,
            forwards,
            drop,
            height_slopes,
            height_by_conductance,
        }
    }

    pub fn total(&self) -> f64 {
        self.conducted() + self.drag * self.height * self.fill
    }

    pub fn conducted(&self) -> f64 {
        self.conductance * self.drop
    }

    /// Derivatives of the flow by the two pressures.
    #[inline(always)]
    pub fn by_pressures(&self, compliance: f64) -> [f64; 2] {
        if compliance == 0.0 {
            return [self.conductance, -self.conductance];
        }
        let dragged = self.drag * self.fill;
        let mean = 0.5 * compliance * (self.conductance_slope * self.drop + dragged * self.height_slopes[0]);
        let step = dragged * self.height_slopes[1] * compliance;
        [self.conductance + mean - step, -self.conductance + mean + step]
    }

    /// Derivative of the flow by the fill fraction upstream.
    pub fn by_fill(&self) -> f64 {
        self.drag * self.height
    }

    /// Derivatives by everything else; `step` is the normal of the second cell less that of the first.
    #[inline(always)]
    pub fn slopes(&self, face: &Face, step: &Vector3<f64>, compliance: f64) -> Slopes {
        let [by_mean, by_step, by_drag] = self.height_slopes;
        let half = 0.5 * face.transport;
        let height_by_eccentricity = -(by_mean * face.normal + by_step * step);
        let height_by_turn = by_drag * half;
        let conducted_by_mean = self.conductance_slope * self.drop;
        Slopes {
            height_by_eccentricity,
            height_by_turn,
            height_by_pressures: [compliance * (0.5 * by_mean - by_step), compliance * (0.5 * by_mean + by_step)],
            conducted_by_eccentricity: -conducted_by_mean * face.normal,
            conducted_by_pressures: [
                0.5 * compliance * conducted_by_mean + self.conductance,
                0.5 * compliance * conducted_by_mean - self.conductance,
            ],
            dragged_by_eccentricity: self.fill * self.drag * height_by_eccentricity,
            dragged_by_turn: self.fill * (self.height * half + self.drag * height_by_turn),
        }
    }
}
