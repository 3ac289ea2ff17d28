//! Energy, forces and stiffness of one element.

use super::SolidError;
use super::element::{ElementKind, MAX_NODES, VolumeTable};
use super::material::{History, Material, volume_change};
use nalgebra::{Matrix3, SMatrix, Vector3};

/// Most unknowns of an element.
pub(super) const MAX_ROWS: usize = 3 * MAX_NODES;

/// One element: where its nodes are, how far they have moved, what it is made of.
#[derive(Debug)]
pub(super) struct Element<'a> {
    pub kind: ElementKind,
    pub material: &'a Material,
    pub position: &'a [Vector3<f64>],
    pub displacement: &'a [Vector3<f64>],
    pub accepted: &'a [f64],
}

/// What comes out; `stiffness` is filled if it is asked for.
#[derive(Debug)]
pub(super) struct Output<'a> {
    pub energy: f64,
    pub force: &'a mut [f64],
    pub stiffness: Option<&'a mut [f64]>,
    pub history: &'a mut [f64],
    /// Cauchy's stress at the quadrature points, if it is asked for.
    pub stress: Option<&'a mut [Matrix3<f64>]>,
}

/// A point where the element has no volume left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InsideOut;

impl InsideOut {
    pub fn named(self, element: usize) -> SolidError {
        SolidError::TurnedInsideOut { element }
    }
}

