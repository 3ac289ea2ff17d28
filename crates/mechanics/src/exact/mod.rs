//! Closed-form solutions, tested in their own right: the judges of everything else.
//!
//! ```
//! use mechanics::exact::slide_track::compute_length;
//!
//! // A head of 28 mm that is turned by 20° and back: four arcs of 20°.
//! let turned = 20f64.to_radians();
//! assert!((compute_length(14e-3, turned, 0.0) - 4.0 * 14e-3 * turned).abs() < 1e-12);
//! ```

pub mod impact;
pub mod slide_track;
