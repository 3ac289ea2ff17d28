//! Finite elements against a linear field, Lamé's thick sphere and Cook's panel.

use std::f64::consts::FRAC_PI_2;

use mechanics::material::Elastic;
use mechanics::solid::element::{ElementKind, MAX_NODES, VolumeTable};
use mechanics::solid::mesh::{Brick, HemisphericalShell, Sector};
use mechanics::solid::{Material, Mesh, Solid, SolidState, StaticSettings, Statics, Supports};
use nalgebra::{Matrix3, Vector3};

use super::{Finding, Target};

/// A uniform deformation of the boundary deforms the inside uniformly: every element, every law of the material.
pub fn elements_patch() -> Vec<Finding> {
    let soft = Elastic { modulus: 3.0, poisson: 0.3, density: 2.0 };
    let laws = [
        ("linear", Material::Linear(soft)),
        ("St. Venant–Kirchhoff", Material::StVenantKirchhoff(soft)),
        ("neo-Hookean", Material::NeoHookean(soft)),
    ];
    let mut findings = Vec::new();
    for kind in ElementKind::ALL {
        for (name, law) in laws {
            findings.push(Finding {
                quantity: "displacement_mismatch_m",
                label: format!("{}, {name}", kind.name()),
                target: Target::AtMost(1e-12),
                computed: patch(kind, law),
                source: "the linear field itself",
                why: "rounding of some hundred unknowns of size 0.1",
            });
        }
    }
    findings
}

/// Largest distance of an inner node from where the linear field puts it.
fn patch(kind: ElementKind, law: Material) -> Result<f64, String> {
    let gradient = Matrix3::new(0.10, 0.06, -0.02, 0.03, -0.08, 0.05, -0.04, 0.02, 0.07);
    let block = Brick { size: [1.0; 3], cells: [2; 3] }.mesh(kind).map_err(|error| error.to_string())?;
    let mesh = distorted(block.clone(), kind);
    let mut supports = Supports::none();
    for (n, place) in block.nodes.iter().enumerate() {
        if place.iter().any(|c| *c < 1e-9 || *c > 1.0 - 1e-9) {
            let u = gradient * mesh.nodes[n];
            (0..3).for_each(|axis| supports.prescribe(n, axis, u[axis]));
        }
    }
    let solid = Solid::new(mesh, law, supports).map_err(|error| error.to_string())?;
    let load = vec![0.0; 3 * solid.mesh().nodes.len()];
    let state = solve(&solid, &load, &StaticSettings { tolerance: 1e-12, ..StaticSettings::default() })?;
    let off = |(x, u): (&Vector3<f64>, &Vector3<f64>)| (u - gradient * x).norm();
    Ok(solid.mesh().nodes.iter().zip(&state.displacement).map(off).fold(0.0, f64::max))
}

/// The block with its inner corner moved aside, so that every element has another shape; edges stay straight, nodes on them
/// half way.
fn distorted(mut mesh: Mesh, kind: ElementKind) -> Mesh {
    const EDGES: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 0], [0, 3], [1, 3], [2, 3]];
    let inside = |x: &Vector3<f64>| x.iter().all(|c| *c > 1e-9 && *c < 1.0 - 1e-9);
    let corners = if kind.is_tetrahedron() { ElementKind::Tet4.nodes() } else { ElementKind::Hex8.nodes() };
    let places = mesh.nodes.clone();
    let moved = |x: Vector3<f64>| if inside(&x) { x + Vector3::new(0.06, -0.05, 0.07) } else { x };
    for e in 0..mesh.elements() {
        let nodes = mesh.element(e).to_vec();
        for (k, &n) in nodes.iter().enumerate() {
            let group: Vec<usize> = if k < corners {
                vec![k]
            } else if kind.is_tetrahedron() {
                EDGES[k - 4].to_vec()
            } else {
                let reach = |c: usize| (places[nodes[c]] - places[n]).norm();
                let near = (0..corners).map(reach).fold(f64::INFINITY, f64::min);
                (0..corners).filter(|&c| reach(c) < near * 1.01).collect()
            };
            let sum: Vector3<f64> = group.iter().map(|&c| moved(places[nodes[c]])).sum();
            mesh.nodes[n] = sum / group.len() as f64;
        }
    }
    mesh
}

fn solve(solid: &Solid, load: &[f64], settings: &StaticSettings) -> Result<SolidState, String> {
    let mut state = solid.state();
    Statics::new(solid).solve(load, &mut state, settings).map_err(|error| error.to_string())?;
    Ok(state)
}

