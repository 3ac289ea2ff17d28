//! The elements of a cup, which the runs of one process share: they follow from pole, rim and number alone.

use std::convert::Infallible;
use std::sync::Arc;

use mechanics::geometry::{CupSurface, EightPoints};

use super::Hip;
use crate::Recent;
use crate::lifetime::tangents;

/// The elements of a cup, one by one and by eights.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    pub cup: CupSurface,
    pub points: Arc<[EightPoints]>,
}

/// Cups with more elements are made anew by every run, which then takes much longer than that: a kept one takes 100 bytes an
/// element.
const LARGEST: usize = 40_000;

static RECENT: Recent<Grid> = Recent::new(4);

impl Grid {
    /// That of a hip.
    pub fn of(hip: &Hip) -> Self {
        let (elements, radius) = (hip.parameters.output.elements, hip.cup_radius);
        let make = || {
            let cup = CupSurface::new(radius, hip.pole, hip.rim_angle, elements);
            let points = EightPoints::gather(cup.directions().iter().map(|r| (*r, tangents(r)))).into();
            Self { cup, points }
        };
        if elements > LARGEST {
            return make();
        }
        let angles = [hip.pole.x, hip.pole.y, hip.pole.z, hip.rim_angle].map(f64::to_bits);
        let Ok(Self { cup, points }) = RECENT.obtain(format!("{angles:x?} {elements}"), || Ok::<_, Infallible>(make()));
        Self { cup: cup.with_radius(radius), points }
    }
}
