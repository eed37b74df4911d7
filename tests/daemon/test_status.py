"""What the whole box knows of itself and tells on its display: its addresses, and its own check."""

from __future__ import annotations

import math
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion.daemon import monitor
from companion.notifier import Wakeup
from companion.parts import Frame
from hardware.display.driver import Display
from hardware.gpio import header_chip
from tests.daemon.serving import person, press, serve
from tests.fakes.gpio import Kernel
from tests.patience import PATIENCE
from web.server.rate_limiter import Limit

Wait = Callable[[Callable[[Frame], bool]], Frame]
LookedFor = Callable[[Callable[[], object], Callable[[Frame], bool]], None]
TURNS = 60
"""Pages that are turned before one is given up."""


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Wait:
    """Waits until the display is given a frame of a kind."""
    news = threading.Condition()
    frames: list[Frame] = []
    show = Display.show

    def seen(self: Display, frame: Frame) -> None:
        show(self, frame)
        with news:
            frames.append(frame)
            news.notify_all()

    def until(fits: Callable[[Frame], bool]) -> Frame:
        with news:
            assert news.wait_for(lambda: fits(frames[-1]), PATIENCE), frames
            return frames[-1]

    monkeypatch.setattr(Display, "show", seen)
    return until


@pytest.fixture
def looked_for(wait: Wait) -> LookedFor:
    """Turns pages until one is of a kind: what the box finds out by itself may come while somebody turns."""

    def find(turn: Callable[[], object], fits: Callable[[Frame], bool]) -> None:
        seen: list[Frame] = []
        for _ in range(TURNS):
            turn()
            seen.append(wait(lambda frame: not seen or frame != seen[-1]))
            if fits(seen[-1]):
                return
        raise AssertionError(seen)

    return find


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    """This machine's pins."""
    devices = tmp_path / "dev"
    devices.mkdir()
    kernel = Kernel(devices)
    monkeypatch.setattr(header_chip, "__defaults__", (devices, kernel.open))
    return kernel


@contextmanager
def serving(folder: Path, *settings: str, host: str = "127.0.0.1") -> Iterator[Callable[[str], None]]:
    """A simulated box; gives what presses its buttons."""
    with serve(folder, f"web.host={host}", *settings) as served:
        yield person(served.box).press


def test_a_code_that_is_guessed_at_becomes_longer_on_the_display(
    tmp_path: Path, wait: Wait, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.join_code.MAX_GUESSES", Limit(2, 600.0))
    monkeypatch.setattr(monitor, "reachable", lambda _, port: (f"192.168.1.7:{port}",))
    with serve(tmp_path) as served:
        press(served.box, "select")
        wait(lambda frame: (frame.qr or "").endswith("/J/4821"))
        for _ in range(3):
            guess = urllib.request.Request(f"{served.url}api/v1/join", b'{"code": "0000"}')
            guess.add_header("Content-Type", "application/json")
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(guess)
        shown = wait(lambda frame: re.search(r"/J/\d{6}$", frame.qr or "") is not None)
        assert (shown.qr or "").endswith(served.code)
        assert shown.title == served.code
        press(served.box, "select")
        wait(lambda frame: "Somebody guessed" in " ".join(frame.lines))


@pytest.mark.parametrize("tells", [True, False], ids=["the kernel tells", "nobody tells"])
def test_an_address_that_changes_in_mid_game_changes_the_code_on_the_display(
    tmp_path: Path, wait: Wait, monkeypatch: pytest.MonkeyPatch, tells: bool
) -> None:
    news = Wakeup()
    monkeypatch.setattr("companion.health.netlink.network_changes", lambda: news if tells else None)
    addresses = ["192.168.1.7", "10.42.0.1"]
    monkeypatch.setattr(monitor, "reachable", lambda _, port: tuple(f"{each}:{port}" for each in addresses))
    monkeypatch.setattr(monitor, "NETWORK_INTERVAL", math.inf if tells else 0.01)
    with serving(tmp_path, host="0.0.0.0") as press:
        press("select")
        wait(lambda frame: (frame.qr or "").startswith("http://192.168.1.7:"))
        addresses[0] = "192.168.1.9"
        news.set()
        wait(lambda frame: (frame.qr or "").startswith("http://192.168.1.9:"))
        press("select")
        wait(lambda frame: (frame.qr or "").startswith("http://10.42.0.1:"))
        addresses.clear()
        news.set()
        wait(lambda frame: frame.qr is None and "No network yet." in " ".join(frame.lines))
    news.close()


def test_the_box_s_own_check_is_on_its_page_with_the_cure(
    tmp_path: Path, looked_for: LookedFor, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(tmp_path, "rfid.driver=rdm6300", "rfid.port=/dev/ttyUSB77") as press:
        looked_for(partial(press, "back"), lambda frame: frame.lines == ("Reader: plug in", "/dev/ttyUSB77"))
    assert "reader: There is no /dev/ttyUSB77. Plug the adapter in" in caplog.text


def test_a_box_without_faults_reports_that(tmp_path: Path, wait: Wait) -> None:
    with serving(tmp_path, "buzzer.quiet_from=0", "buzzer.quiet_until=0") as press:
        press("back")
        wait(lambda frame: frame.title.startswith("The box") and frame.lines[0] == "Check: all well")


def test_a_pin_in_use_is_on_its_page_and_the_other_buttons_work(
    tmp_path: Path, looked_for: LookedFor, kernel: Kernel, caplog: pytest.LogCaptureFixture
) -> None:
    kernel.held[17] = "spi0 CS0"
    with serving(tmp_path, "buttons.driver=gpio"):
        looked_for(partial(kernel.tap, 22), lambda frame: "GPIO17" in " ".join(frame.lines))
    assert caplog.text.count("GPIO17") == 1, "each thing is told in one line"
    assert "buttons: buttons.advance cannot have GPIO17 (J8:11): spi0 CS0 has it" in caplog.text
