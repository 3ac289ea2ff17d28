//! The time series of a mechanism: one column for each number that a named thing has.

use mechanics::rigid::{self, GROUND};
use nalgebra::Vector2;
use results::Table;

use super::bearing_state;
use super::names::slug;
use super::parameters::*;
use super::record::Frame;

/// A number of a frame; the second frame is the first of the run.
type Reading<'a> = Box<dyn Fn(&Frame, &Frame) -> f64 + 'a>;

/// One column: whose it is, what it is called, and how it is read from a frame.
pub(super) struct Column<'a> {
    /// Path of the thing in the parameters.
    pub owner: String,
    pub name: String,
    pub label: String,
    value: Reading<'a>,
}

/// Which numbers a joint or guide has to report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reports {
    pub force: bool,
    pub moment: bool,
}

impl Joint {
    pub(super) fn reports(&self) -> Reports {
        Reports { force: true, moment: !matches!(self.kind, JointKind::Revolute) }
    }
}

impl Guide {
    pub(super) fn reports(&self) -> Reports {
        let turns = matches!(self.kind, GuideKind::Angle(_));
        Reports { force: !turns, moment: turns }
    }
}

impl Parameters {
    /// Name, path and report of each joint, then of each guide, with the index of the engine's reaction.
    pub(super) fn constraints(&self) -> impl Iterator<Item = (usize, &str, String, Reports)> {
        let joints =
            self.joints.iter().enumerate().map(|(i, j)| (i, j.name.as_str(), format!("joints.{i}"), j.reports()));
        // Bearings without clearance are joints, too.
        let first = self.joint_count();
        let guides = self
            .guides
            .iter()
            .enumerate()
            .map(move |(i, g)| (first + i, g.name.as_str(), format!("guides.{i}"), g.reports()));
        joints.chain(guides)
    }

    /// The forces that pull along a line, by index, with their ends.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str, [&Attachment; 2])> {
        self.forces.iter().enumerate().filter_map(|(i, force)| {
            let ends = match &force.kind {
                ForceKind::Spring(kind) => [&kind.first, &kind.second],
                ForceKind::Ligament(kind) => [&kind.first, &kind.second],
                _ => return None,
            };
            Some((i, force.name.as_str(), ends))
        })
    }

    fn with_forces(&self) -> bool {
        !matches!(self.experiment, Experiment::Kinematic(_))
    }
}

/// Where a point of a body is in a frame.
fn place(bodies: &[Body], attachment: &Attachment, frame: &Frame) -> Vector2<f64> {
    let point = Vector2::from(attachment.point.map(|x| x.si()));
    match bodies.iter().position(|body| body.name == attachment.body) {
        Some(body) => frame.state.frame(body).place(&point),
        None => {
            debug_assert_eq!(attachment.body, GROUND);
            rigid::Frame::GROUND.place(&point)
        }
    }
}

pub(super) struct Collector<'a>(Vec<Column<'a>>);

impl<'a> Collector<'a> {
    pub(super) fn push(&mut self, owner: &str, name: String, label: String, value: impl Fn(&Frame) -> f64 + 'a) {
        self.push_since(owner, name, label, move |frame, _| value(frame));
    }

    /// With the first frame, where the number counts from there.
    fn push_since(&mut self, owner: &str, name: String, label: String, value: impl Fn(&Frame, &Frame) -> f64 + 'a) {
        self.0.push(Column { owner: owner.into(), name, label, value: Box::new(value) });
    }
}

/// Every column, in order.
pub(super) fn columns(parameters: &Parameters) -> Vec<Column<'_>> {
    let mut all = Collector(Vec::new());
    all.push("", "time_s".into(), "Time".into(), |f| f.state.time);
    bodies(parameters, &mut all);
    for (i, marker) in parameters.markers.iter().enumerate() {
        let (owner, stem, name) = (format!("markers.{i}"), slug(&marker.name), &marker.name);
        for (axis, letter) in ["x", "y"].into_iter().enumerate() {
            all.push(&owner, format!("{stem}_{letter}_m"), format!("{name}, {letter}"), move |f| {
                place(&parameters.bodies, &marker.of, f)[axis]
            });
        }
    }
    if parameters.with_forces() {
        forces(parameters, &mut all);
        contacts(parameters, &mut all);
        bearing_state::columns(parameters, &mut all);
        energies(parameters, &mut all);
    }
    all.push("", "constraint_drift_m".into(), "Constraint violation".into(), |f| f.drift);
    all.0
}

fn bodies(parameters: &Parameters, all: &mut Collector<'_>) {
    for (i, body) in parameters.bodies.iter().enumerate() {
        let (owner, stem, name) = (format!("bodies.{i}"), slug(&body.name), &body.name);
        let mut push = |column: &str, label: &str, value: fn(&rigid::Frame, &[f64; 3]) -> f64| {
            all.push(&owner, format!("{stem}_{column}"), format!("{name}, {label}"), move |f| {
                value(&f.state.frame(i), &f.accelerations[i])
            });
        };
        push("x_m", "x", |f, _| f.position.x);
        push("y_m", "y", |f, _| f.position.y);
        push("angle_rad", "angle", |f, _| f.angle);
        push("velocity_x_m_per_s", "velocity along x", |f, _| f.velocity.x);
        push("velocity_y_m_per_s", "velocity along y", |f, _| f.velocity.y);
        push("spin_rad_per_s", "angular velocity", |f, _| f.spin);
        push("acceleration_x_m_per_s2", "acceleration along x", |_, a| a[0]);
        push("acceleration_y_m_per_s2", "acceleration along y", |_, a| a[1]);
        push("angular_acceleration_rad_per_s2", "angular acceleration", |_, a| a[2]);
    }
}

