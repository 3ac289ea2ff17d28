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


def _campaign(sent: bytes | Path) -> _synovia.Campaign | str:
    """The study of a parcel, checked once a process; or why this worker must not run it."""
    key = str(sent) if isinstance(sent, Path) else hashlib.blake2b(sent).hexdigest()
    with _LOCK:
        if key in _KEPT:
            return _KEPT[key]
        version, build, *rest = pickle.loads(sent.read_bytes() if isinstance(sent, Path) else sent)
        if (version, build) != (_synovia.VERSION, _synovia.BUILD):
            return (
                f"a worker has synovia {_synovia.VERSION} (build {_synovia.BUILD}), "
                f"this is synovia {version} (build {build})"
            )
        text, files, carried = rest
        campaign = _synovia.Campaign(text, "study.toml", files, carried)
        _KEPT[key] = campaign
        while len(_KEPT) > 4:
            _KEPT.popitem(last=False)
        return campaign


def answer(sent: Any, asked: str) -> tuple[str, str, float]:
    """Computes a block: the rows, one line of JSON each; why it was refused, if it was; and how many seconds it took."""
    campaign = _campaign(sent)
    if isinstance(campaign, str):
        return "", campaign, 0.0
    begun = time.monotonic()
    return campaign.answer(asked), "", time.monotonic() - begun
