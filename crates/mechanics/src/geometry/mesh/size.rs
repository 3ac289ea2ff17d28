//! Whether a part is as large as a part of a joint can be.

/// A file of triangles says nothing about its unit: this part would be too large or too small for a joint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UnitQuestion {
    /// Diagonal of the part, in m, in the unit that was assumed.
    pub size: f64,
    /// A unit in which it would be a part of a joint.
    pub suggestion: Option<&'static str>,
}

/// Diagonals, in m, of what belongs to a joint: from a small bone's cartilage to a pelvis.
const PLAUSIBLE: std::ops::RangeInclusive<f64> = 4e-3..=0.6;

/// Units in which meshes are made, the usual ones first.
const UNITS: [(&str, f64); 4] = [("mm", 1e-3), ("m", 1.0), ("cm", 1e-2), ("um", 1e-6)];

/// Asks whether another unit was meant, when the diagonal `size` (in m) is that of no joint; `unit` is the unit, in m, that
/// was assumed.
pub fn question_unit(size: f64, unit: f64) -> Option<UnitQuestion> {
    if PLAUSIBLE.contains(&size) {
        return None;
    }
    let suggestion = UNITS.iter().find(|(_, other)| PLAUSIBLE.contains(&(size / unit * other))).map(|(name, _)| *name);
    Some(UnitQuestion { size, suggestion })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_knee_of_thirty_metres_is_questioned_and_one_of_a_hair() {
        assert_eq!(question_unit(0.07, 1.0), None);
        assert_eq!(question_unit(30.0, 1.0), Some(UnitQuestion { size: 30.0, suggestion: Some("mm") }));
        assert_eq!(question_unit(0.03e-3, 1e-3), Some(UnitQuestion { size: 0.03e-3, suggestion: Some("m") }));
        // 5e9 of any usual unit is no joint.
        assert_eq!(question_unit(5e9, 1.0), Some(UnitQuestion { size: 5e9, suggestion: None }));
    }
}
