//! How to show a result by its machine name: `peak_pressure_Pa` is a peak pressure, in MPa.

/// How a person would like to read a result.
#[derive(Debug, Clone, PartialEq)]
pub struct Described {
    /// The name in words, without the unit: `peak pressure`.
    pub label: String,
    /// The unit to show, as printed: `MPa`; empty for a pure number.
    pub symbol: String,
    /// Shown number = SI number × factor.
    pub factor: f64,
}

/// Endings that are one unit together. Longer endings come before those they contain.
const WHOLE: &[(&str, &str, f64)] = &[
    ("_m2_per_N", "mm³/(N·m)", 1e9),
    ("_m3_per_N_m", "mm³/(N·m)", 1e9),
    ("_N_s_per_m", "N·s/m", 1.0),
    ("_N_per_m", "N/mm", 1e-3),
    ("_Pa_per_m", "MPa/mm", 1e-9),
    ("_kg_per_m3", "kg/m³", 1.0),
    ("_Pa_s", "Pa·s", 1.0),
    ("_N_m", "N·m", 1.0),
    ("_J_per_m2", "J/m²", 1.0),
    ("_m2", "mm²", 1e6),
    ("_m3", "mm³", 1e9),
    ("_m", "mm", 1e3),
    ("_Pa", "MPa", 1e-6),
    ("_rad", "°", 180.0 / std::f64::consts::PI),
    ("_N", "N", 1.0),
    ("_J", "J", 1.0),
    ("_W", "W", 1.0),
    ("_s", "s", 1.0),
    ("_kg", "kg", 1.0),
    ("_Hz", "Hz", 1.0),
    ("_percent", "%", 1.0),
    ("_ratio", "", 1.0),
    ("_count", "", 1.0),
];

const PER: &[(&str, &str)] = &[
    ("_per_s", "/s"),
    ("_per_s2", "/s²"),
    ("_per_cycle", "/cycle"),
    ("_per_million_cycles", "/million cycles"),
    ("_per_year", "/year"),
];

/// Lengths of these are small: micrometres, not millimetres.
const SMALL: &[&str] = &["depth", "indentation", "clearance", "eccentricity", "film_thickness"];

/// So are these, wherever the name has them.
const THIN: &[&str] = &["eccentricity_", "film_thickness_"];

/// Ratios of a part to its whole, which are read in percent.
const PARTS: &[&str] = &["error", "share"];

/// How to show a result whose name ends in its SI unit. `None` if the name has no ending that we know.
pub fn describe_si(name: &str) -> Option<Described> {
    let (name, per) =
        PER.iter().find_map(|&(ending, symbol)| Some((name.strip_suffix(ending)?, symbol))).unwrap_or((name, ""));
    let (stem, ending, symbol, factor) = WHOLE.iter().find_map(|&(ending, symbol, factor)| {
        name.strip_suffix(ending).filter(|stem| !stem.is_empty()).map(|stem| (stem, ending, symbol, factor))
    })?;
    let small = SMALL.iter().any(|small| stem.ends_with(small)) || THIN.iter().any(|thin| stem.contains(thin));
    let (symbol, factor) = match ending {
        "_m" if per == "/s²" => ("m", 1.0),
        "_m" if small => ("µm", 1e6),
        "_ratio" if PARTS.iter().any(|part| stem.ends_with(part)) => ("%", 100.0),
        _ => (symbol, factor),
    };
    // A count or a ratio is said by its ending: `contact_ratio` stays `contact ratio`.
    let words = if symbol.is_empty() { name } else { stem };
    Some(Described { label: words.replace('_', " "), symbol: format!("{symbol}{per}"), factor })
}
