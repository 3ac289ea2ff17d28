#!/usr/bin/env python3
"""Contact problems of a liner, solved by Synovia and by Siconos in one run: same solution, times at the same residual.

Needs Debian's python3-siconos (4.4.0 was used) and cargo; run from the root of the project:
    /usr/bin/python3 benches/peers/cone_siconos.py
Both programs start from zero reactions on one core; times are the best of five, but for runs of more than 5 s. Siconos measures its own error; its answer
is judged here by our residual, and its tolerance is tightened until that residual is reached.
"""
import subprocess
import sys
import tempfile
import time

import numpy as np
import siconos.numerics as sn

TOLERANCE = 1e-8
# The whole workspace is selected, so that no dependency is compiled a second time with other features.
BUILD = ["cargo", "build", "--quiet", "--release", "--workspace", "--example", "cone_problem", "--example", "cone_cost"]
EXAMPLES = "target/release/examples/"


def read(text):
    lines = text.strip().split("\n")
    n = int(lines[0].split()[1])
    head = np.array([[float(x) for x in line.split()] for line in lines[1 : n + 1]])
    w = np.array([[float(x) for x in line.split()] for line in lines[n + 1 :]])
    return head[:, 0], head[:, 2:5], head[:, 5:8], w


def frames(normals):
    """Rotations whose first row is the normal: Siconos wants the normal first."""
    turned = np.zeros((3 * len(normals),) * 2)
    for i, n in enumerate(normals):
        other = np.eye(3)[np.argmin(abs(n))]
        t = np.cross(n, other)
        t /= np.linalg.norm(t)
        turned[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = [n, t, np.cross(n, t)]
    return turned


def project(x, mu):
    out = x.copy()
    for i in range(len(x)):
        along, length = x[i, 0], np.hypot(x[i, 1], x[i, 2])
        if along >= 0 and length <= mu[i] * along:
            continue
        if mu[i] * length <= -along:
            out[i] = 0
            continue
        push = (along + mu[i] * length) / (1 + mu[i] ** 2)
        out[i] = [push, *(x[i, 1:] * mu[i] * push / length)]
    return out


def residual(w, q, mu, r):
    """The residual of numerics::cone, in local frames."""
    u = (w @ r + q).reshape(-1, 3)
    dual = u.copy()
    dual[:, 0] += mu * np.hypot(u[:, 1], u[:, 2])
    rho = 3 / np.array([np.trace(w[3 * i : 3 * i + 3, 3 * i : 3 * i + 3]) for i in range(len(mu))])
    r = r.reshape(-1, 3)
    miss = r - project(r - dual * rho[:, None], mu)
    needed = np.linalg.norm(rho * np.minimum(q.reshape(-1, 3)[:, 0], 0))
    return np.linalg.norm(miss) / (np.linalg.norm(r) + needed)


def theirs(name, solver, w, q, mu):
    for tolerance in 10.0 ** -np.arange(4, 17):
        best, r = np.inf, None
        for _ in range(5):
            problem = sn.FrictionContactProblem(3, len(mu), w, q, mu)
            options = sn.SolverOptions(solver)
            options.dparam[0], options.iparam[0] = tolerance, 100_000
            r, u = np.zeros(len(q)), np.zeros(len(q))
            start = time.perf_counter()
            sn.fc3d_driver(problem, r, u, options)
            best = min(best, time.perf_counter() - start)
            if best > 5:
                # Long enough to be measured once.
                break
        reached = residual(w, q, mu, r)
        if reached <= TOLERANCE:
            return best, reached, r
        if best > 60:
            break
    return None


def main():
    subprocess.run(BUILD, check=True)
    version = subprocess.run(
        ["dpkg-query", "-W", "-f", "${Version}", "python3-siconos"], capture_output=True, text=True
    ).stdout
    print(f"Siconos {version}, residual {TOLERANCE:.0e}")
    for cells, step in [(2, "1e-5"), (3, "1e-4"), (5, "1e-4"), (5, "1e-3")]:
        made = [EXAMPLES + "cone_problem", str(cells), step]
        text = subprocess.run(made, capture_output=True, text=True, check=True).stdout
        mu, normals, free, w = read(text)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(text)
            file.flush()
            ran = [EXAMPLES + "cone_cost", file.name, str(TOLERANCE)]
            lines = subprocess.run(ran, capture_output=True, text=True, check=True).stdout.strip().split("\n")
        turn = frames(normals)
        local_w, local_q = turn @ w @ turn.T, turn @ free.ravel()
        ours = turn @ np.array([[float(x) for x in line.split()] for line in lines[3:]]).ravel()
        print(f"\n{len(mu)} contacts, step {step} s: {np.count_nonzero(ours.reshape(-1, 3)[:, 0] > 0)} closed")
        for line in lines[:3]:
            name, seconds, reached, sweeps, systems = line.split()
            print(f"  synovia {name:12} {float(seconds) * 1e3:9.3f} ms  residual {reached}  {sweeps} sweeps, {systems} systems")
        for name, solver in [("NSGS", sn.SICONOS_FRICTION_3D_NSGS), ("NSN_AC", sn.SICONOS_FRICTION_3D_NSN_AC)]:
            found = theirs(name, solver, local_w, local_q, mu)
            if found is None:
                print(f"  siconos {name:12} did not reach the residual")
                continue
            seconds, reached, r = found
            apart = np.linalg.norm(r - ours) / np.linalg.norm(ours)
            print(f"  siconos {name:12} {seconds * 1e3:9.3f} ms  residual {reached:.3e}  {apart:.1e} from ours")
    return 0


if __name__ == "__main__":
    sys.exit(main())