/// Lamé's thick sphere under inner pressure at the Poisson's ratios of polyethylene and rubber, and the observed order.
pub fn elements_lame() -> Vec<Finding> {
    let mut findings = Vec::new();
    for (kind, cells, tolerance) in [
        (ElementKind::Hex8, 6, 0.02),
        (ElementKind::Hex20, 3, 0.005),
        (ElementKind::Hex27, 3, 0.003),
        (ElementKind::Tet10, 3, 0.01),
    ] {
        for poisson in [0.46, 0.499] {
            findings.push(Finding {
                quantity: "displacement_mismatch_ratio",
                label: format!("{}, {cells} cells, ν = {poisson}", kind.name()),
                target: Target::Guard(tolerance),
                computed: sphere(kind, cells, poisson),
                source: "Lamé's closed form, worst node by the displacement of the bore",
                why: "the known error of these coarse meshes rounded up; it falls with their order",
            });
        }
    }
    let order = sphere(ElementKind::Hex8, 4, 0.46)
        .and_then(|coarse| sphere(ElementKind::Hex8, 8, 0.46).map(|fine| (coarse / fine).log2()));
    findings.push(Finding {
        quantity: "observed_order_ratio",
        label: "hex8, 4 to 8 cells".into(),
        target: Target::Band(1.7, 2.4),
        computed: order,
        source: "two, for linear elements",
        why: "on two coarse meshes an order is seen to some tenths",
    });
    for (kind, cells) in [(ElementKind::Tet10, 2), (ElementKind::Hex20, 3), (ElementKind::Hex27, 2)] {
        let orders = mean_errors(kind, cells).and_then(|coarse| {
            let fine = mean_errors(kind, 2 * cells)?;
            Ok([(coarse[0] / fine[0]).log2(), (coarse[1] / fine[1]).log2()])
        });
        let name = kind.name();
        for (index, of, expected, source) in [
            (0, "displacement", 3.0, "three in the mean square, for quadratic elements"),
            (1, "gradient", 2.0, "two in the mean square, for the gradient of quadratic elements"),
        ] {
            findings.push(Finding {
                quantity: "observed_order_ratio",
                label: format!("{name}, {cells} to {} cells, {of}", 2 * cells),
                target: Target::Band(expected - 0.3, expected + 0.4),
                computed: orders.clone().map(|orders| orders[index]),
                source,
                why: "on two coarse meshes an order is seen to some tenths",
            });
        }
    }
    findings
}

/// Radii, inner pressure and modulus of Lamé's sphere.
const SPHERE: [f64; 4] = [1.0, 2.0, 0.02, 1.0];

/// u(r) = p a³/(b³ − a³) · [(1 − 2ν) r/E + (1 + ν) b³/(2 E r²)], and du/dr.
fn lame(r: f64, poisson: f64) -> [f64; 2] {
    let [a, b, p, e] = SPHERE;
    let size = p * a.powi(3) / (b.powi(3) - a.powi(3)) / e;
    let (even, odd) = (size * (1.0 - 2.0 * poisson), 0.5 * size * (1.0 + poisson) * b.powi(3));
    [even * r + odd / (r * r), even - 2.0 * odd / r.powi(3)]
}

/// Errors of displacement and gradient in the mean square, at ν = 0.3, on layers of one thickness.
fn mean_errors(kind: ElementKind, cells: usize) -> Result<[f64; 2], String> {
    const POISSON: f64 = 0.3;
    let (solid, state) = solve_sphere(kind, cells, (POISSON, 1.0))?;
    let (mut value, mut slope) = (0.0, 0.0);
    let mut gradients = [Vector3::zeros(); MAX_NODES];
    let table = VolumeTable::accurate(kind);
    for element in 0..solid.mesh().elements() {
        let nodes = solid.mesh().element(element);
        let places: Vec<_> = nodes.iter().map(|&n| solid.mesh().nodes[n]).collect();
        for (point, values) in table.values.iter().enumerate() {
            let volume = table.physical(point, &places, &mut gradients);
            let (mut x, mut u, mut h) = (Vector3::zeros(), Vector3::zeros(), Matrix3::zeros());
            for (k, &n) in nodes.iter().enumerate() {
                x += places[k] * values[k];
                u += state.displacement[n] * values[k];
                h += state.displacement[n] * gradients[k].transpose();
            }
            let (r, [along, change]) = (x.norm(), lame(x.norm(), POISSON));
            let outwards = x / r;
            let radial = outwards * outwards.transpose();
            value += (u - outwards * along).norm_squared() * volume;
            slope += (h - radial * change - (Matrix3::identity() - radial) * (along / r)).norm_squared() * volume;
        }
    }
    Ok([value.sqrt(), slope.sqrt()])
}

/// The worst node of an eighth of a sphere, by u(a).
fn sphere(kind: ElementKind, cells: usize, poisson: f64) -> Result<f64, String> {
    let (solid, state) = solve_sphere(kind, cells, (poisson, 1.1))?;
    let bore = lame(SPHERE[0], poisson)[0];
    let off = |(x, u): (&Vector3<f64>, &Vector3<f64>)| (u - x / x.norm() * lame(x.norm(), poisson)[0]).norm() / bore;
    Ok(solid.mesh().nodes.iter().zip(&state.displacement).map(off).fold(0.0, f64::max))
}