impl Element<'_> {
    /// Computes the response of the element.
    pub fn respond(&self, out: &mut Output<'_>) -> Result<(), InsideOut> {
        out.energy = 0.0;
        out.force.fill(0.0);
        if let Some(k) = out.stiffness.as_deref_mut() {
            k.fill(0.0);
        }
        if self.kind == ElementKind::Hex8 { self.respond_mean(out) } else { self.respond_plain(out) }
    }

    /// σ = P Fᵀ / J; for small strains P is σ.
    fn cauchy(&self, p: &Matrix3<f64>, h: &Matrix3<f64>) -> Matrix3<f64> {
        if self.material.is_linear() {
            return *p;
        }
        p * (Matrix3::identity() + h).transpose() / (1.0 + volume_change(h))
    }

    fn gradient(&self, gradients: &[Vector3<f64>; MAX_NODES]) -> Matrix3<f64> {
        let mut h = Matrix3::zeros();
        for (u, g) in self.displacement.iter().zip(gradients) {
            h += u * g.transpose();
        }
        h
    }

    /// f_a = ∫ P ∇N_a dV,  K_ab = ∫ ∇N_a · A · ∇N_b dV.
    fn respond_plain(&self, out: &mut Output<'_>) -> Result<(), InsideOut> {
        let table = VolumeTable::stiffness(self.kind);
        let n = self.position.len();
        let size = self.material.history_size();
        let mut gradients = [Vector3::zeros(); MAX_NODES];
        for point in 0..table.weights.len() {
            let dv = table.physical(point, self.position, &mut gradients);
            let part = point * size..(point + 1) * size;
            let history = History { accepted: &self.accepted[part.clone()], updated: &mut out.history[part] };
            let h = self.gradient(&gradients);
            let response = self.material.respond(&h, history).ok_or(InsideOut)?;
            out.energy += response.energy * dv;
            if let Some(stress) = out.stress.as_deref_mut() {
                stress[point] = self.cauchy(&response.stress, &h);
            }
            for (f, g) in out.force.chunks_exact_mut(3).zip(&gradients) {
                let force = response.stress * g * dv;
                f.iter_mut().zip(&force).for_each(|(f, x)| *f += x);
            }
            let Some(k) = out.stiffness.as_deref_mut() else { continue };
            let rows = 3 * n;
            for (b, gb) in gradients[..n].iter().enumerate() {
                // ∂P/∂u_b = A · ∇N_b: nine stresses for three displacements.
                let mut slope = SMatrix::<f64, 9, 3>::zeros();
                for j in 0..3 {
                    slope += response.tangent.fixed_view::<9, 3>(0, 3 * j) * (gb[j] * dv);
                }
                for column in 0..3 {
                    let s = slope.column(column);
                    let target = &mut k[(3 * b + column) * rows..(3 * b + column + 1) * rows];
                    for (a, ga) in gradients[..n].iter().enumerate().skip(b) {
                        for row in 0..3 {
                            target[3 * a + row] += ga[0] * s[row] + ga[1] * s[row + 3] + ga[2] * s[row + 6];
                        }
                    }
                }
            }
        }
        if let Some(k) = out.stiffness.as_deref_mut() {
            mirror(k, 3 * n);
        }
        Ok(())
    }

    /// The same with the dilatation replaced by its mean over the element [Hughes1980; Simo1985]: no volumetric locking.
    ///
    /// Small strains: H̄ = H + ⅓(⟨tr H⟩ − tr H) I. Finite: F̄ = s F, s = (θ/J)^⅓, θ = ⟨J⟩. The energy is ∫ψ(F̄)dV and its
    /// derivatives are exact, so that the tangent is symmetric:
    ///
    /// δF̄ = s (δF + ⅓ t F),  t = δln θ − δln J = Σ tₐ·δuₐ,  tₐ = mₐ − gₐ,  gₐ = F⁻ᵀ∇Nₐ,  mₐ = ⟨J gₐ⟩/θ
    ///
    /// P̄:ΔδF̄ = ⅓s (t_Δ P̄:δF + t P̄:ΔF) + ⅓p̄ t t_Δ + p̄ (Δδln θ − Δδln J),  p̄ = ⅓ P̄:F̄
    ///
    /// *Checked by*: forces and stiffness against differences of the energy, in `tests/solid/element.rs`.
    fn respond_mean(&self, out: &mut Output<'_>) -> Result<(), InsideOut> {
        const N: usize = 8;
        const ROWS: usize = 3 * N;
        let finite = !self.material.is_linear();
        let table = VolumeTable::stiffness(self.kind);
        let mut points = [Point::default(); N];
        let mut gradients = [Vector3::zeros(); MAX_NODES];
        let (mut volume, mut deformed) = (0.0, 0.0);
        let mut mean = [Vector3::zeros(); N];
        for (k, point) in points.iter_mut().enumerate() {
            point.dv = table.physical(k, self.position, &mut gradients);
            point.gradients.copy_from_slice(&gradients[..N]);
            point.h = self.gradient(&gradients);
            point.spatial = point.gradients;
            point.change = if finite { volume_change(&point.h) } else { 0.0 };
            if finite {
                if !(point.change > -1.0) {
                    return Err(InsideOut);
                }
                let inverse = (Matrix3::identity() + point.h).try_inverse().ok_or(InsideOut)?;
                point.spatial.iter_mut().for_each(|g| *g = inverse.tr_mul(g));
            }
            let j_dv = (1.0 + point.change) * point.dv;
            volume += point.dv;
            deformed += point.change * point.dv;
            mean.iter_mut().zip(&point.spatial).for_each(|(m, g)| *m += g * j_dv);
        }
        let theta_change = deformed / volume;
        let scale = 1.0 / (volume * (1.0 + theta_change));
        mean.iter_mut().for_each(|m| *m *= scale);
        let mean_trace: f64 = points.iter().map(|p| p.h.trace() * p.dv).sum::<f64>() / volume;
        let size = self.material.history_size();
        let mut pressure_sum = 0.0;
        for (k, point) in points.iter().enumerate() {
            let Point { dv, h, gradients, spatial, change } = point;
            let (s_less_one, base) = if finite {
                let log = (theta_change.ln_1p() - change.ln_1p()) / 3.0;
                (log.exp_m1(), Matrix3::identity() + h)
            } else {
                (0.0, Matrix3::identity())
            };
            let s = 1.0 + s_less_one;
            let shift = if finite { s_less_one } else { (mean_trace - h.trace()) / 3.0 };
            let part = k * size..(k + 1) * size;
            let history = History { accepted: &self.accepted[part.clone()], updated: &mut out.history[part] };
            let mean_h = h * s + Matrix3::identity() * shift;
            let response = self.material.respond(&mean_h, history).ok_or(InsideOut)?;
            out.energy += response.energy * dv;
            if let Some(stress) = out.stress.as_deref_mut() {
                stress[k] = self.cauchy(&response.stress, &mean_h);
            }
            let pressure = response.stress.dot(&base) * s / 3.0;
            // δF̄ for a unit displacement of each row.
            let mut variation = SMatrix::<f64, 9, ROWS>::zeros();
            let mut dilatation = [0.0; ROWS];
            let mut traction = [0.0; ROWS];
            for a in 0..N {
                let t = mean[a] - spatial[a];
                let f = response.stress * gradients[a];
                for i in 0..3 {
                    let mut column = base * (t[i] / 3.0);
                    for (j, g) in gradients[a].iter().enumerate() {
                        column[(i, j)] += g;
                    }
                    variation.column_mut(3 * a + i).copy_from_slice((column * s).as_slice());
                    (dilatation[3 * a + i], traction[3 * a + i]) = (t[i], f[i]);
                    out.force[3 * a + i] += (s * f[i] + pressure * t[i]) * dv;
                }
            }
            let Some(stiffness) = out.stiffness.as_deref_mut() else { continue };
            let slope = response.tangent * variation * *dv;
            for c in 0..ROWS {
                for r in c..ROWS {
                    stiffness[c * ROWS + r] += variation.column(r).dot(&slope.column(c));
                }
            }
            if finite {
                pressure_sum += pressure * dv;
                for c in 0..ROWS {
                    let gc = spatial[c / 3];
                    for r in c..ROWS {
                        let gr = spatial[r / 3];
                        let mixed = s / 3.0 * (traction[r] * dilatation[c] + dilatation[r] * traction[c]);
                        let square = pressure * (dilatation[r] * dilatation[c] / 3.0 + gc[r % 3] * gr[c % 3]);
                        stiffness[c * ROWS + r] += (mixed + square) * dv;
                    }
                }
            }
        }
        let Some(stiffness) = out.stiffness.as_deref_mut() else { return Ok(()) };
        if finite {
            // p̄ Δδln θ, the same for every point: ⟨J(gₐgᵦ − gᵦgₐ)⟩/θ − mₐmᵦ.
            for c in 0..ROWS {
                for r in c..ROWS {
                    let (a, i, b, j) = (r / 3, r % 3, c / 3, c % 3);
                    let mut second = -mean[a][i] * mean[b][j];
                    for p in &points {
                        let weight = (1.0 + p.change) * p.dv * scale;
                        second += weight * (p.spatial[a][i] * p.spatial[b][j] - p.spatial[b][i] * p.spatial[a][j]);
                    }
                    stiffness[c * ROWS + r] += pressure_sum * second;
                }
            }
        }
        mirror(stiffness, ROWS);
        Ok(())
    }
}

/// What the mean dilatation needs to know of each point before the stresses are known.
#[derive(Debug, Clone, Copy, Default)]
struct Point {
    dv: f64,
    h: Matrix3<f64>,
    gradients: [Vector3<f64>; 8],
    spatial: [Vector3<f64>; 8],
    change: f64,
}

/// Copies the lower triangle to the upper one.
fn mirror(k: &mut [f64], rows: usize) {
    for c in 0..rows {
        for r in c + 1..rows {
            k[r * rows + c] = k[c * rows + r];
        }
    }
}
