#!/usr/bin/env python3
"""Balls in cups by CalculiX, turned about their axis: the references that our contact of hips is judged by.

    python3 benches/peers/cups_calculix.py askari      # the thirteen rows of Askari2018, a steel and a rigid head
    python3 benches/peers/cups_calculix.py spread 8    # cups over the range of hip replacements, a rigid head

Writes docs/cups-reference/askari.csv and calculix.csv, one cup after the other; what is there is not computed again. The cups
of `spread` are those of docs/cups-reference/cups.csv, at the same indentations: a program of its own has those already
(benches/cups_axisymmetric.py). Needs `ccx` (Debian: calculix-ccx) and numpy. Quadratic elements (CAX8); the outer surface is held, the rim is free, the head is moved
along the axis; contact is surface to surface, without friction, with a penalty of a thousandth of the confined layer's
compliance. Pressure on the axis: a fit of p0 + b r^2 + c r^4 to the inner part of the patch; radius: where a fit to the
whole patch vanishes; force: the reaction of the outer surface. Each cup is computed on two meshes, and each row has both.
"""

import csv
import math
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

HOME = Path(__file__).resolve().parents[2] / "docs" / "cups-reference"
RIGID = math.inf
# Elements on 0.8 of half a patch, a quarter of them: a trial, then the two meshes of every row.
TRIAL, MESHES = 6, (9, 14)
# Nodes beside the axis whose pressures are not read.
BESIDE_AXIS = 11
# CalculiX computes a slice of two degrees.
SLICES = 180


@dataclass(frozen=True)
class Cup:
    """Lengths in mm, moduli in MPa."""

    radius: float
    clearance: float
    thickness: float
    modulus: float
    poisson: float
    head_modulus: float = RIGID

    @property
    def confined(self):
        e, nu = self.modulus, self.poisson
        return e * (1 - nu) / ((1 + nu) * (1 - 2 * nu))


def grid(first, radii, angles):
    """Nodes of a polar grid of quadratic elements (every second line is a middle), as a dictionary (i, j) -> (number, x, y)."""
    nodes, number = {}, first
    for j, r in enumerate(radii):
        for i, t in enumerate(angles):
            if i % 2 and j % 2:
                continue
            nodes[i, j] = (number, r * math.sin(t), r * math.cos(t))
            number += 1
    return nodes, number


def halved(edges):
    """The edges of elements with their middles between them."""
    out = [edges[0]]
    for a, b in zip(edges, edges[1:]):
        out += [0.5 * (a + b), b]
    return out


def graded(start, end, count, ratio):
    """`count` elements from start to end, each `ratio` times as long as the one before."""
    steps = np.array([ratio**k for k in range(count)])
    return list(start + (end - start) * np.concatenate([[0.0], np.cumsum(steps) / steps.sum()]))


def elements(nodes, first):
    lines, number, rows = [], first, {}
    top = (max(i for i, _ in nodes), max(j for _, j in nodes))
    for j in range(0, top[1], 2):
        for i in range(0, top[0], 2):
            ring = [(0, 0), (2, 0), (2, 2), (0, 2), (1, 0), (2, 1), (1, 2), (0, 1)]
            lines.append(", ".join(str(n) for n in [number] + [nodes[i + a, j + b][0] for a, b in ring]))
            rows.setdefault(j, []).append(number)
            number += 1
    return lines, rows, number


def listed(numbers):
    numbers = [str(n) for n in numbers]
    return "\n".join(", ".join(numbers[k : k + 12]) for k in range(0, len(numbers), 12))


