//! Where the defaults of a study come from: one table, of which the deepest line that fits a path holds.

/// A choice of ours.
const OURS: &str = "ours";
const ASKARI: &str = "the base case of [Askari2018]";
const JOURDAN: &str = "the cup of [Jourdan2009]";
const JOHNSTON_SMIDT: &str =
    "what Johnston and Smidt are quoted with, recalled; [Jourdan2009] does not print its rotations";
const WOO: &str = "articular cartilage of [Woo1980], recalled";
const COSTA: &str = "[Costa2016], Table 2";
const MACHADO: &str = "[Machado2011]";
const MOEINZADEH: &str = "[Moeinzadeh1983], recalled; [Machado2011] does not print it";
const NO_PRODUCT: &str = "ours: an implant of middle size, of no product";
const OPENSIM: &str = "ours: the name of this column in OpenSim's tables";

/// Tables and keys of a study file, and where the defaults there and below come from. `*` is any name; a line that begins with
/// `*` holds wherever the rest of it stands.
const SOURCES: &[(&str, &str)] = &[
    ("runs", OURS),
    ("dossier", OURS),
    // A hip.
    ("hip", OURS),
    ("hip.implant.head-diameter", ASKARI),
    ("hip.implant.head-material", ASKARI),
    ("hip.implant.clearance", ASKARI),
    ("hip.implant.liner-thickness", "the base case of [Askari2018]: not printed, but Eq. 25 gives its Table 2 with it"),
    ("hip.implant.liner-material", ASKARI),
    ("hip.implant.inclination", "[Askari2018], its Fig. 1"),
    ("hip.implant.anteversion", "ours: [Askari2018] inclines its cup, and names no anteversion"),
    ("hip.implant.coverage", "ours: a hemisphere"),
    ("hip.implant.design", NO_PRODUCT),
    ("hip.implant.design.required", "the ranges of daily life in the manner of [Yoshimine2006], recalled"),
    ("hip.patient.body-weight", "ours: with it the peak load of walking is 2.0 kN, as in [Askari2018]"),
    ("hip.activity.cycle", "ours: angles and direction of [Delp2007], size of the force of [Bergmann2001]"),
    ("hip.contact", "[Askari2018], Eq. 25"),
    ("hip.contact.elastic-foundation.stiffness", "[Askari2018], Eqs. 16 to 18"),
    ("hip.contact.finite-elements", OURS),
    ("hip.dissipation", "[Askari2018], which takes the factor of [Gonthier2004; ZhangSharf2009]"),
    ("hip.friction", "[Askari2018], which neglects friction"),
    ("hip.friction.coulomb.dynamic", "metal on polyethylene, as in [Jourdan2009]"),
    ("hip.wear.law", "[Archard1953]"),
    ("hip.wear.factor", "ours: it gives the volumes that simulators with 28 mm heads wear; this is UHMWPE's"),
    ("hip.experiment.static.load", "[Askari2018], its Table 3"),
    ("hip.experiment.dynamic.smallest-step", "ours: [Askari2018] has 100 ns, for another scheme"),
    ("hip.output.elements", "[Askari2018]"),
    // A knee in the plane.
    ("knee", OURS),
    ("knee.tibia.mass", MOEINZADEH),
    ("knee.tibia.moment-of-inertia", MOEINZADEH),
    ("knee.tibia.flexion", MACHADO),
    (
        "knee.tibia.centre-of-mass",
        "ours, found from [Machado2011]: here its four ligaments have their unstrained length within 0.04 mm",
    ),
    (
        "knee.pulse",
        "ours: [Machado2011] prints neither amplitude nor duration; with these the knee straightens within its 0.4 s",
    ),
    ("knee.pulse.direction", "[Machado2011]: the force acts proximally"),
    ("knee.gravity.acceleration", "standard gravity"),
    ("knee.contact.laws", "the reference model of [Machado2011]"),
    ("knee.contact.geometries", "the reference model of [Machado2011]"),
    ("knee.contact.materials", "the reference model of [Machado2011]"),
    ("knee.contact.combine", MACHADO),
    ("knee.contact.radii", "[Machado2011]: the radii that give the stiffnesses of its Table 2"),
    ("knee.contact.restitution", MACHADO),
    ("knee.contact.relaxed-share", WOO),
    ("knee.contact.relaxation-time", "the middle of the spectrum of [Woo1980], recalled"),
    ("knee.surfaces.condyle-centre", "ours: a circle fitted to the profile of [Moeinzadeh1983], which is recalled"),
    ("knee.surfaces.plateau-height", "ours, beside the profile of [Moeinzadeh1983], which is recalled"),
    ("knee.surfaces.plateau-slope", "ours, beside the profile of [Moeinzadeh1983], which is recalled"),
    ("knee.surfaces.condyle-profile", "[Moeinzadeh1983], recalled"),
    ("knee.surfaces.plateau-profile", "[Moeinzadeh1983], recalled"),
    ("knee.friction", "[Machado2011]: the contact is frictionless"),
    ("knee.time.duration", MACHADO),
    ("knee.time.interval", MACHADO),
    ("knee.time.stop-when-straight", "[Machado2011], which leaves hyperextension out"),
    (
        "knee.patella",
        "ours: an adult's sizes, chosen such that the forces of both tendons are as [Buff1988] measured them",
    ),
    ("knee.ligaments", "[Machado2011], Table 1"),
    // The liner of a cup.
    ("liner", OURS),
    ("liner.cup", JOURDAN),
    ("liner.cup.law", OURS),
    ("liner.cup.held", OURS),
    ("liner.head.clearance", "ours: [Jourdan2009] does not print it"),
    ("liner.head.mass", "the mass of the cup of [Jourdan2009], from its sizes and its density"),
    ("liner.head.friction", "[Jourdan2009]"),
    ("liner.mesh", "ours: 1536 elements, where [Jourdan2009] has 1562"),
    ("liner.mesh.element", "[Jourdan2009]"),
    ("liner.mesh.file", OURS),
    ("liner.experiment.wear.factor", "[Jourdan2009]; this is UHMWPE's"),
    ("liner.experiment.wear.amplification", "[Jourdan2009], the largest that it compares"),
    ("liner.experiment.wear.motion.harmonic.frequency", "[Jourdan2009]"),
    ("liner.experiment.wear.motion.harmonic", JOHNSTON_SMIDT),
    (
        "liner.experiment.wear.motion.harmonic.peak-load",
        "ours: with it load times sliding is near the 47 N m that the wear of [Jourdan2009] implies",
    ),
    (
        "liner.experiment.wear.motion.harmonic.least-load",
        "ours: with it load times sliding is near the 47 N m that the wear of [Jourdan2009] implies",
    ),
    ("liner.experiment.wear.motion.harmonic.load-tilt", "[Jourdan2009]"),
    ("liner.experiment.wear.motion.harmonic.adduction-at", OURS),
    ("liner.experiment.wear.motion.harmonic.internal-at", OURS),
    ("*.body-weight", "ours: with it the peak load of walking is 2.0 kN, as in [Askari2018]"),
    // A knee replacement.
    ("knee-replacement", OURS),
    ("knee-replacement.implant.design", NO_PRODUCT),
    (
        "knee-replacement.implant.design.femoral",
        "ours, of no product: from front to back beside the surfaces of [Fregly2012]",
    ),
    (
        "knee-replacement.implant.design.insert",
        "ours, of no product: from front to back beside the surfaces of [Fregly2012]",
    ),
    ("knee-replacement.friction.coulomb.dynamic", "ours: metal on polyethylene"),
    ("knee-replacement.activity.motion", "in the manner of ISO 14243-3, ranges recalled [ISO14243]"),
    ("knee-replacement.activity.load.cycle", "in the manner of ISO 14243-1, recalled [ISO14243]"),
    (
        "knee-replacement.experiment.load-driven.load-medial",
        "in the manner of ISO 14243-1, recalled [ISO14243]: 0.07 of the width of the insert",
    ),
    ("knee-replacement.experiment.load-driven.ligaments.toe-strain", "[Blankevoort1991]"),
    ("knee-replacement.wear.law", "[Archard1953]"),
    ("knee-replacement.wear.factor", "ours: the order of magnitude of sliding to and fro; this is UHMWPE's"),
    // A walk in the plane.
    ("gait", OURS),
    ("gait.body", "[Costa2016], Table 1"),
    ("gait.motion.recording", "[Winter2009], Appendix A"),
    ("gait.motion.file.angles.hip-in-pelvis", "OpenSim's gait2392 [Delp1990]"),
    ("gait.implant.radius", COSTA),
    ("gait.implant.clearance", COSTA),
    ("gait.implant.materials", COSTA),
    ("gait.implant.law", "[Costa2016], Eq. 18"),
    ("gait.implant.law.elastic-foundation", OURS),
    ("gait.implant.hertz-radius", "[Costa2016], Eq. 18"),
    ("gait.implant.dissipation", "[Costa2016], which takes the factor of [LankaraniNikravesh1990]"),
    ("gait.implant.friction.coulomb.dynamic", COSTA),
    ("gait.lubricated.fluids", COSTA),
    ("gait.time.scheme", "[Costa2016], Table 2: Gear's"),
    // A skeleton with muscles.
    ("body", OURS),
    ("body.muscles.power", "[Crowninshield1981]"),
    // Any mechanism.
    ("mechanism", OURS),
    ("mechanism.forces.kind.ligament.law.toe.toe-strain", "[Blankevoort1991]"),
    // What several joints share.
    ("*.baumgarte", "[Costa2016], Table 2"),
    ("*.dissipation.*.restitution", "the hip of [Askari2018]"),
    ("*.dissipation.*.slowest-impact", OURS),
    ("*.dissipation.scaled-unloading.transition-speed", OURS),
    ("*.dissipation.standard-linear-solid.relaxed-share", WOO),
    ("*.dissipation.standard-linear-solid.time", "the middle of the spectrum of [Woo1980], recalled"),
    ("*.friction.coulomb.transition-speed", OURS),
    ("*.friction.compliant.exponent", "ours: a linear spring"),
    ("*.unit", "ours: SI"),
    ("*.length-unit", "ours: SI"),
    ("*.force-unit", "ours: SI"),
    ("*.file.time", OPENSIM),
    ("*.ground.time", OPENSIM),
    ("*.reference.time", OPENSIM),
    ("*.plates.time", OPENSIM),
    ("*.emg.time", OPENSIM),
];

