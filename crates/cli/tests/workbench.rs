//! `synovia open`: who is let in, and what it does when things go wrong.
#![allow(clippy::unwrap_used)]

mod common;

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use common::bench::{Open, STUDY, serve, status};
use serde_json::{Value, json};

#[test]
fn nobody_is_told_anything_without_the_token_or_from_elsewhere() {
    let open = Open::new();
    let (port, token) = (open.port(), open.token().to_owned());
    let head = |host: &str, more: &str| format!("GET /api/start HTTP/1.1\r\nHost: {host}\r\n{more}\r\n");
    let own = format!("127.0.0.1:{port}");
    for (request, expected) in [
        (head(&own, ""), 403),
        (head(&own, "X-Synovia-Token: 00\r\n"), 403),
        (head("evil.example", &format!("X-Synovia-Token: {token}\r\n")), 403),
        (head(&own, &format!("X-Synovia-Token: {token}\r\nOrigin: http://evil.example\r\n")), 403),
        (head(&own, &format!("X-Synovia-Token: {token}\r\nOrigin: http://{own}\r\n")), 200),
    ] {
        assert_eq!(status(&open.send(request.as_bytes())).0, expected, "{request}");
    }
    // The page itself holds no secret, and forbids whatever is not its own.
    let page = open.send(format!("GET / HTTP/1.1\r\nHost: {own}\r\n\r\n").as_bytes());
    assert!(page.contains("script-src 'self'") && page.contains("default-src 'none'") && !page.contains(&token));
}

#[test]
fn nothing_outside_of_the_folder_is_read_or_written() {
    let open = Open::new();
    let outside = open.folder.path().parent().unwrap().join("outside-of-the-workbench.toml");
    for path in ["../x.toml", "/etc/passwd", "%2e%2e/x.toml", "..%2fx.toml", ".hidden/x.toml", "a/../../x.toml"] {
        let (code, body) = open.ask("GET", &format!("/api/study?path={path}"), "");
        assert_eq!(code, 403, "{path}: {body}");
    }
    let save =
        |path: &str| open.ask("POST", "/api/save", &json!({ "path": path, "text": "x", "known": null }).to_string()).0;
    assert_eq!(save("../outside-of-the-workbench.toml"), 403);
    assert!(!outside.exists());
    assert_eq!((save("hip.toml"), save("new.toml"), save("results/x.toml"), save("x.sh")), (409, 200, 400, 400));
    // A study that names a file outside is not shown a line of it.
    let text = "[hip.activity.file]\npath = \"/etc/passwd\"\ntime = \"time\"\nforce-vertical = \"f\"\n";
    let asked = json!({ "page": "p", "number": 1, "name": "a.toml", "text": text, "live": true });
    let (code, body) = open.ask("POST", "/api/answer", &asked.to_string());
    assert!(code == 200 && !body.contains("root:") && body.contains("outside"), "{body}");
}

#[test]
fn malformed_large_slow_and_many_requests_do_not_end_the_workbench() {
    let open = Open::new();
    for bytes in [
        &b"\x16\x03\x01\x00\xff\xff\xff"[..],
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/save HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
        b"\r\n\r\n\r\n",
    ] {
        let (code, _) = status(&open.send(bytes));
        assert!([400, 403, 413].contains(&code), "{code} {bytes:?}");
    }
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(40_000));
    assert!([400, 413].contains(&status(&open.send(long.as_bytes())).0));
    // Connections that say nothing do not keep others from being answered.
    let silent: Vec<TcpStream> = (0..60).map(|_| TcpStream::connect(("127.0.0.1", open.port())).unwrap()).collect();
    let threads: Vec<_> = (0..30)
        .map(|_| {
            let (port, token) = (open.port(), open.token().to_owned());
            std::thread::spawn(move || {
                let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
                let request =
                    format!("GET /api/state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nX-Synovia-Token: {token}\r\n\r\n");
                stream.write_all(request.as_bytes()).unwrap();
                let mut answer = String::new();
                stream.read_to_string(&mut answer).unwrap();
                status(&answer).0
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), 200);
    }
    drop(silent);
    assert_eq!(open.ask("GET", "/api/shelf", "").0, 200);
}

#[test]
fn a_half_written_result_and_one_of_others_are_named_on_the_shelf() {
    let open = Open::new();
    for (name, file, text) in
        [("half", "summary.json", "{}"), ("broken", "provenance.json", "{"), ("broken", "summary.json", "]")]
    {
        let folder = open.folder.path().join("results").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(file), text).unwrap();
    }
    let (code, body) = open.ask("GET", "/api/shelf", "");
    let told: Value = serde_json::from_str(&body).unwrap();
    let results = told["results"].as_array().unwrap();
    assert_eq!((code, results.len()), (200, 2), "{body}");
    for one in results {
        assert!(one["problem"].as_str().is_some_and(|text| !text.contains("/tmp")), "{one}");
    }
}

