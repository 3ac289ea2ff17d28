"""What happens inside a human joint: contact pressure, sliding, friction, lubrication, wear and motion of hips and knees.

```python
import synovia

result = synovia.Study(hip={"experiment": {"static": {"load": "2 kN"}}}).run()
result["peak_pressure_Pa"]
```

`Study` has one run, `Sweep` has many, `load` reads what is on disk. `template` and `explain` say what a study may hold.
Numbers that come out are in SI units, and their names end in them; quantities that go in are text with a unit.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _synovia, errors
from ._design import Design, Landing, Part
from ._difference import Difference, diff
from ._input import quantity, schema, surface_bytes
from ._result import Field, Result, SavedResult, Surface, Table, Warning, load
from ._study import Comparison, Study, Surrogate
from ._sweep import Sweep, SweepResult, merge
from .errors import RunError, StoreError, StudyError, SynoviaError, UnknownName, UsageError, VersionError, WorkerError
from .laws import Contact, ContactLaw, Push, SurfacePair

__version__ = _synovia.VERSION
build = _synovia.BUILD
"""What decides numbers in this build, as a hash: two builds with the same one compute the same."""


def templates() -> dict[str, str]:
    """Studies to begin with: kinds, and what each is."""
    return {kind: about for kind, about, *_ in _synovia.templates()}


def template(kind: str) -> Study | Sweep:
    """A study to begin with, as `synovia new` prints it; `.text` has its comments."""
    for name, _, file, text, files in _synovia.templates():
        if kind in (name, file):
            made = Sweep if _synovia.is_many(text) else Study
            return made.from_text(text, name=f"{file}.toml", files=dict(files))
    import difflib

    near = difflib.get_close_matches(kind, templates(), 1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(templates())}"
    raise UsageError(f"there is no study to begin with called `{kind}`\n hint: {hint}")


def registry() -> dict[str, dict[str, str]]:
    """Everything that can be named in a study: joints, laws, materials, load cycles, with their sources."""
    return {section: dict(entries) for section, entries in _synovia.registry()}


def explain(path: str | None = None) -> str:
    """What a key of a study is for, what is written there, its unit and default: `explain("hip.implant.clearance")`.

    The end of a path will do (`explain("clearance")`); without one, the tables of a study are listed.
    """
    return _synovia.explain(path)


def mesh(
    surface: str | os.PathLike[str] | tuple[Any, Any],
    *,
    unit: str | None = None,
    clearance: str | None = None,
    indentation: str | None = None,
) -> dict[str, Any]:
    """What is in a surface (a file, or points and triangles in m) and what is wrong with it; whether its facets are fine enough."""
    if isinstance(surface, tuple):
        content = surface_bytes(*surface)
        text = _synovia.mesh_report(Path("surface.ply"), content, unit or "m", clearance, indentation)
    else:
        text = _synovia.mesh_report(Path(surface), None, unit, clearance, indentation)
    read: dict[str, Any] = json.loads(text)
    return read


class Validation(list[dict[str, Any]]):
    """Comparisons with exact, published and measured results: one dict each; `pass` is None where nothing is judged."""

    def __init__(self, rows: list[dict[str, Any]], page: str = "") -> None:
        super().__init__(rows)
        self.report = page
        """The comparisons as one page of HTML that needs nothing else."""

    def __reduce__(self) -> tuple[Any, ...]:
        return Validation, (list(self), self.report)

    def _repr_html_(self) -> str:
        import html

        judged = [one for one in self if one["pass"] is not None]
        said = f"{sum(bool(one['pass']) for one in judged)} of {len(judged)} comparisons pass"
        names = ("case", "quantity", "expected", "computed", "pass")

        def cell(value: Any) -> str:
            return html.escape(f"{value:.5g}" if isinstance(value, float) else "–" if value is None else str(value))

        rows = "".join(f"<tr>{''.join(f'<td>{cell(one.get(name))}</td>' for name in names)}</tr>" for one in self[:200])
        return f"<p>{said}</p><table><tr>{''.join(f'<th>{name}</th>' for name in names)}</tr>{rows}</table>"


def validate(*cases: str, slow: bool = False) -> Validation:
    """Compares the program with exact, published and measured results; all cases but the slow ones if none is named."""
    text, page = _synovia.validate(list(cases), slow)
    return Validation(json.loads(text), page)


def catalogue() -> str:
    """The page on every law of point contact: loops, energy, restitution, cost, validity, as HTML."""
    return _synovia.catalogue_page()[0]


__all__ = [
    "Comparison", "Contact", "ContactLaw", "Design", "Difference", "Field", "Landing", "Part", "Push", "Result", "RunError",
    "SavedResult", "StoreError", "Study", "StudyError", "Surface", "SurfacePair", "Surrogate", "Sweep", "SweepResult",
    "SynoviaError", "Table", "UnknownName", "UsageError", "Validation", "VersionError", "Warning", "WorkerError", "build",
    "catalogue", "diff", "errors", "explain", "load", "merge", "mesh", "quantity", "registry", "schema", "template",
    "templates", "validate",
]  # fmt: skip
