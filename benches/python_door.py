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
[hip.contact.elastic-foundation]
[hip.experiment.static]
load = "2 kN"
[vary]
hip.implant.clearance = {{ uniform = ["50 um", "200 um"] }}
hip.experiment.static.load = {{ uniform = ["500 N", "3 kN"] }}
[runs.latin-hypercube]
count = {runs}
"""

# As a study of many has them when nothing is said about elements and frames.
WALKING = """
[hip.contact.elastic-foundation]
[hip.experiment.quasi-static]
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
    solve = least(lambda: many.answer(asked, 900.0), 5) / 200
    print(f"a static hip from Python: {1e6 * whole:.0f} µs; a run in a block: {1e6 * solve:.0f} µs")
    done = [study.run(progress=False).seconds for _ in range(2000)]
    print(f"beyond the solve: {1e6 * (whole - min(done)):.0f} µs in Python")


def importing() -> None:
    """Beyond an interpreter that does nothing; with the compiled modules that an installation has."""
    room = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}

    def taken(code: str) -> tuple[float, float]:
        begun, worked = time.perf_counter(), children()
        subprocess.run([sys.executable, "-c", code], check=True, env=room)
        return time.perf_counter() - begun, children() - worked

    taken("import synovia")
    empty, loaded = ([taken(code) for _ in range(20)] for code in ("pass", "import synovia"))
    clock, work = (1e3 * (min(one[i] for one in loaded) - min(one[i] for one in empty)) for i in (0, 1))
    print(f"import synovia: {clock:.0f} ms by the clock, {work:.0f} ms of processors' time (least of 20)")


def stopping() -> None:
    """From Ctrl-C to the end of the process: a sweep, the same on Dask workers, and a liner that would take hours."""
    sweep = "synovia.Sweep.from_text(sys.argv[1]).run(sys.argv[2]"
    client = "executor=__import__('distributed').Client(scheduler_file=sys.argv[3], set_as_default=False)"
    many = SWEEP.format(runs=1_000_000)
    with tempfile.TemporaryDirectory() as folder:
        stopped("a sweep", sweep, many, f"{folder}/sweep")
        stopped("a liner", "synovia.Study.from_text(sys.argv[1]).run(checkpoint=sys.argv[2]", LINER, f"{folder}/liner")
        local = Cluster(Path(folder), 2, AS_IT_COMES)
        stopped("a sweep on two Dask workers", f"{sweep}, {client}", many, f"{folder}/there", f"{folder}/scheduler.json")
        local.close()


