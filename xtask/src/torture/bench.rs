//! What every attack needs: the program, a folder of its own, time, dice, and somebody who counts.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::Tally;

/// No command of an attack may compute for longer, …
const PATIENCE: Duration = Duration::from_secs(120);
/// … or be there for longer: on a busy machine what ends takes its time, and what waits for ever computes nothing.
const GREAT_PATIENCE: Duration = Duration::from_secs(1200);
/// Ticks a second of the processor times in `/proc`.
const TICKS: u64 = 100;

/// A static hip: a run takes a millisecond.
pub const QUICK: &str =
    "[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = \"500 N\"\n[hip.output]\nelements = 500\n";

/// A place to attack the program.
pub struct Bench {
    program: PathBuf,
    /// Where it works.
    pub folder: PathBuf,
    until: Instant,
    /// What it has found.
    pub tally: Tally,
    dice: u64,
}

/// How a command ended.
pub struct Ended {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it said on standard error.
    pub said: String,
    /// Whether it had to be stopped.
    pub hung: bool,
}

impl Bench {
    pub fn new(program: PathBuf, folder: PathBuf, until: Instant) -> Self {
        Self { program, folder, until, tally: Tally::default(), dice: 0x5EED }
    }

    /// Whether there is time for another case; a few are always tried.
    pub fn goes_on(&self) -> bool {
        self.tally.cases < 4 || Instant::now() < self.until
    }

    /// A number below `most`, the same sequence in every run [Steele2014].
    pub fn below(&mut self, most: u64) -> u64 {
        self.dice = self.dice.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.dice;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % most.max(1)
    }

    /// Counts a case, and a loss where something must not be.
    pub fn judge(&mut self, sound: bool, loss: impl FnOnce() -> String) {
        self.tally.cases += 1;
        if !sound {
            self.tally.losses.push(loss());
        }
    }

    /// The program, to be run in the folder.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments);
        self.prepare(&mut command);
        command
    }

    /// In the folder, with a cache of the attack's own.
    fn prepare(&self, command: &mut Command) {
        command.current_dir(&self.folder).env("NO_COLOR", "1").env("SYNOVIA_CACHE", self.folder.join("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    }

    /// The program under another one, such as `strace`.
    pub fn under(&self, other: &str, options: &[&str], arguments: &[&str]) -> Command {
        let mut command = Command::new(other);
        command.args(options).arg(&self.program).args(arguments);
        self.prepare(&mut command);
        command
    }

    /// Starts it.
    pub fn spawn(&self, arguments: &[&str]) -> Result<Child, String> {
        self.command(arguments).spawn().map_err(|error| error.to_string())
    }

    /// Runs it to its end; a panic or no end at all is a loss.
    pub fn run(&mut self, arguments: &[&str]) -> Result<Ended, String> {
        let child = self.spawn(arguments)?;
        let ended = end(child)?;
        self.no_defect(&ended, &arguments.join(" "));
        Ok(ended)
    }

    /// Counts a loss where the program has panicked, or would not have ended.
    pub fn no_defect(&mut self, ended: &Ended, what: &str) {
        if ended.hung || ended.said.contains("a defect of the program") || ended.code == Some(101) {
            let how = if ended.hung { "did not end" } else { "panicked" };
            self.tally.losses.push(format!("{how}: {what}: {}", ended.said.trim()));
        }
    }

    /// Runs it and expects success.
    pub fn must(&mut self, arguments: &[&str]) -> Result<String, String> {
        let ended = self.run(arguments)?;
        if ended.code == Some(0) { Ok(ended.said) } else { Err(format!("{arguments:?}: {}", ended.said)) }
    }

    /// Writes a file of the attack.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        fs::write(self.folder.join(name), text).map_err(|error| error.to_string())
    }

    /// Reads a file of the folder; nothing where it is not there.
    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.folder.join(name)).unwrap_or_default()
    }

    /// What is wrong with a result: half of it, or a file that is not what was written.
    pub fn fault_of_result(&self, name: &str) -> Option<String> {
        fault_of_result(&self.folder.join(name))
    }

    /// Names in the folder, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

/// How long a process has computed; nothing where nobody says so.
fn computed(process: u32) -> Duration {
    let said = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name, in brackets, may hold anything; times of user and system are the twelfth and thirteenth after it.
    let after = said.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / TICKS)
}

/// Waits for the end of a process, but not for ever.
pub fn end(mut child: Child) -> Result<Ended, String> {
    let mut said = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(said) = &mut said {
            let _ = std::io::Read::read_to_end(said, &mut text);
        }
        String::from_utf8_lossy(&text).into_owned()
    });
    let begun = Instant::now();
    let (status, hung) = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break (status, false),
            None if computed(child.id()) > PATIENCE || begun.elapsed() > GREAT_PATIENCE => {
                let _ = child.kill();
                break (child.wait().map_err(|error| error.to_string())?, true);
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    Ok(Ended { code: status.code(), said: reader.join().unwrap_or_default(), hung })
}

/// What is wrong with a result folder by its own list of checksums.
pub fn fault_of_result(folder: &Path) -> Option<String> {
    let Ok(list) = fs::read_to_string(folder.join("checksums.b3")) else {
        return Some("it has no list of files".into());
    };
    if !list.contains("  summary.json\n") || !list.contains("  report.html\n") {
        return Some("its list is not complete".into());
    }
    list.lines().find_map(|line| {
        let (hash, name) = line.split_once("  ")?;
        match fs::read(folder.join(name)) {
            Err(error) => Some(format!("{name}: {error}")),
            Ok(bytes) if blake3::hash(&bytes).to_hex().as_str() != hash => Some(format!("{name} has another content")),
            Ok(_) => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_that_computes_is_seen_to_and_one_that_sleeps_is_not() {
        let mut busy = Command::new("sh").args(["-c", "while :; do :; done"]).spawn().expect("a shell");
        let mut idle = Command::new("sleep").arg("1000").spawn().expect("a sleeper");
        while computed(busy.id()) < Duration::from_millis(50) {
            std::thread::yield_now();
        }
        assert!(computed(idle.id()) < Duration::from_millis(50));
        for child in [&mut busy, &mut idle] {
            child.kill().expect("it ends");
            child.wait().expect("it ended");
        }
    }
}
