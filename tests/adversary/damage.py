"""What can become of a file's bytes while nobody holds them."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

BLOCK = 512
"""Bytes that a disk writes or loses together."""


def damaged(folder: Path, chance: random.Random) -> str:
    """Damage one of the files in a folder of games or of backups; tell which, and how."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.stat().st_size]
    games = [path for path in files if path.suffix == ".jsonl"]
    if not files:
        return "nothing there"
    path = chance.choice(games if games and chance.random() < 0.5 else files)
    kind = chance.choice(tuple(KINDS))
    content = bytearray(path.read_bytes())
    KINDS[kind](content, chance)
    path.write_bytes(content)
    return f"{kind} in {path.name}"


def _flip(content: bytearray, chance: random.Random) -> None:
    bit = chance.randrange(len(content) * 8)
    content[bit // 8] ^= 1 << bit % 8


def _block(content: bytearray, chance: random.Random) -> int:
    return chance.randrange(len(content)) // BLOCK * BLOCK


def _zero(content: bytearray, chance: random.Random) -> None:
    at = _block(content, chance)
    content[at : at + BLOCK] = bytes(len(content[at : at + BLOCK]))


def _tear(content: bytearray, chance: random.Random) -> None:
    at = _block(content, chance)
    length = chance.randint(1, BLOCK)
    content[at : at + length] = chance.randbytes(len(content[at : at + length]))


def _double(content: bytearray, chance: random.Random) -> None:
    one, other = _block(content, chance), _block(content, chance)
    length = min(len(content) - one, len(content) - other, BLOCK)
    content[other : other + length] = content[one : one + length]


def _cut(content: bytearray, chance: random.Random) -> None:
    del content[chance.randrange(len(content)) :]


KINDS: dict[str, Callable[[bytearray, random.Random], None]] = {
    "a flipped bit": _flip,
    "a block of zeros": _zero,
    "a torn block": _tear,
    "a block twice": _double,
    "a cut": _cut,
}
