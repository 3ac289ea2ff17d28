//! From the activity of a study to a load cycle: a shipped one by name, or tables of the user's by their columns.

use joints::Unwatched;
use joints::hip::CycleSamples;
use joints::hip::parameters::{Activity, AngleUnit, CycleFile, ForceActsOn, ForceFile, ForceUnit, Parameters};
use joints::hip::shipped;
use quantity::{Force, Length, Time};

use crate::body_cycle::NamedBody;
use crate::cycle_table::{CycleTable, Keys};
use crate::diagnostic::Diagnostic;
use crate::inputs::Inputs;
use crate::two_tables::{self, Track};

/// A motion within so many degrees is that of radians that were taken for degrees.
const RADIANS: f64 = 2.5;
/// No hip turns farther, in rad.
const FARTHEST: f64 = 3.2;
/// Loads in body weights: more than the first is impossible; hips carry those of the span.
const MOST_WEIGHTS: f64 = 50.0;
const USUAL_WEIGHTS: std::ops::RangeInclusive<f64> = 0.3..=15.0;

/// A load cycle and what was found out on the way to it.
#[derive(Debug, Clone)]
pub(crate) struct Resolved {
    pub samples: CycleSamples,
    /// Where the copies of the tables will stand: that of the cycle, that of the forces.
    pub copies: Vec<String>,
    /// Whether the table's angles are in degrees, where there is a table.
    pub angle_unit: Option<AngleUnit>,
}

/// Reads the cycle that an activity asks for, for a patient of this weight (N).
pub(crate) fn resolve(activity: &Activity, weight: f64, inputs: &mut Inputs<'_>) -> Result<Resolved, Vec<Diagnostic>> {
    if let Some(file) = &activity.file {
        return resolve_tables((activity, file), weight, HIP, inputs);
    }
    if let Some(body) = &activity.body {
        return of_body(activity, body, weight, inputs);
    }
    let shipped = activity.cycle.as_deref().map_or(shipped::CYCLES.first(), shipped::find);
    let Some(shipped) = shipped else {
        let place = inputs.source.place("hip.activity.cycle");
        return Err(vec![Diagnostic::new(place, "no load cycle has this name", "`synovia list` names them")]);
    };
    let samples = shipped.samples(weight, activity.cycle_duration());
    Ok(Resolved { samples, copies: Vec::new(), angle_unit: None })
}

/// Runs the study of a body, and takes the load of its hip in body weights.
fn of_body(activity: &Activity, path: &str, weight: f64, inputs: &mut Inputs<'_>) -> Result<Resolved, Vec<Diagnostic>> {
    const NAMED: &str = "hip.activity.body";
    let named = NamedBody::read(path, NAMED, inputs)?;
    let Some(mut samples) = named.run(NAMED, inputs, |body| body.compute_hip_cycle(&Unwatched))? else {
        let message = format!("the body of `{path}` has no load cycle of a hip");
        let hint = "its model needs a hip, and its motion two heel strikes of one foot";
        return Err(vec![Diagnostic::new(inputs.source.place(NAMED), message, hint)]);
    };
    let own = named.weight();
    for force in &mut samples.force_on_head {
        *force = force.map(|component| component * weight / own);
    }
    samples.name = named.name();
    if let Some(duration) = activity.cycle_duration() {
        samples.duration = duration;
    }
    Ok(Resolved { samples, copies: vec![named.keep(inputs)], angle_unit: None })
}

/// Where a hip names its tables.
const HIP: [&str; 2] = ["hip.activity.file", "hip.activity.force-file"];

