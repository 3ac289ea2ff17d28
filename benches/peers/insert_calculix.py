#!/usr/bin/env python3
"""The shipped insert under its femoral component, ours against CalculiX, side by side on one mesh.

    python3 benches/peers/insert_calculix.py [SPACING_MM [FRAME...]] > docs/inserts-fe/calculix.csv

Needs numpy. Installs CalculiX by apt-get when `ccx` is missing, builds our program, lets it write the mesh of the insert (linear
hexahedra, columns 2 mm apart when nothing is said) and, for six poses of the measured gait, the femoral component near the
patch as wedges behind facets that lie on its curved surface. Ours settles each pose under its load; CalculiX brings the femoral component to the
same place from just above (nodes of the insert against its facets, penalty, small strains). Its C3D8 locks at the Poisson's
ratio of polyethylene (0.46), 7 to 10 % too stiff, so the same nodes become C3D8I. Prints force at that depth, peak pressure, area (whole cells of the same nodes) and processor time of both, on one core.
"""

import csv
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers" / "insert"
SPACING = sys.argv[1] if len(sys.argv) > 1 else "2"
# Facets along the side of one of ours.
PARTS = 4
# Pressure for each metre of overlap: 0.3 um at 30 MPa, beside 100 um of indentation.
PENALTY = 1e14

DECK = """*INCLUDE, INPUT=insert.inp
*INCLUDE, INPUT=femoral_{i}_up.inp
*MATERIAL, NAME=polyethylene
*ELASTIC
4.63e8, 0.46
*MATERIAL, NAME=steel
*ELASTIC
2.1e11, 0.3
*SOLID SECTION, ELSET=all_elements, MATERIAL=polyethylene
*SOLID SECTION, ELSET=femoral_elements, MATERIAL=steel
*SURFACE INTERACTION, NAME=touch
*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR
{penalty:e}
*CONTACT PAIR, INTERACTION=touch, TYPE=NODE TO SURFACE
bearing, femoral
*BOUNDARY
underside_nodes, 1, 3
femoral_nodes, 1, 1
femoral_nodes, 3, 3
*STEP, INC=200
*STATIC
1., 1.
*BOUNDARY
femoral_nodes, 2, 2, {way:e}
*NODE PRINT, NSET=underside_nodes, TOTALS=ONLY
RF
*NODE FILE
U
*CONTACT FILE
CDIS, CSTR
*END STEP
"""


def cost(command, **options):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rounded(corners, normals):
    """A cubic patch over a triangle with normals at its corners (PN triangle), as a function of two shares."""
    edges = {}
    for a in range(3):
        for b in range(3):
            if a != b:
                away = (corners[b] - corners[a]) @ normals[a]
                edges[a, b] = (2 * corners[a] + corners[b] - away * normals[a]) / 3
    middle = sum(edges.values()) / 6
    middle = middle + 0.5 * (middle - sum(corners) / 3)

    def at(v, w):
        u = 1 - v - w
        place = u**3 * corners[0] + v**3 * corners[1] + w**3 * corners[2] + 6 * u * v * w * middle
        share = (u, v, w)
        place = place + sum(3 * share[a] ** 2 * share[b] * edge for (a, b), edge in edges.items())
        normal = u * normals[0] + v * normals[1] + w * normals[2]
        return place, normal / np.linalg.norm(normal)

    return at


