//! Temporary probe.
use joints::validation::*;
fn show(name: &str, f: fn() -> Vec<Finding>) {
    let t = std::time::Instant::now();
    let all = f();
    eprintln!("== {name} {:?}", t.elapsed());
    for x in all {
        let c = x.computed.clone();
        match (x.target, c) {
            (Target::Within(e, t), Ok(c)) => { let r = (c - e).abs() / if e == 0.0 { 1.0 } else { e.abs() }; eprintln!("{} {} | {e:.8e} {c:.8e} err {r:.2e} tol {t:.1e} {}", x.quantity, x.label, if r <= t {"ok"} else {"FAIL"}) }
            (Target::Band(a, b), Ok(c)) => eprintln!("{} {} | {a:.4}..{b:.4} {c:.5} {}", x.quantity, x.label, if c>=a&&c<=b {"ok"} else {"FAIL"}),
            (Target::Shown(e), Ok(c)) => eprintln!("{} {} | shown {e:.6} {c:.6}", x.quantity, x.label),
            (_, Err(e)) => eprintln!("{} {} | ERR {e}", x.quantity, x.label),
        }
    }
}
#[test]
fn probe() {
    show("eq25", eq25_quadrature);
    show("hertz", hertz_limit);
    show("rim", rim);
    show("tracks", slide_tracks);
    show("restitution", restitution);
    show("convergence", convergence);
}
