//! Equations in plain Unicode, with `^{…}` and `_x` as the only marks, made ready for a page.

use crate::svg::escape;

/// `δ^{3/2}` becomes a raised 3/2, `v_t` and `R_{eff}` get a lowered index; everything else is escaped. Letters with a dot
/// are marked, because few slanted fonts know where to put it: the style sheet draws the dot.
pub(crate) fn typeset(text: &str) -> String {
    marked(&raised(text))
}

/// `δ̇` in an element of its own.
fn marked(markup: &str) -> String {
    const DOT: char = '\u{307}';
    let mut out = String::with_capacity(markup.len());
    let mut letters = markup.chars().peekable();
    while let Some(letter) = letters.next() {
        if letters.next_if_eq(&DOT).is_some() {
            out += &format!(r#"<span class="dotted">{letter}<i>{DOT}</i></span>"#);
        } else {
            out.push(letter);
        }
    }
    out
}

fn raised(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['^', '_']) {
        let (before, mark) = rest.split_at(at);
        let tag = if mark.starts_with('^') { "sup" } else { "sub" };
        out += &escape(before);
        let (inside, after) = argument(&mark[1..]);
        if inside.is_empty() {
            out += &mark[..1];
        } else {
            out += &format!("<{tag}>{}</{tag}>", escape(inside));
        }
        rest = after;
    }
    out + &escape(rest)
}

/// What a mark acts on: what is in braces, or one letter; and the rest.
fn argument(text: &str) -> (&str, &str) {
    if let Some((inside, after)) = text.strip_prefix('{').and_then(|text| text.split_once('}')) {
        return (inside, after);
    }
    text.split_at(text.chars().next().filter(|c| c.is_alphanumeric()).map_or(0, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_become_raised_and_lowered_text() {
        for (text, markup) in [
            ("F = K δ^{3/2}", "F = K δ<sup>3/2</sup>"),
            ("μ_s < μ_d & R_{eff}", "μ<sub>s</sub> &lt; μ<sub>d</sub> &amp; R<sub>eff</sub>"),
            ("K |δ|^β", "K |δ|<sup>β</sup>"),
            ("K δ̇/v", "K <span class=\"dotted\">δ<i>\u{307}</i></span>/v"),
            ("a^ and b_", "a^ and b_"),
            ("x^{never closed", "x^{never closed"),
        ] {
            assert_eq!(typeset(text), markup);
        }
    }
}
