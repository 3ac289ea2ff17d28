//! From a law with units to what the planar engine takes.

use std::fmt::Display;
use std::sync::Arc;

use mechanics::contact::{
    AtPoint, ConformalCylinder, ConformalSphere, DoubleLayer as Stacked, EllipticHertz as Elliptic, Foundation,
    FoundationParaboloid, Hertz as Round, Layer as FlatLayer, NormalLaw, ShellLayer, ThinLayer as Thin,
    contact_modulus,
};
use mechanics::material::Elastic;
use mechanics::rigid;
use quantity::Length;

use super::elastic::{
    Adhesion, DoubleLayer, ElasticFoundation, ElasticLaw, EllipticHertz, Hertz, Layer, LayerStiffness, ThinLayer,
};
use super::{
    Dissipation, Friction, Material, Outline, Setting, Use, check_compliant, check_coulomb, check_dissipation,
    check_material,
};
use crate::Problem;

/// A contact without its outlines, as the engine takes it.
#[derive(Debug, Clone, PartialEq)]
pub struct Built {
    /// How it pushes back.
    pub law: rigid::ElasticLaw,
    /// What it loses.
    pub loss: rigid::Loss,
    /// How it rubs.
    pub friction: Option<rigid::Friction>,
}

/// The whole contact, or everything that is wrong with it; paths begin with `law`, `dissipation` or `friction`.
pub fn build(
    law: &ElasticLaw,
    dissipation: &Dissipation,
    friction: &Friction,
    setting: &Setting,
) -> Result<Built, Vec<Problem>> {
    let mut found = Vec::new();
    let mut note = |path: &str, problems: Vec<Problem>| found.extend(problems.into_iter().map(|p| p.below(path)));
    let adhesion = law.adhesion().is_some();
    let law = build_law(law, setting).map_err(|problems| note("law", problems)).ok();
    let friction = build_friction(friction, setting).map_err(|problems| note("friction", problems)).ok();
    check_dissipation("dissipation", dissipation, &mut found);
    alone(adhesion, dissipation, friction.as_ref(), &mut found);
    match (law, friction) {
        (Some(law), Some(friction)) if found.is_empty() => Ok(Built { law, loss: dissipation.loss(), friction }),
        _ => Err(found),
    }
}

/// Surfaces that stick lose energy as they snap together and apart; nothing else is known to go with them.
fn alone(
    sticks: bool,
    dissipation: &Dissipation,
    friction: Option<&Option<rigid::Friction>>,
    found: &mut Vec<Problem>,
) {
    if sticks && *dissipation != Dissipation::None {
        found.push(Problem::new(
            "dissipation",
            "surfaces that stick together have no other dissipation",
            "leave it out: they lose energy as they snap together and apart",
        ));
    }
    if sticks && friction.is_some_and(Option::is_some) {
        let message = "surfaces that stick together have no friction here";
        found.push(Problem::new("friction", message, "leave it out, or take a law without adhesion"));
    }
}

/// The friction, or everything that is wrong with it; paths begin with the name of the law.
pub fn build_friction(friction: &Friction, setting: &Setting) -> Result<Option<rigid::Friction>, Vec<Problem>> {
    let mut found = Vec::new();
    let built = match friction {
        Friction::None => None,
        Friction::Coulomb(law) => {
            check_coulomb("coulomb", law, setting.usual_friction, &mut found);
            let (static_coefficient, dynamic_coefficient) = law.coefficients(setting.usual_friction.unwrap_or(0.0));
            let transition_speed = law.transition_speed.si();
            Some(rigid::Friction::Coulomb { static_coefficient, dynamic_coefficient, transition_speed })
        }
        Friction::Compliant(law) => {
            check_compliant("compliant", law, &mut found);
            Some(law.rigid())
        }
    };
    if found.is_empty() { Ok(built) } else { Err(found) }
}

