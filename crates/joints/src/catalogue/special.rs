//! Laws that do not fit the impact: surfaces that stick together, contacts that relax, thin layers, and the foundation
//! corrected for its neighbours.

use mechanics::contact::{
    AdhesiveLaw, Description, Dmt, Hertz, Jkr, Layer, NormalLaw, Relaxation, ThinLayer, tabor_number,
};
use results::Curve;

use super::{Article, Impact};

/// A soft ball, about gelatine, that sticks as weakly as clean surfaces do: radius, contact modulus, work of adhesion.
const SOFT: Hertz = Hertz { radius: 20e-3, modulus: 20e3 };
const WORK: f64 = 0.05;
/// The distance over which surfaces attract each other, in m.
const REACH: f64 = 0.3e-9;

/// Factor, exponent and reference by the thickness of the layer, of the corrected foundation in the picture: where the
/// correction shows, not a fit.
const THRESHOLD_FACTOR: f64 = 5.0;
const EXPONENT: f64 = 1.2;
const REFERENCE: f64 = 0.1;

/// A contact that relaxes, in the picture: in and out within so many of its relaxation times.
const RELAXING: Relaxation = Relaxation { relaxed_share: 0.3, time: 0.1 };
const STROKES: [(f64, &str, &str); 3] = [
    (0.02, "relaxing_fast", "in and out within 0.02 τ"),
    (2.0, "relaxing", "within 2 τ"),
    (200.0, "relaxing_slow", "within 200 τ"),
];

/// Points of a curve.
const POINTS: usize = 161;

const MODIFIED: Description = Description {
    name: "Modified foundation",
    equation: "p = K_c δ_c,  δ_c = max(0, δ − δ₀/f),  K_c = (E_w/h)(δ_ref/δ_c)^{1−m}",
    symbols: &[
        ("δ, δ₀", "indentation here; the deepest one of the patch, m"),
        ("f", "threshold factor: springs that are pressed less than δ₀/f do not act"),
        ("m", "exponent of the pressure; 1 is a linear spring"),
        ("E_w/h", "stiffness of the confined layer, Pa/m"),
        ("δ_ref", "indentation at which the stiffness is that of the layer, m"),
    ],
    about: "Springs side by side make the patch too wide and the contact too stiff, because a real layer sinks in beside the patch. \
            A threshold narrows the patch and an exponent bends the law; all three numbers are fitted to a better model \
            (`synovia fit`, or finite elements).",
    assumes: "As the elastic foundation; and that one set of numbers serves the whole patch.",
    pitfalls: "Fitted numbers belong to one thickness and one geometry. The pressure here depends on the depth elsewhere, so that the \
               force has no potential. Printed Eqs. 48 and 49 have δ_ref twice; read once, the units come right.",
    valid: "Layers about as thin as the patch is wide, within the range of the fit.",
    sources: &["PerezGonzalez2008", "Lehtoranta2011"],
};

/// A curve of force against indentation: key, label, points.
pub(super) struct Special {
    pub key: &'static str,
    pub label: &'static str,
    pub points: Vec<[f64; 2]>,
}

/// Attached surfaces from parting to a depth, and Hertz beside them; the foundation with and without its correction.
pub(super) fn curves(impact: &Impact) -> Vec<Special> {
    let (jkr, dmt) = (Jkr { hertz: SOFT, work: WORK }, Dmt { hertz: SOFT, work: WORK });
    let (end, deepest) = (jkr.parting_gap(), 4.0 * jkr.parting_gap());
    let along = |from: f64, force: &dyn Fn(f64) -> f64| -> Vec<[f64; 2]> {
        let depth = |i: usize| from + (deepest - from) * i as f64 / (POINTS - 1) as f64;
        (0..POINTS).map(|i| [depth(i), force(-depth(i))]).collect()
    };
    let (radius, layer) = (impact.hertz().radius, impact.foundation());
    let thick = impact.cartilage_thickness;
    let pressed = |force: &dyn Fn(f64) -> f64| -> Vec<[f64; 2]> {
        (0..POINTS).map(|i| 0.2 * thick * i as f64 / (POINTS - 1) as f64).map(|d| [d, force(d)]).collect()
    };
    let plain = |d: f64| std::f64::consts::PI * layer.stiffness() * radius * d * d;
    let relaxing = STROKES.map(|(duration, key, label)| Special {
        key,
        label,
        points: stroke(&impact.hertz(), impact.depth(), duration * RELAXING.time),
    });
    let cartilage = Layer { thickness: thick, material: impact.cartilage() };
    let thin = ThinLayer::new(radius, &[cartilage]);
    let mut curves = vec![
        Special { key: "soft_hertz", label: "Hertz", points: along(-end, &|gap| SOFT.response(gap, 0.0)) },
        Special { key: "jkr", label: "JKR", points: along(-end, &|gap| jkr.attached_response(gap)) },
        Special { key: "dmt", label: "DMT", points: along(0.0, &|gap| dmt.attached_response(gap)) },
        Special { key: "plain_foundation", label: "foundation", points: pressed(&plain) },
        Special {
            key: "modified_foundation",
            label: "modified foundation",
            points: pressed(&|d| modified_force(radius, layer.stiffness(), REFERENCE * thick, d)),
        },
        Special {
            key: "thin_layer",
            label: "thin layer",
            points: pressed(&|d| thin.map_or(f64::NAN, |law| law.response(-d, 0.0))),
        },
    ];
    curves.extend(relaxing);
    curves
}

