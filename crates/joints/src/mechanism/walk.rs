//! Every function of time in a mechanism, and where it stands.

use super::build::AnyFunction;
use super::parameters::*;

macro_rules! walk {
    ($(#[$about:meta])* $name:ident, $iter:ident, $($mutable:tt)?) => {
        $(#[$about])*
        pub(super) fn $name(parameters: &$($mutable)? Parameters) -> Vec<(String, &$($mutable)? dyn AnyFunction)> {
            let mut found: Vec<(String, &$($mutable)? dyn AnyFunction)> = Vec::new();
            for (i, guide) in parameters.guides.$iter().enumerate() {
                let mut push = |key: &str, function| found.push((format!("guides.{i}.kind.{key}"), function));
                match &$($mutable)? guide.kind {
                    GuideKind::Coordinate(kind) => push("coordinate.follows", &$($mutable)? kind.follows),
                    GuideKind::Point(kind) => {
                        push("point.x", &$($mutable)? kind.x);
                        push("point.y", &$($mutable)? kind.y);
                    }
                    GuideKind::Angle(kind) => push("angle.follows", &$($mutable)? kind.follows),
                }
            }
            for (i, force) in parameters.forces.$iter().enumerate() {
                let mut push = |key: &str, function| found.push((format!("forces.{i}.kind.{key}"), function));
                match &$($mutable)? force.kind {
                    ForceKind::Load(kind) => {
                        push("load.x", &$($mutable)? kind.x);
                        push("load.y", &$($mutable)? kind.y);
                        if let Some([x, y]) = &$($mutable)? kind.moving_point {
                            push("load.moving-point.0", x);
                            push("load.moving-point.1", y);
                        }
                    }
                    ForceKind::Moment(kind) => push("moment.moment", &$($mutable)? kind.moment),
                    ForceKind::Spring(_) | ForceKind::TorsionSpring(_) | ForceKind::Ligament(_) => {}
                }
            }
            found
        }
    };
}

walk! {
    /// Every function, to look at.
    functions, iter,
}

walk! {
    /// Every function, to change.
    functions_mut, iter_mut, mut
}
