"""Builds the case, checks that it can be printed, and draws it: `make case`.

Give it `name=value` for another one than the drawn one, by the names at the top of `companion.scad`:
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
BUILT = ROOT / "build" / "case"
PICTURE = ROOT / "docs" / "pictures" / "case.png"
WITH_LAMPS = ROOT / "docs" / "pictures" / "case-lamps.png"
PARTS: Mapping[str, tuple[str, Sequence[str]]] = {part: (part, ()) for part in ("body", "lid")}
LAMPS = ("lamps=7", "colours=7", "buzzer=12")
STRIP = ("strip=7", "buzzer=12")
"""The two that are drawn beside the usual one."""
PLATE = 2.0
"""Thickness of the lid: so much lies between the table and the body."""

WOOD: Colour = (222, 184, 135)
DARK: Colour = (150, 108, 70)
CAMERA = Camera(eye=(146.0, -420.0, 440.0), target=(146.0, 24.0, 0.0), zoom=1900.0)
SHOWN = 1200, 660


def main(choices: Sequence[str]) -> int:
    """Make both parts; give 1 if one of them cannot be printed."""
    BUILT.mkdir(parents=True, exist_ok=True)
    if choices:
        made = make(BUILT, {part: (part, choices) for part in PARTS})
    else:
        made = make(BUILT, {**PARTS, "lamps": ("body", LAMPS), "strip": ("body", STRIP)})
    if made is None:
        return 1
    if not choices:
        picture(made["body"], made["lid"])
        picture_of_lamps(made["lamps"], made["strip"])
    return 0


def make(folder: Path, wanted: Mapping[str, tuple[str, Sequence[str]]]) -> dict[str, Mesh] | None:
    """Build, check and report parts as STL files; None where one cannot be printed, or OpenSCAD is missing.

    wanted: by the name of its file each part, with what is chosen for it.
    """
    if shutil.which("openscad") is None:
        print("NOT BUILT: the case. No OpenSCAD here: apt install openscad, then run again.", file=sys.stderr)
        return None
    paths = {name: folder / f"{name}.stl" for name in wanted}
    made = {name: build(part, choices, paths[name]) for name, (part, choices) in wanted.items()}
    good = [report(paths[name], *each) for name, each in made.items()]
    return {name: mesh for name, (mesh, _) in made.items()} if all(good) else None


def build(part: str, choices: Sequence[str], path: Path) -> tuple[Mesh, Point]:
    """A part's mesh, which is written to a file, and the sides that its source says it has."""
    given = [word for choice in (f'part="{part}"', *choices) for word in ("-D", choice)]
    ran = subprocess.run(
        ["openscad", "-o", str(path), *given, str(SOURCE)], capture_output=True, text=True, check=False
    )
    said = re.search(r'ECHO: "size", "\w+", \[(\S+), (\S+), (\S+)\]', ran.stderr)
    if ran.returncode or said is None:
        raise SystemExit(f"OpenSCAD could not build the {part}:\n{ran.stderr}")
    x, y, z = (float(each) for each in said.groups())
    return read(path.read_text(encoding="ascii")), (x, y, z)


def report(path: Path, mesh: Mesh, said: Point) -> bool:
    """Say what came out, on one line and one more for each fault; give whether it can be printed."""
    found = list(faults(mesh, said))
    sides = " x ".join(f"{side:.1f}" for side in size(mesh))
    filled = volume(mesh) / 1000
    verdict = "cannot be printed" if found else "closed"
    print(f"{path}  {sides} mm  {filled:.1f} cm3  {len(mesh)} triangles  {verdict}")
    for fault in found:
        print(f"  {fault}")
    return not found


def picture(body: Mesh, lid: Mesh) -> None:
    """Draw the case closed, and its two parts as they are printed."""
    _, deep, high = size(body)
    parts = (
        (placed(body, lambda x, y, z: (x - 20, deep - y - 20, PLATE + high - z)), WOOD),
        (placed(lid, lambda x, y, z: (x - 20, y - 20, z)), DARK),
        (placed(body, lambda x, y, z: (x + 160, y + 40, z)), WOOD),
        (placed(lid, lambda x, y, z: (x + 155, y - 85, z)), DARK),
    )
    draw(parts, CAMERA, SHOWN).quantize(64).save(PICTURE, optimize=True)


def picture_of_lamps(lamps: Mesh, strip: Mesh) -> None:
    """Draw the body with holes for lamps, and the one with windows for a strip, both for a buzzer."""
    parts = tuple(
        (placed(body, partial(_upright, right=right, deep=size(body)[1], high=size(body)[2])), WOOD)
        for body, right in ((lamps, -20.0), (strip, 160.0))
    )
    drawn = draw(parts, CAMERA, SHOWN).crop((0, 60, SHOWN[0], 460))
    drawn.quantize(64).save(WITH_LAMPS, optimize=True)


def _upright(x: float, y: float, z: float, *, right: float, deep: float, high: float) -> Point:
    """A corner of a body as it stands on the table, so far to the right."""
    return x + right, deep - y - 20, PLATE + high - z


def placed(mesh: Mesh, where: Callable[[float, float, float], Point]) -> Mesh:
    """The mesh with every corner put where it should be."""
    return tuple((where(*a), where(*b), where(*c)) for a, b, c in mesh)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
