//! The problem as plain data that owns itself, and as text that other programs read.

use super::ConeProblem;
use nalgebra::{DMatrix, Vector3};
use std::fmt::Write as _;

/// A unit normal is one to this; other programs write fewer digits.
const ROUNDED: f64 = 1e-6;

/// A cone problem that owns its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct ConeData {
    /// W.
    pub compliance: DMatrix<f64>,
    /// q.
    pub free: Vec<Vector3<f64>>,
    /// Unit normals.
    pub normals: Vec<Vector3<f64>>,
    /// μ.
    pub friction: Vec<f64>,
    /// κ.
    pub erosion: Vec<f64>,
}

/// Text that is not a cone problem.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct ConeTextError {
    /// Line, counted from one.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl ConeTextError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        "a cone problem is written by `ConeData::to_text`"
    }
}

impl ConeData {
    /// The problem.
    pub fn problem(&self) -> ConeProblem<'_> {
        let Self { compliance, free, normals, friction, erosion } = self;
        ConeProblem { compliance, free, normals, friction, erosion }
    }

    /// Copies a problem.
    pub fn of(problem: &ConeProblem<'_>) -> Self {
        Self {
            compliance: problem.compliance.clone(),
            free: problem.free.to_vec(),
            normals: problem.normals.to_vec(),
            friction: problem.friction.to_vec(),
            erosion: problem.erosion.to_vec(),
        }
    }

    /// Lines of numbers in their shortest form that reads back to the same bits: the number of contacts; for each contact
    /// μ, κ, normal and q; the rows of W.
    pub fn to_text(&self) -> String {
        let mut text = format!("contacts {}\n", self.free.len());
        for (i, (n, q)) in self.normals.iter().zip(&self.free).enumerate() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{:?} {:?} {:?} {:?} {:?} {:?} {:?} {:?}",
                self.friction[i], self.erosion[i], n.x, n.y, n.z, q.x, q.y, q.z
            );
        }
        for row in self.compliance.row_iter() {
            for (j, value) in row.iter().enumerate() {
                let _ = write!(text, "{}{value:?}", if j > 0 { " " } else { "" });
            }
            text.push('\n');
        }
        text
    }

    /// Reads what [`to_text`](Self::to_text) wrote. The text may come from anywhere: what is read takes no more room than its
    /// text did, every number is one, normals have a length of one, and neither friction nor erosion is negative.
    ///
    /// # Errors
    /// The line that is not as it should be.
    pub fn from_text(text: &str) -> Result<Self, ConeTextError> {
        let wrong = |line: usize, what: String| ConeTextError { line: line + 1, what };
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |l| l.1);
        let count = first.strip_prefix("contacts ").and_then(|n| n.trim().parse::<usize>().ok());
        let count = count.ok_or_else(|| wrong(0, format!("`{first}` instead of `contacts` and their number")))?;
        // Before anything is made room for: a contact has a line, and three rows.
        let there = text.lines().count();
        if count.checked_mul(4).is_none_or(|rows| rows > there - 1) {
            return Err(wrong(there, "the text ends here".to_owned()));
        }
        let mut row = |length: usize| -> Result<(usize, Vec<f64>), ConeTextError> {
            let (at, line) = lines.next().ok_or_else(|| wrong(there, "the text ends here".to_owned()))?;
            let numbers: Result<Vec<f64>, _> = line.split_whitespace().map(str::parse).collect();
            let numbers = numbers.map_err(|_| wrong(at, "not a line of numbers".to_owned()))?;
            if numbers.len() != length {
                return Err(wrong(at, format!("{} numbers instead of {length}", numbers.len())));
            }
            match numbers.iter().find(|number| !number.is_finite()) {
                Some(number) => Err(wrong(at, format!("{number} is no number"))),
                None => Ok((at, numbers)),
            }
        };
        let mut data = Self {
            compliance: DMatrix::zeros(0, 0),
            free: Vec::new(),
            normals: Vec::new(),
            friction: Vec::new(),
            erosion: Vec::new(),
        };
        for _ in 0..count {
            let (at, numbers) = row(8)?;
            if let Some(negative) = numbers[..2].iter().find(|number| **number < 0.0) {
                return Err(wrong(at, format!("friction and erosion are not negative, as {negative} is")));
            }
            let normal = Vector3::new(numbers[2], numbers[3], numbers[4]);
            let length = normal.norm();
            if (length - 1.0).abs() > ROUNDED {
                return Err(wrong(at, format!("a normal has a length of 1, not of {length}")));
            }
            data.friction.push(numbers[0]);
            data.erosion.push(numbers[1]);
            data.normals.push(normal);
            data.free.push(Vector3::new(numbers[5], numbers[6], numbers[7]));
        }
        let mut values = Vec::new();
        for _ in 0..3 * count {
            values.extend(row(3 * count)?.1);
        }
        if let Some((at, _)) = lines.find(|(_, line)| !line.trim().is_empty()) {
            return Err(wrong(at, format!("something follows the problem of {count} contacts")));
        }
        data.compliance = DMatrix::from_row_slice(3 * count, 3 * count, &values);
        Ok(data)
    }
}
