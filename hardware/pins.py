"""Where gpiozero's pins come from, and what can be wrong with one."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.errors import PartError

BOUNCE = 0.02
"""Seconds that a pin must be still before its edge is believed; the kernel sees to it."""


class PinsMissing(Exception):
    """The machine does not give the pins: there are none, or another program has them."""


def real() -> Any:
    """The pins of this Raspberry Pi, by lgpio. Raises `PinsMissing`.

    lgpio is imported here and not above: a machine without pins need not have it. It leaves a small
    pipe in the working folder, or in the one that LG_WD names.
    """
    try:
        return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()
    except Exception as error:  # lgpio's own, gpiozero's, the import's and the system's
        raise PinsMissing(str(error)) from error


def mock() -> Any:
    """Pins of our own that nothing is connected to, whatever the environment says; a Pi 3's."""
    return MockFactory(revision="a02082", pin_class=MockPin)


DRIVERS: Mapping[str, Callable[[], Any]] = {"gpio": real}


def claim(chip: Any, pin: int | str, key: str) -> Any:
    """Open a pin for a button to ground, with the chip's pull-up. key: where it was configured.

    Raises `PartError` for what is no pin, or one that a button of ours has, and `PinsMissing`.
    """
    try:
        return gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=BOUNCE, pin_factory=chip)
    except gpiozero.PinError as error:
        raise PartError("wrong-pin", key=key, pin=str(pin)) from error
    except gpiozero.GPIOPinInUse as error:
        raise PartError("doubled-pin", key=key, pin=str(pin)) from error
    except Exception as error:  # lgpio's own are plain exceptions
        raise PinsMissing(f"{key}, pin {pin}: {error}") from error
