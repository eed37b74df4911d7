"""A phone that says at its stream which page it shows is sent what becomes of it, and fetches nothing."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

import pytest
from flask import Response

from tests.fakes.sitting import Sitting, act
from tests.patience import PATIENCE
from tests.web.api.listening import Listener, Said
from tests.web.pages.reaching import PAGES
from web.errors import Problem
from web.pages.drawing import Pages
from web.pages.living import Piece, Viewer
from web.pages.me import Token
from web.server.broadcaster import Subscriber as Listening
from web.server.server import WebServer

ADVANCE = {"type": "advance"}
NAMES = {"red": "Rosa", "blue": ""}
RAFT = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": 1}
OWN = (
    (re.compile(r'(name="id" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="expects" value=")[^"]*'), r"\1"),
    (re.compile(r'(data-(?:etag|now|news)=")[^"]*'), r"\1"),
    (re.compile(r"(screen\.png\?v=)\d*"), r"\1"),
    (re.compile(r"(<time [^>]*>)[^<]*"), r"\1"),
)
"""What of a page is one phone's or one moment's alone."""
MORE = ("/act?for=blue&open=fleet", "/log?before=2", "/rules?q=goose", "/rules/RB-MINE-09", "/aids")


def bare(main: str) -> str:
    """A main part without what is one phone's or one moment's alone."""
    for pattern, left in OWN:
        main = pattern.sub(left, main)
    return main


class Phone:
    """A phone that shows a page and listens."""

    def __init__(
        self, sitting: Sitting, web: WebServer, page: str, token: str = "", language: str = "en"
    ) -> None:
        self.page = page
        self.client = sitting.app.test_client(use_cookies=False)
        self.headers = {"Accept-Language": language}
        if token:
            self.headers["Cookie"] = f"companion={token}"
        told = {"X-Page": page, "X-Shown": sitting.table.snapshot.etag}
        self.line = Listener(web.port, {**self.headers, **told})
        first = self.line.next()
        assert first is not None
        assert first.fields == {"retry": "1000"}

    def told(self) -> dict[str, Any]:
        """What the phone is told next of its page."""
        said: Said | None = self.line.next()
        assert said is not None
        assert said.kind == "page"
        told: dict[str, Any] = said.data
        return told

    def fetched(self) -> str:
        """The main part as the phone would fetch it."""
        answer = self.client.get(self.page, headers={**self.headers, "X-Fragment": "main"})
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


Open = Callable[..., Phone]


@pytest.fixture
def opened(playing: Sitting, web: WebServer) -> Iterator[Open]:
    """Opens a page on a phone; a colour for one that has joined."""
    phones: list[Phone] = []

    def build(page: str, colour: str | None = None, **how: Any) -> Phone:
        token = (
            playing.membership.join("4821", NAMES[colour], colour, "here") if colour else how.pop("token", "")
        )
        phones.append(Phone(playing, web, page, token, **how))
        return phones[-1]

    yield build
    for each in phones:
        each.line.close()


@pytest.fixture
def draws(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses of the pages that are drawn anew, as they are."""
    drawn: list[str] = []
    show = Pages.show

    def noted(self: Pages, at: str, **how: Any) -> Response:
        drawn.append(at)
        return show(self, at, **how)

    monkeypatch.setattr(Pages, "show", noted)
    return drawn


@pytest.mark.parametrize("page", [*PAGES, *MORE])
def test_what_is_sent_is_what_the_phone_would_have_fetched(playing: Sitting, opened: Open, page: str) -> None:
    gone = "a token that was forgotten"
    phones = [
        opened(page, "red"),
        opened(page, "blue", language="it"),
        opened(page),
        opened(page, token=gone),
    ]
    assert act(playing.phone(), RAFT).status_code == 200
    for phone in phones:
        told = phone.told()
        assert (told["etag"], told.get("version", 2)) == (playing.table.snapshot.etag, 2)
        if "fetch" in told:
            assert page.startswith(("/aids", "/join", "/care"))
            continue
        fetched = phone.fetched()
        assert bare(told["main"].replace(told["mark"], "")) == bare(fetched)
        assert f'data-news="{told["news"]}"' in fetched
        assert f'data-now="{told["now"]}"' in fetched


