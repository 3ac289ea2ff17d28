//! Laws of point contact on arrays.

use std::sync::Arc;

use joints::Problem;
use joints::contact::{Dissipation, ElasticLaw, Friction, Material, Outline, Setting, Use, build, check_material};
use mechanics::contact::{AtPoint, Damped, Hertz, NormalLaw, Spring};
use mechanics::rigid;
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use quantity::{Length, Velocity};
use serde::Deserialize;
use serde_json::{Value, json};
use study::Words;

use crate::error::{misuse, raise};

/// Any law, by reference.
#[derive(Clone)]
struct Elastic(Arc<dyn NormalLaw<Acts = AtPoint> + Send + Sync>);

impl NormalLaw for Elastic {
    type Acts = AtPoint;
    fn response(&self, gap: f64, gap_rate: f64) -> f64 {
        self.0.response(gap, gap_rate)
    }
    fn tangent(&self, gap: f64, gap_rate: f64) -> (f64, f64) {
        self.0.tangent(gap, gap_rate)
    }
    fn energy(&self, gap: f64) -> f64 {
        self.0.energy(gap)
    }
}

/// What a contact is made of, with the names of the study file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Asked {
    law: ElasticLaw,
    #[serde(default = "no_loss")]
    dissipation: Dissipation,
    #[serde(default)]
    ball: Option<Length>,
    #[serde(default)]
    socket: Option<Length>,
    #[serde(default)]
    materials: Option<[Material; 2]>,
    #[serde(default)]
    approach: Option<Velocity>,
}

fn no_loss() -> Dissipation {
    Dissipation::None
}

/// How a contact at a point pushes back, on arrays of gaps and gap rates.
#[pyclass(frozen, module = "synovia._synovia")]
pub struct ContactLaw {
    law: Damped<Elastic>,
}

/// Numbers that come in; the caller has made them contiguous doubles.
pub fn doubles(py: Python<'_>, buffer: &PyBuffer<f64>) -> PyResult<Vec<f64>> {
    buffer.to_vec(py)
}

/// Where numbers go.
pub fn fill(py: Python<'_>, buffer: &PyBuffer<f64>, values: &[f64]) -> PyResult<()> {
    buffer.copy_from_slice(py, values)
}

#[pymethods]
impl ContactLaw {
    /// A law from its description as JSON: law, dissipation, ball, socket, materials, approach.
    #[new]
    fn new(description: &str) -> PyResult<Self> {
        let hint = "the names are those of a mechanism's contact: `synovia.schema()` has them all";
        let asked: Asked = serde_json::from_str(description).map_err(|error| unreadable(&error, hint))?;
        let outlines = match (asked.ball, asked.socket) {
            (Some(ball), Some(socket)) => [Outline::Ball(ball.si()), Outline::Socket(socket.si())],
            (Some(ball), None) => [Outline::Ball(ball.si()), Outline::Flat],
            _ => [Outline::Varying; 2],
        };
        let mut problems = Vec::new();
        for (i, one) in asked.materials.iter().flatten().enumerate() {
            check_material(&format!("materials.{i}"), one, Use::HalfSpace, &mut problems);
        }
        if !problems.is_empty() {
            return Err(wrong(&problems));
        }
        let materials = asked.materials.as_ref().map_or([None; 2], |two| [two[0].elastic(), two[1].elastic()]);
        let setting = Setting { outlines, materials, ..Setting::default() };
        let built =
            build(&asked.law, &asked.dissipation, &Friction::None, &setting).map_err(|problems| wrong(&problems))?;
        let elastic: Arc<dyn NormalLaw<Acts = AtPoint> + Send + Sync> = match built.law {
            rigid::ElasticLaw::Hertz { stiffness } => Arc::new(Hertz::of_stiffness(stiffness)),
            rigid::ElasticLaw::Linear { stiffness } => Arc::new(Spring { stiffness }),
            rigid::ElasticLaw::Custom(law) => law.0,
            // Refused above: a single law has no memory of whether its surfaces are attached.
            rigid::ElasticLaw::Jkr(_) | rigid::ElasticLaw::Dmt(_) => return Err(misuse("surfaces do not stick here")),
        };
        let damping = built.loss.damping(asked.approach.map_or(0.0, |speed| speed.si()));
        Ok(Self { law: Damped { elastic: Elastic(elastic), damping } })
    }

    /// Force in N, its slopes by gap (N/m) and by gap rate (N·s/m), and stored energy in J, into arrays of the same length.
    fn evaluate(
        &self,
        py: Python<'_>,
        gap: PyBuffer<f64>,
        rate: PyBuffer<f64>,
        out: [PyBuffer<f64>; 4],
    ) -> PyResult<()> {
        let (gap, rate) = (doubles(py, &gap)?, doubles(py, &rate)?);
        if gap.len() != rate.len() {
            return Err(misuse(format!("{} gaps and {} gap rates", gap.len(), rate.len())));
        }
        let computed = py.detach(|| {
            let mut columns = [const { Vec::new() }; 4];
            for (gap, rate) in gap.iter().zip(&rate) {
                let (by_gap, by_rate) = self.law.tangent(*gap, *rate);
                let values = [self.law.response(*gap, *rate), by_gap, by_rate, self.law.energy(*gap)];
                columns.iter_mut().zip(values).for_each(|(column, value)| column.push(value));
            }
            columns
        });
        computed.iter().zip(&out).try_for_each(|(values, out)| fill(py, out, values))
    }
}

/// Words that are not those of a study.
pub fn unreadable(error: &serde_json::Error, hint: &str) -> PyErr {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    raise("StudyError", &Words::new(text, hint).to_string(), &[json!({"message": text, "hint": hint})])
}

/// What cannot be, each with its place and hint.
pub fn wrong(problems: &[Problem]) -> PyErr {
    let texts: Vec<String> = problems
        .iter()
        .map(|problem| Words::new(format!("{}: {}", problem.path, problem.message), &problem.hint).to_string())
        .collect();
    let all: Vec<Value> =
        problems.iter().map(|one| json!({"path": one.path, "message": one.message, "hint": one.hint})).collect();
    raise("StudyError", &texts.join("\n"), &all)
}
