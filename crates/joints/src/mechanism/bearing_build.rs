//! From bearings with units to what the planar engine takes: joints, contacts or films.

use mechanics::contact::{EllipticHertz, contact_modulus};
use mechanics::fluid::{Journal, Roughness};
use mechanics::rigid;

use super::bearing::{Bearing, BearingKind, DryBearing, JournalStart, LubricatedBearing};
use super::build::attachment;
use super::parameters::Parameters;
use crate::Problem;
use crate::contact::{self, ElasticLaw, Hertz, Outline, Setting, Use, check_material};
use crate::film::{self, CROWDING, SHARPNESS, check_cells};

/// Where the engine keeps a bearing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// As this reaction.
    Joint(usize),
    /// As this contact.
    Contact(usize),
    /// As this bearing with a film.
    Film(usize),
}

impl Parameters {
    /// Where the engine keeps each bearing: ideal ones after the joints, dry ones after the contacts.
    pub(super) fn kept(&self) -> Vec<Kept> {
        let (mut joints, mut contacts, mut films) = (self.joints.len(), self.contacts.len(), 0);
        let next = |count: &mut usize| {
            *count += 1;
            *count - 1
        };
        let keep = |bearing: &Bearing| match bearing.kind {
            BearingKind::Ideal => Kept::Joint(next(&mut joints)),
            BearingKind::Dry(_) => Kept::Contact(next(&mut contacts)),
            BearingKind::Lubricated(_) => Kept::Film(next(&mut films)),
        };
        self.bearings.iter().map(keep).collect()
    }

    /// Joints of the engine: those of the parameters, and bearings without clearance.
    pub(super) fn joint_count(&self) -> usize {
        self.joints.len() + self.bearings.iter().filter(|bearing| bearing.kind == BearingKind::Ideal).count()
    }

    /// The name of a contact of the engine: of the parameters, of a dry bearing, or the solids of a lubricated one.
    pub(super) fn contact_name(&self, contact: usize) -> &str {
        let dry = self.bearings.iter().filter(|bearing| matches!(bearing.kind, BearingKind::Dry(_)));
        let wet = self.bearings.iter().filter(|bearing| matches!(bearing.kind, BearingKind::Lubricated(_)));
        let bearings = dry.chain(wet).map(|bearing| bearing.name.as_str());
        self.contacts.iter().map(|contact| contact.name.as_str()).chain(bearings).nth(contact).unwrap_or("")
    }

    /// Whether journals must be put into the centre of their bearings before the start.
    pub(super) fn centres_journals(&self) -> bool {
        let centred = |bearing: &Bearing| bearing.kind.size().is_some() && bearing.kind.start() == JournalStart::Centre;
        self.bearings.iter().any(centred)
    }
}

/// A bearing without clearance.
fn joint(bearing: &Bearing) -> rigid::Joint {
    let (first, second) = (attachment(&bearing.journal), attachment(&bearing.bearing));
    rigid::Joint { name: bearing.name.clone(), first, second, kind: rigid::JointKind::Revolute }
}

/// Adds every bearing to a mechanism; paths begin with `bearings`.
pub(super) fn add(bearings: &[Bearing], built: &mut rigid::Mechanism) -> Result<(), Vec<Problem>> {
    for (i, bearing) in bearings.iter().enumerate() {
        let placed = |found: Vec<Problem>, kind: &str| -> Vec<Problem> {
            found.into_iter().map(|p| p.below(&format!("bearings.{i}.kind.{kind}"))).collect()
        };
        match &bearing.kind {
            BearingKind::Ideal => built.joints.push(joint(bearing)),
            BearingKind::Dry(kind) => {
                built.contacts.push(dry(bearing, kind).map_err(|found| placed(found, "dry"))?);
            }
            BearingKind::Lubricated(kind) => {
                built.bearings.push(lubricated(bearing, kind).map_err(|found| placed(found, "lubricated"))?);
            }
        }
    }
    Ok(())
}

/// The same mechanism with the joints that bearings whose journals start in the centre would be without clearance.
pub(super) fn centred(bearings: &[Bearing], built: &rigid::Mechanism) -> rigid::Mechanism {
    let moves = |bearing: &&Bearing| bearing.kind.size().is_some() && bearing.kind.start() == JournalStart::Centre;
    let mut ideal = built.clone();
    for bearing in bearings.iter().filter(moves) {
        ideal.contacts.retain(|contact| contact.name != bearing.name);
        ideal.bearings.retain(|film| film.name != bearing.name);
        ideal.joints.push(joint(bearing));
    }
    ideal
}

fn setting(radius: f64, clearance: f64, materials: Option<&[contact::Material; 2]>) -> Setting {
    let elastic = |i: usize| materials.and_then(|materials| materials[i].elastic());
    Setting {
        outlines: [Outline::Ball(radius), Outline::Socket(radius + clearance)],
        materials: [elastic(0), elastic(1)],
        ..Setting::default()
    }
}

/// The patch of a dry bearing whose law is Hertz's.
pub(super) fn dry_patch(bearing: &Bearing) -> Option<EllipticHertz> {
    let BearingKind::Dry(kind) = &bearing.kind else { return None };
    let setting = setting(kind.radius.si(), kind.clearance.si(), kind.materials.as_ref());
    contact::hertz_patch(&kind.law, &setting)
}

