//! What the points of a contact cost, and what finite elements cost, from the triangles of the insert and their spacing alone.

use mechanics::geometry::mesh::question_unit;
use mechanics::solid::SurfaceCompliance;
use nalgebra::Vector3;
use results::Surface;

use super::compliance::MOST_BYTES;
use super::parameters::{Contact, Experiment, FiniteElements, Lifetime, LoadDriven, Parameters};
use super::parts::Parts;
use crate::need::Need;

/// Bytes that a point takes with all that is known of it, and in each frame of the five maps while they are made.
const POINT: f64 = 600.0;
const MAPPED: f64 = 50.0;
/// The same through a lifetime whose steps are chosen by their error, with all that they are tried by.
const TRIED: f64 = 1300.0;
/// Seconds of a frame of one evaluated cycle: of the search for its balance, by poses and by loads, of each point, and of each
/// entry of the compliance of finite elements.
const FRAME: [f64; 2] = [1.1e-3, 2.4e-3];
const LIVED: f64 = 1.0e-7;
const ENTRY: f64 = 1.5e-10;
/// Seconds of one cycle that is written down, with all its files: always, of a frame, and of a point in a frame, by poses and by
/// loads (101 frames on 14 300 points took 0.45 and 0.78 s, on 82 thousand 3.7 s); and of a point in each of the questions that the
/// equations of motion ask at a tolerance of 1e-4, which is so many.
const WRITTEN: [f64; 2] = [0.1, 4e-4];
const MAPPED_IN: [f64; 2] = [2.5e-7, 4.2e-7];
const MOVED: [f64; 2] = [4300.0, 1e-8];
/// Cycles that a lifetime evaluates at a tolerance of 0.01, without creep and with it; they grow as the fourth root of what is
/// asked for.
const EVALUATED: [f64; 2] = [25.0, 61.0];
/// Bytes of the factor of n unknowns for each n^(4/3), and seconds of it and the compliance for each n².
const FACTOR: [f64; 2] = [200.0, 1.5e-9];
/// Height of the uppermost elements over their width, and by how much the next ones are higher.
const LAYERS: [f64; 2] = [0.8, 1.35];

/// What a knee replacement needs.
pub fn need(parameters: &Parameters, parts: &Parts) -> Need {
    let surface = &parts.insert;
    let far = surface.points.iter().flatten().fold(0.0_f64, |far, x| far.max(x.abs()));
    if question_unit(2.0 * far, 1.0).is_some_and(|question| question.size > 1.0) {
        // A part in a wrong unit is asked about when it is made: how many points it had in that unit is of no use.
        return Need::bytes(0.0);
    }
    let frames = parameters.output.frames as f64;
    let solid = match &parameters.contact {
        Contact::FiniteElements(given) => Some(elements(parameters, given, surface)),
        _ => None,
    };
    let points = solid.map_or_else(|| springs(surface, parameters.output.spacing.si()), |(columns, _)| columns);
    let (entries, [bytes, begun]) = solid.map_or((0.0, [0.0; 2]), |(columns, made)| (columns.powi(2), made));
    let by_loads = matches!(parameters.experiment, Experiment::LoadDriven(_));
    let frame = FRAME[usize::from(by_loads)] + LIVED * points + ENTRY * entries;
    let lived = parameters.lifetime.as_ref().map(|asked| evaluations(asked) * frames * frame);
    let tried = parameters.lifetime.as_ref().map_or(0.0, |asked| if asked.updates.is_none() { TRIED } else { 0.0 });
    let [always, each] = WRITTEN;
    let mapped = if parameters.surrogate.is_some() { 0.0 } else { MAPPED_IN[usize::from(by_loads)] * points };
    let written = always + frames * (each + mapped + ENTRY * entries);
    let moved = match &parameters.experiment {
        Experiment::LoadDriven(LoadDriven { dynamic: Some(case), .. }) => {
            MOVED[0] * (1e-4 / case.tolerance).powf(0.25) * (MOVED[1] * points + ENTRY * entries)
        }
        _ => 0.0,
    };
    Need {
        bytes: 30e6 + bytes + (POINT + tried + MAPPED * frames) * points,
        seconds: Some(begun + lived.unwrap_or(written + moved)),
    }
}

