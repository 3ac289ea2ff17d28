//! A rigid sphere against a solid.

use super::*;
use mechanics::solid::contact::{ContactSettings, ContactSolution, Leading, RigidSphere, SphereContact};
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use mechanics::solid::{Material, SolidError, Supports};
use std::f64::consts::{FRAC_PI_2, PI};

/// A quarter of a liner that is fixed outside.
#[derive(Debug, Clone, Copy)]
struct Liner {
    kind: ElementKind,
    shell: HemisphericalShell,
    material: Material,
}

impl Liner {
    /// Inner radius and thickness in mm, modulus in GPa; `cells` on half a side of the pole patch.
    fn new(cells: usize, radius: f64, thickness: f64, modulus: f64) -> Self {
        let shell = HemisphericalShell {
            inner_radius: radius * 1e-3,
            thickness: thickness * 1e-3,
            rim_angle: FRAC_PI_2,
            patch_angle: 0.45,
            patch_cells: cells,
            ring_cells: cells * 5 / 4,
            ring_growth: 1.04,
            layers: cells.div_ceil(2),
            layer_growth: 1.3,
            sector: Sector::Quarter,
        };
        let material = Material::Linear(Elastic { modulus: modulus * 1e9, poisson: 0.4, density: 938.0 });
        Self { kind: ElementKind::Hex8, shell, material }
    }

    fn solid(&self) -> Solid {
        let mesh = self.shell.mesh(self.kind).expect("a shell");
        let [x, y, outer] = ["x=0", "y=0", "outer"].map(|name| mesh.nodes_of(name).expect("a surface"));
        Solid::new(mesh, self.material, Supports::none().hold(&x, 0).hold(&y, 1).clamp(&outer)).expect("a solid")
    }
}

/// A liner and what is needed to press heads of any size into it, with one factorisation.
struct Press<'a> {
    solid: &'a Solid,
    contact: SphereContact<'a>,
    statics: Statics<'a>,
    radius: f64,
}

impl<'a> Press<'a> {
    fn new(solid: &'a Solid) -> Self {
        let contact = SphereContact::new(solid, "inner").expect("a surface");
        let radius = contact.corner_places()[0].norm();
        Self { solid, contact, statics: Statics::new(solid), radius }
    }

    /// A head with this clearance (m), pressed to the pole with this load (N) on the whole cup.
    fn press(&mut self, clearance: f64, load: f64) -> ContactSolution {
        let sphere = RigidSphere { centre: Vector3::zeros(), radius: self.radius - clearance };
        let leading = Leading::Force { force: Vector3::z() * (load / 4.0), free: vec![Vector3::z()] };
        self.contact.solve(&mut self.statics, sphere, &leading, &ContactSettings::default()).expect("a contact")
    }

    /// Deformed places of the corners.
    fn places(&self, solution: &ContactSolution) -> Vec<Vector3<f64>> {
        let moved = |&n: &usize| self.solid.mesh().nodes[n] + solution.state.displacement[n];
        self.contact.surface().corners.iter().map(moved).collect()
    }

    /// Radius of the patch, in m.
    fn edge(&self, solution: &ContactSolution) -> f64 {
        solution.compute_radius(&self.places(solution), Vector3::z()).expect("a round patch")
    }
}

