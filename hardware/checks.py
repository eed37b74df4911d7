"""Which looks at the box's parts are taken, by the doctor and by the box itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.doctor import Probe
from companion.parts import PartName
from hardware import probes
from hardware.probes import Others
from hardware.settings import BoxSettings


def of_doctor(settings: BoxSettings, *, monotonic: Callable[[], float], others: Others) -> tuple[Probe, ...]:
    """Every part, with time for a tag to be heard. others: see `hardware.probes.Others`."""
    return (
        partial(probes.display, settings.display),
        partial(probes.buttons, settings),
        partial(probes.reader, settings.reader, monotonic=monotonic, others=others),
    )


def of_box(settings: BoxSettings, *, monotonic: Callable[[], float]) -> Mapping[PartName, Probe]:
    """For a part whose driver, in this very program, says that it is missing: why that is."""
    return {
        "display": partial(probes.display, settings.display),
        "buttons": partial(probes.buttons, settings),
        "reader": partial(probes.reader, settings.reader, monotonic=monotonic, others=_ourselves, listen=0.0),
    }


def _ourselves() -> Mapping[str, str]:
    """The companion that runs here is this one, and it misses its reader."""
    return {"reader": "missing"}
