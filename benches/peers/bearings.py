"""A slider-crank with clearance at its wrist pin, integrated by scipy from equations written for this one mechanism.

Nothing of Synovia is used: two coordinates (angle of the rod, place of the slider) instead of constraints, Lagrange's
equations by hand, contact located by scipy's events, the film of a short bearing by quadrature around the journal. The
numbers printed here are those that `crates/study/tests/bearings.rs` and `validation/slider-crank-bearing` expect.

    python bearings.py          needs numpy and scipy
"""

import numpy as np
import scipy
from scipy.integrate import solve_ivp

CRANK, ROD = 0.05, 0.12
ROD_MASS, ROD_INERTIA, SLIDER_MASS = 0.21, 2.5e-4, 0.14
RADIUS, CLEARANCE = 9.5e-3, 0.5e-3
SPEED = 2 * np.pi * 10
MODULUS, POISSON, RESTITUTION = 207e9, 0.3, 0.9
# Sphere in a socket, as multibody papers take it.
STIFFNESS = 4 / 3 * MODULUS / (2 * (1 - POISSON**2)) * np.sqrt(RADIUS * (RADIUS + CLEARANCE) / CLEARANCE)


def mechanism(t, y):
    """Eccentricity of the slider's pin in the rod's hole, its rate, and what the equations need."""
    phi, x, phi_rate, x_rate = y
    a = SPEED * t
    pin = CRANK * np.array([np.cos(a), np.sin(a)])
    pin_rate = CRANK * SPEED * np.array([-np.sin(a), np.cos(a)])
    pin_acceleration = -SPEED**2 * pin
    along = np.array([np.cos(phi), np.sin(phi)])
    across = np.array([-along[1], along[0]])
    hole = pin + ROD * along
    hole_rate = pin_rate + ROD * phi_rate * across
    e = np.array([x, 0.0]) - hole
    rate = np.array([x_rate, 0.0]) - hole_rate
    return e, rate, along, across, pin_acceleration


def accelerations(t, y, on_slider, on_rod_about_hole=0.0):
    """Of the rod's angle and of the slider, under a force on the slider's pin and its reaction at the hole."""
    _, _, _, across, pin_acceleration = mechanism(t, y)
    moment = ROD * across @ -on_slider + on_rod_about_hole
    # Rod about the crank pin: (I + m l²/4) φ'' + m l/2 across·pin'' = moment.
    inertia = ROD_INERTIA + ROD_MASS * ROD**2 / 4
    return (moment - ROD_MASS * ROD / 2 * (across @ pin_acceleration)) / inertia, on_slider[0] / SLIDER_MASS


def start():
    """Concentric, moving as an ideal joint does, with the crank along x."""
    # Crank pin at (r, 0) moving along y with r ω; rod along x: φ' = −r ω/l, slider at rest.
    return np.array([0.0, CRANK + ROD, -CRANK * SPEED / ROD, 0.0])


def dry(end):
    impacts, rows = [], []
    t, y, factor = 0.0, start(), None

    while t < end:
        touching = factor is not None

        def gap(t, y, touching=touching):
            # Parted at a picometre, so that the next flight begins outside.
            return CLEARANCE - np.linalg.norm(mechanism(t, y)[0]) - (1e-12 if touching else 0.0)

        def force(t, y, touching=touching, factor=factor):
            e, rate, *_ = mechanism(t, y)
            size = np.linalg.norm(e)
            depth = size - CLEARANCE
            if not touching or depth <= 0:
                return np.zeros(2)
            n = e / size
            return -n * max(STIFFNESS * depth**1.5 * (1 + factor * (rate @ n)), 0.0)

        def rates(t, y, force=force):
            return np.array([y[2], y[3], *accelerations(t, y, force(t, y))])

        gap.terminal, gap.direction = True, (1 if touching else -1)
        run = solve_ivp(rates, (t, end), y, "DOP853", rtol=3e-13, atol=1e-14, events=gap, dense_output=True)
        rows.append((run.t[0], run.t[-1], run.sol, force))
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            if touching:
                factor = None
            else:
                e, rate, *_ = mechanism(t, y)
                approach = rate @ e / np.linalg.norm(e)
                impacts.append((t, approach))
                factor = 0.75 * (1 - RESTITUTION**2) / approach
    peak = 0.0
    for begin, finish, sol, force in rows:
        for s in np.linspace(begin, finish, 400):
            peak = max(peak, np.linalg.norm(force(s, sol(s))))
    return impacts, y, peak


VISCOSITY, LENGTH = 0.4, 40e-3


def film(e, rate, spins):
    """Force on the journal of a short film: −∫ u R μ L³ (v·u)₊/h³ dθ, v seen from axes that turn with the mean spin."""
    v = rate - 0.5 * sum(spins) * np.array([-e[1], e[0]])
    count = 4000
    theta = (np.arange(count) + 0.5) * 2 * np.pi / count
    u = np.stack([np.cos(theta), np.sin(theta)])
    h = CLEARANCE - e @ u
    p = VISCOSITY * LENGTH**3 * np.maximum(v @ u, 0) / h**3
    return -RADIUS * (u * p).sum(axis=1) * 2 * np.pi / count


def lubricated(end):
    least = [np.inf]

    def parts(t, y):
        e, rate, *_ = mechanism(t, y)
        spins = [0.0, y[2]]
        force = film(e, rate, spins)
        # Moment on the hole about its centre: half of the couple, and the shear of the film.
        ratio = np.linalg.norm(e) / CLEARANCE
        shear = VISCOSITY * 2 * np.pi * LENGTH * RADIUS**3 / CLEARANCE / np.sqrt(1 - ratio**2) * (spins[0] - spins[1])
        moment = -0.5 * (e[0] * force[1] - e[1] * force[0]) + shear
        least[0] = min(least[0], CLEARANCE * (1 - ratio))
        return force, moment

    def rates(t, y):
        force, moment = parts(t, y)
        return np.array([y[2], y[3], *accelerations(t, y, force, moment)])

    run = solve_ivp(rates, (0, end), start(), "Radau", rtol=1e-8, atol=1e-11)
    e, rate, *_ = mechanism(end, run.y[:, -1])
    return run.y[:, -1], e, np.linalg.norm(parts(end, run.y[:, -1])[0]), least[0]


if __name__ == "__main__":
    print("scipy", scipy.__version__, "K", STIFFNESS)
    for end in (0.02, 0.05, 0.1):
        impacts, y, peak = dry(end)
        print("dry", end, "impacts", len(impacts), "first", impacts[:6], "state", y, "peak", peak)
    for end in (0.05, 0.1):
        y, e, force, least = lubricated(end)
        print("lubricated", end, "state", y, "e", e, "force", force, "least", least)
