//! An implant by design: radii in the study file, exact surfaces in contact.
//!
//! ```
//! use joints::replacement::design::Design;
//!
//! let designed = Design::default().build().expect("the defaults are sound");
//! assert!(designed.draw().starts_with("<svg"));
//! ```

mod drawing;
mod parameters;
mod step;

use mechanics::geometry::design::{
    CamAndPost, CamShape, CondyleShape, DesignError, Femoral, FemoralShape, Insert, InsertShape, Outline, PlateauShape,
    PostShape, Room, close_below,
};
use mechanics::geometry::mesh::TriangleMesh;
use results::{Outcome, Surface};

use super::check::needs_pose;
use super::history::place;
use super::parameters::{Motion, Parameters};
use super::{PoseSamples, seat, shipped};
use crate::Problem;
pub use parameters::{
    CamDesign, Compartments, CondyleChange, CondyleDesign, Design, OutlineDesign, PlateauChange, PlateauDesign,
    PlatformDesign, PostDesign,
};

/// Rows of the mesh of the bearing surface are so far apart, in m: one point a triangle at the usual spacing.
const STEP: f64 = 1e-3;
/// The same where a design is only checked.
const COARSE_STEP: f64 = 4e-3;
/// Chords of the mesh of the femoral component are so far from the surface, in m. Contact asks the surface itself.
const SAGITTA: f64 = 2e-5;
/// The axial load under which laxity is said, in N: that of ASTM F1223.
pub const LAXITY_LOAD: f64 = 710.0;

/// Both parts of a design.
#[derive(Debug, Clone, PartialEq)]
pub struct Designed {
    /// The femoral component.
    pub femoral: Femoral,
    /// The insert.
    pub insert: Insert,
    /// Cam and post, where there are any.
    pub post: Option<CamAndPost>,
}

impl Design {
    /// Makes both parts, or says which measures do not go together.
    pub fn build(&self) -> Result<Designed, Problem> {
        let femoral = Femoral::new(self.femoral_shape()).map_err(|error| self.problem(error, "femoral"))?;
        let insert = Insert::new(self.insert_shape(), STEP).map_err(|error| self.problem(error, "insert"))?;
        let post = self.cam_and_post(&femoral, &insert)?;
        Ok(Designed { femoral, insert, post })
    }

    fn cam_and_post(&self, femoral: &Femoral, insert: &Insert) -> Result<Option<CamAndPost>, Problem> {
        let Some(PostDesign { place, height, depth, width, sagittal_radius, transverse_radius, cam }) = self.post
        else {
            return Ok(None);
        };
        let Some(between) = femoral.between() else {
            let message = "a post stands between two condyles, and there is one only";
            return Err(Problem::new("implant.design.post", message, "write compartments = \"both\", or leave it out"));
        };
        let post = PostShape {
            place: place.si(),
            height: height.si(),
            depth: depth.si(),
            width: width.si(),
            sagittal_radius: sagittal_radius.si(),
            transverse_radius: transverse_radius.si(),
        };
        let cam = CamShape {
            radius: cam.radius.si(),
            behind: cam.behind.si(),
            above: cam.above.si(),
            width: cam.width.si(),
            transverse_radius: cam.transverse_radius.si(),
        };
        let low = insert.lowest().next().map_or(0.0, |low| low.x);
        let outline = &insert.shape().outline;
        let room = Room {
            front: 0.5 * outline.depth,
            crest: insert.eminence_height(0).max(insert.eminence_height(1)),
            notch_front: (outline.notch_depth > 0.0).then(|| outline.notch_front()),
            top: femoral.top(),
        };
        CamAndPost::new((cam, post), [low + femoral.advance(), femoral.height()], between, &room).map(Some).map_err(
            |DesignError { field, message, hint }| Problem::new(format!("implant.design.post.{field}"), message, hint),
        )
    }

