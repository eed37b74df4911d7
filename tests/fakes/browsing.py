"""A person with a phone: a real browser on a real box, with the words that the tests use."""

from __future__ import annotations

import json
import re
import shutil
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from companion.config import (
    BoxConfig,
    ButtonsConfig,
    BuzzerConfig,
    Config,
    DataConfig,
    LampsConfig,
    OledConfig,
    RfidConfig,
    WebConfig,
)
from companion.daemon.build import running_box
from companion.games import Game
from tests.patience import PATIENCE
from web.auth import MEMBER_COOKIE

CODE = "4821"
FLAGS = (
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
MILLISECONDS = PATIENCE * 1000
"""That the browser is waited for."""
EXPECTED = re.compile(r"Failed to load resource: .*(status of 4\d\d|status of 503|net::ERR_)")
"""The browser console's messages about answers that a test wants."""
PLAYERS = [
    {"colour": "red", "name": "Anna"},
    {"colour": "yellow", "name": "Bartolomeo"},
    {"colour": "green", "name": ""},
    {"colour": "blue", "name": "Dieter"},
]
TEMPLE = ["green", "red", "blue", "yellow"]


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium without a window: the one built so, which takes half the work, else the whole."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        assert found, "the pages need Chromium: apt-get install chromium-headless-shell"
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        yield browser
        browser.close()


@dataclass
class Box:
    """A running box. Commands go in as from another phone.

    url: its address, ending in a slash. settle: waits until its display shows what was done. left: tokens of
    members whose phones were put away; the next to join take their places over.
    """

    url: str
    settle: Callable[[], object]
    token: str = ""
    left: list[str] = field(default_factory=list)

    def act(self, type: str, **fields: Any) -> dict[str, Any]:  # noqa: A002 - the command's own word
        """Do a command that is accepted; returns the fresh table."""
        if not self.token:
            joined = self.post("join", {"code": CODE, "name": "Zoe", "colour": "blue"})
            self.token = joined["token"]
        table: dict[str, Any] = self.post("commands", {"type": type, **fields})["table"]
        return table

    def start(self, **options: Any) -> None:
        """Four players, the temple green, red, blue, yellow."""
        options = {"temple": TEMPLE, **options}
        self.act("start", system="roads-and-boats", players=PLAYERS, options=options, replace=True)

    def phase(self, name: str) -> None:
        """Go on until that phase has begun."""
        while self.table()["game"]["phase"] != name:
            self.act("advance", draw_rest=True)

    def table(self) -> dict[str, Any]:
        """The snapshot."""
        with urllib.request.urlopen(f"{self.url}api/v1/table") as answer:
            table: dict[str, Any] = json.load(answer)
        return table

    def screen(self) -> dict[str, Any]:
        """The display's text after everything that was done so far."""
        self.settle()
        with urllib.request.urlopen(f"{self.url}api/v1/box/screen.json") as answer:
            shown: dict[str, Any] = json.load(answer)
        return shown

    def post(self, path: str, body: dict[str, Any], cookie: str = "") -> dict[str, Any]:
        """Send JSON to the API, which accepts it."""
        asked = urllib.request.Request(f"{self.url}api/v1/{path}", json.dumps(body).encode())
        asked.add_header("Content-Type", "application/json")
        asked.add_header("Authorization", f"Bearer {self.token}")
        asked.add_header("Cookie", cookie)
        try:
            with urllib.request.urlopen(asked) as answer:
                content: dict[str, Any] = json.load(answer)
        except HTTPError as refused:
            with refused:
                pytest.fail(f"{path} {body}: {refused.read().decode()}")
        return content


@contextmanager
def box_in(
    folder: str, games: Mapping[str, Game] | None = None, streams: int = 40, language: str = "en"
) -> Iterator[Box]:
    """A whole box with simulated parts, its data in that folder. games: by default the registered ones.

    streams: places at the live stream. language: of the display.
    """
    config = Config(
        box=BoxConfig(language=language),
        web=WebConfig(host="127.0.0.1", port=0, join_code=CODE, streams=streams),
        data=DataConfig(folder=folder),
        oled=OledConfig(driver="simulated"),
        buttons=ButtonsConfig(driver="simulated"),
        rfid=RfidConfig(driver="simulated"),
        lamps=LampsConfig(driver="simulated"),
        buzzer=BuzzerConfig(driver="simulated", quiet_from=0, quiet_until=0),
    )
    with running_box(config, games=games) as served:
        assert served.box.simulated is not None
        yield Box(served.url, served.box.simulated.settle)


@dataclass
class Phones:
    """Phones in the hands of the test; each complains at the end about what its console logged."""

    browser: Browser
    box: Box
    contexts: list[BrowserContext] = field(default_factory=list)
    tokens: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def phone(self, *, language: str = "en", scripts: bool = True, width: int = 360) -> Page:
        """A phone that has not joined."""
        context = self.browser.new_context(
            base_url=self.box.url,
            locale=language,
            java_script_enabled=scripts,
            viewport={"width": width, "height": 740},
            has_touch=True,
            reduced_motion="reduce",
        )
        context.set_default_timeout(MILLISECONDS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda line: self._on_console(line.type, line.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def joined(self, colour: str = "red", *, name: str = "Anna", at: str = "/", **how: Any) -> Page:
        """A phone that has joined and shows that page, by default the first."""
        page = self.phone(**how)
        before = f"{MEMBER_COOKIE}={self.box.left.pop()}" if self.box.left else ""
        token = self.box.post("join", {"code": CODE, "name": name, "colour": colour}, before)["token"]
        self.tokens.append(token)
        page.context.add_cookies([{"name": MEMBER_COOKIE, "value": token, "url": self.box.url}])
        page.goto(at)
        if how.get("scripts", True):
            live(page)
        return page

    def _on_console(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and not EXPECTED.match(text):
            self.complaints.append(text)

    def close(self) -> None:
        """Put every phone away."""
        for context in self.contexts:
            context.close()
        self.box.left += self.tokens


@contextmanager
def phones_at(browser: Browser, box: Box) -> Iterator[Phones]:
    """Phones for this box. No script may have complained."""
    phones = Phones(browser, box)
    yield phones
    phones.close()
    assert phones.complaints == []


def live(page: Page) -> None:
    """Wait until the page has its stream."""
    expect(page.locator("#dot.on")).to_be_attached()


def visit(page: Page, address: str) -> None:
    """Open a page and wait for its stream."""
    page.goto(address)
    live(page)


@contextmanager
def changed(page: Page) -> Iterator[None]:
    """Do something that changes the table, and wait until the page shows what came of it, and has its answer
    if it was done there: the stream may tell of it before.
    """
    main = page.locator("#main")
    before = main.get_attribute("data-etag") or ""
    yield
    expect(main).not_to_have_attribute("data-etag", before)
    expect(main.locator("[aria-busy]")).to_have_count(0)


def wait_until_current(page: Page, box: Box) -> None:
    """Wait until the page shows the present table and takes presses again."""
    table = box.table()
    shown = re.compile(rf"^{re.escape(table['epoch'])}-{table['version']}\.")
    expect(page.locator("#main")).to_have_attribute("data-etag", shown)
    expect(page.locator("#main[data-settling]")).not_to_be_attached()


def stands_still(page: Page) -> None:
    """From here the page's clock goes on by `run_for` alone: how long the machine takes decides nothing."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 5)
