"""The planar knee of Machado2011 by scipy, with quadratic ligaments (its Eq. 1) and with linear ones (Lehtoranta2011, Eq. 45),
on a flat plateau and on both condyles at once.

Nothing of ours: three equations of motion of one rigid body, four lines that pull when taut, balls by Hertz on a flat
plateau, or one in a hollow and one on a rounded plateau, weight, and the pulse of Eq. 2. Prints the instant at which the knee is straight, and what was reached until then.

    python3 knee_ligaments.py > ../../validation/knee-ligaments/scipy.csv
"""

import numpy as np
from scipy.integrate import solve_ivp

MASS, INERTIA, GRAVITY = 4.0, 0.1, 9.80665
START = np.radians(90.0 - 54.79)
CENTRE_OF_MASS = np.array([-0.2016, -0.17492])
AMPLITUDE, DURATION, DECAY = 50.0, 0.1, 4.73
RADIUS, MODULUS, POISSON = 0.0304, 24e6, 0.38
HEIGHT, SLOPE = 0.2136, np.radians(1.69)
FITTED_CENTRE = np.array([-0.01795, -0.01332])
#          femur: anterior, proximal   tibia: proximal, posterior   length   k of Table 1 in N/m^2
LIGAMENTS = [
    ("anterior-cruciate", [-0.033, -0.017], [0.213, -0.009], 0.0438, 35e6),
    ("posterior-cruciate", [-0.019, -0.014], [0.210, 0.035], 0.0332, 30e6),
    ("medial-collateral", [-0.023, -0.014], [0.163, 0.008], 0.0784, 15e6),
    ("lateral-collateral", [-0.025, -0.019], [0.178, 0.025], 0.0562, 15e6),
]
STRETCH = 2e-3  # linear ligaments pull as the quadratic ones do at this elongation


def turned(angle, local):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([c * local[0] - s * local[1], s * local[0] + c * local[1]])


# The plateau falls towards posterior: xi = HEIGHT - eta tan(SLOPE); its normal points proximally, towards the femur.
NORMAL = np.array([np.cos(SLOPE), np.sin(SLOPE)])


def height_over_plateau(centre, place, angle):
    origin = place + turned(angle, [HEIGHT, 0.0])
    return (centre - origin) @ turned(angle, NORMAL)


# Condyles are moved along the plateau's normal until they just touch at the start; rounded plateaus touch the line there.
HEIGHT_OF_CENTRE = height_over_plateau(FITTED_CENTRE, CENTRE_OF_MASS, START)
FOOT = FITTED_CENTRE - HEIGHT_OF_CENTRE * turned(START, NORMAL)
COMPLIANCE = 2 * (1 - POISSON**2) / MODULUS


class Contact:
    """A ball of the femur against the tibia: flat (None), hollow (a negative radius) or rounded (a positive one)."""

    def __init__(self, ball, plateau):
        self.ball, self.plateau = ball, plateau
        self.centre = FOOT + ball * turned(START, NORMAL)
        curvature = 1 / ball + (1 / plateau if plateau else 0.0)
        self.stiffness = 4 / (3 * COMPLIANCE) / np.sqrt(curvature)
        if plateau:
            # The plateau's own centre, in the tibia's axes: below the line where it is rounded, above it where it is hollow.
            self.middle = turned(-START, FOOT - CENTRE_OF_MASS) - plateau * NORMAL

    def touch(self, place, angle):
        """Depth, and where the tibia is pushed to."""
        if not self.plateau:
            return self.ball - height_over_plateau(self.centre, place, angle), -turned(angle, NORMAL)
        way = place + turned(angle, self.middle) - self.centre
        apart = np.hypot(*way)
        if self.plateau < 0:  # in a hollow the ball touches where it has gone away from the middle
            return apart + self.ball + self.plateau, -way / apart
        return self.ball + self.plateau - apart, way / apart


FLAT = [Contact(RADIUS, None)]
# Table 2 with the radii that give the printed stiffnesses: medial in a hollow, lateral on a rounded plateau.
CONDYLES = [Contact(26.40e-3, -36.02e-3), Contact(30.40e-3, 75.00e-3)]


