"""What came out of a run: numbers, series, maps, pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _synovia
from .errors import StoreError, VersionError, unknown

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._study import Study

    Doubles = npt.NDArray[np.float64]
    Singles = npt.NDArray[np.float32]


def _escaped(text: str) -> str:
    """Text as a page shows it, whatever is in it."""
    import html

    return html.escape(text)


def _view(numbers: Any) -> Any:
    """An array that looks at the numbers where they are; it cannot be written to."""
    import numpy as np

    return np.asarray(memoryview(numbers))


class Warning(NamedTuple):
    """Something to know before the numbers are trusted."""

    code: str
    severity: str
    """`caution`: the model left the range in which it is known to hold; or `note`."""
    text: str


class Table(Mapping[str, Any]):
    """Columns of equal length with names that end in their SI unit.

    `table["time_s"]` is a NumPy array that looks at the numbers where they are. pandas, polars, pyarrow and DuckDB take the
    table as it is: `pandas.DataFrame.from_arrow(table)`, `polars.DataFrame(table)`, `pyarrow.table(table)`.
    """

    def __init__(self, inner: _synovia.Table) -> None:
        self._inner = inner

    def __getitem__(self, name: str) -> Any:
        try:
            values = self._inner.values(name)
        except KeyError:
            raise unknown(name, "column", self) from None
        return values if isinstance(values, list) else _view(values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._inner.names)

    def __len__(self) -> int:
        return len(self._inner.names)

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self._inner)

    def label(self, name: str) -> str:
        """What a reader calls a column."""
        return self._inner.label(name)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._inner.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        return self._inner.__arrow_c_schema__()

    def to_pandas(self) -> Any:
        """As a pandas data frame."""
        import pandas as pd

        return pd.DataFrame.from_arrow(self) if hasattr(pd.DataFrame, "from_arrow") else pd.DataFrame(dict(self))

    def to_polars(self) -> Any:
        """As a polars data frame."""
        import polars as pl

        return pl.DataFrame(self)

    def to_arrow(self) -> Any:
        """As a pyarrow table."""
        import pyarrow as pa

        return pa.table(self)

    def __repr__(self) -> str:
        return f"<{self.rows} rows of {', '.join(self) or 'nothing'}>"

    def _repr_html_(self) -> str:
        shown = list(self)[:_COLUMNS]
        head = "".join(f"<th>{_escaped(name)}</th>" for name in shown)
        columns = [self[name] for name in shown]
        rows = "".join(
            "<tr>" + "".join(f"<td>{_cell(column[row])}</td>" for column in columns) + "</tr>"
            for row in range(min(self.rows, _ROWS))
        )
        more = f" and {len(self) - len(shown)} more columns" if len(self) > len(shown) else ""
        table = f"<table style='white-space:nowrap'><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
        return f"<div style='overflow-x:auto'>{table}</div><p>{self.rows} rows{more}</p>"


_ROWS, _COLUMNS, _LETTERS = 8, 10, 60  # of a table in a notebook


def _cell(value: Any) -> str:
    text = f"{value:.5g}" if isinstance(value, float) else str(value if value is not None else "")
    return _escaped(text if len(text) <= _LETTERS else f"{text[: _LETTERS - 1]}…")


class Field(NamedTuple):
    """A map over a surface or a solid: one value (or vector) per frame and cell, or point."""

    name: str
    label: str
    site: str
    """`cells` or `points`."""
    values: Singles
    """Frames × cells (or points); float32, not a copy."""


class Surface:
    """A surface with everything recorded on it. Arrays look at the result's own numbers."""

    def __init__(self, outcome: _synovia.Outcome, name: str, solid: bool = False) -> None:
        parts = outcome.volume_parts(name) if solid else outcome.surface_parts(name)
        self.name = name
        self.label: str = parts["label"]
        self.solid = solid
        self.points: Doubles = _view(parts["points"])
        """Points, n × 3, in m."""
        self.connectivity: npt.NDArray[np.uint32] = _view(parts["connectivity"])
        """Point numbers of all cells, one cell after the other."""
        self.offsets: Any = _view(parts["offsets"]) if not solid else _ends(parts["points_of_cells"])
        """End of each cell in `connectivity`."""
        self.times: Doubles = _view(parts["times"])
        """Time of each frame, in s."""
        self.fields: dict[str, Field] = {
            key: Field(key, label, site, _view(values)) for key, (label, site, values) in parts["fields"].items()
        }
        self.tracks: dict[str, Doubles] = {key: _view(points) for key, (_, points) in parts.get("tracks", {}).items()}
        """Paths, such as that of the contact point: frames × 3, in m; NaN where there is none."""

    def __getitem__(self, name: str) -> Singles:
        try:
            return self.fields[name].values
        except KeyError:
            raise unknown(name, f"map on `{self.name}`", self.fields) from None

    def __repr__(self) -> str:
        return f"<surface {self.name}: {len(self.offsets)} cells, {len(self.times)} frames, {', '.join(self.fields)}>"

    @property
    def centres(self) -> Doubles:
        """Centre of every cell, n × 3, in m."""
        import numpy as np

        starts = np.concatenate([[0], np.asarray(self.offsets[:-1], dtype=np.int64)])
        sums = np.add.reduceat(self.points[self.connectivity], starts, axis=0)
        counts = np.diff(np.concatenate([[0], np.asarray(self.offsets, dtype=np.int64)]))
        centres: Doubles = sums / counts[:, None]
        return centres

    def to_pyvista(self, frame: int = 0) -> Any:
        """One frame as a PyVista mesh with the fields as its arrays; needs the package pyvista."""
        import numpy as np
        import pyvista as pv

        ends = np.asarray(self.offsets, dtype=np.int64)
        counts = np.diff(np.concatenate([[0], ends]))
        cells = np.insert(np.asarray(self.connectivity, dtype=np.int64), np.concatenate([[0], ends[:-1]]), counts)
        if self.solid:
            kinds = {4: 10, 10: 24, 8: 12, 20: 25, 27: 29}
            mesh = pv.UnstructuredGrid(cells, np.array([kinds[int(n)] for n in counts]), self.points)
        else:
            mesh = pv.PolyData(self.points, cells)
        for field in self.fields.values():
            (mesh.cell_data if field.site == "cells" else mesh.point_data)[field.name] = field.values[frame]
        return mesh


