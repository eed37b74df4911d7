"""A table that calls the organiser of its event, and what he says: at once, in nobody's way."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.box import box_question, box_screen
from companion.panel.box_status import BoxStatus
from companion.panel.organiser import (
    OrganiserStatus,
    call_cancelled_screen,
    organiser_messages,
    organiser_pages,
)
from companion.panel.presses import READ_AFTER
from tests.fakes.box import Box, running
from tests.panel.measuring import fits

AT = "2026-11-21T18:10:00Z"
LONGEST = (
    "The second round begins at half past six in the large hall upstairs; bring your sheets to the desk now."
)
ROUND = OrganiserStatus(notice="Round ends 18:30", noticed_at=AT)
BROKERS = (
    None,
    BrokerStatus("connecting"),
    BrokerStatus("connected"),
    BrokerStatus("refused", text("broker.password-empty", file="/etc/companion/broker")),
    BrokerStatus("away", text("broker.silent", address="192.168.178.123:1883")),
)


def organiser(box: Box, said: OrganiserStatus) -> None:
    """The organiser says something, or answers."""
    box.organiser = said
    box.notifier.notify()


@pytest.mark.parametrize("button", ["advance", "select", "back", "red"])
def test_every_press_under_a_notice_does_what_it_does_without_it(tmp_path: Path, button: str) -> None:
    after = []
    for number, said in enumerate((OrganiserStatus(), ROUND)):
        with running(tmp_path / str(number)) as box:
            box.organiser = OrganiserStatus()
            box.play("red", "blue")
            organiser(box, said)
            assert box.frame.title.startswith("Organiser") == (said == ROUND)
            box.passes(READ_AFTER)
            box.press(button)
            after.append((box.table.snapshot.version, replace(box.frame, position=None)))
    assert after[0] == after[1]


@pytest.mark.parametrize("broker", BROKERS, ids=lambda broker: "none" if broker is None else broker.state)
def test_all_texts_about_the_organiser_fit(language: Language, broker: BrokerStatus | None) -> None:
    for known in (
        OrganiserStatus(called_at=AT, notice=LONGEST, noticed_at=AT),
        OrganiserStatus(called_at=AT, coming=True),
        OrganiserStatus(settled_at=AT, notice=("W" * 21 + " ") * 5, noticed_at=AT),
    ):  # fmt: skip
        for each in organiser_messages(known, broker):
            fits(replace(each.screen, hint=None), language)
        fits(box_question(BoxStatus("4821", organiser=known)), language)
        for each_page in organiser_pages(known, broker):
            fits(each_page.screen, language)
    shown: list[Screen] = [call_cancelled_screen(), box_screen(BoxStatus("4821", broker=broker), {}, None)]
    for each_screen in shown:
        fits(each_screen, language)
