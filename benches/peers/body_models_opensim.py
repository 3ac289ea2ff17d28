"""Any OpenSim model in OpenSim 4.6: lengths and moment arms of all muscles over the range of every coordinate, inverse dynamics,
joint reactions under given muscle forces. Writes tables; `cargo run --release -p synovia-benches --bin body-model -- MODEL FOLDER` says
how far ours are from them. The models are other people's: this script downloads none.

    pip install opensim==4.6
    python benches/peers/body_models_opensim.py MODEL.osim FOLDER

Rajagopal's model comes with the Python package nimblephysics (what is apart there: benches/peers/rajagopal), smaller ones with osim-rl and pose2sim.
"""

import pathlib
import sys
import time

import opensim as osim

osim.Logger.setLevelString("Error")
SAMPLES = 21


def draws(seed):
    """x <- (1103515245 x + 12345) mod 2^31, as a number from 0 to 1: any language can repeat it."""
    while True:
        seed = (1103515245 * seed + 12345) % 2**31
        yield seed / 2**31


def set_pose(model, state, coordinates, q):
    for c, value in zip(coordinates, q):
        c.setValue(state, value, False)
    model.assemble(state)
    return [c.getValue(state) for c in coordinates]


def main():
    path, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    model = osim.Model(path)
    for c in model.getCoordinateSet():
        c.set_locked(False)
        c.set_prescribed(False)
        c.set_clamped(False)
    state = model.initSystem()
    coordinates = [model.getCoordinateSet().get(i) for i in range(model.getCoordinateSet().getSize())]
    muscles = [model.getMuscles().get(i) for i in range(model.getMuscles().getSize())]
    base = {c.getName() for c in coordinates if c.getJoint().getParentFrame().findBaseFrame().getName() == "ground"}
    free = [i for i, c in enumerate(coordinates) if c.getName() not in base and not c.isDependent(state)]
    rest = [c.getDefaultValue() for c in coordinates]
    random = draws(7)
    poses, swept = [], []
    for i in free:
        low, high = max(coordinates[i].getRangeMin(), -3.0), min(coordinates[i].getRangeMax(), 3.0)
        for k in range(SAMPLES):
            q = list(rest)
            q[i] = low + (high - low) * k / (SAMPLES - 1)
            poses.append(q)
            swept.append([i])
    first_random = len(poses)
    for _ in range(6):
        q = []
        for c in coordinates:
            low, high = max(c.getRangeMin(), -1.2), min(c.getRangeMax(), 1.2)
            q.append(low + (high - low) * (0.2 + 0.6 * next(random)))
        poses.append(q)
        swept.append(free)
    begin = time.process_time()
    count = 0
    with open(out / "arms.csv", "w") as file:
        file.write("pose,muscle,length_m,coordinate,arm_m\n")
        for number, (q, which) in enumerate(zip(poses, swept)):
            poses[number] = set_pose(model, state, coordinates, q)
            model.realizePosition(state)
            for m in muscles:
                length = m.getLength(state)
                for i in which:
                    arm = m.computeMomentArm(state, coordinates[i])
                    count += 1
                    file.write(f"{number},{m.getName()},{length:.15g},{coordinates[i].getName()},{arm:.12g}\n")
    spent = time.process_time() - begin
    with open(out / "poses.csv", "w") as file:
        file.write(",".join(c.getName() for c in coordinates) + "\n")
        file.writelines(",".join(f"{x:.17g}" for x in q) + "\n" for q in poses)

    # Which coordinate is which of the system's speeds: each gets a speed of its own.
    solver = osim.InverseDynamicsSolver(model)
    for k, c in enumerate(coordinates):
        c.setSpeedValue(state, float(k + 1))
    model.realizeVelocity(state)
    by_speed = {round(state.getU().get(i)): i for i in range(state.getNU())}
    slots = [by_speed[k + 1] for k in range(len(coordinates))]
    with open(out / "dynamics.csv", "w") as file:
        file.write("pose,coordinate,speed,acceleration,generalised_force\n")
        for number in range(first_random, len(poses)):
            set_pose(model, state, coordinates, poses[number])
            u = [3.0 * (next(random) - 0.5) for _ in coordinates]
            a = [20.0 * (next(random) - 0.5) for _ in coordinates]
            for c, value in zip(coordinates, u):
                c.setSpeedValue(state, value)
            udot = osim.Vector(state.getNU(), 0.0)
            for slot, value in zip(slots, a):
                udot[slot] = value
            for i in range(model.getForceSet().getSize()):
                model.getForceSet().get(i).setAppliesForce(state, False)
            force = solver.solve(state, udot)
            for c, slot, v, w in zip(coordinates, slots, u, a):
                file.write(f"{number},{c.getName()},{v:.17g},{w:.17g},{force[slot]:.15g}\n")

    with open(out / "reactions.csv", "w") as file:
        file.write("pose,kind,name,a,b,c\n")
        for m in muscles:
            m.setAppliesForce(state, True)
            m.overrideActuation(state, True)
        for number in range(first_random, first_random + 3):
            set_pose(model, state, coordinates, poses[number])
            for c in coordinates:
                c.setSpeedValue(state, 0.0)
            for m in muscles:
                force = 400.0 * next(random)
                m.setOverrideActuation(state, force)
                file.write(f"{number},muscle,{m.getName()},{force:.17g},0,0\n")
            model.realizeAcceleration(state)
            for c in coordinates:
                a = c.getAccelerationValue(state)
                file.write(f"{number},coordinate,{c.getName()},{c.getSpeedValue(state):.17g},{a:.17g},0\n")
            for joint in (model.getJointSet().get(i) for i in range(model.getJointSet().getSize())):
                f = joint.calcReactionOnChildExpressedInGround(state).get(1)
                file.write(f"{number},joint,{joint.getName()},{f[0]:.15g},{f[1]:.15g},{f[2]:.15g}\n")
    print(f"{len(muscles)} muscles, {len(free)} free coordinates, {count} lengths and arms in {spent:.2f} s of a processor")


main()
