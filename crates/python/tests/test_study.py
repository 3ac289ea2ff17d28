"""A study said in Python is the study of the file; what is wrong is said with its place and a hint."""

import json
import os
import pickle
import re
import subprocess
import sys
import threading
import tomllib

import numpy as np
import pytest
from conftest import ROOT, STATIC, command, program

import synovia


def test_a_file_a_dict_and_keywords_are_one_study():
    path = ROOT / "studies/hip-static.toml"
    tables = tomllib.loads(path.read_text())
    results = [synovia.Study(path).run(), synovia.Study(tables).run(), synovia.Study(**tables).run()]
    assert dict(results[0]) == dict(results[1]) == dict(results[2])


@pytest.mark.parametrize("kind", synovia.templates())
def test_every_shipped_study_can_be_said_as_a_dict(kind):
    written = synovia.template(kind)
    spoken = type(written)({**tomllib.loads(written.text), "files": written._files})
    assert spoken.resolved == written.resolved and spoken.outline == written.outline


def test_underscores_are_dashes_where_the_schema_has_dashes():
    spelt = synovia.Study(hip={"implant": {"head_diameter": "32 mm"}, "experiment": {"quasi_static": {}}})
    assert spelt.parameters["hip"]["implant"]["head-diameter"] == "32 mm"
    assert "quasi-static" in spelt.outline
    # Also behind a choice of several kinds.
    chosen = {"contact": {"finite_elements": {"edge_radius": "1 mm"}}, "experiment": {"static": {}}}
    assert synovia.Study(hip=chosen).parameters["hip"]["contact"]["finite-elements"]["edge-radius"] == "1 mm"


def test_names_of_the_user_keep_their_underscores():
    text = (ROOT / "studies/mechanism-pendulum.toml").read_text()
    tables = tomllib.loads(text)
    assert synovia.Study(tables).parameters == synovia.Study.from_text(text).parameters


def test_a_table_that_is_not_known_here_is_left_to_the_study_file():
    # Whatever joint is added later: names are looked up in the schema, and nothing is refused by Python.
    writer = synovia._input.Writer()
    schema = {"properties": {"ages": {"properties": {"path": {"type": "object", "properties": {"worn-depth": {}}}}}}}
    made = writer.table({"ages": {"path": {"worn_depth": 1.0}}, "other": {"any_key": [1, 2]}}, schema, "")
    assert made == {"ages": {"path": {"worn-depth": 1.0}}, "other": {"any_key": [1, 2]}} and not writer.files


def test_dotted_paths_replace_values():
    study = synovia.Study(hip=STATIC)
    other = study.replace({"hip.implant.clearance": "120 um"})
    assert other.run()["peak_pressure_Pa"] > study.run()["peak_pressure_Pa"]


def test_an_unknown_keyword_names_the_nearest():
    with pytest.raises(synovia.StudyError, match="did you mean `clearance`") as caught:
        synovia.Study(hip={"implant": {"clearence": "80 um"}})
    assert caught.value.problems[0].place.line is not None
    assert "clearence" in caught.value.problems[0].place.text


def test_everything_wrong_is_said_at_once_with_hints():
    with pytest.raises(synovia.StudyError) as caught:
        synovia.Study(hip={"implant": {"clearance": "80 kg", "head_diameter": "-3 mm"}})
    assert len(caught.value.problems) == 2 and all(one.hint for one in caught.value.problems)
    assert isinstance(caught.value, ValueError)


def test_a_missing_file_and_a_study_of_many_are_explained():
    with pytest.raises(synovia.UsageError, match="hint"):
        synovia.Study("nothing-here.toml")
    with pytest.raises(synovia.UsageError, match="Sweep"):
        synovia.Study(ROOT / "studies/hip-sweep.toml")


def own_data(dtype=np.float64, stride=1):
    lines = (ROOT / "studies/my_walk.csv").read_text().splitlines()
    rows = np.genfromtxt([line for line in lines if not line.startswith("#")], delimiter=",", names=True)
    wide = {name: np.repeat(rows[name], stride)[::stride].astype(dtype) for name in rows.dtype.names}
    tables = tomllib.loads((ROOT / "studies/hip-own-data.toml").read_text())
    tables["hip"]["activity"]["file"]["path"] = wide
    return tables


def test_arrays_as_loads_are_the_file():
    from_file = synovia.Study(ROOT / "studies/hip-own-data.toml").run()
    assert dict(synovia.Study(own_data()).run()) == dict(from_file)


