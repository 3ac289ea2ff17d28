//! What the page can ask for.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use results::store::StoreContents;
use serde_json::{Value, json};
use study::{Words, registry};

use crate::Hands;
use crate::answer::{self, Live, Question};
use crate::gate::Gate;
use crate::http::{Request, Response};
use crate::jobs::Jobs;
use crate::page;
use crate::ranges;
use crate::settings::Settings;
use crate::shelf;
use crate::tickets::{Shown, Tickets};
use crate::workspace::{Workspace, joint_of};

/// Rows of a study of many that a page is told.
const MOST_ROWS: usize = 5000;

/// How long the ends of a range are looked for.
const PATIENCE_FOR_RANGES: Duration = Duration::from_millis(600);

/// Everything that requests share.
pub(crate) struct Bench {
    pub gate: Gate,
    space: Workspace,
    version: &'static str,
    hands: Box<dyn Hands>,
    live: Live,
    jobs: Jobs,
    tickets: Tickets,
}

impl std::fmt::Debug for Bench {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Bench").field("space", &self.space).finish_non_exhaustive()
    }
}

type Answer = Result<Response, Response>;

impl Bench {
    pub fn new(space: Workspace, gate: Gate, settings: &Settings, hands: Box<dyn Hands>) -> Arc<Self> {
        let (live, jobs, tickets) = (Live::new(settings.patience), Jobs::default(), Tickets::default());
        let bench = Arc::new(Self { gate, space, version: settings.version, hands, live, jobs, tickets });
        let own = Arc::clone(&bench);
        let worker = move || own.jobs.work(&own.space, own.hands.as_ref());
        // Without it nothing runs in the background, and the queue says so by standing still.
        let _ = std::thread::Builder::new().name("runs".into()).spawn(worker);
        bench
    }

    pub fn answer(&self, request: &Request) -> Response {
        self.route(request).unwrap_or_else(|refusal| refusal)
    }

    fn route(&self, request: &Request) -> Answer {
        self.gate.check_address(request)?;
        let (method, path) = (request.method.as_str(), request.path.as_str());
        if method == "GET" {
            if let Some(part) = page::find(path) {
                return Ok(part);
            }
            if let Some(name) = path.strip_prefix("/ticket/") {
                return self.show(name);
            }
        }
        self.gate.check_token(request)?;
        let asked = || serde_json::from_slice::<Value>(&request.body).map_err(|e| Response::refuse(400, e.to_string()));
        match (method, path) {
            ("GET", "/api/start") => Ok(self.start()),
            ("GET", "/api/state") => Ok(Response::json(&json!({ "jobs": self.jobs.told() }))),
            ("GET", "/api/shelf") => {
                let found = self.space.look();
                Ok(Response::json(&json!({
                    "results": shelf::told(&self.space, &found.results), "studies": found.studies,
                })))
            }
            ("GET", "/api/study") => self.open(&wanted(request)?),
            ("GET", "/api/picture") => self.picture(&wanted(request)?),
            ("GET", "/api/many") => self.many(&wanted(request)?),
            ("GET", "/api/template") => self.template(&request.value("kind").unwrap_or_default()),
            ("POST", "/api/answer") => self.ask(&asked()?),
            ("POST", "/api/range") => self.range(&asked()?),
            ("POST", "/api/save") => self.save(&asked()?),
            ("POST", "/api/run") => self.run(&asked()?),
            ("POST", "/api/stop") => {
                self.jobs.stop(asked()?["id"].as_u64().unwrap_or_default());
                Ok(Response::json(&json!({})))
            }
            ("POST", "/api/again") => {
                let id = asked()?["id"].as_u64().unwrap_or_default();
                let id = self.jobs.again(id).map_err(|error| Response::refuse(409, error))?;
                Ok(Response::json(&json!({ "id": id })))
            }
            ("POST", "/api/note") => {
                let asked = asked()?;
                shelf::keep_note(&self.space, &text(&asked, "path")?, &text(&asked, "text")?)?;
                Ok(Response::json(&json!({})))
            }
            ("POST", "/api/ticket") => self.ticket(&asked()?),
            _ => Err(Response::refuse(404, "there is nothing here")),
        }
    }

