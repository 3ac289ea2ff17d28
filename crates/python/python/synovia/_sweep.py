"""Studies of many runs: sweeps, samplings, searches, calibrations."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _synovia
from ._input import Files, read_study
from ._progress import Progress, Show
from ._result import SavedResult, Table
from .errors import UsageError

if TYPE_CHECKING:
    from typing import Unpack

    from ._executors import Executor
    from ._schema import StudyTables


class Sweep:
    """A study of many runs: any study with `vary`, and `runs` for how they are chosen.

    ```python
    Sweep(hip={"experiment": {"quasi-static": {}}},
          vary={"hip.implant.clearance": ["50 um", "80 um"]}, runs={"grid": {}})
    ```

    `synovia.explain("runs")` lists the ways of choosing runs, `synovia.explain("runs.grid")` the keys of one; `help(synovia.Study)`
    says where the keys of joints are.
    """

    def __init__(
        self, source: str | os.PathLike[str] | Mapping[str, Any] | None = None, **tables: Unpack[StudyTables]
    ) -> None:
        self._open(*read_study(source, tables))

    def _open(self, text: str, name: str, files: Files) -> None:
        if not _synovia.is_many(text):
            hint = 'add `vary={"hip.implant.clearance": ["50 um", "80 um"]}`, or use `synovia.Study`'
            raise UsageError(f"this study has one run only\n hint: {hint}")
        self.text = text
        """The study as it was written."""
        self._name, self._files = name, files
        self._inner = _synovia.Campaign(text, name, files)

    @classmethod
    def from_text(cls, text: str, *, name: str = "study.toml", files: Files | None = None) -> Sweep:
        """A study of many runs from TOML; files that it names may be given as bytes."""
        made = cls.__new__(cls)
        made._open(text, name, dict(files or {}))
        return made

    @property
    def title(self) -> str | None:
        """What it is called, where it says so."""
        return self._inner.title

    @property
    def outline(self) -> str:
        """What would run, in one line."""
        return self._inner.outline

    @property
    def resolved(self) -> str:
        """The complete study with every default written out, as TOML."""
        return self._inner.resolved

    @property
    def runs(self) -> int | None:
        """How many runs there are, where that is known in advance."""
        return self._inner.runs

    @property
    def adaptive(self) -> bool:
        """Whether each run depends on those before it (a search)."""
        return self._inner.adaptive

    def run(
        self,
        out: str | os.PathLike[str] | None = None,
        *,
        executor: Executor | None = None,
        force: bool = False,
        accept_other_build: bool = False,
        shard: tuple[int, int] | None = None,
        progress: bool | Show = True,
    ) -> SweepResult:
        """Runs what is not in the folder `out` yet [default: results/NAME], and reports on all of it.

        On all cores of this machine; with an executor (`dask.distributed.Client`, `concurrent.futures`, loky) in blocks on
        its workers. The store has the same bytes as that of `synovia run`, whoever computed it. Ctrl-C stops it within two
        seconds; the same call goes on. A run that fails is a row with its error. A search has all points of a round computed
        at once; how many that are is up to the method, so that the answer does not depend on the number of workers.
        """
        name = Path(self._name).stem
        share = f"-{shard[0]}-of-{shard[1]}" if shard else ""
        folder = Path(out) if out is not None else Path("results") / f"{name}{share}"
        runner = self._inner.open(folder, force, accept_other_build, shard)
        try:
            with Progress(progress) as show:
                if executor is None:
                    runner.execute(show)
                else:
                    from ._executors import run_on

                    run_on(executor, self._inner, runner, show)
                runner.finish(self.title or name, show)
        finally:
            runner.release()
        return SweepResult._of_run(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.resolved, {**self._files, **self._inner.data_files})

    def __repr__(self) -> str:
        return f"<Sweep {self.title or self._name}: {self.outline}>"


def _unpickle(text: str, files: Files) -> Sweep:
    return Sweep.from_text(text, files=files)


def merge(
    shards: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    force: bool = False,
    accept_other_build: bool = False,
) -> SweepResult:
    """Joins the stores of shards (`Sweep.run(shard=(3, 16))`, `synovia run --shard`) into one, and reports on it.

    Shards may be missing: what is there is joined, and the rest may be merged, or run, later.
    """
    folder = Path(out)
    finished, planned = _synovia.merge([Path(one) for one in shards], folder, folder.name, force, accept_other_build)
    if finished < planned:
        import warnings

        hint = f"merge the missing shards, or `Sweep({str(folder / 'study.toml')!r}).run({str(folder)!r})`"
        warnings.warn(f"{finished} of {planned} runs are there\n hint: {hint}", stacklevel=2)
    return SweepResult(folder)


class SweepResult:
    """The runs of a study of many, on disk; may be read while it grows.

    What a run of the study hands back reads them when it is first asked for them: a study that is run for its folder alone
    needs no memory for its table.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        self._contents: tuple[Table, dict[str, Any], list[str]] | None = None
        self._load()

    @classmethod
    def _of_run(cls, folder: Path) -> SweepResult:
        made = cls.__new__(cls)
        made.folder, made._contents = folder, None
        return made

    def _load(self) -> tuple[Table, dict[str, Any], list[str]]:
        if self._contents is None:
            inner, header, damage = _synovia.load_store(self.folder)
            self._contents = Table(inner), json.loads(header), damage
        return self._contents

    @property
    def table(self) -> Table:
        """One row per run: number, inputs, outputs, warnings, error; numbers in SI units."""
        return self._load()[0]

    @property
    def header(self) -> dict[str, Any]:
        """Which study, version, builds and columns."""
        return self._load()[1]

    @property
    def damage(self) -> list[str]:
        """Files of the store that cannot be used; their runs are done again by the next call of `Sweep.run`."""
        return self._load()[2]

    def __len__(self) -> int:
        return self.table.rows

    @property
    def inputs(self) -> list[str]:
        """Columns of what varies."""
        return [column["name"] for column in self.header["inputs"]]

    @property
    def outputs(self) -> list[str]:
        """Columns of the headline numbers."""
        known = {"run", "warnings", "error", *self.inputs}
        return [name for name in self.table if name not in known]

    @property
    def errors(self) -> dict[int, str]:
        """Runs that failed, and why."""
        said = self.table["error"]
        return {int(run): text for run, text in zip(self.table["run"], said, strict=True) if text}

    @property
    def summary(self) -> dict[str, Any]:
        """Headline numbers and warnings of the whole study, once it is complete."""
        read: dict[str, Any] = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        return read

    @property
    def best(self) -> SavedResult | None:
        """The best design of a search, run once more with everything a single run has."""
        folder = self.folder / "best"
        return SavedResult(folder) if (folder / "summary.json").exists() else None

    @property
    def report(self) -> str:
        """The report: one page of HTML that needs nothing else."""
        return (self.folder / "report.html").read_text(encoding="utf-8")

    def to_pandas(self) -> Any:
        """The table as a pandas data frame."""
        return self.table.to_pandas()

    def to_xarray(self) -> Any:
        """The table as an `xarray.Dataset` over the runs."""
        import xarray as xr

        columns = {name: ("run", self.table[name]) for name in [*self.inputs, *self.outputs]}
        return xr.Dataset(columns, coords={"run": self.table["run"]})

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def __reduce__(self) -> tuple[Any, ...]:
        return SweepResult, (self.folder,)

    def __repr__(self) -> str:
        failed = f", {len(self.errors)} failed" if self.errors else ""
        return f"<{len(self)} runs{failed} in {self.folder}>"

    def _repr_html_(self) -> str:
        import html

        picture = _scatter(self)
        return f"<p>{html.escape(repr(self))}</p>{picture}{self.table._repr_html_()}"


