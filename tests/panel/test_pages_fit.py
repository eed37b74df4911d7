"""The panel's own screens in every language, measured: no word is cut or lost, four rows hold all."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.games.screen import Screen, no_bags
from companion.health.findings import warned
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.bags import pairing
from companion.panel.box import box_list, part_news, unplug
from companion.panel.caretaking import phone_asks, phone_cares, phone_types
from companion.panel.confirming import Wanted, phone_wants, updating
from companion.panel.desk import Desk
from companion.panel.keeper import Known
from companion.panel.layout import Layout
from companion.panel.memory import Panel, failed, overtaken, screen
from companion.panel.pages import joins, proof, resume_list
from companion.panel.presses import unread
from companion.panel.switching import Switched, quiet_hours, switched
from companion.panel.wifi import WifiKnown, begun, opened, scanned
from companion.parts import PartName, PartState, TagUnread
from companion.table.archive import GameOnFile
from companion.table.luck import Fairness
from companion.table.own import Own
from companion.table.play import Play
from companion.table.snapshot import Snapshot
from tests.fakes.box import MESSAGES, NOW, running
from tests.panel.measuring import fits, on_one_leaf

LANGUAGES = [MESSAGES.language(code, "roads-and-boats") for code in MESSAGES.codes]


PARTS: dict[PartName, PartState] = {"reader": "ok", "display": "ok", "buttons": "ok"}
GONE: dict[PartName, PartState] = {
    "reader": "missing", "display": "off", "buttons": "missing", "lamps": "missing", "buzzer": "missing",
}  # fmt: skip


ALONE = Known("4821", name="companion-in-the-kitchen.local:65535")
KNOWN = replace(ALONE, addresses=("255.255.255.255:65535", "10.42.0.1:8080"))
"""Addresses as long as they come."""
GUESSED = replace(KNOWN, code="4821048210", check=(warned("network", "guessed"),))
"""The code has been guessed at until it was as long as it comes."""


ASKED = replace(GUESSED, asking=(10, 27, 88, 99))
"""As many phones as can ask."""


WANTED = [
    Wanted(1, "games", text("panel.wanted.saved", at="2026-11-22 18:05")),
    Wanted(2, "update", text("panel.wanted.version", version="10.20.30")),
    Wanted(3, "earlier", text("panel.wanted.version", version="10.20.30")),
]

FAULTS = ("none-known", "none-heard", "lost", "asked", "password", "not-heard", "no-address", "no-answer",
          "failed", "cannot-open", "radio-off")  # fmt: skip
OWN = WifiKnown(
    "home", "Companion-7F3A", "wwwwwwwwww", "WIFI:T:WPA;S:Companion-7F3A;P:wwwwwwwwww;;", open=True
)


def desk(parts: Mapping[PartName, PartState] = PARTS, known: Known = KNOWN) -> Desk:
    """No game on the table."""
    moment = text("moment.turn", turn=33, phase="building")
    earlier = GameOnFile("g", "roads-and-boats", (), NOW, moment, ended=False, on_table=False)
    unread = replace(earlier, moment=text("moment.unreadable"), readable=False)
    snapshot = Snapshot(1, "e", NOW, Own(), None)
    return Desk(snapshot, parts, known, (earlier, unread), Layout(LANGUAGES[0]))


def on(desk: Desk, name: str) -> Screen:
    """The page of this name."""
    return desk.named[name].screen


def test_a_desk_whose_pages_were_looked_at_goes_as_soon_as_nobody_has_it() -> None:
    gc.disable()
    try:
        laid = desk()
        assert all(each.screen for each in laid.pages)
        seen = weakref.ref(laid)
        del laid
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_panels_own_screens_fit(language: Language) -> None:
    empty = desk()
    own: list[Screen] = [
        on(empty, "welcome"), *(each.screen for each in joins(KNOWN)), on(empty, "box"), unplug(),
        on(desk(GONE), "box"),
        *(each.screen for each in joins(ALONE)), no_bags(),
        *(each.screen for each in joins(GUESSED)), on(desk(known=GUESSED), "box"),
        on(desk(known=ASKED), "box"), phone_asks(88), phone_cares(88), phone_types("99999"),
        screen(overtaken(Panel()), empty), screen(failed(Panel()), empty),
        screen(unread(Panel(), empty, TagUnread("04:37:4B:D2:9C:39", 0.0)), empty),
        *(part_news(part, state) for part in GONE for state in ("ok", "missing", "off")),
    ]  # fmt: skip
    for on_now in (True, False):
        own += [Screen(switched(what, on=on_now), quiet_hours((22, 18))) for what in get_args(Switched)]
        own.append(on(desk(known=replace(KNOWN, lamps=on_now, sound=on_now, quiet=(22, 8))), "box"))
        fits(box_list(replace(ASKED, lamps=on_now, sound=on_now)), language)
    own += [updating(), *(phone_wants(each) for each in WANTED)]
    own += [on(desk(known=replace(ASKED, wanted=each)), "box") for each in WANTED]
    for each in WANTED:
        fits(box_list(replace(ASKED, wanted=each)), language)
    resume, pair = resume_list(empty.earlier), pairing(empty, "0F0184F07B")
    assert resume is not None
    assert pair is not None
    for shown in own:
        fits(shown, language)
    for question in (box_list(ASKED), resume, pair):
        fits(question, language)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("fault", FAULTS)
def test_the_own_wifi_fits_with_whatever_led_to_it(language: Language, fault: str) -> None:
    for network in ("Home", "The network upstairs, 5 G", "Über uns 猫"):
        fits(opened(replace(OWN, why=text(f"wifi.why.{fault}", network=network))), language)
    for network in ("Home", "W" * 32):
        fits(scanned(replace(OWN, why=text(f"wifi.why.{fault}", network=network))), language)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_choices_of_the_own_wifi_fit(language: Language) -> None:
    for wifi in (OWN, replace(OWN, choice="always", knows=True), replace(OWN, open=False)):
        fits(box_list(replace(KNOWN, wifi=wifi)), language)
        fits(joins(replace(ALONE, wifi=wifi))[0].screen, language)
    for fault in ("cannot-open", "radio-off"):
        stuck = replace(OWN, open=False, stuck=True, why=text(f"wifi.why.{fault}"))
        fits(joins(replace(ALONE, wifi=stuck))[0].screen, language)
    off = replace(ALONE, check=(warned("network", "radio-off"),))
    fits(on(desk(known=off), "box"), language)
    for choice in ("home", "evening", "always"):
        fits(begun(choice), language)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_name_and_password_stand_beside_the_code_on_the_first_leaf(language: Language) -> None:
    first, *_ = Layout(language).leaves(
        scanned(replace(OWN, why=text("wifi.why.lost", network="W" * 32))), None
    )
    assert "".join(first.lines) == "Companion-7F3Awwwwwwwwww"
    assert first.qr == OWN.code
    on_one_leaf(scanned(replace(OWN, why=text("wifi.why.lost", network="W" * 32)), joined=True), language)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
def test_the_fingerprints_fit_with_all_that_can_be_told_of_chance(language: Language, tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        play = box.table.snapshot.play
    assert play is not None
    much = Fairness(by_hand=999, voided=999, corrected=999, taken_back=999, starts=999, known=999, moved=999)
    fits(proof(Play(replace(play.steps, fairness=much))), language)
