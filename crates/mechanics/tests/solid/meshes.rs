//! Meshes made here.

use super::*;
use mechanics::solid::mesh::{HemisphericalShell, Sector};
use std::f64::consts::{FRAC_PI_2, PI};

fn shell(sector: Sector) -> HemisphericalShell {
    HemisphericalShell {
        inner_radius: 14e-3,
        thickness: 8e-3,
        rim_angle: FRAC_PI_2,
        patch_angle: 0.5,
        patch_cells: 3,
        ring_cells: 4,
        ring_growth: 1.1,
        layers: 3,
        layer_growth: 1.3,
        sector,
    }
}

fn volume(mesh: &Mesh) -> f64 {
    use mechanics::solid::element::{MAX_NODES, VolumeTable};
    let mut gradients = [Vector3::zeros(); MAX_NODES];
    let mut sum = 0.0;
    for e in 0..mesh.elements() {
        let places: Vec<_> = mesh.element(e).iter().map(|&n| mesh.nodes[n]).collect();
        let table = VolumeTable::accurate(mesh.kind(e));
        sum += (0..table.weights.len()).map(|p| table.physical(p, &places, &mut gradients)).sum::<f64>();
    }
    sum
}

#[test]
fn a_shell_is_whole_well_shaped_and_on_the_true_spheres() {
    for kind in ElementKind::ALL {
        for (sector, share) in [(Sector::Full, 1.0), (Sector::Quarter, 0.25)] {
            let mesh = shell(sector).mesh(kind).expect("a shell");
            let quality = mesh.compute_quality();
            let name = kind.name();
            assert!(quality.inverted.is_empty() && quality.degenerate.is_empty(), "{name}: {quality:?}");
            assert!(quality.worst > if kind.is_tetrahedron() { 0.1 } else { 0.35 }, "{name}: {}", quality.worst);
            assert_eq!(quality.parts.len(), 1, "{name}");
            assert!(quality.unused_nodes.is_empty(), "{name}");
            for (surface, radius) in [("inner", 14e-3), ("outer", 22e-3)] {
                for n in mesh.nodes_of(surface).expect("a surface") {
                    assert!((mesh.nodes[n].norm() / radius - 1.0).abs() < 1e-14, "{name} {surface}");
                }
            }
            for n in mesh.nodes_of("rim").expect("a rim") {
                assert!(mesh.nodes[n].z.abs() < 1e-17, "{name}: rim at {}", mesh.nodes[n].z);
            }
            // The boundary consists of the named surfaces and nothing else.
            let named: usize = mesh.surfaces.values().map(Vec::len).sum();
            let mut all: Vec<_> = mesh.surfaces.values().flatten().copied().collect();
            all.sort_unstable();
            all.dedup();
            assert_eq!((all.len(), all), (named, mesh.compute_boundary()), "{name}");
            let tolerance = if kind.degree() == 1 { 0.05 } else { 2e-3 };
            let exact = share * 2.0 / 3.0 * PI * (22e-3_f64.powi(3) - 14e-3_f64.powi(3));
            assert!((volume(&mesh) / exact - 1.0).abs() < tolerance, "{name}: volume {}", volume(&mesh) / exact);
            let exact = share * 2.0 * PI * 14e-3 * 14e-3;
            let area = mesh.compute_area(mesh.surface("inner").expect("inner"));
            assert!((area / exact - 1.0).abs() < tolerance, "{name}: area {}", area / exact);
        }
    }
}

#[test]
fn symmetry_planes_are_exact() {
    let mesh = shell(Sector::Quarter).mesh(ElementKind::Hex27).expect("a shell");
    for (name, axis) in [("x=0", 0), ("y=0", 1)] {
        assert!(mesh.nodes_of(name).expect("a plane").iter().all(|&n| mesh.nodes[n][axis] == 0.0), "{name}");
    }
}

#[test]
fn tetrahedra_of_neighbouring_cells_share_their_faces() {
    let mesh = shell(Sector::Full).mesh(ElementKind::Tet10).expect("a shell");
    // If a diagonal did not agree, both faces would show on the boundary.
    let boundary = mesh.compute_boundary().len();
    let named: usize = mesh.surfaces.values().map(Vec::len).sum();
    assert_eq!(boundary, named);
    assert_eq!(mesh.elements(), 6 * shell(Sector::Full).mesh(ElementKind::Hex8).expect("a shell").elements());
}

#[test]
fn shells_of_impossible_numbers_are_refused() {
    let good = shell(Sector::Full);
    for bad in [
        HemisphericalShell { thickness: 0.0, ..good },
        HemisphericalShell { inner_radius: f64::NAN, ..good },
        HemisphericalShell { patch_angle: 1.2, ..good },
        HemisphericalShell { layers: 0, ..good },
        HemisphericalShell { ring_growth: -1.0, ..good },
    ] {
        assert!(bad.mesh(ElementKind::Hex8).is_err(), "{bad:?}");
    }
}
