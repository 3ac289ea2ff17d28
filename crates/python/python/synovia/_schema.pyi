from typing import Any, TypedDict
StudyTables = TypedDict("StudyTables", {"hip": Any, "vary": Any, "runs": Any, "title": Any}, total=False)
