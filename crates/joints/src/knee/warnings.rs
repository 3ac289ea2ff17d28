//! When a knee's numbers cannot be trusted without a second thought.

use results::{Outcome, Severity};

use super::Knee;
use super::history::{End, History};
use super::outcome::Run;
use super::parameters::Geometry;
use super::plausible;
use crate::contact::ElasticLaw;
use crate::ligament::{TEAR_STRAIN, words};

/// Cartilage of both bones [Machado2011], in m.
const CARTILAGE: f64 = 4.15e-3;

/// A layer squeezed by more than this is no longer linear.
const LINEAR: f64 = 0.1;

/// Of the largest kinetic energy.
const IMBALANCE: f64 = 1e-5;

/// Contacts shorter than so many reported intervals are not resolved by the series.
const RESOLVED: f64 = 10.0;

/// Says what left its validity.
pub(super) fn add(knee: &Knee, runs: &[Run<'_>], outcome: &mut Outcome) {
    for run in runs {
        dislocation(run, outcome);
        imbalance(run, outcome);
        never_touched(run, outcome);
    }
    half_space(runs, outcome);
    foundation(runs, outcome);
    ligaments(knee, runs, outcome);
    resolution(knee, runs, outcome);
    plausible::warn(&knee.parameters, outcome);
    if knee.parameters.contact.geometries.contains(&Geometry::Profiles) {
        outcome.warn(
            Severity::Note,
            "recalled-profiles",
            "The polynomial profiles of Moeinzadeh1983 are quoted from memory; at the starting pose, which follows from the \
             ligaments alone, they touch within 0.1 mm. Their Hertz stiffness is that of the radii where contact starts."
                .into(),
        );
    }
}

fn dislocation(run: &Run<'_>, outcome: &mut Outcome) {
    let how = match run.history.end {
        End::Apart { gap } => format!("the surfaces are {:.1} mm apart", gap * 1e3),
        End::Through { depth } => {
            format!("the surfaces are {:.1} mm deep in each other, the bones have gone through", depth * 1e3)
        }
        End::OffPlateau { posterior } => {
            format!("the contact is {:.1} mm behind the tibia's axis, beyond the plateau", posterior * 1e3)
        }
        End::Time | End::Straight => return,
    };
    outcome.warn(
        Severity::Caution,
        "dislocated",
        format!(
            "{}: the knee dislocates at t = {:.4} s: {how}. The run stops there; its results up to then are kept.",
            run.case.label, run.history.end_time
        ),
    );
}

fn imbalance(run: &Run<'_>, outcome: &mut Outcome) {
    let (worst, _) = run.history.imbalance();
    let ratio = run.history.imbalance_ratio();
    if ratio.abs() > IMBALANCE {
        let grows = if ratio > 0.0 { "energy is created" } else { "energy disappears" };
        outcome.warn(
            Severity::Caution,
            "energy-imbalance",
            format!(
                "{}: {grows}, {worst:.2e} J or {:.2e} of the largest kinetic energy. Lower the tolerance.",
                run.case.label,
                ratio.abs()
            ),
        );
    }
}

fn never_touched(run: &Run<'_>, outcome: &mut Outcome) {
    if run.history.peak_force <= 0.0 {
        outcome.warn(
            Severity::Caution,
            "no-contact",
            format!("{}: femur and tibia never touch in this run.", run.case.label),
        );
    }
}

fn half_space(runs: &[Run<'_>], outcome: &mut Outcome) {
    let soft = |run: &&Run<'_>| {
        matches!(run.case.elastic, ElasticLaw::Hertz(_) | ElasticLaw::EllipticHertz(_))
            && run.case.layers.modulus() < 100e6
    };
    let patch = |run: &Run<'_>| (run.case.outlines.radius * run.history.peak_indentation).sqrt();
    let Some(worst) = runs.iter().filter(soft).max_by(|a, b| patch(a).total_cmp(&patch(b))) else { return };
    let (deepest, radius) = (worst.history.peak_indentation, patch(worst));
    if radius <= CARTILAGE {
        return;
    }
    let through = if deepest > CARTILAGE { ", deeper than the cartilage itself" } else { "" };
    outcome.warn(
        Severity::Caution,
        "thin-layer",
        format!(
            "Hertz's law takes cartilage for a half-space. In {} the patch grows to a radius of {:.1} mm and the indentation to \
             {:.2} mm{through}, while femur and tibia together carry {:.2} mm of cartilage: real knees are stiffer.",
            worst.case.label,
            radius * 1e3,
            deepest * 1e3,
            CARTILAGE * 1e3
        ),
    );
}

fn foundation(runs: &[Run<'_>], outcome: &mut Outcome) {
    let strain = |run: &Run<'_>| match &run.case.elastic {
        ElasticLaw::ElasticFoundation(law) => {
            run.history.peak_indentation / law.layers.iter().map(|layer| layer.thickness.si()).sum::<f64>()
        }
        ElasticLaw::ThinLayer(law) => {
            run.history.peak_indentation / law.layers.iter().map(|layer| layer.thickness.si()).sum::<f64>()
        }
        _ => 0.0,
    };
    let Some(worst) = runs.iter().max_by(|a, b| strain(a).total_cmp(&strain(b))) else { return };
    let most = strain(worst);
    if most > LINEAR {
        outcome.warn(
            Severity::Caution,
            "large-strain",
            format!(
                "{}: the layers of the foundation are squeezed by {:.0} %, beyond the {:.0} % of linear elasticity.",
                worst.case.label,
                100.0 * most,
                100.0 * LINEAR
            ),
        );
    }
}

fn ligaments(knee: &Knee, runs: &[Run<'_>], outcome: &mut Outcome) {
    for (i, ligament) in knee.parameters.ligaments.iter().enumerate() {
        let strain = |history: &History| ligament.strain_under(history.peak_tensions[i]);
        let Some(worst) = runs.iter().max_by(|a, b| strain(a.history).total_cmp(&strain(b.history))) else { continue };
        let most = strain(worst.history);
        if most > TEAR_STRAIN {
            outcome.warn(
                Severity::Caution,
                "ligament-tears",
                format!(
                    "{}: the {} ligament is stretched by {:.0} %, pulling with {:.0} N; it would tear.",
                    worst.case.label,
                    words(&ligament.name),
                    100.0 * most,
                    worst.history.peak_tensions[i]
                ),
            );
        }
    }
}

fn resolution(knee: &Knee, runs: &[Run<'_>], outcome: &mut Outcome) {
    let interval = knee.parameters.time.interval.si();
    let short = |run: &&Run<'_>| {
        run.history.episodes.iter().any(|e| e.parted && e.approach.is_some() && e.duration() < RESOLVED * interval)
    };
    let names: Vec<&str> = runs.iter().filter(short).map(|run| run.case.label.as_str()).collect();
    if !names.is_empty() {
        outcome.warn(
            Severity::Note,
            "short-contacts",
            format!(
                "Some contacts last less than {RESOLVED:.0} reported intervals of {:.2} ms, so that curves may miss their peaks; the \
                 headline peaks are taken at four points of every step. This concerns {}.",
                interval * 1e3,
                names.join("; ")
            ),
        );
    }
}
