//! Solids that cannot be: each is refused, and the message names what is wrong.

use super::*;
use mechanics::solid::{Material, SolidError, Supports};

fn block(kind: ElementKind) -> Mesh {
    Brick { size: [1.0; 3], cells: [2, 2, 2] }.mesh(kind).expect("a block")
}

fn refused(mesh: Mesh, supports: Supports) -> SolidError {
    Solid::new(mesh, Material::Linear(SOFT), supports).expect_err("refused")
}

#[test]
fn a_solid_without_support_is_told_how_it_can_move() {
    let message = refused(block(ElementKind::Hex8), Supports::none()).to_string();
    assert!(message.contains("6 rigid motions are free"), "{message}");
    let mesh = block(ElementKind::Tet4);
    let floor = mesh.nodes_of("z-").expect("a floor");
    let message = refused(mesh, Supports::none().hold(&floor, 2).hold(&floor, 1)).to_string();
    assert!(
        message.contains("sliding along (1.000, 0.000, 0.000)") || message.contains("sliding along (-1.000"),
        "{message}"
    );
    // Two nodes on the axis x: the hinge stays free.
    let mesh = block(ElementKind::Hex20);
    let hinge: Vec<usize> = (0..mesh.nodes.len()).filter(|&n| mesh.nodes[n].yz().norm() < 1e-12).collect();
    let message = refused(mesh, Supports::none().clamp(&hinge)).to_string();
    assert!(
        message.contains("turning about (1.000, 0.000, 0.000) through") || message.contains("turning about (-1.000"),
        "{message}"
    );
}

#[test]
fn inverted_and_flat_elements_are_named() {
    for kind in ElementKind::ALL {
        let mesh = block(kind);
        let wall = mesh.nodes_of("x-").expect("a wall");
        let mirrored = mesh.clone().map(|x| Vector3::new(x.x, x.y, -x.z));
        let message = refused(mirrored, Supports::none().clamp(&wall)).to_string();
        let all = mesh.elements();
        assert!(
            message.starts_with(&format!("{all} of {all} elements are inverted or flat: {} 1 (", kind.name())),
            "{message}"
        );
        let flat = mesh.map(|x| Vector3::new(x.x, x.y, 1e-9 * x.z));
        assert!(matches!(refused(flat, Supports::none().clamp(&wall)), SolidError::BadElements { .. }));
    }
    // One node pulled through its element.
    let mut mesh = block(ElementKind::Hex8);
    let wall = mesh.nodes_of("x-").expect("a wall");
    let corner =
        (0..mesh.nodes.len()).find(|&n| (mesh.nodes[n] - Vector3::new(1.0, 1.0, 1.0)).norm() < 1e-9).expect("a corner");
    mesh.nodes[corner] = Vector3::new(0.2, 0.2, 0.2);
    let message = refused(mesh, Supports::none().clamp(&wall)).to_string();
    assert!(message.starts_with("1 of 8 elements are inverted or flat: hex8 8 ("), "{message}");
}

#[test]
fn a_mesh_in_two_parts_is_named_and_both_need_support() {
    let one = block(ElementKind::Hex8);
    let count = one.nodes.len();
    let mut two =
        Mesh::from_nodes(one.nodes.iter().copied().chain(one.nodes.iter().map(|x| x + Vector3::x() * 3.0)).collect());
    for shift in [0, count] {
        for e in 0..one.elements() {
            let nodes: Vec<usize> = one.element(e).iter().map(|n| n + shift).collect();
            two.push(ElementKind::Hex8, &nodes);
        }
    }
    let message = two.check_connected().expect_err("two parts").to_string();
    assert!(
        message
            .starts_with("the mesh consists of 2 parts that share no node (of 8, 8 elements); one begins at element 9"),
        "{message}"
    );
    let first = one.nodes_of("x-").expect("a wall");
    let message = refused(two.clone(), Supports::none().clamp(&first)).to_string();
    assert!(message.contains("for the part of 8 elements at element 9"), "{message}");
    let both: Vec<usize> = first.iter().flat_map(|&n| [n, n + count]).collect();
    assert!(Solid::new(two, Material::Linear(SOFT), Supports::none().clamp(&both)).is_ok());
}

#[test]
fn a_load_that_cannot_be_carried_is_an_error_and_the_last_equilibrium_is_kept() {
    // St. Venant–Kirchhoff in compression carries no more than μ-ish: P has a maximum.
    let mesh = Brick { size: [1.0; 3], cells: [1, 1, 1] }.mesh(ElementKind::Hex8).expect("a block");
    let [x, y, z] = ["x-", "y-", "z-"].map(|name| mesh.nodes_of(name).expect("a face"));
    let supports = Supports::none().hold(&x, 0).hold(&y, 1).hold(&z, 2);
    let material = Material::StVenantKirchhoff(Elastic { modulus: 1.0, poisson: 0.0, density: 0.0 });
    let solid = Solid::new(mesh, material, supports).expect("a solid");
    // P = ½ E λ (λ² − 1) has its least value −E/(3√3) = −0.19245 at λ = 1/√3.
    let load = solid.compute_pressure("x+", 0.3).expect("a surface");
    let mut state = solid.state();
    let mut statics = Statics::new(&solid);
    let error = statics
        .solve(&load, &mut state, &StaticSettings { steps: 10, ..StaticSettings::default() })
        .expect_err("too much");
    assert!(
        matches!(
            error,
            SolidError::NoEquilibrium { .. } | SolidError::TurnedInsideOut { .. } | SolidError::Singular { .. }
        ),
        "{error}"
    );
    let stretch =
        1.0 + solid.mesh().nodes_of("x+").expect("a face").iter().map(|&n| state.displacement[n].x).sum::<f64>() / 4.0;
    assert!((1.0 / 3.0_f64.sqrt()..0.9).contains(&stretch), "{stretch}");
    statics.assembly();
}

#[test]
fn unknown_names_list_the_known_ones() {
    let mesh = block(ElementKind::Hex8);
    let error = mesh.surface("top").expect_err("no such surface");
    assert_eq!(error.to_string(), "the mesh has no surface `top`");
    assert_eq!(error.hint().as_deref(), Some("it has x+, x-, y+, y-, z+, z-"));
    assert!(mesh.nodes_of("top").is_err());
}
