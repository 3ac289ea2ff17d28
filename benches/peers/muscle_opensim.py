"""OpenSim's muscle curves and static equilibria, for the tests of `mechanics::muscle::hill` and for validation.

Needs opensim (4.6 made the numbers). Run: python benches/peers/muscle_opensim.py
As tables: python benches/peers/muscle_opensim.py curves > validation/muscles-opensim/curves.csv, and the same with equilibria.
"""

import sys

import opensim

opensim.Logger.setLevelString("error")

CURVES = {
    "active": (opensim.ActiveForceLengthCurve, (0.3, 0.5, 0.6, 0.7, 0.8, 0.95, 1.0, 1.1, 1.3, 1.5, 1.7, 1.9)),
    "passive": (opensim.FiberForceLengthCurve, (0.9, 1.1, 1.3, 1.5, 1.65, 1.8)),
    "velocity": (opensim.ForceVelocityCurve, (-1.1, -0.95, -0.8, -0.5, -0.2, 0.0, 0.1, 0.4, 0.95, 1.1)),
    "tendon": (opensim.TendonForceLengthCurve, (0.99, 1.01, 1.02, 1.03, 1.049, 1.06)),
}


def equilibrium(kind, pennation, length, activation):
    """Tendon force and fibre length of a muscle of 1000 N, 0.1 m fibre and 0.2 m tendon, at rest."""
    model = opensim.Model()
    body = opensim.Body("body", 1.0, opensim.Vec3(0), opensim.Inertia(1, 1, 1))
    model.addBody(body)
    zero = opensim.Vec3(0)
    joint = opensim.SliderJoint("joint", model.getGround(), zero, zero, body, zero, zero)
    model.addJoint(joint)
    muscle = kind()
    muscle.setName("muscle")
    muscle.set_max_isometric_force(1000)
    muscle.set_optimal_fiber_length(0.1)
    muscle.set_tendon_slack_length(0.2)
    muscle.set_pennation_angle_at_optimal(pennation)
    muscle.updGeometryPath().appendNewPathPoint("origin", model.getGround(), zero)
    muscle.updGeometryPath().appendNewPathPoint("insertion", body, zero)
    model.addForce(muscle)
    state = model.initSystem()
    joint.getCoordinate().setValue(state, length)
    muscle.setActivation(state, activation)
    model.equilibrateMuscles(state)
    model.realizeDynamics(state)
    return muscle.getTendonForce(state), muscle.getFiberLength(state)


def equilibria():
    for kind in (opensim.Thelen2003Muscle, opensim.Millard2012EquilibriumMuscle):
        for pennation in (0.0, 0.3):
            for length in (0.27, 0.29, 0.30, 0.31, 0.33):
                for activation in (0.05, 1.0):
                    yield kind.__name__, pennation, length, activation, *equilibrium(kind, pennation, length, activation)


if __name__ == "__main__":
    table = sys.argv[1] if len(sys.argv) > 1 else None
    print("# OpenSim" if table else "OpenSim", opensim.GetVersion())
    if table == "curves":
        print("curve,at_ratio,value_ratio")
    if table == "equilibria":
        print("muscle,pennation_rad,path_m,activation_ratio,force_N,fibre_m")
    if table != "equilibria":
        for name, (curve, places) in CURVES.items():
            for x in places:
                value = curve().calcValue(x)
                print(f"{name},{x},{value:.9f}" if table else f"Millard, {name}: ({x}, {value:.9f}),")
    if table != "curves":
        for kind, pennation, length, activation, force, fibre in equilibria():
            if table:
                print(f"{kind},{pennation},{length},{activation},{force:.6f},{fibre:.9f}")
            else:
                print(f"{kind}: ({pennation}, {length}, {activation}, {force:.6f}, {fibre:.9f}),")
