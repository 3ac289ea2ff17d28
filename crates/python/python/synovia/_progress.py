"""How far a long computation is: a line in a terminal, a bar in a notebook, nothing elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, TypeAlias

Show: TypeAlias = Callable[[str, float], object]

_AFTER = 0.5  # s; what is quicker shows nothing.


class Progress:
    """Shows how far it is while it is open. `wanted` may be a function of stage and share instead."""

    def __init__(self, wanted: bool | Show) -> None:
        self._begun = time.monotonic()
        self._display: Any = None
        self._drawn = False
        self._own = wanted if callable(wanted) else None
        self.show: Show | None = self._own or (self._draw if wanted and _somebody_looks() else None)

    def __enter__(self) -> Show | None:
        return self.show

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._display is not None:
            self._display.update(_Bar("", 1.0, 0.0, done=True))
        elif self._drawn:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def _draw(self, stage: str, share: float) -> None:
        seconds = time.monotonic() - self._begun
        if seconds < _AFTER:
            return
        if _in_notebook():
            bar = _Bar(stage, share, seconds)
            if self._display is None:
                import IPython.display as shown

                display: Any = shown.display
                self._display = display(bar, display_id=True)
            else:
                self._display.update(bar)
            return
        self._drawn = True
        filled = round(40 * share)
        left = f", {seconds * (1 - share) / share:.0f} s left" if share > 0.01 else ""
        sys.stderr.write(f"\r\x1b[K{stage:<20} {'█' * filled}{'░' * (40 - filled)} {share:4.0%}  {seconds:.0f} s{left}")
        sys.stderr.flush()


class _Bar:
    def __init__(self, stage: str, share: float, seconds: float, done: bool = False) -> None:
        self.stage, self.share, self.seconds, self.done = stage, share, seconds, done

    def __repr__(self) -> str:
        return "" if self.done else f"{self.stage} {self.share:.0%}"

    def _repr_html_(self) -> str:
        if self.done:
            return ""
        return (
            f'<progress max="1" value="{self.share:.4f}" style="width:20em"></progress> '
            f"{self.stage} {self.share:.0%}, {self.seconds:.0f} s"
        )


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and hasattr(shell, "kernel")


def _somebody_looks() -> bool:
    return _in_notebook() or (sys.stderr is not None and sys.stderr.isatty())