    /// What a page needs to begin: the schema, units, menus, templates, studies.
    fn start(&self) -> Response {
        let schema = study::schema();
        let units = units(&schema);
        let templates = study::KINDS.iter().map(|kind| {
            let many = kind.text.contains("\n[vary]");
            json!({ "kind": kind.kind, "about": kind.about, "file": kind.file, "joint": joint_of(kind.text), "many": many })
        });
        let templates: Vec<Value> = templates.collect();
        let catalogue: Vec<Value> = registry::catalogue()
            .into_iter()
            .map(|(title, entries)| json!({ "title": title, "entries": entries }))
            .collect();
        let folder = self.space.root.file_name().map_or_else(|| "/".into(), |name| name.to_string_lossy().into_owned());
        let joints: Vec<Value> =
            registry::JOINTS.iter().map(|joint| json!({ "table": joint.table, "about": joint.about })).collect();
        Response::json(&json!({
            "schema": schema, "units": units, "templates": templates, "catalogue": catalogue, "joints": joints,
            "folder": folder, "version": self.version, "studies": self.space.look().studies,
        }))
    }

    fn open(&self, name: &str) -> Answer {
        let text = self.space.load_text(name)?;
        Ok(Response::json(&json!({ "text": text, "hash": results::hash(&[text.as_bytes()]) })))
    }

    fn template(&self, kind: &str) -> Answer {
        let template = study::template(kind).ok_or_else(|| Response::refuse(404, "there is no such template"))?;
        let mut written = Vec::new();
        for (name, content) in template.data {
            let path = self.space.place(name)?;
            if path.exists() && fs::read(&path).is_ok_and(|there| there != *content) {
                return Err(Response::refuse(
                    409,
                    format!("`{name}` is in the way: this template reads a file of that name"),
                ));
            }
            if !path.exists() {
                let made = path.parent().map_or(Ok(()), fs::create_dir_all);
                made.and_then(|()| results::put_file(&path, content)).map_err(|error| unwritten(name, &error))?;
                written.push(*name);
            }
        }
        Ok(Response::json(
            &json!({ "text": template.text, "file": format!("{}.toml", template.file), "written": written }),
        ))
    }

    fn ask(&self, asked: &Value) -> Answer {
        let name = study_name(asked);
        self.space.place(&name)?;
        let question = Question {
            page: text(asked, "page")?.chars().take(64).collect(),
            number: asked["number"].as_u64().unwrap_or_default(),
            text: text(asked, "text")?,
            live: asked["live"] == true,
            fields: strings(&asked["fields"]),
        };
        Ok(answer::answer(&self.live, self.hands.as_ref(), &self.space.root, &name, &question))
    }

    fn range(&self, asked: &Value) -> Answer {
        let name = study_name(asked);
        self.space.place(&name)?;
        let path = strings(&asked["path"]);
        let file = answer::read(&self.space.root, &name, &text(asked, "text")?);
        let found = file.written().and_then(|written| {
            let shown: toml::Value = serde_json::from_value(asked["value"].clone()).ok()?;
            let read = |text: String| answer::read(&self.space.root, &name, &text);
            ranges::find_range(&written, &shown, &path, &read, PATIENCE_FOR_RANGES)
        });
        Ok(Response::json(&json!({ "range": found })))
    }

