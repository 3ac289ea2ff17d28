#!/usr/bin/env python3
"""Rigid balls in lined cups by axisymmetric finite elements of its own: the samples of the calibrated closed form.

    python3 benches/cups_axisymmetric.py references > docs/cups-reference/cups.csv
    python3 benches/cups_axisymmetric.py samples 130 > docs/cups-calibrated/samples.csv
    python3 benches/cups_axisymmetric.py samples 28 1000 120 > docs/cups-calibrated/held-out.csv
    python3 benches/cups_axisymmetric.py check docs/cups-reference/calculix.csv
    python3 benches/cups_axisymmetric.py fit docs/cups-calibrated/samples.csv docs/cups-calibrated/held-out.csv \
        > crates/mechanics/src/contact/calibrated_fit.rs

Needs numpy and scipy, and shares no line with our program. Quadratic elements with reduced integration on a polar grid, the
outer surface held, the rim free; the compliance of the inner surface under hats of pressure, then pressure >= 0, gap >= 0 by
an active set. Lengths are divided by the radius of the cup, pressures by the modulus.
"""

import csv
import math
import sys

import numpy as np
import scipy.sparse as sparse
import scipy.sparse.linalg as linear

GAUSS = (-1 / math.sqrt(3), 1 / math.sqrt(3))
# Elements on the inner surface and through the lining.
MESH = (90, 12)


def shapes(a, b):
    """Shape functions of the eight-node square and their slopes in a and b: corners, then middles of the sides."""
    n, da, db = np.zeros(8), np.zeros(8), np.zeros(8)
    for k, (x, y) in enumerate([(-1, -1), (1, -1), (1, 1), (-1, 1)]):
        n[k] = 0.25 * (1 + a * x) * (1 + b * y) * (a * x + b * y - 1)
        da[k] = 0.25 * x * (1 + b * y) * (2 * a * x + b * y)
        db[k] = 0.25 * y * (1 + a * x) * (a * x + 2 * b * y)
    for k, (x, y) in enumerate([(0, -1), (1, 0), (0, 1), (-1, 0)]):
        if x == 0:
            n[4 + k], da[4 + k], db[4 + k] = 0.5 * (1 - a * a) * (1 + b * y), -a * (1 + b * y), 0.5 * y * (1 - a * a)
        else:
            n[4 + k], da[4 + k], db[4 + k] = 0.5 * (1 + a * x) * (1 - b * b), 0.5 * x * (1 - b * b), -b * (1 + a * x)
    return n, da, db


