//! The files of a body: a model, a motion, force plates.

use formats::table::{RawTable, TableError};
use joints::body::parameters::{AngleUnit, Emg, MotionFile, Parameters, Plate};
use joints::body::{Anatomy, EmgRecord, Kinematics, PlateRecord, Recording, osim};

use crate::diagnostic::{Diagnostic, Place};
use crate::inputs::{Input, Inputs};

/// Where the study names the model and the motion.
const MODEL: &str = "body.model.file";
const FILE: &str = "body.motion.file";

/// What the files hold.
pub(crate) struct Loaded {
    pub anatomy: Option<Anatomy>,
    pub recording: Option<Recording>,
}

/// Reads the files that a body names. Paths become those of the copies that stand beside the resolved study, and what was left to
/// a default is written out.
pub(crate) fn load(parameters: &mut Parameters, inputs: &mut Inputs<'_>) -> Result<Loaded, Vec<Diagnostic>> {
    let mut loading = Loading { inputs, wrong: Vec::new(), sheets: Vec::new() };
    let anatomy = parameters.model.file.as_mut().and_then(|path| loading.anatomy(path));
    let recording = match &mut parameters.motion.file {
        Some(file) => {
            let own = if anatomy.is_none() { joints::body::lower_limbs().ok() } else { None };
            loading.recording(file, anatomy.as_ref().or(own.as_ref()))
        }
        None => None,
    };
    if !loading.wrong.is_empty() {
        return Err(loading.wrong);
    }
    Ok(Loaded { anatomy, recording })
}

/// A table that has been read.
struct Sheet {
    /// As the study names it, and where its copy will stand.
    path: String,
    copy: String,
    content: String,
    table: RawTable,
}

struct Loading<'a, 'b> {
    inputs: &'a mut Inputs<'b>,
    wrong: Vec<Diagnostic>,
    sheets: Vec<Sheet>,
}

impl Loading<'_, '_> {
    fn anatomy(&mut self, path: &mut String) -> Option<Anatomy> {
        let input = self.inputs.read(path, MODEL).map_err(|wrong| self.wrong.push(*wrong)).ok()?;
        let text = String::from_utf8_lossy(&input.bytes).into_owned();
        match osim::read(text.trim_start_matches('\u{feff}')) {
            Ok(anatomy) => {
                *path = self.inputs.keep(input);
                Some(anatomy)
            }
            Err(error) => {
                let shown = input.path.display().to_string();
                let place = error.line.map_or_else(|| Place::file(&shown), |line| Place::of_line(&shown, &text, line));
                let named = self.inputs.source.place(MODEL);
                self.wrong.push(Diagnostic::new(place, error.message, error.hint).named_at(named));
                None
            }
        }
    }

    /// Reads a table, once.
    fn sheet(&mut self, path: &str, named: &str) -> Option<usize> {
        if let Some(known) = self.sheets.iter().position(|sheet| sheet.path == path) {
            return Some(known);
        }
        let read = self.inputs.read_table(path, named).map_err(|wrong| self.wrong.push(*wrong));
        let (input, table): (Input, RawTable) = read.ok()?;
        let content = String::from_utf8_lossy(&input.bytes).into_owned();
        self.sheets.push(Sheet { path: path.to_owned(), copy: self.inputs.keep(input), content, table });
        Some(self.sheets.len() - 1)
    }

    fn complain<T>(&mut self, sheet: usize, error: &TableError, named: &str) -> Option<T> {
        let content = &self.sheets[sheet].content;
        self.wrong.push(self.inputs.source.diagnose_table(error, content, named, &format!("{FILE}.path")));
        None
    }

    fn times(&mut self, sheet: usize, column: &str, named: &str) -> Option<Vec<f64>> {
        let table = &self.sheets[sheet].table;
        let checked =
            table.check_time(column).and_then(|()| table.check_gaps(column)).and_then(|()| table.column(column));
        match checked {
            Ok(times) => Some(times.to_vec()),
            Err(error) => self.complain(sheet, &error, named),
        }
    }

    fn column(&mut self, sheet: usize, column: &str, named: &str) -> Option<Vec<f64>> {
        let (name, sign) = column.strip_prefix('-').map_or((column, 1.0), |name| (name, -1.0));
        match self.sheets[sheet].table.column(name) {
            Ok(values) => Some(values.iter().map(|value| sign * value).collect()),
            Err(error) => self.complain(sheet, &error, named),
        }
    }

    fn triple(&mut self, sheet: usize, columns: &[String; 3], named: &str) -> Option<Vec<[f64; 3]>> {
        let [x, y, z] = [0, 1, 2].map(|k| self.column(sheet, &columns[k], &format!("{named}.{k}")));
        let (x, y, z) = (x?, y?, z?);
        Some((0..x.len()).map(|i| [x[i], y[i], z[i]]).collect())
    }

    fn recording(&mut self, file: &mut MotionFile, anatomy: Option<&Anatomy>) -> Option<Recording> {
        let sheet = self.sheet(&file.path, &format!("{FILE}.path"))?;
        let times = self.times(sheet, &file.time, &format!("{FILE}.time"));
        let kinematics = match self.sheets[sheet].table.metres {
            Some(metres) => self.markers(sheet, metres, file),
            None => self.coordinates(sheet, file, anatomy),
        };
        let mut plates = Vec::new();
        for (number, plate) in file.plates.iter_mut().enumerate() {
            plates.extend(self.plate(sheet, plate, number));
        }
        let mut emg = Vec::new();
        if let Some(measured) = &mut file.emg {
            emg = self.emg(sheet, measured).unwrap_or_default();
        }
        let source = format!("your file {}", file.path);
        file.path.clone_from(&self.sheets[sheet].copy);
        let name = file.path.trim_start_matches("inputs/").to_owned();
        Some(Recording {
            name,
            source,
            times: times?,
            kinematics: kinematics?,
            plates,
            emg,
            heel_strikes: file.heel_strikes.iter().map(|time| time.si()).collect(),
            notes: Vec::new(),
        })
    }

