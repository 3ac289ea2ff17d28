//! From the impacts to series, figures and the table.

use results::{Comparison, Curve, Figure, Outcome, Plot, Table};

use super::{Catalogue, Ellipse, Entry, Law, asked, special};

/// Everything deterministic that the catalogue hands back.
pub(super) fn assemble(catalogue: &Catalogue) -> Outcome {
    let mut outcome = Outcome::default();
    let impact = &catalogue.impact;
    outcome.push("mass_kg", "Mass", impact.mass);
    outcome.push("impact_speed_m_per_s", "Speed at first touch", impact.speed);
    outcome.push("kinetic_energy_J", "Kinetic energy", impact.energy());
    outcome.push("restitution_asked_ratio", "Restitution asked for", impact.restitution);
    let mut columns = Columns::default();
    push_impacts(catalogue, &mut columns);
    push_restitution(catalogue, &mut columns);
    push_block(catalogue, &mut columns);
    push_ellipses(catalogue, &mut columns);
    for special in special::curves(&catalogue.impact) {
        let column = |k: usize| special.points.iter().map(|point| point[k]).collect();
        columns.push(format!("indentation_{}_m", special.key), special.label, column(0));
        columns.push(format!("force_{}_N", special.key), special.label, column(1));
    }
    outcome.series = columns.table();
    outcome.figures = figures(catalogue);
    outcome
}

/// Columns of different lengths, on their way into a table.
#[derive(Default)]
struct Columns(Vec<(String, String, Vec<f64>)>);

impl Columns {
    fn push(&mut self, name: String, label: &str, values: Vec<f64>) {
        self.0.push((name, label.into(), values));
    }

    /// All columns as long as the longest, filled with NaN.
    fn table(self) -> Table {
        let rows = self.0.iter().map(|(.., values)| values.len()).max().unwrap_or_default();
        let mut table = Table::default();
        for (name, label, mut values) in self.0 {
            values.resize(rows, f64::NAN);
            table.push(&name, &label, values);
        }
        table
    }
}

fn column(points: &[[f64; 3]], index: usize) -> Vec<f64> {
    points.iter().map(|point| point[index]).collect()
}

fn push_impacts(catalogue: &Catalogue, columns: &mut Columns) {
    for Entry { law, strike, .. } in &catalogue.entries {
        let (key, name) = (law.key(), law.description().name);
        columns.push(format!("time_{key}_s"), name, column(&strike.path, 0));
        columns.push(format!("indentation_{key}_m"), name, column(&strike.path, 1));
        columns.push(format!("force_{key}_N"), name, column(&strike.path, 2));
    }
}

fn push_restitution(catalogue: &Catalogue, columns: &mut Columns) {
    columns.push("restitution_asked_ratio".into(), "Restitution asked for", asked().collect());
    columns.push("restitution_promised_ratio".into(), "what was asked for", asked().collect());
    for Entry { law, returned, .. } in catalogue.entries.iter().filter(|entry| !entry.law.is_elastic()) {
        columns.push(format!("restitution_{}_ratio", law.key()), law.description().name, returned.clone());
    }
}

fn push_block(catalogue: &Catalogue, columns: &mut Columns) {
    let block = &catalogue.block;
    let mut push = |key: &str, label: &str, points: &[[f64; 2]]| {
        columns.push(format!("displacement_{key}_m"), label, points.iter().map(|p| p[0]).collect());
        columns.push(format!("drag_{key}_N"), label, points.iter().map(|p| p[1]).collect());
    };
    let [short, long] = block.strokes.map(|stroke| format!("compliant, ±{:.0} µm", 1e6 * stroke));
    push("compliant_long", &long, &block.compliant_loops[1]);
    push("regularised", &format!("regularised, ±{:.0} µm", 1e6 * block.strokes[1]), &block.regularised_loop);
    push("compliant_short", &short, &block.compliant_loops[0]);
}

fn push_ellipses(catalogue: &Catalogue, columns: &mut Columns) {
    let mut push = |key: &str, label: &str, value: fn(&Ellipse) -> f64| {
        columns.push(format!("{key}_ratio"), label, catalogue.ellipses.iter().map(value).collect());
    };
    push("radius", "Larger radius over the smaller one", |e| e.radius_ratio);
    push("axis_exact", "elliptic integrals", |e| e.exact);
    push("axis_fitted", "polynomial, corrected", |e| e.fitted);
    push("axis_printed", "polynomial, as printed", |e| e.printed);
}

fn curve(x: String, y: String) -> Curve {
    Curve { x, y }
}