/// An eighth of a sphere under inner pressure, and how it widens; each layer is so many times as thick as the one within it.
fn solve_sphere(
    kind: ElementKind,
    cells: usize,
    (poisson, layer_growth): (f64, f64),
) -> Result<(Solid, SolidState), String> {
    let [a, b, p, e] = SPHERE;
    let shell = HemisphericalShell {
        inner_radius: a,
        thickness: b - a,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.5,
        patch_cells: cells,
        ring_cells: cells,
        ring_growth: 1.0,
        layers: 2 * cells,
        layer_growth,
        sector: Sector::Quarter,
    };
    let mesh = shell.mesh(kind).map_err(|error| error.to_string())?;
    let plane = |name: &str| nodes_of(&mesh, name);
    let supports = Supports::none().hold(&plane("x=0")?, 0).hold(&plane("y=0")?, 1).hold(&plane("rim")?, 2);
    let material = Material::Linear(Elastic { modulus: e, poisson, density: 0.0 });
    let solid = Solid::new(mesh, material, supports).map_err(|error| error.to_string())?;
    let load = solid.compute_pressure("inner", p).map_err(|error| error.to_string())?;
    let state = solve(&solid, &load, &StaticSettings::default())?;
    Ok((solid, state))
}

fn nodes_of(mesh: &Mesh, name: &str) -> Result<Vec<usize>, String> {
    mesh.nodes_of(name).map_err(|error| error.to_string())
}

/// Cook's tapered panel in plane strain, compressible and nearly not.
pub fn elements_cook() -> Vec<Finding> {
    let published = "CalculiX and Elmer on very fine meshes [CoFEA2021]";
    let mut findings: Vec<Finding> =
        [(ElementKind::Hex27, 0.01), (ElementKind::Hex20, 0.01), (ElementKind::Tet10, 0.01), (ElementKind::Hex8, 0.03)]
            .into_iter()
            .map(|(kind, tolerance)| Finding {
                quantity: "tip_displacement_m",
                label: format!("{}, 16 cells, ν = 1/3", kind.name()),
                target: Target::GuardWithin(32.275e-3, tolerance),
                computed: cook(kind, 16, [70.0, 1.0 / 3.0]).map(|tip| 1e-3 * tip),
                source: published,
                why: "the clamped corner is singular: on 16 cells the tip is still some tenths of a percent too low",
            })
            .collect();
    for (poisson, modulus, other) in [(1.0 / 3.0, 70.0, 32.132_735_29), (0.4999, 240.565, 7.845_308_32)] {
        findings.push(Finding {
            quantity: "tip_displacement_m",
            label: format!("hex27, 16 cells, ν = {poisson:.4}, the same elements"),
            target: Target::Within(1e-3 * other, 2e-6),
            computed: cook(ElementKind::Hex27, 16, [modulus, poisson]).map(|tip| 1e-3 * tip),
            source: "scikit-fem 12.0.2, biquadratic quadrangles, quadrature of degree 10",
            why: "the same elements in plane strain: ten digits of the other program",
        });
    }
    findings.push(Finding {
        quantity: "tip_displacement_m",
        label: "hex8, 16 cells, ν = 0.4999: does not lock".into(),
        target: Target::AtLeast(0.93 * 8.075e-3),
        computed: cook(ElementKind::Hex8, 16, [240.565, 0.4999]).map(|tip| 1e-3 * tip),
        source: "fourth-order quadrangles of scikit-fem 12.0.2, extrapolated: 8.075 ± 0.01 mm",
        why: "linear tetrahedra, which lock, have less than 60 % of it",
    });
    findings
}

/// Vertical displacement of the upper right corner.
fn cook(kind: ElementKind, cells: usize, [modulus, poisson]: [f64; 2]) -> Result<f64, String> {
    let mesh = Brick { size: [1.0; 3], cells: [cells, cells, 1] }.mesh(kind).map_err(|error| error.to_string())?;
    let mesh = mesh.map(|x| {
        let (low, high) = (44.0 * x.x, 44.0 + 16.0 * x.x);
        Vector3::new(48.0 * x.x, low + (high - low) * x.y, x.z)
    });
    let all: Vec<usize> = (0..mesh.nodes.len()).collect();
    let wall = nodes_of(&mesh, "x-")?;
    let near = |n: &usize| (mesh.nodes[*n] - Vector3::new(48.0, 60.0, 0.0)).norm() < 1e-9;
    let corner = all.iter().copied().find(near).ok_or("the panel has no corner")?;
    let material = Material::Linear(Elastic { modulus, poisson, density: 0.0 });
    let supports = Supports::none().clamp(&wall).hold(&all, 2);
    let solid = Solid::new(mesh, material, supports).map_err(|error| error.to_string())?;
    let end = solid.mesh().surface("x+").map_err(|error| error.to_string())?.to_vec();
    let load = solid.compute_traction(&end, |_, _| Vector3::new(0.0, 100.0 / 16.0, 0.0));
    Ok(solve(&solid, &load, &StaticSettings::default())?.displacement[corner].y)
}