    /// What is wrong with it, without the whole mesh.
    pub fn check(&self) -> Result<(), Problem> {
        if let Some(inner) = self.outline.inner.filter(|_| self.compartments == Compartments::Both) {
            let message = format!("an insert for both compartments has no inner end, and {inner} is given");
            let hint = "leave it out, or write compartments = \"medial\" or \"lateral\"";
            return Err(Problem::new("implant.design.outline.inner", message, hint));
        }
        let (femoral, insert) = (self.femoral_shape(), self.insert_shape());
        for k in (0..2).filter(|k| self.present()[*k]) {
            let (condyle, plateau) = (&femoral.condyles[k], &insert.plateaus[k]);
            let pairs = [
                ("sagittal-radius", plateau.sagittal_radius, "distal", condyle.distal_radius),
                ("sagittal-radius", plateau.sagittal_radius, "posterior", condyle.posterior_radius),
                ("coronal-radius", plateau.coronal_radius, "coronal", condyle.coronal_radius),
            ];
            for (key, dish, name, radius) in pairs {
                if !(dish > radius) {
                    let side = if k == 0 { "medial" } else { "lateral" };
                    // The mistake is more likely in what was changed: that is where the error points.
                    let (part, field) = match self.changed(k, name) {
                        [true, false] if dish > 0.0 => ("femoral", format!("{side}.{name}-radius")),
                        _ => ("insert", format!("{side}.{key}")),
                    };
                    let [dish, radius] = [dish, radius].map(|length| (length * 1e6).round() / 1e3);
                    let mut message = format!(
                        "the insert's {dish} mm are not wider than the condyle's {name} radius of {radius} mm: it would ride on the edges of the dish"
                    );
                    let mut hint = format!("an insert.{key} of more than {radius} mm");
                    if dish > 0.0 {
                        hint += &format!(", or a femoral.{name}-radius below {dish} mm");
                    } else {
                        // No condyle is narrow enough for it.
                        message = format!("the insert's {key} is {dish} mm, and a dish has a radius of more than 0 mm");
                    }
                    return Err(self.problem(DesignError { field, message, hint }, part));
                }
            }
        }
        let femoral = Femoral::new(femoral).map_err(|error| self.problem(error, "femoral"))?;
        let insert = Insert::new(insert, COARSE_STEP).map_err(|error| self.problem(error, "insert"))?;
        self.cam_and_post(&femoral, &insert)?;
        self.platform.map_or(Ok(()), |platform| super::platform::check(&platform, self.spacing.si()))
    }

    /// Whether a radius of a condyle, and that of the plateau below it, are others than those of the default.
    fn changed(&self, side: usize, name: &str) -> [bool; 2] {
        let (mut condyle, mut plateau) = (self.femoral, self.insert);
        if side == 1 {
            condyle = self.lateral_femoral.unwrap_or_default().applied(condyle);
            plateau = self.lateral_insert.unwrap_or_default().applied(plateau);
        }
        let (usual, flat) = (CondyleDesign::default(), PlateauDesign::default());
        match name {
            "distal" => [condyle.distal_radius != usual.distal_radius, plateau.sagittal_radius != flat.sagittal_radius],
            "posterior" => {
                [condyle.posterior_radius != usual.posterior_radius, plateau.sagittal_radius != flat.sagittal_radius]
            }
            _ => [condyle.coronal_radius != usual.coronal_radius, plateau.coronal_radius != flat.coronal_radius],
        }
    }

    /// The compartment, where there is one only.
    pub(super) fn only(&self) -> Option<Compartments> {
        (self.compartments != Compartments::Both).then_some(self.compartments)
    }

    fn present(&self) -> [bool; 2] {
        [self.compartments != Compartments::Lateral, self.compartments != Compartments::Medial]
    }

    fn femoral_shape(&self) -> FemoralShape {
        let condyle = |d: &CondyleDesign| CondyleShape {
            distal_radius: d.distal_radius.si(),
            posterior_radius: d.posterior_radius.si(),
            anterior_radius: d.anterior_radius.si(),
            posterior_from: d.posterior_from.si(),
            posterior_to: d.posterior_to.si(),
            anterior_from: d.anterior_from.si(),
            anterior_to: d.anterior_to.si(),
            coronal_radius: d.coronal_radius.si(),
            width: d.width.si(),
            edge_radius: d.edge_radius.si(),
        };
        let lateral = self.lateral_femoral.unwrap_or_default().applied(self.femoral);
        FemoralShape {
            condyles: [condyle(&self.femoral), condyle(&lateral)],
            present: self.present(),
            spacing: self.spacing.si(),
            toe_in: self.toe_in.si(),
        }
    }

    fn insert_shape(&self) -> InsertShape {
        let plateau = |d: &PlateauDesign| PlateauShape {
            sagittal_radius: d.sagittal_radius.si(),
            coronal_radius: d.coronal_radius.si(),
            anterior_lip_from: d.anterior_lip_from.si(),
            anterior_lip_radius: d.anterior_lip_radius.si(),
            posterior_lip_from: d.posterior_lip_from.si(),
            posterior_lip_radius: d.posterior_lip_radius.si(),
        };
        let lateral = self.lateral_insert.unwrap_or_default().applied(self.insert);
        let OutlineDesign { width, depth, corner_radius, notch_width, notch_depth, inner } = self.outline;
        let alone = self.compartments != Compartments::Both;
        // As wide inwards as outwards of the middle of the plateau.
        let inner = inner.map_or((self.spacing.si() - 0.5 * width.si()).max(0.0), |inner| inner.si());
        InsertShape {
            plateaus: [plateau(&self.insert), plateau(&lateral)],
            present: self.present(),
            spacing: self.spacing.si(),
            toe_in: self.toe_in.si(),
            slope: self.slope.si(),
            thickness: self.thickness.si(),
            dwell: self.dwell.si(),
            eminence_radius: self.eminence_radius.si(),
            outline: Outline {
                width: width.si(),
                depth: depth.si(),
                corner_radius: corner_radius.si(),
                notch_width: notch_width.si(),
                notch_depth: notch_depth.si(),
                inner: if alone { inner } else { 0.0 },
            },
        }
    }

