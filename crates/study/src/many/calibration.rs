//! A table of experiments: what was set, and what was measured.

use results::store::Row;

use super::inputs;
use super::method::Calibrate;
use super::vary::{Spec, Variable};
use crate::advice;
use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::run::DataFile;
use crate::source::Source;

/// What was set, and what was measured.
#[derive(Debug, Clone)]
pub(super) struct Experiments {
    /// Column after column: the inputs that were set.
    inputs: Vec<Vec<f64>>,
    /// Headline number, measurements, and the size by which their errors are judged.
    compared: Vec<(String, Vec<f64>, f64)>,
    rows: usize,
    /// The file, for the hash and for a copy beside the results.
    pub(super) file: DataFile,
}

impl Experiments {
    /// Reads the table that a calibration names, and the inputs that it sets.
    pub(super) fn load(
        calibrate: &Calibrate,
        source: &Source,
        files: Files<'_>,
    ) -> Result<(Self, Vec<Variable>), Vec<Diagnostic>> {
        let path = source.folder().join(&calibrate.table);
        let at = |key: &str| source.place(&format!("runs.calibrate.{key}"));
        let bytes = files(&path).map_err(|error| {
            let message = format!("`{}` cannot be read: {error}", path.display());
            vec![Diagnostic::new(at("table"), message, "the path is relative to the study file")]
        })?;
        let content = String::from_utf8_lossy(&bytes).into_owned();
        let table = advice::read_table(&bytes, &path).map_err(|error| {
            vec![source.diagnose_table(&error, &content, "runs.calibrate.table", "runs.calibrate.table")]
        })?;
        let mut wrong = Vec::new();
        let mut column = |key: &str, path: &str, name: &str| match table.column(name) {
            Ok(values) => values.to_vec(),
            Err(error) => {
                let place = format!("runs.calibrate.{key}.{path}");
                wrong.push(source.diagnose_table(&error, &content, &place, "runs.calibrate.table"));
                Vec::new()
            }
        };
        let set: Vec<Vec<f64>> = calibrate.set.iter().map(|(path, name)| column("set", path, name)).collect();
        let measured: Vec<Vec<f64>> =
            calibrate.compare.iter().map(|(path, name)| column("compare", path, name)).collect();
        let mut variables = Vec::new();
        for (path, values) in calibrate.set.keys().zip(&set) {
            let parts: Vec<String> = path.split('.').map(str::to_owned).collect();
            let written = "runs.calibrate.set".to_owned();
            match inputs::find(&parts) {
                Some(kind) => {
                    let (low, high) = values
                        .iter()
                        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
                    let spec = Spec::Range { low, high, count: None, by_ratio: false };
                    variables.push(Variable { path: parts, written, kind, spec });
                }
                None => {
                    let hint =
                        inputs::suggest(&parts).map_or_else(String::new, |near| format!("did you mean `{near}`?"));
                    wrong.push(Diagnostic::new(at("set"), format!("the study has no input `{path}`"), hint));
                }
            }
        }
        if calibrate.compare.is_empty() {
            let hint = "add compare = { indentation_m = \"column\" }";
            wrong.push(Diagnostic::new(at("compare"), "nothing is compared", hint));
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let rows = measured.first().map_or(0, Vec::len);
        let scaled = calibrate.compare.keys().zip(measured).map(|(name, values)| {
            let mean_square = values.iter().map(|v| v * v).sum::<f64>() / values.len().max(1) as f64;
            (name.clone(), values, if mean_square > 0.0 { mean_square.sqrt() } else { 1.0 })
        });
        let name = path.file_name().map_or_else(|| "table.csv".into(), |name| name.to_string_lossy().into_owned());
        let file = DataFile { name: format!("inputs/{name}"), bytes };
        Ok((Self { inputs: set, compared: scaled.collect(), rows, file }, variables))
    }

    /// How many experiments there are.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// How many inputs each sets.
    pub(super) fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// What an experiment sets an input to, in SI.
    pub(super) fn input(&self, experiment: usize, input: usize) -> f64 {
        self.inputs[input][experiment]
    }

    /// The headline numbers that were measured.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.compared.iter().map(|(name, ..)| name.as_str())
    }

    /// The measurements of a headline number.
    pub(super) fn measured(&self, name: &str) -> &[f64] {
        self.compared.iter().find(|(known, ..)| known == name).map_or(&[], |(_, values, _)| values.as_slice())
    }

    /// Computed less measured, as a share of the root mean square of the measurements of the same kind.
    pub(super) fn residuals(&self, rows: &[Row]) -> Vec<f64> {
        let mut residuals = Vec::with_capacity(self.rows * self.compared.len());
        for (name, values, scale) in &self.compared {
            for (experiment, measured) in values.iter().enumerate() {
                let computed = rows.get(experiment).and_then(|row| row.output(name)).unwrap_or(f64::NAN);
                residuals.push((computed - measured) / scale);
            }
        }
        residuals
    }
}
