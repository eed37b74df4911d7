"""Takes the pictures of the documentation from the running demo: `make pictures`."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page

from companion.daemon.first_start import Step, languages, step_frames
from docs import new_box
from hardware.display.drawing import draw
from tests.fakes.browsing import chromium, live
from tests.fakes.event import evening
from tests.fakes.hall import OpenHall
from web.server.server import WebServer

FOLDER = Path(__file__).parent / "pictures"
"""The folder of the English pictures; other languages have subfolders."""
LANGUAGES = ("en", "fi", "it")
CODE = "4821"
SCALE = 4
RIM = 24
LIT = (170, 225, 255)
DARK = (8, 12, 18)
FRAME_TIME = 1800
"""Milliseconds of each frame of an animation."""
SETTLE_TIME = 400
"""Milliseconds until display and phone show the result of a press."""
COLOURS = 48
"""Colours of a phone's picture, with antialiased letters."""


@contextmanager
def demo(game: str, language: str) -> Iterator[str]:
    """Run a demo of a game with a language, and yield its URL."""
    program = (sys.executable, "-m", "companion", "demo", "--game", game)
    command = [*program, "--port", "0", "--set", f"web.join_code={CODE}"]
    command += ["--set", f"box.language={language}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline() if process.stdout else ""
        found = re.search(r"http://\S+", line)
        if found is None:
            raise RuntimeError(f"the demo did not start: {line!r}")
        try:
            yield found.group()
        finally:
            process.terminate()


def enlarge(shown: Image.Image) -> Image.Image:
    """Enlarge a display's picture, in the colours of an OLED."""
    shown = shown.convert("L")
    large = shown.resize((shown.width * SCALE, shown.height * SCALE), Image.Resampling.NEAREST)
    glass = Image.new("RGB", (large.width + 2 * RIM, large.height + 2 * RIM), DARK)
    glass.paste(Image.new("RGB", large.size, LIT), (RIM, RIM), large.point(lambda level: 255 if level else 0))
    return glass


def save_display(shown: Image.Image, file: Path) -> None:
    """Save an enlarged display's picture."""
    enlarge(shown).quantize(4).save(file, optimize=True)


def first_start() -> None:
    """Save the display's pictures of the first start: while it installs, and while it waits for a network."""
    english = languages({})[:1]
    for name, step in (("installing", Step(4, "installing")), ("no-network", Step(3, "no-network"))):
        save_display(draw(step_frames(step, english)[0]), FOLDER / f"first-start-{name}.png")


def save_new_box(shown: Image.Image, name: str) -> None:
    """Save a picture of a new box: of its display if it has one bit a pixel, else of a phone."""
    file = FOLDER / f"{name}.png"
    if shown.mode == "1":
        save_display(shown, file)
    else:
        shown.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)


class Box:
    """The simulated box, operated by HTTP."""

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self._page = page
        self._folder = folder
        self._api = f"{url}api/v1/"
        answer = page.request.post(f"{self._api}join", data={"code": CODE, "name": "Rosa", "colour": "red"})
        self._headers = {"Authorization": f"Bearer {answer.json()['token']}"}

    def press(self, button: str, times: int = 1, *, held: bool = False) -> None:
        for _ in range(times):
            self._post("box/press", {"button": button, "held": held})

    def scan(self, tag: str) -> None:
        self._post("box/scan", {"tag": tag})

    def command(self, kind: str, **fields: Any) -> None:
        self._post("commands", {"type": kind, **fields})

    def screen(self) -> dict[str, Any]:
        body: dict[str, Any] = self._page.request.get(f"{self._api}box/screen.json").json()
        return body

    def select_until(self, wanted: Callable[[dict[str, Any]], bool]) -> None:
        """Press Select until a screen is as wanted."""
        for _ in range(40):
            if wanted(self.screen()):
                return
            self.press("select")
        raise RuntimeError(f"no such page; the display shows {self.screen()}")

    def save(self, name: str) -> None:
        """Save the display's picture."""
        save_display(self.image(), self._folder / f"{name}.png")

    def image(self) -> Image.Image:
        """The display's picture."""
        return Image.open(io.BytesIO(self._page.request.get(f"{self._api}box/screen.png").body()))

    def _post(self, path: str, body: dict[str, Any]) -> None:
        answer = self._page.request.post(f"{self._api}{path}", data=body, headers=self._headers)
        if not answer.ok:
            raise RuntimeError(f"{path} {body}: {answer.text()}")


