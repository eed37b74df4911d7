from __future__ import annotations

import errno
import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from companion.layout import Frame
from hardware.bus import SimulatedBus
from hardware.controller import MODELS, Controller
from hardware.display import LOOK, REFRESH, RETRY, Display
from hardware.drawing import draw
from hardware.oled import Oled
from hardware.wire import DisplayGone, Wire
from tests.hardware.bench import LONG, Watch

HELLO = Frame("Hello")
AGAIN = Frame("Again", ("one", "two"), "ok?")
NEVER = 1000.0


class Heard(Oled):
    """A display that says when it has been sent everything anew."""

    refreshed: threading.Semaphore

    def refresh(self) -> None:
        super().refresh()
        self.refreshed.release()


class Bench:
    """A display's driver, with the bus and the controller under it."""

    def __init__(
        self,
        watch: Watch,
        *,
        driver: str = "ssd1306",
        retry: float = NEVER,
        look: float = NEVER,
        refresh: float = NEVER,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.controller: Controller = MODELS[driver]()
        self.bus = SimulatedBus(self.controller)
        self.connected = 0
        self.tries = threading.Semaphore(0)
        self.refreshed = threading.Semaphore(0)
        self.gate = threading.Event()
        self.gate.set()
        self.display = Display(
            lambda: self.connect(driver),
            watch.parts,
            contrast=100,
            dimmed=3,
            retry=retry,
            look=look,
            refresh=refresh,
            monotonic=monotonic,
        )

    def connect(self, driver: str) -> Oled:
        assert self.gate.wait(LONG)
        self.tries.release()
        oled = Heard(driver, Wire(1, 0x3C, self.bus))
        oled.refreshed = self.refreshed
        self.connected += 1
        return oled

    def shows(self, frame: Frame) -> bool:
        assert self.display.settle(LONG)
        return self.bus.picture().tobytes() == draw(frame).tobytes()


@pytest.fixture
def bench(watch: Watch) -> Iterator[Bench]:
    bench = Bench(watch)
    yield bench
    bench.display.stop()


@pytest.mark.parametrize("driver", sorted(MODELS))
def test_a_frame_is_seen_on_every_controller(watch: Watch, driver: str) -> None:
    bench = Bench(watch, driver=driver)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    bench.display.show(AGAIN)
    assert bench.shows(AGAIN)
    assert watch.parts.states()["display"] == "ok"
    bench.display.stop()


def test_only_the_latest_of_the_frames_that_wait_is_shown(bench: Bench) -> None:
    bench.gate.clear()
    bench.display.start()
    for number in range(50):
        bench.display.show(Frame(str(number)))
    bench.display.show(HELLO)
    bench.gate.set()
    assert bench.shows(HELLO)
    assert bench.bus.octets < 3 * 1200, "the first picture, blank, and one more"


def test_the_same_frame_again_costs_nothing(bench: Bench) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.display.settle(LONG)
    before = bench.bus.octets
    bench.display.show(HELLO)
    bench.display.show(Frame("Hello"))
    assert bench.display.settle(LONG)
    assert bench.bus.octets == before


def test_a_dimmed_frame_has_little_light_and_the_next_bright_one_has_it_back(bench: Bench) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.display.settle(LONG)
    assert bench.controller.contrast == 100
    bench.display.show(Frame("Hello", dim=True, shift=1))
    assert bench.display.settle(LONG)
    assert bench.controller.contrast == 3
    bench.display.show(AGAIN)
    assert bench.display.settle(LONG)
    assert bench.controller.contrast == 100


@pytest.mark.parametrize(
    "fault", [errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT], ids=errno.errorcode.get
)
def test_a_display_pulled_out_is_missing_and_put_back_shows_what_is_wanted_now(
    bench: Bench, watch: Watch, fault: int
) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)

    bench.bus.unplug(fault)
    bench.display.show(AGAIN)
    watch.wait_for("display", "missing")
    assert bench.display.settle(LONG)
    bench.display.show(HELLO)

    bench.bus.plug()
    bench.display.check()
    watch.wait_for("display", "ok")
    assert bench.shows(HELLO)
    assert bench.controller.contrast == 100


def test_a_display_at_rest_is_asked_whether_it_is_still_there(watch: Watch) -> None:
    bench = Bench(watch, retry=0.001, look=0.001)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    bench.bus.unplug()
    watch.wait_for("display", "missing")
    bench.bus.plug()
    watch.wait_for("display", "ok")
    assert bench.shows(HELLO)
    bench.display.stop()


