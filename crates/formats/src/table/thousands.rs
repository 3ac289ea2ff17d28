//! Commas that may stand for two things.

/// `1,500`, which is one and a half to some and fifteen hundred to others.
pub(super) fn may_be_thousands(cell: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    cell.trim_start_matches(['+', '-']).split_once(',').is_some_and(|(before, after)| {
        digits(before)
            && digits(after)
            && after.len() == 3
            && (1..=3).contains(&before.len())
            && !before.starts_with('0')
    })
}