/// A confined block under a sphere so large that it is flat: one pressure everywhere, E_w δ/h, through every kind of face
/// and a distorted mesh: what a patch test is for contact.
#[test]
fn a_flat_contact_has_one_pressure_with_every_element() {
    let confined = SOFT.confined_modulus();
    for kind in ElementKind::ALL {
        let mesh = distorted(kind, 2);
        let [x0, x1, y0, y1, floor] = ["x-", "x+", "y-", "y+", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
        let supports = Supports::none().hold(&x0, 0).hold(&x1, 0).hold(&y0, 1).hold(&y1, 1).hold(&floor, 2);
        let solid = Solid::new(mesh, Material::Linear(SOFT), supports).expect("a solid");
        let contact = SphereContact::new(&solid, "z+").expect("a surface");
        let radius = 1e7;
        let sphere = RigidSphere { centre: Vector3::new(0.5, 0.5, 1.0 + radius), radius };
        let depth = 1e-2;
        let leading = Leading::Displacement(sphere.centre - Vector3::z() * depth);
        let settings = ContactSettings::default();
        let solution = contact.solve(&mut Statics::new(&solid), sphere, &leading, &settings).expect("a contact");
        for p in &solution.pressure {
            assert!((p / (confined * depth) - 1.0).abs() < 1e-5, "{}: {p} {}", kind.name(), confined * depth);
        }
        assert!((solution.force.z / (-confined * depth) - 1.0).abs() < 1e-5, "{}", kind.name());
    }
}

/// A small contact in a thick cup: a = (3FR/(4E*))^⅓, p₀ = 3F/(2πa²), 1/R = 1/R_b − 1/R_c [Johnson1985].
#[test]
fn a_small_contact_is_hertzian() {
    let (cup, head, patch) = (14e-3, 10e-3, 0.25e-3);
    let mut liner = Liner::new(10, cup * 1e3, 30.0, 0.5);
    liner.shell = HemisphericalShell {
        patch_angle: 1.2 * patch / cup,
        ring_cells: 13,
        ring_growth: 1.5,
        layers: 15,
        layer_growth: 1.45,
        ..liner.shell
    };
    let effective = cup * head / (cup - head);
    let stiffness = 0.5e9 / (1.0 - 0.4_f64.powi(2));
    let force = 4.0 * stiffness * patch.powi(3) / (3.0 * effective);
    let peak = 3.0 * force / (2.0 * PI * patch * patch);
    let solid = liner.solid();
    let mut bench = Press::new(&solid);
    let solution = bench.press(cup - head, force);
    let (found, radius) = (solution.peak_pressure().0, bench.edge(&solution));
    assert!((found / peak - 1.0).abs() < 0.01, "pressure {found:e}, Hertz {peak:e}");
    assert!((radius / patch - 1.0).abs() < 0.01, "radius {radius:e}, Hertz {patch:e}");
}

/// Rows of [Askari2018]'s Tables 2 and 3: load N, clearance µm, inner radius and thickness mm, modulus GPa; then pressure
/// (MPa) and radius (mm) of
/// - the reference: an axisymmetric CalculiX solution with an *elastic* head of 210 GPa, pressure per deformed area;
/// - ours, axisymmetric: `files/axisymmetric.py` (scikit-fem 12.0.2, 160 × 24 biquadratic quadrangles, the same contact
///   condition programmed independently), *rigid* head, pressure per reference area.
const ROWS: [(&str, [f64; 5], [f64; 2], f64); 13] = [
    ("250 N", [250.0, 80.0, 14.0, 8.0, 0.5], [2.297, 7.45], 2.3024),
    ("500 N", [500.0, 80.0, 14.0, 8.0, 0.5], [3.413, 8.72], 3.4314),
    ("1000 N", [1000.0, 80.0, 14.0, 8.0, 0.5], [5.243, 10.02], 5.2718),
    ("1500 N", [1500.0, 80.0, 14.0, 8.0, 0.5], [6.822, 10.76], 6.8850),
    ("2000 N", [2000.0, 80.0, 14.0, 8.0, 0.5], [8.299, 11.27], 8.3886),
    ("c 100 µm", [500.0, 100.0, 14.0, 8.0, 0.5], [3.755, 8.29], 3.7646),
    ("c 200 µm", [500.0, 200.0, 14.0, 8.0, 0.5], [5.095, 7.04], 5.1262),
    ("Rc 16 mm", [500.0, 80.0, 16.0, 8.0, 0.5], [2.882, 9.55], 2.8960),
    ("Rc 18 mm", [500.0, 80.0, 18.0, 8.0, 0.5], [2.497, 10.30], 2.5035),
    ("h 12 mm", [500.0, 80.0, 14.0, 12.0, 0.5], [3.074, 9.04], 3.0816),
    ("h 16 mm", [500.0, 80.0, 14.0, 16.0, 0.5], [2.913, 9.18], 2.9272),
    ("E 1 GPa", [500.0, 80.0, 14.0, 8.0, 1.0], [4.583, 7.46], 4.6048),
    ("E 2 GPa", [500.0, 80.0, 14.0, 8.0, 2.0], [6.299, 6.30], 6.3612),
];

/// The head's own compliance is left out here and lowers the peak by 0.2 % at a liner of 0.5 GPa, 0.4 % at 1 GPa and 0.7 %
/// at 2 GPa (the same script with an elastic head): the last row is above the reference by that much.
fn head_compliance(modulus: f64) -> f64 {
    0.0020 * modulus / 0.5 * if modulus > 1.5 { 0.9 } else { 1.0 }
}

fn matches_the_reference(cells: usize, rows: &[usize]) {
    let (_, [_, _, radius, thickness, modulus], ..) = ROWS[rows[0]];
    let solid = Liner::new(cells, radius, thickness, modulus).solid();
    let mut bench = Press::new(&solid);
    for &row in rows {
        let (name, [load, clearance, ..], [reference, edge], independent) = ROWS[row];
        let solution = bench.press(clearance * 1e-6, load);
        let (peak, radius) = (solution.peak_pressure().0 / 1e6, bench.edge(&solution) * 1e3);
        let nominal = solution.pressure.iter().fold(0.0_f64, |m, p| m.max(*p)) / 1e6;
        assert!((nominal / independent - 1.0).abs() < 0.006, "{name}: {nominal} MPa, axisymmetric {independent}");
        let stiff = peak * (1.0 - head_compliance(modulus));
        assert!(
            (stiff / reference - 1.0).abs() < 0.01,
            "{name}: {peak} MPa, with an elastic head {stiff}, reference {reference}"
        );
        assert!((radius / edge - 1.0).abs() < 0.015, "{name}: radius {radius} mm, reference {edge}");
        assert!((solution.force.z * 4.0 / load - 1.0).abs() < 1e-6, "{name}: force {}", solution.force.z * 4.0);
    }
}

#[test]
fn askari_rows_of_one_liner_match_the_reference() {
    matches_the_reference(12, &[0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn askari_rows_of_other_radii_match_the_reference() {
    matches_the_reference(12, &[7]);
    matches_the_reference(12, &[8]);
}

#[test]
fn askari_rows_of_thicker_liners_match_the_reference() {
    matches_the_reference(12, &[9]);
    matches_the_reference(12, &[10]);
}

#[test]
fn askari_rows_of_stiffer_liners_match_the_reference() {
    matches_the_reference(12, &[11]);
    matches_the_reference(12, &[12]);
}

/// Against the axisymmetric solution on a far finer mesh.
#[test]
fn the_peak_pressure_converges_with_second_order() {
    let (_, [load, clearance, ..], _, exact) = ROWS[3];
    let error = |cells: usize| {
        let mut liner = Liner::new(cells, 14.0, 8.0, 0.5);
        (liner.shell.layers, liner.shell.layer_growth) = (cells, 1.1);
        let solid = liner.solid();
        let solution = Press::new(&solid).press(clearance * 1e-6, load);
        solution.pressure.iter().fold(0.0_f64, |m, p| m.max(*p)) / 1e6 / exact - 1.0
    };
    let [coarse, fine] = [4, 8].map(error);
    let order = (coarse / fine).log2();
    assert!((1.6..2.5).contains(&order) && fine < 0.007, "errors {coarse:.4} and {fine:.4}, order {order:.2}");
}

/// The corners' pressures follow a smooth bell: none departs from p = p₀(1 + b r² + c r⁴) by more than the share given.
fn is_smooth(bench: &Press<'_>, solution: &ContactSolution, share: f64) {
    let (peak, _) = solution.peak_pressure();
    let edge = bench.edge(solution);
    let inner: Vec<(f64, f64)> = (bench.places(solution).iter().zip(&solution.current_pressure))
        .map(|(x, p)| (x.xy().norm_squared() / (edge * edge), p / peak))
        .filter(|(s, _)| *s < 0.5)
        .collect();
    let (mut normal, mut right) = (nalgebra::Matrix3::zeros(), Vector3::zeros());
    for &(s, p) in &inner {
        let row = Vector3::new(1.0, s, s * s);
        normal += row * row.transpose();
        right += row * p;
    }
    let fit = normal.lu().solve(&right).expect("corners enough");
    let worst = inner.iter().map(|(s, p)| (p - fit[0] - fit[1] * s - fit[2] * s * s).abs()).fold(0.0, f64::max);
    assert!(worst < share, "a corner is off by {worst:.4} of the peak");
}

#[test]
fn no_element_shows_a_checkerboard_and_all_agree() {
    let mut peaks = Vec::new();
    for (kind, cells) in
        [(ElementKind::Hex8, 8), (ElementKind::Hex20, 5), (ElementKind::Hex27, 5), (ElementKind::Tet10, 5)]
    {
        let mut liner = Liner::new(cells, 14.0, 8.0, 0.5);
        liner.kind = kind;
        liner.shell.layers = if kind == ElementKind::Hex8 { 8 } else { 3 };
        let solid = liner.solid();
        let mut bench = Press::new(&solid);
        let solution = bench.press(80e-6, 1500.0);
        is_smooth(&bench, &solution, if kind == ElementKind::Hex8 { 0.003 } else { 0.015 });
        peaks.push(solution.peak_pressure().0 / 6.83e6);
    }
    // The axisymmetric solution, per deformed area: 6.83 MPa.
    assert!(peaks.iter().all(|p| (p - 1.0).abs() < 0.02), "{peaks:?}");
}

#[test]
fn no_pressure_pulls_and_no_closed_gap_is_open() {
    let solid = Liner::new(6, 14.0, 8.0, 0.5).solid();
    let mut bench = Press::new(&solid);
    let solution = bench.press(80e-6, 1000.0);
    let surface = bench.contact.surface();
    let places = |n: usize| solid.mesh().nodes[n] + solution.state.displacement[n];
    for (i, row) in surface.weights.iter().enumerate() {
        let gap: f64 = row.iter().map(|&(a, d)| d * solution.sphere.gap(places(surface.nodes[a])).0).sum::<f64>()
            / surface.area[i];
        let p = solution.pressure[i];
        assert!(p >= 0.0 && gap > -1e-12, "corner {i}: {p} Pa, gap {gap:e} m");
        assert!(p == 0.0 || gap.abs() < 1e-11, "corner {i}: {p} Pa across a gap of {gap:e} m");
    }
    assert!(solution.work.columns <= surface.corners.len() && solution.work.iterations < 10, "{:?}", solution.work);
}

#[test]
fn a_neo_hookean_liner_carries_the_same_load_a_little_differently() {
    let mut liner = Liner::new(5, 14.0, 8.0, 0.5);
    let linear = liner.solid();
    liner.material = Material::NeoHookean(*liner.material.elastic());
    let finite = liner.solid();
    let (small, large) = (Press::new(&linear).press(80e-6, 2000.0), Press::new(&finite).press(80e-6, 2000.0));
    let (small_peak, large_peak) = (small.peak_pressure().0, large.peak_pressure().0);
    assert!((large.force.z / small.force.z - 1.0).abs() < 1e-6);
    // Strains of about 1 %: both must agree to about that, and not exactly.
    let difference = large_peak / small_peak - 1.0;
    assert!(difference.abs() < 0.015 && difference.abs() > 1e-4, "{difference}");
    let light = 1.0;
    let (small, large) = (Press::new(&linear).press(80e-6, light), Press::new(&finite).press(80e-6, light));
    assert!((small.peak_pressure().0 / large.peak_pressure().0 - 1.0).abs() < 2e-3);
}

/// A full cup pressed off its pole answers with the force asked for, wherever it points.
#[test]
fn a_head_free_in_three_directions_finds_its_place() {
    let mut liner = Liner::new(3, 14.0, 8.0, 0.5);
    liner.shell.sector = Sector::Full;
    let mesh = liner.shell.mesh(ElementKind::Hex8).expect("a shell");
    let outer = mesh.nodes_of("outer").expect("outer");
    let solid = Solid::new(mesh, liner.material, Supports::none().clamp(&outer)).expect("a solid");
    let mut bench = Press::new(&solid);
    let sphere = RigidSphere { centre: Vector3::zeros(), radius: 13.92e-3 };
    let force = Vector3::new(300.0, -200.0, 900.0);
    let leading = Leading::Force { force, free: vec![Vector3::x(), Vector3::y(), Vector3::z()] };
    let solution =
        bench.contact.solve(&mut bench.statics, sphere, &leading, &ContactSettings::default()).expect("a contact");
    assert!((solution.force - force).norm() < 1e-5 * force.norm(), "{}", solution.force);
    let way = solution.sphere.centre.normalize().dot(&force.normalize());
    assert!(way > 0.999, "the head goes where it is pushed: {way}");
}

#[test]
fn impossible_contacts_are_refused_with_numbers() {
    let solid = Liner::new(3, 14.0, 8.0, 0.5).solid();
    let mut bench = Press::new(&solid);
    let settings = ContactSettings::default();
    let mut refuse = |sphere: RigidSphere, leading: Leading| {
        let outcome = bench.contact.solve(&mut bench.statics, sphere, &leading, &settings);
        outcome.expect_err("refused").to_string()
    };
    let push = |force: Vector3<f64>| Leading::Force { force, free: vec![Vector3::z()] };
    let head = RigidSphere { centre: Vector3::zeros(), radius: 13.92e-3 };
    let message = refuse(RigidSphere { radius: 14.5e-3, ..head }, push(Vector3::z()));
    assert!(message.starts_with("the sphere overlaps the solid by 5.000e-4 m at the start, at node"), "{message}");
    let message = refuse(head, push(-Vector3::z()));
    assert!(message.starts_with("the sphere misses the surface along"), "{message}");
    let message = refuse(head, push(Vector3::x()));
    assert!(message.starts_with("the force has no part along a free direction"), "{message}");
    assert!(refuse(RigidSphere { radius: -1.0, ..head }, push(Vector3::z())).contains("radius"));
    assert!(refuse(head, Leading::Displacement(Vector3::zeros())).starts_with("the sphere is not moved"));
    assert!(matches!(SphereContact::new(&solid, "inside"), Err(SolidError::UnknownSet { .. })));
}
