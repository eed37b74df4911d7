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
from companion.panel.box import box_question, part_screen, unplug_screen
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import (
    PendingConfirmation,
    admin_admitted_screen,
    admin_code_screen,
    admin_request_screen,
    confirmation_screen,
    updating_screen,
)
from companion.panel.context import PanelContext
from companion.panel.language_choice import language_chosen_screen, language_question
from companion.panel.layout import Layout
from companion.panel.pages import join_pages, pairing_question, proof_screen, resume_question
from companion.panel.presses import tag_unread
from companion.panel.state import PanelState, current_screen, show_failure, show_overtaken
from companion.panel.switches import Switchable, quiet_hours_text, switch_state
from companion.panel.wifi import WifiStatus, wifi_code_screen, wifi_mode_screen, wifi_open_screen
from companion.parts import PartName, PartState, TagUnread
from companion.table.archive import GameSummary
from companion.table.box_state import BoxState
from companion.table.luck_log import LuckLog
from companion.table.snapshot import Play, Snapshot
from tests.fakes.box import MESSAGES, NOW, running
from tests.panel.measuring import fits, on_one_leaf

PARTS: dict[PartName, PartState] = {"reader": "ok", "display": "ok", "buttons": "ok"}
GONE: dict[PartName, PartState] = {
    "reader": "missing", "display": "off", "buttons": "missing", "lamps": "missing", "buzzer": "missing",
}  # fmt: skip


ALONE = BoxStatus("4821", name="companion-in-the-kitchen.local:65535")
KNOWN = replace(ALONE, addresses=("255.255.255.255:65535", "10.42.0.1:8080"))
"""Addresses as long as they come."""
GUESSED = replace(KNOWN, code="4821048210", findings=(warned("network", "guessed"),))
"""The code has been guessed at until it was as long as it comes."""


ASKED = replace(GUESSED, admin_requests=(10, 27, 88, 99))
"""As many phones as can ask."""


WANTED = [
    PendingConfirmation(1, "games", text("panel.wanted.saved", at="2026-11-22 18:05")),
    PendingConfirmation(2, "update", text("panel.wanted.version", version="10.20.30")),
    PendingConfirmation(3, "earlier", text("panel.wanted.version", version="10.20.30")),
]

FAULTS = ("none-known", "none-heard", "lost", "asked", "password", "not-heard", "no-address", "no-answer",
          "failed", "cannot-open", "radio-off")  # fmt: skip
OWN = WifiStatus(
    "home", "Companion-7F3A", "wwwwwwwwww", "WIFI:T:WPA;S:Companion-7F3A;P:wwwwwwwwww;;", open=True
)


def desk(
    language: Language, parts: Mapping[PartName, PartState] = PARTS, known: BoxStatus = KNOWN
) -> PanelContext:
    """No game on the table."""
    moment = text("moment.turn", turn=33, phase="building")
    earlier = GameSummary("g", "roads-and-boats", (), NOW, moment, ended=False, on_table=False)
    unread = replace(earlier, moment=text("moment.unreadable"), readable=False)
    snapshot = Snapshot(1, "e", NOW, BoxState(), None)
    return PanelContext(snapshot, parts, known, (earlier, unread), Layout(language))


def on(desk: PanelContext, name: str) -> Screen:
    """The page of this name."""
    return desk.pages_by_name[name].screen


def test_a_context_with_rendered_pages_is_freed_with_its_last_reference(language: Language) -> None:
    gc.disable()
    try:
        laid = desk(language)
        assert all(each.screen for each in laid.pages)
        seen = weakref.ref(laid)
        del laid
        assert seen() is None
    finally:
        gc.enable()


