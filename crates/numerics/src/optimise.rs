//! Searches for the best point of a box, without derivatives.
//!
//! ```
//! use numerics::optimise::{Bounds, Cobyla, Evaluation, Search, solve_search};
//!
//! let bounds = Bounds::new(vec![(-2.0, 2.0), (-2.0, 2.0)])?;
//! let mut search = Cobyla::new(bounds, None, 0, 1e-6, 200)?;
//! solve_search(&mut search, |x| Evaluation::of((x[0] - 1.0).powi(2) + x[1].powi(2)));
//! let best = search.trials().best().expect("every trial succeeded");
//! assert!((best.point[0] - 1.0).abs() < 1e-3 && best.point[1].abs() < 1e-3);
//! # Ok::<(), numerics::optimise::OptimiseError>(())
//! ```
//!
//! A [`Search`] asks for points and is told what came out: whoever runs the evaluations may run a whole batch in
//! parallel, store the rows, and later replay them: the same answers lead to the same questions, bit for bit, on any
//! number of threads.
//!
//! | search | for | asks for |
//! |---|---|---|
//! | [`Cobyla`] | one objective, constraints, few evaluations, a valley to go down | one point at a time |
//! | [`EvolutionStrategy`] | one objective, rugged or badly scaled, many evaluations | a population |
//! | [`Bayesian`] | one objective, constraints, evaluations so expensive that each is thought about | a chosen batch |
//! | [`Genetic`] | several objectives: the front of best compromises | a population |
//! | [`LeastSquares`] | calibration: many residuals, smooth | a Jacobian, then a few damped steps |
//!
//! Constraints are numbers that are zero or negative where a point is allowed. A run that failed has NaN: no search stops
//! for it, and none returns to it.

mod bayesian;
mod cobyla;
mod evolution;
mod genetic;
mod least_squares;
mod pareto;
mod trials;

pub use crate::bounded::{Bounds, Minimum, OptimiseError, minimise_with_gradient};
pub use bayesian::Bayesian;
pub use cobyla::Cobyla;
pub use evolution::EvolutionStrategy;
pub use genetic::Genetic;
pub use least_squares::{Calibration, LeastSquares};
pub use pareto::{compute_crowding, compute_fronts};
pub use trials::{Evaluation, Trial, Trials};

/// A search that asks and is told.
pub trait Search {
    /// The points to evaluate next; the same ones until told, none when the search has ended.
    fn ask(&mut self) -> Vec<Vec<f64>>;

    /// What came out at the points asked for, in the same order.
    fn tell(&mut self, evaluations: &[Evaluation]);

    /// Everything that was told so far.
    fn trials(&self) -> &Trials;
}

/// Runs a search to its end with a function that is cheap enough to call here and now.
pub fn solve_search(search: &mut impl Search, mut function: impl FnMut(&[f64]) -> Evaluation) {
    loop {
        let points = search.ask();
        if points.is_empty() {
            return;
        }
        let evaluations: Vec<Evaluation> = points.iter().map(|point| function(point)).collect();
        search.tell(&evaluations);
    }
}
