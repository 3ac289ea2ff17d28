//! A headline run, which keeps no maps: the numbers of the full one.

use super::*;
use crate::Joint;

/// The headline numbers, to the last bit.
fn bits(outcome: &Outcome) -> Vec<(String, u64)> {
    outcome.headline.iter().map(|scalar| (scalar.name.clone(), scalar.value.to_bits())).collect()
}

fn headline_is_the_full_run(knee: &Replacement, what: &str) {
    let (full, headline) =
        (knee.run(&Unwatched).expect("a run"), Joint::run_headline(knee, &Unwatched).expect("a run"));
    assert_eq!(bits(&full), bits(&headline), "{what}");
    assert_eq!((&full.warnings, &full.work), (&headline.warnings, &headline.work), "{what}");
    assert!(!full.surfaces.is_empty() && headline.surfaces.is_empty() && headline.figures.is_empty(), "{what}");
}

type Change<'a> = &'a dyn Fn(&mut Parameters);

#[test]
fn a_headline_run_is_the_full_run_to_the_last_bit() {
    let driven = || Experiment::LoadDriven(LoadDriven::default());
    let moved = LoadDriven { dynamic: Some(DynamicInput::default()), ..LoadDriven::default() };
    let changes: [(&str, Change<'_>); 6] = [
        ("a pose drives", &|_| ()),
        ("a load drives", &|p| p.experiment = driven()),
        ("equations of motion", &|p| p.experiment = Experiment::LoadDriven(moved.clone())),
        ("finite elements", &|p| {
            let spacing = Length::millimetres(3.0);
            p.contact = Contact::FiniteElements(FiniteElements { spacing, ..FiniteElements::default() });
        }),
        ("another law of wear", &|p| p.wear.law = WearLawName::Kang),
        ("gaps far from the patch", &|p| p.output.proximity = Length::millimetres(20.0)),
    ];
    for (what, change) in changes {
        let parameters = designs::designed(Design::default(), change);
        let designed = parameters.implant.by_design().expect("a design").build().expect("sound");
        let [femoral, insert] = designed.surfaces();
        let cycle = Cycle::new(&parameters.activity, &designed.pose(&parameters), &shipped::waveform());
        let knee = Replacement::new(parameters, &Parts { femoral, insert }, cycle.expect("a cycle")).expect("sound");
        headline_is_the_full_run(&knee, what);
    }
}
