"""A game of the toy as a file, and how its parts are found and changed."""

from __future__ import annotations

import json
from typing import Any

from companion.table.chain import SHOWN_DIGITS
from companion.table.export import chain_heads, parse_export
from tests.fakes.evening import START, Evening

ADD: dict[str, Any] = {"type": "add", "colour": "red", "by": 3}


def many_faced(bare: Evening) -> Evening:
    """A game with a die of so many faces that no two rolls are alike."""
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


def chained(file: dict[str, Any]) -> dict[str, Any]:
    """The file with its heads made anew, as a forger who knows how would leave it."""
    for each, head in zip(file["entries"], chain_heads(*parse_export(file)), strict=True):
        each["head"], file["head"] = head.hex()[:SHOWN_DIGITS], head.hex()
    return file


def taken_back(file: dict[str, Any]) -> set[int]:
    """The numbers of the entries that do not count, by what the file says was undone and done again."""
    gone: set[int] = set()
    for each in file["entries"]:
        if each["command"]["type"] in {"undo", "redo"}:
            gone ^= {each["events"][0]["entry"]}
    return gone
