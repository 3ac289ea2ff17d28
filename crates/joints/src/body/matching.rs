//! What was measured, as values of the model's coordinates: columns by their names, or markers followed from frame to frame.

use mechanics::rigid::tree::Skeleton;

use super::anatomy::Anatomy;
use super::kinematics::{Seen, solve_frame};
use super::recording::{Kinematics, Recording};
use crate::Problem;

/// An angle beyond this is no angle of a joint, rad.
const FARTHEST: f64 = 3.5;
/// A motion within so many degrees is that of radians that were taken for degrees.
const RADIANS: f64 = 2.5;

/// How well markers are met.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MarkerFit {
    /// Over all frames, m.
    pub rms: f64,
    pub worst: f64,
    pub worst_marker: String,
    pub worst_time: f64,
    /// Markers that were not seen in some frames, and in how many.
    pub gaps: Vec<(String, usize)>,
    pub steps: usize,
}

/// What was measured, as values of coordinates.
pub(super) struct Solved {
    pub columns: Vec<(usize, Vec<f64>)>,
    pub missing: Vec<String>,
    pub fit: Option<MarkerFit>,
}

pub(super) fn solve_coordinates(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    recording: &Recording,
) -> Result<Solved, Problem> {
    if recording.times.len() < 8 {
        let message = format!("the motion has {} frames", recording.times.len());
        return Err(Problem::new("motion.file.path", message, "at least 8 are needed"));
    }
    match &recording.kinematics {
        Kinematics::Coordinates(columns) => match_coordinates(anatomy, skeleton, columns),
        Kinematics::Markers(markers) => follow_markers(anatomy, skeleton, (&recording.times, markers)),
    }
}

/// Whether a coordinate turns something.
fn turns(anatomy: &Anatomy, coordinate: usize) -> bool {
    let bodies = anatomy.tree.bodies.iter();
    bodies.flat_map(|body| &body.joint.rotations).any(|axis| axis.coordinates.iter().any(|(at, _)| *at == coordinate))
}

fn match_coordinates(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    columns: &[(String, Vec<f64>)],
) -> Result<Solved, Problem> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    let mut found = Vec::new();
    let mut missing = Vec::new();
    for (index, coordinate) in anatomy.tree.coordinates.iter().enumerate() {
        let column = columns.iter().find(|(name, _)| {
            let last = name.trim_end_matches("/value").rsplit('/').next().unwrap_or(name);
            *name == coordinate.name || last == coordinate.name
        });
        match column {
            Some((_, values)) => found.push((index, values.clone())),
            None if skeleton.free().contains(&index) => missing.push(coordinate.name.clone()),
            None => {}
        }
    }
    let free = skeleton.free().len();
    if found.is_empty() {
        let first = missing.first().cloned().unwrap_or_default();
        let nearest = Anatomy::nearest(names.iter().copied(), &first);
        let hint = match nearest.is_empty() {
            true => format!(
                "the columns of the motion are: {}",
                names.iter().take(12).copied().collect::<Vec<_>>().join(", ")
            ),
            false => format!("nearest columns to `{first}`: {}", nearest.join(", ")),
        };
        let message = format!("the motion does not fit the model: it gives {} of {free} coordinates", found.len());
        return Err(Problem::new("motion.file.path", message, hint));
    }
    let turning = found.iter().filter(|(index, _)| turns(anatomy, *index));
    let farthest = turning.map(|(index, values)| (values.iter().fold(0.0_f64, |m, x| m.max(x.abs())), *index));
    let (most, index) = farthest.fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
    if most > FARTHEST {
        let name = &anatomy.tree.coordinates[index].name;
        let message =
            format!("`{name}` reaches {most:.3} rad, {:.0} degrees: no joint turns so far", most.to_degrees());
        return Err(Problem::new(
            "motion.file.angle-unit",
            message,
            "is it in degrees? then write angle-unit = \"deg\"",
        ));
    }
    if most > 0.0 && most.to_degrees() < RADIANS {
        let message =
            format!("no coordinate turns by more than {:.3} degrees: such a body hardly moves", most.to_degrees());
        let hint = "are they radians? then write angle-unit = \"rad\"";
        return Err(Problem::new("motion.file.angle-unit", message, hint));
    }
    Ok(Solved { columns: found, missing, fit: None })
}

type SeenMarkers = [(String, f64, Vec<nalgebra::Vector3<f64>>)];

fn follow_markers(
    anatomy: &Anatomy,
    skeleton: &Skeleton,
    (times, markers): (&[f64], &SeenMarkers),
) -> Result<Solved, Problem> {
    let known = |name: &str| anatomy.markers.iter().position(|marker| marker.name == name);
    let ours: Vec<(Seen, &Vec<nalgebra::Vector3<f64>>)> = markers
        .iter()
        .filter_map(|(name, weight, places)| Some((Seen { marker: known(name)?, weight: *weight }, places)))
        .collect();
    if ours.iter().filter(|(seen, _)| seen.weight > 0.0).count() < 3 {
        let first = markers.first().map_or("", |(name, ..)| name);
        let nearest = Anatomy::nearest(anatomy.markers.iter().map(|marker| marker.name.as_str()), first);
        let message = format!("{} markers of the motion are markers of the model", ours.len());
        let hint = format!("at least 3 must be; the model has none called `{first}`; nearest: {}", nearest.join(", "));
        return Err(Problem::new("motion.file.path", message, hint));
    }
    let seen: Vec<Seen> = ours.iter().map(|(seen, _)| *seen).collect();
    let mut q = skeleton.default_coordinates();
    let mut columns: Vec<(usize, Vec<f64>)> =
        skeleton.free().iter().map(|index| (*index, Vec::with_capacity(times.len()))).collect();
    let (mut squares, mut frames, mut steps) = (0.0, 0, 0);
    let (mut worst, mut worst_marker, mut worst_time) = (0.0, 0, 0.0);
    for (frame, time) in times.iter().enumerate() {
        let places: Vec<_> = ours.iter().map(|(_, places)| places[frame]).collect();
        let there = places.iter().zip(&seen).filter(|(p, s)| s.weight > 0.0 && p.iter().all(|x| x.is_finite())).count();
        if there < 3 {
            let message = format!("{there} markers are seen at {time:.4} s");
            return Err(Problem::new(
                "motion.file.path",
                message,
                "at least 3 must be: cut the recording, or fill the gap",
            ));
        }
        let fit = solve_frame(anatomy, skeleton, &seen, &places, &q);
        q = fit.q;
        squares += fit.rms * fit.rms;
        frames += 1;
        steps += fit.steps;
        if fit.worst.0 > worst {
            (worst, worst_marker, worst_time) = (fit.worst.0, fit.worst.1, *time);
        }
        columns.iter_mut().for_each(|(index, values)| values.push(q[*index]));
    }
    let gaps = ours
        .iter()
        .map(|(seen, places)| {
            let lost = places.iter().filter(|place| !place.iter().all(|x| x.is_finite())).count();
            (anatomy.markers[seen.marker].name.clone(), lost)
        })
        .filter(|(_, lost)| *lost > 0)
        .collect();
    let worst_marker = anatomy.markers[worst_marker].name.clone();
    let rms = (squares / f64::from(frames)).sqrt();
    Ok(Solved {
        columns,
        missing: Vec::new(),
        fit: Some(MarkerFit { rms, worst, worst_marker, worst_time, gaps, steps }),
    })
}
