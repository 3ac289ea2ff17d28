//! The flat map as pixels, for pictures that cannot run a script.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use results::{Field, Site};

use crate::ReportError;
use crate::colour::Rgb;
use crate::scene::{Range, Scene};

/// A square picture of one frame, `size` pixels wide, as a `data:` address of a PNG; transparent outside the surface.
pub(crate) fn picture(scene: &Scene<'_>, shown: Option<(&Field, &Range)>, size: u32) -> Result<String, ReportError> {
    let corners = corner_values(scene, shown);
    let half = f64::from(size) / 2.0;
    let scale = half / scene.reach();
    let place: Vec<[f64; 2]> = scene.flat.iter().map(|&[x, y]| [half + scale * x, half - scale * y]).collect();
    let mut painting = Painting::new(size);
    let surface = &scene.record.surface;
    for cell in 0..surface.cells() {
        let polygon = surface.cell(cell);
        for pair in polygon[1..].windows(2) {
            let triangle = [polygon[0], pair[0], pair[1]].map(|p| p as usize);
            fill(triangle.map(|p| place[p]), size, |pixel, weights| {
                let value = (0..3).map(|k| weights[k] * corners[triangle[k]]).sum();
                painting.paint(pixel, shown.map_or(crate::colour::NEUTRAL, |(_, range)| range.bands.colour(value)));
            });
        }
    }
    Ok(format!("data:image/png;base64,{}", STANDARD.encode(painting.encode()?)))
}

/// Pixels by the number of their colour: a picture of bands has few, and is written as it is kept.
struct Painting {
    size: u32,
    pixels: Vec<u8>,
    /// Numbered from 1; nothing is painted at 0.
    colours: Vec<Rgb>,
}

impl Painting {
    fn new(size: u32) -> Self {
        Self { size, pixels: vec![0; (size * size) as usize], colours: Vec::new() }
    }

    fn paint(&mut self, pixel: usize, colour: Rgb) {
        let known = self.colours.iter().position(|known| *known == colour);
        let number = known.unwrap_or_else(|| {
            self.colours.push(colour);
            self.colours.len() - 1
        });
        // Bands have far fewer colours than a picture can hold.
        debug_assert!(number < 255, "{number} colours");
        self.pixels[pixel] = (number + 1).min(255) as u8;
    }

    /// A PNG with a palette, transparent where nothing was painted.
    fn encode(mut self) -> Result<Vec<u8>, ReportError> {
        self.colours.truncate(255);
        let palette = [[0; 3]].into_iter().chain(self.colours).flatten().collect::<Vec<u8>>();
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.size, self.size);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette);
        encoder.set_trns(&[0][..]);
        encoder.set_compression(png::Compression::Balanced);
        // Numbers of colours are no shades: nothing is gained by differences of neighbours.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&self.pixels)?;
        Ok(file)
    }
}

/// Values at the points, in display units; of a field on cells the mean of those around, so that contours are smooth.
fn corner_values(scene: &Scene<'_>, shown: Option<(&Field, &Range)>) -> Vec<f64> {
    let surface = &scene.record.surface;
    let mut sums = vec![(0.0, 0u32); surface.points.len()];
    if let Some((field, range)) = shown {
        let values = field.frame(range.peak_frame, field.count(surface));
        if field.site == Site::Points {
            let shown = |value: f32| if value.is_finite() { f64::from(value) * range.unit.factor } else { 0.0 };
            return values.iter().map(|value| shown(*value)).collect();
        }
        for (cell, &value) in values.iter().enumerate().filter(|(_, value)| value.is_finite()) {
            for &point in surface.cell(cell) {
                sums[point as usize].0 += f64::from(value) * range.unit.factor;
                sums[point as usize].1 += 1;
            }
        }
    }
    sums.into_iter().map(|(sum, count)| sum / f64::from(count.max(1))).collect()
}

/// Calls `paint` with every pixel whose centre lies in the triangle and with its barycentric weights.
fn fill([a, b, c]: [[f64; 2]; 3], size: u32, mut paint: impl FnMut(usize, [f64; 3])) {
    let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    let span = |axis: usize| {
        let (low, high) = (a[axis].min(b[axis]).min(c[axis]), a[axis].max(b[axis]).max(c[axis]));
        ((low - 0.5).ceil().max(0.0) as u32, ((high - 0.5).floor().max(-1.0) + 1.0).min(f64::from(size)) as u32)
    };
    let (columns, rows) = (span(0), span(1));
    for row in rows.0..rows.1 {
        for column in columns.0..columns.1 {
            let (x, y) = (f64::from(column) + 0.5, f64::from(row) + 0.5);
            let v = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / area;
            let w = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / area;
            // The slack closes the hairline between neighbours.
            if v >= -1e-9 && w >= -1e-9 && v + w <= 1.0 + 1e-9 {
                paint((row * size + column) as usize, [1.0 - v - w, v, w]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_triangles_fill_their_square_once() {
        let mut hits = vec![0; 100];
        fill([[2.0, 2.0], [8.0, 2.0], [8.0, 8.3]], 10, |pixel, _| hits[pixel] += 1);
        fill([[2.0, 2.0], [8.0, 8.3], [2.0, 8.3]], 10, |pixel, _| hits[pixel] += 1);
        let inside = hits.iter().filter(|&&count| count > 0).count();
        assert_eq!(inside, 36, "pixels 2 … 7 in both directions");
    }

    #[test]
    fn triangles_outside_the_picture_are_left_out() {
        fill([[-9.0, -9.0], [-2.0, -9.0], [-2.0, -2.0]], 10, |_, _| panic!("nothing to paint"));
        fill([[f64::NAN, 0.0], [1.0, 0.0], [1.0, 1.0]], 10, |_, _| panic!("nothing to paint"));
    }
}
