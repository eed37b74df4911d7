"""axe finds nothing: on any kind of page, in any state of both games, by day and by night."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.language.text import text
from companion.storage.backup import BackupInfo
from tests.fakes.box import MESSAGES
from tests.fakes.browsing import CODE, Box, Phones
from tests.fakes.damaged import OFFERED, leave
from tests.web.pages.axe import Colours, brings_axe, judged, walked
from tests.web.pages.la_strada import evening
from tests.web.pages.layout import PAGES, fits, giving_on, looking_back
from web.safe_mode import SafePage, create_safe_page

EMPTY = ("/games", "/setup?system=roads-and-boats", "/setup?system=la-strada", "/log", "/join", "/box")
BOOK = ("/rules", "/rules?phase=wonder", "/rules?q=xyzzy", "/rules?q=brick", "/rules/RB-CONF-04")
ASKED = {
    "bricks": "system=roads-and-boats&goods=9&filled=3",
    "production": "system=roads-and-boats&building=sawmill&goods.trunks=4&carrier.transporter=raft",
    "build": "system=roads-and-boats&building=truck-factory&researched.truck=1&researched.given=1",
    "map": "system=roads-and-boats&players=4",
    "joining": "system=la-strada&number=16",
}
"""A question for each kind of aid: the others ask and answer as one of these."""
BOTH = ("/table", "/about", "/act")
CARE = tuple(each for each in PAGES if each.startswith("/care"))
BEFORE = (*BOTH, *CARE, "/games", "/setup", "/join", "/box")
OTHERS = (*(each for each in PAGES if each not in BEFORE), "/nothing")
END = ("/table", "/act", "/report")


@pytest.fixture(scope="module")
def colours() -> Colours:
    """Each way to look is judged once for all tests."""
    return Colours()


@dataclass
class Judge:
    """Walks through pages, and keeps what axe finds there."""

    phones: Phones
    colours: Colours
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stranger = brings_axe(self.phones.phone())

    def joins(self, colour: str, **how: str) -> None:
        self.phone = brings_axe(self.phones.joined(colour, **how))

    def walks(self, *addresses: str) -> None:
        self.found += walked(self.phone, addresses, self.colours)

    def looks_on(self, *addresses: str) -> None:
        """As a stranger."""
        self.found += walked(self.stranger, addresses, self.colours)

    def asks(self, *aids: str) -> None:
        """Aids, each of which answers."""
        asked = [f"/aids/{each}?for=red&form=0&{ASKED[each]}" for each in aids]
        answered = [each for each in asked if 'id="answer"' in self.phone.request.get(each).text()]
        assert answered == asked
        self.walks(*asked)

    def is_refused(self, to: str = "/act", page: str = "/act", **fields: str) -> None:
        answer = self.phone.request.post(to, form={"page": page, **fields})
        assert answer.status >= 400
        self.reads(answer.text())

    def reads(self, page: str) -> None:
        """A page that no address leads to."""
        self.phone.route("**/standing", lambda route: route.fulfill(body=page, content_type="text/html"))
        self.phone.goto("/standing")
        self.found += judged(self.phone, self.colours)
        self.phone.unroute("**/standing")


def test_before_a_game_around_the_box_and_in_safe_mode(box: Box, phones: Phones, colours: Colours) -> None:
    judge = Judge(phones, colours)
    judge.joins("red")
    judge.walks(*EMPTY, *CARE)
    judge.looks_on("/games", "/join")
    judge.phones.joined("blue")
    judge.is_refused("/join", code=CODE, colour="blue")
    judge.reads(safe())
    judge.reads(safe("/safe-mode"))
    assert judge.found == []


def test_every_page_of_roads_and_boats(shared_box: Box, shared_phones: Phones, colours: Colours) -> None:
    judge = Judge(shared_phones, colours)
    shared_box.start(amb_04=True)
    judge.joins("red")
    judge.walks(*BOOK)
    shared_box.act("pair-tag", tag="0F0184F07B", number=3)
    for subject in ("truck", "new-shaft"):
        shared_box.act("research", colour="blue", subject=subject)
    judge.walks(*BOTH, *OTHERS)
    judge.looks_on("/table")
    assert judge.found == []


def test_an_evening_of_roads_and_boats(shared_box: Box, shared_phones: Phones, colours: Colours) -> None:
    judge = Judge(shared_phones, colours)
    box = shared_box
    box.start(amb_04=True)
    judge.joins("red")
    box.act("research", colour="blue", subject="truck")
    box.act("undo")
    judge.walks("/log", "/aids")
    judge.asks("bricks", "production", "build", "map")
    box.phase("building")
    box.act("build-mine", number=5, colour="blue", mixture="standard")
    judge.walks("/table", "/act?for=blue", "/act/mine?number=5")
    judge.is_refused(type="build-mine", colour="red", number="9", mixture="gold", form="build-mine")
    box.start()
    box.phase("building")
    box.act("call-for-order", colour="red")
    box.act("pray", colour="green", keep=True)
    judge.walks("/table", "/act", "/tv")
    box.start()
    box.phase("wonder")
    box.act("buy-brick", colour="red", count=3)
    box.act("leave", colour="red")
    judge.walks("/table", "/act")
    box.act("end")
    judge.walks(*END)
    assert judge.found == []


def test_an_evening_of_la_strada(shared_box: Box, shared_phones: Phones, colours: Colours) -> None:
    judge = Judge(shared_phones, colours)
    box = shared_box
    evening(box)
    judge.joins("black")
    judge.walks(*BOTH, "/act?colony=16&plains=2&hills=1", "/act/correct?colony=5&road=black-5", "/log")
    judge.asks("joining")
    judge.looks_on("/table", "/act")
    judge.is_refused(type="connect", colour="grey", colony="2", plains="1", form="connect")
    box.act("end")
    judge.walks(*END, looking_back(box), giving_on(box), "/book")
    assert judge.found == []


def test_what_a_start_found_wrong_which_fits_a_small_phone_too(
    left: None, box: Box, phones: Phones, colours: Colours
) -> None:
    judge = Judge(phones, colours)
    judge.joins("red", language="it")
    fits(judge.phone, "/log")
    judge.walks("/log", "/games", "/box")
    judge.is_refused("/copies/put-back", "/log", copy="")
    assert judge.found == []


@pytest.fixture
def left(tmp_path: Path) -> None:
    leave(tmp_path / "data", OFFERED)


def safe(posted: str = "") -> str:
    """The page of safe mode, with a copy that may be put back; or what answers a wrong code."""
    copy = BackupInfo("companion-20261121T183200Z-201.zip", datetime(2026, 11, 21, 18, 32, tzinfo=UTC), 201)
    page = SafePage(MESSAGES, text("safe-mode.stopped", what="Bug"), (copy,), "4821", dict, lambda _: None)
    phone = create_safe_page(page).test_client()
    return (phone.post(posted) if posted else phone.get("/")).get_data(as_text=True)
