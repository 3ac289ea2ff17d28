//! Surfaces survive their files; what is wrong with a file is said with numbers; no bytes make a reader panic.
#![allow(clippy::unwrap_used)]

#[path = "common/damage.rs"]
mod damage;
#[path = "common/sound_surface.rs"]
mod sound_surface;

use damage::{damage, damaged};
use formats::{Surface, SurfaceFile, SurfaceFormat, SurfaceProblem};
use proptest::prelude::*;
use sound_surface::{TOKENS, reads_soundly};

const FORMATS: [SurfaceFormat; 6] = [
    SurfaceFormat::StlBinary,
    SurfaceFormat::StlText,
    SurfaceFormat::Obj,
    SurfaceFormat::PlyBinary,
    SurfaceFormat::PlyText,
    SurfaceFormat::Vtp,
];

/// Files by VTK 9.7.1, see surfaces/README.md.
const OTHERS: [&[u8]; 5] = [
    include_bytes!("surfaces/ascii-plain.vtp"),
    include_bytes!("surfaces/appended-plain-base64.vtp"),
    include_bytes!("surfaces/binary-zlib.vtp"),
    include_bytes!("surfaces/text.ply"),
    include_bytes!("surfaces/text.stl"),
];

fn tetrahedron() -> Surface {
    Surface {
        points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.1], [0.0, 1.0, -1e-7], [0.3, 0.2, 0.7]],
        connectivity: vec![0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3],
        offsets: vec![3, 6, 9, 12],
    }
}

#[test]
fn every_format_gives_back_what_it_was_given() {
    let surface = tetrahedron();
    for format in FORMATS {
        let file = SurfaceFile::read(&format.encode(&surface).unwrap()).unwrap();
        assert_eq!(file.format, format);
        let single = |x: f64| if format == SurfaceFormat::StlBinary { f64::from(x as f32) } else { x };
        for (index, (cell, own)) in (0..4).map(|cell| (file.surface.cell(cell), surface.cell(cell))).enumerate() {
            let at = |surface: &Surface, i: u32| surface.points[i as usize];
            let read: Vec<[f64; 3]> = cell.iter().map(|i| at(&file.surface, *i)).collect();
            let written: Vec<[f64; 3]> = own.iter().map(|i| at(&surface, *i).map(single)).collect();
            assert_eq!(read, written, "{format:?}, triangle {index}");
        }
        if !matches!(format, SurfaceFormat::StlBinary | SurfaceFormat::StlText) {
            assert_eq!(file.surface, surface, "{format:?}");
        }
    }
}

#[test]
fn polygons_stay_polygons_but_in_stl() {
    let square = Surface {
        points: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
        connectivity: vec![0, 1, 2, 3],
        offsets: vec![4],
    };
    for format in FORMATS {
        let read = SurfaceFile::read(&format.encode(&square).unwrap()).unwrap();
        let cut = matches!(format, SurfaceFormat::StlBinary | SurfaceFormat::StlText);
        assert_eq!(read.surface.cells(), if cut { 2 } else { 1 }, "{format:?}");
        if cut {
            assert_eq!(read.facet_normals, [[0.0, 0.0, 1.0]; 2]);
        }
    }
}

/// A binary STL file may begin with `solid`; and an ASCII one with spaces.
#[test]
fn stl_is_recognised_by_its_length_not_by_its_first_word() {
    let mut bytes = SurfaceFormat::StlBinary.encode(&tetrahedron()).unwrap();
    bytes[..12].copy_from_slice(b"solid facet ");
    assert_eq!(SurfaceFile::read(&bytes).unwrap().format, SurfaceFormat::StlBinary);
    let mut text = b"  \n".to_vec();
    text.extend(SurfaceFormat::StlText.encode(&tetrahedron()).unwrap());
    assert_eq!(SurfaceFile::read(&text).unwrap().format, SurfaceFormat::StlText);
}

#[test]
fn obj_counts_backwards_and_carries_what_we_do_not_need() {
    let text = "# a comment\nmtllib x.mtl\no part\nv 0 0 0 1.0\nv 1 0 0\nvt 0 0\nvn 0 0 1\nv 0 1 0 0.5 0.5 0.5\n\
                s off\nusemtl steel\nf 1/1/1 2//1 \\\n 3/1\nf -3 -2 -1\nl 1 2\n";
    let surface = SurfaceFile::read(text.as_bytes()).unwrap().surface;
    assert_eq!((surface.points.len(), surface.connectivity.as_slice()), (3, &[0, 1, 2, 0, 1, 2][..]));
}

