"""A table that calls the organiser of its event, and what he says: at once, in nobody's way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.health.findings import Finding
from companion.journal.journal import JournalFailed
from companion.language.messages import Language
from companion.language.text import text
from companion.mqtt.link import Link
from companion.panel.announcing import PIECE
from companion.panel.asking import STAYS
from companion.panel.box import box_list, box_page
from companion.panel.calling import OrganiserKnown, news, organiser_page, taken_back
from companion.panel.homing import GRACE
from companion.panel.keeper import Known
from companion.panel.memory import PASSES
from companion.panel.presses import SEEN
from tests.fakes.box import MESSAGES, Box, page, running
from tests.panel.measuring import fits

AT = "2026-11-21T18:10:00Z"
LATER = "2026-11-21T18:20:00Z"
LONGEST = (
    "The second round begins at half past six in the large hall upstairs; bring your sheets to the desk now."
)
ROUND = OrganiserKnown(notice="Round ends 18:30", noticed=AT)
LANGUAGES = [MESSAGES.language(code) for code in MESSAGES.codes]
BROKERS = (
    None,
    Link("connecting"),
    Link("connected"),
    Link("refused", text("broker.password-empty", file="/etc/companion/broker")),
    Link("away", text("broker.silent", address="192.168.178.123:1883")),
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


def test_a_call_is_asked_twice_made_seen_and_taken_back_where_it_was_made(box: Box) -> None:
    walk_to_call(box)
    box.press("select")
    assert box.says.startswith("Call the organiser? Somebody comes")
    box.press("advance")
    assert box.says.startswith("No call?")
    box.press("select")
    assert box.says.startswith("Really call?")
    assert box.organiser == OrganiserKnown()
    box.press("advance")
    assert box.organiser.called is not None
    assert box.says.startswith("Organiser called The organisers can see it.")
    box.passes(STAYS)
    assert page(box, "Organiser") == "Organiser You have called."
    walk_to_call(box)
    box.press("select")
    assert box.says.startswith("Take call back?")
    box.press("advance")
    assert box.organiser == OrganiserKnown()
    assert box.says.startswith("Call taken back")


def test_a_table_of_no_event_is_not_asked_whether_it_calls(box: Box) -> None:
    box.organiser = None
    assert "call" not in str([each.screen for each in box_list(box.knows()).choices])
    assert organiser_page(None, Link("connected")) == ()


def test_a_call_that_the_disk_does_not_take_was_not_made(box: Box) -> None:
    box.fails_to_keep = JournalFailed("journal-full")
    walk_to_call(box)
    box.press("select", "advance", "select", "advance")
    assert box.says.startswith("Not now")
    assert box.organiser == OrganiserKnown()


def test_a_question_about_a_call_closes_once_a_phone_has_called(box: Box) -> None:
    walk_to_call(box)
    box.press("select")
    organiser(box, OrganiserKnown(called=AT))
    assert box.says.startswith("Question closed The organiser has been called already.")


def test_the_call_of_a_phone_the_answer_to_it_and_its_end_are_told_one_after_another(box: Box) -> None:
    home = box.says
    organiser(box, OrganiserKnown(called=AT))
    assert box.says.startswith("Organiser called")
    organiser(box, OrganiserKnown(called=AT, coming=True))
    assert box.says.startswith("Organiser Is on the way to you.")
    box.passes(STAYS)
    assert box.says == home
    organiser(box, OrganiserKnown(settled=LATER))
    assert box.says.startswith("Call settled")
    box.passes(STAYS)
    assert box.says == home


def test_a_call_that_waits_for_the_broker_says_so_until_it_has_gone_out(box: Box) -> None:
    box.broker = Link("away")
    organiser(box, OrganiserKnown(called=AT))
    assert box.says.startswith("Call waits It goes out once the broker answers.")
    box.passes(STAYS)
    box.broker = Link("connected")
    box.bell.ring()
    assert box.says.startswith("Organiser called")
    box.passes(STAYS)
    box.broker = Link("away")
    box.bell.ring()
    assert "Call" not in box.says, "a line that comes and goes is told once"


def test_a_notice_is_read_at_once_even_on_a_dimmed_display_and_then_on_its_page(box: Box) -> None:
    home = box.frame
    box.passes(601)
    assert box.frame.dim
    organiser(box, ROUND)
    assert (box.frame.title, box.frame.lines, box.frame.dim) == ("Organiser", ("Round ends 18:30",), False)
    assert box.frame.hint == home.hint, "a press does what it does on the page under it"
    box.passes(STAYS)
    assert box.frame == home
    assert page(box, "Organiser") == "Organiser Round ends 18:30"
    box.press("back", "select")
    organiser(box, OrganiserKnown())
    assert box.frame == home
    box.press_again("advance", after=GRACE / 2)
    assert box.frame == replace(home, blink=True), "who pressed to come home from that page"


def test_a_notice_too_long_for_the_display_turns_by_itself_to_its_end(box: Box) -> None:
    home = box.frame
    organiser(box, OrganiserKnown(notice=LONGEST, noticed=AT))
    read: list[str] = []
    while box.frame.title.startswith("Organiser "):
        read += box.frame.lines
        assert box.frame.hint == home.hint
        box.passes(PIECE if box.frame.title[-1] != box.frame.title[-3] else STAYS)
    assert " ".join(read) == LONGEST
    assert box.frame == home


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


def test_a_press_that_crosses_a_notice_does_not_count_as_having_read_it(box: Box) -> None:
    organiser(box, ROUND)
    box.press("select")
    assert box.says.startswith("Organiser Round ends"), "it comes again over what the press led to"
    box.passes(SEEN)
    box.press("select")
    assert not box.says.startswith("Organiser Round ends")


def test_who_presses_on_and_on_under_a_notice_comes_past_it(box: Box) -> None:
    organiser(box, ROUND)
    for _ in range(2):
        box.passes(SEEN / 2)
        box.press("select")
    assert not box.says.startswith("Organiser Round ends")


def test_a_notice_that_a_question_hid_has_not_been_read_meanwhile(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    organiser(box, ROUND)
    box.press("select")
    box.hold("back")
    assert box.asks
    box.passes(SEEN)
    box.press("back")
    assert box.says.startswith("Organiser Round ends")
    box.press("select")
    assert box.says.startswith("Organiser Round ends")


def test_a_notice_hides_no_question_and_is_read_once_that_is_answered(box: Box) -> None:
    walk_to_call(box)
    asked = box.frame
    assert box.asks
    organiser(box, ROUND)
    assert box.frame == asked
    box.press("back")
    assert box.says.startswith("Organiser Round ends 18:30")


def test_a_question_that_comes_takes_the_display_from_a_notice_which_comes_again_behind_it(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    organiser(box, ROUND)
    box.hold("back")
    assert box.asks
    box.press("back")
    assert box.says.startswith("Organiser Round ends 18:30")


def test_what_a_press_led_to_gives_way_to_a_notice_after_some_seconds(box: Box) -> None:
    box.tap("0F0184F0EE")
    box.press("back")
    box.pair(1)
    box.tap("0F0184F001")
    bag = box.says
    organiser(box, ROUND)
    assert box.says == bag
    box.passes(PASSES)
    assert box.says.startswith("Organiser Round ends 18:30")


def test_what_others_do_neither_hides_a_notice_nor_sends_it_away(box: Box) -> None:
    organiser(box, ROUND)
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.says.startswith("Organiser Round ends 18:30")
    box.told(do="advance", just_now=True)
    assert box.says.startswith("Organiser Round ends 18:30")
    box.passes(STAYS)
    assert not box.says.startswith("Organiser")


def test_a_notice_that_is_taken_back_goes_from_the_display(box: Box) -> None:
    home = box.frame
    organiser(box, ROUND)
    organiser(box, OrganiserKnown())
    assert box.frame == home


def test_the_page_of_the_box_says_how_the_broker_is_reached_and_what_is_amiss_once(box: Box) -> None:
    why = text("broker.silent", address="10.0.0.1:1883")
    box.broker = Link("away", why)
    said = page(box, "The box")
    assert "Broker is away" in said
    amiss = MESSAGES.language("en").phrase("display.broker.silent", {"address": "10.0.0.1:1883"})
    assert said.count(amiss) == 1
    box.check = (Finding("network", "missing", why),)
    assert box_page(box.knows(), {}, None).lines.count(why) == 1


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("broker", BROKERS, ids=lambda broker: "none" if broker is None else broker.state)
def test_all_that_is_said_with_the_organiser_fits(language: Language, broker: Link | None) -> None:
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
