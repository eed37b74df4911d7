from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from companion.parts import Frame, PartName
from hardware.box import Box
from hardware.buttons.kernel import header_chip
from hardware.display.drawing import draw
from hardware.part import BoxSettings, ButtonSettings, DisplaySettings, PartError, ReaderSettings
from hardware.simulated import SimulatedBox
from tests.fakes.bench import SIMULATED, Table, Watch, picture

HELLO = Frame("Hello", ("one", "two"), "ok?")
Make = Callable[[BoxSettings], Box]


def test_a_started_box_says_how_each_part_is(box: Box, watch: Watch) -> None:
    assert watch.parts.states() == {"display": "ok", "reader": "ok", "buttons": "ok"}
    assert box.display is not None


@pytest.mark.parametrize("part", ["display", "buttons", "reader"])
def test_one_part_may_be_simulated_by_itself(make_box: Make, watch: Watch, part: PartName) -> None:
    box = make_box(BoxSettings(**{part: getattr(SIMULATED, part)}))
    box.start()
    assert box.simulated is not None
    assert box.simulated.simulated == {part}
    assert {name for name, state in watch.parts.states().items() if state == "ok"} == {part}
    tries: dict[str, Callable[[], object]] = {
        "display": box.simulated.screen_png,
        "buttons": partial(box.simulated.press, "advance"),
        "reader": partial(box.simulated.scan, "0F0184F07B"),
    }
    for name, do in tries.items():
        if name == part:
            do()
        else:
            with pytest.raises(PartError, match="not-simulated"):
                do()


def test_a_box_without_parts_starts_and_stops(make_box: Make, watch: Watch) -> None:
    box = make_box(BoxSettings())
    box.start()
    box.show(HELLO)
    assert box.simulated is None
    assert set(watch.parts.states().values()) == {"off"}


def test_real_parts_that_are_not_there_are_missing_and_the_box_starts_all_the_same(
    make_box: Make, watch: Watch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.buttons.pins.header_chip", lambda: header_chip(tmp_path))
    box = make_box(
        BoxSettings(
            DisplaySettings(driver="sh1106", bus=99),
            ButtonSettings(driver="gpio", pins={"advance": 17}),
            ReaderSettings(driver="rdm6300", port=str(tmp_path / "reader")),
        )
    )
    box.start()
    assert watch.parts.states() == {"display": "missing", "reader": "missing", "buttons": "missing"}
    assert box.simulated is None


def test_wrong_pins_stop_the_start_and_nothing_is_built(make_box: Make) -> None:
    with pytest.raises(PartError, match="wrong-pin"):
        make_box(
            BoxSettings(
                SIMULATED.display, ButtonSettings(driver="gpio", pins={"advance": "J8:99"}), SIMULATED.reader
            )
        )


def test_two_simulated_boxes_do_not_meet(make_box: Make, table: Table) -> None:
    for _ in range(2):
        box = make_box(SIMULATED)
        box.start()
        assert box.simulated is not None
        box.simulated.press("back")
    assert table.presses == [("back", False)] * 2


def test_the_last_picture_stays_when_it_is_to_stay(box: Box, person: SimulatedBox) -> None:
    box.show(HELLO)
    person.settle()
    box.stop(blank=False)
    assert picture(person).convert("1").tobytes() == draw(HELLO).tobytes()
