//! Claims that are not a single study: limits, sweeps, convergence orders. The numbers come from the joints.

use joints::validation::{self, Finding, Target};

use super::Comparison;

/// A case in Rust: its name, its claim in one sentence, and what computes it. The runner fills in the name of the case.
pub type Builtin = (&'static str, &'static str, fn() -> Vec<Comparison>);

/// Every case in Rust.
pub fn builtin() -> Vec<Builtin> {
    vec![
        (
            "eq25-quadrature",
            "The closed form of Eq. 25 of Askari2018 is the integral of Eq. 24, from 0.1 µm to 1 mm.",
            || judge(validation::eq25_quadrature()),
        ),
        (
            "hip-hertz-limit",
            "At light load the ball in socket tends to a paraboloid on springs (not to Hertz); Hertz's law, round or elliptic, presses a half-space into the shape of the other body.",
            || judge(validation::hertz_limit()),
        ),
        (
            "hip-on-meshes",
            "A ball and a cup of some hundred triangles, rounded, rest under a load where the closed form of a ball in a socket says.",
            || judge(validation::hip_on_meshes()),
        ),
        (
            "restitution",
            "An impact on every dissipative law returns what the exact relation says, and only the exact factor returns what was asked for.",
            || judge(validation::restitution()),
        ),
        ("rim", "The force of a patch that crosses the rim is that of a million springs.", || judge(validation::rim())),
        (
            "slide-tracks",
            "Elliptic and circular slide tracks on a 28 mm head have their exact length and shape.",
            || judge(validation::slide_tracks()),
        ),
        (
            "convergence",
            "The error falls in proportion to the tolerance, and with the square of the time between frames and of the size of the elements.",
            || judge(validation::convergence()),
        ),
        (
            "machado2011-stiffness",
            "The contact stiffnesses of Tables 2 and 3 of Machado2011 follow to the last printed digit, once the radii of two geometries are exchanged.",
            || judge(validation::knee_stiffness()),
        ),
        (
            "machado2011-start",
            "At the recovered starting pose all four ligaments have their unstrained length, and the pulse has its known peak and impulse.",
            || judge(validation::knee_start()),
        ),
        (
            "machado2011-orderings",
            "What Machado2011 concludes about laws, geometries and materials comes out, but for one sentence of its abstract and one of its conclusions.",
            || judge(validation::knee_orderings()),
        ),
        (
            "machado2011-relaxation",
            "A contact that relaxes answers a step and a steady cycle as Zener's solid does, and a knee on such cartilage keeps its energy budget.",
            || judge(validation::relaxation()),
        ),
        (
            "knee-patella",
            "Patellar tendon and patellofemoral contact of the planar knee carry what an independent balance says, and the tendon's share falls over flexion as measured.",
            || judge(validation::patella()),
        ),
        (
            "li1997-four-models",
            "Four models of a ball on a concave layer of cartilage under 100 N, ν from 0.3 to 0.5, judged by the exact layer: simplified elasticity is right where the layer is thin, springs at ν = 0.3 only, Hertz never; finite elements of the curved layer are shown beside it, 1 to 4.4 % above the flat one.",
            || judge(validation::thin_layers()),
        ),
        (
            "costa2016-orderings",
            "The thigh's height is the same for an ideal, a dry and a lubricated hip; a dry head that starts as in Costa2016 bounces, and a film smooths its acceleration.",
            || judge(validation::gait_orderings()),
        ),
        (
            "elements-patch",
            "A uniform deformation of the boundary deforms the inside uniformly, with every element and every law of the material.",
            || judge(validation::elements_patch()),
        ),
        (
            "elements-lame",
            "A thick sphere under inner pressure widens as Lamé says, at the Poisson's ratios of polyethylene and rubber; linear elements are of second order, and quadratic ones of third.",
            || judge(validation::elements_lame()),
        ),
        (
            "elements-cook",
            "Cook's panel bends as other programs say, the same elements to six digits, and does not lock when it is nearly incompressible.",
            || judge(validation::elements_cook()),
        ),
        (
            "time-schemes",
            "Every time scheme has the order that it is known for, on both sides, and meets its tolerance on an oscillator.",
            || judge(validation::time_schemes()),
        ),
        (
            "film-limits",
            "Films of long and short bearings push as Sommerfeld and Ocvirk say, from a centred journal to one that nearly touches.",
            || judge(validation::film_limits()),
        ),
        (
            "film-finite",
            "Bearings as long as wide, half and a quarter as long carry, lean and rub as the table of Raimondi and Boyd says.",
            || judge(validation::finite_films()),
        ),
        (
            "partial-slip",
            "A ball that is pulled aside sticks in the middle and slips around it as Cattaneo and Mindlin say, and the error falls with the mesh.",
            || judge(validation::partial_slip()),
        ),
        (
            "friction-siconos",
            "Contacts that are open, stick and slip at once have the reactions that Siconos finds, by each of three methods.",
            || judge(validation::cones()),
        ),
        (
            "foundation-simbody",
            "On the same facets the elastic foundation pushes as those of Simbody and OpenSim do; on the same triangles, rounded, it is within 1 % of the truth.",
            || judge(validation::foundation_peers()),
        ),
        (
            "muscles-opensim",
            "Muscles of Millard and of Thelen have OpenSim's curves and equilibria; paths over cylinder, sphere, ellipsoid and torus have its lengths and moment arms.",
            || judge(validation::muscles()),
        ),
        (
            "surrogates-held-out",
            "Surrogates of a hip and of a condyle are within the printed 1.5 % of the contact they stand for, at poses that they have not seen, but for the worst pose of one kind, which is shown.",
            || judge(validation::held_out()),
        ),
    ]
}

fn judge(findings: Vec<Finding>) -> Vec<Comparison> {
    findings.into_iter().map(compare).collect()
}

fn compare(finding: Finding) -> Comparison {
    let Finding { quantity, label, target, computed, source, why } = finding;
    // Where nothing came out, the comparison is still what it is.
    let found = computed.as_ref().copied().unwrap_or(f64::NAN);
    let guard = matches!(target, Target::Guard(_) | Target::GuardWithin(..));
    let comparison = match target {
        Target::Within(expected, tolerance) | Target::GuardWithin(expected, tolerance) => {
            Comparison::within(quantity, expected, found, tolerance)
        }
        Target::Band(low, high) => Comparison::in_band(quantity, low, high, found),
        Target::AtMost(most) | Target::Guard(most) => Comparison::at_most(quantity, most, found),
        Target::AtLeast(least) => Comparison::at_least(quantity, least, found),
        Target::LessThan(other) => Comparison::less_than(quantity, other, found),
        Target::Shown(expected) => Comparison::shown(quantity, expected, found),
    };
    let comparison = match computed {
        Ok(_) => comparison,
        Err(why) => comparison.failed(why),
    };
    Comparison { guard, ..comparison.labelled(label).from_source(source, why) }
}
