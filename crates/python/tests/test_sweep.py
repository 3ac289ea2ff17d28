"""Stores have the bytes of `synovia run`, whoever computed them; nothing that was finished is lost."""

import json
import pickle
import subprocess
import sys
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from conftest import ENDLESS, ROOT, RUNS, SEARCH, SWEEP, UNEVEN, content

import synovia
from synovia import _executors, _worker


def test_threads_write_the_bytes_of_the_command_line(tmp_path, reference):
    text = SWEEP % 40
    result = synovia.Sweep.from_text(text).run(tmp_path / "out")
    assert content(tmp_path / "out") == reference(text)
    assert len(result) == 40 and not result.errors
    assert "<svg" in result._repr_html_()


def test_keywords_and_dotted_paths_are_the_file(tmp_path):
    text = SWEEP % 5
    spoken = synovia.Sweep(
        title="clearances",
        hip={"contact": {"elastic-foundation": {}}, "experiment": {"static": {"load": "2 kN"}}},
        vary={"hip.implant.clearance": {"from": "40 um", "to": "200 um", "count": 5}},
        runs={"grid": {}},
    )
    assert spoken.resolved == synovia.Sweep.from_text(text).resolved


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_processes_write_the_bytes_of_the_command_line(tmp_path, reference, start):
    text = SWEEP % 600  # three parts, the last of them short
    # What was computed before must not hang a process that is forked.
    synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "before")
    with ProcessPoolExecutor(2, mp_context=get_context(start)) as pool:
        synovia.Sweep.from_text(text).run(tmp_path / "out", executor=pool)
    assert content(tmp_path / "out") == reference(text)


def test_loky_and_threads_are_executors_too(tmp_path, reference):
    loky = pytest.importorskip("loky")
    text = SWEEP % 40
    synovia.Sweep.from_text(text).run(tmp_path / "loky", executor=loky.get_reusable_executor(2))
    with ThreadPoolExecutor(2) as pool:
        synovia.Sweep.from_text(text).run(tmp_path / "threads", executor=pool)
    assert content(tmp_path / "loky") == content(tmp_path / "threads") == reference(text)


def test_a_search_asks_the_same_of_workers(tmp_path, reference):
    with ThreadPoolExecutor(3) as pool:
        result = synovia.Sweep.from_text(SEARCH).run(tmp_path / "out", executor=pool)
    assert content(tmp_path / "out") == reference(SEARCH)
    assert result.best is not None and result.best["peak_pressure_Pa"] == np.nanmin(result.table["peak_pressure_Pa"])


