"""VTK writes a bent sheet in every dialect it knows (`write FOLDER`), and reads ours back (`read FOLDER`).

surface_peers.rs knows the same sheet: 5 x 4 points (x, y, sin(x + 2 y)), 12 quadrilaterals or 24 triangles.
"""

import math
import pathlib
import sys

from vtkmodules.vtkCommonCore import vtkPoints, vtkVersion
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkTriangleFilter
from vtkmodules.vtkIOGeometry import vtkOBJReader, vtkOBJWriter, vtkSTLReader, vtkSTLWriter
from vtkmodules.vtkIOPLY import vtkPLYReader, vtkPLYWriter
from vtkmodules.vtkIOXML import vtkXMLPolyDataReader, vtkXMLPolyDataWriter

action, folder = sys.argv[1], pathlib.Path(sys.argv[2])
ROWS, COLUMNS = 4, 5


def height(x, y):
    return math.sin(x + 2.0 * y)


def sheet():
    points = vtkPoints()
    points.SetDataTypeToDouble()
    for row in range(ROWS):
        for column in range(COLUMNS):
            points.InsertNextPoint(column, row, height(column, row))
    cells = vtkCellArray()
    for row in range(ROWS - 1):
        for column in range(COLUMNS - 1):
            first = row * COLUMNS + column
            cells.InsertNextCell(4)
            for index in (first, first + 1, first + COLUMNS + 1, first + COLUMNS):
                cells.InsertCellPoint(index)
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetPolys(cells)
    return data


def write(writer, name, data):
    writer.SetFileName(str(folder / name))
    writer.SetInputData(data)
    if not writer.Write():
        sys.exit(f"VTK could not write {name}")


def write_all():
    quads = sheet()
    triangles = vtkTriangleFilter()
    triangles.SetInputData(quads)
    triangles.Update()
    triangles = triangles.GetOutput()
    for text, name in ((True, "text.stl"), (False, "binary.stl")):
        writer = vtkSTLWriter()
        (writer.SetFileTypeToASCII if text else writer.SetFileTypeToBinary)()
        write(writer, name, triangles)
    write(vtkOBJWriter(), "plain.obj", quads)
    for name, text, big in (("text.ply", True, False), ("little.ply", False, False), ("big.ply", False, True)):
        writer = vtkPLYWriter()
        (writer.SetFileTypeToASCII if text else writer.SetFileTypeToBinary)()
        (writer.SetDataByteOrderToBigEndian if big else writer.SetDataByteOrderToLittleEndian)()
        write(writer, name, quads)
    for mode in ("ascii", "binary", "appended"):
        for compressed in (False, True):
            for wide in (False, True):
                for raw in (False, True) if mode == "appended" else (False,):
                    for big in (False, True):
                        writer = vtkXMLPolyDataWriter()
                        writer.SetDataMode({"ascii": 0, "binary": 1, "appended": 2}[mode])
                        (writer.SetCompressorTypeToZLib if compressed else writer.SetCompressorTypeToNone)()
                        (writer.SetHeaderTypeToUInt64 if wide else writer.SetHeaderTypeToUInt32)()
                        writer.SetEncodeAppendedData(0 if raw else 1)
                        (writer.SetByteOrderToBigEndian if big else writer.SetByteOrderToLittleEndian)()
                        parts = [mode, "zlib" if compressed else "plain", "64" if wide else "32",
                                 "raw" if raw else "base64", "big" if big else "little"]
                        write(writer, "-".join(parts) + ".vtp", quads)
    (folder / "version.txt").write_text(vtkVersion.GetVTKVersion())


def check(name, reader, exact):
    reader.SetFileName(str(folder / name))
    reader.Update()
    data = reader.GetOutput()
    if data.GetNumberOfCells() == 0:
        sys.exit(f"VTK finds nothing in {name}")
    corners = sum(data.GetCell(i).GetNumberOfPoints() for i in range(data.GetNumberOfCells()))
    if corners not in (48, 72):
        sys.exit(f"{name}: {data.GetNumberOfCells()} cells with {corners} corners")
    for i in range(data.GetNumberOfPoints()):
        x, y, z = data.GetPoint(i)
        tolerance = 0.0 if exact else 2e-7
        if abs(z - height(x, y)) > tolerance:
            sys.exit(f"{name}: point {i} is at {x}, {y}, {z}")


if action == "write":
    write_all()
else:
    check("text.stl", vtkSTLReader(), False)
    check("binary.stl", vtkSTLReader(), False)
    check("plain.obj", vtkOBJReader(), False)
    check("text.ply", vtkPLYReader(), False)
    check("binary.ply", vtkPLYReader(), False)
    check("ours.vtp", vtkXMLPolyDataReader(), True)