    /// Where a measure stands in the study.
    fn problem(&self, error: DesignError, part: &str) -> Problem {
        let (table, changed) = match part {
            "femoral" => ("lateral-femoral", self.lateral_femoral.is_some()),
            _ => ("lateral-insert", self.lateral_insert.is_some()),
        };
        let field = match error.field.split_once('.') {
            Some(("medial", field)) => format!("{part}.{field}"),
            Some(("lateral", field)) if changed => format!("{table}.{field}"),
            Some(("lateral", field)) => format!("{part}.{field}"),
            _ => error.field.clone(),
        };
        Problem::new(format!("implant.design.{field}"), error.message, error.hint)
    }
}

/// Triangles as results hold them.
pub(super) fn as_surface(mesh: &TriangleMesh) -> Surface {
    Surface {
        points: mesh.vertices().iter().map(|v| [v.x, v.y, v.z]).collect(),
        connectivity: mesh.triangles().iter().flatten().copied().collect(),
        offsets: (1..=mesh.triangles().len() as u32).map(|t| 3 * t).collect(),
    }
}

impl Designed {
    /// The parts as triangles, as contact shows them.
    pub fn meshes(&self) -> [TriangleMesh; 2] {
        [self.femoral.triangulate(SAGITTA), self.insert.bearing().clone()]
    }

    /// Cam and posterior face of the post to a sagitta, where there are any: for files and pictures.
    pub fn export_post(&self, sagitta: f64) -> Option<[Surface; 2]> {
        let post = self.post.as_ref()?;
        Some([post.cam(), post.post()].map(|part| as_surface(&part.triangulate(sagitta))))
    }

    /// The parts as surfaces of triangles: femoral component and bearing surface.
    pub fn surfaces(&self) -> [Surface; 2] {
        self.meshes().map(|mesh| as_surface(&mesh))
    }

    /// Femoral component and insert to a sagitta, the insert closed by its sides and its underside: for files.
    pub fn export(&self, sagitta: f64) -> Result<[Surface; 2], Problem> {
        // A chord of length l on the radius r is l²/8r away from its arc.
        let sharpest = self.sharpest_radius();
        let step = (8.0 * sagitta * sharpest).sqrt().clamp(1e-4, 5e-3);
        let bearing = self
            .insert
            .triangulate(step)
            .map_err(|error| Problem::new(format!("implant.design.{}", error.field), error.message, error.hint))?;
        Ok([
            as_surface(&self.femoral.triangulate(sagitta)),
            as_surface(&close_below(&bearing, self.insert.underside())),
        ])
    }

    fn sharpest_radius(&self) -> f64 {
        let shape = self.insert.shape();
        let of = |p: &PlateauShape| {
            [p.sagittal_radius, p.coronal_radius, p.anterior_lip_radius, p.posterior_lip_radius].into_iter()
        };
        shape.plateaus.iter().flat_map(of).chain([shape.eminence_radius]).fold(f64::INFINITY, f64::min)
    }

    /// The condyles on the dwell points, unbent: where a search for rest begins.
    pub fn rest(&self) -> PoseSamples {
        let low = self.insert.lowest().next().map_or(0.0, |low| low.x);
        let pose = [0.0, 0.0, 0.0, low + self.femoral.advance(), self.femoral.height(), 0.0];
        PoseSamples {
            name: "on the dwell points".into(),
            source: "the design itself".into(),
            shares: vec![0.0, 0.25, 0.5, 0.75, 1.0],
            poses: vec![pose; 5],
            duration: None,
        }
    }

    /// What drives it where no pose is given: its motion where a pose drives, the dwell points where loads do.
    pub fn pose(&self, parameters: &Parameters) -> PoseSamples {
        if needs_pose(&parameters.experiment) { self.follow(parameters.activity.motion) } else { self.rest() }
    }

