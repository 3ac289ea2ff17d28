"""Results are looked at where they are, and leave in the formats of the field."""

import json
import pickle

import numpy as np
import pytest
from conftest import ROOT, STATIC, command

import synovia


@pytest.fixture(scope="module")
def walking():
    return synovia.Study(ROOT / "studies/hip-simulator.toml").run()


def test_maps_and_series_are_not_copied(walking):
    parts = walking._outcome.surface_parts("cup")
    pressure = walking.surfaces["cup"]["pressure_Pa"]
    assert pressure.dtype == np.float32 and pressure.ndim == 2
    assert pressure.ctypes.data == parts["fields"]["pressure_Pa"][2].address
    # Asked for twice, the same memory.
    assert walking.surfaces["cup"]["pressure_Pa"].ctypes.data == pressure.ctypes.data
    assert walking.surfaces["cup"].points.ctypes.data == parts["points"].address
    assert walking.series["time_s"].ctypes.data == walking.series["time_s"].ctypes.data


def test_a_view_outlives_its_result_and_cannot_be_written_to():
    result = synovia.Study(hip=STATIC).run()
    values = result.surfaces["cup"]["pressure_Pa"]
    peak = float(values.max())
    del result
    assert peak == float(values.max()) > 0.0
    with pytest.raises(ValueError, match="read-only"):
        values[0] = 1.0


def test_arrow_is_read_by_pandas_pyarrow_and_duckdb(walking):
    pandas, pyarrow, duckdb = map(pytest.importorskip, ("pandas", "pyarrow", "duckdb"))
    series = table = walking.series
    expected = table["contact_force_N"]
    arrow = pyarrow.table(table)
    assert arrow.column_names == list(table)
    # Arrow took the numbers where they are.
    address = arrow["contact_force_N"].chunk(0).buffers()[1].address
    assert address == expected.ctypes.data
    assert np.array_equal(table.to_pandas()["contact_force_N"], expected)
    assert isinstance(table.to_pandas(), pandas.DataFrame)
    assert duckdb.sql('select max("contact_force_N") from series').fetchall() == [(expected.max(),)]


def test_arrow_is_read_by_polars(walking):
    polars = pytest.importorskip("polars")
    table = walking.series
    assert np.array_equal(polars.DataFrame(table)["contact_force_N"].to_numpy(), table["contact_force_N"])


def test_arrow_lives_on_when_the_result_is_gone():
    pyarrow = pytest.importorskip("pyarrow")
    result = synovia.Study(ROOT / "studies/hip-simulator.toml").run()
    expected = result.series["contact_force_N"].copy()
    arrow = pyarrow.table(result.series)
    del result
    assert np.array_equal(arrow["contact_force_N"].to_numpy(), expected)
    arrow.validate(full=True)


def test_xarray_has_series_and_maps(walking):
    pytest.importorskip("xarray")
    data = walking.to_xarray()
    assert data["contact_force_N"].dims == ("time",)
    assert data["cup_pressure_Pa"].shape == walking.surfaces["cup"]["pressure_Pa"].shape


def test_pyvista_has_the_cells(walking):
    pytest.importorskip("pyvista")
    surface = walking.surfaces["cup"]
    mesh = surface.to_pyvista(3)
    assert mesh.n_cells == len(surface.offsets)
    assert np.array_equal(mesh.cell_data["pressure_Pa"], surface["pressure_Pa"][3])


def test_a_name_that_is_not_there_names_the_nearest(walking, tmp_path):
    saved = synovia.load(walking.save(tmp_path / "walking", vtk=False))
    for wrong, where in [
        ("peak_presure_Pa", walking), ("peak_presure_Pa", saved), ("time", walking.series), ("presure_Pa", walking.surfaces["cup"])
    ]:  # fmt: skip
        with pytest.raises(KeyError, match="did you mean `(peak_pressure_Pa|time_s|pressure_Pa)`"):
            where[wrong]
    assert walking.get("nothing") is None and "nothing" not in walking.series


