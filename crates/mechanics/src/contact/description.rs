//! What a law says about itself, in words: the catalogue's page is made of these.

/// A law in words, kept beside its code. Text is plain; equations are Unicode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Description {
    /// What the law is called.
    pub name: &'static str,
    /// The law itself.
    pub equation: &'static str,
    /// Symbols of the equation and what they mean, with units.
    pub symbols: &'static [(&'static str, &'static str)],
    /// What it does, in a sentence or two.
    pub about: &'static str,
    /// What it takes for granted.
    pub assumes: &'static str,
    /// Where people go wrong with it.
    pub pitfalls: &'static str,
    /// Where it can be trusted.
    pub valid: &'static str,
    /// Citation keys.
    pub sources: &'static [&'static str],
}
