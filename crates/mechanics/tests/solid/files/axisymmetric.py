"""The contact of a head with a liner, axisymmetric: the numbers that tests/solid/contact.rs is judged by.

Programmed apart from Synovia, on scikit-fem 12.0.2 (numpy, scipy): biquadratic quadrangles on true arcs, linear pressure
between the corners of the inner surface, p >= 0, gap >= 0, p gap = 0 with exact normals of the deformed surface.
Run: python axisymmetric.py            rigid head
     python axisymmetric.py elastic    head of 210 GPa, 0.3, held at its equator
Prints pressure on the axis (MPa, per reference area), outermost corner in contact (mm) and displacement of the head (um).
"""

import sys

import numpy as np
import scipy.sparse.linalg as sparse
from skfem import Basis, BilinearForm, ElementQuad2, ElementVector, MeshQuad, MeshQuad2
from skfem.helpers import grad


def body(angles, radii, modulus, poisson, surface, held):
    """Displacements of the nodes of a spherical surface under nodal forces, as a function of (2, n) arrays."""
    mesh = MeshQuad2.from_mesh(MeshQuad.init_tensor(angles, radii))
    theta, r = mesh.doflocs
    mesh = MeshQuad2(np.vstack([r * np.sin(theta), r * np.cos(theta)]), mesh.t)
    basis = Basis(mesh, ElementVector(ElementQuad2()), intorder=6)
    lam = modulus * poisson / ((1 + poisson) * (1 - 2 * poisson))
    mu = modulus / (2 * (1 + poisson))

    @BilinearForm
    def stiffness(u, v, w):
        def strain(f):
            g = grad(f)
            return g[0, 0], g[1, 1], f.value[0] / w.x[0], 0.5 * (g[0, 1] + g[1, 0])

        a, b = strain(u), strain(v)
        shear = sum(x * y for x, y in zip(a[:3], b[:3])) + 2 * a[3] * b[3]
        return 2 * np.pi * w.x[0] * (lam * sum(a[:3]) * sum(b[:3]) + 2 * mu * shear)

    x = basis.doflocs
    radial = basis.project(lambda x: np.stack([1 + 0 * x[0], 0 * x[0]])) > 0.5
    fixed = np.where(((x[0] < 1e-12) & radial) | held(x, radial))[0]
    free = np.setdiff1d(np.arange(x.shape[1]), fixed)
    factor = sparse.splu(stiffness.assemble(basis).tocsc()[free][:, free].tocsc())
    on = np.abs(np.hypot(*x) - surface) < 1e-9
    rows = []
    for component in (radial, ~radial):
        k = np.where(on & component)[0]
        rows.append(k[np.argsort(np.arctan2(x[0, k], x[1, k]))])
    places = x[:, rows[1]]

    def solve(force):
        full, moved = np.zeros(x.shape[1]), np.zeros(x.shape[1])
        full[rows[0]], full[rows[1]] = force
        moved[free] = factor.solve(full[free])
        return np.stack([moved[rows[0]], moved[rows[1]]])

    return places, solve