fn figures(catalogue: &Catalogue) -> Vec<Figure> {
    let lossy = || catalogue.entries.iter().filter(|entry| !entry.law.is_elastic()).map(|entry| entry.law.key());
    // In this order a law has the same colour in every figure; Hertz is what the others are compared with.
    let others = [Law::Spring, Law::EllipticHertz, Law::DoubleLayer, Law::Foundation, Law::BallInSocket].map(Law::key);
    let keys = || lossy().chain(others.clone());
    let loop_of = |key: &str| curve(format!("indentation_{key}_m"), format!("force_{key}_N"));
    let course_of = |key: &str| curve(format!("time_{key}_s"), format!("force_{key}_N"));
    let block = &catalogue.block;
    let strongest = catalogue.entries.iter().map(|entry| entry.strike.peak_force).fold(0.0, f64::max);
    let stiff = |law: Law| matches!(law, Law::DoubleLayer | Law::Foundation | Law::BallInSocket);
    let usual = catalogue.entries.iter().filter(|e| !stiff(e.law));
    let top = usual.map(|e| e.strike.peak_force).fold(0.0, f64::max) * 1.15;
    let returned = |key: &str| curve("restitution_asked_ratio".into(), format!("restitution_{key}_ratio"));
    vec![
        Figure {
            title: "Force against indentation".into(),
            caption: format!(
                "The same impact on every law, from touch to parting; dashed grey is Hertz, and dissipative laws were asked for a restitution of \
                 {}. The area of a loop is the energy lost. The foundations leave the picture, \
                 and so does the double layer when its cartilage is used up; they reach {:.0} N. Click a name to hide its curve, twice to see it alone.",
                catalogue.impact.restitution, strongest
            ),
            plot: Plot::Loops {
                abscissa: "Indentation".into(),
                ordinate: "Force".into(),
                curves: keys().map(|key| loop_of(&key)).collect(),
                guide: Some(loop_of("hertz")),
                top: Some(top),
                equal: false,
            },
        },
        Figure {
            title: "Restitution out against restitution in".into(),
            caption: "What comes back when a restitution is asked for; a law keeps its promise where it lies on the \
                      diagonal. The result depends neither on the mass nor on the speed of the impact."
                .into(),
            plot: Plot::Loops {
                abscissa: "Restitution asked for".into(),
                ordinate: "Restitution that came out".into(),
                curves: lossy().map(|key| returned(&key)).collect(),
                guide: Some(returned("promised")),
                top: None,
                equal: false,
            },
        },
        Figure {
            title: "Force over time".into(),
            caption:
                "The same impacts in time. The spring with a dashpot pushes from the first instant and lets go early; \
                      laws with a hysteresis factor begin and end softly."
                    .into(),
            plot: Plot::Loops {
                abscissa: "Time".into(),
                ordinate: "Force".into(),
                curves: keys().map(|key| course_of(&key)).collect(),
                guide: Some(course_of("hertz")),
                top: None,
                equal: false,
            },
        },
        Figure {
            title: "A block dragged back and forth".into(),
            caption: format!(
                "Dragging force against displacement under {} N with a friction coefficient of {}. With tangential \
                 compliance the block first moves elastically, over {:.0} µm; a shorter stroke never slides. After a \
                 reversal it unwinds over twice that distance; the damper makes it a little stiffer while it winds up \
                 than while it unwinds. Friction regularised in velocity knows none of this: its sides are upright.",
                block.normal,
                block.compliant.friction,
                1e6 * block.reach()
            ),
            plot: Plot::Loops {
                abscissa: "Displacement".into(),
                ordinate: "Dragging force".into(),
                curves: ["compliant_long", "regularised", "compliant_short"]
                    .map(|key| curve(format!("displacement_{key}_m"), format!("drag_{key}_N")))
                    .into(),
                guide: None,
                top: None,
                equal: false,
            },
        },
        Figure {
            title: "Shape of an elliptic patch".into(),
            caption:
                "Shorter over longer axis of a Hertz patch against the ratio of the radii. Dashed grey are the exact \
                      elliptic integrals that we use. The polynomial of Lehtoranta2011 fits them within 0.1 % once the \
                      sign of its second coefficient is put right; as printed it is 31 % off at a ratio of 10."
                    .into(),
            plot: Plot::Loops {
                abscissa: "Larger radius over the smaller one".into(),
                ordinate: "Shorter over longer axis".into(),
                curves: ["fitted", "printed"]
                    .map(|key| curve("radius_ratio".into(), format!("axis_{key}_ratio")))
                    .into(),
                guide: Some(curve("radius_ratio".into(), "axis_exact_ratio".into())),
                top: None,
                equal: false,
            },
        },
    ]
}

/// One row per law.
pub(super) fn compare(catalogue: &Catalogue) -> Comparison {
    let entries = &catalogue.entries;
    let of = |value: &dyn Fn(&Entry) -> f64| entries.iter().map(value).collect::<Vec<f64>>();
    let mut comparison =
        Comparison { models: entries.iter().map(|e| e.law.description().name.into()).collect(), measures: vec![] };
    comparison.push_bars("Energy lost", "%", of(&|e| 100.0 * tidy(e.strike.energy_lost())), 100.0);
    let asked = catalogue.impact.restitution;
    comparison.push("Restitution asked for", "", of(&|e| if e.law.is_elastic() { f64::NAN } else { asked }));
    comparison.push("Restitution returned", "", of(&|e| e.strike.restitution));
    comparison.push("Peak force", "N", of(&|e| e.strike.peak_force));
    comparison.push("Peak indentation", "mm", of(&|e| 1e3 * e.strike.peak_indentation));
    comparison.push("Duration", "ms", of(&|e| 1e3 * e.strike.duration));
    comparison
}

/// What is left of rounding in an elastic impact is no loss.
fn tidy(share: f64) -> f64 {
    if share.abs() < 1e-8 { 0.0 } else { share }
}
