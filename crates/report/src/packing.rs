//! Surfaces as the page's scripts read them: small, and each number once.
//!
//! Arrays travel as base64 of zlib streams, which the browser inflates by itself. Field values are quantised to 16 bits
//! between the least and the largest value of the field over all frames (an error of at most 1/131 068 of the range,
//! below what a colour can show). What changes from frame to frame is stored as its difference from the neighbouring
//! value, which is small, and the bytes of a number lie apart: all low bytes, then the next. That saves four tenths of the
//! bytes of the shipped hip's fields. What is left is noise and runs of zeros, for which [`squeeze`] has what it takes;
//! surfaces, whose numbers do repeat, are left to zlib at its least effort.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use rayon::prelude::*;
use results::{Field, Motion, Site, Surface};
use serde::Serialize;

use crate::ReportError;
use crate::colour::hex;
use crate::number::{Unit, fixed, readable};
use crate::scene::{Range, Scene};
use crate::squeeze;

/// The code of a cell or point that has no value.
const NO_VALUE: u16 = u16::MAX;

/// Surfaces gain little from more effort.
const EFFORT: Compression = Compression::new(1);

/// Largest code of a value.
const LARGEST: u16 = u16::MAX - 1;

/// An array for the page's scripts.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Bytes {
    /// Inside the page: base64 of a zlib stream.
    Text(String),
    /// Beside it, as it is: where it begins in what follows the header, and how many bytes it has.
    Raw {
        /// First byte.
        at: usize,
        /// How many.
        length: usize,
        /// Collected later.
        #[serde(skip)]
        bytes: Vec<u8>,
    },
}

/// How arrays travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carriage<'a> {
    /// As text inside a page that is kept.
    Page,
    /// As bytes beside a header, for a page that is open: of the fields those that it shows, of a surface that has none of
    /// them its first.
    Wire(&'a [String]),
}

impl Carriage<'_> {
    /// Which fields of a surface travel.
    fn carries(self, fields: &[Field]) -> Vec<bool> {
        match self {
            Self::Page => vec![true; fields.len()],
            Self::Wire(wanted) => {
                let mut carried: Vec<bool> = fields.iter().map(|field| wanted.contains(&field.name)).collect();
                if !carried.contains(&true)
                    && let Some(first) = carried.first_mut()
                {
                    *first = true;
                }
                carried
            }
        }
    }
}

/// A surface for the page's scripts.
#[derive(Debug, Serialize)]
pub(crate) struct PackedSurface {
    name: String,
    /// `f32`, three per point.
    points: Bytes,
    /// `f32`, two per point: the map.
    flat: Bytes,
    reach: f64,
    /// `u32`.
    connectivity: Bytes,
    /// `u32`, end of each cell.
    offsets: Bytes,
    /// `u32`, two per edge.
    rim: Bytes,
    centre: [f64; 3],
    radius: f64,
    right: [f64; 3],
    up: [f64; 3],
    toward: [f64; 3],
    compass: [String; 4],
    instants: Vec<String>,
    /// Times in seconds, for cursors that curves and maps share.
    times: Vec<f64>,
    /// Whether all points lie on the sphere of `centre` and `radius`: then a ball fits into it.
    round: bool,
    fields: Vec<PackedField>,
    tracks: Vec<PackedTrack>,
    /// The part that moves over it.
    part: Option<PackedPart>,
}

#[derive(Debug, Serialize)]
struct PackedPart {
    label: String,
    /// `f32`, three per point, in its own axes; none where it is the ball of a round socket.
    points: Bytes,
    /// `u32`, three per triangle.
    triangles: Bytes,
    /// `f32`, eighteen per frame: its three axes, its origin, its velocity, its spin.
    motion: Bytes,
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
    /// `u16`, frame after frame, as [`pack_codes`] writes them.
    codes: Bytes,
    /// Whether it has stayed behind: then only its names are here.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    absent: bool,
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
    points: Bytes,
    /// `f32`, two per frame.
    flat: Bytes,
}

