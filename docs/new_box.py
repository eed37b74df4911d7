"""Pictures of a new box: its access point, a phone that becomes admin, and the set-up by phone.

The whole program runs; the hardware is faked below the drivers, and NetworkManager on a private bus. The
display's pictures are taken from its bus.
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

from companion.daemon.build import RunningBox
from companion.language.messages import Language
from companion.system import wifi
from tests.fakes.box import MESSAGES
from tests.fakes.network_manager import NetworkManagerOn
from tests.fakes.private_bus import private_bus
from tests.fakes.set_up_box import CHOSEN, CODE, SetUpBox, set_up_box

NETWORKS = {"Lakeside": "correct horse", "Attic": "long enough", "Campsite": None}
"""The networks around the box, with their passwords."""
ADVANCE, SELECT = 17, 27
PATIENCE = 60.0
"""Timeout in seconds."""
PHONE: ViewportSize = {"width": 360, "height": 700}
Save = Callable[[Image.Image, str], object]


class NewBox:
    """A running box and a phone, and a callback that saves pictures of both."""

    def __init__(
        self, box: SetUpBox, served: RunningBox, phone: Page, language: Language, save: Save
    ) -> None:
        self._box = box
        if served.box.display is None:
            raise ValueError("the box has no display")
        self._display = served.box.display
        self.phone = phone
        self._language = language
        self._save = save
        self.url = f"http://127.0.0.1:{served.port}"

    def text(self, code: str, /, **params: object) -> str:
        """A sentence of the program."""
        return self._language.phrase(code, params)

    @property
    def title(self) -> str:
        """The title on the display."""
        frame = self._display.wanted
        return "" if frame is None else frame.title

    def save_display(self, name: str, title: str) -> None:
        """Save the display's picture once its title begins so."""
        self._until(title)
        if not self._display.settle(PATIENCE):
            raise RuntimeError("the display does not take its picture")
        self._save(self._box.faked.parts.bus.picture(), name)

    def save_phone(self, name: str) -> None:
        """Save a screenshot of the phone."""
        self._save(Image.open(io.BytesIO(self.phone.screenshot(animations="disabled"))), name)

    def open(self, address: str) -> None:
        """Open a page on the phone."""
        self.phone.goto(f"{self.url}{address}")

    def join(self) -> None:
        """Join by the page, as a guest does."""
        self.open(f"/j/{CODE}")
        self.phone.get_by_role("textbox").last.fill("Ada")
        self.phone.locator("#f-join button.go").click()
        self.phone.wait_for_url(re.compile("games"))

    def select_until(self, title: str) -> None:
        """Press Select until the title of the display begins so."""
        for _ in range(40):
            before = self.title
            if before.startswith(title):
                return
            self._box.tap(SELECT)
            self._wait(partial(self._not, before), f"another page than {before!r}")
        raise RuntimeError(f"no page {title!r}")

    def press(self, pin: int, then: str) -> None:
        """Press a button, and wait for a title."""
        self._box.tap(pin)
        self._until(then)

    def hold_select(self, then: str) -> None:
        """Hold Select until the display has this title."""
        self._box.faked.parts.kernel.press(SELECT)
        self._until(then)
        self._box.faked.parts.kernel.release(SELECT)

    def tap_button(self, pin: int) -> None:
        """Press a button without waiting."""
        self._box.tap(pin)

    def choose(self, code: str) -> None:
        """Choose an answer of the set-up on the phone."""
        self.wait_for_question(code)
        self.phone.get_by_role("button", name=self.text(code), exact=True).click()

    def wait_for_question(self, code: str, **params: object) -> None:
        """Reload the set-up's page until it has this sentence."""
        words = self.text(code, **params)
        self.phone.route(
            "**/setup?seen=*", lambda route: route.fulfill(status=204)
        )  # a request that is held until something changes

        def shown() -> bool:
            with suppress(Error):  # the set-up does not answer yet
                self.open("/care/setup")
                return words in self.phone.locator("main").inner_text()
            return False

        self._wait(shown, f"{words!r} on the phone")

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
def new_box(browser: Browser, language: str, save: Save, chosen: str) -> Iterator[NewBox]:
    """A box without a known network, with this configuration file, and a phone that has not joined."""
    with tempfile.TemporaryDirectory() as name, chdir(name), private_bus(Path(name)) as bus:
        around = {"DBUS_SYSTEM_BUS_ADDRESS": bus.address}
        with mock.patch.dict(os.environ, around), mock.patch.object(wifi, "OPENS_AFTER", 1.0):
            NetworkManagerOn(bus, air=NETWORKS)
            with set_up_box(Path(name), chosen=chosen) as box:
                served = box.next()
                context = browser.new_context(viewport=PHONE, locale=language)
                yield NewBox(box, served, context.new_page(), MESSAGES.language(language), save)
                context.close()


def pictures(browser: Browser, language: str, save: Save) -> None:
    """Take every picture. save: called with each and its name."""
    with tempfile.TemporaryDirectory() as games:
        chosen = CHOSEN.replace('folder = "data"', f'folder = "{games}"')
        chosen += f'\n[box]\nlanguage = "{language}"\nown_wifi = true\n'
        with new_box(browser, language, save, chosen) as box:
            box.save_display("display-own-wifi", box.text("panel.wifi"))
            box.tap_button(ADVANCE)  # from then on the box is asked who may look after it
            box.select_until(box.text("panel.box"))
            box.join()
            admit_phone(box)
            for name in ("wifi", "settings", "copies"):
                box.open(f"/care/{name}")
                box.save_phone(f"phone-{name}")
            run_setup(box)
        with new_box(browser, language, save, chosen + '\n[buttons]\ndriver = "none"\n') as box:
            box.join()
            box.open("/care")
            box.phone.locator("#f-care button").click()
            box.save_display("display-number", box.text("panel.asks.type", code="").rstrip())


def admit_phone(box: NewBox) -> None:
    """A phone asks to become admin, and is admitted by the buttons."""
    box.open("/care")
    box.phone.locator("#f-care button").click()
    number = box.phone.locator("#number").inner_text()
    asks = box.text("panel.asks", number=number)
    box.save_phone("phone-asks")
    box.save_display("display-phone-asks", asks)
    box.select_until(box.text("panel.box"))
    box.hold_select(box.text("panel.as-it-is"))
    box.press(SELECT, asks)
    box.press(ADVANCE, box.text("panel.asks.let-in", number=number))
    box.press(ADVANCE, box.text("panel.asks.yes", number=number))
    box.open("/care")
    expect(box.phone.locator("#care-wifi")).to_be_visible()
    box.save_phone("phone-care")


def run_setup(box: NewBox) -> None:
    """The set-up on a phone: the display, and two buttons on one pin."""
    box.open("/care/setup")
    box.phone.locator("#f-setup button").click()
    expect(box.phone.locator("[data-until=set-up]")).to_be_attached()
    box.choose("setup.menu.all")
    box.wait_for_question("setup.display.frame", number=2)
    box.save_phone("phone-setup-display")
    box.choose("setup.yes")
    box.wait_for_question("setup.display.upright")
    box.choose("setup.yes")
    box.choose("setup.display.bright-enough")
    advance, select = box.text("setup.button.advance"), box.text("setup.button.select")
    for button in (advance, select):
        box.wait_for_question("setup.phone.buttons.press", button=button)
        box.tap_button(ADVANCE)
    box.wait_for_question("setup.buttons.doubled", button=select, other=advance, pin="GPIO17 (J8:11)")
    box.save_phone("phone-setup-buttons")