def test_forms_get_a_mark_for_their_keys_and_no_version(playing: Sitting, opened: Open) -> None:
    phone = opened("/table", "red")
    assert act(playing.phone(), ADVANCE).status_code == 200
    told = phone.told()
    keys = re.findall(r'name="id" value="([^"]*)"', told["main"])
    assert keys
    assert set(keys) == {told["mark"]}
    assert set(re.findall(r'name="expects" value="([^"]*)"', told["main"])) == {""}


def test_a_page_is_drawn_once_for_all_who_see_the_same(
    playing: Sitting, opened: Open, draws: list[str]
) -> None:
    phones = [opened("/table", colour) for colour in ("red", "blue", "red", "blue")]
    assert act(playing.phone(), RAFT).status_code == 200
    told = [phone.told() for phone in phones]
    assert draws == ["/table"]
    assert all(each == told[0] for each in told)


def test_each_seat_is_sent_the_page_that_acts_for_it(
    playing: Sitting, opened: Open, draws: list[str]
) -> None:
    red, blue, other = opened("/act", "red"), opened("/act", "blue"), opened("/act", "red")
    assert act(playing.phone(), RAFT).status_code == 200
    mains = [phone.told()["main"] for phone in (red, blue, other)]
    assert mains[0] == mains[2] != mains[1]
    assert 'href="/act?for=blue" aria-current="true"' in mains[1]
    assert draws == ["/act"], "what both have is worked out once"


@pytest.mark.parametrize("other", [{"page": "/table?for=blue"}, {"language": "it"}, {"colour": None}])
def test_who_sees_something_else_is_sent_a_drawing_of_his_own(
    playing: Sitting, opened: Open, other: dict[str, Any]
) -> None:
    one, two = opened("/table", "red"), opened(**{"page": "/table", "colour": "red", **other})
    assert act(playing.phone(), RAFT).status_code == 200
    assert one.told()["main"] != two.told()["main"]


def test_of_a_page_on_which_nothing_changed_nothing_is_sent(playing: Sitting, opened: Open) -> None:
    phone = opened("/setup", "red")
    assert act(playing.phone(), RAFT).status_code == 200
    assert "main" in phone.told()
    assert act(playing.phone(), RAFT).status_code == 200
    told = phone.told()
    assert set(told) == {"etag", "version", "now", "news", "mark"}
    assert told["etag"] == playing.table.snapshot.etag


def test_time_alone_changes_no_page(playing: Sitting, opened: Open) -> None:
    phone = opened("/table", "red")
    assert act(playing.phone(), RAFT).status_code == 200
    assert "main" in phone.told()
    playing.clock.seconds += 90
    playing.parts.report("reader", "ok")
    told = phone.told()
    assert "main" not in told
    assert "fetch" not in told


def test_a_part_that_vanishes_is_seen_on_the_page_of_the_box(playing: Sitting, opened: Open) -> None:
    phone = opened("/box", "red")
    playing.parts.report("reader", "missing")
    assert 'name="out" value="0"' in phone.told()["main"]