/// Reads the cycle of tables that are named at these places of the study.
pub(crate) fn resolve_tables(
    (activity, file): (&Activity, &CycleFile),
    weight: f64,
    [at, force_at]: [&'static str; 2],
    inputs: &mut Inputs<'_>,
) -> Result<Resolved, Vec<Diagnostic>> {
    let read = |keys| CycleTable::read(keys, inputs).map_err(|wrong| vec![*wrong]);
    let table = read(Keys::of_cycle(file, at))?;
    let mut wrong = Vec::new();
    let made = match &activity.force_file {
        None => of_one_table(activity, file, weight, (&table, &mut wrong)).map(|made| (made, vec![table.input])),
        Some(force) => {
            let forces = read(Keys::of_forces(force, force_at))?;
            let made = of_two_tables(activity, (file, force), weight, ([&table, &forces], &mut wrong));
            made.map(|made| (made, vec![table.input, forces.input]))
        }
    };
    let (resolved, read) = made.filter(|_| wrong.is_empty()).ok_or(wrong)?;
    Ok(Resolved { copies: read.into_iter().map(|input| inputs.keep(input)).collect(), ..resolved })
}

/// The parameters with everything written out that was left to a default, and the paths of the copies that stand beside the
/// resolved study.
pub(crate) fn write_out(parameters: &Parameters, resolved: &Resolved) -> Parameters {
    let mut complete = parameters.clone();
    let Parameters { implant, patient, activity, .. } = &mut complete;
    if implant.cup_diameter.is_none() && implant.clearance.is_none() {
        implant.clearance = Some(Length::from_si(implant.radial_clearance()));
    }
    if patient.body_weight.is_none() && patient.mass.is_none() {
        patient.body_weight = Some(Force::from_si(patient.weight()));
    }
    if let (Some(body), Some(copy)) = (&mut activity.body, resolved.copies.first()) {
        body.clone_from(copy);
        if activity.duration.is_none() && activity.cadence.is_none() {
            activity.duration = Some(Time::from_si(resolved.samples.duration));
        }
        return complete;
    }
    match &mut activity.file {
        Some(file) => file.angle_unit = file.angle_unit.or(resolved.angle_unit),
        None => activity.cycle = Some(resolved.samples.name.clone()),
    }
    let paths = [activity.file.as_mut().map(|f| &mut f.path), activity.force_file.as_mut().map(|f| &mut f.path)];
    paths.into_iter().flatten().zip(&resolved.copies).for_each(|(path, copy)| path.clone_from(copy));
    if activity.duration.is_none() && activity.cadence.is_none() {
        activity.duration = Some(Time::from_si(resolved.samples.duration));
    }
    complete
}

/// The columns of the force, of either table.
struct Forces<'a> {
    components: [(&'static str, &'a Option<String>); 3],
    vertical: &'a Option<String>,
    unit: ForceUnit,
    acts_on: ForceActsOn,
}

impl<'a> Forces<'a> {
    fn of_cycle(file: &'a CycleFile) -> Self {
        Self {
            components: [
                ("force-anterior", &file.force_anterior),
                ("force-superior", &file.force_superior),
                ("force-lateral", &file.force_lateral),
            ],
            vertical: &file.force_vertical,
            unit: file.force_unit,
            acts_on: file.force_acts_on,
        }
    }

    fn of_forces(file: &'a ForceFile) -> Self {
        Self {
            components: [
                ("force-anterior", &file.force_anterior),
                ("force-superior", &file.force_superior),
                ("force-lateral", &file.force_lateral),
            ],
            vertical: &file.force_vertical,
            unit: file.force_unit,
            acts_on: file.force_acts_on,
        }
    }

    /// Force of the pelvis on the head in N, row by row.
    fn read(&self, weight: f64, table: &CycleTable<'_>, wrong: &mut Vec<Diagnostic>) -> Vec<[f64; 3]> {
        let rows: Vec<[f64; 3]> = match self.vertical {
            Some(_) => {
                let size = table.three([("force-vertical", self.vertical), ("", &None), ("", &None)], wrong);
                // The size of a load that presses upwards into the cup: the pelvis pushes the head down.
                size.into_iter().map(|[size, _, _]| [0.0, -size, 0.0]).collect()
            }
            None => {
                let sign = if self.acts_on == ForceActsOn::Cup { -1.0 } else { 1.0 };
                table.three(self.components, wrong).into_iter().map(|f| f.map(|x| sign * x)).collect()
            }
        };
        wrong.extend(self.question(&rows, weight, table));
        let newtons = match self.unit {
            ForceUnit::N => 1.0,
            ForceUnit::BW => weight,
            ForceUnit::PercentBW => 0.01 * weight,
        };
        rows.into_iter().map(|row| row.map(|f| newtons * f)).collect()
    }

    /// Forces in another unit than the study says.
    fn question(&self, rows: &[[f64; 3]], weight: f64, table: &CycleTable<'_>) -> Option<Diagnostic> {
        let size = |f: &[f64; 3]| f.iter().map(|x| x * x).sum::<f64>().sqrt();
        let peak = rows.iter().map(size).fold(0.0, f64::max);
        let units =
            [("N", ForceUnit::N, 1.0 / weight), ("BW", ForceUnit::BW, 1.0), ("%BW", ForceUnit::PercentBW, 0.01)];
        let (name, _, per_unit) = units.into_iter().find(|(_, unit, _)| *unit == self.unit)?;
        let weights = peak * per_unit;
        let meant =
            units.iter().find(|(_, unit, factor)| *unit != self.unit && USUAL_WEIGHTS.contains(&(peak * factor)));
        let light = weights < 0.02 && peak > 0.0 && meant.is_some() && !table.is_written("force-unit");
        if weights <= MOST_WEIGHTS && !light {
            return None;
        }
        let message = format!(
            "the largest force is {peak:.4} {name}, that is {weights:.4} body weights of {weight:.0} N: hips are loaded by 1 to 8"
        );
        let hint = match meant {
            Some((unit, ..)) if light => {
                format!("if it is in {unit}, add force-unit = \"{unit}\"; if not, force-unit = \"{name}\"")
            }
            Some((unit, ..)) => format!("is it in {unit}? then write force-unit = \"{unit}\""),
            None => "check force-unit, the columns and the body weight".into(),
        };
        Some(*table.at("force-unit", message, hint))
    }
}