class Counted(ThreadPoolExecutor):
    """Remembers which blocks were asked for."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self.blocks: list[list[int]] = []

    def submit(self, function, sent, asked):
        self.blocks.append([one["run"] for one in json.loads(asked.split(" ", 2)[2])])
        return super().submit(function, sent, asked)


def test_all_points_of_a_round_are_asked_for_before_the_first_is_known(tmp_path):
    rounds = []
    sweep = synovia.Sweep.from_text(SEARCH)
    runner = sweep._inner.open(tmp_path / "out")

    class Asked:
        def __getattr__(self, name):
            return getattr(runner, name)

        def ask(self, most):
            asked = runner.ask(most)
            rounds.append((len(asked or ()), len(pool.blocks)))
            return asked

    with Counted(3) as pool:
        _executors.run_on(pool, sweep._inner, Asked(), None)
    runner.release()
    sizes = [size for size, _ in rounds if size]
    begun = [blocks for size, blocks in rounds if size]
    assert sizes == [8, 3, 3, 3, 3, 3, 1]
    # Eight points at first, then three for three workers: each round is divided among all of them.
    assert all(after - before >= min(3, size) for size, before, after in zip(sizes, begun, begun[1:], strict=False))


CHOICES = """
[hip.contact.elastic-foundation]
[hip.experiment.static]
load = "2 kN"
[vary]
hip.implant.liner-material = ["UHMWPE", "cross-linked PE"]
hip.experiment.static.load = ["1 kN", "2 kN", "900 kN"]
[runs.grid]
"""


def test_choices_warnings_and_errors_arrive_as_they_were(tmp_path, reference):
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        result = synovia.Sweep.from_text(CHOICES).run(tmp_path / "out", executor=pool)
    assert content(tmp_path / "out") == reference(CHOICES)
    assert len(result.errors) == 2 and set(result.table[result.inputs[0]]) == {"UHMWPE", "cross-linked PE"}


def test_what_a_worker_has_no_time_for_is_asked_for_again(tmp_path, reference, monkeypatch):
    monkeypatch.setattr(_executors, "_MOST", 0.0)
    text = SWEEP % 40
    with Counted(1) as pool:
        synovia.Sweep.from_text(text).run(tmp_path / "out", executor=pool)
    # One run of each block is computed, the others come back.
    assert len(pool.blocks) == 40 and max(map(len, pool.blocks)) > 1
    assert content(tmp_path / "out") == reference(text)


class Plan:
    """Runs of a plan, none of them done; `each` seconds long."""

    adaptive = False

    def __init__(self, most: int) -> None:
        self.most, self.next = most, 0

    def ask(self, most: int):
        asked = [str(run) for run in range(self.next, min(self.most, self.next + most))]
        self.next += len(asked)
        return asked or None


@pytest.mark.parametrize(("each", "most"), [(1e-4, 30), (2e-3, 60), (0.2, 2_600), (60.0, 10_010)])
def test_blocks_are_few_and_every_run_is_in_one(each, most):
    plan = Plan(10_000)
    blocks, made, finished = _executors._Blocks(plan, plan), [], []
    while (block := blocks.take(4, len(finished))) is not None:
        # A worker stops after some seconds.
        done = max(1, min(len(block), int(_executors._MOST / each)))
        made.append(done)
        finished += block[:done]
        blocks.back(block, done)
        blocks.learn(done, each * done)
    assert blocks.is_over and finished == [str(run) for run in range(10_000)]
    assert len(made) <= most, len(made)
    # After the first none takes much longer than a second, unless one run does; none is too small for a scheduler.
    assert max(made[1:]) * each <= max(1.42, each)
    assert all(size * each >= min(0.02, each) for size in made[1:-1])


def test_a_table_is_read_when_it_is_asked_for(tmp_path):
    result = synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out")
    assert result._contents is None and len(result) == 3 and result._contents is not None
    assert not result.damage and result.header["runs"] == 3


def test_a_run_that_fails_is_a_row_with_its_error(tmp_path):
    # 60 kN would crush the liner.
    text = '[hip.contact.elastic-foundation]\n[hip.experiment.static]\nload = "2 kN"\n[vary]\nhip.experiment.static.load = ["1 kN", "2 kN", "900 kN"]\n'
    with ThreadPoolExecutor(2) as pool:
        result = synovia.Sweep.from_text(text).run(tmp_path / "out", executor=pool)
    assert list(result.errors) == [2] and result.errors[2]
    assert np.isnan(result.table["peak_pressure_Pa"][2]) and result.table["peak_pressure_Pa"][1] > 0
    assert result.table.to_pandas()["error"].isna().tolist() == [True, True, False]


def test_a_worker_of_another_build_is_refused_with_both(tmp_path, monkeypatch):
    sent = _worker.parcel(synovia.Sweep.from_text(SWEEP % 3)._inner, {})
    version, build, *rest = pickle.loads(sent)
    # What comes after the two may be of another shape.
    other = pickle.dumps((version, "another-build", *rest, "more"))
    monkeypatch.setattr("synovia._executors.parcel", lambda *_: other)
    with ThreadPoolExecutor(1) as pool, pytest.raises(synovia.VersionError, match=f"{build}.*another-build"):
        synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out", executor=pool)


def test_a_worker_without_the_package_is_refused(tmp_path):
    class Bare:
        _max_workers = 1

        def submit(self, *_):
            future = Future()
            future.set_exception(ModuleNotFoundError("No module named 'synovia'"))
            return future

    with pytest.raises(synovia.VersionError, match="(?s)No module named 'synovia'.*hint: install"):
        synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out", executor=Bare())


def test_a_store_of_another_study_is_left_alone(tmp_path):
    synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out")
    before = content(tmp_path / "out")
    with pytest.raises(synovia.SynoviaError, match="another study"):
        synovia.Sweep.from_text(SWEEP % 4).run(tmp_path / "out")
    assert content(tmp_path / "out") == before


STOPPED = """
import os, signal, sys, synovia

