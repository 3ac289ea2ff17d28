//! Which joints' forces have a price.

use super::anatomy::Anatomy;
use super::model::Body;
use crate::Problem;

/// Bodies below the joints that muscles move, or below those of them that the parameters name; none without a price.
pub(super) fn find_priced(body: &Body) -> Result<Vec<usize>, Problem> {
    let muscles = &body.parameters.muscles;
    if muscles.contact_penalty <= 0.0 {
        return Ok(Vec::new());
    }
    let (bodies, free) = (&body.anatomy.tree.bodies, body.skeleton.free());
    let shared = |coordinate: usize| body.rows.iter().any(|row| free[*row] == coordinate);
    let moved = |at: &usize| {
        let mut axes = bodies[*at].joint.axes();
        axes.any(|axis| axis.coordinates.iter().any(|(at, _)| shared(*at)))
    };
    let moved: Vec<usize> = (0..bodies.len()).filter(moved).collect();
    let is_called = |at: usize, word: &str| bodies[at].joint.name.to_lowercase().contains(&word.to_lowercase());
    for word in &muscles.contact_joints {
        if word.is_empty() || !moved.iter().any(|at| is_called(*at, word)) {
            let names = moved.iter().map(|at| bodies[*at].joint.name.as_str());
            let hint = format!("nearest names: {}", Anatomy::nearest(names, word).join(", "));
            let message = format!("no joint that muscles move is called `{word}`");
            return Err(Problem::new("muscles.contact-joints", message, hint));
        }
    }
    let words = &muscles.contact_joints;
    let priced = |at: &usize| words.is_empty() || words.iter().any(|word| is_called(*at, word));
    Ok(moved.into_iter().filter(priced).collect())
}
