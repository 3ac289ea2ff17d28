"""Contact laws and pairs of surfaces on arrays."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _synovia
from ._input import _finite, points_and_triangles
from .errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Doubles = npt.NDArray[np.float64]


class Push(NamedTuple):
    """What a contact law says, in the shape of the gaps that were asked."""

    force: Doubles
    """N; never negative."""
    by_gap: Doubles
    """Slope by the gap, N/m."""
    by_rate: Doubles
    """Slope by the gap rate, N·s/m."""
    energy: Doubles
    """Stored energy, J."""


class ContactLaw:
    """How a contact at a point pushes back, with the names of a mechanism's contact.

    ```python
    ContactLaw({"hertz": {}}, ball="14 mm", socket="14.08 mm", materials=["CoCr", "UHMWPE"])
    ContactLaw({"linear": {"stiffness": "100 N/mm"}}, dissipation={"hunt-crossley": {"restitution": 0.6}}, approach="0.1 m/s")
    ```

    `law`: linear, hertz, elliptic-hertz, double-layer or elastic-foundation. `ball` and `socket` are radii, `materials` what
    the two surfaces are made of, where the law does not say them. `dissipation` as in a study; `approach` is the speed with
    which the contact began, on which hysteretic laws depend.
    """

    def __init__(
        self,
        law: Mapping[str, Any],
        *,
        dissipation: Mapping[str, Any] | str | None = None,
        ball: str | None = None,
        socket: str | None = None,
        materials: Sequence[Any] | None = None,
        approach: str | None = None,
    ) -> None:
        given = {
            "law": _dashed(law),
            "dissipation": _dashed(dissipation) if isinstance(dissipation, Mapping) else dissipation,
            "ball": ball,
            "socket": socket,
            "materials": None if materials is None else [_dashed(one) for one in materials],
            "approach": approach,
        }
        self._inner = _synovia.ContactLaw(json.dumps({key: value for key, value in given.items() if value is not None}))

    def __call__(self, gap: npt.ArrayLike, gap_rate: npt.ArrayLike = 0.0) -> Push:
        """Force, slopes and energy at gaps (m; negative is contact) and gap rates (m/s; negative is approach)."""
        import numpy as np

        gaps, rates = np.broadcast_arrays(np.asarray(gap, dtype=np.float64), np.asarray(gap_rate, dtype=np.float64))
        shape = gaps.shape
        gaps, rates = np.ascontiguousarray(gaps), np.ascontiguousarray(rates)
        _finite(gaps, "gap")
        _finite(rates, "gap_rate")
        out = [np.empty(shape) for _ in range(4)]
        if gaps.size:
            self._inner.evaluate(gaps.reshape(-1), rates.reshape(-1), [one.reshape(-1) for one in out])
        return Push(*out)


def _dashed(value: Any) -> Any:
    """Names with dashes, as the study file writes them."""
    if isinstance(value, Mapping):
        return {str(key).replace("_", "-"): _dashed(one) for key, one in value.items()}
    return [_dashed(one) for one in value] if isinstance(value, (list, tuple)) else value


class Contact(NamedTuple):
    """What the base does to the follower at each pose, in the frame of the base."""

    force: Doubles
    """n × 3, N."""
    moment: Doubles
    """n × 3, N·m, about the follower's origin."""
    energy: Doubles
    """J."""
    lost_power: Doubles
    """W."""
    area: Doubles
    """m²."""
    peak_pressure: Doubles
    """Pa."""
    deepest: Doubles
    """Deepest indentation, m."""
    quadrature_error: Doubles
    """Expected error of the force from the spacing of the points, N (one standard deviation)."""


class SurfacePair:
    """Two surfaces of triangles, `(points in m, triangles)`, the base lined with an elastic layer.

    `thickness` and `material` are those of the layer, `spacing` is about how far apart the points are at which the gap is
    asked. `spacing`, `sampled` and `transition_speed` are, where they are not given, those of a study of a knee replacement. The facets are taken curved, unless `flat`. `logarithmic` is the law for deep indentation.
    """

    def __init__(
        self,
        base: tuple[npt.ArrayLike, npt.ArrayLike],
        follower: tuple[npt.ArrayLike, npt.ArrayLike],
        *,
        thickness: str,
        material: Any,
        spacing: str | None = None,
        sampled: str | None = None,
        friction: float = 0.0,
        transition_speed: str | None = None,
        logarithmic: bool = False,
        flat: bool = False,
    ) -> None:
        surfaces = [points_and_triangles(*base, path="base"), points_and_triangles(*follower, path="follower")]
        given = {
            "thickness": thickness, "material": _dashed(material), "spacing": spacing, "sampled": sampled,
            "friction": friction, "transition-speed": transition_speed, "logarithmic": logarithmic, "flat": flat,
        }  # fmt: skip
        words = json.dumps({key: value for key, value in given.items() if value is not None})
        points, triangles = ([surface[i].reshape(-1) for surface in surfaces] for i in (0, 1))
        self._inner = _synovia.SurfacePair(points, triangles, words)

    def __call__(self, poses: npt.ArrayLike, twists: npt.ArrayLike | None = None) -> Contact:
        """The contact at poses of the follower in the frame of the base: n × 4 × 4 matrices, or n × 3 translations.

        `twists` are n × 6: velocity of the follower's origin (m/s), then angular velocity (rad/s).
        """
        import numpy as np

        given = np.asarray(poses, dtype=np.float64)
        if given.ndim and given.shape[-1] == 3 and given.shape[-2:] != (4, 4):
            places = given.reshape(-1, 3)
            given = np.tile(np.eye(4), (len(places), 1, 1))
            given[:, :3, 3] = places
        if given.shape[-2:] != (4, 4):
            shape = "×".join(map(str, given.shape))
            raise UsageError(f"the poses are {shape}\n hint: they are n×4×4 matrices, or n×3 translations")
        given = np.ascontiguousarray(given.reshape(-1, 4, 4))
        moving = np.zeros((len(given), 6)) if twists is None else np.ascontiguousarray(twists, dtype=np.float64)
        if moving.shape != (len(given), 6):
            raise UsageError(f"{len(given)} poses, but twists of {'×'.join(map(str, moving.shape))}\n hint: n×6, one a pose")
        _finite(given, "poses")
        _finite(moving, "twists")
        out = np.empty((len(given), 12))
        self._inner.evaluate(given.reshape(-1), moving.reshape(-1), out.reshape(-1))
        return Contact(out[:, :3], out[:, 3:6], *(out[:, i] for i in range(6, 12)))
