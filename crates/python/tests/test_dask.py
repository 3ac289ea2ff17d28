"""Studies of many runs on a real Dask cluster of worker processes on this machine."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT, RUNS, SEARCH, SWEEP, UNEVEN, content

import synovia

distributed = pytest.importorskip("distributed")


class Cluster:
    """A scheduler and workers, each a process of its own. Dask's `LocalCluster` loses count when one is killed."""

    def __init__(self, folder):
        self.place = folder / "scheduler.json"
        self.workers = []
        self.scheduler = self._start("scheduler", "--port", "0")
        while not self._is_written():
            assert self.scheduler.poll() is None, "the scheduler has ended"
            time.sleep(0.05)

    def _start(self, kind, *more):
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--scheduler-file", self.place, "--no-dashboard", *more]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def _is_written(self):
        try:
            return bool(json.loads(self.place.read_text()))
        except (OSError, ValueError):
            return False

    def scale(self, count):
        alive = [worker for worker in self.workers if worker.poll() is None]
        for worker in alive[count:]:
            worker.terminate()
            worker.wait()
        more = [self._start("worker", "--nthreads", "1", "--no-nanny") for _ in range(count - len(alive))]
        self.workers = alive[:count] + more

    def connect(self):
        client = distributed.Client(scheduler_file=self.place, set_as_default=False)
        client.wait_for_workers(len(self.workers))
        return client

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.close()


@pytest.fixture
def client(cluster):
    cluster.scale(2)
    with cluster.connect() as client:
        yield client


def test_workers_write_the_bytes_of_the_command_line(tmp_path, client, reference):
    text = SWEEP % 600
    synovia.Sweep.from_text(text).run(tmp_path / "out", executor=client)
    assert content(tmp_path / "out") == reference(text)


def test_a_search_writes_the_bytes_of_the_command_line(tmp_path, client, reference):
    synovia.Sweep.from_text(SEARCH).run(tmp_path / "out", executor=client)
    assert content(tmp_path / "out") == reference(SEARCH)


def test_files_travel_once(tmp_path, client, monkeypatch):
    sent = []
    scatter = client.scatter
    monkeypatch.setattr(client, "scatter", lambda *args, **options: sent.append(args) or scatter(*args, **options))
    own = ROOT / "studies/hip-own-data.toml"
    text = own.read_text() + '\n[vary]\nhip.implant.clearance = ["60 um", "80 um", "100 um", "120 um"]\n'
    here = synovia.Sweep.from_text(text, name=str(own))
    there = here.run(tmp_path / "there", executor=client)
    alone = here.run(tmp_path / "alone")
    assert len(sent) == 1 and len(there) == 4 and not there.errors
    assert content(tmp_path / "there") == content(tmp_path / "alone") and len(alone) == 4


def test_surfaces_travel_once_and_not_with_every_block(tmp_path, client, monkeypatch):
    sent, asked = [], []
    scatter, submit = client.scatter, client.submit
    monkeypatch.setattr(client, "scatter", lambda *args, **options: sent.append(args) or scatter(*args, **options))
    monkeypatch.setattr(client, "submit", lambda *args, **options: asked.append(args) or submit(*args, **options))
    design = synovia.template("knee-design").design(sagitta="200 um")
    parts = {"femoral": design.femoral, "insert": design.insert}
    sweep = synovia.Sweep(
        knee_replacement={
            "implant": {name: {"path": (part.points, part.triangles), "unit": "m"} for name, part in parts.items()},
            "activity": {"duration": "1.1 s"},
            "experiment": {"load_driven": {}},
            "output": {"frames": 5, "spacing": "4 mm"},
        },
        vary={"knee-replacement.activity.load.peak": ["1.6 kN", "1.8 kN", "2 kN", "2.2 kN", "2.4 kN"]},
    )
    there = sweep.run(tmp_path / "there", executor=client)
    alone = sweep.run(tmp_path / "alone")
    assert len(there) == len(alone) == 5 and not there.errors
    assert content(tmp_path / "there") == content(tmp_path / "alone")
    # Both surfaces, three single numbers a corner at the least, are in the one parcel, and in no question.
    [(parcel,)] = sent
    least = sum(12 * len(part.points) for part in parts.values())
    assert len(parcel) > least > sum(len(question) for _, _, question in asked)


def test_a_worker_of_another_build_is_refused_with_both(tmp_path, client):
    def become(build: str) -> str:
        from synovia import _worker

        before, _worker._synovia.BUILD = _worker._synovia.BUILD, build
        return before

    worker = next(iter(client.scheduler_info()["workers"]))
    before = client.run(become, "another-build", workers=[worker])[worker]
    try:
        with pytest.raises(synovia.VersionError, match=f"another-build.*{before}"):
            synovia.Sweep.from_text(SWEEP % 301).run(tmp_path / "out", executor=client)
    finally:
        client.run(become, before, workers=[worker])
    # What the other one had finished is kept, and the same call goes on.
    result = synovia.Sweep.from_text(SWEEP % 301).run(tmp_path / "out", executor=client)
    assert len(result) == 301 and not result.errors


