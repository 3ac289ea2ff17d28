//! What a motion costs.

/// What a motion cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DynamicsWork {
    /// Steps, those of halved steps too.
    pub steps: u64,
    /// Contact problems.
    pub contact_problems: u64,
    /// Sweeps over the contacts.
    pub sweeps: u64,
    /// Linear systems of Newton's method for the contacts.
    pub systems: u64,
    /// Factorisations of the solid.
    pub factorisations: u64,
    /// Times that the mesh made room for wear.
    pub mesh_motions: u64,
}

impl DynamicsWork {
    /// All counts, in the order of their declaration.
    pub fn counts(&self) -> [u64; 6] {
        let Self { steps, contact_problems, sweeps, systems, factorisations, mesh_motions } = *self;
        [steps, contact_problems, sweeps, systems, factorisations, mesh_motions]
    }

    /// From counts in that order.
    pub(super) fn from_counts(
        [steps, contact_problems, sweeps, systems, factorisations, mesh_motions]: [u64; 6],
    ) -> Self {
        Self { steps, contact_problems, sweeps, systems, factorisations, mesh_motions }
    }
}
