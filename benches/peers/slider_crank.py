#!/usr/bin/env python3
"""A slider-crank at a fixed step, ours against exudyn, side by side.

    python3 benches/peers/slider_crank.py [STEP [END]]

Makes a virtual environment in target/peers, installs exudyn there, builds our example, runs both five times in turn
and prints steps per second (the best of five), the largest violation of the joints, and the ratio. exudyn is tried with
its implicit trapezoidal rule (constraints on velocities) and its generalised-alpha scheme (constraints on positions), with
full and modified Newton; the fastest counts.
"""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers"
PYTHON = HOME / "venv" / "bin" / "python"
EXUDYN = "1.13.6"

PEER = r'''
import json, math, sys, time, warnings
warnings.filterwarnings("ignore")
import exudyn as exu
import numpy as np
from exudyn.utilities import *

CRANK, ROD = 0.2, 0.5

def build():
    system = exu.SystemContainer()
    mbs = system.AddSystem()
    angle = math.pi / 4
    tilt = -math.asin(CRANK * math.sin(angle) / ROD)
    pin = (CRANK * math.cos(angle), CRANK * math.sin(angle))
    end = pin[0] + ROD * math.cos(tilt)
    ground = mbs.AddObject(ObjectGround(referencePosition=[0, 0, 0]))
    nodes, bodies = [], []
    for x, y, phi, mass, inertia in [
        (pin[0] / 2, pin[1] / 2, angle, 1.0, CRANK**2 / 12),
        ((pin[0] + end) / 2, pin[1] / 2, tilt, 2.0, 2 * ROD**2 / 12),
        (end, 0, 0, 1.5, 0.01),
    ]:
        nodes.append(mbs.AddNode(Rigid2D(referenceCoordinates=[x, y, phi], initialVelocities=[0, 0, 0])))
        bodies.append(mbs.AddObject(RigidBody2D(physicsMass=mass, physicsInertia=inertia, nodeNumber=nodes[-1])))
        marker = mbs.AddMarker(MarkerBodyMass(bodyNumber=bodies[-1]))
        mbs.AddLoad(LoadMassProportional(markerNumber=marker, loadVector=[0, -9.81, 0]))
    at = lambda body, x: mbs.AddMarker(MarkerBodyPosition(bodyNumber=body, localPosition=[x, 0, 0]))
    for first, second in [
        (at(ground, 0), at(bodies[0], -CRANK / 2)),
        (at(bodies[0], CRANK / 2), at(bodies[1], -ROD / 2)),
        (at(bodies[1], ROD / 2), at(bodies[2], 0)),
    ]:
        mbs.AddObject(RevoluteJoint2D(markerNumbers=[first, second]))
    rail = [mbs.AddMarker(MarkerBodyRigid(bodyNumber=b, localPosition=[0, 0, 0])) for b in (ground, bodies[2])]
    mbs.AddObject(PrismaticJoint2D(markerNumbers=rail, axisMarker0=[1, 0, 0], normalMarker1=[0, 1, 0], constrainRotation=True))
    mbs.Assemble()
    return mbs, nodes

def violations(q, v):
    """Largest violation of the joints, and of their rates, from coordinates and velocities of the three bodies."""
    def point(i, x):
        s, c = math.sin(q[i][2]), math.cos(q[i][2])
        return (np.array([q[i][0] + x * c, q[i][1] + x * s]), np.array([v[i][0] - x * s * v[i][2], v[i][1] + x * c * v[i][2]]))
    pairs = [(point(0, -CRANK / 2), (np.zeros(2), np.zeros(2))), (point(0, CRANK / 2), point(1, -ROD / 2)), (point(1, ROD / 2), point(2, 0))]
    place = [np.abs(a[0] - b[0]).max() for a, b in pairs] + [abs(q[2][1]), abs(q[2][2])]
    rate = [np.abs(a[1] - b[1]).max() for a, b in pairs] + [abs(v[2][1]), abs(v[2][2])]
    return max(place), max(rate)

def run(step, end, velocities, modified):
    mbs, nodes = build()
    s = exu.SimulationSettings()
    steps = int(round(end / step))
    s.timeIntegration.numberOfSteps, s.timeIntegration.endTime = steps, end
    alpha = s.timeIntegration.generalizedAlpha
    alpha.useIndex2Constraints = alpha.useNewmark = velocities
    alpha.spectralRadius = 1.0 if velocities else 0.8
    s.timeIntegration.newton.useModifiedNewton = modified
    s.timeIntegration.verboseMode = 0
    s.solutionSettings.writeSolutionToFile = False
    s.solutionSettings.sensorsWritePeriod = 1e9
    s.linearSolverType = exu.LinearSolverType.EXUdense
    clock = time.perf_counter()
    mbs.SolveDynamic(s)
    seconds = time.perf_counter() - clock
    read = lambda kind, *configuration: [mbs.GetNodeOutput(n, kind, *configuration) for n in nodes]
    kinds = exu.OutputVariableType
    reference = read(kinds.Coordinates, exu.ConfigurationType.Reference)
    q = [r + d for r, d in zip(reference, read(kinds.Coordinates))]
    drift, rate = violations(q, read(kinds.Coordinates_t))
    return {"steps_per_second": steps / seconds, "drift": drift, "drift_rate": rate, "slider": q[2][0]}

step, end = float(sys.argv[1]), float(sys.argv[2])
results = {}
for velocities in (True, False):
    for modified in (False, True):
        name = ("trapezoidal" if velocities else "generalised-alpha") + (", modified Newton" if modified else "")
        results[name] = run(step, end, velocities, modified)
print(json.dumps(results))
'''


