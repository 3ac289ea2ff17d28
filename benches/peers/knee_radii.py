"""Radii of a published knee implant, by circles through the points of its surfaces: what the default design stands beside.

    python benches/peers/knee_radii.py ../shared/data/knee_meshes

The surfaces are those of the sixth Knee Grand Challenge [Fregly2012], which the project does not contain. Axes of the files: x
backwards, y upwards, z medially, in metres. A level insert touches a condyle at a flexion where it reaches lowest in that
direction: these points make its ridge. Sagittal radii are those of circles through stretches of the ridge, coronal ones those of
sections; those of the insert are of sections through its lowest points. Needs numpy.
"""

import struct
import sys
from pathlib import Path

import numpy as np

# Half of the thickness of a section, in m: some points of a mesh of 0.7 mm.
THIN = 7e-4
# Middle of a condyle and of a plateau, from the middle of the part, in m.
ASIDE = 24.5e-3


def load(path):
    data = path.read_bytes()
    count = struct.unpack_from("<I", data, 80)[0]
    facets = np.frombuffer(data, dtype=[("normal", "<3f4"), ("corners", "<9f4"), ("spare", "<u2")], count=count, offset=84)
    return np.unique(facets["corners"].reshape(-1, 3).astype(float).round(8), axis=0)


def circle(points):
    """Radius of the circle of least squares, and the root of the mean square of the distances from it, in mm."""
    rows = np.c_[2 * points, np.ones(len(points))]
    (x, y, rest), *_ = np.linalg.lstsq(rows, (points**2).sum(1), rcond=None)
    radius = np.sqrt(rest + x * x + y * y)
    left = np.hypot(*(points - [x, y]).T) - radius
    return f"{1e3 * radius:6.1f} mm, off by {1e3 * np.sqrt(np.mean(left**2)):.3f} mm"


def lowest(points, flexion):
    """Where a level insert touches them at a flexion in rad, and the direction that looks down then."""
    down = np.array([np.sin(flexion), -np.cos(flexion), 0.0])
    return points[np.argmax(points @ down)], down


def of_condyle(side, condyle, centre):
    for low, high in [(-5, 15), (30, 60), (60, 90)]:
        ridge = [lowest(condyle, np.radians(t))[0][:2] for t in np.arange(low, high + 0.1, 0.5)]
        print(f"{side} condyle, sagittal, {low} to {high} deg of flexion: {circle(np.array(ridge))}")
    for flexion in [0, 45, 75]:
        touched, down = lowest(condyle, np.radians(flexion))
        across = np.array([-down[1], down[0], 0.0])
        off = condyle - touched
        near = (abs(off @ across) < THIN) & (abs(condyle[:, 2] - centre) < 8e-3) & (off @ down > -6e-3)
        print(f"{side} condyle, coronal, 16 mm wide at {flexion} deg: {circle(np.c_[off[near, 2], off[near] @ down])}")


def of_plateau(side, insert, plateau):
    off = insert - plateau[np.argmin(plateau[:, 1])]
    for name, along, across in [("sagittal", 0, 2), ("coronal", 2, 0)]:
        near = (abs(off[:, across]) < THIN) & (abs(off[:, along]) < 8e-3) & (off[:, 1] < 5e-3)
        print(f"{side} plateau, {name}, 16 mm wide: {circle(off[near][:, [along, 1]])}")


def main(folder):
    femur, insert = (load(folder / f"DM_{part}_contact.stl") for part in ["Femoral_Component", "Tibial_Insert"])
    for side, sign in [("medial", 1), ("lateral", -1)]:
        middle = [0.5 * (part[:, 2].min() + part[:, 2].max()) for part in (femur, insert)]
        of_condyle(side, femur[sign * (femur[:, 2] - middle[0]) > 8e-3], middle[0] + sign * ASIDE)
        out = sign * (insert[:, 2] - middle[1])
        of_plateau(side, insert, insert[(out > 14e-3) & (out < 30e-3)])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
