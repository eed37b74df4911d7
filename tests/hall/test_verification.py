"""A result is believed as far as the game's own file proves it."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.registry import registered
from companion.hall.verification import (
    MAX_CONTAINERS,
    MAX_CPU_TIME,
    MAX_PACKED,
    MAX_UNPACKED,
    unpack,
    verify_file,
)
from companion.mqtt.payloads import Outcome, Standing
from tests.table.ended import played

GAMES = registered()
STANDINGS = (
    Standing("black", 25, 1, True),
    Standing("yellow", 22, 2),
    Standing("red", 21, 3),
    Standing("grey", 18, 4),
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Any]:
    """A game of four that has ended, as its box exports it."""
    with played("strada-four-players", tmp_path_factory.mktemp("games")) as table:
        exported: dict[str, Any] = json.loads(json.dumps(table.export()))
    return exported


def packed(file: Mapping[str, Any]) -> bytes:
    return gzip.compress(json.dumps(file).encode())


def outcome(file: Mapping[str, Any]) -> Outcome:
    return Outcome(
        "00000001", "club", 1, file["game"], file["system"], "", "", STANDINGS,
        file["commitment"], file["secret"], file["head"],
    )  # fmt: skip


def test_a_file_proves_the_result_with_the_points_it_leads_to(file: Mapping[str, Any]) -> None:
    found = verify_file(packed(file), GAMES)
    assert found.status == "holds"
    told = outcome(file)
    assert found.compare(told) == "holds"
    assert found.compare(replace(told, standings=STANDINGS[::-1])) == "holds"
    better = replace(STANDINGS[3], points=99, rank=1, won=True)
    assert found.compare(replace(told, standings=(*STANDINGS[:3], better))) == "differs"
    assert found.compare(replace(told, game="20261121-ffff")) == "other"
    assert found.compare(replace(told, secret="00" * 32)) == "other"


def _other_points(file: dict[str, Any]) -> None:
    next(each for each in file["entries"] if each["command"]["type"] == "connect")["by"] = "red"


def _not_ended(file: dict[str, Any]) -> None:
    file["secret"] = None


def _unknown(file: dict[str, Any]) -> None:
    file["system"] = "nobody-has-it"


def _nonsense(file: dict[str, Any]) -> None:
    file["entries"] = 5


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        (_other_points, "forged"),
        (_not_ended, "forged"),
        (_unknown, "unknown"),
        (_nonsense, "unread"),
    ],
)
def test_another_file_proves_nothing(
    file: Mapping[str, Any], changed: Callable[[dict[str, Any]], None], status: str
) -> None:
    other = json.loads(json.dumps(file))
    changed(other)
    assert verify_file(packed(other), GAMES).status == status


@pytest.mark.parametrize(
    "junk",
    [
        b"",
        b"{}",
        gzip.compress(b"[]"),
        gzip.compress(b'{"a":' + b"[" * 5000),
        gzip.compress(b"{}")[:-4],
        bytes(MAX_PACKED + 1),
        zlib.compress(b" " * (MAX_UNPACKED + 1) + b"{}"),
        zlib.compress(b"\xff{}"),
        zlib.compress(b'{"entries":[' + b"{}," * MAX_CONTAINERS + b"{}]}"),
    ],
    ids=len,
)
def test_what_is_no_file_or_too_long_unpacked_is_not_read(junk: bytes) -> None:
    assert unpack(junk) is None
    assert verify_file(junk, GAMES).status == "unread"


def test_a_file_that_would_take_for_ever_is_left(file: Mapping[str, Any]) -> None:
    """By a clock on which each entry takes a second."""
    seconds = iter(range(1000))
    assert len(file["entries"]) > MAX_CPU_TIME
    assert verify_file(packed(file), GAMES, lambda: next(seconds)).status == "unread"
    assert next(seconds) == MAX_CPU_TIME + 2
