//! Segments of a body: lengths, masses, moments of inertia.
//!
//! Every segment has an axis of its own from its lower to its upper end, along which its joints and its centre of mass lie;
//! the angle of a segment is that of this axis, counter-clockwise from straight ahead: a leg that stands upright has 90°.

use super::parameters::{Body, GivenBody, ScaledBody, SegmentInput};

/// A segment, SI.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Segment {
    /// Between its joints; of the trunk from the hip upwards.
    pub length: f64,
    /// Mass.
    pub mass: f64,
    /// About the centre of mass.
    pub inertia: f64,
    /// Distance of the centre of mass from the upper joint, as a share of the length; of the trunk from the hip.
    pub centre: f64,
}

/// One leg and half of what it carries.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Skeleton {
    /// Half of head, arms and trunk.
    pub trunk: Segment,
    /// From hip to knee.
    pub thigh: Segment,
    /// From knee to ankle.
    pub shank: Segment,
    /// From ankle to toe (metatarsal head).
    pub foot: Segment,
    /// Mass of the whole person.
    pub mass: f64,
}

/// Table 1 of [Costa2016]; centres of mass are those of [Winter2009], Table 4.1, as Winter's own Table A.3 confirms.
const COSTA2016: Skeleton = Skeleton {
    trunk: Segment { length: 0.2575, mass: 19.221, inertia: 1.03923, centre: 1.142 },
    thigh: Segment { length: 0.3141, mass: 5.670, inertia: 0.05836, centre: 0.433 },
    shank: Segment { length: 0.4081, mass: 2.637, inertia: 0.04005, centre: 0.433 },
    foot: Segment { length: 0.1221, mass: 0.822, inertia: 0.00273, centre: 0.5 },
    mass: 56.7,
};

/// Fractions of [Winter2009]: length of the height (Figure 4.1), mass of the mass, centre of mass and radius of gyration of
/// the length (Table 4.1).
struct Fractions {
    length: f64,
    mass: f64,
    centre: f64,
    gyration: f64,
}

/// Greater trochanter to shoulder: 0.818 − 0.530 of the height; half of the mass, as one leg carries it.
const TRUNK: Fractions = Fractions { length: 0.288, mass: 0.339, centre: 0.626, gyration: 0.496 };
/// 0.530 − 0.285 of the height.
const THIGH: Fractions = Fractions { length: 0.245, mass: 0.1, centre: 0.433, gyration: 0.323 };
/// 0.285 − 0.039 of the height.
const SHANK: Fractions = Fractions { length: 0.246, mass: 0.0465, centre: 0.433, gyration: 0.302 };
/// Figure 4.1 has only the whole foot (0.152); ankle to metatarsal is taken as in [Costa2016], 0.1221 m of 1.63 m.
const FOOT: Fractions = Fractions { length: 0.075, mass: 0.0145, centre: 0.5, gyration: 0.475 };

impl Fractions {
    fn of(&self, person: &ScaledBody) -> Segment {
        let (length, mass) = (self.length * person.height.si(), self.mass * person.mass.si());
        Segment { length, mass, inertia: mass * (self.gyration * length).powi(2), centre: self.centre }
    }
}

impl Segment {
    fn given(input: &SegmentInput) -> Self {
        Self {
            length: input.length.si(),
            mass: input.mass.si(),
            inertia: input.moment_of_inertia.si(),
            centre: input.centre_of_mass,
        }
    }

    /// Place of the upper joint on the axis, from the centre of mass.
    pub fn upper(&self) -> [f64; 2] {
        [self.centre * self.length, 0.0]
    }

    /// Place of the lower joint on the axis, from the centre of mass.
    pub fn lower(&self) -> [f64; 2] {
        [(self.centre - 1.0) * self.length, 0.0]
    }
}

impl Skeleton {
    /// The segments that the parameters ask for.
    pub fn new(body: &Body) -> Self {
        match body {
            Body::Costa2016(_) => COSTA2016,
            Body::Scaled(person) => Self {
                trunk: TRUNK.of(person),
                thigh: THIGH.of(person),
                shank: SHANK.of(person),
                foot: FOOT.of(person),
                mass: person.mass.si(),
            },
            Body::Given(given) => {
                let GivenBody { trunk, thigh, shank, foot } = **given;
                let [trunk, thigh, shank, foot] = [trunk, thigh, shank, foot].map(|input| Segment::given(&input));
                let mass = 2.0 * (trunk.mass + thigh.mass + shank.mass + foot.mass);
                Self { trunk, thigh, shank, foot, mass }
            }
        }
    }

    /// Thigh, shank and foot: from the hip downwards.
    pub fn leg(&self) -> [Segment; 3] {
        [self.thigh, self.shank, self.foot]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quantity::{Length, Mass};

    /// Table 1 of [Costa2016] is Winter's subject: its masses and moments follow from Winter's fractions.
    #[test]
    fn the_printed_table_follows_from_winters_fractions() {
        for (printed, fractions) in [(COSTA2016.thigh, THIGH), (COSTA2016.shank, SHANK), (COSTA2016.foot, FOOT)] {
            assert!((printed.mass - fractions.mass * COSTA2016.mass).abs() < 5e-4, "{printed:?}");
            let inertia = printed.mass * (fractions.gyration * printed.length).powi(2);
            // The printed foot has a radius of gyration of 0.472 rather than 0.475 of its length.
            assert!((printed.inertia / inertia - 1.0).abs() < 0.015, "{printed:?} {inertia}");
        }
        assert!((COSTA2016.trunk.mass - TRUNK.mass * COSTA2016.mass).abs() < 1e-3);
    }

    #[test]
    fn a_person_of_winters_size_is_winters_subject() {
        let person = ScaledBody { mass: Mass::kilograms(56.7), height: Length::metres(1.63) };
        let skeleton = Skeleton::new(&Body::Scaled(person));
        // The trunk is measured to the shoulder here and to the rib in the print: its centre of mass is the same place.
        let height = |segment: Segment| segment.centre * segment.length;
        assert!((height(skeleton.trunk) - height(COSTA2016.trunk)).abs() < 1e-3);
        assert!((skeleton.trunk.inertia / COSTA2016.trunk.inertia - 1.0).abs() < 0.01);
        let masses = |s: Skeleton| 2.0 * (s.trunk.mass + s.thigh.mass + s.shank.mass + s.foot.mass);
        assert!((masses(skeleton) - 56.7).abs() < 1e-9 && (masses(COSTA2016) - 56.7).abs() < 0.01);
    }
}
