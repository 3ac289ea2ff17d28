//! What else the command line does: schema, templates, mesh reports, comparisons, fits, validation, the catalogue, and
//! results on disk.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use formats::{Surface, SurfaceFile, SurfaceFormat};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quantity::{Angle, Length};
use results::{ComparedResult, ReadError, ResultFolder};
use study::Words;
use study::registry::Section;
use study::validation::{Library, ValidationError, render_page};
use synovia::arguments;
use synovia::failure::Failure;

use crate::error::{failed, misuse, raise};
use crate::job;
use crate::outcome::Outcome;
use crate::study::Study;
use crate::table::Table;

/// The JSON schema of a study.
#[pyfunction]
pub fn schema() -> String {
    study::schema().to_string()
}

/// Everything that can be named in a study: sections of names and what they are.
#[pyfunction]
pub fn registry() -> Vec<Section> {
    study::registry::catalogue()
}

type Template = (&'static str, &'static str, &'static str, &'static str, BTreeMap<&'static str, &'static [u8]>);

/// Studies to begin with: kind, what it is, name of its file, text, files that it reads.
#[pyfunction]
pub fn templates() -> Vec<Template> {
    let one =
        |kind: &study::Template| (kind.kind, kind.about, kind.file, kind.text, kind.data.iter().copied().collect());
    study::KINDS.iter().map(one).collect()
}

/// Points and triangles as the content of a PLY file with doubles.
#[pyfunction]
pub fn encode_surface<'py>(
    py: Python<'py>,
    points: PyBuffer<f64>,
    triangles: PyBuffer<i64>,
) -> PyResult<Bound<'py, PyBytes>> {
    let (points, triangles) = (points.to_vec(py)?, triangles.to_vec(py)?);
    let index = |i: &i64| u32::try_from(*i).map_err(|_| misuse(format!("{i} is not the number of a point")));
    let connectivity = triangles.iter().map(index).collect::<PyResult<Vec<u32>>>()?;
    let offsets = (1..=connectivity.len() as u32 / 3).map(|triangle| 3 * triangle).collect();
    let surface = Surface { points: points.as_chunks::<3>().0.to_vec(), connectivity, offsets };
    let bytes = SurfaceFormat::PlyBinary.encode(&surface).map_err(|error| failed(&error.into()))?;
    Ok(PyBytes::new(py, &bytes))
}

/// What is in a surface and what is wrong with it, as JSON; from the disk, or from memory where `content` is given.
#[pyfunction]
#[pyo3(signature = (path, content=None, unit=None, clearance=None, indentation=None))]
pub fn mesh_report(
    py: Python<'_>,
    path: PathBuf,
    content: Option<Vec<u8>>,
    unit: Option<String>,
    clearance: Option<String>,
    indentation: Option<String>,
) -> PyResult<String> {
    let length = |text: Option<String>| text.map(|text| text.parse::<Length>()).transpose().map_err(misuse);
    let options = arguments::Mesh {
        files: vec![path.clone()],
        unit,
        clearance: length(clearance)?,
        indentation: length(indentation)?,
        weld: None,
        crease: "40 deg".parse::<Angle>().map_err(misuse)?,
        orient: false,
        clean: false,
        refine: None,
        write: None,
        write_unit: None,
        ascii: false,
        force: false,
        json: true,
    };
    let seen = job::run(py, None, None, move |_| {
        let read = content.map_or_else(|| SurfaceFile::load(&path), |bytes| SurfaceFile::read_named(&bytes, &path))?;
        synovia::mesh::report(&path, read, &options)
    })?;
    Ok(seen.map_err(|failure| failed(&failure))?.to_string())
}

/// One case through every model of contact: one JSON object per model and case, the best first; and the page.
#[pyfunction]
#[pyo3(signature = (study, at, weights, show=None))]
pub fn compare(
    py: Python<'_>,
    study: &Study,
    at: Vec<f64>,
    weights: Vec<(String, f64)>,
    show: Option<Py<PyAny>>,
) -> PyResult<(String, String)> {
    let options = arguments::Compare {
        study: PathBuf::new(),
        at,
        weight: weights,
        page: None,
        force: false,
        json: true,
        only: None,
        places: None,
    };
    let study = study.inner.clone();
    let made = job::run(py, show, None, move |_| synovia::compare::compare_here(&study, &options))?;
    let (rows, page) = made.map_err(|failure| failed(&failure))?;
    Ok((serde_json::Value::Array(rows).to_string(), page))
}

/// What a fit is asked for: kind, order, samples, held out, seed.
type Fit = (String, Option<u8>, Option<u16>, Option<u16>, u32);

/// Names and what is said about them.
type Rows = Vec<(String, String)>;

