//! `synovia open`: the workbench in the browser, and what it lets the command line do.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime};

use joints::Watch;
use results::ResultFolder;
use results::store::Opening;
use study::{CampaignError, RunError, Study, StudyFile};
use web::{Hands, Server, Settings, Unfinished};

use crate::arguments::Open;
use crate::checkpoint::Checkpoint;
use crate::desk::Desk;
use crate::failure::{Failure, note, say};
use crate::run::{Labels, TakeUp, fill, keep_part, take_up};
use crate::telling::provenance;
use crate::watch::Onlooker;
use crate::{VERSION, cache, many};

/// A joint that needs longer to answer is run in the background, if nothing else is said.
const PATIENCE: Duration = Duration::from_millis(2500);

/// Serves until the process is ended.
pub fn open(options: &Open) -> Result<(), Failure> {
    let folder = options.folder.display();
    let desk = Desk::of(&options.folder);
    let server = serve(options, desk.as_ref()).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => "leave out `--port`, and a free one is taken",
            _ => "give a folder that is there and that you may read",
        };
        Failure::other(format!("the workbench cannot open `{folder}`: {error}"), hint)
    })?;
    let address = server.address().map_err(|error| Failure::Other(format!("no address: {error}").into()))?;
    if let (Some(desk), Ok((port, token))) = (&desk, server.known_by()) {
        // Beside another one of the same folder it is the other that is remembered.
        let is_second = options.port == 0 && desk.load().is_some_and(|(known, _)| known != port);
        if !is_second {
            desk.keep(port, token);
        }
    }
    // What is said at Ctrl-C.
    let _onlooker = Onlooker::of_many(true, "the workbench is closed; finished results and runs are kept".into());
    say(&format!("workbench of `{folder}`: {address}\n"))?;
    if !options.no_browser && !show(&address) {
        note("no browser could be started: open the address above in one");
    }
    server.serve();
    Ok(())
}

/// By the port and the token of last time where they are free, so that pages that are still open find it again; beside
/// another workbench of the same folder by those of its own.
fn serve(options: &Open, desk: Option<&Desk>) -> std::io::Result<Server> {
    let patience = options.patience.map_or(PATIENCE, |seconds| Duration::from_secs(seconds.into()));
    let settings = |port, token| Settings { folder: options.folder.clone(), port, token, version: VERSION, patience };
    let known = desk.and_then(Desk::load).filter(|(port, _)| options.port == 0 || options.port == *port);
    if let Some((port, token)) = known {
        match Server::open(&settings(port, Some(token)), Box::new(Terminal)) {
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse && options.port == 0 => {}
            opened => return opened,
        }
    }
    Server::open(&settings(options.port, None), Box::new(Terminal))
}

/// Asks the system to show an address.
fn show(address: &str) -> bool {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

/// Results, stores and the cache as the command line writes them.
struct Terminal;

impl Hands for Terminal {
    fn run_one(&self, study: &Study, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Unfinished> {
        let mut part = None;
        run_one((study, name), target, watch, &mut part).map_err(|failure| Unfinished { why: failure.words(), part })
    }

    fn run_many(&self, file: StudyFile, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Option<String>> {
        run_many(file, name, target, watch).map_err(|failure| failure.words())
    }

    fn has_kept(&self, target: &Path, many: bool) -> bool {
        if many { target.join("store.json").is_file() } else { beside(target).is_file() }
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        cache::recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        cache::remember(key, about, bytes);
    }
}

/// Where a long run leaves what it needs to go on.
fn beside(target: &Path) -> PathBuf {
    let mut path = target.as_os_str().to_owned();
    path.push(".checkpoint");
    path.into()
}

/// Whoever watches, with a checkpoint beside the result.
struct Keeping<'a> {
    watch: &'a dyn Watch,
    checkpoint: Checkpoint,
    kept: Option<String>,
}

impl Watch for Keeping<'_> {
    fn progress(&self, stage: &str, done: f64) {
        self.watch.progress(stage, done);
    }

    fn cancelled(&self) -> bool {
        self.watch.cancelled()
    }

    fn keep(&self, state: &str) {
        // A disk that is full must not end a run that goes well.
        let _ = self.checkpoint.write(state);
    }

    fn kept(&self) -> Option<String> {
        self.kept.clone()
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.watch.recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.watch.remember(key, about, bytes);
    }
}

/// Runs it; `part` is where a run that failed has left what it had.
fn run_one(
    (study, name): (&Study, &str),
    target: &Path,
    watch: &dyn Watch,
    part: &mut Option<PathBuf>,
) -> Result<(), Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let input_hash = results::hash(&study.inputs());
    let mut folder = ResultFolder::create(target, false)?;
    let checkpoint = Checkpoint::of(beside(target), &input_hash);
    // What another build left is set aside: nobody is there to be asked.
    let manner = TakeUp { force: true, accept_other_build: false };
    let kept = take_up(&checkpoint, &manner, |_, text| note(text))?;
    let keeping = Keeping { watch, checkpoint, kept };
    let title = study.title().unwrap_or(name);
    let outcome = match study.run(&keeping) {
        Err(RunError::Failed { wrong, reached: Some(reached) }) => {
            let provenance = provenance(input_hash, started, clock);
            let labels = Labels { title, provenance: &provenance, vtk: true };
            // A disk that is full must not hide why it failed.
            *part = keep_part(target, study, &reached, &labels).ok();
            return Err(Failure::Run(wrong));
        }
        ended => ended?,
    };
    if watch.cancelled() {
        return Err(Failure::Interrupted);
    }
    let provenance = provenance(input_hash, started, clock);
    fill(&mut folder, study, &outcome, &Labels { title, provenance: &provenance, vtk: true })?;
    folder.commit()?;
    keeping.checkpoint.forget();
    Ok(())
}

fn run_many(file: StudyFile, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Failure> {
    let campaign = file.check_many()?;
    let (mut store, _) = many::open(&campaign, target, None, Opening::Resume)?;
    match campaign.execute(&mut store, watch) {
        Ok(()) => {}
        Err(CampaignError::Interrupted) => return Err(Failure::Interrupted),
        Err(CampaignError::Store(error)) => return Err(error.into()),
        Err(CampaignError::Search(text)) => return Err(Failure::Other(text)),
    }
    store.close()?;
    many::write_pages(&campaign, &store, name, watch)?;
    Ok(())
}
