//! From the motion of a study to a recording: a shipped one by name, or tables of the user's by their columns.

use std::path::PathBuf;

use formats::table::{RawTable, TableError};
use joints::gait::parameters::{AngleColumns, GroundFile, Motion, MotionFile, OtherLegColumns, ReferenceFile};
use joints::gait::{Ground, Kinematics, OtherKinematics, OtherLegRecord, Recording, Reference, shipped};
use joints::hip::parameters::AngleUnit;

use crate::diagnostic::Diagnostic;
use crate::inputs::Inputs;

/// Where the file of a motion stands in a study.
const FILE: &str = "gait.motion.file";

/// Reads the recording that a motion asks for. Paths become those of the copies that stand beside the resolved study, and
/// what was left to a default is written out.
pub(crate) fn load(motion: &mut Motion, inputs: &mut Inputs<'_>) -> Result<Recording, Vec<Diagnostic>> {
    if let Some(file) = &mut motion.file {
        let mut loading = Loading { inputs, wrong: Vec::new(), read: Vec::new() };
        let recording = loading.recording(file);
        return recording.filter(|_| loading.wrong.is_empty()).ok_or(loading.wrong);
    }
    let name = motion.recording.clone().unwrap_or_else(|| shipped::RECORDINGS[0].name.into());
    let Some(found) = shipped::find(&name) else {
        let place = inputs.source.place("gait.motion.recording");
        return Err(vec![Diagnostic::new(place, "no recording has this name", "`synovia list` names them")]);
    };
    motion.recording = Some(name);
    Ok(found.recording())
}

fn unit_name(metres: f64) -> &'static str {
    match metres {
        1e-3 => "mm",
        1e-2 => "cm",
        _ => "m",
    }
}

/// A file that has been read.
struct Sheet {
    path: PathBuf,
    bytes: Vec<u8>,
    table: RawTable,
    /// Where its copy will stand.
    copy: String,
}

struct Loading<'a, 'b> {
    inputs: &'a mut Inputs<'b>,
    wrong: Vec<Diagnostic>,
    read: Vec<Sheet>,
}

impl Loading<'_, '_> {
    fn recording(&mut self, file: &mut MotionFile) -> Option<Recording> {
        let sheet = self.read(&file.path, &format!("{FILE}.path"))?;
        let times = self.times(sheet, &file.time, &format!("{FILE}.time"));
        let metres = file.length_unit.metres();
        if let Some(said) = self.read[sheet].table.metres.filter(|said| *said != metres) {
            let (said, asked) = (unit_name(said), unit_name(metres));
            let message = format!("the file says that its lengths are in {said}, the study that they are in {asked}");
            let place = self.inputs.source.place_of_first(&[&format!("{FILE}.length-unit"), &format!("{FILE}.path")]);
            let hint = format!("write length-unit = \"{said}\"");
            self.wrong.push(Diagnostic::new(place, message, hint));
            return None;
        }
        let kinematics = match (&file.markers, &file.angles) {
            (Some(markers), _) => {
                let columns = [&markers.trunk, &markers.hip, &markers.knee, &markers.ankle, &markers.toe];
                let places = joints::gait::MARKERS
                    .iter()
                    .zip(columns)
                    .map(|(name, pair)| self.marker(sheet, pair, metres, &format!("{FILE}.markers.{name}")))
                    .collect::<Vec<_>>();
                let places = places.into_iter().collect::<Option<Vec<_>>>()?;
                Kinematics::Markers(Box::new(places.try_into().ok()?))
            }
            (None, Some(angles)) => {
                let unit = file.angle_unit.unwrap_or(match self.read[sheet].table.in_degrees {
                    Some(false) => AngleUnit::Rad,
                    _ => AngleUnit::Deg,
                });
                file.angle_unit = Some(unit);
                self.angles(sheet, angles, metres, if unit == AngleUnit::Deg { 1f64.to_radians() } else { 1.0 })?
            }
            (None, None) => return None,
        };
        let ground = match &mut file.ground {
            Some(ground) => self.ground((sheet, &format!("{FILE}.ground")), ground, metres)?,
            None => Ground::default(),
        };
        let other = match &mut file.other_leg {
            Some(columns) => {
                let above = match (&kinematics, &file.angles) {
                    (Kinematics::Angles { angles, .. }, Some(columns)) => {
                        Some((angles[0].clone(), columns.instep.si()))
                    }
                    _ => None,
                };
                let radians = if file.angle_unit == Some(AngleUnit::Rad) { 1.0 } else { 1f64.to_radians() };
                Some(Box::new(self.other_leg(sheet, columns, above, [metres, radians])?))
            }
            None => None,
        };
        let reference = match &mut file.reference {
            Some(reference) => Some(self.reference(reference)?),
            None => None,
        };
        let times = times?;
        let toe_offs = match file.toe_off.is_empty() {
            true => ground.find_toe_offs(),
            false => file.toe_off.iter().map(|time| time.si()).collect(),
        };
        let until = |times: &[f64]| times.last().copied().unwrap_or(f64::INFINITY);
        let name = self.read[sheet].copy.clone();
        let source = format!("your file {}", self.read[sheet].path.display());
        let usable_until = until(&times).min(until(&ground.times));
        file.path.clone_from(&name);
        let name = name.trim_start_matches("inputs/").to_owned();
        Some(Recording { name, source, times, kinematics, ground, toe_offs, usable_until, reference, other })
    }