def roads_and_boats(page: Page, url: str, folder: Path) -> None:
    """The table on a phone, the box in the browser, and the display through a phase and a conflict."""
    if folder == FOLDER:
        page.goto(f"{url}box")
        page.screenshot(path=folder / "box.png", animations="disabled")
    save_phone(page, url, folder / "phone.png")
    box = Box(page, url, folder)
    box.save("display")
    box.select_until(lambda screen: CODE in screen["title"])
    box.save("display-join")
    box.scan("0F0184F003")
    box.save("display-ore")
    box.command("draw-all")
    box.command("call-for-order", colour="blue")
    box.save("display-order")
    box.command("undo")
    for _ in range(3):
        box.command("advance")
    box.save("display-wonder")


def animate_turn(page: Page, url: str, file: Path) -> None:
    """Save an animation of a turn: the display and a phone, side by side."""
    page.set_viewport_size({"width": 390, "height": 780})
    box = Box(page, url, FOLDER)
    page.goto(f"{url}table")
    live(page)
    frames: list[Image.Image] = []

    def take() -> None:
        page.wait_for_timeout(SETTLE_TIME)
        frames.append(
            side_by_side(box.image(), Image.open(io.BytesIO(page.screenshot(animations="disabled"))))
        )

    take()
    for tag in ("0F0184F003", "0F0184F004", "0F0184F005", "0F0184F006"):
        box.scan(tag)
        take()
    box.press("advance")
    for button, held in (
        ("blue", True),
        ("advance", False),
        ("advance", False),
        ("back", False),
        ("advance", False),
    ):
        box.press(button, held=held)
        take()
    palette = frames[-1].quantize(COLOURS, dither=Image.Dither.NONE)
    few = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    few[0].save(file, save_all=True, append_images=few[1:], duration=FRAME_TIME, loop=0, optimize=True)


def side_by_side(display: Image.Image, phone: Image.Image) -> Image.Image:
    """The enlarged display beside the phone."""
    small = phone.convert("RGB").resize(
        (phone.width * 2 // 3, phone.height * 2 // 3), Image.Resampling.LANCZOS
    )
    glass = enlarge(display)
    both = Image.new("RGB", (glass.width + small.width + 3 * RIM, small.height + 2 * RIM), "white")
    both.paste(glass, (RIM, (both.height - glass.height) // 2))
    both.paste(small, (glass.width + 2 * RIM, RIM))
    return both


def la_strada(page: Page, url: str, folder: Path) -> None:
    """The markets on a phone, and the display."""
    save_phone(page, url, folder / "strada-phone.png")
    Box(page, url, folder).save("strada-display")


def hall(browser: Browser) -> None:
    """An event of twelve tables: the organiser's page, and the television's."""
    shown = OpenHall()
    evening(shown.event)
    shown.event.notes("Round ends 18:30")
    shown.board.update()
    server = WebServer(shown.app, shown.notifier, host="127.0.0.1", port=0)
    server.start()
    try:
        page = browser.new_page(viewport={"width": 1100, "height": 900}, device_scale_factor=1, locale="en")
        for name, at in (("hall", ""), ("hall-tv", "tv")):
            page.goto(f"http://127.0.0.1:{server.port}/{at}")
            live(page)
            page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
            page.set_viewport_size({"width": 1280, "height": 720})
        page.close()
    finally:
        server.stop()


def save_phone(page: Page, url: str, file: Path) -> None:
    """Save a phone's table page."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{url}table")
    page.screenshot(path=file, animations="disabled")


def join(page: Page, url: str) -> None:
    """Join as a guest."""
    page.goto(f"{url}j/{CODE}")
    page.get_by_role("textbox").last.fill("Rosa")
    page.locator("#f-join button.go").click()
    page.wait_for_url(re.compile("table"))


def main() -> None:
    """Take every picture."""
    first_start()
    with chromium() as browser:
        with demo("roads-and-boats", LANGUAGES[0]) as url:
            page = browser.new_page(viewport={"width": 390, "height": 780}, locale=LANGUAGES[0])
            join(page, url)
            animate_turn(page, url, FOLDER / "turn.gif")
            page.close()
        new_box.pictures(browser, LANGUAGES[0], save_new_box)
        hall(browser)
        for language in LANGUAGES:
            folder = FOLDER if language == LANGUAGES[0] else FOLDER / language
            folder.mkdir(exist_ok=True)
            for game, take in (("roads-and-boats", roads_and_boats), ("la-strada", la_strada)):
                with demo(game, language) as url:
                    context = browser.new_context(
                        viewport={"width": 900, "height": 1010}, device_scale_factor=1, locale=language
                    )
                    page = context.new_page()
                    join(page, url)
                    take(page, url, folder)
                    context.close()


if __name__ == "__main__":
    main()