#[test]
fn ply_skips_what_it_does_not_need_and_reads_strips() {
    let text = "ply\nformat ascii 1.0\ncomment hello\nelement vertex 4\nproperty uchar red\nproperty float x\nproperty float y\n\
                property float z\nproperty list uchar int history\nelement edge 1\nproperty int a\nproperty int b\n\
                element tristrips 1\nproperty list int int vertex_indices\nend_header\n\
                9 0 0 0 0\n9 1 0 0 2 7 7\n9 0 1 0 0\n9 1 1 0 1 5\n3 4\n8 0 1 2 3 -1 3 2 1\n";
    let surface = SurfaceFile::read(text.as_bytes()).unwrap().surface;
    assert_eq!(surface.points[1], [1.0, 0.0, 0.0]);
    assert_eq!(surface.connectivity, [0, 1, 2, 2, 1, 3, 3, 2, 1]);
}

/// Reads something wrong. It must say all of this, and have a hint.
#[track_caller]
fn refused(bytes: impl AsRef<[u8]>, says: &[&str]) {
    let error = SurfaceFile::read(bytes.as_ref()).unwrap_err();
    assert!(!error.problem.hint().is_empty(), "{error}");
    let error = format!("{error}\n hint: {}", error.problem.hint());
    for text in says {
        assert!(error.contains(text), "{text} is not in\n{error}");
    }
}

#[test]
fn empty_and_unknown_files() {
    refused("", &["the file is empty"]);
    refused(" \n\t", &["the file is empty"]);
    refused("hello", &["neither STL nor OBJ, PLY or VTP"]);
    refused("<VTKFile type=\"ImageData\">", &["type `ImageData`", "not supported"]);
}

