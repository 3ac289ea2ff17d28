//! Markdown to HTML: the part of it that the book uses, with citations, equations and anchors of ours.
//!
//! Headings, paragraphs, lists (one within another), fences, tables, quotes; emphasis, code, links and pictures in a line. A crate
//! that reads all of Markdown asks for other features of `memchr`, and with them for a second build of the whole program.

/// What a page has become.
#[derive(Debug, Default)]
pub struct Rendered {
    /// Its body.
    pub html: String,
    /// Headings in order, and the plain text below each.
    pub sections: Vec<Section>,
    /// Addresses of links, as written.
    pub links: Vec<String>,
    /// Addresses of pictures, as written.
    pub images: Vec<String>,
}

/// A heading and what stands below it.
#[derive(Debug, Clone, Default)]
pub struct Section {
    /// What a link names.
    pub anchor: String,
    /// The heading.
    pub title: String,
    /// Plain text without code, for the search and for the spelling.
    pub text: String,
}

/// How citations and addresses are written.
#[derive(Clone, Copy)]
pub struct Manner<'a> {
    /// Turns `Askari2018` into a link, where it is known.
    pub cite: &'a dyn Fn(&str) -> Option<String>,
    /// Turns an address as written into one that works.
    pub place: &'a dyn Fn(&str) -> String,
}

/// Letters, digits and dots of a heading, for links: keys of a study keep their dots.
pub fn anchor(text: &str) -> String {
    let words = text.to_lowercase();
    let words = words.split(|c: char| !(c.is_alphanumeric() || c == '.' || c == '_')).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").trim_matches('.').to_owned()
}

/// What a page names and says, without rendering it for good.
pub fn read(text: &str) -> Rendered {
    render(text, Manner { cite: &|_| None, place: &str::to_owned })
}

/// Code blocks of a page: what stands after the fence, and the text.
pub fn fences(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let inside: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            found.push((kind.to_owned(), inside.join("\n")));
        }
    }
    found
}

/// Renders a page.
pub fn render(text: &str, manner: Manner<'_>) -> Rendered {
    let lines: Vec<&str> = text.lines().collect();
    let mut page = Rendered { sections: vec![Section::default()], ..Rendered::default() };
    blocks(&lines, manner, &mut page);
    page.sections.remove(0);
    page
}

/// A line that begins something of its own, so that a paragraph ends before it.
fn begins(line: &str) -> bool {
    let trimmed = line.trim_start();
    trimmed.is_empty()
        || trimmed.starts_with("```")
        || trimmed.starts_with('#')
        || trimmed.starts_with('|')
        || trimmed.starts_with("> ")
        || marker(line).is_some()
}

/// Indent, whether numbered, and the rest of an item of a list.
fn marker(line: &str) -> Option<(usize, bool, &str)> {
    let trimmed = line.trim_start();
    let indent = line.len() - trimmed.len();
    if let Some(rest) = trimmed.strip_prefix("- ").or_else(|| trimmed.strip_prefix("* ")) {
        return Some((indent, false, rest));
    }
    let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
    let rest = trimmed[digits..].strip_prefix(". ")?;
    (digits > 0).then_some((indent, true, rest))
}

