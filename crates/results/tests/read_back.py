"""Reads a result with VTK and Apache Arrow and compares it with the formulas from which peers.rs made it."""

import math
import pathlib
import sys
import xml.etree.ElementTree

import pyarrow.parquet
from vtkmodules.vtkCommonCore import mutable
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader, vtkXMLUnstructuredGridReader

CELLS, FRAMES = 8100, 101
SIDE = 90
folder = pathlib.Path(sys.argv[1])


def same(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")


def close(what, found, expected):
    # Single precision: half a unit in the last of 24 bits.
    if not math.isclose(found, expected, rel_tol=2.0**-24, abs_tol=1e-45):
        sys.exit(f"{what}: found {found!r}, expected {expected!r}")


def read(path, kind=vtkXMLPolyDataReader):
    reader = kind()
    if not reader.CanReadFile(str(path)):
        sys.exit(f"VTK does not recognise {path}")
    reader.SetFileName(str(path))
    reader.Update()
    same(f"error code of {path}", reader.GetErrorCode(), 0)
    return reader.GetOutput()


collection = xml.etree.ElementTree.parse(folder / "cup.pvd").getroot()
same("type of cup.pvd", collection.get("type"), "Collection")
frames = collection.findall("Collection/DataSet")
same("frames", len(frames), FRAMES)
for frame, entry in enumerate(frames):
    same("time", float(entry.get("timestep")), frame * 0.01)
    surface = read(folder / entry.get("file"))
    same("polygons", surface.GetNumberOfPolys(), CELLS)
    same("cells", surface.GetNumberOfCells(), CELLS)
    same("points", surface.GetNumberOfPoints(), (SIDE + 1) ** 2)
    same("time value", surface.GetFieldData().GetArray("TimeValue").GetValue(0), frame * 0.01)
    data = surface.GetCellData()
    same("fields", [data.GetArrayName(i) for i in range(data.GetNumberOfArrays())],
         ["pressure_Pa", "sliding_m", "wear_depth_m"])
    same("field shown first", data.GetScalars().GetName(), "pressure_Pa")
    height = surface.GetPointData().GetArray("height_m")
    for point in (0, 90, 91, 4000, (SIDE + 1) ** 2 - 1):
        close("height", height.GetValue(point), 3 * frame + point)
    # The third and the fourth lie under the moving patch in the first and in the last frames.
    for cell in (0, 90, 45 * SIDE + 30, 50 * SIDE + 62, CELLS - 1):
        row, column = divmod(cell, SIDE)
        patch = 1.0 - ((row - 45) / 20) ** 2 - ((column - 30 - 0.3 * frame) / 20) ** 2
        close("pressure", data.GetArray("pressure_Pa").GetValue(cell), 5e6 * max(patch, 0.0))
        close("sliding", data.GetArray("sliding_m").GetValue(cell), 1e-4 * frame * (1.0 + cell / CELLS))
        close("wear", data.GetArray("wear_depth_m").GetValue(cell), 1e-10 * frame * math.sqrt(cell))
        ids = surface.GetCell(cell).GetPointIds()
        first = row * (SIDE + 1) + column
        same("corners", [ids.GetId(i) for i in range(ids.GetNumberOfIds())],
             [first, first + 1, first + SIDE + 2, first + SIDE + 1])
        point = surface.GetPoint(first)
        expected = (column * 1e-3, row * 1e-3, 0.014 * math.sin(row * column))
        for axis in range(3):
            close("coordinate", point[axis], expected[axis])

tracks = read(folder / "cup_tracks.vtp")
names = tracks.GetFieldData().GetAbstractArray("track_names")
same("tracks", [names.GetValue(i) for i in range(names.GetNumberOfValues())], ["contact_point", "centre"])
# The first path lacks frames 10 and 12: a line of 10 points, the lone frame 11, a line of 88; the second is whole.
same("vertices", tracks.GetNumberOfVerts(), 1)
same("lines", tracks.GetNumberOfLines(), 3)
ids = tracks.GetCellData().GetArray("track_id")
same("track ids", [ids.GetValue(i) for i in range(ids.GetNumberOfTuples())], [0, 0, 0, 1])
same("lengths", [tracks.GetCell(i).GetNumberOfPoints() for i in range(4)], [1, 10, 88, 101])
times = tracks.GetPointData().GetArray("time_s")
line = tracks.GetCell(2)
same("time on the line", times.GetValue(line.GetPointId(0)), 13 * 0.01)
same("time of the lone point", times.GetValue(tracks.GetCell(0).GetPointId(0)), 11 * 0.01)
close("place on the line", tracks.GetPoint(line.GetPointId(87))[0], 100 * 1e-3)

frames = xml.etree.ElementTree.parse(folder / "cells.pvd").getroot().findall("Collection/DataSet")
same("times of the solid", [float(entry.get("timestep")) for entry in frames], [0.0, 0.25])
for frame, entry in enumerate(frames):
    solid = read(folder / entry.get("file"), vtkXMLUnstructuredGridReader)
    same("cell types", [solid.GetCellType(i) for i in range(solid.GetNumberOfCells())], [10, 24, 12, 25, 29])
    stress = solid.GetPointData().GetArray("stress_Pa")
    moved = solid.GetPointData().GetArray("displacement_m")
    same("components", moved.GetNumberOfComponents(), 3)
    for point in range(solid.GetNumberOfPoints()):
        x, y, z = solid.GetPoint(point)
        close("stress", stress.GetValue(point), (frame + 1) * (x + 10 * y + 100 * z))
        close("displacement", moved.GetTuple3(point)[0], (frame + 1) * (x + 10 * y + 100 * z))
    # VTK's own shape functions take a reference point to the place that the order of the nodes gives it.
    for k in range(5):
        cell = solid.GetCell(k)
        place, weights = [0.0] * 3, [0.0] * cell.GetNumberOfPoints()
        cell.EvaluateLocation(mutable(0), (0.3, 0.2, 0.4), place, weights)
        for found, expected in zip(place, (2 * k + 0.3, 0.2, 0.4)):
            if abs(found - expected) > 1e-6:
                sys.exit(f"cell {k}: {place}")

table = pyarrow.parquet.read_table(folder / "series.parquet")
same("columns", table.column_names, ["time_s", "contact_force_N"])
same("types", [str(t) for t in table.schema.types], ["double", "double"])
same("time column", table["time_s"].to_pylist(), [frame * 0.01 for frame in range(FRAMES)])
same("force column", table["contact_force_N"].to_pylist(), [1.0 / (1 + frame) for frame in range(FRAMES)])
same("label", pyarrow.parquet.read_metadata(folder / "series.parquet").metadata[b"label.contact_force_N"],
     "Contact force, Σ".encode())