/// In to a depth and out again at a constant rate, on a contact that relaxes; midpoint steps.
fn stroke(law: &Hertz, depth: f64, duration: f64) -> Vec<[f64; 2]> {
    let inner = 40;
    let dt = duration / (inner * (POINTS - 1)) as f64;
    let path = |t: f64| depth * (1.0 - (2.0 * t / duration - 1.0).abs());
    let mut relaxed = 0.0;
    let mut points = Vec::with_capacity(POINTS);
    for i in 0..POINTS {
        let t = (i * inner) as f64 * dt;
        points.push([path(t), RELAXING.at(law, path(t), relaxed).push]);
        for j in 0..inner {
            let t = (i * inner + j) as f64 * dt;
            let half = relaxed + 0.5 * dt * RELAXING.at(law, path(t), relaxed).rate;
            relaxed += dt * RELAXING.at(law, path(t + 0.5 * dt), half).rate;
        }
    }
    points
}

/// A ball on a flat modified foundation: `F = 2πR ∫ p dδ = 2πR k δ_ref^{1−m} (δ₀ (1 − 1/f))^{m+1}/(m+1)`.
fn modified_force(radius: f64, stiffness: f64, reference: f64, depth: f64) -> f64 {
    let beyond = depth * (1.0 - 1.0 / THRESHOLD_FACTOR);
    std::f64::consts::TAU * radius * stiffness * reference * reference * (beyond / reference).powf(EXPONENT + 1.0)
        / (EXPONENT + 1.0)
}

/// What there is to read about them, under their headings.
pub(super) fn articles() -> Vec<(&'static str, Vec<Article>)> {
    let curve = |key: &str| Curve { x: format!("indentation_{key}_m"), y: format!("force_{key}_N") };
    let jkr = Jkr { hertz: SOFT, work: WORK };
    let dmt = Dmt { hertz: SOFT, work: WORK };
    let facts = |pull: f64, lost: f64| {
        vec![
            format!("parts at a pull of {:.2} mN", 1e3 * pull),
            format!("a cycle loses {:.2} µJ", 1e6 * lost),
            format!(
                "here a ball of {:.0} mm, {:.0} kPa, {WORK} J/m²: Tabor's number {:.0}",
                1e3 * SOFT.radius,
                1e-3 * SOFT.modulus,
                tabor_number(&SOFT, WORK, REACH)
            ),
        ]
    };
    vec![
        (
            "Foundation corrected for its neighbours",
            vec![Article {
                description: &MODIFIED,
                facts: vec![format!("drawn with f {THRESHOLD_FACTOR}, m {EXPONENT}, δ_ref a tenth of the layer")],
                picture: vec![curve("plain_foundation"), curve("modified_foundation")],
            }],
        ),
        (
            "Thin layers",
            vec![Article {
                description: &ThinLayer::DESCRIPTION,
                facts: vec!["drawn beside the springs, for the cartilage of the impact as one layer".into()],
                picture: vec![curve("plain_foundation"), curve("thin_layer")],
            }],
        ),
        (
            "Contacts that relax",
            vec![Article {
                description: &Relaxation::DESCRIPTION,
                facts: vec![
                    format!("drawn with g {}, τ {} s, on Hertz", RELAXING.relaxed_share, RELAXING.time),
                    "loses most where the contact lasts about as long as it relaxes".into(),
                ],
                picture: STROKES.map(|(_, key, _)| curve(key)).into(),
            }],
        ),
        (
            "Surfaces that stick together",
            vec![
                Article {
                    description: &Jkr::DESCRIPTION,
                    facts: facts(jkr.pull_off(), jkr.lost_in_a_cycle()),
                    picture: vec![curve("soft_hertz"), curve("jkr")],
                },
                Article {
                    description: &Dmt::DESCRIPTION,
                    facts: facts(dmt.pull_off(), dmt.lost_in_a_cycle()),
                    picture: vec![curve("soft_hertz"), curve("dmt")],
                },
            ],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use mechanics::contact::{Layer, ModifiedFoundation};
    use mechanics::material::Elastic;
    use numerics::quadrature::integrate_adaptive;

    /// The closed form of the picture against the law itself, integrated over the patch.
    #[test]
    fn the_drawn_force_is_the_integral_of_the_modified_pressure() {
        let material = Elastic { modulus: 10e6, poisson: 0.4, density: 1000.0 };
        let layer = Layer { thickness: 3e-3, material };
        let (radius, depth, reference) = (30e-3, 0.4e-3, 0.3e-3);
        let law = ModifiedFoundation::new(layer, THRESHOLD_FACTOR, EXPONENT, reference).expect("good").at(depth);
        let rim = (2.0 * radius * depth).sqrt();
        let ring = |r: f64| std::f64::consts::TAU * r * law.response(r * r / (2.0 * radius) - depth, 0.0);
        let force = integrate_adaptive(ring, 0.0, rim, 1e-9).value;
        let drawn = modified_force(radius, layer.stiffness(), reference, depth);
        assert!((force / drawn - 1.0).abs() < 1e-5, "{force} {drawn}");
    }
}
