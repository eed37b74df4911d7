from __future__ import annotations

import pytest
from PIL import Image

from companion.parts import Frame
from hardware.display.drawing import draw
from tests.fakes.bench import PartsWatch
from tests.fakes.display_bench import AGAIN, HELLO, Bench
from tests.patience import PATIENCE


def test_a_frame_is_seen_and_the_next_one_in_its_place(bench: Bench, watch: PartsWatch) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    bench.display.show(AGAIN)
    assert bench.shows(AGAIN)
    assert watch.parts.states()["display"] == "ok"


def test_only_the_latest_of_the_frames_that_wait_is_shown(bench: Bench) -> None:
    bench.gate.clear()
    bench.display.start()
    for number in range(50):
        bench.display.show(Frame(str(number)))
    bench.display.show(HELLO)
    bench.gate.set()
    assert bench.shows(HELLO)
    assert bench.bus.octets < 3 * 1200, "the first picture, blank, and one more"


def test_a_dimmed_frame_has_little_light_and_the_next_bright_one_has_it_back(bench: Bench) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.display.settle(PATIENCE)
    assert bench.controller.contrast == 100
    bench.display.show(Frame("Hello", dim=True, shift=1))
    assert bench.display.settle(PATIENCE)
    assert bench.controller.contrast == 3
    bench.display.show(AGAIN)
    assert bench.display.settle(PATIENCE)
    assert bench.controller.contrast == 100


def test_a_frame_that_cannot_be_drawn_is_logged_and_the_next_one_is_shown(
    bench: Bench, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def drawn(frame: Frame) -> Image.Image:
        return draw(frame) if frame.title else Image.new("?", (0, 0))

    monkeypatch.setattr("hardware.display.driver.draw", drawn)
    bench.display.start()
    bench.display.show(Frame(""))
    assert bench.display.settle(PATIENCE)
    bench.display.show(HELLO)
    assert bench.shows(HELLO)
    assert "cannot be drawn" in caplog.text


def test_a_stopped_display_is_dark_unless_the_last_picture_is_to_stay(watch: PartsWatch) -> None:
    for blank in (True, False):
        bench = Bench(watch)
        bench.display.start()
        bench.display.show(HELLO)
        assert bench.shows(HELLO)
        bench.display.stop(blank=blank)
        assert (bench.bus.picture().getbbox() is None) is blank


def test_the_last_frame_is_shown_when_it_is_to_stay_even_if_the_end_comes_first(bench: Bench) -> None:
    bench.display.show(HELLO)
    bench.display.show(AGAIN)
    bench.display.stop(blank=False)
    bench.display.start()
    bench.display.stop(blank=False)
    assert bench.bus.picture().tobytes() == draw(AGAIN).tobytes()


def test_a_display_pulled_out_at_the_end_does_not_keep_the_end_waiting(bench: Bench) -> None:
    bench.display.start()
    bench.display.show(HELLO)
    assert bench.display.settle(PATIENCE)
    bench.bus.unplug()
    bench.display.stop()
