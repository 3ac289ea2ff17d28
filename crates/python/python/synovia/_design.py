"""The parts of an implant by its radii."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _synovia
from ._input import _finite
from ._result import _base64, _view
from .errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._study import Study

    Doubles = npt.NDArray[np.float64]


class Landing(NamedTuple):
    """Where points land on a surface, one row per point."""

    distance: Doubles
    """m; positive outside of the material, negative within."""
    point: Doubles
    """The nearest point of the surface, n × 3, in m."""
    normal: Doubles
    """Unit normal there, out of the material, n × 3."""
    curvature: Doubles
    """Principal curvatures there, n × 2, in 1/m; positive where the part is convex."""
    on_edge: npt.NDArray[np.bool_]
    """Whether the surface ends there: the distance then does not grow along the normal."""


class Part:
    """A part of an implant: triangles to look at, and its exact surface, which answers for arrays of points."""

    def __init__(self, design: _synovia.Design, name: str, number: int) -> None:
        self.name = name
        self._design, self._number = design, number
        points, triangles = design.triangles(number)
        self.points: Doubles = _view(points)
        """Corners of the triangles, n × 3, in m."""
        self.triangles: npt.NDArray[np.uint32] = _view(triangles)
        """Three numbers of points each."""

    def __call__(self, points: npt.ArrayLike) -> Landing:
        """Where points (n × 3, in m) land on the exact surface: of the insert that is its bearing surface, without the sides."""
        import numpy as np

        given = np.ascontiguousarray(points, dtype=np.float64)
        if given.ndim == 0 or given.shape[-1] != 3:
            shape = "×".join(map(str, given.shape)) or "one number"
            raise UsageError(f"the points are {shape}\n hint: they are n×3: three numbers each")
        _finite(given, "points")
        given = given.reshape(-1, 3)
        out = np.empty((len(given), 10))
        if len(given):
            self._design.evaluate(self._number, given.reshape(-1), out.reshape(-1))
        return Landing(out[:, 0], out[:, 1:4], out[:, 4:7], out[:, 7:9], out[:, 9] > 0)

    def to_pyvista(self) -> Any:
        """The triangles as a PyVista mesh; needs the package pyvista."""
        import pyvista as pv

        return pv.PolyData.from_regular_faces(self.points, self.triangles)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.points)} points, {len(self.triangles)} triangles>"


class Design:
    """The parts of a knee replacement by its radii, as `Study.design` makes them. In a notebook it shows its drawing."""

    def __init__(self, study: Study, sagitta: str = "20 um") -> None:
        self._made = (study, sagitta)
        self._inner = _synovia.Design(study._inner, study.title or study._name, sagitta)
        self.femoral = Part(self._inner, "femoral", 0)
        """The femoral component."""
        self.insert = Part(self._inner, "insert", 1)
        """The insert; its triangles are closed by sides and underside."""

    @property
    def drawing(self) -> str:
        """Sections with their radii, as SVG."""
        return self._inner.drawing

    def save(self, folder: str | os.PathLike[str], *, force: bool = False) -> list[Path]:
        """Writes femoral and insert as .stl and .step (in millimetres) and drawing.svg, as `synovia design` does."""
        return [Path(file) for file in self._inner.save(Path(folder), force)]

    def __reduce__(self) -> tuple[Any, ...]:
        return Design, self._made

    def __repr__(self) -> str:
        return f"<Design: {self.femoral!r}, {self.insert!r}>"

    def _repr_html_(self) -> str:
        return f"<img style='max-width:100%' src='data:image/svg+xml;base64,{_base64(self.drawing)}'>"
