//! Files written by Gmsh 4.15.2 (a bar of 2 × 1 × 1 with the groups `wall`, `end` and `bar block`), and files that are wrong.

use super::*;
use mechanics::solid::{Material, SolidError, Supports};

/// Pulls the bar: its elongation and narrowing tell whether every node is where the element expects it.
fn pulls_like_a_bar(name: &str, mesh: Mesh, kind: ElementKind) {
    assert!((0..mesh.elements()).all(|e| mesh.kind(e) == kind), "{name}");
    assert!(mesh.compute_quality().worst > 0.1, "{name}: {}", mesh.compute_quality().worst);
    assert!((mesh.compute_area(mesh.surface("wall").expect("wall")) - 1.0).abs() < 1e-12, "{name}");
    let wall = mesh.nodes_of("wall").expect("wall");
    assert!(wall.iter().all(|&n| mesh.nodes[n].x == 0.0), "{name}");
    let flat =
        |mesh: &Mesh, axis: usize| (0..mesh.nodes.len()).filter(|&n| mesh.nodes[n][axis] == 0.0).collect::<Vec<_>>();
    let supports = Supports::none().hold(&wall, 0).hold(&flat(&mesh, 1), 1).hold(&flat(&mesh, 2), 2);
    let solid = Solid::new(mesh, Material::Linear(SOFT), supports).expect("a solid");
    let end = solid.mesh().surface("end").expect("end").to_vec();
    let load = solid.compute_traction(&end, |_, n| n * 0.3);
    let state = solve(&solid, &load, &StaticSettings::default());
    for (x, u) in solid.mesh().nodes.iter().zip(&state.displacement) {
        let expected = Vector3::new(0.1 * x.x, -0.03 * x.y, -0.03 * x.z);
        assert!((u - expected).norm() < 1e-12, "{name}: {u} at {x}");
    }
}

#[test]
fn gmsh_files_of_both_versions_are_read() {
    for (name, bytes, kind) in [
        ("tet4 2.2", &include_bytes!("files/tet4_v22.msh")[..], ElementKind::Tet4),
        ("tet10 4.1", include_bytes!("files/tet10_v41.msh"), ElementKind::Tet10),
        ("hex20 2.2", include_bytes!("files/hex20_v22.msh"), ElementKind::Hex20),
        ("hex20 4.1", include_bytes!("files/hex20_v41.msh"), ElementKind::Hex20),
        ("hex27 4.1", include_bytes!("files/hex27_v41.msh"), ElementKind::Hex27),
    ] {
        let mesh = Mesh::from_gmsh(bytes).expect(name);
        assert_eq!(mesh.element_sets["bar block"].len(), mesh.elements(), "{name}");
        pulls_like_a_bar(name, mesh, kind);
    }
}

#[test]
fn abaqus_files_are_read() {
    for (name, bytes, kind) in [
        ("tet10", &include_bytes!("files/tet10.inp")[..], ElementKind::Tet10),
        ("hex20", include_bytes!("files/hex20.inp"), ElementKind::Hex20),
    ] {
        pulls_like_a_bar(name, Mesh::from_abaqus(bytes).expect(name), kind);
    }
}

const CUBE: &str = "*HEADING\n** a comment\n*Node, nset=all\n 11, 0., 0., 0.\n12, 1, 0, 0\n13, 1, 1, 0\n14, 0, 1, 0\n\
    15, 0, 0, 1\n16, 1, 0, 1\n17, 1, 1, 1\n18, 0, 1, 1\n*ELEMENT, TYPE=C3D8, ELSET=cube\n7, 11, 12, 13, 14,\n15, 16, 17, 18\n\
    *NSET, NSET=low, GENERATE\n11, 14\n*NSET, NSET=both\nlow, 18\n*ELSET, ELSET=one\n7\n*SURFACE, NAME=top, TYPE=ELEMENT\n\
    one, S2\n*STEP\n*STATIC\n1., 1.\n*END STEP\n";

#[test]
fn sets_and_surfaces_of_an_abaqus_file_keep_their_members() {
    let mesh = Mesh::from_abaqus(CUBE.as_bytes()).expect("a cube");
    assert_eq!(mesh.node_sets["all"], (0..8).collect::<Vec<_>>());
    assert_eq!(mesh.node_sets["low"], [0, 1, 2, 3]);
    assert_eq!(mesh.node_sets["both"], [0, 1, 2, 3, 7]);
    assert_eq!(mesh.element_sets["cube"], [0]);
    assert_eq!((mesh.element_number(0), mesh.node_number(2)), (7, 13));
    assert!(mesh.nodes_of("top").expect("top").iter().all(|&n| mesh.nodes[n].z == 1.0));
}

