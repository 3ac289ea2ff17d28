"""Who is right where paths around cylinders and rings are not OpenSim's: the shortest string, by brute force.

    pip install numpy scipy
    python benches/peers/muscle_wrap_scipy.py > crates/mechanics/src/muscle/path/shortest.csv

The string crosses a fan of half planes about the axis of the cylinder, or about the ring's centre line where it passes. In every
plane it has two coordinates and must be outside of the object; the sum of its chords is made as small as it gets. That knows
nothing of tangents, helices and geodesics. Chords are shorter than arcs by their angle squared over 24: where the string touches the fan is fine, and lengths are
extrapolated from two. Cases are those of muscle_wrap_opensim.py where OpenSim's path is not straight.
"""

import csv
import math
import pathlib

import numpy as np
from scipy.optimize import minimize

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "crates/mechanics/src/muscle/path/opensim.csv"
START, END = np.array([0.01, 0.3, 0.02]), np.array([0.02, -0.25, -0.03])
RADIUS = 0.04
TUBE, RING = 0.01, 0.04
COARSE, PLANES = 24, 20
OPTIONS = {"maxiter": 1000, "ftol": 1e-15}
# Rotation, translation, start, end, and whether only the side of +x is allowed.
CYLINDERS = {
    "cylinder": ((0, 0, 0), (0, 0, 0), START, END, True),
    "cylinder-all": ((0, 0, 0), (0.01, 0, 0), START, np.array([0.03, -0.25, -0.03]), False),
    "cylinder-turned": ((0.3, -0.4, 0.2), (0.005, 0.01, 0), START, END, True),
}


def turn(axis, angle):
    x, y, z = np.eye(3)[axis]
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def chords(x):
    return np.linalg.norm(np.diff(x, axis=0), axis=1)


def slopes(x):
    """Of the length by the places in between."""
    along = np.diff(x, axis=0) / chords(x)[:, None]
    return along[:-1] - along[1:]


def shares_of(touched, shares, planes):
    """Planes where the string touches, and a plane to either side of that."""
    at = np.flatnonzero(touched)
    padded = np.concatenate([[0.0], shares, [1.0]])
    low, high = padded[at[0]], padded[at[-1] + 2]
    return low + (high - low) * np.linspace(0, 1, planes + 1)[1:-1]


def refine(solve, planes):
    """First where the string touches, then how long it is: by two fans there."""
    shares = np.linspace(0, 1, COARSE + 1)[1:-1]
    _, touched = solve(shares)
    if not touched.any():
        return math.inf
    lengths = [solve(shares_of(touched, shares, number))[0] for number in (planes, 2 * planes)]
    return lengths[1] + (lengths[1] - lengths[0]) / 3


def around_cylinder(p, q, left):
    begin, end = math.atan2(p[1], p[0]), math.atan2(q[1], q[0])
    by = (end - begin) % (2 * math.pi) - (0 if left else 2 * math.pi)

    def solve(shares):
        count = len(shares)
        angles = begin + by * shares
        rays = np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)

        def places(v):
            return np.vstack([p, rays * v[:count, None] + np.outer(v[count:], [0, 0, 1.0]), q])

        def cost(v):
            x = places(v)
            g = slopes(x)
            return chords(x).sum(), np.concatenate([(g * rays).sum(1), g[:, 2]])

        start = np.concatenate([np.full(count, 1.5 * RADIUS), p[2] + (q[2] - p[2]) * shares])
        bounds = [(RADIUS, None)] * count + [(None, None)] * count
        found = minimize(cost, start, jac=True, method="SLSQP", bounds=bounds, options=OPTIONS)
        return found.fun, found.x[:count] < RADIUS * (1 + 1e-6)

    return refine(solve, PLANES)


def through_ring(p, q):
    """The ring lies about z. Planes through the tangent of its centre line where the straight line passes it nearest."""
    t = np.linspace(0, 1, 20001)[:, None]
    line = p + t * (q - p)
    near = line[np.argmin(np.hypot(np.hypot(line[:, 0], line[:, 1]) - RING, line[:, 2]))]
    outwards = np.array([near[0], near[1], 0]) / math.hypot(near[0], near[1])
    centre, along = RING * outwards, np.cross([0, 0, 1], outwards)

    def angle(x):
        # From inwards, towards +z.
        return math.atan2(x[2], -(x - centre) @ outwards)

    # From below through the hole, and on until q is met.
    begin, end = angle(p), angle(q)
    assert begin < 0
    end += 2 * math.pi if end < begin else 0
    reach = [(p - centre) @ along, (q - centre) @ along]

    def solve(shares):
        count = len(shares)
        angles = begin + (end - begin) * shares
        rays = -np.cos(angles)[:, None] * outwards + np.sin(angles)[:, None] * np.array([0, 0, 1.0])

        def places(v):
            return np.vstack([p, centre + rays * v[:count, None] + np.outer(v[count:], along), q])

        def cost(v):
            x = places(v)
            g = slopes(x)
            return chords(x).sum(), np.concatenate([(g * rays).sum(1), g @ along])

        def outside(v):
            x = places(v)[1:-1]
            return (np.hypot(np.hypot(x[:, 0], x[:, 1]) - RING, x[:, 2]) - TUBE) / TUBE

        def slope_outside(v):
            x = places(v)[1:-1]
            flat = np.hypot(x[:, 0], x[:, 1])
            d = np.hypot(flat - RING, x[:, 2])
            n = np.stack([(flat - RING) * x[:, 0] / flat, (flat - RING) * x[:, 1] / flat, x[:, 2]], axis=1) / d[:, None]
            return np.hstack([np.diag((n * rays).sum(1)), np.diag(n @ along)]) / TUBE

        start = np.concatenate([np.full(count, 1.5 * TUBE), 0.05 * (reach[0] + (reach[1] - reach[0]) * shares)])
        constraint = {"type": "ineq", "fun": outside, "jac": slope_outside}
        found = minimize(cost, start, jac=True, method="SLSQP", constraints=[constraint], options=OPTIONS)
        assert outside(found.x).min() > -1e-9, (found.message, outside(found.x).min())
        return found.fun, outside(found.x) < 1e-6

    return refine(solve, PLANES)


def main():
    print("# The shortest string by brute force (scipy); OpenSim's in opensim.csv")
    print("case,angle_deg,length_m")
    with open(TABLE) as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")][1:]
    for case, degrees, length, _ in rows:
        spin = turn(2, math.radians(float(degrees)))
        if case in CYLINDERS:
            angles, shift, start, end, half = CYLINDERS[case]
            end = spin @ end
            axes = turn(0, angles[0]) @ turn(1, angles[1]) @ turn(2, angles[2])
            p, q = axes.T @ (start - shift), axes.T @ (end - shift)
            straight = np.linalg.norm(p - q)
            if abs(float(length) - straight) < 1e-8:
                continue
            # From above to below by the side of +x is clockwise.
            found = min(around_cylinder(p, q, left) for left in ([False] if half else [False, True]))
        elif case == "torus":
            axes = turn(0, math.pi / 2)
            p, q = axes.T @ np.array([0.1, 0.3, 0.02]), axes.T @ (spin @ END)
            if abs(float(length) - np.linalg.norm(p - q)) < 1e-8:
                continue
            found = through_ring(p, q)
        else:
            continue
        print(f"{case},{degrees},{found:.10f}", flush=True)


main()