fn blocks(lines: &[&str], manner: Manner<'_>, page: &mut Rendered) {
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at];
        let trimmed = line.trim_start();
        if trimmed.is_empty() {
            at += 1;
        } else if let Some(kind) = trimmed.strip_prefix("```") {
            let length = lines[at + 1..].iter().take_while(|line| !line.trim_start().starts_with("```")).count();
            let inside = lines[at + 1..at + 1 + length].join("\n");
            let html = match kind.split_whitespace().next() {
                Some("math") => format!("<div class=\"equation\">{}</div>\n", typeset(&inside)),
                Some(language) => format!("<pre><code class=\"{}\">{}</code></pre>\n", safe(language), safe(&inside)),
                None => format!("<pre><code>{}</code></pre>\n", safe(&inside)),
            };
            page.html += &html;
            at += length + 2;
        } else if trimmed.starts_with('#') && line.starts_with('#') {
            let level = line.bytes().take_while(|byte| *byte == b'#').count();
            heading(line[level..].trim(), level.min(6), manner, page);
            at += 1;
        } else if trimmed.starts_with('|') {
            let rows = lines[at..].iter().take_while(|line| line.trim_start().starts_with('|')).count();
            table(&lines[at..at + rows], manner, page);
            at += rows;
        } else if trimmed.starts_with("> ") {
            let rows = lines[at..].iter().take_while(|line| line.trim_start().starts_with('>')).count();
            let inside: Vec<&str> =
                lines[at..at + rows].iter().map(|line| line.trim_start()[1..].trim_start()).collect();
            page.html += "<blockquote>";
            blocks(&inside, manner, page);
            page.html += "</blockquote>\n";
            at += rows;
        } else if marker(line).is_some() {
            at += list(&lines[at..], manner, page);
        } else if trimmed.starts_with("<figure") {
            // A figure that the book itself has drawn, on one line.
            page.html += line;
            at += 1;
        } else {
            let more = lines[at + 1..].iter().take_while(|line| !begins(line)).count();
            let words = lines[at..=at + more].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
            let words = inline(&words, manner, page);
            page.html += &format!("<p>{words}</p>\n");
            at += more + 1;
        }
    }
}

fn heading(words: &str, level: usize, manner: Manner<'_>, page: &mut Rendered) {
    let title = words.replace(['`', '*'], "");
    let name = anchor(&title);
    let taken = |name: &str| page.sections.iter().any(|section| section.anchor == name);
    let name = if taken(&name) {
        (2..).map(|n| format!("{name}-{n}")).find(|name| !taken(name)).unwrap_or_default()
    } else {
        name
    };
    page.sections.push(Section { anchor: name.clone(), title, text: String::new() });
    let shown = inline(words, manner, page);
    page.html += &format!(
        "<h{level} id=\"{name}\">{shown} <a class=\"here\" href=\"#{name}\" aria-label=\"link to this heading\">#</a></h{level}>\n"
    );
}

/// A list, and how many lines it takes.
fn list(lines: &[&str], manner: Manner<'_>, page: &mut Rendered) -> usize {
    let Some((indent, numbered, _)) = marker(lines[0]) else { return 1 };
    let tag = if numbered { "ol" } else { "ul" };
    page.html += &format!("<{tag}>");
    let mut at = 0;
    while at < lines.len() {
        match marker(lines[at]) {
            Some((other, ..)) if other > indent => {
                // One within the item before it.
                at += list(&lines[at..], manner, page);
                continue;
            }
            Some((other, kind, _)) if other < indent || kind != numbered => break,
            Some((_, _, rest)) => {
                let more = lines[at + 1..].iter().take_while(|line| !begins(line) && line.starts_with(' ')).count();
                let words = std::iter::once(rest).chain(lines[at + 1..=at + more].iter().map(|line| line.trim()));
                let words = inline(&words.collect::<Vec<_>>().join(" "), manner, page);
                page.html += &format!("<li>{words}</li>");
                at += more + 1;
            }
            None => break,
        }
    }
    page.html += &format!("</{tag}>\n");
    at.max(1)
}

/// Cells between bars; a bar after a backslash is a bar.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_start_matches('|');
    let mut cells = vec![String::new()];
    let mut before = ' ';
    let mut code = false;
    for c in line.chars() {
        code ^= c == '`';
        match (c, cells.last_mut()) {
            ('|', Some(cell)) if before == '\\' => {
                cell.pop();
                cell.push('|');
            }
            ('|', _) if !code => cells.push(String::new()),
            (c, Some(cell)) => cell.push(c),
            _ => {}
        }
        before = c;
    }
    cells.pop();
    cells.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

