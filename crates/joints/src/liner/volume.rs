//! The deformed solid as a result.

use mechanics::solid::element::ElementKind;
use mechanics::solid::{Solid, SolidError, SolidState};
use nalgebra::Matrix3;
use results::{CellKind, PointField, Volume, VolumeRecord};

/// Displacement and von Mises' stress of the liner, as one frame, turned into other axes.
pub(super) fn record(solid: &Solid, state: &SolidState, turn: Matrix3<f64>) -> Result<VolumeRecord, SolidError> {
    let mesh = solid.mesh();
    let kind = |e: usize| match mesh.kind(e) {
        ElementKind::Tet4 => CellKind::Tetrahedron,
        ElementKind::Tet10 => CellKind::QuadraticTetrahedron,
        ElementKind::Hex8 => CellKind::Hexahedron,
        ElementKind::Hex20 => CellKind::QuadraticHexahedron,
        ElementKind::Hex27 => CellKind::TriquadraticHexahedron,
    };
    let volume = Volume {
        points: mesh.nodes.iter().map(|x| (turn * x).into()).collect(),
        connectivity: mesh.cliques().flatten().map(|&n| n as u32).collect(),
        kinds: (0..mesh.elements()).map(kind).collect(),
    };
    let displacement = state.displacement.iter().flat_map(|u| (turn * u).map(|x| x as f32).data.0[0]).collect();
    let stress = solid.compute_von_mises(state)?.into_iter().map(|s| s as f32).collect();
    let field = |name: &str, label: &str, components, values| PointField {
        name: name.into(),
        label: label.into(),
        components,
        values,
    };
    Ok(VolumeRecord {
        name: "liner_volume".into(),
        label: "The liner".into(),
        volume,
        times: vec![0.0],
        fields: vec![
            field("von_mises_Pa", "Von Mises stress", 1, stress),
            field("displacement_m", "Displacement", 3, displacement),
        ],
    })
}
