"""Builds the case, checks that it is printable, and draws it: `make case`.

`name=value` changes a variable at the top of `companion.scad`:
`make case CASE="display=1.3 button=16"`.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

from docs.case.mesh import Mesh, Point, faults, read, size, volume
from docs.case.picture import Camera, Colour, draw

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "hardware" / "case" / "companion.scad"
OUTPUT = ROOT / "build" / "case"
PICTURE = ROOT / "docs" / "pictures" / "case.png"
WITH_LAMPS = ROOT / "docs" / "pictures" / "case-lamps.png"
PARTS: Mapping[str, tuple[str, Sequence[str]]] = {part: (part, ()) for part in ("body", "lid")}
LAMPS = ("lamps=7", "colours=7", "buzzer=12")
STRIP = ("strip=7", "buzzer=12")
"""Two variants that are drawn too."""
PLATE = 2.0
"""Thickness of the lid, in millimetres."""

WOOD: Colour = (222, 184, 135)
DARK: Colour = (150, 108, 70)
CAMERA = Camera(eye=(146.0, -420.0, 440.0), target=(146.0, 24.0, 0.0), zoom=1900.0)
PICTURE_SIZE = 1200, 660


def main(choices: Sequence[str]) -> int:
    """Build both parts. Return 1 if one is not printable."""
    OUTPUT.mkdir(parents=True, exist_ok=True)
    if choices:
        made = make(OUTPUT, {part: (part, choices) for part in PARTS})
    else:
        made = make(OUTPUT, {**PARTS, "lamps": ("body", LAMPS), "strip": ("body", STRIP)})
    if made is None:
        return 1
    if not choices:
        picture(made["body"], made["lid"])
        picture_of_lamps(made["lamps"], made["strip"])
    return 0


def make(folder: Path, wanted: Mapping[str, tuple[str, Sequence[str]]]) -> dict[str, Mesh] | None:
    """Build parts as STL files, and report them. Return None if one is not printable or OpenSCAD is missing.

    wanted: part and settings by the file's name.
    """
    if shutil.which("openscad") is None:
        print("NOT BUILT: the case. No OpenSCAD here: apt install openscad, then run again.", file=sys.stderr)
        return None
    paths = {name: folder / f"{name}.stl" for name in wanted}
    made = {name: build(part, choices, paths[name]) for name, (part, choices) in wanted.items()}
    good = [report(paths[name], *each) for name, each in made.items()]
    return {name: mesh for name, (mesh, _) in made.items()} if all(good) else None


def build(part: str, choices: Sequence[str], path: Path) -> tuple[Mesh, Point]:
    """Build a part. Return its mesh, and the sides that its source expects."""
    given = [word for choice in (f'part="{part}"', *choices) for word in ("-D", choice)]
    ran = subprocess.run(
        ["openscad", "-o", str(path), *given, str(SOURCE)], capture_output=True, text=True, check=False
    )
    expected = re.search(r'ECHO: "size", "\w+", \[(\S+), (\S+), (\S+)\]', ran.stderr)
    if ran.returncode or expected is None:
        raise SystemExit(f"OpenSCAD could not build the {part}:\n{ran.stderr}")
    x, y, z = (float(each) for each in expected.groups())
    return read(path.read_text(encoding="ascii")), (x, y, z)


def report(path: Path, mesh: Mesh, expected: Point) -> bool:
    """Print size and faults of a mesh. Return whether it is printable."""
    found = list(faults(mesh, expected))
    sides = " x ".join(f"{side:.1f}" for side in size(mesh))
    filled = volume(mesh) / 1000
    verdict = "cannot be printed" if found else "closed"
    print(f"{path}  {sides} mm  {filled:.1f} cm3  {len(mesh)} triangles  {verdict}")
    for fault in found:
        print(f"  {fault}")
    return not found


def picture(body: Mesh, lid: Mesh) -> None:
    """Draw the closed case, and its two parts as printed."""
    _, deep, high = size(body)
    parts = (
        (transform(body, lambda x, y, z: (x - 20, deep - y - 20, PLATE + high - z)), WOOD),
        (transform(lid, lambda x, y, z: (x - 20, y - 20, z)), DARK),
        (transform(body, lambda x, y, z: (x + 160, y + 40, z)), WOOD),
        (transform(lid, lambda x, y, z: (x + 155, y - 85, z)), DARK),
    )
    draw(parts, CAMERA, PICTURE_SIZE).quantize(64).save(PICTURE, optimize=True)


def picture_of_lamps(lamps: Mesh, strip: Mesh) -> None:
    """Draw the body with holes for lamps, and the one with windows for a strip, both for a buzzer."""
    parts = tuple(
        (transform(body, partial(_upright, right=right, deep=size(body)[1], high=size(body)[2])), WOOD)
        for body, right in ((lamps, -20.0), (strip, 160.0))
    )
    drawn = draw(parts, CAMERA, PICTURE_SIZE).crop((0, 60, PICTURE_SIZE[0], 460))
    drawn.quantize(64).save(WITH_LAMPS, optimize=True)


def _upright(x: float, y: float, z: float, *, right: float, deep: float, high: float) -> Point:
    """A corner of a body that stands on the table, moved to the right."""
    return x + right, deep - y - 20, PLATE + high - z


def transform(mesh: Mesh, move: Callable[[float, float, float], Point]) -> Mesh:
    """The mesh with every corner moved."""
    return tuple((move(*a), move(*b), move(*c)) for a, b, c in mesh)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
