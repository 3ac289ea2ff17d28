#!/usr/bin/env python3
"""A ball on an elastic half-space with friction, at 49 points, solved by Siconos: the numbers of `validation/friction-siconos`.

Compliances are those of Boussinesq and Cerruti, of discs on themselves; `joints::validation::cones` builds the same
problems. Needs Debian's python3-siconos (4.4.0+dfsg-2 made the numbers). Run from the root of the project:
    /usr/bin/python3 benches/peers/cone_half_space_siconos.py > validation/friction-siconos/reactions.csv
"""
import sys

import numpy as np
import siconos.numerics as sn

SIDE, SPACING, DISC = 7, 1.0, 0.5
SHEAR, POISSON, BALL, DEPTH = 1.0, 0.3, 40.0, 0.12
# Name: friction, shift of the ball along x and y, its turn about the normal.
PROBLEMS = {
    "partial-slip": (0.4, (0.02, 0.005), 0.0),
    "sliding": (0.2, (0.3, -0.1), 0.0),
    "twisted": (0.6, (0.01, 0.0), 0.02),
}


def compliance(points):
    """3 x 3 blocks: displacement at one point by the force at another; z points into the body."""
    n = len(points)
    w = np.zeros((3 * n, 3 * n))
    for i, b in enumerate(points):
        for j, a in enumerate(points):
            block = np.zeros((3, 3))
            d = b - a
            r = np.hypot(*d)
            if i == j:
                disc = 1 / (np.pi * DISC * SHEAR)
                block[0, 0] = block[1, 1] = disc * (2 - POISSON) / 2
                block[2, 2] = disc * (1 - POISSON)
            else:
                block[:2, :2] = (2 * (1 - POISSON) * np.eye(2) / r + 2 * POISSON * np.outer(d, d) / r**3) / (4 * np.pi * SHEAR)
                block[2, 2] = (1 - POISSON) / (2 * np.pi * SHEAR * r)
                coupling = (1 - 2 * POISSON) / (4 * np.pi * SHEAR) * d / r**2
                block[:2, 2], block[2, :2] = -coupling, coupling
            w[3 * i : 3 * i + 3, 3 * j : 3 * j + 3] = block
    return w


def build(shift, turn):
    places = SPACING * (np.arange(SIDE) - (SIDE - 1) / 2)
    points = np.array([(x, y) for y in places for x in places])
    w = compliance(points)
    assert np.allclose(w, w.T) and np.linalg.eigvalsh(w).min() > 0
    q, normals = [], []
    for x, y in points:
        gap = (x * x + y * y) / (2 * BALL) - DEPTH
        q.append([-(shift[0] - turn * y), -(shift[1] + turn * x), gap])
        # The axis of each cone leans with the ball.
        n = np.array([-x / BALL, -y / BALL, 1.0])
        normals.append(n / np.linalg.norm(n))
    return w, np.array(q), np.array(normals)


def frames(normals):
    turned = np.zeros((3 * len(normals),) * 2)
    for i, n in enumerate(normals):
        t = np.cross(n, [0.0, 1.0, 0.0])
        t /= np.linalg.norm(t)
        turned[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = [n, t, np.cross(n, t)]
    return turned


def main():
    print("# Siconos 4.4.0 (Debian 4.4.0+dfsg-2), fc3d NSGS to 1e-14")
    print("problem,contact,x,y,z")
    for name, (mu, shift, turn) in PROBLEMS.items():
        w, q, normals = build(shift, turn)
        turned = frames(normals)
        local_w, local_q = turned @ w @ turned.T, turned @ q.ravel()
        found = []
        for solver in (sn.SICONOS_FRICTION_3D_NSGS, sn.SICONOS_FRICTION_3D_NSN_AC):
            problem = sn.FrictionContactProblem(3, len(q), local_w, local_q, np.full(len(q), mu))
            options = sn.SolverOptions(solver)
            options.dparam[0], options.iparam[0] = 1e-14, 1_000_000
            r, u = np.zeros(local_q.size), np.zeros(local_q.size)
            info = sn.fc3d_driver(problem, r, u, options)
            found.append(turned.T @ r)
            local = r.reshape(-1, 3)
            closed = local[:, 0] > 1e-12
            stuck = closed & (np.hypot(u.reshape(-1, 3)[:, 1], u.reshape(-1, 3)[:, 2]) < 1e-9)
            print(name, info, closed.sum(), "closed", stuck.sum(), "stuck", "error", options.dparam[1], file=sys.stderr)
        apart = np.linalg.norm(found[0] - found[1]) / np.linalg.norm(found[0])
        print(name, "the two solvers differ by", apart, file=sys.stderr)
        for i, r in enumerate(found[0].reshape(-1, 3)):
            print(f"{name},{i},{r[0]!r},{r[1]!r},{r[2]!r}")


if __name__ == "__main__":
    main()
