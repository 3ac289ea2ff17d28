//! The colour map: dark violet through teal and green to light yellow, evenly spaced to the eye.
//!
//! Computed in OKLab [Ottosson2020], in which equal steps look equally far apart: lightness rises in proportion to the
//! value, so that the map survives a grey print and colour blindness.

/// An sRGB colour.
pub(crate) type Rgb = [u8; 3];

/// The bare surface, where a field is zero.
pub(crate) const NEUTRAL: Rgb = [208, 214, 221];

/// The colour at `t` in 0 … 1.
///
/// L = 0.30 + 0.62 t, h = 300° − 195° t, C = 0.115 + 0.045 t (OKLCH), with C lowered where sRGB has no such colour.
///
/// *Checked by* `lightness_rises_evenly`.
pub(crate) fn map(t: f64) -> Rgb {
    let t = t.clamp(0.0, 1.0);
    let (lightness, hue) = (0.30 + 0.62 * t, (300.0 - 195.0 * t).to_radians());
    let mut chroma = 0.115 + 0.045 * t;
    loop {
        let rgb = linear_from_oklab([lightness, chroma * hue.cos(), chroma * hue.sin()]);
        // A colour outside the gamut, clipped channel by channel, would change its lightness.
        if chroma < 1e-3 || rgb.iter().all(|c| (-1e-4..=1.0 + 1e-4).contains(c)) {
            return rgb.map(encode);
        }
        chroma *= 0.98;
    }
}

/// `#rrggbb`.
pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// OKLab to linear sRGB: cone responses are cubes of a linear map of (L, a, b).
fn linear_from_oklab([l, a, b]: [f64; 3]) -> [f64; 3] {
    let cone = |x: f64| x * x * x;
    let long = cone(l + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let medium = cone(l - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let short = cone(l - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    [
        4.076_741_662_1 * long - 3.307_711_591_3 * medium + 0.230_969_929_2 * short,
        -1.268_438_004_6 * long + 2.609_757_401_1 * medium - 0.341_319_396_5 * short,
        -0.004_196_086_3 * long - 0.703_418_614_7 * medium + 1.707_614_701_0 * short,
    ]
}

/// Linear light to an 8-bit sRGB channel.
fn encode(x: f64) -> u8 {
    let x = x.clamp(0.0, 1.0);
    let y = if x <= 0.003_130_8 { 12.92 * x } else { 1.055 * x.powf(1.0 / 2.4) - 0.055 };
    (255.0 * y).round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// CIE L* of an sRGB colour, from the definition in IEC 61966-2-1 and CIE 15: independent of OKLab.
    fn cie_lightness(rgb: Rgb) -> f64 {
        let [r, g, b] = rgb.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        });
        let y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        if y > 216.0 / 24389.0 { 116.0 * y.cbrt() - 16.0 } else { y * 24389.0 / 27.0 }
    }

    #[test]
    fn lightness_rises_evenly() {
        let lightness: Vec<f64> = (0..=10).map(|i| cie_lightness(map(f64::from(i) / 10.0))).collect();
        let mean = (lightness[10] - lightness[0]) / 10.0;
        assert!(mean > 6.0, "the map must span most of the lightness range: {lightness:?}");
        for pair in lightness.windows(2) {
            let step = pair[1] - pair[0];
            assert!((0.6..1.4).contains(&(step / mean)), "uneven step {step} in {lightness:?}");
        }
    }

    #[test]
    fn white_and_grey_of_oklab_are_grey() {
        assert_eq!(linear_from_oklab([1.0, 0.0, 0.0]).map(encode), [255, 255, 255]);
        let [r, g, b] = linear_from_oklab([0.5, 0.0, 0.0]).map(encode);
        assert!(r == g && g == b);
    }
}
