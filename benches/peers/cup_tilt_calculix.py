#!/usr/bin/env python3
"""A rigid ball that presses on a lined cup beside its pole, by CalculiX in three dimensions: what tilt and rim are judged by.

    python3 benches/peers/cup_tilt_calculix.py 0 30 60 80 > docs/cups-reference/tilted.csv

Needs `ccx` (Debian: calculix-ccx) and numpy. Half of a hemispherical liner (radius 14 mm, 8 mm thick, 500 MPa, 0.4), cut by the
plane through its axis and the centre of the ball; hexahedra of twenty nodes with reduced integration, wedges at the pole; the
outer surface held, the rim free; surface-to-surface contact without friction with a penalty of a thousandth of the confined
layer's compliance. The centre of the ball (80 um of clearance) is moved by 110 um in directions so many degrees from the pole. The
force is the reaction of the outer surface, both halves; the middle pressure is a fit of a quartic to the inner pressures
around the direction of the force, which is meant where the patch is inside the rim.
"""

import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

RADIUS, THICKNESS, MODULUS, POISSON, CLEARANCE, MOVED = 14.0, 8.0, 500.0, 0.4, 0.08, 0.11
# Elements from the pole to the rim, around half of the azimuth, and through the liner.
MESH = tuple(int(n) for n in os.environ.get("CUP_MESH", "18 24 5").split())


def direction(colatitude, azimuth):
    """The pole lies at -z."""
    return np.array([math.sin(colatitude) * math.cos(azimuth), math.sin(colatitude) * math.sin(azimuth), -math.cos(colatitude)])


def halved(edges):
    out = [edges[0]]
    for a, b in zip(edges, edges[1:]):
        out += [0.5 * (a + b), b]
    return out


class Mesh:
    def __init__(self):
        self.number, self.places, self.bricks, self.wedges = {}, {}, [], []

    def node(self, key, place):
        if key not in self.number:
            self.number[key] = len(self.number) + 1
            self.places[self.number[key]] = place
        return self.number[key]


def liner():
    mesh = Mesh()
    columns, around, layers = MESH
    angles = halved(list(np.linspace(0, 0.5 * math.pi, columns + 1)))
    azimuths = halved(list(np.linspace(0, math.pi, around + 1)))
    steps = np.array([1.35**k for k in range(layers)])
    radii = halved(list(RADIUS + THICKNESS * np.concatenate([[0], np.cumsum(steps) / steps.sum()])))

    def at(i, j, k):
        # On the axis all azimuths are one.
        key = (i, 0 if i == 0 else j, k)
        return mesh.node(key, radii[k] * direction(angles[i], azimuths[j]))

    inner = []
    for k in range(0, 2 * layers, 2):
        for i in range(0, 2 * columns, 2):
            for j in range(0, 2 * around, 2):
                if i == 0:
                    # Corners: axis, two on the ring; inner face first.
                    c = [(0, j), (2, j), (2, j + 2)]
                    m = [(1, j), (2, j + 1), (1, j + 2)]
                    bottom, top = [at(*p, k) for p in c], [at(*p, k + 2) for p in c]
                    nodes = bottom + top + [at(*p, k) for p in m] + [at(*p, k + 2) for p in m] + [at(*p, k + 1) for p in c]
                    mesh.wedges.append(nodes)
                    if k == 0:
                        inner.append(("w", len(mesh.wedges) - 1))
                else:
                    c = [(i, j), (i + 2, j), (i + 2, j + 2), (i, j + 2)]
                    m = [(i + 1, j), (i + 2, j + 1), (i + 1, j + 2), (i, j + 1)]
                    bottom, top = [at(*p, k) for p in c], [at(*p, k + 2) for p in c]
                    nodes = bottom + top + [at(*p, k) for p in m] + [at(*p, k + 2) for p in m] + [at(*p, k + 1) for p in c]
                    mesh.bricks.append(nodes)
                    if k == 0:
                        inner.append(("b", len(mesh.bricks) - 1))
    outer = [n for (i, j, k), n in mesh.number.items() if k == 2 * layers]
    cut = [n for (i, j, k), n in mesh.number.items() if i == 0 or j in (0, 2 * around)]
    return mesh, inner, outer, cut


