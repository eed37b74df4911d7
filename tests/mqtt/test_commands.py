"""What others ask of the table by way of the broker: to advance and to undo, once and of what they saw."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.mqtt.commands import MAX_SIZE, perform
from tests.fakes.box import Box


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    made = Box(tmp_path)
    made.play("red", "blue")
    yield made
    made.table.close()


def asking(box: Box, do: str = "advance", **more: Any) -> bytes:
    """A command for the present table."""
    seen = box.table.snapshot
    return msgspec.json.encode({"do": do, "epoch": seen.epoch, "expects": seen.version, **more})


def phase(box: Box) -> str:
    found: str = box.table.snapshot.body["game"]["phase"]
    return found


def last(box: Box) -> dict[str, Any]:
    return box.table.log()[-1]


def test_a_command_advances_the_game_and_another_undoes_it(box: Box) -> None:
    assert perform(asking(box), box.table)
    assert phase(box) == "movement"
    assert (last(box)["from"], last(box)["by"], last(box)["name"]) == ("panel", None, "")
    assert perform(asking(box, "undo"), box.table)
    assert phase(box) == "production"


def test_a_doubled_message_does_it_once(box: Box) -> None:
    message = asking(box)
    assert [perform(message, box.table) for _ in range(3)] == [True, False, False]
    assert phase(box) == "movement"


@pytest.mark.parametrize(
    "odd",
    [
        b"", b"advance", b"\xff\xfe", b"null", b"[]", b"{", b'{"do": "advance"}', b"[" * 500,
        b" " * MAX_SIZE + b"1", b'{"do": "advance", "epoch": 3, "expects": "1"}',
    ],
)  # fmt: skip
def test_an_odd_message_does_nothing(box: Box, odd: bytes) -> None:
    before = box.table.snapshot.version
    assert not perform(odd, box.table)
    assert box.table.snapshot.version == before


@pytest.mark.parametrize(
    "more",
    [
        {"epoch": "another"}, {"expects": 0}, {"do": "redo"}, {"do": "end"}, {"do": "start"},
        {"expects": -1}, {"expects": True}, {"draw_rest": True}, {"colour": "red"}, {"to": 1},
        {"epoch": "x" * MAX_SIZE},
    ],
)  # fmt: skip
def test_nothing_is_done_but_advance_and_undo_and_that_of_what_is_shown(
    box: Box, more: dict[str, Any]
) -> None:
    before = box.table.snapshot.version
    assert not perform(asking(box, **more), box.table)
    assert box.table.snapshot.version == before


def test_what_the_game_asks_the_players_is_answered_by_them_alone(box: Box) -> None:
    box.post(do="call-for-order", colour="blue")
    assert not perform(asking(box), box.table)
    assert perform(asking(box, "undo"), box.table)


def test_mines_are_drawn_only_at_the_table(tmp_path: Path) -> None:
    """Advancing would ask: draw and go on, or draw and stay."""
    box = Box(tmp_path)
    box.play("red", "blue")
    box.post(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    assert not perform(asking(box), box.table)
    assert phase(box) == "production"
    box.table.close()


def test_whether_to_go_on_after_the_last_player_is_answered_by_the_command(box: Box) -> None:
    box.post(do="advance")
    box.post(do="call-for-order", colour="blue")
    box.post(do="pray", colour="red", keep=True)
    asks = box.table.snapshot.body["game"]["order"]["asks"]
    box.post(do="take-position", colour=asks, position=2 if asks == "blue" else 1)
    for acts in ("red", "blue"):
        assert box.table.snapshot.body["game"]["acting"] == acts
        assert perform(asking(box), box.table)
    assert phase(box) == "building"


def test_without_a_game_nothing_is_done(tmp_path: Path) -> None:
    box = Box(tmp_path)
    assert not perform(asking(box), box.table)
    assert not perform(asking(box, "undo"), box.table)
    box.table.close()
