from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import count

import pytest

from companion.language.signals import Lamp
from companion.parts import ButtonPressed, Frame, Input, Lights, TagUnread
from hardware.box import Box, build
from hardware.display.drawing import draw
from hardware.part import PartError
from hardware.simulated import SimulatedBox
from tests.fakes.bench import COLOURS, NAMES, SIMULATED, Consumer, PartsWatch, picture
from tests.patience import PATIENCE

HELLO = Frame("Hello", ("one", "two"), "ok?")
NEVER = 3600.0


def test_every_button_can_be_pressed_and_held(person: SimulatedBox, table: Consumer) -> None:
    assert person.buttons() == NAMES
    for name in NAMES:
        person.press(name)
        person.press(name, held=True)
    assert table.presses == [(name, held) for name in NAMES for held in (False, True)]


def test_a_short_press_stays_short_on_a_machine_that_is_busy(watch: PartsWatch, table: Consumer) -> None:
    times = count(start=0.0, step=60.0)  # a minute passes with each look at the clock
    box = build(SIMULATED, table.put, watch.parts, colours=COLOURS, monotonic=lambda: next(times))
    box.start()
    assert box.simulated is not None
    for _ in range(5):
        box.simulated.press("advance")
    box.stop()
    assert table.presses == [("advance", False)] * 5


def held(box: Box) -> None:
    assert box.simulated is not None
    box.simulated.press("advance", held=True)


def drawn(box: Box) -> None:
    assert box.display is not None
    box.show(Frame("Another one"))
    box.display.settle(NEVER)


def lit(box: Box) -> None:
    assert box.lamps is not None
    box.lamps.show(Lights((*box.lamps.wanted.lamps, Lamp("red", "may"))))
    box.lamps.settle(NEVER)


def back(box: Box) -> None:
    assert box.reader is not None
    box.reader.wait_for_line(NEVER)


@pytest.mark.parametrize("waits", [held, drawn, lit, back])
def test_a_wait_for_an_effect_ends_with_the_box(
    watch: PartsWatch, table: Consumer, monkeypatch: pytest.MonkeyPatch, waits: Callable[[Box], None]
) -> None:
    monkeypatch.setattr("hardware.buttons.simulated.SETTLE_TIMEOUT", NEVER)
    monkeypatch.setattr("hardware.simulated.SETTLE_TIMEOUT", NEVER)
    box = build(
        SIMULATED, table.put, watch.parts, colours=COLOURS, monotonic=lambda: 0.0
    )  # no hold ever ends
    box.start()
    before = threading.Thread(target=waits, args=(box,), daemon=True)
    before.start()
    box.stop()
    after = threading.Thread(target=waits, args=(box,), daemon=True)
    after.start()
    for each in (before, after):
        each.join(PATIENCE)
        assert not each.is_alive()


def test_a_scan_goes_through_the_reader_and_has_been_put_when_it_returns(
    person: SimulatedBox, table: Consumer
) -> None:
    person.scan("0F0184F07B")
    person.scan("010063e9ae")
    person.scan("0F0184F07B")
    assert table.tags == ["0F0184F07B", "010063E9AE"], "the third time the first one still lies there"


@pytest.mark.parametrize(
    ("does", "what", "code"),
    [
        *(("scan", tag, "wrong-tag") for tag in ("", "0F0184F0", "0F0184F07B0F", "0F0184F07G", "Ǝ" * 10)),
        ("press", "white", "no-such-button"),
        ("pull", "buttons", "not-simulated"),
        ("plug", "buttons", "not-simulated"),
    ],
)
def test_what_a_simulated_part_cannot_do_is_refused(
    person: SimulatedBox, table: Consumer, does: str, what: str, code: str
) -> None:
    with pytest.raises(PartError, match=code):
        getattr(person, does)(what)
    assert table.things == []


def test_the_screen_is_what_the_controller_s_memory_holds(box: Box, person: SimulatedBox) -> None:
    assert person.screen_json() == {"title": "", "lines": [], "hint": ""}
    box.show(HELLO)
    person.settle()
    assert picture(person).size == (128, 64)
    assert picture(person).convert("1").tobytes() == draw(HELLO).tobytes()
    assert person.screen_json() == {"title": "Hello", "lines": ["one", "two"], "hint": "ok?"}


def test_a_press_returns_when_its_effect_is_shown(watch: PartsWatch) -> None:
    box: Box

    def put(thing: Input) -> None:
        assert not isinstance(thing, TagUnread)
        box.show(Frame(thing.button if isinstance(thing, ButtonPressed) else thing.tag))

    box = build(SIMULATED, put, watch.parts, colours=COLOURS, monotonic=time.monotonic)
    box.start()
    assert box.simulated is not None
    for name in NAMES:
        box.simulated.press(name)
        assert picture(box.simulated).convert("1").tobytes() == draw(Frame(name)).tobytes()
    box.simulated.scan("0F0184F07B")
    assert picture(box.simulated).convert("1").tobytes() == draw(Frame("0F0184F07B")).tobytes()
    box.stop()


def test_what_handles_the_press_is_waited_for(table: Consumer, watch: PartsWatch) -> None:
    waits: list[tuple[float, int]] = []
    box = build(
        SIMULATED,
        table.put,
        watch.parts,
        colours=COLOURS,
        monotonic=time.monotonic,
        handled=lambda timeout: waits.append((timeout, len(table.things))),
    )
    box.start()
    assert box.simulated is not None
    box.simulated.press("advance")
    box.simulated.scan("0F0184F07B")
    box.stop()
    assert waits == [(2.0, 1), (2.0, 2)]


def test_a_display_pulled_out_is_missing_and_put_back_shows_the_frame(
    box: Box, person: SimulatedBox, watch: PartsWatch
) -> None:
    box.show(HELLO)
    person.settle()
    person.pull("display")
    watch.wait_for("display", "missing")
    assert picture(person).getbbox() is None
    person.pull("display")
    person.plug("display")
    watch.wait_for("display", "ok")
    person.settle()
    person.plug("display")
    assert picture(person).convert("1").tobytes() == draw(HELLO).tobytes()


def test_an_unplugged_reader_is_missing_and_reads_again_once_plugged_in(
    person: SimulatedBox, table: Consumer, watch: PartsWatch
) -> None:
    person.pull("reader")
    watch.wait_for("reader", "missing")
    person.pull("reader")
    person.scan("0F0184F07B")
    assert table.tags == []
    person.plug("reader")
    person.plug("reader")
    watch.wait_for("reader", "ok")
    person.scan("0F0184F07B")
    assert table.tags == ["0F0184F07B"]


def test_a_scan_right_after_the_reader_was_put_back_is_received(
    person: SimulatedBox, table: Consumer
) -> None:
    for number in range(1, 6):
        person.pull("reader")
        person.plug("reader")
        person.scan(f"{number:010X}")
        assert len(table.tags) == number
