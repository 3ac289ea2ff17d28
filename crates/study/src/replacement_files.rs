//! The files that a knee replacement asks for: surfaces of its parts, tables of pose and load.

use formats::table::{RawTable, TableError};
use formats::{Surface, SurfaceFile};
use joints::Unwatched;
use joints::hip::parameters::{AngleUnit, ForceUnit};
use joints::replacement::design::Designed;
use joints::replacement::parameters::{LengthUnit, LoadFile, Parameters, PartFile, PoseFile, SurrogateFile};
use joints::replacement::{ContactSurrogate, Frontal, LoadSamples, Parts, PoseSamples, shipped};
use quantity::Force;

use crate::body_cycle::NamedBody;
use crate::diagnostic::{Diagnostic, Place};
use crate::inputs::{Input, Inputs};
use crate::instants::{Asked, Instants, Wrong, asked_of};

/// Everything that was read, in m, rad and N.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub parts: Parts,
    pub pose: PoseSamples,
    pub load: LoadSamples,
    pub surrogate: Option<ContactSurrogate>,
}

/// Reads what the parameters name. Paths become those of the copies that stand beside the resolved study.
pub(crate) fn load(parameters: &mut Parameters, inputs: &mut Inputs<'_>) -> Result<Loaded, Vec<Diagnostic>> {
    let mut loading = Loading { inputs, wrong: Vec::new() };
    // What is wrong with a design has been said by the joint's own checks.
    let designed = parameters.implant.by_design().and_then(|design| design.build().ok());
    let parts = loading.parts(parameters, designed.as_ref());
    let known = designed.map_or_else(nowhere, |designed| designed.pose(parameters));
    let pose = match &mut parameters.activity.pose {
        Some(file) => loading.pose(file),
        None => Some(known),
    };
    let weight = parameters.activity.load.body_weight.map_or(1.0, |weight| weight.si());
    let load = match (&mut parameters.activity.load.file, parameters.activity.body.clone()) {
        (Some(file), _) => loading.load(file, weight),
        (None, Some(path)) => loading.of_body(&path, parameters),
        (None, None) => Some(shipped::load(parameters.activity.load.cycle)),
    };
    let surrogate = parameters.surrogate.as_mut().and_then(|file| loading.surrogate(file));
    match (parts, pose, load, loading.wrong.is_empty()) {
        (Some(parts), Some(pose), Some(load), true) => Ok(Loaded { parts, pose, load, surrogate }),
        _ => Err(loading.wrong),
    }
}

/// Where a search for rest begins on parts of one's own: their files have their origins in the middle of the knee.
fn nowhere() -> PoseSamples {
    let (name, source) = ("origins on one another".into(), "the files themselves".into());
    PoseSamples { name, source, shares: vec![0.0, 0.25, 0.5, 0.75, 1.0], poses: vec![[0.0; 6]; 5], duration: None }
}

struct Loading<'a, 'b> {
    inputs: &'a mut Inputs<'b>,
    wrong: Vec<Diagnostic>,
}

/// Rows of one cycle, by their numbers, the last the same instant as the first; its duration where a time column tells it.
struct Rows {
    shares: Vec<f64>,
    rows: Vec<usize>,
    duration: Option<f64>,
}

impl Loading<'_, '_> {
    fn parts(&mut self, parameters: &mut Parameters, designed: Option<&Designed>) -> Option<Parts> {
        let implant = &mut parameters.implant;
        if let Some(designed) = designed {
            let [femoral, insert] = designed.surfaces();
            return Some(Parts { femoral, insert });
        }
        match (&mut implant.femoral, &mut implant.insert) {
            (Some(femoral), Some(insert)) => {
                let femoral = self.part(femoral, "femoral");
                let insert = self.part(insert, "insert");
                Some(Parts { femoral: femoral?, insert: insert? })
            }
            _ => None,
        }
    }

