"""Our lower-limb model in OpenSim 4.6: lengths and moment arms of all muscles, inverse dynamics, joint reactions under given
muscle forces. Writes the tables that crates/joints/tests/body.rs compares with.

    pip install opensim==4.6
    python benches/peers/body_opensim.py
"""

import pathlib

import opensim as osim

ROOT = pathlib.Path(__file__).resolve().parents[2]
OUT = ROOT / "crates/joints/tests/body"
osim.Logger.setLevelString("Error")


def draws(seed):
    """x <- (1103515245 x + 12345) mod 2^31, as a number from 0 to 1: any language can repeat it."""
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed / 2**31


def set_state(model, state, coordinates, q, u):
    for c, value, speed in zip(coordinates, q, u):
        c.setLocked(state, False)
        c.setValue(state, value, False)
        c.setSpeedValue(state, speed)
    model.assemble(state)


def main():
    model = osim.Model(str(ROOT / "data/body/lower_limb.osim"))
    for c in model.getCoordinateSet():
        c.set_locked(False)
    state = model.initSystem()
    coordinates = [model.getCoordinateSet().get(i) for i in range(model.getCoordinateSet().getSize())]
    muscles = [model.getMuscles().get(i) for i in range(model.getMuscles().getSize())]
    random = draws(7)
    arms, dynamics, reactions = [], [], []
    arms.append("pose,muscle,length_m," + ",".join(c.getName() for c in coordinates[6:]))
    poses = []
    for _ in range(6):
        q = []
        for c in coordinates:
            low, high = max(c.getRangeMin(), -1.2), min(c.getRangeMax(), 1.2)
            q.append(low + (high - low) * (0.1 + 0.8 * next(random)))
        poses.append(q)
    for number, q in enumerate(poses):
        set_state(model, state, coordinates, q, [0.0] * len(q))
        model.realizeVelocity(state)
        for m in muscles:
            row = [m.computeMomentArm(state, c) for c in coordinates[6:]]
            length = m.getLength(state)
            arms.append(f"{number},{m.getName()},{length:.15g}," + ",".join(f"{r:.12g}" for r in row))
    with open(OUT / "opensim_poses.csv", "w") as file:
        file.write(",".join(c.getName() for c in coordinates) + "\n")
        file.writelines(",".join(f"{x:.17g}" for x in q) + "\n" for q in poses)
    (OUT / "opensim_arms.csv").write_text("\n".join(arms) + "\n")

    # Inverse dynamics in OpenSim's order of coordinates.
    solver = osim.InverseDynamicsSolver(model)
    dynamics.append("pose,coordinate,speed,acceleration,generalised_force")
    # Which coordinate is which of the system's speeds: each gets a speed of its own.
    set_state(model, state, coordinates, poses[0], [float(i + 1) for i in range(len(coordinates))])
    speeds = state.getU()
    names = [coordinates[round(speeds.get(i)) - 1].getName() for i in range(speeds.size())]
    for number, q in enumerate(poses):
        u = [3.0 * (next(random) - 0.5) for _ in q]
        a = [20.0 * (next(random) - 0.5) for _ in q]
        set_state(model, state, coordinates, q, u)
        by_name = {c.getName(): (v, w) for c, v, w in zip(coordinates, u, a)}
        udot = osim.Vector(len(q), 0.0)
        for i, name in enumerate(names):
            udot[i] = by_name[name][1]
        for m in muscles:
            m.setAppliesForce(state, False)
        force = solver.solve(state, udot)
        for i, name in enumerate(names):
            dynamics.append(f"{number},{name},{by_name[name][0]:.17g},{by_name[name][1]:.17g},{force[i]:.15g}")
    (OUT / "opensim_dynamics.csv").write_text("\n".join(dynamics) + "\n")

    # Forward dynamics under given muscle forces, and what the joints transmit then.
    reactions.append("pose,kind,name,a,b,c")
    for m in muscles:
        m.setAppliesForce(state, True)
        m.overrideActuation(state, True)
    for number, q in enumerate(poses[:3]):
        u = [1.0 * (next(random) - 0.5) for _ in q]
        set_state(model, state, coordinates, q, u)
        for m in muscles:
            force = 400.0 * next(random)
            m.setOverrideActuation(state, force)
            reactions.append(f"{number},muscle,{m.getName()},{force:.17g},0,0")
        model.realizeAcceleration(state)
        for c, speed in zip(coordinates, u):
            reactions.append(f"{number},coordinate,{c.getName()},{speed:.17g},{c.getAccelerationValue(state):.17g},0")
        for joint in (model.getJointSet().get(i) for i in range(model.getJointSet().getSize())):
            wrench = joint.calcReactionOnChildExpressedInGround(state)
            f = wrench.get(1)
            reactions.append(f"{number},joint,{joint.getName()},{f[0]:.15g},{f[1]:.15g},{f[2]:.15g}")
    (OUT / "opensim_reactions.csv").write_text("\n".join(reactions) + "\n")


main()
