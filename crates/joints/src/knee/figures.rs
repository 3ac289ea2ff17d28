//! The figures worth looking at: those of [Machado2011].

use results::{Curve, Figure, Plot};

use super::Knee;
use super::case::Choice;
use super::outcome::Run;
use crate::ligament::snake;

/// Contact moduli below this are cartilage rather than bone, plastic or metal, in Pa.
const SOFT: f64 = 100e6;

/// Columns of the contact with the highest force.
const HARDEST: [(&str, &str); 2] = [("hardest_contact_indentation", "m"), ("hardest_contact_force", "N")];

const REFERENCE: Choice = Choice { law: 0, geometry: 0, material: 0 };

/// The figures of a single run, or of each list that is compared, with the first entries of the other lists.
pub(super) fn list(knee: &Knee, runs: &[Run<'_>]) -> Vec<Figure> {
    let along = |wanted: &dyn Fn(&Choice) -> bool| -> Vec<&Run<'_>> {
        runs.iter().filter(|run| wanted(&run.case.choice)).collect()
    };
    let laws = along(&|c| Choice { law: 0, ..*c } == REFERENCE);
    let geometries = along(&|c| Choice { geometry: 0, ..*c } == REFERENCE);
    let materials = along(&|c| Choice { material: 0, ..*c } == REFERENCE);
    let mut figures = Vec::new();
    if laws.len() > 1 || runs.len() == 1 {
        by_law(&laws, &mut figures);
    }
    if geometries.len() > 1 || runs.len() == 1 {
        by_geometry(&geometries, &mut figures);
    }
    if materials.len() > 1 {
        by_material(&materials, &mut figures);
    }
    if let Some(reference) = runs.iter().find(|run| run.case.choice == REFERENCE) {
        of_one(knee, reference, &mut figures);
    }
    figures
}