def compliance(thickness, poisson, mesh=MESH):
    """Angles of the inner corners and the outward radial displacement there for each hat of unit pressure."""
    columns, layers = mesh
    # Finer at the pole, for small patches, and at the surface.
    steps = np.array([3.5 ** (k / columns) for k in range(columns)])
    edges = 0.5 * math.pi * np.concatenate([[0.0], np.cumsum(steps) / steps.sum()])
    lines = np.empty(2 * columns + 1)
    lines[::2], lines[1::2] = edges, 0.5 * (edges[1:] + edges[:-1])
    steps = np.array([16 ** (k / layers) for k in range(layers)])
    edges = 1.0 + thickness * np.concatenate([[0.0], np.cumsum(steps) / steps.sum()])
    radii = np.empty(2 * layers + 1)
    radii[::2], radii[1::2] = edges, 0.5 * (edges[1:] + edges[:-1])
    number, places = {}, []
    for j, r in enumerate(radii):
        for i, t in enumerate(lines):
            if not (i % 2 and j % 2):
                number[i, j] = len(places)
                places.append((r * math.sin(t), r * math.cos(t)))
    places = np.array(places)
    ring = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)]
    cells = np.array([[number[i + a, j + b] for a, b in ring] for j in range(0, 2 * layers, 2) for i in range(0, 2 * columns, 2)])
    lame = poisson / ((1 + poisson) * (1 - 2 * poisson))
    shear = 0.5 / (1 + poisson)
    law = np.array([[lame] * 3 + [0.0]] * 3 + [[0.0] * 4])
    law[range(4), range(4)] += [2 * shear] * 3 + [shear]
    blocks = np.zeros((len(cells), 16, 16))
    for a in GAUSS:
        for b in GAUSS:
            n, da, db = shapes(a, b)
            x = places[cells]
            jacobian = np.stack([np.einsum("k,ekd->ed", da, x), np.einsum("k,ekd->ed", db, x)], 1)
            det = np.linalg.det(jacobian)
            slopes = np.einsum("eij,jk->eik", np.linalg.inv(jacobian), np.stack([da, db]))
            r = x[:, :, 0] @ n
            strain = np.zeros((len(cells), 4, 16))
            strain[:, 0, 0::2] = slopes[:, 0]
            strain[:, 1, 1::2] = slopes[:, 1]
            strain[:, 2, 0::2] = n / r[:, None]
            strain[:, 3, 0::2] = slopes[:, 1]
            strain[:, 3, 1::2] = slopes[:, 0]
            blocks += np.einsum("eai,ab,ebj,e->eij", strain, law, strain, 2 * math.pi * r * np.abs(det))
    unknowns = np.stack([2 * cells, 2 * cells + 1], 2).reshape(len(cells), 16)
    down, across = np.repeat(unknowns, 16, 1).ravel(), np.tile(unknowns, (1, 16)).ravel()
    matrix = sparse.csc_matrix((blocks.ravel(), (down, across)), shape=(2 * len(places),) * 2)
    held = [2 * n + d for (i, j), n in number.items() for d in (0, 1) if j == 2 * layers or (i == 0 and d == 0)]
    free = np.setdiff1d(np.arange(2 * len(places)), held)
    # Hats of pressure on the corners of the inner surface; three points a side.
    loads = np.zeros((2 * len(places), columns + 1))
    for side in range(columns):
        nodes = [number[2 * side + k, 0] for k in range(3)]
        for s, weight in zip((-math.sqrt(0.6), 0.0, math.sqrt(0.6)), (5 / 9, 8 / 9, 5 / 9)):
            t = 0.5 * (lines[2 * side] * (1 - s) + lines[2 * side + 2] * (1 + s))
            area = 2 * math.pi * math.sin(t) * weight * 0.5 * (lines[2 * side + 2] - lines[2 * side])
            n = (0.5 * s * (s - 1), 1 - s * s, 0.5 * s * (s + 1))
            for node, value in zip(nodes, n):
                for hat, share in ((side, 0.5 * (1 - s)), (side + 1, 0.5 * (1 + s))):
                    loads[2 * node, hat] += value * share * area * math.sin(t)
                    loads[2 * node + 1, hat] += value * share * area * math.cos(t)
    moved = np.zeros_like(loads)
    moved[free] = linear.splu(matrix[free][:, free]).solve(loads[free])
    corner = [number[2 * k, 0] for k in range(columns + 1)]
    t = lines[::2]
    out = moved[[2 * n for n in corner]] * np.sin(t)[:, None] + moved[[2 * n + 1 for n in corner]] * np.cos(t)[:, None]
    pushes = np.array([loads[1::2, k].sum() for k in range(columns + 1)])
    return t, out, pushes