    /// Place of the hip and angles of the segments, from those of the pelvis and of the joints.
    fn angles(&mut self, sheet: usize, angles: &AngleColumns, metres: f64, radians: f64) -> Option<Kinematics> {
        let at = |key: &str| format!("{FILE}.angles.{key}");
        let pelvis = self.pair(sheet, &angles.pelvis, metres, &at("pelvis"));
        let [tilt, hip, knee, ankle] =
            [("tilt", &angles.tilt), ("hip", &angles.hip), ("knee", &angles.knee), ("ankle", &angles.ankle)]
                .map(|(key, column)| self.column(sheet, column, radians, &at(key)));
        let (pelvis, tilt, hip, knee, ankle) = (pelvis?, tilt?, hip?, knee?, ankle?);
        let [ahead, above] = angles.hip_in_pelvis.map(|length| length.si());
        let centre = |(place, tilt): (&[f64; 2], &f64)| {
            let (s, c) = tilt.sin_cos();
            [place[0] + c * ahead - s * above, place[1] + s * ahead + c * above]
        };
        let upright = std::f64::consts::FRAC_PI_2;
        let add = |to: &[f64], by: &[f64]| to.iter().zip(by).map(|(a, b)| a + b).collect::<Vec<f64>>();
        let thigh = add(&tilt, &hip);
        let shank = add(&thigh, &knee);
        let foot = add(&shank, &ankle);
        let turned = |angles: &[f64], by: f64| angles.iter().map(|a| a + by).collect::<Vec<f64>>();
        Some(Kinematics::Angles {
            hip: pelvis.iter().zip(&tilt).map(centre).collect(),
            angles: Box::new([
                turned(&tilt, upright),
                turned(&thigh, upright),
                turned(&shank, upright),
                turned(&foot, angles.instep.si()),
            ]),
        })
    }

    /// The other leg; its angles hang from those of the trunk, which come with the direction of the instep.
    fn other_leg(
        &mut self,
        sheet: usize,
        columns: &mut OtherLegColumns,
        above: Option<(Vec<f64>, f64)>,
        [metres, radians]: [f64; 2],
    ) -> Option<OtherLegRecord> {
        let at = |key: &str| format!("{FILE}.other-leg.{key}");
        let kinematics = match (&columns.markers, &columns.angles, above) {
            (Some(markers), _, _) => {
                let pairs =
                    [("hip", &markers.hip), ("knee", &markers.knee), ("ankle", &markers.ankle), ("toe", &markers.toe)];
                let places = pairs.map(|(key, pair)| self.marker(sheet, pair, metres, &at(&format!("markers.{key}"))));
                let places = places.into_iter().collect::<Option<Vec<_>>>()?;
                OtherKinematics::Markers(Box::new(places.try_into().ok()?))
            }
            (None, Some(angles), Some((trunk, instep))) => {
                let pairs = [("hip", &angles.hip), ("knee", &angles.knee), ("ankle", &angles.ankle)];
                let [hip, knee, ankle] =
                    pairs.map(|(key, column)| self.column(sheet, column, radians, &at(&format!("angles.{key}"))));
                let (hip, knee, ankle) = (hip?, knee?, ankle?);
                let add = |to: &[f64], by: &[f64]| to.iter().zip(by).map(|(a, b)| a + b).collect::<Vec<f64>>();
                // The trunk's angle counts from the horizontal, as the segments' do.
                let thigh = add(&trunk, &hip);
                let shank = add(&thigh, &knee);
                let turned = instep - std::f64::consts::FRAC_PI_2;
                let foot = add(&shank, &ankle).into_iter().map(|angle| angle + turned).collect();
                OtherKinematics::Angles(Box::new([thigh, shank, foot]))
            }
            _ => return None,
        };
        let ground = match &mut columns.ground {
            Some(ground) => self.ground((sheet, &at("ground")), ground, metres)?,
            None => Ground::default(),
        };
        Some(OtherLegRecord { kinematics, ground })
    }

