"""OpenSim 4.6's static optimisation and joint reactions of our own lower limbs on the shipped walk `subject01`, and what they cost.

    pip install opensim==4.6
    python benches/peers/body_static_optimisation_opensim.py FOLDER

Writes the walk as files that both programs read (FOLDER/walk.mot, ground.mot), runs OpenSim, and writes the table that
crates/joints/tests/body.rs compares with: crates/joints/tests/body/opensim_sharing.csv, a row an instant. Reserves and residuals of
OpenSim are actuators of their own: 1 N m where muscles pull, as ours, and free at the base and the back. Its muscles are never less
active than 0.01, which presses the hip by a fifth of a body weight more: the test asks the same of ours.
"""

import csv
import pathlib
import sys
import time

import opensim as osim

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "crates/joints/tests/body/opensim_sharing.csv"
PERIOD = 1.23434087
EVERY = 5
osim.Logger.setLevelString("Error")


def read_walk():
    with open(ROOT / "data/body/subject01_walk.csv") as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    return rows[0], [[float(x) for x in row] for row in rows[1:]]


def extended(names, rows):
    """Rows from 20 % before the cycle to 20 % after it, lengths along the way going on."""
    count = len(rows) - 1
    gain = {axis: rows[-1][names.index(f"pelvis_t{axis}")] - rows[0][names.index(f"pelvis_t{axis}")] for axis in "xz"}
    moves = {}
    for k, name in enumerate(names):
        if name in ("pelvis_tx", "pelvis_tz"):
            moves[k] = gain[name[-1]]
        if name.startswith("point_") and name[6] in "xz":
            moves[k] = gain[name[6]]
    for i in range(-count // 5, count + count // 5 + 1):
        turn, at = divmod(i, count)
        row = [PERIOD * i / count] + rows[at][1:]
        for k, by in moves.items():
            row[k] += turn * by
        yield row


def write_storage(path, names, rows):
    with open(path, "w") as file:
        file.write(f"{path.stem}\nversion=1\nnRows={len(rows)}\nnColumns={len(names)}\ninDegrees=no\nendheader\n")
        file.write("\t".join(names) + "\n")
        file.writelines("\t".join(f"{x:.12g}" for x in row) + "\n" for row in rows)


def read_storage(path):
    lines = path.read_text().splitlines()
    at = [k for k, line in enumerate(lines) if line.strip() == "endheader"][0]
    return lines[at + 1].split("\t"), [[float(x) for x in line.split()] for line in lines[at + 2 :] if line.strip()]


def make_model(path):
    model = osim.Model(str(ROOT / "data/body/lower_limb.osim"))
    state = model.initSystem()
    muscles = [model.getMuscles().get(i) for i in range(model.getMuscles().getSize())]
    free = [c for c in model.getCoordinateSet() if not c.get_locked()]
    moved = [any(abs(m.computeMomentArm(state, c)) > 1e-7 for m in muscles) for c in free]
    for c, by_muscles in zip(free, moved):
        strong = not by_muscles or c.getName().startswith("pelvis") or c.getName().startswith("lumbar")
        actuator = osim.CoordinateActuator(c.getName())
        actuator.setName(f"{c.getName()}_reserve")
        actuator.setOptimalForce(1e5 if strong else 1.0)
        actuator.setMinControl(-1e4)
        actuator.setMaxControl(1e4)
        model.addForce(actuator)
    model.finalizeConnections()
    model.printToXML(str(path))
    return [m.getName() for m in muscles]


def make_loads(path, data):
    loads = osim.ExternalLoads()
    loads.setDataFileName(str(data))
    for side in "rl":
        force = osim.ExternalForce()
        force.setName(f"ground_{side}")
        force.set_applied_to_body(f"calcn_{side}")
        force.set_force_expressed_in_body("ground")
        force.set_point_expressed_in_body("ground")
        force.set_force_identifier(f"force_{side}_")
        force.set_point_identifier(f"point_{side}_")
        force.set_torque_identifier(f"moment_{side}_")
        loads.cloneAndAppend(force)
    loads.printToXML(str(path))


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    names, rows = read_walk()
    rows = list(extended(names, rows))
    forces = [k for k, name in enumerate(names) if name.split("_")[0] in ("force", "point", "moment")]
    angles = [k for k in range(1, len(names)) if k not in forces]
    write_storage(out / "walk.mot", ["time"] + [names[k] for k in angles], [[r[0]] + [r[k] for k in angles] for r in rows])
    grounds = [f"{what}_{side}_{axis}" for side in "rl" for what in ("force", "point", "moment") for axis in "xyz"]
    columns = [names.index(f"{g[:-4]}_{g[-1]}_{g[-3]}") for g in grounds]
    write_storage(out / "ground.mot", ["time"] + grounds, [[r[0]] + [r[k] for k in columns] for r in rows])
    muscles = make_model(out / "model.osim")
    make_loads(out / "loads.xml", out / "ground.mot")

    tool = osim.AnalyzeTool()
    tool.setName("walk")
    tool.setModelFilename(str(out / "model.osim"))
    tool.setCoordinatesFileName(str(out / "walk.mot"))
    tool.setExternalLoadsFileName(str(out / "loads.xml"))
    tool.setLowpassCutoffFrequency(-1)
    tool.setStartTime(0.0)
    tool.setFinalTime(PERIOD)
    tool.setResultsDir(str(out / "results"))
    sharing = osim.StaticOptimization()
    sharing.setStartTime(0.0)
    sharing.setEndTime(PERIOD)
    sharing.setStepInterval(EVERY)
    sharing.setUseModelForceSet(True)
    sharing.setActivationExponent(2)
    sharing.setUseMusclePhysiology(False)
    sharing.setConvergenceCriterion(1e-6)
    sharing.setMaxIterations(1000)
    tool.updAnalysisSet().cloneAndAppend(sharing)
    tool.printToXML(str(out / "analyze.xml"))
    begin = time.process_time()
    osim.AnalyzeTool(str(out / "analyze.xml")).run()
    spent = time.process_time() - begin

    tool = osim.AnalyzeTool(str(out / "analyze.xml"), False)
    tool.updAnalysisSet().setSize(0)
    reaction = osim.JointReaction()
    reaction.setForcesFileName(str(out / "results/walk_StaticOptimization_force.sto"))
    joints, bodies, frames = osim.ArrayStr(), osim.ArrayStr(), osim.ArrayStr()
    joints.append("ALL")
    bodies.append("child")
    frames.append("ground")
    reaction.setJointNames(joints)
    reaction.setOnBody(bodies)
    reaction.setInFrame(frames)
    reaction.setStepInterval(EVERY)
    tool.updAnalysisSet().cloneAndAppend(reaction)
    tool.printToXML(str(out / "reactions.xml"))
    osim.AnalyzeTool(str(out / "reactions.xml")).run()

    heads, activations = read_storage(out / "results/walk_StaticOptimization_activation.sto")
    there, reactions = read_storage(next((out / "results").glob("*ReactionLoads*")))
    wanted = [f"{j}_{s}_on_{b}_{s}_in_ground_f{a}" for s in "rl" for j, b in (("hip", "femur"), ("knee", "tibia"), ("ankle", "talus")) for a in "xyz"]
    reserves = [h for h in heads if h.endswith("_reserve") and not h.startswith(("pelvis", "lumbar"))]
    with open(TABLE, "w") as file:
        file.write(",".join(["time"] + muscles + reserves + wanted) + "\n")
        for a, r in zip(activations, reactions):
            assert abs(a[0] - r[0]) < 1e-6
            row = [a[heads.index(name)] for name in muscles + reserves] + [r[there.index(name)] for name in wanted]
            file.write(f"{a[0]:.9g}," + ",".join(f"{x:.6g}" for x in row) + "\n")
    print(f"static optimisation of {len(activations)} instants, {len(muscles)} muscles: {spent:.1f} s of a processor")


main()
