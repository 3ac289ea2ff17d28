//! Surfaces as the page's scripts read them: small, and each number once.
//!
//! Arrays travel as base64 of zlib streams, which the browser inflates by itself. Field values are quantised to 16 bits
//! between the least and the largest value of the field over all frames (an error of at most 1/131 068 of the range,
//! below what a colour can show), and each frame is stored as its difference from the frame before, which is mostly zero.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use rayon::prelude::*;
use results::{Field, Site};
use serde::Serialize;

use crate::ReportError;
use crate::colour::hex;
use crate::number::{fixed, readable};
use crate::scene::{Range, Scene};

/// The code of a cell or point that has no value.
const NO_VALUE: u16 = u16::MAX;

/// Half of the time of the usual effort, for a tenth more bytes.
const EFFORT: Compression = Compression::new(3);

/// Largest code of a value.
const LARGEST: u16 = u16::MAX - 1;

/// A surface for the page's scripts.
#[derive(Debug, Serialize)]
pub(crate) struct PackedSurface {
    name: String,
    /// `f32`, three per point.
    points: String,
    /// `f32`, two per point: the map.
    flat: String,
    reach: f64,
    /// `u32`.
    connectivity: String,
    /// `u32`, end of each cell.
    offsets: String,
    /// `u32`, two per edge.
    rim: String,
    centre: [f64; 3],
    radius: f64,
    right: [f64; 3],
    up: [f64; 3],
    toward: [f64; 3],
    compass: [String; 4],
    instants: Vec<String>,
    fields: Vec<PackedField>,
    tracks: Vec<PackedTrack>,
}

#[derive(Debug, Serialize)]
struct PackedField {
    name: String,
    label: String,
    unit: String,
    /// Whether values live at the points, or in the cells.
    on_points: bool,
    /// Display value = low + step · code.
    low: f64,
    step: f64,
    /// `u16`, frame after frame, each the difference from the one before (modulo 2¹⁶).
    codes: String,
    peak_frame: usize,
    peak: String,
    /// Band boundaries in display units, and what to write beside them.
    bounds: Vec<f64>,
    ticks: Vec<String>,
    colours: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PackedTrack {
    label: String,
    /// `f32`, three per frame.
    points: String,
    /// `f32`, two per frame.
    flat: String,
}

impl PackedSurface {
    /// Packs a surface with everything recorded on it.
    pub fn new(scene: &Scene<'_>) -> Result<Self, ReportError> {
        let (record, map) = (scene.record, &scene.map);
        // Side by side: most of a page's time is the compression of its fields.
        let surface = &record.surface;
        let fields = record.fields.par_iter().map(|field| pack_field(field, &scene.range(field), field.count(surface)));
        let tracks = record.tracks.iter().map(|track| {
            Ok(PackedTrack {
                label: track.label.clone(),
                points: deflate(singles(track.points.as_flattened()))?,
                flat: deflate(singles(scene.flat_track(track).as_flattened()))?,
            })
        });
        Ok(Self {
            name: record.name.clone(),
            points: deflate(singles(record.surface.points.as_flattened()))?,
            flat: deflate(singles(scene.flat.as_flattened()))?,
            reach: scene.reach(),
            connectivity: deflate(indices(&record.surface.connectivity))?,
            offsets: deflate(indices(&record.surface.offsets))?,
            rim: deflate(indices(scene.rim.as_flattened()))?,
            centre: map.centre,
            radius: map.radius,
            right: map.right,
            up: map.up,
            toward: map.toward,
            compass: record.compass.clone(),
            instants: (0..record.times.len()).map(|frame| scene.instant(frame)).collect(),
            fields: fields.collect::<Result<_, ReportError>>()?,
            tracks: tracks.collect::<Result<_, ReportError>>()?,
        })
    }
}

fn pack_field(field: &Field, range: &Range, count: usize) -> Result<PackedField, ReportError> {
    let codes = quantise(&field.values, range.low, range.high);
    let bounds = &range.bands.bounds;
    Ok(PackedField {
        name: field.name.clone(),
        label: field.label.clone(),
        unit: range.unit.symbol.clone(),
        on_points: field.site == Site::Points,
        low: range.low * range.unit.factor,
        step: (range.high - range.low) * range.unit.factor / f64::from(LARGEST),
        codes: deflate(differences(&codes, count).flat_map(u16::to_le_bytes))?,
        peak_frame: range.peak_frame,
        peak: readable(range.high * range.unit.factor),
        bounds: bounds.at.clone(),
        ticks: bounds.at.iter().map(|&value| fixed(value, bounds.decimals)).collect(),
        colours: range.bands.colours.iter().map(|&colour| hex(colour)).collect(),
    })
}

/// Codes 0 … 65 534 over `low … high`; 65 535 where there is no number.
fn quantise(values: &[f32], low: f64, high: f64) -> Vec<u16> {
    let per_unit = if high > low { f64::from(LARGEST) / (high - low) } else { 0.0 };
    values
        .iter()
        .map(|&v| if v.is_finite() { ((f64::from(v) - low) * per_unit).round() as u16 } else { NO_VALUE })
        .collect()
}

fn differences(codes: &[u16], count: usize) -> impl Iterator<Item = u16> {
    let before = std::iter::repeat_n(0, count).chain(codes.iter().copied());
    codes.iter().zip(before).map(|(code, before)| code.wrapping_sub(before))
}

fn singles(values: &[f64]) -> impl Iterator<Item = u8> {
    values.iter().flat_map(|&x| (x as f32).to_le_bytes())
}

fn indices(values: &[u32]) -> impl Iterator<Item = u8> {
    values.iter().flat_map(|x| x.to_le_bytes())
}

fn deflate(bytes: impl Iterator<Item = u8>) -> Result<String, ReportError> {
    let bytes: Vec<u8> = bytes.collect();
    let mut encoder = ZlibEncoder::new(Vec::new(), EFFORT);
    encoder.write_all(&bytes)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantisation_is_within_half_a_step() {
        let values: Vec<f32> = (0..1000).map(|i| (i as f32 * 0.37).sin() * 5e6).collect();
        let (low, high) = (-5e6, 5e6);
        let step = (high - low) / 65_534.0;
        for (value, code) in values.iter().zip(quantise(&values, low, high)) {
            assert!((low + step * f64::from(code) - f64::from(*value)).abs() <= 0.5 * step * (1.0 + 1e-9));
        }
        assert_eq!(quantise(&[0.0, f32::NAN, 7.0], 0.0, 7.0), [0, 65_535, 65_534]);
        assert_eq!(quantise(&[0.0], 0.0, 0.0), [0]);
    }

    #[test]
    fn differences_add_up_to_the_codes() {
        let codes = [1, 65_535, 0, 3, 7, 65_534];
        let mut sum = [0u16; 2];
        for (i, difference) in differences(&codes, 2).enumerate() {
            sum[i % 2] = sum[i % 2].wrapping_add(difference);
            assert_eq!(sum[i % 2], codes[i]);
        }
    }
}