def lift(i, by):
    """The femoral component, so much higher. Flat facets lie up to some micrometres below the curved surface that ours is
    pressed by: every one is cut into PARTS squared, on cubic patches."""
    outer, inner, triangles, part = {}, {}, [], ""
    for line in (HOME / f"femoral_{i}.inp").read_text().splitlines():
        words = line.split(",")
        if line.startswith("*"):
            part = words[0]
        elif part == "*NODE":
            # A node of the surface, then the one behind it.
            (inner if len(outer) > len(inner) else outer)[int(words[0])] = np.array([float(x) for x in words[1:]])
        elif part == "*ELEMENT":
            triangles.append([int(n) for n in words[4:7]])
    behind = dict(zip(outer, inner.values()))
    normals = {n: (outer[n] - behind[n]) / np.linalg.norm(outer[n] - behind[n]) for n in outer}
    first = min(outer)
    numbers, nodes, elements = {}, [], []

    def node(place, normal):
        key = tuple(np.round(place, 9))
        if key not in numbers:
            numbers[key] = first + 2 * len(numbers)
            for n, x in ((numbers[key], place), (numbers[key] + 1, place - 0.5e-3 * normal)):
                nodes.append(f"{n}, {x[0]:.12e}, {x[1] + by:.12e}, {x[2]:.12e}")
        return numbers[key]

    for triangle in triangles:
        at = rounded([outer[n] for n in triangle], [normals[n] for n in triangle])
        lattice = {(p, q): node(*at(p / PARTS, q / PARTS)) for p in range(PARTS + 1) for q in range(PARTS + 1 - p)}
        for p, q in lattice:
            for corners in ([(p, q), (p + 1, q), (p, q + 1)], [(p + 1, q), (p + 1, q + 1), (p, q + 1)]):
                if all(corner in lattice for corner in corners):
                    a, b, c = (lattice[corner] for corner in corners)
                    elements.append(f"{1000000 + len(elements)}, {a + 1}, {b + 1}, {c + 1}, {a}, {b}, {c}")
    text = ["*NODE, NSET=femoral_nodes", *nodes, "*ELEMENT, TYPE=C3D6, ELSET=femoral_elements", *elements]
    text += ["*SURFACE, NAME=femoral, TYPE=ELEMENT", "femoral_elements, S2"]
    (HOME / f"femoral_{i}_up.inp").write_text("\n".join(text) + "\n")


def contact_pressures(path):
    values, block = {}, ""
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith(" -4"):
            block = line.split()[1]
            if block == "CONTACT":
                values = {}
        elif line.startswith(" -3"):
            block = ""
        elif line.startswith(" -1") and block == "CONTACT":
            values[int(line[3:13])] = float(line[13 + 12 * 3 : 25 + 12 * 3])
    return values


def main():
    if shutil.which("ccx") is None:
        subprocess.run(["apt-get", "install", "-y", "calculix-ccx"], check=True, stdout=subprocess.DEVNULL)
    version = re.search(r"[Vv]ersion\s*([\d.]+)", subprocess.run(["ccx", "-v"], capture_output=True, text=True).stdout).group(1)
    HOME.mkdir(parents=True, exist_ok=True)
    ours = ROOT / "target" / "release" / "inserts"
    if not os.environ.get("BUILT"):
        subprocess.run(["cargo", "build", "--release", "-q", "-p", "synovia-benches", "--bin", "inserts"], cwd=ROOT, check=True)
    alone = dict(os.environ, OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")
    _, our_time = cost([str(ours), "poses", str(HOME), SPACING], env=alone)
    mesh = HOME / "insert.inp"
    mesh.write_text(mesh.read_text().replace("TYPE=C3D8,", "TYPE=C3D8I,"))
    print(f"# CalculiX {version}, columns {SPACING} mm apart, penalty {PENALTY:.0e} Pa/m; all six poses of ours {our_time:.1f} s, set-up and search included")
    print("frame,depth_um,force_N,force_calculix_N,off_percent,peak_MPa,peak_calculix_MPa,off_percent,area_mm2,area_calculix_mm2,off_percent,calculix_s")
    for row in csv.DictReader(open(HOME / "ours.csv")):
        i = row["pose"]
        if sys.argv[2:] and row["frame"] not in sys.argv[2:]:
            continue
        up = 1e-6 * float(row["deepest_um"]) + 2e-6
        lift(i, up)
        (HOME / f"press_{i}.inp").write_text(DECK.format(i=i, penalty=PENALTY, way=-up))
        _, seconds = cost(["ccx", "-i", f"press_{i}"], cwd=HOME, env=alone)
        pressure = contact_pressures(HOME / f"press_{i}.frd")
        area = {int(r["node"]): float(r["area_m2"]) for r in csv.DictReader(open(HOME / f"pressures_{i}.csv"))}
        totals = [line.split() for line in (HOME / f"press_{i}.dat").read_text().splitlines()]
        force = [float(words[1]) for words in totals if len(words) == 3 and "." in words[0]][-1]
        touching = [n for n in area if pressure.get(n, 0.0) > 0.0]
        theirs = [force, 1e-6 * max(pressure[n] for n in touching), 1e6 * sum(area[n] for n in touching)]
        mine = [float(row[k]) for k in ["force_y_N", "peak_MPa", "area_mm2"]]
        parts = ",".join(f"{a:.3f},{b:.3f},{100 * (a / b - 1):+.2f}" for a, b in zip(mine, theirs))
        print(f"{row['frame']},{row['deepest_um']},{parts},{seconds:.1f}", flush=True)


if __name__ == "__main__":
    main()
