//! A study as the page has it now: what is wrong with it, or what comes out, as fast as the joint can tell.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use joints::Watch;
use serde_json::{Value, json};
use study::{Diagnostics, RunError, Study, StudyFile};

use crate::Hands;
use crate::http::{Body, Held, Response};

/// So many answers are computed at once; each uses all cores.
const AT_ONCE: usize = 2;
/// So many bytes of answers may be on their way to slow readers before another is computed.
const MOST_AFLOAT: usize = 256 * 1024 * 1024;
/// So many pages are known.
const MOST_PAGES: usize = 256;

/// What a page asks.
#[derive(Debug)]
pub(crate) struct Question {
    /// Which page, and its how manieth question: a later one makes the earlier one out of date.
    pub page: String,
    pub number: u64,
    pub text: String,
    /// Whether it should be computed at once, where that is possible.
    pub live: bool,
    /// The fields that the page shows.
    pub fields: Vec<String>,
}

/// The question of each page that is being answered.
pub(crate) struct Live {
    /// A joint that needs longer is run in the background.
    patience: Duration,
    pages: Mutex<HashMap<String, (u64, Arc<AtomicBool>)>>,
    busy: Mutex<usize>,
    free: Condvar,
    afloat: Arc<AtomicUsize>,
}

/// One of the few places for what needs much memory or all cores.
pub(crate) struct Place<'a>(&'a Live);

impl Drop for Place<'_> {
    fn drop(&mut self) {
        *lock(&self.0.busy) -= 1;
        self.0.free.notify_one();
    }
}

/// Bytes that are on their way.
#[derive(Debug)]
struct Afloat(Arc<AtomicUsize>, usize);

impl Held for Afloat {}

impl Drop for Afloat {
    fn drop(&mut self) {
        self.0.fetch_sub(self.1, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Stops where a newer question came, or where it takes too long.
struct LiveWatch<'a> {
    outdated: Arc<AtomicBool>,
    until: Instant,
    hands: &'a dyn Hands,
}

impl Watch for LiveWatch<'_> {
    fn progress(&self, _: &str, _: f64) {}

    fn cancelled(&self) -> bool {
        self.outdated.load(Ordering::Relaxed) || Instant::now() > self.until
    }

    fn recall(&self, key: &str) -> Option<Vec<u8>> {
        self.hands.recall(key)
    }

    fn remember(&self, key: &str, about: &str, bytes: &[u8]) {
        self.hands.remember(key, about, bytes);
    }
}

impl Live {
    pub fn new(patience: Duration) -> Self {
        Self {
            patience,
            pages: Mutex::default(),
            busy: Mutex::default(),
            free: Condvar::default(),
            afloat: Arc::default(),
        }
    }

    /// Takes a question, which ends an earlier one of the same page; nothing where it is itself an earlier one.
    fn begin(&self, question: &Question) -> Option<Arc<AtomicBool>> {
        let mut pages = lock(&self.pages);
        if let Some((number, outdated)) = pages.get(&question.page) {
            if *number > question.number {
                return None;
            }
            outdated.store(true, Ordering::Relaxed);
        }
        if pages.len() >= MOST_PAGES {
            pages.clear();
        }
        let outdated = Arc::new(AtomicBool::new(false));
        pages.insert(question.page.clone(), (question.number, Arc::clone(&outdated)));
        Some(outdated)
    }

    /// Waits for a place, as long as the question is the latest.
    fn enter(&self, outdated: &AtomicBool) -> Option<Place<'_>> {
        let mut busy = lock(&self.busy);
        while *busy >= AT_ONCE || self.afloat.load(Ordering::Relaxed) > MOST_AFLOAT {
            if outdated.load(Ordering::Relaxed) {
                return None;
            }
            let waited = self.free.wait_timeout(busy, Duration::from_millis(50));
            busy = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        *busy += 1;
        Some(Place(self))
    }

    /// Waits for a place for something that is never out of date.
    pub fn wait(&self) -> Option<Place<'_>> {
        self.enter(&AtomicBool::new(false))
    }

    /// An answer whose bytes are counted until they are sent.
    pub fn counted(&self, response: Response) -> Response {
        let bytes = match &response.body {
            Body::Bytes(bytes) => bytes.len(),
            Body::File(..) => 0,
        };
        self.afloat.fetch_add(bytes, Ordering::Relaxed);
        response.holding(Afloat(Arc::clone(&self.afloat), bytes))
    }
}

/// A study of the page, in the folder where it is or will be saved.
pub(crate) fn read(root: &Path, name: &str, text: &str) -> StudyFile {
    StudyFile::from_text(&root.join(name).display().to_string(), text).within(root)
}

/// Every mistake with its place; paths of this machine are left out.
pub(crate) fn mistakes(wrong: &Diagnostics, root: &Path) -> Value {
    let root = format!("{}/", root.display());
    let of = |one: &study::Diagnostic| {
        let own = one.named_at.as_ref().unwrap_or(&one.place);
        let message = match &one.named_at {
            Some(_) => format!("{}: {}", one.place, one.message),
            None => one.message.clone(),
        };
        let tame = |text: &str| study::plain(text).replace(&root, "");
        json!({
            "line": own.line, "column": own.column, "text": tame(&own.text),
            "message": tame(&message), "expected": tame(&one.expected), "hint": tame(&one.hint),
        })
    };
    Value::Array(wrong.all().iter().map(of).collect())
}

