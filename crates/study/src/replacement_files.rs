//! The files that a knee replacement asks for: surfaces of its parts, tables of pose and load.

use std::path::PathBuf;

use joints::hip::parameters::{AngleUnit, ForceUnit};
use joints::replacement::parameters::{LoadFile, Parameters, PartFile, PoseFile, SurrogateFile};
use joints::replacement::{ContactSurrogate, LoadSamples, Parts, PoseSamples, shipped};
use results::{Surface, SurfaceFile};

use crate::diagnostic::{Diagnostic, Place};
use crate::file::Files;
use crate::instants::{Asked, Instants, Wrong};
use crate::run::DataFile;
use crate::source::Source;
use crate::tables::{RawTable, TableError, TableProblem};

/// Everything that was read, in m, rad and N.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub parts: Parts,
    pub pose: PoseSamples,
    pub load: LoadSamples,
    pub surrogate: Option<ContactSurrogate>,
    pub data: Vec<DataFile>,
}

/// Reads what the parameters name. Paths become those of the copies that stand beside the resolved study.
pub(crate) fn load(parameters: &mut Parameters, source: &Source, files: Files<'_>) -> Result<Loaded, Vec<Diagnostic>> {
    let mut loading = Loading { source, files, wrong: Vec::new(), data: Vec::new() };
    let parts = loading.parts(parameters);
    let pose = match &mut parameters.activity.pose {
        Some(file) => loading.pose(file),
        None => match &parameters.implant.design {
            // What is wrong with a design has been said by the joint's own checks.
            Some(design) => design.build().ok().map(|designed| designed.rest()),
            None => Some(shipped::pose()),
        },
    };
    let weight = parameters.activity.load.body_weight.map_or(1.0, |weight| weight.si());
    let load = match &mut parameters.activity.load.file {
        Some(file) => loading.load(file, weight),
        None => Some(shipped::waveform()),
    };
    let surrogate = parameters.surrogate.as_mut().and_then(|file| loading.surrogate(file));
    match (parts, pose, load, loading.wrong.is_empty()) {
        (Some(parts), Some(pose), Some(load), true) => Ok(Loaded { parts, pose, load, surrogate, data: loading.data }),
        _ => Err(loading.wrong),
    }
}

struct Loading<'a> {
    source: &'a Source,
    files: Files<'a>,
    wrong: Vec<Diagnostic>,
    data: Vec<DataFile>,
}

/// Rows of one cycle, by their numbers, the last the same instant as the first; its duration where a time column tells it.
struct Rows {
    shares: Vec<f64>,
    rows: Vec<usize>,
    duration: Option<f64>,
}

