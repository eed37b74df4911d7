"""Draws meshes with hidden surfaces removed, flat light, and lines along edges and engravings.

Drawn in twice the size and reduced, for smooth lines.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image

from docs.case.mesh import Mesh, Point, Triangle

Colour = tuple[int, int, int]

OVERSAMPLING = 2
PAPER: Colour = (255, 255, 255)
INK: Colour = (40, 28, 18)
LIGHT: Point = (-0.35, -0.45, 0.82)
EDGE = math.cos(math.radians(30))
"""Faces that meet at a larger angle have a line between them."""
STEP = 0.3
"""Parallel faces at this distance, in millimetres, have a line between them."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera."""

    eye: Point
    target: Point
    """Seen in the middle."""
    zoom: float
    """Pixels per radian."""


@dataclass(frozen=True, slots=True)
class Face:
    """The plane of a triangle, and its colour in the light."""

    normal: Point
    offset: float
    colour: Colour


def draw(parts: Iterable[tuple[Mesh, Colour]], camera: Camera, size: tuple[int, int]) -> Image.Image:
    """Draw the parts, each in its colour."""
    canvas = _Canvas(size[0] * OVERSAMPLING, size[1] * OVERSAMPLING)
    view = _View(camera, canvas.width, canvas.height)
    for mesh, colour in parts:
        for triangle in mesh:
            normal = _normal(triangle)
            if normal is None or _dot(normal, _minus(camera.eye, triangle[0])) <= 0:
                continue
            face = Face(normal, _dot(normal, triangle[0]), _lit(colour, normal))
            canvas.fill([view.project(corner) for corner in triangle], face)
    return canvas.image().resize(size, Image.Resampling.LANCZOS)


class _View:
    """Projects points to x, y and nearness (one over the distance)."""

    def __init__(self, camera: Camera, width: int, height: int) -> None:
        self._eye = camera.eye
        self._ahead = _unit(_minus(camera.target, camera.eye))
        self._right = _unit(_cross(self._ahead, (0.0, 0.0, 1.0)))
        self._up = _cross(self._right, self._ahead)
        self._zoom = camera.zoom * OVERSAMPLING
        self._middle = width / 2, height / 2

    def project(self, at: Point) -> Point:
        away = _minus(at, self._eye)
        near = 1 / _dot(away, self._ahead)
        x = self._middle[0] + self._zoom * _dot(away, self._right) * near
        return x, self._middle[1] - self._zoom * _dot(away, self._up) * near, near


class _Canvas:
    """For each point the nearest face that was drawn there."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._near = array("d", bytes(8 * width * height))
        self._face = array("i", [-1]) * (width * height)
        self._faces: list[Face] = []

    def fill(self, corners: Sequence[Point], face: Face) -> None:
        """Draw a triangle wherever nothing nearer is."""
        (ax, ay, an), (bx, by, bn), (cx, cy, cn) = corners
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if not area:
            return
        across = ((bn - an) * (cy - ay) - (cn - an) * (by - ay)) / area
        down = ((bx - ax) * (cn - an) - (cx - ax) * (bn - an)) / area
        number = len(self._faces)
        self._faces.append(face)
        ys = (ay, by, cy)
        for y in range(max(0, math.ceil(min(ys) - 0.5)), min(self.height, math.ceil(max(ys) - 0.5))):
            cuts = [
                x + (y + 0.5 - high) * (to - x) / (low - high)
                for (x, high, _), (to, low, _) in zip(corners, (*corners[1:], corners[0]), strict=True)
                if min(high, low) <= y + 0.5 < max(high, low)
            ]
            first, last = max(0, math.ceil(min(cuts) - 0.5)), min(self.width, math.ceil(max(cuts) - 0.5))
            near = an + (first + 0.5 - ax) * across + (y + 0.5 - ay) * down
            self._row(y, first, last, near, across, number)

    def _row(self, y: int, first: int, last: int, near: float, across: float, number: int) -> None:
        nearest, face = self._near, self._face
        for at in range(y * self.width + first, y * self.width + last):
            if near > nearest[at]:
                nearest[at] = near
                face[at] = number
            near += across

    def image(self) -> Image.Image:
        """Every face in its colour, with lines between those that differ."""
        points = bytearray()
        for at, number in enumerate(self._face):
            right = self._face[at + 1] if (at + 1) % self.width else number
            below = self._face[at + self.width] if at + self.width < len(self._face) else number
            if (right != number and self._line(number, right)) or (
                below != number and self._line(number, below)
            ):
                points += bytes(INK)
            else:
                points += bytes(PAPER if number < 0 else self._faces[number].colour)
        return Image.frombytes("RGB", (self.width, self.height), bytes(points))

    def _line(self, one: int, other: int) -> bool:
        if one < 0 or other < 0:
            return True
        a, b = self._faces[one], self._faces[other]
        alike = _dot(a.normal, b.normal)
        return alike < EDGE or (alike > 0.9999 and abs(a.offset - b.offset) > STEP)


def _lit(colour: Colour, normal: Point) -> Colour:
    light = 0.52 + 0.48 * max(0.0, _dot(normal, _unit(LIGHT)))
    red, green, blue = (round(each * light) for each in colour)
    return red, green, blue


def _normal(triangle: Triangle) -> Point | None:
    """Outwards; None for a triangle without area."""
    a, b, c = triangle
    across = _cross(_minus(b, a), _minus(c, a))
    return _unit(across) if any(across) else None


def _minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Point, b: Point) -> Point:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _unit(a: Point) -> Point:
    length = math.sqrt(_dot(a, a))
    return a[0] / length, a[1] / length, a[2] / length