#[test]
fn two_workbenches_on_one_folder_lose_nothing_of_each_other() {
    let first = Open::new();
    let (child, address) = serve(common::synovia(first.folder.path()), 0);
    let second = Open { child, address, folder: tempfile::tempdir().unwrap() };
    let opened = |open: &Open| open.told("GET", "/api/study?path=hip.toml", &json!(null))["hash"].clone();
    let (known, also) = (opened(&first), opened(&second));
    let save = |open: &Open, known: &Value, text: &str| {
        open.ask("POST", "/api/save", &json!({ "path": "hip.toml", "text": text, "known": known }).to_string())
    };
    assert_eq!(save(&first, &known, STUDY).0, 200);
    let changed = STUDY.replace("80 um", "90 um");
    assert_eq!(save(&first, &known, &changed).0, 200, "the same text has the same hash");
    let (code, told) = save(&second, &also, STUDY);
    assert!(code == 409 && told.contains("somebody else"), "{code} {told}");
    assert_eq!(fs::read_to_string(first.folder.path().join("hip.toml")).unwrap(), changed);
    // Each queues three runs at once; every one of the six gets a place of its own.
    let ids: Vec<(&Open, u64)> =
        (0..3).flat_map(|_| [&first, &second]).map(|open| (open, open.run("hip.toml", STUDY))).collect();
    let mut places: Vec<String> = ids
        .iter()
        .map(|(open, id)| open.end(*id))
        .map(|job| {
            assert_eq!(job["fate"], "done", "{job}");
            job["target"].as_str().unwrap().to_owned()
        })
        .collect();
    places.sort();
    places.dedup();
    assert_eq!(places.len(), 6, "{places:?}");
    for place in places {
        assert!(first.folder.path().join(place).join("report.html").is_file());
    }
}

/// A limit on the size of files stands for a disk that is full: whatever is longer cannot be written.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full_is_said_and_nothing_is_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("hip.toml"), STUDY).unwrap();
    let mut program = Command::new("sh");
    program.current_dir(folder.path()).env("SYNOVIA_CACHE", "off").env("NO_COLOR", "1");
    program.args(["-c", "trap '' XFSZ; ulimit -f 40; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_synovia")]);
    let (child, address) = serve(program, 0);
    let open = Open { child, address, folder };
    let long = format!("{STUDY}\n# {}\n", "long ".repeat(20_000));
    let (code, told) = open.ask("POST", "/api/save", &json!({ "path": "long.toml", "text": long }).to_string());
    assert!(code == 507 && told.contains("cannot be written") && told.contains("long.toml"), "{code} {told}");
    let job = open.end(open.run("hip.toml", STUDY));
    assert_eq!(job["fate"], "failed", "{job}");
    let error = job["error"].as_str().unwrap();
    assert!(error.contains("hint") && !error.contains("/tmp"), "{error}");
    let left = common::entries(open.folder.path());
    assert!(left.iter().all(|name| name == "hip.toml" || name == "results"), "{left:?}");
    assert_eq!(common::entries(&open.folder.path().join("results")), Vec::<String>::new());
    // It goes on: what is not written can still be answered.
    let asked = json!({ "page": "p", "number": 1, "name": "hip.toml", "text": STUDY, "live": true });
    assert_eq!(open.ask("POST", "/api/answer", &asked.to_string()).0, 200);
}

