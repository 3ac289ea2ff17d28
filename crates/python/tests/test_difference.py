"""What differs between two results is said as `synovia diff` says it."""

import json

import pytest
from conftest import STATIC, SWEEP, command

import synovia


@pytest.fixture(scope="module")
def two():
    study = synovia.Study(hip=STATIC)
    return study.run(), study.replace({"hip.implant.clearance": "120 um"}).run()


def test_results_in_memory_and_on_disk_differ_alike(two, tmp_path):
    folders = [result.save(tmp_path / name) for result, name in zip(two, ("near", "wide"), strict=True)]
    said = json.loads(command("diff", *folders, "--json").stdout)
    for pair in (two, folders, [synovia.load(folder) for folder in folders]):
        found = synovia.diff(*pair)
        assert found.inputs == said["inputs"] and found.numbers == said["numbers"]
        assert found.maps == said["maps"] and found.curves == said["curves"]
    assert [(one["path"], one["first"], one["second"]) for one in found.inputs] == [
        ("hip.implant.clearance", '"80 um"', '"120 um"')
    ] or found.inputs[0]["path"] == "hip.implant.clearance"
    peak = next(one for one in found.numbers if one["name"] == "peak_pressure_Pa")
    expected = [result["peak_pressure_Pa"] for result in two]
    assert [peak["first"], peak["second"]] == expected
    assert peak["ratio"] == pytest.approx(expected[1] / expected[0] - 1)
    assert "<html" in found.report.lower() and "near" in found._repr_html_() and "hip.implant.clearance" in repr(found)


def test_a_result_does_not_differ_from_itself(two):
    found = synovia.diff(two[0], two[0])
    assert not found.inputs and all(one["ratio"] in (0.0, None) for one in found.numbers)
    assert all(one["largest"] == 0.0 for one in found.maps)


def test_a_store_is_no_result(tmp_path, two):
    synovia.Sweep.from_text(SWEEP % 3).run(tmp_path / "out")
    with pytest.raises(synovia.UsageError, match="many runs"):
        synovia.diff(two[0], tmp_path / "out")
