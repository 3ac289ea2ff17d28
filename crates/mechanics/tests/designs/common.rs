//! A typical knee, and points that are spread evenly.

use mechanics::geometry::design::{CondyleShape, Femoral, FemoralShape, Insert, InsertShape, Outline, PlateauShape};
use nalgebra::Vector3;

pub const CONDYLE: CondyleShape = CondyleShape {
    distal_radius: 34e-3,
    posterior_radius: 21e-3,
    anterior_radius: 45e-3,
    posterior_from: 0.4,
    posterior_to: 2.2,
    anterior_from: 0.25,
    anterior_to: 0.6,
    coronal_radius: 30e-3,
    width: 26e-3,
    edge_radius: 5e-3,
};

pub const PLATEAU: PlateauShape = PlateauShape {
    sagittal_radius: 56e-3,
    coronal_radius: 33e-3,
    anterior_lip_from: 18e-3,
    anterior_lip_radius: 30e-3,
    posterior_lip_from: 14e-3,
    posterior_lip_radius: 80e-3,
};

pub const OUTLINE: Outline =
    Outline { width: 74e-3, depth: 48e-3, corner_radius: 14e-3, notch_width: 14e-3, notch_depth: 12e-3, inner: 0.0 };

pub fn femoral_shape() -> FemoralShape {
    FemoralShape { condyles: [CONDYLE; 2], present: [true; 2], spacing: 46e-3, toe_in: 0.05 }
}

pub fn insert_shape() -> InsertShape {
    InsertShape {
        plateaus: [PLATEAU; 2],
        present: [true; 2],
        spacing: 46e-3,
        toe_in: 0.05,
        slope: 0.06,
        thickness: 8e-3,
        dwell: -3e-3,
        eminence_radius: 8e-3,
        outline: OUTLINE,
    }
}

pub fn femoral() -> Femoral {
    Femoral::new(femoral_shape()).expect("a femoral component")
}

pub fn insert() -> Insert {
    Insert::new(insert_shape(), 1e-3).expect("an insert")
}

/// Numbers between 0 and 1 that fill a cube evenly (the additive recurrence of the plastic constant).
pub fn spread(i: usize) -> [f64; 3] {
    [0.819_172_513_396_164_4, 0.671_043_606_703_789_2, 0.549_700_477_901_969_7]
        .map(|step| (0.5 + i as f64 * step).fract())
}

/// A point in a box around the origin.
pub fn point(i: usize, half: [f64; 3]) -> Vector3<f64> {
    let at = spread(i);
    Vector3::from_fn(|k, _| (2.0 * at[k] - 1.0) * half[k])
}
