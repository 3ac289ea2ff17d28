//! STEP (ISO 10303-21, AP203) for CAD: surfaces of rational patches of degree two both ways, exact.
//!
//! ```
//! use formats::step::write_step;
//!
//! // A flat square of 10 mm.
//! let at = |i: usize, j: usize| ([5e-3 * i as f64, 5e-3 * j as f64, 0.0], 1.0);
//! let patch = [0, 1, 2].map(|i| [0, 1, 2].map(|j| at(i, j)));
//! let text = write_step("square", &[vec![vec![patch]]]);
//! assert!(text.starts_with("ISO-10303-21;") && text.matches("ADVANCED_FACE").count() == 1);
//! ```
//!
//! No crate is used: those that write STEP bring a kernel of solids of their own (`truck-stepio`: about 120 000 lines).

use std::fmt::Write;

/// A control point, in m, and its weight.
pub type Weighted = ([f64; 3], f64);
/// A biquadratic patch: rows of control points.
pub type Patch = [[Weighted; 3]; 3];

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

    fn point(&mut self, at: &[f64; 3]) -> usize {
        self.add(&format!("CARTESIAN_POINT('',{})", list(at.iter().map(|x| real(1e3 * x)))))
    }

    fn vertex(&mut self, at: &[f64; 3]) -> usize {
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

    /// Patches that share their edges, rows and columns of them, as an open shell.
    fn shell(&mut self, patches: &[Vec<Patch>]) -> usize {
        let (rows, columns) = (patches.len(), patches.first().map_or(0, Vec::len));
        if columns == 0 {
            return self.add("OPEN_SHELL('',())");
        }
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

/// Surfaces as one part, in mm: each is rows and columns of patches (in m) that share their edges.
///
/// # Panics
/// When the rows of a surface differ in length.
pub fn write_step(name: &str, surfaces: &[Vec<Vec<Patch>>]) -> String {
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
    let origin = sheet.point(&[0.0; 3]);
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
