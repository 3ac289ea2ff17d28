"""How far a run is: a line in a terminal, a bar in a notebook, nothing elsewhere."""

import io
import sys

import pytest
from conftest import STATIC

import synovia
from synovia import _progress


@pytest.fixture
def at_once(monkeypatch):
    monkeypatch.setattr(_progress, "_AFTER", 0.0)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_a_line_and_leaves_none(monkeypatch, at_once):
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with _progress.Progress(True) as show:
        show("wear", 0.25)
    text = terminal.getvalue()
    assert "wear" in text and "25%" in text and text.endswith("\r\x1b[K")


def test_a_notebook_shows_one_bar_and_clears_it(monkeypatch, at_once):
    display = pytest.importorskip("IPython.display")
    shown = []

    class Handle:
        def update(self, bar) -> None:
            shown.append(bar._repr_html_())

    def first(bar, display_id) -> Handle:
        shown.append(bar._repr_html_())
        return Handle()

    monkeypatch.setattr(display, "display", first)
    monkeypatch.setattr(_progress, "_in_notebook", lambda: True)
    with _progress.Progress(True) as show:
        show("runs", 0.25)
        show("runs", 0.5)
    assert ["25%" in shown[0], "50%" in shown[1], shown[2]] == [True, True, ""] and "<progress" in shown[0]


def test_where_nobody_looks_nothing_is_shown(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _progress.Progress(True).show is None and _progress.Progress(False).show is None
    synovia.Study(hip=STATIC).run()
    assert sys.stderr.getvalue() == "" and capsys.readouterr().out == ""
