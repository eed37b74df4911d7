"""Small meshes for the tests of what checks and draws them."""

from __future__ import annotations

from docs.case.mesh import Mesh, Point, Triangle


def block(at: Point = (0.0, 0.0, 0.0), size: Point = (10.0, 10.0, 10.0)) -> Mesh:
    """A closed block of twelve triangles, the right way out."""

    def corner(x: int, y: int, z: int) -> Point:
        return at[0] + x * size[0], at[1] + y * size[1], at[2] + z * size[2]

    sides = (
        ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0)),
        ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
        ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
        ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)),
        ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)),
        ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
    )
    mesh: list[Triangle] = []
    for side in sides:
        a, b, c, d = (corner(*each) for each in side)
        mesh += [(a, b, c), (a, c, d)]
    return tuple(mesh)


def stl(mesh: Mesh) -> str:
    """The mesh as OpenSCAD writes it."""
    lines = ["solid OpenSCAD_Model"]
    for triangle in mesh:
        lines += ["  facet normal 0 0 0", "    outer loop"]
        lines += [f"      vertex {x:g} {y:g} {z:g}" for x, y, z in triangle]
        lines += ["    endloop", "  endfacet"]
    return "\n".join([*lines, "endsolid OpenSCAD_Model", ""])