    /// The force of the ground, which the study gives at `place`.
    fn ground(&mut self, (motion, place): (usize, &str), ground: &mut GroundFile, metres: f64) -> Option<Ground> {
        let at = |key: &str| format!("{place}.{key}");
        let sheet = match &ground.path {
            Some(path) => self.read(path, &at("path"))?,
            None => motion,
        };
        let times = self.times(sheet, &ground.time, &at("time"));
        let force = self.pair(sheet, &ground.force, ground.force_unit.newtons(), &at("force"));
        let x = self.column(sheet, &ground.pressure_x, metres, &at("pressure-x"));
        let y = match &ground.pressure_y {
            Some(column) => self.column(sheet, column, metres, &at("pressure-y")),
            None => Some(vec![0.0; self.read[sheet].table.rows()]),
        };
        if ground.path.is_some() {
            ground.path = Some(self.read[sheet].copy.clone());
        }
        let point = x?.into_iter().zip(y?).map(|(x, y)| [x, y]).collect();
        Some(Ground { times: times?, force: force?, point })
    }

    /// Joint moments of another program.
    fn reference(&mut self, file: &mut ReferenceFile) -> Option<Reference> {
        let at = |key: &str| format!("{FILE}.reference.{key}");
        let sheet = self.read(&file.path, &at("path"))?;
        let times = self.times(sheet, &file.time, &at("time"));
        let [hip, knee, ankle] = [("hip", &file.hip), ("knee", &file.knee), ("ankle", &file.ankle)]
            .map(|(key, column)| self.column(sheet, column, 1.0, &at(key)));
        let (hip, knee, ankle) = (hip?, knee?, ankle?);
        let moment = |moment: f64| [f64::NAN, f64::NAN, moment];
        let loads = (0..hip.len()).map(|i| [moment(hip[i]), moment(knee[i]), moment(ankle[i])]).collect();
        let source = format!("your file {}", file.path);
        file.path.clone_from(&self.read[sheet].copy);
        Some(Reference { source, times: times?, loads })
    }

    /// Reads a file, once.
    fn read(&mut self, path: &str, named: &str) -> Option<usize> {
        let whole = self.inputs.source.folder().join(path);
        if let Some(known) = self.read.iter().position(|sheet| sheet.path == whole) {
            return Some(known);
        }
        let (input, table) = self.inputs.read_table(path, named).map_err(|wrong| self.wrong.push(*wrong)).ok()?;
        let bytes = input.bytes.clone();
        let copy = self.inputs.keep(input);
        self.read.push(Sheet { path: whole, bytes, table, copy });
        Some(self.read.len() - 1)
    }

    fn times(&mut self, sheet: usize, column: &str, named: &str) -> Option<Vec<f64>> {
        let table = &self.read[sheet].table;
        let checked =
            table.check_time(column).and_then(|()| table.check_gaps(column)).and_then(|()| table.column(column));
        match checked {
            Ok(times) => Some(times.to_vec()),
            Err(error) => self.refuse(sheet, &error, named),
        }
    }

    /// A column in a unit; a minus before its name turns its sign.
    fn column(&mut self, sheet: usize, column: &str, unit: f64, named: &str) -> Option<Vec<f64>> {
        let (name, sign) = column.strip_prefix('-').map_or((column, 1.0), |name| (name, -1.0));
        match self.read[sheet].table.column(name) {
            Ok(values) => Some(values.iter().map(|value| sign * unit * value).collect()),
            Err(error) => self.refuse(sheet, &error, named),
        }
    }

    fn pair(&mut self, sheet: usize, columns: &[String; 2], unit: f64, named: &str) -> Option<Vec<[f64; 2]>> {
        let [x, y] = [0, 1].map(|i| self.column(sheet, &columns[i], unit, &format!("{named}.{i}")));
        Some(x?.into_iter().zip(y?).map(|(x, y)| [x, y]).collect())
    }

    /// As `pair`, where empty cells are gaps: a marker may be hidden for a while.
    fn marker(&mut self, sheet: usize, columns: &[String; 2], unit: f64, named: &str) -> Option<Vec<[f64; 2]>> {
        let [x, y] = [0, 1].map(|i| {
            let column = columns[i].as_str();
            let (name, sign) = column.strip_prefix('-').map_or((column, 1.0), |name| (name, -1.0));
            match self.read[sheet].table.column_with_gaps(name) {
                Ok(values) => Some(values.iter().map(|value| sign * unit * value).collect::<Vec<f64>>()),
                Err(error) => self.refuse(sheet, &error, &format!("{named}.{i}")),
            }
        });
        Some(x?.into_iter().zip(y?).map(|(x, y)| [x, y]).collect())
    }

    fn refuse<T>(&mut self, sheet: usize, error: &TableError, named: &str) -> Option<T> {
        let content = String::from_utf8_lossy(&self.read[sheet].bytes).into_owned();
        self.complain(error, &content, named);
        None
    }

    fn complain(&mut self, error: &TableError, content: &str, named: &str) {
        self.wrong.push(self.inputs.source.diagnose_table(error, content, named, &format!("{FILE}.path")));
    }
}