    fn part(&mut self, file: &mut PartFile, key: &str) -> Option<Surface> {
        let named = format!("knee-replacement.implant.{key}.path");
        let input = self.bytes(&file.path, &named)?;
        match SurfaceFile::read_named(&input.bytes, &input.path) {
            Ok(read) => {
                let unit = file.unit.metres();
                let mut surface = read.surface;
                surface.points.iter_mut().flatten().for_each(|x| *x *= unit);
                file.path = self.inputs.keep(input);
                Some(surface)
            }
            Err(error) => {
                let place = Place::file(&input.path.display().to_string());
                self.wrong.push(
                    Diagnostic::new(place, error.to_string(), error.problem.hint())
                        .named_at(self.inputs.source.place(&named)),
                );
                None
            }
        }
    }

    fn surrogate(&mut self, file: &mut SurrogateFile) -> Option<ContactSurrogate> {
        let input = self.bytes(&file.path, "knee-replacement.surrogate.path")?;
        match ContactSurrogate::read(&input.bytes) {
            Ok(read) => {
                file.path = self.inputs.keep(input);
                Some(read)
            }
            Err(problem) => {
                self.wrong.push(self.inputs.source.diagnose("knee-replacement", &problem));
                None
            }
        }
    }

    /// The load of a body's knee, for a patient of the weight that the study gives, or else of the body's own.
    fn of_body(&mut self, path: &str, parameters: &mut Parameters) -> Option<LoadSamples> {
        const NAMED: &str = "knee-replacement.activity.body";
        let mut run = || -> Result<Option<LoadSamples>, Vec<Diagnostic>> {
            let named = NamedBody::read(path, NAMED, self.inputs)?;
            let Some(mut load) = named.run(NAMED, self.inputs, |body| body.compute_knee_cycle(&Unwatched))? else {
                let message = format!("the body of `{path}` has no load cycle of a knee");
                let hint = "its model needs a knee, and its motion two heel strikes of one foot";
                return Err(vec![Diagnostic::new(self.inputs.source.place(NAMED), message, hint)]);
            };
            let weight = parameters.activity.load.body_weight.get_or_insert(Force::from_si(named.weight()));
            let factor = weight.si() / named.weight();
            load.loads.iter_mut().flatten().for_each(|value| *value *= factor);
            load.name = named.name();
            parameters.activity.body = Some(named.keep(self.inputs));
            Ok(Some(load))
        };
        run().map_err(|wrong| self.wrong.extend(wrong)).ok().flatten()
    }

    fn pose(&mut self, file: &mut PoseFile) -> Option<PoseSamples> {
        const AT: &str = "knee-replacement.activity.pose";
        let (input, table) = self.table(&file.path, AT)?;
        let asked = asked_of!(file);
        let instants = self.instants(&asked, &table, &input.bytes, AT);
        let unit = file.angle_unit.unwrap_or(unit_of(&table));
        file.angle_unit = Some(unit);
        let (radians, metres) = (radians(unit), file.length_unit.metres());
        let mut columns = Vec::with_capacity(6);
        for (k, (key, column)) in file.columns().into_iter().enumerate() {
            let scale = if k < 3 { radians } else { metres };
            columns.push(self.column(&table, &input.bytes, (column, scale), &format!("{AT}.{key}")));
        }
        let columns: Vec<Vec<f64>> = columns.into_iter().collect::<Option<_>>()?;
        for (k, (key, column)) in file.columns().into_iter().enumerate() {
            let (most, unit, what) = if k < 3 { (FARTHEST_TURN, "rad", "angle") } else { (FARTHEST, "m", "length") };
            if let Some(row) = columns[k].iter().position(|value| !(value.abs() <= most)) {
                let message = format!("column '{column}' has {:e} {unit} in row {}", columns[k][row], row + 1);
                let hint = format!("no knee does that: is {what}-unit right, or the file damaged?");
                self.wrong.push(Diagnostic::new(self.inputs.source.place(&format!("{AT}.{key}")), message, hint));
                return None;
            }
        }
        let Rows { shares, rows, duration } = instants?;
        let poses = rows.iter().map(|&i| std::array::from_fn(|k| columns[k][i])).collect();
        let source = format!("your file {}", file.path);
        let name = input.name();
        file.path = self.inputs.keep(input);
        Some(PoseSamples { name, source, shares, poses, duration })
    }

