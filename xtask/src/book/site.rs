//! Pages with a list at the side and a search, as files that open without a server.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::json;

use super::check::{Bibliography, is_key, resolve};
use super::{Book, markdown, put};
use crate::run::Outcome;

const STYLE: &str = include_str!("book.css");
const SCRIPT: &str = include_str!("book.js");

/// Writes everything.
pub fn write(book: &Book, bibliography: &Bibliography, pictures: &BTreeMap<String, Vec<u8>>, out: &Path) -> Outcome {
    let mut index = Vec::new();
    let order: Vec<&String> = book.parts.iter().flat_map(|(_, places)| places).collect();
    for (number, place) in order.iter().enumerate() {
        let page = &book.pages[*place];
        let up = "../".repeat(place.matches('/').count());
        let cite = |key: &str| {
            let full = bibliography.0.get(key).filter(|_| is_key(key))?;
            Some(format!("<a href=\"{up}references.html#{key}\" title=\"{}\">{key}</a>", safe(full)))
        };
        let rendered = markdown::render(&page.text, markdown::Manner { cite: &cite, place: &address });
        for section in &rendered.sections {
            let url = format!("{}#{}", address(place), section.anchor);
            let text: String = section.text.chars().take(600).collect();
            index.push(json!([page.title, section.title, url, text]));
        }
        let near = |step: isize, word: &str, class: &str| {
            let other = number.checked_add_signed(step).and_then(|n| order.get(n));
            other.map_or(String::new(), |other| {
                format!(
                    "<a class=\"{class}\" href=\"{up}{}\">{word} {}</a>",
                    address(other),
                    safe(&book.pages[*other].title)
                )
            })
        };
        let steps = format!("<nav class=\"steps\">{}{}</nav>", near(-1, "←", "back"), near(1, "→", "on"));
        let body = format!("{}{steps}", rendered.html);
        let html = frame(book, place, &page.title, &up, &body);
        put(out.join(address(place)), html.as_bytes())?;
    }
    let mut list = String::from("<h1>References</h1>\n<dl class=\"references\">");
    for (key, full) in &bibliography.0 {
        list += &format!("<dt id=\"{key}\">{key}</dt><dd>{}</dd>\n", safe(full));
    }
    put(out.join("references.html"), frame(book, "references.html", "References", "", &(list + "</dl>")).as_bytes())?;
    for (place, bytes) in pictures {
        put(out.join(place), bytes)?;
    }
    put(out.join("book.css"), STYLE.as_bytes())?;
    put(out.join("book.js"), SCRIPT.as_bytes())?;
    let index = serde_json::to_string(&index).map_err(|error| error.to_string())?;
    put(out.join("search.js"), format!("window.BOOK={index};\n").as_bytes())
}

/// Where a page of the source ends up.
fn address(link: &str) -> String {
    if link.contains("://") {
        return link.into();
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let file = file.strip_suffix(".md").map_or_else(|| file.to_owned(), |stem| format!("{stem}.html"));
    anchor.map_or(file.clone(), |anchor| format!("{file}#{anchor}"))
}

fn frame(book: &Book, place: &str, title: &str, up: &str, body: &str) -> String {
    let mut side = String::new();
    for (part, places) in &book.parts {
        let open = if places.iter().any(|other| other == place) { " open" } else { "" };
        side += &format!("<details{open}><summary>{}</summary><ul>", safe(part));
        for other in places {
            let here = if other == place { " aria-current=\"page\"" } else { "" };
            let name = safe(&book.pages[other].title);
            side += &format!("<li><a{here} href=\"{up}{}\">{name}</a></li>", address(other));
        }
        side += "</ul></details>";
    }
    let home = resolve("", "index.html");
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{} – Synovia</title><link rel=\"stylesheet\" href=\"{up}book.css\"></head>\n<body data-up=\"{up}\"><aside><a class=\"home\" href=\"{up}{home}\">Synovia</a>\
         <input id=\"search\" type=\"search\" placeholder=\"Search (press /)\" aria-label=\"Search the book\"><ol id=\"found\"></ol>\
         <nav>{side}<p><a href=\"{up}references.html\">References</a></p></nav></aside>\n<main>{body}</main>\
         <script src=\"{up}search.js\"></script><script src=\"{up}book.js\"></script></body></html>\n",
        safe(title)
    )
}

fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_those_of_pages() {
        assert_eq!(address("../reference/hip.md#hip.implant"), "../reference/hip.html#hip.implant");
        assert_eq!(address("https://x.org/a.md"), "https://x.org/a.md");
        assert_eq!(address("pictures/x.svg"), "pictures/x.svg");
    }
}