    /// Columns of coordinates; angles in rad, whatever the file has.
    fn coordinates(&mut self, sheet: usize, file: &mut MotionFile, anatomy: Option<&Anatomy>) -> Option<Kinematics> {
        let table = &self.sheets[sheet].table;
        let unit = file.angle_unit.unwrap_or(match table.in_degrees {
            Some(false) => AngleUnit::Rad,
            _ => AngleUnit::Deg,
        });
        file.angle_unit = Some(unit);
        let names: Vec<String> = table.names.iter().filter(|name| **name != file.time).cloned().collect();
        let mut columns = Vec::new();
        for name in names {
            // A column that is no coordinate is not looked at.
            let Some(turns) = anatomy.and_then(|anatomy| turns(anatomy, &name)) else { continue };
            let values = self.column(sheet, &name, &format!("{FILE}.path"))?;
            let factor = if turns && unit == AngleUnit::Deg { 1f64.to_radians() } else { 1.0 };
            columns.push((name, values.into_iter().map(|value| factor * value).collect()));
        }
        if columns.is_empty() {
            let known: Vec<String> = self.sheets[sheet].table.names.iter().take(8).cloned().collect();
            let message = "no column of the motion is a coordinate of the model";
            let hint = anatomy.map_or_else(String::new, |anatomy| {
                let coordinates: Vec<&str> =
                    anatomy.tree.coordinates.iter().take(8).map(|coordinate| coordinate.name.as_str()).collect();
                format!("its columns are {} …, the coordinates are {} …", known.join(", "), coordinates.join(", "))
            });
            self.wrong.push(Diagnostic::new(self.inputs.source.place(&format!("{FILE}.path")), message, hint));
            return None;
        }
        Some(Kinematics::Coordinates(columns))
    }

    /// Markers of a `.trc`.
    fn markers(&mut self, sheet: usize, metres: f64, file: &MotionFile) -> Option<Kinematics> {
        let table = &self.sheets[sheet].table;
        let names: Vec<String> =
            table.names.iter().filter_map(|name| name.strip_suffix("_x").map(str::to_owned)).collect();
        let mut markers = Vec::new();
        for name in names {
            let mut axes = Vec::with_capacity(3);
            for axis in ["x", "y", "z"] {
                match self.sheets[sheet].table.column_with_gaps(&format!("{name}_{axis}")) {
                    Ok(values) => axes.push(values.to_vec()),
                    Err(error) => return self.complain(sheet, &error, &format!("{FILE}.path")),
                }
            }
            let places = (0..axes[0].len()).map(|i| [0, 1, 2].map(|k| metres * axes[k][i]).into()).collect();
            let weight = file.weights.get(&name).copied().unwrap_or(1.0);
            markers.push((name, weight, places));
        }
        Some(Kinematics::Markers(markers))
    }

    fn emg(&mut self, motion: usize, emg: &mut Emg) -> Option<Vec<EmgRecord>> {
        let at = |key: &str| format!("{FILE}.emg.{key}");
        let sheet = match &emg.path {
            Some(path) => self.sheet(path, &at("path"))?,
            None => motion,
        };
        let times = self.times(sheet, &emg.time, &at("time"))?;
        let mut records = Vec::new();
        for (muscle, column) in &emg.muscles {
            let activations = self.column(sheet, column, &at(&format!("muscles.{muscle}")))?;
            let (muscle, times) = (muscle.clone(), times.clone());
            records.push(EmgRecord { muscle, times, activations, tolerance: emg.tolerance });
        }
        if emg.path.is_some() {
            emg.path = Some(self.sheets[sheet].copy.clone());
        }
        Some(records)
    }

    fn plate(&mut self, motion: usize, plate: &mut Plate, number: usize) -> Option<PlateRecord> {
        let at = |key: &str| format!("{FILE}.plates.{number}.{key}");
        let sheet = match &plate.path {
            Some(path) => self.sheet(path, &at("path"))?,
            None => motion,
        };
        let times = self.times(sheet, &plate.time, &at("time"));
        let force = self.triple(sheet, &plate.force, &at("force"));
        let point = self.triple(sheet, &plate.point, &at("point"));
        let moment = match &plate.moment {
            Some(columns) => self.triple(sheet, columns, &at("moment")),
            None => Some(vec![[0.0; 3]; self.sheets[sheet].table.rows()]),
        };
        if plate.path.is_some() {
            plate.path = Some(self.sheets[sheet].copy.clone());
        }
        let vectors = |rows: Vec<[f64; 3]>| rows.into_iter().map(Into::into).collect();
        Some(PlateRecord {
            body: plate.body.clone(),
            times: times?,
            force: vectors(force?),
            point: vectors(point?),
            moment: vectors(moment?),
        })
    }
}

/// Whether a column is a coordinate of the model that turns something; none where it is no coordinate.
fn turns(anatomy: &Anatomy, column: &str) -> Option<bool> {
    let name = column.trim_end_matches("/value").rsplit('/').next().unwrap_or(column);
    let known = |wanted: &str| anatomy.tree.coordinates.iter().position(|coordinate| coordinate.name == wanted);
    let index = known(column).or_else(|| known(name))?;
    let axes = anatomy.tree.bodies.iter().flat_map(|body| &body.joint.rotations);
    Some(axes.flat_map(|axis| &axis.coordinates).any(|(at, _)| *at == index))
}