#[test]
fn files_that_were_cut_off() {
    let whole = SurfaceFormat::StlBinary.encode(&tetrahedron()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.stl");
    for length in [10, 100, 283] {
        std::fs::write(&path, &whole[..length]).unwrap();
        let error = SurfaceFile::load(&path).unwrap_err();
        let expected = if length < 84 { 84 } else { 284 };
        assert!(
            matches!(error.problem, SurfaceProblem::Truncated { expected: e, found: f, .. } if e == expected && f == length as u64),
            "{error}"
        );
        assert!(error.to_string().contains("cut.stl"), "{error}");
    }
    let ply = SurfaceFormat::PlyBinary.encode(&tetrahedron()).unwrap();
    // 4 vertices of 24 bytes and 4 faces of 16; the count of the last one's corners is whole.
    refused(&ply[..ply.len() - 1], &["needs 160 bytes, but there are 159"]);
    refused(&ply[..ply.len() - 100], &["needs 96 bytes, but there are 60"]);
    for format in [SurfaceFormat::StlText, SurfaceFormat::PlyText] {
        let text = format.encode(&tetrahedron()).unwrap();
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        refused(lines[..lines.len() - 1].concat(), &["cut off"]);
        refused(lines[..lines.len() - 2].concat(), &["cut off"]);
    }
    let vtp = SurfaceFormat::Vtp.encode(&tetrahedron()).unwrap();
    refused(&vtp[..vtp.len() - 80], &["cut off", "bytes"]);
}

#[test]
fn vertices_that_are_nowhere_are_named() {
    refused("v 0 0 0\nv 1 0 NaN\nv 0 1 0\nf 1 2 3\n", &["vertex 1, counted from 0, is at (1, 0, NaN)"]);
    refused("v 0 0 0\nv 1 inf 0\nv 0 1 0\nf 1 2 3\n", &["vertex 1", "(1, inf, 0)"]);
    let mut stl = SurfaceFormat::StlBinary.encode(&tetrahedron()).unwrap();
    let corner = 84 + 50 + 12 + 2 * 12;
    stl[corner..corner + 4].copy_from_slice(&f32::NAN.to_le_bytes());
    refused(stl, &["vertex 5, counted from 0, is at (NaN"]);
}

#[test]
fn unknown_elements_bad_numbers_and_bad_indices_have_their_line() {
    refused("v 0 0 0\nv 1 0 0\nv 0 1 0\nface 1 2 3\n", &["line 4", "'face' is unknown here", "f, g or o"]);
    refused("v 0 0 0\nv 1,5 0 0\n", &["line 2", "'1,5' is not a number", "decimal point"]);
    refused("v 0 0 0\nv 1 0\n", &["line 2", "one of three coordinates is missing"]);
    refused("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", &["line 4", "uses vertex 3, but there are 3"]);
    refused("v 0 0 0\nf 0 1 1\n", &["line 2", "uses vertex -1"]);
    refused("v 0 0 0\ncstype bezier\n", &["line 2", "`cstype`", "not supported"]);
    refused("solid x\nfacet normal 0 0 1\nouter loop\nvertx 0 0 0\n", &["line 4", "'vertx' is unknown"]);
    refused(
        "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\nendsolid\n",
        &["line 6", "3", "1"],
    );
    refused("ply\nformat ascii 1.0\nelement vertex one\n", &["line 3", "element NAME COUNT"]);
    refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty quad x\n", &["line 4", "property TYPE NAME"]);
    refused("ply\nelement vertex 0\nend_header\n", &["line 3", "`format` is missing"]);
    refused("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n0\n", &["x, y and z is missing"]);
}

#[test]
fn files_without_triangles() {
    refused("v 0 0 0\nv 1 0 0\nv 0 1 0\n", &["3 vertices, but no triangles"]);
    refused("v 0 0 0\nv 1 0 0\nf 1 2\n", &["no triangles"]);
    refused("solid nothing\nendsolid nothing\n", &["0 vertices, but no triangles"]);
    let mut stl = vec![b' '; 84];
    stl[80..].fill(0);
    refused(stl, &["0 vertices, but no triangles"]);
}

/// A header that promises the moon neither takes memory nor time.
#[test]
fn counts_are_not_trusted() {
    let huge = "ply\nformat binary_little_endian 1.0\nelement vertex 18446744073709551615\nproperty double x\nproperty double y\n\
                property double z\nelement face 1\nproperty list uint int vertex_indices\nend_header\n12345678";
    refused(huge, &["cut off", "but there are 8"]);
    let nothing = "ply\nformat binary_little_endian 1.0\nelement void 18446744073709551615\nelement vertex 0\nproperty float x\n\
                   property float y\nproperty float z\nend_header\n";
    refused(nothing, &["no triangles"]);
    let list =
        "ply\nformat ascii 1.0\nelement face 1\nproperty list uint int vertex_indices\nend_header\n4000000000 1 2\n";
    refused(list, &["line 6", "missing"]);
}

/// A file of 1 MB that would unpack to 1 GB, and one whose last line goes on a million times.
#[test]
fn small_files_do_not_ask_for_much() {
    use std::io::Write as _;
    let size = 1_u64 << 30;
    let mut packer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    let zeros = vec![0; 1 << 20];
    (0..1024).for_each(|_| packer.write_all(&zeros).unwrap());
    let packed = packer.finish().unwrap();
    let mut file = b"<VTKFile type=\"PolyData\" byte_order=\"LittleEndian\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n\
        <PolyData><Piece NumberOfPoints=\"44739242\" NumberOfPolys=\"1\">\n<Points><DataArray type=\"Float64\" \
        NumberOfComponents=\"3\" format=\"appended\" offset=\"0\"/></Points>\n</Piece></PolyData>\n\
        <AppendedData encoding=\"raw\">_"
        .to_vec();
    for number in [1, size, 0, packed.len() as u64] {
        file.extend(number.to_le_bytes());
    }
    file.extend(&packed);
    file.extend(b"</AppendedData></VTKFile>");
    refused(file, &["is said to hold 1073741824"]);

    // Each backslash used to copy all that was before it.
    let one_line = format!("v 0 0 0 {}\n", "\\".repeat(1_000_000));
    refused(one_line, &["hint: "]);
    let many_lines = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 {}2 3\n", "\\\n".repeat(1_000_000));
    let read = SurfaceFile::read(many_lines.as_bytes()).unwrap();
    assert_eq!(read.surface.connectivity, [0, 1, 2]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn no_damaged_file_makes_a_reader_panic(
        which in 0..FORMATS.len() + OTHERS.len(),
        damages in prop::collection::vec(damage(TOKENS), 1..6),
    ) {
        let whole = if which < FORMATS.len() { FORMATS[which].encode(&tetrahedron()).unwrap() } else { OTHERS[which - FORMATS.len()].to_vec() };
        reads_soundly(&damaged(&whole, &damages))?;
    }

    #[test]
    fn no_bytes_make_a_reader_panic(
        start in prop::sample::select(vec![&b"ply\n"[..], b"solid ", b"v 0 0 0\n", b"<VTKFile type=\"PolyData\">", b""]),
        rest in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        reads_soundly(&[start, &rest].concat())?;
    }
}

proptest! {
    #[test]
    fn any_number_survives_every_format_with_double_precision(
        points in prop::collection::vec(prop::array::uniform3(any::<f64>().prop_filter("finite", |x| x.is_finite())), 3..20),
    ) {
        let count = points.len() as u32;
        let connectivity: Vec<u32> = (0..count - 2).flat_map(|i| [i, i + 1, i + 2]).collect();
        let surface = Surface { offsets: (1..=count - 2).map(|t| 3 * t).collect(), points, connectivity };
        for format in [SurfaceFormat::Obj, SurfaceFormat::PlyBinary, SurfaceFormat::PlyText, SurfaceFormat::Vtp] {
            let read = SurfaceFile::read(&format.encode(&surface).unwrap()).unwrap().surface;
            prop_assert_eq!(&read, &surface);
        }
    }
}
