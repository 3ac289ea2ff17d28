//! `synovia catalogue`: every law of point contact on one page.

use std::time::SystemTime;

use joints::catalogue::{self, Catalogue, Impact};
use report::{Article, Bibliography, Chapter, Handbook};

use crate::arguments::Page;
use crate::clock::rfc3339;
use crate::failure::{Failure, say};
use crate::put::{check_place, put};

/// Every reference of the project.
const REFERENCES: &str = include_str!("../references.bib");

/// Computes the impacts and writes the page.
pub fn catalogue(options: &Page) -> Result<(), Failure> {
    let target = &options.out;
    check_place(target, options.force)?;
    let (page, laws) = compute_page()?;
    put(target, page.as_bytes())?;
    say(&format!("{laws} laws on one page: {}\n", target.display()))
}

/// The page, and how many laws are on it.
///
/// # Errors
/// An impact that cannot be computed.
pub fn compute_page() -> Result<(String, usize), Failure> {
    let catalogue = Catalogue::compute(Impact::STANDARD).map_err(|error| Failure::Other(error.to_string().into()))?;
    let costs = catalogue::measure_costs(&catalogue.impact);
    Ok((render(&catalogue, &costs)?, catalogue.entries.len() + 2))
}

fn render(catalogue: &Catalogue, costs: &[catalogue::Cost]) -> Result<String, Failure> {
    let written = catalogue.articles();
    let chapters: Vec<Chapter<'_>> = written
        .iter()
        .map(|(title, articles)| Chapter { title, articles: articles.iter().map(article).collect() })
        .collect();
    let rows = [
        ("Program", format!("synovia {}", env!("CARGO_PKG_VERSION"))),
        ("Commit", env!("SYNOVIA_COMMIT").into()),
        ("Made", rfc3339(SystemTime::now())),
        ("Machine", format!("{} {}", std::env::consts::OS, std::env::consts::ARCH)),
    ];
    Ok(report::render_handbook(&Handbook {
        title: "Laws of contact at a point",
        subtitle: "One impact, every law: force, energy, restitution, cost, and where each can be trusted",
        introduction: &catalogue.introduction(),
        outcome: &catalogue.outcome(),
        comparison: &catalogue.comparison(),
        costs: &catalogue::compare_costs(costs),
        chapters: &chapters,
        bibliography: &Bibliography::parse(REFERENCES),
        provenance: &rows.map(|(name, value)| (name.to_owned(), value)),
    })?)
}

fn article(article: &catalogue::Article) -> Article<'_> {
    let words = article.description;
    Article {
        name: words.name,
        equation: words.equation,
        symbols: words.symbols,
        about: words.about,
        remarks: vec![("Assumes", words.assumes), ("Pitfalls", words.pitfalls), ("Valid for", words.valid)],
        facts: article.facts.clone(),
        sources: words.sources,
        picture: article.picture.clone(),
    }
}
