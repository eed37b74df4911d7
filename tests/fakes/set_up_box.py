"""A whole box whose parts are faked one level below the drivers, served in this process; and phones."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from unittest import mock

import smbus2

from companion.config import Config
from companion.daemon import diagnostics
from companion.daemon.build import RunningBox
from companion.daemon.configuration import Configuration
from hardware.gpio import header_chip
from hardware.reader.rdm6300 import encode
from tests.fakes.browser import Browser
from tests.fakes.faked_box import PORT, FakedBox
from tests.fakes.supervised import Supervised, supervised
from tests.patience import PATIENCE

CODE = "4821"
HERE = "/care/setup"
CHOSEN = """# The owner's own words.
[web]
host = "127.0.0.1"
port = 0
join_code = "4821"

[data]
folder = "data"

[oled]
driver = "ssd1306"  # soldered by Ada

[rfid]
port = "dev/{port}"
"""


class SetUpBox:
    """The box: its parts in `faked`, the owner's file, and its supervisor."""

    def __init__(self, folder: Path, faked: FakedBox, box: Supervised) -> None:
        self.faked = faked
        self.file = folder / "companion.toml"
        self.box = box
        self.port = 0

    @property
    def config(self) -> Config:
        """What is configured now."""
        return self.box.configuration.load()

    @property
    def kept(self) -> bool:
        """Whether anything was changed since the owner's file was written."""
        return self.box.configuration.overlay.exists()

    def next(self) -> RunningBox:
        """The next start, once it answers."""
        served = self.box.next()
        self.port = served.port
        return served

    def tap(self, pin: int) -> None:
        """Press a button."""
        self.faked.parts.kernel.tap(pin)

    def lay(self, tag: str) -> None:
        """Lay a bag on the reader."""
        self.faked.line.send(encode(tag))


class Phone(Browser):
    """The phone from which it is set up. patience: also for what is to come."""

    def __init__(self, port: int, patience: float = PATIENCE) -> None:
        super().__init__(f"http://127.0.0.1:{port}", patience)

    def join(self) -> None:
        """Join the table."""
        self.ask("/join", code=CODE, name="Ada", colour="")

    def comes_to(self, words: str) -> str:
        """Look again, as the page itself asks a browser to, until it says these words."""
        until = time.monotonic() + self.patience
        while words not in self.page:
            again = re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', self.page)
            with suppress(OSError, http.client.HTTPException):
                self.ask(again[1] if again else HERE)
            assert time.monotonic() < until, f"{words!r} did not come: {self.said}"
        return self.page

    def answer(self, words: str) -> str:
        """Press the button with these words."""
        asked = re.search(r'name="asked" value="(\d+)"', self.page)
        way = re.search(rf'name="way" value="(\d+)">{re.escape(words)}<', self.page)
        assert asked, self.said
        assert way, self.said
        return self.ask(f"{HERE}/answer", asked=asked[1], way=way[1])

    @property
    def said(self) -> str:
        """The page's words."""
        main = self.page.partition("<main")[2]
        return " ".join(re.sub(r"<[^>]*>", " ", main).split())


@contextmanager
def set_up_box(folder: Path, example: str | None = None, chosen: str = CHOSEN) -> Iterator[SetUpBox]:
    """Such a box, serving. The working directory must be this folder."""
    faked = FakedBox("ssd1306")
    (folder / "companion.toml").write_text(chosen.format(port=PORT))
    with ExitStack() as stack:
        defaults = header_chip.__defaults__
        stack.callback(setattr, header_chip, "__defaults__", defaults)
        header_chip.__defaults__ = (faked.parts.dev, faked.parts.kernel.open)
        stack.callback(faked.parts.kernel.close)
        stack.callback(faked.line.unplug)
        stack.enter_context(mock.patch.object(smbus2, "SMBus", faked.parts.open_bus))
        stack.enter_context(mock.patch.object(diagnostics, "setup_wizard", faked.walk))
        (folder / "data").mkdir(exist_ok=True)
        box = stack.enter_context(supervised(Configuration(folder / "companion.toml"), example))
        yield SetUpBox(folder, faked, box)
