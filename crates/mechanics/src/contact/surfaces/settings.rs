//! What a pair of surfaces is made of, beside the surfaces.

use std::fmt;

use nalgebra::Vector3;

use crate::contact::{Coulomb, Damping, PressureLaw};

/// One of the two bodies of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Body {
    /// The body in whose frame everything is expressed.
    Base,
    /// The body that moves.
    Follower,
}

impl fmt::Display for Body {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Base => "base",
            Self::Follower => "follower",
        })
    }
}

/// Which surface carries the points at which the gap is asked.
///
/// Areas of surfaces that overlap by δ on a radius R differ by a share of order δ/R, and so do the forces: on the base case
/// of [Askari2018] at 500 N those of cup and ball by 0.4 %. Points on both, for half of the area each, treat both alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sampled {
    /// The base alone: where the lining is, and the wear.
    Base,
    /// The follower alone.
    Follower,
    /// Both, each for half of the area.
    Both,
}

/// Where the pressure of a point pushes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Push {
    /// Along the shortest way out: the gradient of the stored energy. A frictionless contact does that.
    ShortestWay,
    /// Along the normal of the surface that carries the point, as Eq. 25 of [Askari2018] does. The force then has no
    /// potential: energy is kept only up to a share of order e/R of its changes.
    OwnNormal,
}

/// A named part of space, fixed to the base: the patch inside is added up on its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub extent: Extent,
}

/// A part of space in the frame of the base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Extent {
    /// The side of a plane to which its normal points.
    HalfSpace {
        /// On the plane.
        point: Vector3<f64>,
        /// Normal, of any length.
        normal: Vector3<f64>,
    },
    /// A box along the axes.
    Box {
        /// Lowest corner.
        low: Vector3<f64>,
        /// Highest corner.
        high: Vector3<f64>,
    },
}

impl Extent {
    /// Whether a point lies in it.
    #[inline]
    pub fn contains(&self, at: &Vector3<f64>) -> bool {
        match self {
            Self::HalfSpace { point, normal } => (at - point).dot(normal) >= 0.0,
            Self::Box { low, high } => (0..3).all(|i| (low[i]..=high[i]).contains(&at[i])),
        }
    }
}

/// What a pair of surfaces is made of, beside the surfaces.
#[derive(Debug, Clone, PartialEq)]
pub struct PairSettings {
    /// Which surface carries the points.
    pub sampled: Sampled,
    /// About how far apart they are, in m.
    pub spacing: f64,
    /// Pressure law of every point; see [`super::SurfacePair::with_laws`] for a lining that varies.
    pub law: PressureLaw,
    /// Dissipation on top of it, per area.
    pub damping: Damping,
    /// Friction.
    pub friction: Coulomb,
    /// Where the pressure pushes.
    pub push: Push,
    /// Parts of the patch that are added up on their own. A point belongs to the first that holds it.
    pub regions: Vec<Region>,
}

impl PairSettings {
    /// Elastic, without friction, the base sampled, no regions.
    pub fn new(law: PressureLaw, spacing: f64) -> Self {
        Self {
            sampled: Sampled::Base,
            spacing,
            law,
            damping: Damping::None,
            friction: Coulomb::NONE,
            push: Push::ShortestWay,
            regions: Vec::new(),
        }
    }
}
