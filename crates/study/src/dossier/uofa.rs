//! The dossier in the form that the program `uofa` checks: a unit of assurance, to be signed there by whoever answers for it.

use serde_json::{Value, json};

use super::{Dossier, Support};

/// JSON-LD. `now` is the time of its making, RFC 3339. The hash and the signature are made by `uofa sign`; zeros stand for them.
pub fn render(dossier: &Dossier, hash: &str, now: &str) -> String {
    let of = |part: &str| format!("urn:synovia:{hash}:{part}");
    let factor = |(index, factor): (usize, &super::Factor)| -> Value {
        // Levels of that form begin at 1.
        let mut entry = json!({
            "id": of(&format!("factor-{}", index + 1)),
            "type": "CredibilityFactor",
            "factorType": factor.name,
            "factorStandard": "ASME-VV40-2018",
            "factorStatus": if factor.achieved > 0 { "assessed" } else { "not-assessed" },
            "requiredLevel": factor.goal,
            "rationale": factor.evidence,
            "acceptanceCriteria": format!("level {} of 3", factor.goal),
        });
        if factor.achieved > 0 {
            entry["achievedLevel"] = factor.achieved.into();
        }
        entry
    };
    let cases: Vec<Value> =
        dossier.support.iter().filter(|case| !case.skipped).map(|case| result(case, dossier, &of)).collect();
    let mut context = json!({
        "id": of("context-of-use"),
        "type": "ContextOfUse",
        "name": stated(&dossier.input.question),
        "intendedUse": stated(&dossier.input.context),
    });
    if !dossier.extents.is_empty() {
        let range = |extent: &super::Extent| {
            let [low, high] = extent.range;
            format!("{} {low} to {high} {} (here {})", extent.name, extent.unit, extent.value).replace("  ", " ")
        };
        let ranges: Vec<String> = dossier.extents.iter().map(range).collect();
        context["hasApplicabilityConstraint"] = json!({ "id": of("validated-range"), "name": "Range of the cases that compare the answer", "description": ranges.join("; ") });
    }
    let unit = json!({
        "@context": "https://uofa.net/context/v0.5.jsonld",
        "id": of("uofa"),
        "type": "UnitOfAssurance",
        "conformsToProfile": "https://uofa.net/vocab#ProfileMinimal",
        "name": dossier.title,
        "description": dossier.outline,
        "bindsRequirement": of("question"),
        "hasContextOfUse": context,
        "modelRiskLevel": dossier.risk,
        "hasValidationResult": if cases.is_empty() { vec![of("validation-none").into()] } else { cases },
        "hasCredibilityFactor": dossier.factors.iter().enumerate().map(factor).collect::<Vec<_>>(),
        "hasDecisionRecord": {
            "id": of("decision"),
            "type": "DecisionRecord",
            // Whoever signs takes it as an own decision; without this word `uofa sign` refuses.
            "decisionProvenance": "asserted",
            "actor": of("whoever-signs"),
            "role": "computed by synovia, to be decided by whoever signs",
            "outcome": if dossier.adequate { "Accepted" } else { "Not accepted" },
            "rationale": dossier.statement,
            "decidedAt": now,
        },
        "generatedAtTime": now,
        "hash": format!("sha256:{}", "0".repeat(64)),
        "signature": format!("ed25519:{}", "0".repeat(128)),
        "signatureAlg": "ed25519",
        "canonicalizationAlg": "json-sortkeys/v1",
    });
    serde_json::to_string_pretty(&unit).unwrap_or_default() + "\n"
}

fn stated(text: &Option<String>) -> String {
    text.clone().unwrap_or_else(|| "Not stated.".into())
}

/// A validation case that was run: by what, against what, and how uncertain that is.
fn result(case: &Support, dossier: &Dossier, of: &dyn Fn(&str) -> String) -> Value {
    let id = format!("validation-{}", case.case);
    json!({
        "id": of(&id),
        "type": "ValidationResult",
        "name": case.claim,
        "description": format!("{} of {} judged comparisons pass, {} of them guards", case.passed, case.judged, case.guards),
        "wasGeneratedBy": {
            "id": of(&format!("{id}-run")),
            "name": format!("synovia validate {}, version {}, commit {}", case.case, dossier.program.version, dossier.program.commit),
        },
        "comparedAgainst": { "id": of(&format!("{id}-reference")), "name": case.reference.words() },
        "hasUncertaintyQuantification": format!("{:.1e} of the expected numbers", case.uncertainty),
    })
}
