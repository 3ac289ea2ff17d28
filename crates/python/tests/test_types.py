"""Annotations are complete and true: checked with mypy, the compiled part with stubtest, keywords with the schema."""

import re
import struct
import subprocess
import sys
import zlib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from conftest import ROOT

import synovia
from synovia import _stubs

PACKAGE = Path(synovia.__file__).parent
SOURCE = ROOT / "crates/python/python/synovia"

USE = """
import synovia
result = synovia.Study(hip={"implant": {"head_diameter": "32 mm"}}).run()
pressure: float = result["peak_pressure_Pa"]
synovia.Study(hip={"implant": {"liner_material": {"modulus": "1 GPa", "poisson": 0.4}}, "contact": {"finite_elements": {}}})
reveal_type(result.surfaces["cup"]["pressure_Pa"])
sweep: synovia.SweepResult = synovia.Sweep("a.toml").run(executor=None)
"""

MISUSE = """
import synovia
synovia.Study(hip={"implant": {"head_diametre": "32 mm"}})
"""


def mypy(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_keywords_are_typed_from_the_schema():
    made = (SOURCE / "_schema.pyi").read_text()
    assert made == _stubs.stub(), "make it anew: cargo xtask stubs"


def test_the_package_is_strictly_typed_and_its_users_see_it(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text(USE)
    (tmp_path / "misuse.py").write_text(MISUSE)
    cache = f"--cache-dir={tmp_path / 'cache'}"
    done = mypy("-m", "mypy", cache, "--strict", "-p", "synovia")
    assert done.returncode == 0, done.stdout + done.stderr
    done = mypy("-m", "mypy", cache, "--strict", tmp_path / "use.py", tmp_path / "misuse.py")
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert done.returncode == 1 and len(errors) == 1 and "misuse.py:3" in errors[0], done.stdout
    assert "head_diametre" in errors[0] and ("float32" in done.stdout or "_32Bit" in done.stdout), done.stdout


def test_the_stub_of_the_compiled_part_is_true(tmp_path):
    pytest.importorskip("mypy")
    # What the rest of the package imports has nothing to say about it.
    (tmp_path / "mypy.ini").write_text("[mypy]\nfollow_imports = skip\n")
    options = ["--mypy-config-file", tmp_path / "mypy.ini", "--ignore-disjoint-bases", "--concise"]
    done = mypy("-m", "mypy.stubtest", "synovia._synovia", *options)
    assert done.returncode == 0, done.stdout + done.stderr


def test_everything_public_is_documented():
    for name in synovia.__all__:
        what = getattr(synovia, name)
        if callable(what):
            assert (what.__doc__ or "").strip(), name
            for inner, method in vars(what).items() if isinstance(what, type) else ():
                if not inner.startswith("_") and (callable(method) or isinstance(method, property)):
                    assert (method.__doc__ or "").strip(), f"{name}.{inner}"


def test_importing_loads_nothing_heavy():
    heavy = "numpy pandas polars pyarrow dask xarray IPython dataclasses inspect html concurrent.futures".split()
    text = f"import synovia, sys; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def imported(file: Path) -> set[str]:
    """The symbols that a shared library of 64 bits takes from others."""
    data = file.read_bytes()
    (sections,), (size, count) = struct.unpack_from("<Q", data, 0x28), struct.unpack_from("<HH", data, 0x3A)
    # Name, type, flags, address, offset, length, link.
    table = [struct.unpack_from("<IIQQQQI", data, sections + i * size) for i in range(count)]
    _, _, _, _, begin, length, link = next(section for section in table if section[1] == 11)
    names = table[link][4]
    symbols = (struct.unpack_from("<IBBH", data, place) for place in range(begin, begin + length, 24))
    return {data[names + name : data.index(0, names + name)].decode() for name, _, _, section in symbols if section == 0}


@pytest.mark.skipif(sys.platform != "linux", reason="reads the symbols of Linux")
def test_no_elementary_function_is_taken_from_the_machine():
    taken = imported(Path(synovia._synovia.__file__))
    ours = set(re.findall(r"^    (\w+)\(.*\) -> .* =", (ROOT / "crates/elementary/src/lib.rs").read_text(), re.MULTILINE))
    assert "malloc" in taken and {"sin", "pow", "expf"} <= ours
    assert not taken & ours


def test_one_wheel_fits_every_python_and_is_small():
    tags = [line for line in distribution("synovia").read_text("WHEEL").splitlines() if line.startswith("Tag:")]
    assert len(tags) == 1 and "cp311-abi3-" in tags[0], tags
    files = [file for file in PACKAGE.rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert any(file.name.startswith("_synovia.abi3") for file in files) and any(file.name == "py.typed" for file in files)
    assert sum(len(zlib.compress(file.read_bytes(), 6)) for file in files) < 30e6


def test_where_rust_is_missing_the_build_says_so(tmp_path):
    pytest.importorskip("maturin")
    # Without network, and without any program.
    room = {"PATH": str(tmp_path), "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps", "--no-index", "-w", tmp_path, ROOT]
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, env=room, check=False)
    said = done.stdout + done.stderr
    assert done.returncode != 0 and "needs" in said and "`cargo` is not among the programs" in said and "hint" in said, said
    assert "C compiler" in said, said


def test_an_older_python_is_refused_by_its_version():
    assert distribution("synovia").metadata["Requires-Python"] == ">=3.11"
