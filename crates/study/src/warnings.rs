//! Every warning that a result can carry, in words: what it means, and what to do about it. `synovia explain warning` and the
//! reference of the book read this list; a test holds it against the sources, so that no code is without its words.

/// A warning in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarningKind {
    /// The stable name that results carry.
    pub code: &'static str,
    /// What has happened.
    pub meaning: &'static str,
    /// What can be done about it.
    pub cure: &'static str,
}

const fn kind(code: &'static str, meaning: &'static str, cure: &'static str) -> WarningKind {
    WarningKind { code, meaning, cure }
}

/// Every warning, by its code.
pub const WARNINGS: &[WarningKind] = &[
    kind(
        "amplified",
        "One computed cycle of a liner stands for many: the shape changes within it by as much as those many would wear.",
        "Lower experiment.wear.amplification and raise cycles; the case jourdan2009-amplification shows what that changes.",
    ),
    kind(
        "at-a-limit",
        "The best design lies on a limit that the study set: without it another design would be better.",
        "Nothing is wrong. Ask whether the limit is as hard as it is written.",
    ),
    kind(
        "at-the-edge",
        "The best value of an input is at the end of its range: better ones may lie beyond it.",
        "Widen the range in [vary] where the design allows it, and go on.",
    ),
    kind(
        "baumgarte",
        "Joints and guides are held by Baumgarte's feedback, as in the paper, and drift a little.",
        "Use the projection (stabilisation.projection) where drift matters.",
    ),
    kind(
        "beyond-validity",
        "A comparison asks every model, also one that does not apply to the case.",
        "Read its error as the price of using that model here.",
    ),
    kind(
        "beyond-yield",
        "The peak pressure is beyond what the material bears elastically: linear elasticity overstates it, and the part would deform for good.",
        "Lower the load or enlarge the patch: less clearance, more conformity, a larger head. Do not read the peak as a stress that exists.",
    ),
    kind(
        "body-recording",
        "The shipped or given motion has a limit that its source states; the text says which.",
        "Nothing is wrong. Read the forces with it in mind, or measure all planes.",
    ),
    kind(
        "calibrated",
        "Springs fitted to finite elements stand for the liner; the text says how far they are off on cups that were held out.",
        "Use [hip.contact.finite-elements] where some percent matter.",
    ),
    kind(
        "closed-form-film",
        "The closed form of the film is for another length of bearing than this one.",
        "Choose the finite-length film, or read its force as an order of magnitude.",
    ),
    kind(
        "coarse-elements",
        "The pressure on the elements does not add up to the contact force: the maps are coarse.",
        "Raise hip.output.elements. Forces and headline numbers do not depend on it.",
    ),
    kind(
        "coarse-facets",
        "The facets of a surface file are too large for the depth of the contact.",
        "Export a finer mesh, or leave facets = \"curved\"; synovia mesh says how fine is fine enough.",
    ),
    kind(
        "coarse-frames",
        "There are too few instants for this cycle: sums over it, such as wear, are off, and peaks may lie between frames.",
        "Raise output.frames until the numbers stay.",
    ),
    kind(
        "coarse-mesh",
        "The contact patch is only a few corners of the mesh wide: its pressure and area are coarse.",
        "Raise liner.mesh.patch-cells and ring-cells.",
    ),
    kind(
        "coarse-points",
        "The points that feel the contact are too far apart for this patch; the text says how far the force may be off.",
        "Lower output.spacing (or the spacing of the points).",
    ),
    kind(
        "constraint-drift",
        "Joints of a mechanism have moved apart by more than they should.",
        "Lower the tolerance, or use stabilisation.projection.",
    ),
    kind(
        "contact-events",
        "How often contacts began, stuck and slipped in the run.",
        "Nothing is wrong: it tells what the curves may be too coarse to show.",
    ),
    kind(
        "contact-lost",
        "Head and cup come apart within the cycle and hit each other again.",
        "Look whether that is meant: loads that swing to zero do it. More frames show it better.",
    ),
    kind(
        "creep-recalled",
        "The constants of creep are those of conventional polyethylene, recalled from the literature and not measured here.",
        "Set creep = false to see wear alone, and state creep as an uncertainty.",
    ),
    kind(
        "creeping-friction",
        "A friction law that only knows a speed creeps where a body should stick.",
        "Choose friction that truly sticks (compliant), or a lower transition speed.",
    ),
    kind(
        "cycle-closed",
        "The load or motion does not end where it begins, and was bent until it does.",
        "A small gap is the rounding of a file. For a wide one, cut the recording to whole cycles.",
    ),
    kind(
        "data-continued",
        "A function of a mechanism was asked for beyond the end of its table, and goes on with its last value.",
        "Record longer, or end the run earlier.",
    ),
    kind(
        "dead-point",
        "The mechanism passes a place where its speed does not tell which way it goes.",
        "Nothing, while the curves are smooth there; otherwise start elsewhere.",
    ),
    kind(
        "deep-indentation",
        "The parts overlap by more of the layer's thickness than linear elasticity describes.",
        "Lower the load, or use a nonlinear layer; the pressure is a lower bound.",
    ),
    kind(
        "deep-wear",
        "The liner is worn by more than a part of its first layer of elements: the mesh is being bent.",
        "Fewer cycles, or a thicker first layer: fewer mesh.layers.",
    ),
    kind(
        "direction-outside-in-vivo",
        "The peak force of the hip points elsewhere than in instrumented hips.",
        "Muscles that abduct or flex may be too strong or too weak; compare objectives and models.",
    ),
    kind(
        "dislocated",
        "The knee leaves its joint, and the run stops there.",
        "Look at the start and the ligaments; results up to that instant are kept.",
    ),
    kind(
        "domain",
        "A surrogate knows the poses around the motion of the study that it was fitted to, and nothing else.",
        "Fit it again for another motion.",
    ),
    kind(
        "edge-contact",
        "A part of the patch lies on the edge of a surface, where springs have no meaning.",
        "Move or enlarge the part, or judge the edge by finite elements.",
    ),
    kind(
        "ended-early",
        "The run failed on its way, and this is what was computed until then: peaks, curves and maps are those of the part that ran.",
        "Read why it failed, mend the study and run it again. What led to the failure is often seen in the last curves and maps.",
    ),
    kind("energy-growth", "The run gains energy that no force explains.", "Lower the tolerance."),
    kind(
        "energy-imbalance",
        "The energy of the knee does not balance within what the tolerance should allow.",
        "Lower knee.time tolerance.",
    ),
    kind("energy-loss", "The run loses energy that no force explains.", "Lower the tolerance."),
    kind(
        "explicit-coupling",
        "The geometry of a liner learns of its wear every few steps only.",
        "coupling = \"implicit\" solves both together; studies/liner-coupling.toml shows the difference.",
    ),
    kind(
        "failed-runs",
        "Some runs of a study of many failed; each is in the table with its error.",
        "Look at the column of errors: often one end of a range is impossible.",
    ),
    kind(
        "far-markers",
        "A measured marker is far from where the model has it.",
        "Look for exchanged labels and for a marker that slipped; scale the model; give the marker less weight in [body.motion.file.weights].",
    ),
    kind(
        "few-cells",
        "Few cells of the finite elements touch at the largest push.",
        "Raise hip.contact.finite-elements.cells.",
    ),
    kind(
        "finite-elements",
        "The insert is by finite elements at small strains, and its peak depends on the spacing.",
        "Run two spacings before a peak is believed.",
    ),
    kind(
        "flat-optimum",
        "Many designs are as good as the best.",
        "Choose among them by something else, or add an objective.",
    ),
    kind(
        "force-component-absent",
        "A component of the force has no column, and counts as zero.",
        "Name its column in the activity, or leave it, if it is known to be small.",
    ),
    kind(
        "foundation-model",
        "An elastic foundation lets every point give way on its own: patches are wide and peaks low against finite elements.",
        "Use [knee-replacement.contact.finite-elements], or synovia compare to see by how much.",
    ),
    kind(
        "friction-velocities",
        "Friction of a knee in equilibrium acts against the velocities of the motion without friction; the motion that came out moves otherwise.",
        "Follow the motion itself with `dynamic`, or run with less friction to see how much it matters.",
    ),
    kind(
        "halved-steps",
        "Steps of a liner were halved where its contact did not converge.",
        "Nothing, unless it happens often: then raise steps.",
    ),
    kind(
        "head-not-rigid",
        "The head is not much stiffer than the liner, but springs take it as rigid: pressures are too high.",
        "Use [hip.contact.finite-elements] with rigid-head = false, or a layer in series.",
    ),
    kind(
        "hertz-not-valid",
        "Hertz's law assumes a patch that is small against the radii, and it is not.",
        "Use the elastic foundation or finite elements.",
    ),
    kind(
        "implausible-knee",
        "A size, mass, stiffness or force of the knee can be computed with, but no knee has it.",
        "Check its unit; leave it as it is where it is meant.",
    ),
    kind(
        "implausible-load",
        "The peak load is not one that a hip has ever carried.",
        "Check force-unit, signs, and the body weight.",
    ),
    kind(
        "implausible-motion",
        "An angle or the duration of the cycle is not one of a person.",
        "Check angle-unit and the time column.",
    ),
    kind(
        "implausible-walk",
        "Angles, speed, duration or the push of the ground are not those of a person who walks or runs.",
        "Check angle-unit, length-unit and force-unit, the signs, the time column, and that x is forwards.",
    ),
    kind(
        "interpolated-compliance",
        "The compliance of the liner is interpolated between computed ones; the text says how well held-out ones are met.",
        "Leave out interpolate where one study matters.",
    ),
    kind(
        "large-residuals",
        "Motion, masses and ground do not fit each other: a force that nothing explains holds the base.",
        "Check frames and units of the plates, which foot stands on which, the mass of the person, and the smoothing.",
    ),
    kind(
        "large-strain",
        "The layer is compressed by more than linear elasticity describes.",
        "Read pressures as estimates: real polyethylene yields, cartilage stiffens.",
    ),
    kind(
        "leaps",
        "The centre of pressure leaps between two frames: the balance there has more than one answer, or none nearby.",
        "More frames, stiffer restraints, or equations of motion.",
    ),
    kind(
        "lifetime-ended",
        "A lifetime ends before the cycles that were asked for; the text says why.",
        "Read results up to there.",
    ),
    kind(
        "lifetime-in-equilibrium",
        "A lifetime takes every instant in equilibrium, whatever the experiment asks for.",
        "Nothing: inertia of a head is some parts in a thousand of its load.",
    ),
    kind(
        "lift-off",
        "One side of the knee does not touch for a part of the cycle.",
        "Nothing, if the load is meant to move; else look at load-medial and the pose.",
    ),
    kind("ligament-slack", "A ligament never pulls in this motion.", "Nothing, or check its reference strain."),
    kind(
        "ligament-tears",
        "A ligament is stretched by more than real ones bear.",
        "Check the pose, attachments and slack lengths.",
    ),
    kind(
        "linear-liner",
        "Finite elements of the liner are linear: how far it is compressed, and how near its yield strength it is pressed.",
        "Nothing, while both are small: some per cent of compression are some per cent of error.",
    ),
    kind(
        "linear-tetrahedra",
        "Linear tetrahedra are stiff, and their pressures stray from corner to corner.",
        "mesh.element = \"hex8\" for pressures; volumes and forces do not suffer.",
    ),
    kind(
        "lip-carries",
        "The raised part of a cup's rim carries a part of the load.",
        "Read the force; maps, sliding and wear end at the rim, and the stress at the edges of a lip is that of no spring.",
    ),
    kind(
        "lip-carries-nothing",
        "The cup has a lip, and this model of the contact ends in one circle all around.",
        "Where the patch comes to the rim, choose the elastic foundation or the calibrated springs: there the lip carries.",
    ),
    kind(
        "lost-markers",
        "Markers were not seen in some frames; the others carry these frames.",
        "Nothing where few frames are concerned; else fill the gaps where they were recorded.",
    ),
    kind(
        "mesh-faults",
        "A surface file has holes, doubled or turned triangles; the text lists them.",
        "synovia mesh part.stl --orient --clean --write repaired.stl",
    ),
    kind(
        "missing-coordinates",
        "The motion does not give every coordinate of the model; those stay at their default.",
        "Lock them in [body.model] if that is meant; check the names of the columns if not.",
    ),
    kind(
        "mobile-liner-moves",
        "The neck takes the mobile liner of a dual mobility hip along: its outer bearing slides as well.",
        "Read inner_sliding_ratio and outer_load_times_sliding_N_m; maps of the inner bearing are those of a liner that stands still.",
    ),
    kind(
        "model-error",
        "How far springs are off from finite elements in peak pressure, estimated for this liner and load.",
        "Where it is large, use [hip.contact.finite-elements] or calibrated.",
    ),
    kind(
        "model-error-unknown",
        "The error of the springs has been estimated for one layer under load, which this is not.",
        "synovia compare runs the other models beside it.",
    ),
    kind(
        "model-remarks",
        "The file of a model holds things that are not used here.",
        "Read the list: what it names does not act.",
    ),
    kind(
        "modified-outside-fit",
        "The modified foundation was fitted to other layers and depths.",
        "Use the plain foundation or finite elements.",
    ),
    kind(
        "mounted-otherwise",
        "The load is that of a simulator's standard, and the cup lies at another angle to it than the standard mounts it.",
        "Beside results of simulators set the inclination that the note names; in a patient leave it.",
    ),
    kind(
        "muscle-jumps",
        "The length of a muscle jumps: its line slips over an object, or a point comes and goes.",
        "It is a defect of the model: change the wrap object or the range of the point.",
    ),
    kind(
        "neck-meets-rim",
        "The motion of the cycle drives the neck through the rim of the cup.",
        "Change the orientation of the cup, take a thinner neck or a larger head; the experiment `dynamic` computes the force of that contact.",
    ),
    kind(
        "never-touches",
        "One side of the knee never touches: the other carries everything.",
        "Check the pose, and adjust = \"superior-and-adduction\".",
    ),
    kind("no-contact", "Femur and tibia never touch in this run.", "Check the start, the load, and the ligaments."),
    kind(
        "no-cycle",
        "The window is no cycle from heel strike to heel strike.",
        "Give heel-strikes in [body.motion.file], or [body.window], if a load cycle is wanted.",
    ),
    kind(
        "no-ground",
        "No force of the ground is given: the foot hangs in the air.",
        "Name the file of the force plate.",
    ),
    kind(
        "no-motion",
        "No angle changes: the head hardly slides, and nothing wears.",
        "Name the columns of the angles.",
    ),
    kind(
        "no-muscle-about",
        "No muscle of the model moves these coordinates; their moments are not shared.",
        "Nothing for a trunk without muscles; else add muscles to the model.",
    ),
    kind(
        "no-muscles",
        "The walk has no muscles: joint forces are less than half of what instrumented hips carry.",
        "Use measured hip loads ([hip.activity]) where the size of the force matters.",
    ),
    kind(
        "no-sensitivity",
        "A sensitivity cannot be judged; the text says why.",
        "More rows, or an output that varies.",
    ),
    kind(
        "noisy-optimum",
        "The objective scatters between neighbouring runs, so that many cannot be told from the best.",
        "Compute each run more finely, or choose by something else.",
    ),
    kind("not-allowed", "No run keeps every limit of the study.", "Loosen a limit, or widen a range."),
    kind("not-asked", "A model could not be asked for this case; the text says why.", "Nothing is wrong."),
    kind(
        "not-periodic",
        "The motion still changes from cycle to cycle.",
        "Raise most-cycles; where that does not help, more dissipation, or start = \"equilibrium\".",
    ),
    kind(
        "not-smoothed",
        "Markers as digitised are not smoothed: their accelerations are noise.",
        "Give a cut-off; Winter's is 5 Hz.",
    ),
    kind(
        "nothing-found",
        "No run, or too few, ended well: there is no best design.",
        "Run one of them alone, and read its error.",
    ),
    kind(
        "out-of-range",
        "Coordinates leave the range that their model is meant for.",
        "Check units, signs and names of the columns; muscles may cross bones there.",
    ),
    kind(
        "outside-in-vivo",
        "The peak of the hip's force, in the reported leg or the other one, lies outside of what instrumented hips carried in walking.",
        "Expected for other activities. In walking, try another objective, and look at the frontal moment, the place of the plates and the reserves.",
    ),
    kind(
        "outside-of-calibration",
        "The calibrated springs were not fitted so far.",
        "Use [hip.contact.finite-elements].",
    ),
    kind(
        "outside-of-fit",
        "Some of the wear happens under pressures to which the wear law was not fitted.",
        "Use law = \"archard\" beside it, and read both.",
    ),
    kind(
        "patch-at-rim",
        "The patch of a static load reaches the rim of the liner and is cut off there.",
        "Tilt the load less, or ask for more ring cells and compare; force, area and depth are those of the cut patch.",
    ),
    kind("plates-exchanged", "Each force plate fits the other foot better.", "Exchange `body` of the two plates."),
    kind(
        "plates-off",
        "Over a cycle the ground's moment about the centre of mass must vanish, and does not: force plates and markers do not have the same origin.",
        "Calibrate the plates against the markers, and compare with motion.register-plates = true, which moves them together; hips feel it most.",
    ),
    kind(
        "plates-registered",
        "All force plates were moved, level, until the ground tilts the body in no direction over a cycle; the text says how far.",
        "Nothing is wrong. Run it without register-plates, too, and read both.",
    ),
    kind(
        "platform-model",
        "The insert of a rotating platform turns about one axis and is held by Coulomb friction at one arm.",
        "Nothing to mend; run the limits friction = 0 and a fixed insert beside it.",
    ),
    kind(
        "point-load",
        "A guided cup carries its load at a point, which no cup does: pressure and depth are higher than in a cemented one, and \
         coarse linear tetrahedra exaggerate both.",
        "Use held = \"cemented\" unless the paper is to be followed; with tetrahedra, refine and compare, or ask for hex8.",
    ),
    kind(
        "pose-corrected",
        "A measured pose is not exact to micrometres, and was corrected until it carries the load.",
        "Look at the size: tenths of a millimetre are usual, more are a wrong pose or implant.",
    ),
    kind(
        "printed-radius",
        "Hertz's stiffness is made with the radius as the paper prints it, which is that of two balls beside each other.",
        "hertz-radius = \"internal\" is a ball in a socket.",
    ),
    kind(
        "rattling",
        "After impacts the head slides mostly by its vibration, which depends on the last digits.",
        "start = \"equilibrium\", friction or more dissipation; do not compare sliding and wear otherwise.",
    ),
    kind(
        "rattling-contact",
        "A contact of a mechanism opens and closes very often.",
        "More dissipation; then more frames.",
    ),
    kind(
        "recalled-profiles",
        "The polynomial profiles of the knee are quoted from memory.",
        "Use circles or profiles of your own where they matter.",
    ),
    kind(
        "redundant-constraints",
        "Joints hold the same thing twice: motions are right, forces between them are shared arbitrarily.",
        "Leave one joint out, or free one of its directions.",
    ),
    kind(
        "resampled-places",
        "Two results have other meshes: the second was carried over to the places of the first.",
        "Nothing: differences near edges are partly of the carrying.",
    ),
    kind(
        "resampled-times",
        "Two results have other instants: the second was carried over to those of the first.",
        "Nothing, or run both with the same frames.",
    ),
    kind(
        "rim-contact",
        "The patch crosses the rim of the cup: a part of it has nothing to stand on.",
        "Less inclination, a larger head or less clearance keep it inside. The stress at the edge is in [hip.contact.finite-elements] with an edge-radius only.",
    ),
    kind(
        "rough-balance",
        "A part of the force is left unbalanced, because the force of facets leaps.",
        "facets = \"curved\", or points nearer to one another.",
    ),
    kind(
        "several-builds",
        "The runs of a study were computed by different builds of the program.",
        "Run it anew with one build where last digits matter.",
    ),
    kind(
        "short-contacts",
        "Some contacts are shorter than a few reported intervals: curves may miss their peaks, headline numbers do not.",
        "Report more often: a shorter interval.",
    ),
    kind(
        "slack-muscles",
        "Some muscles are shorter than their tendons at an instant and cannot pull.",
        "Use the physiology `strength`, or a model whose tendon lengths fit the person.",
    ),
    kind(
        "springs-instead",
        "The contact was left to the program, and finite elements, its first choice, do not take this hip: springs stand for the liner.",
        "Read the peak pressure with the estimate of the springs' error, or change what the text names; [hip.contact.finite-elements] asks for elements in spite of a lifetime or a lip.",
    ),
    kind(
        "springs-on-hard",
        "Head and cup are of one hard material, and springs of the cup alone stand for both.",
        "Use [hip.contact.finite-elements] for depths and pressures of such a bearing.",
    ),
    kind(
        "stiffness-kept",
        "Liner or insert keeps its stiffness while it becomes thinner.",
        "Nothing, while wear is small against the thickness.",
    ),
    kind(
        "stopped",
        "A run of a walk stopped before its end; what it had by then is kept.",
        "Read the reason; lower the tolerance or thin the fluid.",
    ),
    kind("stopped-early", "A liner's run ended before its time.", "Read the reason; raise steps."),
    kind(
        "surrogate",
        "A fitted surrogate stands for the contact; the text says how far it is off, and how often it did not know.",
        "Fit it again around this motion where it did not know.",
    ),
    kind(
        "tabulated-energy",
        "Equations of motion run on a table of the energy of finite elements; the text says how well forces that were not used for it are met.",
        "Nothing, unless the error is large: then a finer patch (cells) helps.",
    ),
    kind("thick-fluid", "The fluid is far thicker than synovial fluid.", "Check the unit of the viscosity."),
    kind(
        "thick-insert",
        "The patch is small against the thickness: springs are no description of a thick layer.",
        "Use finite elements of the insert.",
    ),
    kind(
        "thin-layer",
        "Hertz's law takes cartilage for a half-space, and the layer is thin against the patch.",
        "Use the elastic foundation.",
    ),
    kind(
        "too-few-rows",
        "Sensitivity indices are uncertain: their intervals are wide.",
        "Raise rows; the text names a number.",
    ),
    kind("truth", "Which model counts as the truth in this comparison, and why.", "Nothing is wrong."),
    kind(
        "undamped-contacts",
        "Contacts of the mechanism lose no energy, and bounce for ever.",
        "Choose a dissipation.",
    ),
    kind(
        "unloaded",
        "In some frames nothing presses the head into the cup.",
        "Nothing, if the load is meant to swing to zero; else check signs.",
    ),
    kind(
        "volume-balance",
        "The worn volume of a lifetime is not the same by its depths, by the integral of its rate, and by the shape that is exported.",
        "A caution: ask for a smaller tolerance. A note: take the volume from worn_volume_m3, and the shape as a few percent too deep or too wide.",
    ),
    kind(
        "weak-muscles",
        "Muscles cannot make the moments; reserves stand in for them.",
        "Check units, plates and mass first; then raise [body.muscles] strength.",
    ),
    kind(
        "wear-balance",
        "The worn volume and the work of friction do not fit together.",
        "More steps, or a finer mesh.",
    ),
    kind(
        "wear-factor-assumed",
        "Nothing is known here of how this material wears: the factor of conventional polyethylene stands for it.",
        "Give the factor: hip.wear.factor or its sister.",
    ),
    kind(
        "worn-through",
        "The part is worn through before the cycles that were asked for.",
        "Check the wear factor; read the results up to there.",
    ),
];