def deck(cup, sinks, patch, fineness, kind="CAX8"):
    """The input of CalculiX: the head at rest just touches the pole, then sinks by `sinks`, one step each."""
    ball = cup.radius - cup.clearance
    # Fine to beyond the patch, coarser up to the rim.
    fine_to = min(1.25 * patch, 0.5 * math.pi)
    angles = list(np.linspace(0.0, fine_to, 4 * fineness + 1))
    left = 0.5 * math.pi - fine_to
    if left > 1e-3:
        step = angles[1]
        count, ratio = 1, 1.12
        while step * (ratio**count - 1) / (ratio - 1) * ratio < left:
            count += 1
        angles += graded(fine_to, 0.5 * math.pi, count, ratio)[1:]
    angles = halved(angles)
    liner, next_node = grid(1, halved(graded(cup.radius, cup.radius + cup.thickness, int(1.2 * fineness), 1.1 ** (10 / fineness))), angles)
    rigid = math.isinf(cup.head_modulus)
    reach = [a for a in angles if a <= min(fine_to * 1.15, 0.5 * math.pi) + 1e-9]
    reach = reach[: len(reach) - 1 + len(reach) % 2]
    head_angles = reach if rigid else angles
    shells = [0.9 * ball, 0.95 * ball, ball] if rigid else halved(graded(0.1 * ball, ball, fineness, 1 / 1.25 ** (10 / fineness)))
    head, _ = grid(next_node, shells, head_angles)
    liner_lines, liner_rows, next_element = elements(liner, 1)
    head_lines, head_rows, _ = elements(head, next_element)
    top = max(j for _, j in liner)
    outer = [n for (_, j), (n, _, _) in liner.items() if j == top]
    axis = [n for (i, _), (n, _, _) in list(liner.items()) + ([] if rigid else list(head.items())) if i == 0]
    last = max(i for i, _ in head)
    driven = [n for (i, _), (n, _, _) in head.items() if rigid or i == last]
    penalty = 1000 * cup.confined / cup.thickness
    out = ["*NODE, NSET=all"]
    out += [f"{n}, {x:.12e}, {y:.12e}" for n, x, y in liner.values()]
    out += [f"{n}, {x:.12e}, {y + cup.clearance:.12e}" for n, x, y in head.values()]
    out += [f"*ELEMENT, TYPE={kind}, ELSET=liner", *liner_lines, "*ELEMENT, TYPE=CAX8, ELSET=head", *head_lines]
    out += ["*NSET, NSET=outer", listed(outer), "*NSET, NSET=driven", listed(driven), "*NSET, NSET=axis", listed(axis)]
    out += ["*SURFACE, NAME=inner", *(f"{e}, S1" for e in liner_rows[0])]
    out += ["*SURFACE, NAME=ball", *(f"{e}, S3" for e in head_rows[max(head_rows)])]
    out += ["*MATERIAL, NAME=polyethylene", "*ELASTIC", f"{cup.modulus}, {cup.poisson}"]
    out += ["*MATERIAL, NAME=metal", "*ELASTIC", f"{210e3 if rigid else cup.head_modulus}, 0.3"]
    out += ["*SOLID SECTION, ELSET=liner, MATERIAL=polyethylene", "*SOLID SECTION, ELSET=head, MATERIAL=metal"]
    out += ["*SURFACE INTERACTION, NAME=touch", "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR", f"{penalty:e}"]
    out += ["*CONTACT PAIR, INTERACTION=touch, TYPE=SURFACE TO SURFACE", "inner, ball"]
    out += ["*BOUNDARY", "outer, 1, 2", "axis, 1, 1"] + (["driven, 1, 1"] if rigid else [])
    for sink in sinks:
        out += ["*STEP, INC=100", "*STATIC", "1., 1.", "*BOUNDARY", f"driven, 2, 2, {sink:.10e}"]
        out += ["*NODE PRINT, NSET=outer, TOTALS=ONLY, FREQUENCY=100", "RF", "*CONTACT FILE, FREQUENCY=100", "CSTR", "*END STEP"]
    places = {n: (x, y) for n, x, y in liner.values()}
    inner = {n for (_, j), (n, _, _) in liner.items() if j == 0}
    return "\n".join(out) + "\n", places, inner


def read_frd(path):
    """Places of all (expanded) nodes and the contact pressures of each step."""
    places, steps, block = {}, [], ""
    for line in open(path, errors="replace"):
        if line.startswith("    2C"):
            block = "nodes"
        elif line.startswith(" -4"):
            block = line.split()[1]
            if block == "CONTACT":
                steps.append({})
        elif line.startswith(" -3"):
            block = ""
        elif line.startswith(" -1") and block == "nodes":
            places[int(line[3:13])] = [float(line[13 + 12 * k : 25 + 12 * k]) for k in range(3)]
        elif line.startswith(" -1") and block == "CONTACT":
            steps[-1][int(line[3:13])] = float(line[13 + 12 * 3 : 25 + 12 * 3])
    return places, steps


def read_forces(path):
    found = [line.split() for line in open(path)]
    return [SLICES * abs(float(w[1])) for w in found if len(w) == 3 and "." in w[0]]


def run(cup, sinks, patch, fineness, kind="CAX8"):
    text, places, inner = deck(cup, sinks, patch, fineness, kind)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "cup.inp").write_text(text)
        done = subprocess.run(["ccx", "-i", "cup"], cwd=folder, capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))
        if "Job finished" not in done.stdout:
            raise RuntimeError(done.stdout[-1500:])
        expanded, steps = read_frd(Path(folder, "cup.frd"))
        forces = read_forces(Path(folder, "cup.dat"))
    return [(force, *fit(cup, expanded, values)) for force, values in zip(forces, steps)]


