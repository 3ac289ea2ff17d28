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


def explain(path: str) -> str:
    """What a key of a study is, with its unit and default: `explain("hip.implant.clearance")`."""
    from ._stubs import explain as said

    return said(path)


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


def validate(*cases: str, slow: bool = False) -> list[dict[str, Any]]:
    """Compares the program with exact, published and measured results; all cases but the slow ones if none is named."""
    read: list[dict[str, Any]] = json.loads(_synovia.validate(list(cases), slow))
    return read


def catalogue() -> str:
    """The page on every law of point contact: loops, energy, restitution, cost, validity, as HTML."""
    return _synovia.catalogue_page()[0]


__all__ = [
    "Comparison", "Contact", "ContactLaw", "Field", "Push", "Result", "RunError", "SavedResult", "StoreError", "Study",
    "StudyError", "Surface", "SurfacePair", "Surrogate", "Sweep", "SweepResult", "SynoviaError", "Table", "UnknownName",
    "UsageError", "VersionError", "Warning", "WorkerError", "build", "catalogue", "errors", "explain", "load", "merge",
    "mesh", "quantity", "registry", "schema", "template", "templates", "validate",
]  # fmt: skip