    /// Saves a study, unless somebody else has changed the file since this page has read it.
    fn save(&self, asked: &Value) -> Answer {
        let (name, content) = (text(asked, "path")?, text(asked, "text")?);
        if !name.ends_with(".toml") || name.starts_with("results/") {
            return Err(Response::refuse(400, "a study's file ends in .toml, and does not lie in results"));
        }
        let path = self.space.place(&name)?;
        let there = fs::read(&path).ok().map(|bytes| results::hash(&[&bytes]));
        let known = asked["known"].as_str();
        if there.is_some() && there.as_deref() != known && asked["force"] != true {
            let words =
                if known.is_some() { "was changed by somebody else since it was opened" } else { "exists already" };
            return Err(Response::refuse(409, format!("`{name}` {words}")));
        }
        let made = path.parent().map_or(Ok(()), fs::create_dir_all);
        made.and_then(|()| results::put_file(&path, content.as_bytes())).map_err(|error| unwritten(&name, &error))?;
        Ok(Response::json(&json!({ "hash": results::hash(&[content.as_bytes()]) })))
    }

    /// Queues a run; one of many goes on in its own store where `target` names it.
    fn run(&self, asked: &Value) -> Answer {
        let (name, content) = (study_name(asked), text(asked, "text")?);
        self.space.place(&name)?;
        let many = answer::read(&self.space.root, &name, &content).is_many();
        let target = match asked["target"].as_str() {
            Some(target) if many => target.to_owned(),
            _ => {
                let stem =
                    std::path::Path::new(&name).file_stem().map_or_else(String::new, |s| s.to_string_lossy().into());
                let mut free = self.space.free_place(&stem)?;
                let taken = self.jobs.targets();
                for attempt in 2.. {
                    if !taken.contains(&free) {
                        break;
                    }
                    free = self.space.free_place(&format!("{stem}-{attempt}"))?;
                }
                free
            }
        };
        self.space.place(&target)?;
        let id = self.jobs.ask(&name, &content, &target, many).map_err(|error| Response::refuse(409, error))?;
        Ok(Response::json(&json!({ "id": id, "target": target })))
    }

    fn picture(&self, name: &str) -> Answer {
        let path = self.space.place(&format!("{name}/overview.svg"))?;
        Response::file("image/svg+xml", &path).map_err(|_| Response::refuse(404, "this result has no picture"))
    }

    /// What is there of a study of many: the same figures as at its end, of the runs that have ended.
    fn many(&self, name: &str) -> Answer {
        let folder = self.space.place(name)?;
        let _place = self.live.wait();
        let damaged = |error: String| Response::refuse(409, error);
        let (contents, _) = StoreContents::load(&folder).map_err(|error| damaged(error.to_string()))?;
        let study = self.space.load_text(&format!("{name}/study.toml"))?;
        let file = answer::read(&self.space.root, &format!("{name}/study.toml"), &study);
        let campaign = file.check_many().map_err(|wrong| damaged(wrong.to_string()))?;
        let outcome = campaign.summarise(&contents).map_err(|error| damaged(error.to_string()))?;
        let mut rows = Vec::new();
        let collected = contents.for_each_block(|block| {
            let told = |row: &results::store::Row| json!({ "run": row.run, "inputs": row.inputs, "error": row.error });
            rows.extend(block.iter().take(MOST_ROWS.saturating_sub(rows.len())).map(told));
            Ok(())
        });
        collected.map_err(|error| damaged(error.to_string()))?;
        let extra = json!({
            "finished": contents.finished(), "planned": contents.header().planned(), "inputs": contents.header().inputs,
            "rows": rows, "study": study, "outline": campaign.outline(), "title": campaign.title(),
        });
        report::render_live(&outcome, &[], &extra)
            .map(|bytes| self.live.counted(Response::new(200, "application/octet-stream", bytes)))
            .map_err(|error| Response::refuse(500, error.to_string()))
    }

    fn ticket(&self, asked: &Value) -> Answer {
        let shown = if let Some([a, b]) = asked["difference"].as_array().map(Vec::as_slice) {
            let names = [a, b].map(|name| name.as_str().unwrap_or_default().to_owned());
            for name in &names {
                self.space.place(name)?;
            }
            Shown::Difference(names)
        } else {
            let path = self.space.place(&format!("{}/report.html", text(asked, "path")?))?;
            Shown::Page(path)
        };
        Ok(Response::json(&json!({ "address": self.tickets.issue(shown) })))
    }