/// The warning of this code.
pub fn find(code: &str) -> Option<&'static WarningKind> {
    WARNINGS.iter().find(|kind| kind.code == code)
}

/// Codes that are spelt most like this one.
pub fn nearest(code: &str) -> Vec<&'static str> {
    let likeness = |kind: &WarningKind| strsim::jaro_winkler(code, kind.code);
    let mut ranked: Vec<(f64, &str)> = WARNINGS.iter().map(|kind| (likeness(kind), kind.code)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    ranked.into_iter().filter(|(likeness, _)| *likeness > 0.8).take(5).map(|(_, code)| code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_stand_in_the_order_of_their_codes_each_with_its_words() {
        assert!(WARNINGS.windows(2).all(|pair| pair[0].code < pair[1].code));
        for kind in WARNINGS {
            assert!(kind.meaning.ends_with('.') && kind.meaning.len() > 20, "{kind:?}");
            assert!(!kind.cure.is_empty(), "{kind:?}");
        }
    }

    #[test]
    fn a_code_is_found_and_a_slip_of_the_pen_is_answered() {
        assert!(find("rim-contact").is_some_and(|kind| kind.meaning.contains("rim")));
        assert_eq!((find("rim-contct"), nearest("rim-contct").first().copied()), (None, Some("rim-contact")));
    }
}