def test_a_page_that_cannot_be_drawn_is_fetched_and_the_others_are_sent(
    playing: Sitting, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr("web.pages.log._contents", broken)
    log, table = opened("/log", "red"), opened("/table", "red")
    assert act(playing.phone(), ADVANCE).status_code == 200
    assert log.told() == {"etag": playing.table.snapshot.etag, "fetch": True}
    assert "main" in table.told()


def test_a_page_that_shows_an_older_table_is_fetched_at_once(playing: Sitting, web: WebServer) -> None:
    line = Listener(web.port, {"X-Page": "/table", "X-Shown": "0000-1"})
    first = line.next(), line.next()
    assert first[0] is not None
    assert first[1] is not None
    assert first[1].data == {"etag": playing.table.snapshot.etag, "fetch": True}
    line.close()


def test_the_table_s_page_is_fetched_while_no_game_is_on_it(sitting: Sitting) -> None:
    web = WebServer(sitting.app, sitting.bell, host="127.0.0.1", port=0)
    web.start()
    phone = Phone(sitting, web, "/table")
    rules = {"type": "house-rules", "system": "roads-and-boats", "rules": ["No geese."]}
    assert act(sitting.phone(), rules).status_code == 200
    assert phone.told() == {"etag": sitting.table.snapshot.etag, "fetch": True}
    phone.line.close()
    web.stop()


def test_a_page_is_never_behind_the_table_that_it_says_it_shows(
    playing: Sitting, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    show, later = Pages.show, [RAFT]

    def overtaken(self: Pages, at: str, **how: Any) -> Response:
        response = show(self, at, **how)
        if later:
            act(playing.phone(), later.pop())
        return response

    phone = opened("/log", "red")
    monkeypatch.setattr(Pages, "show", overtaken)
    assert act(playing.phone(), ADVANCE).status_code == 200
    told = phone.told()
    assert told["version"] == 3, "what was outdated before it was drawn is not sent"
    assert 'id="n3"' in told["main"]


def test_who_is_no_member_any_more_is_sent_what_strangers_see(playing: Sitting, opened: Open) -> None:
    token = playing.membership.join("4821", "Rosa", "red", "here")
    phone = opened("/table", token=token)
    playing.membership.new_code()
    playing.parts.report("reader", "ok")
    assert 'id="looking"' in phone.told()["main"]


def test_who_comes_anew_with_a_costly_page_is_drawn_for_after_the_quick_ones(
    playing: Sitting, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    show = Pages.show

    def noted(self: Pages, at: str, **how: Any) -> Response:
        drawn.append(at)
        playing.clock.seconds += 5.0 if at.startswith("/rules") else 0.1
        return show(self, at, **how)

    monkeypatch.setattr(Pages, "show", noted)
    quick, costly = opened("/table", "red"), opened("/rules?n=1")
    assert act(playing.phone(), RAFT).status_code == 200
    assert quick.told()["version"] == costly.told()["version"] == 2
    del drawn[:]
    again = opened("/rules?n=2")
    assert act(playing.phone(), RAFT).status_code == 200
    assert again.told()["version"] == 3
    assert drawn[0] == "/table"


def test_a_phone_hears_of_its_page_when_it_is_drawn_and_nothing_at_the_ring(
    playing: Sitting, opened: Open
) -> None:
    phone = opened("/table", "red")
    playing.bell.ring()
    assert act(playing.phone(), RAFT).status_code == 200
    assert phone.told()["version"] == 2


def test_one_thread_draws_and_ends_with_the_box(playing: Sitting, opened: Open) -> None:
    for page in ("/table", "/act", "/log"):
        opened(page, "red")
    [drawing] = [each for each in threading.enumerate() if each.name == "pages"]
    playing.bell.close()
    drawing.join(PATIENCE)
    assert not drawing.is_alive()


def piece(version: int, main: str | None) -> Piece:
    return Piece((version, 0), {}, {"etag": f"0100-{version}"}, main)


def test_who_missed_a_page_is_sent_the_newest_whole_though_it_is_as_the_one_he_missed() -> None:
    listener = Listening((1, 0), lambda heard: (heard, b""))
    viewer = Viewer("/table", Token(None, False, ""), "en", piece(1, "one"), b"first", listener)
    assert viewer.news((-1, -1)) == ((1, 0), b"first" + piece(1, "one").whole)
    viewer.show(piece(2, "two"))
    viewer.show(piece(3, "two"))
    assert viewer.news((1, 0)) == ((3, 0), piece(3, "two").whole)
    viewer.show(piece(4, "two"))
    assert viewer.news((3, 0)) == ((4, 0), piece(4, "two").moved)
    assert b"two" not in piece(4, "two").moved
    viewer.show(piece(5, None))
    assert viewer.news((4, 0)) == ((5, 0), piece(5, None).whole)
    viewer.show(piece(6, "two"))
    assert viewer.news((5, 0)) == ((6, 0), piece(6, "two").whole), "what it fetched is not known"
    assert viewer.news((6, 0)) == ((6, 0), b"")


def test_where_the_system_gives_no_thread_for_it_pages_are_fetched(
    playing: Sitting, web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def none_left(thread: threading.Thread) -> None:
        if thread.name == "pages":
            raise RuntimeError
        start(thread)

    monkeypatch.setattr("web.pages.living.threading.Thread.start", none_left)
    line = Listener(web.port, {"X-Page": "/table", "X-Shown": playing.table.snapshot.etag})
    assert line.version() == 1
    line.close()


@pytest.mark.parametrize("page", ["/tv", "/tv?for=red", "/tv?code=4821"])
def test_of_two_screens_only_the_one_that_has_joined_is_sent_the_code(
    playing: Sitting, opened: Open, page: str
) -> None:
    """Both are drawn at one moment, from one drawing, in either order."""
    screens = [opened(page), opened(page, "red"), opened(page, token="forgotten"), opened(page, "blue")]
    code = f">{playing.membership.code}<"
    assert act(playing.phone(), ADVANCE).status_code == 200
    assert [code in screen.told()["main"] for screen in screens] == [False, True, False, True]
    playing.parts.report("reader", "missing")
    for screen in screens:
        assert "main" not in screen.told()


def test_a_screen_that_shows_the_code_is_told_at_once_that_it_opens_nothing_any_more(
    playing: Sitting, opened: Open
) -> None:
    screen, stranger = opened("/tv", "red"), opened("/tv")
    assert act(playing.phone(), RAFT).status_code == 200
    old = playing.membership.code
    assert f">{old}<" in screen.told()["main"]
    stranger.told()
    new = playing.membership.new_code()
    for each in (screen, stranger):
        told = str(each.told())
        assert f">{old}<" not in told, "it has lapsed, and shows no code"
        assert f">{new}<" not in told


def test_a_screen_shows_the_longer_code_as_soon_as_the_box_has_made_it_by_itself(
    playing: Sitting, opened: Open
) -> None:
    screen = opened("/tv", "red")
    old = playing.membership.code
    while playing.membership.code == old:
        with suppress(Problem):
            playing.membership.join("0000", "", None, "a stranger's")
    assert f">{playing.membership.code}<" in screen.told()["main"]


@pytest.mark.parametrize(
    "page",
    ["//[", "/[", "/\\[", "/rules/none", "/log?before=none", "/tv/../[", "//tv", "/report/none",
     "/report/%00", "/games?before=none", "/games/{}/give", "/games/none/give", "/games/{}/at",
     "/games/{}/at/x", "/games/none/at/1", "/games/{}/at/999999999999999", "/games/at/at", "/games//at/"],
)  # fmt: skip
def test_a_page_that_nobody_can_show_is_no_stumble_of_the_box(
    playing: Sitting, opened: Open, web: WebServer, caplog: pytest.LogCaptureFixture, page: str
) -> None:
    tv = opened("/tv", "red")
    game = playing.table.snapshot.body["game"]["id"]
    shown = {"X-Page": page.format(game), "X-Shown": playing.table.snapshot.etag}
    with closing(Listener(web.port, shown)) as line:
        assert act(playing.phone(), ADVANCE).status_code == 200
        assert "main" in tv.told()
        for _ in range(2):
            assert line.next() is not None
    assert [record for record in caplog.records if record.exc_info] == []