/// Points of the springs of a surface.
fn springs(surface: &Surface, spacing: f64) -> f64 {
    triangles(surface).map(|corners| count(corners, spacing)).sum()
}

fn triangles(surface: &Surface) -> impl Iterator<Item = [[f64; 3]; 3]> {
    (0..surface.cells()).flat_map(move |cell| {
        let corners = surface.cell(cell);
        let at = move |k: usize| surface.points.get(corners[k] as usize).copied().unwrap_or_default();
        (1..corners.len().saturating_sub(1)).map(move |k| [at(0), at(k), at(k + 1)])
    })
}

/// Columns of finite elements, and the bytes and seconds that it takes to find how they give way. A bearing surface is seen
/// from above: from where there is most of it.
fn elements(parameters: &Parameters, given: &FiniteElements, surface: &Surface) -> (f64, [f64; 2]) {
    let mut seen = [[0.0; 2]; 3];
    for [a, b, c] in triangles(surface).map(|corners| corners.map(Vector3::from)) {
        let area = 0.5 * (b - a).cross(&(c - a));
        for (axis, seen) in seen.iter_mut().enumerate() {
            seen[usize::from(area[axis] < 0.0)] += area[axis].abs();
        }
    }
    let (width, [first, growth]) = (given.spacing.si(), LAYERS);
    let columns = seen.iter().flatten().fold(0.0_f64, |most, area| most.max(*area)) / (width * width);
    let thickness = parameters.implant.uniform_thickness();
    let layers = ((1.0 + (growth - 1.0) * thickness / (first * width)).ln() / growth.ln()).ceil().max(1.0);
    let unknowns = 3.0 * columns * layers;
    let dense = SurfaceCompliance::bytes_of(columns);
    if dense > MOST_BYTES {
        // Refused in its own words where it is made.
        return (0.0, [0.0; 2]);
    }
    (columns, [FACTOR[0] * unknowns.powf(4.0 / 3.0) + dense, FACTOR[1] * unknowns.powi(2)])
}

/// How many cycles a lifetime evaluates: known where it has fixed updates, and as of the usual laws where steps are chosen by
/// their error.
fn evaluations(asked: &Lifetime) -> f64 {
    let cycles = match asked.updates {
        Some(updates) => (asked.cycles.count() / updates.count() * (1.0 - 1e-12)).ceil() + 1.0,
        None => EVALUATED[usize::from(asked.creep)] * (1e-2 / asked.tolerance).powf(0.25),
    };
    cycles * asked.activities.len().max(1) as f64
}

