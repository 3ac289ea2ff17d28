"""The tables of docs/lifetime: lifetimes of hips and knees by the program, beside what others measured.

    python3 benches/lifetime.py target/release/synovia docs/lifetime

Every run is a study as a user would write it; processor time is that of the process (user and system, all threads).
"""

import csv
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

HIP = """[hip.implant]
head-diameter = "{head} mm"
clearance = "{clearance} um"
liner-thickness = "8 mm"
liner-material = "{material}"
inclination = "{inclination} deg"
[hip.activity]
cycle = "{cycle}"
[hip.wear]
{wear}
[hip.lifetime]
cycles = "{cycles}"
tolerance = {tolerance}
creep = {creep}
{more}
[hip.experiment.quasi-static]
[hip.output]
frames = {frames}
elements = {elements}
"""
KNEE = """[knee-replacement.wear]
{wear}
[knee-replacement.lifetime]
cycles = "{cycles}"
tolerance = {tolerance}
creep = {creep}
{experiment}
[knee-replacement.output]
frames = {frames}
spacing = "{spacing} mm"
"""
USUAL = dict(head=28, clearance=150, material="UHMWPE", inclination=45, cycle="iso-14242-1-style", wear="", cycles="10 million",
             tolerance=0.01, creep="true", more="", frames=101, elements=2000)
USUAL_KNEE = dict(wear="", cycles="10 million", tolerance=0.02, creep="true", frames=51, spacing=1.5,
                  experiment="[knee-replacement.experiment.load-driven]")


def run(program, text):
    """Headline numbers and work of a study, with its processor time."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "study.toml"
        path.write_text(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([program, "run", str(path), "--json"], cwd=folder, capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode != 0:
            return {"failed": done.stderr.strip().splitlines()[:2]}
        found = json.loads(done.stdout)
        numbers = {one["name"]: one["value"] for one in found["headline"]}
        work = found["work"]
        numbers.update(work if isinstance(work, dict) else dict(work))
        numbers["cpu_s"] = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return numbers


def rows(program, name, cases, template, usual):
    """One table: label and changes of every case."""
    for label, changes in cases:
        found = run(program, template.format(**{**usual, **changes}))
        print(name, label, found.get("failed") or {k: found.get(k) for k in SHOWN}, flush=True)
        yield {"table": name, "case": label, **{k: found.get(k, "") for k in SHOWN}, "failed": found.get("failed", "")}


SHOWN = ["worn_volume_m3", "wear_volume_per_million_cycles_first_m3", "wear_volume_per_million_cycles_last_m3", "worn_depth_m",
         "creep_depth_m", "penetration_coronal_m", "one_cycle_error_ratio", "peak_pressure_first_Pa", "peak_pressure_last_Pa",
         "contact_area_first_m2", "contact_area_last_m2", "cross_shear_ratio", "volume_error_ratio", "dynamic_separation_m",
         "lifetime_steps", "cycle_evaluations", "updates_every_half_million", "cpu_s"]


def law(name):
    return dict(wear=f'law = "{name}"')


TABLES = {
    "laws": [(name, law(name)) for name in ["archard", "kang", "liu", "wang", "memory", "energy"]],
    "inclination": [(f"{i} deg", dict(inclination=i)) for i in (35, 45, 55, 65)],
    "clearance": [(f"{c} um", dict(clearance=c)) for c in (80, 150, 300, 500)],
    "material": [(m, dict(material=m)) for m in ("UHMWPE", "moderately cross-linked PE", "cross-linked PE", "vitamin E PE")],
    "head": [(f"{law_} {h} mm", dict(head=h, **law(law_))) for law_ in ("archard", "liu") for h in (22, 28, 32, 36)],
    "tracks": [(f"{law_} {cycle}", dict(cycle=cycle, **law(law_))) for law_ in ("archard", "kang", "wang", "energy")
               for cycle in ("iso-14242-1-style", "iso-14242-3-style")],
    "mismatch": [(f"{i} deg, {m} mm", dict(inclination=i, cycle="iso-14242-4-style",
                                           more=f'mismatch = "{m} mm"' if m else "")) for i in (45, 65) for m in (0, 2, 4)],
    "tolerance": [(str(t), dict(tolerance=t)) for t in (0.02, 0.01, 0.005, 0.002, 0.001, 1e-4)],
    "frames and elements": [(f"{f} frames, {e} elements", dict(frames=f, elements=e))
                            for f, e in ((51, 4000), (101, 2000), (101, 4000), (101, 8100), (201, 8100))],
    "activities": [("walking", dict(cycle="walking")),
                   ("mix", dict(more='activities = [{ cycle = "walking", share = 0.9 }, { cycle = "stairs-up", share = 0.03 }, '
                                     '{ cycle = "stairs-down", share = 0.03 }, { cycle = "sit-down", share = 0.02 }, '
                                     '{ cycle = "stand-up", share = 0.02 }]'))],
    "evidence": [("walking, 28 mm, conventional", dict(cycle="walking")),
                 ("walking, 28 mm, cross-linked", dict(cycle="walking", material="cross-linked PE")),
                 ("walking, 32 mm, conventional", dict(cycle="walking", head=32)),
                 ("walking, 32 mm, cross-linked", dict(cycle="walking", head=32, material="cross-linked PE")),
                 ("walking, 28 mm, conventional, 0.25 million", dict(cycle="walking", cycles="0.25 million")),
                 ("walking, 28 mm, cross-linked, 0.25 million", dict(cycle="walking", material="cross-linked PE", cycles="0.25 million")),
                 ("simulator, 22 mm", dict(head=22)), ("simulator, 28 mm", dict(head=28)),
                 ("simulator, 28 mm, vitamin E", dict(material="vitamin E PE")),
                 ("simulator, 32 mm, water", dict(head=32, wear='factor = "8e-8 mm^3/(N m)"', cycles="5 million"))],
}
KNEES = {
    "knee": [("simulator, archard 2.5e-7", dict(wear='factor = "2.5e-7 mm^3/(N m)"')),
             ("simulator, wang", law("wang")),
             ("measured pose, wang", dict(experiment="[knee-replacement.experiment.measured-pose]", **law("wang")))],
}

if __name__ == "__main__":
    binary, out, wanted = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]), sys.argv[3:]
    for tables, template, usual in ((TABLES, HIP, USUAL), (KNEES, KNEE, USUAL_KNEE)):
        for table, cases in tables.items():
            if wanted and table not in wanted:
                continue
            found = list(rows(binary, table, cases, template, usual))
            with open(out / f"{table.replace(' ', '-')}.csv", "w", newline="") as file:
                writer = csv.DictWriter(file, fieldnames=["table", "case", *SHOWN, "failed"])
                writer.writeheader()
                writer.writerows(found)