def stop(stage, share):
    if share > 0:
        os.kill(os.getpid(), getattr(signal, sys.argv[3]))

synovia.Sweep.from_text(sys.argv[2]).run(sys.argv[1], progress=stop)
"""


@pytest.mark.parametrize("sent", ["SIGINT", "SIGKILL"])
def test_what_is_stopped_or_killed_goes_on_with_the_same_call(tmp_path, reference, sent):
    out = tmp_path / "out"
    child = [sys.executable, "-c", STOPPED, out, UNEVEN, sent]
    done = subprocess.run(child, capture_output=True, text=True, check=False)
    assert done.returncode != 0 and ("KeyboardInterrupt" in done.stderr) == (sent == "SIGINT"), done.stderr
    assert 0 < len(synovia.load(out)) < RUNS
    synovia.Sweep.from_text(UNEVEN).run(out)
    assert content(out) == reference(UNEVEN)


# The other thread gets the lock only if the run gives it away: otherwise this would take hours.
INTERRUPTED = """
import signal, sys, threading, time, synovia

sys.setswitchinterval(3600.0)
study = synovia.Study.from_text(sys.argv[1])

def interrupt():
    while not any(frame.f_code.co_name == "run" for frame in sys._current_frames().values()):
        time.sleep(0)
    for _ in range(100):
        time.sleep(0)
    signal.raise_signal(signal.SIGINT)

threading.Thread(target=interrupt).start()
try:
    study.run(progress=False, checkpoint=sys.argv[2])
except KeyboardInterrupt:
    print("stopped")
"""


def test_the_lock_is_free_while_a_long_run_computes_and_ctrl_c_ends_it(tmp_path):
    child = [sys.executable, "-c", INTERRUPTED, ENDLESS, tmp_path / "liner.checkpoint"]
    done = subprocess.run(child, capture_output=True, text=True, check=True)
    assert done.stdout == "stopped\n", done.stderr


def test_shards_are_joined(tmp_path, reference):
    text = SWEEP % 40
    for index in (1, 2):
        synovia.Sweep.from_text(text).run(tmp_path / str(index), shard=(index, 2))
    with pytest.warns(UserWarning, match="20 of 40"):
        assert len(synovia.merge([tmp_path / "1"], tmp_path / "half")) == 20
    joined = synovia.merge([tmp_path / "1", tmp_path / "2"], tmp_path / "all")
    assert len(joined) == 40 and content(tmp_path / "all") == reference(text)


def test_how_many_runs_a_search_asks_for_is_said_in_the_study(tmp_path):
    def rounds(text: str) -> list[int]:
        runner = synovia.Sweep.from_text(text)._inner.open(tmp_path / str(hash(text)))
        campaign, sizes = synovia.Sweep.from_text(text)._inner, []
        while asked := runner.ask(100):
            sizes.append(len(asked))
            runner.add(campaign.answer(f"[{','.join(asked)}]", 900.0)[0])
        runner.release()
        return sizes

    assert rounds(SEARCH) == [8, 3, 3, 3, 3, 3, 1]
    assert rounds(SEARCH.replace("at-once = 3\n", "")) == [8, 4, 4, 4, 4]
    with pytest.raises(synovia.StudyError, match="only a Bayesian search"):
        synovia.Sweep.from_text(SEARCH.replace("at-once = 3", 'at-once = 3\nsearch = "cobyla"'))


def test_a_store_of_a_newer_layout_is_refused_and_left_alone(tmp_path):
    synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out")
    header = tmp_path / "out/store.json"
    made = json.loads(header.read_text())
    header.write_text(json.dumps({**made, "format": made["format"] + 1, "version": "99.1.0"}))
    before = content(tmp_path / "out")
    for use in (synovia.load, synovia.Sweep.from_text(SWEEP % 3).run):
        with pytest.raises(synovia.VersionError, match="99.1.0"):
            use(tmp_path / "out")
    assert content(tmp_path / "out") == before


def test_a_pickled_sweep_brings_its_files(tmp_path):
    sweep = synovia.Sweep(ROOT / "studies/hip-calibrate.toml")
    back = pickle.loads(pickle.dumps(sweep))
    assert back._inner.hash == sweep._inner.hash
