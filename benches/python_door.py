"""What the door for Python costs: `python benches/python_door.py [RUNS] [WORKERS]`, with the package installed.

Calling a static hip beside its solve, importing, stopping, and many hip runs on Dask workers against as many processes of
`synovia run --shard`. There the processors' time is compared: it counts what each way costs, also where there are fewer cores
than workers, or others use them. Times on the clock depend on what else the machine does.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import synovia

ROOT = Path(__file__).resolve().parents[1]
PROGRAM = Path(os.environ.get("SYNOVIA_PROGRAM", ROOT / "target/release/synovia"))

SWEEP = """
[hip.experiment.static]
load = "2 kN"
[vary]
hip.implant.clearance = {{ uniform = ["50 um", "200 um"] }}
hip.experiment.static.load = {{ uniform = ["500 N", "3 kN"] }}
[runs.latin-hypercube]
count = {runs}
"""

WALKING = """
[hip.experiment.quasi-static]
[hip.output]
elements = 500
[vary]
hip.implant.clearance = {{ uniform = ["50 um", "200 um"] }}
hip.patient.mass = {{ uniform = ["60 kg", "100 kg"] }}
[runs.latin-hypercube]
count = {runs}
"""

LINER = """
[liner.mesh]
patch-cells = 2
ring-cells = 2
layers = 1
[liner.experiment.wear]
cycles = 10000
steps = 1000
"""


def least(work, times: int) -> float:
    """The shortest of several times: what the machine can do when nobody disturbs it."""
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        work()
        taken.append(time.perf_counter() - begun)
    return min(taken)


def calls() -> None:
    study = synovia.Study(hip={"experiment": {"static": {"load": "2 kN"}}, "output": {"elements": 500}})
    whole = least(lambda: study.run(progress=False), 2000)
    # The same runs one after the other on a thread, without coming back to Python in between.
    many = synovia.Sweep.from_text(SWEEP.format(runs=200))._inner
    asked = "[" + ",".join(f'{{"run":{i}}}' for i in range(200)) + "]"
    solve = least(lambda: many.answer(asked), 5) / 200
    print(f"a static hip from Python: {1e6 * whole:.0f} µs; a run in a block: {1e6 * solve:.0f} µs")
    done = [study.run(progress=False).seconds for _ in range(2000)]
    print(f"beyond the solve: {1e6 * (whole - min(done)):.0f} µs in Python")


def importing() -> None:
    empty = least(lambda: subprocess.run([sys.executable, "-c", "pass"], check=True), 10)
    loaded = least(lambda: subprocess.run([sys.executable, "-c", "import synovia"], check=True), 10)
    print(f"import synovia: {1e3 * (loaded - empty):.0f} ms")


def stopping() -> None:
    """From Ctrl-C to the end of the process: a sweep, and a liner that would take hours."""
    studies = {
        "a sweep": 'synovia.Sweep.from_text(sys.argv[1]).run(sys.argv[2], progress=lambda *_: print("on", flush=True))',
        "a liner": 'synovia.Study.from_text(sys.argv[1]).run(checkpoint=sys.argv[2], progress=lambda *_: print("on", flush=True))',
    }
    texts = [SWEEP.format(runs=1_000_000), LINER]
    for (name, code), text in zip(studies.items(), texts, strict=True):
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, "-c", f"import sys, synovia; {code}", text, f"{folder}/kept"]
            child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            assert child.stdout is not None and child.stdout.readline()
            begun = time.perf_counter()
            child.send_signal(signal.SIGINT)
            child.wait()
            print(f"{name} ends {time.perf_counter() - begun:.2f} s after Ctrl-C")


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def shards(study: Path, folder: Path, count: int) -> tuple[float, float]:
    begun, worked = time.perf_counter(), children()
    jobs = [
        subprocess.Popen(
            [PROGRAM, "run", study, "--shard", f"{i + 1}/{count}", "--threads", "1", "--quiet", "--out", folder / str(i)]
        )
        for i in range(count)
    ]
    assert all(job.wait() == 0 for job in jobs)
    merged = [PROGRAM, "merge", *(folder / str(i) for i in range(count)), "--out", folder / "all", "--quiet"]
    subprocess.run(merged, check=True)
    return time.perf_counter() - begun, children() - worked


def cluster(what: str, text: str, runs: int, workers: int) -> None:
    from distributed import Client, LocalCluster

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "study.toml").write_text(text)
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=":0") as local, Client(local) as client:
            client.run(__import__, "synovia")
            begun = time.perf_counter()
            # Client and scheduler are this process.
            worked = time.process_time() + sum(client.run(time.process_time).values())
            synovia.Sweep(folder / "study.toml").run(folder / "dask", executor=client, progress=False)
            work = time.process_time() + sum(client.run(time.process_time).values()) - worked
            dask = time.perf_counter() - begun
            peaks = client.run(lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).values()
        alone, alone_work = shards(folder / "study.toml", folder / "shards", workers)
        same = all(
            path.read_bytes() == (folder / "shards/all/parts" / path.name).read_bytes()
            for path in (folder / "dask/parts").iterdir()
        )
    client_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{runs} {what} on {workers} Dask workers: {dask:.2f} s; {workers} shards and their merge: {alone:.2f} s")
    print(f"  processors' time {work:.2f} s and {alone_work:.2f} s: efficiency {alone_work / work:.0%}")
    print(f"  {1e6 * alone_work / runs:.0f} µs per run in a shard, {1e6 * (work - alone_work) / runs:+.0f} µs on Dask; same bytes: {same}")
    print(f"  largest memory: client {client_peak / 1024:.0f} MB, worker {max(peaks) / 1024:.0f} MB")


if __name__ == "__main__":
    sizes = [int(text) for text in sys.argv[1:]]
    runs, workers = sizes[0] if sizes else 10_000, sizes[1] if len(sizes) > 1 else 4
    importing()
    calls()
    stopping()
    cluster("static hips", SWEEP.format(runs=runs), runs, workers)
    cluster("walking hips", WALKING.format(runs=runs), runs, workers)
