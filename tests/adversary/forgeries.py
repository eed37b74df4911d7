"""Files for `companion verify`, mutated at random: none makes it stumble, none is taken for the true one."""

from __future__ import annotations

import copy
import json
import random
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner
from msgspec.structs import replace

from companion.cli.games import verify_command
from companion.games import Refused
from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.storage import Storage
from companion.table.export import parse_export, renumber
from companion.table.table import Table
from tests.adversary.toll import Bout, Toll
from tests.fakes.evening import Clock, Entropy

AT_ONCE = 20
"""Files in a round."""
_ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 2**63, 10**400, 1.5, float("nan"), "", "x", "\ud800", "\0", "z" * 5000, [],
    {}, [[]],
    {"a": {}}, "2026-11-21T18:03:11Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "red", "start",
    "undo",
)  # fmt: skip


class Verdict(NamedTuple):
    """What `companion verify` says. fault: of what it stumbled over, None as it should be."""

    status: int
    said: str
    fault: str | None


def verdict(file: Path) -> Verdict:
    """Have a file judged."""
    ended = CliRunner().invoke(verify_command, [str(file)])
    error = ended.exception
    if error is None or isinstance(error, SystemExit):
        return Verdict(ended.exit_code, ended.output, None)
    return Verdict(ended.exit_code, ended.output, traceback.format_exception_only(error)[-1].strip())


def a_game(folder: Path) -> dict[str, Any]:
    """A game that has ended, with draws, undone steps, void draws, something said aside and corrections."""
    clock, entropy = Clock(), Entropy("forged")
    journal = Storage(folder, at=clock(), entropy=entropy)
    table = Table(journal, registered(), Notifier(), clock=clock, entropy=entropy)
    for body in (
        {"type": "start", "system": "roads-and-boats", "players": [{"colour": "red", "name": "Ada"},
        {"colour": "blue"}]},
        {"type": "correct", "field": "phase", "value": "building", "reason": "forged"},
        {"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard"},
        {"type": "build-mine", "number": 7, "colour": "blue", "mixture": "standard"},
        {"type": "advance"}, {"type": "advance"}, {"type": "draw", "number": 3}, {"type": "undo"},
        {"type": "redo"},
        {"type": "void-draw", "number": 3, "reason": "fell"}, {"type": "draw", "number": 3},
        {"type": "draw", "number": 7}, {"type": "advance"}, {"type": "ready", "colour": "red", "ready": True},
        {"type": "void-draw", "number": 7, "reason": "two came"}, {"type": "draw", "number": 7, "late": True},
        {"type": "correct", "field": "mine", "value": {"number": 7, "to": 9}, "reason": "misread"},
        {"type": "correct", "field": "option", "value": {"fleet": {"land": 6}}, "reason": "agreed"},
        {"type": "advance"}, {"type": "call-for-order", "colour": "blue"},
        {"type": "correct", "field": "phase", "value": "wonder", "reason": "forgotten"},
        {"type": "buy-brick", "colour": "red"},
        {"type": "advance"}, {"type": "draw-all"}, {"type": "undo", "to": 7}, {"type": "redo"},
        {"type": "end"},
    ):  # fmt: skip
        table.perform(table.read(body), source="phone", name="Ada")
    exported: dict[str, Any] = json.loads(json.dumps(table.export()))
    table.close()
    return exported


def forgeries(folder: Path, bout: Bout) -> Toll:
    """Twenty files a round: bytes that are changed, and values, entries and draws that are swapped, left out,
    made up. What is no longer the same game must not be said to hold in the words of the true one.
    """
    toll = Toll()
    true = a_game(folder / "game")
    file = folder / "file.json"
    file.write_text(json.dumps(true), "utf-8")
    meant, whole = _meant(file.read_bytes()), verdict(file)
    if whole.status:
        toll.breaks(f"the true file is said to be {whole.said}")
    for round_, chance in bout:
        for number in range(AT_ONCE):
            how = chance.choice(tuple(_CHANGES))
            content = _CHANGES[how](copy.deepcopy(true), chance)
            file.write_bytes(content)
            toll.times += 1
            found = verdict(file)
            if found.fault is not None:
                toll.exceptions += 1
                toll.breaks(f"{round_}, file {number} ({how}): {found.fault}")
            elif _meant(content) != meant and (found.status, found.said) == (whole.status, whole.said):
                toll.silent += 1
                toll.breaks(f"{round_}, file {number} ({how}): holds in the words of the true one")
            else:
                toll.held += 1
    return toll


