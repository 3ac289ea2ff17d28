"""Studies of many runs on a real Dask cluster of worker processes on this machine."""

import os
import signal
import threading
import time

import pytest
from conftest import ROOT, SEARCH, SWEEP, content

import synovia

distributed = pytest.importorskip("distributed")

SLOW = """
[hip.experiment.quasi-static]
[hip.output]
elements = 1000
frames = 21
[vary]
hip.implant.clearance = { from = "40 um", to = "200 um", count = 120 }
[runs.grid]
"""


@pytest.fixture(scope="module")
def cluster():
    quiet = {"distributed.worker.daemon": True, "distributed.scheduler.allowed-failures": 5}
    import dask

    with dask.config.set(quiet), distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60
    ) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with distributed.Client(cluster) as client:
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


def test_a_run_that_fails_on_a_worker_is_a_row(tmp_path, client):
    text = '[hip.experiment.static]\nload = "2 kN"\n[vary]\nhip.experiment.static.load = ["1 kN", "900 kN"]\n'
    result = synovia.Sweep.from_text(text).run(tmp_path / "out", executor=client)
    assert list(result.errors) == [1]


def test_a_worker_that_is_killed_in_a_block_changes_nothing(tmp_path, client, reference):
    processes = list(client.run(os.getpid).values())
    seen = threading.Event()

    def show(stage: str, share: float) -> None:
        if share > 0 and not seen.is_set():
            seen.set()
            os.kill(processes[0], signal.SIGKILL)

    result = synovia.Sweep.from_text(SLOW).run(tmp_path / "out", executor=client, progress=show)
    assert seen.is_set() and len(result) == 120 and not result.errors
    assert content(tmp_path / "out") == reference(SLOW)


class Stopped(Exception):
    pass


def test_stopped_and_resumed_by_other_workers_it_is_the_same(tmp_path, client, reference):
    def stop(stage: str, share: float) -> None:
        if share > 0.2:
            raise Stopped

    with pytest.raises(Stopped):
        synovia.Sweep.from_text(SLOW).run(tmp_path / "out", executor=client, progress=stop)
    kept = len(synovia.load(tmp_path / "out"))
    assert 0 < kept < 120
    synovia.Sweep.from_text(SLOW).run(tmp_path / "out")
    assert content(tmp_path / "out") == reference(SLOW)


def test_a_client_that_loses_its_scheduler_keeps_what_is_finished(tmp_path, reference):
    cluster = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=60
    )
    client = distributed.Client(cluster)
    closing = threading.Event()

    def lose(stage: str, share: float) -> None:
        if share > 0 and not closing.is_set():
            closing.set()
            cluster.close()

    try:
        with pytest.raises(synovia.WorkerError, match="kept"):
            synovia.Sweep.from_text(SLOW).run(tmp_path / "out", executor=client, progress=lose)
    finally:
        client.close()
        cluster.close()
    assert 0 < len(synovia.load(tmp_path / "out")) < 120
    time.sleep(0.1)
    synovia.Sweep.from_text(SLOW).run(tmp_path / "out")
    assert content(tmp_path / "out") == reference(SLOW)