/// Where the default at this path comes from.
pub(super) fn of(path: &str) -> Option<&'static str> {
    best(path).map(|(_, source)| *source)
}

fn best(path: &str) -> Option<&'static (&'static str, &'static str)> {
    let fitting = SOURCES.iter().filter_map(|line| Some((reach(line.0, path)?, line)));
    fitting.max_by_key(|((end, is_placed), (line, _))| (*end, *is_placed, line.len())).map(|(_, line)| line)
}

/// Up to which name of the path a line fits, and whether it does from the beginning on.
fn reach(line: &str, path: &str) -> Option<(usize, bool)> {
    let (floating, line) = line.strip_prefix("*.").map_or((false, line), |rest| (true, rest));
    let (line, path): (Vec<&str>, Vec<&str>) = (line.split('.').collect(), path.split('.').collect());
    let fits = |start: &usize| {
        let here = path.get(*start..start + line.len());
        here.is_some_and(|here| here.iter().zip(&line).all(|(name, asked)| *asked == "*" || asked == name))
    };
    let starts = if floating { 0..path.len() } else { 0..1 };
    starts.rev().find(fits).map(|start| (start + line.len(), !floating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::keys;

    #[test]
    fn every_line_is_of_some_default() {
        let keys = keys();
        let used: Vec<&str> = keys
            .iter()
            .filter(|key| key.default.is_some())
            .filter_map(|key| best(&key.path))
            .map(|(line, _)| *line)
            .collect();
        let idle: Vec<&str> = SOURCES.iter().map(|(line, _)| *line).filter(|line| !used.contains(line)).collect();
        assert!(idle.is_empty(), "{idle:?}");
    }

    #[test]
    fn the_deepest_line_holds_and_is_inherited() {
        assert_eq!(of("hip.implant.clearance"), Some(ASKARI));
        assert_eq!(of("liner.cup.material"), Some(JOURDAN));
        assert_eq!(of("gait.implant.dissipation.flores.restitution"), Some("the hip of [Askari2018]"));
        assert_eq!(of("knee.time.tolerance"), Some(OURS));
        assert_eq!(of("mechanism.experiment.equilibrium.time"), Some(OURS));
        assert_eq!(of("nobody"), None);
    }

    /// A number of a paper beside its key: clearance and restitution of Askari2018, Tables 2 of Costa2016 and 1 of Machado2011.
    #[test]
    fn defaults_with_a_citation_are_the_printed_numbers() {
        let keys = keys();
        for (path, printed, source) in [
            ("hip.implant.head-diameter", "\"27.84 mm\"", "Askari2018"),
            ("hip.implant.clearance", "\"80 um\"", "Askari2018"),
            ("hip.implant.inclination", "\"45 deg\"", "Askari2018"),
            ("hip.dissipation.gonthier.restitution", "0.7", "Askari2018"),
            ("gait.implant.radius", "\"32 mm\"", "Costa2016"),
            ("gait.implant.clearance", "\"20 um\"", "Costa2016"),
            ("gait.implant.friction.coulomb.dynamic", "0.01", "Costa2016"),
            ("gait.lubricated.fluids", "[\"500 Pa s\"]", "Costa2016"),
            ("gait.time.stabilisation.baumgarte.alpha", "5.0", "Costa2016"),
            ("knee.tibia.flexion", "\"54.79 deg\"", "Machado2011"),
            ("knee.time.duration", "\"400 ms\"", "Machado2011"),
            ("knee.contact.restitution", "0.616", "Machado2011"),
            ("liner.cup.inner-diameter", "\"28 mm\"", "Jourdan2009"),
            ("liner.head.friction", "0.07", "Jourdan2009"),
        ] {
            let key = keys.iter().find(|key| key.path == path);
            let key = key.unwrap_or_else(|| panic!("no key {path}"));
            assert_eq!(key.default.as_deref(), Some(printed), "{path}");
            assert!(key.source.is_some_and(|told| told.contains(source)), "{path}: {:?}", key.source);
        }
    }
}
