//! Why the program ends without having done what was asked, and what the shell is told.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use results::store::StoreError;
use study::{Diagnostics, RunError, Words, plain};

/// What the shell is told when the user has stopped the program.
pub const INTERRUPTED: u8 = 130;

/// Why the program ends without having done what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The study is wrong.
    Input(Diagnostics),
    /// The study is good, but its run failed at a place that it names.
    Run(Diagnostics),
    /// A store that cannot be used.
    Store(Box<StoreError>),
    /// Anything else that failed.
    Other(Words),
    /// The command line asks for something that is not there.
    Usage(Words),
    /// Ctrl-C.
    Interrupted,
    /// Ctrl-C in a study of many runs: how many of them are kept, in words.
    Paused(String),
    /// Comparisons that do not pass, which have been shown already.
    Judged,
}

impl Failure {
    /// Something that failed, and what to do about it.
    pub fn other(message: impl Display, hint: impl Display) -> Self {
        Self::Other(Words::new(message, hint))
    }

    /// The command line asks for something that is not there, and what to do about it.
    pub fn usage(message: impl Display, hint: impl Display) -> Self {
        Self::Usage(Words::new(message, hint))
    }

    /// The same in words, for a door that is not a terminal; nothing where somebody stopped it.
    pub fn words(&self) -> Option<String> {
        match self {
            Self::Input(wrong) | Self::Run(wrong) => {
                let words = wrong.all().iter().map(|one| Words::from(one).to_string());
                Some(plain(&words.collect::<Vec<_>>().join("\n")).into())
            }
            Self::Store(error) => Some(plain(&words_of(error).to_string()).into()),
            Self::Other(words) | Self::Usage(words) => Some(plain(&words.to_string()).into()),
            Self::Interrupted | Self::Paused(_) => None,
            Self::Judged => Some("comparisons do not pass".into()),
        }
    }

    /// Tells the user on standard error.
    pub fn show(&self) -> ExitCode {
        let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let (text, code) = match self {
            Self::Input(wrong) => (wrong.render(colour), 2),
            Self::Run(wrong) => (wrong.render(colour), 1),
            Self::Store(error) => (format!("error: {}", plain(&words_of(error).to_string())), 1),
            Self::Other(words) => (format!("error: {}", plain(&words.to_string())), 1),
            Self::Usage(words) => (format!("error: {}", plain(&words.to_string())), 2),
            Self::Interrupted => ("interrupted: nothing was written".into(), INTERRUPTED),
            Self::Paused(text) => (format!("interrupted: {}", plain(text)), INTERRUPTED),
            Self::Judged => (String::new(), 1),
        };
        if !text.is_empty() {
            note_as_is(&text);
        }
        ExitCode::from(code)
    }
}

/// A panic is a defect of the program: whoever meets it is told what to report, and where it is.
pub fn report_defects() {
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        let payload = panic.payload();
        let what = payload.downcast_ref::<&str>().copied();
        let what = what.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message");
        let hint = format!(
            "please report it with this line, the study and its files; this is synovia {}, commit {}, build {}",
            env!("CARGO_PKG_VERSION"),
            env!("SYNOVIA_COMMIT"),
            env!("SYNOVIA_BUILD")
        );
        let defect = Words::new(format!("a defect of the program at {place}: {what}"), hint);
        let _ = writeln!(io::stderr(), "error: {defect}");
    }));
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Interrupted => Self::Interrupted,
            RunError::Input(wrong) => Self::Input(wrong),
            RunError::Failed { wrong, .. } => Self::Run(wrong),
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(wrong: Diagnostics) -> Self {
        Self::Input(wrong)
    }
}

impl From<results::WriteError> for Failure {
    fn from(error: results::WriteError) -> Self {
        Self::other(&error, error.hint())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(Box::new(error))
    }
}

fn words_of(error: &StoreError) -> Words {
    Words::new(error, error.hint())
}

impl From<report::ReportError> for Failure {
    fn from(error: report::ReportError) -> Self {
        Self::other(&error, error.hint().unwrap_or_default())
    }
}

impl From<study::validation::ValidationError> for Failure {
    fn from(error: study::validation::ValidationError) -> Self {
        let words = Words::new(&error, error.hint().unwrap_or_default());
        match error {
            study::validation::ValidationError::UnknownCase { .. }
            | study::validation::ValidationError::UnknownPaper { .. } => Self::Usage(words),
            _ => Self::Other(words),
        }
    }
}

/// Writes a line to standard error, with nothing in it that commands a terminal.
pub fn note(text: &str) {
    note_as_is(&plain(text));
}

fn note_as_is(text: &str) {
    // Nobody is left to be told that standard error is closed.
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes to standard output, with nothing in it that commands a terminal. A reader that has left, as in
/// `synovia list | head`, is no failure.
pub fn say(text: &str) -> Result<(), Failure> {
    let written = io::stdout().write_all(plain(text).as_bytes()).and_then(|()| io::stdout().flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::other(format!("cannot write to standard output: {error}"), "is the disk full?"))
        }
        _ => Ok(()),
    }
}