def weights(places):
    """D_ia: linear functions of the corners times quadratic functions of the nodes, over the surface."""
    nodes = places.shape[1]
    d = np.zeros(((nodes + 1) // 2, nodes))
    for e in range(nodes // 2):
        k = [2 * e, 2 * e + 1, 2 * e + 2]
        for s, w in zip(*np.polynomial.legendre.leggauss(4)):
            n = np.array([s * (s - 1) / 2, 1 - s * s, s * (s + 1) / 2])
            slope = places[:, k] @ np.array([s - 0.5, -2 * s, s + 0.5])
            area = 2 * np.pi * (places[0, k] @ n) * np.hypot(*slope) * w
            for corner, value in ((e, (1 - s) / 2), (e + 1, (1 + s) / 2)):
                d[corner, k] += value * n * area
    return d


def contact(load, clearance, cup, thickness, modulus, cells, elastic):
    angles = np.linspace(0, np.pi / 2, cells[0] + 1)
    outer = cup + thickness
    layers = cup + thickness * np.linspace(0, 1, cells[1] + 1) ** 1.3
    places, liner = body(angles, layers, modulus, 0.4, cup, lambda x, _: np.hypot(*x) > outer - 1e-9)
    head = cup - clearance
    if elastic:
        depths = head * (0.05 + 0.95 * np.linspace(0, 1, 13) ** 0.6)
        _, ball = body(angles, depths, 210e9, 0.3, head, lambda x, radial: (x[1] < 1e-9) & ~radial)
    d = weights(places)
    corners = d.shape[0]
    angle = np.arctan2(*places)[::2]
    pressure, moved, centre = np.zeros(corners), 0 * places, 1.2 * clearance
    for iteration in range(12):
        normal = places + moved - np.array([[0], [centre]])
        normal /= np.hypot(*normal)
        if iteration < 4:
            columns = np.array([liner(row * normal) for row in d])
            compliance = np.einsum("ja,ba,iba->ij", d, normal, columns)
            own = np.zeros_like(compliance)
            if elastic:
                own = np.einsum("ja,ba,iba->ij", d, normal, np.array([ball(row * normal) for row in d]))
        moved = np.einsum("i,iba->ba", pressure, columns)
        gap = np.hypot(*(places + moved - np.array([[0], [centre]]))) - head
        start = d @ gap - compliance @ pressure
        both, lever = compliance + own, d @ normal[1]
        closed = angle < 1.3
        while True:
            k = np.where(closed)[0]
            system = np.block([[both[np.ix_(k, k)], -lever[k, None]], [lever[None, k], np.zeros((1, 1))]])
            found = np.linalg.solve(system, np.r_[-start[k], load])
            now = np.zeros(corners)
            now[k] = found[:-1]
            opening = start + both @ now - lever * found[-1]
            then = np.where(closed, now > 0, opening < -1e-22)
            if (then == closed).all():
                break
            closed = then
        change = np.abs(now - pressure).max() / now.max()
        pressure, centre = now, centre + found[-1]
        moved = np.einsum("i,iba->ba", pressure, columns)
        if change < 1e-7:
            break
    return pressure[0] / 1e6, cup * 1e3 * np.sin(angle[pressure > 0][-1]), centre * 1e6


ROWS = [
    ("250 N", 250, 80e-6, 14e-3, 8e-3, 0.5e9),
    ("500 N", 500, 80e-6, 14e-3, 8e-3, 0.5e9),
    ("1000 N", 1000, 80e-6, 14e-3, 8e-3, 0.5e9),
    ("1500 N", 1500, 80e-6, 14e-3, 8e-3, 0.5e9),
    ("2000 N", 2000, 80e-6, 14e-3, 8e-3, 0.5e9),
    ("c 100 um", 500, 100e-6, 14e-3, 8e-3, 0.5e9),
    ("c 200 um", 500, 200e-6, 14e-3, 8e-3, 0.5e9),
    ("Rc 16 mm", 500, 80e-6, 16e-3, 8e-3, 0.5e9),
    ("Rc 18 mm", 500, 80e-6, 18e-3, 8e-3, 0.5e9),
    ("h 12 mm", 500, 80e-6, 14e-3, 12e-3, 0.5e9),
    ("h 16 mm", 500, 80e-6, 14e-3, 16e-3, 0.5e9),
    ("E 1 GPa", 500, 80e-6, 14e-3, 8e-3, 1e9),
    ("E 2 GPa", 500, 80e-6, 14e-3, 8e-3, 2e9),
]
for name, *case in ROWS:
    print("%-10s %.4f MPa  %.3f mm  %.2f um" % (name, *contact(*case, (160, 24), "elastic" in sys.argv[1:])), flush=True)
