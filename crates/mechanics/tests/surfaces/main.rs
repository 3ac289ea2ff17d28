//! Contact of any two surfaces on an elastic foundation.
#![allow(missing_docs)]

mod bad_input;
mod coherence;
mod common;
mod compliance;
mod conformal;
mod invariance;
mod laws;
mod slopes;
mod warnings;
