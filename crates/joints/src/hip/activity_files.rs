//! Which tables of an activity cannot be read as they are described.

use super::parameters::{Activity, CycleFile, ForceActsOn, ForceFile};
use crate::Problem;

/// What a table says about the force, whichever table it is.
struct Columns<'a> {
    /// Where its keys stand.
    at: &'static str,
    components: [&'a Option<String>; 3],
    vertical: &'a Option<String>,
    acts_on: ForceActsOn,
}

/// Everything that is wrong with the keys of tables that stand elsewhere than in a hip's activity; paths begin with
/// `activity`.
pub(crate) fn check_activity_files(
    file: &CycleFile,
    force_file: Option<&ForceFile>,
    duration: Option<quantity::Time>,
) -> Vec<Problem> {
    let activity =
        Activity { file: Some(file.clone()), force_file: force_file.cloned(), duration, ..Activity::default() };
    let mut found = Vec::new();
    check(&activity, &mut found);
    found
}

/// Everything that is wrong with the keys of the tables.
pub(super) fn check(activity: &Activity, found: &mut Vec<Problem>) {
    let Some(file) = &activity.file else {
        if activity.force_file.is_some() {
            found.push(Problem::new(
                "activity.force-file",
                "forces of your own need angles of your own",
                "add [hip.activity.file] with the table of the angles, or leave this table out",
            ));
        }
        return;
    };
    let CycleFile { force_anterior, force_superior, force_lateral, force_vertical, force_acts_on, .. } = file;
    let own = Columns {
        at: "activity.file",
        components: [force_anterior, force_superior, force_lateral],
        vertical: force_vertical,
        acts_on: *force_acts_on,
    };
    axis(("activity.file", &file.time, &file.percent), found);
    window("activity.file", file.start, file.end, found);
    let has_time = file.time.is_some() || activity.force_file.as_ref().is_some_and(|force| force.time.is_some());
    if file.percent.is_some() && !has_time && activity.cycle_duration().is_none() {
        found.push(Problem::new(
            "activity.file.percent",
            "a percentage of the cycle needs the duration of the cycle",
            "add duration = \"1.1 s\" to the activity",
        ));
    }
    let Some(force) = &activity.force_file else { return own.check(found) };
    if own.named() > 0 || force_vertical.is_some() {
        found.push(Problem::new(
            "activity.file",
            "force columns are named both here and in [hip.activity.force-file]",
            "leave them out here, or leave the other table out",
        ));
    }
    let ForceFile { force_anterior, force_superior, force_lateral, force_vertical, force_acts_on, .. } = force;
    axis(("activity.force-file", &force.time, &force.percent), found);
    window("activity.force-file", force.start, force.end, found);
    Columns {
        at: "activity.force-file",
        components: [force_anterior, force_superior, force_lateral],
        vertical: force_vertical,
        acts_on: *force_acts_on,
    }
    .check(found);
}

fn axis((at, time, percent): (&str, &Option<String>, &Option<String>), found: &mut Vec<Problem>) {
    match (time, percent) {
        (Some(_), Some(_)) => found.push(Problem::new(
            format!("{at}.percent"),
            "both a time and a percent column are given",
            "keep one of them",
        )),
        (None, None) => found.push(Problem::new(
            at,
            "neither a time nor a percent column is named",
            "add time = \"time\" or percent = \"pct_cycle\"",
        )),
        _ => {}
    }
}

fn window(at: &str, start: Option<quantity::Time>, end: Option<quantity::Time>, found: &mut Vec<Problem>) {
    if let (Some(start), Some(end)) = (start, end)
        && !(end.si() > start.si())
    {
        found.push(Problem::new(
            format!("{at}.end"),
            format!("the window ends at {end}, before it starts at {start}"),
            "give a later end",
        ));
    }
}

impl Columns<'_> {
    /// How many components have a column.
    fn named(&self) -> usize {
        self.components.iter().filter(|column| column.is_some()).count()
    }

    fn check(&self, found: &mut Vec<Problem>) {
        let (at, named) = (self.at, self.named());
        if named > 0 && self.vertical.is_some() {
            found.push(Problem::new(
                format!("{at}.force-vertical"),
                "both components and a vertical force are named",
                "keep one way of giving the force",
            ));
        } else if named == 0 && self.vertical.is_none() {
            found.push(Problem::new(
                at,
                "no force column is named",
                "add force-anterior, force-superior and force-lateral, or force-vertical; a table of its own for the forces is \
                 [hip.activity.force-file]",
            ));
        } else if named > 0 && self.components[1].is_none() {
            found.push(Problem::new(
                at,
                "the superior component of the force is not named",
                "add force-superior: it carries the load",
            ));
        }
        if self.vertical.is_some() && self.acts_on != ForceActsOn::Head {
            found.push(Problem::new(
                format!("{at}.force-acts-on"),
                "a vertical force always presses the head into the cup",
                "delete this line, or give the force by its components",
            ));
        }
    }
}
