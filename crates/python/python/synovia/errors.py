"""What can go wrong. Every exception says what, where, and what to do about it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple


class Place(NamedTuple):
    """A place in a study, or in a file that it names."""

    file: str
    line: int | None = None
    column: int = 1
    text: str = ""

    def __str__(self) -> str:
        return self.file if self.line is None else f"{self.file}:{self.line}:{self.column}"


class Problem(NamedTuple):
    """One thing that is wrong."""

    message: str
    hint: str = ""
    expected: str = ""
    place: Place | None = None
    named_at: Place | None = None
    path: str = ""


class SynoviaError(Exception):
    """Anything that went wrong; the text ends with a hint."""

    problems: tuple[Problem, ...] = ()

    @classmethod
    def _made(cls, message: str, problems: str) -> SynoviaError:
        error = cls(message)
        error.problems = tuple(_problem(one) for one in json.loads(problems))
        return error

    @property
    def hint(self) -> str:
        """What to do about it."""
        if self.problems:
            return self.problems[0].hint
        return str(self).rpartition("hint: ")[2] if "hint: " in str(self) else ""


class StudyError(SynoviaError, ValueError):
    """A study that is wrong: `problems` has everything, with places and hints."""


class UsageError(SynoviaError, ValueError):
    """Something was asked for that is not there, or arrays that do not fit."""


class UnknownName(SynoviaError, KeyError):
    """A number, column or map that is not there; the nearest one is named."""

    def __str__(self) -> str:
        return str(self.args[0])


class RunError(SynoviaError, RuntimeError):
    """A study that is good, but whose run failed."""


class StoreError(SynoviaError, OSError):
    """A result or store that cannot be used; nothing in it has been touched."""


class VersionError(SynoviaError):
    """A result, store or worker of another version or build; both are named."""


class WorkerError(SynoviaError, RuntimeError):
    """Workers that are lost. What they had finished is in the store."""


def unknown(name: object, what: str, known: Iterable[str]) -> UnknownName:
    """The exception for a name that is not there."""
    import difflib

    names = list(known)
    near = difflib.get_close_matches(str(name), names, 1)
    hint = f"did you mean `{near[0]}`?" if near else f"there are {', '.join(names)}" if names else "there are none"
    return UnknownName(f"there is no {what} `{name}`\n hint: {hint}")


def _problem(one: dict[str, Any]) -> Problem:
    words: dict[str, Any] = {key: one[key] for key in ("message", "hint", "expected", "path") if one.get(key)}
    words |= {key: Place(**one[key]) for key in ("place", "named_at") if one.get(key)}
    return Problem(**words)
