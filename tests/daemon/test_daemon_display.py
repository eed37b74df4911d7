"""The display of a whole companion in this process, down to the simulated controller's memory."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.daemon import startup
from companion.parts import Frame
from companion.storage.files import DataFolderUnusable
from companion.storage.storage import Storage
from hardware import box as boxes
from hardware.box import Box
from hardware.display.drawing import draw
from hardware.display.simulated import Ssd1306
from tests.daemon.serving import person, screen, serve
from tests.patience import PATIENCE


def seen(box: Box) -> Image.Image:
    """What is on the display, once it has settled."""
    assert box.display is not None
    assert box.display.settle(PATIENCE)
    return Image.open(io.BytesIO(person(box).screen_png())).convert("1")


def wanted(box: Box) -> Frame:
    assert box.display is not None
    assert box.display.wanted is not None
    return box.display.wanted


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[Box]:
    """Every box as soon as it is built."""
    found: list[Box] = []
    build = boxes.build

    def noted(*given: Any, **named: Any) -> Box:
        found.append(build(*given, **named))
        return found[-1]

    monkeypatch.setattr("companion.daemon.build.build", noted)
    return found


@pytest.fixture(autouse=True)
def no_display_is_left() -> Iterator[None]:
    yield
    assert "display" not in {thread.name for thread in threading.enumerate()}


def test_while_the_journal_is_read_the_display_already_shows_the_start(
    tmp_path: Path, built: list[Box], monkeypatch: pytest.MonkeyPatch
) -> None:
    splashes: list[tuple[str, bytes]] = []

    def slow(*given: Any, **named: Any) -> Storage:
        splashes.append((screen(built[0]), seen(built[0]).tobytes()))
        return Storage(*given, **named)

    monkeypatch.setattr(startup, "Storage", slow)
    with serve(tmp_path, "box.language=it") as served:
        [(said, picture)] = splashes
        assert said.startswith("Companion Un momento")
        assert Image.frombytes("1", (128, 64), picture).getbbox() is not None
        assert screen(served.box) != said


def test_after_a_power_cut_the_display_shows_the_games_moment(tmp_path: Path) -> None:
    with serve(tmp_path, example="roads-and-boats"):
        pass
    with serve(tmp_path) as served:
        person(served.box).settle()
        assert screen(served.box).startswith("Resumed")
        assert "turn" in screen(served.box)
        assert seen(served.box).tobytes() == draw(wanted(served.box)).tobytes()


def test_a_display_is_driven_and_lit_as_the_owner_has_written_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    controllers: list[Ssd1306] = []

    def controller() -> Ssd1306:
        controllers.append(Ssd1306())
        return controllers[-1]

    monkeypatch.setattr("hardware.display.simulated.Ssd1306", controller)
    settings = ("oled.mirror=true", "oled.offset=1", "oled.address=0x3D", "oled.rotate=180")
    light = ("oled.contrast=55", "oled.dim_contrast=7")
    with serve(tmp_path, *settings, *light, example="roads-and-boats") as served:
        turned = draw(wanted(served.box)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        assert seen(served.box).crop((1, 0, 128, 64)).tobytes() == turned.crop((0, 0, 127, 64)).tobytes()
        assert controllers[-1].contrast == 55
        person(served.box).settle()  # the panel has shown its own
        served.box.show(Frame("Good night", dim=True))
        seen(served.box)
        assert controllers[-1].contrast == 7


def test_a_second_companion_leaves_the_first_one_s_display_alone(tmp_path: Path, built: list[Box]) -> None:
    with serve(tmp_path):
        with pytest.raises(DataFolderUnusable), serve(tmp_path):
            raise AssertionError
        assert len(built) == 1