def _meant(content: bytes) -> Any:
    """What a file says, however it is written and numbered: a field that is left out says what it usually
    says. None for what is no game's file.
    """
    try:
        file, lines = parse_export(json.loads(content))
        numbers = {each.n: place for place, each in enumerate(lines)}
        return replace(file, entries=()), renumber(lines, numbers)
    except (ValueError, TypeError, RecursionError, KeyError, Refused):  # an undo may name anything at all
        return None


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a file."""
    found = [path] if path else []
    pairs: Any = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, each in pairs:
        found += _places(each, (*path, key))
    return found


def _put(file: dict[str, Any], path: tuple[Any, ...], value: Any) -> bytes:
    there: Any = file
    for step in path[:-1]:
        there = there[step]
    there[path[-1]] = value
    return json.dumps(file).encode(errors="surrogatepass")


def _odd(file: dict[str, Any], chance: random.Random) -> bytes:
    return _put(file, chance.choice(_places(file)), chance.choice(_ODD))


def _other(file: dict[str, Any], chance: random.Random) -> bytes:
    """A value takes the place of another one."""
    places = _places(file)
    there: Any = file
    for step in chance.choice(places):
        there = there[step]
    return _put(file, chance.choice(places), copy.deepcopy(there))


def _near(file: dict[str, Any], chance: random.Random) -> bytes:
    """A name, a time or a number is another one of its kind."""
    path = chance.choice(
        [path for path in _places(file) if path[-1] in {"name", "at", "by", "number", "from", "reason"}]
    )
    near = {
        "name": "Eva",
        "at": "2026-11-21T19:00:00Z",
        "number": chance.randint(1, 21),
        "from": "panel",
        "reason": "?",
    }
    return _put(file, path, near.get(path[-1], "blue"))


def _without(file: dict[str, Any], chance: random.Random) -> bytes:
    first = chance.randrange(1, len(file["entries"]))
    del file["entries"][first : first + chance.choice((1, 1, 2))]
    return json.dumps(file).encode()


def _swapped(file: dict[str, Any], chance: random.Random) -> bytes:
    entries = file["entries"]
    one, two = chance.sample(range(len(entries)), 2)
    entries[one], entries[two] = entries[two], entries[one]
    if chance.random() < 0.5:
        entries[one]["n"], entries[two]["n"] = entries[two]["n"], entries[one]["n"]
    return json.dumps(file).encode()


def _bytes(file: dict[str, Any], chance: random.Random) -> bytes:
    content = bytearray(json.dumps(file).encode())
    for _ in range(chance.choice((1, 1, 3))):
        content[chance.randrange(len(content))] = chance.randrange(256)
    return bytes(content)


def _cut(file: dict[str, Any], chance: random.Random) -> bytes:
    content = json.dumps(file).encode()
    return content[: chance.randrange(len(content))]


def _deep(_: dict[str, Any], chance: random.Random) -> bytes:
    return chance.choice((b"[", b'{"a":', b'{"entries":[')) * chance.choice((900, 50_000))


_CHANGES: dict[str, Callable[[dict[str, Any], random.Random], bytes]] = {
    "an odd value": _odd, "another value": _other, "a near value": _near, "left out": _without,
    "swapped": _swapped,
    "bytes": _bytes, "cut": _cut, "deep": _deep,
}  # fmt: skip
"""By what is said of them; `bytes` may leave the same game, written in another way."""