impl Loading<'_> {
    fn parts(&mut self, parameters: &mut Parameters) -> Option<Parts> {
        let implant = &mut parameters.implant;
        if let Some(design) = &implant.design {
            let [femoral, insert] = design.build().ok()?.surfaces();
            return Some(Parts { femoral, insert });
        }
        match (&mut implant.femoral, &mut implant.insert) {
            (Some(femoral), Some(insert)) => {
                let femoral = self.part(femoral, "femoral");
                let insert = self.part(insert, "insert");
                Some(Parts { femoral: femoral?, insert: insert? })
            }
            _ => match shipped::parts() {
                Ok([femoral, insert]) => Some(Parts { femoral, insert }),
                Err(error) => {
                    let place = self.source.place("knee-replacement.implant");
                    let hint = "this is a defect of the program: please report it";
                    self.wrong.push(Diagnostic::new(place, error.to_string(), hint));
                    None
                }
            },
        }
    }

    fn part(&mut self, file: &mut PartFile, key: &str) -> Option<Surface> {
        let named = format!("knee-replacement.implant.{key}.path");
        let (path, bytes) = self.bytes(&file.path, &named)?;
        match SurfaceFile::read_named(&bytes, &path) {
            Ok(read) => {
                let unit = file.unit.metres();
                let mut surface = read.surface;
                surface.points.iter_mut().flatten().for_each(|x| *x *= unit);
                file.path = self.keep(&path, bytes);
                Some(surface)
            }
            Err(error) => {
                let said = error.to_string();
                let (message, hint) = said.split_once("\n hint: ").unwrap_or((&said, "look at it with `synovia mesh`"));
                let place = Place::file(&path.display().to_string());
                self.wrong.push(Diagnostic::new(place, message, hint).named_at(self.source.place(&named)));
                None
            }
        }
    }

    fn surrogate(&mut self, file: &mut SurrogateFile) -> Option<ContactSurrogate> {
        let (path, bytes) = self.bytes(&file.path, "knee-replacement.surrogate.path")?;
        match ContactSurrogate::read(&bytes) {
            Ok(read) => {
                file.path = self.keep(&path, bytes);
                Some(read)
            }
            Err(problem) => {
                self.wrong.push(self.source.diagnose("knee-replacement", &problem));
                None
            }
        }
    }

    fn pose(&mut self, file: &mut PoseFile) -> Option<PoseSamples> {
        const AT: &str = "knee-replacement.activity.pose";
        let (path, bytes, table) = self.table(&file.path, AT)?;
        let PoseFile { time, percent, start, end, last_row_repeats_first, .. } = &*file;
        let asked = Asked {
            time: time.as_deref(),
            percent: percent.as_deref(),
            start: *start,
            end: *end,
            last_row_repeats_first: *last_row_repeats_first,
        };
        let instants = self.instants(&asked, &table, &bytes, AT);
        let unit = file.angle_unit.unwrap_or(unit_of(&table));
        file.angle_unit = Some(unit);
        let (radians, metres) = (radians(unit), file.length_unit.metres());
        let mut columns = Vec::with_capacity(6);
        for (k, (key, column)) in file.columns().into_iter().enumerate() {
            let scale = if k < 3 { radians } else { metres };
            columns.push(self.column(&table, &bytes, (column, scale), &format!("{AT}.{key}")));
        }
        let columns: Vec<Vec<f64>> = columns.into_iter().collect::<Option<_>>()?;
        for (k, (key, column)) in file.columns().into_iter().enumerate() {
            let (most, unit, what) = if k < 3 { (FARTHEST_TURN, "rad", "angle") } else { (FARTHEST, "m", "length") };
            if let Some(row) = columns[k].iter().position(|value| !(value.abs() <= most)) {
                let message = format!("column '{column}' has {:e} {unit} in row {}", columns[k][row], row + 1);
                let hint = format!("no knee does that: is {what}-unit right, or the file damaged?");
                self.wrong.push(Diagnostic::new(self.source.place(&format!("{AT}.{key}")), message, hint));
                return None;
            }
        }
        let Rows { shares, rows, duration } = instants?;
        let poses = rows.iter().map(|&i| std::array::from_fn(|k| columns[k][i])).collect();
        let source = format!("your file {}", file.path);
        file.path = self.keep(&path, bytes);
        Some(PoseSamples { name: file_name(&path), source, shares, poses, duration })
    }

    fn load(&mut self, file: &mut LoadFile, weight: f64) -> Option<LoadSamples> {
        const AT: &str = "knee-replacement.activity.load.file";
        let (path, bytes, table) = self.table(&file.path, AT)?;
        let LoadFile { time, percent, start, end, last_row_repeats_first, .. } = &*file;
        let asked = Asked {
            time: time.as_deref(),
            percent: percent.as_deref(),
            start: *start,
            end: *end,
            last_row_repeats_first: *last_row_repeats_first,
        };
        let instants = self.instants(&asked, &table, &bytes, AT);
        let newtons = match file.force_unit {
            ForceUnit::N => 1.0,
            ForceUnit::BW => weight,
            ForceUnit::PercentBW => 0.01 * weight,
        };
        let unit = file.angle_unit.unwrap_or(unit_of(&table));
        let mut optional = |column: &Option<String>, scale: f64, key: &str| match column {
            Some(column) => self.column(&table, &bytes, (column, scale), &format!("{AT}.{key}")).map(Some),
            None => Some(None),
        };
        let axial = optional(&Some(file.axial.clone()), newtons, "axial");
        let anterior = optional(&file.anterior, newtons, "anterior");
        let torque = optional(&file.torque, 1.0, "torque");
        let flexion = optional(&file.flexion, radians(unit), "flexion");
        let (axial, anterior, torque, flexion) = (axial??, anterior?, torque?, flexion?);
        if flexion.is_some() {
            file.angle_unit = Some(unit);
        }
        let Rows { shares, rows, duration } = instants?;
        let at = |column: &Option<Vec<f64>>, i: usize| column.as_ref().map_or(0.0, |values| values[i]);
        let loads = rows.iter().map(|&i| [axial[i], at(&anterior, i), at(&torque, i)]).collect();
        let flexion = flexion.map(|values| rows.iter().map(|&i| values[i]).collect());
        let source = format!("your file {}", file.path);
        file.path = self.keep(&path, bytes);
        Some(LoadSamples { name: file_name(&path), source, shares, loads, flexion, duration })
    }

    /// The rows of one whole cycle. Where the last row does not repeat the first, the first stands at its end as well.
    fn instants(&mut self, asked: &Asked<'_>, table: &RawTable, bytes: &[u8], at: &str) -> Option<Rows> {
        if asked.time.is_none() && asked.percent.is_none() {
            // Reported by the joint's own checks.
            return None;
        }
        match asked.find(table) {
            Ok(Instants { rows, mut shares, clock }) => {
                let mut rows: Vec<usize> = rows.collect();
                if !asked.last_row_repeats_first {
                    rows.push(rows[0]);
                    shares.push(1.0);
                }
                Some(Rows { shares, rows, duration: clock.map(|(_, duration)| duration) })
            }
            Err(wrong) => match *wrong {
                Wrong::Table(error, key) => self.refuse(&error, bytes, &format!("{at}.{key}"), at),
                Wrong::Asked { key, message, hint } => {
                    let place = self.source.place(&format!("{at}.{key}"));
                    self.wrong.push(Diagnostic::new(place, message, hint));
                    None
                }
            },
        }
    }

    /// A column in a unit; a minus before its name turns its sign.
    fn column(&mut self, table: &RawTable, bytes: &[u8], (column, unit): (&str, f64), at: &str) -> Option<Vec<f64>> {
        let (name, sign) = column.strip_prefix('-').map_or((column, 1.0), |name| (name, -1.0));
        match table.column(name) {
            Ok(values) => Some(values.iter().map(|value| sign * unit * value).collect()),
            Err(error) => self.refuse(&error, bytes, at, at),
        }
    }

    fn table(&mut self, path: &str, at: &str) -> Option<(PathBuf, Vec<u8>, RawTable)> {
        let named = format!("{at}.path");
        let (path, bytes) = self.bytes(path, &named)?;
        match RawTable::read(&bytes, &path) {
            Ok(table) => Some((path, bytes, table)),
            Err(error) => self.refuse(&error, &bytes, &named, at),
        }
    }

    fn bytes(&mut self, path: &str, named: &str) -> Option<(PathBuf, Vec<u8>)> {
        let path = self.source.folder().join(path);
        match (self.files)(&path) {
            Ok(bytes) => Some((path, bytes)),
            Err(cause) => {
                let problem = TableProblem::Unreadable { cause };
                let error = TableError { path, line: None, column: None, problem };
                self.refuse(&error, &[], named, named)
            }
        }
    }

    fn refuse<T>(&mut self, error: &TableError, bytes: &[u8], named: &str, at: &str) -> Option<T> {
        let content = String::from_utf8_lossy(bytes);
        let file = if at.ends_with(".path") { at.to_owned() } else { format!("{at}.path") };
        self.wrong.push(self.source.diagnose_table(error, &content, named, &file));
        None
    }

    /// Keeps a copy under a name of its own, and says where it will stand.
    fn keep(&mut self, path: &std::path::Path, bytes: Vec<u8>) -> String {
        let plain = file_name(path);
        if let Some(same) = self.data.iter().find(|copy| copy.bytes == bytes) {
            return same.name.clone();
        }
        let mut name = format!("inputs/{plain}");
        let mut count = 2;
        while self.data.iter().any(|copy| copy.name == name) {
            name = format!("inputs/{count}_{plain}");
            count += 1;
        }
        self.data.push(DataFile { name: name.clone(), bytes });
        name
    }
}

/// No translation of a knee is longer, in m; no turn greater, in rad.
const FARTHEST: f64 = 10.0;
const FARTHEST_TURN: f64 = 4.0 * std::f64::consts::PI;

pub(crate) fn file_name(path: &std::path::Path) -> String {
    path.file_name().map_or_else(|| "file".into(), |name| name.to_string_lossy().into_owned())
}

fn unit_of(table: &RawTable) -> AngleUnit {
    if table.in_degrees == Some(false) { AngleUnit::Rad } else { AngleUnit::Deg }
}

fn radians(unit: AngleUnit) -> f64 {
    if unit == AngleUnit::Deg { 1f64.to_radians() } else { 1.0 }
}
