#!/usr/bin/env python3
"""A rigid head pressed into a liner, ours against CalculiX, side by side on one mesh.

    python3 benches/peers/liner_calculix.py [CELLS [LOAD]]

Installs CalculiX by apt-get when `ccx` is missing, builds our program, lets it write the mesh of the liner (linear
hexahedra, about 30 000 unknowns with 8 cells) and of the head's crust, and runs both programs on one core. Ours brings the
head to rest under the load, with the exact unilateral condition; CalculiX moves a rigid head to the same place with
node-to-surface penalty contact, at small strains as ours, in one increment. (Pushed by a force it loses the head at the first iteration. Its surface-to-surface contact
sees the flat facets of the liner: 13 to 47 MPa for 6.8.) Prints force, pressure on the axis (a fit of p0 + b r^2 + c r^4
to the inner half of the patch), the largest departure from that fit, processor time, and the ratios. Times are of the
whole process, files included.
"""

import json
import math
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers" / "liner"
CELLS = sys.argv[1] if len(sys.argv) > 1 else "8"
LOAD = float(sys.argv[2]) if len(sys.argv) > 2 else 1500.0
# Pressure for each metre of overlap: 0.07 um at the peak, beside 55 um of indentation.
PENALTY = 1e14
# Where CalculiX's head starts: it just touches.
START = 80e-6

DECK = """*INCLUDE, INPUT=liner.inp
*INCLUDE, INPUT=head_moved.inp
*NODE, NSET=centre
{centre}, 0., 0., {start}
*NODE, NSET=turn
{turn}, 0., 0., {start}
*MATERIAL, NAME=polyethylene
*ELASTIC
5e8, 0.4
*MATERIAL, NAME=steel
*ELASTIC
2.1e11, 0.3
*SOLID SECTION, ELSET=all_elements, MATERIAL=polyethylene
*SOLID SECTION, ELSET=head_elements, MATERIAL=steel
*RIGID BODY, NSET=head_nodes, REF NODE={centre}, ROT NODE={turn}
*SURFACE INTERACTION, NAME=touch
*SURFACE BEHAVIOR, PRESSURE-OVERCLOSURE=LINEAR
{penalty:e}
*CONTACT PAIR, INTERACTION=touch, TYPE=NODE TO SURFACE
inner, head_outer
*BOUNDARY
outer_nodes, 1, 3
turn, 1, 3
centre, 1, 2
*STEP, INC=200
*STATIC
1., 1.
*BOUNDARY
centre, 3, 3, {way:e}
*NODE PRINT, NSET=outer_nodes, TOTALS=ONLY
RF
*NODE FILE
U
*CONTACT FILE
CDIS, CSTR
*END STEP
"""


def install():
    if shutil.which("ccx") is None:
        subprocess.run(["apt-get", "install", "-y", "calculix-ccx"], check=True, stdout=subprocess.DEVNULL)
    version = subprocess.run(["ccx", "-v"], capture_output=True, text=True).stdout
    return re.search(r"[Vv]ersion\s*([\d.]+)", version).group(1)


