"""A game of the toy as a file, and how its parts are found and changed."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.evening import START, Evening

ADD: dict[str, Any] = {"type": "add", "colour": "red", "by": 3}


def many_faced(bare: Evening) -> Evening:
    """A game whose die has so many faces that no two rolls are alike."""
    bare.do({**START, "options": {"target": 900, "faces": 100}})
    return bare


def a_game(evening: Evening, *, over: bool = True) -> dict[str, Any]:
    """A game with steps of every kind, as a file that has been on a disk."""
    for body in ("roll", ADD, "undo", "redo", "undo", "undo", "roll", "roll", "void", "roll", "advance"):
        evening.do(body)
        evening.do({"type": "pair-tag", "tag": "AABBCCDD", "number": 3})
    if over:
        evening.do("finish")
    exported: dict[str, Any] = json.loads(json.dumps(evening.table.export()))
    return exported


def entry(file: dict[str, Any], kind: str, which: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = [each for each in file["entries"] if each["command"]["type"] == kind][which]
    return found


def set_at(file: dict[str, Any], value: Any, *path: Any) -> None:
    *most, last = path
    there: Any = file
    for step in most:
        there = there[step]
    there[last] = value
