#!/usr/bin/env python3
"""Li's case [Li1997]: a rigid ball under 100 N on a concave layer of cartilage, by the exact kernel of a bonded layer.

    python3 benches/peers/li1997.py > validation/li1997-four-models/exact.csv

Needs numpy and scipy. The kernel is that of `layer_exact.py`; the gap is the paraboloid of the relative radius. The thesis that
quotes Li does not print the sizes: these are ours, 25 mm in 28 mm, 2 mm of cartilage (and 0.5 mm, to see what is thin) with 12 MPa. Nothing of ours is used.
"""

import numpy as np
from scipy.optimize import brentq
from scipy.special import ellipe, ellipk, j0, j1

BALL, CUP, MODULUS, LOAD = 25e-3, 28e-3, 12e6, 100.0
RADIUS = BALL * CUP / (CUP - BALL)


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
    top = k * (1 - e * e) - 4 * t * e
    bottom = k * (1 + e * e) + (1 + k * k + 4 * t * t) * e
    return top / bottom - 1


def matrix(nu, thickness, reach, rings):
    """What a unit pressure on each ring does to the middle of each ring."""
    edges = np.linspace(0, reach, rings + 1)
    middle = 0.5 * (edges[1:] + edges[:-1])
    whole = disc(middle[:, None], edges[None, 1:])
    pieces = np.linspace(0, 30, 121)
    x, w = np.polynomial.legendre.leggauss(24)
    half = 0.5 * (pieces[1:] - pieces[:-1])[:, None]
    t = (half * x + 0.5 * (pieces[1:] + pieces[:-1])[:, None]).ravel()
    w = (half * w).ravel()
    k = t / thickness
    left = j0(np.outer(middle, k)) * (2 * kernel_rest(t, nu) * w / thickness / k)[None, :]
    whole = whole + left @ (edges[1:][None, :] * j1(np.outer(k, edges[1:])))
    a = whole.copy()
    a[:, 1:] -= whole[:, :-1]
    return a * (1 - nu * nu) / MODULUS, edges, middle


def solve(layer, depth):
    a, edges, middle = layer
    rings = len(middle)
    gap = middle**2 / (2 * RADIUS) - depth
    closed = gap < 0
    for _ in range(400):
        p = np.zeros(rings)
        p[closed] = np.linalg.solve(a[np.ix_(closed, closed)], -gap[closed])
        opened = gap + a @ p
        wrong = (closed & (p < 0)) | (~closed & (opened < -1e-15))
        if not wrong.any():
            break
        closed ^= wrong
    area = np.pi * (edges[1:] ** 2 - edges[:-1] ** 2)
    peak = np.polyfit(middle[:12] ** 2, p[:12], 2)[2]
    last = np.nonzero(closed)[0][-1]
    c = np.polyfit(middle[last - 6 : last + 1], p[last - 6 : last + 1] ** 2, 1)
    return (p * area).sum(), peak, max(edges[last], min(-c[1] / c[0], edges[min(last + 2, rings)]))


print("thickness_mm,poisson,indentation_mm,peak_MPa,radius_mm,radius_over_thickness,peak_coarse_MPa,radius_coarse_mm")
# Thickness, reach of the rings, and between which depths the one that carries the load is looked for.
for thickness, reach, depths in [(2e-3, 11e-3, (4e-5, 2.5e-4)), (0.5e-3, 7e-3, (1.5e-5, 9e-5))]:
    for nu in [0.3, 0.35, 0.4, 0.45, 0.49, 0.499, 0.5]:
        row = []
        for rings in [240, 120]:
            layer = matrix(nu, thickness, reach, rings)
            depth = brentq(lambda d: solve(layer, d)[0] - LOAD, *depths, xtol=1e-11)
            row.append((depth, *solve(layer, depth)))
        (d, _, p, r), (_, _, pc, rc) = row
        sizes = f"{1e3 * thickness:g},{nu},{1e3 * d:.5f},{1e-6 * p:.4f},{1e3 * r:.4f},{r / thickness:.3f}"
        print(f"{sizes},{1e-6 * pc:.4f},{1e3 * rc:.4f}", flush=True)
