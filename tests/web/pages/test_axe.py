"""axe finds nothing: on any page, in any state of both games, by day and by night, in every language."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.registry import registered
from companion.language.text import text
from companion.storage.backup import BackupInfo
from tests.fakes.box import MESSAGES
from tests.fakes.browsing import CODE, Box, Phones
from tests.fakes.damaged import OFFERED, leave
from tests.web.pages.axe import Colours, brings_axe, judged, walked
from tests.web.pages.la_strada import evening, link, two
from tests.web.pages.layout import PAGES, giving_on, looking_back
from web.safe_mode import SafePage, create_safe_page

EMPTY = ("/games", "/setup?system=roads-and-boats", "/setup?system=la-strada", "/log", "/join", "/box")
BOOK = (
    *("/rules", "/rules?chapter=15-wonder", "/rules?phase=wonder", "/rules?system=la-strada"),
    *("/rules?q=xyzzy", "/rules?system=la-strada&q=xyzzy", "/rules?q=brick", "/rules/RB-CONF-04"),
)
ASKED = {
    "bricks": "goods=9&filled=3",
    "what-if": "bricks=3&filled=13&before.blue=2",
    "row": "own=3&others=3",
    "walls": "strength=2&tokens=2",
    "production": "building=sawmill&goods.trunks=4&carrier.transporter=raft",
    "bag": "gold=3&iron=2&draws=2",
    "fleet": "fleet.donkey=6",
    "breeding": "donkeys=2&geese=0&tile=pasture",
    "build": "building=truck-factory&researched.truck=1&researched.given=1",
    "movement": "transporter=donkey&loads=2+3",
    "upgrade": "building=wagon-factory&researched.truck=1",
    "map": "players=4",
    "road": "plains=1&forests=1&hills=1",
    "colony": "kind=city&merchants=3",
    "joining": "number=16",
}
"""A question for each aid."""
BOTH = ("/table", "/about", "/act")
OTHERS = (*(each for each in PAGES if each not in BOTH), "/nothing")
END = ("/table", "/act", "/log", "/report")


@pytest.fixture(scope="module")
def colours() -> Colours:
    """Each way to look is judged once for all tests."""
    return Colours()


@pytest.fixture(params=MESSAGES.codes)
def judge(onlookers: Phones, colours: Colours, request: pytest.FixtureRequest) -> Judge:
    """For each language, the first one with what no language changes."""
    return Judge(onlookers, request.param, colours, again=request.param != MESSAGES.codes[0])


@dataclass
class Judge:
    """Walks through pages, and keeps what axe finds there."""

    phones: Phones
    language: str
    colours: Colours
    again: bool
    found: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stranger = brings_axe(self.phones.phone(language=self.language))

    def joins(self, colour: str) -> None:
        self.phone = brings_axe(self.phones.joined(colour, language=self.language))

    def walks(self, *addresses: str) -> None:
        self.found += walked(self.phone, addresses, self.colours, again=self.again)

    def looks_on(self, *addresses: str) -> None:
        """As a stranger."""
        self.found += walked(self.stranger, addresses, self.colours, again=self.again)

    def asks(self, system: str, *aids: str) -> None:
        """Aids, each of which answers."""
        asked = [f"/aids/{each}?system={system}&for=red&form=0&{ASKED[each]}" for each in aids]
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
        self.found += judged(self.phone, self.colours, again=self.again)
        self.phone.unroute("**/standing")


def test_before_a_game_and_in_safe_mode(box: Box, judge: Judge) -> None:
    judge.joins("red")
    judge.walks(*EMPTY)
    judge.looks_on("/games", "/join")
    judge.phones.joined("blue")
    judge.is_refused("/join", code=CODE, colour="blue")
    judge.reads(safe(judge.language))
    judge.reads(safe(judge.language, "/safe-mode"))
    assert judge.found == []


def test_where_one_reads_and_asks(box: Box, judge: Judge) -> None:
    box.start()
    judge.joins("red")
    assert set(ASKED) == {each for game in registered().values() for each in game.aids}
    judge.walks(*BOOK, "/aids")
    for game in registered().values():
        judge.asks(game.system, *(each for each in game.aids if each != "joining"))
    assert judge.found == []


def test_an_evening_of_roads_and_boats(box: Box, judge: Judge) -> None:
    box.start(amb_04=True)
    judge.joins("red")
    box.act("pair-tag", tag="0F0184F07B", number=3)
    for subject in ("truck", "new-shaft"):
        box.act("research", colour="blue", subject=subject)
    judge.walks(*BOTH, *OTHERS)
    judge.looks_on(*BOTH)
    box.act("pair-tag", tag="0F0184F07C", number=3)
    box.act("undo")
    judge.walks("/act/mine?number=3", "/log")
    box.phase("movement")
    judge.walks(*BOTH)
    box.phase("building")
    box.act("build-mine", number=5, colour="blue", mixture="standard")
    judge.walks("/table", "/act?for=blue", "/act/mine?number=5")
    judge.is_refused(type="build-mine", colour="red", number="9", mixture="gold", form="build-mine")
    box.start()
    box.phase("building")
    box.act("call-for-order", colour="red")
    box.act("pray", colour="green", keep=True)
    judge.walks(*BOTH, "/tv")
    box.start()
    box.phase("wonder")
    box.act("buy-brick", colour="red", count=3)
    judge.walks(*BOTH)
    box.act("leave", colour="red")
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
    judge.walks(*BOTH, "/act?colony=16&plains=2&hills=1", "/act/correct?colony=5&road=black-5", "/log")
    judge.asks("la-strada", "joining")
    judge.looks_on(*BOTH)
    judge.is_refused(type="connect", colour="grey", colony="2", plains="1", form="connect")
    box.act("end")
    judge.walks(*END, looking_back(box), giving_on(box), "/book")
    assert judge.found == []


def test_what_a_start_found_wrong(left: None, box: Box, judge: Judge) -> None:
    judge.joins("red")
    judge.walks("/log", "/games", "/box")
    judge.is_refused("/copies/put-back", "/log", copy="")
    assert judge.found == []


@pytest.fixture
def left(tmp_path: Path) -> None:
    leave(tmp_path / "data", OFFERED)


def safe(language: str, posted: str = "") -> str:
    """The page of safe mode, with a copy that may be put back; or what answers a wrong code."""
    copy = BackupInfo("companion-20261121T183200Z-201.zip", datetime(2026, 11, 21, 18, 32, tzinfo=UTC), 201)
    page = SafePage(MESSAGES, text("safe-mode.stopped", what="Bug"), (copy,), "4821", dict, lambda _: None)
    phone = create_safe_page(page).test_client()
    how = {"headers": {"Accept-Language": language}}
    return (phone.post(posted, **how) if posted else phone.get("/", **how)).get_data(as_text=True)
