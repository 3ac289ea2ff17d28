"""Laws and pairs on arrays agree with closed forms that they were not made from."""

import numpy as np
import pytest

import synovia


def test_hertz_on_an_array_is_the_closed_form():
    law = synovia.ContactLaw({"hertz": {"stiffness": "3e6 N/m^1.5"}})
    gaps = np.linspace(1e-4, -1e-3, 500)
    push = law(gaps)
    depth = np.maximum(-gaps, 0.0)
    assert np.allclose(push.force, 3e6 * depth**1.5, rtol=1e-13)
    assert np.allclose(push.energy, 0.4 * 3e6 * depth**2.5, rtol=1e-13)
    assert np.allclose(push.by_gap, -1.5 * 3e6 * depth**0.5, rtol=1e-13)


def test_hertz_of_materials_is_that_of_the_textbook():
    law = synovia.ContactLaw({"hertz": {}}, ball="10 mm", materials=[{"modulus": "1 GPa", "poisson": 0.3}] * 2)
    combined = 1.0 / (2 * (1 - 0.3**2) / 1e9)
    assert law(-1e-4).force == pytest.approx(4 / 3 * combined * 0.01**0.5 * 1e-4**1.5, rel=1e-12)


def test_hunt_and_crossley_lose_what_their_factor_says():
    law = synovia.ContactLaw(
        {"hertz": {"stiffness": "3e6 N/m^1.5"}}, dissipation={"hunt_crossley": {"restitution": 0.6}}, approach="0.1 m/s"
    )
    rates = np.array([-0.1, 0.0, 0.05])
    assert np.allclose(law(-1e-4, rates).force, 3e6 * 1e-6 * (1 + 1.5 * 0.4 / 0.1 * -rates), rtol=1e-12)


def test_arrays_broadcast_and_bad_ones_are_refused():
    law = synovia.ContactLaw({"linear": {"stiffness": "100 N/mm"}})
    assert law(-np.ones((3, 4), dtype=np.float32)).force.shape == (3, 4)
    with pytest.raises(synovia.UsageError, match="position 1"):
        law([0.0, np.nan])
    with pytest.raises(synovia.StudyError, match="stiffness"):
        synovia.ContactLaw({"linear": {"stiffness": "100 kg"}})
    with pytest.raises(synovia.StudyError, match="hertz"):
        synovia.ContactLaw({"hertzz": {}})
    with pytest.raises(synovia.StudyError, match="no material is called"):
        synovia.ContactLaw({"hertz": {}}, ball="14 mm", materials=["CoCr", "UHMWPEE"])


def disc(radius: float, height, n: int = 40):
    """A square patch of a surface z = height(x, y)."""
    x = np.linspace(-radius, radius, n + 1)
    grid = np.stack(np.meshgrid(x, x, indexing="ij"), -1).reshape(-1, 2)
    points = np.column_stack([grid, height(grid[:, 0], grid[:, 1])])
    i, j = np.meshgrid(np.arange(n), np.arange(n), indexing="ij")
    a = (i * (n + 1) + j).ravel()
    triangles = np.concatenate([np.column_stack([a, a + n + 1, a + 1]), np.column_stack([a + 1, a + n + 1, a + n + 2])])
    return points, triangles


def test_a_sphere_on_a_layer_pushes_as_the_paraboloid_does():
    radius, thickness, depth = 0.03, 5e-3, np.array([50e-6, 100e-6])
    base = disc(0.006, lambda x, y: 0 * x)
    points, triangles = disc(0.006, lambda x, y: radius - np.sqrt(radius**2 - x**2 - y**2))
    pair = synovia.SurfacePair(
        base, (points, triangles[:, ::-1]), thickness="5 mm", material={"modulus": "1 GPa", "poisson": 0.3}, spacing="0.1 mm"
    )
    contact = pair(np.column_stack([0 * depth, 0 * depth, -depth]))
    stiffness = 1e9 * 0.7 / (1.3 * 0.4) / thickness
    expected = np.pi * stiffness * radius * depth**2
    assert np.allclose(contact.force[:, 2], expected, rtol=0.02)
    assert np.allclose(contact.peak_pressure, stiffness * depth, rtol=0.01)
    assert np.allclose(contact.deepest, depth, rtol=1e-3)


def test_poses_and_twists_of_the_wrong_shape_are_refused():
    flat = disc(0.006, lambda x, y: 0 * x, n=4)
    pair = synovia.SurfacePair(flat, flat, thickness="5 mm", material="UHMWPE")
    with pytest.raises(synovia.StudyError, match="(?s)a length is expected.*hint"):
        synovia.SurfacePair(flat, flat, thickness="5 kg", material="UHMWPE")
    with pytest.raises(synovia.StudyError, match="known are"):
        synovia.SurfacePair(flat, flat, thickness="5 mm", material="UHMWPEE")
    with pytest.raises(synovia.UsageError, match="n×4×4"):
        pair(np.eye(2))
    with pytest.raises(synovia.UsageError, match="twists"):
        pair(np.zeros((3, 3)), np.zeros((2, 6)))
    with pytest.raises(synovia.UsageError, match="deform"):
        pair(np.diag([2.0, 1.0, 1.0, 1.0]))


def test_a_number_gives_numbers():
    push = synovia.ContactLaw({"linear": {"stiffness": "100 N/mm"}})(-1e-3)
    assert push.force.shape == () and float(push.force) == pytest.approx(100.0, rel=1e-12)