def test_a_data_frame_is_a_file_too():
    pandas = pytest.importorskip("pandas")
    tables = own_data()
    columns = tables["hip"]["activity"]["file"]["path"]
    framed = synovia.Study({**tables}).run()
    tables["hip"]["activity"]["file"]["path"] = pandas.DataFrame(columns)
    assert dict(synovia.Study(tables).run()) == dict(framed)


def test_arrays_with_gaps_between_their_numbers_and_of_single_precision_are_converted():
    exact = synovia.Study(own_data()).run()
    assert dict(synovia.Study(own_data(stride=3)).run()) == dict(exact)
    rounded = synovia.Study(own_data(np.float32)).run()
    assert rounded["peak_pressure_Pa"] == pytest.approx(exact["peak_pressure_Pa"], rel=1e-5)


def test_columns_of_other_lengths_and_nan_are_refused_by_name():
    tables = own_data()
    columns = tables["hip"]["activity"]["file"]["path"]
    name = next(iter(columns))
    columns[name] = columns[name][:-1]
    with pytest.raises(synovia.UsageError, match=f"(?s){name}.*hint"):
        synovia.Study(tables)
    tables = own_data()
    columns = tables["hip"]["activity"]["file"]["path"]
    columns["hip_flexion_deg"][3] = np.nan
    with pytest.raises(synovia.UsageError, match="hip_flexion_deg.*nan at position 3"):
        synovia.Study(tables)


def test_a_study_that_is_pickled_brings_its_files():
    study = synovia.Study(own_data())
    back = pickle.loads(pickle.dumps(study))
    assert dict(back.run()) == dict(study.run())


def test_two_threads_run_two_studies():
    studies = [synovia.Study(hip=STATIC).replace({"hip.implant.clearance": f"{c} um"}) for c in (60, 90)]
    alone = [dict(study.run()) for study in studies]
    found: list[list[dict]] = [[], []]

    def work(i: int) -> None:
        found[i] = [dict(studies[i].run()) for _ in range(5)]

    threads = [threading.Thread(target=work, args=(i,)) for i in (0, 1)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [[alone[0]] * 5, [alone[1]] * 5]


def test_designs_on_arrays_are_single_runs():
    study = synovia.Study(hip=STATIC)
    clearances = np.array([50.0, 80.0, 120.0])
    table = study.evaluate({"hip.implant.clearance": synovia.quantity(clearances, "um")})
    assert np.allclose(table["hip_implant_clearance_m"], clearances * 1e-6, rtol=1e-12)
    single = study.replace({"hip.implant.clearance": "120.0 um"}).run()
    assert table["peak_pressure_Pa"][2] == single["peak_pressure_Pa"]


LIFETIME = """
[hip.lifetime]
cycles = "1 million"
tolerance = 0.1
[hip.experiment.quasi-static]
[hip.output]
frames = 21
elements = 500
"""


def test_a_lifetime_is_that_of_the_command_line_and_goes_on_from_its_checkpoint(tmp_path):
    class Stopped(Exception):
        pass

    def stop(stage: str, share: float) -> None:
        if kept.exists():
            raise Stopped

    (tmp_path / "life.toml").write_text(LIFETIME)
    command("run", tmp_path / "life.toml", "--out", tmp_path / "program", "--quiet")
    kept = tmp_path / "life.checkpoint"
    study = synovia.Study(tomllib.loads(LIFETIME))
    try:
        result = study.run(checkpoint=kept, progress=stop)
    except Stopped:
        result = study.run(checkpoint=kept)
    result.save(tmp_path / "python")
    assert (tmp_path / "python/summary.json").read_bytes() == (tmp_path / "program/summary.json").read_bytes()
    assert not kept.exists()


def test_models_are_compared_and_surrogates_fitted():
    rows = synovia.Study(hip=STATIC).compare()
    assert sum(row["is_truth"] for row in rows) == 1 and len(rows) > 2
    assert "<svg" in rows._repr_html_() and "<html" in rows.report.lower()
    assert pickle.loads(pickle.dumps(rows)) == rows
    # A surrogate stands for springs, and is compared with them.
    coarse = {"hip.output": {"elements": 500, "frames": 21}, "hip.contact": {"elastic-foundation": {}}}
    walking = synovia.Study(ROOT / "studies/hip-simulator.toml").replace(coarse)
    fitted = walking.fit(samples=60, held_out=20, order=4)
    assert "held out" in fitted._repr_html_() and "<html" in fitted.report.lower()
    again = walking.replace({"hip.surrogate.path": fitted.content})
    assert again.run()["peak_pressure_Pa"] == pytest.approx(walking.run()["peak_pressure_Pa"], rel=0.05)


def test_the_rest_of_the_door_is_there():
    assert "hip" in synovia.templates() and isinstance(synovia.template("hip-sweep"), synovia.Sweep)
    with pytest.raises(synovia.UsageError, match="hip-static"):
        synovia.template("hip-statik")
    assert any("UHMWPE" in entries for entries in synovia.registry().values())
    assert synovia.explain("hip.implant.liner_thickness") == command("explain", "hip.implant.liner-thickness").stdout
    assert "8 mm" in synovia.explain("liner-thickness") and "knee-replacement" in synovia.explain()
    with pytest.raises(synovia.UsageError, match="clearance"):
        synovia.explain("hip.implant.clearence")
    compared = synovia.validate("pendulum-period")
    assert compared and all(one["pass"] is not False for one in compared)
    assert "pendulum-period" in compared.report and "comparisons pass" in compared._repr_html_()
    with pytest.raises(synovia.UsageError, match="pendulum-period"):
        synovia.validate("pendulum-perod")
    assert "<html" in synovia.catalogue().lower()


def test_help_says_where_keys_units_and_defaults_are():
    told = f"{synovia.Study.__doc__}{synovia.Sweep.__doc__}"
    places = re.findall(r'synovia\.explain\("([^"]+)"\)', told)
    assert {"hip", "hip.implant", "hip.implant.clearance", "runs"} <= set(places)
    text = {place: synovia.explain(place) for place in places}
    assert "hip.implant.head-diameter" in text["hip.implant"] and "27.84 mm" in text["hip.implant"]
    assert "m, cm, mm, um, nm" in text["hip.implant.clearance"]


def test_a_mesh_of_arrays_is_reported_on():
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]) * 0.02
    triangles = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    seen = synovia.mesh((points, triangles))
    assert seen["sound"] and seen["report"]["triangles"] == 4
    assert seen["report"]["volume_m3"] == pytest.approx(0.02**3 / 6)
    with pytest.raises(synovia.UsageError, match="n×3"):
        synovia.mesh((points[:, :2], triangles))


