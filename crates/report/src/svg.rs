//! The few shapes of which pictures are made, as SVG text.

use std::fmt::Write;

/// White around letters keeps them legible on a curve.
const HALO: &str = r##" paint-order="stroke" stroke="#ffffff" stroke-width="3" stroke-linejoin="round""##;

/// Where a text is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// At its start.
    Start,
    /// In its middle.
    Middle,
    /// At its end.
    End,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Style {
    /// Font size in pixels.
    pub size: f64,
    /// Colour.
    pub colour: &'static str,
    /// Whether it is bold.
    pub bold: bool,
    /// Where it is held.
    pub anchor: Anchor,
}

/// A picture under construction.
#[derive(Debug)]
pub(crate) struct Picture {
    body: String,
    width: u32,
    height: u32,
}

impl Picture {
    /// A white sheet.
    pub fn new(width: u32, height: u32) -> Self {
        Self { body: String::new(), width, height }
    }

    /// A text that starts, centres or ends at (x, y), turned by `turn` degrees about that point.
    pub fn text(&mut self, [x, y]: [f64; 2], turn: f64, style: Style, text: &str) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if style.bold { r#" font-weight="600""# } else { "" };
        let turned = if turn == 0.0 { String::new() } else { format!(r#" transform="rotate({turn} {x:.1} {y:.1})""#) };
        self.add(&format!(
            r#"<text x="{x:.1}" y="{y:.1}" font-size="{}" fill="{}" text-anchor="{anchor}"{weight}{turned}{HALO}>{}</text>"#,
            style.size,
            style.colour,
            escape(text)
        ));
    }

    /// A filled rectangle.
    pub fn rectangle(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], fill: &str) {
        self.add(&format!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" fill="{}"/>"#,
            escape(fill)
        ));
    }

    /// Lines through points; a point that is not a number interrupts them. `look` is further attributes.
    pub fn lines(&mut self, points: &[[f64; 2]], look: &str) {
        let mut path = String::new();
        let mut pen = 'M';
        for [x, y] in points {
            if x.is_finite() && y.is_finite() {
                // Writing into a String does not fail.
                let _ = write!(path, "{pen}{x:.1} {y:.1}");
                pen = 'L';
            } else {
                pen = 'M';
            }
        }
        if !path.is_empty() {
            self.add(&format!(r#"<path d="{path}" fill="none" {look}/>"#));
        }
    }

    /// Markup that is made by us.
    pub fn add(&mut self, markup: &str) {
        self.body.push_str(markup);
        self.body.push('\n');
    }

    /// The file.
    pub fn finish(self, title: &str) -> String {
        let Self { body, width, height } = self;
        let fonts = "Inter, 'Segoe UI', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif";
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{fonts}\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n{body}</svg>\n",
            escape(title)
        )
    }
}

/// Text for markup; characters that XML forbids are left out.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