def prepare():
    if not PYTHON.exists():
        subprocess.run([sys.executable, "-m", "venv", str(HOME / "venv")], check=True)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", f"exudyn=={EXUDYN}", "numpy"]
    subprocess.run(install, check=True)
    command = ["cargo", "build", "--quiet", "--release", "-p", "synovia-mechanics", "--example", "slider_crank"]
    subprocess.run(command, cwd=ROOT, check=True)


def last_line(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.strip().splitlines()[-1])


def main():
    step, end = (sys.argv[1:] + ["1e-3", "10"][len(sys.argv) - 1 :])[:2]
    prepare()
    ours, theirs = {}, {}

    def keep_best(best, name, found):
        if name not in best or found["steps_per_second"] > best[name]["steps_per_second"]:
            best[name] = found

    for _ in range(5):
        for scheme in ("bogacki-shampine", "dormand-prince"):
            keep_best(ours, scheme, last_line([str(ROOT / "target/release/examples/slider_crank"), step, end, scheme]))
        for name, found in last_line([str(PYTHON), "-c", PEER, step, end]).items():
            keep_best(theirs, name, found)
    exact = last_line([str(ROOT / "target/release/examples/slider_crank"), str(float(step) / 10), end])["slider"]
    print(f"slider-crank, steps of {step} s up to {end} s; error against steps ten times as short")
    row = "{:<50} {:>10,.0f} steps/s   drift {:7.1e} m, {:7.1e} m/s   error {:7.1e} m"

    def show(name, found):
        values = [found[key] for key in ("steps_per_second", "drift", "drift_rate")]
        print(row.format(name, *values, abs(found["slider"] - exact)))

    for name, found in ours.items():
        show(f"ours, {name} with projection", found)
    for name, found in theirs.items():
        show(f"exudyn {EXUDYN}, {name}", found)
    speed = lambda best: max(found["steps_per_second"] for found in best.values())
    print(f"ratio of the fastest: {speed(ours) / speed(theirs):.1f}")
    slower = ours["dormand-prince"]["steps_per_second"] / speed(theirs)
    print(f"ratio with dormand-prince, which is more accurate by far: {slower:.1f}")


if __name__ == "__main__":
    main()
