"""Advance does what the last row of the display says, and nothing else, whatever was done before."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import Player
from companion.language.shapes import SHAPES
from companion.table.commands import Start
from tests.fakes.box import Box, running, tag_of
from tests.panel.test_controller_laws import by_phone

BUTTONS = ("advance", "select", "select", "back", "red", "blue", "grey")
WAYS = ("advance", "undo", "redo", "mine", "fleet", "wait", "nothing", "end")

presses = st.tuples(st.sampled_from(BUTTONS), st.booleans())
happenings = st.lists(presses | st.sampled_from((tag_of(3), "FFFFFFFF")) | st.sampled_from(WAYS), max_size=30)


def roads(box: Box) -> None:
    box.play("red", "blue")
    box.pair(3)


def strada(box: Box) -> None:
    box.phone(Start("la-strada", (Player("grey"), Player("red"), Player("yellow"))))


def holds(box: Box) -> None:
    """Press Advance, and hold what it did to what the last row said that it would."""
    says, asked, hint = box.shown_text, box.asks, box.frame.hint
    version, game = box.table.snapshot.version, box.game
    box.press("advance")
    did = box.table.snapshot.version != version
    title = box.frame.title
    if asked:
        assert hint.startswith(("Advance:yes ", "Advance: ")), says
    elif hint == "Advance: table":
        assert not did, says
        assert box.frame.hint != "Advance: table", (says, box.shown_text)
    elif hint == "Advance: question":
        assert not did, says
        assert box.asks, (says, box.shown_text)
    elif hint.startswith("Advance: "):
        assert did or box.asks or title.startswith("Not now"), says
        if did:
            leads(hint.removeprefix("Advance: "), game, box, says)
    else:
        assert not did, says


def leads(to: str, before: dict[str, object], box: Box, says: str) -> None:
    """Where the home page's last row said that Advance would lead."""
    after = box.game
    if to == "game ends":
        assert after["ended"], says
        return
    assert not after["ended"], says
    if to.startswith("then "):
        who = after["acting"] if after["system"] == "roads-and-boats" else after["active"]
        assert SHAPES[who].letter in to, says
    elif to == "end of turn":
        assert after["turn"] != before["turn"], says
    else:
        assert after["phase"] == to, says


@pytest.mark.parametrize("begin", [roads, strada])
@given(happenings)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_advance_does_what_the_last_row_shows(
    tmp_path_factory: pytest.TempPathFactory,
    begin: Callable[[Box], None],
    happening: list[tuple[str, bool] | str],
) -> None:
    with running(tmp_path_factory.mktemp("box")) as box:
        begin(box)
        for thing in happening:
            if isinstance(thing, tuple):
                box.press(thing[0], held=thing[1])
            elif thing == "wait":
                box.passes(7)
            elif thing in WAYS and begin is roads:
                by_phone(box, thing)
            elif thing not in WAYS:
                box.tap(thing)
        holds(box)


@pytest.mark.parametrize("begin", [roads, strada])
@given(st.lists(st.sampled_from(BUTTONS), max_size=25))
@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_holding_buttons_alone_neither_ends_a_game_nor_shuts_the_box_down(
    tmp_path_factory: pytest.TempPathFactory, begin: Callable[[Box], None], held: list[str]
) -> None:
    with running(tmp_path_factory.mktemp("box")) as box:
        begin(box)
        for _ in range(8):
            box.press("select")
        for button in held:
            box.hold(button)
            assert not box.asked_of_box or box.asked_of_box == ["new-code"] * len(box.asked_of_box)
            assert box.game["ended"] is None