def test_a_result_shows_itself(walking):
    shown = walking._repr_html_()
    assert "data:image/svg+xml" in shown and "peak_pressure_Pa" in shown
    assert "<svg" in walking.picture and "<html" in walking.report
    assert "peak_pressure_Pa" in repr(walking)


def test_a_saved_result_is_that_of_the_command_line(tmp_path):
    study = ROOT / "studies/hip-static.toml"
    synovia.Study(study).run().save(tmp_path / "python")
    command("run", study, "--out", tmp_path / "program", "--quiet")
    for name in ["summary.json", "study.toml"]:
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "program" / name).read_bytes()
    names = [sorted(path.name for path in (tmp_path / side).rglob("*")) for side in ("python", "program")]
    assert names[0] == names[1]
    saved = synovia.load(tmp_path / "python")
    assert dict(saved) == dict(synovia.Study(study).run())
    assert "<svg" in saved.picture and dict(saved.study().run()) == dict(saved)


def test_maps_are_read_back_as_they_were(walking, tmp_path):
    saved = synovia.load(walking.save(tmp_path / "walking"))
    assert list(saved.surfaces) == list(walking.surfaces)
    for name, field in walking.surfaces["cup"].fields.items():
        back = saved.surfaces["cup"].fields[name]
        assert np.array_equal(back.values, field.values, equal_nan=True) and back.label == field.label
    # Files for ParaView hold points in single precision.
    assert np.array_equal(saved.surfaces["cup"].points, walking.surfaces["cup"].points.astype(np.float32))
    assert dict(pickle.loads(pickle.dumps(saved))) == dict(saved)
    bare = synovia.load(walking.save(tmp_path / "bare", vtk=False))
    assert bare.surfaces == {} and dict(bare) == dict(saved)


def test_an_earlier_result_is_replaced_only_if_asked(tmp_path):
    result = synovia.Study(hip=STATIC).run()
    result.save(tmp_path / "result")
    with pytest.raises(synovia.SynoviaError, match="force=True"):
        result.save(tmp_path / "result")
    (tmp_path / "result/notes.txt").write_text("mine")
    with pytest.warns(UserWarning, match="notes.txt"):
        result.save(tmp_path / "result", force=True)
    assert (tmp_path / "result/notes.txt").read_text() == "mine"


def test_a_result_of_a_newer_version_is_refused(tmp_path):
    folder = synovia.Study(hip=STATIC).run().save(tmp_path / "result")
    made = json.loads((folder / "provenance.json").read_text())
    (folder / "provenance.json").write_text(json.dumps({**made, "version": "99.1.0"}))
    with pytest.raises(synovia.VersionError, match=f"99.1.0.*{synovia.__version__}"):
        synovia.load(folder)
    with pytest.raises(synovia.StoreError, match="hint"):
        synovia.load(tmp_path)


def test_a_pickled_result_is_the_same_to_the_last_bit(walking):
    back = pickle.loads(pickle.dumps(walking))
    assert dict(back) == dict(walking) and back.work == walking.work
    for name in walking.series:
        assert np.array_equal(back.series[name], walking.series[name], equal_nan=True)
    assert np.array_equal(back.surfaces["cup"]["pressure_Pa"], walking.surfaces["cup"]["pressure_Pa"])


def test_a_pickle_of_another_build_is_refused(walking):
    data = walking._outcome.to_bytes()
    other = data.replace(synovia.build.encode(), b"0" * len(synovia.build), 1)
    with pytest.raises(synovia.VersionError, match=synovia.build):
        synovia._synovia.Outcome.from_bytes(other)


def test_solids_have_their_fields():
    result = synovia.Study(ROOT / "studies/liner-static.toml").replace(
        {"liner.mesh.patch-cells": 4, "liner.mesh.ring-cells": 2, "liner.mesh.layers": 1}
    ).run()
    solid = next(iter(result.volumes.values()))
    field = next(iter(solid.fields.values()))
    assert field.values.shape[:2] == (len(solid.times), len(solid.points))
