"""What runs on a worker: blocks of runs of one study, which is sent and checked once."""

from __future__ import annotations

import hashlib
import pickle
import time
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from typing import Any

from . import _synovia

_KEPT: OrderedDict[str, _synovia.Campaign] = OrderedDict()
_LOCK = Lock()


def parcel(campaign: _synovia.Campaign, carried: dict[str, bytes]) -> bytes:
    """Everything that a worker needs of a study: its files, and what of the cache its base case used."""
    # Version and build stay the first two, so that every version of the package can say which other one this is.
    parts = (_synovia.VERSION, _synovia.BUILD, campaign.resolved, campaign.data_files, carried)
    return pickle.dumps(parts, protocol=5)


def name_of(sent: bytes) -> str:
    """What a parcel is called on all workers."""
    return hashlib.blake2b(sent, digest_size=16).hexdigest()


def _campaign(name: str, sent: bytes | Path) -> _synovia.Campaign | str:
    """The study of a parcel, checked once a process; or why this worker must not run it."""
    with _LOCK:
        if name in _KEPT:
            _KEPT.move_to_end(name)
            return _KEPT[name]
        version, build, *rest = pickle.loads(sent.read_bytes() if isinstance(sent, Path) else sent)
        if (version, build) != (_synovia.VERSION, _synovia.BUILD):
            return (
                f"a worker has synovia {_synovia.VERSION} (build {_synovia.BUILD}), "
                f"this is synovia {version} (build {build})"
            )
        text, files, carried = rest
        campaign = _synovia.Campaign(text, "study.toml", files, carried)
        _KEPT[name] = campaign
        while len(_KEPT) > 4:
            _KEPT.popitem(last=False)
        return campaign


def question(name: str, most: float, block: list[str]) -> str:
    """A block that is asked for: the parcel that it belongs to, about how many seconds it may take, and its runs."""
    return f"{name} {most} [{','.join(block)}]"


def answer(sent: Any, asked: str) -> tuple[bytes, str, float, int]:
    """Computes a block: the rows; why it was refused, if it was; how many seconds it took, and how many runs they were enough for.

    What goes in, and the first two that come out, stay as they are: any version of the package can then refuse any other.
    """
    name, most, runs = asked.split(" ", 2)
    campaign = _campaign(name, sent)
    if isinstance(campaign, str):
        return b"", campaign, 0.0, 0
    begun, worked = time.monotonic(), time.process_time()
    rows, count = campaign.answer(runs, float(most))
    # Of the processor, where others use it, too: blocks would else become the smaller, and cost the more, the busier it is.
    # Threads that compute other blocks are counted by the second, but not by the first.
    seconds = min(time.monotonic() - begun, time.process_time() - worked)
    return rows, "", seconds, count
