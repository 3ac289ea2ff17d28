//! A design as STEP (ISO 10303-21, AP203): exact surfaces for CAD.
//!
//! Every piece of a swept surface is a part of a torus, and as such a rational patch of degree two both ways, without any
//! error: an arc of half opening h has the control points of its ends and `c + r e/cos h` between them, with the weight
//! `cos h`; a profile that is turned about an axis is the product of both. Pieces that turn by more than a quarter are cut.
//! Neighbours share their edges, so that each swept surface is one open shell. The plateaus of the insert go a little
//! beyond the outline, along which CAD cuts them.
//!
//! No crate is used: those that write STEP bring a kernel of solids of their own (`truck-stepio`: about 120 000 lines).

use std::fmt::Write;

use mechanics::geometry::design::{Arc, Arcs, Moulding};
use nalgebra::{Point3, Vector2, Vector3};

use super::Designed;

/// A control point and its weight.
type Weighted = (Vector3<f64>, f64);
/// A biquadratic patch: rows along the curve, columns along the profile.
type Patch = [[Weighted; 3]; 3];

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

/// The patch of a piece of the curve and a piece of the profile.
fn patch(moulding: &Moulding, (arc, along): (&Arc, [f64; 2]), (piece, across): (&Arc, [f64; 2])) -> Patch {
    let profile = conic(piece, across);
    let (middle, cos) = (0.5 * (along[0] + along[1]), (0.5 * (along[1] - along[0])).cos());
    let rows = [(along[0], 1.0, 1.0), (middle, 1.0 / cos, cos), (along[1], 1.0, 1.0)];
    rows.map(|(tangent, stretch, weight)| {
        let e = (arc.point(tangent) - arc.centre) / (arc.bend * arc.radius);
        profile.map(|(p, w)| {
            // About the axis of the arc the profile's point is R − n away.
            let foot = arc.centre + e * ((arc.radius - p.y) * stretch);
            ((moulding.frame() * Point3::new(foot.x, foot.y, p.x)).coords, weight * w)
        })
    })
}

/// Lines of a STEP file, numbered.
struct Sheet {
    text: String,
    last: usize,
}

/// A real number as STEP writes it, in mm for lengths.
fn real(value: f64) -> String {
    let text = format!("{value:.15E}");
    text.replace('E', "E+").replace("E+-", "E-")
}

fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    format!("({})", items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(","))
}

fn hash(number: usize) -> String {
    format!("#{number}")
}

impl Sheet {
    // Writing to a string cannot fail.
    fn add(&mut self, entity: &str) -> usize {
        self.last += 1;
        let _ = writeln!(self.text, "#{}={entity};", self.last);
        self.last
    }

    fn point(&mut self, at: &Vector3<f64>) -> usize {
        self.add(&format!("CARTESIAN_POINT('',{})", list(at.iter().map(|x| real(1e3 * x)))))
    }

    fn vertex(&mut self, at: &Vector3<f64>) -> usize {
        let point = self.point(at);
        self.add(&format!("VERTEX_POINT('',#{point})"))
    }

    /// A rational curve of degree two between two vertices.
    fn edge(&mut self, points: [Weighted; 3], [from, to]: [usize; 2]) -> usize {
        let numbers = points.map(|(point, _)| self.point(&point));
        // Weights of the ends are made 1, as they are where edges of two patches meet.
        let scale = (points[0].1 * points[2].1).sqrt();
        let weights = list(points.map(|(_, weight)| real(weight / scale)));
        let curve = self.add(&format!(
            "(BOUNDED_CURVE()B_SPLINE_CURVE(2,{},.UNSPECIFIED.,.F.,.F.)B_SPLINE_CURVE_WITH_KNOTS((3,3),(0.,1.),.UNSPECIFIED.)\
             CURVE()GEOMETRIC_REPRESENTATION_ITEM()RATIONAL_B_SPLINE_CURVE({weights})REPRESENTATION_ITEM(''))",
            list(numbers.map(hash))
        ));
        self.add(&format!("EDGE_CURVE('',#{from},#{to},#{curve},.T.)"))
    }

    fn face(&mut self, patch: &Patch, edges: [(usize, bool); 4]) -> usize {
        let points = patch.map(|row| list(row.map(|(point, _)| hash(self.point(&point)))));
        let weights = patch.map(|row| list(row.map(|(_, weight)| real(weight))));
        let surface = self.add(&format!(
            "(BOUNDED_SURFACE()B_SPLINE_SURFACE(2,2,{},.UNSPECIFIED.,.F.,.F.,.F.)\
             B_SPLINE_SURFACE_WITH_KNOTS((3,3),(3,3),(0.,1.),(0.,1.),.UNSPECIFIED.)GEOMETRIC_REPRESENTATION_ITEM()\
             RATIONAL_B_SPLINE_SURFACE({})REPRESENTATION_ITEM('')SURFACE())",
            list(points),
            list(weights)
        ));
        let along = |edge: (usize, bool), sheet: &mut Self| {
            let sense = if edge.1 { ".T." } else { ".F." };
            hash(sheet.add(&format!("ORIENTED_EDGE('',*,*,#{},{sense})", edge.0)))
        };
        let around = edges.map(|edge| along(edge, self));
        let wire = self.add(&format!("EDGE_LOOP('',{})", list(around)));
        let bound = self.add(&format!("FACE_OUTER_BOUND('',#{wire},.T.)"));
        self.add(&format!("ADVANCED_FACE('',(#{bound}),#{surface},.T.)"))
    }