def pull(linear, k, stretch):
    if stretch <= 0.0:
        return 0.0, 0.0
    if linear:
        k *= STRETCH
        return k * stretch, k * stretch**2 / 2
    return k * stretch**2, k * stretch**3 / 3


def forces(case, place, angle):
    """Force, moment about the centre of mass, energy in ligaments and in contacts, tensions, indentations, pushes."""
    linear, contacts = case
    force, moment, stored, tensions = np.array([0.0, -MASS * GRAVITY]), 0.0, 0.0, []
    for _, femur, tibia, length, k in LIGAMENTS:
        arm = turned(angle, tibia)
        way = np.array(femur) - place - arm
        now = np.hypot(*way)
        tension, energy = pull(linear, k, now - length)
        f = tension * way / now
        force, moment, stored = force + f, moment + arm[0] * f[1] - arm[1] * f[0], stored + energy
        tensions.append(tension)
    pressed, depths, pushes = 0.0, [], []
    for contact in contacts:
        depth, way = contact.touch(place, angle)
        push = contact.stiffness * max(depth, 0.0) ** 1.5
        f, arm = push * way, contact.centre - place
        force, moment = force + f, moment + arm[0] * f[1] - arm[1] * f[0]
        pressed += 0.4 * push * max(depth, 0.0)
        depths.append(depth)
        pushes.append(push)
    return force, moment, stored, pressed, tensions, depths, pushes


def pulse(t):
    if t >= DURATION:  # the pulse lasts as long as its duration says; its tail would move the end by 5 us
        return 0.0
    return AMPLITUDE * np.exp(-DECAY * (t / DURATION) ** 2) * np.sin(np.pi * t / DURATION)


def run(case):
    def rate(t, y):
        force, moment, *_ = forces(case, y[:2], y[2])
        push = pulse(t) * turned(y[2], [1.0, 0.0])
        acceleration = (force + push) / MASS
        return np.concatenate([y[3:6], acceleration, [moment / INERTIA, push @ y[3:5]]])

    def straight(t, y):
        return y[2] - np.pi / 2

    straight.terminal = True
    y = np.concatenate([CENTRE_OF_MASS, [START], np.zeros(4)])
    return solve_ivp(rate, (0, 0.4), y, method="DOP853", rtol=1e-12, atol=1e-13, events=straight, dense_output=True, max_step=1e-4)


print(
    "ligaments,contacts,end_time_s,peak_indentation_m,peak_contact_force_N,peak_lateral_contact_force_N,peak_total_contact_force_N,"
    "anterior_N,posterior_N,medial_N,lateral_N,ligament_work_J,imbalance_J"
)
for name, on, case in [
    ("quadratic", "flat", (False, FLAT)),
    ("linear", "flat", (True, FLAT)),
    ("linear", "two condyles", (True, CONDYLES)),
]:
    run_ = run(case)
    end = run_.t[-1]
    seen = [forces(case, run_.sol(t)[:2], run_.sol(t)[2]) for t in np.linspace(0, end, 100001)]
    tension = [max(s[4][i] for s in seen) for i in range(4)]
    depth = max(s[5][0] for s in seen)
    push = [max(s[6][0] for s in seen), max(s[6][-1] for s in seen) if len(case[1]) > 1 else 0.0, max(sum(s[6]) for s in seen)]

    def energy(y):
        _, _, stored, pressed, *_ = forces(case, y[:2], y[2])
        kinetic = (MASS * (y[3] ** 2 + y[4] ** 2) + INERTIA * y[5] ** 2) / 2
        return kinetic + stored + pressed + MASS * GRAVITY * y[1] - y[6]

    def stretch(y):
        return forces(case, y[:2], y[2])[2]

    first, last = run_.y[:, 0], run_.y[:, -1]
    row = [end, depth, *push, *tension, stretch(first) - stretch(last), energy(last) - energy(first)]
    print(name + "," + on + "," + ",".join(f"{value:.7g}" for value in row))
