"""The display's picture for those who are not there: the newest, and at most one every other second."""

from __future__ import annotations

import io
import queue
from collections.abc import Iterator

import pytest
from PIL import Image

from companion.daemon.display_image import INTERVAL, SCALE, DisplayImage
from companion.games.screen import Screen
from companion.language.text import text
from companion.panel.box_status import BoxStatus
from companion.panel.layout import lay_out
from hardware.display.drawing import draw
from tests.fakes.box import GAMES
from tests.fakes.words import messages
from tests.patience import PATIENCE

LANGUAGE = messages(GAMES).language("en")
KNOWN = BoxStatus("4821")


class Looking:
    """Who looks at the pictures, and lets the seconds between two of them pass."""

    def __init__(self) -> None:
        self.pictures: queue.Queue[bytes] = queue.Queue()
        self.pauses: queue.Queue[float] = queue.Queue()
        self.ends: queue.Queue[bool] = queue.Queue()
        self.pictured = DisplayImage(LANGUAGE, names=False, pause=self.pause)

    def pause(self, seconds: float) -> bool:
        self.pauses.put(seconds)
        return self.ends.get(timeout=PATIENCE)

    def shows(self, number: int, *, qr: str | None = None) -> Screen:
        screen = Screen(text("display.number", number=number), qr=qr)
        self.pictured.update(screen, 0, None, KNOWN)
        return screen

    def seen(self) -> Image.Image:
        return Image.open(io.BytesIO(self.pictures.get(timeout=PATIENCE)))


@pytest.fixture
def looking() -> Iterator[Looking]:
    made = Looking()
    made.pictured.start(made.pictures.put)
    yield made
    made.ends.put(True)
    made.pictured.stop()


def test_after_a_picture_two_seconds_pass_and_only_the_newest_is_drawn(looking: Looking) -> None:
    for number in range(3):
        looking.shows(number)
    looking.seen()
    assert looking.pauses.get(timeout=PATIENCE) == INTERVAL == 2.0
    for number in range(10):
        last = looking.shows(number)
    assert looking.pictures.empty()
    looking.ends.put(False)
    drawn = draw(lay_out(last, LANGUAGE)[0])
    expected = drawn.resize((128 * SCALE, 64 * SCALE), Image.Resampling.NEAREST)
    assert looking.seen().convert("1").tobytes() == expected.tobytes()
    looking.pauses.get(timeout=PATIENCE)
    assert looking.pictures.empty()


def test_secrets_are_not_drawn_and_the_earlier_image_stays(looking: Looking) -> None:
    looking.shows(1, qr="http://10.0.0.7:8080/J/4821")
    looking.shows(2)
    looking.seen()
    looking.pauses.get(timeout=PATIENCE)
    assert looking.pictures.empty()
