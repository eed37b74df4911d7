"""Any file gets a verdict in words: no traceback, and no endless run."""

from __future__ import annotations

import json
import math
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from click import Command
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.games import import_command, verdict_lines, verify_command
from companion.games import Refused
from companion.games.dice import Dice
from companion.games.registry import folders, registered
from companion.language.messages import Messages, catalogues
from companion.table.codec import Codec
from companion.table.game_import import import_rows
from companion.table.verification import verify
from tests.table.ended import played
from tests.table.exported import chained

GAMES = registered()
CODECS = {system: Codec(game) for system, game in GAMES.items()}
LANGUAGE = Messages(catalogues(folders(GAMES))).language("en")
AT = datetime(2026, 11, 21, 18, tzinfo=UTC)
STEPS = 24


def nested(depth: int) -> Any:
    inner: Any = []
    for _ in range(depth):
        inner = [inner]
    return inner


ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, 2**64 + 1, 10**30, -(10**30), 1.5, 1e308, math.nan,
    math.inf, "", "a", "\u0000", "\ud800", "\u202e", "x" * 5000, "start", "undo", "import", "0" * 64,
    "9999-12-31T23:59:59Z", "2026-13-45T99:99:99Z", "0001-01-01T00:00:00Z", [], {}, [[]], [None], [1] * 200,
    {"type": "x"}, {"type": None}, {"": ""}, nested(300), nested(5000),
    {"type": "nameless"}, {"type": "nameless", "by": 1},
    {"type": "seeded", "seeds": ["\ud800"]}, {"type": "replaced", "game": "", "starts": 10**18},
    {"commitments": [], "entries": 10**18},
    {"commitments": ["zz"], "entries": 1}, {"commitments": ["ab" * 32], "entries": 9},
)  # fmt: skip
"""What a file may hold instead of what belongs there."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ...]:
    """Games of both kinds, running and over, as they stand on a disk."""
    found = []
    for name in ("nobody-builds", "strada-called-off"):
        with played(name, tmp_path_factory.mktemp(name), STEPS) as table:
            found.append(json.dumps(table.export()))
            table.perform(table.read({"type": "end"}), source="phone")
            found.append(json.dumps(table.export()))
    return tuple(found)


def places(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to everything that a file holds."""
    found = [before] if before else []
    if isinstance(data, dict):
        for name, value in data.items():
            found += places(value, (*before, name))
    elif isinstance(data, list):
        for place, value in enumerate(data):
            found += places(value, (*before, place))
    return found


def spoilt(file: dict[str, Any], way: tuple[Any, ...], odd: Any, how: str) -> None:
    """Put something odd into a place of the file, or leave out what stands there."""
    *most, last = way
    there: Any = file
    for each in most:
        there = there[each]
    if how == "without":
        del there[last]
    else:
        there[last] = odd


def judged(file: Any, head: str | None = None) -> None:
    """Its verification ends in a verdict with words, and its import in a refusal or rows."""
    verdict = verify(file, GAMES, head)
    for each in verdict_lines(verdict, asked=head is not None):
        assert LANGUAGE.say(each)
    with suppress(Refused):
        import_rows(file, CODECS, 1, AT, bytes)


@given(
    which=st.integers(0, 3),
    changes=st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from(ODD), st.sampled_from(["odd", "odd", "without"])),
        min_size=1,
        max_size=3,
    ),
    anew=st.booleans(),
    secret=st.booleans(),
)
def test_a_file_in_which_anything_was_changed_is_judged(
    files: tuple[str, ...],
    which: int,
    changes: list[tuple[int, Any, str]],
    anew: bool,
    secret: bool,
) -> None:
    file = json.loads(files[which])
    if not secret:
        file["secret"] = None
    ways = places(file)
    for at, odd, how in changes:
        with suppress(LookupError, TypeError):  # the place went with another one
            spoilt(file, ways[at % len(ways)], odd, how)
    with suppress(Refused, KeyError, TypeError, AttributeError):  # such a file has no heads
        if anew:
            chained(file)
    judged(file, file.get("head") if isinstance(file.get("head"), str) else None)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@given(st.dictionaries(st.sampled_from(["format", "game", "system", "commitment", "entries", "x"]), JSON))
def test_what_only_looks_like_a_file_is_judged(file: dict[str, Any]) -> None:
    judged(file)


def test_dice_of_more_faces_than_there_are_numbers_are_refused_and_not_rolled_for_ever() -> None:
    with pytest.raises(ValueError, match="faces"):
        Dice(bytes(32)).roll(2**64 + 1, "mine")
    assert Dice(bytes(32)).roll(2**64, "mine") >= 0


WRITTEN = {
    "nothing": b"", "a list": b"[]", "a number": b"1", "no number": b"NaN", "text": b'"x"',
    "no text": b"\xff\xfe\x00", "half a pair": b'{"format": "\\ud800"}', "a mark before": b"\xef\xbb\xbf{}",
    "an end too early": b'{"format":', "a number without end": b'{"n": ' + b"9" * 9999 + b"}",
    "an exponent": b'{"n": 1e999999}', "a nesting without end": b"[" * 200_000,
    "a nest of objects": b'{"a":' * 200_000, "zeros": bytes(1000), "the same twice": b'{"n": 1, "n": 2}',
}  # fmt: skip


@pytest.mark.parametrize("what", WRITTEN)
@pytest.mark.parametrize("command", [verify_command, import_command], ids=["verify", "import"])
def test_the_command_answers_any_bytes_in_a_line(tmp_path: Path, what: str, command: Command) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(WRITTEN[what])
    place = ["--data", str(tmp_path / "data")] if command is import_command else []
    answer = CliRunner().invoke(command, [*place, str(file)])
    assert answer.exit_code == 1
    assert isinstance(answer.exception, SystemExit)
    assert len(answer.output.splitlines()) == 1


def test_a_folder_and_a_file_that_is_not_there_are_answered_in_a_line(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere"):
        answer = CliRunner().invoke(verify_command, [str(file)])
        assert (answer.exit_code, len(answer.output.splitlines())) == (1, 1)
        assert isinstance(answer.exception, SystemExit)
