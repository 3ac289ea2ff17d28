//! The door for Python: translates, calls the rooms, hands over what they say.
//!
//! What a user sees is the package `synovia` beside this crate, in `python/synovia`; this is its compiled part,
//! `synovia._synovia`. Numbers are looked at where they are ([`numbers`]), tables leave as Arrow ([`arrow`]), long work is
//! done without the global lock ([`job`]).

mod arrow;
mod campaign;
mod design;
mod error;
mod job;
mod law;
mod memory;
mod numbers;
mod outcome;
mod pair;
mod study;
mod table;
mod tools;
mod wire;

/// The compiled part of the package `synovia`.
#[pyo3::pymodule]
mod _synovia {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::campaign::{Campaign, Runner, merge};
    #[pymodule_export]
    use super::design::Design;
    #[pymodule_export]
    use super::law::ContactLaw;
    #[pymodule_export]
    use super::numbers::Numbers;
    #[pymodule_export]
    use super::outcome::Outcome;
    #[pymodule_export]
    use super::pair::SurfacePair;
    #[pymodule_export]
    use super::study::{Study, is_many};
    #[pymodule_export]
    use super::table::{Table, load_store};
    #[pymodule_export]
    use super::tools::{
        catalogue_page, compare, difference, encode_surface, explain, fit, load_outcome, load_result, mesh_report,
        registry, schema, templates, validate,
    };

    /// Version of the program.
    #[pymodule_export]
    const VERSION: &str = synovia::VERSION;
    /// What decides numbers in this build, as a hash.
    #[pymodule_export]
    const BUILD: &str = synovia::BUILD;
    /// The commit it was built from, or `unknown`.
    #[pymodule_export]
    const COMMIT: &str = synovia::COMMIT;

    #[pymodule_init]
    fn init(_module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::job::remember_process();
        super::memory::keep_some();
        Ok(())
    }
}