def cost(command, **options):
    """Output and processor time of a command."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def shifted_head(nodes, elements):
    """The head's mesh with numbers that do not clash with the liner's, and names of its own."""
    lines, section, goes_on = [], "", False
    for line in (HOME / "head.inp").read_text().splitlines():
        if line.startswith("*"):
            section = line.split(",")[0]
            line = line.replace("all_nodes", "head_nodes").replace("all_elements", "head_elements")
            line = re.sub(r"(NAME|NSET|ELSET)=(?!head_)", r"\1=head_", line)
        elif section == "*NODE":
            number, x, y, z = line.split(",")
            line = f"{int(number) + nodes},{x},{y}, {float(z) + START:.12e}"
        elif section == "*ELEMENT":
            numbers = [int(word) for word in line.split(",") if word.strip()]
            first = elements if not goes_on else nodes
            goes_on = line.endswith(",")
            line = ", ".join(str(n + (first if k == 0 else nodes)) for k, n in enumerate(numbers)) + "," * goes_on
        elif section == "*NSET":
            more = "," if line.endswith(",") else ""
            line = ", ".join(str(int(word) + nodes) for word in line.split(",") if word.strip()) + more
        elif section == "*SURFACE":
            element, face = line.split(",")
            line = f"{int(element) + elements}, {face.strip()}"
        lines.append(line)
    (HOME / "head_moved.inp").write_text("\n".join(lines) + "\n")


def fit(samples):
    """Pressure on the axis from (radius, pressure), and the largest departure of a sample from the fit."""
    total = sum(p for _, p in samples)
    edge = math.sqrt(2.5 * sum(r * r * p for r, p in samples) / total)
    inner = [((1.0, (r / edge) ** 2, (r / edge) ** 4), p) for r, p in samples if r < 0.6 * edge]
    # Normal equations of three unknowns, by elimination.
    rows = [[sum(x[i] * x[j] for x, _ in inner) for j in range(3)] + [sum(x[i] * p for x, p in inner)] for i in range(3)]
    for k in range(3):
        rows[k] = [value / rows[k][k] for value in rows[k]]
        for i in range(3):
            if i != k:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k])]
    found = [row[3] for row in rows]
    swing = max(abs(sum(a * b for a, b in zip(found, x)) - p) for x, p in inner)
    return found[0], swing / found[0]


def read_frd(path):
    """Places of the nodes, and the last block of contact stresses."""
    places, values, block = {}, {}, ""
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("    2C"):
            block = "nodes"
        elif line.startswith(" -4"):
            block = line.split()[1]
            if block == "CONTACT":
                values = {}
        elif line.startswith(" -3"):
            block = ""
        elif line.startswith(" -1") and block == "nodes":
            places[int(line[3:13])] = [float(line[13 + 12 * k : 25 + 12 * k]) for k in range(3)]
        elif line.startswith(" -1") and block == "CONTACT":
            values[int(line[3:13])] = float(line[13 + 12 * 3 : 25 + 12 * 3])
    return places, values


def main():
    HOME.mkdir(parents=True, exist_ok=True)
    version = install()
    build = ["cargo", "build", "--release", "-q", "-p", "synovia-benches", "--bin", "liner"]
    subprocess.run(build, cwd=ROOT, check=True)
    ours = str(ROOT / "target" / "release" / "liner")
    alone = dict(os.environ, OMP_NUM_THREADS="1", RAYON_NUM_THREADS="1")
    cost([ours, CELLS, str(LOAD), str(HOME)])
    text = (HOME / "liner.inp").read_text()
    nodes = text.split("*ELEMENT")[0].count("\n") - 1
    elements = text.split("*ELEMENT")[1].split("*SURFACE")[0].count("\n") - 1
    shifted_head(nodes, elements)
    out, our_time = cost([ours, CELLS, str(LOAD)], env=alone)
    ours = json.loads(out)
    our_peak, our_swing = fit(ours["samples"])
    way = ours["sink"] - START
    (HOME / "press.inp").write_text(DECK.format(centre=10_000_001, turn=10_000_002, penalty=PENALTY, way=way, start=START))
    _, their_time = cost(["ccx", "-i", "press"], cwd=HOME, env=alone)
    places, stress = read_frd(HOME / "press.frd")
    samples = [(math.hypot(*places[n][:2]), p) for n, p in stress.items() if n <= nodes and p > 0]
    their_peak, their_swing = fit(samples)
    totals = [line.split() for line in (HOME / "press.dat").read_text().splitlines()]
    their_force = -[float(words[2]) for words in totals if len(words) == 3 and "." in words[0]][-1]

    print(f"CalculiX {version}, node to surface, penalty {PENALTY:.1e} Pa/m")
    print(f"{ours['unknowns']} unknowns, {ours['closed']} corners in contact, the head moved by {ours['sink'] * 1e6:.1f} um")
    print(f"{'':28}{'Synovia':>12}{'CalculiX':>12}{'ratio':>9}")
    for name, a, b in [
        ("force, N", LOAD, their_force),
        ("pressure on the axis, MPa", our_peak / 1e6, their_peak / 1e6),
        ("largest departure, %", 100 * our_swing, 100 * their_swing),
        ("processor time, s", our_time, their_time),
    ]:
        print(f"{name:28}{a:12.3f}{b:12.3f}{b / a:9.2f}")


if __name__ == "__main__":
    main()