def touch(cup, clearance, sink, force_only=False):
    """Force, pressure on the axis and radius of the patch, for a ball that has sunk beyond the first touch."""
    angles, compliant, pushes = cup
    ball, eccentricity = 1.0 - clearance, clearance + sink
    overlap = eccentricity * np.cos(angles) + np.sqrt(ball**2 - (eccentricity * np.sin(angles)) ** 2) - 1.0
    active = overlap > 0
    for _ in range(200):
        pressure = np.zeros(len(angles))
        pressure[active] = np.linalg.solve(compliant[np.ix_(active, active)], overlap[active])
        closing = overlap - compliant @ pressure > 1e-12
        wanted = (active & (pressure > 0)) | (~active & closing)
        if (wanted == active).all():
            break
        # The patch is a cap: only its edge moves.
        last = int(np.flatnonzero(active)[-1])
        active = np.arange(len(angles)) <= (last - 1 if (pressure[active] <= 0).any() else last + 1)
        if (pressure[: last + 1] > 0).all() and not closing[min(last + 1, len(angles) - 1)]:
            break
    if force_only:
        return float(pushes @ pressure)
    last = int(np.flatnonzero(active)[-1])
    if last < 8:
        return None
    r = np.sin(angles[: last + 1])
    p = pressure[: last + 1]
    inner = (r < 0.65 * r[-1]) & (np.arange(last + 1) > 0)
    peak = np.linalg.lstsq(np.vander((r[inner] / r[-1]) ** 2, 3, increasing=True), p[inner], rcond=None)[0][0]
    return float(pushes @ pressure), float(peak), radius_of(r[1:], p[1:], peak)


def radius_of(r, p, peak):
    """Where sqrt(1 - s) (c0 + c1 s + c2 s^2), s = (r/a)^2, fitted to the pressures, vanishes: the best a."""
    keep = p > 0.2 * peak
    r, p = r[keep], p[keep]

    def miss(a):
        s = (r / a) ** 2
        terms = np.sqrt(1 - s)[:, None] * np.vander(s, 3, increasing=True)
        return np.sum((terms @ np.linalg.lstsq(terms, p, rcond=None)[0] - p) ** 2)

    low, high = r[-1] * (1 + 1e-9), r[-1] * 1.25
    for _ in range(3):
        tries = np.linspace(low, high, 61)
        best = int(np.argmin([miss(a) for a in tries]))
        low, high = tries[max(best - 1, 0)], tries[min(best + 1, 60)]
    return float(0.5 * (low + high))


def check(path):
    known = {}
    print("thickness/radius poisson clearance/radius: force, peak, radius over the table's at its indentation")
    for row in csv.DictReader(open(path)):
        size, clearance, sink = (float(row[k]) for k in ("cup_radius_m", "clearance_m", "indentation_m"))
        thickness, poisson, modulus = (float(row[k]) for k in ("thickness_m", "poisson", "modulus_Pa"))
        key = (round(thickness / size, 6), poisson)
        known.setdefault(key, None)
        known[key] = known[key] or compliance(*key)
        found = touch(known[key], clearance / size, sink / size)
        if found is None:
            continue
        force, peak, radius = found
        ratios = force * modulus * size**2 / float(row["force_N"]), peak * modulus / float(row["peak_pressure_Pa"])
        print(f"{key[0]:.3f} {poisson:.3f} {clearance / size:.4f}: {float(row['force_N']):7.0f} N", *(f"{100 * (v - 1):+.2f}" for v in (*ratios, radius * size / float(row["contact_radius_m"]))), "%", flush=True)


def springs(thickness, poisson, clearance, sink):
    """Eq. 25 of Askari2018 with confined springs: edge 1 - cos of the patch, pressure on the axis, force."""
    stiffness = (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson)) / thickness
    ball, e = 1.0 - clearance, clearance + sink
    u = sink * (ball + 1.0 - e) / (2 * e)
    kappa = e / ball
    x = kappa**2 * u * (2 - u)
    q = math.sqrt(1 - x)
    bracket = sink * (u - u * u / 2) - e * u * u * (0.5 - u / 3) - ball * (x / (1 + q)) ** 2 * (1 + 2 * q) / (6 * kappa**2)
    return u, stiffness * sink, 2 * math.pi * stiffness * bracket


