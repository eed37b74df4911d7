"""Whether a mesh can be printed: closed, the right way out, and as large as it is said to be. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Mesh = tuple[Triangle, ...]

TOLERANCE = 0.1
"""Millimetres by which a side may differ from what is said."""

_VERTEX = re.compile(r"^\s*vertex\s+(\S+)\s+(\S+)\s+(\S+)\s*$", re.MULTILINE)


def read(words: str) -> Mesh:
    """The triangles of an STL file in words, as OpenSCAD writes it. Raises `ValueError` for anything else."""
    corners = [(float(x), float(y), float(z)) for x, y, z in _VERTEX.findall(words)]
    if not words.startswith("solid") or len(corners) != 3 * words.count("endfacet"):
        raise ValueError("this is no STL file in words, or a part of one")
    return tuple(zip(corners[::3], corners[1::3], corners[2::3], strict=True))


def size(mesh: Mesh) -> Point:
    """The sides of the box that just holds it."""
    axes = list(zip(*(corner for triangle in mesh for corner in triangle), strict=True))
    x, y, z = (max(axis) - min(axis) for axis in axes)
    return x, y, z


def volume(mesh: Mesh) -> float:
    """In cubic millimetres; negative if it is inside out. Only of a closed one does it mean anything."""
    return sum(_tetrahedron(*triangle) for triangle in mesh) / 6


def faults(mesh: Mesh, said: Point) -> Iterator[str]:
    """What would spoil the print; nothing for a good one. said: the sides that it should have."""
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
    for axis, is_, should in zip("xyz", size(mesh), said, strict=True):
        if abs(is_ - should) > TOLERANCE:
            yield f"{axis} is {is_:.2f} mm and should be {should:.2f} mm"


def _unmatched(mesh: Mesh) -> list[tuple[Point, Point]]:
    """The edges that are not run along exactly once in each direction."""
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