fn dry(bearing: &Bearing, kind: &DryBearing) -> Result<rigid::Contact, Vec<Problem>> {
    let (radius, clearance) = (kind.radius.si(), kind.clearance.si());
    let setting = setting(radius, clearance, kind.materials.as_ref());
    let contact::Built { law, loss, friction } =
        contact::build(&kind.law, &kind.dissipation, &kind.friction, &setting)?;
    let surface = |at: &super::parameters::Attachment, shape| rigid::Surface { body: at.body.clone(), shape };
    let centre = |at: &super::parameters::Attachment| at.point.map(|x| x.si());
    let (journal, hole) = (centre(&bearing.journal), centre(&bearing.bearing));
    Ok(rigid::Contact {
        name: bearing.name.clone(),
        first: surface(&bearing.journal, rigid::Shape::Circle { centre: journal, radius }),
        second: surface(&bearing.bearing, rigid::Shape::Socket { centre: hole, radius: radius + clearance }),
        law,
        loss,
        friction,
        deepest_start: clearance,
    })
}

fn lubricated(bearing: &Bearing, kind: &LubricatedBearing) -> Result<rigid::Bearing, Vec<Problem>> {
    let journal = Journal { radius: kind.radius.si(), length: kind.axial_length(), clearance: kind.clearance.si() };
    let setting = setting(journal.radius, journal.clearance, Some(&kind.materials));
    let usual = ElasticLaw::Hertz(Hertz::default());
    let law = kind.law.as_ref().unwrap_or(&usual);
    let contact::Built { law, loss, friction } = contact::build(law, &kind.dissipation, &kind.friction, &setting)?;
    let Some(fluid) = kind.fluid.fluid() else { return Err(kind.fluid.find_problem("fluid").into_iter().collect()) };
    let height = kind.roughness.si();
    let film = film::build(kind.film, fluid, &journal, kind.cells, height)
        .map_err(|problem| vec![Problem { path: "film".into(), ..problem }])?;
    let [first, second] = setting.materials;
    let rough = |modulus| Roughness { height, modulus, crowding: CROWDING, sharpness: SHARPNESS };
    Ok(rigid::Bearing {
        name: bearing.name.clone(),
        journal: attachment(&bearing.journal),
        bearing: attachment(&bearing.bearing),
        radius: journal.radius,
        clearance: journal.clearance,
        length: journal.length,
        film,
        fluid,
        roughness: first.zip(second).map(|(first, second)| rough(contact_modulus(&first, &second))),
        least_thickness: Some(height),
        solid: Some(rigid::Solid { law, loss }),
        friction,
    })
}

/// Everything that is wrong with a bearing by itself; paths begin below it.
pub(super) fn check(bearing: &Bearing) -> Vec<Problem> {
    let mut found = Vec::new();
    let Some([radius, clearance]) = bearing.kind.size() else { return found };
    let path = format!("kind.{}", bearing.kind.name());
    let mut require = |fits: bool, key: &str, message: String, hint: &str| {
        if !fits {
            found.push(Problem::new(format!("{path}.{key}"), message, hint));
        }
    };
    let (r, c) = (radius.si(), clearance.si());
    let fits = r > 0.0 && r.is_finite();
    require(fits, "radius", format!("the radius of the journal is {radius}, it must be more than zero"), "e.g. 10 mm");
    let message = format!("the clearance is {clearance}, it must be more than zero");
    require(c > 0.0, "clearance", message, "an ideal bearing has none: kind = \"ideal\"");
    let message = format!("a clearance of {clearance} is too large for a journal of {radius}");
    let hint = "the radius of the bearing less that of the journal, at most a tenth of it";
    require(!(c > 0.1 * r) || !(r > 0.0), "clearance", message, hint);
    if let BearingKind::Lubricated(kind) = &bearing.kind {
        if let Some(length) = kind.length {
            let fits = length.si() > 0.0 && length.si() < 10.0;
            require(fits, "length", format!("the bearing is {length} long"), "leave it out for the journal's diameter");
        }
        let rough = kind.roughness;
        let message = format!(
            "the roughness is {rough}, it must be more than zero and at most a fifth of the clearance of {clearance}"
        );
        require(
            rough.si() > 0.0 && rough.si() <= 0.2 * c,
            "roughness",
            message,
            "ground steel has about 0.4 um, polished surfaces 0.02 um",
        );
        let message = "friction that gives way sideways cannot rub on the rough surfaces beneath a film".to_owned();
        let hint = "use friction.coulomb; a dry bearing can have compliant friction";
        require(!matches!(kind.friction, contact::Friction::Compliant(_)), "friction.compliant", message, hint);
        found.extend(kind.fluid.find_problem(&format!("{path}.fluid")));
        found.extend(check_cells(&format!("{path}.cells"), kind.cells));
    }
    let materials = match &bearing.kind {
        BearingKind::Dry(kind) => kind.materials.as_ref(),
        BearingKind::Lubricated(kind) => Some(&kind.materials),
        BearingKind::Ideal => None,
    };
    for (i, material) in materials.into_iter().flatten().enumerate() {
        check_material(&format!("{path}.materials.{i}"), material, Use::HalfSpace, &mut found);
    }
    if found.is_empty() {
        let made = match &bearing.kind {
            BearingKind::Dry(kind) => dry(bearing, kind).err(),
            BearingKind::Lubricated(kind) => lubricated(bearing, kind).err(),
            BearingKind::Ideal => None,
        };
        found.extend(made.into_iter().flatten().map(|problem| problem.below(&path)));
    }
    found
}
