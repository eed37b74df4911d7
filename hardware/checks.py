"""Which looks at the box's parts are taken, by the doctor and by the box itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from companion.health.findings import Probe
from companion.parts import PartName
from hardware import doctor
from hardware.doctor import Others
from hardware.part import BoxSettings


def of_doctor(settings: BoxSettings, *, monotonic: Callable[[], float], others: Others) -> tuple[Probe, ...]:
    """Every part, with time for a tag to be heard. others: see `hardware.doctor.Others`."""
    return (
        partial(doctor.display, settings.display),
        partial(doctor.buttons, settings),
        partial(doctor.reader, settings.reader, monotonic=monotonic, others=others),
    )


def of_box(settings: BoxSettings, *, monotonic: Callable[[], float]) -> Mapping[PartName, Probe]:
    """For a part whose driver, in this very program, says that it is missing: why that is."""
    return {
        "display": partial(doctor.display, settings.display),
        "buttons": partial(doctor.buttons, settings),
        "reader": partial(doctor.reader, settings.reader, monotonic=monotonic, others=_ourselves, listen=0.0),
    }


def _ourselves() -> Mapping[str, str]:
    """The companion that runs here is this one, and it misses its reader."""
    return {"reader": "missing"}