    /// A page of a result, shut in.
    fn show(&self, name: &str) -> Answer {
        let unknown = || Response::refuse(404, "this address is no longer valid: open it again from the workbench");
        let kind = "text/html; charset=utf-8";
        let page = match self.tickets.find(name).ok_or_else(unknown)? {
            Shown::Page(path) => {
                Response::file(kind, &path).map_err(|error| Response::refuse(404, error.kind().to_string()))?
            }
            Shown::Difference(names) => {
                let _place = self.live.wait();
                self.live.counted(Response::new(200, kind, self.difference(&names)?))
            }
        };
        Ok(page.with_policy(page::SANDBOX))
    }

    fn difference(&self, names: &[String; 2]) -> Result<String, Response> {
        let (a, b) = (self.space.place(&names[0])?, self.space.place(&names[1])?);
        let failed = |words: Words| {
            Response::refuse(409, words.to_string().replace(&format!("{}/", self.space.root.display()), ""))
        };
        let (difference, shown) = shelf::difference([&a, &b]).map_err(failed)?;
        let compare =
            report::Compare { names: [&shown[0], &shown[1]], places: [&names[0], &names[1]], difference: &difference };
        report::render_difference(&compare)
            .map_err(|error| failed(Words::new(&error, error.hint().unwrap_or_default())))
    }
}

fn unwritten(name: &str, error: &std::io::Error) -> Response {
    Response::refuse(507, format!("`{name}` cannot be written: {error}; is the disk full, or the folder read-only?"))
}

fn wanted(request: &Request) -> Result<String, Response> {
    request.value("path").ok_or_else(|| Response::refuse(400, "which one?"))
}

fn text(asked: &Value, key: &str) -> Result<String, Response> {
    asked[key].as_str().map(Into::into).ok_or_else(|| Response::refuse(400, format!("`{key}` is missing")))
}

/// The texts of a list; none where it is no list.
fn strings(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|one| Some(one.as_str()?.to_owned())).collect()
}

/// Where the study is, or would be: the files that it names are looked for there.
fn study_name(asked: &Value) -> String {
    asked["name"].as_str().filter(|name| !name.is_empty()).unwrap_or("study.toml").to_owned()
}

/// For every kind of quantity in the schema its units and what one of each is in SI.
fn units(schema: &Value) -> Value {
    let mut kinds = serde_json::Map::new();
    for (name, about) in schema["$defs"].as_object().into_iter().flatten() {
        let Some(kind) = quantity::NamedKind::find(name) else { continue };
        let listed =
            about["description"].as_str().and_then(|text| text.split_once('(')?.1.split_once("), for example"));
        let units = listed.map_or("", |(units, _)| units).split(", ");
        let factors = units.filter_map(|unit| {
            let one = kind.parse(&format!("1 {unit}")).ok()?;
            // Degrees and the like are factors, too: twice as many are twice as much.
            (kind.parse(&format!("2 {unit}")).ok()? - 2.0 * one).abs().le(&(1e-12 * one)).then_some((unit, one))
        });
        let factors: serde_json::Map<String, Value> =
            factors.map(|(unit, one)| (unit.to_owned(), one.into())).collect();
        kinds.insert(name.clone(), json!({ "noun": kind.noun(), "suffix": kind.suffix(), "units": factors }));
    }
    Value::Object(kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_the_schema_has_its_factor() {
        let units = units(&study::schema());
        assert_eq!(units["Length"]["units"]["um"], 1e-6);
        assert_eq!(units["Force"]["units"]["kN"], 1e3);
        let degree = units["Angle"]["units"]["deg"].as_f64().unwrap_or_default();
        assert!((degree - std::f64::consts::PI / 180.0).abs() < 1e-15);
    }
}