/// Checks, and answers at once where that is possible.
pub(crate) fn answer(live: &Live, hands: &dyn Hands, root: &Path, name: &str, question: &Question) -> Response {
    let Some(outdated) = live.begin(question) else { return outdated_answer() };
    let begun = Instant::now();
    let file = read(root, name, &question.text);
    let written = file.written();
    let mut about = json!({ "number": question.number, "written": written, "many": Value::Null, "errors": [] });
    let checked: Result<Study, Diagnostics> = if file.is_many() {
        file.check_many().map(|campaign| {
            about["many"] = json!({ "outline": campaign.outline(), "runs": campaign.runs() });
            campaign.base().clone()
        })
    } else {
        let asked = file.content().dossier.as_ref();
        let judged = asked.map_or(Ok(()), |input| study::dossier::check(&file, input));
        file.check().and_then(|study| judged.map(|()| study))
    };
    let study = match checked {
        Ok(study) => study,
        Err(wrong) => {
            about["errors"] = mistakes(&wrong, root);
            about["standing"] = read(root, name, &question.text).standing().map_or(Value::Null, |table| json!(table));
            return Response::json(&about);
        }
    };
    about["outline"] = study.outline().into();
    about["title"] = study.title().into();
    about["resolved"] = toml::from_str::<toml::Table>(study.resolved_text()).map_or(Value::Null, |table| json!(table));
    about["checkMilliseconds"] = (1e3 * begun.elapsed().as_secs_f64()).into();
    if !question.live {
        about["slow"] = true.into();
        return Response::json(&about);
    }
    let Some(place) = live.enter(&outdated) else { return outdated_answer() };
    let watch = LiveWatch { outdated: Arc::clone(&outdated), until: Instant::now() + live.patience, hands };
    let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| study.run(&watch)));
    drop(place);
    let outcome = match ran {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(RunError::Interrupted)) if outdated.load(Ordering::Relaxed) => return outdated_answer(),
        Ok(Err(RunError::Interrupted)) => {
            about["slow"] = true.into();
            return Response::json(&about);
        }
        Ok(Err(RunError::Input(wrong) | RunError::Failed { wrong, .. })) => {
            about["errors"] = mistakes(&wrong, root);
            return Response::json(&about);
        }
        Err(_) => return Response::refuse(500, "a defect of the program: see the terminal, and report it please"),
    };
    about["cures"] = cures(&outcome);
    about["milliseconds"] = (1e3 * begun.elapsed().as_secs_f64()).into();
    match report::render_live(&outcome, &question.fields, &about) {
        Ok(bytes) => live.counted(Response::new(200, "application/octet-stream", bytes)),
        Err(error) => Response::refuse(500, error.to_string()),
    }
}

/// What to do about each of its warnings, by code.
fn cures(outcome: &results::Outcome) -> Value {
    let known = |warning: &results::Warning| {
        study::warnings::find(&warning.code).map(|kind| (warning.code.clone(), Value::from(kind.cure)))
    };
    Value::Object(outcome.warnings.iter().filter_map(known).collect())
}

fn outdated_answer() -> Response {
    Response::json(&json!({ "outdated": true }))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn question(number: u64) -> Question {
        Question { page: "p".into(), number, text: String::new(), live: true, fields: Vec::new() }
    }

    #[test]
    fn a_newer_question_ends_an_older_one_and_never_the_other_way_round() {
        let live = Live::new(Duration::ZERO);
        let first = live.begin(&question(1)).unwrap();
        assert!(!first.load(Ordering::Relaxed));
        let third = live.begin(&question(3)).unwrap();
        assert!(first.load(Ordering::Relaxed) && live.begin(&question(2)).is_none());
        assert!(!third.load(Ordering::Relaxed));
    }

    #[test]
    fn so_many_are_computed_at_once_and_a_place_is_given_back() {
        let live = Live::new(Duration::ZERO);
        let places: Vec<_> = (0..AT_ONCE).map(|_| live.wait().unwrap()).collect();
        assert!(
            live.enter(&AtomicBool::new(true)).is_none(),
            "no place is left, and nobody waits for what is out of date"
        );
        drop(places);
        assert!(live.enter(&AtomicBool::new(true)).is_some());
        // Answers that nobody fetches keep others from being computed, until they are sent or given up.
        let heavy = live.counted(Response::new(200, "x", vec![0; MOST_AFLOAT + 1]));
        assert!(live.enter(&AtomicBool::new(true)).is_none());
        drop(heavy);
        assert!(live.enter(&AtomicBool::new(true)).is_some());
    }

    #[test]
    fn paths_of_the_machine_are_not_told() {
        let root = Path::new("/home/somebody/work");
        let wrong = read(root, "a/hip.toml", "[hip.implant]\nclearence = \"80 um\"\n").check().unwrap_err();
        let told = mistakes(&wrong, root).to_string();
        assert!(told.contains("did you mean `clearance`?") && !told.contains("somebody"), "{told}");
    }

    #[test]
    fn a_study_cannot_read_outside_of_the_workspace() {
        let outer = tempfile::tempdir().unwrap();
        let root = outer.path().join("work");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(outer.path().join("secret.csv"), "secret,words\n1,2\n").unwrap();
        let text = "[hip.activity.file]\npath = \"../secret.csv\"\ntime = \"time\"\nforce-vertical = \"f\"\n";
        let wrong = read(&root, "hip.toml", text).check().unwrap_err();
        assert!(!wrong.to_string().contains("secret,words"), "{wrong}");
        assert!(wrong.to_string().contains("outside"), "{wrong}");
    }
}