    /// A motion of the tibia on these surfaces. The femoral component's origin, on the axis of its posterior arcs, starts
    /// above the dwell points and goes as far back as the tibia goes forwards; its height is where it touches first. Both
    /// sides touch where they are alike: `adjust` finds the adduction where they are not.
    pub fn follow(&self, motion: Motion) -> PoseSamples {
        let shipped::MotionSamples { name, source, shares, rows } = shipped::motion(motion);
        let start = self.rest().poses[0];
        let level =
            |[flexion, forwards, inwards]: [f64; 3]| [flexion, 0.0, -inwards, start[3] - forwards, start[4], start[5]];
        let mut poses: Vec<[f64; 6]> = rows.into_iter().map(level).collect();
        let placed: Vec<_> = poses.iter().map(|pose| place(pose, &[0.0; 6]).0).collect();
        let [femoral, insert] = self.meshes();
        for (pose, drop) in poses.iter_mut().zip(seat::find_drops([&femoral, &insert], &placed)) {
            pose[4] -= drop;
        }
        PoseSamples { name: name.into(), source: source.into(), shares, poses, duration: None }
    }

    /// Radii of femoral component and insert of a side: distal, posterior, sagittal of the insert; both coronal ones.
    fn radii(&self, side: usize) -> ([f64; 3], [f64; 2]) {
        let (condyle, plateau) = (&self.femoral.shape().condyles[side], &self.insert.shape().plateaus[side]);
        (
            [condyle.distal_radius, condyle.posterior_radius, plateau.sagittal_radius],
            [condyle.coronal_radius, plateau.coronal_radius],
        )
    }

    fn sides(&self) -> impl Iterator<Item = (usize, &'static str)> + '_ {
        let present = self.femoral.shape().present;
        [(0, "medial"), (1, "lateral")].into_iter().filter(move |(k, _)| present[*k])
    }

    /// Stiffness against sliding forwards and against turning that the surfaces alone give under an axial load, rigid,
    /// without friction, near extension: on a dish of the radius R the condyle of the radius r climbs by x²/2(R − r), so that
    /// `k = Σ Fᵢ/(Rᵢ − rᵢ)` and, half of the spacing s from the middle, `k_θ = Σ Fᵢ (s/2)²/(Rᵢ − rᵢ)`.
    pub fn constraint(&self, load: f64) -> [f64; 2] {
        let arm = 0.5 * self.femoral.shape().spacing;
        let sides: Vec<usize> = self.sides().map(|(k, _)| k).collect();
        let each = load / sides.len().max(1) as f64;
        let stiffness: f64 = sides.iter().map(|&k| each / (self.radii(k).0[2] - self.radii(k).0[0])).sum();
        [stiffness, stiffness * arm * arm]
    }

    /// Ratios, heights and stiffnesses that follow from the radii alone.
    pub(super) fn headline(&self, outcome: &mut Outcome) {
        for (k, side) in self.sides() {
            let ([distal, posterior, sagittal], [condyle, dish]) = self.radii(k);
            let label = if k == 0 { "Medial" } else { "Lateral" };
            let mut push = |name: &str, what: &str, value: f64| {
                outcome.push(&format!("{side}_{name}"), &format!("{label}, {what}"), value);
            };
            push(
                "sagittal_conformity_ratio",
                "sagittal conformity near extension (femoral over insert radius)",
                distal / sagittal,
            );
            push("flexed_conformity_ratio", "sagittal conformity in flexion", posterior / sagittal);
            push("coronal_conformity_ratio", "coronal conformity", condyle / dish);
            if self.sides().count() == 2 {
                push(
                    "eminence_height_m",
                    "height of the eminence above the dwell point",
                    self.insert.eminence_height(k),
                );
            }
        }
        let [along, about] = self.constraint(LAXITY_LOAD);
        outcome.push(
            "anterior_constraint_N_per_m",
            "Stiffness of the surfaces against sliding forwards under 710 N",
            along,
        );
        outcome.push(
            "rotation_constraint_N_m",
            "Moment of the surfaces against rotation under 710 N, for each radian",
            about,
        );
        if self.sides().count() == 2 {
            let step = self.insert.compute_step();
            outcome.push("eminence_step_m", "Step between unlike plateaus at the crest of the eminence", step);
        }
        if let Some((flexion, below)) = self.post.as_ref().and_then(CamAndPost::compute_engagement) {
            outcome.push("post_engagement_rad", "Flexion at which cam and post meet on the dwell points", flexion);
            outcome.push("post_jump_height_m", "Height of the post above the axis of the cam there", below);
        }
        outcome.push(
            "insert_volume_m3",
            "Volume of the insert",
            self.insert.integrate(3e-3, |height, _| height - self.insert.underside()),
        );
    }

    /// Sections with their radii, as SVG.
    pub fn draw(&self) -> String {
        drawing::draw(self)
    }
}
