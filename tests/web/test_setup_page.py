"""The page of a box that is being set up: the walk's own words for one phone, a word for the others."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import create_environ, run_wsgi_app

from companion.language.text import Text, text
from companion.language.wizard_page import WizardPage
from hardware.setup.phone import PhoneConversation
from tests.fakes.box import MESSAGES
from tests.patience import PATIENCE
from tests.tree import ROOT
from web.membership import holder_of
from web.setup_page import HERE, SetupPage, create_setup_page

TOKEN = "5a" * 24


@pytest.fixture
def talk() -> Iterator[PhoneConversation]:
    talk = PhoneConversation(MESSAGES.language("en"), lambda: 0.0)
    yield talk
    talk.hang_up()
    talk.close()


class Pages:
    """The application and its phones. seen: how often the last page was taken."""

    def __init__(self, talk: PhoneConversation) -> None:
        self.seen: list[bool] = []
        self._app = create_setup_page(
            SetupPage(
                messages=MESSAGES,
                holder=holder_of(TOKEN),
                wiring=("rdm6300", "pn532"),
                states=lambda: {"reader": "off", "display": "ok", "buttons": "off"},
                look=talk.page,
                answer=talk.answer,
                stop=talk.hang_up,
                seen=lambda: self.seen.append(True),
            )
        )

    def phone(self, token: str = TOKEN) -> FlaskClient:
        client = self._app.test_client()
        client.set_cookie("companion", token)
        return client

    def asked_by(self, host: str, path: str, *, method: str = "GET", **more: str) -> int:
        """The status of the answer to this phone for any host name."""
        environ = create_environ(path, method=method)
        environ.update(HTTP_HOST=host, HTTP_COOKIE=f"companion={TOKEN}", **more)
        answer, status, _ = run_wsgi_app(self._app, environ)
        b"".join(answer)
        return int(status.partition(" ")[0])


@pytest.fixture
def pages(talk: PhoneConversation) -> Pages:
    return Pages(talk)


def waits(talk: PhoneConversation) -> None:
    talk.title(text("setup.buttons"))
    talk.say(text("setup.buttons.found", button=text("setup.button.advance"), pin="GPIO4"), indent=2)
    talk.begin_wait(30)
    talk.say(text("setup.buttons.press", button=text("setup.button.select"), seconds=30, kept="x"))


def test_a_question_at_the_box_is_shown_and_the_page_polls_at_once(
    talk: PhoneConversation, pages: Pages
) -> None:
    waits(talk)
    page = pages.phone().get(HERE).text
    assert "<h1>Buttons</h1>" in page
    assert "Advance: GPIO4." in page
    assert "Press Select now and let it go." in page
    assert "Enter" not in page
    assert f'<meta http-equiv="refresh" content="0; url={HERE}?seen={talk.page().version}">' in page
    looks = re.search(r'rel="modulepreload" href="/look/[0-9a-f]+/again\.js"', page)
    assert looks, "what looks for the box afterwards is on the phone before the set-up ends"


def test_a_look_is_held_until_there_is_something_new(talk: PhoneConversation, pages: Pages) -> None:
    waits(talk)
    version, came = talk.page().version, threading.Event()
    held: list[str] = []

    def look() -> None:
        held.append(pages.phone().get(f"{HERE}?seen={version}").text)
        came.set()

    looking = threading.Thread(target=look)
    looking.start()
    talk.say(text("setup.buttons.found", button=text("setup.button.select"), pin="GPIO5"))
    assert came.wait(PATIENCE)
    looking.join()
    assert "Select: GPIO5." in held[0]


def test_a_question_has_a_button_for_each_answer_and_does_not_look_again(
    talk: PhoneConversation, pages: Pages
) -> None:
    answers: list[bool] = []
    asking = threading.Thread(target=lambda: answers.append(talk.yes(text("setup.bags.now"), default=True)))
    asking.start()
    talk.page(0, 10)
    page = pages.phone().get(HERE).text
    assert "refresh" not in page
    assert ">yes</button>" in page
    assert ">no</button>" in page
    answered = pages.phone().post(
        f"{HERE}/answer", data={"asked": str(talk.page().question_number), "way": "1"}
    )
    assert (answered.status_code, answered.headers["Location"]) == (303, HERE)
    asking.join(PATIENCE)
    assert answers == [False]


def test_other_phones_learn_nothing_and_answer_nothing(talk: PhoneConversation, pages: Pages) -> None:
    waits(talk)
    for token in ("", "00" * 24, "é"):
        other = pages.phone(token)
        page = other.get("/act?for=red")
        assert page.status_code == 503
        assert "The box is being set up" in page.text
        assert "Press Select now" not in page.text
        for what in ("answer", "stop"):
            sent = other.post(f"{HERE}/{what}", data={"asked": str(talk.page().question_number), "way": "0"})
            assert sent.status_code == 503
    assert talk.wait((), 0) == frozenset()
    assert not talk.hung_up


def test_nonsense_and_another_sites_page_answer_nothing_with_the_phones_cookie(
    talk: PhoneConversation, pages: Pages
) -> None:
    waits(talk)
    for what in ("answer", "stop"):
        pages.phone().post(
            f"{HERE}/{what}",
            data={"asked": str(talk.page().question_number), "way": "0"},
            headers={"Sec-Fetch-Site": "cross-site"},
        )
    for nonsense in ({}, {"asked": "x", "way": "0"}, {"asked": "1", "way": "9" * 50}):
        assert pages.phone().post(f"{HERE}/answer", data=nonsense).status_code == 303
    assert talk.wait((), 0) == frozenset()
    assert not talk.hung_up


def test_no_host_name_raises_and_no_other_site_passes(talk: PhoneConversation, pages: Pages) -> None:
    waits(talk)
    for host in ("xn--a", "xn--0.pt", "x y", "[::", "a:b", "", "evil.example", "\xff"):
        for path in ("/", HERE, "/api/v1/table", "/healthz", "/nonsense"):
            assert pages.asked_by(host, path) in (200, 503), (host, path)
        assert pages.asked_by(host, f"{HERE}/stop", method="POST", HTTP_ORIGIN=f"http://{host}") == 200
    assert not talk.hung_up


def test_programs_get_a_json_error_and_monitors_a_state(pages: Pages) -> None:
    answer = pages.phone("").get("/api/v1/table")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "set-up")
    assert pages.phone("").get("/healthz").get_json()["why"] == ["set-up"]


def test_the_last_page_is_confirmed_once_it_was_received(talk: PhoneConversation, pages: Pages) -> None:
    waits(talk)
    talk.end()
    answer = pages.phone().get(HERE)
    assert "The box serves again" in answer.text
    assert pages.seen == []
    answer.close()
    assert pages.seen == [True]


def test_the_pictures_of_the_wiring_are_carried_along_and_nothing_else(pages: Pages) -> None:
    for kind in ("rdm6300", "pn532", "id-12la", "parallax", "pn532-i2c", "rc522"):
        answer = pages.phone("").get(f"{HERE}/wiring-{kind}.svg")
        assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
        assert answer.get_data() == (ROOT / "docs" / "pictures" / f"wiring-{kind}.svg").read_bytes()
    for kind in ("none", "..", "%2e%2e%2fset_up"):
        assert pages.phone("").get(f"{HERE}/wiring-{kind}.svg").mimetype == "text/html"


def test_an_answered_question_is_asked_no_more_even_before_the_walk_goes_on() -> None:
    looked: list[WizardPage] = []

    def answered_at_once(_what: Text) -> None:
        assert eager.answer(eager.page().question_number, 1)
        looked.append(eager.page())

    eager = PhoneConversation(MESSAGES.language("en"), lambda: 0.0, answered_at_once)
    try:
        assert not eager.yes(text("setup.bags.now"), default=True)
    finally:
        eager.close()
    assert [(each.question, each.choices) for each in looked] == [(None, ())]


def test_an_answer_given_twice_answers_one_question_only(talk: PhoneConversation, pages: Pages) -> None:
    waits(talk)
    asked = talk.page().question_number
    assert talk.answer(asked, 0)
    assert talk.wait((), 10) is None
    assert not talk.answer(asked, 0), "it is not asked any more"
    waits(talk)
    assert talk.answer(asked + 1, 0)
    waits(talk)
    assert talk.wait((), 0) == frozenset(), "what came too late for one question is none to the next"


def test_a_lost_conversation_ends_every_wait(talk: PhoneConversation) -> None:
    waits(talk)
    talk.hang_up()
    for _ in range(2):
        with pytest.raises(EOFError):
            talk.wait((), 60)
    with pytest.raises(EOFError):
        talk.yes(text("setup.bags.now"), default=True)
