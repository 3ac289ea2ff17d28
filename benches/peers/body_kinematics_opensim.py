"""OpenSim 4.6's inverse kinematics of our own lower limbs: coordinates that bring 26 markers nearest to places that no pose meets.

    pip install opensim==4.6
    python benches/peers/body_kinematics_opensim.py

The places are those of the walk `subject01` in 11 instants, each moved by up to 10 mm along each axis, with weights from 1 to 10;
in the last instants one marker was not seen. Writes the tables that crates/joints/src/body/kinematics/opensim.rs compares with. OpenSim's
solver stops where its accuracy says: 1e-5 where nothing is said; 1e-12 here, so that what is compared is the minimum.
"""

import csv
import math
import pathlib
import time

import opensim as osim

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "crates/joints/src/body/kinematics"
EVERY = 20
MOVED = 0.01
LOST = "thigh_r"
ACCURACY = 1e-12
osim.Logger.setLevelString("Error")


def draws(seed):
    """x <- (1103515245 x + 12345) mod 2^31, as a number from 0 to 1: any language can repeat it."""
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed / 2**31


def read_walk():
    with open(ROOT / "data/body/subject01_walk.csv") as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    return rows[0], [[float(x) for x in row] for row in rows[1:]][::EVERY]


def make_places(model, state, names, rows):
    """Where the markers are seen: name, weight and places, NaN in a gap."""
    random = draws(11)
    coordinates = {c.getName(): c for c in model.getCoordinateSet()}
    markers = [model.getMarkerSet().get(i) for i in range(model.getMarkerSet().getSize())]
    seen = [(m.getName(), 1 + 9 * next(random), []) for m in markers]
    for number, row in enumerate(rows):
        for name, value in zip(names, row):
            if name in coordinates:
                coordinates[name].setValue(state, value, False)
        model.assemble(state)
        model.realizePosition(state)
        for marker, (name, _, places) in zip(markers, seen):
            at = marker.getLocationInGround(state)
            places.append([at[k] + MOVED * (2 * next(random) - 1) for k in range(3)])
            if name == LOST and number >= len(rows) - 2:
                places[-1] = [math.nan] * 3
    return seen


def follow(model, seen, accuracy):
    """Coordinates in every instant; what it cost."""
    table = osim.TimeSeriesTableVec3()
    table.setColumnLabels([name for name, _, _ in seen])
    for number in range(len(seen[0][2])):
        row = [osim.Vec3(*places[number]) for _, _, places in seen]
        table.appendRow(0.01 * number, osim.RowVectorVec3(row))
    table.addTableMetaDataString("DataRate", "100")
    table.addTableMetaDataString("Units", "m")
    weights = osim.SetMarkerWeights()
    for name, weight, _ in seen:
        weights.cloneAndAppend(osim.MarkerWeight(name, weight))
    reference = osim.MarkersReference(table, weights)
    state = model.initSystem()
    solver = osim.InverseKinematicsSolver(model, reference, osim.SimTKArrayCoordinateReference())
    solver.setAccuracy(accuracy)
    coordinates = list(model.getCoordinateSet())
    found = []
    begin = time.process_time()
    for number in range(len(seen[0][2])):
        state.setTime(0.01 * number)
        solver.assemble(state)
        model.realizePosition(state)
        found.append([c.getValue(state) for c in coordinates])
    return [c.getName() for c in coordinates], found, time.process_time() - begin


def main():
    model = osim.Model(str(ROOT / "data/body/lower_limb.osim"))
    state = model.initSystem()
    names, rows = read_walk()
    seen = make_places(model, state, names, rows)
    # Through the digits of the table, so that both programs see the same numbers.
    seen = [(name, float(f"{weight:.6g}"), [[float(f"{x:.9g}") for x in p] for p in places]) for name, weight, places in seen]
    with open(OUT / "opensim_markers.csv", "w") as file:
        file.write("frame,marker,weight,x_m,y_m,z_m\n")
        for name, weight, places in seen:
            for number, place in enumerate(places):
                file.write(f"{number},{name},{weight:.6g}," + ",".join(f"{x:.9g}" for x in place) + "\n")
    heads, found, spent = follow(model, seen, ACCURACY)
    with open(OUT / "opensim_kinematics.csv", "w") as file:
        file.write(",".join(heads) + "\n")
        file.writelines(",".join(f"{x:.12g}" for x in row) + "\n" for row in found)
    print(f"{len(found)} frames, accuracy {ACCURACY:g}: {1e3 * spent / len(found):.2f} ms a frame")
    for accuracy in (1e-5, 1e-8, 1e-10):
        _, other, spent = follow(model, seen, accuracy)
        off = max(abs(a - b) for p, q in zip(found, other) for a, b in zip(p, q))
        print(f"accuracy {accuracy:g}: {1e3 * spent / len(found):.2f} ms a frame, coordinates at most {off:.1e} rad or m from those")


main()
