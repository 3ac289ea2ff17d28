//! One contact alone: the generalised Newton method in velocity and reaction, with the wear term.

use super::scalar;
use nalgebra::{Matrix3, Matrix6, Vector3};

/// Newton iterations before the search in one variable takes over.
const ITERATIONS: usize = 25;
/// What rounding leaves of the functions below, beside the forces in them.
const ROUNDING: f64 = 1e-14;
/// Added to the diagonal of a Jacobian whose entries are about one: a direction without compliance keeps its reaction.
pub(super) const RIGID: f64 = 1e-13;

/// One contact while all others hold still: u = W r + q.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LocalContact {
    /// W of the contact with itself.
    pub compliance: Matrix3<f64>,
    /// q, with what the other contacts do.
    pub free: Vector3<f64>,
    /// Unit normal.
    pub normal: Vector3<f64>,
    /// μ.
    pub friction: f64,
    /// κ.
    pub erosion: f64,
}

/// The functions of Alart and Curnier at a velocity and a reaction, and their derivatives by both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Linearised {
    /// F(u, r): zero where the laws hold; a force.
    pub value: Vector3<f64>,
    /// ∂F/∂u.
    pub by_velocity: Matrix3<f64>,
    /// ∂F/∂r.
    pub by_reaction: Matrix3<f64>,
    /// Whether λ_N is positive: the contact is closed as far as F knows.
    pub closed: bool,
}

impl LocalContact {
    /// Steps ρ_N and ρ_T, in force over velocity: the contact's own stiffness along and across the normal.
    fn weights(&self) -> (f64, f64) {
        let n = self.normal;
        let along = n.dot(&(self.compliance * n));
        let across = 0.5 * (self.compliance.trace() - along);
        let inverse = |w: f64| if w > 0.0 { 1.0 / w } else { 1.0 };
        (inverse(along), inverse(across))
    }

    /// F and its derivatives.
    ///
    /// λ_N = r_N − ρ_N (u_N + κ r_N |u_T|),  λ_T = r_T − ρ_T u_T,  F = r − (max(λ_N, 0) n + P(λ_T))
    ///
    /// with P the projection on the disc of radius μ max(λ_N, 0) [AlartCurnier1991]. In the Jacobian of the six unknowns
    /// (u, r) these are the last three rows.
    ///
    /// *Pitfall*: [Jourdan2009] prints the derivative of the normal row by r_N without its k_w; it is ρ_N κ |u_T|. At
    /// u_T = 0 the direction of sliding is not defined, and its derivative is taken as zero.
    pub fn linearise(&self, u: Vector3<f64>, r: Vector3<f64>) -> Linearised {
        let Self { normal: n, friction: mu, erosion: kappa, .. } = *self;
        let (rho_n, rho_t) = self.weights();
        let (along, across) = (n * n.transpose(), Matrix3::identity() - n * n.transpose());
        let (u_n, r_n) = (n.dot(&u), n.dot(&r));
        let (u_t, r_t) = (u - n * u_n, r - n * r_n);
        let slip = u_t.norm();
        let way = if slip > 0.0 { u_t / slip } else { Vector3::zeros() };
        let opening = u_n + kappa * r_n * slip;
        let lambda_n = r_n - rho_n * opening;
        let mut answer = Linearised {
            value: r,
            by_velocity: Matrix3::zeros(),
            by_reaction: Matrix3::identity(),
            closed: lambda_n > 0.0,
        };
        if !answer.closed {
            return answer;
        }
        let by_u = n * -rho_n - way * (rho_n * kappa * r_n);
        let by_r = n * (1.0 - rho_n * kappa * slip);
        answer.value = n * (rho_n * opening);
        answer.by_velocity = n * -by_u.transpose();
        answer.by_reaction = along - n * by_r.transpose();
        let lambda_t = r_t - u_t * rho_t;
        let length = lambda_t.norm();
        if length <= mu * lambda_n {
            answer.value += u_t * rho_t;
            answer.by_velocity += across * rho_t;
            return answer;
        }
        let d = lambda_t / length;
        let share = mu * lambda_n / length;
        let turning = (across - d * d.transpose()) * share;
        answer.value += r_t - d * (mu * lambda_n);
        answer.by_velocity += turning * rho_t - d * by_u.transpose() * mu;
        answer.by_reaction += across - turning - d * by_r.transpose() * mu;
        answer
    }

    /// The Jacobian of the six equations u − W r − q = 0, F(u, r) = 0 by (u, r).
    pub fn jacobian(&self, u: Vector3<f64>, r: Vector3<f64>) -> Matrix6<f64> {
        let at = self.linearise(u, r);
        let mut jacobian = Matrix6::zeros();
        jacobian.fixed_view_mut::<3, 3>(0, 0).fill_with_identity();
        jacobian.fixed_view_mut::<3, 3>(0, 3).copy_from(&-self.compliance);
        jacobian.fixed_view_mut::<3, 3>(3, 0).copy_from(&at.by_velocity);
        jacobian.fixed_view_mut::<3, 3>(3, 3).copy_from(&at.by_reaction);
        jacobian
    }

    /// The reaction, by Newton's method from a guess. The first three of the six equations are linear: they are eliminated,
    /// and the step is the same.
    ///
    /// Where Newton's method wanders about, a search in one variable [answers](Self::solve_by_search) instead.
    pub fn solve(&self, guess: Vector3<f64>) -> Vector3<f64> {
        let n = self.normal;
        if n.dot(&self.free) >= 0.0 {
            return Vector3::zeros();
        }
        let mut r = guess;
        let mut last = f64::INFINITY;
        for _ in 0..ITERATIONS {
            let at = self.linearise(self.compliance * r + self.free, r);
            let size = at.value.norm();
            if size <= ROUNDING * (r.norm() + self.weights().0 * self.free.norm()) {
                return r;
            }
            // Newton's method converges from any start in a few steps, or jumps between two branches for ever.
            if !(size < 4.0 * last) {
                break;
            }
            last = size.min(last);
            let slope = at.by_reaction + at.by_velocity * self.compliance + Matrix3::identity() * RIGID;
            let Some(inverse) = slope.try_inverse() else { break };
            r -= inverse * at.value;
        }
        self.solve_by_search(n.dot(&r))
    }

    /// The same by nested searches: of r_N outside, of r_T on the disc μ r_N inside. Slower, and certain.
    pub fn solve_by_search(&self, guess: f64) -> Vector3<f64> {
        scalar::solve(self, guess)
    }
}
