"""Blocks of runs on somebody else's processors: Dask, `concurrent.futures`, loky."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, wait
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from . import _synovia
from ._progress import Show
from ._worker import answer, parcel
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

    def __init__(self, executor: Any, sent: Path) -> None:
        self._executor, self._sent = executor, sent

    def submit(self, asked: str) -> Any:
        return self._executor.submit(answer, self._sent, asked)

    def completed(self, pending: set[Any]) -> set[Any]:
        return set(wait(pending, timeout=0.2, return_when=FIRST_COMPLETED).done)

    def cancel(self, pending: set[Any]) -> None:
        for future in pending:
            future.cancel()


class _Dask:
    """Workers of a cluster: the study is scattered to each of them once."""

    def __init__(self, client: Any, sent: bytes) -> None:
        self._client = client
        self._sent = client.scatter(sent, broadcast=True, hash=True)

    def submit(self, asked: str) -> Any:
        # Whatever was computed before: the same block is asked for again only where its rows are lost.
        return self._client.submit(answer, self._sent, asked, pure=False)

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
    if _is_dask(executor):
        yield _Dask(executor, sent)
        return
    with tempfile.TemporaryDirectory(prefix="synovia-") as folder:
        file = Path(folder) / f"{campaign.hash[:16]}.study"
        file.write_bytes(sent)
        yield _Local(executor, file)


_SECONDS, _LARGEST = 0.5, 1024  # of a block: what is lost with a worker, and what waits in memory.


class _Sizes:
    """Runs of a block: enough to cost little beside their work, few enough that all workers end together."""

    def __init__(self, adaptive: bool) -> None:
        self._adaptive = adaptive
        self._seconds = _SECONDS  # of one run, until one has ended
        self._known = False

    def learn(self, rows: int, seconds: float) -> None:
        one = seconds / max(1, rows)
        self._seconds = 0.5 * (self._seconds + one) if self._known else one
        self._known = True

    def __call__(self, left: int, workers: int) -> int:
        if self._adaptive:
            return 1
        return max(1, min(_LARGEST, int(_SECONDS / max(self._seconds, 1e-6)), left // (4 * workers)))


def run_on(executor: Any, campaign: _synovia.Campaign, runner: _synovia.Runner, show: Show | None) -> None:
    """Computes everything that is not in the store. What is finished is on disk as soon as it arrives."""
    total = max(1, runner.most)
    finished = runner.finished
    sizes = _Sizes(campaign.adaptive)
    with _connected(executor, campaign, runner) as workers:
        pending: set[Any] = set()
        more = True
        try:
            while more or pending:
                count = _workers(executor)
                # As many blocks wait as are being computed: nobody is idle, and memory stays bounded.
                while more and len(pending) < 2 * count:
                    size = sizes(total - finished, count)
                    asked = runner.ask(size)
                    if asked is None:
                        more = False
                    elif not asked:
                        break
                    else:
                        blocks = range(0, len(asked), size)
                        pending |= {workers.submit(f"[{','.join(asked[i : i + size])}]") for i in blocks}
                if not pending:
                    continue
                for future in workers.completed(pending):
                    pending.discard(future)
                    rows, refused, seconds = _result(future)
                    if refused:
                        raise VersionError(f"{refused}\n hint: install the same build on all workers")
                    runner.add(rows)
                    sizes.learn(rows.count("\n") + 1, seconds)
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
                    workers.cancel(pending)
                except Exception:  # noqa: BLE001 - the cause is on its way to the user
                    pass


def _result(future: Any) -> tuple[str, str, float]:
    try:
        rows, refused, seconds = future.result()
    except (ImportError, AttributeError) as error:
        # Nothing of ours is looked up by name there but the package itself.
        here = f"this is synovia {_synovia.VERSION} (build {_synovia.BUILD})"
        hint = "install the same build on all workers"
        raise VersionError(f"a worker has no such synovia: {error}; {here}\n hint: {hint}") from error
    return rows, refused, seconds


def _lost(error: BaseException, finished: int, total: int) -> WorkerError:
    return WorkerError(
        f"workers are lost: {error or type(error).__name__}; {finished} of {total} runs are kept\n"
        " hint: run it again with the same folder: it goes on where it stopped"
    )