def fit(cup, places, values):
    """Pressure on the axis, radius of the patch, and the force that the pressures add up to."""
    rows = {}
    for node, pressure in values.items():
        x, y, z = places[node]
        r, off = math.hypot(x, z), math.hypot(x, y, z) - cup.radius
        if abs(off) < 2e-5 * cup.radius and pressure > 0:
            rows.setdefault(round(r, 4), []).append(pressure)
    r = np.array(sorted(rows))
    p = np.array([np.mean(rows[k]) for k in sorted(rows)])
    # Beside the axis CalculiX's slices are needles: the pressures of the first elements are not.
    r, p = r[BESIDE_AXIS:], p[BESIDE_AXIS:]
    inner = r < 0.65 * r[-1]
    terms = np.vander((r[inner] / r[-1]) ** 2, 3, increasing=True)
    found, _, _, _ = np.linalg.lstsq(terms, p[inner], rcond=None)
    return found[0], radius_of(r, p, found[0])


def radius_of(r, p, peak):
    """Where sqrt(1 - s) (c0 + c1 s + c2 s^2), s = r^2/a^2, fitted to the pressures, vanishes: the best a.

    Elements that touch in part have no pressure to be trusted: what is below 0.3 of the peak is left out.
    """
    low = p < 0.3 * peak
    stop = int(np.argmax(low)) if low.any() else len(p)
    r, p = r[:stop], p[:stop]

    def miss(a):
        s = (r / a) ** 2
        terms = np.sqrt(1 - s)[:, None] * np.vander(s, 3, increasing=True)
        found, _, _, _ = np.linalg.lstsq(terms, p, rcond=None)
        return np.sum((terms @ found - p) ** 2)

    low, high = r[-1] * (1 + 1e-9), r[-1] * 1.2
    for _ in range(3):
        tries = np.linspace(low, high, 61)
        best = int(np.argmin([miss(a) for a in tries]))
        low, high = tries[max(best - 1, 0)], tries[min(best + 1, 60)]
    return 0.5 * (low + high)


def springs(cup, force):
    """Sink and half angle of the patch by springs of the confined layer, to begin with."""
    def push(sink):
        eccentricity, ball = sink + cup.clearance, cup.radius - cup.clearance
        psi = np.linspace(0.0, 0.5 * math.pi, 2001)
        depth = eccentricity * np.cos(psi) + np.sqrt(ball**2 - (eccentricity * np.sin(psi)) ** 2) - cup.radius
        p = np.maximum(depth, 0.0) * cup.confined / cup.thickness
        return np.sum(2 * math.pi * cup.radius**2 * np.sin(psi) * np.cos(psi) * p) * (psi[1] - psi[0]), psi[depth > 0][-1]

    low, high = 1e-7 * cup.radius, 0.2 * cup.radius
    for _ in range(50):
        middle = math.sqrt(low * high)
        low, high = (middle, high) if push(middle)[0] < force else (low, middle)
    return low, push(low)[1]


def between(force, rows):
    """Values at a force from rows (force, ...) around it: a parabola in the logarithms."""
    near = sorted(sorted(rows, key=lambda row: abs(math.log(row[0] / force)))[:3])
    x = np.log([row[0] for row in near])
    out = []
    for k in range(1, len(near[0])):
        y = np.log([row[k] for row in near])
        out.append(math.exp(np.polyval(np.polyfit(x, y, len(near) - 1), math.log(force))))
    return out


def solve(cup, forces):
    """(force, peak, radius, sink) on a coarser and a finer mesh for each force."""
    guess = [springs(cup, force) for force in forces]
    trial = sorted({guess[0][0] * 0.7, guess[0][0] * 1.5, guess[-1][0], guess[-1][0] * 2.2, guess[-1][0] * 4.0})
    rough = run(cup, trial, min(guess[-1][1], 1.25), TRIAL)
    rough = [(row[0], sink, row[2]) for row, sink in zip(rough, trial)]
    sinks, widest = [], 0.0
    for force in forces:
        sink, radius = between(force, rough)
        sinks.append(sink)
        widest = max(widest, math.asin(min(radius / cup.radius, 0.97)))
    meshes = []
    for fineness in MESHES:
        rows = [(row[0], *row[1:], sink) for row, sink in zip(run(cup, sinks, widest, fineness), sinks)]
        meshes.append(rows)
    return meshes


