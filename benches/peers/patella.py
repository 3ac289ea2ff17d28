#!/usr/bin/env python3
"""A patella in balance on a round groove, by scipy: an independent solution for `validation/knee-patella`.

    python3 benches/peers/patella.py > validation/knee-patella/scipy.csv

The patella is a rigid body with a flat back on a round groove (Hertz, cartilage on cartilage), pulled by the quadriceps with a
given force along a line and held by a linear tendon, whose end turns with the tibia about the centre of the condyle. Three
equations of balance in the plane, solved from the place where a rigid patella with an inextensible tendon would be. Needs
numpy and scipy; nothing of ours.
"""

import numpy as np
from scipy.optimize import fsolve

RAD = np.pi / 180
CONDYLE = np.array([-17.95e-3, -13.32e-3])
TIBIA, START = np.array([-0.2016, -0.17492]), 54.79 * RAD
GROOVE, RADIUS, BACK, APEX, BASE = np.array([0.0, -20e-3]), 32e-3, 14e-3, -20e-3, 16e-3
TUBEROSITY, LENGTH, TENDON = np.array([188e-3, -16e-3]), 56e-3, 1e6
ORIGIN, PULL = np.array([29e-3, 140e-3]), 200.0
HERTZ = 4 / 3 / (2 * (1 - 0.38**2) / 24e6) * np.sqrt(RADIUS)


def turn(a):
    return np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def end_of_tendon(flexion):
    at_start = TIBIA + turn(np.pi / 2 - START) @ TUBEROSITY
    return CONDYLE + turn(START - flexion) @ (at_start - CONDYLE)


def rigid(end):
    """Tilts at which a rigid patella is in balance: sign changes of the moment about the groove's centre."""
    found = []
    tilts = np.arange(-40, 130, 0.25) * RAD
    for sign in (1, -1):
        last = None
        for tilt in tilts:
            a = np.pi / 2 - tilt
            along, out = turn(a)[:, 0], turn(a)[:, 1]
            middle = GROOVE - out * (RADIUS + BACK)
            apart = middle + along * APEX - end
            half, rest = apart @ along, apart @ apart - LENGTH**2
            if half * half < rest:
                last = None
                continue
            s = half + sign * np.sqrt(half * half - rest)
            place = middle - along * s
            low, high = place + along * APEX, place + along * BASE
            pull, lift = (end - low) / np.linalg.norm(end - low), (ORIGIN - high) / np.linalg.norm(ORIGIN - high)
            tension = -(lift @ along) / (pull @ along)
            moment = cross(high - GROOVE, lift) + tension * cross(low - GROOVE, pull)
            fits = tension > 0 and (lift + tension * pull) @ out > 0 and abs(s) < 0.03
            if fits and last is not None and last * moment <= 0:
                found.append((abs(s), *place, a))
            last = moment if fits else None
    return min(found)[1:]


def balance(q, end):
    place, along, out = q[:2], turn(q[2])[:, 0], turn(q[2])[:, 1]
    low, high = place + along * APEX, place + along * BASE
    to = end - low
    tendon = TENDON * max(np.linalg.norm(to) - LENGTH, 0)
    at_low = tendon * to / np.linalg.norm(to)
    at_high = PULL * (ORIGIN - high) / np.linalg.norm(ORIGIN - high)
    depth = RADIUS - (out @ (GROOVE - place) - BACK)
    push = HERTZ * max(depth, 0) ** 1.5
    # Half of the depth lies in either body: the force acts in its middle, on the line through the groove's centre.
    point = GROOVE - out * (RADIUS - 0.5 * depth)
    force = at_low + at_high - push * out
    moment = cross(low - place, at_low) + cross(high - place, at_high) + cross(point - place, -push * out)
    return force, moment, tendon, push, (point - place) @ along, (out @ (GROOVE - place))


print("flexion_deg,tendon_over_quadriceps,patellofemoral_over_quadriceps,contact_mm,tilt_deg,ratio_of_arms")
q = None
for degrees in range(10, 91, 2):
    end = end_of_tendon(degrees * RAD)
    q = fsolve(lambda q: (lambda r: [*r[0], 50 * r[1]])(balance(q, end)), rigid(end) if q is None else q, xtol=1e-13)
    if degrees % 10:
        continue
    force, moment, tendon, push, contact, _ = balance(q, end)
    assert np.abs(force).max() < 1e-6 and abs(moment) < 1e-7
    along = turn(q[2])[:, 0]
    low, high = q[:2] + along * APEX, q[:2] + along * BASE
    arm = lambda a, b: abs(cross(GROOVE - a, (b - a) / np.linalg.norm(b - a)))
    arms = arm(high, ORIGIN) / arm(low, end)
    print(f"{degrees},{tendon / PULL:.6f},{push / PULL:.6f},{1e3 * contact:.4f},{90 - q[2] / RAD:.4f},{arms:.6f}")