def _scatter(result: SweepResult) -> str:
    """The first output over the first input, as a small picture."""
    import numpy as np

    numbers = [column["name"] for column in result.header["inputs"] if not column["is_text"]]
    if not numbers or not result.outputs or not len(result):
        return ""
    chosen = next((name for name in result.outputs if not np.isnan(result.table[name]).all()), None)
    if chosen is None:
        return ""
    x, y = (np.asarray(result.table[name], dtype=float) for name in (numbers[0], chosen))
    good = np.isfinite(x) & np.isfinite(y)
    x, y = x[good][:2000], y[good][:2000]
    if not len(x):
        return ""

    def scaled(values: Any, size: float) -> Any:
        span = float(values.max() - values.min()) or 1.0
        return (values - values.min()) / span * size

    dots = "".join(
        f"<circle cx='{50 + a:.1f}' cy='{180 - b:.1f}' r='2.5' fill='#1f6fb2' fill-opacity='.6'/>"
        for a, b in zip(scaled(x, 340), scaled(y, 160), strict=True)
    )
    words = (
        f"<text x='220' y='214' text-anchor='middle' font-size='12'>{numbers[0]}: {x.min():.4g} … {x.max():.4g}</text>"
        f"<text x='50' y='12' font-size='12'>{chosen}: {y.min():.4g} … {y.max():.4g}</text>"
    )
    return f"<svg viewBox='0 0 440 220' width='440'><path d='M50 20V180H390' fill='none' stroke='#888'/>{dots}{words}</svg>"