    fn load(&mut self, file: &mut LoadFile, weight: f64) -> Option<LoadSamples> {
        const AT: &str = "knee-replacement.activity.load.file";
        let (input, table) = self.table(&file.path, AT)?;
        let asked = asked_of!(file);
        let instants = self.instants(&asked, &table, &input.bytes, AT);
        let newtons = match file.force_unit {
            ForceUnit::N => 1.0,
            ForceUnit::BW => weight,
            ForceUnit::PercentBW => 0.01 * weight,
        };
        let unit = file.angle_unit.unwrap_or(unit_of(&table));
        let mut optional = |column: &Option<String>, scale: f64, key: &str| match column {
            Some(column) => self.column(&table, &input.bytes, (column, scale), &format!("{AT}.{key}")).map(Some),
            None => Some(None),
        };
        let axial = optional(&Some(file.axial.clone()), newtons, "axial");
        let anterior = optional(&file.anterior, newtons, "anterior");
        let torque = optional(&file.torque, 1.0, "torque");
        let flexion = optional(&file.flexion, radians(unit), "flexion");
        let medial = optional(&file.medial, file.length_unit.unwrap_or(LengthUnit::Mm).metres(), "medial");
        let moment = optional(&file.frontal_moment, 1.0, "frontal-moment");
        let (axial, anterior, torque, flexion) = (axial??, anterior?, torque?, flexion?);
        let (medial, moment) = (medial?, moment?);
        if flexion.is_some() {
            file.angle_unit = Some(unit);
        }
        let Rows { shares, rows, duration } = instants?;
        let at = |column: &Option<Vec<f64>>, i: usize| column.as_ref().map_or(0.0, |values| values[i]);
        let loads = rows.iter().map(|&i| [axial[i], at(&anterior, i), at(&torque, i)]).collect();
        let flexion = flexion.map(|values| rows.iter().map(|&i| values[i]).collect());
        let chosen = |values: Vec<f64>| rows.iter().map(|&i| values[i]).collect::<Vec<f64>>();
        let frontal = match (medial, moment) {
            (Some(arms), _) => {
                let arms = chosen(arms);
                if let Some(row) = arms.iter().position(|arm| !(arm.abs() <= FARTHEST_LOAD)) {
                    let message = format!("the axial force acts {:.3} m from the middle in row {}", arms[row], row + 1);
                    let place = self.inputs.source.place(&format!("{AT}.medial"));
                    self.wrong.push(Diagnostic::new(place, message, "is length-unit right? 5 mm medially is usual"));
                    return None;
                }
                Some(Frontal::LineOfAction(arms))
            }
            (None, Some(moments)) => Some(Frontal::Moment(chosen(moments))),
            (None, None) => None,
        };
        let source = format!("your file {}", file.path);
        let name = input.name();
        file.path = self.inputs.keep(input);
        Some(LoadSamples { name, source, shares, loads, flexion, frontal, duration })
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
                    let place = self.inputs.source.place(&format!("{at}.{key}"));
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

    fn table(&mut self, path: &str, at: &str) -> Option<(Input, RawTable)> {
        let read = self.inputs.read_table(path, &format!("{at}.path"));
        read.map_err(|wrong| self.wrong.push(*wrong)).ok()
    }

    fn bytes(&mut self, path: &str, named: &str) -> Option<Input> {
        self.inputs.read(path, named).map_err(|wrong| self.wrong.push(*wrong)).ok()
    }

    fn refuse<T>(&mut self, error: &TableError, bytes: &[u8], named: &str, at: &str) -> Option<T> {
        let content = String::from_utf8_lossy(bytes);
        let file = if at.ends_with(".path") { at.to_owned() } else { format!("{at}.path") };
        self.wrong.push(self.inputs.source.diagnose_table(error, &content, named, &file));
        None
    }
}

/// No load acts farther from the middle of a knee, in m.
const FARTHEST_LOAD: f64 = 0.2;
/// No translation of a knee is longer, in m; no turn greater, in rad.
const FARTHEST: f64 = 10.0;
const FARTHEST_TURN: f64 = 4.0 * std::f64::consts::PI;

fn unit_of(table: &RawTable) -> AngleUnit {
    if table.in_degrees == Some(false) { AngleUnit::Rad } else { AngleUnit::Deg }
}

fn radians(unit: AngleUnit) -> f64 {
    if unit == AngleUnit::Deg { 1f64.to_radians() } else { 1.0 }
}
