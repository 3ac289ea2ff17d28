//! What a Gaussian process scatters about.

use serde::{Deserialize, Serialize};

/// Functions whose coefficients are estimated together with the process, of the inputs scaled to −1 … 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trend {
    /// Nothing: the process scatters about zero.
    Zero,
    /// An unknown mean.
    Constant,
    /// A plane.
    Linear,
    /// All products of two inputs.
    Quadratic,
}

impl Trend {
    /// How many functions there are.
    pub(in crate::regression) fn count(self, dimension: usize) -> usize {
        match self {
            Self::Zero => 0,
            Self::Constant => 1,
            Self::Linear => 1 + dimension,
            Self::Quadratic => 1 + dimension + dimension * (dimension + 1) / 2,
        }
    }

    /// Calls with the index, the value, and the one or two inputs whose product each function is.
    #[inline(always)]
    pub(in crate::regression) fn for_each(
        self,
        t: impl Fn(usize) -> f64,
        dimension: usize,
        mut call: impl FnMut(usize, f64, &[usize]),
    ) {
        if self == Self::Zero {
            return;
        }
        call(0, 1.0, &[]);
        if self == Self::Constant {
            return;
        }
        for i in 0..dimension {
            call(1 + i, t(i), &[i]);
        }
        if self == Self::Linear {
            return;
        }
        let mut index = 1 + dimension;
        for i in 0..dimension {
            for j in i..dimension {
                call(index, t(i) * t(j), &[i, j]);
                index += 1;
            }
        }
    }
}