/// Points of one triangle: three on each of n² pieces, or one in its middle where that is dense enough.
fn count([a, b, c]: [[f64; 3]; 3], spacing: f64) -> f64 {
    let length = |p: [f64; 3], q: [f64; 3]| (0..3).map(|i| (p[i] - q[i]).powi(2)).sum::<f64>().sqrt();
    let longest = length(a, b).max(length(b, c)).max(length(c, a));
    let cuts = longest / (12.0 / 3f64.sqrt()).sqrt() / spacing;
    if longest <= (4.0 / 3f64.sqrt()).sqrt() * spacing { 1.0 } else { 3.0 * cuts.ceil().clamp(1.0, 1000.0).powi(2) }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::{Cycles, Design, DynamicInput};
    use super::*;
    use mechanics::geometry::Surface as _;
    use mechanics::geometry::mesh::{FacetedSurface, TriangleMesh};
    use nalgebra::Vector3;
    use quantity::Length;

    /// A lifetime of the default design with these frames and this spacing in mm; what else it has; what it took.
    type Lived = ([f64; 2], fn(&mut Lifetime, &mut Parameters), f64);

    fn judge(measured: &[Lived]) {
        let [femoral, insert] = Design::default().build().expect("the default").surfaces();
        let parts = Parts { femoral, insert };
        for (i, ([frames, spacing], change, seconds)) in measured.iter().enumerate() {
            let (mut lifetime, mut parameters) = (Lifetime::default(), Parameters::default());
            (parameters.output.frames, parameters.output.spacing) = (*frames as usize, Length::millimetres(*spacing));
            change(&mut lifetime, &mut parameters);
            parameters.lifetime = Some(lifetime);
            let found = need(&parameters, &parts).seconds.expect("a lifetime has an estimate");
            assert!((0.5..2.0).contains(&(found / seconds)), "{i}: {found} for {seconds} s");
        }
    }

    /// The same of one cycle, with all its files: frames, spacing in mm, what else it has, what it took.
    #[test]
    fn estimates_of_single_cycles_are_near_what_was_measured() {
        let [femoral, insert] = Design::default().build().expect("the default").surfaces();
        let parts = Parts { femoral, insert };
        let moving = || {
            let dynamic = Some(DynamicInput::default());
            Experiment::LoadDriven(LoadDriven { dynamic, ..LoadDriven::default() })
        };
        for (frames, spacing, experiment, contact, seconds) in [
            (101, 1.0, by_loads(), Contact::default(), 0.78),
            (51, 2.0, by_loads(), Contact::default(), 0.33),
            (201, 2.0, by_loads(), Contact::default(), 1.00),
            (101, 0.5, by_loads(), Contact::default(), 3.67),
            (11, 4.0, by_loads(), Contact::default(), 0.14),
            (101, 1.0, Experiment::default(), Contact::default(), 0.45),
            (101, 2.0, Experiment::default(), Contact::default(), 0.32),
            (31, 0.7, Experiment::default(), Contact::default(), 0.35),
            (51, 2.0, moving(), Contact::default(), 0.72),
            (51, 1.0, by_loads(), solid(1.5), 0.76),
        ] {
            let mut parameters = Parameters { experiment, contact, ..Parameters::default() };
            (parameters.output.frames, parameters.output.spacing) = (frames, Length::millimetres(spacing));
            let found = need(&parameters, &parts).seconds.expect("an estimate");
            assert!((0.4..2.5).contains(&(found / seconds)), "{frames}, {spacing}: {found} for {seconds} s");
        }
    }

    fn by_loads() -> Experiment {
        Experiment::LoadDriven(LoadDriven::default())
    }

    fn solid(millimetres: f64) -> Contact {
        Contact::FiniteElements(FiniteElements {
            spacing: Length::millimetres(millimetres),
            ..FiniteElements::default()
        })
    }

    /// Processor time of the process, one thread, on a core of 2024: what the constants were chosen by.
    #[test]
    fn estimates_of_lifetimes_are_near_what_they_were_fitted_to() {
        judge(&[
            ([11.0, 4.0], |lifetime, _| lifetime.tolerance = 1e-2, 1.45),
            ([11.0, 4.0], |lifetime, _| lifetime.tolerance = 1e-3, 2.55),
            ([11.0, 4.0], |lifetime, _| lifetime.creep = false, 0.63),
            ([11.0, 4.0], |_, all| all.experiment = by_loads(), 1.81),
            ([11.0, 1.0], |lifetime, _| lifetime.tolerance = 0.1, 1.00),
            ([11.0, 4.0], |lifetime, all| (lifetime.updates, all.contact) = (Some(Cycles::new(2e6)), solid(1.5)), 0.82),
            ([11.0, 4.0], |lifetime, all| (lifetime.updates, all.contact) = (Some(Cycles::new(2e6)), solid(1.0)), 5.96),
        ]);
    }

    /// The same of studies that the constants were not chosen by: other frames, points, tolerances, cycles, laws, drives, fixed
    /// updates, finite elements.
    #[test]
    fn estimates_of_lifetimes_hold_for_others() {
        judge(&[
            ([21.0, 2.0], |_, _| (), 2.30),
            ([51.0, 4.0], |lifetime, _| lifetime.tolerance = 5e-2, 3.82),
            ([11.0, 4.0], |lifetime, _| lifetime.cycles = Cycles::new(1e6), 1.14),
            ([21.0, 2.0], |lifetime, all| (lifetime.tolerance, all.experiment) = (5e-2, by_loads()), 2.68),
            (
                [31.0, 1.5],
                |lifetime, all| (lifetime.updates, all.experiment) = (Some(Cycles::new(1e6)), by_loads()),
                0.85,
            ),
            ([11.0, 4.0], |lifetime, _| lifetime.updates = Some(Cycles::new(5e5)), 0.52),
            ([21.0, 2.0], |lifetime, _| lifetime.updates = Some(Cycles::new(1e6)), 0.51),
            ([11.0, 4.0], |lifetime, all| (lifetime.tolerance, all.contact) = (5e-2, solid(1.0)), 7.90),
            ([11.0, 4.0], |lifetime, all| (lifetime.updates, all.contact) = (Some(Cycles::new(1e6)), solid(1.0)), 6.38),
            ([41.0, 4.0], |lifetime, all| (lifetime.updates, all.contact) = (Some(Cycles::new(2e6)), solid(1.5)), 0.88),
            (
                [11.0, 4.0],
                |lifetime, all| (lifetime.updates, all.contact) = (Some(Cycles::new(5e6)), solid(0.8)),
                23.84,
            ),
            ([11.0, 0.5], |lifetime, _| lifetime.tolerance = 0.1, 5.68),
            ([31.0, 0.7], |lifetime, _| lifetime.updates = Some(Cycles::new(2.5e6)), 0.69),
        ]);
    }

    /// Peak memory of the process, by the system, in MB.
    #[test]
    fn the_memory_of_a_knee_is_near_what_was_measured() {
        let [femoral, insert] = Design::default().build().expect("the default").surfaces();
        let parts = Parts { femoral, insert };
        for ([frames, spacing], tolerance, contact, megabytes) in [
            ([11.0, 1.0], Some(0.1), Contact::default(), 62.0),
            ([11.0, 0.5], Some(0.1), Contact::default(), 256.0),
            ([31.0, 0.7], None, Contact::default(), 83.0),
            ([11.0, 4.0], None, solid(2.0), 72.0),
            ([11.0, 4.0], None, solid(1.5), 167.0),
            ([11.0, 4.0], None, solid(1.0), 581.0),
            ([11.0, 4.0], None, solid(0.8), 1214.0),
        ] {
            let updates = tolerance.is_none().then(|| Cycles::new(2e6));
            let lifetime = Lifetime { tolerance: tolerance.unwrap_or(0.02), updates, ..Lifetime::default() };
            let mut parameters = Parameters { contact, lifetime: Some(lifetime), ..Parameters::default() };
            (parameters.output.frames, parameters.output.spacing) = (frames as usize, Length::millimetres(spacing));
            let need = need(&parameters, &parts);
            let ratio = need.bytes / (1e6 * megabytes);
            assert!((0.67..1.5).contains(&ratio), "{spacing}: {} for {megabytes} MB", need.words());
        }
    }

    #[test]
    fn as_many_points_are_counted_as_are_made() {
        let corners = [[0.0, 0.0, 0.0], [7e-3, 0.0, 0.0], [1e-3, 4e-3, 0.0]];
        let mesh = TriangleMesh::new(corners.map(Vector3::from).to_vec(), vec![[0, 1, 2]]).expect("a triangle");
        let surface = FacetedSurface::new(mesh).expect("a surface");
        for spacing in [1e-2, 4e-3, 1e-3, 3e-4, 1e-4] {
            assert_eq!(count(corners, spacing), surface.compute_quadrature(spacing).len() as f64, "{spacing}");
        }
    }
}
