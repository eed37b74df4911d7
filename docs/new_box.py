"""The pictures of a new box: its own Wi-Fi, who may look after it, and setting it up by phone.

All of the program runs. Its parts are faked one level below the drivers, and so is the NetworkManager of its
machine; the display's pictures are what has crossed its bus.
"""

from __future__ import annotations

import io
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, contextmanager, suppress
from functools import partial
from pathlib import Path
from unittest import mock

from PIL import Image
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect

from companion.daemon.build import Served
from companion.language.messages import Language
from companion.system import wifi
from tests.fakes.box import MESSAGES
from tests.fakes.network_manager import NetworkManagerOn
from tests.fakes.private_bus import private_bus
from tests.fakes.set_up_box import CHOSEN, CODE, SetUpBox, set_up_box

AIR = {"Lakeside": "correct horse", "Attic": "long enough", "Campsite": None}
"""The networks around the box, with their passwords."""
ADVANCE, SELECT = 17, 27
PATIENCE = 60.0
"""Seconds that something is waited for."""
PHONE: ViewportSize = {"width": 360, "height": 700}
Keep = Callable[[Image.Image, str], object]


class Pictured:
    """A box that is on, a phone, and where pictures of both go."""

    def __init__(self, box: SetUpBox, served: Served, phone: Page, said: Language, keep: Keep) -> None:
        self._box = box
        if served.box.display is None:
            raise ValueError("the box has no display")
        self._display = served.box.display
        self.phone = phone
        self._said = said
        self._keep = keep
        self.url = f"http://127.0.0.1:{served.port}"

    def says(self, said: str, /, **params: object) -> str:
        """A sentence of the program's."""
        return self._said.phrase(said, params)

    @property
    def title(self) -> str:
        """What stands above everything else on the display."""
        frame = self._display.wanted
        return "" if frame is None else frame.title

    def display(self, name: str, title: str) -> None:
        """Keep what the display shows, once its title begins so."""
        self._until(title)
        if not self._display.settle(PATIENCE):
            raise RuntimeError("the display does not take its picture")
        self._keep(self._box.faked.parts.bus.picture(), name)

    def shows(self, name: str) -> None:
        """Keep what the phone shows."""
        self._keep(Image.open(io.BytesIO(self.phone.screenshot(animations="disabled"))), name)

    def opens(self, address: str) -> None:
        """Open a page on the phone."""
        self.phone.goto(f"{self.url}{address}")

    def join(self) -> None:
        """Join by the page, as a guest does."""
        self.opens(f"/j/{CODE}")
        self.phone.get_by_role("textbox").last.fill("Ada")
        self.phone.locator("#f-join button.go").click()
        self.phone.wait_for_url(re.compile("games"))

    def turns_to(self, title: str) -> None:
        """Press Select until the title of the display begins so."""
        for _ in range(40):
            before = self.title
            if before.startswith(title):
                return
            self._box.tap(SELECT)
            self._wait(partial(self._not, before), f"another page than {before!r}")
        raise RuntimeError(f"no page {title!r}")

    def presses(self, pin: int, then: str) -> None:
        """Press a button; the display says this then."""
        self._box.tap(pin)
        self._until(then)

    def holds_select(self, then: str) -> None:
        """Hold Select until the display says this."""
        self._box.faked.parts.kernel.press(SELECT)
        self._until(then)
        self._box.faked.parts.kernel.release(SELECT)

    def taps(self, pin: int) -> None:
        """Press a button, whatever comes of it."""
        self._box.tap(pin)

    def answers(self, code: str) -> None:
        """Press the button of the set-up that says this, on the phone."""
        self.asks(code)
        self.phone.get_by_role("button", name=self.says(code), exact=True).click()

    def asks(self, code: str, **params: object) -> None:
        """Ask for the page of the set-up until it says this."""
        words = self.says(code, **params)
        self.phone.route("**/setup?seen=*", lambda route: route.fulfill(status=204))  # it waits for news

        def said() -> bool:
            with suppress(Error):  # the box has handed over, and the set-up does not answer yet
                self.opens("/care/setup")
                return words in self.phone.locator("main").inner_text()
            return False

        self._wait(said, f"{words!r} on the phone")

    def _not(self, title: str) -> bool:
        return self.title != title

    def _until(self, title: str) -> None:
        self._wait(lambda: self.title.startswith(title), f"{title!r} on the display")

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > until:
                raise RuntimeError(f"waited for {what}, and it says {self.title!r}")
            time.sleep(0.05)


