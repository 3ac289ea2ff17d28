"""An implant by its radii: what the drawing says is what the surfaces are."""

import pickle

import numpy as np
import pytest
from conftest import command

import synovia


@pytest.fixture(scope="module")
def study():
    return synovia.template("knee-design")


@pytest.fixture(scope="module")
def design(study):
    return study.design()


def test_curvatures_are_those_of_the_radii(study, design):
    # One condyle and one plateau lie half of the spacing beside the middle; the dwell point is 3 mm behind it.
    given = study.parameters["knee-replacement"]["implant"]["design"]
    assert [given["spacing"], given["dwell"]] == ["46 mm", "-3 mm"]
    below = design.femoral([[0.0, -0.1, 0.023], [0.0, -0.1, -0.023]])
    assert np.allclose(np.sort(1 / below.curvature, axis=1), [0.030, 0.034], rtol=1e-9)
    dish = design.insert([[-0.003, 0.02, 0.023], [-0.003, 0.02, -0.023]])
    assert np.allclose(np.sort(1 / dish.curvature, axis=1), [-0.056, -0.033], rtol=1e-9)
    assert not below.on_edge.any() and not dish.on_edge.any()


def test_distances_grow_along_the_normal(design):
    rng = np.random.default_rng(7)
    where = np.column_stack([rng.uniform(-0.01, 0.008, 200), np.full(200, 0.01), rng.choice([-1, 1], 200) * 0.023])
    foot = design.insert(where)
    lifted = design.insert(foot.point + 1e-3 * foot.normal)
    sunk = design.insert(foot.point - 1e-3 * foot.normal)
    assert np.allclose(lifted.distance, 1e-3, rtol=1e-9) and np.allclose(sunk.distance, -1e-3, rtol=1e-9)
    assert np.allclose(lifted.point, foot.point, atol=1e-12)


def test_triangles_are_as_near_as_asked_and_closed(study):
    for sagitta in (20e-6, 200e-6):
        part = study.design(sagitta=f"{sagitta * 1e6:.0f} um").femoral
        corners = part.points[part.triangles]
        middles = np.concatenate([0.5 * (corners[:, i] + corners[:, (i + 1) % 3]) for i in range(3)])
        assert np.abs(part(middles).distance).max() < 2 * sagitta
    seen = synovia.mesh((study.design().insert.points, study.design().insert.triangles))
    assert seen["sound"] and [part["closed"] for part in seen["report"]["parts"]] == [True]


def test_files_are_those_of_the_command_line(tmp_path, study, design):
    (tmp_path / "knee.toml").write_text(study.text)
    command("design", tmp_path / "knee.toml", "--out", tmp_path / "program")
    files = design.save(tmp_path / "python")
    assert [file.name for file in files] == ["femoral.stl", "insert.stl", "femoral.step", "insert.step", "drawing.svg"]
    for file in files:
        assert file.read_bytes() == (tmp_path / "program" / file.name).read_bytes()
    with pytest.raises(synovia.SynoviaError, match="force=True"):
        design.save(tmp_path / "python")


def test_a_design_shows_and_pickles_itself(design):
    assert "svg" in design._repr_html_() and "<svg" in design.drawing
    back = pickle.loads(pickle.dumps(design))
    assert np.array_equal(back.insert.points, design.insert.points)
    mesh = pytest.importorskip("pyvista") and design.femoral.to_pyvista()
    assert mesh.n_cells == len(design.femoral.triangles)


def test_what_is_no_design_is_refused(study, design):
    with pytest.raises(synovia.UsageError, match="(?s)no implant by design.*hint"):
        synovia.template("hip").design()
    with pytest.raises(synovia.UsageError, match="between 1 um and 1 mm"):
        study.design(sagitta="1 m")
    with pytest.raises(synovia.UsageError, match="n×3"):
        design.insert(np.zeros((4, 2)))
    with pytest.raises(synovia.UsageError, match="nan at position 1"):
        design.insert([[0.0, np.nan, 0.0]])


def test_designs_on_arrays_follow_from_their_radii(study):
    radii = np.array([50.0, 56.0, 80.0])
    plain = study.replace({"knee-replacement.output": {"frames": 5, "spacing": "4 mm"}})
    # A pressed pose is enough: conformity and constraint follow from the radii alone.
    table = plain.evaluate({"knee-replacement.implant.design.insert.sagittal-radius": synovia.quantity(radii, "mm")})
    assert not any(table["error"]), table["error"]
    assert np.allclose(table["medial_sagittal_conformity_ratio"], 34 / radii, rtol=1e-12)
    assert np.allclose(table["anterior_constraint_N_per_m"], 710.0 / ((radii - 34) * 1e-3), rtol=1e-9)
