"""What differs between two results."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

from . import _synovia
from ._result import Result, SavedResult, load
from .errors import UsageError

Side: TypeAlias = Result | SavedResult | str | os.PathLike[str]


class Difference:
    """Two results beside each other, the second less the first. Numbers are in SI units, and their names end in them."""

    def __init__(self, found: dict[str, Any], names: tuple[str, str], page: str) -> None:
        self.names = names
        """What the two are called here."""
        self.inputs: list[dict[str, Any]] = found["inputs"]
        """Values of the studies that differ: path, first, second."""
        self.numbers: list[dict[str, Any]] = found["numbers"]
        """Headline numbers: name, first, second, ratio (of the change to the first)."""
        self.curves: list[dict[str, Any]] = found["curves"]
        """Series: name, largest difference and when, root mean square, size of the first."""
        self.maps: list[dict[str, Any]] = found["maps"]
        """The same of maps over surfaces."""
        self.notes: list[str] = found["notes"]
        """What to know, such as that a map was resampled."""
        self.report = page
        """The page with curves on one axis and maps on one scale, as HTML."""

    def __repr__(self) -> str:
        changed = [one for one in self.numbers if one["ratio"] != 0.0]
        lines = [f"{self.names[0]} and {self.names[1]}: {len(self.inputs)} inputs and {len(changed)} numbers differ"]
        lines += [f"  {one['path']}: {one['first']} → {one['second']}" for one in self.inputs]
        lines += [f"  {one['name']}: {_shown(one['first'])} → {_shown(one['second'])}{_percent(one)}" for one in changed]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        import html

        left = "style='text-align:left'"
        head = f"<tr><th></th>{''.join(f'<th>{html.escape(name)}</th>' for name in self.names)}<th></th></tr>"
        inputs = "".join(
            f"<tr><td {left}>{html.escape(one['path'])}</td>"
            + "".join(f"<td>{html.escape(str(one[side] if one[side] is not None else '–'))}</td>" for side in ("first", "second"))
            + "<td></td></tr>"
            for one in self.inputs
        )
        numbers = "".join(
            f"<tr><td {left}><code>{html.escape(one['name'])}</code></td><td>{_shown(one['first'])}</td>"
            f"<td>{_shown(one['second'])}</td><td>{_percent(one).strip(' ()')}</td></tr>"
            for one in self.numbers
        )
        notes = "".join(f"<p>{html.escape(note)}</p>" for note in self.notes)
        return f"<table><thead>{head}</thead><tbody>{inputs}{numbers}</tbody></table>{notes}"


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.5g}"


def _percent(one: dict[str, Any]) -> str:
    ratio = one["ratio"]
    return "" if ratio is None else " (same)" if ratio == 0.0 else f" ({100 * ratio:+.3g} %)"


def _side(one: Side, letter: str) -> tuple[_synovia.Outcome, tuple[str, str, str]]:
    """Outcome, name, place and study of a result in memory or on disk."""
    if isinstance(one, Result):
        return one._outcome, (one.study.title or letter, "", one.study.resolved)
    found = one if isinstance(one, SavedResult) else load(one)
    if not isinstance(found, SavedResult):
        raise UsageError(f"`{found.folder}` is a store of many runs\n hint: results of single runs are compared")
    return _synovia.load_outcome(found.folder), (found.folder.name, str(found.folder), found.study_text)


def diff(first: Side, second: Side) -> Difference:
    """What differs between two results, each in memory or a folder: inputs, numbers, curves, maps, as `synovia diff` says it.

    Maps of other meshes, and other instants, are resampled on those of the first, and a note says so.
    """
    (a, one), (b, other) = _side(first, "A"), _side(second, "B")
    if one[0] == other[0]:
        one, other = (f"{one[0]} (first)", *one[1:]), (f"{other[0]} (second)", *other[1:])
    text, page = _synovia.difference((a, b), (one, other))
    return Difference(json.loads(text), (one[0], other[0]), page)
