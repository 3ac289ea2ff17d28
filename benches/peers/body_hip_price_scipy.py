"""A price on the hip's force alone, by somebody else's means: paths of our own lower limbs in numpy, the choice by scipy.

    pip install numpy scipy
    python benches/peers/body_hip_price_scipy.py

Moments and joint forces are those of OpenSim's static optimisation (crates/joints/tests/body/opensim_sharing.csv); moment arms and
pulls are differences of lengths that are written down here. What is cheapest of sum a^2 + sum (m / 1 N m)^2 + K |R/W|^2 with
0.01 <= a <= 1 is a bounded least-squares problem, which scipy's `lsq_linear` (BVLS) solves exactly. Writes
crates/joints/tests/body/hip_price_scipy.csv: side, instant, price, and the force of the pelvis on the femur in the ground, N.
"""

import csv
import math
import pathlib
import xml.etree.ElementTree as ET

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import lsq_linear

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "crates/joints/tests/body/hip_price_scipy.csv"
MODEL = ET.parse(ROOT / "data/body/lower_limb.osim").getroot().find("Model")
WEIGHT = 75.16 * 9.80665
LEAST = 0.01
EVERY = 5


def vector(text):
    return np.array([float(x) for x in text.split()])


def spline(x, y):
    inner = CubicSpline(x, y, bc_type="natural")

    def value(t):
        at = min(max(t, x[0]), x[-1])
        return float(inner(at) + inner(at, 1) * (t - at))

    return value


def function(element):
    if element.tag == "LinearFunction":
        slope, start = vector(element.find("coefficients").text)
        return lambda t: slope * t + start
    if element.tag == "Constant":
        constant = float(element.find("value").text)
        return lambda t: constant
    if element.tag in ("SimmSpline", "NaturalCubicSpline"):
        return spline(vector(element.find("x").text), vector(element.find("y").text))
    if element.tag == "MultiplierFunction":
        scale, inner = float(element.findtext("scale", "1")), function(element.find("function")[0])
        return lambda t: scale * inner(t)
    raise ValueError(element.tag)


def turn(axis, angle):
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + math.sin(angle) * cross + (1 - math.cos(angle)) * cross @ cross


def last(path):
    return path.split("/")[-1]


def read_joints():
    joints = {}
    for joint in MODEL.find("JointSet/objects"):
        frames = {frame.get("name"): frame for frame in joint.find("frames")}

        def end(socket):
            frame = frames[last(joint.findtext(socket))]
            angles = vector(frame.findtext("orientation"))
            turned = np.eye(3)
            for k in range(3):
                turned = turned @ turn(np.eye(3)[k], angles[k])
            return last(frame.findtext("socket_parent")), vector(frame.findtext("translation")), turned

        axes = []
        if joint.find("SpatialTransform") is not None:
            for axis in joint.find("SpatialTransform"):
                found = [e for e in axis if e.tag not in ("coordinates", "axis")]
                element = found[0][0] if found and found[0].tag == "function" else (found[0] if found else None)
                names = (axis.findtext("coordinates") or "").split()
                by = function(element) if element is not None else (lambda t: t)
                axes.append((axis.get("name").startswith("rot"), names, vector(axis.findtext("axis")), by))
        elif joint.tag == "PinJoint":
            axes = [(True, [joint.find("coordinates")[0].get("name")], np.array([0.0, 0, 1]), lambda t: t)]
        child = end("socket_child_frame")
        joints[child[0]] = (end("socket_parent_frame"), child, axes)
    return joints


JOINTS = read_joints()


def pose(q):
    found = {"ground": (np.eye(3), np.zeros(3))}

    def place(body):
        if body not in found:
            (parent, at, turned), (_, origin, back), axes = JOINTS[body]
            above, from_ground = place(parent)
            inner, shift = np.eye(3), np.zeros(3)
            for turns, names, axis, by in axes:
                value = by(q.get(names[0], 0.0) if names else 0.0)
                if turns:
                    inner = inner @ turn(axis, value)
                else:
                    shift = shift + axis * value
            rotation = above @ turned @ inner @ back.T
            found[body] = (rotation, from_ground + above @ (at + turned @ shift) - rotation @ origin)
        return found[body]

    for body in JOINTS:
        place(body)
    return found


