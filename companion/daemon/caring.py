"""What the pages of care work with, put together."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime

from companion.config import Config
from companion.daemon.failures import runtime
from companion.daemon.watching import Watching
from companion.health.machine import EARLIEST, LATEST, SET_BY_TIMESYNCD
from companion.health.report import report
from companion.language.messages import Language
from companion.parts import Parts
from companion.storage.backup import BACKUPS
from companion.system.changelog import news
from companion.system.clock import BoxClock
from companion.system.updates import Updates
from companion.table.carrying import Carrying
from companion.table.opening import folder_of, opens, stick_of
from companion.table.table import Table
from web.caring import Amiss, Caring

_SYSTEM_BUS = "SYSTEM"
_MARK = "clock-set"


def caring_for(
    config: Config,
    table: Table,
    watching: Watching,
    parts: Parts,
    *,
    simulated: bool,
    clock: Callable[[], datetime],
    lines: Callable[[], tuple[str, ...]],
) -> Caring:
    """For the box of this configuration. simulated: no service of the machine is asked for anything."""
    folder, stick = folder_of(config), stick_of(config)
    forgets = runtime(os.environ)

    def told(language: Language) -> str:
        return report(language, watching.checkup.latest, lines(), folder, sorted(parts.states().items()))

    def check() -> tuple[Amiss, ...]:
        return tuple(Amiss(each.part, each.said, each.cure) for each in watching.checkup.latest)

    return Caring(
        carrying=Carrying(folder, lambda: table.snapshot, told=table.told, clock=clock, opens=opens),
        copies=folder / BACKUPS,
        stick=stick,
        updates=Updates(folder, stick),
        news=news,
        clock=BoxClock(
            clock,
            None if simulated else _SYSTEM_BUS,
            None if forgets is None else forgets / _MARK,
            between=(EARLIEST, LATEST),
            by_timesyncd=SET_BY_TIMESYNCD,
        ),
        check=check,
        report=told,
    )
