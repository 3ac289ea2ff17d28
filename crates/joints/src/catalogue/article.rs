//! What there is to read about each law.

use mechanics::contact::{Coulomb, Description, TangentialCompliance};
use results::Curve;

use super::{Catalogue, Entry, Law, special};

/// A law in words, with what it did and the curves to recognise it by.
#[derive(Debug, Clone, PartialEq)]
pub struct Article {
    /// The law in words.
    pub description: &'static Description,
    /// How it did, in a few words each.
    pub facts: Vec<String>,
    /// Columns of the outcome: the law last, what it is compared with before it.
    pub picture: Vec<Curve>,
}

impl Catalogue {
    /// What was done, in words.
    pub fn introduction(&self) -> Vec<String> {
        let impact = &self.impact;
        let grouped = grouped(impact.hertz().stiffness());
        vec![
            format!(
                "A contact law says how hard two bodies push on each other when they overlap, and how much of the energy \
                 of an impact they keep. Here every law that acts at a point takes the same impact: {}\u{a0}kg at {} m/s onto \
                 a surface, with nothing else acting. The elastic part is that of a cartilage-covered knee, a sphere of \
                 {} mm on a plane with K = {grouped} N/m^{{3/2}} (Machado et al. 2011); dissipative laws are asked for a \
                 restitution of {}, that of cartilage.",
                impact.mass,
                impact.speed,
                1e3 * impact.radius,
                impact.restitution
            ),
            format!(
                "Linear springs are given the stiffness that stops the impact as deep as Hertz does, {:.3} mm. The double \
                 layer has {:.3} mm of cartilage left over bone; the foundations have {:.2} mm of it, and the socket is \
                 {:.0} % wider than the ball. Each impact is integrated to a relative tolerance of \
                 10⁻¹⁰ and agrees with its closed form; the tests say how closely.",
                1e3 * impact.depth(),
                1e3 * impact.layer,
                1e3 * impact.cartilage_thickness,
                100.0 * (impact.socket_ratio - 1.0)
            ),
        ]
    }

    /// The laws in words, under their headings.
    pub fn articles(&self) -> Vec<(&'static str, Vec<Article>)> {
        let normal = |wanted: fn(Law) -> bool| {
            self.entries.iter().filter(|entry| wanted(entry.law)).map(|entry| self.normal_article(entry)).collect()
        };
        let mut articles = vec![
            ("Elastic laws", normal(Law::is_elastic)),
            ("Linear laws that lose energy", normal(|law| matches!(law, Law::ScaledUnloading | Law::KelvinVoigt))),
            ("Hertz with a hysteresis factor", normal(|law| matches!(law, Law::Hysteretic(_)))),
            ("Friction", self.friction_articles()),
        ];
        articles.extend(special::articles());
        articles
    }

    fn normal_article(&self, entry: &Entry) -> Article {
        let key = entry.law.key();
        let loop_of = |key: &str| Curve { x: format!("indentation_{key}_m"), y: format!("force_{key}_N") };
        let mut picture = vec![loop_of("hertz")];
        if entry.law == Law::Hertz {
            picture.clear();
        }
        picture.push(loop_of(&key));
        let mut facts = Vec::new();
        if !entry.law.is_elastic() {
            facts.push(format!("{} asked, {:.3} returned", self.impact.restitution, entry.strike.restitution));
            facts.push(format!("{:.0} % of the energy lost", 100.0 * entry.strike.energy_lost()));
        }
        facts.push(format!("peak {:.1} N", entry.strike.peak_force));
        Article { description: entry.law.description(), facts, picture }
    }

    fn friction_articles(&self) -> Vec<Article> {
        let block = &self.block;
        let loop_of = |key: &str| Curve { x: format!("displacement_{key}_m"), y: format!("drag_{key}_N") };
        vec![
            Article {
                description: &TangentialCompliance::DESCRIPTION,
                facts: vec![
                    format!("slides beyond {:.0} µm", 1e6 * block.reach()),
                    format!("slip at {:.1} N", block.compliant.friction * block.normal),
                ],
                picture: vec![loop_of("regularised"), loop_of("compliant_long")],
            },
            Article {
                description: &Coulomb::DESCRIPTION,
                facts: vec![format!("creeps below {:.0} µm/s", 1e6 * block.regularised.transition_speed)],
                picture: vec![loop_of("compliant_long"), loop_of("regularised")],
            },
        ]
    }
}

/// A whole number with its thousands apart.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let chunks: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    chunks.iter().map(|chunk| String::from_utf8_lossy(chunk)).collect::<Vec<_>>().join("\u{202f}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_stand_apart() {
        assert_eq!(super::grouped(3_260_513.4), "3\u{202f}260\u{202f}513");
        assert_eq!(super::grouped(42.0), "42");
    }
}
