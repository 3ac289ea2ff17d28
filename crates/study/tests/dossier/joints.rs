//! Joints that are no hip: what they are refined by, what their tolerances are worth, and what they say where they have neither.

use study::validation::Library;

use super::{dossier, level};

const PENDULUM: &str = include_str!("../../../../studies/mechanism-pendulum.toml");

fn evidence<'a>(found: &'a study::dossier::Dossier, name: &str) -> &'a str {
    &found.factors.iter().find(|factor| factor.name == name).unwrap().evidence
}

/// A rod of 1 m that is let go at 60°: T = 2π/(ω AGM(1, cos 30°)) with ω² = 3g/2L.
#[test]
fn the_period_of_a_pendulum_is_off_its_closed_form_by_less_than_its_dossier_says() {
    let text = PENDULUM.replace("tolerance = 1e-10", "tolerance = 1e-5").replace("frames = 301", "frames = 61")
        + "[dossier]\nquantities = [\"rod_period_s\"]\nsamples = 0\n";
    let found = dossier(&text, &Library::default(), |_| ());
    let (mut a, mut b) = (1.0, 30f64.to_radians().cos());
    for _ in 0..6 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let exact = std::f64::consts::TAU / ((1.5 * 9.81f64).sqrt() * a);
    let answer = &found.answers[0];
    let (error, stated) = ((answer.value - exact).abs(), answer.discretisation.hypot(answer.solver));
    assert!(error > 1e-6 * exact && error <= stated && stated < 1e-4 * exact, "{answer:?}: {error}");
    assert!(answer.solver > 0.0, "{answer:?}");
    let said = evidence(&found, "Numerical solver error");
    assert!(said.contains("mechanism.experiment.forward.tolerance 1e-5 to 1e-6"), "{said}");
    assert!(evidence(&found, "Discretization error").contains("instants of the motion 31 / 61 / 121"));
}

#[test]
fn a_walk_on_a_dry_hip_has_a_tolerance_and_one_on_an_ideal_hip_has_none() {
    let walk = |hip: &str, duration: &str| {
        let text = format!(
            "[gait]\nhip = \"{hip}\"\n[gait.motion]\nrecording = \"winter\"\n[gait.window]\nduration = \"{duration}\"\n\
             [gait.time]\ntolerance = 1e-7\ninterval = \"4 ms\"\n[dossier]\nquantities = [\"peak_hip_force_N\"]\nsamples = 0\n"
        );
        dossier(&text, &Library::default(), |_| ())
    };
    let dry = walk("dry", "0.05 s");
    assert_eq!(dry.tightenings.len(), 1);
    assert!(evidence(&dry, "Numerical solver error").contains("gait.time.tolerance 1e-7 to 1e-8"));
    assert!(dry.answers[0].solver > 0.0, "{:?}", dry.answers);
    let ideal = walk("ideal", "0.5 s");
    assert!(ideal.tightenings.is_empty() && ideal.answers[0].solver == 0.0);
    let said = evidence(&ideal, "Numerical solver error");
    assert!(said.contains("no tolerance to choose") && said.contains("1e-13"), "{said}");
    for found in [&dry, &ideal] {
        let said = evidence(found, "Discretization error");
        assert!(said.contains("time between reported instants 8 ms / 4 ms / 2 ms"), "{said}");
        assert!(level(found, "Discretization error") >= 1);
    }
    // A peak between two instants is missed: half of the time between them finds it better.
    assert!(ideal.answers[0].discretisation > 0.0, "{:?}", ideal.refinements);
}

#[test]
fn where_nothing_is_divided_the_error_is_the_solver_s() {
    let (rest, _) = PENDULUM.split_once("[mechanism.experiment.forward]").unwrap();
    let text = format!(
        "{rest}[mechanism.experiment.equilibrium]\n[dossier]\nsamples = 0\nquantities = [\"rod_final_angle_rad\"]\n"
    );
    let found = dossier(&text, &Library::default(), |_| ());
    assert!(found.refinements.is_empty() && found.tightenings.is_empty());
    let said = evidence(&found, "Discretization error");
    assert!(said.contains("the solver's") && evidence(&found, "Numerical solver error").contains("1e-10"), "{said}");
    assert_eq!(level(&found, "Discretization error"), level(&found, "Numerical solver error"));
    assert_eq!(level(&found, "Numerical solver error"), 3);
}

#[test]
fn what_cannot_be_refined_is_said_and_costs_the_grade() {
    // Twice as many instants are more than a mechanism may have.
    let text = PENDULUM.replace("frames = 301", "frames = 60000").replace("duration = \"6 s\"", "duration = \"0.1 s\"")
        + "[dossier]\nquantities = [\"rod_peak_speed_m_per_s\"]\nsamples = 0\n";
    let found = dossier(&text, &Library::default(), |_| ());
    let failed = found.refinements[0].failed.as_ref().unwrap();
    assert!(failed.contains("119999") && level(&found, "Discretization error") == 1, "{failed}");
    assert!(study::dossier::render_page(&found).contains("not refined: 119999"));
}
