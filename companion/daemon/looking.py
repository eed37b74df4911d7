"""What looks at the parts without serving: for the doctor, for setting up, for a reader's bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import cache, partial

from companion.config import Config
from companion.daemon.starting import CannotStart
from companion.games import Game, every_colour
from companion.games.registry import registered
from companion.health import probes as looks
from companion.health.findings import Probe
from companion.health.machine import clock, kept_right, power, vcgencmd
from companion.health.network import here, local_name, reachable
from companion.language.text import Text
from companion.table.opening import folder_of, now, reading
from hardware import doctor
from hardware.buttons.header import check_colours
from hardware.part import PartError
from hardware.reader.dump import dump_reader
from hardware.setup import walk
from hardware.setup.searches import Searches


def probes(config: Config, games: Mapping[str, Game] | None = None) -> tuple[Probe, ...]:
    """What the doctor looks at, in the order of its report. games: what can be played; by default all.

    Raises `CannotStart`.
    """
    host, port = config.web.host, config.web.port
    others = cache(partial(looks.running, here(host, port)))
    _check(config, registered() if games is None else games)
    return (
        *doctor.of_doctor(config, monotonic=time.monotonic, others=others),
        partial(power, ask=vcgencmd),
        partial(looks.disk, folder_of(config)),
        partial(clock, now, kept_right),
        partial(looks.network, partial(reachable, host, port), local_name(host, port)),
        partial(looks.port, host, port, others),
        partial(looks.journal, partial(reading, config)),
    )


def searches(config: Config) -> Searches:
    """What `companion setup` looks for parts with."""
    others = partial(looks.running, here(config.web.host, config.web.port))
    return walk.searches(every_colour(registered()), time.monotonic, others, probes)


def dump(config: Config, show: Callable[[float, Text], object], seconds: float | None) -> int:
    """Show the reader's bytes as they come; give how many there were. Raises `CannotStart`."""
    _check(config, registered())
    try:
        return dump_reader(config.rfid, show, monotonic=time.monotonic, seconds=seconds)
    except PartError as error:
        raise unusable(error) from error


def _check(config: Config, games: Mapping[str, Game]) -> None:
    """Raise `CannotStart` for a button in a colour that no player of these games has."""
    try:
        check_colours(config.buttons, every_colour(games))
    except PartError as error:
        raise unusable(error) from error


def unusable(error: PartError) -> CannotStart:
    """A part's error as what keeps the companion from starting."""
    return CannotStart(error.said, lasting=True)
