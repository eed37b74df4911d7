"""A display that is pulled out, loses its power or forgets: every fault is known, and nothing wrong stays."""

from __future__ import annotations

import errno
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from hardware.display.oled import OFF, Oled
from hardware.display.simulated import Controller
from hardware.display.wire import DisplayGone
from tests.fakes.oleds import GONE, MODELS, OTHER, PICTURE, WatchedBus, oled_on, spent


@pytest.mark.parametrize("fault", GONE, ids=errno.errorcode.get)
def test_every_error_of_a_display_that_is_gone_is_known(driver: str, bus: WatchedBus, fault: int) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    bus.unplug(fault)
    does: list[Callable[[], object]] = [
        oled.intact,
        oled.off,
        lambda: oled.show(OTHER),
        lambda: oled.contrast(1),
        oled.refresh,
        lambda: oled_on(driver, bus),
    ]
    for do in does:
        with pytest.raises(DisplayGone) as caught:
            do()
        assert caught.value.errno == fault


def a_change(driver: str) -> tuple[Controller, WatchedBus, Oled]:
    """A display that shows one picture and is about to show another."""
    controller = MODELS[driver]()
    bus = WatchedBus(controller)
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    return controller, bus, oled


def shows(_: str, oled: Oled, __: WatchedBus) -> None:
    oled.show(OTHER)


def sets_up(driver: str, _: Oled, bus: WatchedBus) -> None:
    oled_on(driver, bus)


@pytest.mark.parametrize("loses_power", [False, True])
@pytest.mark.parametrize("do", [shows, sets_up])
def test_after_a_failure_at_any_byte_a_display_set_up_anew_shows_the_right_picture(
    driver: str, do: Callable[[str, Oled, WatchedBus], None], loses_power: bool
) -> None:
    _, bus, oled = a_change(driver)
    for octets in range(spent(bus, partial(do, driver, oled, bus))):
        controller, bus, oled = a_change(driver)
        bus.break_after(octets)
        with pytest.raises(DisplayGone):
            do(driver, oled, bus)
        if loses_power:
            controller.cut_power()
        oled_on(driver, bus).show(OTHER)
        assert bus.picture().tobytes() == OTHER.tobytes()


def test_a_display_knows_that_it_lost_its_power_although_no_transfer_failed(
    driver: str, controller: Controller, bus: WatchedBus
) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert oled.intact()
    bus.flicker()

    oled.show(OTHER)  # no error, and yet
    assert bus.picture().getbbox() is None
    assert not oled.intact()

    oled_on(driver, bus).show(OTHER)
    assert bus.picture().tobytes() == OTHER.tobytes()


def test_asking_whether_it_is_whole_costs_four_bytes_and_harms_nothing(driver: str, bus: WatchedBus) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert spent(bus, oled.intact) == 4
    oled.show(OTHER)
    assert bus.picture().tobytes() == OTHER.tobytes()


class Mute(WatchedBus):
    """Its display has no answer for who reads, as some copies have none."""

    def _send_status(self, message: Any) -> None:
        raise OSError(errno.EREMOTEIO, f"nobody answers {message!r}")


class Stubborn(WatchedBus):
    """A display with a constant status byte."""

    def _send_status(self, message: Any) -> None:
        message.buf[0] = b"\x43"


@pytest.mark.parametrize("kind", [Mute, Stubborn])
def test_a_display_without_a_status_counts_as_intact_while_it_answers(
    driver: str, kind: type[WatchedBus]
) -> None:
    bus = kind(MODELS[driver]())
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert oled.intact()
    bus.flicker()
    assert oled.intact()
    bus.unplug()
    with pytest.raises(DisplayGone):
        oled.intact()


def test_a_refresh_restores_memory_lost_without_an_error(
    driver: str, controller: Controller, bus: WatchedBus
) -> None:
    oled = oled_on(driver, bus, contrast=77)
    oled.refresh()
    oled.show(PICTURE)
    bus.flicker()
    oled.refresh()
    assert bus.picture().tobytes() == PICTURE.tobytes()
    assert controller.contrast == 77
    controller.memory[300] ^= 0xFF
    controller.inverted = True
    oled.refresh()
    assert bus.picture().tobytes() == PICTURE.tobytes()


def test_a_refresh_never_switches_the_light_off(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    controller, _, oled = a_change(driver)
    obeyed: list[int] = []
    obey = controller.execute

    def record(command: int, rest: list[int]) -> None:
        obeyed.append(command)
        obey(command, rest)

    monkeypatch.setattr(controller, "execute", record)
    oled.refresh()
    assert OFF not in obeyed
    assert 0xAF in obeyed
