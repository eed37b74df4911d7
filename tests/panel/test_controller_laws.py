"""Whatever is pressed, tapped and done by phone: the panel never stumbles, what it shows always fits, and no
press vanishes unseen.
"""

from __future__ import annotations

import logging

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import Refused
from companion.games.screen import COLUMNS, ROWS
from companion.table.commands import Acknowledge, Redo, Undo
from tests.fakes.box import MESSAGES, Box, running, tag_of
from tests.fakes.damaged import AT, OFFERED, leave

BUTTONS = ("advance", "select", "back", "red", "blue", "green", "unheard-of")
TAGS = (tag_of(3), tag_of(4), tag_of(9), "FFFFFFFF")
PHONE = ("advance", "undo", "redo", "end", "mine", "fleet", "seen", "nothing")

presses = st.tuples(st.sampled_from(BUTTONS), st.booleans())
things = st.lists(presses | st.sampled_from(TAGS) | st.sampled_from(PHONE), max_size=40)


def by_phone(box: Box, what: str) -> None:
    try:
        match what:
            case "advance":
                box.post(do="advance", draw_rest=True)
            case "undo":
                box.phone(Undo())
            case "redo":
                box.phone(Redo())
            case "end":
                box.post(do="end")
            case "mine":
                box.post(do="build-mine", number=3, colour="red", mixture="standard", late=True)
            case "seen":
                box.phone(Acknowledge(AT))
            case "fleet":
                box.post(do="change-fleet", colour="red", transporter="truck", by=3)
            case _:
                box.passes(700)
    except Refused:
        pass


def holds(box: Box) -> None:
    frame = box.frame
    assert (2 if frame.large else 1) + len(frame.lines) + bool(frame.hint) <= ROWS
    assert all(len(row) <= COLUMNS for row in (frame.title, *frame.lines, frame.hint))


@given(things, st.booleans(), st.booleans(), st.sampled_from(MESSAGES.codes))
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_mix_of_presses_taps_and_phones_makes_the_panel_stumble(
    tmp_path_factory: pytest.TempPathFactory,
    caplog: pytest.LogCaptureFixture,
    happening: list[tuple[str, bool] | str],
    game: bool,
    damage: bool,
    language: str,
) -> None:
    folder = tmp_path_factory.mktemp("box")
    if damage:
        leave(folder, OFFERED)
    with caplog.at_level(logging.WARNING), running(folder, language) as box:
        if game:
            box.play("red", "blue")
            box.pair(3, 4)
        for thing in happening:
            before = len(box.frames)
            if isinstance(thing, tuple):
                box.press(thing[0], held=thing[1])
            elif thing in TAGS:
                box.tap(thing)
            else:
                by_phone(box, thing)
            holds(box)
            by_hand = isinstance(thing, tuple) or thing in TAGS
            assert (
                not by_hand or len(box.frames) > before or box.frame.blink or "shut-down" in box.asked_of_box
            )
    assert "stumbled" not in caplog.text
    assert "picture" not in caplog.text
