"""Looking after the box on a real phone: what axe finds, and how narrow it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, ViewportSize

from companion.health.findings import missing
from companion.language.text import Text, text
from companion.language.wizard_page import WizardPage
from hardware.setup.phone import PhoneConversation
from tests.fakes.box import MESSAGES
from tests.fakes.browsing import Phones
from tests.web.pages.axe import Colours, brings_axe, judged
from web.membership import holder_of
from web.setup_page import HERE, SetupPage, create_setup_page

TOKEN = "5a" * 24
NARROW: ViewportSize = {"width": 320, "height": 640}
WAYS = (text("setup.again"), text("setup.go-on", kept=text("setup.kept", pin="GPIO17 (J8:11)")))


def drawn(asked: WizardPage, language: str, token: str = TOKEN) -> str:
    """The page of the set-up, without what makes a browser ask for it again."""
    box = SetupPage(
        messages=MESSAGES,
        holder=holder_of(TOKEN),
        wiring=("rdm6300", "pn532"),
        states=lambda: {"reader": "off", "display": "ok", "buttons": "off"},
        look=lambda _seen, _seconds: asked,
        answer=lambda _asked, _way: False,
        stop=lambda: None,
        seen=lambda: None,
    )
    phone = create_setup_page(box).test_client()
    phone.set_cookie("companion", token)
    page = phone.get(HERE, headers={"Accept-Language": language}).get_data(as_text=True)
    return re.sub(r'<meta http-equiv="refresh"[^>]*>|<script[^>]*></script>', "", page)


@contextmanager
def conversation_with(*sentences: Text) -> Iterator[PhoneConversation]:
    """A conversation with these sentences and a finding of a pin that is down."""
    talk = PhoneConversation(MESSAGES.language("en"), lambda: 0.0)
    talk.title(text("setup.buttons"))
    talk.found(missing("buttons", "no-chip"))
    for each in sentences:
        talk.say(each)
    talk.show("buttons.advance = 4")
    yield talk
    talk.close()


def pages(language: str) -> Iterator[str]:
    """The set-up as it waits, asks, is over; and what the others see of it."""
    amiss = text("setup.buttons.rose", pin="GPIO4 (J8:7)", button=text("setup.button.advance"))
    with conversation_with(amiss) as talk:
        talk.begin_wait(30)
        talk.say(text("setup.buttons.press", button=text("setup.button.select"), seconds=30, kept="x"))
        waiting = talk.page()
        talk.end()
        over = talk.page()
    question = WizardPage(
        section="setup.buttons",
        lines=waiting.lines,
        question_number=2,
        question=text("setup.what-now"),
        choices=WAYS,
    )
    for each in (waiting, question, over, WizardPage()):
        yield drawn(each, language)
    yield drawn(waiting, language, "nobody")


def reads(phone: Page, page: str) -> None:
    """Show a page that no address of this box leads to."""
    phone.route("**/standing", lambda route: route.fulfill(body=page, content_type="text/html"))
    phone.goto("/standing")
    phone.unroute("**/standing")


def test_axe_finds_nothing_and_all_fits_a_narrow_phone(phones: Phones) -> None:
    phone, colours = brings_axe(phones.joined("red", language="it")), Colours()
    phone.set_viewport_size(NARROW)
    for page in pages("it"):
        reads(phone, page)
        assert judged(phone, colours) == []
        assert phone.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