def samples(count, start, columns):
    """Thickness and Poisson's ratio from a low-discrepancy sequence, each with a clearance and nine depths."""
    root = 1.2207440846057596
    print("thickness_over_radius,poisson,clearance_over_radius,sink_over_clearance,force,peak_pressure,contact_radius")
    for k in range(start, start + count):
        u = [(0.5 + k * root ** -(d + 1)) % 1.0 for d in range(3)]
        # A little beyond the range at both ends, so that the fit is held there.
        thickness = 0.14 * (1.5 / 0.14) ** u[0]
        # Even in ln(1 - 2 nu), from 0.29 to 0.4915.
        poisson = 0.5 - 0.5 * 0.42 * (0.017 / 0.42) ** u[1]
        clearance = 0.0015 * (0.036 / 0.0015) ** u[2]
        cup = compliance(thickness, poisson, (columns, columns * 12 // 90))
        for step in range(16):
            depth = 0.01 * 2.0**step * (1.0 + 0.3 * u[0])
            if springs(thickness, poisson, clearance, depth * clearance)[0] > 1 - math.cos(1.45) or depth * clearance > 0.2:
                break
            found = touch(cup, clearance, depth * clearance)
            if found and found[2] < math.sin(1.32):
                print(",".join(f"{v:.6e}" for v in (thickness, poisson, clearance, depth, *found)), flush=True)


def references():
    """Rows in SI over the range of hip replacements, each on two meshes: corners, then a low-discrepancy sequence."""
    print("cup_radius_m,clearance_m,thickness_m,modulus_Pa,poisson,force_N,peak_pressure_Pa,contact_radius_m,indentation_m,"
          "coarser_force_N,coarser_peak_pressure_Pa,coarser_contact_radius_m")
    cups = [
        (11.0, 0.4, 3.0, 2.0, 0.3), (20.0, 0.03, 3.0, 0.5, 0.49), (20.0, 0.4, 16.0, 0.5, 0.49), (11.0, 0.2, 16.0, 2.0, 0.3),
        (20.0, 0.4, 3.0, 2.0, 0.49), (20.0, 0.1, 16.0, 2.0, 0.3), (11.0, 0.4, 16.0, 1.0, 0.49), (16.0, 0.03, 10.0, 2.0, 0.3),
    ]
    root = 1.0
    for _ in range(60):
        root = (1.0 + root) ** (1.0 / 6.0)
    for k in range(1, 25):
        u = [(0.5 + k * root ** -(d + 1)) % 1.0 for d in range(5)]
        cups.append((round(11 + 9 * u[0], 2), round(0.03 * (0.4 / 0.03) ** u[1], 4), round(3 + 13 * u[2], 2), round(0.5 * 4 ** u[3], 3), round(0.3 + 0.19 * u[4], 3)))
    for size, clearance, thickness, modulus, poisson in cups:
        size, clearance, thickness, modulus = size * 1e-3, clearance * 1e-3, thickness * 1e-3, modulus * 1e9
        meshes = [compliance(thickness / size, poisson, mesh) for mesh in ((90, 12), (150, 18))]
        scale = modulus * size**2
        for wanted in (200.0, 900.0, 4000.0):
            # The sink at which the coarser mesh bears the force.
            low, high = 1e-6, 0.1
            for _ in range(16):
                middle = math.sqrt(low * high)
                found = touch(meshes[0], clearance / size, middle, True)
                low, high = (middle, high) if found < wanted / scale else (low, middle)
            found = [touch(mesh, clearance / size, low) for mesh in meshes]
            if None in found or found[1][2] > math.sin(1.35):
                continue
            (force_2, peak_2, radius_2), (force, peak, radius) = found
            row = [size, clearance, thickness, modulus, poisson, force * scale, peak * modulus, radius * size, low * size]
            row += [force_2 * scale, peak_2 * modulus, radius_2 * size]
            print(",".join(f"{value:.6e}" for value in row), flush=True)


# What the fit is for: patches up to this half angle, and edges 1 - cos of the springs' patch from this.
WIDEST, SHALLOWEST, ORDER = 1.25, 0.0125, 5
POWERS = [(i, j, k) for i in range(ORDER + 1) for j in range(ORDER + 1) for k in range(ORDER + 1) if i + j + k <= ORDER]


def read(path):
    rows = np.array([[float(v) for v in row.values()] for row in csv.DictReader(open(path))])
    base = np.array([springs(*row[:3], row[2] * row[3]) for row in rows])
    keep = (rows[:, 6] < math.sin(WIDEST)) & (base[:, 0] > 0.8 * SHALLOWEST)
    return rows[keep], base[keep]


def terms(rows, base):
    x, y, z = np.log(rows[:, 0]) + 0.5, np.log(1 - 2 * rows[:, 1]) + 1.5, np.log(base[:, 0]) + 1.5
    return np.stack([x**i * y**j * z**k for i, j, k in POWERS], 1)


def ratios(rows, base):
    edge = 1 - np.sqrt(1 - rows[:, 6] ** 2)
    return np.log(np.stack([rows[:, 4] / base[:, 2], rows[:, 5] / base[:, 1], edge / base[:, 0]], 1))


HEADER = """//! The coefficients of [`CalibratedSphere`](super::CalibratedSphere), and for what they hold. Written by
//! `python3 benches/cups_axisymmetric.py fit docs/cups-calibrated/samples.csv docs/cups-calibrated/held-out.csv`: least squares
//! over {rows} depths of {cups} cups by axisymmetric finite elements (`docs/cups-calibrated`). At a given indentation {held} depths
//! that were not fitted are met within {errors} % (root mean square) in force, peak pressure and edge.

/// Order of the polynomials.
pub(super) const DEGREE: usize = {order};

/// Thickness over radius, and Poisson's ratio, of the samples.
pub(super) const THICKNESS: [f64; 2] = [0.15, 1.455];
pub(super) const POISSON: [f64; 2] = [0.3, 0.49];
/// Largest clearance over radius.
pub(super) const WIDEST_CLEARANCE: f64 = 0.0364;
/// Half angle of the widest patch, in rad.
pub(super) const WIDEST_PATCH: f64 = {widest};
/// Edge of the smallest patch of springs of their own, 1 − cosψ, and z there.
pub(super) const SHALLOWEST: f64 = {shallowest};
pub(super) const LOWEST: f64 = {lowest};

/// Powers of x, y and z, and their coefficients in S (force), P (peak) and Q (edge).
#[rustfmt::skip]
pub(super) const FIT: [([i32; 3], [f64; 3]); {count}] = [
"""


def fit(path, held_out):
    rows, base = read(path)
    found = np.linalg.lstsq(terms(rows, base), ratios(rows, base), rcond=None)[0]
    errors = []
    for name, (table, own) in (("fitted", (rows, base)), ("held out", read(held_out))):
        miss = np.expm1(terms(table, own) @ found - ratios(table, own))
        errors.append((np.sqrt((miss**2).mean(0)), len(table)))
        print(name, len(table), "rms", *(f"{100 * v:.2f}" for v in errors[-1][0]), "95 %",
              *(f"{100 * v:.2f}" for v in np.quantile(np.abs(miss), 0.95, 0)), "max", *(f"{100 * v:.2f}" for v in np.abs(miss).max(0)),
              "(force, peak, edge; % at a given indentation)", file=sys.stderr)
    words = ", ".join(f"{100 * v:.1f}" for v in errors[1][0])
    print(HEADER.format(rows=len(rows), cups=len(np.unique(rows[:, :3], axis=0)), held=errors[1][1], errors=words, order=ORDER, widest=WIDEST,
                        shallowest=SHALLOWEST, lowest=repr(math.log(SHALLOWEST) + 1.5), count=len(POWERS)), end="")
    for powers, row in zip(POWERS, found):
        print(f"    ({list(powers)}, [{row[0]:.6f}, {row[1]:.6f}, {row[2]:.6f}]),")
    print("];")


if __name__ == "__main__":
    if sys.argv[1] == "check":
        check(sys.argv[2])
    elif sys.argv[1] == "references":
        references()
    elif sys.argv[1] == "samples":
        samples(*(int(word) for word in sys.argv[2:]), *(1, MESH[0])[len(sys.argv) - 3 :])
    elif sys.argv[1] == "fit":
        fit(sys.argv[2], sys.argv[3])
