#!/usr/bin/env python3
"""A knee by design in a walk, on springs: numbers of `validation/knee-foundation`, by a program that shares no line with ours.

    python3 benches/peers/knee_foundation.py [SPACING_MM] > numbers.csv

Needs numpy. Plateaus, their lips and condyles are written down as tori; a point of the plateau goes to the nearest point of the condyle's
section in its own half plane, and p = K depth / thickness pushes along that way. At every fourth row of the tabulated walk
Newton's method finds the height at which the axial force is the load, and the adduction at which nothing turns the condyles
about the anterior axis through their origin. Nothing is interpolated.
"""

import math
import sys
from pathlib import Path

import numpy as np

DATA = Path(__file__).resolve().parents[2] / "data/knee"
# Condyle: distal and posterior radius, flexion between them, section with its edges; plateau; spacing, dwell point (m, rad).
DISTAL, POSTERIOR, BETWEEN, BACK = 34e-3, 21e-3, math.radians(25), math.radians(-15)
CORONAL, WIDTH, EDGE = 30e-3, 26e-3, 5e-3
SAGITTAL, DISH = 56e-3, 33e-3
# Behind and in front: how far from the dwell point a lip begins, and its radius; and how far it is followed.
LIPS, REACH = ((14e-3, 80e-3), (18e-3, 40e-3)), 8e-3
APART, DWELL = 46e-3, -3e-3
MATERIAL = (500e6, 0.4)
# As the rows of the case: what is changed, and to what.
CASES = [
    {}, {"peak": 1300.0}, {"peak": 1950.0}, {"peak": 3900.0},
    {"thickness": 6e-3}, {"thickness": 10e-3}, {"thickness": 12e-3},
    {"distal": 30e-3}, {"distal": 36e-3}, {"sagittal": 50e-3}, {"dish": 36e-3},
    {"material": (1000e6, 0.4)}, {"material": (463e6, 0.46)},
]


def rows(name):
    return np.loadtxt(DATA / name, delimiter=",", skiprows=1)


def plateau(sagittal, dish, step):
    """Points and areas: a section of the radius `dish`, turned about the axes of the dish and of its two tangent lips."""
    back, front = math.asin(LIPS[0][0] / sagittal), math.asin(LIPS[1][0] / sagittal)
    points, areas = [], []
    for radius, low, high in (
        (sagittal, -back, front),
        (LIPS[0][1], -back - REACH / LIPS[0][1], -back),
        (LIPS[1][1], front, front + REACH / LIPS[1][1]),
    ):
        # Tangent arcs: the centres lie on the line through the point where they meet.
        meet = 0.0 if radius == sagittal else -back if high <= -back else front
        centre = np.array([DWELL, sagittal]) + (sagittal - radius) * np.array([math.sin(meet), -math.cos(meet)])
        count = max(1, round((high - low) * radius / step))
        t = low + (np.arange(count) + 0.5) * (high - low) / count
        half = 13.5e-3 / dish
        wide = 2 * round(half * dish / step) + 1
        s = np.linspace(-half, half, wide)
        t, s = np.meshgrid(t, s, indexing="ij")
        away = radius - dish + dish * np.cos(s)
        place = np.stack([centre[0] + away * np.sin(t), centre[1] - away * np.cos(t), dish * np.sin(s)], axis=-1)
        points.append(place.reshape(-1, 3))
        areas.append((away * (high - low) / count * dish * 2 * half / (wide - 1)).ravel())
    return np.concatenate(points), np.concatenate(areas)


def nearest(points, distal):
    """Depth below the condyle, and the direction out of it, of points in the condyle's own frame; z from its middle."""
    beta = math.asin((0.5 * WIDTH - EDGE * math.sin(math.radians(75))) / (CORONAL - EDGE))
    up = np.array([math.sin(BETWEEN), math.cos(BETWEEN)]) * (distal - POSTERIOR)
    depth = np.full(len(points), -np.inf)
    out = np.zeros_like(points)
    for centre, radius, low, high in ((np.zeros(2), POSTERIOR, BETWEEN, math.radians(130)), (up, distal, BACK, BETWEEN)):
        plane = points[:, :2] - centre
        # The flexion at which this direction points straight down.
        angle = np.arctan2(-plane[:, 0], -plane[:, 1])
        away = np.hypot(plane[:, 0], plane[:, 1])
        ring, side = away - (radius - CORONAL), points[:, 2]
        turn = np.arctan2(side, ring)
        edge = np.abs(turn) > beta
        ring = np.where(edge, ring - (CORONAL - EDGE) * math.cos(beta), ring)
        side = np.where(edge, side - np.sign(side) * (CORONAL - EDGE) * math.sin(beta), side)
        far = np.hypot(ring, side)
        found = np.where(edge, EDGE, CORONAL) - far
        inside = (angle >= low) & (angle <= high)
        direction = np.stack([plane[:, 0] / away * ring / far, plane[:, 1] / away * ring / far, side / far], axis=-1)
        out = np.where(inside[:, None], direction, out)
        depth = np.where(inside, found, depth)
    return depth, out


