"""Types from the schema of the study file, which comes from the documented fields of the program.

`python -m synovia._stubs` prints `_schema.pyi`; a test sees to it that the file is the one that this prints.
"""

from __future__ import annotations

import textwrap
from typing import Any

from ._input import _resolved, names_a_file, schema

_HEAD = '''"""What may stand in a study, by the names of the study file. Made by `python -m synovia._stubs`: do not edit."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict
'''


class _Maker:
    def __init__(self) -> None:
        self.made: dict[str, str] = {}

    def type_of(self, node: dict[str, Any], key: str) -> str:
        if names_a_file(key, _resolved(node)):
            return "Any"  # a name, or what is in the file
        if "$ref" in node:
            return self.named(node["$ref"].rpartition("/")[2], _resolved(node))
        if "anyOf" in node:
            return self.either([self.type_of(one, key) for one in node["anyOf"] if one.get("type") != "null"])
        if "oneOf" in node:
            return self.either([self.type_of(one, key) for one in node["oneOf"]])
        if "const" in node:
            return f"Literal[{node['const']!r}]"
        if "enum" in node:
            return f"Literal[{', '.join(repr(one) for one in node['enum'] if one is not None)}]"
        kind = node.get("type")
        kinds = [one for one in kind if one != "null"] if isinstance(kind, list) else [kind]
        return self.either([self.plain(one, node, key) for one in kinds])

    def plain(self, kind: Any, node: dict[str, Any], key: str) -> str:
        if kind == "array":
            items = node.get("items")
            return f"Sequence[{self.type_of(items, key)}]" if isinstance(items, dict) else "Sequence[Any]"
        if kind == "object" and node.get("properties"):
            return self.named(f"{key}_choice_{'_'.join(node['properties'])}", node)
        names = {"string": "str", "number": "float", "integer": "int", "boolean": "bool"}
        return names.get(str(kind), "Mapping[str, Any]" if kind == "object" else "Any")

    def either(self, types: list[str]) -> str:
        return "Any" if "Any" in types else " | ".join(dict.fromkeys(types)) or "Any"

    def named(self, name: str, node: dict[str, Any]) -> str:
        if not node.get("properties") and "oneOf" not in node and node.get("type") != "object":
            return self.type_of({key: value for key, value in node.items() if key != "$ref"}, name)
        if "oneOf" in node:
            return self.either([self.type_of(one, name) for one in node["oneOf"]])
        if not node.get("properties"):
            return "Mapping[str, Any]"
        spelt = "".join(word.capitalize() if word.islower() else word for word in name.replace("-", "_").split("_"))
        if spelt not in self.made:
            self.made[spelt] = ""  # a table may hold itself
            self.made[spelt] = self.table(spelt, node)
        return f'"{spelt}"'

    def table(self, name: str, node: dict[str, Any]) -> str:
        lines = [f'{name} = TypedDict("{name}", {{']
        for key, child in node["properties"].items():
            about = _about(child)
            lines += textwrap.wrap(about, 118, initial_indent="    # ", subsequent_indent="    # ") if about else []
            kind = self.type_of(child, key)
            lines += [f"    {spelling!r}: {kind}," for spelling in dict.fromkeys((key, key.replace("-", "_")))]
        return "\n".join([*lines, "}, total=False)"])


def _about(node: dict[str, Any]) -> str:
    text = node.get("description") or _resolved(node).get("description") or ""
    given = f" Default: {node['default']}." if isinstance(node.get("default"), (str, int, float)) else ""
    return " ".join(f"{text}{given}".split())


def stub() -> str:
    """The content of `_schema.pyi`."""
    maker = _Maker()
    root = {"properties": {**schema()["properties"], "files": {"description": "Files from memory, by name: bytes."}}}
    root["properties"]["vary"] = {"description": root["properties"]["vary"].get("description"), "type": "object"}
    study = maker.table("StudyTables", root)
    return "\n\n".join([_HEAD, *maker.made.values(), study]) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(stub())