/// The elastic law, or everything that is wrong with it; paths begin with the name of the law.
pub fn build_law(law: &ElasticLaw, setting: &Setting) -> Result<rigid::ElasticLaw, Vec<Problem>> {
    let mut reader = Reader { setting, found: Vec::new() };
    let built = match law {
        ElasticLaw::Linear(law) => {
            let k = reader.positive("linear.stiffness", (law.stiffness, law.stiffness.si()), "e.g. 100 N/mm");
            k.map(|stiffness| rigid::ElasticLaw::Linear { stiffness })
        }
        ElasticLaw::Hertz(law) => reader.hertz(law),
        ElasticLaw::EllipticHertz(law) => reader.elliptic(law),
        ElasticLaw::DoubleLayer(law) => reader.double_layer(law),
        ElasticLaw::ElasticFoundation(law) => reader.foundation(law),
        ElasticLaw::ThinLayer(law) => reader.thin_layer(law),
        ElasticLaw::Jkr(given) => reader.sticking("jkr", given).map(rigid::ElasticLaw::Jkr),
        ElasticLaw::Dmt(given) => reader.sticking("dmt", given).map(rigid::ElasticLaw::Dmt),
    };
    match built {
        Some(law) if reader.found.is_empty() => Ok(law),
        _ => Err(reader.found),
    }
}

/// The patch of Hertz's law, round or elliptic; none for other laws, for a bare stiffness and over a second layer.
pub fn hertz_patch(law: &ElasticLaw, setting: &Setting) -> Option<Elliptic> {
    let mut reader = Reader { setting, found: Vec::new() };
    let (radius, across, materials) = match law {
        ElasticLaw::Hertz(law) if law.stiffness.is_none() => (law.radius, None, law.materials.as_ref()),
        ElasticLaw::EllipticHertz(law) => (law.radius, Some(law.radius_across.si()), law.materials.as_ref()),
        _ => return None,
    };
    let radius = reader.radius("", radius)?;
    match reader.moduli("", materials)? {
        (modulus, None) => Some(Elliptic::new(radius, across.unwrap_or(radius), modulus)),
        _ => None,
    }
}

/// What a patch of Hertz's law is like at an indentation: end of a machine name, label, value.
///
/// It follows the indentation, as the elastic force does: what damping adds to the push does not make it wider.
pub fn patch_numbers(patch: &Elliptic, indentation: f64) -> [(&'static str, &'static str, f64); 4] {
    let force = patch.response(-indentation, 0.0);
    let (long, short) = patch.semi_axes(force);
    [
        ("patch_long_half_axis_m", "longer half-axis of the largest patch", long),
        ("patch_short_half_axis_m", "shorter half-axis of the largest patch", short),
        ("patch_area_m2", "area of the largest patch", std::f64::consts::PI * long * short),
        ("patch_peak_pressure_Pa", "largest pressure in the patch", patch.peak_pressure(force)),
    ]
}

fn custom(law: impl NormalLaw<Acts = AtPoint> + Send + Sync + 'static) -> rigid::ElasticLaw {
    rigid::ElasticLaw::Custom(rigid::CustomLaw(Arc::new(law)))
}

/// K of Hertz's law at the surface and, if there is one, beneath it with the depth at which that begins.
struct Stiffnesses {
    surface: f64,
    beneath: Option<(f64, f64)>,
}

impl Stiffnesses {
    fn law(&self) -> rigid::ElasticLaw {
        match self.beneath {
            None => rigid::ElasticLaw::Hertz { stiffness: self.surface },
            Some((thickness, beneath)) => {
                let [first, second] = [self.surface, beneath].map(Round::of_stiffness);
                custom(Stacked { first, second, thickness })
            }
        }
    }
}

/// Reads a law and notes what is wrong with it.
struct Reader<'a> {
    setting: &'a Setting,
    found: Vec<Problem>,
}

