"""The panel's own screens in every language, measured: no word is cut or lost, four rows hold all."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.layout import lay_out
from companion.panel.memory import Panel, failed, overtaken, screen
from companion.panel.pages import (
    Desk,
    Earlier,
    box_list,
    joins,
    no_bags,
    pairing,
    part_news,
    resume_list,
    unplug,
    welcome,
)
from companion.panel.pages import box as box_page
from companion.parts import PartName, PartState
from companion.table.snapshot import Snapshot
from tests.fakes.box import MESSAGES, NOW
from tests.panel.measuring import fits

LANGUAGES = [MESSAGES.language(code, "roads-and-boats") for code in MESSAGES.codes]


PARTS: dict[PartName, PartState] = {"reader": "ok", "display": "ok", "buttons": "ok"}
GONE: dict[PartName, PartState] = {"reader": "missing", "display": "off", "buttons": "missing"}


def desk() -> Desk:
    """No game on the table, and addresses as long as they come."""
    return Desk(
        Snapshot(1, "e", NOW, {"tags": {}, "game": None}, b"", None, None),
        PARTS,
        "4821",
        ("255.255.255.255:65535", "10.42.0.1:8080"),
        "companion-in-the-kitchen.local:65535",
        (),
        lambda _: None,
        lambda shown: max(len(lay_out(shown, language)) for language in LANGUAGES),
        lambda: (Earlier("g", text("moment.turn", turn=33, phase="building"), "2026-11-21"),),
    )


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_panels_own_screens_fit(language: Language) -> None:
    empty = desk()
    own: list[Screen] = [
        welcome(empty), *(each.screen for each in joins(empty)), box_page(empty), unplug(),
        box_page(replace(empty, parts=GONE)),
        *(each.screen for each in joins(replace(empty, addresses=()))), no_bags(),
        screen(overtaken(Panel()), empty), screen(failed(Panel()), empty),
        *(part_news(part, state) for part in GONE for state in ("ok", "missing", "off")),
    ]  # fmt: skip
    resume, pair = resume_list(empty), pairing(empty, "0F0184F07B")
    assert resume is not None
    assert pair is not None
    for shown in own:
        fits(shown, language)
    for question in (box_list(), resume, pair):
        fits(question, language)