def compute(step, peak=2600.0, thickness=8e-3, distal=DISTAL, sagittal=SAGITTAL, dish=DISH, material=MATERIAL):
    points, areas = plateau(sagittal, dish, step)
    modulus, poisson = material
    confined = modulus * (1 - poisson) / ((1 + poisson) * (1 - 2 * poisson))
    stiffness = confined / (points[:, 1] + thickness)
    up = np.array([math.sin(BETWEEN), math.cos(BETWEEN)]) * (distal - POSTERIOR)
    walk, load = rows("walking_in_vivo.csv"), rows("iso14243_1_style.csv")[:, 2]
    load = load * peak / load.max()
    highest, largest, deepest, at = 0.0, 0.0, 0.0, None
    for i in range(0, 101, 4):
        flexion, forwards, inwards = math.radians(walk[i, 1]), 1e-3 * walk[i, 2], -math.radians(walk[i, 3])
        cos, sin = math.cos(flexion), math.sin(flexion)
        bend = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        cos, sin = math.cos(inwards), math.sin(inwards)
        turn = np.array([[cos, 0, sin], [0, 1, 0], [-sin, 0, cos]])
        place = np.array([DWELL - up[0] - forwards, 0.0, 0.0])

        def press(height, adduction):
            cos, sin = math.cos(adduction), math.sin(adduction)
            rotation = turn @ np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]]) @ bend
            force, moment, most, area, deep = 0.0, 0.0, 0.0, 0.0, 0.0
            for side in (-1, 1):
                middle = np.array([0.0, 0.0, 0.5 * side * APART])
                away = points + middle - place - [0.0, height, 0.0]
                depth, out = nearest(away @ rotation - middle, distal)
                pressed = depth > 0
                pressure = np.where(pressed, stiffness * depth, 0.0)
                # The insert pushes the condyle back, against the way out of it.
                push = -(pressure * areas)[:, None] * (out @ rotation.T)
                force += float(np.sum(push[:, 1]))
                # About the floating axis, the anterior one as the rotation has turned it.
                moment += float(np.sum(np.cross(away, push), axis=0) @ turn[:, 0])
                most, area, deep = max(most, pressure.max()), area + float(np.sum(areas[pressed])), max(deep, depth.max())
            return np.array([force - load[i], moment]), most, area, deep

        if at is None:
            low, high = 10e-3, 40e-3
            for _ in range(40):
                middle = 0.5 * (low + high)
                low, high = (middle, high) if press(middle, 0.0)[0][0] > 0 else (low, middle)
            at = np.array([low, 0.0])
        # From a place where both sides touch: a leap of the load or of the height is halved until it does.
        for _ in range(60):
            here, most, area, deep = press(*at)
            if abs(here[0]) < 1e-6 * load[i] and abs(here[1]) < 1e-8 * load[i]:
                break
            if most == 0.0:
                at = at - [2e-5, 0.0]
                continue
            slope = np.stack([(press(*(at + d))[0] - here) / d.sum() for d in (np.array([1e-8, 0]), np.array([0, 1e-7]))], axis=1)
            move = np.linalg.solve(slope, -here)
            at = at + move * min(1.0, 5e-5 / abs(move[0] + 1e-12), 2e-3 / abs(move[1] + 1e-12))
        else:
            raise SystemExit(f"no place of rest at row {i}")
        highest, largest, deepest = max(highest, most), max(largest, area), max(deepest, deep)
    return highest, largest, deepest


def main():
    step = 1e-3 * float(sys.argv[1]) if len(sys.argv) > 1 else 0.25e-3
    print("changes,peak_pressure_Pa,largest_contact_area_m2,deepest_indentation_m")
    for changes in CASES:
        words = " ".join(f"{key}={value}" for key, value in changes.items()) or "default"
        print(f'"{words}",' + ",".join(f"{value:.6e}" for value in compute(step, **changes)), flush=True)


if __name__ == "__main__":
    main()