NAMES = (
    "cup_radius_m clearance_m thickness_m modulus_Pa poisson head_modulus_Pa force_N peak_pressure_Pa contact_radius_m "
    "indentation_m coarser_force_N coarser_peak_pressure_Pa coarser_contact_radius_m"
).split()


def rows_of(cup, forces):
    """Rows of the table at the very forces, by interpolation between three."""
    coarse, fine = solve(cup, forces)
    for force in forces:
        (peak, radius, sink), (peak_2, radius_2, _) = between(force, fine), between(force, coarse)
        lengths = [cup.radius * 1e-3, cup.clearance * 1e-3, cup.thickness * 1e-3]
        yield [*lengths, cup.modulus * 1e6, cup.poisson, cup.head_modulus * 1e6, force, peak * 1e6, radius * 1e-3, sink * 1e-3] + [
            force, peak_2 * 1e6, radius_2 * 1e-3]


def askari():
    """[Askari2018, Tables 2 and 3]: cups with the loads that are asked for; neighbours serve the interpolation."""
    base = Cup(14.0, 0.08, 8.0, 500.0, 0.4, 210e3)
    yield base, [250.0, 500.0, 1000.0, 1500.0, 2000.0]
    others = [replace(base, clearance=c) for c in (0.1, 0.2)] + [replace(base, radius=r) for r in (16.0, 18.0)]
    others += [replace(base, thickness=h) for h in (12.0, 16.0)] + [replace(base, modulus=e) for e in (1e3, 2e3)]
    for cup in others:
        yield cup, [450.0, 500.0, 550.0]


def spread(count):
    """Cups of the table of the other program, spread over it, and how far the head sinks there."""
    cups = {}
    with open(HOME / "cups.csv") as table:
        for row in csv.DictReader(table):
            value = [float(row[name]) for name in NAMES[:5]]
            cup = Cup(value[0] * 1e3, value[1] * 1e3, value[2] * 1e3, value[3] * 1e-6, value[4])
            cups.setdefault(cup, []).append((float(row["indentation_m"]) * 1e3, float(row["contact_radius_m"]) * 1e3))
    cups = sorted(cups.items(), key=lambda item: hash_of(item[0]))
    return cups[:count]


def hash_of(cup):
    """An order that has nothing to do with the sizes."""
    return math.modf(1e4 * cup.radius * cup.poisson * 0.6180339887)[0]


def spread_rows(cup, places):
    sinks = sorted(sink for sink, _ in places)
    widest = math.asin(min(max(radius for _, radius in places) / cup.radius, 0.97))
    coarse, fine = (run(cup, sinks, widest, fineness) for fineness in MESHES)
    lengths = [cup.radius * 1e-3, cup.clearance * 1e-3, cup.thickness * 1e-3]
    for sink, (force, peak, radius), (force_2, peak_2, radius_2) in zip(sinks, fine, coarse):
        yield [*lengths, cup.modulus * 1e6, cup.poisson, cup.head_modulus * 1e6, force, peak * 1e6, radius * 1e-3, sink * 1e-3] + [
            force_2, peak_2 * 1e6, radius_2 * 1e-3]


def main():
    HOME.mkdir(parents=True, exist_ok=True)
    what = sys.argv[1] if len(sys.argv) > 1 else "spread"
    path = HOME / ("askari.csv" if what == "askari" else "calculix.csv")
    cups = askari() if what == "askari" else spread(int(sys.argv[2]) if len(sys.argv) > 2 else 8)
    done = set()
    if path.exists():
        with open(path) as table:
            done = {tuple(f"{float(row[name]):.6e}" for name in NAMES[:6]) for row in csv.DictReader(table)}
    else:
        path.write_text(",".join(NAMES) + "\n")
    for cup, asked in cups:
        keyed = (cup.radius * 1e-3, cup.clearance * 1e-3, cup.thickness * 1e-3, cup.modulus * 1e6, cup.poisson, cup.head_modulus * 1e6)
        if tuple(f"{value:.6e}" for value in keyed) in done:
            continue
        try:
            rows = list(rows_of(cup, asked) if what == "askari" else spread_rows(cup, asked))
        except (RuntimeError, ValueError, IndexError) as error:
            print(cup, str(error)[-300:], file=sys.stderr, flush=True)
            continue
        keep = rows[1:2] if what == "askari" and len(asked) == 3 else rows
        with open(path, "a") as table:
            for row in keep:
                table.write(",".join(f"{value:.6e}" for value in row) + "\n")


if __name__ == "__main__":
    main()
