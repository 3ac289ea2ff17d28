#!/usr/bin/env python3
"""A condyle by design on its plateau: ours against Simbody's and OpenSim's ElasticFoundationForce on its triangles.

    python3 benches/peers/foundation_design.py PYTHON_WITH_OPENSIM [STEP_MM ...]

Both peers want closed triangles; all three programs get the same, one sample in the middle of each flat facet of both
parts. Beside it stand the designed surfaces themselves, which have no facets, as in every study of a design. Prints the
difference of the forces, processor time of an evaluation, and how far the facets are from the surfaces. `-` leaves OpenSim out.
"""

import json
import math
import subprocess
import sys

from foundation_opensim import PEER, write_obj
from foundation_simbody import HOME, ROOT, THEIRS, difference, measure, prepare

OURS = ROOT / "target/release/examples/foundation_design"
PLACE = """    t = 0.1 * i
    x, z = 2e-3 * math.sin(t), 1e-3 * math.sin(0.7 * t)
    at, e = (x, x * x / 44e-3 + z * z / 6e-3 - 60e-6, z), 1.0
"""


def peer():
    """The program for OpenSim, with the condyle's places in the ball's stead."""
    before, rest = PEER.split("    t = 0.1 * i\n")
    return before + PLACE + rest[rest.index("    for axis in range(3):"):]


def largest(found, exact):
    return max(math.dist(a, b) / math.hypot(*b) for a, b in zip(found, exact))


def main():
    python, steps = sys.argv[1], [float(word) for word in sys.argv[2:]] or [3.0, 2.0, 1.0]
    prepare()
    command = ["cargo", "build", "--quiet", "--release", "-p", "synovia-mechanics", "--example", "foundation_design"]
    subprocess.run(command, cwd=ROOT, check=True)
    exact, _ = measure([OURS, "exact", 1e-4], enough=0.0)
    for step in steps:
        texts = [HOME / f"insert{step}.txt", HOME / f"condyle{step}.txt"]
        subprocess.run([str(OURS), "write", str(step * 1e-3), *map(str, texts)], check=True)
        sizes = [int(text.read_text().split(None, 2)[1]) for text in texts]
        flat, cost = measure([OURS, "meshes", step * 1e-3])
        theirs, simbody = measure([THEIRS, *texts], after=["design"])
        designed, own = measure([OURS, "exact", step * 1e-3])
        print(f"{step} mm, {sizes[0]} + {sizes[1]} triangles, {math.hypot(*exact[0]):.0f} N")
        print(f"  same facets: ours {cost * 1e6:.0f} us, Simbody {simbody * 1e6:.0f} us, ratio {simbody / cost:.0f}, difference {difference(flat, theirs):.1e}; off the surfaces by {largest(theirs, exact):.2%}")
        print(f"  designed surfaces: {own * 1e6:.0f} us, off by {largest(designed, exact):.2%}; Simbody's facets cost {simbody / own:.0f} times as much")
        if python == "-":
            continue
        meshes = [text.with_suffix(".obj") for text in texts]
        for text, mesh in zip(texts, meshes):
            write_obj(text, mesh)
        maps, own = measure([OURS, "maps", step * 1e-3])
        found = []
        for _ in range(3):
            done = subprocess.run([python, "-c", peer(), *map(str, meshes), "20"], check=True, capture_output=True, text=True, timeout=600)
            found.append(json.loads(done.stdout.strip().splitlines()[-1]))
        best = min(found, key=lambda one: one["seconds"])
        print(f"  with maps: ours {own * 1e6:.0f} us, OpenSim {best['version']} {best['seconds'] * 1e6:.0f} us, ratio {best['seconds'] / own:.1f}, difference {difference(maps, best['forces']):.1e}")


if __name__ == "__main__":
    main()