#[test]
fn a_run_that_fails_says_why_and_one_that_was_stopped_goes_on() {
    let open = Open::new();
    let own = include_str!("../../../studies/hip-own-data.toml").replace("acts-on = \"head\"", "acts-on = \"cup\"");
    fs::write(open.folder.path().join("my_walk.csv"), include_str!("../../../studies/my_walk.csv")).unwrap();
    let job = open.end(open.run("own.toml", &own));
    assert_eq!(job["fate"], "failed", "{job}");
    assert!(job["error"].as_str().unwrap().contains("out of the cup") && job["kept"] == false, "{job}");
    assert_eq!(job["part"], json!(null), "it failed at once");
    // One that fails on its way leaves what it had, and its page can be looked at.
    let table = include_str!("../../../studies/my_walk.csv");
    let turned: String = table
        .lines()
        .map(|line| match line.split_once(',') {
            Some((percent @ ("68" | "72" | "76" | "80"), rest)) => {
                let cells: Vec<&str> = rest.split(',').collect();
                let out = |cell: &&str| (-cell.parse::<f64>().unwrap()).to_string();
                let forces: Vec<String> = cells[3..].iter().map(out).collect();
                format!("{percent},{},{}\n", cells[..3].join(","), forces.join(","))
            }
            _ => format!("{line}\n"),
        })
        .collect();
    fs::write(open.folder.path().join("my_walk.csv"), turned).unwrap();
    let job = open.end(open.run("late.toml", include_str!("../../../studies/hip-own-data.toml")));
    assert_eq!((&job["fate"], &job["part"]), (&json!("failed"), &json!("results/late-until-it-failed")), "{job}");
    let page = open.told("POST", "/api/ticket", &json!({ "path": job["part"] }))["address"].clone();
    let (code, page) = open.ask("GET", page.as_str().unwrap(), "");
    assert!(code == 200 && page.contains("until it failed") && page.contains("ended-early"), "{code}");
    let [(table, rows), (_, knee)] = common::slides_off_late();
    fs::write(open.folder.path().join(table), rows).unwrap();
    let job = open.end(open.run("knee.toml", &knee));
    assert_eq!((&job["fate"], &job["part"]), (&json!("failed"), &json!("results/knee-until-it-failed")), "{job}");
    // A lifetime leaves a checkpoint; stopped after it, it goes on from there, in the same place.
    let study = "[hip.lifetime]\ncycles = \"2 million\"\n[hip.experiment.quasi-static]\n[hip.output]\nframes = 21\nelements = 400\n";
    // On a busy machine it may be over before it is told to stop: then another one is begun.
    let stopped = (0..20).find_map(|_| {
        let id = open.run("life.toml", study);
        let place = open.wait_for(id, |_| true)["target"].as_str().unwrap().to_owned();
        let checkpoint = open.folder.path().join(format!("{place}.checkpoint"));
        open.wait_for(id, |job| job["fate"] != "waiting" && (job["fate"] != "running" || checkpoint.is_file()));
        open.told("POST", "/api/stop", &json!({ "id": id }));
        let job = open.end(id);
        assert!(job["fate"] == "done" || job["fate"] == "stopped" && job["kept"] == true, "{job}");
        (job["fate"] == "stopped").then_some((id, place, checkpoint))
    });
    let (id, place, checkpoint) = stopped.expect("one that is stopped in time");
    assert!(checkpoint.is_file());
    let again = open.told("POST", "/api/again", &json!({ "id": id }))["id"].as_u64().unwrap();
    let job = open.end(again);
    assert!(job["fate"] == "done" && job["target"] == place.as_str(), "{job}");
    assert!(!checkpoint.exists() && open.folder.path().join(place).join("report.html").is_file());
}

#[test]
fn thirty_viewers_of_one_result_see_the_same_page() {
    let open = Open::new();
    let job = open.end(open.run("hip.toml", STUDY));
    assert_eq!(job["fate"], "done", "{job}");
    let page = fs::read_to_string(open.folder.path().join("results/hip/report.html")).unwrap();
    let address = open.told("POST", "/api/ticket", &json!({ "path": "results/hip" }))["address"].clone();
    let (port, address) = (open.port(), address.as_str().unwrap());
    let request = format!("GET {address} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n");
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..30).map(|_| scope.spawn(|| status(&open.send(request.as_bytes())))).collect();
        for one in all {
            let (code, body) = one.join().unwrap();
            assert!(code == 200 && body == page, "{code}, {} of {} bytes", body.len(), page.len());
        }
    });
}

#[test]
fn a_result_that_cannot_be_compared_is_named() {
    let open = Open::new();
    for name in ["a.toml", "b.toml"] {
        assert_eq!(open.end(open.run(name, STUDY))["fate"], "done");
    }
    let compare = || {
        let asked = json!({ "difference": ["results/a", "results/b"] });
        let address = open.told("POST", "/api/ticket", &asked)["address"].as_str().unwrap().to_owned();
        open.ask("GET", &address, "")
    };
    assert_eq!(compare().0, 200);
    // Another version may write something else into its files, and may have been ended in the middle.
    let file = |name: &str| open.folder.path().join("results/b").join(name);
    fs::write(file("figures.json"), "{\"layout\": 99}").unwrap();
    let (code, told) = compare();
    assert!(code == 409 && told.contains("figures.json") && !told.contains("/tmp"), "{code} {told}");
    fs::remove_file(file("provenance.json")).unwrap();
    let (code, told) = compare();
    assert!(code == 409 && told.contains("provenance.json"), "{code} {told}");
    let shelf = open.told("GET", "/api/shelf", &json!(null));
    let entry = shelf["results"].as_array().unwrap().iter().find(|one| one["path"] == "results/b").unwrap();
    assert!(entry["problem"].as_str().is_some_and(|text| text.contains("provenance.json")), "{entry}");
}
