#!/usr/bin/env python3
"""A rigid ball on an elastic layer bonded to a rigid base, without friction: the exact kernel of the layer, solved by rings.

    python3 benches/peers/layer_exact.py [OURS.csv] > docs/inserts-fe/layers-exact.csv

Needs numpy and scipy. Under an axisymmetric pressure with the Hankel transform P(k) the surface sinks by

    w(r) = 2 (1 - nu^2)/E  int_0^inf L(k h) P(k) J0(k r) dk,
    L(t) = (2 K sinh 2t - 4 t)/(2 K cosh 2t + 1 + K^2 + 4 t^2),  K = 3 - 4 nu,

which is Hertz's half-space for L = 1 and confined compression for t -> 0. Pressure is constant on rings; what a disc does to
a half-space is known in elliptic integrals, the rest of the kernel falls off exponentially and is integrated by Gauss's
rule. Which rings touch follows from dropping those that pull. No finite elements, and nothing of ours.
Given the CSV that `inserts flat` writes, prints how far it is off as well.
"""

import csv
import sys

import numpy as np
from scipy.special import ellipe, ellipk, j0, j1

BALL, DEPTH, MODULUS = 22e-3, 50e-6, 0.5e9


def disc(r, b):
    """Half-space: displacement at r under unit pressure on a disc of radius b, times E/(1 - nu^2)."""
    inside = r < b
    m = np.where(inside, (r / b) ** 2, 0.0)
    q = np.where(inside, 0.0, (b / np.maximum(r, b)) ** 2)
    near = 4 * b / np.pi * ellipe(m)
    far = 4 * r / np.pi * (ellipe(q) - (1 - q) * ellipk(np.minimum(q, 1 - 1e-15)))
    return np.where(inside, near, far)


def kernel_rest(t, nu):
    k = 3 - 4 * nu
    e = np.exp(-2 * t)
    # Multiplied by exp(-2t), so that nothing overflows.
    top = k * (1 - e * e) - 4 * t * e
    bottom = k * (1 + e * e) + (1 + k * k + 4 * t * t) * e
    return top / bottom - 1


def solve(h, nu, rings=240):
    patch = np.sqrt(2.2 * BALL * DEPTH)
    edges = np.linspace(0, patch, rings + 1)
    middle = 0.5 * (edges[1:] + edges[:-1])
    r, b = middle[:, None], edges[None, 1:]
    whole = disc(r, b)
    # Gauss on pieces of k h up to 30, where the rest of the kernel is 1e-24.
    pieces = np.linspace(0, 30, 61)
    x, w = np.polynomial.legendre.leggauss(24)
    t = (0.5 * (pieces[1:] - pieces[:-1])[:, None] * x + 0.5 * (pieces[1:] + pieces[:-1])[:, None]).ravel()
    w = (0.5 * (pieces[1:] - pieces[:-1])[:, None] * w).ravel()
    k = t / h
    rest = kernel_rest(t, nu)
    left = j0(np.outer(middle, k)) * (2 * rest * w / h / k)[None, :]
    right = (edges[1:][None, :] * j1(np.outer(k, edges[1:])))
    whole = whole + left @ right
    a = whole.copy()
    a[:, 1:] -= whole[:, :-1]
    a *= (1 - nu * nu) / MODULUS
    gap = BALL - DEPTH - np.sqrt(BALL**2 - middle**2)
    closed = gap < 0
    for _ in range(200):
        p = np.zeros(rings)
        p[closed] = np.linalg.solve(a[np.ix_(closed, closed)], -gap[closed])
        opened = gap + a @ p
        wrong = (closed & (p < 0)) | (~closed & (opened < -1e-15))
        if not wrong.any():
            break
        closed ^= wrong
    area = np.pi * (edges[1:] ** 2 - edges[:-1] ** 2)
    # At the middle by an even parabola through the first rings; the edge where the pressure, a root there, ends.
    peak = np.polyfit(middle[:8] ** 2, p[:8], 1)[1]
    last = np.nonzero(closed)[0][-1]
    c = np.polyfit(middle[last - 4 : last + 1], p[last - 4 : last + 1] ** 2, 1)
    radius = max(edges[last], min(-c[1] / c[0], edges[min(last + 2, rings)]))
    return (p * area).sum(), peak, radius


def main():
    ours = {}
    if len(sys.argv) > 1:
        for row in csv.DictReader(open(sys.argv[1])):
            ours[(float(row["thickness_mm"]), float(row["poisson"]), int(row["cells"]))] = row
    cells = sorted({key[2] for key in ours})
    heads = [f"force_off_{c}_percent,peak_off_{c}_percent,radius_off_{c}_percent" for c in cells]
    print(",".join(["thickness_mm,poisson,radius_over_thickness,force_N,peak_MPa,radius_mm,hertz_peak_MPa"] + heads))
    for h in [1e-3, 2e-3, 4e-3, 8e-3, 16e-3, 32e-3]:
        for nu in [0.3, 0.4, 0.45, 0.49]:
            force, peak, radius = solve(h, nu)
            hertz = 2 / np.pi * MODULUS / (1 - nu * nu) * np.sqrt(DEPTH / BALL)
            row = [f"{1e3 * h:g},{nu},{radius / h:.4f},{force:.4f},{1e-6 * peak:.4f},{1e3 * radius:.4f},{1e-6 * hertz:.4f}"]
            for c in cells:
                mine = ours[(round(1e3 * h, 6), nu, c)]
                off = [float(mine["force_N"]) / force, 1e6 * float(mine["peak_MPa"]) / peak, 1e-3 * float(mine["radius_mm"]) / radius]
                row.append(",".join(f"{100 * (x - 1):+.2f}" for x in off))
            print(",".join(row))


main()
