//! From the activity of a study to a load cycle: a shipped one by name, or a table of the user's by its columns.

use joints::hip::CycleSamples;
use joints::hip::parameters::{Activity, AngleUnit, CycleFile, ForceActsOn, ForceUnit, Parameters};
use joints::hip::shipped;
use quantity::{Force, Length, Time};

use crate::diagnostic::Diagnostic;
use crate::file::Files;
use crate::run::DataFile;
use crate::source::Source;
use crate::tables::{RawTable, TableError, TableProblem};

/// A periodic spline needs this many instants.
const FEWEST_ROWS: usize = 4;

/// A load cycle and what was found out on the way to it.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub samples: CycleSamples,
    pub data: Option<DataFile>,
    /// Whether the table's angles are in degrees, where there is a table.
    angle_unit: Option<AngleUnit>,
}

/// Reads the cycle that an activity asks for, for a patient of this weight (N).
pub(crate) fn resolve(
    activity: &Activity,
    weight: f64,
    source: &Source,
    files: Files<'_>,
) -> Result<Resolved, Vec<Diagnostic>> {
    if let Some(file) = &activity.file {
        return Loading { file, activity, weight, source }.load(files);
    }
    let shipped = activity.cycle.as_deref().map_or(shipped::CYCLES.first(), shipped::find);
    let Some(shipped) = shipped else {
        let place = source.place("hip.activity.cycle");
        return Err(vec![Diagnostic::new(place, "no load cycle has this name", "`synovia list` names them")]);
    };
    let samples = shipped.samples(weight, activity.cycle_duration());
    Ok(Resolved { samples, data: None, angle_unit: None })
}

/// The parameters with everything written out that was left to a default.
pub(crate) fn write_out(parameters: &Parameters, resolved: &Resolved) -> Parameters {
    let mut complete = parameters.clone();
    let Parameters { implant, patient, activity, .. } = &mut complete;
    if implant.cup_diameter.is_none() && implant.clearance.is_none() {
        implant.clearance = Some(Length::from_si(implant.radial_clearance()));
    }
    if patient.body_weight.is_none() && patient.mass.is_none() {
        patient.body_weight = Some(Force::from_si(patient.weight()));
    }
    match &mut activity.file {
        Some(file) => file.angle_unit = file.angle_unit.or(resolved.angle_unit),
        None => activity.cycle = Some(resolved.samples.name.clone()),
    }
    if activity.duration.is_none() && activity.cadence.is_none() {
        activity.duration = Some(Time::from_si(resolved.samples.duration));
    }
    complete
}

struct Loading<'a> {
    file: &'a CycleFile,
    activity: &'a Activity,
    weight: f64,
    source: &'a Source,
}

/// Rows of the table that make the cycle, and when they are.
struct Instants {
    rows: std::ops::Range<usize>,
    shares: Vec<f64>,
    /// Duration of the data's own cycle in s, where it has one.
    duration: Option<f64>,
}

