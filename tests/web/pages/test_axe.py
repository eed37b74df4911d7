"""axe finds nothing: on any page, in any state of both games, by day and by night, in every language."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.journal.offers import Offer
from companion.language.text import text
from tests.fakes.box import MESSAGES
from tests.fakes.browsing import Box, Phones
from tests.fakes.damaged import OFFERED, leave
from tests.web.pages.axe import judged, walked
from tests.web.pages.strada import evening, link, two
from web.safe_mode import SafePage, create_safe_page

EMPTY = ("/games", "/setup?system=roads-and-boats", "/setup?system=la-strada", "/log", "/join", "/box")
BOOK = ("/rules?system=la-strada&phase=turn", "/rules?phase=wonder", "/rules?q=xyzzy", "/rules/RB-CONF-04")
OTHERS = (
    "/act/correct",
    "/act/bricks",
    "/act/mine?number=3",
    "/log",
    "/games",
    "/setup",
    "/box",
    "/nothing",
    "/sheet",
    "/care",
    "/care/copies",
    "/care/update",
    "/care/clock",
    "/care/help",
)
BOTH = ("/table", "/act")
END = ("/table", "/act", "/log")


@pytest.fixture(params=MESSAGES.codes)
def judge(phones: Phones, request: pytest.FixtureRequest) -> Judge:
    """For each language; colours are looked at in the first one."""
    return Judge(phones, request.param, coloured=request.param == MESSAGES.codes[0])


@dataclass
class Judge:
    """Walks through pages, and keeps what axe finds there."""

    phones: Phones
    language: str
    coloured: bool
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stranger = self.phones.phone(language=self.language)

    def joins(self, colour: str) -> None:
        self.phone = self.phones.joined(colour, language=self.language)

    def walks(self, *addresses: str) -> None:
        self.found += walked(self.phone, addresses, coloured=self.coloured)

    def looks_on(self, *addresses: str) -> None:
        """As somebody who has not joined."""
        self.found += walked(self.stranger, addresses, coloured=self.coloured)

    def is_refused(self, **fields: str) -> None:
        answer = self.phone.request.post("/act", form={"page": "/act", **fields})
        assert answer.status >= 400
        self.reads(answer.text())

    def reads(self, page: str) -> None:
        """A page that no address leads to."""
        self.phone.route("**/standing", lambda route: route.fulfill(body=page, content_type="text/html"))
        self.phone.goto("/standing")
        self.found += judged(self.phone, coloured=self.coloured)
        self.phone.unroute("**/standing")


def test_before_a_game_and_in_safe_mode(box: Box, judge: Judge) -> None:
    judge.joins("red")
    judge.walks(*EMPTY)
    judge.looks_on("/games", "/join")
    judge.reads(safe(judge.language))
    judge.reads(safe(judge.language, "/safe-mode"))
    assert judge.found == []


def test_where_one_reads_and_asks(box: Box, judge: Judge) -> None:
    box.start()
    judge.joins("red")
    judge.walks(*BOOK, "/aids")
    for game in registered().values():
        judge.walks(*(f"/aids/{each}?system={game.system}" for each in game.aids))
    assert judge.found == []


def test_an_evening_of_roads_and_boats(box: Box, judge: Judge) -> None:
    box.start(amb_04=True)
    judge.joins("red")
    box.act("pair-tag", tag="0F0184F07B", number=3)
    for subject in ("truck", "new-shaft"):
        box.act("research", colour="blue", subject=subject)
    judge.walks(*BOTH, *OTHERS)
    judge.looks_on(*BOTH)
    box.phase("movement")
    judge.walks(*BOTH)
    box.phase("building")
    box.act("build-mine", number=5, colour="blue", mixture="standard")
    judge.walks("/table", "/act?for=blue", "/act/mine?number=5")
    judge.is_refused(type="build-mine", colour="red", number="9", mixture="gold", form="build-mine")
    box.start()
    box.phase("building")
    box.act("call-for-order", colour="red")
    judge.walks(*BOTH)
    box.start()
    box.phase("wonder")
    box.act("buy-brick", colour="red", count=3)
    judge.walks(*BOTH)
    box.act("end")
    judge.walks(*END)
    assert judge.found == []


def test_an_evening_of_la_strada(box: Box, judge: Judge) -> None:
    two(box)
    link(box, "grey", 1)
    judge.joins("black")
    judge.walks(*BOTH)
    evening(box)
    judge.walks(*BOTH, "/act?colony=16&plains=2&hills=1", "/act/correct", "/log")
    judge.looks_on(*BOTH)
    judge.is_refused(type="connect", colour="grey", colony="2", plains="1", form="connect")
    box.act("end")
    judge.walks(*END)
    assert judge.found == []


def test_what_a_start_found_wrong(left: None, box: Box, judge: Judge) -> None:
    judge.joins("red")
    judge.walks("/log")
    assert judge.found == []


@pytest.fixture
def left(tmp_path: Path) -> None:
    leave(tmp_path / "data", OFFERED)


def safe(language: str, posted: str = "") -> str:
    """The page of safe mode, with a copy that may be put back; or what answers a wrong code."""
    copy = Offer("companion-20261121T183200Z-201.sqlite", datetime(2026, 11, 21, 18, 32, tzinfo=UTC), 201)
    page = SafePage(MESSAGES, text("safe-mode.stopped", what="Bug"), (copy,), "4821", dict, lambda _: None)
    phone = create_safe_page(page).test_client()
    how = {"headers": {"Accept-Language": language}}
    return (phone.post(posted, **how) if posted else phone.get("/", **how)).get_data(as_text=True)
