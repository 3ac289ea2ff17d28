//! `synovia open`: the workbench in the browser, and what it lets the command line do.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Instant, SystemTime};

use joints::Watch;
use results::ResultFolder;
use results::store::Opening;
use study::{CampaignError, Study, StudyFile};
use web::{Hands, Server, Settings};

use crate::arguments::Open;
use crate::failure::{Failure, note, say};
use crate::run::{Labels, fill, provenance};
use crate::watch::Onlooker;
use crate::{VERSION, cache, many};

/// Serves until the process is ended.
pub fn open(options: &Open) -> Result<(), Failure> {
    let settings = Settings { folder: options.folder.clone(), port: options.port, version: VERSION };
    let folder = options.folder.display();
    let server = Server::open(&settings, Box::new(Terminal)).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::AddrInUse => "leave out `--port`, and a free one is taken",
            _ => "give a folder that is there and that you may read",
        };
        Failure::Other(format!("the workbench cannot open `{folder}`: {error}\n hint: {hint}"))
    })?;
    let address = server.address().map_err(|error| Failure::Other(format!("no address: {error}")))?;
    // What is said at Ctrl-C.
    let _onlooker = Onlooker::of_many(true, "the workbench is closed; finished results and runs are kept".into());
    say(&format!("workbench of `{folder}`: {address}\n"))?;
    if !options.no_browser && !show(&address) {
        note("no browser could be started: open the address above in one");
    }
    server.serve();
    Ok(())
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
    fn run_one(&self, study: &Study, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Option<String>> {
        run_one(study, name, target, watch).map_err(|failure| failure.words())
    }

    fn run_many(&self, file: StudyFile, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Option<String>> {
        run_many(file, name, target, watch).map_err(|failure| failure.words())
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        cache::recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        cache::remember(key, about, bytes);
    }
}

fn run_one(study: &Study, name: &str, target: &Path, watch: &dyn Watch) -> Result<(), Failure> {
    let (started, clock) = (SystemTime::now(), Instant::now());
    let mut folder = ResultFolder::create(target, false)?;
    let outcome = study.run(watch)?;
    if watch.cancelled() {
        return Err(Failure::Interrupted);
    }
    let provenance = provenance(results::hash(&study.inputs()), started, clock);
    let title = study.title().unwrap_or(name);
    fill(&mut folder, study, &outcome, &Labels { title, provenance: &provenance, vtk: true })?;
    folder.commit()?;
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
