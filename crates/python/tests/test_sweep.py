"""Stores have the bytes of `synovia run`, whoever computed them; nothing that was finished is lost."""

import os
import pickle
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from conftest import ROOT, SEARCH, SWEEP, content

import synovia
from synovia import _worker


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
        hip={"experiment": {"static": {"load": "2 kN"}}},
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


def test_a_run_that_fails_is_a_row_with_its_error(tmp_path):
    # 60 kN would crush the liner.
    text = '[hip.experiment.static]\nload = "2 kN"\n[vary]\nhip.experiment.static.load = ["1 kN", "2 kN", "900 kN"]\n'
    with ThreadPoolExecutor(2) as pool:
        result = synovia.Sweep.from_text(text).run(tmp_path / "out", executor=pool)
    assert list(result.errors) == [2] and result.errors[2]
    assert np.isnan(result.table["peak_pressure_Pa"][2]) and result.table["peak_pressure_Pa"][1] > 0
    assert result.table.to_pandas()["error"].isna().tolist() == [True, True, False]


def test_a_worker_of_another_build_is_refused_with_both(tmp_path, monkeypatch):
    sent = _worker.parcel(synovia.Sweep.from_text(SWEEP % 3)._inner)
    version, build, text, files = pickle.loads(sent)
    monkeypatch.setattr("synovia._executors.parcel", lambda _: pickle.dumps((version, "another-build", text, files)))
    with ThreadPoolExecutor(1) as pool, pytest.raises(synovia.VersionError, match=f"{build}.*another-build"):
        synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out", executor=pool)


def test_a_store_of_another_study_is_left_alone(tmp_path):
    synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out")
    before = content(tmp_path / "out")
    with pytest.raises(synovia.SynoviaError, match="another study"):
        synovia.Sweep.from_text(SWEEP % 4).run(tmp_path / "out")
    assert content(tmp_path / "out") == before


SLOW = """
[hip.experiment.quasi-static]
[hip.output]
elements = 1000
frames = 21
[vary]
hip.implant.clearance = { from = "40 um", to = "200 um", count = 300 }
[runs.grid]
"""

CHILD = """
import sys, synovia
synovia.Sweep.from_text(sys.argv[2]).run(sys.argv[1], progress=lambda stage, share: print(share, flush=True))
"""


def test_ctrl_c_stops_soon_and_the_same_call_goes_on(tmp_path, reference):
    out = tmp_path / "out"
    child = subprocess.Popen([sys.executable, "-c", CHILD, out, SLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if float(line) > 0:
            break
    asked = time.monotonic()
    child.send_signal(signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert "KeyboardInterrupt" in said and child.returncode != 0
    # Two seconds on an idle machine; this one may be busy.
    assert time.monotonic() - asked < 30
    kept = len(synovia.load(out))
    assert 0 < kept < 300
    synovia.Sweep.from_text(SLOW).run(out)
    assert content(out) == reference(SLOW)


def test_a_process_that_is_killed_loses_nothing_that_was_finished(tmp_path, reference):
    out = tmp_path / "out"
    child = subprocess.Popen([sys.executable, "-c", CHILD, out, SLOW], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    for line in child.stdout:
        if float(line) > 0:
            break
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert 0 < len(synovia.load(out)) < 300
    synovia.Sweep.from_text(SLOW).run(out)
    assert content(out) == reference(SLOW)


def test_a_pickled_sweep_brings_its_files(tmp_path):
    sweep = synovia.Sweep(ROOT / "studies/hip-calibrate.toml")
    back = pickle.loads(pickle.dumps(sweep))
    assert back._inner.hash == sweep._inner.hash