def test_surfaces_of_arrays_are_those_of_a_file(tmp_path):
    pyvista = pytest.importorskip("pyvista")
    design = synovia.template("knee-design").design(sagitta="200 um")
    given = {"femoral": design.femoral, "insert": design.insert}

    def study(path):
        return synovia.Study(
            knee_replacement={
                "implant": {name: {"path": path(name, part), "unit": "m"} for name, part in given.items()},
                "activity": {"duration": "1.1 s"},
                "experiment": {"load_driven": {}},
                "output": {"frames": 5, "spacing": "4 mm"},
            }
        )

    def written(name, part):
        # Another program's writer.
        part.to_pyvista().save(tmp_path / f"{name}.vtp")
        return str(tmp_path / f"{name}.vtp")

    arrays = study(lambda name, part: (part.points, part.triangles))
    assert dict(arrays.run()) == dict(study(written).run())


def test_a_damaged_checkpoint_is_set_aside(tmp_path):
    path = tmp_path / "hip.checkpoint"
    path.write_text("rubbish")
    with pytest.warns(UserWarning, match="is damaged"):
        result = synovia.Study(hip=STATIC).run(checkpoint=path)
    assert dict(result) == dict(synovia.Study(hip=STATIC).run())
    assert not path.exists() and (tmp_path / "hip.checkpoint.damaged").read_text() == "rubbish"


ELEMENTS = """
[hip.contact.finite-elements]
cells = 12
[hip.experiment.static]
load = "1 kN"
"""


def test_compliances_are_kept_once_for_python_and_the_command_line(tmp_path):
    (tmp_path / "hip.toml").write_text(ELEMENTS)
    room = {**os.environ, "SYNOVIA_CACHE": str(tmp_path / "kept")}

    def run(*command: object) -> str:
        done = subprocess.run([*map(str, command)], env=room, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout

    def keys() -> list[str]:
        return sorted(json.loads(line)["key"] for line in run(program(), "cache", "list", "--json").splitlines())

    run(sys.executable, "-c", "import synovia; synovia.Study('hip.toml').run()")
    kept = keys()
    run(program(), "run", "hip.toml", "--quiet")
    assert len(kept) == 1 and keys() == kept
