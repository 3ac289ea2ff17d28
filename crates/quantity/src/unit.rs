//! What a unit is: its spellings and its size; and what a kind is: a noun and its units.

/// How large a unit is, in the SI unit of its kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Scale {
    /// A power of ten. The decimal point of the text is moved before it becomes binary, so no rounding is added:
    /// `80 um` is the same number as `8e-5 m`, to the last bit.
    Decimal(i32),
    /// Any other factor: one multiplication, one rounding.
    Times(f64),
}

impl Scale {
    /// `mantissa × 10^exponent` of this unit in SI. `mantissa` is a plain decimal number; `None` if it is not.
    pub(crate) fn decimal_to_si(self, mantissa: &str, exponent: i64) -> Option<f64> {
        match self {
            Self::Decimal(shift) => format!("{mantissa}e{}", exponent.saturating_add(i64::from(shift))).parse().ok(),
            Self::Times(factor) => Some(format!("{mantissa}e{exponent}").parse::<f64>().ok()? * factor),
        }
    }

    /// The same for a number: what its shortest text would read as.
    pub(crate) fn to_si(self, value: f64) -> f64 {
        let text = format!("{value:e}");
        let parts = text.split_once('e').and_then(|(mantissa, exponent)| Some((mantissa, exponent.parse().ok()?)));
        // NaN and the infinities have no exponent, and no unit changes them.
        parts.and_then(|(mantissa, exponent)| self.decimal_to_si(mantissa, exponent)).unwrap_or(value)
    }
}

/// One unit. `symbol` is how we write it, in ASCII; `also` are other spellings that we read.
#[derive(Debug)]
pub(crate) struct Unit {
    pub symbol: &'static str,
    pub also: &'static [&'static str],
    pub scale: Scale,
}

impl Unit {
    fn is_spelled(&self, normal: &str) -> bool {
        self.spellings().any(|spelling| normalise(spelling) == normal)
    }

    pub(crate) fn spellings(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.symbol).chain(self.also.iter().copied())
    }
}

/// One kind of quantity.
#[derive(Debug)]
pub(crate) struct Kind {
    /// With its article: `a length`.
    pub noun: &'static str,
    /// A typical value, as a user would write it.
    pub example: &'static str,
    /// The SI unit first.
    pub units: &'static [Unit],
    /// Positions in `units` of those we print, the largest first.
    pub shown: &'static [usize],
}

impl Kind {
    pub(crate) fn find(&self, unit: &str) -> Option<&'static Unit> {
        let normal = normalise(unit);
        self.units.iter().find(|known| known.is_spelled(&normal))
    }

    /// `m, cm, mm, um, nm`.
    pub(crate) fn unit_list(&self) -> String {
        self.units.iter().map(|unit| unit.symbol).collect::<Vec<_>>().join(", ")
    }

    /// The unit of this kind that was probably meant, as we write it, and whether only its case was wrong.
    pub(crate) fn nearest(&self, unit: &str) -> Option<(&'static str, bool)> {
        let normal = normalise(unit);
        let spelled =
            || self.units.iter().flat_map(|known| known.spellings().map(|text| (known.symbol, normalise(text))));
        if let Some((symbol, _)) = spelled().find(|(_, text)| text.to_lowercase() == normal.to_lowercase()) {
            return Some((symbol, true));
        }
        let length = normal.chars().count();
        // Of one letter nothing can be guessed; beyond a third of the letters it is another word.
        let allowed = if length < 2 { 0 } else { (length / 3).max(1) };
        spelled()
            .map(|(symbol, text)| (strsim::damerau_levenshtein(&text, &normal), symbol))
            .filter(|&(distance, _)| distance <= allowed)
            .min_by_key(|&(distance, _)| distance)
            .map(|(_, symbol)| (symbol, false))
    }
}

/// One spelling for `mm³/(N·m)`, `mm^3/(N m)` and `mm3 / N*m`. A product keeps its dot: `m s` is not `ms`.
pub(crate) fn normalise(unit: &str) -> String {
    let mut normal = String::with_capacity(unit.len());
    for letter in unit.trim().chars() {
        match letter {
            '\u{b5}' | '\u{3bc}' => normal.push('u'),
            '°' | 'º' => normal.push_str("deg"),
            '²' => normal.push('2'),
            '³' => normal.push('3'),
            '⁻' | '−' => normal.push('-'),
            '¹' => normal.push('1'),
            '^' => {}
            '·' | '⋅' | '*' | '.' => push_dot(&mut normal),
            space if space.is_whitespace() => push_dot(&mut normal),
            '/' => {
                if normal.ends_with('·') {
                    normal.pop();
                }
                normal.push('/');
            }
            other => normal.push(other),
        }
    }
    match normal.split_once("/(").map(|(above, below)| (above, below.strip_suffix(')'))) {
        Some((above, Some(below))) => format!("{above}/{below}"),
        _ => normal,
    }
}

fn push_dot(normal: &mut String) {
    if !normal.is_empty() && !normal.ends_with(['·', '/']) {
        normal.push('·');
    }
}
