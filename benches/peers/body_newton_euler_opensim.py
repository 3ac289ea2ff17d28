"""OpenSim 4.6's inverse dynamics of a model, judged by its own kinematics: places of all bodies along a motion, differentiated, and
the equations of Newton and Euler. Says how far the two are apart at rest, under accelerations, and under the speed of each coordinate.

    pip install opensim==4.6 numpy
    python benches/peers/body_models_opensim.py MODEL.osim FOLDER
    python benches/peers/body_newton_euler_opensim.py MODEL.osim FOLDER

On Rajagopal's model all is within 1e-8 but what the speed of a knee adds, whose second and third turn follow the first through
splines: there OpenSim's generalised forces are off by up to 6e-3 of 1 N m + themselves.
"""

import csv
import pathlib
import sys

import numpy as np
import opensim as osim

osim.Logger.setLevelString("Error")
# Seven frames for derivatives by time, s, and five for those by a coordinate, rad or m.
STEP, TURN = 2e-3, 1e-4
FIRST = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60 / STEP
SECOND = np.array([2, -27, 270, -490, 270, -27, 2]) / 180 / STEP**2
BY_COORDINATE = np.array([1, -8, 8, -1]) / 12 / TURN


def spin(matrix):
    return np.array([matrix[2, 1] - matrix[1, 2], matrix[0, 2] - matrix[2, 0], matrix[1, 0] - matrix[0, 1]]) / 2


class Model:
    def __init__(self, path):
        self.model = osim.Model(path)
        for c in self.model.getCoordinateSet():
            c.set_locked(False)
            c.set_prescribed(False)
            c.set_clamped(False)
        self.state = self.model.initSystem()
        self.coordinates = list(self.model.getCoordinateSet())
        self.bodies = list(self.model.getBodySet())
        self.gravity = np.array([self.model.getGravity()[k] for k in range(3)])
        self.centres = [np.array([b.getMassCenter()[k] for k in range(3)]) for b in self.bodies]
        self.inertias = []
        for b in self.bodies:
            xx, yy, zz, xy, xz, yz = (b.get_inertia().get(k) for k in range(6))
            self.inertias.append(np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]))
        # Which coordinate is which of the system's speeds: each gets a speed of its own.
        for k, c in enumerate(self.coordinates):
            c.setSpeedValue(self.state, float(k + 1))
        self.model.realizeVelocity(self.state)
        by_speed = {round(self.state.getU().get(i)): i for i in range(self.state.getNU())}
        self.slots = [by_speed[k + 1] for k in range(len(self.coordinates))]
        self.solver = osim.InverseDynamicsSolver(self.model)

    def place(self, q):
        """Centre of mass and axes of every body."""
        for c, value in zip(self.coordinates, q):
            c.setValue(self.state, float(value), False)
        self.model.realizePosition(self.state)
        found = []
        for body, centre in zip(self.bodies, self.centres):
            at = body.getTransformInGround(self.state)
            axes = np.array([[at.R().get(i, j) for j in range(3)] for i in range(3)])
            found.append((np.array([at.p()[k] for k in range(3)]) + axes @ centre, axes))
        return found

    def newton_euler(self, q, u, a):
        course = [self.place(q + k * STEP * u + 0.5 * (k * STEP) ** 2 * a) for k in range(-3, 4)]
        forces, moments = [], []
        for b, body in enumerate(self.bodies):
            forces.append(body.getMass() * (sum(w * x[b][0] for w, x in zip(SECOND, course)) - self.gravity))
            axes = course[3][b][1]
            turning = spin(sum(w * x[b][1] for w, x in zip(FIRST, course)) @ axes.T)
            gaining = spin(sum(w * x[b][1] for w, x in zip(SECOND, course)) @ axes.T)
            inertia = axes @ self.inertias[b] @ axes.T
            moments.append(inertia @ gaining + np.cross(turning, inertia @ turning))
        found = np.zeros(len(q))
        for k in range(len(q)):
            beside = []
            for j in (-2, -1, 1, 2):
                moved = q.copy()
                moved[k] += j * TURN
                beside.append(self.place(moved))
            for b in range(len(self.bodies)):
                shift = sum(w * x[b][0] for w, x in zip(BY_COORDINATE, beside))
                turn = spin(sum(w * x[b][1] for w, x in zip(BY_COORDINATE, beside)) @ course[3][b][1].T)
                found[k] += shift @ forces[b] + turn @ moments[b]
        return found

    def inverse_dynamics(self, q, u, a):
        for c, value, speed in zip(self.coordinates, q, u):
            c.setValue(self.state, float(value), False)
            c.setSpeedValue(self.state, float(speed))
        udot = osim.Vector(self.state.getNU(), 0.0)
        for slot, value in zip(self.slots, a):
            udot[slot] = float(value)
        for i in range(self.model.getForceSet().getSize()):
            self.model.getForceSet().get(i).setAppliesForce(self.state, False)
        force = self.solver.solve(self.state, udot)
        return np.array([force[slot] for slot in self.slots])

    def apart(self, q, u, a):
        """The largest difference beside 1 N m + what it should be, and at which coordinate."""
        theirs, found = self.inverse_dynamics(q, u, a), self.newton_euler(q, u, a)
        off = abs(theirs - found) / (1 + abs(found))
        k = int(np.argmax(off))
        return f"{off[k]:.1e} ({self.coordinates[k].getName()}: {theirs[k]:.5f}, by Newton and Euler {found[k]:.5f})"


def main():
    model, folder = Model(sys.argv[1]), pathlib.Path(sys.argv[2])
    names = [c.getName() for c in model.coordinates]
    with open(folder / "dynamics.csv") as file:
        rows = list(csv.reader(file))[1:]
    with open(folder / "poses.csv") as file:
        poses = list(csv.reader(file))
    for number in sorted({int(row[0]) for row in rows})[:3]:
        own = {row[1]: [float(x) for x in row[2:]] for row in rows if int(row[0]) == number}
        q = np.array([float(poses[number + 1][poses[0].index(name)]) for name in names])
        u, a = (np.array([own[name][k] for name in names]) for k in (0, 1))
        print(f"pose {number}: all {model.apart(q, u, a)}")
        print(f"  at rest {model.apart(q, 0 * u, 0 * a)}")
        print(f"  accelerations {model.apart(q, 0 * u, a)}")
        for k, name in enumerate(names):
            alone = 0 * u
            alone[k] = u[k]
            theirs, found = model.inverse_dynamics(q, alone, 0 * a), model.newton_euler(q, alone, 0 * a)
            off = (abs(theirs - found) / (1 + abs(found))).max()
            if off > 1e-7:
                print(f"  the speed of {name} alone: {off:.1e}")


main()