def stopped(name: str, call: str, *words: str) -> None:
    """Runs a call that lacks its end in a process of its own, and ends it as soon as it says how far it is."""
    code = f'import sys, synovia; {call}, progress=lambda *_: print("on", flush=True))'
    child = subprocess.Popen([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert child.stdout is not None and child.stdout.readline()
    begun = time.perf_counter()
    child.send_signal(signal.SIGINT)
    # What it still says is of no interest, but must not fill the pipe.
    child.communicate()
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


# What Dask does while nobody asks it anything, and what of it a study of many runs can do without.
AS_IT_COMES: dict[str, str] = {}
QUIET = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "500ms",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
    "DASK_DISTRIBUTED__WORKER__MEMORY__MONITOR_INTERVAL": "1s",
}


class Cluster:
    """A scheduler and workers, each a process whose time is counted alone."""

    def __init__(self, folder: Path, workers: int, settings: dict[str, str], dashboard: bool = False) -> None:
        from distributed import Client

        self._place, self._room = folder / "scheduler.json", {**os.environ, **settings}
        self._shown = ["--dashboard-address", ":0"] if dashboard else ["--no-dashboard"]
        self.scheduler = self._start("scheduler", "--port", "0")
        while not self._place.exists() or not self._place.read_text().endswith("}"):
            time.sleep(0.05)
        self.workers = [self._start("worker", "--nthreads", "1", "--no-nanny") for _ in range(workers)]
        self.client = Client(scheduler_file=self._place, set_as_default=False)
        self.client.wait_for_workers(workers)
        self.client.run(__import__, "synovia")

    def _start(self, kind: str, *more: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", self._place, *self._shown, *more]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self._room)

    def worked(self) -> dict[str, float]:
        """Processors' time of client, scheduler and all workers together."""
        return {
            "client": time.process_time(),
            "scheduler": of_process(self.scheduler.pid),
            "workers": sum(of_process(worker.pid) for worker in self.workers),
        }

    def waiting(self, seconds: float) -> dict[str, float]:
        """Processors' time of each in a second in which nobody asks for anything."""
        before = self.worked()
        time.sleep(seconds)
        return {who: (now - before[who]) / seconds for who, now in self.worked().items()}

    def close(self) -> None:
        self.client.close()
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


def of_process(number: int) -> float:
    """Processors' time of a process that has not ended, as Linux says it, in s."""
    words = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def waiting(workers: int, seconds: float = 10.0) -> None:
    """What a cluster takes that has nothing to do."""
    kinds = [("as it comes, with its pages", AS_IT_COMES, True), ("as it comes", AS_IT_COMES, False), ("quiet", QUIET, False)]
    for name, settings, dashboard in kinds:
        with tempfile.TemporaryDirectory() as folder:
            cluster = Cluster(Path(folder), workers, settings, dashboard)
            time.sleep(2.0)
            used = {who: 1e3 * value for who, value in cluster.waiting(seconds).items()}
            cluster.close()
        print(f"{workers} workers that wait ({name}): {said(used, 'ms', 1)} each second")


def said(used: dict[str, float], unit: str, digits: int) -> str:
    return ", ".join(f"{who} {value:.{digits}f} {unit}" for who, value in used.items())


def cluster(what: str, text: str, runs: int, workers: int) -> None:
    """Least of three: what the others on this machine do to the caches is not ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "study.toml").write_text(text)
        alone = min((shards(folder / "study.toml", folder / f"shards{i}", workers) for i in range(3)), key=lambda one: one[1])
        print(f"{runs} {what} as {workers} shards and their merge: {alone[1]:.2f} s of processors' time, {alone[0]:.2f} s by the clock")
        for setting, settings in [("quiet", QUIET), ("as it comes", AS_IT_COMES)]:
            (folder / setting).mkdir()
            local = Cluster(folder / setting, workers, settings)
            idle = local.waiting(5.0)
            best: tuple[float, float, dict[str, float]] | None = None
            for i in range(3):
                out = folder / setting / f"out{i}"
                begun, before = time.perf_counter(), local.worked()
                synovia.Sweep(folder / "study.toml").run(out, executor=local.client, progress=False)
                clock = time.perf_counter() - begun
                used = {who: now - before[who] for who, now in local.worked().items()}
                if best is None or sum(used.values()) < best[1]:
                    best = clock, sum(used.values()), used
            peaks = local.client.run(lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).values()
            local.close()
            same = all(
                path.read_bytes() == (folder / "shards0/all" / path.relative_to(out)).read_bytes()
                for path in [*(out / "parts").iterdir(), out / "table.csv", out / "table.parquet", out / "summary.json"]
            )
            assert best is not None
            clock, total, used = best
            print(f"  on {workers} Dask workers ({setting}): {total:.2f} s ({said(used, 's', 2)}), {clock:.2f} s by the clock")
            still = clock * sum(idle.values())
            print(f"    of it {still:.2f} s because it lasted {clock:.0f} s: {1e3 * sum(idle.values()):.0f} ms each second, also where there is nothing to do")
            print(f"    efficiency {alone[1] / total:.0%}, without that {alone[1] / (total - still):.0%}; {1e6 * alone[1] / runs:.0f} µs per run in a shard, {1e6 * (total - alone[1]) / runs:+.0f} µs on Dask; same bytes: {same}")
            print(f"    largest memory: client {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB, worker {max(peaks) / 1024:.0f} MB", flush=True)


if __name__ == "__main__":
    sizes = [int(text) for text in sys.argv[1:]]
    runs, workers = sizes[0] if sizes else 10_000, sizes[1] if len(sizes) > 1 else 4
    importing()
    calls()
    stopping()
    waiting(workers)
    cluster("static hips", SWEEP.format(runs=runs), runs, workers)
    cluster("walking hips", WALKING.format(runs=runs), runs, workers)
