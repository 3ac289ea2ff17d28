#!/usr/bin/env python3
"""A ball of facets in a cup of facets, ours with a pressure map against OpenSim's ElasticFoundationForce without one.

    python3 benches/peers/foundation_opensim.py [RINGS ...]

Makes a virtual environment in target/peers, installs opensim there, and gives both programs the same triangles, law and
poses. OpenSim's force is Simbody's: one sample in the middle of each flat facet of both meshes. Ours samples like it and
writes down pressure, gap and sliding velocity of every facet besides. Prints forces, processor time and the ratio.
"""

import json
import math
import subprocess
import sys

from foundation_simbody import HOME, OURS, ROOT, difference, measure

PYTHON = HOME / "venv" / "bin" / "python"
OPENSIM = "4.6"
EVALUATIONS = 20

PEER = r'''
import json, math, sys, time
import opensim as osim
osim.Logger.setLevelString("error")
cup, ball, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
CLEARANCE = 80e-6
model = osim.Model()
body = osim.Body("ball", 1.0, osim.Vec3(0), osim.Inertia(1e-4))
model.addBody(body)
joint = osim.FreeJoint("free", model.getGround(), body)
model.addJoint(joint)
for name, path, frame in (("cup", cup, model.getGround()), ("head", ball, body)):
    model.addContactGeometry(osim.ContactMesh(path, osim.Vec3(0), osim.Vec3(0), frame, name))
force = osim.ElasticFoundationForce()
force.addGeometry("cup")
force.addGeometry("head")
force.setStiffness(0.6 * 500e6 / (1.4 * 0.2) / 8e-3)
for what in ("Dissipation", "StaticFriction", "DynamicFriction", "ViscousFriction"):
    getattr(force, "set" + what)(0.0)
force.setName("foundation")
model.addForce(force)
state = model.initSystem()

def evaluate(i):
    t = 0.1 * i
    tilt, turn, e = 0.2 + 0.1 * math.sin(t), 0.7 * t, CLEARANCE + 27e-6
    at = (math.sin(tilt) * math.cos(turn), math.sin(tilt) * math.sin(turn), -math.cos(tilt))
    for axis in range(3):
        joint.get_coordinates(3 + axis).setValue(state, e * at[axis], False)
    model.realizeDynamics(state)

evaluate(0)
labels = force.getRecordLabels()
columns = [labels.get(k) for k in range(labels.getSize())]
first = next(k for k, label in enumerate(columns) if "head" in label or "ball" in label)
clock = time.process_time()
for i in range(count):
    evaluate(i)
seconds = time.process_time() - clock
forces = []
for i in range(10):
    evaluate(7 * i)
    values = force.getRecordValues(state)
    forces.append([values.get(first + k) for k in range(3)])
print(json.dumps({"seconds": seconds / max(count, 1), "forces": forces, "version": osim.GetVersion()}))
'''


def write_obj(text, path):
    """Our plain text as Wavefront OBJ, which OpenSim reads."""
    lines = text.read_text().splitlines()
    points, triangles = map(int, lines[0].split())
    out = ["v " + line for line in lines[1 : 1 + points]]
    out += ["f " + " ".join(str(int(i) + 1) for i in line.split()) for line in lines[1 + points : 1 + points + triangles]]
    path.write_text("\n".join(out) + "\n")


def installed():
    """The version of OpenSim that is there already; nothing if there is none. An installer would ask the network."""
    found = subprocess.run([str(PYTHON), "-c", "import opensim; print(opensim.GetVersion())"], capture_output=True, text=True)
    return found.stdout.strip()


def main():
    HOME.mkdir(parents=True, exist_ok=True)
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME / "venv")], check=True)
    if not installed().startswith(OPENSIM):
        subprocess.run([str(PYTHON), "-m", "pip", "install", "--quiet", f"opensim=={OPENSIM}"], check=True, timeout=900)
    command = ["cargo", "build", "--quiet", "--release", "-p", "synovia-mechanics", "--example", "foundation_cost"]
    subprocess.run(command, cwd=ROOT, check=True)
    for n in [int(word) for word in sys.argv[1:]] or [12, 24]:
        texts = [HOME / f"cup{n}.txt", HOME / f"ball{n}.txt"]
        subprocess.run([str(OURS), "write", str(n), *map(str, texts)], check=True)
        meshes = [text.with_suffix(".obj") for text in texts]
        for text, mesh in zip(texts, meshes):
            write_obj(text, mesh)
        ours, own = measure([OURS, "maps", n])
        found = []
        for _ in range(3):
            peer = [str(PYTHON), "-c", PEER, *map(str, meshes), str(EVALUATIONS)]
            done = subprocess.run(peer, check=True, capture_output=True, text=True, timeout=300)
            found.append(json.loads(done.stdout.strip().splitlines()[-1]))
        best = min(found, key=lambda one: one["seconds"])
        print(f"{6 * n * n} facets of the cup: ours with maps {own * 1e6:.0f} us, OpenSim {best['version']} {best['seconds'] * 1e6:.0f} us")
        print(f"  ratio {best['seconds'] / own:.1f}, difference of the forces {difference(ours, best['forces']):.1e}, |force| {math.hypot(*best['forces'][0]):.1f} N")


if __name__ == "__main__":
    main()