def test_the_panels_own_screens_fit(language: Language) -> None:
    empty = desk(language)
    own: list[Screen] = [
        on(empty, "welcome"), *(each.screen for each in join_pages(KNOWN)), on(empty, "box"), unplug_screen(),
        on(desk(language, GONE), "box"),
        *(each.screen for each in join_pages(ALONE)), no_bags(),
        *(each.screen for each in join_pages(GUESSED)), on(desk(language, known=GUESSED), "box"),
        on(desk(language, known=ASKED), "box"), admin_request_screen(88),
        admin_admitted_screen(88), admin_code_screen("99999"),
        current_screen(show_overtaken(PanelState()), empty),
        current_screen(show_failure(PanelState()), empty),
        current_screen(tag_unread(PanelState(), empty, TagUnread("04:37:4B:D2:9C:39", 0.0)), empty),
        *(part_screen(part, state) for part in GONE for state in ("ok", "missing", "off")),
    ]  # fmt: skip
    for on_now in (True, False):
        own += [
            Screen(switch_state(what, on=on_now), quiet_hours_text((22, 18))) for what in get_args(Switchable)
        ]
        own.append(
            on(desk(language, known=replace(KNOWN, lamps=on_now, sound=on_now, quiet_hours=(22, 8))), "box")
        )
        fits(box_question(replace(ASKED, lamps=on_now, sound=on_now)), language)
    own += [language_chosen_screen(code) for code in MESSAGES.codes]
    own += [updating_screen(), *(confirmation_screen(each) for each in WANTED)]
    own += [on(desk(language, known=replace(ASKED, confirmation=each)), "box") for each in WANTED]
    for each in WANTED:
        fits(box_question(replace(ASKED, confirmation=each)), language)
    resume, pair = resume_question(empty.unfinished), pairing_question(empty.snapshot, "0F0184F07B")
    assert resume is not None
    assert pair is not None
    for shown in own:
        fits(shown, language)
    for question in (box_question(ASKED), resume, pair, language_question(MESSAGES.codes)):
        fits(question, language)


@pytest.mark.parametrize("fault", FAULTS)
def test_the_access_point_fits_with_every_cause_of_it(language: Language, fault: str) -> None:
    for network in ("Home", "The network upstairs, 5 G", "Über uns 猫"):
        fits(wifi_open_screen(replace(OWN, why=text(f"wifi.why.{fault}", network=network))), language)
    for network in ("Home", "W" * 32):
        fits(wifi_code_screen(replace(OWN, why=text(f"wifi.why.{fault}", network=network))), language)


def test_the_choices_of_the_own_wifi_fit(language: Language) -> None:
    for wifi in (OWN, replace(OWN, mode="always", has_networks=True), replace(OWN, open=False)):
        fits(box_question(replace(KNOWN, wifi=wifi)), language)
        fits(join_pages(replace(ALONE, wifi=wifi))[0].screen, language)
    for fault in ("cannot-open", "radio-off"):
        stuck = replace(OWN, open=False, failed=True, why=text(f"wifi.why.{fault}"))
        fits(join_pages(replace(ALONE, wifi=stuck))[0].screen, language)
    off = replace(ALONE, findings=(warned("network", "radio-off"),))
    fits(on(desk(language, known=off), "box"), language)
    for choice in ("home", "evening", "always"):
        fits(wifi_mode_screen(choice), language)


def test_name_and_password_stand_beside_the_code_on_the_first_leaf(language: Language) -> None:
    first, *_ = Layout(language).frames(
        wifi_code_screen(replace(OWN, why=text("wifi.why.lost", network="W" * 32))), None
    )
    assert "".join(first.lines) == "Companion-7F3Awwwwwwwwww"
    assert first.qr == OWN.code
    on_one_leaf(
        wifi_code_screen(replace(OWN, why=text("wifi.why.lost", network="W" * 32)), joined=True), language
    )


def test_the_fingerprints_fit_with_every_intervention_in_chance(language: Language, tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        play = box.table.snapshot.play
    assert play is not None
    much = LuckLog(by_hand=999, voided=999, corrected=999, taken_back=999, starts=999, known=999, moved=999)
    fits(proof_screen(Play(replace(play.steps, luck_log=much))), language)