fn by_law(runs: &[&Run<'_>], figures: &mut Vec<Figure>) {
    let caption = |about: &'static str| if runs.len() > 1 { about } else { "" };
    figures.push(lines(
        "Indentation over time",
        &format!("{} As Fig. 5 of Machado2011.", caption("A law without loss indents more and keeps bouncing.")),
        "Indentation",
        over_time(runs, "indentation", "m"),
    ));
    figures.push(loops(
        "Force against indentation, first impact",
        &format!(
            "The area of a loop is the energy lost. {} As Fig. 6(a) of Machado2011.",
            caption("Hertz's law has none.")
        ),
        ["Indentation", "Contact force"],
        against(runs, ("first_impact_indentation", "m"), ("first_impact_force", "N")),
    ));
    figures.push(loops(
        "Force against indentation, longest contact",
        "Unloading is never complete, so that no loop closes. As Fig. 6(b) of Machado2011.",
        ["Indentation", "Contact force"],
        against(runs, ("continuous_indentation", "m"), ("continuous_force", "N")),
    ));
}

fn by_geometry(runs: &[&Run<'_>], figures: &mut Vec<Figure>) {
    figures.push(loops(
        "Indentation against flexion",
        "The knee extends from right to left; 0° is straight. As Fig. 7 of Machado2011.",
        ["Flexion", "Indentation"],
        against(runs, ("flexion", "rad"), ("indentation", "m")),
    ));
    if runs.len() > 1 {
        figures.push(loops(
            "Force against indentation, by geometry",
            "The contact with the highest force of each run; flatter pairs are stiffer. As Fig. 8 of Machado2011.",
            ["Indentation", "Contact force"],
            against(runs, HARDEST[0], HARDEST[1]),
        ));
    }
    figures.push(loops(
        "Path of the contact point on the tibia",
        "Height above the tibia's centre of mass against distance behind its axis: from right (flexed) to left. Where the surfaces are apart, the nearest point is shown.",
        ["Distance behind the tibia's axis", "Height on the tibia"],
        against(runs, ("contact_point_posterior", "m"), ("contact_point_proximal", "m")),
    ));
    figures.push(loops(
        "Contact point against flexion",
        "Distance behind the tibia's axis: the contact rolls forwards as the knee extends.",
        ["Flexion", "Distance behind the tibia's axis"],
        against(runs, ("flexion", "rad"), ("contact_point_posterior", "m")),
    ));
}

fn by_material(runs: &[&Run<'_>], figures: &mut Vec<Figure>) {
    let (soft, hard): (Vec<&Run<'_>>, Vec<&Run<'_>>) =
        runs.iter().copied().partition(|run| run.case.layers.modulus() < SOFT);
    let worn = runs.iter().any(|run| run.case.layers.beneath.is_some());
    for (runs, title, number) in [(&soft, "with cartilage", ["9", "11"]), (&hard, "without cartilage", ["10", "12"])] {
        if runs.is_empty() {
            continue;
        }
        let about = if title == "with cartilage" {
            "All knees with cartilage share one curve until what is left of it is used up, at the thin upright line: 0.415 mm in the paper."
        } else {
            "Without cartilage forces are higher at smaller indentations."
        };
        let mut figure = loops(
            &format!("Force against indentation, {title}"),
            &format!("{about} As Fig. {} of Machado2011.", number[0]),
            ["Indentation", "Contact force"],
            against(runs, HARDEST[0], HARDEST[1]),
        );
        if let Plot::Loops { guide, .. } = &mut figure.plot
            && worn
            && title == "with cartilage"
        {
            *guide = Some(curve("worn_layer_indentation_m".into(), "worn_layer_force_N".into()));
        }
        figures.push(figure);
        for (bone, of, axes, columns) in [
            (
                "tibia",
                "height above the tibia's centre of mass against distance behind its axis",
                ["Distance behind the tibia's axis", "Height on the tibia"],
                ["contact_point_posterior", "contact_point_proximal"],
            ),
            (
                "femur",
                "proximal against anterior, from the intercondylar notch",
                ["Anterior", "Proximal"],
                ["femur_point_anterior", "femur_point_proximal"],
            ),
        ] {
            figures.push(loops(
                &format!("Path of the contact point on the {bone}, {title}"),
                &format!("The {bone}'s part of Fig. {} of Machado2011: {of}.", number[1]),
                axes,
                against(runs, (columns[0], "m"), (columns[1], "m")),
            ));
        }
        figures.push(loops(
            &format!("Contact point on the tibia, {title}"),
            &format!(
                "The same against flexion: distance behind the tibia's axis. Beside Fig. {} of Machado2011.",
                number[1]
            ),
            ["Flexion", "Distance behind the tibia's axis"],
            against(runs, ("flexion", "rad"), ("contact_point_posterior", "m")),
        ));
    }
    figures.push(lines(
        "Indentation over time, by material",
        "Stiff knees touch only now and then.",
        "Indentation",
        over_time(runs, "indentation", "m"),
    ));
}

/// What is drawn for one run only.
fn of_one(knee: &Knee, run: &Run<'_>, figures: &mut Vec<Figure>) {
    let of = if knee.cases.len() > 1 { format!(" ({})", run.case.label) } else { String::new() };
    let time = |columns: &[(String, &str)]| {
        columns.iter().map(|(quantity, unit)| curve("time_s".into(), run.name(quantity, unit))).collect()
    };
    // Energies, and the work of the quadriceps where there is one.
    let with = |names: &[&str]| -> Vec<(String, &'static str)> {
        let muscle = run.case.layout.patella.map(|_| "quadriceps_work");
        names.iter().copied().chain(muscle).map(|q| (q.to_string(), "J")).collect()
    };
    let forces: Vec<(String, &str)> =
        knee.parameters.ligaments.iter().map(|l| (format!("{}_force", snake(&l.name)), "N")).collect();
    figures.push(lines(
        &format!("Contact force over time{of}"),
        "Normal force between femur and tibia.",
        "Contact force",
        time(&[("contact_force".into(), "N")]),
    ));
    if !forces.is_empty() {
        let about = "F = k (l − l₀)², or k (l − l₀) of a linear ligament; taut only.";
        figures.push(lines(&format!("Ligament forces{of}"), about, "Pull", time(&forces)));
    }
    if run.case.lateral.is_some() {
        figures.push(lines(
            &format!("Contact force of each condyle{of}"),
            "The condyle in the hollow plateau (medial), the one on the rounded plateau (lateral), and both.",
            "Contact force",
            time(&["contact_force", "lateral_contact_force", "total_contact_force"].map(|q| (q.to_string(), "N"))),
        ));
    }
    if run.case.layout.patella.is_some() {
        figures.push(lines(
            &format!("Forces on the patella{of}"),
            "Patellofemoral contact and patellar tendon under the constant pull of the quadriceps.",
            "Force",
            time(&["patellofemoral_force", "patellar_tendon_force"].map(|q| (q.to_string(), "N"))),
        ));
        let ratio = |q: &str| curve(run.name("flexion", "rad"), run.name(q, "ratio"));
        figures.push(loops(
            &format!("Forces on the patella against flexion{of}"),
            "By the force of the quadriceps. Without friction the contact pushes through the centre of the groove, so that the \
             tendons' forces are inversely as their distances from it. Buff 1988 measured 1.16 for the tendon at 10° and 0.65 \
             at 70°.",
            ["Flexion", "Force over that of the quadriceps"],
            vec![ratio("tendon_over_quadriceps"), ratio("patellofemoral_over_quadriceps")],
        ));
        figures.push(loops(
            &format!("Contact on the patella against flexion{of}"),
            "Above the patella's centre of mass: the contact wanders upwards as the knee bends.",
            ["Flexion", "Contact on the patella"],
            vec![curve(run.name("flexion", "rad"), run.name("patella_contact_proximal", "m"))],
        ));
    }
    figures.push(lines(
        &format!("Energy{of}"),
        "Kinetic, potential and lost energy add up to the work of the drives.",
        "Energy",
        time(&with(&["kinetic_energy", "potential_energy", "energy_lost", "pulse_work"])),
    ));
    figures.push(lines(
        &format!("Work of each drive{of}"),
        "What pulse, gravity, ligaments and quadriceps (if any) have done since the start: which of them moves the knee.",
        "Work",
        time(&with(&["pulse_work", "gravity_work", "ligament_work"])),
    ));
    figures.push(lines(&format!("Flexion{of}"), "0° is straight.", "Flexion", time(&[("flexion".into(), "rad")])));
}

fn over_time(runs: &[&Run<'_>], quantity: &str, unit: &str) -> Vec<Curve> {
    runs.iter().map(|run| curve("time_s".into(), run.name(quantity, unit))).collect()
}

fn against(runs: &[&Run<'_>], x: (&str, &str), y: (&str, &str)) -> Vec<Curve> {
    // A run without contact has no such columns.
    let there = |run: &&&Run<'_>| !x.0.starts_with("continuous") || run.history.longest_episode().is_some();
    runs.iter().filter(there).map(|run| curve(run.name(x.0, x.1), run.name(y.0, y.1))).collect()
}

fn curve(x: String, y: String) -> Curve {
    Curve { x, y }
}

fn lines(title: &str, caption: &str, ordinate: &str, curves: Vec<Curve>) -> Figure {
    let plot = Plot::Lines { ordinate: ordinate.into(), curves, marks: Vec::new(), bands: Vec::new(), cycle: false };
    Figure { title: title.into(), caption: caption.into(), plot }
}

fn loops(title: &str, caption: &str, [abscissa, ordinate]: [&str; 2], curves: Vec<Curve>) -> Figure {
    let (abscissa, ordinate) = (abscissa.into(), ordinate.into());
    let plot = Plot::Loops { abscissa, ordinate, curves, guide: None, top: None, equal: false };
    Figure { title: title.into(), caption: caption.into(), plot }
}