def _ends(counts: list[int]) -> Any:
    import numpy as np

    return np.cumsum(np.asarray(counts, dtype=np.uint32))


class Result(Mapping[str, float]):
    """The result of one run. `result["peak_pressure_Pa"]` is a headline number; `list(result)` names them all."""

    def __init__(self, study: Study, outcome: _synovia.Outcome) -> None:
        self.study = study
        self._outcome = outcome
        self._pages: tuple[str, str] | None = None

    def __getitem__(self, name: str) -> float:
        try:
            return self._outcome.value(name)
        except KeyError:
            raise unknown(name, "headline number", self) from None

    def __iter__(self) -> Iterator[str]:
        return (name for name, _, _ in self._outcome.headline)

    def __len__(self) -> int:
        return len(self._outcome.headline)

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls each headline number."""
        return {name: label for name, label, _ in self._outcome.headline}

    @property
    def warnings(self) -> list[Warning]:
        """Everything to know before the numbers are trusted."""
        return [Warning(*one) for one in self._outcome.warnings]

    @property
    def work(self) -> dict[str, int]:
        """Work done (steps, evaluations): equal on every machine."""
        return dict(self._outcome.work)

    @property
    def seconds(self) -> float:
        """How long the run took."""
        return self._outcome.seconds

    @property
    def series(self) -> Table:
        """What happened along the cycle, one row per frame; empty for a static run."""
        return Table(self._outcome.series)

    @property
    def surfaces(self) -> dict[str, Surface]:
        """Surfaces with their maps."""
        return {name: Surface(self._outcome, name) for name in self._outcome.surface_names}

    @property
    def volumes(self) -> dict[str, Surface]:
        """Solids with their fields."""
        return {name: Surface(self._outcome, name, solid=True) for name in self._outcome.volume_names}

    def to_xarray(self) -> Any:
        """Series and maps as an `xarray.Dataset`; needs the package xarray."""
        import xarray as xr

        table = self.series
        time = table["time_s"] if "time_s" in table else None
        series = {
            name: ("time" if time is not None else "row", table[name], {"long_name": table.label(name)})
            for name in table
            if name != "time_s"
        }
        data = xr.Dataset(series, coords={} if time is None else {"time": ("time", time, {"units": "s"})})
        for surface in [*self.surfaces.values(), *self.volumes.values()]:
            for field in surface.fields.values():
                place = f"{surface.name}_{field.site[:-1]}"
                frame = f"{surface.name}_time"
                dims = (frame, place, "axis")[: field.values.ndim]
                data[f"{surface.name}_{field.name}"] = (dims, field.values, {"long_name": field.label})
                data = data.assign_coords({frame: (frame, surface.times, {"units": "s"})})
        data.attrs.update({"title": self.study.title or "", **dict(self)})
        return data

    @property
    def report(self) -> str:
        """The report: one page of HTML that needs nothing else."""
        return self._made()[0]

    @property
    def picture(self) -> str:
        """The result in one picture, as SVG."""
        return self._made()[1]

    def _made(self) -> tuple[str, str]:
        if self._pages is None:
            self._pages = self.study._inner.pages(self._outcome, self.study.title or "study")
        return self._pages

    def save(self, folder: str | os.PathLike[str], *, force: bool = False, vtk: bool = True) -> Path:
        """Writes the result as `synovia run` does: report, numbers, series, maps for ParaView, the complete study.

        There completely or not at all. An earlier result is replaced only with `force`.
        """
        title = self.study.title or Path(folder).name
        self.study._inner.save(self._outcome, Path(folder), title, force, vtk)
        return Path(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.study, self._outcome.to_bytes())

    def __repr__(self) -> str:
        lines = [self.study.title or "study", self.study.outline]
        lines += [f"  {name} = {value:.6g}" for name, _, value in self._outcome.headline]
        lines += [f"{one.severity}: {one.text}" for one in self.warnings]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _as_html(self.study.title or "", self.study.outline, self._outcome, self.picture)


def _as_html(title: str, outline: str, outcome: _synovia.Outcome, picture: str) -> str:
    rows = "".join(
        f"<tr><td style='text-align:left'>{_escaped(label)}</td><td>{value:.5g}</td>"
        f"<td style='text-align:left'><code>{_escaped(name)}</code></td></tr>"
        for name, label, value in outcome.headline
    )
    said = "".join(f"<p><b>{kind}</b>: {_escaped(text)}</p>" for _, kind, text in outcome.warnings)
    # In a frame of its own: the styles of one picture must not reach into another.
    frame = f"<img style='max-width:100%' src='data:image/svg+xml;base64,{_base64(picture)}'>" if picture else ""
    return f"<h4>{_escaped(title)}</h4><p>{_escaped(outline)}</p>{frame}<table>{rows}</table>{said}"


def _base64(text: str) -> str:
    import base64

    return base64.b64encode(text.encode()).decode()


def _unpickle(study: Study, data: bytes) -> Result:
    return Result(study, _synovia.Outcome.from_bytes(data))


class SavedResult(Mapping[str, float]):
    """A result on disk: headline numbers, warnings, series, maps over surfaces, the complete study, where it came from."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = Path(folder)
        summary, provenance, self.study_text, series = _synovia.load_result(self.folder)
        read = json.loads(summary)
        self.title: str | None = read.pop("title", None)
        self.warnings = [Warning(**one) for one in read.pop("warnings", [])]
        self.work: dict[str, int] = read.pop("work", {})
        self._values: dict[str, float] = read
        self.provenance: dict[str, Any] = json.loads(provenance)
        self.series = Table(series)
        self._outcome: _synovia.Outcome | None = None

    def __getitem__(self, name: str) -> float:
        try:
            return self._values[name]
        except KeyError:
            raise unknown(name, "headline number", self) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    @property
    def surfaces(self) -> dict[str, Surface]:
        """Surfaces with their maps, read from the files for ParaView; none where those were left out (`vtk=False`)."""
        if self._outcome is None:
            self._outcome = _synovia.load_outcome(self.folder)
        outcome = self._outcome
        return {name: Surface(outcome, name) for name in outcome.surface_names}

    @property
    def report(self) -> str:
        """The report as it was written."""
        return (self.folder / "report.html").read_text(encoding="utf-8")

    @property
    def picture(self) -> str:
        """The result in one picture, as SVG; empty where it has none."""
        file = self.folder / "overview.svg"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def study(self) -> Study:
        """The study that was run, to be run again."""
        from ._study import Study

        return Study(self.folder / "study.toml")

    def __reduce__(self) -> tuple[Any, ...]:
        return SavedResult, (self.folder,)

    def __repr__(self) -> str:
        lines = [f"{self.title or 'result'} in {self.folder}"]
        return "\n".join(lines + [f"  {name} = {value:.6g}" for name, value in self.items()])

    def _repr_html_(self) -> str:
        picture = self.picture
        frame = f"<img style='max-width:100%' src='data:image/svg+xml;base64,{_base64(picture)}'>" if picture else ""
        rows = "".join(f"<tr><td>{_escaped(name)}</td><td>{value:.5g}</td></tr>" for name, value in self.items())
        return f"<h4>{_escaped(self.title or '')}</h4>{frame}<table>{rows}</table>"


def load(folder: str | os.PathLike[str]) -> SavedResult | Any:
    """A result, or a store of many runs, that `save`, `Sweep.run` or `synovia run` wrote; older versions' results too."""
    path = Path(folder)
    header = path / "store.json"
    if header.exists():
        from ._sweep import SweepResult

        return SweepResult(path)
    if not (path / "summary.json").exists():
        raise StoreError(f"`{path}` is no result\n hint: a result is the folder with `summary.json`, a store that with `store.json`")
    _refuse_newer(path)
    return SavedResult(path)


def _refuse_newer(path: Path) -> None:
    try:
        made = str(json.loads((path / "provenance.json").read_text(encoding="utf-8"))["version"])
        newer = _parts(made) > _parts(_synovia.VERSION)
    except (OSError, ValueError, KeyError, TypeError):
        return
    if newer:
        raise VersionError(
            f"`{path}` was written by version {made}, this is version {_synovia.VERSION}\n hint: update synovia to read it"
        )


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