#[test]
fn what_is_wrong_with_a_file_is_said_with_its_line() {
    let wrong =
        |from: &str, to: &str| Mesh::from_abaqus(CUBE.replacen(from, to, 1).as_bytes()).expect_err(to).to_string();
    for (from, to, expected) in [
        ("C3D8", "C3D15", "line 12: elements of type `C3D15` are not known"),
        ("13, 1, 1, 0", "13, 1, one, 0", "line 6: expected the number and three coordinates of a node"),
        ("15, 16, 17, 18", "15, 16, 17, 99", "line 14: element 7: node 99 is not defined"),
        ("15, 16, 17, 18\n", "15, 16, 17\n", "line 15: the element before this keyword has too few nodes"),
        ("one, S2", "one, S7", "line 22: surface `top`: element 7 has no face S7"),
        ("one, S2", "two, S2", "line 22: set `two` in `top` is not defined"),
    ] {
        let message = wrong(from, to);
        assert!(message.starts_with(expected), "{message}");
    }
    let gmsh = |text: &str| Mesh::from_gmsh(text.as_bytes()).expect_err(text).to_string();
    for (text, expected) in [
        ("$MeshFormat\n4.1 1 8\n", "line 2: a binary Gmsh file"),
        ("$MeshFormat\n3 0 8\n$EndMeshFormat\n", "line 2: Gmsh file of version 3"),
        ("hello", "line 1: no Gmsh file"),
        ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n2\n1 0 0 0\n", "line 6: the file ends"),
        ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Elements\n1\n1 6 0 1 2 3 4 5 6\n", "line 6: elements of Gmsh type 6"),
        (
            "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n1\n1 0 0 0\n$EndNodes\n$Elements\n1\n1 4 0 1 1 1 2\n$EndElements\n",
            "line 10: element 1 has a node that does not exist",
        ),
    ] {
        let message = gmsh(text);
        assert!(message.starts_with(expected), "{message}");
    }
    assert!(matches!(Mesh::from_gmsh(&[0xff, 0x00, 0x12]), Err(SolidError::BadFile { .. })));
    assert!(Mesh::from_abaqus(b"").expect("an empty mesh").check_elements().is_err());
}

/// What is written is what was there: nodes to twelve digits, elements, surfaces and sets.
#[test]
fn a_written_abaqus_file_reads_back_as_the_same_mesh() {
    for kind in [ElementKind::Tet4, ElementKind::Tet10, ElementKind::Hex8, ElementKind::Hex20] {
        let mut mesh = Brick { size: [1.0, 0.7, 0.3], cells: [3, 2, 1] }.mesh(kind).expect("a block");
        mesh.node_sets.insert("few".to_owned(), vec![0, 2, 3]);
        mesh.element_sets.insert("half".to_owned(), (0..mesh.elements() / 2).collect());
        let back = Mesh::from_abaqus(mesh.to_abaqus().expect("a file").as_bytes()).expect("readable");
        assert!(back.nodes.iter().zip(&mesh.nodes).all(|(a, b)| (a - b).norm() < 1e-12), "{}", kind.name());
        assert!((0..mesh.elements()).all(|e| back.element(e) == mesh.element(e) && back.kind(e) == kind));
        assert_eq!(back.node_sets["few"], mesh.node_sets["few"]);
        assert_eq!(back.element_sets["half"], mesh.element_sets["half"]);
        // `x+` is no name elsewhere.
        assert_eq!(back.surfaces["x_"].len(), mesh.surfaces["x+"].len());
        assert_eq!(back.node_sets["x__nodes"], mesh.nodes_of("x+").expect("x+"));
    }
    let mesh = Brick { size: [1.0; 3], cells: [1; 3] }.mesh(ElementKind::Hex27).expect("a block");
    assert!(mesh.to_abaqus().expect_err("no such type").to_string().contains("hex27"));
}

/// Numbers that no mesh has: they neither overflow nor keep the reader busy for ever.
#[test]
fn absurd_counts_and_ranges_are_refused_or_end_at_once() {
    let gmsh_4 = |entities: &str| {
        let text = format!("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n{entities}\n$EndEntities\n");
        Mesh::from_gmsh(text.as_bytes()).expect_err("refused").to_string()
    };
    for groups in ["1e308", "18446744073709551615", "inf", "6"] {
        let said = gmsh_4(&format!("0 0 1 0\n1 0 0 0 1 1 1 {groups} 5 0"));
        assert!(said.contains("line "), "{groups}: {said}");
    }
    let gmsh_2 = |body: &str| {
        let text = format!("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n{body}\n");
        Mesh::from_gmsh(text.as_bytes()).expect_err("refused").to_string()
    };
    let said = gmsh_2("$Elements\n1\n1 4 18446744073709551615 1 1 2 3 4\n$EndElements");
    assert!(said.contains("fewer tags than it says"), "{said}");
    let said = gmsh_2("$Elements\n18446744073709551615\n1 15 0 1\n");
    assert!(said.contains("in the middle of a section") || said.contains("expected at least"), "{said}");
    for far in ["1e308", "nan", "-inf"] {
        let said = gmsh_2(&format!("$Nodes\n1\n1 0 {far} 0\n$EndNodes"));
        assert!(said.contains("a node at (0, "), "{said}");
        let text = CUBE.replace("12, 1, 0, 0", &format!("12, {far}, 0, 0"));
        let said = Mesh::from_abaqus(text.as_bytes()).expect_err("refused").to_string();
        assert!(said.contains("node 12 is at ("), "{said}");
    }
    // Up to the greatest number there is, in steps of one and of three.
    for (range, members) in [
        ("11, 18446744073709551615", (0..8).collect::<Vec<_>>()),
        ("0, 18446744073709551615, 3", vec![1, 4, 7]),
        ("18446744073709551615, 18446744073709551615", vec![]),
        ("14, 11", vec![]),
    ] {
        let text = CUBE.replace("GENERATE\n11, 14", &format!("GENERATE\n{range}"));
        let mesh = Mesh::from_abaqus(text.as_bytes()).expect(range);
        assert_eq!(mesh.node_sets.get("low").cloned().unwrap_or_default(), members, "{range}");
    }
}