impl PackedSurface {
    /// Packs a surface with everything recorded on it.
    pub fn new(scene: &Scene<'_>, way: Carriage<'_>) -> Result<Self, ReportError> {
        let (record, map) = (scene.record, &scene.map);
        let singles = |values: &[f64]| match way {
            Carriage::Page => deflate(&apart(values.iter().map(|&x| (x as f32).to_le_bytes()))),
            Carriage::Wire(_) => Ok(raw(values, |&x| (x as f32).to_le_bytes())),
        };
        let indices = |values: &[u32]| match way {
            Carriage::Page => deflate(&differences(values)),
            Carriage::Wire(_) => Ok(raw(values, |x| x.to_le_bytes())),
        };
        // Side by side: most of a page's time is the compression of its fields.
        let surface = &record.surface;
        let carried = way.carries(&record.fields);
        let fields = record.fields.par_iter().zip(carried).map(|(field, carried)| match carried {
            true => pack_field(field, &scene.range(field), field.count(surface), way),
            false => Ok(name_field(field)),
        });
        let tracks = record.tracks.iter().map(|track| {
            Ok(PackedTrack {
                label: track.label.clone(),
                points: singles(track.points.as_flattened())?,
                flat: singles(scene.flat_track(track).as_flattened())?,
            })
        });
        Ok(Self {
            name: record.name.clone(),
            points: singles(record.surface.points.as_flattened())?,
            flat: singles(scene.flat.as_flattened())?,
            reach: scene.reach(),
            connectivity: indices(&record.surface.connectivity)?,
            offsets: indices(&record.surface.offsets)?,
            rim: indices(scene.rim.as_flattened())?,
            centre: map.centre,
            radius: map.radius,
            right: map.right,
            up: map.up,
            toward: map.toward,
            compass: record.compass.clone(),
            round: is_round(record, map.centre, map.radius),
            times: record.times.clone(),
            instants: (0..record.times.len()).map(|frame| scene.instant(frame)).collect(),
            fields: fields.collect::<Result<_, ReportError>>()?,
            tracks: tracks.collect::<Result<_, ReportError>>()?,
            part: match &record.counterpart {
                None => None,
                Some(other) => Some(PackedPart {
                    label: other.label.clone(),
                    points: singles(other.shape.points.as_flattened())?,
                    triangles: indices(&fans(&other.shape))?,
                    motion: singles(&moved(&other.motion))?,
                }),
            },
        })
    }
}

/// Triangles of a surface: fans of its cells.
fn fans(surface: &Surface) -> Vec<u32> {
    let of = |cell: usize| {
        let corners = surface.cell(cell);
        corners[1..].windows(2).flat_map(|pair| [corners[0], pair[0], pair[1]]).collect::<Vec<_>>()
    };
    (0..surface.cells()).flat_map(of).collect()
}

fn moved(motion: &[Motion]) -> Vec<f64> {
    let of = |m: &Motion| [m.axes[0], m.axes[1], m.axes[2], m.origin, m.velocity, m.spin];
    motion.iter().flat_map(of).flatten().collect()
}

impl PackedSurface {
    /// The frame in which the first field is greatest, and what to call its map; nothing where it is zero throughout.
    pub fn peak(&self) -> Option<(usize, String)> {
        let field = self.fields.first().filter(|field| !field.colours.is_empty())?;
        let title = match self.instants.get(field.peak_frame) {
            Some(instant) if !instant.is_empty() => format!("{} at its maximum, {instant}", field.label),
            _ => field.label.clone(),
        };
        Some((field.peak_frame, title))
    }
}

/// All points within a thousandth of the sphere, and enough of them to tell.
fn is_round(record: &results::SurfaceRecord, centre: [f64; 3], radius: f64) -> bool {
    let points = &record.surface.points;
    let away = |point: &[f64; 3]| {
        let square: f64 = point.iter().zip(centre).map(|(x, c)| (x - c) * (x - c)).sum();
        (square.sqrt() - radius).abs()
    };
    points.len() > 8 && points.iter().all(|point| away(point) <= 1e-3 * radius)
}

