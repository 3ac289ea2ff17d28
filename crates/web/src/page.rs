//! The page and what belongs to it, inside the program.

use std::sync::OnceLock;

use crate::http::Response;

/// Nothing inline, nothing foreign; frames show pages of results, which are shut in (see [`SANDBOX`]).
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A page of a result may have been made by anybody: its scripts draw, and have no origin, no network and no token.
pub(crate) const SANDBOX: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline'; \
     style-src 'unsafe-inline'; img-src data: blob:; frame-ancestors 'self'";

const SCRIPTS: [&str; 9] = [
    include_str!("page/talk.js"),
    include_str!("page/toml.js"),
    include_str!("page/schema.js"),
    include_str!("page/form.js"),
    include_str!("page/result.js"),
    include_str!("page/runs.js"),
    include_str!("page/shelf.js"),
    include_str!("page/many.js"),
    include_str!("page/bench.js"),
];

/// All scripts: the report's figures first.
pub(crate) fn scripts() -> &'static str {
    static ALL: OnceLock<String> = OnceLock::new();
    ALL.get_or_init(|| report::scripts() + &SCRIPTS.concat())
}

/// A part of the page by its address.
pub(crate) fn find(path: &str) -> Option<Response> {
    let (kind, text): (_, &str) = match path {
        "/" => ("text/html; charset=utf-8", include_str!("page/bench.html")),
        "/bench.js" => ("text/javascript; charset=utf-8", scripts()),
        "/report.css" => ("text/css; charset=utf-8", report::STYLES[0]),
        "/chart.css" => ("text/css; charset=utf-8", report::STYLES[1]),
        "/bench.css" => ("text/css; charset=utf-8", include_str!("page/bench.css")),
        "/icon.svg" => ("image/svg+xml", include_str!("page/icon.svg")),
        _ => return None,
    };
    Some(Response::new(200, kind, text).with_policy(POLICY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_page_is_small_and_has_nothing_inline() {
        let parts = ["/", "/bench.js", "/report.css", "/chart.css", "/bench.css", "/icon.svg"];
        let size: u64 = parts.iter().filter_map(|path| find(path)).map(|part| part.body.len()).sum();
        assert!(size > 50_000 && size <= 400_000, "{size} bytes");
        let page = include_str!("page/bench.html");
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" on"), "something inline");
        assert!(
            !page.contains("http") && !scripts().contains("innerHTML"),
            "something foreign, or text that is not text"
        );
        assert!(find("/../Cargo.toml").is_none());
    }
}
