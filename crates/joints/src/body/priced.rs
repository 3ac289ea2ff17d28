//! Which joints' forces have a price.

use super::anatomy::Anatomy;
use super::parameters::Muscles;
use crate::Problem;

/// Bodies below the joints that muscles move, or below those of them that the parameters name; none without a price.
pub(super) fn find_priced(muscles: &Muscles, anatomy: &Anatomy, moved: &[usize]) -> Result<Vec<usize>, Problem> {
    if muscles.contact_penalty <= 0.0 {
        return Ok(Vec::new());
    }
    let bodies = &anatomy.tree.bodies;
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
    Ok(moved.iter().copied().filter(priced).collect())
}
