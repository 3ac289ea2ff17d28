//! Text from elsewhere, made fit to be shown.

use std::borrow::Cow;

/// The text with nothing in it that commands a terminal: titles, names of files and cells of tables come from anywhere.
/// Ends of lines and tabs stay; other control characters become pictures of themselves.
pub fn plain(text: &str) -> Cow<'_, str> {
    let commands = |c: char| (c.is_control() && !matches!(c, '\n' | '\t')) || turns_direction(c);
    if !text.contains(commands) {
        return text.into();
    }
    let shown = |c: char| match c {
        // The pictures of U+0000 to U+001F stand in the same order.
        '\0'..='\u{1f}' if commands(c) => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        _ if commands(c) => '\u{fffd}',
        _ => c,
    };
    text.chars().map(shown).collect::<String>().into()
}

/// Characters that make a line read in another order than it is written.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{061c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_commands_a_terminal_becomes_a_picture() {
        assert_eq!(plain("hip\u{1b}[31m\u{7}\u{7f}\r\nµ\t\u{9b}2J\u{202e}"), "hip␛[31m␇␡␍\nµ\t\u{fffd}2J\u{fffd}");
        assert!(matches!(plain("Hüfte, 80 µm\n"), Cow::Borrowed(_)));
    }
}
