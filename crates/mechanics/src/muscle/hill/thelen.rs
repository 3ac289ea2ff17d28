//! Thelen's curves [Thelen2003].
//!
//! `f_l = exp(−(l̃ − 1)²/γ)`, `f_p = (exp(k_p (l̃ − 1)/ε₀) − 1)/(exp k_p − 1)`; the tendon is exponential up to 0.33 F₀, a
//! line beyond; Hill's hyperbola when shortening, another one towards f_len when lengthening.
//!
//! The toe ends at `ε = 99 ε₀ e³/(166 e³ − 67)`, where slopes agree; the paper rounds it to 0.609 ε₀.
//! *Differs*: OpenSim goes on in a straight line from 0.95 f_len; here the paper's curve is kept.

/// Parameters of [Thelen2003], with the paper's values for young adults as default.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thelen {
    /// Tendon strain at F₀; 0.04 in the paper, 0.033 in many models.
    pub tendon_strain: f64,
    /// Passive fibre strain ε₀ at F₀.
    pub passive_strain: f64,
    /// Width γ of the active curve.
    pub active_shape: f64,
    /// k_p.
    pub passive_shape: f64,
    /// Shape A_f of the force–velocity curve.
    pub velocity_shape: f64,
    /// Largest force when lengthening, beside the isometric one.
    pub lengthening: f64,
}

impl Default for Thelen {
    fn default() -> Self {
        Self {
            tendon_strain: 0.04,
            passive_strain: 0.6,
            active_shape: 0.45,
            passive_shape: 5.0,
            velocity_shape: 0.25,
            lengthening: 1.4,
        }
    }
}

impl Thelen {
    /// f_l.
    pub fn active(&self, length: f64) -> f64 {
        (-(length - 1.0).powi(2) / self.active_shape).exp()
    }

    /// f_p.
    pub fn passive(&self, length: f64) -> f64 {
        let Self { passive_shape: k, passive_strain: e, .. } = *self;
        if length > 1.0 { (k * (length - 1.0) / e).exp_m1() / k.exp_m1() } else { 0.0 }
    }

    /// f_v, from equations 6 and 7 solved for the force.
    pub fn velocity(&self, speed: f64, activation: f64) -> f64 {
        let Self { velocity_shape: a_f, lengthening: f_len, .. } = *self;
        let v = speed / (0.25 + 0.75 * activation);
        if v <= -1.0 {
            0.0
        } else if v <= 0.0 {
            (1.0 + v) / (1.0 - v / a_f)
        } else {
            let k = (2.0 + 2.0 / a_f) / (f_len - 1.0);
            (1.0 + k * v * f_len) / (1.0 + k * v)
        }
    }

    /// f_t.
    pub fn tendon(&self, length: f64) -> f64 {
        const TOE: f64 = 0.33;
        let cube = 3.0_f64.exp();
        let e0 = self.tendon_strain;
        let (strain, toe) = (length - 1.0, 99.0 * e0 * cube / (166.0 * cube - 67.0));
        if strain <= 0.0 {
            0.0
        } else if strain <= toe {
            TOE * (3.0 * strain / toe).exp_m1() / 3.0_f64.exp_m1()
        } else {
            TOE + (1.0 - TOE) * (strain - toe) / (e0 - toe)
        }
    }
}
