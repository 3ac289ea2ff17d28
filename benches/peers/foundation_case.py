#!/usr/bin/env python3
"""Forces of Simbody and OpenSim on a ball in a faceted cup: the numbers of `validation/foundation-simbody`.

Makes the same triangles as `joints::validation::foundation_peers` (12 rings), without any code of ours. Needs libsimbody-dev,
g++ and, for the second program, a Python with opensim. Run from the root of the project:
    python3 benches/peers/foundation_case.py PYTHON_WITH_OPENSIM > validation/foundation-simbody/forces.csv
"""
import json
import math
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path

from foundation_opensim import PEER, write_obj

RINGS, CUP, BALL = 12, 14e-3, 13.92e-3


def cup(n):
    """Rings around the pole, closed behind by a flat rim and a cone."""
    points, triangles = [(0.0, 0.0, -CUP)], []
    first = lambda ring: 0 if ring == 0 else 1 + 3 * ring * (ring - 1)
    at = lambda ring, i: first(ring) + (0 if ring == 0 else i % (6 * ring))
    for ring in range(1, n + 1):
        angle = ring / n * math.pi / 2
        for i in range(6 * ring):
            turn = i / (6 * ring) * math.tau
            points.append((CUP * math.sin(angle) * math.cos(turn), CUP * math.sin(angle) * math.sin(turn), -CUP * math.cos(angle)))
        for sector in range(6):
            for i in range(ring):
                outer, inner = sector * ring + i, sector * (ring - 1) + i
                triangles.append((at(ring, outer), at(ring, outer + 1), at(ring - 1, inner)))
                if i + 1 < ring:
                    triangles.append((at(ring, outer + 1), at(ring - 1, inner + 1), at(ring - 1, inner)))
    around, outer = 6 * n, len(points)
    rim, apex = outer - around, outer + around
    points += [(22e-3 * math.cos(i / around * math.tau), 22e-3 * math.sin(i / around * math.tau), 0.0) for i in range(around)]
    points.append((0.0, 0.0, -60e-3))
    for i in range(around):
        a, b, c, d = rim + i, rim + (i + 1) % around, outer + i, outer + (i + 1) % around
        triangles += [(b, a, c), (b, c, d), (d, c, apex)]
    return points, triangles


def ball(n):
    """An icosahedron whose faces are cut into n² and blown up."""
    golden = 0.5 * (1 + math.sqrt(5))
    corners = []
    for i, j in ((0, 1), (1, 2), (2, 0)):
        for a, b in ((-1, -golden), (1, -golden), (-1, golden), (1, golden)):
            corner = [0.0] * 3
            corner[i], corner[j] = a, b
            corners.append(corner)
    minus = lambda a, b: [x - y for x, y in zip(a, b)]
    cross = lambda a, b: [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    points, triangles, known = [], [], {}

    def place(flat):
        size = math.hypot(*flat)
        key = tuple(round(x / size * 1e7) for x in flat)
        if key not in known:
            known[key] = len(points)
            points.append(tuple(x / size * BALL for x in flat))
        return known[key]

    for a, b, c in combinations(corners, 3):
        if max(math.dist(a, b), math.dist(b, c), math.dist(c, a)) > 2.1:
            continue
        if sum(x * y for x, y in zip(cross(minus(b, a), minus(c, a)), a)) < 0:
            b, c = c, b
        at = lambda p, q: place([x * (n - p - q) + y * p + z * q for x, y, z in zip(a, b, c)])
        for p in range(n):
            for q in range(n - p):
                triangles.append((at(p, q), at(p + 1, q), at(p, q + 1)))
                if p + q + 1 < n:
                    triangles.append((at(p + 1, q), at(p + 1, q + 1), at(p, q + 1)))
    return points, triangles


def write(mesh, path):
    points, triangles = mesh
    lines = [f"{len(points)} {len(triangles)}", *(" ".join(map(repr, p)) for p in points), *(" ".join(map(str, t)) for t in triangles)]
    path.write_text("\n".join(lines) + "\n")


def asked(*command):
    return json.loads(subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True).stdout.splitlines()[-1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        texts = [folder / "cup.txt", folder / "ball.txt"]
        write(cup(RINGS), texts[0])
        write(ball(round(0.8 * RINGS)), texts[1])
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "simbody"], check=True, capture_output=True, text=True).stdout.split()
        driver = folder / "driver"
        subprocess.run(["g++", "-O2", "-std=c++14", "benches/peers/foundation_simbody.cpp", "-o", str(driver), *flags], check=True)
        version = subprocess.run(["pkg-config", "--modversion", "simbody"], capture_output=True, text=True).stdout.strip()
        forces = {("simbody", "sphere"): asked(driver, texts[0], "sphere", 0), ("simbody", "facets"): asked(driver, *texts, 0)}
        objects = [text.with_suffix(".obj") for text in texts]
        for text, obj in zip(texts, objects):
            write_obj(text, obj)
        forces["opensim", "facets"] = asked(sys.argv[1], "-c", PEER, *objects, 0)
    print(f"# Simbody {version}; OpenSim {forces['opensim', 'facets']['version']}; ball of {BALL} m in a cup of {CUP} m, {RINGS} rings")
    print("program,ball,place,x_N,y_N,z_N")
    for (program, kind), found in forces.items():
        for i, force in enumerate(found["forces"]):
            print(",".join([program, kind, str(i), *map(repr, force)]))


if __name__ == "__main__":
    main()
