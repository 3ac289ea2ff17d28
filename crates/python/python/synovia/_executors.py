"""Blocks of runs on somebody else's processors: Dask, `concurrent.futures`, loky."""

from __future__ import annotations

import tempfile
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from . import _synovia
from ._progress import Show
from ._worker import answer, name_of, parcel, question
from .errors import VersionError, WorkerError


class Executor(Protocol):
    """What `concurrent.futures`, loky and Dask's client have in common."""

    def submit(self, function: Any, /, *arguments: Any, **options: Any) -> Any:
        """Computes a function elsewhere, and hands back a future."""


def _is_dask(executor: object) -> bool:
    return type(executor).__module__.split(".")[0] == "distributed"


def _workers(executor: Any) -> int:
    """How many blocks may be computed at once."""
    if _is_dask(executor):
        threads: dict[str, int] = executor.nthreads()
        return max(1, sum(threads.values()))
    for name in ("_max_workers", "max_workers"):
        count = getattr(executor, name, None)
        if isinstance(count, int) and count > 0:
            return count
    import os

    return os.cpu_count() or 1


class _Local:
    """Processes of this machine: the study is a file that each of them reads once."""

    def __init__(self, executor: Any, name: str, sent: Path) -> None:
        self._executor, self._name, self._sent = executor, name, sent

    def submit(self, block: list[str]) -> Any:
        return self._executor.submit(answer, self._sent, question(self._name, _MOST, block))

    def completed(self, pending: set[Any]) -> set[Any]:
        return set(wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done)

    def cancel(self, pending: set[Any]) -> None:
        for future in pending:
            future.cancel()


