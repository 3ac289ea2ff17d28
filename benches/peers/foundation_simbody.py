#!/usr/bin/env python3
"""A ball in a faceted cup on an elastic foundation, ours against Simbody's ElasticFoundationForce, side by side.

    python3 benches/peers/foundation_simbody.py [RINGS ...]

Installs libsimbody-dev with apt when it is missing, builds the driver foundation_simbody.cpp and our example
foundation_cost, and gives both the same triangles, law and poses. Simbody takes one sample in the middle of each flat
facet, its depth the shortest way to the other body, half of the area from each of two meshes; we sample like it to
compare, and on curved facets or exact surfaces when we want the right answer. Prints the largest difference of the forces,
evaluations per second of processor time, and what each needs for 1 % of the true force (Eq. 25 of Askari2018).
"""

import json
import math
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HOME = ROOT / "target" / "peers"
OURS = ROOT / "target/release/examples/foundation_cost"
THEIRS = HOME / "foundation_simbody"
FLAGS = ["pkg-config", "--cflags", "--libs", "simbody"]


def prepare():
    HOME.mkdir(parents=True, exist_ok=True)
    if subprocess.run(FLAGS, capture_output=True).returncode != 0:
        subprocess.run(["apt-get", "install", "--yes", "--no-install-recommends", "libsimbody-dev"], check=True)
    flags = subprocess.run(FLAGS, check=True, capture_output=True, text=True).stdout.split()
    source = ROOT / "benches/peers/foundation_simbody.cpp"
    subprocess.run(["g++", "-O2", "-std=c++14", str(source), "-o", str(THEIRS), *flags], check=True)
    command = ["cargo", "build", "--quiet", "--release", "-p", "synovia-mechanics", "--example", "foundation_cost"]
    subprocess.run(command, cwd=ROOT, check=True)


def run(command):
    """What a program prints, and its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(part) for part in command], check=True, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return json.loads(done.stdout), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(command, enough=0.5, after=()):
    """Forces at ten places, and the processor time of an evaluation, best of three, without that of the start. The count of
    evaluations stands behind the command, before what comes `after`."""
    count, start = 10, min(run([*command, 0, *after])[1] for _ in range(2))
    while True:
        seconds = run([*command, count, *after])[1] - start
        if seconds > enough:
            break
        count = count * 10 if seconds < enough / 20 else int(count * 1.5 * enough / seconds) + 1
    found, seconds = min((run([*command, count, *after]) for _ in range(3)), key=lambda pair: pair[1])
    return found["forces"], (seconds - start) / count


def difference(ours, theirs):
    return max(math.dist(a, b) / math.hypot(*b) for a, b in zip(ours, theirs))


def true_force():
    """Eq. 25 of Askari2018 for 27 um of indentation: ball 13.92 mm, cup 14 mm, layer 8 mm, 500 MPa, 0.4."""
    rb, rc, d = 13.92e-3, 14e-3, 27e-6
    e, k = rc - rb + d, 0.6 * 500e6 / (1.4 * 0.2) / 8e-3
    u, kappa = d * (rb + rc - e) / (2 * rc * e), e / rb
    x = kappa**2 * u * (2 - u)
    q = math.sqrt(1 - x)
    return 2 * math.pi * k * rc**2 * (d * (u - u * u / 2) - e * u * u * (0.5 - u / 3) - rb * (1 - q) ** 2 * (1 + 2 * q) / (6 * kappa**2))


def main():
    prepare()
    rings = [int(word) for word in sys.argv[1:]] or [12, 24, 48, 96]
    version = subprocess.run(["pkg-config", "--modversion", "simbody"], capture_output=True, text=True).stdout.strip()
    exact = true_force()
    error = lambda forces: max(abs(math.hypot(*force) / exact - 1) for force in forces)
    print(f"Simbody {version}; true force {exact:.2f} N; one processor")
    print(f"{'':<38} {'ours':>10} {'theirs':>10} {'ratio':>7} {'difference':>11} {'error of both':>14}")
    reached = None
    for n in rings:
        files = [HOME / f"cup{n}.txt", HOME / f"ball{n}.txt"]
        subprocess.run([str(OURS), "write", str(n), *map(str, files)], check=True)
        for kind, other in (("facets", "sphere"), ("meshes", files[1])):
            if kind == "meshes" and n > 24:
                continue
            ours, own = measure([OURS, kind, n])
            theirs, peer = measure([THEIRS, files[0], other])
            what = f"{6 * n * n} facets, " + ("exact ball" if kind == "facets" else "ball of facets, too")
            print(f"{what:<38} {own * 1e6:>7.1f} us {peer * 1e6:>7.0f} us {peer / own:>7.0f} {difference(ours, theirs):>11.1e} {error(theirs):>13.2%}")
            if kind == "facets" and error(theirs) < 0.01 and reached is None:
                reached = (n, peer)
    if reached is None:
        n = rings[-1]
        # The error of facets falls with their area, so that the count needed is known; the cost grows with it at least.
        times = error(theirs) / 0.01
        reached = (f"{n} x {math.sqrt(times):.1f}", peer * times)
        print(f"Simbody does not reach 1 % with {6 * n * n} facets; by its order it would with {times:.1f} times as many")
    for kind, sizes in (("exact", [3e-3, 2e-3, 1.5e-3, 1e-3]), ("curved", [6, 8, 10, 12])):
        for size in sizes:
            ours, own = measure([OURS, kind, size])
            if error(ours) < 0.01:
                print(f"1 % of the true force, {kind} {size}: {own * 1e6:.2f} us; Simbody with {reached[0]} rings {reached[1] * 1e6:.0f} us; ratio {reached[1] / own:.0f}")
                break


if __name__ == "__main__":
    main()
