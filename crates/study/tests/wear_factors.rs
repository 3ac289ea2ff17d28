//! The wear factor that a study is written out with, and where it says that it comes from.
#![allow(missing_docs)]

use study::StudyFile;

/// The study with every default written out; read again it is the same.
fn resolved(text: &str) -> String {
    let study = StudyFile::from_text("study.toml", text).check().expect("a good study");
    let again = StudyFile::from_text("study.toml", study.resolved_text()).check().expect("the resolved study");
    assert_eq!(again.resolved_text(), study.resolved_text());
    study.resolved_text().to_owned()
}

#[test]
fn a_factor_follows_its_material_and_its_source_stands_beside_it() {
    let hip = |more: &str| resolved(&format!("[hip.experiment.quasi-static]\n{more}"));
    let plain = hip("");
    assert!(plain.contains("factor = \"1e-6 mm^3/(N m)\"") && plain.contains("# Wear factor: 1e-6"), "{plain}");
    let linked = hip("[hip.implant]\nliner-material = \"cross-linked PE\"\n");
    assert!(linked.contains("factor = \"1.4e-7 mm^3/(N m)\"") && linked.contains("[GlynJones2015]"), "{linked}");
    let given = hip("[hip.wear]\nfactor = \"3e-6 mm^3/(N m)\"\n");
    assert!(given.contains("# Wear factor: 3e-6 mm^3/(N m) (as given)"), "{given}");
    // Nothing is known: nothing is written out, so that it is warned of when the study is run again.
    let unknown = hip("[hip.implant]\nliner-material = { modulus = \"1 GPa\", poisson = 0.4 }\n");
    assert!(unknown.contains("(assumed as of conventional polyethylene") && !unknown.contains("\nfactor"), "{unknown}");
    let knee = resolved("[knee-replacement.implant]\nmaterial = \"cross-linked PE\"\n");
    assert!(knee.contains("factor = \"1.4e-8 mm^3/(N m)\""), "{knee}");
    let liner = resolved("[liner.experiment.wear]\ncycles = 1\n");
    assert!(liner.contains("factor = \"4e-7 mm^3/(N m)\"") && liner.contains("[Jourdan2009]"), "{liner}");
}