fn table(lines: &[&str], manner: Manner<'_>, page: &mut Rendered) {
    page.html += "<table>";
    for (number, line) in lines.iter().enumerate() {
        let row = cells(line);
        if number == 1 && row.iter().all(|cell| cell.chars().all(|c| c == '-' || c == ':')) {
            continue;
        }
        let tag = if number == 0 { "th" } else { "td" };
        page.html += "<tr>";
        for cell in row {
            let words = inline(&cell, manner, page);
            page.html += &format!("<{tag}>{words}</{tag}>");
        }
        page.html += "</tr>\n";
    }
    page.html += "</table>\n";
}

/// What stands in a line: code, links, pictures, emphasis, citations. Says the words to the section.
fn inline(text: &str, manner: Manner<'_>, page: &mut Rendered) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '[', '!', '*', '\\', '<', '&', '>']) {
        say(&rest[..at], page);
        out += &rest[..at];
        let here = &rest[at..];
        rest = match special(here, manner, page) {
            Some((html, length)) => {
                out += &html;
                &here[length..]
            }
            None => {
                let c = here.chars().next().unwrap_or(' ');
                out += &safe(&c.to_string());
                &here[c.len_utf8()..]
            }
        };
    }
    say(rest, page);
    out + rest
}

/// HTML of what begins here, and how long it is in the source.
fn special(here: &str, manner: Manner<'_>, page: &mut Rendered) -> Option<(String, usize)> {
    if let Some(after) = here.strip_prefix('\\') {
        let c = after.chars().next().filter(char::is_ascii_punctuation)?;
        say(&c.to_string(), page);
        return Some((safe(&c.to_string()), 1 + c.len_utf8()));
    }
    if let Some(entity) = ["&lt;", "&gt;", "&amp;"].iter().find(|entity| here.starts_with(**entity)) {
        return Some(((*entity).to_owned(), entity.len()));
    }
    if let Some(after) = here.strip_prefix('`') {
        let end = after.find('`')?;
        if let Some(section) = page.sections.last_mut() {
            section.text += &format!(" `{}` ", &after[..end]);
        }
        return Some((format!("<code>{}</code>", safe(&after[..end])), end + 2));
    }
    for (mark, tag) in [("**", "strong"), ("*", "em")] {
        if let Some(after) = here.strip_prefix(mark) {
            let end = after.find(mark).filter(|end| *end > 0 && !after.starts_with(' '))?;
            let inside = inline(&after[..end], manner, page);
            return Some((format!("<{tag}>{inside}</{tag}>"), end + 2 * mark.len()));
        }
    }
    let picture = here.starts_with("![");
    let after = here.strip_prefix("![").or_else(|| here.strip_prefix('['))?;
    let end = after.find(']')?;
    let before = here.len() - after.len();
    if let Some(address) = after[end + 1..].strip_prefix('(') {
        let close = address.find(')')?;
        let (words, address) = (&after[..end], &address[..close]);
        let length = before + end + 2 + close + 1;
        let place = safe(&(manner.place)(address));
        if picture {
            page.images.push(address.to_owned());
            say(words, page);
            let words = safe(words);
            return Some((
                format!(
                    "<a href=\"{place}\"><img src=\"{place}\" alt=\"{words}\" title=\"{words}\" loading=\"lazy\"></a>"
                ),
                length,
            ));
        }
        page.links.push(address.to_owned());
        let words = inline(words, manner, page);
        return Some((format!("<a href=\"{place}\">{words}</a>"), length));
    }
    if picture {
        return None;
    }
    // `[Askari2018, Eq. 25; Hertz1881]`: what begins with a key is a citation, the rest of it stays as it is.
    let mut parts = after[..end].split_inclusive([';', ',']);
    let written = |part: &str| (manner.cite)(part.trim_end_matches([';', ',']).trim());
    let mut out = written(parts.next()?)?;
    for part in parts {
        let shown = written(part).unwrap_or_else(|| safe(part.trim_end_matches([';', ',']).trim()));
        out += &format!(", {shown}");
    }
    Some((format!("({out})"), before + end + 1))
}

fn say(words: &str, page: &mut Rendered) {
    if let Some(section) = page.sections.last_mut() {
        section.text += words;
        section.text.push(' ');
    }
}

