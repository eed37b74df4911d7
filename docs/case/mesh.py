"""Checks whether a mesh is printable: closed, not inside out, and of the expected size. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Mesh = tuple[Triangle, ...]

TOLERANCE = 0.1
"""Millimetres by which a side may differ from the expected one."""

_VERTEX = re.compile(r"^\s*vertex\s+(\S+)\s+(\S+)\s+(\S+)\s*$", re.MULTILINE)


def read(stl: str) -> Mesh:
    """Parse an ASCII STL file. Raises `ValueError` for any other or an incomplete one."""
    corners = [(float(x), float(y), float(z)) for x, y, z in _VERTEX.findall(stl)]
    if not stl.startswith("solid") or len(corners) != 3 * stl.count("endfacet"):
        raise ValueError("no complete ASCII STL file")
    return tuple(zip(corners[::3], corners[1::3], corners[2::3], strict=True))


def size(mesh: Mesh) -> Point:
    """The sides of the bounding box, in millimetres."""
    axes = list(zip(*(corner for triangle in mesh for corner in triangle), strict=True))
    x, y, z = (max(axis) - min(axis) for axis in axes)
    return x, y, z


def volume(mesh: Mesh) -> float:
    """The volume in cubic millimetres; negative if inside out, meaningless unless closed."""
    return sum(_tetrahedron(*triangle) for triangle in mesh) / 6


def faults(mesh: Mesh, expected: Point) -> Iterator[str]:
    """Find what makes a mesh unprintable. expected: the sides of its bounding box."""
    if not mesh:
        yield "it is empty"
        return
    flat = sum(len({*triangle}) < 3 for triangle in mesh)
    if flat:
        yield f"{flat} triangles have no area"
    open_ = _unmatched(mesh)
    if open_:
        yield f"it is not closed: {len(open_)} edges do not join two triangles, one at {_place(open_[0])}"
    elif volume(mesh) <= 0:
        yield "it is inside out"
    for axis, is_, should in zip("xyz", size(mesh), expected, strict=True):
        if abs(is_ - should) > TOLERANCE:
            yield f"{axis} is {is_:.2f} mm and should be {should:.2f} mm"


def _unmatched(mesh: Mesh) -> list[tuple[Point, Point]]:
    """The edges that triangles do not use exactly once in each direction."""
    runs = Counter(edge for a, b, c in mesh for edge in ((a, b), (b, c), (c, a)))
    return sorted({(min(a, b), max(a, b)) for (a, b), count in runs.items() if count != 1 or runs[b, a] != 1})


def _place(edge: tuple[Point, Point]) -> str:
    return " to ".join("(" + ", ".join(f"{each:g}" for each in point) + ")" for point in edge)


def _tetrahedron(a: Point, b: Point, c: Point) -> float:
    """Six times the signed volume between a triangle and the origin."""
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
