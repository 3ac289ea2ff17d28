//! Closed-form solutions, tested in their own right: the judges of everything else.

pub mod impact;
pub mod slide_track;
