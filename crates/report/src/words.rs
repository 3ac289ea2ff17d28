//! Text of ours for a page: what stands between backticks is code.

use crate::svg::escape;

/// Escaped text; `` `name` `` becomes a code element. A backtick without a partner stays.
pub(crate) fn words(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        let Some((code, left)) = after.split_once('`').filter(|(code, _)| !code.is_empty()) else { break };
        out += &format!("{}<code>{}</code>", escape(before), escape(code));
        rest = left;
    }
    out + &escape(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticks_become_code_and_the_rest_is_escaped() {
        for (text, markup) in [
            ("see `a<b` & c", "see <code>a&lt;b</code> &amp; c"),
            ("`one` and `two`.", "<code>one</code> and <code>two</code>."),
            ("a lonely ` stays", "a lonely ` stays"),
            ("plain", "plain"),
        ] {
            assert_eq!(words(text), markup);
        }
    }
}