def read_muscles():
    muscles = []
    for muscle in MODEL.find("ForceSet/objects"):
        points = []
        for point in muscle.find("GeometryPath/PathPointSet/objects"):
            body = last(point.findtext("socket_parent_frame"))
            text = point.findtext("location")
            at = vector(text) if text else np.zeros(3)
            when, moving = None, None
            if point.tag == "ConditionalPathPoint":
                when = (last(point.findtext("socket_coordinate")), vector(point.findtext("range")))
            elif point.tag == "MovingPathPoint":
                moving = []
                for k, axis in enumerate("xyz"):
                    element = point.find(f"{axis}_location")
                    name = point.findtext(f"socket_{axis}_coordinate")
                    moving.append((last(name) if name else None, function(element[0]) if element is not None else None, at[k]))
            points.append((body, at, when, moving))
        muscles.append((muscle.get("name"), float(muscle.findtext("max_isometric_force")), points))
    return muscles


MUSCLES = read_muscles()


def corners(points, q, placed):
    line = []
    for body, at, when, moving in points:
        if when and not when[1][0] <= q.get(when[0], 0.0) <= when[1][1]:
            continue
        if moving:
            at = np.array([by(q.get(name, 0.0)) if by else constant for name, by, constant in moving])
        rotation, origin = placed[body]
        line.append((body, rotation @ at + origin))
    return line


def length(points, q, placed):
    line = corners(points, q, placed)
    return sum(np.linalg.norm(b[1] - a[1]) for a, b in zip(line, line[1:]))


def arms(q, muscles, coordinates, step=1e-5):
    matrix = np.zeros((len(coordinates), len(muscles)))
    for i, name in enumerate(coordinates):
        ahead, behind = q | {name: q[name] + step}, q | {name: q[name] - step}
        there, back = pose(ahead), pose(behind)
        for k, (_, _, points) in enumerate(muscles):
            matrix[i, k] = -(length(points, ahead, there) - length(points, behind, back)) / (2 * step)
    return matrix


def pulls(q, muscles, below):
    """Forces of unit tensions on the bodies below a joint, in the ground."""
    placed, matrix = pose(q), np.zeros((3, len(muscles)))
    for k, (_, _, points) in enumerate(muscles):
        line = corners(points, q, placed)
        for (one, start), (other, end) in zip(line, line[1:]):
            along = (end - start) / np.linalg.norm(end - start)
            matrix[:, k] += along * ((one in below) - int(other in below))
    return matrix


def read(path):
    with open(path) as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    return [dict(zip(rows[0], map(float, row))) for row in rows[1:]]


def main():
    walk = read(ROOT / "data/body/subject01_walk.csv")
    shared = read(ROOT / "crates/joints/tests/body/opensim_sharing.csv")
    lines = []
    for side in "rl":
        names = [f"{name}_{side}" for name in ("hip_flexion", "hip_adduction", "hip_rotation", "knee_angle", "ankle_angle")]
        below = {f"{name}_{side}" for name in ("femur", "tibia", "talus", "calcn", "toes")}
        muscles = [muscle for muscle in MUSCLES if muscle[0].endswith(f"_{side}")]
        strong = np.array([strength for _, strength, _ in muscles])
        for number in range(0, len(shared), 2):
            q, row = walk[EVERY * number], shared[number]
            matrix, pulled = arms(q, muscles, names) * strong, pulls(q, muscles, below) * strong
            there = np.array([row[name] for name, _, _ in muscles])
            moments = matrix @ there + np.array([row[f"{name}_reserve"] for name in names])
            hip = np.array([row[f"hip_{side}_on_femur_{side}_in_ground_f{axis}"] for axis in "xyz"])
            net = hip + pulled @ there
            for price in (0.1, 1.0, 10.0):
                root = math.sqrt(price) / WEIGHT
                rows = np.vstack([np.eye(len(muscles)), matrix, root * pulled])
                right = np.concatenate([np.zeros(len(muscles)), moments, root * net])
                found = lsq_linear(rows, right, (LEAST, 1.0), method="bvls", tol=1e-14)
                assert found.success
                x, y, z = net - pulled @ found.x
                lines.append(f"{side},{number},{price:g},{x:.4f},{y:.4f},{z:.4f}")
        for price in ("0.1", "1", "10"):
            sizes = [np.linalg.norm([float(x) for x in l.split(",")[3:]]) for l in lines if l.startswith(side) and l.split(",")[2] == price]
            print(f"{side}, price {price}: hip at most {max(sizes) / WEIGHT:.3f} body weights")
    TABLE.write_text("side,instant,price,hip_x_N,hip_y_N,hip_z_N\n" + "\n".join(lines) + "\n")


main()
