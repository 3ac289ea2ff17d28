//! What is wrong with a solid, its mesh or its equilibrium.

use numerics::sparse::FactorError;

/// A solid that makes no sense, or whose equilibrium could not be computed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SolidError {
    /// Elastic constants of no stable solid.
    #[error("no stable solid has modulus {modulus} Pa, Poisson's ratio {poisson}, density {density} kg/m³")]
    BadMaterial {
        /// Young's modulus.
        modulus: f64,
        /// Poisson's ratio.
        poisson: f64,
        /// Density.
        density: f64,
    },
    /// A mesh that cannot be made with these numbers.
    #[error("{what} is {value}")]
    BadMesh {
        /// Which parameter.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What would be right.
        hint: &'static str,
    },
    /// A surface that cannot be swept to its underside.
    #[error("{what}, at ({:.2}, {:.2}, {:.2}) mm", 1e3 * place[0], 1e3 * place[1], 1e3 * place[2])]
    Folded {
        /// What is wrong.
        what: &'static str,
        /// Where, in m.
        place: [f64; 3],
        /// What would help.
        hint: &'static str,
    },
    /// A layer without thickness.
    #[error("the layer is {:.3} mm thick below ({:.2}, {:.2}, {:.2}) mm", 1e3 * thickness, 1e3 * place[0], 1e3 * place[1], 1e3 * place[2])]
    ThinColumn {
        /// Where, in m.
        place: [f64; 3],
        /// Its thickness, in m.
        thickness: f64,
    },
    /// More than the machine should be asked for.
    #[error("the compliance of {points} points of a solid with {unknowns} unknowns takes {:.1} GB, {:.1} GB are allowed", 1e-9 * bytes, 1e-9 * most)]
    TooLarge {
        /// Bytes that it needs.
        bytes: f64,
        /// Bytes that it may have.
        most: f64,
        /// Points of the surface.
        points: usize,
        /// Unknowns of the solid.
        unknowns: usize,
    },
    /// A mesh file that cannot be read.
    #[error("line {line}: {message}")]
    BadFile {
        /// Line, counted from one.
        line: usize,
        /// What is wrong.
        message: String,
        /// What to do about it; may be empty.
        hint: &'static str,
    },
    /// Elements whose Jacobian is not positive.
    #[error("{count} of {total} elements are inverted or flat: {elements}")]
    BadElements {
        /// How many.
        count: usize,
        /// Of how many.
        total: usize,
        /// The first few, with their worst Jacobian.
        elements: String,
    },
    /// The mesh falls apart.
    #[error(
        "the mesh consists of {parts} parts that share no node (of {sizes} elements); one begins at element {element}"
    )]
    Disconnected {
        /// Number of parts.
        parts: usize,
        /// Their sizes.
        sizes: String,
        /// An element of the second part.
        element: usize,
    },
    /// A name that the mesh does not have.
    #[error("the mesh has no {kind} `{name}`")]
    UnknownSet {
        /// Node set, element set or surface.
        kind: &'static str,
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// A part that can move without strain.
    #[error("nothing keeps the solid from {motion}")]
    RigidMotion {
        /// The motion that is free.
        motion: String,
    },
    /// A system that could not be factorised.
    #[error("the stiffness of the solid is singular near node {node}: {cause}")]
    Singular {
        /// A node with the unknown that failed.
        node: usize,
        /// What the factorisation said.
        cause: FactorError,
    },
    /// An element was turned inside out by the deformation.
    #[error("element {element} is turned inside out")]
    TurnedInsideOut {
        /// Its number in the mesh file.
        element: usize,
    },
    /// Newton's method did not converge.
    #[error(
        "no equilibrium at {fraction:.4} of the load: residual {residual:.3e} N after {iterations} iterations, worst at node {node}"
    )]
    NoEquilibrium {
        /// Fraction of the load.
        fraction: f64,
        /// Largest residual force.
        residual: f64,
        /// Iterations made.
        iterations: usize,
        /// Where it is largest.
        node: usize,
    },
    /// A contact problem without a solution.
    #[error("{what}")]
    NoContact {
        /// What is wrong, with numbers.
        what: String,
        /// What would help.
        hint: &'static str,
    },
}

impl SolidError {
    /// What to do about it, where that can be said.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            Self::BadMaterial { .. } => "the modulus must be positive and Poisson's ratio between −1 and 0.5, both excluded; 0.499 is nearly incompressible".into(),
            Self::BadMesh { hint, .. } => hint.to_string(),
            Self::Folded { hint, .. } => hint.to_string(),
            Self::ThinColumn { .. } => "the underside must lie below the bearing surface everywhere".into(),
            Self::TooLarge { .. } => "choose a wider spacing".into(),
            Self::BadElements { .. } => "the node order must give a positive volume; a quadratic element may be bent too far by its mid-side nodes".into(),
            Self::Disconnected { .. } => "merge coincident nodes, or support every part and say that it is meant".into(),
            Self::UnknownSet { known, .. } => format!("it has {known}"),
            Self::RigidMotion { .. } => "prescribe the displacement of more nodes, not all on one line, or along more axes".into(),
            Self::Singular { .. } => "a mechanism, or a load past buckling".into(),
            Self::TurnedInsideOut { .. } => "use smaller load steps, or a finer mesh where it is squeezed".into(),
            Self::NoEquilibrium { .. } => "use smaller load steps; beyond a limit load there is no equilibrium".into(),
            Self::NoContact { hint, .. } => hint.to_string(),
            Self::BadFile { hint, .. } => return (!hint.is_empty()).then(|| hint.to_string()),
        };
        Some(hint)
    }
}
