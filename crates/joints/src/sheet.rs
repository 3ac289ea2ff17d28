//! A sheet on which parts are drawn with their measures, as SVG.

use std::fmt::Write;

/// A view of a part: where its origin is on the sheet, pixels for each metre, and which way its first axis runs.
pub(crate) struct View {
    /// On the sheet, in pixels.
    pub origin: [f64; 2],
    /// Pixels per metre.
    pub scale: f64,
    /// 1, or −1 where the first axis runs to the left.
    pub flip: f64,
}

impl View {
    /// Where a point of the part is on the sheet.
    pub fn at(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        [self.origin[0] + self.flip * u * self.scale, self.origin[1] - v * self.scale]
    }
}

/// The sheet.
pub(crate) struct Sheet(String);

// Writing to a string cannot fail.
impl Sheet {
    /// A white one of a size in pixels; `about` says what it shows.
    pub fn new([width, height]: [f64; 2], about: &str) -> Self {
        Self(format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13" role="img" aria-label="{about}"><defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#555"/></marker></defs><rect width="100%" height="100%" fill="white"/>"##
        ))
    }

    /// Points that are joined; `style` says how, fill included where there is one.
    pub fn shape(&mut self, view: &View, points: impl IntoIterator<Item = [f64; 2]>, style: &str) {
        let places: Vec<String> =
            points.into_iter().map(|p| view.at(p)).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(self.0, r#"<polyline points="{}" {style}/>"#, places.join(" "));
    }

    /// The same, not filled.
    pub fn line(&mut self, view: &View, points: impl IntoIterator<Item = [f64; 2]>, style: &str) {
        self.shape(view, points, &format!(r#"fill="none" {style}"#));
    }

    /// Words at a place of the sheet.
    pub fn text(&mut self, [x, y]: [f64; 2], anchor: &str, colour: &str, text: &str) {
        let _ = write!(
            self.0,
            r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}" fill="{colour}" paint-order="stroke" stroke="white" stroke-width="3">{text}</text>"#
        );
    }

    /// The finished picture.
    pub fn finish(mut self) -> String {
        self.0.push_str("</svg>");
        self.0
    }
}

/// A length in mm with what digits it needs.
pub(crate) fn mm(length: f64) -> String {
    let text = format!("{:.2}", length * 1e3);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