fn forces<'a>(parameters: &'a Parameters, all: &mut Collector<'a>) {
    for (i, name, owner, reports) in parameters.constraints() {
        let stem = slug(name);
        if reports.force {
            all.push(&owner, format!("{stem}_force_x_N"), format!("{name}, force along x"), move |f| {
                f.reactions[i].force.x
            });
            all.push(&owner, format!("{stem}_force_y_N"), format!("{name}, force along y"), move |f| {
                f.reactions[i].force.y
            });
            all.push(&owner, format!("{stem}_force_N"), format!("{name}, force"), move |f| f.reactions[i].force.norm());
        }
        if reports.moment {
            all.push(&owner, format!("{stem}_moment_N_m"), format!("{name}, moment"), move |f| f.reactions[i].moment);
        }
    }
    for (i, name, [first, second]) in parameters.lines() {
        let (owner, stem) = (format!("forces.{i}"), slug(name));
        all.push(&owner, format!("{stem}_tension_N"), format!("{name}, tension"), move |f| f.tensions[i]);
        all.push(&owner, format!("{stem}_length_m"), format!("{name}, length"), move |f| {
            (place(&parameters.bodies, second, f) - place(&parameters.bodies, first, f)).norm()
        });
    }
}

fn contacts(parameters: &Parameters, all: &mut Collector<'_>) {
    for (i, contact) in parameters.contacts.iter().enumerate() {
        let (owner, stem, name) = (format!("contacts.{i}"), slug(&contact.name), &contact.name);
        let mut push = |column: &str, label: &str, value: fn(&rigid::ContactState) -> f64| {
            let value = move |f: &Frame| value(&f.contacts[i]);
            all.push(&owner, format!("{stem}_{column}"), format!("{name}, {label}"), value);
        };
        push("push_N", "push", |c| c.push);
        push("friction_N", "friction", |c| c.friction);
        push("indentation_m", "indentation", |c| (-c.touch.gap).max(0.0));
        push("gap_m", "gap", |c| c.touch.gap);
        push("sliding_m_per_s", "sliding speed", |c| c.sliding);
        push("point_x_m", "contact point, x", |c| c.touch.point.x);
        push("point_y_m", "contact point, y", |c| c.touch.point.y);
    }
}

fn energies<'a>(parameters: &'a Parameters, all: &mut Collector<'a>) {
    if let Experiment::Forward(_) = parameters.experiment {
        for (owner, name, label, value) in works(parameters) {
            all.push(&owner, name, label, value);
        }
    }
    let mut push = |name: &str, label: &str, value: fn(&Frame) -> f64| all.push("", name.into(), label.into(), value);
    push("kinetic_energy_J", "Kinetic energy", |f| f.energy.kinetic);
    push("gravity_energy_J", "Energy of position", |f| f.energy.gravity);
    push("stored_energy_J", "Energy in springs, ligaments and contacts", |f| f.energy.stored);
    push("total_energy_J", "Sum of the three", |f| f.energy.total());
    // Without integration nobody has followed what went in and out.
    if let Experiment::Forward(_) = parameters.experiment {
        push("work_of_gravity_J", "Work of gravity", |f| f.works.gravity);
        push("work_in_J", "Work of loads and guides", |f| f.state.work());
        push("energy_lost_J", "Energy lost", |f| f.state.lost());
        let (name, label) = ("energy_imbalance_J", "Energy from nowhere");
        all.push_since("", name.into(), label.into(), |frame, first| frame.imbalance(first));
    }
}

type Work = Box<dyn Fn(&Frame) -> f64>;

/// What each force and guide has done since the start: whose it is, column, label, and how it is read from a frame.
pub(super) fn works(parameters: &Parameters) -> impl Iterator<Item = (String, String, String, Work)> {
    let column = |owner: String, stem: String, name: &str, value: Work| {
        (owner, format!("{stem}_work_J"), format!("{name}, work"), value)
    };
    let forces = parameters.forces.iter().enumerate().map(move |(i, force)| {
        let (owner, stem) = (format!("forces.{i}"), slug(&force.name));
        column(owner, stem, &force.name, Box::new(move |f: &Frame| f.works.forces[i]))
    });
    let guides = parameters.guides.iter().enumerate().map(move |(i, guide)| {
        let (owner, stem) = (format!("guides.{i}"), format!("{}_guide", slug(&guide.name)));
        column(owner, stem, &guide.name, Box::new(move |f: &Frame| f.works.guides[i]))
    });
    forces.chain(guides)
}

/// The columns with their values.
pub(super) fn series(parameters: &Parameters, frames: &[Frame]) -> Table {
    let mut table = Table::default();
    let Some(first) = frames.first() else { return table };
    for column in columns(parameters) {
        let values = frames.iter().map(|frame| (column.value)(frame, first)).collect();
        table.push(&column.name, &column.label, values);
    }
    if parameters.with_forces() {
        bearing_state::circles(parameters, frames.len(), &mut table);
    }
    table
}
