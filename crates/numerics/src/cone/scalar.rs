//! One contact alone, as a search in one variable that cannot wander about.
//!
//! For each r_N the tangential reaction is the least of ½ r_Tᵀ W_TT r_T + b·r_T on the disc |r_T| ≤ μ r_N, which is Coulomb's
//! law and has one answer; the opening velocity is then a continuous function of r_N alone, negative at 0, and its zero is
//! bracketed.

use super::LocalContact;
use nalgebra::{Matrix2, SymmetricEigen, Vector2, Vector3};

struct Plane {
    first: Vector3<f64>,
    second: Vector3<f64>,
    values: Vector2<f64>,
    vectors: Matrix2<f64>,
}

/// Solves from a guess of r_N.
pub(super) fn solve(contact: &LocalContact, guess: f64) -> Vector3<f64> {
    let n = contact.normal;
    let open = n.dot(&contact.free);
    let own = n.dot(&(contact.compliance * n));
    if open >= 0.0 || !(own > 0.0) {
        return Vector3::zeros();
    }
    let plane = Plane::across(contact);
    let opening = |push: f64| {
        let r = n * push + plane.tangential(contact, push);
        let u = contact.compliance * r + contact.free;
        let along = n.dot(&u);
        (along + contact.erosion * push * (u - n * along).norm(), r)
    };
    let (mut low, mut high) = (0.0, if guess > 0.0 { guess } else { -open / own });
    let mut found = opening(high);
    for _ in 0..200 {
        if found.0 >= 0.0 {
            break;
        }
        low = high;
        high *= 2.0;
        found = opening(high);
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if !(middle > low && middle < high) {
            break;
        }
        let at = opening(middle);
        if at.0 >= 0.0 {
            (high, found) = (middle, at);
        } else {
            low = middle;
        }
    }
    found.1
}

impl Plane {
    fn across(contact: &LocalContact) -> Self {
        let n = contact.normal;
        let least = n.iamin();
        let first = n.cross(&Vector3::ith(least, 1.0)).normalize();
        let second = n.cross(&first);
        let w = |a: &Vector3<f64>, b: &Vector3<f64>| a.dot(&(contact.compliance * b));
        let off = 0.5 * (w(&first, &second) + w(&second, &first));
        let eigen = SymmetricEigen::new(Matrix2::new(w(&first, &first), off, off, w(&second, &second)));
        Self { first, second, values: eigen.eigenvalues, vectors: eigen.eigenvectors }
    }

    /// The least of the disc: r_T = −(W_TT + λ)⁻¹ b with λ ≥ 0 such that it lies inside, or on the edge if λ > 0.
    fn tangential(&self, contact: &LocalContact, push: f64) -> Vector3<f64> {
        let radius = contact.friction * push;
        if !(radius > 0.0) {
            return Vector3::zeros();
        }
        let driven = contact.compliance * contact.normal * push + contact.free;
        let b = self.vectors.transpose() * Vector2::new(self.first.dot(&driven), self.second.dot(&driven));
        // Without compliance and without a drive there is no reaction.
        let part = |k: usize, lambda: f64| if b[k] == 0.0 { 0.0 } else { -b[k] / (self.values[k] + lambda) };
        let at = |lambda: f64| Vector2::new(part(0, lambda), part(1, lambda));
        let back = |r: Vector2<f64>| {
            let r = self.vectors * r;
            self.first * r.x + self.second * r.y
        };
        let stuck = at(0.0);
        if stuck.norm() <= radius {
            return back(stuck);
        }
        // 1/|r_T(λ)| is nearly linear in λ, and concave: Newton's method comes from below and cannot overshoot.
        let mut lambda = (b.norm() / radius - self.values.max()).max(0.0);
        for _ in 0..60 {
            let r = at(lambda);
            let length = r.norm();
            let slope: f64 = (0..2).map(|k| r[k] * r[k] / (self.values[k] + lambda)).sum();
            let step = (length / radius - 1.0) * length * length / slope;
            lambda += step;
            if !(step.abs() > 1e-15 * lambda) {
                break;
            }
        }
        back(at(lambda))
    }
}
