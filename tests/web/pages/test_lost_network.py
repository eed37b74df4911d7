"""The network goes and comes: nothing moves, nothing typed is lost, no tap goes nowhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fakes.browsing import Box, Phones, live, visit, wait_until_current

PLACE = "document.querySelector('main h1').getBoundingClientRect().top"


class Network:
    """What a phone's page asks, which can be cut, or kept waiting."""

    def __init__(self, phone: Page, path: str = "**/*") -> None:
        self._phone, self._path = phone, path

    def cut(self) -> None:
        self._phone.route(self._path, lambda route: route.abort())

    def keep(self) -> None:
        self._phone.route(self._path, lambda _route: None)

    def mend(self) -> None:
        """What was kept goes on its way."""
        self._phone.unroute(self._path)


def lose_answer(route: Route) -> None:
    """The box does what it is asked, and its answer is lost."""
    route.fetch(max_redirects=0)
    route.abort()


def test_a_lost_line_shifts_nothing_and_keeps_what_is_typed(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?open=wealth")
    field = phone.locator("#f-count-wealth input[name=gold]")
    field.fill("7")
    before = phone.evaluate(PLACE)
    network = Network(phone)
    network.cut()
    phone.evaluate("dispatchEvent(new Event('offline'))")
    expect(phone.locator("#lost")).to_be_visible()
    assert phone.evaluate(PLACE) == pytest.approx(before, abs=1)
    network.mend()
    phone.evaluate("dispatchEvent(new Event('online'))")
    live(phone)
    expect(phone.locator("#lost")).to_be_hidden()
    expect(field).to_have_value("7")
    assert phone.evaluate(PLACE) == pytest.approx(before, abs=1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_tab_tapped_without_network_shows_that_and_opens_when_the_box_is_back(
    phones: Phones, box: Box, language: str
) -> None:
    box.start()
    phone = phones.joined(language=language, at="/table")
    network = Network(phone)
    network.cut()
    phone.locator(".bar a[href='/log']").click()
    expected = {"en": "opens by itself", "it": "si apre da sola"}[language]
    expect(phone.locator("#lost")).to_contain_text(expected)
    expect(phone.locator("main.at-table")).to_be_visible()
    network.mend()
    expect(phone.locator("main.at-log")).to_be_visible()
    live(phone)


def test_what_was_typed_for_another_page_waits_for_the_network_too(phones: Phones, box: Box) -> None:
    phone = phones.phone()
    visit(phone, "/rules")
    phone.get_by_role("searchbox").fill("donkey")
    network = Network(phone)
    network.cut()
    phone.evaluate("dispatchEvent(new Event('offline'))")
    phone.keyboard.press("Enter")
    expect(phone.locator("#lost")).to_be_visible()
    expect(phone.get_by_role("searchbox")).to_have_value("donkey")
    network.mend()
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.wait_for_url("**/rules?*q=donkey*")


def test_two_taps_on_more_before_the_box_has_answered_are_two(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=red&open=fleet")
    network = Network(phone, "**/act")
    network.keep()
    more = phone.locator("#f-fleet").get_by_role("button", name="One more: Raft")
    rafts = phone.locator("#f-fleet li", has_text="Raft").locator("b")
    more.click()
    more.click()
    network.mend()
    expect(rafts).to_have_text("2")
    wait_until_current(phone, box)
    more.click()
    expect(rafts).to_have_text("3")


def test_a_press_that_is_not_taken_is_shown_as_not_taken(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/table")
    network = Network(phone, "**/act")
    network.keep()
    advance = phone.locator("#f-advance button")
    advance.click()
    advance.click()
    expect(phone.locator("#toast.not")).to_have_text("The table has just changed. Look again, then press.")
    network.mend()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Movement")
    assert box.table()["game"]["phase"] == "movement"


def test_a_button_that_has_just_changed_shows_that_it_takes_no_press(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/table")
    version = box.table()["version"]
    phone.evaluate("document.getElementById('main').setAttribute('data-settling', '')")
    phone.locator("#f-advance button").click()
    expect(phone.locator("#toast.not")).to_have_text("The table has just changed. Look again, then press.")
    expect(phone.locator("#said")).to_have_text("The table has just changed. Look again, then press.")
    assert box.table()["version"] == version


def test_what_got_no_answer_acts_once_when_it_is_pressed_again(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=red&open=fleet")
    lost = Network(phone, "**/act")
    phone.route("**/act", lose_answer)
    more = phone.locator("#f-fleet").get_by_role("button", name="One more: Raft")
    more.click()
    expect(phone.get_by_role("alert")).to_contain_text("The box did not answer")
    lost.mend()
    more.click()
    expect(phone.locator("#f-fleet li", has_text="Raft").locator("b")).to_have_text("1")
    visit(phone, "/act?for=red&open=fleet")
    expect(phone.locator("#f-fleet li", has_text="Raft").locator("b")).to_have_text("1")
