"""Every notebook runs from its first cell to its last."""

import os
import tempfile

import pytest
from conftest import ROOT

nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")

AsyncKernelManager = pytest.importorskip("jupyter_client.manager").AsyncKernelManager

NOTEBOOKS = sorted((ROOT / "examples/notebooks").glob("*.ipynb"))


def test_there_are_five():
    assert len(NOTEBOOKS) == 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "notebooks are kept without outputs"
    # Sockets of its own instead of ports that others may take; their names may not be long.
    with tempfile.TemporaryDirectory(prefix="nb") as room:
        kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", ip=f"{room}/k", connection_file=f"{room}/k.json")
        waits = {"timeout": 900, "startup_timeout": 900}
        place = {"metadata": {"path": str(tmp_path)}}
        nbclient.NotebookClient(notebook, km=kernel, resources=place, **waits).execute(env=os.environ | {"IPYTHONDIR": room})
    if folder := os.environ.get("SYNOVIA_NOTEBOOKS"):
        nbformat.write(notebook, os.path.join(folder, path.name))
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) or "image/png" in output.get("data", {}) for output in shown)