/// A field that stays behind.
fn name_field(field: &Field) -> PackedField {
    PackedField {
        name: field.name.clone(),
        label: field.label.clone(),
        unit: Unit::of(&field.name).symbol,
        on_points: field.site == Site::Points,
        low: 0.0,
        step: 0.0,
        codes: Bytes::Raw { at: 0, length: 0, bytes: Vec::new() },
        absent: true,
        peak_frame: 0,
        peak: String::new(),
        bounds: Vec::new(),
        ticks: Vec::new(),
        colours: Vec::new(),
    }
}

fn pack_field(field: &Field, range: &Range, count: usize, way: Carriage<'_>) -> Result<PackedField, ReportError> {
    let code = quantiser(range.low, range.high);
    let bounds = &range.bands.bounds;
    Ok(PackedField {
        name: field.name.clone(),
        label: field.label.clone(),
        unit: range.unit.symbol.clone(),
        on_points: field.site == Site::Points,
        low: range.low * range.unit.factor,
        step: (range.high - range.low) * range.unit.factor / f64::from(LARGEST),
        codes: match way {
            Carriage::Page => {
                let codes = field.values.iter().map(code).collect::<Vec<_>>();
                Bytes::Text(STANDARD.encode(squeeze::zlib(&pack_codes(&codes, count))))
            }
            Carriage::Wire(_) => raw(&field.values, |value| code(value).to_le_bytes()),
        },
        absent: false,
        peak_frame: range.peak_frame,
        peak: readable(range.high * range.unit.factor),
        bounds: bounds.at.clone(),
        ticks: bounds.at.iter().map(|&value| fixed(value, bounds.decimals)).collect(),
        colours: range.bands.colours.iter().map(|&colour| hex(colour)).collect(),
    })
}

/// Codes 0 … 65 534 over `low … high`; 65 535 where there is no number.
fn quantiser(low: f64, high: f64) -> impl Fn(&f32) -> u16 {
    let per_unit = if high > low { f64::from(LARGEST) / (high - low) } else { 0.0 };
    // To the nearest: nothing is below `low`, and cutting off is one instruction where rounding is a call.
    move |&v| if v.is_finite() { ((f64::from(v) - low) * per_unit + 0.5) as u16 } else { NO_VALUE }
}

/// The change of each code since the frame before, less that of the value beside it (modulo 2¹⁶), the sign in the lowest
/// bit; all low bytes, then all high bytes.
fn pack_codes(codes: &[u16], cells: usize) -> Vec<u8> {
    let mut bytes = vec![0; 2 * codes.len()];
    let (low, high) = bytes.split_at_mut(codes.len());
    if cells == 0 {
        return bytes;
    }
    let nothing = vec![0; cells];
    let before = std::iter::once(&nothing[..]).chain(codes.chunks(cells));
    let frames = codes.chunks(cells).zip(before);
    for ((codes, before), (low, high)) in frames.zip(low.chunks_mut(cells).zip(high.chunks_mut(cells))) {
        let mut beside = 0;
        for (((code, before), low), high) in codes.iter().zip(before).zip(low).zip(high) {
            let change = code.wrapping_sub(*before);
            let step = change.wrapping_sub(beside);
            beside = change;
            let folded = (step << 1) ^ if step >> 15 == 1 { u16::MAX } else { 0 };
            [*low, *high] = folded.to_le_bytes();
        }
    }
    bytes
}

/// `u32` as differences from the one before (modulo 2³²), all lowest bytes first.
fn differences(values: &[u32]) -> Vec<u8> {
    let before = std::iter::once(&0).chain(values);
    apart(values.iter().zip(before).map(|(value, before)| value.wrapping_sub(*before).to_le_bytes()))
}

fn apart(numbers: impl Iterator<Item = [u8; 4]> + Clone) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 * numbers.size_hint().0);
    for byte in 0..4 {
        bytes.extend(numbers.clone().map(|number| number[byte]));
    }
    bytes
}

