//! A design as STEP (ISO 10303-21, AP203): exact surfaces for CAD.
//!
//! Every piece of a swept surface is a part of a torus, and as such a rational patch of degree two both ways, without any
//! error: an arc of half opening h has the control points of its ends and `c + r e/cos h` between them, with the weight
//! `cos h`; a profile that is turned about an axis is the product of both. Pieces that turn by more than a quarter are cut.
//! Neighbours share their edges, so that each swept surface is one open shell. The plateaus of the insert go a little
//! beyond the outline, along which CAD cuts them.

use formats::step::{Patch, write_step};
use mechanics::geometry::design::{Arc, Arcs, Moulding};
use nalgebra::{Point3, Vector2};

use super::Designed;

/// A piece of a plane arc as a rational parabola: points and weights.
fn conic(arc: &Arc, [from, to]: [f64; 2]) -> [(Vector2<f64>, f64); 3] {
    let (middle, cos) = (0.5 * (from + to), (0.5 * (to - from)).cos());
    let between = arc.centre + (arc.point(middle) - arc.centre) / cos;
    [(arc.point(from), 1.0), (between, cos), (arc.point(to), 1.0)]
}

/// Arcs cut into pieces that turn by less than a right angle.
fn pieces(arcs: &Arcs) -> Vec<(&Arc, [f64; 2])> {
    let mut all = Vec::new();
    for arc in arcs.arcs() {
        let count = (arc.turn() / 1.6).ceil().max(1.0) as usize;
        let [from, to] = arc.tangents;
        let end = |i: usize| from + (to - from) * i as f64 / count as f64;
        all.extend((0..count).map(|i| (arc, [end(i), end(i + 1)])));
    }
    all
}

/// The patch of a piece of the curve and a piece of the profile: rows along the curve, columns along the profile.
fn patch(moulding: &Moulding, (arc, along): (&Arc, [f64; 2]), (piece, across): (&Arc, [f64; 2])) -> Patch {
    let profile = conic(piece, across);
    let (middle, cos) = (0.5 * (along[0] + along[1]), (0.5 * (along[1] - along[0])).cos());
    let rows = [(along[0], 1.0, 1.0), (middle, 1.0 / cos, cos), (along[1], 1.0, 1.0)];
    rows.map(|(tangent, stretch, weight)| {
        let e = (arc.point(tangent) - arc.centre) / (arc.bend * arc.radius);
        profile.map(|(p, w)| {
            // About the axis of the arc the profile's point is R − n away.
            let foot = arc.centre + e * ((arc.radius - p.y) * stretch);
            ((moulding.frame() * Point3::new(foot.x, foot.y, p.x)).coords.into(), weight * w)
        })
    })
}

/// The patches of a swept surface.
fn patches(moulding: &Moulding) -> Vec<Vec<Patch>> {
    let (curve, profile) = (pieces(moulding.curve()), pieces(moulding.profile()));
    curve.iter().map(|&i| profile.iter().map(|&j| patch(moulding, i, j)).collect()).collect()
}

impl Designed {
    /// Femoral component (with its cam) and bearing surface of the insert (with the face of its post) as STEP, exact.
    pub fn write_step(&self) -> [String; 2] {
        let mut femoral: Vec<&Moulding> = self.femoral.condyles().map(|(_, condyle)| condyle).collect();
        let mut insert: Vec<&Moulding> = self.insert.plateaus().map(|(_, plateau)| plateau).collect();
        if let Some(post) = &self.post {
            femoral.push(post.cam());
            insert.push(post.post());
        }
        [("femoral", femoral), ("insert", insert)]
            .map(|(name, surfaces)| write_step(name, &surfaces.into_iter().map(patches).collect::<Vec<_>>()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Design, PostDesign};
    use super::*;
    use mechanics::geometry::Surface as _;
    use nalgebra::Vector3;

    /// A rational patch at two parameters.
    fn evaluate(patch: &Patch, [u, v]: [f64; 2]) -> Vector3<f64> {
        let basis = |t: f64| [(1.0 - t).powi(2), 2.0 * t * (1.0 - t), t * t];
        let (mut sum, mut weights) = (Vector3::zeros(), 0.0);
        for (row, by_u) in patch.iter().zip(basis(u)) {
            for ((point, weight), by_v) in row.iter().zip(basis(v)) {
                sum += Vector3::from(*point) * (weight * by_u * by_v);
                weights += weight * by_u * by_v;
            }
        }
        sum / weights
    }

    #[test]
    fn patches_of_step_lie_on_the_designed_surface_to_a_picometre() {
        let design = Design { post: Some(PostDesign::default()), ..Design::default() };
        let designed = design.build().expect("sound");
        let post = designed.post.as_ref().expect("a post");
        let all = designed.femoral.condyles().chain(designed.insert.plateaus()).map(|(_, surface)| surface);
        let mut tried = 0;
        for surface in all.chain([post.cam(), post.post()]) {
            for i in pieces(surface.curve()) {
                for j in pieces(surface.profile()) {
                    let patch = patch(surface, i, j);
                    for (u, v) in [(0.0, 0.0), (0.3, 0.7), (0.5, 0.5), (0.9, 0.2), (1.0, 1.0)] {
                        let at = evaluate(&patch, [u, v]);
                        let off = surface.closest_point(&at).distance;
                        assert!(off.abs() < 1e-12, "{off} at {at:?}");
                        tried += 1;
                    }
                }
            }
        }
        assert!(tried > 200);
        let [femoral, insert] = designed.write_step();
        assert_eq!(femoral.matches("OPEN_SHELL").count(), 3, "two condyles and a cam");
        assert!(insert.starts_with("ISO-10303-21;") && insert.ends_with("END-ISO-10303-21;\n"));
        // Every entity that is named is there.
        for text in [femoral, insert] {
            let count = text.lines().filter(|line| line.starts_with('#')).count();
            let numbers = text.split('#').skip(1).filter_map(|rest| {
                rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse::<usize>().ok()
            });
            assert!(numbers.into_iter().all(|number| number >= 1 && number <= count));
        }
    }
}
