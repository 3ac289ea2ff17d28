//! The problem, and the one number that says how well it is solved.

use nalgebra::{DMatrix, Matrix3, Vector3};

/// A relative compliance this small beside the own one is rounding.
const ALIKE: f64 = 1e-12;

/// Contacts with friction, as the caller holds them; see the [module](super) for the equations.
#[derive(Debug, Clone, Copy)]
pub struct ConeProblem<'a> {
    /// W: three rows and columns a contact.
    pub compliance: &'a DMatrix<f64>,
    /// q.
    pub free: &'a [Vector3<f64>],
    /// Unit normals.
    pub normals: &'a [Vector3<f64>],
    /// μ ≥ 0.
    pub friction: &'a [f64],
    /// κ ≥ 0.
    pub erosion: &'a [f64],
}

/// The point of the cone |r_T| ≤ μ r_N nearest to a vector.
pub fn project(vector: Vector3<f64>, normal: Vector3<f64>, friction: f64) -> Vector3<f64> {
    let along = normal.dot(&vector);
    let across = vector - normal * along;
    let length = across.norm();
    // Without friction the cone is a ray, and a vector against it must not count as inside.
    if along >= 0.0 && length <= friction * along {
        return vector;
    }
    if friction * length <= -along {
        return Vector3::zeros();
    }
    // On the boundary: the projection on the ray (μ, 1)/√(1 + μ²) in the plane of the normal and the vector.
    let push = (along + friction * length) / (1.0 + friction * friction);
    normal * push + across * (friction * push / length)
}

impl ConeProblem<'_> {
    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.free.len()
    }

    /// The block of W that couples a contact with itself.
    pub fn own_compliance(&self, contact: usize) -> Matrix3<f64> {
        self.compliance.fixed_view::<3, 3>(3 * contact, 3 * contact).into_owned()
    }

    /// u = W r + q.
    pub fn compute_velocities(&self, reactions: &[Vector3<f64>], velocities: &mut [Vector3<f64>]) {
        velocities.copy_from_slice(self.free);
        for (contact, &r) in reactions.iter().enumerate() {
            if r != Vector3::zeros() {
                self.add_reaction(contact, r, velocities);
            }
        }
    }

    /// Adds what a change of one reaction does to all velocities.
    pub(super) fn add_reaction(&self, contact: usize, change: Vector3<f64>, velocities: &mut [Vector3<f64>]) {
        let rows = self.compliance.nrows();
        let columns = &self.compliance.as_slice()[3 * contact * rows..(3 * contact + 3) * rows];
        let (x, rest) = columns.split_at(rows);
        let (y, z) = rest.split_at(rows);
        let [a, b, c] = [change.x, change.y, change.z];
        for (((u, x), y), z) in
            velocities.iter_mut().zip(x.as_chunks::<3>().0).zip(y.as_chunks::<3>().0).zip(z.as_chunks::<3>().0)
        {
            u.x += x[0] * a + y[0] * b + z[0] * c;
            u.y += x[1] * a + y[1] * b + z[1] * c;
            u.z += x[2] * a + y[2] * b + z[2] * c;
        }
    }

    /// ũ: the velocity that is dual to the reaction.
    pub(super) fn dual(&self, contact: usize, r: Vector3<f64>, u: Vector3<f64>) -> Vector3<f64> {
        let (n, mu, kappa) = (self.normals[contact], self.friction[contact], self.erosion[contact]);
        let slip = (u - n * n.dot(&u)).norm();
        u + n * ((mu + kappa * n.dot(&r)) * slip)
    }

    /// Steps ρᵢ of the natural map: how stiff each contact is against the others.
    ///
    /// 1/ρᵢ = ⅓ min(tr Wᵢᵢ, ½ meanⱼ tr(Wᵢᵢ − Wᵢⱼ − Wⱼᵢ + Wⱼⱼ))
    ///
    /// What moves all contacts alike, as a free body does that they push, cancels: it says nothing about how one of them
    /// gives way beside the others. In a long step it is greater than all else by orders of magnitude, and steps as short as
    /// 3 / tr Wᵢᵢ would hide what is left.
    pub(super) fn compute_weights(&self, weights: &mut Vec<f64>) {
        let count = self.contacts();
        let trace = |i: usize, j: usize| (0..3).map(|k| self.compliance[(3 * i + k, 3 * j + k)]).sum::<f64>();
        weights.clear();
        weights.resize(count, 0.0);
        // By columns, as W lies in memory.
        for j in 0..count {
            weights.iter_mut().enumerate().for_each(|(i, sum)| *sum += trace(i, j));
        }
        let all: f64 = (0..count).map(|i| trace(i, i)).sum();
        for (i, sum) in weights.iter_mut().enumerate() {
            let own = trace(i, i);
            let apart = 0.5 * (own + (all + own - 2.0 * *sum) / (count - 1).max(1) as f64);
            // Contacts that cannot move apart have nothing but their own.
            let gives = if count > 1 && apart > ALIKE * own { own.min(apart) } else { own };
            *sum = if gives > 0.0 { 3.0 / gives } else { 0.0 };
        }
    }

    /// How far the natural map is from a solution, with the contact where it is farthest.
    ///
    /// e = √Σ|rᵢ − P_K(rᵢ − ρᵢ ũᵢ)|² / (√Σ|rᵢ|² + √Σ(3 min(q_N, 0) / tr Wᵢᵢ)²/m)
    ///
    /// Reactions over reactions, so that e has no unit: the share of the contact forces by which the laws are missed. The
    /// second sum is what would stop the contacts that approach each other, shared by all m of them, so that a start from
    /// zero has a scale.
    ///
    /// *Pitfall*: `velocities` must be those of `reactions`.
    pub(super) fn compute_residual(
        &self,
        reactions: &[Vector3<f64>],
        velocities: &[Vector3<f64>],
        weights: &[f64],
    ) -> (f64, usize) {
        let (mut error, mut present, mut needed) = (0.0, 0.0, 0.0);
        let mut worst = (0.0, 0);
        for (contact, (&r, &u)) in reactions.iter().zip(velocities).enumerate() {
            let (n, rho) = (self.normals[contact], weights[contact]);
            let miss = (r - project(r - self.dual(contact, r, u) * rho, n, self.friction[contact])).norm();
            // W r and q nearly cancel: what rounding leaves of them is no fault of the reactions.
            let over = miss - f64::EPSILON * rho * self.free[contact].norm();
            let miss = if over <= 0.0 { 0.0 } else { over * over };
            if !(miss <= worst.0) {
                worst = (miss, contact);
            }
            error += miss;
            present += r.norm_squared();
            let own = self.own_compliance(contact).trace();
            let stopping = if own > 0.0 { 3.0 / own * n.dot(&self.free[contact]).min(0.0) } else { 0.0 };
            needed += stopping * stopping;
        }
        let scale = f64::sqrt(present) + f64::sqrt(needed) / self.contacts().max(1) as f64;
        (if error == 0.0 { 0.0 } else { error.sqrt() / scale }, worst.1)
    }
}