def test_a_run_that_fails_on_a_worker_is_a_row(tmp_path, client):
    text = '[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = "2 kN"\n[vary]\nhip.experiment.static.load = ["1 kN", "900 kN"]\n'
    result = synovia.Sweep.from_text(text).run(tmp_path / "out", executor=client)
    assert list(result.errors) == [1]


def test_a_worker_that_is_killed_in_a_block_changes_nothing(tmp_path, client, reference):
    killed = []

    def show(stage: str, share: float) -> None:
        busy = [worker for worker, blocks in client.processing().items() if blocks]
        if share > 0 and busy and not killed:
            process = client.run(os.getpid, workers=busy[:1])[busy[0]]
            killed.append(process)
            os.kill(process, signal.SIGKILL)

    result = synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out", executor=client, progress=show)
    assert killed and len(result) == RUNS and not result.errors
    assert content(tmp_path / "out") == reference(UNEVEN)


class Stopped(Exception):
    pass


def test_stopped_and_resumed_by_other_workers_it_is_the_same(tmp_path, cluster, client, reference):
    def stop(stage: str, share: float) -> None:
        if share > 0.2:
            raise Stopped

    with pytest.raises(Stopped):
        synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out", executor=client, progress=stop)
    kept = len(synovia.load(tmp_path / "out"))
    assert 0 < kept < RUNS
    before = set(client.scheduler_info()["workers"])
    cluster.scale(0)
    cluster.scale(3)
    # Those of before are gone, and three others are there.
    while len(now := set(client.scheduler_info()["workers"])) != 3 or before & now:
        time.sleep(0.05)
    synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out", executor=client)
    assert content(tmp_path / "out") == reference(UNEVEN)


INTERRUPTED = """
import sys, distributed, synovia

client = distributed.Client(scheduler_file=sys.argv[3], set_as_default=False)
synovia.Sweep.from_text(sys.argv[1]).run(sys.argv[2], executor=client, progress=lambda _, share: share > 0 and print("on", flush=True))
"""


def test_ctrl_c_ends_a_client_and_the_same_call_goes_on(tmp_path, cluster, client, reference):
    command = [sys.executable, "-c", INTERRUPTED, UNEVEN, tmp_path / "out", cluster.place]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    # It waits for its workers, as it does nearly always.
    assert child.stdout.readline() == "on\n"
    child.send_signal(signal.SIGINT)
    _, said = child.communicate()
    assert child.returncode != 0 and "KeyboardInterrupt" in said
    assert 0 < len(synovia.load(tmp_path / "out")) < RUNS
    synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out", executor=client)
    assert content(tmp_path / "out") == reference(UNEVEN)


def test_other_numbers_of_workers_write_the_same(tmp_path, cluster, client, reference):
    text = SWEEP % 300
    for count in (1, 3, 2):
        cluster.scale(count)
        client.wait_for_workers(count)
        synovia.Sweep.from_text(text).run(tmp_path / str(count), executor=client)
        assert content(tmp_path / str(count)) == reference(text)


ELEMENTS = """
[hip.contact.finite-elements]
cells = 12
[hip.experiment.static]
load = "1 kN"
[vary]
hip.experiment.static.load = ["0.8 kN", "1 kN", "1.2 kN"]
"""


def test_what_was_computed_here_is_not_computed_again_by_workers(tmp_path, reference):
    kept = tmp_path / "kept"
    options = {"n_workers": 1, "threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": 60}
    with (
        distributed.LocalCluster(**options, env={"SYNOVIA_CACHE": str(kept)}) as cluster,
        distributed.Client(cluster) as client,
    ):
        assert set(client.run(lambda: os.environ["SYNOVIA_CACHE"]).values()) == {str(kept)}
        synovia.Sweep.from_text(ELEMENTS).run(tmp_path / "out", executor=client)
    assert content(tmp_path / "out") == reference(ELEMENTS)
    # A worker that computes a compliance keeps it.
    assert not any(path.is_file() for path in kept.rglob("*"))


def test_a_client_that_loses_its_scheduler_keeps_what_is_finished(tmp_path, reference):
    cluster = Cluster(tmp_path)
    cluster.scale(1)
    client = cluster.connect()

    def lose(stage: str, share: float) -> None:
        if share > 0:
            cluster.scheduler.kill()

    try:
        # How long it looks for a scheduler that is gone.
        client._timeout = 1
        with pytest.raises(synovia.WorkerError, match="kept"):
            synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out", executor=client, progress=lose)
    finally:
        cluster.close()
        client.close()
    assert 0 < len(synovia.load(tmp_path / "out")) < RUNS
    synovia.Sweep.from_text(UNEVEN).run(tmp_path / "out")
    assert content(tmp_path / "out") == reference(UNEVEN)