class _Dask:
    """Workers of a cluster: the study is scattered to each of them once."""

    def __init__(self, client: Any, name: str, sent: bytes) -> None:
        self._client, self._name = client, name
        # With a name of its own: the data of a run that has just failed may still be on their way out, and what has the same name
        # would go with them.
        self._sent = client.scatter(sent, broadcast=True, hash=False)

    def submit(self, block: list[str]) -> Any:
        # Whatever was computed before: the same block is asked for again only where its rows are lost.
        return self._client.submit(answer, self._sent, question(self._name, _MOST, block), pure=False)

    def completed(self, pending: set[Any]) -> set[Any]:
        import distributed

        waiting: Any = distributed.wait
        try:
            # Whichever client is the usual one.
            with self._client.as_current():
                return set(waiting(list(pending), timeout=0.2, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if self._client.status not in ("running", "connecting"):
                raise WorkerError("the scheduler is lost") from None
            return set()

    def cancel(self, pending: set[Any]) -> None:
        self._client.cancel(list(pending), force=True)


@contextmanager
def _connected(
    executor: Any, campaign: _synovia.Campaign, runner: _synovia.Runner
) -> Iterator[_Local | _Dask]:
    sent = parcel(campaign, runner.carried)
    name = name_of(sent)
    if _is_dask(executor):
        yield _Dask(executor, name, sent)
        return
    with tempfile.TemporaryDirectory(prefix="synovia-") as folder:
        file = Path(folder) / f"{name}.study"
        file.write_bytes(sent)
        yield _Local(executor, name, file)


_PART = 256  # Runs of a part of the store: blocks that end with one leave little to be written twice.
_SECONDS, _LARGEST = 1.0, 1024  # of a block, of a processor: what is lost with a worker, and what waits in memory.
_LEAST = 0.05  # s of a block: what a scheduler takes for one, some milliseconds, is little beside it.
_MOST = 5.0  # After so many seconds, by the clock, a worker hands back what is left of a block.
_FIRST = 64  # Runs of a block, while nobody knows how long one takes.
_LOOK = 1.0  # s between questions how many workers there are.


class _Blocks:
    """Runs that are to be computed, in blocks: large enough to cost little beside their work, small enough that all workers
    end together."""

    def __init__(self, campaign: _synovia.Campaign, runner: _synovia.Runner) -> None:
        self._runner, self._adaptive = runner, campaign.adaptive
        self._total = max(1, runner.most)
        self._waiting: deque[str] = deque()
        self._out = 0
        self._seconds: float | None = None  # of one run
        self._more = True

    def learn(self, rows: int, seconds: float) -> None:
        """So many runs took so many seconds."""
        one = seconds / rows
        self._seconds = one if self._seconds is None else 0.5 * (self._seconds + one)

    def _size(self, workers: int, finished: int) -> int:
        left = len(self._waiting) if self._adaptive else self._total - finished - self._out
        if self._seconds is None:
            return max(1, min(_FIRST, left // (4 * workers)))
        one = max(self._seconds, 1e-6)
        # The nearer the end, the smaller; but the points of one round of a search are divided at once.
        share = -(-left // workers) if self._adaptive else max(left // (2 * workers), int(_LEAST / one))
        size = max(1, min(_LARGEST, int(_SECONDS / one), share))
        # Whole parts, or the half of one, a quarter, …, whichever is nearest.
        return size // _PART * _PART if size >= _PART else 1 << (int(1.42 * size).bit_length() - 1)

    def take(self, workers: int, finished: int) -> list[str] | None:
        """The next block; none while a round of a search is not complete, and when there are no more."""
        if not self._waiting and self._more:
            asked = self._runner.ask(self._size(workers, finished))
            self._more = asked is not None
            self._waiting.extend(asked or ())
        if not self._waiting:
            return None
        size = min(len(self._waiting), self._size(workers, finished))
        self._out += size
        return [self._waiting.popleft() for _ in range(size)]

    def at_once(self, workers: int) -> int:
        """How many blocks may be with the workers: one that waits for each that is computed, so that nobody is idle; but
        none behind a run that takes long, because another worker may be free before."""
        return workers if (self._seconds or 0.0) > _SECONDS else 2 * workers

    def back(self, block: list[str], done: int) -> None:
        """Of a block so many runs were computed: the others are next."""
        self._out -= len(block)
        self._waiting.extendleft(reversed(block[done:]))

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to ask for any more."""
        return not self._more and not self._waiting


def run_on(executor: Any, campaign: _synovia.Campaign, runner: _synovia.Runner, show: Show | None) -> None:
    """Computes everything that is not in the store. What is finished is on disk as soon as it arrives."""
    total = max(1, runner.most)
    finished = runner.finished
    blocks = _Blocks(campaign, runner)
    with _connected(executor, campaign, runner) as workers:
        pending: dict[Any, list[str]] = {}
        count, looked = _workers(executor), time.monotonic()
        try:
            while pending or not blocks.is_over:
                if time.monotonic() - looked > _LOOK:
                    count, looked = _workers(executor), time.monotonic()
                while len(pending) < blocks.at_once(count) and (block := blocks.take(count, finished)) is not None:
                    pending[workers.submit(block)] = block
                if not pending:
                    continue
                for future in workers.completed(set(pending)):
                    rows, refused, *rest = _result(future)
                    if refused:
                        raise VersionError(f"{refused}\n hint: install the same build on all workers")
                    seconds, done = rest
                    blocks.back(pending.pop(future), done)
                    if done:
                        runner.add(rows)
                        blocks.learn(done, seconds)
                finished = runner.finished
                if show is not None:
                    show("runs", finished / total)
        except (BrokenExecutor, CancelledError, ConnectionError, WorkerError, OSError) as error:
            raise _lost(error, finished, total) from error
        except Exception as error:
            # A client without its scheduler fails in many ways.
            gone = _is_dask(executor) and executor.status != "running"
            if gone or type(error).__name__ in ("KilledWorker", "CommClosedError", "FutureCancelledError"):
                raise _lost(error, finished, total) from error
            raise
        finally:
            if pending:
                try:
                    workers.cancel(set(pending))
                except Exception:  # noqa: BLE001 - the cause is on its way to the user
                    pass


def _result(future: Any) -> tuple[Any, ...]:
    try:
        answered: tuple[Any, ...] = future.result()
    except (ImportError, AttributeError) as error:
        # Nothing of ours is looked up by name there but the package itself.
        here = f"this is synovia {_synovia.VERSION} (build {_synovia.BUILD})"
        hint = "install the same build on all workers"
        raise VersionError(f"a worker has no such synovia: {error}; {here}\n hint: {hint}") from error
    return answered


def _lost(error: BaseException, finished: int, total: int) -> WorkerError:
    return WorkerError(
        f"workers are lost: {error or type(error).__name__}; {finished} of {total} runs are kept\n"
        " hint: run it again with the same folder: it goes on where it stopped"
    )