/// A surrogate of a study's contact: the content of its file, what there is to say about it, and the page.
#[pyfunction]
#[pyo3(signature = (study, name, asked, show=None))]
pub fn fit<'py>(
    py: Python<'py>,
    study: &Study,
    name: String,
    asked: Fit,
    show: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, Rows, String)> {
    let (kind, order, samples, held_out, seed) = asked;
    let options = arguments::Fit {
        study: PathBuf::new(),
        out: PathBuf::new(),
        kind,
        order,
        samples,
        held_out,
        seed,
        page: None,
        force: false,
    };
    let study = study.inner.clone();
    let fitted = job::run(py, show, None, move |watch| {
        let fitted = synovia::fit::fit_study(&study, &name, &options, watch)?;
        let page = synovia::fit::render(&study, &fitted)?;
        Ok::<_, Failure>((fitted, page))
    })?;
    let (fitted, page) = fitted.map_err(|failure| failed(&failure))?;
    Ok((PyBytes::new(py, &fitted.bytes), fitted.rows, page))
}

/// Compares the program with exact, published and measured results: one JSON object per comparison, and the page.
#[pyfunction]
#[pyo3(signature = (cases, slow=false))]
pub fn validate(py: Python<'_>, cases: Vec<String>, slow: bool) -> PyResult<(String, String)> {
    let compared = job::run(py, None, None, move |_| {
        let library = Library::embedded();
        let compared = library.run(&cases, slow, &mut |_| {})?;
        let page = render_page(&library.cases()?, &compared);
        Ok::<_, ValidationError>((compared, page))
    })?;
    let refuse = |error: ValidationError| misuse(Words::new(&error, error.hint().unwrap_or_default()));
    let (compared, page) = compared.map_err(refuse)?;
    Ok((serde_json::to_string(&compared).map_err(misuse)?, page))
}

/// What a key of a study is for, what is written there, and what holds without it; without a key, which tables there are.
#[pyfunction]
#[pyo3(signature = (path=None))]
pub fn explain(path: Option<&str>) -> PyResult<String> {
    synovia::explain::words(path).map_err(|failure| failed(&failure))
}

/// The page on every law of point contact, and how many laws are on it.
#[pyfunction]
pub fn catalogue_page(py: Python<'_>) -> PyResult<(String, usize)> {
    job::run(py, None, None, |_| synovia::catalogue::compute_page())?.map_err(|failure| failed(&failure))
}

fn unreadable(error: ReadError) -> PyErr {
    raise("StoreError", &Words::new(&error, error.hint()).to_string(), &[])
}

/// Summary and provenance as JSON, the study, and the series of a result on disk.
#[pyfunction]
pub fn load_result(py: Python<'_>, folder: PathBuf) -> PyResult<(String, String, String, Table)> {
    let read = py.detach(|| -> Result<_, ReadError> {
        let result = ResultFolder::load(&folder)?;
        let series = result.load_series()?;
        Ok((result, series))
    });
    let (result, series) = read.map_err(unreadable)?;
    let summary = result.summary.to_json().map_err(misuse)?;
    let provenance = serde_json::to_string(&result.provenance).map_err(misuse)?;
    let outcome = Arc::new(results::Outcome { series, ..results::Outcome::default() });
    Ok((summary, provenance, result.study, Table::of_series(&outcome)))
}

/// A result on disk as it was before it was written, with the maps over its surfaces.
#[pyfunction]
pub fn load_outcome(py: Python<'_>, folder: PathBuf) -> PyResult<Outcome> {
    let read = py.detach(|| ResultFolder::load(&folder)?.load_outcome());
    Ok(Outcome::new(read.map_err(unreadable)?, SystemTime::now()))
}

/// One of two results: its name, where it is, its complete study.
type Side = (String, String, String);

/// What differs between two results, as JSON, and the page with curves on one axis and maps on one scale.
#[pyfunction]
pub fn difference(py: Python<'_>, outcomes: [PyRef<'_, Outcome>; 2], sides: [Side; 2]) -> PyResult<(String, String)> {
    let [first, second] = outcomes.map(|outcome| outcome.inner.clone());
    let made = job::run(py, None, None, move |_| {
        let [(a, here, one), (b, there, other)] = sides;
        let found = results::compare(
            &ComparedResult { name: &a, outcome: &first, study: &one },
            &ComparedResult { name: &b, outcome: &second, study: &other },
        );
        let page = synovia::diff::render(&found, &[a, b], &[here, there])?;
        Ok::<_, Failure>((synovia::diff::as_json(&found).to_string(), page))
    })?;
    made.map_err(|failure| failed(&failure))
}
