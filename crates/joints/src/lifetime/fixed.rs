//! A lifetime by fixed updates, as most of the literature has it: the surface is told of its wear every so many cycles.

use super::march::{Plan, Stop, Wearable, deepest, row, snapshot};
use super::record::Course;
use crate::Watch;

/// Euler's method with a constant step of so many cycles: of first order, without an estimate of its error. Creep follows its
/// law exactly between two updates.
pub(super) fn run<W: Wearable>(
    joint: &W,
    plan: &Plan,
    updates: f64,
    watch: &dyn Watch,
) -> Result<Course, Stop<W::Error>> {
    let elements = joint.areas().len();
    let (mut y, mut cycles) = (vec![0.0; 2 * elements], 0.0);
    let mut course = Course::default();
    let mut due = plan.instants.iter().copied().peekable();
    loop {
        if watch.cancelled() {
            return Err(Stop::Interrupted);
        }
        let now = match plan.cycle(joint, cycles, &y) {
            Ok(now) => now,
            Err(error) => match joint.ends_with(&error).filter(|_| cycles > 0.0) {
                Some(reason) => {
                    course.ended = Some((cycles, reason));
                    return Ok(course);
                }
                None => return Err(Stop::Joint(error)),
            },
        };
        course.evaluations += 1;
        course.rows.push(row(joint, (cycles, 0.0), &y, &now));
        let through = deepest(joint.own(), &y) >= plan.thickness;
        // A picture is that of the first update that is not before it.
        let mut taken = false;
        while due.next_if(|instant| *instant <= cycles).is_some() {
            taken = true;
        }
        if taken || through {
            course.snapshots.push(snapshot(cycles, &y, &now));
        }
        watch.progress("lifetime", cycles / plan.cycles);
        if through {
            course.through = Some(cycles);
            return Ok(course);
        }
        if cycles >= plan.cycles {
            return Ok(course);
        }
        let step = updates.min(plan.cycles - cycles);
        let (worn, crept) = y.split_at_mut(elements);
        worn.iter_mut().zip(&now.depth).for_each(|(worn, depth)| *worn += step * depth);
        if let Some(creep) = &plan.creep {
            let at = |cycles: f64| creep.compliance(cycles * plan.seconds);
            let more = creep.thickness * (at(cycles + step) - at(cycles));
            crept.iter_mut().zip(&now.mean_pressure).for_each(|(crept, pressure)| *crept += more * pressure);
        }
        // The end is the end, whatever the sum rounds.
        cycles =
            if step < updates || cycles + step > plan.cycles * (1.0 - 1e-12) { plan.cycles } else { cycles + step };
    }
}