def ball(tilt, first):
    """Quadratic bricks of a cap around the tilted direction, on one side of the plane."""
    radius, reach, cells = RADIUS - CLEARANCE, 1.25, 30
    u, w = direction(tilt, 0.0), np.array([math.cos(tilt), 0.0, math.sin(tilt)])
    grid = halved(list(np.linspace(-reach, reach, 2 * cells // 2 + 1)))
    side = halved(list(np.linspace(-0.05, reach, cells // 2 + 1)))
    mesh = Mesh()

    def at(a, b, k):
        x, y = math.tan(0.5 * grid[a]) * 2, math.tan(0.5 * side[b]) * 2
        # Stereographic: one chart without a pole.
        q = 1 + 0.25 * (x * x + y * y)
        d = (x * w + y * np.array([0.0, 1.0, 0.0])) / q + u * (2 / q - 1)
        return mesh.node((a, b, k), radius * (0.94 + 0.03 * k) * d)

    faces = []
    for a in range(0, len(grid) - 1, 2):
        for b in range(0, len(side) - 1, 2):
            c = [(a, b), (a + 2, b), (a + 2, b + 2), (a, b + 2)]
            m = [(a + 1, b), (a + 2, b + 1), (a + 1, b + 2), (a, b + 1)]
            bottom, top = [at(*p, 0) for p in c], [at(*p, 2) for p in c]
            mesh.bricks.append(bottom + top + [at(*p, 0) for p in m] + [at(*p, 2) for p in m] + [at(*p, 1) for p in c])
            faces.append(len(mesh.bricks) - 1)
    return mesh, faces


def oriented(nodes, places):
    """Positive volume: else the two faces change places."""
    if len(nodes) == 20:
        a, b, c = (places[nodes[k]] - places[nodes[0]] for k in (1, 3, 4))
        if np.dot(np.cross(a, b), c) < 0:
            n = nodes
            return n[4:8] + n[0:4] + n[12:16] + n[8:12] + n[16:20], True
    else:
        a, b, c = (places[nodes[k]] - places[nodes[0]] for k in (1, 2, 3))
        if np.dot(np.cross(a, b), c) < 0:
            n = nodes
            return n[3:6] + n[0:3] + n[9:12] + n[6:9] + n[12:15], True
    return nodes, False


def listed(numbers, start=""):
    numbers = [str(n) for n in numbers]
    return ",\n".join(", ".join(numbers[k : k + 10]) for k in range(0, len(numbers), 10))


def deck(tilt):
    mesh, inner, outer, cut = liner()
    head, faces = ball(tilt, 0)
    shift = len(mesh.number)
    out = ["*NODE, NSET=all"]
    out += [f"{n}, {p[0]:.10e}, {p[1]:.10e}, {p[2]:.10e}" for n, p in mesh.places.items()]
    # The head just touches before it moves; its centre lies in the plane.
    start = CLEARANCE * direction(tilt, 0.0)
    out += [f"{n + shift}, {p[0] + start[0]:.10e}, {p[1]:.10e}, {p[2] + start[2]:.10e}" for n, p in head.places.items()]
    number, surface = 1, []
    turned = {}
    for kind, name, group in (("C3D20R", "b", mesh.bricks), ("C3D15", "w", mesh.wedges)):
        out.append(f"*ELEMENT, TYPE={kind}, ELSET=liner")
        for k, nodes in enumerate(group):
            nodes, flipped = oriented(nodes, mesh.places)
            turned[name, k] = (number, flipped)
            out.append(f"{number}, {listed(nodes)}")
            number += 1
    for key in inner:
        element, flipped = turned[key]
        surface.append(f"{element}, {'S2' if flipped else 'S1'}")
    out.append("*ELEMENT, TYPE=C3D20R, ELSET=head")
    tops = []
    for k, nodes in enumerate(head.bricks):
        nodes, flipped = oriented(nodes, head.places)
        out.append(f"{number}, {listed([n + shift for n in nodes])}")
        tops.append(f"{number}, {'S1' if flipped else 'S2'}")
        number += 1
    driven = [n + shift for n in head.number.values()]
    confined = MODULUS * (1 - POISSON) / ((1 + POISSON) * (1 - 2 * POISSON))
    out += ["*NSET, NSET=outer", listed(outer), "*NSET, NSET=cut", listed(cut), "*NSET, NSET=driven", listed(driven)]
    out += ["*SURFACE, NAME=inner", *surface, "*SURFACE, NAME=ball", *tops]
    out += ["*MATERIAL, NAME=polyethylene", "*ELASTIC", f"{MODULUS}, {POISSON}", "*MATERIAL, NAME=metal", "*ELASTIC", "210000., 0.3"]
    out += ["*SOLID SECTION, ELSET=liner, MATERIAL=polyethylene", "*SOLID SECTION, ELSET=head, MATERIAL=metal"]
    out += ["*SURFACE INTERACTION, NAME=touch", "*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR", f"{1000 * confined / THICKNESS:e}"]
    out += ["*CONTACT PAIR, INTERACTION=touch, TYPE=SURFACE TO SURFACE", "inner, ball"]
    out += ["*BOUNDARY", "outer, 1, 3", "cut, 2, 2", "driven, 2, 2"]
    d = (MOVED - CLEARANCE) * direction(tilt, 0.0)
    out += ["*STEP, INC=100", "*STATIC", "1., 1.", "*BOUNDARY", f"driven, 1, 1, {d[0]:.10e}", f"driven, 3, 3, {d[2]:.10e}"]
    out += ["*NODE PRINT, NSET=outer, TOTALS=ONLY, FREQUENCY=100", "RF", "*CONTACT FILE, FREQUENCY=100", "CSTR", "*END STEP"]
    return "\n".join(out) + "\n", mesh


def main():
    print("tilt_deg,moved_um,force_axial_N,force_across_N,middle_pressure_Pa,highest_pressure_Pa,elements,seconds")
    for argument in sys.argv[1:]:
        tilt = math.radians(float(argument))
        text, mesh = deck(tilt)
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "cup.inp").write_text(text)
            done = subprocess.run(["ccx", "-i", "cup"], cwd=folder, capture_output=True, text=True, env=dict(os.environ, OMP_NUM_THREADS="1"))
            if "Job finished" not in done.stdout:
                raise SystemExit(done.stdout[-3000:])
            seconds = os.times().children_user
            reaction = [line.split() for line in open(Path(folder, "cup.dat"))]
            # Both halves; what the outer surface pushes back is what the ball presses.
            force = [2 * float(w) for w in next(w for w in reaction if len(w) == 3 and "." in w[0])]
            pressures, block = {}, ""
            for line in open(Path(folder, "cup.frd"), errors="replace"):
                if line.startswith(" -4"):
                    block = line.split()[1]
                elif line.startswith(" -3"):
                    block = ""
                elif line.startswith(" -1") and block == "CONTACT":
                    pressures[int(line[3:13])] = float(line[13 + 12 * 3 : 25 + 12 * 3])
        across, axial = -force[0], force[2]
        middle = direction(math.atan2(across, axial), 0.0)
        side = np.array([-middle[2], 0.0, middle[0]])
        rows = []
        corners = {n for nodes in mesh.bricks for n in nodes[:8]} | {n for nodes in mesh.wedges for n in nodes[:6]}
        for node, pressure in pressures.items():
            if node in mesh.places and pressure > 0 and abs(np.linalg.norm(mesh.places[node]) - RADIUS) < 1e-6:
                d = mesh.places[node] / RADIUS
                x, y, z = d @ side, d[1], d @ middle
                if math.acos(min(1, z)) < 0.4:
                    r2 = x * x + y * y
                    rows.append(([1, x, x * x, y * y, x * x * x, x * y * y, r2 * r2], pressure))
        found = float("nan")
        if len(rows) > 12:
            found = np.linalg.lstsq(np.array([r for r, _ in rows]), np.array([p for _, p in rows]), rcond=None)[0][0]
        highest = max(pressures.values(), default=0.0)
        count = len(mesh.bricks) + len(mesh.wedges)
        print(f"{argument},{1e3 * MOVED:g},{axial:.3f},{across:.3f},{1e6 * found:.5e},{1e6 * highest:.5e},{count},{seconds:.1f}", flush=True)


if __name__ == "__main__":
    main()
