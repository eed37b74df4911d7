"""What of the display is shown to those who do not stand before it: no code, and nobody's name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Player
from companion.games.screen import Screen, named
from companion.language.text import text
from companion.panel.layout import lay_out
from companion.panel.redaction import redact_for_broadcast
from companion.parts import Frame, TagUnread
from companion.table.commands import Start
from tests.fakes.box import MESSAGES, Box

NAMES = ("Quetzal", "Xylo")


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with Box(tmp_path).on() as box:
        yield box


def afar(box: Box, *, names: bool = False) -> tuple[Frame, ...] | None:
    """All leaves of what others see of the display now."""
    assert box.panel.drain()
    screen, _, system = box.screens[-1]
    seen = redact_for_broadcast(screen, box.status(), names=names)
    return None if seen is None else lay_out(seen, MESSAGES.language("en").for_game(system))


def pages(box: Box) -> Iterator[tuple[Frame, ...] | None]:
    """Every page of the panel, once round, by what others see of it."""
    seen: set[str] = set()
    while (first := repr(box.screens[-1][0])) not in seen:
        seen.add(first)
        yield afar(box)
        leaves = len(box.screens)
        box.press("select")
        while box.screens[-1][1] and len(box.screens) > leaves:
            leaves = len(box.screens)
            box.press("select")


def begin(box: Box, system: str) -> None:
    players = tuple(Player(colour, name) for colour, name in zip(("red", "yellow"), NAMES, strict=True))
    box.phone(Start(system, players))


@pytest.mark.parametrize("system", ["roads-and-boats", "la-strada"])
def test_no_redacted_page_names_a_player(box: Box, system: str) -> None:
    begin(box, system)
    here = "".join(repr(frame) for frame in box.frames)
    told = [repr(seen) for seen in pages(box) if seen is not None]
    here += "".join(repr(frame) for frame in box.frames)
    assert all(name in here for name in NAMES), "the players themselves read them"
    assert len(told) > 3
    assert [each for each in told if any(name in each for name in NAMES)] == []


def test_the_winner_is_named_by_colour(box: Box) -> None:
    begin(box, "la-strada")
    box.post(do="end")
    told = repr(afar(box))
    assert not any(name in told for name in NAMES)
    assert "red" in told.casefold()


def test_a_step_names_its_player_at_the_box_and_the_colour_to_others(box: Box) -> None:
    begin(box, "la-strada")
    box.post(do="connect", colour="yellow", colony=5, plains=1)
    box.hold("back")
    assert "Y◆: colony 5" in box.shown_text
    box.press("back")
    box.post(do="end-turn")
    box.hold("back")
    assert "Y◆ Xylo" in box.shown_text
    (frame, *_) = afar(box) or ()
    assert "Xylo" not in " ".join(frame.lines)
    assert "Y◆ Yellow" in " ".join(frame.lines)


def test_no_redacted_colony_or_reason_names_a_player(box: Box) -> None:
    players = tuple(Player(colour) for colour in ("red", "yellow", "black"))
    box.phone(Start("la-strada", players, {"names": {"2": NAMES[0]}}))
    told = ""
    for body in (
        {"do": "connect", "colour": box.game["active"], "colony": 2, "plains": 1},
        {"do": "correct", "field": "turn", "value": 1, "reason": f"{NAMES[1]} was wrong"},
    ):
        for does in (body, {"do": "undo"}, {"do": "redo"}):
            box.post(just_now=True, **does)
            assert any(name in repr(box.frame) for name in NAMES), "the players themselves read it"
            told += repr(afar(box))
    assert [name for name in NAMES if name in told] == []


def test_a_name_among_others_is_redacted(box: Box) -> None:
    screen = Screen(text("panel.resumed", who=(named("red", NAMES[0]), named("yellow", NAMES[1]))))
    seen = repr(redact_for_broadcast(screen, box.status(), names=False))
    assert not any(name in seen for name in NAMES)


def test_names_are_shown_where_the_owner_wishes_it(box: Box) -> None:
    begin(box, "la-strada")
    told = repr(afar(box, names=True))
    assert any(name in told for name in NAMES)


def test_codes_are_redacted(box: Box) -> None:
    box.press("select")
    assert box.frame.qr is not None
    assert afar(box) is afar(box, names=True) is None
    box.address = None
    box.notifier.notify()
    assert box.code in box.shown_text, "in words, without a network"
    assert afar(box) is None


def test_typed_text_is_redacted(box: Box) -> None:
    box.panel.put(TagUnread("SECRET1234WORD", box.time))
    seen = repr(afar(box))
    assert "SECRET1234WORD" in repr(box.frames[-1])
    assert "SECRET1234WORD" not in seen
    assert "Tag not read" in seen
