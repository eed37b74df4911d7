"""The outputs of the header under gpiozero's devices: the kernel's lines, and its own PWM."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest
from gpiod.line import Direction

from hardware.outputs import OutputPinFactory
from tests.fakes.gpio import Kernel
from tests.fakes.pwm import PwmTree


@pytest.fixture
def tree(tmp_path: Path) -> PwmTree:
    return PwmTree(tmp_path, 18, 19)


@pytest.fixture
def pins(kernel: Kernel, tree: PwmTree) -> Iterator[OutputPinFactory]:
    pins = OutputPinFactory(kernel.chip(), tree.pwms())
    yield pins
    pins.close()
    assert not kernel.opened


def test_a_light_is_dark_at_first_then_lit_and_dark_again_when_its_pin_is_given_back(
    kernel: Kernel, pins: OutputPinFactory
) -> None:
    led = gpiozero.LED(23, pin_factory=pins)
    assert kernel.asked[23].direction is Direction.OUTPUT
    assert kernel.driven[23][-1] == 0
    led.on()
    assert (led.is_lit, kernel.driven[23][-1]) == (True, 1)
    led.close()
    assert kernel.driven[23][-1] == 0
    assert kernel.freed(23)


def test_a_pin_without_hardware_for_it_has_no_pwm_nor_the_other_pin_of_a_channel(
    pins: OutputPinFactory,
) -> None:
    assert [gpio for gpio in range(28) if pins.has_pwm(gpio)] == [18, 19]
    with pytest.raises(gpiozero.PinPWMUnsupported):
        gpiozero.PWMLED(23, pin_factory=pins)


def test_a_pin_that_the_overlay_gave_to_the_pwm_is_dimmed_by_it(
    kernel: Kernel, pins: OutputPinFactory, tree: PwmTree
) -> None:
    assert pins.has_pwm(18)
    led = gpiozero.PWMLED(18, frequency=200, pin_factory=pins)
    assert tree.channel(0) == (5_000_000, 0, 1)
    led.value = 0.25
    assert tree.channel(0) == (5_000_000, 1_250_000, 1)
    assert led.value == 0.25
    led.close()
    assert tree.channel(0)[1:] == (0, 0)
    assert not kernel.asked, "the line is the PWM's"


def test_a_tone_changes_its_pitch_and_stops(pins: OutputPinFactory, tree: PwmTree) -> None:
    buzzer = gpiozero.TonalBuzzer(19, pin_factory=pins)
    buzzer.play("A4")
    period, high, on = tree.channel(1)
    assert (round(1e9 / period), round(high / period, 3), on) == (440, 0.5, 1)
    buzzer.play("A5")
    assert round(1e9 / tree.channel(1)[0]) == 880
    buzzer.stop()
    assert tree.channel(1)[1:] == (0, 0)
    buzzer.close()


@pytest.mark.parametrize(("gpio", "channel"), [(12, 0), (13, 1), (18, 2), (19, 3)])
def test_a_pi_5_has_a_channel_for_each_of_the_four(
    kernel: Kernel, tmp_path: Path, gpio: int, channel: int
) -> None:
    tree = PwmTree(tmp_path / "five", 12, 13, 18, 19, kind="raspberrypi,rp1-pwm")
    pins = OutputPinFactory(kernel.chip(), tree.pwms())
    led = gpiozero.PWMLED(gpio, initial_value=1, frequency=100, pin_factory=pins)
    assert tree.channel(channel) == (10_000_000, 10_000_000, 1)
    led.close()
    pins.close()


def test_without_an_overlay_no_pin_is_dimmed(kernel: Kernel, tmp_path: Path) -> None:
    pins = OutputPinFactory(kernel.chip(), PwmTree(tmp_path / "bare").pwms())
    assert not any(pins.has_pwm(gpio) for gpio in range(28))
    pins.close()


def test_a_pwm_that_may_not_be_written_is_not_used(pins: OutputPinFactory, tree: PwmTree) -> None:
    (tree.chip / "export").unlink()
    assert not pins.has_pwm(18)


def test_a_channel_not_exported_yet_is_asked_for(pins: OutputPinFactory, tree: PwmTree) -> None:
    for file in (tree.chip / "pwm0").iterdir():
        file.unlink()
    (tree.chip / "pwm0").rmdir()
    with pytest.raises(OSError, match="No such file"):
        gpiozero.PWMLED(18, pin_factory=pins)
    assert (tree.chip / "export").read_text() == "0"