    /// A swept surface as an open shell.
    fn shell(&mut self, moulding: &Moulding) -> usize {
        let (curve, profile) = (pieces(moulding.curve()), pieces(moulding.profile()));
        let patches: Vec<Vec<Patch>> =
            curve.iter().map(|&i| profile.iter().map(|&j| patch(moulding, i, j)).collect()).collect();
        let (rows, columns) = (curve.len(), profile.len());
        // The corner (i, j) belongs to a patch that begins or ends there.
        let corner = |i: usize, j: usize| {
            let (row, column) = (i.min(rows - 1), j.min(columns - 1));
            patches[row][column][2 * (i - row)][2 * (j - column)].0
        };
        let vertices: Vec<Vec<usize>> =
            (0..=rows).map(|i| (0..=columns).map(|j| self.vertex(&corner(i, j))).collect()).collect();
        let mut across = vec![vec![0; columns]; rows + 1];
        for (i, edges) in across.iter_mut().enumerate() {
            for (j, edge) in edges.iter_mut().enumerate() {
                let row = i.min(rows - 1);
                *edge = self.edge(patches[row][j][2 * (i - row)], [vertices[i][j], vertices[i][j + 1]]);
            }
        }
        let mut along = vec![vec![0; columns + 1]; rows];
        for (i, edges) in along.iter_mut().enumerate() {
            for (j, edge) in edges.iter_mut().enumerate() {
                let column = j.min(columns - 1);
                let points = [0, 1, 2].map(|k| patches[i][column][k][2 * (j - column)]);
                *edge = self.edge(points, [vertices[i][j], vertices[i + 1][j]]);
            }
        }
        let mut faces = Vec::new();
        for i in 0..rows {
            for j in 0..columns {
                let edges =
                    [(along[i][j], true), (across[i + 1][j], true), (along[i][j + 1], false), (across[i][j], false)];
                faces.push(hash(self.face(&patches[i][j], edges)));
            }
        }
        self.add(&format!("OPEN_SHELL('',{})", list(faces)))
    }
}

/// Swept surfaces as one part, in mm.
fn write(name: &str, surfaces: &[&Moulding]) -> String {
    let mut sheet = Sheet { text: String::new(), last: 0 };
    let shells: Vec<String> = surfaces.iter().map(|surface| hash(sheet.shell(surface))).collect();
    let model = sheet.add(&format!("SHELL_BASED_SURFACE_MODEL('{name}',{})", list(shells)));
    let length = sheet.add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))");
    let angle = sheet.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
    let solid = sheet.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
    let exact = sheet
        .add(&format!("UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.E-07),#{length},'distance_accuracy_value','')"));
    let context = sheet.add(&format!(
        "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT((#{exact}))\
         GLOBAL_UNIT_ASSIGNED_CONTEXT((#{length},#{angle},#{solid}))REPRESENTATION_CONTEXT('',''))"
    ));
    let origin = sheet.point(&Vector3::zeros());
    let axes = sheet.add(&format!("AXIS2_PLACEMENT_3D('',#{origin},$,$)"));
    let shape = sheet.add(&format!("MANIFOLD_SURFACE_SHAPE_REPRESENTATION('{name}',(#{axes},#{model}),#{context})"));
    let application =
        sheet.add("APPLICATION_CONTEXT('configuration controlled 3d designs of mechanical parts and assemblies')");
    let mechanical = sheet.add(&format!("MECHANICAL_CONTEXT('',#{application},'mechanical')"));
    let product = sheet.add(&format!("PRODUCT('{name}','{name}','',(#{mechanical}))"));
    let formation = sheet.add(&format!("PRODUCT_DEFINITION_FORMATION('','',#{product})"));
    let design = sheet.add(&format!("DESIGN_CONTEXT('',#{application},'design')"));
    let definition = sheet.add(&format!("PRODUCT_DEFINITION('','',#{formation},#{design})"));
    let whole = sheet.add(&format!("PRODUCT_DEFINITION_SHAPE('','',#{definition})"));
    sheet.add(&format!("SHAPE_DEFINITION_REPRESENTATION(#{whole},#{shape})"));
    format!(
        "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('{name}, exact surfaces'),'2;1');\n\
         FILE_NAME('{name}.step','',(''),(''),'','Synovia','');\nFILE_SCHEMA(('CONFIG_CONTROL_DESIGN'));\nENDSEC;\nDATA;\n\
         {}ENDSEC;\nEND-ISO-10303-21;\n",
        sheet.text
    )
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
        [write("femoral", &femoral), write("insert", &insert)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Design, PostDesign};
    use super::*;
    use mechanics::geometry::Surface as _;

    /// A rational patch at two parameters.
    fn evaluate(patch: &Patch, [u, v]: [f64; 2]) -> Vector3<f64> {
        let basis = |t: f64| [(1.0 - t).powi(2), 2.0 * t * (1.0 - t), t * t];
        let (mut sum, mut weights) = (Vector3::zeros(), 0.0);
        for (row, by_u) in patch.iter().zip(basis(u)) {
            for ((point, weight), by_v) in row.iter().zip(basis(v)) {
                sum += point * (weight * by_u * by_v);
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