@pytest.mark.parametrize("driver", sorted(MODELS))
def test_a_display_that_lost_its_power_so_shortly_that_nothing_failed_is_set_up_anew(
    watch: Watch, driver: str, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(watch, driver=driver)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    changes = watch.parts.changes
    bench.bus.flicker()
    assert not bench.shows(HELLO)

    for _ in range(2):
        assert bench.tries.acquire(timeout=LONG)
        bench.display.check()
    assert bench.shows(HELLO)
    assert bench.controller.contrast == 100
    assert watch.parts.changes == changes, "nobody at the table is told of a blink"
    assert "had lost its power" in caplog.text
    bench.display.stop()


def test_a_display_is_asked_also_while_frame_follows_frame(watch: Watch) -> None:
    time_now = 0.0
    bench = Bench(watch, look=1.0, monotonic=lambda: time_now)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    bench.bus.flicker()
    time_now = 0.5
    bench.display.show(AGAIN)
    assert not bench.shows(AGAIN)
    time_now = 1.0
    bench.display.show(HELLO)
    for _ in range(2):
        assert bench.tries.acquire(timeout=LONG)
    assert bench.shows(HELLO)
    bench.display.stop()


def test_everything_is_sent_anew_from_time_to_time(watch: Watch) -> None:
    time_now = 0.0
    bench = Bench(watch, refresh=60.0, monotonic=lambda: time_now)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    for minute in (1, 2):
        bench.controller.memory[77] ^= 0xFF
        bench.controller.inverted = True
        assert not bench.shows(HELLO)
        time_now = 60.0 * minute
        bench.display.check()
        assert bench.refreshed.acquire(timeout=LONG)
        assert bench.shows(HELLO)
    assert bench.connected == 1
    bench.display.stop()


@pytest.mark.parametrize("driver", sorted(MODELS))
def test_a_display_shows_its_picture_two_seconds_after_its_return_at_the_latest(
    watch: Watch, driver: str
) -> None:
    bench = Bench(watch, driver=driver)
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    slowest = 100_000  # bits a second on an I2C bus that nobody made faster
    sending = bench.bus.octets * 9 / slowest
    held = 1.0  # seconds until the kernel gives up a transfer on a bus that is held
    assert LOOK + sending < 2.0, "it came back before anybody saw that it was gone"
    assert RETRY + held + sending < 2.0, "it came back just after a try"
    bench.display.stop()


def test_a_display_at_rest_costs_next_to_nothing_of_the_bus(watch: Watch) -> None:
    bench = Bench(watch, driver="sh1106")
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    everything = bench.bus.octets
    assert (4 / LOOK + everything / REFRESH) * 9 < 0.005 * 100_000, "half a hundredth of the slowest"
    bench.display.stop()


def test_a_display_that_is_not_there_at_the_start_is_taken_when_it_comes(bench: Bench, watch: Watch) -> None:
    bench.bus.unplug()
    bench.display.start()
    watch.wait_for("display", "missing")
    bench.display.show(HELLO)
    bench.bus.plug()
    bench.display.check()
    watch.wait_for("display", "ok")
    assert bench.shows(HELLO)
    assert bench.connected == 1


def test_a_missing_display_is_logged_once_and_so_is_its_return(
    watch: Watch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = Bench(watch, retry=0.001)
    bench.bus.unplug()
    with caplog.at_level(logging.DEBUG, "hardware.display"):
        bench.display.start()
        for _ in range(5):
            assert bench.tries.acquire(timeout=LONG)
        bench.bus.plug()
        watch.wait_for("display", "ok")
    bench.display.stop()
    gone = DisplayGone(1, 0x3C, OSError(errno.EREMOTEIO, ""))
    assert [record.getMessage() for record in caplog.records] == [
        f"the display does not answer: {gone}",
        "the display is back",
    ]


def test_a_frame_that_cannot_be_drawn_is_logged_and_the_next_one_is_shown(
    bench: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(frame: Frame) -> Image.Image:
        return draw(frame) if frame.title else Image.new("?", (0, 0))

    monkeypatch.setattr("hardware.display.draw", drawn)
    bench.display.start()
    bench.display.show(Frame(""))
    assert bench.display.settle(LONG)
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    assert "cannot be drawn" in caplog.text


def test_a_stopped_display_is_dark_unless_the_last_picture_is_to_stay(watch: Watch) -> None:
    for blank in (True, False):
        bench = Bench(watch)
        bench.display.start()
        bench.display.show(HELLO)
        assert bench.shows(HELLO)
        bench.display.stop(blank=blank)
        assert (bench.bus.picture().getbbox() is None) is blank


def test_the_last_frame_is_shown_when_it_is_to_stay_even_if_the_end_comes_first(bench: Bench) -> None:
    bench.gate.clear()
    bench.display.start()
    bench.display.show(HELLO)
    bench.display.show(AGAIN)
    end = threading.Thread(target=lambda: bench.display.stop(blank=False))
    end.start()
    bench.gate.set()
    end.join(LONG)
    assert bench.bus.picture().tobytes() == draw(AGAIN).tobytes()


def test_starting_twice_is_starting_once(bench: Bench) -> None:
    bench.display.start()
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    assert bench.connected == 1


def test_a_display_can_be_stopped_while_it_is_missing_and_before_it_was_started(watch: Watch) -> None:
    bench = Bench(watch)
    bench.bus.unplug()
    bench.display.start()
    watch.wait_for("display", "missing")
    bench.display.stop()
    Bench(watch).display.stop()


def test_a_display_pulled_out_at_the_end_does_not_keep_the_end_waiting(bench: Bench) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.display.settle(LONG)
    bench.bus.unplug()
    bench.display.stop()


def test_settling_gives_up_in_time(bench: Bench) -> None:
    bench.gate.clear()
    bench.display.start()
    assert not bench.display.settle(0.0)
    bench.gate.set()