fn deflate(bytes: &[u8]) -> Result<Bytes, ReportError> {
    let mut encoder = ZlibEncoder::new(Vec::new(), EFFORT);
    encoder.write_all(bytes)?;
    Ok(Bytes::Text(STANDARD.encode(encoder.finish()?)))
}

/// Numbers as the bytes that they are.
fn raw<T, const N: usize>(values: &[T], of: impl Fn(&T) -> [u8; N]) -> Bytes {
    let mut bytes = vec![0; N * values.len()];
    for (place, value) in bytes.chunks_exact_mut(N).zip(values) {
        place.copy_from_slice(&of(value));
    }
    Bytes::Raw { at: 0, length: bytes.len(), bytes }
}

impl PackedSurface {
    /// Moves raw arrays behind what was collected before, each at a multiple of four bytes.
    pub fn collect(&mut self, body: &mut Vec<u8>) {
        let own = [&mut self.points, &mut self.flat, &mut self.connectivity, &mut self.offsets, &mut self.rim];
        let fields = self.fields.iter_mut().map(|field| &mut field.codes);
        let tracks = self.tracks.iter_mut().flat_map(|track| [&mut track.points, &mut track.flat]);
        let part = self.part.iter_mut().flat_map(|part| [&mut part.points, &mut part.triangles, &mut part.motion]);
        for array in own.into_iter().chain(fields).chain(tracks).chain(part) {
            if let Bytes::Raw { at, bytes, .. } = array {
                body.resize(body.len().next_multiple_of(4), 0);
                *at = body.len();
                body.append(bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantise(values: &[f32], low: f64, high: f64) -> Vec<u16> {
        values.iter().map(quantiser(low, high)).collect()
    }

    #[test]
    fn of_the_fields_those_travel_that_are_shown_and_of_a_surface_without_them_the_first() {
        let fields = ["pressure_Pa", "wear_depth_m"].map(|name| Field::on_cells(name, name, vec![1.0]));
        let carries = |wanted: &[&str]| {
            let wanted: Vec<String> = wanted.iter().map(|name| (*name).to_owned()).collect();
            Carriage::Wire(&wanted).carries(&fields)
        };
        assert_eq!(carries(&[]), [true, false]);
        assert_eq!(carries(&["wear_depth_m", "of another surface"]), [false, true]);
        assert_eq!(carries(&["of another surface"]), [true, false]);
        assert_eq!(Carriage::Page.carries(&fields), [true, true]);
        assert!(Carriage::Wire(&[]).carries(&[]).is_empty());
    }

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

    /// What the page's script does.
    fn unpack(bytes: &[u8], cells: usize) -> Vec<u16> {
        let count = bytes.len() / 2;
        let (mut codes, mut beside) = (vec![0u16; count], 0u16);
        for i in 0..count {
            let folded = u16::from_le_bytes([bytes[i], bytes[count + i]]);
            let step = (folded >> 1) ^ if folded & 1 == 1 { u16::MAX } else { 0 };
            beside = if i % cells == 0 { step } else { beside.wrapping_add(step) };
            codes[i] = beside.wrapping_add(if i >= cells { codes[i - cells] } else { 0 });
        }
        codes
    }

    #[test]
    fn packed_codes_are_found_again() {
        let codes = [1, 65_535, 0, 3, 7, 65_534, 40_000, 0, 12];
        for cells in [1, 3, 9] {
            assert_eq!(unpack(&pack_codes(&codes, cells), cells), codes);
        }
        assert_eq!(pack_codes(&[], 0), [0u8; 0]);
        // A field that does not change costs nothing but its first frame.
        let still = pack_codes(&[5, 6, 7, 5, 6, 7], 3);
        assert_eq!(still, [10, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn bytes_of_a_number_lie_apart() {
        assert_eq!(differences(&[1, 259, 258]), [1, 2, 255, 0, 1, 255, 0, 0, 255, 0, 0, 255]);
        assert_eq!(apart([1.0f32, -2.0].iter().map(|x| x.to_le_bytes())), [0, 0, 0, 0, 128, 0, 63, 192]);
    }
}
