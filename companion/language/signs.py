"""The display's signs as text pictures, which the printed sheet and the box's page draw too."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "signs"
"""One text picture per sign and height, `<name>-<height>.txt`: `#` is lit, `.` dark."""


@cache
def sign_sizes() -> dict[str, tuple[int, ...]]:
    """Every sign's heights in pixels, by its name."""
    found: dict[str, list[int]] = {}
    for path in FOLDER.glob("*.txt"):
        name, _, height = path.stem.rpartition("-")
        found.setdefault(name, []).append(int(height))
    return {name: tuple(heights) for name, heights in found.items()}


@cache
def sign_rows(name: str, height: int) -> tuple[str, ...]:
    """The rows of the sign's largest size that fits this height, or of its smallest. Raises `KeyError`."""
    sizes = sign_sizes()[name]
    fitting = [size for size in sizes if size <= height]
    path = FOLDER / f"{name}-{max(fitting) if fitting else min(sizes)}.txt"
    return tuple(path.read_text(encoding="ascii").split())
