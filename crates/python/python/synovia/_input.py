"""From dicts, keyword arguments and arrays to the text of a study and the files that it names.

Nothing is checked here but what only Python can get wrong (shapes, NaN): the study file's own door checks the rest.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from . import _synovia
from .errors import UsageError

Files: TypeAlias = dict[str, bytes]

_DOUBLE = "arrays of other numbers than float64, and arrays that are not contiguous, are converted, once"


@cache
def schema() -> dict[str, Any]:
    """The JSON schema of a study: every key with its documentation, unit and default."""
    import json

    read: dict[str, Any] = json.loads(_synovia.schema())
    return read


def _resolved(node: Any) -> dict[str, Any]:
    while isinstance(node, dict):
        if "$ref" in node:
            at: Any = schema()
            for key in node["$ref"].removeprefix("#/").split("/"):
                at = at[key]
            node = at
        elif "anyOf" in node:
            some = [one for one in node["anyOf"] if one.get("type") != "null"]
            if len(some) > 1:
                return {**node, "oneOf": some}
            node = some[0] if some else {}
        else:
            return node
    return {}


def _children(node: dict[str, Any]) -> dict[str, Any]:
    """The keys that a table, or one of the choices that a table is, may have."""
    found = dict(node.get("properties", {}))
    for one in node.get("oneOf", ()):
        found.update(_children(_resolved(one)))
    return found


def names_a_file(key: str, node: Mapping[str, Any]) -> bool:
    """Whether a key of the study file names another file, whose content Python may give."""
    kinds = node.get("type", "string")
    return key in ("path", "table") and "string" in ([kinds] if isinstance(kinds, str) else kinds)


def _spelt(key: str, known: Mapping[str, Any]) -> str:
    """The key as the study file writes it: `liner_thickness` is `liner-thickness`."""
    dashed = key.replace("_", "-")
    return dashed if key not in known and dashed in known else key


class Writer:
    """Collects the files of a study while its tables are translated."""

    def __init__(self) -> None:
        self.files: Files = {}

    def table(self, given: Mapping[str, Any], node: dict[str, Any], path: str) -> dict[str, Any]:
        """A table with the names of the schema; values are what TOML holds."""
        known = _children(node)
        # Names that are the user's own are not paths.
        own = not known and isinstance(node.get("additionalProperties"), dict)
        made: dict[str, Any] = {}
        for key, value in given.items():
            if not isinstance(key, str):
                raise UsageError(f"`{path}` has the key {key!r}, which is no text\n hint: keys are names of the study file")
            head, dot, rest = (key, "", "") if own else key.partition(".")
            name = _spelt(head, known)
            if value is None:
                continue
            at = f"{path}.{name}" if path else name
            inner = _resolved(known.get(name, node.get("additionalProperties") or {}))
            if name == "vary" and not path:
                inner = schema()
            new = self.table({rest: value}, inner, at) if dot else self.value(value, inner, at)
            old = made.get(name)
            made[name] = _merged(old, new) if isinstance(old, dict) and isinstance(new, dict) else new
        return made

    def value(self, value: Any, node: dict[str, Any], path: str) -> Any:
        """A value as TOML holds it; what stands for a file becomes one."""
        last = path.rpartition(".")[2]
        if names_a_file(last, node) and not isinstance(value, (str, os.PathLike)):
            return self.file(value, path)
        if isinstance(value, os.PathLike):
            return os.fspath(value)
        if isinstance(value, Mapping):
            return self.table(value, node, path)
        if hasattr(value, "tolist"):
            _finite(value, path)
            value = value.tolist()
        if isinstance(value, (list, tuple)):
            item = _resolved(node.get("items", {}))
            return [self.value(one, item, path) for one in value]
        if isinstance(value, (str, bool, int, float, date)):
            return value
        raise UsageError(f"`{path}` is a {type(value).__name__}\n hint: give text, numbers, lists, dicts or arrays")

    def file(self, value: Any, path: str) -> str:
        """Columns as a CSV file, points and triangles as a surface, bytes as they are."""
        name = path.replace(".", "-").removesuffix("-path")
        if isinstance(value, bytes):
            return self._keep(name, value)
        if isinstance(value, tuple) and len(value) == 2:
            return self._keep(f"{name}.ply", surface_bytes(*value, path=path))
        columns = _columns(value)
        if columns is None:
            hint = "give a path, a dict of columns, a table, or (points, triangles)"
            raise UsageError(f"`{path}` cannot be made a file of: {type(value).__name__}\n hint: {hint}")
        return self._keep(f"{name}.csv", _csv(columns, path))

    def _keep(self, name: str, content: bytes) -> str:
        self.files[name] = content
        return name


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    both = dict(old)
    for key, value in new.items():
        before = both.get(key)
        both[key] = _merged(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return both


def _columns(value: Any) -> dict[str, Any] | None:
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "columns") and hasattr(value, "__getitem__"):
        return {str(name): value[name] for name in value.columns}
    if hasattr(value, "column_names"):
        return {name: value[name] for name in value.column_names}
    return None


def _finite(values: Any, path: str) -> None:
    import numpy as np

    array = np.asarray(values)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        first = int(np.flatnonzero(~np.isfinite(array.ravel()))[0])
        raise UsageError(
            f"`{path}` has {array.ravel()[first]} at position {first}\n hint: leave such rows out, or fill them in"
        )


def _csv(columns: Mapping[str, Any], path: str) -> bytes:
    import numpy as np

    arrays = {name: np.asarray(values, dtype=np.float64) for name, values in columns.items()}
    lengths = {name: array.shape for name, array in arrays.items()}
    if len(set(lengths.values())) > 1 or any(len(shape) != 1 for shape in lengths.values()):
        said = ", ".join(f"`{name}` {'×'.join(map(str, shape))}" for name, shape in lengths.items())
        raise UsageError(f"the columns of `{path}` differ in length: {said}\n hint: one number per instant in each")
    for name, array in arrays.items():
        _finite(array, f"{path}.{name}")
    # The shortest text that reads back to the same number.
    rows = zip(*(array.tolist() for array in arrays.values()), strict=True)
    lines = [",".join(arrays), *(",".join(map(repr, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()


def points_and_triangles(points: Any, triangles: Any, path: str) -> tuple[Any, Any]:
    """Points as contiguous float64, triangles as contiguous int64; both n × 3."""
    import numpy as np

    made = np.ascontiguousarray(points, dtype=np.float64), np.ascontiguousarray(triangles, dtype=np.int64)
    for what, array in zip(("points", "triangles"), made, strict=True):
        if array.ndim != 2 or array.shape[1] != 3:
            shape = "×".join(map(str, array.shape))
            raise UsageError(f"the {what} of `{path}` are {shape}\n hint: they are n×3: three numbers each")
    _finite(made[0], f"{path}, points")
    return made


def surface_bytes(points: Any, triangles: Any, path: str = "surface") -> bytes:
    """A surface as the content of a PLY file."""
    return _synovia.encode_surface(*points_and_triangles(points, triangles, path))


def translate(given: Mapping[str, Any], files: Mapping[str, bytes] | None = None) -> tuple[str, Files]:
    """The text of a study, and the files that it names."""
    writer = Writer()
    table = writer.table(given, schema(), "")
    return toml(table), {**writer.files, **(files or {})}


def quantity(values: Any, unit: str) -> Any:
    """Values with their unit, as a study writes them: `quantity([50, 80], "um")` is `["50.0 um", "80.0 um"]`.

    A number gives one text, an array or a list as many. Use it in `vary`, or wherever an array stands for quantities.
    """
    import numpy as np

    array = np.asarray(values, dtype=np.float64)
    _finite(array, f"quantity in {unit}")
    if array.ndim == 0:
        return f"{float(array)!r} {unit}"
    return [f"{one!r} {unit}" for one in array.ravel().tolist()]


def toml(table: Mapping[str, Any]) -> str:
    """A table as TOML: simple keys first, then tables."""
    lines: list[str] = []
    _toml(table, (), lines)
    return "\n".join(lines) + "\n"


def _toml(table: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    simple = {key: value for key, value in table.items() if not isinstance(value, Mapping)}
    inner = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    if path and (simple or not inner):
        lines.append(f"\n[{'.'.join(map(_key, path))}]")
    lines.extend(f"{_key(key)} = {_text(value)}" for key, value in simple.items())
    for key, value in inner.items():
        _toml(value, (*path, key), lines)


def _key(key: str) -> str:
    plain = key.replace("-", "").replace("_", "")
    return key if plain.isalnum() and plain.isascii() else _text(key)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        import json

        # TOML's basic strings are JSON's, but for the character 127.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, float):
        return repr(value) if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_text, value)) + "]"
    return str(value)


def read_study(
    source: str | os.PathLike[str] | Mapping[str, Any] | None, tables: Mapping[str, Any]
) -> tuple[str, str, Files]:
    """Text, name and files of a study, from a file, a dict, or keyword arguments."""
    if source is None or isinstance(source, Mapping):
        given = {**(source or {}), **tables}
        files = given.pop("files", None)
        text, made = translate(given, files)
        return text, "study.toml", made
    if tables:
        raise UsageError("a study is a file, or keyword arguments, not both\n hint: read the file, then `study.replace(…)`")
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8"), os.fspath(path), {}
    except FileNotFoundError as error:
        hint = "check the spelling; `synovia.template(\"hip\")` is a study to begin with"
        raise UsageError(f"the study `{path}` is not there\n hint: {hint}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the study `{path}` cannot be read: {error}\n hint: it must be UTF-8 text that you may read") from error