impl Loading<'_> {
    fn load(&self, files: Files<'_>) -> Result<Resolved, Vec<Diagnostic>> {
        let path = self.source.folder().join(&self.file.path);
        let bytes = files(&path).map_err(|cause| {
            let error = TableError {
                path: path.clone(),
                line: None,
                column: None,
                problem: TableProblem::Unreadable { cause },
            };
            vec![self.diagnose(&error, "")]
        })?;
        let content = String::from_utf8_lossy(&bytes);
        let table = RawTable::read(&bytes, &path).map_err(|error| vec![self.diagnose(&error, &content)])?;
        let mut wrong = Vec::new();
        let instants = self.instants(&table, &content).map_err(|diagnostic| wrong.push(*diagnostic)).ok();
        let angles = self.three(&table, &content, ["flexion", "adduction", "rotation"], &mut wrong);
        let force = match &self.file.force_vertical {
            Some(_) => {
                let size = self.three(&table, &content, ["force-vertical", "", ""], &mut wrong);
                // The size of a load that presses upwards into the cup: the pelvis pushes the head down.
                size.into_iter().map(|[size, _, _]| [0.0, -size, 0.0]).collect()
            }
            None => {
                let sign = if self.file.force_acts_on == ForceActsOn::Cup { -1.0 } else { 1.0 };
                let force =
                    self.three(&table, &content, ["force-anterior", "force-superior", "force-lateral"], &mut wrong);
                force.into_iter().map(|f| f.map(|x| sign * x)).collect::<Vec<_>>()
            }
        };
        let Some(instants) = instants.filter(|_| wrong.is_empty()) else { return Err(wrong) };
        let angle_unit = self.file.angle_unit.unwrap_or(match table.in_degrees {
            Some(false) => AngleUnit::Rad,
            _ => AngleUnit::Deg,
        });
        let to_rad = |angle: f64| if angle_unit == AngleUnit::Deg { angle.to_radians() } else { angle };
        let newtons = match self.file.force_unit {
            ForceUnit::N => 1.0,
            ForceUnit::BW => self.weight,
            ForceUnit::PercentBW => 0.01 * self.weight,
        };
        let rows = instants.rows.clone();
        let name = path.file_name().map_or_else(|| "cycle".into(), |name| name.to_string_lossy().into_owned());
        let samples = CycleSamples {
            name: name.clone(),
            source: format!("your file {}", self.file.path),
            duration: self.activity.cycle_duration().or(instants.duration).unwrap_or_default(),
            instants: instants.shares,
            angles: angles[rows.clone()].iter().map(|row| row.map(to_rad)).collect(),
            force_on_head: force[rows].iter().map(|row| row.map(|f| newtons * f)).collect(),
            last_repeats_first: self.file.last_row_repeats_first,
        };
        Ok(Resolved {
            samples,
            data: Some(DataFile { name: format!("inputs/{name}"), bytes }),
            angle_unit: Some(angle_unit),
        })
    }

    /// The column that the study names under this key; nothing where it names none.
    fn named(&self, key: &str) -> Option<&str> {
        let CycleFile { flexion, adduction, rotation, .. } = self.file;
        let CycleFile { force_anterior, force_superior, force_lateral, force_vertical, .. } = self.file;
        let name = match key {
            "flexion" => flexion,
            "adduction" => adduction,
            "rotation" => rotation,
            "force-anterior" => force_anterior,
            "force-superior" => force_superior,
            "force-lateral" => force_lateral,
            "force-vertical" => force_vertical,
            _ => &None,
        };
        name.as_deref()
    }

    /// Three columns by the keys that name them; zeros for those that are not named.
    fn three(&self, table: &RawTable, content: &str, keys: [&str; 3], wrong: &mut Vec<Diagnostic>) -> Vec<[f64; 3]> {
        let columns = keys.map(|key| {
            let column = table.column(self.named(key)?);
            column.map_err(|error| wrong.push(self.diagnose_key(&error, content, key))).ok()
        });
        (0..table.rows()).map(|row| columns.map(|column| column.map_or(0.0, |values| values[row]))).collect()
    }

    fn instants(&self, table: &RawTable, content: &str) -> Result<Instants, Box<Diagnostic>> {
        match (&self.file.time, &self.file.percent) {
            (Some(column), _) => self.instants_by_time(table, content, column),
            (None, Some(column)) => self.instants_by_percent(table, content, column),
            (None, None) => {
                Err(self.at("", "neither a time nor a percent column is named", "add time = \"…\" or percent = \"…\""))
            }
        }
    }

    fn instants_by_time(&self, table: &RawTable, content: &str, column: &str) -> Result<Instants, Box<Diagnostic>> {
        let complain = |error: TableError| Box::new(self.diagnose_key(&error, content, "time"));
        let times = table.column(column).map_err(complain)?;
        table.check_time(column).map_err(complain)?;
        table.check_gaps(column).map_err(complain)?;
        let start = self.file.start.map_or(f64::NEG_INFINITY, Time::si);
        let end = self.file.end.map_or(f64::INFINITY, Time::si);
        // Times are printed with finitely many digits: a row at the very end of the window belongs to it.
        let slack = 1e-9 * (times[times.len() - 1] - times[0]).abs();
        let (from, to) = (times[0], times[times.len() - 1]);
        for (key, wanted) in [("start", self.file.start), ("end", self.file.end)] {
            if let Some(wanted) = wanted.filter(|t| t.si() < from - slack || t.si() > to + slack) {
                let message = format!("the window's {key} is {wanted}, but the file runs from {from} to {to} s");
                return Err(self.at(key, message, "choose start and end inside the file, around one whole cycle"));
            }
        }
        let first = times.partition_point(|t| *t < start - slack);
        let after = times.partition_point(|t| *t <= end + slack).max(first);
        let inside = &times[first..after];
        if inside.len() < FEWEST_ROWS {
            let key = if self.file.start.is_some() {
                "start"
            } else if self.file.end.is_some() {
                "end"
            } else {
                "path"
            };
            let message = format!(
                "{} rows can be used, but a cycle needs at least {FEWEST_ROWS}: the file runs from {from} to {to} s",
                inside.len()
            );
            return Err(self.at(key, message, "choose start and end inside the file, around one whole cycle"));
        }
        let (begin, span) = (inside[0], inside[inside.len() - 1] - inside[0]);
        let steps = (inside.len() - 1) as f64;
        // Without the repeated row the cycle goes on for one more step, from the last row back to the first.
        let duration = if self.file.last_row_repeats_first { span } else { span * (steps + 1.0) / steps };
        let mut shares: Vec<f64> = inside.iter().map(|t| (t - begin) / duration).collect();
        if self.file.last_row_repeats_first {
            shares[inside.len() - 1] = 1.0;
        }
        Ok(Instants { rows: first..after, shares, duration: Some(duration) })
    }

    fn instants_by_percent(&self, table: &RawTable, content: &str, column: &str) -> Result<Instants, Box<Diagnostic>> {
        for (key, given) in [("start", self.file.start), ("end", self.file.end)] {
            if given.is_some() {
                return Err(self.at(
                    key,
                    "a window in time needs a time column",
                    "name one with time = \"…\", or delete this line",
                ));
            }
        }
        let complain = |error: TableError| Box::new(self.diagnose_key(&error, content, "percent"));
        let percents = table.column(column).map_err(complain)?;
        table.check_time(column).map_err(complain)?;
        table.check_gaps(column).map_err(complain)?;
        let (first, last) = (percents[0], percents[percents.len() - 1]);
        let repeats = self.file.last_row_repeats_first;
        let ends_well = if repeats { (last - 100.0).abs() < 1e-6 } else { last < 100.0 };
        if first.abs() > 1e-6 || !ends_well || percents.len() < FEWEST_ROWS {
            let expected = if repeats { "from 0 to 100" } else { "from 0 to below 100" };
            let message = format!(
                "column '{column}' runs from {first} to {last} in {} rows, but must run {expected} in at least {FEWEST_ROWS}",
                percents.len()
            );
            let hint = match repeats {
                true if last < 100.0 && last > 90.0 => {
                    "if the last row does not repeat the first, add last-row-repeats-first = false"
                }
                true => "give one whole cycle in percent, 0 and 100 included",
                false => "delete the row at 100, or add last-row-repeats-first = true",
            };
            return Err(self.at("percent", message, hint));
        }
        let mut shares: Vec<f64> = percents.iter().map(|p| p / 100.0).collect();
        shares[0] = 0.0;
        if repeats {
            shares[percents.len() - 1] = 1.0;
        }
        Ok(Instants { rows: 0..percents.len(), shares, duration: None })
    }

    /// Something wrong at a key of `[hip.activity.file]`.
    fn at(&self, key: &str, message: impl Into<String>, hint: &str) -> Box<Diagnostic> {
        let path = if key.is_empty() { "hip.activity.file".to_owned() } else { format!("hip.activity.file.{key}") };
        Box::new(Diagnostic::new(self.source.place(&path), message, hint))
    }

    fn diagnose(&self, error: &TableError, content: &str) -> Diagnostic {
        self.diagnose_key(error, content, "path")
    }

    /// A table's error at its line, with the line of the study that named the column or the file.
    fn diagnose_key(&self, error: &TableError, content: &str, key: &str) -> Diagnostic {
        let column = format!("hip.activity.file.{key}");
        self.source.diagnose_table(error, content, &column, "hip.activity.file.path")
    }
}