@contextmanager
def boxed(browser: Browser, language: str, keep: Keep, chosen: str) -> Iterator[Pictured]:
    """A box in a place where it knows no network, with this file, and a phone that has not joined."""
    with tempfile.TemporaryDirectory() as name, chdir(name), private_bus(Path(name)) as bus:
        around = {"DBUS_SYSTEM_BUS_ADDRESS": bus.address}
        with mock.patch.dict(os.environ, around), mock.patch.object(wifi, "OPENS_AFTER", 1.0):
            NetworkManagerOn(bus, air=AIR)
            with set_up_box(Path(name), chosen=chosen) as box:
                served = box.next()
                context = browser.new_context(viewport=PHONE, locale=language)
                yield Pictured(box, served, context.new_page(), MESSAGES.language(language), keep)
                context.close()


def pictures(browser: Browser, language: str, keep: Keep) -> None:
    """Make every picture. keep: is given each, with its name."""
    with tempfile.TemporaryDirectory() as games:
        chosen = CHOSEN.replace('folder = "data"', f'folder = "{games}"')
        chosen += f'\n[box]\nlanguage = "{language}"\nown_wifi = true\n'
        with boxed(browser, language, keep, chosen) as box:
            box.display("display-own-wifi", box.says("panel.wifi"))
            box.turns_to(box.says("panel.box"))
            box.join()
            lets_in(box)
            for name in ("wifi", "settings", "copies"):
                box.opens(f"/care/{name}")
                box.shows(f"phone-{name}")
            sets_up(box)
        with boxed(browser, language, keep, chosen + '\n[buttons]\ndriver = "none"\n') as box:
            box.join()
            box.opens("/care")
            box.phone.locator("#f-care button").click()
            box.display("display-number", box.says("panel.asks.type", code="").rstrip())


def lets_in(box: Pictured) -> None:
    """A phone asks to look after the box, and is let in by the buttons."""
    box.opens("/care")
    box.phone.locator("#f-care button").click()
    number = box.phone.locator("#number").inner_text()
    asks = box.says("panel.asks", number=number)
    box.shows("phone-asks")
    box.display("display-phone-asks", asks)
    box.turns_to(box.says("panel.box"))
    box.holds_select(box.says("panel.as-it-is"))
    box.presses(SELECT, asks)
    box.presses(ADVANCE, box.says("panel.asks.let-in", number=number))
    box.presses(ADVANCE, box.says("panel.asks.yes", number=number))
    box.opens("/care")
    expect(box.phone.locator("#care-wifi")).to_be_visible()
    box.shows("phone-care")


def sets_up(box: Pictured) -> None:
    """The set-up on a phone: the display, and the buttons with two wires on one pin."""
    box.opens("/care/setup")
    box.phone.locator("#f-setup button").click()
    expect(box.phone.locator("[data-until=set-up]")).to_be_attached()
    box.answers("setup.menu.all")
    box.asks("setup.display.frame", number=2)
    box.shows("phone-setup-display")
    box.answers("setup.yes")
    box.asks("setup.display.upright")
    box.answers("setup.yes")
    box.answers("setup.display.bright-enough")
    advance, select = box.says("setup.button.advance"), box.says("setup.button.select")
    for button in (advance, select):
        box.asks("setup.phone.buttons.press", button=button)
        box.taps(ADVANCE)
    box.asks("setup.buttons.doubled", button=select, other=advance, pin="GPIO17 (J8:11)")
    box.shows("phone-setup-buttons")