/// An equation in Unicode: `x_n`, `x_{max}` and `r^{3/2}` become indices and powers; lines stay lines.
fn typeset(text: &str) -> String {
    let text = safe(text);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find(['_', '^']) {
        let tag = if rest[at..].starts_with('_') { "sub" } else { "sup" };
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let (inside, next) = match after.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some(found) => found,
            None => {
                let end = after.find(|c: char| !c.is_alphanumeric()).unwrap_or(after.len());
                after.split_at(end)
            }
        };
        out.push_str(&format!("<{tag}>{inside}</{tag}>"));
        rest = next;
    }
    (out + rest).replace('\n', "<br>")
}

fn safe(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str) -> Rendered {
        let cite = |key: &str| (key == "Askari2018").then(|| "<a>Askari</a>".to_owned());
        render(text, Manner { cite: &cite, place: &|place| place.replace(".md", ".html") })
    }

    #[test]
    fn headings_have_anchors_and_texts_for_the_search() {
        let rendered = page("# `hip.implant.clearance`\nRadial.\n\n## Why\nbecause\n\n## Why\nagain");
        let anchors: Vec<&str> = rendered.sections.iter().map(|section| section.anchor.as_str()).collect();
        assert_eq!(anchors, ["hip.implant.clearance", "why", "why-2"]);
        assert!(rendered.html.contains("<h1 id=\"hip.implant.clearance\"><code>hip.implant.clearance</code>"));
        assert!(rendered.sections[0].text.contains("Radial."));
    }

    #[test]
    fn citations_become_links_and_other_brackets_stay() {
        let rendered = page("see [Askari2018] and [nobody], `[Askari2018]`");
        assert!(rendered.html.contains("(<a>Askari</a>)"), "{}", rendered.html);
        assert!(page("[Askari2018, Eq. 25]").html.contains("(<a>Askari</a>, Eq. 25)"));
        assert!(rendered.html.contains("[nobody]") && rendered.html.contains("<code>[Askari2018]</code>"));
    }

    #[test]
    fn equations_have_indices_and_powers() {
        let rendered = page("```math\np = k δ^{3/2} < x_max\n```\n");
        assert!(rendered.html.contains("p = k δ<sup>3/2</sup> &lt; x<sub>max</sub>"), "{}", rendered.html);
    }

    #[test]
    fn lists_tables_quotes_links_and_emphasis_come_out() {
        let text = "- a *b*\n  goes on\n  - inner\n- **c**\n\n1. one\n2. two\n\n| x | y |\n|---|---|\n| `a|b` | c \\| d |\n\n> said\n\n[t](u.md#v) ![p](q.svg)\n";
        let rendered = page(text);
        for part in [
            "<ul><li>a <em>b</em> goes on</li><ul><li>inner</li></ul>\n<li><strong>c</strong></li></ul>",
            "<ol><li>one</li><li>two</li></ol>",
            "<tr><th>x</th><th>y</th></tr>\n<tr><td><code>a|b</code></td><td>c | d</td></tr>",
            "<blockquote><p>said</p>\n</blockquote>",
            "<a href=\"u.html#v\">t</a>",
            "<img src=\"q.svg\" alt=\"p\"",
        ] {
            assert!(rendered.html.contains(part), "{part}\n{}", rendered.html);
        }
        assert_eq!((rendered.links, rendered.images), (vec!["u.md#v".to_owned()], vec!["q.svg".to_owned()]));
    }

    #[test]
    fn code_blocks_are_found_with_their_kind() {
        let found = fences("x\n```sh slow\nsynovia run\n```\ny\n");
        assert_eq!(found, [("sh slow".to_owned(), "synovia run".to_owned())]);
    }

    #[test]
    fn what_html_reads_is_shown_as_it_is() {
        let rendered = page("a < b & c\n\n```toml\n[a]\nx = \"<\"\n```\n");
        assert!(rendered.html.contains("<p>a &lt; b &amp; c</p>") && rendered.html.contains("x = &quot;&lt;&quot;"));
    }
}