/// Angles in rad, row by row, and their unit.
fn read_angles(file: &CycleFile, table: &CycleTable<'_>, wrong: &mut Vec<Diagnostic>) -> (Vec<[f64; 3]>, AngleUnit) {
    let CycleFile { flexion, adduction, rotation, .. } = file;
    let columns = [("flexion", flexion), ("adduction", adduction), ("rotation", rotation)];
    let angles = table.three(columns, wrong);
    let unit = file.angle_unit.unwrap_or(match table.table.in_degrees {
        Some(false) => AngleUnit::Rad,
        _ => AngleUnit::Deg,
    });
    let to_rad = |angle: f64| if unit == AngleUnit::Deg { angle.to_radians() } else { angle };
    let (least, most) = angles.iter().flatten().fold((0.0_f64, 0.0_f64), |(l, m), a| (l.min(*a), m.max(*a)));
    let largest = most.max(-least);
    let key = columns.iter().find(|(_, column)| column.is_some()).map_or("", |(key, _)| *key);
    let range = format!("the angles lie between {least:.4} and {most:.4}");
    if file.angle_unit.is_none() && unit == AngleUnit::Deg && largest > 0.0 && largest < RADIANS {
        let message = format!("{range} and are taken as degrees: such a hip hardly moves");
        let hint = "if they are radians, add angle-unit = \"rad\"; if they are degrees, angle-unit = \"deg\"";
        wrong.push(*table.at(key, message, hint));
    } else if to_rad(largest) > FARTHEST {
        let message = match unit {
            AngleUnit::Deg => format!("{range} degrees: no hip turns so far"),
            AngleUnit::Rad => format!(
                "{range} and are taken as radians, {:.0} degrees: no hip turns so far",
                to_rad(largest).to_degrees()
            ),
        };
        let hint = match unit {
            AngleUnit::Deg => "check the columns; do they hold angles of the hip?",
            AngleUnit::Rad => "if they are degrees, write angle-unit = \"deg\"",
        };
        wrong.push(*table.at(key, message, hint));
    }
    (angles.into_iter().map(|row| row.map(to_rad)).collect(), unit)
}

fn of_one_table(
    activity: &Activity,
    file: &CycleFile,
    weight: f64,
    (table, wrong): (&CycleTable<'_>, &mut Vec<Diagnostic>),
) -> Option<Resolved> {
    let instants = table.instants().map_err(|diagnostic| wrong.push(*diagnostic)).ok();
    let (angles, angle_unit) = read_angles(file, table, wrong);
    let force = Forces::of_cycle(file).read(weight, table, wrong);
    let instants = instants?;
    let rows = instants.rows.clone();
    let own = instants.clock.map(|(_, duration)| duration);
    let samples = CycleSamples {
        name: table.name.clone(),
        source: format!("your file {}", file.path),
        duration: activity.cycle_duration().or(own).unwrap_or_default(),
        instants: instants.shares,
        angles: angles[rows.clone()].to_vec(),
        force_on_head: force[rows].to_vec(),
        last_repeats_first: file.last_row_repeats_first,
    };
    Some(Resolved { samples, copies: Vec::new(), angle_unit: Some(angle_unit) })
}

fn of_two_tables(
    activity: &Activity,
    (file, force_file): (&CycleFile, &ForceFile),
    weight: f64,
    ([table, forces], wrong): ([&CycleTable<'_>; 2], &mut Vec<Diagnostic>),
) -> Option<Resolved> {
    let instants = table.instants().map_err(|diagnostic| wrong.push(*diagnostic)).ok();
    let (angles, angle_unit) = read_angles(file, table, wrong);
    let force = Forces::of_forces(force_file).read(weight, forces, wrong);
    let instants = instants?;
    let over = two_tables::forces_over((table, &instants), forces, &force);
    let (force, of_forces) = over.map_err(|diagnostic| wrong.push(*diagnostic)).ok()?;
    let own = instants.clock.map(|(_, duration)| duration).or(of_forces);
    let (instants, angles, force_on_head) = two_tables::join(&Track::new(&instants, &angles), &force)?;
    let samples = CycleSamples {
        name: table.name.clone(),
        source: format!("your files {} and {}", file.path, force_file.path),
        duration: activity.cycle_duration().or(own).unwrap_or_default(),
        instants,
        angles,
        force_on_head,
        last_repeats_first: true,
    };
    Some(Resolved { samples, copies: Vec::new(), angle_unit: Some(angle_unit) })
}