impl Reader<'_> {
    fn note<T>(&mut self, path: &str, message: impl Into<String>, hint: &str) -> Option<T> {
        self.found.push(Problem::new(path, message, hint));
        None
    }

    fn positive(&mut self, path: &str, (shown, si): (impl Display, f64), hint: &str) -> Option<f64> {
        if si > 0.0 && si.is_finite() {
            return Some(si);
        }
        let words = path.rsplit('.').next().unwrap_or(path).replace('-', " ");
        self.note(path, format!("the {words} is {shown}, it must be more than zero"), hint)
    }

    /// The relative radius: as given, or of the outlines.
    fn radius(&mut self, path: &str, given: Option<Length>) -> Option<f64> {
        if let Some(radius) = given {
            return self.positive(&format!("{path}.radius"), (radius, radius.si()), "e.g. 30 mm");
        }
        if let Some(radius) = self.setting.radius() {
            return Some(radius);
        }
        let varies = self.setting.outlines.contains(&Outline::Varying);
        let (message, hint) = if varies {
            ("the outlines have no one radius", "give radius = …, the relative radius where they usually touch")
        } else {
            ("the outlines hug each other: their relative radius is not positive", "a socket needs the larger radius")
        };
        self.note(path, message, hint)
    }

    /// The contact modulus: of the materials as given, or of the joint, whose second layer then counts too.
    fn moduli(&mut self, path: &str, given: Option<&[Material; 2]>) -> Option<(f64, Option<(f64, f64)>)> {
        if let Some(materials) = given {
            let before = self.found.len();
            for (i, material) in materials.iter().enumerate() {
                check_material(&format!("{path}.materials.{i}"), material, Use::HalfSpace, &mut self.found);
            }
            if self.found.len() > before {
                return None;
            }
            let [first, second] = [materials[0].elastic()?, materials[1].elastic()?];
            return Some((contact_modulus(&first, &second), None));
        }
        let [Some(first), Some(second)] = self.setting.materials else {
            return self.note(
                path,
                "it is not said what the surfaces are made of",
                "add materials = [\"CoCr\", \"UHMWPE\"]",
            );
        };
        let beneath = self.setting.beneath.map(|beneath| {
            let [first, second] = beneath.materials;
            (beneath.depth, contact_modulus(&first, &second))
        });
        Some((contact_modulus(&first, &second), beneath))
    }

    /// Stiffnesses of Hertz's law with a round patch.
    fn round(&mut self, path: &str, law: &Hertz) -> Option<Stiffnesses> {
        if let Some(stiffness) = law.stiffness {
            for (key, given) in [("materials", law.materials.is_some()), ("radius", law.radius.is_some())] {
                if given {
                    let message = format!("both the stiffness and the {key} are given");
                    self.note::<()>(&format!("{path}.{key}"), message, "keep one of them");
                }
            }
            let hint = "steel on steel has about 1e10 N/m^1.5, cartilage 3e6 N/m^1.5";
            let surface = self.positive(&format!("{path}.stiffness"), (stiffness, stiffness.si()), hint)?;
            return Some(Stiffnesses { surface, beneath: None });
        }
        let moduli = self.moduli(path, law.materials.as_ref());
        let radius = self.radius(path, law.radius)?;
        let (surface, beneath) = moduli?;
        let stiffness = |modulus: f64| Round { radius, modulus }.stiffness();
        Some(Stiffnesses {
            surface: stiffness(surface),
            beneath: beneath.map(|(depth, modulus)| (depth, stiffness(modulus))),
        })
    }

    fn hertz(&mut self, law: &Hertz) -> Option<rigid::ElasticLaw> {
        Some(self.round("hertz", law)?.law())
    }

    fn elliptic(&mut self, law: &EllipticHertz) -> Option<rigid::ElasticLaw> {
        let path = "elliptic-hertz";
        let across = (law.radius_across, law.radius_across.si());
        let across = self.positive(&format!("{path}.radius-across"), across, "e.g. 20 mm");
        let radius = self.radius(path, law.radius);
        let (surface, beneath) = self.moduli(path, law.materials.as_ref())?;
        let (radius, across) = (radius?, across?);
        let stiffness = |modulus: f64| Elliptic::new(radius, across, modulus).stiffness();
        let beneath = beneath.map(|(depth, modulus)| (depth, stiffness(modulus)));
        Some(Stiffnesses { surface: stiffness(surface), beneath }.law())
    }

    fn double_layer(&mut self, law: &DoubleLayer) -> Option<rigid::ElasticLaw> {
        let path = "double-layer";
        let given = (law.thickness, law.thickness.si());
        let hint = "0.415 mm are left of 90 % lost cartilage";
        let thickness = self.positive(&format!("{path}.thickness"), given, hint);
        let first = self.round(&format!("{path}.first"), &law.first);
        if law.second.stiffness.is_none() && law.second.materials.is_none() {
            let hint = "add materials = [\"bone\", \"bone\"], or a stiffness";
            return self.note(&format!("{path}.second"), "the second layer is made of nothing", hint);
        }
        let second = self.round(&format!("{path}.second"), &law.second)?;
        Some(Stiffnesses { surface: first?.surface, beneath: Some((thickness?, second.surface)) }.law())
    }

    fn foundation(&mut self, law: &ElasticFoundation) -> Option<rigid::ElasticLaw> {
        let path = "elastic-foundation";
        if law.layers.is_empty() {
            let hint = "layers = [{ thickness = \"2 mm\", material = \"cartilage\" }]";
            return self.note(&format!("{path}.layers"), "a foundation needs at least one layer", hint);
        }
        if law.length.is_some() {
            for (i, _) in law.layers.iter().enumerate().filter(|(_, l)| l.stiffness == LayerStiffness::SphericalShell) {
                let message = "around a pin a layer is a cylinder, not a spherical shell";
                let hint = "use \"confined\"; or leave out `length`: the circles are then a ball in its socket";
                self.note::<()>(&format!("{path}.layers.{i}.stiffness"), message, hint);
            }
        }
        let stiffnesses: Vec<Option<f64>> = law
            .layers
            .iter()
            .enumerate()
            .map(|(i, layer)| self.layer(&format!("{path}.layers.{i}"), i, layer))
            .collect();
        let stiffnesses: Vec<f64> = stiffnesses.into_iter().collect::<Option<_>>()?;
        let foundation = match Foundation::in_series(stiffnesses) {
            Ok(foundation) => foundation,
            Err(error) => {
                return self.note(&format!("{path}.layers"), error.to_string(), "check thickness and modulus");
            }
        };
        match (self.setting.outlines, law.radius) {
            ([Outline::Ball(ball_radius), Outline::Socket(socket_radius)], None)
            | ([Outline::Socket(socket_radius), Outline::Ball(ball_radius)], None)
                if socket_radius > ball_radius =>
            {
                let Some(length) = law.length else {
                    return Some(custom(ConformalSphere { ball_radius, socket_radius, foundation }));
                };
                let length = self.positive(&format!("{path}.length"), (length, length.si()), "e.g. 20 mm")?;
                let (pin_radius, hole_radius) = (ball_radius, socket_radius);
                Some(custom(ConformalCylinder { pin_radius, hole_radius, length, foundation }))
            }
            _ if law.length.is_some() => {
                let hint = "leave it out, or let a circle lie in a larger socket and give no `radius`";
                self.note(&format!("{path}.length"), "only a pin in a hole has a length", hint)
            }
            _ => Some(custom(FoundationParaboloid { radius: self.radius(path, law.radius)?, foundation })),
        }
    }

    fn thin_layer(&mut self, law: &ThinLayer) -> Option<rigid::ElasticLaw> {
        let path = "thin-layer";
        if law.layers.is_empty() {
            let hint = "layers = [{ thickness = \"2 mm\", material = \"cartilage\" }]";
            return self.note(&format!("{path}.layers"), "a thin layer needs at least one layer", hint);
        }
        let mut layers = Vec::new();
        for (i, layer) in law.layers.iter().enumerate() {
            let path = format!("{path}.layers.{i}");
            let thickness = self.thickness(&path, layer.thickness);
            let before = self.found.len();
            let material = match &layer.material {
                Some(material) => {
                    check_material(&format!("{path}.material"), material, Use::HalfSpace, &mut self.found);
                    if self.found.len() == before { material.elastic() } else { None }
                }
                None => match self.setting.materials.get(i).copied().flatten() {
                    Some(material) => Some(material),
                    None => {
                        self.note(&path, "it is not said what this layer is made of", "add material = \"cartilage\"")
                    }
                },
            };
            if let (Some(thickness), Some(material)) = (thickness, material) {
                layers.push(FlatLayer { thickness, material });
            }
        }
        let radius = self.radius(path, law.radius)?;
        if layers.len() < law.layers.len() {
            return None;
        }
        match Thin::new(radius, &layers) {
            Some(law) => Some(custom(law)),
            None => self.note(&format!("{path}.layers"), "these layers have no stiffness", "check modulus and ratio"),
        }
    }

    /// Balls that stick together.
    fn sticking(&mut self, path: &str, law: &Adhesion) -> Option<rigid::Sticking> {
        if !self.setting.sticks {
            let hint = "take a law without adhesion; surfaces that stick together are for contacts of a mechanism";
            return self.note(path, "surfaces do not stick together here", hint);
        }
        let work =
            self.positive(&format!("{path}.work"), (law.work, law.work.si()), "0.05 J/m^2 between clean surfaces");
        let radius = self.radius(path, law.radius);
        let (modulus, _) = self.moduli(path, law.materials.as_ref())?;
        let (work, radius) = (work?, radius?);
        // Attached without a load, the patch has a^3 = 9 pi w R^2 / (2 E*) [JKR1971]; beyond half the radius there is no ball.
        let patch = (4.5 * std::f64::consts::PI * work * radius * radius / modulus).cbrt();
        if patch > 0.5 * radius {
            let message = format!("a work of adhesion of {} would swallow a ball of {:.3} mm", law.work, 1e3 * radius);
            return self.note(&format!("{path}.work"), message, "0.05 J/m^2 between clean surfaces: check the unit");
        }
        Some(rigid::Sticking { radius, modulus, work })
    }

    /// How thick a layer is, in m.
    fn thickness(&mut self, path: &str, thickness: Length) -> Option<f64> {
        let path = format!("{path}.thickness");
        let hint = "cartilage is 1 to 5 mm thick, liners 3 to 16 mm: check the unit";
        let value = self.positive(&path, (thickness, thickness.si()), hint)?;
        if (1e-7..=10.0).contains(&value) {
            return Some(value);
        }
        self.note(&path, format!("a layer of {thickness} cannot be meant"), hint)
    }

    /// Pressure per indentation of a layer, in Pa/m.
    fn layer(&mut self, path: &str, index: usize, layer: &Layer) -> Option<f64> {
        let thickness = self.thickness(path, layer.thickness);
        let material = self.layer_material(path, index, layer)?;
        let flat = FlatLayer { thickness: thickness?, material };
        match layer.stiffness {
            LayerStiffness::Confined => Some(flat.stiffness()),
            LayerStiffness::SphericalShell => {
                let socket =
                    |outline: &Outline| if let Outline::Socket(radius) = outline { Some(*radius) } else { None };
                match self.setting.outlines.iter().find_map(socket) {
                    Some(inner_radius) => Some(ShellLayer { inner_radius, layer: flat }.stiffness()),
                    None => {
                        let path = format!("{path}.stiffness");
                        self.note(&path, "a spherical shell lines a socket, and there is none", "use \"confined\"")
                    }
                }
            }
        }
    }

    fn layer_material(&mut self, path: &str, index: usize, layer: &Layer) -> Option<Elastic> {
        if let Some(material) = &layer.material {
            let before = self.found.len();
            check_material(&format!("{path}.material"), material, Use::Layer, &mut self.found);
            return if self.found.len() == before { material.elastic() } else { None };
        }
        let known = self.setting.materials.get(index).copied().flatten();
        match known {
            Some(material) if material.poisson < 0.5 => Some(material),
            Some(material) => {
                let message = format!("Poisson's ratio of the surface is {}, too much for a layer", material.poisson);
                self.note(path, message, "give the layer a material with a ratio below 0.5")
            }
            None => self.note(path, "it is not said what this layer is made of", "add material = \"cartilage\""),
        }
    }
}
