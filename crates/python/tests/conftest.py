"""What the tests share: the program to compare with, and small studies."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

# Tests neither use nor fill the cache of whoever runs them; before anything asks where it is.
os.environ["SYNOVIA_CACHE"] = "off"
# A busy machine is not a broken one; also for the cluster of a notebook.
for wait in ("COMM__TIMEOUTS__CONNECT", "COMM__TIMEOUTS__TCP", "SCHEDULER__WORKER_TTL", "DEPLOY__LOST_WORKER_TIMEOUT"):
    os.environ[f"DASK_DISTRIBUTED__{wait}"] = "600s"

# A hip under one load: milliseconds.
STATIC = {
    "implant": {"head-diameter": "32 mm", "clearance": "80 um"},
    "experiment": {"static": {"load": "2 kN"}},
}

SWEEP = """
title = "clearances"
[hip.contact.elastic-foundation]
[hip.experiment.static]
load = "2 kN"
[vary]
hip.implant.clearance = { from = "40 um", to = "200 um", count = %d }
[runs.grid]
"""

SEARCH = """
[hip.contact.elastic-foundation]
[hip.experiment.static]
load = "2 kN"
[vary]
hip.implant.clearance = { from = "40 um", to = "200 um" }
hip.implant.liner-thickness = { from = "5 mm", to = "10 mm" }
[runs.optimise]
count = 24
minimise = ["peak_pressure_Pa"]
at-once = 3
"""

# Forty quick runs, then two that take long: whoever sees the first end has time to stop the rest, however busy the machine.
UNEVEN = """
[hip.contact.elastic-foundation]
[hip.experiment.quasi-static]
[hip.output]
elements = 500
[vary]
hip.output.frames = [%s]
[runs.grid]
""" % ", ".join(map(str, [*range(3, 43), 30001, 30002]))
RUNS = 42

# Hours, if nobody stops it.
ENDLESS = """
[liner.mesh]
patch-cells = 2
ring-cells = 2
layers = 1
[liner.experiment.wear]
cycles = 10000
steps = 1000
"""


def program() -> Path:
    """The command line: built by the tests of the Rust code."""
    path = Path(os.environ.get("SYNOVIA_PROGRAM", ROOT / "target/release/synovia"))
    assert path.exists(), f"{path} is missing: build it with `cargo build --release --package synovia`"
    return path


def command(*arguments: object) -> subprocess.CompletedProcess[str]:
    done = subprocess.run([program(), *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def content(folder: Path) -> dict[str, bytes]:
    """The files of a store that may not depend on who computed it."""
    names = ["store.json", "manifest.jsonl", "journal.jsonl", "study.toml", "table.csv", "table.parquet", "summary.json"]
    parts = sorted((folder / "parts").iterdir())
    return {path.name: path.read_bytes() for path in [*(folder / name for name in names), *parts]}


@pytest.fixture(scope="session")
def reference(tmp_path_factory: pytest.TempPathFactory):
    """The stores that `synovia run` writes, each made once."""
    made: dict[str, dict[str, bytes]] = {}

    def store(text: str) -> dict[str, bytes]:
        if text not in made:
            folder = tmp_path_factory.mktemp("reference")
            (folder / "study.toml").write_text(text)
            command("run", folder / "study.toml", "--out", folder / "out", "--quiet")
            made[text] = content(folder / "out")
        return made[text]

    return store
