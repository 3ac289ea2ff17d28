//! A vector in four lanes, the last of them empty, so that the compiler can treat its components at once.

use std::ops::{Add, Mul, Sub};

use nalgebra::Vector3;

/// x, y, z, 0.
#[derive(Debug, Clone, Copy)]
#[repr(align(32))]
pub(super) struct Xyz([f64; 4]);

impl From<Vector3<f64>> for Xyz {
    #[inline(always)]
    fn from(v: Vector3<f64>) -> Self {
        Self([v.x, v.y, v.z, 0.0])
    }
}

impl From<Xyz> for Vector3<f64> {
    #[inline(always)]
    fn from(Xyz([x, y, z, _]): Xyz) -> Self {
        Vector3::new(x, y, z)
    }
}

impl Xyz {
    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> f64 {
        let product = Self::each(|i| self.0[i] * other.0[i]).0;
        (product[0] + product[1]) + product[2]
    }

    #[inline(always)]
    fn each(of: impl Fn(usize) -> f64) -> Self {
        let mut lanes = [0.0; 4];
        for (i, lane) in lanes.iter_mut().enumerate() {
            *lane = of(i);
        }
        Self(lanes)
    }
}

impl Add for Xyz {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::each(|i| self.0[i] + other.0[i])
    }
}

impl Sub for Xyz {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::each(|i| self.0[i] - other.0[i])
    }
}

impl Mul<f64> for Xyz {
    type Output = Self;
    #[inline(always)]
    fn mul(self, by: f64) -> Self {
        Self::each(|i| self.0[i] * by)
    }
}
