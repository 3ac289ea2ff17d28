"""A study with one run."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _synovia
from ._input import Files, read_study, toml, translate
from ._progress import Progress, Show
from ._result import Result, Table
from .errors import UsageError

if TYPE_CHECKING:
    from typing import Unpack

    from ._design import Design
    from ._schema import StudyTables


class Study:
    """A study with one run: from a file, a dict, or keyword arguments with the names of the study file.

    ```python
    Study("hip.toml")
    Study(hip={"implant": {"clearance": "80 um"}, "experiment": {"static": {"load": "2 kN"}}})
    ```

    Every key with its unit and default: `synovia.explain("hip")` lists the tables of a joint, `synovia.explain("hip.implant")` the
    keys of a table, `synovia.explain("hip.implant.clearance")` says what one of them means. `synovia.template("hip")` is a study to
    begin with, `synovia.registry()` has the names of joints, laws and materials, and `study.resolved` writes every default out.

    Keys may be written with underscores (`liner_thickness`). Quantities are text with their unit (`"80 um"`; see
    `synovia.quantity`). Where the file names another file, Python may give what is in it: a dict of columns, a data frame,
    `(points, triangles)`, or bytes. Numbers of other kinds than float64 and arrays that are not contiguous are converted.
    Raises `StudyError` with everything that is wrong, each with its line and a hint.
    """

    def __init__(
        self, source: str | os.PathLike[str] | Mapping[str, Any] | None = None, **tables: Unpack[StudyTables]
    ) -> None:
        self._open(*read_study(source, tables))

    def _open(self, text: str, name: str, files: Files) -> None:
        if _synovia.is_many(text):
            raise UsageError("this study has many runs\n hint: `synovia.Sweep(…)` runs them")
        self.text = text
        """The study as it was written."""
        self._name, self._files = name, files
        self._inner = _synovia.Study(text, name, files)

    @classmethod
    def from_text(cls, text: str, *, name: str = "study.toml", files: Files | None = None) -> Study:
        """A study from TOML; files that it names may be given as bytes."""
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
    def parameters(self) -> dict[str, Any]:
        """The complete study with every default, as a dict."""
        import tomllib

        return tomllib.loads(self._inner.resolved)

    @property
    def need(self) -> str:
        """What a run needs of the machine."""
        return self._inner.need

    def describe(self) -> dict[str, dict[str, str]]:
        """What goes in, in sections of names and values."""
        return {section: dict(rows) for section, rows in self._inner.describe()}

    def replace(self, values: Mapping[str, Any] | None = None, **tables: Any) -> Study:
        """The same study with other values, by dotted paths or tables: `study.replace({"hip.implant.clearance": "50 um"})`."""
        import tomllib

        from ._input import _merged, schema, Writer

        writer = Writer()
        changes = writer.table({**(values or {}), **tables}, schema(), "")
        text = toml(_merged(tomllib.loads(self.text), changes))
        return Study.from_text(text, name=self._name, files={**self._files, **writer.files})

    def run(
        self,
        *,
        progress: bool | Show = True,
        checkpoint: str | os.PathLike[str] | None = None,
        accept_other_build: bool = False,
    ) -> Result:
        """Runs it, without the global lock, on all cores where the joint can.

        `progress` shows how far it is in a terminal or notebook, or is a function of stage and share. `checkpoint` names a
        file in which a long run keeps what it needs to go on after Ctrl-C; one that another build left is used only with
        `accept_other_build`, one that is damaged or of another study is set aside with a warning. Raises `RunError` where
        the run fails.
        """
        with Progress(progress) as show:
            path = None if checkpoint is None else Path(checkpoint)
            return Result(self, self._inner.run(show, False, path, accept_other_build))

    def evaluate(self, values: Mapping[str, Any], *, progress: bool | Show = True) -> Table:
        """Headline numbers at many designs: lists of equal length by dotted path, one row per design, on all cores.

        `study.evaluate({"hip.implant.clearance": quantity(np.linspace(40, 200, 100), "um")})`. A design that fails has its
        error in its row. For more designs than fit into memory, and to keep them, use `Sweep`.
        """
        import tomllib

        given = tomllib.loads(self.text)
        text, files = translate({**given, "vary": dict(values), "runs": {"list": {}}})
        with Progress(progress) as show:
            return Table(_synovia.Campaign(text, self._name, {**self._files, **files}).evaluate(show))

    def compare(
        self, *, at: list[float] | None = None, weights: Mapping[str, float] | None = None, progress: bool | Show = True
    ) -> Comparison:
        """One case through every model of contact: errors, times and a ranking, the best first; one dict per model and case.

        `at` are percents of the cycle of a knee replacement. Weights that are not given are those of Lehtoranta2011.
        """
        with Progress(progress) as show:
            text, page = _synovia.compare(self._inner, at or [], list((weights or {}).items()), show)
        return Comparison(json.loads(text), page)

    def fit(
        self,
        *,
        kind: str = "response-surface",
        order: int | None = None,
        samples: int | None = None,
        held_out: int | None = None,
        seed: int = 0,
        progress: bool | Show = True,
    ) -> Surrogate:
        """A surrogate of the contact of a hip or a knee replacement, around the motion of this study."""
        kinds = ("response-surface", "poly-fourier", "kriging")
        if kind not in kinds:
            raise UsageError(f"`{kind}` is no kind of surrogate\n hint: there are {', '.join(kinds)}")
        with Progress(progress) as show:
            asked = (kind, order, samples, held_out, seed)
            content, rows, page = _synovia.fit(self._inner, Path(self._name).stem, asked, show)
        return Surrogate(content, dict(rows), page)

    def design(self, *, sagitta: str = "20 um") -> Design:
        """The parts of a study with an implant by design (`synovia.template("knee-design")`): triangles, exact surfaces, a drawing.

        Sides of triangles are nowhere further from the surface than `sagitta`, between 1 um and 1 mm.
        """
        from ._design import Design

        return Design(self, sagitta)

    def __reduce__(self) -> tuple[Any, ...]:
        # Files that lie on the disk go along: another machine may not have them.
        return _unpickle, (self.resolved, {**self._files, **self._inner.data_files})

    def __repr__(self) -> str:
        return f"<Study {self.title or self._name}: {self.outline}>"

    def _repr_html_(self) -> str:
        import html

        sections = "".join(
            f"<tr><th colspan=2 style='text-align:left'>{html.escape(section)}</th></tr>"
            + "".join(f"<tr><td>{html.escape(key)}</td><td>{html.escape(value)}</td></tr>" for key, value in rows.items())
            for section, rows in self.describe().items()
        )
        return f"<h4>{html.escape(self.title or '')}</h4><p>{html.escape(self.outline)}</p><table>{sections}</table>"


class Comparison(list[dict[str, Any]]):
    """Models of contact beside each other: one dict per model and case, the best first. Numbers are in SI units."""

    def __init__(self, rows: list[dict[str, Any]], page: str = "") -> None:
        super().__init__(rows)
        self.report = page
        """The report with its figures: one page of HTML that needs nothing else."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Comparison, (list(self), self.report)

    def _repr_html_(self) -> str:
        import html

        worst = max((abs(row["peak_pressure_error_ratio"] or 0.0) for row in self), default=0.0) or 1.0
        lines = []
        for row in self:
            error = row["peak_pressure_error_ratio"] or 0.0
            words = "truth" if row["is_truth"] else f"{100 * error:+.1f} %"
            bar = f"<svg width='120' height='10'><rect width='{120 * abs(error) / worst:.1f}' height='10' fill='#1f6fb2'/></svg>"
            cells = [row["model"], row["case"], f"{row['peak_pressure_Pa'] / 1e6:.4g} MPa", words]
            text = "".join(f"<td style='text-align:left'>{html.escape(str(cell))}</td>" for cell in cells)
            lines.append(f"<tr>{text}<td>{bar}</td><td>{1e6 * row['solve_s']:.3g} µs</td><td>{row['score_percent']:.0f} %</td></tr>")
        head = "".join(f"<th>{name}</th>" for name in ("model", "case", "peak pressure", "error", "", "time", "score"))
        return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"


class Surrogate:
    """A fitted surrogate: `study.replace({"hip.surrogate.path": surrogate.content})` uses it."""

    def __init__(self, content: bytes, accuracy: dict[str, str], page: str = "") -> None:
        self.content = content
        """Content of its file."""
        self.accuracy = accuracy
        """How it does on poses held out, in words."""
        self.report = page
        """The report with its figures: one page of HTML that needs nothing else."""

    def __repr__(self) -> str:
        return "\n".join(["surrogate", *(f"  {name}: {value}" for name, value in self.accuracy.items())])

    def _repr_html_(self) -> str:
        import html

        rows = "".join(
            f"<tr><td style='text-align:left'>{html.escape(name)}</td><td>{html.escape(value)}</td></tr>"
            for name, value in self.accuracy.items()
        )
        return f"<table>{rows}</table>"

    def save(self, file: str | os.PathLike[str], *, force: bool = False) -> Path:
        """Writes its file."""
        path = Path(file)
        if path.exists() and not force:
            raise UsageError(f"`{path}` already exists\n hint: replace it with `force=True`, or choose another file")
        path.write_bytes(self.content)
        return path


def _unpickle(text: str, files: Files) -> Study:
    return Study.from_text(text, files=files)
