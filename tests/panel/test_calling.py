"""A table that calls the organiser of its event, and what he says: at once, in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.health.broker_status import BrokerStatus
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.box import box_list, box_page
from companion.panel.calling import OrganiserKnown, news, organiser_page, taken_back
from companion.panel.keeper import Known
from companion.panel.presses import SEEN
from companion.storage.storage import StorageFailed
from tests.fakes.box import MESSAGES, Box, running
from tests.panel.measuring import fits

AT = "2026-11-21T18:10:00Z"
LONGEST = (
    "The second round begins at half past six in the large hall upstairs; bring your sheets to the desk now."
)
ROUND = OrganiserKnown(notice="Round ends 18:30", noticed=AT)
LANGUAGES = [MESSAGES.language(code) for code in MESSAGES.codes]
BROKERS = (
    None,
    BrokerStatus("connecting"),
    BrokerStatus("connected"),
    BrokerStatus("refused", text("broker.password-empty", file="/etc/companion/broker")),
    BrokerStatus("away", text("broker.silent", address="192.168.178.123:1883")),
)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A game of two at a table of an event."""
    with running(tmp_path) as box:
        box.organiser = OrganiserKnown()
        box.play("red", "blue")
        yield box


def organiser(box: Box, said: OrganiserKnown) -> None:
    """The organiser says something, or answers."""
    box.organiser = said
    box.bell.ring()


def walk_to_call(box: Box) -> None:
    while not box.frame.title.startswith("The box"):
        box.press("select")
    box.hold("select")


def test_a_call_that_the_disk_does_not_take_was_not_made(box: Box) -> None:
    box.fails_to_keep = StorageFailed("journal-full")
    walk_to_call(box)
    box.press("select", "advance", "select", "advance")
    assert box.says.startswith("Not now")
    assert box.organiser == OrganiserKnown()


@pytest.mark.parametrize("button", ["advance", "select", "back", "red"])
def test_every_press_under_a_notice_does_what_it_does_without_it(tmp_path: Path, button: str) -> None:
    after = []
    for number, said in enumerate((OrganiserKnown(), ROUND)):
        with running(tmp_path / str(number)) as box:
            box.organiser = OrganiserKnown()
            box.play("red", "blue")
            organiser(box, said)
            assert box.frame.title.startswith("Organiser") == (said == ROUND)
            box.passes(SEEN)
            box.press(button)
            after.append((box.table.snapshot.version, replace(box.frame, place=None)))
    assert after[0] == after[1]


def test_a_notice_that_is_taken_back_goes_from_the_display(box: Box) -> None:
    home = box.frame
    organiser(box, ROUND)
    organiser(box, OrganiserKnown())
    assert box.frame == home


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("broker", BROKERS, ids=lambda broker: "none" if broker is None else broker.state)
def test_all_that_is_said_with_the_organiser_fits(language: Language, broker: BrokerStatus | None) -> None:
    for known in (
        OrganiserKnown(called=AT, notice=LONGEST, noticed=AT), OrganiserKnown(called=AT, coming=True),
        OrganiserKnown(settled=AT, notice=("W" * 21 + " ") * 5, noticed=AT),
    ):  # fmt: skip
        for each in news(known, broker):
            fits(replace(each.screen, hint=None), language)
        fits(box_list(Known("4821", organiser=known)), language)
        for each_page in organiser_page(known, broker):
            fits(each_page.screen, language)
    shown: list[Screen] = [taken_back(), box_page(Known("4821", broker=broker), {}, None)]
    for each_screen in shown:
        fits(each_screen, language)
